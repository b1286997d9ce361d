/*
 * Pictures of a GR3D stream's memory
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "hw/gpu/gr3d/isa/num.h"
#include "hw/gpu/gr3d/pipe/frozen.h"
#include "stream-picture.h"

#define GAP     8               /* pixels between two images */

/* A pixel as the engine's fragment programs would load it */
static void load_pixel(const Gr3dStreamImage *image, const GpuSpan *span,
                       unsigned col, unsigned row, uint8_t *rgba)
{
    const Gr3dSurfDesc surf = {
        .format = gr3d_format(image->format),
        .tiled = image->tiled,
        .stride = image->pitch,
    };
    uint32_t c[4];

    gr3d_surf_load(&surf, span, col, row, c);
    for (unsigned i = 0; i < 4; i++) {
        rgba[i] = gr3d_fx10_to_unorm(c[i], 8);
    }
    if (image->format == GR3D_FMT_A8) {
        rgba[0] = rgba[1] = rgba[2] = rgba[3];
    }
}

void picture_paint(Picture *picture, unsigned left, const Gr3dMemory *m,
                   const Gr3dStreamImage *image)
{
    GpuSpan span = {
        .data = m->data + image->offset,
        .size = m->size - image->offset,
    };

    for (unsigned y = 0; y < image->height; y++) {
        unsigned row = image->flip ? image->height - 1 - y : y;
        uint8_t *line = picture->rgba + 4 * ((size_t)y * picture->width + left);

        for (unsigned col = 0; col < image->width; col++) {
            load_pixel(image, &span, col, row, line + 4 * col);
        }
    }
}

bool picture_of_stream(Picture *picture, const Gr3dStream *stream)
{
    unsigned left = 0;

    *picture = (Picture) { 0 };
    for (unsigned i = 0; i < stream->images->len; i++) {
        const Gr3dStreamImage *image =
            &g_array_index(stream->images, Gr3dStreamImage, i);

        picture->width += image->width + (i ? GAP : 0);
        picture->height = MAX(picture->height, image->height);
    }
    picture->rgba = g_malloc0_n((size_t)picture->width * picture->height, 4);
    for (unsigned i = 0; i < stream->images->len; i++) {
        const Gr3dStreamImage *image =
            &g_array_index(stream->images, Gr3dStreamImage, i);

        picture_paint(picture, left, &stream->memory[image->memory], image);
        left += image->width + GAP;
    }
    return stream->images->len > 0;
}
