/*
 * QTest of the Tegra20 host1x under record and replay
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tegra20-host1x.h"
#include "tegra20-replay.h"

#define RING_PUT    0xff0       /* that no ring here reaches */
#define LOOKS       3

/* What the guest sees of its rings and of the time */
typedef struct Look {
    uint32_t fetched, counter, us;
} Look;

/* Two that wake each other in turns, and one that begins anew at once */
static const uint32_t rings[][5] = {
    { WAIT_INCR, AT(7, 0), IMM(0, 8), RESTART(0) },
    { HOST(0, 0), IMM(0, 7), WAIT_INCR, AT(8, 0), RESTART(0) },
    { RESTART(0) },
};

/* Start the rings, without the engines: each request takes its time. */
static void start_rings(QTestState *qts)
{
    qtest_writel(qts, TEGRA20_CAR_BASE + A_CAR_CLK_SOURCE_HOST1X, 0x80000022);
    tegra20_enable(qts, TEGRA20_PERIPH_HOST1X);
    for (unsigned int n = 0; n < ARRAY_SIZE(rings); n++) {
        qtest_memwrite(qts, pb(n), rings[n], sizeof(rings[n]));
        ch_write(qts, n, A_H1X_DMASTART, pb(n));
        ch_write(qts, n, A_H1X_DMAPUT, RING_PUT);
        ch_write(qts, n, A_H1X_DMACTRL, 0);
    }
}

static void look(QTestState *qts, Look *l)
{
    qtest_qmp_assert_success(qts, "{ 'execute': 'query-status' }");
    g_usleep(10 * 1000);
    l->fetched = sync_read(qts, A_H1X_CDMA_FETCHED);
    l->counter = syncpt(qts, 8);
    l->us = qtest_readl(qts, TIMERUS);
}

static void run_rings(const char *way, Look *l)
{
    QTestState *qts;

    alarm(REPLAY_PATIENCE_S);
    qts = replay_start(way);
    start_rings(qts);
    for (unsigned int i = 0; i < LOOKS; i++) {
        look(qts, &l[i]);
    }
    qtest_quit(qts);
    alarm(0);
}

/* Neither the monitor nor the time stands still, and a replay is the same. */
static void test_rings(void)
{
    Look recorded[LOOKS], replayed[LOOKS];
    Look *last = &recorded[LOOKS - 1];

    run_rings("record", recorded);
    g_assert_cmpuint(last->us, >, recorded[0].us);
    g_assert_cmpuint(last->fetched, >, recorded[0].fetched);
    g_assert_cmpuint(last->counter, >, recorded[0].counter);
    run_rings("replay", replayed);
    g_assert_cmpmem(recorded, sizeof(recorded), replayed, sizeof(replayed));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("/tegra20/host1x/replay/rings", test_rings);
    return replay_run_tests();
}
