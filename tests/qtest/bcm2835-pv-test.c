/*
 * QTest of the Raspberry Pi's pixel valves
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/arm/raspberrypi-fw-defs.h"
#include "bcm2835-qtest.h"

#define IRQ_PV0     45
#define IRQ_PV1     46
#define IRQ_PV2     42

static uint32_t pv_read(QTestState *qts, uint32_t reg)
{
    return qtest_readl(qts, BCM2835_PV2 + reg);
}

static void pv_write(QTestState *qts, uint32_t reg, uint32_t value)
{
    qtest_writel(qts, BCM2835_PV2 + reg, value);
}

static QTestState *start(void)
{
    return qtest_init("-machine raspi2b -display none");
}

static void test_pv_frame(void)
{
    QTestState *qts = start();

    pv_write(qts, A_PV_INTEN, R_PV_INTSTAT_VFP_START_MASK);
    bcm2835_start_pv(qts);
    qtest_clock_step(qts, BCM2835_FRAME_NS - 1000);
    g_assert_cmphex(pv_read(qts, A_PV_INTSTAT), ==, 0);
    g_assert_cmphex(bcm2835_irq(qts, IRQ_PV2), ==, 0);
    qtest_clock_step(qts, 1000);
    g_assert(pv_read(qts, A_PV_INTSTAT) & R_PV_INTSTAT_VFP_START_MASK);
    g_assert(bcm2835_irq(qts, IRQ_PV2));
    pv_write(qts, A_PV_INTSTAT, R_PV_INTSTAT_VFP_START_MASK);
    g_assert_cmphex(bcm2835_irq(qts, IRQ_PV2), ==, 0);
    qtest_clock_step(qts, BCM2835_FRAME_NS);
    g_assert(bcm2835_irq(qts, IRQ_PV2));
    qtest_quit(qts);
}

/* A frame of 1344 by 806 pixels at 65 MHz takes 16.665 ms, at 32.5 MHz twice */
static void test_pv_rate(void)
{
    QTestState *qts = start();
    uint32_t arg[2] = { RPI_FIRMWARE_PIXEL_CLK_ID, 32500000 };

    bcm2835_property(qts, RPI_FWREQ_SET_CLOCK_RATE, arg, 2);
    pv_write(qts, A_PV_HORZA, 160 << 16 | 136);
    pv_write(qts, A_PV_HORZB, 24 << 16 | 1024);
    pv_write(qts, A_PV_VERTA, 29 << 16 | 6);
    pv_write(qts, A_PV_VERTB, 3 << 16 | 768);
    bcm2835_start_pv(qts);
    qtest_clock_step(qts, 33331000);
    g_assert_cmphex(pv_read(qts, A_PV_INTSTAT), ==, 0);
    qtest_clock_step(qts, 2000);
    g_assert_cmphex(pv_read(qts, A_PV_INTSTAT), !=, 0);
    qtest_quit(qts);
}

static void test_pv_stop(void)
{
    QTestState *qts = start();

    bcm2835_start_pv(qts);
    pv_write(qts, A_PV_V_CONTROL, R_PV_V_CONTROL_CONTINUOUS_MASK);
    g_assert_cmphex(pv_read(qts, A_PV_INTSTAT), ==,
                    R_PV_INTSTAT_VID_IDLE_MASK);
    qtest_clock_step(qts, 10 * BCM2835_FRAME_NS);
    g_assert_cmphex(pv_read(qts, A_PV_INTSTAT), ==,
                    R_PV_INTSTAT_VID_IDLE_MASK);
    qtest_quit(qts);
}

static void test_pv_reset(void)
{
    QTestState *qts = start();

    pv_write(qts, A_PV_INTEN, PV_INT_ALL);
    bcm2835_start_pv(qts);
    qtest_clock_step(qts, BCM2835_FRAME_NS);
    g_assert(bcm2835_irq(qts, IRQ_PV2));
    qtest_system_reset(qts);
    g_assert_cmphex(bcm2835_irq(qts, IRQ_PV2), ==, 0);
    g_assert_cmphex(pv_read(qts, A_PV_CONTROL), ==, 0);
    g_assert_cmphex(pv_read(qts, A_PV_INTSTAT), ==, 0);
    qtest_clock_step(qts, 2 * BCM2835_FRAME_NS);
    g_assert_cmphex(pv_read(qts, A_PV_INTSTAT), ==, 0);
    qtest_quit(qts);
}

static void test_pv_lines(void)
{
    static const struct {
        uint64_t base;
        int irq;
    } pv[] = {
        { BCM2835_PV0, IRQ_PV0 }, { BCM2835_PV1, IRQ_PV1 },
        { BCM2835_PV2, IRQ_PV2 },
    };
    QTestState *qts = start();

    for (int n = 0; n < ARRAY_SIZE(pv); n++) {
        qtest_writel(qts, pv[n].base + A_PV_INTEN, PV_INT_ALL);
        qtest_writel(qts, pv[n].base + A_PV_CONTROL, R_PV_CONTROL_EN_MASK);
        qtest_writel(qts, pv[n].base + A_PV_V_CONTROL,
                     R_PV_V_CONTROL_VIDEN_MASK);
        g_assert_cmphex(bcm2835_irq(qts, pv[n].irq), ==, 0);
        qtest_clock_step(qts, BCM2835_FRAME_NS);
        g_assert(bcm2835_irq(qts, pv[n].irq));
    }
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("/bcm2835/pv/frame", test_pv_frame);
    qtest_add_func("/bcm2835/pv/rate", test_pv_rate);
    qtest_add_func("/bcm2835/pv/stop", test_pv_stop);
    qtest_add_func("/bcm2835/pv/reset", test_pv_reset);
    qtest_add_func("/bcm2835/pv/lines", test_pv_lines);
    return g_test_run();
}
