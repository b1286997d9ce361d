/*
 * Tegra20 GR3D engine: vertex programs for strips
 *
 * The program is run once with names of values in place of values, each name
 * being what one operation computes.  So moves and swizzles cost nothing, and
 * reads before writes need no copies.  What no enabled export depends on is
 * dropped; then the values get places, used again after the last read.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "vp_lower.h"

/* Known jumps may repeat instructions: bounds of what is unrolled */
#define MAX_EXECUTED    1024
#define MAX_OPS         8192

/* Names: components of attributes, results of operations, uniforms */
typedef uint16_t Value;

#define FIRST_RESULT    (4 * GR3D_NUM_ATTRIBS)
#define NO_VALUE        0xffff

/* Instead of a mask, if it is known */
#define PASS            0x7ffe
#define FAIL            0x7fff

typedef struct Frame {          /* as in exec_ref_vp.c */
    Value addr[4];
    uint8_t pc;
} Frame;

typedef struct Lower {
    const Gr3dVp *vp;
    uint32_t exports;
    GArray *op;                 /* of Gr3dVpLaneOp */
    GArray *uniform;            /* of Gr3dVpUniform */
    Value known[4 * GR3D_VP_CONSTS];    /* unchanged components */
    Value zero, one, equal;
    Value temp[GR3D_VP_TEMPS][4];
    Value out[GR3D_VP_EXPORTS][4];
    Value cc[2][4];
    Value addr[4];
    Frame stack[GR3D_VP_STACK];
    unsigned depth;
    uint8_t pc;
} Lower;

/* A source operand's values after swizzle, absolute value and negation */
typedef Value Vec4[4];

/*
 * Rows
 */

typedef enum Kind { KIND_NONE, KIND_MAP, KIND_ALL, KIND_EACH } Kind;

typedef struct Row {
    uint8_t kind;
    uint8_t code;
} Row;

#define ROW(op, k, c)   [op] = { KIND_##k, GR3D_VPC_##c },

#define VP_VEC_MAP(op, n, r, e)             ROW(op, MAP, VEC_##n)
#define VP_VEC_ALL(op, n, r, e)             ROW(op, ALL, VEC_##n)
#define VP_VEC_EACH(op, n, r, x, y, z, w)   ROW(op, EACH, VEC_##n##_X)
#define VP_VEC_ADDR(op, n, r, e)            ROW(op, MAP, VEC_##n)
#define VP_VEC_DO(op, n, act)
#define VP_SCL_MAP(op, n, e)
#define VP_SCL_ALL(op, n, e)
#define VP_SCL_EACH(op, n, x, y, z, w)
#define VP_SCL_DO(op, n, act)

static const Row vec_rows[32] = {
#include "vp_ops.def"
};

#undef VP_VEC_MAP
#undef VP_VEC_ALL
#undef VP_VEC_EACH
#undef VP_VEC_ADDR
#undef VP_SCL_MAP
#undef VP_SCL_ALL
#undef VP_SCL_EACH
#define VP_VEC_MAP(op, n, r, e)
#define VP_VEC_ALL(op, n, r, e)
#define VP_VEC_EACH(op, n, r, x, y, z, w)
#define VP_VEC_ADDR(op, n, r, e)
#define VP_SCL_MAP(op, n, e)                ROW(op, MAP, SCL_##n)
#define VP_SCL_ALL(op, n, e)                ROW(op, ALL, SCL_##n)
#define VP_SCL_EACH(op, n, x, y, z, w)      ROW(op, EACH, SCL_##n##_X)

static const Row scl_rows[32] = {
#include "vp_ops.def"
};

#undef VP_VEC_MAP
#undef VP_VEC_ALL
#undef VP_VEC_EACH
#undef VP_VEC_ADDR
#undef VP_SCL_MAP
#undef VP_SCL_ALL
#undef VP_SCL_EACH

/*
 * Which sources a row reads: its own text, with primitives that unite the
 * sets of their operands.
 */

