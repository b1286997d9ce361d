/*
 * QTest testcase for the NVIDIA Tegra20 GR3D
 *
 * One triangle with three colours, driven by MMIO or through a host1x channel,
 * compared with the colours a hand calculation gives; then what a careless
 * guest may do to the engine.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "migrate-file.h"
#include "tegra20-gr3d.h"

static void test_triangle_mmio(void)
{
    Stream s = { .qts = start("") };

    write_vertices(s.qts, 0);
    clear_target(s.qts);
    qtest_writel(s.qts, HOST1X_SYNCPT(SYNCPT), 0);
    draw_triangle(&s, TARGET);
    wait_syncpt(s.qts, 1);
    check_triangle(s.qts);
    qtest_quit(s.qts);
}

static void test_triangle_channel(void)
{
    g_autofree Stream *s = g_new0(Stream, 1);

    s->qts = start("");
    s->channel = true;
    write_vertices(s->qts, 0);
    clear_target(s->qts);
    qtest_writel(s->qts, HOST1X_SYNCPT(SYNCPT), 0);
    s->words[s->num++] = 0x60 << 6;     /* SETCL GR3D */
    draw_triangle(s, TARGET);
    put_incr(s, 2);                     /* RD_DONE counts once as well */
    run_channel(s);
    wait_syncpt(s->qts, 2);
    check_triangle(s->qts);
    qtest_quit(s->qts);
}

/* Threads render; increments still come after the pixels. */
static void test_triangle_threads(const void *threads)
{
    Stream s = {
        .qts = qtest_initf("-machine trimslice -global tegra-gr3d.threads=%d",
                           GPOINTER_TO_INT(threads)),
    };

    power_up(s.qts);
    write_vertices(s.qts, 0);
    clear_target(s.qts);
    qtest_writel(s.qts, HOST1X_SYNCPT(SYNCPT), 0);
    put_setup(&s, TARGET);
    for (int i = 0; i < 100; i++) {
        put_draw(&s, POSITIONS, TRIANGLES, 3);
        put_incr(&s, 1);
    }
    wait_syncpt(s.qts, 100);
    check_triangle(s.qts);
    qtest_quit(s.qts);
}

#define BIG             512
#define BIG_TARGET      0x02000000

/* Set up a target of BIG x BIG pixels: threads share its tiles */
static void put_big(Stream *s)
{
    put_setup(s, BIG_TARGET);
    put(s, 0x350, BIG);
    put(s, 0x351, BIG);
    for (uint32_t reg = 0x352; reg <= 0x356; reg++) {
        if (reg != 0x354) {             /* depth */
            putf(s, reg, 8 * BIG);
        }
    }
    put(s, 0xe11, 13 << 2 | (4 * BIG) << 8);
}

/* Check a pixel of the triangle of write_vertices() on BIG x BIG pixels */
static void check_big_pixel(uint32_t pixel, int col, int row)
{
    double green = (col + 0.5) / BIG, blue = (row + 0.5) / BIG;

    if (col + row >= BIG - 1) {
        g_assert_cmphex(pixel, ==, 0);
        return;
    }
    g_assert_cmpfloat(fabs(extract32(pixel, 0, 8) - 255 * (1 - green - blue)),
                      <=, TOLERANCE);
    g_assert_cmpfloat(fabs(extract32(pixel, 8, 8) - 255 * green), <=,
                      TOLERANCE);
    g_assert_cmpfloat(fabs(extract32(pixel, 16, 8) - 255 * blue), <=,
                      TOLERANCE);
    g_assert_cmphex(pixel >> 24, ==, 0xff);
}

/* 64 tiles, half of them empty, on as many threads as asked for */
static void test_shared_tiles(const void *threads)
{
    Stream s = {
        .qts = qtest_initf("-machine trimslice -global tegra-gr3d.threads=%d",
                           GPOINTER_TO_INT(threads)),
    };
    g_autofree uint32_t *pixels = g_new(uint32_t, BIG * BIG);

    power_up(s.qts);
    write_vertices(s.qts, 0);
    qtest_writel(s.qts, HOST1X_SYNCPT(SYNCPT), 0);
    put_big(&s);
    put_draw(&s, POSITIONS, TRIANGLES, 3);
    put_incr(&s, 1);
    wait_syncpt(s.qts, 1);
    qtest_memread(s.qts, BIG_TARGET, pixels, 4 * BIG * BIG);
    for (int i = 0; i < BIG * BIG; i++) {
        check_big_pixel(le32_to_cpu(pixels[i]), i % BIG, i / BIG);
    }
    qtest_quit(s.qts);
}

