/*
 * NVIDIA Tegra20 clock and reset controller (CAR): registers and resets
 *
 * The registers come up as a boot loader leaves them, with PLLs C, M, P and X
 * running, because nothing here plays the part of the boot ROM.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "hw/arm/tegra/tegra20_car.h"
#include "hw/core/irq.h"
#include "hw/core/qdev-clock.h"
#include "trace.h"

/* A PLL that is off: bypassed dividers of 1, M = 12 */
#define PLL_OFF 0x0000010c
/* Source registers: the crystal, or the first choice */
#define SOURCE_CLK_M 0xc0000000

#define PLL_BASE(n, off, rst) \
    { .name = n, .first = off, .last = off, .reset = rst, \
      .rw = ~R_CAR_PLL_BASE_LOCK_MASK }
#define SOURCES(from, to, rst) TEGRA_REG_RANGE("CLK_SOURCE", from, to, rst)

/* [tegra20.rst, State at reset] */
static const TegraRegRange tegra20_car_ranges[] = {
    TEGRA_REG("RST_SOURCE", A_CAR_RST_SOURCE, 0),
    TEGRA_REG("RST_DEVICES_L", A_CAR_RST_DEVICES_L, 0x3ffffe89),
    TEGRA_REG("RST_DEVICES_H", A_CAR_RST_DEVICES_H, 0xfefffb77),
    TEGRA_REG("RST_DEVICES_U", A_CAR_RST_DEVICES_U, 0x000005ff),
    TEGRA_REG("CLK_OUT_ENB_L", A_CAR_CLK_OUT_ENB_L, 0x80000170),
    TEGRA_REG("CLK_OUT_ENB_H", A_CAR_CLK_OUT_ENB_H, 0x00000480),
    TEGRA_REG("CLK_OUT_ENB_U", A_CAR_CLK_OUT_ENB_U, 0x07f00a00),
    TEGRA_REG("CCLK_BURST_POLICY", A_CAR_CCLK_BURST_POLICY, 0x20008888),
    TEGRA_REG("SUPER_CCLK_DIVIDER", A_CAR_SUPER_CCLK_DIVIDER, 0),
    TEGRA_REG("SCLK_BURST_POLICY", A_CAR_SCLK_BURST_POLICY, 0x20002222),
    TEGRA_REG("SUPER_SCLK_DIVIDER", A_CAR_SUPER_SCLK_DIVIDER, 0),
    TEGRA_REG("CLK_SYSTEM_RATE", A_CAR_CLK_SYSTEM_RATE, 0),
    TEGRA_REG_RANGE("CLK_MISC", A_CAR_PROG_DLY_CLK, A_CAR_MISC_CLK_ENB, 0),
    TEGRA_REG("CLK_CPU_CMPLX", A_CAR_CLK_CPU_CMPLX, 0x00000003),
    TEGRA_REG("OSC_CTRL", A_CAR_OSC_CTRL, 0x800003f1),
    TEGRA_REG("PLL_LFSR", A_CAR_PLL_LFSR, 0),
    TEGRA_REG("OSC_FREQ_DET", A_CAR_OSC_FREQ_DET, 0),
    TEGRA_REG_RO("OSC_FREQ_DET_STATUS", A_CAR_OSC_FREQ_DET_STATUS, 0),
    TEGRA_REG("PLLE_SS_CNTL", A_CAR_PLLE_SS_CNTL, 0),

    PLL_BASE("PLLC_BASE", A_CAR_PLLC_BASE, 0x4002580c),
    TEGRA_REG("PLLC_OUT", A_CAR_PLLC_OUT, 0x00000803),
    TEGRA_REG("PLLC_MISC", A_CAR_PLLC_MISC, 0),
    PLL_BASE("PLLM_BASE", A_CAR_PLLM_BASE, 0x40029a0c),
    TEGRA_REG("PLLM_OUT", A_CAR_PLLM_OUT, 0x00000003),
    TEGRA_REG("PLLM_MISC", A_CAR_PLLM_MISC, 0),
    PLL_BASE("PLLP_BASE", A_CAR_PLLP_BASE, 0x5011b00c),
    TEGRA_REG("PLLP_OUTA", A_CAR_PLLP_OUTA, 0x00030003),
    TEGRA_REG("PLLP_OUTB", A_CAR_PLLP_OUTB, 0x00030003),
    TEGRA_REG("PLLP_MISC", A_CAR_PLLP_MISC, 0),
    PLL_BASE("PLLA_BASE", A_CAR_PLLA_BASE, PLL_OFF),
    TEGRA_REG("PLLA_OUT", A_CAR_PLLA_OUT, 0x00000003),
    TEGRA_REG("PLLA_MISC", A_CAR_PLLA_MISC, 0),
    /* Off, but set for 480 MHz: Linux only enables it */
    PLL_BASE("PLLU_BASE", A_CAR_PLLU_BASE, 0x0003c00c),
    TEGRA_REG("PLLU_MISC", A_CAR_PLLU_MISC, 0),
    PLL_BASE("PLLD_BASE", A_CAR_PLLD_BASE, PLL_OFF),
    TEGRA_REG("PLLD_MISC", A_CAR_PLLD_MISC, 0),
    PLL_BASE("PLLX_BASE", A_CAR_PLLX_BASE, 0x4003e80c),
    TEGRA_REG("PLLX_MISC", A_CAR_PLLX_MISC, 0),
    TEGRA_REG("PLLE_BASE", A_CAR_PLLE_BASE, 0x0d18c801),
    { .name = "PLLE_MISC", .first = A_CAR_PLLE_MISC, .last = A_CAR_PLLE_MISC,
      .rw = ~(R_CAR_PLLE_MISC_LOCK_MASK | R_CAR_PLLE_MISC_READY_MASK) },
    PLL_BASE("PLLS_BASE", A_CAR_PLLS_BASE, PLL_OFF),
    TEGRA_REG("PLLS_MISC", A_CAR_PLLS_MISC, 0),

    SOURCES(A_CAR_CLK_SOURCE_SPDIF_IN, A_CAR_CLK_SOURCE_SPDIF_IN, 0),
    SOURCES(A_CAR_CLK_SOURCE_DISP1, A_CAR_CLK_SOURCE_DISP2, 0),
    SOURCES(A_CAR_CLK_SOURCE_VI, A_CAR_CLK_SOURCE_VI, 0),
    SOURCES(A_CAR_CLK_SOURCE_3D, A_CAR_CLK_SOURCE_2D, 0),
    SOURCES(A_CAR_CLK_SOURCE_EPP, A_CAR_CLK_SOURCE_MPE, 0),
    SOURCES(A_CAR_CLK_SOURCE_UARTA, A_CAR_CLK_SOURCE_HOST1X, 0),
    SOURCES(A_CAR_CLK_SOURCE_EMC, A_CAR_CLK_SOURCE_UARTC, 0),
    SOURCES(A_CAR_CLK_SOURCE_VI_SENSOR, A_CAR_CLK_SOURCE_VI_SENSOR, 0),
    SOURCES(A_CAR_CLK_SOURCE_UARTD, A_CAR_CLK_SOURCE_UARTE, 0),
    SOURCES(A_CAR_CLK_SOURCE_I2S1, A_CAR_CLK_SOURCE_LA, SOURCE_CLK_M),

    TEGRA_REG_RANGE("RST_DEV_SET_CLR", A_CAR_RST_DEV_L_SET,
                    A_CAR_RST_DEV_U_CLR, 0),
    TEGRA_REG_RANGE("CLK_ENB_SET_CLR", A_CAR_CLK_ENB_L_SET,
                    A_CAR_CLK_ENB_U_CLR, 0),
    /* CPU0 runs, CPU1 is held */
    TEGRA_REG("RST_CPU_CMPLX_SET", A_CAR_RST_CPU_CMPLX_SET, 0x00002222),
    TEGRA_REG("RST_CPU_CMPLX_CLR", A_CAR_RST_CPU_CMPLX_CLR, 0),
};

