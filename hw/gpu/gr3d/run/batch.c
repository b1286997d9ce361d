/*
 * Tegra20 GR3D engine: draws that run together
 *
 * First run the front ends of all draws (vertices, set-up, bins), which leave
 * scenes: those of different draws side by side, or the parts of one.  Then
 * come the tiles, each with all draws that have something in it, so that its
 * pixels come into the host's caches once.  A draw alone is a batch, too.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "batch.h"
#include "geometry.h"
#include "hazard.h"
#include "strips.h"

/*
 * Scratch
 */

static Gr3dScratch *take_scratch(const Gr3dDraw *draw)
{
    Gr3dScratch *mem = gr3d_cache_take_scratch(draw->cache);

    return mem ? mem : g_new0(Gr3dScratch, 1);
}

static void leave_scratch(const Gr3dDraw *draw, Gr3dScratch *mem)
{
    gr3d_threads_reset(&mem->threads);
    gr3d_cache_leave_scratch(draw->cache, mem);
}

static Gr3dScene *scene_of(Gr3dScratch *mem, unsigned n)
{
    if (!mem->scene[n]) {
        mem->scene[n] = g_new(Gr3dScene, 1);
        gr3d_bin_init(&mem->scene[n]->bins);
    }
    return mem->scene[n];
}

void gr3d_scratch_free(Gr3dScratch *mem)
{
    if (!mem) {
        return;
    }
    for (unsigned i = 0; i < GR3D_BATCH_DRAWS; i++) {
        if (mem->scene[i]) {
            gr3d_bin_free(&mem->scene[i]->bins);
            g_free(mem->scene[i]);
        }
    }
    gr3d_threads_free(&mem->threads);
    g_free(mem);
}

/*
 * Front ends
 */

typedef struct Batch {
    Gr3dThreadGroup group;
    GpuTasks tasks;             /* a scene each */
    Gr3dDraw *const *draw;
    Gr3dScene *const *scene;
    uint32_t max_prims, max_slabs;
    unsigned behind;            /* number of the first draw behind a fence */
    uint64_t max_behind;
    /* Of draws whose front ends are done; atomic */
    uint32_t num_prims;
    uint64_t cost_behind;
    bool done[GR3D_BATCH_DRAWS];
    uint64_t cost[GR3D_BATCH_DRAWS];
} Batch;

static uint64_t bin(Gr3dScene *f)
{
    f->bins.last = 0;
    if (!f->prims.num) {
        return 0;
    }
    gr3d_bin_build(&f->bins, &f->prims, 0);
    return gr3d_bin_work(&f->bins);
}

/* Estimate what a draw's tiles take; by the reference they take longer. */
static uint64_t cost_of(const Gr3dDraw *draw, const Gr3dScene *f)
{
    uint64_t cost = f->prims.pixels * MAX(draw->fp->num_execs, 1);

    return gr3d_strips_ok(draw, &f->bins) ? cost : 64 * cost;
}

static void count(Batch *b, unsigned n)
{
    const Gr3dScene *f = b->scene[n];

    __atomic_fetch_add(&b->num_prims, f->prims.num, __ATOMIC_RELAXED);
    if (n >= b->behind && f->prims.num) {
        b->cost[n] = cost_of(b->draw[n], f);
        __atomic_fetch_add(&b->cost_behind, b->cost[n], __ATOMIC_RELAXED);
    }
}

/* Run a front end; that of the first draw has all the room it needs. */
static void run_scene(Batch *b, unsigned n, const Gr3dThreadGroup *group)
{
    Gr3dDraw *draw = b->draw[n];
    const struct Gr3dGeometry *g = draw->geometry;
    Gr3dVerts *verts = gr3d_threads_verts(group->threads, group->first);
    Gr3dScene *f = b->scene[n];

    f->events = draw->events;
    f->stats = draw->stats;
    gr3d_geometry_begin(draw, verts);
    draw->stats.work += gr3d_verts_run(draw, &g->vpe, verts, group);
    gr3d_prims_set_up(&f->prims, group, draw, &g->idx, verts,
                      n ? b->max_slabs : GR3D_DRAW_SLABS);
    draw->stats.work += bin(f);
    b->done[n] = !f->prims.full;
    count(b, n);
}

static bool has_room(const Batch *b)
{
    return __atomic_load_n(&b->num_prims, __ATOMIC_RELAXED) < b->max_prims &&
           __atomic_load_n(&b->cost_behind, __ATOMIC_RELAXED) < b->max_behind;
}

static void scene_thread(void *arg, unsigned thread)
{
    Batch *b = arg;
    const Gr3dThreadGroup group = { b->group.threads, .first = thread };
    uint32_t n;

    while (thread < group.threads->num && has_room(b) &&
           gpu_tasks_next(&b->tasks, &n)) {
        run_scene(b, n, &group);
    }
}

static void forget(Batch *b, unsigned n)
{
    b->draw[n]->events = b->scene[n]->events;
    b->draw[n]->stats = b->scene[n]->stats;
    b->done[n] = false;
}

/*
 * Run the front ends.  A thread for each draw needs no barrier.  With few draws
 * some threads would have nothing to do: then all threads run the parts of one
 * draw, and then those of the next.
 */
static void run_scenes(Batch *b)
{
    const Gr3dThreadGroup *group = &b->group;

    if (!group->executor || b->tasks.num >= 2 * group->executor->threads) {
        gpu_run(group->executor, scene_thread, b);
        return;
    }
    for (unsigned n = 0; n < b->tasks.num && has_room(b); n++) {
        run_scene(b, n, group);
    }
}

