/*
 * The device's pool in place of tools/executor.c: test-threads as test-pool
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "executor.h"
#include "hw/gpu/gpu_pool.h"

struct Executor {
    GpuPool *pool;
};

Executor *executor_new(unsigned threads)
{
    Executor *ex = g_new(Executor, 1);

    ex->pool = threads > 1 ? gpu_pool_new(threads) : NULL;
    return ex;
}

void executor_free(Executor *ex)
{
    gpu_pool_free(ex->pool);
    g_free(ex);
}

const GpuExecutor *executor_engine(const Executor *ex)
{
    return gpu_pool_executor(ex->pool);
}
