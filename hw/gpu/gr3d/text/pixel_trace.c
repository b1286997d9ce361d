/*
 * Tegra20 GR3D engine: what a draw does to one pixel, as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <inttypes.h>
#include <string.h>
#include "hw/gpu/gr3d/isa/num.h"
#include "hw/gpu/gr3d/pipe/frag.h"
#include "disasm.h"
#include "draw_vertices.h"
#include "pixel_trace.h"
#include "text.h"

/* A primitive that covers the pixel, if it is not dropped */
typedef struct Covering {
    unsigned number;
    const char *dropped;        /* why; NULL: it is drawn */
} Covering;

struct Gr3dPixelTrace {
    Gr3dReference reference;    /* first: the draw's */
    GString *out;
    int32_t col, row;
    const Gr3dRegs *regs;
    GArray *covering;           /* of Covering, in order */
    unsigned next;              /* of these */
};

/*
 * Which primitives
 */

/* Does one of the primitives that set-up makes of this cover the pixel? */
static bool covers(const Gr3dPixelTrace *t, const Gr3dSu *su,
                   const Gr3dVertex *vertex, const Gr3dAssembled *a)
{
    const Gr3dVertex *v[3];
    Gr3dPrim prim[GR3D_SU_MAX_PRIMS];
    GpuEvents events = { 0 };
    unsigned num;
    bool any = false;

    for (unsigned i = 0; i < a->num; i++) {
        v[i] = &vertex[a->vertex[i]];
    }
    num = gr3d_su_prim(su, v, a->num, &vertex[a->provoking], prim, &events);
    for (unsigned i = 0; i < num; i++) {
        any |= gr3d_qr_covers(gr3d_su_prim_at(su, prim, i), t->col, t->row);
    }
    return any;
}

static void find_covering(Gr3dPixelTrace *t, const Gr3dDraw *draw)
{
    const Gr3dIdx *idx = &draw->geometry->idx;
    g_autofree Gr3dVertex *vertex = gr3d_draw_vertices(draw);
    Gr3dSu su = draw->geometry->su, uncut, facing;

    gr3d_su_set_columns(&su, draw->fp->columns);
    facing = su;
    facing.cull = 0;
    uncut = facing;
    uncut.scissor = (Gr3dRect) { 0, 8192, 0, 8192 };
    for (unsigned j = 0; j < gr3d_idx_num_prims(idx); j++) {
        Covering c = { .number = j };
        Gr3dAssembled a;

        gr3d_idx_assemble(idx, j, &a);
        if (covers(t, &uncut, vertex, &a)) {
            c.dropped = covers(t, &su, vertex, &a) ? NULL :
                        covers(t, &facing, vertex, &a) ? "culled" :
                        "outside the scissor";
            g_array_append_val(t->covering, c);
        }
    }
}

/*
 * The pixels of a quad in all surfaces: the program runs again and again
 */

typedef struct Pixels {
    uint64_t value[GR3D_NUM_SURFACES][4];
} Pixels;

static void keep_pixels(const Gr3dPixelTrace *t, const Gr3dDraw *draw,
                        Gr3dTile *tile, Pixels *p, bool restore)
{
    for (unsigned n = 0; n < 4 * GR3D_NUM_SURFACES; n++) {
        unsigned s = n / 4, i = n % 4;
        uint32_t col = (t->col & ~1) + (i & 1), row = (t->row & ~1) + (i >> 1);

        if (!draw->surf[s].format) {
            continue;
        }
        if (!restore) {
            gr3d_surf_read(&draw->surf[s], &tile->surface[s], col, row,
                           &p->value[s][i]);
        } else if (draw->request[GR3D_SPAN_SURFACE + s].write) {
            gr3d_surf_write(&draw->surf[s], &tile->surface[s], col, row,
                            p->value[s][i]);
        }
    }
}

static void append_surfaces(const Gr3dPixelTrace *t, const Gr3dDraw *draw,
                            Gr3dTile *tile, const char *when)
{
    for (unsigned s = 0; s < GR3D_NUM_SURFACES; s++) {
        uint64_t value = 0;

        if (draw->request[GR3D_SPAN_SURFACE + s].size) {
            gr3d_surf_read(&draw->surf[s], &tile->surface[s], t->col, t->row,
                           &value);
            g_string_append_printf(t->out, "  surface %u %s: 0x%0*" PRIx64
                                   "\n", s, when,
                                   2 * draw->surf[s].format->bytes, value);
        }
    }
}

