/*
 * QTest of the Tegra20 clock and reset controller
 *
 * Rates are worked out by hand from the 12 MHz crystal; the arithmetic is in
 * the comments.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/core/registerfields.h"
#include "tegra20-qtest.h"

#define CAR "/machine/soc/car"

static uint32_t car_read(QTestState *qts, uint32_t offset)
{
    return qtest_readl(qts, TEGRA20_CAR_BASE + offset);
}

static void car_write(QTestState *qts, uint32_t offset, uint32_t value)
{
    qtest_writel(qts, TEGRA20_CAR_BASE + offset, value);
}

/* Check that the clock is within 1 ppm of @hz, or off if that is 0 */
static void assert_path_hz(QTestState *qts, const char *path, uint64_t hz)
{
    uint64_t period = tegra20_clock_period(qts, path);
    uint64_t got = period ? (1000000000ULL << 32) / period : 0;

    g_assert_cmpuint(got, >=, hz - hz / 1000000);
    g_assert_cmpuint(got, <=, hz + hz / 1000000);
}

static void assert_hz(QTestState *qts, const char *clock, uint64_t hz)
{
    g_autofree char *path = g_strdup_printf(CAR "/%s", clock);

    assert_path_hz(qts, path, hz);
}

static const struct {
    uint32_t offset;
    uint32_t value;
} reset_values[] = {
    { 0x004, 0x3ffffe89 }, { 0x008, 0xfefffb77 }, { 0x00c, 0x000005ff },
    { 0x010, 0x80000170 }, { 0x014, 0x00000480 }, { 0x018, 0x07f00a00 },
    { 0x020, 0x20008888 }, { 0x028, 0x20002222 }, { 0x04c, 0x00000003 },
    { 0x050, 0x800003f1 }, { 0x084, 0x00000803 }, { 0x094, 0x00000003 },
    { 0x0a4, 0x00030003 }, { 0x0a8, 0x00030003 }, { 0x0b0, 0x0000010c },
    { 0x0b4, 0x00000003 }, { 0x0d0, 0x0000010c }, { 0x0e8, 0x0d18c801 },
    { 0x0f0, 0x0000010c }, { 0x340, 0x00002222 }, { 0x344, 0x00002222 },
    /* Running PLLs are locked: bit 27 */
    { 0x080, 0x4802580c }, { 0x090, 0x48029a0c }, { 0x0a0, 0x5811b00c },
    { 0x0e0, 0x4803e80c },
    /* Sources: the crystal, but for these */
    { 0x110, 0xc0000000 }, { 0x124, 0xc0000000 }, { 0x150, 0xc0000000 },
    { 0x164, 0xc0000000 }, { 0x18c, 0xc0000000 }, { 0x1bc, 0xc0000000 },
    { 0x138, 0 }, { 0x13c, 0 }, { 0x158, 0 }, { 0x15c, 0 }, { 0x178, 0 },
    { 0x17c, 0 }, { 0x180, 0 }, { 0x19c, 0 }, { 0x1a0, 0 }, { 0x1c0, 0 },
};

static void assert_reset_values(QTestState *qts)
{
    for (size_t i = 0; i < ARRAY_SIZE(reset_values); i++) {
        g_assert_cmphex(car_read(qts, reset_values[i].offset), ==,
                        reset_values[i].value);
    }
}

static void test_reset_values(void)
{
    QTestState *qts = qtest_init("-machine trimslice");

    assert_reset_values(qts);
    for (size_t i = 0; i < ARRAY_SIZE(reset_values); i++) {
        car_write(qts, reset_values[i].offset, 0x5a5a5a50);
    }
    qtest_system_reset(qts);
    assert_reset_values(qts);
    qtest_quit(qts);
}

/* Check that SET and CLR of a bank change the plain register and read as it */
static void check_set_clr(QTestState *qts, uint32_t plain, uint32_t set)
{
    car_write(qts, plain, 0x00ff00f0);
    g_assert_cmphex(car_read(qts, plain), ==, 0x00ff00f0);
    car_write(qts, set, 0x0000010f);
    g_assert_cmphex(car_read(qts, plain), ==, 0x00ff01ff);
    car_write(qts, set + 4, 0x00f00101);
    g_assert_cmphex(car_read(qts, plain), ==, 0x000f00fe);
    g_assert_cmphex(car_read(qts, set), ==, 0x000f00fe);
    g_assert_cmphex(car_read(qts, set + 4), ==, 0x000f00fe);
}

static void test_set_clr(void)
{
    QTestState *qts = qtest_init("-machine trimslice");

    for (int bank = 0; bank < 3; bank++) {
        check_set_clr(qts, 0x04 + 4 * bank, 0x300 + 8 * bank);
        check_set_clr(qts, 0x10 + 4 * bank, 0x320 + 8 * bank);
    }
    qtest_quit(qts);
}

