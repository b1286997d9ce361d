/*
 * QTest testcase for the NVIDIA Tegra20 GR2D: the device
 *
 * Registers one by one, launches, what waits for what, faults, migration, a
 * careless guest, and the command streams of the clients there are.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/arm/tegra/tegra20_mc.h"
#include "tegra20-gr2d.h"

#define CH          1
#define OTHER       9           /* a second sync point */

/* ---- registers ---- */

#define ALL 0xffffffffu

/* [tegra-gr2d.rst, Registers]: offset, bits that can be written, reset value */
static const struct {
    uint32_t reg, mask, reset;
} registers[] = {
    { 0x01, 0x00000101, 0 }, { 0x08, 0x001f03ff, 0 }, { 0x09, 0x0000ffff, 0 },
    { 0x0a, 0x0000ffff, 0 }, { 0x0b, 0x0000ffff, 0 }, { 0x0c, 0x1fffd7f1, 0 },
    { 0x0d, 0x000f001f, 0 }, { 0x0f, 0x000000ff, 0 }, { 0x11, ALL, 0 },
    { 0x12, 0x0000ffff, 0 }, { 0x13, ALL, 0 }, { 0x14, 0x000000ff, 0 },
    { 0x15, 0xff3ff3ff, 0 }, { 0x16, 0xff3ff1ff, 0 }, { 0x17, 0x03ff01ff, 0 },
    { 0x18, 0x00ffffff, 0 }, { 0x19, 0x00ffffff, 0 }, { 0x1a, ALL, 0 },
    { 0x1b, ALL, 0 }, { 0x1c, 0x00001f1f, 0 }, { 0x1d, 0xdfffa7f0, 0 },
    { 0x1e, 0x3f71c3fe, 0 }, { 0x1f, 0x7fffffff, 0 }, { 0x20, 0xffff00ff, 0 },
    { 0x21, 0xffff01ff, 0 }, { 0x22, 0x7fff7fff, 0 }, { 0x23, 0x7fff7fff, 0 },
    { 0x24, ALL, 0 }, { 0x25, ALL, 0 }, { 0x26, ALL, 0 },
    { 0x27, 0xff61ffff, 0 }, { 0x28, ALL, 0 }, { 0x29, ALL, 0 },
    { 0x2a, ALL, 0 }, { 0x2b, ALL, 0 }, { 0x2c, ALL, 0 }, { 0x2d, ALL, 0 },
    { 0x2e, 0x0000ffff, 0 }, { 0x2f, ALL, 0 }, { 0x30, ALL, 0 },
    { 0x31, ALL, 0 }, { 0x32, ALL, 0 }, { 0x33, 0x0000ffff, 0 },
    { 0x34, ALL, 0 }, { 0x35, ALL, 0 }, { 0x36, ALL, 0 },
    { 0x37, 0x7fff7fff, 0 }, { 0x38, 0x7fff7fff, 0 }, { 0x39, ALL, 0 },
    { 0x3a, ALL, 0 }, { 0x3b, ALL, 0 }, { 0x3c, ALL, 0 },
    { 0x3d, 0xff1fffff, 0 }, { 0x3e, ALL, 0 }, { 0x3f, ALL, 0 },
    { 0x40, ALL, 0 }, { 0x41, ALL, 0 }, { 0x42, ALL, 0 },
    { 0x43, 0x0000ffff, 0 }, { 0x44, 0x0000ffff, 0 }, { 0x45, ALL, 0 },
    { 0x46, 0x00111111, 0 }, { 0x47, ALL, 0 }, { 0x48, ALL, 0 },
    { 0x49, ALL, 0 }, { 0x4a, ALL, 0 }, { 0x4b, ALL, 0 }, { 0x4c, ALL, 0 },
    { 0xf000, 0, 0 }, { 0xf001, 7, 0 }, { 0xf002, ALL, 0 },
    { 0xf003, ALL, 0 }, { 0xf004, ALL, 0 }, { 0xf005, ALL, 0xe1 },
    { 0xf006, 0, 0 }, { 0xf007, ALL, 0 }, { 0xf008, ALL, 0 },
    { 0xf009, ALL, 0 }, { 0xf00a, ALL, 0 },
};

static void check_reset_values(Gr2d *g)
{
    for (int i = 0; i < ARRAY_SIZE(registers); i++) {
        g_assert_cmphex(reg_read(g, registers[i].reg), ==,
                        registers[i].reset);
    }
}

