/*
 * Tegra20 GR3D engine: what each thread has for itself
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <stdlib.h>
#include <string.h>
#include "strips.h"
#include "threads.h"

static Gr3dThread *thread_new(Gr3dThreads *threads)
{
    Gr3dThread *w = g_new(Gr3dThread, 1);

    w->verts = NULL;
    w->cursor = (GpuArenaCursor) { .arena = &threads->arena };
    for (unsigned i = 0; i < GR3D_BATCH_DRAWS; i++) {
        w->result[i].begun = false;
        w->result[i].strip = NULL;
    }
    return w;
}

void gr3d_threads_reserve(Gr3dThreads *threads, unsigned num)
{
    num = MIN(num, GR3D_MAX_THREADS);
    while (threads->num < num) {
        threads->thread[threads->num++] = thread_new(threads);
    }
}

static void thread_free(Gr3dThread *w)
{
    for (unsigned i = 0; i < GR3D_BATCH_DRAWS; i++) {
        gr3d_strip_free(w->result[i].strip);
    }
    free(w->verts);
    g_free(w);
}

void gr3d_threads_free(Gr3dThreads *threads)
{
    for (unsigned i = 0; i < threads->num; i++) {
        thread_free(threads->thread[i]);
    }
    gpu_arena_free(&threads->arena);
}

void gr3d_threads_reset(Gr3dThreads *threads)
{
    gpu_arena_reset(&threads->arena);
    for (unsigned i = 0; i < threads->num; i++) {
        threads->thread[i]->cursor.left = 0;
    }
}

Gr3dVerts *gr3d_threads_verts(Gr3dThreads *threads, unsigned thread)
{
    Gr3dThread *w = threads->thread[thread];

    if (!w->verts) {
        w->verts = aligned_alloc(__alignof__(Gr3dVerts), sizeof(Gr3dVerts));
        g_assert(w->verts);
    }
    return w->verts;
}

Gr3dThread *gr3d_threads_join(const Gr3dThreadGroup *group, GpuTasks *tasks,
                              unsigned thread)
{
    const Gr3dThreads *threads = group->threads;
    unsigned n = group->first + thread;

    if (n >= threads->num) {
        return NULL;
    }
    gpu_tasks_join(tasks, n);
    memset(&threads->thread[n]->events, 0,
           sizeof(threads->thread[n]->events));
    return threads->thread[n];
}

void gr3d_threads_add_events(const Gr3dThreadGroup *group,
                             const GpuTasks *tasks, GpuEvents *events)
{
    GpuEvents *from[GR3D_MAX_THREADS];
    const Gr3dThreads *threads = group->threads;

    for (unsigned i = 0; i < threads->num; i++) {
        from[i] = tasks->joined >> i & 1 ? &threads->thread[i]->events : NULL;
    }
    gpu_events_merge(events, from, threads->num);
}
