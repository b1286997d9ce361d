/*
 * Tests of the V3D engine's QPU: what one instruction computes
 *
 * Each case is one instruction on r0 and r1, whose result is worked by hand.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qpu-run.h"

typedef struct Case {
    const char *text;           /* writes r2 */
    uint32_t a, b;
    uint32_t expect;
    bool z, n, c;               /* after .sf */
} Case;

/* All lanes of r2, and the flags */
static void run_case(const Case *t)
{
    g_autofree char *text = g_strdup_printf("mov r0, unif\nmov r1, unif\n%s\n"
                                            QPU_END_TEXT, t->text);
    g_autofree QpuRun *r = g_new(QpuRun, 1);

    g_test_message("%s of 0x%08x, 0x%08x", t->text, t->a, t->b);
    qpu_run_init(r, text);
    qpu_run_uniform(r, 0, t->a);
    qpu_run_uniform(r, 1, t->b);
    qpu_run_whole(r);
    for (unsigned i = 0; i < V3D_LANES; i++) {
        g_assert_cmphex(r->qpu.r[2][i], ==, t->expect);
    }
    if (strstr(t->text, ".sf")) {
        g_assert_cmphex(r->qpu.z, ==, t->z ? 0xffff : 0);
        g_assert_cmphex(r->qpu.n, ==, t->n ? 0xffff : 0);
        g_assert_cmphex(r->qpu.c, ==, t->c ? 0xffff : 0);
    }
    qpu_run_clear(r);
}

static void run_cases(const Case *cases, unsigned num)
{
    for (unsigned i = 0; i < num; i++) {
        run_case(&cases[i]);
    }
}

static void test_integers(void)
{
    static const Case cases[] = {
        { "add.sf r2, r0, r1", 0xffffffff, 1, 0, true, false, true },
        { "add.sf r2, r0, r1", 0x7fffffff, 1, 0x80000000, false, true, false },
        { "sub.sf r2, r0, r1", 1, 2, 0xffffffff, false, true, true },
        { "sub.sf r2, r0, r1", 2, 2, 0, true, false, false },
        { "shr.sf r2, r0, r1", 0x80000003, 1, 0x40000001, false, false, true },
        { "shr.sf r2, r0, r1", 0x80000003, 0, 0x80000003, false, true, false },
        { "asr.sf r2, r0, r1", 0x80000000, 31, 0xffffffff, false, true, false },
        { "asr.sf r2, r0, r1", 0xc0000000, 31, 0xffffffff, false, true, true },
        { "ror.sf r2, r0, r1", 1, 1, 0x80000000, false, true, false },
        { "ror.sf r2, r0, r1", 0x12345678, 32, 0x12345678 },
        { "shl.sf r2, r0, r1", 0x80000001, 1, 2, false, false, true },
        { "shl.sf r2, r0, r1", 1, 32, 1, false, false, false },
        { "min.sf r2, r0, r1", 0xffffffff, 1, 0xffffffff, false, true, false },
        { "max.sf r2, r0, r1", 0xffffffff, 1, 1, false, false, false },
        { "max.sf r2, r0, r1", 5, 1, 5, false, false, true },
        { "and.sf r2, r0, r1", 0xff00, 0x0ff0, 0x0f00 },
        { "or.sf r2, r0, r1", 0xff00, 0x0ff0, 0xfff0 },
        { "xor.sf r2, r0, r1", 0xff00, 0x0ff0, 0xf0f0 },
        { "not.sf r2, r0", 0xffffffff, 0, 0, true, false, false },
        { "clz.sf r2, r0", 0, 0, 32 }, { "clz.sf r2, r0", 1, 0, 31 },
        { "v8adds.sf r2, r0, r1", 0xff80407f, 0x01807f01, 0xffffbf80,
          false, true, false },
        { "v8subs.sf r2, r0, r1", 0xff804000, 0x01810001, 0xfe004000,
          false, true, false },
        { "nop ; mul24 r2, r0, r1", 0x01ffffff, 2, 0x01fffffe },
        { "nop ; mul24 r2, r0, r1", 0xffffffff, 16, 0x0ffffff0 },
        { "nop.sf ; mul24 r2, r0, r1", 0xffff, 0x10001, 0xffffffff,
          false, true, false },
        { "nop.sf ; mul24 r2, r0, r1", 0x10000, 0x10000, 0, true, false, true },
        { "nop ; v8muld r2, r0, r1", 0xff80407f, 0xff80ff01, 0xff404000 },
        { "nop ; v8min r2, r0, r1", 0x01ff8000, 0x02807f00, 0x01807f00 },
        { "nop ; v8max r2, r0, r1", 0x01ff8000, 0x02807f00, 0x02ff8000 },
        { "nop ; v8adds r2, r0, r1", 0xff80407f, 0x01807f01, 0xffffbf80 },
        { "nop ; v8subs r2, r0, r1", 0xff804000, 0x01810001, 0xfe004000 },
    };

    run_cases(cases, G_N_ELEMENTS(cases));
}

