/*
 * QTest of the Tegra20 second-level cache controller
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/arm/tegra/tegra20_pl310_regs.h"
#include "tegra20-host1x.h"

#define ALL_WAYS 0xff
#define MANY_LINES (2 * PL310_DIRECT_LINES)
#define LONGEST_WAIT_NS (PL310_DIRECT_MS * 1000000)

static uint32_t l2_read(QTestState *qts, uint32_t offset)
{
    return qtest_readl(qts, TEGRA20_L2_BASE + offset);
}

static void l2_write(QTestState *qts, uint32_t offset, uint32_t value)
{
    qtest_writel(qts, TEGRA20_L2_BASE + offset, value);
}

static void clean_lines(QTestState *qts, unsigned int num)
{
    for (unsigned int i = 0; i < num; i++) {
        l2_write(qts, A_PL310_CLEAN_LINE_PA, 0x100000 + 32 * i);
    }
    l2_write(qts, A_PL310_CACHE_SYNC, 0);
}

/* Operate by way as Linux; an operation without end would keep it for ever. */
static void operate_by_way(QTestState *qts, uint32_t offset)
{
    l2_write(qts, offset, ALL_WAYS);
    if (l2_read(qts, offset)) {
        qtest_clock_step(qts, LONGEST_WAIT_NS);
    }
    g_assert_cmphex(l2_read(qts, offset), ==, 0);
}

/* Return whether an operation's end is seen only after some time */
static bool is_direct(QTestState *qts)
{
    bool direct;

    l2_write(qts, A_PL310_INV_WAY, ALL_WAYS);
    direct = l2_read(qts, A_PL310_INV_WAY) != 0;
    operate_by_way(qts, A_PL310_INV_WAY);
    return direct;
}

static void assert_reset_values(QTestState *qts)
{
    g_assert_cmphex(l2_read(qts, A_PL310_CACHE_ID), ==, 0x410000c4);
    /* 8 ways of 128 KiB, in both registers */
    g_assert_cmphex(l2_read(qts, A_PL310_CACHE_TYPE), ==, 0x1c400400);
    g_assert_cmphex(l2_read(qts, A_PL310_AUX_CTRL), ==, 0x02080000);
    g_assert_cmphex(l2_read(qts, A_PL310_CTRL), ==, 0);
    g_assert_cmphex(l2_read(qts, A_PL310_LOCKDOWN_FIRST), ==, 0);
}

static void test_registers(void)
{
    QTestState *qts = qtest_init("-machine trimslice");

    assert_reset_values(qts);
    l2_write(qts, A_PL310_CACHE_ID, 0);
    l2_write(qts, A_PL310_CTRL, 0xffffffff);
    l2_write(qts, A_PL310_AUX_CTRL, 0x7e080001);
    l2_write(qts, A_PL310_LOCKDOWN_FIRST, 0x5a);
    g_assert_cmphex(l2_read(qts, A_PL310_CACHE_ID), ==, 0x410000c4);
    g_assert_cmphex(l2_read(qts, A_PL310_CTRL), ==, 1);
    g_assert_cmphex(l2_read(qts, A_PL310_AUX_CTRL), ==, 0x7e080001);
    g_assert_cmphex(l2_read(qts, A_PL310_LOCKDOWN_FIRST), ==, 0x5a);
    qtest_system_reset(qts);
    assert_reset_values(qts);
    qtest_quit(qts);
}

/* Operations end at once while there are few on lines. */
static void test_operations(void)
{
    static const uint32_t op[] = {
        A_PL310_CACHE_SYNC, A_PL310_INV_LINE_PA, A_PL310_INV_WAY,
        A_PL310_CLEAN_LINE_PA, A_PL310_CLEAN_WAY, A_PL310_CLEAN_INV_LINE_PA,
        A_PL310_CLEAN_INV_WAY,
    };
    QTestState *qts = qtest_init("-machine trimslice");

    for (size_t i = 0; i < ARRAY_SIZE(op); i++) {
        l2_write(qts, op[i], ALL_WAYS);
        g_assert_cmphex(l2_read(qts, op[i]), ==, 0);
    }
    g_assert_false(is_direct(qts));
    qtest_quit(qts);
}

