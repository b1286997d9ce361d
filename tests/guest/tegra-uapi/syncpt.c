/*
 * tegra-uapi: allocating sync points, waiting for them, counting by CPU
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "uapi.h"

#define MS      1000000LL

/* @ids has room for all there are; returns how many were free. */
static unsigned alloc_all(int fd, uint32_t ids[NUM_SYNCPTS])
{
    unsigned n = 0;
    uint32_t id;
    int ret;

    while ((ret = syncpt_alloc(fd, &id)) == 0 && n < NUM_SYNCPTS) {
        ids[n++] = id;
    }
    check_ret("none left", ret, -EBUSY);
    return n;
}

static uint32_t engine_syncpt(int fd, uint32_t class_id)
{
    TegraChannel ch;
    uint32_t id;

    channel_open(&ch, fd, TEGRA_UAPI_LEGACY, class_id);
    id = ch.syncpt;
    tegra_channel_close(&ch);
    return id;
}

/*
 * In use by the kernel: number 0, two of the displays, one of each engine
 * (both for vertical blanks, 26 and 27, are free once the displays are bound).
 */
static void test_alloc_all(void)
{
    int fd = card_open(), other = card_open();
    uint32_t ids[NUM_SYNCPTS], again[NUM_SYNCPTS], all = 0;
    unsigned n = alloc_all(fd, ids);

    check(n == 27, "%u sync points were free, expected 27", n);
    for (unsigned i = 0; i < n; i++) {
        check(ids[i] > 0 && ids[i] < NUM_SYNCPTS && !(all >> ids[i] & 1),
              "sync point %u", ids[i]);
        all |= 1u << ids[i];
    }
    check(!(all >> engine_syncpt(fd, CLASS_GR2D) & 1), "GR2D has its own");
    check(!(all >> engine_syncpt(fd, CLASS_GR3D) & 1), "GR3D has its own");

    check_ret("free", syncpt_free(fd, ids[n / 2]), 0);
    check_ret("free of another's", syncpt_free(other, ids[0]), -EINVAL);
    check_u32("the freed one", must_alloc(other), ids[n / 2]);
    close(other);
    check_u32("freed with its file", must_alloc(fd), ids[n / 2]);
    close(fd);
    fd = card_open();
    check_u32("all freed with their file", alloc_all(fd, again), n);
}

static void test_alloc_bad(void)
{
    int fd = card_open();
    struct drm_tegra_syncpoint_allocate arg = { .id = 9 };
    uint32_t id = must_alloc(fd);

    check_ret("a number asked for",
              tegra_ioctl(fd, DRM_IOCTL_TEGRA_SYNCPOINT_ALLOCATE, &arg),
              -EINVAL);
    check_ret("free", syncpt_free(fd, id), 0);
    check_ret("free twice", syncpt_free(fd, id), -EINVAL);
    check_ret("free of 0", syncpt_free(fd, 0), -EINVAL);
    check_ret("free of 32", syncpt_free(fd, 32), -EINVAL);
    check_ret("free of 0xffffffff", syncpt_free(fd, ~0u), -EINVAL);
}

/* Distances in modulo 2^32: ahead is 1 to 2^31. */
static void test_poll(void)
{
    static const struct {
        uint32_t ahead;
        int want;
    } poll[] = {
        { 0, 0 }, { 1, -EAGAIN }, { -1u, 0 }, { 0x7fff, -EAGAIN },
        { 0x8000, -EAGAIN }, { -0x8000u, 0 }, { 0x10000, -EAGAIN },
        { 0x7fffffff, -EAGAIN }, { 0x80000000, -EAGAIN }, { 0x80000001, 0 },
    };
    int fd = card_open();
    uint32_t id = must_alloc(fd), now = syncpt_value(fd, id), value;

    for (unsigned i = 0; i < ARRAY_LENGTH(poll); i++) {
        uint32_t threshold = now + poll[i].ahead;

        check_ret("legacy poll", syncpt_wait(fd, id, threshold, 0, &value),
                  poll[i].want);
        check_u32("legacy value", value, now);
        check_ret("new poll", syncpt_wait_until(fd, id, threshold, 0, &value),
                  poll[i].want);
        check_u32("new value", value, now);
    }
}

