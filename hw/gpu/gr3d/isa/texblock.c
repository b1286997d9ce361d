/*
 * Tegra20 GR3D engine: compressed 4x4 texel blocks
 *
 * [tegra-gr3d.rst, Textures]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "hw/gpu/lib/etc1.h"
#include "hw/gpu/lib/le.h"
#include "texfmt.h"

static uint32_t rgba(unsigned r, unsigned g, unsigned b, unsigned a)
{
    return r | g << 8 | b << 16 | (uint32_t)a << 24;
}

/*
 * S3TC
 */

static void expand_565(unsigned color, unsigned out[3])
{
    unsigned r = color >> 11, g = color >> 5 & 63, b = color & 31;

    out[0] = r << 3 | r >> 2;
    out[1] = g << 2 | g >> 4;
    out[2] = b << 3 | b >> 2;
}

/*
 * Return the colour of a texel.  @three: three colours and black, if the order
 * of the two ends says so
 */
static uint32_t dxt_color(const uint8_t *block, unsigned index, bool three,
                          unsigned clear_alpha)
{
    unsigned first = gpu_load_le(block, 2), second = gpu_load_le(block + 2, 2);
    unsigned code = gpu_load_le(block + 4, 4) >> (2 * index) & 3;
    unsigned a[3], b[3], out[3];

    three = three && first <= second;
    if (code == 3 && three) {
        return rgba(0, 0, 0, clear_alpha);
    }
    expand_565(first, a);
    expand_565(second, b);
    for (unsigned i = 0; i < 3; i++) {
        out[i] = code == 0 ? a[i] : code == 1 ? b[i] :
                 three ? (a[i] + b[i]) / 2 :
                 code == 2 ? (2 * a[i] + b[i]) / 3 : (a[i] + 2 * b[i]) / 3;
    }
    return rgba(out[0], out[1], out[2], 255);
}

static unsigned dxt3_alpha(const uint8_t *block, unsigned index)
{
    return (gpu_load_le(block, 8) >> (4 * index) & 15) * 17;
}

static unsigned dxt5_alpha(const uint8_t *block, unsigned index)
{
    unsigned a = block[0], b = block[1];
    unsigned code = gpu_load_le(block + 2, 6) >> (3 * index) & 7;

    if (code < 2) {
        return code ? b : a;
    }
    if (a > b) {
        return ((8 - code) * a + (code - 1) * b) / 7;
    }
    return code == 6 ? 0 : code == 7 ? 255 :
           ((6 - code) * a + (code - 1) * b) / 5;
}

static uint32_t with_alpha(uint32_t color, unsigned alpha)
{
    return (color & 0xffffff) | (uint32_t)alpha << 24;
}

/* ETC1 is stored as a little-endian 64-bit number. */
static uint32_t etc1_texel(const uint8_t *block, unsigned x, unsigned y)
{
    return gpu_etc1_texel(gpu_load_le(block, 8), x, y);
}

static uint32_t luminance(unsigned l, unsigned alpha)
{
    return rgba(l, l, l, alpha);
}

uint32_t gr3d_block_texel(unsigned number, const uint8_t *block, unsigned x,
                          unsigned y)
{
    unsigned index = y * 4 + x;

    switch (number) {
    case GR3D_FMT_DXT1:
        return dxt_color(block, index, true, 0);
    case GR3D_FMT_DXT1C:
        return dxt_color(block, index, true, 255);
    case GR3D_FMT_DXT3:
        return with_alpha(dxt_color(block + 8, index, false, 0),
                          dxt3_alpha(block, index));
    case GR3D_FMT_DXT5:
        return with_alpha(dxt_color(block + 8, index, false, 0),
                          dxt5_alpha(block, index));
    case GR3D_FMT_ETC1:
        return etc1_texel(block, x, y);
    case GR3D_FMT_ETC3:
        return with_alpha(etc1_texel(block + 8, x, y),
                          dxt3_alpha(block, index));
    case GR3D_FMT_ETC5:
        return with_alpha(etc1_texel(block + 8, x, y),
                          dxt5_alpha(block, index));
    case GR3D_FMT_LATC1:
        return luminance(dxt5_alpha(block, index), 255);
    case GR3D_FMT_LATC2:
        return luminance(dxt5_alpha(block, index),
                         dxt5_alpha(block + 8, index));
    default:
        return 0;
    }
}
