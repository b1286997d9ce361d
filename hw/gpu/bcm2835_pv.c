/*
 * BCM2835 pixel valve
 *
 * All of a frame's events come together, at its end, where software expects
 * the one that matters, the start of the vertical front porch.
 * [videocore-iv-v3d.rst, Pixel valves]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qemu/log.h"
#include "hw/core/irq.h"
#include "hw/core/qdev-clock.h"
#include "hw/core/qdev-properties.h"
#include "migration/vmstate.h"
#include "hw/gpu/bcm2835_pv.h"
#include "trace.h"

/* What the guest's timing may ask for is cut to this */
#define PV_MAX_HZ       240
#define PV_MAX_FRAME_NS NANOSECONDS_PER_SECOND
#define PV_DEFAULT_HZ   60

static bool bcm2835_pv_runs(const BCM2835PVState *s)
{
    return FIELD_EX32(s->regs[R_PV_CONTROL], PV_CONTROL, EN) &&
           FIELD_EX32(s->regs[R_PV_V_CONTROL], PV_V_CONTROL, VIDEN);
}

bool bcm2835_pv_feeds(const BCM2835PVState *s, uint32_t select)
{
    return bcm2835_pv_runs(s) &&
           FIELD_EX32(s->regs[R_PV_CONTROL], PV_CONTROL, CLK_SELECT) == select;
}

static uint64_t bcm2835_pv_sum(uint32_t a, uint32_t b)
{
    return (uint64_t)SHARED_FIELD_EX32(a, PV_TIMING_LOW) +
           SHARED_FIELD_EX32(a, PV_TIMING_HIGH) +
           SHARED_FIELD_EX32(b, PV_TIMING_LOW) +
           SHARED_FIELD_EX32(b, PV_TIMING_HIGH);
}

static int64_t bcm2835_pv_frame_ns(const BCM2835PVState *s)
{
    uint64_t ticks = bcm2835_pv_sum(s->regs[R_PV_HORZA], s->regs[R_PV_HORZB]) *
                     bcm2835_pv_sum(s->regs[R_PV_VERTA], s->regs[R_PV_VERTB]);
    uint64_t ns;

    if (!clock_is_enabled(s->clk)) {
        return NANOSECONDS_PER_SECOND / PV_DEFAULT_HZ;
    }
    ns = clock_ticks_to_ns(s->clk, ticks);
    return MIN(MAX(ns, NANOSECONDS_PER_SECOND / PV_MAX_HZ), PV_MAX_FRAME_NS);
}

static void bcm2835_pv_update_irq(BCM2835PVState *s)
{
    qemu_set_irq(s->irq, (s->regs[R_PV_INTSTAT] & s->regs[R_PV_INTEN]) != 0);
}

/* Start or stop the frames to suit the state; those that run go on */
static void bcm2835_pv_update_timer(BCM2835PVState *s)
{
    if (!bcm2835_pv_runs(s)) {
        timer_del(&s->frame_timer);
    } else if (!timer_pending(&s->frame_timer)) {
        s->frame_time = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL) +
                        bcm2835_pv_frame_ns(s);
        timer_mod(&s->frame_timer, s->frame_time);
    }
}

/* End a frame: who hears of it finds the next display list in use */
static void bcm2835_pv_frame(void *opaque)
{
    BCM2835PVState *s = opaque;
    int64_t now = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
    int64_t ns = bcm2835_pv_frame_ns(s);

    trace_bcm2835_pv_frame(s->channel, now, ns);
    /* From the old end, so that the rate does not drift */
    s->frame_time = MAX(s->frame_time, now - ns) + ns;
    timer_mod(&s->frame_timer, s->frame_time);
    bcm2835_hvs_frame(s->hvs, s->channel);
    s->regs[R_PV_INTSTAT] |= PV_INT_FRAME;
    bcm2835_pv_update_irq(s);
}

/* Begin the frame under way again at the new rate */
static void bcm2835_pv_clk_update(void *opaque, ClockEvent event)
{
    BCM2835PVState *s = opaque;

    if (DEVICE(s)->realized) {
        timer_del(&s->frame_timer);
        bcm2835_pv_update_timer(s);
    }
}

static uint64_t bcm2835_pv_read(void *opaque, hwaddr addr, unsigned size)
{
    BCM2835PVState *s = opaque;
    uint32_t value = 0;

    if (addr / 4 < BCM2835_PV_NUM_REGS) {
        value = s->regs[addr / 4];
    } else {
        qemu_log_mask(LOG_GUEST_ERROR, "bcm2835-pixelvalve.%d: read of 0x%02x: "
                      "no such register\n", s->channel, (unsigned int)addr);
    }
    trace_bcm2835_pv_read(s->channel, addr, value);
    return value;
}

/* Note that the video is idle as soon as it is switched off */
static void bcm2835_pv_write_v_control(BCM2835PVState *s, uint32_t value)
{
    bool was = FIELD_EX32(s->regs[R_PV_V_CONTROL], PV_V_CONTROL, VIDEN);

    s->regs[R_PV_V_CONTROL] = value;
    if (was && !FIELD_EX32(value, PV_V_CONTROL, VIDEN)) {
        s->regs[R_PV_INTSTAT] |= R_PV_INTSTAT_VID_IDLE_MASK;
    }
}

