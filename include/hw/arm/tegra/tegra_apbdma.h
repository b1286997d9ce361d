/*
 * NVIDIA Tegra20 APB DMA controller
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: the registers
 *  + sysbus IRQs 0-15: one per channel
 *  + link property "dma": the address space that holds RAM and the APB
 *    devices
 *  + named GPIO inputs "rx-request", "tx-request", 32 each: requestor n has
 *    data to fetch, room for data
 *  + named GPIO input "reset": 1 holds the block in reset
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_APBDMA_H
#define HW_ARM_TEGRA_APBDMA_H

#include "hw/arm/tegra/tegra_apbdma_regs.h"
#include "hw/core/sysbus.h"
#include "qom/object.h"

#define TYPE_TEGRA_APBDMA "tegra20-apbdma"
OBJECT_DECLARE_SIMPLE_TYPE(TegraAPBDMAState, TEGRA_APBDMA)

#define TEGRA_APBDMA_CHANNEL_REGS \
    (TEGRA_APBDMA_CHANNEL_STRIDE / sizeof(uint32_t))

typedef struct TegraAPBDMAChannel {
    uint32_t regs[TEGRA_APBDMA_CHANNEL_REGS];
    /* the pass that runs: latched when it starts */
    uint32_t ahb;           /* next memory address */
    uint32_t apb;           /* next device address */
    uint32_t remaining;     /* words */
} TegraAPBDMAChannel;

struct TegraAPBDMAState {
    SysBusDevice parent_obj;

    MemoryRegion *dma_mr;

    uint32_t general;
    uint32_t control;
    uint32_t irq_mask;
    uint32_t rx_request;
    uint32_t tx_request;
    bool in_reset;
    QEMUTimer timer;
    TegraAPBDMAChannel channel[TEGRA_APBDMA_CHANNELS];

    MemoryRegion iomem;
    AddressSpace dma_as;
    qemu_irq irq[TEGRA_APBDMA_CHANNELS];
};

#endif /* HW_ARM_TEGRA_APBDMA_H */
