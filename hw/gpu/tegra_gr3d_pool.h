/*
 * NVIDIA Tegra20 GR3D: threads that render the tiles of a draw
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_GR3D_POOL_H
#define HW_GPU_TEGRA_GR3D_POOL_H

#include "hw/gpu/gr3d/gr3d.h"

typedef struct TegraGR3DPool TegraGR3DPool;

typedef struct TegraGR3DPoolOps {
    /* By the thread that draws: the others have begun to help, or will. */
    void (*opened)(void *opaque);
    /* While somebody watches: tegra_gr3d_pool_busy() has become less. */
    void (*fewer)(void *opaque);
} TegraGR3DPoolOps;

/* Start a pool of @threads, at least 2, the one that draws among them. */
TegraGR3DPool *tegra_gr3d_pool_new(unsigned int threads);
/* Set what is called, before the first draw. */
void tegra_gr3d_pool_set_ops(TegraGR3DPool *pool, const TegraGR3DPoolOps *ops,
                             void *opaque);
void tegra_gr3d_pool_watch(TegraGR3DPool *pool, bool on);
/*
 * Count the threads in a draw, while one is drawn: not those that wait for the
 * others, nor those that have not come.  @pool may be NULL: one.
 */
unsigned int tegra_gr3d_pool_busy(const TegraGR3DPool *pool);
/* Stop; not while a draw runs on it.  @pool may be NULL. */
void tegra_gr3d_pool_free(TegraGR3DPool *pool);
/* Return what gr3d_draw_set_executor() takes; NULL for no pool. */
const GpuExecutor *tegra_gr3d_pool_executor(const TegraGR3DPool *pool);

#endif /* HW_GPU_TEGRA_GR3D_POOL_H */
