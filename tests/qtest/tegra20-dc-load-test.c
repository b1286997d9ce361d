/*
 * QTest of the NVIDIA Tegra20 display controller and HDMI output: snapshots
 * that are refused
 *
 * Bytes of a snapshot are changed to what no machine saves.  QEMU goes on
 * after that if it is told so, with devices that must not have kept any of it,
 * however far the load came.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/timer.h"
#include "tegra20-soak.h"
#include "tegra20-stream.h"

#define DC0         "/machine/soc/dc0"
#define HDMI_PATH   "/machine/soc/hdmi"
#define INCR_ID     5           /* a sync point that waits for the frame */
#define DISTRIBUTOR 0x50041000
#define PENDING     (DISTRIBUTOR + 0x200 + (32 + TEGRA20_IRQ_DC) / 32 * 4)

/* A machine and its snapshot, which lies in the disk's file as it is */
typedef struct Saved {
    QTestState *qts;
    char *disk;
    uint8_t *data;
    GArray *sections;
    int fd;
} Saved;

static void start_on(Saved *s, const char *args)
{
    s->qts = qtest_initf("-machine trimslice -m 256M "
                         "-drive if=none,format=qcow2,file=%s %s", s->disk,
                         args);
}

static QTestState *begin_with(Saved *s, const char *args)
{
    int fd = g_file_open_tmp("tegra20-dc-XXXXXX", &s->disk, NULL);

    g_assert_cmpint(fd, >=, 0);
    close(fd);
    soak_write_disk(s->disk);
    start_on(s, args);
    dc_base = TEGRA20_DC_BASE;
    tegra20_enable(s->qts, TEGRA20_PERIPH_HOST1X);
    soak_display(s->qts);
    return s->qts;
}

static QTestState *begin(Saved *s)
{
    return begin_with(s, "");
}

static void save(Saved *s)
{
    gsize size;

    soak_hmp_ok(s->qts, "savevm soak");
    g_assert_true(g_file_get_contents(s->disk, (char **)&s->data, &size,
                                      NULL));
    s->sections = stream_sections(s->data, size, false);
    s->fd = open(s->disk, O_RDWR);
}

static void end(Saved *s)
{
    qtest_quit(s->qts);
    close(s->fd);
    unlink(s->disk);
    g_array_free(s->sections, true);
    g_free(s->data);
    g_free(s->disk);
}

/* One value of a device, and whether the load fails after it at the latest */
typedef struct Spoilt {
    const char *section;
    size_t from_end;
    unsigned int size;
    uint64_t value;
    bool fails_later;
} Spoilt;

/* A subsection behind a clock, which has none of this name */
static const uint8_t no_such[] = "\x05\x07" "clock/x";

static void spoil(const Saved *s, const Spoilt *what, bool bad)
{
    const Section *section = stream_section(s->sections, what->section);
    size_t at = section->end - what->from_end;
    uint8_t value[8];

    stn_be_p(value, what->size, what->value);
    g_assert_cmpint(pwrite(s->fd, bad ? value : s->data + at, what->size, at),
                    ==, what->size);
    if (what->fails_later) {
        g_assert_cmpint(pwrite(s->fd, bad ? no_such : s->data + section->end,
                               sizeof(no_such), section->end), ==,
                        sizeof(no_such));
    }
}

static bool is_refused(const Saved *s, const Spoilt *what)
{
    g_autofree char *answer = NULL;

    g_test_message("%s, %zu bytes before its end: 0x%" PRIx64, what->section,
                   what->from_end, what->value);
    spoil(s, what, true);
    answer = qtest_hmp(s->qts, "loadvm soak");
    spoil(s, what, false);
    return *answer;
}

static void refuse(const Saved *s, const Spoilt *what)
{
    g_assert_true(is_refused(s, what));
}

static void go_on(QTestState *qts)
{
    qtest_qmp_assert_success(qts, "{ 'execute': 'cont' }");
    frames(qts, 2);
}

static void reset(QTestState *qts)
{
    qtest_system_reset_nowait(qts);
    qtest_qmp_eventwait(qts, "RESET");
}

/* ------------------------------------------------------------------ */
/* The monitor                                                        */

