/*
 * Tegra20 GR3D engine: disassembler of vertex programs and linker
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "hw/gpu/gr3d/isa/regs.h"
#include "disasm.h"
#include "text.h"

/* Which instructions have a label; a target without one is a number */
typedef struct Labels {
    bool at[GR3D_VP_INSNS];
} Labels;

typedef struct Operand {
    unsigned type, index, swizzle;
    bool neg, abs;
} Operand;

static const char components[] = "xyzw";

/*
 * Operands and results
 */

/* Append a swizzle; .xyzw is not written, .xxxx is .x. */
static void append_swizzle(GString *out, unsigned field)
{
    if (field == 0x1b) {
        return;
    }
    g_string_append_c(out, '.');
    for (unsigned i = 0; i < (field % 0x55 ? 4 : 1); i++) {
        g_string_append_c(out, components[field >> (6 - 2 * i) & 3]);
    }
}

/* Append a mask; an empty one cannot be written, it follows in brackets. */
static void append_mask(GString *out, unsigned mask)
{
    if (mask == 0 || mask == 15) {
        return;
    }
    g_string_append_c(out, '.');
    for (unsigned i = 0; i < 4; i++) {
        if (mask & 8 >> i) {
            g_string_append_c(out, components[i]);
        }
    }
}

static void append_indexed(GString *out, const Gr3dVpFields *f, char name,
                           bool relative, unsigned index)
{
    g_string_append_c(out, name);
    if (relative) {
        g_string_append_printf(out, "[A%u.%c", f->addr_reg,
                               components[f->addr_comp]);
        if (index) {
            g_string_append_printf(out, "+%u", index);
        }
        g_string_append_c(out, ']');
    } else {
        g_string_append_printf(out, "%u", index);
    }
}

static Operand operand(const Gr3dVpFields *f, unsigned i)
{
    return i == 0 ? (Operand) { f->type_a, f->index_a, f->swizzle_a, f->neg_a,
                                f->abs_a } :
           i == 1 ? (Operand) { f->type_b, f->index_b, f->swizzle_b, f->neg_b,
                                f->abs_b } :
                    (Operand) { f->type_c, f->index_c, f->swizzle_c, f->neg_c,
                                f->abs_c };
}

static void append_operand(GString *out, const Gr3dVpFields *f, unsigned i)
{
    Operand op = operand(f, i);

    g_string_append(out, op.neg ? "-" : "");
    g_string_append(out, op.abs ? "|" : "");
    switch (op.type) {
    case GR3D_VP_SRC_NONE:
        g_string_append(out, "none");
        break;
    case GR3D_VP_SRC_TEMP:
        g_string_append_printf(out, "r%u", op.index);
        break;
    case GR3D_VP_SRC_ATTR:
        append_indexed(out, f, 'a', f->attr_rel, f->attr_index);
        break;
    default:
        append_indexed(out, f, 'c', f->const_rel, f->const_index);
        break;
    }
    append_swizzle(out, op.swizzle);
    g_string_append(out, op.abs ? "|" : "");
}

static void append_result(GString *out, const Gr3dVpFields *f, bool vec)
{
    unsigned rd = vec ? f->vec_rd : f->scl_rd;
    bool export = f->export_index != 31 && f->export_vec == vec;

    if (rd != 63) {
        g_string_append_printf(out, "r%u", rd);
        g_string_append(out, export ? "+" : "");
    } else if (!export) {
        g_string_append_c(out, '_');
    }
    if (export) {
        append_indexed(out, f, 'o', f->export_rel, f->export_index);
    }
    append_mask(out, vec ? f->vec_mask : f->scl_mask);
}

static void append_address(GString *out, const Gr3dVpFields *f)
{
    g_string_append_printf(out, "A%u", f->vec_rd == 1);
    append_mask(out, f->vec_mask);
}

/*
 * Instructions
 */

static void append_half(GString *out, const Gr3dVpFields *f, bool vec,
                        const Labels *labels)
{
    unsigned code = vec ? f->vec_op : f->scl_op;
    const Gr3dVpOp *op = vec ? &gr3d_vp_vec_ops[code]
                             : &gr3d_vp_scl_ops[code];
    const char *separator = " ";

    if (!op->name) {
        g_string_append_printf(out, "OP%u", code);
        return;
    }
    g_string_append(out, op->name);
    if (op->action == GR3D_VP_JUMP || op->action == GR3D_VP_CALL) {
        g_string_append_printf(out, labels && labels->at[f->swizzle_c]
                               ? " L%u" : " %u", f->swizzle_c);
    } else if (op->action == GR3D_VP_VALUE || op->action == GR3D_VP_ADDR) {
        g_string_append_c(out, ' ');
        if (op->action == GR3D_VP_ADDR) {
            append_address(out, f);
        } else {
            append_result(out, f, vec);
        }
        separator = ", ";
    }
    for (unsigned i = 0; i < 3; i++) {
        if (op->reads >> i & 1) {
            g_string_append(out, separator);
            append_operand(out, f, i);
            separator = ", ";
        }
    }
}

