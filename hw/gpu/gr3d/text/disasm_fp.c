/*
 * Tegra20 GR3D engine: disassembler of fragment programs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "hw/gpu/gr3d/isa/num.h"
#include "hw/gpu/gr3d/isa/regs.h"
#include "disasm.h"
#include "text.h"

/* Append the rest of a word's line; @start is where its readable form begins */
static unsigned finish(Gr3dDisasm *d, size_t start, Gr3dFpWord kind,
                       uint64_t word)
{
    const Gr3dFields fields = { gr3d_fp_fields[kind], 64 };
    uint64_t implied;

    gr3d_asm_fp_word(kind, d->out->str + start, &implied);
    return gr3d_disasm_fields(d, &fields, word, implied);
}

/*
 * PSEQ, TEX, DW
 */

unsigned gr3d_disasm_pseq(GString *out, uint32_t word)
{
    Gr3dFpPseq pseq = gr3d_fp_decode_pseq(word);
    Gr3dDisasm d = { .out = out };
    size_t start = out->len;

    g_string_append_printf(out, "%s r%u, s%u", gr3d_pseq_ops[pseq.op],
                           2 * pseq.pair, pseq.surf);
    if (pseq.op > 1) {
        gr3d_disasm_unknown(&d, "op");
    }
    return finish(&d, start, GR3D_FP_WORD_Pseq, word);
}

unsigned gr3d_disasm_tex(GString *out, uint32_t word)
{
    Gr3dFpTex tex = gr3d_fp_decode_tex(word);
    Gr3dDisasm d = { .out = out };
    size_t start = out->len;

    g_string_append_printf(out, "r%u, tex%u, r%u", 2 * tex.dst_pair,
                           tex.index, 2 * tex.src_pair);
    if (tex.color_key) {
        gr3d_disasm_unknown(&d, "color_key");
    }
    if (tex.comp_sel) {
        gr3d_disasm_unknown(&d, "comp_sel");
    }
    return finish(&d, start, GR3D_FP_WORD_Tex, word);
}

unsigned gr3d_disasm_dw(GString *out, uint32_t word)
{
    Gr3dFpDw dw = gr3d_fp_decode_dw(word);
    Gr3dDisasm d = { .out = out };
    size_t start = out->len;

    if (dw.op == 1 && dw.stencil) {
        g_string_append_printf(out, "stencil s%u", dw.surf);
    } else {
        g_string_append_printf(out, "%s s%u, r%u", gr3d_dw_ops[dw.op],
                               dw.surf, 2 * dw.pair);
    }
    if (dw.op > 1) {
        gr3d_disasm_unknown(&d, "op");
    }
    if (dw.always != (dw.op != 0)) {
        gr3d_disasm_unknown(&d, "always");
    }
    return finish(&d, start, GR3D_FP_WORD_Dw, word);
}

/*
 * MFU
 */

static const char *separator(GString *out, size_t start)
{
    return out->len > start ? "; " : "";
}

static void append_sfu(Gr3dDisasm *d, const Gr3dFpMfu *mfu)
{
    if (!mfu->sfu_op) {
        return;
    }
    g_string_append(d->out, "sfu ");
    gr3d_disasm_name(d->out, gr3d_sfu_ops, mfu->sfu_op, "OP");
    g_string_append_printf(d->out, " r%u", mfu->sfu_reg);
    if (!gr3d_sfu_ops[mfu->sfu_op]) {
        gr3d_disasm_unknown(d, "sfu_op");
    }
    if (mfu->sfu_reg > GR3D_FP_SRC_R4) {
        gr3d_disasm_unknown(d, "sfu_reg");
    }
}

