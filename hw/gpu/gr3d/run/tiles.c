/*
 * Tegra20 GR3D engine: the tiles of draws
 *
 * A tile owns its pixels, so tiles need no order among themselves as long as
 * no byte belongs to two tiles and no byte that is written is read as a
 * texture.  In a tile one draw comes after the other.  Each thread counts for
 * itself; the counts are added such that they are those of one thread.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "strips.h"
#include "threads.h"
#include "tiles.h"

#define BANDS   (GR3D_TILE / GR3D_BAND)

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

/* Find what of a primitive's box lies in a band of a tile; false: nothing. */
static bool band_rect(const Gr3dRect *tile, int32_t band,
                      const Gr3dPrim *prim, Gr3dRect *rect)
{
    const Gr3dRect rows = {
        .col_min = tile->col_min,
        .col_max = tile->col_max,
        .row_min = tile->row_min + band * GR3D_BAND,
        .row_max = tile->row_min + (band + 1) * GR3D_BAND,
    };

    *rect = intersect(&rows, &prim->box);
    return rect->row_min < rect->row_max;
}

/* Begin with the draw's tiles on a thread. */
static void begin_result(Gr3dTileResult *result, const Gr3dDraw *draw,
                         bool strips)
{
    result->begun = true;
    result->ahead.num = result->ahead.noted = 0;
    gr3d_tile_begin(&result->tile, draw);
    if (strips) {
        result->strip = result->strip ? result->strip : gr3d_strip_new();
        draw->exec->begin(result->strip, draw, &result->tile);
    }
}

/*
 * Each thread has a share of the tiles, the same in each frame, as their pixels
 * may still be in its processor's caches.  A thread whose share is done takes
 * tiles of others.
 */
typedef struct TileRun {
    Gr3dThreadGroup group;
    GpuTasks tasks;
    const Gr3dTileDraw *tile_draw;
    unsigned num_draws;
    const Gr3dTileList *list;
    unsigned shares;
    uint32_t taken[GR3D_MAX_THREADS];   /* atomic: of each share */
} TileRun;

/*
 * Primitives
 */

/* Draw by the reference, which takes a band at a time. */
static uint64_t draw_bands(const Gr3dDraw *draw, Gr3dTile *tile,
                           const Gr3dPrim *prim, const Gr3dRect *area)
{
    int32_t first = MAX(prim->box.row_min - area->row_min, 0) / GR3D_BAND;
    uint64_t work = 0;
    Gr3dRect rect;

    for (int32_t band = first; band < BANDS &&
         !gr3d_stopped(draw, tile->work + work) &&
         band_rect(area, band, prim, &rect); band++) {
        work += draw->reference->prim(draw, tile, prim, &rect) + 1;
    }
    return work;
}

/* Draw by the backend all that lies in the tile. */
static uint64_t draw_whole(const Gr3dDraw *draw, const Gr3dTile *tile,
                           Gr3dStrip *s, const Gr3dPrim *prim,
                           const Gr3dRect *area)
{
    Gr3dRect rect = intersect(area, &prim->box);
    /* one unit for each band, as in draw_bands() */
    unsigned bands = (rect.row_max - 1) / GR3D_BAND -
                     rect.row_min / GR3D_BAND + 1;

    return gr3d_stopped(draw, tile->work) ? 0 :
           draw->exec->prim(s, prim, &rect) + bands;
}

static void run_entries(const Gr3dTileDraw *tile_draw, Gr3dTileResult *result,
                        const uint32_t *start, const Gr3dRect *area)
{
    const Gr3dDraw *draw = tile_draw->draw;
    Gr3dTile *tile = &result->tile;
    Gr3dStrip *s;

    if (!result->begun) {
        begin_result(result, draw, tile_draw->strips);
    }
    s = tile_draw->strips ? result->strip : NULL;
    for (uint32_t e = start[0]; e < start[1]; e++) {
        unsigned n = gr3d_bin_entry(tile_draw->bins, e);
        const Gr3dPrim *prim = tile_draw->prims->prim[n];

        tile->work += s ? draw_whole(draw, tile, s, prim, area) :
                          draw_bands(draw, tile, prim, area);
    }
    if (s) {
        draw->exec->end(s);
    }
    tile->work++;
}

/*
 * Tiles
 */

/* Find the entries of @bins that are in the tile, or NULL. */
static const uint32_t *entries_of(const Gr3dBins *bins, uint32_t col,
                                  uint32_t row)
{
    const uint32_t *start;

    col -= bins->col0;
    row -= bins->row0;
    if (col >= bins->cols || row >= bins->rows) {
        return NULL;
    }
    start = &bins->start[row * bins->cols + col];
    return start[0] < start[1] ? start : NULL;
}

