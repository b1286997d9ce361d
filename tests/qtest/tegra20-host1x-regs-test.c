/*
 * QTest of the Tegra20 host1x: every register, one by one
 *
 * The tables are those of docs/specs/tegra-host1x.rst, section Registers.  A
 * write of ones and of zeros to one register must show in that register as the
 * table says, and nowhere else.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tegra20-host1x.h"

typedef enum Kind {
    RW,         /* reads what was written, in the bits of @mask */
    RO,         /* a write changes nothing */
    W1C,        /* reads 0 after reset, so ones clear nothing */
    ACT,        /* reads 0, a write is an action */
    ODD,        /* a read or a write does more: a test of its own */
} Kind;

typedef struct Reg {
    uint32_t offset;
    unsigned int count;
    Kind kind;
    uint32_t reset;     /* of the first one */
    uint32_t mask;
    uint32_t step;      /* reset value of the next one: so much more */
} Reg;

static const Reg sync_regs[] = {
    { A_H1X_INTSTATUS, 1, RO, 0 },
    { A_H1X_INTMASK, 1, RW, 0, 0x3 },
    { A_H1X_INTC0MASK, 1, RW, 0, 0xffffffff },
    { A_H1X_INTC1MASK, 1, RW, 0, 0xffffffff },
    { A_H1X_HINTSTATUS, 1, W1C, 0 },
    { A_H1X_HINTMASK, 1, RW, 0, 0xe00f00ff },
    { A_H1X_HINTSTATUS_EXT, 1, W1C, 0 },
    { A_H1X_HINTMASK_EXT, 1, RW, 0, 0xc00000ff },
    { A_H1X_THRESH_CPU0_INT_STATUS, 1, W1C, 0 },
    { A_H1X_THRESH_CPU0_INT_STATUS_1, 1, RO, 0 },
    { A_H1X_THRESH_CPU1_INT_STATUS, 1, W1C, 0 },
    { A_H1X_THRESH_CPU1_INT_STATUS_1, 1, RO, 0 },
    { A_H1X_THRESH_INT_MASK, 2, ODD, 0 },
    { A_H1X_THRESH_INT_DISABLE, 1, ACT, 0 },
    { A_H1X_THRESH_INT_ENABLE_CPU0, 1, ODD, 0 },
    { A_H1X_THRESH_INT_ENABLE_CPU1, 1, ODD, 0 },
    { A_H1X_CF_SETUP, 8, RW, 0x003f0000, 0x01ff01ff, 0x00400040 },
    { A_H1X_CF_SETUPDONE, 1, RW, 0, 0x1 },
    { A_H1X_CMDPROC_CTRL, 1, RW, 0, 0x26 },
    { A_H1X_CMDPROC_STAT, 1, W1C, 0 },
    { A_H1X_CMDPROC_STOP, 1, RW, 0, 0xff },
    { A_H1X_CH_TEARDOWN, 1, ACT, 0 },
    { A_H1X_MOD_TEARDOWN, 1, ACT, 0 },
    { A_H1X_CH_STATUS, 8, RO, 0 },
    { A_H1X_MODULE_STATUS, 11, RO, 0 },
    { A_H1X_DIRECT_MODULE_CONFIG, 1, RW, 0x54000000, 0xfffffffc },
    { A_H1X_USEC_CLK, 1, RW, 0x15e, 0xfff },
    { A_H1X_CTXSW_TIMEOUT_CFG, 1, RW, 0xf, 0xff },
    { A_H1X_INDREG_DMA_CTRL, 1, RW, 0, 0xef },
    { A_H1X_CHANNEL_PRIORITY, 1, RW, 0, 0xff },
    { A_H1X_CDMA_ASM_TIMEOUT, 1, RW, 0x404, 0xffffffff },
    { A_H1X_CDMA_MISC, 1, RW, 0, 0x73f },
    { A_H1X_IP_BUSY_TIMEOUT, 1, RW, 0, 0xffff },
    { A_H1X_IP_READ_TIMEOUT_ADDR, 1, RO, 0 },
    { A_H1X_IP_WRITE_TIMEOUT_ADDR, 1, RO, 0 },
    { A_H1X_MCCIF_THCTRL, 1, RW, 0, 0xffffffff },
    { A_H1X_HC_MCCIF_FIFOCTRL, 1, RW, 0, 0xffffffff },
    { A_H1X_TIMEOUT_WCOAL_HC, 1, RW, 0x32, 0xffffffff },
    { A_H1X_HWLOCK, 8, ODD, 0 },
    { A_H1X_MLOCK, 16, ODD, 0 },
    { A_H1X_MLOCK_OWNER, 16, RO, 0 },
    { A_H1X_MLOCK_ERROR, 1, W1C, 0 },
    { A_H1X_SYNCPT, 32, RW, 0, 0xffffffff },
    { A_H1X_SYNCPT_INT_THRESH, 32, RW, 0, 0xffff },
    { A_H1X_SYNCPT_BASE, 8, RW, 0, 0xffff },
    { A_H1X_SYNCPT_CPU_INCR, 1, ODD, 0 },
    { A_H1X_CBREAD, 8, RO, 0 },
    { A_H1X_REGF_DATA, 1, RO, 0 },
    { A_H1X_REGF_ADDR, 1, RO, 0 },
    { A_H1X_WAITOVR, 1, RW, 0, 0xff },
    { A_H1X_CFPEEK_CTRL, 1, ODD, 0 },
    { A_H1X_CFPEEK_READ, 1, RO, 0 },
    { A_H1X_CFPEEK_PTRS, 1, RO, 0 },
    { A_H1X_CBSTAT, 8, RO, 0 },
    { A_H1X_CDMA_FETCHED, 2, RW, 0, 0xffffffff },
    { A_H1X_RDMA_MISC, 1, RW, 0x1000, 0xffffffff },
    { A_H1X_RDMA, 18, RW, 0, 0xffffffff },
    { A_H1X_CFG, 1, RW, 0x00ff0000, 0xffffffff },
};

