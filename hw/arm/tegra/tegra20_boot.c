/*
 * NVIDIA Tegra20: what the boot ROM leaves in IRAM
 *
 * The boot information table (BIT) tells a loader how it was started, and
 * where the boot configuration table (BCT) is, whose last words are the
 * board's [tegra20.rst, State at reset].
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/arm/tegra/tegra20_boot.h"
#include "hw/arm/tegra/tegra20_map.h"
#include "hw/core/loader.h"

#define BOOT_VERSION_2_1    0x00020001
#define BOOT_TYPE_COLD      1
#define BOOT_DEVICE_SPI     3
#define BOOT_DEVICE_ROM     5
#define BOOT_OSC_12MHZ      2
#define BOOT_READ_SUCCESS   1

#define BCT_BASE            (TEGRA20_IRAM_BASE + 0x100)
#define BCT_SIZE            0xff0
#define BCT_ODMDATA         (BCT_BASE + BCT_SIZE - 12)

static const uint32_t tegra20_bit[] = {
    [0x00 / 4] = BOOT_VERSION_2_1,          /* of the boot ROM, ... */
    [0x04 / 4] = BOOT_VERSION_2_1,          /* ... its data, ... */
    [0x08 / 4] = BOOT_VERSION_2_1,          /* ... its recovery mode */
    [0x0c / 4] = BOOT_TYPE_COLD,
    [0x10 / 4] = BOOT_DEVICE_ROM,
    [0x14 / 4] = BOOT_DEVICE_SPI,
    [0x18 / 4] = BOOT_OSC_12MHZ,
    [0x1c / 4] = 0x00000101,                /* device and SDRAM are set up */
    [0x20 / 4] = 0x00000001,                /* the BCT is valid */
    [0x2c / 4] = BOOT_READ_SUCCESS,
    [0x38 / 4] = BCT_SIZE,
    [0x3c / 4] = BCT_BASE,
    [0x40 / 4] = BOOT_READ_SUCCESS,         /* of the first loader */
    [0x80 / 4] = BCT_BASE + BCT_SIZE,       /* IRAM is free from here */
};

static void tegra20_boot_words(const char *name, const uint32_t *words,
                               size_t count, hwaddr addr)
{
    g_autofree uint32_t *le = g_new(uint32_t, count);

    for (size_t i = 0; i < count; i++) {
        le[i] = cpu_to_le32(words[i]);
    }
    rom_add_blob_fixed(name, le, count * sizeof(*le), addr);
}

void tegra20_boot_info(uint32_t odmdata)
{
    tegra20_boot_words("tegra20.bit", tegra20_bit, ARRAY_SIZE(tegra20_bit),
                       TEGRA20_IRAM_BASE);
    tegra20_boot_words("tegra20.odmdata", &odmdata, 1, BCT_ODMDATA);
}
