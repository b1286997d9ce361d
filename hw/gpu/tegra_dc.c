/*
 * NVIDIA Tegra20 display controller: the device
 *
 * Register side effects, the host1x client, properties and the life cycle.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qapi/visitor.h"
#include "qemu/log.h"
#include "qemu/timer.h"
#include "hw/arm/tegra/tegra_clock.h"
#include "hw/core/irq.h"
#include "hw/core/qdev-clock.h"
#include "hw/core/qdev-properties.h"
#include "migration/vmstate.h"
#include "system/qtest.h"
#include "system/runstate.h"
#include "tegra_dc_dump.h"
#include "tegra_dc_frame.h"
#include "tegra_dc_regfile.h"
#include "tegra_dc_scanout.h"
#include "tegra_dc_timing.h"
#include "trace.h"

/* ---- Register access ---- */

static const char *tegra_dc_unreachable(TegraDCState *s)
{
    return s->in_reset ? "in reset" :
           !tegra_dc_clocked(s) ? "not clocked" : NULL;
}

static uint32_t tegra_dc_read_reg(TegraDCState *s, uint32_t reg)
{
    const char *why = tegra_dc_unreachable(s);
    TegraDCLabel label;
    uint32_t value = 0;

    if (why) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-dc.%d: read of %s (0x%03x) %s\n",
                      s->head, tegra_dc_reg_label(s, reg, &label), reg, why);
    } else if (reg == R_DC_STATE_CONTROL) {
        value = s->act_req;
    } else {
        value = tegra_dc_regs_load(s, reg);
    }
    if (trace_event_get_state_backends(TRACE_TEGRA_DC_READ)) {
        trace_tegra_dc_read(s->head, tegra_dc_reg_label(s, reg, &label), reg,
                            value);
    }
    return value;
}

static void tegra_dc_int_written(TegraDCState *s, uint32_t reg, uint32_t value)
{
    tegra_dc_update_irq(s);
}

static void tegra_dc_signal_raise(TegraDCState *s, uint32_t reg,
                                  uint32_t value)
{
    qemu_log_mask(LOG_UNIMP, "tegra-dc.%d: signal raise 0x%08x\n", s->head,
                  value);
}

/* What a write does besides being stored */
static void (*const written[])(TegraDCState *s, uint32_t reg,
                               uint32_t value) = {
    [R_DC_GENERAL_INCR_SYNCPT] = tegra_dc_incr_syncpt,
    [R_DC_GENERAL_INCR_SYNCPT_CNTRL] = tegra_dc_incr_cntrl,
    [R_DC_WIN_A_INCR_SYNCPT] = tegra_dc_incr_syncpt,
    [R_DC_WIN_A_INCR_SYNCPT_CNTRL] = tegra_dc_incr_cntrl,
    [R_DC_WIN_B_INCR_SYNCPT] = tegra_dc_incr_syncpt,
    [R_DC_WIN_B_INCR_SYNCPT_CNTRL] = tegra_dc_incr_cntrl,
    [R_DC_WIN_C_INCR_SYNCPT] = tegra_dc_incr_syncpt,
    [R_DC_WIN_C_INCR_SYNCPT_CNTRL] = tegra_dc_incr_cntrl,
    [R_DC_SIGNAL_RAISE] = tegra_dc_signal_raise,
    [R_DC_INT_STATUS] = tegra_dc_int_written,
    [R_DC_INT_MASK] = tegra_dc_int_written,
    [R_DC_SIGNAL_RAISE1] = tegra_dc_signal_raise,
    [R_DC_SIGNAL_RAISE2] = tegra_dc_signal_raise,
    [R_DC_SIGNAL_RAISE3] = tegra_dc_signal_raise,
    [R_DC_STATE_CONTROL] = tegra_dc_state_control,
};

static void tegra_dc_write_reg(TegraDCState *s, uint32_t reg, uint32_t value)
{
    const char *why = tegra_dc_unreachable(s);
    TegraDCLabel label;

    if (trace_event_get_state_backends(TRACE_TEGRA_DC_WRITE)) {
        trace_tegra_dc_write(s->head, tegra_dc_reg_label(s, reg, &label), reg,
                             value);
    }
    if (why) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-dc.%d: write of %s (0x%03x) <- "
                      "0x%08x %s\n", s->head,
                      tegra_dc_reg_label(s, reg, &label), reg, value, why);
        return;
    }
    if (tegra_dc_regs_store(s, reg, value)) {
        tegra_dc_written(s);
    }
    if (reg < ARRAY_SIZE(written) && written[reg]) {
        written[reg](s, reg, value);
    }
}

