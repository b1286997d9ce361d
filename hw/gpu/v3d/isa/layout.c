/*
 * VideoCore IV 3D engine: where a pixel of an image is
 * [VideoCore IV 3D Architecture Reference Guide, 11; Mesa's vc4_tiling.c]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "layout.h"

/* Where a pixel's bytes are known, a microtile's sizes divide by shifts. */
#define ALWAYS_INLINE   inline __attribute__((always_inline))

static ALWAYS_INLINE uint32_t div_up(uint32_t a, uint32_t b)
{
    return (a + b - 1) / b;
}

/* Inside a microtile */
static ALWAYS_INLINE uint32_t utile_offset(unsigned bytes, uint32_t x,
                                           uint32_t y)
{
    unsigned uw = v3d_utile_width(bytes), uh = v3d_utile_height(bytes);

    return (y % uh * uw + x % uw) * bytes;
}

static ALWAYS_INLINE uint32_t lt_offset(unsigned bytes, uint32_t width,
                                        uint32_t x, uint32_t y)
{
    unsigned uw = v3d_utile_width(bytes), uh = v3d_utile_height(bytes);

    return (y / uh * div_up(width, uw) + x / uw) * 64 +
           utile_offset(bytes, x, y);
}

/*
 * A tile is two by two subtiles of four by four microtiles.  Odd rows of tiles
 * go from right to left, and their subtiles turn the other way.
 */
static ALWAYS_INLINE uint32_t t_offset(unsigned bytes, uint32_t width,
                                       uint32_t x, uint32_t y)
{
    static const uint8_t subtile[2][4] = { { 0, 3, 1, 2 }, { 2, 1, 3, 0 } };
    uint32_t ux = x / v3d_utile_width(bytes), uy = y / v3d_utile_height(bytes);
    uint32_t tx = ux / 8, ty = uy / 8;
    uint32_t tiles = div_up(width, 8 * v3d_utile_width(bytes));

    return (ty * tiles + (ty % 2 ? tiles - 1 - tx : tx)) * 4096 +
           subtile[ty % 2][ux / 4 % 2 + uy / 4 % 2 * 2] * 1024u +
           (uy % 4 * 4 + ux % 4) * 64 + utile_offset(bytes, x, y);
}

static ALWAYS_INLINE uint32_t offset_of(V3dLayout layout, unsigned bytes,
                                        uint32_t width, uint32_t x, uint32_t y)
{
    switch (layout) {
    case V3D_LAYOUT_RASTER:
        return y * (div_up(width * bytes, 16) * 16) + x * bytes;
    case V3D_LAYOUT_T:
        return t_offset(bytes, width, x, y);
    default:
        return lt_offset(bytes, width, x, y);
    }
}

uint32_t v3d_pixel_offset(V3dLayout layout, unsigned bytes, uint32_t width,
                          uint32_t x, uint32_t y)
{
    switch (bytes) {
    case 1:
        return offset_of(layout, 1, width, x, y);
    case 2:
        return offset_of(layout, 2, width, x, y);
    case 4:
        return offset_of(layout, 4, width, x, y);
    default:
        return offset_of(layout, 8, width, x, y);
    }
}

uint64_t v3d_image_bytes(V3dLayout layout, unsigned bytes, uint32_t width,
                         uint32_t height)
{
    uint64_t columns = div_up(width, v3d_utile_width(bytes));
    uint64_t rows = div_up(height, v3d_utile_height(bytes));

    switch (layout) {
    case V3D_LAYOUT_RASTER:
        return (uint64_t)height * (div_up(width * bytes, 16) * 16);
    case V3D_LAYOUT_T:
        return (columns + 7) / 8 * ((rows + 7) / 8) * 4096;
    default:
        return columns * rows * 64;
    }
}