static void test_floats(void)
{
    static const Case cases[] = {
        { "itof.sf r2, r0", 0x7fffffff, 0, 0x4effffff },
        { "itof.sf r2, r0", 0xffffffff, 0, 0xbf800000, false, true, false },
        { "ftoi.sf r2, r0", 0xc0200000, 0, 0xfffffffe, false, true, false },
        { "fadd.sf r2, r0, r1", 0x3f800000, 0x33800000, 0x3f800000,
          false, false, true },
        { "fsub.sf r2, r0, r1", 0x3f800000, 0x33000000, 0x3f7fffff,
          false, false, true },
        { "fsub.sf r2, r0, r1", 0x3f800000, 0x40000000, 0xbf800000,
          false, true, false },
        { "fmin.sf r2, r0, r1", 0xbf800000, 0x3f800000, 0xbf800000,
          false, true, false },
        { "fmax.sf r2, r0, r1", 0x40000000, 0x3f800000, 0x40000000,
          false, false, true },
        { "fmin.sf r2, r0, r1", 0, 0x80000000, 0x80000000, false, true, false },
        { "fmax.sf r2, r0, r1", 0x80000000, 0, 0, true, false, false },
        { "fminabs.sf r2, r0, r1", 0xc0000000, 0xbf800000, 0x3f800000,
          false, false, true },
        { "fmaxabs.sf r2, r0, r1", 0xbf800000, 0xc0000000, 0x40000000 },
        { "nop ; fmul r2, r0, r1", 0x3fffffff, 0x3fffffff, 0x407ffffe },
        { "nop.sf ; fmul r2, r0, r1", 0xc0000000, 0x3f800000, 0xc0000000,
          false, true, false },
        { "nop.sf ; fmul r2, r0, r1", 0x80000000, 0x7f800000, 0,
          true, false, false },
    };

    run_cases(cases, G_N_ELEMENTS(cases));
}

/* Through ra0, which a nop separates from its reader */
#define THROUGH(first, second)  first "\nnop\n" second

static void test_unpack(void)
{
    static const Case cases[] = {
        { THROUGH("mov ra0, r0", "mov r2, ra0.16a"),
          0x12348765, 0, 0xffff8765 },
        { THROUGH("mov ra0, r0", "mov r2, ra0.16b"),
          0x12348765, 0, 0x00001234 },
        { THROUGH("mov ra0, r0", "fmax r2, ra0.16a"), 0x3c000001, 0,
          0x00002000 },
        { THROUGH("mov ra0, r0", "fmax r2, ra0.16b"), 0xc0000000, 0,
          0xc0000000 },
        { THROUGH("mov ra0, r0", "mov r2, ra0.8dr"),
          0x80ffffff, 0, 0x80808080 },
        { THROUGH("mov ra0, r0", "mov r2, ra0.8d"), 0x80ffffff, 0, 0x80 },
        { THROUGH("mov ra0, r0", "fmax r2, ra0.8d"),
          0x80ffffff, 0, 0x3f008080 },
        { THROUGH("mov ra0, r0", "fmax r2, ra0.8b"),
          0x0000ff00, 0, 0x3f800000 },
        /* The mul ALU's float operation decides for both. */
        { THROUGH("mov ra0, r0", "mov r2, ra0.8a ; fmul r3, ra0.8a, r1"),
          0x000000ff, 0, 0x3f800000 },
        /* Not from file B, not above 31 */
        { THROUGH("mov rb0, r0", "mov r2, rb0 ; nop ; unpack 4"), 0x1234, 0,
          0x1234 },
    };

    run_cases(cases, G_N_ELEMENTS(cases));
}

