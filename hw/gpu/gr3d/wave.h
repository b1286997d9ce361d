/*
 * Tegra20 GR3D engine: set-up of many primitives
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_WAVE_H
#define GR3D_WAVE_H

#include "verts.h"

/* Primitives that one thread takes */
#define GR3D_WAVE_CHUNK     GR3D_SU_TRIANGLES
#define GR3D_WAVE_CHUNKS    32
#define GR3D_WAVE_PRIMS     (GR3D_WAVE_CHUNK * GR3D_WAVE_CHUNKS)
#define GR3D_WAVE_MAX       (GR3D_WAVE_PRIMS * GR3D_SU_MAX_PRIMS)

typedef struct Gr3dTileBox {    /* tiles that a box touches, max inclusive */
    uint8_t col_min, col_max, row_min, row_max;
} Gr3dTileBox;

typedef struct Gr3dWaveChunk {
    unsigned num, room;
    uint64_t pixels;
    Gr3dPrim *prim;             /* see gr3d_su_prim_at() */
    Gr3dTileBox *box;
} Gr3dWaveChunk;

/* In the order of submission; with nothing in it, all zero */
typedef struct Gr3dWave {
    Gr3dWaveChunk chunk[GR3D_WAVE_CHUNKS];
    unsigned num;
    uint64_t pixels;            /* of bounding boxes, and some for each */
    const Gr3dPrim *prim[GR3D_WAVE_MAX];
    Gr3dTileBox box[GR3D_WAVE_MAX];
} Gr3dWave;

void gr3d_wave_init(Gr3dWave *wave);
void gr3d_wave_free(Gr3dWave *wave);

/* What primitives @first to @last - 1 of the draw leave to rasterise */
void gr3d_wave_set_up(Gr3dWave *wave, Gr3dDraw *draw, const Gr3dIdx *idx,
                      const Gr3dVerts *verts, unsigned first, unsigned last);

#endif /* GR3D_WAVE_H */
