/*
 * QTest of the Tegra20 host1x: command streams from guest memory
 *
 * Opcodes, the ring, gathers, waits between channels, stop and teardown.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tegra20-host1x.h"

static void assert_at(QTestState *qts, unsigned int ch, uint32_t get,
                      uint32_t stat, uint32_t read)
{
    g_assert_cmphex(dmaget(qts, ch), ==, get);
    g_assert_cmphex(cbstat(qts, ch), ==, stat);
    g_assert_cmphex(cbread(qts, ch), ==, read);
}

/* ------------------------------------------------------------------ */
/* Opcodes.  Base registers show what a stream has written.           */

static void test_setcl(void)
{
    QTestState *qts = stream_start(0);

    /* Mask 0x33 from 0x0b: methods 0x0b, 0x0c, 0x0f, 0x10; two exist. */
    PUSH(qts, 0, HOST(0x0b, 0x03), 0x02000040, 0x02000005);
    g_assert_cmphex(base(qts, 2), ==, 0x45);
    assert_at(qts, 0, 0x0c, 0x0001000c, 0x02000005);

    /* No mask: class only */
    PUSH(qts, 0, SETCL(0x3ff, 0xabc, 0));
    assert_at(qts, 0, 0x10, 0x03ff0abc, 0x0abcffc0);
    qtest_quit(qts);
}

static void test_incr(void)
{
    QTestState *qts = stream_start(0);

    PUSH(qts, 0, HOST(0, 0), INCR(0x0b, 2), 0x01001234, 0x01000006,
         INCR(0x0b, 0), INCR(0x0b, 1), 0x03000001);
    g_assert_cmphex(base(qts, 1), ==, 0x123a);
    g_assert_cmphex(base(qts, 3), ==, 1);
    assert_at(qts, 0, 0x1c, 0x0001000b, 0x03000001);
    qtest_quit(qts);
}

static void test_nonincr(void)
{
    QTestState *qts = stream_start(0);

    PUSH(qts, 0, HOST(0, 0), NONINCR(0x0b, 3), 0x00000011, 0x01000022,
         0x02000033, NOP, NONINCR(0, 2), 5, 5);
    g_assert_cmphex(base(qts, 0), ==, 0x11);
    g_assert_cmphex(base(qts, 1), ==, 0x22);
    g_assert_cmphex(base(qts, 2), ==, 0x33);
    g_assert_cmphex(syncpt(qts, 5), ==, 2);
    assert_at(qts, 0, 0x24, 0x00010000, 5);
    qtest_quit(qts);
}

static void test_mask(void)
{
    QTestState *qts = stream_start(0);

    /* Bits 0, 11 and 12 from method 0, lowest bit first */
    PUSH(qts, 0, HOST(0, 0), MASK(0, 0x1801), 7, 0x06000100, 0x06000001);
    g_assert_cmphex(syncpt(qts, 7), ==, 1);
    g_assert_cmphex(base(qts, 6), ==, 0x101);
    assert_at(qts, 0, 0x14, 0x0001000c, 0x06000001);
    PUSH(qts, 0, MASK(0x0b, 0), MASK(0x0b, 0x8000), 0, IMM(0, 7));
    g_assert_cmphex(syncpt(qts, 7), ==, 2);
    qtest_quit(qts);
}

static void test_imm(void)
{
    QTestState *qts = stream_start(0);

    PUSH(qts, 0, HOST(0, 0), IMM(0, 0x011f), IMM(0x0b, 0xfedc));
    g_assert_cmphex(syncpt(qts, 31), ==, 1);
    g_assert_cmphex(base(qts, 0), ==, 0xfedc);
    assert_at(qts, 0, 0x0c, 0x0001000b, IMM(0x0b, 0xfedc));
    qtest_quit(qts);
}

/* Linux overwrites the slots of a cancelled job with these. */
static void test_no_effect(void)
{
    QTestState *qts = stream_start(0);

    PUSH(qts, 0, HOST(0, 0), FILLER, FILLER, 0xf0000000, 0xffffffff, NOP,
         0xe2000000, 0xe0000010, 0xe1000020, IMM(0, 1));
    g_assert_true(ch_done(qts, 0));
    g_assert_cmphex(syncpt(qts, 1), ==, 1);
    g_assert_cmphex(sync_read(qts, A_H1X_CMDPROC_STAT), ==, 0);
    g_assert_cmphex(sync_read(qts, A_H1X_MLOCK_ERROR), ==, 0);
    qtest_quit(qts);
}

