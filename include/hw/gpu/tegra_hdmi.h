/*
 * NVIDIA Tegra20 HDMI output and the monitor behind it
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: the register aperture, 0x40000 bytes
 *  + sysbus IRQ 0: interrupt
 *  + named GPIO input "reset": 1 holds the block in reset
 *  + clock input "clk": module clock
 *  + link properties "dc0", "dc1": the display controllers it can show
 *  + link property "ddc": the monitor's side of the I2C bus
 *  + properties of the monitor, writable at run time: "connected", "xres",
 *    "yres", "refresh", "vendor", "name", "edid-file"
 *  + named GPIO output "hpd": 1 while the monitor is connected
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_HDMI_H
#define HW_GPU_TEGRA_HDMI_H

#include "hw/core/sysbus.h"
#include "qom/object.h"
#include "hw/gpu/tegra_dc.h"
#include "hw/gpu/tegra_ddc.h"
#include "hw/gpu/tegra_hdmi_regs.h"

/* What fits into a descriptor of an EDID, and a 0 */
#define TEGRA_HDMI_NAME_SIZE 13

#define TYPE_TEGRA_HDMI "tegra-hdmi"
OBJECT_DECLARE_SIMPLE_TYPE(TegraHDMIState, TEGRA_HDMI)

/* What migrates of the monitor: as a whole or, if it is not valid, not */
typedef struct TegraHDMIMonitor {
    bool connected;
    bool edid_given;            /* the EDID is not made from what follows */
    uint32_t xres;
    uint32_t yres;
    uint32_t refresh;
    char vendor[4];
    char name[TEGRA_HDMI_NAME_SIZE];
    uint8_t edid[TEGRA_DDC_MAX_SIZE];
    uint32_t edid_size;
} TegraHDMIMonitor;

struct TegraHDMIState {
    SysBusDevice parent_obj;

    TegraDCState *dc[2];
    TegraDDCState *ddc;

    TegraHDMIMonitor monitor;
    char *edid_file;
    QEMUTimer swap_timer;       /* runs while one monitor replaces another */

    uint32_t regs[TEGRA_HDMI_NUM_REGS];
    bool in_reset;

    MemoryRegion iomem;
    QemuConsole *con;
    TegraDCState *shown;        /* what the console's surface holds */
    TegraDCState *drawing;      /* what is being drawn, or NULL */
    bool again;                 /* ... and is not new enough */
    QEMUTimer *draw_timer;
    bool invalid;               /* the surface has to be redrawn */
    Clock *clk;
    qemu_irq irq;
    qemu_irq hpd;
};

#endif /* HW_GPU_TEGRA_HDMI_H */
