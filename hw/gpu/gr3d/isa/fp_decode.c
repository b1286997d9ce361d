/*
 * Tegra20 GR3D engine: fragment program decoder
 *
 * The only reader of raw fragment words.  Whatever the guest uploaded, the
 * result has all indices in range and at most three MFU instructions and
 * three ALU packets per EXEC.
 *
 * [tegra-gr3d.rst, Fragment pipe]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "fp_decode.h"
#include "num.h"
#include "regs.h"

/*
 * ALU packets
 */

#define MASK_LOW    0x003ff
#define MASK_HIGH   0xffc00
#define MASK_BOTH   0xfffff

unsigned gr3d_fp_mods(const Gr3dFpOperand *operand)
{
    unsigned mods = 0;

#define FP_MOD(bit, name, member, ...) mods |= operand->member << bit;
#include "fp_ops.def"
    return mods;
}

bool gr3d_fp_has_constants(const Gr3dFpSlot slot[3])
{
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned j = 0; j < 3; j++) {
            unsigned reg = slot[i].abc[j].reg;

            if (reg >= GR3D_FP_IMM && reg < GR3D_FP_IMM + 3) {
                return true;
            }
        }
    }
    return false;
}

/*
 * Return what a read of an ALU result means: a later packet of the EXEC reads
 * results of the packet before.  In the first packet a slot reads results of
 * this packet's earlier slots, and zero for itself and later ones.  Slot 3
 * reads zero for constants, as it holds none if it is an instruction.
 */
static unsigned forward(unsigned reg, unsigned slot, bool first)
{
    unsigned result = reg - GR3D_FP_ALU;

    if (slot == 3 && reg >= GR3D_FP_IMM && reg < GR3D_FP_IMM + 3) {
        return GR3D_FP_ZERO;
    }
    if (reg < GR3D_FP_ALU || result >= 4 || !first) {
        return reg;
    }
    return result < slot ? GR3D_FP_OWN + result : GR3D_FP_ZERO;
}

/* Resolve an operand; @reg: its register, which D has in another one */
static Gr3dFpSource resolve(const Gr3dFpOperand *in, unsigned reg,
                            unsigned slot, bool first)
{
    Gr3dFpSource src = { 0 };
    bool alu = reg >= GR3D_FP_ALU && reg < GR3D_FP_ALU + 4;
    bool cr = reg >= GR3D_FP_CR && reg < GR3D_FP_CR + 8;

    src.at = forward(reg, slot, first);
    src.type = alu && in->fx10 ? GR3D_FP_ALU_FX10 :
               in->fx10 || cr ? GR3D_FP_FX10 : GR3D_FP_FP20;
    src.shift = in->high ? 10 : 0;
    src.mods = gr3d_fp_mods(in);
    return src;
}

static void resolve_sources(Gr3dFpAlu *alu, const Gr3dFpSlot *in,
                            unsigned slot, bool first)
{
    static const Gr3dFpOperand one = { .fx10 = 1, .high = 1 };

    for (unsigned i = 0; i < 3; i++) {
        alu->src[i] = resolve(&in->abc[i], in->abc[i].reg, slot, first);
    }
    alu->src[3] = !in->d.enable ? resolve(&one, GR3D_FP_ZERO_ONE, slot, first) :
                  resolve(&in->d, in->abc[in->d.from_c ? 2 : 1].reg, slot,
                          first);
}

static void resolve_target(Gr3dFpAlu *alu, const Gr3dFpSlot *in)
{
    bool high = in->write_high, low = in->write_low;

    alu->dst = in->dst;
    alu->mask = (high ? MASK_HIGH : 0) | (low ? MASK_LOW : 0);
    alu->fx10 = high != low || alu->two_products;
    alu->shift = high && (!low || in->dst >= GR3D_FP_CR) ? 10 : 0;
    if (alu->two_products) {
        alu->mask = MASK_BOTH;
        alu->shift = high && !low ? 10 : 0;
        alu->shift2 = 10 - alu->shift;
    }
    if (in->dst < GR3D_FP_ALU) {
        alu->target = alu->mask ? GR3D_FP_TO_REG : GR3D_FP_TO_NOTHING;
    } else if (in->dst >= GR3D_FP_CR && in->dst < GR3D_FP_CR + 8) {
        alu->target = GR3D_FP_TO_CR;
        alu->shift = high ? 10 : 0;
        alu->mask = high ? MASK_HIGH : MASK_LOW;
    } else if (in->dst == GR3D_FP_KILL) {
        alu->target = GR3D_FP_TO_KILL;
    }
}

