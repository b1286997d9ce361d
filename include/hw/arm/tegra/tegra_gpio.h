/*
 * NVIDIA Tegra20 GPIO controller
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: the registers
 *  + sysbus IRQs 0-6: one per bank
 *  + unnamed GPIO inputs 0-223: what the board drives onto each pin. They
 *    keep their level over a reset.
 *  + unnamed GPIO outputs 0-223: the level of each pin; the board's own
 *    level while the controller does not drive it
 *  + named GPIO input "reset": 1 holds the block in reset
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_GPIO_H
#define HW_ARM_TEGRA_GPIO_H

#include "hw/arm/tegra/tegra_gpio_regs.h"
#include "hw/core/sysbus.h"
#include "qom/object.h"

#define TYPE_TEGRA_GPIO "tegra20-gpio"
OBJECT_DECLARE_SIMPLE_TYPE(TegraGPIOState, TEGRA_GPIO)

#define TEGRA_GPIO_NUM_REGS \
    (TEGRA_GPIO_BANKS * TEGRA_GPIO_BANK_STRIDE / sizeof(uint32_t))

struct TegraGPIOState {
    SysBusDevice parent_obj;

    uint32_t regs[TEGRA_GPIO_NUM_REGS];
    uint8_t in[TEGRA_GPIO_PORTS];       /* driven by the board */
    uint8_t level[TEGRA_GPIO_PORTS];    /* on the pins */
    bool in_reset;

    MemoryRegion iomem;
    qemu_irq irq[TEGRA_GPIO_BANKS];
    qemu_irq pin[TEGRA_GPIO_PINS];
};

#endif /* HW_ARM_TEGRA_GPIO_H */
