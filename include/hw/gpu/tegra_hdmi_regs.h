/*
 * NVIDIA Tegra20 HDMI output: register definitions
 *
 * Shared by the device model and its qtest.  Offsets are byte offsets in the
 * MMIO aperture.  Only registers the model treats specially have a name here;
 * the rest is plain storage.  [tegra-dc.rst, HDMI registers]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_HDMI_REGS_H
#define HW_GPU_TEGRA_HDMI_REGS_H

#include "hw/core/registerfields.h"

#define TEGRA_HDMI_MMIO_SIZE 0x40000
#define TEGRA_HDMI_NUM_REGS  0x100

REG32(HDMI_CTXSW, 0x00 * 4)
REG32(HDMI_SOR_STATE0, 0x01 * 4)
REG32(HDMI_SOR_STATE1, 0x02 * 4)
REG32(HDMI_SOR_STATE2, 0x03 * 4)
REG32(HDMI_CTRL, 0x44 * 4)
REG32(HDMI_SOR_PWR, 0x55 * 4)
    FIELD(HDMI_SOR_PWR, SETTING_NEW, 31, 1)
REG32(HDMI_SOR_PLL0, 0x57 * 4)
REG32(HDMI_SOR_SEQ_CTL, 0x5f * 4)
    FIELD(HDMI_SOR_SEQ_CTL, SEQ_STATUS, 28, 1)
REG32(HDMI_INPUT_CONTROL, 0x97 * 4)
    FIELD(HDMI_INPUT_CONTROL, HEAD, 0, 1)
REG32(HDMI_HDA_PRESENSE, 0xbd * 4)
REG32(HDMI_INT_STATUS, 0xcc * 4)
REG32(HDMI_INT_MASK, 0xcd * 4)
REG32(HDMI_INT_ENABLE, 0xce * 4)

#endif /* HW_GPU_TEGRA_HDMI_REGS_H */
