/*
 * NVIDIA Tegra20 clock and reset controller (CAR)
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: the registers
 *  + named GPIO outputs "reset" 0..95: 1 holds the peripheral of that number
 *    (TEGRA20_PERIPH_… of hw/arm/tegra/tegra20_map.h) in reset
 *  + named GPIO outputs "cpu-reset" 0..1: 1 holds the core in reset
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_TEGRA20_CAR_H
#define HW_ARM_TEGRA_TEGRA20_CAR_H

#include "hw/arm/tegra/tegra20_car_regs.h"
#include "hw/arm/tegra/tegra20_map.h"
#include "hw/arm/tegra/tegra_regs.h"

#define TYPE_TEGRA20_CAR "tegra20-car"
OBJECT_DECLARE_SIMPLE_TYPE(Tegra20CarState, TEGRA20_CAR)

#define TEGRA20_CAR_CPUS 2

struct Tegra20CarState {
    TegraRegs parent_obj;

    qemu_irq reset[TEGRA20_NUM_PERIPHS];
    qemu_irq cpu_reset[TEGRA20_CAR_CPUS];
};

#endif /* HW_ARM_TEGRA_TEGRA20_CAR_H */
