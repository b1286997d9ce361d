/*
 * VideoCore IV 3D engine: a texture's images in memory
 * [VideoCore IV 3D Architecture Reference Guide, 11; Mesa's vc4_resource.c]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "hw/gpu/lib/etc1.h"
#include "hw/gpu/lib/le.h"
#include "hw/gpu/v3d/isa/num.h"
#include "tmu_image.h"

#define UTILE_BYTES     64

/* Texels of a microtile */
static unsigned utile_width(unsigned bits)
{
    return bits >= 8 ? v3d_utile_width(bits / 8) : bits == 4 ? 16 : 32;
}

static unsigned utile_height(unsigned bits)
{
    return bits >= 8 ? v3d_utile_height(bits / 8) : bits == 4 ? 8 : 16;
}

static unsigned align_up(unsigned value, unsigned to)
{
    return (value + to - 1) / to * to;
}

static unsigned pot_above(unsigned value)
{
    unsigned pot = 1;

    while (pot < value) {
        pot *= 2;
    }
    return pot;
}

static unsigned minify(unsigned size, unsigned level)
{
    return size >> level ? size >> level : 1;
}

/* In texels, or in blocks where these are what is laid out */
static unsigned in_cells(const V3dTexType *type, unsigned texels)
{
    return type->kind == V3D_TEX_BLOCK ? (texels + 3) / 4 : texels;
}

/* Up to four microtiles in either direction are no tile. */
static V3dLayout layout_of(const V3dTexType *type, unsigned columns,
                           unsigned rows)
{
    if (type->raster) {
        return V3D_LAYOUT_RASTER;
    }
    return columns <= 4 * utile_width(type->bits) ||
           rows <= 4 * utile_height(type->bits) ?
           V3D_LAYOUT_LT : V3D_LAYOUT_T;
}

static uint32_t bytes_of(const V3dTexType *type, V3dLayout layout,
                         unsigned columns, unsigned rows)
{
    unsigned utiles = layout == V3D_LAYOUT_T ? 8 : 1;
    unsigned w = utile_width(type->bits), h = utile_height(type->bits);

    if (layout == V3D_LAYOUT_RASTER) {
        return align_up(columns * type->bits / 8, 16) * rows;
    }
    return align_up(columns, w * utiles) / w *
           (align_up(rows, h * utiles) / h) * UTILE_BYTES;
}

/*
 * Each level is below the one before it.  From level 1 on it has the room of
 * a power of two, of which NPOT textures use less.
 */
static void set_levels(V3dTexImage *image)
{
    const V3dTexture *tex = &image->tex;
    unsigned columns = in_cells(tex->type, tex->width);
    unsigned rows = in_cells(tex->type, tex->height);
    unsigned pot_columns = pot_above(columns), pot_rows = pot_above(rows);
    uint32_t addr = tex->base;

    for (unsigned i = 0; i < V3D_TEX_LEVELS && i <= tex->last_level; i++) {
        V3dTexLevel *level = &image->level[i];

        if (i) {
            columns = minify(pot_columns, i);
            rows = minify(pot_rows, i);
        }
        level->columns = columns;
        level->layout = layout_of(tex->type, columns, rows);
        level->bytes = bytes_of(tex->type, level->layout, columns, rows);
        addr -= i ? level->bytes : 0;
        level->addr = addr;
        level->width = minify(tex->width, i);
        level->height = minify(tex->height, i);
    }
}

void v3d_tex_image_init(V3dTexImage *image, V3dMemory *mem,
                        const uint32_t config[4])
{
    image->mem = mem;
    v3d_texture_decode(&image->tex, config);
    if (image->tex.type->kind != V3D_TEX_RESERVED) {
        set_levels(image);
    }
}

bool v3d_tex_image_inside(const V3dTexImage *image)
{
    const V3dTexture *tex = &image->tex;

    for (unsigned i = 0; i < V3D_TEX_LEVELS && i <= tex->last_level; i++) {
        const V3dTexLevel *level = &image->level[i];

        for (unsigned face = 0; face < (tex->cube ? 6 : 1); face++) {
            if (!v3d_memory_peek(image->mem, level->addr +
                                 face * tex->cube_stride, level->bytes)) {
                return false;
            }
        }
    }
    return true;
}

