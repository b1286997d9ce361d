/*
 * The Tegra20 display controller's registers, as Linux writes them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_QTEST_TEGRA20_DC_SETUP_H
#define TESTS_QTEST_TEGRA20_DC_SETUP_H

#include "hw/gpu/tegra_dc_regs.h"
#include "hw/gpu/tegra_hdmi_regs.h"
#include "tegra20-qtest.h"

#define WIDTH  64
#define HEIGHT 48
/*
 * 1000 by 900 pixels with all blanking; 216 MHz (PLL_P) divided by 1 + 6/2 is
 * 54 MHz: 60 frames a second.
 */
#define HTOTAL 1000
#define VTOTAL 900
#define FRAME_NS 16666667

#define SYNCPT_ID 26

enum { WIN_A, WIN_B, WIN_C };

static uint64_t dc_base = TEGRA20_DC_BASE;

static inline uint32_t dc_read(QTestState *qts, uint32_t reg)
{
    return qtest_readl(qts, dc_base + reg * 4);
}

static inline void dc_write(QTestState *qts, uint32_t reg, uint32_t value)
{
    qtest_writel(qts, dc_base + reg * 4, value);
}

static inline void win_write(QTestState *qts, int n, uint32_t reg,
                             uint32_t value)
{
    dc_write(qts, TEGRA_DC_WIN(n, reg), value);
}

static inline uint32_t hdmi_read(QTestState *qts, uint32_t reg)
{
    return qtest_readl(qts, TEGRA20_HDMI_BASE + reg * 4);
}

static inline void hdmi_write(QTestState *qts, uint32_t reg, uint32_t value)
{
    qtest_writel(qts, TEGRA20_HDMI_BASE + reg * 4, value);
}

/* Latch what @groups names, as Linux does: update, then request */
static inline void commit(QTestState *qts, uint32_t groups)
{
    dc_write(qts, R_DC_STATE_CONTROL, groups << 8);
    dc_write(qts, R_DC_STATE_CONTROL, groups);
}

static inline void frames(QTestState *qts, int n)
{
    qtest_clock_step(qts, (int64_t)n * FRAME_NS);
}

/* Enable a CRTC, in the order of Linux */
static inline void enable_crtc(QTestState *qts)
{
    dc_write(qts, R_DC_GENERAL_INCR_SYNCPT_CNTRL, 0x100);
    dc_write(qts, R_DC_CONT_SYNCPT_VSYNC, 0x100 | SYNCPT_ID);
    dc_write(qts, R_DC_INT_TYPE, 0x1c700);
    dc_write(qts, R_DC_INT_POLARITY, 0x1c700);
    dc_write(qts, R_DC_INT_ENABLE, 0x1c704);
    dc_write(qts, R_DC_INT_MASK, 0x1c700);
    dc_write(qts, R_DC_BORDER_COLOR, 0);
    dc_write(qts, R_DC_DISP_CLOCK_CONTROL, 6);
    dc_write(qts, R_DC_DISP_TIMING_OPTIONS, 0);
    dc_write(qts, R_DC_REF_TO_SYNC, 0x00010001);
    dc_write(qts, R_DC_SYNC_WIDTH, 2 << 16 | 32);
    dc_write(qts, R_DC_BACK_PORCH, 4 << 16 | 32);
    dc_write(qts, R_DC_FRONT_PORCH,
             (VTOTAL - HEIGHT - 6) << 16 | (HTOTAL - WIDTH - 64));
    dc_write(qts, R_DC_DISP_ACTIVE, HEIGHT << 16 | WIDTH);
    /* As the HDMI output needs it: eight bits of each component */
    dc_write(qts, R_DC_DISP_COLOR_CONTROL, 8);
    dc_write(qts, R_DC_DISPLAY_COMMAND, 0x20);
    dc_write(qts, R_DC_DISPLAY_POWER_CONTROL, 0x50155);
    commit(qts, DC_STATE_GENERAL);
}

/* Set an opaque, unscaled window, as Linux programs one */
static inline void set_window(QTestState *qts, int n, uint32_t addr,
                              int format, int bytes_pp, int stride,
                              int x, int y, int w, int h)
{
    win_write(qts, n, R_WIN_COLOR_DEPTH, format);
    win_write(qts, n, R_WIN_BYTE_SWAP, 0);
    win_write(qts, n, R_WIN_POSITION, y << 16 | x);
    win_write(qts, n, R_WIN_SIZE, h << 16 | w);
    win_write(qts, n, R_WIN_PRESCALED_SIZE, h << 16 | w * bytes_pp);
    win_write(qts, n, R_WIN_DDA_INCREMENT, 0x10001000);
    win_write(qts, n, R_WIN_H_INITIAL_DDA, 0);
    win_write(qts, n, R_WIN_V_INITIAL_DDA, 0);
    win_write(qts, n, R_WIN_UV_BUF_STRIDE, 0);
    win_write(qts, n, R_WIN_BUF_STRIDE, 0);
    win_write(qts, n, R_WINBUF_START_ADDR, addr);
    win_write(qts, n, R_WIN_LINE_STRIDE, stride);
    win_write(qts, n, R_WINBUF_ADDR_H_OFFSET, 0);
    win_write(qts, n, R_WINBUF_ADDR_V_OFFSET, 0);
    win_write(qts, n, R_WIN_BUFFER_ADDR_MODE, 0);
    win_write(qts, n, R_WIN_OPTIONS, R_WIN_OPTIONS_WIN_ENABLE_MASK |
              (bytes_pp < 3 ? R_WIN_OPTIONS_COLOR_EXPAND_MASK : 0));
    win_write(qts, n, R_WIN_BLEND_NOKEY, 0x00ffff00);
    win_write(qts, n, R_WIN_BLEND_1WIN, 0x00ffff00);
    win_write(qts, n, R_WIN_BLEND_2WIN_X, 0x00ffff00);
    win_write(qts, n, R_WIN_BLEND_2WIN_Y, 0x00ffff00);
    win_write(qts, n, R_WIN_BLEND_3WIN_XY, 0x00ffff00);
}

/* Return the screen as a PPM file of @size bytes, to be freed */
static inline char *dump_file(QTestState *qts, gsize *size)
{
    g_autofree char *dir = g_dir_make_tmp("tegra20-dc-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(dir, "screen.ppm", NULL);
    QDict *rsp;
    char *data;

    rsp = qtest_qmp(qts, "{ 'execute': 'screendump',"
                    " 'arguments': { 'filename': %s } }", path);
    g_assert_true(qdict_haskey(rsp, "return"));
    qobject_unref(rsp);
    g_assert_true(g_file_get_contents(path, &data, size, NULL));
    unlink(path);
    rmdir(dir);
    return data;
}

#endif /* TESTS_QTEST_TEGRA20_DC_SETUP_H */
