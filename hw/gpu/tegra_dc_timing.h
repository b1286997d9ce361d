/*
 * NVIDIA Tegra20 display controller: whether and how fast frames are shown
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_DC_TIMING_H
#define HW_GPU_TEGRA_DC_TIMING_H

#include "hw/gpu/tegra_dc.h"

/* Return true while frames are shown: not STOP, powered, out of reset */
bool tegra_dc_is_showing(const TegraDCState *s);
/* Return true while frames follow each other, or the one asked for is drawn */
bool tegra_dc_is_scanning(const TegraDCState *s);
bool tegra_dc_clocked(const TegraDCState *s);
#define TEGRA_DC_MIN_HZ         1
#define TEGRA_DC_MAX_FRAME_NS   (NANOSECONDS_PER_SECOND / TEGRA_DC_MIN_HZ)
int64_t tegra_dc_frame_ns(const TegraDCState *s);

#endif /* HW_GPU_TEGRA_DC_TIMING_H */