static void append_mul(Gr3dDisasm *d, const Gr3dFpMfu *mfu, unsigned i,
                       size_t start)
{
    unsigned dst = mfu->mul[i].dst;
    unsigned a = mfu->mul[i].src[0], b = mfu->mul[i].src[1];

    if (!dst && !a && !b) {
        return;
    }
    g_string_append_printf(d->out, "%smul%u ", separator(d->out, start), i);
    gr3d_disasm_name(d->out, gr3d_mul_dsts, dst, "D");
    g_string_append(d->out, ", ");
    gr3d_disasm_name(d->out, gr3d_mul_srcs, a, "S");
    g_string_append(d->out, ", ");
    gr3d_disasm_name(d->out, gr3d_mul_srcs, b, "S");
    if (!gr3d_mul_dsts[dst] || !gr3d_mul_srcs[a] || !gr3d_mul_srcs[b]) {
        gr3d_disasm_unknown(d, i ? "mul1" : "mul0");
    }
}

static void append_var(Gr3dDisasm *d, const Gr3dFpMfu *mfu, unsigned i,
                       size_t start)
{
    static const char *const names[4] = { "var0", "var1", "var2", "var3" };
    unsigned op = mfu->var[i].op;
    bool saturate = mfu->var[i].saturate;

    if (op) {
        g_string_append_printf(d->out, "%s%s ", separator(d->out, start),
                               names[i]);
        gr3d_disasm_name(d->out, gr3d_var_ops, op, "OP");
        g_string_append_printf(d->out, " t%u%s", mfu->var[i].row,
                               saturate ? " sat" : "");
    } else if (i == 3 && saturate) {
        g_string_append_printf(d->out, "%svar3 depth",
                               separator(d->out, start));
    }
    if (!gr3d_var_ops[op] || (!op && i < 3 && saturate)) {
        gr3d_disasm_unknown(d, names[i]);
    }
}

unsigned gr3d_disasm_mfu(GString *out, uint64_t word)
{
    Gr3dFpMfu mfu = gr3d_fp_decode_mfu(word);
    Gr3dDisasm d = { .out = out };
    size_t start = out->len;

    append_sfu(&d, &mfu);
    append_mul(&d, &mfu, 0, start);
    append_mul(&d, &mfu, 1, start);
    for (unsigned i = 0; i < 4; i++) {
        append_var(&d, &mfu, i, start);
    }
    if (out->len == start) {
        g_string_append(out, "nop");
    }
    return finish(&d, start, GR3D_FP_WORD_Mfu, word);
}

/*
 * ALU slots
 */

static void append_register(GString *out, unsigned reg)
{
    for (unsigned i = 0; i < GR3D_NUM_REG_GROUPS; i++) {
        const Gr3dRegGroup *group = &gr3d_reg_groups[i];

        if (reg >= group->at && reg < group->at + MAX(group->num, 1)) {
            g_string_append(out, group->name);
            if (group->num) {
                g_string_append_printf(out, "%u", reg - group->at);
            }
            return;
        }
    }
    g_string_append_printf(out, "R%u", reg);
}

static void append_half(GString *out, const Gr3dFpOperand *o)
{
    g_string_append(out, !o->fx10 ? "" : o->high ? ".h" : ".l");
}

static bool is_constant(const Gr3dFpOperand *o)
{
    return o->reg == GR3D_FP_ZERO_ONE && o->fx10;
}

static void append_value(GString *out, const Gr3dFpOperand *o)
{
    if (is_constant(o)) {
        g_string_append(out, o->high ? "1" : "0");
        return;
    }
    append_register(out, o->reg);
    append_half(out, o);
}

/* Append modifiers; before an operand the text of the last one comes first. */
static void append_mods(GString *out, unsigned mods, bool after)
{
    for (unsigned i = 0; i < gr3d_num_mods; i++) {
        unsigned bit = after ? i : gr3d_num_mods - 1 - i;
        const Gr3dModText *text = &gr3d_mod_texts[bit];

        if (mods >> bit & 1) {
            g_string_append(out, after ? text->after : text->before);
        }
    }
}

