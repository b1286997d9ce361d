/*
 * Parts of the benchmark's workloads: quads, sheets, strips, rings, textures
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef BENCH_MESH_H
#define BENCH_MESH_H

#include "workload.h"

/* Pixels, y upwards; texture coordinates of two corners where w is 1 */
typedef struct BenchQuad {
    double x0, y0, x1, y1;
    double z;                   /* -1 near, 1 far */
    double w_bottom, w_top;     /* perspective */
    double u0, v0, u1, v1;
    float low, high;            /* darkest and brightest of the corners */
    float alpha;
} BenchQuad;

/* A draw of everything that was added since the one before */
BenchDraw *bench_add_draw(BenchWork *b, BenchProgram program, bool strip);
/* A draw of a quad; work counts its pixels. */
BenchDraw *bench_add_quad(BenchWork *b, BenchProgram program,
                          const BenchQuad *q);

/* Cells of @dx x @dy pixels from (@x, @y), two triangles each, by index */
typedef struct BenchSheet {
    double x, y, dx, dy;
    unsigned columns, rows;
    unsigned seed;              /* of the colours */
} BenchSheet;

void bench_add_sheet(BenchWork *b, const BenchSheet *s);
/* The same as one strip, with normals; @back: seen from behind */
void bench_add_strip(BenchWork *b, const BenchSheet *s, bool back);
/* A ring about the y axis, radius 1 and 0.4, by index, with normals */
void bench_add_ring(BenchWork *b, unsigned around, unsigned across,
                    bool normals);

/* RGBA with @levels; @alpha of its translucent squares */
unsigned bench_add_texture(BenchWork *b, unsigned log2_size, unsigned levels,
                           unsigned alpha);
unsigned bench_add_blocks(BenchWork *b, BenchFormat format,
                          unsigned log2_size);

/* A number of the same 32 bits everywhere */
uint32_t bench_hash(uint32_t n);

#endif /* BENCH_MESH_H */
