/*
 * NVIDIA Tegra20 processor tag
 *
 * Not a TegraRegs: a boot loader may look at the lowest byte only.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "hw/arm/tegra/tegra20_proctag.h"
#include "trace.h"

/* The AVP would read 0xaa four times [tegra20.rst, Chip identity] */
#define TEGRA20_PROCTAG_CPU 0x55555555

static uint64_t tegra20_proctag_read(void *opaque, hwaddr offset,
                                     unsigned size)
{
    trace_tegra_regs_read(TYPE_TEGRA20_PROCTAG, "PG_UP_TAG", offset,
                          TEGRA20_PROCTAG_CPU);
    return TEGRA20_PROCTAG_CPU;
}

static void tegra20_proctag_write(void *opaque, hwaddr offset, uint64_t value,
                                  unsigned size)
{
    qemu_log_mask(LOG_GUEST_ERROR, TYPE_TEGRA20_PROCTAG ": write of read-only "
                  "register PG_UP_TAG (0x%03" HWADDR_PRIx ") <- 0x%08" PRIx64
                  "\n", offset, value);
}

static const MemoryRegionOps tegra20_proctag_ops = {
    .read = tegra20_proctag_read,
    .write = tegra20_proctag_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .impl.min_access_size = 1,
    .impl.max_access_size = 4,
};

static void tegra20_proctag_init(Object *obj)
{
    Tegra20ProcTagState *s = TEGRA20_PROCTAG(obj);

    memory_region_init_io(&s->iomem, obj, &tegra20_proctag_ops, s,
                          TYPE_TEGRA20_PROCTAG, 4);
    sysbus_init_mmio(SYS_BUS_DEVICE(obj), &s->iomem);
}

static void tegra20_proctag_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);

    dc->desc = "NVIDIA Tegra20 processor tag";
    set_bit(DEVICE_CATEGORY_MISC, dc->categories);
}

static const TypeInfo tegra20_proctag_types[] = {
    {
        .name = TYPE_TEGRA20_PROCTAG,
        .parent = TYPE_SYS_BUS_DEVICE,
        .instance_size = sizeof(Tegra20ProcTagState),
        .instance_init = tegra20_proctag_init,
        .class_init = tegra20_proctag_class_init,
    },
};

DEFINE_TYPES(tegra20_proctag_types)
