/*
 * Tegra20 GR3D engine: fragment program assembler
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "hw/gpu/gr3d/isa/num.h"
#include "text.h"

#define MAX_PER_EXEC    3       /* MFU instructions, ALU packets */
#define NUM_INSNS       64      /* of each of the two memories */

/* Where an EXEC's next instructions go, and what is there already */
typedef struct FpMemory {
    const char *name;
    unsigned next;              /* after the last entry that is used */
    unsigned first, count;      /* of the current EXEC */
    bool given;                 /* the text says what first is */
    bool used[NUM_INSNS];
} FpMemory;

typedef struct FpAsm {
    Gr3dAsm as;
    Gr3dAsmFp *fp;
    unsigned exec;              /* the current one */
    FpMemory mfu, alu;
    bool in_packet, has_imm;
    unsigned packet_line, num_slots;
    uint64_t slot[4];           /* the last may hold constants */
} FpAsm;

/* Parse "[...]" after the readable form of a word, which implies @word. */
static uint64_t parse_fields(Gr3dAsm *as, Gr3dFpWord kind, uint64_t word)
{
    const Gr3dFields fields = { gr3d_fp_fields[kind], 64 };

    return gr3d_asm_fields(as, &fields, word);
}

/*
 * PSEQ, MFU, TEX, DW
 */

/* Parse r0 or r2: 0 or 1. */
static unsigned parse_pair(Gr3dAsm *as)
{
    if (gr3d_asm_keyword(as, "r2")) {
        return 1;
    }
    if (!gr3d_asm_keyword(as, "r0")) {
        gr3d_asm_fail(as, "expected a pair of registers: r0 or r2");
    }
    return 0;
}

static unsigned need_numbered(Gr3dAsm *as, const char *name, unsigned max)
{
    unsigned number = 0;

    if (!gr3d_asm_numbered(as, name, max, &number)) {
        gr3d_asm_fail(as, "expected %s0 to %s%u", name, name, max);
    }
    return number;
}

/* Parse "ld r2, s1".  Bit 3 is set in every known load. */
static uint64_t parse_pseq(Gr3dAsm *as)
{
    Gr3dFpPseq pseq = { 0 };

    pseq.op = gr3d_asm_name(as, gr3d_pseq_ops, 4, "OP", "ld");
    pseq.pair = parse_pair(as);
    gr3d_asm_need(as, ",");
    pseq.surf = need_numbered(as, "s", 15);
    pseq.args_2 = pseq.op == 1 ? 2 : 0;
    return parse_fields(as, GR3D_FP_WORD_Pseq, gr3d_fp_encode_pseq(&pseq));
}

/* Parse "r0, tex3, r2": result, unit, coordinates. */
static uint64_t parse_tex(Gr3dAsm *as)
{
    Gr3dFpTex tex = { .enable = 1 };

    tex.dst_pair = parse_pair(as);
    gr3d_asm_need(as, ",");
    tex.index = need_numbered(as, "tex", 15);
    gr3d_asm_need(as, ",");
    tex.src_pair = parse_pair(as);
    return parse_fields(as, GR3D_FP_WORD_Tex, gr3d_fp_encode_tex(&tex));
}

/* Parse "store s1, r2" or "stencil s2".  Bit 17 is set in every known store. */
static uint64_t parse_dw(Gr3dAsm *as)
{
    Gr3dFpDw dw = { .op = 1 };

    dw.stencil = gr3d_asm_keyword(as, "stencil");
    if (!dw.stencil) {
        dw.op = gr3d_asm_name(as, gr3d_dw_ops, 4, "OP", "store or stencil");
    }
    dw.surf = need_numbered(as, "s", 15);
    if (!dw.stencil) {
        gr3d_asm_need(as, ",");
        dw.pair = parse_pair(as);
    }
    dw.always = dw.op != 0;
    return parse_fields(as, GR3D_FP_WORD_Dw, gr3d_fp_encode_dw(&dw));
}