/* Return whether @offset is a SET or CLR register, of the one at @plain */
static bool tegra20_car_is_set_clr(hwaddr offset, hwaddr *plain)
{
    switch (offset) {
    case A_CAR_RST_DEV_L_SET ... A_CAR_RST_DEV_U_CLR:
        *plain = A_CAR_RST_DEVICES_L + (offset - A_CAR_RST_DEV_L_SET) / 8 * 4;
        return true;
    case A_CAR_CLK_ENB_L_SET ... A_CAR_CLK_ENB_U_CLR:
        *plain = A_CAR_CLK_OUT_ENB_L + (offset - A_CAR_CLK_ENB_L_SET) / 8 * 4;
        return true;
    case A_CAR_RST_CPU_CMPLX_SET ... A_CAR_RST_CPU_CMPLX_CLR:
        *plain = A_CAR_RST_CPU_CMPLX_SET;
        return true;
    default:
        return false;
    }
}

static uint32_t tegra20_car_read(TegraRegs *s, hwaddr offset, uint32_t value)
{
    hwaddr plain;

    return tegra20_car_is_set_clr(offset, &plain) ? tegra_regs_get(s, plain)
                                                  : value;
}

static void tegra20_car_reset_lines(TegraRegs *s, hwaddr offset,
                                    uint32_t changed)
{
    Tegra20CarState *car = TEGRA20_CAR(s);
    unsigned int first = (offset - A_CAR_RST_DEVICES_L) / 4 * 32;
    uint32_t value = tegra_regs_get(s, offset);

    while (changed) {
        int bit = ctz32(changed);

        trace_tegra20_car_reset(first + bit, extract32(value, bit, 1));
        qemu_set_irq(car->reset[first + bit], extract32(value, bit, 1));
        changed &= changed - 1;
    }
}