/*
 * Registers
 */

static bool append_name(GString *out, unsigned at)
{
    for (unsigned i = 0; i < GR3D_NUM_REG_GROUPS; i++) {
        const Gr3dRegGroup *g = &gr3d_reg_groups[i];

        if (at >= g->at && at < g->at + MAX(g->num, 1)) {
            g_string_append(out, g->name);
            if (g->num) {
                g_string_append_printf(out, "%u", at - g->at);
            }
            return true;
        }
    }
    return false;
}

/* Append "r2 0x3f800 (0.5; 1 0.25)": as one fp20, as low and high fx10 */
static void append_register(GString *out, const uint32_t *file, unsigned at)
{
    const double value[3] = {
        gr3d_fp20_to_double(file[at]), gr3d_fx10_to_double(file[at]),
        gr3d_fx10_to_double(file[at] >> 10),
    };
    static const char *const before[3] = { " (", "; ", " " };
    char text[G_ASCII_DTOSTR_BUF_SIZE];

    g_string_append_c(out, ' ');
    if (!append_name(out, at)) {
        g_string_append_printf(out, "R%u", at);
    }
    g_string_append_printf(out, " 0x%05" PRIx32, file[at]);
    for (unsigned i = 0; i < 3; i++) {
        g_ascii_formatd(text, sizeof(text), "%.6g", value[i]);
        g_string_append_printf(out, "%s%s", before[i], text);
    }
    g_string_append_c(out, ')');
}

static void append_read(GString *out, const Gr3dFrag *frag,
                        const bool read[GR3D_FP_FILE_SIZE])
{
    size_t start = out->len;

    for (unsigned i = 0; i < GR3D_FP_OWN; i++) {
        if (read[i]) {
            g_string_append(out, out->len == start ? "      in:" : ",");
            append_register(out, frag->file, i);
        }
    }
    g_string_append(out, out->len > start ? "\n" : "");
}

static void append_changes(GString *out, const Gr3dFrag *before,
                           const Gr3dFrag *after)
{
    size_t start = out->len;

    for (unsigned i = 0; i < GR3D_FP_OWN; i++) {
        if (before->file[i] != after->file[i]) {
            g_string_append(out, out->len == start ? "      out:" : ",");
            append_register(out, after->file, i);
        }
    }
    if (after->killed && !before->killed) {
        g_string_append(out, out->len == start ? "      out:" : ",");
        g_string_append(out, " killed");
    }
    g_string_append(out, out->len > start ? "\n" : "");
}

/*
 * The program, step by step
 */

typedef struct Stepper {
    const Gr3dPixelTrace *t;
    Gr3dDraw draw;              /* with the program below */
    Gr3dFp *fp;                 /* up to the step */
    const Gr3dFp *whole;
    const Gr3dPrim *prim;
    const Gr3dFrag *start;      /* @num of them; ours is number @ours */
    Gr3dFrag before[4], after[4];
    unsigned num, ours;
    Gr3dTile *tile;
    Pixels pixels;
} Stepper;

/* Run the program up to the step that was added last. */
static void run_step(Stepper *s)
{
    memcpy(s->before, s->after, sizeof(s->before));
    memcpy(s->after, s->start, s->num * sizeof(s->after[0]));
    gr3d_fp_run(&s->draw, s->prim, s->after, s->num);
    keep_pixels(s->t, &s->draw, s->tile, &s->pixels, true);
}

static void end_step(Stepper *s, GString *text, const bool *read)
{
    run_step(s);
    g_string_append_printf(s->t->out, "    %s\n", text->str);
    append_read(s->t->out, &s->before[s->ours], read);
    append_changes(s->t->out, &s->before[s->ours], &s->after[s->ours]);
}

static void step_pseq(Stepper *s, unsigned e, unsigned base)
{
    g_autoptr(GString) text = g_string_new("pseq ");
    static const bool none[GR3D_FP_FILE_SIZE];

    if (s->whole->exec[e].pseq.op) {
        s->fp->exec[e].pseq = s->whole->exec[e].pseq;
        gr3d_disasm_pseq(text, s->t->regs->pseq_inst[e]);
        end_step(s, text, none);
    }
}

