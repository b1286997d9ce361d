/*
 * QTest of VideoCore IV 3D that is stopped in the middle of a program
 *
 * Whatever the guest asked for, the machine stops at once, memory keeps still,
 * the guest may end it, and what is saved goes on.
 * [videocore-iv-v3d.rst, V3D registers]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "bcm2835-v3d.h"

#define STOP_MS     1000    /* on a host that does much else */
#define USUAL_MS    100
#define STEP_NS     1000    /* without a thread, a slice each */
#define PATIENCE_S  60

static const uint64_t colour_soon[] = COLOUR_AFTER(1);
static const uint64_t colour_later[] = COLOUR_AFTER(0x1000);

static char *machine(unsigned int threads)
{
    return g_strdup_printf("-machine raspi2b -display none "
                           "-global bcm2835-v3d.threads=%u", threads);
}

static QTestState *start(unsigned int threads)
{
    g_autofree char *args = machine(threads);

    return qtest_init(args);
}

/* ---- Work ---- */

static void run_user(QTestState *qts)
{
    v3d_write(qts, A_V3D_SRQPC, BCM2835_BUS | PROGRAM);
}

static bool runs(QTestState *qts)
{
    return v3d_read(qts, A_V3D_CT0CS + RENDER) & R_V3D_CT0CS_RUN_MASK;
}

static void step(QTestState *qts, unsigned int threads)
{
    if (threads) {
        g_usleep(1000);
    } else {
        qtest_clock_step(qts, STEP_NS);
    }
}

static void wait_frame(QTestState *qts, unsigned int threads)
{
    gint64 end = g_get_monotonic_time() + PATIENCE_S * G_USEC_PER_SEC;

    while (!(v3d_read(qts, A_V3D_INTCTL) & R_V3D_INTCTL_FRDONE_MASK)) {
        g_assert_cmpint(g_get_monotonic_time(), <, end);
        step(qts, threads);
    }
}

static void assert_picture(QTestState *qts)
{
    for (unsigned int i = 0; i < TILE * TILE; i++) {
        g_assert_cmphex(qtest_readl(qts, TARGET + 4 * i), ==, COLOUR);
    }
}

/* ---- How soon QEMU answers ---- */

#define ROUNDS  9

static int compare(const void *a, const void *b)
{
    gint64 x = *(const gint64 *)a, y = *(const gint64 *)b;

    return x < y ? -1 : x > y;
}

static void check_times(gint64 *us)
{
    qsort(us, ROUNDS, sizeof(us[0]), compare);
    g_test_message("us: median %" PRId64 ", longest %" PRId64,
                   us[ROUNDS / 2], us[ROUNDS - 1]);
    g_assert_cmpint(us[ROUNDS / 2], <, 1000 * USUAL_MS);
    g_assert_cmpint(us[ROUNDS - 1], <, 1000 * STOP_MS);
}

static gint64 timed(QTestState *qts, void (*fn)(QTestState *qts))
{
    gint64 begin = g_get_monotonic_time();

    fn(qts);
    return g_get_monotonic_time() - begin;
}

static void stop(QTestState *qts)
{
    qtest_qmp_assert_success(qts, "{ 'execute': 'stop' }");
}

static void cont(QTestState *qts)
{
    qtest_qmp_assert_success(qts, "{ 'execute': 'cont' }");
}

static void read_queue(QTestState *qts)
{
    v3d_read(qts, A_V3D_SRQCS);
}

static void check_stops(QTestState *qts, unsigned int threads)
{
    gint64 stop_us[ROUNDS], read_us[ROUNDS];

    for (unsigned int i = 0; i < ROUNDS; i++) {
        for (unsigned int j = 0; j < 10; j++) {
            step(qts, threads);
        }
        read_us[i] = timed(qts, read_queue);
        stop_us[i] = timed(qts, stop);
        cont(qts);
    }
    check_times(stop_us);
    check_times(read_us);
}

/* ---- Tests ---- */

