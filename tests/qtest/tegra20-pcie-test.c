/*
 * QTest of the Tegra20 PCIe host controller and its root ports
 *
 * What is expected is what Linux's driver drivers/pci/controller/pci-tegra.c
 * needs, what the PCI specifications say, and the e1000e's data sheet.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tegra20-pcie.h"

#define DL_UP       (1u << 30)
#define DL_ACTIVE   (1u << 29)
#define LOCKDET     (1u << 8)

/* ---- registers ---- */

static void test_registers(void)
{
    static const struct {
        uint32_t offset;
        uint32_t stored;        /* of all ones */
    } row[] = {
        { A_AFI_AXI_BAR0_SZ, 0x000fffff }, { A_AFI_AXI_BAR5_SZ, 0x000fffff },
        { A_AFI_AXI_BAR0_START, 0xfffff000 },
        { A_AFI_AXI_BAR5_START, 0xfffff000 },
        { A_AFI_FPCI_BAR0, 0xfffffff1 }, { A_AFI_FPCI_BAR5, 0xfffffff1 },
        { A_AFI_CACHE_BAR0_SZ, ALL_ONES }, { A_AFI_CACHE_BAR1_ST, ALL_ONES },
        { A_AFI_MSI_BAR_SZ, 0x000fffff },
        { A_AFI_MSI_FPCI_BAR_ST, 0xfffff000 },
        { A_AFI_MSI_AXI_BAR_ST, 0xfffff000 },
        { A_AFI_MSI_VEC0, 0 }, { A_AFI_MSI_VEC7, 0 },
        { A_AFI_MSI_EN_VEC0, ALL_ONES }, { A_AFI_MSI_EN_VEC7, ALL_ONES },
        { A_AFI_INTR_MASK, ALL_ONES }, { A_AFI_INTR_SIGNATURE, 0 },
        { A_AFI_UPPER_FPCI_ADDRESS, 0 }, { A_AFI_PCIE_CONFIG, ALL_ONES },
        { A_AFI_FUSE, ALL_ONES }, { A_AFI_PEX1_CTRL, ALL_ONES },
    };
    QTestState *qts = qtest_init(PCIE);

    tegra20_enable(qts, TEGRA20_PERIPH_AFI);
    for (size_t i = 0; i < ARRAY_SIZE(row); i++) {
        g_assert_cmphex(afi_read(qts, row[i].offset), ==, 0);
        afi_write(qts, row[i].offset, ALL_ONES);
        g_assert_cmphex(afi_read(qts, row[i].offset), ==, row[i].stored);
    }
    tegra20_hold(qts, TEGRA20_PERIPH_AFI, true);
    tegra20_hold(qts, TEGRA20_PERIPH_AFI, false);
    for (size_t i = 0; i < ARRAY_SIZE(row); i++) {
        g_assert_cmphex(afi_read(qts, row[i].offset), ==, 0);
    }
    qtest_quit(qts);
}

/* Each part answers while it has a clock, power and no reset */
static void test_dead(void)
{
    QTestState *qts = qtest_init(PCIE);

    g_assert_cmphex(afi_read(qts, A_AFI_CONFIGURATION), ==, 0);
    g_assert_cmphex(port_read(qts, 0, PCI_VENDOR_ID), ==, ALL_ONES);
    tegra20_hold(qts, TEGRA20_PERIPH_AFI, false);
    afi_write(qts, A_AFI_FUSE, 4);
    tegra20_clock(qts, TEGRA20_PERIPH_AFI, true);
    g_assert_cmphex(afi_read(qts, A_AFI_FUSE), ==, 0);
    afi_write(qts, A_AFI_FUSE, 4);
    tegra20_clock(qts, TEGRA20_PERIPH_AFI, false);
    g_assert_cmphex(afi_read(qts, A_AFI_FUSE), ==, 0);
    tegra20_clock(qts, TEGRA20_PERIPH_AFI, true);
    g_assert_cmphex(afi_read(qts, A_AFI_FUSE), ==, 4);

    tegra20_enable(qts, TEGRA20_PERIPH_PEX);
    pads_write(qts, A_PADS_REFCLK_CFG0, 0xfa5cfa5c);
    g_assert_cmphex(pads_read(qts, A_PADS_REFCLK_CFG0), ==, 0xfa5cfa5c);
    g_assert_cmphex(port_read(qts, 0, PCI_VENDOR_ID), ==, 0x0bf010de);
    tegra20_toggle_power(qts, TEGRA20_POWER_PCIE);
    g_assert_cmphex(pads_read(qts, A_PADS_REFCLK_CFG0), ==, 0);
    g_assert_cmphex(afi_read(qts, A_AFI_FUSE), ==, 0);
    g_assert_cmphex(port_read(qts, 0, PCI_VENDOR_ID), ==, ALL_ONES);
    tegra20_toggle_power(qts, TEGRA20_POWER_PCIE);
    g_assert_cmphex(pads_read(qts, A_PADS_REFCLK_CFG0), ==, 0);
    g_assert_cmphex(afi_read(qts, A_AFI_FUSE), ==, 0);
    g_assert_cmphex(port_read(qts, 0, PCI_VENDOR_ID), ==, 0x0bf010de);
    qtest_quit(qts);
}

