/*
 * Tegra20 GR3D engine: fragment programs for strips: the ALU
 *
 * Numbers go through double, as in the reference.  Where all operands are
 * fx10, and nobody can see the sign of a zero, integers give the same: a
 * product of fx10 is an integer in units of 2^-16, and sums of a few of them
 * fit 32 bits: operands are below 1280 in magnitude.
 *
 * [tegra-gr3d.rst, Fragment pipe]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "hw/gpu/gr3d/isa/num.h"
#include "fp_regs.h"

enum {
#define FP_MOD(bit, name, text, expr) MOD_##name = 1 << bit,
#include "hw/gpu/gr3d/isa/fp_ops.def"
};

enum {
#define FP_ALU(code, name, text, expr) OPCODE_##name = code,
#include "hw/gpu/gr3d/isa/fp_ops.def"
};

enum {
#define FP_SCALE(code, name, text, expr) SCALE_##name = code,
#include "hw/gpu/gr3d/isa/fp_ops.def"
};

enum {
#define FP_CC(code, name, text, expr) CC_##name = code,
#include "hw/gpu/gr3d/isa/fp_ops.def"
};

typedef struct Operand {
    Gr3dVal val;                /* x or f20 */
    bool fx;
    uint8_t mods;
} Operand;

/* A slot at work: like Work of pipe/fp.c */
typedef struct Term {
    const Gr3dFpAlu *alu;
    Operand v[4];
    bool exact;                 /* integers will do */
    bool summed;                /* the neighbours' results are known: */
    Gr3dVal sum_t, sum_d;       /* exact, or not */
} Term;

/*
 * Integers
 */

static bool known(const Gr3dSsa *ssa, Gr3dVal val, int32_t n)
{
    int32_t bits;

    return gr3d_ssa_known(ssa, val, &bits) && bits == n;
}

static int32_t modified(int32_t n, unsigned mods)
{
    n = mods & MOD_ABS && n < 0 ? -n : n;
    n = mods & MOD_X2 ? 2 * n : n;
    n = mods & MOD_M1 ? n - GR3D_FX10_ONE : n;
    return mods & MOD_NEG ? -n : n;
}

static Gr3dVal with_mods(Gr3dSsa *ssa, Gr3dVal x, unsigned mods)
{
    int32_t n;

    if (!mods) {
        return x;
    }
    if (gr3d_ssa_known(ssa, x, &n)) {
        return gr3d_const_x(ssa, modified(n, mods));
    }
    return gr3d_ssa_add(ssa, (Gr3dStripOp) {
        .code = GR3D_STRIP_X_MODS, .src = { x }, .k = { mods },
    });
}

static Gr3dVal x_value(Gr3dSsa *ssa, const Operand *o)
{
    return with_mods(ssa, o->val, o->mods);
}

typedef struct Product {
    Gr3dVal a, b;               /* a = 0: it is 0; b = 0: a alone */
    bool negative;
    bool ranged;                /* a alone: in the range of fx10 */
} Product;

/* A negation is left to what becomes of the product */
static Product product(Gr3dSsa *ssa, const Operand *a, const Operand *b)
{
    Gr3dVal va = with_mods(ssa, a->val, a->mods & ~MOD_NEG);
    Gr3dVal vb = with_mods(ssa, b->val, b->mods & ~MOD_NEG);
    bool negative = (a->mods ^ b->mods) & MOD_NEG;

    if (known(ssa, va, 0) || known(ssa, vb, 0)) {
        return (Product) { 0 };
    }
    if (known(ssa, va, GR3D_FX10_ONE)) {
        return (Product) { vb, 0, negative, !(b->mods & ~MOD_NEG) };
    }
    if (known(ssa, vb, GR3D_FX10_ONE)) {
        return (Product) { va, 0, negative, !(a->mods & ~MOD_NEG) };
    }
    return (Product) { va, vb, negative };
}

/* The same without a negation outside */
static Product positive(Gr3dSsa *ssa, Product p)
{
    if (p.negative) {
        p.a = with_mods(ssa, p.a, MOD_NEG);
        p.negative = p.ranged = false;
    }
    return p;
}

static Gr3dVal t_value(Gr3dSsa *ssa, Product p)
{
    p = positive(ssa, p);
    return !p.a ? gr3d_const_int(ssa, 0) :
           p.b ? gr3d_op2(ssa, GR3D_STRIP_T_MUL, p.a, p.b) :
           gr3d_op1(ssa, GR3D_STRIP_T_OF_X, p.a);
}

