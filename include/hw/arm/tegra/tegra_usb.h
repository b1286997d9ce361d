/*
 * NVIDIA Tegra20 USB host controller with its PHY
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: ChipIdea core, ULPI viewport, PHY registers
 *  + sysbus IRQ 0: the interrupt
 *  + link property "dma": the memory that transfers reach
 *  + property "ulpi": an ULPI PHY sits behind the viewport (USB2)
 *  + named GPIO input "reset": 1 holds the block in reset
 *  + a USB bus with one port, for devices of any USB 2.0 speed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_USB_H
#define HW_ARM_TEGRA_USB_H

#include "hw/arm/tegra/tegra_usb_regs.h"
#include "hw/core/sysbus.h"
#include "hw/usb/chipidea.h"
#include "qom/object.h"

#define TYPE_TEGRA_USB "tegra20-usb"
OBJECT_DECLARE_SIMPLE_TYPE(TegraUSBState, TEGRA_USB)

#define TEGRA_USB_PHY_REGS (TEGRA_USB_PHY_SIZE / sizeof(uint32_t))

struct TegraUSBState {
    SysBusDevice parent_obj;

    MemoryRegion *dma_mr;
    AddressSpace dma_as;
    bool ulpi;

    uint32_t phy[TEGRA_USB_PHY_REGS];
    uint32_t portsc;            /* the fields that EHCI does not have */
    uint32_t viewport;
    uint8_t ulpi_regs[TEGRA_ULPI_END];
    bool suspended;             /* the PHY's clock is stopped */
    bool in_reset;

    ChipideaState chipidea;
    MemoryRegion container;
    MemoryRegion phy_mem;
    MemoryRegion portsc_mem;
    MemoryRegion viewport_mem;
};

#endif /* HW_ARM_TEGRA_USB_H */
