/*
 * VideoCore IV 3D engine: the QPU's numbers
 * [as the authors of vc4asm, VC4C and V3DLib measured them]
 *
 * Everything is bits in, bits out, and the same on every host: integers, and
 * IEEE operations of double one by one (no contraction).
 *
 * Addition, subtraction, multiplication and conversion truncate the exact
 * result [exact: M].  Denormal operands are +0, and denormal results.  An
 * exponent of 255 is infinity, whatever the mantissa; overflow gives it [M].
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_NUM_H
#define V3D_NUM_H

#include <stdbool.h>
#include <stdint.h>
#include "hw/gpu/lib/bits.h"

#define V3D_FLOAT_INF   0x7f800000u
#define V3D_FLOAT_SIGN  0x80000000u
#define V3D_FLOAT_ONE   0x3f800000u

/* The float towards zero from @v; not for NaN */
uint32_t v3d_truncate(double v);
/* Operand of an operation: no denormal, no NaN */
double v3d_operand(uint32_t bits);

uint32_t v3d_fadd(uint32_t a, uint32_t b);
uint32_t v3d_fmul(uint32_t a, uint32_t b);
/* In the order of minimum and maximum: NaN of either sign is outermost. */
bool v3d_fgt(uint32_t a, uint32_t b);
uint32_t v3d_ftoi(uint32_t a);
uint32_t v3d_itof(uint32_t a);

uint32_t v3d_half_to_float(uint32_t half);
/* Away from zero */
uint32_t v3d_float_to_half(uint32_t bits);
/* @byte / 255 */
uint32_t v3d_unorm_to_float(uint32_t byte);
/* Clamped, half up */
uint32_t v3d_float_to_unorm(uint32_t bits);

/* Special functions [V3D_SFU_*] */
typedef enum V3dSfu {
    V3D_SFU_RECIP,
    V3D_SFU_RECIPSQRT,
    V3D_SFU_EXP,
    V3D_SFU_LOG,
} V3dSfu;

uint32_t v3d_sfu(V3dSfu function, uint32_t a);

/* Of LOG: chords of the mantissa, between ends of 16 bits */
#define V3D_SFU_CHORDS  32
extern const uint32_t v3d_log_ends[V3D_SFU_CHORDS + 1];

#endif /* V3D_NUM_H */
