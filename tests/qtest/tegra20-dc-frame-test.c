/*
 * QTest of the NVIDIA Tegra20 display controller: what happens over time
 *
 * Events, underflow, changes of mode, stop and start, resets, missing clocks,
 * which controller is seen, and which lines are drawn again.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/timer.h"
#include "tegra20-dc-qtest.h"

#define UFLOW(n) TEGRA_DC_WIN(n, R_WINBUF_UFLOW_STATUS)

/* ---- Events: [tegra-dc.rst, Events] ---- */

static void test_events(void)
{
    /* Every bit that can be enabled, and what a frame raises of it */
    static const struct {
        uint32_t signal_options, want;
    } rows[] = {
        { 0, 0x0000000e },
        { 1u << 20, 0x0000001e },
        { ~(1u << 20), 0x0000000e },
    };
    QTestState *qts = start_crtc();

    dc_write(qts, R_DC_INT_ENABLE, ~0u);
    for (int i = 0; i < ARRAY_SIZE(rows); i++) {
        dc_write(qts, R_DC_DISP_SIGNAL_OPTIONS0, rows[i].signal_options);
        commit(qts, DC_STATE_GENERAL);
        frames(qts, 2);
        dc_write(qts, R_DC_INT_STATUS, ~0u);
        g_assert_cmphex(dc_read(qts, R_DC_INT_STATUS), ==, 0);
        frames(qts, 1);
        g_assert_cmphex(dc_read(qts, R_DC_INT_STATUS), ==, rows[i].want);
    }
    qtest_quit(qts);
}

/* Each bit alone reaches the line if it is enabled and not masked */
static void test_event_bits(void)
{
    QTestState *qts = start_crtc();

    qtest_irq_intercept_in(qts, GIC_PATH);
    dc_write(qts, R_DC_DISP_SIGNAL_OPTIONS0, 1u << 20);
    commit(qts, DC_STATE_GENERAL);
    frames(qts, 2);
    for (int bit = 1; bit <= 4; bit++) {
        for (int how = 0; how < 4; how++) {
            dc_write(qts, R_DC_INT_ENABLE, how & 1 ? 1u << bit : 0);
            dc_write(qts, R_DC_INT_MASK, how & 2 ? 1u << bit : 0);
            dc_write(qts, R_DC_INT_STATUS, ~0u);
            frames(qts, 1);
            g_assert_cmphex(dc_read(qts, R_DC_INT_STATUS), ==,
                            how & 1 ? 1u << bit : 0);
            g_assert_cmpint(qtest_get_irq(qts, TEGRA20_IRQ_DC), ==, how == 3);
        }
    }
    qtest_quit(qts);
}

/* ---- Underflow: [tegra-dc.rst, Underflow] ---- */

static int64_t get_underflow(QTestState *qts)
{
    QDict *rsp = qtest_qmp(qts, "{ 'execute': 'qom-get', 'arguments':"
                           " { 'path': '/machine/soc/dc0',"
                           " 'property': 'underflow' } }");
    int64_t value = qdict_get_int(rsp, "return");

    qobject_unref(rsp);
    return value;
}

static bool set_underflow(QTestState *qts, int value)
{
    QDict *rsp = qtest_qmp(qts, "{ 'execute': 'qom-set', 'arguments':"
                           " { 'path': '/machine/soc/dc0',"
                           " 'property': 'underflow', 'value': %d } }",
                           value);
    bool ok = qdict_haskey(rsp, "return");

    qobject_unref(rsp);
    return ok;
}

static void enable_underflow(QTestState *qts)
{
    dc_write(qts, R_DC_INT_MASK, 0x700);
    dc_write(qts, R_DC_INT_ENABLE, 0x700);
    dc_write(qts, R_DC_INT_STATUS, ~0u);
}