static void test_registers(void)
{
    static const uint32_t patterns[] = { ALL, 0, 0x5a5aa5a5, 0xa5a55a5a };
    Gr2d *g = gr2d_start();

    check_reset_values(g);
    for (int i = 0; i < ARRAY_SIZE(registers); i++) {
        for (int p = 0; p < ARRAY_SIZE(patterns); p++) {
            reg_write(g, registers[i].reg, patterns[p]);
            g_assert_cmphex(reg_read(g, registers[i].reg), ==,
                            patterns[p] & registers[i].mask);
        }
        reg_write(g, registers[i].reg, 0);
    }
    wait_done(g);               /* nothing hangs after all that */
    gr2d_end(g);
}

/* Each has a cell of its own: neighbours do not change. */
static void test_own_storage(void)
{
    Gr2d *g = gr2d_start();

    for (int i = 0; i < ARRAY_SIZE(registers); i++) {
        if (registers[i].reg != R_GR2D_INCR_SYNCPT_CNTRL) {
            reg_write(g, registers[i].reg, registers[i].reg * 0x01010101);
        }
    }
    for (int i = 0; i < ARRAY_SIZE(registers); i++) {
        if (registers[i].reg != R_GR2D_INCR_SYNCPT_CNTRL) {
            g_assert_cmphex(reg_read(g, registers[i].reg), ==,
                            registers[i].reg * 0x01010101 & registers[i].mask);
        }
    }
    qtest_system_reset(g->qts);
    host1x_enable(g->qts);
    check_reset_values(g);
    gr2d_end(g);
}

static void test_no_register(void)
{
    static const uint32_t holes[] = {
        0x03, 0x07, 0x0e, 0x4d, 0x100, 0xefff, 0xf00b, 0xffff,
    };
    Gr2d *g = gr2d_start();

    for (int i = 0; i < ARRAY_SIZE(holes); i++) {
        reg_write(g, holes[i], ALL);
        g_assert_cmphex(reg_read(g, holes[i]), ==, 0);
    }
    check_reset_values(g);
    gr2d_end(g);
}

static void test_dump(void)
{
    Gr2d *g = gr2d_start();
    g_autofree char *text = NULL;

    reg_write(g, R_GR2D_DSTBA, 0x12345678);
    text = tegra20_get_str(g->qts, GR2D_PATH, "registers");
    g_assert_nonnull(strstr(text, "0x002b DSTBA "));
    g_assert_nonnull(strstr(text, " 0x12345678\n"));
    g_assert_nonnull(strstr(text, "0xf005 SWITCH_GLOBALCONTROLB"));
    gr2d_end(g);
}

/* Held in reset or without clock, the engine answers nothing. */
static void test_reset_and_clock(void)
{
    Gr2d *g = gr2d_start();

    reg_write(g, R_GR2D_DSTBA, 0x12345678);
    tegra20_clock(g->qts, TEGRA20_PERIPH_GR2D, false);
    g_assert_cmphex(reg_read(g, R_GR2D_DSTBA), ==, 0);
    reg_write(g, R_GR2D_DSTBA, 1);
    tegra20_clock(g->qts, TEGRA20_PERIPH_GR2D, true);
    g_assert_cmphex(reg_read(g, R_GR2D_DSTBA), ==, 0x12345678);
    tegra20_hold(g->qts, TEGRA20_PERIPH_GR2D, true);
    reg_write(g, R_GR2D_DSTBA, 1);
    tegra20_hold(g->qts, TEGRA20_PERIPH_GR2D, false);
    check_reset_values(g);
    gr2d_end(g);
}

/* ---- launches ---- */

static const Surface target = { DST, 256 };

/* Set up a fill of 4 x 2 pixels at (3, 1), without its launch */
static void small_fill(Gr2d *g, uint32_t colour)
{
    reg_write(g, R_GR2D_CMDSEL, 0);
    reg_write(g, R_GR2D_CONTROLSECOND, 0);
    reg_write(g, R_GR2D_CONTROLMAIN, 2 << 16 | 1 << 6 | 1 << 2);
    reg_write(g, R_GR2D_ROPFADE, 0xcc);
    reg_write(g, R_GR2D_DSTBA, AREA + target.base);
    reg_write(g, R_GR2D_DSTST, target.stride);
    reg_write(g, R_GR2D_SRCFGC, colour);
    reg_write(g, R_GR2D_TILEMODE, 0);
    reg_write(g, R_GR2D_DSTSIZE, xy(4, 2));
    reg_write(g, R_GR2D_DSTPS, xy(3, 1));
}

