/*
 * Tegra20 GR3D engine: surfaces (colour, depth, stencil)
 *
 * [tegra-gr3d.rst, Surfaces and stores]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "hw/gpu/gr3d/isa/num.h"
#include "hw/gpu/gr3d/isa/regs.h"
#include "hw/gpu/lib/le.h"
#include "frozen.h"

void gr3d_surf_decode(Gr3dSurfDesc *surf, uint32_t desc)
{
    surf->number = GR3D_GET(desc, SURFDESC, FORMAT);
    surf->format = gr3d_format(surf->number);
    if (surf->format && !surf->format->bytes) {
        surf->format = NULL;    /* blocks cannot be rendered to */
    }
    /* 1 is only a name; 2 is the layout that clients use */
    surf->tiled = GR3D_GET(desc, SURFDESC, STRUCTURE) != 0;
    surf->dither = GR3D_GET(desc, SURFDESC, DITHER);
    surf->stride = GR3D_GET(desc, SURFDESC, STRIDE);
}

void gr3d_dither_decode(Gr3dDither *dither, uint32_t word)
{
    dither->threshold[0][0] = GR3D_GET(word, DITHER_TABLE, D00);
    dither->threshold[0][1] = GR3D_GET(word, DITHER_TABLE, D01);
    dither->threshold[1][0] = GR3D_GET(word, DITHER_TABLE, D10);
    dither->threshold[1][1] = GR3D_GET(word, DITHER_TABLE, D11);
    dither->alpha = GR3D_GET(word, DITHER_TABLE, ALPHA);
}

uint64_t gr3d_tile_offset(uint32_t stride, uint32_t x, uint32_t row)
{
    return (uint64_t)(row / 16) * 16 * stride + (uint64_t)(x / 16) * 256 +
           row % 16 * 16 + x % 16;
}

uint64_t gr3d_surf_offset(const Gr3dSurfDesc *surf, uint32_t col,
                          uint32_t row)
{
    uint32_t x = col * surf->format->bytes;

    if (surf->tiled) {
        return gr3d_tile_offset(surf->stride, x, row);
    }
    return (uint64_t)row * surf->stride + x;
}

uint64_t gr3d_surf_size(const Gr3dSurfDesc *surf, uint32_t cols,
                        uint32_t rows)
{
    unsigned bytes;
    uint32_t x;

    if (!surf->format || !cols || !rows) {
        return 0;
    }
    bytes = gr3d_format_read(surf->format, cols - 1, &x);
    x *= surf->format->bytes;
    if (surf->tiled) {
        /* to the end of the last tile */
        return gr3d_tile_offset(surf->stride, x & ~15u, (rows - 1) & ~15u) +
               256;
    }
    return (uint64_t)(rows - 1) * surf->stride + x + bytes;
}

bool gr3d_surf_read(const Gr3dSurfDesc *surf, const GpuSpan *span,
                    uint32_t col, uint32_t row, uint64_t *pixel)
{
    uint32_t first;
    unsigned bytes;
    bool ok;

    if (!surf->format) {
        *pixel = 0;
        return false;
    }
    bytes = gr3d_format_read(surf->format, col, &first);
    ok = gpu_span_read(span, gr3d_surf_offset(surf, first, row), bytes,
                       pixel);
    *pixel = gr3d_format_pick(surf->format, col, *pixel);
    return ok;
}

bool gr3d_surf_write(const Gr3dSurfDesc *surf, GpuSpan *span, uint32_t col,
                     uint32_t row, uint64_t pixel)
{
    return surf->format &&
           gpu_span_write(span, gr3d_surf_offset(surf, col, row),
                          surf->format->bytes, pixel);
}

bool gr3d_surf_load(const Gr3dSurfDesc *surf, const GpuSpan *span,
                    uint32_t col, uint32_t row, uint32_t c[4])
{
    uint64_t pixel;
    bool ok = gr3d_surf_read(surf, span, col, row, &pixel);

    if (surf->format) {
        gr3d_format_unpack(surf->format, pixel, c);
    } else {
        memset(c, 0, 4 * sizeof(c[0]));
    }
    return ok;
}

bool gr3d_surf_store(const Gr3dSurfDesc *surf, GpuSpan *span,
                     const Gr3dDither *dither, uint32_t col, uint32_t row,
                     const uint32_t c[4])
{
    int threshold = -1;

    if (!surf->format || !surf->format->store) {
        return false;
    }
    if (surf->dither) {
        threshold = dither->threshold[row & 1][col & 1];
    }
    return gr3d_surf_write(surf, span, col, row,
                           gr3d_format_pack(surf->format, c, threshold,
                                            dither->alpha ? threshold : -1));
}
