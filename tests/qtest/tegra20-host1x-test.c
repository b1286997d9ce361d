/*
 * QTest of the Tegra20 host1x: registers, sync points and interrupts
 *
 * Expected values are those of docs/specs/tegra-host1x.rst and of the
 * register sequences that Linux 6.1 and 6.12 write.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tegra20-host1x.h"

/* ------------------------------------------------------------------ */
/* Registers                                                          */

typedef struct RegValue {
    uint32_t reg;
    uint32_t value;
} RegValue;

static const RegValue sync_reset_values[] = {
    { A_H1X_INTSTATUS, 0 },
    { A_H1X_HINTSTATUS, 0 },
    { A_H1X_THRESH_CPU0_INT_STATUS, 0 },
    { A_H1X_THRESH_INT_MASK, 0 },
    { A_H1X_CF_SETUP + 0x00, 0x003f0000 },
    { A_H1X_CF_SETUP + 0x04, 0x007f0040 },
    { A_H1X_CF_SETUP + 0x08, 0x00bf0080 },
    { A_H1X_CF_SETUP + 0x0c, 0x00ff00c0 },
    { A_H1X_CF_SETUP + 0x10, 0x013f0100 },
    { A_H1X_CF_SETUP + 0x14, 0x017f0140 },
    { A_H1X_CF_SETUP + 0x18, 0x01bf0180 },
    { A_H1X_CF_SETUP + 0x1c, 0x01ff01c0 },
    { A_H1X_CMDPROC_STOP, 0 },
    { A_H1X_DIRECT_MODULE_CONFIG, 0x54000000 },
    { A_H1X_USEC_CLK, 0x15e },
    { A_H1X_CTXSW_TIMEOUT_CFG, 0xf },
    { A_H1X_CDMA_ASM_TIMEOUT, 0x404 },
    { A_H1X_IP_BUSY_TIMEOUT, 0 },
    { A_H1X_TIMEOUT_WCOAL_HC, 0x32 },
    { A_H1X_MLOCK_OWNER, 0 },
    { A_H1X_MLOCK_OWNER + 0x3c, 0 },
    { A_H1X_SYNCPT, 0 },
    { A_H1X_SYNCPT + 0x7c, 0 },
    { A_H1X_RDMA_MISC, 0x1000 },
    { A_H1X_CFG, 0x00ff0000 },
};

static void check_reset_values(QTestState *qts)
{
    for (size_t i = 0; i < ARRAY_SIZE(sync_reset_values); i++) {
        const RegValue *r = &sync_reset_values[i];

        g_assert_cmphex(sync_read(qts, r->reg), ==, r->value);
    }
    for (unsigned int ch = 0; ch < 8; ch++) {
        g_assert_cmphex(ch_read(qts, ch, A_H1X_FIFOSTAT), ==, 0x80100440);
        g_assert_cmphex(ch_read(qts, ch, A_H1X_DMACTRL), ==, 1);
        g_assert_cmphex(ch_read(qts, ch, A_H1X_DMAPUT), ==, 0);
        g_assert_cmphex(dmaget(qts, ch), ==, 0);
        g_assert_cmphex(cbstat(qts, ch), ==, 0);
    }
}

static void test_reset_values(void)
{
    QTestState *qts = host1x_start();

    check_reset_values(qts);
    qtest_quit(qts);
}

