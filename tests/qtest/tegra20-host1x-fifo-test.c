/*
 * QTest of the Tegra20 host1x: the FIFOs that the debug registers show
 *
 * The reader is the loop of Linux' dump, which must end and must name the
 * words that a stuck channel has not executed.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tegra20-host1x.h"

#define IDLE        0x80100440u
#define CFEMPTY     (1u << 10)
#define CFGATHER    (1u << 11)
#define MAX_WORDS   1024

typedef struct Dump {
    uint32_t word[MAX_WORDS];
    unsigned int count;
} Dump;

/* Dump as Linux's show_channel_fifo(): a word at least, when CFEMPTY is 0 */
static void linux_dump(QTestState *qts, unsigned int ch, Dump *d)
{
    uint32_t select = 0x80000000u | ch << 16;
    uint32_t ptrs, setup, rd, wr, start, end;

    d->count = 0;
    if (ch_read(qts, ch, A_H1X_FIFOSTAT) & CFEMPTY) {
        return;
    }
    sync_write(qts, A_H1X_CFPEEK_CTRL, 0);
    sync_write(qts, A_H1X_CFPEEK_CTRL, select);
    ptrs = sync_read(qts, A_H1X_CFPEEK_PTRS);
    rd = ptrs & 0x1ff;
    wr = ptrs >> 16 & 0x1ff;
    setup = sync_read(qts, A_H1X_CF_SETUP + 4 * ch);
    start = setup & 0x1ff;
    end = setup >> 16 & 0x1ff;
    do {
        g_assert_cmpuint(d->count, <, MAX_WORDS);
        sync_write(qts, A_H1X_CFPEEK_CTRL, 0);
        sync_write(qts, A_H1X_CFPEEK_CTRL, select | rd);
        d->word[d->count++] = sync_read(qts, A_H1X_CFPEEK_READ);
        rd = rd == end ? start : rd + 1;
    } while (rd != wr);
    sync_write(qts, A_H1X_CFPEEK_CTRL, 0);
}

static void check_words(QTestState *qts, unsigned int ch,
                        const uint32_t *words, unsigned int count)
{
    Dump d;

    linux_dump(qts, ch, &d);
    g_assert_cmpuint(d.count, ==, count);
    for (unsigned int i = 0; i < count; i++) {
        g_assert_cmphex(d.word[i], ==, words[i]);
    }
}

#define CHECK_WORDS(qts, ch, ...) \
    check_words(qts, ch, (const uint32_t []){ __VA_ARGS__ }, \
                sizeof((const uint32_t []){ __VA_ARGS__ }) / 4)

static uint32_t fifostat(QTestState *qts, unsigned int ch)
{
    return ch_read(qts, ch, A_H1X_FIFOSTAT);
}

/* Never started, started, and finished channels */
static void test_empty(void)
{
    QTestState *qts = stream_start(3);

    for (unsigned int ch = 0; ch < 8; ch++) {
        g_assert_cmphex(fifostat(qts, ch), ==, IDLE);
    }
    PUSH(qts, 3, INCR_SYNCPT, 5);
    g_assert_cmphex(fifostat(qts, 3), ==, IDLE);

    /* A wait with nothing behind it */
    PUSH(qts, 3, WAIT, AT(5, 9));
    g_assert_cmphex(fifostat(qts, 3), ==, IDLE);
    qtest_quit(qts);
}

/* Behind a wait: a gather is entered, the ring follows. */
static void test_parked(void)
{
    QTestState *qts = stream_start(2);

    WRITE_WORDS(qts, GATHER, IMM(0, 9), IMM(0, 10));
    PUSH(qts, 2, WAIT, AT(4, 1), GATHER_OP(2), GATHER, SETCL(0x60, 0, 0), NOP);
    g_assert_cmphex(fifostat(qts, 2), ==, 0x80100000 | (64 - 6));
    CHECK_WORDS(qts, 2, 0x60000002, GATHER, 0x40000009, 0x4000000a,
                0x00001800, 0x20000000);
    /* Other channels have nothing, and nothing is outside of the slice. */
    g_assert_cmphex(fifostat(qts, 1), ==, IDLE);
    sync_write(qts, A_H1X_CFPEEK_CTRL, 0x80020000 | 0x7f);
    g_assert_cmphex(sync_read(qts, A_H1X_CFPEEK_READ), ==, 0);
    sync_write(qts, A_H1X_CFPEEK_CTRL, 0x80020000 | 0x86);
    g_assert_cmphex(sync_read(qts, A_H1X_CFPEEK_READ), ==, 0);
    /* Not enabled */
    sync_write(qts, A_H1X_CFPEEK_CTRL, 0x00020000 | 0x80);
    g_assert_cmphex(sync_read(qts, A_H1X_CFPEEK_READ), ==, 0);
    g_assert_cmphex(sync_read(qts, A_H1X_CFPEEK_PTRS), ==, 0);

    /* Looking has executed nothing. */
    g_assert_cmphex(syncpt(qts, 9), ==, 0);
    set_syncpt(qts, 4, 1);
    settle(qts);
    g_assert_cmphex(syncpt(qts, 9), ==, 1);
    g_assert_cmphex(syncpt(qts, 10), ==, 1);
    g_assert_cmphex(fifostat(qts, 2), ==, IDLE);
    qtest_quit(qts);
}

