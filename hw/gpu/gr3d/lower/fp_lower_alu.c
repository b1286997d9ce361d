/*
 * Tegra20 GR3D engine: fragment programs for strips: the ALU
 *
 * Numbers go through double, as in the reference, unless fp_exact.c can do it
 * in integers.
 *
 * [tegra-gr3d.rst, Fragment pipe]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "hw/gpu/gr3d/isa/num.h"
#include "fp_exact.h"

/*
 * Numbers
 */

/* Return the operand as f20; *@mods are still to be done. */
static Gr3dVal f_value(Gr3dSsa *ssa, const Gr3dAluOperand *o, unsigned *mods)
{
    int32_t n;
    Gr3dVal x;

    *mods = gr3d_operand_is_fx10(o) ? 0 : o->mods;
    if (!o->fx) {
        return o->val;
    }
    /* modifiers that are left to doubles: fixed point has no -0 */
    *mods |= *mods ? GR3D_STRIP_PLUS_0 : 0;
    x = *mods ? o->val : gr3d_x_mods(ssa, o->val, o->mods);
    return gr3d_ssa_known(ssa, x, &n) ? gr3d_const_float(ssa, n / 256.0f) :
           gr3d_op1(ssa, GR3D_STRIP_F_OF_X, x);
}

/* Is the operand the same number, @bits as a single, in every draw? */
static bool known_number(Gr3dSsa *ssa, const Gr3dAluOperand *o, int32_t *bits)
{
    unsigned mods;

    return gr3d_ssa_known(ssa, f_value(ssa, o, &mods), bits) && !mods;
}

#define BITS_ONE    0x3f800000
#define BITS_TWO    0x40000000

/* Return A or B if the result is that plus 0, else NULL. */
static const Gr3dAluOperand *moved(Gr3dSsa *ssa, const Gr3dAluTerm *term)
{
    const Gr3dFpAlu *alu = term->alu;
    const Gr3dAluOperand *v = term->v;
    int32_t c, d, one;
    unsigned mods;

    if (alu->opcode != GR3D_FP_ALU_MAD || alu->two_products || term->summed ||
        alu->scale || alu->cc || !known_number(ssa, &v[2], &c) ||
        !known_number(ssa, &v[3], &d) || c != 0 || d < 0 || d >= BITS_TWO) {
        return NULL;
    }
    for (unsigned i = 0; i < 2; i++) {
        f_value(ssa, &v[1 - i], &mods);
        if (known_number(ssa, &v[i], &one) && one == BITS_ONE &&
            !(mods & ~(GR3D_FP_MOD_ABS | GR3D_FP_MOD_NEG))) {
            return &v[1 - i];
        }
    }
    return NULL;
}

static Gr3dVal f_mov(Gr3dSsa *ssa, const Gr3dFpAlu *alu,
                     const Gr3dAluOperand *o)
{
    unsigned mods;
    Gr3dVal f = f_value(ssa, o, &mods);

    return gr3d_ssa_add(ssa, (Gr3dStripOp) {
        .code = GR3D_STRIP_F_MOV, .src = { f }, .k = { mods },
        .flags = alu->saturate ? GR3D_STRIP_SAT : 0,
    });
}

static Gr3dVal d_op(Gr3dSsa *ssa, const Gr3dAluTerm *term, Gr3dStripCode code)
{
    Gr3dStripOp op = { .code = code };

    for (unsigned i = 0; i < 4; i++) {
        bool sum = i == 2 && term->summed && term->alu->recv;
        const Gr3dFpSource *src = &term->alu->src[i];
        Gr3dStripOp mod = { .code = GR3D_STRIP_D_MODS };
        unsigned mods;

        op.src[i] = f_value(ssa, &term->v[i], &mods);
        if (sum) {
            op.src[i] = term->sum_d;
            mods = src->mods |
                   (src->type == GR3D_FP_FP20 ? 0 : GR3D_STRIP_PLUS_0);
        }
        op.k[0] |= (sum || mods) << i;
        if (mods) {
            mod.src[0] = op.src[i];
            mod.k[0] = mods;
            mod.k[1] = sum;
            op.src[i] = gr3d_ssa_add(ssa, mod);
        }
    }
    return gr3d_ssa_add(ssa, op);
}

static Gr3dVal d_finish(Gr3dSsa *ssa, const Gr3dFpAlu *alu, Gr3dVal d)
{
    Gr3dStripOp op = {
        .code = GR3D_STRIP_D_FINISH, .src = { d }, .k[1] = alu->cc,
        .flags = alu->saturate ? GR3D_STRIP_SAT : 0,
    };

    if (!alu->scale && !alu->cc && !alu->saturate) {
        return d;
    }
    memcpy(&op.k[0], &gr3d_fp_factor[alu->scale], sizeof(float));
    return gr3d_ssa_add(ssa, op);
}

