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

/* A job: it draws the triangle and counts when that is done. */
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

/* The registers that Linux' timeout handler writes, up to the increments */
static inline void teardown(QTestState *qts)
{
    sync_write(qts, A_H1X_CMDPROC_STOP, 1u << CH);
    ch_write(qts, CH, A_H1X_DMACTRL, 1);
    sync_write(qts, A_H1X_CH_TEARDOWN, 1u << CH);
    settle(qts);
}

/* ... and after them: the channel goes on behind the failed job. */
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

#endif /* TESTS_QTEST_TEGRA20_GR3D_JOB_H */
