/*
 * NVIDIA Tegra20 external memory controller (EMC)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "hw/arm/tegra/tegra20_emc.h"
#include "hw/arm/tegra/tegra_clock.h"
#include "hw/core/irq.h"
#include "hw/core/qdev-clock.h"
#include "hw/core/qdev-properties.h"

#define EMC_DRAM_TYPE_DDR2 3

/* State after a boot loader [tegra20.rst, State at reset] */
static const TegraRegRange tegra20_emc_ranges[] = {
    { .name = "INTSTATUS", .first = A_EMC_INTSTATUS, .last = A_EMC_INTSTATUS,
      .w1c = UINT32_MAX },
    TEGRA_REG("INTMASK", A_EMC_INTMASK, 0),
    TEGRA_REG_RANGE("CONFIG", A_EMC_DBG, A_EMC_ADR_CFG, 0),
    TEGRA_REG_RANGE("TIMING", A_EMC_TIMING_FIRST, A_EMC_TIMING_LAST, 0),
    TEGRA_REG("MRR", A_EMC_MRR, 0),
    TEGRA_REG_RANGE("FBIO", A_EMC_FBIO_FIRST, A_EMC_FBIO_CFG5 - 4, 0),
    TEGRA_REG("FBIO_CFG5", A_EMC_FBIO_CFG5, EMC_DRAM_TYPE_DDR2),
    TEGRA_REG_RANGE("FBIO", A_EMC_FBIO_CFG5 + 4, A_EMC_FBIO_LAST, 0),
    TEGRA_REG_RANGE("STAT", A_EMC_STAT_CONTROL, A_EMC_STAT_PWR_CLOCK_LIMIT,
                    0),
    /* No traffic is measured: the counters stay at 0 */
    TEGRA_REG_RO("STAT_PWR_CLOCKS", A_EMC_STAT_PWR_CLOCKS, 0),
    TEGRA_REG_RO("STAT_PWR_COUNT", A_EMC_STAT_PWR_COUNT, 0),
    TEGRA_REG_RO("EMC_STATUS", A_EMC_EMC_STATUS, 0),
    TEGRA_REG_RANGE("AUTO_CAL", A_EMC_AUTO_CAL_FIRST, A_EMC_CFG_2 - 4, 0),
    TEGRA_REG("CFG_2", A_EMC_CFG_2, R_EMC_CFG_2_CLKCHANGE_SR_ENABLE_MASK),
    TEGRA_REG_RANGE("DLL_ZCAL", A_EMC_CFG_DIG_DLL, A_EMC_ZCAL_LAST, 0),
};

static void tegra20_emc_update_irq(TegraRegs *s)
{
    Tegra20EmcState *emc = TEGRA20_EMC(s);

    qemu_set_irq(emc->irq, (tegra_regs_get(s, A_EMC_INTSTATUS) &
                            tegra_regs_get(s, A_EMC_INTMASK)) != 0);
}

/*
 * Return EMC_STATUS.  No access is ever outstanding, and DRAM follows SELF_REF
 * at once: software waits for both on its way into LP1 and out of it.  Linux
 * waits for a second device if bit 0 of ADR_CFG is set, which belongs to the
 * width of a column: both bits are shown, however many there are.
 */
static uint32_t tegra20_emc_status(TegraRegs *s)
{
    bool refresh = FIELD_EX32(tegra_regs_get(s, A_EMC_SELF_REF),
                              EMC_SELF_REF, CMD);

    return FIELD_DP32(R_EMC_EMC_STATUS_NO_OUTSTANDING_TRANSACTIONS_MASK,
                      EMC_EMC_STATUS, DRAM_IN_SELF_REFRESH,
                      refresh ? 3 : 0);
}

static uint32_t tegra20_emc_read(TegraRegs *s, hwaddr offset, uint32_t value)
{
    return offset == A_EMC_EMC_STATUS ? tegra20_emc_status(s) : value;
}

