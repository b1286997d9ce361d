/*
 * NVIDIA Tegra20 clock and reset controller (CAR): the clock tree
 *
 * One row per clock, parents before children.  After a change of any
 * register the whole table is computed again; only clocks whose rate
 * changed tell their consumers.
 *
 *   osc -> clk_m -> PLLs -> output dividers -> buses (cclk, sclk, hclk, pclk)
 *                       \-> source mux -> divider -> gate -> peripheral
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/arm/tegra/tegra20_car.h"
#include "hw/core/qdev-clock.h"
#include "trace.h"

#define HZ_32K 32768

enum {
    CLK_NONE,               /* an input that is not connected */
    CLK_M,
    CLK_32K,
    PLL_REF,
    PLL_C,
    PLL_C_OUT1,
    PLL_M,
    PLL_M_OUT1,
    PLL_P,
    PLL_P_OUT1,
    PLL_P_OUT2,
    PLL_P_OUT3,
    PLL_P_OUT4,
    PLL_A,
    PLL_A_OUT0,
    PLL_U,
    PLL_D,
    PLL_D_OUT0,
    PLL_X,
    PLL_E,
    PLL_S,
    CCLK,
    SCLK,
    HCLK,
    PCLK,
    AUDIO,
    AUDIO_2X,
    CLK_D,
    EMC,
    NUM_NAMED,              /* the clocks from here on are no parents */
};

typedef struct CarClock CarClock;
typedef uint64_t CarRateFn(Tegra20CarState *s, const CarClock *c);

struct CarClock {
    const char *name;
    CarRateFn *rate;
    const uint8_t *parents; /* what the mux selects from, or NULL */
    uint16_t reg;
    uint8_t parent;         /* the only parent, where there is no mux */
    uint8_t shift;          /* of the mux, or of the divider */
    int8_t gate;            /* peripheral number of the enable bit, or -1 */
};

static uint32_t car_reg(Tegra20CarState *s, hwaddr offset)
{
    return tegra_regs_get(TEGRA_REGS(s), offset);
}

/* Divide by a divider of 7.1 format */
static uint64_t car_div_7_1(uint64_t hz, unsigned int d)
{
    return hz * 2 / (d + 2);
}

static uint64_t car_rate_none(Tegra20CarState *s, const CarClock *c)
{
    return 0;
}

static uint64_t car_rate_osc(Tegra20CarState *s, const CarClock *c)
{
    return clock_get_hz(s->osc);
}

static uint64_t car_rate_32k(Tegra20CarState *s, const CarClock *c)
{
    return HZ_32K;
}

/* Return the crystal's rate, divided by 1, 2 or 4 */
static uint64_t car_rate_pll_ref(Tegra20CarState *s, const CarClock *c)
{
    return s->hz[CLK_M] >> FIELD_EX32(car_reg(s, A_CAR_OSC_CTRL),
                                      CAR_OSC_CTRL, PLL_REF_DIV);
}

static uint64_t car_pll_hz(uint64_t ref, uint32_t base, unsigned int divp)
{
    uint32_t m = FIELD_EX32(base, CAR_PLL_BASE, DIVM);
    uint32_t n = FIELD_EX32(base, CAR_PLL_BASE, DIVN);

    if (FIELD_EX32(base, CAR_PLL_BASE, BYPASS)) {
        return ref;
    }
    if (!FIELD_EX32(base, CAR_PLL_BASE, ENABLE) || m == 0) {
        return 0;
    }
    return ref * n / m >> divp;
}

static uint64_t car_rate_pll(Tegra20CarState *s, const CarClock *c)
{
    uint32_t base = car_reg(s, c->reg);

    return car_pll_hz(s->hz[c->parent], base,
                      FIELD_EX32(base, CAR_PLL_BASE, DIVP));
}

