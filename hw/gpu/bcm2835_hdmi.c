/*
 * BCM2835 HDMI output
 *
 * Registers, which are storage but for the few that software polls, and the
 * console.  There is always a monitor, whose EDID is on the third I2C
 * controller.  Audio and CEC are not modelled.
 * [videocore-iv-v3d.rst, HDMI]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qemu/log.h"
#include "hw/core/irq.h"
#include "hw/core/qdev-properties.h"
#include "migration/vmstate.h"
#include "ui/console.h"
#include "hw/display/i2c-ddc.h"
#include "hw/gpu/bcm2835_hdmi.h"
#include "trace.h"

/* ---- Console ---- */

/* Return true and the size of the picture, if there is one. */
static bool bcm2835_hdmi_get_mode(BCM2835HDMIState *s, int *width, int *height)
{
    return FIELD_EX32(s->hd[R_HD_VID_CTL], HD_VID_CTL, ENABLE) &&
           bcm2835_pv_feeds(s->pv, PV_CLK_DPI_SMI_HDMI) &&
           bcm2835_hvs_get_mode(s->pv->hvs, s->pv->channel, width, height);
}

static void bcm2835_hdmi_blank(BCM2835HDMIState *s)
{
    if (!s->invalid) {
        qemu_console_set_surface(s->con, NULL);
        s->invalid = true;
    }
}

static bool bcm2835_hdmi_gfx_update(void *opaque)
{
    BCM2835HDMIState *s = opaque;
    int width, height;

    if (!bcm2835_hdmi_get_mode(s, &width, &height)) {
        bcm2835_hdmi_blank(s);
        return true;
    }
    if (qemu_console_get_width(s->con, 0) != width ||
        qemu_console_get_height(s->con, 0) != height) {
        trace_bcm2835_hdmi_mode(width, height);
        s->invalid = true;
    }
    if (s->invalid) {
        qemu_console_resize(s->con, width, height);
    }
    bcm2835_hvs_draw(s->pv->hvs, s->pv->channel, s->con, s->invalid);
    s->invalid = false;
    return true;
}

static void bcm2835_hdmi_invalidate(void *opaque)
{
    BCM2835HDMIState *s = opaque;

    s->invalid = true;
}

static const GraphicHwOps bcm2835_hdmi_gfx_ops = {
    .invalidate = bcm2835_hdmi_invalidate,
    .gfx_update = bcm2835_hdmi_gfx_update,
};

/* Give the console to whom it belongs. */
static void bcm2835_hdmi_update_console(BCM2835HDMIState *s)
{
    s->con = s->fb->con;
    bcm2835_fb_lend_console(s->fb, s->has_console ? &bcm2835_hdmi_gfx_ops
                                                  : NULL, s);
    s->invalid = true;
}

/* ---- The core ---- */

static void bcm2835_hdmi_update_irq(BCM2835HDMIState *s)
{
    uint32_t pending = s->core[R_HDMI_CPU_STATUS] &
                       ~s->core[R_HDMI_CPU_MASK_STATUS];

    qemu_set_irq(s->irq[0], pending != 0);
}

static uint64_t bcm2835_hdmi_core_read(void *opaque, hwaddr addr, unsigned size)
{
    BCM2835HDMIState *s = opaque;
    uint32_t value = s->core[addr / 4];

    switch (addr / 4) {
    case R_HDMI_HOTPLUG:
        value = R_HDMI_HOTPLUG_CONNECTED_MASK;
        break;
    case R_HDMI_FIFO_CTL:
        value |= R_HDMI_FIFO_CTL_RECENTER_DONE_MASK;
        break;
    case R_HDMI_RAM_PACKET_STATUS:
        value = FIELD_EX32(s->core[R_HDMI_RAM_PACKET_CONFIG],
                           HDMI_RAM_PACKET_CONFIG, ENABLES);
        break;
    case R_HDMI_SCHEDULER_CONTROL:
        value = FIELD_DP32(value, HDMI_SCHEDULER_CONTROL, HDMI_ACTIVE,
                           FIELD_EX32(value, HDMI_SCHEDULER_CONTROL,
                                      MODE_HDMI));
        break;
    }
    trace_bcm2835_hdmi_read("core", addr, value);
    return value;
}

