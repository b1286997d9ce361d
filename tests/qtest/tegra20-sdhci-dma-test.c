/*
 * QTest of DMA by the Tegra20 SD/MMC host controllers: SDMA over its buffer
 * boundaries, ADMA2, and both stopped in the middle
 *
 * What a transfer leaves in memory and on the card is compared with arrays of
 * the test's own.  TEGRA20_SDHCI_TRANSFERS: how many are made at random, from
 * TEGRA20_SDHCI_SEED.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <sys/mman.h>
#include "tegra20-sdhci-dma.h"

#define LIMIT   (512 * KiB)                 /* the widest boundary */
#define ALIGNED (WINDOW + LIMIT)

/* ------------------------------------------------------------------ */
/* SDMA over boundaries                                               */

/* The smallest that stopped for ever */
static void test_1025_blocks(const void *data)
{
    const Transfer t = {
        .write = *(const bool *)data, .card = 512, .addr = ALIGNED,
        .block = 512, .blocks = 1025, .boundary = 7,
    };
    Card c = {};

    card_start(&c);
    sdma_run(&c, &t);
    card_end(&c);
}

/* Each boundary, ends at 2.5 of it, at 2, and a block behind 3 */
static void test_boundaries(const void *data)
{
    Card c = {};

    card_start(&c);
    for (unsigned int i = 0; i < 8; i++) {
        unsigned int blocks = 8 << i;
        const unsigned int counts[] = {
            2 * blocks + blocks / 2, 2 * blocks, 3 * blocks + 1
        };

        for (unsigned int n = 0; n < ARRAY_SIZE(counts); n++) {
            const Transfer t = {
                .write = *(const bool *)data, .card = 1024 * n,
                .addr = ALIGNED, .block = 512, .blocks = counts[n],
                .boundary = i,
            };

            sdma_run(&c, &t);
        }
    }
    card_end(&c);
}

static void test_unaligned(const void *data)
{
    static const unsigned int offsets[] = { 4, 512, 4092, 4096 };
    Card c = {};

    card_start(&c);
    for (unsigned int i = 0; i < ARRAY_SIZE(offsets); i++) {
        const Transfer t = {
            .write = *(const bool *)data, .card = 512 * i,
            .addr = ALIGNED + offsets[i], .block = 512, .blocks = 33,
            .boundary = i % 2,
        };

        sdma_run(&c, &t);
    }
    card_end(&c);
}

/* A boundary in a block: the last one, or one before */
static void test_block_sizes(const void *data)
{
    static const unsigned int sizes[] = { 500, 300, 100, 7, 1 };
    Card c = {};

    card_start(&c);
    for (unsigned int i = 0; i < ARRAY_SIZE(sizes); i++) {
        for (unsigned int more = 1; more < 60; more += 58) {
            const Transfer t = {
                .write = *(const bool *)data, .card = 512 * i,
                .addr = ALIGNED, .block = sizes[i],
                .blocks = 4096 / sizes[i] + more,
            };

            sdma_run(&c, &t);
        }
    }
    card_end(&c);
}

static void test_auto_cmd12(const void *data)
{
    const Transfer t = {
        .write = *(const bool *)data, .auto12 = true, .addr = ALIGNED,
        .block = 512, .blocks = 24,
    };
    Card c = {};

    card_start(&c);
    sdma_run(&c, &t);
    card_end(&c);
}

/* The upper byte continues, and may say another place */
static void test_elsewhere(const void *data)
{
    const Transfer t = {
        .write = *(const bool *)data, .addr = ALIGNED, .block = 512,
        .blocks = 16,
    };
    const uint32_t other = ALIGNED + 0x53000;
    Card c = {};

    card_start(&c);
    sdma_begin(&c, &t);
    sdma_stopped(&c, &t, 1);
    for (unsigned int i = 0; i < 4; i++) {
        g_assert_cmphex(sd_read(&c, NORINTSTS) & TRANSFER_COMPLETE, ==, 0);
        qtest_writeb(c.qts, SD + SYSAD + i, other >> 8 * i);
    }
    transfer_ended(&c, false);
    expect(&c, &t, 0, ALIGNED, 4096);
    expect(&c, &t, 4096, other, 4096);
    card_end(&c);
}

/* ------------------------------------------------------------------ */
/* The interrupt of the boundary                                      */

