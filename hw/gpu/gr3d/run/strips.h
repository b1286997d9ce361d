/*
 * Tegra20 GR3D engine: which draws are run in strips
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_STRIP_DRAW_H
#define GR3D_STRIP_DRAW_H

#include "hw/gpu/gr3d/strip/strip.h"
#include "bin.h"

/*
 * Tell whether no byte of a surface that the tiles of @bins use belongs to two
 * pixels, and none that they write to a texture: then neither the order of
 * pixels matters nor that of tiles.
 */
bool gr3d_pixels_disjoint(const Gr3dDraw *draw, const Gr3dBins *bins);

/*
 * Tell whether draw->exec may run the tiles of @bins: only if no access can
 * leave its span.  What is rare or hostile is left to the reference.
 */
bool gr3d_strips_ok(const Gr3dDraw *draw, const Gr3dBins *bins);

#endif /* GR3D_STRIP_DRAW_H */
