/*
 * Tests of the V3D engine's numbers
 *
 * Random sums and products are compared with the host's, rounded towards zero.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <fenv.h>
#include <glib.h>
#include <math.h>
#include "hw/gpu/v3d/isa/num.h"

#define INF     0x7f800000u
#define NINF    0xff800000u
#define NAN_P   0x7fc00000u
#define NAN_N   0xffc00000u

typedef struct Case {
    uint32_t a, b, expect;
} Case;

static uint32_t bits(float v)
{
    return gpu_float_to_bits(v);
}

static void test_add(void)
{
    const Case cases[] = {
        { bits(1), bits(0x1p-24f), 0x3f800000 },
        { bits(1), bits(-0x1p-25f), 0x3f7fffff },
        { bits(1), bits(-0x1p-100f), 0x3f7fffff },
        { bits(-1), bits(0x1p-100f), 0xbf7fffff },
        { bits(1), bits(0x1p-100f), 0x3f800000 },
        { bits(1.5f), bits(-1.5f), 0 },
        { 0x80000000, 0x80000000, 0 },
        { 0x007fffff, bits(1), 0x3f800000 },
        { 0x00800001, 0x80800000, 0 },
        { 0x7f7fffff, 0x7f7fffff, INF },
        { INF, bits(1), INF }, { bits(1), NAN_N, NINF },
        { INF, NINF, NINF }, { NINF, NAN_P, NINF }, { INF, INF, INF },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_assert_cmphex(v3d_fadd(cases[i].a, cases[i].b), ==, cases[i].expect);
        g_assert_cmphex(v3d_fadd(cases[i].b, cases[i].a), ==, cases[i].expect);
    }
}

static void test_mul(void)
{
    const Case cases[] = {
        { bits(1.5f), bits(-2), bits(-3) },
        { 0x3fffffff, 0x3fffffff, 0x407ffffe },
        { 0x00400000, bits(1e30f), 0 },
        { bits(0x1p-100f), bits(-0x1p-100f), 0 },
        { bits(1e30f), bits(-1e30f), NINF },
        { 0, NAN_N, 0 }, { 0x80000000, INF, 0 }, { INF, bits(-2), NINF },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_assert_cmphex(v3d_fmul(cases[i].a, cases[i].b), ==, cases[i].expect);
        g_assert_cmphex(v3d_fmul(cases[i].b, cases[i].a), ==, cases[i].expect);
    }
}

/* Neither operand nor result is a denormal, infinite or no number. */
static uint32_t random_float(void)
{
    uint32_t exponent = g_test_rand_int_range(100, 150);
    uint32_t rest = (uint32_t)g_test_rand_int() & 0x807fffff;

    return exponent << 23 | (g_test_rand_bit() ? rest : 0);
}

/* The compiler does not know that the rounding mode matters. */
#define OPAQUE(v)   __asm__ volatile ("" : "+m" (v))

static void test_toward_zero(void)
{
    for (unsigned n = 0; n < 200000; n++) {
        uint32_t a = random_float(), b = random_float();
        float x = gpu_float_from_bits(a), y = gpu_float_from_bits(b);
        float sum, product, converted;
        int32_t i = g_test_rand_int();

        fesetround(FE_TOWARDZERO);
        OPAQUE(x);
        OPAQUE(i);
        sum = x + y;
        product = x * y;
        converted = (float)i;
        OPAQUE(sum);
        OPAQUE(product);
        OPAQUE(converted);
        fesetround(FE_TONEAREST);
        g_assert_cmphex(v3d_fadd(a, b), ==, sum == 0 ? 0 : bits(sum));
        g_assert_cmphex(v3d_fmul(a, b), ==, bits(product));
        g_assert_cmphex(v3d_itof(i), ==, bits(converted));
    }
}

static void test_order(void)
{
    static const uint32_t ascending[] = {
        NAN_N, NINF, 0xbf800000, 0x80800000, 0x00800000, 0x3f800000, INF, NAN_P,
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(ascending); i++) {
        for (unsigned j = 0; j < G_N_ELEMENTS(ascending); j++) {
            g_assert_cmpint(v3d_fgt(ascending[i], ascending[j]), ==, i > j);
        }
    }
    g_assert_false(v3d_fgt(0, 0x80000000));
    g_assert_false(v3d_fgt(0x80000000, 0));
    g_assert_true(v3d_fgt(0x80000002, 0x00000001));
}

