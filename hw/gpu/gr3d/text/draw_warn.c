/*
 * Tegra20 GR3D engine: what looks wrong with a draw
 *
 * None of it has to be wrong: a client may mean it.  It is what to look at
 * first when a picture is black.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <inttypes.h>
#include <string.h>
#include "hw/gpu/gr3d/isa/regs.h"
#include "hw/gpu/gr3d/pipe/cost.h"
#include "hw/gpu/gr3d/run/geometry.h"
#include "draw_print.h"
#include "draw_vertices.h"

typedef struct Warnings {
    GString *out;
    unsigned num;
    const Gr3dRegs *regs;
    Gr3dDraw *draw;
    Gr3dWritten written;
    bool memory;                /* spans are bound */
    bool reached[GR3D_VP_INSNS];
} Warnings;

static void G_GNUC_PRINTF(2, 3) warn(Warnings *w, const char *format, ...)
{
    va_list args;

    g_string_append(w->out, "warning: ");
    va_start(args, format);
    g_string_append_vprintf(w->out, format, args);
    va_end(args);
    g_string_append_c(w->out, '\n');
    w->num++;
}

/*
 * Constants
 */

static bool all_zero(const uint32_t *word, unsigned num)
{
    while (num && !word[num - 1]) {
        num--;
    }
    return !num;
}

void gr3d_written_begin(Gr3dWritten *written, const Gr3dRegs *regs)
{
    *written = (Gr3dWritten) { 0 };
    for (unsigned i = 0; i < GR3D_VP_CONSTS; i++) {
        if (!all_zero(&regs->vp_const[4 * i], 4)) {
            written->vp_const[i / 64] |= 1ull << i % 64;
        }
    }
    for (unsigned i = 0; i < 32; i++) {
        written->uniform |= (uint32_t)!!regs->reg[GR3D_R_ALU_GLOBALS + i] << i;
    }
    for (unsigned i = 0; i < 4; i++) {
        written->mfu_const |= !!regs->reg[GR3D_R_AT_CONSTANT + i] << i;
    }
}

void gr3d_written_note(Gr3dWritten *written, const Gr3dRegs *regs,
                       uint32_t offset)
{
    unsigned n = regs->reg[GR3D_R_CONST_OFFSET] / 4 % GR3D_VP_CONSTS;

    if (offset == GR3D_R_CONST_DATA) {
        written->vp_const[n / 64] |= 1ull << n % 64;
    } else if (offset - GR3D_R_ALU_GLOBALS < 32) {
        written->uniform |= 1u << (offset - GR3D_R_ALU_GLOBALS);
    } else if (offset - GR3D_R_AT_CONSTANT < 4) {
        written->mfu_const |= 1u << (offset - GR3D_R_AT_CONSTANT);
    }
}

static bool reads_constant(const Gr3dVpInsn *insn)
{
    for (unsigned i = 0; i < 3; i++) {
        if (insn->src[i].used && insn->src[i].type == GR3D_VP_SRC_CONST) {
            return !insn->raw.const_rel;
        }
    }
    return false;
}

static void check_vp_constants(Warnings *w)
{
    uint64_t *known = w->written.vp_const;

    for (unsigned i = 0; i < GR3D_VP_INSNS; i++) {
        const Gr3dVpInsn *insn = &w->draw->vp.insn[i];
        unsigned n = insn->raw.const_index;

        if (w->reached[i] && reads_constant(insn) && n < GR3D_VP_CONSTS &&
            !(known[n / 64] >> n % 64 & 1)) {
            warn(w, "instruction %u of the vertex program reads constant c%u, "
                 "which was not written", i, n);
            known[n / 64] |= 1ull << n % 64;
        }
    }
}

/* Return the uniforms that a packet reads, as a bit set; @used: of slots */
static uint32_t packet_uniforms(const Gr3dFpPacket *packet, unsigned used)
{
    uint32_t set = 0;

    for (unsigned i = 0; i < 16; i++) {
        unsigned at = packet->slot[i / 4].src[i % 4].at;

        if (used >> i / 4 & 1 && at >= GR3D_FP_UNIFORM && at < GR3D_FP_CR) {
            set |= 1u << (at - GR3D_FP_UNIFORM);
        }
    }
    return set;
}

