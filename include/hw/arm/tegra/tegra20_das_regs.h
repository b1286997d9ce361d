/*
 * Registers of the Tegra20 digital audio switch (DAS)
 *
 * See docs/system/arm/tegra20.rst, Digital audio switch.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_TEGRA20_DAS_REGS_H
#define HW_ARM_TEGRA_TEGRA20_DAS_REGS_H

#include "hw/core/registerfields.h"

#define TEGRA20_DAS_MMIO_SIZE   0x80
#define TEGRA20_DAS_NUM_DAPS    5
#define TEGRA20_DAS_NUM_DACS    3

/* The first of five, one for each port */
REG32(DAS_DAP_CTRL_SEL, 0x00)
    FIELD(DAS_DAP_CTRL_SEL, CTRL_SEL, 0, 5)
    FIELD(DAS_DAP_CTRL_SEL, SDATA2_TX_RX, 29, 1)
    FIELD(DAS_DAP_CTRL_SEL, SDATA1_TX_RX, 30, 1)
    FIELD(DAS_DAP_CTRL_SEL, MS_SEL, 31, 1)
/* The first of three, one for each controller */
REG32(DAS_DAC_INPUT_DATA_CLK_SEL, 0x40)
    FIELD(DAS_DAC_INPUT_DATA_CLK_SEL, CLK_SEL, 0, 4)
    FIELD(DAS_DAC_INPUT_DATA_CLK_SEL, SDATA1_SEL, 24, 4)
    FIELD(DAS_DAC_INPUT_DATA_CLK_SEL, SDATA2_SEL, 28, 4)

/* Values of CTRL_SEL: controllers, then ports */
enum {
    TEGRA20_DAS_DAC1 = 0,
    TEGRA20_DAS_DAC2 = 1,
    TEGRA20_DAS_DAC3 = 2,
    TEGRA20_DAS_DAP1 = 16,
};

#endif /* HW_ARM_TEGRA_TEGRA20_DAS_REGS_H */
