/*
 * NVIDIA Tegra20 display controller
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: the register aperture, 0x40000 bytes
 *  + sysbus IRQ 0: interrupt
 *  + named GPIO input "reset": 1 holds the block in reset
 *  + clock input "clk": module clock
 *  + link property "host1x": the host1x it is a client of
 *  + link property "dma": the MemoryRegion it reads and writes
 *  + property "head": 0 for display A (class 0x70), 1 for B (class 0x71)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_DC_H
#define HW_GPU_TEGRA_DC_H

#include "hw/sysbus.h"
#include "qom/object.h"
#include "hw/gpu/tegra_host1x.h"

#define TYPE_TEGRA_DC "tegra-dc"
OBJECT_DECLARE_SIMPLE_TYPE(TegraDCState, TEGRA_DC)

struct TegraDCState {
    SysBusDevice parent_obj;

    TegraHost1xState *host1x;
    MemoryRegion *dma_mr;
    uint8_t head;

    MemoryRegion iomem;
    Clock *clk;
    qemu_irq irq;
};

#endif /* HW_GPU_TEGRA_DC_H */
