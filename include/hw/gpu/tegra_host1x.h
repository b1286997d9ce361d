/*
 * NVIDIA Tegra20 host1x: channels, sync points and the command processor
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: the host1x aperture, 0x24000 bytes: channel windows
 *    with the sync registers at +0x3000 of each window
 *  + sysbus IRQ 0: sync point threshold, CPU0 (GIC SPI 65)
 *  + sysbus IRQ 1: sync point threshold, COP (GIC SPI 64)
 *  + sysbus IRQ 2: general interrupt, CPU0 (GIC SPI 67)
 *  + sysbus IRQ 3: general interrupt, COP (GIC SPI 66)
 *  + named GPIO input "reset": 1 holds the block in reset (CAR number 28)
 *  + clock input "clk": module clock, for DELAY_USEC and the tick counter
 *  + link property "dma": the MemoryRegion push buffers are fetched from
 *  + engines register themselves, see hw/gpu/tegra_host1x_client.h
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_HOST1X_H
#define HW_GPU_TEGRA_HOST1X_H

#include "hw/sysbus.h"
#include "hw/gpu/tegra_host1x_client.h"
#include "qom/object.h"

#define TYPE_TEGRA_HOST1X "tegra-host1x"
OBJECT_DECLARE_SIMPLE_TYPE(TegraHost1xState, TEGRA_HOST1X)

struct TegraHost1xState {
    SysBusDevice parent_obj;

    MemoryRegion *dma_mr;

    MemoryRegion iomem;
    qemu_irq irq[4];
    Clock *clk;
};

/*
 * Announce an engine.  To be called once from the engine's realize; @info must
 * outlive the machine.
 */
void tegra_host1x_register_client(TegraHost1xState *s,
                                  TegraHost1xClient *client,
                                  const TegraHost1xClientInfo *info);

/*
 * Increment sync point @id by one: re-evaluates thresholds and wakes parked
 * channels.  An id outside 0..31 is logged and ignored.
 */
void tegra_host1x_syncpt_incr(TegraHost1xState *s, unsigned int id);

/* The engine can take method words again after TEGRA_HOST1X_METHOD_STALL. */
void tegra_host1x_client_ready(TegraHost1xState *s, TegraHost1xClient *client);

#endif /* HW_GPU_TEGRA_HOST1X_H */
