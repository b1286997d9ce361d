/*
 * BCM2835 pixel valve: register definitions
 *
 * Shared by the device model and its qtest.
 * [videocore-iv-v3d.rst, Pixel valves]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_BCM2835_PV_REGS_H
#define HW_GPU_BCM2835_PV_REGS_H

#include "hw/core/registerfields.h"

#define BCM2835_PV_MMIO_SIZE    0x100
#define BCM2835_PV_NUM_REGS     (0x34 / 4)

REG32(PV_CONTROL, 0x00)
    FIELD(PV_CONTROL, EN, 0, 1)
    FIELD(PV_CONTROL, FIFO_CLR, 1, 1)
    FIELD(PV_CONTROL, CLK_SELECT, 2, 2)
REG32(PV_V_CONTROL, 0x04)
    FIELD(PV_V_CONTROL, VIDEN, 0, 1)
    FIELD(PV_V_CONTROL, CONTINUOUS, 1, 1)
    FIELD(PV_V_CONTROL, INTERLACE, 4, 1)
REG32(PV_VSYNCD_EVEN, 0x08)
REG32(PV_HORZA, 0x0c)
REG32(PV_HORZB, 0x10)
REG32(PV_VERTA, 0x14)
REG32(PV_VERTB, 0x18)
REG32(PV_VERTA_EVEN, 0x1c)
REG32(PV_VERTB_EVEN, 0x20)
REG32(PV_INTEN, 0x24)
REG32(PV_INTSTAT, 0x28)
    FIELD(PV_INTSTAT, VFP_START, 7, 1)
    FIELD(PV_INTSTAT, VID_IDLE, 9, 1)
REG32(PV_STAT, 0x2c)
REG32(PV_HACT_ACT, 0x30)

/* Of HORZA and VERTA: the sync pulse and the back porch ... */
SHARED_FIELD(PV_TIMING_LOW, 0, 16)
/* ... of HORZB and VERTB: the active part and the front porch */
SHARED_FIELD(PV_TIMING_HIGH, 16, 16)

enum {
    PV_CLK_DSI = 0,
    PV_CLK_DPI_SMI_HDMI = 1,
    PV_CLK_VEC = 2,
};

/* Bits of INTEN and INTSTAT: line and frame events, and VID_IDLE */
#define PV_INT_FRAME    0x1ff
#define PV_INT_ALL      0x3ff

#endif /* HW_GPU_BCM2835_PV_REGS_H */
