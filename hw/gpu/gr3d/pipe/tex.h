/*
 * Tegra20 GR3D engine: textures
 *
 * [tegra-gr3d.rst, Textures]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_TEX_H
#define GR3D_TEX_H

#include "hw/gpu/gr3d/isa/events.h"
#include "hw/gpu/gr3d/isa/texfmt.h"
#include "hw/gpu/lib/span.h"

#define GR3D_TEX_LEVELS 16

typedef struct Gr3dTexLevel {
    uint64_t offset;
    uint32_t width, height;     /* texels, at least 1 */
    uint32_t pitch;             /* bytes per row of texels or of blocks */
} Gr3dTexLevel;

typedef struct Gr3dTexDesc {
    const Gr3dFormat *format;   /* NULL: not modelled, reads zeros */
    uint8_t number;             /* of the format */
    bool tiled;
    bool normalized;            /* coordinates are 0..1 */
    bool clamp[2], mirror[2];   /* s, t */
    bool lerp_mag, lerp_min, lerp_mip;
    bool mipmaps;               /* else level 0 only */
    bool needs_lod;             /* does the level of detail matter? */
    double lod_bias, lod_min, lod_max;
    unsigned num_levels;
    Gr3dTexLevel level[GR3D_TEX_LEVELS];
    uint64_t size;              /* bytes of all levels */
} Gr3dTexDesc;

void gr3d_tex_decode(Gr3dTexDesc *tex, unsigned unit, uint32_t lo, uint32_t hi,
                     GpuEvents *events);

/*
 * Return the level of detail of a quad, without any bias; @s, @t: coordinates
 * of the pixels (0,0), (1,0), (0,1) of the quad as (column, row).
 */
double gr3d_tex_lod(const Gr3dTexDesc *tex, const double s[3],
                    const double t[3]);

/*
 * Sample four fx10.  @lod includes biases of the instruction, but not the
 * descriptor's.  False if a texel was outside the span (it reads as zeros).
 */
bool gr3d_tex_sample(const Gr3dTexDesc *tex, const GpuSpan *span, float s,
                     float t, double lod, uint32_t c[4]);

/* A texel of a sample */
typedef struct Gr3dTexTap {
    unsigned level;
    uint32_t x, y;
    int32_t weight;             /* in its level, 16 bits of fraction */
    uint64_t offset;            /* of its bytes, or of its block */
} Gr3dTexTap;

/* As gr3d_tex_sample(), and tell which texels: level by level */
bool gr3d_tex_sample_taps(const Gr3dTexDesc *tex, const GpuSpan *span, float s,
                          float t, double lod, uint32_t c[4],
                          Gr3dTexTap tap[8], unsigned *num_taps);

#endif /* GR3D_TEX_H */
