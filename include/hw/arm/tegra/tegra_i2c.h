/*
 * NVIDIA Tegra20 I2C controller, master side, packet mode
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: the registers
 *  + sysbus IRQ 0: the interrupt
 *  + property "dvc": the fourth controller, inside the DVC block
 *  + named GPIO outputs "dma-rx", "dma-tx": requests to the APB DMA
 *  + named GPIO input "reset": 1 holds the block in reset
 *  + Clock input "clk": may stay unconnected; a stopped clock makes the
 *    block ignore accesses
 *  + bus "i2c"
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_I2C_H
#define HW_ARM_TEGRA_I2C_H

#include "hw/arm/tegra/tegra_i2c_regs.h"
#include "hw/core/sysbus.h"
#include "hw/i2c/i2c.h"
#include "qom/object.h"

#define TYPE_TEGRA_I2C "tegra20-i2c"
OBJECT_DECLARE_SIMPLE_TYPE(TegraI2CState, TEGRA_I2C)

#define TEGRA_I2C_NUM_REGS (TEGRA_I2C_MMIO_SIZE / sizeof(uint32_t))
#define TEGRA_DVC_NUM_REGS 4

/* What the next word from the TX FIFO is */
typedef enum TegraI2CPhase {
    TEGRA_I2C_HEADER0,
    TEGRA_I2C_HEADER1,
    TEGRA_I2C_HEADER2,
    TEGRA_I2C_WRITING,
    TEGRA_I2C_READING,
    TEGRA_I2C_HALTED,       /* after a NAK: the FIFO waits for a flush */
    TEGRA_I2C_NUM_PHASES,
} TegraI2CPhase;

struct TegraI2CState {
    SysBusDevice parent_obj;

    bool dvc;

    uint32_t regs[TEGRA_I2C_NUM_REGS];
    uint32_t dvc_regs[TEGRA_DVC_NUM_REGS];
    uint32_t tx[TEGRA_I2C_FIFO_WORDS];
    uint32_t rx[TEGRA_I2C_FIFO_WORDS];
    uint32_t header[3];
    uint32_t phase;
    uint16_t remaining;     /* payload bytes still to move */
    uint8_t tx_words;
    uint8_t rx_words;
    uint8_t address;        /* of the transfer that holds the bus */
    bool bus_held;
    bool continued;         /* no start condition before the next packet */
    bool in_reset;
    bool loading;           /* state that has yet to be looked at */
    Clock *clk;

    MemoryRegion iomem;
    qemu_irq irq;
    qemu_irq dma_rx;
    qemu_irq dma_tx;
    I2CBus *bus;
};

#endif /* HW_ARM_TEGRA_I2C_H */
