/*
 * QTest of the Tegra20 APB DMA controller
 *
 * The devices at the other end are registers that keep what is written (the
 * 40 words of the pin multiplexer) and the constant chip identity.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/arm/tegra/tegra_apbdma_regs.h"
#include "tegra20-qtest.h"

#define DMA         TEGRA20_APBDMA_BASE
#define DMA_PATH    "/machine/soc/apbdma"
#define HIDREV      0x70000804
#define HIDREV_T20  0x00042017
#define PINMUX      0x70000014
#define RAM         0x00100000
#define MS          1000000

#define ENABLE      (1u << 31)
#define IRQ         (1u << 30)
#define TO_DEVICE   (1u << 28)
#define ONCE        (1u << 27)
#define FLOW        (1u << 21)
#define WORDS(n)    (((n) - 1) << 2)
#define REQ(n)      ((n) << 16)
#define WIDTH_32    (2u << 28)
#define BURST_4     (5u << 24)
#define WRAP(n)     ((n) << 16)

static QTestState *dma_start(void)
{
    QTestState *qts = qtest_init("-machine trimslice");

    qtest_irq_intercept_out(qts, "/machine/soc/ictlr");
    tegra20_enable(qts, TEGRA20_PERIPH_APBDMA);
    qtest_writel(qts, DMA + A_APBDMA_GENERAL, ENABLE);
    qtest_writel(qts, DMA + A_APBDMA_IRQ_MASK_SET, 0xffffffff);
    return qts;
}

static uint64_t chan(int c, uint32_t reg)
{
    return DMA + 0x1000 + 0x20 * c + reg;
}

static void arm(QTestState *qts, int c, uint32_t csr, uint32_t ahb,
                uint32_t ahb_seq, uint32_t apb, uint32_t apb_seq)
{
    qtest_writel(qts, chan(c, A_APBDMA_AHB_PTR), ahb);
    qtest_writel(qts, chan(c, A_APBDMA_AHB_SEQ), WIDTH_32 | ahb_seq);
    qtest_writel(qts, chan(c, A_APBDMA_APB_PTR), apb);
    qtest_writel(qts, chan(c, A_APBDMA_APB_SEQ), WIDTH_32 | apb_seq);
    qtest_writel(qts, chan(c, A_APBDMA_CSR), ENABLE | ONCE | csr);
}

static uint32_t status(QTestState *qts, int c)
{
    return qtest_readl(qts, chan(c, A_APBDMA_STATUS)) & 0xc000fffc;
}

static void test_all_channels(void)
{
    QTestState *qts = dma_start();

    for (int c = 0; c < 16; c++) {
        uint32_t ram = RAM + c * 0x100;

        arm(qts, c, IRQ | WORDS(3), ram, 0, HIDREV, WRAP(1));
        g_assert_cmphex(status(qts, c), ==, ENABLE | 2 << 2);
        g_assert_cmphex(qtest_readl(qts, ram), ==, 0);
        qtest_clock_step(qts, MS);
        g_assert_cmphex(status(qts, c), ==, IRQ);
        g_assert_cmphex(qtest_readl(qts, chan(c, A_APBDMA_CSR)), ==,
                        ONCE | IRQ | WORDS(3));
        for (int i = 0; i < 3; i++) {
            g_assert_cmphex(qtest_readl(qts, ram + i * 4), ==, HIDREV_T20);
        }
        g_assert_cmphex(qtest_readl(qts, ram + 12), ==, 0);
        g_assert_true(qtest_get_irq(qts, 104 + c));
        qtest_writel(qts, chan(c, A_APBDMA_STATUS), IRQ);
        g_assert_false(qtest_get_irq(qts, 104 + c));
        g_assert_cmphex(status(qts, c), ==, 0);
    }
    qtest_quit(qts);
}

static void test_irq_mask(void)
{
    QTestState *qts = dma_start();

    qtest_writel(qts, DMA + A_APBDMA_IRQ_MASK_CLR, 1 << 5);
    g_assert_cmphex(qtest_readl(qts, DMA + A_APBDMA_IRQ_MASK), ==, 0xffdf);
    arm(qts, 5, IRQ | WORDS(1), RAM, 0, HIDREV, WRAP(1));
    arm(qts, 6, WORDS(1), RAM + 4, 0, HIDREV, WRAP(1));
    qtest_clock_step(qts, MS);
    g_assert_cmphex(status(qts, 5), ==, IRQ);
    g_assert_false(qtest_get_irq(qts, 109));
    qtest_writel(qts, DMA + A_APBDMA_IRQ_MASK_SET, 1 << 5);
    g_assert_true(qtest_get_irq(qts, 109));
    /* done, but not asked to interrupt */
    g_assert_cmphex(status(qts, 6), ==, IRQ);
    g_assert_false(qtest_get_irq(qts, 110));
    qtest_quit(qts);
}

