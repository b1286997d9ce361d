/*
 * Tegra20 GR3D engine: surfaces (colour, depth, stencil)
 *
 * [tegra-gr3d.rst, Surfaces and stores]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_SURF_H
#define GR3D_SURF_H

#include "hw/gpu/gr3d/isa/texfmt.h"
#include "hw/gpu/lib/span.h"

typedef struct Gr3dSurfDesc {
    const Gr3dFormat *format;   /* NULL: not modelled */
    uint8_t number;             /* of the format */
    bool tiled;                 /* tiles of 16 bytes x 16 rows */
    bool dither;
    uint32_t stride;            /* bytes per row of pixels */
} Gr3dSurfDesc;

typedef struct Gr3dDither {
    uint8_t threshold[2][2];    /* [row & 1][col & 1], eighths */
    bool alpha;
} Gr3dDither;

void gr3d_surf_decode(Gr3dSurfDesc *surf, uint32_t desc);
void gr3d_dither_decode(Gr3dDither *dither, uint32_t word);

/* Return the byte offset of byte @x of row @row; of a pixel. */
uint64_t gr3d_tile_offset(uint32_t stride, uint32_t x, uint32_t row);
uint64_t gr3d_surf_offset(const Gr3dSurfDesc *surf, uint32_t col,
                          uint32_t row);
/* Return a number of bytes beyond which no pixel below @cols, @rows ends. */
uint64_t gr3d_surf_size(const Gr3dSurfDesc *surf, uint32_t cols,
                        uint32_t rows);

/*
 * Access a pixel as gpu_span_read() and gpu_span_write() do, also of a surface
 * whose format is not modelled.
 */
bool gr3d_surf_read(const Gr3dSurfDesc *surf, const GpuSpan *span,
                    uint32_t col, uint32_t row, uint64_t *pixel);
bool gr3d_surf_write(const Gr3dSurfDesc *surf, GpuSpan *span, uint32_t col,
                     uint32_t row, uint64_t pixel);

/* Access a pixel as four fx10; pairs are not stored. */
bool gr3d_surf_load(const Gr3dSurfDesc *surf, const GpuSpan *span,
                    uint32_t col, uint32_t row, uint32_t c[4]);
bool gr3d_surf_store(const Gr3dSurfDesc *surf, GpuSpan *span,
                     const Gr3dDither *dither, uint32_t col, uint32_t row,
                     const uint32_t c[4]);

#endif /* GR3D_SURF_H */
