/*
 * QTest of Tegra20 devices of which a migration stream brought only a part
 *
 * A stream that is cut, or that has a subsection which nobody knows, fails
 * before the device has checked what came before.  QEMU goes on if it is told
 * to (exit-on-error): what it then shows or resets must not be that.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/arm/tegra/tegra_i2c_regs.h"
#include "hw/arm/tegra/tegra_rtc_regs.h"
#include "hw/gpu/tegra_gr2d_regs.h"
#include "tegra20-gr3d-targets.h"
#include "tegra20-stream.h"

#define GR2D            "/machine/soc/gr2d"
#define TOO_MANY        257     /* late increments: 256 can be */
#define HUNG_S          60
#define I2C_PACKET_MODE 0x2c00
/* From the TX FIFO */
#define RX_FIFO         (A_I2C_RX_FIFO - A_I2C_TX_FIFO)
#define FIFO_STATUS     (A_I2C_FIFO_STATUS - A_I2C_TX_FIFO)

/* Where the registers are that come first, and the FIFOs */
static const struct {
    unsigned int periph;
    uint32_t cnfg, tx;
} i2c[] = {
    { TEGRA20_PERIPH_I2C1, TEGRA20_I2C1_BASE, TEGRA20_I2C1_BASE + 0x50 },
    { TEGRA20_PERIPH_I2C2, TEGRA20_I2C2_BASE, TEGRA20_I2C2_BASE + 0x50 },
    { TEGRA20_PERIPH_I2C3, TEGRA20_I2C3_BASE, TEGRA20_I2C3_BASE + 0x50 },
    { TEGRA20_PERIPH_DVC, TEGRA20_DVC_BASE + 0x40, TEGRA20_DVC_BASE + 0x60 },
};

typedef struct Saved {
    uint8_t *data;
    gsize size;
    char *path;
} Saved;

/* Put an operation and a draw in flight, in engines that do not go on */
static void fill(QTestState *qts)
{
    static const uint32_t words[][2] = {
        { R_GR2D_TRIGGER, R_GR2D_DSTPS }, { R_GR2D_CONTROLSECOND, 0 },
        { R_GR2D_CONTROLMAIN, 1 << 6 | 1 << 2 | 2 << 16 },
        { R_GR2D_ROPFADE, 0xcc }, { R_GR2D_DSTBA, TARGET },
        { R_GR2D_DSTST, 256 }, { R_GR2D_DSTSIZE, 8 << 16 | 8 },
        { R_GR2D_DSTPS, 0 },
    };

    tegra20_set_bool(qts, GR2D, "wedged", true);
    tegra20_set_bool(qts, GR3D, "wedged", true);
    for (unsigned int i = 0; i < ARRAY_SIZE(words); i++) {
        qtest_writel(qts, GR2D_BASE + 4 * words[i][0], words[i][1]);
    }
}

static Saved save(void)
{
    QTestState *qts = qtest_init("-machine trimslice -m 256M");
    Saved saved = { .path = stream_path() };

    host1x_enable(qts);
    fill(qts);
    save_machine(qts, saved.path);
    g_assert_true(g_file_get_contents(saved.path, (char **)&saved.data,
                                      &saved.size, NULL));
    return saved;
}

static void saved_free(Saved *saved)
{
    unlink(saved->path);
    g_free(saved->path);
    g_free(saved->data);
}

/* Return where the fields of a subsection begin: behind its name and version */
static size_t subsection(const Saved *saved, const char *name)
{
    size_t len = strlen(name);
    const uint8_t *p = saved->data, *end = p + saved->size - len;

    while (p < end && (p[0] != STREAM_SUB || p[1] != len ||
                       memcmp(p + 2, name, len))) {
        p++;
    }
    g_assert_true(p < end);
    return p - saved->data + 2 + len + 4;
}

