/*
 * VideoCore IV 3D engine: QPU programs to operations of strips
 *
 * The program runs once as the reference would run it (pipe/qpu.c), on names of
 * values instead of numbers.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "hw/gpu/v3d/isa/num.h"
#include "lower_state.h"

/* Instructions of the end, with its delay slots */
#define END_SLOTS   3
/* More would take too long between two stop points. */
#define MAX_COST    4096

V3dValue v3d_lower_op(Lower *l, unsigned code, unsigned k, V3dValue a,
                      V3dValue b, V3dValue c)
{
    return v3d_value_op(&l->values, code, k, (const V3dValue[4]) { a, b, c });
}

/*
 * Operands
 */

static V3dValue read_varying(Lower *l, Operands *o)
{
    unsigned n = l->varyings++;

    if (n >= V3D_MAX_PLANES || l->kind != V3D_LOWER_FRAGMENT) {
        l->failed = true;
        return l->zero;
    }
    o->varying_c = v3d_lower_op(l, V3D_STRIP_VARYING_C, n, 0, 0, 0);
    return v3d_lower_op(l, V3D_STRIP_VARYING_V, n, 0, 0, 0);
}

static V3dValue read_reg(Lower *l, V3dQpuFile file, unsigned addr, Operands *o)
{
    if (addr < 32) {
        return file == V3D_FILE_A ? l->a[addr] : l->b[addr];
    }
    switch (addr) {
    case V3D_READ_UNIFORM:
        return v3d_lower_uniform(l);
    case V3D_READ_VARYING:
        return read_varying(l, o);
    case V3D_READ_COORD:
        return file == V3D_FILE_A ? l->x : l->y;
    case V3D_READ_FLAGS:
        return file == V3D_FILE_A ? l->samples : l->reverse;
    case V3D_READ_VPM:
        return v3d_lower_read_vpm(l);
    case V3D_READ_NOP:
    case V3D_READ_VPM_BUSY:
    case V3D_READ_VPM_WAIT:
        return l->zero;
    default:
        l->failed = true;
        return l->zero;
    }
}

static void read_files(Lower *l, const V3dQpuInst *inst, Operands *o)
{
    V3dValue a = read_reg(l, V3D_FILE_A, inst->raddr_a, o), b;

    if (inst->small) {
        b = v3d_value_const(&l->values, inst->small_value);
    } else if (inst->raddr_b == inst->raddr_a &&
               v3d_qpu_read_is_shared(inst->raddr_b)) {
        b = a;
    } else {
        b = read_reg(l, V3D_FILE_B, inst->raddr_b, o);
    }
    o->mux[V3D_MUX_A] = a;
    o->mux[V3D_MUX_B] = b;
}

static void read_operands(Lower *l, const V3dQpuInst *inst, Operands *o)
{
    unsigned mux = inst->pm ? 4 : V3D_MUX_A;

    for (unsigned i = 0; i < 6; i++) {
        o->mux[i] = l->r[i];
    }
    read_files(l, inst, o);
    if (inst->unpack && (inst->pm || inst->raddr_a < 32)) {
        bool as_float = inst->pm || inst->float_a;

        o->mux[mux] = v3d_lower_op(l, V3D_STRIP_UNPACK,
                                   inst->unpack | as_float << 3, o->mux[mux],
                                   0, 0);
    }
}

/*
 * Results
 */

/* Operations that give x of x and x: how programs copy */
static bool add_copies(unsigned op)
{
    return op == V3D_ADD_OR || op == V3D_ADD_AND || op == V3D_ADD_MIN ||
           op == V3D_ADD_MAX;
}

static bool mul_copies(unsigned op)
{
    return op == V3D_MUL_V8MIN || op == V3D_MUL_V8MAX;
}

/* What gives @v, if that is operation @code */
static const V3dValueRow *made_by(const Lower *l, V3dValue v, unsigned code)
{
    const V3dValueRow *row = &l->values.row[v];

    return row->code == code && !row->is_const ? row : NULL;
}

