/*
 * Tegra20 GR3D engine: tasks of a draw that can run side by side
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "tasks.h"

struct Gr3dNote {
    Gr3dNote *next;
    uint32_t task;
    Gr3dEvents events;
};

void gr3d_tasks_keep_events(Gr3dTasks *tasks, uint32_t n, Gr3dEvents *events)
{
    Gr3dNote *note = g_new(Gr3dNote, 1);

    note->task = n;
    note->events = *events;
    note->next = __atomic_load_n(&tasks->notes, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&tasks->notes, &note->next, note, true,
                                        __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
        continue;
    }
    memset(events, 0, sizeof(*events));
}

static int by_task(const void *a, const void *b)
{
    const Gr3dNote *first = *(Gr3dNote *const *)a;
    const Gr3dNote *second = *(Gr3dNote *const *)b;

    return first->task < second->task ? -1 : first->task > second->task;
}

/* In the order of tasks, which is not that of threads */
static void add_events(Gr3dEvents *events, Gr3dNote *notes)
{
    g_autoptr(GPtrArray) list = g_ptr_array_new_with_free_func(g_free);

    for (; notes; notes = notes->next) {
        g_ptr_array_add(list, notes);
    }
    g_ptr_array_sort(list, by_task);
    for (unsigned i = 0; i < list->len; i++) {
        const Gr3dNote *note = g_ptr_array_index(list, i);

        gr3d_events_add(events, &note->events);
    }
}

uint64_t gr3d_tasks_run(Gr3dTasks *tasks, Gr3dDraw *draw, bool parallel,
                        void (*thread)(void *arg), void *arg)
{
    if (parallel && draw->executor) {
        draw->executor->run(draw->executor->opaque, thread, arg);
    } else {
        thread(arg);
    }
    if (tasks->notes) {
        add_events(&draw->events, tasks->notes);
    }
    return tasks->work;
}
