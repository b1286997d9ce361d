/*
 * Engines: work that is shared by threads
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stddef.h>
#include "hw/gpu/lib/threads.h"

void gpu_run(const GpuExecutor *executor, GpuTask *task, void *arg)
{
    if (executor) {
        executor->run(executor->opaque, task, arg);
    } else {
        task(arg, 0);
    }
}
