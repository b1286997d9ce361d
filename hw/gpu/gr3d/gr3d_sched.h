/*
 * Tegra20 GR3D engine: progress of a draw
 *
 * Not called sched.h: in a build that searches this directory first, the C
 * library's own <sched.h> would be this file.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_SCHED_H
#define GR3D_SCHED_H

#include "draw.h"

struct Gr3dSched *gr3d_sched_new(Gr3dDraw *draw);
void gr3d_sched_free(Gr3dDraw *draw);

/* Up to about @budget units of work, unless draw->cancel ends it. */
Gr3dProgress gr3d_sched_run(Gr3dDraw *draw, uint64_t budget);

#endif /* GR3D_SCHED_H */
