/*
 * Vectors of the host: the primitives of vec.h for AVX2 with BMI2
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef VEC_AVX2_H
#define VEC_AVX2_H

#include <immintrin.h>
#include "vec_sse2.h"

#define VEC_HAS_LOOKUP      1

#define vec_min_i(a, b)     ((VecI)_mm256_min_epi32((__m256i)(a), (__m256i)(b)))
#define vec_max_i(a, b)     ((VecI)_mm256_max_epi32((__m256i)(a), (__m256i)(b)))
#define vec_min_s(a, b)     ((VecS)_mm256_min_epi16((__m256i)(a), (__m256i)(b)))
#define vec_max_s(a, b)     ((VecS)_mm256_max_epi16((__m256i)(a), (__m256i)(b)))
#define vec_min_f(a, b)     ((VecF)_mm256_min_ps((__m256)(a), (__m256)(b)))
#define vec_max_f(a, b)     ((VecF)_mm256_max_ps((__m256)(a), (__m256)(b)))
#define vec_min_d(a, b)     ((VecD)_mm256_min_pd((__m256d)(a), (__m256d)(b)))
#define vec_max_d(a, b)     ((VecD)_mm256_max_pd((__m256d)(a), (__m256d)(b)))

/* A shift by a vector of counts is one instruction, by a scalar two. */
#define vec_sar_i(v, n)     ((v) >> vec_all_i(n))
#define vec_madd_i(a, b) \
    ((VecI)_mm256_madd_epi16((__m256i)(a), (__m256i)(b)))
#define vec_mul_16(a, b)    vec_madd_i((a) & 0xffff, b)
#define vec_mul_round_s(a, b) \
    ((VecS)_mm256_mulhrs_epi16((__m256i)(a), (__m256i)(b)))
#define vec_mul_high_h(a, b) \
    ((VecH)_mm256_mulhi_epu16((__m256i)(a), (__m256i)(b)))
#define vec_low_high(a, b) \
    ((VecI)_mm256_blend_epi16((__m256i)(a), (__m256i)(b), 0xaa))
#define vec_join_halves(a, b)   vec_low_high(a, (b) << 16)

static inline void vec_avx2_join_bytes(const VecI v[4], VecI to[2])
{
    __m256i low = _mm256_packus_epi16((__m256i)v[0], (__m256i)v[2]);
    __m256i high = _mm256_packus_epi16((__m256i)v[1], (__m256i)v[3]);

    to[0] = (VecI)_mm256_unpacklo_epi8(low, high);
    to[1] = (VecI)_mm256_unpackhi_epi8(low, high);
}

#define vec_join_bytes      vec_avx2_join_bytes

#define vec_floor_f(v) \
    ((VecI)_mm256_cvttps_epi32(_mm256_floor_ps((__m256)(v))))
#define vec_sqrt_d(v)       ((VecD)_mm256_sqrt_pd((__m256d)(v)))
#define vec_half_d(v, n)                                                    \
    ((VecD)_mm256_cvtps_pd((n) ? _mm256_extractf128_ps((__m256)(v), 1) :    \
                           _mm256_castps256_ps128((__m256)(v))))
#define vec_join_half_i(low, high) \
    ((VecI)_mm256_set_m128i((__m128i)(high), (__m128i)(low)))
#define vec_join_d(low, high)                                   \
    ((VecF)_mm256_set_m128(_mm256_cvtpd_ps((__m256d)(high)),    \
                           _mm256_cvtpd_ps((__m256d)(low))))

#define vec_bits_i(m)       ((uint32_t)_mm256_movemask_ps((__m256)(m)))
#define vec_bits_d(m)       ((uint32_t)_mm256_movemask_pd((__m256d)(m)))

static inline uint32_t vec_avx2_bits_h(VecH m)
{
    __m256i v = (__m256i)m;

    return _mm_movemask_epi8(_mm_packs_epi16(_mm256_castsi256_si128(v),
                                             _mm256_extracti128_si256(v, 1)));
}

#define vec_bits_h          vec_avx2_bits_h

static inline bool vec_avx2_any_i(VecI v)
{
    return !_mm256_testz_si256((__m256i)v, (__m256i)v);
}

#define vec_any_i           vec_avx2_any_i
#define vec_pext            _pext_u64
#define vec_pdep            _pdep_u64

#define vec_gather_i(p, n) \
    ((VecI)_mm256_i32gather_epi32((const int *)(p), (__m256i)(n), 1))
#define vec_of_four_i(v, n) \
    VEC_SSE2_OF_FOUR(_mm256_shuffle_epi32, (__m256i)(v), n)
#define vec_lookup_i(t, n) \
    ((VecI)_mm256_permutevar8x32_epi32((__m256i)(t), (__m256i)(n)))

static inline VecI vec_avx2_lookup_2i(VecI t, VecI u, VecI n)
{
    return (VecI)_mm256_blendv_ps((__m256)vec_lookup_i(t, n),
                                  (__m256)vec_lookup_i(u, n),
                                  (__m256)(n << 28));
}

#define vec_lookup_2i       vec_avx2_lookup_2i

static inline VecI vec_avx2_every_other_i(VecI a, VecI b, unsigned odd)
{
    __m256 v = odd ? _mm256_shuffle_ps((__m256)a, (__m256)b, 0xdd) :
               _mm256_shuffle_ps((__m256)a, (__m256)b, 0x88);

    return (VecI)_mm256_permute4x64_pd((__m256d)v, 0xd8);
}

#define vec_every_other_i   vec_avx2_every_other_i
#define vec_twice_i(v, n) \
    vec_lookup_i(v, (vec_ramp() >> 1) + (int32_t)(n) * (VEC_LANES / 2))

static inline void vec_avx2_gather_2i(const void *p, VecI n, VecI *a, VecI *b)
{
    __m128i low = _mm256_castsi256_si128((__m256i)n);
    __m128i high = _mm256_extracti128_si256((__m256i)n, 1);
    VecI first = (VecI)_mm256_i32gather_epi64(p, low, 1);
    VecI second = (VecI)_mm256_i32gather_epi64(p, high, 1);

    *a = vec_every_other_i(first, second, 0);
    *b = vec_every_other_i(first, second, 1);
}

#define vec_gather_2i       vec_avx2_gather_2i

static inline void vec_avx2_transpose_i(VecI v[4])
{
    const __m256i low[2] = {
        _mm256_unpacklo_epi32((__m256i)v[0], (__m256i)v[1]),
        _mm256_unpacklo_epi32((__m256i)v[2], (__m256i)v[3]),
    };
    const __m256i high[2] = {
        _mm256_unpackhi_epi32((__m256i)v[0], (__m256i)v[1]),
        _mm256_unpackhi_epi32((__m256i)v[2], (__m256i)v[3]),
    };

    v[0] = (VecI)_mm256_unpacklo_epi64(low[0], low[1]);
    v[1] = (VecI)_mm256_unpackhi_epi64(low[0], low[1]);
    v[2] = (VecI)_mm256_unpacklo_epi64(high[0], high[1]);
    v[3] = (VecI)_mm256_unpackhi_epi64(high[0], high[1]);
}

#define vec_transpose_i     vec_avx2_transpose_i
#define vec_avx2_join(part) \
    _mm256_set_m128i((__m128i)(part)[1], (__m128i)(part)[0])
#define vec_join_4i(part)   ((VecI)vec_avx2_join(part))
#define vec_join_8h(part)   ((VecH)vec_avx2_join(part))

#endif /* VEC_AVX2_H */