/* Return PLL_P's rate: 216 MHz, unless the dividers override that */
static uint64_t car_rate_pll_p(Tegra20CarState *s, const CarClock *c)
{
    uint32_t base = car_reg(s, c->reg);

    if (FIELD_EX32(base, CAR_PLL_BASE, ENABLE) &&
        !FIELD_EX32(base, CAR_PLL_BASE, BYPASS) &&
        !FIELD_EX32(base, CAR_PLL_BASE, OVERRIDE)) {
        return 216000000;
    }
    return car_rate_pll(s, c);
}

/* Return PLL_U's rate: P is one bit, where 0 divides by 2 */
static uint64_t car_rate_pll_u(Tegra20CarState *s, const CarClock *c)
{
    uint32_t base = car_reg(s, c->reg);

    return car_pll_hz(s->hz[c->parent], base,
                      !FIELD_EX32(base, CAR_PLLU_BASE, VCO_FREQ));
}

static uint64_t car_rate_pll_e(Tegra20CarState *s, const CarClock *c)
{
    uint32_t base = car_reg(s, c->reg);
    uint32_t m = FIELD_EX32(base, CAR_PLLE_BASE, DIVM);
    uint32_t n = FIELD_EX32(base, CAR_PLLE_BASE, DIVN);
    uint32_t p = FIELD_EX32(base, CAR_PLLE_BASE, DIVP);

    if (!FIELD_EX32(base, CAR_PLLE_BASE, ENABLE) || m == 0 || p == 0) {
        return 0;
    }
    return s->hz[c->parent] * n / (m * p);
}

/* Return the rate of a PLL's output divider, one or two to a register */
static uint64_t car_rate_pll_out(Tegra20CarState *s, const CarClock *c)
{
    uint32_t out = car_reg(s, c->reg) >> c->shift;

    if (!FIELD_EX32(out, CAR_PLL_OUT, CLKEN) ||
        !FIELD_EX32(out, CAR_PLL_OUT, RSTN)) {
        return 0;
    }
    return car_div_7_1(s->hz[c->parent], FIELD_EX32(out, CAR_PLL_OUT, RATIO));
}

static uint64_t car_rate_half(Tegra20CarState *s, const CarClock *c)
{
    return s->hz[c->parent] / 2;
}

static uint64_t car_rate_double(Tegra20CarState *s, const CarClock *c)
{
    return s->hz[c->parent] * 2;
}

/*
 * The state of a burst policy selects one of four sources: idle, run, IRQ,
 * FIQ, one bit each, the highest counts; without one it is the 32 kHz clock.
 * A fractional divider follows in the next register.
 */
static uint64_t car_rate_burst(Tegra20CarState *s, const CarClock *c)
{
    uint32_t policy = car_reg(s, c->reg);
    uint32_t div = car_reg(s, c->reg + 4);
    uint32_t state = FIELD_EX32(policy, CAR_BURST_POLICY, STATE);
    uint64_t hz;

    if (!state) {
        return HZ_32K;
    }
    hz = s->hz[c->parents[extract32(policy, (31 - clz32(state)) * 4, 4)]];
    if (FIELD_EX32(div, CAR_SUPER_DIVIDER, ENABLE)) {
        hz = hz * (FIELD_EX32(div, CAR_SUPER_DIVIDER, DIVIDEND) + 1) /
             (FIELD_EX32(div, CAR_SUPER_DIVIDER, DIVISOR) + 1);
    }
    return hz;
}

/* Return a bus's rate, AHB at shift 4, APB at 0: two bits divide, one stops */
static uint64_t car_rate_bus(Tegra20CarState *s, const CarClock *c)
{
    uint32_t rate = car_reg(s, c->reg) >> c->shift;

    if (FIELD_EX32(rate, CAR_CLK_SYSTEM_RATE, PCLK_DIS)) {
        return 0;
    }
    return s->hz[c->parent] /
           (FIELD_EX32(rate, CAR_CLK_SYSTEM_RATE, APB_RATE) + 1);
}

