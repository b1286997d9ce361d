/*
 * QTest testcase for the NVIDIA Tegra20 GR2D: streams of its clients
 *
 * The words that Mesa's grate driver, the opentegra X driver and the grate
 * library send, in their order; and what a hostile guest may send.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tegra20-gr2d.h"

#define CH          1
#define RAM_END     0x40000000u
#define COLOUR      0x8090a0b0u

static const Surface source = { SRC, 256 };
static const Surface target = { DST, 256 };

static Gr2d *stream_open(void)
{
    Gr2d *g = gr2d_start();

    area_random(g);
    area_send(g);
    WRITE_WORDS(g->qts, pb(CH) + 0xff8, RESTART(0));
    ch_start(g->qts, CH, 0);
    return g;
}

#define SEND(g, ...)    PUSH((g)->qts, CH, __VA_ARGS__)
/* What Linux puts before a job */
#define BEGIN           SETCL(0x51, 0, 0)
/* The increment at a job's end, its operand follows */
#define END             NONINCR(0, 1)

static void finished(Gr2d *g, const char *what)
{
    wait_syncpt(g, ++g->done);
    g_assert_true(ch_done(g->qts, CH));
    area_check(g, what);
}

static void model_fill(Gr2d *g, const Surface *s, unsigned int bytes, int x,
                       int y, int w, int h, uint32_t colour)
{
    for (int n = 0; n < w * h; n++) {
        put_pixel(g, s, bytes, x + n % w, y + n / w, colour);
    }
}

/* Copy through a copy of the source, so that the two may overlap */
static void model_copy(Gr2d *g, const Surface *s, int sx, int sy,
                       const Surface *d, int dx, int dy, int w, int h,
                       bool flip)
{
    g_autofree uint32_t *px = g_new(uint32_t, w * h);

    for (int n = 0; n < w * h; n++) {
        px[n] = get_pixel(g, s, 4, sx + n % w, sy + n / w);
    }
    for (int n = 0; n < w * h; n++) {
        put_pixel(g, d, 4, dx + n % w, dy + (flip ? h - 1 - n / w : n / w),
                  px[n]);
    }
}

/* Mesa clears and grate's fills: a depth of 8, 16 or 32 bits, tiled or not */
static void test_mesa_fill(void)
{
    Gr2d *g = stream_open();

    for (uint32_t n = 0; n < 6; n++) {
        Surface s = { DST, 256, n / 3 };

        SEND(g, BEGIN, NOP, MASK(0x09, 0x09), 0x3a, 0,
             MASK(0x1e, 7), 0, n % 3 << 16 | 1 << 6 | 1 << 2, 0xcc,
             MASK(0x2b, 9), AREA + DST, 256,
             NONINCR(0x35, 1), COLOUR + n,
             NONINCR(0x46, 1), (n / 3) << 20,
             MASK(0x38, 5), xy(33, 20), xy(5, 7), END, OP_DONE);
        model_fill(g, &s, 1 << n % 3, 5, 7, 33, 20, COLOUR + n);
        finished(g, "Mesa fill");
    }
    gr2d_end(g);
}

/* Three rectangles, each with an increment; the last MASK only is repeated. */
static void test_opentegra_fill(void)
{
    Gr2d *g = stream_open();

    SEND(g, BEGIN, NOP, MASK(0x09, 0x09), 0x3a, 0,
         NONINCR(0x35, 1), COLOUR, NONINCR(0x46, 1), 0,
         MASK(0x2b, 9), AREA + DST, 256,
         MASK(0x1e, 7), 0, 2 << 16 | 1 << 6 | 1 << 2, 0xcc,
         MASK(0x38, 5), xy(10, 3), xy(2, 1), END, OP_DONE,
         MASK(0x38, 5), xy(1, 30), xy(40, 0), END, OP_DONE,
         MASK(0x38, 5), xy(60, 1), xy(0, 50), END, OP_DONE);
    model_fill(g, &target, 4, 2, 1, 10, 3, COLOUR);
    model_fill(g, &target, 4, 40, 0, 1, 30, COLOUR);
    model_fill(g, &target, 4, 0, 50, 60, 1, COLOUR);
    g->done = 2;
    finished(g, "opentegra fills");
    gr2d_end(g);
}

