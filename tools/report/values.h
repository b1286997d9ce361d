/*
 * Depth and stencil values of a surface, and pictures of them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TOOLS_REPORT_VALUES_H
#define TOOLS_REPORT_VALUES_H

#include "hw/gpu/gr3d/text/replay.h"
#include "picture.h"

typedef struct Values {
    unsigned width, height;
    uint16_t *value;            /* the top row first; NULL: there are none */
} Values;

/* Read what a test reads and writes in surface @number of a draw. */
void values_read(Values *values, const Gr3dMemory *ram, const Gr3dRegs *regs,
                 unsigned number);
void values_clear(Values *values);
/* Let *@low and *@high be the bounds of these, too. */
void values_bound(const Values *values, unsigned *low, unsigned *high);
/* Return how many are different. */
uint64_t values_changed(const Values *a, const Values *b);
/* Paint them in grey, @low black and @high, if that is more, white. */
void values_paint(Picture *picture, const Values *values, unsigned low,
                  unsigned high);

#endif /* TOOLS_REPORT_VALUES_H */
