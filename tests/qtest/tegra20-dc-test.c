/*
 * QTest of the NVIDIA Tegra20 display controller and HDMI output: registers,
 * frames, interrupts, sync points, hot plug, migration
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/timer.h"
#include "qobject/qbool.h"
#include "migrate-file.h"
#include "tegra20-dc-qtest.h"

/* ---- Registers ---- */

static void test_reset_values(void)
{
    static const struct {
        uint32_t reg, value;
    } want[] = {
        { R_DC_CTXSW, 0xf800 },
        { R_DC_DISPLAY_COMMAND, 0 },
        { R_DC_DISPLAY_POWER_CONTROL, 0 },
        { R_DC_INT_STATUS, 0 },
        { R_DC_INT_MASK, 0 },
        { R_DC_INT_ENABLE, 1 },
        { R_DC_PIN_OUTPUT_ENABLE0, 0 },
        { R_DC_PIN_OUTPUT_ENABLE2, 0x00510104 },
        { R_DC_PIN_OUTPUT_ENABLE3, 0x00000555 },
        { R_DC_GPIO_DEBOUNCE_COUNTER, 0x400 },
        { R_DC_DISP_CLOCK_CONTROL, 6 },
        { R_DC_MCCIF_DISPLAY0A_HYST, 0xcf401f1f },
        { R_DC_MCCIF_DISPLAY0B_HYST, 0xcf081f1f },
        { R_DC_DISP_MISC_CONTROL, 2 },
        { TEGRA_DC_WIN(WIN_A, R_WIN_OPTIONS), 0 },
        { TEGRA_DC_WIN(WIN_C, R_WINBUF_UFLOW_STATUS), 0 },
        { 0xbca, 0 }, { 0xdca, 0 }, { 0xfca, 0 },
        /* Registers of later chips, which Linux dumps too */
        { 0x4c2, 0 }, { 0x4e4, 0 }, { 0x4f1, 0 },
    };
    QTestState *qts = start();

    for (int i = 0; i < ARRAY_SIZE(want); i++) {
        g_assert_cmphex(dc_read(qts, want[i].reg), ==, want[i].value);
    }
    dc_base = TEGRA20_DCB_BASE;
    g_assert_cmphex(dc_read(qts, R_DC_CTXSW), ==, 0xf800);
    qtest_quit(qts);
}

static void test_buffering(void)
{
    const uint32_t pos = TEGRA_DC_WIN(WIN_B, R_WIN_POSITION);
    QTestState *qts = start_crtc();

    /* Double: ASSEMBLY at once, ACTIVE with the frame after the request */
    dc_write(qts, R_DC_BORDER_COLOR, 0x112233);
    g_assert_cmphex(dc_read(qts, R_DC_BORDER_COLOR), ==, 0x112233);
    g_assert_cmphex(read_active(qts, R_DC_BORDER_COLOR), ==, 0);
    frames(qts, 1);
    g_assert_cmphex(read_active(qts, R_DC_BORDER_COLOR), ==, 0);
    dc_write(qts, R_DC_STATE_CONTROL, DC_STATE_GENERAL);
    g_assert_cmphex(dc_read(qts, R_DC_STATE_CONTROL), ==, DC_STATE_GENERAL);
    g_assert_cmphex(read_active(qts, R_DC_BORDER_COLOR), ==, 0);
    frames(qts, 1);
    g_assert_cmphex(dc_read(qts, R_DC_STATE_CONTROL), ==, 0);
    g_assert_cmphex(read_active(qts, R_DC_BORDER_COLOR), ==, 0x112233);

    /* Triple: what was written after the update stays behind */
    dc_write(qts, pos, 0x00010002);
    dc_write(qts, R_DC_STATE_CONTROL, DC_STATE_WIN(WIN_B) << 8);
    g_assert_cmphex(dc_read(qts, R_DC_STATE_CONTROL), ==, 0);
    dc_write(qts, pos, 0x00030004);
    dc_write(qts, R_DC_STATE_CONTROL, DC_STATE_WIN(WIN_B));
    frames(qts, 1);
    g_assert_cmphex(read_active(qts, pos), ==, 0x00010002);
    g_assert_cmphex(dc_read(qts, pos), ==, 0x00030004);
    /* A request for another window does not move it */
    dc_write(qts, R_DC_STATE_CONTROL, DC_STATE_WIN(WIN_B) << 8);
    dc_write(qts, R_DC_STATE_CONTROL, DC_STATE_WIN(WIN_A));
    frames(qts, 1);
    g_assert_cmphex(read_active(qts, pos), ==, 0x00010002);

    /* The shadow view reads ARM */
    win_write(qts, WIN_A, R_WINBUF_START_ADDR, FB);
    g_assert_cmphex(dc_read(qts, TEGRA_DC_WIN(WIN_A, R_WINBUF_START_ADDR_NS)),
                    ==, 0);
    dc_write(qts, R_DC_STATE_CONTROL, DC_STATE_WIN(WIN_A) << 8);
    g_assert_cmphex(dc_read(qts, TEGRA_DC_WIN(WIN_A, R_WINBUF_START_ADDR_NS)),
                    ==, FB);
    qtest_quit(qts);
}