static void model_fill(Gr2d *g, const Surface *s, unsigned int bytes, int x,
                       int y, int w, int h, uint32_t colour)
{
    for (int n = 0; n < w * h; n++) {
        put_pixel(g, s, bytes, x + n % w, y + n / w, colour);
    }
}

static void check_small_fill(Gr2d *g, uint32_t colour)
{
    wait_done(g);
    model_fill(g, &target, 4, 3, 1, 4, 2, colour);
    area_check(g, "small fill");
}

/* Every register can launch, by each of the triggers; 0 names none. */
static void test_triggers(void)
{
    Gr2d *g = gr2d_start();

    area_random(g);
    area_send(g);
    for (uint32_t reg = 0x11; reg < 0x4d; reg++) {
        uint32_t trigger = R_GR2D_TRIGGER + reg % 3;

        for (int i = 0; i < 3; i++) {
            reg_write(g, R_GR2D_TRIGGER + i, 0);
        }
        small_fill(g, reg);
        wait_done(g);
        area_check(g, "no trigger");
        reg_write(g, trigger, reg | 0x80);  /* seven bits are compared */
        wait_done(g);
        area_check(g, "a trigger by itself");
        reg_write(g, reg, reg_read(g, reg));
        check_small_fill(g, reg);
    }
    gr2d_end(g);
}

/* Written again, it launches again, with the values of that moment. */
static void test_again(void)
{
    Gr2d *g = gr2d_start();

    area_random(g);
    area_send(g);
    small_fill(g, 1);
    reg_write(g, R_GR2D_TRIGGER, R_GR2D_DSTPS);
    reg_write(g, R_GR2D_DSTPS, xy(3, 1));
    reg_write(g, R_GR2D_SRCFGC, 2);     /* too late */
    check_small_fill(g, 1);
    reg_write(g, R_GR2D_DSTPS, xy(3, 1));
    check_small_fill(g, 2);
    gr2d_end(g);
}

/* ---- what waits for what ---- */

#define BIG_LINES   16384
#define BIG_WIDTH   2048
#define BIG         0x02000000
#define BIG_BYTES   (BIG_LINES * BIG_WIDTH)

/* Set up an inversion of 32 MiB, which takes hundreds of slices. */
static void big_setup(Gr2d *g)
{
    reg_write(g, R_GR2D_TRIGGER, R_GR2D_DSTPS);
    reg_write(g, R_GR2D_CMDSEL, 0);
    reg_write(g, R_GR2D_CONTROLSECOND, 0);
    reg_write(g, R_GR2D_CONTROLMAIN, 1 << 6);
    reg_write(g, R_GR2D_ROPFADE, 0x55);
    reg_write(g, R_GR2D_DSTBA, BIG);
    reg_write(g, R_GR2D_DSTST, BIG_WIDTH);
    reg_write(g, R_GR2D_TILEMODE, 0);
    reg_write(g, R_GR2D_DSTSIZE, xy(BIG_WIDTH, BIG_LINES));
}

static void big_launch(Gr2d *g)
{
    big_setup(g);
    reg_write(g, R_GR2D_DSTPS, 0);
}

static void big_fill(Gr2d *g, uint8_t value)
{
    qtest_memset(g->qts, BIG, value, BIG_BYTES);
}

static bool big_line_is(Gr2d *g, unsigned int line, uint8_t value)
{
    uint8_t got[BIG_WIDTH];

    qtest_bufread(g->qts, BIG + line * BIG_WIDTH, got, sizeof(got));
    return got[0] == value && !memcmp(got, got + 1, sizeof(got) - 1);
}

/* Check a sample of the lines, which no slice of equal steps can dodge */
static bool big_is(Gr2d *g, uint8_t value)
{
    for (unsigned int line = 0; line < BIG_LINES; line += 37) {
        if (!big_line_is(g, line, value)) {
            return false;
        }
    }
    return big_line_is(g, BIG_LINES - 1, value);
}

