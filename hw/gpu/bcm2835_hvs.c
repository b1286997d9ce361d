/*
 * BCM2835 Hardware Video Scaler (HVS)
 *
 * Registers and frames.  The pictures are composed when somebody looks at them
 * (bcm2835_hvs_draw.c).  [videocore-iv-v3d.rst, HVS]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qemu/log.h"
#include "hw/core/irq.h"
#include "hw/core/qdev-properties.h"
#include "migration/vmstate.h"
#include "bcm2835_hvs_draw.h"
#include "trace.h"

static uint32_t *channel_reg(BCM2835HVSState *s, int channel, int reg)
{
    return &s->regs[reg + channel * BCM2835_HVS_CHANNEL_STRIDE / 4];
}

static bool channel_is_on(BCM2835HVSState *s, int channel)
{
    return FIELD_EX32(s->regs[R_HVS_DISPCTRL], HVS_DISPCTRL, ENABLE) &&
           FIELD_EX32(*channel_reg(s, channel, R_HVS_DISPCTRL0), HVS_DISPCTRL0,
                      ENABLE);
}

bool bcm2835_hvs_get_mode(BCM2835HVSState *s, int channel, int *width,
                          int *height)
{
    uint32_t ctrl = *channel_reg(s, channel, R_HVS_DISPCTRL0);

    *width = FIELD_EX32(ctrl, HVS_DISPCTRL0, WIDTH);
    *height = FIELD_EX32(ctrl, HVS_DISPCTRL0, HEIGHT);
    return channel_is_on(s, channel) && *width && *height;
}

/* ---- Interrupts ---- */

/* Does a channel's end of frame count? */
static bool channel_irq(BCM2835HVSState *s, int channel)
{
    uint32_t ctrl = s->regs[R_HVS_DISPCTRL];

    return s->regs[R_HVS_DISPSTAT] & R_HVS_DISPSTAT_EOF0_MASK << 8 * channel &&
           ctrl & R_HVS_DISPCTRL_DSP0EIEOF_MASK << 2 * channel &&
           ctrl & R_HVS_DISPCTRL_DISP0EIRQ_MASK << channel;
}

static uint32_t irq_status(BCM2835HVSState *s)
{
    uint32_t status = 0;

    for (int channel = 0; channel < BCM2835_HVS_CHANNELS; channel++) {
        if (channel_irq(s, channel)) {
            status |= R_HVS_DISPSTAT_IRQDISP0_MASK << channel;
        }
    }
    return status;
}

static void update_irq(BCM2835HVSState *s)
{
    qemu_set_irq(s->irq, irq_status(s) != 0);
}

void bcm2835_hvs_frame(BCM2835HVSState *s, int channel)
{
    uint32_t next = s->regs[R_HVS_DISPLIST0 + channel];

    if (!channel_is_on(s, channel)) {
        return;
    }
    if (next != s->regs[R_HVS_DISPLACT0 + channel]) {
        trace_bcm2835_hvs_flip(channel, s->regs[R_HVS_DISPLACT0 + channel],
                               next);
        s->regs[R_HVS_DISPLACT0 + channel] = next;
    }
    s->frames[channel]++;
    s->regs[R_HVS_DISPSTAT] |= R_HVS_DISPSTAT_EOF0_MASK << 8 * channel;
    update_irq(s);
}

/* ---- Registers ---- */

/* The status of a channel: its FIFO is never seen other than empty */
static uint32_t read_dispstat(BCM2835HVSState *s, int channel)
{
    uint32_t value = R_HVS_DISPSTAT0_EMPTY_MASK;

    value = FIELD_DP32(value, HVS_DISPSTAT0, MODE, channel_is_on(s, channel)
                       ? HVS_MODE_RUN : HVS_MODE_DISABLED);
    if (channel == 1) {
        value = FIELD_DP32(value, HVS_DISPSTAT1, FRAME_COUNT0, s->frames[0]);
        value = FIELD_DP32(value, HVS_DISPSTAT1, FRAME_COUNT1, s->frames[1]);
    } else if (channel == 2) {
        value = FIELD_DP32(value, HVS_DISPSTAT2, FRAME_COUNT2, s->frames[2]);
    }
    return value;
}

