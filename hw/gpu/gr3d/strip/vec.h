/*
 * Tegra20 GR3D engine: vectors of the host, for strips
 *
 * GCC vector extensions of the width that the file is compiled for, and the
 * few things they lack.  Included by strip/backend.c.inc only.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_STRIP_VEC_H
#define GR3D_STRIP_VEC_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__AVX512F__) || defined(__AVX2__)
/* GCC 12 takes its own _mm512_undefined_pd() for a slip (its bug 105593) */
#pragma GCC diagnostic push
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>
#pragma GCC diagnostic pop
#elif defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

#if defined(__AVX512F__)
#define VLEN    16
#elif defined(__AVX2__)
#define VLEN    8
#else
#define VLEN    4
#endif

typedef int32_t vi __attribute__((vector_size(4 * VLEN)));
typedef uint32_t vu __attribute__((vector_size(4 * VLEN)));
typedef float vf __attribute__((vector_size(4 * VLEN)));
typedef int16_t vs __attribute__((vector_size(4 * VLEN)));
typedef int64_t vl __attribute__((vector_size(8 * VLEN)));
typedef double vd __attribute__((vector_size(8 * VLEN)));

/* @m: 0 or -1 in each lane */
static inline vi sel_i(vi m, vi a, vi b)
{
    return (m & a) | (~m & b);
}

static inline vf sel_f(vi m, vf a, vf b)
{
    return (vf)sel_i(m, (vi)a, (vi)b);
}

static inline vi min_i(vi a, vi b)
{
#if defined(__AVX512F__)
    return (vi)_mm512_min_epi32((__m512i)a, (__m512i)b);
#elif defined(__AVX2__)
    return (vi)_mm256_min_epi32((__m256i)a, (__m256i)b);
#else
    return sel_i(a < b, a, b);
#endif
}

static inline vi max_i(vi a, vi b)
{
#if defined(__AVX512F__)
    return (vi)_mm512_max_epi32((__m512i)a, (__m512i)b);
#elif defined(__AVX2__)
    return (vi)_mm256_max_epi32((__m256i)a, (__m256i)b);
#else
    return sel_i(a > b, a, b);
#endif
}

/* a < b ? a : b, so b if one is a NaN */
static inline vf min_f(vf a, vf b)
{
#if defined(__AVX512F__)
    return (vf)_mm512_min_ps((__m512)a, (__m512)b);
#elif defined(__AVX2__)
    return (vf)_mm256_min_ps((__m256)a, (__m256)b);
#elif defined(__SSE2__)
    return (vf)_mm_min_ps((__m128)a, (__m128)b);
#else
    return sel_f(a < b, a, b);
#endif
}

/* a > b ? a : b, so b if one is a NaN */
static inline vf max_f(vf a, vf b)
{
#if defined(__AVX512F__)
    return (vf)_mm512_max_ps((__m512)a, (__m512)b);
#elif defined(__AVX2__)
    return (vf)_mm256_max_ps((__m256)a, (__m256)b);
#elif defined(__SSE2__)
    return (vf)_mm_max_ps((__m128)a, (__m128)b);
#else
    return sel_f(a > b, a, b);
#endif
}

static inline vi vi_all(int32_t v)
{
    return v - (vi) { 0 };
}

/* @v >> @shift: from a vector of counts it is one step, from a scalar two */
static inline vi vi_sar(vi v, int32_t shift)
{
#if defined(__AVX2__)
    return v >> vi_all(shift);
#else
    return v >> shift;
#endif
}

/* Signed 16-bit halves: low * low + high * high */
static inline vi vi_madd(vi a, vi b)
{
#if defined(__AVX512BW__)
    return (vi)_mm512_madd_epi16((__m512i)a, (__m512i)b);
#elif defined(__AVX2__)
    return (vi)_mm256_madd_epi16((__m256i)a, (__m256i)b);
#elif defined(__SSE2__)
    return (vi)_mm_madd_epi16((__m128i)a, (__m128i)b);
#else
    return (a << 16 >> 16) * (b << 16 >> 16) + (a >> 16) * (b >> 16);
#endif
}

/* Of integers that 16 bits hold: multiplying those is quicker */
static inline vi mul_16(vi a, vi b)
{
#if defined(__SSE2__)
    return vi_madd(a & 0xffff, b);
#else
    return a * b;
#endif
}

/*
 * 16-bit halves
 */

static inline vs vs_all(int16_t v)
{
    return v - (vs) { 0 };
}

static inline vs min_s(vs a, vs b)
{
#if defined(__AVX512F__)
    return (vs)_mm512_min_epi16((__m512i)a, (__m512i)b);
#elif defined(__AVX2__)
    return (vs)_mm256_min_epi16((__m256i)a, (__m256i)b);
#elif defined(__SSE2__)
    return (vs)_mm_min_epi16((__m128i)a, (__m128i)b);
#else
    vs less = a < b;

    return (less & a) | (~less & b);
#endif
}