static unsigned mfu_constants(const Gr3dFpMfuSteps *mfu)
{
    unsigned set = 0;

    for (unsigned i = 0; i < mfu->num_steps; i++) {
        const Gr3dFpMfuStep *step = &mfu->step[i];

        if (step->kind == GR3D_FP_MFU_MUL) {
            set |= step->a >= GR3D_FP_SRC_CONST ?
                   1 << (step->a - GR3D_FP_SRC_CONST) : 0;
            set |= step->b >= GR3D_FP_SRC_CONST ?
                   1 << (step->b - GR3D_FP_SRC_CONST) : 0;
        }
    }
    return set;
}

static void check_exec_constants(Warnings *w, unsigned e)
{
    const Gr3dFp *fp = w->draw->fp;
    const Gr3dFpExec *exec = &fp->exec[e];
    uint32_t uniforms = 0;
    unsigned constants = 0;
    uint8_t used[3] = { 0 };

    gr3d_cost_used(fp, exec, used);
    for (unsigned i = 0; i < exec->num_packets; i++) {
        uniforms |= packet_uniforms(&fp->packet[i > 0][exec->packet[i]],
                                    used[i]);
    }
    for (unsigned i = 0; i < exec->num_mfu; i++) {
        constants |= mfu_constants(&fp->mfu[exec->mfu[i]]);
    }
    for (unsigned i = 0; i < 32; i++) {
        if ((uniforms & ~w->written.uniform) >> i & 1) {
            warn(w, "EXEC %u of the fragment program reads uniform u%u, which "
                 "was not written", e, i);
        }
    }
    for (unsigned i = 0; i < 4; i++) {
        if ((constants & ~w->written.mfu_const) >> i & 1) {
            warn(w, "EXEC %u of the fragment program multiplies by "
                 "AT_CONSTANT[%u], which was not written", e, i);
        }
    }
    w->written.uniform |= uniforms;
    w->written.mfu_const |= constants;
}

static void check_constants(Warnings *w)
{
    check_vp_constants(w);
    for (unsigned e = 0; e < w->draw->fp->num_execs; e++) {
        check_exec_constants(w, e);
    }
}

/*
 * Exports, linker, TRAM
 */

/* Set which components of which exports the vertex program writes. */
static void find_exports(const Warnings *w, uint8_t written[GR3D_VP_EXPORTS])
{
    memset(written, 0, GR3D_VP_EXPORTS);
    for (unsigned i = 0; i < GR3D_VP_INSNS; i++) {
        const Gr3dVpInsn *insn = &w->draw->vp.insn[i];

        if (!w->reached[i] || insn->export_unit == GR3D_VP_UNIT_NONE) {
            continue;
        }
        if (insn->raw.export_rel) {
            memset(written, 0xf, GR3D_VP_EXPORTS);
        } else if (insn->export_index < GR3D_VP_EXPORTS) {
            written[insn->export_index] |=
                insn->export_unit == GR3D_VP_UNIT_VEC ? insn->vec_mask :
                                                        insn->scl_mask;
        }
    }
}

/* Return the export that is row @row; -1: there are not so many. */
static int export_of_row(uint32_t exports, unsigned row)
{
    for (int i = 0; i < GR3D_VP_EXPORTS; i++) {
        if (exports >> i & 1 && !row--) {
            return i;
        }
    }
    return -1;
}

static void warn_link(Warnings *w, const Gr3dLink *link, unsigned missing)
{
    int export = export_of_row(w->draw->vp.exports, link->row);
    char names[5] = "";

    for (unsigned n = 0, len = 0; n < 4; n++) {
        if (missing >> n & 1) {
            names[len++] = "xyzw"[n];
        }
    }
    if (export < 0) {
        warn(w, "\"link v%u, t%u\": there is no v%u, ATTR_MASK enables %u "
             "exports", link->row, link->tram_row, link->row,
             w->draw->geometry->su.num_rows);
    } else {
        warn(w, "\"link v%u, t%u\": v%u is o%d, of which the vertex program "
             "does not write %s", link->row, link->tram_row, link->row,
             export, names);
    }
}

