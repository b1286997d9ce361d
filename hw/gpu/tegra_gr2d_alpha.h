/*
 * NVIDIA Tegra20 GR2D: alpha blending of a blit
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_GR2D_ALPHA_H
#define HW_GPU_TEGRA_GR2D_ALPHA_H

#include "hw/gpu/tegra_gr2d.h"

typedef struct TegraGR2DChannel {
    uint8_t shift, bits;
} TegraGR2DChannel;

/* Alpha, red, green, blue */
typedef struct TegraGR2DLayout {
    TegraGR2DChannel channel[4];
} TegraGR2DLayout;

/* An ALPTYPE */
struct TegraGR2DAlpha {
    const char *name;           /* of the source's format */
    uint8_t src_bytes, dst_bytes;
    const TegraGR2DLayout *src, *dst;
};

/* Look up a type; NULL if it is not modelled */
const TegraGR2DAlpha *tegra_gr2d_alpha(uint32_t type);
/* Make of @n source pixels in @src what covers @dst. */
void tegra_gr2d_blend(const TegraGR2DOp *op, uint32_t *src,
                      const uint32_t *dst, uint32_t n);

#endif /* HW_GPU_TEGRA_GR2D_ALPHA_H */
