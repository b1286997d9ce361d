/*
 * Tegra20 GR3D engine: the functions of num.h for vectors
 *
 * The steps are those of num.c, so the bits are the same, but for a NaN's.
 * Arguments are singles and no denormals; results are not flushed.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_STRIP_NUM_H
#define GR3D_STRIP_NUM_H

#include <math.h>
#include "hw/gpu/gr3d/isa/num.h"
#include "vec.h"

#define NUM_LITTLE_ENDIAN   (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)

static inline vf num_floor(vf x)
{
    vi small = ((vi)x & INT32_MAX) < 0x4b000000;        /* 2^23 */
    vf t = vec_f_of_i(vec_i_of_f((vf)((vi)x & small)));

    /* t == x keeps the sign of zero */
    return vec_sel_f(small & (t != x), vec_sel_f(t > x, t - 1, t), x);
}

/*
 * Double precision: half of the lanes at a time
 */

static inline hd num_horner(const double *coef, unsigned num, hd x)
{
    hd sum = vec_all_d(coef[0]);

    for (unsigned i = 1; i < num; i++) {
        sum = sum * x + coef[i];
    }
    return sum;
}

/* The low bits of its sum with an integer below 2^51 are that integer */
#define NUM_MAGIC       0x1.8p52
#define NUM_MAGIC_BITS  0x4338000000000000ll

static inline hd num_ex2_d(hd x)
{
    static const double coef[] = {
        1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800,
        1.0 / 362880, 1.0 / 40320, 1.0 / 5040, 1.0 / 720, 1.0 / 120,
        1.0 / 24, 1.0 / 6, 1.0 / 2, 1.0, 1.0,
    };
    hd place = x + 0.5;
    hd n = place + NUM_MAGIC - NUM_MAGIC, frac;
    hl bits, large;

    n = vec_sel_d(n > place, n - 1, n);         /* floor */
    frac = num_horner(coef, sizeof(coef) / sizeof(coef[0]),
                      (x - n) * 0.69314718055994531);
    large = n > 0;
    frac = vec_sel_d(large, frac * 2, frac);
    n = vec_sel_d(large, n - 1, n);
    bits = ((hl)(n + 1023 + NUM_MAGIC) - NUM_MAGIC_BITS) << 52;
    frac = vec_sel_d(place < -1022, vec_all_d(0), frac * (hd)bits);
    frac = vec_sel_d(x >= 1024, vec_all_d(INFINITY), frac);
    return vec_sel_d(x == x, frac, x);
}

/* As gr3d_lg2(), not of denormals */
static inline hd num_lg2_d(hd x)
{
    static const double coef[] = {
        1.0 / 21, 1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13, 1.0 / 11, 1.0 / 9,
        1.0 / 7, 1.0 / 5, 1.0 / 3, 1.0,
    };
    hl bits = (hl)x;
    /* 2^52 with the exponent in its low bits, less 2^52 */
    hd exp = (hd)((bits >> 52) | 0x4330000000000000ll) - (0x1p52 + 1023);
    hd m = (hd)((bits & 0xfffffffffffffll) | 0x3ff0000000000000ll), s;
    hl large = m > 1.4142135623730951;

    m = vec_sel_d(large, m * 0.5, m);
    exp = vec_sel_d(large, exp + 1, exp);
    s = (m - 1) / (m + 1);
    s = s * num_horner(coef, sizeof(coef) / sizeof(coef[0]), s * s) *
        (2 / 0.69314718055994531);
    s = vec_sel_d(x == INFINITY, x, exp + s);
    s = vec_sel_d(x == 0, vec_all_d(-INFINITY), s);
    return vec_sel_d(x >= 0, s, vec_all_d(NAN));
}

static inline hd num_rsq_d(hd x)
{
    return 1 / vec_sqrt_d(x);
}

static inline hd num_pow_d(hd x, hd y)
{
    return num_ex2_d(y * num_lg2_d(x));
}

#define NUM_HALVES(fn, x) \
    vec_join_d(fn(vec_half_d(x, 0)), fn(vec_half_d(x, 1)))

static inline vf num_rsq(vf x)
{
    return NUM_HALVES(num_rsq_d, x);
}

static inline vf num_lg2(vf x)
{
    return NUM_HALVES(num_lg2_d, x);
}

static inline vf num_ex2(vf x)
{
    return NUM_HALVES(num_ex2_d, x);
}

static inline vf num_pow(vf x, vf y)
{
    return vec_join_d(num_pow_d(vec_half_d(x, 0), vec_half_d(y, 0)),
                      num_pow_d(vec_half_d(x, 1), vec_half_d(y, 1)));
}

/*
 * Four singles, whatever the width of vectors is: vertex attributes and rows
 */

static inline v4f num_4_load(const void *p)
{
    v4f v;

    memcpy(&v, p, sizeof(v));
    return v;
}

static inline void num_4_store(void *p, v4f v)
{
    memcpy(p, &v, sizeof(v));
}

static inline v4f num_4_flush(v4f v)
{
    v4u tiny = (v4u)(((v4u)v & 0x7f800000) == 0);

    return (v4f)((v4u)v & ~(tiny >> 1));
}

#endif /* GR3D_STRIP_NUM_H */