/*
 * Drive the cores' lines: bit n resets core n itself, and bits n + 4, n + 8,
 * n + 12 what is around it
 */
static void tegra20_car_cpu_reset_lines(TegraRegs *s)
{
    Tegra20CarState *car = TEGRA20_CAR(s);
    uint32_t value = tegra_regs_get(s, A_CAR_RST_CPU_CMPLX_SET);

    for (int n = 0; n < TEGRA20_CAR_CPUS; n++) {
        qemu_set_irq(car->cpu_reset[n], extract32(value, n, 1));
    }
}

/* Counts the crystal over WINDOW + 1 periods of the 32.768 kHz clock */
static void tegra20_car_detect_osc(TegraRegs *s, uint32_t value)
{
    if (FIELD_EX32(value, CAR_OSC_FREQ_DET, TRIGGER)) {
        uint32_t window = FIELD_EX32(value, CAR_OSC_FREQ_DET, WINDOW) + 1;

        tegra_regs_set(s, A_CAR_OSC_FREQ_DET_STATUS,
                       (uint64_t)clock_get_hz(TEGRA20_CAR(s)->osc) * window /
                       32768);
    }
}

/* Show a PLL as locked as soon as it is enabled */
static void tegra20_car_lock_pll(TegraRegs *s, hwaddr offset)
{
    uint32_t base = tegra_regs_get(s, offset);

    tegra_regs_set(s, offset, FIELD_DP32(base, CAR_PLL_BASE, LOCK,
                                         FIELD_EX32(base, CAR_PLL_BASE,
                                                    ENABLE)));
}

/*
 * Show PLL_E as trained while it is off: Linux waits for that before it
 * enables it
 */
static void tegra20_car_lock_plle(TegraRegs *s)
{
    bool on = FIELD_EX32(tegra_regs_get(s, A_CAR_PLLE_BASE), CAR_PLLE_BASE,
                         ENABLE);
    uint32_t misc = tegra_regs_get(s, A_CAR_PLLE_MISC);

    misc = FIELD_DP32(misc, CAR_PLLE_MISC, LOCK, on);
    misc = FIELD_DP32(misc, CAR_PLLE_MISC, READY, 1);
    tegra_regs_set(s, A_CAR_PLLE_MISC, misc);
}

static const uint16_t tegra20_car_plls[] = {
    A_CAR_PLLC_BASE, A_CAR_PLLM_BASE, A_CAR_PLLP_BASE, A_CAR_PLLA_BASE,
    A_CAR_PLLU_BASE, A_CAR_PLLD_BASE, A_CAR_PLLX_BASE, A_CAR_PLLS_BASE,
};

static void tegra20_car_lock_plls(TegraRegs *s)
{
    for (size_t i = 0; i < ARRAY_SIZE(tegra20_car_plls); i++) {
        tegra20_car_lock_pll(s, tegra20_car_plls[i]);
    }
    tegra20_car_lock_plle(s);
}

