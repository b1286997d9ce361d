/*
 * Tegra20 GR3D engine: which draws may run together
 *
 * All vertices of a batch are read before the first of its pixels is written,
 * and its tiles are drawn in any order, in each tile one draw after the other.
 * One draw after the other would do the same if no draw reads what another one
 * writes, and none writes it but as the same pixel.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_HAZARD_H
#define GR3D_HAZARD_H

#include "hw/gpu/gr3d/pipe/frozen.h"

/*
 * Tell whether pixels of two surfaces are the same bytes; those of a format
 * that loads two at a time are not.
 */
bool gr3d_pixels_same(const Gr3dDraw *a, unsigned a_surf,
                      const Gr3dDraw *b, unsigned b_surf);

/* A surface or texture that the tiles of a draw use */
typedef struct Gr3dUse {
    const Gr3dDraw *draw;
    unsigned slot;              /* GR3D_SPAN_ */
} Gr3dUse;

/* Room for any one draw; a batch ends where there is no more. */
#define GR3D_MAX_USES   64

typedef struct Gr3dHazards {
    unsigned num;
    Gr3dUse use[GR3D_MAX_USES]; /* no two of them are the same */
} Gr3dHazards;

/* Add @draw if it may run together with those that were added; false: no. */
bool gr3d_hazards_add(Gr3dHazards *h, const Gr3dDraw *draw);

#endif /* GR3D_HAZARD_H */
