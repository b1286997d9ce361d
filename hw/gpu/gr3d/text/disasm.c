/*
 * Tegra20 GR3D engine: disassembler, common parts and register writes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "hw/gpu/gr3d/isa/num.h"
#include "hw/gpu/gr3d/isa/regs.h"
#include "disasm.h"
#include "regtext.h"
#include "text.h"

/*
 * The list in brackets
 */

void gr3d_disasm_item(Gr3dDisasm *d, const char *format, ...)
{
    va_list args;

    g_string_append(d->out, d->open ? ", " : " [");
    d->open = true;
    va_start(args, format);
    g_string_append_vprintf(d->out, format, args);
    va_end(args);
}

void gr3d_disasm_unknown(Gr3dDisasm *d, const char *field)
{
    if (!d->comment) {
        d->comment = g_string_new("  # unknown: ");
    } else {
        g_string_append(d->comment, ", ");
    }
    g_string_append(d->comment, field);
    d->unknown++;
}

static bool is_reserved(const char *name)
{
    return g_str_has_prefix(name, "rest") ||
           g_str_has_prefix(name, "args_") || !strcmp(name, "unused");
}

void gr3d_disasm_field(Gr3dDisasm *d, const Gr3dField *f, unsigned value)
{
    const char *name = gr3d_field_text(f);

    if (f->len == 1 && value == 1) {
        gr3d_disasm_item(d, "%s", name);
    } else {
        gr3d_disasm_item(d, f->len > 6 ? "%s=0x%x" : "%s=%u", name, value);
    }
    if (is_reserved(f->name)) {
        gr3d_disasm_unknown(d, f->name);
    }
}

unsigned gr3d_disasm_fields(Gr3dDisasm *d, const Gr3dFields *fields,
                            uint64_t word, uint64_t implied)
{
    for (unsigned i = 0; i < fields->num; i++) {
        const Gr3dField *f = &fields->field[i];
        unsigned value = gr3d_field_get(f, word);

        if (value != gr3d_field_get(f, implied)) {
            gr3d_disasm_field(d, f, value);
        }
    }
    return gr3d_disasm_end(d);
}

unsigned gr3d_disasm_end(Gr3dDisasm *d)
{
    if (d->open) {
        g_string_append_c(d->out, ']');
    }
    if (d->comment) {
        g_string_append(d->out, d->comment->str);
        g_string_free(d->comment, true);
    }
    return d->unknown;
}

void gr3d_disasm_name(GString *out, const char *const *names, unsigned i,
                      const char *other)
{
    if (names[i]) {
        g_string_append(out, names[i]);
    } else {
        g_string_append_printf(out, "%s%u", other, i);
    }
}

void gr3d_disasm_real(GString *out, double value)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];

    g_ascii_formatd(text, sizeof(text), "%.9g", value);
    g_string_append(out, text);
    if (!strpbrk(text, ".e")) {
        g_string_append(out, ".0");
    }
}

void gr3d_disasm_indent(GString *out, unsigned indent)
{
    g_string_append_printf(out, "%*s", indent, "");
}

/*
 * Register writes
 */

/* Is it a texture of any size, whose bits have other meanings? */
static bool is_npot(uint32_t offset, uint32_t value)
{
    return offset >= GR3D_R_TEXDESC_HI && offset % 2 &&
           offset < GR3D_R_TEXDESC_HI + 2 * GR3D_NUM_TEXTURES &&
           GR3D_GET(value, TEXDESC_HI, NPOT);
}

static void append_field(GString *out, const Gr3dRegField *f, uint32_t value)
{
    uint32_t v = gr3d_bits(value, f->low, f->len);

    if (v) {
        g_string_append_printf(out, v < 1000 ? " %s=%u" : " %s=0x%x",
                               f->name, v);
    }
}

/* Append fields, each bit once; returns the bits said, with @said. */
static uint32_t append_fields(GString *out, uint32_t offset, uint32_t value,
                              bool npot, uint32_t said)
{
    unsigned num;
    const Gr3dRegField *f = gr3d_reg_fields(offset, &num);

    for (; num; num--, f++) {
        if (g_str_has_prefix(f->name, "NPOT_") == npot &&
            !(gr3d_reg_field_mask(f) & said)) {
            append_field(out, f, value);
            said |= gr3d_reg_field_mask(f);
        }
    }
    return said;
}

static bool append_single(GString *out, uint32_t value)
{
    float v;

    if (!gr3d_reg_single(value, &v)) {
        return false;
    }
    g_string_append_c(out, ' ');
    gr3d_disasm_real(out, v);
    g_string_append_c(out, 'f');
    return true;
}

static unsigned append_value(GString *out, uint32_t offset, uint32_t value)
{
    bool npot = is_npot(offset, value);
    uint32_t said = npot ? append_fields(out, offset, value, true, 0) : 0;
    uint32_t rest;

    if (gr3d_reg_is_float(offset) && append_single(out, value)) {
        return 0;
    }
    said = append_fields(out, offset, value, false, said);
    rest = value & ~said;
    if (said && rest) {
        g_string_append_printf(out, " rest=0x%x", rest);
        return 1;
    }
    if (!said || !value) {
        g_string_append_printf(out, value ? " 0x%x" : " %u", value);
    }
    return 0;
}

unsigned gr3d_disasm_write(GString *out, uint32_t offset, uint32_t value)
{
    const char *name = gr3d_reg_name(offset);

    if (name) {
        g_string_append_printf(out, "write %s", name);
        return append_value(out, offset, value);
    }
    g_string_append_printf(out, "write 0x%03x 0x%x  # no register of Tegra20",
                           offset, value);
    return 1;
}
