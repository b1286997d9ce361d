/*
 * QTest testcase for captures of the Tegra20's graphics
 *
 * With GR3D_REPLAY in the environment, the path of gr3d-replay, what is
 * captured is replayed: it leaves the hashes that are in the file.  GR3D_RUN,
 * the path of gr3d-run: it draws from the captured draw what is in guest
 * memory.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <glib/gstdio.h>
#include "tegra20-dc-setup.h"
#include "tegra20-gr3d-job.h"

#define COPY    0x01280000      /* of TARGET, by GR2D */

static void capture(QTestState *qts, const char *path)
{
    qtest_qmp_assert_success(qts, "{ 'execute': 'qom-set', 'arguments': {"
                             " 'path': %s, 'property': 'capture',"
                             " 'value': %s } }", HOST1X_PATH, path);
}

static char *state(QTestState *qts)
{
    return tegra20_get_str(qts, HOST1X_PATH, "capture-state");
}

static void check_state(QTestState *qts, const char *want)
{
    gint64 end = g_get_monotonic_time() + PATIENCE;
    g_autofree char *is = state(qts);

    while (!g_str_has_prefix(is, want) && g_get_monotonic_time() < end) {
        g_free(is);
        settle(qts);
        is = state(qts);
    }
    g_assert_true(g_str_has_prefix(is, want));
}

/*
 * Run a tool, which must end with @want; returns what it printed.  A replay has
 * all of the guest's memory, which malloc() is not to fill.
 */
static char *tool(const char *env, int want, const char *a, const char *b,
                  const char *c, const char *d)
{
    const char *argv[] = { g_getenv(env), a, b, c, d, NULL };
    g_auto(GStrv) envp = g_environ_unsetenv(g_get_environ(), "MALLOC_PERTURB_");
    char *out;
    int status;

    g_assert_true(g_spawn_sync(NULL, (char **)argv, envp, G_SPAWN_DEFAULT,
                               NULL, NULL, &out, NULL, &status, NULL));
    g_assert_cmpint(WEXITSTATUS(status), ==, want);
    return out;
}

static bool has_tool(void)
{
    if (!g_getenv("GR3D_REPLAY")) {
        g_test_skip("GR3D_REPLAY does not name gr3d-replay");
        return false;
    }
    return true;
}

static void check_replay(const char *path, const char *want)
{
    g_autofree char *out = tool("GR3D_REPLAY", 0, path, NULL, NULL, NULL);

    g_assert_true(g_str_has_prefix(out, want));
    g_assert_nonnull(strstr(out, "ms: as captured\n"));
}

/* A replay is as captured, and begins with @want. */
static void finish(QTestState *qts, const char *path, const char *want)
{
    if (has_tool()) {
        check_replay(path, want);
    }
    unlink(path);
    qtest_quit(qts);
}

/* Draw the triangle, wait for it, and copy the target by GR2D */
static void draw_and_copy(QTestState *qts)
{
    clear_target(qts);
    PUSH(qts, CH, SETCL(0x60, 0, 0), NONINCR(0x123, 1), draw_prim(3),
         NONINCR(0, 1), OP_DONE << 8 | SYNCPT, WAIT, AT(SYNCPT, 1),
         SETCL(0x51, 0, 0), MASK(0x09, 0x09), 0x3a, 0,
         MASK(0x1e, 7), 0, 1 << 20 | 2 << 16, 0xcc, NONINCR(0x46, 1), 0,
         MASK(0x2b, 0xe149), COPY, STRIDE, TARGET, STRIDE,
         SIZE << 16 | SIZE, 0, 0, NONINCR(0, 1), OP_DONE << 8 | SYNCPT);
    wait_syncpt(qts, 2);
    check_triangle(qts);
}

/* The draw as a stream of its own is drawn as the guest's memory has it. */
static void check_stream(QTestState *qts, const char *path)
{
    g_autofree char *text = g_strconcat(path, ".gr3d", NULL);
    g_autofree char *pixels = g_strconcat(path, ".pixels", NULL);
    g_autofree char *dump = g_strconcat("surface1=", pixels, NULL);
    g_autofree char *data = NULL, *out = NULL;
    uint8_t target[TARGET_BYTES];
    gsize size;

    g_free(tool("GR3D_REPLAY", 0, "--stream=0", "-o", text, path));
    g_free(tool("GR3D_RUN", 0, "--dump", dump, text, NULL));
    g_assert_true(g_file_get_contents(pixels, &data, &size, NULL));
    qtest_memread(qts, TARGET, target, sizeof(target));
    g_assert_cmpmem(data, size, target, sizeof(target));
    unlink(text);
    unlink(pixels);
}

