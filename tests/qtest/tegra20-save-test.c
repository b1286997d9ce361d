/*
 * QTest of saving a Tegra20 machine and restoring it: in the middle of a
 * stream of draws, with channels that wait, and with a flip that waits
 *
 * A round takes the same stream through one machine after another, by every
 * way there is from one to the next; what is drawn in the end is what a machine
 * draws that was left alone, and the screen shows what was drawn until the next
 * frame, then what the flip has brought.  TEGRA20_SAVE_ROUNDS: how many.
 * QTEST_QEMU_BINARY_DST: another QEMU, which loads what the first has saved.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tegra20-soak.h"

#define FLIPPED     0x06000000      /* pictures: which the flip brings ... */
#define SPOILT      0x06100000      /* ... and which nobody may ever see */
#define PATIENCE_S  240             /* for a round, with sanitizers */
#define MANY        200             /* rounds, in which all there is happens */
#define SLOW        "-global tegra-gr3d.exec=ref"   /* the last one counts */

typedef struct Files {
    char *dir, *disk, *stream, *socket;
} Files;

static GRand *rng;
static Files files;
static char *binary;            /* of the machine that begins a stream */
static int64_t now;             /* virtual time, which does not migrate here */

/* ------------------------------------------------------------------ */
/* Pictures                                                           */

static void write_picture(QTestState *qts, uint32_t addr)
{
    uint32_t pixel[WIDTH * HEIGHT];

    for (unsigned int i = 0; i < ARRAY_SIZE(pixel); i++) {
        pixel[i] = (addr + i) * 2654435761u;
    }
    qtest_memwrite(qts, addr, pixel, sizeof(pixel));
}

/* Return what the screen shows, as a PPM file has it behind its header */
static char *read_screen(QTestState *qts)
{
    static const char header[] = "P6\n64 48\n255\n";
    g_autofree char *file = NULL;
    gsize size;

    file = dump_file(qts, &size);
    g_assert_true(g_str_has_prefix(file, header));
    g_assert_cmpuint(size, ==, strlen(header) + 3 * WIDTH * HEIGHT);
    return g_memdup2(file + strlen(header), 3 * WIDTH * HEIGHT);
}

/* Check that the screen shows the picture at @addr as that is now */
static void check_shown(QTestState *qts, uint32_t addr)
{
    g_autofree char *screen = read_screen(qts);
    uint8_t want[4 * WIDTH * HEIGHT];

    qtest_memread(qts, addr, want, sizeof(want));
    for (unsigned int i = 0; i < WIDTH * HEIGHT; i++) {
        for (unsigned int c = 0; c < 3; c++) {
            g_assert_cmphex((uint8_t)screen[3 * i + c], ==,
                            want[4 * i + 2 - c]);
        }
    }
}

/* Return a checksum of all targets */
static char *picture(QTestState *qts)
{
    const size_t size = TARGETS * TARGET_STEP;
    g_autofree guchar *pixels = g_malloc(size);

    qtest_memread(qts, TARGET - STRIDE, pixels, size);
    return g_compute_checksum_for_data(G_CHECKSUM_SHA256, pixels, size);
}

/* ------------------------------------------------------------------ */
/* Machines                                                           */

/* Start a machine; each has another number of threads and another backend. */
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

/* Start a machine that loads: of another QEMU, if there is one */
static QTestState *start_loading(const char *args)
{
    const char *other = g_getenv("QTEST_QEMU_BINARY_DST");

    g_setenv("QTEST_QEMU_BINARY", other ?: binary, true);
    return start_machine(args);
}

static QTestState *start_incoming(const char *uri)
{
    g_autofree char *args = g_strdup_printf("-incoming %s", uri);

    return start_loading(args);
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
    tegra20_wait_running(qts);
    unlink(files.stream);
    return qts;
}

/* Do the same with a stopped machine, which stays stopped in the other QEMU. */
static QTestState *stopped(QTestState *qts)
{
    g_autofree char *uri = g_strdup_printf("file:%s", files.stream);
    uint32_t count;

    qtest_qmp_assert_success(qts, "{ 'execute': 'stop' }");
    count = syncpt(qts, SYNCPT);
    send_to(qts, uri);
    qts = start_incoming(uri);
    wait_migrated(qts);
    unlink(files.stream);
    g_assert_cmpuint(syncpt(qts, SYNCPT), ==, count);
    return qts;
}

