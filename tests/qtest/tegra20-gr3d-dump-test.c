/*
 * QTest testcase for what the Tegra20 3D engine shows of its state
 *
 * The text properties and "info gr3d" are compared with what the test wrote;
 * names are those of docs/specs/tegra-gr3d-registers.rst and -isa.rst.  With
 * GR3D_RUN in the environment, the path of gr3d-run, that draws from a dump.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <glib/gstdio.h>
#include "qemu/bswap.h"
#include "tegra20-gr3d-job.h"

/* Check that each of @line is somewhere in @text, which is freed. */
static void check_lines(char *text, const char *const *line, size_t num)
{
    for (size_t i = 0; i < num; i++) {
        if (!strstr(text, line[i])) {
            g_error("no line '%s' in:\n%s", line[i], text);
        }
    }
    g_free(text);
}

static void check_line(char *text, const char *line)
{
    check_lines(text, &line, 1);
}

static char *get(QTestState *qts, const char *property)
{
    return tegra20_get_str(qts, GR3D, property);
}

static void check_empty(QTestState *qts, const char *property)
{
    g_autofree char *text = get(qts, property);

    g_assert_cmpstr(text, ==, "");
}

static const char *const register_lines[] = {
    "0x101 0x0000104d ATTR_MODE[0] FMT=13 SIZE=4 STRIDE=16\n",
    "0x122 0x04000000 SET_PRIM PRIM_TYPE=4\n",
    "0x123 0x00200000 DRAW_PRIM COUNT_1=2\n",
    "0x350 0x00000040 SCISSOR_X MAX=64\n",
    "0x352 0x44000000 VIEWPORT_X 512.0f\n",
    "0x403 0x00000200 Z_TEST KILL=1\n",
    "0xe11 0x00010034 SURFDESC[1] FORMAT=13 STRIDE=256\n",
};

static void test_registers(void)
{
    QTestState *qts = engine_start();
    g_autofree char *text = NULL;

    good_job(qts);
    check_lines(get(qts, "registers"), register_lines,
                ARRAY_SIZE(register_lines));
    text = get(qts, "registers");
    g_assert_null(strstr(text, "0x404 "));      /* written with 0 */
    tegra20_hold(qts, TEGRA20_PERIPH_GR3D, true);
    check_empty(qts, "registers");
    qtest_quit(qts);
}

static const char *const program_lines[] = {
    "vp {\n    MOV o0, a0\n    MOV o7, a1 [end]\n}\n",
    "link {\n    link v1, t0\n}\n",
    "fp {\n    exec\n",
    "sfu rcp r4;",
    "            mad r0.l, r0, 1, 0\n",
    "            mad r1.h, r3, 1, 0\n",
    "        dw store s1, r0\n",
};

static void test_programs(void)
{
    QTestState *qts = engine_start();

    check_lines(get(qts, "programs"), program_lines,
                ARRAY_SIZE(program_lines));
    qtest_quit(qts);
}

/* What was counted survives the reset between two uses of the engine. */
static void test_counters(void)
{
    static const char *const line[] = {
        "draws 3\n", "rendered 2\n", "cancelled 1\n", "vertices 6\n",
        "primitives 2\n", "rasterised 2\n", "fragments 4032\n", "events 0\n",
    };
    QTestState *qts = engine_start();

    check_line(get(qts, "counters"), "draws 0\n");
    good_job(qts);
    good_job(qts);
    tegra20_set_bool(qts, GR3D, "wedged", true);
    submit(qts);
    tegra20_hold(qts, TEGRA20_PERIPH_GR3D, true);
    check_lines(get(qts, "counters"), line, ARRAY_SIZE(line));
    qtest_quit(qts);
}

/* A draw with memory that is not there is one event. */
static void test_counters_event(void)
{
    QTestState *qts = engine_start();
    Stream s = { .qts = qts };

    put_arrays(&s, NO_MEMORY, TRIANGLES);
    submit(qts);
    wait_syncpt(qts, 1);
    check_line(get(qts, "counters"), "events 1\n");
    qtest_quit(qts);
}

/*
 * By the rules of tegra-gr3d-cost.rst: two vertex instructions; MFU, ALU and
 * DW take a clock; 3 * 32 bytes are 6 lines, 2016 * 4 are 504; a line is four.
 */
static const char *const cost_lines[] = {
    "chip ap20\nclocks 2040, 6.8 us at 300 MHz\nlimit memory\n",
    "\nvertex 6\nsetup 1\nraster 504\nfragment 2016\nmemory 2040\n",
    "\nlines 510\n",
    "vertex program 2\nfragment program 1, limit MFU ALU DW\n",
};

static void test_cost(void)
{
    QTestState *qts = engine_start();

    check_line(get(qts, "cost"), "chip ap20\nclocks 0, 0 us at 300 MHz\n");
    good_job(qts);
    check_lines(get(qts, "cost"), cost_lines, ARRAY_SIZE(cost_lines));
    qtest_quit(qts);
}

