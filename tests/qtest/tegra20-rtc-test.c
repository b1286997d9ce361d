/*
 * QTest of the Tegra20 real-time clock
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/arm/tegra/tegra_rtc_regs.h"
#include "tegra20-qtest.h"

#define RTC     TEGRA20_RTC_BASE
#define MS      1000000LL
/* 3 February 2001, 04:05:06 UTC in seconds since 1970 */
#define START   981173106u

static QTestState *rtc_start(void)
{
    QTestState *qts = qtest_init("-machine trimslice "
                                 "-rtc base=2001-02-03T04:05:06,clock=vm");

    qtest_irq_intercept_out(qts, "/machine/soc/ictlr");
    return qts;
}

static uint32_t rtc_read(QTestState *qts, uint32_t offset)
{
    return qtest_readl(qts, RTC + offset);
}

static void rtc_write(QTestState *qts, uint32_t offset, uint32_t value)
{
    qtest_writel(qts, RTC + offset, value);
}

static void test_counter(void)
{
    QTestState *qts = rtc_start();

    g_assert_cmpuint(rtc_read(qts, A_RTC_BUSY), ==, 0);
    g_assert_cmpuint(rtc_read(qts, A_RTC_SECONDS), ==, START);
    qtest_clock_step(qts, 1999 * MS);
    g_assert_cmpuint(rtc_read(qts, A_RTC_SHADOW_SECONDS), ==, 0);
    g_assert_cmpuint(rtc_read(qts, A_RTC_MILLISECONDS), ==, 999);
    qtest_clock_step(qts, 1 * MS);
    g_assert_cmpuint(rtc_read(qts, A_RTC_SHADOW_SECONDS), ==, START + 1);
    g_assert_cmpuint(rtc_read(qts, A_RTC_SECONDS), ==, START + 2);
    g_assert_cmpuint(rtc_read(qts, A_RTC_MILLISECONDS), ==, 0);
    g_assert_cmpuint(rtc_read(qts, A_RTC_SHADOW_SECONDS), ==, START + 2);
    /* set, and kept over a reset */
    rtc_write(qts, A_RTC_SECONDS, 0xfffffff0);
    qtest_clock_step(qts, 5500 * MS);
    qtest_system_reset(qts);
    g_assert_cmphex(rtc_read(qts, A_RTC_SECONDS), ==, 0xfffffff5);
    g_assert_cmpuint(rtc_read(qts, A_RTC_MILLISECONDS), ==, 500);
    /* 32 bits */
    qtest_clock_step(qts, 11000 * MS);
    g_assert_cmphex(rtc_read(qts, A_RTC_SECONDS), ==, 0);
    qtest_quit(qts);
}

static void check(QTestState *qts, uint32_t status, bool irq)
{
    g_assert_cmphex(rtc_read(qts, A_RTC_INT_STATUS), ==, status);
    g_assert_cmpint(qtest_get_irq(qts, 2), ==, irq);
}

static void test_alarms(void)
{
    QTestState *qts = rtc_start();

    rtc_write(qts, A_RTC_ALARM0, START + 10);
    rtc_write(qts, A_RTC_ALARM1, START + 20);
    rtc_write(qts, A_RTC_INT_MASK, 3);
    qtest_clock_step(qts, 9999 * MS);
    check(qts, 0, false);
    qtest_clock_step(qts, 1 * MS);
    check(qts, 1, true);
    rtc_write(qts, A_RTC_INT_STATUS, 1);
    check(qts, 0, false);
    qtest_clock_step(qts, 10000 * MS);
    check(qts, 2, true);
    rtc_write(qts, A_RTC_INT_MASK, 0);
    check(qts, 2, false);
    rtc_write(qts, A_RTC_INT_STATUS, 2);
    /* in the past: never */
    rtc_write(qts, A_RTC_ALARM0, START);
    rtc_write(qts, A_RTC_INT_MASK, 1);
    qtest_clock_step(qts, 100000 * MS);
    check(qts, 0, false);
    /* setting the time moves the alarm */
    rtc_write(qts, A_RTC_SECONDS, START - 1);
    qtest_clock_step(qts, 1000 * MS);
    check(qts, 1, true);
    qtest_quit(qts);
}

static void test_ms_alarm(void)
{
    QTestState *qts = rtc_start();

    rtc_write(qts, A_RTC_MS_ALARM, 250);
    rtc_write(qts, A_RTC_INT_MASK, 4);
    qtest_clock_step(qts, 249 * MS);
    check(qts, 0, false);
    for (int i = 0; i < 3; i++) {
        qtest_clock_step(qts, 1 * MS);
        check(qts, 4, true);
        rtc_write(qts, A_RTC_INT_STATUS, 4);
        qtest_clock_step(qts, 999 * MS);
        check(qts, 0, false);
    }
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("tegra20-rtc/counter", test_counter);
    qtest_add_func("tegra20-rtc/alarms", test_alarms);
    qtest_add_func("tegra20-rtc/ms-alarm", test_ms_alarm);
    return g_test_run();
}