/* Bits that a write of all ones leaves set */
static void test_masks(void)
{
    static const RegValue sync_masks[] = {
        { A_H1X_INTSTATUS, 0 },
        { A_H1X_THRESH_CPU0_INT_STATUS_1, 0 },
        { A_H1X_THRESH_INT_DISABLE, 0 },
        { A_H1X_CF_SETUP + 4, 0x01ff01ff },
        { A_H1X_CH_TEARDOWN, 0 },
        { A_H1X_USEC_CLK, 0xfff },
        { A_H1X_CTXSW_TIMEOUT_CFG, 0xff },
        { A_H1X_IP_BUSY_TIMEOUT, 0xffff },
        { A_H1X_MLOCK_OWNER, 0 },
        { A_H1X_SYNCPT + 4 * 5, 0xffffffff },
        { A_H1X_SYNCPT_INT_THRESH + 4 * 5, 0xffff },
        { A_H1X_SYNCPT_BASE + 4 * 7, 0xffff },
        { A_H1X_SYNCPT_CPU_INCR, 0 },
        { A_H1X_CBREAD, 0 },
        { A_H1X_CBSTAT, 0 },
        { A_H1X_CFPEEK_CTRL, 0x800701ff },
        { A_H1X_CFPEEK_READ, 0 },
        { 0x010, 0 },       /* no such registers */
        { 0x620, 0 },
        { 0xffc, 0 },
    };
    static const RegValue channel_masks[] = {
        { A_H1X_FIFOSTAT, 0x80100440 },
        { A_H1X_DMASTART, 0xfffffffc },
        { A_H1X_DMAGET, 0 },
        { A_H1X_DMAEND, 0xfffffffc },
        { 0x30, 0 },
        { 0x2ffc, 0 },
    };
    QTestState *qts = host1x_start();

    for (size_t i = 0; i < ARRAY_SIZE(sync_masks); i++) {
        sync_write(qts, sync_masks[i].reg, 0xffffffff);
        g_assert_cmphex(sync_read(qts, sync_masks[i].reg), ==,
                        sync_masks[i].value);
    }
    for (size_t i = 0; i < ARRAY_SIZE(channel_masks); i++) {
        ch_write(qts, 3, channel_masks[i].reg, 0xffffffff);
        g_assert_cmphex(ch_read(qts, 3, channel_masks[i].reg), ==,
                        channel_masks[i].value);
    }
    qtest_quit(qts);
}

/* The sync registers are seen in every channel's window, not in the ninth. */
static void test_alias(void)
{
    QTestState *qts = host1x_start();

    for (unsigned int n = 0; n < 8; n++) {
        uint32_t window = HOST1X_BASE + n * 0x4000 + 0x3000;

        qtest_writel(qts, window + A_H1X_SYNCPT, 0x1000 + n);
        g_assert_cmphex(syncpt(qts, 0), ==, 0x1000 + n);
        g_assert_cmphex(qtest_readl(qts, window + A_H1X_SYNCPT), ==,
                        0x1000 + n);
    }
    g_assert_cmphex(qtest_readl(qts, HOST1X_BASE + 0x23400), ==, 0);
    qtest_quit(qts);
}

static void dirty_everything(QTestState *qts)
{
    sync_write(qts, A_H1X_SYNCPT + 4, 7);
    sync_write(qts, A_H1X_SYNCPT_BASE + 4, 7);
    sync_write(qts, A_H1X_SYNCPT_INT_THRESH + 4, 7);
    sync_write(qts, A_H1X_THRESH_INT_ENABLE_CPU0, 2);
    sync_write(qts, A_H1X_USEC_CLK, 150);
    sync_write(qts, A_H1X_CMDPROC_STOP, 0x80);
    sync_write(qts, A_H1X_CF_SETUP, 0);
    sync_read(qts, A_H1X_MLOCK);
    ch_start(qts, 2, 0x40);
    PUSH(qts, 2, WAIT, AT(3, 9), NOP, NOP);
    g_assert_true(ch_waits(qts, 2, 0x08, 3));
    g_assert_true(syncpt_irq(qts));
}

/* The CAR's line: reset at once, nothing answers while it is held. */
static void test_reset_line(void)
{
    QTestState *qts = host1x_start();

    dirty_everything(qts);
    qtest_set_irq_in(qts, HOST1X_PATH, "reset", 0, 1);
    g_assert_false(syncpt_irq(qts));
    set_syncpt(qts, 1, 5);
    ch_write(qts, 2, A_H1X_DMASTART, 0x1000);
    g_assert_cmphex(sync_read(qts, A_H1X_USEC_CLK), ==, 0);
    g_assert_cmphex(ch_read(qts, 2, A_H1X_DMACTRL), ==, 0);
    qtest_set_irq_in(qts, HOST1X_PATH, "reset", 0, 0);
    check_reset_values(qts);
    g_assert_cmphex(syncpt(qts, 1), ==, 0);
    g_assert_cmphex(ch_read(qts, 2, A_H1X_DMASTART), ==, 0);

    /* The wait is gone: the channel starts anew. */
    ch_start(qts, 2, 0);
    PUSH(qts, 2, INCR_SYNCPT, 6);
    g_assert_cmphex(syncpt(qts, 6), ==, 1);
    qtest_quit(qts);
}

