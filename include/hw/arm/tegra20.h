/*
 * NVIDIA Tegra20 system on chip
 *
 * QEMU interface:
 *  + property "num-cpus": 1 or 2 Cortex-A9 cores
 *  + property "odmdata": the board's word in the boot ROM's configuration
 *  + link property "ram": the machine's RAM, mapped at 0 and seen by DMA
 *  + serial ports: serial_hd(0) to serial_hd(4) are UARTA to UARTE
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA20_H
#define HW_ARM_TEGRA20_H

#include "hw/arm/tegra/tegra20_ahb.h"
#include "hw/arm/tegra/tegra20_apbmisc.h"
#include "hw/arm/tegra/tegra20_car.h"
#include "hw/arm/tegra/tegra20_das.h"
#include "hw/arm/tegra/tegra20_emc.h"
#include "hw/arm/tegra/tegra20_evp.h"
#include "hw/arm/tegra/tegra20_flow.h"
#include "hw/arm/tegra/tegra20_fuse.h"
#include "hw/arm/tegra/tegra20_i2s.h"
#include "hw/arm/tegra/tegra20_ictlr.h"
#include "hw/arm/tegra/tegra20_map.h"
#include "hw/arm/tegra/tegra20_mc.h"
#include "hw/arm/tegra/tegra20_pcie.h"
#include "hw/arm/tegra/tegra20_pl310.h"
#include "hw/arm/tegra/tegra20_pmc.h"
#include "hw/arm/tegra/tegra20_proctag.h"
#include "hw/arm/tegra/tegra20_sflash.h"
#include "hw/arm/tegra/tegra20_timer.h"
#include "hw/arm/tegra/tegra_apbdma.h"
#include "hw/arm/tegra/tegra_gpio.h"
#include "hw/arm/tegra/tegra_i2c.h"
#include "hw/arm/tegra/tegra_rtc.h"
#include "hw/arm/tegra/tegra_sdhci.h"
#include "hw/arm/tegra/tegra_usb.h"
#include "hw/cpu/a9mpcore.h"
#include "hw/gpu/tegra_dc.h"
#include "hw/gpu/tegra_gr2d.h"
#include "hw/gpu/tegra_gr3d.h"
#include "hw/gpu/tegra_hdmi.h"
#include "hw/gpu/tegra_host1x.h"
#include "target/arm/cpu.h"
#include "qom/object.h"

#define TYPE_TEGRA20 "tegra20"
OBJECT_DECLARE_SIMPLE_TYPE(Tegra20State, TEGRA20)

#define TEGRA20_NUM_CPUS 2
#define TEGRA20_NUM_I2C 4       /* the last one is inside the DVC */
#define TEGRA20_NUM_I2S 2
#define TEGRA20_NUM_SDMMC 4
#define TEGRA20_NUM_USB 3

struct Tegra20State {
    DeviceState parent_obj;

    uint32_t num_cpus;
    uint32_t odmdata;
    MemoryRegion *ram;

    ARMCPU cpu[TEGRA20_NUM_CPUS];
    A9MPPrivState a9mpcore;
    MemoryRegion iram;
    MemoryRegion ahb_mem;       /* what masters on the AHB reach */
    MemoryRegion ahb_ram;
    MemoryRegion ahb_iram;
    Clock *osc;

    Tegra20Pl310State l2;
    Tegra20CarState car;
    Tegra20PmcState pmc;
    Tegra20FlowState flow;
    Tegra20EvpState evp;
    Tegra20IctlrState ictlr;
    Tegra20TimerState timer;
    Tegra20AhbState ahb;
    Tegra20SbState sb;
    Tegra20ApbMiscState apbmisc;
    Tegra20McState mc;
    Tegra20EmcState emc;
    Tegra20FuseState fuse;
    Tegra20ProcTagState proctag;

    TegraGPIOState gpio;
    TegraAPBDMAState apbdma;
    TegraI2CState i2c[TEGRA20_NUM_I2C];
    Tegra20DASState das;
    Tegra20I2SState i2s[TEGRA20_NUM_I2S];
    Tegra20SflashState sflash;
    TegraRTCState rtc;
    TegraSDHCIState sdmmc[TEGRA20_NUM_SDMMC];
    TegraUSBState usb[TEGRA20_NUM_USB];
    Tegra20PcieState pcie;

    TegraHost1xState host1x;
    TegraGR2DState gr2d;
    TegraGR3DState gr3d;
    TegraDCState dc[2];
    TegraHDMIState hdmi;
};

#endif /* HW_ARM_TEGRA20_H */
