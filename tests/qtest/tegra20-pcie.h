/*
 * What the tests of the Tegra20's PCIe share: the way to a link, as in Linux's
 * driver drivers/pci/controller/pci-tegra.c, and an e1000e behind a port
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_QTEST_TEGRA20_PCIE_H
#define TESTS_QTEST_TEGRA20_PCIE_H

#include "hw/arm/tegra/tegra20_pcie_regs.h"
#include "hw/pci/pci_regs.h"
#include "migrate-file.h"
#include "tegra20-qtest.h"

#define PCIE        "-machine trimslice -nic none "
#define E1000E      "-device e1000e,bus=pcie.1 "
#define E1000E_2    "-device e1000e,bus=pcie.2 "
#define E1000E_ID   0x10d38086

/* The tegra20.dtsi's windows */
#define IO_BASE     0x82000000u
#define IO_SIZE     0x00010000u
#define CFG_BASE    0x90000000u
#define MEM_BASE    0xa0000000u
#define MEM_SIZE    0x08000000u

/* Windows by their number in Linux's driver */
enum { WINDOW_CONFIG, WINDOW_IO, WINDOW_PREFETCH, WINDOW_MEMORY };

#define ALL_ONES    0xffffffffu

#define PLLE_ENABLE     (1u << 30)
#define PEX_ON          0x19        /* override, reference clock, no reset */
#define PEX_RESET       0x18
#define PADS_ON         0x440       /* data both ways */

static inline uint32_t afi_read(QTestState *qts, uint32_t offset)
{
    return qtest_readl(qts, TEGRA20_PCIE_BASE + TEGRA20_PCIE_AFI_OFFSET +
                       offset);
}

static inline void afi_write(QTestState *qts, uint32_t offset, uint32_t value)
{
    qtest_writel(qts, TEGRA20_PCIE_BASE + TEGRA20_PCIE_AFI_OFFSET + offset,
                 value);
}

static inline uint32_t pads_read(QTestState *qts, uint32_t offset)
{
    return qtest_readl(qts, TEGRA20_PCIE_BASE + TEGRA20_PCIE_PADS_OFFSET +
                       offset);
}

static inline void pads_write(QTestState *qts, uint32_t offset, uint32_t value)
{
    qtest_writel(qts, TEGRA20_PCIE_BASE + TEGRA20_PCIE_PADS_OFFSET + offset,
                 value);
}

static inline uint64_t port_address(unsigned int n, uint32_t offset)
{
    return TEGRA20_PCIE_BASE + n * TEGRA20_PCIE_PORT_SIZE + offset;
}

static inline uint32_t port_read(QTestState *qts, unsigned int n,
                                 uint32_t offset)
{
    return qtest_readl(qts, port_address(n, offset));
}

static inline void port_write(QTestState *qts, unsigned int n, uint32_t offset,
                              uint32_t value)
{
    qtest_writel(qts, port_address(n, offset), value);
}

/* Return whether the line of @spi is up, as the legacy controller shows it */
static inline bool line_up(QTestState *qts, unsigned int spi)
{
    uint32_t isr = qtest_readl(qts, TEGRA20_ICTLR_BASE + spi / 32 * 0x100 +
                               0x10);

    return isr >> spi % 32 & 1;
}

static inline void set_window(QTestState *qts, unsigned int n, uint32_t axi,
                              uint32_t size, uint32_t fpci)
{
    afi_write(qts, A_AFI_AXI_BAR0_START + 4 * n, axi);
    afi_write(qts, A_AFI_AXI_BAR0_SZ + 4 * n, size >> 12);
    afi_write(qts, A_AFI_FPCI_BAR0 + 4 * n, fpci);
}

/* Return what FPCI_BAR has for an address of PCI's memory */
static inline uint32_t fpci_memory(uint32_t address)
{
    return (address >> 12 << 4) | 1;
}

static inline void set_windows(QTestState *qts)
{
    set_window(qts, WINDOW_CONFIG, CFG_BASE, 0x1000, 0xfe100000);
    set_window(qts, WINDOW_IO, IO_BASE, IO_SIZE, 0xfdfc0000);
    set_window(qts, WINDOW_MEMORY, MEM_BASE, MEM_SIZE, fpci_memory(MEM_BASE));
}

