/*
 * NVIDIA Tegra20 GR3D: a draw on its way through the device
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_GR3D_JOB_H
#define HW_GPU_TEGRA_GR3D_JOB_H

#include "exec/hwaddr.h"
#include "hw/gpu/gr3d/gr3d.h"
#include "qemu/queue.h"

/* Host memory of one slot of a draw while it is mapped. */
typedef struct TegraGR3DMap {
    void *host;
    hwaddr len;
    bool write;
} TegraGR3DMap;

/* How far a draw is that the worker has; the worker's lock guards it. */
typedef enum TegraGR3DJobState {
    TEGRA_GR3D_JOB_NEW,         /* not given, or taken back */
    TEGRA_GR3D_JOB_READY,
    TEGRA_GR3D_JOB_RUNS,
    TEGRA_GR3D_JOB_DONE,
} TegraGR3DJobState;

/* A draw with its guest memory mapped (tegra_gr3d_job.c). */
typedef struct TegraGR3DJob {
    Gr3dDraw *draw;
    uint64_t number;            /* since reset, for logs and traces */
    int64_t host_ns;            /* spent on rendering: of a batch, a share */
    TegraGR3DMap map[GR3D_NUM_SPANS];

    /* in slices: NULL before the first one and behind the last */
    struct Coroutine *co;
    uint64_t work, until;       /* units: done, and where the slice ends */

    /* of tegra_gr3d_worker.c */
    QSIMPLEQ_ENTRY(TegraGR3DJob) next;
    TegraGR3DJobState state;
    bool incr;                  /* an increment is behind it */
    bool tell;                  /* schedule the bottom half when it is done */
} TegraGR3DJob;

/* What all draws did since QEMU started; no reset clears it. */
typedef struct TegraGR3DCounters {
    uint64_t draws;             /* triggered */
    uint64_t rendered;
    uint64_t cancelled;         /* ended before their time */
    uint64_t vertices;
    uint64_t primitives;
    uint64_t rasterised;
    uint64_t fragments;
    uint64_t events;            /* kinds, counted for each draw */
    uint64_t work;              /* units, see GR3D_MAX_STEP */
    uint64_t host_ns;
    Gr3dDrawStats last;         /* of the draw that has ended last */
} TegraGR3DCounters;

/* Freeze a draw and map its memory. */
TegraGR3DJob *tegra_gr3d_job_new(AddressSpace *as, const Gr3dRegs *regs,
                                 uint64_t number, Gr3dCache *cache,
                                 const Gr3dExec *exec);
/*
 * Execute *@budget units of work and take what was done from it; true when the
 * draw has ended.
 */
bool tegra_gr3d_job_run(TegraGR3DJob *job, uint64_t *budget);
/*
 * Execute in order, from the front on, as many as may run together; returns
 * their number, at least 1.  On any thread; @num is up to TEGRA_GR3D_BATCH_MAX.
 */
unsigned int tegra_gr3d_jobs_run(TegraGR3DJob *const *job, unsigned int num);
/* Share @ns more, or less, that were spent on those that have run. */
void tegra_gr3d_jobs_share(TegraGR3DJob *const *job, unsigned int num,
                           int64_t ns);
/*
 * Mark what was written as dirty, and unmap.  With @counters, of a draw that
 * has run: report its events, count what it did.  @said: bit set of events that
 * are reported once, and have been.
 */
void tegra_gr3d_job_free(AddressSpace *as, TegraGR3DJob *job,
                         TegraGR3DCounters *counters, uint64_t *said);

/*
 * Draws that the worker has, at most: each is frozen and has its memory
 * mapped.  At half of that it asks for more.
 */
#define TEGRA_GR3D_GIVEN_MAX    32

/* Draws that it renders at a time, at most: the others come meanwhile. */
#define TEGRA_GR3D_BATCH_MAX    (TEGRA_GR3D_GIVEN_MAX / 2)

#endif /* HW_GPU_TEGRA_GR3D_JOB_H */
