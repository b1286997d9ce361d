/*
 * NVIDIA Tegra20 GR2D, the 2D engine
 *
 * So far: the register file and sync point increments, which is what the
 * kernel needs to bind the engine and to run jobs that do not draw.
 * Programming model: docs/specs/tegra-gr2d.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qemu/log.h"
#include "hw/irq.h"
#include "hw/gpu/tegra_gr2d.h"
#include "hw/qdev-clock.h"
#include "hw/qdev-properties.h"
#include "hw/registerfields.h"
#include "migration/vmstate.h"
#include "trace.h"

#define TEGRA_GR2D_MODULE       5
#define TEGRA_GR2D_FIRST_CLASS  0x50
#define TEGRA_GR2D_LAST_CLASS   0x5a
#define TEGRA_GR2D_MMIO_SIZE    0x40000

/* Offsets are 32-bit word indices, as in host1x methods. */
enum {
    GR2D_INCR_SYNCPT = 0x00,
    GR2D_TRIGGER = 0x09,        /* and TRIGGER1, TRIGGER2 */
    GR2D_NUM_TRIGGERS = 3,
};

FIELD(GR2D_INCR_SYNCPT, INDEX, 0, 8)
FIELD(GR2D_TRIGGER, OFFSET, 0, 7)

/* An operation starts when the register named by a trigger is written. */
static bool tegra_gr2d_launches(TegraGR2DState *s, uint32_t offset)
{
    for (int i = 0; i < GR2D_NUM_TRIGGERS; i++) {
        uint32_t trigger = s->regs[GR2D_TRIGGER + i];

        if (offset && FIELD_EX32(trigger, GR2D_TRIGGER, OFFSET) == offset) {
            return true;
        }
    }
    return false;
}

static void tegra_gr2d_reg_write(TegraGR2DState *s, uint32_t class_id,
                                 uint32_t offset, uint32_t value)
{
    trace_tegra_gr2d_write(class_id, offset, value);
    if (s->in_reset) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-gr2d: class 0x%" PRIx32
                      " method 0x%03" PRIx32 " (0x%08" PRIx32 ") in reset\n",
                      class_id, offset, value);
        return;
    }
    if (offset >= TEGRA_GR2D_NUM_REGS) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-gr2d: class 0x%" PRIx32
                      " has no method 0x%03" PRIx32 " (0x%08" PRIx32 ")\n",
                      class_id, offset, value);
        return;
    }
    if (offset == GR2D_INCR_SYNCPT) {
        /* Every condition holds at once: no operation is ever in flight. */
        tegra_host1x_syncpt_incr(s->host1x, FIELD_EX32(value,
                                                       GR2D_INCR_SYNCPT,
                                                       INDEX));
        return;
    }
    s->regs[offset] = value;
    if (tegra_gr2d_launches(s, offset)) {
        qemu_log_mask(LOG_UNIMP, "tegra-gr2d: class 0x%" PRIx32 " method "
                      "0x%03" PRIx32 " (0x%08" PRIx32 "): launch is not "
                      "implemented\n", class_id, offset, value);
    }
}

static uint32_t tegra_gr2d_reg_read(TegraGR2DState *s, uint32_t offset)
{
    if (s->in_reset || offset >= TEGRA_GR2D_NUM_REGS) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-gr2d: read of 0x%03" PRIx32
                      "%s\n", offset, s->in_reset ? " in reset" : "");
        return 0;
    }
    return s->regs[offset];
}

static TegraHost1xMethodResult
tegra_gr2d_method_write(TegraHost1xClient *client, uint16_t class_id,
                        uint16_t offset, uint32_t value)
{
    tegra_gr2d_reg_write(TEGRA_GR2D(client), class_id, offset, value);
    return TEGRA_HOST1X_METHOD_DONE;
}

static uint32_t tegra_gr2d_method_read(TegraHost1xClient *client,
                                       uint16_t class_id, uint16_t offset)
{
    return tegra_gr2d_reg_read(TEGRA_GR2D(client), offset);
}

static bool tegra_gr2d_idle(TegraHost1xClient *client)
{
    return true;
}

static const TegraHost1xClientInfo tegra_gr2d_client_info = {
    .name = "GR2D",
    .module = TEGRA_GR2D_MODULE,
    .first_class = TEGRA_GR2D_FIRST_CLASS,
    .last_class = TEGRA_GR2D_LAST_CLASS,
};