static void test_pack(void)
{
    static const Case cases[] = {
        { THROUGH("mov ra0, r1\nnop\nmov ra0.16a, r0", "mov r2, ra0"),
          0x12348765, 0xaabbccdd, 0xaabb8765 },
        { THROUGH("mov ra0, r1\nnop\nmov ra0.16b, r0", "mov r2, ra0"),
          0x12348765, 0xaabbccdd, 0x8765ccdd },
        { THROUGH("mov ra0, r1\nnop\nitof ra0.16a, r0", "mov r2, ra0"),
          65520, 0xaabbccdd, 0xaabb7c00 },
        { THROUGH("mov ra0, r1\nnop\nfmax ra0.16b, r0", "mov r2, ra0"),
          0x3f802001, 0xaabbccdd, 0x3c02ccdd },
        /* A move is no float operation. */
        { THROUGH("mov ra0, r1\nnop\nmov ra0.16b, r0", "mov r2, ra0"),
          0x3f802001, 0xaabbccdd, 0x2001ccdd },
        { THROUGH("mov ra0.8888, r0", "mov r2, ra0"),
          0x12345678, 0, 0x78787878 },
        { THROUGH("mov ra0, r1\nnop\nmov ra0.8c, r0", "mov r2, ra0"),
          0x12345678, 0xaabbccdd, 0xaa78ccdd },
        { THROUGH("add ra0.s, r0, r1", "mov r2, ra0"), 0x7fffffff, 1,
          0x7fffffff },
        { THROUGH("sub ra0.s, r0, r1", "mov r2, ra0"), 0x80000000, 1,
          0x80000000 },
        { THROUGH("add ra0.s, r0, r1", "mov r2, ra0"), 5, 0xfffffffe, 3 },
        { THROUGH("add ra0.16as, r0, r1", "mov r2, ra0"), 40000, 0, 0x7fff },
        { THROUGH("add ra0.16bs, r0, r1", "mov r2, ra0"), 0xffff0000, 0,
          0x80000000 },
        { THROUGH("add ra0.8888s, r0, r1", "mov r2, ra0"), 300, 0, 0xffffffff },
        { THROUGH("mov ra0, r1\nnop\nmov ra0.8as, r0", "mov r2, ra0"),
          0xfffffff0, 0xaabbccdd, 0xaabbcc00 },
        { THROUGH("mov ra0, r1\nnop\nmov ra0.8ds, r0", "mov r2, ra0"),
          0x80, 0xaabbccdd, 0x80bbccdd },
        /* Nothing is packed to file B and accumulators. */
        { "mov r2.8888, r0", 0x12345678, 0, 0x12345678 },
        /* Of the mul ALU: floats to bytes, wherever they go */
        { "nop ; mov r2.8888, r0 ; pm", 0x3f000000, 0, 0x80808080 },
        { "mov r2, r1\nnop ; mov r2.8b, r0 ; pm",
          0x3f800000, 0xaabbccdd, 0xaabbffdd },
        { "mov r2, r1\nnop ; fmul r2.8d, r0, r0 ; pm", 0xbf800000, 0xaabbccdd,
          0xffbbccdd },
        { "mov r5b, r1\nnop ; mov r5a.8c, r0 ; pm\nmov r2, r5", 0x3f800000,
          0xaabbccdd, 0xaaffccdd },
        { THROUGH("mov rb0, r1\nnop\nnop ; mov rb0.8a, r0 ; pm",
                  "mov r2, rb0"), 0x40000000, 0xaabbccdd, 0xaabbccff },
    };

    run_cases(cases, G_N_ELEMENTS(cases));
}

/* r4 by the special functions, and what unpacks it */
static void test_r4(void)
{
    static const Case cases[] = {
        { "mov recip, r0\nnop\nnop\nmov r2, r4", 0x40000000, 0, 0x3f000000 },
        { "mov rsqrt, r0\nnop\nnop\nmov r2, r4", 0xc0800000, 0, 0x3f000000 },
        { "mov exp2, r0\nnop\nnop\nmov r2, r4", 0xbf800000, 0, 0x3f000100 },
        { "mov log2, r0\nnop\nnop\nmov r2, r4", 0x3f000000, 0, 0xbf7fff00 },
    };

    run_cases(cases, G_N_ELEMENTS(cases));
}

static void test_r4_unpack(void)
{
    static const Case cases[] = {
        { "mov t0s, r1\nnop ; nop ; ldtmu0\nmov r2, r4.8a ; nop ; pm",
          0x00ff0080, QPU_UNIFORMS, 0x3f008080 },
        { "mov t0s, r1\nnop ; nop ; ldtmu0\nmov r2, r4.8c ; nop ; pm",
          0x00ff0080, QPU_UNIFORMS, 0x3f800000 },
        { "mov t1s, r1\nnop ; nop ; ldtmu1\nmov r2, r4.16b ; nop ; pm",
          0xc0003c00, QPU_UNIFORMS, 0xc0000000 },
        { "mov t1s, r1\nnop ; nop ; ldtmu1\nmov r2, r4.8dr ; nop ; pm",
          0xc0003c00, QPU_UNIFORMS, 0xc0c0c0c0 },
    };

    run_cases(cases, G_N_ELEMENTS(cases));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/v3d/qpu-alu/integers", test_integers);
    g_test_add_func("/v3d/qpu-alu/floats", test_floats);
    g_test_add_func("/v3d/qpu-alu/unpack", test_unpack);
    g_test_add_func("/v3d/qpu-alu/pack", test_pack);
    g_test_add_func("/v3d/qpu-alu/r4", test_r4);
    g_test_add_func("/v3d/qpu-alu/r4-unpack", test_r4_unpack);
    return g_test_run();
}
