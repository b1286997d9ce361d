/*
 * Tegra20 GR3D engine: what a draw does to one pixel, as text
 *
 * The reference's functions are called again on copies of a fragment, and what
 * they write is taken back: nothing in the pipe knows of it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_PIXEL_TRACE_H
#define GR3D_PIXEL_TRACE_H

#include <glib.h>
#include "hw/gpu/gr3d/gr3d.h"

typedef struct Gr3dPixelTrace Gr3dPixelTrace;

/* Texts are appended to @out, which lives as long. */
Gr3dPixelTrace *gr3d_pixel_trace_new(GString *out, int32_t col, int32_t row);
void gr3d_pixel_trace_free(Gr3dPixelTrace *t);
/*
 * Trace @draw, whose spans are bound, when it runs.  False, and it runs as
 * before: no primitive covers the pixel, not even a culled one.  Else
 * gr3d_pixel_trace_end() is called behind it.
 */
bool gr3d_pixel_trace_begin(Gr3dPixelTrace *t, Gr3dDraw *draw,
                            const Gr3dRegs *regs);
void gr3d_pixel_trace_end(Gr3dPixelTrace *t);

#endif /* GR3D_PIXEL_TRACE_H */
