/*
 * ARM L2C-310 (PL310) second-level cache controller of Tegra20
 *
 * There is no cache: an operation has no effect but to end.
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: the registers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_TEGRA20_PL310_H
#define HW_ARM_TEGRA_TEGRA20_PL310_H

#include "hw/arm/tegra/tegra20_pl310_regs.h"
#include "hw/arm/tegra/tegra_regs.h"
#include "qemu/timer.h"

#define TYPE_TEGRA20_PL310 "tegra20-pl310"
OBJECT_DECLARE_SIMPLE_TYPE(Tegra20Pl310State, TEGRA20_PL310)

struct Tegra20Pl310State {
    TegraRegs parent_obj;

    MemoryRegion direct;        /* RAM over the registers while it is enabled */
    QEMUTimer timer;
    uint32_t lines;             /* up to PL310_DIRECT_LINES: it is enabled */
};

#endif /* HW_ARM_TEGRA_TEGRA20_PL310_H */
