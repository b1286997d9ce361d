/*
 * Tegra20 GR3D engine: vertex stage, from a position to export rows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_VPE_H
#define GR3D_VPE_H

#include "draw.h"
#include "idx.h"
#include "vp_lower.h"

#define GR3D_VERTEX_ROWS 16

/*
 * The enabled exports, renumbered in ascending order; row 0 is the clip
 * position.  Rows behind the last are zero, as far as anybody reads them.
 */
typedef struct Gr3dVertex {
    float row[GR3D_VERTEX_ROWS][4];
} Gr3dVertex;

/* What all vertices of a draw have in common; nothing here changes. */
typedef struct Gr3dVpe {
    const Gr3dDraw *draw;
    const Gr3dIdx *idx;
    uint32_t exports;           /* bit set of the enabled ones */
    unsigned num_rows;          /* that may be read */
    const Gr3dVpLanes *lanes;         /* NULL: the reference runs each vertex */
} Gr3dVpe;

/*
 * What vertices leave behind besides their rows.  Parts of a draw may run side
 * by side, each with its own; added in order they are the draw's.
 */
typedef struct Gr3dVpeCount {
    Gr3dEvents events;
    uint64_t vertices;
    uint64_t work;
} Gr3dVpeCount;

/* After the spans are bound; @num_rows as in Gr3dVpe. */
void gr3d_vpe_open(Gr3dVpe *vpe, const Gr3dDraw *draw, const Gr3dIdx *idx,
                   unsigned num_rows);

/*
 * Run the vertex program for vertex numbers @number[0..num - 1], with the
 * draw's backend where it can.
 */
void gr3d_vpe_run(const Gr3dVpe *vpe, const uint32_t *number, unsigned num,
                  Gr3dVertex *out, Gr3dVpeCount *count);
/* The same by the reference */
void gr3d_vpe_run_list(const Gr3dVpe *vpe, const uint32_t *number,
                       unsigned num, Gr3dVertex *out, Gr3dVpeCount *count);

void gr3d_vpe_add(const Gr3dVpeCount *count, Gr3dDraw *draw);

#endif /* GR3D_VPE_H */
