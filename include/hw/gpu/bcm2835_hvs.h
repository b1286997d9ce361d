/*
 * BCM2835 Hardware Video Scaler (HVS)
 *
 * Three channels, each composes a picture from the planes of a display list.
 * Pixel valve 0 takes channel 0, 1 takes 2, 2 (HDMI and VEC) takes 1.  The
 * programming model and its sources are in docs/specs/videocore-iv-v3d.rst.
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: registers and display list memory, 0x6000 bytes
 *  + sysbus IRQ 0: interrupt
 *  + link property "ram": the memory that bus addresses refer to
 *  + a pixel valve calls bcm2835_hvs_frame() at the end of a frame
 *  + an output draws the picture with bcm2835_hvs_get_mode() and
 *    bcm2835_hvs_draw()
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_BCM2835_HVS_H
#define HW_GPU_BCM2835_HVS_H

#include "hw/core/sysbus.h"
#include "qom/object.h"
#include "ui/console.h"
#include "hw/gpu/bcm2835_hvs_regs.h"

#define TYPE_BCM2835_HVS "bcm2835-hvs"
OBJECT_DECLARE_SIMPLE_TYPE(BCM2835HVSState, BCM2835_HVS)

typedef struct BCM2835HVSScanout BCM2835HVSScanout;

struct BCM2835HVSState {
    SysBusDevice parent_obj;

    MemoryRegion *ram;

    uint32_t regs[BCM2835_HVS_REGS_SIZE / 4];
    uint8_t gamma[BCM2835_HVS_GAMMA_SIZE];
    uint8_t frames[BCM2835_HVS_CHANNELS];

    MemoryRegion container;
    MemoryRegion iomem;
    MemoryRegion list_mr;
    qemu_irq irq;
    BCM2835HVSScanout *scan;    /* what was drawn last */
};

/* Return true and the size of a channel's picture, if it has one. */
bool bcm2835_hvs_get_mode(BCM2835HVSState *s, int channel, int *width,
                          int *height);

/* Take the next display list of a channel: the frame has ended. */
void bcm2835_hvs_frame(BCM2835HVSState *s, int channel);

/*
 * Bring a console's surface, of the size that bcm2835_hvs_get_mode() gives and
 * 32 bits per pixel, up to date: all of it if @full, else what has changed.
 */
void bcm2835_hvs_draw(BCM2835HVSState *s, int channel, QemuConsole *con,
                      bool full);

#endif /* HW_GPU_BCM2835_HVS_H */
