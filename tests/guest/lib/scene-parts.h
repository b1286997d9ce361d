/*
 * What the scenes of gr3d-demo have in common
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GUEST_SCENE_PARTS_H
#define GUEST_SCENE_PARTS_H

#include "matrix.h"
#include "scene.h"

/* For R3D_COLOUR and R3D_COLOUR_OVER */
typedef struct Vertex {
    float pos[4];
    float color[4];
} Vertex;

/* For R3D_LIT and R3D_LIT_OVER */
typedef struct LitVertex {
    float pos[4];
    float normal[4];            /* and opacity */
    float uv[4];
} LitVertex;

#define CUBE_VERTICES   24      /* four corners of each of six faces */
#define CUBE_INDICES    36

/* Every geometry buffer begins with this. */
typedef struct Common {
    Vertex screen[4];           /* a quad over the whole clip space */
} Common;

void common_geometry(Common *g);

/* Counter-clockwise seen from outside */
void cube_indices(uint16_t index[CUBE_INDICES]);
void cube_vertices(Vertex v[CUBE_VERTICES], float alpha);
void lit_cube_vertices(LitVertex v[CUBE_VERTICES]);

void set_matrix(Stream *s, Matrix m);
Matrix squeeze(const R3dTarget *t);
double aspect(const R3dTarget *t);
/* The cube's turn in frame @frame */
Matrix cube_turn(unsigned frame);
/* The cube 4 in front of the eye, depth 2 to 6 */
Matrix cube_matrix(const R3dTarget *t, unsigned frame);
/* From above: the world turned by @pitch steps about x, @distance away */
Matrix camera(const R3dTarget *t, unsigned pitch, double distance, double near,
              double far);

/* Directional light on an object turned by @turn */
void set_light(Stream *s, Matrix turn);

extern const unsigned background[4];
/* Everywhere @color, the largest depth and, if there is one, stencil 0 */
void clear(Stream *s, const R3dTarget *t, const unsigned color[4]);
/* Attributes from the geometry buffer */
void use_vertices(Stream *s, size_t offset);
void use_lit_vertices(Stream *s, size_t offset);
void draw_cube(Stream *s, size_t indices);
/* Back faces, then front faces, with the program that is there */
void draw_cube_back_to_front(Stream *s, size_t indices);

extern const Scene scene_triangle, scene_cube, scene_blend, scene_stencil,
    scene_lines, scene_points, scene_textured_cube, scene_fbo, scene_mipmaps,
    scene_showcase;

#endif
