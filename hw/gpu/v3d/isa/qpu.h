/*
 * VideoCore IV 3D engine: QPU instructions
 * [VideoCore IV 3D Architecture Reference Guide, section 3]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_QPU_H
#define V3D_QPU_H

#include <stdbool.h>
#include <stdint.h>

#define V3D_LANES       16
#define V3D_QPU_BYTES   8

typedef enum V3dAddOp {
#define V3D_ADD_OP(code, NAME, name, sources, types, result, carry) \
    V3D_ADD_##NAME = code,
#include "qpu_ops.def"
    V3D_NUM_ADD_OPS = 32
} V3dAddOp;

typedef enum V3dMulOp {
#define V3D_MUL_OP(code, NAME, name, sources, types, result, carry) \
    V3D_MUL_##NAME = code,
#include "qpu_ops.def"
    V3D_NUM_MUL_OPS = 8
} V3dMulOp;

/* Types of an operation */
enum {
    V3D_OP_FLOAT_IN = 1,
    V3D_OP_FLOAT_OUT = 2,
};

typedef struct V3dOpRow {
    const char *name;           /* NULL: reserved */
    uint8_t sources, types;
} V3dOpRow;

extern const V3dOpRow v3d_add_ops[V3D_NUM_ADD_OPS];
extern const V3dOpRow v3d_mul_ops[V3D_NUM_MUL_OPS];

typedef enum V3dSig {
    V3D_SIG_BREAKPOINT,
    V3D_SIG_NONE,
    V3D_SIG_THREAD_SWITCH,
    V3D_SIG_PROGRAM_END,
    V3D_SIG_SCOREBOARD_WAIT,
    V3D_SIG_SCOREBOARD_UNLOCK,
    V3D_SIG_LAST_THREAD_SWITCH,
    V3D_SIG_LOAD_COVERAGE,
    V3D_SIG_LOAD_COLOUR,
    V3D_SIG_LOAD_COLOUR_END,
    V3D_SIG_LOAD_TMU0,
    V3D_SIG_LOAD_TMU1,
    V3D_SIG_LOAD_ALPHA,
    V3D_SIG_SMALL_IMM,
    V3D_SIG_LOAD_IMM,
    V3D_SIG_BRANCH,
} V3dSig;

/* Of the write of a lane */
typedef enum V3dCond {
    V3D_COND_NEVER,
    V3D_COND_ALWAYS,
    V3D_COND_ZS,
    V3D_COND_ZC,
    V3D_COND_NS,
    V3D_COND_NC,
    V3D_COND_CS,
    V3D_COND_CC,
} V3dCond;

/* Of a branch: 0 to 11 are all or any lanes' flag Z, N, C set or clear */
#define V3D_BRANCH_ALWAYS   15

/* Operand multiplexers; below: accumulators */
enum {
    V3D_MUX_A = 6,
    V3D_MUX_B = 7,              /* or the small immediate */
};

/* Addresses from 32 on, reading */
enum {
    V3D_READ_UNIFORM = 32,
    V3D_READ_VARYING = 35,
    V3D_READ_NUMBER = 38,       /* A: ELEMENT_NUMBER, B: QPU_NUMBER */
    V3D_READ_NOP = 39,
    V3D_READ_COORD = 41,        /* A: X, B: Y */
    V3D_READ_FLAGS = 42,        /* A: MS_FLAGS, B: REV_FLAG */
    V3D_READ_VPM = 48,
    V3D_READ_VPM_BUSY = 49,     /* A: load, B: store */
    V3D_READ_VPM_WAIT = 50,
    V3D_READ_MUTEX = 51,
};

/* Addresses from 32 on, writing */
enum {
    V3D_WRITE_R0 = 32,
    V3D_WRITE_TMU_NOSWAP = 36,
    V3D_WRITE_R5 = 37,          /* A: pixel 0 of each quad, B: element 0 */
    V3D_WRITE_HOST_INT = 38,
    V3D_WRITE_NOP = 39,
    V3D_WRITE_UNIFORMS = 40,
    V3D_WRITE_QUAD = 41,        /* A: X, B: Y */
    V3D_WRITE_FLAGS = 42,
    V3D_WRITE_TLB = 43,         /* stencil set-up, Z, colour, alpha mask */
    V3D_WRITE_TLB_LAST = 47,
    V3D_WRITE_VPM = 48,
    V3D_WRITE_VPM_SETUP = 49,   /* A: read, B: write */
    V3D_WRITE_VPM_ADDR = 50,    /* A: load, B: store */
    V3D_WRITE_MUTEX = 51,
    V3D_WRITE_SFU = 52,         /* RECIP, RECIPSQRT, EXP, LOG */
    V3D_WRITE_TMU0 = 56,        /* S, T, R, B */
    V3D_WRITE_TMU1 = 60,
};

/* Small immediates from here on rotate. */
#define V3D_SMALL_ROTATE_R5 48

typedef enum V3dQpuKind {
    V3D_QPU_ALU,
    V3D_QPU_LOAD_IMM,
    V3D_QPU_SEMAPHORE,
    V3D_QPU_BRANCH,
} V3dQpuKind;

/* How an immediate is loaded; others: as LOAD_32 [M] */
enum {
    V3D_LOAD_32 = 0,
    V3D_LOAD_SIGNED = 1,        /* two bits of each lane */
    V3D_LOAD_UNSIGNED = 3,
    V3D_LOAD_SEMAPHORE = 4,
};

/*
 * A decoded instruction.  Fields that its kind does not have are 0.  From
 * @kind to @imm they are the word's, which v3d_qpu_encode() puts together
 * again; the rest follows from them.
 */
typedef struct V3dQpuInst {
    uint8_t kind;
    uint8_t sig;
    uint8_t unpack;                     /* load: how */
    uint8_t pack;
    bool pm, sf, ws;
    uint8_t cond_add, cond_mul;
    uint8_t waddr_add, waddr_mul;
    uint8_t op_add, op_mul;
    uint8_t raddr_a, raddr_b;
    uint8_t add_a, add_b, mul_a, mul_b;
    uint8_t cond_branch;
    bool rel, reg;
    uint32_t imm;                       /* load, branch */

    bool small;                         /* raddr_b is an immediate */
    uint32_t small_value;
    uint8_t rotation;                   /* 0 to 15 lanes up */
    bool rotation_by_r5;
    bool rotation_in_quads;
    bool float_a;                       /* A unpacks to a float */
    bool sf_mul;                        /* flags are the mul ALU's */
} V3dQpuInst;

void v3d_qpu_decode(V3dQpuInst *inst, uint64_t word);
uint64_t v3d_qpu_encode(const V3dQpuInst *inst);
/* The bits of @word that mean something in its kind of instruction */
uint64_t v3d_qpu_meant(uint64_t word);

/* Value of small immediate @code, below 64 */
uint32_t v3d_small_value(unsigned code);
/* Its code, or -1 */
int v3d_small_code(uint32_t value);

static inline bool v3d_writes_file_a(const V3dQpuInst *inst, bool mul)
{
    return inst->ws == mul;
}

#endif /* V3D_QPU_H */
