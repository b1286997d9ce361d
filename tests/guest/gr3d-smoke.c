/*
 * gr3d-smoke: draw small pictures with GR3D into memory and check the pixels
 *
 * Expected values are worked out by hand from the documents of the engine;
 * the comment at each test says how.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "r3d.h"
#include "tegra.h"

#define SIZE            256     /* of the square target */
#define WAIT_MS         20000
#define UNTOUCHED       0x5a5a5a5a
#define GEOMETRY_BYTES  65536

enum {
    BUF_COLOR,
    BUF_DEPTH,
    BUF_GEOMETRY,
};

typedef struct Smoke {
    int fd;
    TegraChannel ch;
    TegraBo color, depth, geometry;
    TegraBuffers bufs;
    R3dTarget target;
    Stream s;
} Smoke;

/* ---- set-up */

static void smoke_open(Smoke *k, TegraUapi uapi)
{
    memset(k, 0, sizeof(*k));
    k->fd = tegra_open();
    must("/dev/dri/card0", k->fd);
    must("GR3D channel", tegra_channel_open(&k->ch, k->fd, uapi,
                                            HOST1X_CLASS_GR3D));
    must("colour", tegra_bo_new(&k->color, k->fd, SIZE * SIZE * 4));
    must("depth", tegra_bo_new(&k->depth, k->fd, SIZE * SIZE * 2));
    must("geometry", tegra_bo_new(&k->geometry, k->fd, GEOMETRY_BYTES));
    k->bufs.bo[BUF_COLOR] = &k->color;
    k->bufs.bo[BUF_DEPTH] = &k->depth;
    k->bufs.bo[BUF_GEOMETRY] = &k->geometry;
    k->target = (R3dTarget) {
        .width = SIZE,
        .height = SIZE,
        .format = R3D_FORMAT_RGBA8888,
        .color = BUF_COLOR,
        .color_pitch = SIZE * 4,
        .depth = R3D_NO_BUFFER,
        .depth_pitch = SIZE * 2,
    };
}

static void smoke_close(Smoke *k)
{
    tegra_bo_free(&k->geometry);
    tegra_bo_free(&k->depth);
    tegra_bo_free(&k->color);
    tegra_channel_close(&k->ch);
    close(k->fd);
}

static void fill(TegraBo *bo, uint32_t value)
{
    uint32_t *p = bo->map;

    for (size_t i = 0; i < bo->size / 4; i++) {
        p[i] = value;
    }
}

static void begin(Smoke *k)
{
    fill(&k->color, UNTOUCHED);
    stream_init(&k->s, k->ch.syncpt);
    r3d_begin(&k->s, &k->target);
}

static bool run(Smoke *k)
{
    int ret = tegra_run(&k->ch, &k->s, &k->bufs, WAIT_MS);

    return check(ret == 0, "job of %u words, %u increments: %s",
                 k->s.num_words, k->s.incrs, strerror(-ret));
}

static uint32_t pixel(const Smoke *k, unsigned col, unsigned row)
{
    return ((const volatile uint32_t *)k->color.map)[row * SIZE + col];
}

static void expect_pixel(const Smoke *k, unsigned col, unsigned row,
                         uint32_t value)
{
    uint32_t got = pixel(k, col, row);

    if (check(got == value, "pixel (%u, %u): %08x, expected %08x", col, row,
              got, value) && !check_is_verbose()) {
        printf("    pixel (%u, %u) = %08x\n", col, row, got);
    }
}

static unsigned count_not(const Smoke *k, uint32_t value)
{
    unsigned n = 0;

    for (unsigned i = 0; i < SIZE * SIZE; i++) {
        n += pixel(k, i % SIZE, i / SIZE) != value;
    }
    return n;
}

/* Four floats each; returns the offset behind them. */
static uint32_t put(Smoke *k, uint32_t offset, const float *v, unsigned num)
{
    memcpy((char *)k->geometry.map + offset, v, num * 16);
    return offset + num * 16;
}

static void identity(Stream *s)
{
    static const float one[4][4] = {
        { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, 0 }, { 0, 0, 0, 1 },
    };

    r3d_matrix(s, one);
}

static const float screen_quad[16] = {
    -1, -1, 0, 1,  1, -1, 0, 1,  -1, 1, 0, 1,  1, 1, 0, 1,
};