/* Return the slot's result in double, before it is rounded. */
static Gr3dVal d_result(Gr3dSsa *ssa, const Gr3dAluTerm *term)
{
    static const uint8_t code[] = {
#define FP_ALU(op, name, text, expr) [op] = GR3D_STRIP_D_##name,
#include "hw/gpu/gr3d/isa/fp_ops.def"
    };
    const Gr3dFpAlu *alu = term->alu;
    Gr3dVal d = d_op(ssa, term, alu->two_products ? GR3D_STRIP_D_AB :
                     code[alu->opcode]);

    if (term->summed && !alu->recv) {
        d = gr3d_op2(ssa, GR3D_STRIP_D_ADD, d, term->sum_d);
    }
    return d_finish(ssa, alu, d);
}

static Gr3dVal d_second(Gr3dSsa *ssa, const Gr3dAluTerm *term)
{
    return d_finish(ssa, term->alu, d_op(ssa, term, GR3D_STRIP_D_CD));
}

/*
 * Results
 */

static Gr3dVal result_x(Gr3dSsa *ssa, Gr3dAluTerm *term)
{
    const Gr3dAluOperand *o;

    if (term->exact) {
        return gr3d_exact_result(ssa, term);
    }
    o = moved(ssa, term);
    if (o && !o->fx && !o->mods) {
        return gr3d_ssa_add(ssa, (Gr3dStripOp) {
            .code = GR3D_STRIP_X_OF_F, .src = { o->val },
            .flags = term->alu->saturate ? GR3D_STRIP_SAT : 0,
        });
    }
    return o ? gr3d_op1(ssa, GR3D_STRIP_X_OF_F, f_mov(ssa, term->alu, o)) :
           gr3d_op1(ssa, GR3D_STRIP_X_OF_D, d_result(ssa, term));
}

static Gr3dVal result_second(Gr3dSsa *ssa, Gr3dAluTerm *term)
{
    return term->exact ? gr3d_exact_second(ssa, term) :
           gr3d_op1(ssa, GR3D_STRIP_X_OF_D, d_second(ssa, term));
}

static Gr3dVal result_number(Gr3dSsa *ssa, const Gr3dAluTerm *term)
{
    const Gr3dAluOperand *o = moved(ssa, term);

    return o ? f_mov(ssa, term->alu, o) :
           gr3d_op1(ssa, GR3D_STRIP_F20_OF_D, d_result(ssa, term));
}

static Gr3dVal result_nonzero(Gr3dSsa *ssa, Gr3dAluTerm *term)
{
    return term->exact ? gr3d_exact_nonzero(ssa, term) :
           gr3d_op1(ssa, GR3D_STRIP_NE_OF_D, d_result(ssa, term));
}

/* Return the result as the register alu0..alu3 has it. */
static Gr3dFpReg as_number(Gr3dSsa *ssa, Gr3dAluTerm *term)
{
    if (term->alu->fx10) {
        return (Gr3dFpReg) { .fx10 = result_x(ssa, term) };
    }
    return (Gr3dFpReg) { .number = result_number(ssa, term) };
}

/*
 * Steps
 */

static Gr3dAluOperand operand(Gr3dLower *l, const Gr3dFpSource *src)
{
    Gr3dFpReg *reg = &l->file[src->at];

    switch ((Gr3dFpType)src->type) {
    case GR3D_FP_FX10:
        return (Gr3dAluOperand) {
            gr3d_fp_reg_half(l->ssa, reg, src->shift), true, src->mods,
        };
    case GR3D_FP_ALU_FX10:
        return (Gr3dAluOperand) {
            gr3d_fp_reg_rounded(l->ssa, reg), true, src->mods,
        };
    default:
        return (Gr3dAluOperand) {
            gr3d_fp_reg_number(l->ssa, reg), false, src->mods,
        };
    }
}

static void eval_slot(Gr3dLower *l, const Gr3dFpPacket *packet, unsigned slot,
                      Gr3dAluTerm *term)
{
    Gr3dAluTerm *t = &term[slot];

    *t = (Gr3dAluTerm) { .alu = &packet->slot[slot] };
    for (unsigned i = 0; i < 4; i++) {
        t->v[i] = operand(l, &t->alu->src[i]);
    }
    gr3d_exact_evaluate(l->ssa, t);
    if (packet->forwards) {
        l->file[GR3D_FP_OWN + slot] = as_number(l->ssa, t);
    }
}

/* Does the slot's own result need nothing but the sum of products? */
static bool plain(const Gr3dAluTerm *term)
{
    return term->exact && term->alu->opcode == GR3D_FP_ALU_MAD &&
           !term->alu->two_products;
}

