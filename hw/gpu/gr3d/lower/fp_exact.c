/*
 * Tegra20 GR3D engine: slots of the fragment ALU in integers
 *
 * [tegra-gr3d.rst, Fragment pipe]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "hw/gpu/gr3d/isa/num.h"
#include "fp_exact.h"

#define P_K(c)      (c)
#define P_MUL(a, b) ((a) * (b))
#define T           1

const float gr3d_fp_factor[] = {
#define FP_SCALE(code, name, text, expr) [code] = expr,
#include "hw/gpu/gr3d/isa/fp_ops.def"
};

#undef P_K
#undef P_MUL
#undef T

/* Return an operand; its negation is left to the operation that reads it. */
static Gr3dExact exact_operand(Gr3dSsa *ssa, const Gr3dAluOperand *o)
{
    unsigned mods = o->mods & ~GR3D_FP_MOD_NEG;
    Gr3dVal a = gr3d_x_mods(ssa, o->val, mods);

    return gr3d_val_is(ssa, a, 0) ? (Gr3dExact) { 0 } : (Gr3dExact) {
        .p = {
            .a = a, .negative = o->mods & GR3D_FP_MOD_NEG, .ranged = !mods,
            .negated = gr3d_x_mods(ssa, o->val, o->mods),
        },
    };
}

static Gr3dProduct negative(Gr3dProduct p)
{
    p.negative = !p.negative;
    p.negated = 0;
    return p;
}

/* Return the product without a negation outside. */
static Gr3dProduct positive(Gr3dSsa *ssa, Gr3dProduct p)
{
    if (p.negative) {
        p.a = p.negated ? p.negated :
              p.a ? gr3d_x_mods(ssa, p.a, GR3D_FP_MOD_NEG) : 0;
        p.negative = p.ranged = false;
    }
    return p;
}

static Gr3dVal t_value(Gr3dSsa *ssa, Gr3dProduct p)
{
    p = positive(ssa, p);
    return !p.a ? gr3d_const_int(ssa, 0) :
           p.b ? gr3d_op2(ssa, GR3D_STRIP_T_MUL, p.a, p.b) :
           gr3d_op1(ssa, GR3D_STRIP_T_OF_X, p.a);
}

/* Return what units of 2^-16 are shifted by; 0: no shift does. */
static unsigned shift_of(const Gr3dFpAlu *alu)
{
    int unit = 256 / gr3d_fp_factor[alu->scale];

    return unit > 1 && !(unit & (unit - 1)) &&
           unit * gr3d_fp_factor[alu->scale] == 256 ? __builtin_ctz(unit) : 0;
}

/* Add an operation that rounds and clamps a slot's result. */
static Gr3dVal x_op(Gr3dSsa *ssa, const Gr3dFpAlu *alu, Gr3dStripOp op)
{
    op.k[0] = shift_of(alu);
    op.k[1] = 1 << (op.k[0] - 1);
    op.flags = alu->saturate ? GR3D_STRIP_SAT : 0;
    return gr3d_ssa_add(ssa, op);
}

static unsigned factors(Gr3dProduct p)
{
    return !p.a ? 0 : p.b ? 2 : 1;
}

