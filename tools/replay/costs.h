/*
 * What the draws of a capture would cost a chip, as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TOOLS_COSTS_H
#define TOOLS_COSTS_H

#include <stdio.h>
#include "hw/gpu/gr3d/gr3d.h"
#include "hw/gpu/gr3d/pipe/cost.h"

typedef struct Costs {
    Gr3dCostChip chip;
    /* Of all draws, by what limits them */
    unsigned draws[GR3D_NUM_PARTS];
    double clocks[GR3D_NUM_PARTS];
    uint64_t lines;
} Costs;

/* Print draw @number, which has run, and add it up. */
void costs_draw(Costs *costs, uint64_t number, const Gr3dDraw *draw);
void costs_print_total(const Costs *costs);

#endif /* TOOLS_COSTS_H */
