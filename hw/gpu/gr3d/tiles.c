/*
 * Tegra20 GR3D engine: the tiles of a wave
 *
 * A tile owns its pixels, so tiles need no order among themselves as long as
 * no byte belongs to two of them and nothing that is written is read as a
 * texture.  Each thread counts for itself; the counts are added such that they
 * are those of one thread.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "strip_draw.h"
#include "tasks.h"
#include "tiles.h"

#define STRIPS  (GR3D_TILE / GR3D_STRIP)

/* Waking a thread for less takes longer than it saves. */
#define MIN_PIXELS  8192

static Gr3dRect intersect(const Gr3dRect *a, const Gr3dRect *b)
{
    return (Gr3dRect) {
        .col_min = MAX(a->col_min, b->col_min),
        .col_max = MIN(a->col_max, b->col_max),
        .row_min = MAX(a->row_min, b->row_min),
        .row_max = MIN(a->row_max, b->row_max),
    };
}

bool gr3d_tile_strip(const Gr3dRect *tile, int32_t strip,
                     const Gr3dPrim *prim, Gr3dRect *rect)
{
    const Gr3dRect part = {
        .col_min = tile->col_min,
        .col_max = tile->col_max,
        .row_min = tile->row_min + strip * GR3D_STRIP,
        .row_max = tile->row_min + (strip + 1) * GR3D_STRIP,
    };

    *rect = intersect(&part, &prim->box);
    return rect->row_min < rect->row_max;
}

void gr3d_team_reserve(Gr3dTeam *team, unsigned num)
{
    if (num > team->num) {
        team->worker = g_renew(Gr3dWorker, team->worker, num);
        while (team->num < num) {
            team->worker[team->num++].strip = NULL;
        }
    }
}

void gr3d_team_free(Gr3dTeam *team)
{
    for (unsigned i = 0; i < team->num; i++) {
        gr3d_strip_free(team->worker[i].strip);
    }
    g_free(team->worker);
}

Gr3dStrip *gr3d_worker_begin(Gr3dWorker *w, const Gr3dDraw *draw, bool strips)
{
    if (strips && !w->strip) {
        w->strip = gr3d_strip_new();
    }
    gr3d_strip_begin(strips ? w->strip : NULL, draw, &w->tile);
    return strips ? w->strip : NULL;
}

static bool parallel(const Gr3dDraw *draw, const Gr3dBins *bins,
                     const Gr3dWave *wave)
{
    return draw->executor && bins->num > 1 && wave->pixels >= MIN_PIXELS &&
           gr3d_pixels_apart(draw, bins);
}

typedef struct TileRun {
    Gr3dTasks tasks;
    const Gr3dBins *bins;
    const Gr3dWave *wave;
    Gr3dTeam *team;
    bool strips;
    unsigned num_workers;       /* atomic */
} TileRun;

/* By the reference, which takes strips */
static uint64_t draw_strips(const Gr3dDraw *draw, Gr3dTile *tile,
                            const Gr3dPrim *prim, const Gr3dRect *area)
{
    int32_t first = MAX(prim->box.row_min - area->row_min, 0) / GR3D_STRIP;
    uint64_t work = 0;
    Gr3dRect rect;

    for (int32_t strip = first; strip < STRIPS && !gr3d_cancelled(draw) &&
         gr3d_tile_strip(area, strip, prim, &rect); strip++) {
        work += gr3d_qr_prim(draw, tile, prim, &rect) + 1;
    }
    return work;
}

static uint64_t draw_whole(const Gr3dDraw *draw, Gr3dStrip *s,
                           const Gr3dPrim *prim, const Gr3dRect *area)
{
    Gr3dRect rect = intersect(area, &prim->box);
    /* one unit for each strip, as in draw_strips() */
    unsigned strips = (rect.row_max - 1) / GR3D_STRIP -
                      rect.row_min / GR3D_STRIP + 1;

    return gr3d_cancelled(draw) ? 0 :
           draw->exec->prim(s, prim, &rect) + strips;
}

static uint64_t run_tile(const TileRun *r, Gr3dStrip *s, Gr3dTile *tile,
                         uint32_t n)
{
    const Gr3dDraw *draw = r->tasks.draw;
    const Gr3dBins *bins = r->bins;
    const uint32_t *start = &bins->start[bins->tile[n]];
    Gr3dRect area = gr3d_bin_rect(bins, n);
    uint64_t work = 0;

    for (uint32_t e = start[0]; e < start[1]; e++) {
        const Gr3dPrim *prim = r->wave->prim[gr3d_bin_entry(bins, e)];

        work += s ? draw_whole(draw, s, prim, &area) :
                    draw_strips(draw, tile, prim, &area);
    }
    if (s) {
        draw->exec->end(s);
    }
    return work;
}

static void tile_thread(void *arg)
{
    TileRun *r = arg;
    unsigned me = __atomic_fetch_add(&r->num_workers, 1, __ATOMIC_RELAXED);
    Gr3dWorker *w = &r->team->worker[me];
    Gr3dStrip *s = gr3d_worker_begin(w, r->tasks.draw, r->strips);
    uint64_t work = 0;
    uint32_t n;

    while (gr3d_tasks_next(&r->tasks, &n)) {
        work += run_tile(r, s, &w->tile, n) + 1;
        gr3d_tasks_events(&r->tasks, n, &w->tile.events);
    }
    gr3d_tasks_work(&r->tasks, work);
}

uint64_t gr3d_tiles_run(Gr3dDraw *draw, const Gr3dBins *bins,
                        const Gr3dWave *wave, Gr3dTeam *team, bool strips)
{
    bool many = parallel(draw, bins, wave);
    TileRun r = {
        .tasks = { .draw = draw, .num = bins->num },
        .bins = bins,
        .wave = wave,
        .team = team,
        .strips = strips,
    };

    gr3d_team_reserve(team, many ? draw->executor->threads : 1);
    gr3d_tasks_run(&r.tasks, draw, many, tile_thread, &r);
    for (unsigned i = 0; i < r.num_workers; i++) {
        gr3d_tile_end(&team->worker[i].tile, draw);
    }
    return r.tasks.work;
}
