/*
 * What the benchmark draws, said once for both sides
 *
 * Geometry, textures, matrices and state of a frame.  The engine's side turns
 * them into command streams, the peer's into OpenGL ES 2 calls.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef BENCH_WORKLOAD_H
#define BENCH_WORKLOAD_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "matrix.h"
#include "program.h"

typedef struct BenchVertex {
    float pos[4];
    float color[4];             /* BENCH_LIT: the normal */
    float uv[4];
} BenchVertex;

typedef enum BenchFormat {
    BENCH_RGBA,
    BENCH_DXT1,
    BENCH_ETC1,                 /* bytes in the order of the standard */
} BenchFormat;

/* Square, levels one after the other without gaps; wraps, linear */
typedef struct BenchTexture {
    BenchFormat format;
    unsigned log2_size, levels;
    GByteArray *data;
} BenchTexture;

#define BENCH_TEXTURES  2

typedef struct BenchDraw {
    BenchProgram program;
    bool strip;                 /* of vertices; else triangles by index */
    unsigned first, count;      /* vertices or indices */
    bool depth;                 /* test "less", and write */
    bool cull;                  /* what is clockwise with y upwards */
    unsigned texture[2];        /* of units 0 and 1 */
    float uniform[4];
    Matrix matrix, turn;        /* of positions, of normals */
} BenchDraw;

typedef struct BenchWork {
    unsigned width, height;
    bool clear;                 /* colour 0, depth 1 */
    bool apart;                 /* each draw in a job of its own */
    GArray *vertex;             /* of BenchVertex; 0..3: a strip, the screen */
    GArray *index;              /* of uint32_t */
    GArray *draw;               /* of BenchDraw */
    BenchTexture texture[BENCH_TEXTURES];
    unsigned num_textures;
    double work;                /* of a frame, in what the unit counts */
    bool culled;                /* most of it is */
} BenchWork;

typedef struct BenchWorkload {
    const char *name;
    const char *unit;           /* Mpixel/s and the like */
    double unit_size;           /* pixels in an Mpixel */
    const char *silicon;        /* of Tegra 2, if there is a figure */
    const char *text;
    void (*build)(BenchWork *b);
} BenchWorkload;

/* The last one has no name. */
extern const BenchWorkload bench_workloads[];

/* One of them, or "textured" or "jobs", which scripts/bench --guest draws */
const BenchWorkload *bench_find(const char *name);
BenchWork *bench_new(const BenchWorkload *workload, unsigned width,
                     unsigned height);
void bench_free(BenchWork *b);

#endif /* BENCH_WORKLOAD_H */