static void test_latch_when_stopped(void)
{
    QTestState *qts = start();

    dc_write(qts, R_DC_BORDER_COLOR, 0x445566);
    dc_write(qts, R_DC_STATE_CONTROL, DC_STATE_GENERAL);
    g_assert_cmphex(dc_read(qts, R_DC_STATE_CONTROL), ==, 0);
    g_assert_cmphex(read_active(qts, R_DC_BORDER_COLOR), ==, 0x445566);

    /* Stopping: ACTIVE says STOP one frame after the commit */
    enable_crtc(qts);
    g_assert_cmphex(read_active(qts, R_DC_DISPLAY_COMMAND), ==, 0x20);
    dc_write(qts, R_DC_DISPLAY_COMMAND, 0);
    commit(qts, DC_STATE_GENERAL);
    g_assert_cmphex(read_active(qts, R_DC_DISPLAY_COMMAND), ==, 0x20);
    frames(qts, 1);
    g_assert_cmphex(read_active(qts, R_DC_DISPLAY_COMMAND), ==, 0);
    qtest_quit(qts);
}

/* With WRITE_MUX a write goes to ACTIVE and to the copies before it */
static void test_write_mux(void)
{
    QTestState *qts = start_crtc();

    dc_write(qts, R_DC_STATE_ACCESS, R_DC_STATE_ACCESS_WRITE_MUX_MASK);
    dc_write(qts, R_DC_BORDER_COLOR, 0x0a0b0c);
    dc_write(qts, R_DC_STATE_ACCESS, 0);
    g_assert_cmphex(dc_read(qts, R_DC_BORDER_COLOR), ==, 0x0a0b0c);
    g_assert_cmphex(read_active(qts, R_DC_BORDER_COLOR), ==, 0x0a0b0c);
    qtest_quit(qts);
}

static void test_legacy_windows(void)
{
    QTestState *qts = start();

    /* Nothing selected: nothing written */
    dc_write(qts, 0x704, 0x00010001);
    g_assert_cmphex(dc_read(qts, 0xb84), ==, 0);
    /* A and C */
    dc_write(qts, R_DC_DISPLAY_WINDOW_HEADER, 0x50);
    dc_write(qts, 0x704, 0x00020003);
    dc_write(qts, 0x800, 0x12345678);
    dc_write(qts, 0x5ff, 0x00abcdef);
    g_assert_cmphex(dc_read(qts, 0xb84), ==, 0x00020003);
    g_assert_cmphex(dc_read(qts, 0xd84), ==, 0);
    g_assert_cmphex(dc_read(qts, 0xf84), ==, 0x00020003);
    g_assert_cmphex(dc_read(qts, 0xbc0), ==, 0x12345678);
    g_assert_cmphex(dc_read(qts, 0xfc0), ==, 0x12345678);
    g_assert_cmphex(dc_read(qts, 0xaff), ==, 0x00abcdef);
    /* A read comes from the first one selected */
    dc_write(qts, 0xf84, 0x00040005);
    g_assert_cmphex(dc_read(qts, 0x704), ==, 0x00020003);
    dc_write(qts, R_DC_DISPLAY_WINDOW_HEADER, 0x40);
    g_assert_cmphex(dc_read(qts, 0x704), ==, 0x00040005);
    qtest_quit(qts);
}

