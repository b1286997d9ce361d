/*
 * NVIDIA Tegra20 display controller: blending of windows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_DC_BLEND_H
#define HW_GPU_TEGRA_DC_BLEND_H

#include "tegra_dc_window.h"

typedef struct TegraDCBlend {
    /* Blend register of a window for each set of covering windows */
    uint32_t reg[1 << TEGRA_DC_NUM_WINDOWS][TEGRA_DC_NUM_WINDOWS];
    uint32_t nokey[TEGRA_DC_NUM_WINDOWS];
    bool alpha1[TEGRA_DC_NUM_WINDOWS];
    /* The window that alone is seen, for a set of covering ones, or -1 */
    int8_t top[1 << TEGRA_DC_NUM_WINDOWS];
} TegraDCBlend;

void tegra_dc_blend_setup(TegraDCState *s, TegraDCBlend *b,
                          const TegraDCWindow *win);
/* Blend @n pixels at window-relative pointers px[] (those in @set) */
void tegra_dc_blend_span(const TegraDCBlend *b, unsigned int set,
                         const uint32_t *const px[TEGRA_DC_NUM_WINDOWS],
                         const uint8_t *const keys[TEGRA_DC_NUM_WINDOWS],
                         uint32_t *dst, int n);

#endif /* HW_GPU_TEGRA_DC_BLEND_H */
