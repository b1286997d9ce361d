/*
 * Tegra20 GR3D engine: which draws are run in strips
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "hazard.h"
#include "strips.h"

/* Columns and rows that the tiles of @bins can have pixels in */
static uint32_t cols_of(const Gr3dDraw *draw, const Gr3dBins *bins)
{
    return MIN((bins->col0 + bins->cols) * GR3D_TILE, draw->cols);
}

static uint32_t rows_of(const Gr3dDraw *draw, const Gr3dBins *bins)
{
    return MIN((bins->row0 + bins->rows) * GR3D_TILE, draw->rows);
}

/*
 * Hazards
 */

/* Tell whether every pixel has bytes of its own, up to the last column. */
static bool rows_disjoint(const Gr3dSurfDesc *surf, uint32_t cols)
{
    uint64_t row = (uint64_t)cols * surf->format->bytes;

    return surf->tiled ? ((row + 15) & ~15ull) <= surf->stride :
           row <= surf->stride;
}

static bool alone(const Gr3dDraw *draw, unsigned surf)
{
    const GpuSpan *span = &draw->span[GR3D_SPAN_SURFACE + surf];

    for (unsigned i = 0; i < GR3D_NUM_TEXTURES; i++) {
        if (gpu_spans_overlap(span, &draw->span[GR3D_SPAN_TEXTURE + i])) {
            return false;
        }
    }
    for (unsigned i = 0; i < GR3D_NUM_SURFACES; i++) {
        if (i != surf &&
            gpu_spans_overlap(span, &draw->span[GR3D_SPAN_SURFACE + i]) &&
            !gr3d_pixels_same(draw, surf, draw, i)) {
            return false;
        }
    }
    return true;
}

/* Rows of what is only read, too: another draw may write them. */
bool gr3d_pixels_disjoint(const Gr3dDraw *draw, const Gr3dBins *bins)
{
    uint32_t cols = cols_of(draw, bins);

    for (unsigned i = 0; i < GR3D_NUM_SURFACES; i++) {
        const GpuSpan *span = &draw->span[GR3D_SPAN_SURFACE + i];

        if (span->size && (!rows_disjoint(&draw->surf[i], cols) ||
                           (span->writable && !alone(draw, i)))) {
            return false;
        }
    }
    return true;
}

/*
 * Eligibility
 */

/* Tell whether there is memory for all that program and tests can reach. */
static bool bound(const Gr3dDraw *draw, const Gr3dBins *bins)
{
    uint32_t cols = cols_of(draw, bins), rows = rows_of(draw, bins);

    for (unsigned i = 0; i < GR3D_NUM_SURFACES; i++) {
        if (draw->request[GR3D_SPAN_SURFACE + i].size &&
            draw->span[GR3D_SPAN_SURFACE + i].size <
            gr3d_surf_size(&draw->surf[i], cols, rows)) {
            return false;
        }
    }
    for (unsigned i = GR3D_SPAN_TEXTURE; i < GR3D_NUM_SPANS; i++) {
        if (draw->span[i].size != draw->request[i].size) {
            return false;
        }
    }
    return true;
}

/* Tell whether all surfaces and textures that are used are modelled. */
static bool modelled(const Gr3dDraw *draw)
{
    unsigned stores = draw->fp->stores & draw->qr.st_enable;

    for (unsigned i = 0; i < GR3D_NUM_SURFACES; i++) {
        const Gr3dFormat *format = draw->surf[i].format;

        if (stores >> i & 1 && !(format && format->store)) {
            return false;       /* depth, too */
        }
        if (draw->fp->loads >> i & 1 && !format) {
            return false;
        }
    }
    for (unsigned i = 0; i < GR3D_NUM_TEXTURES; i++) {
        if (draw->fp->textures >> i & 1 && !draw->request[GR3D_SPAN_TEXTURE +
                                                         i].size) {
            return false;
        }
    }
    return true;
}

/* Tell whether the program's stores need not wait for the tests' writes. */
static bool early(const Gr3dQr *qr)
{
    return !qr->pass_failed && (!qr->s_test || qr->s_early);
}

bool gr3d_strips_ok(const Gr3dDraw *draw, const Gr3dBins *bins)
{
    return draw->exec && draw->exec->prim && early(&draw->qr) &&
           modelled(draw) && bound(draw, bins) &&
           gr3d_pixels_disjoint(draw, bins);
}