/* Nobody hears of it, but SYSAD continues all the same. */
static void test_status_off(void)
{
    const Transfer t = { .addr = ALIGNED, .block = 512, .blocks = 9 };
    Card c = {};

    card_start(&c);
    sd_write(&c, NORINTSTSEN, 0xffffffff & ~DMA_INTERRUPT);
    sdma_begin(&c, &t);
    g_assert_cmphex(sd_read(&c, NORINTSTS) & (DMA_INTERRUPT |
                                              TRANSFER_COMPLETE), ==, 0);
    g_assert_cmphex(sd_read(&c, SYSAD), ==, ALIGNED + 4096);
    sd_write(&c, SYSAD, ALIGNED + 4096);
    g_assert_cmphex(sd_read(&c, NORINTSTS) & DMA_INTERRUPT, ==, 0);
    transfer_ended(&c, false);
    expect(&c, &t, 0, ALIGNED, bytes(&t));
    card_end(&c);
}

/* The line is as the signal's enable, until the status is cleared. */
static void test_signal(void)
{
    const Transfer t = { .addr = ALIGNED, .block = 512, .blocks = 24 };
    Card c = {};

    card_start(&c);
    sdma_begin(&c, &t);
    g_assert_cmphex(qtest_readw(c.qts, SD + SLOT_INT_STATUS), ==, 0);
    sd_write(&c, NORINTSIGEN, DMA_INTERRUPT);
    g_assert_cmphex(qtest_readw(c.qts, SD + SLOT_INT_STATUS), ==, 1);
    sdma_stopped(&c, &t, 1);
    g_assert_cmphex(qtest_readw(c.qts, SD + SLOT_INT_STATUS), ==, 0);
    sd_write(&c, SYSAD, ALIGNED + 4096);
    g_assert_cmphex(qtest_readw(c.qts, SD + SLOT_INT_STATUS), ==, 1);
    sdma_continue(&c, &t, 2);
    expect(&c, &t, 0, ALIGNED, bytes(&t));
    card_end(&c);
}

/* ------------------------------------------------------------------ */
/* SDMA stopped in the middle                                         */

/* Check that a write of SYSAD moves nothing, but the next transfer does. */
static void check_stopped(Card *c, const Transfer *t)
{
    g_assert_cmphex(sd_read(c, PRNSTS) & (TRANSFERRING | DATA_INHIBIT), ==, 0);
    sd_write(c, NORINTSTS, 0xffffffff);
    sd_write(c, SYSAD, t->addr + 4096);
    qtest_clock_step(c->qts, 10000000);
    g_assert_cmphex(sd_read(c, SYSAD), ==, t->addr + 4096);
    g_assert_cmphex(sd_read(c, NORINTSTS) & 0xffff, ==, 0);
    check_all(c);
    sdma_run(c, t);
}

/* Begin a transfer and stop at a boundary; half of the block there is lost. */
static size_t begin_and_stop(Card *c, const Transfer *t)
{
    size_t done = t->write ? 4096 / t->block * t->block : 4096;

    sdma_begin(c, t);
    sdma_stopped(c, t, 1);
    expect(c, t, 0, t->addr, done);
    return done;
}

static void test_cmd12(const void *data)
{
    const Transfer t = {
        .write = *(const bool *)data, .addr = ALIGNED, .block = 500,
        .blocks = 24,
    };
    Card c = {};

    card_start(&c);
    begin_and_stop(&c, &t);
    command(&c, 0, 0, STOP_TRANSMISSION);
    g_assert_cmphex(sd_read(&c, NORINTSTS) & 0xffff, ==,
                    CMD_COMPLETE | TRANSFER_COMPLETE);
    check_stopped(&c, &t);
    card_end(&c);
}

static void test_reset(const void *data)
{
    static const uint8_t resets[] = {
        RESET_DAT, RESET_DAT | RESET_CMD, RESET_ALL
    };
    const Transfer t = {
        .write = *(const bool *)data, .addr = ALIGNED, .block = 500,
        .blocks = 24,
    };
    Card c = {};

    card_start(&c);
    for (unsigned int i = 0; i < ARRAY_SIZE(resets); i++) {
        begin_and_stop(&c, &t);
        qtest_writeb(c.qts, SD + SWRST, resets[i]);
        g_assert_cmphex(sd_read(&c, PRNSTS) & (TRANSFERRING | DATA_INHIBIT),
                        ==, 0);
        if (resets[i] == RESET_ALL) {
            card_setup(&c);
        } else {
            command(&c, 0, 0, STOP_TRANSMISSION);
        }
        check_stopped(&c, &t);
    }
    card_end(&c);
}

