/*
 * Tegra20 GR3D engine: registers and memory as a stream's text
 *
 * Each part is written in its most readable form and then applied, by the
 * parser, to a second set of registers: what still differs from the wanted
 * ones follows word by word.  So the text is right whatever a guest has left
 * in the ports, and no second copy of the upload rules is needed.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stddef.h>
#include <string.h>
#include "hw/gpu/gr3d/isa/regs.h"
#include "hw/gpu/lib/le.h"
#include "disasm.h"
#include "regtext.h"
#include "stream.h"

#define LINE_WORDS  8
#define MIN_FILL    8           /* equal words that are worth a fill */

typedef struct Print {
    GString *out;
    const Gr3dRegs *regs;       /* wanted */
    Gr3dRegs now;               /* what the text has given so far */
} Print;

/* ---- memory */

static uint32_t word_at(const Gr3dMemory *m, uint32_t i)
{
    return gpu_load_le_4(m->data + 4 * (size_t)i);
}

static uint32_t num_equal(const Gr3dMemory *m, uint32_t i)
{
    uint32_t word = word_at(m, i), end = i + 1;

    while (end < m->size / 4 && word_at(m, end) == word) {
        end++;
    }
    return end - i;
}

/* Print one line; returns the number of words. */
static uint32_t print_words(GString *out, const Gr3dMemory *m, uint32_t i)
{
    uint32_t n = 0;

    g_string_append_printf(out, "data %s 0x%x u32", m->name, 4 * i);
    do {
        g_string_append_printf(out, " 0x%08x", word_at(m, i + n));
        n++;
    } while (n < LINE_WORDS && i + n < m->size / 4 &&
             num_equal(m, i + n) < MIN_FILL);
    g_string_append_c(out, '\n');
    return n;
}

static void print_tail(GString *out, const Gr3dMemory *m)
{
    uint32_t offset = m->size & ~3u;

    if (offset == m->size) {
        return;
    }
    g_string_append_printf(out, "data %s 0x%x u8", m->name, offset);
    for (; offset < m->size; offset++) {
        g_string_append_printf(out, " 0x%02x", m->data[offset]);
    }
    g_string_append_c(out, '\n');
}

static void print_memory(GString *out, const Gr3dMemory *m)
{
    uint32_t i = 0;

    g_string_append_printf(out, "memory %s %u at 0x%08x\n", m->name, m->size,
                           m->addr);
    while (i < m->size / 4) {
        uint32_t equal = num_equal(m, i), word = word_at(m, i);

        if (word && equal < MIN_FILL) {
            i += print_words(out, m, i);
            continue;
        }
        if (word) {
            g_string_append_printf(out, "fill %s 0x%x u32 0x%08x %u\n",
                                   m->name, 4 * i, word, equal);
        }
        i += equal;
    }
    print_tail(out, m);
}

/* ---- programs */

/* Do what @text says; nothing if it is no stream. */
static void apply(Gr3dRegs *regs, const char *text)
{
    g_autofree char *whole = g_strconcat("gr3d-stream 1\n", text, NULL);
    g_autofree char *error = NULL;
    Gr3dStream *s = gr3d_stream_parse(whole, strlen(whole), &error);

    for (unsigned i = 0; s && i < s->writes->len; i++) {
        const Gr3dStreamWrite *w = &g_array_index(s->writes,
                                                  Gr3dStreamWrite, i);

        gr3d_regs_write(regs, w->reg, w->value);
    }
    gr3d_stream_free(s);
}

static void print(Print *p, const char *text)
{
    g_string_append(p->out, text);
    apply(&p->now, text);
}

/* Does @text change only what is wanted of port memories and linker? */
static bool is_right(const Print *p, const char *text)
{
    const size_t memories = offsetof(Gr3dRegs, vp_inst);
    const size_t links = offsetof(Gr3dRegs, reg) + 4 * GR3D_R_SU_INST_EVEN;
    g_autofree Gr3dRegs *copy = g_new(Gr3dRegs, 1);
    const char *is = (const char *)copy, *wanted = (const char *)p->regs;

    *copy = *p->regs;
    apply(copy, text);
    return !memcmp(is + memories, wanted + memories,
                   sizeof(*copy) - memories) &&
           !memcmp(is + links, wanted + links, 4 * 64);
}

/* Print a program, unless it is empty or would store other words than wanted */
static void print_program(Print *p, const char *name, const GString *lines)
{
    g_autofree char *text = g_strdup_printf("%s {\n%s}\n", name, lines->str);

    if (lines->len && is_right(p, text)) {
        print(p, text);
    }
}

/* Return the number of @words up to the last one that is not zero. */
static unsigned used(const uint32_t *words, unsigned num)
{
    while (num && !words[num - 1]) {
        num--;
    }
    return num;
}

static void print_vp(Print *p)
{
    g_autoptr(GString) lines = g_string_new(NULL);
    unsigned num = used(p->regs->vp_inst, G_N_ELEMENTS(p->regs->vp_inst));

    gr3d_disasm_vp_words(lines, 4, p->regs->vp_inst, (num + 3) / 4);
    print_program(p, "vp", lines);
}

