/*
 * NVIDIA Tegra20 display controller: one window
 *
 * Turns the ACTIVE registers of a window into a validated description, and
 * fetches lines from it: addresses, tiling, byte swap, reflection, scaling,
 * colour space conversion.  [tegra-dc.rst, Windows]
 *
 * Every address comes from the guest.  All arithmetic on them is done in
 * 64 bits on values of at most 33 bits, a plane's range is clipped to memory
 * when it is set up, and each line is checked against that range.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "tegra_dc_regfile.h"
#include "tegra_dc_window.h"
#include "trace.h"

#define TILE_BYTES 16       /* a tile is 16 bytes by 16 lines */
#define TILE_LINES 16
#define TILE_SIZE  (TILE_BYTES * TILE_LINES)

#define DDA_FRAC   12       /* positions are 4.12 */

/* Divide, rounding towards minus infinity */
static int64_t floor_div(int64_t a, int64_t b)
{
    return a >= 0 ? a / b : -((-a + b - 1) / b);
}

/* ---- Setup ---- */

static void setup_scaling(TegraDCState *s, TegraDCWindow *w)
{
    uint32_t inc = tegra_dc_win_active(s, w->index, R_WIN_DDA_INCREMENT);
    uint32_t options = tegra_dc_win_active(s, w->index, R_WIN_OPTIONS);
    uint64_t last;

    w->h_inc = FIELD_EX32(inc, WIN_DDA_INCREMENT, H);
    w->v_inc = FIELD_EX32(inc, WIN_DDA_INCREMENT, V);
    w->h_init = tegra_dc_win_active(s, w->index, R_WIN_H_INITIAL_DDA);
    w->v_init = tegra_dc_win_active(s, w->index, R_WIN_V_INITIAL_DDA);
    /* Window A has no filter, C only the horizontal one; indices have none */
    w->h_filter = w->index > 0 && !w->fmt->indexed &&
                  FIELD_EX32(options, WIN_OPTIONS, H_FILTER);
    w->v_filter = w->index == 1 && !w->fmt->indexed &&
                  FIELD_EX32(options, WIN_OPTIONS, V_FILTER);
    w->v_filter_opt = !w->fmt->chroma_y &&
                      FIELD_EX32(options, WIN_OPTIONS, V_FILTER_OPT);

    last = (w->h_init + (uint64_t)w->h_inc * (w->w - 1)) >> DDA_FRAC;
    w->src_used = MIN(w->src_w, last + 1 + (w->h_filter ? 3 : 0));
    w->h_scaled = w->h_filter || w->h_init || w->h_inc != 1 << DDA_FRAC ||
                  w->src_used < w->w;
}

static void setup_filters(TegraDCState *s, TegraDCWindow *w)
{
    for (int i = 0; i < TEGRA_DC_FILTER_PHASES; i++) {
        uint32_t h = tegra_dc_win_active(s, w->index, R_WIN_H_FILTER + i);
        uint32_t v = tegra_dc_win_active(s, w->index, R_WIN_V_FILTER + i);

        w->filter.h[i][0] = FIELD_EX32(h, WIN_H_FILTER, C0);
        w->filter.h[i][1] = sextract32(h, R_WIN_H_FILTER_C1_SHIFT, 5);
        w->filter.h[i][2] = FIELD_EX32(h, WIN_H_FILTER, C2);
        w->filter.h[i][3] = FIELD_EX32(h, WIN_H_FILTER, C3);
        w->filter.h[i][4] = sextract32(h, R_WIN_H_FILTER_C4_SHIFT, 5);
        w->filter.h[i][5] = FIELD_EX32(h, WIN_H_FILTER, C5);
        w->filter.v[i] = MIN(FIELD_EX32(v, WIN_V_FILTER, C0), 128);
    }
}

