/*
 * NVIDIA Tegra20 display controller: the device
 *
 * Register side effects, the frame timer, sync point increments, interrupts,
 * the host1x client and the life cycle.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qemu/log.h"
#include "qemu/timer.h"
#include "hw/irq.h"
#include "hw/qdev-clock.h"
#include "hw/qdev-properties.h"
#include "migration/vmstate.h"
#include "tegra_dc_internal.h"
#include "trace.h"

/* Bounds of the frame rate: the guest's timing registers cannot leave them */
#define TEGRA_DC_MIN_HZ     1
#define TEGRA_DC_MAX_HZ     240
#define TEGRA_DC_DEFAULT_HZ 60

/* Conditions of INCR_SYNCPT: [tegra-dc.rst, Sync point increments] */
enum {
    INCR_IMMEDIATE = 0,
    INCR_OP_DONE = 1,
    INCR_RD_DONE = 2,
    INCR_REG_WR_SAFE = 3,
    INCR_GENERAL_HSPI = 4,
    INCR_GENERAL_LAST = 7,
};

/* ---- Time ---- */

bool tegra_dc_is_showing(const TegraDCState *s)
{
    return !s->in_reset &&
           FIELD_EX32(tegra_dc_active(s, R_DC_DISPLAY_COMMAND),
                      DC_DISPLAY_COMMAND, MODE) != DC_MODE_STOP &&
           FIELD_EX32(tegra_dc_active(s, R_DC_DISPLAY_POWER_CONTROL),
                      DC_DISPLAY_POWER_CONTROL, PW0);
}

/* True while frames follow each other, or the one asked for is under way */
static bool tegra_dc_is_scanning(const TegraDCState *s)
{
    return tegra_dc_is_showing(s) &&
           (FIELD_EX32(tegra_dc_active(s, R_DC_DISPLAY_COMMAND),
                       DC_DISPLAY_COMMAND, MODE) != DC_MODE_NC_DISPLAY ||
            s->nc_trigger);
}

static bool tegra_dc_clocked(const TegraDCState *s)
{
    return !clock_has_source(s->clk) || clock_is_enabled(s->clk);
}

static uint64_t tegra_dc_sum(const TegraDCState *s, bool vertical)
{
    static const uint16_t regs[] = {
        R_DC_SYNC_WIDTH, R_DC_BACK_PORCH, R_DC_DISP_ACTIVE, R_DC_FRONT_PORCH,
    };
    uint64_t sum = 0;

    for (int i = 0; i < ARRAY_SIZE(regs); i++) {
        uint32_t value = tegra_dc_active(s, regs[i]);

        sum += vertical ? SHARED_FIELD_EX32(value, DC_TIMING_V)
                        : SHARED_FIELD_EX32(value, DC_TIMING_H);
    }
    return sum;
}

/* Module clocks per frame: [tegra-dc.rst, Frame rate] */
static uint64_t tegra_dc_frame_ticks(const TegraDCState *s)
{
    /* The pixel clock divider by its code, times two */
    static const uint8_t twice[16] = {
        2, 3, 4, 6, 8, 12, 16, 18, 24, 32, 36, 48, 26, 2, 2, 2
    };
    uint32_t div = tegra_dc_active(s, R_DC_DISP_CLOCK_CONTROL);
    uint64_t shift = FIELD_EX32(div, DC_DISP_CLOCK_CONTROL, SHIFT_DIV) + 2;
    uint64_t pixel = twice[FIELD_EX32(div, DC_DISP_CLOCK_CONTROL, PIXEL_DIV)];

    return tegra_dc_sum(s, false) * tegra_dc_sum(s, true) * shift * pixel / 4;
}

static int64_t tegra_dc_frame_ns(const TegraDCState *s)
{
    uint64_t ns;

    if (!clock_has_source(s->clk)) {
        return NANOSECONDS_PER_SECOND / TEGRA_DC_DEFAULT_HZ;
    }
    ns = clock_ticks_to_ns(s->clk, tegra_dc_frame_ticks(s));
    return MIN(MAX(ns, NANOSECONDS_PER_SECOND / TEGRA_DC_MAX_HZ),
               NANOSECONDS_PER_SECOND / TEGRA_DC_MIN_HZ);
}

/* Start or stop the frame timer to suit the state; a running one goes on */
static void tegra_dc_update_timer(TegraDCState *s)
{
    bool run = tegra_dc_is_scanning(s) && tegra_dc_clocked(s);

    if (!run) {
        timer_del(&s->frame_timer);
    } else if (!timer_pending(&s->frame_timer)) {
        s->frame_time = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL) +
                        tegra_dc_frame_ns(s);
        timer_mod(&s->frame_timer, s->frame_time);
    }
}