/* 40 words to the pin multiplexer and back into a window of 32 words */
static void test_both_ways(void)
{
    QTestState *qts = dma_start();

    for (int i = 0; i < 40; i++) {
        qtest_writel(qts, RAM + i * 4, 0x01010101u * (i + 1));
    }
    arm(qts, 0, TO_DEVICE | WORDS(40), RAM, 0, PINMUX, 0);
    qtest_clock_step(qts, MS);
    for (int i = 0; i < 40; i++) {
        g_assert_cmphex(qtest_readl(qts, PINMUX + i * 4), ==,
                        0x01010101u * (i + 1));
    }
    arm(qts, 0, WORDS(40), 0x2000, WRAP(1), PINMUX, 0);
    qtest_clock_step(qts, MS);
    for (int i = 0; i < 32; i++) {
        g_assert_cmphex(qtest_readl(qts, 0x2000 + i * 4), ==,
                        0x01010101u * (i < 8 ? i + 33 : i + 1));
    }
    g_assert_cmphex(qtest_readl(qts, 0x2080), ==, 0);
    qtest_quit(qts);
}

static void test_swap(void)
{
    QTestState *qts = dma_start();

    arm(qts, 0, WORDS(1), RAM, 1u << 27, HIDREV, WRAP(1));
    qtest_clock_step(qts, MS);
    g_assert_cmphex(qtest_readl(qts, RAM), ==, 0x17200400);
    qtest_quit(qts);
}

static void test_flow(void)
{
    QTestState *qts = dma_start();

    arm(qts, 1, FLOW | REQ(9) | WORDS(6), RAM, BURST_4, HIDREV, WRAP(1));
    qtest_clock_step(qts, MS);
    g_assert_cmphex(status(qts, 1), ==, ENABLE | 5 << 2);
    /* another requestor, the other direction: nothing */
    qtest_set_irq_in(qts, DMA_PATH, "rx-request", 8, 1);
    qtest_set_irq_in(qts, DMA_PATH, "tx-request", 9, 1);
    qtest_clock_step(qts, MS);
    g_assert_cmphex(status(qts, 1), ==, ENABLE | 5 << 2);
    qtest_set_irq_in(qts, DMA_PATH, "rx-request", 9, 1);
    qtest_clock_step(qts, MS);
    g_assert_cmphex(status(qts, 1), ==, IRQ);
    g_assert_cmphex(qtest_readl(qts, RAM + 20), ==, HIDREV_T20);
    g_assert_cmphex(qtest_readl(qts, RAM + 24), ==, 0);
    qtest_quit(qts);
}

/* A channel that waits for a request moves once flow control is off. */
static void test_flow_off(void)
{
    QTestState *qts = dma_start();

    arm(qts, 1, FLOW | REQ(9) | WORDS(2), RAM, 0, HIDREV, WRAP(1));
    qtest_clock_step(qts, MS);
    g_assert_cmphex(status(qts, 1), ==, ENABLE | 1 << 2);
    qtest_writel(qts, chan(1, A_APBDMA_CSR), ENABLE | ONCE | WORDS(2));
    qtest_clock_step(qts, MS);
    g_assert_cmphex(status(qts, 1), ==, IRQ);
    g_assert_cmphex(qtest_readl(qts, RAM + 4), ==, HIDREV_T20);
    qtest_quit(qts);
}

static void test_pause_and_stop(void)
{
    QTestState *qts = dma_start();

    qtest_writel(qts, DMA + A_APBDMA_GENERAL, 0);
    arm(qts, 2, WORDS(2), RAM, 0, HIDREV, WRAP(1));
    qtest_clock_step(qts, MS);
    g_assert_cmphex(status(qts, 2), ==, ENABLE | 1 << 2);
    qtest_writel(qts, DMA + A_APBDMA_GENERAL, ENABLE);
    qtest_clock_step(qts, MS);
    g_assert_cmphex(status(qts, 2), ==, IRQ);
    /* stopped before it ran: the count stays readable */
    qtest_writel(qts, chan(2, A_APBDMA_STATUS), IRQ);
    arm(qts, 2, WORDS(7), RAM, 0, HIDREV, WRAP(1));
    qtest_writel(qts, chan(2, A_APBDMA_CSR), 0);
    qtest_clock_step(qts, MS);
    g_assert_cmphex(status(qts, 2), ==, 6 << 2);
    qtest_quit(qts);
}

