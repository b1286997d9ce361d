/*
 * NVIDIA Tegra20 GR2D: pixel formats of the stretch blit
 *
 * [tegra-gr2d.rst, Stretch blit formats]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "tegra_gr2d_format.h"

static uint32_t pixel(uint32_t a, uint32_t r, uint32_t g, uint32_t b)
{
    return a << 24 | r << 16 | g << 8 | b;
}

/* ---- RGB ---- */

static uint32_t from_565(uint32_t v)
{
    uint32_t r = extract32(v, 11, 5), g = extract32(v, 5, 6);
    uint32_t b = extract32(v, 0, 5);

    return pixel(0xff, r << 3 | r >> 2, g << 2 | g >> 4, b << 3 | b >> 2);
}

static uint32_t to_565(uint32_t px)
{
    return extract32(px, 19, 5) << 11 | extract32(px, 10, 6) << 5 |
           extract32(px, 3, 5);
}

static void decode_565(const TegraGR2DFormat *f, uint32_t *px,
                       const uint8_t *raw, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        px[i] = from_565(lduw_le_p(raw + 2 * i));
    }
}

static void encode_565(const TegraGR2DFormat *f, uint8_t *raw,
                       const uint32_t *px, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        stw_le_p(raw + 2 * i, to_565(px[i]));
    }
}

static void decode_565_swapped(const TegraGR2DFormat *f, uint32_t *px,
                               const uint8_t *raw, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        px[i] = from_565(lduw_be_p(raw + 2 * i));
    }
}

static void encode_565_swapped(const TegraGR2DFormat *f, uint8_t *raw,
                               const uint32_t *px, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        stw_be_p(raw + 2 * i, to_565(px[i]));
    }
}

static void decode_argb(const TegraGR2DFormat *f, uint32_t *px,
                        const uint8_t *raw, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        px[i] = ldl_le_p(raw + 4 * i);
    }
}

static void encode_argb(const TegraGR2DFormat *f, uint8_t *raw,
                        const uint32_t *px, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        stl_le_p(raw + 4 * i, px[i]);
    }
}

/* Convert ARGB to ABGR and back */
static uint32_t swap_rb(uint32_t px)
{
    return (px & 0xff00ff00) | extract32(px, 16, 8) | extract32(px, 0, 8) << 16;
}

static void decode_abgr(const TegraGR2DFormat *f, uint32_t *px,
                        const uint8_t *raw, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        px[i] = swap_rb(ldl_le_p(raw + 4 * i));
    }
}

static void encode_abgr(const TegraGR2DFormat *f, uint8_t *raw,
                        const uint32_t *px, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        stl_le_p(raw + 4 * i, swap_rb(px[i]));
    }
}

/* ---- YUV ---- */

/* Decode whole pairs, which @raw has also for an odd @n. */
static void decode_422(const TegraGR2DFormat *f, uint32_t *px,
                       const uint8_t *raw, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const uint8_t *pair = raw + i / 2 * 4;

        px[i] = pixel(0xff, pair[f->v] ^ f->chroma_flip,
                      pair[f->y + i % 2 * 2], pair[f->u] ^ f->chroma_flip);
    }
}

/* Encode pairs, with the chroma of their first pixel. */
static void encode_422(const TegraGR2DFormat *f, uint8_t *raw,
                       const uint32_t *px, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        uint8_t *pair = raw + i / 2 * 4;

        pair[f->y + i % 2 * 2] = extract32(px[i], 8, 8);
        if (i % 2 == 0) {
            pair[f->u] = extract32(px[i], 0, 8) ^ f->chroma_flip;
            pair[f->v] = extract32(px[i], 16, 8) ^ f->chroma_flip;
        }
    }
}

void tegra_gr2d_decode_planar(const TegraGR2DFormat *f, uint32_t *px,
                              const uint8_t *y, const uint8_t *u,
                              const uint8_t *v, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        px[i] = pixel(0xff, v[i / 2] ^ f->chroma_flip, y[i],
                      u[i / 2] ^ f->chroma_flip);
    }
}

/* ---- Codes ---- */

#define YUV(fmt, y_at, u_at, v_at, flip) \
    { .name = (fmt), .bytes = 2, .yuv = true, .y = (y_at), .u = (u_at), \
      .v = (v_at), .chroma_flip = (flip), .decode = decode_422, \
      .encode = encode_422 }
#define RGB(fmt, size, function) \
    { .name = (fmt), .bytes = (size), .decode = decode_##function, \
      .encode = encode_##function }

static const TegraGR2DFormat formats[] = {
    [0] = YUV("UYVY", 1, 0, 2, 0),
    [1] = YUV("YUYV", 0, 1, 3, 0),
    [2] = YUV("YVYU", 0, 3, 1, 0),
    [3] = YUV("VYUY", 1, 2, 0, 0),
    [4] = YUV("UYVY signed", 1, 0, 2, 0x80),
    [5] = YUV("YUYV signed", 0, 1, 3, 0x80),
    [6] = YUV("YVYU signed", 0, 3, 1, 0x80),
    [7] = YUV("VYUY signed", 1, 2, 0, 0x80),
    [8] = RGB("RGB565", 2, 565),
    [12] = RGB("RGB565 swapped", 2, 565_swapped),
    [14] = RGB("ARGB8888", 4, argb),
    [15] = RGB("ABGR8888", 4, abgr),
};

const TegraGR2DFormat *tegra_gr2d_format(uint32_t code)
{
    return code < ARRAY_SIZE(formats) && formats[code].name ? &formats[code]
                                                            : NULL;
}
