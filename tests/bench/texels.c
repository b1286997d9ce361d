/*
 * Parts of the benchmark's workloads: textures
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "mesh.h"

static BenchTexture *new_texture(BenchWork *b, BenchFormat format,
                                 unsigned log2_size, unsigned levels)
{
    BenchTexture *t = &b->texture[b->num_textures++];

    *t = (BenchTexture) { format, log2_size, levels, g_byte_array_new() };
    return t;
}

/* ---- RGBA: squares of two kinds with a gradient and some grain */

static void add_texel(GByteArray *data, unsigned x, unsigned y,
                      unsigned log2_size, unsigned alpha)
{
    unsigned odd = ((x ^ y) >> (log2_size - 3)) & 1;
    uint32_t grain = bench_hash(y << log2_size | x);
    const uint8_t p[4] = {
        48 + (x << 6 >> log2_size) + 96 * odd + (grain & 15),
        64 + (y << 7 >> log2_size) + (grain >> 8 & 15),
        192 - 128 * odd + (grain >> 16 & 15),
        odd ? 255 : alpha,
    };

    g_byte_array_append(data, p, sizeof(p));
}

/* The mean of four texels of the level before, halves up */
static void add_level(GByteArray *data, unsigned size)
{
    const unsigned from = data->len - 16 * size * size, pitch = 8 * size;

    for (unsigned j = 0; j < size; j++) {
        for (unsigned i = 0; i < 4 * size; i++) {
            const uint8_t *p = data->data + from + 2 * j * pitch +
                               i / 4 * 8 + i % 4;
            uint8_t mean = (p[0] + p[4] + p[pitch] + p[pitch + 4] + 2) / 4;

            g_byte_array_append(data, &mean, 1);
        }
    }
}

unsigned bench_add_texture(BenchWork *b, unsigned log2_size, unsigned levels,
                           unsigned alpha)
{
    BenchTexture *t = new_texture(b, BENCH_RGBA, log2_size, levels);
    const unsigned size = 1 << log2_size;

    for (unsigned i = 0; i < size * size; i++) {
        add_texel(t->data, i % size, i / size, log2_size, alpha);
    }
    for (unsigned l = 1; l < levels; l++) {
        add_level(t->data, size >> l);
    }
    return b->num_textures - 1;
}

/* ---- blocks of 4 x 4 texels */

/* Two colours of 5:6:5 bits, the first the larger number: no transparency */
static void dxt1_block(uint8_t p[8], unsigned x, unsigned y, uint32_t h)
{
    unsigned dark = (x / 8 & 15) << 11 | (y / 4 & 31) << 5 | (x + y) / 16 % 16;
    unsigned bright = dark + (8 << 11 | 12 << 5 | 6);

    p[0] = bright;
    p[1] = bright >> 8;
    p[2] = dark;
    p[3] = dark >> 8;
    for (unsigned i = 0; i < 4; i++) {
        p[4 + i] = h >> 8 * i;
    }
}

/* Two colours of 4:4:4 bits side by side, each with one of four tables */
static void etc1_block(uint8_t p[8], unsigned x, unsigned y, uint32_t h)
{
    p[0] = (x / 8 & 15) << 4 | (x / 8 & 15);
    p[1] = (y / 8 & 15) << 4 | (y / 8 & 15);
    p[2] = ((x + y) / 16 & 15) << 4 | (15 - ((x + y) / 16 & 15));
    p[3] = (x & 3) << 5 | (y & 3) << 2;
    for (unsigned i = 0; i < 4; i++) {
        p[4 + i] = h >> 8 * i;
    }
}

unsigned bench_add_blocks(BenchWork *b, BenchFormat format,
                          unsigned log2_size)
{
    BenchTexture *t = new_texture(b, format, log2_size, 1);
    const unsigned blocks = 1 << (log2_size - 2);
    uint8_t p[8];

    for (unsigned i = 0; i < blocks * blocks; i++) {
        unsigned x = i % blocks, y = i / blocks;

        if (format == BENCH_DXT1) {
            dxt1_block(p, x, y, bench_hash(i));
        } else {
            etc1_block(p, x, y, bench_hash(i));
        }
        g_byte_array_append(t->data, p, sizeof(p));
    }
    return b->num_textures - 1;
}
