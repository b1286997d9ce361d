/*
 * Pictures, as PNG
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <png.h>
#include <string.h>
#include "picture.h"

void picture_clear(Picture *picture)
{
    g_free(picture->rgba);
    picture->rgba = NULL;
}

static uint8_t *drop_alpha(const Picture *picture)
{
    size_t num = (size_t)picture->width * picture->height;
    uint8_t *rgb = g_malloc_n(num, 3);

    for (size_t i = 0; i < num; i++) {
        memcpy(rgb + 3 * i, picture->rgba + 4 * i, 3);
    }
    return rgb;
}

bool picture_write_png(const Picture *picture, const char *path, bool alpha)
{
    g_autofree uint8_t *rgb = alpha ? NULL : drop_alpha(picture);
    png_image image = {
        .version = PNG_IMAGE_VERSION,
        .width = picture->width,
        .height = picture->height,
        .format = alpha ? PNG_FORMAT_RGBA : PNG_FORMAT_RGB,
    };

    return png_image_write_to_file(&image, path, 0,
                                   alpha ? picture->rgba : rgb, 0, NULL);
}
