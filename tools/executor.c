/*
 * Threads for the engine
 *
 * A round of work opens and closes a gate.  Threads that are through it are
 * waited for, others are not: one that wakes up late costs nothing.  Rounds
 * follow each other within microseconds while something is drawn, and waking a
 * thread takes longer than most of them, so a thread looks for the next one for
 * a while before it sleeps.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <pthread.h>
#include <time.h>
#include "executor.h"

#define SPIN_NS     50000       /* about what it takes to sleep and wake up */
#define SPIN_POLLS  32          /* between two looks at the clock */

/* The gate: number of the round, threads inside, and is it open? */
#define GATE_OPEN   1ull
#define GATE_ONE    2ull
#define GATE_INSIDE 0xfffffffeull
#define GATE_ROUND  (1ull << 32)

typedef struct ExecutorThread {
    Executor *executor;
    unsigned number;
    pthread_t id;
} ExecutorThread;

struct Executor {
    GpuExecutor engine;
    ExecutorThread *thread;     /* all but the caller's */
    bool spin;                  /* there is a processor for each */

    /* Set before the gate opens */
    GpuTask *task;
    void *arg;

    /* Atomic */
    uint64_t gate;
    unsigned sleepers;
    bool waiting;               /* for the gate to become empty */
    bool quit;

    pthread_mutex_t lock;       /* for going to sleep */
    pthread_cond_t work, idle;
};

static uint64_t now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000ull + t.tv_nsec;
}

static void relax(void)
{
#if __has_builtin(__builtin_ia32_pause)
    __builtin_ia32_pause();
#endif
}

static uint64_t look(const Executor *ex)
{
    return __atomic_load_n(&ex->gate, __ATOMIC_SEQ_CST);
}

/* Is there something for a thread whose last round was @round? */
static bool has_work(const Executor *ex, uint64_t round)
{
    uint64_t gate = look(ex);

    return __atomic_load_n(&ex->quit, __ATOMIC_SEQ_CST) ||
           (gate & GATE_OPEN && gate / GATE_ROUND != round);
}

static bool is_empty(const Executor *ex)
{
    return !(look(ex) & GATE_INSIDE);
}

static void sleep_until_work(Executor *ex, uint64_t round)
{
    pthread_mutex_lock(&ex->lock);
    __atomic_add_fetch(&ex->sleepers, 1, __ATOMIC_SEQ_CST);
    while (!has_work(ex, round)) {
        pthread_cond_wait(&ex->work, &ex->lock);
    }
    __atomic_sub_fetch(&ex->sleepers, 1, __ATOMIC_SEQ_CST);
    pthread_mutex_unlock(&ex->lock);
}

static void wait_for_work(Executor *ex, uint64_t round)
{
    uint64_t start = ex->spin ? now_ns() : 0;

    while (ex->spin && now_ns() - start < SPIN_NS) {
        for (unsigned i = 0; i < SPIN_POLLS; i++) {
            if (has_work(ex, round)) {
                return;
            }
            relax();
        }
    }
    sleep_until_work(ex, round);
}

/* False: it has just been closed. */
static bool enter(Executor *ex, uint64_t *round)
{
    uint64_t gate = look(ex);

    while (gate & GATE_OPEN) {
        if (__atomic_compare_exchange_n(&ex->gate, &gate, gate + GATE_ONE,
                                        false, __ATOMIC_SEQ_CST,
                                        __ATOMIC_SEQ_CST)) {
            *round = gate / GATE_ROUND;
            return true;
        }
    }
    return false;
}

static void leave(Executor *ex)
{
    __atomic_sub_fetch(&ex->gate, GATE_ONE, __ATOMIC_SEQ_CST);
    if (is_empty(ex) && __atomic_load_n(&ex->waiting, __ATOMIC_SEQ_CST)) {
        pthread_mutex_lock(&ex->lock);
        pthread_cond_signal(&ex->idle);
        pthread_mutex_unlock(&ex->lock);
    }
}

static void *executor_thread(void *opaque)
{
    const ExecutorThread *thread = opaque;
    Executor *ex = thread->executor;
    uint64_t round = 0;

    for (;;) {
        wait_for_work(ex, round);
        if (__atomic_load_n(&ex->quit, __ATOMIC_SEQ_CST)) {
            return NULL;
        }
        if (enter(ex, &round)) {
            ex->task(ex->arg, thread->number);
            leave(ex);
        }
    }
}

static void wake(Executor *ex)
{
    /* with the lock held they would wake up only to wait for it */
    pthread_mutex_lock(&ex->lock);
    pthread_mutex_unlock(&ex->lock);
    pthread_cond_broadcast(&ex->work);
}

/* A thread inside may have lost its processor: do not spin for ever. */
static void wait_until_empty(Executor *ex)
{
    uint64_t start = now_ns();

    while (ex->spin && now_ns() - start < SPIN_NS) {
        for (unsigned i = 0; i < SPIN_POLLS; i++) {
            if (is_empty(ex)) {
                return;
            }
            relax();
        }
    }
    pthread_mutex_lock(&ex->lock);
    __atomic_store_n(&ex->waiting, true, __ATOMIC_SEQ_CST);
    while (!is_empty(ex)) {
        pthread_cond_wait(&ex->idle, &ex->lock);
    }
    __atomic_store_n(&ex->waiting, false, __ATOMIC_SEQ_CST);
    pthread_mutex_unlock(&ex->lock);
}

static void executor_run(void *opaque, GpuTask *task, void *arg)
{
    Executor *ex = opaque;
    uint64_t round = look(ex) / GATE_ROUND + 1;

    ex->task = task;
    ex->arg = arg;
    __atomic_store_n(&ex->gate, (uint32_t)round * GATE_ROUND | GATE_OPEN,
                     __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&ex->sleepers, __ATOMIC_SEQ_CST)) {
        wake(ex);
    }
    task(arg, 0);
    __atomic_and_fetch(&ex->gate, ~GATE_OPEN, __ATOMIC_SEQ_CST);
    if (!is_empty(ex)) {
        wait_until_empty(ex);
    }
}

Executor *executor_new(unsigned threads)
{
    Executor *ex = g_new0(Executor, 1);

    ex->engine = (GpuExecutor) { MAX(threads, 1), executor_run, ex };
    ex->thread = g_new(ExecutorThread, ex->engine.threads);
    ex->spin = g_get_num_processors() >= ex->engine.threads;
    pthread_mutex_init(&ex->lock, NULL);
    pthread_cond_init(&ex->work, NULL);
    pthread_cond_init(&ex->idle, NULL);
    for (unsigned i = 1; i < ex->engine.threads; i++) {
        ExecutorThread *thread = &ex->thread[i];

        *thread = (ExecutorThread) { .executor = ex, .number = i };
        if (pthread_create(&thread->id, NULL, executor_thread, thread)) {
            g_error("no thread could be started");
        }
    }
    return ex;
}

void executor_free(Executor *ex)
{
    __atomic_store_n(&ex->quit, true, __ATOMIC_SEQ_CST);
    wake(ex);
    for (unsigned i = 1; i < ex->engine.threads; i++) {
        pthread_join(ex->thread[i].id, NULL);
    }
    pthread_cond_destroy(&ex->idle);
    pthread_cond_destroy(&ex->work);
    pthread_mutex_destroy(&ex->lock);
    g_free(ex->thread);
    g_free(ex);
}

const GpuExecutor *executor_engine(const Executor *ex)
{
    return &ex->engine;
}