static void test_system_reset(void)
{
    QTestState *qts = host1x_start();

    dirty_everything(qts);
    qtest_system_reset(qts);
    host1x_enable(qts);
    g_assert_false(syncpt_irq(qts));
    check_reset_values(qts);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* Sync points                                                        */

static void test_syncpt(void)
{
    QTestState *qts = host1x_start();

    for (unsigned int id = 0; id < 32; id++) {
        set_syncpt(qts, id, 0xfffffff0 + id);
    }
    for (unsigned int id = 0; id < 32; id++) {
        g_assert_cmphex(syncpt(qts, id), ==, (uint32_t)(0xfffffff0 + id));
    }
    sync_write(qts, A_H1X_SYNCPT_CPU_INCR, 0x80008001);
    g_assert_cmphex(syncpt(qts, 0), ==, 0xfffffff1);
    g_assert_cmphex(syncpt(qts, 1), ==, 0xfffffff1);
    g_assert_cmphex(syncpt(qts, 15), ==, 0);    /* wraps at 2^32 */
    g_assert_cmphex(syncpt(qts, 31), ==, 0x10);
    g_assert_cmphex(sync_read(qts, A_H1X_SYNCPT_CPU_INCR), ==, 0);
    qtest_quit(qts);
}

/* Reached: less than half of 2^16 ahead, whatever the upper bits are */
static void test_reached(void)
{
    static const struct {
        uint32_t counter;
        uint32_t threshold;
        bool reached;
    } table[] = {
        { 0, 0, true },
        { 0, 1, false },
        { 1, 1, true },
        { 5, 3, true },
        { 0x7fff, 0, true },
        { 0x8000, 0, false },
        { 0xffff, 0, false },
        { 0, 0x8000, false },
        { 0, 0x8001, true },
        { 0x10000, 0xffff, true },
        { 0x0ffff, 0x10000, false },
        { 0x10002, 0x10002, true },
        { 0x10001, 0x10002, false },
        { 0x12345678, 0x5678, true },
        { 0x12345677, 0x5678, false },
        { 0, 0xffffffff, true },
        { 0xffffffff, 0, false },
    };
    QTestState *qts = host1x_start();

    for (size_t i = 0; i < ARRAY_SIZE(table); i++) {
        set_syncpt(qts, 9, table[i].counter);
        sync_write(qts, A_H1X_SYNCPT_INT_THRESH + 4 * 9, table[i].threshold);
        sync_write(qts, A_H1X_THRESH_INT_ENABLE_CPU0, 1 << 9);
        g_assert_cmpint(syncpt_irq(qts), ==, table[i].reached);
        g_assert_cmphex(sync_read(qts, A_H1X_THRESH_CPU0_INT_STATUS), ==,
                        table[i].reached ? 1 << 9 : 0);
        sync_write(qts, A_H1X_THRESH_INT_DISABLE, 1 << 9);
        sync_write(qts, A_H1X_THRESH_CPU0_INT_STATUS, 1 << 9);
        g_assert_false(syncpt_irq(qts));
    }
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* Threshold interrupts                                               */

#define SP     12
#define SP_BIT (1u << SP)

static void arm_thresh(QTestState *qts, unsigned int id, uint32_t threshold)
{
    sync_write(qts, A_H1X_SYNCPT_INT_THRESH + 4 * id, threshold);
    sync_write(qts, A_H1X_THRESH_INT_ENABLE_CPU0, 1u << id);
}

static void disable(QTestState *qts, uint32_t bits)
{
    sync_write(qts, A_H1X_THRESH_INT_DISABLE, bits);
    sync_write(qts, A_H1X_THRESH_CPU0_INT_STATUS, bits);
}

static void test_irq_arm_before(void)
{
    QTestState *qts = host1x_start();

    arm_thresh(qts, SP, 2);
    g_assert_false(syncpt_irq(qts));
    sync_write(qts, A_H1X_SYNCPT_CPU_INCR, SP_BIT);
    g_assert_false(syncpt_irq(qts));
    sync_write(qts, A_H1X_SYNCPT_CPU_INCR, SP_BIT);
    g_assert_true(syncpt_irq(qts));
    g_assert_false(qtest_get_irq(qts, SPI_SYNCPT_COP));
    g_assert_cmphex(sync_read(qts, A_H1X_THRESH_CPU0_INT_STATUS), ==, SP_BIT);
    disable(qts, SP_BIT);
    g_assert_false(syncpt_irq(qts));
    g_assert_cmphex(sync_read(qts, A_H1X_THRESH_CPU0_INT_STATUS), ==, 0);
    qtest_quit(qts);
}

/* Linux 6.1 arms after it has started the job: the rule, not a race. */
static void test_irq_arm_after(void)
{
    QTestState *qts = host1x_start();

    sync_write(qts, A_H1X_SYNCPT_INT_THRESH + 4 * SP, 1);
    sync_write(qts, A_H1X_SYNCPT_CPU_INCR, SP_BIT);
    g_assert_false(syncpt_irq(qts));    /* not enabled: nothing latched */
    g_assert_cmphex(sync_read(qts, A_H1X_THRESH_CPU0_INT_STATUS), ==, 0);
    sync_write(qts, A_H1X_THRESH_INT_ENABLE_CPU0, SP_BIT);
    g_assert_true(syncpt_irq(qts));
    qtest_quit(qts);
}

/* A new earliest waiter moves an armed threshold without another enable. */
static void test_irq_move(void)
{
    QTestState *qts = host1x_start();

    set_syncpt(qts, SP, 5);
    arm_thresh(qts, SP, 9);
    g_assert_false(syncpt_irq(qts));
    sync_write(qts, A_H1X_SYNCPT_INT_THRESH + 4 * SP, 5);
    g_assert_true(syncpt_irq(qts));

    /* What is latched is not taken back. */
    sync_write(qts, A_H1X_SYNCPT_INT_THRESH + 4 * SP, 9);
    g_assert_true(syncpt_irq(qts));
    set_syncpt(qts, SP, 0);
    g_assert_true(syncpt_irq(qts));
    sync_write(qts, A_H1X_THRESH_INT_DISABLE, SP_BIT);
    g_assert_true(syncpt_irq(qts));
    sync_write(qts, A_H1X_THRESH_CPU0_INT_STATUS, SP_BIT);
    g_assert_false(syncpt_irq(qts));
    qtest_quit(qts);
}

/* W1C alone: a cause that is still there latches again. */
static void test_irq_relatch(void)
{
    QTestState *qts = host1x_start();

    arm_thresh(qts, SP, 0);
    g_assert_true(syncpt_irq(qts));
    sync_write(qts, A_H1X_THRESH_CPU0_INT_STATUS, SP_BIT);
    g_assert_true(syncpt_irq(qts));
    sync_write(qts, A_H1X_SYNCPT_INT_THRESH + 4 * SP, 1);
    sync_write(qts, A_H1X_THRESH_CPU0_INT_STATUS, SP_BIT);
    g_assert_false(syncpt_irq(qts));
    set_syncpt(qts, SP, 1);             /* a plain write counts as well */
    g_assert_true(syncpt_irq(qts));
    qtest_quit(qts);
}

/* The handler of Linux 6.1 takes the bits one by one, lowest first. */
static void test_irq_handler(void)
{
    QTestState *qts = host1x_start();
    uint32_t bits;

    arm_thresh(qts, 1, 1);
    arm_thresh(qts, 31, 1);
    arm_thresh(qts, 7, 2);
    sync_write(qts, A_H1X_SYNCPT_CPU_INCR, 0x80000082);
    bits = sync_read(qts, A_H1X_THRESH_CPU0_INT_STATUS);
    g_assert_cmphex(bits, ==, 0x80000002);
    disable(qts, 0x00000002);
    g_assert_true(syncpt_irq(qts));
    g_assert_cmphex(sync_read(qts, A_H1X_THRESH_CPU0_INT_STATUS), ==,
                    0x80000000);
    disable(qts, 0x80000000);
    g_assert_false(syncpt_irq(qts));

    /* Still off between handler and work; the other id is still armed. */
    sync_write(qts, A_H1X_SYNCPT_CPU_INCR, 0x80000002);
    g_assert_false(syncpt_irq(qts));
    sync_write(qts, A_H1X_SYNCPT_CPU_INCR, 0x00000080);
    g_assert_cmphex(sync_read(qts, A_H1X_THRESH_CPU0_INT_STATUS), ==, 0x80);
    qtest_quit(qts);
}

static void test_irq_routes(void)
{
    QTestState *qts = host1x_start();

    sync_write(qts, A_H1X_THRESH_INT_ENABLE_CPU1, 0x00010001);
    sync_write(qts, A_H1X_THRESH_INT_ENABLE_CPU0, 0x80000002);
    g_assert_cmphex(sync_read(qts, A_H1X_THRESH_INT_MASK), ==, 0x6);
    g_assert_cmphex(sync_read(qts, A_H1X_THRESH_INT_MASK_1), ==, 0x40000002);
    g_assert_cmphex(sync_read(qts, A_H1X_THRESH_CPU0_INT_STATUS), ==,
                    0x80000002);
    g_assert_cmphex(sync_read(qts, A_H1X_THRESH_CPU1_INT_STATUS), ==,
                    0x00010001);
    g_assert_true(qtest_get_irq(qts, SPI_SYNCPT_COP));
    g_assert_true(syncpt_irq(qts));

    /* One processor at a time */
    sync_write(qts, A_H1X_THRESH_INT_ENABLE_CPU0, 0x00010001);
    sync_write(qts, A_H1X_THRESH_CPU1_INT_STATUS, 0x00010001);
    g_assert_false(qtest_get_irq(qts, SPI_SYNCPT_COP));
    sync_write(qts, A_H1X_THRESH_INT_DISABLE, 0xffffffff);
    g_assert_cmphex(sync_read(qts, A_H1X_THRESH_INT_MASK), ==, 0);
    g_assert_cmphex(sync_read(qts, A_H1X_THRESH_INT_MASK_1), ==, 0);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* General interrupts                                                 */

static void test_general_irq(void)
{
    QTestState *qts = host1x_start();

    /* A finished wait of channel 4 */
    ch_start(qts, 4, 0);
    PUSH(qts, 4, WAIT, AT(2, 0));
    g_assert_cmphex(sync_read(qts, A_H1X_HINTSTATUS), ==, 0x10);
    g_assert_cmphex(sync_read(qts, A_H1X_INTSTATUS), ==, 0);
    sync_write(qts, A_H1X_HINTMASK, 0x10);
    g_assert_cmphex(sync_read(qts, A_H1X_INTSTATUS), ==, 1);
    sync_write(qts, A_H1X_INTC0MASK, 1);
    g_assert_false(qtest_get_irq(qts, SPI_GENERAL_CPU));
    sync_write(qts, A_H1X_INTMASK, 1);
    g_assert_true(qtest_get_irq(qts, SPI_GENERAL_CPU));
    g_assert_false(qtest_get_irq(qts, SPI_GENERAL_COP));
    sync_write(qts, A_H1X_INTC1MASK, 1);
    sync_write(qts, A_H1X_INTMASK, 2);
    g_assert_false(qtest_get_irq(qts, SPI_GENERAL_CPU));
    g_assert_true(qtest_get_irq(qts, SPI_GENERAL_COP));
    sync_write(qts, A_H1X_HINTSTATUS, 0x10);
    g_assert_false(qtest_get_irq(qts, SPI_GENERAL_COP));
    g_assert_cmphex(sync_read(qts, A_H1X_HINTSTATUS), ==, 0);

    /* Sync point interrupts have a bit each, not gated by HINTMASK. */
    sync_write(qts, A_H1X_THRESH_INT_ENABLE_CPU0, 1);
    sync_write(qts, A_H1X_THRESH_INT_ENABLE_CPU1, 2);
    g_assert_cmphex(sync_read(qts, A_H1X_INTSTATUS), ==, 0xc0000000);
    qtest_quit(qts);
}

/* The set-up of the downstream driver: illegal opcodes by way of bit 31 */
static void test_general_irq_ext(void)
{
    QTestState *qts = host1x_start();

    sync_write(qts, A_H1X_HINTMASK_EXT, 0xc0000020);
    sync_write(qts, A_H1X_HINTMASK, 0x80000000);
    sync_write(qts, A_H1X_INTC0MASK, 1);
    sync_write(qts, A_H1X_INTMASK, 1);
    ch_start(qts, 5, 0);
    PUSH(qts, 5, 0x70000000);
    g_assert_true(qtest_get_irq(qts, SPI_GENERAL_CPU));
    g_assert_cmphex(sync_read(qts, A_H1X_HINTSTATUS), ==, 0x80000000);
    g_assert_cmphex(sync_read(qts, A_H1X_HINTSTATUS_EXT), ==, 0x20);
    sync_write(qts, A_H1X_HINTSTATUS, 0x80000000);  /* read-only bit */
    g_assert_true(qtest_get_irq(qts, SPI_GENERAL_CPU));
    sync_write(qts, A_H1X_HINTSTATUS_EXT, 0x20);
    g_assert_false(qtest_get_irq(qts, SPI_GENERAL_CPU));
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* Locks                                                              */

static void test_locks(void)
{
    QTestState *qts = host1x_start();

    g_assert_cmphex(sync_read(qts, A_H1X_MLOCK + 4 * 3), ==, 0);
    g_assert_cmphex(sync_read(qts, A_H1X_MLOCK_OWNER + 4 * 3), ==, 2);
    g_assert_cmphex(sync_read(qts, A_H1X_MLOCK + 4 * 3), !=, 0);
    sync_write(qts, A_H1X_MLOCK + 4 * 3, 0);
    g_assert_cmphex(sync_read(qts, A_H1X_MLOCK_OWNER + 4 * 3), ==, 0);
    g_assert_cmphex(sync_read(qts, A_H1X_MLOCK_ERROR), ==, 0);

    /* Released by someone who does not own it */
    sync_write(qts, A_H1X_MLOCK + 4 * 3, 0);
    g_assert_cmphex(sync_read(qts, A_H1X_MLOCK_ERROR), ==, 8);
    sync_write(qts, A_H1X_MLOCK_ERROR, 8);
    g_assert_cmphex(sync_read(qts, A_H1X_MLOCK_ERROR), ==, 0);

    g_assert_cmphex(sync_read(qts, A_H1X_HWLOCK + 4 * 7), ==, 1);
    g_assert_cmphex(sync_read(qts, A_H1X_HWLOCK + 4 * 7), ==, 0);
    sync_write(qts, A_H1X_HWLOCK + 4 * 7, 0);
    g_assert_cmphex(sync_read(qts, A_H1X_HWLOCK + 4 * 7), ==, 1);
    qtest_quit(qts);
}

/*
 * The FIFO dump of Linux ends only when the read pointer, counted up inside
 * the channel's slice, meets the write pointer.
 */
static void test_cfpeek(void)
{
    QTestState *qts = host1x_start();

    for (uint32_t ch = 0; ch < 8; ch++) {
        uint32_t setup = sync_read(qts, A_H1X_CF_SETUP + 4 * ch);
        uint32_t ptrs;

        sync_write(qts, A_H1X_CFPEEK_CTRL, 0);
        sync_write(qts, A_H1X_CFPEEK_CTRL, 0x80000000 | ch << 16);
        ptrs = sync_read(qts, A_H1X_CFPEEK_PTRS);
        g_assert_cmphex(ptrs & 0x1ff, ==, setup & 0x1ff);
        g_assert_cmphex(ptrs >> 16 & 0x1ff, ==, setup & 0x1ff);
    }
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("/tegra20/host1x/reset-values", test_reset_values);
    qtest_add_func("/tegra20/host1x/masks", test_masks);
    qtest_add_func("/tegra20/host1x/alias", test_alias);
    qtest_add_func("/tegra20/host1x/reset-line", test_reset_line);
    qtest_add_func("/tegra20/host1x/system-reset", test_system_reset);
    qtest_add_func("/tegra20/host1x/syncpt", test_syncpt);
    qtest_add_func("/tegra20/host1x/reached", test_reached);
    qtest_add_func("/tegra20/host1x/irq/arm-before", test_irq_arm_before);
    qtest_add_func("/tegra20/host1x/irq/arm-after", test_irq_arm_after);
    qtest_add_func("/tegra20/host1x/irq/move", test_irq_move);
    qtest_add_func("/tegra20/host1x/irq/relatch", test_irq_relatch);
    qtest_add_func("/tegra20/host1x/irq/handler", test_irq_handler);
    qtest_add_func("/tegra20/host1x/irq/routes", test_irq_routes);
    qtest_add_func("/tegra20/host1x/irq/general", test_general_irq);
    qtest_add_func("/tegra20/host1x/irq/general-ext", test_general_irq_ext);
    qtest_add_func("/tegra20/host1x/locks", test_locks);
    qtest_add_func("/tegra20/host1x/cfpeek", test_cfpeek);
    return g_test_run();
}