/* Rounding and clamping of a slot's result */
static Gr3dVal x_op(Gr3dSsa *ssa, const Gr3dFpAlu *alu, Gr3dStripOp op)
{
    static const uint8_t shift[] = {
        [SCALE_X1] = 8, [SCALE_X2] = 7, [SCALE_X4] = 6, [SCALE_D2] = 9,
    };

    op.k[0] = shift[alu->scale];
    op.k[1] = 1 << (op.k[0] - 1);
    op.flags = alu->saturate ? GR3D_STRIP_SAT : 0;
    return gr3d_ssa_add(ssa, op);
}

static Gr3dVal x_alone(Gr3dSsa *ssa, const Gr3dFpAlu *alu, Gr3dVal x,
                       bool ranged)
{
    if (ranged && alu->scale == SCALE_X1 && !alu->saturate) {
        return x;
    }
    return x_op(ssa, alu, (Gr3dStripOp) {
        .code = GR3D_STRIP_X_MOV, .src = { x },
    });
}

static Gr3dVal x_one_product(Gr3dSsa *ssa, const Gr3dFpAlu *alu, Product p)
{
    p = positive(ssa, p);
    if (!p.a) {
        return gr3d_const_x(ssa, 0);
    }
    return !p.b ? x_alone(ssa, alu, p.a, p.ranged) :
           x_op(ssa, alu, (Gr3dStripOp) {
               .code = GR3D_STRIP_X_MUL, .src = { p.a, p.b },
           });
}

/* By [second is a product][first is]: the sum, first - second */
static const uint8_t sum_code[2][2][2] = {
    { { GR3D_STRIP_X_ADD, GR3D_STRIP_X_SUB },
      { GR3D_STRIP_X_MUL_ADD, GR3D_STRIP_X_MUL_SUB } },
    { { GR3D_STRIP_X_MUL_ADD, GR3D_STRIP_X_SUB_MUL },
      { GR3D_STRIP_X_MAD, GR3D_STRIP_X_MSUB } },
};

static Gr3dVal x_two_products(Gr3dSsa *ssa, const Gr3dFpAlu *alu, Product p,
                              Product q)
{
    Gr3dStripOp op = { 0 };

    if (p.negative) {
        const Product t = p;

        p = q;
        q = t;
    }
    p = positive(ssa, p);
    op.code = sum_code[q.b != 0][p.b != 0][q.negative];
    if (q.b && !p.b) {
        /* of a product and one value the product comes first */
        op.src[0] = q.a;
        op.src[1] = q.b;
        op.src[2] = p.a;
    } else {
        op.src[0] = p.a;
        op.src[1] = p.b ? p.b : q.a;
        op.src[2] = p.b ? q.a : 0;
        op.src[3] = p.b ? q.b : 0;
    }
    return x_op(ssa, alu, op);
}

static Gr3dVal x_mad(Gr3dSsa *ssa, const Gr3dFpAlu *alu, Product p, Product q)
{
    return !q.a ? x_one_product(ssa, alu, p) :
           !p.a ? x_one_product(ssa, alu, q) :
           x_two_products(ssa, alu, p, q);
}

/* What precedes rounding: t, or x that may be out of range */
typedef struct Exact {
    Gr3dVal val;
    bool is_t;
} Exact;

/* @code: for x, for t */
static Exact exact_min_max(Gr3dSsa *ssa, const Gr3dStripCode code[2], Product p,
                           Product q)
{
    bool is_t = p.b || q.b;

    if (is_t) {
        return (Exact) {
            gr3d_op2(ssa, code[1], t_value(ssa, p), t_value(ssa, q)), true,
        };
    }
    p = positive(ssa, p);
    q = positive(ssa, q);
    return (Exact) {
        gr3d_op2(ssa, code[0], p.a ? p.a : gr3d_const_x(ssa, 0),
                 q.a ? q.a : gr3d_const_x(ssa, 0)), false,
    };
}

static Exact exact_sel(Gr3dSsa *ssa, const Term *term, Product q)
{
    Gr3dVal a = x_value(ssa, &term->v[0]), b = x_value(ssa, &term->v[1]);
    Gr3dVal c;

    if (q.b) {
        b = gr3d_op1(ssa, GR3D_STRIP_T_OF_X, b);
        c = t_value(ssa, q);
    } else {
        q = positive(ssa, q);
        c = q.a ? q.a : gr3d_const_x(ssa, 0);
    }
    return (Exact) {
        gr3d_ssa_add(ssa, (Gr3dStripOp) {
            .code = q.b ? GR3D_STRIP_T_SEL : GR3D_STRIP_X_SEL,
            .src = { a, b, c },
        }), q.b != 0,
    };
}