/* Collect what an instruction of the linker feeds, as bits of Gr3dFp.columns */
static uint64_t check_link(Warnings *w, const Gr3dLink *link,
                           const uint8_t *written)
{
    int export = export_of_row(w->draw->vp.exports, link->row);
    unsigned fed = export < 0 ? 0 : written[export], missing = 0;
    bool points = w->draw->geometry->idx.type == GR3D_POINTS;
    uint64_t columns = 0;

    for (unsigned n = 0; n < 4; n++) {
        const Gr3dLinkComp *comp = &link->comp[n];
        uint64_t column = 1ull << (4 * link->tram_row + comp->col);
        bool sprite = points && (comp->sprite == 1 || comp->sprite == 2);

        if (comp->format) {
            columns |= column;
            missing |= w->draw->fp->columns & column && !sprite &&
                       !(fed >> n & 1) ? 1u << n : 0;
        }
    }
    if (missing) {
        warn_link(w, link, missing);
    }
    return columns;
}

static void check_linker(Warnings *w)
{
    const Gr3dSu *su = &w->draw->geometry->su;
    uint8_t written[GR3D_VP_EXPORTS];
    uint64_t unfed = w->draw->fp->columns;

    find_exports(w, written);
    for (unsigned i = 0; i < su->num_links; i++) {
        unfed &= ~check_link(w, &su->link[i], written);
    }
    for (unsigned i = 0; i < GR3D_SU_MAX_CELLS; i++) {
        if (unfed >> i & 1) {
            warn(w, "the fragment program interpolates t%u, column %u, which "
                 "the linker does not write", i / 4, i % 4);
        }
    }
    if (!(w->draw->vp.exports && written[export_of_row(w->draw->vp.exports,
                                                       0)])) {
        warn(w, "the vertex program does not write a position, the first "
             "export of ATTR_MASK");
    }
}

/*
 * Memory
 */

static void check_surface(Warnings *w, unsigned i)
{
    const Gr3dDraw *draw = w->draw;
    const Gr3dSpanRequest *r = &draw->request[GR3D_SPAN_SURFACE + i];

    if (!draw->surf[i].format) {
        warn(w, "surface %u has format %u, which is unknown", i,
             draw->surf[i].number);
    } else if (!draw->surf[i].stride) {
        warn(w, "surface %u has rows of 0 bytes", i);
    } else if (r->size && w->memory &&
               draw->span[GR3D_SPAN_SURFACE + i].size < r->size) {
        warn(w, "surface %u, 0x%08" PRIx32 " to 0x%08" PRIx64 ", is not all "
             "in memory", i, r->addr, r->addr + r->size);
    }
}

static void check_surfaces(Warnings *w)
{
    const Gr3dQr *qr = &w->draw->qr;
    unsigned used = w->draw->fp->loads |
                    (w->draw->fp->stores & qr->st_enable) |
                    (qr->z_test ? 1u << qr->z_surf : 0) |
                    (qr->s_test ? 1u << qr->s_surf : 0);

    if (!qr->shade && !qr->z_write && !qr->s_test) {
        warn(w, "no surface is written: the fragment program stores to "
             "0x%04x, DW_ST_ENABLE allows 0x%04x (a bit for each)",
             w->draw->fp->stores, qr->st_enable);
    } else if (!w->draw->cols || !w->draw->rows) {
        warn(w, "no surface has a pixel: the scissor is %" PRIu32 " x %"
             PRIu32, w->draw->cols, w->draw->rows);
    }
    for (unsigned i = 0; i < GR3D_NUM_SURFACES; i++) {
        if (used >> i & 1) {
            check_surface(w, i);
        }
    }
}

static unsigned last_level(const Gr3dTexDesc *tex)
{
    unsigned size = MAX(tex->level[0].width, tex->level[0].height), n = 0;

    while (size >> (n + 1)) {
        n++;
    }
    return n;
}

static void check_texture(Warnings *w, unsigned i)
{
    const Gr3dTexDesc *tex = &w->draw->tex[i];
    const Gr3dSpanRequest *r = &w->draw->request[GR3D_SPAN_TEXTURE + i];

    if (!tex->format) {
        warn(w, "texture %u has format %u, which is unknown", i, tex->number);
        return;
    }
    if (tex->mipmaps && (unsigned)tex->lod_max > last_level(tex)) {
        warn(w, "texture %u, %" PRIu32 " x %" PRIu32 ", has levels up to %u, "
             "LOD_MAX asks for %u", i, tex->level[0].width,
             tex->level[0].height, last_level(tex), (unsigned)tex->lod_max);
    }
    if (w->memory && w->draw->span[GR3D_SPAN_TEXTURE + i].size < r->size) {
        warn(w, "texture %u, 0x%08" PRIx32 " to 0x%08" PRIx64 ", is not all "
             "in memory", i, r->addr, r->addr + r->size);
    }
}

