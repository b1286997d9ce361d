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

#define BLOCK_SIZE      512

/* Send argument, transfer mode and command [SD Host Controller 2.00] */
static uint32_t command(QTestState *qts, uint32_t argument, uint16_t mode,
                        uint16_t cmd)
{
    const uint64_t base = slot[3].base;

    qtest_writel(qts, base + 0x08, argument);
    qtest_writew(qts, base + 0x0c, mode);
    qtest_writew(qts, base + 0x0e, cmd);
    return qtest_readl(qts, base + 0x10);
}

static QTestState *start_with_card(void)
{
    QTestState *qts = qtest_init(
        "-machine trimslice -drive if=sd,format=raw,file=null-co://,"
        "file.size=1M,file.read-zeroes=on");
    uint32_t rca;

    tegra20_enable(qts, slot[3].periph);
    qtest_writew(qts, slot[3].base + 0x2c, 7);          /* clock */
    qtest_writel(qts, slot[3].base + 0x34, 0xffffffff); /* status */
    command(qts, 0, 0, 0x0000);                         /* GO_IDLE_STATE */
    command(qts, 0, 0, 0x371a);                         /* APP_CMD */
    command(qts, 0x41200000, 0, 0x2902);                /* SD_SEND_OP_COND */
    command(qts, 0, 0, 0x0209);                         /* ALL_SEND_CID */
    rca = command(qts, 0, 0, 0x031a);                   /* SEND_RELATIVE_ADDR */
    command(qts, rca & 0xffff0000, 0, 0x071b);          /* SELECT_CARD */
    return qts;
}

/* Read one block of the card's zeros to @addr */
static void read_block(QTestState *qts, uint32_t addr)
{
    const uint64_t base = slot[3].base;

    qtest_writel(qts, base, addr);
    qtest_writew(qts, base + 0x04, 0x7000 | BLOCK_SIZE);
    qtest_writew(qts, base + 0x06, 1);
    command(qts, 0, 0x11, 0x113a);                      /* READ_SINGLE_BLOCK */
    qtest_clock_step(qts, 10000000);
    /* Transfer complete, no error */
    g_assert_cmphex(qtest_readl(qts, base + 0x30) & 0xffff8002, ==, 2);
}

static void test_dma(const void *data)
{
    const uint64_t addr = *(const uint64_t *)data;
    QTestState *qts = start_with_card();

    qtest_memset(qts, addr - 4, 0xff, BLOCK_SIZE + 8);
    read_block(qts, addr);
    g_assert_cmphex(qtest_readl(qts, addr - 4), ==, 0xffffffff);
    for (int i = 0; i < BLOCK_SIZE; i += 4) {
        g_assert_cmphex(qtest_readl(qts, addr + i), ==, 0);
    }
    g_assert_cmphex(qtest_readl(qts, addr + BLOCK_SIZE), ==, 0xffffffff);
    qtest_quit(qts);
}

/* Zeros there would stop every clock. */
static void test_dma_registers(void)
{
    const uint64_t clocks = TEGRA20_CAR_BASE + A_CAR_CLK_OUT_ENB_L;
    QTestState *qts = start_with_card();
    uint32_t before = qtest_readl(qts, clocks);

    g_assert_cmphex(before, !=, 0);
    read_block(qts, TEGRA20_CAR_BASE);
    g_assert_cmphex(qtest_readl(qts, clocks), ==, before);
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    static const uint64_t ram = 0x10000;
    static const uint64_t iram = TEGRA20_IRAM_BASE + 0x10000;

    g_test_init(&argc, &argv, NULL);
    qtest_add_func("tegra20-sdhci/registers", test_registers);
    qtest_add_func("tegra20-sdhci/reset", test_reset);
    qtest_add_func("tegra20-sdhci/cards", test_cards);
    qtest_add_data_func("tegra20-sdhci/dma-ram", &ram, test_dma);
    qtest_add_data_func("tegra20-sdhci/dma-iram", &iram, test_dma);
    qtest_add_func("tegra20-sdhci/dma-registers", test_dma_registers);
    return g_test_run();
}