static void tegra_dc_clk_update(void *opaque, ClockEvent event)
{
    TegraDCState *s = opaque;

    /* The frame under way begins again at the new rate */
    if (DEVICE(s)->realized) {
        timer_del(&s->frame_timer);
        tegra_dc_update_timer(s);
    }
}

/* ---- Interrupts and sync points ---- */

static void tegra_dc_update_irq(TegraDCState *s)
{
    qemu_set_irq(s->irq, (tegra_dc_active(s, R_DC_INT_STATUS) &
                          tegra_dc_active(s, R_DC_INT_MASK)) != 0);
}

static void tegra_dc_raise(TegraDCState *s, uint32_t events)
{
    uint32_t *regs = s->regs[TEGRA_DC_ACTIVE].common;

    regs[R_DC_INT_STATUS] |= events & regs[R_DC_INT_ENABLE];
    tegra_dc_update_irq(s);
}

static uint32_t *tegra_dc_incr_error(TegraDCState *s, int port)
{
    return &s->regs[TEGRA_DC_ACTIVE].common[R_DC_GENERAL_INCR_SYNCPT_ERROR +
                                            port * 8];
}

static void tegra_dc_run_incrs(TegraDCState *s)
{
    for (int port = 0; port < TEGRA_DC_NUM_INCR; port++) {
        TegraDCIncr *q = &s->incr[port];

        for (int i = 0; i < q->count; i++) {
            tegra_host1x_syncpt_incr(s->host1x, q->entry[i]);
        }
        q->count = 0;
    }
}

/* A window access is done at once when no frame is being fetched */
static bool tegra_dc_incr_is_ready(TegraDCState *s, uint32_t cond)
{
    return cond == INCR_IMMEDIATE || cond == INCR_GENERAL_HSPI ||
           (cond <= INCR_REG_WR_SAFE && !tegra_dc_is_scanning(s));
}

static void tegra_dc_incr_syncpt(TegraDCState *s, int port, uint32_t value)
{
    uint32_t id = FIELD_EX32(value, DC_GENERAL_INCR_SYNCPT, INDX);
    uint32_t cond = FIELD_EX32(value, DC_GENERAL_INCR_SYNCPT, COND);
    uint32_t last = port ? INCR_REG_WR_SAFE : INCR_GENERAL_LAST;
    TegraDCIncr *q = &s->incr[port];

    if (cond > last) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-dc.%d: INCR_SYNCPT port %d: no "
                      "condition %u (0x%08x)\n", s->head, port, cond, value);
        return;
    }
    if (tegra_dc_incr_is_ready(s, cond)) {
        tegra_host1x_syncpt_incr(s->host1x, id);
    } else if (q->count < TEGRA_DC_INCR_DEPTH) {
        q->entry[q->count++] = id;
    } else {
        *tegra_dc_incr_error(s, port) |= 1u << cond;
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-dc.%d: INCR_SYNCPT port %d: "
                      "increment of %u lost\n", s->head, port, id);
    }
}

static void tegra_dc_incr_reset(TegraDCState *s, int port)
{
    s->incr[port].count = 0;
    *tegra_dc_incr_error(s, port) = 0;
}

/* ---- Latching and frames ---- */

/* The ACTIVE registers may have changed */
static void tegra_dc_activated(TegraDCState *s, bool changed)
{
    if (changed) {
        tegra_dc_scanout_configure(s);
    }
    tegra_dc_update_timer(s);
}

static void tegra_dc_latch(TegraDCState *s)
{
    uint32_t groups = s->act_req;
    bool changed;

    if (!groups) {
        return;
    }
    s->act_req = 0;
    changed = tegra_dc_regs_activate(s, groups);
    trace_tegra_dc_latch(s->head, groups, changed);
    tegra_dc_activated(s, changed);
}

static void tegra_dc_count_frame(TegraDCState *s)
{
    uint32_t vsync = tegra_dc_active(s, R_DC_CONT_SYNCPT_VSYNC);

    if (FIELD_EX32(vsync, DC_CONT_SYNCPT_VSYNC, EN)) {
        tegra_host1x_syncpt_incr(s->host1x,
                                 FIELD_EX32(vsync, DC_CONT_SYNCPT_VSYNC,
                                            INDX));
    }
    tegra_dc_run_incrs(s);
}

