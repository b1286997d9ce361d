/*
 * gr2d-smoke: draw with GR2D into memory and check every byte
 *
 * What has to come out is computed by the CPU, pixel by pixel, from the
 * formulas of [tegra-gr2d.rst]; all of both buffers is compared, so that a
 * pixel beside a rectangle counts as well.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "tegra.h"

#define CLASS_GR2D      0x51
#define CLASS_GR2D_SB   0x52

#define WIDTH           128     /* pixels of 32 bits */
#define HEIGHT          96
#define PITCH           (WIDTH * 4)
#define BYTES           (PITCH * HEIGHT)
#define WAIT_MS         5000

/* Methods */
enum {
    TRIGGER = 0x09, CMDSEL = 0x0c, VDDA = 0x11, VDDAINI, HDDA, HDDAINILS,
    CSCFIRST = 0x15, CSCSECOND, CSCTHIRD, SBFORMAT = 0x1c, CONTROLSB,
    CONTROLSECOND, CONTROLMAIN, ROPFADE, DSTBA = 0x2b, DSTST = 0x2e,
    SRCBA = 0x31, SRCST = 0x33, SRCFGC = 0x35, SRCSIZE = 0x37, DSTSIZE, SRCPS,
    DSTPS, TILEMODE = 0x46,
};

/* CONTROLMAIN */
#define TURBO   (1 << 2)
#define SRCSLD  (1 << 6)
#define XDIR    (1 << 9)
#define YDIR    (1 << 10)
#define YFLIP   (1 << 14)
#define SRCCD   (1 << 20)
#define SRCDIR  (1 << 27)
#define DSTDIR  (1 << 28)

enum { SRC, DST };

typedef struct Smoke {
    int fd;
    TegraChannel ch;
    TegraBo bo[2];
    TegraBuffers bufs;
    Stream s;
    uint8_t want[2][BYTES];
} Smoke;

static void smoke_open(Smoke *k, TegraUapi uapi)
{
    memset(k, 0, sizeof(*k));
    k->fd = tegra_open();
    must("/dev/dri/card0", k->fd);
    must("GR2D channel", tegra_channel_open(&k->ch, k->fd, uapi, CLASS_GR2D));
    for (unsigned i = 0; i < 2; i++) {
        must("buffer", tegra_bo_new(&k->bo[i], k->fd, BYTES));
        k->bufs.bo[i] = &k->bo[i];
    }
}

static void smoke_close(Smoke *k)
{
    tegra_bo_free(&k->bo[DST]);
    tegra_bo_free(&k->bo[SRC]);
    tegra_channel_close(&k->ch);
    close(k->fd);
}

/* ---- the model */

/* Where a pixel is: linear, or in tiles of 16 lines of 16 bytes */
static uint8_t *at(Smoke *k, unsigned buf, bool tiled, unsigned bytes,
                   unsigned x, unsigned y)
{
    unsigned xb = x * bytes;

    return k->want[buf] + (tiled ? y / 16 * PITCH * 16 + xb / 16 * 256 +
                                   y % 16 * 16 + xb % 16
                                 : y * PITCH + xb);
}

static uint32_t get(Smoke *k, unsigned buf, unsigned x, unsigned y)
{
    uint32_t v;

    memcpy(&v, at(k, buf, false, 4, x, y), 4);
    return v;
}

/* The low @bytes of @v: the CPU is little endian. */
static void put(Smoke *k, unsigned buf, bool tiled, unsigned bytes, unsigned x,
                unsigned y, uint32_t v)
{
    memcpy(at(k, buf, tiled, bytes, x, y), &v, bytes);
}

/* ---- jobs */

/* Different bytes everywhere, in the buffers and in what is wanted */
static void begin(Smoke *k)
{
    uint32_t v = 1;

    for (unsigned i = 0; i < 2; i++) {
        for (unsigned n = 0; n < BYTES; n++) {
            v = v * 1103515245 + 12345;
            k->want[i][n] = v >> 16;
        }
        memcpy(k->bo[i].map, k->want[i], BYTES);
    }
    stream_init(&k->s, k->ch.syncpt);
    stream_setclass(&k->s, CLASS_GR2D);
}

