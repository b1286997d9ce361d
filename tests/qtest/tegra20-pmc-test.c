/*
 * QTest of the Tegra20 power management controller
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/core/registerfields.h"
#include "tegra20-qtest.h"

#define PMC "/machine/soc/pmc"

static uint32_t pmc_read(QTestState *qts, uint32_t offset)
{
    return qtest_readl(qts, TEGRA20_PMC_BASE + offset);
}

static void pmc_write(QTestState *qts, uint32_t offset, uint32_t value)
{
    qtest_writel(qts, TEGRA20_PMC_BASE + offset, value);
}

static void test_power_gates(void)
{
    QTestState *qts = qtest_init("-machine trimslice");

    qtest_irq_intercept_out_named(qts, PMC, "power-gate");
    g_assert_cmphex(pmc_read(qts, 0x38), ==, 0x29);
    /* On, with START cleared when it reads back */
    pmc_write(qts, 0x30, 0x101);
    g_assert_cmphex(pmc_read(qts, 0x30), ==, 0x001);
    g_assert_cmphex(pmc_read(qts, 0x38), ==, 0x2b);
    g_assert_true(qtest_get_irq(qts, TEGRA20_POWER_3D));
    /* Without START nothing happens */
    pmc_write(qts, 0x30, 0x001);
    g_assert_cmphex(pmc_read(qts, 0x38), ==, 0x2b);
    /* Off again, another one on */
    pmc_write(qts, 0x30, 0x101);
    g_assert_false(qtest_get_irq(qts, TEGRA20_POWER_3D));
    pmc_write(qts, 0x30, 0x106);
    g_assert_cmphex(pmc_read(qts, 0x38), ==, 0x69);
    g_assert_true(qtest_get_irq(qts, TEGRA20_POWER_MPE));
    qtest_quit(qts);
}

static void test_bad_partition(void)
{
    QTestState *qts = qtest_init("-machine trimslice");

    pmc_write(qts, 0x30, 0x107);
    g_assert_cmphex(pmc_read(qts, 0x38), ==, 0x29);
    /* The status is read-only, clamps clear themselves */
    pmc_write(qts, 0x38, 0x7f);
    g_assert_cmphex(pmc_read(qts, 0x38), ==, 0x29);
    pmc_write(qts, 0x34, 0x02);
    g_assert_cmphex(pmc_read(qts, 0x34), ==, 0);
    qtest_quit(qts);
}

static void test_storage(void)
{
    static const uint32_t offsets[] = {
        0x1c, 0x3c, 0x40, 0x50, 0xac, 0xc8, 0xcc, 0xe0, 0xf0, 0x130, 0x140,
    };
    QTestState *qts = qtest_init("-machine trimslice");

    for (size_t i = 0; i < ARRAY_SIZE(offsets); i++) {
        pmc_write(qts, offsets[i], 0xa5000000 | offsets[i]);
    }
    for (size_t i = 0; i < ARRAY_SIZE(offsets); i++) {
        g_assert_cmphex(pmc_read(qts, offsets[i]), ==,
                        0xa5000000 | offsets[i]);
    }
    qtest_quit(qts);
}

/* A restart by the guest resets all but the scratch registers */
static void test_restart(void)
{
    QTestState *qts = qtest_init("-machine trimslice");

    pmc_write(qts, 0x50, 0x40000000);
    pmc_write(qts, 0xac, 0x12345678);
    pmc_write(qts, 0xe0, 0x7f);
    pmc_write(qts, 0x30, 0x101);
    pmc_write(qts, 0x00, 0x10);
    qtest_qmp_eventwait(qts, "RESET");
    g_assert_cmphex(pmc_read(qts, 0x00), ==, 0);
    g_assert_cmphex(pmc_read(qts, 0x38), ==, 0x29);
    g_assert_cmphex(pmc_read(qts, 0xe0), ==, 0);
    g_assert_cmphex(pmc_read(qts, 0x50), ==, 0x40000000);
    g_assert_cmphex(pmc_read(qts, 0xac), ==, 0x12345678);
    /* The reset button of the host does not keep them */
    qtest_system_reset(qts);
    g_assert_cmphex(pmc_read(qts, 0x50), ==, 0);
    g_assert_cmphex(pmc_read(qts, 0xac), ==, 0);
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("/tegra20/pmc/power-gates", test_power_gates);
    qtest_add_func("/tegra20/pmc/bad-partition", test_bad_partition);
    qtest_add_func("/tegra20/pmc/storage", test_storage);
    qtest_add_func("/tegra20/pmc/restart", test_restart);
    return g_test_run();
}
