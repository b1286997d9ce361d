/*
 * NVIDIA Tegra20 flow controller
 *
 * Starts and stops the CPU cores: a core that the CAR holds in reset is off,
 * a core that it releases starts at the reset vector of the EVP.  A core that
 * asks to be halted with its power off is off until an interrupt, and starts
 * at the same vector then.  A halt with power on (clock stop) is not modelled:
 * the core runs on.
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: the registers
 *  + named GPIO inputs "cpu-reset" 0..1: 1 holds the core in reset
 *  + named GPIO inputs "irq" and "fiq": an interrupt that wakes is pending
 *  + link property "evp": the device with the reset vector
 *  + property "num-cpus": cores that exist
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_TEGRA20_FLOW_H
#define HW_ARM_TEGRA_TEGRA20_FLOW_H

#include "hw/arm/tegra/tegra20_evp.h"
#include "hw/arm/tegra/tegra_regs.h"
#include "hw/core/registerfields.h"

#define TYPE_TEGRA20_FLOW "tegra20-flow"
OBJECT_DECLARE_SIMPLE_TYPE(Tegra20FlowState, TEGRA20_FLOW)

REG32(FLOW_HALT_CPU0, 0x00)
    FIELD(FLOW_HALT, FIQ, 8, 1)
    FIELD(FLOW_HALT, IRQ, 10, 1)
    FIELD(FLOW_HALT, MODE, 29, 3)
REG32(FLOW_HALT_COP, 0x04)
REG32(FLOW_CPU0_CSR, 0x08)
    FIELD(FLOW_CSR, ENABLE, 0, 1)
    FIELD(FLOW_CSR, EVENT_FLAG, 14, 1)
    FIELD(FLOW_CSR, INTR_FLAG, 15, 1)
REG32(FLOW_COP_CSR, 0x0c)
REG32(FLOW_XRQ_EVENTS, 0x10)
REG32(FLOW_HALT_CPU1, 0x14)
REG32(FLOW_CPU1_CSR, 0x18)

#define TEGRA20_FLOW_CPUS 2

struct Tegra20FlowState {
    TegraRegs parent_obj;

    uint32_t num_cpus;
    Tegra20EvpState *evp;
    VMChangeStateEntry *vm_change;

    /* Bit n: core n is held in reset */
    uint32_t held;
    /* Bit n: core n is off until it is woken */
    uint32_t gated;
    /* FLOW_HALT bits of the interrupts that are pending */
    uint32_t wake;
};

#endif /* HW_ARM_TEGRA_TEGRA20_FLOW_H */
