/*
 * VideoCore IV 3D engine: primitive assembly
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_PRIM_H
#define V3D_PRIM_H

#include "core.h"
#include "state.h"

/* As in Primitive List Format; the number of vertices is one more. */
enum {
    V3D_PRIM_POINT,
    V3D_PRIM_LINE,
    V3D_PRIM_TRIANGLE,
};

/* Type of the primitives of @mode, 0 to 6 as GL's; others are points */
unsigned v3d_prim_type(unsigned mode);
/* Whole primitives of @length vertices */
uint32_t v3d_prim_count(unsigned mode, uint32_t length);
/* Indices of primitive @n's vertices, the provoking one last */
void v3d_prim_indices(const V3dDrawState *draw, V3dCore *core, uint32_t n,
                      uint32_t index[3]);

#endif /* V3D_PRIM_H */
