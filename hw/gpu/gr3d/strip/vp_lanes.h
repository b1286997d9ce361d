/*
 * Tegra20 GR3D engine: vertex programs for strips
 *
 * A straight-line program becomes a list of operations on vectors, each of
 * which has one component of a value for up to 64 vertices.  Lowering does not
 * depend on the host's vectors; strip/vp.c.inc has a kernel for each code.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_VP_LANES_H
#define GR3D_VP_LANES_H

#include "hw/gpu/gr3d/isa/vp_decode.h"

/* One code per row of vp_ops.def, or per component of an EACH row */
typedef enum Gr3dVpCode {
#define EACH_CODE(unit, n) \
    GR3D_VPC_##unit##_##n##_X, GR3D_VPC_##unit##_##n##_Y, \
    GR3D_VPC_##unit##_##n##_Z, GR3D_VPC_##unit##_##n##_W,
#define VP_VEC_MAP(op, n, r, e)             GR3D_VPC_VEC_##n,
#define VP_VEC_ALL(op, n, r, e)             GR3D_VPC_VEC_##n,
#define VP_VEC_EACH(op, n, r, x, y, z, w)   EACH_CODE(VEC, n)
#define VP_VEC_ADDR(op, n, r, e)            GR3D_VPC_VEC_##n,
#define VP_SCL_MAP(op, n, e)                GR3D_VPC_SCL_##n,
#define VP_SCL_ALL(op, n, e)                GR3D_VPC_SCL_##n,
#define VP_SCL_EACH(op, n, x, y, z, w)      EACH_CODE(SCL, n)
#include "hw/gpu/gr3d/isa/vp_ops.def"
#undef EACH_CODE
    GR3D_VPC_NEG,               /* of src 0, likewise the next ones */
    GR3D_VPC_ABS,
    GR3D_VPC_NEG_ABS,
    GR3D_VPC_SATURATE,
    GR3D_VPC_CLASSIFY,          /* the condition state */
    GR3D_VPC_TEST,              /* of a state with k[0]: -1 passed, or 0 */
    GR3D_VPC_BLEND,             /* src 0 ? src 1 : src 2 */
    GR3D_VPC_IS_EXPORT,         /* k[0] + address src 0 is k[1]: -1, or 0 */
    GR3D_VPC_AND,               /* of masks */
    GR3D_VPC_CHECK_EXPORT,      /* decline unless k[0] + address src 0 is one */
    GR3D_VPC_CONST,             /* constant k[0] + address src 0, comp. k[1] */
    GR3D_VPC_CHECK_CONST,       /* decline unless it may be read */
    GR3D_VPC_ATTR,              /* the same for attributes */
    GR3D_VPC_CHECK_ATTR,
    GR3D_VPC_NUM_CODES
} Gr3dVpCode;

/*
 * Places: vectors of constants have room for GR3D_VPP_UNIT bytes, others for
 * 64 lanes, which is GR3D_VPP_LANES of them.
 */
#define GR3D_VPP_UNIT       64
#define GR3D_VPP_LANES      4
#define GR3D_VPP_UNIFORM    0x8000  /* flag: the same in all lanes */

/* Sources of a row: A.x .. A.w, B.x .., C.x ..; MAP: x of each; ADDR: below */
enum {
    GR3D_VPS_A = 0,
    GR3D_VPS_B = 4,
    GR3D_VPS_C = 8,
    GR3D_VPS_ADDR = 4,
    GR3D_VPS_ADDR_PAIR = 5,
    GR3D_VPS_NUM = 12,
};

typedef struct Gr3dVpLaneOp {
    uint8_t code;
    uint16_t dst;               /* place */
    uint16_t src[GR3D_VPS_NUM]; /* places, as far as the code reads them */
    int16_t k[2];
} Gr3dVpLaneOp;

/* A component of a constant register with sign bit operations, or a literal */
typedef struct Gr3dVpUniform {
    int16_t comp;               /* 4 * register + component; -1: none */
    uint32_t keep, flip;        /* (bits & keep) ^ flip */
} Gr3dVpUniform;

typedef struct Gr3dVpLanes {
    unsigned executed;          /* instructions of a vertex */
    unsigned units;             /* all places, in GR3D_VPP_UNIT bytes */
    unsigned num_uniforms;      /* places 0 .. */
    unsigned num_ops;
    uint16_t attr_mask[GR3D_NUM_ATTRIBS];   /* components that are read */
    uint16_t attr[GR3D_NUM_ATTRIBS][4];     /* their places */
    uint16_t attr_base;         /* of all in order, if CODE_ATTR is used */
    uint16_t out[GR3D_VP_EXPORTS][4];       /* of enabled exports */
    Gr3dVpUniform *uniform;
    Gr3dVpLaneOp *op;
} Gr3dVpLanes;

#endif /* GR3D_VP_LANES_H */
