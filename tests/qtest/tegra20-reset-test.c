/*
 * QTest of resetting a Tegra20 machine in the middle of a draw, a gather, a
 * wait and a flip, at random moments
 *
 * QEMU may not crash, hang or keep memory, and the machine is as new after
 * each reset.  TEGRA20_RESET_ROUNDS: how many.  TEGRA20_RESET_GROWTH_KIB: by
 * how much QEMU may grow, where it has other reasons to [scripts/sanitize].
 * With TEGRA20_RESET_LINUX, QEMU's arguments with an accelerator, the resets
 * fall into the boot of a Linux, most of them early, some up to its picture.
 * It is let boot before all and after each of the last 20:
 * TEGRA20_RESET_CONSOLE, a file, then has one more line that contains
 * TEGRA20_RESET_UP; the last picture goes to TEGRA20_RESET_PICTURE.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tegra20-soak.h"

#define BOOTS           20
#define BOOT_PATIENCE_S 600
#define PATIENCE_S      120         /* for a round */
#define SOON_US         (20 * 1000) /* a Linux that has hardly begun */
#define LATE            30          /* of so many resets one is not that soon */
#define INIT            "gr3d-init" /* its first line after the kernel's */
/* About twice what was measured at most, with Linux other things grow, too */
#define GROWTH_KIB      2048
#define LINUX_GROWTH_KIB 6144

static GRand *rng;

/* ------------------------------------------------------------------ */
/* What is in progress                                                */

/* As the engine has counted since QEMU was started */
typedef struct Draws {
    uint64_t queued, rendered, cancelled;
} Draws;

static Draws count_draws(QTestState *qts)
{
    return (Draws) {
        .queued = counter(qts, "draws"),
        .rendered = counter(qts, "rendered"),
        .cancelled = counter(qts, "cancelled"),
    };
}

/* Begin an endless draw; the pixels that show its progress are cleared. */
static void begin_draw(QTestState *qts)
{
    qtest_memset(qts, BUSY_TARGET, 0, BUSY_SIZE * 4);
    submit_endless(qts);
}

static bool in_draw(QTestState *qts)
{
    return progress(qts) > 0;
}

static bool was_in_draw(const Draws *before, const Draws *after)
{
    return after->queued == before->queued + 1 &&
           after->cancelled == before->cancelled + 1 &&
           after->rendered == before->rendered;
}

static bool in_gather(QTestState *qts)
{
    return syncpt(qts, SYNCPT) > 0;
}

/* Return whether the engine had some draws of the gather, but not the last. */
static bool was_in_gather(const Draws *before, const Draws *after)
{
    return after->queued < before->queued + HALF &&
           after->rendered > before->rendered &&
           after->cancelled > before->cancelled;
}

/* Begin two waits, each with something left to do behind it. */
static void begin_wait(QTestState *qts)
{
    PUSH(qts, CH, WAIT, AT(GATE, 1), NOP);
    PUSH(qts, WAITER, WAIT, AT(SYNCPT, DRAWS), NOP);
}

static bool in_wait(QTestState *qts)
{
    return ch_waits(qts, CH, 8, GATE) && ch_waits(qts, WAITER, 8, SYNCPT);
}

static void begin_flip(QTestState *qts)
{
    soak_window(qts, SHOWN + 1);
}

static const struct {
    const char *name;
    void (*begin)(QTestState *qts);
    bool (*is_in)(QTestState *qts);
    bool (*was_in)(const Draws *before, const Draws *after);
    bool ends;                  /* by itself: a reset may come too late */
} moments[] = {
    { "draw", begin_draw, in_draw, was_in_draw },
    { "gather", soak_submit, in_gather, was_in_gather, true },
    { "wait", begin_wait, in_wait },
    { "flip", begin_flip, soak_flip_waits },
};

/* How often a reset was to come in each, and did */
static unsigned int tried[ARRAY_SIZE(moments)], hit[ARRAY_SIZE(moments)];

/*
 * Begin moment @n and wait until it is in progress; only the test uses the
 * machine.  The first frame takes the first window, so that only a flip waits
 * for one.
 */
static void begin(QTestState *qts, size_t n)
{
    soak_prepare(qts);
    qtest_clock_step(qts, FRAME_NS);
    moments[n].begin(qts);
    while (!moments[n].is_in(qts)) {
        continue;
    }
}

static void reset(QTestState *qts)
{
    qtest_system_reset_nowait(qts);
    qtest_qmp_eventwait(qts, "RESET");
}

