/*
 * QTest testcase for clock, memory client and power of the Tegra20 3D engine
 *
 * What happens to a draw and to a channel's words when the engine loses its
 * clock or its way to memory, and the register sequence with which Linux
 * suspends and resumes the engine, many times over
 * [tegra-gr3d.rst, The device] [tegra20.rst, Memory controller].
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/arm/tegra/tegra20_mc.h"
#include "hw/arm/tegra/tegra20_pmc.h"
#include "tegra20-gr3d-job.h"

#define CLIENT_3D       BIT(TEGRA20_MC_CLIENT_3D)

static uint32_t gr3d_read(QTestState *qts, uint32_t offset)
{
    return qtest_readl(qts, TEGRA20_GR3D_BASE + 4 * offset);
}

static void gr3d_write(QTestState *qts, uint32_t offset, uint32_t value)
{
    qtest_writel(qts, TEGRA20_GR3D_BASE + 4 * offset, value);
}

static uint32_t mc_read(QTestState *qts, uint32_t reg)
{
    return qtest_readl(qts, TEGRA20_MC_BASE + reg);
}

static void mc_set(QTestState *qts, uint32_t reg, uint32_t bits, bool on)
{
    uint32_t value = mc_read(qts, reg);

    qtest_writel(qts, TEGRA20_MC_BASE + reg, on ? value | bits : value & ~bits);
}

static uint32_t mc_activity(QTestState *qts, unsigned int client)
{
    return mc_read(qts, A_MC_CLIENT_ACTIVITY_0 + 4 * client);
}

static uint32_t activity(QTestState *qts)
{
    return mc_activity(qts, TEGRA20_MC_CLIENT_3D);
}

static void gr3d_clock(QTestState *qts, bool on)
{
    tegra20_clock(qts, TEGRA20_PERIPH_GR3D, on);
}

static void settle_long(QTestState *qts)
{
    for (int i = 0; i < 20; i++) {
        settle(qts);
    }
}

/* ------------------------------------------------------------------ */
/* Clock                                                              */

static void test_clock_cpu(void)
{
    QTestState *qts = engine_start();

    gr3d_write(qts, 0x405, 0x12345);
    gr3d_clock(qts, false);
    gr3d_write(qts, 0x405, 0x54321);
    gr3d_write(qts, 0x000, SYNCPT);
    g_assert_cmphex(gr3d_read(qts, 0x405), ==, 0);
    gr3d_clock(qts, true);
    g_assert_cmphex(gr3d_read(qts, 0x405), ==, 0x12345);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, 0);
    qtest_quit(qts);
}

/* The channel keeps the first word of the engine, and nothing is lost. */
static void test_clock_channel(void)
{
    QTestState *qts = engine_start();

    gr3d_clock(qts, false);
    submit(qts);
    settle_long(qts);
    g_assert_false(ch_done(qts, CH));
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, 0);
    check_untouched(qts);
    gr3d_clock(qts, true);
    wait_syncpt(qts, 1);
    g_assert_true(ch_done(qts, CH));
    check_triangle(qts);
    qtest_quit(qts);
}

/* Reset takes the words that wait for the clock: the channel goes on. */
static void test_clock_reset(void)
{
    QTestState *qts = engine_start();

    gr3d_clock(qts, false);
    submit(qts);
    tegra20_hold(qts, TEGRA20_PERIPH_GR3D, true);
    settle(qts);
    g_assert_true(ch_done(qts, CH));
    tegra20_hold(qts, TEGRA20_PERIPH_GR3D, false);
    gr3d_clock(qts, true);
    settle(qts);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, 0);
    engine_setup(qts);
    good_job(qts);
    qtest_quit(qts);
}

/* A draw stands still, and goes on. */
static void test_clock_running(void)
{
    QTestState *qts = engine_start();
    uint32_t done;

    submit_endless(qts);
    wait_progress(qts, 0);
    gr3d_clock(qts, false);
    done = progress(qts);
    settle_long(qts);
    g_assert_cmpuint(progress(qts), ==, done);
    gr3d_clock(qts, true);
    wait_progress(qts, done);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, 0);
    qtest_quit(qts);
}

