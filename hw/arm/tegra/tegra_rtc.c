/*
 * NVIDIA Tegra20 real-time clock
 *
 * A counter of seconds and milliseconds with three alarms. Reading the
 * milliseconds latches the seconds that belong to them in a shadow register.
 * [tegra20.rst, RTC]
 *
 * Not modelled: the two count-down alarms, the crystal correction. A write
 * is taken at once, so BUSY always reads 0.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/cutils.h"
#include "qemu/log.h"
#include "hw/arm/tegra/tegra_rtc.h"
#include "hw/core/irq.h"
#include "migration/vmstate.h"
#include "system/rtc.h"
#include "system/system.h"
#include "trace.h"

#define INT_BITS (R_RTC_INT_STATUS_ALARM0_MASK | \
                  R_RTC_INT_STATUS_ALARM1_MASK | \
                  R_RTC_INT_STATUS_MS_ALARM_MASK)

static int64_t tegra_rtc_clock(void)
{
    return qemu_clock_get_ms(rtc_clock);
}

/* Return the milliseconds since the counter was 0 */
static int64_t tegra_rtc_now(TegraRTCState *s)
{
    return tegra_rtc_clock() + s->offset_ms;
}

static uint32_t tegra_rtc_seconds(TegraRTCState *s)
{
    return tegra_rtc_now(s) / 1000;
}

static void tegra_rtc_update_irq(TegraRTCState *s)
{
    bool level = s->regs[R_RTC_INT_STATUS] & s->regs[R_RTC_INT_MASK];

    trace_tegra_rtc_irq(level);
    qemu_set_irq(s->irq, level);
}

/* Return when the counter next reaches an alarm; may lie in the past */
static int64_t tegra_rtc_target(TegraRTCState *s, int n)
{
    int64_t now = tegra_rtc_now(s);
    int64_t target;

    if (n < 2) {
        return (int64_t)s->regs[R_RTC_ALARM0 + n] * 1000;
    }
    target = now - now % 1000 + s->regs[R_RTC_MS_ALARM] % 1000;
    return target > now ? target : target + 1000;
}

/* Arm the timer of an alarm; a masked one costs none */
static void tegra_rtc_arm_one(TegraRTCState *s, int n)
{
    int64_t target = tegra_rtc_target(s, n);

    if (extract32(s->regs[R_RTC_INT_MASK], n, 1) &&
        target > tegra_rtc_now(s)) {
        timer_mod(&s->alarm[n], target - s->offset_ms);
    } else {
        timer_del(&s->alarm[n]);
    }
}

static void tegra_rtc_arm(TegraRTCState *s)
{
    for (int n = 0; n < TEGRA_RTC_ALARMS; n++) {
        tegra_rtc_arm_one(s, n);
    }
}

/* Drop the state of a load that was refused, or that ended before post_load */
static void tegra_rtc_drop_load(TegraRTCState *s)
{
    if (!s->loading) {
        return;
    }
    s->loading = false;
    s->offset_ms = 0;
    tegra_rtc_arm(s);
}

/* Ring alarm @n; the others may be due as well, and their timers stay */
static void tegra_rtc_fire(TegraRTCState *s, int n)
{
    if (s->loading) {
        tegra_rtc_drop_load(s);
        return;
    }
    trace_tegra_rtc_alarm(n);
    s->regs[R_RTC_INT_STATUS] |= 1u << n;
    tegra_rtc_update_irq(s);
    tegra_rtc_arm_one(s, n);
}

static bool tegra_rtc_is_due(TegraRTCState *s, int n)
{
    return timer_pending(&s->alarm[n]) &&
           timer_expired(&s->alarm[n], tegra_rtc_clock());
}

/* Ring what is due and the main loop has not come to: arming would lose it */
static void tegra_rtc_fire_due(TegraRTCState *s)
{
    for (int n = 0; n < TEGRA_RTC_ALARMS; n++) {
        if (tegra_rtc_is_due(s, n)) {
            tegra_rtc_fire(s, n);
        }
    }
}

static void tegra_rtc_fire0(void *opaque)
{
    tegra_rtc_fire(opaque, 0);
}