static void setup_colours(TegraDCState *s, TegraDCWindow *w)
{
    static const uint8_t csc_bits[8] = { 8, 0, 11, 11, 10, 10, 11, 11 };
    const uint32_t *regs = s->regs[TEGRA_DC_ACTIVE].win[w->index];
    uint32_t options = regs[R_WIN_OPTIONS];

    w->expand = FIELD_EX32(options, WIN_OPTIONS, COLOR_EXPAND);
    w->yuv_expand = w->fmt->yuv && FIELD_EX32(options, WIN_OPTIONS, YUV_EXPAND);
    w->vibrance = FIELD_EX32(options, WIN_OPTIONS, DV_ENABLE);
    w->dv[0] = FIELD_EX32(regs[R_WIN_DV_CONTROL], WIN_DV_CONTROL, R);
    w->dv[1] = FIELD_EX32(regs[R_WIN_DV_CONTROL], WIN_DV_CONTROL, G);
    w->dv[2] = FIELD_EX32(regs[R_WIN_DV_CONTROL], WIN_DV_CONTROL, B);
    w->csc = w->index > 0 && w->fmt->yuv &&
             FIELD_EX32(options, WIN_OPTIONS, CSC_ENABLE);
    w->gamma = !w->fmt->indexed && FIELD_EX32(options, WIN_OPTIONS, CP_ENABLE);
    w->palette_ext = regs[R_WIN_PALETTE_COLOR_EXT];
    for (int i = 0; i < TEGRA_DC_PALETTE_SIZE; i++) {
        w->palette[i] = tegra_dc_colour(regs[R_WIN_PALETTE + i]);
    }
    for (int i = 0; i < ARRAY_SIZE(w->csc_k); i++) {
        uint32_t k = regs[R_WIN_CSC_YOF + i];

        w->csc_k[i] = csc_bits[i] ? sextract32(k, 0, csc_bits[i]) : k;
    }
    for (int i = 0; i < 2; i++) {
        w->key_lower[i] =
            tegra_dc_colour(tegra_dc_active(s, R_DC_COLOR_KEY0_LOWER + 2 * i));
        w->key_upper[i] =
            tegra_dc_colour(tegra_dc_active(s, R_DC_COLOR_KEY0_UPPER + 2 * i));
    }
    if (FIELD_EX32(options, WIN_OPTIONS, CSC_ENABLE) && !w->csc) {
        qemu_log_mask(LOG_UNIMP, "tegra-dc.%d: window %c: WIN_OPTIONS 0x%08x: "
                      "no conversion of %s\n", s->head, 'A' + w->index,
                      options, w->fmt->name);
    }
}

static void plane_extent(TegraDCState *s, TegraDCWindow *w, TegraDCPlane *p)
{
    uint64_t size = memory_region_size(s->dma_mr);
    uint64_t lo = UINT64_MAX, hi = 0;
    unsigned int first, last;
    int64_t ends[2][2];

    tegra_dc_window_src(w, w->h - 1, &first, &last);
    p->lo = 0;
    p->hi = UINT64_MAX;
    for (int i = 0; i < 2; i++) {
        tegra_dc_plane_line(w, p, i ? last : 0, (uint64_t *)&ends[i][0],
                            (uint64_t *)&ends[i][1]);
        lo = MIN(lo, MAX(ends[i][0], 0));
        hi = MAX(hi, MAX(ends[i][1], 0));
    }
    p->lo = MIN(lo, size);
    p->hi = MIN(hi, size);
    if (hi > size || MIN(ends[0][0], ends[1][0]) < 0) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-dc.%d: window %c: reads 0x%"
                      PRIx64 "..0x%" PRIx64 ", outside memory\n", s->head,
                      'A' + w->index, MIN(ends[0][0], ends[1][0]), hi);
    }
}

/*
 * Find the bytes of a line that are read.  With H_DIRECTION set the fetch runs
 * backwards from the pixel at the offset; the line is then read forwards and
 * turned round afterwards.
 */
