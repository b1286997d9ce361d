/*
 * NVIDIA Tegra20 GR3D: the thread that renders draws
 *
 * Draws are given to it in order and rendered as if in order, without the BQL;
 * the threads of a pool help.  It takes what is there, up to half of what may
 * be given, and the engine renders as many of them together as it may.  They
 * are then done together.  So a draw that somebody waits for is the last one
 * that is taken, and behind one that an increment follows come only draws that
 * are short: who asks for the increment later waits no more than milliseconds.
 *
 * While the machine is stopped the worker is paused: its threads wait in the
 * middle of what they draw.
 *
 * All functions are called with the BQL held, which the thread never takes:
 * waiting for it is allowed.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_GR3D_WORKER_H
#define HW_GPU_TEGRA_GR3D_WORKER_H

#include "hw/gpu/tegra_gr3d_job.h"

typedef struct TegraGR3DWorker TegraGR3DWorker;

/*
 * Start @threads that render, at least 1.  @bh is scheduled when a draw is done
 * that somebody waits for, or when few or none are left.
 */
TegraGR3DWorker *tegra_gr3d_worker_new(unsigned int threads, QEMUBH *bh);
/* Stop; not while it has draws.  @w may be NULL. */
void tegra_gr3d_worker_free(TegraGR3DWorker *w);

/* Give @job, with incr and tell set, to be rendered behind those before. */
void tegra_gr3d_worker_give(TegraGR3DWorker *w, TegraGR3DJob *job);
/* Put an increment behind @job, before the next draw is given. */
void tegra_gr3d_worker_incr(TegraGR3DWorker *w, TegraGR3DJob *job);
TegraGR3DJobState tegra_gr3d_worker_state(TegraGR3DWorker *w,
                                          const TegraGR3DJob *job);
/* Schedule the bottom half when @job is done: somebody waits for it. */
void tegra_gr3d_worker_tell(TegraGR3DWorker *w, TegraGR3DJob *job);
/* Take back those that are not taken; their state is TEGRA_GR3D_JOB_NEW. */
void tegra_gr3d_worker_withdraw(TegraGR3DWorker *w);
/*
 * Cancel those that are taken, and wait until they are done; comes after
 * tegra_gr3d_worker_withdraw().
 */
void tegra_gr3d_worker_cancel(TegraGR3DWorker *w);
/*
 * Pause, and return when no thread writes any more, after some milliseconds,
 * however long a draw takes: the number of draws that are taken.
 */
unsigned int tegra_gr3d_worker_pause(TegraGR3DWorker *w);
/* Go on from where they are. */
void tegra_gr3d_worker_resume(TegraGR3DWorker *w);
/*
 * Take back as tegra_gr3d_worker_withdraw(), but also of those that are taken
 * the ones that the engine has not begun; wait until the others are done, even
 * if they are paused.  False: they were not at @end of get_clock().
 */
bool tegra_gr3d_worker_halt(TegraGR3DWorker *w, int64_t end);

#endif /* HW_GPU_TEGRA_GR3D_WORKER_H */