/* Return which slots' results a slot adds up; constants have none. */
static unsigned sum_of(const Gr3dFpSlot in[4], unsigned slot,
                       unsigned num_slots)
{
    static const uint8_t send_to[4] = { 0xff, 0, 0, 2 };
    unsigned sum = in[slot].recv ? 1 << ((slot + 3) & 3) : 0;

    for (unsigned i = 0; i < 4; i++) {
        if (in[i].send && send_to[i] == slot) {
            sum |= 1 << i;
        }
    }
    return sum & ((1 << num_slots) - 1);
}

/* Is the sum a known one: slot 0 receives, 1 and 2 send, or none does? */
static bool usual_sum(const Gr3dFpSlot in[4], unsigned num_slots)
{
    unsigned used = 0;

    for (unsigned i = 0; i < num_slots; i++) {
        used |= (in[i].recv | in[i].send << 1) << (2 * i);
    }
    return used == 0 || used == (1 | 2 << 2 | 2 << 4);
}

static void add_step(Gr3dFpPacket *packet, Gr3dFpStepKind kind, unsigned slot)
{
    packet->step[packet->num_steps++] = (Gr3dFpStep) { kind, slot };
}

/* List the steps: all reads and own results, then the sums, then all writes. */
static void order_steps(Gr3dFpPacket *packet, const Gr3dFpSlot in[4],
                        unsigned num_slots)
{
    for (unsigned i = 0; i < num_slots; i++) {
        add_step(packet, GR3D_FP_EVAL, i);
    }
    for (unsigned i = 0; i < num_slots; i++) {
        if (in[i].recv || packet->slot[i].sum) {
            add_step(packet, GR3D_FP_SUM, i);
        }
    }
    for (unsigned i = 0; i < num_slots; i++) {
        add_step(packet, GR3D_FP_WRITE, i);
    }
    for (unsigned i = 0; i < num_slots; i++) {
        add_step(packet, GR3D_FP_RESULT, i);
    }
}

static void decode_slot(Gr3dFpPacket *packet, const Gr3dFpSlot in[4],
                        unsigned slot, unsigned num_slots, bool first)
{
    Gr3dFpAlu *alu = &packet->slot[slot];

    alu->opcode = in[slot].opcode;
    alu->scale = in[slot].scale;
    alu->cc = in[slot].cc;
    alu->saturate = in[slot].saturate;
    alu->two_products = in[slot].no_add && alu->opcode == GR3D_FP_ALU_MAD;
    alu->recv = in[slot].recv;
    alu->sum = sum_of(in, slot, num_slots);
    resolve_sources(alu, &in[slot], slot, first);
    resolve_target(alu, &in[slot]);
    for (unsigned i = 0; i < 4; i++) {
        packet->forwards |= alu->src[i].at >= GR3D_FP_OWN &&
                            alu->src[i].at < GR3D_FP_OWN + 4;
    }
}

static bool names_beyond(const Gr3dFpSlot *in, unsigned num_regs)
{
    bool writes = in->write_high || in->write_low;
    bool beyond = writes && in->dst >= num_regs && in->dst < GR3D_FP_ROW_REGS;

    for (unsigned i = 0; i < 3; i++) {
        beyond |= in->abc[i].reg >= num_regs &&
                  in->abc[i].reg < GR3D_FP_ROW_REGS;
    }
    return beyond;
}

/* Report registers that rows of a pixel do not have; they have @num_regs. */
static void check_registers(const Gr3dFpSlot in[4], unsigned num_slots,
                            unsigned num_regs, unsigned index,
                            GpuEvents *events)
{
    for (unsigned i = 0; i < num_slots; i++) {
        if (names_beyond(&in[i], num_regs)) {
            gr3d_event(events, GR3D_EV_FP_ROW_REG, index);
            return;
        }
    }
}

static void decode_packet(Gr3dFpPacket *packet, const uint32_t word[8],
                          unsigned index, bool first, unsigned num_regs,
                          GpuEvents *events)
{
    Gr3dFpSlot in[4];
    unsigned num_slots;

    for (unsigned i = 0; i < 4; i++) {
        in[i] = gr3d_fp_decode_slot((uint64_t)word[2 * i] << 32 |
                                    word[2 * i + 1]);
    }
    packet->decoded = true;
    packet->constants = gr3d_fp_has_constants(in);
    if (packet->constants) {
        /* constants are uploaded low word first, unlike an instruction */
        Gr3dFpConst imm = gr3d_fp_decode_const((uint64_t)word[7] << 32 |
                                               word[6]);

        memcpy(packet->imm, imm.imm, sizeof(packet->imm));
        in[3] = (Gr3dFpSlot) { 0 };
    }
    num_slots = packet->constants ? 3 : 4;
    for (unsigned i = 0; i < num_slots; i++) {
        decode_slot(packet, in, i, num_slots, first);
    }
    if (!usual_sum(in, num_slots)) {
        gr3d_event(events, GR3D_EV_FP_SUM, index);
    }
    check_registers(in, num_slots, num_regs, index, events);
    order_steps(packet, in, num_slots);
}

