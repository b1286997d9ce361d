/*
 * Threads that render an engine's tiles
 *
 * One thread of a device draws; where the engine finds tiles that can be
 * rendered side by side, it lends them to these threads and renders with them.
 * None of them takes the BQL.
 *
 * A round of work opens a gate and closes it again.  Only threads that went
 * through it are waited for: one that wakes up late costs nothing.  A draw has
 * some rounds, microseconds apart, and to wake a thread takes longer than many
 * of them, so a thread looks out for the next one before it sleeps.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/atomic.h"
#include "qemu/lockable.h"
#include "qemu/processor.h"
#include "qemu/thread.h"
#include "qemu/timer.h"
#include "gpu_pool.h"

#define POOL_POLL_NS    20000   /* about what it takes to sleep and wake up */
#define POOL_POLLS      32      /* between two looks at the clock */

/* The gate: is it open, threads inside, and the number of the round */
#define GATE_OPEN       1u
#define GATE_ONE        2u
#define GATE_INSIDE     0xfffeu
#define GATE_ROUND      0x10000u

typedef struct PoolThread {
    GpuPool *pool;
    unsigned int number;
    QemuThread thread;
} PoolThread;

struct GpuPool {
    GpuExecutor executor;
    PoolThread *thread;         /* all but the one that draws */
    bool poll;                  /* there is a processor for each */
    const GpuPoolOps *ops;
    void *opaque;               /* of @ops */

    /* Set while the gate is closed and nobody inside */
    GpuTask *task;
    void *arg;

    /* Atomic */
    uint32_t gate;
    unsigned int sleepers;
    bool watched;
    bool quit;

    /* For going to sleep */
    QemuMutex lock;
    QemuCond work;              /* the gate has opened, or @quit */
    QemuCond idle;              /* nobody is inside any more */
};

static bool pool_has_work(GpuPool *pool, uint32_t round)
{
    uint32_t gate = qatomic_read(&pool->gate);

    return qatomic_read(&pool->quit) ||
           ((gate & GATE_OPEN) && gate / GATE_ROUND != round);
}

static bool pool_is_empty(GpuPool *pool, uint32_t round)
{
    return !(qatomic_load_acquire(&pool->gate) & GATE_INSIDE);
}

/* Look out for what @ready says, for a short time; true if it came. */
static bool pool_poll(GpuPool *pool, uint32_t round,
                      bool (*ready)(GpuPool *pool, uint32_t round))
{
    int64_t end = pool->poll ? get_clock() + POOL_POLL_NS : 0;

    do {
        for (int i = 0; i < (pool->poll ? POOL_POLLS : 1); i++) {
            if (ready(pool, round)) {
                return true;
            }
            cpu_relax();
        }
    } while (pool->poll && get_clock() < end);
    return false;
}

static void pool_wait(GpuPool *pool, uint32_t round)
{
    if (pool_poll(pool, round, pool_has_work)) {
        return;
    }
    QEMU_LOCK_GUARD(&pool->lock);
    qatomic_inc(&pool->sleepers);
    /* either pool_run() sees the sleeper or the sleeper sees the gate */
    smp_mb();
    while (!pool_has_work(pool, round)) {
        qemu_cond_wait(&pool->work, &pool->lock);
    }
    qatomic_dec(&pool->sleepers);
}

/* Go through the gate; false: it has just been closed. */
static bool pool_enter(GpuPool *pool, uint32_t *round)
{
    uint32_t gate = qatomic_read(&pool->gate);

    while (gate & GATE_OPEN) {
        uint32_t old = qatomic_cmpxchg(&pool->gate, gate, gate + GATE_ONE);

        if (old == gate) {
            *round = gate / GATE_ROUND;
            return true;
        }
        gate = old;
    }
    return false;
}

/* Tell who watches of a change of the gate. */
static void pool_tell(GpuPool *pool)
{
    /* the other half of what gpu_pool_watch() says */
    smp_mb__after_rmw();
    if (qatomic_load_acquire(&pool->watched)) {
        pool->ops->fewer(pool->opaque);
    }
}

/* Leave; the last one out of a closed gate may be waited for. */
static void pool_leave(GpuPool *pool)
{
    uint32_t gate = qatomic_sub_fetch(&pool->gate, GATE_ONE);

    pool_tell(pool);
    if (!(gate & (GATE_INSIDE | GATE_OPEN))) {
        QEMU_LOCK_GUARD(&pool->lock);
        qemu_cond_signal(&pool->idle);
    }
}

