/*
 * NVIDIA Tegra20 real-time clock: registers [tegra20.rst, RTC]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_RTC_REGS_H
#define HW_ARM_TEGRA_RTC_REGS_H

#include "hw/core/registerfields.h"

REG32(RTC_CONTROL, 0x00)
REG32(RTC_BUSY, 0x04)
REG32(RTC_SECONDS, 0x08)
REG32(RTC_SHADOW_SECONDS, 0x0c)
REG32(RTC_MILLISECONDS, 0x10)
REG32(RTC_ALARM0, 0x14)             /* seconds */
REG32(RTC_ALARM1, 0x18)             /* seconds */
REG32(RTC_MS_ALARM, 0x1c)           /* milliseconds within a second */
REG32(RTC_INT_MASK, 0x28)
REG32(RTC_INT_STATUS, 0x2c)
    FIELD(RTC_INT_STATUS, ALARM0, 0, 1)
    FIELD(RTC_INT_STATUS, ALARM1, 1, 1)
    FIELD(RTC_INT_STATUS, MS_ALARM, 2, 1)

#define TEGRA_RTC_MMIO_SIZE 0x100

#endif /* HW_ARM_TEGRA_RTC_REGS_H */