/* 16384 words take more than one run; an endless channel ends by itself */
static void test_bounds(void)
{
    QTestState *qts = dma_start();

    arm(qts, 0, WORDS(16384), RAM, 0, HIDREV, WRAP(1));
    qtest_writel(qts, chan(1, A_APBDMA_APB_PTR), HIDREV);
    qtest_writel(qts, chan(1, A_APBDMA_APB_SEQ), WIDTH_32 | WRAP(1));
    qtest_writel(qts, chan(1, A_APBDMA_AHB_PTR), 0x2000);
    qtest_writel(qts, chan(1, A_APBDMA_CSR), ENABLE);
    qtest_clock_step(qts, 20000);
    g_assert_cmphex(status(qts, 0) & ENABLE, ==, ENABLE);
    qtest_clock_step(qts, 100 * MS);
    g_assert_cmphex(status(qts, 0), ==, IRQ);
    g_assert_cmphex(qtest_readl(qts, RAM + 0xfffc), ==, HIDREV_T20);
    g_assert_cmphex(qtest_readl(qts, RAM + 0x10000), ==, 0);
    g_assert_cmphex(status(qts, 1), ==, ENABLE | IRQ);
    qtest_writel(qts, chan(1, A_APBDMA_CSR), 0);
    qtest_quit(qts);
}

static void test_bad_addresses(void)
{
    QTestState *qts = dma_start();

    qtest_writel(qts, RAM, 0x12345678);
    /* a device address in RAM, a memory address in a device, nothing */
    arm(qts, 0, WORDS(4), RAM, 0, 0x2000, WRAP(1));
    arm(qts, 1, TO_DEVICE | WORDS(4), RAM, 0, DMA, 0);
    arm(qts, 2, WORDS(4), PINMUX, 0, HIDREV, WRAP(1));
    arm(qts, 3, WORDS(4), 0xf0000000, 0, HIDREV, WRAP(1));
    qtest_clock_step(qts, MS);
    for (int c = 0; c < 4; c++) {
        g_assert_cmphex(status(qts, c), ==, IRQ);
    }
    g_assert_cmphex(qtest_readl(qts, DMA), ==, ENABLE);
    g_assert_cmphex(qtest_readl(qts, PINMUX), !=, HIDREV_T20);
    qtest_quit(qts);
}

static void test_reset(void)
{
    QTestState *qts = dma_start();

    arm(qts, 0, WORDS(4), RAM, 0, HIDREV, WRAP(1));
    tegra20_hold(qts, TEGRA20_PERIPH_APBDMA, true);
    qtest_clock_step(qts, MS);
    g_assert_cmphex(qtest_readl(qts, RAM), ==, 0);
    qtest_writel(qts, DMA, ENABLE);
    g_assert_cmphex(qtest_readl(qts, DMA), ==, 0);
    tegra20_hold(qts, TEGRA20_PERIPH_APBDMA, false);
    g_assert_cmphex(qtest_readl(qts, DMA), ==, 0);
    g_assert_cmphex(qtest_readl(qts, chan(0, A_APBDMA_CSR)), ==, 0);
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("tegra20-apbdma/all-channels", test_all_channels);
    qtest_add_func("tegra20-apbdma/irq-mask", test_irq_mask);
    qtest_add_func("tegra20-apbdma/both-ways", test_both_ways);
    qtest_add_func("tegra20-apbdma/swap", test_swap);
    qtest_add_func("tegra20-apbdma/flow", test_flow);
    qtest_add_func("tegra20-apbdma/flow-off", test_flow_off);
    qtest_add_func("tegra20-apbdma/pause", test_pause_and_stop);
    qtest_add_func("tegra20-apbdma/bounds", test_bounds);
    qtest_add_func("tegra20-apbdma/bad-addresses", test_bad_addresses);
    qtest_add_func("tegra20-apbdma/reset", test_reset);
    return g_test_run();
}