static void setup_line_bytes(TegraDCState *s, TegraDCWindow *w)
{
    uint32_t offset = tegra_dc_win_active(s, w->index, R_WINBUF_ADDR_H_OFFSET);
    int64_t group_bytes = w->fmt->group << w->fmt->chroma_x;
    int64_t group_pixels = group_bytes * 8 / w->fmt->bits;
    int64_t first = offset / group_bytes * group_pixels +
                    offset % group_bytes * 8 / w->fmt->bits;
    int64_t x0, bytes;

    if (w->h_reverse) {
        /* A byte with several pixels is left through its first one */
        first += w->fmt->bits < 8 ? group_pixels - 1 : 0;
        first -= w->src_used - 1;
    }
    x0 = floor_div(first, group_pixels) * group_bytes;
    w->skip = first - floor_div(first, group_pixels) * group_pixels;
    bytes = DIV_ROUND_UP(w->skip + w->src_used, group_pixels) * group_bytes;
    for (int i = 0; i < w->num_planes; i++) {
        int shift = i ? w->fmt->chroma_x : 0;

        w->plane[i].x0 = x0 >> shift;
        w->plane[i].bytes = bytes >> shift;
    }
}

static void setup_planes(TegraDCState *s, TegraDCWindow *w)
{
    static const uint16_t start[3] = {
        R_WINBUF_START_ADDR, R_WINBUF_START_ADDR_U, R_WINBUF_START_ADDR_V,
    };
    const uint32_t *regs = s->regs[TEGRA_DC_ACTIVE].win[w->index];
    uint32_t stride = regs[R_WIN_LINE_STRIDE];
    uint32_t mode = regs[R_WIN_BUFFER_ADDR_MODE];
    /* A pixel of 16 or 32 bits is aligned.  [tegra-dc.rst, Windows] */
    uint32_t unused = w->fmt->bits > 8 ? w->fmt->bits / 8 - 1 : 0;

    setup_line_bytes(s, w);
    for (int i = 0; i < w->num_planes; i++) {
        TegraDCPlane *p = &w->plane[i];

        p->base = regs[start[i]] & ~unused;
        p->y_shift = i ? w->fmt->chroma_y : 0;
        p->stride = i ? FIELD_EX32(stride, WIN_LINE_STRIDE, UV)
                      : FIELD_EX32(stride, WIN_LINE_STRIDE, Y);
        p->tiled = i ? FIELD_EX32(mode, WIN_BUFFER_ADDR_MODE, TILED_UV)
                     : FIELD_EX32(mode, WIN_BUFFER_ADDR_MODE, TILED);
        plane_extent(s, w, p);
        p->buf = g_malloc(p->bytes);
    }
}

static bool line_is_missing(const TegraDCWindow *w, int y)
{
    unsigned int lines[2];
    uint64_t lo, hi;

    tegra_dc_window_src(w, y, &lines[0], &lines[1]);
    for (int i = 0; i < w->num_planes; i++) {
        for (int k = 0; k < 1 + (lines[0] != lines[1]); k++) {
            if (!tegra_dc_plane_line(w, &w->plane[i], lines[k], &lo, &hi)) {
                return true;
            }
        }
    }
    return false;
}

static void count_missing(TegraDCWindow *w)
{
    for (int y = 0; y < w->h; y++) {
        w->missing += line_is_missing(w, y);
    }
}

static void setup_buffers(TegraDCWindow *w)
{
    w->src_line[0] = g_new(uint32_t, w->src_used);
    w->src_line[1] = g_new(uint32_t, w->src_used);
    w->mix = g_new(uint32_t, w->src_used);
    w->pixels = g_new(uint32_t, w->w);
    w->keys = g_new0(uint8_t, w->w);
}

/*
 * Estimate what a line takes in nanoseconds, from runs at 2 GHz.  Only how the
 * work is cut into slices depends on it.
 */
static void setup_cost(TegraDCWindow *w)
{
    unsigned int steps = w->yuv_expand + w->keyed + w->csc + w->vibrance +
                         w->gamma;

    w->line_cost = 4 * w->src_used + 6 * steps * w->w;
    for (int i = 0; i < w->num_planes; i++) {
        bool in_place = !w->plane[i].tiled && !w->swap;

        w->line_cost += in_place ? 0 : 6 * w->plane[i].bytes;
    }
    if (w->v_filter) {
        w->line_cost = 2 * w->line_cost + 10 * w->src_used;
    }
    w->line_cost += (w->h_filter ? 30 : w->h_scaled ? 3 : 0) * w->w;
}

