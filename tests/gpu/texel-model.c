/*
 * What texels and pixels mean, for tests
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <math.h>
#include <string.h>
#include "texel-model.h"

const ModelFormat model_formats[] = {
    { 1, "A8", MODEL_UNORM, 1 }, { 2, "L8", MODEL_UNORM, 1 },
    { 3, "S8", MODEL_UNORM, 1 }, { 4, "L8A8", MODEL_UNORM, 2 },
    { 5, "B2G3R3", MODEL_UNORM, 1 }, { 6, "B5G6R5", MODEL_UNORM, 2 },
    { 7, "B5G5R5A1", MODEL_UNORM, 2 }, { 8, "B4G4R4A4", MODEL_UNORM, 2 },
    { 9, "A1B5G5R5", MODEL_UNORM, 2 }, { 10, "A4B4G4R4", MODEL_UNORM, 2 },
    { 11, "Z16", MODEL_UNORM, 2 }, { 12, "Z16", MODEL_UNORM, 2 },
    { 13, "R8G8B8A8", MODEL_UNORM, 4 }, { 14, "B8G8R8A8", MODEL_UNORM, 4 },
    { 15, "A16", MODEL_REAL, 2 }, { 16, "L16", MODEL_REAL, 2 },
    { 17, "L16A16", MODEL_REAL, 4 }, { 18, "R16G16B16A16", MODEL_REAL, 8 },
    { 19, "R11G11B10", MODEL_REAL, 4 }, { 21, "P32", MODEL_REAL, 4 },
    { 22, "DXT1", MODEL_BLOCK, 8 }, { 23, "DXT1C", MODEL_BLOCK, 8 },
    { 24, "DXT3", MODEL_BLOCK, 16 }, { 25, "DXT5", MODEL_BLOCK, 16 },
    { 26, "ETC1", MODEL_BLOCK, 8 }, { 27, "ETC3", MODEL_BLOCK, 16 },
    { 28, "ETC5", MODEL_BLOCK, 16 }, { 29, "LATC1", MODEL_BLOCK, 8 },
    { 30, "LATC2", MODEL_BLOCK, 16 },
    { 31, "B8G8R8H8", MODEL_PAIR, 2 }, { 32, "G8B8H8R8", MODEL_PAIR, 2 },
    { 34, "R8G8B8X8", MODEL_UNORM, 4 }, { 35, "B8G8R8X8", MODEL_UNORM, 4 },
};

const unsigned model_num_formats = G_N_ELEMENTS(model_formats);

const ModelFormat *model_format(unsigned number)
{
    for (unsigned i = 0; i < model_num_formats; i++) {
        if (model_formats[i].number == number) {
            return &model_formats[i];
        }
    }
    return NULL;
}

unsigned model_channel(const ModelFormat *f, char letter, unsigned *low)
{
    *low = 0;
    for (const char *p = f->name; *p; ) {
        char *end;
        unsigned bits = strtoul(p + 1, &end, 10);

        if (*p == letter) {
            return bits;
        }
        *low += bits;
        p = end;
    }
    return 0;
}

/* Return floor(c * 256 / max + 1/2). */
int model_from_unorm(uint32_t code, unsigned bits)
{
    uint64_t max = (1ull << bits) - 1;

    return (2 * 256 * (uint64_t)code + max) / (2 * max);
}

/* Return the smallest m with m + 1/2 >= n * max / 256: halves go down. */
uint32_t model_to_unorm(int n, unsigned bits)
{
    int64_t max = (1ll << bits) - 1, m = 0;

    n = CLAMP(n, 0, 256);
    if (bits > 10) {
        m = n * max / 256 - 1;
        m = MAX(m, 0);
    }
    while (512 * m + 256 < 2 * n * max) {
        m++;
    }
    return m;
}