/* The monitor answers meanwhile; an increment waits, an immediate does not. */
static void test_long(void)
{
    Gr2d *g = gr2d_start();

    big_fill(g, 0x0f);
    set_syncpt(g->qts, OTHER, 0);
    big_launch(g);
    reg_write(g, R_GR2D_INCR_SYNCPT, OP_DONE);
    reg_write(g, R_GR2D_INCR_SYNCPT, 2 << 8 | SYNCPT);
    reg_write(g, R_GR2D_INCR_SYNCPT, 3 << 8 | SYNCPT);
    reg_write(g, R_GR2D_INCR_SYNCPT, OTHER);
    for (int i = 0; i < 20; i++) {
        qobject_unref(tegra20_qmp_ok(
            qtest_qmp(g->qts, "{ 'execute': 'query-status' }")));
    }
    g_assert_cmphex(syncpt(g->qts, SYNCPT), ==, 0);
    g_assert_cmphex(syncpt(g->qts, OTHER), ==, 1);
    wait_syncpt(g, 3);
    g_assert_true(big_is(g, 0xf0));
    gr2d_end(g);
}

/* A channel that launches while another operation runs waits for its end. */
static void test_channel_waits(void)
{
    Gr2d *g = gr2d_start();

    area_random(g);
    area_send(g);
    WRITE_WORDS(g->qts, pb(CH) + 0xff8, RESTART(0));
    ch_start(g->qts, CH, 0);
    big_fill(g, 0x0f);
    small_fill(g, 0x1234);
    big_launch(g);
    PUSH(g->qts, CH, SETCL(0x51, 0, 0), NONINCR(0, 1), OP_DONE,
         MASK(0x1e, 7), 0, 2 << 16 | 1 << 6, 0xcc,
         MASK(0x2b, 9), AREA + target.base, target.stride,
         MASK(0x38, 5), xy(4, 2), xy(3, 1), NONINCR(0, 1), OP_DONE);
    g_assert_false(ch_done(g->qts, CH));
    g_assert_cmphex(syncpt(g->qts, SYNCPT), ==, 0);
    wait_syncpt(g, 2);
    g_assert_true(ch_done(g->qts, CH));
    g_assert_true(big_is(g, 0xf0));
    g->done = 2;
    check_small_fill(g, 0x1234);
    gr2d_end(g);
}

/* A CPU cannot be held: its launch is lost, what runs is not disturbed. */
static void test_cpu_lost(void)
{
    Gr2d *g = gr2d_start();

    area_random(g);
    area_send(g);
    big_fill(g, 0x0f);
    big_launch(g);
    small_fill(g, 0x1234);
    wait_done(g);
    g_assert_true(big_is(g, 0xf0));
    area_check(g, "lost launch");
    gr2d_end(g);
}

/* 64 increments wait; then a channel does, or with NO_STALL they are lost. */
static void test_full(void)
{
    Gr2d *g = gr2d_start();

    tegra20_set_bool(g->qts, GR2D_PATH, "wedged", true);
    big_launch(g);
    reg_write(g, R_GR2D_INCR_SYNCPT_CNTRL, 0x100);
    for (int i = 0; i < 70; i++) {
        reg_write(g, R_GR2D_INCR_SYNCPT, OP_DONE);
    }
    g_assert_cmphex(reg_read(g, R_GR2D_INCR_SYNCPT_ERROR), ==, 2);
    reg_write(g, R_GR2D_INCR_SYNCPT_ERROR, 1);
    g_assert_cmphex(reg_read(g, R_GR2D_INCR_SYNCPT_ERROR), ==, 2);
    reg_write(g, R_GR2D_INCR_SYNCPT_ERROR, 2);
    g_assert_cmphex(reg_read(g, R_GR2D_INCR_SYNCPT_ERROR), ==, 0);
    reg_write(g, R_GR2D_INCR_SYNCPT_CNTRL, 0);
    WRITE_WORDS(g->qts, pb(CH) + 0xff8, RESTART(0));
    ch_start(g->qts, CH, 0);
    PUSH(g->qts, CH, SETCL(0x51, 0, 0), NONINCR(0, 1), OP_DONE);
    g_assert_false(ch_done(g->qts, CH));
    g_assert_cmphex(syncpt(g->qts, SYNCPT), ==, 0);
    tegra20_set_bool(g->qts, GR2D_PATH, "wedged", false);
    wait_syncpt(g, 65);
    g_assert_true(ch_done(g->qts, CH));
    gr2d_end(g);
}

