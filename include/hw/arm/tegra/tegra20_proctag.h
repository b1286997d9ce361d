/*
 * NVIDIA Tegra20 processor tag
 *
 * One register that tells a program which processor runs it.
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: the register
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_TEGRA20_PROCTAG_H
#define HW_ARM_TEGRA_TEGRA20_PROCTAG_H

#include "hw/core/sysbus.h"
#include "qom/object.h"

#define TYPE_TEGRA20_PROCTAG "tegra20-proctag"
OBJECT_DECLARE_SIMPLE_TYPE(Tegra20ProcTagState, TEGRA20_PROCTAG)

struct Tegra20ProcTagState {
    SysBusDevice parent_obj;

    MemoryRegion iomem;
};

#endif /* HW_ARM_TEGRA_TEGRA20_PROCTAG_H */