static uint64_t tegra_dc_mmio_read(void *opaque, hwaddr offset, unsigned size)
{
    return tegra_dc_read_reg(opaque, offset / 4);
}

static void tegra_dc_mmio_write(void *opaque, hwaddr offset, uint64_t value,
                                unsigned size)
{
    tegra_dc_write_reg(opaque, offset / 4, value);
}

static const MemoryRegionOps tegra_dc_ops = {
    .read = tegra_dc_mmio_read,
    .write = tegra_dc_mmio_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid.min_access_size = 4,
    .valid.max_access_size = 4,
};

/* ---- host1x client ---- */

static TegraHost1xMethodResult
tegra_dc_method_write(TegraHost1xClient *client, uint16_t class_id,
                      uint16_t offset, uint32_t value)
{
    tegra_dc_write_reg(TEGRA_DC(client), offset, value);
    return TEGRA_HOST1X_METHOD_DONE;
}

static uint32_t tegra_dc_method_read(TegraHost1xClient *client,
                                     uint16_t class_id, uint16_t offset)
{
    return tegra_dc_read_reg(TEGRA_DC(client), offset);
}

static bool tegra_dc_idle(TegraHost1xClient *client)
{
    TegraDCState *s = TEGRA_DC(client);

    for (int port = 0; port < TEGRA_DC_NUM_INCR; port++) {
        if (s->incr[port].count) {
            return false;
        }
    }
    return true;
}

static const char *tegra_dc_method_name(TegraHost1xClient *client,
                                        uint16_t offset)
{
    return tegra_dc_reg_name(offset);
}

/* ---- Properties: [tegra-dc.rst, Debugging] ---- */

static char *tegra_dc_get_windows(Object *obj, Error **errp)
{
    return tegra_dc_dump(TEGRA_DC(obj));
}

static void tegra_dc_get_underflow(Object *obj, Visitor *v, const char *name,
                                   void *opaque, Error **errp)
{
    visit_type_uint32(v, name, &TEGRA_DC(obj)->underflow, errp);
}

static void tegra_dc_set_underflow(Object *obj, Visitor *v, const char *name,
                                   void *opaque, Error **errp)
{
    uint32_t value;

    if (!visit_type_uint32(v, name, &value, errp)) {
        return;
    }
    if (value >> TEGRA_DC_NUM_WINDOWS) {
        error_setg(errp, "tegra-dc: underflow 0x%x: bits 0, 1 and 2 stand for "
                   "windows A, B and C", value);
        return;
    }
    TEGRA_DC(obj)->underflow = value;
}

static void tegra_dc_add_properties(ObjectClass *klass)
{
    object_class_property_add_str(klass, "windows", tegra_dc_get_windows,
                                  NULL);
    object_class_property_set_description(klass, "windows",
                                          "what is shown, as text");
    object_class_property_add(klass, "underflow", "uint32",
                              tegra_dc_get_underflow, tegra_dc_set_underflow,
                              NULL, NULL);
    object_class_property_set_description(klass, "underflow",
                                          "windows (bit 0 is A) whose next "
                                          "frame underflows");
}

/* ---- Life cycle ---- */

static void tegra_dc_clear(TegraDCState *s)
{
    tegra_dc_regs_reset(s);
    memset(s->incr, 0, sizeof(s->incr));
    s->act_req = 0;
    s->frames = 0;
    s->nc_trigger = false;
    tegra_dc_drop_frame(s);
    tegra_dc_scanout_configure(s);
}

static void tegra_dc_reset_line(void *opaque, int n, int level)
{
    TegraDCState *s = opaque;

    s->in_reset = level;
    if (level) {
        tegra_dc_clear(s);
        tegra_dc_update_irq(s);
    }
}

static void tegra_dc_reset_enter(Object *obj, ResetType type)
{
    tegra_dc_clear(TEGRA_DC(obj));
}

static void tegra_dc_reset_hold(Object *obj, ResetType type)
{
    tegra_dc_update_irq(TEGRA_DC(obj));
}

/* ---- Migration ---- */

/* Drop all that was loaded */
static void tegra_dc_refuse(TegraDCState *s)
{
    s->loading = false;
    s->underflow = 0;
    tegra_dc_clear(s);
    /* Who sees the line may have been loaded before this */
    tegra_dc_update_irq(s);
}

/*
 * Drop what a load that failed before its end has left: no post_load has
 * looked at it
 */
