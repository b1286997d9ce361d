/*
 * Tegra20 GR3D engine: primitives of a draw by tile
 *
 * A counting sort over the tiles of the primitives' bounding rectangle: tiles
 * own pixels, primitives keep their order in each tile.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "bin.h"

void gr3d_bin_init(Gr3dBins *bins)
{
    bins->entry = NULL;
    bins->room = 0;
}

void gr3d_bin_free(Gr3dBins *bins)
{
    g_free(bins->entry);
}

/* As most small primitives are */
static bool in_one_tile(Gr3dTileBox box)
{
    return box.col_min == box.col_max && box.row_min == box.row_max;
}

static uint32_t num_tiles(Gr3dTileBox box)
{
    return (box.col_max - box.col_min + 1u) * (box.row_max - box.row_min + 1u);
}

/* Choose how many primitives fit; returns the number of entries. */
static uint32_t set_bounds(Gr3dBins *bins, const Gr3dPrims *prims,
                           unsigned first)
{
    Gr3dTileBox all = prims->box[first];
    uint32_t entries = 0;
    unsigned i = first;

    for (; i < prims->num && entries < GR3D_BIN_ENTRIES; i++) {
        Gr3dTileBox box = prims->box[i];

        all.col_min = MIN(all.col_min, box.col_min);
        all.col_max = MAX(all.col_max, box.col_max);
        all.row_min = MIN(all.row_min, box.row_min);
        all.row_max = MAX(all.row_max, box.row_max);
        entries += in_one_tile(box) ? 1 : num_tiles(box);
    }
    bins->first = first;
    bins->last = i;
    bins->col0 = all.col_min;
    bins->row0 = all.row_min;
    bins->cols = all.col_max - all.col_min + 1;
    bins->rows = all.row_max - all.row_min + 1;
    return entries;
}

static uint32_t *tile_at(Gr3dBins *bins, unsigned col, unsigned row)
{
    return &bins->start[(row - bins->row0) * bins->cols + col - bins->col0];
}

static void count_tiles(Gr3dBins *bins, Gr3dTileBox box)
{
    if (in_one_tile(box)) {
        (*tile_at(bins, box.col_min, box.row_min))++;
        return;
    }
    for (unsigned row = box.row_min; row <= box.row_max; row++) {
        uint32_t *line = tile_at(bins, box.col_min, row);

        for (unsigned n = box.col_max - box.col_min + 1; n; n--) {
            (*line++)++;
        }
    }
}

static void fill_tiles(Gr3dBins *bins, Gr3dTileBox box, uint16_t number)
{
    if (in_one_tile(box)) {
        bins->entry[(*tile_at(bins, box.col_min, box.row_min))++] = number;
        return;
    }
    for (unsigned row = box.row_min; row <= box.row_max; row++) {
        uint32_t *line = tile_at(bins, box.col_min, row);

        for (unsigned n = box.col_max - box.col_min + 1; n; n--) {
            bins->entry[(*line++)++] = number;
        }
    }
}

/* Turn the counts of tiles into where each one starts. */
static void add_up(Gr3dBins *bins, uint32_t tiles)
{
    uint32_t sum = 0;

    bins->num = 0;
    for (uint32_t t = 0; t < tiles; t++) {
        uint32_t count = bins->start[t];

        bins->start[t] = sum;
        sum += count;
        bins->tile[bins->num] = t;
        bins->num += count > 0;
    }
}

static void reserve(Gr3dBins *bins, uint32_t room)
{
    if (room > bins->room) {
        g_free(bins->entry);
        bins->entry = g_new(uint16_t, room);
        bins->room = room;
    }
}

static void sort(Gr3dBins *bins, const Gr3dPrims *prims)
{
    uint32_t tiles = bins->cols * bins->rows;

    memset(bins->start, 0, tiles * sizeof(bins->start[0]));
    for (unsigned i = bins->first; i < bins->last; i++) {
        count_tiles(bins, prims->box[i]);
    }
    add_up(bins, tiles);
    for (unsigned i = bins->first; i < bins->last; i++) {
        fill_tiles(bins, prims->box[i], i);
    }
    /* every start has become the next one: move them back */
    memmove(&bins->start[1], &bins->start[0],
            tiles * sizeof(bins->start[0]));
    bins->start[0] = 0;
}

void gr3d_bin_build(Gr3dBins *bins, const Gr3dPrims *prims, unsigned first)
{
    uint32_t entries = set_bounds(bins, prims, first);

    if (bins->cols * bins->rows == 1) {
        bins->num = 1;
        bins->tile[0] = 0;
        bins->start[0] = 0;
        bins->start[1] = entries;
    } else {
        reserve(bins, entries);
        sort(bins, prims);
    }
}