/* Find position and size; false if nothing of the window can be seen */
static bool setup_place(TegraDCState *s, TegraDCWindow *w, int width,
                        int height)
{
    const uint32_t *regs = s->regs[TEGRA_DC_ACTIVE].win[w->index];
    uint32_t prescaled = regs[R_WIN_PRESCALED_SIZE];

    w->x = FIELD_EX32(regs[R_WIN_POSITION], WIN_POSITION, H);
    w->y = FIELD_EX32(regs[R_WIN_POSITION], WIN_POSITION, V);
    w->w = FIELD_EX32(regs[R_WIN_SIZE], WIN_SIZE, H);
    w->h = FIELD_EX32(regs[R_WIN_SIZE], WIN_SIZE, V);
    w->w = MIN(w->w, width - w->x);
    w->h = MIN(w->h, height - w->y);
    w->src_w = FIELD_EX32(prescaled, WIN_PRESCALED_SIZE, H_BYTES) * 8 /
               w->fmt->bits;
    w->src_h = FIELD_EX32(prescaled, WIN_PRESCALED_SIZE, V);
    return w->w > 0 && w->h > 0 && w->src_w && w->src_h;
}

void tegra_dc_window_setup(TegraDCState *s, TegraDCWindow *w, int n,
                           int width, int height)
{
    const uint32_t *regs = s->regs[TEGRA_DC_ACTIVE].win[n];
    uint32_t options = regs[R_WIN_OPTIONS];
    /* xor on the byte address: none, in 16 bits, in 32 bits, halves of 32 */
    static const uint8_t swap[4] = { 0, 1, 3, 2 };

    memset(w, 0, sizeof(*w));
    w->index = n;
    if (!FIELD_EX32(options, WIN_OPTIONS, WIN_ENABLE)) {
        return;
    }
    w->fmt = tegra_dc_format(FIELD_EX32(regs[R_WIN_COLOR_DEPTH],
                                        WIN_COLOR_DEPTH, FORMAT));
    if (!w->fmt || !setup_place(s, w, width, height)) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-dc.%d: window %c not shown: "
                      "COLOR_DEPTH 0x%x SIZE 0x%08x PRESCALED_SIZE 0x%08x\n",
                      s->head, 'A' + n, regs[R_WIN_COLOR_DEPTH],
                      regs[R_WIN_SIZE], regs[R_WIN_PRESCALED_SIZE]);
        return;
    }
    w->enabled = true;
    w->h_reverse = FIELD_EX32(options, WIN_OPTIONS, H_DIRECTION);
    w->v_reverse = FIELD_EX32(options, WIN_OPTIONS, V_DIRECTION);
    w->v_offset = regs[R_WINBUF_ADDR_V_OFFSET];
    w->swap = swap[FIELD_EX32(regs[R_WIN_BYTE_SWAP], WIN_BYTE_SWAP, MODE)];
    w->num_planes = w->fmt->planes;
    setup_scaling(s, w);
    setup_filters(s, w);
    setup_colours(s, w);
    setup_planes(s, w);
    count_missing(w);
    setup_buffers(w);
    setup_cost(w);
    trace_tegra_dc_window(s->head, 'A' + n, w->fmt->name, w->x, w->y, w->w,
                          w->h, w->plane[0].lo, w->plane[0].stride);
}

void tegra_dc_window_free(TegraDCWindow *w)
{
    for (int i = 0; i < w->num_planes; i++) {
        g_free(w->plane[i].buf);
    }
    g_free(w->src_line[0]);
    g_free(w->src_line[1]);
    g_free(w->mix);
    g_free(w->pixels);
    g_free(w->keys);
    memset(w, 0, sizeof(*w));
}

/* ---- Addresses ---- */

