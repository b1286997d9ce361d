/*
 * NVIDIA Tegra20 display controller: what becomes of a pixel on its way out
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_DC_OUTPUT_H
#define HW_GPU_TEGRA_DC_OUTPUT_H

#include "hw/gpu/tegra_dc.h"

typedef struct TegraDCOutput {
    bool active;            /* it changes anything */
    bool swap_rb;
    unsigned int dither;
    unsigned int rotation;
    uint8_t drop[3];        /* low bits of R, G, B that are not driven */
    uint8_t fill[3];        /* what stands in their place */
} TegraDCOutput;

void tegra_dc_output_setup(TegraDCState *s, TegraDCOutput *o);
void tegra_dc_output_line(const TegraDCOutput *o, int y, uint32_t *px, int n);

#endif /* HW_GPU_TEGRA_DC_OUTPUT_H */
