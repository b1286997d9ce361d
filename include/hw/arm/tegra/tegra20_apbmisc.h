/*
 * NVIDIA Tegra20 APB miscellaneous registers
 *
 * Chip identification, straps, pin multiplexer and pad control.  The pins
 * have no effect here: every device sits on its own wires.
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: the registers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_TEGRA20_APBMISC_H
#define HW_ARM_TEGRA_TEGRA20_APBMISC_H

#include "hw/arm/tegra/tegra_regs.h"
#include "hw/core/registerfields.h"

#define TYPE_TEGRA20_APBMISC "tegra20-apbmisc"
OBJECT_DECLARE_SIMPLE_TYPE(Tegra20ApbMiscState, TEGRA20_APBMISC)

REG32(APBMISC_STRAPPING, 0x008)
REG32(APBMISC_TRISTATE_A, 0x014)
REG32(APBMISC_PIN_MUX_LAST, 0x0b0)
REG32(APBMISC_HIDREV, 0x804)
    FIELD(APBMISC_HIDREV, FAMILY, 0, 4)
    FIELD(APBMISC_HIDREV, MAJOR, 4, 4)
    FIELD(APBMISC_HIDREV, CHIP, 8, 8)
    FIELD(APBMISC_HIDREV, MINOR, 16, 4)
REG32(APBMISC_PAD_FIRST, 0x868)
REG32(APBMISC_PAD_LAST, 0x90c)

struct Tegra20ApbMiscState {
    TegraRegs parent_obj;
};

#endif /* HW_ARM_TEGRA_TEGRA20_APBMISC_H */
