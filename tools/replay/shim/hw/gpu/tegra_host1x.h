/*
 * host1x as the files of GR2D and of the display controller see it: names
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_HOST1X_H
#define HW_GPU_TEGRA_HOST1X_H

typedef struct TegraHost1xState TegraHost1xState;

typedef struct TegraHost1xClientInfo {
    int unused;
} TegraHost1xClientInfo;

#endif /* HW_GPU_TEGRA_HOST1X_H */
