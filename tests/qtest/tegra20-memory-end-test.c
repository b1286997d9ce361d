/*
 * QTest testcase for Tegra20 engines whose memory ends too early
 *
 * Each kind of span of GR3D, GR2D's surfaces and host1x' indirect access lies
 * over the end of RAM: what is there is used, what is not reads as zero and is
 * not written [tegra-gr3d-stream.rst, Memory].  Registers are no memory.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tegra20-gr3d-job.h"

#define RAM_END     0x10000000
#define ROWS        20          /* of the target that are there ... */
#define PIXELS      25          /* ... and pixels of the one that is cut */

static QTestState *start_small(void)
{
    QTestState *qts = start("-m 256M");

    write_vertices(qts, 0);
    clear_target(qts);
    qtest_writel(qts, HOST1X_SYNCPT(SYNCPT), 0);
    return qts;
}

static void draw(Stream *s, unsigned int count)
{
    put(s, 0x123, draw_prim(count));
    put_incr(s, OP_DONE);
    wait_syncpt(s->qts, 1);
}

/* ------------------------------------------------------------------ */
/* GR3D                                                               */

/* The rows of a target before the end, and the part of one that is cut */
static void test_target(void)
{
    const uint32_t bytes = ROWS * STRIDE + PIXELS * 4;
    g_autofree uint32_t *pixel = g_malloc(bytes);
    Stream s = { .qts = start_small() };

    qtest_memset(s.qts, RAM_END - bytes - STRIDE, UNTOUCHED & 0xff,
                 bytes + STRIDE);
    put_setup(&s, RAM_END - bytes);
    put_arrays(&s, POSITIONS, TRIANGLES);
    draw(&s, 3);
    qtest_memread(s.qts, RAM_END - bytes, pixel, bytes);
    for (int i = 0; i < bytes / 4; i++) {
        if (covered(i % SIZE, i / SIZE)) {
            check_pixel(le32_to_cpu(pixel[i]), i % SIZE, i / SIZE);
        } else {
            g_assert_cmphex(le32_to_cpu(pixel[i]), ==, UNTOUCHED);
        }
    }
    g_assert_cmphex(qtest_readl(s.qts, RAM_END - bytes - 4), ==, UNTOUCHED);
    qtest_quit(s.qts);
}

/* Draw two triangles of one colour */
static void draw_pair(Stream *s, uint32_t positions)
{
    clear_target(s->qts);
    put_setup(s, TARGET);
    put_arrays(s, positions, TRIANGLES);
    put(s, 0x103, 0x4d);            /* stride 0: one element for all */
    draw(s, 6);
}

/* Draw with @there bytes of the corners in memory, and read the picture */
static void pair_picture(uint32_t positions, unsigned int there,
                         uint32_t *pixel)
{
    static const float corner[6][4] = {
        { -1, -1, 0, 1 }, { 0, -1, 0, 1 }, { -1, 0, 0, 1 },
        { 1, 1, 0, 1 }, { 0, 1, 0, 1 }, { 1, -0.5f, 0, 1 },
    };
    Stream s = { .qts = start_small() };

    qtest_memset(s.qts, POSITIONS, 0, sizeof(corner));
    qtest_memwrite(s.qts, positions, corner, there);
    draw_pair(&s, positions);
    qtest_memread(s.qts, TARGET, pixel, TARGET_BYTES);
    qtest_quit(s.qts);
}

static unsigned int count_drawn(const uint32_t *pixel)
{
    unsigned int count = 0;

    for (int i = 0; i < SIZE * SIZE; i++) {
        count += pixel[i] != UNTOUCHED;
    }
    return count;
}

/* The picture is that of corners in RAM of which the same bytes are zero. */
static void test_positions(void)
{
    static const unsigned int there[] = { 96, 88, 84, 81, 80, 48, 47, 16, 1 };
    g_autofree uint32_t *cut = g_malloc(TARGET_BYTES);
    g_autofree uint32_t *zero = g_malloc(TARGET_BYTES);
    unsigned int drawn = UINT_MAX;

    for (int i = 0; i < ARRAY_SIZE(there); i++) {
        pair_picture(RAM_END - there[i], there[i], cut);
        pair_picture(POSITIONS, there[i], zero);
        g_assert_cmpmem(cut, TARGET_BYTES, zero, TARGET_BYTES);
        g_assert_cmpuint(count_drawn(cut), <=, drawn);
        drawn = count_drawn(cut);
        g_assert_cmpint(drawn > 0, ==, there[i] >= 48);
    }
}

