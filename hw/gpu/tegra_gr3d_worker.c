/*
 * NVIDIA Tegra20 GR3D: the thread that renders draws
 *
 * What it has taken is RUNS, also what the engine leaves for the next call, so
 * that the order in which draws are given stays that in which they end.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/lockable.h"
#include "qemu/main-loop.h"
#include "qemu/thread.h"
#include "qemu/timer.h"
#include "gpu_pool.h"
#include "tegra_gr3d_worker.h"

/* With so many draws left there is time to get more. */
#define WORKER_LOW      (TEGRA_GR3D_GIVEN_MAX / 2)

struct TegraGR3DWorker {
    QEMUBH *bh;
    GpuPool *pool;        /* NULL: the thread is alone */
    QemuThread thread;

    QemuMutex lock;
    QemuCond go;                /* there are draws, @paused is over, or @quit */
    QemuCond rest;              /* fewer are busy or active, or more wait */
    /* Under @lock, as state, incr and tell of every job */
    QSIMPLEQ_HEAD(, TegraGR3DJob) ready;
    TegraGR3DJob *active[TEGRA_GR3D_BATCH_MAX]; /* written by the thread */
    unsigned int num_active;
    unsigned int num_left;      /* ready or active */
    bool low;                   /* not more than WORKER_LOW since it was told */
    bool asks;                  /* @low is yet to be told: the thread's own */
    bool runs;                  /* the thread is in the engine */
    bool paused;
    int64_t since, rested;      /* ns: paused at, and for, while it runs */
    unsigned int num_waiting;   /* threads of the engine: for @go */
    bool halt;                  /* render what the engine has, no more */
    bool quit;
};

static bool worker_may_add(const TegraGR3DWorker *w)
{
    if (QSIMPLEQ_EMPTY(&w->ready) || w->num_active == TEGRA_GR3D_BATCH_MAX) {
        return false;
    }
    return !w->num_active || !w->active[w->num_active - 1]->tell;
}

/* Add the next draw behind those that are active. */
static void worker_add(TegraGR3DWorker *w)
{
    TegraGR3DJob *job = QSIMPLEQ_FIRST(&w->ready);

    QSIMPLEQ_REMOVE_HEAD(&w->ready, next);
    job->state = TEGRA_GR3D_JOB_RUNS;
    gr3d_draw_set_fence(job->draw, w->num_active &&
                        w->active[w->num_active - 1]->incr);
    w->active[w->num_active++] = job;
}

/* Ask for more draws, on the worker's thread. */
static void worker_ask(void *opaque)
{
    TegraGR3DWorker *w = opaque;

    if (w->asks) {
        w->asks = false;
        qemu_bh_schedule(w->bh);
    }
}

/* Take the next draws, behind those left; 0: it is time to leave. */
static unsigned int worker_take(TegraGR3DWorker *w)
{
    while ((!w->num_left || w->paused) && !w->quit) {
        worker_ask(w);
        qemu_cond_wait(&w->go, &w->lock);
    }
    while (worker_may_add(w)) {
        worker_add(w);
    }
    w->runs = w->num_active;
    return w->num_active;
}

/*
 * Must the bottom half come?  That few are left is a reason once, and no hurry:
 * it may well take this thread's processor, while between two batches the other
 * threads have nothing to do.
 */
static bool worker_must_tell(TegraGR3DWorker *w, unsigned int num)
{
    bool was_low = w->low, tell = !w->num_left || w->asks;

    for (unsigned int i = 0; i < num; i++) {
        tell |= w->active[i]->tell;
    }
    w->low = w->num_left <= WORKER_LOW;
    w->asks = w->low && !was_low && !tell;
    return tell;
}

/* Put back what the engine has left: it has not begun. */
static void worker_put_back(TegraGR3DWorker *w)
{
    for (unsigned int i = 0; i < w->num_active; i++) {
        w->active[i]->state = TEGRA_GR3D_JOB_NEW;
    }
    w->num_left -= w->num_active;
    w->num_active = 0;
}

/* Note that the first @num are done, and wake who waits for that. */
static void worker_done(TegraGR3DWorker *w, unsigned int num)
{
    bool tell;

    w->runs = false;
    if (w->rested) {
        tegra_gr3d_jobs_share(w->active, num, -w->rested);
        w->rested = 0;
    }
    w->num_left -= num;
    tell = worker_must_tell(w, num);
    for (unsigned int i = 0; i < num; i++) {
        w->active[i]->state = TEGRA_GR3D_JOB_DONE;
    }
    w->num_active -= num;
    memmove(w->active, w->active + num, w->num_active * sizeof(w->active[0]));
    if (w->halt) {
        worker_put_back(w);
    }
    qemu_cond_signal(&w->rest);
    if (tell) {
        qemu_bh_schedule(w->bh);
    }
    if (!w->pool) {
        worker_ask(w);
    }
}

static void *worker_thread(void *opaque)
{
    TegraGR3DWorker *w = opaque;
    unsigned int num;

    qemu_mutex_lock(&w->lock);
    while ((num = worker_take(w))) {
        qemu_mutex_unlock(&w->lock);
        num = tegra_gr3d_jobs_run(w->active, num);
        qemu_mutex_lock(&w->lock);
        worker_done(w, num);
    }
    qemu_mutex_unlock(&w->lock);
    return NULL;
}