/* Soft reset forgets the increments, not the operation. */
static void test_soft_reset(void)
{
    Gr2d *g = gr2d_start();

    big_fill(g, 0x0f);
    big_launch(g);
    reg_write(g, R_GR2D_INCR_SYNCPT, OP_DONE);
    reg_write(g, R_GR2D_INCR_SYNCPT_CNTRL, 1);
    reg_write(g, R_GR2D_INCR_SYNCPT, OP_DONE);
    reg_write(g, R_GR2D_INCR_SYNCPT_CNTRL, 0);
    wait_done(g);
    g_assert_cmphex(syncpt(g->qts, SYNCPT), ==, 1);
    g_assert_true(big_is(g, 0xf0));
    gr2d_end(g);
}

static void car_reset(Gr2d *g)
{
    tegra20_hold(g->qts, TEGRA20_PERIPH_GR2D, true);
    tegra20_hold(g->qts, TEGRA20_PERIPH_GR2D, false);
}

/* What runs ends unfinished; the increments behind it are never made. */
static void test_reset_cancels(void)
{
    Gr2d *g = gr2d_start();

    big_fill(g, 0x0f);
    big_launch(g);
    reg_write(g, R_GR2D_INCR_SYNCPT, OP_DONE);
    car_reset(g);
    check_reset_values(g);
    settle(g->qts);
    g_assert_cmphex(syncpt(g->qts, SYNCPT), ==, 0);
    g_assert_false(big_is(g, 0xf0));
    wait_done(g);
    gr2d_end(g);
}

/* ... and by a teardown of the channel they are made at once, late or not. */
static void test_teardown(void)
{
    Gr2d *g = gr2d_start();

    tegra20_set_uint(g->qts, GR2D_PATH, "delay-completion", 1000000);
    big_fill(g, 0x0f);
    big_setup(g);
    WRITE_WORDS(g->qts, pb(CH) + 0xff8, RESTART(0));
    ch_start(g->qts, CH, 0);
    PUSH(g->qts, CH, SETCL(0x51, 0, 0), NONINCR(0x3a, 1), 0, NONINCR(0, 1),
         OP_DONE);
    g_assert_cmphex(syncpt(g->qts, SYNCPT), ==, 0);
    sync_write(g->qts, A_H1X_CMDPROC_STOP, 1u << CH);
    ch_write(g->qts, CH, A_H1X_DMACTRL, 1);
    sync_write(g->qts, A_H1X_CH_TEARDOWN, 1u << CH);
    g_assert_cmphex(syncpt(g->qts, SYNCPT), ==, 1);
    g_assert_false(big_is(g, 0xf0));
    g_assert_cmphex(reg_read(g, R_GR2D_DSTBA), ==, BIG);
    tegra20_set_uint(g->qts, GR2D_PATH, "delay-completion", 0);
    g->done = 1;
    wait_done(g);
    gr2d_end(g);
}

/*
 * More than can be late at a time, and another channel that waits to launch:
 * all are made, it goes on.
 */
static void test_teardown_many(void)
{
    Gr2d *g = gr2d_start();
    const unsigned int num = 256 + 5;

    tegra20_set_uint(g->qts, GR2D_PATH, "delay-completion", 1000000);
    for (unsigned int i = 0; i < num; i++) {
        qtest_writel(g->qts, GATHER + 4 * i, OP_DONE);
    }
    ch_start(g->qts, CH, 0);
    ch_start(g->qts, CH + 1, 0);
    PUSH(g->qts, CH, SETCL(0x51, 0, 0), GATHER_NONINCR(0, num), GATHER);
    g_assert_true(ch_done(g->qts, CH));
    PUSH(g->qts, CH + 1, SETCL(0x51, 0, 0), IMM(0x09, 0x3a), IMM(0x3a, 0));
    g_assert_false(ch_done(g->qts, CH + 1));
    sync_write(g->qts, A_H1X_MOD_TEARDOWN, 1u << 5);
    g_assert_cmphex(syncpt(g->qts, SYNCPT), ==, num);
    settle(g->qts);
    g_assert_true(ch_done(g->qts, CH + 1));
    gr2d_end(g);
}

/* ---- faults ---- */

