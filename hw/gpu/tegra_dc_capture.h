/*
 * NVIDIA Tegra20 display controller: frames in a capture
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_DC_CAPTURE_H
#define HW_GPU_TEGRA_DC_CAPTURE_H

#include "hw/gpu/tegra_dc.h"

/* A frame ends, at which windows, bits of @flips, got another buffer. */
void tegra_dc_capture_frame(TegraDCState *s, uint32_t flips);

#endif /* HW_GPU_TEGRA_DC_CAPTURE_H */
