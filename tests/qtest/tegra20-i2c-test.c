/*
 * QTest of the Tegra20 I2C controllers: packets, FIFOs, NAK, DMA, DVC, and
 * the slaves that TrimSlice has
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "hw/arm/tegra/tegra_apbdma_regs.h"
#include "tegra20-i2c.h"

#define I2C2 TEGRA20_I2C2_BASE
#define I2C3 TEGRA20_I2C3_BASE
#define DDC  0x50
#define EM3027 0x56
#define EDID_SIZE 128

#define TEN_BIT         0x40000
#define IGNORE_NAK      0x200000

static QTestState *i2c_start(const char *args)
{
    g_autofree char *all = g_strconcat("-machine trimslice ", args, NULL);
    QTestState *qts = qtest_init(all);

    qtest_irq_intercept_out(qts, "/machine/soc/ictlr");
    i2c_enable(qts, TEGRA20_PERIPH_I2C2, I2C2);
    i2c_enable(qts, TEGRA20_PERIPH_I2C3, I2C3);
    return qts;
}

static uint32_t status(QTestState *qts, uint64_t base)
{
    return qtest_readl(qts, base + A_I2C_INT_STATUS) & 0xfc;
}

static void clear(QTestState *qts, uint64_t base)
{
    qtest_writel(qts, base + A_I2C_INT_STATUS, 0xff);
    g_assert_cmphex(status(qts, base), ==, 0);
}

static void set_pointer(QTestState *qts, uint64_t base, int addr, int reg)
{
    i2c_header(qts, base, addr, 1, REPEAT_START);
    g_assert_cmphex(status(qts, base), ==, 0);
    qtest_writel(qts, base + A_I2C_TX_FIFO, reg);
    g_assert_cmphex(status(qts, base), ==, DONE);
    clear(qts, base);
}

static void pio_read(QTestState *qts, uint64_t base, int addr, int len,
                     uint8_t *buf)
{
    i2c_header(qts, base, addr, len, READ);
    for (int i = 0; i < len; i += 4) {
        uint32_t word;

        g_assert_cmphex(qtest_readl(qts, base + A_I2C_FIFO_STATUS) & 0xf,
                        ==, MIN((len - i + 3) / 4, 8));
        /* done when the last word has reached the FIFO, not before */
        g_assert_cmphex(status(qts, base), ==, len - i <= 32 ? DONE : 0);
        word = cpu_to_le32(qtest_readl(qts, base + A_I2C_RX_FIFO));
        memcpy(buf + i, &word, MIN(len - i, 4));
    }
    clear(qts, base);
}

static void check_edid(const uint8_t *edid)
{
    static const uint8_t magic[8] = {
        0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x00
    };
    uint8_t sum = 0;

    g_assert_cmpmem(edid, 8, magic, 8);
    for (int i = 0; i < EDID_SIZE; i++) {
        sum += edid[i];
    }
    g_assert_cmphex(sum, ==, 0);
}

/*
 * The first detailed timing of E-EDID, at byte 54: the monitor's preferred
 * mode.  Pixel clock in 10 kHz; active and blanking are 12 bits each, the
 * upper four of both in one byte.
 */
static void check_mode(const uint8_t *edid, int width, int height, int hz)
{
    const uint8_t *dtd = edid + 54;
    int hactive = dtd[2] | (dtd[4] & 0xf0) << 4;
    int hblank = dtd[3] | (dtd[4] & 0x0f) << 8;
    int vactive = dtd[5] | (dtd[7] & 0xf0) << 4;
    int vblank = dtd[6] | (dtd[7] & 0x0f) << 8;
    double clock = 10e3 * lduw_le_p(dtd);
    double rate = clock / ((hactive + hblank) * (vactive + vblank));

    g_assert_cmpint(hactive, ==, width);
    g_assert_cmpint(vactive, ==, height);
    g_assert_cmpfloat_with_epsilon(rate, hz, 0.1);
}

static void test_mode(void)
{
    static const struct {
        const char *args;
        int width, height;
    } monitor[] = {
        { "", 1280, 720 },
        { "-global tegra-hdmi.xres=1024 -global tegra-hdmi.yres=768",
          1024, 768 },
    };
    uint8_t edid[EDID_SIZE];

    for (int i = 0; i < ARRAY_SIZE(monitor); i++) {
        QTestState *qts = i2c_start(monitor[i].args);

        set_pointer(qts, I2C2, DDC, 0);
        pio_read(qts, I2C2, DDC, EDID_SIZE, edid);
        check_mode(edid, monitor[i].width, monitor[i].height, 60);
        qtest_quit(qts);
    }
}