static inline void plle_enable(QTestState *qts, bool on)
{
    uint64_t base = TEGRA20_CAR_BASE + A_CAR_PLLE_BASE;
    uint32_t value = qtest_readl(qts, base);

    qtest_writel(qts, base, on ? value | PLLE_ENABLE : value & ~PLLE_ENABLE);
}

/* tegra_pcie_power_on, tegra_pcie_enable_controller */
static inline void enable_controller(QTestState *qts)
{
    plle_enable(qts, true);
    tegra20_enable(qts, TEGRA20_PERIPH_AFI);
    afi_write(qts, A_AFI_PCIE_CONFIG, 0x80100008);
    afi_write(qts, A_AFI_FUSE, 1 << 2);
    afi_write(qts, A_AFI_CONFIGURATION, 0x80000001);
    afi_write(qts, A_AFI_AFI_INTR_ENABLE, 0x3f);
    afi_write(qts, A_AFI_SM_INTR_ENABLE, ALL_ONES);
    afi_write(qts, A_AFI_INTR_MASK, 1);
    set_windows(qts);
    tegra20_enable(qts, TEGRA20_PERIPH_PEX);
}

/* tegra_pcie_phy_enable, tegra_pcie_enable_ports */
static inline void enable_links(QTestState *qts)
{
    pads_write(qts, A_PADS_PLL_CTL, 2);
    pads_write(qts, A_PADS_CTL, PADS_ON);
    for (int n = 0; n < TEGRA20_PCIE_NUM_PORTS; n++) {
        afi_write(qts, A_AFI_PEX0_CTRL + 8 * n, PEX_RESET);
        afi_write(qts, A_AFI_PEX0_CTRL + 8 * n, PEX_ON);
    }
    tegra20_hold(qts, TEGRA20_PERIPH_PCIE_X, false);
    for (int n = 0; n < TEGRA20_PCIE_NUM_PORTS; n++) {
        port_write(qts, n, A_RP_PRIV_MISC, RP_PRSNT_MAP_EP_PRSNT);
    }
}

static inline QTestState *pcie_start(const char *args)
{
    QTestState *qts = qtest_initf(PCIE "%s", args);

    enable_controller(qts);
    enable_links(qts);
    return qts;
}

/* Return where Linux finds a register of a device, with the window set to it */
static inline uint64_t config_address(QTestState *qts, unsigned int bus,
                                      unsigned int devfn, uint32_t reg)
{
    uint32_t offset = (reg & 0xf00) << 16 | bus << 16 | devfn << 8 |
                      (reg & 0xff);

    afi_write(qts, A_AFI_FPCI_BAR0, 0xfe100000 + ((offset & ~0xfffu) >> 8));
    return CFG_BASE + (offset & 0xfff);
}

static inline uint32_t config_read(QTestState *qts, unsigned int bus,
                                   uint32_t reg)
{
    return qtest_readl(qts, config_address(qts, bus, 0, reg));
}

static inline void config_write(QTestState *qts, unsigned int bus,
                                uint32_t reg, uint32_t value)
{
    qtest_writel(qts, config_address(qts, bus, 0, reg), value);
}

/*
 * Number the buses as Linux does, and give the device of port @n memory and I/O
 * ports
 */
#define DEVICE_MEM(n)   (MEM_BASE + 0x100000u * ((n) + 1))
#define DEVICE_IO(n)    (0x1000u * ((n) + 1))

static inline void enumerate(QTestState *qts, unsigned int n)
{
    uint32_t mem = DEVICE_MEM(n) >> 16;
    uint32_t io = DEVICE_IO(n) >> 8;

    port_write(qts, n, PCI_PRIMARY_BUS, (n + 1) << 16 | (n + 1) << 8);
    port_write(qts, n, PCI_IO_BASE, io << 8 | io);
    port_write(qts, n, PCI_MEMORY_BASE, mem << 16 | mem);
    port_write(qts, n, PCI_COMMAND, PCI_COMMAND_IO | PCI_COMMAND_MEMORY |
               PCI_COMMAND_MASTER);
    config_write(qts, n + 1, PCI_BASE_ADDRESS_0, DEVICE_MEM(n));
    config_write(qts, n + 1, PCI_BASE_ADDRESS_2, DEVICE_IO(n));
    config_write(qts, n + 1, PCI_COMMAND, PCI_COMMAND_IO | PCI_COMMAND_MEMORY |
                 PCI_COMMAND_MASTER);
}

