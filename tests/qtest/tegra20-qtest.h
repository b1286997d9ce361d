/*
 * What the tests of Tegra20 devices have in common
 *
 * After reset most peripherals are held in reset, their clocks are off and
 * the 3D partition has no power, as on the chip.  A test of such a device
 * starts with tegra20_enable() of its peripheral number.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_QTEST_TEGRA20_QTEST_H
#define TESTS_QTEST_TEGRA20_QTEST_H

#include "hw/arm/tegra/tegra20_car_regs.h"
#include "hw/arm/tegra/tegra20_map.h"
#include "libqtest.h"
#include "qobject/qdict.h"

/* Return a number that a script gives; the default is that of a short run. */
static inline unsigned int tegra20_number(const char *name,
                                          unsigned int preset)
{
    const char *value = getenv(name);

    return value ? g_ascii_strtoull(value, NULL, 10) : preset;
}

/* Return how often the file @path, which must exist, has @text */
static inline unsigned int tegra20_count_in_file(const char *path,
                                                 const char *text)
{
    g_autofree char *all = NULL;
    unsigned int count = 0;

    g_assert_true(g_file_get_contents(path, &all, NULL, NULL));
    for (const char *at = all; (at = strstr(at, text)); at++) {
        count++;
    }
    return count;
}

static inline void tegra20_car_write_bit(QTestState *qts, uint64_t first,
                                         unsigned int n)
{
    qtest_writel(qts, TEGRA20_CAR_BASE + first + n / 32 * 8, 1u << n % 32);
}

/* Hold peripheral @n in reset, or release it */
static inline void tegra20_hold(QTestState *qts, unsigned int n, bool hold)
{
    tegra20_car_write_bit(qts, hold ? A_CAR_RST_DEV_L_SET
                                    : A_CAR_RST_DEV_L_CLR, n);
}

/* Switch the clock of peripheral @n on or off */
static inline void tegra20_clock(QTestState *qts, unsigned int n, bool on)
{
    tegra20_car_write_bit(qts, on ? A_CAR_CLK_ENB_L_SET
                                  : A_CAR_CLK_ENB_L_CLR, n);
}

/* Switch the clock on and release the reset */
static inline void tegra20_enable(QTestState *qts, unsigned int n)
{
    tegra20_clock(qts, n, true);
    tegra20_hold(qts, n, false);
}

/* Run PLL_A at 28.8 MHz * @n / 25, and its output at 2 / (@d + 2) of that */
static inline void tegra20_set_pll_a(QTestState *qts, unsigned int n,
                                     unsigned int d)
{
    qtest_writel(qts, TEGRA20_CAR_BASE + A_CAR_PLLP_OUTA, 0x00030d03);
    qtest_writel(qts, TEGRA20_CAR_BASE + A_CAR_PLLA_BASE, 0x40000019 | n << 8);
    qtest_writel(qts, TEGRA20_CAR_BASE + A_CAR_PLLA_OUT, 3 | d << 8);
}

/* Flip power partition @id (TEGRA20_POWER_…); CPU, L2 and PCIe start on */
static inline void tegra20_toggle_power(QTestState *qts, unsigned int id)
{
    qtest_writel(qts, TEGRA20_PMC_BASE + 0x30, 0x100 | id);
}

/* Return the period of the clock at @path in units of 2^-32 ns, 0 if gated */
static inline uint64_t tegra20_clock_period(QTestState *qts, const char *path)
{
    QDict *rsp = qtest_qmp(qts, "{ 'execute': 'qom-get', 'arguments':"
                           " { 'path': %s,"
                           " 'property': 'qtest-clock-period' } }", path);
    uint64_t period;

    g_assert_true(qdict_haskey(rsp, "return"));
    period = qdict_get_int(rsp, "return");
    qobject_unref(rsp);
    return period;
}

/* Return an answer of QMP without error, to be unreferenced */
static inline QDict *tegra20_qmp_ok(QDict *rsp)
{
    if (!qdict_haskey(rsp, "return")) {
        g_error("%s", qdict_get_str(qdict_get_qdict(rsp, "error"), "desc"));
    }
    return rsp;
}

static inline void tegra20_set_uint(QTestState *qts, const char *path,
                                    const char *property, uint64_t value)
{
    qobject_unref(tegra20_qmp_ok(qtest_qmp(
        qts, "{ 'execute': 'qom-set', 'arguments': { 'path': %s,"
        " 'property': %s, 'value': %" PRIu64 " } }", path, property, value)));
}

static inline void tegra20_set_bool(QTestState *qts, const char *path,
                                    const char *property, bool value)
{
    qobject_unref(tegra20_qmp_ok(qtest_qmp(
        qts, "{ 'execute': 'qom-set', 'arguments': { 'path': %s,"
        " 'property': %s, 'value': %i } }", path, property, value)));
}

static inline QDict *tegra20_get(QTestState *qts, const char *path,
                                 const char *property)
{
    return tegra20_qmp_ok(qtest_qmp(
        qts, "{ 'execute': 'qom-get', 'arguments': { 'path': %s,"
        " 'property': %s } }", path, property));
}

static inline uint64_t tegra20_get_uint(QTestState *qts, const char *path,
                                        const char *property)
{
    QDict *rsp = tegra20_get(qts, path, property);
    uint64_t value = qdict_get_int(rsp, "return");

    qobject_unref(rsp);
    return value;
}

static inline bool tegra20_get_bool(QTestState *qts, const char *path,
                                    const char *property)
{
    QDict *rsp = tegra20_get(qts, path, property);
    bool value = qdict_get_bool(rsp, "return");

    qobject_unref(rsp);
    return value;
}

/* Return the property's value, to be freed with g_free() */
static inline char *tegra20_get_str(QTestState *qts, const char *path,
                                    const char *property)
{
    QDict *rsp = tegra20_get(qts, path, property);
    char *value = g_strdup(qdict_get_str(rsp, "return"));

    qobject_unref(rsp);
    return value;
}

static inline bool tegra20_is_running(QTestState *qts)
{
    QDict *status = qtest_qmp_assert_success_ref(
        qts, "{ 'execute': 'query-status' }");
    bool running = qdict_get_bool(status, "running");

    qobject_unref(status);
    return running;
}

/*
 * Wait until a machine that was loaded at its start goes on.  The event may
 * have come before QMP was ready to tell of any.
 */
static inline void tegra20_wait_running(QTestState *qts)
{
    while (!tegra20_is_running(qts)) {
        g_usleep(1000);
    }
}

#endif /* TESTS_QTEST_TEGRA20_QTEST_H */
