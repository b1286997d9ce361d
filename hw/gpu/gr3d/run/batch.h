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
 * Draws are added to a batch while fewer primitives than these for each thread
 * wait for their tiles: more of them would leave the caches of its core (about
 * 400 bytes each) before they are drawn.
 */
#define GR3D_BATCH_PRIMS    1024

/*
 * All but the first draw of a batch are run later if they would take more, as
 * clipping may make them: for each thread, and for all of them.
 */
#define GR3D_BATCH_BLOCKS   24
#define GR3D_MAX_BATCH_BLOCKS   192

/*
 * Tiles of all draws behind a fence, in pixels of boxes times steps of the
 * program, for each thread: a millisecond or two.
 */
#define GR3D_BATCH_BEHIND   (1u << 19)

/* Strips of all threads: the more threads, the fewer draws */
#define GR3D_BATCH_STRIPS   256

/* What a draw leaves for its tiles */
typedef struct Gr3dScene {
    GpuEvents events;           /* before it */
    Gr3dDrawStats stats;
    Gr3dPrims prims;
    Gr3dBins bins;
} Gr3dScene;

/* Not cleared between draws; what is not used is not touched */
struct Gr3dScratch {
    Gr3dThreads threads;
    Gr3dTileList tiles;
    Gr3dScene *scene[GR3D_BATCH_DRAWS];     /* once it is needed */
};

/* gr3d_draws_run(), of one at least */
unsigned gr3d_batch_run(Gr3dDraw *const *draw, unsigned num);

#endif /* GR3D_BATCH_H */
