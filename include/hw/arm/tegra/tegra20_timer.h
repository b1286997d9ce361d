/*
 * NVIDIA Tegra20 timers and microsecond counter
 *
 * Four down counters that tick once a microsecond, and a free running
 * 32-bit counter at the same rate, both in virtual time.
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: the registers
 *  + sysbus IRQs 0..3: timers 1..4 (GIC SPIs 0, 1, 41, 42)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_TEGRA20_TIMER_H
#define HW_ARM_TEGRA_TEGRA20_TIMER_H

#include "hw/core/registerfields.h"
#include "hw/core/sysbus.h"
#include "qemu/timer.h"
#include "qom/object.h"

#define TYPE_TEGRA20_TIMER "tegra20-timer"
OBJECT_DECLARE_SIMPLE_TYPE(Tegra20TimerState, TEGRA20_TIMER)

/* Each timer: PTV at its base, PCR behind it */
REG32(TIMER1_PTV, 0x00)
    FIELD(TIMER_PTV, VALUE, 0, 29)
    FIELD(TIMER_PTV, PERIODIC, 30, 1)
    FIELD(TIMER_PTV, ENABLE, 31, 1)
REG32(TIMER1_PCR, 0x04)
    FIELD(TIMER_PCR, COUNT, 0, 29)
    FIELD(TIMER_PCR, INTR_CLR, 30, 1)
REG32(TIMER2_PTV, 0x08)
REG32(TIMER2_PCR, 0x0c)
REG32(TIMERUS_CNTR_1US, 0x10)
REG32(TIMERUS_USEC_CFG, 0x14)
REG32(TIMERUS_CNTR_FREEZE, 0x4c)
REG32(TIMER3_PTV, 0x50)
REG32(TIMER3_PCR, 0x54)
REG32(TIMER4_PTV, 0x58)
REG32(TIMER4_PCR, 0x5c)

/* Divides the 12 MHz crystal by 12 */
#define TIMERUS_USEC_CFG_12MHZ 0x0000000b

#define TEGRA20_NUM_TIMERS 4
#define TEGRA20_TIMER_MMIO_SIZE 0x400

typedef struct Tegra20TimerChannel {
    uint32_t ptv;
    /* When the current countdown, or the first of a periodic row, began */
    int64_t start_ns;
    bool pending;

    QEMUTimer timer;
    qemu_irq irq;
    Tegra20TimerState *parent;
} Tegra20TimerChannel;

struct Tegra20TimerState {
    SysBusDevice parent_obj;

    Tegra20TimerChannel channel[TEGRA20_NUM_TIMERS];
    int64_t us_start_ns;
    uint32_t usec_cfg;
    uint32_t freeze;

    MemoryRegion iomem;
};

#endif /* HW_ARM_TEGRA_TEGRA20_TIMER_H */