/*
 * Microtiles of 1 bit are 16 rows of 32; the place of a microtile is that of
 * an 8 by 8 microtile of bytes.
 */
static uint32_t one_bit_offset(const V3dTexLevel *level, unsigned x,
                               unsigned y)
{
    return v3d_pixel_offset(level->layout, 1, align_up(level->columns, 32) / 4,
                            x / 32 * 8, y / 16 * 8) + y % 16 * 4 + x % 32 / 8;
}

static uint32_t offset_of(const V3dTexLevel *level, unsigned bits, unsigned x,
                          unsigned y)
{
    switch (bits) {
    case 1:
        return one_bit_offset(level, x, y);
    case 4:
        return v3d_pixel_offset(level->layout, 1, (level->columns + 1) / 2,
                                x / 2, y);
    default:
        return v3d_pixel_offset(level->layout, bits / 8, level->columns, x, y);
    }
}

static void numbers(float channel[4], uint32_t rgba)
{
    for (unsigned i = 0; i < 4; i++) {
        channel[i] = rgba >> 8 * i & 0xff;
    }
}

/* Without ETCFLIP, a block's first row is the lowest. */
static void etc1(const V3dTexture *tex, uint64_t stored, unsigned x,
                 unsigned y, float channel[4])
{
    y = tex->etc_flip ? y % 4 : 3 - y % 4;
    numbers(channel, gpu_etc1_texel(__builtin_bswap64(stored), x % 4, y));
}

static void halves(uint64_t texel, float channel[4])
{
    for (unsigned i = 0; i < 4; i++) {
        channel[i] = (float)v3d_operand(
            v3d_half_to_float(texel >> 16 * i & 0xffff));
    }
}

/* Two pixels' Y are bytes 0 and 2 of their word, U is byte 1, V byte 3. */
static void yuyv(uint32_t pair, unsigned x, float channel[4])
{
    channel[0] = pair >> (x % 2 ? 16 : 0) & 0xff;
    channel[1] = pair >> 8 & 0xff;
    channel[2] = pair >> 24;
    channel[3] = 255;
}

static void decode(const V3dTexture *tex, uint64_t texel, unsigned x,
                   unsigned y, float channel[4])
{
    switch (tex->type->kind) {
    case V3D_TEX_BLOCK:
        etc1(tex, texel, x, y, channel);
        break;
    case V3D_TEX_HALF:
    case V3D_TEX_HALVES:
        halves(texel, channel);
        break;
    case V3D_TEX_SHORT:
        channel[0] = texel;
        channel[1] = channel[2] = channel[3] = 0;
        break;
    case V3D_TEX_YUYV:
        yuyv(texel, x, channel);
        break;
    default:
        v3d_texel_channels(tex->type, texel, channel);
        break;
    }
}

void v3d_tex_fetch(const V3dTexImage *image, unsigned level, unsigned face,
                   unsigned x, unsigned y, float channel[4])
{
    const V3dTexture *tex = &image->tex;
    const V3dTexLevel *l = &image->level[level];
    bool pair = tex->type->kind == V3D_TEX_YUYV;
    unsigned cell_x = in_cells(tex->type, x + 1) - 1;
    unsigned cell_y = in_cells(tex->type, y + 1) - 1;
    unsigned bits = tex->type->bits, bytes = bits < 8 ? 1 : bits / 8;
    uint32_t offset = offset_of(l, bits, pair ? x & ~1u : cell_x, cell_y);
    const uint8_t *data;
    uint64_t texel;

    bytes = pair ? 4 : bytes;
    data = v3d_memory_read(image->mem, l->addr + face * tex->cube_stride +
                           offset, bytes);
    texel = data ? gpu_load_le(data, bytes) : 0;
    if (bits < 8) {
        texel = texel >> x * bits % 8 & ((1u << bits) - 1);
    }
    decode(tex, texel, x, y, channel);
}
