/*
 * Tegra20 GR3D engine: tasks that can run side by side
 *
 * Tasks are numbered; any thread takes the next one.  What each thread has
 * counted is added up such that the result is that of one task after the other.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_TASKS_H
#define GR3D_TASKS_H

#include <string.h>
#include "team.h"

/* Who does it */
struct Gr3dCrew {
    Gr3dTeam *team;
    unsigned me;                /* number of the caller's worker */
    const Gr3dExecutor *executor;   /* for others, @me is 0; NULL: none */
};

typedef struct Gr3dTasks {
    Gr3dCrew crew;
    const Gr3dDraw *draw;       /* that all tasks are of, or NULL */
    uint32_t num;
    /* Atomic */
    uint32_t next;              /* that nobody has taken */
    uint64_t joined;            /* a bit for each worker */
    uint64_t work;
} Gr3dTasks;

/*
 * Call @task(@arg) on all threads of the crew if @many, else once.  It has to
 * join, and take tasks until there is none.  Returns the units of work.
 */
uint64_t gr3d_tasks_run(Gr3dTasks *tasks, bool many, Gr3dTask *task, void *arg);
/* Add the workers' events, whose tasks they have noted. */
void gr3d_tasks_add_events(const Gr3dTasks *tasks, Gr3dEvents *events);

/* Its events are cleared.  Returns NULL: there are enough. */
static inline Gr3dWorker *gr3d_tasks_join(Gr3dTasks *tasks, unsigned thread)
{
    const Gr3dTeam *team = tasks->crew.team;
    unsigned n = tasks->crew.me + thread;

    if (n >= team->num) {
        return NULL;
    }
    __atomic_fetch_or(&tasks->joined, 1ull << n, __ATOMIC_RELAXED);
    memset(&team->worker[n]->events, 0, sizeof(team->worker[n]->events));
    return team->worker[n];
}

/* False: there is nothing left to do. */
static inline bool gr3d_tasks_next(Gr3dTasks *tasks, uint32_t *n)
{
    *n = __atomic_fetch_add(&tasks->next, 1, __ATOMIC_RELAXED);
    return *n < tasks->num && !(tasks->draw && gr3d_stopped(tasks->draw));
}

static inline void gr3d_tasks_work(Gr3dTasks *tasks, uint64_t work)
{
    __atomic_fetch_add(&tasks->work, work, __ATOMIC_RELAXED);
}

#endif /* GR3D_TASKS_H */
