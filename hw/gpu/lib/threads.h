/*
 * Engines: work that is shared by threads
 *
 * An engine creates no thread: the embedder passes an executor.  Tasks are
 * numbered; any thread takes the next one.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GPU_THREADS_H
#define GPU_THREADS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * An executor's @run calls @task on up to @threads threads at a time, the
 * caller's among them, and returns when all calls have returned.  One call is
 * enough.  Each call has another @thread below @threads; a thread of the host
 * that always has the same number finds in its caches what it has worked on
 * before.
 */
typedef void GpuTask(void *arg, unsigned thread);

typedef struct GpuExecutor {
    unsigned threads;
    void (*run)(void *opaque, GpuTask *task, void *arg);
    void *opaque;
} GpuExecutor;

/* Call @task(@arg) on the threads of @executor, NULL: on the caller's alone. */
void gpu_run(const GpuExecutor *executor, GpuTask *task, void *arg);

typedef struct GpuTasks {
    uint32_t num;
    /* The rest is atomic. */
    uint32_t next;              /* the first that is not taken */
    uint64_t joined;            /* a bit for each thread that takes tasks */
    uint64_t work;              /* units */
} GpuTasks;

static inline void gpu_tasks_join(GpuTasks *tasks, unsigned thread)
{
    __atomic_fetch_or(&tasks->joined, 1ull << thread, __ATOMIC_RELAXED);
}

/* Take a task; false: there is none left. */
static inline bool gpu_tasks_next(GpuTasks *tasks, uint32_t *n)
{
    *n = __atomic_fetch_add(&tasks->next, 1, __ATOMIC_RELAXED);
    return *n < tasks->num;
}

static inline void gpu_tasks_add_work(GpuTasks *tasks, uint64_t work)
{
    __atomic_fetch_add(&tasks->work, work, __ATOMIC_RELAXED);
}

#endif /* GPU_THREADS_H */