static void test_registers(void)
{
    QTestState *qts = i2c_start("");

    g_assert_cmphex(qtest_readl(qts, I2C2 + A_I2C_CNFG), ==, MODE);
    g_assert_cmphex(qtest_readl(qts, I2C2 + A_I2C_FIFO_STATUS), ==, 0x80);
    qtest_writel(qts, I2C2 + A_I2C_FIFO_CONTROL, 0xff);
    g_assert_cmphex(qtest_readl(qts, I2C2 + A_I2C_FIFO_CONTROL), ==, 0xfc);
    qtest_writel(qts, I2C2 + A_I2C_CLK_DIVISOR, 0x00190001);
    g_assert_cmphex(qtest_readl(qts, I2C2 + A_I2C_CLK_DIVISOR), ==,
                    0x00190001);
    qtest_quit(qts);
}

static void test_pio(void)
{
    QTestState *qts = i2c_start("");
    uint8_t edid[EDID_SIZE], tail[5];

    set_pointer(qts, I2C2, DDC, 0);
    pio_read(qts, I2C2, DDC, EDID_SIZE, edid);
    check_edid(edid);
    set_pointer(qts, I2C2, DDC, 3);
    pio_read(qts, I2C2, DDC, 5, tail);
    g_assert_cmpmem(tail, 5, edid + 3, 5);
    qtest_quit(qts);
}

static void test_irq(void)
{
    QTestState *qts = i2c_start("");

    /* "done" cannot be masked, the FIFO levels can */
    qtest_writel(qts, I2C2 + A_I2C_INT_MASK, 0);
    i2c_header(qts, I2C2, DDC, 1, READ);
    g_assert_true(qtest_get_irq(qts, 84));
    clear(qts, I2C2);
    g_assert_false(qtest_get_irq(qts, 84));
    qtest_writel(qts, I2C2 + A_I2C_INT_MASK, 1);
    g_assert_true(qtest_get_irq(qts, 84));
    qtest_readl(qts, I2C2 + A_I2C_RX_FIFO);
    g_assert_false(qtest_get_irq(qts, 84));
    /* room for 8 words: always, as the FIFO drains at once */
    qtest_writel(qts, I2C2 + A_I2C_FIFO_CONTROL, 7 << 5);
    qtest_writel(qts, I2C2 + A_I2C_INT_MASK, 2);
    g_assert_true(qtest_get_irq(qts, 84));
    qtest_quit(qts);
}

static void test_nak(void)
{
    QTestState *qts = i2c_start("");
    uint8_t edid[EDID_SIZE];

    i2c_header(qts, I2C2, 0x51, 4, 0);
    g_assert_cmphex(status(qts, I2C2), ==, NO_ACK);
    g_assert_false(qtest_get_irq(qts, 84));
    qtest_writel(qts, I2C2 + A_I2C_INT_MASK, NO_ACK);
    g_assert_true(qtest_get_irq(qts, 84));
    /* the payload is no new packet: it stays in the FIFO */
    for (int i = 0; i < 8; i++) {
        qtest_writel(qts, I2C2 + A_I2C_TX_FIFO, 0x10);
        g_assert_cmphex(qtest_readl(qts, I2C2 + A_I2C_FIFO_STATUS), ==,
                        (7 - i) << 4);
    }
    qtest_writel(qts, I2C2 + A_I2C_TX_FIFO, 0x10);
    g_assert_cmphex(status(qts, I2C2), ==, NO_ACK | 0x20);
    /* recovery as Linux does it */
    qtest_writel(qts, I2C2 + A_I2C_CNFG, MODE & ~0x400);
    clear(qts, I2C2);
    qtest_writel(qts, I2C2 + A_I2C_FIFO_CONTROL, 3);
    qtest_writel(qts, I2C2 + A_I2C_CNFG, MODE);
    g_assert_cmphex(qtest_readl(qts, I2C2 + A_I2C_FIFO_STATUS), ==, 0x80);
    set_pointer(qts, I2C2, DDC, 0);
    pio_read(qts, I2C2, DDC, EDID_SIZE, edid);
    check_edid(edid);
    qtest_quit(qts);
}

