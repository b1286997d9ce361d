/*
 * NVIDIA Tegra20 GR2D, the 2D engine
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: the register aperture, 0x40000 bytes
 *  + sysbus IRQ 0: interrupt
 *  + named GPIO input "reset": 1 holds the block in reset
 *  + clock input "clk": module clock
 *  + link property "host1x": the host1x it is a client of
 *  + link property "dma": the MemoryRegion it reads and writes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_GR2D_H
#define HW_GPU_TEGRA_GR2D_H

#include "hw/sysbus.h"
#include "qom/object.h"
#include "hw/gpu/tegra_host1x.h"

#define TYPE_TEGRA_GR2D "tegra-gr2d"
OBJECT_DECLARE_SIMPLE_TYPE(TegraGR2DState, TEGRA_GR2D)

struct TegraGR2DState {
    SysBusDevice parent_obj;

    TegraHost1xState *host1x;
    MemoryRegion *dma_mr;

    MemoryRegion iomem;
    Clock *clk;
    qemu_irq irq;
};

#endif /* HW_GPU_TEGRA_GR2D_H */
