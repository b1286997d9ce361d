/*
 * NVIDIA Tegra20 timers and microsecond counter
 *
 * Nothing ticks: counts are computed from QEMU_CLOCK_VIRTUAL when they are
 * read.  A periodic timer whose interrupt is still pending is not armed
 * again until the guest clears it, so that a period of one microsecond
 * cannot starve the main loop.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "hw/arm/tegra/tegra20_timer.h"
#include "hw/core/irq.h"
#include "migration/vmstate.h"
#include "trace.h"

static int64_t tegra20_timer_now(void)
{
    return qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
}

static bool tegra20_timer_enabled(const Tegra20TimerChannel *c)
{
    return FIELD_EX32(c->ptv, TIMER_PTV, ENABLE);
}

static bool tegra20_timer_periodic(const Tegra20TimerChannel *c)
{
    return FIELD_EX32(c->ptv, TIMER_PTV, PERIODIC);
}

/* Return the period: a timer fires n + 1 microseconds after it was set to n */
static int64_t tegra20_timer_period_ns(const Tegra20TimerChannel *c)
{
    return (FIELD_EX32(c->ptv, TIMER_PTV, VALUE) + 1LL) * SCALE_US;
}

static unsigned int tegra20_timer_index(const Tegra20TimerChannel *c)
{
    return c - c->parent->channel;
}

static void tegra20_timer_update_irq(Tegra20TimerChannel *c)
{
    qemu_set_irq(c->irq, c->pending);
}

/* Return the end of the current countdown */
static int64_t tegra20_timer_next_ns(const Tegra20TimerChannel *c, int64_t now)
{
    int64_t period = tegra20_timer_period_ns(c);

    if (!tegra20_timer_periodic(c)) {
        return c->start_ns + period;
    }
    return c->start_ns + ((now - c->start_ns) / period + 1) * period;
}

static void tegra20_timer_arm(Tegra20TimerChannel *c, int64_t now)
{
    if (!tegra20_timer_enabled(c) ||
        (tegra20_timer_periodic(c) && c->pending)) {
        timer_del(&c->timer);
        return;
    }
    timer_mod_ns(&c->timer, tegra20_timer_next_ns(c, now));
}

static void tegra20_timer_expired(void *opaque)
{
    Tegra20TimerChannel *c = opaque;

    trace_tegra20_timer_expired(tegra20_timer_index(c) + 1);
    c->pending = true;
    tegra20_timer_update_irq(c);
}

static uint32_t tegra20_timer_count(const Tegra20TimerChannel *c)
{
    int64_t now = tegra20_timer_now();
    int64_t left;

    if (!tegra20_timer_enabled(c)) {
        return 0;
    }
    left = tegra20_timer_next_ns(c, now) - now;
    return left > 0 ? (left - 1) / SCALE_US : 0;
}

static void tegra20_timer_write_ptv(Tegra20TimerChannel *c, uint32_t value)
{
    c->ptv = value & (R_TIMER_PTV_ENABLE_MASK | R_TIMER_PTV_PERIODIC_MASK |
                      R_TIMER_PTV_VALUE_MASK);
    c->start_ns = tegra20_timer_now();
    tegra20_timer_arm(c, c->start_ns);
}

static void tegra20_timer_write_pcr(Tegra20TimerChannel *c, uint32_t value)
{
    if (!FIELD_EX32(value, TIMER_PCR, INTR_CLR) || !c->pending) {
        return;
    }
    c->pending = false;
    tegra20_timer_update_irq(c);
    if (tegra20_timer_periodic(c)) {
        tegra20_timer_arm(c, tegra20_timer_now());
    }
}

/* Return the timer that PTV or PCR at @offset belongs to, else NULL */
static Tegra20TimerChannel *tegra20_timer_channel(Tegra20TimerState *s,
                                                  hwaddr offset)
{
    switch (offset) {
    case A_TIMER1_PTV ... A_TIMER2_PCR:
        return &s->channel[offset / 8];
    case A_TIMER3_PTV ... A_TIMER4_PCR:
        return &s->channel[2 + (offset - A_TIMER3_PTV) / 8];
    default:
        return NULL;
    }
}

