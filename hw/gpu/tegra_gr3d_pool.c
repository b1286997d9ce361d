/*
 * NVIDIA Tegra20 GR3D: threads that render the tiles of a draw
 *
 * The worker's thread draws; where the engine finds tiles that can be
 * rendered side by side, it lends them to these threads and renders with them.
 * None of them takes the BQL.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/lockable.h"
#include "qemu/thread.h"
#include "tegra_gr3d_pool.h"

struct TegraGR3DPool {
    Gr3dExecutor executor;
    QemuThread *thread;         /* all but the one that draws */

    QemuMutex lock;
    QemuCond work;              /* a new @round, or @quit */
    QemuCond idle;              /* @running is 0 */
    /* @lock */
    void (*task)(void *arg);    /* NULL: nothing left to help with */
    void *arg;
    unsigned int round;
    unsigned int running;
    bool quit;
};

/* Wait for a task that is new to the thread.  False: it is time to leave. */
static bool pool_wait(TegraGR3DPool *pool, unsigned int *round)
{
    while (!pool->quit && (!pool->task || pool->round == *round)) {
        qemu_cond_wait(&pool->work, &pool->lock);
    }
    *round = pool->round;
    return !pool->quit;
}

/* With @lock held */
static void pool_help(TegraGR3DPool *pool)
{
    void (*task)(void *arg) = pool->task;
    void *arg = pool->arg;

    pool->running++;
    qemu_mutex_unlock(&pool->lock);
    task(arg);
    qemu_mutex_lock(&pool->lock);
    if (--pool->running == 0) {
        qemu_cond_signal(&pool->idle);
    }
}

static void *pool_thread(void *opaque)
{
    TegraGR3DPool *pool = opaque;
    unsigned int round = 0;

    qemu_mutex_lock(&pool->lock);
    while (pool_wait(pool, &round)) {
        pool_help(pool);
    }
    qemu_mutex_unlock(&pool->lock);
    return NULL;
}

/*
 * A thread that wakes up when the work is done already has missed nothing:
 * only those that have begun are waited for.
 */
static void pool_run(void *opaque, void (*task)(void *arg), void *arg)
{
    TegraGR3DPool *pool = opaque;

    WITH_QEMU_LOCK_GUARD(&pool->lock) {
        pool->task = task;
        pool->arg = arg;
        pool->round++;
        qemu_cond_broadcast(&pool->work);
    }
    task(arg);
    QEMU_LOCK_GUARD(&pool->lock);
    pool->task = NULL;
    while (pool->running) {
        qemu_cond_wait(&pool->idle, &pool->lock);
    }
}

TegraGR3DPool *tegra_gr3d_pool_new(unsigned int threads)
{
    TegraGR3DPool *pool = g_new0(TegraGR3DPool, 1);

    assert(threads > 1);
    pool->executor = (Gr3dExecutor) { threads, pool_run, pool };
    qemu_mutex_init(&pool->lock);
    qemu_cond_init(&pool->work);
    qemu_cond_init(&pool->idle);
    pool->thread = g_new(QemuThread, threads - 1);
    for (unsigned int i = 0; i < threads - 1; i++) {
        qemu_thread_create(&pool->thread[i], "gr3d-tiles", pool_thread, pool,
                           QEMU_THREAD_JOINABLE);
    }
    return pool;
}

void tegra_gr3d_pool_free(TegraGR3DPool *pool)
{
    if (!pool) {
        return;
    }
    WITH_QEMU_LOCK_GUARD(&pool->lock) {
        pool->quit = true;
        qemu_cond_broadcast(&pool->work);
    }
    for (unsigned int i = 0; i < pool->executor.threads - 1; i++) {
        qemu_thread_join(&pool->thread[i]);
    }
    qemu_cond_destroy(&pool->idle);
    qemu_cond_destroy(&pool->work);
    qemu_mutex_destroy(&pool->lock);
    g_free(pool->thread);
    g_free(pool);
}

const Gr3dExecutor *tegra_gr3d_pool_executor(const TegraGR3DPool *pool)
{
    return pool ? &pool->executor : NULL;
}