/* Return a machine that has refused these bytes, and must not hang. */
static QTestState *load(const Saved *saved, const uint8_t *data, size_t size)
{
    QTestState *qts = qtest_init("-machine trimslice -m 256M -incoming defer "
                                 "-trace tegra_gr2d_end");

    alarm(HUNG_S);
    g_assert_true(g_file_set_contents(saved->path, (const char *)data, size,
                                      NULL));
    g_assert_false(stream_load(qts, saved->path));
    return qts;
}

static void reset(QTestState *qts)
{
    qtest_system_reset_nowait(qts);
    qtest_qmp_eventwait(qts, "RESET");
}

/* Return a machine that has loaded an operation, but not its next step */
static QTestState *load_cut(Saved *saved)
{
    size_t at = subsection(saved, "tegra-gr2d/operation") +
                4 * TEGRA_GR2D_NUM_REGS + 2;

    g_assert_cmphex(saved->data[at], ==, true);
    return load(saved, saved->data, at + 1);
}

static void test_cut(void)
{
    Saved saved = save();
    QTestState *qts = load_cut(&saved);
    g_autofree char *registers = tegra20_get_str(qts, GR2D, "registers");

    g_assert_null(strstr(registers, "step"));
    reset(qts);
    qtest_quit(qts);
    saved_free(&saved);
}

/* A reset is the first thing that happens after the load. */
static void test_reset(void)
{
    Saved saved = save();
    QTestState *qts = load_cut(&saved);
    g_autofree char *registers = NULL;

    reset(qts);
    registers = tegra20_get_str(qts, GR2D, "registers");
    g_assert_null(strstr(registers, "step"));
    qtest_quit(qts);
    saved_free(&saved);
}

static void check_late(QTestState *qts)
{
    g_autofree char *queue = tegra20_get_str(qts, GR3D, "queue");

    g_assert_nonnull(strstr(queue, "late increments: 0\n"));
    g_assert_false(tegra20_get_bool(qts, GR3D, "wedged"));
    reset(qts);
    qtest_quit(qts);
}

/* Return the end of a device's section in the stream */
static size_t section_end(const Saved *saved, const char *section)
{
    g_autoptr(GArray) sections = stream_sections(saved->data, saved->size,
                                                 false);

    return stream_section(sections, section)->end;
}

/* Return a machine that has met an unknown subsection at @end of a section */
static QTestState *load_unknown(const Saved *saved, size_t end,
                                const char *name)
{
    const uint8_t head[2] = { STREAM_SUB, strlen(name) };
    g_autoptr(GByteArray) bytes = g_byte_array_new();

    g_byte_array_append(bytes, saved->data, end);
    g_byte_array_append(bytes, head, sizeof(head));
    g_byte_array_append(bytes, (const uint8_t *)name, strlen(name));
    g_byte_array_append(bytes, (const uint8_t []){ 0, 0, 0, 1 }, 4);
    g_byte_array_append(bytes, saved->data + end, saved->size - end);
    return load(saved, bytes->data, bytes->len);
}

/* More late increments than there can be, and a subsection behind them */
static void test_unknown(void)
{
    Saved saved = save();
    size_t end = section_end(&saved, "tegra-gr3d");

    g_assert_cmpuint(subsection(&saved, "tegra-gr3d/engine"), <, end);
    g_assert_cmphex(ldl_be_p(saved.data + end - 4), ==, 0);
    stl_be_p(saved.data + end - 4, TOO_MANY);
    check_late(load_unknown(&saved, end, "tegra-engine/unknown"));
    saved_free(&saved);
}

/*
 * I2C: a phase that there is not, or more words than the FIFOs hold.  From the
 * end: clock, four bytes, address, words of RX and TX, 2 bytes, phase.
 */
