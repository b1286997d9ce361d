/*
 * Tegra20 GR3D engine: a draw's state and programs as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <inttypes.h>
#include <string.h>
#include "hw/gpu/gr3d/isa/regs.h"
#include "hw/gpu/gr3d/run/geometry.h"
#include "disasm.h"
#include "draw_print.h"

/*
 * State
 */

static const char *const compare_names[8] = {
    "never", "less", "equal", "lequal", "greater", "notequal", "gequal",
    "always",
};

static void append_primitive(GString *out, const Gr3dDraw *draw,
                             const Gr3dRegs *regs)
{
    static const char *const names[] = {
        "points", "lines", "line loop", "line strip", "triangles",
        "triangle strip", "triangle fan",
    };
    const Gr3dIdx *idx = &draw->geometry->idx;

    if (!idx->count) {
        g_string_append(out, "primitives: none, their type is unknown\n");
        return;
    }
    g_string_append_printf(out, "primitives: %u of %s, %" PRIu32 " vertices",
                           gr3d_idx_num_prims(idx), names[idx->type],
                           idx->count);
    if (idx->index_size) {
        g_string_append_printf(out, ", indices of %u bytes from %" PRIu32
                               " on at 0x%08" PRIx32, idx->index_size,
                               idx->start, regs->reg[GR3D_R_INDEX_BASE]);
    } else {
        g_string_append_printf(out, " from %" PRIu32 " on", idx->start);
    }
    g_string_append_printf(out, ", the %s provokes\n",
                           idx->flat_last ? "last" : "first");
}

static void append_attributes(GString *out, const Gr3dDraw *draw)
{
    static const char *const formats[16] = {
        "U8", "U8N", "S8", "S8N", "U16", "U16N", "S16", "S16N", "U32", "U32N",
        "S32", "S32N", "X32", "F32", "H16", "unknown",
    };

    for (unsigned i = 0; i < GR3D_NUM_ATTRIBS; i++) {
        const Gr3dAttr *attr = &draw->geometry->idx.attr[i];

        if (attr->enabled) {
            g_string_append_printf(out, "attribute %u: %u %s, %u bytes apart, "
                                   "at 0x%08" PRIx32 "\n", i,
                                   attr->components, formats[attr->format],
                                   attr->stride,
                                   draw->request[GR3D_SPAN_ATTRIB + i].addr);
        }
    }
}

static void append_exports(GString *out, const Gr3dDraw *draw)
{
    unsigned row = 0;

    g_string_append(out, "exports:");
    for (unsigned i = 0; i < GR3D_VP_EXPORTS; i++) {
        if (draw->vp.exports >> i & 1) {
            g_string_append_printf(out, "%s o%u is v%u", row ? "," : "", i,
                                   row);
            row++;
        }
    }
    g_string_append(out, row ? "\n" : " none\n");
}

/* Append numbers with few digits, in any locale. */
static void append_three(GString *out, const double *value, const double *unit)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];

    for (unsigned i = 0; i < 3; i++) {
        g_ascii_formatd(text, sizeof(text), "%.6g", value[i] / unit[i]);
        g_string_append_printf(out, " %s", text);
    }
}

static void append_setup(GString *out, const Gr3dDraw *draw)
{
    static const char *const culled[4] = {
        "nothing", "counter-clockwise", "clockwise", "all triangles",
    };
    static const double unit[3] = { 16, 16, 1 };
    const Gr3dSu *su = &draw->geometry->su;

    g_string_append(out, "viewport: centre");
    append_three(out, su->bias, unit);
    g_string_append(out, ", scale");
    append_three(out, su->scale, unit);
    g_string_append_printf(out, "%s\nscissor: %d,%d to %d,%d\n",
                           su->transpose ? ", x and y exchanged" : "",
                           su->scissor.col_min, su->scissor.row_min,
                           su->scissor.col_max, su->scissor.row_max);
    g_string_append_printf(out, "set-up: clips %s, culls %s, front is %s\n",
                           su->clip[2].depth ? "depth and guard band" :
                           "nothing", culled[su->cull],
                           su->front_cw ? "clockwise" : "counter-clockwise");
}

static void append_depth(GString *out, const Gr3dQr *qr)
{
    g_string_append_printf(out, "depth: range 0x%05" PRIx32 " to 0x%05" PRIx32
                           " %s, ", qr->z_min, qr->z_max,
                           qr->z_kill ? "kills" : "clamps");
    if (qr->z_test) {
        g_string_append_printf(out, "test %s against surface %u%s\n",
                               compare_names[qr->z_func], qr->z_surf,
                               qr->z_write ? ", written" : "");
    } else {
        g_string_append(out, "no test\n");
    }
}

