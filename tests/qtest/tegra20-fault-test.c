/*
 * QTest testcase for faults of the Tegra20 3D engine, set on purpose
 *
 * A channel feeds the engine as Linux does; a QOM property breaks the engine;
 * what Linux' recovery writes then has the effect that the driver expects
 * [tegra-gr3d.rst, Faults].
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tegra20-gr3d-job.h"

#define QUEUE           256     /* words that the engine takes while it hangs */
#define SECOND          1000000000ll

/* Check what the kernel's dump shows of a job that never ends */
static void check_hangs(QTestState *qts, uint32_t count)
{
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, count);
    g_assert_true(ch_done(qts, CH));
    g_assert_cmphex(cbstat(qts, CH), ==, 0x00600000);
    g_assert_cmphex(cbread(qts, CH), ==, OP_DONE << 8 | SYNCPT);
}

/* ------------------------------------------------------------------ */
/* Lost completion                                                    */

static void test_lost(void)
{
    QTestState *qts = engine_start();

    tegra20_set_uint(qts, GR3D, "lost-completion", 3);
    for (int i = 2; i > 0; i--) {
        good_job(qts);
        g_assert_cmpuint(tegra20_get_uint(qts, GR3D, "lost-completion"), ==,
                         i);
    }
    submit(qts);
    check_hangs(qts, 2);
    check_triangle(qts);                /* only the increment is lost */
    g_assert_cmpuint(tegra20_get_uint(qts, GR3D, "lost-completion"), ==, 0);

    teardown(qts);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, 2);
    cpu_incr(qts);
    resume(qts);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, 3);
    good_job(qts);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, 4);
    qtest_quit(qts);
}

/* Only OP_DONE counts, and only one is lost. */
static void test_lost_condition(void)
{
    QTestState *qts = engine_start();

    tegra20_set_uint(qts, GR3D, "lost-completion", 1);
    push_incr(qts, 0, SYNCPT);
    push_incr(qts, RD_DONE, SYNCPT);
    push_incr(qts, REG_WR_SAFE, SYNCPT);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, 3);
    push_incr(qts, OP_DONE, SYNCPT);
    push_incr(qts, OP_DONE, OTHER);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, 3);
    g_assert_cmpuint(syncpt(qts, OTHER), ==, 1);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* Wedged                                                             */

static QTestState *wedge(void)
{
    QTestState *qts = engine_start();

    good_job(qts);
    tegra20_set_bool(qts, GR3D, "wedged", true);
    submit(qts);
    check_hangs(qts, 1);
    check_untouched(qts);
    return qts;
}

/* An increment without condition needs no operation to end. */
static void test_wedged_immediate(void)
{
    QTestState *qts = wedge();

    push_incr(qts, 0, OTHER);
    push_incr(qts, RD_DONE, OTHER);
    g_assert_cmpuint(syncpt(qts, OTHER), ==, 1);
    qtest_quit(qts);
}

static void next_job_hangs(QTestState *qts, uint32_t count)
{
    teardown(qts);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, count - 1);
    cpu_incr(qts);
    resume(qts);
    submit(qts);
    check_hangs(qts, count);
    check_untouched(qts);
    g_assert_true(tegra20_get_bool(qts, GR3D, "wedged"));
}

static void back_to_life(QTestState *qts, uint32_t count)
{
    settle(qts);
    g_assert_false(tegra20_get_bool(qts, GR3D, "wedged"));
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, count);
    engine_setup(qts);
    good_job(qts);
    qtest_quit(qts);
}

static void test_wedged_car_reset(void)
{
    QTestState *qts = wedge();

    next_job_hangs(qts, 2);
    next_job_hangs(qts, 3);
    tegra20_hold(qts, TEGRA20_PERIPH_GR3D, true);
    tegra20_hold(qts, TEGRA20_PERIPH_GR3D, false);
    back_to_life(qts, 3);
}

static void test_wedged_power_gate(void)
{
    QTestState *qts = wedge();

    next_job_hangs(qts, 2);
    tegra20_toggle_power(qts, TEGRA20_POWER_3D);
    tegra20_toggle_power(qts, TEGRA20_POWER_3D);
    back_to_life(qts, 2);
}

