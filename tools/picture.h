/*
 * Pictures of a stream's memory, as PNG
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TOOLS_PICTURE_H
#define TOOLS_PICTURE_H

#include "hw/gpu/gr3d/text/stream.h"

typedef struct Picture {
    unsigned width, height;
    uint8_t *rgba;              /* bytes R, G, B, A; the top row first */
} Picture;

/* All images of the stream side by side; false if there is none. */
bool picture_of_stream(Picture *picture, const Gr3dStream *stream);
void picture_clear(Picture *picture);

/* With alpha only if @alpha: else a clear target would be invisible. */
bool picture_write_png(const Picture *picture, const char *path, bool alpha);

#endif