/* The first product alone, or what the opcode makes of all operands */
static Exact exact(Gr3dSsa *ssa, const Term *term)
{
    static const Gr3dStripCode min[2] = { GR3D_STRIP_X_MIN, GR3D_STRIP_T_MIN };
    static const Gr3dStripCode max[2] = { GR3D_STRIP_X_MAX, GR3D_STRIP_T_MAX };
    Product p = product(ssa, &term->v[0], &term->v[1]);
    Product q = product(ssa, &term->v[2], &term->v[3]);

    switch (term->alu->opcode) {
    case OPCODE_MIN:
        return exact_min_max(ssa, min, p, q);
    case OPCODE_MAX:
        return exact_min_max(ssa, max, p, q);
    case OPCODE_CSEL:
        return exact_sel(ssa, term, q);
    default:
        break;
    }
    if (term->alu->two_products || !q.a) {
        return (Exact) { t_value(ssa, p), true };
    }
    return (Exact) {
        gr3d_op2(ssa, GR3D_STRIP_T_ADD, t_value(ssa, p), t_value(ssa, q)),
        true,
    };
}

static Exact exact_summed(Gr3dSsa *ssa, const Term *term)
{
    Product p = product(ssa, &term->v[0], &term->v[1]);

    return (Exact) {
        gr3d_op2(ssa, GR3D_STRIP_T_ADD, term->sum_t,
                 term->alu->recv ? t_value(ssa, p) : exact(ssa, term).val),
        true,
    };
}

static Gr3dVal exact_finish(Gr3dSsa *ssa, const Gr3dFpAlu *alu, Exact e)
{
    static const uint8_t cc_code[][2] = {
        [CC_EQ] = { GR3D_STRIP_X_EQ, GR3D_STRIP_T_EQ },
        [CC_GT] = { GR3D_STRIP_X_GT, GR3D_STRIP_T_GT },
        [CC_GE] = { GR3D_STRIP_X_GE, GR3D_STRIP_T_GE },
    };

    if (alu->cc) {
        return gr3d_op1(ssa, cc_code[alu->cc][e.is_t], e.val);
    }
    return !e.is_t ? x_alone(ssa, alu, e.val, false) :
           x_op(ssa, alu, (Gr3dStripOp) {
               .code = GR3D_STRIP_X_OF_T, .src = { e.val },
           });
}

static Gr3dVal exact_x(Gr3dSsa *ssa, const Term *term)
{
    const Gr3dFpAlu *alu = term->alu;
    Product p, q = { 0 };

    if (alu->opcode != OPCODE_MAD || alu->cc || term->summed) {
        return exact_finish(ssa, alu, term->summed ? exact_summed(ssa, term) :
                            exact(ssa, term));
    }
    p = product(ssa, &term->v[0], &term->v[1]);
    if (!alu->two_products) {
        q = product(ssa, &term->v[2], &term->v[3]);
    }
    return x_mad(ssa, alu, p, q);
}

static Gr3dVal exact_second(Gr3dSsa *ssa, const Term *term)
{
    Product q = product(ssa, &term->v[2], &term->v[3]);

    if (term->alu->cc) {
        return exact_finish(ssa, term->alu,
                            (Exact) { t_value(ssa, q), true });
    }
    return x_mad(ssa, term->alu, q, (Product) { 0 });
}

static Gr3dVal exact_nonzero(Gr3dSsa *ssa, const Term *term)
{
    static const uint8_t code[2][2] = {     /* by [saturate][t] */
        { GR3D_STRIP_X_NE, GR3D_STRIP_T_NE },
        { GR3D_STRIP_X_GT, GR3D_STRIP_T_GT },
    };
    Exact e = term->summed ? exact_summed(ssa, term) : exact(ssa, term);

    return term->alu->cc ? exact_finish(ssa, term->alu, e) :
           gr3d_op1(ssa, code[term->alu->saturate][e.is_t], e.val);
}

/*
 * Numbers
 */

/* The operand as f20; *@mods are left to be done */
static Gr3dVal f_value(Gr3dSsa *ssa, const Operand *o, unsigned *mods)
{
    int32_t n;
    Gr3dVal x;

    *mods = o->fx ? 0 : o->mods;
    if (!o->fx) {
        return o->val;
    }
    x = x_value(ssa, o);
    return gr3d_ssa_known(ssa, x, &n) ? gr3d_const_float(ssa, n / 256.0f) :
           gr3d_op1(ssa, GR3D_STRIP_F_OF_X, x);
}

