/*
 * What the scenes of gr3d-demo have in common
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>

#include "scene-parts.h"

/* Bytes 24, 32, 56 */
const unsigned background[4] = { 24, 32, 56, 256 };

/* ---- geometry */

void common_geometry(Common *g)
{
    for (unsigned i = 0; i < 4; i++) {
        const Vertex v = {
            .pos = { i & 1 ? 1 : -1, i & 2 ? 1 : -1, 1, 1 },
        };

        g->screen[i] = v;
    }
}

/* Corner @i (bits: u, v) of the face at @side of @axis */
static void cube_corner(float pos[4], unsigned axis, int side, unsigned i)
{
    pos[axis] = side;
    pos[(axis + 1) % 3] = i & 1 ? 1 : -1;
    pos[(axis + 2) % 3] = i & 2 ? 1 : -1;
    pos[3] = 1;
}

void cube_indices(uint16_t index[CUBE_INDICES])
{
    static const uint8_t corner[2][6] = {
        { 0, 2, 1, 1, 2, 3 }, { 0, 1, 2, 2, 1, 3 },
    };

    for (unsigned i = 0; i < CUBE_INDICES; i++) {
        unsigned face = i / 6;

        index[i] = 4 * face + corner[face & 1][i % 6];
    }
}

/* Brightness of the faces across x, y and z */
static const float shade[3] = { 1.0f, 0.875f, 0.75f };

void cube_vertices(Vertex v[CUBE_VERTICES], float alpha)
{
    for (unsigned i = 0; i < CUBE_VERTICES; i++) {
        unsigned face = i / 4, axis = face / 2;

        cube_corner(v[i].pos, axis, face & 1 ? 1 : -1, i % 4);
        for (unsigned c = 0; c < 3; c++) {
            v[i].color[c] = shade[axis] * (v[i].pos[c] > 0 ? 1.0f : 0.125f);
        }
        v[i].color[3] = alpha;
    }
}

void lit_cube_vertices(LitVertex v[CUBE_VERTICES])
{
    memset(v, 0, CUBE_VERTICES * sizeof(*v));
    for (unsigned i = 0; i < CUBE_VERTICES; i++) {
        unsigned face = i / 4;
        int side = face & 1 ? 1 : -1;

        cube_corner(v[i].pos, face / 2, side, i % 4);
        v[i].normal[face / 2] = side;
        v[i].normal[3] = 1;
        v[i].uv[0] = i & 1 ? 1 : 0;
        v[i].uv[1] = i & 2 ? 1 : 0;
    }
}

/* ---- matrices */

void set_matrix(Stream *s, Matrix m)
{
    float f[4][4];

    for (int i = 0; i < 16; i++) {
        f[i / 4][i % 4] = m.m[i / 4][i % 4];
    }
    r3d_matrix(s, f);
}

double aspect(const R3dTarget *t)
{
    return (double)t->width / t->height;
}

Matrix squeeze(const R3dTarget *t)
{
    return matrix_scale(1 / aspect(t), 1, 1);
}

Matrix cube_turn(unsigned frame)
{
    return matrix_mul(matrix_turn(0, 42 + frame),
                      matrix_turn(1, 64 + 2 * frame));
}

Matrix cube_matrix(const R3dTarget *t, unsigned frame)
{
    return matrix_mul(camera(t, 0, 4, 2, 6), cube_turn(frame));
}

Matrix camera(const R3dTarget *t, unsigned pitch, double distance, double near,
              double far)
{
    Matrix view = matrix_mul(matrix_move(0, 0, -distance),
                             matrix_turn(0, pitch));

    return matrix_mul(matrix_perspective(aspect(t), near, far), view);
}

/* ---- state and draws */

void set_light(Stream *s, Matrix turn)
{
    R3dLight light = {
        .direction = { 0.48f, 0.8f, 0.36f, 0 },
        .ambient = { 0.3125f },
        .material = { 1, 1, 1, 1 },
    };

    for (int i = 0; i < 12; i++) {
        light.normal[i / 4][i % 4] = turn.m[i / 4][i % 4];
    }
    r3d_light(s, &light);
}

/* z = w is the largest depth */
void clear(Stream *s, const R3dTarget *t, const unsigned color[4])
{
    bool stencil = t->stencil_pitch;

    set_matrix(s, matrix_one());
    r3d_program_constant(s, color);
    r3d_depth(s, t->depth != R3D_NO_BUFFER, R3D_ALWAYS, true);
    r3d_stencil(s, stencil, R3D_ALWAYS, 0, R3D_REPLACE);
    r3d_attrib(s, 0, 4, sizeof(Vertex), SCENE_GEOMETRY,
               offsetof(Common, screen));
    r3d_draw_arrays(s, R3D_TRIANGLE_STRIP, 0, 4);
    r3d_stencil(s, false, R3D_ALWAYS, 0, R3D_KEEP);
}

void use_vertices(Stream *s, size_t offset)
{
    r3d_attrib(s, 0, 4, sizeof(Vertex), SCENE_GEOMETRY,
               offset + offsetof(Vertex, pos));
    r3d_attrib(s, 1, 4, sizeof(Vertex), SCENE_GEOMETRY,
               offset + offsetof(Vertex, color));
}

void use_lit_vertices(Stream *s, size_t offset)
{
    r3d_attrib(s, 0, 4, sizeof(LitVertex), SCENE_GEOMETRY,
               offset + offsetof(LitVertex, pos));
    r3d_attrib(s, 1, 4, sizeof(LitVertex), SCENE_GEOMETRY,
               offset + offsetof(LitVertex, normal));
    r3d_attrib(s, 2, 4, sizeof(LitVertex), SCENE_GEOMETRY,
               offset + offsetof(LitVertex, uv));
}

void draw_cube(Stream *s, size_t indices)
{
    r3d_draw_indexed(s, R3D_TRIANGLES, R3D_INDEX_U16, SCENE_GEOMETRY, indices,
                     CUBE_INDICES);
}

/* On a screen whose rows run down, counter-clockwise becomes clockwise. */
void draw_cube_back_to_front(Stream *s, size_t indices)
{
    r3d_cull(s, R3D_CULL_CW);
    draw_cube(s, indices);
    r3d_cull(s, R3D_CULL_CCW);
    draw_cube(s, indices);
    r3d_cull(s, R3D_CULL_NONE);
}
