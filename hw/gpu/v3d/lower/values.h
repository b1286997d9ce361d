/*
 * VideoCore IV 3D engine: a program's values, each computed once
 *
 * Operations of strips in the order of the program, in single assignment form;
 * but the first test of Z and what it needs are run before all else.  Values
 * that nobody reads are dropped, and a vector is used again as soon as it is
 * free.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_VALUES_H
#define V3D_VALUES_H

#include "hw/gpu/v3d/strip/strip.h"

typedef uint16_t V3dValue;      /* 0 is none */

#define V3D_MAX_VALUES  4096

typedef struct V3dValueRow {
    uint8_t code, k;
    bool is_const, uniform;
    uint32_t bits;              /* of a constant, or the uniform's number */
    V3dValue src[4];
    bool used, first;           /* is run before what is not */
    uint16_t last;              /* the operation that reads it last */
    uint8_t vec;
} V3dValueRow;

typedef struct V3dValues {
    unsigned num;
    bool failed;                /* there are too many */
    V3dValueRow row[V3D_MAX_VALUES];
    uint16_t order[V3D_MAX_VALUES];     /* of the rows from 1 on */
} V3dValues;

void v3d_values_init(V3dValues *v);
V3dValue v3d_value_op(V3dValues *v, unsigned code, unsigned k,
                      const V3dValue src[4]);
V3dValue v3d_value_const(V3dValues *v, uint32_t bits);
V3dValue v3d_value_uniform(V3dValues *v, uint32_t number);

/* Operations and constants, the rest is zeros; NULL: more than there are */
V3dStripProgram *v3d_values_emit(V3dValues *v);

#endif /* V3D_VALUES_H */