/* Begin a picture with a quad over the whole screen at the start of memory. */
static void begin_quad(Smoke *k, const unsigned color[4])
{
    begin(k);
    put(k, 0, screen_quad, 4);
    identity(&k->s);
    r3d_program_constant(&k->s, color);
}

/* ---- jobs without drawing */

/* A counter moves by exactly what the stream says. */
static void test_syncpt(Smoke *k)
{
    uint32_t before, fence, value;

    stream_init(&k->s, k->ch.syncpt);
    stream_incr(&k->s, COND_OP_DONE);
    must("first job", tegra_submit(&k->ch, &k->s, &k->bufs, &before));
    must("first wait", tegra_wait(&k->ch, before, WAIT_MS, NULL));
    for (unsigned cond = COND_IMMEDIATE; cond <= COND_REG_WR_SAFE; cond++) {
        stream_init(&k->s, k->ch.syncpt);
        for (unsigned i = 0; i <= cond; i++) {
            stream_incr(&k->s, cond);
        }
        must("submit", tegra_submit(&k->ch, &k->s, &k->bufs, &fence));
        check(fence == before + cond + 1, "condition %u: fence %u after %u",
              cond, fence, before);
        check(tegra_wait(&k->ch, fence, WAIT_MS, &value) == 0 &&
              value == fence, "counter %u, expected %u", value, fence);
        before = fence;
    }
    check(tegra_wait(&k->ch, before + 1, 50, NULL) == -EAGAIN,
          "a value that is never reached: time-out");
}

/* ---- drawing */

/* 1.0, 0.75, 0.25, 1.0 -> ff, bf (191.25), 40 (63.75), ff: 0xff40bfff */
static void test_clear(Smoke *k)
{
    static const unsigned color[4] = { 0x100, 0x0c0, 0x040, 0x100 };

    begin_quad(k, color);
    r3d_attrib(&k->s, 0, 4, 16, BUF_GEOMETRY, 0);
    r3d_draw_arrays(&k->s, R3D_TRIANGLE_STRIP, 0, 4);
    if (run(k)) {
        expect_pixel(k, 0, 0, 0xff40bfff);
        expect_pixel(k, 128, 128, 0xff40bfff);
        check(count_not(k, 0xff40bfff) == 0, "%u pixels differ",
              count_not(k, 0xff40bfff));
    }
}

/*
 * Red (0, 0.5), green (-0.5, -0.5), blue (0.5, -0.5): window vertices
 * (128, 192), (64, 64), (192, 64): 128 * 128 / 2 = 8192 pixels, rows 64 to
 * 190.  At the sample of (96, 100), (96.5, 100.5): R = 36.5/128 = 0.2852,
 * the row's span is 82.25 .. 173.75, so B = 14.25/128 = 0.1113 and G the rest;
 * fx10 73, 28.5 -> 29 and 154.5 -> 154 or 155.  The values of
 * [tegra-gr3d.rst, Worked example].
 */
static void test_triangle(Smoke *k)
{
    static const float v[] = {
        1, 0, 0, 1,  0, 1, 0, 1,  0, 0, 1, 1,
        0, 0.5f, 0, 1,  -0.5f, -0.5f, 0, 1,  0.5f, -0.5f, 0, 1,
    };
    static const struct {
        uint16_t col, row;
        uint32_t value;
    } want[] = {
        { 127, 190, 0xff0103fc }, { 128, 190, 0xff0301fc },
        { 64, 64, 0xff01fe01 }, { 191, 64, 0xfffe0101 },
        { 128, 106, 0xff575555 }, { 128, 110, 0xff53515d },
        { 96, 100, 0xff1d9a49 }, { 128, 64, 0xff807f01 },
        { 63, 64, UNTOUCHED }, { 192, 64, UNTOUCHED },
        { 128, 191, UNTOUCHED }, { 128, 63, UNTOUCHED },
    };

    begin(k);
    put(k, 0, v, 6);
    identity(&k->s);
    r3d_program_colour(&k->s);
    r3d_attrib(&k->s, 1, 4, 16, BUF_GEOMETRY, 0);
    r3d_attrib(&k->s, 0, 4, 16, BUF_GEOMETRY, 48);
    r3d_draw_arrays(&k->s, R3D_TRIANGLES, 0, 3);
    if (!run(k)) {
        return;
    }
    for (unsigned i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
        expect_pixel(k, want[i].col, want[i].row, want[i].value);
    }
    check(count_not(k, UNTOUCHED) == 8192, "%u pixels drawn, expected 8192",
          count_not(k, UNTOUCHED));
}

