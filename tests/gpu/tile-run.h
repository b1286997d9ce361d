/*
 * Primitives and fragments for tests: a draw, a tile of their own
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_GPU_TILE_RUN_H
#define TESTS_GPU_TILE_RUN_H

#include "hw/gpu/gr3d/pipe/frag.h"

/* Freeze @draw from @regs, whose program is decoded to @fp. */
static inline void freeze_draw(Gr3dDraw *draw, const Gr3dRegs *regs,
                               Gr3dFp *fp)
{
    gr3d_fp_decode(fp, regs, &draw->events);
    draw->regs = regs;
    draw->fp = fp;
    gr3d_qr_freeze(draw);
}

static inline void tile_end(const Gr3dTile *tile, Gr3dDraw *draw)
{
    gpu_events_add(&draw->events, &tile->events);
    gr3d_tile_add(tile, draw);
}

static inline void tile_prim(Gr3dDraw *draw, const Gr3dPrim *prim,
                             const Gr3dRect *rect)
{
    Gr3dTile tile;

    gr3d_tile_begin(&tile, draw);
    gr3d_qr_prim(draw, &tile, prim, rect);
    tile_end(&tile, draw);
}

static inline void tile_frag(Gr3dDraw *draw, const Gr3dPrim *prim,
                             Gr3dFrag *frag, unsigned num)
{
    Gr3dTile tile;

    gr3d_tile_begin(&tile, draw);
    for (unsigned i = 0; i < num; i++) {
        frag[i].tile = &tile;
    }
    gr3d_fp_run(draw, prim, frag, num);
    tile_end(&tile, draw);
}

#endif /* TESTS_GPU_TILE_RUN_H */