/* Behind it: the time of a change, 8 bytes */
#define SWAP_END    8
#define EDID_SIZE   (4 + SWAP_END)
#define NAME_END    (EDID_SIZE + 32768 + 1)

static void check_monitor(QTestState *qts)
{
    g_autofree char *name = NULL;

    tegra20_set_bool(qts, HDMI_PATH, "connected", true);
    name = tegra20_get_str(qts, HDMI_PATH, "name");
    g_assert_cmpstr(name, ==, "Mine");
    go_on(qts);
    reset(qts);
}

/* A refused load leaves the monitor as it is, and it can be plugged in. */
static void test_monitor(void)
{
    static const Spoilt rows[] = {
        { "tegra-hdmi", EDID_SIZE, 4, 0, true },
        { "tegra-hdmi", EDID_SIZE, 4, 1, true },
        { "tegra-hdmi", EDID_SIZE, 4, 32768 + 128, true },
        { "tegra-hdmi", EDID_SIZE, 4, 0xffffff80, true },
        { "tegra-hdmi", NAME_END, 1, 'x', true },
        { "tegra-hdmi", EDID_SIZE, 4, 0, false },
    };
    Saved s;
    QTestState *qts = begin(&s);
    QDict *rsp;

    save(&s);
    rsp = qtest_qmp(qts, "{ 'execute': 'qom-set', 'arguments':"
                    " { 'path': %s, 'property': 'name', 'value': 'Mine' } }",
                    HDMI_PATH);
    qobject_unref(tegra20_qmp_ok(rsp));
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        refuse(&s, &rows[i]);
        check_monitor(qts);
    }
    soak_hmp_ok(qts, "loadvm soak");
    end(&s);
}

/* ------------------------------------------------------------------ */
/* The controller                                                     */

/* From the end: clock, timer, time, two flags, number of frames, ... */
#define UNDERFLOW   (8 + 8 + 8 + 1 + 1 + 8 + 4)
#define ACT_REQ     (UNDERFLOW + 4)
#define COUNT(port) (ACT_REQ + 1 + (3 - (port)) * (8 * 2 + 1))

/* Check that nothing is shown, requested or waited for, as after a reset. */
static void check_controller(QTestState *qts)
{
    g_autofree char *text = tegra20_get_str(qts, DC0, "windows");

    g_assert_nonnull(strstr(text, "stopped, 0x0"));
    g_assert_nonnull(strstr(text, "requests: none"));
    g_assert_cmpuint(tegra20_get_uint(qts, DC0, "underflow"), ==, 0);
    tegra20_enable(qts, TEGRA20_PERIPH_HOST1X);
    soak_display(qts);
    frames(qts, 2);
    g_assert_cmphex(dc_read(qts, R_DC_STATE_CONTROL), ==, 0);
    g_assert_cmpuint(syncpt(qts, 0), ==, 0);
    g_assert_cmpuint(syncpt(qts, INCR_ID), ==, 0);
}

static void test_controller(void)
{
    static const Spoilt rows[] = {
        { "tegra-dc", COUNT(0), 1, 9, false },
        { "tegra-dc", COUNT(0), 1, 255, true },
        { "tegra-dc", COUNT(3), 1, 255, true },
        { "tegra-dc", ACT_REQ, 4, 0xffffffff, false },
        { "tegra-dc", ACT_REQ, 4, 0xffffffff, true },
        { "tegra-dc", UNDERFLOW, 4, 8, false },
        { "tegra-dc", UNDERFLOW, 4, 8, true },
    };
    Saved s;
    QTestState *qts = begin(&s);
    const Section *dc;

    frames(qts, 2);
    dc_write(qts, R_DC_GENERAL_INCR_SYNCPT, 0x100 | INCR_ID);
    save(&s);
    dc = stream_section(s.sections, "tegra-dc");
    g_assert_cmpuint(s.data[dc->end - COUNT(0)], ==, 1);
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        refuse(&s, &rows[i]);
        go_on(qts);
        check_controller(qts);
    }
    soak_hmp_ok(qts, "loadvm soak");
    end(&s);
}

/* Return whether the interrupt controller sees the line up */
static bool line_is_up(QTestState *qts)
{
    return qtest_readl(qts, PENDING) >> (32 + TEGRA20_IRQ_DC) % 32 & 1;
}

