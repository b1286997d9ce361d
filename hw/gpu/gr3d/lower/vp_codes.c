/*
 * Tegra20 GR3D engine: vertex programs for strips: what operations read
 *
 * The rows of vp_ops.def say what they read, with primitives that unite the
 * sets of their operands.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "vp_lower.h"

#define ADD(x, y)           ((x) | (y))
#define MUL(x, y)           ((x) | (y))
#define ABS(x)              (x)
#define SEL(c, x, y)        ((c) | (x) | (y))
#define LT(x, y)            ((x) | (y))
#define LE(x, y)            ((x) | (y))
#define EQ(x, y)            ((x) | (y))
#define NE(x, y)            ((x) | (y))
#define MIN(x, y)           ((x) | (y))
#define MAX(x, y)           ((x) | (y))
#define CLAMP(v, lo, hi)    ((v) | (lo) | (hi))
#define FLOOR(x)            (x)
#define FRACT(x)            (x)
#define SIGN(x)             (x)
#define COPYSIGN(x, s)      ((x) | (s))
#define RCP(x)              (x)
#define RSQ(x)              (x)
#define LG2(x)              (x)
#define EX2(x)              (x)
#define POW(x, y)           ((x) | (y))
#define SIN(x)              (x)
#define COS(x)              (x)
#define EXPONENT(x)         (x)
#define MANTISSA(x)         (x)
#define ROUND_EVEN(x)       (x)
#define TO_ADDR(x)          (x)
#define ADDR_ADD(x, y)      ((x) | (y))
#define K(v)                0

#define A                   (1 << GR3D_VPS_A)
#define B                   (1 << GR3D_VPS_B)
#define C                   (1 << GR3D_VPS_C)
#define AX                  (1 << GR3D_VPS_A)
#define AY                  (2 << GR3D_VPS_A)
#define AZ                  (4 << GR3D_VPS_A)
#define AW                  (8 << GR3D_VPS_A)
#define BX                  (1 << GR3D_VPS_B)
#define BY                  (2 << GR3D_VPS_B)
#define BZ                  (4 << GR3D_VPS_B)
#define BW                  (8 << GR3D_VPS_B)
#define CX                  (1 << GR3D_VPS_C)
#define CY                  (2 << GR3D_VPS_C)
#define CW                  (8 << GR3D_VPS_C)
#define S                   CX
#define ADDR                (1 << GR3D_VPS_ADDR)
#define ADDR_PAIR           (1 << GR3D_VPS_ADDR_PAIR)

#define READS(c, e)         [GR3D_VPC_##c] = e,
#define READS_EACH(c, x, y, z, w) \
    READS(c##_X, x) READS(c##_Y, y) READS(c##_Z, z) READS(c##_W, w)

#define VP_VEC_MAP(op, n, r, e)             READS(VEC_##n, e)
#define VP_VEC_ALL(op, n, r, e)             READS(VEC_##n, e)
#define VP_VEC_EACH(op, n, r, x, y, z, w)   READS_EACH(VEC_##n, x, y, z, w)
#define VP_VEC_ADDR(op, n, r, e)            READS(VEC_##n, e)
#define VP_SCL_MAP(op, n, e)                READS(SCL_##n, e)
#define VP_SCL_ALL(op, n, e)                READS(SCL_##n, e)
#define VP_SCL_EACH(op, n, x, y, z, w)      READS_EACH(SCL_##n, x, y, z, w)

const uint16_t gr3d_vp_code_reads[GR3D_VPC_NUM_CODES] = {
#include "hw/gpu/gr3d/isa/vp_ops.def"
    [GR3D_VPC_NEG] = 1,
    [GR3D_VPC_ABS] = 1,
    [GR3D_VPC_NEG_ABS] = 1,
    [GR3D_VPC_SATURATE] = 1,
    [GR3D_VPC_CLASSIFY] = 1,
    [GR3D_VPC_TEST] = 1,
    [GR3D_VPC_BLEND] = 7,
    [GR3D_VPC_IS_EXPORT] = 1,
    [GR3D_VPC_AND] = 3,
    [GR3D_VPC_CHECK_EXPORT] = 1,
    [GR3D_VPC_CONST] = 1,
    [GR3D_VPC_CHECK_CONST] = 1,
    [GR3D_VPC_ATTR] = 1,
    [GR3D_VPC_CHECK_ATTR] = 1,
};
