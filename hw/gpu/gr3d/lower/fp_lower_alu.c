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

#define MOD_ABS     GR3D_FP_MOD_ABS
#define MOD_NEG     GR3D_FP_MOD_NEG

enum {
    MODS_FX10 = 0
#define FP_MOD(bit, name, member, low, d, before, after, fx10, expr) \
                        | fx10 << bit
#include "hw/gpu/gr3d/isa/fp_ops.def"
};

typedef struct Operand {
    Gr3dVal val;                /* x or f20 */
    bool fx;
    uint8_t mods;
} Operand;

/* What scales multiply by */
#define P_K(c)      (c)
#define P_MUL(a, b) ((a) * (b))
#define T           1

static const float factor[] = {
#define FP_SCALE(code, name, text, expr) [code] = expr,
#include "hw/gpu/gr3d/isa/fp_ops.def"
};

#undef P_K
#undef P_MUL
#undef T

/* A product, or a alone if b is 0, or 0 if a is */
typedef struct Product {
    Gr3dVal a, b;
    bool negative;
    bool ranged;                /* a alone: in the range of fx10 */
    bool test;                  /* a alone: 1 or 0 */
    Gr3dVal negated;            /* -a, if it is known */
} Product;

/* What integers hold before it is rounded */
typedef struct Exact {
    Product p, q;               /* the sum of both, or */
    Gr3dVal t;                  /* this, if it is not 0 */
} Exact;

