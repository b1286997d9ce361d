/*
 * BCM2835 HVS: planes of a display list
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_BCM2835_HVS_PLANE_H
#define HW_GPU_BCM2835_HVS_PLANE_H

#include "hw/gpu/bcm2835_hvs.h"

#define HVS_MAX_PLANES      32
#define HVS_MAX_COMPONENTS  3       /* pictures of a plane: Y, Cb, Cr */

typedef enum HVSFilter {
    HVS_FILTER_NONE,
    HVS_FILTER_PPF,                 /* polyphase, for about the same size */
    HVS_FILTER_TPZ,                 /* trapezoidal, for much smaller */
} HVSFilter;

/* Where a channel is in a pixel: none has 0 bits */
typedef struct HVSField {
    uint8_t shift;
    uint8_t bits;
} HVSField;

/* Plain data, all of it defined, so that two can be compared with memcmp() */
typedef struct HVSPlane {
    uint32_t format;
    uint32_t bytes;                 /* of a pixel, or of a Y sample */
    uint32_t num_components;
    HVSField field[4];              /* red, green, blue, alpha */
    uint32_t tiled, hflip, vflip;
    int32_t x, y, w, h;             /* on the screen */
    int32_t src_w, src_h;
    HVSFilter h_filter, v_filter;
    uint32_t alpha, alpha_mode, mix, premult;
    uint32_t swap_chroma;
    uint32_t chroma_shift;          /* of rows; columns are always halved */
    int32_t csc[7];                 /* Y, Cb and Cr to R, G and B */
    int32_t csc_offset[3];
    /* Linear: first pixel and stride.  Tiled: first row of tiles. */
    int64_t addr[HVS_MAX_COMPONENTS];
    int64_t stride[HVS_MAX_COMPONENTS];
    int32_t tiles, tile_x, tile_y, tile_odd;
    /* Memory it reads */
    uint64_t lo, hi;
} HVSPlane;

enum {
    HVS_CSC_Y_ALL,
    HVS_CSC_CB_RED,
    HVS_CSC_CR_RED,
    HVS_CSC_CB_GREEN,
    HVS_CSC_CR_GREEN,
    HVS_CSC_CB_BLUE,
    HVS_CSC_CR_BLUE,
};

/*
 * Decode a channel's display list; return the number of planes, lowest first.
 * Those that read outside memory, or cannot be drawn, are left out.
 */
unsigned int bcm2835_hvs_planes(BCM2835HVSState *s, int channel,
                                HVSPlane plane[HVS_MAX_PLANES]);

/* Rows of the source that line @y of the plane's picture is made of. */
void bcm2835_hvs_plane_rows(const HVSPlane *p, int y, int *first, int *last);

/* Get the memory that row @row of component @c is in. */
void bcm2835_hvs_plane_range(const HVSPlane *p, unsigned int c, int row,
                             uint64_t *lo, uint64_t *hi);

/*
 * Draw line @y of the plane's picture over @dst, its place on the screen, of
 * which @n pixels are there.
 */
void bcm2835_hvs_plane_line(const HVSPlane *p, const uint8_t *ram, int y,
                            uint32_t *dst, int n);

#endif /* HW_GPU_BCM2835_HVS_PLANE_H */
