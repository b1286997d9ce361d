/*
 * tegra-uapi: jobs that never end by themselves
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "legacy.h"
#include "new.h"
#include "ring.h"

#define MS      1000000LL
/* The kernel's 10 s, and what its timer wheel may add: 64 ticks of 10 ms */
#define TIMED_OUT_MS    11500

static NewJob job;

/* ---- a job that waits for ever, until another process counts */

static void test_rescued(void)
{
    int fd = card_open();
    uint32_t gate = must_alloc(fd), now = syncpt_value(fd, gate), fence;
    TegraChannel ch;
    pid_t pid;

    channel_open(&ch, fd, TEGRA_UAPI_NEW, CLASS_GR3D);
    fence = job_incrs_after(&ch, 1, gate, now + 1);
    check_ret("it waits", tegra_wait(&ch, fence, 100, NULL), -EAGAIN);
    pid = check_fork();
    if (pid == 0) {
        _exit(syncpt_incr(card_open(), gate) != 0);
    }
    fence_done(&ch, fence, "rescued by another process");
    must("waitpid", waitpid(pid, NULL, 0));
    channel_alive(&ch, "the rescue");
    tegra_channel_close(&ch);
}

/* The owner of a parked job goes; the next job on that channel waits for it. */
static void test_owner_killed(void)
{
    int fd = card_open(), status;
    uint32_t gate = must_alloc(fd), now = syncpt_value(fd, gate), fence;
    TegraChannel ch;
    pid_t pid = check_fork();

    if (pid == 0) {
        channel_open(&ch, card_open(), TEGRA_UAPI_NEW, CLASS_GR3D);
        job_incrs_after(&ch, 1, gate, now + 1);
        raise(SIGKILL);
    }
    must("waitpid", waitpid(pid, &status, 0));
    check(WIFSIGNALED(status), "the owner was killed");
    channel_open(&ch, fd, TEGRA_UAPI_NEW, CLASS_GR3D);
    fence = job_incrs(&ch, 1);
    check_ret("behind the parked job", tegra_wait(&ch, fence, 60, NULL),
              -EAGAIN);
    check_ret("increment", syncpt_incr(fd, gate), 0);
    fence_done(&ch, fence, "behind it");
    tegra_channel_close(&ch);
}

/* ---- more increments promised than made */

/*
 * The kernel ends such a job after its time, counts up what is missing, and
 * the next job, queued meanwhile, runs [debugging.rst].
 */
static void promise_too_much(uint32_t class_id)
{
    static Legacy l, next;
    uint32_t fence, fence_next = 0;
    int64_t begun;

    legacy_open(&l, class_id);
    must("ring", ring_make_room(&l.ch, class_id));
    legacy_open(&next, class_id);
    legacy_simple(&l);
    l.syncpt.incrs = 5;
    l.submit.timeout = 600;
    begun = now_ns();
    must("submit", legacy_submit(&l, &fence));
    legacy_simple(&next);
    must("submit", legacy_submit(&next, &fence_next));
    check_u32("the next fence", fence_next, fence + 1);
    check_ret("before the time-out", tegra_wait(&l.ch, fence, 100, NULL),
              -EAGAIN);
    check_u32("what was made", syncpt_value(l.ch.fd, l.ch.syncpt), fence - 4);
    check_ret("after the time-out", tegra_wait(&l.ch, fence, WAIT_MS, NULL),
              0);
    check(now_ns() - begun >= 570 * MS, "not before %lld ms",
          (long long)((now_ns() - begun) / MS));
    fence_done(&next.ch, fence_next, "the next job");
    channel_alive(&l.ch, "the recovery");
    legacy_close(&next);
    legacy_close(&l);
}

static void test_legacy_gr2d(void)
{
    promise_too_much(CLASS_GR2D);
}

static void test_legacy_gr3d(void)
{
    promise_too_much(CLASS_GR3D);
}

/* A time-out so short that it may come before the engine has begun */
static void test_legacy_short(void)
{
    static Legacy l;
    uint32_t fence;

    legacy_open(&l, CLASS_GR3D);
    must("ring", ring_make_room(&l.ch, CLASS_GR3D));
    legacy_simple(&l);
    l.syncpt.incrs = 2;
    l.submit.timeout = 1;
    for (unsigned i = 0; i < 3; i++) {
        must("submit", legacy_submit(&l, &fence));
        check_ret("a time-out of 1 ms", tegra_wait(&l.ch, fence, WAIT_MS,
                                                   NULL), 0);
    }
    channel_alive(&l.ch, "three recoveries");
    legacy_close(&l);
}

/*
 * The newer interface does not count up: the sync point is locked until it is
 * freed, and a queued job with the same one is overwritten.  Jobs with others
 * go on.  The channel begins again behind the job that hung, so what is there
 * and done already is done once more.
 */