/* Append an operand; -(x-1) is 1-x where that is no constant. */
static void append_operand(GString *out, const Gr3dFpOperand *o)
{
    bool both = o->negate && o->minus_one;
    bool from_one = both && (!is_constant(o) || o->abs);
    unsigned mods = gr3d_fp_mods(o);

    mods &= both ? ~GR3D_FP_MOD_NEG : ~0u;
    mods &= from_one ? ~GR3D_FP_MOD_M1 : ~0u;
    g_string_append(out, from_one ? "1-" : both ? "-(" : "");
    append_mods(out, mods, false);
    append_value(out, o);
    append_mods(out, mods, true);
    g_string_append(out, both && !from_one ? ")" : "");
}

static void append_d(GString *out, const Gr3dFpOperand *d)
{
    unsigned mods = gr3d_fp_mods(d);

    if (!d->enable) {
        return;
    }
    g_string_append(out, ", ");
    append_mods(out, mods, false);
    g_string_append(out, d->from_c ? "c" : "b");
    append_half(out, d);
    append_mods(out, mods, true);
}

static void append_opcode(GString *out, const Gr3dFpSlot *slot)
{
    g_string_append(out, gr3d_alu_ops[slot->opcode]);
    for (unsigned i = 0; i < gr3d_num_suffixes; i++) {
        const Gr3dSuffix *s = &gr3d_suffixes[i];

        if (s->value && ((const uint8_t *)slot)[s->at] == s->value) {
            g_string_append_printf(out, ".%s", s->text);
        }
    }
}

static void append_target(GString *out, const Gr3dFpSlot *slot)
{
    if (slot->dst == GR3D_FP_ZERO_ONE) {
        g_string_append(out, " _");
    } else {
        g_string_append_c(out, ' ');
        append_register(out, slot->dst);
    }
    if (slot->write_low != slot->write_high) {
        g_string_append(out, slot->write_low ? ".l" : ".h");
    }
}

/* Note reads of unknown registers, and results that cannot be read. */
static void note_registers(Gr3dDisasm *d, const Gr3dFpSlot *slot)
{
    static const char *const names[3] = {
        "abc[0].reg", "abc[1].reg", "abc[2].reg",
    };
    unsigned dst = slot->dst;
    bool known = dst < GR3D_FP_ALU || dst == GR3D_FP_ZERO_ONE ||
                 (dst >= GR3D_FP_CR && dst < GR3D_FP_CR + 8) ||
                 dst == GR3D_FP_KILL;

    for (unsigned i = 0; i < 3; i++) {
        if (slot->abc[i].reg >= GR3D_FP_KILL) {
            gr3d_disasm_unknown(d, names[i]);
        }
    }
    if (!known) {
        gr3d_disasm_unknown(d, "dst");
    }
}

unsigned gr3d_disasm_slot(GString *out, uint64_t word)
{
    Gr3dFpSlot slot = gr3d_fp_decode_slot(word);
    Gr3dDisasm d = { .out = out };
    size_t start = out->len;

    if (word == GR3D_FILLER_SLOT) {
        g_string_append(out, "nop");
        return 0;
    }
    append_opcode(out, &slot);
    append_target(out, &slot);
    for (unsigned i = 0; i < 3; i++) {
        g_string_append(out, ", ");
        append_operand(out, &slot.abc[i]);
    }
    append_d(out, &slot.d);
    note_registers(&d, &slot);
    return finish(&d, start, GR3D_FP_WORD_Slot, word);
}

/*
 * Constants
 */

static void append_constant(GString *out, uint32_t bits, bool halves)
{
    if (halves) {
        g_string_append_c(out, '(');
        gr3d_disasm_real(out, gr3d_fx10_to_double(bits));
        g_string_append(out, ", ");
        gr3d_disasm_real(out, gr3d_fx10_to_double(bits >> 10));
        g_string_append_c(out, ')');
    } else {
        gr3d_disasm_real(out, gr3d_fp20_to_double(bits));
    }
}

