/*
 * QTest of the Tegra20 engines under record and replay
 *
 * A draw and a fill that take many slices: meanwhile the monitor answers and
 * time goes on.  The requests of this protocol are recorded, too: a replay
 * answers the same ones, at the same instructions, and has to answer the same.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "hw/gpu/tegra_gr2d_regs.h"
#include "tegra20-gr3d-job.h"

#define PATIENCE_S  120
#define LOOKS       10
#define TIMERUS     (TEGRA20_TIMER_BASE + 0x10)
#define VERTICES    180         /* some slices for each tile */
#define FILL        0x08000000
#define FILL_SIZE   1024        /* eight slices */

static char *dir, *ram, *record;

/* What the guest sees of its engines and of the time */
typedef struct Look {
    uint32_t draw, fill, us;
} Look;

/* "wfi; b . - 4" at 0: it sleeps.  A replay that is over waits for us. */
static QTestState *replay_start(const char *way)
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

/* The monitor's requests are not recorded; each other one takes its time. */
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

    alarm(PATIENCE_S);
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
    int rc;

    g_test_init(&argc, &argv, NULL);
    dir = g_dir_make_tmp("tegra20-gr3d-replay-XXXXXX", NULL);
    g_assert_nonnull(dir);
    ram = g_build_filename(dir, "ram", NULL);
    record = g_build_filename(dir, "record", NULL);
    qtest_add_func("/tegra20/gr3d-replay/slices", test_slices);
    rc = g_test_run();
    unlink(ram);
    unlink(record);
    rmdir(dir);
    return rc;
}
