/*
 * Texas Instruments TLV320AIC23B stereo audio codec, on I2C
 *
 * Registers of nine bits are written by two bytes and cannot be read.  Frames
 * get the headphones' volume as they come and wait in a ring for QEMU's audio,
 * which takes them at the rate of the voice.  [tegra20.rst, Codec]
 *
 * Not modelled: the ADC, the inputs and their ways to the outputs, the formats
 * of the digital interface, de-emphasis.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <math.h>
#include "qemu/bswap.h"
#include "qemu/log.h"
#include "hw/arm/tegra/tegra_clock.h"
#include "hw/arm/tegra/tlv320aic23.h"
#include "hw/core/qdev-clock.h"
#include "hw/core/qdev-properties.h"
#include "migration/vmstate.h"
#include "trace.h"

#define FRAME_BYTES     sizeof_field(TLV320AIC23State, ring[0])
#define MIN_RATE        4000    /* half the lowest one of the table */
#define MAX_RATE        192000
#define GAIN_0DB        65536

/* [tegra20.rst, Codec] */
static const struct {
    const char *name;
    uint16_t reset, mask;
} tlv320aic23_regs[AIC23_NUM_REGS] = {
    [AIC23_LINVOL] = { "LINVOL", 0x097, 0x19f },
    [AIC23_RINVOL] = { "RINVOL", 0x097, 0x19f },
    [AIC23_LCHNVOL] = { "LCHNVOL", 0x0f9, 0x1ff },
    [AIC23_RCHNVOL] = { "RCHNVOL", 0x0f9, 0x1ff },
    [AIC23_ANLG] = { "ANLG", 0x01a, 0x1ff },
    [AIC23_DIGT] = { "DIGT", 0x004, 0x00f },
    [AIC23_PWR] = { "PWR", 0x007, 0x0ff },
    [AIC23_DIGT_FMT] = { "DIGT_FMT", 0x001, 0x07f },
    [AIC23_SRATE] = { "SRATE", 0x020, 0x0ff },
    [AIC23_ACTIVE] = { "ACTIVE", 0x000, 0x001 },
};

/* ------------------------------------------------------------------ */
/* What the registers mean                                            */

/*
 * Return how many cycles of the master clock a frame of the DAC has, or 0 if
 * there is no such rate: in the USB modes only one half of the table is.
 */
static unsigned int tlv320aic23_divisor(uint16_t srate)
{
    static const uint8_t base[4] = { 128, 125, 192, 136 };
    static const uint8_t dac[16] = {
        2, 12, 2, 12, 0, 0, 3, 1, 2, 11, 2, 11, 0, 0, 0, 1,
    };
    unsigned int mode = FIELD_EX16(srate, AIC23_SRATE, MODE);
    unsigned int sr = FIELD_EX16(srate, AIC23_SRATE, SR);
    bool usb = mode & 1;

    return usb && sr / 8 != mode / 2 ? 0 : base[mode] * dac[sr];
}

/* Return the DAC's frames a second, or 0 */
static int tlv320aic23_rate(TLV320AIC23State *s)
{
    uint16_t srate = s->regs[AIC23_SRATE];
    uint64_t hz = clock_get_hz(s->mclk) >> FIELD_EX16(srate, AIC23_SRATE,
                                                      CLKIN_HALF);
    unsigned int divisor = tlv320aic23_divisor(srate);
    uint64_t rate = divisor ? (hz + divisor / 2) / divisor : 0;

    return rate >= MIN_RATE && rate <= MAX_RATE ? rate : 0;
}

/* CLK and OSC of PWR are of outputs: Linux plays with the first one off */
static bool tlv320aic23_powered(TLV320AIC23State *s)
{
    return FIELD_EX16(s->regs[AIC23_ACTIVE], AIC23_ACTIVE, ACT) &&
           !(s->regs[AIC23_PWR] & (R_AIC23_PWR_DEVICE_MASK |
                                   R_AIC23_PWR_OUT_MASK |
                                   R_AIC23_PWR_DAC_MASK));
}

static int32_t tlv320aic23_gain(TLV320AIC23State *s, uint16_t volume)
{
    int level = FIELD_EX16(volume, AIC23_CHNVOL, LEVEL);

    if (level < AIC23_LEVEL_MIN ||
        !FIELD_EX16(s->regs[AIC23_ANLG], AIC23_ANLG, DAC) ||
        FIELD_EX16(s->regs[AIC23_DIGT], AIC23_DIGT, MUTE)) {
        return 0;
    }
    return lrint(pow(10, (level - AIC23_LEVEL_0DB) / 20.0) * GAIN_0DB);
}

