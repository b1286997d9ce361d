/*
 * tegra-uapi: sync objects and sync files of jobs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <linux/sync_file.h>

#include "new.h"

#define MS      1000000LL
#define JOBS    40

static NewJob job;

/* A channel, and a sync point that the CPU lets its jobs go with */
typedef struct Gate {
    TegraChannel ch;
    uint32_t id, now;
} Gate;

static void gate_open(Gate *g, int fd, uint32_t class_id)
{
    channel_open(&g->ch, fd, TEGRA_UAPI_NEW, class_id);
    g->id = must_alloc(fd);
    g->now = syncpt_value(fd, g->id);
}

static void gate_close(Gate *g)
{
    tegra_channel_close(&g->ch);
}

/* Submit a job that waits; @syncobj receives its fence. */
static uint32_t gate_submit(Gate *g, uint32_t syncobj)
{
    uint32_t fence;

    new_begin(&job, &g->ch, 1);
    new_wait(&job, g->id, ++g->now);
    new_incr(&job);
    job.arg.syncobj_out = syncobj;
    must("submit", new_submit(&job, &fence));
    return fence;
}

static void gate_pass(Gate *g)
{
    check_ret("increment", syncpt_incr(g->ch.fd, g->id), 0);
}

static uint32_t syncobj_new(int fd, uint32_t flags)
{
    struct drm_syncobj_create arg = { .flags = flags };

    must("SYNCOBJ_CREATE", tegra_ioctl(fd, DRM_IOCTL_SYNCOBJ_CREATE, &arg));
    return arg.handle;
}

static int syncobj_wait(int fd, const uint32_t *handles, unsigned num,
                        uint32_t flags, unsigned ms)
{
    struct drm_syncobj_wait arg = {
        .handles = (uintptr_t)handles,
        .timeout_nsec = now_ns() + ms * MS,
        .count_handles = num,
        .flags = flags,
    };

    return tegra_ioctl(fd, DRM_IOCTL_SYNCOBJ_WAIT, &arg);
}

static int syncobj_file(int fd, uint32_t handle)
{
    struct drm_syncobj_handle arg = {
        .handle = handle,
        .flags = DRM_SYNCOBJ_HANDLE_TO_FD_FLAGS_EXPORT_SYNC_FILE,
    };

    must("SYNCOBJ_HANDLE_TO_FD",
         tegra_ioctl(fd, DRM_IOCTL_SYNCOBJ_HANDLE_TO_FD, &arg));
    return arg.fd;
}

static bool signalled(int file, unsigned ms)
{
    struct pollfd p = { .fd = file, .events = POLLIN };

    return must("poll", poll(&p, 1, ms)) == 1 && p.revents == POLLIN;
}

static void check_file(int file, int status, unsigned fences)
{
    struct sync_file_info info = { 0 };

    must("SYNC_IOC_FILE_INFO", tegra_ioctl(file, SYNC_IOC_FILE_INFO, &info));
    check(info.status == status && info.num_fences == fences,
          "sync file: status %d, %u fences; expected %d, %u", info.status,
          info.num_fences, status, fences);
}

static void test_syncobj(void)
{
    static const uint32_t classes[] = { CLASS_GR2D, CLASS_GR3D };
    int fd = card_open();
    uint32_t obj = syncobj_new(fd, 0), fence;
    Gate g;

    check_ret("a sync object without fence",
              syncobj_wait(fd, &obj, 1, 0, 0), -EINVAL);
    for (unsigned i = 0; i < 2; i++) {
        gate_open(&g, fd, classes[i]);
        fence = gate_submit(&g, obj);
        check_ret("too early", syncobj_wait(fd, &obj, 1, 0, 0), -ETIME);
        check_ret("still", syncobj_wait(fd, &obj, 1, 0, 60), -ETIME);
        gate_pass(&g);
        check_ret("the job is done", syncobj_wait(fd, &obj, 1, 0, 1500), 0);
        fence_done(&g.ch, fence, "the fence");
        gate_close(&g);
    }
}

static void test_file(void)
{
    int fd = card_open(), file;
    uint32_t obj = syncobj_new(fd, 0);
    struct sync_fence_info fence = { 0 };
    struct sync_file_info info = {
        .num_fences = 1, .sync_fence_info = (uintptr_t)&fence,
    };
    Gate g;

    gate_open(&g, fd, CLASS_GR3D);
    gate_submit(&g, obj);
    file = syncobj_file(fd, obj);
    check(!signalled(file, 0) && !signalled(file, 60), "too early");
    check_file(file, 0, 1);
    /* Linux 7.3 knows the names of a fence until it is signalled. */
    must("SYNC_IOC_FILE_INFO", tegra_ioctl(file, SYNC_IOC_FILE_INFO, &info));
    check(!strcmp(fence.driver_name, "host1x") &&
          !strcmp(fence.obj_name, "syncpoint"), "a fence of %s, %s",
          fence.driver_name, fence.obj_name);
    gate_pass(&g);
    check(signalled(file, 1500), "poll() returns when the job is done");
    check_file(file, 1, 1);
    gate_close(&g);
}

