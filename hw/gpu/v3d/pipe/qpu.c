/*
 * VideoCore IV 3D engine: shader core (QPU), the reference
 * [VideoCore IV 3D Architecture Reference Guide, section 3]
 *
 * The order inside an instruction: registers, then what is outside, are read;
 * operands unpack; both ALUs compute; the mul ALU's result rotates; flags are
 * taken from results that are not packed; the add ALU's result is written, then
 * the mul ALU's (which wins [M]); signals act.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "qpu_alu.h"
#include "qpu_io.h"

#define ALL_LANES   0xffff

/* Instructions after the one that signals */
#define END_DELAY       2
#define BRANCH_DELAY    3

/* One instruction on its way */
typedef struct Step {
    V3dQpu *qpu;
    const V3dQpuInst *inst;
    V3dQpuVarying varying;
    const uint32_t *mux[8];
    uint32_t a[V3D_LANES], b[V3D_LANES], r4[V3D_LANES];
    uint32_t add[V3D_LANES], mul[V3D_LANES];
    uint32_t mask_add, mask_mul;            /* lanes that are written */
    uint32_t carry_add, carry_mul;
    uint32_t overflow;
    bool float_add, float_mul;              /* for packing */
} Step;

void v3d_qpu_start(V3dQpu *qpu, V3dMemory *mem, const V3dQpuProgram *program,
                   uint32_t code, uint32_t uniforms)
{
    static const V3dQpuPorts no_ports;

    memset(qpu, 0, sizeof(*qpu));
    qpu->pc = code & ~7u;
    qpu->uniforms = uniforms;
    qpu->uniforms_left = V3D_QPU_UNLIMITED;
    qpu->mem = mem;
    qpu->program = program;
    qpu->ports = &no_ports;
}

/*
 * Operands
 */

static void read_files(Step *s)
{
    const V3dQpuInst *inst = s->inst;

    s->mux[V3D_MUX_A] = v3d_qpu_read(s->qpu, V3D_FILE_A, inst->raddr_a, s->a,
                                     &s->varying);
    if (inst->small) {
        for (unsigned i = 0; i < V3D_LANES; i++) {
            s->b[i] = inst->small_value;
        }
        s->mux[V3D_MUX_B] = s->b;
    } else if (inst->raddr_b == inst->raddr_a &&
               v3d_qpu_read_is_shared(inst->raddr_b)) {
        s->mux[V3D_MUX_B] = s->mux[V3D_MUX_A];
    } else {
        s->mux[V3D_MUX_B] = v3d_qpu_read(s->qpu, V3D_FILE_B, inst->raddr_b,
                                         s->b, &s->varying);
    }
}

static void unpack(Step *s)
{
    const V3dQpuInst *inst = s->inst;
    const uint32_t *from = s->mux[inst->pm ? 4 : V3D_MUX_A];
    uint32_t *to = inst->pm ? s->r4 : s->a;

    if (!inst->unpack || (!inst->pm && inst->raddr_a >= 32)) {
        return;
    }
    for (unsigned i = 0; i < V3D_LANES; i++) {
        to[i] = inst->pm ? v3d_unpack_r4(inst->unpack, from[i]) :
                v3d_unpack_a(inst->unpack, inst->float_a, from[i]);
    }
    s->mux[inst->pm ? 4 : V3D_MUX_A] = to;
}

static void read_operands(Step *s)
{
    for (unsigned i = 0; i < 6; i++) {
        s->mux[i] = s->qpu->r[i];
    }
    read_files(s);
    unpack(s);
}

/*
 * Results
 */

static uint32_t cond_mask(const V3dQpu *qpu, unsigned cond)
{
    const uint32_t flags[] = { ALL_LANES, qpu->z, qpu->n, qpu->c };
    uint32_t lanes = flags[cond / 2];

    return (cond & 1 && cond > V3D_COND_ALWAYS) || cond == V3D_COND_NEVER ?
           ~lanes & ALL_LANES : lanes;
}

