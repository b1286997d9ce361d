/*
 * VideoCore IV 3D engine: QPU programs to operations of strips
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_LOWER_H
#define V3D_LOWER_H

#include "hw/gpu/v3d/strip/strip.h"

typedef enum V3dLowerKind {
    V3D_LOWER_FRAGMENT,
    V3D_LOWER_VERTEX,           /* or a coordinate program */
    V3D_LOWER_PLACE,            /* a vertex's first word and no more */
} V3dLowerKind;

/*
 * A program as operations; NULL: the reference runs it.  That is so where it
 * branches, waits, has not what it asks for, or depends on which lane of its
 * batch an element is.  A vertex whose place is known may be shaded wholly in
 * another lane: where that could be seen, its place cannot be had alone.
 * To be released by g_rc_box_release().
 */
V3dStripProgram *v3d_lower(const V3dQpuProgram *program, V3dLowerKind kind);
/* The same, once for all */
const V3dStripProgram *v3d_lowered(V3dQpuProgram *program, V3dLowerKind kind);

#endif /* V3D_LOWER_H */
