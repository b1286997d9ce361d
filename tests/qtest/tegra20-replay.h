/*
 * What the Tegra20 qtests of record and replay have in common
 *
 * The requests of this protocol are recorded, too: a replay answers the same
 * ones, at the same instructions, and has to answer the same.  Those of the
 * monitor are not.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_QTEST_TEGRA20_REPLAY_H
#define TESTS_QTEST_TEGRA20_REPLAY_H

#include "qemu/units.h"
#include "hw/arm/tegra/tegra20_map.h"
#include "libqtest.h"

#define REPLAY_PATIENCE_S   120
#define TIMERUS             (TEGRA20_TIMER_BASE + 0x10)

static char *replay_dir, *replay_ram, *replay_record;

/* Start a sleeping machine ("wfi; b . - 4"); a replay that is over waits. */
static inline QTestState *replay_start(const char *way)
{
    static const uint32_t sleeps[] = { 0xe320f003, 0xeafffffd };

    g_assert_true(g_file_set_contents(replay_ram, (const char *)sleeps,
                                      sizeof(sleeps), NULL));
    g_assert_cmpint(truncate(replay_ram, 256 * MiB), ==, 0);
    return qtest_initf("-no-shutdown -object memory-backend-file,id=ram,"
                       "size=256M,mem-path=%s,share=on -m 256M -smp 1 "
                       "-machine trimslice,memory-backend=ram -accel tcg "
                       "-icount shift=auto,rr=%s,rrfile=%s", replay_ram, way,
                       replay_record);
}

/* Call g_test_run() with a place for the recording */
static inline int replay_run_tests(void)
{
    int rc;

    replay_dir = g_dir_make_tmp("tegra20-replay-XXXXXX", NULL);
    g_assert_nonnull(replay_dir);
    replay_ram = g_build_filename(replay_dir, "ram", NULL);
    replay_record = g_build_filename(replay_dir, "record", NULL);
    rc = g_test_run();
    unlink(replay_ram);
    unlink(replay_record);
    rmdir(replay_dir);
    return rc;
}

#endif /* TESTS_QTEST_TEGRA20_REPLAY_H */