static void step_mfu(Stepper *s, unsigned e, unsigned base)
{
    const Gr3dFpExec *exec = &s->whole->exec[e];

    for (unsigned i = 0; i < exec->num_mfu; i++) {
        const uint32_t *word = &s->t->regs->mfu_inst[2 * exec->mfu[i]];
        const Gr3dFpMfuSteps *mfu = &s->whole->mfu[exec->mfu[i]];
        g_autoptr(GString) text = g_string_new("mfu ");
        bool read[GR3D_FP_FILE_SIZE] = { false };

        for (unsigned j = 0; j < mfu->num_steps; j++) {
            const Gr3dFpMfuStep *m = &mfu->step[j];

            if (m->kind == GR3D_FP_MFU_SFU || m->kind == GR3D_FP_MFU_MUL) {
                read[base + (m->a & 3)] |= m->a < GR3D_FP_SRC_R4;
                read[base + (m->b & 3)] |= m->kind == GR3D_FP_MFU_MUL &&
                                           m->b < GR3D_FP_SRC_R4;
            }
        }
        s->fp->exec[e].num_mfu = i + 1;
        gr3d_disasm_mfu(text, (uint64_t)word[0] << 32 | word[1]);
        end_step(s, text, read);
    }
    if (exec->copy_columns) {
        s->fp->exec[e].copy_columns = exec->copy_columns;
        run_step(s);
    }
}

static void append_taps(Stepper *s, const Gr3dFpTex *tex, unsigned base)
{
    const Gr3dFrag *frag = &s->before[s->ours];
    uint32_t addr = s->draw.request[GR3D_SPAN_TEXTURE + tex->index].addr;
    double lod = gr3d_fp_lod(&s->draw, tex, s->before,
                             tex->lod ? s->ours : 0, s->num, base);
    Gr3dTexTap tap[8];
    uint32_t c[4];
    unsigned num;

    gr3d_tex_sample_taps(&s->draw.tex[tex->index],
                         &s->draw.span[GR3D_SPAN_TEXTURE + tex->index],
                         gr3d_fp_tex_coord(tex, frag, base, 0),
                         gr3d_fp_tex_coord(tex, frag, base, 1), lod, c, tap,
                         &num);
    for (unsigned i = 0; i < num; i++) {
        g_string_append_printf(s->t->out, "      level %u, texel %" PRIu32 ",%"
                               PRIu32 " at 0x%08" PRIx64 ", weight %" PRId32
                               "/65536\n", tap[i].level, tap[i].x, tap[i].y,
                               addr + tap[i].offset, tap[i].weight);
    }
}

static void step_tex(Stepper *s, unsigned e, unsigned base)
{
    const Gr3dFpTex *tex = &s->whole->exec[e].tex;
    g_autoptr(GString) text = g_string_new("tex ");
    bool read[GR3D_FP_FILE_SIZE] = { false };

    if (!tex->enable) {
        return;
    }
    for (unsigned i = 0; i < (tex->lod || tex->lod_bias ? 4 : 2); i++) {
        read[base + ((2 * tex->src_pair + i) & 3)] |= i != 2;
    }
    s->fp->exec[e].tex = *tex;
    gr3d_disasm_tex(text, s->t->regs->tex_inst[e]);
    end_step(s, text, read);
    append_taps(s, tex, base);
}

static void step_packets(Stepper *s, unsigned e, unsigned base)
{
    const Gr3dFpExec *exec = &s->whole->exec[e];

    memcpy(s->fp->exec[e].write_mask, exec->write_mask,
           sizeof(exec->write_mask));
    for (unsigned i = 0; i < exec->num_packets; i++) {
        const Gr3dFpPacket *p = &s->whole->packet[i > 0][exec->packet[i]];
        g_autoptr(GString) text = g_string_new(NULL);
        bool read[GR3D_FP_FILE_SIZE] = { false };

        for (unsigned j = 0; j < 16; j++) {
            read[p->slot[j / 4].src[j % 4].at] |=
                p->slot[j / 4].target != GR3D_FP_TO_NOTHING;
        }
        read[GR3D_FP_ZERO_ONE] = false;
        s->fp->exec[e].num_packets = i + 1;
        gr3d_disasm_packet(text, 4, &s->t->regs->alu_inst[8 * exec->packet[i]]);
        g_strstrip(text->str);
        end_step(s, text, read);
    }
}

