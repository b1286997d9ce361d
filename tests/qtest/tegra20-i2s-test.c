/*
 * QTest of the Tegra20 I2S controllers
 *
 * After a reset their clock is the crystal of 12 MHz, so a frame of 250 clocks
 * makes 48 kHz.  How many frames have passed is what the FIFOs have lost, or
 * got.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/arm/tegra/tegra20_i2s_regs.h"
#include "hw/arm/tegra/tegra_apbdma_regs.h"
#include "tegra20-host1x.h"

#define I2S1            TEGRA20_I2S1_BASE
#define I2S2            TEGRA20_I2S2_BASE
#define CRYSTAL_MHZ     12
#define FRAME_CLOCKS    250
#define TIMING          (FRAME_CLOCKS / 2 - 1)
#define US              1000
#define MS              1000000

#define MASTER          0x02000000
#define PACKED          0x70
#define FORMAT(n)       ((n) << 4)
#define TX              (1u << 29)
#define RX              (1u << 28)
#define SEND            (MASTER | PACKED | TX)
#define RECEIVE         (MASTER | PACKED | RX)
#define IE_TX_ERR       8
#define QE_TX           2

#define TX_READY        0x80000000
#define RX_READY        0x40000000
#define TX_BUSY         0x20000000
#define RX_BUSY         0x10000000
#define TX_ERR          8
#define RX_ERR          4
#define TX_QUEUE        2
#define RX_QUEUE        1

#define DMA             TEGRA20_APBDMA_BASE
#define DMA_ENABLE      (1u << 31)
#define DMA_TO_DEVICE   (1u << 28)
#define DMA_ONCE        (1u << 27)
#define DMA_FLOW        (1u << 21)
#define DMA_REQ(n)      ((n) << 16)
#define DMA_WORDS(n)    (((n) - 1) << 2)
#define DMA_DONE        (1u << 30)
#define RAM             0x00100000

static uint32_t rd(QTestState *qts, uint32_t offset)
{
    return qtest_readl(qts, I2S1 + offset);
}

static void wr(QTestState *qts, uint32_t offset, uint32_t value)
{
    qtest_writel(qts, I2S1 + offset, value);
}

static QTestState *i2s_start(const char *args)
{
    QTestState *qts = qtest_initf(HOST1X_MACHINE "%s", args);

    qtest_irq_intercept_out(qts, "/machine/soc/ictlr");
    tegra20_enable(qts, TEGRA20_PERIPH_I2S1);
    tegra20_enable(qts, TEGRA20_PERIPH_I2S2);
    wr(qts, A_I2S_TIMING, TIMING);
    return qts;
}

/* Return the time in which @n frames of @clocks pass, to the next ns */
static int64_t frames_ns(int64_t n, int64_t clocks)
{
    return DIV_ROUND_UP(n * clocks * 1000, CRYSTAL_MHZ);
}

static void step_frames(QTestState *qts, int64_t n)
{
    qtest_clock_step(qts, frames_ns(n, FRAME_CLOCKS));
}

static unsigned int tx_words(QTestState *qts)
{
    return extract32(rd(qts, A_I2S_FIFO_SCR), 16, 6);
}

static unsigned int rx_words(QTestState *qts)
{
    return extract32(rd(qts, A_I2S_FIFO_SCR), 24, 6);
}

static void fill(QTestState *qts, unsigned int words)
{
    for (unsigned int i = 0; i < words; i++) {
        wr(qts, A_I2S_FIFO1, i + 1);
    }
}

static void assert_errors(QTestState *qts, uint32_t expected)
{
    g_assert_cmphex(rd(qts, A_I2S_STATUS) & (TX_ERR | RX_ERR), ==, expected);
}

/* ------------------------------------------------------------------ */
/* Registers and FIFOs                                                */

static const struct {
    uint32_t offset, mask;
} storage[] = {
    { A_I2S_CTRL, 0x7f000f7f },
    { A_I2S_TIMING, 0x17ff },
    { A_I2S_FIFO_SCR, 0x33 },
    { A_I2S_PCM_CTRL, 0xffffffff },
    { A_I2S_NW_CTRL, 0xffffffff },
    { A_I2S_TDM_CTRL, 0xffffffff },
    { A_I2S_TDM_TX_RX_CTRL, 0xffffffff },
    { A_I2S_FIFO1, 0 },
    { 0x18, 0 },
    { 0x1fc, 0 },
};

