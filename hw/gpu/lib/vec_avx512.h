/*
 * Vectors of the host: the primitives of vec.h for AVX-512 (F, BW, DQ, VL) with
 * BMI2
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef VEC_AVX512_H
#define VEC_AVX512_H

/* GCC 12 warns about its own _mm512_undefined_pd() (GCC bug 105593). */
#pragma GCC diagnostic push
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>
#pragma GCC diagnostic pop
#include "vec_sse2.h"

#define VEC_HAS_LOOKUP      1
#define VEC_HAS_MASKS       1
#define VEC_HAS_FMA         1

#define VEC_AVX512_DOWN     (_MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC)

static inline void vec_avx512_set_i(VecI *v, unsigned n, int32_t x)
{
    *v = (VecI)_mm512_mask_set1_epi32((__m512i)v[0], 1 << n, x);
}

#define vec_set_i           vec_avx512_set_i

#define vec_min_i(a, b)     ((VecI)_mm512_min_epi32((__m512i)(a), (__m512i)(b)))
#define vec_max_i(a, b)     ((VecI)_mm512_max_epi32((__m512i)(a), (__m512i)(b)))
#define vec_min_s(a, b)     ((VecS)_mm512_min_epi16((__m512i)(a), (__m512i)(b)))
#define vec_max_s(a, b)     ((VecS)_mm512_max_epi16((__m512i)(a), (__m512i)(b)))
#define vec_min_f(a, b)     ((VecF)_mm512_min_ps((__m512)(a), (__m512)(b)))
#define vec_max_f(a, b)     ((VecF)_mm512_max_ps((__m512)(a), (__m512)(b)))
#define vec_min_d(a, b)     ((VecD)_mm512_min_pd((__m512d)(a), (__m512d)(b)))
#define vec_max_d(a, b)     ((VecD)_mm512_max_pd((__m512d)(a), (__m512d)(b)))

/* A shift by a vector of counts is one instruction, by a scalar two. */
#define vec_sar_i(v, n)     ((v) >> vec_all_i(n))
#define vec_madd_i(a, b) \
    ((VecI)_mm512_madd_epi16((__m512i)(a), (__m512i)(b)))
#define vec_mul_16(a, b)    vec_madd_i((a) & 0xffff, b)
#define vec_mul_round_s(a, b) \
    ((VecS)_mm512_mulhrs_epi16((__m512i)(a), (__m512i)(b)))
#define vec_mul_high_h(a, b) \
    ((VecH)_mm512_mulhi_epu16((__m512i)(a), (__m512i)(b)))
#define vec_low_high(a, b)                                              \
    ((VecI)_mm512_ternarylogic_epi32(_mm512_set1_epi32(0xffff),         \
                                     (__m512i)(a), (__m512i)(b), 0xca))
#define vec_join_halves(a, b)   vec_low_high(a, (b) << 16)

static inline void vec_avx512_join_bytes(const VecI v[4], VecI to[2])
{
    __m512i low = _mm512_packus_epi16((__m512i)v[0], (__m512i)v[2]);
    __m512i high = _mm512_packus_epi16((__m512i)v[1], (__m512i)v[3]);

    to[0] = (VecI)_mm512_unpacklo_epi8(low, high);
    to[1] = (VecI)_mm512_unpackhi_epi8(low, high);
}

#define vec_join_bytes      vec_avx512_join_bytes

#define vec_floor_f(v) \
    ((VecI)_mm512_cvt_roundps_epi32((__m512)(v), VEC_AVX512_DOWN))
#define vec_floor_d(v) \
    ((VecHalfI)_mm512_cvt_roundpd_epi32((__m512d)(v), VEC_AVX512_DOWN))
/* Rounding a sum down does not change its floor. */
#define vec_avx512_round(v, n)                                      \
    _mm512_fmadd_round_ps((__m512)(v), _mm512_set1_ps(n),           \
                          _mm512_set1_ps(0.5f), VEC_AVX512_DOWN)
#define vec_round_f(v, n)   vec_floor_f(vec_avx512_round(v, n))

static inline VecI vec_avx512_round_to_f(VecF v, float n, float limit)
{
    /* take the smaller magnitude, with the sign of the first */
    __m512 x = _mm512_range_ps(vec_avx512_round(v, n),
                               _mm512_set1_ps(limit * 0x1.fffffep-1f), 2);
    __mmask16 number = _mm512_cmp_ps_mask((__m512)v, (__m512)v, _CMP_ORD_Q);

    return (VecI)_mm512_maskz_cvt_roundps_epi32(number, x, VEC_AVX512_DOWN);
}

#define vec_round_to_f      vec_avx512_round_to_f

static inline VecF vec_avx512_flush_f(VecF v)
{
    __mmask16 tiny = _mm512_fpclass_ps_mask((__m512)v, 0x20);

    return (VecF)_mm512_mask_and_ps((__m512)v, tiny, (__m512)v,
                                    _mm512_set1_ps(-0.0f));
}

#define vec_flush_f         vec_avx512_flush_f

#define vec_is_usual_f(v)   (!_mm512_fpclass_ps_mask((__m512)(v), 0xa1))
#define vec_sqrt_d(v)       ((VecD)_mm512_sqrt_pd((__m512d)(v)))
#define vec_fma_d(a, b, c) \
    ((VecD)_mm512_fmadd_pd((__m512d)(a), (__m512d)(b), (__m512d)(c)))
#define vec_half_d(v, n) \
    ((VecD)_mm512_cvtps_pd((n) ? _mm512_extractf32x8_ps((__m512)(v), 1) : \
                           _mm512_castps512_ps256((__m512)(v))))