/* Is it a number to write?  Not infinity, NaN, or what rounds to zero. */
static bool is_number(uint32_t bits)
{
    return (bits >> 13 & 63) != 63 &&
           gr3d_fp20_from_double(gr3d_fp20_to_double(bits)) == bits;
}

/* Append constants; @halves: bit i if constant i is read as two halves. */
static unsigned append_constants(GString *out, uint64_t word, unsigned halves)
{
    Gr3dFpConst imm = gr3d_fp_decode_const(word);
    Gr3dDisasm d = { .out = out };
    size_t start = out->len;

    for (unsigned i = 0; i < 3; i++) {
        g_string_append(out, i ? ", " : "");
        if ((halves >> i & 1) || is_number(imm.imm[i])) {
            append_constant(out, imm.imm[i], halves >> i & 1);
        } else {
            g_string_append_printf(out, "0x%05x", imm.imm[i]);
        }
    }
    return finish(&d, start, GR3D_FP_WORD_Const, word);
}

unsigned gr3d_disasm_const(GString *out, uint64_t word)
{
    return append_constants(out, word, 0);
}

static unsigned constant_halves(const Gr3dFpSlot slot[3])
{
    unsigned halves = 0;

    for (unsigned i = 0; i < 3; i++) {
        for (unsigned j = 0; j < 3; j++) {
            unsigned reg = slot[i].abc[j].reg;

            if (reg >= GR3D_FP_IMM && reg < GR3D_FP_IMM + 3 &&
                slot[i].abc[j].fx10) {
                halves |= 1 << (reg - GR3D_FP_IMM);
            }
        }
    }
    return halves;
}

/*
 * Packets
 */

static uint64_t word_pair(uint32_t high, uint32_t low)
{
    return (uint64_t)high << 32 | low;
}

/* Return how many slots have to be written: not fillers at the end. */
static unsigned used_slots(const uint32_t word[8], unsigned num)
{
    while (num > 0 && word_pair(word[2 * num - 2], word[2 * num - 1]) ==
           GR3D_FILLER_SLOT) {
        num--;
    }
    return num;
}

unsigned gr3d_disasm_packet(GString *out, unsigned indent,
                            const uint32_t word[8])
{
    Gr3dFpSlot slot[3];
    bool constants;
    unsigned num, unknown = 0;

    for (unsigned i = 0; i < 3; i++) {
        slot[i] = gr3d_fp_decode_slot(word_pair(word[2 * i],
                                                word[2 * i + 1]));
    }
    constants = gr3d_fp_has_constants(slot);
    num = used_slots(word, constants ? 3 : 4);
    gr3d_disasm_indent(out, indent);
    g_string_append(out, "alu\n");
    for (unsigned i = 0; i < num; i++) {
        gr3d_disasm_indent(out, indent + 4);
        unknown += gr3d_disasm_slot(out, word_pair(word[2 * i],
                                                   word[2 * i + 1]));
        g_string_append_c(out, '\n');
    }
    if (constants) {
        gr3d_disasm_indent(out, indent + 4);
        g_string_append(out, "imm ");
        unknown += append_constants(out, word_pair(word[7], word[6]),
                                    constant_halves(slot));
        g_string_append_c(out, '\n');
    }
    return unknown;
}

/*
 * Programs
 */

/* The places where the assembler would put the next EXEC's instructions */
typedef struct Next {
    unsigned mfu, alu;
} Next;

static unsigned append_line(GString *out, unsigned indent, const char *name,
                            unsigned (*disasm)(GString *out, uint32_t word),
                            uint32_t word)
{
    unsigned unknown = 0;

    if (word) {
        gr3d_disasm_indent(out, indent);
        g_string_append_printf(out, "%s ", name);
        unknown = disasm(out, word);
        g_string_append_c(out, '\n');
    }
    return unknown;
}

static bool in_sequence(const Gr3dFpSched *sched, unsigned next)
{
    return sched->count ? sched->first == next &&
                          sched->first + sched->count <= 64
                        : sched->first == 0;
}