/* resource_copy_region: SRCSIZE is never written */
static void test_mesa_copy(void)
{
    Gr2d *g = stream_open();

    for (uint32_t n = 0; n < 8; n++) {
        Surface s = { SRC, 256, n & 1 }, d = { DST, 256, n >> 1 & 1 };
        bool flip = n >> 2;

        SEND(g, BEGIN, NOP, MASK(0x09, 0x09), 0x3a, 0,
             MASK(0x1e, 7), 0, 1 << 20 | 2 << 16 | flip << 14, 0xcc,
             NONINCR(0x46, 1), d.tiled << 20 | s.tiled,
             MASK(0x2b, 0xe149), AREA + DST, 256, AREA + SRC, 256,
             xy(31, 18), xy(3, 2), xy(9, flip ? 5 + 17 : 5), END, OP_DONE);
        model_copy(g, &s, 3, 2, &d, 9, 5, 31, 18, flip);
        finished(g, "Mesa copy");
    }
    gr2d_end(g);
}

/* Scrolling a window by five lines down and two pixels to the right */
static void test_opentegra_copy(void)
{
    Gr2d *g = stream_open();

    SEND(g, BEGIN, NOP, MASK(0x09, 0x09), 0x3a, 0,
         MASK(0x1e, 7), 0, 1 << 20 | 2 << 16 | 1 << 10 | 1 << 9, 0xcc,
         MASK(0x2b, 0x149), AREA + DST, 256, AREA + DST, 256,
         NONINCR(0x46, 1), 0,
         INCR(0x37, 4), xy(40, 30), xy(40, 30), xy(3 + 39, 4 + 29),
         xy(5 + 39, 9 + 29), END, OP_DONE);
    model_copy(g, &target, 3, 4, &target, 5, 9, 40, 30, false);
    finished(g, "opentegra scroll");

    /* Between two surfaces XDIR is set whenever the target is further right. */
    SEND(g, BEGIN, NOP, MASK(0x1e, 7), 0, 1 << 20 | 2 << 16 | 1 << 9, 0xcc,
         MASK(0x2b, 0x149), AREA + DST, 256, AREA + SRC, 256,
         INCR(0x37, 4), xy(7, 6), xy(7, 6), xy(1 + 6, 2), xy(20 + 6, 3),
         END, OP_DONE);
    model_copy(g, &source, 1, 2, &target, 20, 3, 7, 6, false);
    finished(g, "opentegra copy");
    gr2d_end(g);
}

/* Turned by 90 degrees to the left; bit 29 of CONTROLMAIN does no harm. */
static void test_opentegra_rotate(void)
{
    Gr2d *g = stream_open();
    const int w = 24, h = 16;

    SEND(g, BEGIN, NOP, MASK(0x09, 0x09), 0x37, 0,
         MASK(0x1e, 5), 4 << 26 | 1 << 24, 0xcc,
         NONINCR(0x46, 1), 0,
         MASK(0x2b, 0x108), 256, 256,
         NONINCR(0x2b, 1), AREA + DST, NONINCR(0x31, 1), AREA + SRC,
         NONINCR(0x1f, 1), 1 << 29 | 1 << 20 | 2 << 16,
         NONINCR(0x37, 1), xy(w - 1, h - 1), END, OP_DONE);
    for (int y = 0; y < w; y++) {
        for (int x = 0; x < h; x++) {
            put_pixel(g, &target, 4, x, y,
                      get_pixel(g, &source, 4, w - 1 - y, x));
        }
    }
    finished(g, "opentegra rotate");
    gr2d_end(g);
}