/* The last 10 lines of the window are beyond the end of memory */
static void test_underflow_memory(void)
{
    const uint32_t start = TEGRA20_RAM_END - (HEIGHT - 10) * WIDTH * 4;
    QTestState *qts = start_crtc();
    uint32_t want[WIDTH * HEIGHT] = { 0 };

    qtest_irq_intercept_in(qts, GIC_PATH);
    enable_underflow(qts);
    fill_noise(want, (HEIGHT - 10) * WIDTH);
    put32(qts, start, want, (HEIGHT - 10) * WIDTH);
    set_window(qts, WIN_B, start, DC_FORMAT_B8G8R8A8, 4, WIDTH * 4, 0, 0,
               WIDTH, HEIGHT);
    show(qts, DC_STATE_WIN(WIN_B));
    /* The frame that latched it has ended before it was shown */
    g_assert_cmphex(dc_read(qts, R_DC_INT_STATUS), ==, 0);
    g_assert_cmphex(dc_read(qts, UFLOW(WIN_B)), ==, 0);
    check_screen(qts, want);
    frames(qts, 1);
    g_assert_cmphex(dc_read(qts, R_DC_INT_STATUS), ==, 0x200);
    g_assert_true(qtest_get_irq(qts, TEGRA20_IRQ_DC));
    g_assert_cmphex(dc_read(qts, UFLOW(WIN_B)), ==, 10);
    g_assert_cmphex(read_active(qts, UFLOW(WIN_B)), ==, 10);
    g_assert_cmphex(dc_read(qts, UFLOW(WIN_A)), ==, 0);
    frames(qts, 2);
    g_assert_cmphex(dc_read(qts, UFLOW(WIN_B)), ==, 30);
    /* A latch does not touch the count; any write clears it */
    show(qts, DC_STATE_WIN(WIN_B));
    g_assert_cmphex(dc_read(qts, UFLOW(WIN_B)), ==, 40);
    dc_write(qts, UFLOW(WIN_B), 0x12345678);
    g_assert_cmphex(dc_read(qts, UFLOW(WIN_B)), ==, 0);
    /* Moved into memory it is quiet */
    win_write(qts, WIN_B, R_WINBUF_START_ADDR, start - 10 * WIDTH * 4);
    show(qts, DC_STATE_WIN(WIN_B));
    dc_write(qts, UFLOW(WIN_B), 0);
    dc_write(qts, R_DC_INT_STATUS, ~0u);
    frames(qts, 3);
    g_assert_cmphex(dc_read(qts, UFLOW(WIN_B)), ==, 0);
    g_assert_cmphex(dc_read(qts, R_DC_INT_STATUS), ==, 0);
    qtest_quit(qts);
}

/* Before the start of memory, and one plane of three beyond its end */
static void test_underflow_planes(void)
{
    QTestState *qts = start_crtc();

    enable_underflow(qts);
    set_window(qts, WIN_A, 0, DC_FORMAT_B8G8R8A8, 4, WIDTH * 4, 0, 0, 8, 8);
    win_write(qts, WIN_A, R_WIN_OPTIONS, R_WIN_OPTIONS_WIN_ENABLE_MASK |
              R_WIN_OPTIONS_V_DIRECTION_MASK);
    win_write(qts, WIN_A, R_WINBUF_ADDR_V_OFFSET, 2);
    set_window(qts, WIN_C, FB, DC_FORMAT_YCBCR420P, 1, 8 | 8 << 16, 16, 0,
               8, 8);
    win_write(qts, WIN_C, R_WINBUF_START_ADDR_U, FB_U);
    win_write(qts, WIN_C, R_WINBUF_START_ADDR_V, TEGRA20_RAM_END - 24);
    show(qts, DC_STATE_WIN(WIN_A) | DC_STATE_WIN(WIN_C));
    frames(qts, 1);
    g_assert_cmphex(dc_read(qts, R_DC_INT_STATUS), ==, 0x500);
    /* Lines 2, 1, 0 are there, five are not */
    g_assert_cmphex(dc_read(qts, UFLOW(WIN_A)), ==, 5);
    /* Three of four chroma lines are there, two lines of luma use the last */
    g_assert_cmphex(dc_read(qts, UFLOW(WIN_C)), ==, 2);
    qtest_quit(qts);
}