/* The interrupt controller's state comes first, and the line is up in it. */
static void test_line(void)
{
    static const Spoilt rows[] = {
        { "tegra-dc", ACT_REQ, 4, 0xffffffff, false },
        { "tegra-dc", ACT_REQ, 4, 0xffffffff, true },
    };
    Saved s;
    QTestState *qts = begin(&s);

    g_assert_false(line_is_up(qts));
    dc_write(qts, R_DC_INT_MASK, R_DC_INT_STATUS_V_BLANK_MASK);
    frames(qts, 2);
    g_assert_true(line_is_up(qts));
    save(&s);
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        refuse(&s, &rows[i]);
        go_on(qts);
        g_assert_false(line_is_up(qts));
    }
    soak_hmp_ok(qts, "loadvm soak");
    g_assert_true(line_is_up(qts));
    end(&s);
}

/* ------------------------------------------------------------------ */
/* Timers                                                             */

#define TIMER       (8 + 8)
#define FRAME_TIME  (TIMER + 8)

/*
 * A frame is a second at most, and another monitor comes after half of one.
 * This machine's clock migrates; it stands at 0 because nothing has run.
 */
static void test_timers(void)
{
    static const struct {
        Spoilt what;
        bool refused;
    } rows[] = {
        { { "tegra-dc", TIMER, 8, NANOSECONDS_PER_SECOND }, false },
        { { "tegra-dc", TIMER, 8, NANOSECONDS_PER_SECOND + 1 }, true },
        { { "tegra-dc", TIMER, 8, INT64_MAX }, true },
        { { "tegra-dc", FRAME_TIME, 8, NANOSECONDS_PER_SECOND }, false },
        { { "tegra-dc", FRAME_TIME, 8, NANOSECONDS_PER_SECOND + 1 }, true },
        { { "tegra-dc", FRAME_TIME, 8, INT64_MIN }, false },
        { { "tegra-hdmi", SWAP_END, 8, NANOSECONDS_PER_SECOND / 2 }, false },
        { { "tegra-hdmi", SWAP_END, 8, NANOSECONDS_PER_SECOND / 2 + 1 }, true },
        { { "tegra-hdmi", SWAP_END, 8, INT64_MAX }, true },
    };
    Saved s;

    begin_with(&s, "-accel tcg -S");
    save(&s);
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        tegra20_set_uint(s.qts, HDMI_PATH, "xres", 800);
        g_assert_cmpint(is_refused(&s, &rows[i].what), ==, rows[i].refused);
        g_assert_cmpuint(tegra20_get_uint(s.qts, HDMI_PATH, "xres"), ==,
                         rows[i].refused ? 800 : 1280);
    }
    soak_hmp_ok(s.qts, "loadvm soak");
    end(&s);
}

/* Another QEMU loads a machine that was saved after more than a second. */
static void test_later(void)
{
    g_autofree char *text = NULL;
    Saved s;

    begin_with(&s, "-accel tcg -S");
    qtest_writel(s.qts, 0, 0xe320f003);         /* wfi */
    qtest_writel(s.qts, 4, 0xeafffffd);         /* b . - 4 */
    qtest_qmp_assert_success(s.qts, "{ 'execute': 'cont' }");
    tegra20_set_uint(s.qts, HDMI_PATH, "xres", 800);
    g_usleep(1300 * 1000);
    tegra20_set_uint(s.qts, HDMI_PATH, "xres", 640);
    save(&s);
    qtest_quit(s.qts);
    start_on(&s, "-accel tcg -loadvm soak");
    text = tegra20_get_str(s.qts, DC0, "windows");
    g_assert_nonnull(strstr(text, "on, continuous"));
    g_assert_cmpuint(tegra20_get_uint(s.qts, HDMI_PATH, "xres"), ==, 640);
    end(&s);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("/tegra20-dc-load/monitor", test_monitor);
    qtest_add_func("/tegra20-dc-load/controller", test_controller);
    qtest_add_func("/tegra20-dc-load/line", test_line);
    qtest_add_func("/tegra20-dc-load/timers", test_timers);
    qtest_add_func("/tegra20-dc-load/later", test_later);
    return g_test_run();
}
