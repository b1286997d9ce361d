/*
 * Vectors of the host: types, and what GCC's vector extensions lack
 *
 * A text is built for each instruction set, with VEC_LANES 32-bit lanes, and
 * gives the same bits with all of them.  Each primitive has a text in
 * vec_generic.h, which needs nothing but the extensions; the header of an
 * instruction set defines macros with the same names where it knows better.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef VEC_H
#define VEC_H

/*
 * Where two algorithms are needed, a kernel asks in a plain "if":
 *
 *   VEC_LANES           16, 8 or 4
 *   VEC_HAS_LOOKUP      vec_lookup_i() and vec_lookup_2i() are quicker than
 *                       vec_gather_i()
 *   VEC_HAS_MASKS       vec_store_some_*() are single instructions
 *   VEC_HAS_FMA         vec_fma_d() is quicker than a division
 *
 * The last letter says what lanes are: i and u 32-bit integers, s and h 16-bit
 * ones, f singles, d doubles.  A mask has 0 or -1 in each lane; in bits, lane 0
 * is bit 0.  Memory needs no alignment.
 *
 *   vec_all_i f s d (x)         x in all lanes
 *   vec_ramp()                  0, 1, 2, ...
 *   vec_set_i(v, n, x)          lane n of *v becomes x
 *   vec_sel_i f s d (m, a, b)   a where the mask is set, else b
 *   vec_min_i s f d (a, b)      a < b ? a : b, so b if one is a NaN
 *   vec_max_i s f d (a, b)      a > b ? a : b
 *   vec_sar_i(v, n)             v >> n, of a scalar n
 *   vec_mul_16(a, b)            a * b of integers that 16 bits hold
 *   vec_madd_i(a, b)            signed halves: low * low + high * high
 *   vec_mul_round_s(a, b)       (a * b + 0x4000) >> 15, not of twice -0x8000
 *   vec_mul_high_h(a, b)        a * b >> 16
 *   vec_low_high(a, b)          low half of a, high half of b
 *   vec_join_halves(a, b)       low half of a, that of b as the high one
 *   vec_low_half(v)             sign-extended; vec_high_half(v)
 *   vec_join_bytes(v, to)       halves saturated to bytes: to[0] has v[0] and
 *                               above them v[1], to[1] v[2] and v[3]
 *
 *   vec_i_of_f(v)               truncated; in range.  vec_f_of_i(v)
 *   vec_floor_f(v)              as an integer; in range.  vec_floor_d(v)
 *   vec_round_f(v, n)           floor(v * n + 1/2), that sum not rounded; in
 *                               range, and n is a power of two
 *   vec_round_to_f(v, n, limit) the same, cut to -limit .. limit - 1, and limit
 *                               is another power of two; 0 for a NaN
 *   vec_flush_f(v)              denormals to a signed zero
 *   vec_flush_0_f(v)            denormals and zeros to plus zero
 *   vec_is_usual_f(v)           false if a lane is a NaN or denormal; may be
 *                               false else, where that is hard to tell
 *   vec_towards_zero(on)        between a call with true and one with false no
 *                               floats but of these six; what they read comes
 *                               from memory, and goes there:
 *   vec_add_z_f(a, b)           a + b towards zero; vec_mul_z_f(a, b),
 *                               vec_div_z_f(a, b).  Denormals are zeros, and a
 *                               result of zero is plus zero; from 0x1p127 up
 *                               they may be wrong, but so large or a NaN
 *   vec_plane_z_f(a, x, b, y, c)    a * x + b * y + c, each as these, below
 *                               0x1p127
 *   vec_unorm_z_f(v)            floor(v * 255 + 1/2), of 0 to 1
 *   vec_of_unorm_z_i(v)         v / 255 towards zero, of 0 to 255
 *   vec_truncate_d(v)           towards zero to what a single holds; less than
 *                               0x1p-126 to zero
 *   vec_sqrt_d(v); vec_fma_d(a, b, c)   a * b + c, rounded once
 *   vec_half_d(v, n)            singles of the lower half or, n = 1, the upper
 *   vec_join_d(low, high)       as singles; vec_join_half_i(low, high)
 *
 *   vec_bits_i h d (m)          the sign bits; vec_bits_8h(m)
 *   vec_less_h(a, b)            bits of a < b; vec_equal_h(a, b)
 *   vec_any_i(v)                is a bit set in any lane?
 *   vec_any_beyond_f(v, limit)  is any not between -limit and limit?
 *   vec_pext(v, mask)           bits of v that mask names, one after the other
 *   vec_pdep(v, mask)           the way back
 *
 *   vec_lookup_i(t, n)          lane n of t; vec_lookup_2i(t, u, n) of both
 *   vec_of_four_i(v, n)         lane n of each four, in all of these
 *   vec_every_other_i(a, b, odd)    lanes odd, odd + 2, ... of a, then of b
 *   vec_twice_i(v, n)           lanes of the lower or upper half, each twice
 *   vec_join_4i(part), vec_join_8h(part)    of vectors of 16 bytes
 *   vec_transpose_i(v)          four vectors: each four lanes of theirs are
 *                               rows, and become columns; vec_transpose_4f(v)
 *
 *   vec_load_i 4i (p), vec_store_i(p, v)
 *   vec_gather_i(p, n)          four bytes each at p + n
 *   vec_gather_2i(p, n, a, b)   eight: the first four to *a
 *   vec_load_some_4i(p, bits)   these lanes, no other byte; 0 in the others
 *   vec_load_some_8h(p, bits)   these lanes; 0 or memory in the others, none of
 *                               which is read if @bits is 0
 *   vec_store_some_i h 4i 8h 16h (p, v, bits)   the way back
 *   vec_compress_i(p, v, bits)  these lanes, one after the other; may write
 *                               VEC_LANES of them, whatever is behind; how many
 */

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__AVX512F__)
#define VEC_LANES   16
#elif defined(__AVX2__)
#define VEC_LANES   8
#else
#define VEC_LANES   4
#endif

