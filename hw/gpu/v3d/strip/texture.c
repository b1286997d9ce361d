/*
 * VideoCore IV 3D engine: strips, textures as the kernels sample them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "texture.h"

static int32_t minify(unsigned size, unsigned level)
{
    return size >> level ? size >> level : 1;
}

static int32_t units(unsigned cells, unsigned shift)
{
    return (cells + (1u << shift) - 1) >> shift;
}

static int32_t stride_of(const V3dStripTexture *t, const V3dTexLevel *l)
{
    switch (l->layout) {
    case V3D_LAYOUT_RASTER:
        return units(l->columns << t->size_shift, 4) * 16;
    case V3D_LAYOUT_T:
        return units(l->columns, t->column_shift + 3) * 4096;
    default:
        return units(l->columns, t->column_shift) * 64;
    }
}

static void set_level(V3dStripTexture *t, unsigned n)
{
    const V3dTexture *tex = &t->image.tex;
    const V3dTexLevel *l = &t->image.level[n];
    V3dStripLevel *level = &t->level[n];

    *level = (V3dStripLevel) {
        .width = tex->child ? minify(tex->child_width, n) : l->width,
        .height = tex->child ? minify(tex->child_height, n) : l->height,
        .x = tex->child ? tex->child_x >> n : 0,
        .y = tex->child ? tex->child_y >> n : 0,
        .last_x = l->width - 1,
        .last_y = l->height - 1,
        .layout = l->layout,
        .stride = stride_of(t, l),
    };
    for (unsigned face = 0; face < 6; face++) {
        level->offset[face] = (l->addr + face * tex->cube_stride) &
                              V3D_ADDR_MASK;
    }
}

static bool is_rgba(const V3dTexType *type)
{
    bool same = true;

    for (unsigned i = 0; i < 4; i++) {
        same &= type->channel[i].first == 8 * i && type->channel[i].bits == 8;
    }
    return same;
}

static bool has_border(const V3dTexture *tex)
{
    return tex->wrap_s == V3D_WRAP_BORDER || tex->wrap_t == V3D_WRAP_BORDER;
}

/* Is all of the image there, and a lookup one word? */
bool v3d_strip_texture_init(V3dStripTexture *t, V3dMemory *mem,
                            const uint32_t config[4], bool border_varies)
{
    const V3dTexture *tex = &t->image.tex;
    const V3dTexType *type;

    v3d_tex_image_init(&t->image, mem, config);
    type = tex->type;
    if (type->kind == V3D_TEX_RESERVED || type->kind == V3D_TEX_HALVES ||
        (border_varies && has_border(tex)) ||
        !v3d_tex_image_inside(&t->image)) {
        return false;
    }
    t->in_vectors = type->kind == V3D_TEX_BLOCK ||
                    (type->kind == V3D_TEX_CHANNELS && type->bits >= 8);
    t->is_rgba = is_rgba(type);
    t->plain = t->is_rgba && !type->raster && !tex->cube && !tex->child &&
               !has_border(tex);
    t->size_shift = __builtin_ctz(type->bits / 8 ? type->bits / 8 : 1);
    t->column_shift = __builtin_ctz(v3d_utile_width(1 << t->size_shift));
    t->row_shift = __builtin_ctz(v3d_utile_height(1 << t->size_shift));
    for (unsigned i = 0; t->in_vectors && i <= tex->last_level; i++) {
        set_level(t, i);
    }
    return true;
}
