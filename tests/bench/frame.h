/*
 * A frame of a workload as GR3D sees it: memory and command streams
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef BENCH_FRAME_H
#define BENCH_FRAME_H

#include "r3d.h"
#include "workload.h"

enum {
    BENCH_BUFFER_COLOR,
    BENCH_BUFFER_DEPTH,
    BENCH_BUFFER_VERTEX,
    BENCH_BUFFER_INDEX,
    BENCH_BUFFER_TEXTURE,       /* and the next one */
    BENCH_BUFFERS = BENCH_BUFFER_TEXTURE + BENCH_TEXTURES,
};

typedef struct BenchFrame {
    const BenchWork *work;
    R3dTarget target;
    struct {
        uint8_t *data;          /* NULL: there is no such buffer */
        size_t size;
    } buffer[BENCH_BUFFERS];
    GPtrArray *streams;         /* of Stream, each a job of its own */

    /* while streams are built: what the last one has in force */
    int program;
    const BenchDraw *draw;
} BenchFrame;

/* @top_down: as a screen wants it, else row 0 is the lowest */
void bench_frame_init(BenchFrame *f, const BenchWork *b, bool top_down);
void bench_frame_clear(BenchFrame *f);

#endif /* BENCH_FRAME_H */
