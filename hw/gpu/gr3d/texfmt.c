/*
 * Tegra20 GR3D engine: pixel formats
 *
 * [tegra-gr3d.rst, Surfaces and stores]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stddef.h>

#include "num.h"
#include "texfmt.h"

#define NO              { 0, 0 }
#define CH(low, bits)   { low, bits }

static const Gr3dFormat formats[GR3D_NUM_FORMATS] = {
#define GR3D_FORMAT(number, name, bytes, r, g, b, a, store, fill) \
    [number] = { #name, bytes, 0, { r, g, b, a }, store, fill },
#define GR3D_BLOCKS(number, name, bytes) \
    [number] = { #name, 0, bytes, { NO, NO, NO, NO }, 0, 0 },
#include "formats.def"
};

const Gr3dFormat *gr3d_format(unsigned number)
{
    if (number >= GR3D_NUM_FORMATS || !formats[number].name) {
        return NULL;
    }
    return &formats[number];
}

void gr3d_format_unpack(const Gr3dFormat *format, uint32_t pixel,
                        uint32_t c[4])
{
    for (unsigned i = 0; i < 4; i++) {
        unsigned low = format->channel[i].low, bits = format->channel[i].bits;
        uint32_t value = pixel >> low & ((1u << bits) - 1);

        if (bits == 8) {
            c[i] = value + (value >> 7);
        } else if (bits) {
            c[i] = gr3d_fx10_from_unorm(value, bits);
        } else {
            c[i] = i == 3 ? GR3D_FX10_ONE : 0;
        }
    }
}

static uint32_t pack_channel(uint32_t n, unsigned bits, int threshold)
{
    int v = gr3d_fx10_to_int(n);

    if (threshold < 0 || bits >= 8) {
        return gr3d_fx10_to_unorm(n, bits);
    }
    v = v < 0 ? 0 : v > 256 ? 256 : v;
    return (v * ((1 << bits) - 1) + 32 * threshold) >> 8;
}

uint32_t gr3d_format_pack(const Gr3dFormat *format, const uint32_t c[4],
                          int threshold, int threshold_alpha)
{
    uint32_t pixel = format->fill;

    for (unsigned i = 0; i < 4; i++) {
        if (format->store >> i & 1) {
            pixel |= pack_channel(c[i], format->channel[i].bits,
                                  i == 3 ? threshold_alpha : threshold) <<
                     format->channel[i].low;
        }
    }
    return pixel;
}
