/*
 * A second model of the picture of the Tegra20 display controller
 *
 * Written from docs/specs/tegra-dc.rst, it computes one pixel at a time from
 * the registers and the memory.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_QTEST_TEGRA20_DC_MODEL_H
#define TESTS_QTEST_TEGRA20_DC_MODEL_H

#include "tegra20-dc-qtest.h"

#define AREA_SIZE 0x10000
#define AREA(n)   (FB + (n) * 0x100000u)
#define CURSOR_AT (FB + 0x400000u)

typedef struct Pixel {
    int c[4];                   /* R G B A, or V Y U A */
} Pixel;

typedef struct Model {
    uint32_t common[0x500];
    uint32_t win[3][0x200];
    uint8_t mem[3][AREA_SIZE];
    uint8_t cursor[1024];
    uint32_t seed;
} Model;

/* ---- Formats: [tegra-dc.rst, Pixel formats] ---- */

typedef enum Layout { INDEX, RGB, PACKED, PLANAR } Layout;

typedef struct Format {
    int code;
    Layout layout;
    int bits;
    int pos[4], width[4];       /* RGB: lowest bit and bits of R G B A */
    int half_x, half_y;         /* PLANAR: chroma */
    bool centred;               /* chroma is two's complement */
} Format;

static const Format formats[] = {
    { 0, INDEX, 1 }, { 1, INDEX, 2 }, { 2, INDEX, 4 }, { 3, INDEX, 8 },
    { 4, RGB, 16, { 8, 4, 0, 12 }, { 4, 4, 4, 4 } },
    { 5, RGB, 16, { 10, 5, 0, 15 }, { 5, 5, 5, 1 } },
    { 6, RGB, 16, { 11, 5, 0, 0 }, { 5, 6, 5, 0 } },
    { 7, RGB, 16, { 11, 6, 1, 0 }, { 5, 5, 5, 1 } },
    { 12, RGB, 32, { 16, 8, 0, 24 }, { 8, 8, 8, 8 } },
    { 13, RGB, 32, { 0, 8, 16, 24 }, { 8, 8, 8, 8 } },
    { 14, RGB, 32, { 16, 8, 0, 24 }, { 6, 6, 6, 8 } },
    { 15, RGB, 32, { 0, 8, 16, 24 }, { 6, 6, 6, 8 } },
    { 16, PACKED, 16 }, { 17, PACKED, 16, .centred = true },
    { 18, PLANAR, 8, .half_x = 1, .half_y = 1 },
    { 19, PLANAR, 8, .half_x = 1, .half_y = 1, .centred = true },
    { 20, PLANAR, 8, .half_x = 1 },
    { 21, PLANAR, 8, .half_x = 1, .centred = true },
    { 22, PLANAR, 8, .half_y = 1 },
    { 23, PLANAR, 8, .half_y = 1, .centred = true },
    { 24, PLANAR, 8, .half_y = 1 },
    { 25, PLANAR, 8, .half_y = 1, .centred = true },
};

static inline const Format *format_of(const Model *m, int n)
{
    for (int i = 0; i < ARRAY_SIZE(formats); i++) {
        if (formats[i].code == m->win[n][R_WIN_COLOR_DEPTH]) {
            return &formats[i];
        }
    }
    g_assert_not_reached();
}

static inline bool option(const Model *m, int n, int bit)
{
    return m->win[n][R_WIN_OPTIONS] >> bit & 1;
}

/* Divide and round down */
static inline int fdiv(int a, int b)
{
    return (a - ((a % b) + b) % b) / b;
}

/* ---- Memory ---- */

/* Return byte @x of line @y of plane @plane, 0 outside what was filled */
static inline int get_byte(const Model *m, int n, int plane, int x, int y)
{
    static const int start[3] = {
        R_WINBUF_START_ADDR, R_WINBUF_START_ADDR_U, R_WINBUF_START_ADDR_V
    };
    static const int flip[4] = { 0, 1, 3, 2 };
    const uint32_t *w = m->win[n];
    int64_t stride = plane ? w[R_WIN_LINE_STRIDE] >> 16
                           : w[R_WIN_LINE_STRIDE] & 0xffff;
    bool tiled = w[R_WIN_BUFFER_ADDR_MODE] >> (plane ? 16 : 0) & 1;
    const Format *f = format_of(m, n);
    int64_t at = w[start[plane]] & ~(f->bits > 8 ? f->bits / 8 - 1 : 0);

    if (tiled) {
        at += fdiv(y, 16) * 16 * stride + fdiv(x, 16) * 256 +
              (y - fdiv(y, 16) * 16) * 16 + (x - fdiv(x, 16) * 16);
    } else {
        at += y * stride + x;
    }
    at = (at ^ flip[w[R_WIN_BYTE_SWAP]]) - AREA(n);
    return at >= 0 && at < AREA_SIZE ? m->mem[n][at] : 0;
}

