/*
 * NVIDIA Tegra20 power management controller (PMC)
 *
 * QEMU interface:
 *  + property "odmdata": what a first loader leaves in SCRATCH20
 *  + sysbus MMIO region 0: the registers
 *  + named GPIO outputs "power-gate" 0..6: 1 while the partition has power,
 *    numbered as TEGRA20_POWER_… of hw/arm/tegra/tegra20_map.h
 *
 * A guest that sets CNTRL.MAIN_RST resets the machine; the scratch registers
 * survive that, but for the one with ODMDATA.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_TEGRA20_PMC_H
#define HW_ARM_TEGRA_TEGRA20_PMC_H

#include "hw/arm/tegra/tegra20_map.h"
#include "hw/arm/tegra/tegra_regs.h"
#include "hw/core/registerfields.h"

#define TYPE_TEGRA20_PMC "tegra20-pmc"
OBJECT_DECLARE_SIMPLE_TYPE(Tegra20PmcState, TEGRA20_PMC)

REG32(PMC_CNTRL, 0x000)
    FIELD(PMC_CNTRL, MAIN_RST, 4, 1)
REG32(PMC_WAKE_STATUS, 0x014)
REG32(PMC_PWRGATE_TOGGLE, 0x030)
    FIELD(PMC_PWRGATE_TOGGLE, PARTID, 0, 3)
    FIELD(PMC_PWRGATE_TOGGLE, START, 8, 1)
REG32(PMC_REMOVE_CLAMPING, 0x034)
REG32(PMC_PWRGATE_STATUS, 0x038)
REG32(PMC_PWRGOOD_TIMER, 0x03c)
REG32(PMC_SCRATCH0, 0x050)
REG32(PMC_SCRATCH20, 0x0a0)
REG32(PMC_SCRATCH23, 0x0ac)
REG32(PMC_LAST, 0x15c)

/*
 * The CPUs and their L2 cache have power, and PCIe: Linux 6.1 and later do not
 * switch that one
 */
#define PMC_PWRGATE_STATUS_RESET 0x29

#define TEGRA20_PMC_NUM_SCRATCH \
    ((A_PMC_SCRATCH23 - A_PMC_SCRATCH0) / 4 + 1)

struct Tegra20PmcState {
    TegraRegs parent_obj;

    uint32_t odmdata;

    /* The scratch registers over a reset that the guest asked for */
    uint32_t kept_scratch[TEGRA20_PMC_NUM_SCRATCH];
    bool keep_scratch;

    qemu_irq power_gate[TEGRA20_NUM_POWER_GATES];
};

#endif /* HW_ARM_TEGRA_TEGRA20_PMC_H */