/* Return true if output line @y is exactly at a source line */
static bool is_whole(const TegraDCWindow *w, int y)
{
    return !((w->v_init + (uint64_t)w->v_inc * y) & ((1 << DDA_FRAC) - 1));
}

void tegra_dc_window_src(const TegraDCWindow *w, int y, unsigned int *first,
                         unsigned int *last)
{
    uint64_t line = (w->v_init + (uint64_t)w->v_inc * y) >> DDA_FRAC;

    *first = MIN(line, w->src_h - 1);
    *last = *first;
    if (w->v_filter && !(w->v_filter_opt && is_whole(w, y))) {
        *last = MIN(line + 1, w->src_h - 1);
    }
}

static int64_t plane_y(const TegraDCWindow *w, const TegraDCPlane *p,
                       unsigned int line)
{
    int64_t y = w->v_reverse ? w->v_offset - line : w->v_offset + line;

    return y >> p->y_shift;
}

/* Find byte @x of line @y in the guest.  [tegra-dc.rst, Tiled surfaces] */
static int64_t plane_addr(const TegraDCPlane *p, int64_t x, int64_t y)
{
    if (!p->tiled) {
        return p->base + y * p->stride + x;
    }
    return p->base + floor_div(y, TILE_LINES) * p->stride * TILE_LINES +
           floor_div(x, TILE_BYTES) * TILE_SIZE +
           (y & (TILE_LINES - 1)) * TILE_BYTES + (x & (TILE_BYTES - 1));
}

int64_t tegra_dc_window_start(const TegraDCWindow *w)
{
    const TegraDCPlane *p = &w->plane[0];

    if (!p->tiled) {
        return plane_addr(p, p->x0, plane_y(w, p, 0));
    }
    return plane_addr(p, p->x0 & ~(TILE_BYTES - 1),
                      plane_y(w, p, w->v_reverse ? w->src_h - 1 : 0) &
                      ~(TILE_LINES - 1));
}

bool tegra_dc_plane_line(const TegraDCWindow *w, const TegraDCPlane *p,
                         unsigned int line, uint64_t *lo, uint64_t *hi)
{
    int64_t y = plane_y(w, p, line);
    int64_t row = p->tiled ? TILE_LINES - 1 : 0;
    int64_t first = plane_addr(p, p->x0, y & ~row);
    int64_t last = plane_addr(p, p->x0 + p->bytes - 1, y | row);

    /* Whole rows of tiles; the byte swap reaches to the ends of words */
    *lo = first & ~3;
    *hi = (last | 3) + 1;
    return first >= 0 && *lo >= p->lo && *hi <= p->hi;
}

/* ---- Fetching ---- */

static void gather(const TegraDCWindow *w, TegraDCPlane *p, int64_t y)
{
    for (unsigned int i = 0; i < p->bytes; i++) {
        uint64_t addr = plane_addr(p, p->x0 + i, y) ^ w->swap;

        p->buf[i] = p->map[addr - p->lo];
    }
}

/* Fetch the bytes of a source line; zero where it leaves memory */
static const uint8_t *fetch_bytes(const TegraDCWindow *w, TegraDCPlane *p,
                                  unsigned int line)
{
    int64_t y = plane_y(w, p, line);
    uint64_t lo, hi;

    if (!p->map || !tegra_dc_plane_line(w, p, line, &lo, &hi)) {
        memset(p->buf, 0, p->bytes);
        return p->buf;
    }
    if (!p->tiled && !w->swap) {
        return p->map + (plane_addr(p, p->x0, y) - p->lo);
    }
    gather(w, p, y);
    return p->buf;
}

static void reverse(uint32_t *px, unsigned int n)
{
    for (unsigned int i = 0; i < n / 2; i++) {
        uint32_t tmp = px[i];

        px[i] = px[n - 1 - i];
        px[n - 1 - i] = tmp;
    }
}