static inline int widen(int v, int bits, bool repeat)
{
    int out = v << (8 - bits);

    return repeat ? out | v >> (2 * bits - 8) : out;
}

static inline Pixel palette_colour(const Model *m, int n, int index)
{
    uint32_t v = m->win[n][R_WIN_PALETTE + index];

    return (Pixel) { { v & 0xff, v >> 8 & 0xff, v >> 16 & 0xff, 255 } };
}

static inline Pixel get_index(const Model *m, int n, const Format *f,
                              int sx, int y)
{
    int per = 8 / f->bits;
    int offset = m->win[n][R_WINBUF_ADDR_H_OFFSET] * per;
    /* To the left, the first pixel of a byte is its last */
    int p = option(m, n, 0) ? offset + per - 1 - sx : offset + sx;
    int x = fdiv(p, per), low = (1 << f->bits) - 1;
    int v = get_byte(m, n, 0, x, y) >> (p - x * per) * f->bits & low;

    return palette_colour(m, n, v | (m->win[n][R_WIN_PALETTE_COLOR_EXT] & ~low
                                     & 0xff));
}

static inline Pixel get_rgb(const Model *m, int n, const Format *f, int sx,
                            int y)
{
    int size = f->bits / 8;
    int x = (m->win[n][R_WINBUF_ADDR_H_OFFSET] / size +
             (option(m, n, 0) ? -sx : sx)) * size;
    uint32_t v = 0;
    Pixel p;

    for (int i = size - 1; i >= 0; i--) {
        v = v << 8 | get_byte(m, n, 0, x + i, y);
    }
    for (int c = 0; c < 4; c++) {
        int bits = f->width[c];
        int part = v >> f->pos[c] & ((1 << bits) - 1);

        p.c[c] = bits == 8 ? part : bits == 1 ? part * 255 : bits == 0 ? 255 :
                 widen(part, bits, c == 3 || option(m, n, 6));
    }
    return p;
}

static inline Pixel get_yuv(const Model *m, int n, const Format *f, int sx,
                            int y)
{
    int flip = f->centred ? 0x80 : 0;
    int step = option(m, n, 0) ? -sx : sx;
    int offset = m->win[n][R_WINBUF_ADDR_H_OFFSET];
    int p = f->layout == PACKED ? offset / 2 + step : offset + step;

    if (f->layout == PACKED) {
        int x = fdiv(p, 2) * 4;

        return (Pixel) { {
            get_byte(m, n, 0, x + 2, y) ^ flip,
            get_byte(m, n, 0, x + 1 + (p & 1) * 2, y),
            get_byte(m, n, 0, x, y) ^ flip, 255,
        } };
    }
    return (Pixel) { {
        get_byte(m, n, 2, fdiv(p, 1 + f->half_x), fdiv(y, 1 + f->half_y))
            ^ flip,
        get_byte(m, n, 0, p, y),
        get_byte(m, n, 1, fdiv(p, 1 + f->half_x), fdiv(y, 1 + f->half_y))
            ^ flip, 255,
    } };
}

static inline Pixel get_source(const Model *m, int n, int sx, int sy)
{
    const Format *f = format_of(m, n);
    int offset = m->win[n][R_WINBUF_ADDR_V_OFFSET];
    int y = option(m, n, 2) ? offset - sy : offset + sy;

    return f->layout == INDEX ? get_index(m, n, f, sx, y) :
           f->layout == RGB ? get_rgb(m, n, f, sx, y) :
           get_yuv(m, n, f, sx, y);
}

/* ---- Scaling: [tegra-dc.rst, Scaling] ---- */

