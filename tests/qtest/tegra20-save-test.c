/*
 * QTest of saving a Tegra20 machine and restoring it: in the middle of a
 * stream of draws, with channels that wait, and with a flip that waits
 *
 * A round takes the same stream through one machine after another, by every
 * way there is from one to the next; what is seen in the end is the picture
 * of a machine that was left alone.  TEGRA20_SAVE_ROUNDS: how many.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tegra20-soak.h"

typedef struct Files {
    char *dir, *disk, *stream, *socket;
} Files;

static GRand *rng;
static Files files;
static int64_t now;             /* virtual time, which does not migrate here */

/* ------------------------------------------------------------------ */
/* Machines                                                           */

/* What draws is another one in each machine: the picture is not. */
static QTestState *start_machine(const char *args)
{
    static const char * const exec[] = { "auto", "ref", "base" };

    return qtest_initf("-machine trimslice -m 256M "
                       "-drive if=none,format=qcow2,file=%s "
                       "-global tegra-gr3d.threads=%d "
                       "-global tegra-gr3d.exec=%s %s", files.disk,
                       g_rand_int_range(rng, 0, 4),
                       exec[g_rand_int_range(rng, 0, ARRAY_SIZE(exec))], args);
}

static QTestState *start_incoming(const char *uri)
{
    g_autofree char *args = g_strdup_printf("-incoming %s", uri);

    return start_machine(args);
}

static void send_to(QTestState *qts, const char *uri)
{
    qtest_qmp_assert_success(qts, "{ 'execute': 'migrate',"
                             " 'arguments': { 'uri': %s } }", uri);
    wait_migrated(qts);
    qtest_quit(qts);
}

/* Save to a file, end, load the file in another QEMU. */
static QTestState *by_file(QTestState *qts)
{
    g_autofree char *uri = g_strdup_printf("file:%s", files.stream);

    send_to(qts, uri);
    qts = start_incoming(uri);
    qtest_qmp_eventwait(qts, "RESUME");
    unlink(files.stream);
    return qts;
}

/* The other QEMU is there already, and this one goes on until the switch. */
static QTestState *live(QTestState *qts)
{
    g_autofree char *uri = g_strdup_printf("unix:%s", files.socket);
    QTestState *to = start_incoming(uri);

    send_to(qts, uri);
    qtest_qmp_eventwait(to, "RESUME");
    return to;
}

static void wait_a_little(void)
{
    g_usleep(g_rand_int_range(rng, 0, 5000));
}

/* Save, go on, spoil everything, go back. */
static QTestState *back_in_time(QTestState *qts)
{
    soak_hmp_ok(qts, "savevm soak");
    wait_a_little();
    clear_targets(qts);
    set_syncpt(qts, WAITED, 5);
    soak_open(qts);
    soak_window(qts, 0);
    tegra20_hold(qts, TEGRA20_PERIPH_GR3D, g_rand_boolean(rng));
    soak_hmp_ok(qts, "loadvm soak");
    return qts;
}

static QTestState *another_day(QTestState *qts)
{
    soak_hmp_ok(qts, "savevm soak");
    wait_a_little();
    qtest_quit(qts);
    return start_machine("-loadvm soak");
}

static const struct {
    const char *name;
    QTestState *(*go)(QTestState *qts);
} ways[] = {
    { "file", by_file },
    { "live", live },
    { "loadvm", back_in_time },
    { "loadvm-new", another_day },
};

static unsigned int hops[ARRAY_SIZE(ways)];

static QTestState *hop(QTestState *qts, bool now_or_never)
{
    unsigned int n = g_rand_int_range(rng, 0, ARRAY_SIZE(ways));

    if (!now_or_never && g_rand_boolean(rng)) {
        return qts;
    }
    wait_a_little();
    hops[n]++;
    return ways[n].go(qts);
}

/* ------------------------------------------------------------------ */
/* The stream                                                         */

static void check_flip_waits(QTestState *qts)
{
    g_assert_cmphex(dc_read(qts, R_DC_STATE_CONTROL), ==,
                    DC_STATE_WIN(WIN_A) | DC_STATE_GENERAL);
}

static QTestState *begin(void)
{
    QTestState *qts;

    soak_write_disk(files.disk);
    qts = start_machine("");
    soak_prepare(qts);
    now = qtest_clock_step(qts, FRAME_NS);
    soak_window(qts, SHOWN + 1);
    check_flip_waits(qts);
    soak_submit(qts);
    return qts;
}

static void check_halfway(QTestState *qts)
{
    wait_syncpt(qts, HALF);
    settle(qts);
    g_assert_true(ch_waits(qts, CH, 8, GATE));
    g_assert_true(ch_waits(qts, WAITER, 8, SYNCPT));
}

