/*
 * NVIDIA Tegra20 display controller: frames in a capture
 *
 * [tegra-capture.rst]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/gpu/tegra_host1x_capture.h"
#include "tegra_dc_capture.h"
#include "tegra_dc_regfile.h"
#include "tegra_dc_scanout.h"

static void capture_window(TegraDCState *s, const TegraDCWindow *w,
                           uint32_t *word)
{
    const TegraDCPlane *p = &w->plane[0];

    word[GPU_CAPTURE_WIN_INDEX] = w->index;
    word[GPU_CAPTURE_WIN_FORMAT] = tegra_dc_win_active(s, w->index,
                                                       R_WIN_COLOR_DEPTH);
    word[GPU_CAPTURE_WIN_ADDR] = p->base;
    word[GPU_CAPTURE_WIN_STRIDE] = p->stride;
    word[GPU_CAPTURE_WIN_TILED] = p->tiled;
    word[GPU_CAPTURE_WIN_X] = w->x;
    word[GPU_CAPTURE_WIN_Y] = w->y;
    word[GPU_CAPTURE_WIN_WIDTH] = w->w;
    word[GPU_CAPTURE_WIN_HEIGHT] = w->h;
    word[GPU_CAPTURE_WIN_SRC_WIDTH] = w->src_w;
    word[GPU_CAPTURE_WIN_SRC_HEIGHT] = w->src_h;
}

static unsigned int capture_windows(TegraDCState *s, uint32_t *word)
{
    unsigned int num = 0;

    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        const TegraDCWindow *w = tegra_dc_scanout_window(s, n);

        if (w->enabled) {
            capture_window(s, w, word + num);
            num += GPU_CAPTURE_WIN_WORDS;
            for (int i = 0; i < w->num_planes; i++) {
                tegra_host1x_capture_memory(s->host1x, w->plane[i].lo,
                                            w->plane[i].hi - w->plane[i].lo);
            }
        }
    }
    return num;
}

void tegra_dc_capture_frame(TegraDCState *s, uint32_t flips)
{
    uint32_t word[GPU_CAPTURE_FRAME_HEAD +
                  TEGRA_DC_NUM_WINDOWS * GPU_CAPTURE_WIN_WORDS] = {
        [GPU_CAPTURE_FRAME_HEAD_NO] = s->head,
        [GPU_CAPTURE_FRAME_FLIPS] = flips,
    };
    int width = 0, height = 0;
    unsigned int num;

    if (tegra_host1x_capture_frame(s->host1x, flips != 0)) {
        tegra_dc_get_mode(s, &width, &height);
        word[GPU_CAPTURE_FRAME_WIDTH] = width;
        word[GPU_CAPTURE_FRAME_HEIGHT] = height;
        num = capture_windows(s, word + GPU_CAPTURE_FRAME_HEAD);
        tegra_host1x_capture_words(s->host1x, GPU_CAPTURE_FRAME, word,
                                   GPU_CAPTURE_FRAME_HEAD + num);
        tegra_host1x_capture_poll(s->host1x);
    }
}