/* Reset the machine @us after moment @n has begun. */
static void reset_in(QTestState *qts, size_t n, unsigned int us)
{
    Draws before = count_draws(qts), after;
    bool was_in;

    begin(qts, n);
    g_usleep(us);
    reset(qts);
    after = count_draws(qts);
    was_in = !moments[n].was_in || moments[n].was_in(&before, &after);
    g_assert_true(was_in || moments[n].ends);
    tried[n]++;
    hit[n] += was_in;
}

static void random_round(QTestState *qts, unsigned int i)
{
    soak_limit(PATIENCE_S);
    reset_in(qts, g_rand_int_range(rng, 0, ARRAY_SIZE(moments)),
             g_rand_int_range(rng, 0, 3000));
    alarm(0);
}

/* ------------------------------------------------------------------ */
/* As new                                                             */

/* Start QEMU with all memory there: it does not grow as memory is used. */
static QTestState *start_machine(const char *exec)
{
    return qtest_initf("-machine trimslice -m 256M -mem-prealloc "
                       "-global tegra-gr3d.threads=2 "
                       "-global tegra-gr3d.exec=%s", exec);
}

static bool engine_idle(QTestState *qts)
{
    g_autofree char *queue = tegra20_get_str(qts, GR3D, "queue");

    return strstr(queue, "queue: 0 of 256\n");
}

/* Check that nothing is left of what was in progress, and that it draws. */
static void check_new(QTestState *qts)
{
    g_assert_true(engine_idle(qts));
    soak_prepare(qts);
    settle(qts);
    g_assert_true(ch_done(qts, CH));
    g_assert_true(ch_done(qts, WAITER));
    g_assert_cmphex(cbstat(qts, CH), ==, 0);
    qtest_clock_step(qts, FRAME_NS);
    g_assert_cmphex(dc_read(qts, R_DC_STATE_CONTROL), ==, 0);
    good_job(qts);
}