/*
 * Depth LESS with write: z = 0 first, then z = 0.5 (behind) must not show, and
 * z = -0.5 (in front) must.  Z16 = floor(Z20 / 16), Z20 = round((z * (0.5 -
 * 2^-21) + 0.5 - 2^-21) * 2^20).
 */
static void test_depth(void)
{
    static const struct {
        float z;
        bool passes;
        uint16_t z16;
    } step[] = {
        { 0, true, 0x8000 }, { 0.5, false, 0x8000 }, { -0.5, true, 0x4000 },
    };
    Stream s = { .qts = start("") };
    uint16_t stored;

    qtest_memset(s.qts, DEPTH, 0xff, DEPTH_STRIDE * SIZE);
    qtest_writel(s.qts, HOST1X_SYNCPT(SYNCPT), 0);
    put_setup(&s, TARGET);
    put(&s, 0x403, 0x200 | 1 << 8 | 1 << 4 | 1 << 3);
    for (unsigned int i = 0; i < ARRAY_SIZE(step); i++) {
        write_vertices(s.qts, step[i].z);
        clear_target(s.qts);
        put_draw(&s, POSITIONS, TRIANGLES, 3);
        put_incr(&s, 1);
        wait_syncpt(s.qts, i + 1);
        if (step[i].passes) {
            check_triangle(s.qts);
        } else {
            check_untouched(s.qts);
        }
        qtest_memread(s.qts, DEPTH, &stored, sizeof(stored));
        g_assert_cmphex(le16_to_cpu(stored), ==, step[i].z16);
    }
    qtest_quit(s.qts);
}

static void check_lost(QTestState *qts)
{
    g_assert_cmphex(qtest_readl(qts, TEGRA20_GR3D_BASE + 4 * 0x405), ==, 0);
    qtest_writel(qts, TEGRA20_GR3D_BASE + 4 * 0x207, 0);
    g_assert_cmphex(qtest_readl(qts, TEGRA20_GR3D_BASE + 4 * 0x208), ==, 0);
}

static void set_state(Stream *s)
{
    put(s, 0x405, 0x12345);
    put(s, 0x207, 0);
    put(s, 0x208, 0x3f800000);
    g_assert_cmphex(qtest_readl(s->qts, TEGRA20_GR3D_BASE + 4 * 0x405), ==,
                    0x12345);
}

/* The CAR's reset line clears the engine and makes it ignore accesses. */
static void test_car_reset(void)
{
    Stream s = { .qts = start("") };

    set_state(&s);
    tegra20_hold(s.qts, TEGRA20_PERIPH_GR3D, true);
    put(&s, 0x405, 0x54321);
    qtest_writel(s.qts, HOST1X_SYNCPT(SYNCPT), 0);
    put_incr(&s, 0);
    tegra20_hold(s.qts, TEGRA20_PERIPH_GR3D, false);
    g_assert_cmphex(qtest_readl(s.qts, HOST1X_SYNCPT(SYNCPT)), ==, 0);
    check_lost(s.qts);
    qtest_quit(s.qts);
}

/* Power off and on again: state is gone. */
static void test_power_gate(void)
{
    Stream s = { .qts = start("") };

    set_state(&s);
    tegra20_toggle_power(s.qts, TEGRA20_POWER_3D);
    put(&s, 0x405, 0x54321);
    g_assert_cmphex(qtest_readl(s.qts, TEGRA20_GR3D_BASE + 4 * 0x405), ==, 0);
    tegra20_toggle_power(s.qts, TEGRA20_POWER_3D);
    check_lost(s.qts);
    set_state(&s);
    qtest_quit(s.qts);
}

/* Check that a good draw is right, whatever went wrong before. */
static void check_alive(Stream *s)
{
    QTestState *qts = s->qts;
    uint32_t count = qtest_readl(qts, HOST1X_SYNCPT(SYNCPT));

    write_vertices(qts, 0);
    clear_target(qts);
    draw_triangle(s, TARGET);
    wait_syncpt(qts, count + 1);
    check_triangle(qts);
}

