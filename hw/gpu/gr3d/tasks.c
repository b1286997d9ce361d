/*
 * Tegra20 GR3D engine: tasks that can run side by side
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "tasks.h"

uint64_t gr3d_tasks_run(Gr3dTasks *tasks, bool many, void (*thread)(void *arg),
                        void *arg)
{
    const Gr3dExecutor *executor = tasks->crew.executor;

    if (many && executor) {
        executor->run(executor->opaque, thread, arg);
    } else {
        thread(arg);
    }
    return tasks->work;
}

unsigned gr3d_tasks_workers(const Gr3dTasks *tasks)
{
    return MIN(tasks->joined, tasks->crew.team->num - tasks->crew.me);
}

void gr3d_tasks_add_events(const Gr3dTasks *tasks, Gr3dEvents *events)
{
    Gr3dEvents *from[GR3D_MAX_THREADS];
    unsigned num = gr3d_tasks_workers(tasks);

    for (unsigned i = 0; i < num; i++) {
        from[i] = &tasks->crew.team->worker[tasks->crew.me + i]->events;
    }
    gr3d_events_merge(events, from, num);
}