static void *pool_thread(void *opaque)
{
    const PoolThread *self = opaque;
    GpuPool *pool = self->pool;
    uint32_t round = 0;

    for (;;) {
        pool_wait(pool, round);
        if (qatomic_read(&pool->quit)) {
            return NULL;
        }
        if (pool_enter(pool, &round)) {
            pool->task(pool->arg, self->number);
            pool_leave(pool);
        }
    }
}

/* Wake all, without the lock: else they would wake up only to wait for it. */
static void pool_wake(GpuPool *pool)
{
    qemu_mutex_lock(&pool->lock);
    qemu_mutex_unlock(&pool->lock);
    qemu_cond_broadcast(&pool->work);
}

static void pool_wait_empty(GpuPool *pool)
{
    if (pool_poll(pool, 0, pool_is_empty)) {
        return;
    }
    QEMU_LOCK_GUARD(&pool->lock);
    while (!pool_is_empty(pool, 0)) {
        qemu_cond_wait(&pool->idle, &pool->lock);
    }
}

static void pool_run(void *opaque, GpuTask *task, void *arg)
{
    GpuPool *pool = opaque;
    uint32_t round = qatomic_read(&pool->gate) / GATE_ROUND + 1;

    pool->task = task;
    pool->arg = arg;
    qatomic_xchg(&pool->gate, round * GATE_ROUND | GATE_OPEN);
    /* the other half of what pool_wait() says */
    smp_mb();
    if (qatomic_read(&pool->sleepers)) {
        pool_wake(pool);
    }
    if (pool->ops) {
        pool->ops->opened(pool->opaque);
    }
    task(arg, 0);
    if (qatomic_and_fetch(&pool->gate, ~GATE_OPEN) & GATE_INSIDE) {
        pool_tell(pool);
        pool_wait_empty(pool);
    }
}

GpuPool *gpu_pool_new(unsigned int threads)
{
    GpuPool *pool = g_new0(GpuPool, 1);

    assert(threads > 1);
    pool->executor = (GpuExecutor) { threads, pool_run, pool };
    pool->poll = g_get_num_processors() >= threads;
    qemu_mutex_init(&pool->lock);
    qemu_cond_init(&pool->work);
    qemu_cond_init(&pool->idle);
    pool->thread = g_new(PoolThread, threads - 1);
    for (unsigned int i = 0; i < threads - 1; i++) {
        PoolThread *self = &pool->thread[i];

        self->pool = pool;
        self->number = i + 1;
        qemu_thread_create(&self->thread, "gpu-tiles", pool_thread, self,
                           QEMU_THREAD_JOINABLE);
    }
    return pool;
}

void gpu_pool_free(GpuPool *pool)
{
    if (!pool) {
        return;
    }
    qatomic_set(&pool->quit, true);
    pool_wake(pool);
    for (unsigned int i = 0; i < pool->executor.threads - 1; i++) {
        qemu_thread_join(&pool->thread[i].thread);
    }
    qemu_cond_destroy(&pool->idle);
    qemu_cond_destroy(&pool->work);
    qemu_mutex_destroy(&pool->lock);
    g_free(pool->thread);
    g_free(pool);
}

void gpu_pool_set_ops(GpuPool *pool, const GpuPoolOps *ops,
                             void *opaque)
{
    pool->ops = ops;
    pool->opaque = opaque;
}

void gpu_pool_watch(GpuPool *pool, bool on)
{
    if (pool) {
        qatomic_store_release(&pool->watched, on);
        /* either pool_tell() sees the watcher or the watcher sees the gate */
        smp_mb();
    }
}

/* Count those inside, and the one that draws unless it waits for them. */
unsigned int gpu_pool_busy(const GpuPool *pool)
{
    uint32_t gate = pool ? qatomic_load_acquire(&pool->gate) : 0;
    unsigned int inside = (gate & GATE_INSIDE) / GATE_ONE;

    return inside + ((gate & GATE_OPEN) || !inside);
}

const GpuExecutor *gpu_pool_executor(const GpuPool *pool)
{
    return pool ? &pool->executor : NULL;
}
