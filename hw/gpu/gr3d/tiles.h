/*
 * Tegra20 GR3D engine: the tiles of a wave
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_TILES_H
#define GR3D_TILES_H

#include "bin.h"
#include "exec.h"

/* What of a primitive's box lies in strip @strip of a tile; false: nothing */
bool gr3d_tile_strip(const Gr3dRect *tile, int32_t strip,
                     const Gr3dPrim *prim, Gr3dRect *rect);

/* What each thread that draws has for itself */
typedef struct Gr3dWorker {
    Gr3dTile tile;              /* what it has counted */
    Gr3dStrip *strip;           /* once it is needed */
    uint8_t apart[128];         /* no line of the host's cache is of two */
} Gr3dWorker;

typedef struct Gr3dTeam {
    unsigned num;
    Gr3dWorker *worker;
} Gr3dTeam;

/* At least @num workers; with none in it, all zero */
void gr3d_team_reserve(Gr3dTeam *team, unsigned num);
void gr3d_team_free(Gr3dTeam *team);

/* Returns what gr3d_strip_prim() takes: NULL if not @strips. */
Gr3dStrip *gr3d_worker_begin(Gr3dWorker *w, const Gr3dDraw *draw, bool strips);

/*
 * All tiles that have been binned; @strips: as gr3d_strips_ok() says.  Returns
 * the units of work.
 */
uint64_t gr3d_tiles_run(Gr3dDraw *draw, const Gr3dBins *bins,
                        const Gr3dWave *wave, Gr3dTeam *team, bool strips);

#endif /* GR3D_TILES_H */
