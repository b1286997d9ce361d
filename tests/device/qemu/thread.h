/* SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef DEVICE_QEMU_THREAD_H
#define DEVICE_QEMU_THREAD_H

#include <errno.h>
#include <pthread.h>
#include <time.h>

typedef pthread_mutex_t QemuMutex;
typedef pthread_cond_t QemuCond;
typedef pthread_t QemuThread;

#define QEMU_THREAD_JOINABLE    0

#define qemu_mutex_init(m)      pthread_mutex_init(m, NULL)
#define qemu_mutex_destroy      pthread_mutex_destroy
#define qemu_mutex_lock         pthread_mutex_lock
#define qemu_mutex_unlock       pthread_mutex_unlock
#define qemu_cond_init(c)       pthread_cond_init(c, NULL)
#define qemu_cond_destroy       pthread_cond_destroy
#define qemu_cond_signal        pthread_cond_signal
#define qemu_cond_broadcast     pthread_cond_broadcast
#define qemu_cond_wait          pthread_cond_wait
#define qemu_thread_join(t)     pthread_join(*(t), NULL)

/* False: the time is over. */
static inline bool qemu_cond_timedwait(QemuCond *cond, QemuMutex *mutex,
                                       int ms)
{
    gint64 end = g_get_real_time() + (gint64)ms * 1000;
    struct timespec ts = { end / 1000000, end % 1000000 * 1000 };

    return pthread_cond_timedwait(cond, mutex, &ts) != ETIMEDOUT;
}

static inline void qemu_thread_create(QemuThread *thread, const char *name,
                                      void *(*run)(void *), void *arg,
                                      int mode)
{
    int ret = pthread_create(thread, NULL, run, arg);

    assert(ret == 0);
}

#endif