static void check_clock_stops(const char *machine)
{
    QTestState *qts = qtest_init(machine);
    uint32_t count;

    host1x_enable(qts);
    ch_start(qts, CH, 0);
    set_syncpt(qts, SYNCPT, 0);
    engine_setup(qts);
    submit_long(qts);
    gr3d_clock(qts, false);
    count = syncpt(qts, SYNCPT);        /* 1 if the draw was very fast */
    for (int i = 0; i < 10; i++) {
        settle(qts);
        g_assert_cmpuint(syncpt(qts, SYNCPT), ==, count);
    }
    gr3d_clock(qts, true);
    wait_syncpt(qts, 1);
    check_triangle(qts);
    qtest_quit(qts);
}

static void test_clock_slices(void)
{
    check_clock_stops(HOST1X_MACHINE);
}

/* The thread renders on, but the draw does not end. */
static void test_clock_thread(void)
{
    check_clock_stops("-machine trimslice");
}

/* Torn down without clock: the draw is gone, its increment comes later. */
static void test_clock_teardown(void)
{
    QTestState *qts = engine_start();

    submit_endless(qts);
    gr3d_clock(qts, false);
    teardown(qts);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, 0);
    gr3d_clock(qts, true);
    wait_syncpt(qts, 1);
    g_assert_cmpuint(activity(qts), ==, 0);
    resume(qts);
    engine_setup(qts);
    good_job(qts);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* Memory controller                                                  */

static void test_mc_activity(void)
{
    QTestState *qts = engine_start();

    for (unsigned int n = 0; n < TEGRA20_MC_NUM_CLIENTS; n++) {
        g_assert_cmphex(mc_activity(qts, n), ==, 0);
    }
    submit_endless(qts);
    wait_progress(qts, 0);
    for (unsigned int n = 0; n < TEGRA20_MC_NUM_CLIENTS; n++) {
        g_assert_cmphex(mc_activity(qts, n), ==, n == TEGRA20_MC_CLIENT_3D);
    }
    teardown(qts);
    g_assert_cmphex(activity(qts), ==, 0);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, 1);
    qtest_quit(qts);
}

/* Either bit keeps a draw from starting, and both from memory. */
static void test_mc_block(void)
{
    static const uint32_t reg[] = { A_MC_CLIENT_CTRL, A_MC_CLIENT_HOTRESETN };
    QTestState *qts = engine_start();

    for (unsigned int i = 0; i < ARRAY_SIZE(reg); i++) {
        mc_set(qts, reg[i], CLIENT_3D, false);
        submit(qts);
        settle_long(qts);
        g_assert_cmpuint(syncpt(qts, SYNCPT), ==, i);
        g_assert_cmphex(activity(qts), ==, 0);
        check_untouched(qts);
        /* Without a draw there is nothing to fetch. */
        g_assert_true(ch_done(qts, CH));
        gr3d_write(qts, 0x000, OTHER);
        g_assert_cmpuint(syncpt(qts, OTHER), ==, i + 1);
        mc_set(qts, reg[i], CLIENT_3D, true);
        wait_syncpt(qts, i + 1);
        check_triangle(qts);
    }
    qtest_quit(qts);
}

/* The command DMA fetches nothing, and then goes on. */
static void test_mc_host1x(void)
{
    QTestState *qts = engine_start();
    uint32_t get = dmaget(qts, CH);

    mc_set(qts, A_MC_CLIENT_CTRL, BIT(TEGRA20_MC_CLIENT_HC), false);
    submit(qts);
    settle_long(qts);
    g_assert_cmphex(dmaget(qts, CH), ==, get);
    g_assert_cmphex(mc_activity(qts, TEGRA20_MC_CLIENT_HC), ==, 0);
    mc_set(qts, A_MC_CLIENT_CTRL, BIT(TEGRA20_MC_CLIENT_HC), true);
    wait_syncpt(qts, 1);
    check_triangle(qts);
    qtest_quit(qts);
}

/* Linux' hot reset: it ends when the draw has, and does not hurt it. */
static void test_mc_drain(void)
{
    QTestState *qts = engine_start();

    submit_long(qts);
    mc_set(qts, A_MC_CLIENT_CTRL, CLIENT_3D, false);
    while (activity(qts)) {
        g_usleep(100);
    }
    settle(qts);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, 1);
    check_triangle(qts);
    mc_set(qts, A_MC_CLIENT_HOTRESETN, CLIENT_3D, false);
    mc_set(qts, A_MC_CLIENT_HOTRESETN, CLIENT_3D, true);
    mc_set(qts, A_MC_CLIENT_CTRL, CLIENT_3D, true);
    engine_setup(qts);
    good_job(qts);
    qtest_quit(qts);
}

