/*
 * Parts of a draw's state: which words of Gr3dRegs a fuzzer changes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef FUZZ_PARTS_H
#define FUZZ_PARTS_H

#include "hw/gpu/gr3d/isa/regfile.h"
#include "input.h"

#define PART_RANGES 4

typedef struct Part {
    const char *name;           /* of the fuzzer */
    struct {
        uint16_t first, end;    /* words of Gr3dRegs */
    } range[PART_RANGES];
} Part;

/* Must exist */
const Part *part_find(const char *name);
unsigned part_size(const Part *part);
/* @at: less than part_size() */
uint32_t *part_word(const Part *part, Gr3dRegs *regs, unsigned at);
/* Two bytes of @in say where, then words follow: @num of them */
void part_change(const Part *part, Gr3dRegs *regs, Input *in, unsigned num);

#endif /* FUZZ_PARTS_H */
