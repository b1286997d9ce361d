/*
 * QTest testcase for many draws in flight in the Tegra20 3D engine
 *
 * More draws than the queue holds, each with registers of its own; what
 * becomes of those behind a draw that runs when the engine is torn down,
 * reset, blocked or migrated, and when somebody hears of those ahead of it
 * [tegra-gr3d.rst, The device].
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/arm/tegra/tegra20_mc.h"
#include "tegra20-gr3d-targets.h"

#define CLIENT_3D       BIT(TEGRA20_MC_CLIENT_3D)
#define BEHIND          100             /* draws behind one that runs */
#define AHEAD           10              /* ... and ahead */
#define WAITER          3               /* a channel that waits for another */

/* ------------------------------------------------------------------ */
/* The machine                                                        */

static QTestState *queue_start(const char *args)
{
    QTestState *qts = qtest_initf("-machine trimslice %s", args);

    host1x_enable(qts);
    ch_start(qts, CH, 0);
    engine_setup(qts);
    set_syncpt(qts, SYNCPT, 0);
    return qts;
}

/* Slow enough for an endless draw to be one: with a thread, and without */
#define THREAD  "-global tegra-gr3d.threads=2 -global tegra-gr3d.exec=ref "
#define SLICES  "-global tegra-gr3d.threads=0 -global tegra-gr3d.exec=ref "

static bool queue_says(QTestState *qts, const char *line)
{
    g_autofree char *text = tegra20_get_str(qts, GR3D, "queue");

    return strstr(text, line);
}

static void block(QTestState *qts, bool on)
{
    uint64_t reg = TEGRA20_MC_BASE + A_MC_CLIENT_CTRL;
    uint32_t value = qtest_readl(qts, reg);

    qtest_writel(qts, reg, on ? value & ~CLIENT_3D : value | CLIENT_3D);
}

static uint32_t activity(QTestState *qts)
{
    return qtest_readl(qts, TEGRA20_MC_BASE + A_MC_CLIENT_ACTIVITY_0 +
                            4 * TEGRA20_MC_CLIENT_3D);
}

/* ------------------------------------------------------------------ */
/* Many draws                                                         */

static void submit_jobs(QTestState *qts, unsigned int num)
{
    submit_draws(qts, num, 1);
}

static void prepare(QTestState *qts)
{
    write_white(qts);
    clear_targets(qts);
}

/* More than the queue holds: the channel waits, order and state are kept. */
static void test_many(const void *args)
{
    QTestState *qts = queue_start(args);
    const unsigned int num = 1000;

    prepare(qts);
    submit_jobs(qts, num);
    wait_syncpt(qts, num);
    g_assert_true(ch_done(qts, CH));
    g_assert_true(queue_says(qts, "queue: 0 of 256\n"));
    g_assert_cmpuint(counter(qts, "rendered"), ==, num);
    check_targets(qts);
    qtest_quit(qts);
}

/* Jobs of many draws, which may be rendered together: no picture is another. */
static void test_together(const void *args)
{
    QTestState *qts = queue_start(args);
    const unsigned int num = 1000, size = 50;

    prepare(qts);
    submit_draws(qts, num, size);
    wait_syncpt(qts, num / size);
    g_assert_cmpuint(counter(qts, "rendered"), ==, num);
    g_assert_cmpuint(counter(qts, "primitives"), ==, num);
    check_targets(qts);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* Behind a draw that runs                                            */

/* Start a machine with a draw that never ends, and many behind it. */
static QTestState *start_behind(const char *args)
{
    QTestState *qts = queue_start(args);
    Stream s = { .qts = qts };

    prepare(qts);
    submit_endless(qts);
    wait_progress(qts, 0);
    put_state(&s);
    put_surfaces(&s, TARGET);
    put_arrays(&s, POSITIONS, TRIANGLES);
    submit_jobs(qts, BEHIND);
    g_assert_true(queue_says(qts, "  draw 0 runs\n  sync point 7 OP_DONE\n"
                                  "  draw 1 waits\n"));
    g_assert_true(queue_says(qts, "  draw 100 waits\n"));
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, 0);
    return qts;
}

