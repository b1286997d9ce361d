/*
 * Tegra20 GR3D engine: the tiles of draws
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_TILES_H
#define GR3D_TILES_H

#include "hw/gpu/gr3d/pipe/exec.h"
#include "bin.h"

/* A draw as its tiles see it */
typedef struct Gr3dTileDraw {
    Gr3dDraw *draw;
    const Gr3dBins *bins;
    const Gr3dPrims *prims;
    bool strips;                /* gr3d_strips_ok() */
    bool disjoint;              /* gr3d_pixels_disjoint() */
} Gr3dTileDraw;

/* Tiles in which there is something: 128 * row + column, ascending */
typedef struct Gr3dTileList {
    unsigned num;
    uint16_t tile[GR3D_BIN_TILES];
    uint64_t used[GR3D_BIN_TILES / 64];     /* a bit of each */
} Gr3dTileList;

/*
 * Draw the tiles.  Of several draws, all are disjoint, and none has pixels
 * where another one has something else.
 */
void gr3d_tiles_run(const Gr3dThreadGroup *group,
                    const Gr3dTileDraw *tile_draw, unsigned num,
                    Gr3dTileList *list);

#endif /* GR3D_TILES_H */
