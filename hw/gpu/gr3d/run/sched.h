/*
 * Tegra20 GR3D engine: progress of a draw
 *
 * Not called sched.h: in a build that searches this directory first, the C
 * library's own <sched.h> would be this file.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_SCHED_H
#define GR3D_SCHED_H

#include "hw/gpu/gr3d/pipe/frozen.h"
#include "cache.h"
#include "verts.h"

typedef enum Gr3dPhase {
    GR3D_PHASE_VERTICES,
    GR3D_PHASE_SET_UP,
    GR3D_PHASE_BINS,
    GR3D_PHASE_TILES,
    GR3D_PHASE_DONE,
} Gr3dPhase;

typedef struct Gr3dTileCursor { /* next strip of a primitive in a tile */
    unsigned n;                 /* number in Gr3dBins.tile */
    uint32_t entry;             /* from the start of the tile */
    int32_t strip;              /* 0 .. GR3D_TILE / GR3D_STRIP - 1 */
} Gr3dTileCursor;

struct Gr3dSched {
    Gr3dPhase phase;
    Gr3dIdx idx;
    Gr3dVpe vpe;
    Gr3dSu su;
    unsigned num_prims;

    /* In slices: */
    Gr3dScratch *scratch;       /* NULL before the first vertex */
    Gr3dTileCursor at;
    bool strips;                /* gr3d_strips_ok() of the bins */
    bool tile_open;             /* the first worker has begun one */
};

struct Gr3dSched *gr3d_sched_new(Gr3dDraw *draw);
void gr3d_sched_free(Gr3dDraw *draw);
/* Before the first vertex, each time; spans are bound. */
void gr3d_sched_begin(Gr3dDraw *draw, Gr3dVerts *verts);

/* Has it something to do, and nothing of it been done? */
static inline bool gr3d_sched_fresh(const Gr3dDraw *draw)
{
    return draw->sched->phase == GR3D_PHASE_VERTICES && !draw->sched->scratch;
}

/* Up to about @budget units of work, unless draw->stop ends it. */
Gr3dProgress gr3d_sched_run(Gr3dDraw *draw, uint64_t budget);

#endif /* GR3D_SCHED_H */