/* A program without end, which is never cut off; reset ends it. */
static void test_user(const void *data)
{
    unsigned int threads = GPOINTER_TO_UINT(data);
    QTestState *qts = start(threads);

    put_program(qts, endless, ARRAY_SIZE(endless));
    for (unsigned int i = 0; i < 14; i++) {
        run_user(qts);
    }
    check_stops(qts, threads);
    g_assert_cmpuint(FIELD_EX32(v3d_read(qts, A_V3D_SRQCS), V3D_SRQCS, QUEUED),
                     ==, 2);
    g_assert_cmpint(timed(qts, qtest_system_reset), <, 1000 * STOP_MS);
    g_assert_cmphex(v3d_read(qts, A_V3D_SRQCS), ==, 0);
    qtest_quit(qts);
}

static void reset_thread(QTestState *qts)
{
    v3d_write(qts, A_V3D_CT0CS + RENDER, R_V3D_CT0CS_RSTA_MASK);
}

static void power_off(QTestState *qts)
{
    set_power(qts, 0);
}

/* Fragments without end, which the guest ends as Linux does; then one draws. */
static void test_hang(const void *data)
{
    unsigned int threads = GPOINTER_TO_UINT(data);
    QTestState *qts = start(threads);
    uint32_t ca;

    put_scene(qts);
    put_program(qts, endless, ARRAY_SIZE(endless));
    render(qts);
    check_stops(qts, threads);
    g_assert_true(runs(qts));
    ca = v3d_read(qts, A_V3D_CT0CA + RENDER);
    step(qts, threads);
    g_assert_cmphex(v3d_read(qts, A_V3D_CT0CA + RENDER), ==, ca);
    g_assert_cmpint(timed(qts, reset_thread), <, 1000 * STOP_MS);
    g_assert_false(runs(qts));
    render(qts);
    step(qts, threads);
    g_assert_cmpint(timed(qts, power_off), <, 1000 * STOP_MS);
    set_power(qts, 1);
    g_assert_false(runs(qts));

    put_program(qts, colour_soon, ARRAY_SIZE(colour_soon));
    render(qts);
    wait_frame(qts, threads);
    assert_picture(qts);
    qtest_quit(qts);
}

/* Of a machine that is stopped nothing moves, and it goes on. */
static void test_still(const void *data)
{
    unsigned int threads = GPOINTER_TO_UINT(data);
    QTestState *qts = start(threads);

    put_scene(qts);
    put_program(qts, colour_later, ARRAY_SIZE(colour_later));
    render(qts);
    step(qts, threads);
    stop(qts);
    g_assert_true(runs(qts));
    g_usleep(500 * 1000);
    g_assert_true(runs(qts));
    g_assert_cmphex(qtest_readl(qts, TARGET), ==, 0);
    cont(qts);
    wait_frame(qts, threads);
    assert_picture(qts);
    qtest_quit(qts);
}

/* In the middle of a program: the rest is drawn elsewhere. */
static void test_save(const void *data)
{
    unsigned int threads = GPOINTER_TO_UINT(data);
    g_autofree char *args = machine(threads);
    QTestState *from = start(threads), *to;

    put_scene(from);
    put_program(from, colour_later, ARRAY_SIZE(colour_later));
    render(from);
    for (unsigned int i = 0; i < 10; i++) {
        step(from, threads);
    }
    stop(from);
    g_assert_true(runs(from));

    to = move_machine(from, args);
    g_assert_true(runs(to));
    cont(to);
    wait_frame(to, threads);
    assert_picture(to);
    qtest_quit(to);
}

static void add(const char *name, void (*fn)(const void *data))
{
    static const unsigned int threads[] = { 0, 1, 3 };

    for (unsigned int i = 0; i < ARRAY_SIZE(threads); i++) {
        g_autofree char *path = g_strdup_printf("/bcm2835/v3d-stop/%s/%u", name,
                                                threads[i]);

        qtest_add_data_func(path, GUINT_TO_POINTER(threads[i]), fn);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    add("user", test_user);
    add("hang", test_hang);
    add("still", test_still);
    add("save", test_save);
    return g_test_run();
}
