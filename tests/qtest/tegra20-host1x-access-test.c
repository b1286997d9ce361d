/*
 * QTest of the Tegra20 host1x: module locks and indirect access
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tegra20-host1x.h"

/* ------------------------------------------------------------------ */
/* Locks                                                              */

static void test_mlock(void)
{
    QTestState *qts = stream_start(0);

    ch_start(qts, 2, 0);
    ch_start(qts, 5, 0);
    PUSH(qts, 2, HOST(0, 0), ACQUIRE(3), IMM(0, 2));
    g_assert_cmphex(sync_read(qts, A_H1X_MLOCK_OWNER + 4 * 3), ==, 0x201);
    g_assert_cmphex(sync_read(qts, A_H1X_MLOCK + 4 * 3), !=, 0);
    PUSH(qts, 5, HOST(0, 0), ACQUIRE(3), IMM(0, 5), RELEASE(3));
    PUSH(qts, 0, HOST(0, 0), ACQUIRE(4), ACQUIRE(3), IMM(0, 1));
    g_assert_cmphex(syncpt(qts, 1), ==, 0);
    g_assert_cmphex(syncpt(qts, 5), ==, 0);

    /* Not by the CPU, not by another channel; then to the lowest one */
    sync_write(qts, A_H1X_MLOCK + 4 * 3, 0);
    settle(qts);
    g_assert_cmphex(sync_read(qts, A_H1X_MLOCK_ERROR), ==, 8);
    PUSH(qts, 2, RELEASE(4), RELEASE(3));
    g_assert_cmphex(sync_read(qts, A_H1X_MLOCK_ERROR), ==, 0x18);
    g_assert_cmphex(sync_read(qts, A_H1X_MLOCK_OWNER + 4 * 3), ==, 0x001);
    g_assert_cmphex(syncpt(qts, 1), ==, 1);
    g_assert_cmphex(syncpt(qts, 5), ==, 0);
    PUSH(qts, 0, RELEASE(3));
    g_assert_cmphex(syncpt(qts, 5), ==, 1);
    g_assert_cmphex(sync_read(qts, A_H1X_MLOCK_OWNER + 4 * 3), ==, 0);
    g_assert_cmphex(sync_read(qts, A_H1X_MLOCK_OWNER + 4 * 4), ==, 0x001);

    /* The CPU holds it. */
    g_assert_cmphex(sync_read(qts, A_H1X_MLOCK + 4 * 3), ==, 0);
    PUSH(qts, 5, ACQUIRE(3), IMM(0, 5));
    g_assert_cmphex(syncpt(qts, 5), ==, 1);
    sync_write(qts, A_H1X_MLOCK + 4 * 3, 0);
    settle(qts);
    g_assert_cmphex(syncpt(qts, 5), ==, 2);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* Indirect access                                                    */

#define IND_READ    0x1u
#define IND_FB      0x2u
#define IND_AUTOINC (1u << 27)
#define IND_BE(be)  ((uint32_t)(be) << 28)
#define IND_REG(module, reg) ((module) << 18 | (reg) << 2)

static void test_indirect_memory(void)
{
    QTestState *qts = stream_start(0);

    WRITE_WORDS(qts, DATA, 0x11111111, 0x22222222, 0x33333333, 0x44444444);
    PUSH(qts, 0, HOST(0x2d, 0x3f), IND_FB | IND_AUTOINC | IND_BE(0xf) | DATA,
         0xaaaaaaaa, 0xbbbbbbbb, 0, 0, 0);
    g_assert_cmphex(qtest_readl(qts, DATA), ==, 0xaaaaaaaa);
    g_assert_cmphex(qtest_readl(qts, DATA + 4), ==, 0xbbbbbbbb);

    /* Bytes 0 and 2 only, at a fixed address beyond the reach of INDOFF */
    WRITE_WORDS(qts, 0x30000000, 0x55555555);
    PUSH(qts, 0, INCR(0x2b, 2), IND_FB | IND_BE(5), 0x30000000,
         NONINCR(0x2e, 2), 0x01020304, 0x11121314);
    g_assert_cmphex(qtest_readl(qts, 0x30000000), ==, 0x55125514);
    g_assert_cmphex(qtest_readl(qts, 0x30000004), ==, 0);
    qtest_quit(qts);
}

/* 40 reads into a FIFO of 32: the channel waits for the CPU. */
static void test_indirect_fifo(void)
{
    QTestState *qts = stream_start(0);

    for (unsigned int i = 0; i < 40; i++) {
        qtest_writel(qts, DATA + 4 * i, 0xc0de0000 + i);
    }
    WRITE_WORDS(qts, GATHER, 0);
    PUSH(qts, 0, HOST(0x2d, 1), IND_READ | IND_FB | IND_AUTOINC | DATA,
         GATHER_NONINCR(0x2e, 40), GATHER, IMM(0, 1));
    g_assert_cmphex(syncpt(qts, 1), ==, 0);
    g_assert_cmphex(ch_read(qts, 0, A_H1X_FIFOSTAT) >> 24 & 0x1f, ==, 31);
    for (unsigned int i = 0; i < 40; i++) {
        g_assert_cmphex(ch_read(qts, 0, A_H1X_INDDATA), ==, 0xc0de0000 + i);
        settle(qts);
    }
    g_assert_cmphex(syncpt(qts, 1), ==, 1);
    g_assert_cmphex(ch_read(qts, 0, A_H1X_INDDATA), ==, 0);
    g_assert_cmphex(ch_read(qts, 0, A_H1X_FIFOSTAT), ==, 0x80100440);
    qtest_quit(qts);
}

/* GR2D's register 0x12 by module id, from the stream and from the CPU */
static void test_indirect_register(void)
{
    QTestState *qts = stream_start(0);

    PUSH(qts, 0, HOST(0x2d, 3), IND_BE(0xf) | IND_REG(5, 0x12), 0x00ff1234);
    g_assert_cmphex(qtest_readl(qts, GR2D_BASE + 4 * 0x12), ==, 0x00ff1234);
    ch_write(qts, 6, A_H1X_INDOFF, IND_REG(5, 0x12));
    ch_write(qts, 6, A_H1X_INDDATA, 0x77);
    g_assert_cmphex(qtest_readl(qts, GR2D_BASE + 4 * 0x12), ==, 0x77);
    ch_write(qts, 6, A_H1X_INDCNT, 1);
    g_assert_cmphex(ch_read(qts, 6, A_H1X_FIFOSTAT) >> 24 & 0x1f, ==, 1);
    g_assert_cmphex(ch_read(qts, 6, A_H1X_INDDATA), ==, 0x77);

    /* No such module, no such register */
    PUSH(qts, 0, HOST(0x2d, 3), IND_BE(0xf) | IND_REG(13, 0), 1,
         HOST(0x2d, 3), IND_BE(0xf) | IND_REG(5, 0xffff), 1,
         HOST(0x2d, 3), IND_READ | IND_REG(255, 0xffff), 1, IMM(0, 1));
    g_assert_cmphex(syncpt(qts, 1), ==, 1);
    g_assert_cmphex(ch_read(qts, 0, A_H1X_INDDATA), ==, 0);
    qtest_quit(qts);
}

/* The CPU's own indirect registers: count, refill, byte order */
static void test_indirect_cpu(void)
{
    QTestState *qts = stream_start(0);

    for (unsigned int i = 0; i < 35; i++) {
        qtest_writel(qts, DATA + 4 * i, 0x01020300 + i);
    }
    ch_write(qts, 1, A_H1X_INDOFF, 0xc0000000 | DATA);
    ch_write(qts, 1, A_H1X_INDCNT, 35);
    g_assert_cmphex(ch_read(qts, 1, A_H1X_FIFOSTAT) >> 31, ==, 0);
    for (unsigned int i = 0; i < 35; i++) {
        g_assert_cmphex(ch_read(qts, 1, A_H1X_INDDATA), ==, 0x01020300 + i);
    }
    g_assert_cmphex(ch_read(qts, 1, A_H1X_FIFOSTAT), ==, 0x80100440);
    g_assert_cmphex(ch_read(qts, 1, A_H1X_INDOFF2), ==, DATA + 4 * 35);

    /* Byte order 2, address kept because of bit 0 */
    ch_write(qts, 1, A_H1X_INDOFF2, DATA);
    ch_write(qts, 1, A_H1X_INDOFF, 0x50000001);
    ch_write(qts, 1, A_H1X_INDDATA, 0xaabbccdd);
    g_assert_cmphex(qtest_readl(qts, DATA), ==, 0xddccbbaa);
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("/tegra20/host1x/mlock", test_mlock);
    qtest_add_func("/tegra20/host1x/indirect/memory", test_indirect_memory);
    qtest_add_func("/tegra20/host1x/indirect/fifo", test_indirect_fifo);
    qtest_add_func("/tegra20/host1x/indirect/register",
                   test_indirect_register);
    qtest_add_func("/tegra20/host1x/indirect/cpu", test_indirect_cpu);
    return g_test_run();
}
