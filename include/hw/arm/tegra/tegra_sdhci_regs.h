/*
 * NVIDIA Tegra20 SD/MMC host controller: registers beside SDHCI's
 * [tegra20.rst, SDMMC]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_SDHCI_REGS_H
#define HW_ARM_TEGRA_SDHCI_REGS_H

#include "hw/core/registerfields.h"

#define TEGRA_SDHCI_VENDOR_BASE 0x100
#define TEGRA_SDHCI_VENDOR_SIZE 0x100
#define TEGRA_SDHCI_MMIO_SIZE   0x200

/* offsets from TEGRA_SDHCI_VENDOR_BASE */
REG32(SDHCI_VENDOR_CLOCK, 0x00)
REG32(SDHCI_VENDOR_MISC, 0x20)

/* SDHCI capabilities, offset 0x40 [tegra20.rst, SDMMC] */
#define TEGRA_SDHCI_CAPAREG     0x01e130b0

#endif /* HW_ARM_TEGRA_SDHCI_REGS_H */
