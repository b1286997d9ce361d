/*
 * NVIDIA Tegra20 display controller: the register file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_DC_REGFILE_H
#define HW_GPU_TEGRA_DC_REGFILE_H

#include "hw/gpu/tegra_dc.h"

void tegra_dc_regs_reset(TegraDCState *s);
const char *tegra_dc_reg_name(uint32_t reg);
/* The name with its window and index, such as "B.WIN_PALETTE[17]" */
typedef struct TegraDCLabel {
    char text[40];
} TegraDCLabel;
const char *tegra_dc_reg_label(const TegraDCState *s, uint32_t reg,
                               TegraDCLabel *label);
/* Load without side effects; an unknown register is logged, here and below */
uint32_t tegra_dc_regs_load(TegraDCState *s, uint32_t reg);
/* Store; true if that was the ACTIVE copy of a buffered register */
bool tegra_dc_regs_store(TegraDCState *s, uint32_t reg, uint32_t value);
/* Copy the groups in @groups (DC_STATE_*), true if an ACTIVE value changed */
void tegra_dc_regs_arm(TegraDCState *s, uint32_t groups);
bool tegra_dc_regs_activate(TegraDCState *s, uint32_t groups);

/* Add @count to WINBUF_UFLOW_STATUS of window @n */
void tegra_dc_regs_count_underflow(TegraDCState *s, int n, uint32_t count);

static inline uint32_t tegra_dc_active(const TegraDCState *s, uint32_t reg)
{
    return s->regs[TEGRA_DC_ACTIVE].common[reg];
}

static inline uint32_t tegra_dc_win_active(const TegraDCState *s, int n,
                                           uint32_t reg)
{
    return s->regs[TEGRA_DC_ACTIVE].win[n][reg];
}

#endif /* HW_GPU_TEGRA_DC_REGFILE_H */