static void parse_sfu(Gr3dAsm *as, Gr3dFpMfu *mfu)
{
    mfu->sfu_op = gr3d_asm_name(as, gr3d_sfu_ops, 16, "OP",
                                "a special function");
    mfu->sfu_reg = need_numbered(as, "r", 63);
}

static void parse_mul(Gr3dAsm *as, Gr3dFpMfu *mfu, unsigned i)
{
    mfu->mul[i].dst = gr3d_asm_name(as, gr3d_mul_dsts, 8, "D",
                                    "w, r0 to r3 or _");
    for (unsigned j = 0; j < 2; j++) {
        gr3d_asm_need(as, ",");
        mfu->mul[i].src[j] = gr3d_asm_name(as, gr3d_mul_srcs, 16, "S",
                                           "r0 to r3, k0 to k3, sfu, coef0, "
                                           "coef1 or 1");
    }
}

static void parse_var(Gr3dAsm *as, Gr3dFpMfu *mfu, unsigned i)
{
    if (i == 3 && gr3d_asm_keyword(as, "depth")) {
        mfu->var[i].saturate = 1;
        return;
    }
    mfu->var[i].op = gr3d_asm_name(as, gr3d_var_ops, 4, "OP", "fp20 or fx10");
    mfu->var[i].row = need_numbered(as, "t", 15);
    mfu->var[i].saturate = gr3d_asm_keyword(as, "sat");
}

static void parse_mfu_part(Gr3dAsm *as, Gr3dFpMfu *mfu)
{
    unsigned i = 0;

    if (gr3d_asm_keyword(as, "sfu")) {
        parse_sfu(as, mfu);
    } else if (gr3d_asm_numbered(as, "mul", 1, &i)) {
        parse_mul(as, mfu, i);
    } else if (gr3d_asm_numbered(as, "var", 3, &i)) {
        parse_var(as, mfu, i);
    } else {
        gr3d_asm_fail(as, "expected sfu, mul0, mul1, or var0 to var3");
    }
}

static uint64_t parse_mfu(Gr3dAsm *as)
{
    Gr3dFpMfu mfu = { 0 };

    if (!gr3d_asm_keyword(as, "nop")) {
        do {
            parse_mfu_part(as, &mfu);
        } while (gr3d_asm_try(as, ";"));
    }
    return parse_fields(as, GR3D_FP_WORD_Mfu, gr3d_fp_encode_mfu(&mfu));
}

/*
 * ALU slots
 */

/* Parse ".l", ".h" or nothing, which is the whole register. */
static void parse_half(Gr3dAsm *as, bool *low, bool *high)
{
    *low = gr3d_asm_try(as, ".l");
    *high = !*low && gr3d_asm_try(as, ".h");
}

static unsigned parse_register(Gr3dAsm *as)
{
    unsigned number = 0;

    for (unsigned i = 0; i < GR3D_NUM_REG_GROUPS; i++) {
        const Gr3dRegGroup *group = &gr3d_reg_groups[i];

        if (group->num ? gr3d_asm_numbered(as, group->name, group->num - 1,
                                           &number)
                       : gr3d_asm_keyword(as, group->name)) {
            return group->at + number;
        }
    }
    return need_numbered(as, "R", 127);
}

static void parse_type(Gr3dAsm *as, Gr3dFpOperand *o)
{
    bool low, high;

    parse_half(as, &low, &high);
    o->fx10 = low || high;
    o->high = high;
}

/* Parse r1.l, or the constants 0 and 1. */
static void parse_value(Gr3dAsm *as, Gr3dFpOperand *o)
{
    if (gr3d_asm_at_digit(as)) {
        o->high = gr3d_asm_uint(as, 1);
        o->fx10 = 1;
        o->reg = GR3D_FP_ZERO_ONE;
    } else {
        o->reg = parse_register(as);
        parse_type(as, o);
    }
}

