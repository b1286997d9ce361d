/*
 * Tegra20 GR3D engine: what a draw would cost a chip
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_DRAW_COST_H
#define GR3D_DRAW_COST_H

#include "hw/gpu/gr3d/gr3d.h"
#include "hw/gpu/gr3d/pipe/cost.h"

typedef struct Gr3dDrawCost {
    Gr3dCostVp vp;
    Gr3dCostFp fp;
    Gr3dCostCounts counts;
    Gr3dCostDraw draw;
} Gr3dDrawCost;

/*
 * Work out @draw, which need not have run: @stats says what it did, or another
 * draw with these programs, textures and surfaces.
 */
void gr3d_draw_cost(const Gr3dDraw *draw, const Gr3dDrawStats *stats,
                    const Gr3dCostChip *chip, Gr3dDrawCost *cost);

#endif /* GR3D_DRAW_COST_H */