/* Return the sum of both products, or their difference. */
static Gr3dVal x_sum(Gr3dSsa *ssa, const Gr3dFpAlu *alu, Gr3dProduct p,
                     Gr3dProduct q)
{
    static const uint8_t code[3][3][2] = {      /* by factors; p - q */
        [1] = { { GR3D_STRIP_X_MOV }, { GR3D_STRIP_X_ADD, GR3D_STRIP_X_SUB },
                { GR3D_STRIP_X_MUL_ADD, GR3D_STRIP_X_SUB_MUL } },
        [2] = { { GR3D_STRIP_X_MUL },
                { GR3D_STRIP_X_MUL_ADD, GR3D_STRIP_X_MUL_SUB },
                { GR3D_STRIP_X_MAD, GR3D_STRIP_X_MSUB } },
    };
    bool swap = !p.a || (p.negative && q.a);
    Gr3dProduct plus = positive(ssa, swap ? q : p), other = swap ? p : q;
    bool product_last = factors(other) > factors(plus);
    Gr3dProduct first = product_last ? other : plus;
    Gr3dProduct second = product_last ? plus : other;

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
 * The primitives of fp_ops.def, exact.  Where a primitive is not, the slot is
 * done in doubles.
 */

static Gr3dExact exact_x(Gr3dVal x)
{
    return (Gr3dExact) { .p.a = x };
}

static bool is_x(Gr3dExact e)
{
    return !e.t && !e.p.b && !e.q.a;
}

static Gr3dVal x_of(Gr3dSsa *ssa, Gr3dExact e)
{
    Gr3dProduct p = positive(ssa, e.p);

    return p.a ? p.a : gr3d_const_x(ssa, 0);
}

static Gr3dVal t_of(Gr3dSsa *ssa, Gr3dExact e)
{
    return e.t ? e.t : !e.q.a ? t_value(ssa, e.p) :
           gr3d_op2(ssa, GR3D_STRIP_T_ADD, t_value(ssa, e.p),
                    t_value(ssa, e.q));
}

static Gr3dExact exact_mul(Gr3dSsa *ssa, Gr3dAluTerm *term, Gr3dExact x,
                           Gr3dExact y)
{
    bool sign = x.p.negative != y.p.negative;

    term->exact &= is_x(x) && is_x(y);
    if (!x.p.a || !y.p.a) {
        return (Gr3dExact) { 0 };
    }
    if (gr3d_val_is(ssa, x.p.a, GR3D_FX10_ONE)) {
        x = y;
    } else if (!gr3d_val_is(ssa, y.p.a, GR3D_FX10_ONE)) {
        x.p.b = y.p.a;
    }
    x.p = x.p.negative == sign ? x.p : negative(x.p);
    return x;
}

static Gr3dExact exact_add(Gr3dSsa *ssa, Gr3dExact x, Gr3dExact y)
{
    if (x.t || x.q.a || y.t || y.q.a) {
        return (Gr3dExact) {
            .t = gr3d_op2(ssa, GR3D_STRIP_T_ADD, t_of(ssa, x), t_of(ssa, y)),
        };
    }
    return (Gr3dExact) { .p = x.p, .q = y.p };
}

static Gr3dExact exact_neg(Gr3dAluTerm *term, Gr3dExact x)
{
    term->exact &= !x.t;
    return (Gr3dExact) { .p = negative(x.p), .q = negative(x.q) };
}

/*
 * Add an operation on values of the form x, or t if one of them is not x; @c,
 * if there, is its first source.
 */
static Gr3dExact exact_op(Gr3dSsa *ssa, Gr3dStripCode of_x, Gr3dStripCode of_t,
                          Gr3dVal c, Gr3dExact x, Gr3dExact y)
{
    bool both = is_x(x) && is_x(y);
    Gr3dVal a = both ? x_of(ssa, x) : t_of(ssa, x);
    Gr3dVal b = both ? x_of(ssa, y) : t_of(ssa, y);
    Gr3dVal val = gr3d_ssa_add(ssa, (Gr3dStripOp) {
        .code = both ? of_x : of_t,
        .src = { c ? c : a, c ? a : b, c ? b : 0 },
    });

    return both ? exact_x(val) : (Gr3dExact) { .t = val };
}

/* Return a test's value, 1 or 0. */
static Gr3dExact exact_test(Gr3dSsa *ssa, Gr3dStripCode of_x,
                            Gr3dStripCode of_t, Gr3dExact x)
{
    return (Gr3dExact) {
        .p.a = is_x(x) ? gr3d_op1(ssa, of_x, x_of(ssa, x)) :
               gr3d_op1(ssa, of_t, t_of(ssa, x)),
        .p.ranged = true, .p.test = true,
    };
}

/* Return a condition: a value of the form x, below 0 if it holds. */
static Gr3dExact exact_less(Gr3dAluTerm *term, Gr3dExact x)
{
    term->exact &= is_x(x);
    x.p.test = false;
    return x;
}

static Gr3dExact exact_bool(Gr3dAluTerm *term, Gr3dExact condition)
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

static Gr3dExact opcode(Gr3dSsa *ssa, Gr3dAluTerm *term, Gr3dExact A,
                        Gr3dExact B, Gr3dExact C, Gr3dExact D)
{
    switch (term->alu->opcode) {
#define FP_ALU(code, name, text, expr) case code: return expr;
#include "hw/gpu/gr3d/isa/fp_ops.def"
    }
    return A;
}

static Gr3dExact compared(Gr3dSsa *ssa, Gr3dAluTerm *term, Gr3dExact T)
{
    switch (term->alu->cc) {
#define FP_CC(code, name, text, expr) case code: return expr;
#include "hw/gpu/gr3d/isa/fp_ops.def"
    }
    return T;
}

/* Compute the slot's own results, if they are exact. */
void gr3d_exact_evaluate(Gr3dSsa *ssa, Gr3dAluTerm *term)
{
    Gr3dExact v[4];

    term->exact = shift_of(term->alu);
    for (unsigned i = 0; i < 4; i++) {
        if (!gr3d_operand_is_fx10(&term->v[i])) {
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

/* Return the result with the other slots' results, which take the place of C */
static Gr3dExact total(Gr3dSsa *ssa, const Gr3dAluTerm *term)
{
    Gr3dExact e = term->own;

    if (!term->summed) {
        return e;
    }
    if (term->alu->recv) {
        e.q = (Gr3dProduct) { 0 };
    }
    return (Gr3dExact) {
        .t = gr3d_op2(ssa, GR3D_STRIP_T_ADD, term->sum_t, t_of(ssa, e)),
    };
}

static Gr3dVal exact_finish(Gr3dSsa *ssa, Gr3dAluTerm *term, Gr3dExact e)
{
    if (term->alu->cc) {
        return x_of(ssa, compared(ssa, term, e));
    }
    return !e.t ? x_sum(ssa, term->alu, e.p, e.q) :
           x_op(ssa, term->alu, (Gr3dStripOp) {
               .code = GR3D_STRIP_X_OF_T, .src = { e.t },
           });
}

Gr3dVal gr3d_exact_nonzero(Gr3dSsa *ssa, Gr3dAluTerm *term)
{
    Gr3dExact e = total(ssa, term);

    if (term->alu->cc) {
        return exact_finish(ssa, term, e);
    }
    e = term->alu->saturate ?
        exact_test(ssa, GR3D_STRIP_X_GT, GR3D_STRIP_T_GT, e) :
        exact_test(ssa, GR3D_STRIP_X_NE, GR3D_STRIP_T_NE, e);
    return e.p.a;
}

Gr3dVal gr3d_exact_result(Gr3dSsa *ssa, Gr3dAluTerm *term)
{
    return exact_finish(ssa, term, total(ssa, term));
}

Gr3dVal gr3d_exact_second(Gr3dSsa *ssa, Gr3dAluTerm *term)
{
    return exact_finish(ssa, term, term->second);
}

Gr3dVal gr3d_exact_own(Gr3dSsa *ssa, const Gr3dAluTerm *term)
{
    return t_of(ssa, term->own);
}
