/*
 * Tegra20 GR3D engine: progress of a draw
 *
 * Vertices first, then waves: assemble and set up a bounded number of
 * primitives, bin them, run the tiles.  Every stage is a cursor, so a draw
 * stops between any two vertices, primitives or strips and goes on later.
 * Without a budget each stage is one step, and its parts can run side by side
 * on the draw's executor.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "gr3d_sched.h"
#include "strip_draw.h"
#include "tasks.h"
#include "tiles.h"

typedef enum Phase {
    PHASE_VERTICES,
    PHASE_WAVE,
    PHASE_BINS,
    PHASE_TILES,
    PHASE_DONE,
} Phase;

typedef struct TileCursor {     /* next strip of a primitive in a tile */
    unsigned n;                 /* number in Gr3dBins.tile */
    uint32_t entry;             /* from the start of the tile */
    int32_t strip;              /* 0 .. GR3D_TILE / GR3D_STRIP - 1 */
} TileCursor;

/* Not cleared between draws; what is not used is not touched */
struct Gr3dScratch {
    Gr3dVerts verts;
    Gr3dWave wave;
    Gr3dBins bins;
    Gr3dTeam team;
};

struct Gr3dSched {
    Phase phase;
    Gr3dIdx idx;
    Gr3dVpe vpe;
    Gr3dSu su;
    unsigned num_prims, next_prim;
    Gr3dScratch *scratch;       /* NULL before the first vertex */
    TileCursor at;
    bool strips;                /* gr3d_strips_ok() of the bins */
    bool tile_open;             /* the first worker has begun one */
};

struct Gr3dSched *gr3d_sched_new(Gr3dDraw *draw)
{
    struct Gr3dSched *s = g_new0(struct Gr3dSched, 1);

    gr3d_idx_decode(&s->idx, draw->regs, &draw->events);
    gr3d_idx_request(&s->idx, draw->regs, draw->request);
    gr3d_su_decode(&s->su, draw->regs, &draw->events);
    s->num_prims = gr3d_idx_num_prims(&s->idx);
    s->phase = s->num_prims ? PHASE_VERTICES : PHASE_DONE;
    return s;
}

/* For the next draw, which may run before this one is freed */
static void leave_scratch(Gr3dDraw *draw)
{
    if (draw->sched->scratch) {
        gr3d_cache_leave_scratch(draw->cache, draw->sched->scratch);
        draw->sched->scratch = NULL;
    }
}

void gr3d_sched_free(Gr3dDraw *draw)
{
    leave_scratch(draw);
    g_free(draw->sched);
}

static Gr3dScratch *scratch_new(void)
{
    Gr3dScratch *mem = g_new(Gr3dScratch, 1);

    gr3d_wave_init(&mem->wave);
    gr3d_bin_init(&mem->bins);
    mem->team = (Gr3dTeam) { 0 };
    return mem;
}

void gr3d_scratch_free(Gr3dScratch *mem)
{
    if (mem) {
        gr3d_wave_free(&mem->wave);
        gr3d_bin_free(&mem->bins);
        gr3d_team_free(&mem->team);
        g_free(mem);
    }
}

/* Rows of a vertex: those that are exported, and others that are named */
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

static void begin(Gr3dDraw *draw)
{
    struct Gr3dSched *s = draw->sched;

    s->scratch = gr3d_cache_take_scratch(draw->cache);
    if (!s->scratch) {
        s->scratch = scratch_new();
    }
    gr3d_su_set_columns(&s->su, draw->fp->columns);
    gr3d_verts_begin(&s->scratch->verts, &s->idx, &s->su);
    gr3d_vpe_open(&s->vpe, draw, &s->idx, rows_read(&s->su));
}

/*
 * Steps: each returns its units of work; @all: no budget has to be kept.
 */

static uint64_t step_vertices(Gr3dDraw *draw, bool all)
{
    struct Gr3dSched *s = draw->sched;
    uint64_t work;

    if (!s->scratch) {
        begin(draw);
    }
    work = (all ? gr3d_verts_rest : gr3d_verts_step)(draw, &s->vpe,
                                                     &s->scratch->verts);
    if (s->scratch->verts.done == s->idx.count) {
        s->phase = PHASE_WAVE;
    }
    return work;
}

