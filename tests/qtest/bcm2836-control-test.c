/*
 * QTest of the Raspberry Pi 2's and 3's interrupts of cores: what migrates
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "bcm2835-qtest.h"

#define MACHINE         "-machine raspi2b -display none"
#define PATH            "/machine/soc/control"
#define GPU_PATH        "/machine/soc/peripherals/ic"

#define FIQ_ENABLE      0x80    /* of the other controller */

/* Offsets are those of QA7_rev3.4.pdf, "ARM control" */
#define CONTROL         0x40000000
#define TIMER_CONTROL   (CONTROL + 0x40)
#define IRQ_SOURCE      (CONTROL + 0x60)
#define FIQ_SOURCE      (CONTROL + 0x70)

#define SOURCE_CNTPNSIRQ    (1 << 1)
#define SOURCE_GPU          (1 << 8)
#define FIQ_OF_TIMER        4       /* bits above those that route to IRQ */

/*
 * A core's timer that has expired says so once, and then waits. That of the
 * virtual counter is another matter: a core that is loaded looks at it again.
 */
static void test_timer(void)
{
    QTestState *qts = qtest_init(MACHINE);

    qtest_writel(qts, TIMER_CONTROL + 4 * 1, SOURCE_CNTPNSIRQ);
    qtest_writel(qts, TIMER_CONTROL + 4 * 3, SOURCE_CNTPNSIRQ << FIQ_OF_TIMER);
    qtest_set_irq_in(qts, PATH, "cntpnsirq", 1, 1);
    qtest_set_irq_in(qts, PATH, "cntpnsirq", 3, 1);
    qts = move_machine(qts, MACHINE);
    g_assert_cmphex(qtest_readl(qts, IRQ_SOURCE + 4 * 1), ==, SOURCE_CNTPNSIRQ);
    g_assert_cmphex(qtest_readl(qts, FIQ_SOURCE + 4 * 3), ==, SOURCE_CNTPNSIRQ);
    g_assert_cmphex(qtest_readl(qts, IRQ_SOURCE), ==, 0);

    /* What comes later leaves it alone. */
    qtest_set_irq_in(qts, PATH, "cnthpirq", 0, 1);
    g_assert_cmphex(qtest_readl(qts, IRQ_SOURCE + 4 * 1), ==, SOURCE_CNTPNSIRQ);
    qtest_set_irq_in(qts, PATH, "cntpnsirq", 1, 0);
    g_assert_cmphex(qtest_readl(qts, IRQ_SOURCE + 4 * 1), ==, 0);
    qtest_quit(qts);
}

/* The lines of the other controller */
static void test_gpu(void)
{
    QTestState *qts = qtest_init(MACHINE);

    qtest_writel(qts, BCM2835_IC + 0x0c, FIQ_ENABLE | 21);
    qtest_writel(qts, BCM2835_IC + 0x10, 1 << 20);
    qtest_set_irq_in(qts, GPU_PATH, "gpu-irq", 20, 1);
    qtest_set_irq_in(qts, GPU_PATH, "gpu-irq", 21, 1);
    g_assert_cmphex(qtest_readl(qts, IRQ_SOURCE), ==, SOURCE_GPU);
    g_assert_cmphex(qtest_readl(qts, FIQ_SOURCE), ==, SOURCE_GPU);
    qts = move_machine(qts, MACHINE);
    g_assert_cmphex(qtest_readl(qts, IRQ_SOURCE), ==, SOURCE_GPU);
    g_assert_cmphex(qtest_readl(qts, FIQ_SOURCE), ==, SOURCE_GPU);
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("/bcm2836-control/migrate/timer", test_timer);
    qtest_add_func("/bcm2836-control/migrate/gpu", test_gpu);
    return g_test_run();
}