/* A wedged engine leaves memory alone: else it could never be reset. */
static void test_mc_wedged(void)
{
    QTestState *qts = engine_start();

    submit_endless(qts);
    wait_progress(qts, 0);
    tegra20_set_bool(qts, GR3D, "wedged", true);
    g_assert_cmphex(activity(qts), ==, 0);
    tegra20_set_bool(qts, GR3D, "wedged", false);
    g_assert_cmphex(activity(qts), ==, 1);
    tegra20_hold(qts, TEGRA20_PERIPH_GR3D, true);
    g_assert_cmphex(activity(qts), ==, 0);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* Suspend and resume                                                 */

#define RING_SLOTS      511
#define DRAW_WORDS      (GATHER + 0x8000)
#define SOURCE_FULL     0x80000000      /* PLL_P */
#define SOURCE_SLOW     0x80000003      /* ... by 2.5: below 100 MHz */

typedef struct Soak {
    QTestState *qts;
    uint32_t slot;
    uint32_t count;             /* of jobs, and the sync point's value */
    uint32_t setup_words;
} Soak;

/* Write a job's first gather: all state, since none survives */
static void soak_write_gathers(Soak *soak)
{
    g_autofree Stream *s = g_new0(Stream, 1);

    s->channel = true;
    put_setup(s, TARGET);
    put_arrays(s, POSITIONS, TRIANGLES);
    write_words(soak->qts, GATHER, s->words, s->num);
    soak->setup_words = s->num;
    WRITE_WORDS(soak->qts, DRAW_WORDS, NONINCR(0x123, 1), draw_prim(3),
                NONINCR(0, 1), OP_DONE << 8 | SYNCPT);
}

static void soak_push(Soak *soak, uint32_t first, uint32_t second)
{
    WRITE_WORDS(soak->qts, pb(CH) + 8 * soak->slot, first, second);
    soak->slot = (soak->slot + 1) % RING_SLOTS;
}

static void soak_job(Soak *soak)
{
    soak_push(soak, WAIT, AT(SYNCPT, soak->count & 0xffffff));
    soak_push(soak, SETCL(0x60, 0, 0), NOP);
    soak_push(soak, GATHER_OP(soak->setup_words), GATHER);
    soak_push(soak, GATHER_OP(4), DRAW_WORDS);
    clear_target(soak->qts);
    ch_write(soak->qts, CH, A_H1X_DMAPUT, 8 * soak->slot);
    wait_syncpt(soak->qts, ++soak->count);
    check_triangle(soak->qts);
}

static void gr3d_source(QTestState *qts, uint32_t value)
{
    qtest_writel(qts, TEGRA20_CAR_BASE + A_CAR_CLK_SOURCE_3D, value);
}

/* Assert the driver's "mc" reset [tegra20.rst, Memory controller] */
static void mc_assert(QTestState *qts)
{
    if (!(mc_read(qts, A_MC_CLIENT_HOTRESETN) & CLIENT_3D)) {
        return;
    }
    mc_set(qts, A_MC_CLIENT_CTRL, CLIENT_3D, false);
    g_assert_cmphex(activity(qts), ==, 0);
    mc_set(qts, A_MC_CLIENT_HOTRESETN, CLIENT_3D, false);
}

static void resets(QTestState *qts, bool assert)
{
    if (assert) {
        mc_assert(qts);
        tegra20_hold(qts, TEGRA20_PERIPH_GR3D, true);
    } else {
        mc_set(qts, A_MC_CLIENT_HOTRESETN, CLIENT_3D, true);
        mc_set(qts, A_MC_CLIENT_CTRL, CLIENT_3D, true);
        tegra20_hold(qts, TEGRA20_PERIPH_GR3D, false);
    }
}

static void partition(QTestState *qts, bool on)
{
    tegra20_toggle_power(qts, TEGRA20_POWER_3D);
    g_assert_cmphex(qtest_readl(qts, TEGRA20_PMC_BASE + A_PMC_PWRGATE_STATUS)
                    & BIT(TEGRA20_POWER_3D), ==,
                    on ? BIT(TEGRA20_POWER_3D) : 0);
}

static void soak_suspend(QTestState *qts)
{
    ch_write(qts, CH, A_H1X_DMACTRL, 1);
    resets(qts, true);
    gr3d_clock(qts, false);

    gr3d_source(qts, SOURCE_SLOW);
    gr3d_clock(qts, true);
    resets(qts, true);
    gr3d_clock(qts, false);
    partition(qts, false);
    gr3d_source(qts, SOURCE_FULL);
}

static void soak_resume(QTestState *qts)
{
    resets(qts, true);
    partition(qts, true);
    gr3d_source(qts, SOURCE_SLOW);
    gr3d_clock(qts, true);
    qtest_writel(qts, TEGRA20_PMC_BASE + A_PMC_REMOVE_CLAMPING,
                 BIT(TEGRA20_POWER_3D));
    resets(qts, false);
    gr3d_clock(qts, false);
    gr3d_source(qts, SOURCE_FULL);

    gr3d_clock(qts, true);
    resets(qts, false);
    g_assert_cmphex(gr3d_read(qts, 0x405), ==, 0);
}

/* Return QEMU's resident pages; 0 where there is no such file */
static unsigned long soak_pages(QTestState *qts)
{
    g_autofree char *path = g_strdup_printf("/proc/%d/statm",
                                            (int)qtest_pid(qts));
    g_autofree char *text = NULL;
    unsigned long pages = 0;

    if (g_file_get_contents(path, &text, NULL, NULL)) {
        g_assert_cmpint(sscanf(text, "%*u %lu", &pages), ==, 1);
    }
    return pages;
}

/*
 * -m slow: as many cycles as an engine makes in 100 minutes with a gap of
 * 200 ms between its jobs.
 */
static void test_suspend(void)
{
    const unsigned int cycles = g_test_slow() ? 30000 : 1000;
    Soak soak = { .qts = stream_start(CH) };
    QTestState *qts = soak.qts;
    unsigned long pages = 0;

    set_syncpt(qts, SYNCPT, 0);
    write_vertices(qts, 0);
    soak_write_gathers(&soak);
    for (unsigned int i = 0; i < cycles; i++) {
        soak_job(&soak);
        soak_job(&soak);
        soak_suspend(qts);
        soak_resume(qts);
        ch_start(qts, CH, 8 * soak.slot);
        if (i == cycles / 4) {
            pages = soak_pages(qts);
        }
    }
    /* 1 MiB: with -m slow, less than 50 bytes a cycle */
    g_assert_cmpuint(soak_pages(qts), <=, pages + 256);
    qtest_quit(qts);
}

/*
 * The driver suspends a wedged engine and gets a good one back: job, hang,
 * time-out, channel torn down, suspend, resume, job.
 */
static void test_suspend_wedged(void)
{
    QTestState *qts = engine_start();

    tegra20_set_bool(qts, GR3D, "wedged", true);
    submit(qts);
    teardown(qts);
    cpu_incr(qts);
    resume(qts);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, 1);
    soak_suspend(qts);
    soak_resume(qts);
    ch_start(qts, CH, 0);
    engine_setup(qts);
    good_job(qts);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, 2);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* All of it in any order                                             */

