/*
 * Tegra20 GR3D engine: what each thread has for itself
 *
 * Nothing here is cleared between draws, and memory that is not written costs
 * nothing.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_THREADS_H
#define GR3D_THREADS_H

#include "hw/gpu/gr3d/pipe/exec.h"
#include "hw/gpu/lib/arena.h"
#include "hw/gpu/lib/threads.h"
#include "verts.h"

/* Draws whose tiles are drawn together */
#define GR3D_BATCH_DRAWS    32

/* What a thread has done in the tiles of a draw */
typedef struct Gr3dTileResult {
    bool begun;                 /* the rest is valid */
    Gr3dTile tile;              /* what the thread has counted */
    GpuEvents ahead;            /* met in tiles behind those of ->tile */
    Gr3dStrip *strip;           /* once it is needed */
} Gr3dTileResult;

typedef struct Gr3dThread {
    Gr3dVerts *verts;           /* once they are needed */
    GpuArenaCursor cursor;      /* for primitives */
    GpuEvents events;           /* of the tasks that run now */
    Gr3dTileResult result[GR3D_BATCH_DRAWS];
} Gr3dThread;

/* More of the executor's threads than this have nothing to do. */
#define GR3D_MAX_THREADS    64

typedef struct Gr3dThreads {
    unsigned num;
    Gr3dThread *thread[GR3D_MAX_THREADS];
    GpuArena arena;             /* of primitives */
} Gr3dThreads;

/* Make memory of @num threads; *@threads is all zero before the first time. */
void gr3d_threads_reserve(Gr3dThreads *threads, unsigned num);
void gr3d_threads_free(Gr3dThreads *threads);
/* Forget all primitives. */
void gr3d_threads_reset(Gr3dThreads *threads);
Gr3dVerts *gr3d_threads_verts(Gr3dThreads *threads, unsigned thread);

/* Threads that share the tasks of a stage, from number @first on */
struct Gr3dThreadGroup {
    Gr3dThreads *threads;
    unsigned first;             /* the caller's */
    const GpuExecutor *executor;    /* of the others; NULL: there are none */
};

/*
 * Return the memory of thread number @thread of @group, with its events
 * cleared; NULL: there are enough threads.
 */
Gr3dThread *gr3d_threads_join(const Gr3dThreadGroup *group, GpuTasks *tasks,
                              unsigned thread);
/*
 * Add the events of those that have joined, with their tasks noted, as if one
 * task after the other had met them.
 */
void gr3d_threads_add_events(const Gr3dThreadGroup *group,
                             const GpuTasks *tasks, GpuEvents *events);

#endif /* GR3D_THREADS_H */
