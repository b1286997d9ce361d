/*
 * NVIDIA Tegra20 GPIO controller: registers
 *
 * Seven banks of four ports of eight pins. A register of port p of bank b
 * is at 0x80 * b + 4 * p + its offset below [tegra20.rst, GPIO].
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_GPIO_REGS_H
#define HW_ARM_TEGRA_GPIO_REGS_H

#include "hw/core/registerfields.h"

REG32(GPIO_CNF, 0x00)
REG32(GPIO_OE, 0x10)
REG32(GPIO_OUT, 0x20)
REG32(GPIO_IN, 0x30)
REG32(GPIO_INT_STA, 0x40)
REG32(GPIO_INT_ENB, 0x50)
REG32(GPIO_INT_LVL, 0x60)
    FIELD(GPIO_INT_LVL, POLARITY, 0, 8)
    FIELD(GPIO_INT_LVL, EDGE, 8, 8)
    FIELD(GPIO_INT_LVL, BOTH, 16, 8)
REG32(GPIO_INT_CLR, 0x70)

/* the same registers again, written through a mask in bits 15:8 */
#define TEGRA_GPIO_MASKED       0x800
#define TEGRA_GPIO_BANK_STRIDE  0x80
#define TEGRA_GPIO_MMIO_SIZE    0x1000

#define TEGRA_GPIO_BANKS        7
#define TEGRA_GPIO_PORTS        (TEGRA_GPIO_BANKS * 4)
#define TEGRA_GPIO_PINS         (TEGRA_GPIO_PORTS * 8)

/* Pin number of a bit of a port: A..Z are 0..25, AA is 26, BB is 27 */
#define TEGRA_GPIO_PIN(port, bit)   ((port) * 8 + (bit))

#endif /* HW_ARM_TEGRA_GPIO_REGS_H */