/* One line of the log names what is wrong; see the table in test_bad_input. */
typedef struct BadInput {
    const char *name;
    void (*run)(Stream *s);
    const char *log;
} BadInput;

static void bad_register(Stream *s)
{
    put(s, 0xfff, 0xdeadbeef);
}

static void bad_condition(Stream *s)
{
    put(s, 0x000, 9 << 8 | SYNCPT);
    qtest_writel(s->qts, HOST1X_SYNCPT(SYNCPT), 0);
}

static void bad_syncpt(Stream *s)
{
    put(s, 0x000, 200);
}

static void bad_surface(Stream *s)
{
    draw_triangle(s, NO_MEMORY);
    wait_syncpt(s->qts, 1);
}

/* Use IRAM, on the chip's bus but not in the memory of the engine */
static void bad_iram(Stream *s)
{
    qtest_memset(s->qts, TEGRA20_IRAM_BASE, 0x5a, TARGET_BYTES);
    draw_triangle(s, TEGRA20_IRAM_BASE);
    wait_syncpt(s->qts, 1);
    for (unsigned int i = 0; i < TARGET_BYTES; i += STRIDE) {
        g_assert_cmphex(qtest_readl(s->qts, TEGRA20_IRAM_BASE + i), ==,
                        0x5a5a5a5a);
    }
}

static void bad_positions(Stream *s)
{
    put_setup(s, TARGET);
    put_draw(s, NO_MEMORY, TRIANGLES, 3);
    put_incr(s, 1);
    wait_syncpt(s->qts, 1);
    check_untouched(s->qts);
}

static void bad_primitive(Stream *s)
{
    put_setup(s, TARGET);
    put_draw(s, POSITIONS, 7u << 24, 3);
    put_incr(s, 1);
    wait_syncpt(s->qts, 1);
    check_untouched(s->qts);
}

static char *read_log(const char *path)
{
    char *text;

    g_assert(g_file_get_contents(path, &text, NULL, NULL));
    return text;
}

static void test_bad_input(void)
{
    static const BadInput bad[] = {
        { "register", bad_register, "no register 0xfff" },
        { "condition", bad_condition, "unknown condition 0x9" },
        { "sync point", bad_syncpt, "200" },
        { "surface", bad_surface, "no memory at 0x48000000" },
        { "IRAM", bad_iram, "no memory at 0x40000000" },
        { "positions", bad_positions, "no memory at 0x48000000" },
        { "primitive", bad_primitive, "primitive" },
    };

    for (unsigned int i = 0; i < ARRAY_SIZE(bad); i++) {
        g_autofree char *path = g_strdup_printf("%s/gr3d-%d-%u.log",
                                                g_get_tmp_dir(), getpid(), i);
        g_autofree char *args = g_strdup_printf("-d guest_errors,unimp -D %s",
                                                path);
        g_autofree char *log = NULL;
        Stream s = { .qts = start(args) };

        write_vertices(s.qts, 0);
        clear_target(s.qts);
        qtest_writel(s.qts, HOST1X_SYNCPT(SYNCPT), 0);
        bad[i].run(&s);
        check_alive(&s);
        qtest_quit(s.qts);
        log = read_log(path);
        if (!strstr(log, bad[i].log)) {
            g_error("%s: no line with '%s' in:\n%s", bad[i].name, bad[i].log,
                    log);
        }
        unlink(path);
    }
}

/* Draw the triangle with a texture of 100x60 texels that repeats */
static void draw_repeating(Stream *s)
{
    uint32_t count = qtest_readl(s->qts, HOST1X_SYNCPT(SYNCPT));

    put_setup(s, TARGET);
    put(s, 0x700, 0);
    put(s, 0x701, 0x423);               /* r2, r3 := unit 3 at r0, r1 */
    put(s, 0x726, 0x00000d00);
    put(s, 0x727, 0x06403cc0);
    put_draw(s, POSITIONS, TRIANGLES, 3);
    put_incr(s, 1);
    wait_syncpt(s->qts, count + 1);
}