static uint32_t tegra20_timer_us(Tegra20TimerState *s)
{
    return (tegra20_timer_now() - s->us_start_ns) / SCALE_US;
}

static uint64_t tegra20_timer_read(void *opaque, hwaddr offset, unsigned size)
{
    Tegra20TimerState *s = opaque;
    Tegra20TimerChannel *c;

    /* First: Linux reads this ten thousand times while it boots */
    if (offset == A_TIMERUS_CNTR_1US) {
        return tegra20_timer_us(s);
    }
    c = tegra20_timer_channel(s, offset);
    if (c) {
        return offset & 4 ? tegra20_timer_count(c) : c->ptv;
    }
    switch (offset) {
    case A_TIMERUS_USEC_CFG:
        return s->usec_cfg;
    case A_TIMERUS_CNTR_FREEZE:
        return s->freeze;
    default:
        qemu_log_mask(LOG_UNIMP, "%s: unknown register 0x%03" HWADDR_PRIx
                      "\n", __func__, offset);
        return 0;
    }
}

static void tegra20_timer_write_channel(Tegra20TimerChannel *c, hwaddr offset,
                                        uint32_t value)
{
    bool is_pcr = offset & 4;

    trace_tegra20_timer_write(tegra20_timer_index(c) + 1,
                              is_pcr ? "PCR" : "PTV", value);
    if (is_pcr) {
        tegra20_timer_write_pcr(c, value);
    } else {
        tegra20_timer_write_ptv(c, value);
    }
}

static void tegra20_timer_write_usec_cfg(Tegra20TimerState *s, uint32_t value)
{
    s->usec_cfg = value;
    if (value != TIMERUS_USEC_CFG_12MHZ) {
        qemu_log_mask(LOG_UNIMP, "%s: USEC_CFG 0x%08" PRIx32 " is not that of "
                      "a 12 MHz crystal; counting microseconds anyway\n",
                      __func__, value);
    }
}

static void tegra20_timer_write(void *opaque, hwaddr offset, uint64_t value,
                                unsigned size)
{
    Tegra20TimerState *s = opaque;
    Tegra20TimerChannel *c = tegra20_timer_channel(s, offset);

    if (c) {
        tegra20_timer_write_channel(c, offset, value);
        return;
    }
    switch (offset) {
    case A_TIMERUS_USEC_CFG:
        tegra20_timer_write_usec_cfg(s, value);
        break;
    case A_TIMERUS_CNTR_FREEZE:
        /* Stops the counters while a debugger halts a core: no effect */
        s->freeze = value;
        break;
    default:
        qemu_log_mask(LOG_GUEST_ERROR, "%s: read-only or unknown register "
                      "0x%03" HWADDR_PRIx " <- 0x%08" PRIx64 "\n", __func__,
                      offset, value);
    }
}

static const MemoryRegionOps tegra20_timer_ops = {
    .read = tegra20_timer_read,
    .write = tegra20_timer_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid.min_access_size = 4,
    .valid.max_access_size = 4,
    .impl.min_access_size = 4,
    .impl.max_access_size = 4,
};

static void tegra20_timer_reset_enter(Object *obj, ResetType type)
{
    Tegra20TimerState *s = TEGRA20_TIMER(obj);

    for (int i = 0; i < TEGRA20_NUM_TIMERS; i++) {
        Tegra20TimerChannel *c = &s->channel[i];

        timer_del(&c->timer);
        c->ptv = 0;
        c->start_ns = 0;
        c->pending = false;
    }
    s->us_start_ns = tegra20_timer_now();
    s->usec_cfg = TIMERUS_USEC_CFG_12MHZ;
    s->freeze = 0;
}