static void test_jobs(void)
{
    g_autofree char *path = stream_path();
    QTestState *qts = engine_start();

    tegra20_set_uint(qts, HOST1X_PATH, "capture-jobs", 1);
    capture(qts, path);
    check_state(qts, "waits");
    draw_and_copy(qts);
    check_state(qts, "ended: all jobs: 1 jobs, 0 frames");
    good_job(qts);                      /* is not captured any more */
    if (has_tool()) {
        check_replay(path, "1 draws, 1 operations (0 cancelled), 0 frames, ");
    }
    if (g_getenv("GR3D_REPLAY") && g_getenv("GR3D_RUN")) {
        check_stream(qts, path);
    }
    unlink(path);
    qtest_quit(qts);
}

/* Registers that the CPU writes, memory that it changes, a draw in flight */
static void test_cpu(void)
{
    g_autofree char *path = stream_path();
    QTestState *qts = engine_start();
    Stream s = { .qts = qts };

    capture(qts, path);
    good_job(qts);
    write_vertices(qts, 0.5);
    put_setup(&s, TARGET + TARGET_BYTES);
    put(&s, 0x123, draw_prim(3));
    put_incr(&s, OP_DONE);
    wait_syncpt(qts, 2);
    put_setup(&s, TARGET);
    good_job(qts);
    capture(qts, "");
    check_state(qts, "ended: asked for: 2 jobs, 0 frames");
    finish(qts, path, "3 draws, 0 operations (0 cancelled), 0 frames, ");
}

/* Reset and teardown cancel draws: a replay forgets them. */
static void test_cancelled(void)
{
    g_autofree char *path = stream_path();
    QTestState *qts = engine_start();

    capture(qts, path);
    tegra20_set_bool(qts, GR3D, "wedged", true);
    submit(qts);
    tegra20_set_bool(qts, GR3D, "wedged", false);
    wait_syncpt(qts, 1);
    tegra20_set_bool(qts, GR3D, "wedged", true);
    submit(qts);
    tegra20_hold(qts, TEGRA20_PERIPH_GR3D, true);
    tegra20_hold(qts, TEGRA20_PERIPH_GR3D, false);
    engine_setup(qts);
    good_job(qts);
    capture(qts, "");
    finish(qts, path, "3 draws, 0 operations (1 cancelled), 0 frames, ");
}

/* More than one thread: draws that could run together do not. */
static void test_threads(void)
{
    g_autofree char *path = stream_path();
    QTestState *qts = qtest_init("-machine trimslice "
                                 "-global tegra-gr3d.threads=2");

    host1x_enable(qts);
    ch_start(qts, CH, 0);
    engine_setup(qts);
    set_syncpt(qts, SYNCPT, 0);
    capture(qts, path);
    clear_target(qts);
    for (unsigned int i = 0; i < 20; i++) {
        PUSH(qts, CH, SETCL(0x60, 0, 0), NONINCR(0xe01, 1),
             TARGET + i % 3 * TARGET_BYTES, NONINCR(0x123, 1), draw_prim(3),
             NONINCR(0, 1), OP_DONE << 8 | SYNCPT);
    }
    wait_syncpt(qts, 20);
    capture(qts, "");
    finish(qts, path, "20 draws, 0 operations (0 cancelled), 0 frames, ");
}

/*
 * A channel that is torn down within a gather's INCR goes on with an opcode, at
 * the address that would have been next.
 */
static void test_teardown(void)
{
    g_autofree char *path = stream_path();
    QTestState *qts = engine_start();
    uint32_t put;

    capture(qts, path);
    PUSH(qts, CH, SETCL(0x60, 0, 0), INCR(0x350, 100), SIZE);
    put = ch_read(qts, CH, A_H1X_DMAPUT);
    teardown(qts);
    sync_write(qts, A_H1X_CMDPROC_STOP, 0);
    ch_start(qts, CH, put);
    good_job(qts);
    capture(qts, "");
    finish(qts, path, "1 draws, 0 operations (0 cancelled), 0 frames, ");
}