/* Parked inside a gather: its rest comes first. */
static void test_in_gather(void)
{
    QTestState *qts = stream_start(7);

    WRITE_WORDS(qts, GATHER, WAIT, AT(4, 1), IMM(0, 9));
    PUSH(qts, 7, GATHER_OP(3), GATHER, NOP);
    g_assert_cmphex(fifostat(qts, 7), ==, 0x80100000 | CFGATHER | (64 - 2));
    CHECK_WORDS(qts, 7, 0x40000009, 0x20000000);
    qtest_quit(qts);
}

/* More than fits, round the end of the ring */
static void test_full(void)
{
    QTestState *qts = host1x_start();
    uint32_t words[64];

    WRITE_WORDS(qts, pb(0) + 0xff8, RESTART(0));
    ch_start(qts, 0, 0xf80);
    WRITE_WORDS(qts, pb(0) + 0xf80, WAIT, AT(4, 1));
    for (unsigned int i = 0; i < 28; i++) {
        words[i] = IMM(0x0b, i);
    }
    write_words(qts, pb(0) + 0xf88, words, 28);
    words[28] = RESTART(0);
    for (unsigned int i = 29; i < 64; i++) {
        words[i] = IMM(0x0c, i);
    }
    write_words(qts, pb(0), words + 29, 35);
    ch_write(qts, 0, A_H1X_DMAPUT, 35 * 4);
    settle(qts);
    g_assert_cmphex(fifostat(qts, 0), ==, 0x80100000);
    check_words(qts, 0, words, 64);

    /* Words past the FIFO's end change nothing. */
    WRITE_WORDS(qts, pb(0) + 35 * 4, NOP);
    ch_write(qts, 0, A_H1X_DMAPUT, 36 * 4);
    check_words(qts, 0, words, 64);
    qtest_quit(qts);
}

/* Held by CMDPROC_STOP: read from memory each time; gone with DMASTOP. */
static void test_stopped(void)
{
    QTestState *qts = stream_start(4);

    sync_write(qts, A_H1X_CMDPROC_STOP, 1u << 4);
    PUSH(qts, 4, INCR_SYNCPT, 8, NOP);
    g_assert_cmphex(fifostat(qts, 4), ==, 0x80100000 | (64 - 3));
    CHECK_WORDS(qts, 4, 0x00000041, 8, 0x20000000);
    WRITE_WORDS(qts, pb(4), FILLER, FILLER);
    CHECK_WORDS(qts, 4, 0x1bad0000, 0x1bad0000, 0x20000000);

    ch_write(qts, 4, A_H1X_DMACTRL, 1);
    g_assert_cmphex(fifostat(qts, 4), ==, IDLE);
    CHECK_WORDS(qts, 4);
    ch_write(qts, 4, A_H1X_DMACTRL, 0);
    sync_write(qts, A_H1X_CMDPROC_STOP, 0);
    settle(qts);
    g_assert_true(ch_done(qts, 4));
    g_assert_cmphex(syncpt(qts, 8), ==, 0);
    qtest_quit(qts);
}

