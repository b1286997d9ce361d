/*
 * Tegra20 GR3D engine: a frozen draw: its tiles' results, pauses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "frozen.h"
#include "vpe.h"

const Gr3dReference gr3d_reference = { gr3d_vp_run, gr3d_qr_prim };

void gr3d_tile_begin(Gr3dTile *tile, const Gr3dDraw *draw)
{
    memset(tile, 0, sizeof(*tile));
    for (unsigned i = 0; i < GR3D_NUM_SURFACES; i++) {
        tile->surface[i] = draw->span[GR3D_SPAN_SURFACE + i];
        tile->surface[i].touched_start = UINT64_MAX;
        tile->surface[i].touched_end = 0;
    }
}

void gr3d_tile_add(const Gr3dTile *tile, Gr3dDraw *draw)
{
    draw->stats.fragments += tile->fragments;
    draw->stats.work += tile->work;
    for (unsigned i = 0; i < GR3D_NUM_SURFACES; i++) {
        const GpuSpan *from = &tile->surface[i];
        GpuSpan *span = &draw->span[GR3D_SPAN_SURFACE + i];

        span->touched_start = MIN(span->touched_start, from->touched_start);
        span->touched_end = MAX(span->touched_end, from->touched_end);
    }
}

bool gr3d_wait_paused(const Gr3dDraw *draw, uint64_t work)
{
    if (!gr3d_cancelled(draw)) {
        draw->wait(draw->wait_opaque, draw->stats.work + work);
    }
    return gr3d_cancelled(draw);
}