#undef ABS
#undef CLAMP
#undef MAX
#undef MIN
#define ADD(x, y)           ((x) | (y))
#define MUL(x, y)           ((x) | (y))
#define ABS(x)              (x)
#define SEL(c, x, y)        ((c) | (x) | (y))
#define LT(x, y)            ((x) | (y))
#define LE(x, y)            ((x) | (y))
#define EQ(x, y)            ((x) | (y))
#define NE(x, y)            ((x) | (y))
#define MIN(x, y)           ((x) | (y))
#define MAX(x, y)           ((x) | (y))
#define CLAMP(v, lo, hi)    ((v) | (lo) | (hi))
#define FLOOR(x)            (x)
#define FRACT(x)            (x)
#define SIGN(x)             (x)
#define COPYSIGN(x, s)      ((x) | (s))
#define RCP(x)              (x)
#define RSQ(x)              (x)
#define LG2(x)              (x)
#define EX2(x)              (x)
#define POW(x, y)           ((x) | (y))
#define SIN(x)              (x)
#define COS(x)              (x)
#define EXPONENT(x)         (x)
#define MANTISSA(x)         (x)
#define ROUND_EVEN(x)       (x)
#define TO_ADDR(x)          (x)
#define ADDR_ADD(x, y)      ((x) | (y))
#define K(v)                0

#define A                   (1 << GR3D_VPS_A)
#define B                   (1 << GR3D_VPS_B)
#define C                   (1 << GR3D_VPS_C)
#define AX                  (1 << GR3D_VPS_A)
#define AY                  (2 << GR3D_VPS_A)
#define AZ                  (4 << GR3D_VPS_A)
#define AW                  (8 << GR3D_VPS_A)
#define BX                  (1 << GR3D_VPS_B)
#define BY                  (2 << GR3D_VPS_B)
#define BZ                  (4 << GR3D_VPS_B)
#define BW                  (8 << GR3D_VPS_B)
#define CX                  (1 << GR3D_VPS_C)
#define CY                  (2 << GR3D_VPS_C)
#define CW                  (8 << GR3D_VPS_C)
#define S                   CX
#define ADDR                (1 << GR3D_VPS_ADDR)
#define ADDR_PAIR           (1 << GR3D_VPS_ADDR_PAIR)

