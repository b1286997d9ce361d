/*
 * NVIDIA Tegra20 SD/MMC host controller
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: a standard SDHCI and the vendor registers
 *  + sysbus IRQ 0: the interrupt
 *  + link property "dma" (alias of the SDHCI's): where DMA goes
 *  + bus "sd-bus" of the child "sdhci": where the card goes
 *  + named GPIO input "reset": 1 holds the block in reset
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_SDHCI_H
#define HW_ARM_TEGRA_SDHCI_H

#include "hw/arm/tegra/tegra_sdhci_regs.h"
#include "hw/core/sysbus.h"
#include "hw/sd/sdhci.h"
#include "qom/object.h"

#define TYPE_TEGRA_SDHCI "tegra20-sdhci"
OBJECT_DECLARE_SIMPLE_TYPE(TegraSDHCIState, TEGRA_SDHCI)

#define TEGRA_SDHCI_VENDOR_REGS (TEGRA_SDHCI_VENDOR_SIZE / sizeof(uint32_t))

struct TegraSDHCIState {
    SysBusDevice parent_obj;

    uint32_t vendor[TEGRA_SDHCI_VENDOR_REGS];
    bool in_reset;

    SDHCIState sdhci;
    MemoryRegion container;
    MemoryRegion vendor_mem;
};

#endif /* HW_ARM_TEGRA_SDHCI_H */