/* ---- Frames, interrupts, sync points ---- */

static void test_interrupts(void)
{
    QTestState *qts = start();

    qtest_irq_intercept_in(qts, GIC_PATH);
    enable_crtc(qts);
    frames(qts, 1);
    /* Latched while masked; frame end is not enabled */
    g_assert_cmphex(dc_read(qts, R_DC_INT_STATUS), ==,
                    R_DC_INT_STATUS_V_BLANK_MASK);
    g_assert_false(qtest_get_irq(qts, TEGRA20_IRQ_DC));
    dc_write(qts, R_DC_INT_MASK, 0x1c704);
    g_assert_true(qtest_get_irq(qts, TEGRA20_IRQ_DC));
    /* Write one to clear: other bits do not clear it */
    dc_write(qts, R_DC_INT_STATUS, ~R_DC_INT_STATUS_V_BLANK_MASK);
    g_assert_true(qtest_get_irq(qts, TEGRA20_IRQ_DC));
    dc_write(qts, R_DC_INT_STATUS, R_DC_INT_STATUS_V_BLANK_MASK);
    g_assert_cmphex(dc_read(qts, R_DC_INT_STATUS), ==, 0);
    g_assert_false(qtest_get_irq(qts, TEGRA20_IRQ_DC));
    frames(qts, 1);
    g_assert_true(qtest_get_irq(qts, TEGRA20_IRQ_DC));
    g_assert_false(qtest_get_irq(qts, TEGRA20_IRQ_DCB));
    dc_write(qts, R_DC_INT_MASK, 0);
    g_assert_false(qtest_get_irq(qts, TEGRA20_IRQ_DC));
    /* An event that is not enabled does not latch */
    dc_write(qts, R_DC_INT_STATUS, ~0u);
    dc_write(qts, R_DC_INT_ENABLE, R_DC_INT_STATUS_FRAME_END_MASK);
    frames(qts, 1);
    g_assert_cmphex(dc_read(qts, R_DC_INT_STATUS), ==,
                    R_DC_INT_STATUS_FRAME_END_MASK);
    qtest_quit(qts);
}

static void test_frame_count(void)
{
    QTestState *qts = start_crtc();
    uint32_t first = syncpt(qts, SYNCPT_ID);

    /* Nothing before the first frame is complete */
    qtest_clock_step(qts, FRAME_NS - 100);
    g_assert_cmpuint(syncpt(qts, SYNCPT_ID), ==, first);
    qtest_clock_step(qts, 200);
    g_assert_cmpuint(syncpt(qts, SYNCPT_ID), ==, first + 1);
    /* A second and a bit: 60 more, no drift */
    qtest_clock_step(qts, NANOSECONDS_PER_SECOND);
    g_assert_cmpuint(syncpt(qts, SYNCPT_ID), ==, first + 61);
    /* Without the enable bit nothing counts, at once */
    dc_write(qts, R_DC_CONT_SYNCPT_VSYNC, SYNCPT_ID);
    frames(qts, 3);
    g_assert_cmpuint(syncpt(qts, SYNCPT_ID), ==, first + 61);
    dc_write(qts, R_DC_CONT_SYNCPT_VSYNC, 0x100 | SYNCPT_ID);
    frames(qts, 2);
    g_assert_cmpuint(syncpt(qts, SYNCPT_ID), ==, first + 63);
    /* Stopped: the frame under way is the last */
    dc_write(qts, R_DC_DISPLAY_COMMAND, 0);
    commit(qts, DC_STATE_GENERAL);
    frames(qts, 10);
    g_assert_cmpuint(syncpt(qts, SYNCPT_ID), ==, first + 64);
    qtest_quit(qts);
}

