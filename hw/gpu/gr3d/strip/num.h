/*
 * Tegra20 GR3D engine: the functions of num.h for vectors
 *
 * Step by step what num.c does, so the bits are the same, but those of a NaN.
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

/* Denormals to a signed zero */
static inline vf num_flush(vf v)
{
#if defined(__AVX512F__)
    const __m512 sign = _mm512_set1_ps(-0.0f);
    __mmask16 tiny = _mm512_fpclass_ps_mask((__m512)v, 0x20);

    return (vf)_mm512_mask_and_ps((__m512)v, tiny, (__m512)v, sign);
#else
    vu tiny = (vu)(((vi)v & 0x7f800000) == 0);

    return (vf)((vu)v & ~(tiny >> 1));
#endif
}

static inline bool num_any_nan(vf v)
{
#if defined(__AVX512F__)
    return _mm512_cmp_ps_mask((__m512)v, (__m512)v, _CMP_UNORD_Q) != 0;
#else
    return vi_bits(v != v) != 0;
#endif
}

/* x < y ? x : y and x > y ? x : y: the second one, if there is a NaN */
static inline vf num_min(vf x, vf y)
{
#if defined(__AVX512F__)
    return (vf)_mm512_min_ps((__m512)x, (__m512)y);
#elif defined(__AVX2__)
    return (vf)_mm256_min_ps((__m256)x, (__m256)y);
#elif defined(__SSE2__)
    return (vf)_mm_min_ps((__m128)x, (__m128)y);
#else
    return sel_f(x < y, x, y);
#endif
}

static inline vf num_max(vf x, vf y)
{
#if defined(__AVX512F__)
    return (vf)_mm512_max_ps((__m512)x, (__m512)y);
#elif defined(__AVX2__)
    return (vf)_mm256_max_ps((__m256)x, (__m256)y);
#elif defined(__SSE2__)
    return (vf)_mm_max_ps((__m128)x, (__m128)y);
#else
    return sel_f(x > y, x, y);
#endif
}

static inline vf num_to_float(vi v)
{
    return __builtin_convertvector(v, vf);
}

/* Towards zero; |v| < 2^31 */
static inline vi num_to_int(vf v)
{
    return __builtin_convertvector(v, vi);
}

static inline vf num_floor(vf x)
{
    vi small = ((vi)x & INT32_MAX) < 0x4b000000;        /* 2^23 */
    vf t = num_to_float(num_to_int((vf)((vi)x & small)));

    /* t == x keeps the sign of zero */
    return sel_f(small & (t != x), sel_f(t > x, t - 1, t), x);
}

/*
 * Double precision: half of the lanes at a time
 */

typedef float vfh __attribute__((vector_size(2 * VLEN)));
typedef double vdh __attribute__((vector_size(4 * VLEN)));
typedef int64_t vlh __attribute__((vector_size(4 * VLEN)));

static inline vdh num_half(vf v, unsigned high)
{
    vfh half;

    memcpy(&half, (const char *)&v + high * sizeof(half), sizeof(half));
    return __builtin_convertvector(half, vdh);
}

static inline vf num_join(vdh low, vdh high)
{
    vfh half[2] = {
        __builtin_convertvector(low, vfh), __builtin_convertvector(high, vfh),
    };
    vf v;

    memcpy(&v, half, sizeof(v));
    return v;
}

static inline vdh num_all_d(double v)
{
    return v - (vdh) { 0 };
}

static inline vdh num_sel_d(vlh m, vdh a, vdh b)
{
    return (vdh)((m & (vlh)a) | (~m & (vlh)b));
}

static inline vdh num_sqrt_d(vdh x)
{
#if defined(__AVX512F__)
    return (vdh)_mm512_sqrt_pd((__m512d)x);
#elif defined(__AVX2__)
    return (vdh)_mm256_sqrt_pd((__m256d)x);
#elif defined(__SSE2__)
    return (vdh)_mm_sqrt_pd((__m128d)x);
#else
    for (unsigned i = 0; i < VLEN / 2; i++) {
        x[i] = sqrt(x[i]);
    }
    return x;
#endif
}

static inline vdh num_horner(const double *coef, unsigned num, vdh x)
{
    vdh sum = num_all_d(coef[0]);

    for (unsigned i = 1; i < num; i++) {
        sum = sum * x + coef[i];
    }
    return sum;
}