static void test_wedged_system_reset(void)
{
    QTestState *qts = wedge();

    qtest_system_reset(qts);
    host1x_enable(qts);
    WRITE_WORDS(qts, pb(CH) + 0xff8, RESTART(0));
    ch_start(qts, CH, 0);
    set_syncpt(qts, SYNCPT, 1);
    back_to_life(qts, 1);
}

/* The engine takes words until its queue is full; then the channel waits. */
static void test_wedged_full(void)
{
    QTestState *qts = engine_start();
    const unsigned int more = 10;

    tegra20_set_bool(qts, GR3D, "wedged", true);
    for (unsigned int i = 0; i < QUEUE + more; i++) {
        qtest_writel(qts, GATHER + 4 * i, OP_DONE << 8 | SYNCPT);
    }
    PUSH(qts, CH, SETCL(0x60, 0, 0), GATHER_NONINCR(0, QUEUE + more), GATHER);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, 0);
    check_hangs(qts, 0);

    /* The words are only late: with the fault taken back none is missing. */
    tegra20_set_bool(qts, GR3D, "wedged", false);
    wait_syncpt(qts, QUEUE + more);

    /* A reset forgets what it has taken; what still comes is lost, too. */
    tegra20_set_bool(qts, GR3D, "wedged", true);
    PUSH(qts, CH, SETCL(0x60, 0, 0), GATHER_NONINCR(0, QUEUE + more), GATHER);
    tegra20_hold(qts, TEGRA20_PERIPH_GR3D, true);
    settle(qts);
    tegra20_hold(qts, TEGRA20_PERIPH_GR3D, false);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, QUEUE + more);
    back_to_life(qts, QUEUE + more);
}

/* ------------------------------------------------------------------ */
/* Delayed completion                                                 */

static void test_delay(void)
{
    QTestState *qts = engine_start();

    tegra20_set_uint(qts, GR3D, "delay-completion", 1000000);
    submit(qts);
    push_incr(qts, 0, OTHER);
    g_assert_cmpuint(syncpt(qts, OTHER), ==, 1);
    check_triangle(qts);                /* only the increment is late */
    qtest_clock_step(qts, 999999);
    settle(qts);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, 0);
    qtest_clock_step(qts, 1);
    settle(qts);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, 1);
    qtest_quit(qts);
}

/* A later increment never overtakes, whatever its own delay is. */
static void test_delay_order(void)
{
    QTestState *qts = engine_start();

    tegra20_set_uint(qts, GR3D, "delay-completion", 1000);
    push_incr(qts, OP_DONE, SYNCPT);
    qtest_clock_step(qts, 300);
    tegra20_set_uint(qts, GR3D, "delay-completion", 0);
    push_incr(qts, RD_DONE, OTHER);
    qtest_clock_step(qts, 699);
    settle(qts);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, 0);
    g_assert_cmpuint(syncpt(qts, OTHER), ==, 0);
    qtest_clock_step(qts, 1);
    settle(qts);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, 1);
    g_assert_cmpuint(syncpt(qts, OTHER), ==, 1);
    push_incr(qts, OP_DONE, SYNCPT);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, 2);
    qtest_quit(qts);
}

/* A teardown makes the increments handed over, late or not. */
static void test_delay_teardown(void)
{
    QTestState *qts = engine_start();

    tegra20_set_uint(qts, GR3D, "delay-completion", SECOND);
    submit(qts);
    submit(qts);
    check_hangs(qts, 0);
    teardown(qts);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, 2);
    resume(qts);
    qtest_clock_step(qts, 2 * SECOND);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, 2);
    qtest_quit(qts);
}

/* More increments than can be late at a time: some are later, none is lost. */
static void test_delay_many(void)
{
    QTestState *qts = engine_start();
    const unsigned int num = 1000;

    tegra20_set_uint(qts, GR3D, "delay-completion", 1000);
    for (unsigned int i = 0; i < num; i++) {
        qtest_writel(qts, GATHER + 4 * i, OP_DONE << 8 | SYNCPT);
    }
    PUSH(qts, CH, SETCL(0x60, 0, 0), GATHER_NONINCR(0, num), GATHER);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, 0);
    for (int i = 0; i < 4; i++) {
        qtest_clock_step(qts, 1000);
        settle(qts);
        g_assert_cmpuint(syncpt(qts, SYNCPT), ==, MIN(256 * (i + 1), num));
    }
    tegra20_set_uint(qts, GR3D, "delay-completion", 0);
    good_job(qts);
    qtest_quit(qts);
}