/* Is it the same number, @bits as a single, in every draw? */
static bool known_number(Gr3dSsa *ssa, const Operand *o, int32_t *bits)
{
    unsigned mods;

    return gr3d_ssa_known(ssa, f_value(ssa, o, &mods), bits) && !mods;
}

#define BITS_ONE    0x3f800000
#define BITS_TWO    0x40000000

/* A or B, if the result is that plus 0 */
static const Operand *moved(Gr3dSsa *ssa, const Term *term)
{
    const Gr3dFpAlu *alu = term->alu;
    const Operand *v = term->v;
    int32_t c, d, one;

    if (alu->opcode != OPCODE_MAD || alu->two_products || term->summed ||
        alu->scale || alu->cc || !known_number(ssa, &v[2], &c) ||
        !known_number(ssa, &v[3], &d) || c != 0 || d < 0 || d >= BITS_TWO) {
        return NULL;
    }
    for (unsigned i = 0; i < 2; i++) {
        if (known_number(ssa, &v[i], &one) && one == BITS_ONE &&
            !(v[1 - i].mods & ~(MOD_ABS | MOD_NEG) && !v[1 - i].fx)) {
            return &v[1 - i];
        }
    }
    return NULL;
}

static Gr3dVal f_mov(Gr3dSsa *ssa, const Gr3dFpAlu *alu, const Operand *o)
{
    unsigned mods;
    Gr3dVal f = f_value(ssa, o, &mods);

    return gr3d_ssa_add(ssa, (Gr3dStripOp) {
        .code = GR3D_STRIP_F_MOV, .src = { f }, .k = { mods },
        .flags = alu->saturate ? GR3D_STRIP_SAT : 0,
    });
}

static Gr3dVal d_op(Gr3dSsa *ssa, const Term *term, Gr3dStripCode code)
{
    Gr3dStripOp op = { .code = code };
    uint32_t all = 0;
    unsigned mods;

    for (unsigned i = 0; i < 4; i++) {
        op.src[i] = f_value(ssa, &term->v[i], &mods);
        if (i == 2 && term->summed && term->alu->recv) {
            op.src[2] = term->sum_d;
            op.flags = GR3D_STRIP_C_DOUBLE;
            mods = term->alu->src[2].mods |
                   (term->alu->src[2].type == GR3D_FP_FP20 ? 0 :
                    GR3D_STRIP_PLUS_0);
        }
        all |= mods << (8 * i);
    }
    op.k[0] = all;
    return gr3d_ssa_add(ssa, op);
}

static Gr3dVal d_finish(Gr3dSsa *ssa, const Gr3dFpAlu *alu, Gr3dVal d)
{
    static const float factor[] = {
        [SCALE_X1] = 1, [SCALE_X2] = 2, [SCALE_X4] = 4, [SCALE_D2] = 0.5f,
    };
    Gr3dStripOp op = {
        .code = GR3D_STRIP_D_FINISH, .src = { d }, .k[1] = alu->cc,
        .flags = alu->saturate ? GR3D_STRIP_SAT : 0,
    };

    if (!alu->scale && !alu->cc && !alu->saturate) {
        return d;
    }
    memcpy(&op.k[0], &factor[alu->scale], sizeof(float));
    return gr3d_ssa_add(ssa, op);
}

/* The slot's result in double, before it is rounded */
static Gr3dVal d_result(Gr3dSsa *ssa, const Term *term)
{
    static const uint8_t code[] = {
        [OPCODE_MAD] = GR3D_STRIP_D_MAD, [OPCODE_MIN] = GR3D_STRIP_D_MIN,
        [OPCODE_MAX] = GR3D_STRIP_D_MAX, [OPCODE_CSEL] = GR3D_STRIP_D_SEL,
    };
    const Gr3dFpAlu *alu = term->alu;
    Gr3dVal d = d_op(ssa, term, alu->two_products ? GR3D_STRIP_D_AB :
                     code[alu->opcode]);

    if (term->summed && !alu->recv) {
        d = gr3d_op2(ssa, GR3D_STRIP_D_ADD, d, term->sum_d);
    }
    return d_finish(ssa, alu, d);
}

static Gr3dVal d_second(Gr3dSsa *ssa, const Term *term)
{
    return d_finish(ssa, term->alu, d_op(ssa, term, GR3D_STRIP_D_CD));
}