/* Parse D's b or c, whose type and modifiers are D's own. */
static void parse_d_value(Gr3dAsm *as, Gr3dFpOperand *d)
{
    d->enable = 1;
    d->from_c = gr3d_asm_keyword(as, "c");
    if (!d->from_c && !gr3d_asm_keyword(as, "b")) {
        gr3d_asm_fail(as, "the fourth operand is b or c, the register of that "
                      "operand");
    }
    parse_type(as, d);
}

/* Try the text of a modifier, in which blanks may be anywhere. */
static bool try_mod(Gr3dAsm *as, const char *text)
{
    const char *at = as->at;

    for (; *text; text++) {
        const char token[2] = { *text };

        if (!gr3d_asm_try(as, token)) {
            as->at = at;
            return false;
        }
    }
    return true;
}

/* Parse |r1|*2-1 with modifiers of @allowed; returns those that are there. */
static unsigned parse_modified(Gr3dAsm *as, Gr3dFpOperand *o, unsigned allowed,
                               void (*parse)(Gr3dAsm *as, Gr3dFpOperand *o))
{
    unsigned mods = 0;

    for (unsigned i = gr3d_num_mods; i-- > 0; ) {
        const char *before = gr3d_mod_texts[i].before;

        mods |= *before && allowed >> i & 1 && try_mod(as, before) ? 1 << i : 0;
    }
    parse(as, o);
    for (unsigned i = 0; i < gr3d_num_mods; i++) {
        const Gr3dModText *text = &gr3d_mod_texts[i];

        if (mods >> i & 1) {
            gr3d_asm_need(as, text->after);
        } else if (!*text->before && allowed >> i & 1) {
            mods |= try_mod(as, text->after) ? 1 << i : 0;
        }
    }
    return mods;
}

static void set_mods(Gr3dFpOperand *o, unsigned mods)
{
#define FP_MOD(bit, name, member, ...) o->member = mods >> bit & 1;
#include "hw/gpu/gr3d/isa/fp_ops.def"
}

/* Try "1-x", which is -(x-1); but "1-1" is the constant with a modifier. */
static bool try_one_minus(Gr3dAsm *as)
{
    const char *at = as->at;

    if (gr3d_asm_try(as, "1") && gr3d_asm_try(as, "-") &&
        !gr3d_asm_at_digit(as)) {
        return true;
    }
    as->at = at;
    return false;
}

/*
 * Parse an operand; "-1" with a modifier needs parentheses, as the minus sign
 * would not seem to apply to it all.
 */
static void parse_operand(Gr3dAsm *as, Gr3dFpOperand *o)
{
    const unsigned neg = GR3D_FP_MOD_NEG, m1 = GR3D_FP_MOD_M1;
    unsigned mods;

    if (try_one_minus(as)) {
        mods = neg | m1 | parse_modified(as, o, ~(neg | m1), parse_value);
    } else if (!gr3d_asm_try(as, "-")) {
        mods = parse_modified(as, o, ~neg, parse_value);
    } else if (gr3d_asm_try(as, "(")) {
        mods = neg | parse_modified(as, o, ~neg, parse_value);
        gr3d_asm_need(as, ")");
    } else {
        mods = neg | parse_modified(as, o, ~(neg | m1), parse_value);
    }
    set_mods(o, mods);
}

static void parse_d(Gr3dAsm *as, Gr3dFpOperand *d)
{
    unsigned allowed = 0;

    for (unsigned i = 0; i < gr3d_num_mods; i++) {
        allowed |= gr3d_mod_texts[i].of_d << i;
    }
    set_mods(d, parse_modified(as, d, allowed, parse_d_value));
}

static void parse_target(Gr3dAsm *as, Gr3dFpSlot *slot)
{
    bool low, high;

    slot->dst = gr3d_asm_keyword(as, "_") ? GR3D_FP_ZERO_ONE
                                          : parse_register(as);
    parse_half(as, &low, &high);
    slot->write_low = !high;
    slot->write_high = !low;
}