/* Step to just before a frame boundary: both or neither have happened */
static void test_latch_before_count(void)
{
    QTestState *qts = start_crtc();
    uint32_t count;

    frames(qts, 2);
    for (int i = 0; i < 20; i++) {
        bool latched, counted;

        dc_write(qts, R_DC_BORDER_COLOR, i + 1);
        commit(qts, DC_STATE_GENERAL);
        count = syncpt(qts, SYNCPT_ID);
        qtest_clock_step(qts, FRAME_NS / 7 * i + 1);
        counted = syncpt(qts, SYNCPT_ID) != count;
        latched = read_active(qts, R_DC_BORDER_COLOR) == i + 1;
        g_assert_cmpint(latched, ==, counted);
        frames(qts, 1);
        g_assert_cmpint(dc_read(qts, R_DC_STATE_CONTROL), ==, 0);
    }
    qtest_quit(qts);
}

/* Return the address of generation @gen of window @n, filled with @gen */
static uint32_t generation(QTestState *qts, int n, uint32_t gen)
{
    uint32_t addr = FB + n * 0x100000 + gen % 2 * 0x10000;
    uint32_t px[16 * HEIGHT];

    for (int i = 0; i < ARRAY_SIZE(px); i++) {
        px[i] = gen;
    }
    put32(qts, addr, px, ARRAY_SIZE(px));
    return addr;
}

/* Check that all windows show generation @want */
static void check_generation(QTestState *qts, uint32_t want)
{
    Picture p;

    screendump(qts, &p);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < 48; x++) {
            g_assert_cmphex(p.px[y * WIDTH + x], ==, want);
        }
    }
}

/*
 * Three windows flip together, whenever the frame boundary comes: what is seen
 * is of one generation, and changes when the count does.
 */
static void test_flip_together(void)
{
    const uint32_t all = DC_STATE_WIN(WIN_A) | DC_STATE_WIN(WIN_B) |
                         DC_STATE_WIN(WIN_C);
    QTestState *qts = start_crtc();

    for (int n = 0; n < 3; n++) {
        set_window(qts, n, generation(qts, n, 1), DC_FORMAT_B8G8R8A8, 4, 64,
                   16 * n, 0, 16, HEIGHT);
    }
    show(qts, all);
    for (uint32_t gen = 2; gen < 12; gen++) {
        uint32_t count = syncpt(qts, SYNCPT_ID);

        check_generation(qts, gen - 1);
        for (int n = 0; n < 3; n++) {
            win_write(qts, n, R_WINBUF_START_ADDR, generation(qts, n, gen));
            qtest_clock_step(qts, FRAME_NS / 100 * gen);
            check_generation(qts, gen - 1);
        }
        dc_write(qts, R_DC_STATE_CONTROL, all << 8);
        qtest_clock_step(qts, FRAME_NS / 10 * gen);
        check_generation(qts, gen - 1);
        count = syncpt(qts, SYNCPT_ID);
        dc_write(qts, R_DC_STATE_CONTROL, all);
        while (syncpt(qts, SYNCPT_ID) == count) {
            check_generation(qts, gen - 1);
            qtest_clock_step(qts, FRAME_NS / 7);
        }
        g_assert_cmpuint(syncpt(qts, SYNCPT_ID), ==, count + 1);
        check_generation(qts, gen);
    }
    qtest_quit(qts);
}

static void test_incr_syncpt(void)
{
    QTestState *qts = start();

    /* Stopped: done at once; frame events wait */
    dc_write(qts, R_DC_GENERAL_INCR_SYNCPT, 0x000 | 5);
    dc_write(qts, R_DC_WIN_B_INCR_SYNCPT, 0x100 | 5);
    g_assert_cmpuint(syncpt(qts, 5), ==, 2);
    dc_write(qts, R_DC_GENERAL_INCR_SYNCPT, 0x500 | 5);
    g_assert_cmpuint(syncpt(qts, 5), ==, 2);
    /* Running: with the end of the frame */
    enable_crtc(qts);
    dc_write(qts, R_DC_WIN_A_INCR_SYNCPT, 0x300 | 6);
    dc_write(qts, R_DC_WIN_C_INCR_SYNCPT, 0x000 | 7);
    g_assert_cmpuint(syncpt(qts, 6), ==, 0);
    g_assert_cmpuint(syncpt(qts, 7), ==, 1);
    frames(qts, 1);
    g_assert_cmpuint(syncpt(qts, 5), ==, 3);
    g_assert_cmpuint(syncpt(qts, 6), ==, 1);
    /* No such condition or id: ignored */
    dc_write(qts, R_DC_WIN_A_INCR_SYNCPT, 0x700 | 6);
    dc_write(qts, R_DC_WIN_A_INCR_SYNCPT, 0x000 | 200);
    /* More than fit: an error bit for the condition */
    for (int i = 0; i < 100; i++) {
        dc_write(qts, R_DC_WIN_A_INCR_SYNCPT, 0x100 | 8);
    }
    g_assert_cmphex(dc_read(qts, R_DC_WIN_A_INCR_SYNCPT_ERROR), ==, 1 << 1);
    dc_write(qts, R_DC_WIN_A_INCR_SYNCPT_CNTRL, 0x101);
    g_assert_cmphex(dc_read(qts, R_DC_WIN_A_INCR_SYNCPT_ERROR), ==, 0);
    frames(qts, 1);
    g_assert_cmpuint(syncpt(qts, 6), ==, 1);
    g_assert_cmpuint(syncpt(qts, 8), ==, 0);
    qtest_quit(qts);
}

