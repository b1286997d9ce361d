/*
 * NVIDIA Tegra20: what the boot ROM leaves in IRAM
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_TEGRA20_BOOT_H
#define HW_ARM_TEGRA_TEGRA20_BOOT_H

/* Put the boot information table into IRAM, at each reset anew */
void tegra20_boot_info(uint32_t odmdata);

#endif /* HW_ARM_TEGRA_TEGRA20_BOOT_H */