static void test_integers(void)
{
    static const Case cases[] = {
        { 0x3fffffff, 0, 1 }, { 0xbfffffff, 0, 0xffffffff },
        { 0x4effffff, 0, 0x7fffff80 }, { 0x4f000000, 0, 0x80000000 },
        { 0xcf000000, 0, 0x80000000 }, { 0x4f000001, 0, 0 },
        { 0xcf000001, 0, 0 }, { 0x7f7fffff, 0, 0x80000000 },
        { 0xff7fffff, 0, 0x80000000 }, { INF, 0, 0 }, { NAN_N, 0, 0 },
        { 0x007fffff, 0, 0 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_assert_cmphex(v3d_ftoi(cases[i].a), ==, cases[i].expect);
    }
    g_assert_cmphex(v3d_itof(0x7fffffff), ==, 0x4effffff);
    g_assert_cmphex(v3d_itof(0x80000000), ==, 0xcf000000);
    g_assert_cmphex(v3d_itof(0), ==, 0);
}

static void test_halves(void)
{
    static const Case pack[] = {
        { 0x477ff000, 0, 0x7c00 },      /* 65520 */
        { 0x477fe000, 0, 0x7bff },      /* 65504 */
        { 0x3f802000, 0, 0x3c01 },      /* 1 + 2^-10 */
        { 0x3f802001, 0, 0x3c02 }, { 0x3f800001, 0, 0x3c01 },
        { 0xbf800001, 0, 0xbc01 }, { 0x80000000, 0, 0 },
        { 0x387fffff, 0, 0 }, { 0x38800000, 0, 0x0400 },
        { NINF, 0, 0xfc00 }, { NAN_P, 0, 0x7c00 },
    };
    static const Case unpack[] = {
        { 0x3c01, 0, 0x3f802000 }, { 0xc000, 0, 0xc0000000 },
        { 0x7c00, 0, INF }, { 0xfe00, 0, NAN_N }, { 0x8001, 0, 0x80002000 },
        { 0x7bff, 0, 0x477fe000 }, { 0x0400, 0, 0x38800000 }, { 0, 0, 0 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(pack); i++) {
        g_assert_cmphex(v3d_float_to_half(pack[i].a), ==, pack[i].expect);
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(unpack); i++) {
        g_assert_cmphex(v3d_half_to_float(unpack[i].a), ==, unpack[i].expect);
    }
}

static void test_bytes(void)
{
    g_assert_cmphex(v3d_unorm_to_float(0x80), ==, 0x3f008080);
    g_assert_cmphex(v3d_unorm_to_float(255), ==, 0x3f800000);
    g_assert_cmphex(v3d_unorm_to_float(0), ==, 0);
    g_assert_cmpuint(v3d_float_to_unorm(bits(0.5f)), ==, 128);
    g_assert_cmpuint(v3d_float_to_unorm(bits(2)), ==, 255);
    g_assert_cmpuint(v3d_float_to_unorm(bits(-1)), ==, 0);
    g_assert_cmpuint(v3d_float_to_unorm(NAN_P), ==, 255);
    g_assert_cmpuint(v3d_float_to_unorm(NAN_N), ==, 0);
    /* 0.498 and 0.502 of a step */
    g_assert_cmpuint(v3d_float_to_unorm(bits(0.498f / 255)), ==, 0);
    g_assert_cmpuint(v3d_float_to_unorm(bits(0.502f / 255)), ==, 1);
    for (unsigned i = 0; i < 256; i++) {
        g_assert_cmpuint(v3d_float_to_unorm(v3d_unorm_to_float(i)), ==, i);
    }
}

/* As VC4C's sfu_accuracy.txt prints them */
static void test_sfu_known(void)
{
    static const struct {
        V3dSfu function;
        float a;
        const char *expect;
    } cases[] = {
        { V3D_SFU_LOG, 0.5f, "-0.9999847" },
        { V3D_SFU_LOG, 0.25f, "-1.999985" },
        { V3D_SFU_LOG, 0.125f, "-2.999985" }, { V3D_SFU_LOG, 2, "1" },
        { V3D_SFU_LOG, 1, "0" }, { V3D_SFU_LOG, 3.14159265f, "1.651428" },
        { V3D_SFU_LOG, -2, "1" }, { V3D_SFU_LOG, 0, "-inf" },
        { V3D_SFU_EXP, 1, "2.000061" }, { V3D_SFU_EXP, 0.5f, "1.414246" },
        { V3D_SFU_EXP, 100, "1.267689e+30" }, { V3D_SFU_EXP, 1000, "inf" },
        { V3D_SFU_EXP, -1e5f, "0" }, { V3D_SFU_RECIP, 0, "inf" },
        { V3D_SFU_RECIP, INFINITY, "0" },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        uint32_t got = v3d_sfu(cases[i].function, bits(cases[i].a));
        g_autofree char *text = g_strdup_printf("%.7g",
                                                gpu_float_from_bits(got));

        g_assert_cmpstr(text, ==, cases[i].expect);
    }
}

/* EXP and LOG have 12 bits, others were chosen to be exact. */
static void test_sfu_near(void)
{
    for (unsigned n = 0; n < 100000; n++) {
        float a = (float)g_test_rand_double_range(-20, 20);
        float x = gpu_float_from_bits(v3d_sfu(V3D_SFU_EXP, bits(a)));
        float b = exp2f(a);

        g_assert_cmpfloat(fabsf(x / b - 1), <, 0x1p-12f);
        x = gpu_float_from_bits(v3d_sfu(V3D_SFU_LOG, bits(b)));
        g_assert_cmpfloat(fabsf(x - a), <, 0x1p-12f);
        x = gpu_float_from_bits(v3d_sfu(V3D_SFU_RECIP, bits(a)));
        g_assert_cmpfloat(fabsf(x * a - 1), <, 0x1p-22f);
        x = gpu_float_from_bits(v3d_sfu(V3D_SFU_RECIPSQRT, bits(a)));
        g_assert_cmpfloat(fabsf(x * x * fabsf(a) - 1), <, 0x1p-21f);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/v3d/num/add", test_add);
    g_test_add_func("/v3d/num/mul", test_mul);
    g_test_add_func("/v3d/num/toward-zero", test_toward_zero);
    g_test_add_func("/v3d/num/order", test_order);
    g_test_add_func("/v3d/num/integers", test_integers);
    g_test_add_func("/v3d/num/halves", test_halves);
    g_test_add_func("/v3d/num/bytes", test_bytes);
    g_test_add_func("/v3d/num/sfu-known", test_sfu_known);
    g_test_add_func("/v3d/num/sfu-near", test_sfu_near);
    return g_test_run();
}
