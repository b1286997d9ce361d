/*
 * Engines: ETC1 texture blocks
 * [OES_compressed_ETC1_RGB8_texture]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdbool.h>
#include "etc1.h"

static unsigned clamp_add(unsigned base, int delta)
{
    int v = (int)base + delta;

    return v < 0 ? 0 : v > 255 ? 255 : v;
}

/* Base colour of channel @i (R, G, B) of the first or second half */
static unsigned etc1_base(uint64_t block, unsigned i, bool second)
{
    unsigned pair = block >> (56 - 8 * i) & 0xff;
    unsigned v;

    if (block >> 33 & 1) {
        /* five bits and a signed difference of three; overflow wraps */
        v = pair >> 3;
        if (second) {
            v = (v + ((pair & 7) ^ 4) - 4) & 31;
        }
        return v << 3 | v >> 2;
    }
    v = second ? pair & 15 : pair >> 4;
    return v * 17;
}

uint32_t gpu_etc1_texel(uint64_t block, unsigned x, unsigned y)
{
    static const uint8_t table[8][2] = {
        { 2, 8 }, { 5, 17 }, { 9, 29 }, { 13, 42 },
        { 18, 60 }, { 24, 80 }, { 33, 106 }, { 47, 183 },
    };
    bool second = block >> 32 & 1 ? y >= 2 : x >= 2;
    unsigned modifiers = block >> (second ? 34 : 37) & 7;
    unsigned index = x * 4 + y;
    int delta = table[modifiers][block >> index & 1];
    unsigned out[3];

    if (block >> (16 + index) & 1) {
        delta = -delta;
    }
    for (unsigned i = 0; i < 3; i++) {
        out[i] = clamp_add(etc1_base(block, i, second), delta);
    }
    return out[0] | out[1] << 8 | out[2] << 16 | 0xff000000u;
}
