/*
 * Tegra20 GR3D engine: the vertices of a draw, to look at
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "draw_vertices.h"

Gr3dVertex *gr3d_draw_vertices(const Gr3dDraw *draw)
{
    const Gr3dIdx *idx = &draw->geometry->idx;
    Gr3dVertex *vertex = g_new0(Gr3dVertex, idx->count);
    g_autofree float *rows = g_new0(float, GR3D_VERTEX_ROWS * 4 *
                                           GR3D_VERTEX_GROUP);
    Gr3dVpeCount count = { 0 };
    Gr3dVpe vpe;

    gr3d_vpe_open(&vpe, draw, idx, GR3D_VERTEX_ROWS);
    for (uint32_t k = 0; k < idx->count; k++) {
        uint32_t number = gr3d_idx_vertex(idx, &draw->span[GR3D_SPAN_INDEX], k,
                                          &count.events);

        gr3d_vpe_run_one(&vpe, number, rows, 0, &count);
        gr3d_vertex_get(rows, GR3D_VERTEX_ROWS, 0, &vertex[k]);
    }
    return vertex;
}
