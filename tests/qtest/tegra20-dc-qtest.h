/*
 * What the tests of the Tegra20 display controller have in common
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_QTEST_TEGRA20_DC_QTEST_H
#define TESTS_QTEST_TEGRA20_DC_QTEST_H

#include "qemu/bswap.h"
#include "hw/gpu/tegra_dc_regs.h"
#include "hw/gpu/tegra_hdmi_regs.h"
#include "hw/gpu/tegra_host1x_regs.h"
#include "tegra20-qtest.h"

#define GIC_PATH  "/machine/soc/a9mpcore"
#define HDMI_PATH "/machine/soc/hdmi"

#define WIDTH  64
#define HEIGHT 48
/*
 * 1000 by 900 pixels with all blanking; 216 MHz (PLL_P) divided by 1 + 6/2 is
 * 54 MHz: 60 frames a second.
 */
#define HTOTAL 1000
#define VTOTAL 900
#define FRAME_NS 16666667

#define FB   0x01000000         /* windows' memory */
#define FB_B 0x01100000
#define FB_U 0x01200000
#define FB_V 0x01300000

/* The machine has 1 GiB */
#define TEGRA20_RAM_END 0x40000000

#define SYNCPT_ID 26

enum { WIN_A, WIN_B, WIN_C };

static uint64_t dc_base = TEGRA20_DC_BASE;

/* ---- Access ---- */

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

static inline uint32_t syncpt(QTestState *qts, int id)
{
    return qtest_readl(qts, TEGRA20_HOST1X_BASE + 0x3000 + A_H1X_SYNCPT +
                       id * 4);
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

static inline uint32_t read_active(QTestState *qts, uint32_t reg)
{
    uint32_t value;

    dc_write(qts, R_DC_STATE_ACCESS, R_DC_STATE_ACCESS_READ_MUX_MASK);
    value = dc_read(qts, reg);
    dc_write(qts, R_DC_STATE_ACCESS, 0);
    return value;
}

static inline QTestState *start_with(const char *args)
{
    QTestState *qts = qtest_initf("-machine trimslice -display none %s", args);

    dc_base = TEGRA20_DC_BASE;
    tegra20_enable(qts, TEGRA20_PERIPH_HOST1X);
    tegra20_enable(qts, TEGRA20_PERIPH_DISP1);
    tegra20_enable(qts, TEGRA20_PERIPH_DISP2);
    tegra20_enable(qts, TEGRA20_PERIPH_HDMI);
    return qts;
}

static inline QTestState *start(void)
{
    return start_with("");
}

/* The order of a CRTC enable in Linux */
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

static inline QTestState *start_crtc(void)
{
    QTestState *qts = start();

    enable_crtc(qts);
    return qts;
}

/* An opaque, unscaled window, as Linux programs one */
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

static inline void show(QTestState *qts, uint32_t groups)
{
    commit(qts, groups | DC_STATE_GENERAL);
    frames(qts, 1);
}

/* ---- Pictures ---- */

typedef struct Picture {
    int width, height;
    uint32_t px[WIDTH * HEIGHT];    /* 0x00rrggbb */
} Picture;

static inline char *dump_file(QTestState *qts)
{
    g_autofree char *dir = g_dir_make_tmp("tegra20-dc-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(dir, "screen.ppm", NULL);
    QDict *rsp;
    char *data;
    gsize size;

    rsp = qtest_qmp(qts, "{ 'execute': 'screendump',"
                    " 'arguments': { 'filename': %s } }", path);
    g_assert_true(qdict_haskey(rsp, "return"));
    qobject_unref(rsp);
    g_assert_true(g_file_get_contents(path, &data, &size, NULL));
    unlink(path);
    rmdir(dir);
    return data;
}

static inline void screendump(QTestState *qts, Picture *p)
{
    g_autofree char *data = dump_file(qts);
    int max, header = 0;
    const uint8_t *rgb;

    g_assert_cmpint(sscanf(data, "P6 %d %d %d%n", &p->width, &p->height, &max,
                           &header), ==, 3);
    g_assert_cmpint(max, ==, 255);
    if (p->width != WIDTH || p->height != HEIGHT) {
        return;
    }
    rgb = (uint8_t *)data + header + 1;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        p->px[i] = rgb[i * 3] << 16 | rgb[i * 3 + 1] << 8 | rgb[i * 3 + 2];
    }
}

/* Compare the screen with @want, which is given as 0x..rrggbb */
static inline void check_screen(QTestState *qts, const uint32_t *want)
{
    Picture p;

    screendump(qts, &p);
    g_assert_cmpint(p.width, ==, WIDTH);
    g_assert_cmpint(p.height, ==, HEIGHT);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        if (p.px[i] != (want[i] & 0xffffff)) {
            g_error("pixel %d,%d is 0x%06x, not 0x%06x", i % WIDTH, i / WIDTH,
                    p.px[i], want[i] & 0xffffff);
        }
    }
}

static inline uint32_t noise(uint32_t i)
{
    i = (i + 1) * 2654435761u;
    i = (i ^ i >> 15) * 2246822519u;
    return i ^ i >> 13;
}

static inline void fill_noise(uint32_t *px, int n)
{
    for (int i = 0; i < n; i++) {
        px[i] = noise(i);
    }
}

static inline void put32(QTestState *qts, uint64_t addr,
                         const uint32_t *px, int n)
{
    g_autofree uint32_t *le = g_new(uint32_t, n);

    for (int i = 0; i < n; i++) {
        le[i] = cpu_to_le32(px[i]);
    }
    qtest_memwrite(qts, addr, le, n * 4);
}

static inline void put16(QTestState *qts, uint64_t addr,
                         const uint32_t *px, int n)
{
    g_autofree uint16_t *le = g_new(uint16_t, n);

    for (int i = 0; i < n; i++) {
        le[i] = cpu_to_le16(px[i]);
    }
    qtest_memwrite(qts, addr, le, n * 2);
}

/* The screen filled with a 32-bit pattern by window A */
static inline void show_pattern(QTestState *qts, uint32_t *px)
{
    fill_noise(px, WIDTH * HEIGHT);
    put32(qts, FB, px, WIDTH * HEIGHT);
    set_window(qts, WIN_A, FB, DC_FORMAT_B8G8R8A8, 4, WIDTH * 4, 0, 0,
               WIDTH, HEIGHT);
    show(qts, DC_STATE_WIN(WIN_A));
}

#endif /* TESTS_QTEST_TEGRA20_DC_QTEST_H */
