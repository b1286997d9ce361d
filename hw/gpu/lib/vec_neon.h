/*
 * Vectors of the host: the primitive of vec.h that NEON has and GCC's
 * extensions do not give
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef VEC_NEON_H
#define VEC_NEON_H

#include <arm_neon.h>

#define vec_mul_round_s(a, b) \
    ((VecS)vqrdmulhq_s16((int16x8_t)(a), (int16x8_t)(b)))

#endif /* VEC_NEON_H */
