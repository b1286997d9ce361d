/*
 * QTest of the Tegra20 SPI flash controller
 *
 * The board's flash is a W25Q80BL.  Commands and identification are those of
 * its data sheet.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/arm/tegra/tegra20_sflash_regs.h"
#include "tegra20-host1x.h"

#define FLASH_SIZE      (1024 * 1024)
#define PAGE_BYTES      256
#define ENVIRONMENT     0xfe000     /* where U-Boot keeps it */

#define MASTER          0x10000000
#define TX              0x8000
#define RX              0x4000
#define SELECT          0x2000
#define SOFT            0x1000
#define CS(n)           (0x20 << (n))
#define GO              0x40000000
#define RDY             0x40000000
#define BSY             0x80000000
#define RX_EMPTY        0x02000000
#define RX_FULL         0x01000000
#define TX_EMPTY        0x00800000
#define TX_FULL         0x00400000
#define RX_UNF          0x08000000
#define TX_OVF          0x04000000
#define FLUSH           0x30000000

/* Commands of the flash */
enum {
    PAGE_PROGRAM = 0x02,
    READ = 0x03,
    WRITE_ENABLE = 0x06,
    SECTOR_ERASE = 0x20,
    READ_ID = 0x9f,
};

static uint32_t sf_read(QTestState *qts, uint32_t offset)
{
    return qtest_readl(qts, TEGRA20_SFLASH_BASE + offset);
}

static void sf_write(QTestState *qts, uint32_t offset, uint32_t value)
{
    qtest_writel(qts, TEGRA20_SFLASH_BASE + offset, value);
}

static QTestState *sf_start(const char *args)
{
    QTestState *qts = qtest_initf(HOST1X_MACHINE "%s", args);

    tegra20_enable(qts, TEGRA20_PERIPH_SFLASH);
    return qts;
}

static void assert_status(QTestState *qts, uint32_t expected)
{
    g_assert_cmphex(sf_read(qts, A_SFLASH_STATUS), ==, expected);
}

static void ack(QTestState *qts)
{
    sf_write(qts, A_SFLASH_STATUS, sf_read(qts, A_SFLASH_STATUS) & ~FLUSH);
}

/* Exchange @bytes with the flash, as U-Boot does: the first one is on top */
static uint32_t word(QTestState *qts, uint32_t out, int bytes)
{
    uint32_t command = MASTER | TX | RX | SOFT | SELECT | CS(0);

    sf_write(qts, A_SFLASH_COMMAND, command | (8 * bytes - 1));
    sf_write(qts, A_SFLASH_TX_FIFO, out);
    sf_write(qts, A_SFLASH_COMMAND, command | (8 * bytes - 1) | GO);
    assert_status(qts, RDY | TX_EMPTY);
    ack(qts);
    return sf_read(qts, A_SFLASH_RX_FIFO);
}

static void deselect(QTestState *qts)
{
    sf_write(qts, A_SFLASH_COMMAND, MASTER | SOFT | CS(0));
}

static void assert_id(QTestState *qts)
{
    word(qts, READ_ID, 1);
    g_assert_cmphex(word(qts, 0, 3), ==, 0xef4014);
    deselect(qts);
}

static void test_id(void)
{
    QTestState *qts = sf_start("");

    assert_id(qts);
    /* nobody is there */
    sf_write(qts, A_SFLASH_COMMAND, MASTER | TX | RX | SOFT | SELECT | CS(1) |
             31);
    sf_write(qts, A_SFLASH_TX_FIFO, READ_ID << 24);
    sf_write(qts, A_SFLASH_COMMAND, MASTER | TX | RX | SOFT | SELECT | CS(1) |
             31 | GO);
    g_assert_cmphex(sf_read(qts, A_SFLASH_RX_FIFO), ==, 0);
    qtest_quit(qts);
}

