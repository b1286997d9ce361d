/*
 * NVIDIA Tegra20 SD/MMC host controller
 *
 * QEMU's generic SDHCI 2.00 and, behind it, a page of vendor registers that
 * tune pads and clocks and have no effect here. [tegra20.rst, SDMMC]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "hw/arm/tegra/tegra_sdhci.h"
#include "hw/core/qdev-properties.h"
#include "migration/vmstate.h"
#include "trace.h"

static uint64_t tegra_sdhci_read(void *opaque, hwaddr offset, unsigned size)
{
    TegraSDHCIState *s = opaque;
    uint32_t value = s->vendor[offset / 4];

    trace_tegra_sdhci_vendor_read(offset, value);
    return value;
}

static void tegra_sdhci_write(void *opaque, hwaddr offset, uint64_t value,
                              unsigned size)
{
    TegraSDHCIState *s = opaque;

    trace_tegra_sdhci_vendor_write(offset, value);
    s->vendor[offset / 4] = value;
}

static const MemoryRegionOps tegra_sdhci_ops = {
    .read = tegra_sdhci_read,
    .write = tegra_sdhci_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid.min_access_size = 4,
    .valid.max_access_size = 4,
};

static void tegra_sdhci_reset_enter(Object *obj, ResetType type)
{
    TegraSDHCIState *s = TEGRA_SDHCI(obj);

    memset(s->vendor, 0, sizeof(s->vendor));
}

/* Take the block off the bus in reset: the region below it logs accesses */
static void tegra_sdhci_reset_line(void *opaque, int n, int level)
{
    TegraSDHCIState *s = opaque;

    if (level && !s->in_reset) {
        device_cold_reset(DEVICE(&s->sdhci));
        tegra_sdhci_reset_enter(OBJECT(s), RESET_TYPE_COLD);
    }
    s->in_reset = level != 0;
    memory_region_set_enabled(&s->container, !s->in_reset);
}

static int tegra_sdhci_post_load(void *opaque, int version_id)
{
    TegraSDHCIState *s = opaque;

    memory_region_set_enabled(&s->container, !s->in_reset);
    return 0;
}

static const VMStateDescription tegra_sdhci_vmstate = {
    .name = TYPE_TEGRA_SDHCI,
    .version_id = 1,
    .minimum_version_id = 1,
    .post_load = tegra_sdhci_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32_ARRAY(vendor, TegraSDHCIState,
                             TEGRA_SDHCI_VENDOR_REGS),
        VMSTATE_BOOL(in_reset, TegraSDHCIState),
        VMSTATE_END_OF_LIST()
    },
};

static void tegra_sdhci_init(Object *obj)
{
    TegraSDHCIState *s = TEGRA_SDHCI(obj);
    SysBusDevice *sbd = SYS_BUS_DEVICE(obj);

    memory_region_init(&s->container, obj, TYPE_TEGRA_SDHCI,
                       TEGRA_SDHCI_MMIO_SIZE);
    memory_region_init_io(&s->vendor_mem, obj, &tegra_sdhci_ops, s,
                          TYPE_TEGRA_SDHCI ".vendor",
                          TEGRA_SDHCI_VENDOR_SIZE);
    memory_region_add_subregion(&s->container, TEGRA_SDHCI_VENDOR_BASE,
                                &s->vendor_mem);
    sysbus_init_mmio(sbd, &s->container);

    object_initialize_child(obj, "sdhci", &s->sdhci, TYPE_SYSBUS_SDHCI);
    object_property_add_alias(obj, "dma", OBJECT(&s->sdhci), "dma");
    object_property_add_alias(obj, "capareg", OBJECT(&s->sdhci), "capareg");
    qdev_prop_set_uint64(DEVICE(&s->sdhci), "capareg", TEGRA_SDHCI_CAPAREG);
    qdev_init_gpio_in_named(DEVICE(obj), tegra_sdhci_reset_line, "reset", 1);
}

static void tegra_sdhci_realize(DeviceState *dev, Error **errp)
{
    TegraSDHCIState *s = TEGRA_SDHCI(dev);
    SysBusDevice *sdhci = SYS_BUS_DEVICE(&s->sdhci);

    qdev_prop_set_uint8(DEVICE(sdhci), "sd-spec-version", 2);
    if (!sysbus_realize(sdhci, errp)) {
        return;
    }
    memory_region_add_subregion(&s->container, 0,
                                sysbus_mmio_get_region(sdhci, 0));
    sysbus_pass_irq(SYS_BUS_DEVICE(dev), sdhci);
}

static void tegra_sdhci_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);

    dc->desc = "NVIDIA Tegra20 SD/MMC host controller";
    dc->realize = tegra_sdhci_realize;
    dc->vmsd = &tegra_sdhci_vmstate;
    rc->phases.enter = tegra_sdhci_reset_enter;
    set_bit(DEVICE_CATEGORY_STORAGE, dc->categories);
}

static const TypeInfo tegra_sdhci_types[] = {
    {
        .name = TYPE_TEGRA_SDHCI,
        .parent = TYPE_SYS_BUS_DEVICE,
        .instance_size = sizeof(TegraSDHCIState),
        .instance_init = tegra_sdhci_init,
        .class_init = tegra_sdhci_class_init,
    },
};

DEFINE_TYPES(tegra_sdhci_types)