static void test_delay_limit(void)
{
    QTestState *qts = engine_start();
    QDict *rsp = qtest_qmp(qts, "{ 'execute': 'qom-set', 'arguments': {"
                           " 'path': '" GR3D "', 'property':"
                           " 'delay-completion', 'value': 3600000000001 } }");

    g_assert_true(qdict_haskey(rsp, "error"));
    qobject_unref(rsp);
    g_assert_cmpuint(tegra20_get_uint(qts, GR3D, "delay-completion"), ==, 0);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* Migration                                                          */

/* Migrate, and set the virtual clock, which qtest does not; takes 1 ns. */
static QTestState *migrate(QTestState *from)
{
    int64_t now = qtest_clock_step(from, 1);
    QTestState *to = move_machine(from, HOST1X_MACHINE);

    qtest_clock_set(to, now);
    settle(to);
    return to;
}

/* Wedged with a draw and its increment inside, and one late increment */
static void test_migrate_wedged(void)
{
    QTestState *qts = engine_start();
    Stream s;

    tegra20_set_uint(qts, GR3D, "delay-completion", 1000);
    push_incr(qts, RD_DONE, OTHER);
    tegra20_set_bool(qts, GR3D, "wedged", true);
    tegra20_set_uint(qts, GR3D, "lost-completion", 2);
    submit(qts);
    /* A draw works on the registers of its trigger. */
    s = (Stream) { .qts = qts };
    put_surfaces(&s, NO_MEMORY);
    qts = migrate(qts);

    qtest_clock_step(qts, 5000);
    settle(qts);
    check_hangs(qts, 0);
    g_assert_cmpuint(syncpt(qts, OTHER), ==, 0);
    check_untouched(qts);
    g_assert_true(tegra20_get_bool(qts, GR3D, "wedged"));
    g_assert_cmpuint(tegra20_get_uint(qts, GR3D, "lost-completion"), ==, 2);
    g_assert_cmpuint(tegra20_get_uint(qts, GR3D, "delay-completion"), ==,
                     1000);

    tegra20_set_bool(qts, GR3D, "wedged", false);
    settle(qts);
    g_assert_cmpuint(syncpt(qts, OTHER), ==, 1);
    check_triangle(qts);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, 0);
    qtest_clock_step(qts, 1000);
    settle(qts);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, 1);
    g_assert_cmpuint(tegra20_get_uint(qts, GR3D, "lost-completion"), ==, 1);
    qtest_quit(qts);
}

/* The due time of a late increment is the same on the other side. */
static void test_migrate_delay(void)
{
    QTestState *qts = engine_start();

    tegra20_set_uint(qts, GR3D, "delay-completion", 1000);
    submit(qts);
    qtest_clock_step(qts, 400);
    qts = migrate(qts);
    qtest_clock_step(qts, 598);
    settle(qts);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, 0);
    qtest_clock_step(qts, 1);
    settle(qts);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, 1);
    qtest_quit(qts);
}

static const struct {
    const char *name;
    void (*run)(void);
} tests[] = {
    { "lost/recovery", test_lost },
    { "lost/condition", test_lost_condition },
    { "wedged/immediate", test_wedged_immediate },
    { "wedged/car-reset", test_wedged_car_reset },
    { "wedged/power-gate", test_wedged_power_gate },
    { "wedged/system-reset", test_wedged_system_reset },
    { "wedged/full", test_wedged_full },
    { "delay/exact", test_delay },
    { "delay/order", test_delay_order },
    { "delay/teardown", test_delay_teardown },
    { "delay/many", test_delay_many },
    { "delay/limit", test_delay_limit },
    { "migrate/wedged", test_migrate_wedged },
    { "migrate/delay", test_migrate_delay },
};

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (size_t i = 0; i < ARRAY_SIZE(tests); i++) {
        g_autofree char *path = g_strdup_printf("/tegra20/fault/%s",
                                                tests[i].name);

        qtest_add_func(path, tests[i].run);
    }
    return g_test_run();
}