static void test_pll(void)
{
    QTestState *qts = qtest_init(PCIE);

    tegra20_enable(qts, TEGRA20_PERIPH_PEX);
    pads_write(qts, A_PADS_PLL_CTL, ALL_ONES & ~LOCKDET);
    g_assert_cmphex(pads_read(qts, A_PADS_PLL_CTL), ==, ALL_ONES & ~LOCKDET);
    plle_enable(qts, true);
    g_assert_cmphex(pads_read(qts, A_PADS_PLL_CTL), ==, ALL_ONES);
    pads_write(qts, A_PADS_PLL_CTL, LOCKDET);
    g_assert_cmphex(pads_read(qts, A_PADS_PLL_CTL), ==, 0);
    pads_write(qts, A_PADS_PLL_CTL, 2);
    g_assert_cmphex(pads_read(qts, A_PADS_PLL_CTL), ==, 2 | LOCKDET);
    qtest_quit(qts);
}

/* ---- links ---- */

static bool link_up(QTestState *qts, unsigned int n)
{
    bool up = port_read(qts, n, A_RP_VEND_XP) & DL_UP;

    g_assert_cmphex(port_read(qts, n, A_RP_LINK_CONTROL_STATUS) & DL_ACTIVE,
                    ==, up ? DL_ACTIVE : 0);
    return up;
}

/* What a link needs, taken away and given back */
static void test_link(void)
{
    static const struct {
        uint32_t offset;        /* from the base of the controller */
        uint32_t down;
        uint32_t up;
    } row[] = {
        { 0x3800 + A_AFI_PCIE_CONFIG, 0x8010000a, 0x80100008 },
        { 0x3800 + A_AFI_PEX0_CTRL, PEX_RESET, PEX_ON },
        { 0x3800 + A_AFI_PEX0_CTRL, 0x11, PEX_ON },
        { 0x3000 + A_PADS_PLL_CTL, 0, 2 },
        { 0x3000 + A_PADS_CTL, 0x400, PADS_ON },
        { 0x3000 + A_PADS_CTL, 0x040, PADS_ON },
        { A_RP_PRIV_MISC, RP_PRSNT_MAP_EP_ABSNT, RP_PRSNT_MAP_EP_PRSNT },
    };
    QTestState *qts = pcie_start(E1000E);

    g_assert_true(link_up(qts, 0));
    g_assert_false(link_up(qts, 1));
    for (size_t i = 0; i < ARRAY_SIZE(row); i++) {
        qtest_writel(qts, TEGRA20_PCIE_BASE + row[i].offset, row[i].down);
        g_assert_false(link_up(qts, 0));
        qtest_writel(qts, TEGRA20_PCIE_BASE + row[i].offset, row[i].up);
        g_assert_true(link_up(qts, 0));
    }
    tegra20_hold(qts, TEGRA20_PERIPH_PCIE_X, true);
    g_assert_false(link_up(qts, 0));
    tegra20_hold(qts, TEGRA20_PERIPH_PCIE_X, false);
    plle_enable(qts, false);
    g_assert_false(link_up(qts, 0));
    plle_enable(qts, true);
    g_assert_true(link_up(qts, 0));
    /* the guest cannot set it */
    port_write(qts, 1, A_RP_VEND_XP, ALL_ONES);
    g_assert_cmphex(port_read(qts, 1, A_RP_VEND_XP), ==, ALL_ONES & ~DL_UP);
    qtest_quit(qts);
}

