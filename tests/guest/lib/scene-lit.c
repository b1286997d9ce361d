/*
 * Scenes with textures and light
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>

#include "scene-parts.h"
#include "texture.h"

static const R3dTexture small_texture = {
    .buffer = SCENE_TEXTURE,
    .format = R3D_FORMAT_RGBA8888,
    .log2_width = TEXTURE_SMALL_LOG2,
    .log2_height = TEXTURE_SMALL_LOG2,
    .levels = 1,
    .clamp = true,
    .linear = true,
};

static const R3dTexture large_texture = {
    .buffer = SCENE_TEXTURE,
    .offset = TEXTURE_SMALL_BYTES,
    .format = R3D_FORMAT_RGBA8888,
    .log2_width = TEXTURE_LARGE_LOG2,
    .log2_height = TEXTURE_LARGE_LOG2,
    .levels = TEXTURE_LARGE_LEVELS,
    .linear = true,
    .blend_levels = true,
};

/* ---- textured-cube */

typedef struct LitCubeData {
    Common common;
    LitVertex cube[CUBE_VERTICES];
    uint16_t index[CUBE_INDICES];
} LitCubeData;

static void lit_cube_geometry(void *data)
{
    LitCubeData *g = data;

    common_geometry(&g->common);
    lit_cube_vertices(g->cube);
    cube_indices(g->index);
}

static void draw_lit_cube(Stream *s, const R3dTarget *t, unsigned frame)
{
    r3d_program(s, R3D_LIT);
    r3d_depth(s, true, R3D_LESS, true);
    set_matrix(s, cube_matrix(t, frame));
    set_light(s, cube_turn(frame));
    use_lit_vertices(s, offsetof(LitCubeData, cube));
    draw_cube(s, offsetof(LitCubeData, index));
}

static void textured_cube_frame(Stream *s, const R3dTarget *t, unsigned frame)
{
    clear(s, t, background);
    r3d_texture(s, 0, &small_texture);
    draw_lit_cube(s, t, frame);
}

const Scene scene_textured_cube = {
    .name = "textured-cube",
    .geometry = lit_cube_geometry,
    .texture = texture_tiles,
    .frame = textured_cube_frame,
};

/* ---- fbo: a turning triangle on each face */

#define OFFSCREEN_LOG2  8

typedef struct FboData {
    LitCubeData lit;
    Vertex triangle[3];
} FboData;

static void fbo_geometry(void *data)
{
    static const Vertex triangle[3] = {
        { {  0.0f,  0.75f, 0, 1 }, { 0.875f, 0.25f, 0.125f, 1 } },
        { { -0.75f, -0.5f, 0, 1 }, { 0.125f, 0.75f, 0.25f, 1 } },
        { {  0.75f, -0.5f, 0, 1 }, { 0.25f, 0.375f, 0.875f, 1 } },
    };
    FboData *g = data;

    lit_cube_geometry(&g->lit);
    memcpy(g->triangle, triangle, sizeof(triangle));
}

/* Row 0 is at the bottom, where t is 0. */
static void draw_offscreen(Stream *s, unsigned frame)
{
    static const unsigned paper[4] = { 224, 208, 176, 256 };
    const R3dTarget t = {
        .width = 1 << OFFSCREEN_LOG2,
        .height = 1 << OFFSCREEN_LOG2,
        .format = R3D_FORMAT_RGBA8888,
        .color = SCENE_OFFSCREEN,
        .color_pitch = 4 << OFFSCREEN_LOG2,
        .depth = R3D_NO_BUFFER,
    };

    r3d_target(s, &t);
    clear(s, &t, paper);
    r3d_program_colour(s);
    set_matrix(s, matrix_turn(2, 3 * frame));
    use_vertices(s, offsetof(FboData, triangle));
    r3d_draw_arrays(s, R3D_TRIANGLES, 0, 3);
}