/* ------------------------------------------------------------------ */
/* Sound                                                              */

static int16_t tlv320aic23_scale(int16_t sample, int32_t gain)
{
    int64_t scaled = ((int64_t)sample * gain + GAIN_0DB / 2) >> 16;

    return cpu_to_le16(MAX(INT16_MIN, MIN(scaled, INT16_MAX)));
}

void tlv320aic23_dac_write(TLV320AIC23State *s, int16_t left, int16_t right)
{
    int16_t *frame = s->ring[(s->head + s->count) % TLV320AIC23_RING];

    if (!s->playing || !s->voice) {
        return;
    }
    if (s->count == TLV320AIC23_RING) {
        trace_tlv320aic23_full();
        return;
    }
    frame[0] = tlv320aic23_scale(left, s->gain[0]);
    frame[1] = tlv320aic23_scale(right, s->gain[1]);
    s->count++;
}

/* The voice takes what is there.  It ends with the last frame. */
static void tlv320aic23_drain(void *opaque, int bytes)
{
    TLV320AIC23State *s = opaque;
    size_t room = bytes / FRAME_BYTES;
    size_t frames = 1;

    while (s->count && room && frames) {
        frames = MIN(MIN(s->count, TLV320AIC23_RING - s->head), room);
        frames = audio_be_write(s->audio_be, s->voice, s->ring[s->head],
                                frames * FRAME_BYTES) / FRAME_BYTES;
        s->head = (s->head + frames) % TLV320AIC23_RING;
        s->count -= frames;
        room -= frames;
    }
    if (!s->count && !s->playing) {
        audio_be_set_active_out(s->audio_be, s->voice, false);
    }
}

/* Frames of another rate are lost. */
static void tlv320aic23_open(TLV320AIC23State *s, int rate)
{
    struct audsettings as = {
        .freq = rate,
        .nchannels = 2,
        .fmt = AUDIO_FORMAT_S16,
        /* of the two byte orders, the little one is 0 */
    };

    trace_tlv320aic23_rate(rate);
    s->count = 0;
    s->rate = rate;
    s->voice = audio_be_open_out(s->audio_be, s->voice, TYPE_TLV320AIC23, s,
                                 tlv320aic23_drain, &as);
}

static void tlv320aic23_update(TLV320AIC23State *s)
{
    int rate = tlv320aic23_rate(s);

    s->gain[0] = tlv320aic23_gain(s, s->regs[AIC23_LCHNVOL]);
    s->gain[1] = tlv320aic23_gain(s, s->regs[AIC23_RCHNVOL]);
    s->playing = rate && tlv320aic23_powered(s);
    if (s->playing && s->voice && rate != s->rate) {
        tlv320aic23_open(s, rate);
    }
    if (s->playing && s->voice) {
        audio_be_set_active_out(s->audio_be, s->voice, true);
    }
}

static void tlv320aic23_clock(void *opaque, ClockEvent event)
{
    tlv320aic23_update(opaque);
}

/* ------------------------------------------------------------------ */
/* Registers                                                          */

static void tlv320aic23_reset_enter(Object *obj, ResetType type)
{
    TLV320AIC23State *s = TLV320AIC23(obj);

    for (int i = 0; i < AIC23_NUM_REGS; i++) {
        s->regs[i] = tlv320aic23_regs[i].reset;
    }
    s->have_first = false;
    s->count = 0;
}

static void tlv320aic23_reset_hold(Object *obj, ResetType type)
{
    tlv320aic23_update(TLV320AIC23(obj));
}

static void tlv320aic23_store(TLV320AIC23State *s, unsigned int reg,
                              uint16_t value)
{
    s->regs[reg] = value & tlv320aic23_regs[reg].mask;
    if (reg <= AIC23_RCHNVOL && FIELD_EX16(value, AIC23_VOL, BOTH)) {
        s->regs[reg ^ 1] = s->regs[reg];
    }
    if (reg == AIC23_SRATE && !tlv320aic23_divisor(value)) {
        qemu_log_mask(LOG_GUEST_ERROR, TYPE_TLV320AIC23 ": SRATE <- 0x%03x: "
                      "there is no such rate\n", value);
    }
}

static void tlv320aic23_write(TLV320AIC23State *s, unsigned int reg,
                              uint16_t value)
{
    trace_tlv320aic23_write(reg, value);
    if (reg < AIC23_NUM_REGS) {
        tlv320aic23_store(s, reg, value);
    } else if (reg == AIC23_RESET && !value) {
        tlv320aic23_reset_enter(OBJECT(s), RESET_TYPE_COLD);
    } else {
        qemu_log_mask(LOG_GUEST_ERROR, TYPE_TLV320AIC23 ": register %u <- "
                      "0x%03x has no effect\n", reg, value);
    }
    tlv320aic23_update(s);
}

