/*
 * NVIDIA Tegra20 GR3D, the 3D engine
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: the register aperture, 0x40000 bytes
 *  + named GPIO input "reset": 1 holds the block in reset
 *  + clock input "clk": module clock
 *  + link property "host1x": the host1x it is a client of
 *  + link property "dma": the MemoryRegion it reads and writes
 *  + named GPIO input "power": 1 while the 3D power partition is on (PMC id 1)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_GR3D_H
#define HW_GPU_TEGRA_GR3D_H

#include "hw/sysbus.h"
#include "qom/object.h"
#include "hw/gpu/tegra_host1x.h"

#define TYPE_TEGRA_GR3D "tegra-gr3d"
OBJECT_DECLARE_SIMPLE_TYPE(TegraGR3DState, TEGRA_GR3D)

struct TegraGR3DState {
    SysBusDevice parent_obj;

    TegraHost1xState *host1x;
    MemoryRegion *dma_mr;

    MemoryRegion iomem;
    Clock *clk;
};

#endif /* HW_GPU_TEGRA_GR3D_H */
