/*
 * Helpers of the Tegra20 host1x qtests
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TEGRA20_HOST1X_H
#define TEGRA20_HOST1X_H

#include "hw/gpu/tegra_host1x_regs.h"
#include "migrate-file.h"
#include "tegra20-qtest.h"

#define HOST1X_BASE     0x50000000
#define HOST1X_PATH     "/machine/soc/host1x"
#define GR2D_BASE       0x54140000

/* GIC SPI numbers */
#define SPI_SYNCPT_COP  64
#define SPI_SYNCPT_CPU  65
#define SPI_GENERAL_COP 66
#define SPI_GENERAL_CPU 67

/* Guest memory the tests use; RAM starts at 0 */
#define RAM_SIZE        (1u << 30)
#define PB              0x00100000  /* push buffer of channel n: + n * 0x1000 */
#define PB_END          0xffc
#define GATHER          0x00200000
#define DATA            0x00300000

/* Words of the command stream, put together from their description */
#define OP(op, offset, low) \
    ((uint32_t)(op) << 28 | (uint32_t)(offset) << 16 | (low))
#define SETCL(class, offset, mask)  OP(0, offset, (class) << 6 | (mask))
#define INCR(offset, count)         OP(1, offset, count)
#define NONINCR(offset, count)      OP(2, offset, count)
#define MASK(offset, mask)          OP(3, offset, mask)
#define IMM(offset, data)           OP(4, offset, data)
#define RESTART(address)            OP(5, 0, (address) >> 4)
#define GATHER_OP(count)            OP(6, 0, count)
#define GATHER_INCR(offset, count)  OP(6, offset, 0xc000 | (count))
#define GATHER_NONINCR(offset, n)   OP(6, offset, 0x8000 | (n))
#define ACQUIRE(lock)               (0xe0000000u | (lock))
#define RELEASE(lock)               (0xe1000000u | (lock))
#define NOP                         NONINCR(0, 0)
#define FILLER                      0x1bad0000u

#define HOST(offset, mask)          SETCL(0x01, offset, mask)
/* Host class methods: SETCL with one data word, which follows */
#define INCR_SYNCPT                 HOST(0x00, 1)
#define WAIT                        HOST(0x08, 1)
#define WAIT_BASE                   HOST(0x09, 1)
#define WAIT_INCR                   HOST(0x0a, 1)
#define LOAD_BASE                   HOST(0x0b, 1)
#define INCR_BASE                   HOST(0x0c, 1)
#define AT(index, value)            ((uint32_t)(index) << 24 | (value))
#define AT_BASE(id, base, offset)   AT(id, (base) << 16 | (offset))

static inline uint32_t sync_read(QTestState *qts, uint32_t reg)
{
    return qtest_readl(qts, HOST1X_BASE + TEGRA_HOST1X_SYNC + reg);
}

static inline void sync_write(QTestState *qts, uint32_t reg, uint32_t value)
{
    qtest_writel(qts, HOST1X_BASE + TEGRA_HOST1X_SYNC + reg, value);
}

static inline uint32_t ch_read(QTestState *qts, unsigned int ch, uint32_t reg)
{
    return qtest_readl(qts, HOST1X_BASE + ch * TEGRA_HOST1X_WINDOW + reg);
}

static inline void ch_write(QTestState *qts, unsigned int ch, uint32_t reg,
                            uint32_t value)
{
    qtest_writel(qts, HOST1X_BASE + ch * TEGRA_HOST1X_WINDOW + reg, value);
}

static inline uint32_t syncpt(QTestState *qts, unsigned int id)
{
    return sync_read(qts, A_H1X_SYNCPT + 4 * id);
}

static inline void set_syncpt(QTestState *qts, unsigned int id, uint32_t value)
{
    sync_write(qts, A_H1X_SYNCPT + 4 * id, value);
}

static inline uint32_t base(QTestState *qts, unsigned int n)
{
    return sync_read(qts, A_H1X_SYNCPT_BASE + 4 * n);
}

static inline uint32_t cbstat(QTestState *qts, unsigned int ch)
{
    return sync_read(qts, A_H1X_CBSTAT + 4 * ch);
}

static inline uint32_t cbread(QTestState *qts, unsigned int ch)
{
    return sync_read(qts, A_H1X_CBREAD + 4 * ch);
}

static inline uint32_t dmaget(QTestState *qts, unsigned int ch)
{
    return ch_read(qts, ch, A_H1X_DMAGET);
}

static inline bool syncpt_irq(QTestState *qts)
{
    return qtest_get_irq(qts, SPI_SYNCPT_CPU);
}

