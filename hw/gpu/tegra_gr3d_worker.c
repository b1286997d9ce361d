/*
 * NVIDIA Tegra20 GR3D: the thread that renders draws
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/lockable.h"
#include "qemu/main-loop.h"
#include "qemu/thread.h"
#include "tegra_gr3d_pool.h"
#include "tegra_gr3d_worker.h"

/* With so many draws left there is time to get more. */
#define WORKER_LOW      (TEGRA_GR3D_GIVEN_MAX / 2)

struct TegraGR3DWorker {
    QEMUBH *bh;
    TegraGR3DPool *pool;        /* NULL: the thread is alone */
    QemuThread thread;

    QemuMutex lock;
    QemuCond work;              /* @num_ready is not 0, or @quit */
    QemuCond idle;              /* @active has become NULL */
    /* @lock, and the state of every job */
    QSIMPLEQ_HEAD(, TegraGR3DJob) ready;
    TegraGR3DJob *active;
    unsigned int num_ready;
    bool quit;
};

/* The next draw; NULL: it is time to leave. */
static TegraGR3DJob *worker_next(TegraGR3DWorker *w)
{
    while (!w->num_ready && !w->quit) {
        qemu_cond_wait(&w->work, &w->lock);
    }
    w->active = QSIMPLEQ_FIRST(&w->ready);
    if (w->active) {
        QSIMPLEQ_REMOVE_HEAD(&w->ready, next);
        w->num_ready--;
        w->active->state = TEGRA_GR3D_JOB_RUNS;
    }
    return w->active;
}

static void worker_done(TegraGR3DWorker *w)
{
    bool tell = w->active->tell || w->num_ready == 0 ||
                w->num_ready == WORKER_LOW;

    w->active->state = TEGRA_GR3D_JOB_DONE;
    w->active = NULL;
    qemu_cond_signal(&w->idle);
    if (tell) {
        qemu_bh_schedule(w->bh);
    }
}

static void *worker_thread(void *opaque)
{
    TegraGR3DWorker *w = opaque;
    TegraGR3DJob *job;

    qemu_mutex_lock(&w->lock);
    while ((job = worker_next(w))) {
        qemu_mutex_unlock(&w->lock);
        tegra_gr3d_job_run(job, UINT64_MAX);
        qemu_mutex_lock(&w->lock);
        worker_done(w);
    }
    qemu_mutex_unlock(&w->lock);
    return NULL;
}

/* Signalled with the lock held, the thread would wake up to wait for it. */
void tegra_gr3d_worker_give(TegraGR3DWorker *w, TegraGR3DJob *job)
{
    bool wake;

    gr3d_draw_set_executor(job->draw, tegra_gr3d_pool_executor(w->pool));
    WITH_QEMU_LOCK_GUARD(&w->lock) {
        job->state = TEGRA_GR3D_JOB_READY;
        QSIMPLEQ_INSERT_TAIL(&w->ready, job, next);
        wake = w->num_ready++ == 0 && !w->active;
    }
    if (wake) {
        qemu_cond_signal(&w->work);
    }
}

TegraGR3DJobState tegra_gr3d_worker_state(TegraGR3DWorker *w,
                                          const TegraGR3DJob *job)
{
    QEMU_LOCK_GUARD(&w->lock);
    return job->state;
}

void tegra_gr3d_worker_tell(TegraGR3DWorker *w, TegraGR3DJob *job)
{
    QEMU_LOCK_GUARD(&w->lock);
    job->tell = true;
    if (job->state == TEGRA_GR3D_JOB_DONE) {
        qemu_bh_schedule(w->bh);
    }
}

void tegra_gr3d_worker_withdraw(TegraGR3DWorker *w)
{
    TegraGR3DJob *job;

    QEMU_LOCK_GUARD(&w->lock);
    QSIMPLEQ_FOREACH(job, &w->ready, next) {
        job->state = TEGRA_GR3D_JOB_NEW;
    }
    QSIMPLEQ_INIT(&w->ready);
    w->num_ready = 0;
}

void tegra_gr3d_worker_cancel(TegraGR3DWorker *w)
{
    QEMU_LOCK_GUARD(&w->lock);
    if (w->active) {
        gr3d_draw_cancel(w->active->draw);
    }
    while (w->active) {
        qemu_cond_wait(&w->idle, &w->lock);
    }
}

void tegra_gr3d_worker_wait(TegraGR3DWorker *w)
{
    QEMU_LOCK_GUARD(&w->lock);
    while (w->active || w->num_ready) {
        qemu_cond_wait(&w->idle, &w->lock);
    }
}

TegraGR3DWorker *tegra_gr3d_worker_new(unsigned int threads, QEMUBH *bh)
{
    TegraGR3DWorker *w = g_new0(TegraGR3DWorker, 1);

    w->bh = bh;
    w->pool = threads > 1 ? tegra_gr3d_pool_new(threads) : NULL;
    QSIMPLEQ_INIT(&w->ready);
    qemu_mutex_init(&w->lock);
    qemu_cond_init(&w->work);
    qemu_cond_init(&w->idle);
    qemu_thread_create(&w->thread, "gr3d", worker_thread, w,
                       QEMU_THREAD_JOINABLE);
    return w;
}

void tegra_gr3d_worker_free(TegraGR3DWorker *w)
{
    if (!w) {
        return;
    }
    WITH_QEMU_LOCK_GUARD(&w->lock) {
        w->quit = true;
        qemu_cond_signal(&w->work);
    }
    qemu_thread_join(&w->thread);
    tegra_gr3d_pool_free(w->pool);
    qemu_cond_destroy(&w->idle);
    qemu_cond_destroy(&w->work);
    qemu_mutex_destroy(&w->lock);
    g_free(w);
}
