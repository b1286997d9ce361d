/*
 * NVIDIA Tegra20 display controller: what becomes of a pixel on its way out
 *
 * Fewer bits per component, dithering, exchange of red and blue.
 * [tegra-dc.rst, Output colours]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "tegra_dc_output.h"
#include "tegra_dc_regfile.h"

/* Bits of red, green and blue for each BASE_SIZE; the rest is reserved */
static const uint8_t base_size[16][3] = {
    { 6, 6, 6 }, { 1, 1, 1 }, { 2, 2, 2 }, { 3, 3, 3 }, { 4, 4, 4 },
    { 5, 5, 5 }, { 5, 6, 5 }, { 3, 3, 2 }, { 8, 8, 8 },
};

/* The order in which the 16 pixels of a cell of 4 by 4 light up */
static const uint8_t bayer[4][4] = {
    { 0, 8, 2, 10 }, { 12, 4, 14, 6 }, { 3, 11, 1, 9 }, { 15, 7, 13, 5 },
};

void tegra_dc_output_setup(TegraDCState *s, TegraDCOutput *o)
{
    uint32_t reg = tegra_dc_active(s, R_DC_DISP_COLOR_CONTROL);
    unsigned int size = FIELD_EX32(reg, DC_DISP_COLOR_CONTROL, BASE_SIZE);
    bool ones = FIELD_EX32(reg, DC_DISP_COLOR_CONTROL, NON_BASE_ONES);

    o->swap_rb = FIELD_EX32(reg, DC_DISP_COLOR_CONTROL, SWAP_RB);
    o->dither = FIELD_EX32(reg, DC_DISP_COLOR_CONTROL, DITHER);
    o->rotation = FIELD_EX32(reg, DC_DISP_COLOR_CONTROL, ROTATION);
    o->active = o->swap_rb;
    if (!base_size[size][0]) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-dc.%d: DISP_COLOR_CONTROL "
                      "0x%08x: no such base size\n", s->head, reg);
        size = 8;
    }
    for (int c = 0; c < 3; c++) {
        o->drop[c] = 8 - base_size[size][c];
        o->fill[c] = ones ? (1 << o->drop[c]) - 1 : 0;
        o->active |= o->drop[c] != 0;
    }
}

/* Look up a pixel in the matrix, which ROTATION turns by quarters */
static unsigned int cell(const TegraDCOutput *o, int x, int y)
{
    x &= 3;
    y &= 3;
    switch (o->rotation) {
    case 1:
        return bayer[x][3 - y];
    case 2:
        return bayer[3 - y][3 - x];
    case 3:
        return bayer[3 - x][y];
    default:
        return bayer[y][x];
    }
}

/* Return what is added before the low bits go; @err is carried along a line */
static unsigned int bias(const TegraDCOutput *o, int c, int x, int y,
                         const unsigned int err[3])
{
    switch (o->dither) {
    case DC_DITHER_ORDERED:
        return cell(o, x, y) << o->drop[c] >> 4;
    case DC_DITHER_ERROR:
        return err[c];
    default:
        return 0;
    }
}

void tegra_dc_output_line(const TegraDCOutput *o, int y, uint32_t *px, int n)
{
    unsigned int err[3] = { 0 };

    for (int x = 0; x < n; x++) {
        uint32_t out[3];

        for (int c = 0; c < 3; c++) {
            unsigned int v = (px[x] >> (16 - 8 * c) & 0xff) +
                             bias(o, c, x, y, err);

            v = MIN(v, 255);
            err[c] = v & ((1 << o->drop[c]) - 1);
            out[c] = (v - err[c]) | o->fill[c];
        }
        px[x] = 0xff000000 | out[o->swap_rb ? 2 : 0] << 16 | out[1] << 8 |
                out[o->swap_rb ? 0 : 2];
    }
}
