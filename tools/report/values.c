/*
 * Depth and stencil values of a surface, and pictures of them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "hw/gpu/gr3d/isa/regs.h"
#include "hw/gpu/gr3d/pipe/surf.h"
#include "hw/gpu/gr3d/text/stream_draw.h"
#include "values.h"

static size_t num_values(const Values *values)
{
    return (size_t)values->width * values->height;
}

void values_read(Values *values, const Gr3dMemory *ram, const Gr3dRegs *regs,
                 unsigned number)
{
    uint32_t addr = regs->reg[GR3D_R_SURFADDR + number];
    Gr3dStreamImage image;
    Gr3dSurfDesc desc;
    GpuSpan span;

    *values = (Values) { 0 };
    if (addr >= ram->size ||
        !gr3d_stream_draw_image(&image, regs, number, ram->size - addr)) {
        return;
    }
    gr3d_surf_decode(&desc, regs->reg[GR3D_R_SURFDESC + number]);
    span = (GpuSpan) { .data = ram->data + addr, .size = ram->size - addr };
    values->width = image.width;
    values->height = image.height;
    values->value = g_new(uint16_t, num_values(values));
    for (size_t i = 0; i < num_values(values); i++) {
        uint64_t value = 0;

        gr3d_surf_read(&desc, &span, i % image.width, i / image.width, &value);
        values->value[i] = value;
    }
}

void values_clear(Values *values)
{
    g_clear_pointer(&values->value, g_free);
}

void values_bound(const Values *values, unsigned *low, unsigned *high)
{
    for (size_t i = 0; i < num_values(values); i++) {
        *low = MIN(*low, values->value[i]);
        *high = MAX(*high, values->value[i]);
    }
}

uint64_t values_changed(const Values *a, const Values *b)
{
    uint64_t num = 0;

    for (size_t i = 0; i < num_values(a); i++) {
        num += a->value[i] != b->value[i];
    }
    return num;
}

void values_paint(Picture *picture, const Values *values, unsigned low,
                  unsigned high)
{
    unsigned range = MAX(high - low, 1);

    *picture = (Picture) { values->width, values->height };
    picture->rgba = g_malloc_n(num_values(values), 4);
    for (size_t i = 0; i < num_values(values); i++) {
        unsigned grey = (values->value[i] - low) * 255 / range;

        memset(picture->rgba + 4 * i, grey, 3);
        picture->rgba[4 * i + 3] = 255;
    }
}