/* Up by so many lanes; without leaving the quad where it is not full */
static void rotate(Step *s)
{
    const V3dQpuInst *inst = s->inst;
    unsigned by = inst->rotation_by_r5 ? s->qpu->r[5][0] & 15 : inst->rotation;
    uint32_t from[V3D_LANES], carry = s->carry_mul;

    memcpy(from, s->mul, sizeof(from));
    s->carry_mul = 0;
    for (unsigned i = 0; i < V3D_LANES; i++) {
        unsigned to = inst->rotation_in_quads ? (i & 12) | ((i + by) & 3) :
                      (i + by) & 15;

        s->mul[to] = from[i];
        s->carry_mul |= (carry >> i & 1) << to;
    }
}

static void compute(Step *s)
{
    const V3dQpuInst *inst = s->inst;
    const uint32_t *a = s->mux[inst->add_a], *b = s->mux[inst->add_b];

    if (inst->op_add != V3D_ADD_NOP) {
        s->carry_add = v3d_alu_add(inst->op_add, a, b, s->add);
    }
    if (inst->op_mul != V3D_MUL_NOP) {
        s->carry_mul = v3d_alu_mul(inst->op_mul, s->mux[inst->mul_a],
                                   s->mux[inst->mul_b], s->mul);
    }
    if ((inst->rotation || inst->rotation_by_r5) &&
        inst->op_mul != V3D_MUL_NOP) {
        rotate(s);
    }
    s->overflow = inst->pack >= 8 && !inst->pm ?
                  v3d_alu_overflow(inst->op_add, a, b, s->add) : 0;
    s->float_add = v3d_add_ops[inst->op_add].types & V3D_OP_FLOAT_OUT;
    s->float_mul = v3d_mul_ops[inst->op_mul].types & V3D_OP_FLOAT_OUT;
    if (!v3d_add_ops[inst->op_add].name) {
        v3d_event(s->qpu->mem->events, V3D_EV_QPU_OP, s->qpu->pc);
    }
}

/* An operation that is a nop writes nothing. [M] */
static void compute_masks(Step *s)
{
    const V3dQpuInst *inst = s->inst;
    bool alu = inst->kind == V3D_QPU_ALU;

    s->mask_add = cond_mask(s->qpu, inst->cond_add);
    s->mask_mul = cond_mask(s->qpu, inst->cond_mul);
    if (alu && inst->op_add == V3D_ADD_NOP) {
        s->mask_add = 0;
    }
    if (alu && inst->op_mul == V3D_MUL_NOP) {
        s->mask_mul = 0;
    }
}

static uint32_t replace(uint32_t old, uint32_t value, uint32_t lanes)
{
    return (old & ~lanes) | (value & lanes);
}

static void set_flags(Step *s)
{
    V3dQpu *qpu = s->qpu;
    bool mul = s->inst->sf_mul;
    const uint32_t *r = mul ? s->mul : s->add;
    uint32_t lanes = mul ? s->mask_mul : s->mask_add;
    uint32_t z = 0, n = 0;

    if (!lanes) {
        return;
    }

    for (unsigned i = 0; i < V3D_LANES; i++) {
        z |= (uint32_t)(r[i] == 0) << i;
        n |= (r[i] >> 31) << i;
    }
    qpu->z = replace(qpu->z, z, lanes);
    qpu->n = replace(qpu->n, n, lanes);
    qpu->c = replace(qpu->c, mul ? s->carry_mul : s->carry_add, lanes);
}

/* What of the result reaches register @old, or I/O where that is NULL */
static void pack(Step *s, bool mul, bool to_a, const uint32_t *old)
{
    const V3dQpuInst *inst = s->inst;
    bool is_float = mul ? s->float_mul : s->float_add;
    uint32_t overflow = mul ? 0 : s->overflow;
    uint32_t *r = mul ? s->mul : s->add;

    if (inst->pm ? !mul || (!old && inst->pack != 3) : !to_a) {
        return;
    }
    for (unsigned i = 0; i < V3D_LANES; i++) {
        uint32_t o = old ? old[i] : 0;

        r[i] = inst->pm ? v3d_pack_mul(inst->pack, o, r[i]) :
               v3d_pack_a(inst->pack, is_float, overflow >> i & 1, o, r[i]);
    }
}