static uint64_t car_rate_audio(Tegra20CarState *s, const CarClock *c)
{
    uint32_t sync = car_reg(s, c->reg);

    if (FIELD_EX32(sync, CAR_AUDIO_SYNC_CLK, DIS)) {
        return 0;
    }
    return s->hz[c->parents[FIELD_EX32(sync, CAR_AUDIO_SYNC_CLK, SOURCE)]];
}

/* Return the rate of a source without a divider */
static uint64_t car_rate_mux(Tegra20CarState *s, const CarClock *c)
{
    return s->hz[c->parents[car_reg(s, c->reg) >> c->shift &
                            (c->shift == 28 ? 7 : 3)]];
}

static uint64_t car_rate_mux_7_1(Tegra20CarState *s, const CarClock *c)
{
    return car_div_7_1(car_rate_mux(s, c), car_reg(s, c->reg) & 0xff);
}

/* Return an I2C controller's rate: the divider is an integer of 16 bits */
static uint64_t car_rate_mux_16(Tegra20CarState *s, const CarClock *c)
{
    return car_rate_mux(s, c) / ((car_reg(s, c->reg) & 0xffff) + 1);
}

static uint64_t car_rate_gate(Tegra20CarState *s, const CarClock *c)
{
    return s->hz[c->parent];
}

static uint64_t car_rate_mc(Tegra20CarState *s, const CarClock *c)
{
    bool same = FIELD_EX32(car_reg(s, c->reg), CAR_CLK_SOURCE_EMC,
                           MC_SAME_FREQ);

    return s->hz[EMC] >> !same;
}

/* [tegra20.rst, Clocks and resets] */
static const uint8_t parents_cclk[16] = {
    CLK_M, PLL_C, CLK_32K, PLL_M, PLL_P, PLL_P_OUT4, PLL_P_OUT3, CLK_D, PLL_X,
};
static const uint8_t parents_sclk[16] = {
    CLK_M, PLL_C_OUT1, PLL_P_OUT4, PLL_P_OUT3, PLL_P_OUT2, CLK_D, CLK_32K,
    PLL_M_OUT1,
};
static const uint8_t parents_sync[8] = { [4] = PLL_A_OUT0 };
static const uint8_t parents_mcpa[] = { PLL_M, PLL_C, PLL_P, PLL_A_OUT0 };
static const uint8_t parents_mcpm[] = { PLL_M, PLL_C, PLL_P, CLK_M };
static const uint8_t parents_pcmm[] = { PLL_P, PLL_C, PLL_M, CLK_M };
static const uint8_t parents_pdcm[] = { PLL_P, PLL_D_OUT0, PLL_C, CLK_M };
static const uint8_t parents_audio[] = { PLL_A_OUT0, AUDIO_2X, PLL_P, CLK_M };
static const uint8_t parents_spdif_in[] = { PLL_P, PLL_C, PLL_M, CLK_NONE };
static const uint8_t parents_pwm[8] = { PLL_P, PLL_C, AUDIO, CLK_M, CLK_32K };

#define FIXED(id, nm, fn, par, ofs, sh) \
    [id] = { .name = nm, .rate = fn, .parent = par, .reg = ofs, .shift = sh, \
             .gate = -1 }
