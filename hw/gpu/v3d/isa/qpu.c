/*
 * VideoCore IV 3D engine: QPU instructions
 * [VideoCore IV 3D Architecture Reference Guide, figure 3]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stddef.h>
#include "qpu.h"

#define FLOAT_IN    V3D_OP_FLOAT_IN
#define FLOAT_OUT   V3D_OP_FLOAT_OUT

const V3dOpRow v3d_add_ops[V3D_NUM_ADD_OPS] = {
#define V3D_ADD_OP(code, NAME, name, sources, types, result, carry) \
    [code] = { #name, sources, types },
#include "qpu_ops.def"
};

const V3dOpRow v3d_mul_ops[V3D_NUM_MUL_OPS] = {
#define V3D_MUL_OP(code, NAME, name, sources, types, result, carry) \
    [code] = { #name, sources, types },
#include "qpu_ops.def"
};

/* A field of the word and of V3dQpuInst */
typedef struct Field {
    uint8_t first, bits, offset;
} Field;

#define FIELD(first, bits, name) { first, bits, offsetof(V3dQpuInst, name) }

static const Field common_fields[] = {
    FIELD(60, 4, sig), FIELD(44, 1, ws),
    FIELD(38, 6, waddr_add), FIELD(32, 6, waddr_mul), { 0 }
};

static const Field result_fields[] = {
    FIELD(57, 3, unpack), FIELD(56, 1, pm), FIELD(52, 4, pack),
    FIELD(49, 3, cond_add), FIELD(46, 3, cond_mul), FIELD(45, 1, sf), { 0 }
};

static const Field alu_fields[] = {
    FIELD(29, 3, op_mul), FIELD(24, 5, op_add),
    FIELD(18, 6, raddr_a), FIELD(12, 6, raddr_b),
    FIELD(9, 3, add_a), FIELD(6, 3, add_b),
    FIELD(3, 3, mul_a), FIELD(0, 3, mul_b), { 0 }
};

static const Field branch_fields[] = {
    FIELD(52, 4, cond_branch), FIELD(51, 1, rel), FIELD(50, 1, reg),
    FIELD(45, 5, raddr_a), { 0 }
};

/* Fields of each kind; all but ALU have an immediate, too. */
static const Field *const kind_fields[][3] = {
    [V3D_QPU_ALU] = { common_fields, result_fields, alu_fields },
    [V3D_QPU_LOAD_IMM] = { common_fields, result_fields },
    [V3D_QPU_SEMAPHORE] = { common_fields, result_fields },
    [V3D_QPU_BRANCH] = { common_fields, branch_fields },
};

static V3dQpuKind kind_of(uint64_t word)
{
    switch (word >> 60) {
    case V3D_SIG_BRANCH:
        return V3D_QPU_BRANCH;
    case V3D_SIG_LOAD_IMM:
        return (word >> 57 & 7) == V3D_LOAD_SEMAPHORE ? V3D_QPU_SEMAPHORE :
               V3D_QPU_LOAD_IMM;
    default:
        return V3D_QPU_ALU;
    }
}

static uint64_t field_mask(const Field *f)
{
    return ((1ull << f->bits) - 1) << f->first;
}

static void decode_fields(V3dQpuInst *inst, const Field *f, uint64_t word)
{
    for (; f->bits; f++) {
        ((uint8_t *)inst)[f->offset] = (word & field_mask(f)) >> f->first;
    }
}

static uint64_t encode_fields(const V3dQpuInst *inst, const Field *f)
{
    uint64_t word = 0;

    for (; f->bits; f++) {
        word |= (uint64_t)((const uint8_t *)inst)[f->offset] << f->first;
    }
    return word;
}

uint64_t v3d_qpu_encode(const V3dQpuInst *inst)
{
    const Field *const *fields = kind_fields[inst->kind];
    uint64_t word = inst->kind == V3D_QPU_ALU ? 0 : inst->imm;

    for (unsigned i = 0; i < 3 && fields[i]; i++) {
        word |= encode_fields(inst, fields[i]);
    }
    return word;
}

uint64_t v3d_qpu_meant(uint64_t word)
{
    V3dQpuKind kind = kind_of(word);
    uint64_t mask = kind == V3D_QPU_ALU ? 0 : UINT32_MAX;

    for (unsigned i = 0; i < 3 && kind_fields[kind][i]; i++) {
        for (const Field *f = kind_fields[kind][i]; f->bits; f++) {
            mask |= field_mask(f);
        }
    }
    return mask;
}

/* 0..15, -16..-1, 1.0..128.0, 2^-8..2^-1; a code that rotates reads so, too */
uint32_t v3d_small_value(unsigned code)
{
    if (code < 16) {
        return code;
    }
    if (code < 32) {
        return code - 32;
    }
    if (code < 48) {
        return (code < 40 ? 127 + code - 32 : 127 - 8 + code - 40) << 23;
    }
    return code - 64;
}

int v3d_small_code(uint32_t value)
{
    for (unsigned code = 0; code < V3D_SMALL_ROTATE_R5; code++) {
        if (v3d_small_value(code) == value) {
            return code;
        }
    }
    return -1;
}

/* A full rotation needs both operands in r0 to r3. */
static void decode_small(V3dQpuInst *inst)
{
    inst->small = true;
    inst->small_value = v3d_small_value(inst->raddr_b);
    inst->rotation_by_r5 = inst->raddr_b == V3D_SMALL_ROTATE_R5;
    if (inst->raddr_b > V3D_SMALL_ROTATE_R5) {
        inst->rotation = inst->raddr_b - V3D_SMALL_ROTATE_R5;
    }
    inst->rotation_in_quads = inst->mul_a > 3 || inst->mul_b > 3;
}

static bool reads(const V3dOpRow *row, unsigned mux, unsigned a, unsigned b)
{
    return (row->sources > 0 && a == mux) || (row->sources > 1 && b == mux);
}

static void decode_alu(V3dQpuInst *inst)
{
    const V3dOpRow *add = &v3d_add_ops[inst->op_add];
    const V3dOpRow *mul = &v3d_mul_ops[inst->op_mul];

    inst->float_a =
        (add->types & FLOAT_IN && reads(add, V3D_MUX_A, inst->add_a,
                                        inst->add_b)) ||
        (mul->types & FLOAT_IN && reads(mul, V3D_MUX_A, inst->mul_a,
                                        inst->mul_b));
    inst->sf_mul = inst->op_add == V3D_ADD_NOP;
    if (inst->sig == V3D_SIG_SMALL_IMM) {
        decode_small(inst);
    }
}

void v3d_qpu_decode(V3dQpuInst *inst, uint64_t word)
{
    const Field *const *fields = kind_fields[kind_of(word)];

    *inst = (V3dQpuInst) { .kind = kind_of(word) };
    for (unsigned i = 0; i < 3 && fields[i]; i++) {
        decode_fields(inst, fields[i], word);
    }
    if (inst->kind == V3D_QPU_ALU) {
        decode_alu(inst);
    } else {
        inst->imm = (uint32_t)word;
    }
}