static void write_result(Step *s, bool mul)
{
    const V3dQpuInst *inst = s->inst;
    V3dQpuFile file = v3d_writes_file_a(inst, mul) ? V3D_FILE_A : V3D_FILE_B;
    unsigned addr = mul ? inst->waddr_mul : inst->waddr_add;
    uint32_t *lanes = v3d_qpu_register(s->qpu, file, addr);
    uint32_t *result = mul ? s->mul : s->add;
    uint32_t mask = mul ? s->mask_mul : s->mask_add;

    if (inst->pack) {
        pack(s, mul, file == V3D_FILE_A && addr < 32,
             addr == V3D_WRITE_R5 ? s->qpu->r[5] : lanes);
    }
    if (lanes) {
        v3d_qpu_set(lanes, result, mask);
    } else {
        v3d_qpu_write_io(s->qpu, file, addr, result, mask);
    }
}

/* Whether anything is written, be it in no lane */
static bool writes(const V3dQpuInst *inst, bool mul)
{
    bool nop = inst->kind == V3D_QPU_ALU &&
               (mul ? inst->op_mul == V3D_MUL_NOP :
                      inst->op_add == V3D_ADD_NOP);

    return !nop && (mul ? inst->cond_mul : inst->cond_add) != V3D_COND_NEVER &&
           (mul ? inst->waddr_mul : inst->waddr_add) != V3D_WRITE_NOP;
}

static void write_results(Step *s)
{
    compute_masks(s);
    if (s->inst->sf) {
        set_flags(s);
    }
    if (writes(s->inst, false)) {
        write_result(s, false);
    }
    if (writes(s->inst, true)) {
        write_result(s, true);
    }
}

/*
 * Kinds of instructions
 */

/* False: it must wait. */
static bool acquire_mutex(V3dQpu *qpu, const V3dQpuInst *inst)
{
    if (inst->raddr_a != V3D_READ_MUTEX &&
        (inst->small || inst->raddr_b != V3D_READ_MUTEX)) {
        return true;
    }
    if (!qpu->ports->mutex) {
        v3d_event(qpu->mem->events, V3D_EV_QPU_PORT, qpu->pc);
        return true;
    }
    return qpu->ports->mutex(qpu->opaque, true);
}

static bool do_alu(Step *s)
{
    if (!acquire_mutex(s->qpu, s->inst)) {
        return false;
    }
    read_operands(s);
    compute(s);
    write_results(s);
    if (s->varying.read) {
        memcpy(s->qpu->r[5], s->varying.c, sizeof(s->varying.c));
    }
    return true;
}

/* Bits i and 16 + i are the lane's. */
static uint32_t lane_of(const V3dQpuInst *inst, unsigned i)
{
    uint32_t low = inst->imm >> i & 1, high = inst->imm >> (16 + i) & 1;

    switch (inst->unpack) {
    case V3D_LOAD_SIGNED:
        return low - 2 * high;
    case V3D_LOAD_UNSIGNED:
        return low + 2 * high;
    default:
        return inst->imm;
    }
}

static bool do_load(Step *s)
{
    for (unsigned i = 0; i < V3D_LANES; i++) {
        s->add[i] = s->mul[i] = lane_of(s->inst, i);
    }
    write_results(s);
    return true;
}

static bool do_semaphore(Step *s)
{
    V3dQpu *qpu = s->qpu;

    if (!qpu->ports->semaphore) {
        v3d_event(qpu->mem->events, V3D_EV_QPU_PORT, qpu->pc);
        return true;
    }
    return qpu->ports->semaphore(qpu->opaque, s->inst->imm & 15,
                                 s->inst->imm >> 4 & 1);
}

/* All or any lanes' flag, set or clear.  12 to 14 are reserved: never [M]. */
static bool is_taken(const V3dQpu *qpu, unsigned cond)
{
    const uint32_t flags[] = { qpu->z, qpu->n, qpu->c, 0 };
    uint32_t lanes = flags[cond / 4] ^ (cond & 1 ? ALL_LANES : 0);

    if (cond >= 12) {
        return cond == V3D_BRANCH_ALWAYS;
    }
    return cond & 2 ? lanes != 0 : lanes == ALL_LANES;
}

