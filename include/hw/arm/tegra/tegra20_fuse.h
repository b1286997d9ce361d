/*
 * NVIDIA Tegra20 fuses
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: the registers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_TEGRA20_FUSE_H
#define HW_ARM_TEGRA_TEGRA20_FUSE_H

#include "hw/arm/tegra/tegra_regs.h"
#include "hw/core/registerfields.h"

#define TYPE_TEGRA20_FUSE "tegra20-fuse"
OBJECT_DECLARE_SIMPLE_TYPE(Tegra20FuseState, TEGRA20_FUSE)

REG32(FUSE_CTRL, 0x000)
REG32(FUSE_CTRL_LAST, 0x0fc)
REG32(FUSE_PRODUCTION_MODE, 0x100)
REG32(FUSE_JTAG_SECUREID_0, 0x108)
REG32(FUSE_JTAG_SECUREID_1, 0x10c)
REG32(FUSE_SKU_INFO, 0x110)
REG32(FUSE_SPARE_BIT_0, 0x200)
REG32(FUSE_SPARE_BIT_LAST, 0x2f4)

struct Tegra20FuseState {
    TegraRegs parent_obj;
};

#endif /* HW_ARM_TEGRA_TEGRA20_FUSE_H */