static void hang_new(TegraChannel *ch, TegraChannel *other, bool other_first)
{
    uint32_t fence, again, done;

    new_begin(&job, ch, 2);
    new_incr(&job);
    must("submit", new_submit(&job, &fence));
    check_ret("before the time-out", tegra_wait(ch, fence, 500, NULL),
              -EAGAIN);
    if (other_first) {
        fence_done(other, done = job_incrs(other, 3), "another sync point");
        job_incrs(ch, 4);
    } else {
        job_incrs(ch, 4);
        done = job_incrs(other, 3);
        check_ret("behind both", tegra_wait(other, done, 500, NULL), -EAGAIN);
    }
    sleep_ms(TIMED_OUT_MS);
    check_ret("after the time-out", tegra_wait(ch, fence, 100, NULL),
              -EAGAIN);
    check_u32("counter", syncpt_value(ch->fd, ch->syncpt), fence - 1);
    check_u32("the other's", syncpt_value(other->fd, other->syncpt),
              done + (other_first ? 3 : 0));
    check_ret("the sync point is locked", new_submit(&job, &again), -EPERM);
}

static void test_new(bool other_first)
{
    TegraChannel ch, other;

    channel_open(&ch, card_open(), TEGRA_UAPI_NEW, CLASS_GR3D);
    channel_open(&other, ch.fd, TEGRA_UAPI_NEW, CLASS_GR3D);
    must("ring", ring_make_room(&ch, CLASS_GR3D));
    hang_new(&ch, &other, other_first);
    channel_own_syncpt(&other);
    channel_alive(&other, "the recovery");
    check_ret("free", syncpt_free(ch.fd, ch.syncpt), 0);
    check_u32("allocate", must_alloc(ch.fd), ch.syncpt);
    channel_alive(&ch, "the sync point was freed");
    tegra_channel_close(&other);
    tegra_channel_close(&ch);
}

static void test_new_done(void)
{
    test_new(true);
}

static void test_new_queued(void)
{
    test_new(false);
}

/* A wait that nobody ends is cut off, too: what comes later is too late. */
static void test_new_parked(void)
{
    int fd = card_open();
    uint32_t gate = must_alloc(fd), now = syncpt_value(fd, gate), fence;
    TegraChannel ch;

    channel_open(&ch, fd, TEGRA_UAPI_NEW, CLASS_GR3D);
    must("ring", ring_make_room(&ch, CLASS_GR3D));
    fence = job_incrs_after(&ch, 2, gate, now + 1);
    sleep_ms(TIMED_OUT_MS);
    check_ret("increment", syncpt_incr(fd, gate), 0);
    check_ret("too late", tegra_wait(&ch, fence, 100, NULL), -EAGAIN);
    check_u32("counter", syncpt_value(fd, ch.syncpt), fence - 2);
    channel_own_syncpt(&ch);
    channel_alive(&ch, "a wait was cut off");
    tegra_channel_close(&ch);
}

/* The kernel takes its own limit for no time-out and for a longer one. */
static void test_legacy_longest(void)
{
    static const uint32_t timeout[] = { 0, 10000 };
    static Legacy l;

    legacy_open(&l, CLASS_GR3D);
    must("ring", ring_make_room(&l.ch, CLASS_GR3D));
    for (unsigned i = 0; i < ARRAY_LENGTH(timeout); i++) {
        int64_t begun = now_ns(), took;
        uint32_t fence;

        legacy_simple(&l);
        l.syncpt.incrs = 2;
        l.submit.timeout = timeout[i];
        must("submit", legacy_submit(&l, &fence));
        check_ret("the time-out", tegra_wait(&l.ch, fence, 15000, NULL), 0);
        took = (now_ns() - begun) / MS;
        check(took >= 9900 && took < 12000, "%lld ms", (long long)took);
    }
    legacy_close(&l);
}

#define LOGS_IT     "cdma_timeout_handler: timeout: "

const UapiTest hang_tests[] = {
    TEST("hang/rescued", test_rescued),
    TEST("hang/owner-killed", test_owner_killed),
    TEST_LOGS("hang/legacy-gr2d", test_legacy_gr2d, LOGS_IT),
    TEST_LOGS("hang/legacy-gr3d", test_legacy_gr3d, LOGS_IT),
    TEST_LOGS("hang/legacy-short", test_legacy_short, LOGS_IT),
    TEST_SLOW("hang/new-done", test_new_done,
              LOGS_IT "|host1x job submission failed: -1"),
    TEST_SLOW("hang/new-queued", test_new_queued,
              LOGS_IT "|host1x job submission failed: -1"),
    TEST_SLOW("hang/new-parked", test_new_parked, LOGS_IT),
    TEST_SLOW("hang/legacy-longest", test_legacy_longest, LOGS_IT),
    TESTS_END
};
