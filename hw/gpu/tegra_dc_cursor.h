/*
 * NVIDIA Tegra20 display controller: the hardware cursor
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_DC_CURSOR_H
#define HW_GPU_TEGRA_DC_CURSOR_H

#include "tegra_dc_window.h"

#define TEGRA_DC_CURSOR_MAX 64

typedef struct TegraDCCursor {
    bool enabled;
    int x, y, size;
    int clip_x0, clip_x1;   /* what it may cover, end exclusive */
    int clip_y0, clip_y1;
    uint64_t addr;
    uint32_t fg, bg;
    /* colour plane, then mask plane */
    uint8_t image[2 * TEGRA_DC_CURSOR_MAX * TEGRA_DC_CURSOR_MAX / 8];
} TegraDCCursor;

void tegra_dc_cursor_setup(TegraDCState *s, TegraDCCursor *c,
                           const TegraDCWindow *win, int width, int height);
void tegra_dc_cursor_fetch(TegraDCState *s, TegraDCCursor *c);
void tegra_dc_cursor_line(const TegraDCCursor *c, int y, uint32_t *dst);

#endif /* HW_GPU_TEGRA_DC_CURSOR_H */