/* The reset of the command's circuit leaves the data's alone. */
static void test_reset_cmd(void)
{
    const Transfer t = { .addr = ALIGNED, .block = 512, .blocks = 9 };
    Card c = {};

    card_start(&c);
    begin_and_stop(&c, &t);
    qtest_writeb(c.qts, SD + SWRST, RESET_CMD);
    sd_write(&c, SYSAD, ALIGNED + 4096);
    transfer_ended(&c, false);
    expect(&c, &t, 0, ALIGNED, bytes(&t));
    card_end(&c);
}

/* A single block needs no count, and none is left of it. */
static void test_single(void)
{
    const Transfer t = { .addr = ALIGNED, .block = 512, .blocks = 8 };
    Card c = {};

    card_start(&c);
    sd_write(&c, SYSAD, ALIGNED);
    sd_write(&c, BLKSIZE, 512);
    command(&c, 0, TRNS_DMA | TRNS_READ, READ_SINGLE);
    expect(&c, &t, 0, ALIGNED, 512);
    check_stopped(&c, &t);
    card_end(&c);
}

static void test_migrate(const void *data)
{
    const Transfer t = {
        .write = *(const bool *)data, .addr = ALIGNED, .block = 500,
        .blocks = 24,
    };
    Card c = {};

    card_start(&c);
    sdma_begin(&c, &t);
    sdma_stopped(&c, &t, 1);
    card_migrate(&c);
    sd_write(&c, SYSAD, ALIGNED + 4096);
    sdma_stopped(&c, &t, 2);
    card_migrate(&c);
    sd_write(&c, SYSAD, ALIGNED + 8192);
    transfer_ended(&c, false);
    expect(&c, &t, 0, ALIGNED, bytes(&t));
    card_end(&c);
}

/* ------------------------------------------------------------------ */
/* ADMA2                                                              */

enum {
    ADMA_VALID = 1, ADMA_END = 2, ADMA_INT = 4, ADMA_NOP = ADMA_VALID,
    ADMA_TRAN = 0x20 | ADMA_VALID, ADMA_LINK = 0x30 | ADMA_VALID,
};

/* Write descriptor @attr at @at; return where the next one goes */
static uint32_t put(Card *c, uint32_t at, unsigned int attr, uint16_t length,
                    uint32_t addr)
{
    qtest_writel(c->qts, at, length << 16 | attr);
    qtest_writel(c->qts, at + 4, addr);
    return at + 8;
}

static void adma_begin(Card *c, const Transfer *t, uint16_t mode)
{
    qtest_writeb(c->qts, SD + HOSTCTL, ADMA2_32);
    sd_write(c, ADMASYSADDR, TABLE);
    transfer_command(c, t, mode);
}

/* Wait until ADMA has ended; a read of the status lets it go on. */
static uint32_t adma_wait(Card *c)
{
    for (unsigned int i = 0; i < 100000; i++) {
        uint32_t status = sd_read(c, NORINTSTS);

        if (status & (TRANSFER_COMPLETE | ERROR_INTERRUPT)) {
            return status;
        }
        sd_write(c, NORINTSTS, DMA_INTERRUPT);
    }
    g_assert_not_reached();
}

static void adma_ended(Card *c, bool auto12)
{
    g_assert_cmphex(adma_wait(c) & ERROR_INTERRUPT, ==, 0);
    g_assert_cmphex(sd_read(c, ADMAERR), ==, 0);
    transfer_ended(c, auto12);
}

