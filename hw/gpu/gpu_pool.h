/*
 * Threads that render an engine's tiles
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_GPU_POOL_H
#define HW_GPU_GPU_POOL_H

#include "hw/gpu/lib/threads.h"

typedef struct GpuPool GpuPool;

typedef struct GpuPoolOps {
    /* By the thread that draws: the others have begun to help, or will. */
    void (*opened)(void *opaque);
    /* While somebody watches: gpu_pool_busy() has become less. */
    void (*fewer)(void *opaque);
} GpuPoolOps;

/* Start a pool of @threads, at least 2, the one that draws among them. */
GpuPool *gpu_pool_new(unsigned int threads);
/* Set what is called, before the first draw. */
void gpu_pool_set_ops(GpuPool *pool, const GpuPoolOps *ops,
                             void *opaque);
void gpu_pool_watch(GpuPool *pool, bool on);
/*
 * Count the threads in a draw, while one is drawn: not those that wait for the
 * others, nor those that have not come.  @pool may be NULL: one.
 */
unsigned int gpu_pool_busy(const GpuPool *pool);
/* Stop; not while a draw runs on it.  @pool may be NULL. */
void gpu_pool_free(GpuPool *pool);
/* Return what an engine takes; NULL for no pool. */
const GpuExecutor *gpu_pool_executor(const GpuPool *pool);

#endif /* HW_GPU_GPU_POOL_H */