static void decode_line(TegraDCWindow *w, unsigned int line, uint32_t *dst)
{
    TegraDCDecode d = {
        .palette = w->palette,
        .palette_ext = w->palette_ext,
        .expand = w->expand,
        .skip = w->skip,
    };

    for (int i = 0; i < w->num_planes; i++) {
        d.src[i] = fetch_bytes(w, &w->plane[i], line);
    }
    w->fmt->decode(&d, dst, w->src_used);
    if (w->h_reverse) {
        reverse(dst, w->src_used);
    }
}

static const uint32_t *cached_line(TegraDCWindow *w, unsigned int line)
{
    int slot = line & 1;

    if (w->src_line_no[slot] != line) {
        decode_line(w, line, w->src_line[slot]);
        w->src_line_no[slot] = line;
    }
    return w->src_line[slot];
}

/* ---- Scaling: [tegra-dc.rst, Scaling] ---- */

static uint32_t clamp8(int v)
{
    return v < 0 ? 0 : v > 255 ? 255 : v;
}

static void filter_v(TegraDCWindow *w, const uint32_t *a, const uint32_t *b,
                     int weight)
{
    for (unsigned int i = 0; i < w->src_used; i++) {
        uint32_t px = 0;

        for (int shift = 0; shift < 32; shift += 8) {
            int sum = (a[i] >> shift & 0xff) * weight +
                      (b[i] >> shift & 0xff) * (128 - weight);

            px |= clamp8((sum + 64) >> 7) << shift;
        }
        w->mix[i] = px;
    }
}

static const uint32_t *scaled_line(TegraDCWindow *w, int y)
{
    uint64_t pos = w->v_init + (uint64_t)w->v_inc * y;
    unsigned int first, last;
    const uint32_t *a;

    tegra_dc_window_src(w, y, &first, &last);
    a = cached_line(w, first);
    if (first == last) {
        return a;
    }
    filter_v(w, a, cached_line(w, last), w->filter.v[pos >> 8 & 0xf]);
    return w->mix;
}

static uint32_t filter_h(const TegraDCWindow *w, const uint32_t *src,
                         uint64_t pos)
{
    const int16_t *tap = w->filter.h[pos >> 8 & 0xf];
    int64_t at = (int64_t)(pos >> DDA_FRAC) - 2;
    int sum[4] = { 64, 64, 64, 64 };
    uint32_t px = 0;

    for (int k = 0; k < 6; k++) {
        int64_t x = MIN(MAX(at + k, 0), (int64_t)w->src_used - 1);

        for (int c = 0; c < 4; c++) {
            sum[c] += tap[k] * (int)(src[x] >> 8 * c & 0xff);
        }
    }
    for (int c = 0; c < 4; c++) {
        px |= clamp8(sum[c] >> 7) << 8 * c;
    }
    return px;
}

static void scale_h(const TegraDCWindow *w, const uint32_t *src, uint32_t *dst)
{
    uint64_t pos = w->h_init;

    for (int i = 0; i < w->w; i++, pos += w->h_inc) {
        dst[i] = w->h_filter ? filter_h(w, src, pos)
                             : src[MIN(pos >> DDA_FRAC, w->src_used - 1)];
    }
}

/* ---- Colours ---- */

static bool in_range(uint32_t px, uint32_t lower, uint32_t upper)
{
    for (int shift = 0; shift < 24; shift += 8) {
        uint32_t c = px >> shift & 0xff;

        if (c < (lower >> shift & 0xff) || c > (upper >> shift & 0xff)) {
            return false;
        }
    }
    return true;
}

static void match_keys(TegraDCWindow *w, const uint32_t *px)
{
    for (int i = 0; i < w->w; i++) {
        w->keys[i] = in_range(px[i], w->key_lower[0], w->key_upper[0]) |
                     in_range(px[i], w->key_lower[1], w->key_upper[1]) << 1;
    }
}

