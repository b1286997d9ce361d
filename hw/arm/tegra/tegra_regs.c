/*
 * NVIDIA Tegra: base of devices that are mostly a file of 32-bit registers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "hw/arm/tegra/tegra_regs.h"
#include "trace.h"

static const TegraRegRange *tegra_regs_find(TegraRegs *s, hwaddr offset)
{
    TegraRegsClass *trc = TEGRA_REGS_GET_CLASS(s);

    return tegra_reg_find(trc->ranges, trc->num_ranges, offset);
}

static uint64_t tegra_regs_read(void *opaque, hwaddr offset, unsigned size)
{
    TegraRegs *s = opaque;
    TegraRegsClass *trc = TEGRA_REGS_GET_CLASS(s);
    const TegraRegRange *r = tegra_regs_find(s, offset);
    uint32_t value = tegra_regs_get(s, offset);

    if (!r) {
        qemu_log_mask(LOG_UNIMP, "%s: read of unknown register 0x%03"
                      HWADDR_PRIx "\n", object_get_typename(OBJECT(s)),
                      offset);
        return 0;
    }
    if (trc->read) {
        value = trc->read(s, offset, value);
    }
    trace_tegra_regs_read(object_get_typename(OBJECT(s)), r->name, offset,
                          value);
    return value;
}

static void tegra_regs_log_write(TegraRegs *s, const TegraRegRange *r,
                                 hwaddr offset, uint32_t value)
{
    if (!r) {
        qemu_log_mask(LOG_UNIMP, "%s: write of unknown register 0x%03"
                      HWADDR_PRIx " <- 0x%08" PRIx32 "\n",
                      object_get_typename(OBJECT(s)), offset, value);
        return;
    }
    qemu_log_mask(LOG_GUEST_ERROR, "%s: write of read-only register %s (0x%03"
                  HWADDR_PRIx ") <- 0x%08" PRIx32 "\n",
                  object_get_typename(OBJECT(s)), r->name, offset, value);
}

static void tegra_regs_write(void *opaque, hwaddr offset, uint64_t value,
                             unsigned size)
{
    TegraRegs *s = opaque;
    TegraRegsClass *trc = TEGRA_REGS_GET_CLASS(s);
    const TegraRegRange *r = tegra_regs_find(s, offset);
    uint32_t old = tegra_regs_get(s, offset);

    if (!r || !(r->rw | r->w1c)) {
        tegra_regs_log_write(s, r, offset, value);
        return;
    }
    trace_tegra_regs_write(object_get_typename(OBJECT(s)), r->name, offset,
                           value);
    tegra_regs_set(s, offset, tegra_reg_merge(r, old, value));
    if (trc->written) {
        trc->written(s, offset, old, value);
    }
}

static const MemoryRegionOps tegra_regs_ops = {
    .read = tegra_regs_read,
    .write = tegra_regs_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid.min_access_size = 4,
    .valid.max_access_size = 4,
    .impl.min_access_size = 4,
    .impl.max_access_size = 4,
};

void tegra_regs_reset_enter(Object *obj, ResetType type)
{
    TegraRegs *s = TEGRA_REGS(obj);
    TegraRegsClass *trc = TEGRA_REGS_GET_CLASS(s);

    memset(s->regs, 0, s->num_regs * sizeof(*s->regs));
    /* Backwards, because the first row that names a register counts */
    for (size_t i = trc->num_ranges; i-- > 0;) {
        const TegraRegRange *r = &trc->ranges[i];

        for (hwaddr offset = r->first; offset <= r->last; offset += 4) {
            tegra_regs_set(s, offset, r->reset);
        }
    }
}

static void tegra_regs_init(Object *obj)
{
    TegraRegs *s = TEGRA_REGS(obj);
    TegraRegsClass *trc = TEGRA_REGS_GET_CLASS(s);

    s->num_regs = trc->size / 4;
    s->regs = g_new0(uint32_t, s->num_regs);
    memory_region_init_io(&s->iomem, obj, &tegra_regs_ops, s,
                          object_get_typename(obj), trc->size);
    sysbus_init_mmio(SYS_BUS_DEVICE(obj), &s->iomem);
}

static void tegra_regs_finalize(Object *obj)
{
    g_free(TEGRA_REGS(obj)->regs);
}

const VMStateDescription vmstate_tegra_regs = {
    .name = TYPE_TEGRA_REGS,
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32_EQUAL(num_regs, TegraRegs),
        VMSTATE_VARRAY_UINT32(regs, TegraRegs, num_regs, 1,
                              vmstate_info_uint32, uint32_t),
        VMSTATE_END_OF_LIST()
    },
};

void tegra_regs_set_table(ObjectClass *klass, const TegraRegRange *ranges,
                          size_t num_ranges, uint32_t size)
{
    TegraRegsClass *trc = TEGRA_REGS_CLASS(klass);

    trc->ranges = ranges;
    trc->num_ranges = num_ranges;
    trc->size = size;
    for (size_t i = 0; i < num_ranges; i++) {
        assert(ranges[i].first <= ranges[i].last && ranges[i].last < size);
        assert(ranges[i].first % 4 == 0 && ranges[i].last % 4 == 0);
    }
}

static void tegra_regs_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);

    dc->vmsd = &vmstate_tegra_regs;
    set_bit(DEVICE_CATEGORY_MISC, dc->categories);
    rc->phases.enter = tegra_regs_reset_enter;
}

static const TypeInfo tegra_regs_types[] = {
    {
        .name = TYPE_TEGRA_REGS,
        .parent = TYPE_SYS_BUS_DEVICE,
        .instance_size = sizeof(TegraRegs),
        .instance_init = tegra_regs_init,
        .instance_finalize = tegra_regs_finalize,
        .class_size = sizeof(TegraRegsClass),
        .class_init = tegra_regs_class_init,
        .abstract = true,
    },
};

DEFINE_TYPES(tegra_regs_types)
