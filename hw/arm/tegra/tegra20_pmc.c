/*
 * NVIDIA Tegra20 power management controller (PMC)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "hw/arm/tegra/tegra20_pmc.h"
#include "hw/core/irq.h"
#include "hw/core/qdev-properties.h"
#include "system/runstate.h"
#include "trace.h"

/* [tegra20.rst, Power partitions] */
static const TegraRegRange tegra20_pmc_ranges[] = {
    { .name = "WAKE_STATUS", .first = A_PMC_WAKE_STATUS,
      .last = A_PMC_WAKE_STATUS, .w1c = UINT32_MAX },
    /* START clears itself: the partition changes at once */
    { .name = "PWRGATE_TOGGLE", .first = A_PMC_PWRGATE_TOGGLE,
      .last = A_PMC_PWRGATE_TOGGLE, .rw = R_PMC_PWRGATE_TOGGLE_PARTID_MASK },
    /* Self-clearing; the clamps have no other effect */
    { .name = "REMOVE_CLAMPING", .first = A_PMC_REMOVE_CLAMPING,
      .last = A_PMC_REMOVE_CLAMPING, .w1c = UINT32_MAX },
    TEGRA_REG_RO("PWRGATE_STATUS", A_PMC_PWRGATE_STATUS,
                 PMC_PWRGATE_STATUS_RESET),
    TEGRA_REG_RANGE("SCRATCH", A_PMC_SCRATCH0, A_PMC_SCRATCH23, 0),
    TEGRA_REG_RANGE("PMC", A_PMC_CNTRL, A_PMC_LAST, 0),
};

static bool tegra20_pmc_powered(TegraRegs *s, unsigned int id)
{
    return extract32(tegra_regs_get(s, A_PMC_PWRGATE_STATUS), id, 1);
}

static void tegra20_pmc_update_gate(TegraRegs *s, unsigned int id)
{
    qemu_set_irq(TEGRA20_PMC(s)->power_gate[id], tegra20_pmc_powered(s, id));
}

static void tegra20_pmc_toggle(TegraRegs *s, uint32_t value)
{
    unsigned int id = FIELD_EX32(value, PMC_PWRGATE_TOGGLE, PARTID);
    uint32_t status = tegra_regs_get(s, A_PMC_PWRGATE_STATUS);

    if (!FIELD_EX32(value, PMC_PWRGATE_TOGGLE, START)) {
        return;
    }
    if (id >= TEGRA20_NUM_POWER_GATES) {
        qemu_log_mask(LOG_GUEST_ERROR, "%s: PWRGATE_TOGGLE of partition %u, "
                      "which does not exist\n", __func__, id);
        return;
    }
    tegra_regs_set(s, A_PMC_PWRGATE_STATUS, status ^ BIT(id));
    trace_tegra20_pmc_power_gate(id, tegra20_pmc_powered(s, id));
    tegra20_pmc_update_gate(s, id);
}

static void tegra20_pmc_write_cntrl(TegraRegs *s, uint32_t value)
{
    if (FIELD_EX32(value, PMC_CNTRL, MAIN_RST)) {
        TEGRA20_PMC(s)->keep_scratch = true;
        qemu_system_reset_request(SHUTDOWN_CAUSE_GUEST_RESET);
    }
}

static void tegra20_pmc_written(TegraRegs *s, hwaddr offset, uint32_t old,
                                uint32_t value)
{
    switch (offset) {
    case A_PMC_CNTRL:
        tegra20_pmc_write_cntrl(s, value);
        break;
    case A_PMC_PWRGATE_TOGGLE:
        tegra20_pmc_toggle(s, value);
        break;
    }
}

static void tegra20_pmc_reset_enter(Object *obj, ResetType type)
{
    Tegra20PmcState *s = TEGRA20_PMC(obj);
    uint32_t *scratch = &TEGRA_REGS(obj)->regs[R_PMC_SCRATCH0];

    if (s->keep_scratch) {
        memcpy(s->kept_scratch, scratch, sizeof(s->kept_scratch));
    }
    tegra_regs_reset_enter(obj, type);
    if (s->keep_scratch) {
        memcpy(scratch, s->kept_scratch, sizeof(s->kept_scratch));
    }
    s->keep_scratch = false;
    tegra_regs_set(TEGRA_REGS(obj), A_PMC_SCRATCH20, s->odmdata);
}

static void tegra20_pmc_reset_hold(Object *obj, ResetType type)
{
    for (int i = 0; i < TEGRA20_NUM_POWER_GATES; i++) {
        tegra20_pmc_update_gate(TEGRA_REGS(obj), i);
    }
}

static void tegra20_pmc_init(Object *obj)
{
    Tegra20PmcState *s = TEGRA20_PMC(obj);

    qdev_init_gpio_out_named(DEVICE(obj), s->power_gate, "power-gate",
                             TEGRA20_NUM_POWER_GATES);
}

static const VMStateDescription vmstate_tegra20_pmc = {
    .name = TYPE_TEGRA20_PMC,
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_TEGRA_REGS(parent_obj, Tegra20PmcState),
        VMSTATE_BOOL(keep_scratch, Tegra20PmcState),
        VMSTATE_END_OF_LIST()
    },
};

static const Property tegra20_pmc_properties[] = {
    DEFINE_PROP_UINT32("odmdata", Tegra20PmcState, odmdata, 0),
};

static void tegra20_pmc_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);

    dc->desc = "NVIDIA Tegra20 power management controller";
    dc->vmsd = &vmstate_tegra20_pmc;
    device_class_set_props(dc, tegra20_pmc_properties);
    rc->phases.enter = tegra20_pmc_reset_enter;
    rc->phases.hold = tegra20_pmc_reset_hold;
    TEGRA_REGS_CLASS(klass)->written = tegra20_pmc_written;
    tegra_regs_set_table(klass, tegra20_pmc_ranges,
                         ARRAY_SIZE(tegra20_pmc_ranges), 0x400);
}

static const TypeInfo tegra20_pmc_types[] = {
    {
        .name = TYPE_TEGRA20_PMC,
        .parent = TYPE_TEGRA_REGS,
        .instance_size = sizeof(Tegra20PmcState),
        .instance_init = tegra20_pmc_init,
        .class_init = tegra20_pmc_class_init,
    },
};

DEFINE_TYPES(tegra20_pmc_types)
