/*
 * Tegra20 GR3D engine: pixel formats
 *
 * [tegra-gr3d.rst, Surfaces and stores]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stddef.h>
#include <string.h>

#include "num.h"
#include "texfmt.h"

#define NO              { 0, 0 }
#define CH(low, bits)   { low, bits }

static const Gr3dFormat formats[GR3D_NUM_FORMATS] = {
#define GR3D_FORMAT(number, name, bytes, r, g, b, a, store, fill) \
    [number] = { #name, bytes, 0, { r, g, b, a }, store, false, false, fill },
#define GR3D_REAL(number, name, bytes, r, g, b, a, store) \
    [number] = { #name, bytes, 0, { r, g, b, a }, store, true, false, 0 },
#define GR3D_PAIR(number, name, r, g, b) \
    [number] = { #name, 2, 0, { r, g, b, NO }, 0, false, true, 0 },
#define GR3D_BLOCKS(number, name, bytes) \
    [number] = { #name, 0, bytes, { NO, NO, NO, NO }, 0, false, false, 0 },
#include "formats.def"
};

const Gr3dFormat *gr3d_format(unsigned number)
{
    if (number >= GR3D_NUM_FORMATS || !formats[number].name) {
        return NULL;
    }
    return &formats[number];
}

/*
 * Floating-point channels.  Those of 11 and 10 bits are halves without sign
 * and without the lower four or five bits of the mantissa.
 */

static uint32_t real_to_fx10(uint32_t value, unsigned bits)
{
    float v;

    if (bits == 32) {
        memcpy(&v, &value, sizeof(v));
    } else {
        v = gr3d_half_to_float(bits == 16 ? value : value << (15 - bits));
    }
    return gr3d_fx10_from_double(v);
}

/* Round to nearest, ties to even; only 11 and 10 bits are not exact. */
static uint32_t real_from_fx10(uint32_t fx10, unsigned bits)
{
    unsigned mant = bits == 32 ? 23 : bits == 16 ? 10 : bits - 5;
    unsigned bias = bits == 32 ? 127 : 15, log2 = 0;
    int n = gr3d_fx10_to_int(fx10);
    uint32_t mag = n < 0 ? -n : n, sign = 0;
    uint64_t q;

    if (n < 0) {
        if (bits < 16) {
            return 0;
        }
        sign = 1u << (bits - 1);
    }
    if (n == 0) {
        return 0;
    }
    while (mag >> (log2 + 1)) {
        log2++;
    }
    q = (uint64_t)mag << mant;
    q = (q + (1u << log2 >> 1) - (log2 && !(q >> log2 & 1))) >> log2;
    /* a carry out of the mantissa goes to the exponent */
    return sign | (uint32_t)(((bias + log2 - 8 - 1) << mant) + q);
}

void gr3d_format_unpack(const Gr3dFormat *format, uint64_t pixel,
                        uint32_t c[4])
{
    for (unsigned i = 0; i < 4; i++) {
        unsigned low = format->channel[i].low, bits = format->channel[i].bits;
        uint32_t value = pixel >> low & ((1ull << bits) - 1);

        if (bits == 8) {
            c[i] = value + (value >> 7);
        } else if (bits && format->real) {
            c[i] = real_to_fx10(value, bits);
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

uint64_t gr3d_format_pack(const Gr3dFormat *format, const uint32_t c[4],
                          int threshold, int threshold_alpha)
{
    uint64_t pixel = format->fill;

    for (unsigned i = 0; i < 4; i++) {
        unsigned bits = format->channel[i].bits;

        if (format->store >> i & 1) {
            uint64_t value = format->real ? real_from_fx10(c[i], bits) :
                             pack_channel(c[i], bits, i == 3 ?
                                          threshold_alpha : threshold);

            pixel |= value << format->channel[i].low;
        }
    }
    return pixel;
}