static void test_underflow_injected(void)
{
    QTestState *qts = start_crtc();
    uint32_t px[WIDTH * HEIGHT];

    qtest_irq_intercept_in(qts, GIC_PATH);
    show_pattern(qts, px);
    enable_underflow(qts);
    g_assert_cmpint(get_underflow(qts), ==, 0);
    /* A is shown, C is not and keeps waiting */
    g_assert_true(set_underflow(qts, 5));
    g_assert_cmpint(get_underflow(qts), ==, 5);
    g_assert_cmphex(dc_read(qts, R_DC_INT_STATUS), ==, 0);
    frames(qts, 1);
    g_assert_cmphex(dc_read(qts, R_DC_INT_STATUS), ==, 0x100);
    g_assert_true(qtest_get_irq(qts, TEGRA20_IRQ_DC));
    g_assert_cmphex(dc_read(qts, UFLOW(WIN_A)), ==, 1);
    g_assert_cmpint(get_underflow(qts), ==, 4);
    /* Once only */
    dc_write(qts, R_DC_INT_STATUS, ~0u);
    g_assert_false(qtest_get_irq(qts, TEGRA20_IRQ_DC));
    frames(qts, 3);
    g_assert_cmphex(dc_read(qts, R_DC_INT_STATUS), ==, 0);
    g_assert_cmphex(dc_read(qts, UFLOW(WIN_A)), ==, 1);
    set_window(qts, WIN_C, FB, DC_FORMAT_B8G8R8A8, 4, WIDTH * 4, 0, 0, 4, 4);
    show(qts, DC_STATE_WIN(WIN_C));
    frames(qts, 1);
    g_assert_cmphex(dc_read(qts, R_DC_INT_STATUS), ==, 0x400);
    g_assert_cmphex(dc_read(qts, UFLOW(WIN_C)), ==, 1);
    g_assert_cmpint(get_underflow(qts), ==, 0);
    /* Not enabled: counted, not latched.  Bad masks are refused */
    dc_write(qts, R_DC_INT_STATUS, ~0u);
    dc_write(qts, R_DC_INT_ENABLE, 0);
    g_assert_true(set_underflow(qts, 1));
    g_assert_false(set_underflow(qts, 8));
    g_assert_false(set_underflow(qts, -1));
    frames(qts, 1);
    g_assert_cmphex(dc_read(qts, R_DC_INT_STATUS), ==, 0);
    g_assert_cmphex(dc_read(qts, UFLOW(WIN_A)), ==, 2);
    qtest_quit(qts);
}

/* ---- Modes: [tegra-dc.rst, Frame rate] ---- */

/* Timing registers, and the rate that follows by hand from 216 MHz */
static void test_modes(void)
{
    static const struct {
        int width, height, htotal, vtotal;
        uint32_t divider;
        double hz;
    } rows[] = {
        /* 54 MHz / 900000 */
        { 64, 48, 1000, 900, 6, 60 },
        /* 27 MHz / (858 * 525) */
        { 720, 480, 858, 525, 14, 59.94006 },
        /* 216 MHz / 1.5 / (2200 * 1125), the divider in the pixel clock */
        { 1920, 1080, 2200, 1125, 0x100, 58.181818 },
        /* 108 / 13 MHz / (400 * 300) */
        { 320, 240, 400, 300, 0xc02, 69.230769 },
        /* 4320 Hz and 0.14 Hz, which are cut to 240 and 1 */
        { 16, 16, 200, 250, 0, 240 },
        { 4095, 4095, 8000, 8000, 46, 1 },
    };
    QTestState *qts = start_crtc();

    for (int i = 0; i < ARRAY_SIZE(rows); i++) {
        uint32_t first;
        Picture p;
        double count;

        dc_write(qts, R_DC_DISP_ACTIVE, rows[i].height << 16 | rows[i].width);
        dc_write(qts, R_DC_SYNC_WIDTH, 2 << 16 | 32);
        dc_write(qts, R_DC_BACK_PORCH, 4 << 16 | 32);
        dc_write(qts, R_DC_FRONT_PORCH,
                 (rows[i].vtotal - rows[i].height - 6) << 16 |
                 (rows[i].htotal - rows[i].width - 64));
        dc_write(qts, R_DC_DISP_CLOCK_CONTROL, rows[i].divider);
        commit(qts, DC_STATE_GENERAL);
        /* Latched with the end of the old mode's frame */
        qtest_clock_step(qts, 2 * NANOSECONDS_PER_SECOND);
        screendump(qts, &p);
        g_assert_cmpint(p.width, ==, rows[i].width);
        g_assert_cmpint(p.height, ==, rows[i].height);
        first = syncpt(qts, SYNCPT_ID);
        qtest_clock_step(qts, 20 * NANOSECONDS_PER_SECOND);
        count = syncpt(qts, SYNCPT_ID) - first;
        g_assert_cmpfloat_with_epsilon(count, rows[i].hz * 20, 1.01);
    }
    qtest_quit(qts);
}

