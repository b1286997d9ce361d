/*
 * Tegra20 GR3D engine: vertex stage
 *
 * [tegra-gr3d.rst, Vertex stage]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "regs.h"
#include "vpe.h"

/* Set-up counts enabled exports, it does not know their numbers. */
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

uint64_t gr3d_vpe_run(Gr3dDraw *draw, const Gr3dIdx *idx, uint32_t v,
                      Gr3dVertex *out)
{
    float attr[GR3D_NUM_ATTRIBS][4], exports[GR3D_VP_EXPORTS][4];
    unsigned executed;

    gr3d_idx_fetch(idx, &draw->span[GR3D_SPAN_ATTRIB], v, attr,
                   &draw->events);
    executed = gr3d_vp_run(&draw->vp, (const float (*)[4])attr, exports,
                           &draw->events);
    compact(out, GR3D_GET(draw->regs.reg[GR3D_R_ATTR_MASK], ATTR_MASK, OUTPUT),
            (const float (*)[4])exports);
    draw->stats.vertices++;
    return executed + 1;
}
