/*
 * Tegra20 GR3D engine: the geometry stages of a draw
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_GEOMETRY_H
#define GR3D_GEOMETRY_H

#include "hw/gpu/gr3d/pipe/frozen.h"
#include "verts.h"

/* What these stages have decoded; draw->geometry */
struct Gr3dGeometry {
    Gr3dIdx idx;
    Gr3dVpe vpe;
    Gr3dSu su;
};

struct Gr3dGeometry *gr3d_geometry_new(Gr3dDraw *draw);
/* Prepare for the first vertex, when spans are bound. */
void gr3d_geometry_begin(Gr3dDraw *draw, Gr3dVerts *verts);

#endif /* GR3D_GEOMETRY_H */