/* RGBA8888 to BGRA8888, twice the size, upside down, nearest pixel */
static void test_grate_stretch(void)
{
    Gr2d *g = stream_open();
    const int sw = 16, sh = 12, dw = 31, dh = 23;

    SEND(g, BEGIN, NOP, SETCL(0x52, 0, 0),
         MASK(0x09, 0xf09), 0x38, 1, ((sh - 1) << 12) / (dh - 1), 0,
         ((sw - 1) << 12) / (dw - 1), 0,
         MASK(0x15, 0x787), 0x080 << 12 | 0x080, 0x80u << 24, 0,
         14 << 8 | 15, 7 << 20, 0, 1 << 28 | 1 << 27 | 2 << 16 | 1 << 14,
         MASK(0x46, 0xd), 0, AREA + SRC, AREA + DST + 256 * (dh - 1),
         MASK(0x2b, 0x3149), AREA + DST + 256 * (dh - 1), 256, AREA + SRC, 256,
         xy(sw, sh - 1), xy(dw, dh - 1), END, OP_DONE);
    for (int y = 0; y < dh; y++) {
        for (int x = 0; x < dw; x++) {
            /* 15/30 and 11/22 are a half: output 2 n is input n. */
            uint32_t v = get_pixel(g, &source, 4, x / 2, y / 2);

            put_pixel(g, &target, 4, x, dh - 1 - y, (v & 0xff00ff00) |
                      (v & 0xff) << 16 | (v >> 16 & 0xff));
        }
    }
    finished(g, "grate stretch");
    gr2d_end(g);
}

/* ---- a hostile guest ---- */

/* Set up a fill without its launch */
static void fill_setup(Gr2d *g, uint32_t base, uint32_t stride, uint32_t w,
                       uint32_t h)
{
    reg_write(g, R_GR2D_TRIGGER, R_GR2D_DSTPS);
    reg_write(g, R_GR2D_CMDSEL, 0);
    reg_write(g, R_GR2D_CONTROLSECOND, 0);
    reg_write(g, R_GR2D_CONTROLMAIN, 2 << 16 | 1 << 6);
    reg_write(g, R_GR2D_ROPFADE, 0xcc);
    reg_write(g, R_GR2D_TILEMODE, 0);
    reg_write(g, R_GR2D_SRCFGC, COLOUR);
    reg_write(g, R_GR2D_DSTBA, base);
    reg_write(g, R_GR2D_DSTST, stride);
    reg_write(g, R_GR2D_DSTSIZE, xy(w, h));
}

static void check_words(Gr2d *g, uint32_t addr, unsigned int num,
                        uint32_t value)
{
    for (unsigned int i = 0; i < num; i++) {
        g_assert_cmphex(qtest_readl(g->qts, addr + 4 * i), ==, value);
    }
}

/* Memory ends within a line: up to there it is drawn, and nothing at 0. */
static void test_end_of_memory(void)
{
    Gr2d *g = gr2d_start();

    qtest_memset(g->qts, RAM_END - 256, 0x11, 256);
    qtest_memset(g->qts, 0, 0x22, 256);
    fill_setup(g, RAM_END - 64, 128, 32, 4);
    reg_write(g, R_GR2D_DSTPS, 0);
    wait_done(g);
    check_words(g, RAM_END - 256, 48, 0x11111111);
    check_words(g, RAM_END - 64, 16, COLOUR);
    check_words(g, 0, 64, 0x22222222);
    gr2d_end(g);
}

/* Behind 32 bits: an address does not come around. */
static void test_no_wrap(void)
{
    static const struct {
        uint32_t base, stride, pos;
    } far[] = {
        { 0xffffffc0, 64, 0 }, { 0xfffffff0, 0xffff, 0 },
        { 0xffff0000, 0xffff, 0x00020000 }, { 0xfff00000, 0xffff, ~0u },
        { 0x48000000, 256, 0 }, { 0x54140000, 256, 0 }, { RAM_END, 4, 0 },
    };
    Gr2d *g = gr2d_start();

    qtest_memset(g->qts, 0, 0x22, 0x1000);
    for (int i = 0; i < ARRAY_SIZE(far) * 2; i++) {
        fill_setup(g, far[i / 2].base, far[i / 2].stride, 64, 64);
        reg_write(g, R_GR2D_TILEMODE, i % 2 << 20);
        reg_write(g, R_GR2D_DSTPS, far[i / 2].pos);
        wait_done(g);
        check_words(g, 0, 1024, 0x22222222);
    }
    gr2d_end(g);
}