static void tegra_dc_vm_change(void *opaque, bool running, RunState state)
{
    TegraDCState *s = opaque;

    if (running && s->loading) {
        tegra_dc_refuse(s);
    }
}

/*
 * Check that the next frame is at most a second away, the longest one.  The
 * virtual clock is loaded before any device; that of qtest is not, and says
 * nothing about what was saved.
 */
static bool tegra_dc_time_is_valid(TegraDCState *s)
{
    int64_t last = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL) +
                   TEGRA_DC_MAX_FRAME_NS;

    return qtest_enabled() || !timer_pending(&s->frame_timer) ||
           (timer_expire_time_ns(&s->frame_timer) <= last &&
            s->frame_time <= last);
}

static bool tegra_dc_is_valid(TegraDCState *s)
{
    /* A timer without frames to count, or a checksum without it, is nonsense */
    return !(s->act_req & ~DC_STATE_ALL) &&
           !(s->underflow >> TEGRA_DC_NUM_WINDOWS) &&
           (!s->crc_line || timer_pending(&s->frame_timer)) &&
           (!timer_pending(&s->frame_timer) || tegra_dc_is_scanning(s)) &&
           tegra_dc_time_is_valid(s);
}

static int tegra_dc_post_load(void *opaque, int version_id)
{
    TegraDCState *s = opaque;

    if (!tegra_dc_is_valid(s)) {
        tegra_dc_refuse(s);
        return -EINVAL;
    }
    s->loading = false;
    tegra_dc_scanout_configure(s);
    return 0;
}

static const VMStateDescription vmstate_tegra_dc_regs = {
    .name = "tegra-dc-regs",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32_ARRAY(common, TegraDCRegs, TEGRA_DC_NUM_COMMON),
        VMSTATE_UINT32_2DARRAY(win, TegraDCRegs, TEGRA_DC_NUM_WINDOWS,
                               TEGRA_DC_WIN_WORDS),
        VMSTATE_END_OF_LIST()
    }
};

/* Check the count as soon as it is loaded, because it bounds an array */
static int tegra_dc_incr_post_load(void *opaque, int version_id)
{
    TegraDCIncr *q = opaque;

    if (q->count > TEGRA_DC_INCR_DEPTH) {
        q->count = 0;
        return -EINVAL;
    }
    return 0;
}

static const VMStateDescription vmstate_tegra_dc_incr = {
    .name = "tegra-dc-incr",
    .version_id = 1,
    .minimum_version_id = 1,
    .post_load = tegra_dc_incr_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT16_ARRAY(entry, TegraDCIncr, TEGRA_DC_INCR_DEPTH),
        VMSTATE_UINT8(count, TegraDCIncr),
        VMSTATE_END_OF_LIST()
    }
};

static bool tegra_dc_crc_needed(void *opaque)
{
    return ((TegraDCState *)opaque)->crc_line;
}

/* A checksum that has begun */
static const VMStateDescription vmstate_tegra_dc_crc = {
    .name = "tegra-dc/crc",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = tegra_dc_crc_needed,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32(crc_line, TegraDCState),
        VMSTATE_UINT32(crc, TegraDCState),
        VMSTATE_END_OF_LIST()
    }
};

static int tegra_dc_pre_load(void *opaque)
{
    TegraDCState *s = opaque;

    s->loading = true;
    s->crc_line = 0;
    s->crc = 0;
    return 0;
}

static const VMStateDescription vmstate_tegra_dc = {
    .name = TYPE_TEGRA_DC,
    .version_id = 1,
    .minimum_version_id = 1,
    .pre_load = tegra_dc_pre_load,
    .post_load = tegra_dc_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_STRUCT_ARRAY(regs, TegraDCState, TEGRA_DC_NUM_COPIES, 1,
                             vmstate_tegra_dc_regs, TegraDCRegs),
        VMSTATE_STRUCT_ARRAY(incr, TegraDCState, TEGRA_DC_NUM_INCR, 1,
                             vmstate_tegra_dc_incr, TegraDCIncr),
        VMSTATE_UINT32(act_req, TegraDCState),
        VMSTATE_UINT32(underflow, TegraDCState),
        VMSTATE_UINT64(frames, TegraDCState),
        VMSTATE_BOOL(nc_trigger, TegraDCState),
        VMSTATE_BOOL(in_reset, TegraDCState),
        VMSTATE_INT64(frame_time, TegraDCState),
        VMSTATE_TIMER(frame_timer, TegraDCState),
        VMSTATE_TEGRA_CLOCK(clk, TegraDCState),
        VMSTATE_END_OF_LIST()
    },
    .subsections = (const VMStateDescription *const []) {
        &vmstate_tegra_dc_crc,
        NULL
    }
};