static void parse_suffixes(Gr3dAsm *as, Gr3dFpSlot *slot)
{
    char word[GR3D_ASM_WORD];

    while (gr3d_asm_try(as, ".")) {
        bool known = false, empty = !gr3d_asm_word(as, word);

        for (unsigned i = 0; i < gr3d_num_suffixes && !empty; i++) {
            if (!strcmp(gr3d_suffixes[i].text, word)) {
                ((uint8_t *)slot)[gr3d_suffixes[i].at] =
                    gr3d_suffixes[i].value;
                known = true;
            }
        }
        if (!known) {
            gr3d_asm_fail(as, "there is no suffix \".%s\"", word);
        }
    }
}

static uint64_t parse_slot(Gr3dAsm *as)
{
    static const char names[] =
#define FP_ALU(code, name, text, expr) ", " text
#include "hw/gpu/gr3d/isa/fp_ops.def"
        " or nop";
    Gr3dFpSlot slot = { 0 };
    uint64_t word = GR3D_FILLER_SLOT;

    if (!gr3d_asm_keyword(as, "nop")) {
        slot.opcode = gr3d_asm_name(as, gr3d_alu_ops, 4, "OP", &names[2]);
        parse_suffixes(as, &slot);
        parse_target(as, &slot);
        for (unsigned i = 0; i < 3; i++) {
            gr3d_asm_need(as, ",");
            parse_operand(as, &slot.abc[i]);
        }
        if (gr3d_asm_try(as, ",")) {
            parse_d(as, &slot.d);
        }
        word = gr3d_fp_encode_slot(&slot);
    }
    return parse_fields(as, GR3D_FP_WORD_Slot, word);
}

/* Parse a constant: 0x3e000, raw; (0.5, 1), low and high half; 1.5, a number */
static uint32_t parse_constant(Gr3dAsm *as)
{
    uint32_t low;

    if (gr3d_asm_try(as, "(")) {
        low = gr3d_fx10_from_double(gr3d_asm_real(as));
        gr3d_asm_need(as, ",");
        low |= gr3d_fx10_from_double(gr3d_asm_real(as)) << 10;
        gr3d_asm_need(as, ")");
        return low;
    }
    gr3d_asm_at_end(as);
    if (g_str_has_prefix(as->at, "0x")) {
        return gr3d_asm_uint(as, GR3D_FP20_MASK);
    }
    return gr3d_fp20_from_double(gr3d_asm_real(as));
}

static uint64_t parse_constants(Gr3dAsm *as)
{
    Gr3dFpConst imm = { 0 };
    unsigned i = 0;

    do {
        imm.imm[i++] = parse_constant(as);
    } while (i < 3 && gr3d_asm_try(as, ","));
    return parse_fields(as, GR3D_FP_WORD_Const, gr3d_fp_encode_const(&imm));
}

/*
 * Memories
 */

/* Return the EXEC's next instruction's place; errors end the assembly. */
static unsigned next_place(FpAsm *a, FpMemory *mem)
{
    unsigned at = (mem->first + mem->count) % NUM_INSNS;

    if (mem->count == MAX_PER_EXEC) {
        gr3d_asm_fail(&a->as, "more than %u %ss in one exec", MAX_PER_EXEC,
                      mem->name);
    } else if (mem->first + mem->count >= NUM_INSNS && !mem->given) {
        gr3d_asm_fail(&a->as, "more than %u %ss", NUM_INSNS, mem->name);
    }
    mem->count++;
    mem->next = MAX(mem->next, at + 1);
    return at;
}

/* Store an entry.  EXECs may share one if they agree about it. */
static void put_entry(FpAsm *a, FpMemory *mem, uint32_t *words, unsigned at,
                      const uint32_t *entry, unsigned num)
{
    if (mem->used[at] && memcmp(&words[num * at], entry, 4 * num)) {
        gr3d_asm_fail(&a->as, "%s %u is already another one", mem->name, at);
    }
    memcpy(&words[num * at], entry, 4 * num);
    mem->used[at] = true;
}

static void add_mfu(FpAsm *a, uint64_t word)
{
    const uint32_t entry[2] = { word >> 32, word };

    put_entry(a, &a->mfu, a->fp->mfu, next_place(a, &a->mfu), entry, 2);
}

