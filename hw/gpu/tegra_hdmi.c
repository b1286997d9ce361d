/*
 * NVIDIA Tegra20 HDMI output and the monitor behind it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qemu/log.h"
#include "hw/irq.h"
#include "hw/qdev-clock.h"
#include "hw/qdev-properties.h"
#include "hw/gpu/tegra_hdmi.h"

static uint64_t tegra_hdmi_read(void *opaque, hwaddr offset, unsigned size)
{
    qemu_log_mask(LOG_UNIMP, "%s: 0x%" HWADDR_PRIx "\n", __func__, offset);
    return 0;
}

static void tegra_hdmi_write(void *opaque, hwaddr offset, uint64_t value,
                            unsigned size)
{
    qemu_log_mask(LOG_UNIMP, "%s: 0x%" HWADDR_PRIx " <- 0x%" PRIx64 "\n",
                  __func__, offset, value);
}

static const MemoryRegionOps tegra_hdmi_ops = {
    .read = tegra_hdmi_read,
    .write = tegra_hdmi_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid.min_access_size = 4,
    .valid.max_access_size = 4,
};

static void tegra_hdmi_reset_line(void *opaque, int n, int level)
{
}

static void tegra_hdmi_init(Object *obj)
{
    TegraHDMIState *s = TEGRA_HDMI(obj);
    SysBusDevice *sbd = SYS_BUS_DEVICE(obj);

    memory_region_init_io(&s->iomem, obj, &tegra_hdmi_ops, s,
                          TYPE_TEGRA_HDMI, 0x40000);
    sysbus_init_mmio(sbd, &s->iomem);
    sysbus_init_irq(sbd, &s->irq);
    qdev_init_gpio_in_named(DEVICE(obj), tegra_hdmi_reset_line, "reset", 1);
    qdev_init_gpio_out_named(DEVICE(obj), &s->hpd, "hpd", 1);
    s->clk = qdev_init_clock_in(DEVICE(obj), "clk", NULL, NULL, 0);
}

static void tegra_hdmi_realize(DeviceState *dev, Error **errp)
{
    TegraHDMIState *s = TEGRA_HDMI(dev);

    qemu_set_irq(s->hpd, 1);
}

static const Property tegra_hdmi_properties[] = {
    DEFINE_PROP_LINK("dc0", TegraHDMIState, dc[0], TYPE_TEGRA_DC, TegraDCState *),
    DEFINE_PROP_LINK("dc1", TegraHDMIState, dc[1], TYPE_TEGRA_DC, TegraDCState *),
    DEFINE_PROP_LINK("ddc", TegraHDMIState, ddc, TYPE_I2CDDC, I2CDDCState *),
    DEFINE_PROP_UINT32("xres", TegraHDMIState, xres, 1280),
    DEFINE_PROP_UINT32("yres", TegraHDMIState, yres, 720),
};

static void tegra_hdmi_class_init(ObjectClass *klass, void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);

    dc->desc = "NVIDIA Tegra20 HDMI";
    dc->realize = tegra_hdmi_realize;
    device_class_set_props(dc, tegra_hdmi_properties);
    set_bit(DEVICE_CATEGORY_DISPLAY, dc->categories);
}

static const TypeInfo tegra_hdmi_types[] = {
    {
        .name = TYPE_TEGRA_HDMI,
        .parent = TYPE_SYS_BUS_DEVICE,
        .instance_size = sizeof(TegraHDMIState),
        .instance_init = tegra_hdmi_init,
        .class_init = tegra_hdmi_class_init,
    },
};

DEFINE_TYPES(tegra_hdmi_types)