static uint64_t step_wave(Gr3dDraw *draw, bool all)
{
    struct Gr3dSched *s = draw->sched;
    Gr3dScratch *mem = s->scratch;
    unsigned first = s->next_prim;

    if (first == s->num_prims) {
        s->phase = PHASE_DONE;
        return 0;
    }
    s->next_prim = MIN(first + GR3D_WAVE_PRIMS, s->num_prims);
    gr3d_wave_set_up(&mem->wave, draw, &s->idx, &mem->verts, first,
                     s->next_prim);
    mem->bins.last = 0;
    s->phase = PHASE_BINS;
    return s->next_prim - first;
}

/* Those that have not been in bins yet */
static uint64_t step_bins(Gr3dDraw *draw, bool all)
{
    struct Gr3dSched *s = draw->sched;
    Gr3dScratch *mem = s->scratch;

    if (mem->bins.last == mem->wave.num) {
        s->phase = PHASE_WAVE;
        return 0;
    }
    gr3d_bin_build(&mem->bins, &mem->wave, mem->bins.last);
    s->strips = gr3d_strips_ok(draw, &mem->bins);
    s->at = (TileCursor) { 0 };
    s->phase = PHASE_TILES;
    return mem->bins.start[mem->bins.cols * mem->bins.rows] / 8 + 1;
}

static Gr3dWorker *open_tile(Gr3dDraw *draw)
{
    struct Gr3dSched *s = draw->sched;
    Gr3dTeam *team = &s->scratch->team;

    if (!s->tile_open) {
        gr3d_team_reserve(team, 1);
        gr3d_worker_begin(team->worker, draw, s->strips);
        s->tile_open = true;
    }
    return team->worker;
}

static void close_tile(Gr3dDraw *draw)
{
    struct Gr3dSched *s = draw->sched;

    if (s->tile_open) {
        gr3d_tile_end(&s->scratch->team.worker->tile, draw);
        s->tile_open = false;
    }
}

static uint64_t step_strip(Gr3dDraw *draw, const Gr3dPrim *prim)
{
    struct Gr3dSched *s = draw->sched;
    Gr3dRect area = gr3d_bin_rect(&s->scratch->bins, s->at.n), rect;
    uint64_t work = 1;

    if (gr3d_tile_strip(&area, s->at.strip, prim, &rect)) {
        Gr3dWorker *w = open_tile(draw);

        work += gr3d_strip_prim(s->strips ? w->strip : NULL, draw, &w->tile,
                                prim, &rect);
    }
    if (++s->at.strip == GR3D_TILE / GR3D_STRIP) {
        s->at.strip = 0;
        s->at.entry++;
    }
    return work;
}

static uint64_t step_tiles(Gr3dDraw *draw, bool all)
{
    struct Gr3dSched *s = draw->sched;
    const Gr3dBins *bins = &s->scratch->bins;
    const uint32_t *start = &bins->start[bins->tile[s->at.n]];
    uint32_t e = start[0] + s->at.entry;

    if (all && !s->at.n && !s->at.entry && !s->at.strip) {
        s->phase = PHASE_BINS;
        return gr3d_tiles_run(draw, bins, &s->scratch->wave,
                              &s->scratch->team, s->strips);
    }
    if (e < start[1]) {
        unsigned n = gr3d_bin_entry(bins, e);

        return step_strip(draw, s->scratch->wave.prim[n]);
    }
    close_tile(draw);
    s->at = (TileCursor) { .n = s->at.n + 1 };
    if (s->at.n == bins->num) {
        s->phase = PHASE_BINS;
    }
    return 1;
}

static uint64_t (*const steps[])(Gr3dDraw *draw, bool all) = {
    [PHASE_VERTICES] = step_vertices,
    [PHASE_WAVE] = step_wave,
    [PHASE_BINS] = step_bins,
    [PHASE_TILES] = step_tiles,
};

static Gr3dProgress run_steps(Gr3dDraw *draw, uint64_t budget)
{
    struct Gr3dSched *s = draw->sched;
    uint64_t spent = 0;

    while (s->phase != PHASE_DONE) {
        if (gr3d_cancelled(draw)) {
            s->phase = PHASE_DONE;
        } else if (spent >= budget) {
            return GR3D_DRAW_MORE;
        } else {
            uint64_t work = steps[s->phase](draw, budget == UINT64_MAX);

            spent += work;
            draw->stats.work += work;
        }
    }
    return GR3D_DRAW_DONE;
}

Gr3dProgress gr3d_sched_run(Gr3dDraw *draw, uint64_t budget)
{
    Gr3dProgress progress = run_steps(draw, budget);

    /* between two slices the draw says what it has touched */
    close_tile(draw);
    if (progress == GR3D_DRAW_DONE) {
        leave_scratch(draw);
    }
    return progress;
}