static bool is_vec_name(const char *name)
{
    for (unsigned i = 0; i < 32; i++) {
        if (gr3d_vp_vec_ops[i].name && !strcmp(gr3d_vp_vec_ops[i].name, name)) {
            return true;
        }
    }
    return false;
}

/* Append both halves; one is enough if no vector opcode is called so. */
static void append_halves(GString *out, const Gr3dVpFields *f,
                          const Labels *labels)
{
    const char *scalar = gr3d_vp_scl_ops[f->scl_op].name;
    bool alone = f->vec_op == 0 && scalar && !is_vec_name(scalar);

    if (!alone) {
        append_half(out, f, true, labels);
    }
    if (f->scl_op != 0) {
        g_string_append(out, alone ? "" : " ; ");
        append_half(out, f, false, labels);
    }
}

static bool is_flow(const Gr3dVpFields *f)
{
    return gr3d_vp_scl_ops[f->scl_op].action >= GR3D_VP_JUMP;
}

static bool has_condition(const Gr3dVpFields *f)
{
    return is_flow(f) ? !(f->pred_lt && f->pred_eq && f->pred_gt) ||
                        f->pred_swizzle != 0x1b
                      : f->cond_check;
}

static void append_condition(Gr3dDisasm *d, const Gr3dVpFields *f)
{
    g_autoptr(GString) swizzle = g_string_new("");

    append_swizzle(swizzle, f->pred_swizzle);
    gr3d_disasm_item(d, "if %s%s%s%s%s", f->pred_lt ? "lt" : "",
                     f->pred_eq ? "eq" : "", f->pred_gt ? "gt" : "",
                     f->pred_lt | f->pred_eq | f->pred_gt ? "" : "never",
                     swizzle->str);
}

/* Append the readable form; the bracket, if there is one, stays open. */
static void append_readable(Gr3dDisasm *d, const Gr3dVpFields *f,
                            const Labels *labels)
{
    append_halves(d->out, f, labels);
    if (has_condition(f)) {
        append_condition(d, f);
    }
    if (f->cond_set && f->cc_write) {
        gr3d_disasm_item(d, "set");
    }
}

static void imply(const Gr3dVpFields *f, Gr3dVpFields *implied)
{
    g_autoptr(GString) text = g_string_new("");
    Gr3dDisasm d = { .out = text };
    Gr3dVpInsn insn;
    uint32_t word[4];

    append_readable(&d, f, NULL);
    gr3d_disasm_end(&d);
    gr3d_asm_vp_insn(text->str, word);
    gr3d_vp_decode_insn(&insn, word);
    *implied = insn.raw;
}

static void append_difference(Gr3dDisasm *d, unsigned field, unsigned value)
{
    if (field == GR3D_VPF_cc_index && value) {
        gr3d_disasm_item(d, "cc=1");
    } else {
        gr3d_disasm_field(d, &gr3d_fields_vp.field[field], value);
    }
}