/* Convert YUV to RGB.  [tegra-dc.rst, Colour space conversion] */
static void convert(const TegraDCWindow *w, uint32_t *px)
{
    const int *k = w->csc_k;

    for (int i = 0; i < w->w; i++) {
        int y = (int)(px[i] >> 8 & 0xff) + k[0];
        int u = (int)(px[i] & 0xff) - 128;
        int v = (int)(px[i] >> 16 & 0xff) - 128;
        int luma = y * k[1] + 128;

        px[i] = (px[i] & 0xff000000) |
                clamp8((luma + u * k[2] + v * k[3]) >> 8) << 16 |
                clamp8((luma + u * k[4] + v * k[5]) >> 8) << 8 |
                clamp8((luma + u * k[6] + v * k[7]) >> 8);
    }
}

/* Stretch luma and chroma away from 128.  [tegra-dc.rst, Pixel formats] */
static void expand_yuv(const TegraDCWindow *w, uint32_t *px)
{
    for (int i = 0; i < w->w; i++) {
        uint32_t out = px[i] & 0xff000000;

        for (int shift = 0; shift < 24; shift += 8) {
            out |= clamp8(((int)(px[i] >> shift & 0xff) - 128) * 2 + 128)
                   << shift;
        }
        px[i] = out;
    }
}

/* Move each component away from the grey value.  [tegra-dc.rst, Vibrance] */
static void vibrate(const TegraDCWindow *w, uint32_t *px)
{
    for (int i = 0; i < w->w; i++) {
        int c[3] = { px[i] >> 16 & 0xff, px[i] >> 8 & 0xff, px[i] & 0xff };
        int grey = (2 * c[0] + 5 * c[1] + c[2]) >> 3;
        uint32_t out = px[i] >> 24;

        for (int k = 0; k < 3; k++) {
            out = out << 8 | clamp8(c[k] + ((w->dv[k] * (c[k] - grey)) >> 3));
        }
        px[i] = out;
    }
}

/* Correct each component by the palette, with a direct colour format */
static void apply_gamma(const TegraDCWindow *w, uint32_t *px)
{
    for (int i = 0; i < w->w; i++) {
        px[i] = (px[i] & 0xff000000) |
                (w->palette[px[i] >> 16 & 0xff] & 0xff0000) |
                (w->palette[px[i] >> 8 & 0xff] & 0xff00) |
                (w->palette[px[i] & 0xff] & 0xff);
    }
}

void tegra_dc_window_line(TegraDCWindow *w, int y, uint32_t *dst)
{
    unsigned int first, last;

    tegra_dc_window_src(w, y, &first, &last);
    if (w->h_scaled) {
        scale_h(w, scaled_line(w, y), dst);
    } else if (first != last) {
        memcpy(dst, scaled_line(w, y), w->w * sizeof(*dst));
    } else {
        decode_line(w, first, dst);
    }
    if (w->yuv_expand) {
        expand_yuv(w, dst);
    }
    if (w->keyed) {
        match_keys(w, dst);
    }
    if (w->csc) {
        convert(w, dst);
    }
    if (w->vibrance) {
        vibrate(w, dst);
    }
    if (w->gamma) {
        apply_gamma(w, dst);
    }
}

/* ---- Mapping ---- */

void tegra_dc_window_begin(TegraDCState *s, TegraDCWindow *w)
{
    const MemTxAttrs attrs = { .memory = true };

    w->src_line_no[0] = w->src_line_no[1] = -1;
    for (int i = 0; i < w->num_planes; i++) {
        TegraDCPlane *p = &w->plane[i];
        hwaddr want = p->hi - p->lo;
        hwaddr len = want;

        p->map = want ? address_space_map(&s->dma_as, p->lo, &len, false,
                                          attrs) : NULL;
        if (p->map && len < want) {
            address_space_unmap(&s->dma_as, (void *)p->map, len, false, 0);
            p->map = NULL;
        }
    }
}

void tegra_dc_window_end(TegraDCState *s, TegraDCWindow *w)
{
    for (int i = 0; i < w->num_planes; i++) {
        TegraDCPlane *p = &w->plane[i];

        if (p->map) {
            address_space_unmap(&s->dma_as, (void *)p->map, p->hi - p->lo,
                                false, 0);
            p->map = NULL;
        }
    }
}
