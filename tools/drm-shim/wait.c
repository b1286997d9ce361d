/*
 * A DRM device in the process: time, others' threads, the client's memory
 *
 * A futex, not a condition variable: a signal has to end a wait.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include "node.h"

#define SECOND  1000000000

static uint32_t changes;
static unsigned waiters;

int64_t drm_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * (int64_t)SECOND + t.tv_nsec;
}

void drm_changed(void)
{
    __atomic_add_fetch(&changes, 1, __ATOMIC_SEQ_CST);
    if (waiters) {
        syscall(SYS_futex, &changes, FUTEX_WAKE_PRIVATE, INT32_MAX);
    }
}

static int sleep_until(int64_t until)
{
    struct timespec t = { until / SECOND, until % SECOND };
    uint32_t seen = changes;
    int error = 0;

    if (!drm_process_waits()) {
        return -EINTR;
    }
    waiters++;
    drm_unlock();
    if (syscall(SYS_futex, &changes, FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG,
                seen, until == INT64_MAX ? NULL : &t, NULL,
                FUTEX_BITSET_MATCH_ANY)) {
        error = errno;
    }
    drm_lock();
    waiters--;
    return error == EINTR ? -EINTR : 0;
}

int drm_wait(int64_t deadline)
{
    int64_t now = drm_now(), due = INT64_MAX;
    uint32_t before = changes;

    if (drm_driver.due) {
        due = drm_driver.due(now);
    }
    if (changes != before) {
        return 0;
    }
    return now >= deadline ? -ETIME : sleep_until(MIN(deadline, due));
}

/*
 * A system call has failed: because of the addresses or the process, which is
 * noted if it is gone?  Or does this machine not let us?
 */
static bool is_fault(void)
{
    drm_process()->gone = errno == ESRCH;
    return errno == EFAULT || !drm_process_is_self();
}

int drm_copy_from(void *to, uint64_t from, size_t size)
{
    struct iovec here = { to, size }, there = { (void *)(uintptr_t)from, size };
    pid_t pid = drm_process_pid();
    ssize_t done = size ? process_vm_readv(pid, &here, 1, &there, 1, 0) : 0;

    if (done < 0 && !is_fault()) {
        memcpy(to, there.iov_base, size);
        return 0;
    }
    return done == size ? 0 : -EFAULT;
}

/* It is written once more where valgrind and sanitizers can see it. */
int drm_copy_to(uint64_t to, const void *from, size_t size)
{
    struct iovec here = { (void *)from, size };
    struct iovec there = { (void *)(uintptr_t)to, size };
    pid_t pid = drm_process_pid();
    ssize_t done = size ? process_vm_writev(pid, &here, 1, &there, 1, 0) : 0;

    if (done != size && (done >= 0 || is_fault())) {
        return -EFAULT;
    }
    if (size && drm_process_is_self()) {
        memcpy(there.iov_base, from, size);
    }
    return 0;
}

void *drm_copy_new(uint64_t from, size_t size)
{
    void *copy = g_try_malloc(MAX(size, 1));

    if (copy && drm_copy_from(copy, from, size)) {
        g_free(copy);
        return NULL;
    }
    return copy;
}