/* Note what stops the program [tegra-gr3d.rst, Vertex processor]. */
static void note_illegal(Gr3dDisasm *d, const Gr3dVpFields *f)
{
    const struct {
        const char *name;
        bool illegal;
    } checks[] = {
        { "vec_op", gr3d_vp_vec_ops[f->vec_op].action == GR3D_VP_UNKNOWN },
        { "scl_op", gr3d_vp_scl_ops[f->scl_op].action == GR3D_VP_UNKNOWN },
        { "index_a", f->index_a >= GR3D_VP_TEMPS },
        { "index_b", f->index_b >= GR3D_VP_TEMPS },
        { "index_c", f->index_c >= GR3D_VP_TEMPS },
        { "vec_rd", f->vec_rd >= GR3D_VP_TEMPS && f->vec_rd != 63 },
        { "scl_rd", f->scl_rd >= GR3D_VP_TEMPS && f->scl_rd != 63 },
        { "export_index", f->export_index >= GR3D_VP_EXPORTS &&
                          f->export_index != 31 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(checks); i++) {
        if (checks[i].illegal) {
            gr3d_disasm_unknown(d, checks[i].name);
        }
    }
}

static unsigned append_insn(GString *out, const uint32_t word[4],
                            const Labels *labels)
{
    Gr3dDisasm d = { .out = out };
    Gr3dVpFields implied;
    Gr3dVpInsn insn;

    gr3d_vp_decode_insn(&insn, word);
    imply(&insn.raw, &implied);
    append_readable(&d, &insn.raw, labels);
#define VP_FIELD(name, low, len)                                    \
    if (insn.raw.name != implied.name &&                            \
        GR3D_VPF_##name != GR3D_VPF_end) {                          \
        append_difference(&d, GR3D_VPF_##name, insn.raw.name);      \
    }
#include "hw/gpu/gr3d/isa/vp_fields.def"
    if (insn.raw.end) {         /* the field 0: easier to see as the last */
        gr3d_disasm_item(&d, "end");
    }
    note_illegal(&d, &insn.raw);
    return gr3d_disasm_end(&d);
}

unsigned gr3d_disasm_vp_insn(GString *out, const uint32_t word[4])
{
    return append_insn(out, word, NULL);
}

/*
 * Programs
 */

static void find_labels(Labels *labels, const uint32_t *words,
                        unsigned num_insns)
{
    memset(labels, 0, sizeof(*labels));
    for (unsigned i = 0; i < num_insns; i++) {
        Gr3dVpInsn insn;

        gr3d_vp_decode_insn(&insn, &words[4 * i]);
        if ((insn.flow == GR3D_VP_JUMP || insn.flow == GR3D_VP_CALL) &&
            insn.target < num_insns) {
            labels->at[insn.target] = true;
        }
    }
}

unsigned gr3d_disasm_vp_words(GString *out, unsigned indent,
                              const uint32_t *words, unsigned num_insns)
{
    unsigned unknown = 0;
    Labels labels;

    num_insns = MIN(num_insns, GR3D_VP_INSNS);
    find_labels(&labels, words, num_insns);
    for (unsigned i = 0; i < num_insns; i++) {
        if (labels.at[i]) {
            gr3d_disasm_indent(out, indent);
            g_string_append_printf(out, "L%u:\n", i);
        }
        gr3d_disasm_indent(out, indent);
        unknown += append_insn(out, &words[4 * i], &labels);
        g_string_append_c(out, '\n');
    }
    return unknown;
}

unsigned gr3d_disasm_vp(GString *out, unsigned indent, const Gr3dRegs *regs)
{
    unsigned start = GR3D_GET(regs->reg[GR3D_R_VPE_START], VPE_START, ADDR);
    bool reached[GR3D_VP_INSNS];

    if (start) {
        gr3d_disasm_indent(out, indent);
        g_string_append_printf(out, "# starts at %u\n", start);
    }
    return gr3d_disasm_vp_words(out, indent, regs->vp_inst,
                                gr3d_vp_reach(regs->vp_inst, start,
                                              reached));
}

/*
 * Linker
 */

static void append_component(GString *out, unsigned n, uint32_t even,
                             uint32_t odd)
{
    unsigned point = even >> (18 + 4 * n) & 3;

    g_string_append_printf(out, "%c->%u %s", components[n],
                           odd >> (4 * n) & 3,
                           gr3d_link_fmts[odd >> (4 * n + 2) & 3]);
    g_string_append(out, odd >> (16 + n) & 1 ? " flat" : "");
    g_string_append(out, even >> (16 + 4 * n) & 1 ? " width" : "");
    g_string_append(out, even >> (17 + 4 * n) & 1 ? " length" : "");
    g_string_append(out, point == 1 ? " point=s" : point == 2 ? " point=t" :
                    point == 3 ? " point=3" : "");
}

static void append_components(GString *out, uint32_t even, uint32_t odd)
{
    const char *separator = ": ";

    if (even >> 16 == 0 && (odd & 0xfffff) == 0xfedc) {
        return;
    }
    for (unsigned n = 0; n < 4; n++) {
        if ((even >> (16 + 4 * n) & 15) || (odd >> (4 * n) & 15) ||
            (odd >> (16 + n) & 1)) {
            g_string_append(out, separator);
            append_component(out, n, even, odd);
            separator = ", ";
        }
    }
    if (separator[0] == ':') {
        g_string_append(out, ": none");
    }
}

unsigned gr3d_disasm_link(GString *out, uint32_t even, uint32_t odd)
{
    uint64_t implied, word = (uint64_t)odd << 32 | even;
    Gr3dDisasm d = { .out = out };
    size_t start = out->len;

    g_string_append(out, "link ");
    if ((even & 3) == 1) {
        g_string_append_c(out, 'z');
    } else {
        g_string_append_printf(out, "v%u", even >> 3 & 15);
    }
    g_string_append_printf(out, ", t%u", even >> 9 & 63);
    append_components(out, even, odd);
    gr3d_asm_link_word(out->str + start, &implied);
    if ((even & 3) > 1) {
        gr3d_disasm_unknown(&d, "src");
    }
    return gr3d_disasm_fields(&d, &gr3d_fields_link, word, implied);
}

unsigned gr3d_disasm_linker(GString *out, unsigned indent,
                            const Gr3dRegs *regs)
{
    uint32_t param = regs->reg[GR3D_R_SU_PARAM];
    unsigned first = GR3D_GET(param, SU_PARAM, FIRST_INST);
    unsigned last = GR3D_GET(param, SU_PARAM, LAST_INST), unknown = 0;

    if (first) {
        gr3d_disasm_indent(out, indent);
        g_string_append_printf(out, "# starts at %u\n", first);
    }
    for (unsigned i = first; i <= last; i++) {
        gr3d_disasm_indent(out, indent);
        unknown += gr3d_disasm_link(out,
                                    regs->reg[GR3D_R_SU_INST_EVEN + 2 * i],
                                    regs->reg[GR3D_R_SU_INST_ODD + 2 * i]);
        g_string_append_c(out, '\n');
    }
    return unknown;
}