/* The register's value is element 15's; the link is written if taken. */
static bool do_branch(Step *s)
{
    V3dQpu *qpu = s->qpu;
    const V3dQpuInst *inst = s->inst;
    uint32_t after = qpu->pc + (1 + BRANCH_DELAY) * V3D_QPU_BYTES;

    if (!is_taken(qpu, inst->cond_branch)) {
        return true;
    }
    qpu->target = inst->imm + (inst->rel ? after : 0) +
                  (inst->reg ? qpu->a[inst->raddr_a][15] : 0);
    qpu->branch_slots = 1 + BRANCH_DELAY;
    for (unsigned i = 0; i < V3D_LANES; i++) {
        s->add[i] = s->mul[i] = after;
    }
    s->mask_add = s->mask_mul = ALL_LANES;
    if (inst->waddr_add != V3D_WRITE_NOP) {
        write_result(s, false);
    }
    if (inst->waddr_mul != V3D_WRITE_NOP) {
        write_result(s, true);
    }
    return true;
}

/*
 * Flow
 */

static void do_signal(V3dQpu *qpu, V3dSig sig)
{
    switch (sig) {
    case V3D_SIG_BREAKPOINT:
        v3d_event(qpu->mem->events, V3D_EV_QPU_BREAKPOINT, qpu->pc);
        qpu->end_slots = 1;
        break;
    case V3D_SIG_LOAD_COVERAGE:
        v3d_qpu_load_tlb(qpu, V3D_TLB_COVERAGE);
        break;
    case V3D_SIG_LOAD_COLOUR:
    case V3D_SIG_LOAD_COLOUR_END:
        v3d_qpu_load_tlb(qpu, V3D_TLB_COLOUR);
        break;
    case V3D_SIG_LOAD_ALPHA:
        v3d_qpu_load_tlb(qpu, V3D_TLB_ALPHA);
        break;
    case V3D_SIG_LOAD_TMU0:
    case V3D_SIG_LOAD_TMU1:
        v3d_tmu_read(&qpu->tmu[sig - V3D_SIG_LOAD_TMU0], qpu->mem, qpu->r[4]);
        break;
    default:
        break;
    }
    if ((sig == V3D_SIG_PROGRAM_END || sig == V3D_SIG_LOAD_COLOUR_END) &&
        !qpu->end_slots) {
        qpu->end_slots = 1 + END_DELAY;
    }
}

/* The next instruction's address.  True: there is none. */
static bool advance(V3dQpu *qpu)
{
    qpu->pc += V3D_QPU_BYTES;
    if (qpu->branch_slots && --qpu->branch_slots == 0) {
        qpu->pc = qpu->target & ~7u;
    }
    return qpu->end_slots && --qpu->end_slots == 0;
}

static const V3dQpuInst *fetch(V3dQpu *qpu, V3dQpuInst *room)
{
    const V3dQpuProgram *p = qpu->program;
    const uint8_t *data;

    if (p && (qpu->pc - p->addr) / V3D_QPU_BYTES < p->num) {
        return &p->inst[(qpu->pc - p->addr) / V3D_QPU_BYTES];
    }
    data = v3d_memory_read(qpu->mem, qpu->pc, V3D_QPU_BYTES);
    if (!data) {
        v3d_event(qpu->mem->events, V3D_EV_QPU_FETCH, qpu->pc);
        return NULL;
    }
    v3d_qpu_decode(room, v3d_qpu_word(data));
    return room;
}

static bool execute(V3dQpu *qpu, const V3dQpuInst *inst)
{
    static bool (*const kinds[])(Step *s) = {
        [V3D_QPU_ALU] = do_alu,
        [V3D_QPU_LOAD_IMM] = do_load,
        [V3D_QPU_SEMAPHORE] = do_semaphore,
        [V3D_QPU_BRANCH] = do_branch,
    };
    Step s;

    s.qpu = qpu;
    s.inst = inst;
    s.varying.read = false;
    s.carry_add = s.carry_mul = s.overflow = 0;
    s.float_add = s.float_mul = false;
    return kinds[inst->kind](&s);
}

V3dQpuResult v3d_qpu_run(V3dQpu *qpu, uint64_t max)
{
    uint64_t start = qpu->cost;
    V3dQpuInst room;

    while (qpu->cost - start < max) {
        const V3dQpuInst *inst = fetch(qpu, &room);

        if (!inst) {
            return V3D_QPU_END;
        }
        if (!execute(qpu, inst)) {
            return V3D_QPU_WAIT;
        }
        qpu->instructions++;
        qpu->cost++;
        do_signal(qpu, inst->sig);
        if (advance(qpu)) {
            return V3D_QPU_END;
        }
    }
    return V3D_QPU_MORE;
}
