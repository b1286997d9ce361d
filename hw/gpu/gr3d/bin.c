/*
 * Tegra20 GR3D engine: primitives of a batch by tile
 *
 * A counting sort over the tiles of the batch's bounding rectangle: tiles
 * own pixels, primitives keep their order in each tile.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "bin.h"

static Gr3dRect tiles_of(const Gr3dPrim *prim)
{
    /* boxes are inside the scissor: never negative, never empty */
    return (Gr3dRect) {
        .col_min = prim->box.col_min / GR3D_TILE,
        .col_max = (prim->box.col_max - 1) / GR3D_TILE + 1,
        .row_min = prim->box.row_min / GR3D_TILE,
        .row_max = (prim->box.row_max - 1) / GR3D_TILE + 1,
    };
}

uint32_t gr3d_bin_tiles(const Gr3dPrim *prim)
{
    Gr3dRect r = tiles_of(prim);

    return (r.col_max - r.col_min) * (r.row_max - r.row_min);
}

static Gr3dRect bounds(const Gr3dPrim *prim, unsigned num)
{
    Gr3dRect all = tiles_of(&prim[0]);

    for (unsigned i = 1; i < num; i++) {
        Gr3dRect r = tiles_of(&prim[i]);

        all.col_min = MIN(all.col_min, r.col_min);
        all.col_max = MAX(all.col_max, r.col_max);
        all.row_min = MIN(all.row_min, r.row_min);
        all.row_max = MAX(all.row_max, r.row_max);
    }
    return all;
}

/* Counts sit one place up, so that filling turns ends into starts. */
static void count_tiles(Gr3dBins *bins, const Gr3dPrim *prim)
{
    Gr3dRect r = tiles_of(prim);

    for (int32_t row = r.row_min; row < r.row_max; row++) {
        uint32_t *line = &bins->start[(row - bins->row0) * bins->cols + 1];

        for (int32_t col = r.col_min; col < r.col_max; col++) {
            line[col - bins->col0]++;
        }
    }
}

static void fill_tiles(Gr3dBins *bins, const Gr3dPrim *prim, unsigned number)
{
    Gr3dRect r = tiles_of(prim);

    for (int32_t row = r.row_min; row < r.row_max; row++) {
        uint32_t *line = &bins->start[(row - bins->row0) * bins->cols];

        for (int32_t col = r.col_min; col < r.col_max; col++) {
            bins->entry[line[col - bins->col0]++] = number;
        }
    }
}

static void reserve(Gr3dBins *bins, uint32_t room)
{
    if (room > bins->room) {
        bins->entry = g_renew(uint8_t, bins->entry, room);
        bins->room = room;
    }
}

void gr3d_bin_build(Gr3dBins *bins, const Gr3dPrim *prim, unsigned num)
{
    Gr3dRect all = bounds(prim, num);
    uint32_t tiles;

    bins->col0 = all.col_min;
    bins->row0 = all.row_min;
    bins->cols = all.col_max - all.col_min;
    bins->rows = all.row_max - all.row_min;
    tiles = bins->cols * bins->rows;
    memset(bins->start, 0, (tiles + 1) * sizeof(bins->start[0]));
    for (unsigned i = 0; i < num; i++) {
        count_tiles(bins, &prim[i]);
    }
    for (uint32_t t = 0; t < tiles; t++) {
        bins->start[t + 1] += bins->start[t];
    }
    reserve(bins, bins->start[tiles]);
    for (unsigned i = 0; i < num; i++) {
        fill_tiles(bins, &prim[i], i);
    }
    /* every start has become the next one: move them back */
    memmove(&bins->start[1], &bins->start[0],
            tiles * sizeof(bins->start[0]));
    bins->start[0] = 0;
}

void gr3d_bin_free(Gr3dBins *bins)
{
    g_free(bins->entry);
    bins->entry = NULL;
    bins->room = 0;
}
