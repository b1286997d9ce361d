/*
 * Scenes without textures
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>

#include "scene-parts.h"

#define FITS(type)  _Static_assert(sizeof(type) <= SCENE_GEOMETRY_BYTES, "")

/* ---- triangle */

typedef struct TriangleData {
    Common common;
    Vertex triangle[3];
} TriangleData;

static void triangle_geometry(void *data)
{
    static const Vertex triangle[3] = {
        { {  0.0f,  0.75f, 0, 1 }, { 1, 0, 0, 1 } },
        { { -0.75f, -0.5f, 0, 1 }, { 0, 1, 0, 1 } },
        { {  0.75f, -0.5f, 0, 1 }, { 0, 0, 1, 1 } },
    };
    TriangleData *g = data;

    common_geometry(&g->common);
    memcpy(g->triangle, triangle, sizeof(triangle));
}

static void triangle_frame(Stream *s, const R3dTarget *t, unsigned frame)
{
    clear(s, t, background);
    r3d_program_colour(s);
    r3d_depth(s, false, R3D_ALWAYS, false);
    set_matrix(s, matrix_mul(squeeze(t), matrix_turn(2, frame)));
    use_vertices(s, offsetof(TriangleData, triangle));
    r3d_draw_arrays(s, R3D_TRIANGLES, 0, 3);
}

const Scene scene_triangle = {
    .name = "triangle",
    .geometry = triangle_geometry,
    .frame = triangle_frame,
};

/* ---- cube */

typedef struct CubeData {
    Common common;
    Vertex cube[CUBE_VERTICES];
    uint16_t index[CUBE_INDICES];
} CubeData;

static void cube_geometry(void *data)
{
    CubeData *g = data;

    common_geometry(&g->common);
    cube_vertices(g->cube, 1);
    cube_indices(g->index);
}

/* All six faces in a fixed order: the depth test alone hides the far ones. */
static void cube_frame(Stream *s, const R3dTarget *t, unsigned frame)
{
    clear(s, t, background);
    r3d_program_colour(s);
    r3d_depth(s, true, R3D_LESS, true);
    set_matrix(s, cube_matrix(t, frame));
    use_vertices(s, offsetof(CubeData, cube));
    draw_cube(s, offsetof(CubeData, index));
}

const Scene scene_cube = {
    .name = "cube",
    .geometry = cube_geometry,
    .frame = cube_frame,
};

/* ---- blend: a cube of coloured glass before a gradient */

typedef struct BlendData {
    Common common;
    Vertex backdrop[4];
    Vertex cube[CUBE_VERTICES];
    uint16_t index[CUBE_INDICES];
} BlendData;

static void blend_geometry(void *data)
{
    BlendData *g = data;

    common_geometry(&g->common);
    for (unsigned i = 0; i < 4; i++) {
        float x = i & 1 ? 1 : -1, y = i & 2 ? 1 : -1;
        const Vertex v = {
            .pos = { x, y, 1, 1 },
            .color = { 0.5f + x / 4, 0.5f + y / 4, 0.5f - x / 4, 1 },
        };

        g->backdrop[i] = v;
    }
    cube_vertices(g->cube, 0.5f);
    cube_indices(g->index);
}

static void blend_frame(Stream *s, const R3dTarget *t, unsigned frame)
{
    r3d_program_colour(s);
    set_matrix(s, matrix_one());
    use_vertices(s, offsetof(BlendData, backdrop));
    r3d_draw_arrays(s, R3D_TRIANGLE_STRIP, 0, 4);
    r3d_program(s, R3D_COLOUR_OVER);
    set_matrix(s, cube_matrix(t, frame));
    use_vertices(s, offsetof(BlendData, cube));
    draw_cube_back_to_front(s, offsetof(BlendData, index));
}

const Scene scene_blend = {
    .name = "blend",
    .geometry = blend_geometry,
    .frame = blend_frame,
};

/* ---- stencil: the cube and its image in a mirror on the floor */

#define MIRROR_Y    (-2.0f)

typedef struct StencilData {
    Common common;
    Vertex mirror[4], tint[4];
    Vertex cube[CUBE_VERTICES];
    uint16_t index[CUBE_INDICES];
} StencilData;

static void stencil_geometry(void *data)
{
    StencilData *g = data;

    common_geometry(&g->common);
    for (unsigned i = 0; i < 4; i++) {
        const Vertex v = {
            .pos = { i & 1 ? 3 : -3, MIRROR_Y, i & 2 ? -2 : 2, 1 },
            .color = { 0.125f, 0.15625f, 0.1875f, 1 },
        };
        const Vertex tint = { .color = { 0.5f, 0.625f, 0.75f, 0.25f } };

        g->mirror[i] = v;
        g->tint[i] = tint;
        memcpy(g->tint[i].pos, v.pos, sizeof(v.pos));
    }
    cube_vertices(g->cube, 1);
    cube_indices(g->index);
}

static void draw_solid_cube(Stream *s, Matrix view, unsigned frame)
{
    r3d_depth(s, true, R3D_LESS, true);
    set_matrix(s, matrix_mul(view, cube_turn(frame)));
    use_vertices(s, offsetof(StencilData, cube));
    draw_cube(s, offsetof(StencilData, index));
}