static void test_illegal(void)
{
    QTestState *qts = stream_start(6);

    PUSH(qts, 6, HOST(0, 0));
    for (uint32_t op = 0x7; op <= 0xd; op++) {
        PUSH(qts, 6, op << 28 | 0x0012fff0, IMM(0, 3));
        g_assert_cmphex(sync_read(qts, A_H1X_CMDPROC_STAT), ==, 0x40);
        g_assert_cmphex(sync_read(qts, A_H1X_HINTSTATUS_EXT), ==, 0x40);
        g_assert_cmphex(syncpt(qts, 3), ==, op - 6);
        sync_write(qts, A_H1X_CMDPROC_STAT, 0x40);
        sync_write(qts, A_H1X_HINTSTATUS_EXT, 0x40);
    }
    qtest_quit(qts);
}

/* Unknown classes, methods, sync points and bases block nothing. */
static void test_unknown(void)
{
    QTestState *qts = stream_start(0);

    PUSH(qts, 0, SETCL(0x123, 0, 1), 4, SETCL(0, 0, 1), 4,
         HOST(0x20, 1), 0xdeadbeef, HOST(0xfff, 3), 1, 2,
         HOST(0x08, 0x1f), 0x20000001, 0x20000001, 0xff000000, 0x08001234,
         0xff000001, WAIT_BASE, AT_BASE(0, 8, 0), IMM(0, 32), IMM(0, 4));
    g_assert_true(ch_done(qts, 0));
    g_assert_cmphex(syncpt(qts, 4), ==, 1);
    g_assert_cmphex(syncpt(qts, 2), ==, 1);     /* 0xfff + 1 is method 0 */
    qtest_quit(qts);
}

