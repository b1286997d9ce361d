/*
 * Tegra20 GR3D engine: a frozen draw
 *
 * Private to the engine.  Stage order, and who owns which file:
 *   idx (fetch, assembly) -> vpe (vertex program) -> su (clip, set-up, linker)
 *   -> bin/tiles -> qr (coverage, depth, stencil) -> fragment program
 *   (pseq, mfu, tex, alu) -> dw (stores)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_FROZEN_H
#define GR3D_FROZEN_H

#include "hw/gpu/gr3d/gr3d.h"
#include "hw/gpu/gr3d/isa/events.h"
#include "hw/gpu/gr3d/isa/fp_decode.h"
#include "hw/gpu/gr3d/isa/vp_decode.h"
#include "prim.h"
#include "qr.h"
#include "surf.h"
#include "tex.h"

/*
 * What primitives write in a tile besides its pixels: counts, and which bytes
 * of which surface.  Tiles that run side by side have one each; added to the
 * draw in the order of tiles they give what one tile after the other would
 * give.
 */
typedef struct Gr3dTile {
    GpuEvents events;
    uint64_t fragments;
    uint64_t work;
    GpuSpan surface[GR3D_NUM_SURFACES];
} Gr3dTile;

/* The functions of the scalar reference; a test may have a draw call others */
typedef struct Gr3dReference {
    unsigned (*vertex)(const Gr3dVp *vp, const float attr[][4],
                       float out[][4], GpuEvents *events);
    uint64_t (*prim)(const Gr3dDraw *draw, Gr3dTile *tile,
                     const Gr3dPrim *prim, const Gr3dRect *rect);
} Gr3dReference;

/* gr3d_vp_run() and gr3d_qr_prim() */
extern const Gr3dReference gr3d_reference;

struct Gr3dDraw {
    const Gr3dRegs *regs;       /* while it is frozen: the source of state */
    Gr3dVp vp;
    const Gr3dFp *fp;
    uint32_t cols, rows;        /* of the target: where the scissor ends */
    Gr3dQr qr;                  /* raster and test state */
    Gr3dSurfDesc surf[GR3D_NUM_SURFACES];
    Gr3dTexDesc tex[GR3D_NUM_TEXTURES];
    Gr3dSpanRequest request[GR3D_NUM_SPANS];
    GpuSpan span[GR3D_NUM_SPANS];
    GpuEvents events;
    Gr3dDrawStats stats;
    uint8_t stop;               /* GR3D_STOP_..., polled per band */
    bool fence;                 /* gr3d_draw_set_fence() */
    bool done;                  /* it has run, or has no primitive */
    Gr3dWait *wait;             /* gr3d_draw_set_wait() */
    void *wait_opaque;
    const GpuExecutor *executor;
    const Gr3dReference *reference;
    const Gr3dExec *exec;       /* NULL: reference */
    /* NULL: the program does not lower, or the reference runs it */
    const struct Gr3dStripProgram *strip_program;
    const struct Gr3dVpLanes *vp_lanes, *vp_position;
    struct Gr3dGeometry *geometry;
    Gr3dCache *cache;           /* or NULL */
    struct Gr3dVpEntry *vp_entry;   /* references */
    struct Gr3dFpEntry *fp_entry;
};

/* Requests to a running draw, maybe of another thread */
#define GR3D_STOP_CANCEL    1   /* gr3d_draw_cancel() */
#define GR3D_STOP_PAUSE     2   /* gr3d_draw_pause() */

static inline bool gr3d_cancelled(const Gr3dDraw *draw)
{
    return __atomic_load_n(&draw->stop, __ATOMIC_RELAXED) & GR3D_STOP_CANCEL;
}

/* Wait if the draw is paused; true: it is cancelled. */
bool gr3d_wait_paused(const Gr3dDraw *draw, uint64_t work);

/*
 * As gr3d_cancelled(), where a thread may wait: not in the middle of a band.
 * One that goes on after a pause acquires what was done with memory meanwhile.
 * @work is what this thread has done and draw->stats.work does not have yet.
 */
static inline bool gr3d_stopped(const Gr3dDraw *draw, uint64_t work)
{
    return __atomic_load_n(&draw->stop, __ATOMIC_ACQUIRE) &&
           gr3d_wait_paused(draw, work);
}

void gr3d_tile_begin(Gr3dTile *tile, const Gr3dDraw *draw);
/* Add what it has counted to the draw, but for its events. */
void gr3d_tile_add(const Gr3dTile *tile, Gr3dDraw *draw);

#define GR3D_TILE   64          /* columns and rows of a tile */
#define GR3D_BAND   8           /* rows of a band of a tile */

/*
 * Rasterise and shade the part of @prim that lies in @rect, primitives in
 * call order (qr.c).  Returns the units of work done.  Only touches pixels
 * inside @rect and @tile, so that tiles can be run in any order or in parallel.
 * @rect lies inside the bounding box of @prim and inside one band, whose first
 * row is a multiple of GR3D_BAND: no 2x2 quad is in two bands.
 */
uint64_t gr3d_qr_prim(const Gr3dDraw *draw, Gr3dTile *tile,
                      const Gr3dPrim *prim, const Gr3dRect *rect);

/*
 * Freeze raster and test state, after regs and fp are set (qr.c): decode the
 * surfaces and the textures, and request their memory.
 */
void gr3d_qr_freeze(Gr3dDraw *draw);

#endif /* GR3D_FROZEN_H */
