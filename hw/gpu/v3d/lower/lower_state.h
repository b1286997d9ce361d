/*
 * VideoCore IV 3D engine: lowering, the state of a QPU as names of values
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_LOWER_STATE_H
#define V3D_LOWER_STATE_H

#include <string.h>
#include "hw/gpu/v3d/pipe/qpu_io.h"
#include "lower.h"
#include "values.h"

/* A texture unit: a request on its way, and the results that wait */
typedef struct LowerTmu {
    V3dValue coord[4];          /* 0: not written */
    uint8_t config[4];
    unsigned writes;
    unsigned first, num;
    V3dValue result[V3D_TMU_FIFO];
} LowerTmu;

typedef struct Lower {
    V3dValues values;
    bool failed;
    V3dLowerKind kind;
    unsigned instructions, cost;        /* the latter beside the former */
    V3dValue zero, all;
    V3dValue a[32], b[32], r[6];
    V3dValue x, y, samples, reverse;
    V3dValue z, n, c;                   /* masks */
    unsigned uniforms, varyings;
    unsigned read, written;             /* samples of colour */
    LowerTmu tmu[2];
    V3dVpmAccess vpm;
    unsigned num_textures;
    V3dStripLookup texture[V3D_STRIP_LOOKUPS];
} Lower;

/* Of one instruction */
typedef struct Operands {
    V3dValue mux[8];
    V3dValue varying_c;         /* 0: no varying is read */
    V3dValue add, mul;
    V3dValue mask_add, mask_mul;
} Operands;

V3dValue v3d_lower_op(Lower *l, unsigned code, unsigned k, V3dValue a,
                      V3dValue b, V3dValue c);
/* @v where @mask is set, else @old */
V3dValue v3d_lower_select(Lower *l, V3dValue mask, V3dValue v, V3dValue old);

/* lower_io.c: addresses from 32 on, signals */
V3dValue v3d_lower_uniform(Lower *l);
V3dValue v3d_lower_read_vpm(Lower *l);
void v3d_lower_write(Lower *l, V3dQpuFile file, unsigned addr, V3dValue v,
                     V3dValue mask);
void v3d_lower_signal(Lower *l, unsigned sig);

#endif /* V3D_LOWER_STATE_H */
