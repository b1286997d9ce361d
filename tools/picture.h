/*
 * Pictures, as PNG
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TOOLS_PICTURE_H
#define TOOLS_PICTURE_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct Picture {
    unsigned width, height;
    uint8_t *rgba;              /* bytes R, G, B, A; the top row first */
} Picture;

void picture_clear(Picture *picture);

/* With alpha only if @alpha: else a clear target would be invisible. */
bool picture_write_png(const Picture *picture, const char *path, bool alpha);
/* Likewise, to memory; NULL: libpng cannot. */
GBytes *picture_png(const Picture *picture, bool alpha);

#endif
