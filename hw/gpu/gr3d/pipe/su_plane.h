/*
 * Tegra20 GR3D engine: depth of a primitive's pixels, to be inlined
 *
 * For files that are compiled without contraction: each operation is rounded.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_SU_PLANE_H
#define GR3D_SU_PLANE_H

#include "prim.h"

#define GR3D_DEPTH_MAX  0x1p30  /* of |Z20| before the range test */

/* Return the depth of a line or point (su_plane.c). */
double gr3d_prim_other_depth(const Gr3dPrim *prim, int32_t col, int32_t row);

/* As gr3d_prim_z20(), of a triangle */
static inline int32_t gr3d_plane_z20(const Gr3dPrim *prim, int32_t col,
                                     int32_t row)
{
    int32_t whole;
    double z;

    if (prim->kind == GR3D_PRIM_TRIANGLE) {
        z = prim->zb + prim->zy * (double)(row - prim->zrow);
        z += prim->zx * (double)(col - prim->zcol);
    } else {
        z = gr3d_prim_other_depth(prim, col, row);
    }
    z = z > -GR3D_DEPTH_MAX ? z : -GR3D_DEPTH_MAX;      /* NaN, too */
    z = (z < GR3D_DEPTH_MAX ? z : GR3D_DEPTH_MAX) + 0.5;
    whole = (int32_t)z;
    return whole - (whole > z);
}

#endif /* GR3D_SU_PLANE_H */
