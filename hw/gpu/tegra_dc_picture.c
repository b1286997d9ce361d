/*
 * NVIDIA Tegra20 display controller: the lines of the picture
 *
 * Windows are composed line by line over the border colour.
 * [tegra-dc.rst, Picture]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "tegra_dc_format.h"
#include "tegra_dc_picture.h"
#include "tegra_dc_regfile.h"

/* ---- Configuration ---- */

static void setup_size(TegraDCState *s, TegraDCPicture *p)
{
    uint32_t active = tegra_dc_active(s, R_DC_DISP_ACTIVE);
    int width = SHARED_FIELD_EX32(active, DC_TIMING_H);
    int height = SHARED_FIELD_EX32(active, DC_TIMING_V);

    if (width > TEGRA_DC_MAX_SIZE || height > TEGRA_DC_MAX_SIZE) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-dc.%d: DISP_ACTIVE 0x%08x: cut "
                      "to %d\n", s->head, active, TEGRA_DC_MAX_SIZE);
    }
    p->width = MIN(width, TEGRA_DC_MAX_SIZE);
    p->height = MIN(height, TEGRA_DC_MAX_SIZE);
}

void tegra_dc_picture_free(TegraDCPicture *p)
{
    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        tegra_dc_window_free(&p->win[n]);
    }
}

static bool is_keyed(const TegraDCBlend *b, int n)
{
    for (unsigned int set = 0; set < ARRAY_SIZE(b->reg); set++) {
        if (SHARED_FIELD_EX32(b->reg[set][n], WIN_BLEND_KEY)) {
            return true;
        }
    }
    return false;
}

void tegra_dc_picture_setup(TegraDCState *s, TegraDCPicture *p, bool showing)
{
    setup_size(s, p);
    p->border = tegra_dc_colour(tegra_dc_active(s, R_DC_BORDER_COLOR));
    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        if (showing) {
            tegra_dc_window_setup(s, &p->win[n], n, p->width, p->height);
        }
    }
    tegra_dc_blend_setup(s, &p->blend, p->win);
    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        p->win[n].keyed |= is_keyed(&p->blend, n);
    }
    tegra_dc_cursor_setup(s, &p->cursor, p->win, p->width, p->height);
    tegra_dc_output_setup(s, &p->output);
}

/* ---- One line ---- */

unsigned int tegra_dc_picture_windows(const TegraDCPicture *p, int y)
{
    unsigned int set = 0;

    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        const TegraDCWindow *w = &p->win[n];

        if (w->enabled && y >= w->y && y < w->y + w->h) {
            set |= 1 << n;
        }
    }
    return set;
}

static void fill(uint32_t *dst, int n, uint32_t colour)
{
    for (int i = 0; i < n; i++) {
        dst[i] = colour;
    }
}

/* Return the windows of @set that cover @x, and where that changes next */
static unsigned int windows_at_x(const TegraDCPicture *p, unsigned int set,
                                 int x, int *end)
{
    unsigned int here = 0;

    *end = p->width;
    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        const TegraDCWindow *w = &p->win[n];

        if (!(set & 1 << n)) {
            continue;
        }
        if (x < w->x) {
            *end = MIN(*end, w->x);
        } else if (x < w->x + w->w) {
            *end = MIN(*end, w->x + w->w);
            here |= 1 << n;
        }
    }
    return here;
}

static void draw_span(TegraDCPicture *p, unsigned int here, int x, int end,
                      uint32_t *dst)
{
    const uint32_t *px[TEGRA_DC_NUM_WINDOWS] = { NULL };
    const uint8_t *keys[TEGRA_DC_NUM_WINDOWS] = { NULL };

    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        if (here & 1 << n) {
            px[n] = p->win[n].pixels + x - p->win[n].x;
            keys[n] = p->win[n].keys + x - p->win[n].x;
        }
    }
    tegra_dc_blend_span(&p->blend, here, px, keys, dst + x, end - x);
}

/* Draw one window, not blended, straight to its place */
static void draw_single(TegraDCPicture *p, int n, int y, uint32_t *dst)
{
    TegraDCWindow *w = &p->win[n];

    fill(dst, w->x, p->border);
    tegra_dc_window_line(w, y - w->y, dst + w->x);
    fill(dst + w->x + w->w, p->width - w->x - w->w, p->border);
}

