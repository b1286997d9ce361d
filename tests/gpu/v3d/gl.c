/*
 * Tests of the V3D engine: draws with GL shader state
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <math.h>
#include "gl.h"

enum {
    FS_CODE = PROGRAMS,
    VS_CODE = PROGRAMS + 0x1000,
    CS_CODE = PROGRAMS + 0x2000,
};

/* An array's entry: base, bytes - 1, stride, offsets in the VPM */
static void array(Machine *m, unsigned n, uint32_t base, unsigned bytes)
{
    machine_set_word(m, SHADER_RECORD + 36 + 8 * n, BUS | base);
    machine_set_word(m, SHADER_RECORD + 40 + 8 * n,
                     (bytes - 1) | GL_STRIDE << 8);
}

/* Arrays: 0 for coordinates, 1 for vertices */
void gl_shader(Machine *m, bool z)
{
    Program fs = { m, FS_CODE }, vs = { m, VS_CODE }, cs = { m, CS_CODE };
    const uint32_t record[9] = {
        5 | 3 << 24, BUS | FS_CODE, BUS | UNIFORMS,
        2 << 16 | 24u << 24, BUS | VS_CODE, BUS | UNIFORMS,
        1 << 16 | 28u << 24, BUS | CS_CODE, BUS | UNIFORMS,
    };

    program_varying_colour(&fs, 0, z);
    program_copy(&vs, 6);
    program_copy(&cs, 7);
    machine_words(m, SHADER_RECORD, record, 9);
    array(m, 0, VERTICES, 28);
    array(m, 1, VERTICES + 16, 24);
}

/* Xc, Yc, Zc, Wc, {Ys, Xs}, Zs, 1/Wc, varyings */
void gl_vertices(Machine *m, const Scene *scene, const GlVertex *v,
                 unsigned num)
{
    for (unsigned i = 0; i < num; i++) {
        uint32_t at = VERTICES + GL_STRIDE * i;
        double w = v[i].c[3];

        for (unsigned j = 0; j < 4; j++) {
            machine_set_float(m, at + 4 * j, v[i].c[j]);
        }
        machine_set_word(m, at + 16,
                         scene_xy(v[i].c[0] / w * scene->width / 2,
                                  -v[i].c[1] / w * scene->height / 2));
        machine_set_float(m, at + 20, v[i].c[2] / w * 0.5 + 0.5);
        machine_set_float(m, at + 24, 1 / w);
        for (unsigned j = 0; j < 3; j++) {
            machine_set_float(m, at + 28 + 4 * j, v[i].varying[j]);
        }
    }
}

void gl_begin(Machine *m, const Scene *scene, uint32_t config)
{
    Scene centred = *scene;

    centred.centred = true;
    scene_begin(m, &centred);
    scene_config(m, config);
    scene_shader(m, V3D_REC_GL_SHADER_STATE, SHADER_RECORD, 2);
}

/*
 * The cube, -1 to 1; its colour is (position + 1) / 2.
 */

#define DISTANCE    8.0
#define NEAR        6.0
#define FAR         10.0
#define FRUSTUM     2.8

/* Turned about X and Y; the rows of a rotation */
static const double turn[3][3] = {
    { 0.8, 0, 0.6 },
    { 0.36, 0.8, -0.48 },
    { -0.48, 0.6, 0.64 },
};

static double aspect(const Scene *scene)
{
    return (double)scene->height / scene->width;
}

/* OpenGL's frustum */
static void project(const Scene *scene, const double p[3], double c[4])
{
    double e[3];

    for (unsigned i = 0; i < 3; i++) {
        e[i] = turn[i][0] * p[0] + turn[i][1] * p[1] + turn[i][2] * p[2];
    }
    e[2] -= DISTANCE;
    c[0] = e[0] * NEAR / FRUSTUM;
    c[1] = e[1] * NEAR / (FRUSTUM * aspect(scene));
    c[2] = -(FAR + NEAR) / (FAR - NEAR) * e[2] - 2 * FAR * NEAR / (FAR - NEAR);
    c[3] = -e[2];
}

/* Corners of a face as a strip, counter-clockwise from outside */
static void face_corner(unsigned face, unsigned corner, double p[3])
{
    unsigned axis = face / 2;
    double s = face % 2 ? 1 : -1;

    p[axis] = s;
    p[(axis + 1) % 3] = corner & 1 ? s : -s;
    p[(axis + 2) % 3] = corner & 2 ? 1 : -1;
}

void gl_cube_vertices(Machine *m, const Scene *scene)
{
    GlVertex v[24];

    for (unsigned i = 0; i < 24; i++) {
        double p[3];

        face_corner(i / 4, i % 4, p);
        project(scene, p, v[i].c);
        for (unsigned j = 0; j < 3; j++) {
            v[i].varying[j] = (p[j] + 1) / 2;
        }
    }
    gl_vertices(m, scene, v, 24);
}

void gl_cube_draw(Machine *m, const Scene *scene)
{
    /* Forward faces, clockwise with Y up in memory: kmscube's */
    gl_begin(m, scene, 0x027005);
    for (unsigned face = 0; face < 6; face++) {
        scene_arrays(m, 5, 4 * face, 4);
    }
}

/* The ray through (@x, @y), in the cube's space: origin, direction */
static void ray(const Scene *scene, double x, double y, double o[3],
                double d[3])
{
    double e[3] = {
        (2 * x / scene->width - 1) * FRUSTUM / NEAR,
        (1 - 2 * y / scene->height) * FRUSTUM * aspect(scene) / NEAR,
        -1,
    };

    for (unsigned i = 0; i < 3; i++) {
        o[i] = turn[2][i] * DISTANCE;
        d[i] = turn[0][i] * e[0] + turn[1][i] * e[1] + turn[2][i] * e[2];
    }
}

bool gl_cube_colour(const Scene *scene, double x, double y, double colour[3],
                    double *margin)
{
    double o[3], d[3], in = 0, out = INFINITY, next = 0;

    ray(scene, x, y, o, d);
    /* Between which two points is the ray inside all three slabs? */
    for (unsigned i = 0; i < 3; i++) {
        double a = (-1 - o[i]) / d[i], b = (1 - o[i]) / d[i];

        next = fmax(next, fmin(in, fmin(a, b)));
        in = fmax(in, fmin(a, b));
        out = fmin(out, fmax(a, b));
    }
    *margin = fmin(fabs(out - in), fabs(in - next));
    for (unsigned i = 0; i < 3; i++) {
        colour[i] = (o[i] + in * d[i] + 1) / 2;
    }
    return in < out;
}
