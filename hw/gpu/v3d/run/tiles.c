/*
 * VideoCore IV 3D engine: tiles that are rendered side by side
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "engine.h"

/* Units of work between two looks at what the others do */
#define SLICE       (1u << 16)
#define GRACE       (V3D_MAX_GRACE / SLICE - 1)

/* Records from the first store to the tile's end, at most */
#define MAX_STORES  64

V3dTiles *v3d_tiles_new(const GpuExecutor *executor)
{
    V3dTiles *tiles = g_new0(V3dTiles, 1);

    tiles->executor = executor;
    tiles->worker = g_new0(V3dTileWorker, executor->threads);
    for (unsigned i = 0; i < executor->threads; i++) {
        tiles->worker[i].v3d = v3d_new();
        tiles->worker[i].v3d->tile = g_new0(V3dTileState, 1);
    }
    return tiles;
}

static void free_worker(V3dTileWorker *worker)
{
    g_free(worker->v3d->tile);
    v3d_free(worker->v3d);
    for (unsigned i = 0; i < worker->num_spare; i++) {
        g_free(worker->spare[i]);
    }
}

void v3d_tiles_free(V3dTiles *tiles)
{
    if (!tiles) {
        return;
    }
    for (unsigned i = 0; i < tiles->executor->threads; i++) {
        free_worker(&tiles->worker[i]);
    }
    g_free(tiles->worker);
    g_free(tiles);
}

void v3d_tiles_forget(V3dTiles *tiles)
{
    for (unsigned i = 0; tiles && i < tiles->executor->threads; i++) {
        tiles->worker[i].stale = true;
    }
}

/*
 * Drawing
 */

/* The worker stands before the tile, whose buffer is clear. */
static void begin_tile(V3dTiles *tiles, V3d *w, unsigned n)
{
    const V3dTilePlace *place = &tiles->place[n];

    v3d_strips_unbind(w);
    v3d_earlyz_forget(&w->strips.earlyz);
    v3d_render_abort(w);
    w->thread[V3D_RENDER].decoded = false;
    w->s.cl[V3D_RENDER] = place->cl;
    memcpy(w->s.item[V3D_RENDER], place->item, sizeof(place->item));
    w->s.render.column = place->column;
    w->s.render.row = place->row;
    memset(w->core.counter, 0, sizeof(w->core.counter));
}

/* Is the worker at a record of the list itself, at @ca? */
static bool is_at(const V3d *w, uint32_t ca)
{
    const V3dClState *cl = &w->s.cl[V3D_RENDER];

    return cl->ca == ca && !cl->depth && !v3d_render_busy(w);
}

/* Draw for a slice; true: up to the record at @ca, or to what cannot be. */
static bool draw_slice(V3d *w, uint32_t ca)
{
    V3dClResult result = V3D_CL_MORE;

    v3d_set_budget(&w->core, SLICE);
    while (!is_at(w, ca) && !w->core.mem.guard->hit) {
        if (v3d_slice_over(&w->core)) {
            return false;
        }
        result = v3d_cl_step(w, V3D_RENDER);
        if (result != V3D_CL_MORE) {
            return true;
        }
    }
    return true;
}

/* False: it was not drawn to its end. */
static bool draw(V3dTiles *tiles, V3d *w, unsigned n)
{
    V3dTile *tile = &tiles->tile[n];
    unsigned late = 0;

    while (!draw_slice(w, tile->store)) {
        late += v3d_stopped(&tiles->v3d->core);
        if (late > GRACE) {
            break;
        }
        /* Who looks at the list sees that it moves. */
        v3d_cl_put(&tiles->v3d->s.cl[V3D_RENDER].ca,
                   w->s.cl[V3D_RENDER].ca);
    }
    v3d_strips_flush(w);
    /* The records of its stores are read later. */
    v3d_memory_peek(&w->core.mem, tile->store,
                    tiles->place[n + 1].cl.ca - tile->store);
    return is_at(w, tile->store) && !w->core.mem.guard->hit;
}

/* What @w has counted is the tile's. */
static void take_work(V3dTile *tile, V3d *w)
{
    tile->work += w->core.work;
    w->core.work = 0;
    gpu_events_add(&tile->events, &w->core.events);
    gpu_events_clear(&w->core.events);
}

/*
 * Buffers
 *
 * One without a tile in it is clear, maybe as another list asked for.
 */

static void clear_buffer(const V3dTiles *tiles, V3dTileState *buffer)
{
    const V3dTileState *clear = tiles->v3d->tile;

    if (memcmp(buffer, clear, offsetof(V3dTileState, colour))) {
        *buffer = *clear;
    }
}

/* The tile's buffer waits for the tiles before it. */
static void put_aside(V3dTiles *tiles, V3dTileWorker *worker, unsigned n)
{
    V3d *w = worker->v3d;

    worker->waiting[worker->num_waiting++] = n;
    tiles->tile[n].buffer = w->tile;
    w->tile = worker->num_spare ? worker->spare[--worker->num_spare] :
              g_new0(V3dTileState, 1);
    clear_buffer(tiles, w->tile);
}

