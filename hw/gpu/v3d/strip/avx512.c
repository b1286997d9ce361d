/*
 * VideoCore IV 3D engine: strip execution, avx512
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#define EXEC        v3d_exec_avx512
#define EXEC_NAME   "avx512"
#include "backend.c.inc"