/* Tell whether draw @n fits, whose cost is added to that of those before. */
static bool fits(const Batch *b, unsigned n, uint64_t *cost)
{
    *cost += b->cost[n];
    return b->done[n] && *cost <= b->max_behind;
}

/* Count the draws whose front ends are done; the draws behind run later. */
static unsigned through(Batch *b)
{
    uint64_t cost = 0;
    unsigned num = 0;

    while (num < b->tasks.num && fits(b, num, &cost)) {
        num++;
    }
    for (unsigned n = num; n < b->tasks.num; n++) {
        if (b->done[n] || b->scene[n]->prims.full) {
            forget(b, n);
        }
    }
    return num;
}

/*
 * Tiles
 */

static Gr3dTileDraw tile_draw_of(const Batch *b, unsigned n)
{
    Gr3dDraw *draw = b->draw[n];
    const Gr3dScene *f = b->scene[n];
    bool strips = gr3d_strips_ok(draw, &f->bins);

    return (Gr3dTileDraw) {
        .draw = draw,
        .bins = &f->bins,
        .prims = &f->prims,
        .strips = strips,
        .disjoint = strips || gr3d_pixels_disjoint(draw, &f->bins),
    };
}

/* Draw the primitives for which the bins had no room. */
static void run_rest(const Batch *b, unsigned n, Gr3dTileList *list)
{
    Gr3dScene *f = b->scene[n];

    while (f->bins.last < f->prims.num && !gr3d_cancelled(b->draw[n])) {
        Gr3dTileDraw tile_draw;

        gr3d_bin_build(&f->bins, &f->prims, f->bins.last);
        b->draw[n]->stats.work += gr3d_bin_work(&f->bins);
        tile_draw = tile_draw_of(b, n);
        gr3d_tiles_run(&b->group, &tile_draw, 1, list);
    }
}

/*
 * Draw the tiles of draws from @first on, until a draw that has to be alone, or
 * has more than its bins; returns the next draw.
 */
static unsigned run_some(const Batch *b, unsigned first, unsigned last,
                         Gr3dTileList *list)
{
    Gr3dTileDraw tile_draw[GR3D_BATCH_DRAWS];
    bool more = true;
    unsigned n, num = 0;

    for (n = first; n < last && more; n++) {
        const Gr3dScene *f = b->scene[n];

        if (!f->prims.num) {
            continue;
        }
        tile_draw[num] = tile_draw_of(b, n);
        if (num && !tile_draw[num].disjoint) {
            break;
        }
        more = tile_draw[num++].disjoint && f->bins.last == f->prims.num;
    }
    if (num) {
        gr3d_tiles_run(&b->group, tile_draw, num, list);
    }
    if (!more) {
        run_rest(b, n - 1, list);
    }
    return n;
}

/*
 * A batch
 */

static unsigned max_draws(const GpuExecutor *executor, unsigned num)
{
    unsigned most = executor ? GR3D_BATCH_STRIPS / executor->threads : num;

    return MIN(MIN(num, MAX(most, 1)), GR3D_BATCH_DRAWS);
}

/*
 * Tell whether draw @n may be in the batch of those before it.  Draws before a
 * fence do not wait for a program with loops, nor for one that the reference
 * runs.
 */
static bool may_follow(Gr3dDraw *const *draw, unsigned n, unsigned *behind)
{
    if (n && draw[n]->fence) {
        *behind = MIN(*behind, n);
    }
    return n < *behind || (draw[n]->vp_lanes && draw[n]->strip_program);
}

/* Count the draws at the front that may run together. */
static unsigned choose(Gr3dDraw *const *draw, unsigned num, unsigned *behind)
{
    Gr3dHazards hazards = { 0 };
    unsigned n = 0;

    num = max_draws(draw[0]->executor, num);
    *behind = num;
    while (n < num && !draw[n]->done &&
           draw[n]->executor == draw[0]->executor &&
           draw[n]->cache == draw[0]->cache &&
           may_follow(draw, n, behind) &&
           (num == 1 || gr3d_hazards_add(&hazards, draw[n]))) {
        n++;
    }
    return n;
}

static void prepare(Batch *b, Gr3dScratch *mem)
{
    const GpuExecutor *executor = b->group.executor;

    unsigned threads = executor ? MIN(executor->threads, GR3D_MAX_THREADS) : 1;

    gr3d_threads_reserve(&mem->threads, threads);
    b->group.threads = &mem->threads;
    b->scene = mem->scene;
    b->max_prims = GR3D_BATCH_PRIMS * threads;
    b->max_behind = (uint64_t)GR3D_BATCH_BEHIND * threads;
    b->max_slabs = MIN(GR3D_BATCH_SLABS * threads, GR3D_MAX_BATCH_SLABS);
    for (unsigned n = 0; n < b->tasks.num; n++) {
        scene_of(mem, n)->prims.full = false;
    }
}

static unsigned run_batch(Gr3dDraw *const *draw, unsigned num,
                          unsigned behind)
{
    Gr3dScratch *mem = take_scratch(draw[0]);
    Batch b = {
        .group.executor = draw[0]->executor,
        .tasks.num = num,
        .draw = draw,
        .behind = behind,
    };

    prepare(&b, mem);
    run_scenes(&b);
    num = through(&b);
    for (unsigned n = 0; n < num; ) {
        n = run_some(&b, n, num, &mem->tiles);
    }
    for (unsigned n = 0; n < num; n++) {
        draw[n]->done = true;
    }
    leave_scratch(draw[0], mem);
    return num;
}

unsigned gr3d_batch_run(Gr3dDraw *const *draw, unsigned num)
{
    unsigned behind, together = choose(draw, num, &behind);

    return together ? run_batch(draw, together, behind) : 1;
}
