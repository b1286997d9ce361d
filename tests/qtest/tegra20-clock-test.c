/*
 * QTest of what a migration stream says about the Tegra20's clocks
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/timer.h"
#include "tegra20-host1x.h"
#include "tegra20-stream.h"

typedef struct Stream {
    uint8_t *data;
    gsize size;
    GArray *sections;
} Stream;

/* Return the contents of the file @path, to be freed */
static Stream read_stream(const char *path)
{
    Stream s;

    g_assert_true(g_file_get_contents(path, (char **)&s.data, &s.size, NULL));
    s.sections = stream_sections(s.data, s.size, false);
    return s;
}

static void free_stream(Stream *s)
{
    g_array_free(s->sections, true);
    g_free(s->data);
}

/* Return where a clock of period @period is in a device's section, or 0 */
static size_t find_period(const Stream *s, const char *section,
                          uint64_t period)
{
    const Section *at = stream_section(s->sections, section);

    for (size_t i = at->start; i + 8 <= at->end; i++) {
        if (ldq_be_p(s->data + i) == period) {
            return i;
        }
    }
    return 0;
}

/* ------------------------------------------------------------------ */
/* The crystal                                                        */

static void stop_crystal(const char *path, uint64_t period)
{
    Stream s = read_stream(path);
    size_t at = find_period(&s, "tegra20-car", period);

    if (at) {
        stq_be_p(s.data + at, 0);
        g_assert_true(g_file_set_contents(path, (char *)s.data, s.size, NULL));
    }
    free_stream(&s);
}

/* The crystal is soldered to the board: a stream cannot stop it. */
static void test_crystal(void)
{
    const uint64_t period = (NANOSECONDS_PER_SECOND << 32) / 12000000;
    const char *clk_m = "/machine/soc/car/clk_m";
    g_autofree char *path = stream_path();
    QTestState *qts = host1x_start();

    g_assert_cmpuint(tegra20_clock_period(qts, clk_m), ==, period);
    save_machine(qts, path);
    stop_crystal(path, period);
    qts = load_machine(path);
    g_assert_cmpuint(tegra20_clock_period(qts, clk_m), ==, period);
    qtest_system_reset(qts);
    g_assert_cmpuint(tegra20_clock_period(qts, clk_m), ==, period);
    qtest_quit(qts);
    unlink(path);
}

/* ------------------------------------------------------------------ */
/* Devices' clocks                                                    */

static const struct {
    const char *section, *path;
    int periph;                 /* or -1: always on */
} clocks[] = {
    { "tegra20-emc", "/machine/soc/emc/clk", -1 },
    { "tegra20-i2c", "/machine/soc/i2c1/clk", TEGRA20_PERIPH_I2C1 },
    { "tegra20-i2s", "/machine/soc/i2s1/clk", TEGRA20_PERIPH_I2S1 },
    { "tegra-host1x", "/machine/soc/host1x/clk", TEGRA20_PERIPH_HOST1X },
    { "tegra-gr2d", "/machine/soc/gr2d/clk", TEGRA20_PERIPH_GR2D },
    { "tegra-gr3d", "/machine/soc/gr3d/clk", TEGRA20_PERIPH_GR3D },
    { "tegra-dc", "/machine/soc/dc0/clk", TEGRA20_PERIPH_DISP1 },
    { "tegra-hdmi", "/machine/soc/hdmi/clk", TEGRA20_PERIPH_HDMI },
    { "tlv320aic23", "/machine/soc/codec/mclk", TEGRA20_PERIPH_CDEV1 },
};

/* What QEMU saves behind a clock's period if the divider is not 1 */
static const uint8_t muldiv[] = "\x05\x0c" "clock/muldiv" "\0\0\0\1"
    "\0\0\0\1" "\0\0\0";       /* version, multiplier, divider */

/* Write to @to the stream @s with a divider of 0 behind one clock's period */
static void write_divided(const Stream *s, const char *to, const char *section,
                          uint64_t period)
{
    size_t at = find_period(s, section, period) + 8;
    g_autoptr(GByteArray) bytes = g_byte_array_new();

    g_assert_cmpuint(period, !=, 0);
    g_assert_cmpuint(at, >, 8);
    g_byte_array_append(bytes, s->data, at);
    g_byte_array_append(bytes, muldiv, sizeof(muldiv));
    g_byte_array_append(bytes, s->data + at, s->size - at);
    g_assert_true(g_file_set_contents(to, (char *)bytes->data, bytes->len,
                                      NULL));
}

static bool loads(const char *path)
{
    QTestState *qts = qtest_init(HOST1X_MACHINE "-incoming defer");
    bool loaded = stream_load(qts, path);

    qtest_quit(qts);
    return loaded;
}

/* A clock with a divider is refused: its next change would divide by 0. */
static void test_divider(void)
{
    g_autofree char *path = stream_path(), *bad = stream_path();
    uint64_t period[ARRAY_SIZE(clocks)];
    QTestState *qts = host1x_start();
    Stream s;

    tegra20_set_pll_a(qts, 64, 22);
    for (size_t i = 0; i < ARRAY_SIZE(clocks); i++) {
        if (clocks[i].periph >= 0) {
            tegra20_enable(qts, clocks[i].periph);
        }
        period[i] = tegra20_clock_period(qts, clocks[i].path);
    }
    save_machine(qts, path);
    g_assert_true(loads(path));
    s = read_stream(path);
    for (size_t i = 0; i < ARRAY_SIZE(clocks); i++) {
        g_test_message("%s", clocks[i].section);
        write_divided(&s, bad, clocks[i].section, period[i]);
        g_assert_false(loads(bad));
    }
    free_stream(&s);
    unlink(bad);
    unlink(path);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("/tegra20/clock/crystal", test_crystal);
    qtest_add_func("/tegra20/clock/divider", test_divider);
    return g_test_run();
}
