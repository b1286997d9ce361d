/*
 * QTest testcase for the NVIDIA Tegra20 GR2D: what it draws is shown
 *
 * The display redraws what has changed in memory; so each kind of operation
 * has to tell which memory it wrote.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/gpu/tegra_gr2d_regs.h"
#include "tegra20-dc-qtest.h"

#define STRIDE  (WIDTH * 4)

static void reg_write(QTestState *qts, uint32_t reg, uint32_t value)
{
    qtest_writel(qts, TEGRA20_GR2D_BASE + 4 * reg, value);
}

static void wait_done(QTestState *qts, uint32_t count)
{
    reg_write(qts, R_GR2D_INCR_SYNCPT, 1 << 8 | 7);
    for (int i = 0; i < 10000 && syncpt(qts, 7) != count; i++) {
        g_usleep(100);
    }
    g_assert_cmpuint(syncpt(qts, 7), ==, count);
}

static void setup(QTestState *qts, uint32_t trigger, uint32_t second,
                  uint32_t main)
{
    reg_write(qts, R_GR2D_TRIGGER, trigger);
    reg_write(qts, R_GR2D_CMDSEL, 0);
    reg_write(qts, R_GR2D_CONTROLSECOND, second);
    reg_write(qts, R_GR2D_CONTROLMAIN, main);
    reg_write(qts, R_GR2D_ROPFADE, 0xcc);
    reg_write(qts, R_GR2D_DSTBA, FB);
    reg_write(qts, R_GR2D_DSTST, STRIDE);
    reg_write(qts, R_GR2D_SRCBA, FB);
    reg_write(qts, R_GR2D_SRCST, STRIDE);
}

static void fill(QTestState *qts, uint32_t *px, int x, int y, int w, int h)
{
    setup(qts, R_GR2D_DSTPS, 0, 2 << 16 | 1 << 6 | 1 << 2);
    reg_write(qts, R_GR2D_SRCFGC, 0xff336699);
    reg_write(qts, R_GR2D_DSTSIZE, h << 16 | w);
    reg_write(qts, R_GR2D_DSTPS, y << 16 | x);
    for (int n = 0; n < w * h; n++) {
        px[(y + n / w) * WIDTH + x + n % w] = 0xff336699;
    }
}

/* Turn the upper left square by 180 degrees in place */
static void turn(QTestState *qts, uint32_t *px)
{
    uint32_t was[16 * 16];

    setup(qts, R_GR2D_SRCSIZE, 5 << 26 | 2 << 24, 2 << 16 | 1 << 20);
    reg_write(qts, R_GR2D_SRCSIZE, 15 << 16 | 15);
    for (int n = 0; n < 256; n++) {
        was[n] = px[n / 16 * WIDTH + n % 16];
    }
    for (int n = 0; n < 256; n++) {
        px[n / 16 * WIDTH + n % 16] = was[255 - n];
    }
}

/* Stretch the first half of the first line to the last line */
static void stretch(QTestState *qts, uint32_t *px)
{
    setup(qts, R_GR2D_DSTSIZE, 0, 3 << 27 | 2 << 16);
    reg_write(qts, R_GR2D_CMDSEL, 1);
    reg_write(qts, R_GR2D_SBFORMAT, 14 << 8 | 14);
    reg_write(qts, R_GR2D_CONTROLSB, 7 << 20 | 1 << 19);
    reg_write(qts, R_GR2D_HDDA, 0x800);
    reg_write(qts, R_GR2D_DSTBA, FB + (HEIGHT - 1) * STRIDE);
    reg_write(qts, R_GR2D_SRCSIZE, WIDTH / 2);
    reg_write(qts, R_GR2D_DSTSIZE, WIDTH);
    for (int x = 0; x < WIDTH; x++) {
        px[(HEIGHT - 1) * WIDTH + x] = px[x / 2];
    }
}

static void test_shown(void)
{
    QTestState *qts = start_crtc();
    uint32_t px[WIDTH * HEIGHT];

    tegra20_enable(qts, TEGRA20_PERIPH_GR2D);
    show_pattern(qts, px);
    check_screen(qts, px);
    fill(qts, px, 0, 10, 20, 23);       /* one line in the third page */
    wait_done(qts, 1);
    check_screen(qts, px);
    fill(qts, px, 63, 0, 1, 1);
    wait_done(qts, 2);
    check_screen(qts, px);
    turn(qts, px);
    wait_done(qts, 3);
    check_screen(qts, px);
    stretch(qts, px);
    wait_done(qts, 4);
    check_screen(qts, px);
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("tegra20/gr2d/display/shown", test_shown);
    return g_test_run();
}