static void test_wait_bad(void)
{
    struct drm_tegra_syncpoint_wait padded = { .padding = 1 };
    int fd = card_open();
    uint32_t value;

    check_ret("legacy wait", syncpt_wait(fd, 32, 0, 0, NULL), -EINVAL);
    check_ret("legacy wait", syncpt_wait(fd, ~0u, 0, 0, NULL), -EINVAL);
    check_ret("new wait", syncpt_wait_until(fd, 32, 0, 0, NULL), -EINVAL);
    check_ret("new wait", syncpt_wait_until(fd, ~0u, 0, 0, NULL), -EINVAL);
    check_ret("padding",
              tegra_ioctl(fd, DRM_IOCTL_TEGRA_SYNCPOINT_WAIT, &padded),
              -EINVAL);
    check_ret("read", syncpt_read(fd, 31, &value), 0);
    check_ret("read", syncpt_read(fd, 32, &value), -EINVAL);
    check_ret("increment", syncpt_incr(fd, 32), -EINVAL);
    check_ret("increment", syncpt_incr(fd, ~0u), -EINVAL);
}

/* The kernel counts in ticks of 10 ms, the first of which has begun. */
static void check_timeout(const char *what, int ret, int64_t begun)
{
    int64_t took = now_ns() - begun;

    check_ret(what, ret, -EAGAIN);
    check(took >= 130 * MS && took < 1500 * MS, "%s: %lld ms", what,
          (long long)(took / MS));
}

static void test_timeout(void)
{
    int fd = card_open();
    uint32_t id = must_alloc(fd), next = syncpt_value(fd, id) + 1;
    int64_t begun = now_ns();

    check_timeout("legacy", syncpt_wait(fd, id, next, 150, NULL), begun);
    begun = now_ns();
    check_timeout("new", syncpt_wait_until(fd, id, next, begun + 150 * MS,
                                           NULL), begun);
    begun = now_ns();
    check_ret("a time gone by",
              syncpt_wait_until(fd, id, next, begun - 1000 * MS, NULL),
              -EAGAIN);
    check(now_ns() - begun < 1000 * MS, "it does not wait");
}

/* A process of its own waits without end, with either interface. */
static pid_t start_waiter(TegraUapi uapi, uint32_t id, uint32_t threshold)
{
    pid_t pid = check_fork();

    if (pid == 0) {
        int fd = card_open();

        _exit(uapi == TEGRA_UAPI_NEW
              ? syncpt_wait_until(fd, id, threshold, INT64_MAX, NULL) != 0
              : syncpt_wait(fd, id, threshold, 0xffffffff, NULL) != 0);
    }
    return pid;
}

static bool ended(pid_t pid, int *status)
{
    return must("waitpid", waitpid(pid, status, WNOHANG)) == pid;
}

static bool ends_within(pid_t pid, unsigned ms, int *status)
{
    for (int64_t until = now_ns() + ms * MS; now_ns() < until; sleep_ms(5)) {
        if (ended(pid, status)) {
            return true;
        }
    }
    return false;
}

static void test_wait_forever(void)
{
    int fd = card_open(), status;
    uint32_t id = must_alloc(fd), value = syncpt_value(fd, id);

    for (TegraUapi u = TEGRA_UAPI_LEGACY; u <= TEGRA_UAPI_NEW; u++) {
        pid_t pid = start_waiter(u, id, value + 2);

        sleep_ms(150);
        check_ret("increment", syncpt_incr(fd, id), 0);
        sleep_ms(100);
        if (!check(!ended(pid, &status), "%s: not yet", uapi_name(u))) {
            return;
        }
        check_ret("increment", syncpt_incr(fd, id), 0);
        /* The kernel polls every 2 s; an interrupt comes at once. */
        if (check(ends_within(pid, 1500, &status), "%s: woken",
                  uapi_name(u))) {
            check(status == 0, "%s: the wait succeeds", uapi_name(u));
        } else {
            kill(pid, SIGKILL);
        }
        value += 2;
    }
}

