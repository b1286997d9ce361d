/*
 * VideoCore IV 3D (V3D): who runs the engine
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/lockable.h"
#include "qemu/main-loop.h"
#include "qemu/thread.h"
#include "qemu/timer.h"
#include "bcm2835_v3d_run.h"
#include "gpu_pool.h"

/* Units of work at a time, some 60 ns each; of a thread until it is stopped */
#define V3D_SLICE_MAIN      (1u << 15)
#define V3D_SLICE_THREAD    (1u << 20)

/* Between two slices of the main loop, in virtual time */
#define V3D_SLICE_GAP_NS    1000

struct BCM2835V3DRunner {
    V3d *engine;
    void (*done)(void *opaque);
    void *opaque;
    QEMUBH *bh;                 /* of the thread: something has stopped */
    QEMUTimer *timer;           /* without a thread: the next slice */
    unsigned int threads;
    GpuPool *pool;              /* NULL: nobody helps the thread */
    QemuThread thread;

    QemuMutex lock;
    QemuCond go;                /* there is work and nobody holds the engine */
    QemuCond left;              /* the thread has left the engine */
    /* Under @lock */
    unsigned int held;
    bool inside;                /* the thread is in the engine */
    bool quit;
    /* The engine's user's alone */
    bool ready[V3D_RUN_KINDS];
    bool waits[V3D_RUN_KINDS];  /* for the other control list */
};

static bool runner_is_ready(const BCM2835V3DRunner *r)
{
    for (unsigned int i = 0; i < V3D_RUN_KINDS; i++) {
        if (r->ready[i]) {
            return true;
        }
    }
    return false;
}

/* A control list has run, and the other one not since; true: it has stopped. */
static bool list_ran(BCM2835V3DRunner *r, unsigned int n, V3dClResult result)
{
    unsigned int other = 1 - n;

    r->ready[n] = result == V3D_CL_MORE;
    r->waits[n] = result == V3D_CL_SEMAPHORE;
    if (r->waits[other] && !r->waits[n]) {
        r->waits[other] = false;
        r->ready[other] = true;
    }
    return result != V3D_CL_MORE && result != V3D_CL_SEMAPHORE;
}

/* Run everything for a while; true: something has stopped. */
static bool run_slice(BCM2835V3DRunner *r, uint64_t budget)
{
    V3dClResult result[V3D_NUM_THREADS];
    bool stopped = false;

    if (r->ready[V3D_RUN_BIN] && r->ready[V3D_RUN_RENDER]) {
        v3d_cl_run_both(r->engine, budget, result);
        stopped |= list_ran(r, V3D_RENDER, result[V3D_RENDER]);
        stopped |= list_ran(r, V3D_BIN, result[V3D_BIN]);
    } else {
        for (unsigned int n = 0; n < V3D_NUM_THREADS; n++) {
            if (r->ready[n]) {
                stopped |= list_ran(r, n, v3d_cl_run(r->engine, n, budget));
            }
        }
    }
    if (r->ready[V3D_RUN_USER]) {
        r->ready[V3D_RUN_USER] = v3d_user_run(r->engine, budget) ==
                                 V3D_USER_MORE;
        stopped = true;
    }
    return stopped;
}

/* ---- With a thread ---- */

static void *runner_thread(void *opaque)
{
    BCM2835V3DRunner *r = opaque;

    qemu_mutex_lock(&r->lock);
    while (!r->quit) {
        bool stopped;

        if (r->held || !runner_is_ready(r)) {
            qemu_cond_wait(&r->go, &r->lock);
            continue;
        }
        r->inside = true;
        qemu_mutex_unlock(&r->lock);
        stopped = run_slice(r, (uint64_t)V3D_SLICE_THREAD * r->threads);
        if (stopped) {
            qemu_bh_schedule(r->bh);
        }
        qemu_mutex_lock(&r->lock);
        r->inside = false;
        qemu_cond_signal(&r->left);
    }
    qemu_mutex_unlock(&r->lock);
    return NULL;
}

static void runner_bh(void *opaque)
{
    BCM2835V3DRunner *r = opaque;

    r->done(r->opaque);
}

/* ---- Without ---- */

static void runner_schedule(BCM2835V3DRunner *r)
{
    if (!timer_pending(r->timer)) {
        timer_mod(r->timer, qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL) +
                  V3D_SLICE_GAP_NS);
    }
}

static void runner_timer(void *opaque)
{
    BCM2835V3DRunner *r = opaque;

    if (run_slice(r, V3D_SLICE_MAIN)) {
        r->done(r->opaque);
    }
    if (runner_is_ready(r)) {
        runner_schedule(r);
    }
}

/* ---- Both ---- */

V3d *bcm2835_v3d_hold(BCM2835V3DRunner *r)
{
    QEMU_LOCK_GUARD(&r->lock);
    if (r->held++ == 0 && r->inside) {
        v3d_stop(r->engine, true);
        while (r->inside) {
            qemu_cond_wait(&r->left, &r->lock);
        }
        v3d_stop(r->engine, false);
    }
    return r->engine;
}

void bcm2835_v3d_release(BCM2835V3DRunner *r)
{
    QEMU_LOCK_GUARD(&r->lock);
    if (--r->held || !runner_is_ready(r)) {
        return;
    }
    if (r->threads) {
        qemu_cond_signal(&r->go);
    } else {
        runner_schedule(r);
    }
}

const V3d *bcm2835_v3d_peek(const BCM2835V3DRunner *r)
{
    return r->engine;
}

void bcm2835_v3d_set_ready(BCM2835V3DRunner *r, unsigned int kind, bool ready)
{
    r->ready[kind] = ready;
    r->waits[kind] = false;
}

BCM2835V3DRunner *bcm2835_v3d_runner_new(unsigned int threads,
                                         void (*done)(void *opaque),
                                         void *opaque)
{
    BCM2835V3DRunner *r = g_new0(BCM2835V3DRunner, 1);

    r->engine = v3d_new();
    r->done = done;
    r->opaque = opaque;
    r->threads = threads;
    qemu_mutex_init(&r->lock);
    qemu_cond_init(&r->go);
    qemu_cond_init(&r->left);
    r->bh = qemu_bh_new(runner_bh, r);
    r->timer = timer_new_ns(QEMU_CLOCK_VIRTUAL, runner_timer, r);
    if (threads > 1) {
        r->pool = gpu_pool_new(threads);
        v3d_set_executor(r->engine, gpu_pool_executor(r->pool));
    }
    if (threads) {
        qemu_thread_create(&r->thread, "v3d", runner_thread, r,
                           QEMU_THREAD_JOINABLE);
    }
    return r;
}

static void runner_join(BCM2835V3DRunner *r)
{
    WITH_QEMU_LOCK_GUARD(&r->lock) {
        r->quit = true;
        v3d_stop(r->engine, true);
        qemu_cond_signal(&r->go);
    }
    qemu_thread_join(&r->thread);
}

void bcm2835_v3d_runner_free(BCM2835V3DRunner *r)
{
    if (!r) {
        return;
    }
    if (r->threads) {
        runner_join(r);
    }
    qemu_bh_delete(r->bh);
    timer_free(r->timer);
    v3d_free(r->engine);
    gpu_pool_free(r->pool);
    qemu_cond_destroy(&r->left);
    qemu_cond_destroy(&r->go);
    qemu_mutex_destroy(&r->lock);
    g_free(r);
}
