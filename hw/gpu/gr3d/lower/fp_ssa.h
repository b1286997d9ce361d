/*
 * Tegra20 GR3D engine: a fragment program's values, each computed once
 *
 * Straight-line code in single assignment form: equal operations become one,
 * values that are not read are dropped, those that are the same in all lanes go
 * to the prologue, and vectors are reused as soon as their value is dead.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_FP_SSA_H
#define GR3D_FP_SSA_H

#include "hw/gpu/gr3d/strip/strip.h"

/* Traits of the operations in strip/ops.def */
enum {
    GR3D_SSA_VARIES = 1,        /* from lane to lane, whatever its sources */
    GR3D_SSA_EFFECT = 2,        /* does more than its results */
    GR3D_SSA_KEEPS = 4,         /* results start as the sources */
    GR3D_SSA_IN_PLACE = 8,      /* a result may overwrite a source */
    GR3D_SSA_DOUBLE = 16,       /* a result takes two vectors */
    GR3D_SSA_SEQUENCE = 32,     /* a sequence of them may be one call */
};

typedef uint16_t Gr3dVal;       /* 0 is none */
typedef struct Gr3dSsa Gr3dSsa;

Gr3dSsa *gr3d_ssa_new(void);
void gr3d_ssa_free(Gr3dSsa *ssa);

/* Add an operation on values; returns its first result, others follow. */
Gr3dVal gr3d_ssa_add(Gr3dSsa *ssa, Gr3dStripOp op);
/* Return a value of the same bits in all lanes. */
Gr3dVal gr3d_ssa_const(Gr3dSsa *ssa, Gr3dStripConst c);
/* Is the value a constant whose bits do not depend on the draw? */
bool gr3d_ssa_known(const Gr3dSsa *ssa, Gr3dVal val, int32_t *bits);
/* Keep the value to the end of the program. */
void gr3d_ssa_keep(Gr3dSsa *ssa, Gr3dVal val);

/* Make the program; NULL: it needs more vectors than there are. */
Gr3dStripProgram *gr3d_ssa_emit(Gr3dSsa *ssa);
/* Return, after gr3d_ssa_emit(), the vector of a value that was kept. */
unsigned gr3d_ssa_vec(const Gr3dSsa *ssa, Gr3dVal val);

#endif /* GR3D_FP_SSA_H */