static void tegra_rtc_fire1(void *opaque)
{
    tegra_rtc_fire(opaque, 1);
}

static void tegra_rtc_fire2(void *opaque)
{
    tegra_rtc_fire(opaque, 2);
}

static uint32_t tegra_rtc_read_ms(TegraRTCState *s)
{
    int64_t now = tegra_rtc_now(s);

    s->regs[R_RTC_SHADOW_SECONDS] = now / 1000;
    return now % 1000;
}

static uint64_t tegra_rtc_read(void *opaque, hwaddr offset, unsigned size)
{
    TegraRTCState *s = opaque;
    uint32_t value;

    tegra_rtc_drop_load(s);
    switch (offset) {
    case A_RTC_SECONDS:
        value = tegra_rtc_seconds(s);
        break;
    case A_RTC_MILLISECONDS:
        value = tegra_rtc_read_ms(s);
        break;
    default:
        value = s->regs[offset / 4];
        break;
    }
    trace_tegra_rtc_read(offset, value);
    return value;
}

static void tegra_rtc_set_seconds(TegraRTCState *s, uint32_t value)
{
    s->offset_ms = (int64_t)value * 1000 - tegra_rtc_clock();
}

static void tegra_rtc_write(void *opaque, hwaddr offset, uint64_t value,
                            unsigned size)
{
    TegraRTCState *s = opaque;

    trace_tegra_rtc_write(offset, value);
    tegra_rtc_drop_load(s);
    tegra_rtc_fire_due(s);
    switch (offset) {
    case A_RTC_SECONDS:
        tegra_rtc_set_seconds(s, value);
        break;
    case A_RTC_ALARM0:
    case A_RTC_ALARM1:
    case A_RTC_MS_ALARM:
        s->regs[offset / 4] = value;
        break;
    case A_RTC_INT_MASK:
        s->regs[R_RTC_INT_MASK] = value & INT_BITS;
        break;
    case A_RTC_INT_STATUS:
        s->regs[R_RTC_INT_STATUS] &= ~(uint32_t)value;
        break;
    default:
        qemu_log_mask(LOG_UNIMP, "tegra-rtc: write of 0x%" HWADDR_PRIx
                      " <- 0x%" PRIx64 "\n", offset, value);
        return;
    }
    tegra_rtc_update_irq(s);
    tegra_rtc_arm(s);
}

static const MemoryRegionOps tegra_rtc_ops = {
    .read = tegra_rtc_read,
    .write = tegra_rtc_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid.min_access_size = 4,
    .valid.max_access_size = 4,
};

/* Reset the registers; the counter survives */
static void tegra_rtc_reset_enter(Object *obj, ResetType type)
{
    TegraRTCState *s = TEGRA_RTC(obj);

    memset(s->regs, 0, sizeof(s->regs));
}

static void tegra_rtc_reset_hold(Object *obj, ResetType type)
{
    TegraRTCState *s = TEGRA_RTC(obj);

    tegra_rtc_drop_load(s);
    tegra_rtc_update_irq(s);
    tegra_rtc_arm(s);
}

/*
 * Return whether @ms is within the counter's range to either side of the
 * host's clock.  Farther away, the time of an alarm in ns would overflow, and
 * one in the past rings for ever.
 */
static bool tegra_rtc_in_range(int64_t ms)
{
    const int64_t limit = (UINT32_MAX + 1LL) * 1000;

    return ms >= -limit && ms <= limit;
}

/*
 * Let the counter and the alarms go on from where they were when the machine
 * was saved: -rtc clock=rt counts from when a host was started, and this may
 * be another host.  An alarm that was due stays due.
 */
static bool tegra_rtc_rebase(TegraRTCState *s)
{
    int64_t offset;

    if (!tegra_rtc_in_range(s->clock_ms)) {
        return false;
    }
    offset = s->offset_ms + s->clock_ms - tegra_rtc_clock();
    if (!tegra_rtc_in_range(offset)) {
        return false;
    }
    s->offset_ms = offset;
    for (int n = 0; n < TEGRA_RTC_ALARMS; n++) {
        bool pending = timer_pending(&s->alarm[n]);

        tegra_rtc_arm_one(s, n);
        if (pending && !timer_pending(&s->alarm[n])) {
            timer_mod(&s->alarm[n], tegra_rtc_clock());
        }
    }
    return true;
}

