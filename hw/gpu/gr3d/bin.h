/*
 * Tegra20 GR3D engine: primitives of a batch by tile
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_BIN_H
#define GR3D_BIN_H

#include "draw.h"

#define GR3D_BATCH_PRIMS    256     /* so that an entry fits a byte */
#define GR3D_BATCH_ENTRIES  65536   /* (tile, primitive) pairs, soft limit */
#define GR3D_BIN_TILES      (128 * 128)     /* 13 bits of scissor */

/*
 * Tile t of the batch's bounding rectangle has the primitives
 * entry[start[t]] .. entry[start[t + 1] - 1], in submission order.
 */
typedef struct Gr3dBins {
    int32_t col0, row0;         /* first tile, in tiles */
    uint32_t cols, rows;
    uint32_t start[GR3D_BIN_TILES + 1];
    uint8_t *entry;
    uint32_t room;              /* allocated entries */
} Gr3dBins;

/* Tiles that the bounding box of @prim touches. */
uint32_t gr3d_bin_tiles(const Gr3dPrim *prim);
/* Bin @num primitives, at most GR3D_BATCH_PRIMS; replaces what was there. */
void gr3d_bin_build(Gr3dBins *bins, const Gr3dPrim *prim, unsigned num);
void gr3d_bin_free(Gr3dBins *bins);

#endif /* GR3D_BIN_H */
