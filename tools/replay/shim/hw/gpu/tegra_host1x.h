/*
 * host1x as GR2D's files see it: a name
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_HOST1X_H
#define HW_GPU_TEGRA_HOST1X_H

typedef struct TegraHost1xState TegraHost1xState;

#endif /* HW_GPU_TEGRA_HOST1X_H */
