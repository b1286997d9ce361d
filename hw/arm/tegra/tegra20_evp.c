/*
 * NVIDIA Tegra20 exception vectors (EVP)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/arm/tegra/tegra20_evp.h"

static const TegraRegRange tegra20_evp_ranges[] = {
    TEGRA_REG_RANGE("CPU_VECTOR", A_EVP_CPU_RESET_VECTOR,
                    A_EVP_CPU_FIQ_VECTOR, 0),
    TEGRA_REG_RANGE("COP_VECTOR", A_EVP_COP_RESET_VECTOR,
                    A_EVP_COP_FIQ_VECTOR, 0),
};

static void tegra20_evp_class_init(ObjectClass *klass, const void *data)
{
    DEVICE_CLASS(klass)->desc = "NVIDIA Tegra20 exception vectors";
    tegra_regs_set_table(klass, tegra20_evp_ranges,
                         ARRAY_SIZE(tegra20_evp_ranges), 0x1000);
}

static const TypeInfo tegra20_evp_types[] = {
    {
        .name = TYPE_TEGRA20_EVP,
        .parent = TYPE_TEGRA_REGS,
        .instance_size = sizeof(Tegra20EvpState),
        .class_init = tegra20_evp_class_init,
    },
};

DEFINE_TYPES(tegra20_evp_types)
