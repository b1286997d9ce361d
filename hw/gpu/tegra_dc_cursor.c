/*
 * NVIDIA Tegra20 display controller: the hardware cursor
 *
 * 32x32 or 64x64 pixels of two bits, drawn over the blended windows.
 * [tegra-dc.rst, Cursor]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "tegra_dc_cursor.h"
#include "tegra_dc_format.h"
#include "tegra_dc_regfile.h"

#define CURSOR_ADDR_SHIFT 10

/* Restrict the cursor to the screen, or to the window that clips it */
static void setup_clip(TegraDCCursor *c, const TegraDCWindow *win,
                       unsigned int clip, int width, int height)
{
    c->clip_x1 = width;
    c->clip_y1 = height;
    if (clip) {
        win += clip - 1;
        c->clip_x0 = win->x;
        c->clip_y0 = win->y;
        c->clip_x1 = win->enabled ? win->x + win->w : 0;
        c->clip_y1 = win->enabled ? win->y + win->h : 0;
    }
}

void tegra_dc_cursor_setup(TegraDCState *s, TegraDCCursor *c,
                           const TegraDCWindow *win, int width, int height)
{
    uint32_t start = tegra_dc_active(s, R_DC_CURSOR_START_ADDR);
    uint32_t pos = tegra_dc_active(s, R_DC_CURSOR_POSITION);

    memset(c, 0, sizeof(*c));
    c->enabled = FIELD_EX32(tegra_dc_active(s, R_DC_DISP_WIN_OPTIONS),
                            DC_DISP_WIN_OPTIONS, CURSOR_ENABLE);
    c->size = FIELD_EX32(start, DC_CURSOR_START_ADDR, SIZE) ? 64 : 32;
    c->addr = (uint64_t)FIELD_EX32(start, DC_CURSOR_START_ADDR, ADDR) <<
              CURSOR_ADDR_SHIFT;
    c->x = sextract32(pos, R_DC_CURSOR_POSITION_X_SHIFT, 14);
    c->y = sextract32(pos, R_DC_CURSOR_POSITION_Y_SHIFT, 14);
    c->fg = tegra_dc_colour(tegra_dc_active(s, R_DC_CURSOR_FOREGROUND));
    c->bg = tegra_dc_colour(tegra_dc_active(s, R_DC_CURSOR_BACKGROUND));
    setup_clip(c, win, FIELD_EX32(start, DC_CURSOR_START_ADDR, CLIP),
               width, height);
}

void tegra_dc_cursor_fetch(TegraDCState *s, TegraDCCursor *c)
{
    const MemTxAttrs attrs = { .memory = true };
    size_t bytes = 2 * c->size * c->size / 8;

    if (c->enabled &&
        address_space_read(&s->dma_as, c->addr, attrs, c->image, bytes)) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-dc.%d: cursor at 0x%" PRIx64
                      " is outside memory\n", s->head, c->addr);
        c->enabled = false;
    }
}

static bool image_bit(const TegraDCCursor *c, int plane, int x, int y)
{
    int bit = (plane * c->size + y) * c->size + x;

    return c->image[bit / 8] >> bit % 8 & 1;
}

void tegra_dc_cursor_line(const TegraDCCursor *c, int y, uint32_t *dst)
{
    int row = y - c->y;

    if (!c->enabled || row < 0 || row >= c->size ||
        y < c->clip_y0 || y >= c->clip_y1) {
        return;
    }
    for (int i = 0; i < c->size; i++) {
        int x = c->x + i;
        bool colour = image_bit(c, 0, i, row);

        if (x < c->clip_x0 || x >= c->clip_x1) {
            continue;
        }
        if (!image_bit(c, 1, i, row)) {
            dst[x] = colour ? c->fg : c->bg;
        } else if (colour) {
            dst[x] ^= 0x00ffffff;
        }
    }
}
