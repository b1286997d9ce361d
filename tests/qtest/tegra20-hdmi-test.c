/*
 * QTest of the NVIDIA Tegra20 HDMI output and of the monitor behind it
 *
 * Registers one by one, reset and clock, the properties of the monitor, its
 * EDID as software reads it over I2C, and hot plug.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/timer.h"
#include "migrate-file.h"
#include "tegra20-dc-qtest.h"
#include "tegra20-i2c.h"

#define I2C2    TEGRA20_I2C2_BASE
#define DDC     0x50
#define SEGMENT 0x30
#define BLOCK   128

/* ---- Registers ---- */

/* Return the bits that keep what is written; most registers keep all. */
static uint32_t hdmi_mask(uint32_t reg)
{
    static const struct {
        uint8_t first, last;
        uint32_t mask;
    } rows[] = {
        { 0x04, 0x19, 0 },              /* HDCP */
        { 0x55, 0x55, 0x7fffffff },     /* SOR_PWR: taken over at once */
        { 0x5f, 0x5f, 0xefffffff },     /* SOR_SEQ_CTL: never busy */
        { 0x9a, 0xa3, 0 },              /* keys */
        { 0xcc, 0xcc, 0 },              /* INT_STATUS: nothing sets it */
    };

    for (int i = 0; i < ARRAY_SIZE(rows); i++) {
        if (reg >= rows[i].first && reg <= rows[i].last) {
            return rows[i].mask;
        }
    }
    return ~0u;
}

static void test_registers(void)
{
    QTestState *qts = start();

    qtest_irq_intercept_in(qts, GIC_PATH);
    for (uint32_t reg = 0; reg < 0x100; reg++) {
        uint32_t value = noise(reg);

        g_assert_cmphex(hdmi_read(qts, reg), ==, 0);
        hdmi_write(qts, reg, ~0u);
        g_assert_cmphex(hdmi_read(qts, reg), ==, hdmi_mask(reg));
        hdmi_write(qts, reg, value);
        g_assert_cmphex(hdmi_read(qts, reg), ==, value & hdmi_mask(reg));
    }
    /* They are different registers */
    for (uint32_t reg = 0; reg < 0x100; reg++) {
        g_assert_cmphex(hdmi_read(qts, reg), ==, noise(reg) & hdmi_mask(reg));
    }
    /* Beyond them there is nothing */
    hdmi_write(qts, 0x100, ~0u);
    g_assert_cmphex(hdmi_read(qts, 0x100), ==, 0);
    g_assert_cmphex(hdmi_read(qts, 0xffff), ==, 0);
    g_assert_false(qtest_get_irq(qts, TEGRA20_IRQ_HDMI));
    qtest_quit(qts);
}

static void test_reset_and_clock(void)
{
    QTestState *qts = start();

    hdmi_write(qts, R_HDMI_SOR_PLL0, 0x31003110);
    hdmi_write(qts, R_HDMI_INPUT_CONTROL, 1);
    /* Without a clock: nothing, but it is kept */
    tegra20_clock(qts, TEGRA20_PERIPH_HDMI, false);
    g_assert_cmphex(hdmi_read(qts, R_HDMI_SOR_PLL0), ==, 0);
    hdmi_write(qts, R_HDMI_SOR_PLL0, 1);
    tegra20_clock(qts, TEGRA20_PERIPH_HDMI, true);
    g_assert_cmphex(hdmi_read(qts, R_HDMI_SOR_PLL0), ==, 0x31003110);
    tegra20_hold(qts, TEGRA20_PERIPH_HDMI, true);
    g_assert_cmphex(hdmi_read(qts, R_HDMI_SOR_PLL0), ==, 0);
    hdmi_write(qts, R_HDMI_HDA_PRESENSE, 1);
    tegra20_hold(qts, TEGRA20_PERIPH_HDMI, false);
    for (uint32_t reg = 0; reg < 0x100; reg++) {
        g_assert_cmphex(hdmi_read(qts, reg), ==, 0);
    }
    qtest_quit(qts);
}

