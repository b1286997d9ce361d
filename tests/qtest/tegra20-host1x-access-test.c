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

/* GR2D's register 0x31 by module id, from the stream and from the CPU */
static void test_indirect_register(void)
{
    QTestState *qts = stream_start(0);

    PUSH(qts, 0, HOST(0x2d, 3), IND_BE(0xf) | IND_REG(5, 0x31), 0x00ff1234);
    g_assert_cmphex(qtest_readl(qts, GR2D_BASE + 4 * 0x31), ==, 0x00ff1234);
    ch_write(qts, 6, A_H1X_INDOFF, IND_REG(5, 0x31));
    ch_write(qts, 6, A_H1X_INDDATA, 0x77);
    g_assert_cmphex(qtest_readl(qts, GR2D_BASE + 4 * 0x31), ==, 0x77);
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

/* ------------------------------------------------------------------ */
/* Time-outs: an engine without clock does not take a word            */

#define BUSY        1200    /* clocks of 12 MHz: 100 us */
#define US          1000
#define IP_READ     (1u << 30)
#define IP_WRITE    (1u << 31)
#define GR3D_REG(r) (0x54180000 + 4 * (r))

static uint32_t ext(QTestState *qts)
{
    return sync_read(qts, A_H1X_HINTSTATUS_EXT);
}

static void step(QTestState *qts, int64_t ns)
{
    qtest_clock_step(qts, ns);
    settle(qts);
}

/* Start a channel that writes two registers of GR3D, whose clock is off. */
static QTestState *start_refused(uint32_t timeout)
{
    QTestState *qts = stream_start(1);

    tegra20_clock(qts, TEGRA20_PERIPH_GR3D, false);
    sync_write(qts, A_H1X_IP_BUSY_TIMEOUT, timeout);
    PUSH(qts, 1, SETCL(0x60, 0, 0), INCR(0x205, 2), 0xabcd, 0xef01, IMM(0, 9));
    g_assert_cmphex(cbread(qts, 1), ==, 0xabcd);
    return qts;
}

static void test_timeout_off(void)
{
    QTestState *qts = start_refused(0);

    step(qts, 1000 * 1000 * US);
    g_assert_cmphex(cbread(qts, 1), ==, 0xabcd);
    g_assert_cmphex(ext(qts), ==, 0);
    qtest_quit(qts);
}

/* Each word has its own time, the last one is the sync point's. */
static void test_timeout(void)
{
    QTestState *qts = start_refused(BUSY);

    sync_write(qts, A_H1X_HINTMASK_EXT, IP_READ | IP_WRITE);
    sync_write(qts, A_H1X_HINTMASK, 1u << 31);
    sync_write(qts, A_H1X_INTC0MASK, 1);
    sync_write(qts, A_H1X_INTMASK, 1);
    step(qts, 99 * US);
    g_assert_cmphex(ext(qts), ==, 0);
    g_assert_cmphex(cbread(qts, 1), ==, 0xabcd);
    g_assert_false(qtest_get_irq(qts, SPI_GENERAL_CPU));

    step(qts, 2 * US);
    g_assert_cmphex(ext(qts), ==, IP_WRITE);
    g_assert_cmphex(sync_read(qts, A_H1X_IP_WRITE_TIMEOUT_ADDR), ==,
                    GR3D_REG(0x205));
    g_assert_cmphex(cbread(qts, 1), ==, 0xef01);
    g_assert_true(qtest_get_irq(qts, SPI_GENERAL_CPU));
    sync_write(qts, A_H1X_HINTSTATUS_EXT, IP_WRITE);
    g_assert_false(qtest_get_irq(qts, SPI_GENERAL_CPU));

    step(qts, 98 * US);
    g_assert_cmphex(ext(qts), ==, 0);
    step(qts, 4 * US);
    g_assert_cmphex(sync_read(qts, A_H1X_IP_WRITE_TIMEOUT_ADDR), ==,
                    GR3D_REG(0x206));
    step(qts, 101 * US);
    g_assert_cmphex(sync_read(qts, A_H1X_IP_WRITE_TIMEOUT_ADDR), ==,
                    GR3D_REG(0));
    g_assert_true(ch_done(qts, 1));
    g_assert_cmphex(sync_read(qts, A_H1X_IP_READ_TIMEOUT_ADDR), ==, 0);

    /* Dropped, not written late */
    tegra20_clock(qts, TEGRA20_PERIPH_GR3D, true);
    settle(qts);
    g_assert_cmphex(qtest_readl(qts, GR3D_REG(0x205)), ==, 0);
    g_assert_cmphex(syncpt(qts, 9), ==, 0);
    qtest_quit(qts);
}

/* The word is taken, torn down, or its limit switched off, in time. */
static void test_timeout_not(void)
{
    QTestState *qts = start_refused(BUSY);

    step(qts, 50 * US);
    tegra20_clock(qts, TEGRA20_PERIPH_GR3D, true);
    step(qts, 500 * US);
    g_assert_cmphex(ext(qts), ==, 0);
    g_assert_cmphex(syncpt(qts, 9), ==, 1);

    tegra20_clock(qts, TEGRA20_PERIPH_GR3D, false);
    PUSH(qts, 1, IMM(0, 9));
    step(qts, 50 * US);
    sync_write(qts, A_H1X_CH_TEARDOWN, 2);
    step(qts, 500 * US);
    g_assert_cmphex(ext(qts), ==, 0);
    tegra20_clock(qts, TEGRA20_PERIPH_GR3D, true);
    PUSH(qts, 1, SETCL(0x60, 0, 0), IMM(0, 9));
    g_assert_cmphex(syncpt(qts, 9), ==, 2);

    tegra20_clock(qts, TEGRA20_PERIPH_GR3D, false);
    PUSH(qts, 1, IMM(0, 9));
    sync_write(qts, A_H1X_IP_BUSY_TIMEOUT, 0);
    step(qts, 500 * US);
    g_assert_cmphex(ext(qts), ==, 0);
    /* Switched on late: it counts from there. */
    sync_write(qts, A_H1X_IP_BUSY_TIMEOUT, BUSY);
    step(qts, 60 * US);
    /* Torn down, and another word refused: from there. */
    ch_write(qts, 1, A_H1X_DMACTRL, 1);
    sync_write(qts, A_H1X_CH_TEARDOWN, 2);
    ch_start(qts, 1, ch_read(qts, 1, A_H1X_DMAPUT));
    PUSH(qts, 1, SETCL(0x60, 0, 0), IMM(0, 9));
    step(qts, 99 * US);
    g_assert_cmphex(ext(qts), ==, 0);
    step(qts, 2 * US);
    g_assert_cmphex(ext(qts), ==, IP_WRITE);
    qtest_quit(qts);
}

/*
 * An IMM that was refused is rewritten while the channel is held: the time-out
 * belongs to the word that is gone.
 */
static void test_timeout_rewritten(void)
{
    QTestState *qts = stream_start(1);

    sync_write(qts, A_H1X_IP_BUSY_TIMEOUT, BUSY);
    tegra20_clock(qts, TEGRA20_PERIPH_GR3D, false);
    PUSH(qts, 1, SETCL(0x60, 0, 0), IMM(0, 9), IMM(0, 10));
    sync_write(qts, A_H1X_CMDPROC_STOP, 2);
    step(qts, 101 * US);
    WRITE_WORDS(qts, pb(1) + 4, NOP);
    tegra20_clock(qts, TEGRA20_PERIPH_GR3D, true);
    sync_write(qts, A_H1X_CMDPROC_STOP, 0);
    settle(qts);
    g_assert_cmphex(ext(qts), ==, 0);
    g_assert_cmphex(syncpt(qts, 9), ==, 0);
    g_assert_cmphex(syncpt(qts, 10), ==, 1);
    qtest_quit(qts);
}

/* The register is written when the time is over, but the channel is held. */
static void test_timeout_late(void)
{
    static const uint32_t ticks[] = { 0, BUSY };

    for (int i = 0; i < ARRAY_SIZE(ticks); i++) {
        QTestState *qts = stream_start(1);

        sync_write(qts, A_H1X_IP_BUSY_TIMEOUT, BUSY);
        tegra20_clock(qts, TEGRA20_PERIPH_GR3D, false);
        PUSH(qts, 1, SETCL(0x60, 0, 0), IMM(0, 9));
        sync_write(qts, A_H1X_CMDPROC_STOP, 2);
        step(qts, 101 * US);
        sync_write(qts, A_H1X_IP_BUSY_TIMEOUT, ticks[i]);
        sync_write(qts, A_H1X_CMDPROC_STOP, 0);
        step(qts, 99 * US);
        g_assert_cmphex(ext(qts), ==, 0);
        step(qts, 2 * US);
        g_assert_cmphex(ext(qts), ==, ticks[i] ? IP_WRITE : 0);
        tegra20_clock(qts, TEGRA20_PERIPH_GR3D, true);
        settle(qts);
        g_assert_cmphex(syncpt(qts, 9), ==, !ticks[i]);
        qtest_quit(qts);
    }
}

/*
 * The clock of a qtest machine starts at 0 again, so a word refused at 50 us
 * is dropped at 150 us of the new machine's time.
 */
static void test_timeout_migrate(void)
{
    QTestState *qts = start_refused(0);

    step(qts, 50 * US);
    sync_write(qts, A_H1X_IP_BUSY_TIMEOUT, BUSY);
    qts = migrate_machine(qts);
    settle(qts);
    g_assert_cmphex(cbread(qts, 1), ==, 0xabcd);
    step(qts, 149 * US);
    g_assert_cmphex(ext(qts), ==, 0);
    step(qts, 2 * US);
    g_assert_cmphex(ext(qts), ==, IP_WRITE);
    qtest_quit(qts);
}

/* Indirect writes, of the stream and of the CPU, and modules 7 and 200 */
static void test_timeout_indirect(void)
{
    static const struct {
        uint32_t indoff;
        uint32_t addr;
    } absent[] = {
        { 7u << 18 | 5u << 2, 0x54000000 + 7 * 0x40000 + 5 * 4 },
        { 15u << 18 | 0xffffu << 2, 0x54000000 + 15 * 0x40000 + 0xffff * 4 },
        { 200u << 18, 0x54000000 + 200u * 0x40000 },
    };
    QTestState *qts = stream_start(1);

    tegra20_clock(qts, TEGRA20_PERIPH_GR3D, false);
    sync_write(qts, A_H1X_IP_BUSY_TIMEOUT, BUSY);
    PUSH(qts, 1, HOST(0x2d, 1), 0xf0000000 | 6 << 18 | 0x207 << 2,
         NONINCR(0x2e, 1), 0x5678);
    g_assert_false(ch_done(qts, 1));
    step(qts, 101 * US);
    g_assert_true(ch_done(qts, 1));
    g_assert_cmphex(ext(qts), ==, IP_WRITE);
    g_assert_cmphex(sync_read(qts, A_H1X_IP_WRITE_TIMEOUT_ADDR), ==,
                    GR3D_REG(0x207));

    sync_write(qts, A_H1X_HINTSTATUS_EXT, 0xffffffff);
    ch_write(qts, 4, A_H1X_INDOFF, 6 << 18 | 0x208 << 2);
    ch_write(qts, 4, A_H1X_INDDATA, 1);
    g_assert_cmphex(ext(qts), ==, IP_WRITE);
    g_assert_cmphex(sync_read(qts, A_H1X_IP_WRITE_TIMEOUT_ADDR), ==,
                    GR3D_REG(0x208));

    for (size_t i = 0; i < ARRAY_SIZE(absent); i++) {
        sync_write(qts, A_H1X_HINTSTATUS_EXT, 0xffffffff);
        ch_write(qts, 4, A_H1X_INDOFF, absent[i].indoff);
        ch_write(qts, 4, A_H1X_INDCNT, 1);
        g_assert_cmphex(ch_read(qts, 4, A_H1X_INDDATA), ==, 0);
        g_assert_cmphex(ext(qts), ==, IP_READ);
        g_assert_cmphex(sync_read(qts, A_H1X_IP_READ_TIMEOUT_ADDR), ==,
                        absent[i].addr);
    }
    sync_write(qts, A_H1X_IP_READ_TIMEOUT_ADDR, 0);     /* read-only */
    g_assert_cmphex(sync_read(qts, A_H1X_IP_READ_TIMEOUT_ADDR), ==,
                    absent[2].addr);
    sync_write(qts, A_H1X_HINTSTATUS_EXT, 0xffffffff);
    sync_write(qts, A_H1X_IP_BUSY_TIMEOUT, 0);
    ch_write(qts, 4, A_H1X_INDCNT, 1);
    ch_write(qts, 4, A_H1X_INDDATA, 1);
    g_assert_cmphex(ext(qts), ==, 0);
    qtest_quit(qts);
}

/* CHn_STATUS bit 31: the engine is taken, by somebody else */
static void test_ctxsw(void)
{
    QTestState *qts = stream_start(1);

    ch_start(qts, 2, 0);
    PUSH(qts, 1, SETCL(0x60, 0, 0), IMM(0x205, 1));
    tegra20_clock(qts, TEGRA20_PERIPH_GR3D, false);
    PUSH(qts, 1, IMM(0x206, 1));
    PUSH(qts, 2, SETCL(0x60, 0, 0), IMM(0x207, 1));
    g_assert_cmphex(sync_read(qts, A_H1X_CH_STATUS + 4), ==, 0x00600000);
    g_assert_cmphex(sync_read(qts, A_H1X_CH_STATUS + 8), ==, 0x80600000);
    tegra20_clock(qts, TEGRA20_PERIPH_GR3D, true);
    settle(qts);
    g_assert_cmphex(sync_read(qts, A_H1X_CH_STATUS + 8), ==, 0x00600000);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* Module 0 and the ninth window, as the processor sees them          */

#define PROT    8

static uint32_t class_read(QTestState *qts, unsigned int method)
{
    return qtest_readl(qts, TEGRA20_HOST1X_MOD_BASE + 4 * method);
}

static void class_write(QTestState *qts, unsigned int method, uint32_t value)
{
    qtest_writel(qts, TEGRA20_HOST1X_MOD_BASE + 4 * method, value);
}

/* Increments and bases act; bad indices and methods do nothing. */
static void test_class_syncpt(void)
{
    QTestState *qts = stream_start(0);

    PUSH(qts, 0, WAIT, AT(31, 2));
    class_write(qts, 0x00, 0x101f);
    class_write(qts, 0x00, 31);
    settle(qts);
    g_assert_cmphex(syncpt(qts, 31), ==, 2);
    g_assert_true(ch_done(qts, 0));

    class_write(qts, 0x0b, AT(7, 0x12ffff));
    g_assert_cmphex(base(qts, 7), ==, 0xffff);
    class_write(qts, 0x0c, AT(7, 3));
    g_assert_cmphex(base(qts, 7), ==, 2);

    class_write(qts, 0x00, 32);
    class_write(qts, 0x0b, AT(8, 1));
    class_write(qts, 0x0c, AT(255, 1));
    class_write(qts, 0x03, 1);
    class_write(qts, 0x4e, 1);
    class_write(qts, 0xfff, 1);
    class_write(qts, 0xffff, 1);
    for (unsigned int id = 0; id < 31; id++) {
        g_assert_cmphex(syncpt(qts, id), ==, 0);
    }
    g_assert_cmphex(class_read(qts, 0x00), ==, 0);
    g_assert_cmphex(class_read(qts, 0x0b), ==, 0);
    g_assert_cmphex(class_read(qts, 0xffff), ==, 0);
    qtest_quit(qts);
}

/* A wait that no counter fulfils holds neither the CPU nor a channel. */
static void test_class_wait(void)
{
    QTestState *qts = stream_start(0);

    class_write(qts, 0x08, AT(3, 0));   /* reached: nothing to report */
    class_write(qts, 0x08, AT(3, 100));
    class_write(qts, 0x09, AT_BASE(3, 1, 100));
    class_write(qts, 0x0a, AT(3, 0));
    class_write(qts, 0x10, 0xfffff);
    class_write(qts, 0x00, 5);
    g_assert_cmphex(syncpt(qts, 5), ==, 1);
    PUSH(qts, 0, INCR_SYNCPT, 5);
    g_assert_cmphex(syncpt(qts, 5), ==, 2);
    g_assert_cmphex(sync_read(qts, A_H1X_HINTSTATUS), ==, 0);
    qts = migrate_machine(qts);
    class_write(qts, 0x00, 5);
    g_assert_cmphex(syncpt(qts, 5), ==, 3);
    qtest_quit(qts);
}

static void test_class_indirect(void)
{
    QTestState *qts = host1x_start();

    WRITE_WORDS(qts, DATA, 0x11, 0x22, 0x33, 0x44);
    class_write(qts, 0x2d, IND_READ | IND_FB | IND_AUTOINC | DATA);
    g_assert_cmphex(class_read(qts, 0x2d), ==,
                    IND_READ | IND_FB | IND_AUTOINC | DATA);
    g_assert_cmphex(class_read(qts, 0x2b), ==,
                    IND_READ | IND_FB | IND_AUTOINC);
    g_assert_cmphex(class_read(qts, 0x2e), ==, 0x11);
    g_assert_cmphex(class_read(qts, 0x4d), ==, 0x22);
    g_assert_cmphex(class_read(qts, 0x2c), ==, DATA + 8);
    /* A write asks for a word, which the ninth window gives. */
    class_write(qts, 0x2e, 0);
    g_assert_cmphex(ch_read(qts, PROT, A_H1X_FIFOSTAT), ==, 0x81100440);
    g_assert_cmphex(ch_read(qts, PROT, A_H1X_INDDATA), ==, 0x33);
    for (unsigned int i = 0; i < 40; i++) {
        class_write(qts, 0x2e, 0);      /* eight more than there is room */
    }
    g_assert_cmphex(ch_read(qts, PROT, A_H1X_INDDATA), ==, 0x44);

    class_write(qts, 0x2b, IND_FB | IND_BE(1));
    class_write(qts, 0x2c, 0x30000000);
    class_write(qts, 0x2e, 0xffffffab);
    g_assert_cmphex(qtest_readl(qts, 0x30000000), ==, 0xab);
    class_write(qts, 0x2d, IND_BE(0xf) | IND_REG(5, 0x12));
    class_write(qts, 0x2e, 0x4321);
    g_assert_cmphex(qtest_readl(qts, GR2D_BASE + 4 * 0x12), ==, 0x4321);
    g_assert_cmphex(class_read(qts, 0x2e), ==, 0x4321);

    tegra20_clock(qts, TEGRA20_PERIPH_HOST1X, false);
    class_write(qts, 0x2e, 0x9999);
    g_assert_cmphex(class_read(qts, 0x2c), ==, 0);
    tegra20_clock(qts, TEGRA20_PERIPH_HOST1X, true);
    g_assert_cmphex(class_read(qts, 0x2e), ==, 0x4321);
    tegra20_hold(qts, TEGRA20_PERIPH_HOST1X, true);
    tegra20_hold(qts, TEGRA20_PERIPH_HOST1X, false);
    g_assert_cmphex(class_read(qts, 0x2d), ==, 0);
    qtest_quit(qts);
}

/* Registers of a channel, of which indirect access and ticks work */
static void test_protected(void)
{
    QTestState *qts = host1x_start();

    g_assert_cmphex(ch_read(qts, PROT, A_H1X_FIFOSTAT), ==, 0x80100440);
    g_assert_cmphex(ch_read(qts, PROT, A_H1X_DMACTRL), ==, 1);
    ch_write(qts, PROT, A_H1X_FBBUFBASE, 0xffffffff);
    g_assert_cmphex(ch_read(qts, PROT, A_H1X_FBBUFBASE), ==, 0xfffffffc);
    g_assert_cmphex(ch_read(qts, 0, A_H1X_FBBUFBASE), ==, 0);

    WRITE_WORDS(qts, pb(PROT), INCR_SYNCPT, 5);
    ch_start(qts, PROT, 0);
    ch_write(qts, PROT, A_H1X_DMAPUT, 8);
    settle(qts);
    g_assert_cmphex(syncpt(qts, 5), ==, 0);
    g_assert_cmphex(ch_read(qts, PROT, A_H1X_DMAGET), ==, 0);
    g_assert_cmphex(ch_read(qts, PROT, A_H1X_FIFOSTAT), ==, 0x80100440);

    WRITE_WORDS(qts, DATA, 0x600d);
    ch_write(qts, PROT, A_H1X_INDOFF, 0x40000000 | DATA);
    ch_write(qts, PROT, A_H1X_INDCNT, 1);
    class_write(qts, 0x13, 1);
    qtest_clock_step(qts, 1000 * US);
    qts = migrate_machine(qts);
    g_assert_cmphex(ch_read(qts, PROT, A_H1X_DMAPUT), ==, 8);
    g_assert_cmphex(ch_read(qts, PROT, A_H1X_INDDATA), ==, 0x600d);
    g_assert_cmphex(ch_read(qts, PROT, A_H1X_CHANNELCTRL), ==, 1);
    qtest_quit(qts);
}

/* 12 MHz for a millisecond, seen through both windows */
static void test_class_ticks(void)
{
    QTestState *qts = host1x_start();

    class_write(qts, 0x12, 0xfffffff0);
    class_write(qts, 0x11, 7);
    class_write(qts, 0x13, 1);
    qtest_clock_step(qts, 1000 * US);
    class_write(qts, 0x13, 0);
    g_assert_cmphex(class_read(qts, 0x11), ==, 8);
    g_assert_cmpuint(class_read(qts, 0x12), >=, 12000 - 16 - 1);
    g_assert_cmpuint(class_read(qts, 0x12), <=, 12000 - 16 + 1);
    g_assert_cmphex(ch_read(qts, PROT, A_H1X_TICKCOUNT_LO), ==,
                    class_read(qts, 0x12));
    g_assert_cmphex(class_read(qts, 0x13), ==, 0);
    g_assert_cmphex(ch_read(qts, 0, A_H1X_TICKCOUNT_LO), ==, 0);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* The modules' interrupts in INTSTATUS                               */

static void test_module_irq(void)
{
    static const struct {
        int spi;
        int bit;
    } irqs[] = {
        { TEGRA20_IRQ_GR2D, 5 },
        { TEGRA20_IRQ_DC, 8 },
        { TEGRA20_IRQ_DCB, 9 },
        { TEGRA20_IRQ_HDMI, 10 },
    };
    QTestState *qts = host1x_start();

    sync_write(qts, A_H1X_INTMASK, 1);
    for (size_t i = 0; i < ARRAY_SIZE(irqs); i++) {
        uint32_t bit = 1u << irqs[i].bit;

        qtest_set_irq_in(qts, "/machine/soc", "module-irq", i, 1);
        g_assert_cmphex(sync_read(qts, A_H1X_INTSTATUS), ==, bit);
        g_assert_true(qtest_get_irq(qts, irqs[i].spi));
        g_assert_false(qtest_get_irq(qts, SPI_GENERAL_CPU));
        sync_write(qts, A_H1X_INTC0MASK, bit);
        g_assert_true(qtest_get_irq(qts, SPI_GENERAL_CPU));
        g_assert_false(qtest_get_irq(qts, SPI_GENERAL_COP));
        sync_write(qts, A_H1X_INTC0MASK, ~bit);
        g_assert_false(qtest_get_irq(qts, SPI_GENERAL_CPU));

        /* A level: nothing clears it here, its end does. */
        sync_write(qts, A_H1X_INTSTATUS, 0xffffffff);
        g_assert_cmphex(sync_read(qts, A_H1X_INTSTATUS), ==, bit);
        qtest_set_irq_in(qts, "/machine/soc", "module-irq", i, 0);
        g_assert_cmphex(sync_read(qts, A_H1X_INTSTATUS), ==, 0);
        g_assert_false(qtest_get_irq(qts, irqs[i].spi));
        sync_write(qts, A_H1X_INTC0MASK, 0);
    }
    qtest_set_irq_in(qts, "/machine/soc", "module-irq", 1, 1);
    qts = migrate_machine(qts);
    g_assert_cmphex(sync_read(qts, A_H1X_INTSTATUS), ==, 1u << 8);
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
    qtest_add_func("/tegra20/host1x/timeout/off", test_timeout_off);
    qtest_add_func("/tegra20/host1x/timeout/stream", test_timeout);
    qtest_add_func("/tegra20/host1x/timeout/not", test_timeout_not);
    qtest_add_func("/tegra20/host1x/timeout/rewritten",
                   test_timeout_rewritten);
    qtest_add_func("/tegra20/host1x/timeout/late", test_timeout_late);
    qtest_add_func("/tegra20/host1x/timeout/migrate", test_timeout_migrate);
    qtest_add_func("/tegra20/host1x/timeout/indirect", test_timeout_indirect);
    qtest_add_func("/tegra20/host1x/ctxsw", test_ctxsw);
    qtest_add_func("/tegra20/host1x/class/syncpt", test_class_syncpt);
    qtest_add_func("/tegra20/host1x/class/wait", test_class_wait);
    qtest_add_func("/tegra20/host1x/class/indirect", test_class_indirect);
    qtest_add_func("/tegra20/host1x/class/ticks", test_class_ticks);
    qtest_add_func("/tegra20/host1x/protected", test_protected);
    qtest_add_func("/tegra20/host1x/irq/modules", test_module_irq);

    return g_test_run();
}