static void tegra_dc_update_crc(TegraDCState *s)
{
    uint32_t *regs = s->regs[TEGRA_DC_ACTIVE].common;

    if (FIELD_EX32(regs[R_DC_CRC_CONTROL], DC_CRC_CONTROL, ENABLE)) {
        regs[R_DC_CRC_CHECKSUM] = tegra_dc_scanout_crc(s);
        regs[R_DC_CRC_CHECKSUM_LATCHED] = regs[R_DC_CRC_CHECKSUM];
    }
}

/*
 * Frame boundary.  The order matters: software releases the old buffer as
 * soon as it sees the count move, so the new one has to be latched before.
 * [tegra-dc.rst, Frame boundary]
 */
static void tegra_dc_frame(void *opaque)
{
    TegraDCState *s = opaque;
    int64_t now = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);

    trace_tegra_dc_frame(s->head, now);
    s->nc_trigger = false;
    /* Re-arm from the old deadline, so that the rate does not drift */
    if (tegra_dc_is_scanning(s)) {
        s->frame_time = MAX(s->frame_time, now - tegra_dc_frame_ns(s)) +
                        tegra_dc_frame_ns(s);
        timer_mod(&s->frame_timer, s->frame_time);
    }
    tegra_dc_update_crc(s);
    tegra_dc_latch(s);
    tegra_dc_count_frame(s);
    tegra_dc_raise(s, R_DC_INT_STATUS_V_BLANK_MASK |
                      R_DC_INT_STATUS_FRAME_END_MASK);
}

static void tegra_dc_state_control(TegraDCState *s, uint32_t value)
{
    tegra_dc_regs_arm(s, FIELD_EX32(value, DC_STATE_CONTROL, UPDATE));
    s->act_req |= FIELD_EX32(value, DC_STATE_CONTROL, ACT_REQ);
    if (!tegra_dc_is_scanning(s)) {
        tegra_dc_latch(s);
    }
    if (FIELD_EX32(value, DC_STATE_CONTROL, NC_HOST_TRIG)) {
        s->nc_trigger = true;
        tegra_dc_update_timer(s);
    }
}

/* ---- Register access ---- */

static bool tegra_dc_accessible(TegraDCState *s, const char *what, uint32_t reg)
{
    if (!s->in_reset && tegra_dc_clocked(s)) {
        return true;
    }
    qemu_log_mask(LOG_GUEST_ERROR, "tegra-dc.%d: %s of register 0x%03x while "
                  "%s\n", s->head, what, reg,
                  s->in_reset ? "in reset" : "not clocked");
    return false;
}

static uint32_t tegra_dc_read_reg(TegraDCState *s, uint32_t reg)
{
    uint32_t value = 0;

    if (tegra_dc_accessible(s, "read", reg)) {
        value = reg == R_DC_STATE_CONTROL ? s->act_req
                                          : tegra_dc_regs_load(s, reg);
    }
    trace_tegra_dc_read(s->head, tegra_dc_reg_name(reg) ?: "?", reg, value);
    return value;
}

static void tegra_dc_store(TegraDCState *s, uint32_t reg, uint32_t value)
{
    bool direct = FIELD_EX32(tegra_dc_active(s, R_DC_STATE_ACCESS),
                             DC_STATE_ACCESS, WRITE_MUX);

    tegra_dc_regs_store(s, reg, value);
    if (direct) {
        tegra_dc_activated(s, true);
    }
}

