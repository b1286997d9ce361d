/*
 * QTest of the Tegra20 engines under record and replay
 *
 * A draw and a fill that take many slices: meanwhile the monitor answers and
 * time goes on.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/gpu/tegra_gr2d_regs.h"
#include "tegra20-gr3d-job.h"
#include "tegra20-replay.h"

#define LOOKS       10
#define VERTICES    180         /* some slices for each tile */
#define FILL        0x08000000
#define FILL_SIZE   1024        /* eight slices */

/* What the guest sees of its engines and of the time */
typedef struct Look {
    uint32_t draw, fill, us;
} Look;

static void start_fill(QTestState *qts)
{
    static const uint32_t words[][2] = {
        { R_GR2D_TRIGGER, R_GR2D_DSTPS }, { R_GR2D_CONTROLSECOND, 0 },
        { R_GR2D_CONTROLMAIN, 1 << 6 | 1 << 2 | 2 << 16 },
        { R_GR2D_ROPFADE, 0xcc }, { R_GR2D_SRCFGC, 0x1234 },
        { R_GR2D_DSTBA, FILL }, { R_GR2D_DSTST, FILL_SIZE * 4 },
        { R_GR2D_DSTSIZE, FILL_SIZE << 16 | FILL_SIZE },
        { R_GR2D_DSTPS, 0 },
    };

    for (unsigned int i = 0; i < ARRAY_SIZE(words); i++) {
        qtest_writel(qts, GR2D_BASE + 4 * words[i][0], words[i][1]);
    }
}

static void start_draw(QTestState *qts)
{
    Stream s = { .qts = qts };

    engine_setup(qts);
    big_target(&s, BUSY_SIZE, BUSY_SIZE * 4, BUSY_TARGET);
    write_busy(qts, BUSY_POSITIONS, POSITIONS);
    write_busy(qts, BUSY_COLOURS, COLOURS);
    put(&s, 0x100, BUSY_POSITIONS);
    put(&s, 0x102, BUSY_COLOURS);
    put(&s, 0x123, draw_prim(VERTICES));
    put_incr(&s, OP_DONE);
}

static void look(QTestState *qts, Look *l)
{
    qtest_qmp_assert_success(qts, "{ 'execute': 'query-status' }");
    l->draw = progress(qts);
    l->fill = qtest_readl(qts, FILL + FILL_SIZE * FILL_SIZE * 4 - 4);
    l->us = qtest_readl(qts, TIMERUS);
}

static void run_engines(const char *way, Look *l)
{
    QTestState *qts;

    alarm(REPLAY_PATIENCE_S);
    qts = replay_start(way);
    host1x_enable(qts);
    set_syncpt(qts, SYNCPT, 0);
    start_draw(qts);
    start_fill(qts);
    for (unsigned int i = 0; i < LOOKS; i++) {
        look(qts, &l[i]);
        g_test_message("%s: %u pixels, 0x%x, at %u us", way, l[i].draw,
                       l[i].fill, l[i].us);
    }
    qtest_quit(qts);
    alarm(0);
}

/* Neither the monitor nor the time stands still, and a replay is the same. */
static void test_slices(void)
{
    Look recorded[LOOKS], replayed[LOOKS];
    Look *last = &recorded[LOOKS - 1];

    run_engines("record", recorded);
    g_assert_cmpuint(last->us, >, recorded[0].us);
    g_assert_cmpuint(last->draw, >, recorded[0].draw);
    g_assert_cmphex(last->fill, ==, 0x1234);
    run_engines("replay", replayed);
    g_assert_cmpmem(recorded, sizeof(recorded), replayed, sizeof(replayed));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("/tegra20/gr3d-replay/slices", test_slices);
    return replay_run_tests();
}
