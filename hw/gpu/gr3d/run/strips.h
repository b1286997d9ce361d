/*
 * Tegra20 GR3D engine: which draws are run in strips
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_STRIP_DRAW_H
#define GR3D_STRIP_DRAW_H

#include "hw/gpu/gr3d/strip/strip.h"
#include "bin.h"

/*
 * Does no byte of a surface that the tiles of @bins use belong to two pixels,
 * and none that they write to a texture?  Then neither the order of pixels
 * matters nor that of tiles.
 */
bool gr3d_pixels_disjoint(const Gr3dDraw *draw, const Gr3dBins *bins);

/*
 * May draw->exec run the tiles of @bins?  Only if no access can leave its
 * span: what is rare or hostile is left to the reference.
 */
bool gr3d_strips_ok(const Gr3dDraw *draw, const Gr3dBins *bins);

/* gr3d_tile_begin() and gr3d_qr_prim(); @s is NULL for the reference */
static inline void gr3d_strip_begin(Gr3dStrip *s, const Gr3dDraw *draw,
                                    Gr3dTile *tile)
{
    gr3d_tile_begin(tile, draw);
    if (s) {
        draw->exec->begin(s, draw, tile);
    }
}

static inline uint64_t gr3d_strip_prim(Gr3dStrip *s, const Gr3dDraw *draw,
                                       Gr3dTile *tile, const Gr3dPrim *prim,
                                       const Gr3dRect *rect)
{
    uint64_t work;

    if (!s) {
        return draw->reference->prim(draw, tile, prim, rect);
    }
    work = draw->exec->prim(s, prim, rect);
    draw->exec->end(s);
    return work;
}

#endif /* GR3D_STRIP_DRAW_H */