/*
 * MFU instructions
 */

static void add_mfu(Gr3dFpMfuSteps *mfu, Gr3dFpMfuKind kind, unsigned unit,
                    unsigned a, unsigned b)
{
    mfu->step[mfu->num_steps++] = (Gr3dFpMfuStep) { kind, unit, a, b };
}

static bool known_sfu(unsigned op)
{
    static const bool known[16] = {
#define FP_SFU(code, name, text, expr) [code] = true,
#include "fp_ops.def"
    };

    return known[op];
}

/* Decode the special function; false if something is unknown. */
static bool decode_sfu(Gr3dFpMfuSteps *mfu, const Gr3dFpMfu *in)
{
    unsigned reg = in->sfu_reg <= GR3D_FP_SRC_R4 ? in->sfu_reg :
                   GR3D_FP_SRC_ZERO;

    if (in->sfu_op == 0) {
        return true;
    }
    if (!known_sfu(in->sfu_op)) {
        return false;
    }
    add_mfu(mfu, GR3D_FP_MFU_SFU, 0, reg, in->sfu_op);
    return reg == in->sfu_reg;
}

static unsigned mul_source(unsigned src, bool *known)
{
    if (src <= 3 || (src >= GR3D_FP_SRC_SFU && src <= GR3D_FP_SRC_ONE)) {
        return src;
    }
    if (src < 8) {
        return GR3D_FP_SRC_CONST + src - 4;
    }
    *known = false;
    return GR3D_FP_SRC_ZERO;
}

/* Decode the multipliers: both read before either writes. */
static bool decode_muls(Gr3dFpMfuSteps *mfu, const Gr3dFpMfu *in)
{
    bool known = true;

    for (unsigned i = 0; i < 2; i++) {
        if (in->mul[i].dst) {
            unsigned a = mul_source(in->mul[i].src[0], &known);
            unsigned b = mul_source(in->mul[i].src[1], &known);

            add_mfu(mfu, GR3D_FP_MFU_MUL, i, a, b);
        }
    }
    for (unsigned i = 0; i < 2; i++) {
        unsigned dst = in->mul[i].dst;

        if (dst == 1) {
            add_mfu(mfu, GR3D_FP_MFU_WEIGHT, i, 0, 0);
        } else if (dst >= 4) {
            add_mfu(mfu, GR3D_FP_MFU_STORE, i, dst - 4, 0);
        } else if (dst) {
            known = false;
        }
    }
    return known;
}

static bool decode_vars(Gr3dFpMfuSteps *mfu, const Gr3dFpMfu *in)
{
    bool known = true;

    for (unsigned i = 0; i < 4; i++) {
        unsigned op = in->var[i].op, row = in->var[i].row;

        if (op == 1 || op == 2) {
            add_mfu(mfu, op == 1 ? GR3D_FP_MFU_VAR_FP20 : GR3D_FP_MFU_VAR_FX10,
                    i, row, in->var[i].saturate);
            mfu->columns |= 1 << i;
        } else if (op == 3) {
            known = false;
        } else if (i == 3 && in->var[i].saturate) {
            add_mfu(mfu, GR3D_FP_MFU_DEPTH, i, 0, 0);
        }
    }
    return known;
}

/* Decode special function, multipliers, interpolation: in this order. */
static void decode_mfu(Gr3dFpMfuSteps *mfu, uint64_t word, unsigned index,
                       GpuEvents *events)
{
    Gr3dFpMfu in = gr3d_fp_decode_mfu(word);
    bool sfu, muls, vars;

    mfu->decoded = true;
    sfu = decode_sfu(mfu, &in);
    muls = decode_muls(mfu, &in);
    vars = decode_vars(mfu, &in);
    if (!sfu || !muls || !vars || in.rest) {
        gr3d_event(events, GR3D_EV_FP_MFU, index);
    }
}

/*
 * EXECs
 */