/* Return IEEE single or half; 11 and 10 bits: 5 of exponent, no sign. */
double model_real(uint32_t code, unsigned bits)
{
    unsigned mant = bits == 32 ? 23 : bits == 16 ? 10 : bits - 5;
    unsigned exp_bits = bits == 32 ? 8 : 5;
    int bias = (1 << (exp_bits - 1)) - 1;
    int exp = code >> mant & ((1 << exp_bits) - 1);
    double m = code & ((1u << mant) - 1);
    double v;

    if (exp == (1 << exp_bits) - 1) {
        v = m ? NAN : INFINITY;
    } else if (exp) {
        v = ldexp(m + ldexp(1, mant), exp - bias - (int)mant);
    } else {
        v = ldexp(m, 1 - bias - (int)mant);
    }
    return bits >= 16 && code >> (bits - 1) ? -v : v;
}

/* Round half up, clamped to -2 and 511/256; not a number is 0. */
int model_from_real(double v)
{
    long double scaled = (long double)v * 256;

    if (isnan(v)) {
        return 0;
    }
    scaled = floorl(scaled + 0.5L);
    return scaled < -512 ? -512 : scaled > 511 ? 511 : (int)scaled;
}

/*
 * Blocks, as arrays of 16 texels of 8-bit R, G, B, A in rows
 */

typedef uint8_t Block[16][4];

static unsigned bits_of(const uint8_t *p, unsigned first, unsigned num)
{
    unsigned v = 0;

    for (unsigned i = 0; i < num; i++) {
        unsigned bit = first + i;

        v |= (p[bit / 8] >> bit % 8 & 1u) << i;
    }
    return v;
}

/* Decode two colours of 565 and 16 codes of two bits. */
static void dxt_colors(const uint8_t *p, bool may_be_three, uint8_t clear,
                       Block out)
{
    unsigned c0 = p[0] | p[1] << 8, c1 = p[2] | p[3] << 8;
    unsigned palette[4][4];

    for (unsigned i = 0; i < 2; i++) {
        unsigned c = i ? c1 : c0;

        palette[i][0] = (c >> 11) * 8 + (c >> 11) / 4;
        palette[i][1] = (c >> 5) % 64 * 4 + (c >> 5) % 64 / 16;
        palette[i][2] = c % 32 * 8 + c % 32 / 4;
        palette[i][3] = 255;
    }
    for (unsigned j = 0; j < 4; j++) {
        unsigned a = palette[0][j], b = palette[1][j];
        bool three = may_be_three && c0 <= c1;

        palette[2][j] = three ? (a + b) / 2 : (2 * a + b) / 3;
        palette[3][j] = three ? 0 : (a + 2 * b) / 3;
        if (j == 3) {
            palette[2][j] = 255;
            palette[3][j] = three ? clear : 255;
        }
    }
    for (unsigned i = 0; i < 16; i++) {
        for (unsigned j = 0; j < 4; j++) {
            out[i][j] = palette[bits_of(p + 4, 2 * i, 2)][j];
        }
    }
}

/* Decode two bytes and 16 codes of three bits. */
static void eight_steps(const uint8_t *p, unsigned channel, Block out)
{
    unsigned a = p[0], b = p[1], step[8] = { a, b };

    for (unsigned i = 2; i < 8; i++) {
        step[i] = a > b ? ((8 - i) * a + (i - 1) * b) / 7 :
                  i < 6 ? ((6 - i) * a + (i - 1) * b) / 5 :
                  i == 6 ? 0 : 255;
    }
    for (unsigned i = 0; i < 16; i++) {
        out[i][channel] = step[bits_of(p + 2, 3 * i, 3)];
    }
}

static void four_bits(const uint8_t *p, Block out)
{
    for (unsigned i = 0; i < 16; i++) {
        out[i][3] = bits_of(p, 4 * i, 4) * 17;
    }
}

static void etc_bases(const uint8_t *be, int base[2][3])
{
    bool differential = be[3] & 2;

    for (unsigned j = 0; j < 3; j++) {
        if (differential) {
            int first = be[j] >> 3, diff = be[j] & 7;
            int second = (first + (diff < 4 ? diff : diff - 8)) & 31;

            base[0][j] = first << 3 | first >> 2;
            base[1][j] = second << 3 | second >> 2;
        } else {
            base[0][j] = (be[j] >> 4) * 17;
            base[1][j] = (be[j] & 15) * 17;
        }
    }
}

