/*
 * VideoCore IV 3D engine: tile buffer (TLB), loads and stores
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "hw/gpu/lib/bits.h"
#include "hw/gpu/lib/le.h"
#include "hw/gpu/v3d/isa/num.h"
#include "tlb.h"

static void fill(uint32_t *words, unsigned num, uint32_t even, uint32_t odd)
{
    for (unsigned i = 0; i < num; i += 2) {
        words[i] = even;
        words[i + 1] = odd;
    }
}

void v3d_tile_clear(V3dTileState *tile, unsigned what)
{
    uint32_t mask = tile->clear_mask * 0x01010101u;

    if (what & V3D_CLEAR_COLOUR) {
        /* M: which pixels get the second word */
        fill(tile->colour, V3D_TILE_WORDS, tile->clear_colour[0],
             tile->clear_colour[1]);
    }
    if (what & V3D_CLEAR_ZS) {
        fill(tile->zs, V3D_TILE_WORDS, tile->clear_zs, tile->clear_zs);
    }
    if (what & V3D_CLEAR_MASK) {
        fill(tile->mask, V3D_TILE_WORDS / 4, mask, mask);
    }
}

/* M: the average of @num is rounded to the nearest, halves up. */
static inline uint32_t average(const uint32_t *sample, unsigned num,
                               unsigned step)
{
    uint32_t result = 0;

    for (unsigned shift = 0; shift < 32; shift += 8) {
        uint32_t sum = num / 2;

        for (unsigned s = 0; s < num; s++) {
            sum += sample[step * s] >> shift & 0xff;
        }
        result |= sum / num << shift;
    }
    return result;
}

/* M: of two halves, rounded as by a program that packs them */
static uint32_t average_halves(const uint32_t *sample, unsigned num,
                               unsigned step)
{
    uint32_t result = 0;

    for (unsigned shift = 0; shift < 32; shift += 16) {
        float sum = 0;

        for (unsigned s = 0; s < num; s++) {
            sum += gpu_float_from_bits(v3d_half_to_float(
                sample[step * s] >> shift & 0xffff));
        }
        result |= v3d_float_to_half(gpu_float_to_bits(sum / num)) << shift;
    }
    return result;
}

/*
 * The average of 16 samples is that of a quad, whose samples follow each other.
 * M: a pixel of the image, so the tile has half as many in each direction.
 */
static bool stores_quads(const V3dTileState *tile, const V3dTileImage *image)
{
    return tile->multisample && image->buffer == V3D_BUFFER_COLOUR &&
           image->decimate >= V3D_DECIMATE_16;
}

static uint32_t dither(uint32_t value, unsigned bits, unsigned x, unsigned y)
{
    /* M: Bayer's 4x4 */
    static const uint8_t matrix[4][4] = {
        { 0, 8, 2, 10 }, { 12, 4, 14, 6 }, { 3, 11, 1, 9 }, { 15, 7, 13, 5 },
    };
    uint32_t sum = value + (matrix[y & 3][x & 3] << (8 - bits) >> 4);

    return (sum < 255 ? sum : 255) >> (8 - bits);
}

static uint32_t pack_565(uint32_t rgba, bool dithered, unsigned x, unsigned y)
{
    uint32_t r = rgba & 0xff, g = rgba >> 8 & 0xff, b = rgba >> 16 & 0xff;

    if (dithered) {
        return dither(r, 5, x, y) << 11 | dither(g, 6, x, y) << 5 |
               dither(b, 5, x, y);
    }
    /* M: truncated */
    return r >> 3 << 11 | g >> 2 << 5 | b >> 3;
}

static uint32_t unpack_565(uint32_t pixel)
{
    uint32_t r = pixel >> 11, g = pixel >> 5 & 0x3f, b = pixel & 0x1f;

    return (r << 3 | r >> 2) | (g << 2 | g >> 4) << 8 |
           (b << 3 | b >> 2) << 16 | 0xff000000;
}

/*
 * M: no format of a record is one of 64 bits; in memory they are as the texture
 * type RGBA64 has them, four halves, whatever the record says.
 */
unsigned v3d_tile_pixel_bytes(const V3dTileImage *image)
{
    if (image->buffer == V3D_BUFFER_COLOUR && image->colour_64) {
        return 8;
    }
    if (image->buffer == V3D_BUFFER_MASK) {
        return 1;               /* M: bytes in any layout */
    }
    return image->buffer == V3D_BUFFER_COLOUR &&
           image->pixel_format != V3D_PIXEL_RGBA8888 ? 2 : 4;
}