#define VEC_TYPE(name, type, lanes) \
    typedef type name __attribute__((vector_size(sizeof(type) * (lanes))))

VEC_TYPE(VecI, int32_t, VEC_LANES);
VEC_TYPE(VecU, uint32_t, VEC_LANES);
VEC_TYPE(VecF, float, VEC_LANES);
VEC_TYPE(VecS, int16_t, 2 * VEC_LANES);
VEC_TYPE(VecH, uint16_t, 2 * VEC_LANES);
/* Half as many lanes, for doubles */
VEC_TYPE(VecHalfI, int32_t, VEC_LANES / 2);
VEC_TYPE(VecHalfF, float, VEC_LANES / 2);
VEC_TYPE(VecL, int64_t, VEC_LANES / 2);
VEC_TYPE(VecD, double, VEC_LANES / 2);
/* Of 16 and 32 bytes, whatever the width is */
VEC_TYPE(Vec4I, int32_t, 4);
VEC_TYPE(Vec4U, uint32_t, 4);
VEC_TYPE(Vec4F, float, 4);
VEC_TYPE(Vec8H, uint16_t, 8);
VEC_TYPE(Vec16H, uint16_t, 16);

#include "vec_generic.h"

#if defined(__AVX512F__)
#include "vec_avx512.h"
#elif defined(__AVX2__)
#include "vec_avx2.h"
#elif defined(__SSE2__)
#include "vec_sse2.h"
#elif defined(__ARM_NEON)
#include "vec_neon.h"
#endif

/* What is made of others */

#ifndef vec_less_h
#define vec_less_h(a, b)    vec_bits_h((VecH)((a) < (b)))
#define vec_equal_h(a, b)   vec_bits_h((VecH)((a) == (b)))
#endif
#ifndef vec_any_i
#define vec_any_i(v)        (vec_bits_i((v) != 0) != 0)
#endif
#ifndef vec_any_beyond_f
#define vec_any_beyond_f(v, limit) \
    vec_any_i((VecI)(((VecI)(v) & INT32_MAX) > (VecI)vec_all_f(limit) - 1))
#endif
#ifndef vec_round_f
#define vec_round_f(v, n)   ((vec_floor_f((v) * (2 * (n))) + 1) >> 1)

static inline VecI vec_round_to_f(VecF v, float n, float limit)
{
    VecF x = vec_min_f(v, vec_all_f((limit - 1) / n));

    return vec_round_f(vec_max_f(x, vec_all_f(-limit / n)), n) & (v == v);
}
#endif

#ifdef vec_towards_zero
/* Minus zero and zero are plus zero. */
#define vec_add_z_f(a, b)   ((a) + (b) + 0.0f)
#define vec_mul_z_f(a, b)   ((a) * (b) + 0.0f)
#define vec_div_z_f(a, b)   ((a) / (b) + 0.0f)
#define vec_plane_z_f(a, x, b, y, c)    ((a) * (x) + (b) * (y) + (c) + 0.0f)
#define vec_unorm_z_f(v)    vec_i_of_f((v) * 255.0f + 0.5f)
/* 1 / 255 in two parts: products of the first are exact, the second is above */
#define vec_of_unorm_z_i(v) \
    (vec_f_of_i(v) * 0x1.01p-8f + vec_f_of_i(v) * 0x1.010106p-24f)
#endif

#ifndef VEC_HAS_LOOKUP
#define VEC_HAS_LOOKUP      0
#endif
#ifndef VEC_HAS_MASKS
#define VEC_HAS_MASKS       0
#define VEC_HAS_FMA         0
#endif

#endif /* VEC_H */