static void draw_windows(TegraDCPicture *p, unsigned int set, int y,
                         uint32_t *dst)
{
    int end;

    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        TegraDCWindow *w = &p->win[n];

        if (set & 1 << n) {
            tegra_dc_window_line(w, y - w->y, w->pixels);
        }
    }
    for (int x = 0; x < p->width; x = end) {
        unsigned int here = windows_at_x(p, set, x, &end);

        if (here) {
            draw_span(p, here, x, end, dst);
        } else {
            fill(dst + x, end - x, p->border);
        }
    }
}

void tegra_dc_picture_line(TegraDCPicture *p, int y, uint32_t *dst)
{
    unsigned int set = tegra_dc_picture_windows(p, y);

    if (!set) {
        fill(dst, p->width, p->border);
    } else if (is_power_of_2(set) && p->blend.top[set] >= 0) {
        draw_single(p, p->blend.top[set], y, dst);
    } else {
        draw_windows(p, set, y, dst);
    }
    tegra_dc_cursor_line(&p->cursor, y, dst);
    if (p->output.active) {
        tegra_dc_output_line(&p->output, y, dst, p->width);
    }
}

void tegra_dc_picture_begin(TegraDCState *s, TegraDCPicture *p)
{
    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        tegra_dc_window_begin(s, &p->win[n]);
    }
    tegra_dc_cursor_fetch(s, &p->cursor);
}

void tegra_dc_picture_end(TegraDCState *s, TegraDCPicture *p)
{
    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        tegra_dc_window_end(s, &p->win[n]);
    }
}

void tegra_dc_picture_rgb(const TegraDCPicture *p, const uint32_t *line,
                          uint8_t *rgb)
{
    for (int x = 0; x < p->width; x++) {
        rgb[x * 3] = line[x] >> 16;
        rgb[x * 3 + 1] = line[x] >> 8;
        rgb[x * 3 + 2] = line[x];
    }
}

/* ---- A frame of a capture ---- */

/* Tiles have no negative stride: they are shown from the lowest line on. */
static void put_window(TegraDCState *s, const TegraDCWindow *w, uint32_t *word)
{
    const TegraDCPlane *p = &w->plane[0];
    bool upwards = w->v_reverse && !p->tiled;

    word[GPU_CAPTURE_WIN_INDEX] = w->index;
    word[GPU_CAPTURE_WIN_FORMAT] = tegra_dc_win_active(s, w->index,
                                                       R_WIN_COLOR_DEPTH);
    word[GPU_CAPTURE_WIN_ADDR] = tegra_dc_window_start(w);
    word[GPU_CAPTURE_WIN_STRIDE] = upwards ? -p->stride : p->stride;
    word[GPU_CAPTURE_WIN_TILED] = p->tiled;
    word[GPU_CAPTURE_WIN_X] = w->x;
    word[GPU_CAPTURE_WIN_Y] = w->y;
    word[GPU_CAPTURE_WIN_WIDTH] = w->w;
    word[GPU_CAPTURE_WIN_HEIGHT] = w->h;
    word[GPU_CAPTURE_WIN_SRC_WIDTH] = w->src_w;
    word[GPU_CAPTURE_WIN_SRC_HEIGHT] = w->src_h;
}

unsigned int tegra_dc_picture_frame(TegraDCState *s, const TegraDCPicture *p,
                                    uint32_t flips,
                                    uint32_t word[TEGRA_DC_FRAME_WORDS])
{
    unsigned int num = GPU_CAPTURE_FRAME_HEAD;

    word[GPU_CAPTURE_FRAME_HEAD_NO] = s->head;
    word[GPU_CAPTURE_FRAME_FLIPS] = flips;
    word[GPU_CAPTURE_FRAME_WIDTH] = p->width;
    word[GPU_CAPTURE_FRAME_HEIGHT] = p->height;
    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        if (p->win[n].enabled) {
            put_window(s, &p->win[n], word + num);
            num += GPU_CAPTURE_WIN_WORDS;
        }
    }
    return num;
}
