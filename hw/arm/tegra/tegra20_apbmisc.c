/*
 * NVIDIA Tegra20 APB miscellaneous registers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/arm/tegra/tegra20_apbmisc.h"

/* Family 7, revision 1.4 ("A04"), chip 0x20 [tegra20.rst, Chip identity] */
#define TEGRA20_HIDREV 0x00042017

static const TegraRegRange tegra20_apbmisc_ranges[] = {
    TEGRA_REG_RO("STRAPPING_OPT_A", A_APBMISC_STRAPPING, 0),
    TEGRA_REG_RANGE("PIN_MUX", A_APBMISC_TRISTATE_A, A_APBMISC_PIN_MUX_LAST,
                    0),
    TEGRA_REG_RO("HIDREV", A_APBMISC_HIDREV, TEGRA20_HIDREV),
    TEGRA_REG_RANGE("PAD_CTRL", A_APBMISC_PAD_FIRST, A_APBMISC_PAD_LAST, 0),
};

static void tegra20_apbmisc_class_init(ObjectClass *klass, const void *data)
{
    DEVICE_CLASS(klass)->desc = "NVIDIA Tegra20 APB miscellaneous registers";
    tegra_regs_set_table(klass, tegra20_apbmisc_ranges,
                         ARRAY_SIZE(tegra20_apbmisc_ranges), 0xc00);
}

static const TypeInfo tegra20_apbmisc_types[] = {
    {
        .name = TYPE_TEGRA20_APBMISC,
        .parent = TYPE_TEGRA_REGS,
        .instance_size = sizeof(Tegra20ApbMiscState),
        .class_init = tegra20_apbmisc_class_init,
    },
};

DEFINE_TYPES(tegra20_apbmisc_types)
