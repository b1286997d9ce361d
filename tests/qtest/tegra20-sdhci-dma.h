/*
 * A card at the Tegra20's SDMMC4, its contents and the machine's memory kept as
 * plain arrays by the test, and DMA as drivers do it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_QTEST_TEGRA20_SDHCI_DMA_H
#define TESTS_QTEST_TEGRA20_SDHCI_DMA_H

#include "qemu/units.h"
#include "tegra20-host1x.h"

#define SD              0xc8000600
#define SD_PERIPH       15

/* [SD Host Controller Simplified Specification 2.00, 2.2] */
#define SYSAD           0x00
#define BLKSIZE         0x04
#define BLKCNT          0x06
#define ARGUMENT        0x08
#define TRNMOD          0x0c
#define CMDREG          0x0e
#define RESPONSE        0x10
#define PRNSTS          0x24
#define HOSTCTL         0x28
#define CLKCON          0x2c
#define SWRST           0x2f
#define NORINTSTS       0x30
#define NORINTSTSEN     0x34
#define NORINTSIGEN     0x38
#define ADMAERR         0x54
#define ADMASYSADDR     0x58
#define SLOT_INT_STATUS 0xfc

#define TRNS_DMA        0x01
#define TRNS_BLK_CNT_EN 0x02
#define TRNS_ACMD12     0x04
#define TRNS_READ       0x10
#define TRNS_MULTI      0x20
#define ADMA2_32        0x10
#define CMD_COMPLETE    0x01
#define TRANSFER_COMPLETE 0x02
#define DMA_INTERRUPT   0x08
#define ERROR_INTERRUPT 0x8000
#define ADMA_ERROR      (0x200 << 16)
#define DATA_INHIBIT    0x2
#define TRANSFERRING    0x300
#define RESET_ALL       1
#define RESET_CMD       2
#define RESET_DAT       4

#define GO_IDLE_STATE   0x0000
#define ALL_SEND_CID    0x0209
#define SEND_RELATIVE_ADDR 0x031a
#define SELECT_CARD     0x071b
#define STOP_TRANSMISSION 0x0cdb    /* type abort, busy */
#define SEND_STATUS     0x0d1a
#define SET_BLOCKLEN    0x101a
#define READ_SINGLE     0x113a
#define READ_MULTIPLE   0x123a
#define WRITE_MULTIPLE  0x193a
#define SD_SEND_OP_COND 0x2902
#define APP_CMD         0x371a

#define WINDOW          0x01000000      /* what DMA may reach in the tests */
#define WINDOW_SIZE     (4 * MiB)
#define TABLE           0x02000000      /* of descriptors */
#define CARD_SIZE       (4 * MiB)       /* a power of two */
#define GUARD           64              /* bytes around a buffer */

typedef struct Card {
    QTestState *qts;
    char *image, *memory;       /* files */
    int fd;                     /* of the image */
    uint8_t *guest;             /* the guest's memory from WINDOW on */
    uint8_t *ram, *data;        /* what that and the card shall hold */
    uint32_t rca;
    unsigned int block;         /* the card's length of a block */
} Card;

typedef struct Transfer {
    bool write, auto12;
    uint32_t card, addr;        /* where it begins */
    unsigned int block, blocks;
    unsigned int boundary;      /* 4 KiB << this */
} Transfer;

static GRand *rng;

static inline uint32_t sd_read(Card *c, unsigned int reg)
{
    return qtest_readl(c->qts, SD + reg);
}

static inline void sd_write(Card *c, unsigned int reg, uint32_t value)
{
    qtest_writel(c->qts, SD + reg, value);
}

static inline uint32_t command(Card *c, uint32_t argument, uint16_t mode,
                               uint16_t cmd)
{
    sd_write(c, ARGUMENT, argument);
    qtest_writew(c->qts, SD + TRNMOD, mode);
    qtest_writew(c->qts, SD + CMDREG, cmd);
    return sd_read(c, RESPONSE);
}

/* ------------------------------------------------------------------ */
/* The machine                                                        */

static inline QTestState *card_machine(Card *c, const char *more)
{
    /* SDMA, and ADMA2, which the board's capabilities do not name */
    return qtest_initf(
        "-machine trimslice,memory-backend=ram -m 256M "
        "-object memory-backend-file,id=ram,size=256M,share=on,mem-path=%s "
        "-global tegra20-sdhci.capareg=0x01e930b0 "
        "-drive if=sd,format=raw,file=%s %s", c->memory, c->image, more);
}

