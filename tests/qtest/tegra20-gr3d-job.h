/*
 * Helpers of the Tegra20 qtests that feed GR3D through a channel as Linux does
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_QTEST_TEGRA20_GR3D_JOB_H
#define TESTS_QTEST_TEGRA20_GR3D_JOB_H

#include "tegra20-gr3d.h"
#include "tegra20-host1x.h"

#define GR3D            "/machine/soc/gr3d"
#define CH              2
#define OTHER           9       /* a second sync point */

#define OP_DONE         1
#define RD_DONE         2
#define REG_WR_SAFE     3

static inline QTestState *engine_setup(QTestState *qts)
{
    Stream s = { .qts = qts };

    write_vertices(qts, 0);
    put_setup(&s, TARGET);
    put_arrays(&s, POSITIONS, TRIANGLES);
    return qts;
}

static inline QTestState *engine_start(void)
{
    QTestState *qts = engine_setup(stream_start(CH));

    set_syncpt(qts, SYNCPT, 0);
    set_syncpt(qts, OTHER, 0);
    return qts;
}

static inline void push_incr(QTestState *qts, unsigned int cond,
                             unsigned int id)
{
    PUSH(qts, CH, SETCL(0x60, 0, 0), NONINCR(0, 1), cond << 8 | id);
}

/* Submit a job that draws the triangle and counts when that is done. */
static inline void submit(QTestState *qts)
{
    clear_target(qts);
    PUSH(qts, CH, SETCL(0x60, 0, 0), NONINCR(0x123, 1), draw_prim(3),
         NONINCR(0, 1), OP_DONE << 8 | SYNCPT);
}

static inline void good_job(QTestState *qts)
{
    uint32_t count = syncpt(qts, SYNCPT);

    submit(qts);
    wait_syncpt(qts, count + 1);
    check_triangle(qts);
}

/* Write what Linux' timeout handler writes, up to the increments */
static inline void teardown(QTestState *qts)
{
    sync_write(qts, A_H1X_CMDPROC_STOP, 1u << CH);
    ch_write(qts, CH, A_H1X_DMACTRL, 1);
    sync_write(qts, A_H1X_CH_TEARDOWN, 1u << CH);
    settle(qts);
}

/* Write what it writes then: the channel goes on behind the failed job. */
static inline void resume(QTestState *qts)
{
    sync_write(qts, A_H1X_CMDPROC_STOP, 0);
    ch_start(qts, CH, ch_read(qts, CH, A_H1X_DMAPUT));
    settle(qts);
}

static inline void cpu_incr(QTestState *qts)
{
    sync_write(qts, A_H1X_SYNCPT_CPU_INCR, 1u << SYNCPT);
}

/* ------------------------------------------------------------------ */
/* Draws that take long                                               */

#define BUSY_POSITIONS  0x02000000
#define BUSY_COLOURS    0x02100000
#define BUSY_TARGET     0x04000000
#define BUSY_SIZE       2048

/* Return how often a long draw has the triangle; scripts/sanitize may say so */
static inline unsigned int busy_count(void)
{
    return 3 * tegra20_number("TEGRA20_BUSY_TRIANGLES", 1365);
}

/* Repeat what the first three vertices hold. */
static inline void write_busy(QTestState *qts, uint64_t to, uint64_t from)
{
    const unsigned int count = busy_count();
    g_autofree uint8_t *data = g_malloc(count * 16);

    qtest_memread(qts, from, data, 48);
    for (unsigned int i = 3; i < count; i++) {
        memcpy(data + 16 * i, data + 16 * (i - 3), 16);
    }
    qtest_memwrite(qts, to, data, count * 16);
}

/* Write the triangles of long draws to memory */
static inline void busy_vertices(QTestState *qts)
{
    Stream s = { .qts = qts };

    write_busy(qts, BUSY_POSITIONS, POSITIONS);
    write_busy(qts, BUSY_COLOURS, COLOURS);
    put(&s, 0x100, BUSY_POSITIONS);
    put(&s, 0x102, BUSY_COLOURS);
}

/* Submit a long draw to the target of the other tests */
static inline void submit_long(QTestState *qts)
{
    busy_vertices(qts);
    clear_target(qts);
    PUSH(qts, CH, SETCL(0x60, 0, 0), NONINCR(0x123, 1),
         draw_prim(busy_count()), NONINCR(0, 1), OP_DONE << 8 | SYNCPT);
}

/* Set scissor, viewport and an RGBA8888 target of @size pixels each way */
static inline void big_target(Stream *s, uint32_t size, uint32_t stride,
                              uint32_t addr)
{
    put(s, 0x350, size);
    put(s, 0x351, size);
    putf(s, 0x352, 8 * size);
    putf(s, 0x353, 8 * size);
    putf(s, 0x355, 8 * size);
    putf(s, 0x356, 8 * size);
    put(s, 0xe11, 13 << 2 | stride << 8);
    put(s, 0xe01, addr);
}

/* Submit a draw a thousand times as long, whose end no test waits for. */
static inline void submit_endless(QTestState *qts)
{
    Stream s = { .qts = qts };

    big_target(&s, BUSY_SIZE, BUSY_SIZE * 4, BUSY_TARGET);
    submit_long(qts);
}

static inline uint32_t pixels_of_row(QTestState *qts, unsigned int row)
{
    const unsigned int bytes = BUSY_SIZE * 4;
    g_autofree uint32_t *pixel = g_malloc(bytes);
    uint32_t count = 0;

    qtest_memread(qts, BUSY_TARGET + row * bytes, pixel, bytes);
    for (unsigned int i = 0; i < bytes / 4; i++) {
        count += pixel[i] != 0;
    }
    return count;
}

/*
 * Count pixels of the tiles' first rows, which an endless draw fills first, as
 * far as it has come: tiles are drawn row by row.
 */
static inline uint32_t progress(QTestState *qts)
{
    uint32_t count = 0, more;

    for (unsigned int row = 0; row < BUSY_SIZE; row += 64) {
        more = pixels_of_row(qts, row);
        if (!more) {
            break;
        }
        count += more;
    }
    return count;
}

static inline void wait_progress(QTestState *qts, uint32_t count)
{
    gint64 end = g_get_monotonic_time() + PATIENCE;

    while (progress(qts) <= count && g_get_monotonic_time() < end) {
        g_usleep(100);
    }
    g_assert_cmpuint(progress(qts), >, count);
}

#endif /* TESTS_QTEST_TEGRA20_GR3D_JOB_H */
