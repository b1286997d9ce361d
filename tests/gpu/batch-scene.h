/*
 * What the draws of test-batch have in common: memory, registers, programs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_GPU_BATCH_SCENE_H
#define TESTS_GPU_BATCH_SCENE_H

/* What is where */
#define RAM         0x100000
#define VERTS       0x0
#define INDEX       0x18000     /* 16 bits */
#define TEXELS      0x1b000
#define COLOR_A     0x20000     /* 128 x 128, as the next two */
#define COLOR_B     0x30000
#define COLOR_C     0x40000     /* may be vertices */
#define DEPTH       0x50000
#define STENCIL     0x58000
#define COLOR_SHORT 0xfc000     /* memory ends in its middle */

static const char head[] =
    "gr3d-stream 1\n"
    "memory ram 0x100000\n"
    "write VPE_MODE 0x11\n"
    "write VPE_TIMEOUT 0xffff\n"
    "write CONST_READ_LIMIT MAX=255\n"
    "write SCISSOR_X MAX=128\n"
    "write SCISSOR_Y MAX=128\n"
    "write VIEWPORT_X 1024.0f\n"
    "write VIEWPORT_Y 1024.0f\n"
    "write VIEWPORT_Z 0x3efffff0\n"
    "write VIEWPORT_W 1024.0f\n"
    "write VIEWPORT_H 1024.0f\n"
    "write VIEWPORT_D 0x3efffff0\n"
    "write GUARDBAND_W 1.5f\n"
    "write GUARDBAND_H 1.5f\n"
    "write GUARDBAND_D 0x40dffe00\n"
    "write Z_MAX 0xfffff\n"
    "write OUTPUT_TO_SHADER 0x48\n"
    "write S_TEST_FRONT 0x7ff\n"
    "write S_TEST_BACK 0x7ff\n"
    "write S_OPERATION_FRONT Z_FAIL=4 Z_PASS=3 WR_MASK=255\n"
    "write S_OPERATION_BACK FAIL=5 Z_PASS=3 WR_MASK=255\n"
    "write SURFADDR[0] &ram+0x50000\n"
    "write SURFDESC[0] FORMAT=11 STRIDE=256\n"
    "write SURFADDR[1] &ram+0x20000\n"
    "write SURFDESC[1] FORMAT=13 STRIDE=512\n"
    "write SURFADDR[2] &ram+0x58000\n"
    "write SURFDESC[2] FORMAT=3 STRIDE=128\n"
    "write SURFDESC[3] FORMAT=13 STRIDE=512\n"
    "write DW_ST_ENABLE SURF=15\n"
    "write TEXADDR[0] &ram+0x1b000\n"
    "write TEXDESC_LO[0] FORMAT=13\n"
    "write TEXDESC_HI[0] LOG2_W=6 LOG2_H=6 BASE_LEVEL_ONLY=1\n"
    "write Z_TEST KILL=1\n"
    "write ATTR_BASE[0] &ram\n"
    "write ATTR_MODE[0] FMT=13 SIZE=3 STRIDE=24\n"
    "write ATTR_BASE[1] &ram+12\n"
    "write ATTR_MODE[1] FMT=1 SIZE=4 STRIDE=24\n"
    "write ATTR_BASE[2] &ram+16\n"
    "write ATTR_MODE[2] FMT=13 SIZE=2 STRIDE=24\n"
    "write ATTR_MASK OUTPUT=7 INPUT=7\n"
    "write INDEX_BASE &ram+0x18000\n"
    "write SET_PRIM PRIM_TYPE=4\n"
    "vp {\n    MOV o0, a0\n    MOV o1, a1\n    MOV o2, a2 [end]\n}\n"
    "link {\n    link v1, t0: x->0 low, y->0 high, z->1 low, w->1 high\n"
    "    link v2, t0: x->2 fp20, y->3 fp20\n}\n"
    "write SU_PARAM CLIP_ENABLE=1 SUBPIX_XOFF=56 SUBPIX_YOFF=56 LAST_INST=1\n"
    "write TRI_ATTR 0x140\n"
    "write PIX_ATTR 0x4a000000\n"
    "write PSEQ_COMMAND_EVEN[0] 0x20006001\n";

#define WEIGHTS "        mfu sfu rcp r4; mul0 w, sfu, coef0; " \
                "mul1 w, sfu, coef1; "

/* Colour, texture, blended with what is there, to two surfaces */
static const char *const programs[] = {
    "fp {\n    exec\n" WEIGHTS "var0 fx10 t0; var1 fx10 t0\n"
    "        dw store s1, r0\n}\n",
    "fp {\n    exec\n" WEIGHTS "var2 fp20 t0; var3 fp20 t0\n"
    "        tex r0, tex0, r2\n"
    "        dw store s1, r0\n}\n",
    "fp {\n    exec\n        pseq ld r2, s1\n"
    WEIGHTS "var0 fx10 t0; var1 fx10 t0\n"
    "        alu\n"
    "            mad r2.l, r0.l, r1.h, -r2.l, b.h-1\n"
    "            mad r2.h, r0.h, r1.h, -r2.h, b.h-1\n"
    "            mad r3.l, r1.l, r1.h, -r3.l, b.h-1\n"
    "            mad r3.h, 1, 1, 0\n"
    "        dw store s1, r2\n}\n",
    "fp {\n    exec\n        pseq ld r2, s3\n"
    WEIGHTS "var0 fx10 t0; var1 fx10 t0\n"
    "        alu\n"
    "            mad r2.l, r0.l, r2.l, 0\n"
    "            mad r2.h, r0.h, r2.h, 0\n"
    "            mad r3.l, r1.l, r3.l, 0\n"
    "            mad r3.h, 1, 1, 0\n"
    "        dw store s1, r2\n}\n",
};

/*
 * So long that culling has a position pre-pass; constant -1 is an event, which
 * each vertex leaves once
 */
#define LONG_VP(constant) \
    "vp {\n    ARL A0.x, a2.x\n    MAX o0, a0, a0\n" \
    "    MUL r1, a1, a1\n    MAX r1, r1, a1\n    MIN r2, r1, a1.wzyx\n" \
    "    ADD r1, r1, -r2\n    MAD r1, r2, a1, r1\n    MAX r2, r1, a1\n" \
    "    MIN r1, r1, r2.yxwz\n    MAD r1, r2, r1, r1\n" \
    "    MAD r1, r2, r1, " constant "\n" \
    "    MAX r1, r1, a1\n    MIN o1, r1, r2\n    MOV o2, a2 [end]\n}\n"

static const char *const vertex_programs[] = {
    "vp {\n    MOV o0, a0\n    MOV o1, a1\n    MOV o2, a2 [end]\n}\n",
    LONG_VP("c0"), LONG_VP("c0"), LONG_VP("c[A0.x]"), LONG_VP("c[A0.x+1]"),
};

#endif /* TESTS_GPU_BATCH_SCENE_H */