/* Words that an engine without power loses are lost in a replay, too. */
static void test_lost_words(void)
{
    g_autofree char *path = stream_path();
    QTestState *qts = engine_start();

    capture(qts, path);
    tegra20_hold(qts, TEGRA20_PERIPH_GR3D, true);
    PUSH(qts, CH, SETCL(0x60, 0, 0), NONINCR(0x350, 1), 1,
         NONINCR(0x123, 1), draw_prim(3));
    tegra20_hold(qts, TEGRA20_PERIPH_GR3D, false);
    engine_setup(qts);
    good_job(qts);
    capture(qts, "");
    finish(qts, path, "1 draws, 0 operations (0 cancelled), 0 frames, ");
}

static void show(QTestState *qts, uint32_t addr)
{
    set_window(qts, WIN_A, addr, DC_FORMAT_B8G8R8A8, 4, STRIDE, 0, 0, WIDTH,
               HEIGHT);
    commit(qts, DC_STATE_GENERAL | DC_STATE_WIN(WIN_A));
}

/* A frame with a draw before it counts, and one with a flip. */
static void test_frames(void)
{
    g_autofree char *path = stream_path(), *out = NULL;
    g_autofree char *line = g_strdup_printf(
        "\nFRAME 00000000 00000001 %08x %08x 00000000 %08x %08x %08x ", WIDTH,
        HEIGHT, DC_FORMAT_B8G8R8A8, COPY, STRIDE);
    QTestState *qts = engine_start();

    tegra20_enable(qts, TEGRA20_PERIPH_DISP1);
    enable_crtc(qts);
    show(qts, TARGET);
    frames(qts, 2);
    tegra20_set_uint(qts, HOST1X_PATH, "capture-frames", 2);
    capture(qts, path);
    good_job(qts);                      /* comes too early */
    check_state(qts, "waits");
    frames(qts, 3);
    check_state(qts, "runs: 0 jobs, 0 frames");
    good_job(qts);
    frames(qts, 3);
    check_state(qts, "runs: 1 jobs, 1 frames");
    show(qts, COPY);
    frames(qts, 1);
    check_state(qts, "ended: all frames: 1 jobs, 2 frames");
    if (has_tool()) {
        check_replay(path, "1 draws, 0 operations (0 cancelled), 2 frames, ");
        out = tool("GR3D_REPLAY", 0, "--list", path, NULL, NULL);
        g_assert_nonnull(strstr(out, line));
    }
    unlink(path);
    qtest_quit(qts);
}

/*
 * Where window A begins to read a buffer, and what a FRAME says of that: the
 * first byte's offset, and the stride.  A tile has 16 bytes by 16 lines.
 */
static const struct {
    uint32_t h_offset, v_offset, options, mode, start, stride;
} places[] = {
    { 5 * 4, 3, 0, 0, 3 * STRIDE + 5 * 4, STRIDE },
    { 0, HEIGHT - 1, R_WIN_OPTIONS_V_DIRECTION_MASK, 0, (HEIGHT - 1) * STRIDE,
      -STRIDE },
    { (WIDTH - 1) * 4, 0, R_WIN_OPTIONS_H_DIRECTION_MASK, 0, 0, STRIDE },
    { 2 * 16, 16, 0, 1, 16 * STRIDE + 2 * 256, STRIDE },
    { 2 * 16, 16 + HEIGHT - 1, R_WIN_OPTIONS_V_DIRECTION_MASK, 1,
      16 * STRIDE + 2 * 256, STRIDE },
};

static void show_place(QTestState *qts, unsigned int i, uint32_t addr)
{
    set_window(qts, WIN_A, addr, DC_FORMAT_B8G8R8A8, 4, STRIDE, 0, 0, WIDTH,
               HEIGHT);
    win_write(qts, WIN_A, R_WINBUF_ADDR_H_OFFSET, places[i].h_offset);
    win_write(qts, WIN_A, R_WINBUF_ADDR_V_OFFSET, places[i].v_offset);
    win_write(qts, WIN_A, R_WIN_OPTIONS,
              R_WIN_OPTIONS_WIN_ENABLE_MASK | places[i].options);
    win_write(qts, WIN_A, R_WIN_BUFFER_ADDR_MODE, places[i].mode);
    commit(qts, DC_STATE_GENERAL | DC_STATE_WIN(WIN_A));
    frames(qts, 1);
}

