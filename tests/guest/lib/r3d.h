/*
 * Drawing with GR3D: targets, state, programs and draws as register writes
 *
 * Every job programs the whole engine, because its registers are lost when
 * the kernel switches its power off between two jobs.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GUEST_R3D_H
#define GUEST_R3D_H

#include "stream.h"

#define R3D_NO_BUFFER   (~0u)

enum {
    R3D_FORMAT_RGB565 = 6,
    R3D_FORMAT_Z16 = 11,
    R3D_FORMAT_RGBA8888 = 13,   /* red in byte 0 */
};

/* Surfaces: 0 is depth, 1 is colour. */
typedef struct R3dTarget {
    unsigned width, height;
    unsigned format;            /* of the colour buffer */
    unsigned color, color_pitch;
    unsigned depth, depth_pitch;    /* depth may be R3D_NO_BUFFER */
    bool top_down;              /* clip y = +1 is row 0, as on a screen */
} R3dTarget;

typedef enum R3dFunc {
    R3D_NEVER, R3D_LESS, R3D_EQUAL, R3D_LEQUAL,
    R3D_GREATER, R3D_NOTEQUAL, R3D_GEQUAL, R3D_ALWAYS,
} R3dFunc;

typedef enum R3dPrim {
    R3D_POINTS, R3D_LINES, R3D_LINE_LOOP, R3D_LINE_STRIP,
    R3D_TRIANGLES, R3D_TRIANGLE_STRIP, R3D_TRIANGLE_FAN,
} R3dPrim;

typedef enum R3dIndex {
    R3D_ARRAY, R3D_INDEX_U8, R3D_INDEX_U16, R3D_INDEX_U32,
} R3dIndex;

typedef struct R3dRect {
    unsigned x, y, width, height;
} R3dRect;

/* The reset state of every register, then the target. */
void r3d_begin(Stream *s, const R3dTarget *t);
/* Windows of the target where drawing lands, in pixels from row 0. */
void r3d_viewport(Stream *s, const R3dTarget *t, const R3dRect *r);
void r3d_scissor(Stream *s, const R3dRect *r);
void r3d_depth(Stream *s, bool enable, R3dFunc func, bool write);

/*
 * Vertex program: position = matrix (rows in constants 0..3) * attribute 0,
 * export 1 = attribute 1.  Attribute 0 alone when there are no colours.
 */
void r3d_matrix(Stream *s, const float m[4][4]);
/* Fragment program: one colour, as fx10 steps (0x100 is 1.0) R, G, B, A. */
void r3d_program_constant(Stream *s, const unsigned fx10[4]);
void r3d_constant(Stream *s, const unsigned fx10[4]);
/* Fragment program: export 1, interpolated with perspective. */
void r3d_program_colour(Stream *s);

/* Attribute @i: @components 32-bit floats every @stride bytes. */
void r3d_attrib(Stream *s, unsigned i, unsigned components, unsigned stride,
                unsigned buffer, uint32_t offset);
void r3d_draw_arrays(Stream *s, R3dPrim prim, unsigned first, unsigned count);
void r3d_draw_indexed(Stream *s, R3dPrim prim, R3dIndex type,
                      unsigned buffer, uint32_t offset, unsigned count);

#endif