static void check_registers(QTestState *qts, uint64_t base)
{
    g_assert_cmphex(qtest_readl(qts, base + A_I2S_STATUS), ==,
                    TX_READY | TX_QUEUE);
    for (size_t i = 0; i < ARRAY_SIZE(storage); i++) {
        uint64_t reg = base + storage[i].offset;

        g_assert_cmphex(qtest_readl(qts, reg), ==, 0);
        qtest_writel(qts, reg, 0xffffffff);
        g_assert_cmphex(qtest_readl(qts, reg), ==, storage[i].mask);
        qtest_writel(qts, reg, 0);
        g_assert_cmphex(qtest_readl(qts, reg), ==, 0);
    }
}

static void test_registers(void)
{
    QTestState *qts = i2s_start("");

    wr(qts, A_I2S_TIMING, 0);
    check_registers(qts, I2S1);
    check_registers(qts, I2S2);
    qtest_quit(qts);
}

static void test_fifos(void)
{
    QTestState *qts = i2s_start("");

    fill(qts, 16);
    g_assert_cmphex(rd(qts, A_I2S_FIFO_SCR), ==, 16 << 16);
    g_assert_cmphex(rd(qts, A_I2S_STATUS), ==, 0);
    wr(qts, A_I2S_FIFO1, 17);
    g_assert_cmphex(rd(qts, A_I2S_FIFO_SCR), ==, 16 << 16);
    assert_errors(qts, TX_ERR);
    g_assert_cmphex(rd(qts, A_I2S_FIFO2), ==, 0);
    assert_errors(qts, TX_ERR | RX_ERR);
    wr(qts, A_I2S_STATUS, TX_ERR);
    assert_errors(qts, RX_ERR);
    wr(qts, A_I2S_STATUS, RX_ERR);
    assert_errors(qts, 0);
    wr(qts, A_I2S_FIFO_SCR, 1 << 12);
    g_assert_cmpuint(tx_words(qts), ==, 16);
    wr(qts, A_I2S_FIFO_SCR, 1 << 8);
    g_assert_cmphex(rd(qts, A_I2S_FIFO_SCR), ==, 0);
    qtest_quit(qts);
}

static const unsigned int levels[] = { 1, 4, 8, 12 };

static void test_tx_levels(void)
{
    QTestState *qts = i2s_start("");

    for (unsigned int i = 0; i < ARRAY_SIZE(levels); i++) {
        wr(qts, A_I2S_FIFO_SCR, i | 1 << 8);
        for (unsigned int words = 0; words <= 16; words++) {
            g_assert_cmphex(rd(qts, A_I2S_STATUS) & TX_QUEUE, ==,
                            16 - words >= levels[i] ? TX_QUEUE : 0);
            fill(qts, words < 16);
        }
    }
    qtest_quit(qts);
}

static void test_rx_levels(void)
{
    QTestState *qts = i2s_start("");

    for (unsigned int i = 0; i < ARRAY_SIZE(levels); i++) {
        wr(qts, A_I2S_FIFO_SCR, i << 4 | 1 << 12);
        wr(qts, A_I2S_CTRL, RECEIVE);
        step_frames(qts, 16);
        wr(qts, A_I2S_CTRL, 0);
        for (unsigned int words = 16; words > 0; words--) {
            g_assert_cmphex(rd(qts, A_I2S_STATUS) & RX_QUEUE, ==,
                            words >= levels[i] ? RX_QUEUE : 0);
            g_assert_cmphex(rd(qts, A_I2S_FIFO2), ==, 0);
        }
        g_assert_cmphex(rd(qts, A_I2S_STATUS) & RX_QUEUE, ==, 0);
    }
    assert_errors(qts, 0);
    qtest_quit(qts);
}