static inline char *card_file(uint64_t size, int *fd)
{
    char *path = NULL;

    *fd = g_file_open_tmp("tegra20-sdhci-XXXXXX", &path, NULL);
    g_assert_cmpint(*fd, >=, 0);
    g_assert_cmpint(ftruncate(*fd, size), ==, 0);
    return path;
}

static inline void fill(uint8_t *at, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        at[i] = g_rand_int(rng) >> 24;
    }
}

/* Set up controller and card as a driver does before it transfers */
static inline void card_setup(Card *c)
{
    qtest_writew(c->qts, SD + CLKCON, 7);
    sd_write(c, NORINTSTSEN, 0xffffffff);
    command(c, 0, 0, GO_IDLE_STATE);
    command(c, 0, 0, APP_CMD);
    command(c, 0x41200000, 0, SD_SEND_OP_COND);
    command(c, 0, 0, ALL_SEND_CID);
    c->rca = command(c, 0, 0, SEND_RELATIVE_ADDR) & 0xffff0000;
    command(c, c->rca, 0, SELECT_CARD);
    sd_write(c, NORINTSTS, 0xffffffff);
    c->block = 512;
}

static inline void card_start(Card *c)
{
    int fd;

    c->image = card_file(CARD_SIZE, &c->fd);
    c->memory = card_file(256 * MiB, &fd);
    c->guest = mmap(NULL, WINDOW_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
                    WINDOW);
    g_assert_true(c->guest != MAP_FAILED);
    close(fd);
    c->data = g_malloc(CARD_SIZE);
    c->ram = g_malloc(WINDOW_SIZE);
    fill(c->data, CARD_SIZE);
    fill(c->ram, WINDOW_SIZE);
    g_assert_cmpint(pwrite(c->fd, c->data, CARD_SIZE, 0), ==, CARD_SIZE);
    c->qts = card_machine(c, "");
    memcpy(c->guest, c->ram, WINDOW_SIZE);
    tegra20_enable(c->qts, SD_PERIPH);
    card_setup(c);
}

static inline void card_migrate(Card *c)
{
    g_autofree char *path = stream_path();
    g_autofree char *incoming = g_strdup_printf("-incoming file:%s", path);

    save_machine(c->qts, path);
    c->qts = card_machine(c, incoming);
    wait_migrated(c->qts);
    tegra20_wait_running(c->qts);
    unlink(path);
}

/* ------------------------------------------------------------------ */
/* What shall have happened                                           */

/* Check that memory and card hold what they shall, from @addr and @card on */
static inline void check(Card *c, uint32_t addr, size_t in_ram, uint32_t card,
                         size_t on_card)
{
    g_autofree uint8_t *got = g_malloc(on_card);

    g_assert_cmpint(pread(c->fd, got, on_card, card), ==, on_card);
    g_assert_cmpint(memcmp(got, c->data + card, on_card), ==, 0);
    addr -= WINDOW;
    g_assert_cmpint(memcmp(c->guest + addr, c->ram + addr, in_ram), ==, 0);
}

static inline void check_all(Card *c)
{
    check(c, WINDOW, WINDOW_SIZE, 0, CARD_SIZE);
}

static inline void card_end(Card *c)
{
    check_all(c);
    qtest_quit(c->qts);
    unlink(c->image);
    unlink(c->memory);
    munmap(c->guest, WINDOW_SIZE);
    close(c->fd);
    g_free(c->image);
    g_free(c->memory);
    g_free(c->data);
    g_free(c->ram);
}

static inline size_t bytes(const Transfer *t)
{
    return (size_t)t->block * t->blocks;
}

/* Expect @size bytes of the transfer from its byte @from on, at @addr */
static inline void expect(Card *c, const Transfer *t, size_t from,
                          uint32_t addr, size_t size)
{
    uint8_t *ram = c->ram + (addr - WINDOW), *card = c->data + t->card + from;

    memcpy(t->write ? card : ram, t->write ? ram : card, size);
}

