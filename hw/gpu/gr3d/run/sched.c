/*
 * Tegra20 GR3D engine: progress of a draw in slices
 *
 * Vertices first, then set-up; then as many primitives as there is room for
 * are sorted into tiles, and the tiles drawn.  Every stage is a cursor, so a
 * draw stops between any two vertices or strips and goes on later.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "batch.h"
#include "sched.h"
#include "strips.h"

struct Gr3dSched *gr3d_sched_new(Gr3dDraw *draw)
{
    struct Gr3dSched *s = g_new0(struct Gr3dSched, 1);

    gr3d_idx_decode(&s->idx, draw->regs, &draw->events);
    gr3d_idx_request(&s->idx, draw->regs, draw->request);
    gr3d_su_decode(&s->su, draw->regs, &draw->events);
    s->num_prims = gr3d_idx_num_prims(&s->idx);
    s->phase = s->num_prims ? GR3D_PHASE_VERTICES : GR3D_PHASE_DONE;
    return s;
}

/* Leave it to the next draw, which may run before this one is freed. */
static void leave_scratch(Gr3dDraw *draw)
{
    if (draw->sched->scratch) {
        gr3d_scratch_leave(draw, draw->sched->scratch);
        draw->sched->scratch = NULL;
    }
}

void gr3d_sched_free(Gr3dDraw *draw)
{
    leave_scratch(draw);
    g_free(draw->sched);
}

/* Count rows of a vertex: those that are exported, others that are named. */
static unsigned rows_read(const Gr3dSu *su)
{
    unsigned num = MAX(su->num_rows, 1);

    for (unsigned i = 0; i < su->num_stores; i++) {
        num = MAX(num, su->store[i].from / 4 + 1u);
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(su->clip); i++) {
        num = MAX(num, su->clip[i].user ? su->clip[i].user_row + 1u : 0);
    }
    return MAX(num, su->point_varies ? su->point_row + 1u : 0);
}

void gr3d_sched_begin(Gr3dDraw *draw, Gr3dVerts *verts)
{
    struct Gr3dSched *s = draw->sched;

    gr3d_su_set_columns(&s->su, draw->fp->columns);
    gr3d_vpe_open(&s->vpe, draw, &s->idx, rows_read(&s->su));
    gr3d_verts_begin(verts, &s->idx, &s->su, s->vpe.num_rows);
}

/*
 * The scratch memory that slices use
 */

static Gr3dVerts *verts_of(const struct Gr3dSched *s)
{
    return gr3d_threads_verts(&s->scratch->threads, 0);
}

static Gr3dPrims *prims_of(const struct Gr3dSched *s)
{
    return &s->scratch->scene[0]->prims;
}

static Gr3dBins *bins_of(const struct Gr3dSched *s)
{
    return &s->scratch->scene[0]->bins;
}

static Gr3dTileResult *result_of(const struct Gr3dSched *s)
{
    return &s->scratch->threads.thread[0]->result[0];
}

static void begin(Gr3dDraw *draw)
{
    struct Gr3dSched *s = draw->sched;

    s->scratch = gr3d_scratch_take(draw);
    gr3d_threads_reserve(&s->scratch->threads, 1);
    gr3d_scratch_scene(s->scratch, 0);
    gr3d_sched_begin(draw, verts_of(s));
}

/*
 * Steps: each returns its units of work.
 */

static uint64_t step_vertices(Gr3dDraw *draw)
{
    struct Gr3dSched *s = draw->sched;
    uint64_t work;

    if (!s->scratch) {
        begin(draw);
    }
    work = gr3d_verts_step(draw, &s->vpe, verts_of(s));
    if (verts_of(s)->done == s->idx.count) {
        s->phase = GR3D_PHASE_SET_UP;
    }
    return work;
}

static uint64_t step_set_up(Gr3dDraw *draw)
{
    struct Gr3dSched *s = draw->sched;
    const Gr3dThreadGroup group = { .threads = &s->scratch->threads };

    gr3d_prims_set_up(prims_of(s), &group, draw, &s->idx, verts_of(s),
                      GR3D_DRAW_BLOCKS);
    bins_of(s)->last = 0;
    s->phase = GR3D_PHASE_BINS;
    return s->num_prims;
}

