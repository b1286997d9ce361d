/*
 * NVIDIA Tegra20 HDMI output and the monitor behind it
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: the register aperture, 0x40000 bytes
 *  + sysbus IRQ 0: interrupt
 *  + named GPIO input "reset": 1 holds the block in reset
 *  + clock input "clk": module clock
 *  + link properties "dc0", "dc1": the display controllers it can show
 *  + link property "ddc": the I2CDDC slave whose EDID describes the monitor
 *  + properties "xres", "yres": preferred mode of the EDID (default 1280x720)
 *  + property "connected": hot plug, writable at run time
 *  + named GPIO output "hpd": 1 while the monitor is connected
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_HDMI_H
#define HW_GPU_TEGRA_HDMI_H

#include "hw/sysbus.h"
#include "qom/object.h"
#include "hw/display/i2c-ddc.h"
#include "hw/gpu/tegra_dc.h"
#include "hw/gpu/tegra_hdmi_regs.h"

#define TYPE_TEGRA_HDMI "tegra-hdmi"
OBJECT_DECLARE_SIMPLE_TYPE(TegraHDMIState, TEGRA_HDMI)

struct TegraHDMIState {
    SysBusDevice parent_obj;

    TegraDCState *dc[2];
    I2CDDCState *ddc;
    uint32_t xres;
    uint32_t yres;
    bool connected;

    uint32_t regs[TEGRA_HDMI_NUM_REGS];
    bool in_reset;

    MemoryRegion iomem;
    QemuConsole *con;
    TegraDCState *shown;        /* what the console's surface holds */
    bool invalid;               /* the surface has to be redrawn */
    Clock *clk;
    qemu_irq irq;
    qemu_irq hpd;
};

#endif /* HW_GPU_TEGRA_HDMI_H */
