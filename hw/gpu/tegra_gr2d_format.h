/*
 * NVIDIA Tegra20 GR2D: pixel formats of the stretch blit
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_GR2D_FORMAT_H
#define HW_GPU_TEGRA_GR2D_FORMAT_H

#include "hw/gpu/tegra_gr2d.h"

/*
 * A decoded pixel is A[31:24] R[23:16] G[15:8] B[7:0]; for a YUV format V, Y
 * and U take the places of R, G and B, chroma being centred on 128.
 */
struct TegraGR2DFormat {
    const char *name;
    uint8_t bytes;              /* per pixel */
    bool yuv;
    uint8_t y, u, v;            /* YUV: first byte of each in a pair */
    uint8_t chroma_flip;        /* what makes chroma offset binary */
    void (*decode)(const TegraGR2DFormat *f, uint32_t *px, const uint8_t *raw,
                   uint32_t n);
    void (*encode)(const TegraGR2DFormat *f, uint8_t *raw, const uint32_t *px,
                   uint32_t n);
};

/* Look up a code; NULL if it is reserved */
const TegraGR2DFormat *tegra_gr2d_format(uint32_t code);

/* Decode a line of three planes; chroma has half the pixels. */
void tegra_gr2d_decode_planar(const TegraGR2DFormat *f, uint32_t *px,
                              const uint8_t *y, const uint8_t *u,
                              const uint8_t *v, uint32_t n);

#endif /* HW_GPU_TEGRA_GR2D_FORMAT_H */
