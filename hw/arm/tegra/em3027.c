/*
 * EM Microelectronic EM3027 real-time clock, on I2C
 *
 * Pages of eight registers: control at 0x00, the time in BCD at 0x08, alarm
 * at 0x10, timer at 0x18, temperature at 0x20, RAM at 0x38. The register
 * pointer advances inside its page. [tegra20.rst, Board devices]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bcd.h"
#include "qemu/cutils.h"
#include "hw/arm/tegra/em3027.h"
#include "migration/vmstate.h"
#include "system/rtc.h"
#include "trace.h"

enum {
    EM3027_SECONDS = 0x08,
    EM3027_MINUTES,
    EM3027_HOURS,
    EM3027_DATE,
    EM3027_WEEKDAY,         /* 1 to 7 */
    EM3027_MONTH,
    EM3027_YEAR,            /* 0 is 2000 */
    EM3027_TIME_END,
    EM3027_TEMPERATURE = 0x20,
};

#define EM3027_PAGE         8
#define EM3027_25_CELSIUS   (25 + 60)

static void em3027_capture(EM3027State *s)
{
    struct tm now;

    qemu_get_timedate(&now, s->offset);
    s->regs[EM3027_SECONDS] = to_bcd(now.tm_sec);
    s->regs[EM3027_MINUTES] = to_bcd(now.tm_min);
    s->regs[EM3027_HOURS] = to_bcd(now.tm_hour);
    s->regs[EM3027_DATE] = to_bcd(now.tm_mday);
    s->regs[EM3027_WEEKDAY] = (now.tm_wday + s->wday_offset) % 7 + 1;
    s->regs[EM3027_MONTH] = to_bcd(now.tm_mon + 1);
    s->regs[EM3027_YEAR] = to_bcd(now.tm_year % 100);
}

/*
 * Return by how many seconds @tm is ahead of the machine's time.
 * qemu_timedate_diff() compares with the host's clock even under -rtc
 * clock=vm.
 */
static int64_t em3027_ahead(struct tm *tm)
{
    struct tm now;

    qemu_get_timedate(&now, 0);
    return (int64_t)mktimegm(tm) - mktimegm(&now);
}

/* Set the clock from all time registers at once, at the end of a transfer */
static void em3027_set_time(EM3027State *s)
{
    unsigned int wday = s->regs[EM3027_WEEKDAY] & 7;
    struct tm tm = {
        .tm_sec = from_bcd(s->regs[EM3027_SECONDS] & 0x7f),
        .tm_min = from_bcd(s->regs[EM3027_MINUTES] & 0x7f),
        .tm_hour = from_bcd(s->regs[EM3027_HOURS] & 0x3f),
        .tm_mday = from_bcd(s->regs[EM3027_DATE] & 0x3f),
        .tm_mon = from_bcd(s->regs[EM3027_MONTH] & 0x1f) - 1,
        .tm_year = from_bcd(s->regs[EM3027_YEAR]) + 100,
    };
    struct tm now;

    s->offset = em3027_ahead(&tm);
    qemu_get_timedate(&now, s->offset);
    s->wday_offset = (wday + 13 - now.tm_wday) % 7;
    trace_em3027_set_time(s->offset);
}

/* Reset the bus side only: a battery keeps registers and time */
static void em3027_reset_enter(Object *obj, ResetType type)
{
    EM3027State *s = EM3027(obj);

    s->pointer = 0;
    s->want_pointer = false;
    s->time_written = false;
}

/* Drop the state of a load that was refused, or that ended before post_load */
static void em3027_drop_load(EM3027State *s)
{
    if (!s->loading) {
        return;
    }
    em3027_reset_enter(OBJECT(s), RESET_TYPE_COLD);
    s->offset = 0;
    s->wday_offset = 0;
    s->loading = false;
}

