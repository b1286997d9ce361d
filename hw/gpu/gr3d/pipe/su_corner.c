/*
 * Tegra20 GR3D engine: a vertex as corner of primitives
 *
 * A corner is what set-up needs of a vertex, whichever primitive it belongs to:
 * its window position, the planes that it is outside of, its TRAM columns
 * [tegra-gr3d.rst, Set-up].
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "hw/gpu/gr3d/isa/num.h"
#include "su.h"

/* Snap to 1/16 pixel; false: out of range, as with infinite viewports. */
static bool snap(double v, int32_t subpix, int32_t *out)
{
    double moved = v + 0.5;
    int32_t whole;

    /* the limit is doubled, as the clipper rounds to single precision */
    if (!(moved >= -2 * GR3D_SU_COORD_LIMIT &&
          moved < 2 * GR3D_SU_COORD_LIMIT + 1)) {
        return false;
    }
    whole = (int32_t)moved;
    *out = whole - (whole > moved) + subpix;
    return true;
}

static bool set_window(const Gr3dSu *su, const float *pos, Gr3dCorner *out)
{
    double w = pos[3], x = pos[0] / w * su->scale[0] + su->bias[0];
    double y = pos[1] / w * su->scale[1] + su->bias[1];

    out->q = 1 / w;
    out->z = gr3d_su_depth((pos[2] / w * su->scale[2] + su->bias[2]) *
                           0x1p20);
    return snap(su->transpose ? y : x, su->subpix[0], &out->at.x) &&
           snap(su->transpose ? x : y, su->subpix[1], &out->at.y);
}

void gr3d_su_cut_corner(const Gr3dSu *su, const Gr3dVertex *v, Gr3dCorner *out)
{
    out->flags = set_window(su, v->row[0], out) ? 0 : GR3D_CORNER_NOWHERE;
    gr3d_su_cells(su, v, out->cell);
}

void gr3d_su_corner(const Gr3dSu *su, unsigned num, const Gr3dVertex *v,
                    Gr3dCorner *out)
{
    uint32_t flags = gr3d_su_flags(&su->clip[num - 1], v);

    if (flags) {
        /* it may be the provoking vertex of what the clipper leaves */
        out->flags = flags;
        gr3d_su_cells(su, v, out->cell);
    } else {
        gr3d_su_cut_corner(su, v, out);
    }
}

size_t gr3d_su_corner_size(const Gr3dSu *su)
{
    size_t size = offsetof(Gr3dCorner, cell) +
                  su->num_cells * sizeof(uint32_t);

    return (size + 15) & ~(size_t)15;
}
