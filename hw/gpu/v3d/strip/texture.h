/*
 * VideoCore IV 3D engine: strips, textures as the kernels sample them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_STRIP_TEXTURE_H
#define V3D_STRIP_TEXTURE_H

#include "hw/gpu/v3d/pipe/tmu_image.h"

/* One level.  A cell is a texel or, of ETC1, a block. */
typedef struct V3dStripLevel {
    int32_t width, height;      /* what coordinates go over */
    int32_t x, y;               /* of a child image */
    int32_t last_x, last_y;     /* texel */
    V3dLayout layout;
    int32_t stride;             /* bytes of a row of cells, microtiles, tiles */
    int32_t offset[6];          /* of each face in memory */
} V3dStripLevel;

typedef struct V3dStripTexture {
    V3dTexImage image;
    bool in_vectors;            /* else by the reference, and no level is set */
    bool is_rgba;               /* texels are results as they are */
    bool plain;                 /* ... by microtiles, of one image, no border */
    unsigned size_shift;        /* log2 of the bytes of a cell */
    unsigned column_shift, row_shift;   /* of cells of a microtile */
    V3dStripLevel level[V3D_TEX_LEVELS];
} V3dStripTexture;

/* False: the reference has to run the program. */
bool v3d_strip_texture_init(V3dStripTexture *t, V3dMemory *mem,
                            const uint32_t config[4], bool border_varies);

#endif /* V3D_STRIP_TEXTURE_H */
