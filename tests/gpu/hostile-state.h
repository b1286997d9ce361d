/*
 * Command streams of gr3d-hostile: valid state, then random words in it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HOSTILE_STATE_H
#define HOSTILE_STATE_H

#include "hw/gpu/gr3d/gr3d.h"
#include "hostile-rng.h"

#define HOSTILE_NUM_WORDS   (sizeof(Gr3dRegs) / 4)

void hostile_state_init(void);

/* Make a state that draws, of random choices that a client could make. */
void hostile_state_valid(Gr3dRegs *regs, Rng *rng);

/*
 * Put random words into random places: one to all.  Marks in @hit (may be
 * NULL) which words of Gr3dRegs were set.
 */
void hostile_state_spoil(Gr3dRegs *regs, Rng *rng, uint8_t *hit);

/* Can a guest reach a word of Gr3dRegs? */
bool hostile_word_reachable(unsigned word);

#endif /* HOSTILE_STATE_H */