/* Several waiters of one sync point, in the wrong order */
static void test_many_waiters(void)
{
    enum { WAITERS = 6 };
    int fd = card_open(), status;
    uint32_t id = must_alloc(fd), value = syncpt_value(fd, id);
    pid_t pid[WAITERS];

    for (unsigned i = 0; i < WAITERS; i++) {
        pid[i] = start_waiter(i & 1, id, value + WAITERS - i);
    }
    sleep_ms(200);
    for (unsigned i = WAITERS; i-- > 0;) {
        check_ret("increment", syncpt_incr(fd, id), 0);
        check(ends_within(pid[i], 1500, &status) && status == 0,
              "waiter %u is woken", i);
        check(i == 0 || !ended(pid[i - 1], &status), "waiter %u is not",
              i - 1);
    }
}

static void on_alarm(int number)
{
}

static void test_interrupted(void)
{
    const struct itimerval once = { .it_value.tv_usec = 100000 };
    const struct sigaction action = { .sa_handler = on_alarm };
    int fd = card_open();
    uint32_t id = must_alloc(fd);
    struct drm_tegra_syncpoint_wait arg = {
        .timeout_ns = INT64_MAX,
        .id = id,
        .threshold = syncpt_value(fd, id) + 1,
    };
    int ret;

    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &once, NULL);
    ret = ioctl(fd, DRM_IOCTL_TEGRA_SYNCPOINT_WAIT, &arg);
    check_ret("a signal ends a wait", ret < 0 ? -errno : 0, -EINTR);
}

/* The kernel's copy follows the counter when somebody looks at the latter. */
static void test_read(void)
{
    int fd = card_open();
    uint32_t id = must_alloc(fd), begin = syncpt_value(fd, id), value;

    for (unsigned i = 1; i <= 100; i++) {
        check_ret("increment", syncpt_incr(fd, id), 0);
        check_u32("counter", syncpt_value(fd, id), begin + i);
        check_ret("read", syncpt_read(fd, id, &value), 0);
        check_u32("copy", value, begin + i);
    }
    check_ret("increment", syncpt_incr(fd, id), 0);
    check_ret("read", syncpt_read(fd, id, &value), 0);
    check_u32("copy, nobody looked", value, begin + 100);
}

/*
 * The kernel refuses increments of sync points that no client manages, unless
 * increments of theirs are outstanding.  Whose it is does not matter.
 */
static void test_incr(void)
{
    int fd = card_open(), other = card_open();
    uint32_t id = must_alloc(fd), before = syncpt_value(fd, id);

    check_ret("increment by another", syncpt_incr(other, id), 0);
    check_u32("counter", syncpt_value(fd, id), before + 1);
    check_ret("GR3D's", syncpt_incr(fd, engine_syncpt(fd, CLASS_GR3D)),
              -EINVAL);
    check_ret("GR2D's", syncpt_incr(fd, engine_syncpt(fd, CLASS_GR2D)),
              -EINVAL);
    check_ret("free", syncpt_free(fd, id), 0);
    check_ret("a free one", syncpt_incr(fd, id), -EINVAL);
    check_u32("counter", syncpt_value(fd, id), before + 1);
}

/* Freeing takes what was counted by CPU into the account of the next owner. */
static void test_realloc(void)
{
    int fd = card_open();
    TegraChannel ch;
    uint32_t id = must_alloc(fd), before = syncpt_value(fd, id), fence;

    for (unsigned i = 0; i < 5; i++) {
        check_ret("increment", syncpt_incr(fd, id), 0);
    }
    check_ret("free", syncpt_free(fd, id), 0);
    channel_open(&ch, fd, TEGRA_UAPI_NEW, CLASS_GR3D);
    check_u32("the same one", ch.syncpt, id);
    fence = job_incrs(&ch, 2);
    check_u32("fence", fence, before + 7);
    fence_done(&ch, fence, "a job of the next owner");
    tegra_channel_close(&ch);
}

const UapiTest syncpt_tests[] = {
    TEST("syncpt/allocate-all", test_alloc_all),
    TEST("syncpt/allocate-bad", test_alloc_bad),
    TEST("syncpt/poll", test_poll),
    TEST("syncpt/wait-bad", test_wait_bad),
    TEST("syncpt/time-out", test_timeout),
    TEST("syncpt/wait-forever", test_wait_forever),
    TEST("syncpt/many-waiters", test_many_waiters),
    TEST("syncpt/interrupted", test_interrupted),
    TEST("syncpt/read", test_read),
    TEST("syncpt/increment", test_incr),
    TEST("syncpt/next-owner", test_realloc),
    TESTS_END
};