/* V * W + C of one varying; 0: it is no such sum. */
static V3dValue interpolation(Lower *l, V3dValue product, V3dValue c)
{
    const V3dValueRow *plane = made_by(l, c, V3D_STRIP_VARYING_C), *v;
    const V3dValueRow *row = made_by(l, product, V3D_STRIP_MUL + V3D_MUL_FMUL);

    for (unsigned i = 0; plane && row && i < 2; i++) {
        v = made_by(l, row->src[i], V3D_STRIP_VARYING_V);
        if (v && v->k == plane->k) {
            return v3d_lower_op(l, V3D_STRIP_INTERPOLATE, v->k,
                                row->src[1 - i], 0, 0);
        }
    }
    return 0;
}

static V3dValue add_result(Lower *l, const V3dQpuInst *inst, const Operands *o)
{
    V3dValue a = o->mux[inst->add_a], b = o->mux[inst->add_b], v;

    l->failed |= !v3d_add_ops[inst->op_add].name;
    v = inst->op_add == V3D_ADD_FADD ? interpolation(l, a, b) : 0;
    return v ? v : a == b && add_copies(inst->op_add) ? a :
           v3d_lower_op(l, V3D_STRIP_ADD + inst->op_add, 0, a, b, 0);
}

static V3dValue mul_result(Lower *l, const V3dQpuInst *inst, const Operands *o)
{
    V3dValue a = o->mux[inst->mul_a], b = o->mux[inst->mul_b];
    V3dValue r = a == b && mul_copies(inst->op_mul) ? a :
                 v3d_lower_op(l, V3D_STRIP_MUL + inst->op_mul, 0, a, b, 0);

    if (!inst->rotation && !inst->rotation_by_r5) {
        return r;
    }
    l->failed |= inst->rotation_by_r5 || !inst->rotation_in_quads ||
                 (inst->sf && inst->sf_mul) || l->kind == V3D_LOWER_PLACE;
    return v3d_lower_op(l, V3D_STRIP_ROTATE, inst->rotation & 3, r, 0, 0);
}

/* The lanes that a condition names; NEVER is not asked for. */
static V3dValue cond_mask(Lower *l, unsigned cond)
{
    const V3dValue flags[] = { l->all, l->z, l->n, l->c };
    V3dValue lanes = flags[cond / 2];

    return cond & 1 && cond > V3D_COND_ALWAYS ?
           v3d_lower_op(l, V3D_STRIP_INVERT, 0, lanes, 0, 0) : lanes;
}

V3dValue v3d_lower_select(Lower *l, V3dValue mask, V3dValue v, V3dValue old)
{
    return mask == l->all ? v :
           v3d_lower_op(l, V3D_STRIP_SELECT, 0, mask, v, old);
}

static V3dValue carry_of(Lower *l, const V3dQpuInst *inst, const Operands *o)
{
    return inst->kind != V3D_QPU_ALU ? l->zero :
           inst->sf_mul ?
           v3d_lower_op(l, V3D_STRIP_MUL_C + inst->op_mul, 0,
                        o->mux[inst->mul_a], o->mux[inst->mul_b], 0) :
           v3d_lower_op(l, V3D_STRIP_ADD_C + inst->op_add, 0,
                        o->mux[inst->add_a], o->mux[inst->add_b], 0);
}

static bool writes_lanes(const V3dQpuInst *inst, bool mul)
{
    bool nop = inst->kind == V3D_QPU_ALU &&
               (mul ? inst->op_mul == V3D_MUL_NOP :
                      inst->op_add == V3D_ADD_NOP);

    return !nop && (mul ? inst->cond_mul : inst->cond_add) != V3D_COND_NEVER;
}

static void set_flags(Lower *l, const V3dQpuInst *inst, const Operands *o)
{
    V3dValue r = inst->sf_mul ? o->mul : o->add;
    V3dValue mask = inst->sf_mul ? o->mask_mul : o->mask_add;

    if (!inst->sf || !writes_lanes(inst, inst->sf_mul)) {
        return;
    }
    l->z = v3d_lower_select(
        l, mask, v3d_lower_op(l, V3D_STRIP_IS_ZERO, 0, r, 0, 0), l->z);
    l->n = v3d_lower_select(
        l, mask, v3d_lower_op(l, V3D_STRIP_IS_NEGATIVE, 0, r, 0, 0), l->n);
    l->c = v3d_lower_select(l, mask, carry_of(l, inst, o), l->c);
}

