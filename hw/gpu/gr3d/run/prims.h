/*
 * Tegra20 GR3D engine: set-up of the primitives of a draw
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_PRIMS_H
#define GR3D_PRIMS_H

#include "threads.h"

/* Primitives that one thread takes */
#define GR3D_PRIMS_CHUNK    GR3D_SU_TRIANGLES
#define GR3D_PRIMS_CHUNKS   (GR3D_MAX_VERTICES / GR3D_PRIMS_CHUNK)
#define GR3D_CHUNK_MAX      (GR3D_PRIMS_CHUNK * GR3D_SU_MAX_PRIMS)
#define GR3D_PRIMS_MAX      (GR3D_PRIMS_CHUNKS * GR3D_CHUNK_MAX)

typedef struct Gr3dTileBox {    /* tiles that a box touches, max inclusive */
    uint8_t col_min, col_max, row_min, row_max;
} Gr3dTileBox;

typedef struct Gr3dPrimsChunk {
    unsigned first, num;        /* in prim[] and box[] */
    uint64_t pixels;
} Gr3dPrimsChunk;

/* Primitives after set-up, in the order of submission */
typedef struct Gr3dPrims {
    Gr3dPrimsChunk chunk[GR3D_PRIMS_CHUNKS];
    Gr3dCullMask cull[GR3D_PRIMS_CHUNKS];
    unsigned num;
    bool full;                  /* atomic: some are missing */
    uint64_t pixels;            /* of bounding boxes, and some for each */
    const Gr3dPrim *prim[GR3D_PRIMS_MAX];
    Gr3dTileBox box[GR3D_PRIMS_MAX];
} Gr3dPrims;

/*
 * Set up the primitives of the draw.  What is left to rasterise is in slabs of
 * the arena; with more than @max_slabs it stops after the chunks that have been
 * begun, four slabs each at most, and sets prims->full.  A draw of 4096
 * primitives of 10 * 992 bytes fills 205 slabs, each of which is left with less
 * than 64 * 992 bytes.
 */
#define GR3D_DRAW_SLABS     GPU_ARENA_SLABS     /* any draw has room */

void gr3d_prims_set_up(Gr3dPrims *prims, const Gr3dThreadGroup *group,
                       Gr3dDraw *draw, const Gr3dIdx *idx, Gr3dVerts *verts,
                       unsigned max_slabs);

#endif /* GR3D_PRIMS_H */
