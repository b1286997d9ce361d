/*
 * host1x command words as text [docs/specs/tegra-host1x.rst]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "hw/gpu/gr3d/isa/regs.h"
#include "hw/gpu/gr3d/text/disasm.h"
#include "commands.h"

#define CLASS_GR3D  0x60

enum { SETCL, INCR, NONINCR, MASK, IMM, RESTART, GATHER, EXTEND = 14 };

typedef struct Commands {
    GString *out;
    const guint32 *word;
    unsigned num, at;
    bool stop;
    unsigned class_id;          /* host1x itself is class 1 */
    unsigned unknown;
    Gr3dRegs regs;              /* as the stream leaves them */
    Gr3dRegs shown;             /* ... when programs were last printed */
    unsigned num_vp, num_links, num_execs;      /* uploaded so far */
} Commands;

/*
 * Programs
 */

static void open_block(Commands *c, const char *name, unsigned first)
{
    g_string_append(c->out, name);
    if (first) {
        g_string_append_printf(c->out, " %u", first);
    }
    g_string_append(c->out, " {\n");
}

#define CHANGED(c, member)  \
    memcmp((c)->regs.member, (c)->shown.member, sizeof((c)->regs.member))

static void show_vp(Commands *c, bool draw)
{
    if (!CHANGED(c, vp_inst)) {
        return;
    }
    open_block(c, "vp", 0);
    c->unknown += draw ? gr3d_disasm_vp(c->out, 4, &c->regs) :
                  gr3d_disasm_vp_words(c->out, 4, c->regs.vp_inst, c->num_vp);
    g_string_append(c->out, "}\n");
}

static void show_constants(Commands *c)
{
    for (unsigned i = 0; i < 1024; i += 4) {
        const uint32_t *v = &c->regs.vp_const[i];

        if (memcmp(v, &c->shown.vp_const[i], 16)) {
            g_string_append_printf(c->out, "write CONST_OFFSET %u\n"
                                   "words CONST_DATA 0x%x 0x%x 0x%x 0x%x\n",
                                   i, v[0], v[1], v[2], v[3]);
        }
    }
}

/* Without a draw nothing says which instructions count: all that came do. */
static void show_links(Commands *c, bool draw)
{
    uint32_t param = c->regs.reg[GR3D_R_SU_PARAM];

    if (!memcmp(&c->regs.reg[GR3D_R_SU_INST_EVEN],
                &c->shown.reg[GR3D_R_SU_INST_EVEN], 4 * 64)) {
        return;
    }
    if (!draw) {
        c->regs.reg[GR3D_R_SU_PARAM] = (c->num_links - 1)
                                       << GR3D_SU_PARAM_LAST_INST_LOW;
    }
    open_block(c, "link", GR3D_GET(c->regs.reg[GR3D_R_SU_PARAM], SU_PARAM,
                                   FIRST_INST));
    c->unknown += gr3d_disasm_linker(c->out, 4, &c->regs);
    g_string_append(c->out, "}\n");
    c->regs.reg[GR3D_R_SU_PARAM] = param;
}

static bool fp_changed(const Commands *c)
{
    return CHANGED(c, pseq_inst) || CHANGED(c, mfu_sched) ||
           CHANGED(c, mfu_inst) || CHANGED(c, tex_inst) ||
           CHANGED(c, alu_sched) || CHANGED(c, alu_inst) ||
           CHANGED(c, alu_comp) || CHANGED(c, dw_inst);
}

static void show_fp(Commands *c, bool draw)
{
    uint32_t *command = &c->regs.reg[GR3D_R_PSEQ_COMMAND_EVEN];
    uint32_t value = *command;

    if (!fp_changed(c)) {
        return;
    }
    if (!draw && !GR3D_GET(value, PSEQ_COMMAND_EVEN, NUM_EXECS)) {
        *command = c->num_execs;
    }
    open_block(c, "fp", 0);
    c->unknown += gr3d_disasm_fp(c->out, 4, &c->regs);
    g_string_append(c->out, "}\n");
    *command = value;
}

static void show_programs(Commands *c, bool draw)
{
    show_vp(c, draw);
    show_constants(c);
    show_links(c, draw);
    show_fp(c, draw);
    c->shown = c->regs;
}

/*
 * Writes
 */