/* To the left of column 0, above line 0, of no size, from no memory */
static void test_refused(void)
{
    Gr2d *g = gr2d_start();

    area_random(g);
    area_send(g);
    fill_setup(g, AREA + DST, 256, 8, 8);
    reg_write(g, R_GR2D_CONTROLMAIN, 2 << 16 | 1 << 6 | 1 << 9);
    reg_write(g, R_GR2D_DSTPS, xy(6, 0));
    wait_done(g);
    reg_write(g, R_GR2D_CONTROLMAIN, 2 << 16 | 1 << 6 | 1 << 14);
    reg_write(g, R_GR2D_DSTPS, xy(0, 6));
    wait_done(g);
    reg_write(g, R_GR2D_CONTROLMAIN, 3 << 16 | 1 << 6);
    reg_write(g, R_GR2D_DSTPS, 0);
    wait_done(g);
    reg_write(g, R_GR2D_CONTROLMAIN, 2 << 16 | 1 << 6);
    reg_write(g, R_GR2D_DSTSIZE, xy(0, 8));
    reg_write(g, R_GR2D_DSTPS, 0);
    wait_done(g);
    reg_write(g, R_GR2D_DSTSIZE, xy(8, 0));
    reg_write(g, R_GR2D_DSTPS, 0);
    wait_done(g);
    area_check(g, "refused");
    /* A source that is not there is black. */
    reg_write(g, R_GR2D_CONTROLMAIN, 2 << 16 | 1 << 20);
    reg_write(g, R_GR2D_SRCBA, 0xf0000000);
    reg_write(g, R_GR2D_DSTSIZE, xy(5, 2));
    reg_write(g, R_GR2D_DSTPS, xy(1, 1));
    wait_done(g);
    model_fill(g, &target, 4, 1, 1, 5, 2, 0);
    area_check(g, "no source");
    gr2d_end(g);
}

/* What is not modelled draws nothing and is complete. */
static void test_unmodelled(void)
{
    static const struct {
        uint32_t reg, value;
    } unmodelled[] = {
        { R_GR2D_CONTROLMAIN, 1 }, { R_GR2D_CONTROLMAIN, 2 },
        { R_GR2D_CONTROLMAIN, 3 }, { R_GR2D_CONTROLMAIN, 1 << 4 },
        { R_GR2D_CONTROLMAIN, 1 << 12 }, { R_GR2D_CONTROLMAIN, 1 << 13 },
        { R_GR2D_CONTROLMAIN, 1 << 15 }, { R_GR2D_CONTROLMAIN, 1 << 25 },
        { R_GR2D_CONTROLMAIN, 1 << 30 }, { R_GR2D_CMDSEL, 1 << 4 },
        { R_GR2D_CMDSEL, 1 << 8 }, { R_GR2D_CONTROLSECOND, 1 << 14 },
        { R_GR2D_CONTROLSECOND, 1 << 15 }, { R_GR2D_CONTROLSECOND, 3 << 24 },
    };
    Gr2d *g = gr2d_start();

    area_random(g);
    area_send(g);
    for (int i = 0; i < ARRAY_SIZE(unmodelled); i++) {
        uint32_t reg = unmodelled[i].reg;

        fill_setup(g, AREA + DST, 256, 8, 8);
        reg_write(g, reg, reg_read(g, reg) | unmodelled[i].value);
        reg_write(g, R_GR2D_DSTPS, 0);
        reg_write(g, R_GR2D_HOSTFIFO, 0x12345678);
        wait_done(g);
    }
    area_check(g, "unmodelled");
    gr2d_end(g);
}

