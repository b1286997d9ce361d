/*
 * NVIDIA Tegra20 clock and reset controller (CAR)
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: the registers
 *  + clock input "osc": the crystal
 *  + clock outputs, all named as in Linux's driver but for "gr2d" and "gr3d":
 *    "host1x", "gr2d", "gr3d", "disp1", "disp2", "hdmi", "i2c1" to "i2c3",
 *    "dvc", "uarta" to "uarte", "sdmmc1" to "sdmmc4", "pwm", "emc", "pll_d"
 *    and so on, and "cdev1", which leaves the chip; the period is 0 while a
 *    clock is off
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
#define TEGRA20_CAR_NUM_CLOCKS 99

struct Tegra20CarState {
    TegraRegs parent_obj;

    Clock *osc;
    /* Entry 0 stands for an input that is not connected */
    Clock *clk[TEGRA20_CAR_NUM_CLOCKS];
    uint64_t hz[TEGRA20_CAR_NUM_CLOCKS];

    qemu_irq reset[TEGRA20_NUM_PERIPHS];
    qemu_irq cpu_reset[TEGRA20_CAR_CPUS];
};

/* Shared by the two files of the device */
void tegra20_car_init_clocks(Tegra20CarState *s);
void tegra20_car_update_clocks(Tegra20CarState *s);
void tegra20_car_restore_clocks(Tegra20CarState *s);

#endif /* HW_ARM_TEGRA_TEGRA20_CAR_H */
