/*
 * The programs of the benchmark
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "program.h"

const float bench_constants[BENCH_NUM_CONSTANTS][4] = {
    { 0.0625f, 0.0625f, 0.125f, 1 },
    { 0.48f, 0.8f, 0.36f, 0 }, { 0.375f, 0.25f, 0.125f, 0.125f },
    { -0.6f, 0, 0.8f, 0 }, { 0.125f, 0.125f, 0.375f, 0.0625f },
    { 0, -0.6f, 0.8f, 0 }, { 0.0625f, 0.25f, 0.0625f, 0.0625f },
    { 0, 0, 1, 0 }, { 0.125f, 0.125f, 0.125f, 0.125f },
    { 1, 0.875f, 0.75f, 1 },
    { 0, 0, 0, 0 },
};

/* ---- GR3D */

#define POSITION \
    "DP4 o0.x, a0, c0\n" \
    "DP4 o0.y, a0, c1\n" \
    "DP4 o0.z, a0, c2\n" \
    "DP4 o0.w, a0, c3\n"

#define WEIGHTS "mfu sfu rcp r4; mul0 w, sfu, coef0; mul1 w, sfu, coef1"

#define LINK_UV         "link v1, t0: x->0 fp20, y->1 fp20\n"
#define LINK_COLOUR(v) \
    "link " v ", t0: x->2 low, y->2 high, z->3 low, w->3 high\n"

/* R, G, B, A: of a texel or pixel in r2, r3; of what is kept in g0, g1 */
#define FOUR(a, b, c, d)    "alu\n" a "\n" b "\n" c "\n" d "\n"

/* Light @d: its share of r2 by the cosine, and by that to the eighth */
#define LIGHT(d, c) \
    "DP3 r3.x, r0, " d "\n" \
    "MAX r3.x, r3.x, c17.x\n" \
    "MUL r3.y, r3.x, r3.x\n" \
    "MUL r3.y, r3.y, r3.y\n" \
    "MUL r3.z, r3.y, r3.y\n" \
    "MAD r2.xyz, r3.x, " c ", r2\n" \
    "MAD r2.xyz, r3.z, " c ".w, r2\n"

/* Forty instructions */
static const char lit_vp[] =
    POSITION
    "DP3 r0.x, a1, c4\n"
    "DP3 r0.y, a1, c5\n"
    "DP3 r0.z, a1, c6\n"
    "DP3 r1.x, r0, r0\n"
    "RSQ r1.x, r1.x\n"
    "MUL r0.xyz, r0, r1.x\n"
    "MOV r2, c7\n"
    LIGHT("c8", "c9")
    LIGHT("c10", "c11")
    LIGHT("c12", "c13")
    LIGHT("c14", "c15")
    "MUL o1, r2, c16 [end]\n";

static const char colour_fp[] =
    "exec\n"
    WEIGHTS "; var2 fx10 t0; var3 fx10 t0\n"
    "dw store s1, r2\n";

/* Twelve packets: four EXECs of three */
static const char long_fp[] =
    "exec\n"
    WEIGHTS "; var0 fp20 t0; var1 fp20 t0\n"
    "tex r2, tex0, r0\n"
    FOUR("mad g0.l, r2.l, 1, 0", "mad g0.h, r2.h, 1, 0",
         "mad g1.l, r3.l, 1, 0", "mad g1.h, r3.h, 1, 0")
    FOUR("mad r2.l, r2.l, r2.l, 0", "mad r2.h, r2.h, r2.h, 0",
         "mad r3.l, r3.l, r3.l, 0", "mad r3.h, r3.h, r3.h, 0")
    FOUR("mad g0.l, g0.l, u0.l, r2.l", "mad g0.h, g0.h, u0.h, r2.h",
         "mad g1.l, g1.l, u1.l, r3.l", "mad g1.h, g1.h, u1.h, r3.h")
    "exec\n"
    "tex r2, tex1, r0\n"
    FOUR("mad g0.l, g0.l, r2.l, 0", "mad g0.h, g0.h, r2.h, 0",
         "mad g1.l, g1.l, r3.l, 0", "mad g1.h, g1.h, r3.h, 0")
    FOUR("mad r2.l, r2.l, u0.l, g0.l", "mad r2.h, r2.h, u0.h, g0.h",
         "mad r3.l, r3.l, u1.l, g1.l", "mad r3.h, r3.h, u1.h, g1.h")
    FOUR("mad g0.l, g0.l, r2.l, 0", "mad g0.h, g0.h, r2.h, 0",
         "mad g1.l, g1.l, r3.l, 0", "mad g1.h, g1.h, r3.h, 0")
    "exec\n"
    "mfu var2 fx10 t0; var3 fx10 t0\n"
    FOUR("mad g0.l, g0.l, r2.l, 0", "mad g0.h, g0.h, r2.h, 0",
         "mad g1.l, g1.l, r3.l, 0", "mad g1.h, g1.h, r3.h, 0")
    FOUR("mad r2.l, r2.l, u0.l, g0.l", "mad r2.h, r2.h, u0.h, g0.h",
         "mad r3.l, r3.l, u1.l, g1.l", "mad r3.h, r3.h, u1.h, g1.h")
    FOUR("mad g0.l, g0.l, u0.l, r2.l", "mad g0.h, g0.h, u0.h, r2.h",
         "mad g1.l, g1.l, u1.l, r3.l", "mad g1.h, g1.h, u1.h, r3.h")
    "exec\n"
    FOUR("mad r2.l, r2.l, g0.l, 0", "mad r2.h, r2.h, g0.h, 0",
         "mad r3.l, r3.l, g1.l, 0", "mad r3.h, r3.h, g1.h, 0")
    FOUR("mad g0.l, 1-g0.l, r2.l, g0.l", "mad g0.h, 1-g0.h, r2.h, g0.h",
         "mad g1.l, 1-g1.l, r3.l, g1.l", "mad g1.h, 1-g1.h, r3.h, g1.h")
    FOUR("mad r2.l, g0.l, 1, 0", "mad r2.h, g0.h, 1, 0",
         "mad r3.l, g1.l, 1, 0", "mad r3.h, g1.h, 1, 0")
    "dw store s1, r2\n";

