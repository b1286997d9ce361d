/*
 * A draw by the reference and the same draw by another backend
 *
 * The guest's memory is there twice.  Each span is given to the engine as an
 * allocation of its exact size, so that the address sanitizer sees an access
 * to the byte before or behind it.  Whatever the two leave behind that is not
 * the same (bytes, ranges, counts, events) ends the program.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef FUZZ_DIFFER_H
#define FUZZ_DIFFER_H

#include "hw/gpu/gr3d/gr3d.h"
#include "input.h"

#define DIFFER_SPAN_MAX     65536   /* bytes of one span */
#define DIFFER_BLOCKS       24
#define DIFFER_BYTES        (1u << 20)  /* of all blocks */

typedef struct Differ Differ;

/*
 * @how, of a fuzzer's input: bits 1:0 the backend (the reference once more,
 * base, avx2, avx512; base where the host has no such), 3 spans are where they
 * are in their block and may overlap, 4 the rest of a span may be missing, 5 an
 * executor that calls tasks three times
 */
Differ *differ_new(uint8_t how);
void differ_free(Differ *d);

/* Memory at @addr, zeros behind what @content has; ignored: too much */
void differ_memory(Differ *d, uint32_t addr, uint32_t size, Input content);

/*
 * The first bytes of what a slot finds that has no memory at its address:
 * numbers that make sense for the slot stand behind them.
 */
void differ_content(Differ *d, unsigned slot, Input content);

/* Freeze, run with both, compare if that takes less than @max_work units. */
void differ_draw(Differ *d, const Gr3dRegs *regs, uint64_t max_work);

#endif /* FUZZ_DIFFER_H */
