/*
 * The scenes of gr3d-demo as command streams
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>

#include "scene-parts.h"
#include "texture.h"

const Scene *const scene_table[] = {
    &scene_showcase,
    &scene_triangle,
    &scene_cube,
    &scene_textured_cube,
    &scene_blend,
    &scene_stencil,
    &scene_fbo,
    &scene_lines,
    &scene_points,
    &scene_mipmaps,
    NULL
};

const Scene *scene_find(const char *name)
{
    for (unsigned i = 0; scene_table[i]; i++) {
        if (!strcmp(scene_table[i]->name, name)) {
            return scene_table[i];
        }
    }
    return NULL;
}

static unsigned align(unsigned v, unsigned to)
{
    return (v + to - 1) & ~(to - 1);
}

void scene_target(R3dTarget *t, unsigned width, unsigned height)
{
    memset(t, 0, sizeof(*t));
    t->width = width;
    t->height = height;
    t->format = R3D_FORMAT_RGBA8888;
    t->color = SCENE_COLOR;
    t->color_pitch = align(4 * width, 64);
    t->depth = SCENE_DEPTH;
    t->depth_pitch = align(2 * width, 64);
    t->stencil = SCENE_STENCIL;
    t->stencil_pitch = align(width, 256);
    t->top_down = true;
}

size_t scene_buffer_bytes(const R3dTarget *t, unsigned buffer)
{
    const size_t bytes[SCENE_NUM_BUFFERS] = {
        [SCENE_COLOR] = t->color_pitch * t->height,
        [SCENE_DEPTH] = t->depth_pitch * t->height,
        [SCENE_STENCIL] = t->stencil_pitch * align(t->height, 16),
        [SCENE_GEOMETRY] = SCENE_GEOMETRY_BYTES,
        [SCENE_TEXTURE] = TEXTURE_SMALL_BYTES + TEXTURE_LARGE_BYTES,
        [SCENE_OFFSCREEN] = 256 * 256 * 4,
    };

    return bytes[buffer];
}

void scene_prepare(const Scene *scene, void *geometry, void *texture)
{
    scene->geometry(geometry);
    if (scene->texture) {
        scene->texture(texture);
    }
}

void scene_frame(Stream *s, const Scene *scene, const R3dTarget *t,
                 unsigned frame)
{
    r3d_begin(s, t);
    scene->frame(s, t, frame);
}
