/*
 * Unit test of the GR3D engine's number formats and special functions
 *
 * Expectations: the tables of docs/specs/tegra-gr3d.rst (Number formats),
 * which are written out here, and long double libm.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <math.h>

#include "hw/gpu/gr3d/isa/num.h"

#define P2M(n)  (1 / 0x1p##n)               /* two to the power of minus n */
#define TINY    (P2M(1000) * P2M(74))       /* smallest denormal */

/* Return an fp20's value by the definition, without doubles' bits. */
static double fp20_value(uint32_t x)
{
    int exp = x >> 13 & 63, mant = x & 8191;
    double v = ldexp(8192 + mant, exp - 31 - 13);

    if (exp == 0 && mant == 0) {
        v = 0;
    } else if (exp == 63) {
        v = mant ? NAN : INFINITY;
    }
    return x >> 19 ? -v : v;
}

static void test_fp20_all(void)
{
    for (uint32_t x = 0; x < 1 << 20; x++) {
        double want = fp20_value(x), v = gr3d_fp20_to_double(x);

        if (isnan(want)) {
            g_assert_true(isnan(v));
            g_assert_cmphex(gr3d_fp20_from_double(v), ==, 0x7e001);
            g_assert_cmphex(gr3d_fp20_from_float((float)v), ==, 0x7e001);
            continue;
        }
        g_assert_true(v == want && signbit(v) == signbit(want));
        g_assert_cmphex(gr3d_fp20_from_double(v), ==, x);
        g_assert_cmphex(gr3d_fp20_from_float((float)v), ==, x);
    }
}