static void test_lost(void)
{
    Gr2d *g = gr2d_start();

    area_random(g);
    area_send(g);
    tegra20_set_uint(g->qts, GR2D_PATH, "lost-completion", 2);
    small_fill(g, 5);
    reg_write(g, R_GR2D_TRIGGER, R_GR2D_DSTPS);
    reg_write(g, R_GR2D_DSTPS, xy(3, 1));
    check_small_fill(g, 5);
    reg_write(g, R_GR2D_DSTPS, xy(3, 1));
    reg_write(g, R_GR2D_INCR_SYNCPT, OP_DONE);
    settle(g->qts);
    g_assert_cmphex(syncpt(g->qts, SYNCPT), ==, 1);
    check_small_fill(g, 5);             /* the next one counts again */
    gr2d_end(g);
}

static void test_wedged(void)
{
    Gr2d *g = gr2d_start();

    area_random(g);
    area_send(g);
    tegra20_set_bool(g->qts, GR2D_PATH, "wedged", true);
    small_fill(g, 5);
    reg_write(g, R_GR2D_TRIGGER, R_GR2D_DSTPS);
    reg_write(g, R_GR2D_DSTPS, xy(3, 1));
    reg_write(g, R_GR2D_INCR_SYNCPT, OP_DONE);
    settle(g->qts);
    area_check(g, "wedged");
    g_assert_cmphex(syncpt(g->qts, SYNCPT), ==, 0);
    car_reset(g);
    g_assert_false(tegra20_get_bool(g->qts, GR2D_PATH, "wedged"));
    small_fill(g, 6);
    reg_write(g, R_GR2D_TRIGGER, R_GR2D_DSTPS);
    reg_write(g, R_GR2D_DSTPS, xy(3, 1));
    check_small_fill(g, 6);
    gr2d_end(g);
}

static void test_delay(void)
{
    Gr2d *g = gr2d_start();

    area_random(g);
    area_send(g);
    tegra20_set_uint(g->qts, GR2D_PATH, "delay-completion", 1000000);
    small_fill(g, 5);
    reg_write(g, R_GR2D_TRIGGER, R_GR2D_DSTPS);
    reg_write(g, R_GR2D_DSTPS, xy(3, 1));
    reg_write(g, R_GR2D_INCR_SYNCPT, OP_DONE);
    settle(g->qts);
    qtest_clock_step(g->qts, 999999);
    g_assert_cmphex(syncpt(g->qts, SYNCPT), ==, 0);
    qtest_clock_step(g->qts, 1);
    g_assert_cmphex(syncpt(g->qts, SYNCPT), ==, 1);
    gr2d_end(g);
}

/* Without clock an operation stands still, and goes on afterwards. */
static void test_clock_holds(void)
{
    Gr2d *g = gr2d_start();

    big_fill(g, 0x0f);
    big_launch(g);
    reg_write(g, R_GR2D_INCR_SYNCPT, OP_DONE);
    tegra20_clock(g->qts, TEGRA20_PERIPH_GR2D, false);
    settle(g->qts);
    g_assert_false(big_is(g, 0xf0));
    tegra20_clock(g->qts, TEGRA20_PERIPH_GR2D, true);
    wait_syncpt(g, 1);
    g_assert_true(big_is(g, 0xf0));
    gr2d_end(g);
}

static void mc_open(Gr2d *g, uint32_t reg, bool open)
{
    uint32_t bits = qtest_readl(g->qts, TEGRA20_MC_BASE + reg);

    qtest_writel(g->qts, TEGRA20_MC_BASE + reg,
                 deposit32(bits, TEGRA20_MC_CLIENT_2D, 1, open));
}

static uint32_t mc_activity(Gr2d *g)
{
    return qtest_readl(g->qts, TEGRA20_MC_BASE + A_MC_CLIENT_ACTIVITY_0 +
                       4 * TEGRA20_MC_CLIENT_2D);
}