#define MUXED(nm, fn, pars, src, num) \
    { .name = nm, .rate = fn, .parents = pars, .shift = 30, \
      .reg = A_CAR_CLK_SOURCE_##src, .gate = num }
#define GATED(nm, par, num) \
    { .name = nm, .rate = car_rate_gate, .parent = par, .gate = num }

static const CarClock car_clocks[] = {
    FIXED(CLK_NONE, NULL, car_rate_none, 0, 0, 0),
    FIXED(CLK_M, "clk_m", car_rate_osc, 0, 0, 0),
    FIXED(CLK_32K, "clk_32k", car_rate_32k, 0, 0, 0),
    FIXED(PLL_REF, "pll_ref", car_rate_pll_ref, CLK_M, 0, 0),
    FIXED(PLL_C, "pll_c", car_rate_pll, PLL_REF, A_CAR_PLLC_BASE, 0),
    FIXED(PLL_C_OUT1, "pll_c_out1", car_rate_pll_out, PLL_C, A_CAR_PLLC_OUT,
          0),
    FIXED(PLL_M, "pll_m", car_rate_pll, PLL_REF, A_CAR_PLLM_BASE, 0),
    FIXED(PLL_M_OUT1, "pll_m_out1", car_rate_pll_out, PLL_M, A_CAR_PLLM_OUT,
          0),
    FIXED(PLL_P, "pll_p", car_rate_pll_p, PLL_REF, A_CAR_PLLP_BASE, 0),
    FIXED(PLL_P_OUT1, "pll_p_out1", car_rate_pll_out, PLL_P, A_CAR_PLLP_OUTA,
          0),
    FIXED(PLL_P_OUT2, "pll_p_out2", car_rate_pll_out, PLL_P, A_CAR_PLLP_OUTA,
          16),
    FIXED(PLL_P_OUT3, "pll_p_out3", car_rate_pll_out, PLL_P, A_CAR_PLLP_OUTB,
          0),
    FIXED(PLL_P_OUT4, "pll_p_out4", car_rate_pll_out, PLL_P, A_CAR_PLLP_OUTB,
          16),
    /* The one PLL that does not run from the crystal */
    FIXED(PLL_A, "pll_a", car_rate_pll, PLL_P_OUT1, A_CAR_PLLA_BASE, 0),
    FIXED(PLL_A_OUT0, "pll_a_out0", car_rate_pll_out, PLL_A, A_CAR_PLLA_OUT,
          0),
    FIXED(PLL_U, "pll_u", car_rate_pll_u, PLL_REF, A_CAR_PLLU_BASE, 0),
    FIXED(PLL_D, "pll_d", car_rate_pll, PLL_REF, A_CAR_PLLD_BASE, 0),
    FIXED(PLL_D_OUT0, "pll_d_out0", car_rate_half, PLL_D, 0, 0),
    FIXED(PLL_X, "pll_x", car_rate_pll, PLL_REF, A_CAR_PLLX_BASE, 0),
    FIXED(PLL_E, "pll_e", car_rate_pll_e, PLL_REF, A_CAR_PLLE_BASE, 0),
    FIXED(PLL_S, "pll_s", car_rate_pll, CLK_32K, A_CAR_PLLS_BASE, 0),
    [CCLK] = { .name = "cclk", .rate = car_rate_burst,
               .parents = parents_cclk, .reg = A_CAR_CCLK_BURST_POLICY,
               .gate = -1 },
    [SCLK] = { .name = "sclk", .rate = car_rate_burst,
               .parents = parents_sclk, .reg = A_CAR_SCLK_BURST_POLICY,
               .gate = -1 },
    FIXED(HCLK, "hclk", car_rate_bus, SCLK, A_CAR_CLK_SYSTEM_RATE, 4),
    FIXED(PCLK, "pclk", car_rate_bus, HCLK, A_CAR_CLK_SYSTEM_RATE, 0),
    [AUDIO] = { .name = "audio", .rate = car_rate_audio,
                .parents = parents_sync, .reg = A_CAR_AUDIO_SYNC_CLK,
                .gate = -1 },
    [AUDIO_2X] = { .name = "audio_2x", .rate = car_rate_double,
                   .parent = AUDIO, .gate = 89 },
    [CLK_D] = { .name = "clk_d", .rate = car_rate_double, .parent = CLK_M,
                .gate = 90 },
    /* Memory runs although a boot loader leaves the enable bits 0 */
    [EMC] = MUXED("emc", car_rate_mux_7_1, parents_mcpm, EMC, -1),

    [NUM_NAMED] = { .name = "mc", .rate = car_rate_mc,
                    .reg = A_CAR_CLK_SOURCE_EMC, .gate = -1 },
    { .name = "pwm", .rate = car_rate_mux_7_1, .parents = parents_pwm,
      .reg = A_CAR_CLK_SOURCE_PWM, .shift = 28, .gate = 17 },
    MUXED("host1x", car_rate_mux_7_1, parents_mcpa, HOST1X, 28),
    MUXED("gr2d", car_rate_mux_7_1, parents_mcpa, 2D, 21),
    MUXED("gr3d", car_rate_mux_7_1, parents_mcpa, 3D, 24),
    MUXED("epp", car_rate_mux_7_1, parents_mcpa, EPP, 19),
    MUXED("mpe", car_rate_mux_7_1, parents_mcpa, MPE, 60),
    MUXED("vi", car_rate_mux_7_1, parents_mcpa, VI, 20),
    MUXED("vi_sensor", car_rate_mux_7_1, parents_mcpa, VI_SENSOR, 20),
    MUXED("disp1", car_rate_mux, parents_pdcm, DISP1, 27),
    MUXED("disp2", car_rate_mux, parents_pdcm, DISP2, 26),
    MUXED("hdmi", car_rate_mux_7_1, parents_pdcm, HDMI, 51),
    MUXED("tvo", car_rate_mux_7_1, parents_pdcm, TVO, 49),
    MUXED("cve", car_rate_mux_7_1, parents_pdcm, CVE, 49),
    MUXED("tvdac", car_rate_mux_7_1, parents_pdcm, TVDAC, 53),
    MUXED("uarta", car_rate_mux, parents_pcmm, UARTA, 6),
    MUXED("uartb", car_rate_mux, parents_pcmm, UARTB, 7),
    MUXED("uartc", car_rate_mux, parents_pcmm, UARTC, 55),
    MUXED("uartd", car_rate_mux, parents_pcmm, UARTD, 65),
    MUXED("uarte", car_rate_mux, parents_pcmm, UARTE, 66),
    MUXED("i2c1", car_rate_mux_16, parents_pcmm, I2C1, 12),
    MUXED("i2c2", car_rate_mux_16, parents_pcmm, I2C2, 54),
    MUXED("i2c3", car_rate_mux_16, parents_pcmm, I2C3, 67),
    MUXED("dvc", car_rate_mux_16, parents_pcmm, DVC, 47),
    MUXED("sdmmc1", car_rate_mux_7_1, parents_pcmm, SDMMC1, 14),
    MUXED("sdmmc2", car_rate_mux_7_1, parents_pcmm, SDMMC2, 9),
    MUXED("sdmmc3", car_rate_mux_7_1, parents_pcmm, SDMMC3, 69),
    MUXED("sdmmc4", car_rate_mux_7_1, parents_pcmm, SDMMC4, 15),
    MUXED("i2s1", car_rate_mux_7_1, parents_audio, I2S1, 11),
    MUXED("i2s2", car_rate_mux_7_1, parents_audio, I2S2, 18),
    MUXED("spdif_out", car_rate_mux_7_1, parents_audio, SPDIF_OUT, 10),
    MUXED("spdif_in", car_rate_mux_7_1, parents_spdif_in, SPDIF_IN, 10),
    MUXED("spi", car_rate_mux_7_1, parents_pcmm, SPI, 43),
    MUXED("sbc1", car_rate_mux_7_1, parents_pcmm, SBC1, 41),
    MUXED("sbc2", car_rate_mux_7_1, parents_pcmm, SBC2, 44),
    MUXED("sbc3", car_rate_mux_7_1, parents_pcmm, SBC3, 46),
    MUXED("sbc4", car_rate_mux_7_1, parents_pcmm, SBC4, 68),
    MUXED("xio", car_rate_mux_7_1, parents_pcmm, XIO, 45),
    MUXED("twc", car_rate_mux_7_1, parents_pcmm, TWC, 16),
    MUXED("ide", car_rate_mux_7_1, parents_pcmm, IDE, 25),
    MUXED("ndflash", car_rate_mux_7_1, parents_pcmm, NDFLASH, 13),
    MUXED("vfir", car_rate_mux_7_1, parents_pcmm, VFIR, 7),
    MUXED("mipi", car_rate_mux_7_1, parents_pcmm, MIPI, 50),
    MUXED("vde", car_rate_mux_7_1, parents_pcmm, VDE, 61),
    MUXED("owr", car_rate_mux_7_1, parents_pcmm, OWR, 71),
    MUXED("nor", car_rate_mux_7_1, parents_pcmm, NOR, 42),
    MUXED("csite", car_rate_mux_7_1, parents_pcmm, CSITE, 73),
    MUXED("la", car_rate_mux_7_1, parents_pcmm, LA, 76),
    GATED("ac97", PLL_A_OUT0, 3),
    GATED("rtc", CLK_32K, 4),
    GATED("timer", CLK_M, 5),
    GATED("gpio", PCLK, 8),
    GATED("usbd", CLK_M, 22),
    GATED("isp", CLK_M, 23),
    GATED("vcp", CLK_M, 29),
    GATED("ahbdma", HCLK, 33),
    GATED("apbdma", PCLK, 34),
    GATED("kbc", CLK_32K, 36),
    GATED("fuse", CLK_M, 39),
    GATED("kfuse", CLK_M, 40),
    GATED("dsi", PLL_D, 48),
    GATED("csi", PLL_P_OUT3, 52),
    GATED("usb2", CLK_M, 58),
    GATED("usb3", CLK_M, 59),
    GATED("bsea", CLK_M, 62),
    GATED("bsev", CLK_M, 63),
    GATED("pex", CLK_M, 70),
    GATED("afi", CLK_M, 72),
    GATED("csus", CLK_M, 92),
    /* [tegra20.rst, Clocks and resets]: its source is the pin multiplexer's */
    GATED("cdev1", PLL_A_OUT0, 94),
};

QEMU_BUILD_BUG_ON(ARRAY_SIZE(car_clocks) != TEGRA20_CAR_NUM_CLOCKS);

static bool car_gate_open(Tegra20CarState *s, const CarClock *c)
{
    return c->gate < 0 ||
           extract32(car_reg(s, A_CAR_CLK_OUT_ENB_L + c->gate / 32 * 4),
                     c->gate % 32, 1);
}

static void car_compute(Tegra20CarState *s)
{
    for (int i = 0; i < TEGRA20_CAR_NUM_CLOCKS; i++) {
        const CarClock *c = &car_clocks[i];

        s->hz[i] = car_gate_open(s, c) ? c->rate(s, c) : 0;
    }
}

void tegra20_car_update_clocks(Tegra20CarState *s)
{
    car_compute(s);
    for (int i = CLK_NONE + 1; i < TEGRA20_CAR_NUM_CLOCKS; i++) {
        if (clock_set(s->clk[i], CLOCK_PERIOD_FROM_HZ(s->hz[i]))) {
            trace_tegra20_car_clock(car_clocks[i].name, s->hz[i]);
            clock_propagate(s->clk[i]);
        }
    }
}

/* Set the clocks after migration; the consumers have restored their inputs */
void tegra20_car_restore_clocks(Tegra20CarState *s)
{
    car_compute(s);
    for (int i = CLK_NONE + 1; i < TEGRA20_CAR_NUM_CLOCKS; i++) {
        clock_set(s->clk[i], CLOCK_PERIOD_FROM_HZ(s->hz[i]));
    }
}

static void tegra20_car_osc_update(void *opaque, ClockEvent event)
{
    tegra20_car_update_clocks(opaque);
}

void tegra20_car_init_clocks(Tegra20CarState *s)
{
    DeviceState *dev = DEVICE(s);

    s->osc = qdev_init_clock_in(dev, "osc", tegra20_car_osc_update, s,
                                ClockUpdate);
    for (int i = CLK_NONE + 1; i < TEGRA20_CAR_NUM_CLOCKS; i++) {
        s->clk[i] = qdev_init_clock_out(dev, car_clocks[i].name);
    }
}
