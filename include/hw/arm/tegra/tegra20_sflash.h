/*
 * NVIDIA Tegra20 SPI flash controller
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: the registers
 *  + sysbus IRQ 0: the interrupt
 *  + named GPIO outputs "cs": chip selects 0 to 3, active low
 *  + named GPIO input "reset": 1 holds the block in reset
 *  + bus "spi"
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_TEGRA20_SFLASH_H
#define HW_ARM_TEGRA_TEGRA20_SFLASH_H

#include "hw/arm/tegra/tegra20_sflash_regs.h"
#include "hw/arm/tegra/tegra_regs.h"
#include "hw/ssi/ssi.h"

#define TYPE_TEGRA20_SFLASH "tegra20-sflash"
OBJECT_DECLARE_SIMPLE_TYPE(Tegra20SflashState, TEGRA20_SFLASH)

#define TEGRA20_SFLASH_NUM_CS 4

struct Tegra20SflashState {
    TegraRegs parent_obj;

    uint32_t tx[TEGRA20_SFLASH_FIFO_WORDS];
    uint32_t rx[TEGRA20_SFLASH_FIFO_WORDS];
    uint8_t tx_words;
    uint8_t rx_words;
    uint32_t blocks;            /* words of the transfer still to move */
    bool in_reset;

    qemu_irq irq;
    qemu_irq cs[TEGRA20_SFLASH_NUM_CS];
    SSIBus *bus;
};

#endif /* HW_ARM_TEGRA_TEGRA20_SFLASH_H */
