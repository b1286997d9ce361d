/*
 * Tegra20 GR3D engine: vertex stage, from a position to export rows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_VPE_H
#define GR3D_VPE_H

#include "draw.h"
#include "idx.h"

#define GR3D_VERTEX_ROWS 16

/*
 * The enabled exports, renumbered in ascending order; row 0 is the clip
 * position.  Rows behind the last are zero.
 */
typedef struct Gr3dVertex {
    float row[GR3D_VERTEX_ROWS][4];
} Gr3dVertex;

/* Run the vertex program for vertex number @v; returns the units of work. */
uint64_t gr3d_vpe_run(Gr3dDraw *draw, const Gr3dIdx *idx, uint32_t v,
                      Gr3dVertex *out);

#endif /* GR3D_VPE_H */
