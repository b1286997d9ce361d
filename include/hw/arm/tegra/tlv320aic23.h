/*
 * Texas Instruments TLV320AIC23B stereo audio codec, on I2C
 *
 * QEMU interface:
 *  + I2C slave, usually at address 0x1a
 *  + property "audiodev": where the headphones' sound goes; without one, and
 *    without a default of QEMU's, it is silent
 *  + property "registers": the registers as text, read-only
 *  + Clock input "mclk": the master clock, which the rate is made of
 *  + frames come by tlv320aic23_dac_write()
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_TLV320AIC23_H
#define HW_ARM_TEGRA_TLV320AIC23_H

#include "hw/arm/tegra/tlv320aic23_regs.h"
#include "hw/core/clock.h"
#include "hw/i2c/i2c.h"
#include "qemu/audio.h"
#include "qom/object.h"

#define TYPE_TLV320AIC23 "tlv320aic23"
OBJECT_DECLARE_SIMPLE_TYPE(TLV320AIC23State, TLV320AIC23)

#define TLV320AIC23_RING 4096   /* frames */

struct TLV320AIC23State {
    I2CSlave parent_obj;

    AudioBackend *audio_be;

    uint16_t regs[AIC23_NUM_REGS];
    uint8_t first;              /* of the two bytes of a control word */
    bool have_first;
    Clock *mclk;

    SWVoiceOut *voice;          /* NULL: nobody hears it */
    int rate;                   /* of the voice */
    bool playing;
    int32_t gain[2];            /* left and right, 65536 is 0 dB */
    int16_t ring[TLV320AIC23_RING][2];  /* little endian */
    unsigned int head, count;
};

/* Play a frame at the present volume, or drop it; this never waits. */
void tlv320aic23_dac_write(TLV320AIC23State *s, int16_t left, int16_t right);

#endif /* HW_ARM_TEGRA_TLV320AIC23_H */