static char *log_text(const char *log)
{
    char *text;

    g_assert_true(g_file_get_contents(log, &text, NULL, NULL));
    return text;
}

/* What software does wrong is logged by name; what Linux has to do is not */
static void test_log(void)
{
    static const char *const want[] = {
        "tegra-hdmi: read of SOR_PLL0 (0x57) not clocked\n",
        "tegra-hdmi: write of SOR_SEQ_INST8 (0x68) <- 0x0080a001 in reset\n",
        "tegra-hdmi: read of ? (0x100) out of range\n",
        "tegra-dc.0: read of B.WIN_OPTIONS (0xd80) in reset\n",
        "tegra-dc.0: write of C.WIN_PALETTE[5] (0xe05) <- 0x00000007 not "
        "clocked\n",
        "tegra-dc.0: write of unknown or unselected register 0x4e4 <- "
        "0x00000009\n",
    };
    g_autofree char *dir = g_dir_make_tmp("tegra20-hdmi-XXXXXX", NULL);
    g_autofree char *log = g_build_filename(dir, "log", NULL);
    g_autofree char *args = g_strdup_printf("-d guest_errors -D %s", log);
    g_autofree char *text = NULL;
    QTestState *qts = start_with(args);

    tegra20_clock(qts, TEGRA20_PERIPH_HDMI, false);
    hdmi_read(qts, R_HDMI_SOR_PLL0);
    hdmi_write(qts, R_HDMI_HDA_PRESENSE, 1);
    tegra20_clock(qts, TEGRA20_PERIPH_HDMI, true);
    tegra20_hold(qts, TEGRA20_PERIPH_HDMI, true);
    hdmi_write(qts, 0x68, 0x0080a001);
    hdmi_write(qts, R_HDMI_HDA_PRESENSE, 1);
    tegra20_hold(qts, TEGRA20_PERIPH_HDMI, false);
    hdmi_read(qts, 0x100);
    tegra20_hold(qts, TEGRA20_PERIPH_DISP1, true);
    dc_read(qts, TEGRA_DC_WIN(WIN_B, R_WIN_OPTIONS));
    tegra20_hold(qts, TEGRA20_PERIPH_DISP1, false);
    tegra20_clock(qts, TEGRA20_PERIPH_DISP1, false);
    win_write(qts, WIN_C, R_WIN_PALETTE + 5, 7);
    tegra20_clock(qts, TEGRA20_PERIPH_DISP1, true);
    dc_write(qts, 0x4e4, 9);
    qtest_quit(qts);
    text = log_text(log);
    for (int i = 0; i < ARRAY_SIZE(want); i++) {
        if (!strstr(text, want[i])) {
            g_error("'%s' is not in:\n%s", want[i], text);
        }
    }
    g_assert_null(strstr(text, "PRESENSE"));
    unlink(log);
    rmdir(dir);
}

/* ---- DDC, as Linux uses the controller ---- */

/* Return the status of a packet; make the controller ready for the next one */
static uint32_t i2c_finish(QTestState *qts)
{
    uint32_t status = qtest_readl(qts, I2C2 + A_I2C_INT_STATUS) &
                      (DONE | NO_ACK);

    if (status & NO_ACK) {
        qtest_writel(qts, I2C2 + A_I2C_CNFG, MODE & ~0x400);
        qtest_writel(qts, I2C2 + A_I2C_FIFO_CONTROL, 3);
        qtest_writel(qts, I2C2 + A_I2C_CNFG, MODE);
    }
    qtest_writel(qts, I2C2 + A_I2C_INT_STATUS, 0xff);
    return status;
}

/* Write a byte; return false if nothing answers */
static bool ddc_write(QTestState *qts, int addr, int value)
{
    i2c_header(qts, I2C2, addr, 1, REPEAT_START);
    qtest_writel(qts, I2C2 + A_I2C_TX_FIFO, value);
    return i2c_finish(qts) == DONE;
}