#define READS(c, e)         [GR3D_VPC_##c] = e,
#define READS_EACH(c, x, y, z, w) \
    READS(c##_X, x) READS(c##_Y, y) READS(c##_Z, z) READS(c##_W, w)

#undef VP_VEC_DO
#undef VP_SCL_DO
#define VP_VEC_MAP(op, n, r, e)             READS(VEC_##n, e)
#define VP_VEC_ALL(op, n, r, e)             READS(VEC_##n, e)
#define VP_VEC_EACH(op, n, r, x, y, z, w)   READS_EACH(VEC_##n, x, y, z, w)
#define VP_VEC_ADDR(op, n, r, e)            READS(VEC_##n, e)
#define VP_VEC_DO(op, n, act)
#define VP_SCL_MAP(op, n, e)                READS(SCL_##n, e)
#define VP_SCL_ALL(op, n, e)                READS(SCL_##n, e)
#define VP_SCL_EACH(op, n, x, y, z, w)      READS_EACH(SCL_##n, x, y, z, w)
#define VP_SCL_DO(op, n, act)

static const uint16_t reads[GR3D_VPC_NUM_CODES] = {
#include "vp_ops.def"
    [GR3D_VPC_NEG] = 1,
    [GR3D_VPC_ABS] = 1,
    [GR3D_VPC_NEG_ABS] = 1,
    [GR3D_VPC_SATURATE] = 1,
    [GR3D_VPC_CLASSIFY] = 1,
    [GR3D_VPC_TEST] = 1,
    [GR3D_VPC_BLEND] = 7,
    [GR3D_VPC_IS_EXPORT] = 1,
    [GR3D_VPC_AND] = 3,
    [GR3D_VPC_CHECK_EXPORT] = 1,
    [GR3D_VPC_CONST] = 1,
    [GR3D_VPC_CHECK_CONST] = 1,
    [GR3D_VPC_ATTR] = 1,
    [GR3D_VPC_CHECK_ATTR] = 1,
};

static bool is_check(unsigned code)
{
    return code == GR3D_VPC_CHECK_EXPORT || code == GR3D_VPC_CHECK_CONST ||
           code == GR3D_VPC_CHECK_ATTR;
}

/*
 * Values
 */

static Value uniform(Lower *l, int comp, uint32_t keep, uint32_t flip)
{
    const Gr3dVpUniform u = { comp, keep, flip };

    g_array_append_val(l->uniform, u);
    return (l->uniform->len - 1) | GR3D_VPP_UNIFORM;
}

static Value literal(Lower *l, uint32_t bits)
{
    return uniform(l, -1, 0, bits);
}

static Value constant(Lower *l, unsigned comp, const Gr3dVpSrc *src)
{
    if (src->neg || src->abs) {
        return uniform(l, comp, src->abs ? 0x7fffffff : 0xffffffff,
                       src->neg ? 0x80000000 : 0);
    }
    if (l->known[comp] == NO_VALUE) {
        l->known[comp] = uniform(l, comp, 0xffffffff, 0);
    }
    return l->known[comp];
}

static Value emit(Lower *l, unsigned code, const Value *src, int k0, int k1)
{
    Gr3dVpLaneOp op = { .code = code, .k = { k0, k1 } };
    unsigned n = l->op->len;

    for (unsigned i = 0; reads[code] >> i; i++) {
        op.src[i] = reads[code] >> i & 1 ? src[i] : 0;
    }
    op.dst = FIRST_RESULT + n;
    g_array_append_val(l->op, op);
    return op.dst;
}

static Value emit_1(Lower *l, unsigned code, Value a, int k0, int k1)
{
    return emit(l, code, &a, k0, k1);
}

static Value blend(Lower *l, Value mask, Value yes, Value no)
{
    const Value src[3] = { mask, yes, no };

    return mask == PASS ? yes : emit(l, GR3D_VPC_BLEND, src, 0, 0);
}

/*
 * Operand fetch
 */

static Value address(const Lower *l, const Gr3dVpInsn *insn)
{
    return insn->raw.addr_reg ? l->zero : l->addr[insn->raw.addr_comp];
}

static bool fetch_const(Lower *l, const Gr3dVpInsn *insn,
                        const Gr3dVpSrc *src, Vec4 out)
{
    unsigned index = insn->raw.const_index;
    Value addr = address(l, insn);

    if (insn->raw.const_rel) {
        emit_1(l, GR3D_VPC_CHECK_CONST, addr, index, 0);
    } else if (index >= GR3D_VP_CONSTS) {
        return false;
    }
    for (unsigned i = 0; i < 4; i++) {
        unsigned c = src->swizzle[i];

        out[i] = insn->raw.const_rel ?
                 emit_1(l, GR3D_VPC_CONST, addr, index, c) :
                 constant(l, 4 * index + c, src);
    }
    return true;
}

static bool fetch_attr(Lower *l, const Gr3dVpInsn *insn, const Gr3dVpSrc *src,
                       Vec4 out)
{
    unsigned index = insn->raw.attr_index;
    Value addr = address(l, insn);

    if (insn->raw.attr_rel) {
        emit_1(l, GR3D_VPC_CHECK_ATTR, addr, index, 0);
    }
    for (unsigned i = 0; i < 4; i++) {
        unsigned c = src->swizzle[i];

        out[i] = insn->raw.attr_rel ?
                 emit_1(l, GR3D_VPC_ATTR, addr, index, c) : 4 * index + c;
    }
    return true;
}

static bool fetch_vec4(Lower *l, const Gr3dVpInsn *insn, const Gr3dVpSrc *src,
                       Vec4 out)
{
    switch (src->type) {
    case GR3D_VP_SRC_TEMP:
        for (unsigned i = 0; i < 4; i++) {
            out[i] = l->temp[src->temp][src->swizzle[i]];
        }
        return true;
    case GR3D_VP_SRC_CONST:
        return fetch_const(l, insn, src, out);
    default:
        return fetch_attr(l, insn, src, out);
    }
}

/* Constants whose number is known are stored that way. */
static bool needs_sign(const Gr3dVpInsn *insn, const Gr3dVpSrc *src)
{
    return (src->neg || src->abs) &&
           (src->type != GR3D_VP_SRC_CONST || insn->raw.const_rel);
}

static void change_sign(Lower *l, const Gr3dVpSrc *src, Vec4 v)
{
    unsigned code = !src->abs ? GR3D_VPC_NEG :
                    src->neg ? GR3D_VPC_NEG_ABS : GR3D_VPC_ABS;

    for (unsigned i = 0; i < 4; i++) {
        unsigned same = 0;

        while (src->swizzle[same] != src->swizzle[i]) {
            same++;
        }
        v[i] = same < i ? v[same] : emit_1(l, code, v[i], 0, 0);
    }
}

static bool fetch(Lower *l, const Gr3dVpInsn *insn, Vec4 v[3])
{
    for (unsigned n = 0; n < 3; n++) {
        const Gr3dVpSrc *src = &insn->src[n];

        if (!src->used) {
            continue;
        }
        if (!fetch_vec4(l, insn, src, v[n])) {
            return false;
        }
        if (needs_sign(insn, src)) {
            change_sign(l, src, v[n]);
        }
    }
    return true;
}

/*
 * Conditions
 */

static Value test_one(Lower *l, const Gr3dVpInsn *insn, Value state)
{
    const unsigned all = GR3D_VP_LT | GR3D_VP_EQ | GR3D_VP_GT;

    if (insn->test == all) {
        return PASS;
    }
    if (insn->test == 0) {
        return FAIL;
    }
    if (state == l->equal) {
        return insn->test & GR3D_VP_EQ ? PASS : FAIL;
    }
    return emit_1(l, GR3D_VPC_TEST, state, insn->test, 0);
}

static void test(Lower *l, const Gr3dVpInsn *insn, Vec4 passed, Vec4 gate)
{
    for (unsigned i = 0; i < 4; i++) {
        Value state = l->cc[insn->raw.cc_index][insn->test_swizzle[i]];

        passed[i] = test_one(l, insn, state);
        gate[i] = insn->gated ? passed[i] : PASS;
    }
}

/* Is any component passed?  False: that is not known. */
static bool any_passed(const Vec4 passed, bool *any)
{
    unsigned failed = 0;

    *any = false;
    for (unsigned i = 0; i < 4; i++) {
        *any |= passed[i] == PASS;
        failed += passed[i] == FAIL;
    }
    return *any || failed == 4;
}

/*
 * Results
 */

static bool is_move(unsigned code)
{
    return code == GR3D_VPC_VEC_MOV || code == GR3D_VPC_SCL_MOV;
}

static Value map(Lower *l, unsigned code, const Gr3dVpInsn *insn, Vec4 v[3],
                 unsigned i)
{
    Value src[GR3D_VPS_NUM] = { 0 };

    if (is_move(code)) {
        return code == GR3D_VPC_VEC_MOV ? v[0][i] : v[2][i];
    }
    src[GR3D_VPS_A] = v[0][i];
    src[GR3D_VPS_B] = v[1][i];
    src[GR3D_VPS_C] = v[2][i];
    if (insn->vec_action == GR3D_VP_ADDR && code == GR3D_VPC_VEC_ARA) {
        src[GR3D_VPS_ADDR] = insn->raw.addr_reg ? l->zero : l->addr[i];
        src[GR3D_VPS_ADDR_PAIR] = insn->raw.addr_reg ? l->zero :
                                  l->addr[i ^ 2];
    }
    return emit(l, code, src, 0, 0);
}

/* Components in @mask of what a row computes */
static void compute(Lower *l, const Row *row, const Gr3dVpInsn *insn,
                    Vec4 v[3], unsigned mask, Vec4 out)
{
    Value all = 0;

    if (row->kind == KIND_ALL) {
        all = emit(l, row->code, &v[0][0], 0, 0);
    }
    for (unsigned i = 0; i < 4; i++) {
        if (!(mask >> i & 1)) {
            out[i] = l->zero;
        } else if (row->kind == KIND_ALL) {
            out[i] = all;
        } else if (row->kind == KIND_EACH) {
            out[i] = emit(l, row->code + i, &v[0][0], 0, 0);
        } else {
            out[i] = map(l, row->code, insn, v, i);
        }
    }
}

static void write_masked(Lower *l, Vec4 dst, const Vec4 v, unsigned mask,
                         const Vec4 gate)
{
    for (unsigned i = 0; i < 4; i++) {
        if (mask >> i & 1) {
            dst[i] = blend(l, gate[i], v[i], dst[i]);
        }
    }
}

static Value both(Lower *l, Value a, Value b)
{
    const Value src[2] = { a, b };

    return a == PASS ? b : emit(l, GR3D_VPC_AND, src, 0, 0);
}

/* Any export may be meant: all are written, where it is. */
static void write_relative(Lower *l, const Gr3dVpInsn *insn, const Vec4 v,
                           unsigned mask, const Vec4 gate)
{
    Value addr = address(l, insn);

    emit_1(l, GR3D_VPC_CHECK_EXPORT, addr, insn->export_index, 0);
    for (unsigned e = 0; e < GR3D_VP_EXPORTS; e++) {
        Value here;
        Vec4 place;

        if (!(l->exports >> e & 1)) {
            continue;
        }
        here = emit_1(l, GR3D_VPC_IS_EXPORT, addr, insn->export_index, e);
        for (unsigned i = 0; i < 4; i++) {
            place[i] = mask >> i & 1 ? both(l, gate[i], here) : here;
        }
        write_masked(l, l->out[e], v, mask, place);
    }
}

static void write_cc(Lower *l, const Gr3dVpInsn *insn, const Vec4 v,
                     unsigned mask, const Vec4 gate)
{
    Vec4 state = { 0 };

    for (unsigned i = 0; i < 4; i++) {
        if (mask >> i & 1) {
            state[i] = emit_1(l, GR3D_VPC_CLASSIFY, v[i], 0, 0);
        }
    }
    write_masked(l, l->cc[insn->raw.cc_index], state, mask, gate);
}

static void write_unit(Lower *l, const Gr3dVpInsn *insn, Gr3dVpUnit unit,
                       uint8_t temp, Vec4 v, unsigned mask, const Vec4 gate)
{
    for (unsigned i = 0; insn->raw.saturate && i < 4; i++) {
        if (mask >> i & 1) {
            v[i] = emit_1(l, GR3D_VPC_SATURATE, v[i], 0, 0);
        }
    }
    if (temp != GR3D_VP_NONE) {
        write_masked(l, l->temp[temp], v, mask, gate);
    }
    if (insn->export_unit == unit) {
        if (insn->raw.export_rel) {
            write_relative(l, insn, v, mask, gate);
        } else {
            write_masked(l, l->out[insn->export_index], v, mask, gate);
        }
    }
    if (insn->cc_unit == unit) {
        write_cc(l, insn, v, mask, gate);
    }
}

/* Without the components that are known not to pass */
static unsigned open_mask(unsigned mask, const Vec4 gate)
{
    for (unsigned i = 0; i < 4; i++) {
        if (gate[i] == FAIL) {
            mask &= ~(1u << i);
        }
    }
    return mask;
}

/*
 * Stack and flow, where they depend on nothing that is computed.  False: they
 * do, or the program aborts.
 */

static bool push(Lower *l, const Gr3dVpInsn *insn)
{
    Frame *frame = &l->stack[l->depth];

    if (l->depth == GR3D_VP_STACK) {
        return false;
    }
    l->depth++;
    for (unsigned i = 0; i < 4; i++) {
        frame->addr[i] = insn->raw.addr_reg ? l->zero : l->addr[i];
    }
    frame->pc = l->pc + 1;
    return true;
}

static bool do_stack(Lower *l, const Gr3dVpInsn *insn, const Vec4 gate)
{
    bool any;

    if (insn->stack == GR3D_VP_NOTHING) {
        return true;
    }
    if (!any_passed(gate, &any)) {
        return false;
    }
    if (!any) {
        return true;
    }
    if (insn->stack == GR3D_VP_PUSH) {
        return push(l, insn);
    }
    if (!l->depth) {
        return false;
    }
    write_masked(l, l->addr, l->stack[--l->depth].addr, open_mask(0xf, gate),
                 gate);
    return true;
}

static bool do_flow(Lower *l, const Gr3dVpInsn *insn, const Vec4 passed,
                    uint8_t *next)
{
    bool any;

    if (insn->flow == GR3D_VP_NOTHING) {
        return true;
    }
    if (!any_passed(passed, &any)) {
        return false;
    }
    if (!any) {
        return true;
    }
    if (insn->flow == GR3D_VP_RETURN) {
        *next = l->depth ? l->stack[l->depth - 1].pc : 0;
        return l->depth-- > 0;
    }
    *next = insn->target;
    return insn->flow == GR3D_VP_JUMP || push(l, insn);
}

/* As step() of exec_ref_vp.c; false: not for strips */
static bool lower_insn(Lower *l, const Gr3dVpInsn *insn)
{
    Vec4 v[3] = { { 0 } }, passed, gate, vec, scl;
    unsigned vec_mask, scl_mask;
    uint8_t next = l->pc + 1;

    if (insn->abort || insn->unknown) {
        return false;
    }
    test(l, insn, passed, gate);
    if (!fetch(l, insn, v)) {
        return false;
    }
    vec_mask = open_mask(insn->vec_action == GR3D_VP_ADDR ? insn->addr_mask
                                                         : insn->vec_mask,
                         gate);
    scl_mask = open_mask(insn->scl_mask, gate);
    if (insn->vec_action == GR3D_VP_VALUE ||
        insn->vec_action == GR3D_VP_ADDR) {
        compute(l, &vec_rows[insn->vec_op], insn, v, vec_mask, vec);
    }
    if (insn->scl_action == GR3D_VP_VALUE) {
        compute(l, &scl_rows[insn->scl_op], insn, v, scl_mask, scl);
        write_unit(l, insn, GR3D_VP_UNIT_SCL, insn->scl_temp, scl, scl_mask,
                   gate);
    }
    if (insn->vec_action == GR3D_VP_VALUE) {
        write_unit(l, insn, GR3D_VP_UNIT_VEC, insn->vec_temp, vec, vec_mask,
                   gate);
    }
    if (!do_stack(l, insn, gate) || !do_flow(l, insn, passed, &next)) {
        return false;
    }
    if (insn->vec_action == GR3D_VP_ADDR) {
        write_masked(l, l->addr, vec, vec_mask, gate);
    }
    l->pc = next;
    return true;
}

static void fill(Value *v, unsigned num, Value with)
{
    for (unsigned i = 0; i < num; i++) {
        v[i] = with;
    }
}

static void init(Lower *l, const Gr3dVp *vp, uint32_t exports)
{
    l->vp = vp;
    l->exports = exports;
    l->op = g_array_new(FALSE, FALSE, sizeof(Gr3dVpLaneOp));
    l->uniform = g_array_new(FALSE, FALSE, sizeof(Gr3dVpUniform));
    l->zero = literal(l, 0);
    l->one = literal(l, 0x3f800000);
    l->equal = literal(l, GR3D_VP_EQ);
    fill(l->known, G_N_ELEMENTS(l->known), NO_VALUE);
    fill(l->temp[0], 4 * GR3D_VP_TEMPS, l->zero);
    fill(l->cc[0], 8, l->equal);
    fill(l->addr, 4, l->zero);
    for (unsigned i = 0; i < GR3D_VP_EXPORTS; i++) {
        fill(l->out[i], 3, l->zero);
        l->out[i][3] = l->one;
    }
    l->depth = 0;
    l->pc = vp->start;
}

static bool lower_program(Lower *l, unsigned *executed)
{
    const Gr3dVpInsn *insn;

    *executed = 0;
    do {
        insn = &l->vp->insn[l->pc];
        if (*executed == MAX_EXECUTED || l->op->len >= MAX_OPS ||
            !lower_insn(l, insn)) {
            return false;
        }
        ++*executed;
    } while (!insn->end);
    return true;
}

/*
 * Places
 */

typedef struct Places {
    uint16_t *last;             /* operation + 1 that reads a value last */
    uint16_t *slot;             /* of values */
    uint16_t *free;             /* stack of slots */
    unsigned num_free, num_slots;
} Places;

#define NEVER   0
#define ALWAYS  0xffff          /* to the end */

static Gr3dVpLaneOp *op_at(const Lower *l, unsigned n)
{
    return &g_array_index(l->op, Gr3dVpLaneOp, n);
}

static void read_value(Places *p, Value v, unsigned when)
{
    if (!(v & GR3D_VPP_UNIFORM) && p->last[v] == NEVER) {
        p->last[v] = when;
    }
}

/* Backwards: what is read later is known when a value's operation is met. */
static bool find_reads(const Lower *l, Places *p)
{
    bool by_number = false;

    for (unsigned e = 0; e < GR3D_VP_EXPORTS; e++) {
        for (unsigned i = 0; i < 4 && l->exports >> e & 1; i++) {
            read_value(p, l->out[e][i], ALWAYS);
        }
    }
    for (unsigned n = l->op->len; n-- > 0;) {
        const Gr3dVpLaneOp *op = op_at(l, n);

        if (p->last[op->dst] == NEVER && !is_check(op->code)) {
            continue;
        }
        for (unsigned i = 0; reads[op->code] >> i; i++) {
            if (reads[op->code] >> i & 1) {
                read_value(p, op->src[i], n + 1);
            }
        }
        by_number |= op->code == GR3D_VPC_ATTR;
    }
    return by_number;
}

static void take_slot(Places *p, Value v)
{
    p->slot[v] = p->num_free ? p->free[--p->num_free] : p->num_slots++;
}

static uint16_t place_of(const Lower *l, const Places *p, Value v)
{
    return v & GR3D_VPP_UNIFORM ? v
                                : l->uniform->len + GR3D_VPP_LANES * p->slot[v];
}

static void place_attrs(const Lower *l, Places *p, bool by_number,
                        Gr3dVpLanes *out)
{
    for (unsigned v = 0; v < FIRST_RESULT; v++) {
        if (by_number) {
            p->last[v] = ALWAYS;
        }
        if (p->last[v] != NEVER) {
            take_slot(p, v);
            out->attr_mask[v / 4] |= 1 << v % 4;
            out->attr[v / 4][v % 4] = place_of(l, p, v);
        }
    }
    out->attr_base = l->uniform->len;
}

/* An operation reads all of a lane before it writes it. */
static void place_op(const Lower *l, Places *p, unsigned n, Gr3dVpLaneOp *out)
{
    const Gr3dVpLaneOp *op = op_at(l, n);

    *out = *op;
    for (unsigned i = 0; reads[op->code] >> i; i++) {
        Value v = op->src[i];

        if (!(reads[op->code] >> i & 1)) {
            continue;
        }
        out->src[i] = place_of(l, p, v);
        if (!(v & GR3D_VPP_UNIFORM) && p->last[v] == n + 1) {
            p->last[v] = NEVER;     /* it may be read twice here */
            p->free[p->num_free++] = p->slot[v];
        }
    }
    out->dst = 0;
    if (!is_check(op->code)) {
        take_slot(p, op->dst);
        out->dst = place_of(l, p, op->dst);
    }
}

static void place_all(const Lower *l, Places *p, Gr3dVpLanes *out)
{
    bool by_number = find_reads(l, p);

    place_attrs(l, p, by_number, out);
    out->op = g_new(Gr3dVpLaneOp, l->op->len);
    for (unsigned n = 0; n < l->op->len; n++) {
        const Gr3dVpLaneOp *op = op_at(l, n);

        if (p->last[op->dst] != NEVER || is_check(op->code)) {
            place_op(l, p, n, &out->op[out->num_ops++]);
        }
    }
    for (unsigned e = 0; e < GR3D_VP_EXPORTS; e++) {
        for (unsigned i = 0; i < 4 && l->exports >> e & 1; i++) {
            out->out[e][i] = place_of(l, p, l->out[e][i]);
        }
    }
    out->units = l->uniform->len + GR3D_VPP_LANES * p->num_slots;
}

static Gr3dVpLanes *finish(Lower *l, unsigned executed)
{
    Gr3dVpLanes *out = g_new0(Gr3dVpLanes, 1);
    unsigned values = FIRST_RESULT + l->op->len;
    g_autofree uint16_t *last = g_new0(uint16_t, values);
    g_autofree uint16_t *slot = g_new(uint16_t, values);
    g_autofree uint16_t *free = g_new(uint16_t, values);
    Places p = { last, slot, free };

    place_all(l, &p, out);
    out->executed = executed;
    out->num_uniforms = l->uniform->len;
    out->uniform = (Gr3dVpUniform *)g_array_free(l->uniform, FALSE);
    g_array_free(l->op, TRUE);
    if (out->units >= GR3D_VPP_UNIFORM) {
        gr3d_vp_lanes_free(out);
        return NULL;
    }
    return out;
}

Gr3dVpLanes *gr3d_vp_lower(const Gr3dVp *vp, uint32_t exports)
{
    g_autofree Lower *l = g_new(Lower, 1);
    unsigned executed;

    init(l, vp, exports);
    if (!lower_program(l, &executed)) {
        g_array_free(l->op, TRUE);
        g_array_free(l->uniform, TRUE);
        return NULL;
    }
    return finish(l, executed);
}

void gr3d_vp_lanes_free(Gr3dVpLanes *lanes)
{
    if (lanes) {
        g_free(lanes->uniform);
        g_free(lanes->op);
        g_free(lanes);
    }
}
