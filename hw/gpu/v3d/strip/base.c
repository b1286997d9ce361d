/*
 * VideoCore IV 3D engine: strip execution, base
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#define EXEC        v3d_exec_base
#define EXEC_NAME   "base"
#include "backend.c.inc"