static const Reg channel_regs[] = {
    { A_H1X_FIFOSTAT, 1, RO, 0x80100440 },
    { A_H1X_INDOFF, 1, ODD, 0 },
    { A_H1X_INDCNT, 1, ODD, 0 },
    { A_H1X_INDDATA, 1, ODD, 0 },
    { A_H1X_RAISE, 1, RW, 0, 0xffffffff },
    { A_H1X_DMASTART, 1, RW, 0, 0xfffffffc },
    { A_H1X_DMAPUT, 1, RW, 0, 0xfffffffc },
    { A_H1X_DMAGET, 1, RO, 0 },
    { A_H1X_DMAEND, 1, RW, 0, 0xfffffffc },
    { A_H1X_DMACTRL, 1, ODD, 1 },
    { A_H1X_FBBUFBASE, 1, RW, 0, 0xfffffffc },
    { A_H1X_CMDSWAP, 1, RW, 0, 0x3 },
    { A_H1X_INDOFF2, 1, ODD, 0 },
    { A_H1X_TICKCOUNT_HI, 1, RW, 0, 0xffffffff },
    { A_H1X_TICKCOUNT_LO, 1, RW, 0, 0xffffffff },
    { A_H1X_CHANNELCTRL, 1, RW, 0, 0x1 },
};

/* A block of registers and what stands in it */
typedef struct Block {
    uint32_t base;
    uint32_t size;
    const Reg *regs;
    size_t count;
} Block;

static const Block sync_block = {
    HOST1X_BASE + TEGRA_HOST1X_SYNC, TEGRA_HOST1X_SYNC_SIZE, sync_regs,
    ARRAY_SIZE(sync_regs)
};

static Block channel_block(unsigned int ch)
{
    return (Block) {
        HOST1X_BASE + ch * TEGRA_HOST1X_WINDOW, 0x100, channel_regs,
        ARRAY_SIZE(channel_regs)
    };
}

static const Reg *find_reg(const Block *b, uint32_t offset)
{
    for (size_t i = 0; i < b->count; i++) {
        if (offset >= b->regs[i].offset &&
            offset < b->regs[i].offset + 4 * b->regs[i].count) {
            return &b->regs[i];
        }
    }
    return NULL;
}

/* Return whether reading @reg changes nothing. */
static bool quiet(const Reg *reg)
{
    return !reg || (reg->offset != A_H1X_HWLOCK && reg->offset != A_H1X_MLOCK);
}

static uint32_t reset_value(const Block *b, uint32_t offset)
{
    const Reg *reg = find_reg(b, offset);

    return reg ? reg->reset + (offset - reg->offset) / 4 * reg->step : 0;
}

static void check_at_reset(QTestState *qts, const Block *b, uint32_t but)
{
    for (uint32_t offset = 0; offset < b->size; offset += 4) {
        if (offset != but && quiet(find_reg(b, offset))) {
            g_assert_cmphex(qtest_readl(qts, b->base + offset), ==,
                            reset_value(b, offset));
        }
    }
}

