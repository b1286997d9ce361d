/*
 * NVIDIA Tegra20 legacy interrupt controller (ICTLR)
 *
 * Four banks of 32 interrupts.  The controller sits beside the GIC: its
 * masks decide what the AVP and the wake logic see, but not what the GIC
 * sees.  What does reach the GIC is an interrupt that software forces.
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: the registers, four banks of 0x100 bytes
 *  + unnamed GPIO inputs 0..127: interrupt lines of the devices
 *  + unnamed GPIO outputs 0..127: the same lines, with forced ones, for the
 *    GIC
 *  + named GPIO outputs "cpu-irq", "cpu-fiq": some interrupt that is enabled
 *    here is pending; they wake a core whose power is off
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_TEGRA20_ICTLR_H
#define HW_ARM_TEGRA_TEGRA20_ICTLR_H

#include "hw/core/registerfields.h"
#include "hw/core/sysbus.h"
#include "qom/object.h"

#define TYPE_TEGRA20_ICTLR "tegra20-ictlr"
OBJECT_DECLARE_SIMPLE_TYPE(Tegra20IctlrState, TEGRA20_ICTLR)

/* Offsets in a bank */
REG32(ICTLR_VIRQ_CPU, 0x00)
REG32(ICTLR_VIRQ_COP, 0x04)
REG32(ICTLR_VFIQ_CPU, 0x08)
REG32(ICTLR_VFIQ_COP, 0x0c)
REG32(ICTLR_ISR, 0x10)
REG32(ICTLR_FIR, 0x14)
REG32(ICTLR_FIR_SET, 0x18)
REG32(ICTLR_FIR_CLR, 0x1c)
REG32(ICTLR_CPU_IER, 0x20)
REG32(ICTLR_CPU_IER_SET, 0x24)
REG32(ICTLR_CPU_IER_CLR, 0x28)
REG32(ICTLR_CPU_IEP_CLASS, 0x2c)
REG32(ICTLR_COP_IER, 0x30)
REG32(ICTLR_COP_IER_SET, 0x34)
REG32(ICTLR_COP_IER_CLR, 0x38)
REG32(ICTLR_COP_IEP_CLASS, 0x3c)

#define TEGRA20_ICTLR_BANKS 4
#define TEGRA20_ICTLR_IRQS (TEGRA20_ICTLR_BANKS * 32)
#define TEGRA20_ICTLR_BANK_SIZE 0x100

typedef struct Tegra20IctlrBank {
    uint32_t isr;
    uint32_t fir;
    /* Enables and class (1: FIQ) of the CPU complex and of the AVP */
    uint32_t ier[2];
    uint32_t iep_class[2];
} Tegra20IctlrBank;

struct Tegra20IctlrState {
    SysBusDevice parent_obj;

    Tegra20IctlrBank bank[TEGRA20_ICTLR_BANKS];

    MemoryRegion iomem;
    qemu_irq out[TEGRA20_ICTLR_IRQS];
    qemu_irq cpu_irq;
    qemu_irq cpu_fiq;
};

#endif /* HW_ARM_TEGRA_TEGRA20_ICTLR_H */