static void check_bytes(Smoke *k, const char *what)
{
    static const char *const names[] = { "source", "destination" };

    for (unsigned i = 0; i < 2; i++) {
        const volatile uint8_t *got = k->bo[i].map;
        unsigned wrong = 0, first = 0;

        for (unsigned n = BYTES; n-- > 0;) {
            if (got[n] != k->want[i][n]) {
                wrong++;
                first = n;
            }
        }
        check(!wrong, "%s, %s: %u bytes differ, the first at line %u byte "
              "%u: %02x, expected %02x", what, names[i], wrong, first / PITCH,
              first % PITCH, got[first], k->want[i][first]);
    }
}

static void finish(Smoke *k, const char *what)
{
    int ret;

    stream_incr(&k->s, COND_OP_DONE);
    ret = tegra_run(&k->ch, &k->s, &k->bufs, WAIT_MS);
    if (check(ret == 0, "%s: job: %s", what, strerror(-ret))) {
        check_bytes(k, what);
    }
}

static void control(Smoke *k, unsigned trigger, uint32_t second, uint32_t main,
                    unsigned rop)
{
    stream_reg(&k->s, TRIGGER, trigger);
    stream_reg(&k->s, CMDSEL, 0);
    stream_reg(&k->s, CONTROLSECOND, second);
    stream_reg(&k->s, CONTROLMAIN, main);
    stream_reg(&k->s, ROPFADE, rop);
    stream_reg(&k->s, TILEMODE, 0);
}

static void surfaces(Smoke *k, unsigned src, unsigned dst)
{
    stream_addr(&k->s, DSTBA, dst, 0);
    stream_reg(&k->s, DSTST, PITCH);
    stream_addr(&k->s, SRCBA, src, 0);
    stream_reg(&k->s, SRCST, PITCH);
}

static void launch(Smoke *k, unsigned sx, unsigned sy, unsigned dx,
                   unsigned dy, unsigned w, unsigned h)
{
    stream_reg(&k->s, DSTSIZE, h << 16 | w);
    stream_reg(&k->s, SRCPS, sy << 16 | sx);
    stream_reg(&k->s, DSTPS, dy << 16 | dx);
}

/* ---- tests */

/* Two rectangles in one job, in 8, 16 and 32 bits per pixel */
static void test_fill(Smoke *k)
{
    static const struct {
        unsigned x, y, w, h;
    } rect[] = { { 3, 5, 41, 17 }, { 0, 60, 128, 36 } };

    for (unsigned depth = 0; depth < 3; depth++) {
        begin(k);
        control(k, DSTPS, 0, depth << 16 | SRCSLD | TURBO, 0xcc);
        surfaces(k, SRC, DST);
        for (unsigned i = 0; i < 2; i++) {
            uint32_t colour = 0x9abcdef0 + i;

            stream_reg(&k->s, SRCFGC, colour);
            launch(k, 0, 0, rect[i].x, rect[i].y, rect[i].w, rect[i].h);
            for (unsigned n = 0; n < rect[i].w * rect[i].h; n++) {
                put(k, DST, false, 1 << depth, rect[i].x + n % rect[i].w,
                    rect[i].y + n / rect[i].w, colour);
            }
        }
        finish(k, "fill");
    }
}

static void model_copy(Smoke *k, unsigned from, unsigned sx, unsigned sy,
                       unsigned dx, unsigned dy, unsigned w, unsigned h,
                       bool flip)
{
    uint32_t *px = malloc(w * h * 4);

    for (unsigned n = 0; n < w * h; n++) {
        px[n] = get(k, from, sx + n % w, sy + n / w);
    }
    for (unsigned n = 0; n < w * h; n++) {
        put(k, DST, false, 4, dx + n % w,
            dy + (flip ? h - 1 - n / w : n / w), px[n]);
    }
    free(px);
}