/* Blocks and descriptors that begin and end in each other; links; interrupts */
static void test_adma(const void *data)
{
    const Transfer t = {
        .write = *(const bool *)data, .card = 1536, .block = 512,
        .blocks = 4,
    };
    Card c = {};
    uint32_t at = TABLE;

    card_start(&c);
    at = put(&c, at, ADMA_TRAN, 10, ALIGNED);
    at = put(&c, at, ADMA_NOP, 99, 0x12345678);
    at = put(&c, at, ADMA_TRAN | ADMA_INT, 1000, ALIGNED + 0x1000);
    put(&c, at, ADMA_LINK, 0, TABLE + 0x3000);
    at = put(&c, TABLE + 0x3000, ADMA_NOP | ADMA_INT, 0, 0);
    at = put(&c, at, ADMA_TRAN, 1, ALIGNED + 0x20000);
    put(&c, at, ADMA_TRAN | ADMA_END, 2048 - 1011, ALIGNED + 0x30004);
    adma_begin(&c, &t, transfer_mode(&t));
    adma_ended(&c, false);
    expect(&c, &t, 0, ALIGNED, 10);
    expect(&c, &t, 10, ALIGNED + 0x1000, 1000);
    expect(&c, &t, 1010, ALIGNED + 0x20000, 1);
    expect(&c, &t, 1011, ALIGNED + 0x30004, 2048 - 1011);
    card_end(&c);
}

static void test_adma_length_0(const void *data)
{
    const Transfer t = {
        .write = *(const bool *)data, .block = 512, .blocks = 129,
    };
    Card c = {};
    uint32_t at;

    card_start(&c);
    at = put(&c, TABLE, ADMA_TRAN, 0, ALIGNED);
    put(&c, at, ADMA_TRAN | ADMA_END, 512, ALIGNED + 0x20000);
    adma_begin(&c, &t, transfer_mode(&t));
    adma_ended(&c, false);
    expect(&c, &t, 0, ALIGNED, 64 * KiB);
    expect(&c, &t, 64 * KiB, ALIGNED + 0x20000, 512);
    card_end(&c);
}

/* Without a count the table ends it: by a descriptor as Linux writes it */
static void test_adma_no_count(const void *data)
{
    const Transfer t = {
        .write = *(const bool *)data, .block = 512, .blocks = 2,
    };
    Card c = {};
    uint32_t at;

    card_start(&c);
    at = put(&c, TABLE, ADMA_TRAN, 1024, ALIGNED);
    put(&c, at, ADMA_NOP | ADMA_END, 0, 0);
    adma_begin(&c, &t, transfer_mode(&t) & ~TRNS_BLK_CNT_EN);
    g_assert_cmphex(adma_wait(&c) & ERROR_INTERRUPT, ==, 0);
    g_assert_cmphex(sd_read(&c, ADMAERR), ==, 0);
    command(&c, 0, 0, STOP_TRANSMISSION);
    expect(&c, &t, 0, ALIGNED, 1024);
    card_end(&c);
}

/* Recover from an error as Linux: reset both circuits, stop the card */
static void adma_recover(Card *c)
{
    const Transfer t = { .addr = ALIGNED, .block = 512, .blocks = 9 };
    uint32_t addr = sd_read(c, ADMASYSADDR);

    qtest_clock_step(c->qts, 10000000);
    g_assert_cmphex(sd_read(c, ADMASYSADDR), ==, addr);
    qtest_writeb(c->qts, SD + SWRST, RESET_CMD);
    qtest_writeb(c->qts, SD + SWRST, RESET_DAT);
    command(c, 0, 0, STOP_TRANSMISSION);
    sd_write(c, ADMAERR, 0);
    check_all(c);
    sdma_run(c, &t);
}

/*
 * A descriptor that is not valid (ST_FDS) and one of an address that nothing
 * answers (ST_TFR) stop the transfer once; what came before has been moved.
 */
static void test_adma_errors(const void *data)
{
    const Transfer t = {
        .write = *(const bool *)data, .block = 512, .blocks = 8,
    };
    const struct {
        unsigned int attr, state;
    } bad[] = {
        { ADMA_TRAN & ~ADMA_VALID, 1 }, { ADMA_TRAN, 3 },
        { ADMA_TRAN | ADMA_END, 3 },
    };
    Card c = {};

    card_start(&c);
    for (unsigned int i = 0; i < ARRAY_SIZE(bad); i++) {
        uint32_t at = put(&c, TABLE, ADMA_TRAN, 1024, ALIGNED);

        put(&c, at, bad[i].attr, 3072, 0xfffff000);
        adma_begin(&c, &t, transfer_mode(&t));
        g_assert_cmphex(adma_wait(&c) & (ADMA_ERROR | ERROR_INTERRUPT |
                                         TRANSFER_COMPLETE), ==,
                        ADMA_ERROR | ERROR_INTERRUPT);
        g_assert_cmphex(sd_read(&c, ADMAERR), ==, bad[i].state);
        g_assert_cmphex(sd_read(&c, ADMASYSADDR), ==, at);
        g_assert_cmphex(qtest_readw(c.qts, SD + BLKCNT), ==, 6);
        expect(&c, &t, 0, ALIGNED, 1024);
        adma_recover(&c);
    }
    card_end(&c);
}

