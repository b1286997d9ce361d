/*
 * Pictures of a GR3D stream's memory
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TOOLS_STREAM_PICTURE_H
#define TOOLS_STREAM_PICTURE_H

#include "hw/gpu/gr3d/text/stream.h"
#include "picture.h"

/* All images of the stream side by side; false if there is none. */
bool picture_of_stream(Picture *picture, const Gr3dStream *stream);
/* Paint an image, which is in @memory, from column @left on. */
void picture_paint(Picture *picture, unsigned left, const Gr3dMemory *memory,
                   const Gr3dStreamImage *image);

#endif /* TOOLS_STREAM_PICTURE_H */