/* Who has a link acknowledges that it will be switched off */
static void test_turn_off(void)
{
    QTestState *qts = pcie_start(E1000E_2);

    g_assert_false(link_up(qts, 0));
    g_assert_true(link_up(qts, 1));
    afi_write(qts, A_AFI_PCIE_PME, 1 << 0);
    g_assert_cmphex(afi_read(qts, A_AFI_PCIE_PME), ==, 1 << 0);
    afi_write(qts, A_AFI_PCIE_PME, 1 << 8);
    g_assert_cmphex(afi_read(qts, A_AFI_PCIE_PME), ==, 1 << 8 | 1 << 10);
    afi_write(qts, A_AFI_PCIE_PME, 0);
    g_assert_cmphex(afi_read(qts, A_AFI_PCIE_PME), ==, 0);
    qtest_quit(qts);
}

/* ---- configuration ---- */

/* A root port by its own addresses */
static void test_ports(void)
{
    QTestState *qts = pcie_start("");

    for (int n = 0; n < TEGRA20_PCIE_NUM_PORTS; n++) {
        g_assert_cmphex(port_read(qts, n, PCI_VENDOR_ID), ==,
                        (0x0bf0 + n) << 16 | 0x10de);
        /* a bridge that calls itself a host bridge */
        g_assert_cmphex(port_read(qts, n, PCI_CLASS_REVISION), ==, 0x060000a0);
        g_assert_cmphex(qtest_readb(qts, port_address(n, PCI_HEADER_TYPE)), ==,
                        PCI_HEADER_TYPE_BRIDGE);
        /* a root port with a slot, INTA */
        g_assert_cmphex(qtest_readb(qts, port_address(n, 0x80)), ==,
                        PCI_CAP_ID_EXP);
        g_assert_cmphex(qtest_readw(qts, port_address(n, 0x82)), ==, 0x0142);
        g_assert_cmphex(qtest_readb(qts, port_address(n, PCI_INTERRUPT_PIN)),
                        ==, 1);
        port_write(qts, n, PCI_PRIMARY_BUS, 0x00070400);
        g_assert_cmphex(qtest_readw(qts, port_address(n, PCI_SECONDARY_BUS)),
                        ==, 0x0704);
        qtest_writeb(qts, port_address(n, PCI_SUBORDINATE_BUS), 9);
        g_assert_cmphex(port_read(qts, n, PCI_PRIMARY_BUS), ==, 0x00090400);
        g_assert_cmphex(port_read(qts, n, A_RP_PRIV_MISC), ==,
                        RP_PRSNT_MAP_EP_PRSNT);
    }
    qtest_quit(qts);
}

/* And by cycles of type 0, plain and extended */
static void test_type_0(void)
{
    QTestState *qts = pcie_start("");

    set_window(qts, WINDOW_CONFIG, CFG_BASE, 0x01000000, 0xfdfe0000);
    g_assert_cmphex(qtest_readl(qts, CFG_BASE + (1 << 11)), ==, 0x0bf010de);
    g_assert_cmphex(qtest_readl(qts, CFG_BASE + (2 << 11)), ==, 0x0bf110de);
    g_assert_cmphex(qtest_readl(qts, CFG_BASE + (3 << 11)), ==, ALL_ONES);
    g_assert_cmphex(qtest_readl(qts, CFG_BASE), ==, ALL_ONES);
    set_window(qts, WINDOW_CONFIG, CFG_BASE, 0x10000000, 0xfe000000);
    g_assert_cmphex(qtest_readl(qts, CFG_BASE + (0xf << 24 | 2 << 11 | 0xe0)),
                    ==, RP_PRSNT_MAP_EP_PRSNT);
    qtest_writeb(qts, CFG_BASE + (0xf << 24 | 2 << 11 | 0xe0), 0x5f);
    g_assert_cmphex(port_read(qts, 1, A_RP_PRIV_MISC), ==, 0x5f);
    qtest_quit(qts);
}

