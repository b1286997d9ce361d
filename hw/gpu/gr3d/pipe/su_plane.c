/*
 * Tegra20 GR3D engine: what varies over a primitive: weights and depth
 *
 * Weights are single precision and depth is a plane in double, each operation
 * rounded as it stands here: strips do the same [tegra-gr3d.rst, Set-up].
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "su.h"
#include "su_plane.h"

#define COEF_BITS   30          /* of the area, for weights */

static unsigned weight_shift(int64_t area)
{
    unsigned shift = 0;

    for (area >>= COEF_BITS; area; area >>= 1) {
        shift++;
    }
    return shift;
}

static double magnitude(double v)
{
    return v < 0 ? -v : v;
}

/* Return factor * largest slope + units, in Z20 steps. */
static double depth_offset(const Gr3dSu *su, double zx, double zy)
{
    double by_col = magnitude(zx), by_row = magnitude(zy);
    double slope = by_col > by_row ? by_col : by_row;

    return gr3d_su_depth(su->z_factor * slope + 16 * su->z_units);
}

static void depth_plane(const Gr3dSu *su, Gr3dPrim *prim,
                        const Gr3dCorner *const c[3], double per_area)
{
    double z02 = c[0]->z - c[2]->z, z12 = c[1]->z - c[2]->z, offset = 0;
    const Gr3dPosition at = c[2]->at;
    double x = (at.x & 15) * (1.0 / 16), y = (at.y & 15) * (1.0 / 16);
    const GpuEdge *e = prim->edge;

    prim->zx = (z02 * (double)e[0].dx + z12 * (double)e[1].dx) * per_area;
    prim->zy = (z02 * (double)e[0].dy + z12 * (double)e[1].dy) * per_area;
    if (su->z_factor != 0 || su->z_units != 0) {
        offset = depth_offset(su, prim->zx, prim->zy);
    }
    prim->zcol = at.x >> 4;
    prim->zrow = at.y >> 4;
    prim->zb = c[2]->z - prim->zx * x - prim->zy * y + offset;
}

void gr3d_su_planes(const Gr3dSu *su, Gr3dPrim *prim,
                    const Gr3dCorner *const c[3], int64_t area)
{
    double per_area = 1 / (double)area, per_unit;

    prim->shift = weight_shift(area);
    per_unit = per_area * (double)(1ll << prim->shift);
    for (unsigned i = 0; i < 3; i++) {
        prim->k[i] = (float)(c[i]->q * per_unit);
    }
    depth_plane(su, prim, c, per_area);
}

/* Set lambda[0..2] of a line or point; they sum to 1. */
static void lambda_at(const Gr3dPrim *prim, int32_t col, int32_t row,
                      double lambda[3])
{
    double w[2];

    w[0] = prim->wc[0] + prim->wx[0] * col + prim->wy[0] * row;
    if (prim->kind == GR3D_PRIM_LINE) {
        w[0] = w[0] < 0 ? 0 : w[0] > 1 ? 1 : w[0];
        w[1] = 0;
    } else {
        w[1] = prim->wc[1] + prim->wx[1] * col + prim->wy[1] * row;
    }
    lambda[0] = 1 - w[0] - w[1];
    lambda[1] = w[0];
    lambda[2] = w[1];
}

void gr3d_prim_coefs(const Gr3dPrim *prim, int32_t col, int32_t row,
                     float coef[3])
{
    double lambda[3];

    if (prim->kind != GR3D_PRIM_TRIANGLE) {
        lambda_at(prim, col, row, lambda);
        for (unsigned i = 0; i < 3; i++) {
            coef[i] = (float)(lambda[i] * prim->q[i]);
        }
        return;
    }
    for (unsigned i = 0; i < 3; i++) {
        int64_t value = gpu_edge_at(&prim->edge[i], col, row);

        coef[i] = (float)(int32_t)(value >> prim->shift) * prim->k[i];
    }
}

double gr3d_prim_other_depth(const Gr3dPrim *prim, int32_t col, int32_t row)
{
    double lambda[3];

    lambda_at(prim, col, row, lambda);
    return prim->z[2] + lambda[0] * (prim->z[0] - prim->z[2]) +
           lambda[1] * (prim->z[1] - prim->z[2]);
}

int32_t gr3d_prim_z20(const Gr3dPrim *prim, int32_t col, int32_t row)
{
    return gr3d_plane_z20(prim, col, row);
}
