/*
 * Pictures of textures
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "hw/gpu/gr3d/isa/num.h"
#include "texture.h"

#define GAP     4               /* pixels between two levels */

/* Describe one level alone, of which each texel can be read. */
static Gr3dTexDesc level_alone(const Gr3dTexDesc *tex, unsigned level)
{
    Gr3dTexDesc one = *tex;

    one.level[0] = tex->level[level];
    one.num_levels = 1;
    one.mipmaps = one.lerp_mag = one.lerp_min = one.lerp_mip = false;
    one.normalized = false;
    one.clamp[0] = one.clamp[1] = true;
    one.mirror[0] = one.mirror[1] = false;
    one.lod_bias = 0;
    return one;
}

static void load_texel(const Gr3dTexDesc *one, const GpuSpan *span,
                       unsigned col, unsigned row, uint8_t *rgba)
{
    uint32_t c[4];

    gr3d_tex_sample(one, span, col + 0.5f, row + 0.5f, 0, c);
    for (unsigned i = 0; i < 4; i++) {
        rgba[i] = gr3d_fx10_to_unorm(c[i], 8);
    }
    if (one->number == GR3D_FMT_A8) {
        rgba[0] = rgba[1] = rgba[2] = rgba[3];
    }
}

static unsigned shrunk(unsigned size, unsigned by)
{
    return (size + by - 1) / by;
}

static void paint_level(Picture *picture, unsigned left,
                        const Gr3dTexDesc *tex, unsigned level,
                        const GpuSpan *span, unsigned by)
{
    const Gr3dTexDesc one = level_alone(tex, level);

    for (unsigned y = 0; y < shrunk(one.level->height, by); y++) {
        uint8_t *line = picture->rgba + 4 * ((size_t)y * picture->width + left);

        for (unsigned x = 0; x < shrunk(one.level->width, by); x++) {
            load_texel(&one, span, x * by, y * by, line + 4 * x);
        }
    }
}

void picture_of_texture(Picture *picture, const Gr3dTexDesc *tex,
                        const GpuSpan *span, unsigned limit)
{
    unsigned by = shrunk(MAX(tex->level->width, tex->level->height), limit);
    unsigned left = 0;

    *picture = (Picture) { .height = shrunk(tex->level->height, by) };
    for (unsigned i = 0; i < tex->num_levels; i++) {
        picture->width += shrunk(tex->level[i].width, by) + (i ? GAP : 0);
    }
    picture->rgba = g_malloc0_n((size_t)picture->width * picture->height, 4);
    for (unsigned i = 0; i < tex->num_levels; i++) {
        paint_level(picture, left, tex, i, span, by);
        left += shrunk(tex->level[i].width, by) + GAP;
    }
}