static void test_lines(void)
{
    static const uint32_t way[] = {
        A_PL310_INV_WAY, A_PL310_CLEAN_WAY, A_PL310_CLEAN_INV_WAY,
    };
    QTestState *qts = qtest_init("-machine trimslice");

    clean_lines(qts, MANY_LINES);
    /* Longer than it stays so by itself, but never a while without lines */
    for (unsigned int i = 0; i < 10; i++) {
        g_assert_true(is_direct(qts));
        for (size_t w = 0; w < ARRAY_SIZE(way); w++) {
            clean_lines(qts, 1);
            operate_by_way(qts, way[w]);
        }
        clean_lines(qts, 1);
    }
    qtest_clock_step(qts, 2 * LONGEST_WAIT_NS);
    qtest_clock_step(qts, 2 * LONGEST_WAIT_NS);
    g_assert_false(is_direct(qts));
    qtest_quit(qts);
}

/* Writes to other registers among those of lines count as ever. */
static void test_registers_among_lines(void)
{
    QTestState *qts = qtest_init("-machine trimslice");

    l2_write(qts, A_PL310_AUX_CTRL, 0x7e080001);
    clean_lines(qts, MANY_LINES);
    g_assert_cmphex(l2_read(qts, A_PL310_CACHE_ID), ==, 0x410000c4);
    g_assert_cmphex(l2_read(qts, A_PL310_AUX_CTRL), ==, 0x7e080001);
    l2_write(qts, A_PL310_CTRL, 0xffffffff);
    l2_write(qts, A_PL310_CACHE_ID, 0);
    l2_write(qts, A_PL310_LOCKDOWN_FIRST, 0x5a);
    for (unsigned int i = 0; i < 3; i++) {
        qtest_clock_step(qts, LONGEST_WAIT_NS);
        g_assert_cmphex(l2_read(qts, A_PL310_CACHE_ID), ==, 0x410000c4);
        g_assert_cmphex(l2_read(qts, A_PL310_CTRL), ==, 1);
        g_assert_cmphex(l2_read(qts, A_PL310_LOCKDOWN_FIRST), ==, 0x5a);
    }
    g_assert_false(is_direct(qts));
    qtest_quit(qts);
}

static void test_reset(void)
{
    QTestState *qts = qtest_init("-machine trimslice");

    clean_lines(qts, MANY_LINES);
    l2_write(qts, A_PL310_LOCKDOWN_FIRST, 0x5a);
    qtest_system_reset(qts);
    assert_reset_values(qts);
    g_assert_false(is_direct(qts));
    qtest_quit(qts);
}

/* An operation ends before it is saved; the page is there after the load. */
static void test_save(void)
{
    QTestState *qts = qtest_init("-machine trimslice");

    clean_lines(qts, MANY_LINES);
    l2_write(qts, A_PL310_LOCKDOWN_FIRST, 0x5a);
    l2_write(qts, A_PL310_CLEAN_INV_WAY, ALL_WAYS);
    qts = migrate_machine(qts);
    g_assert_cmphex(l2_read(qts, A_PL310_CLEAN_INV_WAY), ==, 0);
    g_assert_cmphex(l2_read(qts, A_PL310_LOCKDOWN_FIRST), ==, 0x5a);
    g_assert_true(is_direct(qts));
    qtest_clock_step(qts, 2 * LONGEST_WAIT_NS);
    qtest_clock_step(qts, 2 * LONGEST_WAIT_NS);
    g_assert_false(is_direct(qts));
    qts = migrate_machine(qts);
    g_assert_cmphex(l2_read(qts, A_PL310_LOCKDOWN_FIRST), ==, 0x5a);
    g_assert_false(is_direct(qts));
    qtest_quit(qts);
}

/* A trace of the registers has every operation on a line. */
static void test_trace(void)
{
    QTestState *qts = qtest_init("-machine trimslice "
                                 "-trace tegra_regs_write,file=/dev/null");

    clean_lines(qts, MANY_LINES);
    g_assert_false(is_direct(qts));
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("/tegra20/pl310/registers", test_registers);
    qtest_add_func("/tegra20/pl310/operations", test_operations);
    qtest_add_func("/tegra20/pl310/lines", test_lines);
    qtest_add_func("/tegra20/pl310/registers-among-lines",
                   test_registers_among_lines);
    qtest_add_func("/tegra20/pl310/reset", test_reset);
    qtest_add_func("/tegra20/pl310/save", test_save);
    qtest_add_func("/tegra20/pl310/trace", test_trace);
    return g_test_run();
}
