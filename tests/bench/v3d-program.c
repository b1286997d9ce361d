/*
 * The programs of the benchmark for V3D: what Mesa's vc4 makes of the GLSL
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stddef.h>

#include "v3d-program.h"

/* ---- fragments */

#define END     "nop ; nop ; end\nnop\nnop ; nop ; sbdone\n"

/* The next varying; one after another, of which the first begins */
#define FIRST(to)       "nop ; fmul " to ", ra15, varyb\n"
#define NEXT(last, to) \
    "fadd " last ", " last ", r5 ; fmul " to ", ra15, varyb\n"
#define LAST(last)      "fadd " last ", " last ", r5 ; nop\n"

#define PACK(byte, from) \
    "nop -, -, 1.0 ; fmul ra1." byte ", " from ", 1.0 ; pm\n"
#define TEXEL_TIMES(byte, with) \
    "nop -, r4." byte " ; fmul " with ", r4." byte ", " with " ; pm\n"

#define WRITE(colour) \
    "mov tlb_z, rb15 ; nop ; sbwait\n" \
    "mov tlb_c, " colour " ; nop\n" END

static const char flat_fs[] = WRITE("unif");

static const char colour_fs[] =
    FIRST("r0") NEXT("r0", "r1") NEXT("r1", "r2") NEXT("r2", "r3") LAST("r3")
    PACK("8a", "r0") PACK("8b", "r1") PACK("8c", "r2") PACK("8d", "r3")
    "nop\n"
    WRITE("ra1");

#define FETCH       "mov t0t, r1 ; nop\nmov t0s, r0 ; nop\n"

static const char texture_fs[] =
    FIRST("r0") NEXT("r0", "r1") LAST("r1") FETCH
    "nop ; nop ; ldtmu0\n"
    WRITE("r4");

/* In ra1 */
#define MODULATE \
    FIRST("r0") NEXT("r0", "r1") NEXT("r1", "r2") FETCH \
    NEXT("r2", "r3") NEXT("r3", "r0") NEXT("r0", "r1") LAST("r1") \
    "nop ; nop ; ldtmu0\n" \
    TEXEL_TIMES("8a", "r2") TEXEL_TIMES("8b", "r3") \
    TEXEL_TIMES("8c", "r0") TEXEL_TIMES("8d", "r1") \
    PACK("8a", "r2") PACK("8b", "r3") PACK("8c", "r0") PACK("8d", "r1") \
    "nop\n"

static const char modulate_fs[] = MODULATE WRITE("ra1");

/* Colours by the alphas, and source alpha by 1 */
static const char blend_fs[] =
    MODULATE
    "mov tlb_z, rb15 ; nop ; sbwait\n"
    "mov r0, ra1.8dr ; nop ; loadc\n"
    "not r1, r0 ; nop\n"
    "nop ; v8muld r1, r4, r1\n"
    "nop -, -, 1.0 ; fmul r0.8d, 1.0, 1.0 ; pm\n"
    "nop ; v8muld r2, ra1, r0\n"
    "nop ; v8adds r0, r1, r2\n"
    "mov tlb_c, r0 ; nop\n" END;

/* ---- vertices: a matrix, scales of X, Y and Z, an offset of Z */

#define VERTEX_END  "nop ; nop ; end\nnop\nnop\n"

/* @words of attributes are there. */
#define VPM(words) \
    "ldi vr_setup, 0x00" words "01a00\nldi vw_setup, 0x00001a00\n"

#define ROW(to) \
    "nop ; fmul r0, ra0, unifb\n" \
    "nop ; fmul r1, ra1, unifb\n" \
    "fadd r0, r0, r1 ; fmul r1, ra2, unifb\n" \
    "fadd r0, r0, r1 ; fmul r1, ra3, unifb\n" \
    "fadd " to ", r0, r1 ; nop\n"

#define TRANSFORM \
    "mov ra0, vpm ; nop\nmov ra1, vpm ; nop\n" \
    "mov ra2, vpm ; nop\nmov ra3, vpm ; nop\nnop\n" \
    ROW("rb0") ROW("rb1") ROW("rb2") ROW("rb3") \
    "nop\nmov recip, rb3 ; nop\nnop\nnop\n" \
    "mov ra4, r4 ; nop\nnop\n"