/* One sync file stands for the fences of two engines. */
static void test_merge(void)
{
    int fd = card_open(), merged;
    uint32_t obj[2] = { syncobj_new(fd, 0), syncobj_new(fd, 0) };
    struct sync_merge_data merge = { .name = "both" };
    Gate g[2];

    gate_open(&g[0], fd, CLASS_GR2D);
    gate_open(&g[1], fd, CLASS_GR3D);
    for (unsigned i = 0; i < 2; i++) {
        gate_submit(&g[i], obj[i]);
    }
    merge.fd2 = syncobj_file(fd, obj[1]);
    must("SYNC_IOC_MERGE",
         tegra_ioctl(syncobj_file(fd, obj[0]), SYNC_IOC_MERGE, &merge));
    merged = merge.fence;
    gate_pass(&g[1]);
    check_ret("any", syncobj_wait(fd, obj, 2, 0, 1500), 0);
    check(!signalled(merged, 50), "one of two");
    check_ret("all", syncobj_wait(fd, obj, 2, DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL,
                                  0), -ETIME);
    gate_pass(&g[0]);
    check(signalled(merged, 1500), "both");
    check_file(merged, 1, 2);
    check_ret("all", syncobj_wait(fd, obj, 2, DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL,
                                  1500), 0);
    gate_close(&g[1]);
    gate_close(&g[0]);
}

/* Many jobs in flight, each with a fence; the CPU lets them go one by one. */
static void test_many(void)
{
    int fd = card_open();
    uint32_t obj[JOBS], fence = 0;
    Gate g;

    gate_open(&g, fd, CLASS_GR3D);
    for (unsigned i = 0; i < JOBS; i++) {
        obj[i] = syncobj_new(fd, 0);
        fence = gate_submit(&g, obj[i]);
    }
    for (unsigned i = 0; i < JOBS; i++) {
        check_ret("too early", syncobj_wait(fd, &obj[i], 1, 0, 0), -ETIME);
        gate_pass(&g);
        check_ret("done", syncobj_wait(fd, &obj[i], 1, 0, 1500), 0);
    }
    check_ret("all", syncobj_wait(fd, obj, JOBS,
                                  DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL, 0), 0);
    fence_done(&g.ch, fence, "the last fence");
    gate_close(&g);
}

/* A sync file outlives the file whose job it stands for. */
static void test_closed(void)
{
    int fd = card_open(), keeper = card_open(), file;
    uint32_t obj = syncobj_new(fd, 0), gate = must_alloc(keeper), fence;
    uint32_t now = syncpt_value(keeper, gate);
    TegraChannel ch;

    channel_open(&ch, fd, TEGRA_UAPI_NEW, CLASS_GR3D);
    new_begin(&job, &ch, 1);
    new_wait(&job, gate, now + 1);
    new_incr(&job);
    job.arg.syncobj_out = obj;
    must("submit", new_submit(&job, &fence));
    file = syncobj_file(fd, obj);
    close(fd);
    check(!signalled(file, 60), "the job waits, its file is closed");
    check_ret("increment", syncpt_incr(keeper, gate), 0);
    check(signalled(file, 1500), "the job is done");
    check_file(file, 1, 1);
}

/*
 * A mistake of the kernel: it takes the time that is left of a successful wait
 * for an error, returns it, and submits nothing.
 */
static void test_syncobj_in(void)
{
    int fd = card_open();
    uint32_t before;
    TegraChannel ch;

    channel_open(&ch, fd, TEGRA_UAPI_NEW, CLASS_GR3D);
    before = syncpt_value(fd, ch.syncpt);
    new_begin(&job, &ch, 1);
    new_incr(&job);
    job.arg.syncobj_in = syncobj_new(fd, DRM_SYNCOBJ_CREATE_SIGNALED);
    check(ioctl(fd, DRM_IOCTL_TEGRA_CHANNEL_SUBMIT, &job.arg) > 0,
          "more than 0 is returned");
    check_u32("nothing happens", syncpt_value(fd, ch.syncpt), before);
    job.arg.syncobj_in = 0;
    new_run(&job, "without syncobj_in");
    tegra_channel_close(&ch);
}

const UapiTest fence_tests[] = {
    TEST("fence/sync-object", test_syncobj),
    TEST("fence/sync-file", test_file),
    TEST("fence/merge", test_merge),
    TEST("fence/many", test_many),
    TEST("fence/closed", test_closed),
    TEST_LOGS("fence/syncobj-in", test_syncobj_in,
              "wait for syncobj_in timed out"),
    TESTS_END
};
