/*
 * Threads for the engine
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <pthread.h>
#include "executor.h"

struct Executor {
    Gr3dExecutor engine;
    pthread_t *thread;          /* all but the caller's */
    pthread_mutex_t lock;
    pthread_cond_t work;        /* @round has moved on, or @quit */
    pthread_cond_t idle;        /* @running is 0 */

    /* @lock */
    void (*task)(void *arg);
    void *arg;
    unsigned round, running;
    bool quit;
};

/* False: the time has come to leave. */
static bool wait_for_work(Executor *ex, unsigned *round)
{
    while (ex->round == *round && !ex->quit) {
        pthread_cond_wait(&ex->work, &ex->lock);
    }
    *round = ex->round;
    return !ex->quit;
}

static void *executor_thread(void *opaque)
{
    Executor *ex = opaque;
    unsigned round = 0;

    pthread_mutex_lock(&ex->lock);
    while (wait_for_work(ex, &round)) {
        pthread_mutex_unlock(&ex->lock);
        ex->task(ex->arg);
        pthread_mutex_lock(&ex->lock);
        if (--ex->running == 0) {
            pthread_cond_signal(&ex->idle);
        }
    }
    pthread_mutex_unlock(&ex->lock);
    return NULL;
}

static void executor_run(void *opaque, void (*task)(void *arg), void *arg)
{
    Executor *ex = opaque;

    pthread_mutex_lock(&ex->lock);
    ex->task = task;
    ex->arg = arg;
    ex->running = ex->engine.threads - 1;
    ex->round++;
    pthread_cond_broadcast(&ex->work);
    pthread_mutex_unlock(&ex->lock);
    task(arg);
    pthread_mutex_lock(&ex->lock);
    while (ex->running) {
        pthread_cond_wait(&ex->idle, &ex->lock);
    }
    pthread_mutex_unlock(&ex->lock);
}

Executor *executor_new(unsigned threads)
{
    Executor *ex = g_new0(Executor, 1);

    ex->engine = (Gr3dExecutor) { MAX(threads, 1), executor_run, ex };
    ex->thread = g_new(pthread_t, ex->engine.threads);
    pthread_mutex_init(&ex->lock, NULL);
    pthread_cond_init(&ex->work, NULL);
    pthread_cond_init(&ex->idle, NULL);
    for (unsigned i = 1; i < ex->engine.threads; i++) {
        if (pthread_create(&ex->thread[i], NULL, executor_thread, ex)) {
            g_error("no thread could be started");
        }
    }
    return ex;
}

void executor_free(Executor *ex)
{
    pthread_mutex_lock(&ex->lock);
    ex->quit = true;
    pthread_cond_broadcast(&ex->work);
    pthread_mutex_unlock(&ex->lock);
    for (unsigned i = 1; i < ex->engine.threads; i++) {
        pthread_join(ex->thread[i], NULL);
    }
    pthread_cond_destroy(&ex->idle);
    pthread_cond_destroy(&ex->work);
    pthread_mutex_destroy(&ex->lock);
    g_free(ex->thread);
    g_free(ex);
}

const Gr3dExecutor *executor_engine(const Executor *ex)
{
    return &ex->engine;
}