/* ... and is the worker's again. */
static void take_back(V3dTiles *tiles, V3dTileWorker *worker, unsigned n)
{
    worker->spare[worker->num_spare++] = worker->v3d->tile;
    worker->v3d->tile = tiles->tile[n].buffer;
}

/*
 * Storing
 */

/* Execute the stores of tile @n, before which @w stands. */
static void store_tile(V3dTiles *tiles, V3d *w, unsigned n)
{
    V3dTile *tile = &tiles->tile[n];
    V3dGuard *guard = w->core.mem.guard;

    w->core.mem.guard = NULL;
    v3d_set_budget(&w->core, SLICE);
    for (unsigned i = 0; i < MAX_STORES &&
         !is_at(w, tiles->place[n + 1].cl.ca); i++) {
        v3d_cl_step(w, V3D_RENDER);
    }
    w->core.mem.guard = guard;
    take_work(tile, w);
}

static bool can_store(const V3dTiles *tiles, uint32_t n)
{
    return n < __atomic_load_n(&tiles->num_drawn, __ATOMIC_SEQ_CST);
}

static void store_waiting(V3dTiles *tiles, V3dTileWorker *worker)
{
    unsigned left = 0;

    for (unsigned i = 0; i < worker->num_waiting; i++) {
        unsigned n = worker->waiting[i];

        if (!can_store(tiles, n)) {
            worker->waiting[left++] = n;
            continue;
        }
        begin_tile(tiles, worker->v3d, n);
        take_back(tiles, worker, n);
        worker->v3d->s.cl[V3D_RENDER].ca = tiles->tile[n].store;
        worker->v3d->s.render.column = tiles->tile[n].column;
        worker->v3d->s.render.row = tiles->tile[n].row;
        store_tile(tiles, worker->v3d, n);
    }
    worker->num_waiting = left;
}

/* The round ends before these tiles. */
static void drop_waiting(V3dTiles *tiles, V3dTileWorker *worker)
{
    while (worker->num_waiting) {
        take_back(tiles, worker, worker->waiting[--worker->num_waiting]);
        v3d_tile_clear(worker->v3d->tile, V3D_CLEAR_ALL);
    }
}

/*
 * Tiles
 */

/* Tile @n is drawn: maybe all before it and some behind it are. */
static void set_drawn(V3dTiles *tiles, unsigned n)
{
    uint32_t num;

    __atomic_store_n(&tiles->tile[n].drawn, true, __ATOMIC_SEQ_CST);
    num = __atomic_load_n(&tiles->num_drawn, __ATOMIC_SEQ_CST);
    while (num < tiles->num &&
           __atomic_load_n(&tiles->tile[num].drawn, __ATOMIC_SEQ_CST)) {
        if (__atomic_compare_exchange_n(&tiles->num_drawn, &num, num + 1,
                                        false, __ATOMIC_SEQ_CST,
                                        __ATOMIC_SEQ_CST)) {
            num++;
        }
    }
}

static void render_tile(V3dTiles *tiles, V3dTileWorker *worker, unsigned n)
{
    V3d *w = worker->v3d;
    bool drawn;

    begin_tile(tiles, w, n);
    drawn = draw(tiles, w, n);
    gpu_tasks_add_work(&tiles->tasks, w->core.work);
    take_work(&tiles->tile[n], w);
    if (!drawn) {
        v3d_tile_clear(w->tile, V3D_CLEAR_ALL);
        return;
    }
    memcpy(tiles->tile[n].counter, w->core.counter, sizeof(w->core.counter));
    set_drawn(tiles, n);
    if (can_store(tiles, n)) {
        store_tile(tiles, w, n);
    } else {
        put_aside(tiles, worker, n);
    }
    store_waiting(tiles, worker);
}

static bool may_begin(V3dTiles *tiles)
{
    uint64_t work = __atomic_load_n(&tiles->tasks.work, __ATOMIC_RELAXED);

    return !v3d_stopped(&tiles->v3d->core) && work < tiles->budget &&
           !__atomic_load_n(&tiles->depend, __ATOMIC_RELAXED);
}

static bool is_left(V3dTiles *tiles)
{
    return may_begin(tiles) &&
           __atomic_load_n(&tiles->tasks.next, __ATOMIC_RELAXED) <
           tiles->tasks.num;
}

/* Meanwhile the binning list's state and the core are this thread's. */
static void bin_beside(V3dTiles *tiles)
{
    V3d *v3d = tiles->v3d;

    while (v3d->beside == V3D_CL_MORE && is_left(tiles)) {
        v3d->beside = v3d_cl_run(v3d, V3D_BIN, SLICE);
    }
}