#define FETCH_BOTH \
    "exec\n" \
    WEIGHTS "; var0 fp20 t0; var1 fp20 t0; var2 fx10 t0; var3 fx10 t0\n" \
    "tex r0, tex0, r0\n"

static const char modulate_fp[] =
    FETCH_BOTH
    FOUR("mad r2.l, r0.l, r2.l, 0", "mad r2.h, r0.h, r2.h, 0",
         "mad r3.l, r1.l, r3.l, 0", "mad r3.h, r1.h, r3.h, 0")
    "dw store s1, r2\n";

/* Source * alpha + target * -(alpha - 1); alphas a + d - a * d */
static const char blend_fp[] =
    FETCH_BOTH
    FOUR("mad r0.l, r0.l, r2.l, 0", "mad r0.h, r0.h, r2.h, 0",
         "mad r1.l, r1.l, r3.l, 0", "mad r1.h, r1.h, r3.h, 0")
    "exec\n"
    "pseq ld r2, s1\n"
    FOUR("mad r0.l, r0.l, r1.h, -r2.l, b.h-1",
         "mad r0.h, r0.h, r1.h, -r2.h, b.h-1",
         "mad r1.l, r1.l, r1.h, -r3.l, b.h-1",
         "mad r1.h, r1.h, 1-r3.h, r3.h")
    "dw store s1, r0\n";

/* ---- GLSL */

#define GLSL_VERTEX \
    "attribute vec4 pos, color, uv;\n" \
    "uniform mat4 matrix;\n" \
    "uniform vec4 turn[3], k[11];\n" \
    "varying vec4 c;\n" \
    "varying vec2 st;\n"

#define GLSL_FRAGMENT \
    "precision highp float;\n" \
    "uniform vec4 u;\n" \
    "uniform sampler2D t0, t1;\n" \
    "varying vec4 c;\n" \
    "varying vec2 st;\n"

#define GLSL_MAIN(body)     "void main() {\n" body "}\n"

static const char lit_glsl[] =
    GLSL_VERTEX
    "void light(vec3 n, vec4 direction, vec4 color) {\n"
    "    float d = max(dot(n, direction.xyz), 0.0);\n"
    "    float d2 = d * d, d4 = d2 * d2;\n"
    "    c.xyz += d * color.xyz + d4 * d4 * color.w;\n"
    "}\n"
    GLSL_MAIN(
    "gl_Position = matrix * pos;\n"
    "vec3 n = vec3(dot(color.xyz, turn[0].xyz), dot(color.xyz, turn[1].xyz),\n"
    "              dot(color.xyz, turn[2].xyz));\n"
    "n *= inversesqrt(dot(n, n));\n"
    "c = k[0];\n"
    "light(n, k[1], k[2]);\n"
    "light(n, k[3], k[4]);\n"
    "light(n, k[5], k[6]);\n"
    "light(n, k[7], k[8]);\n"
    "c *= k[9];\n");