/* Put other contents into memory, so that what is not moved is seen */
static inline void refill(Card *c, uint32_t addr, size_t size)
{
    fill(c->ram + (addr - WINDOW), size);
    memcpy(c->guest + (addr - WINDOW), c->ram + (addr - WINDOW), size);
}

/* ------------------------------------------------------------------ */
/* Transfers                                                          */

static inline void set_block(Card *c, unsigned int block)
{
    if (c->block != block) {
        command(c, block, 0, SET_BLOCKLEN);
        c->block = block;
    }
}

static inline uint16_t transfer_mode(const Transfer *t)
{
    return TRNS_DMA | TRNS_BLK_CNT_EN | TRNS_MULTI |
           (t->auto12 ? TRNS_ACMD12 : 0) | (t->write ? 0 : TRNS_READ);
}

static inline void transfer_command(Card *c, const Transfer *t, uint16_t mode)
{
    set_block(c, t->block);
    sd_write(c, NORINTSTS, 0xffffffff);
    qtest_writew(c->qts, SD + BLKSIZE, t->boundary << 12 | t->block);
    qtest_writew(c->qts, SD + BLKCNT, t->blocks);
    command(c, t->card, mode, t->write ? WRITE_MULTIPLE : READ_MULTIPLE);
}

static inline void sdma_begin(Card *c, const Transfer *t)
{
    qtest_writeb(c->qts, SD + HOSTCTL, 0);
    sd_write(c, SYSAD, t->addr);
    transfer_command(c, t, transfer_mode(t));
}

/* Return the boundaries inside of a transfer that begins at one */
static inline unsigned int boundaries(const Transfer *t)
{
    return (bytes(t) - 1) / (4 * KiB << t->boundary);
}

/* Check that it waits at boundary @n; return U-Boot's answer to that */
static inline uint32_t sdma_stopped(Card *c, const Transfer *t, unsigned int n)
{
    uint32_t status = sd_read(c, NORINTSTS);
    uint32_t addr = sd_read(c, SYSAD);

    g_assert_cmphex(status & (ERROR_INTERRUPT | DMA_INTERRUPT |
                              TRANSFER_COMPLETE), ==, DMA_INTERRUPT);
    g_assert_cmphex(sd_read(c, PRNSTS) & TRANSFERRING, ==,
                    t->write ? 0x100 : 0x200);
    g_assert_cmphex(addr, ==, t->addr + n * (4 * KiB << t->boundary));
    sd_write(c, NORINTSTS, DMA_INTERRUPT);
    return addr;
}

/* Check that it is over and the card waits for a command */
static inline void transfer_ended(Card *c, bool auto12)
{
    uint32_t status = sd_read(c, NORINTSTS);

    g_assert_cmphex(status & (ERROR_INTERRUPT | TRANSFER_COMPLETE), ==,
                    TRANSFER_COMPLETE);
    g_assert_cmphex(sd_read(c, PRNSTS) & (TRANSFERRING | DATA_INHIBIT), ==, 0);
    g_assert_cmphex(qtest_readw(c->qts, SD + BLKCNT), ==, 0);
    if (!auto12) {
        command(c, 0, 0, STOP_TRANSMISSION);
    }
    /* CURRENT_STATE tran */
    g_assert_cmphex(command(c, c->rca, 0, SEND_STATUS) & 0x1e00, ==, 0x800);
}

static inline void sdma_continue(Card *c, const Transfer *t, unsigned int from)
{
    for (unsigned int n = from; n <= boundaries(t); n++) {
        sd_write(c, SYSAD, sdma_stopped(c, t, n));
    }
    transfer_ended(c, t->auto12);
}

/* Run SDMA; if it does not begin at a boundary, QEMU stops at none. */
static inline void sdma_run(Card *c, const Transfer *t)
{
    uint32_t from = t->addr - GUARD;

    refill(c, from, bytes(t) + 2 * GUARD);
    sdma_begin(c, t);
    if (t->addr % (4 * KiB << t->boundary)) {
        transfer_ended(c, t->auto12);
    } else {
        sdma_continue(c, t, 1);
    }
    expect(c, t, 0, t->addr, bytes(t));
    check(c, from, bytes(t) + 2 * GUARD, t->card, bytes(t));
}

#endif /* TESTS_QTEST_TEGRA20_SDHCI_DMA_H */