/* Act on a change of the plain register at @offset from @old */
static void tegra20_car_changed(TegraRegs *s, hwaddr offset, uint32_t old)
{
    switch (offset) {
    case A_CAR_RST_DEVICES_L ... A_CAR_RST_DEVICES_U:
        tegra20_car_reset_lines(s, offset, old ^ tegra_regs_get(s, offset));
        break;
    case A_CAR_RST_CPU_CMPLX_SET:
        tegra20_car_cpu_reset_lines(s);
        break;
    case A_CAR_OSC_FREQ_DET:
        tegra20_car_detect_osc(s, tegra_regs_get(s, offset));
        break;
    case A_CAR_PLLC_BASE ... A_CAR_PLLS_MISC:
        tegra20_car_lock_plls(s);
        tegra20_car_update_clocks(TEGRA20_CAR(s));
        break;
    default:
        tegra20_car_update_clocks(TEGRA20_CAR(s));
    }
}

/* Write to a SET or CLR register: odd words of a pair clear, even ones set */
static void tegra20_car_set_clr(TegraRegs *s, hwaddr offset, hwaddr plain,
                                uint32_t value)
{
    uint32_t old = tegra_regs_get(s, plain);

    tegra_regs_set(s, plain, offset & 4 ? old & ~value : old | value);
    tegra20_car_changed(s, plain, old);
}

static void tegra20_car_written(TegraRegs *s, hwaddr offset, uint32_t old,
                                uint32_t value)
{
    hwaddr plain;

    if (tegra20_car_is_set_clr(offset, &plain)) {
        /* What the base class stored in the alias is not used */
        tegra_regs_set(s, offset, old);
        tegra20_car_set_clr(s, offset, plain, value);
    } else {
        tegra20_car_changed(s, offset, old);
    }
}

static void tegra20_car_reset_enter(Object *obj, ResetType type)
{
    tegra_regs_reset_enter(obj, type);
    tegra20_car_lock_plls(TEGRA_REGS(obj));
}

static void tegra20_car_reset_hold(Object *obj, ResetType type)
{
    TegraRegs *s = TEGRA_REGS(obj);

    for (int bank = 0; bank < 3; bank++) {
        tegra20_car_reset_lines(s, A_CAR_RST_DEVICES_L + bank * 4,
                                UINT32_MAX);
    }
    tegra20_car_cpu_reset_lines(s);
    tegra20_car_update_clocks(TEGRA20_CAR(s));
}

static void tegra20_car_init(Object *obj)
{
    Tegra20CarState *s = TEGRA20_CAR(obj);

    qdev_init_gpio_out_named(DEVICE(obj), s->reset, "reset",
                             TEGRA20_NUM_PERIPHS);
    qdev_init_gpio_out_named(DEVICE(obj), s->cpu_reset, "cpu-reset",
                             TEGRA20_CAR_CPUS);
    tegra20_car_init_clocks(s);
}

static void tegra20_car_realize(DeviceState *dev, Error **errp)
{
    if (!clock_has_source(TEGRA20_CAR(dev)->osc)) {
        error_setg(errp, "%s: the clock 'osc' is not connected",
                   TYPE_TEGRA20_CAR);
    }
}

static int tegra20_car_post_load(void *opaque, int version_id)
{
    tegra20_car_restore_clocks(opaque);
    return 0;
}

/* The crystal is not saved: it is the board's and does not change */
static const VMStateDescription vmstate_tegra20_car = {
    .name = TYPE_TEGRA20_CAR,
    .version_id = 1,
    .minimum_version_id = 1,
    .post_load = tegra20_car_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_TEGRA_REGS(parent_obj, Tegra20CarState),
        VMSTATE_END_OF_LIST()
    },
};

static void tegra20_car_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);
    TegraRegsClass *trc = TEGRA_REGS_CLASS(klass);

    dc->desc = "NVIDIA Tegra20 clock and reset controller";
    dc->realize = tegra20_car_realize;
    dc->vmsd = &vmstate_tegra20_car;
    rc->phases.enter = tegra20_car_reset_enter;
    rc->phases.hold = tegra20_car_reset_hold;
    trc->read = tegra20_car_read;
    trc->written = tegra20_car_written;
    tegra_regs_set_table(klass, tegra20_car_ranges,
                         ARRAY_SIZE(tegra20_car_ranges),
                         TEGRA20_CAR_MMIO_SIZE);
}

static const TypeInfo tegra20_car_types[] = {
    {
        .name = TYPE_TEGRA20_CAR,
        .parent = TYPE_TEGRA_REGS,
        .instance_size = sizeof(Tegra20CarState),
        .instance_init = tegra20_car_init,
        .class_init = tegra20_car_class_init,
    },
};

DEFINE_TYPES(tegra20_car_types)