static inline int clamp(int v, int lo, int hi)
{
    return v < lo ? lo : v > hi ? hi : v;
}

static inline int field(uint32_t v, int pos, int bits, bool is_signed)
{
    int f = v >> pos & ((1 << bits) - 1);

    return is_signed && f >> (bits - 1) ? f - (1 << bits) : f;
}

/* Return column @sx of the line at @pos, in 4.12 */
static inline Pixel filter_lines(const Model *m, int n, int sx, int pos)
{
    const Format *f = format_of(m, n);
    int last = (m->win[n][R_WIN_PRESCALED_SIZE] >> 16) - 1;
    int line = clamp(pos >> 12, 0, last);
    Pixel a = get_source(m, n, sx, line), b;
    int weight = m->win[n][R_WIN_V_FILTER + (pos >> 8 & 15)];

    if (n != WIN_B || !option(m, n, 10) || f->layout == INDEX ||
        (option(m, n, 12) && !f->half_y && !(pos & 0xfff))) {
        return a;
    }
    weight = MIN(weight, 128);
    b = get_source(m, n, sx, clamp((pos >> 12) + 1, 0, last));
    for (int c = 0; c < 4; c++) {
        a.c[c] = (a.c[c] * weight + b.c[c] * (128 - weight) + 64) >> 7;
    }
    return a;
}

static inline Pixel scaled(const Model *m, int n, int i, int j)
{
    static const struct {
        int pos, bits;
        bool is_signed;
    } tap[6] = {
        { 0, 3 }, { 3, 5, true }, { 8, 8 }, { 16, 8 }, { 24, 5, true },
        { 29, 3 },
    };
    const uint32_t *w = m->win[n];
    const Format *f = format_of(m, n);
    int last = (w[R_WIN_PRESCALED_SIZE] & 0x7fff) * 8 / f->bits - 1;
    int h = w[R_WIN_H_INITIAL_DDA] + i * (w[R_WIN_DDA_INCREMENT] & 0xffff);
    int v = w[R_WIN_V_INITIAL_DDA] + j * (w[R_WIN_DDA_INCREMENT] >> 16);
    uint32_t coeff = w[R_WIN_H_FILTER + (h >> 8 & 15)];
    Pixel out = { { 64, 64, 64, 64 } };

    if (n == WIN_A || !option(m, n, 8) || f->layout == INDEX) {
        return filter_lines(m, n, clamp(h >> 12, 0, last), v);
    }
    for (int k = 0; k < 6; k++) {
        Pixel p = filter_lines(m, n, clamp((h >> 12) + k - 2, 0, last), v);

        for (int c = 0; c < 4; c++) {
            out.c[c] += p.c[c] * field(coeff, tap[k].pos, tap[k].bits,
                                       tap[k].is_signed);
        }
    }
    for (int c = 0; c < 4; c++) {
        out.c[c] = clamp(out.c[c] >> 7, 0, 255);
    }
    return out;
}

/* ---- Colours ---- */

static inline Pixel convert(const Model *m, int n, Pixel p)
{
    const uint32_t *k = m->win[n] + R_WIN_CSC_YOF;
    int y = p.c[1] + field(k[0], 0, 8, true);
    int u = p.c[2] - 128, v = p.c[0] - 128;

    for (int c = 0; c < 3; c++) {
        int bits = c == 1 ? 10 : 11;
        int sum = (int)k[1] * y + field(k[2 + 2 * c], 0, bits, true) * u +
                  field(k[3 + 2 * c], 0, bits, true) * v;

        p.c[c] = clamp(fdiv(sum + 128, 256), 0, 255);
    }
    return p;
}

static inline Pixel more_vivid(const Model *m, int n, Pixel p)
{
    uint32_t dv = m->win[n][R_WIN_DV_CONTROL];
    int grey = (2 * p.c[0] + 5 * p.c[1] + p.c[2]) / 8;

    for (int c = 0; c < 3; c++) {
        int by = dv >> 8 * c & 7;

        p.c[c] = clamp(p.c[c] + fdiv(by * (p.c[c] - grey), 8), 0, 255);
    }
    return p;
}