/* Integers below 2^51 as doubles: the sum's low bits are the integer's. */
#define NUM_MAGIC       0x1.8p52
#define NUM_MAGIC_BITS  0x4338000000000000ll

static inline vdh num_ex2_d(vdh x)
{
    static const double coef[] = {
        1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800,
        1.0 / 362880, 1.0 / 40320, 1.0 / 5040, 1.0 / 720, 1.0 / 120,
        1.0 / 24, 1.0 / 6, 1.0 / 2, 1.0, 1.0,
    };
    vdh place = x + 0.5;
    vdh n = place + NUM_MAGIC - NUM_MAGIC, frac;
    vlh bits, large;

    n = num_sel_d(n > place, n - 1, n);         /* floor */
    frac = num_horner(coef, sizeof(coef) / sizeof(coef[0]),
                      (x - n) * 0.69314718055994531);
    large = n > 0;
    frac = num_sel_d(large, frac * 2, frac);
    n = num_sel_d(large, n - 1, n);
    bits = ((vlh)(n + 1023 + NUM_MAGIC) - NUM_MAGIC_BITS) << 52;
    frac = num_sel_d(place < -1022, num_all_d(0), frac * (vdh)bits);
    frac = num_sel_d(x >= 1024, num_all_d(INFINITY), frac);
    return num_sel_d(x == x, frac, x);
}

/* No denormals */
static inline vdh num_lg2_d(vdh x)
{
    static const double coef[] = {
        1.0 / 21, 1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13, 1.0 / 11, 1.0 / 9,
        1.0 / 7, 1.0 / 5, 1.0 / 3, 1.0,
    };
    vlh bits = (vlh)x;
    /* the exponent behind the point of 2^52 is a number */
    vdh exp = (vdh)((bits >> 52) | 0x4330000000000000ll) - (0x1p52 + 1023);
    vdh m = (vdh)((bits & 0xfffffffffffffll) | 0x3ff0000000000000ll), s;
    vlh large = m > 1.4142135623730951;

    m = num_sel_d(large, m * 0.5, m);
    exp = num_sel_d(large, exp + 1, exp);
    s = (m - 1) / (m + 1);
    s = s * num_horner(coef, sizeof(coef) / sizeof(coef[0]), s * s) *
        (2 / 0.69314718055994531);
    s = num_sel_d(x == INFINITY, x, exp + s);
    s = num_sel_d(x == 0, num_all_d(-INFINITY), s);
    return num_sel_d(x >= 0, s, num_all_d(NAN));
}

static inline vdh num_rsq_d(vdh x)
{
    return 1 / num_sqrt_d(x);
}

static inline vdh num_pow_d(vdh x, vdh y)
{
    return num_ex2_d(y * num_lg2_d(x));
}

#define NUM_HALVES(fn, x)   num_join(fn(num_half(x, 0)), fn(num_half(x, 1)))

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
    return num_join(num_pow_d(num_half(x, 0), num_half(y, 0)),
                    num_pow_d(num_half(x, 1), num_half(y, 1)));
}

/*
 * Four singles, whatever the width of vectors is: vertex attributes and rows
 */

typedef float Num4 __attribute__((vector_size(16)));
typedef uint32_t Num4Bits __attribute__((vector_size(16)));
typedef int64_t Num4Long __attribute__((vector_size(16)));

static inline Num4 num_4_load(const void *p)
{
    Num4 v;

    memcpy(&v, p, sizeof(v));
    return v;
}

static inline void num_4_store(void *p, Num4 v)
{
    memcpy(p, &v, sizeof(v));
}

static inline Num4 num_4_flush(Num4 v)
{
    Num4Bits tiny = (Num4Bits)(((Num4Bits)v & 0x7f800000) == 0);

    return (Num4)((Num4Bits)v & ~(tiny >> 1));
}

static inline void num_4_transpose(Num4 v[4])
{
#if defined(__SSE2__)
    __m128 a = (__m128)v[0], b = (__m128)v[1], c = (__m128)v[2],
           d = (__m128)v[3];

    _MM_TRANSPOSE4_PS(a, b, c, d);
    v[0] = (Num4)a;
    v[1] = (Num4)b;
    v[2] = (Num4)c;
    v[3] = (Num4)d;
#else
    Num4 out[4];

    for (unsigned i = 0; i < 4; i++) {
        out[i] = (Num4) { v[0][i], v[1][i], v[2][i], v[3][i] };
    }
    memcpy(v, out, sizeof(out));
#endif
}

#endif /* GR3D_STRIP_NUM_H */