/* Decode; the published format is big-endian, here it is reversed. */
static void etc_colors(const uint8_t *p, Block out)
{
    static const int modifiers[8][4] = {    /* codes 0, 1, 2, 3 */
        { 2, 8, -2, -8 }, { 5, 17, -5, -17 }, { 9, 29, -9, -29 },
        { 13, 42, -13, -42 }, { 18, 60, -18, -60 }, { 24, 80, -24, -80 },
        { 33, 106, -33, -106 }, { 47, 183, -47, -183 },
    };
    uint8_t be[8];
    int base[2][3];

    for (unsigned i = 0; i < 8; i++) {
        be[i] = p[7 - i];
    }
    etc_bases(be, base);
    for (unsigned i = 0; i < 16; i++) {
        unsigned x = i % 4, y = i / 4, nr = 4 * x + y;
        unsigned half = be[3] & 1 ? y / 2 : x / 2;
        unsigned table = half ? be[3] >> 2 & 7 : be[3] >> 5;
        unsigned high = (be[4] << 8 | be[5]) >> nr & 1;
        unsigned low = (be[6] << 8 | be[7]) >> nr & 1;

        for (unsigned j = 0; j < 3; j++) {
            int v = base[half][j] + modifiers[table][2 * high + low];

            out[i][j] = CLAMP(v, 0, 255);
        }
        out[i][3] = 255;
    }
}

static void spread_luminance(Block out)
{
    for (unsigned i = 0; i < 16; i++) {
        out[i][1] = out[i][2] = out[i][0];
    }
}

static void decode_block(unsigned number, const uint8_t *p, Block out)
{
    memset(out, 255, sizeof(Block));
    if (number == 22 || number == 23) {
        dxt_colors(p, true, number == 22 ? 0 : 255, out);
    } else if (number == 24 || number == 25) {
        dxt_colors(p + 8, false, 255, out);
    } else if (number >= 26 && number <= 28) {
        etc_colors(p + (number == 26 ? 0 : 8), out);
    } else {
        eight_steps(p, 0, out);
        spread_luminance(out);
    }
    if (number == 24 || number == 27) {
        four_bits(p, out);
    } else if (number == 25 || number == 28) {
        eight_steps(p, 3, out);
    } else if (number == 30) {
        eight_steps(p + 8, 3, out);
    }
}

/*
 * Pixels
 */

static int read_channel(const ModelFormat *f, const uint8_t *p, char letter,
                        int absent)
{
    unsigned low, bits = model_channel(f, letter, &low);
    uint32_t code;

    if (!bits) {
        return absent;
    }
    code = bits_of(p, low, bits);
    return f->kind == MODEL_REAL ? model_from_real(model_real(code, bits)) :
           model_from_unorm(code, bits);
}

void model_texel(const ModelFormat *f, const uint8_t *p, unsigned x,
                 unsigned y, int c[4])
{
    static const char gray[] = "LSZP";
    Block block;

    if (f->kind == MODEL_BLOCK) {
        decode_block(f->number, p, block);
        for (unsigned i = 0; i < 4; i++) {
            c[i] = model_from_unorm(block[y % 4 * 4 + x % 4][i], 8);
        }
        return;
    }
    c[0] = read_channel(f, p, 'R', 0);
    /* H: the odd pixel's G */
    c[1] = read_channel(f, p, f->kind == MODEL_PAIR && x % 2 ? 'H' : 'G', 0);
    c[2] = read_channel(f, p, 'B', 0);
    c[3] = read_channel(f, p, 'A', 256);
    for (unsigned i = 0; gray[i]; i++) {
        int v = read_channel(f, p, gray[i], -1000);

        if (v != -1000) {
            c[0] = c[1] = c[2] = v;
        }
    }
}