/* What clients avoid is drawn and logged, but not in every draw */
static void test_said_once(void)
{
    static const char line[] = "NPOT texture repeats or mirrors, "
        "TEXDESC_HI[3] (0x6403cc0, 1 times)";
    g_autofree char *path = g_strdup_printf("%s/gr3d-%d.log", g_get_tmp_dir(),
                                            getpid());
    g_autofree char *args = g_strdup_printf("-d guest_errors -D %s", path);
    Stream s = { .qts = start(args) };

    write_vertices(s.qts, 0);
    qtest_writel(s.qts, HOST1X_SYNCPT(SYNCPT), 0);
    for (int i = 0; i < 5; i++) {
        draw_repeating(&s);
    }
    g_assert_cmpuint(tegra20_count_in_file(path, line), ==, 1);
    g_assert_cmpuint(tegra20_count_in_file(path, "NPOT"), ==, 1);
    tegra20_hold(s.qts, TEGRA20_PERIPH_GR3D, true);
    tegra20_hold(s.qts, TEGRA20_PERIPH_GR3D, false);
    draw_repeating(&s);
    draw_repeating(&s);
    g_assert_cmpuint(tegra20_count_in_file(path, line), ==, 2);
    qtest_quit(s.qts);
    unlink(path);
}

/* Random words everywhere, then a good draw. */
static void test_random_registers(void)
{
    Stream s = { .qts = start("") };
    g_autoptr(GRand) rand = g_rand_new_with_seed(20);

    for (int i = 0; i < 20000; i++) {
        uint32_t offset = g_rand_int_range(rand, 1, 0x1000);

        /* Draws only now and then, and small ones: this is not a fuzzer. */
        if (offset == 0x123 || offset == 0x350 || offset == 0x351) {
            continue;
        }
        put(&s, offset, g_rand_int(rand));
        if (i % 500 == 0) {
            put(&s, 0x350, SIZE);
            put(&s, 0x351, SIZE);
            put(&s, 0x201, 256);
            put(&s, 0x123, 5u << 20);
        }
    }
    qtest_system_reset(s.qts);
    power_up(s.qts);
    qtest_writel(s.qts, HOST1X_SYNCPT(SYNCPT), 0);
    check_alive(&s);
    qtest_quit(s.qts);
}

/* Registers, port memories and port pointers reach the other side. */
static void test_migrate(void)
{
    Stream s = { .qts = start("") };

    write_vertices(s.qts, 0);
    clear_target(s.qts);
    qtest_writel(s.qts, HOST1X_SYNCPT(SYNCPT), 41);
    put_setup(&s, TARGET);
    s.qts = move_machine(s.qts,
                         "-machine trimslice -global tegra-gr3d.threads=0");
    put_draw(&s, POSITIONS, TRIANGLES, 3);
    put_incr(&s, 1);
    wait_syncpt(s.qts, 42);
    check_triangle(s.qts);
    qtest_quit(s.qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);

    qtest_add_func("/tegra20/gr3d/triangle/mmio", test_triangle_mmio);
    qtest_add_func("/tegra20/gr3d/triangle/channel", test_triangle_channel);
    qtest_add_data_func("/tegra20/gr3d/triangle/thread", GINT_TO_POINTER(1),
                        test_triangle_threads);
    qtest_add_data_func("/tegra20/gr3d/triangle/threads", GINT_TO_POINTER(3),
                        test_triangle_threads);
    for (int threads = 0; threads < 4; threads++) {
        g_autofree char *path =
            g_strdup_printf("/tegra20/gr3d/shared-tiles/%d", threads);

        qtest_add_data_func(path, GINT_TO_POINTER(threads), test_shared_tiles);
    }
    qtest_add_func("/tegra20/gr3d/depth", test_depth);
    qtest_add_func("/tegra20/gr3d/car-reset", test_car_reset);
    qtest_add_func("/tegra20/gr3d/power-gate", test_power_gate);
    qtest_add_func("/tegra20/gr3d/bad-input", test_bad_input);
    qtest_add_func("/tegra20/gr3d/said-once", test_said_once);
    qtest_add_func("/tegra20/gr3d/random-registers", test_random_registers);
    qtest_add_func("/tegra20/gr3d/migrate", test_migrate);

    return g_test_run();
}
