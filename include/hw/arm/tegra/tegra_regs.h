/*
 * NVIDIA Tegra: base of devices that are mostly a file of 32-bit registers
 *
 * A subclass gives a table of registers by their byte offsets, four apart, and
 * hooks for what the table cannot say.  This base does the storage, reset,
 * logging of accesses beside the table, tracing and migration.
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: the registers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_TEGRA_REGS_H
#define HW_ARM_TEGRA_TEGRA_REGS_H

#include "hw/arm/tegra/tegra_reg_range.h"
#include "hw/core/sysbus.h"
#include "migration/vmstate.h"
#include "qom/object.h"

#define TYPE_TEGRA_REGS "tegra-regs"
OBJECT_DECLARE_TYPE(TegraRegs, TegraRegsClass, TEGRA_REGS)

struct TegraRegs {
    SysBusDevice parent_obj;

    uint32_t *regs;
    uint32_t num_regs;

    MemoryRegion iomem;
};

struct TegraRegsClass {
    SysBusDeviceClass parent_class;

    const TegraRegRange *ranges;
    size_t num_ranges;
    /* Size of the MMIO region in bytes */
    uint32_t size;
    /* What a read of @offset returns, stored is @value.  Optional. */
    uint32_t (*read)(TegraRegs *s, hwaddr offset, uint32_t value);
    /*
     * @value was written to @offset, which held @old; what the table lets
     * through is stored already.  Optional.
     */
    void (*written)(TegraRegs *s, hwaddr offset, uint32_t old,
                    uint32_t value);
};

/* To be called from a subclass's class_init */
void tegra_regs_set_table(ObjectClass *klass, const TegraRegRange *ranges,
                          size_t num_ranges, uint32_t size);

/* The base's reset phase, for a subclass that has one of its own */
void tegra_regs_reset_enter(Object *obj, ResetType type);

static inline uint32_t tegra_regs_get(TegraRegs *s, hwaddr offset)
{
    return s->regs[offset / 4];
}

static inline void tegra_regs_set(TegraRegs *s, hwaddr offset, uint32_t value)
{
    s->regs[offset / 4] = value;
}

/* For the vmstate of a subclass that has more state than registers */
extern const VMStateDescription vmstate_tegra_regs;

#define VMSTATE_TEGRA_REGS(_field, _state) \
    VMSTATE_STRUCT(_field, _state, 1, vmstate_tegra_regs, TegraRegs)

#endif /* HW_ARM_TEGRA_TEGRA_REGS_H */
