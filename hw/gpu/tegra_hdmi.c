/*
 * NVIDIA Tegra20 HDMI output: registers and console
 *
 * The registers are mostly plain storage: nothing depends on the TMDS side.
 * The monitor is the QEMU console, which shows the display controller that
 * INPUT_CONTROL selects.  [tegra-dc.rst, HDMI]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qemu/log.h"
#include "qemu/main-loop.h"
#include "qemu/timer.h"
#include "hw/arm/tegra/tegra_clock.h"
#include "hw/core/irq.h"
#include "hw/core/qdev-clock.h"
#include "hw/core/qdev-properties.h"
#include "migration/vmstate.h"
#include "system/runstate.h"
#include "tegra_hdmi_monitor.h"
#include "tegra_hdmi_regfile.h"
#include "trace.h"

/* ---- Registers ---- */

/* Return why register @reg cannot be reached, or NULL */
static const char *tegra_hdmi_unreachable(TegraHDMIState *s, uint32_t reg)
{
    return s->in_reset ? "in reset" :
           clock_has_source(s->clk) && !clock_is_enabled(s->clk)
           ? "not clocked" :
           reg >= TEGRA_HDMI_NUM_REGS ? "out of range" : NULL;
}

static uint64_t tegra_hdmi_read(void *opaque, hwaddr offset, unsigned size)
{
    TegraHDMIState *s = opaque;
    uint32_t reg = offset / 4;
    const char *why = tegra_hdmi_unreachable(s, reg);
    uint32_t value = why ? 0 : s->regs[reg];
    TegraHDMILabel label;

    if (why) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-hdmi: read of %s (0x%02x) %s\n",
                      tegra_hdmi_reg_label(reg, &label), reg, why);
    }
    if (trace_event_get_state_backends(TRACE_TEGRA_HDMI_READ)) {
        trace_tegra_hdmi_read(tegra_hdmi_reg_label(reg, &label), reg, value);
    }
    return value;
}

static void tegra_hdmi_write(void *opaque, hwaddr offset, uint64_t value,
                             unsigned size)
{
    TegraHDMIState *s = opaque;
    uint32_t reg = offset / 4;
    const char *why = tegra_hdmi_unreachable(s, reg);
    TegraHDMILabel label;

    if (trace_event_get_state_backends(TRACE_TEGRA_HDMI_WRITE)) {
        trace_tegra_hdmi_write(tegra_hdmi_reg_label(reg, &label), reg, value);
    }
    if (!why) {
        s->regs[reg] = tegra_hdmi_reg_merge(reg, s->regs[reg], value);
    } else if (reg != R_HDMI_HDA_PRESENSE) {
        /* Linux writes HDA_PRESENSE whenever it finds no monitor */
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-hdmi: write of %s (0x%02x) <- "
                      "0x%08x %s\n", tegra_hdmi_reg_label(reg, &label), reg,
                      (uint32_t)value, why);
    }
}

static const MemoryRegionOps tegra_hdmi_ops = {
    .read = tegra_hdmi_read,
    .write = tegra_hdmi_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid.min_access_size = 4,
    .valid.max_access_size = 4,
};

/* ---- Console ---- */

static TegraDCState *tegra_hdmi_source(TegraHDMIState *s)
{
    return s->dc[FIELD_EX32(s->regs[R_HDMI_INPUT_CONTROL],
                            HDMI_INPUT_CONTROL, HEAD)];
}

static void tegra_hdmi_blank(TegraHDMIState *s)
{
    if (s->shown || s->invalid) {
        qemu_console_set_surface(s->con, NULL);
        s->shown = NULL;
        s->invalid = false;
    }
}

/* Return true if lines of @s->shown can be drawn to the surface */
static bool tegra_hdmi_fits(TegraHDMIState *s)
{
    TegraDCState *dc = tegra_hdmi_source(s);
    int width, height;

    return tegra_hdmi_monitor_present(s) && s->shown == dc &&
           tegra_dc_get_mode(dc, &width, &height) &&
           qemu_console_get_width(s->con, 0) == width &&
           qemu_console_get_height(s->con, 0) == height;
}

