/*
 * QTest of a Tegra20 machine that is stopped in the middle of a draw
 *
 * It stops at once however long the draw takes, guest memory keeps still, and
 * when the machine goes on the draw does, from there.  A draw that is too long
 * is not saved, and nothing comes of it; all else that may happen to a stopped
 * machine ends it [docs/specs/tegra-gr3d.rst, The device].
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <sys/mman.h>
#include "qemu/units.h"
#include "tegra20-soak.h"

#define STOP_MS     1000        /* on a host that does much else; else 100 */
#define SAVE_S      5           /* that a save waits for a draw */
#define SLACK_S     20          /* ... and all else, on such a host */
#define RAM_BYTES   (256 * MiB)
#define PICTURE     1024        /* pixels each way */
#define PICTURE_BYTES   (BUSY_SIZE * BUSY_SIZE * 4)
#define VERTICES    12          /* the triangle four times: some 100 ms */

static char *disk, *memory;
static const uint8_t *ram;      /* the machine's, in that file */

static void map_memory(void)
{
    int fd = open(memory, O_RDONLY);

    if (ram) {
        munmap((void *)ram, RAM_BYTES);
    }
    ram = mmap(NULL, RAM_BYTES, PROT_READ, MAP_SHARED, fd, 0);
    g_assert_true(ram != MAP_FAILED);
    close(fd);
}

static QTestState *pause_start(unsigned int threads, const char *exec)
{
    QTestState *qts;

    unlink(memory);
    qts = qtest_initf("-object memory-backend-file,id=ram,size=256M,share=on,"
                      "mem-path=%s -machine trimslice,memory-backend=ram "
                      "-drive if=none,format=qcow2,file=%s "
                      "-global tegra-gr3d.threads=%u "
                      "-global tegra-gr3d.exec=%s",
                      memory, disk, threads, exec);
    map_memory();
    host1x_enable(qts);
    ch_start(qts, CH, 0);
    engine_setup(qts);
    set_syncpt(qts, SYNCPT, 0);
    return qts;
}

/* Start a machine that is in the middle of a draw without end */
static QTestState *endless_start(void)
{
    QTestState *qts;

    soak_write_disk(disk);
    qts = pause_start(2, "ref");
    submit_endless(qts);
    wait_progress(qts, 0);
    return qts;
}

static void command(QTestState *qts, const char *name)
{
    qtest_qmp_assert_success(qts, "{ 'execute': %s }", name);
}

static void stop(QTestState *qts)
{
    gint64 start = g_get_monotonic_time(), took;

    command(qts, "stop");
    took = g_get_monotonic_time() - start;
    g_test_message("stopped in %" PRId64 " us", took);
    g_assert_cmpint(took, <, 1000 * STOP_MS);
}

static bool status_is(QTestState *qts, const char *want)
{
    QDict *rsp = qtest_qmp_assert_success_ref(qts,
                                              "{ 'execute': 'query-status' }");
    bool is = !strcmp(qdict_get_str(rsp, "status"), want);

    qobject_unref(rsp);
    return is;
}

/* Return a copy of all pixels that draws here write */
static uint8_t *picture(void)
{
    return g_memdup2(ram + BUSY_TARGET, PICTURE_BYTES);
}

static bool is_picture(const uint8_t *pixels)
{
    return !memcmp(ram + BUSY_TARGET, pixels, PICTURE_BYTES);
}

static void check_still(void)
{
    g_autofree uint8_t *before = picture();

    g_usleep(20 * 1000);
    g_assert_true(is_picture(before));
}

/* Wait until another tile is coloured. */
static void wait_change(void)
{
    gint64 end = g_get_monotonic_time() + PATIENCE;
    g_autofree uint8_t *before = picture();

    while (is_picture(before) && g_get_monotonic_time() < end) {
        g_usleep(1000);
    }
    g_assert_false(is_picture(before));
}

/* Let the draw go on, end it as Linux does, and check that the engine draws. */
static void check_alive(QTestState *qts)
{
    wait_change();
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, 0);
    teardown(qts);
    g_assert_cmpuint(counter(qts, "cancelled"), ==, 1);
    resume(qts);
    engine_setup(qts);
    good_job(qts);
}

/* ------------------------------------------------------------------ */
/* Stop and go on                                                     */

/* Big draws, each with an increment */
#define BIG_DRAWS   3

static void submit_big(QTestState *qts)
{
    Stream s = { .qts = qts };

    big_target(&s, PICTURE, PICTURE * 4, BUSY_TARGET);
    busy_vertices(qts);
    submit_busy(qts, BIG_DRAWS, VERTICES);
}

typedef struct Result {
    uint8_t *picture;
    uint64_t fragments, primitives;
} Result;

static void get_result(QTestState *qts, Result *r)
{
    wait_syncpt(qts, BIG_DRAWS);
    settle(qts);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, BIG_DRAWS);
    r->picture = picture();
    r->fragments = counter(qts, "fragments");
    r->primitives = counter(qts, "primitives");
    qtest_quit(qts);
}

