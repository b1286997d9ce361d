/*
 * NVIDIA Tegra20 exception vectors (EVP)
 *
 * The addresses that the CPUs and the AVP start from and take exceptions to.
 * Only the CPUs' reset vector has an effect: the flow controller reads it
 * when a core is released from reset.
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: the registers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_TEGRA20_EVP_H
#define HW_ARM_TEGRA_TEGRA20_EVP_H

#include "hw/arm/tegra/tegra_regs.h"
#include "hw/core/registerfields.h"

#define TYPE_TEGRA20_EVP "tegra20-evp"
OBJECT_DECLARE_SIMPLE_TYPE(Tegra20EvpState, TEGRA20_EVP)

REG32(EVP_CPU_RESET_VECTOR, 0x100)
REG32(EVP_CPU_FIQ_VECTOR, 0x11c)
REG32(EVP_COP_RESET_VECTOR, 0x200)
REG32(EVP_COP_FIQ_VECTOR, 0x21c)

struct Tegra20EvpState {
    TegraRegs parent_obj;
};

#endif /* HW_ARM_TEGRA_TEGRA20_EVP_H */
