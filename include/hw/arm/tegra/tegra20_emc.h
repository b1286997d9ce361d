/*
 * NVIDIA Tegra20 external memory controller (EMC)
 *
 * Holds the settings that a boot loader leaves: DDR2, 32 bits wide.  DRAM
 * needs no training here, a change of its timing has no effect; self-refresh
 * shows in EMC_STATUS and takes the memory away from nobody.
 *
 * QEMU interface:
 *  + property "ram-size": what ADR_CFG is set up for, in bytes
 *  + sysbus MMIO region 0: the registers
 *  + sysbus IRQ 0: interrupt (GIC SPI 78)
 *  + clock input "clk": the memory clock
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_TEGRA20_EMC_H
#define HW_ARM_TEGRA_TEGRA20_EMC_H

#include "hw/arm/tegra/tegra_regs.h"
#include "hw/core/registerfields.h"

#define TYPE_TEGRA20_EMC "tegra20-emc"
OBJECT_DECLARE_SIMPLE_TYPE(Tegra20EmcState, TEGRA20_EMC)

REG32(EMC_INTSTATUS, 0x000)
    FIELD(EMC_INTSTATUS, CLKCHANGE_COMPLETE, 4, 1)
REG32(EMC_INTMASK, 0x004)
REG32(EMC_DBG, 0x008)
REG32(EMC_CFG, 0x00c)
REG32(EMC_ADR_CFG, 0x010)
    FIELD(EMC_ADR_CFG, COLWIDTH, 0, 3)
    FIELD(EMC_ADR_CFG, BANKWIDTH, 8, 2)
    FIELD(EMC_ADR_CFG, DEVSIZE, 16, 4)
    FIELD(EMC_ADR_CFG, NUMDEV, 24, 2)
REG32(EMC_TIMING_FIRST, 0x020)
REG32(EMC_SELF_REF, 0x0e0)
    FIELD(EMC_SELF_REF, CMD, 0, 1)
REG32(EMC_TIMING_LAST, 0x0e8)
REG32(EMC_MRR, 0x0ec)
REG32(EMC_FBIO_FIRST, 0x0f0)
REG32(EMC_FBIO_CFG5, 0x104)
    FIELD(EMC_FBIO_CFG5, DRAM_TYPE, 0, 2)
    FIELD(EMC_FBIO_CFG5, DRAM_WIDTH_X16, 4, 1)
REG32(EMC_FBIO_LAST, 0x13c)
REG32(EMC_STAT_CONTROL, 0x160)
REG32(EMC_STAT_LLMC_CONTROL, 0x178)
REG32(EMC_STAT_PWR_CLOCK_LIMIT, 0x198)
REG32(EMC_STAT_PWR_CLOCKS, 0x19c)
REG32(EMC_STAT_PWR_COUNT, 0x1a0)
REG32(EMC_AUTO_CAL_FIRST, 0x2a0)
REG32(EMC_EMC_STATUS, 0x2b4)
    FIELD(EMC_EMC_STATUS, NO_OUTSTANDING_TRANSACTIONS, 2, 1)
    FIELD(EMC_EMC_STATUS, DRAM_IN_SELF_REFRESH, 8, 2)
REG32(EMC_CFG_2, 0x2b8)
    FIELD(EMC_CFG_2, CLKCHANGE_REQ_ENABLE, 0, 1)
    FIELD(EMC_CFG_2, CLKCHANGE_PD_ENABLE, 1, 1)
    FIELD(EMC_CFG_2, CLKCHANGE_SR_ENABLE, 2, 1)
REG32(EMC_CFG_DIG_DLL, 0x2bc)
REG32(EMC_ZCAL_LAST, 0x2e4)

struct Tegra20EmcState {
    TegraRegs parent_obj;

    uint64_t ram_size;
    Clock *clk;
    qemu_irq irq;
};

#endif /* HW_ARM_TEGRA_TEGRA20_EMC_H */
