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

/* The file @path, to be freed */
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

/* Where a clock of period @period is in a device's section; 0: nowhere */
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

/* Soldered to the board: a stream cannot stop it. */
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

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("/tegra20/clock/crystal", test_crystal);
    return g_test_run();
}
