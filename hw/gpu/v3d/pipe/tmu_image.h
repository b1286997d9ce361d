/*
 * VideoCore IV 3D engine: a texture's images in memory
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_TMU_IMAGE_H
#define V3D_TMU_IMAGE_H

#include "hw/gpu/v3d/isa/layout.h"
#include "hw/gpu/v3d/isa/memory.h"
#include "hw/gpu/v3d/isa/texture.h"

#define V3D_TEX_LEVELS  12

typedef struct V3dTexLevel {
    uint32_t addr;
    unsigned width, height;     /* what is sampled */
    unsigned columns;           /* of texels or blocks, before padding */
    V3dLayout layout;
    uint32_t bytes;             /* of a face */
} V3dTexLevel;

typedef struct V3dTexImage {
    V3dMemory *mem;
    V3dTexture tex;
    V3dTexLevel level[V3D_TEX_LEVELS];
} V3dTexImage;

void v3d_tex_image_init(V3dTexImage *image, V3dMemory *mem,
                        const uint32_t config[4]);

/* Are all levels of all faces in memory? */
bool v3d_tex_image_inside(const V3dTexImage *image);

/*
 * Texel (@x, @y), inside the level, of face @face: four bytes or numbers, 0
 * outside memory.  SHORT is one number, HALF and HALVES are what they are.
 */
void v3d_tex_fetch(const V3dTexImage *image, unsigned level, unsigned face,
                   unsigned x, unsigned y, float channel[4]);

#endif /* V3D_TMU_IMAGE_H */
