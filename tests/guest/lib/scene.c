/*
 * The two scenes of gr3d-demo as command streams
 *
 * All arithmetic is IEEE double + - * / without contraction (the build sets
 * -ffp-contract=off), each matrix entry rounded once to float at the end: no
 * libm, so the streams are the same wherever they are built.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>

#include "scene.h"

typedef struct Vertex {
    float pos[4];
    float color[4];
} Vertex;

typedef struct Geometry {
    Vertex screen[4];           /* a quad over the whole clip space */
    Vertex triangle[3];
    Vertex cube[24];            /* four corners of each of six faces */
    uint16_t cube_index[36];
} Geometry;

_Static_assert(sizeof(Geometry) <= SCENE_GEOMETRY_BYTES, "grow the buffer");

#define OFFSET(member)  ((uint32_t)__builtin_offsetof(Geometry, member))

/* ---- geometry */

/* Background: fx10 steps that are bytes 24, 32, 56. */
static const unsigned background[4] = { 24, 32, 56, 256 };

static const Vertex triangle[3] = {
    { {  0.0f,  0.75f, 0, 1 }, { 1, 0, 0, 1 } },
    { { -0.75f, -0.5f, 0, 1 }, { 0, 1, 0, 1 } },
    { {  0.75f, -0.5f, 0, 1 }, { 0, 0, 1, 1 } },
};

/* Brightness of the faces across x, y and z */
static const float shade[3] = { 1.0f, 0.875f, 0.75f };

/* Corner @i (bits: u, v) of the face at @side of @axis; colour = position. */
static void cube_vertex(Vertex *out, unsigned axis, int side, unsigned i)
{
    out->pos[axis] = side;
    out->pos[(axis + 1) % 3] = i & 1 ? 1 : -1;
    out->pos[(axis + 2) % 3] = i & 2 ? 1 : -1;
    out->pos[3] = 1;
    for (unsigned c = 0; c < 3; c++) {
        out->color[c] = shade[axis] * (out->pos[c] > 0 ? 1.0f : 0.125f);
    }
    out->color[3] = 1;
}

static void cube_geometry(Geometry *g)
{
    static const uint8_t corner[6] = { 0, 1, 2, 2, 1, 3 };

    for (unsigned f = 0; f < 6; f++) {
        for (unsigned i = 0; i < 4; i++) {
            cube_vertex(&g->cube[4 * f + i], f / 2, f & 1 ? 1 : -1, i);
        }
        for (unsigned i = 0; i < 6; i++) {
            g->cube_index[6 * f + i] = 4 * f + corner[i];
        }
    }
}

void scene_geometry(void *data)
{
    Geometry g;

    memset(&g, 0, sizeof(g));
    for (unsigned i = 0; i < 4; i++) {
        const Vertex v = {
            .pos = { i & 1 ? 1 : -1, i & 2 ? 1 : -1, 1, 1 },
        };

        g.screen[i] = v;
    }
    memcpy(g.triangle, triangle, sizeof(triangle));
    cube_geometry(&g);
    memcpy(data, &g, sizeof(g));
}

/* ---- matrices */

typedef struct Matrix {
    double m[4][4];
} Matrix;

/*
 * Taylor series up to x^19 on [0, pi/2]: the first term left out is below
 * 3e-16, far under the float that the result ends in.
 */
static double quarter_sin(double x)
{
    double term = x, sum = x;

    for (int k = 2; k < 20; k += 2) {
        term = -term * x * x / (k * (k + 1));
        sum += term;
    }
    return sum;
}

double scene_sin(unsigned step)
{
    const unsigned half = SCENE_TURN / 2;
    const double unit = 3.14159265358979323846 / half;
    unsigned n = step % half;

    if (n > half / 2) {
        n = half - n;
    }
    return step / half & 1 ? -quarter_sin(n * unit) : quarter_sin(n * unit);
}

static double scene_cos(unsigned step)
{
    return scene_sin(step + SCENE_TURN / 4);
}

static Matrix mul(const Matrix *a, const Matrix *b)
{
    Matrix r;

    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            r.m[i][j] = 0;
            for (int k = 0; k < 4; k++) {
                r.m[i][j] += a->m[i][k] * b->m[k][j];
            }
        }
    }
    return r;
}