static void test_reset_lines(void)
{
    QTestState *qts = qtest_init("-machine trimslice");

    qtest_irq_intercept_out_named(qts, CAR, "reset");
    for (int n = 0; n < TEGRA20_NUM_PERIPHS; n++) {
        tegra20_hold(qts, n, false);
        tegra20_hold(qts, n, true);
        g_assert_true(qtest_get_irq(qts, n));
        tegra20_hold(qts, n, false);
        g_assert_false(qtest_get_irq(qts, n));
    }
    /* A write of the plain register drives the lines, too */
    car_write(qts, A_CAR_RST_DEVICES_H, 1u << (TEGRA20_PERIPH_HDMI - 32));
    g_assert_true(qtest_get_irq(qts, TEGRA20_PERIPH_HDMI));
    g_assert_false(qtest_get_irq(qts, TEGRA20_PERIPH_I2C2));
    qtest_quit(qts);
}

static void test_cpu_reset_lines(void)
{
    QTestState *qts = qtest_init("-machine trimslice");

    qtest_irq_intercept_out_named(qts, CAR, "cpu-reset");
    car_write(qts, 0x344, 0x2222);
    g_assert_cmphex(car_read(qts, 0x340), ==, 0);
    g_assert_false(qtest_get_irq(qts, 1));
    car_write(qts, 0x340, 0x2022);
    g_assert_cmphex(car_read(qts, 0x340), ==, 0x2022);
    g_assert_true(qtest_get_irq(qts, 1));
    g_assert_false(qtest_get_irq(qts, 0));
    /* Resets of the debug logic and the watchdog leave the core alone */
    car_write(qts, 0x344, 0x2222);
    car_write(qts, 0x340, 0x2220);
    g_assert_false(qtest_get_irq(qts, 1));
    qtest_quit(qts);
}

static void test_plls_at_reset(void)
{
    QTestState *qts = qtest_init("-machine trimslice");

    assert_hz(qts, "clk_m", 12000000);
    assert_hz(qts, "clk_32k", 32768);
    assert_hz(qts, "pll_c", 600000000);         /* 12 * 600 / 12 */
    assert_hz(qts, "pll_c_out1", 120000000);    /* 600 * 2 / (8 + 2) */
    assert_hz(qts, "pll_m", 666000000);
    assert_hz(qts, "pll_p", 216000000);         /* 12 * 432 / 12 / 2 */
    assert_hz(qts, "pll_x", 1000000000);
    assert_hz(qts, "pll_d", 0);
    assert_hz(qts, "cclk", 1000000000);
    assert_hz(qts, "sclk", 216000000);          /* PLL_P_OUT4, undivided */
    assert_hz(qts, "emc", 666000000);
    assert_hz(qts, "mc", 333000000);
    qtest_quit(qts);
}

static void test_pll(void)
{
    QTestState *qts = qtest_init("-machine trimslice");

    /* Lock follows enable and cannot be written */
    car_write(qts, A_CAR_PLLD_BASE, 0x0810040c);
    g_assert_cmphex(car_read(qts, A_CAR_PLLD_BASE), ==, 0x0010040c);
    assert_hz(qts, "pll_d", 0);
    /* P 1, N 260, M 12: 130 MHz, the mode 1024x768 at 60 Hz */
    car_write(qts, A_CAR_PLLD_BASE, 0x4011040c);
    g_assert_cmphex(car_read(qts, A_CAR_PLLD_BASE), ==, 0x4811040c);
    assert_hz(qts, "pll_d", 130000000);
    assert_hz(qts, "pll_d_out0", 65000000);
    /* P 1, N 297, M 12: 1280x720 */
    car_write(qts, A_CAR_PLLD_BASE, 0x4011290c);
    assert_hz(qts, "pll_d_out0", 74250000);
    /* Bypass: the crystal; M 0: off instead of a division by zero */
    car_write(qts, A_CAR_PLLD_BASE, 0xc011290c);
    assert_hz(qts, "pll_d", 12000000);
    car_write(qts, A_CAR_PLLD_BASE, 0x40112900);
    assert_hz(qts, "pll_d", 0);
    qtest_quit(qts);
}

