/*
 * NVIDIA Tegra20 display controller: frames
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_DC_FRAME_H
#define HW_GPU_TEGRA_DC_FRAME_H

#include "hw/clock.h"
#include "hw/gpu/tegra_dc.h"

/* The frame under way, whose checksum may have begun, comes to no end */
void tegra_dc_drop_frame(TegraDCState *s);
void tegra_dc_clk_update(void *opaque, ClockEvent event);
void tegra_dc_frame(void *opaque);
void tegra_dc_update_irq(TegraDCState *s);
/* @value was written to @reg */
void tegra_dc_incr_syncpt(TegraDCState *s, uint32_t reg, uint32_t value);
void tegra_dc_incr_cntrl(TegraDCState *s, uint32_t reg, uint32_t value);
void tegra_dc_state_control(TegraDCState *s, uint32_t reg, uint32_t value);
/* A write went to the ACTIVE registers */
void tegra_dc_written(TegraDCState *s);

#endif /* HW_GPU_TEGRA_DC_FRAME_H */