/*
 * A quad over the screen, its left edge at w = 1 and its right at w = 3, red
 * running from 0 to 1.  On the line y = 0 the red of column c is, with
 * s = (c + 0.5) / 256, s/3 / ((1 - s) + s/3): 0.0006 in column 0, 0.1000 at
 * s = 1/4, 1/4 at s = 1/2, 1/2 at s = 3/4.  Without the perspective it
 * would be s.  Tolerance: 2 of 255.
 */
static void test_perspective(Smoke *k)
{
    static const float v[] = {
        -1, -1, 0, 1,  3, -3, 0, 3,  -1, 1, 0, 1,  3, 3, 0, 3,
        0, 0, 0, 1,  1, 0, 0, 1,  0, 0, 0, 1,  1, 0, 0, 1,
    };
    static const struct {
        unsigned col, red;
    } want[] = { { 0, 0 }, { 64, 26 }, { 128, 64 }, { 192, 128 },
                 { 255, 253 } };

    begin(k);
    put(k, 0, v, 8);
    identity(&k->s);
    r3d_program_colour(&k->s);
    r3d_attrib(&k->s, 0, 4, 16, BUF_GEOMETRY, 0);
    r3d_attrib(&k->s, 1, 4, 16, BUF_GEOMETRY, 64);
    r3d_draw_arrays(&k->s, R3D_TRIANGLE_STRIP, 0, 4);
    if (!run(k)) {
        return;
    }
    for (unsigned i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
        int red = pixel(k, want[i].col, 128) & 0xff;

        check(abs(red - (int)want[i].red) <= 2,
              "column %u: red %d, expected about %u", want[i].col, red,
              want[i].red);
    }
}

/* ---- depth */

/* A strip quad over columns and rows [a, b) of the target at depth z/w = z */
static void put_rect(Smoke *k, uint32_t offset, unsigned a, unsigned b,
                     float z)
{
    const float l = a * (2.0f / SIZE) - 1, h = b * (2.0f / SIZE) - 1;
    const float v[16] = {
        l, l, z, 1,  h, l, z, 1,  l, h, z, 1,  h, h, z, 1,
    };

    put(k, offset, v, 4);
}

static void draw_rect(Smoke *k, uint32_t offset, const unsigned color[4])
{
    r3d_constant(&k->s, color);
    r3d_attrib(&k->s, 0, 4, 16, BUF_GEOMETRY, offset);
    r3d_draw_arrays(&k->s, R3D_TRIANGLE_STRIP, 0, 4);
}

static const unsigned red[4] = { 0x100, 0, 0, 0x100 };
static const unsigned green[4] = { 0, 0x100, 0, 0x100 };
static const unsigned blue[4] = { 0, 0, 0x100, 0x100 };

enum {
    RED = 0xff0000ff,
    GREEN = 0xff00ff00,
    BLUE = 0xffff0000,
};

static uint16_t depth_at(const Smoke *k, unsigned col, unsigned row)
{
    return ((const volatile uint16_t *)k->depth.map)[row * SIZE + col];
}

static void expect_depth(const Smoke *k, unsigned at, uint16_t value)
{
    check(depth_at(k, at, at) == value, "depth at (%u, %u): %04x, "
          "expected %04x", at, at, depth_at(k, at, at), value);
}

/*
 * Red everywhere at z = 0, then green nearer over [32, 128), then blue in
 * between over [64, 192): where both are, the nearer green stays.
 *
 * z = 0 -> 0.5 - 2^-21 -> 524287.5, half up 0x80000 -> 0x8000; z = -0.5 ->
 * 262143.75 -> 0x40000 -> 0x4000; z = -0.25 -> 393215.625 -> 0x60000.
 */
