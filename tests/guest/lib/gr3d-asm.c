/*
 * A small assembler for the GR3D shader units
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "gr3d-asm.h"

/* ---- vertex program [tegra-gr3d.rst, Vertex program] */

void vp_set(VpInst *inst, unsigned low, unsigned width, uint32_t value)
{
    for (unsigned i = 0; i < width; i++) {
        unsigned bit = low + i;
        uint32_t *w = &inst->w[3 - bit / 32];
        uint32_t mask = 1u << (bit % 32);

        *w = (value >> i) & 1 ? *w | mask : *w & ~mask;
    }
}

static const struct {
    unsigned swizzle, index, type;      /* lowest bit of each field */
} vp_src_pos[] = {
    [VP_SRC_A] = { 63, 57, 55 },
    [VP_SRC_B] = { 46, 40, 38 },
    [VP_SRC_C] = { 29, 23, 21 },
};

void vp_src(VpInst *inst, VpSrc src, VpType type, unsigned index,
            unsigned swizzle)
{
    vp_set(inst, vp_src_pos[src].swizzle, 8, swizzle);
    vp_set(inst, vp_src_pos[src].type, 2, type);
    /* one attribute and one constant port serve all three operands */
    switch (type) {
    case VP_TEMP:
        vp_set(inst, vp_src_pos[src].index, 6, index);
        break;
    case VP_ATTRIB:
        vp_set(inst, 72, 4, index);
        break;
    case VP_CONST:
        vp_set(inst, 76, 10, index);
        break;
    }
}

VpInst vp_nop(void)
{
    VpInst i = { { 0 } };

    vp_set(&i, 106, 3, 7);              /* predicate less, equal, greater */
    vp_set(&i, 98, 8, VP_IDENTITY);     /* ... of the components in order */
    vp_set(&i, 111, 6, 63);             /* no vector temporary */
    vp_set(&i, 7, 6, 63);               /* no scalar temporary */
    vp_set(&i, 2, 5, 31);               /* no export */
    vp_src(&i, VP_SRC_A, VP_ATTRIB, 0, VP_IDENTITY);
    vp_src(&i, VP_SRC_B, VP_ATTRIB, 0, VP_IDENTITY);
    vp_src(&i, VP_SRC_C, VP_ATTRIB, 0, VP_IDENTITY);
    return i;
}

VpInst vp_export(VpVecOp op, unsigned row, unsigned mask)
{
    VpInst i = vp_nop();

    vp_set(&i, 126, 1, 1);              /* the vector result is exported */
    vp_set(&i, 86, 5, op);
    vp_set(&i, 13, 4, mask);
    vp_set(&i, 2, 5, row);
    return i;
}

VpInst vp_temp(VpVecOp op, unsigned reg, unsigned mask)
{
    VpInst i = vp_nop();

    vp_set(&i, 111, 6, reg);
    vp_set(&i, 86, 5, op);
    vp_set(&i, 13, 4, mask);
    return i;
}

void vp_end(VpInst *inst)
{
    vp_set(inst, 0, 1, 1);
}

/* ---- multi-function unit [tegra-gr3d.rst, MFU] */

enum {
    SFU_RCP = 1,
    SFU_REG_RW = 4,             /* interpolated 1/w */
    MUL_SFU = 10,
    MUL_COEF0 = 11,
    MUL_COEF1 = 12,
    MUL_TO_WEIGHT = 1,
};

FpWord64 mfu_varyings(unsigned row, const MfuOp op[4])
{
    FpWord64 m;

    m.hi = SFU_REG_RW << 26 | SFU_RCP << 22 |
           MUL_TO_WEIGHT << 19 | MUL_COEF1 << 15 | MUL_SFU << 11 |
           MUL_TO_WEIGHT << 8 | MUL_COEF0 << 4 | MUL_SFU;
    m.lo = 0;
    for (unsigned i = 0; i < 4; i++) {
        if (op[i]) {
            m.lo |= (row << 3 | op[i] << 1) << (7 * i);
        }
    }
    return m;
}

FpWord64 mfu_perspective(unsigned row, unsigned columns)
{
    MfuOp op[4] = { MFU_NOTHING };

    for (unsigned i = 0; i < columns; i++) {
        op[i] = MFU_FP20;
    }
    return mfu_varyings(row, op);
}

/* ---- ALU [tegra-gr3d.rst, ALU] */

enum {
    OPERAND_NEGATE = 1 << 1,
    OPERAND_FX10 = 1 << 3,
    OPERAND_MINUS_ONE = 1 << 4,
    OPERAND_HIGH = 1 << 5,
};

static AluOperand operand(unsigned reg, uint32_t flags)
{
    AluOperand o = { reg << 6 | flags };

    return o;
}

AluOperand alu_fp20(unsigned reg)
{
    return operand(reg, 0);
}

AluOperand alu_low(unsigned reg)
{
    return operand(reg, OPERAND_FX10);
}

AluOperand alu_high(unsigned reg)
{
    return operand(reg, OPERAND_FX10 | OPERAND_HIGH);
}

AluOperand alu_neg(AluOperand o)
{
    o.bits |= OPERAND_NEGATE;
    return o;
}

AluOperand alu_minus_one(AluOperand o)
{
    o.bits |= OPERAND_MINUS_ONE;
    return o;
}

FpWord64 alu_mad(unsigned dst, unsigned halves, AluOperand a, AluOperand b,
                 AluOperand c)
{
    FpWord64 s;

    s.hi = dst << 15 | (halves & ALU_HIGH ? 1 << 14 : 0) |
           (halves & ALU_LOW ? 1 << 13 : 0) | a.bits;
    s.lo = b.bits << 19 | c.bits << 6;
    return s;
}

FpWord64 alu_mov(unsigned dst, unsigned halves, AluOperand a)
{
    return alu_mad(dst, halves, a, alu_high(ALU_REG_CONST),
                   alu_low(ALU_REG_CONST));
}

FpWord64 alu_with_d(FpWord64 slot, uint32_t flags)
{
    slot.lo |= flags;
    return slot;
}

FpWord64 alu_not_negative(FpWord64 slot)
{
    slot.hi |= 3 << 22;
    return slot;
}

FpWord64 alu_nop(void)
{
    return alu_mad(ALU_REG_CONST, ALU_WHOLE, alu_high(ALU_REG_CONST),
                   alu_low(ALU_REG_CONST), alu_low(ALU_REG_CONST));
}

/* ---- the rest */

/* Bit 3 is set in every known load. */
uint32_t pseq_load(unsigned surface, unsigned pair)
{
    return 1 << 23 | surface << 16 | 1 << 3 | pair << 1;
}

uint32_t tex_fetch(unsigned unit, unsigned coord_pair, unsigned result_pair)
{
    return 1 << 10 | result_pair << 5 | coord_pair << 4 | unit;
}

uint32_t dw_store(unsigned surface, unsigned pair)
{
    return 1 << 17 | pair << 15 | surface << 2 | 1;
}

uint32_t fp_schedule(unsigned first, unsigned count)
{
    return first << 2 | count;
}

FpWord64 linker_route(unsigned row, unsigned tram, uint32_t route)
{
    FpWord64 l = { tram << 9 | row << 3, route };

    return l;
}

FpWord64 linker_fp20(unsigned row, unsigned tram)
{
    return linker_route(row, tram, LINK_ROUTE(LINK_FP20(0), LINK_FP20(1),
                                              LINK_FP20(2), LINK_FP20(3)));
}

FpWord64 linker_sprite(FpWord64 link)
{
    link.hi |= 1 << 18 | 2 << 22;
    return link;
}