static void fbo_frame(Stream *s, const R3dTarget *t, unsigned frame)
{
    R3dTexture texture = small_texture;

    texture.buffer = SCENE_OFFSCREEN;
    texture.log2_width = texture.log2_height = OFFSCREEN_LOG2;
    draw_offscreen(s, frame);
    r3d_target(s, t);
    clear(s, t, background);
    r3d_texture(s, 0, &texture);
    draw_lit_cube(s, t, frame);
}

const Scene scene_fbo = {
    .name = "fbo",
    .geometry = fbo_geometry,
    .frame = fbo_frame,
};

/* ---- floors */

/* x from -@near to @near at @z0, from -@far to @far at @z1 */
typedef struct Floor {
    float y, z0, z1, near, far;
    float unit;                 /* of the world for one texture */
} Floor;

/* @opacity: at z0 and z1.  @side: -1 left half, 1 right half, 0 all */
static void floor_vertices(LitVertex v[4], const Floor *f,
                           const float opacity[2], int side)
{
    for (unsigned i = 0; i < 4; i++) {
        float half = i & 2 ? f->far : f->near;
        float x = i & 1 ? (side < 0 ? 0 : half) : (side > 0 ? 0 : -half);
        float z = i & 2 ? f->z1 : f->z0;
        const LitVertex vertex = {
            .pos = { x, f->y, z, 1 },
            .normal = { 0, 1, 0, opacity[i / 2] },
            .uv = { x / f->unit, z / f->unit },
        };

        v[i] = vertex;
    }
}

static void draw_floor(Stream *s, size_t vertices)
{
    set_light(s, matrix_one());
    use_lit_vertices(s, vertices);
    r3d_draw_arrays(s, R3D_TRIANGLE_STRIP, 0, 4);
}

/* ---- mipmaps: left the nearest level, right a blend of two */

typedef struct MipmapsData {
    Common common;
    LitVertex side[2][4];
} MipmapsData;

static void mipmaps_geometry(void *data)
{
    static const Floor floor = {
        .y = -1, .z0 = 3.75f, .z1 = -60, .near = 4, .far = 60, .unit = 2,
    };
    static const float opaque[2] = { 1, 1 };
    MipmapsData *g = data;

    common_geometry(&g->common);
    floor_vertices(g->side[0], &floor, opaque, -1);
    floor_vertices(g->side[1], &floor, opaque, 1);
}

static void mipmaps_texture(uint8_t *data)
{
    texture_levels(data + TEXTURE_SMALL_BYTES);
}

static void mipmaps_frame(Stream *s, const R3dTarget *t, unsigned frame)
{
    Matrix view = camera(t, 12, 6, 1, 80);
    Matrix slide = matrix_move(0, 0, frame % 64 / 64.0);
    R3dTexture texture = large_texture;

    clear(s, t, background);
    r3d_program(s, R3D_LIT);
    r3d_depth(s, true, R3D_LESS, true);
    set_matrix(s, matrix_mul(view, slide));
    for (unsigned i = 0; i < 2; i++) {
        texture.blend_levels = i;
        r3d_texture(s, 0, &texture);
        draw_floor(s, offsetof(MipmapsData, side[i]));
    }
}

const Scene scene_mipmaps = {
    .name = "mipmaps",
    .geometry = mipmaps_geometry,
    .texture = mipmaps_texture,
    .frame = mipmaps_frame,
};

/* ---- showcase: a glass cube over a floor, its shadow, the sky */

typedef struct ShowcaseData {
    Common common;
    Vertex sky[4], shadow[CUBE_VERTICES];
    LitVertex floor[4];
    LitVertex cube[CUBE_VERTICES];
    uint16_t index[CUBE_INDICES];
} ShowcaseData;

_Static_assert(sizeof(ShowcaseData) <= SCENE_GEOMETRY_BYTES, "grow the buffer");

#define FLOOR_Y     (-1.75f)

