/*
 * Tegra20 GR3D engine: the tiles of a batch side by side
 *
 * A tile owns its pixels, so tiles need no order among themselves as long as
 * no byte belongs to two of them and nothing that is written is read as a
 * texture.  Each tile counts for itself; the counts are added in the order of
 * tiles, as one thread would have made them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "strip_draw.h"
#include "tiles.h"

#define STRIPS  (GR3D_TILE / GR3D_STRIP)

/*
 * Waking threads for less costs more than it brings; the pixels of bounding
 * boxes are taken for the pixels.
 */
#define MIN_PIXELS  8192

bool gr3d_tile_strip(const Gr3dBins *bins, uint32_t tile, int32_t strip,
                     const Gr3dPrim *prim, Gr3dRect *rect)
{
    int32_t col = (bins->col0 + tile % bins->cols) * GR3D_TILE;
    int32_t row = (bins->row0 + tile / bins->cols) * GR3D_TILE +
                  strip * GR3D_STRIP;

    rect->col_min = MAX(col, prim->box.col_min);
    rect->col_max = MIN(col + GR3D_TILE, prim->box.col_max);
    rect->row_min = MAX(row, prim->box.row_min);
    rect->row_max = MIN(row + GR3D_STRIP, prim->box.row_max);
    return rect->row_min < rect->row_max;
}

static bool worth_it(const Gr3dPrim *batch, unsigned num)
{
    uint64_t pixels = 0;

    for (unsigned i = 0; i < num; i++) {
        const Gr3dRect *box = &batch[i].box;

        pixels += (uint64_t)(box->col_max - box->col_min) *
                  (box->row_max - box->row_min);
    }
    return pixels >= MIN_PIXELS;
}

bool gr3d_tiles_parallel(const Gr3dDraw *draw, const Gr3dBins *bins,
                         const Gr3dPrim *batch, unsigned num)
{
    return draw->executor && bins->cols * bins->rows > 1 &&
           worth_it(batch, num) && gr3d_pixels_apart(draw, bins);
}

/*
 * Running
 */

typedef struct TileRun {
    const Gr3dDraw *draw;
    const Gr3dBins *bins;
    const Gr3dPrim *batch;
    bool strips;                /* gr3d_strips_ok() */
    Gr3dTile **tile;            /* what each tile has counted; NULL: nothing */
    uint32_t num;
    uint32_t next;              /* tile that nobody has taken */
} TileRun;

static bool cancelled(const Gr3dDraw *draw)
{
    return __atomic_load_n(&draw->cancel, __ATOMIC_RELAXED);
}

static void run_tile(const TileRun *r, Gr3dStrip *s, uint32_t t)
{
    const Gr3dBins *bins = r->bins;
    Gr3dTile *tile = g_new(Gr3dTile, 1);

    gr3d_strip_begin(s, r->draw, tile);
    for (uint32_t e = bins->start[t]; e < bins->start[t + 1]; e++) {
        const Gr3dPrim *prim = &r->batch[bins->entry[e]];

        for (int32_t strip = 0; strip < STRIPS && !cancelled(r->draw);
             strip++) {
            Gr3dRect rect;

            if (gr3d_tile_strip(bins, t, strip, prim, &rect)) {
                tile->work += gr3d_strip_prim(s, r->draw, tile, prim, &rect);
            }
            tile->work++;
        }
    }
    r->tile[t] = tile;
}

static void run_tiles(void *arg)
{
    TileRun *r = arg;
    Gr3dStrip *s = r->strips ? gr3d_strip_new() : NULL;
    uint32_t t;

    while ((t = __atomic_fetch_add(&r->next, 1, __ATOMIC_RELAXED)) < r->num) {
        if (r->bins->start[t] < r->bins->start[t + 1]) {
            run_tile(r, s, t);
        }
    }
    gr3d_strip_free(s);
}

uint64_t gr3d_tiles_run(Gr3dDraw *draw, const Gr3dBins *bins,
                        const Gr3dPrim *batch, bool strips)
{
    uint32_t num = bins->cols * bins->rows;
    g_autofree Gr3dTile **tile = g_new0(Gr3dTile *, num);
    TileRun r = { draw, bins, batch, strips, tile, num };
    uint64_t work = num;

    draw->executor->run(draw->executor->opaque, run_tiles, &r);
    for (uint32_t t = 0; t < num; t++) {
        if (tile[t]) {
            gr3d_tile_end(tile[t], draw);
            work += tile[t]->work;
            g_free(tile[t]);
        }
    }
    return work;
}
