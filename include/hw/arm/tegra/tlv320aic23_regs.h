/*
 * Registers of the Texas Instruments TLV320AIC23B, with the names that Linux's
 * driver has for them
 *
 * See docs/system/arm/tegra20.rst, Codec.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_TLV320AIC23_REGS_H
#define HW_ARM_TEGRA_TLV320AIC23_REGS_H

#include "hw/core/registerfields.h"

#define TLV320AIC23_ADDRESS     0x1a

enum {
    AIC23_LINVOL,
    AIC23_RINVOL,
    AIC23_LCHNVOL,
    AIC23_RCHNVOL,
    AIC23_ANLG,
    AIC23_DIGT,
    AIC23_PWR,
    AIC23_DIGT_FMT,
    AIC23_SRATE,
    AIC23_ACTIVE,
    AIC23_NUM_REGS,
    AIC23_RESET = 15,           /* is not stored */
};

/* Of the four volumes: the write is for the other side, too */
FIELD(AIC23_VOL, BOTH, 8, 1)
FIELD(AIC23_CHNVOL, LEVEL, 0, 7)
FIELD(AIC23_ANLG, DAC, 4, 1)
FIELD(AIC23_DIGT, MUTE, 3, 1)
/* A 1 switches off */
FIELD(AIC23_PWR, DAC, 3, 1)
FIELD(AIC23_PWR, OUT, 4, 1)
FIELD(AIC23_PWR, DEVICE, 7, 1)
FIELD(AIC23_SRATE, MODE, 0, 2)  /* USB, and above it BOSR */
FIELD(AIC23_SRATE, SR, 2, 4)
FIELD(AIC23_SRATE, CLKIN_HALF, 6, 1)
FIELD(AIC23_ACTIVE, ACT, 0, 1)

/* Levels of the headphones, in steps of 1 dB */
#define AIC23_LEVEL_0DB         0x79
#define AIC23_LEVEL_MIN         0x30    /* below, it is mute */

#endif /* HW_ARM_TEGRA_TLV320AIC23_REGS_H */
