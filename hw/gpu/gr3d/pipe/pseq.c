/*
 * Tegra20 GR3D engine: pixel sequencer, loads of destination pixels
 *
 * [tegra-gr3d.rst, Fragment pipe]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "frag.h"

/*
 * Load a pixel.  A suppressed load (helper, or killed without the read-killed
 * bit) leaves the registers as they are.  Raw loads are not modelled.
 */
void gr3d_pseq_run(const Gr3dDraw *draw, const Gr3dFpPseq *pseq,
                   Gr3dFrag *frag, unsigned base)
{
    const Gr3dSurfDesc *surf = &draw->surf[pseq->surf];
    uint32_t *reg = &frag->file[base + 2 * pseq->pair];
    uint32_t c[4];

    if (pseq->op != 1 || frag->helper || (frag->killed && !pseq->killed)) {
        return;
    }
    if (!gr3d_surf_load(surf, &frag->tile->surface[pseq->surf], frag->col,
                        frag->row, c)) {
        gr3d_event(&frag->tile->events, surf->format ? GR3D_EV_SURF_RANGE :
                   GR3D_EV_SURF_FORMAT, pseq->surf);
    }
    reg[0] = c[0] | c[1] << 10;
    reg[1] = c[2] | c[3] << 10;
}