/* Return what the gamma address selects, and go on to the next. */
static uint8_t *gamma_entry(BCM2835HVSState *s)
{
    uint32_t *reg = &s->regs[R_HVS_GAMADDR];
    uint32_t at = FIELD_EX32(*reg, HVS_GAMADDR, ADDRESS);

    if (FIELD_EX32(*reg, HVS_GAMADDR, AUTOINC)) {
        *reg = FIELD_DP32(*reg, HVS_GAMADDR, ADDRESS, at + 1);
    }
    return &s->gamma[at % BCM2835_HVS_GAMMA_SIZE];
}

static uint64_t bcm2835_hvs_read(void *opaque, hwaddr addr, unsigned size)
{
    BCM2835HVSState *s = opaque;
    uint32_t value;

    switch (addr / 4) {
    case R_HVS_DISPSTAT:
        value = s->regs[R_HVS_DISPSTAT] | irq_status(s);
        break;
    case R_HVS_DISPSTAT0:
        value = read_dispstat(s, 0);
        break;
    case R_HVS_DISPSTAT1:
        value = read_dispstat(s, 1);
        break;
    case R_HVS_DISPSTAT2:
        value = read_dispstat(s, 2);
        break;
    case R_HVS_GAMDATA:
        value = *gamma_entry(s);
        break;
    default:
        value = addr < BCM2835_HVS_REGS_SIZE ? s->regs[addr / 4] : 0;
        break;
    }
    trace_bcm2835_hvs_read(addr, value);
    return value;
}

/* Write 1 to clear; IRQSCL clears all that raises interrupts. */
static void write_dispstat(BCM2835HVSState *s, uint32_t value)
{
    if (value & R_HVS_DISPSTAT_IRQSCL_MASK) {
        value = UINT32_MAX;
    }
    s->regs[R_HVS_DISPSTAT] &= ~value;
}

static void write_channel_ctrl(BCM2835HVSState *s, int channel, uint32_t value)
{
    /* A reset is over at once */
    bool reset = FIELD_EX32(value, HVS_DISPCTRL0, RESET);

    value &= ~R_HVS_DISPCTRL0_RESET_MASK;
    if (reset) {
        value &= ~R_HVS_DISPCTRL0_ENABLE_MASK;
    }
    *channel_reg(s, channel, R_HVS_DISPCTRL0) = value;
    if (FIELD_EX32(value, HVS_DISPCTRL0, ENABLE)) {
        /* The first frame uses the list that is there */
        s->regs[R_HVS_DISPLACT0 + channel] = s->regs[R_HVS_DISPLIST0 + channel];
    }
}

static void bcm2835_hvs_write(void *opaque, hwaddr addr, uint64_t value,
                              unsigned size)
{
    BCM2835HVSState *s = opaque;

    trace_bcm2835_hvs_write(addr, value);
    switch (addr / 4) {
    case R_HVS_DISPSTAT:
        write_dispstat(s, value);
        break;
    case R_HVS_DISPCTRL0:
    case R_HVS_DISPCTRL0 + BCM2835_HVS_CHANNEL_STRIDE / 4:
    case R_HVS_DISPCTRL0 + 2 * BCM2835_HVS_CHANNEL_STRIDE / 4:
        write_channel_ctrl(s, (addr / 4 - R_HVS_DISPCTRL0) /
                           (BCM2835_HVS_CHANNEL_STRIDE / 4), value);
        break;
    case R_HVS_GAMDATA:
        *gamma_entry(s) = value;
        break;
    case R_HVS_DISPID:
    case R_HVS_DISPLSTAT ... R_HVS_DISPLACT2:
    case R_HVS_DISPSTAT0:
    case R_HVS_DISPSTAT1:
    case R_HVS_DISPSTAT2:
        qemu_log_mask(LOG_GUEST_ERROR, "bcm2835-hvs: write of 0x%02x <- 0x%08x:"
                      " read only\n", (unsigned int)addr, (uint32_t)value);
        return;
    default:
        if (addr >= BCM2835_HVS_REGS_SIZE) {
            qemu_log_mask(LOG_GUEST_ERROR, "bcm2835-hvs: write of 0x%04x <- "
                          "0x%08x: no such register\n", (unsigned int)addr,
                          (uint32_t)value);
            return;
        }
        s->regs[addr / 4] = value;
        break;
    }
    if (addr / 4 >= R_HVS_DISPCTRL0) {
        bcm2835_hvs_scanout_changed(s);
    }
    update_irq(s);
}

static const MemoryRegionOps bcm2835_hvs_ops = {
    .read = bcm2835_hvs_read,
    .write = bcm2835_hvs_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid.min_access_size = 4,
    .valid.max_access_size = 4,
};

/* ---- Life cycle ---- */

