/*
 * VideoCore IV 3D engine: where a pixel of an image is
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_LAYOUT_H
#define V3D_LAYOUT_H

#include <stdint.h>

/* As in control records */
typedef enum V3dLayout {
    V3D_LAYOUT_RASTER,
    V3D_LAYOUT_T,               /* 4 KiB tiles of microtiles */
    V3D_LAYOUT_LT,              /* microtiles in raster order */
    V3D_LAYOUT_RESERVED,        /* as LT */
} V3dLayout;

/* A microtile is 64 bytes.  @bytes of a pixel: 1, 2, 4 or 8 */
static inline unsigned v3d_utile_width(unsigned bytes)
{
    return bytes == 8 ? 2 : bytes == 4 ? 4 : 8;
}

static inline unsigned v3d_utile_height(unsigned bytes)
{
    return bytes == 1 ? 8 : 4;
}

/*
 * Bytes from the start of an image that is @width pixels wide to its pixel
 * (@x, @y).  Rows are padded: to 16 bytes, to whole 4 KiB tiles, to whole
 * microtiles.
 */
uint32_t v3d_pixel_offset(V3dLayout layout, unsigned bytes, uint32_t width,
                          uint32_t x, uint32_t y);
/* No pixel of the image is behind so many bytes. */
uint64_t v3d_image_bytes(V3dLayout layout, unsigned bytes, uint32_t width,
                         uint32_t height);

#endif /* V3D_LAYOUT_H */