/* Reset three times; one comes in time: the reference draws slowly. */
static void test_moment(const void *data)
{
    size_t n = (uintptr_t)data;
    QTestState *qts = start_machine("ref");

    soak_limit(PATIENCE_S);
    for (int i = 0; i < 3; i++) {
        reset_in(qts, n, i * 500);
        check_new(qts);
        reset(qts);
    }
    alarm(0);
    g_assert_cmpuint(hit[n], >, 0);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* Very often                                                         */

typedef struct Memory {
    uint64_t first, last, most;     /* KiB */
} Memory;

/*
 * Give free memory back to the host: else QEMU has room for much that is kept
 * by mistake.
 */
static void set_malloc(void)
{
    g_setenv("MALLOC_MMAP_THRESHOLD_", "65536", true);
    g_setenv("MALLOC_TRIM_THRESHOLD_", "65536", true);
}

static void look_at_memory(QTestState *qts, Memory *m)
{
    m->last = soak_memory_kib(qtest_pid(qts), "VmRSS");
    m->first = m->first ?: m->last;
    m->most = MAX(m->most, m->last);
}

static void check_memory(const Memory *m, unsigned int rounds,
                         unsigned int growth_kib)
{
    unsigned int limit = tegra20_number("TEGRA20_RESET_GROWTH_KIB",
                                        growth_kib);

    g_test_message("memory: %" PRIu64 " KiB after %u resets, %" PRIu64
                   " KiB after %u, at most %" PRIu64, m->first,
                   rounds / 5 + 1, m->last, rounds, m->most);
    g_assert_cmpuint(m->most, <=, m->first + limit);
}

/*
 * Reset many times.  Memory counts from the first fifth on: by then all that
 * is allocated only once is there.
 */
static void many_resets(QTestState *qts, unsigned int rounds,
                        void (*round)(QTestState *qts, unsigned int i),
                        unsigned int growth_kib)
{
    Memory m = { 0 };

    for (unsigned int i = 0; i < rounds; i++) {
        round(qts, i);
        if (i >= rounds / 5) {
            look_at_memory(qts, &m);
        }
        if ((i + 1) % 1000 == 0) {
            g_test_message("%u of %u resets, %" PRIu64 " KiB", i + 1, rounds,
                           m.last);
        }
    }
    check_memory(&m, rounds, growth_kib);
}

static void check_hits(unsigned int rounds)
{
    for (size_t i = 0; i < ARRAY_SIZE(moments); i++) {
        g_test_message("%s: %u of %u resets came in its middle",
                       moments[i].name, hit[i], tried[i]);
        g_assert_true(hit[i] || rounds < 100);
    }
}

static void test_many(void)
{
    unsigned int rounds = tegra20_number("TEGRA20_RESET_ROUNDS", 200);
    QTestState *qts = start_machine("auto");

    memset(tried, 0, sizeof(tried));
    memset(hit, 0, sizeof(hit));
    many_resets(qts, rounds, random_round, GROWTH_KIB);
    check_hits(rounds);
    check_new(qts);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* Linux                                                              */

static gsize since;             /* the last reset: of the console's text */
static int64_t boot_us;         /* to the picture, at most */

/* Resets before Linux said anything, in its boot, and later */
static unsigned int silent, booting, running;

static char *read_console(gsize *length)
{
    char *text;

    g_assert_true(g_file_get_contents(getenv("TEGRA20_RESET_CONSOLE"), &text,
                                      length, NULL));
    return text;
}

/* Return what Linux has said since the last reset */
static char *console(void)
{
    gsize length;
    g_autofree char *text = read_console(&length);

    return g_strdup(text + MIN(since, length));
}

static void count_phase(void)
{
    g_autofree char *text = console();

    if (*text == '\0') {
        silent++;
    } else if (!strstr(text, INIT)) {
        booting++;
    } else {
        running++;
    }
}

/* Return when to reset: mostly soon, each LATE-th time up to the picture. */
static int64_t linux_time(unsigned int i)
{
    return i % LATE ? g_rand_int_range(rng, 0, SOON_US)
                    : g_rand_double(rng) * boot_us;
}

/*
 * Reset Linux in what it does, or in what the test writes into the registers
 * of its devices; after that Linux may do anything, and the test does not
 * check that the moment came.
 */
static void linux_reset(QTestState *qts)
{
    soak_limit(PATIENCE_S);
    count_phase();
    if (g_rand_boolean(rng)) {
        size_t n = g_rand_int_range(rng, 0, ARRAY_SIZE(moments));

        soak_prepare(qts);
        moments[n].begin(qts);
        g_usleep(g_rand_int_range(rng, 0, 3000));
    }
    reset(qts);
    g_free(read_console(&since));
    alarm(0);
}

static void linux_round(QTestState *qts, unsigned int i)
{
    g_usleep(linux_time(i));
    linux_reset(qts);
}

static bool linux_is_up(void)
{
    g_autofree char *text = console();

    return strstr(text, getenv("TEGRA20_RESET_UP"));
}

static int64_t boot(void)
{
    gint64 start = g_get_monotonic_time(), took;

    soak_limit(BOOT_PATIENCE_S);
    while (!linux_is_up()) {
        g_usleep(100 * 1000);
    }
    alarm(0);
    took = g_get_monotonic_time() - start;
    g_test_message("up after %.1f s", took / 1e6);
    return took;
}

static void check_phases(unsigned int rounds)
{
    g_test_message("resets: %u before Linux says anything, %u while it boots, "
                   "%u when it runs", silent, booting, running);
    g_assert_true((booting && running) || rounds < 20 * LATE);
}

/* The first boot fills the room for translated code, and uses all devices. */
static void test_linux(void)
{
    unsigned int resets = tegra20_number("TEGRA20_RESET_ROUNDS", 200) - BOOTS;
    QTestState *qts = qtest_init(getenv("TEGRA20_RESET_LINUX"));

    boot_us = boot();
    linux_reset(qts);
    many_resets(qts, resets, linux_round, LINUX_GROWTH_KIB);
    check_phases(resets);
    for (int i = 0; i < BOOTS; i++) {
        linux_reset(qts);
        boot();
    }
    qtest_qmp_assert_success(qts, "{ 'execute': 'screendump', 'arguments':"
                             " { 'filename': %s, 'format': 'png' } }",
                             getenv("TEGRA20_RESET_PICTURE"));
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    rng = soak_rand();
    set_malloc();
    if (getenv("TEGRA20_RESET_LINUX")) {
        qtest_add_func("/tegra20/reset/linux", test_linux);
        return g_test_run();
    }
    for (size_t i = 0; i < ARRAY_SIZE(moments); i++) {
        g_autofree char *path = g_strdup_printf("/tegra20/reset/%s",
                                                moments[i].name);

        qtest_add_data_func(path, (void *)i, test_moment);
    }
    qtest_add_func("/tegra20/reset/many", test_many);
    return g_test_run();
}
