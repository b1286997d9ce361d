/*
 * Tegra20 GR3D engine: vertex stage
 *
 * [tegra-gr3d.rst, Vertex stage]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "exec.h"
#include "vpe.h"

/* Move the enabled exports together: set-up does not know their numbers. */
static void compact(Gr3dVertex *out, uint32_t mask,
                    const float exports[GR3D_VP_EXPORTS][4])
{
    unsigned row = 0;

    for (unsigned i = 0; i < GR3D_VP_EXPORTS; i++) {
        if (mask >> i & 1) {
            memcpy(out->row[row++], exports[i], sizeof(out->row[0]));
        }
    }
    memset(out->row[row], 0, (GR3D_VERTEX_ROWS - row) * sizeof(out->row[0]));
}

void gr3d_vpe_run_one(const Gr3dVpe *vpe, uint32_t number, float *rows,
                      unsigned n, Gr3dVpeCount *count)
{
    float attr[GR3D_NUM_ATTRIBS][4], exports[GR3D_VP_EXPORTS][4];
    Gr3dVertex v;

    gr3d_idx_fetch(vpe->idx, &vpe->draw->span[GR3D_SPAN_ATTRIB], number, attr,
                   &count->events);
    count->work += vpe->draw->reference->vertex(&vpe->draw->vp,
                                                (const float (*)[4])attr,
                                                exports, &count->events) + 1;
    count->vertices++;
    compact(&v, vpe->exports, (const float (*)[4])exports);
    gr3d_vertex_put(rows, vpe->num_rows, n, &v);
}

/* Repeat the last vertex up to the end of a vector: set-up reads that far. */
static void repeat_last(const Gr3dVpe *vpe, unsigned num, float *rows)
{
    Gr3dVertex last;

    if (num % GR3D_VERTEX_VECTOR == 0) {
        return;
    }
    gr3d_vertex_get(rows, vpe->num_rows, num - 1, &last);
    for (unsigned n = num; n % GR3D_VERTEX_VECTOR; n++) {
        gr3d_vertex_put(rows, vpe->num_rows, n, &last);
    }
}

/* Clear vertices of a cancelled draw: corners are made of them. */
static void clear(const Gr3dVpe *vpe, unsigned first, unsigned num,
                  float *rows)
{
    static const Gr3dVertex zero;

    for (unsigned n = first; n < num; n++) {
        gr3d_vertex_put(rows, vpe->num_rows, n, &zero);
    }
}

/* Run the program vertex by vertex, as each may take a millisecond. */
void gr3d_vpe_run_list(const Gr3dVpe *vpe, const uint32_t *number,
                       unsigned num, float *rows, Gr3dVpeCount *count)
{
    unsigned n = 0;

    for (; n < num && !gr3d_stopped(vpe->draw, count->work); n++) {
        gr3d_vpe_run_one(vpe, number[n], rows, n, count);
    }
    clear(vpe, n, num, rows);
    repeat_last(vpe, num, rows);
}

void gr3d_vpe_run(const Gr3dVpe *vpe, const uint32_t *number, unsigned num,
                  float *rows, Gr3dVpeCount *count)
{
    if (vpe->lanes) {
        vpe->draw->exec->vertices(vpe, number, num, rows, count);
    } else {
        gr3d_vpe_run_list(vpe, number, num, rows, count);
    }
}

void gr3d_vpe_open(Gr3dVpe *vpe, const Gr3dDraw *draw, const Gr3dIdx *idx,
                   unsigned num_rows)
{
    vpe->draw = draw;
    vpe->idx = idx;
    vpe->exports = draw->vp.exports;
    vpe->num_rows = num_rows;
    vpe->lanes = draw->vp_lanes;
}

void gr3d_vpe_add(const Gr3dVpeCount *count, Gr3dDraw *draw)
{
    gpu_events_add(&draw->events, &count->events);
    draw->stats.vertices += count->vertices;
}