static inline int matching_keys(const Model *m, Pixel p)
{
    int keys = 3;

    for (int k = 0; k < 2; k++) {
        for (int c = 0; c < 3; c++) {
            int lo = m->common[R_DC_COLOR_KEY0_LOWER + 2 * k] >> 8 * c & 0xff;
            int hi = m->common[R_DC_COLOR_KEY0_UPPER + 2 * k] >> 8 * c & 0xff;

            if (p.c[c] < lo || p.c[c] > hi) {
                keys &= ~(1 << k);
            }
        }
    }
    return keys;
}

static inline Pixel window_pixel(const Model *m, int n, int i, int j,
                                 int *keys)
{
    const Format *f = format_of(m, n);
    bool yuv = f->layout == PACKED || f->layout == PLANAR;
    Pixel p = scaled(m, n, i, j);

    for (int c = 0; c < 3 && yuv && option(m, n, 22); c++) {
        p.c[c] = clamp((p.c[c] - 128) * 2 + 128, 0, 255);
    }
    *keys = matching_keys(m, p);
    if (yuv && n != WIN_A && option(m, n, 18)) {
        p = convert(m, n, p);
    }
    if (option(m, n, 20)) {
        p = more_vivid(m, n, p);
    }
    for (int c = 0; c < 3 && f->layout != INDEX && option(m, n, 16); c++) {
        p.c[c] = palette_colour(m, n, p.c[c]).c[c];
    }
    return p;
}

/* ---- Blending: [tegra-dc.rst, Blending] ---- */

/* Return the weight, or -1 for what the others leave */
static inline int weight_of(const Model *m, int n, int others, Pixel p,
                            int keys)
{
    int x = n == 0 ? 1 : 0, y = n == 2 ? 1 : 2;
    bool has_x = others & 1 << x, has_y = others & 1 << y;
    uint32_t reg = m->win[n][has_x && has_y ? R_WIN_BLEND_3WIN_XY :
                             has_x ? R_WIN_BLEND_2WIN_X :
                             has_y ? R_WIN_BLEND_2WIN_Y : R_WIN_BLEND_1WIN];
    int how = reg >> 2 & (others ? 3 : 1), enabled = reg & 3;
    int weight = reg >> 8 & 0xff, weight1 = reg >> 16 & 0xff;
    const Format *f = format_of(m, n);

    if (enabled && !(keys & enabled)) {
        reg = m->win[n][R_WIN_BLEND_NOKEY];
        how = reg & 1;
        weight = reg >> 8 & 0xff;
        weight1 = reg >> 16 & 0xff;
        enabled = 0;
    }
    if (how == 0) {
        return (keys & enabled) == 2 ? weight1 : weight;
    }
    if (how >= 2) {
        return -1;
    }
    if (f->layout == RGB && f->width[3] == 1) {
        return p.c[3] ? weight1 : weight;
    }
    return p.c[3];
}

static inline Pixel blended(const Model *m, int x, int y)
{
    uint32_t border = m->common[R_DC_BORDER_COLOR];
    Pixel out = { { border & 0xff, border >> 8 & 0xff, border >> 16 & 0xff } };
    Pixel p[3];
    int keys[3], weight[3], set = 0, left = 255;

    for (int n = 0; n < 3; n++) {
        int i = x - (m->win[n][R_WIN_POSITION] & 0x1fff);
        int j = y - (m->win[n][R_WIN_POSITION] >> 16);

        if (option(m, n, 30) && i >= 0 && j >= 0 &&
            i < (m->win[n][R_WIN_SIZE] & 0x1fff) &&
            j < (m->win[n][R_WIN_SIZE] >> 16)) {
            p[n] = window_pixel(m, n, i, j, &keys[n]);
            set |= 1 << n;
        }
    }
    for (int n = 0; n < 3; n++) {
        weight[n] = set >> n & 1
                    ? weight_of(m, n, set & ~(1 << n), p[n], keys[n]) : 0;
        left -= MAX(weight[n], 0);
    }
    for (int c = 0; c < 3 && set; c++) {
        int sum = 0;

        for (int n = 0; n < 3; n++) {
            if (set >> n & 1) {
                sum += p[n].c[c] * (weight[n] < 0 ? MAX(left, 0) : weight[n]);
            }
        }
        out.c[c] = MIN((sum * 2 + 255) / 510, 255);
    }
    return out;
}