static void bcm2835_hvs_reset_enter(Object *obj, ResetType type)
{
    BCM2835HVSState *s = BCM2835_HVS(obj);

    memset(s->regs, 0, sizeof(s->regs));
    memset(s->gamma, 0, sizeof(s->gamma));
    memset(s->frames, 0, sizeof(s->frames));
    bcm2835_hvs_scanout_close(s);
}

static void bcm2835_hvs_reset_hold(Object *obj, ResetType type)
{
    BCM2835HVSState *s = BCM2835_HVS(obj);

    memset(memory_region_get_ram_ptr(&s->list_mr), 0,
           BCM2835_HVS_LIST_WORDS * 4);
    update_irq(s);
}

static int bcm2835_hvs_post_load(void *opaque, int version_id)
{
    bcm2835_hvs_scanout_changed(opaque);
    return 0;
}

static const VMStateDescription vmstate_bcm2835_hvs = {
    .name = TYPE_BCM2835_HVS,
    .version_id = 1,
    .minimum_version_id = 1,
    .post_load = bcm2835_hvs_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32_ARRAY(regs, BCM2835HVSState, BCM2835_HVS_REGS_SIZE / 4),
        VMSTATE_UINT8_ARRAY(gamma, BCM2835HVSState, BCM2835_HVS_GAMMA_SIZE),
        VMSTATE_UINT8_ARRAY(frames, BCM2835HVSState, BCM2835_HVS_CHANNELS),
        VMSTATE_END_OF_LIST()
    }
};

static void bcm2835_hvs_init(Object *obj)
{
    BCM2835HVSState *s = BCM2835_HVS(obj);

    memory_region_init(&s->container, obj, TYPE_BCM2835_HVS,
                       BCM2835_HVS_MMIO_SIZE);
    memory_region_init_io(&s->iomem, obj, &bcm2835_hvs_ops, s,
                          "bcm2835-hvs-regs", BCM2835_HVS_LIST_BASE);
    memory_region_add_subregion(&s->container, 0, &s->iomem);
    sysbus_init_mmio(SYS_BUS_DEVICE(obj), &s->container);
    sysbus_init_irq(SYS_BUS_DEVICE(obj), &s->irq);
    s->scan = bcm2835_hvs_scanout_new();
}

static void bcm2835_hvs_finalize(Object *obj)
{
    bcm2835_hvs_scanout_free(BCM2835_HVS(obj)->scan);
}

static void bcm2835_hvs_realize(DeviceState *dev, Error **errp)
{
    BCM2835HVSState *s = BCM2835_HVS(dev);

    if (!s->ram || !memory_region_is_ram(s->ram)) {
        error_setg(errp, "bcm2835-hvs: the 'ram' link is not set to RAM");
        return;
    }
    if (memory_region_init_ram(&s->list_mr, OBJECT(dev), "bcm2835-hvs-list",
                               BCM2835_HVS_LIST_WORDS * 4, errp)) {
        memory_region_add_subregion(&s->container, BCM2835_HVS_LIST_BASE,
                                    &s->list_mr);
    }
}

static void bcm2835_hvs_unrealize(DeviceState *dev)
{
    bcm2835_hvs_scanout_close(BCM2835_HVS(dev));
}

static const Property bcm2835_hvs_properties[] = {
    DEFINE_PROP_LINK("ram", BCM2835HVSState, ram, TYPE_MEMORY_REGION,
                     MemoryRegion *),
};

static void bcm2835_hvs_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);

    dc->desc = "BCM2835 hardware video scaler";
    dc->realize = bcm2835_hvs_realize;
    dc->unrealize = bcm2835_hvs_unrealize;
    dc->vmsd = &vmstate_bcm2835_hvs;
    device_class_set_props(dc, bcm2835_hvs_properties);
    set_bit(DEVICE_CATEGORY_DISPLAY, dc->categories);
    rc->phases.enter = bcm2835_hvs_reset_enter;
    rc->phases.hold = bcm2835_hvs_reset_hold;
}

static const TypeInfo bcm2835_hvs_types[] = {
    {
        .name = TYPE_BCM2835_HVS,
        .parent = TYPE_SYS_BUS_DEVICE,
        .instance_size = sizeof(BCM2835HVSState),
        .instance_init = bcm2835_hvs_init,
        .instance_finalize = bcm2835_hvs_finalize,
        .class_init = bcm2835_hvs_class_init,
    },
};

DEFINE_TYPES(bcm2835_hvs_types)