/* A device by cycles of type 1 */
static void test_type_1(void)
{
    QTestState *qts = pcie_start(E1000E_2);

    /* no bus has a number yet */
    g_assert_cmphex(config_read(qts, 5, PCI_VENDOR_ID), ==, ALL_ONES);
    assert_abort(qts, 0xfe10050000, true);
    g_assert_cmphex(config_read(qts, 0, PCI_VENDOR_ID), ==, ALL_ONES);
    assert_abort(qts, 0xfe10000000, true);

    port_write(qts, 1, PCI_PRIMARY_BUS, 0x00060500);
    g_assert_cmphex(config_read(qts, 5, PCI_VENDOR_ID), ==, E1000E_ID);
    g_assert_cmphex(qtest_readw(qts, config_address(qts, 5, 0, PCI_DEVICE_ID)),
                    ==, 0x10d3);
    qtest_writew(qts, config_address(qts, 5, 0, PCI_SUBSYSTEM_ID), 0);
    qtest_writeb(qts, config_address(qts, 5, 0, PCI_INTERRUPT_LINE), 0x62);
    g_assert_cmphex(config_read(qts, 5, PCI_INTERRUPT_LINE) & 0xff, ==, 0x62);
    /* extended: AER, version 2 */
    g_assert_cmphex(config_read(qts, 5, 0x100) & 0xfffff, ==, 0x20001);
    /* nothing at device 3, function 2, nor on bus 6 */
    qtest_writel(qts, config_address(qts, 5, 3 << 3 | 2, 0x104), 0);
    assert_abort(qts, 0xfe11051a04, false);
    g_assert_cmphex(config_read(qts, 6, PCI_VENDOR_ID), ==, ALL_ONES);
    assert_abort(qts, 0xfe10060000, true);

    /* as U-Boot does: all of it at once */
    set_window(qts, WINDOW_CONFIG, CFG_BASE, 0x10000000, 0xfe100000);
    g_assert_cmphex(qtest_readl(qts, CFG_BASE + 0x050000), ==, E1000E_ID);
    g_assert_cmphex(qtest_readl(qts, CFG_BASE + 0x1050000) & 0xfffff, ==,
                    0x20001);
    /* and what is not extended */
    set_window(qts, WINDOW_CONFIG, CFG_BASE, 0x01000000, 0xfdff0000);
    g_assert_cmphex(qtest_readl(qts, CFG_BASE + 0x050000), ==, E1000E_ID);

    /* without a link nobody is there; nothing is told that is not enabled */
    afi_write(qts, A_AFI_AFI_INTR_ENABLE, 0x37);
    tegra20_hold(qts, TEGRA20_PERIPH_PCIE_X, true);
    g_assert_cmphex(qtest_readl(qts, CFG_BASE + 0x050000), ==, ALL_ONES);
    g_assert_false(line_up(qts, TEGRA20_IRQ_PCIE_INTR));
    g_assert_cmphex(afi_read(qts, A_AFI_INTR_CODE), ==, 0);
    qtest_quit(qts);
}

/* ---- windows ---- */

