/*
 * Tegra20 GR3D engine: draws that run together
 *
 * First the front ends of all: vertices, set-up, bins; those of different
 * draws side by side, or the parts of one.  Then the tiles, each with all draws
 * that have something in it, so that its pixels come into the host's caches
 * once.  A draw alone is a batch, too.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "batch.h"
#include "gr3d_sched.h"
#include "hazard.h"
#include "strip_draw.h"

/*
 * Scratch
 */

Gr3dScratch *gr3d_scratch_take(const Gr3dDraw *draw)
{
    Gr3dScratch *mem = gr3d_cache_take_scratch(draw->cache);

    return mem ? mem : g_new0(Gr3dScratch, 1);
}

void gr3d_scratch_leave(const Gr3dDraw *draw, Gr3dScratch *mem)
{
    gr3d_team_reset(&mem->team);
    gr3d_cache_leave_scratch(draw->cache, mem);
}

Gr3dFront *gr3d_scratch_front(Gr3dScratch *mem, unsigned n)
{
    if (!mem->front[n]) {
        mem->front[n] = g_new(Gr3dFront, 1);
        gr3d_bin_init(&mem->front[n]->bins);
    }
    return mem->front[n];
}

void gr3d_scratch_free(Gr3dScratch *mem)
{
    if (!mem) {
        return;
    }
    for (unsigned i = 0; i < GR3D_BATCH_DRAWS; i++) {
        if (mem->front[i]) {
            gr3d_bin_free(&mem->front[i]->bins);
            g_free(mem->front[i]);
        }
    }
    gr3d_team_free(&mem->team);
    g_free(mem);
}

/*
 * Front ends
 */

typedef struct Batch {
    Gr3dTasks tasks;            /* a front end each */
    Gr3dDraw *const *draw;
    Gr3dFront *const *front;
    uint32_t max_prims, max_blocks;
    unsigned behind;            /* first draw behind a fence */
    uint64_t max_behind;
    /* Atomic: of those that are through */
    uint32_t num_prims;
    uint64_t cost_behind;
    bool done[GR3D_BATCH_DRAWS];
    uint64_t cost[GR3D_BATCH_DRAWS];
} Batch;

static uint64_t bin(Gr3dFront *f)
{
    f->bins.last = 0;
    if (!f->wave.num) {
        return 0;
    }
    gr3d_bin_build(&f->bins, &f->wave, 0);
    return gr3d_bin_work(&f->bins);
}

/* What its tiles take; the reference takes longer. */
static uint64_t cost_of(const Gr3dDraw *draw, const Gr3dFront *f)
{
    uint64_t cost = f->wave.pixels * MAX(draw->fp->num_execs, 1);

    return gr3d_strips_ok(draw, &f->bins) ? cost : 64 * cost;
}

static void count(Batch *b, unsigned n)
{
    const Gr3dFront *f = b->front[n];

    __atomic_fetch_add(&b->num_prims, f->wave.num, __ATOMIC_RELAXED);
    if (n >= b->behind && f->wave.num) {
        b->cost[n] = cost_of(b->draw[n], f);
        __atomic_fetch_add(&b->cost_behind, b->cost[n], __ATOMIC_RELAXED);
    }
}

/* The first draw has room whatever it takes. */
static void run_front(Batch *b, unsigned n, const Gr3dCrew *crew)
{
    Gr3dDraw *draw = b->draw[n];
    const struct Gr3dSched *s = draw->sched;
    Gr3dVerts *verts = gr3d_team_verts(crew->team, crew->me);
    Gr3dFront *f = b->front[n];

    f->events = draw->events;
    f->stats = draw->stats;
    gr3d_sched_begin(draw, verts);
    draw->stats.work += gr3d_verts_run(draw, &s->vpe, verts, crew);
    gr3d_wave_set_up(&f->wave, crew, draw, &s->idx, verts,
                     n ? b->max_blocks : GR3D_DRAW_BLOCKS);
    draw->stats.work += s->num_prims + bin(f);
    b->done[n] = !f->wave.full;
    count(b, n);
}

static bool has_room(const Batch *b)
{
    return __atomic_load_n(&b->num_prims, __ATOMIC_RELAXED) < b->max_prims &&
           __atomic_load_n(&b->cost_behind, __ATOMIC_RELAXED) < b->max_behind;
}

static void front_thread(void *arg, unsigned thread)
{
    Batch *b = arg;
    const Gr3dCrew crew = { .team = b->tasks.crew.team, .me = thread };
    uint32_t n;

    while (thread < crew.team->num && has_room(b) &&
           gr3d_tasks_next(&b->tasks, &n)) {
        run_front(b, n, &crew);
    }
}

static void forget(Batch *b, unsigned n)
{
    b->draw[n]->events = b->front[n]->events;
    b->draw[n]->stats = b->front[n]->stats;
    b->done[n] = false;
}

/*
 * A thread for each draw needs no barrier.  With few draws some would have
 * nothing to do: then all run the parts of one draw after the other.
 */
static void run_fronts(Batch *b)
{
    const Gr3dCrew *crew = &b->tasks.crew;

    if (!crew->executor || b->tasks.num >= 2 * crew->executor->threads) {
        gr3d_tasks_run(&b->tasks, true, front_thread, b);
        return;
    }
    for (unsigned n = 0; n < b->tasks.num && has_room(b); n++) {
        run_front(b, n, crew);
    }
}

