/*
 * NVIDIA Tegra20 memory controller (MC)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "hw/arm/tegra/tegra20_mc.h"
#include "hw/core/irq.h"
#include "hw/core/qdev-properties.h"
#include "trace.h"

/* [tegra20.rst, Memory controller] */
static const TegraRegRange tegra20_mc_ranges[] = {
    { .name = "INTSTATUS", .first = A_MC_INTSTATUS, .last = A_MC_INTSTATUS,
      .w1c = UINT32_MAX },
    { .name = "GART_ERROR", .first = A_MC_GART_ERROR_REQ,
      .last = A_MC_GART_ERROR_ADDR },
    { .name = "DECERR_EMEM_OTHERS", .first = A_MC_DECERR_EMEM_OTHERS_STATUS,
      .last = A_MC_DECERR_EMEM_OTHERS_ADR },
    { .name = "SECURITY_VIOLATION", .first = A_MC_SECURITY_VIOLATION_STATUS,
      .last = A_MC_SECURITY_VIOLATION_ADR },
    { .name = "CLIENT_CTRL", .first = A_MC_CLIENT_CTRL,
      .last = A_MC_CLIENT_CTRL, .reset = MC_ALL_CLIENTS,
      .rw = MC_ALL_CLIENTS },
    { .name = "CLIENT_HOTRESETN", .first = A_MC_CLIENT_HOTRESETN,
      .last = A_MC_CLIENT_HOTRESETN, .reset = MC_ALL_CLIENTS,
      .rw = MC_ALL_CLIENTS },
    { .name = "CLIENT_ACTIVITY", .first = A_MC_CLIENT_ACTIVITY_0,
      .last = A_MC_CLIENT_ACTIVITY_14 },
    TEGRA_REG_RANGE("MC", A_MC_INTMASK, A_MC_LAST, 0),
};

static void tegra20_mc_set_active(void *opaque, int n, int level)
{
    Tegra20McState *s = opaque;

    s->active = deposit32(s->active, n, 1, !!level);
}

static void tegra20_mc_trace(Tegra20McState *s, uint32_t changed)
{
    static const char * const name[TEGRA20_MC_NUM_CLIENTS] = {
        "AVPC", "DC", "DCB", "EPP", "2D", "HC", "ISP", "MPCORE", "MPEA",
        "MPEB", "MPEC", "3D", "PPCS", "VDE", "VI",
    };

    for (int n = 0; n < TEGRA20_MC_NUM_CLIENTS; n++) {
        if (extract32(changed, n, 1)) {
            trace_tegra20_mc_client(name[n], extract32(s->blocked, n, 1),
                                    extract32(s->active, n, 1));
        }
    }
}

/* Block each client that is in hot reset or switched off. */
static void tegra20_mc_update_block(TegraRegs *regs)
{
    Tegra20McState *s = TEGRA20_MC(regs);
    uint32_t open = tegra_regs_get(regs, A_MC_CLIENT_CTRL) &
                    tegra_regs_get(regs, A_MC_CLIENT_HOTRESETN);
    uint32_t changed = s->blocked ^ ~open;

    s->blocked = ~open;
    tegra20_mc_trace(s, changed);
    for (int n = 0; n < TEGRA20_MC_NUM_CLIENTS; n++) {
        qemu_set_irq(s->block[n], extract32(s->blocked, n, 1));
    }
}

static uint32_t tegra20_mc_read(TegraRegs *s, hwaddr offset, uint32_t value)
{
    if (offset < A_MC_CLIENT_ACTIVITY_0 || offset > A_MC_CLIENT_ACTIVITY_14) {
        return value;
    }
    return extract32(TEGRA20_MC(s)->active,
                     (offset - A_MC_CLIENT_ACTIVITY_0) / 4, 1);
}

static void tegra20_mc_written(TegraRegs *s, hwaddr offset, uint32_t old,
                               uint32_t value)
{
    if (offset == A_MC_CLIENT_CTRL || offset == A_MC_CLIENT_HOTRESETN) {
        tegra20_mc_update_block(s);
    }
}

/* Set memory's size, as the boot ROM does [tegra20.rst, State at reset] */
static void tegra20_mc_reset_enter(Object *obj, ResetType type)
{
    tegra_regs_reset_enter(obj, type);
    tegra_regs_set(TEGRA_REGS(obj), A_MC_EMEM_CFG,
                   TEGRA20_MC(obj)->ram_size / KiB);
}

static void tegra20_mc_reset_hold(Object *obj, ResetType type)
{
    tegra20_mc_update_block(TEGRA_REGS(obj));
}

static void tegra20_mc_init(Object *obj)
{
    Tegra20McState *s = TEGRA20_MC(obj);

    qdev_init_gpio_in_named(DEVICE(obj), tegra20_mc_set_active,
                            "client-active", TEGRA20_MC_NUM_CLIENTS);
    qdev_init_gpio_out_named(DEVICE(obj), s->block, "client-block",
                             TEGRA20_MC_NUM_CLIENTS);
}

static const Property tegra20_mc_properties[] = {
    DEFINE_PROP_SIZE("ram-size", Tegra20McState, ram_size, 0),
};

static void tegra20_mc_class_init(ObjectClass *klass, const void *data)
{
    ResettableClass *rc = RESETTABLE_CLASS(klass);
    TegraRegsClass *trc = TEGRA_REGS_CLASS(klass);

    DEVICE_CLASS(klass)->desc = "NVIDIA Tegra20 memory controller";
    device_class_set_props(DEVICE_CLASS(klass), tegra20_mc_properties);
    rc->phases.enter = tegra20_mc_reset_enter;
    rc->phases.hold = tegra20_mc_reset_hold;
    trc->read = tegra20_mc_read;
    trc->written = tegra20_mc_written;
    tegra_regs_set_table(klass, tegra20_mc_ranges,
                         ARRAY_SIZE(tegra20_mc_ranges), 0x400);
}

static const TypeInfo tegra20_mc_types[] = {
    {
        .name = TYPE_TEGRA20_MC,
        .parent = TYPE_TEGRA_REGS,
        .instance_size = sizeof(Tegra20McState),
        .instance_init = tegra20_mc_init,
        .class_init = tegra20_mc_class_init,
    },
};

DEFINE_TYPES(tegra20_mc_types)