static void test_pll_special(void)
{
    QTestState *qts = qtest_init("-machine trimslice");

    /* Without override the dividers of PLL_P are not looked at */
    car_write(qts, A_CAR_PLLP_BASE, 0x4000010c);
    assert_hz(qts, "pll_p", 216000000);
    car_write(qts, A_CAR_PLLP_BASE, 0x5000c80c);
    assert_hz(qts, "pll_p", 200000000);         /* 12 * 200 / 12 */
    car_write(qts, A_CAR_PLLP_BASE, 0x5011b00c);
    /* PLL_A runs from PLL_P_OUT1: 216 * 2 / (13 + 2) = 28.8 */
    car_write(qts, A_CAR_PLLP_OUTA, 0x00030d03);
    assert_hz(qts, "pll_p_out1", 28800000);
    car_write(qts, A_CAR_PLLA_BASE, 0x40003119);
    assert_hz(qts, "pll_a", 56448000);          /* 28.8 * 49 / 25 */
    car_write(qts, A_CAR_PLLA_OUT, 0x00000803);
    assert_hz(qts, "pll_a_out0", 11289600);     /* 56.448 * 2 / 10 */
    /* ... and leaves the chip, with a clock enable of its own */
    assert_hz(qts, "cdev1", 0);
    tegra20_clock(qts, TEGRA20_PERIPH_CDEV1, true);
    assert_hz(qts, "cdev1", 11289600);
    /* Clock enable and reset release of an output */
    car_write(qts, A_CAR_PLLA_OUT, 0x00000801);
    assert_hz(qts, "pll_a_out0", 0);
    car_write(qts, A_CAR_PLLA_OUT, 0x00000802);
    assert_hz(qts, "pll_a_out0", 0);
    /* PLL_U is left set for USB and needs its enable only */
    car_write(qts, A_CAR_PLLU_BASE, car_read(qts, A_CAR_PLLU_BASE) | 1u << 30);
    assert_hz(qts, "pll_u", 480000000);         /* 12 * 960 / 12 / 2 */
    car_write(qts, A_CAR_PLLU_BASE, 0x4013c00c);
    assert_hz(qts, "pll_u", 960000000);
    /* PLL_E: 12 * 200 / (1 * 24); ready before it is on, locked then */
    g_assert_cmphex(car_read(qts, A_CAR_PLLE_MISC) & 0x8800, ==, 0x8000);
    car_write(qts, A_CAR_PLLE_BASE, 0x4d18c801);
    assert_hz(qts, "pll_e", 100000000);
    g_assert_cmphex(car_read(qts, A_CAR_PLLE_MISC) & 0x8800, ==, 0x8800);
    qtest_quit(qts);
}

static void test_bus_clocks(void)
{
    QTestState *qts = qtest_init("-machine trimslice");

    /* A quarter of PLL_X: dividend 1, divisor 4 */
    car_write(qts, A_CAR_SUPER_CCLK_DIVIDER, 0x80000003);
    assert_hz(qts, "cclk", 250000000);
    car_write(qts, A_CAR_SUPER_CCLK_DIVIDER, 0);
    /* Idle selects from bits 3:0, run from 7:4 */
    car_write(qts, A_CAR_CCLK_BURST_POLICY, 0x10008840);
    assert_hz(qts, "cclk", 12000000);
    car_write(qts, A_CAR_CCLK_BURST_POLICY, 0x20008840);
    assert_hz(qts, "cclk", 216000000);
    car_write(qts, A_CAR_CCLK_BURST_POLICY, 0x00008840);
    assert_hz(qts, "cclk", 32768);
    /* AHB a half of the system clock, APB a third of that */
    car_write(qts, A_CAR_SCLK_BURST_POLICY, 0x20002212);
    assert_hz(qts, "sclk", 120000000);
    car_write(qts, A_CAR_CLK_SYSTEM_RATE, 0x12);
    assert_hz(qts, "hclk", 60000000);
    assert_hz(qts, "pclk", 20000000);
    car_write(qts, A_CAR_CLK_SYSTEM_RATE, 0x1a);
    assert_hz(qts, "pclk", 0);
    car_write(qts, A_CAR_CLK_SYSTEM_RATE, 0x92);
    assert_hz(qts, "hclk", 0);
    assert_hz(qts, "pclk", 0);
    qtest_quit(qts);
}

