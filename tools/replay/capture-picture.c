/*
 * Pictures of a capture's memory: what a draw has drawn, what windows show
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/gpu/gr3d/isa/regs.h"
#include "hw/gpu/gr3d/pipe/surf.h"
#include "hw/gpu/gr3d/text/stream_draw.h"
#include "hw/gpu/tegra_dc_format.h"
#include "capture-picture.h"
#include "stream-picture.h"

#define MAX_SIDE    4096

static bool new_picture(Picture *picture, unsigned width, unsigned height)
{
    *picture = (Picture) { .width = width, .height = height };
    if (!width || !height || width > MAX_SIDE || height > MAX_SIDE) {
        return false;
    }
    picture->rgba = g_malloc0_n((size_t)width * height, 4);
    return true;
}

/* ---- A draw ---- */

bool picture_of_surface(Picture *picture, const Gr3dMemory *ram,
                        const Gr3dRegs *regs, unsigned number)
{
    uint32_t stored = GR3D_GET(regs->reg[GR3D_R_DW_ST_ENABLE], DW_ST_ENABLE,
                               SURF);
    uint32_t addr = regs->reg[GR3D_R_SURFADDR + number];
    Gr3dStreamImage image;

    *picture = (Picture) { 0 };
    if (!(stored >> number & 1) || addr >= ram->size ||
        !gr3d_stream_draw_image(&image, regs, number, ram->size - addr) ||
        !new_picture(picture, image.width, image.height)) {
        return false;
    }
    image.offset = addr;
    picture_paint(picture, 0, ram, &image);
    return true;
}

bool picture_of_draw(Picture *picture, const Gr3dMemory *ram,
                     const Gr3dRegs *regs)
{
    /* Surface 0 is depth. */
    for (unsigned i = 1; i < GR3D_NUM_SURFACES; i++) {
        if (picture_of_surface(picture, ram, regs, i)) {
            return true;
        }
    }
    return false;
}

/* ---- A frame ---- */

typedef struct Window {
    uint32_t word[GPU_CAPTURE_WIN_WORDS];
    const TegraDCFormat *format;
    uint32_t *line;             /* a line of memory, decoded */
    uint8_t *raw;
} Window;

/* Gather a line's bytes; what is not in RAM is 0. */
static void load_line(const Window *w, const Gr3dMemory *ram, uint32_t y,
                      uint32_t size)
{
    uint32_t stride = w->word[GPU_CAPTURE_WIN_STRIDE];
    bool tiled = w->word[GPU_CAPTURE_WIN_TILED];

    for (uint32_t x = 0; x < size; x++) {
        uint32_t addr = w->word[GPU_CAPTURE_WIN_ADDR] +
                        (tiled ? gr3d_tile_offset(stride, x, y)
                               : y * stride + x);

        w->raw[x] = addr < ram->size ? ram->data[addr] : 0;
    }
}

static void paint_line(Picture *picture, const Window *w, uint32_t y)
{
    const uint32_t *word = w->word;
    uint8_t *to = picture->rgba +
                  ((size_t)(word[GPU_CAPTURE_WIN_Y] + y) * picture->width +
                   word[GPU_CAPTURE_WIN_X]) * 4;

    for (uint32_t x = 0; x < word[GPU_CAPTURE_WIN_WIDTH]; x++, to += 4) {
        uint32_t px = w->line[(uint64_t)x * word[GPU_CAPTURE_WIN_SRC_WIDTH] /
                              word[GPU_CAPTURE_WIN_WIDTH]];

        to[0] = px >> 16;
        to[1] = px >> 8;
        to[2] = px;
        to[3] = 255;
    }
}

static void paint_window(Picture *picture, Window *w, const Gr3dMemory *ram)
{
    uint32_t width = w->word[GPU_CAPTURE_WIN_SRC_WIDTH];
    uint32_t height = w->word[GPU_CAPTURE_WIN_HEIGHT];
    const TegraDCDecode decode = { .src = { w->raw }, .expand = true };

    for (uint32_t y = 0; y < height; y++) {
        load_line(w, ram, (uint64_t)y *
                  w->word[GPU_CAPTURE_WIN_SRC_HEIGHT] / height,
                  width * w->format->bits / 8);
        w->format->decode(&decode, w->line, width);
        paint_line(picture, w, y);
    }
}

/* Is it within the picture, and of a format that needs no palette? */
static bool is_shown(const Window *w, const Picture *picture)
{
    const uint32_t *word = w->word;

    return w->format && w->format->planes == 1 && !w->format->indexed &&
           !w->format->yuv && word[GPU_CAPTURE_WIN_SRC_WIDTH] <= MAX_SIDE &&
           word[GPU_CAPTURE_WIN_SRC_WIDTH] &&
           word[GPU_CAPTURE_WIN_X] <= picture->width &&
           word[GPU_CAPTURE_WIN_WIDTH] <=
           picture->width - word[GPU_CAPTURE_WIN_X] &&
           word[GPU_CAPTURE_WIN_Y] <= picture->height &&
           word[GPU_CAPTURE_WIN_HEIGHT] <=
           picture->height - word[GPU_CAPTURE_WIN_Y];
}

bool picture_of_frame(Picture *picture, const Gr3dMemory *ram,
                      const GpuCaptureRecord *frame)
{
    g_autofree uint32_t *line = g_new0(uint32_t, MAX_SIDE);
    g_autofree uint8_t *raw = g_new0(uint8_t, 4 * MAX_SIDE);
    Window w = { .line = line, .raw = raw };

    if (!new_picture(picture,
                     gpu_capture_word(frame, GPU_CAPTURE_FRAME_WIDTH),
                     gpu_capture_word(frame, GPU_CAPTURE_FRAME_HEIGHT))) {
        return false;
    }
    for (unsigned at = GPU_CAPTURE_FRAME_HEAD; at < gpu_capture_num(frame);
         at += GPU_CAPTURE_WIN_WORDS) {
        for (unsigned i = 0; i < GPU_CAPTURE_WIN_WORDS; i++) {
            w.word[i] = gpu_capture_word(frame, at + i);
        }
        w.format = tegra_dc_format(w.word[GPU_CAPTURE_WIN_FORMAT]);
        if (is_shown(&w, picture)) {
            paint_window(picture, &w, ram);
        }
    }
    return true;
}