static void test_queue(void)
{
    static const char *const idle[] = {
        "power: on\n", "reset: released\n", "memory: open\n", "wedged: no\n",
        "lost-completion: 0\n", "delay-completion: 0 ns\n",
        "late increments: 0\n", "threads: 0\nexec: ", "queue: 0 of 256\n",
    };
    static const char *const busy[] = {
        "wedged: yes\n", "lost-completion: 5\n", "delay-completion: 1000 ns\n",
        "late increments: 1\n  sync point 9 RD_DONE in 600 ns\n",
        "queue: 2 of 256\n  draw 0 waits\n  sync point 7 OP_DONE\n",
    };
    QTestState *qts = engine_start();

    check_lines(get(qts, "queue"), idle, ARRAY_SIZE(idle));
    tegra20_set_uint(qts, GR3D, "delay-completion", 1000);
    push_incr(qts, RD_DONE, OTHER);
    qtest_clock_step(qts, 400);
    tegra20_set_uint(qts, GR3D, "lost-completion", 5);
    tegra20_set_bool(qts, GR3D, "wedged", true);
    submit(qts);
    check_lines(get(qts, "queue"), busy, ARRAY_SIZE(busy));

    tegra20_clock(qts, TEGRA20_PERIPH_GR3D, false);
    check_line(get(qts, "queue"), ", stopped\n");
    tegra20_hold(qts, TEGRA20_PERIPH_GR3D, true);
    check_line(get(qts, "queue"), "reset: held\n");
    tegra20_toggle_power(qts, TEGRA20_POWER_3D);
    check_line(get(qts, "queue"), "power: off\n");
    qtest_writel(qts, TEGRA20_MC_BASE + 0x100, 0x77ff);
    check_line(get(qts, "queue"), "memory: blocked\n");
    qtest_quit(qts);
}

/* Return @text without the CRs by which the monitor ends its lines. */
static char *without_cr(const char *text)
{
    g_auto(GStrv) part = g_strsplit(text, "\r", -1);

    return g_strjoinv("", part);
}

static void test_info(void)
{
    static const char *const part[] = {
        "State\npower: on", "Counters\ndraws 1", "Cost\nchip ap20\n",
        "Registers\n0x000", "Programs\nvp {",
    };
    QTestState *qts = engine_start();
    g_autofree char *text = NULL;

    good_job(qts);
    text = qtest_hmp(qts, "info gr3d");
    check_lines(without_cr(text), part, ARRAY_SIZE(part));
    check_lines(without_cr(text), register_lines, ARRAY_SIZE(register_lines));
    check_lines(without_cr(text), cost_lines, ARRAY_SIZE(cost_lines));
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* The stream                                                         */

static void test_stream(void)
{
    static const char *const line[] = {
        "gr3d-stream 1\n",
        "memory surface1 16384 at 0x01000000\n",
        "memory attribute0 48 at 0x01200000\n",
        "write SET_PRIM PRIM_TYPE=4\n",
        /* The last write draws; then comes what to look at. */
        "write DRAW_PRIM COUNT_1=2\nimage surface1 64 64 256 13 at 0\n",
    };
    QTestState *qts = engine_start();

    check_line(get(qts, "stream"), "# last draw: write DRAW_PRIM");
    good_job(qts);
    check_lines(get(qts, "stream"), line, ARRAY_SIZE(line));
    qtest_quit(qts);
}

/* Interleaved attributes are one block, since blocks must not overlap. */
static void test_stream_merge(void)
{
    QTestState *qts = engine_start();
    Stream s = { .qts = qts };

    put(&s, 0x101, 0x204d);             /* stride 32 */
    put(&s, 0x102, POSITIONS + 16);
    put(&s, 0x103, 0x204d);
    submit(qts);
    wait_syncpt(qts, 1);
    check_line(get(qts, "stream"), "memory attribute0 96 at 0x01200000\n");
    qtest_quit(qts);
}

/* What a guest may ask for has a limit here. */
static void test_stream_limits(void)
{
    QTestState *qts = engine_start();
    Stream s = { .qts = qts };

    put(&s, 0xe01, NO_MEMORY);
    check_line(get(qts, "stream"), "# surface1: no memory at 0x48000000\n");
    put(&s, 0xe01, TARGET);
    put(&s, 0xe11, 13 << 2 | (4096 * 4) << 8);
    put(&s, 0x350, 4096);
    put(&s, 0x351, 4096);
    check_line(get(qts, "stream"),
               "bytes at 0x01000000 left out\n");
    qtest_quit(qts);
}

/* Return the stream without the pixels that are there already */
static char *without_pixels(const char *stream)
{
    g_auto(GStrv) line = g_strsplit(stream, "\n", -1);
    g_autoptr(GString) out = g_string_new(NULL);

    for (char **l = line; *l; l++) {
        if (!g_str_has_prefix(*l, "data surface1 ") &&
            !g_str_has_prefix(*l, "fill surface1 ")) {
            g_string_append_printf(out, "%s\n", *l);
        }
    }
    return g_strdup(out->str);
}

/* Draw @stream by gr3d-run; return the pixels of the target. */
static char *replay(const char *run, const char *stream, gsize *size)
{
    g_autofree char *dir = g_dir_make_tmp("gr3d-XXXXXX", NULL);
    g_autofree char *in = g_build_filename(dir, "stream", NULL);
    g_autofree char *out = g_build_filename(dir, "pixels", NULL);
    g_autofree char *dump = g_strdup_printf("surface1=%s", out);
    const char *argv[] = { run, "--dump", dump, in, NULL };
    int status;
    char *pixels;

    g_assert_true(g_file_set_contents(in, stream, -1, NULL));
    g_assert_true(g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_DEFAULT,
                               NULL, NULL, NULL, NULL, &status, NULL));
    g_assert_cmpint(status, ==, 0);
    g_assert_true(g_file_get_contents(out, &pixels, size, NULL));
    unlink(in);
    unlink(out);
    rmdir(dir);
    return pixels;
}

