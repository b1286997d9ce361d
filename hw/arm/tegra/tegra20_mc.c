/*
 * NVIDIA Tegra20 memory controller (MC)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/arm/tegra/tegra20_mc.h"

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

static void tegra20_mc_class_init(ObjectClass *klass, void *data)
{
    DEVICE_CLASS(klass)->desc = "NVIDIA Tegra20 memory controller";
    tegra_regs_set_table(klass, tegra20_mc_ranges,
                         ARRAY_SIZE(tegra20_mc_ranges), 0x400);
}

static const TypeInfo tegra20_mc_types[] = {
    {
        .name = TYPE_TEGRA20_MC,
        .parent = TYPE_TEGRA_REGS,
        .instance_size = sizeof(Tegra20McState),
        .class_init = tegra20_mc_class_init,
    },
};

DEFINE_TYPES(tegra20_mc_types)
