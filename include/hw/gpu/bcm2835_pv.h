/*
 * BCM2835 pixel valve
 *
 * Makes the timing of a display and takes the pixels of an HVS channel for it.
 * The programming model and its sources are in
 * docs/specs/videocore-iv-v3d.rst.
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: registers, 0x100 bytes
 *  + sysbus IRQ 0: interrupt
 *  + clock input "clk": the pixel clock; without a rate there are 60 frames a
 *    second
 *  + link property "hvs": the scaler
 *  + property "channel": the scaler's channel
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_BCM2835_PV_H
#define HW_GPU_BCM2835_PV_H

#include "qemu/timer.h"
#include "hw/core/sysbus.h"
#include "qom/object.h"
#include "hw/gpu/bcm2835_hvs.h"
#include "hw/gpu/bcm2835_pv_regs.h"

#define TYPE_BCM2835_PV "bcm2835-pixelvalve"
OBJECT_DECLARE_SIMPLE_TYPE(BCM2835PVState, BCM2835_PV)

struct BCM2835PVState {
    SysBusDevice parent_obj;

    BCM2835HVSState *hvs;
    uint8_t channel;

    uint32_t regs[BCM2835_PV_NUM_REGS];
    int64_t frame_time;         /* virtual time of the end of this frame */
    QEMUTimer frame_timer;

    MemoryRegion iomem;
    Clock *clk;
    qemu_irq irq;
};

/* Return true if frames go to the output with clock @select. */
bool bcm2835_pv_feeds(const BCM2835PVState *s, uint32_t select);

#endif /* HW_GPU_BCM2835_PV_H */