/*
 * Let QEMU's main loop turn a few times: every request is served by one turn
 * or more, and a bottom half scheduled in one turn has run by the end of the
 * next.
 */
static inline void settle(QTestState *qts)
{
    for (int i = 0; i < 16; i++) {
        qtest_readl(qts, HOST1X_BASE + A_H1X_DMACTRL);
    }
}

static inline void write_words(QTestState *qts, uint64_t addr,
                               const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        qtest_writel(qts, addr + 4 * i, words[i]);
    }
}

#define WRITE_WORDS(qts, addr, ...) \
    write_words(qts, addr, (const uint32_t []){ __VA_ARGS__ }, \
                sizeof((const uint32_t []){ __VA_ARGS__ }) / 4)

static inline uint32_t pb(unsigned int ch)
{
    return PB + ch * 0x1000;
}

/* Start a channel at byte @pos of its ring, as Linux does */
static inline void ch_start(QTestState *qts, unsigned int ch, uint32_t pos)
{
    ch_write(qts, ch, A_H1X_DMACTRL, 1);
    ch_write(qts, ch, A_H1X_DMASTART, pb(ch));
    ch_write(qts, ch, A_H1X_DMAPUT, pos);
    ch_write(qts, ch, A_H1X_DMAEND, PB_END);
    ch_write(qts, ch, A_H1X_DMACTRL, 7);
    ch_write(qts, ch, A_H1X_DMACTRL, 0);
}

/* Append words at PUT of a running channel and let them be executed. */
static inline void ch_push(QTestState *qts, unsigned int ch,
                           const uint32_t *words, size_t count)
{
    uint32_t put = ch_read(qts, ch, A_H1X_DMAPUT);

    write_words(qts, pb(ch) + put, words, count);
    ch_write(qts, ch, A_H1X_DMAPUT, put + 4 * count);
    settle(qts);
}

#define PUSH(qts, ch, ...) \
    ch_push(qts, ch, (const uint32_t []){ __VA_ARGS__ }, \
            sizeof((const uint32_t []){ __VA_ARGS__ }) / 4)

/* Return whether channel @ch has executed all it was given */
static inline bool ch_done(QTestState *qts, unsigned int ch)
{
    return dmaget(qts, ch) == ch_read(qts, ch, A_H1X_DMAPUT);
}

/* Return whether @ch waits for sync point @id, by what Linux's dump shows */
static inline bool ch_waits(QTestState *qts, unsigned int ch,
                            unsigned int method, unsigned int id)
{
    return cbstat(qts, ch) == (0x00010000 | method) &&
           cbread(qts, ch) >> 24 == id && !ch_done(qts, ch);
}

/* Without worker threads an idle engine counts in a bottom half. */
#define HOST1X_MACHINE "-machine trimslice -global tegra-gr3d.threads=0 "

/*
 * Switch on power and clocks and release the resets, as Linux does before it
 * touches host1x and the engines.  host1x runs at 12 MHz here, PLL_P by 18.
 */
static inline void host1x_enable(QTestState *qts)
{
    tegra20_toggle_power(qts, TEGRA20_POWER_3D);
    qtest_writel(qts, TEGRA20_CAR_BASE + A_CAR_CLK_SOURCE_HOST1X, 0x80000022);
    tegra20_enable(qts, TEGRA20_PERIPH_HOST1X);
    tegra20_enable(qts, TEGRA20_PERIPH_GR2D);
    tegra20_enable(qts, TEGRA20_PERIPH_GR3D);
}

static inline QTestState *host1x_start(void)
{
    QTestState *qts = qtest_init(HOST1X_MACHINE);

    host1x_enable(qts);
    qtest_irq_intercept_in(qts, "/machine/soc/a9mpcore");
    return qts;
}

/* Start one channel at offset 0, with the RESTART of Linux in place */
static inline QTestState *stream_start(unsigned int ch)
{
    QTestState *qts = host1x_start();

    WRITE_WORDS(qts, pb(ch) + 0xff8, RESTART(0));
    ch_start(qts, ch, 0);
    return qts;
}

/* ------------------------------------------------------------------ */
/* Migration                                                          */

static inline QTestState *load_machine(const char *path)
{
    QTestState *qts = qtest_initf(HOST1X_MACHINE "-incoming file:%s", path);

    qtest_irq_intercept_in(qts, "/machine/soc/a9mpcore");
    wait_migrated(qts);
    return qts;
}

/* Move @qts to another QEMU, which is returned; @qts is gone. */
static inline QTestState *migrate_machine(QTestState *qts)
{
    g_autofree char *path = stream_path();

    save_machine(qts, path);
    qts = load_machine(path);
    unlink(path);
    return qts;
}

#endif /* TEGRA20_HOST1X_H */
