/*
 * NVIDIA Tegra20 GR3D: the thread that renders draws
 *
 * Draws are given to it in order and rendered in order, one after the other,
 * without the BQL; the threads of a pool help with each.  All functions are
 * called with the BQL held, which the thread never takes: waiting for it is
 * allowed.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_GR3D_WORKER_H
#define HW_GPU_TEGRA_GR3D_WORKER_H

#include "hw/gpu/tegra_gr3d_job.h"

typedef struct TegraGR3DWorker TegraGR3DWorker;

/*
 * @threads render, at least 1.  @bh is scheduled when a draw is done that
 * somebody waits for, or when few or none are left.
 */
TegraGR3DWorker *tegra_gr3d_worker_new(unsigned int threads, QEMUBH *bh);
/* Not while it has draws; @w may be NULL. */
void tegra_gr3d_worker_free(TegraGR3DWorker *w);

/* To be rendered behind those given before */
void tegra_gr3d_worker_give(TegraGR3DWorker *w, TegraGR3DJob *job);
TegraGR3DJobState tegra_gr3d_worker_state(TegraGR3DWorker *w,
                                          const TegraGR3DJob *job);
/* Somebody waits for @job: schedule the bottom half when it is done. */
void tegra_gr3d_worker_tell(TegraGR3DWorker *w, TegraGR3DJob *job);
/* Take back those that have not begun; their state is TEGRA_GR3D_JOB_NEW. */
void tegra_gr3d_worker_withdraw(TegraGR3DWorker *w);
/* Cancel the draw that runs now, and wait for its end. */
void tegra_gr3d_worker_cancel(TegraGR3DWorker *w);
/* Wait until all draws are done. */
void tegra_gr3d_worker_wait(TegraGR3DWorker *w);

#endif /* HW_GPU_TEGRA_GR3D_WORKER_H */
