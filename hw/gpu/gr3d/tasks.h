/*
 * Tegra20 GR3D engine: tasks of a draw that can run side by side
 *
 * Tasks are numbered; any thread takes the next one.  What each has counted is
 * added up such that the result is that of one after the other.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_TASKS_H
#define GR3D_TASKS_H

#include "draw.h"

typedef struct Gr3dNote Gr3dNote;       /* events of a task */

typedef struct Gr3dTasks {
    const Gr3dDraw *draw;
    uint32_t num;
    /* Atomic */
    uint32_t next;              /* that nobody has taken */
    uint64_t work;
    Gr3dNote *notes;
} Gr3dTasks;

/*
 * Call @thread(@arg) on the draw's executor if @parallel, else once.  It has to
 * take tasks until there is none.  Returns the units of work.
 */
uint64_t gr3d_tasks_run(Gr3dTasks *tasks, Gr3dDraw *draw, bool parallel,
                        void (*thread)(void *arg), void *arg);

/* Keep the @events of task @n for the draw, and clear them */
void gr3d_tasks_keep_events(Gr3dTasks *tasks, uint32_t n, Gr3dEvents *events);

/* False: there is nothing left to do. */
static inline bool gr3d_tasks_next(Gr3dTasks *tasks, uint32_t *n)
{
    *n = __atomic_fetch_add(&tasks->next, 1, __ATOMIC_RELAXED);
    return *n < tasks->num && !gr3d_cancelled(tasks->draw);
}

static inline void gr3d_tasks_work(Gr3dTasks *tasks, uint64_t work)
{
    __atomic_fetch_add(&tasks->work, work, __ATOMIC_RELAXED);
}

static inline void gr3d_tasks_events(Gr3dTasks *tasks, uint32_t n,
                                     Gr3dEvents *events)
{
    if (events->num) {
        gr3d_tasks_keep_events(tasks, n, events);
    }
}

#endif /* GR3D_TASKS_H */
