/*
 * NVIDIA Tegra20 GR3D: threads that render the tiles of a draw
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_GR3D_POOL_H
#define HW_GPU_TEGRA_GR3D_POOL_H

#include "hw/gpu/gr3d/gr3d.h"

typedef struct TegraGR3DPool TegraGR3DPool;

/* @threads at a time, at least 2, the one that draws among them */
TegraGR3DPool *tegra_gr3d_pool_new(unsigned int threads);
/* Not while a draw runs on it; @pool may be NULL. */
void tegra_gr3d_pool_free(TegraGR3DPool *pool);
/* For gr3d_draw_set_executor(); NULL for no pool */
const Gr3dExecutor *tegra_gr3d_pool_executor(const TegraGR3DPool *pool);

#endif /* HW_GPU_TEGRA_GR3D_POOL_H */