static void bcm2835_hdmi_core_write(void *opaque, hwaddr addr, uint64_t value,
                                    unsigned size)
{
    BCM2835HDMIState *s = opaque;

    trace_bcm2835_hdmi_write("core", addr, value);
    switch (addr / 4) {
    case R_HDMI_CORE_REV:
    case R_HDMI_HOTPLUG:
    case R_HDMI_RAM_PACKET_STATUS:
        break;
    case R_HDMI_CPU_SET:
        s->core[R_HDMI_CPU_STATUS] |= value;
        break;
    case R_HDMI_CPU_CLEAR:
        s->core[R_HDMI_CPU_STATUS] &= ~value;
        break;
    case R_HDMI_CPU_MASK_SET:
        s->core[R_HDMI_CPU_MASK_STATUS] |= value;
        break;
    case R_HDMI_CPU_MASK_CLEAR:
        s->core[R_HDMI_CPU_MASK_STATUS] &= ~value;
        break;
    default:
        s->core[addr / 4] = value;
        break;
    }
    bcm2835_hdmi_update_irq(s);
}

/* ---- The HD block ---- */

static uint64_t bcm2835_hdmi_hd_read(void *opaque, hwaddr addr, unsigned size)
{
    BCM2835HDMIState *s = opaque;
    uint32_t value = s->hd[addr / 4];

    if (addr / 4 == R_HD_MAI_CTL) {
        value |= R_HD_MAI_CTL_EMPTY_MASK;
    }
    trace_bcm2835_hdmi_read("hd", addr, value);
    return value;
}

static void bcm2835_hdmi_write_vid_ctl(BCM2835HDMIState *s, uint32_t value)
{
    s->hd[R_HD_VID_CTL] = value & ~R_HD_VID_CTL_FRAME_COUNTER_RESET_MASK;
    if (FIELD_EX32(value, HD_VID_CTL, ENABLE) && !s->has_console) {
        s->has_console = true;
        bcm2835_hdmi_update_console(s);
    }
}

/* Write MAI_CTL: errors are cleared, reset and flush are over at once. */
static void bcm2835_hdmi_write_mai_ctl(BCM2835HDMIState *s, uint32_t value)
{
    s->hd[R_HD_MAI_CTL] = value & ~(R_HD_MAI_CTL_RESET_MASK |
                                    R_HD_MAI_CTL_FLUSH_MASK |
                                    R_HD_MAI_CTL_ERRORF_MASK |
                                    R_HD_MAI_CTL_ERRORE_MASK |
                                    R_HD_MAI_CTL_DLATE_MASK);
}

static void bcm2835_hdmi_hd_write(void *opaque, hwaddr addr, uint64_t value,
                                  unsigned size)
{
    BCM2835HDMIState *s = opaque;

    trace_bcm2835_hdmi_write("hd", addr, value);
    switch (addr / 4) {
    case R_HD_VID_CTL:
        bcm2835_hdmi_write_vid_ctl(s, value);
        break;
    case R_HD_MAI_CTL:
        bcm2835_hdmi_write_mai_ctl(s, value);
        break;
    case R_HD_M_CTL:
        s->hd[R_HD_M_CTL] = value;
        if (FIELD_EX32(value, HD_M_CTL, SW_RST)) {
            memset(s->core, 0, sizeof(s->core));
            bcm2835_hdmi_update_irq(s);
        }
        break;
    default:
        s->hd[addr / 4] = value;
        break;
    }
}

static const MemoryRegionOps bcm2835_hdmi_ops[2] = {
    {
        .read = bcm2835_hdmi_core_read,
        .write = bcm2835_hdmi_core_write,
        .endianness = DEVICE_LITTLE_ENDIAN,
        .valid.min_access_size = 4,
        .valid.max_access_size = 4,
    }, {
        .read = bcm2835_hdmi_hd_read,
        .write = bcm2835_hdmi_hd_write,
        .endianness = DEVICE_LITTLE_ENDIAN,
        .valid.min_access_size = 4,
        .valid.max_access_size = 4,
    },
};

/* ---- The monitor's EDID ---- */

/* Answer, unless a device that the user has put at the same address does. */
static bool bcm2835_ddc_match(I2CSlave *i2c, uint8_t address, bool broadcast,
                              I2CNodeList *current_devs)
{
    ObjectClass *parent = object_class_by_name(TYPE_I2CDDC);

    return QLIST_EMPTY(current_devs) &&
           I2C_SLAVE_CLASS(parent)->match_and_add(i2c, address, broadcast,
                                                  current_devs);
}

/* i2c-ddc makes its EDID before it has its properties. */
static void bcm2835_ddc_realize(DeviceState *dev, Error **errp)
{
    I2CDDCState *s = I2CDDC(dev);

    qemu_edid_generate(s->edid_blob, sizeof(s->edid_blob), &s->edid_info);
}

