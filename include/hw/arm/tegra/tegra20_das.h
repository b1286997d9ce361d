/*
 * NVIDIA Tegra20 digital audio switch (DAS)
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: the registers
 *  + link property "dap1": the codec at the first port, or none
 *  + frames come by tegra20_das_send()
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_TEGRA20_DAS_H
#define HW_ARM_TEGRA_TEGRA20_DAS_H

#include "hw/arm/tegra/tegra20_das_regs.h"
#include "hw/arm/tegra/tegra_regs.h"
#include "hw/arm/tegra/tlv320aic23.h"

#define TYPE_TEGRA20_DAS "tegra20-das"
OBJECT_DECLARE_SIMPLE_TYPE(Tegra20DASState, TEGRA20_DAS)

struct Tegra20DASState {
    TegraRegs parent_obj;

    TLV320AIC23State *dap1;
};

/* Send a frame of controller @dac to the port that has selected it */
void tegra20_das_send(Tegra20DASState *s, unsigned int dac, int16_t left,
                      int16_t right);

#endif /* HW_ARM_TEGRA_TEGRA20_DAS_H */
