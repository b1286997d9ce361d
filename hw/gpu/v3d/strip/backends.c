/*
 * VideoCore IV 3D engine: choice of the execution backend
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "strip.h"

#define ENGINE_EXEC         V3dExec
#define EXEC(name)          v3d_exec_##name
#define EXEC_WORKS(exec)    ((exec)->rounds())
#include "hw/gpu/lib/vec_backends.c.inc"
