/*
 * NVIDIA Tegra20 HDMI output: the registers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_HDMI_REGFILE_H
#define HW_GPU_TEGRA_HDMI_REGFILE_H

#include "hw/gpu/tegra_hdmi_regs.h"

typedef struct TegraHDMILabel {
    char text[32];
} TegraHDMILabel;

/* Return the name of word @reg, "?" if it has none */
const char *tegra_hdmi_reg_label(uint32_t reg, TegraHDMILabel *label);
/* Return what word @reg, which held @old, holds after a write of @value */
uint32_t tegra_hdmi_reg_merge(uint32_t reg, uint32_t old, uint32_t value);

#endif /* HW_GPU_TEGRA_HDMI_REGFILE_H */
