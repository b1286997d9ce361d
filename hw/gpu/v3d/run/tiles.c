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
    tiles->worker = g_new(V3d *, executor->threads);
    tiles->stale = g_new0(bool, executor->threads);
    for (unsigned i = 0; i < executor->threads; i++) {
        tiles->worker[i] = v3d_new();
    }
    return tiles;
}

void v3d_tiles_free(V3dTiles *tiles)
{
    if (!tiles) {
        return;
    }
    for (unsigned i = 0; i < tiles->executor->threads; i++) {
        v3d_free(tiles->worker[i]);
    }
    g_free(tiles->worker);
    g_free(tiles->stale);
    g_free(tiles);
}

void v3d_tiles_forget(V3dTiles *tiles)
{
    for (unsigned i = 0; tiles && i < tiles->executor->threads; i++) {
        tiles->stale[i] = true;
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
    v3d_render_abort(w);
    w->thread[V3D_RENDER].decoded = false;
    w->s.cl[V3D_RENDER] = place->cl;
    memcpy(w->s.item[V3D_RENDER], place->item, sizeof(place->item));
    w->s.render.column = place->column;
    w->s.render.row = place->row;
    w->core.events = (GpuEvents) { };
    memset(w->core.counter, 0, sizeof(w->core.counter));
    w->core.work = 0;
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
            return false;
        }
        /* Who looks at the list sees that it moves. */
        v3d_cl_put(&tiles->v3d->s.cl[V3D_RENDER].ca,
                   w->s.cl[V3D_RENDER].ca);
    }
    v3d_strips_flush(w);
    return is_at(w, tile->store) && !w->core.mem.guard->hit;
}

/* What the tile's stores read */
static void copy_buffer(V3dTileState *to, const V3dTileState *from,
                        const V3dTile *tile)
{
    memcpy(to, from, tile->stores_zs ? sizeof(*to) :
           offsetof(V3dTileState, zs));
}

static void draw_tile(V3dTiles *tiles, V3d *w, unsigned n)
{
    V3dTile *tile = &tiles->tile[n];

    begin_tile(tiles, w, n);
    tile->drawn = draw(tiles, w, n);
    tile->work = w->core.work;
    gpu_tasks_add_work(&tiles->tasks, tile->work);
    if (tile->drawn) {
        tile->events = w->core.events;
        memcpy(tile->counter, w->core.counter, sizeof(tile->counter));
        copy_buffer(&tile->buffer, &w->s.render.tile, tile);
    }
    v3d_strips_flush(w);
    v3d_tile_clear(&w->s.render.tile, V3D_CLEAR_ALL);
}

static bool may_begin(V3dTiles *tiles)
{
    const V3dCore *core = &tiles->v3d->core;
    uint64_t work = __atomic_load_n(&tiles->tasks.work, __ATOMIC_RELAXED);

    return !v3d_stopped(core) && core->work + work < core->limit &&
           !__atomic_load_n(&tiles->depend, __ATOMIC_RELAXED);
}

/* The thread's engine, as the one whose list it is */
static V3d *begin_thread(V3dTiles *tiles, unsigned thread)
{
    V3d *w = tiles->worker[thread];

    if (tiles->stale[thread]) {
        v3d_forget(w);
        tiles->stale[thread] = false;
    }
    w->exec = tiles->v3d->exec;
    w->core.mem.data = tiles->v3d->core.mem.data;
    w->core.mem.size = tiles->v3d->core.mem.size;
    w->s.render = tiles->v3d->s.render;
    return w;
}

static void draw_tiles(void *arg, unsigned thread)
{
    V3dTiles *tiles = arg;
    V3d *w = begin_thread(tiles, thread);
    V3dGuard guard = tiles->stored;
    uint32_t n;

    w->core.mem.guard = &guard;
    while (may_begin(tiles) && gpu_tasks_next(&tiles->tasks, &n)) {
        draw_tile(tiles, w, n);
        if (guard.hit) {
            __atomic_store_n(&tiles->depend, true, __ATOMIC_RELAXED);
        }
    }
    v3d_strips_unbind(w);
    w->core.mem.guard = NULL;
}

/*
 * Storing
 */

static void store_tile(V3dTiles *tiles, V3d *w, unsigned n)
{
    V3dTile *tile = &tiles->tile[n];
    V3dClState *cl = &w->s.cl[V3D_RENDER];

    begin_tile(tiles, w, n);
    w->core.events = tile->events;
    copy_buffer(&w->s.render.tile, &tile->buffer, tile);
    cl->ca = tile->store;
    w->s.render.column = tile->column;
    w->s.render.row = tile->row;
    v3d_set_budget(&w->core, SLICE);
    for (unsigned i = 0; i < MAX_STORES &&
         !is_at(w, tiles->place[n + 1].cl.ca); i++) {
        v3d_cl_step(w, V3D_RENDER);
    }
    tile->events = w->core.events;
    tile->work += w->core.work;
}

static void store_tiles(void *arg, unsigned thread)
{
    V3dTiles *tiles = arg;
    V3d *w = begin_thread(tiles, thread);
    uint32_t n;

    while (gpu_tasks_next(&tiles->tasks, &n)) {
        store_tile(tiles, w, n);
    }
    v3d_strips_unbind(w);
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

/* Draw; returns how many of the first tiles are to be stored. */
static unsigned draw_round(V3dTiles *tiles)
{
    unsigned n = 0;

    for (unsigned i = 0; i < tiles->num; i++) {
        tiles->tile[i].drawn = false;
    }
    tiles->depend = false;
    tiles->tasks = (GpuTasks) { .num = tiles->num };
    gpu_run(tiles->executor, draw_tiles, tiles);
    while (n < tiles->num && tiles->tile[n].drawn) {
        n++;
    }
    return tiles->depend ? 0 : n;
}

static void store_round(V3dTiles *tiles, unsigned num)
{
    V3d *v3d = tiles->v3d;

    tiles->tasks = (GpuTasks) { .num = num };
    gpu_run(tiles->executor, store_tiles, tiles);
    for (unsigned i = 0; i < tiles->executor->threads; i++) {
        add_touched(&v3d->core.mem, &tiles->worker[i]->core.mem);
    }
    for (unsigned i = 0; i < num; i++) {
        add_tile(v3d, &tiles->tile[i]);
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
    unsigned num;

    if (!may_find(v3d)) {
        return false;
    }
    v3d_strips_unbind(v3d);
    tiles->v3d = v3d;
    v3d_tiles_find(tiles, v3d);
    if (tiles->num < 2) {
        return false;
    }
    num = draw_round(tiles);
    v3d->tiles_depend = tiles->depend;
    move_to(v3d, &tiles->place[num]);
    if (num) {
        store_round(tiles, num);
    }
    return num > 0;
}