/* Check when the increment of a port and condition comes, if at all */
static void check_condition(QTestState *qts, int port, int cond, bool running)
{
    bool valid = cond <= (port ? 3 : 7);
    bool at_once = cond == 0 || (port == 0 && cond == 4) ||
                   (!running && cond <= 3);
    uint32_t count = syncpt(qts, 5);

    dc_write(qts, port * 8, cond << 8 | 5);
    count += valid && at_once;
    g_assert_cmpuint(syncpt(qts, 5), ==, count);
    frames(qts, 1);
    count += valid && !at_once && running;
    g_assert_cmpuint(syncpt(qts, 5), ==, count);
    /* Once, and dropped if there are no frames */
    frames(qts, 2);
    dc_write(qts, port * 8 + 1, 1);
    g_assert_cmpuint(syncpt(qts, 5), ==, count);
}

static void test_incr_conditions(void)
{
    QTestState *qts = start();

    for (int running = 0; running < 2; running++) {
        if (running) {
            enable_crtc(qts);
        }
        for (int port = 0; port < 4; port++) {
            for (int cond = 0; cond < 10; cond++) {
                check_condition(qts, port, cond, running);
            }
        }
    }
    qtest_quit(qts);
}

/*
 * Check that a stop with effect at once ends the frame under way: what waits
 * for its end happens, but not what waits for an event of a frame.
 */
static void check_stop(QTestState *qts, uint32_t reg, uint32_t value)
{
    uint32_t done, event;

    enable_crtc(qts);
    frames(qts, 1);
    done = syncpt(qts, 5);
    event = syncpt(qts, 6);
    dc_write(qts, R_DC_BORDER_COLOR, 0x112233);
    dc_write(qts, R_DC_STATE_CONTROL, DC_STATE_GENERAL);
    dc_write(qts, R_DC_GENERAL_INCR_SYNCPT, 0x600 | 6);
    for (int cond = 1; cond <= 3; cond++) {
        dc_write(qts, R_DC_GENERAL_INCR_SYNCPT, cond << 8 | 5);
        dc_write(qts, R_DC_WIN_B_INCR_SYNCPT, cond << 8 | 5);
    }
    g_assert_cmpuint(syncpt(qts, 5), ==, done);
    dc_write(qts, R_DC_STATE_ACCESS, R_DC_STATE_ACCESS_WRITE_MUX_MASK);
    dc_write(qts, reg, value);
    dc_write(qts, R_DC_STATE_ACCESS, 0);
    g_assert_cmphex(dc_read(qts, R_DC_STATE_CONTROL), ==, 0);
    g_assert_cmphex(read_active(qts, R_DC_BORDER_COLOR), ==, 0x112233);
    g_assert_cmpuint(syncpt(qts, 5), ==, done + 6);
    frames(qts, 3);
    g_assert_cmpuint(syncpt(qts, 6), ==, event);
    /* Once each, the event with the next frame there is */
    enable_crtc(qts);
    frames(qts, 1);
    g_assert_cmpuint(syncpt(qts, 5), ==, done + 6);
    g_assert_cmpuint(syncpt(qts, 6), ==, event + 1);
    tegra20_hold(qts, TEGRA20_PERIPH_DISP1, true);
    tegra20_hold(qts, TEGRA20_PERIPH_DISP1, false);
}