static uint32_t after_write(const Block *b, const Reg *reg, uint32_t offset,
                            uint32_t value)
{
    switch (reg->kind) {
    case RW:
        return value & reg->mask;
    case RO:
        return reset_value(b, offset);
    default:
        return 0;
    }
}

static void check_write(QTestState *qts, const Block *b, const Reg *reg,
                        uint32_t offset)
{
    static const uint32_t values[] = { 0xffffffff, 0xa5c3965a, 0 };

    for (size_t i = 0; i < ARRAY_SIZE(values); i++) {
        qtest_writel(qts, b->base + offset, values[i]);
        g_assert_cmphex(qtest_readl(qts, b->base + offset), ==,
                        after_write(b, reg, offset, values[i]));
    }
}

static void host1x_reset(QTestState *qts)
{
    tegra20_hold(qts, TEGRA20_PERIPH_HOST1X, true);
    tegra20_hold(qts, TEGRA20_PERIPH_HOST1X, false);
}

/* Check the first and last of each kind, with a look at all others */
static void check_row(QTestState *qts, const Block *b, const Reg *reg)
{
    unsigned int n[] = { 0, reg->count - 1 };

    for (size_t i = 0; i < (reg->count > 1 ? 2 : 1); i++) {
        uint32_t offset = reg->offset + 4 * n[i];

        host1x_reset(qts);
        qtest_writel(qts, b->base + offset, 0xffffffff);
        check_at_reset(qts, b, offset);
        check_write(qts, b, reg, offset);
    }
    for (unsigned int k = 0; k < reg->count; k++) {
        check_write(qts, b, reg, reg->offset + 4 * k);
    }
    host1x_reset(qts);
    check_at_reset(qts, b, UINT32_MAX);
}

static void check_block(QTestState *qts, const Block *b)
{
    check_at_reset(qts, b, UINT32_MAX);
    for (size_t i = 0; i < b->count; i++) {
        if (b->regs[i].kind != ODD) {
            check_row(qts, b, &b->regs[i]);
        }
    }
}

static void test_sync(void)
{
    QTestState *qts = host1x_start();

    check_block(qts, &sync_block);
    qtest_quit(qts);
}

/* Also in the ninth window; and none of it is seen in the next one */
static void test_channel(void)
{
    static const unsigned int channels[] = { 0, 3, 7, 8 };
    QTestState *qts = host1x_start();

    for (size_t i = 0; i < ARRAY_SIZE(channels); i++) {
        Block b = channel_block(channels[i]);
        Block next = channel_block((channels[i] + 1) % 9);

        check_block(qts, &b);
        ch_write(qts, channels[i], A_H1X_DMASTART, 0x1000);
        check_at_reset(qts, &next, UINT32_MAX);
        host1x_reset(qts);
    }
    qtest_quit(qts);
}

/* What is in no table does not exist: no write is seen anywhere. */
static void test_holes(void)
{
    QTestState *qts = host1x_start();
    Block ch = channel_block(0);

    for (uint32_t offset = 0; offset < sync_block.size; offset += 4) {
        if (!find_reg(&sync_block, offset)) {
            qtest_writel(qts, sync_block.base + offset, 0xffffffff);
        }
    }
    for (uint32_t offset = 0; offset < TEGRA_HOST1X_SYNC; offset += 4) {
        if (!find_reg(&ch, offset)) {
            ch_write(qts, 0, offset, 0xffffffff);
        }
    }
    check_at_reset(qts, &sync_block, UINT32_MAX);
    check_at_reset(qts, &ch, UINT32_MAX);
    for (uint32_t offset = ch.size; offset < TEGRA_HOST1X_SYNC; offset += 4) {
        g_assert_cmphex(ch_read(qts, 0, offset), ==, 0);
    }
    qtest_quit(qts);
}