/* A general call has nobody to answer it, and concerns nobody after it. */
static void test_general_call(void)
{
    QTestState *qts = i2c_start("");
    uint8_t edid[EDID_SIZE];

    for (int read = 0; read < 2; read++) {
        i2c_header(qts, I2C2, 0, 1, read ? READ : 0);
        g_assert_cmphex(status(qts, I2C2), ==, NO_ACK);
        clear(qts, I2C2);
        qtest_writel(qts, I2C2 + A_I2C_FIFO_CONTROL, 3);
        set_pointer(qts, I2C2, DDC, 0);
        pio_read(qts, I2C2, DDC, EDID_SIZE, edid);
        check_edid(edid);
    }
    qtest_quit(qts);
}

/* With its NAK ignored the payload goes to nobody; it is no new packet. */
static void test_ten_bit(void)
{
    QTestState *qts = i2c_start("");
    uint8_t edid[EDID_SIZE], byte[4];

    i2c_header(qts, I2C2, DDC, 4, TEN_BIT | IGNORE_NAK);
    g_assert_cmphex(status(qts, I2C2), ==, 0);
    qtest_writel(qts, I2C2 + A_I2C_TX_FIFO, HEADER0);
    g_assert_cmphex(status(qts, I2C2), ==, DONE);
    clear(qts, I2C2);
    pio_read(qts, I2C2, DDC, 4, byte);
    i2c_header(qts, I2C2, DDC, 4, TEN_BIT | IGNORE_NAK | READ);
    g_assert_cmphex(qtest_readl(qts, I2C2 + A_I2C_RX_FIFO), ==, 0xffffffff);
    g_assert_cmphex(status(qts, I2C2), ==, DONE);
    clear(qts, I2C2);
    set_pointer(qts, I2C2, DDC, 0);
    pio_read(qts, I2C2, DDC, EDID_SIZE, edid);
    check_edid(edid);
    qtest_quit(qts);
}

static void test_dma(void)
{
    const uint64_t dma = TEGRA20_APBDMA_BASE, chan = dma + 0x1000 + 3 * 0x20;
    QTestState *qts = i2c_start("");
    uint8_t edid[EDID_SIZE];

    tegra20_enable(qts, TEGRA20_PERIPH_APBDMA);
    qtest_writel(qts, dma + A_APBDMA_GENERAL, 1u << 31);
    qtest_writel(qts, dma + A_APBDMA_IRQ_MASK_SET, 0xffffffff);
    qtest_writel(qts, I2C2 + A_I2C_FIFO_CONTROL, 7 << 2);

    set_pointer(qts, I2C2, DDC, 0);
    /* the values that Linux writes: 32 words, bursts of 8, requestor 22 */
    qtest_writel(qts, chan + A_APBDMA_AHB_SEQ, 0xa6000000);
    qtest_writel(qts, chan + A_APBDMA_AHB_PTR, 0x10000);
    qtest_writel(qts, chan + A_APBDMA_APB_SEQ, 0x20010000);
    qtest_writel(qts, chan + A_APBDMA_APB_PTR, 0x7000c454);
    qtest_writel(qts, chan + A_APBDMA_CSR, 0xc836007c);
    qtest_clock_step(qts, 1000000);
    g_assert_cmphex(qtest_readl(qts, chan + A_APBDMA_STATUS), ==,
                    0x8000007c);
    i2c_header(qts, I2C2, DDC, EDID_SIZE, READ);
    g_assert_cmphex(status(qts, I2C2), ==, 0);
    qtest_clock_step(qts, 1000000);
    g_assert_cmphex(status(qts, I2C2), ==, DONE);
    g_assert_cmphex(qtest_readl(qts, chan + A_APBDMA_STATUS) & 0xc000fffc,
                    ==, 0x40000000);
    g_assert_true(qtest_get_irq(qts, 107));
    qtest_memread(qts, 0x10000, edid, EDID_SIZE);
    check_edid(edid);
    qtest_quit(qts);
}

