/*
 * BCM2835 HDMI output
 *
 * The programming model and its sources are in
 * docs/specs/videocore-iv-v3d.rst.
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: the core, 0x600 bytes
 *  + sysbus MMIO region 1: the HD block, 0x100 bytes
 *  + sysbus IRQs 0 and 1: interrupts
 *  + link property "pv": the pixel valve whose frames it shows
 *  + link property "fb": the firmware's framebuffer, which has the console
 *    while HDMI shows nothing
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_BCM2835_HDMI_H
#define HW_GPU_BCM2835_HDMI_H

#include "hw/core/sysbus.h"
#include "qom/object.h"
#include "hw/display/bcm2835_fb.h"
#include "hw/gpu/bcm2835_hdmi_regs.h"
#include "hw/gpu/bcm2835_pv.h"

/* The monitor's EDID: an i2c-ddc that gives way to others at its address */
#define TYPE_BCM2835_DDC "bcm2835-ddc"

#define TYPE_BCM2835_HDMI "bcm2835-hdmi"
OBJECT_DECLARE_SIMPLE_TYPE(BCM2835HDMIState, BCM2835_HDMI)

struct BCM2835HDMIState {
    SysBusDevice parent_obj;

    BCM2835PVState *pv;
    BCM2835FBState *fb;

    uint32_t core[BCM2835_HDMI_CORE_SIZE / 4];
    uint32_t hd[BCM2835_HDMI_HD_SIZE / 4];
    bool has_console;           /* it was enabled since the reset */

    MemoryRegion core_mr;
    MemoryRegion hd_mr;
    qemu_irq irq[2];
    QemuConsole *con;           /* the framebuffer's */
    bool invalid;               /* the next picture is a full one */
};

#endif /* HW_GPU_BCM2835_HDMI_H */
