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

/* Describe a picture to libpng; returns its pixels, to be freed if *@rgb. */
static const uint8_t *describe(const Picture *picture, bool alpha,
                               png_image *image, uint8_t **rgb)
{
    *image = (png_image) {
        .version = PNG_IMAGE_VERSION,
        .width = picture->width,
        .height = picture->height,
        .format = alpha ? PNG_FORMAT_RGBA : PNG_FORMAT_RGB,
    };
    *rgb = alpha ? NULL : drop_alpha(picture);
    return alpha ? picture->rgba : *rgb;
}

bool picture_write_png(const Picture *picture, const char *path, bool alpha)
{
    g_autofree uint8_t *rgb = NULL;
    png_image image;
    const uint8_t *pixels = describe(picture, alpha, &image, &rgb);

    return png_image_write_to_file(&image, path, 0, pixels, 0, NULL);
}

GBytes *picture_png(const Picture *picture, bool alpha)
{
    g_autofree uint8_t *rgb = NULL;
    png_image image;
    const uint8_t *pixels = describe(picture, alpha, &image, &rgb);
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    g_autofree void *png = g_malloc(size);

    return png_image_write_to_memory(&image, png, &size, 0, pixels, 0, NULL)
           ? g_bytes_new(png, size) : NULL;
}
