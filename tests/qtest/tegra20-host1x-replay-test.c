/*
 * QTest of the Tegra20 host1x under record and replay
 *
 * The requests of this protocol are recorded, too: a replay answers the same
 * ones, at the same instructions, and has to answer the same.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "hw/arm/tegra/tegra20_map.h"
#include "tegra20-host1x.h"

#define PATIENCE_S  120
#define RING_PUT    0xff0       /* that no ring here reaches */
#define LOOKS       3
#define TIMERUS     (TEGRA20_TIMER_BASE + 0x10)

static char *dir, *ram, *record;

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

/* "wfi; b . - 4" at 0: it sleeps.  A replay that is over waits for us. */
static QTestState *start(const char *way)
{
    static const uint32_t sleeps[] = { 0xe320f003, 0xeafffffd };

    g_assert_true(g_file_set_contents(ram, (const char *)sleeps,
                                      sizeof(sleeps), NULL));
    g_assert_cmpint(truncate(ram, 256 * MiB), ==, 0);
    return qtest_initf("-no-shutdown -object memory-backend-file,id=ram,"
                       "size=256M,mem-path=%s,share=on -m 256M -smp 1 "
                       "-machine trimslice,memory-backend=ram -accel tcg "
                       "-icount shift=auto,rr=%s,rrfile=%s", ram, way, record);
}

/* As host1x_enable(), without the engines: each request takes its time. */
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

/* The monitor's requests are not recorded. */
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

    alarm(PATIENCE_S);
    qts = start(way);
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
    int rc;

    g_test_init(&argc, &argv, NULL);
    dir = g_dir_make_tmp("tegra20-host1x-replay-XXXXXX", NULL);
    g_assert_nonnull(dir);
    ram = g_build_filename(dir, "ram", NULL);
    record = g_build_filename(dir, "record", NULL);
    qtest_add_func("/tegra20/host1x/replay/rings", test_rings);
    rc = g_test_run();
    unlink(ram);
    unlink(record);
    rmdir(dir);
    return rc;
}
