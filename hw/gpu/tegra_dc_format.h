/*
 * NVIDIA Tegra20 display controller: pixel formats
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_DC_FORMAT_H
#define HW_GPU_TEGRA_DC_FORMAT_H

/*
 * A decoded pixel is A[31:24] R[23:16] G[15:8] B[7:0]; for a YUV format V, Y
 * and U take the places of R, G and B, chroma being centred on 128.
 */
typedef struct TegraDCDecode {
    const uint8_t *src[3];      /* Y or packed, U, V */
    const uint32_t *palette;    /* 256 entries, already A R G B */
    uint32_t palette_ext;
    bool expand;                /* replicate high bits when widening */
    unsigned int skip;          /* pixels to drop at the start of src */
} TegraDCDecode;

typedef struct TegraDCFormat {
    const char *name;
    uint8_t bits;               /* per pixel, in the first plane */
    uint8_t planes;
    uint8_t group;              /* bytes that decode together */
    uint8_t chroma_x;           /* log2 of the chroma subsampling */
    uint8_t chroma_y;
    uint8_t alpha_bits;
    bool yuv;
    bool indexed;
    void (*decode)(const TegraDCDecode *d, uint32_t *dst, unsigned int n);
} TegraDCFormat;

const TegraDCFormat *tegra_dc_format(uint32_t code);

/* Convert a register's colour, which is R[7:0] G[15:8] B[23:16] */
static inline uint32_t tegra_dc_colour(uint32_t reg)
{
    return 0xff000000 | (reg & 0xff) << 16 | (reg & 0xff00) |
           (reg >> 16 & 0xff);
}

#endif /* HW_GPU_TEGRA_DC_FORMAT_H */
