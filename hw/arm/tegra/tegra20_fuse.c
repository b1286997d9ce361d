/*
 * NVIDIA Tegra20 fuses
 *
 * The fuse array is read-only here; the registers that program and sense it
 * are storage.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/arm/tegra/tegra20_fuse.h"

/* "T20"; speedo and process 0 [tegra20.rst, Chip identity] */
#define TEGRA20_SKU 8

static const TegraRegRange tegra20_fuse_ranges[] = {
    TEGRA_REG_RANGE("FUSE_CTRL", A_FUSE_CTRL, A_FUSE_CTRL_LAST, 0),
    { .name = "FUSE", .first = A_FUSE_PRODUCTION_MODE,
      .last = A_FUSE_SKU_INFO - 4 },
    TEGRA_REG_RO("SKU_INFO", A_FUSE_SKU_INFO, TEGRA20_SKU),
    { .name = "FUSE", .first = A_FUSE_SKU_INFO + 4,
      .last = A_FUSE_SPARE_BIT_0 - 4 },
    { .name = "SPARE_BIT", .first = A_FUSE_SPARE_BIT_0,
      .last = A_FUSE_SPARE_BIT_LAST },
};

static void tegra20_fuse_class_init(ObjectClass *klass, const void *data)
{
    DEVICE_CLASS(klass)->desc = "NVIDIA Tegra20 fuses";
    tegra_regs_set_table(klass, tegra20_fuse_ranges,
                         ARRAY_SIZE(tegra20_fuse_ranges), 0x400);
}

static const TypeInfo tegra20_fuse_types[] = {
    {
        .name = TYPE_TEGRA20_FUSE,
        .parent = TYPE_TEGRA_REGS,
        .instance_size = sizeof(Tegra20FuseState),
        .class_init = tegra20_fuse_class_init,
    },
};

DEFINE_TYPES(tegra20_fuse_types)