/* Give the surface the size of the picture; false if there is none. */
static bool tegra_hdmi_prepare(TegraHDMIState *s)
{
    TegraDCState *dc = tegra_hdmi_source(s);
    int width, height;

    if (!tegra_hdmi_monitor_present(s) ||
        !tegra_dc_get_mode(dc, &width, &height)) {
        tegra_hdmi_blank(s);
        return false;
    }
    if (!tegra_hdmi_fits(s)) {
        trace_tegra_hdmi_mode(dc->head, width, height);
        qemu_console_resize(s->con, width, height);
        s->shown = dc;
        s->invalid = true;
    }
    return true;
}

/* Begin a draw; false if there is nothing to draw */
static bool tegra_hdmi_draw_begin(TegraHDMIState *s)
{
    s->again = false;
    s->drawing = tegra_hdmi_prepare(s) ? s->shown : NULL;
    if (s->drawing) {
        tegra_dc_draw_begin(s->drawing, s->invalid);
        s->invalid = false;
    }
    return s->drawing;
}

/* End a draw: nobody waits any more */
static void tegra_hdmi_draw_end(TegraHDMIState *s)
{
    s->drawing = NULL;
    qemu_console_hw_update_done(s->con);
}

/* Draw some lines; true if they are the last or a new draw is called for */
static bool tegra_hdmi_draw_some(TegraHDMIState *s)
{
    if (s->drawing == s->shown && tegra_hdmi_fits(s)) {
        return tegra_dc_draw_lines(s->drawing, s->con);
    }
    tegra_dc_draw_stop(s->drawing);
    return true;
}

/*
 * Draw some lines; the rest later, while the rest of QEMU has its turn.  The
 * timer is the host's: a machine that is stopped has a picture, too.
 */
static void tegra_hdmi_draw(void *opaque)
{
    TegraHDMIState *s = opaque;

    if (tegra_hdmi_draw_some(s) && !(s->again && tegra_hdmi_draw_begin(s))) {
        tegra_hdmi_draw_end(s);
        return;
    }
    timer_mod(s->draw_timer, qemu_clock_get_ms(QEMU_CLOCK_REALTIME) + 1);
}

/*
 * Begin a draw, if none is under way.  One that is serves whoever asks
 * meanwhile, except that lines it has drawn may be older than a stop of the
 * machine or a load: whoever asks after that waits for one more draw.  Return
 * false if somebody has to wait.
 */
static bool tegra_hdmi_gfx_update(void *opaque)
{
    TegraHDMIState *s = opaque;

    if (s->drawing) {
        s->again |= s->invalid || !runstate_is_running();
        return false;
    }
    if (!tegra_hdmi_draw_begin(s)) {
        return true;
    }
    tegra_hdmi_draw(s);
    return false;
}

static void tegra_hdmi_invalidate(void *opaque)
{
    TegraHDMIState *s = opaque;

    s->invalid = true;
}

static const GraphicHwOps tegra_hdmi_gfx_ops = {
    .invalidate = tegra_hdmi_invalidate,
    .gfx_update = tegra_hdmi_gfx_update,
};

/* ---- Life cycle ---- */

static void tegra_hdmi_reset_line(void *opaque, int n, int level)
{
    TegraHDMIState *s = opaque;

    s->in_reset = level;
    if (level) {
        memset(s->regs, 0, sizeof(s->regs));
    }
}

static void tegra_hdmi_reset_enter(Object *obj, ResetType type)
{
    TegraHDMIState *s = TEGRA_HDMI(obj);

    memset(s->regs, 0, sizeof(s->regs));
}

/* Update the lines; the monitor is not part of the chip and stays as it is */
static void tegra_hdmi_reset_hold(Object *obj, ResetType type)
{
    TegraHDMIState *s = TEGRA_HDMI(obj);

    qemu_set_irq(s->irq, 0);
    tegra_hdmi_monitor_update(s);
}

static int tegra_hdmi_post_load(void *opaque, int version_id)
{
    TegraHDMIState *s = opaque;

    s->invalid = true;
    return 0;
}

