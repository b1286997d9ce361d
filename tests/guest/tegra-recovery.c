/*
 * tegra-recovery: break the hardware and watch the kernel get over it
 *
 * The host injects a fault [guest-programs.rst, Asking the host], a job hangs,
 * the driver does what it does, and the next job must draw the right picture.
 * The kernel's warnings are printed as lines "kernel: ...".
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <drm/drm.h>
#include <drm/tegra_drm.h>

#include "tegra-recovery/host.h"
#include "tegra-recovery/kmsg.h"
#include "tegra-recovery/rig.h"

#define LEGACY_JOB_MS   500     /* the job's time-out */
#define SLOW_JOB_MS     2000    /* where no time-out is wanted */
#define NEW_JOB_MS      10000   /* cannot be chosen */
#define DUMP            "/sys/kernel/debug/tegra-host1x/status_all"
#define GR3D_WORKS_MS   3000    /* for what the kernel does by itself */

static Rig rig;

/*
 * What hangs a job: the host swallows its one increment, or, without a host
 * that can, the job declares an increment more than it makes.
 */
static bool declare;

static void hang_next_job(void)
{
    if (!declare) {
        expect(host_set(PATH_GR3D, "lost-completion", "1"),
               "the host injects a fault");
    }
}

static uint32_t submit_hanging(Rig *r)
{
    rig_job(r);
    r->s.incrs += declare;
    return rig_submit(r);
}

/* ---- what the kernel's dump says of the channel that hangs */

/*
 * It consumed all words, the last one being the increment when the engine is
 * done: class 0x60, register 0, condition 1 [tegra-host1x.rst, Sync points].
 */
static void expect_dump(const Rig *r)
{
    char line[256], want[64];
    bool found = false;
    FILE *f = fopen(DUMP, "r");

    must(DUMP, f ? 0 : -errno);
    snprintf(want, sizeof(want), "gr3d: active class 60, offset 0000, "
             "val %08x\n", COND_OP_DONE << 8 | r->ch.syncpt);
    while (fgets(line, sizeof(line), f)) {
        found |= strstr(line, want) != NULL;
        if (strstr(line, "gr3d: ")) {
            printf("status_all: %s", line);
        }
    }
    fclose(f);
    expect(found, "the dump says: %s", want);
}

static void expect_timeout_message(const Rig *r, uint32_t fence)
{
    expect(kmsg_seen(KMSG_TIMEOUT "%u (", r->ch.syncpt) &&
           kmsg_seen("), HW thresh %u, done %u\n", fence - 1, fence),
           "the kernel's message: sync point %u at %u, wanted %u",
           r->ch.syncpt, fence - 1, fence);
}

static void expect_took(double begun, unsigned from_ms, unsigned to_ms)
{
    unsigned took = (seconds() - begun) * 1000;

    printf("  after %u ms\n", took);
    expect(took >= from_ms && took <= to_ms, "after %u to %u ms, not %u",
           from_ms, to_ms, took);
}

/* ---- legacy interface: the kernel makes the missing increments itself */

static void legacy_round(unsigned round)
{
    double begun;
    uint32_t fence;
    int ret;

    rig_make_room(&rig);
    kmsg_mark();
    hang_next_job();
    begun = seconds();
    fence = submit_hanging(&rig);
    if (round == 0) {
        usleep(100000);
        expect_dump(&rig);
    }
    ret = tegra_wait(&rig.ch, fence, WAIT_MS, NULL);
    expect(ret == 0, "the waiter sees success: %s", strerror(-ret));
    expect_took(begun, LEGACY_JOB_MS - 20, LEGACY_JOB_MS + 1500);
    expect_timeout_message(&rig, fence);
    /* the engine had done its work */
    rig_expect_picture(&rig);
    rig_expect_works(&rig);
}

static void test_legacy(unsigned rounds)
{
    rig_open(&rig, TEGRA_UAPI_LEGACY, LEGACY_JOB_MS);
    for (unsigned i = 0; i < rounds; i++) {
        legacy_round(i);
    }
    expect(declare || host_is(PATH_GR3D, "lost-completion", "0"),
           "no fault is left");
    rig_close(&rig);
}

/* ---- new interface: the kernel locks the sync point */

