/*
 * NVIDIA Tegra20 system on chip
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qemu/units.h"
#include "hw/arm/tegra20.h"
#include "hw/char/serial-mm.h"
#include "hw/misc/unimp.h"
#include "hw/qdev-properties.h"
#include "exec/address-spaces.h"
#include "system/system.h"

#define TEGRA20_PERIPHBASE 0x50040000
#define TEGRA20_NUM_IRQ    (GIC_INTERNAL + 128)

/* GIC SPI numbers */
enum {
    TEGRA20_IRQ_UARTA = 36,
    TEGRA20_IRQ_HOST1X_SYNCPT_COP = 64,
    TEGRA20_IRQ_HOST1X_SYNCPT_CPU = 65,
    TEGRA20_IRQ_HOST1X_COP = 66,
    TEGRA20_IRQ_HOST1X_CPU = 67,
    TEGRA20_IRQ_GR2D = 72,
    TEGRA20_IRQ_DC = 73,
    TEGRA20_IRQ_DCB = 74,
    TEGRA20_IRQ_HDMI = 75,
};

static qemu_irq tegra20_irq(Tegra20State *s, int spi)
{
    return qdev_get_gpio_in(DEVICE(&s->a9mpcore), spi);
}

static bool tegra20_place(Tegra20State *s, void *dev, hwaddr base, int spi,
                          Error **errp)
{
    SysBusDevice *sbd = SYS_BUS_DEVICE(dev);

    if (!sysbus_realize(sbd, errp)) {
        return false;
    }
    sysbus_mmio_map(sbd, 0, base);
    if (spi >= 0) {
        sysbus_connect_irq(sbd, 0, tegra20_irq(s, spi));
    }
    return true;
}

static void tegra20_init(Object *obj)
{
    Tegra20State *s = TEGRA20(obj);

    for (int i = 0; i < TEGRA20_NUM_CPUS; i++) {
        object_initialize_child(obj, "cpu[*]", &s->cpu[i],
                                ARM_CPU_TYPE_NAME("cortex-a9"));
    }
    object_initialize_child(obj, "a9mpcore", &s->a9mpcore,
                            TYPE_A9MPCORE_PRIV);
    object_initialize_child(obj, "host1x", &s->host1x, TYPE_TEGRA_HOST1X);
    object_initialize_child(obj, "gr2d", &s->gr2d, TYPE_TEGRA_GR2D);
    object_initialize_child(obj, "gr3d", &s->gr3d, TYPE_TEGRA_GR3D);
    object_initialize_child(obj, "dc0", &s->dc[0], TYPE_TEGRA_DC);
    object_initialize_child(obj, "dc1", &s->dc[1], TYPE_TEGRA_DC);
    object_initialize_child(obj, "hdmi", &s->hdmi, TYPE_TEGRA_HDMI);
}

static bool tegra20_realize_cpus(Tegra20State *s, Error **errp)
{
    for (unsigned int i = 0; i < s->num_cpus; i++) {
        Object *cpu = OBJECT(&s->cpu[i]);

        object_property_set_int(cpu, "reset-cbar", TEGRA20_PERIPHBASE,
                                &error_abort);
        object_property_set_bool(cpu, "has_el3", false, &error_abort);
        object_property_set_bool(cpu, "neon", false, &error_abort);
        object_property_set_bool(cpu, "start-powered-off", i > 0,
                                 &error_abort);
        if (!qdev_realize(DEVICE(cpu), NULL, errp)) {
            return false;
        }
    }
    return true;
}

static bool tegra20_realize_a9mpcore(Tegra20State *s, Error **errp)
{
    SysBusDevice *sbd = SYS_BUS_DEVICE(&s->a9mpcore);

    qdev_prop_set_uint32(DEVICE(sbd), "num-cpu", s->num_cpus);
    qdev_prop_set_uint32(DEVICE(sbd), "num-irq", TEGRA20_NUM_IRQ);
    if (!sysbus_realize(sbd, errp)) {
        return false;
    }
    sysbus_mmio_map(sbd, 0, TEGRA20_PERIPHBASE);
    for (unsigned int i = 0; i < s->num_cpus; i++) {
        DeviceState *cpu = DEVICE(&s->cpu[i]);

        sysbus_connect_irq(sbd, i, qdev_get_gpio_in(cpu, ARM_CPU_IRQ));
        sysbus_connect_irq(sbd, i + s->num_cpus,
                           qdev_get_gpio_in(cpu, ARM_CPU_FIQ));
    }
    return true;
}