static void test_fp20_table(void)
{
    static const struct {
        double value;
        uint32_t fp20;
    } row[] = {
        { 0.0, 0x00000 }, { 0.5, 0x3c000 }, { 1.0, 0x3e000 },
        { 2.0, 0x40000 }, { -1.0, 0xbe000 }, { 255.0 / 256, 0x3dfc0 },
        { 0.1, 0x37333 }, { 8192, 0x58000 }, { 8197, 0x58005 },
        { 1.0 / 3, 0x3aaab }, { 1.0 / 255, 0x2e020 },
        { P2M(31) * (1 + 256.0 / 8192), 0x00100 }, { -0.0, 0x80000 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(row); i++) {
        g_assert_cmphex(gr3d_fp20_from_double(row[i].value), ==, row[i].fp20);
    }
    /* bits above 19 do not take part */
    g_assert_true(gr3d_fp20_to_double(0xfff3e000) == 1.0);
    g_assert_true(gr3d_fp20_to_double(0xfffbe000) == -1.0);
}

static void test_fp20_rounding(void)
{
    static const struct {
        double value;
        uint32_t fp20;
    } row[] = {
        /* ties go to the even mantissa */
        { 1 + 0.5 / 8192, 0x3e000 }, { 1 + 1.5 / 8192, 0x3e002 },
        { 1 + 2.5 / 8192, 0x3e002 }, { -(1 + 1.5 / 8192), 0xbe002 },
        { 1 + 0.5 / 8192 + P2M(40), 0x3e001 },
        /* a carry runs into the exponent */
        { 2 - 0.25 / 8192, 0x40000 },
        /* largest finite (2 - 2^-13) * 2^31; half a step above: Inf */
        { (2 - P2M(13)) * 0x1p31, 0x7dfff },
        { (2 - P2M(14)) * 0x1p31, 0x7e000 },
        { (2 - 1.5 * P2M(14)) * 0x1p31, 0x7dfff },
        { -0x1p40, 0xfe000 }, { INFINITY, 0x7e000 }, { -INFINITY, 0xfe000 },
        /* 2^-31 has no encoding; the first number above it has */
        { P2M(31), 0x00000 }, { -P2M(31), 0x80000 },
        { P2M(31) * (1 + 0.5 / 8192), 0x00000 },
        { P2M(31) * (1 + 1.0 / 8192), 0x00001 },
        { P2M(31) * (1 - P2M(20)), 0x00000 }, { TINY, 0x00000 },
        { NAN, 0x7e001 }, { -NAN, 0x7e001 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(row); i++) {
        g_assert_cmphex(gr3d_fp20_from_double(row[i].value), ==, row[i].fp20);
    }
}

static void test_fx10(void)
{
    static const struct {
        double value;
        uint32_t fx10;
    } row[] = {
        { 1.0, 0x100 }, { 0.5, 0x080 }, { -1.0, 0x300 }, { -2.0, 0x200 },
        { 511.0 / 256, 0x1ff }, { 2.0, 0x1ff }, { 1e30, 0x1ff },
        { INFINITY, 0x1ff }, { -INFINITY, 0x200 }, { -2.1, 0x200 },
        { NAN, 0 }, { 0.0, 0 }, { -0.0, 0 },
        /* ties go up, also below zero */
        { 0.5 / 256, 1 }, { -0.5 / 256, 0 }, { 1.5 / 256, 2 },
        { -1.5 / 256, 0x3ff }, { 510.5 / 256, 0x1ff }, { -511.5 / 256, 0x201 },
        /* the neighbours of a tie */
        { (0.5 - P2M(54)) / 256, 0 }, { -(0.5 + P2M(53)) / 256, 0x3ff },
        { TINY, 0 }, { -TINY, 0 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(row); i++) {
        g_assert_cmphex(gr3d_fx10_from_double(row[i].value), ==, row[i].fx10);
    }
    for (int n = -512; n < 512; n++) {
        g_assert_cmpint(gr3d_fx10_to_int(n & 0x3ff), ==, n);
        g_assert_true(gr3d_fx10_to_double(n & 0x3ff) == n / 256.0);
        g_assert_cmphex(gr3d_fx10_from_double(n / 256.0), ==, n & 0x3ff);
    }
}

static void test_unorm(void)
{
    for (unsigned b = 0; b < 256; b++) {
        g_assert_cmpuint(gr3d_fx10_from_unorm(b, 8), ==, b + (b >> 7));
        g_assert_cmpuint(gr3d_fx10_to_unorm(b + (b >> 7), 8), ==, b);
    }
    for (int n = -512; n < 512; n++) {
        int clamped = CLAMP(n, 0, 256);

        g_assert_cmpuint(gr3d_fx10_to_unorm(n & 0x3ff, 8), ==,
                         clamped - ((clamped + 128) >> 8));
    }
    g_assert_cmpuint(gr3d_fx10_to_unorm(0x080, 8), ==, 127);
    /* narrow channels: 31/31 = 1.0, 16/31 * 256 = 132.1; 1-bit 0.5 goes down */
    g_assert_cmpuint(gr3d_fx10_from_unorm(31, 5), ==, 256);
    g_assert_cmpuint(gr3d_fx10_from_unorm(16, 5), ==, 132);
    g_assert_cmpuint(gr3d_fx10_from_unorm(1, 1), ==, 256);
    g_assert_cmpuint(gr3d_fx10_from_unorm(65535, 16), ==, 256);
    g_assert_cmpuint(gr3d_fx10_to_unorm(0x080, 1), ==, 0);
    g_assert_cmpuint(gr3d_fx10_to_unorm(0x081, 1), ==, 1);
    g_assert_cmpuint(gr3d_fx10_to_unorm(0x100, 16), ==, 65535);
    for (unsigned bits = 1; bits <= 8; bits++) {
        for (unsigned c = 0; c < 1u << bits; c++) {
            uint32_t n = gr3d_fx10_from_unorm(c, bits);

            g_assert_cmpuint(gr3d_fx10_to_unorm(n, bits), ==, c);
        }
    }
}

static void test_half(void)
{
    for (uint32_t h = 0; h < 0x10000; h++) {
        int exp = h >> 10 & 31, mant = h & 1023;
        double want = exp ? ldexp(1024 + mant, exp - 25) : ldexp(mant, -24);
        float v = gr3d_half_to_float(h);

        if (exp == 31) {
            want = mant ? NAN : INFINITY;
        }
        if (isnan(want)) {
            g_assert_true(isnan(v));
        } else {
            g_assert_true(fabsf(v) == want);
        }
        g_assert_cmpint(!!signbit(v), ==, h >> 15);
    }
}

static void test_flush(void)
{
    g_assert_true(gr3d_flush(1.5f) == 1.5f);
    g_assert_true(gr3d_flush(P2M(126)) == P2M(126));
    g_assert_true(gr3d_flush(P2M(127)) == 0);
    g_assert_false(signbit(gr3d_flush(P2M(127))));
    g_assert_true(gr3d_flush(-P2M(140)) == 0 &&
                  signbit(gr3d_flush(-P2M(140))));
    g_assert_true(isnan(gr3d_flush(NAN)) && isinf(gr3d_flush(-INFINITY)));
}

static void test_floor(void)
{
    static const double x[] = {
        0.0, -0.0, 0.5, -0.5, 1, -1, 1.5, -1.5, 0x1p51 + 0.5, -0x1p51 - 0.5,
        0x1p52 + 1, -0x1p52 - 1, 1e300, INFINITY, -INFINITY, TINY,
        -TINY,
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(x); i++) {
        double v = gr3d_floor(x[i]), want = floor(x[i]);

        g_assert_true(v == want && signbit(v) == signbit(want));
    }
    g_assert_true(isnan(gr3d_floor(NAN)));
}

static void assert_relative(double v, long double want, long double error)
{
    if (!(fabsl(v - want) <= error * fabsl(want))) {
        g_error("%a, expected %La", v, want);
    }
}

static void test_algebraic(void)
{
    GRand *rand = g_rand_new_with_seed(20);

    for (unsigned i = 0; i < 100000; i++) {
        double x = ldexp(1 + g_rand_double(rand),
                         g_rand_int_range(rand, -300, 300));

        assert_relative(gr3d_rcp(x), 1.0L / x, P2M(53));
        assert_relative(gr3d_sqrt(x), sqrtl(x), P2M(53));
        assert_relative(gr3d_rsq(x), 1.0L / sqrtl(x), P2M(52));
    }
    g_rand_free(rand);
    g_assert_true(gr3d_rcp(1.0) == 1.0);
    g_assert_true(gr3d_rcp(0.0) == INFINITY && gr3d_rcp(-0.0) == -INFINITY);
    g_assert_true(gr3d_rsq(0.0) == INFINITY && gr3d_rsq(-0.0) == -INFINITY);
    g_assert_true(gr3d_rsq(INFINITY) == 0 && gr3d_sqrt(INFINITY) == INFINITY);
    g_assert_true(isnan(gr3d_sqrt(-1)) && isnan(gr3d_rsq(-1)));
    g_assert_true(isnan(gr3d_rcp(NAN)) && isnan(gr3d_sqrt(NAN)));
}

static void test_ex2(void)
{
    GRand *rand = g_rand_new_with_seed(21);

    for (unsigned i = 0; i < 200000; i++) {
        double x = g_rand_double_range(rand, -1021, 1023);

        assert_relative(gr3d_ex2(x), exp2l(x), P2M(49));
        x /= 1000;
        assert_relative(gr3d_ex2(x), exp2l(x), P2M(49));
    }
    g_rand_free(rand);
    for (int n = -1022; n < 1024; n++) {
        g_assert_true(gr3d_ex2(n) == ldexp(1, n));
    }
    g_assert_true(gr3d_ex2(1024) == INFINITY);
    g_assert_true(gr3d_ex2(INFINITY) == INFINITY);
    g_assert_true(gr3d_ex2(1e300) == INFINITY);
    assert_relative(gr3d_ex2(1023.75), exp2l(1023.75L), P2M(49));
    g_assert_true(gr3d_ex2(-INFINITY) == 0 && gr3d_ex2(-1100) == 0);
    g_assert_true(isnan(gr3d_ex2(NAN)) && gr3d_ex2(-0.0) == 1);
}

static void test_lg2(void)
{
    GRand *rand = g_rand_new_with_seed(22);

    for (unsigned i = 0; i < 200000; i++) {
        double x = ldexp(1 + g_rand_double(rand),
                         g_rand_int_range(rand, -1000, 1000));

        assert_relative(gr3d_lg2(x), log2l(x), P2M(49));
        /* close to 1, where the result is close to 0 */
        x = 1 + ldexp(g_rand_double_range(rand, -1, 1),
                      -g_rand_int_range(rand, 1, 40));
        assert_relative(gr3d_lg2(x), log2l(x), P2M(49));
    }
    g_rand_free(rand);
    for (int n = -1074; n < 1024; n++) {
        g_assert_true(gr3d_lg2(ldexp(1, n)) == n);
    }
    g_assert_true(gr3d_lg2(0.0) == -INFINITY && gr3d_lg2(-0.0) == -INFINITY);
    g_assert_true(gr3d_lg2(INFINITY) == INFINITY && isnan(gr3d_lg2(-1)));
    g_assert_true(isnan(gr3d_lg2(NAN)) && isnan(gr3d_lg2(-INFINITY)));
}

/* Check against glibc, good to 1 ulp everywhere; x87's pi has 66 bits. */
static void assert_sin_cos(double x)
{
    if (!(fabs(gr3d_sin(x) - sin(x)) <= P2M(50)) ||
        !(fabs(gr3d_cos(x) - cos(x)) <= P2M(50))) {
        g_error("x %a: sin %a, expected %a; cos %a, expected %a", x,
                gr3d_sin(x), sin(x), gr3d_cos(x), cos(x));
    }
}

static void test_sin_cos(void)
{
    GRand *rand = g_rand_new_with_seed(23);

    for (unsigned i = 0; i < 200000; i++) {
        assert_sin_cos(g_rand_double_range(rand, -10, 10));
        /* all of fp32, and what only doubles hold of it */
        assert_sin_cos(ldexp(g_rand_double_range(rand, -1, 1),
                             g_rand_int_range(rand, -140, 128)));
        assert_sin_cos((float)ldexp(g_rand_double_range(rand, -1, 1),
                                    g_rand_int_range(rand, -1, 128)));
        /* near multiples of a quarter turn */
        assert_sin_cos(g_rand_int_range(rand, -100000, 100000) * M_PI_2);
    }
    g_rand_free(rand);
    g_assert_true(gr3d_sin(0) == 0 && gr3d_cos(0) == 1);
    assert_sin_cos(M_PI_4);
    assert_sin_cos(nextafter(M_PI_4, 1));
    g_assert_true(isnan(gr3d_sin(INFINITY)) && isnan(gr3d_cos(NAN)));
    g_assert_true(isnan(gr3d_sin(0x1p128)) && !isnan(gr3d_sin(0x1.fp127)));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/gr3d/num/fp20/all", test_fp20_all);
    g_test_add_func("/gr3d/num/fp20/table", test_fp20_table);
    g_test_add_func("/gr3d/num/fp20/rounding", test_fp20_rounding);
    g_test_add_func("/gr3d/num/fx10", test_fx10);
    g_test_add_func("/gr3d/num/unorm", test_unorm);
    g_test_add_func("/gr3d/num/half", test_half);
    g_test_add_func("/gr3d/num/flush", test_flush);
    g_test_add_func("/gr3d/num/floor", test_floor);
    g_test_add_func("/gr3d/num/algebraic", test_algebraic);
    g_test_add_func("/gr3d/num/ex2", test_ex2);
    g_test_add_func("/gr3d/num/lg2", test_lg2);
    g_test_add_func("/gr3d/num/sin-cos", test_sin_cos);
    return g_test_run();
}
