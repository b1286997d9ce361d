/*
 * Tegra20 GR3D engine: set-up of the primitives of a draw
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_WAVE_H
#define GR3D_WAVE_H

#include "tasks.h"

/* Primitives that one thread takes */
#define GR3D_WAVE_CHUNK     GR3D_SU_TRIANGLES
#define GR3D_WAVE_CHUNKS    (GR3D_MAX_VERTICES / GR3D_WAVE_CHUNK)
#define GR3D_CHUNK_MAX      (GR3D_WAVE_CHUNK * GR3D_SU_MAX_PRIMS)
#define GR3D_WAVE_MAX       (GR3D_WAVE_CHUNKS * GR3D_CHUNK_MAX)

typedef struct Gr3dTileBox {    /* tiles that a box touches, max inclusive */
    uint8_t col_min, col_max, row_min, row_max;
} Gr3dTileBox;

typedef struct Gr3dWaveChunk {
    unsigned first, num;        /* in prim[] and box[] */
    uint64_t pixels;
} Gr3dWaveChunk;

/* In the order of submission */
typedef struct Gr3dWave {
    Gr3dWaveChunk chunk[GR3D_WAVE_CHUNKS];
    Gr3dFates fates[GR3D_WAVE_CHUNKS];
    unsigned num;
    bool full;                  /* atomic: some are missing */
    uint64_t pixels;            /* of bounding boxes, and some for each */
    const Gr3dPrim *prim[GR3D_WAVE_MAX];
    Gr3dTileBox box[GR3D_WAVE_MAX];
} Gr3dWave;

/*
 * What the primitives of the draw leave to rasterise.  They are in blocks of
 * the crew; with more than @max_blocks of these it stops after the chunks that
 * have been begun, four blocks each at most, and sets wave->full.  A draw of
 * 4096 primitives of 10 * 992 bytes fills 205 that are left with less than
 * 64 * 992 bytes each.
 */
#define GR3D_DRAW_BLOCKS    GR3D_MAX_BLOCKS     /* any draw has room */

void gr3d_wave_set_up(Gr3dWave *wave, const Gr3dCrew *crew, Gr3dDraw *draw,
                      const Gr3dIdx *idx, Gr3dVerts *verts,
                      unsigned max_blocks);

#endif /* GR3D_WAVE_H */
