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
#include "tegra_dc_scanout.h"

static void capture_memory(TegraDCState *s, const TegraDCWindow *w)
{
    for (int i = 0; i < w->num_planes; i++) {
        tegra_host1x_capture_memory(s->host1x, w->plane[i].lo,
                                    w->plane[i].hi - w->plane[i].lo);
    }
}

void tegra_dc_capture_frame(TegraDCState *s, uint32_t flips)
{
    uint32_t word[TEGRA_DC_FRAME_WORDS];
    const TegraDCPicture *p;

    if (tegra_host1x_capture_frame(s->host1x, flips != 0)) {
        p = tegra_dc_scanout_picture(s);
        for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
            capture_memory(s, &p->win[n]);
        }
        tegra_host1x_capture_words(s->host1x, GPU_CAPTURE_FRAME, word,
                                   tegra_dc_picture_frame(s, p, flips, word));
        tegra_host1x_capture_poll(s->host1x);
    }
}
