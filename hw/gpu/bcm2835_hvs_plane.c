/*
 * BCM2835 HVS: the pixels of a plane
 *
 * Rows are fetched, converted to 8 bits of alpha, red, green and blue, scaled
 * and blended.  [videocore-iv-v3d.rst, Display lists]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "bcm2835_hvs_plane.h"

#define HVS_MAX_WIDTH   4096

/* ---- Fetching ---- */

/* Copy a row of a T-tiled picture, 16 bytes of a microtile at a time. */
static void fetch_tiled(const HVSPlane *p, const uint8_t *ram, int row,
                        uint8_t *dst)
{
    /* Where a subtile of 1 KiB is in its tile, by its place in the picture */
    static const uint8_t place[2][4] = { { 0, 3, 1, 2 }, { 2, 1, 3, 0 } };
    int y = p->tile_y + (p->vflip ? -row : row) + 4096 * 32;
    int tile_row = y / 32 - 4096;
    bool odd = (tile_row + p->tile_odd) & 1;
    const uint8_t *base = ram + p->addr[0] +
                          (int64_t)tile_row * p->tiles * 4096 +
                          y / 4 % 4 * 256 + y % 4 * 16;
    int x = p->tile_x * p->bytes, end = x + p->src_w * p->bytes;

    while (x < end) {
        int tile = odd ? p->tiles - 1 - x / 128 : x / 128;
        int n = MIN(16 - x % 16, end - x);

        memcpy(dst, base + tile * 4096 + x / 16 % 4 * 64 + x % 16 +
               place[odd][x / 64 % 2 + y / 16 % 2 * 2] * 1024, n);
        dst += n;
        x += n;
    }
}

/* Return the bytes of a row, in memory or copied to @copy. */
static const uint8_t *fetch(const HVSPlane *p, const uint8_t *ram,
                            unsigned int c, int row, uint8_t *copy)
{
    if (p->tiled) {
        fetch_tiled(p, ram, row, copy);
        return copy;
    }
    row >>= c ? p->chroma_shift : 0;
    return ram + p->addr[c] + row * p->stride[c];
}

/* ---- Conversion ---- */

static uint32_t channel(uint32_t pixel, HVSField f)
{
    uint32_t max = (1u << f.bits) - 1;

    if (!max) {
        return 255;
    }
    return ((pixel >> f.shift & max) * 255 + max / 2) / max;
}

static uint32_t pixel_at(const uint8_t *src, unsigned int bytes)
{
    switch (bytes) {
    case 1:
        return src[0];
    case 2:
        return lduw_le_p(src);
    case 3:
        return src[0] | src[1] << 8 | src[2] << 16;
    default:
        return ldl_le_p(src);
    }
}

static bool is_argb(const HVSPlane *p)
{
    return p->format == HVS_FORMAT_RGBA8888 && p->field[3].shift == 24 &&
           p->field[0].shift == 16;
}

static void convert_rgb(const HVSPlane *p, const uint8_t *src, uint32_t *dst)
{
    for (int x = 0; x < p->src_w; x++) {
        uint32_t pixel = pixel_at(src + x * p->bytes, p->bytes);

        dst[x] = is_argb(p) ? pixel :
                 channel(pixel, p->field[3]) << 24 |
                 channel(pixel, p->field[0]) << 16 |
                 channel(pixel, p->field[1]) << 8 |
                 channel(pixel, p->field[2]);
    }
}

static uint32_t clamp8(int32_t value)
{
    return MIN(MAX(value, 0), 255);
}

static uint32_t yuv_to_rgb(const HVSPlane *p, int y, int cb, int cr)
{
    const int32_t *k = p->csc;
    int32_t all = (y + p->csc_offset[0]) * k[HVS_CSC_Y_ALL] + 128;

    cb += p->csc_offset[1];
    cr += p->csc_offset[2];
    return 0xff000000 |
           clamp8((all + cb * k[HVS_CSC_CB_RED] + cr * k[HVS_CSC_CR_RED]) >> 8)
           << 16 |
           clamp8((all + cb * k[HVS_CSC_CB_GREEN] +
                   cr * k[HVS_CSC_CR_GREEN]) >> 8) << 8 |
           clamp8((all + cb * k[HVS_CSC_CB_BLUE] +
                   cr * k[HVS_CSC_CR_BLUE]) >> 8);
}

static void convert_yuv(const HVSPlane *p, const uint8_t *ram, int row,
                        uint32_t *dst)
{
    bool packed = p->num_components == 2;
    const uint8_t *luma = fetch(p, ram, 0, row, NULL);
    const uint8_t *c0 = fetch(p, ram, 1, row, NULL);
    const uint8_t *c1 = packed ? c0 + 1 : fetch(p, ram, 2, row, NULL);

    for (int x = 0; x < p->src_w; x++) {
        int at = packed ? x & ~1 : x / 2;
        int cb = p->swap_chroma ? c1[at] : c0[at];
        int cr = p->swap_chroma ? c0[at] : c1[at];

        dst[x] = yuv_to_rgb(p, luma[x], cb, cr);
    }
}

static void flip(uint32_t *row, int n)
{
    for (int i = 0; i < n / 2; i++) {
        uint32_t other = row[n - 1 - i];

        row[n - 1 - i] = row[i];
        row[i] = other;
    }
}

/* Get the pixels of row @row of the source. */
static void convert(const HVSPlane *p, const uint8_t *ram, int row,
                    uint32_t *dst)
{
    uint8_t copy[HVS_MAX_WIDTH * 4];

    if (p->num_components > 1) {
        convert_yuv(p, ram, row, dst);
    } else {
        convert_rgb(p, fetch(p, ram, 0, row, copy), dst);
    }
    if (p->hflip) {
        flip(dst, p->src_w);
    }
}