static void test_memory(void)
{
    const uint32_t moved = 0xb0000000;
    QTestState *qts = pcie_start_device(E1000E);

    qtest_writel(qts, DEVICE_MEM(0) + E1000_FCTTV, 0x1234);
    g_assert_cmphex(qtest_readl(qts, DEVICE_MEM(0) + E1000_FCTTV), ==, 0x1234);
    /* elsewhere for the CPUs, in the same place on PCI */
    set_window(qts, WINDOW_PREFETCH, moved, 0x2000,
               fpci_memory(DEVICE_MEM(0)));
    g_assert_cmphex(qtest_readl(qts, moved + E1000_FCTTV), ==, 0x1234);
    /* the second page */
    set_window(qts, WINDOW_PREFETCH, moved - 0x1000, 0x2000,
               fpci_memory(DEVICE_MEM(0) - 0x1000));
    g_assert_cmphex(qtest_readl(qts, moved + E1000_FCTTV), ==, 0x1234);
    g_assert_cmphex(qtest_readl(qts, moved - 0x1000), ==, ALL_ONES);
    assert_abort(qts, DEVICE_MEM(0) - 0x1000, true);
    /* bytes, and no page more than asked for */
    g_assert_cmphex(qtest_readb(qts, DEVICE_MEM(0) + E1000_FCTTV), ==, 0x34);
    g_assert_cmphex(qtest_readl(qts, moved + 0x1000), ==, ALL_ONES);
    g_assert_false(line_up(qts, TEGRA20_IRQ_PCIE_INTR));
    /* none */
    afi_write(qts, A_AFI_AXI_BAR0_SZ + 4 * WINDOW_PREFETCH, 0);
    g_assert_cmphex(qtest_readl(qts, moved + E1000_FCTTV), ==, ALL_ONES);
    afi_write(qts, A_AFI_CONFIGURATION, 0);
    g_assert_cmphex(qtest_readl(qts, DEVICE_MEM(0) + E1000_FCTTV), ==,
                    ALL_ONES);
    afi_write(qts, A_AFI_CONFIGURATION, 1);
    g_assert_cmphex(qtest_readl(qts, DEVICE_MEM(0) + E1000_FCTTV), ==, 0x1234);
    qtest_quit(qts);
}

/* The e1000e has an address and a data register among its I/O ports */
static void test_io(void)
{
    QTestState *qts = pcie_start_device(E1000E);
    uint32_t io = IO_BASE + DEVICE_IO(0);

    qtest_writel(qts, DEVICE_MEM(0) + E1000_FCTTV, 0x4321);
    qtest_writel(qts, io, E1000_FCTTV);
    g_assert_cmphex(qtest_readl(qts, io + 4), ==, 0x4321);
    qtest_writel(qts, io + 4, 0x5678);
    g_assert_cmphex(qtest_readl(qts, DEVICE_MEM(0) + E1000_FCTTV), ==, 0x5678);
    g_assert_cmphex(qtest_readl(qts, IO_BASE), ==, ALL_ONES);
    assert_abort(qts, 0xfdfc000000, true);
    /* at the end of the ports there are none */
    set_window(qts, WINDOW_IO, IO_BASE, 0x2000, 0xfdfc00f0);
    g_assert_cmphex(qtest_readl(qts, IO_BASE + 0x1000), ==, ALL_ONES);
    assert_abort(qts, 0xfdfc010000, true);
    qtest_quit(qts);
}

/* ---- interrupts ---- */

static void test_intx(void)
{
    QTestState *qts = pcie_start_device(E1000E E1000E_2);

    enumerate(qts, 1);
    g_assert_false(line_up(qts, TEGRA20_IRQ_PCIE_INTR));
    raise_interrupt(qts, 0);
    g_assert_true(line_up(qts, TEGRA20_IRQ_PCIE_INTR));
    g_assert_cmphex(afi_read(qts, A_AFI_INTR_CODE), ==, AFI_INTR_LEGACY);
    afi_write(qts, A_AFI_INTR_MASK, 0);
    g_assert_false(line_up(qts, TEGRA20_IRQ_PCIE_INTR));
    afi_write(qts, A_AFI_INTR_MASK, 1);
    g_assert_true(line_up(qts, TEGRA20_IRQ_PCIE_INTR));
    /* the other one comes, and the first one goes */
    raise_interrupt(qts, 1);
    qtest_readl(qts, DEVICE_MEM(0) + E1000_ICR);
    afi_write(qts, A_AFI_INTR_CODE, 0);
    g_assert_cmphex(afi_read(qts, A_AFI_INTR_CODE), ==, AFI_INTR_LEGACY);
    g_assert_true(line_up(qts, TEGRA20_IRQ_PCIE_INTR));
    qtest_readl(qts, DEVICE_MEM(1) + E1000_ICR);
    afi_write(qts, A_AFI_INTR_CODE, 0);
    g_assert_cmphex(afi_read(qts, A_AFI_INTR_CODE), ==, 0);
    g_assert_false(line_up(qts, TEGRA20_IRQ_PCIE_INTR));
    /* one that has ended is told of until the code is cleared */
    raise_interrupt(qts, 0);
    qtest_readl(qts, DEVICE_MEM(0) + E1000_ICR);
    g_assert_cmphex(afi_read(qts, A_AFI_INTR_CODE), ==, AFI_INTR_LEGACY);
    afi_write(qts, A_AFI_INTR_CODE, 0);
    g_assert_false(line_up(qts, TEGRA20_IRQ_PCIE_INTR));
    /* not enabled */
    afi_write(qts, A_AFI_SM_INTR_ENABLE, ~1u);
    raise_interrupt(qts, 0);
    g_assert_cmphex(afi_read(qts, A_AFI_INTR_CODE), ==, 0);
    g_assert_false(line_up(qts, TEGRA20_IRQ_PCIE_INTR));
    qtest_quit(qts);
}