/* Check that the console shows an inactive display, not the picture @px */
static void check_blank(QTestState *qts, const uint32_t *px)
{
    Picture p;

    screendump(qts, &p);
    /* of another size it would not have been read */
    g_assert_cmpint(p.width, ==, WIDTH);
    g_assert_cmpint(p.height, ==, HEIGHT);
    g_assert_cmphex(px[0] & 0xffffff, !=, 0);
    g_assert_cmphex(p.px[0], ==, 0);
}

/* Blank and unblank as Linux: stop, reset, clock off, and all again */
static void test_stop_start(void)
{
    QTestState *qts = start_crtc();
    uint32_t px[WIDTH * HEIGHT];

    for (int round = 0; round < 4; round++) {
        uint32_t count;

        show_pattern(qts, px);
        check_screen(qts, px);
        dc_write(qts, R_DC_DISPLAY_COMMAND, 0);
        commit(qts, DC_STATE_GENERAL);
        frames(qts, 1);
        g_assert_cmphex(read_active(qts, R_DC_DISPLAY_COMMAND), ==, 0);
        count = syncpt(qts, SYNCPT_ID);
        if (round & 1) {
            tegra20_hold(qts, TEGRA20_PERIPH_DISP1, true);
        }
        if (round & 2) {
            tegra20_clock(qts, TEGRA20_PERIPH_DISP1, false);
        }
        frames(qts, 10);
        check_blank(qts, px);
        tegra20_enable(qts, TEGRA20_PERIPH_DISP1);
        g_assert_cmpint(syncpt(qts, SYNCPT_ID), ==, count);
        enable_crtc(qts);
        frames(qts, 3);
        g_assert_cmpint(syncpt(qts, SYNCPT_ID), ==, count + 3);
    }
    qtest_quit(qts);
}

static void trigger(QTestState *qts)
{
    dc_write(qts, R_DC_STATE_CONTROL, R_DC_STATE_CONTROL_NC_HOST_TRIG_MASK);
}

/* A one-shot frame: one boundary, and the picture stays */
static void test_one_shot(void)
{
    QTestState *qts = start_crtc();
    uint32_t px[WIDTH * HEIGHT];
    uint32_t count;

    show_pattern(qts, px);
    dc_write(qts, R_DC_DISPLAY_COMMAND, 2 << 5);
    commit(qts, DC_STATE_GENERAL);
    frames(qts, 2);
    count = syncpt(qts, SYNCPT_ID);
    frames(qts, 5);
    g_assert_cmpint(syncpt(qts, SYNCPT_ID), ==, count);
    check_screen(qts, px);
    for (int i = 1; i <= 3; i++) {
        trigger(qts);
        frames(qts, 4);
        g_assert_cmpint(syncpt(qts, SYNCPT_ID), ==, count + i);
    }
    qtest_quit(qts);
}

/* A trigger without the mode, and one whose frame a stop has ended */
static void test_one_shot_stopped(void)
{
    QTestState *qts = start_crtc();
    uint32_t px[WIDTH * HEIGHT];
    uint32_t count;

    show_pattern(qts, px);
    dc_write(qts, R_DC_DISPLAY_COMMAND, 0);
    commit(qts, DC_STATE_GENERAL);
    frames(qts, 2);
    count = syncpt(qts, SYNCPT_ID);
    for (int i = 0; i < 3; i++) {
        trigger(qts);
        dc_write(qts, R_DC_DISPLAY_COMMAND, 2 << 5);
        commit(qts, DC_STATE_GENERAL);
        frames(qts, 4);
        g_assert_cmpint(syncpt(qts, SYNCPT_ID), ==, count);
        trigger(qts);
        dc_write(qts, R_DC_STATE_ACCESS, R_DC_STATE_ACCESS_WRITE_MUX_MASK);
        dc_write(qts, R_DC_DISPLAY_COMMAND, 0);
        dc_write(qts, R_DC_STATE_ACCESS, 0);
    }
    qtest_quit(qts);
}

