/*
 * QTest of the Tegra20 PCIe host controller: what a hostile guest does
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tegra20-pcie.h"

static void test_windows(void)
{
    QTestState *qts = pcie_start_device(E1000E);
    uint32_t afi = TEGRA20_PCIE_BASE + TEGRA20_PCIE_AFI_OFFSET;

    qtest_writel(qts, DEVICE_MEM(0) + E1000_FCTTV, 0x1357);
    /* over all that there is: registers and memory stay what they are */
    set_window(qts, WINDOW_PREFETCH, 0, 0xfffff000, fpci_memory(0));
    g_assert_cmphex(afi_read(qts, A_AFI_FUSE), ==, 1 << 2);
    g_assert_cmphex(port_read(qts, 0, PCI_VENDOR_ID), ==, 0x0bf010de);
    qtest_writel(qts, 0x1000, 0x11223344);
    g_assert_cmphex(qtest_readl(qts, 0x1000), ==, 0x11223344);
    /* it starts below what goes to PCIe: 1:1 all the same */
    afi_write(qts, A_AFI_AXI_BAR0_SZ + 4 * WINDOW_MEMORY, 0);
    g_assert_cmphex(qtest_readl(qts, DEVICE_MEM(0) + E1000_FCTTV), ==, 0x1357);
    /* the first window counts where two overlap */
    afi_write(qts, A_AFI_AXI_BAR0_START, DEVICE_MEM(0));
    g_assert_cmphex(qtest_readl(qts, DEVICE_MEM(0) + E1000_FCTTV), !=, 0x1357);
    afi_write(qts, A_AFI_AXI_BAR0_START, CFG_BASE);
    /* over the end of all addresses */
    afi_write(qts, A_AFI_AXI_BAR0_SZ + 4 * WINDOW_PREFETCH, 0);
    tegra20_enable(qts, TEGRA20_PERIPH_USB1);
    set_window(qts, WINDOW_MEMORY, 0xbffff000, 0xfffff000, 0xfffffff1);
    g_assert_cmphex(qtest_readl(qts, 0xbffffffc), ==, ALL_ONES);
    g_assert_cmphex(qtest_readl(qts, TEGRA20_USB1_BASE + 0x100), ==,
                    0x01000040);
    /* an address of PCI is none of the host's */
    afi_write(qts, A_AFI_INTR_CODE, 0);
    set_window(qts, WINDOW_MEMORY, 0xb0000000, 0x1000, fpci_memory(afi));
    qtest_writel(qts, 0xb0000800 + A_AFI_FUSE, 0);
    assert_abort(qts, afi + A_AFI_FUSE, false);
    g_assert_cmphex(afi_read(qts, A_AFI_FUSE), ==, 1 << 2);
    qtest_quit(qts);
}

/* Messages everywhere: a device then reaches no memory, and no more */
static void test_msi(void)
{
    QTestState *qts = pcie_start_device(E1000E);

    enable_msi(qts, 1);
    afi_write(qts, A_AFI_MSI_FPCI_BAR_ST, 0xfffff000);
    afi_write(qts, A_AFI_MSI_BAR_SZ, 0xfffff);
    send_msi(qts, 0xfffffffc, 1);
    g_assert_cmphex(msi_vec(qts, 0), ==, 1 << 1);
    afi_write(qts, A_AFI_MSI_FPCI_BAR_ST, 0);
    send_msi(qts, MSI_PAGE, 2);
    g_assert_cmphex(msi_vec(qts, 0), ==, 1 << 1 | 1 << 2);
    g_assert_cmphex(qtest_readl(qts, MSI_PAGE), ==, 0);
    qtest_quit(qts);
}

/* Any values in any registers, and accesses to whatever that opens */
static void test_random(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(32);
    QTestState *qts = pcie_start_device(E1000E E1000E_2);
    unsigned int rounds = tegra20_number("TEGRA20_PCIE_ROUNDS", 20000);

    for (unsigned int i = 0; i < rounds; i++) {
        uint32_t value = g_rand_int(rand) & g_rand_int(rand);

        switch (g_rand_int_range(rand, 0, 4)) {
        case 0:
            afi_write(qts, g_rand_int_range(rand, 0, 0x48) * 4, value);
            break;
        case 1:
            port_write(qts, i & 1, g_rand_int_range(rand, 0, 0x400) * 4, value);
            break;
        case 2:
            qtest_writel(qts, TEGRA20_PCIE_BASE + (value & 0x3ffffffc), i);
            break;
        case 3:
            qtest_readl(qts, TEGRA20_PCIE_BASE + (value & 0x3ffffffc));
            break;
        }
        if (i % 1000 == 0) {
            afi_write(qts, A_AFI_CONFIGURATION, 1);
            enable_links(qts);
        }
    }
    qtest_system_reset(qts);
    enable_controller(qts);
    enable_links(qts);
    enumerate(qts, 0);
    g_assert_cmphex(config_read(qts, 1, PCI_VENDOR_ID), ==, E1000E_ID);
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("tegra20-pcie-hostile/windows", test_windows);
    qtest_add_func("tegra20-pcie-hostile/msi", test_msi);
    qtest_add_func("tegra20-pcie-hostile/random", test_random);
    return g_test_run();
}