static void note_columns(Gr3dFp *fp, const Gr3dFpMfuSteps *mfu)
{
    for (unsigned i = 0; i < mfu->num_steps; i++) {
        const Gr3dFpMfuStep *step = &mfu->step[i];

        if (step->kind == GR3D_FP_MFU_VAR_FP20 ||
            step->kind == GR3D_FP_MFU_VAR_FX10) {
            fp->columns |= 1ull << (4 * step->a + step->unit);
        }
    }
}

static void decode_exec_mfu(Gr3dFp *fp, Gr3dFpExec *exec, const Gr3dRegs *regs,
                            unsigned e, GpuEvents *events)
{
    Gr3dFpSched sched = gr3d_fp_decode_sched(regs->mfu_sched[e]);

    exec->num_mfu = sched.count;
    for (unsigned i = 0; i < sched.count; i++) {
        unsigned at = (sched.first + i) % 64;

        exec->mfu[i] = at;
        if (!fp->mfu[at].decoded) {
            decode_mfu(&fp->mfu[at], (uint64_t)regs->mfu_inst[2 * at] << 32 |
                       regs->mfu_inst[2 * at + 1], at, events);
            note_columns(fp, &fp->mfu[at]);
        }
    }
}

static void note_writes(Gr3dFpExec *exec, const Gr3dFpPacket *packet)
{
    unsigned num_slots = packet->constants ? 3 : 4;

    for (unsigned i = 0; i < num_slots; i++) {
        const Gr3dFpAlu *alu = &packet->slot[i];

        if (alu->target == GR3D_FP_TO_REG && alu->dst < GR3D_FP_ROW_REGS) {
            exec->write_mask[alu->dst] |= alu->mask;
        }
    }
}

static void decode_exec_alu(Gr3dFp *fp, Gr3dFpExec *exec, const Gr3dRegs *regs,
                            unsigned e, GpuEvents *events)
{
    Gr3dFpSched sched = gr3d_fp_decode_sched(regs->alu_sched[e]);

    exec->num_packets = sched.count;
    for (unsigned i = 0; i < sched.count; i++) {
        unsigned at = (sched.first + i) % 64;
        Gr3dFpPacket *packet = &fp->packet[i > 0][at];

        exec->packet[i] = at;
        if (!packet->decoded) {
            decode_packet(packet, &regs->alu_inst[8 * at], at, i == 0,
                          4 * fp->num_rows, events);
        }
        note_writes(exec, packet);
    }
}

/* Take over the columns of the pass's nearest earlier row with MFU work. */
static void inherit_columns(Gr3dFp *fp, unsigned e)
{
    Gr3dFpExec *exec = &fp->exec[e];

    if (exec->num_mfu) {
        return;
    }
    for (unsigned row = e % fp->num_rows; row-- > 0; ) {
        const Gr3dFpExec *from = &fp->exec[e - e % fp->num_rows + row];

        if (from->num_mfu) {
            exec->copy_row = row;
            for (unsigned i = 0; i < from->num_mfu; i++) {
                exec->copy_columns |= fp->mfu[from->mfu[i]].columns;
            }
            return;
        }
    }
}

static void decode_exec_memory(Gr3dFp *fp, Gr3dFpExec *exec,
                               const Gr3dRegs *regs, unsigned e,
                               GpuEvents *events)
{
    exec->pseq = gr3d_fp_decode_pseq(regs->pseq_inst[e]);
    exec->tex = gr3d_fp_decode_tex(regs->tex_inst[e]);
    exec->dw = gr3d_fp_decode_dw(regs->dw_inst[e]);
    if (exec->pseq.op == 1) {
        fp->loads |= 1 << exec->pseq.surf;
    } else if (exec->pseq.op) {
        gr3d_event(events, GR3D_EV_FP_PSEQ, regs->pseq_inst[e]);
    }
    if (exec->tex.enable) {
        fp->textures |= 1 << exec->tex.index;
        if (exec->tex.color_key || exec->tex.comp_sel) {
            gr3d_event(events, GR3D_EV_FP_TEX, regs->tex_inst[e]);
        }
    }
    if (exec->dw.op > 1) {
        gr3d_event(events, GR3D_EV_FP_DW, regs->dw_inst[e]);
    } else if (exec->dw.op && exec->dw.stencil) {
        fp->stencil_store = true;
    } else if (exec->dw.op) {
        fp->stores |= 1 << exec->dw.surf;
    }
}

