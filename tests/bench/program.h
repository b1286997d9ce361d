/*
 * The programs of the benchmark: each for GR3D and in GLSL
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef BENCH_PROGRAM_H
#define BENCH_PROGRAM_H

#include <stdbool.h>

typedef enum BenchProgram {
    BENCH_FLAT,                 /* the uniform */
    BENCH_COLOUR,               /* interpolated */
    BENCH_TEXTURE,
    BENCH_MODULATE,             /* texture times colour */
    BENCH_BLEND,                /* the same over what is there */
    BENCH_LONG,
    BENCH_LIT,
    BENCH_NUM_PROGRAMS,
} BenchProgram;

/*
 * Vertex attributes 0, 1, 2 are position, colour and texture coordinates;
 * vertex constants 0..3 the rows of the matrix, 4..6 those of the turn, then
 * bench_constants[].
 */
typedef struct BenchProgramText {
    const char *vp, *link, *fp; /* [tegra-gr3d-asm.rst] */
    unsigned in_out;            /* attributes, exports: a bit each */
    const char *vertex, *fragment;  /* GLSL ES 1.00 */
    bool turns;                 /* it turns normals */
    unsigned textures;
    bool blend;                 /* GLSL has no view of the target */
} BenchProgramText;

extern const BenchProgramText bench_programs[BENCH_NUM_PROGRAMS];

#define BENCH_FIRST_CONSTANT    7
#define BENCH_NUM_CONSTANTS     11

/* Ambient; direction and colour of four lights; material; zero */
extern const float bench_constants[BENCH_NUM_CONSTANTS][4];

#endif /* BENCH_PROGRAM_H */
