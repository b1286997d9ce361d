/*
 * NVIDIA Tegra20 display controller
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qemu/log.h"
#include "hw/irq.h"
#include "hw/qdev-clock.h"
#include "hw/qdev-properties.h"
#include "hw/gpu/tegra_dc.h"

static uint64_t tegra_dc_read(void *opaque, hwaddr offset, unsigned size)
{
    qemu_log_mask(LOG_UNIMP, "%s: 0x%" HWADDR_PRIx "\n", __func__, offset);
    return 0;
}

static void tegra_dc_write(void *opaque, hwaddr offset, uint64_t value,
                            unsigned size)
{
    qemu_log_mask(LOG_UNIMP, "%s: 0x%" HWADDR_PRIx " <- 0x%" PRIx64 "\n",
                  __func__, offset, value);
}

static const MemoryRegionOps tegra_dc_ops = {
    .read = tegra_dc_read,
    .write = tegra_dc_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid.min_access_size = 4,
    .valid.max_access_size = 4,
};

static void tegra_dc_reset_line(void *opaque, int n, int level)
{
}

static void tegra_dc_init(Object *obj)
{
    TegraDCState *s = TEGRA_DC(obj);
    SysBusDevice *sbd = SYS_BUS_DEVICE(obj);

    memory_region_init_io(&s->iomem, obj, &tegra_dc_ops, s,
                          TYPE_TEGRA_DC, 0x40000);
    sysbus_init_mmio(sbd, &s->iomem);
    sysbus_init_irq(sbd, &s->irq);
    qdev_init_gpio_in_named(DEVICE(obj), tegra_dc_reset_line, "reset", 1);
    s->clk = qdev_init_clock_in(DEVICE(obj), "clk", NULL, NULL, 0);
}

static void tegra_dc_realize(DeviceState *dev, Error **errp)
{
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

    dc->desc = "NVIDIA Tegra20 DC";
    dc->realize = tegra_dc_realize;
    device_class_set_props(dc, tegra_dc_properties);
    set_bit(DEVICE_CATEGORY_DISPLAY, dc->categories);
}

static const TypeInfo tegra_dc_types[] = {
    {
        .name = TYPE_TEGRA_DC,
        .parent = TYPE_SYS_BUS_DEVICE,
        .instance_size = sizeof(TegraDCState),
        .instance_init = tegra_dc_init,
        .class_init = tegra_dc_class_init,
    },
};

DEFINE_TYPES(tegra_dc_types)