/* The chip select follows the transfer: each one is a command of its own. */
static void test_hardware_select(void)
{
    const uint32_t command = MASTER | TX | RX | CS(0) | 31;
    QTestState *qts = sf_start("");

    for (int i = 0; i < 2; i++) {
        sf_write(qts, A_SFLASH_COMMAND, command);
        sf_write(qts, A_SFLASH_TX_FIFO, (uint32_t)READ_ID << 24);
        sf_write(qts, A_SFLASH_COMMAND, command | GO);
        g_assert_cmphex(sf_read(qts, A_SFLASH_RX_FIFO) & 0xffffff, ==,
                        0xef4014);
    }
    qtest_quit(qts);
}

static void command_byte(QTestState *qts, uint8_t command)
{
    word(qts, command, 1);
    deselect(qts);
}

static void program(QTestState *qts, uint32_t addr)
{
    command_byte(qts, WRITE_ENABLE);
    word(qts, (uint32_t)PAGE_PROGRAM << 24 | addr, 4);
    for (uint32_t i = 0; i < PAGE_BYTES; i += 4) {
        word(qts, addr * 7 + i, 4);
    }
    deselect(qts);
}

static void assert_page(QTestState *qts, uint32_t addr, bool erased)
{
    word(qts, (uint32_t)READ << 24 | addr, 4);
    for (uint32_t i = 0; i < PAGE_BYTES; i += 4) {
        g_assert_cmphex(word(qts, 0, 4), ==,
                        erased ? 0xffffffff : addr * 7 + i);
    }
    deselect(qts);
}

static char *flash_image(void)
{
    char *path = stream_path();

    g_assert_cmpint(truncate(path, FLASH_SIZE), ==, 0);
    return path;
}

/* Kept over a reset of the machine, and in the file */
static void test_image(void)
{
    g_autofree char *path = flash_image();
    g_autofree char *args = g_strdup_printf(" -drive if=mtd,format=raw,file=%s",
                                            path);
    QTestState *qts = sf_start(args);

    command_byte(qts, WRITE_ENABLE);
    word(qts, (uint32_t)SECTOR_ERASE << 24 | ENVIRONMENT, 4);
    deselect(qts);
    assert_page(qts, ENVIRONMENT, true);
    program(qts, ENVIRONMENT + PAGE_BYTES);
    qtest_system_reset(qts);
    tegra20_enable(qts, TEGRA20_PERIPH_SFLASH);
    assert_page(qts, ENVIRONMENT + PAGE_BYTES, false);
    qtest_quit(qts);

    qts = sf_start(args);
    assert_page(qts, ENVIRONMENT, true);
    assert_page(qts, ENVIRONMENT + PAGE_BYTES, false);
    qtest_quit(qts);
    unlink(path);
}

/* As Linux does: up to four words, then an interrupt */
static void test_blocks(void)
{
    const uint32_t command = MASTER | SOFT | SELECT | CS(0) | 7;
    QTestState *qts = sf_start("");

    qtest_irq_intercept_out(qts, "/machine/soc/ictlr");
    sf_write(qts, A_SFLASH_COMMAND, command | TX);
    sf_write(qts, A_SFLASH_TX_FIFO, READ_ID);
    sf_write(qts, A_SFLASH_DMA_CTL, 0x84000000);
    assert_status(qts, RDY | RX_EMPTY | TX_EMPTY);
    g_assert_true(qtest_get_irq(qts, TEGRA20_IRQ_SFLASH));
    ack(qts);
    g_assert_false(qtest_get_irq(qts, TEGRA20_IRQ_SFLASH));
    sf_write(qts, A_SFLASH_COMMAND, command | RX);
    sf_write(qts, A_SFLASH_DMA_CTL, 0x88000002);
    assert_status(qts, RDY | TX_EMPTY);
    g_assert_true(qtest_get_irq(qts, TEGRA20_IRQ_SFLASH));
    g_assert_cmphex(sf_read(qts, A_SFLASH_RX_FIFO), ==, 0xef);
    g_assert_cmphex(sf_read(qts, A_SFLASH_RX_FIFO), ==, 0x40);
    g_assert_cmphex(sf_read(qts, A_SFLASH_RX_FIFO), ==, 0x14);
    qtest_quit(qts);
}