static void test_irq(void)
{
    QTestState *qts = i2s_start("");

    g_assert_false(qtest_get_irq(qts, TEGRA20_IRQ_I2S1));
    wr(qts, A_I2S_CTRL, QE_TX);
    g_assert_true(qtest_get_irq(qts, TEGRA20_IRQ_I2S1));
    fill(qts, 16);
    g_assert_false(qtest_get_irq(qts, TEGRA20_IRQ_I2S1));
    fill(qts, 1);
    g_assert_false(qtest_get_irq(qts, TEGRA20_IRQ_I2S1));
    wr(qts, A_I2S_CTRL, IE_TX_ERR);
    g_assert_true(qtest_get_irq(qts, TEGRA20_IRQ_I2S1));
    wr(qts, A_I2S_STATUS, TX_ERR);
    g_assert_false(qtest_get_irq(qts, TEGRA20_IRQ_I2S1));
    g_assert_false(qtest_get_irq(qts, TEGRA20_IRQ_I2S2));
    qtest_writel(qts, I2S2 + A_I2S_CTRL, QE_TX);
    g_assert_true(qtest_get_irq(qts, TEGRA20_IRQ_I2S2));
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* Frames in time                                                     */

/* @frames pass in their time, and not a nanosecond before */
static void check_rate(uint32_t ctrl, uint32_t timing, int64_t clocks,
                       unsigned int frames, unsigned int words)
{
    QTestState *qts = i2s_start("");
    int64_t ns = frames_ns(frames, clocks);

    wr(qts, A_I2S_TIMING, timing);
    fill(qts, 16);
    wr(qts, A_I2S_CTRL, ctrl);
    g_assert_cmphex(rd(qts, A_I2S_STATUS) & (TX_BUSY | RX_BUSY), ==, TX_BUSY);
    qtest_clock_step(qts, ns - 1);
    g_assert_cmpuint(tx_words(qts), ==, 16 - (frames - 1) * words);
    qtest_clock_step(qts, 1);
    g_assert_cmpuint(tx_words(qts), ==, 16 - frames * words);
    assert_errors(qts, 0);
    qtest_quit(qts);
}

static void test_rate(void)
{
    check_rate(SEND, TIMING, FRAME_CLOCKS, 5, 1);
    check_rate(SEND, TIMING, FRAME_CLOCKS, 16, 1);
    /* an odd number of clocks */
    check_rate(SEND, 135 | 1 << 12, 273, 7, 1);
    /* slow, so that there is a shot in between */
    check_rate(SEND, 749, 1500, 15, 1);
}

static void test_unpacked(void)
{
    for (unsigned int format = 0; format < 4; format++) {
        check_rate(MASTER | TX | FORMAT(format), TIMING, FRAME_CLOCKS, 8, 2);
    }
}

/* More than 192000 frames a second are not made: 63 clocks are the least. */
static void test_fast(void)
{
    check_rate(SEND, 0, 63, 5, 1);
}

static const struct {
    uint32_t ctrl, words[2];
    const char *frame;
} samples[] = {
    { PACKED, { 0xfffe0001 }, "DAC=0 left=1 right=-2" },
    { PACKED, { 0x12348000 }, "DAC=0 left=-32768 right=4660" },
    { FORMAT(0), { 0x00000003, 0x0000fffc }, "DAC=0 left=3 right=-4" },
    { FORMAT(1), { 0x0000005f, 0x000fffa0 }, "DAC=0 left=5 right=-6" },
    { FORMAT(2), { 0x000007ff, 0x00fff800 }, "DAC=0 left=7 right=-8" },
    { FORMAT(3), { 0x0009ffff, 0xfff60000 }, "DAC=0 left=9 right=-10" },
};

static void send_sample(QTestState *qts, int i)
{
    wr(qts, A_I2S_FIFO1, samples[i].words[0]);
    if (samples[i].ctrl != PACKED) {
        wr(qts, A_I2S_FIFO1, samples[i].words[1]);
    }
    wr(qts, A_I2S_CTRL, MASTER | TX | samples[i].ctrl);
    step_frames(qts, 1);
    g_assert_cmpuint(tx_words(qts), ==, 0);
    wr(qts, A_I2S_CTRL, 0);
}

static void test_samples(void)
{
    g_autofree char *dir = g_dir_make_tmp("tegra20-i2s-XXXXXX", NULL);
    g_autofree char *log = g_build_filename(dir, "log", NULL);
    g_autofree char *args = g_strdup_printf(" -trace tegra20_i2s_frame -D %s",
                                            log);
    QTestState *qts = i2s_start(args);

    for (int i = 0; i < ARRAY_SIZE(samples); i++) {
        send_sample(qts, i);
    }
    qtest_quit(qts);
    for (int i = 0; i < ARRAY_SIZE(samples); i++) {
        g_assert_cmpuint(tegra20_count_in_file(log, samples[i].frame), ==, 1);
    }
    g_assert_cmpuint(tegra20_count_in_file(log, "DAC="), ==,
                     ARRAY_SIZE(samples));
    unlink(log);
    rmdir(dir);
}

/* A slave, and a FIFO in the other direction, have no frames. */
static void test_not_modelled(void)
{
    QTestState *qts = i2s_start("");

    fill(qts, 16);
    wr(qts, A_I2S_CTRL, PACKED | TX);
    qtest_clock_step(qts, 10 * MS);
    g_assert_cmpuint(tx_words(qts), ==, 16);
    wr(qts, A_I2S_CTRL, SEND | 1 << 27);
    qtest_clock_step(qts, 10 * MS);
    g_assert_cmpuint(tx_words(qts), ==, 16);
    assert_errors(qts, 0);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* Frames that the guest is late with                                 */

static void test_underrun(void)
{
    QTestState *qts = i2s_start("");

    wr(qts, A_I2S_CTRL, SEND | IE_TX_ERR);
    qtest_clock_step(qts, 1900 * US);
    assert_errors(qts, 0);
    qtest_clock_step(qts, 200 * US);
    assert_errors(qts, TX_ERR);
    g_assert_true(qtest_get_irq(qts, TEGRA20_IRQ_I2S1));
    wr(qts, A_I2S_STATUS, TX_ERR);
    assert_errors(qts, 0);
    g_assert_false(qtest_get_irq(qts, TEGRA20_IRQ_I2S1));
    /* time goes on */
    qtest_clock_step(qts, 1 * MS);
    assert_errors(qts, TX_ERR);
    qtest_quit(qts);
}

/* Words for frames that are owed pass at once; the rest has another ms. */
static void test_late(void)
{
    QTestState *qts = i2s_start("");

    wr(qts, A_I2S_CTRL, SEND);
    qtest_clock_step(qts, 500 * US);
    fill(qts, 23);
    g_assert_cmpuint(tx_words(qts), ==, 0);
    fill(qts, 2);
    g_assert_cmpuint(tx_words(qts), ==, 1);
    qtest_clock_step(qts, 1400 * US);
    fill(qts, 1);
    g_assert_cmpuint(tx_words(qts), ==, 0);
    /* shots at 2 and 3 ms */
    qtest_clock_step(qts, 1000 * US);
    assert_errors(qts, 0);
    qtest_clock_step(qts, 200 * US);
    assert_errors(qts, TX_ERR);
    qtest_quit(qts);
}

static void test_overrun(void)
{
    QTestState *qts = i2s_start("");

    wr(qts, A_I2S_CTRL, RECEIVE);
    step_frames(qts, 3);
    g_assert_cmpuint(rx_words(qts), ==, 3);
    qtest_clock_step(qts, 1800 * US);
    g_assert_cmphex(rd(qts, A_I2S_STATUS), ==,
                    TX_READY | TX_QUEUE | RX_READY | RX_QUEUE | RX_BUSY);
    g_assert_cmpuint(rx_words(qts), ==, 16);
    qtest_clock_step(qts, 200 * US);
    assert_errors(qts, RX_ERR);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* The APB DMA                                                        */

static void dma_start(QTestState *qts, int c, uint32_t fifo, uint32_t csr)
{
    uint64_t chan = DMA + TEGRA_APBDMA_CHANNEL_BASE +
                    TEGRA_APBDMA_CHANNEL_STRIDE * c;

    tegra20_enable(qts, TEGRA20_PERIPH_APBDMA);
    qtest_writel(qts, DMA + A_APBDMA_GENERAL, DMA_ENABLE);
    qtest_writel(qts, chan + A_APBDMA_AHB_PTR, RAM);
    qtest_writel(qts, chan + A_APBDMA_AHB_SEQ, 2u << 28 | 5 << 24);
    qtest_writel(qts, chan + A_APBDMA_APB_PTR, fifo);
    qtest_writel(qts, chan + A_APBDMA_APB_SEQ, 2u << 28 | 1 << 16);
    qtest_writel(qts, chan + A_APBDMA_CSR, DMA_ENABLE | DMA_FLOW | csr);
}

static uint32_t dma_status(QTestState *qts, int c)
{
    return qtest_readl(qts, DMA + TEGRA_APBDMA_CHANNEL_BASE +
                            TEGRA_APBDMA_CHANNEL_STRIDE * c +
                            A_APBDMA_STATUS);
}

/* Return how many words of a pass of @words have been moved */
static unsigned int dma_moved(QTestState *qts, int c, unsigned int words)
{
    return words - (extract32(dma_status(qts, c), 2, 14) + 1);
}

/*
 * A second of 48 kHz: three passes of 16000 words, and what is in the FIFO.
 * The fourth pass has begun, and nothing was missed.
 */
static void check_second(uint64_t base, int req)
{
    QTestState *qts = i2s_start("");
    uint32_t scr;

    qtest_writel(qts, base + A_I2S_TIMING, TIMING);
    qtest_writel(qts, base + A_I2S_FIFO_SCR, 0x11);
    dma_start(qts, 3, base + A_I2S_FIFO1,
              DMA_TO_DEVICE | DMA_REQ(req) | DMA_WORDS(16000));
    qtest_clock_step(qts, 1 * MS);
    g_assert_cmpuint(dma_moved(qts, 3, 16000), ==, 0);
    qtest_writel(qts, base + A_I2S_CTRL, SEND);
    qtest_clock_step(qts, 1000 * MS);
    qtest_clock_step(qts, 100 * US);
    scr = qtest_readl(qts, base + A_I2S_FIFO_SCR);
    /* 48004 frames have passed */
    g_assert_cmpuint(dma_moved(qts, 3, 16000), ==,
                     4 + extract32(scr, 16, 6));
    g_assert_cmphex(dma_status(qts, 3) & (DMA_DONE | 1 << 28), ==,
                    DMA_DONE | 1 << 28);
    g_assert_cmphex(qtest_readl(qts, base + A_I2S_STATUS) & TX_ERR, ==, 0);
    qtest_quit(qts);
}

static void test_dma_transmit(void)
{
    check_second(I2S1, TEGRA_APBDMA_REQ_I2S1);
    check_second(I2S2, TEGRA_APBDMA_REQ_I2S2);
}

/* 480 words of silence need 10 ms. */
static void test_dma_receive(void)
{
    QTestState *qts = i2s_start("");

    qtest_memset(qts, RAM, 0xff, 481 * 4);
    wr(qts, A_I2S_FIFO_SCR, 0x11);
    dma_start(qts, 0, I2S1 + A_I2S_FIFO2,
              DMA_ONCE | DMA_REQ(TEGRA_APBDMA_REQ_I2S1) | DMA_WORDS(480));
    wr(qts, A_I2S_CTRL, RECEIVE);
    qtest_clock_step(qts, 9900 * US);
    g_assert_cmphex(dma_status(qts, 0) & DMA_DONE, ==, 0);
    qtest_clock_step(qts, 200 * US);
    g_assert_cmphex(dma_status(qts, 0) & DMA_DONE, ==, DMA_DONE);
    for (int i = 0; i < 480; i++) {
        g_assert_cmphex(qtest_readl(qts, RAM + i * 4), ==, 0);
    }
    g_assert_cmphex(qtest_readl(qts, RAM + 480 * 4), ==, 0xffffffff);
    assert_errors(qts, 0);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* Reset, clock, migration                                            */

static void test_reset(void)
{
    QTestState *qts = i2s_start("");

    fill(qts, 16);
    wr(qts, A_I2S_CTRL, SEND | QE_TX);
    step_frames(qts, 5);
    g_assert_cmpuint(tx_words(qts), ==, 11);
    g_assert_true(qtest_get_irq(qts, TEGRA20_IRQ_I2S1));
    tegra20_hold(qts, TEGRA20_PERIPH_I2S1, true);
    g_assert_false(qtest_get_irq(qts, TEGRA20_IRQ_I2S1));
    wr(qts, A_I2S_CTRL, SEND);
    g_assert_cmphex(rd(qts, A_I2S_STATUS), ==, 0);
    qtest_clock_step(qts, 5 * MS);
    tegra20_hold(qts, TEGRA20_PERIPH_I2S1, false);
    g_assert_cmphex(rd(qts, A_I2S_CTRL), ==, 0);
    g_assert_cmphex(rd(qts, A_I2S_TIMING), ==, 0);
    g_assert_cmphex(rd(qts, A_I2S_FIFO_SCR), ==, 0);
    g_assert_cmphex(rd(qts, A_I2S_STATUS), ==, TX_READY | TX_QUEUE);
    qtest_quit(qts);
}

static void test_gated(void)
{
    QTestState *qts = i2s_start("");

    fill(qts, 16);
    wr(qts, A_I2S_CTRL, SEND);
    step_frames(qts, 5);
    tegra20_clock(qts, TEGRA20_PERIPH_I2S1, false);
    qtest_clock_step(qts, 10 * MS);
    g_assert_cmphex(rd(qts, A_I2S_CTRL), ==, 0);
    wr(qts, A_I2S_CTRL, 0);
    tegra20_clock(qts, TEGRA20_PERIPH_I2S1, true);
    g_assert_cmphex(rd(qts, A_I2S_CTRL), ==, SEND);
    g_assert_cmpuint(tx_words(qts), ==, 11);
    step_frames(qts, 3);
    g_assert_cmpuint(tx_words(qts), ==, 8);
    assert_errors(qts, 0);
    qtest_quit(qts);
}

/* Half the clock while frames pass */
static void test_clock_change(void)
{
    QTestState *qts = i2s_start("");
    uint64_t source = TEGRA20_CAR_BASE + A_CAR_CLK_SOURCE_I2S1;

    fill(qts, 16);
    wr(qts, A_I2S_CTRL, SEND);
    step_frames(qts, 4);
    qtest_writel(qts, source, 3u << 30 | 2);
    step_frames(qts, 4);
    g_assert_cmpuint(tx_words(qts), ==, 10);
    qtest_quit(qts);
}

static void test_migration(void)
{
    QTestState *qts = i2s_start("");
    int64_t now;

    fill(qts, 16);
    wr(qts, A_I2S_CTRL, SEND);
    now = qtest_clock_step(qts, frames_ns(5, FRAME_CLOCKS));
    qts = migrate_machine(qts);
    qtest_clock_set(qts, now);
    g_assert_cmphex(rd(qts, A_I2S_CTRL), ==, SEND);
    g_assert_cmpuint(tx_words(qts), ==, 11);
    step_frames(qts, 3);
    g_assert_cmpuint(tx_words(qts), ==, 8);
    assert_errors(qts, 0);
    qtest_clock_step(qts, 3 * MS);
    assert_errors(qts, TX_ERR);
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("tegra20-i2s/registers", test_registers);
    qtest_add_func("tegra20-i2s/fifos", test_fifos);
    qtest_add_func("tegra20-i2s/tx-levels", test_tx_levels);
    qtest_add_func("tegra20-i2s/rx-levels", test_rx_levels);
    qtest_add_func("tegra20-i2s/irq", test_irq);
    qtest_add_func("tegra20-i2s/rate", test_rate);
    qtest_add_func("tegra20-i2s/unpacked", test_unpacked);
    qtest_add_func("tegra20-i2s/fast", test_fast);
    qtest_add_func("tegra20-i2s/samples", test_samples);
    qtest_add_func("tegra20-i2s/not-modelled", test_not_modelled);
    qtest_add_func("tegra20-i2s/underrun", test_underrun);
    qtest_add_func("tegra20-i2s/late", test_late);
    qtest_add_func("tegra20-i2s/overrun", test_overrun);
    qtest_add_func("tegra20-i2s/dma-transmit", test_dma_transmit);
    qtest_add_func("tegra20-i2s/dma-receive", test_dma_receive);
    qtest_add_func("tegra20-i2s/reset", test_reset);
    qtest_add_func("tegra20-i2s/gated", test_gated);
    qtest_add_func("tegra20-i2s/clock-change", test_clock_change);
    qtest_add_func("tegra20-i2s/migration", test_migration);
    return g_test_run();
}
