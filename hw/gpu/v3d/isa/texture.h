/*
 * VideoCore IV 3D engine: texture types and configuration words
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_TEXTURE_H
#define V3D_TEXTURE_H

#include <stdbool.h>
#include <stdint.h>

#define V3D_NUM_TEX_TYPES   32

typedef enum V3dTexKind {
    V3D_TEX_RESERVED,
    V3D_TEX_CHANNELS,           /* four bytes */
    V3D_TEX_BLOCK,              /* ETC1 */
    V3D_TEX_HALF,               /* one number in the low half */
    V3D_TEX_SHORT,              /* the same, not filtered */
    V3D_TEX_HALVES,             /* four, in two words */
    V3D_TEX_YUYV,               /* two pixels in 32 bits */
} V3dTexKind;

/* @bits of a texel from @first on; no bits: the value @first */
typedef struct V3dTexChannel {
    uint8_t first, bits;
} V3dTexChannel;

typedef struct V3dTexType {
    const char *name;
    V3dTexKind kind;
    uint8_t bits;
    bool raster;
    V3dTexChannel channel[4];
} V3dTexType;

extern const V3dTexType v3d_tex_types[V3D_NUM_TEX_TYPES];

typedef enum V3dTexWrap {
    V3D_WRAP_REPEAT,
    V3D_WRAP_CLAMP,
    V3D_WRAP_MIRROR,
    V3D_WRAP_BORDER,
} V3dTexWrap;

/* Minifying filter: in a level, and between levels.  6, 7: as LINEAR [M] */
typedef enum V3dTexMin {
    V3D_MIN_LINEAR,
    V3D_MIN_NEAREST,
    V3D_MIN_NEAR_MIP_NEAR,
    V3D_MIN_NEAR_MIP_LIN,
    V3D_MIN_LIN_MIP_NEAR,
    V3D_MIN_LIN_MIP_LIN,
} V3dTexMin;

/* Dimensions are 1 to 2048. */
typedef struct V3dTexture {
    const V3dTexType *type;
    uint32_t base;              /* of level 0 */
    unsigned width, height;
    unsigned last_level;
    bool cube, flip_y, etc_flip;
    bool explicit_lod;          /* BSLOD */
    bool mag_nearest;
    V3dTexMin min;
    V3dTexWrap wrap_s, wrap_t;
    uint32_t cube_stride;
    bool child;                 /* only a rectangle is sampled */
    unsigned child_x, child_y, child_width, child_height;
} V3dTexture;

void v3d_texture_decode(V3dTexture *tex, const uint32_t config[4]);

/* Channels of a texel of kind CHANNELS, 0 to 255 */
void v3d_texel_channels(const V3dTexType *type, uint32_t texel,
                        float channel[4]);

#endif /* V3D_TEXTURE_H */