static void test_stop_at_once(void)
{
    QTestState *qts = start();

    check_stop(qts, R_DC_DISPLAY_COMMAND, 0);
    check_stop(qts, R_DC_DISPLAY_COMMAND, 2 << 5);
    check_stop(qts, R_DC_DISPLAY_POWER_CONTROL, 0);
    qtest_quit(qts);
}

static void test_reset_line(void)
{
    QTestState *qts = start();
    uint32_t px[WIDTH * HEIGHT];
    uint32_t count;
    Picture p;

    qtest_irq_intercept_in(qts, GIC_PATH);
    enable_crtc(qts);
    show_pattern(qts, px);
    dc_write(qts, R_DC_INT_MASK, 0x1c704);
    g_assert_true(qtest_get_irq(qts, TEGRA20_IRQ_DC));
    count = syncpt(qts, SYNCPT_ID);

    tegra20_hold(qts, TEGRA20_PERIPH_DISP1, true);
    g_assert_false(qtest_get_irq(qts, TEGRA20_IRQ_DC));
    dc_write(qts, R_DC_BORDER_COLOR, 0x123456);
    frames(qts, 5);
    g_assert_cmpuint(syncpt(qts, SYNCPT_ID), ==, count);
    screendump(qts, &p);
    g_assert_cmphex(p.px[0], !=, px[0] & 0xffffff);
    tegra20_hold(qts, TEGRA20_PERIPH_DISP1, false);
    g_assert_cmphex(dc_read(qts, R_DC_BORDER_COLOR), ==, 0);
    g_assert_cmphex(dc_read(qts, R_DC_INT_ENABLE), ==, 1);
    g_assert_cmphex(dc_read(qts, R_DC_CONT_SYNCPT_VSYNC), ==, 0);
    g_assert_cmphex(read_active(qts, R_DC_DISPLAY_COMMAND), ==, 0);
    qtest_quit(qts);
}

static void test_system_reset(void)
{
    QTestState *qts = start_crtc();
    QDict *rsp;

    frames(qts, 2);
    rsp = qtest_qmp(qts, "{ 'execute': 'system_reset' }");
    qobject_unref(rsp);
    qtest_qmp_eventwait(qts, "RESET");
    tegra20_enable(qts, TEGRA20_PERIPH_HOST1X);
    tegra20_enable(qts, TEGRA20_PERIPH_DISP1);
    g_assert_cmphex(read_active(qts, R_DC_DISPLAY_COMMAND), ==, 0);
    frames(qts, 5);
    g_assert_cmphex(dc_read(qts, R_DC_INT_STATUS), ==, 0);
    qtest_quit(qts);
}

/* ---- HDMI ---- */

static bool get_connected(QTestState *qts)
{
    QDict *rsp = qtest_qmp(qts, "{ 'execute': 'qom-get', 'arguments':"
                           " { 'path': %s, 'property': 'connected' } }",
                           HDMI_PATH);
    bool value = qdict_get_bool(rsp, "return");

    qobject_unref(rsp);
    return value;
}

static void set_connected(QTestState *qts, bool value)
{
    QDict *rsp = qtest_qmp(qts, "{ 'execute': 'qom-set', 'arguments':"
                           " { 'path': %s, 'property': 'connected',"
                           " 'value': %p } }",
                           HDMI_PATH, qbool_from_bool(value));

    g_assert_true(qdict_haskey(rsp, "return"));
    qobject_unref(rsp);
}

