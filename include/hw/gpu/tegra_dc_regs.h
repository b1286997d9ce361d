/*
 * NVIDIA Tegra20 display controller: register definitions
 *
 * Shared by the device model and its qtest.  A_ is the byte offset in the MMIO
 * aperture, R_ the word offset, which a host1x method uses.  Registers and
 * fields are in tegra_dc_regs.def and described in docs/specs/tegra-dc.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_DC_REGS_H
#define HW_GPU_TEGRA_DC_REGS_H

#include "hw/core/registerfields.h"

#define TEGRA_DC_NUM_WINDOWS 3
#define TEGRA_DC_MMIO_SIZE   0x40000

#define DC_REG(word, reg, buffering, bits, reset, fields) \
    REG32(DC_##reg, (word) * 4) fields
#define DC_WIN(word, count, reg, buffering, bits, fields) \
    REG32(reg, (word) * 4) fields
#include "hw/gpu/tegra_dc_regs.def"

/* DISPLAY_COMMAND.MODE */
#define DC_MODE_STOP       0
#define DC_MODE_C_DISPLAY  1
#define DC_MODE_NC_DISPLAY 2
/* STATE_CONTROL.ACT_REQ and UPDATE */
#define DC_STATE_GENERAL   (1u << 0)
#define DC_STATE_WIN(n)    (2u << (n))
#define DC_STATE_ALL       0xfu
/* SYNC_WIDTH, BACK_PORCH, DISP_ACTIVE and FRONT_PORCH have one layout */
SHARED_FIELD(DC_TIMING_H, 0, 13)
SHARED_FIELD(DC_TIMING_V, 16, 13)
/* DISP_COLOR_CONTROL.DITHER */
#define DC_DITHER_OFF       0
#define DC_DITHER_ORDERED   2
#define DC_DITHER_ERROR     3

#define TEGRA_DC_NUM_COMMON 0x500

/*
 * Window registers, as word offsets R_WIN_x into a window's own block.  A
 * register is reached at word TEGRA_DC_WIN(n, R_WIN_x), or, for all windows
 * selected in DISPLAY_WINDOW_HEADER, through the three legacy ranges:
 * words 0x500-0x638, 0x700-0x719 and 0x800-0x839.
 * [tegra-dc.rst, Window register addressing]
 */
#define TEGRA_DC_WIN_BASE   0xa00
#define TEGRA_DC_WIN_WORDS  0x200
#define TEGRA_DC_NUM_WORDS  0x1000
#define TEGRA_DC_WIN(n, r)  (TEGRA_DC_WIN_BASE + (n) * TEGRA_DC_WIN_WORDS + (r))

#define TEGRA_DC_LEGACY_FIRST 0x500
#define TEGRA_DC_LEGACY_LAST  0x9ff

#define TEGRA_DC_PALETTE_SIZE   256
#define TEGRA_DC_FILTER_PHASES  16

/* Common to all five blend registers, the key enables not in NOKEY */
SHARED_FIELD(WIN_BLEND_KEY, 0, 2)
SHARED_FIELD(WIN_BLEND_CONTROL, 2, 2)
SHARED_FIELD(WIN_BLEND_WEIGHT0, 8, 8)
SHARED_FIELD(WIN_BLEND_WEIGHT1, 16, 8)
/* WIN_BLEND_CONTROL */
#define DC_BLEND_FIX       0
#define DC_BLEND_ALPHA     1
#define DC_BLEND_DEPENDENT 2

/* WIN_COLOR_DEPTH.FORMAT, named from the least significant component up */
enum {
    DC_FORMAT_P1 = 0,
    DC_FORMAT_P2 = 1,
    DC_FORMAT_P4 = 2,
    DC_FORMAT_P8 = 3,
    DC_FORMAT_B4G4R4A4 = 4,
    DC_FORMAT_B5G5R5A = 5,
    DC_FORMAT_B5G6R5 = 6,
    DC_FORMAT_AB5G5R5 = 7,
    DC_FORMAT_B8G8R8A8 = 12,
    DC_FORMAT_R8G8B8A8 = 13,
    DC_FORMAT_B6X2G6X2R6X2A8 = 14,
    DC_FORMAT_R6X2G6X2B6X2A8 = 15,
    DC_FORMAT_YCBCR422 = 16,
    DC_FORMAT_YUV422 = 17,
    DC_FORMAT_YCBCR420P = 18,
    DC_FORMAT_YUV420P = 19,
    DC_FORMAT_YCBCR422P = 20,
    DC_FORMAT_YUV422P = 21,
    DC_FORMAT_YCBCR422R = 22,
    DC_FORMAT_YUV422R = 23,
    DC_FORMAT_YCBCR422RA = 24,
    DC_FORMAT_YUV422RA = 25,
    DC_NUM_FORMATS = 26,
};

#endif /* HW_GPU_TEGRA_DC_REGS_H */