static void ddc_read(QTestState *qts, uint8_t *buf, int len)
{
    i2c_header(qts, I2C2, DDC, len, READ);
    for (int i = 0; i < len; i += 4) {
        uint32_t word = cpu_to_le32(qtest_readl(qts, I2C2 + A_I2C_RX_FIFO));

        memcpy(buf + i, &word, MIN(len - i, 4));
    }
    g_assert_cmphex(i2c_finish(qts), ==, DONE);
}

/* Read a block as Linux: with a segment only if it is not the first */
static void read_block(QTestState *qts, int block, uint8_t *buf)
{
    if (block / 2) {
        g_assert_true(ddc_write(qts, SEGMENT, block / 2));
    }
    g_assert_true(ddc_write(qts, DDC, block % 2 * BLOCK));
    ddc_read(qts, buf, BLOCK);
}

/* ---- The made up EDID ---- */

static const char *const hdmi_path = HDMI_PATH;

/* Return the error's text, to be freed, or NULL; unreference @rsp */
static char *error_of(QDict *rsp)
{
    char *error = NULL;

    if (qdict_haskey(rsp, "error")) {
        error = g_strdup(qdict_get_str(qdict_get_qdict(rsp, "error"), "desc"));
    }
    qobject_unref(rsp);
    return error;
}

static char *set_string(QTestState *qts, const char *name, const char *value)
{
    QDict *rsp = qtest_qmp(qts, "{ 'execute': 'qom-set', 'arguments':"
                           " { 'path': %s, 'property': %s, 'value': %s } }",
                           hdmi_path, name, value);

    return error_of(rsp);
}

static char *set_number(QTestState *qts, const char *name, int value)
{
    QDict *rsp = qtest_qmp(qts, "{ 'execute': 'qom-set', 'arguments':"
                           " { 'path': %s, 'property': %s, 'value': %d } }",
                           hdmi_path, name, value);

    return error_of(rsp);
}

/* Read by the layout of EDID 1.4, sections 3.4 and 3.10 */
static void check_edid(const uint8_t *e, const char *vendor, const char *name,
                       int width, int height, int hz)
{
    static const uint8_t magic[8] = { 0, 255, 255, 255, 255, 255, 255, 0 };
    const uint8_t *t = e + 54;
    int hactive = t[2] | (t[4] & 0xf0) << 4, hblank = t[3] | (t[4] & 15) << 8;
    int vactive = t[5] | (t[7] & 0xf0) << 4, vblank = t[6] | (t[7] & 15) << 8;
    double rate = lduw_le_p(t) * 10e3 / ((hactive + hblank) *
                                         (vactive + vblank));
    uint8_t sum = 0;
    bool named = false;

    g_assert_cmpmem(e, 8, magic, 8);
    for (int i = 0; i < BLOCK; i++) {
        sum += e[i];
    }
    g_assert_cmphex(sum, ==, 0);
    g_assert_cmpint(e[126], ==, 0);
    for (int i = 0; i < 3; i++) {
        g_assert_cmpint(lduw_be_p(e + 8) >> (10 - 5 * i) & 31, ==,
                        vendor[i] - 'A' + 1);
    }
    g_assert_cmpint(hactive, ==, width);
    g_assert_cmpint(vactive, ==, height);
    g_assert_cmpfloat_with_epsilon(rate, hz, hz * 0.002);
    for (int d = 54; d <= 108; d += 18) {
        if (!e[d] && !e[d + 1] && e[d + 3] == 0xfc) {
            named = !memcmp(e + d + 5, name, strlen(name)) &&
                    e[d + 5 + strlen(name)] == '\n';
        }
    }
    g_assert_true(named);
}

static bool hpd(QTestState *qts)
{
    return qtest_get_irq(qts, 0);
}

/* Check that a monitor that is replaced is gone for half a second */
static void expect_swap(QTestState *qts)
{
    uint8_t byte;

    g_assert_false(hpd(qts));
    g_assert_false(ddc_write(qts, DDC, 0));
    qtest_clock_step(qts, NANOSECONDS_PER_SECOND / 2 - 1);
    g_assert_false(hpd(qts));
    qtest_clock_step(qts, 2);
    g_assert_true(hpd(qts));
    g_assert_true(ddc_write(qts, DDC, 1));
    ddc_read(qts, &byte, 1);
    g_assert_cmphex(byte, ==, 0xff);
}