/* A slot at work: like Work of exec_ref_fp.c */
typedef struct Term {
    const Gr3dFpAlu *alu;
    Operand v[4];
    bool exact;                 /* integers will do: */
    Exact own, second;          /* without the neighbours' results */
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

/* Is its value an integer that kernels of fx10 can take? */
static bool in_fx10(const Operand *o)
{
    return o->fx && !(o->mods & ~MODS_FX10);
}

static Gr3dVal x_value(Gr3dSsa *ssa, const Operand *o)
{
    return gr3d_x_mods(ssa, o->val, o->mods);
}

/* A negation is left to what becomes of the value */
static Exact exact_operand(Gr3dSsa *ssa, const Operand *o)
{
    unsigned mods = o->mods & ~MOD_NEG;
    Gr3dVal a = gr3d_x_mods(ssa, o->val, mods);

    return known(ssa, a, 0) ? (Exact) { 0 } : (Exact) {
        .p = {
            .a = a, .negative = o->mods & MOD_NEG, .ranged = !mods,
            .negated = x_value(ssa, o),
        },
    };
}

static Product negative(Product p)
{
    p.negative = !p.negative;
    p.negated = 0;
    return p;
}

/* The same without a negation outside */
static Product positive(Gr3dSsa *ssa, Product p)
{
    if (p.negative) {
        p.a = p.negated ? p.negated : p.a ? gr3d_x_mods(ssa, p.a, MOD_NEG) : 0;
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

/* What a result in units of 2^-16 is shifted by; 0: that would not do it */
static unsigned shift_of(const Gr3dFpAlu *alu)
{
    int unit = 256 / factor[alu->scale];

    return unit > 1 && !(unit & (unit - 1)) &&
           unit * factor[alu->scale] == 256 ? __builtin_ctz(unit) : 0;
}

/* Rounding and clamping of a slot's result */
static Gr3dVal x_op(Gr3dSsa *ssa, const Gr3dFpAlu *alu, Gr3dStripOp op)
{
    op.k[0] = shift_of(alu);
    op.k[1] = 1 << (op.k[0] - 1);
    op.flags = alu->saturate ? GR3D_STRIP_SAT : 0;
    return gr3d_ssa_add(ssa, op);
}

static unsigned factors(Product p)
{
    return !p.a ? 0 : p.b ? 2 : 1;
}

/* The sum of both */
static Gr3dVal x_sum(Gr3dSsa *ssa, const Gr3dFpAlu *alu, Product p, Product q)
{
    static const uint8_t code[3][3][2] = {      /* by factors; p - q */
        [1] = { { GR3D_STRIP_X_MOV }, { GR3D_STRIP_X_ADD, GR3D_STRIP_X_SUB },
                { GR3D_STRIP_X_MUL_ADD, GR3D_STRIP_X_SUB_MUL } },
        [2] = { { GR3D_STRIP_X_MUL },
                { GR3D_STRIP_X_MUL_ADD, GR3D_STRIP_X_MUL_SUB },
                { GR3D_STRIP_X_MAD, GR3D_STRIP_X_MSUB } },
    };
    bool swap = !p.a || (p.negative && q.a);
    Product plus = positive(ssa, swap ? q : p), other = swap ? p : q;
    bool product_last = factors(other) > factors(plus);
    Product first = product_last ? other : plus;
    Product second = product_last ? plus : other;

    if (!plus.a) {
        return gr3d_const_x(ssa, 0);
    }
    if (!plus.b && !other.a && plus.ranged && !alu->scale && !alu->saturate) {
        return plus.a;
    }
    return x_op(ssa, alu, (Gr3dStripOp) {
        .code = code[factors(plus)][factors(other)][other.a && other.negative],
        .src = {
            first.a, first.b ? first.b : second.a,
            first.b ? second.a : 0, second.b,
        },
    });
}

/*
 * The primitives of fp_ops.def, exact.  Where they are not, doubles have to do
 * the slot.
 */

static Exact exact_x(Gr3dVal x)
{
    return (Exact) { .p.a = x };
}

static bool is_x(Exact e)
{
    return !e.t && !e.p.b && !e.q.a;
}

static Gr3dVal x_of(Gr3dSsa *ssa, Exact e)
{
    Product p = positive(ssa, e.p);

    return p.a ? p.a : gr3d_const_x(ssa, 0);
}

static Gr3dVal t_of(Gr3dSsa *ssa, Exact e)
{
    return e.t ? e.t : !e.q.a ? t_value(ssa, e.p) :
           gr3d_op2(ssa, GR3D_STRIP_T_ADD, t_value(ssa, e.p),
                    t_value(ssa, e.q));
}

static Exact exact_mul(Gr3dSsa *ssa, Term *term, Exact x, Exact y)
{
    bool sign = x.p.negative != y.p.negative;

    term->exact &= is_x(x) && is_x(y);
    if (!x.p.a || !y.p.a) {
        return (Exact) { 0 };
    }
    if (known(ssa, x.p.a, GR3D_FX10_ONE)) {
        x = y;
    } else if (!known(ssa, y.p.a, GR3D_FX10_ONE)) {
        x.p.b = y.p.a;
    }
    x.p = x.p.negative == sign ? x.p : negative(x.p);
    return x;
}

static Exact exact_add(Gr3dSsa *ssa, Exact x, Exact y)
{
    if (x.t || x.q.a || y.t || y.q.a) {
        return (Exact) {
            .t = gr3d_op2(ssa, GR3D_STRIP_T_ADD, t_of(ssa, x), t_of(ssa, y)),
        };
    }
    return (Exact) { .p = x.p, .q = y.p };
}

static Exact exact_neg(Term *term, Exact x)
{
    term->exact &= !x.t;
    return (Exact) { .p = negative(x.p), .q = negative(x.q) };
}

/* Of x, or if that is not what both are, of t; @c, if there, comes first */
static Exact exact_op(Gr3dSsa *ssa, Gr3dStripCode of_x, Gr3dStripCode of_t,
                      Gr3dVal c, Exact x, Exact y)
{
    bool both = is_x(x) && is_x(y);
    Gr3dVal a = both ? x_of(ssa, x) : t_of(ssa, x);
    Gr3dVal b = both ? x_of(ssa, y) : t_of(ssa, y);
    Gr3dVal val = gr3d_ssa_add(ssa, (Gr3dStripOp) {
        .code = both ? of_x : of_t,
        .src = { c ? c : a, c ? a : b, c ? b : 0 },
    });

    return both ? exact_x(val) : (Exact) { .t = val };
}

/* 1 or 0 */
static Exact exact_test(Gr3dSsa *ssa, Gr3dStripCode of_x, Gr3dStripCode of_t,
                        Exact x)
{
    return (Exact) {
        .p.a = is_x(x) ? gr3d_op1(ssa, of_x, x_of(ssa, x)) :
               gr3d_op1(ssa, of_t, t_of(ssa, x)),
        .p.ranged = true, .p.test = true,
    };
}

/* Conditions are values of the form x, below 0 if they hold */
static Exact exact_less(Term *term, Exact x)
{
    term->exact &= is_x(x);
    x.p.test = false;
    return x;
}

static Exact exact_bool(Term *term, Exact condition)
{
    term->exact &= condition.p.test;
    return exact_neg(term, condition);
}

#define TEST(name, x)       exact_neg(term, exact_test(ssa,             \
                                GR3D_STRIP_X_##name, GR3D_STRIP_T_##name, x))
#define P_K(c)              (term->exact &= (int)(256 * (c)) == 256 * (c), \
                             exact_x(gr3d_const_x(ssa, 256 * (c))))
#define P_ADD(x, y)         exact_add(ssa, x, y)
#define P_SUB(x, y)         exact_add(ssa, x, exact_neg(term, y))
#define P_MUL(x, y)         exact_mul(ssa, term, x, y)
#define OP(name, c, x, y)   exact_op(ssa, GR3D_STRIP_X_##name,           \
                                     GR3D_STRIP_T_##name, c, x, y)
#define P_MIN(x, y)         OP(MIN, 0, x, y)
#define P_MAX(x, y)         OP(MAX, 0, x, y)
#define P_ABS(x)            P_MAX(x, P_NEG(x))
#define P_NEG(x)            exact_neg(term, x)
#define P_LT0(x)            exact_less(term, x)
#define P_EQ0(x)            TEST(EQ, x)
#define P_GT0(x)            TEST(GT, x)
#define P_GE0(x)            TEST(GE, x)
#define P_BOOL(cond)        exact_bool(term, cond)
#define P_SEL(cond, x, y)   OP(SEL, x_of(ssa, cond), x, y)

static Exact opcode(Gr3dSsa *ssa, Term *term, Exact A, Exact B, Exact C,
                    Exact D)
{
    switch (term->alu->opcode) {
#define FP_ALU(code, name, text, expr) case code: return expr;
#include "hw/gpu/gr3d/isa/fp_ops.def"
    }
    return A;
}

static Exact compared(Gr3dSsa *ssa, Term *term, Exact T)
{
    switch (term->alu->cc) {
#define FP_CC(code, name, text, expr) case code: return expr;
#include "hw/gpu/gr3d/isa/fp_ops.def"
    }
    return T;
}

/* The slot's own results, if they are exact */
static void evaluate(Gr3dSsa *ssa, Term *term)
{
    Exact v[4];

    term->exact = shift_of(term->alu);
    for (unsigned i = 0; i < 4; i++) {
        if (!in_fx10(&term->v[i])) {
            term->exact = false;
            return;
        }
        v[i] = exact_operand(ssa, &term->v[i]);
    }
    if (term->alu->two_products) {
        term->own = P_MUL(v[0], v[1]);
        term->second = P_MUL(v[2], v[3]);
    } else {
        term->own = opcode(ssa, term, v[0], v[1], v[2], v[3]);
    }
    compared(ssa, term, term->own);
}

/* With the neighbours' results, which take the place of C */
static Exact total(Gr3dSsa *ssa, const Term *term)
{
    Exact e = term->own;

    if (!term->summed) {
        return e;
    }
    if (term->alu->recv) {
        e.q = (Product) { 0 };
    }
    return (Exact) {
        .t = gr3d_op2(ssa, GR3D_STRIP_T_ADD, term->sum_t, t_of(ssa, e)),
    };
}

static Gr3dVal exact_finish(Gr3dSsa *ssa, Term *term, Exact e)
{
    if (term->alu->cc) {
        return x_of(ssa, compared(ssa, term, e));
    }
    return !e.t ? x_sum(ssa, term->alu, e.p, e.q) :
           x_op(ssa, term->alu, (Gr3dStripOp) {
               .code = GR3D_STRIP_X_OF_T, .src = { e.t },
           });
}

static Gr3dVal exact_nonzero(Gr3dSsa *ssa, Term *term)
{
    Exact e = total(ssa, term);

    if (term->alu->cc) {
        return exact_finish(ssa, term, e);
    }
    e = term->alu->saturate ?
        exact_test(ssa, GR3D_STRIP_X_GT, GR3D_STRIP_T_GT, e) :
        exact_test(ssa, GR3D_STRIP_X_NE, GR3D_STRIP_T_NE, e);
    return e.p.a;
}

/*
 * Numbers
 */

/* The operand as f20; *@mods are left to be done */
static Gr3dVal f_value(Gr3dSsa *ssa, const Operand *o, unsigned *mods)
{
    int32_t n;
    Gr3dVal x;

    *mods = in_fx10(o) ? 0 : o->mods;
    if (!o->fx) {
        return o->val;
    }
    /* what is left to doubles: fixed point has no -0 */
    *mods |= *mods ? GR3D_STRIP_PLUS_0 : 0;
    x = *mods ? o->val : x_value(ssa, o);
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
    unsigned mods;

    if (alu->opcode != GR3D_FP_ALU_MAD || alu->two_products || term->summed ||
        alu->scale || alu->cc || !known_number(ssa, &v[2], &c) ||
        !known_number(ssa, &v[3], &d) || c != 0 || d < 0 || d >= BITS_TWO) {
        return NULL;
    }
    for (unsigned i = 0; i < 2; i++) {
        f_value(ssa, &v[1 - i], &mods);
        if (known_number(ssa, &v[i], &one) && one == BITS_ONE &&
            !(mods & ~(MOD_ABS | MOD_NEG))) {
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
    memcpy(&op.k[0], &factor[alu->scale], sizeof(float));
    return gr3d_ssa_add(ssa, op);
}

/* The slot's result in double, before it is rounded */
static Gr3dVal d_result(Gr3dSsa *ssa, const Term *term)
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

static Gr3dVal d_second(Gr3dSsa *ssa, const Term *term)
{
    return d_finish(ssa, term->alu, d_op(ssa, term, GR3D_STRIP_D_CD));
}

/*
 * Results
 */

static Gr3dVal result_x(Gr3dSsa *ssa, Term *term)
{
    const Operand *o;

    if (term->exact) {
        return exact_finish(ssa, term, total(ssa, term));
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

static Gr3dVal result_second(Gr3dSsa *ssa, Term *term)
{
    return term->exact ? exact_finish(ssa, term, term->second) :
           gr3d_op1(ssa, GR3D_STRIP_X_OF_D, d_second(ssa, term));
}

static Gr3dVal result_number(Gr3dSsa *ssa, const Term *term)
{
    const Operand *o = moved(ssa, term);

    return o ? f_mov(ssa, term->alu, o) :
           gr3d_op1(ssa, GR3D_STRIP_F20_OF_D, d_result(ssa, term));
}

static Gr3dVal result_nonzero(Gr3dSsa *ssa, Term *term)
{
    return term->exact ? exact_nonzero(ssa, term) :
           gr3d_op1(ssa, GR3D_STRIP_NE_OF_D, d_result(ssa, term));
}

/* As the register alu0..alu3 */
static Gr3dFpReg as_number(Gr3dSsa *ssa, Term *term)
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

    *t = (Term) { .alu = &packet->slot[slot] };
    for (unsigned i = 0; i < 4; i++) {
        t->v[i] = operand(l, &t->alu->src[i]);
    }
    evaluate(l->ssa, t);
    if (packet->forwards) {
        l->file[GR3D_FP_OWN + slot] = as_number(l->ssa, t);
    }
}

/* Does the slot's own result need nothing but the sum of products? */
static bool plain(const Term *term)
{
    return term->exact && term->alu->opcode == GR3D_FP_ALU_MAD &&
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
                                 t_of(ssa, t.own));
        }
    }
    to->summed = true;
}

static void write_reg(Gr3dLower *l, Term *term, Gr3dFpReg *reg)
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

static void write_slot(Gr3dLower *l, Term *term)
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