static void test_msi(void)
{
    QTestState *qts = pcie_start_device(E1000E);

    enable_msi(qts, 1);
    afi_write(qts, A_AFI_MSI_EN_VEC0 + 4 * 1, 1 << 5);
    send_msi(qts, MSI_PAGE, 37);
    g_assert_cmphex(msi_vec(qts, 0), ==, 0);
    g_assert_cmphex(msi_vec(qts, 1), ==, 1 << 5);
    g_assert_true(line_up(qts, TEGRA20_IRQ_PCIE_MSI));
    g_assert_false(line_up(qts, TEGRA20_IRQ_PCIE_INTR));
    g_assert_cmphex(qtest_readl(qts, MSI_PAGE), ==, 0);
    /* one more, which is not enabled */
    send_msi(qts, MSI_PAGE + 0xffc, 255);
    g_assert_cmphex(msi_vec(qts, 7), ==, 1u << 31);
    afi_write(qts, A_AFI_MSI_VEC0 + 4 * 1, 1 << 5);
    g_assert_cmphex(msi_vec(qts, 1), ==, 0);
    g_assert_false(line_up(qts, TEGRA20_IRQ_PCIE_MSI));
    afi_write(qts, A_AFI_MSI_EN_VEC7, 1u << 31);
    g_assert_true(line_up(qts, TEGRA20_IRQ_PCIE_MSI));
    afi_write(qts, A_AFI_INTR_MASK, 1);
    g_assert_false(line_up(qts, TEGRA20_IRQ_PCIE_MSI));
    afi_write(qts, A_AFI_MSI_VEC7, ALL_ONES);
    /* no such vector */
    send_msi(qts, MSI_PAGE, 256);
    for (int i = 0; i < TEGRA20_PCIE_NUM_MSI_REGS; i++) {
        g_assert_cmphex(msi_vec(qts, i), ==, 0);
    }
    qtest_quit(qts);
}

/* What is beside the window of messages is memory */
static void test_dma(void)
{
    QTestState *qts = pcie_start_device(E1000E);

    send_msi(qts, MSI_PAGE, 0x1234);
    g_assert_cmphex(qtest_readl(qts, MSI_PAGE), ==, 0x1234);
    enable_msi(qts, 2);
    send_msi(qts, MSI_PAGE + 0x2000, 0x2345);
    g_assert_cmphex(qtest_readl(qts, MSI_PAGE + 0x2000), ==, 0x2345);
    send_msi(qts, MSI_PAGE + 0x1000, 3);
    g_assert_cmphex(msi_vec(qts, 0), ==, 1 << 3);
    g_assert_cmphex(qtest_readl(qts, MSI_PAGE + 0x1000), ==, 0);
    /* a device reaches no registers, not even those of its host */
    send_msi(qts, TEGRA20_PCIE_BASE + TEGRA20_PCIE_AFI_OFFSET + A_AFI_FUSE,
             0x5555);
    g_assert_cmphex(afi_read(qts, A_AFI_FUSE), ==, 1 << 2);
    qtest_quit(qts);
}

/* ---- resets ---- */