static void expect_locked(Rig *r)
{
    uint32_t fence;
    int ret;

    rig_job(r);
    ret = tegra_submit(&r->ch, &r->s, &r->bufs, &fence);
    expect(ret == -EPERM, "a submit with the locked sync point: EPERM, "
           "not %s", strerror(-ret));
    expect(kmsg_wait(100, "host1x job submission failed: -1"),
           "the kernel says that the submission failed");
    rig_expect_untouched(r);
}

static void new_round(unsigned round)
{
    double begun;
    uint32_t fence;

    rig_make_room(&rig);
    kmsg_mark();
    hang_next_job();
    begun = seconds();
    fence = submit_hanging(&rig);
    expect(tegra_wait(&rig.ch, fence, 500, NULL) == -EAGAIN,
           "the waiter's own time-out");
    if (round == 0) {
        expect_dump(&rig);
    }
    expect(kmsg_wait(NEW_JOB_MS + 2000, KMSG_TIMEOUT), "the job's time-out");
    expect_took(begun, NEW_JOB_MS - 500, NEW_JOB_MS + 1500);
    expect_timeout_message(&rig, fence);
    expect(tegra_wait(&rig.ch, fence, 100, NULL) == -EAGAIN,
           "no increments by the CPU");
    rig_expect_picture(&rig);
    expect_locked(&rig);
    rig_fresh_syncpt(&rig);
    rig_expect_works(&rig);
}

static void test_new(unsigned rounds)
{
    rig_open(&rig, TEGRA_UAPI_NEW, 0);
    for (unsigned i = 0; i < rounds; i++) {
        new_round(i);
    }
    rig_close(&rig);
}

/* ---- an engine that does nothing more until it is powered off and on */

static void wedge(void)
{
    kmsg_mark();
    expect(host_set(PATH_GR3D, "wedged", "true"), "the host wedges GR3D");
}

static void expect_power_cycle(Rig *r)
{
    expect(host_is(PATH_GR3D, "wedged", "true"), "GR3D is still wedged");
    tegra_channel_close(&r->ch);
    expect(rig_power_becomes("suspended", GR3D_WORKS_MS),
           "the kernel suspends GR3D");
    expect(host_is(PATH_GR3D, "wedged", "false"),
           "the power gate has freed GR3D");
}

static void wedged_legacy_job(Rig *r)
{
    double begun = seconds();
    uint32_t fence;
    int ret;

    kmsg_mark();
    rig_job(r);
    fence = rig_submit(r);
    ret = tegra_wait(&r->ch, fence, WAIT_MS, NULL);
    expect(ret == 0, "the waiter sees success: %s", strerror(-ret));
    expect_took(begun, LEGACY_JOB_MS - 20, LEGACY_JOB_MS + 1500);
    expect_timeout_message(r, fence);
    rig_expect_untouched(r);
}

/* Later jobs hang too, channel teardown or not. */
static void test_wedged_legacy(unsigned rounds)
{
    rig_open(&rig, TEGRA_UAPI_LEGACY, LEGACY_JOB_MS);
    for (unsigned i = 0; i < rounds; i++) {
        rig_expect_works(&rig);
        rig_make_room(&rig);
        wedge();
        wedged_legacy_job(&rig);
        wedged_legacy_job(&rig);
        wedged_legacy_job(&rig);
        expect_power_cycle(&rig);
        rig_open_channel(&rig, TEGRA_UAPI_LEGACY, LEGACY_JOB_MS);
        rig_expect_works(&rig);
    }
    rig_close(&rig);
}

/*
 * With this interface jobs hold the power, not the channel: the second one
 * waits in the queue, with a sync point of its own, so the engine stays on.
 */
static void wedged_new_jobs(Rig *r)
{
    struct drm_tegra_syncpoint_allocate fresh = { 0 };
    uint32_t first = r->ch.syncpt, fence[2];
    double begun = seconds();

    rig_job(r);
    fence[0] = rig_submit(r);
    must("allocate", tegra_ioctl(r->fd, DRM_IOCTL_TEGRA_SYNCPOINT_ALLOCATE,
                                 &fresh));
    r->ch.syncpt = fresh.id;
    rig_job(r);
    fence[1] = rig_submit(r);
    for (unsigned i = 0; i < 2; i++) {
        kmsg_mark();
        expect(kmsg_wait(NEW_JOB_MS + 2000, KMSG_TIMEOUT), "a time-out");
        expect_took(begun, NEW_JOB_MS - 500, NEW_JOB_MS + 1500);
        r->ch.syncpt = i ? fresh.id : first;
        expect_timeout_message(r, fence[i]);
        rig_expect_untouched(r);
        begun = seconds();
    }
}