static inline vs max_s(vs a, vs b)
{
#if defined(__AVX512F__)
    return (vs)_mm512_max_epi16((__m512i)a, (__m512i)b);
#elif defined(__AVX2__)
    return (vs)_mm256_max_epi16((__m256i)a, (__m256i)b);
#elif defined(__SSE2__)
    return (vs)_mm_max_epi16((__m128i)a, (__m128i)b);
#else
    vs more = a > b;

    return (more & a) | (~more & b);
#endif
}

/* Low half of @a, high half of @b */
static inline vi low_high(vi a, vi b)
{
#if defined(__AVX512F__)
    return (vi)_mm512_ternarylogic_epi32(_mm512_set1_epi32(0xffff),
                                         (__m512i)a, (__m512i)b, 0xca);
#elif defined(__AVX2__)
    return (vi)_mm256_blend_epi16((__m256i)a, (__m256i)b, 0xaa);
#else
    return (a & 0xffff) | (b & ~0xffff);
#endif
}

/* The low halves of both */
static inline vi join_halves(vi low, vi high)
{
    return low_high(low, high << 16);
}

static inline vi low_half(vi v)
{
    return v << 16 >> 16;
}

static inline vi high_half(vi v)
{
    return v >> 16;
}

/*
 * (a * b + 128) >> 8 of halves up to 2047 in magnitude.  What processors have
 * is (a * b + 0x4000) >> 15.
 */
static inline vs mul_round(vs a, vs b)
{
#if defined(__AVX512F__)
    return (vs)_mm512_mulhrs_epi16((__m512i)(a << 3), (__m512i)(b << 4));
#elif defined(__AVX2__)
    return (vs)_mm256_mulhrs_epi16((__m256i)(a << 3), (__m256i)(b << 4));
#elif defined(__SSE2__)
    vs low = (vs)_mm_mullo_epi16((__m128i)a, (__m128i)b);
    vs high = (vs)_mm_mulhi_epi16((__m128i)a, (__m128i)b);

    return (high << 8 | (low >> 8 & 0xff)) + (low >> 7 & 1);
#elif defined(__ARM_NEON)
    return (vs)vqrdmulhq_s16((int16x8_t)(a << 3), (int16x8_t)(b << 4));
#else
    vi low = low_half((vi)a) * low_half((vi)b) + 128;
    vi high = high_half((vi)a) * high_half((vi)b) + 128;

    return (vs)join_halves(low >> 8, high >> 8);
#endif
}

/* (a * b + c * d + 128) >> 8 of the same */
static inline vs sum_round(vs a, vs b, vs c, vs d)
{
    vi low = vi_madd(join_halves((vi)a, (vi)c), join_halves((vi)b, (vi)d));
    vi high = vi_madd(low_high((vi)((vu)a >> 16), (vi)c),
                      low_high((vi)((vu)b >> 16), (vi)d));

    return (vs)join_halves((low + 128) >> 8, (high + 128) >> 8);
}

/* 0, 1, 2, ... */
static inline vi vi_ramp(void)
{
    vi ramp;

    for (unsigned i = 0; i < VLEN; i++) {
        ramp[i] = i;
    }
    return ramp;
}

static inline vf vf_all(float v)
{
    return v - (vf) { 0 };
}

static inline vi vi_of_f(vf v)          /* truncates; in range */
{
    return __builtin_convertvector(v, vi);
}

static inline vf vf_of_i(vi v)
{
    return __builtin_convertvector(v, vf);
}

/* Floor as an integer; @v in its range */
static inline vi vi_floor(vf v)
{
#if defined(__AVX512F__)
    /* the form without a mask makes GCC 12 warn */
    return (vi)_mm512_maskz_cvt_roundps_epi32(0xffff, (__m512)v,
                                              _MM_FROUND_TO_NEG_INF |
                                              _MM_FROUND_NO_EXC);
#elif defined(__AVX2__)
    return (vi)_mm256_cvttps_epi32(_mm256_floor_ps((__m256)v));
#else
    vi n = vi_of_f(v);

    return n + (vi)(vf_of_i(n) > v);
#endif
}

/* The sign bits; lane 0 is bit 0 */
static inline uint32_t vi_bits(vi m)
{
#if defined(__AVX512F__)
    return _mm512_movepi32_mask((__m512i)m);
#elif defined(__AVX2__)
    return _mm256_movemask_ps((__m256)m);
#elif defined(__SSE2__)
    return _mm_movemask_ps((__m128)m);
#else
    uint32_t bits = 0;

    for (unsigned i = 0; i < VLEN; i++) {
        bits |= ((uint32_t)m[i] >> 31) << i;
    }
    return bits;
#endif
}

/* Four bytes at @base + @offset[i]; nothing is checked here */
static inline vi vi_gather(const void *base, vi offset)
{
#if defined(__AVX512F__)
    return (vi)_mm512_i32gather_epi32((__m512i)offset, base, 1);
#elif defined(__AVX2__)
    return (vi)_mm256_i32gather_epi32(base, (__m256i)offset, 1);
#else
    vi v;

    for (unsigned i = 0; i < VLEN; i++) {
        int32_t word;

        memcpy(&word, (const char *)base + offset[i], sizeof(word));
        v[i] = word;
    }
    return v;
#endif
}

#endif /* GR3D_STRIP_VEC_H */