static void test_copy(Smoke *k)
{
    for (unsigned flip = 0; flip < 2; flip++) {
        begin(k);
        control(k, DSTPS, 0, 2 << 16 | SRCCD | (flip ? YFLIP : 0), 0xcc);
        surfaces(k, SRC, DST);
        launch(k, 7, 3, 30, flip ? 9 + 39 : 9, 50, 40);
        model_copy(k, SRC, 7, 3, 30, 9, 50, 40, flip);
        finish(k, flip ? "copy upside down" : "copy");
    }
}

/* Within one picture, by a few pixels in each direction */
static void test_scroll(Smoke *k)
{
    for (int n = 0; n < 9; n++) {
        int right = n % 3 - 1, down = n / 3 - 1;
        unsigned sx = 10, sy = 10, w = 60, h = 50;
        unsigned dx = sx + 5 * right, dy = sy + 3 * down;
        unsigned x = right > 0 ? w - 1 : 0, y = down > 0 ? h - 1 : 0;

        begin(k);
        control(k, DSTPS, 0, 2 << 16 | SRCCD | (x ? XDIR : 0) |
                (y ? YDIR : 0), 0xcc);
        surfaces(k, DST, DST);
        launch(k, sx + x, sy + y, dx + x, dy + y, w, h);
        model_copy(k, DST, sx, sy, dx, dy, w, h, false);
        finish(k, "scroll");
    }
}

/* Exclusive or, and source where the destination is (S & D) */
static void test_rop(Smoke *k)
{
    for (unsigned i = 0; i < 2; i++) {
        begin(k);
        control(k, DSTPS, 0, 2 << 16 | SRCCD, i ? 0x88 : 0x66);
        surfaces(k, SRC, DST);
        launch(k, 1, 2, 3, 4, 90, 80);
        for (unsigned n = 0; n < 90 * 80; n++) {
            uint32_t s = get(k, SRC, 1 + n % 90, 2 + n / 90);
            uint32_t d = get(k, DST, 3 + n % 90, 4 + n / 90);

            put(k, DST, false, 4, 3 + n % 90, 4 + n / 90, i ? s & d : s ^ d);
        }
        finish(k, i ? "and" : "exclusive or");
    }
}

/* A linear picture into tiles; the coordinates are the same. */
static void test_tiles(Smoke *k)
{
    begin(k);
    control(k, DSTPS, 0, 2 << 16 | SRCCD, 0xcc);
    stream_reg(&k->s, TILEMODE, 1 << 20);
    surfaces(k, SRC, DST);
    launch(k, 5, 6, 9, 11, 100, 70);
    for (unsigned n = 0; n < 100 * 70; n++) {
        put(k, DST, true, 4, 9 + n % 100, 11 + n / 100,
            get(k, SRC, 5 + n % 100, 6 + n / 100));
    }
    finish(k, "tiles");
}

/* The eight types of [tegra-gr2d.rst, Fast rotate] */
static void test_rotate(Smoke *k)
{
    const unsigned w = 64, h = 48;

    for (unsigned type = 0; type < 8; type++) {
        bool turned = type == 2 || type == 3 || type == 4 || type == 6;
        unsigned ow = turned ? h : w, oh = turned ? w : h;

        begin(k);
        control(k, SRCSIZE, type << 26 | 1 << 24, 2 << 16 | SRCCD | 1 << 29,
                0xcc);
        surfaces(k, SRC, DST);
        stream_reg(&k->s, SRCSIZE, (h - 1) << 16 | (w - 1));
        for (unsigned n = 0; n < ow * oh; n++) {
            const unsigned x = n % ow, y = n / ow;
            const unsigned from[8][2] = {
                { w - 1 - x, y }, { x, h - 1 - y }, { y, x },
                { w - 1 - y, h - 1 - x }, { w - 1 - y, x },
                { w - 1 - x, h - 1 - y }, { y, h - 1 - x }, { x, y },
            };

            put(k, DST, false, 4, x, y, get(k, SRC, from[type][0],
                                            from[type][1]));
        }
        finish(k, "rotate");
    }
}

/*
 * RGBA to BGRA: as it is, at twice and at half the size; a step of the DDA is
 * 6.12, and without filter a pixel is the one at the integer part.
 */