static uint32_t pixel_address(const V3dTileImage *image, unsigned x, unsigned y)
{
    return image->address +
           v3d_pixel_offset(image->layout, v3d_tile_pixel_bytes(image),
                            image->width, image->x + x, image->y + y);
}

/* Pixels of a tile inside the image, in one direction */
static unsigned inside(uint32_t size, uint32_t first, unsigned tile)
{
    return first >= size ? 0 : size - first < tile ? size - first : tile;
}

/* @word: the first of a sample's colour, or the second */
static uint32_t stored_colour(const V3dTileState *tile,
                              const V3dTileImage *image, unsigned x, unsigned y,
                              unsigned word)
{
    unsigned shrink = stores_quads(tile, image);
    const uint32_t *colour = &tile->colour[v3d_tile_colour(
        tile, v3d_tile_place(tile, x << shrink, y << shrink), word)];

    if (shrink) {
        return tile->colour_64 ? average_halves(colour, 16, 2) :
               average(colour, 16, 1);
    }
    if (tile->multisample && image->decimate) {
        return tile->colour_64 ? average_halves(colour, 4, 8) :
               average(colour, 4, 4);
    }
    return *colour;
}

static uint64_t stored_pixel(const V3dTileState *tile,
                             const V3dTileImage *image, unsigned x, unsigned y)
{
    uint32_t colour;

    if (image->buffer == V3D_BUFFER_MASK) {
        return v3d_tile_mask(tile, v3d_tile_place(tile, x, y));
    }
    if (image->buffer != V3D_BUFFER_COLOUR) {
        return tile->zs[v3d_tile_place(tile, x, y)];
    }
    colour = stored_colour(tile, image, x, y, 0);
    if (image->colour_64) {
        return (uint64_t)stored_colour(tile, image, x, y, 1) << 32 | colour;
    }
    return image->pixel_format == V3D_PIXEL_RGBA8888 ? colour :
           pack_565(colour, image->pixel_format == V3D_PIXEL_BGR565_DITHERED,
                    x, y);
}

/* Pixels of a row that follow each other in memory */
static unsigned run_length(const V3dTileImage *image, unsigned count)
{
    return image->layout == V3D_LAYOUT_RASTER ? count :
           v3d_utile_width(v3d_tile_pixel_bytes(image));
}

/* Words as they are in the tile buffer */
static bool stores_words(const V3dTileState *tile, const V3dTileImage *image)
{
    return image->buffer == V3D_BUFFER_ZS || image->buffer == V3D_BUFFER_Z ||
           (image->buffer == V3D_BUFFER_COLOUR &&
            image->pixel_format == V3D_PIXEL_RGBA8888 && !image->colour_64 &&
            !(tile->multisample && image->decimate));
}

static void store_words_run(const V3dTileState *tile, uint8_t *data,
                            const V3dTileImage *image, unsigned x, unsigned y,
                            unsigned count)
{
    const uint32_t *words = image->buffer == V3D_BUFFER_COLOUR ?
                            tile->colour : tile->zs;
    const uint32_t *from = &words[v3d_tile_place(tile, x, y)];
    unsigned step = 4 * v3d_tile_samples(tile);

    /* A run begins with a quad. */
    for (unsigned i = 0; i + 1 < count; i += 2, from += step) {
        gpu_store_le(data + 4 * i, 8, from[0] | (uint64_t)from[1] << 32);
    }
    if (count % 2) {
        gpu_store_le_4(data + 4 * (count - 1), *from);
    }
}

static void store_run(const V3dTileState *tile, V3dMemory *mem,
                      const V3dTileImage *image, unsigned x, unsigned y,
                      unsigned count)
{
    unsigned bytes = v3d_tile_pixel_bytes(image);
    uint8_t *data = v3d_memory_write(mem, pixel_address(image, x, y),
                                     count * bytes);

    if (data && stores_words(tile, image)) {
        store_words_run(tile, data, image, x, y, count);
        return;
    }
    for (unsigned i = 0; data && i < count; i++) {
        gpu_store_le(data + i * bytes, bytes,
                     stored_pixel(tile, image, x + i, y));
    }
}