/* Begin @n descriptors of a block each, of which the first are moved at once */
static void adma_blocks(Card *c, const Transfer *t, unsigned int n)
{
    uint32_t at = TABLE;

    for (unsigned int i = 0; i < n; i++) {
        at = put(c, at, ADMA_TRAN | (i == n - 1 ? ADMA_END : 0), 512,
                 ALIGNED + 1024 * i);
    }
    adma_begin(c, t, transfer_mode(t));
}

static unsigned int adma_moved(Card *c, const Transfer *t)
{
    unsigned int n = t->blocks - qtest_readw(c->qts, SD + BLKCNT);

    for (unsigned int i = 0; i < n; i++) {
        expect(c, t, 512 * i, ALIGNED + 1024 * i, 512);
    }
    return n;
}

typedef void StopFn(Card *c);

static void stop_by_reset(Card *c)
{
    qtest_writeb(c->qts, SD + SWRST, RESET_DAT);
}

static void stop_by_cmd12(Card *c)
{
    command(c, 0, 0, STOP_TRANSMISSION);
}

/* Check that after @stop no block is moved, however much time passes. */
static void adma_stop(bool write, StopFn *stop)
{
    const Transfer t = { .write = write, .block = 512, .blocks = 60 };
    Card c = {};
    unsigned int n;

    card_start(&c);
    adma_blocks(&c, &t, 60);
    stop(&c);
    n = adma_moved(&c, &t);
    g_assert_cmpuint(n, >, 0);
    g_assert_cmpuint(n, <, 60);
    qtest_clock_step(c.qts, 10000000);
    g_assert_cmpuint(adma_moved(&c, &t), ==, n);
    g_assert_cmphex(sd_read(&c, PRNSTS) & TRANSFERRING, ==, 0);
    adma_recover(&c);
    card_end(&c);
}

static void test_adma_reset(const void *data)
{
    adma_stop(*(const bool *)data, stop_by_reset);
}

static void test_adma_cmd12(const void *data)
{
    adma_stop(*(const bool *)data, stop_by_cmd12);
}

static void test_adma_migrate(const void *data)
{
    const Transfer t = {
        .write = *(const bool *)data, .block = 512, .blocks = 60,
    };
    Card c = {};

    card_start(&c);
    adma_blocks(&c, &t, 60);
    g_assert_cmphex(sd_read(&c, NORINTSTS) & TRANSFER_COMPLETE, ==, 0);
    card_migrate(&c);
    adma_ended(&c, false);
    g_assert_cmpuint(adma_moved(&c, &t), ==, 60);
    card_end(&c);
}

/* ------------------------------------------------------------------ */
/* At random                                                          */

static bool coin(unsigned int of)
{
    return g_rand_int_range(rng, 0, of) == 0;
}

/* Return a random transfer; wide boundaries and long ones are rare. */
static Transfer random_transfer(void)
{
    unsigned int boundary = MIN(ctz32(g_rand_int(rng) | 0x80), 7);
    uint32_t most = 3 * (4 * KiB << boundary);
    Transfer t = {
        .write = coin(2), .auto12 = coin(2), .boundary = boundary,
        .block = coin(2) ? 512 : g_rand_int_range(rng, 1, 513),
    };

    t.blocks = g_rand_int_range(rng, 2, MAX(3, MIN(most / t.block, 65536)));
    t.card = g_rand_int_range(rng, 0, CARD_SIZE - bytes(&t) + 1);
    t.addr = 4096 *
        g_rand_int_range(rng, 1, (WINDOW_SIZE - bytes(&t)) / 4096 - 1);
    t.addr += WINDOW + (coin(4) ? g_rand_int_range(rng, 0, 4096) : 0);
    if (coin(2)) {
        t.addr = ROUND_DOWN(t.addr, 4 * KiB << boundary);
    }
    t.addr = MAX(t.addr, WINDOW + (4 * KiB << boundary));
    return t;
}