static void run_tile(const TileRun *r, Gr3dThread *w, uint32_t n)
{
    uint32_t col = r->list->tile[n] % GR3D_BIN_COLS;
    uint32_t row = r->list->tile[n] / GR3D_BIN_COLS;
    const Gr3dRect area = {
        .col_min = col * GR3D_TILE, .col_max = (col + 1) * GR3D_TILE,
        .row_min = row * GR3D_TILE, .row_max = (row + 1) * GR3D_TILE,
    };

    for (unsigned i = 0; i < r->num_draws; i++) {
        const Gr3dTileDraw *tile_draw = &r->tile_draw[i];
        const uint32_t *start = entries_of(tile_draw->bins, col, row);

        if (start && !gr3d_cancelled(tile_draw->draw)) {
            run_entries(tile_draw, &w->result[i], start, &area);
            gpu_events_note(&w->result[i].tile.events, n);
        }
    }
}

/* Take the next tile of a share; false: there is none. */
static bool take_tile(TileRun *r, unsigned share, uint32_t *n)
{
    uint32_t first = (uint64_t)share * r->list->num / r->shares;
    uint32_t end = (uint64_t)(share + 1) * r->list->num / r->shares;

    *n = first + __atomic_fetch_add(&r->taken[share], 1, __ATOMIC_RELAXED);
    return *n < end;
}

static void run_share(TileRun *r, Gr3dThread *w, unsigned share)
{
    uint32_t n;

    while (take_tile(r, share, &n)) {
        run_tile(r, w, n);
    }
}

/* Put events aside: the next tiles are before those that met them. */
static void turn_back(Gr3dThread *w, unsigned num_draws)
{
    for (unsigned i = 0; i < num_draws; i++) {
        Gr3dTileResult *result = &w->result[i];

        if (result->begun && result->tile.events.num) {
            result->ahead = result->tile.events;
            memset(&result->tile.events, 0, sizeof(result->tile.events));
        }
    }
}

static void tile_thread(void *arg, unsigned thread)
{
    TileRun *r = arg;
    Gr3dThread *w = gr3d_threads_join(&r->group, &r->tasks, thread);

    if (!w) {
        return;
    }
    for (unsigned share = thread; share < r->shares; share++) {
        run_share(r, w, share);
    }
    turn_back(w, r->num_draws);
    for (unsigned share = 0; share < thread && share < r->shares; share++) {
        run_share(r, w, share);
    }
}

static void add_tiles(Gr3dTileList *list, const Gr3dBins *bins)
{
    for (unsigned i = 0; i < bins->num; i++) {
        unsigned col = bins->col0 + bins->tile[i] % bins->cols;
        unsigned row = bins->row0 + bins->tile[i] / bins->cols;
        unsigned bit = row * GR3D_BIN_COLS + col;

        list->used[bit / 64] |= 1ull << bit % 64;
    }
}

static void list_tiles(Gr3dTileList *list, const Gr3dTileDraw *tile_draw,
                       unsigned num)
{
    memset(list->used, 0, sizeof(list->used));
    for (unsigned i = 0; i < num; i++) {
        add_tiles(list, tile_draw[i].bins);
    }
    list->num = 0;
    for (unsigned i = 0; i < G_N_ELEMENTS(list->used); i++) {
        for (uint64_t left = list->used[i]; left; left &= left - 1) {
            list->tile[list->num++] = 64 * i + __builtin_ctzll(left);
        }
    }
}

/* Tell whether threads save time; a single draw's pixels may overlap. */
static bool parallel(const Gr3dTileList *list, const Gr3dTileDraw *tile_draw,
                     unsigned num)
{
    uint64_t pixels = 0;

    for (unsigned i = 0; i < num; i++) {
        pixels += tile_draw[i].prims->pixels;
    }
    return list->num > 1 && pixels >= MIN_PIXELS && tile_draw->disjoint;
}

/* Add what the threads have counted of draw number @i. */
static void end_draw(const TileRun *r, unsigned i)
{
    GpuEvents *events[2 * GR3D_MAX_THREADS];
    const Gr3dThreads *threads = r->group.threads;
    unsigned num = 0;

    for (unsigned n = 0; n < threads->num; n++) {
        Gr3dTileResult *result = &threads->thread[n]->result[i];

        if (result->begun) {
            gr3d_tile_add(&result->tile, r->tile_draw[i].draw);
            events[num++] = &result->tile.events;
            events[num++] = &result->ahead;
            result->begun = false;
        }
    }
    gpu_events_merge(&r->tile_draw[i].draw->events, events, num);
}

void gr3d_tiles_run(const Gr3dThreadGroup *group,
                    const Gr3dTileDraw *tile_draw, unsigned num,
                    Gr3dTileList *list)
{
    bool many;
    TileRun r = {
        .group = *group,
        .tile_draw = tile_draw,
        .num_draws = num,
        .list = list,
    };

    list_tiles(list, tile_draw, num);
    many = group->executor && parallel(list, tile_draw, num);
    r.shares = many ? group->threads->num : 1;
    gpu_run(many ? group->executor : NULL, tile_thread, &r);
    for (unsigned i = 0; i < num; i++) {
        end_draw(&r, i);
    }
}