/* The twelve packets in order */
static const char long_glsl[] =
    GLSL_FRAGMENT
    GLSL_MAIN(
    "vec4 x = texture2D(t0, st), g = x;\n"
    "x = x * x;\n"
    "g = g * u + x;\n"
    "x = texture2D(t1, st);\n"
    "g = g * x;\n"
    "x = x * u + g;\n"
    "g = g * x;\n"
    "x = c;\n"
    "g = g * x;\n"
    "x = x * u + g;\n"
    "g = g * u + x;\n"
    "x = x * g;\n"
    "g = (1.0 - g) * x + g;\n"
    "x = g;\n"
    "gl_FragColor = x;\n");

#define GLSL_POSITION       "gl_Position = matrix * pos;\n"
#define GLSL_UV             "st = uv.xy;\n"
#define GLSL_COLOR          "c = color;\n"

/* ---- the table */

const BenchProgramText bench_programs[BENCH_NUM_PROGRAMS] = {
    [BENCH_FLAT] = {
        .vp = POSITION "NOP [end]\n",
        .link = "link v0, t0: none\n",
        .fp = "exec\n"
              FOUR("mad r2.l, u0.l, 1, 0", "mad r2.h, u0.h, 1, 0",
                   "mad r3.l, u1.l, 1, 0", "mad r3.h, u1.h, 1, 0")
              "dw store s1, r2\n",
        .in_out = 0x00010001,
        .vertex = GLSL_VERTEX GLSL_MAIN(GLSL_POSITION),
        .fragment = GLSL_FRAGMENT GLSL_MAIN("gl_FragColor = u;\n"),
    },
    [BENCH_COLOUR] = {
        .vp = POSITION "MOV o1, a1 [end]\n",
        .link = LINK_COLOUR("v1"),
        .fp = colour_fp,
        .in_out = 0x00030003,
        .vertex = GLSL_VERTEX GLSL_MAIN(GLSL_POSITION GLSL_COLOR),
        .fragment = GLSL_FRAGMENT GLSL_MAIN("gl_FragColor = c;\n"),
    },
    [BENCH_TEXTURE] = {
        .vp = POSITION "MOV o1, a2 [end]\n",
        .link = LINK_UV,
        .fp = "exec\n"
              WEIGHTS "; var0 fp20 t0; var1 fp20 t0\n"
              "tex r2, tex0, r0\n"
              "dw store s1, r2\n",
        .in_out = 0x00050003,
        .vertex = GLSL_VERTEX GLSL_MAIN(GLSL_POSITION GLSL_UV),
        .fragment = GLSL_FRAGMENT
                    GLSL_MAIN("gl_FragColor = texture2D(t0, st);\n"),
        .textures = 1,
    },
    [BENCH_MODULATE] = {
        .vp = POSITION "MOV o1, a2\nMOV o2, a1 [end]\n",
        .link = LINK_UV LINK_COLOUR("v2"),
        .fp = modulate_fp,
        .in_out = 0x00070007,
        .vertex = GLSL_VERTEX GLSL_MAIN(GLSL_POSITION GLSL_UV GLSL_COLOR),
        .fragment = GLSL_FRAGMENT
                    GLSL_MAIN("gl_FragColor = texture2D(t0, st) * c;\n"),
        .textures = 1,
    },
    [BENCH_BLEND] = {
        .vp = POSITION "MOV o1, a2\nMOV o2, a1 [end]\n",
        .link = LINK_UV LINK_COLOUR("v2"),
        .fp = blend_fp,
        .in_out = 0x00070007,
        .vertex = GLSL_VERTEX GLSL_MAIN(GLSL_POSITION GLSL_UV GLSL_COLOR),
        .fragment = GLSL_FRAGMENT
                    GLSL_MAIN("gl_FragColor = texture2D(t0, st) * c;\n"),
        .textures = 1,
        .blend = true,
    },
    [BENCH_LONG] = {
        .vp = POSITION "MOV o1, a2\nMOV o2, a1 [end]\n",
        .link = LINK_UV LINK_COLOUR("v2"),
        .fp = long_fp,
        .in_out = 0x00070007,
        .vertex = GLSL_VERTEX GLSL_MAIN(GLSL_POSITION GLSL_UV GLSL_COLOR),
        .fragment = long_glsl,
        .textures = 2,
    },
    [BENCH_LIT] = {
        .vp = lit_vp,
        .link = LINK_COLOUR("v1"),
        .fp = colour_fp,
        .in_out = 0x00030003,
        .turns = true,
        .vertex = lit_glsl,
        .fragment = GLSL_FRAGMENT GLSL_MAIN("gl_FragColor = c;\n"),
    },
};
