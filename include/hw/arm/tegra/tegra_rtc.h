/*
 * NVIDIA Tegra20 real-time clock
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: the registers
 *  + sysbus IRQ 0: the alarms
 *
 * It starts at the machine's -rtc time and keeps running over a reset.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_RTC_H
#define HW_ARM_TEGRA_RTC_H

#include "hw/arm/tegra/tegra_rtc_regs.h"
#include "hw/core/sysbus.h"
#include "qemu/timer.h"
#include "qom/object.h"

#define TYPE_TEGRA_RTC "tegra20-rtc"
OBJECT_DECLARE_SIMPLE_TYPE(TegraRTCState, TEGRA_RTC)

#define TEGRA_RTC_NUM_REGS  (TEGRA_RTC_MMIO_SIZE / sizeof(uint32_t))
#define TEGRA_RTC_ALARMS    3

struct TegraRTCState {
    SysBusDevice parent_obj;

    uint32_t regs[TEGRA_RTC_NUM_REGS];
    int64_t offset_ms;      /* counter minus the host's RTC clock */
    int64_t clock_ms;       /* that clock when the state was saved */
    bool loading;           /* state that has yet to be looked at */

    MemoryRegion iomem;
    QEMUTimer alarm[TEGRA_RTC_ALARMS];
    qemu_irq irq;
};

#endif /* HW_ARM_TEGRA_RTC_H */