/* A pixel of the mask, or of 64-bit colour */
static void load_pixel(V3dTileState *tile, const V3dTileImage *image,
                       unsigned place, uint64_t value)
{
    for (unsigned s = 0; s < v3d_tile_samples(tile); s++) {
        unsigned at = v3d_tile_colour(tile, place + 4 * s, 0);

        if (image->buffer == V3D_BUFFER_MASK) {
            v3d_tile_set_mask(tile, place + 4 * s, value);
            continue;
        }
        tile->colour[at] = value;
        tile->colour[at + 1] = value >> 32;
    }
}

static void load_run(V3dTileState *tile, V3dMemory *mem,
                     const V3dTileImage *image, unsigned x, unsigned y,
                     unsigned count)
{
    unsigned bytes = v3d_tile_pixel_bytes(image);
    unsigned samples = v3d_tile_samples(tile);
    const uint8_t *data = v3d_memory_read(mem, pixel_address(image, x, y),
                                          count * bytes);
    uint32_t *words = image->buffer == V3D_BUFFER_COLOUR ? tile->colour :
                      tile->zs;

    for (unsigned i = 0; data && i < count; i++) {
        unsigned place = v3d_tile_place(tile, x + i, y);
        uint32_t word;

        if (bytes == 1 || bytes == 8) {
            load_pixel(tile, image, place,
                       gpu_load_le(data + i * bytes, bytes));
            continue;
        }
        word = bytes == 4 ? gpu_load_le_4(data + 4 * i) :
               unpack_565(gpu_load_le(data + 2 * i, 2));
        for (unsigned s = 0; s < samples; s++) {
            words[place + 4 * s] = word;
        }
    }
}

static void store(const V3dTileState *tile, V3dMemory *mem,
                  const V3dTileImage *image, unsigned shrink)
{
    unsigned width = inside(image->width, image->x,
                            v3d_tile_size(tile) >> shrink);
    unsigned height = inside(image->height, image->y,
                             v3d_tile_height(tile) >> shrink);

    for (unsigned y = 0; y < height; y++) {
        unsigned run = run_length(image, width);

        for (unsigned x = 0; x < width; x += run) {
            store_run(tile, mem, image, x, y,
                      width - x < run ? width - x : run);
        }
    }
}

void v3d_tile_store(const V3dTileState *tile, V3dMemory *mem,
                    const V3dTileImage *image)
{
    unsigned shrink = stores_quads(tile, image);
    V3dTileImage part = *image;

    part.x >>= shrink;
    part.y >>= shrink;
    store(tile, mem, &part, shrink);
}

void v3d_tile_load(V3dTileState *tile, V3dMemory *mem,
                   const V3dTileImage *image)
{
    unsigned width = inside(image->width, image->x, v3d_tile_size(tile));
    unsigned height = inside(image->height, image->y, v3d_tile_height(tile));

    for (unsigned y = 0; y < height; y++) {
        unsigned run = run_length(image, width);

        for (unsigned x = 0; x < width; x += run) {
            load_run(tile, mem, image, x, y, width - x < run ? width - x : run);
        }
    }
}

static void store_words(V3dMemory *mem, uint32_t address, const uint32_t *words)
{
    uint8_t *data = v3d_memory_write(mem, address, 4 * V3D_TILE_WORDS);

    for (unsigned i = 0; data && i < V3D_TILE_WORDS; i++) {
        gpu_store_le_4(data + 4 * i, words[i]);
    }
}

static void load_words(V3dMemory *mem, uint32_t address, uint32_t *words)
{
    const uint8_t *data = v3d_memory_read(mem, address, 4 * V3D_TILE_WORDS);

    for (unsigned i = 0; data && i < V3D_TILE_WORDS; i++) {
        words[i] = gpu_load_le_4(data + 4 * i);
    }
}

void v3d_tile_store_full(const V3dTileState *tile, V3dMemory *mem,
                         uint32_t address, bool colour, bool zs)
{
    if (colour) {
        store_words(mem, address, tile->colour);
    }
    if (zs) {
        /* M: behind the colour */
        store_words(mem, address + (colour ? 4 * V3D_TILE_WORDS : 0), tile->zs);
    }
}

void v3d_tile_load_full(V3dTileState *tile, V3dMemory *mem, uint32_t address,
                        bool colour, bool zs)
{
    if (colour) {
        load_words(mem, address, tile->colour);
    }
    if (zs) {
        load_words(mem, address + (colour ? 4 * V3D_TILE_WORDS : 0), tile->zs);
    }
}
