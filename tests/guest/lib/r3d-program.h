/*
 * The vertex and fragment programs of the scenes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GUEST_R3D_PROGRAM_H
#define GUEST_R3D_PROGRAM_H

#include "stream.h"

/*
 * All programs compute position = matrix * attribute 0, the rows of the matrix
 * being the vertex constants 0..3.
 */
typedef enum R3dProgram {
    /* the fragment constants 0 and 1 as R, G, B, A */
    R3D_CONSTANT,
    /* attribute 1, interpolated with perspective */
    R3D_COLOUR,
    /* the same over the pixel that is there: c * a + d * (1 - a) */
    R3D_COLOUR_OVER,
    /* texture 0 at attribute 2, times the light below */
    R3D_LIT,
    R3D_LIT_OVER,
    /* round points: see r3d_sprites() */
    R3D_SPRITE,
    R3D_NUM_PROGRAMS,
} R3dProgram;

/* Upload a program, its linker instructions, and what goes in and out. */
void r3d_program(Stream *s, R3dProgram program);

/* Vertex constants: @num vectors from number @first */
void r3d_vertex_constants(Stream *s, unsigned first, const float (*v)[4],
                          unsigned num);
void r3d_matrix(Stream *s, const float m[4][4]);

/* Fragment constants 0 and 1: fx10 steps (0x100 is 1.0) R, G, B, A. */
void r3d_constant(Stream *s, const unsigned fx10[4]);

/*
 * Light of R3D_LIT: attribute 1 holds the normal in x, y, z and the opacity in
 * w; @normal turns normals.  Colour = @material * max(normal . @direction,
 * ambient), opacity = @material[3] * w.
 */
typedef struct R3dLight {
    float normal[3][4];
    float direction[4];
    float ambient[4];           /* x counts */
    float material[4];
} R3dLight;

void r3d_light(Stream *s, const R3dLight *light);

/*
 * R3D_SPRITE: attribute 1 holds R, G, B and the diameter, the latter in units
 * of @pixels.  With S and T from -1 to 1 across the point, what is outside of
 * the unit circle is killed; the rest is the colour times
 * 0.75 + S / 8 + T / 4 - (S^2 + T^2) / 4.
 */
void r3d_sprites(Stream *s, float pixels);

/* R3D_CONSTANT or R3D_COLOUR with what they need */
void r3d_program_constant(Stream *s, const unsigned fx10[4]);
void r3d_program_colour(Stream *s);

#endif