static void check_targets_untouched(QTestState *qts)
{
    check_untouched(qts);
    g_assert_cmphex(qtest_readl(qts, target(1)), ==, UNTOUCHED);
}

/* A teardown ends all draws, and makes all increments. */
static void test_teardown(const void *args)
{
    QTestState *qts = start_behind(args);

    teardown(qts);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, BEHIND + 1);
    g_assert_cmpuint(counter(qts, "cancelled"), ==, BEHIND + 1);
    g_assert_cmpuint(counter(qts, "rendered"), ==, 0);
    check_targets_untouched(qts);
    resume(qts);
    engine_setup(qts);
    good_job(qts);
    qtest_quit(qts);
}

/* A reset ends all draws, and forgets the increments. */
static void test_reset(const void *args)
{
    QTestState *qts = start_behind(args);

    tegra20_hold(qts, TEGRA20_PERIPH_GR3D, true);
    g_assert_cmphex(activity(qts), ==, 0);
    tegra20_hold(qts, TEGRA20_PERIPH_GR3D, false);
    settle(qts);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, 0);
    g_assert_cmpuint(counter(qts, "cancelled"), ==, BEHIND + 1);
    check_targets_untouched(qts);
    engine_setup(qts);
    good_job(qts);
    qtest_quit(qts);
}

/*
 * While the engine is blocked from memory no draw begins: with the first draw
 * gone, nothing uses memory.
 */
static void test_block(void)
{
    QTestState *qts = queue_start(THREAD);

    prepare(qts);
    submit_jobs(qts, BEHIND);
    block(qts, true);
    while (activity(qts)) {
        g_usleep(100);
    }
    settle(qts);
    for (int i = 0; i < 3; i++) {
        uint64_t rendered = counter(qts, "rendered");

        settle(qts);
        g_assert_cmpuint(counter(qts, "rendered"), ==, rendered);
    }
    block(qts, false);
    wait_syncpt(qts, BEHIND);
    check_targets(qts);
    qtest_quit(qts);
}

/* Without clock nothing ends, and nothing is lost. */
static void test_clock(void)
{
    QTestState *qts = queue_start(THREAD);

    prepare(qts);
    submit_jobs(qts, BEHIND);
    for (int i = 0; i < 20; i++) {
        uint32_t count;

        tegra20_clock(qts, TEGRA20_PERIPH_GR3D, false);
        count = syncpt(qts, SYNCPT);
        settle(qts);
        g_assert_cmpuint(syncpt(qts, SYNCPT), ==, count);
        tegra20_clock(qts, TEGRA20_PERIPH_GR3D, true);
    }
    wait_syncpt(qts, BEHIND);
    check_targets(qts);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* Ahead of a draw that runs                                          */

/*
 * Start a machine with draws ahead of one that never ends.  All are given to
 * the worker before the first one ends, and it has no reason of its own to
 * report before the last one.
 */
static QTestState *start_ahead(void)
{
    QTestState *qts = queue_start(THREAD);
    Stream s = { .qts = qts };

    qtest_irq_intercept_in(qts, "/machine/soc/a9mpcore");
    prepare(qts);
    tegra20_set_bool(qts, GR3D, "wedged", true);
    submit_long(qts);
    put_arrays(&s, POSITIONS, TRIANGLES);
    submit_jobs(qts, AHEAD - 1);
    submit_endless(qts);
    return qts;
}

static void await(QTestState *qts, bool (*came)(QTestState *qts))
{
    gint64 end = g_get_monotonic_time() + PATIENCE;

    while (!came(qts) && g_get_monotonic_time() < end) {
        settle(qts);
    }
    g_assert_true(came(qts));
}

/* A counter that is read has all increments of what has ended. */
static void test_read(void)
{
    QTestState *qts = start_ahead();

    tegra20_set_bool(qts, GR3D, "wedged", false);
    wait_syncpt(qts, AHEAD);
    wait_progress(qts, 0);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, AHEAD);
    qtest_quit(qts);
}