#define SCREEN \
    "nop ; fmul r0, ra4, rb0\n" \
    "nop ; fmul r0, r0, unif\n" \
    "ftoi ra5.16a, r0 ; fmul r1, ra4, rb1\n" \
    "nop ; fmul r1, r1, unif\n" \
    "ftoi ra5.16b, r1 ; fmul r2, ra4, rb2\n" \
    "nop ; fmul r2, r2, unif\n" \
    "mov vpm, ra5 ; nop\n" \
    "fadd vpm, r2, unif ; nop\n" \
    "mov vpm, ra4 ; nop\n"

#define COPY    "mov vpm, vpm ; nop\n"

const char bench_v3d_coordinates[] =
    VPM("4") TRANSFORM
    "mov vpm, rb0 ; nop\nmov vpm, rb1 ; nop\n"
    "mov vpm, rb2 ; nop\nmov vpm, rb3 ; nop\n"
    SCREEN VERTEX_END;

/* ---- light: the normal in ra10, the sum in ra13 */

#define DOT(x, y, z) \
    "nop ; fmul r0, " x ", unifb\n" \
    "nop ; fmul r1, " y ", unifb\n" \
    "fadd r0, r0, r1 ; fmul r1, " z ", unifb\n"

/* Uniforms: direction, A, red, green, blue */
#define LIGHT \
    DOT("ra10", "ra11", "ra12") \
    "fadd r0, r0, r1 ; nop\n" \
    "fmax r0, r0, 0 ; nop\n" \
    "nop ; fmul r1, r0, r0\n" \
    "nop ; fmul r1, r1, r1\n" \
    "nop ; fmul r1, r1, r1\n" \
    "nop ; fmul r1, r1, unif\n" \
    "nop ; fmul r2, r0, unif\n" \
    "fadd r2, r2, r1 ; fmul r3, r0, unif\n" \
    "fadd ra13, ra13, r2 ; fmul r2, r0, unifb\n" \
    "fadd r3, r3, r1 ; nop\n" \
    "fadd ra14, ra14, r3 ; nop\n" \
    "fadd r2, r2, r1 ; nop\n" \
    "fadd ra16, ra16, r2 ; nop\n"

static const char lit_vs[] =
    VPM("8") TRANSFORM SCREEN
    "mov ra0, vpm ; nop\nmov ra1, vpm ; nop\nmov ra2, vpm ; nop\n"
    "mov -, vpm ; nop\n"
    DOT("ra0", "ra1", "ra2") "fadd ra10, r0, r1 ; nop\n"
    DOT("ra0", "ra1", "ra2") "fadd ra11, r0, r1 ; nop\n"
    DOT("ra0", "ra1", "ra2") "fadd ra12, r0, r1 ; nop\n"
    "nop ; fmul r0, ra10, ra10\n"
    "nop ; fmul r1, ra11, ra11\n"
    "fadd r0, r0, r1 ; fmul r1, ra12, ra12\n"
    "fadd rsqrt, r0, r1 ; nop\n"
    "mov ra13, unif ; nop\nmov ra14, unif ; nop\nmov ra16, unif ; nop\n"
    "nop ; fmul ra10, ra10, r4\n"
    "nop ; fmul ra11, ra11, r4\n"
    "nop ; fmul ra12, ra12, r4\n"
    LIGHT LIGHT LIGHT LIGHT
    "nop ; fmul vpm, ra13, unifb\n"
    "nop ; fmul vpm, ra14, unifb\n"
    "nop ; fmul vpm, ra16, unifb\n"
    "mov vpm, unif ; nop\n" VERTEX_END;

/* ---- the table */

#define COLOUR_VS   VPM("8") TRANSFORM SCREEN COPY COPY COPY COPY VERTEX_END
#define MODULATE_VS VPM("a") TRANSFORM SCREEN COPY COPY COPY COPY COPY COPY \
                    VERTEX_END

const BenchV3dProgram bench_v3d_programs[BENCH_NUM_PROGRAMS] = {
    [BENCH_FLAT] = {
        VPM("4") TRANSFORM SCREEN VERTEX_END, flat_fs, 0x1, 0,
    },
    [BENCH_COLOUR] = { COLOUR_VS, colour_fs, 0x5, 4 },
    [BENCH_TEXTURE] = {
        VPM("6") TRANSFORM SCREEN COPY COPY VERTEX_END, texture_fs, 0x3, 2,
    },
    [BENCH_MODULATE] = { MODULATE_VS, modulate_fs, 0x7, 6 },
    [BENCH_BLEND] = { MODULATE_VS, blend_fs, 0x7, 6 },
    [BENCH_LIT] = { lit_vs, colour_fs, 0x5, 4 },
};