static void test_hdmi_registers(void)
{
    QTestState *qts = start();

    /* Linux writes both, then waits for bit 31 to read 0 */
    hdmi_write(qts, R_HDMI_SOR_PWR, 0x80000001);
    g_assert_cmphex(hdmi_read(qts, R_HDMI_SOR_PWR), ==, 1);
    hdmi_write(qts, R_HDMI_SOR_PWR, 0x1);
    g_assert_cmphex(hdmi_read(qts, R_HDMI_SOR_PWR), ==, 1);
    hdmi_write(qts, R_HDMI_SOR_SEQ_CTL, 0x10008800);
    g_assert_cmphex(hdmi_read(qts, R_HDMI_SOR_SEQ_CTL), ==, 0x8800);
    hdmi_write(qts, R_HDMI_SOR_PLL0, 0x31003110);
    g_assert_cmphex(hdmi_read(qts, R_HDMI_SOR_PLL0), ==, 0x31003110);
    hdmi_write(qts, R_HDMI_INT_STATUS, ~0u);
    g_assert_cmphex(hdmi_read(qts, R_HDMI_INT_STATUS), ==, 0);
    hdmi_write(qts, 0x10, ~0u);
    g_assert_cmphex(hdmi_read(qts, 0x10), ==, 0);
    /* The reset line clears them, and writes in reset are lost */
    tegra20_hold(qts, TEGRA20_PERIPH_HDMI, true);
    hdmi_write(qts, R_HDMI_HDA_PRESENSE, 1);
    tegra20_hold(qts, TEGRA20_PERIPH_HDMI, false);
    g_assert_cmphex(hdmi_read(qts, R_HDMI_SOR_PLL0), ==, 0);
    g_assert_cmphex(hdmi_read(qts, R_HDMI_HDA_PRESENSE), ==, 0);
    qtest_quit(qts);
}

static void test_hot_plug(void)
{
    QTestState *qts = start_crtc();
    uint32_t px[WIDTH * HEIGHT];
    Picture p;

    qtest_irq_intercept_out_named(qts, HDMI_PATH, "hpd");
    show_pattern(qts, px);
    g_assert_true(get_connected(qts));
    set_connected(qts, false);
    g_assert_false(get_connected(qts));
    g_assert_false(qtest_get_irq(qts, 0));
    screendump(qts, &p);
    g_assert_cmphex(p.px[0], !=, px[0] & 0xffffff);
    set_connected(qts, true);
    g_assert_true(qtest_get_irq(qts, 0));
    check_screen(qts, px);
    qtest_quit(qts);
}

static void test_second_head(void)
{
    QTestState *qts = start_crtc();
    uint32_t a[WIDTH * HEIGHT], b[WIDTH * HEIGHT];

    qtest_irq_intercept_in(qts, GIC_PATH);
    show_pattern(qts, a);
    dc_base = TEGRA20_DCB_BASE;
    enable_crtc(qts);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        b[i] = noise(i + 31337);
    }
    put32(qts, FB_B, b, WIDTH * HEIGHT);
    set_window(qts, WIN_A, FB_B, DC_FORMAT_B8G8R8A8, 4, WIDTH * 4, 0, 0,
               WIDTH, HEIGHT);
    dc_write(qts, R_DC_INT_MASK, 4);
    show(qts, DC_STATE_WIN(WIN_A));
    g_assert_true(qtest_get_irq(qts, TEGRA20_IRQ_DCB));
    g_assert_false(qtest_get_irq(qts, TEGRA20_IRQ_DC));
    check_screen(qts, a);
    hdmi_write(qts, R_HDMI_INPUT_CONTROL, 1);
    check_screen(qts, b);
    hdmi_write(qts, R_HDMI_INPUT_CONTROL, 0);
    check_screen(qts, a);
    qtest_quit(qts);
}

/* ---- Migration ---- */

static void test_migration(void)
{
    QTestState *from = start_crtc(), *to;
    uint32_t px[WIDTH * HEIGHT];
    uint32_t count;

    show_pattern(from, px);
    /* A latch is pending and one register is in ASSEMBLY only */
    dc_write(from, R_DC_BORDER_COLOR, 0x123456);
    dc_write(from, R_DC_STATE_CONTROL, DC_STATE_GENERAL);
    win_write(from, WIN_C, R_WIN_SIZE, 0x00110022);
    tegra20_set_uint(from, "/machine/soc/dc0", "underflow", 1);
    count = syncpt(from, SYNCPT_ID);
    to = move_machine(from, "-machine trimslice");
    g_assert_cmphex(dc_read(to, R_DC_STATE_CONTROL), ==, DC_STATE_GENERAL);
    g_assert_cmphex(read_active(to, R_DC_BORDER_COLOR), ==, 0);
    g_assert_cmphex(dc_read(to, TEGRA_DC_WIN(WIN_C, R_WIN_SIZE)), ==,
                    0x00110022);
    g_assert_cmpuint(syncpt(to, SYNCPT_ID), ==, count);
    check_screen(to, px);
    /* The clock of qtest does not migrate: one frame more until the timer */
    frames(to, 2);
    g_assert_cmphex(read_active(to, R_DC_BORDER_COLOR), ==, 0x123456);
    g_assert_cmpuint(syncpt(to, SYNCPT_ID), ==, count + 1);
    g_assert_cmphex(dc_read(to, R_DC_INT_STATUS), ==,
                    R_DC_INT_STATUS_WIN_A_UF_MASK |
                    R_DC_INT_STATUS_V_BLANK_MASK);
    g_assert_cmphex(dc_read(to, TEGRA_DC_WIN(WIN_A, R_WINBUF_UFLOW_STATUS)),
                    ==, 1);
    qtest_quit(to);
}

