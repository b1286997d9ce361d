/*
 * GR3D's number formats at every boundary between two codes
 *
 * The models use integers and ldexp() only: a value is compared with the
 * middle between two neighbouring codes, never converted by a formula of the
 * engine [tegra-gr3d.rst, Number formats].
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <math.h>
#include "hw/gpu/gr3d/isa/num.h"

#define FP20_LARGEST    0x7dfff
#define FP20_INF        0x7e000

/* Return the magnitude of a finite code; 0 is 2^-31, which rounds to 0. */
static double fp20_magnitude(uint32_t code)
{
    return ldexp(8192 + (code & 8191), (int)(code >> 13) - 31 - 13);
}

static void check_fp20(double v, uint32_t code)
{
    if (gr3d_fp20_from_double(v) != code ||
        gr3d_fp20_from_double(-v) != (code | 0x80000)) {
        g_error("%a: %05x, expected %05x", v, gr3d_fp20_from_double(v), code);
    }
    if ((float)v == v && (gr3d_fp20_from_float((float)v) != code ||
                          gr3d_fp20_from_float((float)-v) !=
                          (code | 0x80000))) {
        g_error("single %a: %05x, expected %05x", v,
                gr3d_fp20_from_float((float)v), code);
    }
}

/* Each code itself, and what is around the middle to the next one. */
static void test_fp20_boundaries(void)
{
    for (uint32_t code = 0; code <= FP20_LARGEST; code++) {
        double low = fp20_magnitude(code), high = fp20_magnitude(code + 1);
        double middle = (low + high) / 2;
        uint32_t even = code % 2 ? code + 1 : code;

        check_fp20(low, code);
        check_fp20(nextafter(low, high), code);
        check_fp20(nextafter(high, low), code + 1);
        check_fp20(nextafter(middle, low), code);
        check_fp20(middle, even);
        check_fp20(nextafter(middle, high), code + 1);
    }
}

/* Far from a boundary: the nearer of both neighbours. */
static void test_fp20_between(void)
{
    GRand *rand = g_rand_new_with_seed(61);

    for (uint32_t code = 0; code <= FP20_LARGEST; code++) {
        double low = fp20_magnitude(code), high = fp20_magnitude(code + 1);
        double v = low + (high - low) * g_rand_double(rand);

        if (v - low != high - v) {
            check_fp20(v, v - low < high - v ? code : code + 1);
        }
    }
    g_rand_free(rand);
}

/* Everything beyond the ends. */
static void test_fp20_ends(void)
{
    for (int exp = -1074; exp < -31; exp++) {
        check_fp20(ldexp(1, exp), 0);
        check_fp20(ldexp(1.9999, exp), 0);
    }
    for (int exp = 32; exp < 1024; exp++) {
        check_fp20(ldexp(1, exp), FP20_INF);
        check_fp20(ldexp(1.9999, exp), FP20_INF);
    }
    check_fp20(0, 0);
    check_fp20(INFINITY, FP20_INF);
    check_fp20(fp20_magnitude(FP20_LARGEST), FP20_LARGEST);
}

/* What a program writes and reads back: all codes, NaNs become one. */
static void test_fp20_round_trip(void)
{
    for (uint32_t code = 0; code < 1 << 20; code++) {
        uint32_t low = code & 0x7ffff;
        uint32_t back = gr3d_fp20_from_double(gr3d_fp20_to_double(code));

        g_assert_cmphex(back, ==, low > FP20_INF ? 0x7e001 : code);
    }
}