static void test_depth(Smoke *k)
{
    k->target.depth = BUF_DEPTH;
    fill(&k->depth, 0xffffffff);
    begin(k);
    put_rect(k, 0, 0, SIZE, 0);
    put_rect(k, 64, 32, 128, -0.5f);
    put_rect(k, 128, 64, 192, -0.25f);
    identity(&k->s);
    r3d_program_constant(&k->s, red);
    r3d_depth(&k->s, true, R3D_LESS, true);
    draw_rect(k, 0, red);
    draw_rect(k, 64, green);
    draw_rect(k, 128, blue);
    k->target.depth = R3D_NO_BUFFER;
    if (!run(k)) {
        return;
    }
    expect_pixel(k, 10, 10, RED);
    expect_pixel(k, 40, 40, GREEN);
    expect_pixel(k, 100, 100, GREEN);
    expect_pixel(k, 127, 127, GREEN);
    expect_pixel(k, 128, 128, BLUE);
    expect_pixel(k, 200, 200, RED);
    expect_depth(k, 10, 0x8000);
    expect_depth(k, 100, 0x4000);
    expect_depth(k, 150, 0x6000);
}

/* What passes: a new value less than, equal to, greater than the stored one */
static const struct {
    R3dFunc func;
    bool less, equal, greater;
} func_table[] = {
    { R3D_NEVER, 0, 0, 0 }, { R3D_LESS, 1, 0, 0 }, { R3D_EQUAL, 0, 1, 0 },
    { R3D_LEQUAL, 1, 1, 0 }, { R3D_GREATER, 0, 0, 1 },
    { R3D_NOTEQUAL, 1, 0, 1 }, { R3D_GEQUAL, 0, 1, 1 },
    { R3D_ALWAYS, 1, 1, 1 },
};

/*
 * Stored depth 0x8000; rectangles of the same 32 pixels at z = -0.5, 0 and
 * 0.5, each function in its own 32 pixels on the diagonal, no depth writes.
 */
static void test_depth_func(Smoke *k, unsigned which)
{
    static const float z[3] = { -0.5f, 0, 0.5f };

    k->target.depth = BUF_DEPTH;
    fill(&k->depth, 0x80008000);
    begin(k);
    identity(&k->s);
    r3d_program_constant(&k->s, green);
    for (unsigned i = 0; i < 8; i++) {
        put_rect(k, 64 * i, 32 * i, 32 * i + 32, z[which]);
        r3d_depth(&k->s, true, func_table[i].func, false);
        draw_rect(k, 64 * i, green);
    }
    k->target.depth = R3D_NO_BUFFER;
    if (!run(k)) {
        return;
    }
    for (unsigned i = 0; i < 8; i++) {
        const bool pass[3] = { func_table[i].less, func_table[i].equal,
                               func_table[i].greater };

        expect_pixel(k, 32 * i + 16, 32 * i + 16,
                     pass[which] ? GREEN : UNTOUCHED);
        expect_depth(k, 32 * i + 16, 0x8000);
    }
}

static void test_depth_funcs(Smoke *k)
{
    for (unsigned i = 0; i < 3; i++) {
        test_depth_func(k, i);
    }
}

/* ---- fetch, scissor, formats */

/* The same quad through every kind of index; entries 4.. are a far corner. */
static void test_indices(Smoke *k)
{
    static const uint8_t i8[6] = { 0, 1, 2, 2, 1, 3 };
    char *at = (char *)k->geometry.map + 4096;

    for (R3dIndex type = R3D_INDEX_U8; type <= R3D_INDEX_U32; type++) {
        unsigned bytes = 1 << (type - R3D_INDEX_U8);

        begin(k);
        put_rect(k, 0, 16, 48, 0);
        memset(at, 0, 64);
        for (unsigned i = 0; i < 6; i++) {
            at[i * bytes] = i8[i];
        }
        identity(&k->s);
        r3d_program_constant(&k->s, blue);
        r3d_attrib(&k->s, 0, 4, 16, BUF_GEOMETRY, 0);
        r3d_draw_indexed(&k->s, R3D_TRIANGLES, type, BUF_GEOMETRY, 4096, 6);
        if (run(k)) {
            expect_pixel(k, 16, 16, BLUE);
            expect_pixel(k, 47, 47, BLUE);
            check(count_not(k, UNTOUCHED) == 32 * 32,
                  "%u-byte indices: %u pixels, expected 1024", bytes,
                  count_not(k, UNTOUCHED));
        }
    }
}