/* ---- Cursor and output ---- */

static inline bool cursor_visible(const Model *m, int x, int y)
{
    int clip = m->common[R_DC_CURSOR_START_ADDR] >> 28;
    const uint32_t *w;

    if (clip == 0) {
        return true;
    }
    w = m->win[clip - 1];
    return option(m, clip - 1, 30) &&
           x >= (w[R_WIN_POSITION] & 0x1fff) && y >= w[R_WIN_POSITION] >> 16 &&
           x < (w[R_WIN_POSITION] & 0x1fff) + (w[R_WIN_SIZE] & 0x1fff) &&
           y < (w[R_WIN_POSITION] >> 16) + (w[R_WIN_SIZE] >> 16);
}

static inline void add_cursor(const Model *m, int x, int y, Pixel *p)
{
    int size = m->common[R_DC_CURSOR_START_ADDR] >> 24 & 1 ? 64 : 32;
    int i = x - field(m->common[R_DC_CURSOR_POSITION], 0, 14, true);
    int j = y - field(m->common[R_DC_CURSOR_POSITION], 16, 14, true);
    int bit = j * size + i, mask = size * size + bit;
    bool colour, keep;
    uint32_t rgb;

    if (!(m->common[R_DC_DISP_WIN_OPTIONS] >> 16 & 1) || i < 0 || j < 0 ||
        i >= size || j >= size || !cursor_visible(m, x, y)) {
        return;
    }
    colour = m->cursor[bit / 8] >> bit % 8 & 1;
    keep = m->cursor[mask / 8] >> mask % 8 & 1;
    rgb = m->common[colour ? R_DC_CURSOR_FOREGROUND : R_DC_CURSOR_BACKGROUND];
    for (int c = 0; c < 3; c++) {
        p->c[c] = !keep ? rgb >> 8 * c & 0xff :
                  colour ? 255 - p->c[c] : p->c[c];
    }
}

/* Return what is added to a component that loses @n bits */
static inline int ordered(const Model *m, int n, int x, int y)
{
    static const int matrix[4][4] = {
        { 0, 8, 2, 10 }, { 12, 4, 14, 6 }, { 3, 11, 1, 9 }, { 15, 7, 13, 5 },
    };
    int turns = m->common[R_DC_DISP_COLOR_CONTROL] >> 12 & 3;

    x %= 4;
    y %= 4;
    for (int i = 0; i < turns; i++) {
        int old = x;

        x = 3 - y;
        y = old;
    }
    return (matrix[y][x] << n) / 16;
}

static inline void put_out(const Model *m, Pixel *line, int y, uint32_t *want)
{
    static const int sizes[9][3] = {
        { 6, 6, 6 }, { 1, 1, 1 }, { 2, 2, 2 }, { 3, 3, 3 }, { 4, 4, 4 },
        { 5, 5, 5 }, { 5, 6, 5 }, { 3, 3, 2 }, { 8, 8, 8 },
    };
    uint32_t reg = m->common[R_DC_DISP_COLOR_CONTROL];
    int lost[3] = { 0 };

    for (int x = 0; x < WIDTH; x++) {
        int out[3];

        for (int c = 0; c < 3; c++) {
            int n = 8 - sizes[reg & 15][c], v = line[x].c[c];

            v += (reg >> 8 & 3) == 2 ? ordered(m, n, x, y) :
                 (reg >> 8 & 3) == 3 ? lost[c] : 0;
            v = MIN(v, 255);
            lost[c] = v % (1 << n);
            out[c] = v - lost[c] + (reg >> 18 & 1 ? (1 << n) - 1 : 0);
        }
        want[x] = reg >> 16 & 1 ? out[2] << 16 | out[1] << 8 | out[0]
                                : out[0] << 16 | out[1] << 8 | out[2];
    }
}

static inline void draw(const Model *m, uint32_t *want)
{
    for (int y = 0; y < HEIGHT; y++) {
        Pixel line[WIDTH];

        for (int x = 0; x < WIDTH; x++) {
            line[x] = blended(m, x, y);
            add_cursor(m, x, y, &line[x]);
        }
        put_out(m, line, y, want + y * WIDTH);
    }
}

#endif /* TESTS_QTEST_TEGRA20_DC_MODEL_H */