/* ---- Screendump ---- */

#define DUMP_HEIGHT 5

static void show_noise(QTestState *qts, int width, uint32_t *px)
{
    fill_noise(px, width * DUMP_HEIGHT);
    put32(qts, FB, px, width * DUMP_HEIGHT);
    dc_write(qts, R_DC_DISP_ACTIVE, DUMP_HEIGHT << 16 | width);
    set_window(qts, WIN_A, FB, DC_FORMAT_B8G8R8A8, 4, width * 4, 0, 0, width,
               DUMP_HEIGHT);
    commit(qts, DC_STATE_WIN(WIN_A) | DC_STATE_GENERAL);
    qtest_clock_step(qts, NANOSECONDS_PER_SECOND);
}

/* Check a PPM file: three bytes a pixel, and none between the rows */
static void check_dump(QTestState *qts, int width)
{
    g_autofree char *header = g_strdup_printf("P6\n%d %d\n255\n", width,
                                              DUMP_HEIGHT);
    g_autofree uint32_t *px = g_new(uint32_t, width * DUMP_HEIGHT);
    g_autofree char *data = NULL;
    const uint8_t *rgb;
    gsize size;

    show_noise(qts, width, px);
    data = dump_file(qts, &size);
    g_assert_true(g_str_has_prefix(data, header));
    g_assert_cmpint(size, ==, strlen(header) + width * DUMP_HEIGHT * 3);
    rgb = (uint8_t *)data + strlen(header);
    for (int i = 0; i < width * DUMP_HEIGHT; i++) {
        g_assert_cmphex(rgb[3 * i] << 16 | rgb[3 * i + 1] << 8 |
                        rgb[3 * i + 2], ==, px[i] & 0xffffff);
    }
}

/* Widths of each remainder that three bytes a pixel leave in a word */
static void test_screendump(void)
{
    static const int width[] = { 30, 32, 33, 35, 1050, 1366 };
    QTestState *qts = start_crtc();

    for (int i = 0; i < ARRAY_SIZE(width); i++) {
        check_dump(qts, width[i]);
    }
    qtest_quit(qts);
}

#define TEST(path, f) qtest_add_func("/tegra20-dc/" path, f)

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    TEST("registers/reset-values", test_reset_values);
    TEST("registers/buffering", test_buffering);
    TEST("registers/latch-when-stopped", test_latch_when_stopped);
    TEST("registers/write-mux", test_write_mux);
    TEST("registers/legacy-windows", test_legacy_windows);
    TEST("frames/interrupts", test_interrupts);
    TEST("frames/count", test_frame_count);
    TEST("frames/latch-before-count", test_latch_before_count);
    TEST("frames/flip-together", test_flip_together);
    TEST("frames/incr-syncpt", test_incr_syncpt);
    TEST("frames/incr-conditions", test_incr_conditions);
    TEST("frames/stop-at-once", test_stop_at_once);
    TEST("frames/reset-line", test_reset_line);
    TEST("frames/system-reset", test_system_reset);
    TEST("screendump", test_screendump);
    TEST("hdmi/registers", test_hdmi_registers);
    TEST("hdmi/hot-plug", test_hot_plug);
    TEST("hdmi/second-head", test_second_head);
    TEST("migration", test_migration);
    return g_test_run();
}
