/*
 * Tegra20 GR3D engine: choice of the execution backend
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "strip.h"

#define ENGINE_EXEC         Gr3dExec
#define EXEC(name)          gr3d_exec_##name
#define EXEC_WORKS(exec)    true
#include "hw/gpu/lib/vec_backends.c.inc"