/* Migrate to a QEMU that is there already, running until the switch. */
static QTestState *live(QTestState *qts)
{
    g_autofree char *uri = g_strdup_printf("unix:%s", files.socket);
    QTestState *to = start_incoming(uri);

    send_to(qts, uri);
    tegra20_wait_running(to);
    return to;
}

static void wait_a_little(void)
{
    g_usleep(g_rand_int_range(rng, 0, 5000));
}

/* Overwrite all copies of the window's registers, the one that is shown too */
static void spoil_window(QTestState *qts)
{
    dc_write(qts, R_DC_STATE_ACCESS, R_DC_STATE_ACCESS_WRITE_MUX_MASK);
    soak_flip(qts, SPOILT);
    check_shown(qts, SPOILT);
}

/* Save, go on, spoil everything, go back. */
static QTestState *back_in_time(QTestState *qts)
{
    soak_hmp_ok(qts, "savevm soak");
    wait_a_little();
    clear_targets(qts);
    set_syncpt(qts, WAITED, 5);
    soak_open(qts);
    spoil_window(qts);
    tegra20_hold(qts, TEGRA20_PERIPH_GR3D, g_rand_boolean(rng));
    soak_hmp_ok(qts, "loadvm soak");
    return qts;
}

static QTestState *another_day(QTestState *qts)
{
    soak_hmp_ok(qts, "savevm soak");
    wait_a_little();
    qtest_quit(qts);
    return start_loading("-loadvm soak");
}

static const struct {
    const char *name;
    QTestState *(*go)(QTestState *qts);
} ways[] = {
    { "loadvm", back_in_time },
    { "loadvm-new", another_day },
    { "stopped", stopped },
    { "file", by_file },
    { "live", live },
};

#define AT_ONCE 3               /* so many ways save the machine at once */

/* How often each was taken, and where the stream was then */
static struct {
    unsigned int all;
    unsigned int begun;         /* draws were left to do when it began ... */
    unsigned int loaded;        /* ... and when the machine was loaded */
} taken[ARRAY_SIZE(ways)];

/* Return whether the stream is in the middle of a half, that is of a gather */
static bool is_drawing(QTestState *qts)
{
    return syncpt(qts, SYNCPT) % HALF;
}

/* Return whether draws were left at the load, which may be drawn by now. */
static bool was_drawing(QTestState *qts, unsigned int way)
{
    return is_drawing(qts) ||
           (ways[way].go != back_in_time && counter(qts, "rendered"));
}

static QTestState *go(QTestState *qts, unsigned int way)
{
    bool begun = is_drawing(qts);

    qts = ways[way].go(qts);
    taken[way].all++;
    taken[way].begun += begun;
    taken[way].loaded += begun && was_drawing(qts, way);
    if (ways[way].go == stopped) {
        qtest_qmp_assert_success(qts, "{ 'execute': 'cont' }");
    }
    return qts;
}

/* ------------------------------------------------------------------ */
/* The stream                                                         */

/*
 * Begin the stream, which draws to the picture on the screen, not to the
 * flip's
 */
static QTestState *begin(const char *args)
{
    QTestState *qts;

    soak_write_disk(files.disk);
    g_setenv("QTEST_QEMU_BINARY", binary, true);
    qts = start_machine(args);
    soak_prepare(qts);
    write_picture(qts, FLIPPED);
    write_picture(qts, SPOILT);
    now = qtest_clock_step(qts, FRAME_NS);
    soak_flip(qts, FLIPPED);
    g_assert_true(soak_flip_waits(qts));
    soak_submit(qts);
    return qts;
}

/* Wait for @draws draws of the half that begins with @first, and hardly more */
static void wait_drawing(QTestState *qts, uint32_t first, uint32_t draws)
{
    while (syncpt(qts, SYNCPT) < first + draws) {
        continue;
    }
}

static void check_halfway(QTestState *qts)
{
    wait_syncpt(qts, HALF);
    settle(qts);
    g_assert_true(ch_waits(qts, CH, 8, GATE));
    g_assert_true(ch_waits(qts, WAITER, 8, SYNCPT));
}

/* Wait for the end of the stream; the flip is seen with the next frame only. */
static void finish(QTestState *qts)
{
    wait_syncpt(qts, DRAWS);
    settle(qts);
    g_assert_true(ch_done(qts, CH));
    g_assert_true(ch_done(qts, WAITER));
    g_assert_cmpuint(syncpt(qts, WAITED), ==, 1);
    g_assert_cmpuint(syncpt(qts, GATE), ==, 1);
    g_assert_true(soak_flip_waits(qts));
    check_shown(qts, target(SHOWN));
    qtest_clock_set(qts, now + FRAME_NS);
    g_assert_cmphex(dc_read(qts, R_DC_STATE_CONTROL), ==, 0);
    check_shown(qts, FLIPPED);
}