/* Wait for the end of the pause, on a thread of the engine. */
static void worker_wait(void *opaque, uint64_t work)
{
    TegraGR3DWorker *w = opaque;

    QEMU_LOCK_GUARD(&w->lock);
    w->num_waiting++;
    qemu_cond_signal(&w->rest);
    while (w->paused) {
        qemu_cond_wait(&w->go, &w->lock);
    }
    w->num_waiting--;
}

/* Give, and signal without the lock: else the thread would wake up to wait. */
void tegra_gr3d_worker_give(TegraGR3DWorker *w, TegraGR3DJob *job)
{
    bool wake;

    gr3d_draw_set_executor(job->draw, gpu_pool_executor(w->pool));
    gr3d_draw_set_wait(job->draw, worker_wait, w);
    WITH_QEMU_LOCK_GUARD(&w->lock) {
        job->state = TEGRA_GR3D_JOB_READY;
        QSIMPLEQ_INSERT_TAIL(&w->ready, job, next);
        wake = w->num_left++ == 0;
        w->low = w->low && w->num_left <= WORKER_LOW;
    }
    if (wake) {
        qemu_cond_signal(&w->go);
    }
}

void tegra_gr3d_worker_incr(TegraGR3DWorker *w, TegraGR3DJob *job)
{
    QEMU_LOCK_GUARD(&w->lock);
    job->incr = true;
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
    w->num_left = w->num_active;
}

/* ------------------------------------------------------------------ */
/* Pausing, with the lock held                                        */

static void worker_set_paused(TegraGR3DWorker *w, bool paused)
{
    w->paused = paused;
    for (unsigned int i = 0; i < w->num_active; i++) {
        gr3d_draw_pause(w->active[i]->draw, paused);
    }
}

static void worker_resume(TegraGR3DWorker *w)
{
    if (w->paused && w->runs) {
        w->rested += get_clock() - w->since;
    }
    worker_set_paused(w, false);
    qemu_cond_broadcast(&w->go);
}

/* Pause, until whoever is in the engine waits there. */
static void worker_pause(TegraGR3DWorker *w)
{
    worker_set_paused(w, true);
    gpu_pool_watch(w->pool, true);
    while (w->runs && w->num_waiting < gpu_pool_busy(w->pool)) {
        qemu_cond_wait(&w->rest, &w->lock);
    }
    gpu_pool_watch(w->pool, false);
    w->since = get_clock();
}

/* Look again: a thread has left a task of the pool. */
static void worker_fewer(void *opaque)
{
    TegraGR3DWorker *w = opaque;

    QEMU_LOCK_GUARD(&w->lock);
    qemu_cond_signal(&w->rest);
}

static const GpuPoolOps worker_pool_ops = {
    .opened = worker_ask,
    .fewer = worker_fewer,
};

unsigned int tegra_gr3d_worker_pause(TegraGR3DWorker *w)
{
    QEMU_LOCK_GUARD(&w->lock);
    if (!w->paused) {
        worker_pause(w);
    }
    return w->num_active;
}

void tegra_gr3d_worker_resume(TegraGR3DWorker *w)
{
    QEMU_LOCK_GUARD(&w->lock);
    worker_resume(w);
}

/* Cancel; cancelled draws write nothing more, and there are no others. */
void tegra_gr3d_worker_cancel(TegraGR3DWorker *w)
{
    bool paused;

    QEMU_LOCK_GUARD(&w->lock);
    paused = w->paused;
    for (unsigned int i = 0; i < w->num_active; i++) {
        gr3d_draw_cancel(w->active[i]->draw);
    }
    worker_resume(w);
    while (w->num_active) {
        qemu_cond_wait(&w->rest, &w->lock);
    }
    w->paused = paused;
}

/* Wait until no draw is active; false: there are still some at @end. */
static bool worker_wait_idle(TegraGR3DWorker *w, int64_t end)
{
    int64_t left;

    while (w->num_active && (left = (end - get_clock()) / SCALE_MS) > 0) {
        qemu_cond_timedwait(&w->rest, &w->lock, MIN(left, 1000));
    }
    return !w->num_active;
}

bool tegra_gr3d_worker_halt(TegraGR3DWorker *w, int64_t end)
{
    bool paused, idle;

    tegra_gr3d_worker_withdraw(w);
    QEMU_LOCK_GUARD(&w->lock);
    paused = w->paused;
    w->halt = true;
    if (!w->runs) {
        worker_put_back(w);
    }
    worker_resume(w);
    idle = worker_wait_idle(w, end);
    w->halt = false;
    if (paused) {
        worker_pause(w);
    }
    return idle;
}

TegraGR3DWorker *tegra_gr3d_worker_new(unsigned int threads, QEMUBH *bh)
{
    TegraGR3DWorker *w = g_new0(TegraGR3DWorker, 1);

    w->bh = bh;
    w->low = true;
    QSIMPLEQ_INIT(&w->ready);
    qemu_mutex_init(&w->lock);
    qemu_cond_init(&w->go);
    qemu_cond_init(&w->rest);
    if (threads > 1) {
        w->pool = gpu_pool_new(threads);
        gpu_pool_set_ops(w->pool, &worker_pool_ops, w);
    }
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
        qemu_cond_signal(&w->go);
    }
    qemu_thread_join(&w->thread);
    gpu_pool_free(w->pool);
    qemu_cond_destroy(&w->rest);
    qemu_cond_destroy(&w->go);
    qemu_mutex_destroy(&w->lock);
    g_free(w);
}