/* A wait for the next increment is not over by one that is overdue. */
static void test_next(void)
{
    QTestState *qts = start_ahead();

    tegra20_set_bool(qts, GR3D, "wedged", false);
    wait_progress(qts, 0);
    ch_start(qts, WAITER, 0);
    PUSH(qts, WAITER, WAIT_INCR, AT(SYNCPT, 0), NOP);
    g_assert_false(ch_done(qts, WAITER));
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, AHEAD);
    settle(qts);
    g_assert_false(ch_done(qts, WAITER));
    sync_write(qts, A_H1X_SYNCPT_CPU_INCR, 1u << SYNCPT);
    settle(qts);
    g_assert_true(ch_done(qts, WAITER));
    qtest_quit(qts);
}

static void enable_threshold(QTestState *qts)
{
    sync_write(qts, A_H1X_SYNCPT_INT_THRESH + 4 * SYNCPT, AHEAD / 2);
    sync_write(qts, A_H1X_THRESH_INT_ENABLE_CPU0, 1u << SYNCPT);
}

/* The interrupt comes although the test reads no counter. */
static void test_interrupt(const void *late)
{
    QTestState *qts = start_ahead();

    if (!late) {
        enable_threshold(qts);
    }
    g_assert_false(syncpt_irq(qts));
    tegra20_set_bool(qts, GR3D, "wedged", false);
    if (late) {
        enable_threshold(qts);
    }
    await(qts, syncpt_irq);
    qtest_quit(qts);
}

static void push_wait(QTestState *qts)
{
    PUSH(qts, WAITER, WAIT, AT(SYNCPT, AHEAD / 2), NOP);
}

static bool waiter_done(QTestState *qts)
{
    return ch_done(qts, WAITER);
}

/* Another channel's wait ends although the test reads no counter. */
static void test_channel(const void *late)
{
    QTestState *qts = start_ahead();

    ch_start(qts, WAITER, 0);
    if (!late) {
        push_wait(qts);
        g_assert_false(waiter_done(qts));
    }
    tegra20_set_bool(qts, GR3D, "wedged", false);
    if (late) {
        push_wait(qts);
    }
    await(qts, waiter_done);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* Migration                                                          */

/* Draws that may not start are sent with their registers. */
static void test_migrate_wedged(void)
{
    QTestState *qts = queue_start("");

    prepare(qts);
    tegra20_set_bool(qts, GR3D, "wedged", true);
    submit_jobs(qts, BEHIND);
    g_assert_true(queue_says(qts, "  draw 99 waits\n"));
    qts = migrate_machine(qts);
    g_assert_true(queue_says(qts, "  draw 99 waits\n"));
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, 0);
    check_targets_untouched(qts);
    tegra20_set_bool(qts, GR3D, "wedged", false);
    wait_syncpt(qts, BEHIND);
    check_targets(qts);
    qtest_quit(qts);
}

/* Draws that run are finished first; the others and the words migrate. */
static void test_migrate_running(void)
{
    QTestState *qts = queue_start(THREAD);
    const unsigned int num = 600;

    prepare(qts);
    submit_jobs(qts, num);
    qts = migrate_machine(qts);
    wait_syncpt(qts, num);
    check_targets(qts);
    qtest_quit(qts);
}

#define HEAVY   40

/* Submit draws that take long, each with an increment, and more behind them. */
static void submit_heavy(QTestState *qts)
{
    Stream s = { .qts = qts };

    submit_long(qts);
    for (int i = 1; i < HEAVY; i++) {
        PUSH(qts, CH, NONINCR(0x123, 1), draw_prim(busy_count()),
             NONINCR(0, 1), OP_DONE << 8 | SYNCPT);
    }
    put_arrays(&s, POSITIONS, TRIANGLES);
    submit_jobs(qts, BEHIND);
}