/* 4 March 2011 was a Friday, day 6 of the chip's week */
static void test_em3027(void)
{
    static const uint8_t want[7] = { 0x07, 0x06, 0x15, 0x04, 6, 0x03, 0x11 };
    static const uint8_t after[7] = { 0x01, 0x00, 0x00, 0x01, 6, 0x03, 0x30 };
    QTestState *qts = i2c_start("-rtc base=2011-03-04T15:06:07,clock=vm");
    uint8_t time[7];

    set_pointer(qts, I2C3, EM3027, 8);
    pio_read(qts, I2C3, EM3027, 7, time);
    g_assert_cmpmem(time, 7, want, 7);
    /* Thursday 28 February 2030, 23:59:59, and two seconds more */
    i2c_header(qts, I2C3, EM3027, 8, 0);
    qtest_writel(qts, I2C3 + A_I2C_TX_FIFO, 0x23595908);
    qtest_writel(qts, I2C3 + A_I2C_TX_FIFO, 0x30020528);
    g_assert_cmphex(status(qts, I2C3), ==, DONE);
    clear(qts, I2C3);
    qtest_clock_step(qts, 2000000000);
    set_pointer(qts, I2C3, EM3027, 8);
    pio_read(qts, I2C3, EM3027, 7, time);
    g_assert_cmpmem(time, 7, after, 7);
    qtest_quit(qts);
}

static void test_dvc(void)
{
    const uint64_t dvc = TEGRA20_DVC_BASE;
    QTestState *qts = i2c_start("");

    tegra20_enable(qts, TEGRA20_PERIPH_DVC);
    qtest_writel(qts, dvc + 0x00, 0x400);
    g_assert_cmphex(qtest_readl(qts, dvc + 0x00), ==, 0x400);
    qtest_writel(qts, dvc + 0x40, MODE);
    g_assert_cmphex(qtest_readl(qts, dvc + 0x40), ==, MODE);
    g_assert_cmphex(qtest_readl(qts, dvc + 0x0c), ==, 0);
    qtest_writel(qts, dvc + 0x74, NO_ACK);
    qtest_writel(qts, dvc + 0x60, HEADER0);
    qtest_writel(qts, dvc + 0x60, 0);
    g_assert_false(qtest_get_irq(qts, 53));
    qtest_writel(qts, dvc + 0x60, 0x34 << 1 | READ | IRQ);
    g_assert_cmphex(qtest_readl(qts, dvc + 0x78) & 0xfc, ==, NO_ACK);
    g_assert_cmphex(qtest_readl(qts, dvc + 0x0c), ==, 1u << 30);
    g_assert_true(qtest_get_irq(qts, 53));
    qtest_writel(qts, dvc + 0x0c, 1u << 30);
    g_assert_cmphex(qtest_readl(qts, dvc + 0x0c), ==, 0);
    for (uint32_t offset = 0; offset < 0x200; offset += 4) {
        qtest_writel(qts, dvc + offset, 0xffffffff);
        qtest_readl(qts, dvc + offset);
    }
    qtest_quit(qts);
}

static void test_gating(void)
{
    QTestState *qts = i2c_start("");

    tegra20_clock(qts, TEGRA20_PERIPH_I2C2, false);
    g_assert_cmphex(qtest_readl(qts, I2C2 + A_I2C_FIFO_STATUS), ==, 0);
    tegra20_clock(qts, TEGRA20_PERIPH_I2C2, true);
    g_assert_cmphex(qtest_readl(qts, I2C2 + A_I2C_FIFO_STATUS), ==, 0x80);
    g_assert_cmphex(qtest_readl(qts, I2C2 + A_I2C_CNFG), ==, MODE);
    tegra20_hold(qts, TEGRA20_PERIPH_I2C2, true);
    g_assert_cmphex(qtest_readl(qts, I2C2 + A_I2C_FIFO_STATUS), ==, 0);
    tegra20_hold(qts, TEGRA20_PERIPH_I2C2, false);
    g_assert_cmphex(qtest_readl(qts, I2C2 + A_I2C_CNFG), ==, 0);
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("tegra20-i2c/registers", test_registers);
    qtest_add_func("tegra20-i2c/mode", test_mode);
    qtest_add_func("tegra20-i2c/pio", test_pio);
    qtest_add_func("tegra20-i2c/irq", test_irq);
    qtest_add_func("tegra20-i2c/nak", test_nak);
    qtest_add_func("tegra20-i2c/general-call", test_general_call);
    qtest_add_func("tegra20-i2c/ten-bit", test_ten_bit);
    qtest_add_func("tegra20-i2c/dma", test_dma);
    qtest_add_func("tegra20-i2c/em3027", test_em3027);
    qtest_add_func("tegra20-i2c/dvc", test_dvc);
    qtest_add_func("tegra20-i2c/gating", test_gating);
    return g_test_run();
}