/* Indices of the second triangle are not there: three times vertex 0. */
static void test_indices(void)
{
    static const uint32_t sizes[] = { 1, 2, 4 };

    for (uint32_t mode = 1; mode <= 3; mode++) {
        const unsigned int size = sizes[mode - 1];
        Stream s = { .qts = start_small() };

        for (unsigned int i = 1; i < 3; i++) {
            qtest_writeb(s.qts, RAM_END - (3 - i) * size, i);
        }
        put_setup(&s, TARGET);
        put_arrays(&s, POSITIONS, TRIANGLES | mode << 28);
        put(&s, 0x121, RAM_END - 3 * size);
        draw(&s, 6);
        check_triangle(s.qts);
        qtest_quit(s.qts);
    }
}

/* Z16, tested and written: what is not there is 0, in front of all */
static void test_depth(void)
{
    const uint32_t bytes = ROWS * DEPTH_STRIDE;
    g_autofree uint32_t *pixel = g_malloc(TARGET_BYTES);
    Stream s = { .qts = start_small() };

    qtest_memset(s.qts, RAM_END - bytes, 0xff, bytes);
    put_setup(&s, TARGET);
    put(&s, 0xe00, RAM_END - bytes);
    put(&s, 0x403, 1 << 3 | 1 << 4 | 1 << 8);       /* less, and written */
    put_arrays(&s, POSITIONS, TRIANGLES);
    draw(&s, 3);
    qtest_memread(s.qts, TARGET, pixel, TARGET_BYTES);
    for (int i = 0; i < SIZE * SIZE; i++) {
        bool seen = covered(i % SIZE, i / SIZE) && i / SIZE < ROWS;

        g_assert_cmpint(le32_to_cpu(pixel[i]) != UNTOUCHED, ==, seen);
    }
    qtest_quit(s.qts);
}

/* ------------------------------------------------------------------ */
/* host1x                                                             */

#define SCRATCH     (TEGRA20_PMC_BASE + 0x50)   /* a register that keeps */
#define IND_READ    0x1u
#define IND_FB      0x2u
#define IND_BE      0xf0000000u             /* all four bytes */

/* Write a word by INDCTRL and INDOFF2, whose address has 32 bits */
static void indirect_write(QTestState *qts, uint32_t addr, uint32_t word)
{
    PUSH(qts, 0, HOST(0, 0), INCR(0x2b, 2), IND_FB | IND_BE, addr,
         NONINCR(0x2e, 1), word);
}

static uint32_t indirect_read(QTestState *qts, uint32_t addr)
{
    PUSH(qts, 0, HOST(0, 0), INCR(0x2b, 2), IND_READ | IND_FB, addr,
         NONINCR(0x2e, 1), 0);
    return ch_read(qts, 0, A_H1X_INDDATA);
}

static void test_indirect(void)
{
    QTestState *qts = stream_start(0);

    indirect_write(qts, DATA, 0xaaaaaaaa);
    g_assert_cmphex(qtest_readl(qts, DATA), ==, 0xaaaaaaaa);
    g_assert_cmphex(indirect_read(qts, DATA), ==, 0xaaaaaaaa);
    qtest_writel(qts, SCRATCH, 0x12345678);
    indirect_write(qts, SCRATCH, 0xaaaaaaaa);
    g_assert_cmphex(qtest_readl(qts, SCRATCH), ==, 0x12345678);
    g_assert_cmphex(indirect_read(qts, SCRATCH), ==, UINT32_MAX);
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("/tegra20/memory-end/target", test_target);
    qtest_add_func("/tegra20/memory-end/positions", test_positions);
    qtest_add_func("/tegra20/memory-end/indices", test_indices);
    qtest_add_func("/tegra20/memory-end/depth", test_depth);
    qtest_add_func("/tegra20/memory-end/indirect", test_indirect);
    return g_test_run();
}
