/*
 * VideoCore IV 3D engine: programs that a slice of work may end in
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_SLICE_H
#define V3D_SLICE_H

#include "core.h"
#include "qpu.h"

/* The longest program, in units of work; then it is cut off. */
#define V3D_QPU_LIMIT   (1u << 20)

/*
 * Run on a program that waits for nothing, which began at @code; what is not
 * state of @qpu is set.  False: the slice is over before the program's end.
 */
bool v3d_run_program(V3dQpu *qpu, V3dCore *core, uint32_t code);

#endif /* V3D_SLICE_H */