#define vec_join_half_i(low, high)                                  \
    ((VecI)_mm512_inserti64x4(                                      \
        _mm512_castsi256_si512((__m256i)(low)), (__m256i)(high), 1))
#define vec_join_d(low, high)                                       \
    ((VecF)vec_join_half_i(_mm512_cvtpd_ps((__m512d)(low)),         \
                           _mm512_cvtpd_ps((__m512d)(high))))

#define vec_bits_i(m)       ((uint32_t)_mm512_movepi32_mask((__m512i)(m)))
#define vec_bits_h(m)       ((uint32_t)_mm512_movepi16_mask((__m512i)(m)))
#define vec_bits_d(m)       ((uint32_t)_mm512_movepi64_mask((__m512i)(m)))
#define vec_less_h(a, b) \
    ((uint32_t)_mm512_cmplt_epu16_mask((__m512i)(a), (__m512i)(b)))
#define vec_equal_h(a, b) \
    ((uint32_t)_mm512_cmpeq_epu16_mask((__m512i)(a), (__m512i)(b)))

static inline bool vec_avx512_any_i(VecI v)
{
    return _mm512_test_epi32_mask((__m512i)v, (__m512i)v);
}

#define vec_any_i           vec_avx512_any_i
#define vec_any_beyond_f(v, limit)                                  \
    (_mm512_cmp_ps_mask(_mm512_abs_ps((__m512)(v)),                 \
                        _mm512_set1_ps(limit), _CMP_NLT_UQ) != 0)
#define vec_pext            _pext_u64
#define vec_pdep            _pdep_u64

#define vec_gather_i(p, n)  ((VecI)_mm512_i32gather_epi32((__m512i)(n), p, 1))
#define vec_of_four_i(v, n) \
    VEC_SSE2_OF_FOUR(_mm512_shuffle_epi32, (__m512i)(v), n)
#define vec_lookup_i(t, n) \
    ((VecI)_mm512_permutexvar_epi32((__m512i)(n), (__m512i)(t)))
#define vec_lookup_2i(t, u, n)                                      \
    ((VecI)_mm512_permutex2var_epi32((__m512i)(t), (__m512i)(n),    \
                                     (__m512i)(u)))
#define vec_every_other_i(a, b, odd) \
    vec_lookup_2i(a, b, vec_ramp() * 2 + (int32_t)(odd))
#define vec_twice_i(v, n) \
    vec_lookup_i(v, (vec_ramp() >> 1) + (int32_t)(n) * (VEC_LANES / 2))

static inline void vec_avx512_gather_2i(const void *p, VecI n, VecI *a,
                                        VecI *b)
{
    __m256i low = _mm512_castsi512_si256((__m512i)n);
    __m256i high = _mm512_extracti64x4_epi64((__m512i)n, 1);
    VecI first = (VecI)_mm512_i32gather_epi64(low, p, 1);
    VecI second = (VecI)_mm512_i32gather_epi64(high, p, 1);

    *a = vec_every_other_i(first, second, 0);
    *b = vec_every_other_i(first, second, 1);
}

#define vec_gather_2i       vec_avx512_gather_2i

#define vec_load_some_4i(p, bits) \
    ((Vec4I)_mm_maskz_loadu_epi32(bits, p))
#define vec_load_some_8h(p, bits) \
    ((Vec8H)_mm_maskz_loadu_epi16(bits, p))
#define vec_store_some_i(p, v, bits) \
    _mm512_mask_storeu_epi32(p, bits, (__m512i)(v))
#define vec_store_some_h(p, v, bits) \
    _mm512_mask_storeu_epi16(p, bits, (__m512i)(v))
#define vec_store_some_4i(p, v, bits) \
    _mm_mask_storeu_epi32(p, bits, (__m128i)(v))
#define vec_store_some_8h(p, v, bits) \
    _mm_mask_storeu_epi16(p, bits, (__m128i)(v))
#define vec_store_some_16h(p, v, bits) \
    _mm256_mask_storeu_epi16(p, bits, (__m256i)(v))
/* The instruction's form that stores is slow on some processors. */
static inline unsigned vec_avx512_compress_i(uint32_t *p, VecI v, uint32_t bits)
{
    vec_store_i(p, (VecI)_mm512_maskz_compress_epi32(bits, (__m512i)v));
    return __builtin_popcount(bits);
}

#define vec_compress_i      vec_avx512_compress_i

static inline __m512i vec_avx512_join(const void *part)
{
    const __m128i *p = part;
    __m512i v = _mm512_castsi128_si512(p[0]);

    v = _mm512_inserti32x4(v, p[1], 1);
    v = _mm512_inserti32x4(v, p[2], 2);
    return _mm512_inserti32x4(v, p[3], 3);
}

#define vec_join_4i(part)   ((VecI)vec_avx512_join(part))
#define vec_join_8h(part)   ((VecH)vec_avx512_join(part))

static inline void vec_avx512_transpose_i(VecI v[4])
{
    const __m512i half[4] = {
        _mm512_unpacklo_epi32((__m512i)v[0], (__m512i)v[1]),
        _mm512_unpackhi_epi32((__m512i)v[0], (__m512i)v[1]),
        _mm512_unpacklo_epi32((__m512i)v[2], (__m512i)v[3]),
        _mm512_unpackhi_epi32((__m512i)v[2], (__m512i)v[3]),
    };

    for (unsigned i = 0; i < 2; i++) {
        v[2 * i] = (VecI)_mm512_unpacklo_epi64(half[i], half[i + 2]);
        v[2 * i + 1] = (VecI)_mm512_unpackhi_epi64(half[i], half[i + 2]);
    }
}

#define vec_transpose_i     vec_avx512_transpose_i

#endif /* VEC_AVX512_H */