static void test_stream_replay(void)
{
    const char *run = g_getenv("GR3D_RUN");
    g_autofree char *text = NULL, *stream = NULL, *pixels = NULL;
    QTestState *qts;
    gsize size;

    if (!run) {
        g_test_skip("GR3D_RUN does not name gr3d-run");
        return;
    }
    qts = engine_start();
    good_job(qts);
    text = get(qts, "stream");
    stream = without_pixels(text);
    pixels = replay(run, stream, &size);
    g_assert_cmpuint(size, ==, TARGET_BYTES);

    /* Where nothing was drawn, the stream's memory is zero. */
    clear_target(qts);
    for (unsigned int i = 0; i < TARGET_BYTES / 4; i++) {
        if (ldl_le_p(pixels + 4 * i)) {
            qtest_memwrite(qts, TARGET + 4 * i, pixels + 4 * i, 4);
        }
    }
    check_triangle(qts);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* Traces                                                             */

static void test_trace(void)
{
    static const char *const line[] = {
        "tegra_gr3d_draw draw=0 prim=TRIANGLES count=3 first=0 index=none "
        "scissor=64x64",
        "tegra_gr3d_draw_start draw=0",
        "tegra_gr3d_draw_done draw=0 vertices=3 primitives=1 rasterised=1 "
        "fragments=2016 ",
        "tegra_engine_incr_syncpt engine=gr3d id=7 cond=OP_DONE",
        "tegra_engine_fault engine=gr3d fault=lost-completion id=7",
        "tegra_engine_syncpt_done engine=gr3d id=9 cond=RD_DONE",
        "tegra_engine_wedged engine=gr3d wedged=1",
        "tegra_engine_reset engine=gr3d level=1",
        "tegra_engine_power engine=gr3d level=0",
        "tegra_engine_clock engine=gr3d hz=0",
        "tegra20_mc_client client=3D blocked=1 active=0",
    };
    g_autofree char *path = g_strdup_printf("%s/gr3d-trace-%d.log",
                                            g_get_tmp_dir(), getpid());
    QTestState *qts = qtest_initf(HOST1X_MACHINE "-trace 'tegra_gr3d_draw*' "
                                  "-trace 'tegra_engine_*' "
                                  "-trace tegra20_mc_client -D %s", path);
    char *text;

    host1x_enable(qts);
    ch_start(qts, CH, 0);
    engine_setup(qts);
    tegra20_set_uint(qts, GR3D, "lost-completion", 1);
    submit(qts);
    push_incr(qts, RD_DONE, OTHER);
    tegra20_set_bool(qts, GR3D, "wedged", true);
    qtest_writel(qts, TEGRA20_MC_BASE + 0x100, 0x77ff);
    tegra20_hold(qts, TEGRA20_PERIPH_GR3D, true);
    tegra20_clock(qts, TEGRA20_PERIPH_GR3D, false);
    tegra20_toggle_power(qts, TEGRA20_POWER_3D);
    qtest_quit(qts);
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    check_lines(text, line, ARRAY_SIZE(line));
    unlink(path);
}

static const struct {
    const char *name;
    void (*run)(void);
} tests[] = {
    { "registers", test_registers },
    { "programs", test_programs },
    { "counters", test_counters },
    { "counters-event", test_counters_event },
    { "cost", test_cost },
    { "queue", test_queue },
    { "info", test_info },
    { "stream/text", test_stream },
    { "stream/merge", test_stream_merge },
    { "stream/limits", test_stream_limits },
    { "stream/replay", test_stream_replay },
    { "trace", test_trace },
};

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (size_t i = 0; i < ARRAY_SIZE(tests); i++) {
        g_autofree char *path = g_strdup_printf("/tegra20/gr3d-dump/%s",
                                                tests[i].name);

        qtest_add_func(path, tests[i].run);
    }
    return g_test_run();
}