/* ---- Clocks and resets ---- */

static void test_clock_gate(void)
{
    QTestState *qts = start_crtc();
    uint32_t px[WIDTH * HEIGHT];
    uint32_t count;

    show_pattern(qts, px);
    check_screen(qts, px);
    dc_write(qts, R_DC_SCRATCH_REGISTER_A, 0x600dcafe);
    count = syncpt(qts, SYNCPT_ID);
    tegra20_clock(qts, TEGRA20_PERIPH_DISP1, false);
    g_assert_cmphex(dc_read(qts, R_DC_SCRATCH_REGISTER_A), ==, 0);
    dc_write(qts, R_DC_SCRATCH_REGISTER_A, 1);
    frames(qts, 20);
    check_blank(qts, px);
    g_assert_cmpint(syncpt(qts, SYNCPT_ID), ==, count);
    /* What was there is there again */
    tegra20_clock(qts, TEGRA20_PERIPH_DISP1, true);
    g_assert_cmphex(dc_read(qts, R_DC_SCRATCH_REGISTER_A), ==, 0x600dcafe);
    frames(qts, 2);
    g_assert_cmpint(syncpt(qts, SYNCPT_ID), ==, count + 2);
    check_screen(qts, px);
    qtest_quit(qts);
}

/* A reset with a latch, an increment and an injected underflow pending */
static void test_reset_pending(void)
{
    QTestState *qts = start_crtc();
    uint32_t px[WIDTH * HEIGHT];

    show_pattern(qts, px);
    dc_write(qts, R_DC_BORDER_COLOR, 0x123456);
    commit(qts, DC_STATE_GENERAL | DC_STATE_WIN(WIN_A));
    dc_write(qts, R_DC_GENERAL_INCR_SYNCPT, 0x500 | 9);
    dc_write(qts, R_DC_WIN_A_INCR_SYNCPT, 0x100 | 9);
    g_assert_cmphex(dc_read(qts, R_DC_STATE_CONTROL), ==, 3);
    tegra20_hold(qts, TEGRA20_PERIPH_DISP1, true);
    tegra20_hold(qts, TEGRA20_PERIPH_DISP1, false);
    g_assert_cmphex(dc_read(qts, R_DC_STATE_CONTROL), ==, 0);
    g_assert_cmphex(read_active(qts, R_DC_BORDER_COLOR), ==, 0);
    enable_crtc(qts);
    frames(qts, 3);
    g_assert_cmpint(syncpt(qts, 9), ==, 0);
    g_assert_cmphex(read_active(qts, TEGRA_DC_WIN(WIN_A, R_WIN_OPTIONS)), ==,
                    0);
    qtest_quit(qts);
}

/* ---- Two controllers ---- */

static void second_controller(QTestState *qts)
{
    dc_base = TEGRA20_DCB_BASE;
    enable_crtc(qts);
    dc_write(qts, R_DC_CONT_SYNCPT_VSYNC, 0x100 | (SYNCPT_ID + 1));
    /* Half the rate and another size */
    dc_write(qts, R_DC_DISP_CLOCK_CONTROL, 14);
    dc_write(qts, R_DC_DISP_ACTIVE, 32 << 16 | 128);
    dc_write(qts, R_DC_FRONT_PORCH,
             (VTOTAL - 32 - 6) << 16 | (HTOTAL - 128 - 64));
    dc_write(qts, R_DC_BORDER_COLOR, 0x00ff00);
    commit(qts, DC_STATE_GENERAL);
    frames(qts, 1);
    dc_base = TEGRA20_DC_BASE;
}