typedef struct Chaos {
    QTestState *qts;
    GRand *rand;
    uint32_t jobs;
} Chaos;

static bool chaos_coin(Chaos *c)
{
    return g_rand_boolean(c->rand);
}

static void chaos_job(Chaos *c)
{
    c->jobs++;
    submit(c->qts);
}

static void chaos_long_job(Chaos *c)
{
    c->jobs++;
    submit_long(c->qts);
}

static void chaos_clock(Chaos *c)
{
    gr3d_clock(c->qts, chaos_coin(c));
}

static void chaos_client(Chaos *c)
{
    mc_set(c->qts, chaos_coin(c) ? A_MC_CLIENT_CTRL : A_MC_CLIENT_HOTRESETN,
           CLIENT_3D, chaos_coin(c));
}

static void chaos_wedge(Chaos *c)
{
    tegra20_set_bool(c->qts, GR3D, "wedged", chaos_coin(c));
}

static void chaos_delay(Chaos *c)
{
    tegra20_set_uint(c->qts, GR3D, "delay-completion",
                     chaos_coin(c) ? g_rand_int_range(c->rand, 1, 5000) : 0);
}

static void chaos_lose(Chaos *c)
{
    tegra20_set_uint(c->qts, GR3D, "lost-completion",
                     g_rand_int_range(c->rand, 0, 3));
}

