/*
 * NVIDIA Tegra20 display controller: its state as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_DC_DUMP_H
#define HW_GPU_TEGRA_DC_DUMP_H

#include "hw/gpu/tegra_dc.h"

/* Describe what is shown; the caller frees the text */
char *tegra_dc_dump(TegraDCState *s);

#endif /* HW_GPU_TEGRA_DC_DUMP_H */
