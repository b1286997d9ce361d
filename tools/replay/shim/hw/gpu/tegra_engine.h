/*
 * What GR2D's files take from the engines' common part
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_ENGINE_H
#define HW_GPU_TEGRA_ENGINE_H

typedef struct TegraEngine {
    int unused;
} TegraEngine;

hwaddr tegra_engine_ram_length(AddressSpace *as, hwaddr addr, hwaddr size);
void tegra_engine_written(AddressSpace *as, hwaddr addr, hwaddr len);

#endif /* HW_GPU_TEGRA_ENGINE_H */