static void chaos_step(Chaos *c)
{
    qtest_clock_step(c->qts, g_rand_int_range(c->rand, 1, 3000));
    settle(c->qts);
}

static void chaos_reset(Chaos *c)
{
    tegra20_hold(c->qts, TEGRA20_PERIPH_GR3D, true);
    settle(c->qts);
    tegra20_hold(c->qts, TEGRA20_PERIPH_GR3D, false);
    engine_setup(c->qts);
}

static void chaos_power(Chaos *c)
{
    tegra20_toggle_power(c->qts, TEGRA20_POWER_3D);
    tegra20_toggle_power(c->qts, TEGRA20_POWER_3D);
    engine_setup(c->qts);
}

static void chaos_teardown(Chaos *c)
{
    teardown(c->qts);
    sync_write(c->qts, A_H1X_CMDPROC_STOP, 0);
    ch_start(c->qts, CH, 0);
}

static void chaos_pause(Chaos *c)
{
    qobject_unref(tegra20_qmp_ok(qtest_qmp(c->qts, "{ 'execute': 'stop' }")));
    qobject_unref(tegra20_qmp_ok(qtest_qmp(c->qts, "{ 'execute': 'cont' }")));
}

static void chaos_act(Chaos *c)
{
    static void (* const act[])(Chaos *c) = {
        chaos_job, chaos_job, chaos_job, chaos_long_job, chaos_clock,
        chaos_client, chaos_wedge, chaos_delay, chaos_lose, chaos_step,
        chaos_reset, chaos_power, chaos_teardown, chaos_pause,
    };

    act[g_rand_int_range(c->rand, 0, ARRAY_SIZE(act))](c);
    if (ch_read(c->qts, CH, A_H1X_DMAPUT) > 0xe00) {
        chaos_teardown(c);
    }
}

static void chaos_end(Chaos *c)
{
    gr3d_clock(c->qts, true);
    mc_set(c->qts, A_MC_CLIENT_CTRL, CLIENT_3D, true);
    mc_set(c->qts, A_MC_CLIENT_HOTRESETN, CLIENT_3D, true);
    tegra20_set_uint(c->qts, GR3D, "lost-completion", 0);
    tegra20_set_uint(c->qts, GR3D, "delay-completion", 0);
    chaos_reset(c);
    chaos_teardown(c);
}

/* Check that no job counts more than once, and that all is as before. */
static void check_chaos(const char *machine)
{
    Chaos c = { .qts = qtest_init(machine),
                .rand = g_rand_new_with_seed(20) };

    host1x_enable(c.qts);
    ch_start(c.qts, CH, 0);
    set_syncpt(c.qts, SYNCPT, 0);
    engine_setup(c.qts);
    for (unsigned int i = 0; i < (g_test_slow() ? 10000 : 300); i++) {
        chaos_act(&c);
        g_assert_cmpuint(syncpt(c.qts, SYNCPT), <=, c.jobs);
    }
    chaos_end(&c);
    good_job(c.qts);
    g_assert_cmphex(activity(c.qts), ==, 0);
    qtest_quit(c.qts);
    g_rand_free(c.rand);
}

static void test_chaos_slices(void)
{
    check_chaos(HOST1X_MACHINE);
}

static void test_chaos_thread(void)
{
    check_chaos("-machine trimslice");
}

static const struct {
    const char *name;
    void (*run)(void);
} tests[] = {
    { "clock/cpu", test_clock_cpu },
    { "clock/channel", test_clock_channel },
    { "clock/reset", test_clock_reset },
    { "clock/running", test_clock_running },
    { "clock/slices", test_clock_slices },
    { "clock/thread", test_clock_thread },
    { "clock/teardown", test_clock_teardown },
    { "mc/activity", test_mc_activity },
    { "mc/block", test_mc_block },
    { "mc/host1x", test_mc_host1x },
    { "mc/drain", test_mc_drain },
    { "mc/wedged", test_mc_wedged },
    { "suspend/cycles", test_suspend },
    { "suspend/wedged", test_suspend_wedged },
    { "chaos/slices", test_chaos_slices },
    { "chaos/thread", test_chaos_thread },
};

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (size_t i = 0; i < ARRAY_SIZE(tests); i++) {
        g_autofree char *path = g_strdup_printf("/tegra20/power/%s",
                                                tests[i].name);

        qtest_add_func(path, tests[i].run);
    }
    return g_test_run();
}