static void test_wedged_new(unsigned rounds)
{
    for (unsigned i = 0; i < rounds; i++) {
        rig_open(&rig, TEGRA_UAPI_NEW, 0);
        rig_expect_works(&rig);
        rig_make_room(&rig);
        wedge();
        wedged_new_jobs(&rig);
        expect_power_cycle(&rig);
        rig_open_channel(&rig, TEGRA_UAPI_NEW, 0);
        rig_expect_works(&rig);
        rig_close(&rig);
    }
}

/* ---- host1x */

/* 601 is Linux 6.1. */
static unsigned kernel_version(void)
{
    unsigned major = 0, minor = 0;
    struct utsname name;

    must("uname", uname(&name));
    sscanf(name.release, "%u.%u", &major, &minor);
    return major * 100 + minor;
}

/*
 * Linux 6.1 looks at the counter every two seconds, and complains if it has not
 * arrived; 6.12 only looks when the waiter's time is up.
 */
static bool kernel_polls(void)
{
    return kernel_version() == 601;
}

static void delay_completion(const char *ns)
{
    expect(host_set(PATH_GR3D, "delay-completion", ns),
           "the host delays completions");
}

/*
 * From 7.2 on the waiter does not read the counter when its time is up.  The
 * fence that it gives up arms the interrupt anew, for the job's own, and the
 * handler reads it, in time for the waiter or too late [host1x_fence_cancel()].
 */
static bool lost_interrupt_result(int ret)
{
    return ret == 0 || (ret == -EAGAIN && kernel_version() >= 702);
}

/* The process must be waiting when the interrupt would come. */
static void lost_interrupt_round(void)
{
    const unsigned wait_ms = 3500;
    double begun;
    uint32_t fence;
    int ret;

    kmsg_mark();
    expect(host_set(PATH_HOST1X, "lost-interrupt", "1"),
           "the host injects a fault");
    delay_completion("100000000");
    rig_job(&rig);
    begun = seconds();
    fence = rig_submit(&rig);
    ret = rig_wait_whole(&rig, fence, wait_ms);
    expect(lost_interrupt_result(ret), "success: %s", strerror(-ret));
    if (kernel_polls()) {
        expect_took(begun, 1900, 3000);
    } else {
        expect_took(begun, wait_ms - 100, wait_ms + 1000);
        ret = rig_wait_whole(&rig, fence, 0);
        expect(ret == 0, "success: %s", strerror(-ret));
    }
    rig_expect_picture(&rig);
    delay_completion("0");
    rig_expect_works(&rig);
}

static void test_lost_interrupt(unsigned rounds)
{
    rig_open(&rig, TEGRA_UAPI_LEGACY, 0);
    rig_expect_works(&rig);
    for (unsigned i = 0; i < rounds; i++) {
        lost_interrupt_round();
    }
    expect(host_is(PATH_HOST1X, "lost-interrupt", "0"), "no fault is left");
    rig_close(&rig);
}

/*
 * The counter takes no increment, not even the CPU's: the kernel's recovery is
 * in vain, until a program increments it when it can move again.
 */
static void stuck_syncpt_round(void)
{
    struct drm_tegra_syncpt_incr incr = { .id = rig.ch.syncpt };
    char mask[16];
    uint32_t fence;
    int ret;

    rig_make_room(&rig);
    kmsg_mark();
    snprintf(mask, sizeof(mask), "%u", 1u << rig.ch.syncpt);
    expect(host_set(PATH_HOST1X, "stuck-syncpts", mask),
           "the host injects a fault");
    rig_job(&rig);
    fence = rig_submit(&rig);
    expect(rig_wait_whole(&rig, fence, 2500) == -EAGAIN,
           "the waiter's own time-out");
    expect_timeout_message(&rig, fence);
    expect(kmsg_seen("stuck waiting %u, timeout=", fence) == kernel_polls(),
           "Linux 6.1 says: stuck waiting %u", fence);
    rig_expect_picture(&rig);
    expect(host_set(PATH_HOST1X, "stuck-syncpts", "0"),
           "the host takes the fault away");
    ret = tegra_ioctl(rig.fd, DRM_IOCTL_TEGRA_SYNCPT_INCR, &incr);
    expect(ret == 0, "an increment by the CPU: %s", strerror(-ret));
    ret = tegra_wait(&rig.ch, fence, WAIT_MS, NULL);
    expect(ret == 0, "the waiter sees success: %s", strerror(-ret));
    rig_expect_works(&rig);
}

