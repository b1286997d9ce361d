/*
 * NVIDIA Tegra20 PCIe host controller with two root ports
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: the registers, and what AFI's windows open
 *  + sysbus IRQ 0: INTx and errors; IRQ 1: MSI
 *  + clock inputs "pex", "afi", "pll_e"
 *  + named GPIO inputs "reset" 0 to 2: 1 holds PEX (pads and root ports), AFI
 *    or PCIe_X (the links) in reset
 *  + named GPIO input "power": 0 switches the block off
 *  + link property "dma": the memory that the ports' devices reach
 *  + PCIe buses "pcie.1" and "pcie.2", each for one device
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_TEGRA20_PCIE_H
#define HW_ARM_TEGRA_TEGRA20_PCIE_H

#include "hw/arm/tegra/tegra20_pcie_regs.h"
#include "hw/pci/pci_host.h"
#include "hw/pci/pcie_port.h"
#include "qom/object.h"

#define TYPE_TEGRA20_PCIE "tegra20-pcie"
OBJECT_DECLARE_SIMPLE_TYPE(Tegra20PcieState, TEGRA20_PCIE)

#define TYPE_TEGRA20_PCIE_PORT "tegra20-pcie-port"
OBJECT_DECLARE_SIMPLE_TYPE(Tegra20PciePort, TEGRA20_PCIE_PORT)

/* Reset inputs; the first two have a clock input of the same number */
enum {
    TEGRA20_PCIE_PEX,
    TEGRA20_PCIE_AFI,
    TEGRA20_PCIE_PCIE_X,
    TEGRA20_PCIE_NUM_RESETS,
    TEGRA20_PCIE_PLL_E = TEGRA20_PCIE_PCIE_X,
    TEGRA20_PCIE_NUM_CLOCKS = TEGRA20_PCIE_NUM_RESETS,
};

struct Tegra20PciePort {
    PCIESlot parent_obj;
};

/* A window of AFI: memory is mapped, what else there is goes by a function */
typedef struct Tegra20PcieWindow {
    Tegra20PcieState *host;
    MemoryRegion memory;
    MemoryRegion other;
    uint64_t skip;              /* bytes that lie below the MMIO region */
} Tegra20PcieWindow;

struct Tegra20PcieState {
    PCIHostState parent_obj;

    MemoryRegion *dma_mr;

    uint32_t afi[TEGRA20_PCIE_AFI_SIZE / 4];
    uint32_t pads[TEGRA20_PCIE_PADS_SIZE / 4];
    uint8_t intx;               /* levels of INTA to INTD */
    bool in_reset[TEGRA20_PCIE_NUM_RESETS];
    bool powered;
    Clock *clk[TEGRA20_PCIE_NUM_CLOCKS];

    Tegra20PciePort port[TEGRA20_PCIE_NUM_PORTS];
    qemu_irq irq;
    qemu_irq msi_irq;

    MemoryRegion mmio;
    MemoryRegion port_mem[TEGRA20_PCIE_NUM_PORTS];
    MemoryRegion pads_mem;
    MemoryRegion afi_mem;
    Tegra20PcieWindow window[TEGRA20_PCIE_NUM_WINDOWS];
    MemoryRegion pci_mem;       /* the ports' buses */
    MemoryRegion pci_io;
    AddressSpace pci_io_as;

    MemoryRegion dma_root;      /* what devices reach */
    MemoryRegion dma_alias;
    MemoryRegion msi_mem;
    AddressSpace dma_as;
};

/* Return the bus of port @n, for the device behind it */
PCIBus *tegra20_pcie_port_bus(Tegra20PcieState *s, unsigned int n);
/* Return whether the link of port @n is up */
bool tegra20_pcie_link_up(Tegra20PcieState *s, unsigned int n);

/* Shared by the files of the device */
bool tegra20_pcie_alive(Tegra20PcieState *s, int part);
void tegra20_pcie_init_windows(Tegra20PcieState *s);
void tegra20_pcie_realize_windows(Tegra20PcieState *s);
void tegra20_pcie_update_window(Tegra20PcieState *s, unsigned int n);
void tegra20_pcie_update_msi_window(Tegra20PcieState *s);
void tegra20_pcie_update_irqs(Tegra20PcieState *s);
void tegra20_pcie_master_abort(Tegra20PcieState *s, uint64_t fpci, bool read);

#endif /* HW_ARM_TEGRA_TEGRA20_PCIE_H */