static void test_i2c(void)
{
    static const struct {
        size_t from_end;
        uint8_t value;
    } rows[] = {
        { 8 + 9, 77 }, { 8 + 6, 255 }, { 8 + 5, 255 },
    };

    for (int i = 0; i < ARRAY_SIZE(rows); i++) {
        Saved saved = save();
        size_t end = section_end(&saved, "tegra20-i2c");
        QTestState *qts;

        g_assert_cmphex(saved.data[end - rows[i].from_end], ==, 0);
        saved.data[end - rows[i].from_end] = rows[i].value;
        qts = load_unknown(&saved, end, "tegra20-i2c/unknown");
        for (int n = 0; n < ARRAY_SIZE(i2c); n++) {
            tegra20_enable(qts, i2c[n].periph);
            qtest_writel(qts, i2c[n].cnfg, I2C_PACKET_MODE);
            g_assert_cmphex(qtest_readl(qts, i2c[n].tx + FIFO_STATUS), ==,
                            0x80);
            for (int words = 0; words < 3; words++) {
                qtest_writel(qts, i2c[n].tx, 0x10);
                qtest_readl(qts, i2c[n].tx + RX_FIFO);
            }
        }
        reset(qts);
        qtest_quit(qts);
        saved_free(&saved);
    }
}

/* Return the year of the board's clock, register 14 of slave 0x56, in BCD */
static uint8_t board_year(QTestState *qts)
{
    static const uint32_t words[] = {
        0x00010010, 0, 0x56 << 1 | 1 << 16, 14,
        0x00010010, 0, 0x56 << 1 | 1 << 19,
    };
    const uint32_t tx = TEGRA20_I2C3_BASE + A_I2C_TX_FIFO;

    tegra20_enable(qts, TEGRA20_PERIPH_I2C3);
    qtest_writel(qts, TEGRA20_I2C3_BASE, I2C_PACKET_MODE);
    for (int i = 0; i < ARRAY_SIZE(words); i++) {
        qtest_writel(qts, tx, words[i]);
    }
    return qtest_readl(qts, tx + RX_FIFO);
}

/* The board's clock, more than 1000 years ahead.  From the end: 4 bytes */
static void test_em3027(void)
{
    g_autoptr(GDateTime) now = g_date_time_new_now_utc();
    int year = g_date_time_get_year(now) % 100;
    Saved saved = save();
    size_t end = section_end(&saved, "em3027");
    QTestState *qts;

    g_assert_cmphex(ldq_be_p(saved.data + end - 12), ==, 0);
    stq_be_p(saved.data + end - 12, 40000000000LL);
    qts = load_unknown(&saved, end, "em3027/unknown");
    g_assert_cmphex(board_year(qts), ==, year / 10 << 4 | year % 10);
    qtest_quit(qts);
    saved_free(&saved);
}

/* A time of an alarm that overflows: it would ring for ever. */
static void test_rtc(void)
{
    Saved saved = save();
    size_t end = section_end(&saved, "tegra20-rtc"), alarm0 = end - 8 - 8 - 24;
    size_t regs = alarm0 - TEGRA_RTC_MMIO_SIZE;
    QTestState *qts;

    stl_be_p(saved.data + regs + A_RTC_ALARM0, UINT32_MAX);
    stl_be_p(saved.data + regs + A_RTC_INT_MASK, 1);
    g_assert_cmphex(ldq_be_p(saved.data + alarm0), ==, UINT64_MAX);
    stq_be_p(saved.data + alarm0, 1);
    stq_be_p(saved.data + end - 8, -10000000000000LL);
    qts = load_unknown(&saved, end, "tegra20-rtc/unknown");
    g_usleep(50 * 1000);
    g_assert_cmpuint(qtest_readl(qts, TEGRA20_RTC_BASE + A_RTC_SECONDS), <,
                     UINT32_MAX);
    reset(qts);
    qtest_quit(qts);
    saved_free(&saved);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("/tegra20/partial/cut", test_cut);
    qtest_add_func("/tegra20/partial/reset", test_reset);
    qtest_add_func("/tegra20/partial/unknown", test_unknown);
    qtest_add_func("/tegra20/partial/i2c", test_i2c);
    qtest_add_func("/tegra20/partial/em3027", test_em3027);
    qtest_add_func("/tegra20/partial/rtc", test_rtc);
    return g_test_run();
}