/* The largest there is: it can be ended, and the monitor answers meanwhile. */
static void test_largest(void)
{
    static const uint32_t main[] = {
        2 << 16 | 1 << 6, 1 << 6, 1 << 20, 2 << 16 | 1 << 20 | 1 << 11,
    };
    Gr2d *g = gr2d_start();

    for (int i = 0; i < 2 * ARRAY_SIZE(main); i++) {
        fill_setup(g, AREA, 0, 0x7fff, 0x7fff);
        reg_write(g, R_GR2D_CONTROLMAIN, main[i / 2]);
        reg_write(g, R_GR2D_ROPFADE, 0x66);
        reg_write(g, R_GR2D_TILEMODE, i % 2 ? 0x111111 : 0);
        reg_write(g, R_GR2D_DSTPS, 0);
        reg_write(g, R_GR2D_INCR_SYNCPT, OP_DONE);
        for (int n = 0; n < 10; n++) {
            qobject_unref(tegra20_qmp_ok(
                qtest_qmp(g->qts, "{ 'execute': 'query-status' }")));
        }
        g_assert_cmphex(syncpt(g->qts, SYNCPT), ==, 0);
        tegra20_hold(g->qts, TEGRA20_PERIPH_GR2D, true);
        tegra20_hold(g->qts, TEGRA20_PERIPH_GR2D, false);
    }
    wait_done(g);
    gr2d_end(g);
}

/* Any registers at all: the operation ends, and the engine draws on. */
static void test_random(void)
{
    Gr2d *g = gr2d_start();

    for (int n = 0; n < 400; n++) {
        reg_write(g, R_GR2D_TRIGGER, R_GR2D_DSTPS);
        reg_write(g, R_GR2D_TRIGGER1, 0);
        reg_write(g, R_GR2D_TRIGGER2, 0);
        for (uint32_t reg = R_GR2D_VDDA; reg < R_GR2D_DSTPS; reg++) {
            reg_write(g, reg, g_rand_int(g->rand));
        }
        reg_write(g, R_GR2D_CMDSEL, n % 2);
        /* Half of them with nothing that is refused, all of them small */
        if (n & 2) {
            reg_write(g, R_GR2D_CONTROLMAIN,
                      g_rand_int(g->rand) & 0x19f34fc4);
            reg_write(g, R_GR2D_CONTROLSECOND,
                      g_rand_int(g->rand) & 0x0d600200);
            reg_write(g, R_GR2D_CONTROLSB, g_rand_int(g->rand) & 0x067f03f0);
            reg_write(g, R_GR2D_DSTBA, g_rand_int(g->rand) & 0x3fffffff);
            reg_write(g, R_GR2D_SRCBA, g_rand_int(g->rand) & 0x3fffffff);
        }
        reg_write(g, R_GR2D_SRCSIZE, g_rand_int(g->rand) & 0x00ff03ff);
        reg_write(g, R_GR2D_DSTSIZE, g_rand_int(g->rand) & 0x00ff03ff);
        reg_write(g, R_GR2D_TILEMODE, g_rand_int(g->rand));
        reg_write(g, R_GR2D_DSTPS, g_rand_int(g->rand));
        wait_done(g);
    }
    gr2d_end(g);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("tegra20/gr2d/client/mesa-fill", test_mesa_fill);
    qtest_add_func("tegra20/gr2d/client/opentegra-fill", test_opentegra_fill);
    qtest_add_func("tegra20/gr2d/client/mesa-copy", test_mesa_copy);
    qtest_add_func("tegra20/gr2d/client/opentegra-copy", test_opentegra_copy);
    qtest_add_func("tegra20/gr2d/client/opentegra-rotate",
                   test_opentegra_rotate);
    qtest_add_func("tegra20/gr2d/client/grate-stretch", test_grate_stretch);
    qtest_add_func("tegra20/gr2d/hostile/end-of-memory", test_end_of_memory);
    qtest_add_func("tegra20/gr2d/hostile/no-wrap", test_no_wrap);
    qtest_add_func("tegra20/gr2d/hostile/refused", test_refused);
    qtest_add_func("tegra20/gr2d/hostile/unmodelled", test_unmodelled);
    qtest_add_func("tegra20/gr2d/hostile/largest", test_largest);
    qtest_add_func("tegra20/gr2d/hostile/random", test_random);
    return g_test_run();
}