/*
 * Check the constants of a packet: slot 3 is three constants if another slot
 * reads one of them, and then its low word comes first [tegra-gr3d.rst, ALU
 * packet].
 */
static void check_constants(FpAsm *a)
{
    Gr3dFpSlot slot[3];
    bool read;

    for (unsigned i = 0; i < 3; i++) {
        slot[i] = gr3d_fp_decode_slot(a->slot[i]);
    }
    read = gr3d_fp_has_constants(slot);
    if (read && !a->has_imm) {
        gr3d_asm_fail(&a->as, "imm0 to imm2 are read, but this packet has no "
                      "imm line");
    } else if (!read && a->has_imm) {
        gr3d_asm_fail(&a->as, "no slot reads imm0 to imm2: they would execute "
                      "as slot 3");
    }
}

static void end_packet(FpAsm *a)
{
    unsigned line = a->as.line;
    uint32_t entry[8];

    if (!a->in_packet || a->as.error) {
        return;
    }
    a->as.line = a->packet_line;
    check_constants(a);
    for (unsigned i = 0; i < 4; i++) {
        bool swap = i == 3 && a->has_imm;

        entry[2 * i + swap] = a->slot[i] >> 32;
        entry[2 * i + !swap] = a->slot[i];
    }
    put_entry(a, &a->alu, a->fp->alu, next_place(a, &a->alu), entry, 8);
    a->as.line = line;
    a->in_packet = false;
}

/*
 * Lines
 */

static uint32_t schedule(const FpMemory *mem)
{
    Gr3dFpSched sched = { .count = mem->count, .first = mem->first };

    return mem->count || mem->given ? gr3d_fp_encode_sched(&sched) : 0;
}

/* End an EXEC: between two, and at the end. */
static void end_exec(FpAsm *a)
{
    end_packet(a);
    if (a->fp->num_execs) {
        a->fp->mfu_sched[a->exec] = schedule(&a->mfu);
        a->fp->alu_sched[a->exec] = schedule(&a->alu);
    }
    a->mfu.first = a->mfu.next;
    a->alu.first = a->alu.next;
    a->mfu.count = a->alu.count = 0;
    a->mfu.given = a->alu.given = false;
}

/* Parse "exec [mfu_first=5, alu_first=2]": schedules out of sequence. */
static void line_exec(FpAsm *a)
{
    static const Gr3dField names[] = {
        { "mfu_first", 0, 6 }, { "alu_first", 6, 6 },
    };
    static const Gr3dFields fields = { names, G_N_ELEMENTS(names) };

    end_exec(a);
    if (a->fp->num_execs == GR3D_NUM_EXECS) {
        gr3d_asm_fail(&a->as, "more than %u execs", GR3D_NUM_EXECS);
        return;
    }
    a->exec = a->fp->num_execs++;
    if (gr3d_asm_try(&a->as, "[")) {
        do {
            unsigned value;
            const Gr3dField *f = gr3d_asm_field(&a->as, &fields, &value);

            if (f) {
                FpMemory *mem = f == names ? &a->mfu : &a->alu;

                mem->first = value;
                mem->given = true;
            }
        } while (gr3d_asm_try(&a->as, ","));
        gr3d_asm_need(&a->as, "]");
    }
    gr3d_asm_need_end(&a->as);
}

static void put_once(FpAsm *a, uint32_t *words, uint32_t word,
                     const char *name)
{
    if (words[a->exec]) {
        gr3d_asm_fail(&a->as, "a second %s line in one exec", name);
    }
    words[a->exec] = word;
}

static void line_pseq(FpAsm *a)
{
    put_once(a, a->fp->pseq, parse_pseq(&a->as), "pseq");
}

static void line_mfu(FpAsm *a)
{
    add_mfu(a, parse_mfu(&a->as));
}

static void line_tex(FpAsm *a)
{
    put_once(a, a->fp->tex, parse_tex(&a->as), "tex");
}