/* A quad over everything inside a scissor of 10 x 5 pixels */
static void test_scissor(Smoke *k)
{
    const R3dRect r = { 20, 30, 10, 5 };

    begin_quad(k, green);
    r3d_scissor(&k->s, &r);
    draw_rect(k, 0, green);
    if (run(k)) {
        expect_pixel(k, 20, 30, GREEN);
        expect_pixel(k, 29, 34, GREEN);
        expect_pixel(k, 30, 34, UNTOUCHED);
        expect_pixel(k, 29, 35, UNTOUCHED);
        check(count_not(k, UNTOUCHED) == 50, "%u pixels, expected 50",
              count_not(k, UNTOUCHED));
    }
}

/* 0.5, 1.0, 0 in 565: (128*31+127)>>8 = 15, 63, 0 -> 0x7fe0, twice a word */
static void test_rgb565(Smoke *k)
{
    static const unsigned color[4] = { 0x080, 0x100, 0, 0x100 };
    R3dTarget saved = k->target;

    k->target.format = R3D_FORMAT_RGB565;
    k->target.color_pitch = SIZE * 2;
    begin_quad(k, color);
    draw_rect(k, 0, color);
    k->target = saved;
    if (run(k)) {
        expect_pixel(k, 0, 0, 0x7fe07fe0);
        expect_pixel(k, 255, 127, 0x7fe07fe0);
        expect_pixel(k, 0, 128, UNTOUCHED);
    }
}

/* The kernel switches the engine off after 200 to 500 ms without a job. */
static void test_power(Smoke *k)
{
    usleep(1000000);
    test_clear(k);
}

/* ---- bad input: the engine goes on, the kernel refuses what it must */

static void expect_alive(Smoke *k, const char *after)
{
    printf("  still drawing after %s\n", after);
    test_clear(k);
}

/* Offsets that no Tegra20 has: accepted, without effect on the picture */
static void bad_registers(Smoke *k)
{
    static const uint16_t odd[] = {
        0x416, 0x41a, 0x547, 0x548, 0x750, 0x770, 0x7e0, 0xb00, 0xc00,
        0xe41, 0xe44, 0xe70, 0xe80, 0xe87, 0xfff,
    };
    static const unsigned color[4] = { 0x100, 0x0c0, 0x040, 0x100 };

    begin(k);
    put(k, 0, screen_quad, 4);
    for (unsigned i = 0; i < sizeof(odd) / sizeof(odd[0]); i++) {
        stream_reg(&k->s, odd[i], 0x1234);
    }
    identity(&k->s);
    r3d_program_constant(&k->s, color);
    draw_rect(k, 0, color);
    if (run(k)) {
        check(count_not(k, 0xff40bfff) == 0, "picture is right");
    }
}

static void expect_error(Smoke *k, const char *what, int want)
{
    uint32_t fence;
    int ret = tegra_submit(&k->ch, &k->s, &k->bufs, &fence);

    check(ret == want, "%s: %s, expected %s", what, strerror(-ret),
          strerror(-want));
}

/* What the kernel's own check of a stream refuses */
static void bad_submits(Smoke *k)
{
    static const struct {
        const char *what;
        uint32_t word[2];
    } bad[] = {
        { "an address register without relocation",
          { 0x1e010001, 0x12345678 } },
        { "a forbidden class", { 0x00000040, 0x20000000 } },
        { "a forbidden opcode", { 0x50000000, 0x20000000 } },
    };

    for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        stream_init(&k->s, k->ch.syncpt);
        stream_word(&k->s, bad[i].word[0]);
        stream_word(&k->s, bad[i].word[1]);
        stream_incr(&k->s, COND_OP_DONE);
        expect_error(k, bad[i].what, -EINVAL);
    }
}

static void bad_vertices(Smoke *k)
{
    uint32_t *index = (uint32_t *)((char *)k->geometry.map + 4096);

    begin_quad(k, blue);
    index[0] = 0;
    index[1] = 0x7fffffff;
    index[2] = 0xffffffff;
    r3d_attrib(&k->s, 0, 4, 4095, BUF_GEOMETRY, 0);
    r3d_draw_indexed(&k->s, R3D_TRIANGLES, R3D_INDEX_U32, BUF_GEOMETRY, 4096,
                     3);
    run(k);
}

/*
 * Rows far below the buffer, beyond the end of memory: pitch 0x1ff00 and
 * rows from 8000 on put every pixel about 1 GiB behind the colour buffer.
 */