static void decode_exec(Gr3dFp *fp, const Gr3dRegs *regs, unsigned e,
                        GpuEvents *events)
{
    Gr3dFpExec *exec = &fp->exec[e];

    decode_exec_memory(fp, exec, regs, e, events);
    decode_exec_mfu(fp, exec, regs, e, events);
    decode_exec_alu(fp, exec, regs, e, events);
    inherit_columns(fp, e);
    if (regs->alu_comp[e]) {
        gr3d_event(events, GR3D_EV_FP_COMPLEMENT, regs->alu_comp[e]);
    }
    fp->cost += 1 + exec->num_mfu + exec->num_packets;
}

/*
 * Report EX2, SIN and COS, which are second steps, without their first
 * [tegra-gr3d-isa.rst].  @done: the last special function on each register of
 * the row
 */
static void check_steps(const Gr3dFp *fp, unsigned e, uint8_t done[4],
                        GpuEvents *events)
{
    static const uint8_t first_step[16] = {
        [GR3D_FP_SFU_EX2] = GR3D_FP_SFU_PREEX2,
        [GR3D_FP_SFU_SIN] = GR3D_FP_SFU_PRESIN,
        [GR3D_FP_SFU_COS] = GR3D_FP_SFU_PRECOS,
    };
    const Gr3dFpExec *exec = &fp->exec[e];

    for (unsigned i = 0; i < exec->num_mfu; i++) {
        const Gr3dFpMfuStep *step = &fp->mfu[exec->mfu[i]].step[0];
        bool sfu = fp->mfu[exec->mfu[i]].num_steps &&
                   step->kind == GR3D_FP_MFU_SFU;
        uint8_t first = sfu ? first_step[step->b] : 0;

        if (first && (step->a >= 4 || done[step->a] != first)) {
            gr3d_event(events, GR3D_EV_FP_STEP, exec->mfu[i]);
        }
        if (sfu && step->a < 4) {
            done[step->a] = step->b;
        }
    }
}

/* Return the register's number of EXECs, maybe more than there are. */
static unsigned execs_of(const Gr3dRegs *regs)
{
    unsigned entry = GR3D_GET(regs->reg[GR3D_R_PSEQ_PC], PSEQ_PC, ENTRY);

    return GR3D_GET(regs->reg[GR3D_R_PSEQ_COMMAND_EVEN + 2 * entry],
                    PSEQ_COMMAND_EVEN, NUM_EXECS);
}

static unsigned rows_of(const Gr3dRegs *regs)
{
    return GR3D_GET(regs->reg[GR3D_R_PIX_ATTR], PIX_ATTR, NUM_ROWS_1) + 1;
}

void gr3d_fp_decode(Gr3dFp *fp, const Gr3dRegs *regs, GpuEvents *events)
{
    uint8_t done[4][4] = { 0 };

    memset(fp, 0, sizeof(*fp));
    fp->num_execs = execs_of(regs);
    if (fp->num_execs > GR3D_NUM_EXECS) {
        gr3d_event(events, GR3D_EV_FP_EXECS, fp->num_execs);
        fp->num_execs = GR3D_NUM_EXECS;
    }
    fp->num_rows = rows_of(regs);
    for (unsigned e = 0; e < fp->num_execs; e++) {
        decode_exec(fp, regs, e, events);
        check_steps(fp, e, done[e % fp->num_rows], events);
    }
}

/*
 * The words
 */

/* Copy a schedule's instructions of @size words; returns the end. */
static uint32_t *copy_scheduled(uint32_t *to, uint32_t schedule,
                                const uint32_t *inst, unsigned size)
{
    Gr3dFpSched sched = gr3d_fp_decode_sched(schedule);

    for (unsigned i = 0; i < sched.count; i++) {
        memcpy(to, &inst[(sched.first + i) % 64 * size],
               size * sizeof(to[0]));
        to += size;
    }
    return to;
}

unsigned gr3d_fp_words(const Gr3dRegs *regs, uint32_t *word)
{
    unsigned num = execs_of(regs);
    uint32_t *to = word;

    *to++ = num;
    *to++ = rows_of(regs);
    for (unsigned e = 0; e < num && e < GR3D_NUM_EXECS; e++) {
        *to++ = regs->pseq_inst[e];
        *to++ = regs->mfu_sched[e];
        *to++ = regs->tex_inst[e];
        *to++ = regs->alu_sched[e];
        *to++ = regs->alu_comp[e];
        *to++ = regs->dw_inst[e];
        to = copy_scheduled(to, regs->mfu_sched[e], regs->mfu_inst, 2);
        to = copy_scheduled(to, regs->alu_sched[e], regs->alu_inst, 8);
    }
    return to - word;
}
