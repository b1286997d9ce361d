/*
 * QTest of resetting a Tegra20 machine in the middle of a draw, a gather, a
 * wait and a flip, at random moments
 *
 * QEMU may not crash, hang or keep memory, and the machine is as new after
 * each reset.  TEGRA20_RESET_ROUNDS: how many.  With TEGRA20_RESET_LINUX,
 * QEMU's arguments with an accelerator, they fall into the boot of a Linux,
 * which is let boot after each of the last 20: TEGRA20_RESET_CONSOLE, a file,
 * then has one more line that contains TEGRA20_RESET_UP; the last picture goes
 * to TEGRA20_RESET_PICTURE.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tegra20-soak.h"

#define BOOTS           20
#define BOOT_PATIENCE   (600 * G_USEC_PER_SEC)
#define PATIENCE_S      120         /* for a round */
#define MAX_GROWTH_KIB  (16 * 1024)

static GRand *rng;

/* ------------------------------------------------------------------ */
/* What is in progress                                                */

static void in_draw(QTestState *qts)
{
    submit_endless(qts);
}

static void in_gather(QTestState *qts)
{
    soak_submit(qts);
}

static void in_wait(QTestState *qts)
{
    PUSH(qts, CH, WAIT, AT(GATE, 1));
    PUSH(qts, WAITER, WAIT, AT(SYNCPT, DRAWS));
}

static void in_flip(QTestState *qts)
{
    soak_window(qts, SHOWN + 1);
}

static const struct {
    const char *name;
    void (*begin)(QTestState *qts);
} moments[] = {
    { "draw", in_draw }, { "gather", in_gather }, { "wait", in_wait },
    { "flip", in_flip },
};

static void begin(QTestState *qts, size_t n)
{
    soak_prepare(qts);
    moments[n].begin(qts);
}

static void reset(QTestState *qts)
{
    qtest_system_reset_nowait(qts);
    qtest_qmp_eventwait(qts, "RESET");
}

static void random_round(QTestState *qts)
{
    alarm(PATIENCE_S);
    begin(qts, g_rand_int_range(rng, 0, ARRAY_SIZE(moments)));
    g_usleep(g_rand_int_range(rng, 0, 3000));
    reset(qts);
    alarm(0);
}

/* ------------------------------------------------------------------ */
/* As new                                                             */

static QTestState *start_machine(void)
{
    return qtest_init("-machine trimslice -m 256M "
                      "-global tegra-gr3d.threads=2 ");
}

static bool engine_idle(QTestState *qts)
{
    g_autofree char *queue = tegra20_get_str(qts, GR3D, "queue");

    return strstr(queue, "queue: 0 of 256\n");
}

/* Nothing of what was in progress is left, and the machine draws. */
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

static void test_moment(const void *data)
{
    size_t n = (uintptr_t)data;
    QTestState *qts = start_machine();

    for (int i = 0; i < 3; i++) {
        begin(qts, n);
        g_usleep(i * 500);
        reset(qts);
        check_new(qts);
        reset(qts);
    }
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* Very often                                                         */

typedef struct Memory {
    uint64_t first, last, most;     /* KiB */
} Memory;

static void look_at_memory(QTestState *qts, Memory *m)
{
    m->last = soak_memory_kib(qtest_pid(qts), "VmRSS");
    m->first = m->first ?: m->last;
    m->most = MAX(m->most, m->last);
}

/* From the first fifth on: by then all that is allocated once has been. */
static void many_resets(QTestState *qts, unsigned int rounds)
{
    Memory m = { 0 };

    for (unsigned int i = 0; i < rounds; i++) {
        random_round(qts);
        if (i >= rounds / 5) {
            look_at_memory(qts, &m);
        }
        if ((i + 1) % 1000 == 0) {
            g_test_message("%u of %u resets, %" PRIu64 " KiB", i + 1, rounds,
                           m.last);
        }
    }
    g_test_message("memory: %" PRIu64 " KiB after %u resets, %" PRIu64
                   " KiB after %u, at most %" PRIu64, m.first, rounds / 5 + 1,
                   m.last, rounds, m.most);
    g_assert_cmpuint(m.last, <=, m.first + MAX_GROWTH_KIB);
}

static void test_many(void)
{
    unsigned int rounds = tegra20_number("TEGRA20_RESET_ROUNDS", 200);
    QTestState *qts = start_machine();

    many_resets(qts, rounds);
    check_new(qts);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* Linux                                                              */

static size_t console_length(void)
{
    g_autofree char *text = NULL;
    gsize length;

    g_assert_true(g_file_get_contents(getenv("TEGRA20_RESET_CONSOLE"), &text,
                                      &length, NULL));
    return length;
}

static bool linux_is_up(size_t before)
{
    g_autofree char *text = NULL;

    g_assert_true(g_file_get_contents(getenv("TEGRA20_RESET_CONSOLE"), &text,
                                      NULL, NULL));
    return strstr(text + MIN(before, strlen(text)),
                  getenv("TEGRA20_RESET_UP"));
}

static void boot(QTestState *qts, unsigned int n)
{
    gint64 start = g_get_monotonic_time();
    size_t before;

    random_round(qts);
    before = console_length();
    while (!linux_is_up(before)) {
        g_assert_cmpint(g_get_monotonic_time(), <, start + BOOT_PATIENCE);
        g_usleep(100 * 1000);
    }
    g_test_message("boot %u of %u: up after %d s", n, BOOTS,
                   (int)((g_get_monotonic_time() - start) / G_USEC_PER_SEC));
}

static void test_linux(void)
{
    unsigned int rounds = tegra20_number("TEGRA20_RESET_ROUNDS", 200);
    QTestState *qts = qtest_init(getenv("TEGRA20_RESET_LINUX"));

    many_resets(qts, rounds - BOOTS);
    for (unsigned int i = 1; i <= BOOTS; i++) {
        boot(qts, i);
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
