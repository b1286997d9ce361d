/*
 * NVIDIA Tegra20 digital audio switch (DAS)
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: the registers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_TEGRA20_DAS_H
#define HW_ARM_TEGRA_TEGRA20_DAS_H

#include "hw/arm/tegra/tegra20_das_regs.h"
#include "hw/arm/tegra/tegra_regs.h"

#define TYPE_TEGRA20_DAS "tegra20-das"

#endif /* HW_ARM_TEGRA_TEGRA20_DAS_H */