static const VMStateDescription vmstate_tegra_hdmi = {
    .name = TYPE_TEGRA_HDMI,
    .version_id = 1,
    .minimum_version_id = 1,
    .post_load = tegra_hdmi_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32_ARRAY(regs, TegraHDMIState, TEGRA_HDMI_NUM_REGS),
        VMSTATE_BOOL(in_reset, TegraHDMIState),
        VMSTATE_TEGRA_CLOCK(clk, TegraHDMIState),
        /* Last: a load that ends before has not touched the monitor */
        VMSTATE_WITH_TMP(TegraHDMIState, TegraHDMIMonitorTmp,
                         tegra_hdmi_vmstate_monitor),
        VMSTATE_END_OF_LIST()
    }
};

static void tegra_hdmi_init(Object *obj)
{
    TegraHDMIState *s = TEGRA_HDMI(obj);
    SysBusDevice *sbd = SYS_BUS_DEVICE(obj);

    memory_region_init_io(&s->iomem, obj, &tegra_hdmi_ops, s,
                          TYPE_TEGRA_HDMI, TEGRA_HDMI_MMIO_SIZE);
    sysbus_init_mmio(sbd, &s->iomem);
    sysbus_init_irq(sbd, &s->irq);
    qdev_init_gpio_in_named(DEVICE(obj), tegra_hdmi_reset_line, "reset", 1);
    qdev_init_gpio_out_named(DEVICE(obj), &s->hpd, "hpd", 1);
    s->clk = qdev_init_clock_in(DEVICE(obj), "clk", NULL, NULL, 0);
    tegra_hdmi_monitor_init(s);
}

static void tegra_hdmi_finalize(Object *obj)
{
    tegra_hdmi_monitor_finalize(TEGRA_HDMI(obj));
}

static void tegra_hdmi_realize(DeviceState *dev, Error **errp)
{
    TegraHDMIState *s = TEGRA_HDMI(dev);

    if (!s->dc[0] || !s->dc[1]) {
        error_setg(errp, "tegra-hdmi: the '%s' link is not set",
                   s->dc[0] ? "dc1" : "dc0");
        return;
    }
    if (!tegra_hdmi_monitor_realize(s, errp)) {
        return;
    }
    /* Not of the main loop, which has no turn while HMP's screendump waits */
    s->draw_timer = aio_timer_new(qemu_get_aio_context(), QEMU_CLOCK_REALTIME,
                                  SCALE_MS, tegra_hdmi_draw, s);
    s->con = qemu_graphic_console_create(dev, 0, &tegra_hdmi_gfx_ops, s);
    s->invalid = true;
}

static void tegra_hdmi_unrealize(DeviceState *dev)
{
    TegraHDMIState *s = TEGRA_HDMI(dev);

    if (s->drawing) {
        tegra_dc_draw_stop(s->drawing);
        tegra_hdmi_draw_end(s);
    }
    timer_free(s->draw_timer);
    qemu_graphic_console_close(s->con);
}

static const Property tegra_hdmi_properties[] = {
    DEFINE_PROP_LINK("dc0", TegraHDMIState, dc[0], TYPE_TEGRA_DC,
                     TegraDCState *),
    DEFINE_PROP_LINK("dc1", TegraHDMIState, dc[1], TYPE_TEGRA_DC,
                     TegraDCState *),
    DEFINE_PROP_LINK("ddc", TegraHDMIState, ddc, TYPE_TEGRA_DDC,
                     TegraDDCState *),
};

static void tegra_hdmi_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);

    dc->desc = "NVIDIA Tegra20 HDMI output";
    dc->realize = tegra_hdmi_realize;
    dc->unrealize = tegra_hdmi_unrealize;
    dc->vmsd = &vmstate_tegra_hdmi;
    device_class_set_props(dc, tegra_hdmi_properties);
    set_bit(DEVICE_CATEGORY_DISPLAY, dc->categories);
    rc->phases.enter = tegra_hdmi_reset_enter;
    rc->phases.hold = tegra_hdmi_reset_hold;
    tegra_hdmi_monitor_add_properties(klass);
}

static const TypeInfo tegra_hdmi_types[] = {
    {
        .name = TYPE_TEGRA_HDMI,
        .parent = TYPE_SYS_BUS_DEVICE,
        .instance_size = sizeof(TegraHDMIState),
        .instance_init = tegra_hdmi_init,
        .instance_finalize = tegra_hdmi_finalize,
        .class_init = tegra_hdmi_class_init,
    },
};

DEFINE_TYPES(tegra_hdmi_types)