static void tegra20_emc_written(TegraRegs *s, hwaddr offset, uint32_t old,
                                uint32_t value)
{
    tegra20_emc_update_irq(s);
}

/*
 * Report a change of the memory clock: the new frequency is in use at once,
 * which software waits for.
 */
static void tegra20_emc_clk_update(void *opaque, ClockEvent event)
{
    TegraRegs *s = opaque;
    uint32_t status = tegra_regs_get(s, A_EMC_INTSTATUS);

    /* A reset of the machine puts the clock back, too */
    if (resettable_is_in_reset(OBJECT(s))) {
        return;
    }
    tegra_regs_set(s, A_EMC_INTSTATUS,
                   status | R_EMC_INTSTATUS_CLKCHANGE_COMPLETE_MASK);
    tegra20_emc_update_irq(s);
}

/*
 * Return ADR_CFG of the board as it is sold, or with less memory [tegra20.rst,
 * State at reset]
 */
static uint32_t tegra20_emc_adr_cfg(uint64_t ram_size)
{
    uint32_t cfg = FIELD_DP32(0, EMC_ADR_CFG, COLWIDTH, 3);

    cfg = FIELD_DP32(cfg, EMC_ADR_CFG, BANKWIDTH, 3);
    cfg = FIELD_DP32(cfg, EMC_ADR_CFG, DEVSIZE, ram_size > 256 * MiB ? 7 : 6);
    return FIELD_DP32(cfg, EMC_ADR_CFG, NUMDEV, ram_size > 512 * MiB);
}

static void tegra20_emc_reset_enter(Object *obj, ResetType type)
{
    tegra_regs_reset_enter(obj, type);
    tegra_regs_set(TEGRA_REGS(obj), A_EMC_ADR_CFG,
                   tegra20_emc_adr_cfg(TEGRA20_EMC(obj)->ram_size));
}

static void tegra20_emc_reset_hold(Object *obj, ResetType type)
{
    tegra20_emc_update_irq(TEGRA_REGS(obj));
}

static void tegra20_emc_init(Object *obj)
{
    Tegra20EmcState *s = TEGRA20_EMC(obj);

    s->clk = qdev_init_clock_in(DEVICE(obj), "clk", tegra20_emc_clk_update,
                                s, ClockUpdate);
    sysbus_init_irq(SYS_BUS_DEVICE(obj), &s->irq);
}

static const VMStateDescription vmstate_tegra20_emc = {
    .name = TYPE_TEGRA20_EMC,
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_TEGRA_REGS(parent_obj, Tegra20EmcState),
        VMSTATE_TEGRA_CLOCK(clk, Tegra20EmcState),
        VMSTATE_END_OF_LIST()
    },
};

static const Property tegra20_emc_properties[] = {
    DEFINE_PROP_SIZE("ram-size", Tegra20EmcState, ram_size, 0),
};

static void tegra20_emc_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);

    dc->desc = "NVIDIA Tegra20 external memory controller";
    dc->vmsd = &vmstate_tegra20_emc;
    device_class_set_props(dc, tegra20_emc_properties);
    rc->phases.enter = tegra20_emc_reset_enter;
    rc->phases.hold = tegra20_emc_reset_hold;
    TEGRA_REGS_CLASS(klass)->read = tegra20_emc_read;
    TEGRA_REGS_CLASS(klass)->written = tegra20_emc_written;
    tegra_regs_set_table(klass, tegra20_emc_ranges,
                         ARRAY_SIZE(tegra20_emc_ranges), 0x400);
}

static const TypeInfo tegra20_emc_types[] = {
    {
        .name = TYPE_TEGRA20_EMC,
        .parent = TYPE_TEGRA_REGS,
        .instance_size = sizeof(Tegra20EmcState),
        .instance_init = tegra20_emc_init,
        .class_init = tegra20_emc_class_init,
    },
};

DEFINE_TYPES(tegra20_emc_types)