static void tegra_dc_write_reg(TegraDCState *s, uint32_t reg, uint32_t value)
{
    uint32_t *status = &s->regs[TEGRA_DC_ACTIVE].common[R_DC_INT_STATUS];

    trace_tegra_dc_write(s->head, tegra_dc_reg_name(reg) ?: "?", reg, value);
    if (!tegra_dc_accessible(s, "write", reg)) {
        return;
    }
    switch (reg) {
    case R_DC_GENERAL_INCR_SYNCPT:
    case R_DC_WIN_A_INCR_SYNCPT:
    case R_DC_WIN_B_INCR_SYNCPT:
    case R_DC_WIN_C_INCR_SYNCPT:
        tegra_dc_incr_syncpt(s, reg / 8, value);
        break;
    case R_DC_GENERAL_INCR_SYNCPT_CNTRL:
    case R_DC_WIN_A_INCR_SYNCPT_CNTRL:
    case R_DC_WIN_B_INCR_SYNCPT_CNTRL:
    case R_DC_WIN_C_INCR_SYNCPT_CNTRL:
        if (FIELD_EX32(value, DC_GENERAL_INCR_SYNCPT_CNTRL, SOFT_RESET)) {
            tegra_dc_incr_reset(s, reg / 8);
        }
        break;
    case R_DC_GENERAL_INCR_SYNCPT_ERROR:
    case R_DC_WIN_A_INCR_SYNCPT_ERROR:
    case R_DC_WIN_B_INCR_SYNCPT_ERROR:
    case R_DC_WIN_C_INCR_SYNCPT_ERROR:
        *tegra_dc_incr_error(s, reg / 8) &= ~value;
        return;
    case R_DC_INT_STATUS:
        *status &= ~value;
        tegra_dc_update_irq(s);
        return;
    case R_DC_STATE_CONTROL:
        tegra_dc_state_control(s, value);
        return;
    case R_DC_SIGNAL_RAISE:
    case R_DC_SIGNAL_RAISE1:
    case R_DC_SIGNAL_RAISE2:
    case R_DC_SIGNAL_RAISE3:
        qemu_log_mask(LOG_UNIMP, "tegra-dc.%d: signal raise 0x%08x\n",
                      s->head, value);
        break;
    }
    tegra_dc_store(s, reg, value);
    if (reg == R_DC_INT_MASK) {
        tegra_dc_update_irq(s);
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

/* ---- Life cycle ---- */

static void tegra_dc_clear(TegraDCState *s)
{
    tegra_dc_regs_reset(s);
    memset(s->incr, 0, sizeof(s->incr));
    s->act_req = 0;
    s->nc_trigger = false;
    timer_del(&s->frame_timer);
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

static int tegra_dc_post_load(void *opaque, int version_id)
{
    TegraDCState *s = opaque;

    for (int port = 0; port < TEGRA_DC_NUM_INCR; port++) {
        if (s->incr[port].count > TEGRA_DC_INCR_DEPTH) {
            return -EINVAL;
        }
    }
    if (s->act_req & ~DC_STATE_ALL) {
        return -EINVAL;
    }
    /* A timer without frames to count, or frames without it, is nonsense */
    if (timer_pending(&s->frame_timer) && !tegra_dc_is_scanning(s)) {
        return -EINVAL;
    }
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

static const VMStateDescription vmstate_tegra_dc_incr = {
    .name = "tegra-dc-incr",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT16_ARRAY(entry, TegraDCIncr, TEGRA_DC_INCR_DEPTH),
        VMSTATE_UINT8(count, TegraDCIncr),
        VMSTATE_END_OF_LIST()
    }
};

static const VMStateDescription vmstate_tegra_dc = {
    .name = TYPE_TEGRA_DC,
    .version_id = 1,
    .minimum_version_id = 1,
    .post_load = tegra_dc_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_STRUCT_ARRAY(regs, TegraDCState, TEGRA_DC_NUM_COPIES, 1,
                             vmstate_tegra_dc_regs, TegraDCRegs),
        VMSTATE_STRUCT_ARRAY(incr, TegraDCState, TEGRA_DC_NUM_INCR, 1,
                             vmstate_tegra_dc_incr, TegraDCIncr),
        VMSTATE_UINT32(act_req, TegraDCState),
        VMSTATE_BOOL(nc_trigger, TegraDCState),
        VMSTATE_BOOL(in_reset, TegraDCState),
        VMSTATE_INT64(frame_time, TegraDCState),
        VMSTATE_TIMER(frame_timer, TegraDCState),
        VMSTATE_CLOCK(clk, TegraDCState),
        VMSTATE_END_OF_LIST()
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

    tegra_dc_clear(s);
    address_space_destroy(&s->dma_as);
}

static const Property tegra_dc_properties[] = {
    DEFINE_PROP_LINK("host1x", TegraDCState, host1x, TYPE_TEGRA_HOST1X,
                     TegraHost1xState *),
    DEFINE_PROP_LINK("dma", TegraDCState, dma_mr, TYPE_MEMORY_REGION,
                     MemoryRegion *),
    DEFINE_PROP_UINT8("head", TegraDCState, head, 0),
};

static void tegra_dc_class_init(ObjectClass *klass, void *data)
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
}

static const TypeInfo tegra_dc_types[] = {
    {
        .name = TYPE_TEGRA_DC,
        .parent = TYPE_SYS_BUS_DEVICE,
        .instance_size = sizeof(TegraDCState),
        .instance_init = tegra_dc_init,
        .instance_finalize = tegra_dc_finalize,
        .class_init = tegra_dc_class_init,
        .interfaces = (InterfaceInfo[]) {
            { TYPE_TEGRA_HOST1X_CLIENT },
            { }
        },
    },
};

DEFINE_TYPES(tegra_dc_types)