static void tegra_dc_init(Object *obj)
{
    TegraDCState *s = TEGRA_DC(obj);
    SysBusDevice *sbd = SYS_BUS_DEVICE(obj);

    memory_region_init_io(&s->iomem, obj, &tegra_dc_ops, s, TYPE_TEGRA_DC,
                          TEGRA_DC_MMIO_SIZE);
    sysbus_init_mmio(sbd, &s->iomem);
    sysbus_init_irq(sbd, &s->irq);
    qdev_init_gpio_in_named(DEVICE(obj), tegra_dc_reset_line, "reset", 1);
    s->clk = qdev_init_clock_in(DEVICE(obj), "clk", tegra_dc_clk_update, s,
                                ClockUpdate);
    s->scan = tegra_dc_scanout_new();
}

static void tegra_dc_finalize(Object *obj)
{
    tegra_dc_scanout_free(TEGRA_DC(obj)->scan);
}

static bool tegra_dc_check(TegraDCState *s, Error **errp)
{
    if (!s->host1x || !s->dma_mr) {
        error_setg(errp, "tegra-dc: the '%s' link is not set",
                   s->host1x ? "dma" : "host1x");
        return false;
    }
    if (s->head > 1) {
        error_setg(errp, "tegra-dc: head must be 0 or 1");
        return false;
    }
    return true;
}

static void tegra_dc_realize(DeviceState *dev, Error **errp)
{
    TegraDCState *s = TEGRA_DC(dev);

    if (!tegra_dc_check(s, errp)) {
        return;
    }
    address_space_init(&s->dma_as, s->dma_mr, s->head ? "dcb" : "dc");
    timer_init_ns(&s->frame_timer, QEMU_CLOCK_VIRTUAL, tegra_dc_frame, s);
    s->vm_change = qdev_add_vm_change_state_handler(dev, tegra_dc_vm_change,
                                                    NULL, s);
    s->client_info = (TegraHost1xClientInfo) {
        .name = s->head ? "DCB" : "DC",
        .module = s->head ? 9 : 8,
        .first_class = 0x70 + s->head,
        .last_class = 0x70 + s->head,
    };
    tegra_host1x_register_client(s->host1x, TEGRA_HOST1X_CLIENT(s),
                                 &s->client_info);
}

static void tegra_dc_unrealize(DeviceState *dev)
{
    TegraDCState *s = TEGRA_DC(dev);

    qemu_del_vm_change_state_handler(s->vm_change);
    tegra_dc_clear(s);
    tegra_dc_scanout_close(s);
    address_space_destroy(&s->dma_as);
}

static const Property tegra_dc_properties[] = {
    DEFINE_PROP_LINK("host1x", TegraDCState, host1x, TYPE_TEGRA_HOST1X,
                     TegraHost1xState *),
    DEFINE_PROP_LINK("dma", TegraDCState, dma_mr, TYPE_MEMORY_REGION,
                     MemoryRegion *),
    DEFINE_PROP_UINT8("head", TegraDCState, head, 0),
};

static void tegra_dc_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);
    TegraHost1xClientClass *cc = TEGRA_HOST1X_CLIENT_CLASS(klass);

    dc->desc = "NVIDIA Tegra20 display controller";
    dc->realize = tegra_dc_realize;
    dc->unrealize = tegra_dc_unrealize;
    dc->vmsd = &vmstate_tegra_dc;
    device_class_set_props(dc, tegra_dc_properties);
    set_bit(DEVICE_CATEGORY_DISPLAY, dc->categories);
    rc->phases.enter = tegra_dc_reset_enter;
    rc->phases.hold = tegra_dc_reset_hold;
    cc->method_write = tegra_dc_method_write;
    cc->method_read = tegra_dc_method_read;
    cc->idle = tegra_dc_idle;
    cc->method_name = tegra_dc_method_name;
    tegra_dc_add_properties(klass);
}

static const TypeInfo tegra_dc_types[] = {
    {
        .name = TYPE_TEGRA_DC,
        .parent = TYPE_SYS_BUS_DEVICE,
        .instance_size = sizeof(TegraDCState),
        .instance_init = tegra_dc_init,
        .instance_finalize = tegra_dc_finalize,
        .class_init = tegra_dc_class_init,
        .interfaces = (const InterfaceInfo[]) {
            { TYPE_TEGRA_HOST1X_CLIENT },
            { }
        },
    },
};

DEFINE_TYPES(tegra_dc_types)
