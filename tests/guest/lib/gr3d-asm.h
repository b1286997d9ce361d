/*
 * A small assembler for the GR3D shader units, as C functions
 *
 * One function per kind of instruction; the layouts are those of
 * [tegra-gr3d.rst, Vertex program] and [tegra-gr3d.rst, Fragment program].
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GUEST_GR3D_ASM_H
#define GUEST_GR3D_ASM_H

#include <stdbool.h>
#include <stdint.h>

/* ---- vertex program: 128-bit words, w[0] = bits 127..96 is uploaded first */

typedef struct VpInst {
    uint32_t w[4];
} VpInst;

typedef enum VpType {
    VP_TEMP = 1,
    VP_ATTRIB = 2,
    VP_CONST = 3,
} VpType;

typedef enum VpVecOp {
    VP_NOP = 0,
    VP_MOV = 1,
    VP_MUL = 2,
    VP_ADD = 3,                 /* A + C */
    VP_MAD = 4,
    VP_DP3 = 5,
    VP_DP4 = 7,
    VP_MAX = 10,
} VpVecOp;

typedef enum VpSrc {
    VP_SRC_A,
    VP_SRC_B,
    VP_SRC_C,
} VpSrc;

enum {
    VP_X = 8,
    VP_Y = 4,
    VP_Z = 2,
    VP_W = 1,
    VP_XYZW = 15,
};

/* swizzle: two bits per component, x in the highest */
#define VP_SWIZZLE(x, y, z, w)  ((x) << 6 | (y) << 4 | (z) << 2 | (w))
#define VP_IDENTITY             VP_SWIZZLE(0, 1, 2, 3)
#define VP_ALL(component)       ((component) * 0x55)

/* Set bits [low + width - 1 : low] of an instruction. */
void vp_set(VpInst *inst, unsigned low, unsigned width, uint32_t value);
/* An instruction that does nothing: no result, unused operands harmless. */
VpInst vp_nop(void);
/* export[@row].@mask <- op(...); operands are set by vp_src() */
VpInst vp_export(VpVecOp op, unsigned row, unsigned mask);
/* R[@reg].@mask <- op(...) */
VpInst vp_temp(VpVecOp op, unsigned reg, unsigned mask);
void vp_src(VpInst *inst, VpSrc src, VpType type, unsigned index,
            unsigned swizzle);
void vp_end(VpInst *inst);

/* ---- fragment program: multi-function unit, 64 bits, high word first */

typedef struct FpWord64 {
    uint32_t hi, lo;
} FpWord64;

/*
 * Weights for perspective-correct interpolation (reciprocal of 1/w times the
 * two rasteriser coefficients), then columns 0..@columns-1 of TRAM row @row as
 * fp20 into r0 ...
 */
FpWord64 mfu_perspective(unsigned row, unsigned columns);
/* The same, each column j as @op[j] says. */
typedef enum MfuOp {
    MFU_NOTHING,
    MFU_FP20,
    MFU_FX10,                   /* two in one register */
} MfuOp;

FpWord64 mfu_varyings(unsigned row, const MfuOp op[4]);

/* ---- fragment program: one of the four slots of an ALU packet */

typedef struct AluOperand {
    uint32_t bits;              /* 13 bits */
} AluOperand;

enum {
    ALU_REG_GLOBAL = 16,        /* kept from EXEC to EXEC */
    ALU_REG_CONST = 31,         /* .l = 0, .h = 1.0 */
    ALU_REG_UNIFORM = 32,
    ALU_REG_KILL = 76,
};

AluOperand alu_fp20(unsigned reg);
AluOperand alu_low(unsigned reg);
AluOperand alu_high(unsigned reg);
AluOperand alu_neg(AluOperand o);
AluOperand alu_minus_one(AluOperand o);

/* Halves of the destination register that are written (fx10). */
enum {
    ALU_LOW = 1,
    ALU_HIGH = 2,
    ALU_WHOLE = 3,              /* fp20 */
};

/* dst <- a * b + c */
FpWord64 alu_mad(unsigned dst, unsigned halves, AluOperand a, AluOperand b,
                 AluOperand c);
/* dst <- a */
FpWord64 alu_mov(unsigned dst, unsigned halves, AluOperand a);

/*
 * dst <- a * b + c * d: d is the register of b or c once more, read with flags
 * of its own.
 */
enum {
    ALU_D_FP20 = 1 << 2,
    ALU_D_FROM_C = 1 << 5,
    ALU_D_HIGH_MINUS_ONE = 1 << 4 | 1 << 3 | 1 << 2 | 1 << 0,
};

FpWord64 alu_with_d(FpWord64 slot, uint32_t flags);
/* dst <- 1 if the result is at least zero, else 0 */
FpWord64 alu_not_negative(FpWord64 slot);
FpWord64 alu_nop(void);

/* ---- destination fetch: surface pixel to register pair */
uint32_t pseq_load(unsigned surface, unsigned pair);

/* ---- texture fetch: coordinates from one register pair, texel to another */
uint32_t tex_fetch(unsigned unit, unsigned coord_pair, unsigned result_pair);

/* ---- data write: four fx10 of register pair @pair (0: r0,r1; 1: r2,r3) */
uint32_t dw_store(unsigned surface, unsigned pair);

/* A schedule entry: @count instructions from @first */
uint32_t fp_schedule(unsigned first, unsigned count);

/* The linker instruction that takes export row @row to TRAM row @tram as is */
FpWord64 linker_fp20(unsigned row, unsigned tram);

/*
 * Component n of export row @row to TRAM row @tram as the nibble n of @route
 * says.
 */
#define LINK_LOW(column)    (4 | (column))
#define LINK_HIGH(column)   (8 | (column))
#define LINK_FP20(column)   (12 | (column))
#define LINK_ROUTE(x, y, z, w)  ((x) | (y) << 4 | (z) << 8 | (w) << 12)

FpWord64 linker_route(unsigned row, unsigned tram, uint32_t route);
/* For points: S in place of component 0, T in place of component 1 */
FpWord64 linker_sprite(FpWord64 link);

#endif
