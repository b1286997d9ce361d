/*
 * NVIDIA Tegra20 AHB: arbitration, gizmos and secure boot control
 *
 * Two small devices.  The arbiter's and the gizmos' settings have no effect
 * on a model without bus timing.  Secure boot control holds the bit that
 * says that the reset vector is in use.
 *
 * QEMU interface, both:
 *  + sysbus MMIO region 0: the registers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_TEGRA20_AHB_H
#define HW_ARM_TEGRA_TEGRA20_AHB_H

#include "hw/arm/tegra/tegra_regs.h"
#include "hw/core/registerfields.h"

#define TYPE_TEGRA20_AHB "tegra20-ahb"
OBJECT_DECLARE_SIMPLE_TYPE(Tegra20AhbState, TEGRA20_AHB)

#define TYPE_TEGRA20_SB "tegra20-sb"
OBJECT_DECLARE_SIMPLE_TYPE(Tegra20SbState, TEGRA20_SB)

REG32(AHB_ARBITRATION_DISABLE, 0x04)
REG32(AHB_ARBITRATION_PRIORITY, 0x08)
REG32(AHB_GIZMO_FIRST, 0x10)
REG32(AHB_GIZMO_LAST, 0x8c)
REG32(AHB_MEM_PREFETCH_FIRST, 0xdc)
REG32(AHB_ARBITRATION_XBAR_CTRL, 0xe0)
REG32(AHB_MEM_PREFETCH_LAST, 0xf4)
REG32(AHB_MEM_WRQUE_MST_ID, 0xfc)

REG32(SB_CSR, 0x00)
REG32(SB_PIROM_START, 0x04)
REG32(SB_PFCFG, 0x08)

struct Tegra20AhbState {
    TegraRegs parent_obj;
};

struct Tegra20SbState {
    TegraRegs parent_obj;
};

#endif /* HW_ARM_TEGRA_TEGRA20_AHB_H */
