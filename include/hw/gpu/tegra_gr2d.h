/*
 * NVIDIA Tegra20 GR2D, the 2D engine
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: the register aperture, 0x40000 bytes
 *  + sysbus IRQ 0: interrupt (GIC SPI 72), never raised so far
 *  + named GPIO input "reset": 1 holds the engine in reset (CAR number 21)
 *  + clock input "clk": module clock
 *  + link property "host1x": the host1x it is a client of (classes 0x50-0x5a)
 *  + link property "dma": the MemoryRegion it reads and writes
 *
 * Registers and sync point increments are modelled; a launch is logged as
 * unimplemented and draws nothing.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_GR2D_H
#define HW_GPU_TEGRA_GR2D_H

#include "hw/sysbus.h"
#include "hw/gpu/tegra_host1x.h"
#include "qom/object.h"

#define TYPE_TEGRA_GR2D "tegra-gr2d"
OBJECT_DECLARE_SIMPLE_TYPE(TegraGR2DState, TEGRA_GR2D)

/* The last context register is TILED_BASE of the SB engine, 0x4c. */
#define TEGRA_GR2D_NUM_REGS 0x4d

struct TegraGR2DState {
    SysBusDevice parent_obj;

    TegraHost1xState *host1x;
    MemoryRegion *dma_mr;

    uint32_t regs[TEGRA_GR2D_NUM_REGS];
    bool in_reset;              /* level of the "reset" input */

    MemoryRegion iomem;
    Clock *clk;
    qemu_irq irq;
};

#endif /* HW_GPU_TEGRA_GR2D_H */