/* Stop the machine; return how long it took, in us. */
static gint64 stop(QTestState *qts)
{
    gint64 start = g_get_monotonic_time();

    qtest_qmp_assert_success(qts, "{ 'execute': 'stop' }");
    return g_get_monotonic_time() - start;
}

/*
 * A stop does not wait for all draws; the others go on with the machine, here
 * or in another QEMU.
 */
static void test_stop(void)
{
    QTestState *qts = queue_start(THREAD);

    prepare(qts);
    submit_heavy(qts);
    g_test_message("stopped in %" PRId64 " us", stop(qts));
    g_test_message("%" PRIu64 " draws ended", counter(qts, "rendered"));
    g_assert_cmpuint(counter(qts, "rendered"), <, HEAVY);
    g_assert_true(queue_says(qts, "  draw 100 waits\n"));
    g_assert_cmpuint(syncpt(qts, SYNCPT), <, HEAVY);
    qts = migrate_machine(qts);
    qtest_qmp_assert_success(qts, "{ 'execute': 'cont' }");
    wait_syncpt(qts, HEAVY + BEHIND);
    check_targets(qts);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* Without threads                                                    */

#define FEW_LESS        250             /* draws; the queue holds 256 entries */
#define MOST_VERTICES   4096
#define INSTRUCTIONS    60

/*
 * Set up a draw of just under 2^18 units: a unit for each instruction of a
 * vertex and one for the vertex [tegra-gr3d.rst, Bounds on a guest].  All
 * vertices are the same one, outside.
 */
static void setup_vertices(QTestState *qts)
{
    static const uint32_t mov[] = {
        0x401f9c6c, 0x0040000d, 0x8106c083, 0x6041ff80,
    };
    static const uint32_t end[] = {
        0x401f9c6c, 0x0040010d, 0x8106c083, 0x6041ff9d,
    };
    const float outside[4] = { 2, 2, 0, 1 };
    Stream s = { .qts = qts };

    put(&s, 0x205, 0);
    for (int i = 1; i < INSTRUCTIONS; i++) {
        put_all(&s, 0x206, mov, ARRAY_SIZE(mov));
    }
    put_all(&s, 0x206, end, ARRAY_SIZE(end));
    qtest_memwrite(qts, POSITIONS, outside, sizeof(outside));
    put(&s, 0x101, 0x004d);             /* stride 0 */
    put(&s, 0x103, 0x004d);
}

static void submit_vertices(QTestState *qts)
{
    g_autoptr(GArray) words = g_array_new(false, false, 4);

    for (int i = 0; i < FEW_LESS; i++) {
        put_word(words, NONINCR(0x123, 1));
        put_word(words, draw_prim(MOST_VERTICES));
    }
    put_word(words, NONINCR(0, 1));
    put_word(words, OP_DONE << 8 | SYNCPT);
    submit_words(qts, words);
}

/*
 * The monitor answers between the draws, not after all of them: some turns for
 * each answer, however fast the host is.
 */
static void test_turns(void)
{
    QTestState *qts = queue_start(SLICES);
    unsigned int answers = 0;
    gint64 start;

    setup_vertices(qts);
    tegra20_set_bool(qts, GR3D, "wedged", true);
    submit_vertices(qts);
    g_assert_true(queue_says(qts, "queue: 251 of 256\n"));
    start = g_get_monotonic_time();
    tegra20_set_bool(qts, GR3D, "wedged", false);
    while (!syncpt(qts, SYNCPT)) {
        qtest_qmp_assert_success(qts, "{ 'execute': 'query-status' }");
        answers++;
        g_assert_cmpint(g_get_monotonic_time(), <, start + PATIENCE);
    }
    g_test_message("%" PRIu64 " units, %u answers in %" PRId64 " us",
                   counter(qts, "work"), answers,
                   g_get_monotonic_time() - start);
    g_assert_cmpuint(counter(qts, "rendered"), ==, FEW_LESS);
    g_assert_cmpuint(answers, >=, FEW_LESS / 25);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* Backends                                                           */

static void test_exec(const void *name)
{
    g_autofree char *args = g_strdup_printf("-global tegra-gr3d.exec=%s",
                                            (const char *)name);
    g_autofree char *line = g_strdup_printf("exec: %s\n", (const char *)name);
    QTestState *qts = queue_start(args);
    g_autofree char *exec = tegra20_get_str(qts, GR3D, "exec");

    g_assert_cmpstr(exec, ==, name);
    g_assert_true(queue_says(qts, line));
    good_job(qts);
    qtest_quit(qts);
}

/* exec=auto takes a backend that this host has: there is always one. */
static void test_exec_auto(void)
{
    QTestState *qts = queue_start("-global tegra-gr3d.exec=auto");
    g_autofree char *exec = tegra20_get_str(qts, GR3D, "exec");

    g_assert_cmpstr(exec, !=, "auto");
    good_job(qts);
    qtest_quit(qts);
}

static const struct {
    const char *name;
    void (*run)(void);
} tests[] = {
    { "block", test_block },
    { "clock", test_clock },
    { "read", test_read },
    { "next", test_next },
    { "migrate/wedged", test_migrate_wedged },
    { "migrate/running", test_migrate_running },
    { "stop", test_stop },
    { "turns", test_turns },
    { "exec/auto", test_exec_auto },
};

static const struct {
    const char *name, *args;
    void (*run)(const void *args);
} tests_of[] = {
    { "teardown", THREAD, test_teardown },
    { "teardown/slices", SLICES, test_teardown },
    { "reset", THREAD, test_reset },
    { "reset/slices", SLICES, test_reset },
};

int main(int argc, char **argv)
{
    static const char * const many[] = {
        "-global tegra-gr3d.threads=0", "-global tegra-gr3d.threads=1",
        "-global tegra-gr3d.threads=3",
    };

    g_test_init(&argc, &argv, NULL);
    for (size_t i = 0; i < ARRAY_SIZE(many); i++) {
        g_autofree char *path = g_strdup_printf("/tegra20/gr3d-queue/many/%c",
                                                many[i][strlen(many[i]) - 1]);

        qtest_add_data_func(path, many[i], test_many);
        g_free(path);
        path = g_strdup_printf("/tegra20/gr3d-queue/together/%c",
                               many[i][strlen(many[i]) - 1]);
        qtest_add_data_func(path, many[i], test_together);
    }
    for (size_t i = 0; i < ARRAY_SIZE(tests); i++) {
        g_autofree char *path = g_strdup_printf("/tegra20/gr3d-queue/%s",
                                                tests[i].name);

        qtest_add_func(path, tests[i].run);
    }
    for (size_t i = 0; i < ARRAY_SIZE(tests_of); i++) {
        g_autofree char *path = g_strdup_printf("/tegra20/gr3d-queue/%s",
                                                tests_of[i].name);

        qtest_add_data_func(path, tests_of[i].args, tests_of[i].run);
    }
    qtest_add_data_func("/tegra20/gr3d-queue/interrupt", NULL, test_interrupt);
    qtest_add_data_func("/tegra20/gr3d-queue/interrupt-late", "late",
                        test_interrupt);
    qtest_add_data_func("/tegra20/gr3d-queue/channel", NULL, test_channel);
    qtest_add_data_func("/tegra20/gr3d-queue/channel-late", "late",
                        test_channel);
    qtest_add_data_func("/tegra20/gr3d-queue/exec/ref", "ref", test_exec);
    qtest_add_data_func("/tegra20/gr3d-queue/exec/base", "base", test_exec);
    return g_test_run();
}
