/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Preloaded to a program with ThreadSanitizer (scripts/sanitize --thread).
 *
 * The sanitizer orders what was done before a mutex was unlocked only if the
 * fibre that unlocks it is the one that had locked it, and if not it forgets
 * the mutex's order from then on.  QEMU's coroutines are fibres; its main loop
 * turns in one of them while savevm and loadvm are done, and unlocks there what
 * its thread had locked.  So an unlock here releases, and a lock acquires,
 * whichever fibre does it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <time.h>

/* None in a program without the sanitizer, such as what starts one with it. */
void __tsan_acquire(void *addr) __attribute__((weak));
void __tsan_release(void *addr) __attribute__((weak));

static void acquire(pthread_mutex_t *mutex)
{
    if (__tsan_acquire) {
        __tsan_acquire(mutex);
    }
}

static void release(pthread_mutex_t *mutex)
{
    if (__tsan_release) {
        __tsan_release(mutex);
    }
}

/* The sanitizer's function of that name. */
#define NEXT(name) ({ \
    static __typeof__(&name) next; \
    next = next ?: (__typeof__(&name))dlsym(RTLD_NEXT, #name); \
    next; })

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    int rc = NEXT(pthread_mutex_lock)(mutex);

    acquire(mutex);
    return rc;
}

int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    int rc = NEXT(pthread_mutex_trylock)(mutex);

    if (!rc) {
        acquire(mutex);
    }
    return rc;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    release(mutex);
    return NEXT(pthread_mutex_unlock)(mutex);
}

int pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex)
{
    int rc;

    release(mutex);
    rc = NEXT(pthread_cond_wait)(cond, mutex);
    acquire(mutex);
    return rc;
}

int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex,
                           const struct timespec *until)
{
    int rc;

    release(mutex);
    rc = NEXT(pthread_cond_timedwait)(cond, mutex, until);
    acquire(mutex);
    return rc;
}
