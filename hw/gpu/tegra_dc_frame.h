/*
 * NVIDIA Tegra20 display controller: frames
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_DC_FRAME_H
#define HW_GPU_TEGRA_DC_FRAME_H

#include "hw/core/clock.h"
#include "hw/gpu/tegra_dc.h"

/* Drop the frame under way, whose checksum may have begun */
void tegra_dc_drop_frame(TegraDCState *s);
void tegra_dc_clk_update(void *opaque, ClockEvent event);
void tegra_dc_frame(void *opaque);
void tegra_dc_update_irq(TegraDCState *s);
/* Do what a write of @value to @reg does besides being stored */
void tegra_dc_incr_syncpt(TegraDCState *s, uint32_t reg, uint32_t value);
void tegra_dc_incr_cntrl(TegraDCState *s, uint32_t reg, uint32_t value);
void tegra_dc_state_control(TegraDCState *s, uint32_t reg, uint32_t value);
/* Follow ACTIVE registers that were written */
void tegra_dc_written(TegraDCState *s);

#endif /* HW_GPU_TEGRA_DC_FRAME_H */