static void showcase_sky(Vertex v[4])
{
    for (unsigned i = 0; i < 4; i++) {
        bool top = i & 2;
        const Vertex vertex = {
            .pos = { i & 1 ? 1 : -1, top ? 1 : -1, 1, 1 },
            .color = {
                top ? 0.0625f : 0.625f, top ? 0.125f : 0.6875f,
                top ? 0.3125f : 0.75f, 1,
            },
        };

        v[i] = vertex;
    }
}

static void showcase_geometry(void *data)
{
    static const Floor floor = {
        .y = FLOOR_Y, .z0 = 3.5f, .z1 = -24, .near = 12, .far = 32, .unit = 4,
    };
    static const float fade[2] = { 1, 0 };
    ShowcaseData *g = data;

    common_geometry(&g->common);
    showcase_sky(g->sky);
    floor_vertices(g->floor, &floor, fade, 0);
    lit_cube_vertices(g->cube);
    cube_indices(g->index);
    for (unsigned i = 0; i < CUBE_VERTICES; i++) {
        memcpy(g->shadow[i].pos, g->cube[i].pos, sizeof(g->cube[i].pos));
        g->shadow[i].color[3] = 0.5f;
    }
}

static void showcase_texture(uint8_t *data)
{
    texture_glass(data);
    texture_floor(data + TEXTURE_SMALL_BYTES);
}

/* To the floor along the light */
static Matrix flatten(void)
{
    const double x = 0.48 / 0.8, z = 0.36 / 0.8, y = FLOOR_Y;
    const Matrix r = { {
        { 1, -x, 0, x * y }, { 0, 0, 0, y }, { 0, -z, 1, z * y },
        { 0, 0, 0, 1 },
    } };

    return r;
}

/* The stencil lets each pixel be darkened once, however many faces cover it. */
static void showcase_shadow(Stream *s, Matrix view, unsigned frame)
{
    r3d_program(s, R3D_COLOUR_OVER);
    r3d_depth(s, false, R3D_ALWAYS, false);
    r3d_stencil(s, true, R3D_EQUAL, 0, R3D_INCR);
    set_matrix(s, matrix_mul(matrix_mul(view, flatten()), cube_turn(frame)));
    use_vertices(s, offsetof(ShowcaseData, shadow));
    draw_cube(s, offsetof(ShowcaseData, index));
    r3d_stencil(s, false, R3D_ALWAYS, 0, R3D_KEEP);
}

static void showcase_cube(Stream *s, Matrix view, unsigned frame)
{
    r3d_program(s, R3D_LIT_OVER);
    r3d_depth(s, true, R3D_LESS, false);
    r3d_texture(s, 0, &small_texture);
    set_matrix(s, matrix_mul(view, cube_turn(frame)));
    set_light(s, cube_turn(frame));
    use_lit_vertices(s, offsetof(ShowcaseData, cube));
    draw_cube_back_to_front(s, offsetof(ShowcaseData, index));
}

static void showcase_frame(Stream *s, const R3dTarget *t, unsigned frame)
{
    Matrix view = camera(t, 26, 5, 1, 40);

    set_matrix(s, matrix_one());
    r3d_program_colour(s);
    r3d_depth(s, true, R3D_ALWAYS, true);
    r3d_stencil(s, true, R3D_ALWAYS, 0, R3D_REPLACE);
    use_vertices(s, offsetof(ShowcaseData, sky));
    r3d_draw_arrays(s, R3D_TRIANGLE_STRIP, 0, 4);
    r3d_stencil(s, false, R3D_ALWAYS, 0, R3D_KEEP);
    r3d_program(s, R3D_LIT_OVER);
    r3d_depth(s, true, R3D_LESS, true);
    r3d_texture(s, 0, &large_texture);
    set_matrix(s, view);
    draw_floor(s, offsetof(ShowcaseData, floor));
    showcase_shadow(s, view, frame);
    showcase_cube(s, view, frame);
}

const Scene scene_showcase = {
    .name = "showcase",
    .geometry = showcase_geometry,
    .texture = showcase_texture,
    .frame = showcase_frame,
};