static unsigned int stop_often(QTestState *qts)
{
    unsigned int middle = 0;

    while (syncpt(qts, SYNCPT) < BIG_DRAWS) {
        g_usleep(10 * 1000);
        stop(qts);
        check_still();
        middle += counter(qts, "rendered") < BIG_DRAWS;
        command(qts, "stop");           /* once more */
        command(qts, "cont");
    }
    return middle;
}

/* The picture is that of a machine that was left alone. */
static void test_still(const void *threads)
{
    QTestState *qts = pause_start((uintptr_t)threads, "ref");
    Result want, got;

    submit_big(qts);
    get_result(qts, &want);
    qts = pause_start((uintptr_t)threads, "ref");
    submit_big(qts);
    g_assert_cmpuint(stop_often(qts), >, 1);
    get_result(qts, &got);
    g_assert_true(!memcmp(got.picture, want.picture, PICTURE_BYTES));
    g_assert_cmpuint(got.fragments, ==, want.fragments);
    g_assert_cmpuint(got.primitives, ==, want.primitives);
    g_assert_cmpuint(got.primitives, ==, BIG_DRAWS * VERTICES / 3);
    g_free(want.picture);
    g_free(got.picture);
}

/* Draws to many targets, by the best backend: they are short. */
static void test_many(const void *threads)
{
    QTestState *qts = pause_start((uintptr_t)threads, "auto");

    write_white(qts);
    clear_targets(qts);
    submit_draws(qts, 1000, 20);
    while (syncpt(qts, SYNCPT) < 1000 / 20) {
        stop(qts);
        command(qts, "cont");
    }
    settle(qts);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, 1000 / 20);
    g_assert_cmpuint(counter(qts, "rendered"), ==, 1000);
    check_targets(qts);
    qtest_quit(qts);
}

/* The time that rendering took does not count the pause. */
static void test_time(const void *threads)
{
    QTestState *qts = pause_start((uintptr_t)threads, "ref");
    gint64 start = g_get_monotonic_time(), took;

    submit_big(qts);
    stop(qts);
    g_usleep(2 * G_USEC_PER_SEC);
    command(qts, "cont");
    wait_syncpt(qts, BIG_DRAWS);
    took = g_get_monotonic_time() - start;
    g_assert_cmpuint(counter(qts, "host-ns") / 1000, <=,
                     took - 2 * G_USEC_PER_SEC);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* Saved                                                              */

static void check_time(gint64 start)
{
    double s = (g_get_monotonic_time() - start) / 1e6;

    g_test_message("refused after %.1f s", s);
    g_assert_cmpfloat(s, >=, SAVE_S);
    g_assert_cmpfloat(s, <, SAVE_S + SLACK_S);
}

/* One line that says who, why and what to do */
static void test_savevm(void)
{
    QTestState *qts = endless_start();
    gint64 start = g_get_monotonic_time();
    g_autofree char *answer = qtest_hmp(qts, "savevm soak");

    check_time(start);
    g_assert_cmpstr(answer, ==, "Error: tegra-gr3d: cannot be saved, as draw 0 "
                    "takes too long; let the machine go on until it has ended, "
                    "or reset it\r\n");
    g_assert_true(status_is(qts, "running"));
    check_alive(qts);
    soak_hmp_ok(qts, "savevm soak");
    soak_hmp_ok(qts, "loadvm soak");
    good_job(qts);
    qtest_quit(qts);
}

static void wait_failed(QTestState *qts)
{
    bool failed = false;

    while (!failed) {
        QDict *rsp = qtest_qmp_assert_success_ref(qts,
            "{ 'execute': 'query-migrate' }");
        const char *status = qdict_get_str(rsp, "status");

        g_assert_cmpstr(status, !=, "completed");
        failed = !strcmp(status, "failed");
        if (failed) {
            g_assert_cmpstr(qdict_get_str(rsp, "error-desc"), ==,
                            "pre-save failed: tegra-gr3d");
        }
        qobject_unref(rsp);
        g_usleep(10 * 1000);
    }
}

static void test_migrate(void)
{
    g_autofree char *path = stream_path();
    g_autofree char *uri = g_strdup_printf("file:%s", path);
    QTestState *qts = endless_start();
    gint64 start = g_get_monotonic_time();

    qtest_qmp_assert_success(qts, "{ 'execute': 'migrate',"
                             " 'arguments': { 'uri': %s } }", uri);
    wait_failed(qts);
    check_time(start);
    g_assert_true(status_is(qts, "running"));
    check_alive(qts);
    qtest_qmp_assert_success(qts, "{ 'execute': 'migrate',"
                             " 'arguments': { 'uri': %s } }", uri);
    wait_migrated(qts);
    unlink(path);
    qtest_quit(qts);
}

/* A save waits for draws that end soon, and their increments follow. */
static void test_save_big(const void *threads)
{
    QTestState *qts = pause_start((uintptr_t)threads, "auto");
    uint32_t count;

    submit_big(qts);
    stop(qts);
    count = syncpt(qts, SYNCPT);
    soak_hmp_ok(qts, "savevm soak");
    g_assert_true(status_is(qts, "paused"));
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, count);
    check_still();
    command(qts, "cont");
    wait_syncpt(qts, BIG_DRAWS);
    g_assert_cmpuint(counter(qts, "rendered"), ==, BIG_DRAWS);
    soak_hmp_ok(qts, "loadvm soak");
    wait_syncpt(qts, BIG_DRAWS);
    settle(qts);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, BIG_DRAWS);
    engine_setup(qts);
    good_job(qts);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* What else happens to a stopped machine                             */

