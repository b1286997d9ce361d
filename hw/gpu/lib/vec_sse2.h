/*
 * Vectors of the host: the primitives of vec.h that SSE2 has; those of 16 bytes
 * for AVX2 and AVX-512, too
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef VEC_SSE2_H
#define VEC_SSE2_H

#include <emmintrin.h>

#define vec_bits_8h(m)                                          \
    ((uint32_t)_mm_movemask_epi8(_mm_packs_epi16((__m128i)(m),  \
                                                 _mm_setzero_si128())))

static inline void vec_sse2_transpose_4f(Vec4F v[4])
{
    __m128 a = (__m128)v[0], b = (__m128)v[1], c = (__m128)v[2],
           d = (__m128)v[3];

    _MM_TRANSPOSE4_PS(a, b, c, d);
    v[0] = (Vec4F)a;
    v[1] = (Vec4F)b;
    v[2] = (Vec4F)c;
    v[3] = (Vec4F)d;
}

#define vec_transpose_4f    vec_sse2_transpose_4f

/* All exceptions masked; rounding control, denormals are zeros both ways */
#define vec_towards_zero(on) \
    _mm_setcsr(0x1f80 | ((on) ? 0x6000 | 0x8000 | 0x0040 : 0))

#define VEC_SSE2_OF_FOUR(shuffle, v, n) \
    ((VecI)((n) == 0 ? shuffle(v, 0x00) : (n) == 1 ? shuffle(v, 0x55) : \
            (n) == 2 ? shuffle(v, 0xaa) : shuffle(v, 0xff)))

#if VEC_LANES == 4

#define vec_of_four_i(v, n) \
    VEC_SSE2_OF_FOUR(_mm_shuffle_epi32, (__m128i)(v), n)

#define vec_min_f(a, b)     ((VecF)_mm_min_ps((__m128)(a), (__m128)(b)))
#define vec_max_f(a, b)     ((VecF)_mm_max_ps((__m128)(a), (__m128)(b)))
#define vec_min_d(a, b)     ((VecD)_mm_min_pd((__m128d)(a), (__m128d)(b)))
#define vec_max_d(a, b)     ((VecD)_mm_max_pd((__m128d)(a), (__m128d)(b)))
#define vec_min_s(a, b)     ((VecS)_mm_min_epi16((__m128i)(a), (__m128i)(b)))
#define vec_max_s(a, b)     ((VecS)_mm_max_epi16((__m128i)(a), (__m128i)(b)))
#define vec_madd_i(a, b)    ((VecI)_mm_madd_epi16((__m128i)(a), (__m128i)(b)))
#define vec_mul_16(a, b)    vec_madd_i((a) & 0xffff, b)
#define vec_mul_high_h(a, b) \
    ((VecH)_mm_mulhi_epu16((__m128i)(a), (__m128i)(b)))

static inline VecS vec_sse2_mul_round_s(VecS a, VecS b)
{
    VecS low = (VecS)_mm_mullo_epi16((__m128i)a, (__m128i)b);
    VecS high = (VecS)_mm_mulhi_epi16((__m128i)a, (__m128i)b);

    return (high << 1 | (low >> 15 & 1)) + (low >> 14 & 1);
}

#define vec_mul_round_s     vec_sse2_mul_round_s

static inline void vec_sse2_join_bytes(const VecI v[4], VecI to[2])
{
    __m128i even = _mm_packus_epi16((__m128i)v[0], (__m128i)v[2]);
    __m128i odd = _mm_packus_epi16((__m128i)v[1], (__m128i)v[3]);

    to[0] = (VecI)_mm_unpacklo_epi8(even, odd);
    to[1] = (VecI)_mm_unpackhi_epi8(even, odd);
}

#define vec_join_bytes      vec_sse2_join_bytes

#define vec_sqrt_d(v)       ((VecD)_mm_sqrt_pd((__m128d)(v)))

#define vec_bits_i(m)       ((uint32_t)_mm_movemask_ps((__m128)(m)))
#define vec_bits_d(m)       ((uint32_t)_mm_movemask_pd((__m128d)(m)))
#define vec_bits_h(m)       vec_bits_8h(m)

#define vec_every_other_i(a, b, odd)                                    \
    ((VecI)((odd) ? _mm_shuffle_ps((__m128)(a), (__m128)(b), 0xdd) :    \
            _mm_shuffle_ps((__m128)(a), (__m128)(b), 0x88)))
#define vec_twice_i(v, n)                                           \
    ((VecI)((n) ? _mm_unpackhi_epi32((__m128i)(v), (__m128i)(v)) :  \
            _mm_unpacklo_epi32((__m128i)(v), (__m128i)(v))))

#endif /* VEC_LANES == 4 */

#endif /* VEC_SSE2_H */
