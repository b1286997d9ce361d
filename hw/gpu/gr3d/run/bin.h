/*
 * Tegra20 GR3D engine: primitives of a draw by tile
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_BIN_H
#define GR3D_BIN_H

#include "prims.h"

#define GR3D_BIN_ENTRIES    65536   /* (tile, primitive) pairs, soft limit */
#define GR3D_BIN_COLS       128             /* 13 bits of scissor */
#define GR3D_BIN_TILES      (GR3D_BIN_COLS * GR3D_BIN_COLS)

/*
 * Tile t of the bounding rectangle, row by row, has the primitives
 * entry[start[t]] .. entry[start[t + 1] - 1] of the draw, in their order.
 */
typedef struct Gr3dBins {
    int32_t col0, row0;         /* first tile, in tiles */
    uint32_t cols, rows;
    unsigned first, last;       /* primitives that are in it */
    unsigned num;               /* tiles with something in them */
    uint16_t tile[GR3D_BIN_TILES];      /* these, ascending */
    uint32_t start[GR3D_BIN_TILES + 1];
    uint16_t *entry;            /* not used if there is one tile */
    uint32_t room;              /* allocated entries */
} Gr3dBins;

void gr3d_bin_init(Gr3dBins *bins);
void gr3d_bin_free(Gr3dBins *bins);

/*
 * Bin primitives from number @first on, of which there is one at least: all,
 * unless that takes too many entries; bins->last tells.
 */
void gr3d_bin_build(Gr3dBins *bins, const Gr3dPrims *prims, unsigned first);

/* Return the units of work that this took. */
static inline uint64_t gr3d_bin_work(const Gr3dBins *bins)
{
    return bins->start[bins->cols * bins->rows] / 8 + 1;
}

/* Return the number of the primitive of entry @e. */
static inline unsigned gr3d_bin_entry(const Gr3dBins *bins, uint32_t e)
{
    return bins->cols * bins->rows == 1 ? bins->first + e : bins->entry[e];
}

#endif /* GR3D_BIN_H */