/* The end of the stream; the flip comes with the next frame. */
static void finish(QTestState *qts)
{
    wait_syncpt(qts, DRAWS);
    settle(qts);
    g_assert_true(ch_done(qts, CH));
    g_assert_true(ch_done(qts, WAITER));
    g_assert_cmpuint(syncpt(qts, WAITED), ==, 1);
    g_assert_cmpuint(syncpt(qts, GATE), ==, 1);
    check_flip_waits(qts);
    qtest_clock_set(qts, now + FRAME_NS);
    g_assert_cmphex(dc_read(qts, R_DC_STATE_CONTROL), ==, 0);
}

/* All targets and the screen, as a checksum */
static char *picture(QTestState *qts)
{
    const size_t size = TARGETS * TARGET_STEP;
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    g_autofree guchar *pixels = g_malloc(size);
    g_autofree char *screen = NULL;
    gsize length;

    qtest_memread(qts, TARGET - STRIDE, pixels, size);
    g_checksum_update(sum, pixels, size);
    screen = dump_file(qts, &length);
    g_checksum_update(sum, (guchar *)screen, length);
    return g_strdup(g_checksum_get_string(sum));
}

static char *undisturbed(void)
{
    QTestState *qts = begin();
    char *want;

    check_halfway(qts);
    soak_open(qts);
    finish(qts);
    want = picture(qts);
    check_targets(qts);
    qtest_quit(qts);
    return want;
}

static void disturbed(const char *want)
{
    unsigned int sure = g_rand_int_range(rng, 0, 4);
    QTestState *qts = hop(begin(), sure == 0);
    g_autofree char *got = NULL;

    check_halfway(qts);
    qts = hop(qts, sure == 1);
    check_halfway(qts);
    soak_open(qts);
    qts = hop(qts, sure == 2);
    wait_syncpt(qts, DRAWS);
    qts = hop(qts, sure == 3);
    finish(qts);
    got = picture(qts);
    g_assert_cmpstr(got, ==, want);
    qtest_quit(qts);
}

static void test_rounds(void)
{
    unsigned int rounds = tegra20_number("TEGRA20_SAVE_ROUNDS", 6);
    g_autofree char *want = undisturbed();

    for (unsigned int i = 0; i < rounds; i++) {
        disturbed(want);
        if ((i + 1) % 50 == 0) {
            g_test_message("%u of %u rounds", i + 1, rounds);
        }
    }
    for (size_t i = 0; i < ARRAY_SIZE(ways); i++) {
        g_test_message("%s: %u times", ways[i].name, hops[i]);
    }
}

/* Each way at least once, with all that waits */
static void test_way(const void *data)
{
    g_autofree char *want = undisturbed();
    g_autofree char *got = NULL;
    QTestState *qts = begin();

    qts = ways[(uintptr_t)data].go(qts);
    check_halfway(qts);
    qts = ways[(uintptr_t)data].go(qts);
    check_halfway(qts);
    soak_open(qts);
    finish(qts);
    got = picture(qts);
    g_assert_cmpstr(got, ==, want);
    qtest_quit(qts);
}

/* What a tester has broken is not broken in a snapshot from before. */
static void test_faults(void)
{
    QTestState *qts = begin();

    check_halfway(qts);
    soak_hmp_ok(qts, "savevm soak");
    tegra20_set_uint(qts, HOST1X_PATH, "lost-interrupt", 5);
    tegra20_set_uint(qts, HOST1X_PATH, "stuck-syncpts", 1u << GATE);
    tegra20_set_bool(qts, GR3D, "wedged", true);
    soak_hmp_ok(qts, "loadvm soak");
    g_assert_cmpuint(tegra20_get_uint(qts, HOST1X_PATH, "lost-interrupt"), ==,
                     0);
    g_assert_cmpuint(tegra20_get_uint(qts, HOST1X_PATH, "stuck-syncpts"), ==,
                     0);
    soak_open(qts);
    finish(qts);
    qtest_quit(qts);
}

static void start_files(void)
{
    files.dir = g_dir_make_tmp("tegra20-save-XXXXXX", NULL);
    files.disk = g_build_filename(files.dir, "disk", NULL);
    files.stream = g_build_filename(files.dir, "stream", NULL);
    files.socket = g_build_filename(files.dir, "socket", NULL);
}

static void end_files(void)
{
    unlink(files.disk);
    unlink(files.socket);
    rmdir(files.dir);
}

int main(int argc, char **argv)
{
    int result;

    g_test_init(&argc, &argv, NULL);
    rng = soak_rand();
    start_files();
    for (size_t i = 0; i < ARRAY_SIZE(ways); i++) {
        g_autofree char *path = g_strdup_printf("/tegra20/save/%s",
                                                ways[i].name);

        qtest_add_data_func(path, (void *)i, test_way);
    }
    qtest_add_func("/tegra20/save/faults", test_faults);
    qtest_add_func("/tegra20/save/rounds", test_rounds);
    result = g_test_run();
    end_files();
    return result;
}
