/*
 * Tegra20 GR3D engine: the tiles of a batch side by side
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_TILES_H
#define GR3D_TILES_H

#include "bin.h"

/* What of a primitive's box lies in a strip of a tile; false: nothing. */
bool gr3d_tile_strip(const Gr3dBins *bins, uint32_t tile, int32_t strip,
                     const Gr3dPrim *prim, Gr3dRect *rect);

/* Is it legal, and worth it, to give the batch's tiles to the executor? */
bool gr3d_tiles_parallel(const Gr3dDraw *draw, const Gr3dBins *bins,
                         const Gr3dPrim *batch, unsigned num);

/*
 * All tiles of the batch; @strips: as gr3d_strips_ok() says.  Returns the units
 * of work done.
 */
uint64_t gr3d_tiles_run(Gr3dDraw *draw, const Gr3dBins *bins,
                        const Gr3dPrim *batch, bool strips);

#endif /* GR3D_TILES_H */