static const struct {
    const char *clock;
    unsigned int periph;
    uint32_t reg;
    uint32_t value;
    uint64_t hz;
} periph_rates[] = {
    { "host1x", 28, 0x180, 0x00000000, 666000000 },
    { "host1x", 28, 0x180, 0x40000006, 150000000 },     /* 600 * 2 / 8 */
    { "gr2d",   21, 0x15c, 0x40000002, 300000000 },
    { "gr3d",   24, 0x158, 0x40000002, 300000000 },
    { "gr3d",   24, 0x158, 0x80000001, 144000000 },     /* 216 * 2 / 3 */
    { "epp",    19, 0x16c, 0x800000ff, 1680933 },       /* 216 * 2 / 257 */
    { "disp1",  27, 0x138, 0x40000000, 65000000 },
    { "disp2",  26, 0x13c, 0x80000000, 600000000 },
    { "hdmi",   51, 0x18c, 0x40000002, 32500000 },
    { "i2c1",   12, 0x124, 0x00000047, 3000000 },       /* 216 / 72 */
    { "i2c2",   54, 0x198, 0xc000000e, 800000 },        /* 12 / 15 */
    { "i2c3",   67, 0x1b8, 0xc0000fff, 2929 },          /* 12 / 4096 */
    { "dvc",    47, 0x128, 0x40000000, 600000000 },
    { "uarta",   6, 0x178, 0x00000000, 216000000 },
    { "uartd",  65, 0x1c0, 0xc0000005, 12000000 },      /* no divider */
    { "sdmmc1", 14, 0x150, 0x00000007, 48000000 },      /* 216 * 2 / 9 */
    { "sdmmc3", 69, 0x1bc, 0x80000000, 666000000 },
    { "sdmmc4", 15, 0x164, 0x00000007, 48000000 },
    { "pwm",    17, 0x110, 0x30000000, 12000000 },
    { "pwm",    17, 0x110, 0x40000000, 32768 },
    { "vde",    61, 0x1c8, 0x40000000, 600000000 },
};

/* Allow for 1 Hz of rounding, which counts at these low rates */
static void assert_near_hz(QTestState *qts, const char *clock, uint64_t hz)
{
    g_autofree char *path = g_strdup_printf(CAR "/%s", clock);
    uint64_t period = tegra20_clock_period(qts, path);
    uint64_t got = period ? (1000000000ULL << 32) / period : 0;

    g_assert_cmpuint(got, >=, hz - hz / 1000000 - 1);
    g_assert_cmpuint(got, <=, hz + hz / 1000000 + 1);
}

static void test_periph_rates(void)
{
    QTestState *qts = qtest_init("-machine trimslice");

    car_write(qts, A_CAR_PLLD_BASE, 0x4011040c);
    for (size_t i = 0; i < ARRAY_SIZE(periph_rates); i++) {
        car_write(qts, periph_rates[i].reg, periph_rates[i].value);
        tegra20_clock(qts, periph_rates[i].periph, false);
        assert_hz(qts, periph_rates[i].clock, 0);
        tegra20_clock(qts, periph_rates[i].periph, true);
        assert_near_hz(qts, periph_rates[i].clock, periph_rates[i].hz);
    }
    qtest_quit(qts);
}

/* A display controller sees gate, source and PLL */
static void test_consumer(void)
{
    QTestState *qts = qtest_init("-machine trimslice");
    const char *clk = "/machine/soc/dc0/clk";

    assert_path_hz(qts, clk, 0);
    car_write(qts, A_CAR_CLK_SOURCE_DISP1, 0x40000000);
    tegra20_clock(qts, TEGRA20_PERIPH_DISP1, true);
    assert_path_hz(qts, clk, 0);
    car_write(qts, A_CAR_PLLD_BASE, 0x4011290c);
    assert_path_hz(qts, clk, 74250000);
    assert_path_hz(qts, "/machine/soc/dc1/clk", 0);
    tegra20_clock(qts, TEGRA20_PERIPH_DISP1, false);
    assert_path_hz(qts, clk, 0);
    tegra20_clock(qts, TEGRA20_PERIPH_DISP1, true);
    qtest_system_reset(qts);
    assert_path_hz(qts, clk, 0);
    qtest_quit(qts);
}

static void test_osc_freq_det(void)
{
    QTestState *qts = qtest_init("-machine trimslice");

    /* 2 periods of 32.768 kHz: 12000000 * 2 / 32768 = 732.4 */
    car_write(qts, A_CAR_OSC_FREQ_DET, 0x80000001);
    g_assert_cmpuint(car_read(qts, A_CAR_OSC_FREQ_DET_STATUS), ==, 732);
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("/tegra20/car/reset-values", test_reset_values);
    qtest_add_func("/tegra20/car/set-clr", test_set_clr);
    qtest_add_func("/tegra20/car/reset-lines", test_reset_lines);
    qtest_add_func("/tegra20/car/cpu-reset-lines", test_cpu_reset_lines);
    qtest_add_func("/tegra20/car/plls-at-reset", test_plls_at_reset);
    qtest_add_func("/tegra20/car/pll", test_pll);
    qtest_add_func("/tegra20/car/pll-special", test_pll_special);
    qtest_add_func("/tegra20/car/bus-clocks", test_bus_clocks);
    qtest_add_func("/tegra20/car/periph-rates", test_periph_rates);
    qtest_add_func("/tegra20/car/consumer", test_consumer);
    qtest_add_func("/tegra20/car/osc-freq-det", test_osc_freq_det);
    return g_test_run();
}