static void append_stencil(GString *out, const Gr3dQr *qr)
{
    static const char *const ops[8] = {
        "zero", "keep", "replace", "incr", "decr", "invert", "incr-wrap",
        "decr-wrap",
    };

    for (unsigned i = 0; qr->s_test && i < 2; i++) {
        const Gr3dStencil *st = &qr->stencil[i];

        g_string_append_printf(out, "stencil %s: 0x%02x %s surface %u, mask "
                               "0x%02x; fail %s, depth fails %s, passes %s; "
                               "written 0x%02x by the %s\n",
                               i ? "back" : "front", st->ref,
                               compare_names[st->func], qr->s_surf, st->mask,
                               ops[st->op_fail], ops[st->op_z_fail],
                               ops[st->op_z_pass], st->write_mask,
                               qr->s_early ? "test" : "program");
    }
}

static const char *format_name(const Gr3dFormat *format)
{
    return format ? format->name : "unknown";
}

static void append_surfaces(GString *out, const Gr3dDraw *draw)
{
    for (unsigned i = 0; i < GR3D_NUM_SURFACES; i++) {
        const Gr3dSpanRequest *r = &draw->request[GR3D_SPAN_SURFACE + i];
        const Gr3dSurfDesc *surf = &draw->surf[i];

        if (r->size || (draw->fp->stores & draw->qr.st_enable) >> i & 1) {
            g_string_append_printf(out, "surface %u: %s (%u), %" PRIu32
                                   " bytes a row, %s, at 0x%08" PRIx32 " to "
                                   "0x%08" PRIx64 ", %s\n", i,
                                   format_name(surf->format), surf->number,
                                   surf->stride,
                                   surf->tiled ? "tiled" : "linear", r->addr,
                                   r->addr + r->size,
                                   r->write ? "written" : "read");
        }
    }
}

static void append_axis(GString *out, const Gr3dTexDesc *tex, unsigned axis)
{
    g_string_append_printf(out, ", %c %s%s", "st"[axis],
                           tex->mirror[axis] ? "mirrors" : "",
                           tex->clamp[axis] ?
                           (tex->mirror[axis] ? " and clamps" : "clamps") :
                           (tex->mirror[axis] ? "" : "repeats"));
}

static void append_texture(GString *out, const Gr3dTexDesc *tex)
{
    g_string_append_printf(out, "%s (%u), %" PRIu32 " x %" PRIu32 ", %u "
                           "level%s, %s", format_name(tex->format),
                           tex->number, tex->level[0].width,
                           tex->level[0].height, tex->num_levels,
                           tex->num_levels == 1 ? "" : "s",
                           tex->tiled ? "tiled" : "linear");
    append_axis(out, tex, 0);
    append_axis(out, tex, 1);
    g_string_append_printf(out, ", %s nearer, %s farther, %s levels%s",
                           tex->lerp_mag ? "linear" : "nearest",
                           tex->lerp_min ? "linear" : "nearest",
                           !tex->mipmaps ? "no" : tex->lerp_mip ? "linear" :
                           "nearest", tex->normalized ? "" :
                           ", coordinates in texels");
}

static void append_textures(GString *out, const Gr3dDraw *draw)
{
    for (unsigned i = 0; i < GR3D_NUM_TEXTURES; i++) {
        const Gr3dSpanRequest *r = &draw->request[GR3D_SPAN_TEXTURE + i];

        if (draw->fp->textures >> i & 1) {
            g_string_append_printf(out, "texture %u: ", i);
            append_texture(out, &draw->tex[i]);
            g_string_append_printf(out, ", at 0x%08" PRIx32 " to 0x%08" PRIx64
                                   "\n", r->addr, r->addr + r->size);
        }
    }
}

void gr3d_print_state(GString *out, const Gr3dRegs *regs)
{
    Gr3dDraw *draw = gr3d_draw_new(regs);

    append_primitive(out, draw, regs);
    append_attributes(out, draw);
    append_exports(out, draw);
    append_setup(out, draw);
    append_depth(out, &draw->qr);
    append_stencil(out, &draw->qr);
    g_string_append_printf(out, "fragment program: %u EXECs, %u a pass\n",
                           draw->fp->num_execs, draw->fp->num_rows);
    append_surfaces(out, draw);
    append_textures(out, draw);
    gr3d_draw_free(draw);
}