static inline QTestState *pcie_start_device(const char *args)
{
    QTestState *qts = pcie_start(args);

    enumerate(qts, 0);
    return qts;
}

/* Registers of the e1000e (Intel 82574 data sheet) */
enum {
    E1000_ICR = 0xc0,
    E1000_ICS = 0xc8,
    E1000_IMS = 0xd0,
    E1000_IMC = 0xd8,
    E1000_FCTTV = 0x170,        /* 16 bits of storage */
    E1000_LSC = 1 << 2,         /* one of the causes of an interrupt */
};

/* ---- interrupts ---- */

#define MSI_PAGE    0x00100000u     /* of memory, as Linux reserves one */

static inline void assert_abort(QTestState *qts, uint64_t fpci, bool read)
{
    g_assert_true(line_up(qts, TEGRA20_IRQ_PCIE_INTR));
    g_assert_cmphex(afi_read(qts, A_AFI_INTR_CODE), ==, AFI_INTR_MASTER_ABORT);
    g_assert_cmphex(afi_read(qts, A_AFI_INTR_SIGNATURE), ==,
                    (fpci & 0xfffffffc) | read);
    g_assert_cmphex(afi_read(qts, A_AFI_UPPER_FPCI_ADDRESS), ==, fpci >> 32);
    afi_write(qts, A_AFI_INTR_CODE, 0);
    g_assert_cmphex(afi_read(qts, A_AFI_INTR_CODE), ==, 0);
    g_assert_false(line_up(qts, TEGRA20_IRQ_PCIE_INTR));
}

/* Have the device of port @n raise its interrupt */
static inline void raise_interrupt(QTestState *qts, unsigned int n)
{
    /* its interrupts are at least 128 us apart */
    qtest_clock_step(qts, 1000 * 1000);
    qtest_writel(qts, DEVICE_MEM(n) + E1000_IMS, E1000_LSC);
    qtest_writel(qts, DEVICE_MEM(n) + E1000_ICS, E1000_LSC);
}

static inline uint32_t find_msi(QTestState *qts)
{
    uint32_t at = config_read(qts, 1, PCI_CAPABILITY_LIST) & 0xfc;

    while ((config_read(qts, 1, at) & 0xff) != PCI_CAP_ID_MSI) {
        at = config_read(qts, 1, at) >> 8 & 0xfc;
        g_assert_cmphex(at, !=, 0);
    }
    return at;
}

/* Have the device send @data to @address */
static inline void send_msi(QTestState *qts, uint32_t address, uint32_t data)
{
    uint32_t msi = find_msi(qts);

    config_write(qts, 1, msi + PCI_MSI_ADDRESS_LO, address);
    config_write(qts, 1, msi + PCI_MSI_DATA_64, data);
    config_write(qts, 1, msi, PCI_MSI_FLAGS_ENABLE << 16);
    raise_interrupt(qts, 0);
    qtest_readl(qts, DEVICE_MEM(0) + E1000_ICR);
}

/* tegra_pcie_enable_msi */
static inline void enable_msi(QTestState *qts, uint32_t pages)
{
    afi_write(qts, A_AFI_MSI_FPCI_BAR_ST, MSI_PAGE);
    afi_write(qts, A_AFI_MSI_AXI_BAR_ST, MSI_PAGE);
    afi_write(qts, A_AFI_MSI_BAR_SZ, pages);
    afi_write(qts, A_AFI_INTR_MASK, 0x101);
}

static inline uint32_t msi_vec(QTestState *qts, unsigned int n)
{
    return afi_read(qts, A_AFI_MSI_VEC0 + 4 * n);
}

#endif /* TESTS_QTEST_TEGRA20_PCIE_H */