static void tegra20_link_engine(Tegra20State *s, void *dev)
{
    object_property_set_link(OBJECT(dev), "host1x", OBJECT(&s->host1x),
                             &error_abort);
    object_property_set_link(OBJECT(dev), "dma", OBJECT(s->ram),
                             &error_abort);
}

static bool tegra20_realize_graphics(Tegra20State *s, Error **errp)
{
    SysBusDevice *host1x = SYS_BUS_DEVICE(&s->host1x);

    object_property_set_link(OBJECT(host1x), "dma", OBJECT(s->ram),
                             &error_abort);
    tegra20_link_engine(s, &s->gr2d);
    tegra20_link_engine(s, &s->gr3d);
    tegra20_link_engine(s, &s->dc[0]);
    tegra20_link_engine(s, &s->dc[1]);
    qdev_prop_set_uint8(DEVICE(&s->dc[1]), "head", 1);
    object_property_set_link(OBJECT(&s->hdmi), "dc0", OBJECT(&s->dc[0]),
                             &error_abort);
    object_property_set_link(OBJECT(&s->hdmi), "dc1", OBJECT(&s->dc[1]),
                             &error_abort);

    if (!tegra20_place(s, &s->host1x, 0x50000000,
                       TEGRA20_IRQ_HOST1X_SYNCPT_CPU, errp) ||
        !tegra20_place(s, &s->gr2d, 0x54140000, TEGRA20_IRQ_GR2D, errp) ||
        !tegra20_place(s, &s->gr3d, 0x54180000, -1, errp) ||
        !tegra20_place(s, &s->dc[0], 0x54200000, TEGRA20_IRQ_DC, errp) ||
        !tegra20_place(s, &s->dc[1], 0x54240000, TEGRA20_IRQ_DCB, errp) ||
        !tegra20_place(s, &s->hdmi, 0x54280000, TEGRA20_IRQ_HDMI, errp)) {
        return false;
    }
    sysbus_connect_irq(host1x, 1,
                       tegra20_irq(s, TEGRA20_IRQ_HOST1X_SYNCPT_COP));
    sysbus_connect_irq(host1x, 2, tegra20_irq(s, TEGRA20_IRQ_HOST1X_CPU));
    sysbus_connect_irq(host1x, 3, tegra20_irq(s, TEGRA20_IRQ_HOST1X_COP));
    return true;
}

static void tegra20_realize(DeviceState *dev, Error **errp)
{
    Tegra20State *s = TEGRA20(dev);
    MemoryRegion *sysmem = get_system_memory();

    if (!s->ram) {
        error_setg(errp, "tegra20: the 'ram' link is not set");
        return;
    }
    memory_region_add_subregion(sysmem, 0, s->ram);
    if (!memory_region_init_ram(&s->iram, OBJECT(dev), "tegra20.iram",
                                256 * KiB, errp)) {
        return;
    }
    memory_region_add_subregion(sysmem, 0x40000000, &s->iram);

    if (!tegra20_realize_cpus(s, errp) ||
        !tegra20_realize_a9mpcore(s, errp) ||
        !tegra20_realize_graphics(s, errp)) {
        return;
    }
    serial_mm_init(sysmem, 0x70006000, 2,
                   tegra20_irq(s, TEGRA20_IRQ_UARTA), 216000000 / 16,
                   serial_hd(0), DEVICE_LITTLE_ENDIAN);
    create_unimplemented_device("tegra20.apb", 0x50000000, 0x30000000);
}

static const Property tegra20_properties[] = {
    DEFINE_PROP_UINT32("num-cpus", Tegra20State, num_cpus, TEGRA20_NUM_CPUS),
    DEFINE_PROP_LINK("ram", Tegra20State, ram, TYPE_MEMORY_REGION,
                     MemoryRegion *),
};

static void tegra20_class_init(ObjectClass *klass, void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);

    dc->desc = "NVIDIA Tegra20 SoC";
    dc->realize = tegra20_realize;
    dc->user_creatable = false;
    device_class_set_props(dc, tegra20_properties);
}

static const TypeInfo tegra20_types[] = {
    {
        .name = TYPE_TEGRA20,
        .parent = TYPE_DEVICE,
        .instance_size = sizeof(Tegra20State),
        .instance_init = tegra20_init,
        .class_init = tegra20_class_init,
    },
};

DEFINE_TYPES(tegra20_types)