static QTestState *stopped_start(void)
{
    QTestState *qts = endless_start();

    stop(qts);
    check_still();
    g_assert_cmpuint(counter(qts, "rendered"), ==, 0);
    return qts;
}

static void test_cont(void)
{
    QTestState *qts = stopped_start();

    command(qts, "cont");
    check_alive(qts);
    qtest_quit(qts);
}

static void test_reset(void)
{
    QTestState *qts = stopped_start();

    qtest_system_reset_nowait(qts);
    qtest_qmp_eventwait(qts, "RESET");
    g_assert_cmpuint(counter(qts, "cancelled"), ==, 1);
    check_still();
    command(qts, "cont");
    soak_prepare(qts);
    good_job(qts);
    qtest_quit(qts);
}

static void test_engine_reset(void)
{
    QTestState *qts = stopped_start();

    tegra20_hold(qts, TEGRA20_PERIPH_GR3D, true);
    tegra20_hold(qts, TEGRA20_PERIPH_GR3D, false);
    g_assert_cmpuint(counter(qts, "cancelled"), ==, 1);
    check_still();
    command(qts, "cont");
    engine_setup(qts);
    good_job(qts);
    qtest_quit(qts);
}

static void test_teardown(void)
{
    QTestState *qts = stopped_start();

    teardown(qts);
    g_assert_cmpuint(counter(qts, "cancelled"), ==, 1);
    check_still();
    command(qts, "cont");
    resume(qts);
    engine_setup(qts);
    good_job(qts);
    qtest_quit(qts);
}

static void test_load(void)
{
    QTestState *qts;

    soak_write_disk(disk);
    qts = pause_start(2, "ref");
    soak_hmp_ok(qts, "savevm soak");
    submit_endless(qts);
    wait_progress(qts, 0);
    stop(qts);
    soak_hmp_ok(qts, "loadvm soak");
    g_assert_cmpuint(counter(qts, "cancelled"), ==, 1);
    check_still();
    command(qts, "cont");
    good_job(qts);
    qtest_quit(qts);
}

static void test_quit(void)
{
    gint64 start;
    QTestState *qts = stopped_start();

    start = g_get_monotonic_time();
    qtest_quit(qts);
    g_assert_cmpint(g_get_monotonic_time() - start, <,
                    SLACK_S * G_USEC_PER_SEC);
}

/* ------------------------------------------------------------------ */

static void add(const char *name, unsigned int threads,
                void (*run)(const void *threads))
{
    g_autofree char *path = g_strdup_printf("/tegra20/pause/%s/%u", name,
                                            threads);

    qtest_add_data_func(path, (void *)(uintptr_t)threads, run);
}

int main(int argc, char **argv)
{
    static const unsigned int threads[] = { 0, 1, 3 };
    int result;

    g_test_init(&argc, &argv, NULL);
    close(g_file_open_tmp("tegra20-pause-XXXXXX", &disk, NULL));
    memory = g_strdup_printf("%s.ram", disk);
    soak_write_disk(disk);
    for (size_t i = 0; i < ARRAY_SIZE(threads); i++) {
        add("still", threads[i], test_still);
        add("time", threads[i], test_time);
        add("save", threads[i], test_save_big);
    }
    add("many", 1, test_many);
    add("many", 3, test_many);
    qtest_add_func("/tegra20/pause/savevm", test_savevm);
    qtest_add_func("/tegra20/pause/migrate", test_migrate);
    qtest_add_func("/tegra20/pause/cont", test_cont);
    qtest_add_func("/tegra20/pause/reset", test_reset);
    qtest_add_func("/tegra20/pause/engine-reset", test_engine_reset);
    qtest_add_func("/tegra20/pause/teardown", test_teardown);
    qtest_add_func("/tegra20/pause/load", test_load);
    qtest_add_func("/tegra20/pause/quit", test_quit);
    result = g_test_run();
    unlink(memory);
    unlink(disk);
    g_free(memory);
    g_free(disk);
    return result;
}