/* Packing to bytes flushes and clamps what a product with 1 is, too. */
static V3dValue without_one(const Lower *l, V3dValue r)
{
    const V3dValueRow *row = made_by(l, r, V3D_STRIP_MUL + V3D_MUL_FMUL);

    for (unsigned i = 0; row && i < 2; i++) {
        const V3dValueRow *src = &l->values.row[row->src[i]];

        if (src->is_const && !src->uniform && src->bits == V3D_FLOAT_ONE) {
            return row->src[1 - i];
        }
    }
    return r;
}

/* @v, where all of its bytes were packed as one operation */
static V3dValue packed(Lower *l, V3dValue v)
{
    V3dValue src[4] = { 0 }, from = v;
    const V3dValueRow *row;
    unsigned found = 0;

    while (found < 4 && (row = made_by(l, from, V3D_STRIP_PACK_MUL)) &&
           row->k >= 4) {
        if (!src[row->k - 4]) {
            src[row->k - 4] = row->src[0];
            found++;
        }
        from = row->src[1];
    }
    return found < 4 ? v :
           v3d_value_op(&l->values, V3D_STRIP_PACK_BYTES, 0, src);
}

/* As pack() of the reference; @old: 0 is I/O */
static V3dValue pack(Lower *l, const V3dQpuInst *inst, bool mul, bool to_a,
                     V3dValue old, V3dValue r)
{
    const V3dOpRow *row = mul ? &v3d_mul_ops[inst->op_mul] :
                          &v3d_add_ops[inst->op_add];
    bool is_float = inst->kind == V3D_QPU_ALU &&
                    row->types & V3D_OP_FLOAT_OUT;

    if (!inst->pack ||
        (inst->pm ? !mul || (!old && inst->pack != 3) : !to_a)) {
        return r;
    }
    old = old ? old : l->zero;
    if (inst->pm) {
        return inst->pack < 3 || inst->pack > 7 ? r :
               packed(l, v3d_lower_op(l, V3D_STRIP_PACK_MUL, inst->pack,
                                      without_one(l, r), old, 0));
    }
    l->failed |= inst->pack >= 8;
    return v3d_lower_op(l, V3D_STRIP_PACK_A, inst->pack | is_float << 4, r,
                        old, 0);
}

static V3dValue *register_of(Lower *l, V3dQpuFile file, unsigned addr)
{
    if (addr < 32) {
        return file == V3D_FILE_A ? &l->a[addr] : &l->b[addr];
    }
    return addr < V3D_WRITE_R0 + 4 ? &l->r[addr - V3D_WRITE_R0] : NULL;
}

static void write_result(Lower *l, const V3dQpuInst *inst, bool mul,
                         const Operands *o)
{
    V3dQpuFile file = v3d_writes_file_a(inst, mul) ? V3D_FILE_A : V3D_FILE_B;
    unsigned addr = mul ? inst->waddr_mul : inst->waddr_add;
    V3dValue *reg = register_of(l, file, addr), r = mul ? o->mul : o->add;
    V3dValue mask = mul ? o->mask_mul : o->mask_add;

    if (!writes_lanes(inst, mul) || addr == V3D_WRITE_NOP) {
        return;
    }
    r = pack(l, inst, mul, file == V3D_FILE_A && addr < 32,
             addr == V3D_WRITE_R5 ? l->r[5] : reg ? *reg : 0, r);
    if (reg) {
        *reg = v3d_lower_select(l, mask, r, *reg);
    } else {
        v3d_lower_write(l, file, addr, r, mask);
    }
}

static void write_results(Lower *l, const V3dQpuInst *inst, Operands *o)
{
    o->mask_add = o->mask_mul = l->zero;
    if (writes_lanes(inst, false)) {
        o->mask_add = cond_mask(l, inst->cond_add);
    }
    if (writes_lanes(inst, true)) {
        o->mask_mul = cond_mask(l, inst->cond_mul);
    }
    set_flags(l, inst, o);
    write_result(l, inst, false, o);
    write_result(l, inst, true, o);
}

/*
 * Instructions
 */