static void bad_surface(Smoke *k)
{
    const R3dRect far_rows = { 0, 8000, 16, 16 };

    k->target.color_pitch = 0x1ff00;
    begin_quad(k, green);
    r3d_viewport(&k->s, &k->target, &far_rows);
    r3d_scissor(&k->s, &far_rows);
    draw_rect(k, 0, green);
    k->target.color_pitch = SIZE * 4;
    if (run(k)) {
        check(count_not(k, UNTOUCHED) == 0, "colour buffer is untouched");
    }
}

/* Primitive type 7, no program, 64 EXECs of whatever is in the memories */
static void bad_draws(Smoke *k)
{
    begin_quad(k, red);
    r3d_attrib(&k->s, 0, 4, 16, BUF_GEOMETRY, 0);
    r3d_draw_arrays(&k->s, 7, 0, 4);
    r3d_draw_arrays(&k->s, R3D_TRIANGLES, 0xfffff, 4096);
    stream_reg(&k->s, 0x520, 0x2000607f);
    r3d_draw_arrays(&k->s, R3D_TRIANGLES, 0, 3);
    run(k);
}

/* Declares one increment more than it makes: the waiter must get -EAGAIN. */
static void bad_hang(Smoke *k)
{
    uint32_t fence;

    stream_init(&k->s, k->ch.syncpt);
    stream_incr(&k->s, COND_OP_DONE);
    k->s.incrs = 2;
    must("submit", tegra_submit(&k->ch, &k->s, &k->bufs, &fence));
    check(tegra_wait(&k->ch, fence, 100, NULL) == -EAGAIN,
          "a job that never ends: time-out");
    if (k->ch.uapi == TEGRA_UAPI_LEGACY) {
        check(tegra_wait(&k->ch, fence, 30000, NULL) == 0,
              "the kernel recovers it");
    }
}

/* ---- the list */

typedef struct Test {
    const char *name;
    void (*run)(Smoke *k);
} Test;

static const Test good[] = {
    { "sync point", test_syncpt },
    { "clear", test_clear },
    { "triangle", test_triangle },
    { "perspective", test_perspective },
    { "depth", test_depth },
    { "depth functions", test_depth_funcs },
    { "indices", test_indices },
    { "scissor", test_scissor },
    { "RGB565", test_rgb565 },
    { "power off and on", test_power },
    { NULL, NULL }
};

static const Test bad[] = {
    { "unknown registers", bad_registers },
    { "refused submits", bad_submits },
    { "vertices out of range", bad_vertices },
    { "surface out of range", bad_surface },
    { "impossible draws", bad_draws },
    { NULL, NULL }
};

static const Test hang[] = {
    { "hang", bad_hang },
    { NULL, NULL }
};

static void run_tests(TegraUapi uapi, const Test *tests, bool alive)
{
    static Smoke k;

    for (; tests->name; tests++) {
        unsigned before = check_failures();

        printf("gr3d-smoke: %s: %s\n",
               uapi == TEGRA_UAPI_NEW ? "new" : "legacy", tests->name);
        smoke_open(&k, uapi);
        tests->run(&k);
        if (alive) {
            expect_alive(&k, tests->name);
        }
        smoke_close(&k);
        printf("  %s\n", check_failures() == before ? "PASS" : "FAIL");
    }
}

static const char usage[] =
    "usage: gr3d-smoke [--uapi legacy|new] [--bad | --hang] [--verbose]\n"
    "Draws with GR3D into memory and checks the pixels; exit status 0 if all\n"
    "are right.  Without --uapi both kernel interfaces are used.\n"
    "  --bad      wrong register numbers, streams, addresses, draws: each\n"
    "             must leave the engine able to draw\n"
    "  --hang     a job that never ends (logs a kernel time-out)\n"
    "  --verbose  print every value that is checked\n";

int main(int argc, char **argv)
{
    const Test *tests = good;
    bool use[2] = { true, true };

    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--bad")) {
            tests = bad;
        } else if (!strcmp(argv[i], "--hang")) {
            tests = hang;
        } else if (!strcmp(argv[i], "--verbose")) {
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
            run_tests(u, tests, tests == bad);
        }
    }
    printf("gr3d-smoke: %s, %u wrong\n", check_failures() ? "FAIL" : "PASS",
           check_failures());
    return check_failures() ? 1 : 0;
}