/* The memory controller keeps new operations from memory, no running one. */
static void test_memory_client(void)
{
    static const uint32_t regs[] = { A_MC_CLIENT_CTRL,
                                     A_MC_CLIENT_HOTRESETN };
    Gr2d *g = gr2d_start();

    area_random(g);
    area_send(g);
    big_fill(g, 0x0f);
    for (int i = 0; i < ARRAY_SIZE(regs); i++) {
        mc_open(g, regs[i], false);
        small_fill(g, i);
        reg_write(g, R_GR2D_TRIGGER, R_GR2D_DSTPS);
        reg_write(g, R_GR2D_DSTPS, xy(3, 1));
        settle(g->qts);
        g_assert_cmphex(mc_activity(g), ==, 0);
        area_check(g, "kept from memory");
        mc_open(g, regs[i], true);
        check_small_fill(g, i);
        big_launch(g);
        settle(g->qts);
        mc_open(g, regs[i], false);
        g_assert_cmphex(mc_activity(g), ==, 1);
        wait_done(g);
        g_assert_cmphex(mc_activity(g), ==, 0);
        g_assert_true(big_is(g, i ? 0x0f : 0xf0));
        mc_open(g, regs[i], true);
    }
    gr2d_end(g);
}

/* ---- migration ---- */

static void command(Gr2d *g, const char *name)
{
    qobject_unref(tegra20_qmp_ok(qtest_qmp(g->qts, "{ 'execute': %s }",
                                           name)));
}

static unsigned int step_reached(Gr2d *g)
{
    g_autofree char *text = tegra20_get_str(g->qts, GR2D_PATH, "registers");
    const char *at = strstr(text, ": step ");
    unsigned int step;

    g_assert_nonnull(at);
    g_assert_cmpint(sscanf(at, ": step %u of 16384, 1 increments", &step), ==,
                    1);
    return step;
}

/* In the middle: each line is inverted once, on one side or the other. */
static void test_migrate(void)
{
    Gr2d *g = gr2d_start();
    unsigned int step;

    big_fill(g, 0x0f);
    reg_write(g, R_GR2D_SW_MCCIF, 0x1234);
    big_launch(g);
    reg_write(g, R_GR2D_DSTST, 0x5678);
    reg_write(g, R_GR2D_INCR_SYNCPT, OP_DONE);
    command(g, "stop");
    step = step_reached(g);
    g_assert_cmpuint(step, >, 0);
    g_assert_cmpuint(step, <, BIG_LINES);
    g->qts = move_machine(g->qts, HOST1X_MACHINE);      /* still stopped */
    g_assert_cmpuint(step_reached(g), ==, step);
    command(g, "cont");
    wait_syncpt(g, 1);
    g_assert_true(big_is(g, 0xf0));
    g_assert_true(big_line_is(g, step - 1, 0xf0));
    g_assert_true(big_line_is(g, step, 0xf0));
    g_assert_cmphex(reg_read(g, R_GR2D_DSTST), ==, 0x5678);
    g_assert_cmphex(reg_read(g, R_GR2D_SW_MCCIF), ==, 0x1234);
    gr2d_end(g);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("tegra20/gr2d/registers", test_registers);
    qtest_add_func("tegra20/gr2d/own-storage", test_own_storage);
    qtest_add_func("tegra20/gr2d/no-register", test_no_register);
    qtest_add_func("tegra20/gr2d/dump", test_dump);
    qtest_add_func("tegra20/gr2d/reset-and-clock", test_reset_and_clock);
    qtest_add_func("tegra20/gr2d/triggers", test_triggers);
    qtest_add_func("tegra20/gr2d/again", test_again);
    qtest_add_func("tegra20/gr2d/long", test_long);
    qtest_add_func("tegra20/gr2d/channel-waits", test_channel_waits);
    qtest_add_func("tegra20/gr2d/cpu-lost", test_cpu_lost);
    qtest_add_func("tegra20/gr2d/full", test_full);
    qtest_add_func("tegra20/gr2d/soft-reset", test_soft_reset);
    qtest_add_func("tegra20/gr2d/reset-cancels", test_reset_cancels);
    qtest_add_func("tegra20/gr2d/teardown", test_teardown);
    qtest_add_func("tegra20/gr2d/teardown-many", test_teardown_many);
    qtest_add_func("tegra20/gr2d/fault/lost", test_lost);
    qtest_add_func("tegra20/gr2d/fault/wedged", test_wedged);
    qtest_add_func("tegra20/gr2d/fault/delay", test_delay);
    qtest_add_func("tegra20/gr2d/clock-holds", test_clock_holds);
    qtest_add_func("tegra20/gr2d/memory-client", test_memory_client);
    qtest_add_func("tegra20/gr2d/migrate", test_migrate);
    return g_test_run();
}
