/*
 * NVIDIA Tegra20 host1x
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qemu/log.h"
#include "hw/irq.h"
#include "hw/qdev-clock.h"
#include "hw/qdev-properties.h"
#include "hw/gpu/tegra_host1x.h"

static uint64_t tegra_host1x_read(void *opaque, hwaddr offset, unsigned size)
{
    qemu_log_mask(LOG_UNIMP, "%s: 0x%" HWADDR_PRIx "\n", __func__, offset);
    return 0;
}

static void tegra_host1x_write(void *opaque, hwaddr offset, uint64_t value,
                            unsigned size)
{
    qemu_log_mask(LOG_UNIMP, "%s: 0x%" HWADDR_PRIx " <- 0x%" PRIx64 "\n",
                  __func__, offset, value);
}

static const MemoryRegionOps tegra_host1x_ops = {
    .read = tegra_host1x_read,
    .write = tegra_host1x_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid.min_access_size = 4,
    .valid.max_access_size = 4,
};

static void tegra_host1x_reset_line(void *opaque, int n, int level)
{
}

void tegra_host1x_register_client(TegraHost1xState *s,
                                  TegraHost1xClient *client,
                                  const TegraHost1xClientInfo *info)
{
}

void tegra_host1x_syncpt_incr(TegraHost1xState *s, unsigned int id)
{
}

void tegra_host1x_client_ready(TegraHost1xState *s, TegraHost1xClient *client)
{
}

static void tegra_host1x_init(Object *obj)
{
    TegraHost1xState *s = TEGRA_HOST1X(obj);
    SysBusDevice *sbd = SYS_BUS_DEVICE(obj);

    memory_region_init_io(&s->iomem, obj, &tegra_host1x_ops, s,
                          TYPE_TEGRA_HOST1X, 0x24000);
    sysbus_init_mmio(sbd, &s->iomem);
    for (int i = 0; i < 4; i++) {
        sysbus_init_irq(sbd, &s->irq[i]);
    }
    qdev_init_gpio_in_named(DEVICE(obj), tegra_host1x_reset_line, "reset", 1);
    s->clk = qdev_init_clock_in(DEVICE(obj), "clk", NULL, NULL, 0);
}

static void tegra_host1x_realize(DeviceState *dev, Error **errp)
{
}

static const Property tegra_host1x_properties[] = {
    DEFINE_PROP_LINK("dma", TegraHost1xState, dma_mr, TYPE_MEMORY_REGION,
                     MemoryRegion *),
};

static void tegra_host1x_class_init(ObjectClass *klass, void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);

    dc->desc = "NVIDIA Tegra20 HOST1X";
    dc->realize = tegra_host1x_realize;
    device_class_set_props(dc, tegra_host1x_properties);
    set_bit(DEVICE_CATEGORY_DISPLAY, dc->categories);
}

static const TypeInfo tegra_host1x_types[] = {
    {
        .name = TYPE_TEGRA_HOST1X_CLIENT,
        .parent = TYPE_INTERFACE,
        .class_size = sizeof(TegraHost1xClientClass),
    },
    {
        .name = TYPE_TEGRA_HOST1X,
        .parent = TYPE_SYS_BUS_DEVICE,
        .instance_size = sizeof(TegraHost1xState),
        .instance_init = tegra_host1x_init,
        .class_init = tegra_host1x_class_init,
    },
};

DEFINE_TYPES(tegra_host1x_types)