/* ---- Scaling ---- */

/* One axis: what @i of @dst pixels is made of, of @src pixels */
typedef struct HVSTaps {
    int first, last;
    uint32_t weight;                /* of the last, of 256: two taps */
} HVSTaps;

static HVSTaps taps(HVSFilter filter, int src, int dst, int i)
{
    int64_t at;
    HVSTaps t = { i, i, 0 };

    if (filter == HVS_FILTER_TPZ) {
        t.first = MIN((int64_t)i * src / dst, src - 1);
        t.last = MAX(((int64_t)(i + 1) * src - 1) / dst, t.first);
        t.last = MIN(t.last, src - 1);
    } else if (filter == HVS_FILTER_PPF) {
        /* The centre of one pixel is that of the other */
        at = ((2 * (int64_t)i + 1) * src * 128) / dst - 128;
        at = MIN(MAX(at, 0), (int64_t)(src - 1) * 256);
        t.first = at / 256;
        t.last = MIN(t.first + 1, src - 1);
        t.weight = at % 256;
    }
    return t;
}

void bcm2835_hvs_plane_rows(const HVSPlane *p, int y, int *first, int *last)
{
    HVSTaps t = taps(p->v_filter, p->src_h, p->h, y);

    *first = t.first;
    *last = t.last;
}

static uint32_t mix2(uint32_t a, uint32_t b, uint32_t weight)
{
    uint32_t even = ((a & 0xff00ff) * (256 - weight) + (b & 0xff00ff) * weight +
                     0x800080) >> 8 & 0xff00ff;
    uint32_t odd = (a >> 8 & 0xff00ff) * (256 - weight) +
                   (b >> 8 & 0xff00ff) * weight + 0x800080;

    return even | (odd & 0xff00ff00);
}

static uint32_t average(const uint32_t *px, int n, int step)
{
    uint32_t sum[4] = { n / 2, n / 2, n / 2, n / 2 };

    for (int i = 0; i < n; i++) {
        for (int c = 0; c < 4; c++) {
            sum[c] += px[i * step] >> (8 * c) & 0xff;
        }
    }
    return sum[0] / n | sum[1] / n << 8 | sum[2] / n << 16 | sum[3] / n << 24;
}

/* Get row @row of the source in the picture's width. */
static void scale_row(const HVSPlane *p, const uint8_t *ram, int row,
                      uint32_t *dst)
{
    uint32_t src[HVS_MAX_WIDTH];

    if (p->h_filter == HVS_FILTER_NONE) {
        convert(p, ram, row, dst);
        return;
    }
    convert(p, ram, row, src);
    for (int x = 0; x < p->w; x++) {
        HVSTaps t = taps(p->h_filter, p->src_w, p->w, x);

        dst[x] = p->h_filter == HVS_FILTER_PPF
                 ? mix2(src[t.first], src[t.last], t.weight)
                 : average(src + t.first, t.last - t.first + 1, 1);
    }
}

/* Get line @y of the picture. */
static void scale(const HVSPlane *p, const uint8_t *ram, int y, uint32_t *dst)
{
    HVSTaps t = taps(p->v_filter, p->src_h, p->h, y);
    g_autofree uint32_t *rows = NULL;
    int n = t.last - t.first + 1;

    if (n == 1) {
        scale_row(p, ram, t.first, dst);
        return;
    }
    rows = g_new(uint32_t, (size_t)n * p->w);
    for (int i = 0; i < n; i++) {
        scale_row(p, ram, t.first + i, rows + (size_t)i * p->w);
    }
    for (int x = 0; x < p->w; x++) {
        dst[x] = p->v_filter == HVS_FILTER_PPF
                 ? mix2(rows[x], rows[p->w + x], t.weight)
                 : average(rows + x, n, p->w);
    }
}

/* ---- Blending ---- */

static uint32_t mul255(uint32_t a, uint32_t b)
{
    return (a * b + 127) / 255;
}

/* Return how opaque a pixel of alpha @a is. */
static uint32_t opacity(const HVSPlane *p, uint32_t a)
{
    switch (p->alpha_mode) {
    case HVS_ALPHA_PIPELINE:
        return p->mix ? mul255(a, p->alpha) : a;
    case HVS_ALPHA_FIXED_NONZERO:
        return a ? p->alpha : 0;
    case HVS_ALPHA_FIXED_OVER_7:
        return a > 7 ? p->alpha : 0;
    default:
        return p->alpha;
    }
}

static uint32_t blend(const HVSPlane *p, uint32_t src, uint32_t dst)
{
    uint32_t a = opacity(p, src >> 24);
    bool premult = p->premult && p->alpha_mode == HVS_ALPHA_PIPELINE;
    uint32_t scale = premult ? (p->mix ? p->alpha : 255) : a;
    uint32_t out = 0;

    for (int shift = 0; shift < 24; shift += 8) {
        uint32_t c = mul255(src >> shift & 0xff, scale) +
                     mul255(dst >> shift & 0xff, 255 - a);

        out |= MIN(c, 255) << shift;
    }
    return out;
}

static bool is_opaque(const HVSPlane *p)
{
    return p->alpha_mode == HVS_ALPHA_FIXED && p->alpha == 255;
}

void bcm2835_hvs_plane_line(const HVSPlane *p, const uint8_t *ram, int y,
                            uint32_t *dst, int n)
{
    uint32_t line[HVS_MAX_WIDTH];

    scale(p, ram, y, line);
    if (is_opaque(p)) {
        memcpy(dst, line, (size_t)n * 4);
        return;
    }
    for (int x = 0; x < n; x++) {
        dst[x] = blend(p, line[x], dst[x]);
    }
}