static void test_reset(void)
{
    QTestState *qts = pcie_start_device(E1000E);

    /* the slot's */
    raise_interrupt(qts, 0);
    afi_write(qts, A_AFI_PEX0_CTRL, PEX_RESET);
    afi_write(qts, A_AFI_INTR_CODE, 0);
    g_assert_false(line_up(qts, TEGRA20_IRQ_PCIE_INTR));
    afi_write(qts, A_AFI_PEX0_CTRL, PEX_ON);
    g_assert_cmphex(config_read(qts, 1, PCI_BASE_ADDRESS_0), ==, 0);
    g_assert_cmphex(config_read(qts, 1, PCI_VENDOR_ID), ==, E1000E_ID);

    /* PEX: the port forgets its numbers and that a device is there */
    enumerate(qts, 0);
    tegra20_hold(qts, TEGRA20_PERIPH_PEX, true);
    g_assert_cmphex(port_read(qts, 0, PCI_VENDOR_ID), ==, ALL_ONES);
    port_write(qts, 0, PCI_PRIMARY_BUS, 0x00020200);
    pads_write(qts, A_PADS_CTL, PADS_ON);
    tegra20_hold(qts, TEGRA20_PERIPH_PEX, false);
    g_assert_cmphex(port_read(qts, 0, PCI_PRIMARY_BUS), ==, 0);
    g_assert_cmphex(port_read(qts, 0, A_RP_PRIV_MISC), ==,
                    RP_PRSNT_MAP_EP_ABSNT);
    g_assert_cmphex(pads_read(qts, A_PADS_CTL), ==, 0);
    g_assert_false(link_up(qts, 0));
    enable_links(qts);
    g_assert_true(link_up(qts, 0));

    /* AFI: no windows, and the slots are in reset */
    enumerate(qts, 0);
    raise_interrupt(qts, 0);
    tegra20_hold(qts, TEGRA20_PERIPH_AFI, true);
    g_assert_false(line_up(qts, TEGRA20_IRQ_PCIE_INTR));
    tegra20_hold(qts, TEGRA20_PERIPH_AFI, false);
    g_assert_cmphex(qtest_readl(qts, DEVICE_MEM(0)), ==, ALL_ONES);
    g_assert_false(link_up(qts, 0));
    enable_controller(qts);
    enable_links(qts);
    g_assert_cmphex(config_read(qts, 1, PCI_BASE_ADDRESS_0), ==, 0);

    /* all of the machine */
    qtest_system_reset(qts);
    g_assert_cmphex(afi_read(qts, A_AFI_FUSE), ==, 0);
    enable_controller(qts);
    g_assert_cmphex(port_read(qts, 0, PCI_PRIMARY_BUS), ==, 0);
    enable_links(qts);
    enumerate(qts, 0);
    g_assert_cmphex(config_read(qts, 1, PCI_VENDOR_ID), ==, E1000E_ID);
    qtest_quit(qts);
}

/* ---- migration ---- */

static void test_migrate(void)
{
    QTestState *qts = pcie_start_device(E1000E);

    enable_msi(qts, 1);
    afi_write(qts, A_AFI_MSI_EN_VEC0, 1 << 9);
    send_msi(qts, MSI_PAGE, 9);
    config_write(qts, 1, find_msi(qts), 0);
    qtest_writel(qts, DEVICE_MEM(0) + E1000_FCTTV, 0x2468);
    raise_interrupt(qts, 0);
    port_write(qts, 1, A_RP_VEND_CTL1, 0x2000);
    pads_write(qts, A_PADS_REFCLK_CFG0, 0xfa5cfa5c);

    qts = move_machine(qts, PCIE E1000E);
    g_assert_true(link_up(qts, 0));
    g_assert_false(link_up(qts, 1));
    g_assert_cmphex(pads_read(qts, A_PADS_REFCLK_CFG0), ==, 0xfa5cfa5c);
    g_assert_cmphex(port_read(qts, 1, A_RP_VEND_CTL1), ==, 0x2000);
    g_assert_cmphex(qtest_readl(qts, DEVICE_MEM(0) + E1000_FCTTV), ==, 0x2468);
    g_assert_cmphex(config_read(qts, 1, PCI_VENDOR_ID), ==, E1000E_ID);
    /* INTx: still up, after the code is cleared, until the device is asked */
    afi_write(qts, A_AFI_INTR_CODE, 0);
    g_assert_true(line_up(qts, TEGRA20_IRQ_PCIE_INTR));
    qtest_readl(qts, DEVICE_MEM(0) + E1000_ICR);
    afi_write(qts, A_AFI_INTR_CODE, 0);
    g_assert_false(line_up(qts, TEGRA20_IRQ_PCIE_INTR));
    /* MSI */
    g_assert_true(line_up(qts, TEGRA20_IRQ_PCIE_MSI));
    afi_write(qts, A_AFI_MSI_VEC0, 1 << 9);
    g_assert_false(line_up(qts, TEGRA20_IRQ_PCIE_MSI));
    send_msi(qts, MSI_PAGE, 9);
    g_assert_true(line_up(qts, TEGRA20_IRQ_PCIE_MSI));
    qtest_quit(qts);
}