/* A class of the chip without a model still counts. */
static void test_absent_engine(void)
{
    QTestState *qts = stream_start(0);

    PUSH(qts, 0, SETCL(0x20, 0, 0), INCR(0x40, 2), 1, 2, IMM(0, 0x104));
    g_assert_cmphex(syncpt(qts, 4), ==, 1);
    assert_at(qts, 0, 0x14, 0x00200000, IMM(0, 0x104));
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* The ring                                                           */

static void test_truncated(void)
{
    QTestState *qts = stream_start(0);

    PUSH(qts, 0, HOST(0, 0), INCR(0x0b, 2), 0x01000010);
    assert_at(qts, 0, 0x0c, 0x0001000b, 0x01000010);
    PUSH(qts, 0, 0x01000002);
    g_assert_cmphex(base(qts, 1), ==, 0x12);
    PUSH(qts, 0, GATHER_OP(2));
    g_assert_true(ch_done(qts, 0));
    WRITE_WORDS(qts, GATHER, IMM(0, 1), IMM(0, 1));
    PUSH(qts, 0, GATHER);
    g_assert_cmphex(syncpt(qts, 1), ==, 2);
    qtest_quit(qts);
}

/* PUT below GET, and PUT = 0 with the RESTART still to be fetched */
static void test_ring(void)
{
    QTestState *qts = stream_start(0);

    ch_start(qts, 0, 0xff0);
    WRITE_WORDS(qts, pb(0) + 0xff0, HOST(0, 0), IMM(0, 1));
    WRITE_WORDS(qts, pb(0), IMM(0, 1), IMM(0, 1));
    ch_write(qts, 0, A_H1X_DMAPUT, 0x008);
    settle(qts);
    g_assert_cmphex(dmaget(qts, 0), ==, 0x008);
    g_assert_cmphex(syncpt(qts, 1), ==, 3);

    ch_start(qts, 0, 0xff0);
    ch_write(qts, 0, A_H1X_DMAPUT, 0);
    settle(qts);
    assert_at(qts, 0, 0, 0x00010000, RESTART(0));
    g_assert_cmphex(syncpt(qts, 1), ==, 4);
    qtest_quit(qts);
}

static void test_getrst(void)
{
    QTestState *qts = stream_start(0);

    ch_write(qts, 0, A_H1X_DMACTRL, 1);
    ch_write(qts, 0, A_H1X_DMAPUT, 0x123);
    g_assert_cmphex(ch_read(qts, 0, A_H1X_DMAPUT), ==, 0x120);
    ch_write(qts, 0, A_H1X_DMACTRL, 7);
    g_assert_cmphex(dmaget(qts, 0), ==, 0x120);
    g_assert_cmphex(ch_read(qts, 0, A_H1X_DMACTRL), ==, 7);
    ch_write(qts, 0, A_H1X_DMACTRL, 3);
    g_assert_cmphex(dmaget(qts, 0), ==, 0);
    qtest_quit(qts);
}

/* The downstream driver: base 0, absolute GET and PUT, END all ones */
static void test_absolute(void)
{
    QTestState *qts = host1x_start();

    WRITE_WORDS(qts, DATA, HOST(0, 0), IMM(0, 2));
    ch_write(qts, 7, A_H1X_DMASTART, 0);
    ch_write(qts, 7, A_H1X_DMAEND, 0xffffffff);
    ch_write(qts, 7, A_H1X_DMAPUT, DATA);
    ch_write(qts, 7, A_H1X_DMACTRL, 7);
    ch_write(qts, 7, A_H1X_DMACTRL, 0);
    ch_write(qts, 7, A_H1X_DMAPUT, DATA + 8);
    settle(qts);
    g_assert_cmphex(syncpt(qts, 2), ==, 1);
    qtest_quit(qts);
}

/*
 * As dumped from hardware with a push buffer nobody could read: all words are
 * ones, which is CHDONE, and the ring is run through.
 */
static void test_unreadable_ring(void)
{
    QTestState *qts = host1x_start();

    ch_write(qts, 1, A_H1X_DMASTART, 0xffffd000);
    ch_write(qts, 1, A_H1X_DMACTRL, 3);
    ch_write(qts, 1, A_H1X_DMACTRL, 0);
    ch_write(qts, 1, A_H1X_DMAPUT, 0x10);
    settle(qts);
    assert_at(qts, 1, 0x10, 0x00000fff, 0xffffffff);

    /* Device registers are not memory for the command DMA. */
    ch_write(qts, 1, A_H1X_DMASTART, HOST1X_BASE);
    ch_write(qts, 1, A_H1X_DMAPUT, 0x20);
    settle(qts);
    assert_at(qts, 1, 0x20, 0x00000fff, 0xffffffff);
    qtest_quit(qts);
}

/* A ring that never ends: the machine answers, and Linux can recover. */
static void test_endless(void)
{
    QTestState *qts = stream_start(0);
    uint32_t count;

    WRITE_WORDS(qts, pb(0), HOST(0, 0), IMM(0, 1), RESTART(0));
    ch_write(qts, 0, A_H1X_DMAPUT, 0x800);
    settle(qts);
    count = syncpt(qts, 1);
    g_assert_cmpuint(count, >, 1000);
    settle(qts);
    g_assert_cmpuint(syncpt(qts, 1), >, count);
    qtest_qmp_assert_success(qts, "{ 'execute': 'query-status' }");

    sync_write(qts, A_H1X_CMDPROC_STOP, 1);
    count = syncpt(qts, 1);
    settle(qts);
    g_assert_cmpuint(syncpt(qts, 1), ==, count);
    ch_write(qts, 0, A_H1X_DMACTRL, 1);
    sync_write(qts, A_H1X_CH_TEARDOWN, 1);
    sync_write(qts, A_H1X_CMDPROC_STOP, 0);
    settle(qts);
    g_assert_cmpuint(syncpt(qts, 1), ==, count);
    qtest_quit(qts);
}

/* CMDSWAP 2: the stream is stored big endian. */
static void test_cmdswap(void)
{
    QTestState *qts = stream_start(0);

    ch_write(qts, 0, A_H1X_CMDSWAP, 2);
    PUSH(qts, 0, 0x40000000, 0x0b000140, 0x01030007);
    g_assert_cmphex(cbread(qts, 0), ==, 0x07000301);
    ch_write(qts, 0, A_H1X_CMDSWAP, 3);
    PUSH(qts, 0, 0x00010002);
    g_assert_cmphex(cbread(qts, 0), ==, 0x00020001);
    ch_write(qts, 0, A_H1X_CMDSWAP, 1);
    PUSH(qts, 0, 0x00200100);
    g_assert_cmphex(cbread(qts, 0), ==, 0x20000001);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* Gathers                                                            */

static void test_gather(void)
{
    QTestState *qts = stream_start(0);

    WRITE_WORDS(qts, GATHER, HOST(0x0b, 1), 0x00000077, NONINCR(0, 1), 9);
    PUSH(qts, 0, GATHER_OP(4), GATHER, IMM(0, 9));
    g_assert_cmphex(base(qts, 0), ==, 0x77);
    g_assert_cmphex(syncpt(qts, 9), ==, 2);
    assert_at(qts, 0, 0x0c, 0x00010000, IMM(0, 9));

    /* Nothing to fetch: the address is skipped. */
    PUSH(qts, 0, GATHER_OP(0), GATHER, IMM(0, 9));
    g_assert_cmphex(syncpt(qts, 9), ==, 3);
    qtest_quit(qts);
}

static void test_gather_insert(void)
{
    QTestState *qts = stream_start(0);

    WRITE_WORDS(qts, GATHER, 0x01000100, 0x01000020);
    WRITE_WORDS(qts, GATHER + 0x100, 0x02000055, 0x03000066, 0x04000077);
    PUSH(qts, 0, HOST(0, 0), GATHER_INCR(0x0b, 2), GATHER,
         GATHER_NONINCR(0x0b, 3), GATHER + 0x100, IMM(0, 1));
    g_assert_cmphex(base(qts, 1), ==, 0x120);
    g_assert_cmphex(base(qts, 2), ==, 0x55);
    g_assert_cmphex(base(qts, 3), ==, 0x66);
    g_assert_cmphex(base(qts, 4), ==, 0x77);
    g_assert_cmphex(syncpt(qts, 1), ==, 1);
    qtest_quit(qts);
}

/* Data that a gather leaves open come from the words behind it. */
static void test_gather_open_end(void)
{
    QTestState *qts = stream_start(0);

    WRITE_WORDS(qts, GATHER, HOST(0, 0), NONINCR(0x0b, 2), 0x01000001);
    PUSH(qts, 0, GATHER_OP(3), GATHER, 0x02000002, IMM(0, 1));
    g_assert_cmphex(base(qts, 1), ==, 1);
    g_assert_cmphex(base(qts, 2), ==, 2);
    g_assert_cmphex(syncpt(qts, 1), ==, 1);
    qtest_quit(qts);
}

/* Neither GATHER nor RESTART has an effect inside a gather. */
static void test_gather_nested(void)
{
    QTestState *qts = stream_start(0);

    WRITE_WORDS(qts, GATHER, HOST(0, 0), GATHER_OP(4), GATHER, RESTART(0),
                IMM(0, 1), GATHER_OP(4));
    PUSH(qts, 0, GATHER_OP(6), GATHER, GATHER, IMM(0, 1));
    g_assert_true(ch_done(qts, 0));
    g_assert_cmphex(syncpt(qts, 1), ==, 2);
    qtest_quit(qts);
}

/* The longest gather there is, many times the budget of one run */
static void test_gather_long(void)
{
    QTestState *qts = stream_start(0);
    g_autofree uint32_t *words = g_new(uint32_t, 16383);

    words[0] = HOST(0, 0);
    words[1] = NONINCR(0, 16381);
    for (int i = 2; i < 16383; i++) {
        words[i] = 0x100 | 13;
    }
    qtest_memwrite(qts, GATHER, words, 16383 * 4);
    PUSH(qts, 0, GATHER_OP(16383), GATHER, WAIT, AT(13, 16381), IMM(0, 14));
    settle(qts);
    g_assert_cmpuint(syncpt(qts, 13), ==, 16381);
    g_assert_cmpuint(syncpt(qts, 14), ==, 1);
    qtest_quit(qts);
}

/* The last words of RAM, and on behind them: ones, and the stream goes on */
static void test_gather_ram_end(void)
{
    QTestState *qts = stream_start(0);

    WRITE_WORDS(qts, RAM_SIZE - 8, HOST(0, 0), IMM(0, 1));
    PUSH(qts, 0, GATHER_OP(100), RAM_SIZE - 8);
    assert_at(qts, 0, 0x08, 0x00010fff, 0xffffffff);
    PUSH(qts, 0, IMM(0, 1));
    g_assert_cmphex(syncpt(qts, 1), ==, 2);

    /* Addresses have 32 bits. */
    WRITE_WORDS(qts, 0, IMM(0, 1), IMM(0, 1));
    PUSH(qts, 0, GATHER_OP(3), 0xfffffffc, IMM(0, 1));
    g_assert_cmphex(syncpt(qts, 1), ==, 5);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* Waits                                                              */

static void test_wait(void)
{
    QTestState *qts = stream_start(0);

    PUSH(qts, 0, WAIT, AT(4, 2), IMM(0, 5));
    assert_at(qts, 0, 0x08, 0x00010008, 0x04000002);
    sync_write(qts, A_H1X_SYNCPT_CPU_INCR, 1 << 4);
    settle(qts);
    assert_at(qts, 0, 0x08, 0x00010008, 0x04000002);
    g_assert_cmphex(sync_read(qts, A_H1X_HINTSTATUS), ==, 0);

    /* More words while it waits change nothing. */
    PUSH(qts, 0, IMM(0, 5));
    g_assert_cmphex(syncpt(qts, 5), ==, 0);
    sync_write(qts, A_H1X_SYNCPT_CPU_INCR, 1 << 4);
    settle(qts);
    g_assert_cmphex(syncpt(qts, 5), ==, 2);
    g_assert_true(ch_done(qts, 0));
    g_assert_cmphex(sync_read(qts, A_H1X_HINTSTATUS), ==, 1);
    qtest_quit(qts);
}

/* 24 bits in the word, 16 compared: the kernel masks its 32-bit maximum. */
static void test_wait_width(void)
{
    QTestState *qts = stream_start(0);

    set_syncpt(qts, 4, 0x87654321);
    PUSH(qts, 0, WAIT, AT(4, 0x654321), WAIT, AT(4, 0x654320), IMM(0, 5));
    g_assert_cmphex(syncpt(qts, 5), ==, 1);
    PUSH(qts, 0, WAIT, AT(4, 0x654322), IMM(0, 5));
    g_assert_true(ch_waits(qts, 0, 0x08, 4));
    set_syncpt(qts, 4, 0x87654320);     /* a step back wakes nobody */
    settle(qts);
    g_assert_true(ch_waits(qts, 0, 0x08, 4));
    set_syncpt(qts, 4, 0x87654322);
    settle(qts);
    g_assert_cmphex(syncpt(qts, 5), ==, 2);

    set_syncpt(qts, 4, 0xffff);
    PUSH(qts, 0, WAIT, AT(4, 0x10000), IMM(0, 5));
    g_assert_true(ch_waits(qts, 0, 0x08, 4));
    sync_write(qts, A_H1X_SYNCPT_CPU_INCR, 1 << 4);
    settle(qts);
    g_assert_cmphex(syncpt(qts, 5), ==, 3);
    qtest_quit(qts);
}

static void test_wait_base(void)
{
    QTestState *qts = stream_start(0);

    PUSH(qts, 0, LOAD_BASE, AT(6, 0xfffe), WAIT_BASE, AT_BASE(4, 6, 3),
         IMM(0, 5));
    assert_at(qts, 0, 0x10, 0x00010009, 0x04060003);

    /* The threshold, 1, was fixed when the wait began. */
    sync_write(qts, A_H1X_SYNCPT_BASE + 4 * 6, 0x4000);
    sync_write(qts, A_H1X_SYNCPT_CPU_INCR, 1 << 4);
    settle(qts);
    g_assert_cmphex(syncpt(qts, 5), ==, 1);

    PUSH(qts, 0, LOAD_BASE, AT(6, 0xffffff), INCR_BASE, AT(6, 0x000012));
    g_assert_cmphex(base(qts, 6), ==, 0x11);
    qtest_quit(qts);
}

static void test_wait_incr(void)
{
    QTestState *qts = stream_start(0);

    set_syncpt(qts, 4, 0xffffffff);
    PUSH(qts, 0, WAIT_INCR, AT(4, 0), IMM(0, 5));
    assert_at(qts, 0, 0x08, 0x0001000a, 0x04000000);
    sync_write(qts, A_H1X_SYNCPT_CPU_INCR, 1 << 4);
    settle(qts);
    g_assert_cmphex(syncpt(qts, 5), ==, 1);
    qtest_quit(qts);
}

/* Channel 7 wakes 0 and 3 with one increment; 0 wakes 7 in turn. */
static void test_wait_channels(void)
{
    QTestState *qts = stream_start(7);

    ch_start(qts, 0, 0);
    ch_start(qts, 3, 0);
    PUSH(qts, 0, WAIT, AT(10, 1), IMM(0, 11), IMM(0, 12));
    PUSH(qts, 3, WAIT, AT(10, 1), HOST(0x0b, 1), 0x00000003);
    g_assert_true(ch_waits(qts, 0, 0x08, 10));
    g_assert_true(ch_waits(qts, 3, 0x08, 10));
    WRITE_WORDS(qts, GATHER, HOST(0, 0), IMM(0, 10), WAIT, AT(11, 1),
                IMM(0, 13));
    PUSH(qts, 7, GATHER_OP(5), GATHER);
    g_assert_cmphex(syncpt(qts, 12), ==, 1);
    g_assert_cmphex(syncpt(qts, 13), ==, 1);
    g_assert_cmphex(base(qts, 0), ==, 3);
    g_assert_cmphex(sync_read(qts, A_H1X_HINTSTATUS), ==, 0x89);
    qtest_quit(qts);
}

static void test_waitovr(void)
{
    QTestState *qts = stream_start(2);

    PUSH(qts, 2, WAIT, AT(4, 100), WAIT, AT(5, 100), IMM(0, 6));
    g_assert_true(ch_waits(qts, 2, 0x08, 4));
    sync_write(qts, A_H1X_WAITOVR, 0x1);
    settle(qts);
    g_assert_true(ch_waits(qts, 2, 0x08, 4));
    sync_write(qts, A_H1X_WAITOVR, 0x4);
    settle(qts);
    g_assert_cmphex(syncpt(qts, 6), ==, 1);
    g_assert_cmphex(sync_read(qts, A_H1X_HINTSTATUS), ==, 4);
    qtest_quit(qts);
}

/*
 * DELAY_USEC counts USEC_CLK module clocks of 12 MHz; nothing else wakes it.
 */
static void test_delay(void)
{
    QTestState *qts = stream_start(0);

    sync_write(qts, A_H1X_USEC_CLK, 12);
    PUSH(qts, 0, HOST(0x10, 1), 1000, IMM(0, 5));
    assert_at(qts, 0, 0x08, 0x00010010, 1000);
    sync_write(qts, A_H1X_SYNCPT_CPU_INCR, 1 << 4);
    qtest_clock_step(qts, 999 * 1000);
    settle(qts);
    g_assert_cmphex(syncpt(qts, 5), ==, 0);
    qtest_clock_step(qts, 2 * 1000);
    settle(qts);
    g_assert_cmphex(syncpt(qts, 5), ==, 1);
    PUSH(qts, 0, HOST(0x10, 1), 0, IMM(0, 5));
    g_assert_cmphex(syncpt(qts, 5), ==, 2);
    qtest_quit(qts);
}

/* The tick counter, by its registers and by the host class */
static void test_ticks(void)
{
    QTestState *qts = stream_start(2);
    uint32_t ticks;

    ch_write(qts, 2, A_H1X_TICKCOUNT_HI, 7);
    ch_write(qts, 2, A_H1X_TICKCOUNT_LO, 0xffffffff);
    PUSH(qts, 2, HOST(0x13, 1), 1);
    g_assert_cmphex(ch_read(qts, 2, A_H1X_CHANNELCTRL), ==, 1);
    qtest_clock_step(qts, 1000 * 1000);
    ticks = ch_read(qts, 2, A_H1X_TICKCOUNT_LO);
    g_assert_cmpuint(ticks, >=, 11990);
    g_assert_cmpuint(ticks, <=, 12000);
    g_assert_cmphex(ch_read(qts, 2, A_H1X_TICKCOUNT_HI), ==, 8);
    ch_write(qts, 2, A_H1X_CHANNELCTRL, 0);
    qtest_clock_step(qts, 1000 * 1000);
    g_assert_cmpuint(ch_read(qts, 2, A_H1X_TICKCOUNT_LO), ==, ticks);
    PUSH(qts, 2, HOST(0x11, 3), 1, 2);
    g_assert_cmphex(ch_read(qts, 2, A_H1X_TICKCOUNT_HI), ==, 1);
    g_assert_cmphex(ch_read(qts, 2, A_H1X_TICKCOUNT_LO), ==, 2);
    qtest_quit(qts);
}

/* Without its clock host1x does nothing and forgets nothing. */
static void test_clock_off(void)
{
    QTestState *qts = stream_start(0);

    PUSH(qts, 0, WAIT, AT(4, 1), IMM(0, 5));
    tegra20_clock(qts, TEGRA20_PERIPH_HOST1X, false);
    sync_write(qts, A_H1X_SYNCPT_CPU_INCR, 1 << 4);
    settle(qts);
    g_assert_cmphex(sync_read(qts, A_H1X_USEC_CLK), ==, 0);
    g_assert_cmphex(ch_read(qts, 0, A_H1X_DMAPUT), ==, 0);
    tegra20_clock(qts, TEGRA20_PERIPH_HOST1X, true);
    g_assert_true(ch_waits(qts, 0, 0x08, 4));
    g_assert_cmphex(syncpt(qts, 4), ==, 0);
    sync_write(qts, A_H1X_SYNCPT_CPU_INCR, 1 << 4);
    settle(qts);
    g_assert_cmphex(syncpt(qts, 5), ==, 1);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* Stop, teardown                                                     */

/* The "had completed after all" path: stopped in a wait that ends */
static void test_cmdproc_stop(void)
{
    QTestState *qts = stream_start(1);

    PUSH(qts, 1, WAIT, AT(4, 1), IMM(0, 5));
    sync_write(qts, A_H1X_CMDPROC_STOP, 2);
    sync_write(qts, A_H1X_SYNCPT_CPU_INCR, 1 << 4);
    settle(qts);
    g_assert_cmphex(syncpt(qts, 5), ==, 0);
    PUSH(qts, 1, IMM(0, 5));
    g_assert_cmphex(syncpt(qts, 5), ==, 0);
    g_assert_cmphex(sync_read(qts, A_H1X_CMDPROC_STOP), ==, 2);
    sync_write(qts, A_H1X_CMDPROC_STOP, 0);
    settle(qts);
    g_assert_cmphex(syncpt(qts, 5), ==, 2);

    /* Stopped between two words, nothing lost */
    PUSH(qts, 1, INCR(0x0b, 2), 0x01000001);
    sync_write(qts, A_H1X_CMDPROC_STOP, 2);
    PUSH(qts, 1, 0x01000001);
    g_assert_cmphex(base(qts, 1), ==, 1);
    sync_write(qts, A_H1X_CMDPROC_STOP, 0);
    settle(qts);
    g_assert_cmphex(base(qts, 1), ==, 2);
    qtest_quit(qts);
}

static void test_dmastop(void)
{
    QTestState *qts = stream_start(1);

    PUSH(qts, 1, WAIT, AT(4, 1), IMM(0, 5));
    ch_write(qts, 1, A_H1X_DMACTRL, 1);
    sync_write(qts, A_H1X_SYNCPT_CPU_INCR, 1 << 4);
    settle(qts);
    g_assert_cmphex(syncpt(qts, 5), ==, 0);
    ch_write(qts, 1, A_H1X_DMACTRL, 0);
    settle(qts);
    g_assert_cmphex(syncpt(qts, 5), ==, 1);
    qtest_quit(qts);
}

/* Everything half done goes; ring, counters and other channels stay. */
static void test_teardown(void)
{
    QTestState *qts = stream_start(0);

    ch_start(qts, 1, 0);
    PUSH(qts, 1, WAIT, AT(4, 1), IMM(0, 6));
    WRITE_WORDS(qts, GATHER, HOST(0x08, 3), 0x04000001, 0, IMM(0, 5));
    PUSH(qts, 0, GATHER_OP(4), GATHER, IMM(0, 5));
    g_assert_true(ch_waits(qts, 0, 0x08, 4));
    ch_write(qts, 0, A_H1X_DMACTRL, 1);
    sync_write(qts, A_H1X_CH_TEARDOWN, 1);
    g_assert_cmphex(sync_read(qts, A_H1X_HINTSTATUS), ==, 0);
    g_assert_cmphex(dmaget(qts, 0), ==, 0x08);
    g_assert_cmphex(ch_read(qts, 0, A_H1X_DMAPUT), ==, 0x0c);
    sync_write(qts, A_H1X_SYNCPT_CPU_INCR, 1 << 4);
    settle(qts);
    g_assert_cmphex(syncpt(qts, 5), ==, 0);
    g_assert_cmphex(syncpt(qts, 6), ==, 1);

    /* Class 0 now, and the next word is an opcode. */
    ch_write(qts, 0, A_H1X_DMACTRL, 0);
    PUSH(qts, 0, IMM(0, 5), HOST(0, 0), IMM(0, 5));
    g_assert_cmphex(syncpt(qts, 5), ==, 1);
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("/tegra20/host1x/op/setcl", test_setcl);
    qtest_add_func("/tegra20/host1x/op/incr", test_incr);
    qtest_add_func("/tegra20/host1x/op/nonincr", test_nonincr);
    qtest_add_func("/tegra20/host1x/op/mask", test_mask);
    qtest_add_func("/tegra20/host1x/op/imm", test_imm);
    qtest_add_func("/tegra20/host1x/op/no-effect", test_no_effect);
    qtest_add_func("/tegra20/host1x/op/illegal", test_illegal);
    qtest_add_func("/tegra20/host1x/op/unknown", test_unknown);
    qtest_add_func("/tegra20/host1x/op/absent-engine", test_absent_engine);
    qtest_add_func("/tegra20/host1x/ring/truncated", test_truncated);
    qtest_add_func("/tegra20/host1x/ring/wrap", test_ring);
    qtest_add_func("/tegra20/host1x/ring/getrst", test_getrst);
    qtest_add_func("/tegra20/host1x/ring/absolute", test_absolute);
    qtest_add_func("/tegra20/host1x/ring/unreadable", test_unreadable_ring);
    qtest_add_func("/tegra20/host1x/ring/endless", test_endless);
    qtest_add_func("/tegra20/host1x/ring/cmdswap", test_cmdswap);
    qtest_add_func("/tegra20/host1x/gather/opcodes", test_gather);
    qtest_add_func("/tegra20/host1x/gather/insert", test_gather_insert);
    qtest_add_func("/tegra20/host1x/gather/open-end", test_gather_open_end);
    qtest_add_func("/tegra20/host1x/gather/nested", test_gather_nested);
    qtest_add_func("/tegra20/host1x/gather/long", test_gather_long);
    qtest_add_func("/tegra20/host1x/gather/ram-end", test_gather_ram_end);
    qtest_add_func("/tegra20/host1x/wait/syncpt", test_wait);
    qtest_add_func("/tegra20/host1x/wait/width", test_wait_width);
    qtest_add_func("/tegra20/host1x/wait/base", test_wait_base);
    qtest_add_func("/tegra20/host1x/wait/incr", test_wait_incr);
    qtest_add_func("/tegra20/host1x/wait/channels", test_wait_channels);
    qtest_add_func("/tegra20/host1x/wait/override", test_waitovr);
    qtest_add_func("/tegra20/host1x/wait/delay", test_delay);
    qtest_add_func("/tegra20/host1x/ticks", test_ticks);
    qtest_add_func("/tegra20/host1x/clock-off", test_clock_off);
    qtest_add_func("/tegra20/host1x/stop/cmdproc", test_cmdproc_stop);
    qtest_add_func("/tegra20/host1x/stop/dma", test_dmastop);
    qtest_add_func("/tegra20/host1x/stop/teardown", test_teardown);
    return g_test_run();
}
