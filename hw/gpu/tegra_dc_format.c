/*
 * NVIDIA Tegra20 display controller: pixel formats
 *
 * One row per value of WIN_COLOR_DEPTH; the decoders turn guest bytes into
 * 32-bit pixels.  [tegra-dc.rst, Pixel formats]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "hw/gpu/tegra_dc_regs.h"
#include "tegra_dc_format.h"

/* Widen a @bits wide component to 8 bits */
static inline uint32_t widen(uint32_t v, unsigned int bits, bool expand)
{
    uint32_t wide = v << (8 - bits);

    /* Every width here is 4 or more, so that one copy fills the gap */
    return expand ? wide | wide >> bits : wide;
}

static inline uint32_t argb(uint32_t a, uint32_t r, uint32_t g, uint32_t b)
{
    return a << 24 | r << 16 | g << 8 | b;
}

static inline void indexed(const TegraDCDecode *d, uint32_t *dst,
                           unsigned int n, unsigned int bits)
{
    unsigned int per_byte = 8 / bits;
    unsigned int mask = (1u << bits) - 1;
    uint32_t ext = d->palette_ext & ~mask & 0xff;

    for (unsigned int i = 0; i < n; i++) {
        unsigned int at = i + d->skip;
        unsigned int shift = at % per_byte * bits;

        dst[i] = d->palette[ext | (d->src[0][at / per_byte] >> shift & mask)];
    }
}

static void decode_p1(const TegraDCDecode *d, uint32_t *dst, unsigned int n)
{
    indexed(d, dst, n, 1);
}

static void decode_p2(const TegraDCDecode *d, uint32_t *dst, unsigned int n)
{
    indexed(d, dst, n, 2);
}

static void decode_p4(const TegraDCDecode *d, uint32_t *dst, unsigned int n)
{
    indexed(d, dst, n, 4);
}

static void decode_p8(const TegraDCDecode *d, uint32_t *dst, unsigned int n)
{
    for (unsigned int i = 0; i < n; i++) {
        dst[i] = d->palette[d->src[0][i]];
    }
}

static void decode_b4g4r4a4(const TegraDCDecode *d, uint32_t *dst,
                            unsigned int n)
{
    for (unsigned int i = 0; i < n; i++) {
        uint32_t v = lduw_le_p(d->src[0] + i * 2);

        /* Alpha is a number, not a colour: full scale must be 255 */
        dst[i] = argb(widen(v >> 12, 4, true),
                      widen(v >> 8 & 0xf, 4, d->expand),
                      widen(v >> 4 & 0xf, 4, d->expand),
                      widen(v & 0xf, 4, d->expand));
    }
}

static void decode_b5g5r5a(const TegraDCDecode *d, uint32_t *dst,
                           unsigned int n)
{
    for (unsigned int i = 0; i < n; i++) {
        uint32_t v = lduw_le_p(d->src[0] + i * 2);

        dst[i] = argb(v >> 15 ? 255 : 0,
                      widen(v >> 10 & 0x1f, 5, d->expand),
                      widen(v >> 5 & 0x1f, 5, d->expand),
                      widen(v & 0x1f, 5, d->expand));
    }
}

static void decode_b5g6r5(const TegraDCDecode *d, uint32_t *dst,
                          unsigned int n)
{
    for (unsigned int i = 0; i < n; i++) {
        uint32_t v = lduw_le_p(d->src[0] + i * 2);

        dst[i] = argb(255, widen(v >> 11, 5, d->expand),
                      widen(v >> 5 & 0x3f, 6, d->expand),
                      widen(v & 0x1f, 5, d->expand));
    }
}

static void decode_ab5g5r5(const TegraDCDecode *d, uint32_t *dst,
                           unsigned int n)
{
    for (unsigned int i = 0; i < n; i++) {
        uint32_t v = lduw_le_p(d->src[0] + i * 2);

        dst[i] = argb(v & 1 ? 255 : 0,
                      widen(v >> 11, 5, d->expand),
                      widen(v >> 6 & 0x1f, 5, d->expand),
                      widen(v >> 1 & 0x1f, 5, d->expand));
    }
}

static void decode_b8g8r8a8(const TegraDCDecode *d, uint32_t *dst,
                            unsigned int n)
{
    if (HOST_BIG_ENDIAN) {
        for (unsigned int i = 0; i < n; i++) {
            dst[i] = ldl_le_p(d->src[0] + i * 4);
        }
    } else {
        memcpy(dst, d->src[0], n * 4);
    }
}

static void decode_r8g8b8a8(const TegraDCDecode *d, uint32_t *dst,
                            unsigned int n)
{
    for (unsigned int i = 0; i < n; i++) {
        uint32_t v = ldl_le_p(d->src[0] + i * 4);

        dst[i] = (v & 0xff00ff00) | (v & 0xff) << 16 | (v >> 16 & 0xff);
    }
}

static inline uint32_t six_bits(uint32_t v, bool expand)
{
    return argb(v >> 24, widen(v >> 16 & 0x3f, 6, expand),
                widen(v >> 8 & 0x3f, 6, expand), widen(v & 0x3f, 6, expand));
}

static void decode_b6x2(const TegraDCDecode *d, uint32_t *dst, unsigned int n)
{
    for (unsigned int i = 0; i < n; i++) {
        dst[i] = six_bits(ldl_le_p(d->src[0] + i * 4), d->expand);
    }
}

static void decode_r6x2(const TegraDCDecode *d, uint32_t *dst, unsigned int n)
{
    for (unsigned int i = 0; i < n; i++) {
        uint32_t v = ldl_le_p(d->src[0] + i * 4);

        v = (v & 0xff00ff00) | (v & 0xff) << 16 | (v >> 16 & 0xff);
        dst[i] = six_bits(v, d->expand);
    }
}

