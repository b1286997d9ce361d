/*
 * A frame of a workload as V3D sees it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef BENCH_V3D_FRAME_H
#define BENCH_V3D_FRAME_H

#include "machine.h"
#include "workload.h"

typedef struct BenchV3dFrame {
    const BenchWork *work;
    Machine m;
    /* First byte, end; of two frames with lists of tiles of their own */
    uint32_t list[2][V3D_NUM_THREADS][2];
    const uint8_t *pixels;      /* RGBA, row 0 is the lowest */

    /* While it is built */
    uint32_t free, vertices;
    uint32_t cs, vs[BENCH_NUM_PROGRAMS], fs[BENCH_NUM_PROGRAMS];
    uint32_t texture[BENCH_TEXTURES];
    bool depth;                 /* a draw tests it: tiles store it */
} BenchV3dFrame;

void bench_v3d_frame_init(BenchV3dFrame *f, const BenchWork *b);
void bench_v3d_frame_clear(BenchV3dFrame *f);

#endif /* BENCH_V3D_FRAME_H */
