/*
 * NVIDIA Tegra20 memory controller (MC)
 *
 * Client control and hot reset of the memory clients.
 *
 * QEMU interface:
 *  + property "ram-size": what EMEM_CFG tells, in bytes
 *  + sysbus MMIO region 0: the registers
 *  + named GPIO inputs "client-active": 1 while client n uses memory
 *  + named GPIO outputs "client-block": 1 keeps client n from memory
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_TEGRA20_MC_H
#define HW_ARM_TEGRA_TEGRA20_MC_H

#include "hw/arm/tegra/tegra_regs.h"
#include "hw/core/registerfields.h"

#define TYPE_TEGRA20_MC "tegra20-mc"
OBJECT_DECLARE_SIMPLE_TYPE(Tegra20McState, TEGRA20_MC)

REG32(MC_INTSTATUS, 0x000)
REG32(MC_INTMASK, 0x004)
REG32(MC_EMEM_CFG, 0x00c)
REG32(MC_GART_CONFIG, 0x024)
REG32(MC_GART_ENTRY_DATA, 0x02c)
REG32(MC_GART_ERROR_REQ, 0x030)
REG32(MC_GART_ERROR_ADDR, 0x034)
REG32(MC_DECERR_EMEM_OTHERS_STATUS, 0x058)
REG32(MC_DECERR_EMEM_OTHERS_ADR, 0x05c)
REG32(MC_SECURITY_VIOLATION_STATUS, 0x074)
REG32(MC_SECURITY_VIOLATION_ADR, 0x078)
REG32(MC_CLIENT_CTRL, 0x100)
REG32(MC_CLIENT_HOTRESETN, 0x104)
REG32(MC_CLIENT_ACTIVITY_0, 0x140)
REG32(MC_CLIENT_ACTIVITY_14, 0x178)
REG32(MC_LAST, 0x3fc)

/* Clients that this machine models: their bit and activity register */
enum {
    TEGRA20_MC_CLIENT_2D = 4,
    TEGRA20_MC_CLIENT_HC = 5,
    TEGRA20_MC_CLIENT_3D = 11,
};

/* AVP to VI */
#define TEGRA20_MC_NUM_CLIENTS 15
#define MC_ALL_CLIENTS 0x7fff

struct Tegra20McState {
    TegraRegs parent_obj;

    uint64_t ram_size;

    /* Bit n is client n; both follow from other state. */
    uint32_t active;            /* levels of the inputs */
    uint32_t blocked;           /* ... and of the outputs, for traces */
    qemu_irq block[TEGRA20_MC_NUM_CLIENTS];
};

#endif /* HW_ARM_TEGRA_TEGRA20_MC_H */