static QTestState *start_monitor(const char *args)
{
    QTestState *qts = start_with(args);

    i2c_enable(qts, TEGRA20_PERIPH_I2C2, I2C2);
    qtest_irq_intercept_out_named(qts, HDMI_PATH, "hpd");
    /* The level is not known to the test before it changes */
    tegra20_set_bool(qts, HDMI_PATH, "connected", false);
    tegra20_set_bool(qts, HDMI_PATH, "connected", true);
    return qts;
}

static void test_other_monitor(void)
{
    QTestState *qts = start_monitor("");
    uint8_t edid[BLOCK];

    read_block(qts, 0, edid);
    check_edid(edid, "RHT", "QEMU Monitor", 1280, 720, 60);
    g_assert_null(set_number(qts, "xres", 1024));
    expect_swap(qts);
    g_assert_null(set_number(qts, "yres", 768));
    qtest_clock_step(qts, 1000);
    /* Again before the half second is over: it starts anew */
    g_assert_null(set_number(qts, "refresh", 50));
    g_assert_null(set_string(qts, "vendor", "XYZ"));
    g_assert_null(set_string(qts, "name", "Twelve chars"));
    expect_swap(qts);
    read_block(qts, 0, edid);
    check_edid(edid, "XYZ", "Twelve chars", 1024, 768, 50);
    /* While nothing is connected nothing happens */
    tegra20_set_bool(qts, HDMI_PATH, "connected", false);
    g_assert_false(hpd(qts));
    g_assert_null(set_number(qts, "xres", 800));
    qtest_clock_step(qts, NANOSECONDS_PER_SECOND);
    g_assert_false(hpd(qts));
    g_assert_false(ddc_write(qts, DDC, 0));
    tegra20_set_bool(qts, HDMI_PATH, "connected", true);
    g_assert_true(hpd(qts));
    read_block(qts, 0, edid);
    check_edid(edid, "XYZ", "Twelve chars", 800, 768, 50);
    qtest_quit(qts);
}

static void test_wrong_values(void)
{
    static const struct {
        const char *name, *text;
        int value;
        const char *error;
    } rows[] = {
        { "xres", NULL, 63, "tegra-hdmi: xres must be 64 to 4095, not 63" },
        { "xres", NULL, 4096, "tegra-hdmi: xres must be 64 to 4095, not 4096" },
        { "yres", NULL, 0, "tegra-hdmi: yres must be 64 to 4095, not 0" },
        { "refresh", NULL, 241,
          "tegra-hdmi: refresh must be 20 to 240, not 241" },
        { "vendor", "AB", 0,
          "tegra-hdmi: vendor must be three capital letters, not 'AB'" },
        { "vendor", "ABc", 0,
          "tegra-hdmi: vendor must be three capital letters, not 'ABc'" },
        { "name", "", 0,
          "tegra-hdmi: name must be 1 to 12 printable characters" },
        { "name", "thirteen char", 0,
          "tegra-hdmi: name must be 1 to 12 printable characters" },
        { "name", "a\nb", 0,
          "tegra-hdmi: name must be 1 to 12 printable characters" },
    };
    QTestState *qts = start_monitor("");
    g_autofree char *error = NULL;
    uint8_t edid[BLOCK];

    for (int i = 0; i < ARRAY_SIZE(rows); i++) {
        g_autofree char *e = rows[i].text
            ? set_string(qts, rows[i].name, rows[i].text)
            : set_number(qts, rows[i].name, rows[i].value);

        g_assert_cmpstr(e, ==, rows[i].error);
    }
    /* Each number is right, together they are too much */
    g_assert_null(set_number(qts, "xres", 3000));
    g_assert_null(set_number(qts, "yres", 2000));
    error = set_number(qts, "refresh", 240);
    g_assert_cmpstr(error, ==, "tegra-hdmi: 3000x2000 at 240 Hz has a pixel "
                    "clock beyond what an EDID can say, 655 MHz");
    qtest_clock_step(qts, NANOSECONDS_PER_SECOND);
    read_block(qts, 0, edid);
    check_edid(edid, "RHT", "QEMU Monitor", 3000, 2000, 60);
    g_assert_cmpint(tegra20_get_uint(qts, HDMI_PATH, "refresh"), ==, 60);
    qtest_quit(qts);
}

