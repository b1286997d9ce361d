/*
 * Tegra20 GR3D engine: the geometry stages of a draw
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "geometry.h"

struct Gr3dGeometry *gr3d_geometry_new(Gr3dDraw *draw)
{
    struct Gr3dGeometry *g = g_new0(struct Gr3dGeometry, 1);

    gr3d_idx_decode(&g->idx, draw->regs, &draw->events);
    gr3d_idx_request(&g->idx, draw->regs, draw->request);
    gr3d_su_decode(&g->su, draw->regs, &draw->events);
    return g;
}

/* Count rows of a vertex: those that are exported, others that are named. */
static unsigned rows_read(const Gr3dSu *su)
{
    unsigned num = MAX(su->num_rows, 1);

    for (unsigned i = 0; i < su->num_stores; i++) {
        num = MAX(num, su->store[i].from / 4 + 1u);
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(su->clip); i++) {
        num = MAX(num, su->clip[i].user ? su->clip[i].user_row + 1u : 0);
    }
    return MAX(num, su->point_varies ? su->point_row + 1u : 0);
}

void gr3d_geometry_begin(Gr3dDraw *draw, Gr3dVerts *verts)
{
    struct Gr3dGeometry *g = draw->geometry;

    gr3d_su_set_columns(&g->su, draw->fp->columns);
    gr3d_vpe_open(&g->vpe, draw, &g->idx, rows_read(&g->su));
    gr3d_verts_begin(verts, &g->idx, &g->su, g->vpe.num_rows);
}
