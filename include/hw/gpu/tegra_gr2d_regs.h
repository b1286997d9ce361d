/*
 * NVIDIA Tegra20 GR2D: register definitions
 *
 * Shared by the device model and its qtest.  A_ is the byte offset in the MMIO
 * aperture, R_ the host1x method.  Registers and fields are in
 * tegra_gr2d_regs.def.  [tegra-gr2d.rst, Registers]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_GR2D_REGS_H
#define HW_GPU_TEGRA_GR2D_REGS_H

#include "hw/core/registerfields.h"

#define TEGRA_GR2D_MMIO_SIZE    0x40000
/* Operation registers, reached by methods and by MMIO */
#define TEGRA_GR2D_NUM_REGS     0x4d
/* Registers of the context switch, reached by MMIO only */
#define TEGRA_GR2D_SWITCH       0xf000
#define TEGRA_GR2D_NUM_SWITCH   11

#define F(reg, field, low, len) FIELD(GR2D_##reg, field, low, len)
#define GR2D_REG(offset, reg, bits, fields) \
    REG32(GR2D_##reg, (offset) * 4) fields
#define GR2D_SW(offset, reg, bits, reset, fields) \
    REG32(GR2D_SW_##reg, (offset) * 4) fields
#include "hw/gpu/tegra_gr2d_regs.def"

/* Sizes (and clip corners) have 15 bits each, positions 16 */
#define GR2D_SIZE_MASK          0x7fff7fffu

enum {
    GR2D_CMDT_BITBLT,
    GR2D_CMDT_LINE,
    GR2D_CMDT_VCAA,
};

enum {
    GR2D_FR_OFF,
    GR2D_FR_COPY,
    GR2D_FR_SQUARE,
    GR2D_FR_BLANK,
};

enum {
    GR2D_FR_FLIP_X,
    GR2D_FR_FLIP_Y,
    GR2D_FR_TRANS_LR,
    GR2D_FR_TRANS_RL,
    GR2D_FR_ROT_90,
    GR2D_FR_ROT_180,
    GR2D_FR_ROT_270,
    GR2D_FR_IDENTITY,
};

/* SRCT, DSTT, PATT: transparency off, of the key, of all but the key */
enum {
    GR2D_TRANSP_KEY = 2,
    GR2D_TRANSP_OTHERS = 3,
};

enum {
    GR2D_CLIP_INSIDE = 2,
    GR2D_CLIP_OUTSIDE = 3,
};

#endif /* HW_GPU_TEGRA_GR2D_REGS_H */
