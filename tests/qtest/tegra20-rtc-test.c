/*
 * QTest of the Tegra20 real-time clock
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/arm/tegra/tegra_rtc_regs.h"
#include "tegra20-host1x.h"
#include "tegra20-stream.h"

#define RTC     TEGRA20_RTC_BASE
#define MS      1000000LL
/* 3 February 2001, 04:05:06 UTC in seconds since 1970 */
#define START   981173106u
#define RTC_MACHINE "-machine trimslice -rtc base=2001-02-03T04:05:06,"

static QTestState *rtc_start_with(const char *args)
{
    g_autofree char *all = g_strconcat(RTC_MACHINE, args, NULL);
    QTestState *qts = qtest_init(all);

    qtest_irq_intercept_out(qts, "/machine/soc/ictlr");
    return qts;
}

static QTestState *rtc_start(void)
{
    return rtc_start_with("clock=vm");
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

/* Two for the same second: both ring. */
static void test_both(void)
{
    QTestState *qts = rtc_start();

    rtc_write(qts, A_RTC_ALARM0, START + 10);
    rtc_write(qts, A_RTC_ALARM1, START + 10);
    rtc_write(qts, A_RTC_INT_MASK, 3);
    qtest_clock_step(qts, 10000 * MS);
    check(qts, 3, true);
    qtest_quit(qts);
}

/* Load the machine from @path when the counter's clock is at @ns */
static QTestState *load_at(const char *path, int64_t ns)
{
    g_autofree char *uri = g_strdup_printf("file:%s", path);
    QTestState *qts = rtc_start_with("clock=vm -incoming defer");

    qtest_clock_set(qts, ns);
    qtest_qmp_assert_success(qts, "{ 'execute': 'migrate-incoming',"
                             " 'arguments': { 'uri': %s } }", uri);
    wait_migrated(qts);
    return qts;
}

static void wait_status(QTestState *qts, uint32_t status)
{
    for (int i = 0; i < 1000 && rtc_read(qts, A_RTC_INT_STATUS) != status;
         i++) {
        g_usleep(10 * 1000);
    }
    check(qts, status, true);
}

/* An alarm that is due while the machine is saved rings after the load. */
static void test_saved(void)
{
    g_autofree char *path = stream_path();
    QTestState *qts = rtc_start();

    rtc_write(qts, A_RTC_ALARM0, START + 10);
    rtc_write(qts, A_RTC_ALARM1, START + 20);
    rtc_write(qts, A_RTC_INT_MASK, 3);
    qtest_clock_step(qts, 5000 * MS);
    save_machine(qts, path);
    qts = load_at(path, 15000 * MS);
    g_assert_cmpuint(rtc_read(qts, A_RTC_SECONDS), ==, START + 15);
    wait_status(qts, 1);
    rtc_write(qts, A_RTC_INT_STATUS, 1);
    qtest_clock_step(qts, 4999 * MS);
    check(qts, 0, false);
    qtest_clock_step(qts, 1 * MS);
    check(qts, 2, true);
    qtest_quit(qts);
    unlink(path);
}

/* Change the saved host to one started @ms earlier: its clock is ahead. */
static void change_host(const char *path, int64_t ms)
{
    enum { CLOCK = 16, OFFSET = 8 };    /* from the section's end */
    g_autoptr(GArray) sections = NULL;
    g_autofree uint8_t *data = NULL;
    uint8_t *end;
    gsize size;

    g_assert_true(g_file_get_contents(path, (char **)&data, &size, NULL));
    sections = stream_sections(data, size, false);
    end = data + stream_section(sections, "tegra20-rtc")->end;
    stq_be_p(end - CLOCK, ldq_be_p(end - CLOCK) + ms);
    stq_be_p(end - OFFSET, ldq_be_p(end - OFFSET) - ms);
    g_assert_true(g_file_set_contents(path, (char *)data, size, NULL));
}

/* A day of difference; an hour is patience. */
static void test_moved(void)
{
    g_autofree char *path = stream_path();
    g_autofree char *args = g_strdup_printf("clock=rt -incoming file:%s", path);
    QTestState *qts = rtc_start_with("clock=rt");
    uint32_t seconds;

    rtc_write(qts, A_RTC_SECONDS, 1000000);
    rtc_write(qts, A_RTC_ALARM0, 1010000);
    rtc_write(qts, A_RTC_INT_MASK, 1);
    save_machine(qts, path);
    change_host(path, 86400 * 1000);
    qts = rtc_start_with(args);
    wait_migrated(qts);
    seconds = rtc_read(qts, A_RTC_SECONDS);
    g_assert_cmpuint(seconds, >=, 1000000);
    g_assert_cmpuint(seconds, <, 1003600);
    /* The alarm has not come, and does come. */
    check(qts, 0, false);
    rtc_write(qts, A_RTC_SECONDS, 1009999);
    wait_status(qts, 1);
    qtest_quit(qts);
    unlink(path);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("tegra20-rtc/counter", test_counter);
    qtest_add_func("tegra20-rtc/alarms", test_alarms);
    qtest_add_func("tegra20-rtc/ms-alarm", test_ms_alarm);
    qtest_add_func("tegra20-rtc/both", test_both);
    qtest_add_func("tegra20-rtc/saved", test_saved);
    qtest_add_func("tegra20-rtc/moved", test_moved);
    return g_test_run();
}