/* The thread's engine, as the one whose list it is */
static void begin_worker(V3dTiles *tiles, V3dTileWorker *worker)
{
    V3d *w = worker->v3d;

    if (worker->stale) {
        v3d_forget(w);
        worker->stale = false;
    }
    w->exec = tiles->v3d->exec;
    w->core.mem.data = tiles->v3d->core.mem.data;
    w->core.mem.size = tiles->v3d->core.mem.size;
    memcpy(&w->s.render, &tiles->v3d->s.render,
           offsetof(V3dRenderState, tile.colour));
    clear_buffer(tiles, w->tile);
}

static void render_tiles(void *arg, unsigned thread)
{
    V3dTiles *tiles = arg;
    V3dTileWorker *worker = &tiles->worker[thread];
    V3dGuard guard = tiles->stored;
    uint32_t n;

    if (thread == 0) {
        bin_beside(tiles);
    }
    begin_worker(tiles, worker);
    worker->v3d->core.mem.guard = &guard;
    while (may_begin(tiles) && gpu_tasks_next(&tiles->tasks, &n)) {
        render_tile(tiles, worker, n);
        if (guard.hit) {
            __atomic_store_n(&tiles->depend, true, __ATOMIC_RELAXED);
        }
    }
    v3d_strips_unbind(worker->v3d);
    worker->v3d->core.mem.guard = NULL;
}

/*
 * A round
 */

static void add_touched(V3dMemory *mem, V3dMemory *from)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(mem->touched); i++) {
        if (from->touched[i]) {
            mem->touched[i] |= from->touched[i];
            from->touched[i] = 0;
        }
    }
}

/* As if the tile had been rendered by @v3d */
static void add_tile(V3d *v3d, const V3dTile *tile)
{
    gpu_events_add(&v3d->core.events, &tile->events);
    for (unsigned i = 0; i < V3D_NUM_COUNTERS; i++) {
        v3d->core.counter[i] += tile->counter[i];
    }
    v3d->core.work += tile->work;
    if (tile->frame_ends) {
        v3d_end_frame(v3d);
    }
}

/* @v3d stands at the place behind the tiles that were rendered. */
static void move_to(V3d *v3d, const V3dTilePlace *place)
{
    V3dClState *cl = &v3d->s.cl[V3D_RENDER];

    v3d_strips_unbind(v3d);
    v3d_cl_put(&cl->ca, place->cl.ca);
    v3d_cl_put(&cl->lc, place->cl.lc);
    v3d_cl_put(&cl->ra[0], place->cl.ra[0]);
    cl->ra[1] = place->cl.ra[1];
    cl->records = place->cl.records;
    memcpy(cl->trail, place->cl.trail, sizeof(cl->trail));
    memcpy(v3d->s.item[V3D_RENDER], place->item, sizeof(place->item));
    v3d->thread[V3D_RENDER].decoded = false;
    v3d->s.render.column = place->column;
    v3d->s.render.row = place->row;
}

static void begin_counts(V3dTile *tile)
{
    tile->drawn = false;
    tile->work = 0;
    gpu_events_clear(&tile->events);
}

/* Render the first tiles->num_drawn tiles of the round. */
static void run_round(V3dTiles *tiles)
{
    V3dCore *core = &tiles->v3d->core;
    uint64_t work = core->work, limit = core->limit;

    for (unsigned i = 0; i < tiles->num; i++) {
        begin_counts(&tiles->tile[i]);
    }
    tiles->depend = false;
    tiles->num_drawn = 0;
    tiles->tasks = (GpuTasks) { .num = tiles->num };
    tiles->budget = limit > work ? limit - work : 0;
    gpu_run(tiles->executor, render_tiles, tiles);
    core->work = work;
    core->limit = limit;
    for (unsigned i = 0; i < tiles->executor->threads; i++) {
        V3dTileWorker *worker = &tiles->worker[i];

        store_waiting(tiles, worker);
        drop_waiting(tiles, worker);
        add_touched(&core->mem, &worker->v3d->core.mem);
    }
    for (unsigned i = 0; i < tiles->num_drawn; i++) {
        add_tile(tiles->v3d, &tiles->tile[i]);
    }
}

/* Is the list where a tile begins, and its place known? */
static bool may_find(V3d *v3d)
{
    const V3dClState *cl = &v3d->s.cl[V3D_RENDER];
    const uint8_t *code = v3d_memory_peek(&v3d->core.mem, cl->ca, 1);

    return !v3d->hook && !v3d->tiles_depend && !cl->depth &&
           !v3d->s.render.load[0] && code && !v3d_cl_leaves_tile(*code);
}

bool v3d_tiles_run(V3d *v3d)
{
    V3dTiles *tiles = v3d->tiles;

    if (!may_find(v3d)) {
        return false;
    }
    v3d_strips_unbind(v3d);
    tiles->v3d = v3d;
    v3d_tiles_find(tiles, v3d);
    if (tiles->num < 2) {
        return false;
    }
    run_round(tiles);
    v3d->tiles_depend = tiles->depend;
    move_to(v3d, &tiles->place[tiles->num_drawn]);
    return tiles->num_drawn > 0;
}