/* A long transfer waits for room, also in a machine that was moved. */
static void test_stalled(void)
{
    const uint32_t command = MASTER | SOFT | SELECT | CS(0) | 7;
    QTestState *qts = sf_start("");

    sf_write(qts, A_SFLASH_COMMAND, command | RX);
    sf_write(qts, A_SFLASH_DMA_CTL, 0x80000000 | 5);
    assert_status(qts, BSY | RX_FULL | TX_EMPTY);
    qts = migrate_machine(qts);
    assert_status(qts, BSY | RX_FULL | TX_EMPTY);
    sf_read(qts, A_SFLASH_RX_FIFO);
    assert_status(qts, BSY | RX_FULL | TX_EMPTY);
    sf_read(qts, A_SFLASH_RX_FIFO);
    assert_status(qts, RDY | RX_FULL | TX_EMPTY);
    qtest_quit(qts);
}

static void test_fifos(void)
{
    QTestState *qts = sf_start("");

    assert_status(qts, RX_EMPTY | TX_EMPTY);
    for (int i = 0; i < 5; i++) {
        sf_write(qts, A_SFLASH_TX_FIFO, i);
    }
    assert_status(qts, TX_OVF | RX_EMPTY | TX_FULL);
    g_assert_cmphex(sf_read(qts, A_SFLASH_RX_FIFO), ==, 0);
    assert_status(qts, RX_UNF | TX_OVF | RX_EMPTY | TX_FULL);
    sf_write(qts, A_SFLASH_STATUS, RX_UNF | TX_OVF | FLUSH);
    assert_status(qts, RX_EMPTY | TX_EMPTY);
    qtest_quit(qts);
}

/* What starts nothing: no direction, a slave, a second start */
static void test_refused(void)
{
    QTestState *qts = sf_start("");

    sf_write(qts, A_SFLASH_COMMAND, MASTER | GO | 7);
    assert_status(qts, RX_EMPTY | TX_EMPTY);
    sf_write(qts, A_SFLASH_COMMAND, RX | GO | 7);
    assert_status(qts, RX_EMPTY | TX_EMPTY);
    sf_write(qts, A_SFLASH_COMMAND, MASTER | TX | 7);
    sf_write(qts, A_SFLASH_DMA_CTL, 0x80000001);
    sf_write(qts, A_SFLASH_DMA_CTL, 0x8000ffff);
    sf_write(qts, A_SFLASH_TX_FIFO, 0);
    assert_status(qts, BSY | RX_EMPTY | TX_EMPTY);
    sf_write(qts, A_SFLASH_TX_FIFO, 0);
    assert_status(qts, RDY | RX_EMPTY | TX_EMPTY);
    qtest_quit(qts);
}

static void test_reset(void)
{
    QTestState *qts = sf_start("");

    sf_write(qts, A_SFLASH_COMMAND, MASTER | TX | RX);
    sf_write(qts, A_SFLASH_TX_FIFO, 1);
    tegra20_hold(qts, TEGRA20_PERIPH_SFLASH, true);
    sf_write(qts, A_SFLASH_RX_CMP, 0x1234);
    g_assert_cmphex(sf_read(qts, A_SFLASH_COMMAND), ==, 0);
    tegra20_hold(qts, TEGRA20_PERIPH_SFLASH, false);
    g_assert_cmphex(sf_read(qts, A_SFLASH_COMMAND), ==, 0x10000420);
    g_assert_cmphex(sf_read(qts, A_SFLASH_RX_CMP), ==, 0);
    assert_status(qts, RX_EMPTY | TX_EMPTY);
    assert_id(qts);
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("tegra20-sflash/id", test_id);
    qtest_add_func("tegra20-sflash/hardware-select", test_hardware_select);
    qtest_add_func("tegra20-sflash/image", test_image);
    qtest_add_func("tegra20-sflash/blocks", test_blocks);
    qtest_add_func("tegra20-sflash/stalled", test_stalled);
    qtest_add_func("tegra20-sflash/fifos", test_fifos);
    qtest_add_func("tegra20-sflash/refused", test_refused);
    qtest_add_func("tegra20-sflash/reset", test_reset);
    return g_test_run();
}