static void test_stuck_syncpt(unsigned rounds)
{
    rig_open(&rig, TEGRA_UAPI_LEGACY, LEGACY_JOB_MS);
    rig_expect_works(&rig);
    for (unsigned i = 0; i < rounds; i++) {
        stuck_syncpt_round();
    }
    rig_close(&rig);
}

/* A job that takes 300 ms, well within its time-out */
static void delayed_round(void)
{
    double begun;
    int ret;

    kmsg_mark();
    delay_completion("300000000");
    begun = seconds();
    rig_job(&rig);
    ret = tegra_run(&rig.ch, &rig.s, &rig.bufs, WAIT_MS);
    expect(ret == 0, "success: %s", strerror(-ret));
    expect_took(begun, 290, SLOW_JOB_MS);
    expect(!kmsg_seen(KMSG_TIMEOUT), "no time-out");
    rig_expect_picture(&rig);
    delay_completion("0");
    rig_expect_works(&rig);
}

static void test_delayed(unsigned rounds)
{
    rig_open(&rig, TEGRA_UAPI_LEGACY, SLOW_JOB_MS);
    for (unsigned i = 0; i < rounds; i++) {
        delayed_round();
    }
    rig_close(&rig);
}

/* ---- which */

static const struct {
    const char *name;
    void (*run)(unsigned rounds);
} tests[] = {
    { "legacy", test_legacy },
    { "new", test_new },
    { "wedged-legacy", test_wedged_legacy },
    { "wedged-new", test_wedged_new },
    { "lost-interrupt", test_lost_interrupt },
    { "stuck-syncpt", test_stuck_syncpt },
    { "delayed", test_delayed },
};

static const char usage[] =
    "usage: tegra-recovery [--declare] TEST[=ROUNDS]...\n"
    "Breaks host1x and GR3D with the help of the host, lets the kernel recover\n"
    "and checks what is drawn then.  Exit status 0 if all is right.\n"
    "  TEST       legacy, new, wedged-legacy, wedged-new, lost-interrupt,\n"
    "             stuck-syncpt, delayed\n"
    "  --declare  legacy, new: no fault; the job declares an increment more\n"
    "             than it makes\n";

static bool run_test(const char *name, size_t length, unsigned rounds)
{
    for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); i++) {
        unsigned before = expect_failures();
        double begun = seconds();

        if (strlen(tests[i].name) != length ||
            strncmp(tests[i].name, name, length)) {
            continue;
        }
        printf("tegra-recovery: %s\n", tests[i].name);
        tests[i].run(rounds);
        kmsg_drain();
        printf("tegra-recovery: %s: %u rounds, %u wrong, %.1f s\n",
               tests[i].name, rounds, expect_failures() - before,
               seconds() - begun);
        return true;
    }
    return false;
}

int main(int argc, char **argv)
{
    setlinebuf(stdout);
    kmsg_open();
    for (int i = 1; i < argc; i++) {
        size_t length = strcspn(argv[i], "=");
        unsigned rounds = argv[i][length] ? atoi(argv[i] + length + 1) : 1;

        if (!strcmp(argv[i], "--declare")) {
            declare = true;
        } else if (!run_test(argv[i], length, rounds)) {
            fputs(usage, strcmp(argv[i], "--help") ? stderr : stdout);
            return strcmp(argv[i], "--help") ? 2 : 0;
        }
    }
    kmsg_close();
    printf("tegra-recovery: %s, %u wrong\n",
           expect_failures() ? "FAIL" : "PASS", expect_failures());
    return expect_failures() ? 1 : 0;
}
