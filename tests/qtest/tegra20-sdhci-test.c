/*
 * QTest of the Tegra20 SD/MMC host controllers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tegra20-qtest.h"

#define PRESENT_STATE   0x24
#define CAPABILITIES    0x40
#define VERSION         0xfe
#define VENDOR_CLOCK    0x100
#define VENDOR_MISC     0x120
#define CARD_INSERTED   0x10000

static const struct {
    uint64_t base;
    int periph;
} slot[] = {
    { 0xc8000000, 14 }, { 0xc8000200, 9 },
    { 0xc8000400, 69 }, { 0xc8000600, 15 },
};

static void test_registers(void)
{
    QTestState *qts = qtest_init("-machine trimslice");

    for (int i = 0; i < ARRAY_SIZE(slot); i++) {
        uint64_t base = slot[i].base;

        tegra20_enable(qts, slot[i].periph);
        g_assert_cmphex(qtest_readl(qts, base + CAPABILITIES), ==,
                        0x01e130b0);
        /* specification 2.00 */
        g_assert_cmphex(qtest_readw(qts, base + VERSION) & 0xff, ==, 1);
        qtest_writel(qts, base + VENDOR_CLOCK, 0x12340000 + i);
        qtest_writel(qts, base + VENDOR_MISC, 0x56780000 + i);
        qtest_writel(qts, base + 0x1fc, 0x9abc0000 + i);
    }
    for (int i = 0; i < ARRAY_SIZE(slot); i++) {
        uint64_t base = slot[i].base;

        g_assert_cmphex(qtest_readl(qts, base + VENDOR_CLOCK), ==,
                        0x12340000 + i);
        g_assert_cmphex(qtest_readl(qts, base + VENDOR_MISC), ==,
                        0x56780000 + i);
        g_assert_cmphex(qtest_readl(qts, base + 0x1fc), ==, 0x9abc0000 + i);
    }
    qtest_quit(qts);
}

static void test_reset(void)
{
    QTestState *qts = qtest_init("-machine trimslice");
    uint64_t base = slot[3].base;

    tegra20_enable(qts, slot[3].periph);
    qtest_writel(qts, base + VENDOR_CLOCK, 0x55);
    qtest_writew(qts, base + 0x04, 0x200);
    tegra20_hold(qts, slot[3].periph, true);
    g_assert_cmphex(qtest_readl(qts, base + CAPABILITIES), ==, 0);
    qtest_writel(qts, base + VENDOR_CLOCK, 0x55);
    tegra20_hold(qts, slot[3].periph, false);
    g_assert_cmphex(qtest_readl(qts, base + CAPABILITIES), ==, 0x01e130b0);
    g_assert_cmphex(qtest_readl(qts, base + VENDOR_CLOCK), ==, 0);
    g_assert_cmphex(qtest_readw(qts, base + 0x04), ==, 0);
    qtest_quit(qts);
}

/* -drive if=sd, first and second: SDMMC4 and SDMMC1 */
static void test_cards(void)
{
    QTestState *qts = qtest_init(
        "-machine trimslice "
        "-drive if=sd,index=0,format=raw,file=null-co://,file.size=1M,"
        "file.read-zeroes=on "
        "-drive if=sd,index=1,format=raw,file=null-co://,file.size=1M,"
        "file.read-zeroes=on");

    for (int i = 0; i < ARRAY_SIZE(slot); i++) {
        bool want = i == 0 || i == 3;

        tegra20_enable(qts, slot[i].periph);
        g_assert_cmphex(qtest_readl(qts, slot[i].base + PRESENT_STATE) &
                        CARD_INSERTED, ==, want ? CARD_INSERTED : 0);
    }
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("tegra20-sdhci/registers", test_registers);
    qtest_add_func("tegra20-sdhci/reset", test_reset);
    qtest_add_func("tegra20-sdhci/cards", test_cards);
    return g_test_run();
}
