/*
 * Tegra20 GR3D engine: draws that run together, from their vertices to their
 * tiles
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_BATCH_H
#define GR3D_BATCH_H

#include "cache.h"
#include "tiles.h"

/*
 * Primitives, of 400 bytes or so, that wait for their tiles, for each thread:
 * draws are added to a batch while there are fewer.  More of them would leave
 * the caches of a core before they are drawn.
 */
#define GR3D_BATCH_PRIMS    1024

/*
 * Slabs of the arena, for each thread, and for all threads together: a draw
 * that needs more, as clipping may make one, runs later, but for the first.
 */
#define GR3D_BATCH_SLABS    24
#define GR3D_MAX_BATCH_SLABS    192

/*
 * What the tiles of all draws behind a fence may take, for each thread: a
 * millisecond or two, in pixels of boxes times steps of the program.
 */
#define GR3D_BATCH_BEHIND   (1u << 19)

/* Strips of all threads: with more threads a batch has fewer draws. */
#define GR3D_BATCH_STRIPS   256

/* What a draw leaves for its tiles */
typedef struct Gr3dScene {
    GpuEvents events;           /* as they were before its front end */
    Gr3dDrawStats stats;
    Gr3dPrims prims;
    Gr3dBins bins;
} Gr3dScene;

/* Memory to work in: not cleared, and what is not used costs nothing */
struct Gr3dScratch {
    Gr3dThreads threads;
    Gr3dTileList tiles;
    Gr3dScene *scene[GR3D_BATCH_DRAWS];     /* once it is needed */
};

/* Do what gr3d_draws_run() does; @num is at least 1. */
unsigned gr3d_batch_run(Gr3dDraw *const *draw, unsigned num);

#endif /* GR3D_BATCH_H */