static void check_place(const char *list, unsigned int i, uint32_t addr)
{
    g_autofree char *line = g_strdup_printf(
        " %08x %08x %08x %08x 00000000 00000000 ", DC_FORMAT_B8G8R8A8,
        addr + places[i].start, places[i].stride, places[i].mode);

    g_assert_nonnull(strstr(list, line));
}

static void test_places(void)
{
    g_autofree char *path = stream_path(), *out = NULL;
    QTestState *qts = engine_start();

    tegra20_enable(qts, TEGRA20_PERIPH_DISP1);
    enable_crtc(qts);
    tegra20_set_uint(qts, HOST1X_PATH, "capture-frames", ARRAY_SIZE(places));
    capture(qts, path);
    frames(qts, 1);
    for (unsigned int i = 0; i < ARRAY_SIZE(places); i++) {
        show_place(qts, i, COPY + i * TARGET_BYTES);
    }
    check_state(qts, "ended: all frames");
    if (has_tool()) {
        out = tool("GR3D_REPLAY", 0, "--list", path, NULL, NULL);
        for (unsigned int i = 0; i < ARRAY_SIZE(places); i++) {
            check_place(out, i, COPY + i * TARGET_BYTES);
        }
    }
    unlink(path);
    qtest_quit(qts);
}

/* The machine is saved as without a capture, whose end says why. */
static void test_saved(void)
{
    g_autofree char *path = stream_path(), *out = NULL;
    QTestState *qts = engine_start();

    capture(qts, path);
    good_job(qts);
    qts = migrate_machine(qts);
    good_job(qts);
    if (has_tool()) {
        check_replay(path, "1 draws, 0 operations (0 cancelled), 0 frames, ");
        out = tool("GR3D_REPLAY", 0, "--list", path, NULL, NULL);
        g_assert_true(g_str_has_suffix(out, "END the machine is saved\n"));
    }
    unlink(path);
    qtest_quit(qts);
}

/* QEMU ends, and no block is lost. */
static void test_exit(void)
{
    g_autofree char *path = stream_path(), *out = NULL;
    QTestState *qts = engine_start();

    capture(qts, path);
    good_job(qts);
    qtest_quit(qts);
    if (has_tool()) {
        check_replay(path, "1 draws, 0 operations (0 cancelled), 0 frames, ");
        out = tool("GR3D_REPLAY", 0, "--list", path, NULL, NULL);
        g_assert_true(g_str_has_suffix(out, "END QEMU ends\n"));
    }
    unlink(path);
}

/* A file that cannot be had, or is full, is one sentence. */
static void test_errors(void)
{
    QTestState *qts = engine_start();
    QDict *rsp = qtest_qmp(qts, "{ 'execute': 'qom-set', 'arguments': {"
                           " 'path': %s, 'property': 'capture',"
                           " 'value': '/nowhere/capture' } }", HOST1X_PATH);

    g_assert_cmpstr(qdict_get_str(qdict_get_qdict(rsp, "error"), "desc"), ==,
                    "Could not create '/nowhere/capture': "
                    "No such file or directory");
    qobject_unref(rsp);
    if (g_file_test("/dev/full", G_FILE_TEST_EXISTS)) {
        capture(qts, "/dev/full");
        good_job(qts);
        check_state(qts, "ended: No space left on device: 1 jobs");
        good_job(qts);
    }
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("/tegra20/capture/jobs", test_jobs);
    qtest_add_func("/tegra20/capture/cpu", test_cpu);
    qtest_add_func("/tegra20/capture/cancelled", test_cancelled);
    qtest_add_func("/tegra20/capture/threads", test_threads);
    qtest_add_func("/tegra20/capture/teardown", test_teardown);
    qtest_add_func("/tegra20/capture/lost-words", test_lost_words);
    qtest_add_func("/tegra20/capture/frames", test_frames);
    qtest_add_func("/tegra20/capture/places", test_places);
    qtest_add_func("/tegra20/capture/saved", test_saved);
    qtest_add_func("/tegra20/capture/exit", test_exit);
    qtest_add_func("/tegra20/capture/errors", test_errors);
    return g_test_run();
}
