/*
 * NVIDIA Tegra20 I2S controller
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: the registers
 *  + sysbus IRQ 0: the interrupt
 *  + link property "das": the audio switch, which frames are sent to
 *  + property "dac": the controller's number at it
 *  + named GPIO outputs "dma-rx", "dma-tx": requests to the APB DMA
 *  + named GPIO input "reset": 1 holds the block in reset
 *  + Clock input "clk": that of the bits; a stopped clock makes the block
 *    ignore accesses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_TEGRA20_I2S_H
#define HW_ARM_TEGRA_TEGRA20_I2S_H

#include "hw/arm/tegra/tegra20_das.h"
#include "hw/arm/tegra/tegra20_i2s_regs.h"
#include "hw/arm/tegra/tegra_regs.h"
#include "qemu/timer.h"

#define TYPE_TEGRA20_I2S "tegra20-i2s"
OBJECT_DECLARE_SIMPLE_TYPE(Tegra20I2SState, TEGRA20_I2S)

#define TEGRA20_I2S_NUM_FIFOS 2     /* FIFO1 transmits, FIFO2 receives */

typedef struct Tegra20I2SFifo {
    /* frames since start_ns: that passed, and that were due at the last shot */
    uint64_t done;
    uint64_t due;
    uint8_t words;
    bool served;        /* the guest has moved a word since the last shot */
} Tegra20I2SFifo;

struct Tegra20I2SState {
    TegraRegs parent_obj;

    Tegra20DASState *das;
    uint8_t dac;

    int64_t start_ns;   /* of the frames at the present rate */
    Tegra20I2SFifo fifo[TEGRA20_I2S_NUM_FIFOS];
    uint32_t tx[TEGRA20_I2S_FIFO_WORDS];
    bool in_reset;
    bool loading;       /* state that has yet to be looked at */
    QEMUTimer timer;
    Clock *clk;

    qemu_irq irq;
    qemu_irq dma_rx;
    qemu_irq dma_tx;
};

#endif /* HW_ARM_TEGRA_TEGRA20_I2S_H */