/* Return why a store does nothing; NULL: it stores. */
static const char *no_store(const Stepper *s, const Gr3dFpDw *dw)
{
    const Gr3dFrag *frag = &s->before[s->ours];

    return dw->op != 1 ? "unknown operation" :
           frag->killed && !dw->killed ? "killed" :
           dw->stencil ? NULL :
           frag->failed ? "stencil or depth test has failed" :
           !(s->draw.qr.st_enable >> dw->surf & 1) ?
           "DW_ST_ENABLE masks the surface" : NULL;
}

static void step_dw(Stepper *s, unsigned e, unsigned base)
{
    const Gr3dFpDw *dw = &s->whole->exec[e].dw;
    g_autoptr(GString) text = g_string_new("dw ");
    bool read[GR3D_FP_FILE_SIZE] = { false };
    const char *why;

    if (!dw->op) {
        return;
    }
    read[base + 2 * dw->pair] = read[base + 2 * dw->pair + 1] = !dw->stencil;
    s->fp->exec[e].dw = *dw;
    gr3d_disasm_dw(text, s->t->regs->dw_inst[e]);
    end_step(s, text, read);
    why = no_store(s, dw);
    if (why) {
        g_string_append_printf(s->t->out, "      not stored: %s\n", why);
    }
}

/* Clear what the steps set again, one after the other. */
static void clear_exec(Gr3dFpExec *exec)
{
    exec->pseq.op = exec->dw.op = exec->tex.enable = 0;
    exec->num_mfu = exec->num_packets = exec->copy_columns = 0;
    memset(exec->write_mask, 0, sizeof(exec->write_mask));
}

static void step_pass(Stepper *s, unsigned first, unsigned rows)
{
    s->fp->num_execs = first + rows;
    for (unsigned r = 0; r < rows; r++) {
        g_string_append_printf(s->t->out, "  EXEC %u\n", first + r);
        step_pseq(s, first + r, 4 * r);
        step_mfu(s, first + r, 4 * r);
        step_tex(s, first + r, 4 * r);
    }
    for (unsigned r = 0; r < rows; r++) {
        step_packets(s, first + r, 4 * r);
    }
    for (unsigned r = 0; r < rows; r++) {
        step_dw(s, first + r, 4 * r);
    }
}

static void step_program(Stepper *s)
{
    const Gr3dFp *whole = s->whole;
    unsigned left;

    for (unsigned e = 0; e < whole->num_execs; e++) {
        clear_exec(&s->fp->exec[e]);
    }
    memcpy(s->after, s->start, s->num * sizeof(s->after[0]));
    for (unsigned e = 0; e < whole->num_execs; e += whole->num_rows) {
        left = whole->num_execs - e;
        step_pass(s, e, MIN(left, whole->num_rows));
    }
}

/*
 * A primitive that is drawn
 */

static const char *result(bool passed)
{
    return passed ? "passes" : "fails";
}

/* Tell the results of the tests of the pixel. */
static void append_tests(Gr3dPixelTrace *t, const Gr3dDraw *draw,
                         Gr3dTile *tile, const Gr3dPrim *prim)
{
    int32_t z = gr3d_prim_z20(prim, t->col, t->row);
    Gr3dFrag frag = { .tile = tile, .col = t->col, .row = t->row };
    Gr3dTested tested;

    if (!gr3d_qr_range(&draw->qr, z, &frag.z20)) {
        g_string_append_printf(t->out, "  depth %" PRId32 " is out of range: "
                               "dropped\n", z);
        return;
    }
    gr3d_qr_test(draw, prim->front, &frag, &tested);
    g_string_append_printf(t->out, "  depth 0x%05" PRIx32 "\n", frag.z20);
    if (draw->qr.s_test) {
        g_string_append_printf(t->out, "  stencil test %s: 0x%02x was stored, "
                               "0x%02x is to be\n", result(tested.s_pass),
                               tested.s_stored, tested.stencil);
    }
    if (draw->qr.z_test && tested.s_pass) {
        g_string_append_printf(t->out, "  depth test %s: 0x%04" PRIx32
                               ", 0x%04x was stored\n", result(tested.z_pass),
                               frag.z20 >> 4, tested.z_stored);
    }
}

