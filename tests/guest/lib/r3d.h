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

#include "r3d-program.h"
#include "stream.h"

#define R3D_NO_BUFFER   (~0u)
#define R3D_NUM_LINKS   2       /* linker instructions in force */

enum {
    R3D_SURFACE_DEPTH = 0,
    R3D_SURFACE_COLOR = 1,
    R3D_SURFACE_STENCIL = 2,
};

enum {
    R3D_FORMAT_S8 = 3,
    R3D_FORMAT_RGB565 = 6,
    R3D_FORMAT_Z16 = 11,
    R3D_FORMAT_RGBA8888 = 13,   /* red in byte 0 */
};

typedef struct R3dTarget {
    unsigned width, height;
    unsigned format;            /* of the colour buffer */
    unsigned color, color_pitch;
    unsigned depth, depth_pitch;    /* depth may be R3D_NO_BUFFER */
    unsigned stencil, stencil_pitch;    /* no stencil if the pitch is 0 */
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

typedef enum R3dStencilOp {
    R3D_ZERO, R3D_KEEP, R3D_REPLACE, R3D_INCR,
} R3dStencilOp;

/* By winding in the window, x to the right and y to larger rows */
typedef enum R3dCull {
    R3D_CULL_NONE, R3D_CULL_CCW, R3D_CULL_CW,
} R3dCull;

typedef struct R3dRect {
    unsigned x, y, width, height;
} R3dRect;

typedef struct R3dTexture {
    unsigned buffer;
    uint32_t offset;            /* bytes into the buffer */
    unsigned format, log2_width, log2_height;
    unsigned levels;            /* 1: no mip maps */
    bool clamp;                 /* to the edge, else repeated */
    bool linear;                /* within a level */
    bool blend_levels;
} R3dTexture;

/* The reset state of every register, then the target. */
void r3d_begin(Stream *s, const R3dTarget *t);
/* Another target for what follows. */
void r3d_target(Stream *s, const R3dTarget *t);
/* Windows of the target where drawing lands, in pixels from row 0. */
void r3d_viewport(Stream *s, const R3dTarget *t, const R3dRect *r);
void r3d_scissor(Stream *s, const R3dRect *r);
void r3d_depth(Stream *s, bool enable, R3dFunc func, bool write);
/* @pass is done where stencil and depth tests pass; else nothing changes. */
void r3d_stencil(Stream *s, bool enable, R3dFunc func, unsigned ref,
                 R3dStencilOp pass);
void r3d_cull(Stream *s, R3dCull cull);
void r3d_line(Stream *s, float half_width, bool square_ends);
void r3d_texture(Stream *s, unsigned unit, const R3dTexture *t);

/* Attribute @i: @components 32-bit floats every @stride bytes. */
void r3d_attrib(Stream *s, unsigned i, unsigned components, unsigned stride,
                unsigned buffer, uint32_t offset);
void r3d_draw_arrays(Stream *s, R3dPrim prim, unsigned first, unsigned count);
void r3d_draw_indexed(Stream *s, R3dPrim prim, R3dIndex type,
                      unsigned buffer, uint32_t offset, unsigned count);

#endif