/* Both run, each for itself; INPUT_CONTROL says which one is seen */
static void test_both_run(void)
{
    QTestState *qts = start_crtc();
    uint32_t px[WIDTH * HEIGHT];
    uint32_t a, b;
    Picture p;

    show_pattern(qts, px);
    second_controller(qts);
    frames(qts, 4);
    a = syncpt(qts, SYNCPT_ID);
    b = syncpt(qts, SYNCPT_ID + 1);
    frames(qts, 40);
    g_assert_cmpint(syncpt(qts, SYNCPT_ID) - a, ==, 40);
    g_assert_cmpint(syncpt(qts, SYNCPT_ID + 1) - b, ==, 20);
    check_screen(qts, px);
    hdmi_write(qts, R_HDMI_INPUT_CONTROL, 1);
    screendump(qts, &p);
    g_assert_cmpint(p.width, ==, 128);
    g_assert_cmpint(p.height, ==, 32);
    /* Without HDMI, as with a panel on display A's RGB pins */
    tegra20_hold(qts, TEGRA20_PERIPH_HDMI, true);
    check_screen(qts, px);
    tegra20_hold(qts, TEGRA20_PERIPH_HDMI, false);
    /* A reset of one leaves the other alone */
    tegra20_hold(qts, TEGRA20_PERIPH_DISP2, true);
    a = syncpt(qts, SYNCPT_ID);
    b = syncpt(qts, SYNCPT_ID + 1);
    frames(qts, 10);
    g_assert_cmpint(syncpt(qts, SYNCPT_ID) - a, ==, 10);
    g_assert_cmpint(syncpt(qts, SYNCPT_ID + 1) - b, ==, 0);
    check_screen(qts, px);
    qtest_quit(qts);
}

/* ---- Lines drawn again: [tegra-dc.rst, Picture] ---- */

/* Return what the last tegra_dc_draw event in @log says */
static void last_draw(const char *log, int *full, int *lines)
{
    g_autofree char *text = NULL;
    const char *at;

    g_assert_true(g_file_get_contents(log, &text, NULL, NULL));
    at = g_strrstr(text, "tegra_dc_draw ");
    g_assert_nonnull(at);
    at = strstr(at, "full=");
    g_assert_cmpint(sscanf(at, "full=%d lines=%d", full, lines), ==, 2);
}

static void check_drawn(QTestState *qts, const char *log, int want)
{
    int full, lines;
    Picture p;

    screendump(qts, &p);
    last_draw(log, &full, &lines);
    g_assert_cmpint(full, ==, 0);
    g_assert_cmpint(lines, ==, want);
}

/* Each line has a page of its own; the line @line of the source is written */
typedef struct DrawnRow {
    int window, mode;           /* 1: tiled */
    uint32_t v_inc, options;
    int line, want;
} DrawnRow;

static void check_row(QTestState *qts, const char *log, const DrawnRow *row)
{
    /* In tiles a row of 16 lines has a page */
    const uint32_t stride = row->mode ? 256 : 4096;
    const uint32_t page = FB + (row->mode ? row->line / 16 : row->line) * 4096;
    Picture p;

    set_window(qts, row->window, FB, DC_FORMAT_B8G8R8A8, 4, stride, 0, 0,
               WIDTH, HEIGHT);
    win_write(qts, row->window, R_WIN_BUFFER_ADDR_MODE, row->mode);
    win_write(qts, row->window, R_WIN_DDA_INCREMENT, row->v_inc << 16 | 0x1000);
    win_write(qts, row->window, R_WIN_OPTIONS, row->options |
              R_WIN_OPTIONS_WIN_ENABLE_MASK);
    show(qts, DC_STATE_WIN(row->window));
    screendump(qts, &p);
    check_drawn(qts, log, 0);
    qtest_writel(qts, page + 16, noise(row->line));
    check_drawn(qts, log, row->want);
    check_drawn(qts, log, 0);
    /* Off again */
    win_write(qts, row->window, R_WIN_OPTIONS, 0);
    show(qts, DC_STATE_WIN(row->window));
}