static int em3027_event(I2CSlave *i2c, enum i2c_event event)
{
    EM3027State *s = EM3027(i2c);

    em3027_drop_load(s);
    switch (event) {
    case I2C_START_SEND:
        s->want_pointer = true;
        break;
    case I2C_START_RECV:
        em3027_capture(s);
        break;
    case I2C_FINISH:
        if (s->time_written) {
            em3027_set_time(s);
        }
        s->time_written = false;
        break;
    default:
        break;
    }
    return 0;
}

static void em3027_advance(EM3027State *s)
{
    s->pointer = (s->pointer & ~(EM3027_PAGE - 1)) |
                 ((s->pointer + 1) & (EM3027_PAGE - 1));
}

static uint8_t em3027_recv(I2CSlave *i2c)
{
    EM3027State *s = EM3027(i2c);
    uint8_t value;

    em3027_drop_load(s);
    value = s->regs[s->pointer];
    trace_em3027_recv(s->pointer, value);
    em3027_advance(s);
    return value;
}

/* Write a register; time registers that are not written get the current time */
static void em3027_write(EM3027State *s, uint8_t value)
{
    if (s->pointer >= EM3027_SECONDS && s->pointer < EM3027_TIME_END) {
        if (!s->time_written) {
            em3027_capture(s);
        }
        s->time_written = true;
    }
    if (s->pointer != EM3027_TEMPERATURE) {
        s->regs[s->pointer] = value;
    }
}

static int em3027_send(I2CSlave *i2c, uint8_t data)
{
    EM3027State *s = EM3027(i2c);

    em3027_drop_load(s);
    trace_em3027_send(s->pointer, data);
    if (s->want_pointer) {
        s->pointer = data % EM3027_NUM_REGS;
        s->want_pointer = false;
    } else {
        em3027_write(s, data);
        em3027_advance(s);
    }
    return 0;
}

static int em3027_pre_load(void *opaque)
{
    EM3027State *s = opaque;

    s->loading = true;
    return 0;
}

/* Refuse a clock 1000 years away from the host's: its years have two digits. */
static int em3027_post_load(void *opaque, int version_id)
{
    const int64_t limit = 1000 * 366LL * 24 * 3600;
    EM3027State *s = opaque;

    if (s->offset < -limit || s->offset > limit ||
        s->pointer >= EM3027_NUM_REGS || s->wday_offset >= 7) {
        em3027_drop_load(s);
        return -EINVAL;
    }
    s->loading = false;
    return 0;
}

static const VMStateDescription em3027_vmstate = {
    .name = TYPE_EM3027,
    .version_id = 1,
    .minimum_version_id = 1,
    .pre_load = em3027_pre_load,
    .post_load = em3027_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_I2C_SLAVE(parent_obj, EM3027State),
        VMSTATE_UINT8_ARRAY(regs, EM3027State, EM3027_NUM_REGS),
        VMSTATE_INT64(offset, EM3027State),
        VMSTATE_UINT8(wday_offset, EM3027State),
        VMSTATE_UINT8(pointer, EM3027State),
        VMSTATE_BOOL(want_pointer, EM3027State),
        VMSTATE_BOOL(time_written, EM3027State),
        VMSTATE_END_OF_LIST()
    },
};

static void em3027_init(Object *obj)
{
    EM3027(obj)->regs[EM3027_TEMPERATURE] = EM3027_25_CELSIUS;
}

static void em3027_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);
    I2CSlaveClass *sc = I2C_SLAVE_CLASS(klass);

    dc->desc = "EM3027 real-time clock";
    dc->vmsd = &em3027_vmstate;
    rc->phases.enter = em3027_reset_enter;
    sc->event = em3027_event;
    sc->recv = em3027_recv;
    sc->send = em3027_send;
    set_bit(DEVICE_CATEGORY_MISC, dc->categories);
}

static const TypeInfo em3027_types[] = {
    {
        .name = TYPE_EM3027,
        .parent = TYPE_I2C_SLAVE,
        .instance_size = sizeof(EM3027State),
        .instance_init = em3027_init,
        .class_init = em3027_class_init,
    },
};

DEFINE_TYPES(em3027_types)