static void print_links(Print *p)
{
    const uint32_t *words = &p->regs->reg[GR3D_R_SU_INST_EVEN];
    g_autoptr(GString) lines = g_string_new(NULL);
    unsigned num = used(words, 64);

    for (unsigned i = 0; i < num; i += 2) {
        g_string_append(lines, "    ");
        gr3d_disasm_link(lines, words[i], words[i + 1]);
        g_string_append_c(lines, '\n');
    }
    print_program(p, "link", lines);
}

static void print_fp(Print *p)
{
    g_autoptr(GString) lines = g_string_new(NULL);

    gr3d_disasm_fp(lines, 4, p->regs);
    print_program(p, "fp", lines);
}

static void append_single(GString *out, uint32_t value)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    float number;

    if (!gr3d_reg_single(value, &number)) {
        g_string_append_printf(out, " 0x%08x", value);
        return;
    }
    g_ascii_formatd(text, sizeof(text), "%.9g", number);
    g_string_append_printf(out, " %s", text);
}

static void print_constants(Print *p)
{
    g_autoptr(GString) text = g_string_new(NULL);

    for (unsigned i = 0; i < 1024; i += 4) {
        if (!used(&p->regs->vp_const[i], 4)) {
            continue;
        }
        g_string_append_printf(text, "const %u", i / 4);
        for (unsigned j = 0; j < 4; j++) {
            append_single(text, p->regs->vp_const[i + j]);
        }
        g_string_append_c(text, '\n');
    }
    print(p, text->str);
}

/* ---- what the readable forms have not given */

static void print_port(Print *p, const Gr3dPort *port)
{
    const uint32_t *is = (uint32_t *)((char *)&p->now + port->memory);
    const uint32_t *wanted = (uint32_t *)((char *)p->regs + port->memory);
    g_autoptr(GString) text = g_string_new(NULL);
    unsigned in_line = 0;

    for (unsigned i = 0; i < port->entries; i++) {
        if (is[i] == wanted[i]) {
            continue;
        }
        if (!i || is[i - 1] == wanted[i - 1]) {
            g_string_append_printf(text, "\nwrite %s %u",
                                   gr3d_reg_name(port->index), i);
            in_line = 0;
        }
        if (in_line++ % LINE_WORDS == 0) {
            g_string_append_printf(text, "\nwords %s",
                                   gr3d_reg_name(port->data));
        }
        g_string_append_printf(text, " 0x%x", wanted[i]);
    }
    if (text->len) {
        g_string_append_c(text, '\n');
        print(p, text->str + 1);
    }
}

/* Rows of registers that keep what is written to them */
typedef struct KeptRow {
    uint16_t offset;
    uint8_t count, stride;
    bool kept;
} KeptRow;

#define KEPT_STORE      true
#define KEPT_SYNCPT     true
#define KEPT_DRAW       false   /* print_draw() */
#define KEPT_FDC        true
#define KEPT_STATUS     false
#define KEPT_PORT       true
#define KEPT_COMMON     false   /* print_registers() */
#define KEPT_DATA       false
#define KEPT_DATA4      false
#define KEPT_INTERNAL   false
#define KEPT_OTHER      false

static const KeptRow rows[] = {
#define GR3D_REG(offset, count, stride, name, kind, source, fields) \
    { offset, count, stride, KEPT_##kind },
#include "hw/gpu/gr3d/isa/regs.def"
#undef GR3D_REG
};

static void print_register(Print *p, uint32_t reg)
{
    uint32_t value = p->regs->reg[reg];

    if (p->now.reg[reg] != value) {
        gr3d_disasm_write(p->out, reg, value);
        g_string_append_c(p->out, '\n');
        gr3d_regs_write(&p->now, reg, value);
    }
}

/* Print registers, the common index first: writing it sets six others. */
static void print_registers(Print *p)
{
    print_register(p, GR3D_R_INST_OFFSET_COMMON);
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        for (unsigned j = 0; rows[i].kept && j < rows[i].count; j++) {
            print_register(p, rows[i].offset + j * rows[i].stride);
        }
    }
}

static void print_draw(Print *p, bool draw)
{
    g_string_append(p->out, draw ? "" : "# last draw: ");
    gr3d_disasm_write(p->out, GR3D_DRAW_PRIM, p->regs->reg[GR3D_DRAW_PRIM]);
    g_string_append_c(p->out, '\n');
}

void gr3d_stream_print(GString *out, const Gr3dRegs *regs,
                       const Gr3dMemory *memory, unsigned num_memories,
                       bool draw)
{
    g_autofree Print *p = g_new0(Print, 1);

    p->out = out;
    p->regs = regs;
    g_string_append(out, "gr3d-stream 1\n");
    for (unsigned i = 0; i < num_memories; i++) {
        print_memory(out, &memory[i]);
    }
    print_vp(p);
    print_constants(p);
    print_links(p);
    print_fp(p);
    for (unsigned i = 0; i < GR3D_NUM_PORTS; i++) {
        print_port(p, &gr3d_ports[i]);
    }
    print_registers(p);
    print_draw(p, draw);
}