static void lower_alu(Lower *l, const V3dQpuInst *inst)
{
    Operands o = { };

    read_operands(l, inst, &o);
    if (inst->op_add != V3D_ADD_NOP) {
        o.add = add_result(l, inst, &o);
    }
    if (inst->op_mul != V3D_MUL_NOP) {
        o.mul = mul_result(l, inst, &o);
    }
    write_results(l, inst, &o);
    if (o.varying_c) {
        l->r[5] = o.varying_c;
    }
}

/* A vector of two bits for each lane is one of a whole batch. */
static void lower_load(Lower *l, const V3dQpuInst *inst)
{
    Operands o = { };

    l->failed |= inst->unpack == V3D_LOAD_SIGNED ||
                 inst->unpack == V3D_LOAD_UNSIGNED;
    o.add = o.mul = v3d_value_const(&l->values, inst->imm);
    write_results(l, inst, &o);
}

static void lower_inst(Lower *l, const V3dQpuInst *inst)
{
    switch (inst->kind) {
    case V3D_QPU_ALU:
        lower_alu(l, inst);
        break;
    case V3D_QPU_LOAD_IMM:
        lower_load(l, inst);
        break;
    default:
        l->failed = true;
        break;
    }
    v3d_lower_signal(l, inst->sig);
}

static bool ends(const V3dQpuInst *inst)
{
    return inst->sig == V3D_SIG_PROGRAM_END ||
           inst->sig == V3D_SIG_LOAD_COLOUR_END;
}

static void lower_all(Lower *l, const V3dQpuProgram *program)
{
    unsigned slots = 0;

    while (!l->failed && slots != 1) {
        const V3dQpuInst *inst = &program->inst[l->instructions];

        if (l->instructions == program->num ||
            l->instructions + l->cost >= MAX_COST) {
            l->failed = true;
            return;
        }
        lower_inst(l, inst);
        l->instructions++;
        slots = slots ? slots - 1 : ends(inst) ? END_SLOTS : 0;
    }
}

static void start_fragment(Lower *l)
{
    l->x = v3d_lower_op(l, V3D_STRIP_X, 0, 0, 0, 0);
    l->y = v3d_lower_op(l, V3D_STRIP_Y, 0, 0, 0, 0);
    l->samples = v3d_lower_op(l, V3D_STRIP_SAMPLES, 0, 0, 0, 0);
    l->reverse = v3d_lower_op(l, V3D_STRIP_REVERSE, 0, 0, 0, 0);
    l->a[V3D_QPU_W] = v3d_lower_op(l, V3D_STRIP_W, 0, 0, 0, 0);
    l->b[V3D_QPU_Z] = v3d_lower_op(l, V3D_STRIP_Z, 0, 0, 0, 0);
}

static void start(Lower *l)
{
    v3d_values_init(&l->values);
    l->zero = v3d_value_const(&l->values, 0);
    l->all = v3d_value_const(&l->values, UINT32_MAX);
    for (unsigned i = 0; i < 32; i++) {
        l->a[i] = l->b[i] = l->zero;
    }
    for (unsigned i = 0; i < 6; i++) {
        l->r[i] = l->zero;
    }
    l->z = l->n = l->c = l->zero;
    l->x = l->y = l->samples = l->reverse = l->zero;
    if (l->kind == V3D_LOWER_FRAGMENT) {
        start_fragment(l);
    }
}

V3dStripProgram *v3d_lower(const V3dQpuProgram *program, V3dLowerKind kind)
{
    g_autofree Lower *l = g_new0(Lower, 1);
    V3dStripProgram *p;

    l->kind = kind;
    start(l);
    lower_all(l, program);
    p = l->failed ? NULL : v3d_values_emit(&l->values);
    if (!p) {
        return NULL;
    }
    p->instructions = l->instructions;
    p->cost = l->instructions + l->cost;
    p->uniforms = l->uniforms;
    p->varyings = l->varyings;
    p->num_textures = l->num_textures;
    memcpy(p->texture, l->texture, sizeof(p->texture));
    return p;
}

const V3dStripProgram *v3d_lowered(V3dQpuProgram *program, V3dLowerKind kind)
{
    if (!program->lowering_tried[kind]) {
        program->lowered[kind] = v3d_lower(program, kind);
        program->lowering_tried[kind] = true;
    }
    return program->lowered[kind];
}
