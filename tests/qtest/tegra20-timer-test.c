/*
 * QTest of the Tegra20 timers and the microsecond counter
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/core/registerfields.h"
#include "tegra20-qtest.h"

#define ENABLE   (1u << 31)
#define PERIODIC (1u << 30)
#define INTR_CLR (1u << 30)
#define US       1000

static const struct {
    uint32_t ptv;
    int spi;
} timers[] = {
    { 0x00, TEGRA20_IRQ_TIMER1 },
    { 0x08, TEGRA20_IRQ_TIMER2 },
    { 0x50, TEGRA20_IRQ_TIMER3 },
    { 0x58, TEGRA20_IRQ_TIMER4 },
};

static QTestState *timer_start(void)
{
    QTestState *qts = qtest_init("-machine trimslice");

    qtest_irq_intercept_out(qts, "/machine/soc/ictlr");
    return qts;
}

static uint32_t timer_read(QTestState *qts, uint32_t offset)
{
    return qtest_readl(qts, TEGRA20_TIMER_BASE + offset);
}

static void timer_write(QTestState *qts, uint32_t offset, uint32_t value)
{
    qtest_writel(qts, TEGRA20_TIMER_BASE + offset, value);
}

static void test_us_counter(void)
{
    QTestState *qts = timer_start();
    uint32_t start = timer_read(qts, 0x10);

    qtest_clock_step(qts, 999);
    g_assert_cmpuint(timer_read(qts, 0x10) - start, ==, 0);
    qtest_clock_step(qts, 1);
    g_assert_cmpuint(timer_read(qts, 0x10) - start, ==, 1);
    qtest_clock_step(qts, 1234567 * US);
    g_assert_cmpuint(timer_read(qts, 0x10) - start, ==, 1234568);
    /* 2^32 us later it shows the same */
    start = timer_read(qts, 0x10);
    qtest_clock_step(qts, (1LL << 32) * US);
    g_assert_cmpuint(timer_read(qts, 0x10), ==, start);
    timer_write(qts, 0x10, 5);
    g_assert_cmpuint(timer_read(qts, 0x10), ==, start);
    qtest_quit(qts);
}

/* n = 99 fires after 100 us, once, until the guest clears it */
static void test_one_shot(gconstpointer data)
{
    int i = GPOINTER_TO_INT(data);
    uint32_t ptv = timers[i].ptv;
    QTestState *qts = timer_start();

    timer_write(qts, ptv, ENABLE | 99);
    g_assert_cmphex(timer_read(qts, ptv), ==, ENABLE | 99);
    g_assert_cmpuint(timer_read(qts, ptv + 4), ==, 99);
    qtest_clock_step(qts, 40 * US);
    g_assert_cmpuint(timer_read(qts, ptv + 4), ==, 59);
    qtest_clock_step(qts, 60 * US - 1);
    g_assert_false(qtest_get_irq(qts, timers[i].spi));
    qtest_clock_step(qts, 1);
    g_assert_true(qtest_get_irq(qts, timers[i].spi));
    g_assert_cmpuint(timer_read(qts, ptv + 4), ==, 0);
    /* A new value does not clear, INTR_CLR does, and it stays quiet */
    timer_write(qts, ptv, 0);
    g_assert_true(qtest_get_irq(qts, timers[i].spi));
    timer_write(qts, ptv + 4, 0);
    g_assert_true(qtest_get_irq(qts, timers[i].spi));
    timer_write(qts, ptv + 4, INTR_CLR);
    g_assert_false(qtest_get_irq(qts, timers[i].spi));
    qtest_clock_step(qts, 1000000 * US);
    g_assert_false(qtest_get_irq(qts, timers[i].spi));
    qtest_quit(qts);
}

static void test_periodic(gconstpointer data)
{
    int i = GPOINTER_TO_INT(data);
    uint32_t ptv = timers[i].ptv;
    QTestState *qts = timer_start();

    timer_write(qts, ptv, ENABLE | PERIODIC | 9);
    for (int round = 0; round < 3; round++) {
        qtest_clock_step(qts, 10 * US - 1);
        g_assert_false(qtest_get_irq(qts, timers[i].spi));
        qtest_clock_step(qts, 1);
        g_assert_true(qtest_get_irq(qts, timers[i].spi));
        timer_write(qts, ptv + 4, INTR_CLR);
        g_assert_false(qtest_get_irq(qts, timers[i].spi));
    }
    /* A late guest does not shift the phase: due at 40, cleared at 57 */
    qtest_clock_step(qts, 27 * US);
    timer_write(qts, ptv + 4, INTR_CLR);
    g_assert_cmpuint(timer_read(qts, ptv + 4), ==, 2);
    qtest_clock_step(qts, 3 * US - 1);
    g_assert_false(qtest_get_irq(qts, timers[i].spi));
    qtest_clock_step(qts, 1);
    g_assert_true(qtest_get_irq(qts, timers[i].spi));
    qtest_quit(qts);
}

/* Periods of 1 us over a long time end at once */
static void test_storm(void)
{
    QTestState *qts = timer_start();

    timer_write(qts, 0, ENABLE | PERIODIC);
    qtest_clock_step(qts, 3600LL * 1000000 * US);
    g_assert_true(qtest_get_irq(qts, TEGRA20_IRQ_TIMER1));
    timer_write(qts, 0, 0);
    timer_write(qts, 4, INTR_CLR);
    g_assert_false(qtest_get_irq(qts, TEGRA20_IRQ_TIMER1));
    qtest_quit(qts);
}

static void test_reset(void)
{
    QTestState *qts = timer_start();

    timer_write(qts, 0x00, ENABLE | 9);
    timer_write(qts, 0x58, ENABLE | PERIODIC | 9);
    timer_write(qts, 0x14, 0x1234);
    qtest_clock_step(qts, 10 * US);
    g_assert_true(qtest_get_irq(qts, TEGRA20_IRQ_TIMER1));
    qtest_system_reset(qts);
    g_assert_false(qtest_get_irq(qts, TEGRA20_IRQ_TIMER1));
    g_assert_false(qtest_get_irq(qts, TEGRA20_IRQ_TIMER4));
    g_assert_cmphex(timer_read(qts, 0x00), ==, 0);
    g_assert_cmphex(timer_read(qts, 0x58), ==, 0);
    g_assert_cmphex(timer_read(qts, 0x14), ==, 0x0b);
    g_assert_cmpuint(timer_read(qts, 0x10), ==, 0);
    qtest_clock_step(qts, 1000 * US);
    g_assert_false(qtest_get_irq(qts, TEGRA20_IRQ_TIMER1));
    g_assert_false(qtest_get_irq(qts, TEGRA20_IRQ_TIMER4));
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("/tegra20/timer/us-counter", test_us_counter);
    for (int i = 0; i < ARRAY_SIZE(timers); i++) {
        g_autofree char *once = g_strdup_printf("/tegra20/timer/%d/one-shot",
                                                i + 1);
        g_autofree char *periodic =
            g_strdup_printf("/tegra20/timer/%d/periodic", i + 1);

        qtest_add_data_func(once, GINT_TO_POINTER(i), test_one_shot);
        qtest_add_data_func(periodic, GINT_TO_POINTER(i), test_periodic);
    }
    qtest_add_func("/tegra20/timer/storm", test_storm);
    qtest_add_func("/tegra20/timer/reset", test_reset);
    return g_test_run();
}
