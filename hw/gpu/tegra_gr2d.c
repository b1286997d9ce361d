/*
 * NVIDIA Tegra20 GR2D, the 2D engine
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qemu/log.h"
#include "hw/irq.h"
#include "hw/qdev-clock.h"
#include "hw/qdev-properties.h"
#include "hw/gpu/tegra_gr2d.h"

static uint64_t tegra_gr2d_read(void *opaque, hwaddr offset, unsigned size)
{
    qemu_log_mask(LOG_UNIMP, "%s: 0x%" HWADDR_PRIx "\n", __func__, offset);
    return 0;
}

static void tegra_gr2d_write(void *opaque, hwaddr offset, uint64_t value,
                            unsigned size)
{
    qemu_log_mask(LOG_UNIMP, "%s: 0x%" HWADDR_PRIx " <- 0x%" PRIx64 "\n",
                  __func__, offset, value);
}

static const MemoryRegionOps tegra_gr2d_ops = {
    .read = tegra_gr2d_read,
    .write = tegra_gr2d_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid.min_access_size = 4,
    .valid.max_access_size = 4,
};

static void tegra_gr2d_reset_line(void *opaque, int n, int level)
{
}

static void tegra_gr2d_init(Object *obj)
{
    TegraGR2DState *s = TEGRA_GR2D(obj);
    SysBusDevice *sbd = SYS_BUS_DEVICE(obj);

    memory_region_init_io(&s->iomem, obj, &tegra_gr2d_ops, s,
                          TYPE_TEGRA_GR2D, 0x40000);
    sysbus_init_mmio(sbd, &s->iomem);
    sysbus_init_irq(sbd, &s->irq);
    qdev_init_gpio_in_named(DEVICE(obj), tegra_gr2d_reset_line, "reset", 1);
    s->clk = qdev_init_clock_in(DEVICE(obj), "clk", NULL, NULL, 0);
}

static void tegra_gr2d_realize(DeviceState *dev, Error **errp)
{
}

static const Property tegra_gr2d_properties[] = {
    DEFINE_PROP_LINK("host1x", TegraGR2DState, host1x, TYPE_TEGRA_HOST1X,
                     TegraHost1xState *),
    DEFINE_PROP_LINK("dma", TegraGR2DState, dma_mr, TYPE_MEMORY_REGION,
                     MemoryRegion *),
};

static void tegra_gr2d_class_init(ObjectClass *klass, void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);

    dc->desc = "NVIDIA Tegra20 GR2D";
    dc->realize = tegra_gr2d_realize;
    device_class_set_props(dc, tegra_gr2d_properties);
    set_bit(DEVICE_CATEGORY_DISPLAY, dc->categories);
}

static const TypeInfo tegra_gr2d_types[] = {
    {
        .name = TYPE_TEGRA_GR2D,
        .parent = TYPE_SYS_BUS_DEVICE,
        .instance_size = sizeof(TegraGR2DState),
        .instance_init = tegra_gr2d_init,
        .class_init = tegra_gr2d_class_init,
    },
};

DEFINE_TYPES(tegra_gr2d_types)