static void trace_fragments(Gr3dPixelTrace *t, const Gr3dDraw *draw,
                            Gr3dTile *tile, const Gr3dPrim *prim,
                            const Gr3dFrag *frag, unsigned num, Pixels *pixels)
{
    g_autofree Stepper *s = g_new0(Stepper, 1);

    s->t = t;
    s->fp = g_new(Gr3dFp, 1);
    *s->fp = *draw->fp;
    s->draw = *draw;
    s->draw.fp = s->fp;
    s->whole = draw->fp;
    s->prim = prim;
    s->start = frag;
    s->num = num;
    s->ours = num == 4 ? (t->row & 1) * 2 + (t->col & 1) : 0;
    s->tile = tile;
    s->pixels = *pixels;
    if (!frag[s->ours].helper) {
        step_program(s);
    }
    g_free(s->fp);
}

static void trace_prim(Gr3dPixelTrace *t, const Gr3dDraw *draw,
                       const Gr3dTile *real, const Gr3dPrim *prim,
                       const Gr3dRect *rect)
{
    Gr3dTile tile = *real;      /* events and counts of steps are nobody's */
    Gr3dFrag frag[4];
    Pixels pixels = { 0 };
    unsigned num;

    append_surfaces(t, draw, &tile, "before");
    append_tests(t, draw, &tile, prim);
    keep_pixels(t, draw, &tile, &pixels, false);
    num = gr3d_qr_start(draw, &tile, prim, rect, t->col, t->row, frag);
    keep_pixels(t, draw, &tile, &pixels, true);
    if (num) {
        trace_fragments(t, draw, &tile, prim, frag, num, &pixels);
    } else if (!draw->qr.shade) {
        g_string_append(t->out, "  the program stores nothing: not run\n");
    }
}

/* Tell of dropped primitives, up to the next that is drawn and of this. */
static void append_covering(Gr3dPixelTrace *t)
{
    const Covering *c;

    while (t->next < t->covering->len) {
        c = &g_array_index(t->covering, Covering, t->next++);
        g_string_append_printf(t->out, "primitive %u%s%s\n", c->number,
                               c->dropped ? ": " : "",
                               c->dropped ? c->dropped : "");
        if (!c->dropped) {
            return;
        }
    }
}

/* Gr3dReference.prim */
static uint64_t see_prim(const Gr3dDraw *draw, Gr3dTile *tile,
                         const Gr3dPrim *prim, const Gr3dRect *rect)
{
    Gr3dPixelTrace *t = (Gr3dPixelTrace *)draw->reference;
    bool ours = t->col >= rect->col_min && t->col < rect->col_max &&
                t->row >= rect->row_min && t->row < rect->row_max &&
                gr3d_qr_covers(prim, t->col, t->row);
    uint64_t work;

    if (ours) {
        append_covering(t);
        trace_prim(t, draw, tile, prim, rect);
    }
    work = gr3d_qr_prim(draw, tile, prim, rect);
    if (ours) {
        append_surfaces(t, draw, tile, "after");
    }
    return work;
}

bool gr3d_pixel_trace_begin(Gr3dPixelTrace *t, Gr3dDraw *draw,
                            const Gr3dRegs *regs)
{
    t->next = 0;
    g_array_set_size(t->covering, 0);
    find_covering(t, draw);
    if (!t->covering->len) {
        return false;
    }
    t->regs = regs;
    gr3d_draw_set_exec(draw, NULL);
    gr3d_draw_set_executor(draw, NULL);
    draw->reference = &t->reference;
    return true;
}

void gr3d_pixel_trace_end(Gr3dPixelTrace *t)
{
    append_covering(t);
}

Gr3dPixelTrace *gr3d_pixel_trace_new(GString *out, int32_t col, int32_t row)
{
    Gr3dPixelTrace *t = g_new0(Gr3dPixelTrace, 1);

    t->reference = gr3d_reference;
    t->reference.prim = see_prim;
    t->out = out;
    t->col = col;
    t->row = row;
    t->covering = g_array_new(FALSE, FALSE, sizeof(Covering));
    return t;
}

void gr3d_pixel_trace_free(Gr3dPixelTrace *t)
{
    g_array_free(t->covering, TRUE);
    g_free(t);
}
