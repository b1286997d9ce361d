/*
 * VideoCore IV 3D engine: texture types and configuration words
 * [VideoCore IV 3D Architecture Reference Guide, tables 15 to 18]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stddef.h>
#include "texture.h"

#define BITS(first, n)  { first, n }
#define ONE             { 255, 0 }
#define ZERO            { 0, 0 }

const V3dTexType v3d_tex_types[V3D_NUM_TEX_TYPES] = {
#define V3D_TEX_TYPE(number, NAME, kind, bits, raster, r, g, b, a) \
    [number] = { #NAME, V3D_TEX_##kind, bits, raster, { r, g, b, a } },
#include "textypes.def"
#undef V3D_TEX_TYPE
};

static unsigned dimension(uint32_t value)
{
    return value & 0x7ff ? value & 0x7ff : 2048;
}

static unsigned last_level_of(uint32_t config)
{
    return (config & 15) < 11 ? config & 15 : 11;
}

/* The two words that may have either of three meanings */
static void decode_more(V3dTexture *tex, uint32_t config)
{
    switch (config >> 30) {
    case 1:
        tex->cube_stride = config & 0x3ffff000;
        tex->explicit_lod = config & 1;
        break;
    case 2:
        tex->child = true;
        tex->child_width = dimension(config);
        tex->child_height = dimension(config >> 12);
        break;
    case 3:
        tex->child_x = config & 0x7ff;
        tex->child_y = config >> 12 & 0x7ff;
        break;
    }
}

void v3d_texture_decode(V3dTexture *tex, const uint32_t config[4])
{
    uint32_t p0 = config[0], p1 = config[1];
    unsigned min = p1 >> 4 & 7;

    *tex = (V3dTexture) {
        .type = &v3d_tex_types[(p0 >> 4 & 15) | (p1 >> 31) << 4],
        .base = p0 & 0xfffff000,
        .width = dimension(p1 >> 8),
        .height = dimension(p1 >> 20),
        .last_level = last_level_of(p0),
        .cube = p0 >> 9 & 1,
        .flip_y = p0 >> 8 & 1,
        .etc_flip = p1 >> 19 & 1,
        .mag_nearest = p1 >> 7 & 1,
        .min = min <= V3D_MIN_LIN_MIP_LIN ? min : V3D_MIN_LINEAR,
        .wrap_t = p1 >> 2 & 3,
        .wrap_s = p1 & 3,
    };
    decode_more(tex, config[2]);
    decode_more(tex, config[3]);
}

/* Bits are repeated until there are eight. [M] */
static unsigned expand(unsigned value, unsigned bits)
{
    switch (bits) {
    case 1:
        return value * 255;
    case 4:
        return value * 17;
    case 5:
        return value << 3 | value >> 2;
    case 6:
        return value << 2 | value >> 4;
    default:
        return value;
    }
}

void v3d_texel_channels(const V3dTexType *type, uint32_t texel,
                        float channel[4])
{
    for (unsigned i = 0; i < 4; i++) {
        V3dTexChannel c = type->channel[i];

        channel[i] = !c.bits ? c.first :
                     expand(texel >> c.first & ((1u << c.bits) - 1), c.bits);
    }
}
