/*
 * QTest of the Tegra20 digital audio switch
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/arm/tegra/tegra20_das_regs.h"
#include "tegra20-qtest.h"

static uint32_t das_read(QTestState *qts, uint32_t offset)
{
    return qtest_readl(qts, TEGRA20_DAS_BASE + offset);
}

static void das_write(QTestState *qts, uint32_t offset, uint32_t value)
{
    qtest_writel(qts, TEGRA20_DAS_BASE + offset, value);
}

/* What is kept of a register by its offset; 0: there is none */
static uint32_t mask(uint32_t offset)
{
    if (offset < A_DAS_DAP_CTRL_SEL + 4 * TEGRA20_DAS_NUM_DAPS) {
        return 0xe000001f;
    }
    return offset >= A_DAS_DAC_INPUT_DATA_CLK_SEL &&
           offset < A_DAS_DAC_INPUT_DATA_CLK_SEL + 4 * TEGRA20_DAS_NUM_DACS
           ? 0xff00000f : 0;
}

static void assert_all(QTestState *qts, uint32_t value)
{
    for (uint32_t i = 0; i < TEGRA20_DAS_MMIO_SIZE; i += 4) {
        g_assert_cmphex(das_read(qts, i), ==, value & mask(i));
    }
}

static void test_registers(void)
{
    QTestState *qts = qtest_init("-machine trimslice");

    assert_all(qts, 0);
    for (uint32_t i = 0; i < TEGRA20_DAS_MMIO_SIZE; i += 4) {
        das_write(qts, i, 0xffffffff);
    }
    assert_all(qts, 0xffffffff);
    qtest_system_reset(qts);
    assert_all(qts, 0);
    qtest_quit(qts);
}

/* As Linux's driver sets it up: the first and the third of both sides */
static void test_linux(void)
{
    QTestState *qts = qtest_init("-machine trimslice");

    das_write(qts, A_DAS_DAP_CTRL_SEL, TEGRA20_DAS_DAC1);
    das_write(qts, A_DAS_DAC_INPUT_DATA_CLK_SEL, 0);
    das_write(qts, A_DAS_DAP_CTRL_SEL + 8, TEGRA20_DAS_DAC3);
    das_write(qts, A_DAS_DAC_INPUT_DATA_CLK_SEL + 8, 0x22000002);
    g_assert_cmphex(das_read(qts, A_DAS_DAP_CTRL_SEL), ==, 0);
    g_assert_cmphex(das_read(qts, A_DAS_DAP_CTRL_SEL + 8), ==, 2);
    g_assert_cmphex(das_read(qts, A_DAS_DAC_INPUT_DATA_CLK_SEL + 8), ==,
                    0x22000002);
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("tegra20-das/registers", test_registers);
    qtest_add_func("tegra20-das/linux", test_linux);
    return g_test_run();
}