static int tegra_rtc_pre_save(void *opaque)
{
    TegraRTCState *s = opaque;

    s->clock_ms = tegra_rtc_clock();
    return 0;
}

static int tegra_rtc_pre_load(void *opaque)
{
    TegraRTCState *s = opaque;

    s->loading = true;
    return 0;
}

static int tegra_rtc_post_load(void *opaque, int version_id)
{
    TegraRTCState *s = opaque;

    if (!tegra_rtc_in_range(s->offset_ms) ||
        (rtc_clock == QEMU_CLOCK_REALTIME && !tegra_rtc_rebase(s))) {
        tegra_rtc_drop_load(s);
        return -EINVAL;
    }
    s->loading = false;
    return 0;
}

static const VMStateDescription tegra_rtc_vmstate = {
    .name = TYPE_TEGRA_RTC,
    .version_id = 1,
    .minimum_version_id = 1,
    .pre_save = tegra_rtc_pre_save,
    .pre_load = tegra_rtc_pre_load,
    .post_load = tegra_rtc_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32_ARRAY(regs, TegraRTCState, TEGRA_RTC_NUM_REGS),
        /* with their times: an alarm that comes due meanwhile rings at once */
        VMSTATE_TIMER_ARRAY(alarm, TegraRTCState, TEGRA_RTC_ALARMS),
        VMSTATE_INT64(clock_ms, TegraRTCState),
        VMSTATE_INT64(offset_ms, TegraRTCState),
        VMSTATE_END_OF_LIST()
    },
};

static void tegra_rtc_init(Object *obj)
{
    TegraRTCState *s = TEGRA_RTC(obj);
    SysBusDevice *sbd = SYS_BUS_DEVICE(obj);

    memory_region_init_io(&s->iomem, obj, &tegra_rtc_ops, s,
                          TYPE_TEGRA_RTC, TEGRA_RTC_MMIO_SIZE);
    sysbus_init_mmio(sbd, &s->iomem);
    sysbus_init_irq(sbd, &s->irq);
}

static void tegra_rtc_realize(DeviceState *dev, Error **errp)
{
    static QEMUTimerCB *const fire[TEGRA_RTC_ALARMS] = {
        tegra_rtc_fire0, tegra_rtc_fire1, tegra_rtc_fire2,
    };
    TegraRTCState *s = TEGRA_RTC(dev);
    struct tm tm;

    qemu_get_timedate(&tm, 0);
    tegra_rtc_set_seconds(s, mktimegm(&tm));
    for (int n = 0; n < TEGRA_RTC_ALARMS; n++) {
        timer_init_ms(&s->alarm[n], rtc_clock, fire[n], s);
    }
}

static void tegra_rtc_unrealize(DeviceState *dev)
{
    TegraRTCState *s = TEGRA_RTC(dev);

    for (int n = 0; n < TEGRA_RTC_ALARMS; n++) {
        timer_del(&s->alarm[n]);
    }
}

static void tegra_rtc_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);

    dc->desc = "NVIDIA Tegra20 real-time clock";
    dc->realize = tegra_rtc_realize;
    dc->unrealize = tegra_rtc_unrealize;
    dc->vmsd = &tegra_rtc_vmstate;
    rc->phases.enter = tegra_rtc_reset_enter;
    rc->phases.hold = tegra_rtc_reset_hold;
    set_bit(DEVICE_CATEGORY_MISC, dc->categories);
}

static const TypeInfo tegra_rtc_types[] = {
    {
        .name = TYPE_TEGRA_RTC,
        .parent = TYPE_SYS_BUS_DEVICE,
        .instance_size = sizeof(TegraRTCState),
        .instance_init = tegra_rtc_init,
        .class_init = tegra_rtc_class_init,
    },
};

DEFINE_TYPES(tegra_rtc_types)