/* Decode pairs; "YUV" has two's complement chroma, "YCbCr" offset binary */
static inline void packed_yuv(const TegraDCDecode *d, uint32_t *dst,
                              unsigned int n, uint8_t flip)
{
    for (unsigned int i = 0; i < n; i++) {
        unsigned int at = i + d->skip;
        const uint8_t *p = d->src[0] + at / 2 * 4;

        dst[i] = argb(255, p[2] ^ flip, p[1 + at % 2 * 2], p[0] ^ flip);
    }
}

static void decode_ycbcr422(const TegraDCDecode *d, uint32_t *dst,
                            unsigned int n)
{
    packed_yuv(d, dst, n, 0);
}

static void decode_yuv422(const TegraDCDecode *d, uint32_t *dst,
                          unsigned int n)
{
    packed_yuv(d, dst, n, 0x80);
}

static inline void planar_yuv(const TegraDCDecode *d, uint32_t *dst,
                              unsigned int n, uint8_t flip,
                              unsigned int shift)
{
    for (unsigned int i = 0; i < n; i++) {
        unsigned int c = (i + d->skip) >> shift;

        dst[i] = argb(255, d->src[2][c] ^ flip, d->src[0][i + d->skip],
                      d->src[1][c] ^ flip);
    }
}

static void decode_ycbcr_half(const TegraDCDecode *d, uint32_t *dst,
                              unsigned int n)
{
    planar_yuv(d, dst, n, 0, 1);
}

static void decode_yuv_half(const TegraDCDecode *d, uint32_t *dst,
                            unsigned int n)
{
    planar_yuv(d, dst, n, 0x80, 1);
}

static void decode_ycbcr_full(const TegraDCDecode *d, uint32_t *dst,
                              unsigned int n)
{
    planar_yuv(d, dst, n, 0, 0);
}

static void decode_yuv_full(const TegraDCDecode *d, uint32_t *dst,
                            unsigned int n)
{
    planar_yuv(d, dst, n, 0x80, 0);
}

#define INDEXED(n, b, f) { \
    .name = n, .bits = b, .planes = 1, .group = 1, .indexed = true, \
    .decode = f }
#define RGB(n, b, a, f) { \
    .name = n, .bits = b, .planes = 1, .group = (b) / 8, .alpha_bits = a, \
    .decode = f }
#define PACKED(n, f) { \
    .name = n, .bits = 16, .planes = 1, .group = 4, .yuv = true, .decode = f }
#define PLANAR(n, x, y, f) { \
    .name = n, .bits = 8, .planes = 3, .group = 1, .chroma_x = x, \
    .chroma_y = y, .yuv = true, .decode = f }

static const TegraDCFormat formats[DC_NUM_FORMATS] = {
    [DC_FORMAT_P1] = INDEXED("P1", 1, decode_p1),
    [DC_FORMAT_P2] = INDEXED("P2", 2, decode_p2),
    [DC_FORMAT_P4] = INDEXED("P4", 4, decode_p4),
    [DC_FORMAT_P8] = INDEXED("P8", 8, decode_p8),
    [DC_FORMAT_B4G4R4A4] = RGB("B4G4R4A4", 16, 4, decode_b4g4r4a4),
    [DC_FORMAT_B5G5R5A] = RGB("B5G5R5A", 16, 1, decode_b5g5r5a),
    [DC_FORMAT_B5G6R5] = RGB("B5G6R5", 16, 0, decode_b5g6r5),
    [DC_FORMAT_AB5G5R5] = RGB("AB5G5R5", 16, 1, decode_ab5g5r5),
    [DC_FORMAT_B8G8R8A8] = RGB("B8G8R8A8", 32, 8, decode_b8g8r8a8),
    [DC_FORMAT_R8G8B8A8] = RGB("R8G8B8A8", 32, 8, decode_r8g8b8a8),
    [DC_FORMAT_B6X2G6X2R6X2A8] = RGB("B6x2G6x2R6x2A8", 32, 8, decode_b6x2),
    [DC_FORMAT_R6X2G6X2B6X2A8] = RGB("R6x2G6x2B6x2A8", 32, 8, decode_r6x2),
    [DC_FORMAT_YCBCR422] = PACKED("YCbCr422", decode_ycbcr422),
    [DC_FORMAT_YUV422] = PACKED("YUV422", decode_yuv422),
    [DC_FORMAT_YCBCR420P] = PLANAR("YCbCr420P", 1, 1, decode_ycbcr_half),
    [DC_FORMAT_YUV420P] = PLANAR("YUV420P", 1, 1, decode_yuv_half),
    [DC_FORMAT_YCBCR422P] = PLANAR("YCbCr422P", 1, 0, decode_ycbcr_half),
    [DC_FORMAT_YUV422P] = PLANAR("YUV422P", 1, 0, decode_yuv_half),
    /* Rotated 4:2:2: the chroma is halved vertically instead */
    [DC_FORMAT_YCBCR422R] = PLANAR("YCbCr422R", 0, 1, decode_ycbcr_full),
    [DC_FORMAT_YUV422R] = PLANAR("YUV422R", 0, 1, decode_yuv_full),
    [DC_FORMAT_YCBCR422RA] = PLANAR("YCbCr422RA", 0, 1, decode_ycbcr_full),
    [DC_FORMAT_YUV422RA] = PLANAR("YUV422RA", 0, 1, decode_yuv_full),
};

const TegraDCFormat *tegra_dc_format(uint32_t code)
{
    if (code >= DC_NUM_FORMATS || !formats[code].name) {
        return NULL;
    }
    return &formats[code];
}
