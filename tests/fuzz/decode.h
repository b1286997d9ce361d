/*
 * What the fuzzers of the decoders share
 *
 * Input: changes of registers that are all zero.  A change is a byte that says
 * how many words, two that say where in the part (parts.h), and the words;
 * behind a byte 0 the changes are those of a second set of registers.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef FUZZ_DECODE_H
#define FUZZ_DECODE_H

#include <string.h>
#include "parts.h"

static inline void decode_input(Gr3dRegs *regs, Gr3dRegs *other,
                                const uint8_t *data, size_t size)
{
    const Part *part = part_find(FUZZ_TARGET);
    Input in = { data, size };
    unsigned num;

    memset(regs, 0, sizeof(*regs));
    while ((num = in_u8(&in))) {
        part_change(part, regs, &in, num);
    }
    *other = *regs;
    while (in.left) {
        part_change(part, other, &in, in_u8(&in));
    }
}

#endif /* FUZZ_DECODE_H */