/* Whatever the slice, the loop ends and shows what fits. */
static void test_slices(void)
{
    static const struct {
        uint32_t setup;
        uint32_t room;      /* words the slice holds */
    } slices[] = {
        { 0x003f0000, 64 },
        { 0x00000000, 1 },
        { 0x01ff01ff, 1 },
        { 0x00100010, 1 },
        { 0x01ff0000, 512 },
        { 0x01ff01f0, 16 },
        { 0x00630000, 100 },    /* exactly what is there */
        { 0x00640000, 101 },
        { 0x000001ff, 0 },      /* end before beginning */
        { 0x00400080, 0 },
        { 0xffffffff, 1 },
        { 0x0000ffff, 0 },
    };
    QTestState *qts = stream_start(6);
    uint32_t words[100];

    for (unsigned int i = 0; i < 100; i++) {
        words[i] = IMM(0x0b, i);
    }
    WRITE_WORDS(qts, pb(6), WAIT, AT(4, 1));
    write_words(qts, pb(6) + 8, words, 100);
    ch_write(qts, 6, A_H1X_DMAPUT, 8 + 400);
    settle(qts);
    for (size_t i = 0; i < ARRAY_SIZE(slices); i++) {
        uint32_t room = slices[i].room;
        uint32_t held = MIN(room, 100);

        sync_write(qts, A_H1X_CF_SETUP + 4 * 6, slices[i].setup);
        g_assert_cmphex(fifostat(qts, 6), ==,
                        0x80100000 | (held ? 0 : CFEMPTY) | (room - held));
        check_words(qts, 6, words, held);
    }
    qtest_quit(qts);
}

/* Memory that is not there reads as ones, as it will when it is executed. */
static void test_unreadable(void)
{
    QTestState *qts = stream_start(1);

    PUSH(qts, 1, WAIT, AT(4, 1), GATHER_OP(2), 0xf0000000);
    CHECK_WORDS(qts, 1, 0x60000002, 0xf0000000, 0xffffffff, 0xffffffff);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* Check the register FIFO: words that an engine without clock refuses */

static void check_regf(QTestState *qts, uint32_t data, uint32_t addr)
{
    g_assert_cmphex(sync_read(qts, A_H1X_REGF_DATA), ==, data);
    g_assert_cmphex(sync_read(qts, A_H1X_REGF_ADDR), ==, addr);
}

static void test_regf(void)
{
    QTestState *qts = stream_start(5);

    check_regf(qts, 0, 0);
    ch_start(qts, 3, 0);
    tegra20_clock(qts, TEGRA20_PERIPH_GR3D, false);
    PUSH(qts, 5, SETCL(0x60, 0, 0), INCR(0x205, 2), 0xabcd, 0xef01, NOP);
    check_regf(qts, 0xabcd, 6 << 20 | 0xf << 16 | 0x205);
    g_assert_cmphex(cbread(qts, 5), ==, 0xabcd);
    g_assert_cmphex(cbstat(qts, 5), ==, 0x00600205);
    /* The word is in the one FIFO and no more in the other. */
    g_assert_cmphex(fifostat(qts, 5), ==, 0x800f0000 | (64 - 2));
    CHECK_WORDS(qts, 5, 0xef01, 0x20000000);

    /* Indirect: GR3D register 0x206, bytes 0 and 1 */
    PUSH(qts, 3, HOST(0x2d, 1), 0x30000000 | 6 << 18 | 0x206 << 2,
         NONINCR(0x2e, 1), 0x5678);
    check_regf(qts, 0x5678, 6 << 20 | 0x3 << 16 | 0x206);
    sync_write(qts, A_H1X_CFPEEK_CTRL, 0x80050000);
    check_regf(qts, 0xabcd, 6 << 20 | 0xf << 16 | 0x205);
    sync_write(qts, A_H1X_CFPEEK_CTRL, 0x80040000);
    check_regf(qts, 0, 0);
    sync_write(qts, A_H1X_CFPEEK_CTRL, 0);

    tegra20_clock(qts, TEGRA20_PERIPH_GR3D, true);
    settle(qts);
    g_assert_true(ch_done(qts, 5));
    g_assert_true(ch_done(qts, 3));
    check_regf(qts, 0, 0);
    g_assert_cmphex(fifostat(qts, 5), ==, IDLE);
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);

    qtest_add_func("/tegra20/host1x/fifo/empty", test_empty);
    qtest_add_func("/tegra20/host1x/fifo/parked", test_parked);
    qtest_add_func("/tegra20/host1x/fifo/in-gather", test_in_gather);
    qtest_add_func("/tegra20/host1x/fifo/full", test_full);
    qtest_add_func("/tegra20/host1x/fifo/stopped", test_stopped);
    qtest_add_func("/tegra20/host1x/fifo/slices", test_slices);
    qtest_add_func("/tegra20/host1x/fifo/unreadable", test_unreadable);
    qtest_add_func("/tegra20/host1x/fifo/register", test_regf);

    return g_test_run();
}