static void bcm2835_ddc_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    I2CSlaveClass *sc = I2C_SLAVE_CLASS(klass);

    dc->desc = "EDID of the Raspberry Pi's monitor";
    dc->user_creatable = false;
    dc->realize = bcm2835_ddc_realize;
    sc->match_and_add = bcm2835_ddc_match;
}

/* ---- Life cycle ---- */

static void bcm2835_hdmi_reset_enter(Object *obj, ResetType type)
{
    BCM2835HDMIState *s = BCM2835_HDMI(obj);

    memset(s->core, 0, sizeof(s->core));
    memset(s->hd, 0, sizeof(s->hd));
    s->has_console = false;
}

static void bcm2835_hdmi_reset_hold(Object *obj, ResetType type)
{
    BCM2835HDMIState *s = BCM2835_HDMI(obj);

    bcm2835_hdmi_update_irq(s);
    bcm2835_hdmi_update_console(s);
}

static int bcm2835_hdmi_post_load(void *opaque, int version_id)
{
    bcm2835_hdmi_update_console(opaque);
    return 0;
}

static const VMStateDescription vmstate_bcm2835_hdmi = {
    .name = TYPE_BCM2835_HDMI,
    .version_id = 1,
    .minimum_version_id = 1,
    .post_load = bcm2835_hdmi_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32_ARRAY(core, BCM2835HDMIState,
                             BCM2835_HDMI_CORE_SIZE / 4),
        VMSTATE_UINT32_ARRAY(hd, BCM2835HDMIState, BCM2835_HDMI_HD_SIZE / 4),
        VMSTATE_BOOL(has_console, BCM2835HDMIState),
        VMSTATE_END_OF_LIST()
    }
};

static void bcm2835_hdmi_init(Object *obj)
{
    BCM2835HDMIState *s = BCM2835_HDMI(obj);
    SysBusDevice *sbd = SYS_BUS_DEVICE(obj);

    memory_region_init_io(&s->core_mr, obj, &bcm2835_hdmi_ops[0], s,
                          "bcm2835-hdmi-core", BCM2835_HDMI_CORE_SIZE);
    memory_region_init_io(&s->hd_mr, obj, &bcm2835_hdmi_ops[1], s,
                          "bcm2835-hdmi-hd", BCM2835_HDMI_HD_SIZE);
    sysbus_init_mmio(sbd, &s->core_mr);
    sysbus_init_mmio(sbd, &s->hd_mr);
    sysbus_init_irq(sbd, &s->irq[0]);
    sysbus_init_irq(sbd, &s->irq[1]);
}

static void bcm2835_hdmi_realize(DeviceState *dev, Error **errp)
{
    BCM2835HDMIState *s = BCM2835_HDMI(dev);

    if (!s->pv || !s->fb) {
        error_setg(errp, "bcm2835-hdmi: the '%s' link is not set",
                   s->pv ? "fb" : "pv");
    }
}

static const Property bcm2835_hdmi_properties[] = {
    DEFINE_PROP_LINK("pv", BCM2835HDMIState, pv, TYPE_BCM2835_PV,
                     BCM2835PVState *),
    DEFINE_PROP_LINK("fb", BCM2835HDMIState, fb, TYPE_BCM2835_FB,
                     BCM2835FBState *),
};

static void bcm2835_hdmi_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);

    dc->desc = "BCM2835 HDMI output";
    dc->realize = bcm2835_hdmi_realize;
    dc->vmsd = &vmstate_bcm2835_hdmi;
    device_class_set_props(dc, bcm2835_hdmi_properties);
    set_bit(DEVICE_CATEGORY_DISPLAY, dc->categories);
    rc->phases.enter = bcm2835_hdmi_reset_enter;
    rc->phases.hold = bcm2835_hdmi_reset_hold;
}

static const TypeInfo bcm2835_hdmi_types[] = {
    {
        .name = TYPE_BCM2835_HDMI,
        .parent = TYPE_SYS_BUS_DEVICE,
        .instance_size = sizeof(BCM2835HDMIState),
        .instance_init = bcm2835_hdmi_init,
        .class_init = bcm2835_hdmi_class_init,
    }, {
        .name = TYPE_BCM2835_DDC,
        .parent = TYPE_I2CDDC,
        .instance_size = sizeof(I2CDDCState),
        .class_init = bcm2835_ddc_class_init,
    },
};

DEFINE_TYPES(bcm2835_hdmi_types)
