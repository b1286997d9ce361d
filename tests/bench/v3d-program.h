/*
 * The programs of the benchmark for V3D
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef BENCH_V3D_PROGRAM_H
#define BENCH_V3D_PROGRAM_H

#include "program.h"

/*
 * Arrays 0, 1, 2 are position, texture coordinates (two) and colour, in this
 * order in the VPM and as varyings.
 */
typedef struct BenchV3dProgram {
    const char *vs, *fs;        /* NULL: there is none */
    unsigned arrays;            /* that are fetched, a bit each */
    unsigned varyings;
} BenchV3dProgram;

extern const BenchV3dProgram bench_v3d_programs[BENCH_NUM_PROGRAMS];
extern const char bench_v3d_coordinates[];

#endif /* BENCH_V3D_PROGRAM_H */
