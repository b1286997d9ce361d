/*
 * Tests of the V3D engine: draws with GL shader state
 *
 * The programs copy: what Mesa's coordinate and vertex shaders would compute
 * is in the attributes.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_TEST_GL_H
#define V3D_TEST_GL_H

#include "scene.h"

typedef struct GlVertex {
    double c[4];                /* clip coordinates */
    double varying[3];
} GlVertex;

/* Bytes of a vertex in memory */
#define GL_STRIDE   40

/* Shader record, programs for three varyings, Z if @z */
void gl_shader(Machine *m, bool z);
void gl_vertices(Machine *m, const Scene *scene, const GlVertex *v,
                 unsigned num);
/* scene_begin() with a centred viewport, shader state */
void gl_begin(Machine *m, const Scene *scene, uint32_t config);

/* kmscube's cube, turned, in one frame of @width x @height: six strips */
void gl_cube_vertices(Machine *m, const Scene *scene);
void gl_cube_draw(Machine *m, const Scene *scene);
/* False: no face is at the middle of the pixel; else the colour there */
bool gl_cube_colour(const Scene *scene, double x, double y, double colour[3],
                    double *margin);

#endif /* V3D_TEST_GL_H */