static unsigned after(const Gr3dFpSched *sched, unsigned next)
{
    for (unsigned i = 0; i < sched->count; i++) {
        next = MAX(next, (sched->first + i) % 64 + 1);
    }
    return next;
}

static void append_exec(GString *out, unsigned indent,
                        const Gr3dFpSched *mfu, const Gr3dFpSched *alu,
                        Next *next)
{
    Gr3dDisasm d = { .out = out };

    gr3d_disasm_indent(out, indent);
    g_string_append(out, "exec");
    if (!in_sequence(mfu, next->mfu)) {
        gr3d_disasm_item(&d, "mfu_first=%u", mfu->first);
    }
    if (!in_sequence(alu, next->alu)) {
        gr3d_disasm_item(&d, "alu_first=%u", alu->first);
    }
    gr3d_disasm_end(&d);
    g_string_append_c(out, '\n');
    next->mfu = after(mfu, next->mfu);
    next->alu = after(alu, next->alu);
}

static unsigned append_mfus(GString *out, unsigned indent,
                            const Gr3dRegs *regs, const Gr3dFpSched *sched)
{
    unsigned unknown = 0;

    for (unsigned i = 0; i < sched->count; i++) {
        const uint32_t *word = &regs->mfu_inst[2 * ((sched->first + i) % 64)];

        gr3d_disasm_indent(out, indent);
        g_string_append(out, "mfu ");
        unknown += gr3d_disasm_mfu(out, word_pair(word[0], word[1]));
        g_string_append_c(out, '\n');
    }
    return unknown;
}

static unsigned append_packets(GString *out, unsigned indent,
                               const Gr3dRegs *regs, const Gr3dFpSched *sched)
{
    unsigned unknown = 0;

    for (unsigned i = 0; i < sched->count; i++) {
        unsigned at = (sched->first + i) % 64;

        unknown += gr3d_disasm_packet(out, indent, &regs->alu_inst[8 * at]);
    }
    return unknown;
}

static unsigned append_complement(GString *out, unsigned indent,
                                  uint32_t word)
{
    if (!word) {
        return 0;
    }
    gr3d_disasm_indent(out, indent);
    g_string_append_printf(out, "p2cx 0x%x  # unknown\n", word);
    return 1;
}

static unsigned disasm_exec(GString *out, unsigned indent,
                            const Gr3dRegs *regs, unsigned e, Next *next)
{
    Gr3dFpSched mfu = gr3d_fp_decode_sched(regs->mfu_sched[e]);
    Gr3dFpSched alu = gr3d_fp_decode_sched(regs->alu_sched[e]);
    unsigned unknown;

    append_exec(out, indent, &mfu, &alu, next);
    indent += 4;
    unknown = append_line(out, indent, "pseq", gr3d_disasm_pseq,
                          regs->pseq_inst[e]);
    unknown += append_mfus(out, indent, regs, &mfu);
    unknown += append_line(out, indent, "tex", gr3d_disasm_tex,
                           regs->tex_inst[e]);
    unknown += append_packets(out, indent, regs, &alu);
    unknown += append_complement(out, indent, regs->alu_comp[e]);
    return unknown + append_line(out, indent, "dw", gr3d_disasm_dw,
                                 regs->dw_inst[e]);
}

unsigned gr3d_disasm_fp(GString *out, unsigned indent, const Gr3dRegs *regs)
{
    unsigned entry = GR3D_GET(regs->reg[GR3D_R_PSEQ_PC], PSEQ_PC, ENTRY);
    unsigned num = GR3D_GET(regs->reg[GR3D_R_PSEQ_COMMAND_EVEN + 2 * entry],
                            PSEQ_COMMAND_EVEN, NUM_EXECS);
    unsigned unknown = 0;
    Next next = { 0 };

    for (unsigned e = 0; e < MIN(num, GR3D_NUM_EXECS); e++) {
        unknown += disasm_exec(out, indent, regs, e, &next);
    }
    return unknown;
}
