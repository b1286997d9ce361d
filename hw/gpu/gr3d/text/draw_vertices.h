/*
 * Tegra20 GR3D engine: the vertices of a draw, to look at
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_DRAW_VERTICES_H
#define GR3D_DRAW_VERTICES_H

#include "hw/gpu/gr3d/run/geometry.h"

/*
 * Run the vertex program, by the reference, for each position of the sequence
 * of a draw whose spans are bound: draw->geometry->idx.count vertices, to be
 * freed with g_free().
 */
Gr3dVertex *gr3d_draw_vertices(const Gr3dDraw *draw);

#endif /* GR3D_DRAW_VERTICES_H */