static bool sum_is_exact(Gr3dSsa *ssa, const Gr3dAluTerm *term,
                         const Gr3dAluTerm *to)
{
    unsigned sum = to->alu->sum;

    if (!plain(to) || (to->alu->recv &&
                       (to->v[2].mods || to->v[3].mods ||
                        !gr3d_val_is(ssa, to->v[3].val, GR3D_FX10_ONE)))) {
        return false;
    }
    for (unsigned i = 0; i < 4; i++) {
        const Gr3dFpAlu *alu = term[i].alu;

        if (sum >> i & 1 &&
            (!plain(&term[i]) || alu->scale || alu->cc || alu->saturate)) {
            return false;
        }
    }
    return true;
}

/* Return the term without the other slots' results, as it is added to these. */
static Gr3dAluTerm own(const Gr3dAluTerm *term)
{
    Gr3dAluTerm t = *term;

    t.summed = false;
    return t;
}

/* Sum up exactly and in doubles: the reader of the result selects. */
static void sum_slot(Gr3dSsa *ssa, unsigned slot, Gr3dAluTerm *term,
                     const Gr3dAluTerm *before)
{
    Gr3dAluTerm *to = &term[slot];
    Gr3dVal zero = gr3d_const_float(ssa, 0);

    to->exact = sum_is_exact(ssa, before, to);
    to->sum_t = gr3d_const_int(ssa, 0);
    to->sum_d = gr3d_op2(ssa, GR3D_STRIP_D_AB, zero, zero);
    for (unsigned i = 0; i < 4; i++) {
        Gr3dAluTerm t = own(&before[i]);

        if (!(to->alu->sum >> i & 1)) {
            continue;
        }
        to->sum_d = gr3d_op2(ssa, GR3D_STRIP_D_ADD, to->sum_d,
                             d_result(ssa, &t));
        if (to->exact) {
            to->sum_t = gr3d_op2(ssa, GR3D_STRIP_T_ADD, to->sum_t,
                                 gr3d_exact_own(ssa, &t));
        }
    }
    to->summed = true;
}

static void write_reg(Gr3dLower *l, Gr3dAluTerm *term, Gr3dFpReg *reg)
{
    const Gr3dFpAlu *alu = term->alu;
    Gr3dVal first, second;

    if (alu->two_products) {
        first = result_x(l->ssa, term);
        second = result_second(l->ssa, term);
        *reg = (Gr3dFpReg) {
            .low = alu->shift ? second : first,
            .high = alu->shift ? first : second,
        };
    } else if (alu->fx10) {
        gr3d_fp_reg_set_half(l->ssa, reg, alu->shift,
                             result_x(l->ssa, term));
    } else {
        *reg = (Gr3dFpReg) { .number = result_number(l->ssa, term) };
    }
}

static void write_slot(Gr3dLower *l, Gr3dAluTerm *term)
{
    const Gr3dFpAlu *alu = term->alu;
    Gr3dFpReg *reg = &l->file[alu->dst];

    switch ((Gr3dFpTarget)alu->target) {
    case GR3D_FP_TO_REG:
        write_reg(l, term, reg);
        break;
    case GR3D_FP_TO_CR:
        gr3d_fp_reg_set_half(l->ssa, reg, alu->shift,
                             result_nonzero(l->ssa, term));
        break;
    case GR3D_FP_TO_KILL:
        gr3d_op1(l->ssa, GR3D_STRIP_KILL, result_nonzero(l->ssa, term));
        l->kills = true;
        break;
    case GR3D_FP_TO_NOTHING:
        break;
    }
}

void gr3d_lower_packet(Gr3dLower *l, const Gr3dFpPacket *packet)
{
    Gr3dAluTerm term[4] = { 0 }, before[4] = { 0 };
    bool summing = false;

    for (unsigned i = 0; packet->constants && i < 3; i++) {
        gr3d_fp_reg_bits(&l->file[GR3D_FP_IMM + i], packet->imm[i]);
    }
    for (unsigned i = 0; i < packet->num_steps; i++) {
        unsigned slot = packet->step[i].slot;

        switch ((Gr3dFpStepKind)packet->step[i].kind) {
        case GR3D_FP_EVAL:
            eval_slot(l, packet, slot, term);
            break;
        case GR3D_FP_SUM:
            if (!summing) {
                memcpy(before, term, sizeof(before));
                summing = true;
            }
            sum_slot(l->ssa, slot, term, before);
            break;
        case GR3D_FP_WRITE:
            write_slot(l, &term[slot]);
            break;
        case GR3D_FP_RESULT:
            l->file[GR3D_FP_ALU + slot] = as_number(l->ssa, &term[slot]);
            break;
        }
    }
    if (packet->constants) {
        gr3d_fp_reg_bits(&l->file[GR3D_FP_ALU + 3], 0);
    }
}
