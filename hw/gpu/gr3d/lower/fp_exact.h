/*
 * Tegra20 GR3D engine: a slot of the fragment ALU that is being lowered
 *
 * Where all operands are fx10, and the sign of a zero is not seen, integers
 * give what the reference's doubles give: a product of fx10 is an integer in
 * units of 2^-16, and sums of a few of them fit 32 bits, as operands are below
 * 1280 in magnitude.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_FP_EXACT_H
#define GR3D_FP_EXACT_H

#include "fp_regs.h"

/* Modifiers that kernels of fx10 have */
enum {
    GR3D_FP_MODS_FX10 = 0
#define FP_MOD(bit, name, member, low, d, before, after, fx10, expr) \
                        | fx10 << bit
#include "hw/gpu/gr3d/isa/fp_ops.def"
};

typedef struct Gr3dAluOperand {
    Gr3dVal val;                /* x or f20 */
    bool fx;
    uint8_t mods;
} Gr3dAluOperand;

/* A product a * b; a alone if b is 0; 0 if a is */
typedef struct Gr3dProduct {
    Gr3dVal a, b;
    bool negative;
    bool ranged;                /* a alone: in the range of fx10 */
    bool test;                  /* a alone: 1 or 0 */
    Gr3dVal negated;            /* -a, if it is known */
} Gr3dProduct;

/* An exact result before rounding */
typedef struct Gr3dExact {
    Gr3dProduct p, q;           /* the sum of both, or */
    Gr3dVal t;                  /* this, if it is not 0 */
} Gr3dExact;

/* A slot that is being lowered, as Work of pipe/fp.c */
typedef struct Gr3dAluTerm {
    const Gr3dFpAlu *alu;
    Gr3dAluOperand v[4];
    bool exact;                 /* integers give the result: */
    Gr3dExact own, second;      /* without the other slots' results */
    bool summed;                /* the other slots' results are known: */
    Gr3dVal sum_t, sum_d;       /* exact, or not */
} Gr3dAluTerm;

static inline bool gr3d_val_is(const Gr3dSsa *ssa, Gr3dVal val, int32_t n)
{
    int32_t bits;

    return gr3d_ssa_known(ssa, val, &bits) && bits == n;
}

/* Is the operand's value an integer that kernels of fx10 can take? */
static inline bool gr3d_operand_is_fx10(const Gr3dAluOperand *o)
{
    return o->fx && !(o->mods & ~GR3D_FP_MODS_FX10);
}

/* The factors of scales */
extern const float gr3d_fp_factor[];

/* Set term->exact, ->own and ->second from the term's operands. */
void gr3d_exact_evaluate(Gr3dSsa *ssa, Gr3dAluTerm *term);

/* Return an exact term's result as x, with the other slots' if summed. */
Gr3dVal gr3d_exact_result(Gr3dSsa *ssa, Gr3dAluTerm *term);
/* Return the result of the second product. */
Gr3dVal gr3d_exact_second(Gr3dSsa *ssa, Gr3dAluTerm *term);
/* Return 1 if the result is not zero (saturated: above zero), else 0. */
Gr3dVal gr3d_exact_nonzero(Gr3dSsa *ssa, Gr3dAluTerm *term);
/* Return the term's own result as t. */
Gr3dVal gr3d_exact_own(Gr3dSsa *ssa, const Gr3dAluTerm *term);

#endif /* GR3D_FP_EXACT_H */
