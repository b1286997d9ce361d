/*
 * Which samples a primitive covers, by its edge functions alone
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_GPU_PRIM_COVERS_H
#define TESTS_GPU_PRIM_COVERS_H

#include "hw/gpu/gr3d/pipe/frozen.h"

/* Is it inside all edges, or on those it owns?  [tegra-gr3d.rst, Set-up] */
static inline bool prim_covers(const Gr3dPrim *prim, int col, int row)
{
    for (unsigned i = 0; i < prim->num_edges; i++) {
        const GpuEdge *e = &prim->edge[i];
        int64_t d = e->c + (int64_t)e->dx * col + (int64_t)e->dy * row;
        bool owns = e->dx > 0 || (e->dx == 0 && e->dy > 0);

        if (d < 0 || (d == 0 && !owns)) {
            return false;
        }
    }
    return true;
}

static inline bool prim_box_has(const Gr3dPrim *prim, int col, int row)
{
    return col >= prim->box.col_min && col < prim->box.col_max &&
           row >= prim->box.row_min && row < prim->box.row_max;
}

#endif /* TESTS_GPU_PRIM_COVERS_H */
