/*
 * NVIDIA Tegra20 GR2D: the register file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_GR2D_REGFILE_H
#define HW_GPU_TEGRA_GR2D_REGFILE_H

#include "hw/arm/tegra/tegra_reg_range.h"
#include "hw/gpu/tegra_gr2d.h"

/* Look up method offset @offset; NULL if there is no register */
const TegraRegRange *tegra_gr2d_reg_info(uint32_t offset);
const char *tegra_gr2d_reg_name(uint32_t offset);
void tegra_gr2d_regs_reset(TegraGR2DState *s);
/* Find where the value of a register that exists is kept */
uint32_t *tegra_gr2d_reg(TegraGR2DState *s, uint32_t offset);
/* Return true if a trigger names this register: its write launches. */
bool tegra_gr2d_launches(const TegraGR2DState *s, uint32_t offset,
                         uint32_t value);
/* Write a register that exists; true if that launches an operation. */
bool tegra_gr2d_reg_store(TegraGR2DState *s, uint32_t offset, uint32_t value);
/* Append all registers to @text. */
void tegra_gr2d_regs_dump(TegraGR2DState *s, GString *text);

#endif /* HW_GPU_TEGRA_GR2D_REGFILE_H */