/*
 * Programs: the disassembler's lines, each behind its words
 */

/* Where a listing is */
typedef struct Listing {
    const Gr3dRegs *regs;
    unsigned insn, link;        /* next ones */
    int exec;
    unsigned mfu, packet, slot; /* in the EXEC: next, next, next */
} Listing;

static const uint32_t *vp_words(Listing *l, const char *line, unsigned *num)
{
    if (line[0] == '#' || line[strlen(line) - 1] == ':') {
        return NULL;
    }
    *num = 4;
    return &l->regs->vp_inst[4 * l->insn++];
}

static const uint32_t *link_words(Listing *l, const char *line, unsigned *num)
{
    if (line[0] == '#') {
        return NULL;
    }
    *num = 2;
    return &l->regs->reg[GR3D_R_SU_INST_EVEN + 2 * l->link++];
}

/* Find the words of a line inside of a packet, or of the line before it. */
static const uint32_t *packet_words(Listing *l, const char *line,
                                    unsigned *num)
{
    Gr3dFpSched sched = gr3d_fp_decode_sched(l->regs->alu_sched[l->exec]);
    unsigned at;

    if (g_str_has_prefix(line, "alu")) {
        l->packet++;
        l->slot = 0;
        return NULL;
    }
    at = (sched.first + l->packet - 1) % 64;
    *num = 2;
    return &l->regs->alu_inst[8 * at + (g_str_has_prefix(line, "imm ") ? 6 :
                                        2 * (l->slot++ & 3))];
}

static const uint32_t *mfu_words(Listing *l, unsigned *num)
{
    Gr3dFpSched sched = gr3d_fp_decode_sched(l->regs->mfu_sched[l->exec]);

    *num = 2;
    return &l->regs->mfu_inst[2 * ((sched.first + l->mfu++) % 64)];
}

static const uint32_t *fp_words(Listing *l, const char *line, unsigned *num)
{
    const struct {
        const char *name;
        const uint32_t *word;
    } one[] = {
        { "pseq ", l->regs->pseq_inst },
        { "tex ", l->regs->tex_inst },
        { "p2cx ", l->regs->alu_comp },
        { "dw ", l->regs->dw_inst },
    };

    line += strspn(line, " ");
    if (g_str_has_prefix(line, "exec")) {
        l->exec++;
        l->mfu = l->packet = 0;
        return NULL;
    }
    *num = 1;
    for (unsigned i = 0; i < G_N_ELEMENTS(one); i++) {
        if (g_str_has_prefix(line, one[i].name)) {
            return &one[i].word[l->exec];
        }
    }
    return g_str_has_prefix(line, "mfu ") ? mfu_words(l, num) :
           packet_words(l, line, num);
}

/* Append @text with words on the left, @width of them at most. */
static void append_listing(GString *out, Listing *l, const char *text,
                           unsigned width,
                           const uint32_t *(*words)(Listing *l,
                                                    const char *line,
                                                    unsigned *num))
{
    g_auto(GStrv) line = g_strsplit(text, "\n", -1);

    for (unsigned i = 0; line[i] && *line[i]; i++) {
        unsigned num = 0, n = 0;
        const uint32_t *word = words(l, line[i], &num);

        g_string_append(out, "   ");
        for (; word && n < num; n++) {
            g_string_append_printf(out, " %08" PRIx32, word[n]);
        }
        g_string_append_printf(out, "%*s  %s\n", 9 * (width - n), "", line[i]);
    }
}

void gr3d_print_programs(GString *out, const Gr3dRegs *regs)
{
    g_autoptr(GString) vp = g_string_new(NULL), link = g_string_new(NULL);
    g_autoptr(GString) fp = g_string_new(NULL);
    Listing l = { .regs = regs, .exec = -1 };

    l.link = GR3D_GET(regs->reg[GR3D_R_SU_PARAM], SU_PARAM, FIRST_INST);
    gr3d_disasm_vp(vp, 0, regs);
    gr3d_disasm_linker(link, 0, regs);
    gr3d_disasm_fp(fp, 0, regs);
    g_string_append(out, "vertex program:\n");
    append_listing(out, &l, vp->str, 4, vp_words);
    g_string_append(out, "linker:\n");
    append_listing(out, &l, link->str, 2, link_words);
    g_string_append(out, "fragment program:\n");
    append_listing(out, &l, fp->str, 2, fp_words);
}