/* Sort primitives that have not been in bins yet. */
static uint64_t step_bins(Gr3dDraw *draw)
{
    struct Gr3dSched *s = draw->sched;
    Gr3dBins *bins = bins_of(s);

    if (bins->last == prims_of(s)->num) {
        s->phase = GR3D_PHASE_DONE;
        return 0;
    }
    s->at = (Gr3dTileCursor) { 0 };
    s->phase = GR3D_PHASE_TILES;
    gr3d_bin_build(bins, prims_of(s), bins->last);
    s->strips = gr3d_strips_ok(draw, bins);
    return gr3d_bin_work(bins);
}

static void close_tile(Gr3dDraw *draw)
{
    struct Gr3dSched *s = draw->sched;

    if (s->tile_open) {
        gr3d_tile_end(&result_of(s)->tile, draw);
        s->tile_open = result_of(s)->begun = false;
    }
}

static uint64_t step_strip(Gr3dDraw *draw, const Gr3dPrim *prim)
{
    struct Gr3dSched *s = draw->sched;
    Gr3dRect area = gr3d_bin_rect(bins_of(s), s->at.n), rect;
    Gr3dTileResult *result = result_of(s);
    uint64_t work = 1;

    if (gr3d_tile_strip(&area, s->at.strip, prim, &rect)) {
        if (!s->tile_open) {
            gr3d_tile_result_begin(result, draw, s->strips);
            s->tile_open = true;
        }
        work += gr3d_strip_prim(s->strips ? result->strip : NULL, draw,
                                &result->tile, prim, &rect);
    }
    if (++s->at.strip == GR3D_TILE / GR3D_STRIP) {
        s->at.strip = 0;
        s->at.entry++;
    }
    return work;
}

static uint64_t step_tiles(Gr3dDraw *draw)
{
    struct Gr3dSched *s = draw->sched;
    const Gr3dBins *bins = bins_of(s);
    const uint32_t *start = &bins->start[bins->tile[s->at.n]];
    uint32_t e = start[0] + s->at.entry;

    if (e < start[1]) {
        return step_strip(draw, prims_of(s)->prim[gr3d_bin_entry(bins, e)]);
    }
    close_tile(draw);
    s->at = (Gr3dTileCursor) { .n = s->at.n + 1 };
    if (s->at.n == bins->num) {
        s->phase = GR3D_PHASE_BINS;
    }
    return 1;
}

static uint64_t (*const steps[])(Gr3dDraw *draw) = {
    [GR3D_PHASE_VERTICES] = step_vertices,
    [GR3D_PHASE_SET_UP] = step_set_up,
    [GR3D_PHASE_BINS] = step_bins,
    [GR3D_PHASE_TILES] = step_tiles,
};

static Gr3dProgress run_steps(Gr3dDraw *draw, uint64_t budget)
{
    struct Gr3dSched *s = draw->sched;
    uint64_t spent = 0;

    while (s->phase != GR3D_PHASE_DONE) {
        if (gr3d_stopped(draw)) {
            s->phase = GR3D_PHASE_DONE;
        } else if (spent >= budget) {
            return GR3D_DRAW_MORE;
        } else {
            uint64_t work = steps[s->phase](draw);

            spent += work;
            draw->stats.work += work;
        }
    }
    return GR3D_DRAW_DONE;
}

Gr3dProgress gr3d_sched_run(Gr3dDraw *draw, uint64_t budget)
{
    Gr3dProgress progress;

    if (budget == UINT64_MAX && gr3d_sched_fresh(draw)) {
        gr3d_batch_run(&draw, 1);
        return GR3D_DRAW_DONE;
    }
    progress = run_steps(draw, budget);
    /* between two slices the draw says what it has touched */
    close_tile(draw);
    if (progress == GR3D_DRAW_DONE) {
        leave_scratch(draw);
    }
    return progress;
}