static char *undisturbed(void)
{
    QTestState *qts = begin("");
    char *want;

    check_halfway(qts);
    soak_open(qts);
    finish(qts);
    want = picture(qts);
    check_targets(qts);
    qtest_quit(qts);
    return want;
}

static void check_end(QTestState *qts, const char *want)
{
    g_autofree char *got = NULL;

    finish(qts);
    got = picture(qts);
    g_assert_cmpstr(got, ==, want);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* Rounds                                                             */

/* Move the machine or not; at one of four points, by the way of the round. */
static QTestState *hop(QTestState *qts, unsigned int round, unsigned int point)
{
    unsigned int way = round % ARRAY_SIZE(ways);

    if (round / ARRAY_SIZE(ways) % 4 != point) {
        if (g_rand_boolean(rng)) {
            return qts;
        }
        way = g_rand_int_range(rng, 0, ARRAY_SIZE(ways));
    }
    return go(qts, way);
}

/* Move it when some draws of the half that begins with @first are done. */
static QTestState *hop_drawing(QTestState *qts, unsigned int round,
                               unsigned int point, uint32_t first)
{
    wait_drawing(qts, first, g_rand_int_range(rng, 1, HALF));
    return hop(qts, round, point);
}

/* Move a machine by a round's ways; for slow ways it draws slowly. */
static void disturbed(const char *want, unsigned int round)
{
    QTestState *qts = begin(round % ARRAY_SIZE(ways) < AT_ONCE ? "" : SLOW);

    qts = hop_drawing(qts, round, 0, 0);
    check_halfway(qts);
    qts = hop(qts, round, 2);
    check_halfway(qts);
    soak_open(qts);
    qts = hop_drawing(qts, round, 1, HALF);
    wait_syncpt(qts, DRAWS);
    qts = hop(qts, round, 3);
    check_end(qts, want);
}

/* Check that moves came while draws were left, before them and behind */
static void check_taken(unsigned int rounds)
{
    unsigned int begun = 0, loaded = 0;

    for (size_t i = 0; i < ARRAY_SIZE(ways); i++) {
        g_test_message("%s: %u times, %u while it drew, of which it did when "
                       "loaded: %u", ways[i].name, taken[i].all,
                       taken[i].begun, taken[i].loaded);
        begun += taken[i].begun;
        loaded += taken[i].loaded;
        g_assert_true(rounds < MANY || taken[i].loaded);
    }
    g_assert_cmpuint(begun, >, 0);
    g_assert_cmpuint(loaded, >, 0);
}

static void test_rounds(void)
{
    unsigned int rounds = tegra20_number("TEGRA20_SAVE_ROUNDS", 6);
    g_autofree char *want = NULL;

    soak_limit(PATIENCE_S);
    want = undisturbed();
    memset(taken, 0, sizeof(taken));
    for (unsigned int i = 0; i < rounds; i++) {
        soak_limit(PATIENCE_S);
        disturbed(want, i);
        if ((i + 1) % 50 == 0) {
            g_test_message("%u of %u rounds", i + 1, rounds);
        }
    }
    alarm(0);
    check_taken(rounds);
}

/*
 * Each way at least once in the middle of the first half's draws and once with
 * all that waits.  The reference is slow: it has more than enough left to do.
 */
static void test_way(const void *data)
{
    unsigned int way = (uintptr_t)data;
    g_autofree char *want = NULL;
    QTestState *qts;

    soak_limit(PATIENCE_S);
    want = undisturbed();
    qts = begin(SLOW);
    wait_drawing(qts, 0, 1);
    qts = go(qts, way);
    g_assert_cmpuint(taken[way].begun, ==, 1);
    g_assert_true(taken[way].loaded == 1 || way >= AT_ONCE);
    check_halfway(qts);
    qts = go(qts, way);
    check_halfway(qts);
    soak_open(qts);
    check_end(qts, want);
    alarm(0);
}

/* What a tester has broken is not broken in a snapshot from before. */
static void test_faults(void)
{
    QTestState *qts = begin("");

    soak_limit(PATIENCE_S);
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
    alarm(0);
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
    binary = g_strdup(g_getenv("QTEST_QEMU_BINARY"));
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
    g_free(binary);
    return result;
}
