/*
 * tegra-uapi: counters beyond what 16 bits hold, jobs beyond the push buffer
 *
 * Thresholds of the hardware have 16 bits, counters 32 [tegra-host1x.rst, Sync
 * points]: a mistake in either shows when a sync point has passed 0x8000 and
 * 0x10000 increments.  The kernel's push buffer is a ring of 511 slots, of
 * which a job takes three or four.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

#include "uapi.h"

#define PER_JOB     8000
#define TOTAL       0x12000
#define MANY_JOBS   402
#define MS          1000000LL

static void wrap(TegraUapi uapi, uint32_t class_id)
{
    int fd = card_open();
    TegraChannel ch;
    uint32_t begin, fence = 0;
    int64_t begun;

    channel_open(&ch, fd, uapi, class_id);
    begin = syncpt_value(fd, ch.syncpt);
    for (unsigned total = PER_JOB; total < TOTAL; total += PER_JOB) {
        begun = now_ns();
        fence = job_incrs(&ch, PER_JOB);
        check_u32("fence", fence, begin + total);
        check_ret("half of a job",
                  syncpt_wait(fd, ch.syncpt, fence - PER_JOB / 2, WAIT_MS,
                              NULL), 0);
        if (!fence_done(&ch, fence, "all of a job")) {
            break;
        }
        check(now_ns() - begun < 1800 * MS, "it took %lld ms: not woken",
              (long long)(now_ns() - begun) / MS);
        check_ret("one more", syncpt_wait(fd, ch.syncpt, fence + 1, 0, NULL),
                  -EAGAIN);
        check_ret("the first of all",
                  syncpt_wait(fd, ch.syncpt, begin + 1, 0, NULL), 0);
    }
    tegra_channel_close(&ch);
}

static void test_new_gr3d(void)
{
    wrap(TEGRA_UAPI_NEW, CLASS_GR3D);
}

static void test_new_gr2d(void)
{
    wrap(TEGRA_UAPI_NEW, CLASS_GR2D);
}

/* With a wait base, which has 16 bits, too */
static void test_legacy_gr3d(void)
{
    wrap(TEGRA_UAPI_LEGACY, CLASS_GR3D);
}

static void test_legacy_gr2d(void)
{
    wrap(TEGRA_UAPI_LEGACY, CLASS_GR2D);
}

static uint32_t count(TegraChannel *ch, unsigned incrs)
{
    uint32_t fence = 0;

    while (incrs) {
        unsigned n = incrs < PER_JOB ? incrs : PER_JOB;

        fence = job_incrs(ch, n);
        incrs -= n;
    }
    return fence;
}

/*
 * GR3D waits for the farthest value that is ahead by 16 bits.  Three rounds
 * take the counter over both halves of its low 16 bits.
 */
static void test_far_wait(void)
{
    int fd = card_open();
    TegraChannel gr2d, gr3d;

    channel_open(&gr2d, fd, TEGRA_UAPI_NEW, CLASS_GR2D);
    channel_open(&gr3d, fd, TEGRA_UAPI_NEW, CLASS_GR3D);
    for (unsigned i = 0; i < 3; i++) {
        uint32_t begin = syncpt_value(fd, gr2d.syncpt);
        uint32_t fence = job_incrs_after(&gr3d, 1, gr2d.syncpt,
                                         begin + 0x7fff);

        fence_done(&gr2d, count(&gr2d, 0x7ffe), "GR2D, one less");
        sleep_ms(30);
        check_ret("GR3D waits", syncpt_wait(fd, gr3d.syncpt, fence, 0, NULL),
                  -EAGAIN);
        fence_done(&gr2d, count(&gr2d, 1), "GR2D, the last");
        fence_done(&gr3d, fence, "GR3D");
    }
    tegra_channel_close(&gr3d);
    tegra_channel_close(&gr2d);
}

/* ---- the ring */

static void ring(TegraUapi uapi, uint32_t class_id)
{
    TegraChannel ch;
    uint32_t begin, fence = 0;

    channel_open(&ch, card_open(), uapi, class_id);
    begin = syncpt_value(ch.fd, ch.syncpt);
    for (unsigned i = 0; i < MANY_JOBS; i++) {
        fence = job_incrs(&ch, 1 + i % 3);
    }
    check_u32("the last fence", fence, begin + 2 * MANY_JOBS);
    fence_done(&ch, fence, "all of them");
    tegra_channel_close(&ch);
}

static void test_ring_new(void)
{
    ring(TEGRA_UAPI_NEW, CLASS_GR3D);
}

static void test_ring_legacy(void)
{
    ring(TEGRA_UAPI_LEGACY, CLASS_GR2D);
}

/* Behind a job that waits the ring fills up: then submits wait, too. */
static void test_ring_full(void)
{
    TegraChannel ch;
    uint32_t begin, gate, now, fence;
    int64_t begun;
    pid_t pid;

    channel_open(&ch, card_open(), TEGRA_UAPI_NEW, CLASS_GR3D);
    gate = must_alloc(ch.fd);
    now = syncpt_value(ch.fd, gate);
    begin = syncpt_value(ch.fd, ch.syncpt);
    fence = job_incrs_after(&ch, 1, gate, now + 1);
    begun = now_ns();
    pid = check_fork();
    if (pid == 0) {
        sleep_ms(1500);
        _exit(syncpt_incr(card_open(), gate) != 0);
    }
    for (unsigned i = 0; i < MANY_JOBS; i++) {
        fence = job_incrs(&ch, 1);
    }
    check(now_ns() - begun >= 1400 * MS, "submits waited for %lld ms",
          (long long)((now_ns() - begun) / MS));
    check_u32("the last fence", fence, begin + MANY_JOBS + 1);
    fence_done(&ch, fence, "what was queued");
    must("waitpid", waitpid(pid, NULL, 0));
    tegra_channel_close(&ch);
}

const UapiTest wrap_tests[] = {
    TEST("wrap/new-gr3d", test_new_gr3d),
    TEST("wrap/new-gr2d", test_new_gr2d),
    TEST("wrap/legacy-gr3d", test_legacy_gr3d),
    TEST("wrap/legacy-gr2d", test_legacy_gr2d),
    TEST("wrap/far-wait", test_far_wait),
    TEST("wrap/ring-new", test_ring_new),
    TEST("wrap/ring-legacy", test_ring_legacy),
    TEST("wrap/ring-full", test_ring_full),
    TESTS_END
};