/* Only 32 bits at a time, as the bus of the chip has it */
static void test_sizes(void)
{
    QTestState *qts = host1x_start();
    uint64_t addr = sync_block.base + A_H1X_SYNCPT;

    set_syncpt(qts, 0, 0x11223344);
    qtest_writeb(qts, addr, 0xff);
    qtest_writew(qts, addr, 0xffff);
    g_assert_cmphex(syncpt(qts, 0), ==, 0x11223344);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* The odd ones that no other test looks at                           */

/* Ones route all ids to one processor or to both; zeros to none. */
static void test_routes(void)
{
    QTestState *qts = host1x_start();

    for (unsigned int id = 0; id < 32; id++) {
        sync_write(qts, A_H1X_SYNCPT_INT_THRESH + 4 * id, 1);
    }
    sync_write(qts, A_H1X_THRESH_INT_ENABLE_CPU0, 0xffffffff);
    g_assert_cmphex(sync_read(qts, A_H1X_THRESH_INT_MASK), ==, 0x55555555);
    g_assert_cmphex(sync_read(qts, A_H1X_THRESH_INT_MASK_1), ==, 0x55555555);
    sync_write(qts, A_H1X_THRESH_INT_ENABLE_CPU1, 0x80000001);
    g_assert_cmphex(sync_read(qts, A_H1X_THRESH_INT_MASK), ==, 0x55555556);
    g_assert_cmphex(sync_read(qts, A_H1X_THRESH_INT_MASK_1), ==, 0x95555555);
    g_assert_cmphex(sync_read(qts, A_H1X_THRESH_INT_ENABLE_CPU0), ==,
                    0x7ffffffe);
    g_assert_cmphex(sync_read(qts, A_H1X_THRESH_INT_ENABLE_CPU1), ==,
                    0x80000001);
    sync_write(qts, A_H1X_THRESH_INT_DISABLE, 0xffff0000);
    g_assert_cmphex(sync_read(qts, A_H1X_THRESH_INT_MASK_1), ==, 0);
    sync_write(qts, A_H1X_THRESH_INT_MASK, 0x00000006);
    g_assert_cmphex(sync_read(qts, A_H1X_THRESH_INT_ENABLE_CPU0), ==, 2);
    g_assert_cmphex(sync_read(qts, A_H1X_THRESH_INT_ENABLE_CPU1), ==, 1);
    qtest_quit(qts);
}

/* The address and the rest of INDOFF; bit 0 keeps the address. */
static void test_indoff(void)
{
    QTestState *qts = host1x_start();

    ch_write(qts, 2, A_H1X_INDOFF, 0xfffffffe);
    g_assert_cmphex(ch_read(qts, 2, A_H1X_INDOFF), ==, 0xfbfffffc);
    g_assert_cmphex(ch_read(qts, 2, A_H1X_INDOFF2), ==, 0x03fffffc);
    ch_write(qts, 2, A_H1X_INDOFF, 1);
    g_assert_cmphex(ch_read(qts, 2, A_H1X_INDOFF), ==, 0x03fffffd);
    ch_write(qts, 2, A_H1X_INDOFF2, 0xffffffff);
    g_assert_cmphex(ch_read(qts, 2, A_H1X_INDOFF2), ==, 0xfffffffc);
    qtest_quit(qts);
}

static void test_dmactrl(void)
{
    QTestState *qts = host1x_start();

    ch_write(qts, 6, A_H1X_DMAPUT, 0x123);
    ch_write(qts, 6, A_H1X_DMACTRL, 0xffffffff);
    g_assert_cmphex(ch_read(qts, 6, A_H1X_DMACTRL), ==, 7);
    g_assert_cmphex(dmaget(qts, 6), ==, 0x120);
    ch_write(qts, 6, A_H1X_DMACTRL, 3);
    g_assert_cmphex(ch_read(qts, 6, A_H1X_DMACTRL), ==, 3);
    g_assert_cmphex(dmaget(qts, 6), ==, 0);
    qtest_quit(qts);
}

static void test_cfpeek_ctrl(void)
{
    QTestState *qts = host1x_start();

    sync_write(qts, A_H1X_CFPEEK_CTRL, 0xffffffff);
    g_assert_cmphex(sync_read(qts, A_H1X_CFPEEK_CTRL), ==, 0x800701ff);
    g_assert_cmphex(sync_read(qts, A_H1X_CFPEEK_PTRS), ==, 0x01c001c0);
    sync_write(qts, A_H1X_CFPEEK_CTRL, 0);
    g_assert_cmphex(sync_read(qts, A_H1X_CFPEEK_PTRS), ==, 0);
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);

    qtest_add_func("/tegra20/host1x/regs/sync", test_sync);
    qtest_add_func("/tegra20/host1x/regs/channel", test_channel);
    qtest_add_func("/tegra20/host1x/regs/holes", test_holes);
    qtest_add_func("/tegra20/host1x/regs/sizes", test_sizes);
    qtest_add_func("/tegra20/host1x/regs/routes", test_routes);
    qtest_add_func("/tegra20/host1x/regs/indoff", test_indoff);
    qtest_add_func("/tegra20/host1x/regs/dmactrl", test_dmactrl);
    qtest_add_func("/tegra20/host1x/regs/cfpeek-ctrl", test_cfpeek_ctrl);

    return g_test_run();
}
