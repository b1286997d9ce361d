/*
 * Vectors of the host: the primitives of vec.h that NEON has and GCC's
 * extensions do not give
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef VEC_NEON_H
#define VEC_NEON_H

#include <arm_neon.h>

#define vec_mul_round_s(a, b) \
    ((VecS)vqrdmulhq_s16((int16x8_t)(a), (int16x8_t)(b)))

#ifdef __aarch64__

/* Denormals are zeros, rounding mode */
static inline void vec_neon_towards_zero(bool on)
{
    asm volatile("msr fpcr, %0" : : "r"(on ? 1ul << 24 | 3ul << 22 : 0ul)
                 : "memory");
}

#define vec_towards_zero    vec_neon_towards_zero

#endif

#endif /* VEC_NEON_H */
