/*
 * Tegra20 GR3D engine: tasks that can run side by side
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "tasks.h"

uint64_t gr3d_tasks_run(Gr3dTasks *tasks, bool many, Gr3dTask *task, void *arg)
{
    const Gr3dExecutor *executor = tasks->crew.executor;

    if (many && executor) {
        executor->run(executor->opaque, task, arg);
    } else {
        task(arg, 0);
    }
    return tasks->work;
}

void gr3d_tasks_add_events(const Gr3dTasks *tasks, Gr3dEvents *events)
{
    Gr3dEvents *from[GR3D_MAX_THREADS];
    const Gr3dTeam *team = tasks->crew.team;

    for (unsigned i = 0; i < team->num; i++) {
        from[i] = tasks->joined >> i & 1 ? &team->worker[i]->events : NULL;
    }
    gr3d_events_merge(events, from, team->num);
}