static bool is_program(uint32_t reg)
{
    return gr3d_port(reg) ||
           (reg >= GR3D_R_SU_INST_EVEN && reg < GR3D_R_SU_INST_EVEN + 64);
}

static void count_upload(Commands *c, uint32_t reg)
{
    uint32_t index;

    if (reg == GR3D_R_INST_DATA) {
        index = c->regs.reg[GR3D_R_INST_OFFSET] & 1023;
        c->num_vp = MAX(c->num_vp, index / 4 + 1);
    } else if (reg == GR3D_R_PSEQ_INST_DATA || reg == GR3D_R_DW_INST_DATA) {
        index = c->regs.reg[reg - 1] & 63;      /* its index register */
        c->num_execs = MAX(c->num_execs, index + 1);
    } else if (reg >= GR3D_R_SU_INST_EVEN &&
               reg < GR3D_R_SU_INST_EVEN + 64) {
        c->num_links = MAX(c->num_links, (reg - GR3D_R_SU_INST_EVEN) / 2 + 1);
    }
}

static void method(Commands *c, uint32_t reg, uint32_t value)
{
    if (c->class_id != CLASS_GR3D) {
        g_string_append_printf(c->out, "# class 0x%02x: 0x%03x = 0x%x\n",
                               c->class_id, reg, value);
        return;
    }
    reg %= GR3D_NUM_REGS;
    count_upload(c, reg);
    if (reg == GR3D_R_DRAW_PRIM) {
        show_programs(c, true);
    }
    gr3d_regs_write(&c->regs, reg, value);
    if (!is_program(reg)) {
        c->unknown += gr3d_disasm_write(c->out, reg, value);
        g_string_append_c(c->out, '\n');
    }
}

/*
 * Commands
 */

/* The next data word; false: the stream ends before it. */
static bool next(Commands *c, guint32 *value)
{
    if (c->at == c->num) {
        if (!c->stop) {
            g_string_append(c->out, "# the stream ends inside a command\n");
            c->unknown++;
        }
        c->stop = true;
        return false;
    }
    *value = c->word[c->at++];
    return true;
}

static void masked(Commands *c, uint32_t reg, uint32_t mask)
{
    for (unsigned i = 0; i < 16; i++) {
        guint32 value;

        if ((mask >> i & 1) && next(c, &value)) {
            method(c, reg + i, value);
        }
    }
}

static void counted(Commands *c, uint32_t reg, unsigned count, bool incr)
{
    guint32 value;

    for (unsigned i = 0; i < count && next(c, &value); i++) {
        method(c, reg + (incr ? i : 0), value);
    }
}

static void gather(Commands *c, uint32_t word)
{
    guint32 address;

    if (next(c, &address)) {
        g_string_append_printf(c->out, "# gather %u words from 0x%x: not "
                               "here\n", word & 0x3fff, address);
    }
}

static void command(Commands *c, uint32_t word)
{
    uint32_t reg = word >> 16 & 0xfff;

    switch (word >> 28) {
    case SETCL:
        c->class_id = word >> 6 & 0x3ff;
        masked(c, reg, word & 0x3f);
        break;
    case INCR:
    case NONINCR:
        counted(c, reg, word & 0xffff, word >> 28 == INCR);
        break;
    case MASK:
        masked(c, reg, word & 0xffff);
        break;
    case IMM:
        method(c, reg, word & 0xffff);
        break;
    case RESTART:
        g_string_append_printf(c->out, "# restart at 0x%x\n", word << 4);
        c->stop = true;
        break;
    case GATHER:
        gather(c, word);
        break;
    case EXTEND:
        g_string_append_printf(c->out, "# extend 0x%08x\n", word);
        break;
    default:
        g_string_append_printf(c->out, "# no command: 0x%08x\n", word);
        c->unknown++;
        break;
    }
}

unsigned commands_disasm(GString *out, const guint32 *words, unsigned num)
{
    g_autofree Commands *c = g_new0(Commands, 1);

    c->out = out;
    c->word = words;
    c->num = num;
    c->class_id = CLASS_GR3D;
    g_string_append(out, "gr3d-stream 1\n");
    while (c->at < c->num && !c->stop) {
        command(c, c->word[c->at++]);
    }
    show_programs(c, false);
    return c->unknown;
}