static void slot_name(char name[16], unsigned slot)
{
    bool texture = slot >= GR3D_SPAN_TEXTURE;

    g_snprintf(name, 16, "%s %u", texture ? "texture" : "surface",
               slot - (texture ? GR3D_SPAN_TEXTURE : GR3D_SPAN_SURFACE));
}

static void check_overlap(Warnings *w, unsigned a, unsigned b)
{
    const Gr3dSpanRequest *l = &w->draw->request[a], *r = &w->draw->request[b];
    char left[16], right[16];

    if ((l->write || r->write) && l->addr < r->addr + r->size &&
        r->addr < l->addr + l->size) {
        slot_name(left, a);
        slot_name(right, b);
        warn(w, "%s, 0x%08" PRIx32 " to 0x%08" PRIx64 ", and %s, 0x%08" PRIx32
             " to 0x%08" PRIx64 ", overlap", left, l->addr,
             l->addr + l->size, right, r->addr, r->addr + r->size);
    }
}

static void check_memory(Warnings *w)
{
    check_surfaces(w);
    for (unsigned i = 0; i < GR3D_NUM_TEXTURES; i++) {
        if (w->draw->fp->textures >> i & 1) {
            check_texture(w, i);
        }
    }
    for (unsigned a = GR3D_SPAN_SURFACE; a < GR3D_NUM_SPANS; a++) {
        for (unsigned b = a + 1; b < GR3D_NUM_SPANS; b++) {
            check_overlap(w, a, b);
        }
    }
}

/*
 * Vertices
 */

/* Count the vertices of a primitive that are not before the eye. */
static unsigned count_behind(const Gr3dVertex *vertex, const Gr3dAssembled *a,
                             unsigned *which)
{
    unsigned behind = 0;

    for (unsigned i = 0; i < a->num; i++) {
        if (!(vertex[a->vertex[i]].row[0][3] > 0)) {
            behind++;
            *which = a->vertex[i];
        }
    }
    return behind;
}

static void check_vertices(Warnings *w)
{
    const Gr3dIdx *idx = &w->draw->geometry->idx;
    g_autofree Gr3dVertex *vertex = gr3d_draw_vertices(w->draw);
    unsigned num = gr3d_idx_num_prims(idx), cut = 0, gone = 0, which = 0;

    for (unsigned j = 0; j < num; j++) {
        Gr3dAssembled a;
        unsigned at = 0, behind;

        gr3d_idx_assemble(idx, j, &a);
        behind = count_behind(vertex, &a, &at);
        gone += behind == a.num;
        which = behind && behind < a.num && !cut ? at : which;
        cut += behind && behind < a.num;
    }
    if (cut) {
        char text[G_ASCII_DTOSTR_BUF_SIZE];

        warn(w, "%u of %u primitives have a vertex with w <= 0, as number %u "
             "of the draw (w %s): they are cut, and varyings are interpolated "
             "from there", cut, num, which,
             g_ascii_formatd(text, sizeof(text), "%g",
                             vertex[which].row[0][3]));
    }
    if (num && gone == num) {
        warn(w, "no vertex has w > 0: nothing is before the eye");
    }
}

unsigned gr3d_print_warnings(GString *out, const Gr3dRegs *regs,
                             const Gr3dWritten *written,
                             const Gr3dMemory *memory, unsigned num)
{
    g_autofree Warnings *w = g_new0(Warnings, 1);

    w->out = out;
    w->regs = regs;
    w->draw = gr3d_draw_new(regs);
    w->memory = num > 0;
    if (written) {
        w->written = *written;
    } else {
        gr3d_written_begin(&w->written, regs);
    }
    gr3d_replay_bind(w->draw, memory, num);
    gr3d_vp_reach(regs->vp_inst, w->draw->vp.start, w->reached);
    check_memory(w);
    check_linker(w);
    check_constants(w);
    if (w->memory) {
        check_vertices(w);
    }
    gr3d_draw_free(w->draw);
    return w->num;
}
