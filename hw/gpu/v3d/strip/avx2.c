/*
 * VideoCore IV 3D engine: strip execution, avx2
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#define EXEC        v3d_exec_avx2
#define EXEC_NAME   "avx2"
#include "backend.c.inc"