/* Add a descriptor for @t from byte @from on, and what comes before it */
static uint32_t random_piece(Card *c, uint32_t at, const Transfer *t,
                             size_t from, size_t size, uint32_t addr)
{
    bool last = from + size == bytes(t);

    if (coin(8)) {
        at = put(c, at, ADMA_NOP | (coin(2) ? ADMA_INT : 0), g_rand_int(rng),
                 0);
    }
    if (coin(8)) {
        put(c, at, ADMA_LINK, g_rand_int(rng), at + 64);
        at += 64;
    }
    expect(c, t, from, addr, size);
    return put(c, at, ADMA_TRAN | (coin(8) ? ADMA_INT : 0) |
               (last ? ADMA_END : 0), size, addr);
}

static void adma_random(Card *c, const Transfer *t)
{
    const uint32_t first = ROUND_DOWN(t->addr, 4);
    uint32_t addr = first, at = TABLE;
    size_t from = 0, size, span;

    /* Pieces up to 64 KiB, and up to 12 bytes between them */
    refill(c, first - GUARD, MIN(3 * bytes(t) + 4 * GUARD,
                                 WINDOW + WINDOW_SIZE - (first - GUARD)));
    while (from < bytes(t)) {
        size = MIN(bytes(t) - from, g_rand_int_range(rng, 1, coin(4) ? 65537 :
                                                     2048));
        if (addr + bytes(t) - from + 16 < WINDOW + WINDOW_SIZE) {
            addr += 4 * g_rand_int_range(rng, 0, 4);
        }
        size = MIN(size, WINDOW + WINDOW_SIZE - addr);
        at = random_piece(c, at, t, from, size, addr);
        from += size;
        addr = ROUND_UP(addr + size, 4);
    }
    adma_begin(c, t, transfer_mode(t));
    adma_ended(c, t->auto12);
    span = MIN(addr + GUARD, WINDOW + WINDOW_SIZE) - (first - GUARD);
    check(c, first - GUARD, span, t->card, bytes(t));
}

static void test_random(const void *data)
{
    unsigned int count = tegra20_number("TEGRA20_SDHCI_TRANSFERS", 1000) / 2;
    uint32_t seed = tegra20_number("TEGRA20_SDHCI_SEED", 27);
    void (*run)(Card *c, const Transfer *t) = data;
    Card c = {};

    g_test_message("%u transfers, TEGRA20_SDHCI_SEED=%u", count, seed);
    g_rand_set_seed(rng, seed);
    card_start(&c);
    for (unsigned int i = 0; i < count; i++) {
        const Transfer t = random_transfer();

        run(&c, &t);
        if (i % 1000 == 0) {
            g_test_message("%u", i);
            check_all(&c);
        }
    }
    card_end(&c);
}

static void add_both(const char *name, GTestDataFunc fn)
{
    static const bool directions[] = { false, true };

    for (unsigned int i = 0; i < 2; i++) {
        g_autofree char *path = g_strdup_printf(
            "tegra20-sdhci-dma/%s/%s", name, i ? "write" : "read");

        qtest_add_data_func(path, &directions[i], fn);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    rng = g_rand_new_with_seed(27);
    add_both("1025-blocks", test_1025_blocks);
    add_both("boundaries", test_boundaries);
    add_both("unaligned", test_unaligned);
    add_both("block-sizes", test_block_sizes);
    add_both("auto-cmd12", test_auto_cmd12);
    add_both("elsewhere", test_elsewhere);
    qtest_add_func("tegra20-sdhci-dma/status-off", test_status_off);
    qtest_add_func("tegra20-sdhci-dma/signal", test_signal);
    add_both("cmd12", test_cmd12);
    add_both("reset", test_reset);
    qtest_add_func("tegra20-sdhci-dma/reset-cmd", test_reset_cmd);
    qtest_add_func("tegra20-sdhci-dma/single", test_single);
    add_both("migrate", test_migrate);
    add_both("adma", test_adma);
    add_both("adma-length-0", test_adma_length_0);
    add_both("adma-no-count", test_adma_no_count);
    add_both("adma-errors", test_adma_errors);
    add_both("adma-reset", test_adma_reset);
    add_both("adma-cmd12", test_adma_cmd12);
    add_both("adma-migrate", test_adma_migrate);
    qtest_add_data_func("tegra20-sdhci-dma/random-sdma", sdma_run,
                        test_random);
    qtest_add_data_func("tegra20-sdhci-dma/random-adma", adma_random,
                        test_random);
    return g_test_run();
}