static void test_fx10_boundaries(void)
{
    for (int n = -600; n < 600; n++) {
        double middle = ldexp(2 * n + 1, -9);
        int low = CLAMP(n, -512, 511) & 0x3ff;
        int high = CLAMP(n + 1, -512, 511) & 0x3ff;

        g_assert_cmphex(gr3d_fx10_from_double(ldexp(n, -8)), ==, low);
        g_assert_cmphex(gr3d_fx10_from_double(nextafter(middle, -9)), ==,
                        low);
        g_assert_cmphex(gr3d_fx10_from_double(middle), ==, high);
        g_assert_cmphex(gr3d_fx10_from_double(nextafter(middle, 9)), ==,
                        high);
        g_assert_cmphex(gr3d_fx10_from_float(ldexpf(n, -8)), ==, low);
        g_assert_cmphex(gr3d_fx10_from_float(nextafterf(middle, -9)), ==, low);
        g_assert_cmphex(gr3d_fx10_from_float(middle), ==, high);
        g_assert_cmphex(gr3d_fx10_from_float(nextafterf(middle, 9)), ==,
                        high);
    }
    g_assert_cmphex(gr3d_fx10_from_float(NAN), ==, 0);
    g_assert_cmphex(gr3d_fx10_from_float(INFINITY), ==, 0x1ff);
    g_assert_cmphex(gr3d_fx10_from_float(-INFINITY), ==, 0x200);
}

/* All multiples of 2^-20 in -2.5 .. 2.5: floor(k / 4096 + 1/2). */
static void test_fx10_all(void)
{
    for (int k = -(5 << 19); k <= 5 << 19; k++) {
        int n = (k + 2048 + (1 << 30)) / 4096 - (1 << 18);

        if (gr3d_fx10_from_double(ldexp(k, -20)) !=
            (CLAMP(n, -512, 511) & 0x3ff)) {
            g_error("%d * 2^-20: expected %d", k, n);
        }
    }
}

/* Products of any two fx10 are exact, so a multiplier has this rounding. */
static void test_fx10_products(void)
{
    for (int a = -512; a < 512; a++) {
        for (int b = a; b < 512; b++) {
            int exact = a * b, n = exact >> 8;  /* floor */

            n += (exact & 0xff) >= 0x80;
            g_assert_cmphex(gr3d_fx10_from_double(gr3d_fx10_to_double(a) *
                                                  gr3d_fx10_to_double(b)), ==,
                            CLAMP(n, -512, 511) & 0x3ff);
        }
    }
}

/* Channels of 1 to 16 bits; the codes by their defining inequalities. */
static void test_unorm(void)
{
    for (unsigned bits = 1; bits <= 16; bits++) {
        int64_t max = (1 << bits) - 1;

        for (int64_t c = 0; c <= max; c++) {
            int64_t n = gr3d_fx10_from_unorm(c, bits);

            /* n - 1/2 <= 256 c / max < n + 1/2 */
            g_assert_true((2 * n - 1) * max <= 512 * c &&
                          512 * c < (2 * n + 1) * max);
        }
        for (int n = -512; n < 512; n++) {
            int64_t c = gr3d_fx10_to_unorm(n & 0x3ff, bits);
            int64_t clamped = CLAMP(n, 0, 256);

            /* c - 1/2 < n * max / 256 <= c + 1/2: half down */
            g_assert_true((2 * c - 1) * 256 < 2 * clamped * max &&
                          2 * clamped * max <= (2 * c + 1) * 256);
        }
    }
}

/* Every denormal loses its mantissa, nothing else changes. */
static void test_flush(void)
{
    for (uint64_t i = 0; i < 1ull << 32; i += 251) {
        uint32_t bits = i, out;
        float v;

        memcpy(&v, &bits, sizeof(v));
        v = gr3d_flush(v);
        memcpy(&out, &v, sizeof(out));
        g_assert_cmphex(out, ==, (bits & 0x7fffffff) < 0x800000
                                 ? bits & 0x80000000 : bits);
    }
}

#define T(path, name) g_test_add_func("/num-formats/" path, test_##name)

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    T("fp20/boundaries", fp20_boundaries);
    T("fp20/between", fp20_between);
    T("fp20/ends", fp20_ends);
    T("fp20/round-trip", fp20_round_trip);
    T("fx10/boundaries", fx10_boundaries);
    T("fx10/all", fx10_all);
    T("fx10/products", fx10_products);
    T("unorm", unorm);
    T("flush", flush);
    return g_test_run();
}