/* A machine whose block is held in reset, without a clock */
static void test_migrate_dead(void)
{
    QTestState *qts = qtest_init(PCIE);

    tegra20_clock(qts, TEGRA20_PERIPH_AFI, true);
    tegra20_hold(qts, TEGRA20_PERIPH_PEX, false);
    qts = move_machine(qts, PCIE);
    afi_write(qts, A_AFI_FUSE, 4);
    pads_write(qts, A_PADS_CTL_SEL, 4);
    tegra20_hold(qts, TEGRA20_PERIPH_AFI, false);
    tegra20_clock(qts, TEGRA20_PERIPH_PEX, true);
    g_assert_cmphex(afi_read(qts, A_AFI_FUSE), ==, 0);
    g_assert_cmphex(pads_read(qts, A_PADS_CTL_SEL), ==, 0);
    afi_write(qts, A_AFI_FUSE, 4);
    pads_write(qts, A_PADS_CTL_SEL, 4);
    g_assert_cmphex(afi_read(qts, A_AFI_FUSE), ==, 4);
    g_assert_cmphex(pads_read(qts, A_PADS_CTL_SEL), ==, 4);
    qtest_quit(qts);
}

/* ---- the board ---- */

/* The NIC is on the first port, also where nobody asks for it */
static void test_nic(void)
{
    static const char * const args[] = { "", "-net nic,model=e1000e" };

    for (size_t i = 0; i < ARRAY_SIZE(args); i++) {
        QTestState *qts = qtest_initf("-machine trimslice %s", args[i]);

        enable_controller(qts);
        enable_links(qts);
        g_assert_true(link_up(qts, 0));
        g_assert_false(link_up(qts, 1));
        enumerate(qts, 0);
        g_assert_cmphex(config_read(qts, 1, PCI_VENDOR_ID), ==, E1000E_ID);
        qtest_quit(qts);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("tegra20-pcie/registers", test_registers);
    qtest_add_func("tegra20-pcie/dead", test_dead);
    qtest_add_func("tegra20-pcie/pll", test_pll);
    qtest_add_func("tegra20-pcie/link", test_link);
    qtest_add_func("tegra20-pcie/turn-off", test_turn_off);
    qtest_add_func("tegra20-pcie/ports", test_ports);
    qtest_add_func("tegra20-pcie/type-0", test_type_0);
    qtest_add_func("tegra20-pcie/type-1", test_type_1);
    qtest_add_func("tegra20-pcie/memory", test_memory);
    qtest_add_func("tegra20-pcie/io", test_io);
    qtest_add_func("tegra20-pcie/intx", test_intx);
    qtest_add_func("tegra20-pcie/msi", test_msi);
    qtest_add_func("tegra20-pcie/dma", test_dma);
    qtest_add_func("tegra20-pcie/reset", test_reset);
    qtest_add_func("tegra20-pcie/migrate", test_migrate);
    qtest_add_func("tegra20-pcie/migrate-dead", test_migrate_dead);
    qtest_add_func("tegra20-pcie/nic", test_nic);
    return g_test_run();
}