static void bcm2835_pv_write(void *opaque, hwaddr addr, uint64_t value,
                             unsigned size)
{
    BCM2835PVState *s = opaque;

    trace_bcm2835_pv_write(s->channel, addr, value);
    switch (addr / 4) {
    case R_PV_CONTROL:
        /* The FIFO is always empty */
        s->regs[R_PV_CONTROL] = value & ~R_PV_CONTROL_FIFO_CLR_MASK;
        break;
    case R_PV_V_CONTROL:
        bcm2835_pv_write_v_control(s, value);
        break;
    case R_PV_INTEN:
        s->regs[R_PV_INTEN] = value & PV_INT_ALL;
        break;
    case R_PV_INTSTAT:
        s->regs[R_PV_INTSTAT] &= ~value;
        break;
    case R_PV_STAT:
        break;
    case R_PV_VSYNCD_EVEN ... R_PV_VERTB_EVEN:
    case R_PV_HACT_ACT:
        s->regs[addr / 4] = value;
        break;
    default:
        qemu_log_mask(LOG_GUEST_ERROR, "bcm2835-pixelvalve.%d: write of 0x%02x "
                      "<- 0x%08x: no such register\n", s->channel,
                      (unsigned int)addr, (uint32_t)value);
        return;
    }
    bcm2835_pv_update_timer(s);
    bcm2835_pv_update_irq(s);
}

static const MemoryRegionOps bcm2835_pv_ops = {
    .read = bcm2835_pv_read,
    .write = bcm2835_pv_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid.min_access_size = 4,
    .valid.max_access_size = 4,
};

static void bcm2835_pv_reset_enter(Object *obj, ResetType type)
{
    BCM2835PVState *s = BCM2835_PV(obj);

    memset(s->regs, 0, sizeof(s->regs));
    timer_del(&s->frame_timer);
}

static void bcm2835_pv_reset_hold(Object *obj, ResetType type)
{
    bcm2835_pv_update_irq(BCM2835_PV(obj));
}

/* A frame that never ends, or frames of a valve that is off, are nonsense */
static int bcm2835_pv_post_load(void *opaque, int version_id)
{
    BCM2835PVState *s = opaque;

    return bcm2835_pv_runs(s) == timer_pending(&s->frame_timer) ? 0 : -EINVAL;
}

static const VMStateDescription vmstate_bcm2835_pv = {
    .name = TYPE_BCM2835_PV,
    .version_id = 1,
    .minimum_version_id = 1,
    .post_load = bcm2835_pv_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32_ARRAY(regs, BCM2835PVState, BCM2835_PV_NUM_REGS),
        VMSTATE_INT64(frame_time, BCM2835PVState),
        VMSTATE_TIMER(frame_timer, BCM2835PVState),
        VMSTATE_CLOCK(clk, BCM2835PVState),
        VMSTATE_END_OF_LIST()
    }
};

static void bcm2835_pv_init(Object *obj)
{
    BCM2835PVState *s = BCM2835_PV(obj);

    memory_region_init_io(&s->iomem, obj, &bcm2835_pv_ops, s, TYPE_BCM2835_PV,
                          BCM2835_PV_MMIO_SIZE);
    sysbus_init_mmio(SYS_BUS_DEVICE(obj), &s->iomem);
    sysbus_init_irq(SYS_BUS_DEVICE(obj), &s->irq);
    s->clk = qdev_init_clock_in(DEVICE(obj), "clk", bcm2835_pv_clk_update, s,
                                ClockUpdate);
    timer_init_ns(&s->frame_timer, QEMU_CLOCK_VIRTUAL, bcm2835_pv_frame, s);
}

static void bcm2835_pv_realize(DeviceState *dev, Error **errp)
{
    BCM2835PVState *s = BCM2835_PV(dev);

    if (!s->hvs) {
        error_setg(errp, "bcm2835-pixelvalve: the 'hvs' link is not set");
    } else if (s->channel >= BCM2835_HVS_CHANNELS) {
        error_setg(errp, "bcm2835-pixelvalve: channel must be 0, 1 or 2");
    }
}

static void bcm2835_pv_unrealize(DeviceState *dev)
{
    timer_del(&BCM2835_PV(dev)->frame_timer);
}

static const Property bcm2835_pv_properties[] = {
    DEFINE_PROP_LINK("hvs", BCM2835PVState, hvs, TYPE_BCM2835_HVS,
                     BCM2835HVSState *),
    DEFINE_PROP_UINT8("channel", BCM2835PVState, channel, 0),
};

static void bcm2835_pv_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);

    dc->desc = "BCM2835 pixel valve";
    dc->realize = bcm2835_pv_realize;
    dc->unrealize = bcm2835_pv_unrealize;
    dc->vmsd = &vmstate_bcm2835_pv;
    device_class_set_props(dc, bcm2835_pv_properties);
    set_bit(DEVICE_CATEGORY_DISPLAY, dc->categories);
    rc->phases.enter = bcm2835_pv_reset_enter;
    rc->phases.hold = bcm2835_pv_reset_hold;
}

static const TypeInfo bcm2835_pv_types[] = {
    {
        .name = TYPE_BCM2835_PV,
        .parent = TYPE_SYS_BUS_DEVICE,
        .instance_size = sizeof(BCM2835PVState),
        .instance_init = bcm2835_pv_init,
        .class_init = bcm2835_pv_class_init,
    },
};

DEFINE_TYPES(bcm2835_pv_types)