/*
 * The mirror sets the stencil to 1 and leaves the depth alone; its image is
 * drawn where the stencil is 1, and then its tint over that.
 */
static void stencil_frame(Stream *s, const R3dTarget *t, unsigned frame)
{
    Matrix view = camera(t, 32, 7, 2, 16);
    Matrix image = matrix_mul(matrix_move(0, 2 * MIRROR_Y, 0),
                              matrix_scale(1, -1, 1));

    clear(s, t, background);
    r3d_program_colour(s);
    r3d_depth(s, false, R3D_ALWAYS, false);
    r3d_stencil(s, true, R3D_ALWAYS, 1, R3D_REPLACE);
    set_matrix(s, view);
    use_vertices(s, offsetof(StencilData, mirror));
    r3d_draw_arrays(s, R3D_TRIANGLE_STRIP, 0, 4);
    r3d_stencil(s, true, R3D_EQUAL, 1, R3D_KEEP);
    draw_solid_cube(s, matrix_mul(view, image), frame);
    r3d_program(s, R3D_COLOUR_OVER);
    r3d_depth(s, false, R3D_ALWAYS, false);
    set_matrix(s, view);
    use_vertices(s, offsetof(StencilData, tint));
    r3d_draw_arrays(s, R3D_TRIANGLE_STRIP, 0, 4);
    r3d_stencil(s, false, R3D_ALWAYS, 0, R3D_KEEP);
    r3d_program_colour(s);
    draw_solid_cube(s, view, frame);
}

const Scene scene_stencil = {
    .name = "stencil",
    .geometry = stencil_geometry,
    .frame = stencil_frame,
};

/* ---- lines: sixteen spokes of growing width in a hexagon */

#define SPOKES  16

typedef struct LinesData {
    Common common;
    Vertex spoke[SPOKES][2];
    Vertex hexagon[6];
} LinesData;

FITS(LinesData);

static Vertex polar(double radius, double turns, float r, float g, float b)
{
    unsigned step = turns * TURN + 0.5;
    const Vertex v = {
        .pos = { radius * turn_cos(step), radius * turn_sin(step), 0, 1 },
        .color = { r, g, b, 1 },
    };

    return v;
}

static void lines_geometry(void *data)
{
    LinesData *g = data;

    common_geometry(&g->common);
    for (unsigned k = 0; k < SPOKES; k++) {
        double turns = (double)k / SPOKES;

        g->spoke[k][0] = polar(0.25, turns, 1, 1, 1);
        g->spoke[k][1] = polar(0.75, turns, k & 1 ? 1 : 0.25f,
                               k & 2 ? 1 : 0.25f, k & 4 ? 1 : 0.25f);
    }
    for (unsigned k = 0; k < 6; k++) {
        g->hexagon[k] = polar(0.875, k / 6.0, k & 1 ? 1 : 0.5f, 0.75f, 0.25f);
    }
}

/* Widths are for a picture of 720 rows; half of the spokes end square. */
static void lines_frame(Stream *s, const R3dTarget *t, unsigned frame)
{
    float pixel = t->height / 720.0f;

    clear(s, t, background);
    r3d_program_colour(s);
    r3d_depth(s, false, R3D_ALWAYS, false);
    set_matrix(s, matrix_mul(squeeze(t), matrix_turn(2, frame)));
    use_vertices(s, offsetof(LinesData, spoke));
    for (unsigned k = 0; k < SPOKES; k++) {
        r3d_line(s, (k + 2) * pixel, k >= SPOKES / 2);
        r3d_draw_arrays(s, R3D_LINES, 2 * k, 2);
    }
    use_vertices(s, offsetof(LinesData, hexagon));
    r3d_line(s, 4 * pixel, true);
    r3d_draw_arrays(s, R3D_LINE_LOOP, 0, 6);
}

const Scene scene_lines = {
    .name = "lines",
    .geometry = lines_geometry,
    .frame = lines_frame,
};

/* ---- points: balls on a spiral */

#define POINTS  48

typedef struct PointsData {
    Common common;
    Vertex point[POINTS];       /* color[3] is the diameter */
} PointsData;

FITS(PointsData);

static void points_geometry(void *data)
{
    PointsData *g = data;

    common_geometry(&g->common);
    for (unsigned k = 0; k < POINTS; k++) {
        g->point[k] = polar((k + 6) / 64.0, 37 * k / (double)TURN,
                            (1 + k % 8) / 8.0f, (1 + (3 * k + 2) % 8) / 8.0f,
                            (1 + (5 * k + 5) % 8) / 8.0f);
        g->point[k].color[3] = 24 + 2 * k;
    }
}

/* Later ones over earlier ones */
static void points_frame(Stream *s, const R3dTarget *t, unsigned frame)
{
    clear(s, t, background);
    r3d_program(s, R3D_SPRITE);
    r3d_sprites(s, t->height / 720.0f);
    r3d_depth(s, false, R3D_ALWAYS, false);
    set_matrix(s, matrix_mul(squeeze(t), matrix_turn(2, frame)));
    use_vertices(s, offsetof(PointsData, point));
    r3d_draw_arrays(s, R3D_POINTS, 0, POINTS);
}

const Scene scene_points = {
    .name = "points",
    .geometry = points_geometry,
    .frame = points_frame,
};