static void test_drawn_lines(void)
{
    static const DrawnRow rows[] = {
        { WIN_A, 0, 0x1000, 0, 0, 1 },
        { WIN_A, 0, 0x1000, 0, 20, 1 },
        { WIN_A, 0, 0x1000, 0, HEIGHT - 1, 1 },
        /* Not on the screen */
        { WIN_A, 0, 0x1000, 0, HEIGHT, 0 },
        /* Twice and half the height: two lines, every other line */
        { WIN_A, 0, 0x0800, 0, 7, 2 },
        { WIN_C, 0, 0x2000, 0, 8, 1 },
        { WIN_C, 0, 0x2000, 0, 9, 0 },
        /* Filtered, line 7 is in the lines of 6.0, 6.5, 7.0 and 7.5 */
        { WIN_B, 0, 0x0800, R_WIN_OPTIONS_V_FILTER_MASK, 7, 4 },
        /* A page of tiles has 16 lines, scaled 32 */
        { WIN_A, 1, 0x1000, 0, 17, 16 },
        { WIN_B, 1, 0x0800, 0, 5, 32 },
    };
    g_autofree char *dir = g_dir_make_tmp("tegra20-dc-XXXXXX", NULL);
    g_autofree char *log = g_build_filename(dir, "log", NULL);
    g_autofree char *args = g_strdup_printf("-trace tegra_dc_draw -D %s", log);
    QTestState *qts = start_with(args);

    enable_crtc(qts);
    for (int i = 0; i < ARRAY_SIZE(rows); i++) {
        check_row(qts, log, &rows[i]);
    }
    qtest_quit(qts);
    unlink(log);
    rmdir(dir);
}

/* Stopped and started by words that take effect at once */
static void toggle(QTestState *qts)
{
    dc_write(qts, R_DC_STATE_ACCESS, R_DC_STATE_ACCESS_WRITE_MUX_MASK);
    for (int i = 0; i < 100; i++) {
        dc_write(qts, R_DC_DISPLAY_COMMAND, 0);
        dc_write(qts, R_DC_DISPLAY_COMMAND, 0x20);
    }
    dc_write(qts, R_DC_STATE_ACCESS, 0);
    /* The same by a request when stopped; the last one starts it */
    dc_write(qts, R_DC_DISPLAY_COMMAND, 0);
    show(qts, 0);
    for (int i = 0; i < 101; i++) {
        dc_write(qts, R_DC_DISPLAY_POWER_CONTROL, i % 2 ? 0 : 1);
        dc_write(qts, R_DC_DISPLAY_COMMAND, i % 2 ? 0 : 2 << 5);
        commit(qts, DC_STATE_GENERAL);
    }
}

/*
 * QEMU makes new maps of all its memory where writes to it are to be seen.
 * That is done when the picture is looked at, not for each word.
 */
static void test_logging(void)
{
    g_autofree char *dir = g_dir_make_tmp("tegra20-dc-XXXXXX", NULL);
    g_autofree char *log = g_build_filename(dir, "log", NULL);
    g_autofree char *args = g_strdup_printf("-trace tegra_dc_draw "
                                            "-trace flatview_new -D %s", log);
    QTestState *qts = start_with(args);
    uint32_t px[WIDTH * HEIGHT];
    unsigned int maps;

    enable_crtc(qts);
    show_pattern(qts, px);
    check_screen(qts, px);
    maps = tegra20_count_in_file(log, "flatview_new");
    g_assert_cmpuint(maps, >, 0);
    toggle(qts);
    g_assert_cmpuint(tegra20_count_in_file(log, "flatview_new"), <, maps + 100);
    /* What is written is seen after all that, too */
    check_screen(qts, px);
    check_drawn(qts, log, 0);
    qtest_writel(qts, FB, 0x123456);
    px[0] = 0x123456;
    check_screen(qts, px);
    check_drawn(qts, log, 0);
    qtest_quit(qts);
    unlink(log);
    rmdir(dir);
}

/* ---- Text ---- */

static char *get_windows(QTestState *qts, const char *path)
{
    QDict *rsp = qtest_qmp(qts, "{ 'execute': 'qom-get', 'arguments':"
                           " { 'path': %s, 'property': 'windows' } }", path);
    char *text = g_strdup(qdict_get_str(rsp, "return"));

    qobject_unref(rsp);
    return text;
}

static void check_text(const char *text, const char *const *want)
{
    for (int i = 0; want[i]; i++) {
        if (!strstr(text, want[i])) {
            g_error("'%s' is not in:\n%s", want[i], text);
        }
    }
}

