/*
 * Packets of the Tegra20's I2C controllers, for tests
 * [docs/system/arm/tegra20.rst, I2C]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_QTEST_TEGRA20_I2C_H
#define TESTS_QTEST_TEGRA20_I2C_H

#include "hw/arm/tegra/tegra_i2c_regs.h"
#include "tegra20-qtest.h"

/* CNFG: packets */
#define MODE            0x2c00
/* INT_STATUS */
#define DONE            0x80
#define NO_ACK          0x08
/* The first word, and bits of the third one */
#define HEADER0         0x00010010      /* protocol 1, packet 1 */
#define REPEAT_START    0x10000
#define IRQ             0x20000
#define READ            0x80000

static inline void i2c_enable(QTestState *qts, unsigned int n, uint64_t base)
{
    tegra20_enable(qts, n);
    qtest_writel(qts, base + A_I2C_CNFG, MODE);
}

static inline void i2c_header(QTestState *qts, uint64_t base, int addr,
                              int len, uint32_t flags)
{
    qtest_writel(qts, base + A_I2C_TX_FIFO, HEADER0);
    qtest_writel(qts, base + A_I2C_TX_FIFO, len - 1);
    qtest_writel(qts, base + A_I2C_TX_FIFO, addr << 1 | flags | IRQ);
}

#endif /* TESTS_QTEST_TEGRA20_I2C_H */