/* ---- An EDID from a file ---- */

static void sum_block(uint8_t *block)
{
    uint8_t sum = 0;

    for (int i = 0; i < BLOCK - 1; i++) {
        sum += block[i];
    }
    block[BLOCK - 1] = -sum;
}

/* Return @blocks blocks of noise that are formally an EDID */
static uint8_t *fake_edid(int blocks)
{
    uint8_t *edid = g_malloc(blocks * BLOCK);

    for (int i = 0; i < blocks * BLOCK; i++) {
        edid[i] = noise(i);
    }
    memset(edid, 0xff, 8);
    edid[0] = edid[7] = 0;
    edid[126] = blocks - 1;
    for (int i = 0; i < blocks; i++) {
        sum_block(edid + i * BLOCK);
    }
    return edid;
}

static char *use_file(QTestState *qts, const char *path, const uint8_t *edid,
                      size_t size)
{
    g_assert_true(g_file_set_contents(path, (const char *)edid, size, NULL));
    return set_string(qts, "edid-file", path);
}

static void test_file(void)
{
    static const int sizes[] = { 1, 2, 3, 4, 7, 256 };
    g_autofree char *dir = g_dir_make_tmp("tegra20-hdmi-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(dir, "edid", NULL);
    g_autofree uint8_t *longer = fake_edid(3);
    QTestState *qts = start_monitor("");
    uint8_t got[BLOCK];

    for (int i = 0; i < ARRAY_SIZE(sizes); i++) {
        g_autofree uint8_t *edid = fake_edid(sizes[i]);

        g_assert_null(use_file(qts, path, edid, sizes[i] * BLOCK));
        expect_swap(qts);
        for (int b = 0; b < sizes[i]; b += sizes[i] > 8 ? 51 : 1) {
            read_block(qts, b, got);
            g_assert_cmpmem(got, BLOCK, edid + b * BLOCK, BLOCK);
        }
        /* The segment does not outlive the transfer */
        read_block(qts, 0, got);
        g_assert_cmpmem(got, BLOCK, edid, BLOCK);
        g_assert_cmpint(ddc_write(qts, SEGMENT, 1), ==, sizes[i] > 2);
        if (sizes[i] > 2) {
            ddc_write(qts, DDC, 0);
            ddc_read(qts, got, 1);
            g_assert_cmphex(got[0], ==, edid[2 * BLOCK]);
        }
    }
    /* Beyond the end of a long one */
    g_assert_null(use_file(qts, path, longer, 3 * BLOCK));
    expect_swap(qts);
    read_block(qts, 3, got);
    for (int i = 0; i < BLOCK; i++) {
        g_assert_cmphex(got[i], ==, 0xff);
    }
    /* Back to the made up one */
    g_assert_null(set_string(qts, "edid-file", ""));
    expect_swap(qts);
    read_block(qts, 0, got);
    check_edid(got, "RHT", "QEMU Monitor", 1280, 720, 60);
    qtest_quit(qts);
    unlink(path);
    rmdir(dir);
}

static void expect_error(char *error, const char *want)
{
    if (!error || !strstr(error, want)) {
        g_error("'%s', not '%s'", error ?: "no error", want);
    }
    g_free(error);
}

static void test_wrong_files(void)
{
    g_autofree char *dir = g_dir_make_tmp("tegra20-hdmi-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(dir, "edid", NULL);
    g_autofree uint8_t *edid = fake_edid(3);
    QTestState *qts = start_monitor("");
    uint8_t got[BLOCK];

    expect_error(set_string(qts, "edid-file", "/nowhere/edid"),
                 "No such file or directory");
    expect_error(use_file(qts, path, edid, 0), "this has 0 bytes");
    expect_error(use_file(qts, path, edid, 3 * BLOCK - 1),
                 "an EDID has 1 to 256 blocks of 128 bytes, this has 383");
    expect_error(use_file(qts, path, edid, 2 * BLOCK),
                 "announces 2 extension blocks and has 1");
    edid[2 * BLOCK + 5]++;
    expect_error(use_file(qts, path, edid, 3 * BLOCK),
                 "the checksum of block 2 is wrong");
    edid[2 * BLOCK + 5]--;
    edid[7] = 1;
    expect_error(use_file(qts, path, edid, 3 * BLOCK),
                 "does not begin like an EDID");
    /* Nothing has changed, and nothing was unplugged */
    g_assert_true(hpd(qts));
    read_block(qts, 0, got);
    check_edid(got, "RHT", "QEMU Monitor", 1280, 720, 60);
    qtest_quit(qts);
    unlink(path);
    rmdir(dir);
}

/* ---- The board's pin, resets, migration ---- */

static void test_reset_keeps_monitor(void)
{
    QTestState *qts = start_monitor("-global tegra-hdmi.xres=640 "
                                    "-global tegra-hdmi.yres=480 "
                                    "-global tegra-hdmi.name=VGA");
    uint8_t edid[BLOCK];

    tegra20_set_bool(qts, HDMI_PATH, "connected", false);
    qobject_unref(tegra20_qmp_ok(qtest_qmp(qts,
                                           "{ 'execute': 'system_reset' }")));
    qtest_qmp_eventwait(qts, "RESET");
    i2c_enable(qts, TEGRA20_PERIPH_I2C2, I2C2);
    g_assert_false(hpd(qts));
    g_assert_false(ddc_write(qts, DDC, 0));
    g_assert_false(tegra20_get_bool(qts, HDMI_PATH, "connected"));
    tegra20_set_bool(qts, HDMI_PATH, "connected", true);
    read_block(qts, 0, edid);
    check_edid(edid, "RHT", "VGA", 640, 480, 60);
    qtest_quit(qts);
}

/* In the middle of a change of monitors, with an EDID from a file */
static void test_migration(void)
{
    g_autofree char *path = stream_path();
    g_autofree uint8_t *edid = fake_edid(4);
    QTestState *from = start_monitor(""), *to;
    uint8_t got[BLOCK];

    g_assert_null(set_string(from, "name", "Travels"));
    g_assert_null(use_file(from, path, edid, 4 * BLOCK));
    hdmi_write(from, R_HDMI_SOR_PLL0, 0x31003110);
    unlink(path);

    to = move_machine(from, "-machine trimslice");
    qtest_irq_intercept_out_named(to, HDMI_PATH, "hpd");
    g_assert_cmphex(hdmi_read(to, R_HDMI_SOR_PLL0), ==, 0x31003110);
    g_assert_false(ddc_write(to, DDC, 0));
    qtest_clock_step(to, NANOSECONDS_PER_SECOND);
    g_assert_true(hpd(to));
    read_block(to, 3, got);
    g_assert_cmpmem(got, BLOCK, edid + 3 * BLOCK, BLOCK);
    g_assert_null(set_string(to, "edid-file", ""));
    qtest_clock_step(to, NANOSECONDS_PER_SECOND);
    read_block(to, 0, got);
    check_edid(got, "RHT", "Travels", 1280, 720, 60);
    qtest_quit(to);
}

#define TEST(path, f) qtest_add_func("/tegra20-hdmi/" path, f)

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    TEST("registers", test_registers);
    TEST("reset-and-clock", test_reset_and_clock);
    TEST("log", test_log);
    TEST("monitor/other", test_other_monitor);
    TEST("monitor/wrong-values", test_wrong_values);
    TEST("monitor/file", test_file);
    TEST("monitor/wrong-files", test_wrong_files);
    TEST("monitor/reset", test_reset_keeps_monitor);
    TEST("monitor/migration", test_migration);
    return g_test_run();
}