static void test_stretch(Smoke *k)
{
    static const uint32_t step[] = { 0x1000, 0x800, 0x2000 };

    for (unsigned i = 0; i < 3; i++) {
        const unsigned w = i == 1 ? 60 : 20, h = i == 1 ? 40 : 30;
        const unsigned sw = w * step[i] / 0x1000, sh = h * step[i] / 0x1000;

        begin(k);
        stream_setclass(&k->s, CLASS_GR2D_SB);
        control(k, DSTSIZE, 0, SRCDIR | DSTDIR | 2 << 16, 0xcc);
        stream_reg(&k->s, CMDSEL, 1);
        stream_reg(&k->s, VDDA, step[i]);
        stream_reg(&k->s, VDDAINI, 0);
        stream_reg(&k->s, HDDA, step[i]);
        stream_reg(&k->s, HDDAINILS, 0);
        stream_reg(&k->s, CSCFIRST, 0x80 << 12 | 0x80);
        stream_reg(&k->s, CSCSECOND, 0x80u << 24);
        stream_reg(&k->s, CSCTHIRD, 0);
        stream_reg(&k->s, SBFORMAT, 14 << 8 | 15);
        stream_reg(&k->s, CONTROLSB, 7 << 20);
        surfaces(k, SRC, DST);
        stream_reg(&k->s, SRCSIZE, (sh - 1) << 16 | sw);
        stream_reg(&k->s, DSTSIZE, (h - 1) << 16 | w);
        for (unsigned n = 0; n < w * h; n++) {
            uint32_t v = get(k, SRC, n % w * step[i] / 0x1000,
                             n / w * step[i] / 0x1000);

            put(k, DST, false, 4, n % w, n / w, (v & 0xff00ff00) |
                (v & 0xff) << 16 | (v >> 16 & 0xff));
        }
        finish(k, "stretch");
    }
}

/* The kernel switches the engine off after 200 to 500 ms without a job. */
static void test_power(Smoke *k)
{
    usleep(700000);
    test_fill(k);
}

static const struct {
    const char *name;
    void (*run)(Smoke *k);
} tests[] = {
    { "fill", test_fill },
    { "copy", test_copy },
    { "scroll", test_scroll },
    { "raster operations", test_rop },
    { "tiles", test_tiles },
    { "fast rotate", test_rotate },
    { "stretch", test_stretch },
    { "power off and on", test_power },
};

static void run_tests(TegraUapi uapi)
{
    static Smoke k;

    for (unsigned i = 0; i < sizeof(tests) / sizeof(tests[0]); i++) {
        unsigned before = check_failures();

        printf("gr2d-smoke: %s: %s\n",
               uapi == TEGRA_UAPI_NEW ? "new" : "legacy", tests[i].name);
        smoke_open(&k, uapi);
        tests[i].run(&k);
        smoke_close(&k);
        printf("  %s\n", check_failures() == before ? "PASS" : "FAIL");
    }
}

static const char usage[] =
    "usage: gr2d-smoke [--uapi legacy|new] [--verbose]\n"
    "Draws with GR2D into memory and checks every byte; exit status 0 if all\n"
    "are right.  Without --uapi both kernel interfaces are used.\n"
    "  --verbose  print every result that is checked\n";

int main(int argc, char **argv)
{
    bool use[2] = { true, true };

    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--verbose")) {
            check_verbose();
        } else if (!strcmp(argv[i], "--uapi") && i + 1 < argc &&
                   (!strcmp(argv[i + 1], "legacy") ||
                    !strcmp(argv[i + 1], "new"))) {
            use[!strcmp(argv[++i], "legacy")] = false;
        } else {
            fputs(usage, strcmp(argv[i], "--help") ? stderr : stdout);
            return strcmp(argv[i], "--help") ? 2 : 0;
        }
    }
    setlinebuf(stdout);
    for (TegraUapi u = TEGRA_UAPI_LEGACY; u <= TEGRA_UAPI_NEW; u++) {
        if (use[u]) {
            run_tests(u);
        }
    }
    printf("gr2d-smoke: %s, %u wrong\n", check_failures() ? "FAIL" : "PASS",
           check_failures());
    return check_failures() ? 1 : 0;
}