static int tlv320aic23_event(I2CSlave *i2c, enum i2c_event event)
{
    TLV320AIC23(i2c)->have_first = false;
    if (event == I2C_START_RECV) {
        qemu_log_mask(LOG_GUEST_ERROR, TYPE_TLV320AIC23 ": is read, but its "
                      "registers can only be written\n");
        return -1;
    }
    return 0;
}

static int tlv320aic23_send(I2CSlave *i2c, uint8_t data)
{
    TLV320AIC23State *s = TLV320AIC23(i2c);

    s->have_first = !s->have_first;
    if (s->have_first) {
        s->first = data;
    } else {
        tlv320aic23_write(s, s->first >> 1, (s->first & 1) << 8 | data);
    }
    return 0;
}

static char *tlv320aic23_get_registers(Object *obj, Error **errp)
{
    TLV320AIC23State *s = TLV320AIC23(obj);
    GString *text = g_string_new(NULL);

    for (int i = 0; i < AIC23_NUM_REGS; i++) {
        g_string_append_printf(text, "%-8s 0x%03x\n",
                               tlv320aic23_regs[i].name, s->regs[i]);
    }
    return g_string_free(text, false);
}

/* ------------------------------------------------------------------ */
/* The device                                                         */

static int tlv320aic23_post_load(void *opaque, int version_id)
{
    TLV320AIC23State *s = opaque;

    for (int i = 0; i < AIC23_NUM_REGS; i++) {
        if (s->regs[i] & ~tlv320aic23_regs[i].mask) {
            tlv320aic23_reset_enter(OBJECT(s), RESET_TYPE_COLD);
            return -EINVAL;
        }
    }
    tlv320aic23_update(s);
    return 0;
}

/* The frames in the ring are on the way to the host, and are not moved. */
static const VMStateDescription tlv320aic23_vmstate = {
    .name = TYPE_TLV320AIC23,
    .version_id = 1,
    .minimum_version_id = 1,
    .post_load = tlv320aic23_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_I2C_SLAVE(parent_obj, TLV320AIC23State),
        VMSTATE_UINT16_ARRAY(regs, TLV320AIC23State, AIC23_NUM_REGS),
        VMSTATE_UINT8(first, TLV320AIC23State),
        VMSTATE_BOOL(have_first, TLV320AIC23State),
        VMSTATE_TEGRA_CLOCK(mclk, TLV320AIC23State),
        VMSTATE_END_OF_LIST()
    },
};

static void tlv320aic23_init(Object *obj)
{
    TLV320AIC23(obj)->mclk = qdev_init_clock_in(DEVICE(obj), "mclk",
                                                tlv320aic23_clock, obj,
                                                ClockUpdate);
}

static void tlv320aic23_realize(DeviceState *dev, Error **errp)
{
    TLV320AIC23State *s = TLV320AIC23(dev);

    if (audio_be_check(&s->audio_be, NULL)) {
        tlv320aic23_open(s, 48000);
    }
}

static const Property tlv320aic23_properties[] = {
    DEFINE_AUDIO_PROPERTIES(TLV320AIC23State, audio_be),
};

static void tlv320aic23_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);
    I2CSlaveClass *sc = I2C_SLAVE_CLASS(klass);

    dc->desc = "TLV320AIC23B audio codec";
    dc->realize = tlv320aic23_realize;
    dc->vmsd = &tlv320aic23_vmstate;
    /* Nothing but a board's wiring gives it frames */
    dc->user_creatable = false;
    device_class_set_props(dc, tlv320aic23_properties);
    set_bit(DEVICE_CATEGORY_SOUND, dc->categories);
    rc->phases.enter = tlv320aic23_reset_enter;
    rc->phases.hold = tlv320aic23_reset_hold;
    sc->event = tlv320aic23_event;
    sc->send = tlv320aic23_send;
    object_class_property_add_str(klass, "registers",
                                  tlv320aic23_get_registers, NULL);
    object_class_property_set_description(klass, "registers",
                                          "The registers, as text");
}

static const TypeInfo tlv320aic23_types[] = {
    {
        .name = TYPE_TLV320AIC23,
        .parent = TYPE_I2C_SLAVE,
        .instance_size = sizeof(TLV320AIC23State),
        .instance_init = tlv320aic23_init,
        .class_init = tlv320aic23_class_init,
    },
};

DEFINE_TYPES(tlv320aic23_types)