static void line_dw(FpAsm *a)
{
    put_once(a, a->fp->dw, parse_dw(&a->as), "dw");
}

static void line_p2cx(FpAsm *a)
{
    put_once(a, a->fp->alu_comp, gr3d_asm_uint(&a->as, UINT32_MAX), "p2cx");
    gr3d_asm_need_end(&a->as);
}

static void line_alu(FpAsm *a)
{
    a->in_packet = true;
    a->has_imm = false;
    a->num_slots = 0;
    a->packet_line = a->as.line;
    for (unsigned i = 0; i < 4; i++) {
        a->slot[i] = GR3D_FILLER_SLOT;
    }
    gr3d_asm_need_end(&a->as);
}

static void line_imm(FpAsm *a)
{
    if (!a->in_packet) {
        gr3d_asm_fail(&a->as, "imm outside an alu packet");
    } else if (a->has_imm || a->num_slots == 4) {
        gr3d_asm_fail(&a->as, "slot 3 of this packet is taken");
    }
    a->slot[3] = parse_constants(&a->as);
    a->has_imm = true;
}

static void line_slot(FpAsm *a)
{
    unsigned max = a->has_imm ? 3 : 4;
    char word[GR3D_ASM_WORD];

    if (!a->in_packet) {
        gr3d_asm_peek(&a->as, word);
        gr3d_asm_fail(&a->as, "\"%s\" is no line of an exec, and outside an "
                      "alu packet", word);
    } else if (a->num_slots >= max) {
        gr3d_asm_fail(&a->as, "more than %u slots in this packet", max);
    } else {
        a->slot[a->num_slots++] = parse_slot(&a->as);
    }
}

static const struct {
    const char *name;
    void (*line)(FpAsm *a);
    bool in_packet;             /* does not end the packet before it */
} lines[] = {
    { "exec", line_exec },
    { "pseq", line_pseq },
    { "mfu", line_mfu },
    { "tex", line_tex },
    { "alu", line_alu },
    { "imm", line_imm, true },
    { "dw", line_dw },
    { "p2cx", line_p2cx },
};

static void parse_line(FpAsm *a)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(lines); i++) {
        if (gr3d_asm_keyword(&a->as, lines[i].name)) {
            if (!lines[i].in_packet) {
                end_packet(a);
            }
            if (i && !a->fp->num_execs) {
                gr3d_asm_fail(&a->as, "%s before the first exec",
                              lines[i].name);
            } else if (!a->as.error) {
                lines[i].line(a);
            }
            return;
        }
    }
    line_slot(a);
}

bool gr3d_asm_fp(const char *text, Gr3dAsmFp *fp, char **error)
{
    FpAsm a = {
        .fp = fp,
        .mfu = { .name = "MFU instruction" },
        .alu = { .name = "ALU packet" },
    };

    memset(fp, 0, sizeof(*fp));
    gr3d_asm_start(&a.as, text);
    while (gr3d_asm_line(&a.as)) {
        parse_line(&a);
    }
    end_exec(&a);
    fp->num_mfu = a.mfu.next;
    fp->num_packets = a.alu.next;
    return gr3d_asm_finish(&a.as, error);
}

/*
 * One word, for the disassembler
 */

bool gr3d_asm_fp_word(Gr3dFpWord kind, const char *text, uint64_t *word)
{
    static uint64_t (*const parse[])(Gr3dAsm *as) = {
        [GR3D_FP_WORD_Pseq] = parse_pseq,
        [GR3D_FP_WORD_Mfu] = parse_mfu,
        [GR3D_FP_WORD_Tex] = parse_tex,
        [GR3D_FP_WORD_Slot] = parse_slot,
        [GR3D_FP_WORD_Const] = parse_constants,
        [GR3D_FP_WORD_Dw] = parse_dw,
    };
    Gr3dAsm as;

    gr3d_asm_start(&as, text);
    *word = gr3d_asm_line(&as) ? parse[kind](&as) : 0;
    g_free(as.error);
    return !as.error;
}