static uint64_t tegra_gr2d_read(void *opaque, hwaddr addr, unsigned size)
{
    return tegra_gr2d_reg_read(opaque, addr >> 2);
}

static void tegra_gr2d_write(void *opaque, hwaddr addr, uint64_t value,
                             unsigned size)
{
    tegra_gr2d_reg_write(opaque, TEGRA_GR2D_FIRST_CLASS + 1, addr >> 2,
                         value);
}

static const MemoryRegionOps tegra_gr2d_ops = {
    .read = tegra_gr2d_read,
    .write = tegra_gr2d_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid.min_access_size = 4,
    .valid.max_access_size = 4,
};

static void tegra_gr2d_reset_enter(Object *obj, ResetType type)
{
    TegraGR2DState *s = TEGRA_GR2D(obj);

    memset(s->regs, 0, sizeof(s->regs));
}

static void tegra_gr2d_reset_line(void *opaque, int n, int level)
{
    TegraGR2DState *s = opaque;

    trace_tegra_gr2d_reset(level);
    s->in_reset = level;
    if (level) {
        tegra_gr2d_reset_enter(OBJECT(s), RESET_TYPE_COLD);
    }
}

static void tegra_gr2d_realize(DeviceState *dev, Error **errp)
{
    TegraGR2DState *s = TEGRA_GR2D(dev);

    if (!s->host1x || !s->dma_mr) {
        error_setg(errp, TYPE_TEGRA_GR2D ": link '%s' is not set",
                   s->host1x ? "dma" : "host1x");
        return;
    }
    tegra_host1x_register_client(s->host1x, TEGRA_HOST1X_CLIENT(s),
                                 &tegra_gr2d_client_info);
}

static void tegra_gr2d_init(Object *obj)
{
    TegraGR2DState *s = TEGRA_GR2D(obj);
    SysBusDevice *sbd = SYS_BUS_DEVICE(obj);

    memory_region_init_io(&s->iomem, obj, &tegra_gr2d_ops, s,
                          TYPE_TEGRA_GR2D, TEGRA_GR2D_MMIO_SIZE);
    sysbus_init_mmio(sbd, &s->iomem);
    sysbus_init_irq(sbd, &s->irq);
    qdev_init_gpio_in_named(DEVICE(obj), tegra_gr2d_reset_line, "reset", 1);
    s->clk = qdev_init_clock_in(DEVICE(obj), "clk", NULL, NULL, 0);
}

static const VMStateDescription vmstate_tegra_gr2d = {
    .name = TYPE_TEGRA_GR2D,
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32_ARRAY(regs, TegraGR2DState, TEGRA_GR2D_NUM_REGS),
        VMSTATE_BOOL(in_reset, TegraGR2DState),
        VMSTATE_CLOCK(clk, TegraGR2DState),
        VMSTATE_END_OF_LIST()
    },
};

static const Property tegra_gr2d_properties[] = {
    DEFINE_PROP_LINK("host1x", TegraGR2DState, host1x, TYPE_TEGRA_HOST1X,
                     TegraHost1xState *),
    DEFINE_PROP_LINK("dma", TegraGR2DState, dma_mr, TYPE_MEMORY_REGION,
                     MemoryRegion *),
};

static void tegra_gr2d_class_init(ObjectClass *klass, void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);
    TegraHost1xClientClass *hcc = TEGRA_HOST1X_CLIENT_CLASS(klass);

    dc->desc = "NVIDIA Tegra20 2D engine";
    dc->realize = tegra_gr2d_realize;
    dc->vmsd = &vmstate_tegra_gr2d;
    device_class_set_props(dc, tegra_gr2d_properties);
    set_bit(DEVICE_CATEGORY_DISPLAY, dc->categories);
    rc->phases.enter = tegra_gr2d_reset_enter;
    hcc->method_write = tegra_gr2d_method_write;
    hcc->method_read = tegra_gr2d_method_read;
    hcc->idle = tegra_gr2d_idle;
}

static const TypeInfo tegra_gr2d_types[] = {
    {
        .name = TYPE_TEGRA_GR2D,
        .parent = TYPE_SYS_BUS_DEVICE,
        .instance_size = sizeof(TegraGR2DState),
        .instance_init = tegra_gr2d_init,
        .class_init = tegra_gr2d_class_init,
        .interfaces = (InterfaceInfo[]) {
            { TYPE_TEGRA_HOST1X_CLIENT },
            { }
        },
    },
};

DEFINE_TYPES(tegra_gr2d_types)
