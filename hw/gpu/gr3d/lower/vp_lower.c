/*
 * Tegra20 GR3D engine: vertex programs for strips
 *
 * The program is executed once on names of values, each name being what one
 * operation computes.  So moves and swizzles cost nothing, and reads before
 * writes need no copies.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "vp_values.h"

/* Bounds of what is unrolled: jumps that are known may repeat instructions */
#define MAX_EXECUTED    1024
#define MAX_OPS         8192

typedef Gr3dVpValue Value;

#define NO_VALUE        0xffff

/* Masks that are known */
#define PASS            0x7ffe
#define FAIL            0x7fff

typedef struct Frame {          /* as in pipe/vp.c */
    Value addr[4];
    uint8_t pc;
} Frame;

typedef struct Lower {
    const Gr3dVp *vp;
    Gr3dVpValues values;
    Value known[4 * GR3D_VP_CONSTS];    /* unchanged components */
    Value zero, one, equal;
    Value temp[GR3D_VP_TEMPS][4];
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

static const Row vec_rows[32] = {
#include "hw/gpu/gr3d/isa/vp_ops.def"
};

#define VP_SCL_MAP(op, n, e)                ROW(op, MAP, SCL_##n)
#define VP_SCL_ALL(op, n, e)                ROW(op, ALL, SCL_##n)
#define VP_SCL_EACH(op, n, x, y, z, w)      ROW(op, EACH, SCL_##n##_X)

static const Row scl_rows[32] = {
#include "hw/gpu/gr3d/isa/vp_ops.def"
};

/*
 * Values
 */

static Value uniform(Lower *l, int comp, uint32_t keep, uint32_t flip)
{
    const Gr3dVpUniform u = { comp, keep, flip };

    g_array_append_val(l->values.uniform, u);
    return (l->values.uniform->len - 1) | GR3D_VPP_UNIFORM;
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
    unsigned n = l->values.op->len;

    for (unsigned i = 0; gr3d_vp_code_reads[code] >> i; i++) {
        op.src[i] = gr3d_vp_code_reads[code] >> i & 1 ? src[i] : 0;
    }
    op.dst = GR3D_VPV_FIRST_RESULT + n;
    g_array_append_val(l->values.op, op);
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

/* Does a sign need an operation?  Known constants are stored with it. */
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

/* Did a component pass?  False: that is not known. */
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

/* Compute the components in @mask of a row. */
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

/* Write to each export if it is the one that a relative index means. */
static void write_relative(Lower *l, const Gr3dVpInsn *insn, const Vec4 v,
                           unsigned mask, const Vec4 gate)
{
    Value addr = address(l, insn);

    emit_1(l, GR3D_VPC_CHECK_EXPORT, addr, insn->export_index, 0);
    for (unsigned e = 0; e < GR3D_VP_EXPORTS; e++) {
        Value here;
        Vec4 place;

        if (!(l->values.exports >> e & 1)) {
            continue;
        }
        here = emit_1(l, GR3D_VPC_IS_EXPORT, addr, insn->export_index, e);
        for (unsigned i = 0; i < 4; i++) {
            place[i] = mask >> i & 1 ? both(l, gate[i], here) : here;
        }
        write_masked(l, l->values.out[e], v, mask, place);
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
            write_masked(l, l->values.out[insn->export_index], v, mask, gate);
        }
    }
    if (insn->cc_unit == unit) {
        write_cc(l, insn, v, mask, gate);
    }
}

/* Return @mask without the components that are known not to pass. */
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
 * Stack and flow, where they depend on nothing that is computed.  The functions
 * return false if they do, or if the program aborts.
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

/* Is it known whether the vertices do it, and do they? */
static bool decide(Gr3dVpAction action, const Vec4 passed, bool *act)
{
    *act = false;
    return action == GR3D_VP_NOTHING || any_passed(passed, act);
}

static bool do_stack(Lower *l, const Gr3dVpInsn *insn, const Vec4 gate)
{
    bool act, known = decide(insn->stack, gate, &act);

    if (!known || !act) {
        return known;
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
    bool act, known = decide(insn->flow, passed, &act);

    if (!known || !act) {
        return known;
    }
    if (insn->flow == GR3D_VP_RETURN) {
        *next = l->depth ? l->stack[l->depth - 1].pc : 0;
        return l->depth-- > 0;
    }
    *next = insn->target;
    return insn->flow == GR3D_VP_JUMP || push(l, insn);
}

/* Lower what step() of pipe/vp.c executes; false: not for strips. */
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
    l->values.exports = exports;
    l->values.op = g_array_new(FALSE, FALSE, sizeof(Gr3dVpLaneOp));
    l->values.uniform = g_array_new(FALSE, FALSE, sizeof(Gr3dVpUniform));
    l->zero = literal(l, 0);
    l->one = literal(l, 0x3f800000);
    l->equal = literal(l, GR3D_VP_EQ);
    fill(l->known, G_N_ELEMENTS(l->known), NO_VALUE);
    fill(l->temp[0], 4 * GR3D_VP_TEMPS, l->zero);
    fill(l->cc[0], 8, l->equal);
    fill(l->addr, 4, l->zero);
    for (unsigned i = 0; i < GR3D_VP_EXPORTS; i++) {
        fill(l->values.out[i], 3, l->zero);
        l->values.out[i][3] = l->one;
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
        if (*executed == MAX_EXECUTED || l->values.op->len >= MAX_OPS ||
            !lower_insn(l, insn)) {
            return false;
        }
        ++*executed;
    } while (!insn->end);
    return true;
}

Gr3dVpLanes *gr3d_vp_lower(const Gr3dVp *vp, uint32_t exports)
{
    g_autofree Lower *l = g_new(Lower, 1);
    Gr3dVpLanes *lanes = NULL;
    unsigned executed;

    init(l, vp, exports);
    if (lower_program(l, &executed)) {
        lanes = gr3d_vp_place(&l->values);
        lanes->executed = executed;
    }
    g_array_free(l->values.op, TRUE);
    g_array_free(l->values.uniform, TRUE);
    return lanes;
}

void gr3d_vp_lanes_free(Gr3dVpLanes *lanes)
{
    if (lanes) {
        g_free(lanes->uniform);
        g_free(lanes->op);
        g_free(lanes);
    }
}
