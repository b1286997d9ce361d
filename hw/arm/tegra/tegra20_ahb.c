/*
 * NVIDIA Tegra20 AHB: arbitration, gizmos and secure boot control
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/arm/tegra/tegra20_ahb.h"

static const TegraRegRange tegra20_ahb_ranges[] = {
    TEGRA_REG_RANGE("ARBITRATION", A_AHB_ARBITRATION_DISABLE,
                    A_AHB_ARBITRATION_PRIORITY, 0),
    TEGRA_REG_RANGE("GIZMO", A_AHB_GIZMO_FIRST, A_AHB_GIZMO_LAST, 0),
    TEGRA_REG_RANGE("MEM_PREFETCH", A_AHB_MEM_PREFETCH_FIRST,
                    A_AHB_MEM_PREFETCH_LAST, 0),
    /* No write is ever queued */
    TEGRA_REG_RO("AHB_MEM_WRQUE_MST_ID", A_AHB_MEM_WRQUE_MST_ID, 0),
};

static const TegraRegRange tegra20_sb_ranges[] = {
    TEGRA_REG("SB_CSR", A_SB_CSR, 0),
    TEGRA_REG("SB_PIROM_START", A_SB_PIROM_START, 0),
    TEGRA_REG("SB_PFCFG", A_SB_PFCFG, 0),
};

static void tegra20_ahb_class_init(ObjectClass *klass, const void *data)
{
    DEVICE_CLASS(klass)->desc = "NVIDIA Tegra20 AHB arbitration and gizmos";
    tegra_regs_set_table(klass, tegra20_ahb_ranges,
                         ARRAY_SIZE(tegra20_ahb_ranges), 0x200);
}

static void tegra20_sb_class_init(ObjectClass *klass, const void *data)
{
    DEVICE_CLASS(klass)->desc = "NVIDIA Tegra20 secure boot control";
    tegra_regs_set_table(klass, tegra20_sb_ranges,
                         ARRAY_SIZE(tegra20_sb_ranges), 0x100);
}

static const TypeInfo tegra20_ahb_types[] = {
    {
        .name = TYPE_TEGRA20_AHB,
        .parent = TYPE_TEGRA_REGS,
        .instance_size = sizeof(Tegra20AhbState),
        .class_init = tegra20_ahb_class_init,
    }, {
        .name = TYPE_TEGRA20_SB,
        .parent = TYPE_TEGRA_REGS,
        .instance_size = sizeof(Tegra20SbState),
        .class_init = tegra20_sb_class_init,
    },
};

DEFINE_TYPES(tegra20_ahb_types)
