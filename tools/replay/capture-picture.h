/*
 * Pictures of a capture's memory: what a draw has drawn, what windows show
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TOOLS_CAPTURE_PICTURE_H
#define TOOLS_CAPTURE_PICTURE_H

#include "hw/gpu/lib/capture.h"
#include "hw/gpu/gr3d/text/replay.h"
#include "picture.h"

/* What a draw stores to surface @number; false: nothing that can be shown. */
bool picture_of_surface(Picture *picture, const Gr3dMemory *ram,
                        const Gr3dRegs *regs, unsigned number);
/* The first colour surface that a draw stores to; false: there is none. */
bool picture_of_draw(Picture *picture, const Gr3dMemory *ram,
                     const Gr3dRegs *regs);
/*
 * What a record FRAME shows: windows over each other, A at the bottom, without
 * blending, filters and colour keys.  False: there is no picture.
 */
bool picture_of_frame(Picture *picture, const Gr3dMemory *ram,
                      const GpuCaptureRecord *frame);

#endif /* TOOLS_CAPTURE_PICTURE_H */