static void tegra20_timer_reset_hold(Object *obj, ResetType type)
{
    Tegra20TimerState *s = TEGRA20_TIMER(obj);

    for (int i = 0; i < TEGRA20_NUM_TIMERS; i++) {
        tegra20_timer_update_irq(&s->channel[i]);
    }
}

static void tegra20_timer_init(Object *obj)
{
    Tegra20TimerState *s = TEGRA20_TIMER(obj);
    SysBusDevice *sbd = SYS_BUS_DEVICE(obj);

    memory_region_init_io(&s->iomem, obj, &tegra20_timer_ops, s,
                          TYPE_TEGRA20_TIMER, TEGRA20_TIMER_MMIO_SIZE);
    sysbus_init_mmio(sbd, &s->iomem);
    for (int i = 0; i < TEGRA20_NUM_TIMERS; i++) {
        Tegra20TimerChannel *c = &s->channel[i];

        c->parent = s;
        timer_init_ns(&c->timer, QEMU_CLOCK_VIRTUAL, tegra20_timer_expired,
                      c);
        sysbus_init_irq(sbd, &c->irq);
    }
}

static void tegra20_timer_finalize(Object *obj)
{
    Tegra20TimerState *s = TEGRA20_TIMER(obj);

    for (int i = 0; i < TEGRA20_NUM_TIMERS; i++) {
        timer_del(&s->channel[i].timer);
    }
}

/*
 * Return whether @ns, up to 146 years from the start of the machine, leaves
 * room for the arithmetic
 */
static bool tegra20_timer_valid_ns(int64_t ns)
{
    return ns >= 0 && ns <= INT64_MAX / 2;
}

static int tegra20_timer_post_load(void *opaque, int version_id)
{
    Tegra20TimerState *s = opaque;
    bool valid = tegra20_timer_valid_ns(s->us_start_ns);

    for (int i = 0; i < TEGRA20_NUM_TIMERS; i++) {
        valid &= tegra20_timer_valid_ns(s->channel[i].start_ns);
    }
    if (!valid) {
        tegra20_timer_reset_enter(OBJECT(s), RESET_TYPE_COLD);
        return -EINVAL;
    }
    return 0;
}

static const VMStateDescription vmstate_tegra20_timer_channel = {
    .name = "tegra20-timer-channel",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32(ptv, Tegra20TimerChannel),
        VMSTATE_INT64(start_ns, Tegra20TimerChannel),
        VMSTATE_BOOL(pending, Tegra20TimerChannel),
        VMSTATE_TIMER(timer, Tegra20TimerChannel),
        VMSTATE_END_OF_LIST()
    },
};

static const VMStateDescription vmstate_tegra20_timer = {
    .name = TYPE_TEGRA20_TIMER,
    .version_id = 1,
    .minimum_version_id = 1,
    .post_load = tegra20_timer_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_STRUCT_ARRAY(channel, Tegra20TimerState, TEGRA20_NUM_TIMERS,
                             1, vmstate_tegra20_timer_channel,
                             Tegra20TimerChannel),
        VMSTATE_INT64(us_start_ns, Tegra20TimerState),
        VMSTATE_UINT32(usec_cfg, Tegra20TimerState),
        VMSTATE_UINT32(freeze, Tegra20TimerState),
        VMSTATE_END_OF_LIST()
    },
};

static void tegra20_timer_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);

    dc->desc = "NVIDIA Tegra20 timers";
    dc->vmsd = &vmstate_tegra20_timer;
    set_bit(DEVICE_CATEGORY_MISC, dc->categories);
    rc->phases.enter = tegra20_timer_reset_enter;
    rc->phases.hold = tegra20_timer_reset_hold;
}

static const TypeInfo tegra20_timer_types[] = {
    {
        .name = TYPE_TEGRA20_TIMER,
        .parent = TYPE_SYS_BUS_DEVICE,
        .instance_size = sizeof(Tegra20TimerState),
        .instance_init = tegra20_timer_init,
        .instance_finalize = tegra20_timer_finalize,
        .class_init = tegra20_timer_class_init,
    },
};

DEFINE_TYPES(tegra20_timer_types)