/* A turn about @axis (0 x, 1 y, 2 z), counter-clockwise seen against it. */
static Matrix turn(unsigned axis, unsigned step)
{
    unsigned u = (axis + 1) % 3, v = (axis + 2) % 3;
    Matrix r = { { { 0 } } };

    r.m[3][3] = 1;
    r.m[axis][axis] = 1;
    r.m[u][u] = scene_cos(step);
    r.m[u][v] = -scene_sin(step);
    r.m[v][u] = scene_sin(step);
    r.m[v][v] = scene_cos(step);
    return r;
}

/* The cube 4 in front of the eye, focal length 1.75, depth 2 to 6. */
static Matrix perspective(double aspect)
{
    const double focal = 1.75, near = 2, far = 6, distance = 4;
    const Matrix projection = { {
        { focal / aspect, 0, 0, 0 },
        { 0, focal, 0, 0 },
        { 0, 0, (far + near) / (near - far), 2 * far * near / (near - far) },
        { 0, 0, -1, 0 },
    } };
    const Matrix view = { {
        { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, -distance }, { 0, 0, 0, 1 },
    } };

    return mul(&projection, &view);
}

static Matrix cube_matrix(double aspect, unsigned frame)
{
    Matrix p = perspective(aspect);
    Matrix x = turn(0, 42 + frame);
    Matrix y = turn(1, 64 + 2 * frame);
    Matrix xy = mul(&x, &y);

    return mul(&p, &xy);
}

static Matrix triangle_matrix(double aspect, unsigned frame)
{
    Matrix squeeze = { {
        { 1 / aspect, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, 0 }, { 0, 0, 0, 1 },
    } };
    Matrix z = turn(2, frame);

    return mul(&squeeze, &z);
}

static void set_matrix(Stream *s, const Matrix *m)
{
    float f[4][4];

    for (int i = 0; i < 16; i++) {
        f[i / 4][i % 4] = m->m[i / 4][i % 4];
    }
    r3d_matrix(s, f);
}

static void set_identity(Stream *s)
{
    const Matrix one = { {
        { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, 0 }, { 0, 0, 0, 1 },
    } };

    set_matrix(s, &one);
}

/* ---- frames */

static void use_vertices(Stream *s, unsigned geometry, uint32_t offset)
{
    r3d_attrib(s, 0, 4, sizeof(Vertex), geometry, offset);
    r3d_attrib(s, 1, 4, sizeof(Vertex), geometry, offset + 16);
}

/* Background colour and, through z = w, the largest depth everywhere */
static void clear(Stream *s, const R3dTarget *t, unsigned geometry)
{
    set_identity(s);
    r3d_program_constant(s, background);
    r3d_depth(s, t->depth != R3D_NO_BUFFER, R3D_ALWAYS, true);
    r3d_attrib(s, 0, 4, sizeof(Vertex), geometry, OFFSET(screen));
    r3d_draw_arrays(s, R3D_TRIANGLE_STRIP, 0, 4);
}

static void draw_triangle(Stream *s, unsigned geometry)
{
    use_vertices(s, geometry, OFFSET(triangle));
    r3d_draw_arrays(s, R3D_TRIANGLES, 0, 3);
}

/* All six faces in a fixed order: the depth test alone hides the far ones. */
static void draw_cube(Stream *s, unsigned geometry)
{
    r3d_depth(s, true, R3D_LESS, true);
    use_vertices(s, geometry, OFFSET(cube));
    r3d_draw_indexed(s, R3D_TRIANGLES, R3D_INDEX_U16, geometry,
                     OFFSET(cube_index), 36);
}

void scene_frame(Stream *s, const R3dTarget *t, unsigned geometry,
                 SceneKind kind, unsigned frame)
{
    double aspect = (double)t->width / t->height;
    Matrix m;

    r3d_begin(s, t);
    clear(s, t, geometry);
    r3d_program_colour(s);
    if (kind == SCENE_CUBE) {
        m = cube_matrix(aspect, frame);
        set_matrix(s, &m);
        draw_cube(s, geometry);
    } else {
        m = triangle_matrix(aspect, frame);
        set_matrix(s, &m);
        draw_triangle(s, geometry);
    }
}