static void test_text(void)
{
    static const char *const off[] = {
        "display B: not clocked, stopped, 0x0", "requests: none",
        "window A: off", "window B: off", "window C: off", "cursor: off", NULL
    };
    static const char *const on[] = {
        "display A: on, continuous, 64x48, 60.000 Hz, frame 3\n",
        "requests: general C\n",
        "vblank sync point 0x11a\n",
        "border 0x000000\n",
        "window A: off\n",
        "window B: shown, YCbCr420P, at 3,5 size 16x8 from 32 bytes x 4 lines, "
        "step 0x2000,0x0800, underflows 0x00000000\n",
        "  address 0x01000000 + line 7 byte 6, stride 64, tiled\n",
        "  chroma U 0x01200000 V 0x01300000, stride 32, linear\n",
        "  options 0x40040104 bottom-up h-filter csc, byte swap 2\n",
        "  blend nokey fix(255,255), 1win fix(255,255), 2win-x alpha(1,2) keys "
        "0x3, 2win-y dependent(0,0), 3win fix(255,255)\n",
        "cursor: at -5,6 size 64x64, address 0x01000400\n", NULL
    };
    QTestState *qts = start();
    g_autofree char *a = NULL, *b = NULL;

    tegra20_clock(qts, TEGRA20_PERIPH_DISP2, false);
    b = get_windows(qts, "/machine/soc/dc1");
    check_text(b, off);
    enable_crtc(qts);
    set_window(qts, WIN_B, FB, DC_FORMAT_YCBCR420P, 1, 64 | 32 << 16, 3, 5,
               16, 8);
    win_write(qts, WIN_B, R_WINBUF_START_ADDR_U, FB_U);
    win_write(qts, WIN_B, R_WINBUF_START_ADDR_V, FB_V);
    win_write(qts, WIN_B, R_WINBUF_ADDR_H_OFFSET, 6);
    win_write(qts, WIN_B, R_WINBUF_ADDR_V_OFFSET, 7);
    win_write(qts, WIN_B, R_WIN_PRESCALED_SIZE, 4 << 16 | 32);
    win_write(qts, WIN_B, R_WIN_DDA_INCREMENT, 0x08002000);
    win_write(qts, WIN_B, R_WIN_BYTE_SWAP, 2);
    win_write(qts, WIN_B, R_WIN_BUFFER_ADDR_MODE, 1);
    win_write(qts, WIN_B, R_WIN_OPTIONS, 0x40040104);
    win_write(qts, WIN_B, R_WIN_BLEND_2WIN_X, 0x00020107);
    win_write(qts, WIN_B, R_WIN_BLEND_2WIN_Y, 0x00000008);
    dc_write(qts, R_DC_CURSOR_START_ADDR, 1u << 24 | 0x4001);
    dc_write(qts, R_DC_CURSOR_POSITION, 6 << 16 | (-5 & 0x3fff));
    dc_write(qts, R_DC_DISP_WIN_OPTIONS,
             R_DC_DISP_WIN_OPTIONS_CURSOR_ENABLE_MASK);
    show(qts, DC_STATE_WIN(WIN_B));
    frames(qts, 2);
    dc_write(qts, R_DC_STATE_CONTROL, DC_STATE_GENERAL | DC_STATE_WIN(WIN_C));
    a = get_windows(qts, "/machine/soc/dc0");
    check_text(a, on);
    qtest_quit(qts);
}

#define TEST(path, f) qtest_add_func("/tegra20-dc-frame/" path, f)

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    TEST("events/frame", test_events);
    TEST("events/bits", test_event_bits);
    TEST("underflow/memory", test_underflow_memory);
    TEST("underflow/planes", test_underflow_planes);
    TEST("underflow/injected", test_underflow_injected);
    TEST("modes/rates", test_modes);
    TEST("modes/stop-start", test_stop_start);
    TEST("modes/one-shot", test_one_shot);
    TEST("modes/one-shot-stopped", test_one_shot_stopped);
    TEST("reset/clock-gate", test_clock_gate);
    TEST("reset/pending", test_reset_pending);
    TEST("two/both-run", test_both_run);
    TEST("drawn-lines", test_drawn_lines);
    TEST("logging", test_logging);
    TEST("text", test_text);
    return g_test_run();
}