/*
 * Results
 */

static Gr3dVal result_x(Gr3dSsa *ssa, const Term *term)
{
    const Operand *o;

    if (term->exact) {
        return exact_x(ssa, term);
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

static Gr3dVal result_second(Gr3dSsa *ssa, const Term *term)
{
    return term->exact ? exact_second(ssa, term) :
           gr3d_op1(ssa, GR3D_STRIP_X_OF_D, d_second(ssa, term));
}

static Gr3dVal result_number(Gr3dSsa *ssa, const Term *term)
{
    const Operand *o = moved(ssa, term);

    return o ? f_mov(ssa, term->alu, o) :
           gr3d_op1(ssa, GR3D_STRIP_F20_OF_D, d_result(ssa, term));
}

static Gr3dVal result_nonzero(Gr3dSsa *ssa, const Term *term)
{
    return term->exact ? exact_nonzero(ssa, term) :
           gr3d_op1(ssa, GR3D_STRIP_NE_OF_D, d_result(ssa, term));
}

/* As the register alu0..alu3 */
static Gr3dFpReg as_number(Gr3dSsa *ssa, const Term *term)
{
    if (term->alu->fx10) {
        return (Gr3dFpReg) { .fx10 = result_x(ssa, term) };
    }
    return (Gr3dFpReg) { .number = result_number(ssa, term) };
}

/*
 * Steps
 */

static Operand operand(Gr3dLower *l, const Gr3dFpSource *src)
{
    Gr3dFpReg *reg = &l->file[src->at];

    switch ((Gr3dFpType)src->type) {
    case GR3D_FP_FX10:
        return (Operand) {
            gr3d_fp_reg_half(l->ssa, reg, src->shift), true, src->mods,
        };
    case GR3D_FP_ALU_FX10:
        return (Operand) {
            gr3d_fp_reg_rounded(l->ssa, reg), true, src->mods,
        };
    default:
        return (Operand) {
            gr3d_fp_reg_number(l->ssa, reg), false, src->mods,
        };
    }
}

static void eval_slot(Gr3dLower *l, const Gr3dFpPacket *packet, unsigned slot,
                      Term *term)
{
    Term *t = &term[slot];

    *t = (Term) { .alu = &packet->slot[slot], .exact = true };
    for (unsigned i = 0; i < 4; i++) {
        t->v[i] = operand(l, &t->alu->src[i]);
        t->exact &= t->v[i].fx;
    }
    if (packet->forwards) {
        l->file[GR3D_FP_OWN + slot] = as_number(l->ssa, t);
    }
}

/* Does the slot's own result need nothing but the sum of products? */
static bool plain(const Term *term)
{
    return term->exact && term->alu->opcode == OPCODE_MAD &&
           !term->alu->two_products;
}

static bool sum_is_exact(Gr3dSsa *ssa, const Term *term, const Term *to)
{
    unsigned sum = to->alu->sum;

    if (!plain(to) || (to->alu->recv &&
                       (to->v[2].mods || to->v[3].mods ||
                        !known(ssa, to->v[3].val, GR3D_FX10_ONE)))) {
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

/* What a slot gives to others: its result without theirs */
static Term own(const Term *term)
{
    Term t = *term;

    t.summed = false;
    return t;
}

/* Both ways: which one is read depends on who reads the result */
static void sum_slot(Gr3dSsa *ssa, unsigned slot, Term *term,
                     const Term *before)
{
    Term *to = &term[slot];
    Gr3dVal zero = gr3d_const_float(ssa, 0);

    to->exact = sum_is_exact(ssa, before, to);
    to->sum_t = gr3d_const_int(ssa, 0);
    to->sum_d = gr3d_op2(ssa, GR3D_STRIP_D_AB, zero, zero);
    for (unsigned i = 0; i < 4; i++) {
        Term t = own(&before[i]);

        if (!(to->alu->sum >> i & 1)) {
            continue;
        }
        to->sum_d = gr3d_op2(ssa, GR3D_STRIP_D_ADD, to->sum_d,
                             d_result(ssa, &t));
        if (to->exact) {
            to->sum_t = gr3d_op2(ssa, GR3D_STRIP_T_ADD, to->sum_t,
                                 exact(ssa, &t).val);
        }
    }
    to->summed = true;
}

static void write_reg(Gr3dLower *l, const Term *term, Gr3dFpReg *reg)
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

static void write_slot(Gr3dLower *l, const Term *term)
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
    Term term[4] = { 0 }, before[4] = { 0 };
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
