/*
 * VideoCore IV 3D engine: tile buffer (TLB), loads and stores
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_TLB_H
#define V3D_TLB_H

#include "hw/gpu/v3d/isa/layout.h"
#include "hw/gpu/v3d/isa/memory.h"
#include "state.h"

/* Pixels in a row of the tile, and rows */
static inline unsigned v3d_tile_size(const V3dTileState *tile)
{
    return tile->multisample ? 32 : 64;
}

static inline unsigned v3d_tile_height(const V3dTileState *tile)
{
    return v3d_tile_size(tile) >> tile->colour_64;
}

static inline unsigned v3d_tile_samples(const V3dTileState *tile)
{
    return tile->multisample ? 4 : 1;
}

/* Place of the first sample of the pixel (@x, @y); samples are 4 apart. */
static inline unsigned v3d_tile_place(const V3dTileState *tile, unsigned x,
                                      unsigned y)
{
    unsigned quad = y / 2 * (v3d_tile_size(tile) / 2) + x / 2;

    return quad * 4 * v3d_tile_samples(tile) + y % 2 * 2 + x % 2;
}

/*
 * Word of colour of the sample at @place.  M: the two words of 64 bits follow
 * each other, so that a clear puts the same in each mode.
 */
static inline unsigned v3d_tile_colour(const V3dTileState *tile,
                                       unsigned place, unsigned word)
{
    return (place << tile->colour_64) + word;
}

/* VG mask of the sample at @place */
static inline uint8_t v3d_tile_mask(const V3dTileState *tile, unsigned place)
{
    return tile->mask[place / 4] >> place % 4 * 8;
}

static inline void v3d_tile_set_mask(V3dTileState *tile, unsigned place,
                                     uint8_t value)
{
    unsigned shift = place % 4 * 8;

    tile->mask[place / 4] = (tile->mask[place / 4] & ~(0xffu << shift)) |
                            (uint32_t)value << shift;
}

enum {
    V3D_CLEAR_COLOUR = 1 << 0,
    V3D_CLEAR_ZS = 1 << 1,
    V3D_CLEAR_MASK = 1 << 2,
    V3D_CLEAR_ALL = (1 << 3) - 1,
};

void v3d_tile_clear(V3dTileState *tile, unsigned what);

/* As in Load and Store Tile Buffer General */
enum {
    V3D_BUFFER_NONE,
    V3D_BUFFER_COLOUR,
    V3D_BUFFER_ZS,
    V3D_BUFFER_Z,
    V3D_BUFFER_MASK,
    V3D_BUFFER_FULL,
};

enum {
    V3D_PIXEL_RGBA8888,
    V3D_PIXEL_BGR565_DITHERED,
    V3D_PIXEL_BGR565,
};

/* What is stored of the samples of a pixel, as in both records */
enum {
    V3D_STORE_SAMPLE,           /* the first */
    V3D_DECIMATE_4,
    V3D_DECIMATE_16,            /* of a quad, which is a pixel then */
};

/* Part of an image that a tile covers */
typedef struct V3dTileImage {
    uint32_t address;           /* of the image */
    uint32_t width, height;     /* of the image */
    uint32_t x, y;              /* of the tile's first pixel */
    unsigned buffer;            /* colour, Z and stencil, Z, or mask */
    unsigned pixel_format;      /* of colour of 32 bits */
    bool colour_64;
    V3dLayout layout;
    unsigned decimate;          /* 3: as DECIMATE_16 [M] */
} V3dTileImage;

unsigned v3d_tile_pixel_bytes(const V3dTileImage *image);
void v3d_tile_store(const V3dTileState *tile, V3dMemory *mem,
                    const V3dTileImage *image);
/* All samples of a pixel get its value. */
void v3d_tile_load(V3dTileState *tile, V3dMemory *mem,
                   const V3dTileImage *image);

/* Full resolution: 16 KiB of colour, of Z and stencil, or of each */
void v3d_tile_store_full(const V3dTileState *tile, V3dMemory *mem,
                         uint32_t address, bool colour, bool zs);
void v3d_tile_load_full(V3dTileState *tile, V3dMemory *mem, uint32_t address,
                        bool colour, bool zs);

#endif /* V3D_TLB_H */