/* @cost is that of those before. */
static bool fits(const Batch *b, unsigned n, uint64_t *cost)
{
    *cost += b->cost[n];
    return b->done[n] && *cost <= b->max_behind;
}

/* The number of draws that are through; those behind them run later. */
static unsigned through(Batch *b)
{
    uint64_t cost = 0;
    unsigned num = 0;

    while (num < b->tasks.num && fits(b, num, &cost)) {
        num++;
    }
    for (unsigned n = num; n < b->tasks.num; n++) {
        if (b->done[n] || b->front[n]->wave.full) {
            forget(b, n);
        }
    }
    return num;
}

/*
 * Tiles
 */

static Gr3dPart part_of(const Batch *b, unsigned n)
{
    Gr3dDraw *draw = b->draw[n];
    const Gr3dFront *f = b->front[n];
    bool strips = gr3d_strips_ok(draw, &f->bins);

    return (Gr3dPart) {
        .draw = draw,
        .bins = &f->bins,
        .wave = &f->wave,
        .strips = strips,
        .apart = strips || gr3d_pixels_apart(draw, &f->bins),
    };
}

/* Primitives that there was no room for in the bins */
static void run_rest(const Batch *b, unsigned n, Gr3dTileList *list)
{
    Gr3dFront *f = b->front[n];

    while (f->bins.last < f->wave.num && !gr3d_stopped(b->draw[n])) {
        Gr3dPart part;

        gr3d_bin_build(&f->bins, &f->wave, f->bins.last);
        b->draw[n]->stats.work += gr3d_bin_work(&f->bins);
        part = part_of(b, n);
        gr3d_tiles_run(&b->tasks.crew, &part, 1, list);
    }
}

/*
 * Draws from @first on until one that has to be alone or has more than its
 * bins; returns the next one.
 */
static unsigned run_some(const Batch *b, unsigned first, unsigned last,
                         Gr3dTileList *list)
{
    Gr3dPart part[GR3D_BATCH_DRAWS];
    bool more = true;
    unsigned n, num = 0;

    for (n = first; n < last && more; n++) {
        const Gr3dFront *f = b->front[n];

        if (!f->wave.num) {
            continue;
        }
        part[num] = part_of(b, n);
        if (num && !part[num].apart) {
            break;
        }
        more = part[num++].apart && f->bins.last == f->wave.num;
    }
    if (num) {
        gr3d_tiles_run(&b->tasks.crew, part, num, list);
    }
    if (!more) {
        run_rest(b, n - 1, list);
    }
    return n;
}

/*
 * A batch
 */

static unsigned max_draws(const Gr3dExecutor *executor, unsigned num)
{
    unsigned most = executor ? GR3D_BATCH_STRIPS / executor->threads : num;

    return MIN(MIN(num, MAX(most, 1)), GR3D_BATCH_DRAWS);
}

/*
 * Those before a fence do not wait for a program with loops, nor for one that
 * the reference runs.
 */
static bool may_follow(Gr3dDraw *const *draw, unsigned n, unsigned *behind)
{
    if (n && draw[n]->fence) {
        *behind = MIN(*behind, n);
    }
    return n < *behind || (draw[n]->vp_lanes && draw[n]->strip_program);
}

/* How many draws from the front may run together */
static unsigned choose(Gr3dDraw *const *draw, unsigned num, unsigned *behind)
{
    Gr3dHazards hazards = { 0 };
    unsigned n = 0;

    num = max_draws(draw[0]->executor, num);
    *behind = num;
    while (n < num && gr3d_sched_fresh(draw[n]) &&
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
    const Gr3dExecutor *executor = b->tasks.crew.executor;

    unsigned threads = executor ? MIN(executor->threads, GR3D_MAX_THREADS) : 1;

    gr3d_team_reserve(&mem->team, threads);
    b->tasks.crew.team = &mem->team;
    b->front = mem->front;
    b->max_prims = GR3D_BATCH_PRIMS * threads;
    b->max_behind = (uint64_t)GR3D_BATCH_BEHIND * threads;
    b->max_blocks = MIN(GR3D_BATCH_BLOCKS * threads, GR3D_MAX_BATCH_BLOCKS);
    for (unsigned n = 0; n < b->tasks.num; n++) {
        gr3d_scratch_front(mem, n)->wave.full = false;
    }
}

static unsigned run_batch(Gr3dDraw *const *draw, unsigned num,
                          unsigned behind)
{
    Gr3dScratch *mem = gr3d_scratch_take(draw[0]);
    Batch b = {
        .tasks = { .crew.executor = draw[0]->executor, .num = num },
        .draw = draw,
        .behind = behind,
    };

    prepare(&b, mem);
    run_fronts(&b);
    num = through(&b);
    for (unsigned n = 0; n < num; ) {
        n = run_some(&b, n, num, &mem->tiles);
    }
    for (unsigned n = 0; n < num; n++) {
        draw[n]->sched->phase = GR3D_PHASE_DONE;
    }
    gr3d_scratch_leave(draw[0], mem);
    return num;
}

unsigned gr3d_batch_run(Gr3dDraw *const *draw, unsigned num)
{
    unsigned behind, together = choose(draw, num, &behind);

    if (together) {
        return run_batch(draw, together, behind);
    }
    gr3d_sched_run(draw[0], UINT64_MAX);        /* has begun, or is done */
    return 1;
}
