/*
 * What the tests of the Raspberry Pi's devices have in common
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_QTEST_BCM2835_QTEST_H
#define TESTS_QTEST_BCM2835_QTEST_H

#include "hw/gpu/bcm2835_pv_regs.h"
#include "libqtest.h"
#include "migrate-file.h"

/* Of the Raspberry Pi 2 */
#define BCM2835_PERI        0x3f000000
#define BCM2835_IC          (BCM2835_PERI + 0xb200)
#define BCM2835_MBOX        (BCM2835_PERI + 0xb880)
#define BCM2835_PV0         (BCM2835_PERI + 0x206000)
#define BCM2835_PV1         (BCM2835_PERI + 0x207000)
#define BCM2835_PV2         (BCM2835_PERI + 0x807000)
#define BCM2835_HVS         (BCM2835_PERI + 0x400000)
#define BCM2835_HD          (BCM2835_PERI + 0x808000)
#define BCM2835_HDMI_CORE   (BCM2835_PERI + 0x902000)
#define BCM2835_V3D_REGS    (BCM2835_PERI + 0xc00000)

/* Memory addresses as the devices of the chip see them */
#define BCM2835_BUS         0xc0000000

/* Where a message to the firmware is */
#define BCM2835_MESSAGE     0x00100000
#define BCM2835_MAX_ARGS    32

/*
 * Send the firmware one request of @num words; the answer replaces them.
 * Return the tag's response word.
 */
static inline uint32_t bcm2835_property(QTestState *qts, uint32_t tag,
                                        uint32_t *arg, unsigned int num)
{
    uint32_t message[6 + BCM2835_MAX_ARGS] = {
        (6 + num) * 4, 0, tag, num * 4, 0,
    };

    g_assert_cmpint(num, <=, BCM2835_MAX_ARGS);
    memcpy(message + 5, arg, num * 4);
    for (unsigned int i = 0; i < 6 + num; i++) {
        qtest_writel(qts, BCM2835_MESSAGE + i * 4, message[i]);
    }
    qtest_writel(qts, BCM2835_MBOX + 0x20, BCM2835_MESSAGE | 8);
    g_assert_cmphex(qtest_readl(qts, BCM2835_MBOX), ==, BCM2835_MESSAGE | 8);
    g_assert_cmphex(qtest_readl(qts, BCM2835_MESSAGE + 4), ==, 0x80000000);
    for (unsigned int i = 0; i < num; i++) {
        arg[i] = qtest_readl(qts, BCM2835_MESSAGE + (5 + i) * 4);
    }
    return qtest_readl(qts, BCM2835_MESSAGE + 16);
}

/* Return whether GPU interrupt @n is raised, which is then enabled. */
static inline bool bcm2835_irq(QTestState *qts, int n)
{
    qtest_writel(qts, BCM2835_IC + 0x10 + n / 32 * 4, 1u << n % 32);
    return qtest_readl(qts, BCM2835_IC + 0x04 + n / 32 * 4) >> n % 32 & 1;
}

/* Without a pixel clock a frame takes as long. */
#define BCM2835_FRAME_NS    (1000000000 / 60)

/* HDMI's */
static inline void bcm2835_start_pv(QTestState *qts)
{
    qtest_writel(qts, BCM2835_PV2 + A_PV_CONTROL, R_PV_CONTROL_EN_MASK |
                 PV_CLK_DPI_SMI_HDMI << R_PV_CONTROL_CLK_SELECT_SHIFT);
    qtest_writel(qts, BCM2835_PV2 + A_PV_V_CONTROL,
                 R_PV_V_CONTROL_VIDEN_MASK | R_PV_V_CONTROL_CONTINUOUS_MASK);
}

#endif /* TESTS_QTEST_BCM2835_QTEST_H */
