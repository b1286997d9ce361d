/*
 * QTest of the NVIDIA Tegra20 display controller: windows over windows
 *
 * Pictures are checked pixel by pixel through a screendump; what is expected
 * is computed here, from the description in docs/specs/tegra-dc.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tegra20-dc-qtest.h"

/* Stack window B over A, as Linux does; B covers columns 16..47 */
static void stack_b_on_a(QTestState *qts, uint32_t *a, uint32_t *b)
{
    show_pattern(qts, a);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        b[i] = noise(i + 12345);
    }
    put32(qts, FB_B, b, WIDTH * HEIGHT);
    set_window(qts, WIN_B, FB_B, DC_FORMAT_B8G8R8A8, 4, WIDTH * 4, 16, 8,
               32, 32);
    for (int r = R_WIN_BLEND_2WIN_X; r <= R_WIN_BLEND_3WIN_XY; r++) {
        win_write(qts, WIN_A, r, 0x00000000);
        win_write(qts, WIN_B, r, 0x00ffff00);
    }
}

static bool in_b(int i)
{
    int x = i % WIDTH, y = i / WIDTH;

    return x >= 16 && x < 48 && y >= 8 && y < 40;
}

static uint32_t b_at(const uint32_t *b, int i)
{
    return b[(i / WIDTH - 8) * WIDTH + i % WIDTH - 16];
}

static void test_overlay(void)
{
    QTestState *qts = start_crtc();
    uint32_t a[WIDTH * HEIGHT], b[WIDTH * HEIGHT], want[WIDTH * HEIGHT];

    stack_b_on_a(qts, a, b);
    show(qts, DC_STATE_WIN(WIN_A) | DC_STATE_WIN(WIN_B));
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        want[i] = in_b(i) ? b_at(b, i) : a[i];
    }
    check_screen(qts, want);
    qtest_quit(qts);
}

static uint32_t mix(uint32_t top, uint32_t below, int alpha)
{
    uint32_t px = 0;

    for (int c = 16; c >= 0; c -= 8) {
        double v = ((top >> c & 0xff) * (double)alpha +
                    (below >> c & 0xff) * (255.0 - alpha)) / 255.0;

        px = px << 8 | (uint32_t)(v + 0.499);
    }
    return px;
}

static void test_blending(void)
{
    QTestState *qts = start_crtc();
    uint32_t a[WIDTH * HEIGHT], b[WIDTH * HEIGHT], want[WIDTH * HEIGHT];

    /* B by its alpha, A gets what B leaves */
    stack_b_on_a(qts, a, b);
    for (int r = R_WIN_BLEND_2WIN_X; r <= R_WIN_BLEND_3WIN_XY; r++) {
        win_write(qts, WIN_A, r, DC_BLEND_DEPENDENT << 2);
        win_write(qts, WIN_B, r, 0x00ffff00 | DC_BLEND_ALPHA << 2);
    }
    show(qts, DC_STATE_WIN(WIN_A) | DC_STATE_WIN(WIN_B));
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        want[i] = in_b(i) ? mix(b_at(b, i), a[i], b_at(b, i) >> 24) : a[i];
    }
    check_screen(qts, want);
    /* Fixed weights: 0x40 of B, 0xbf of A */
    win_write(qts, WIN_A, R_WIN_BLEND_2WIN_X, 0x0000bf00);
    win_write(qts, WIN_B, R_WIN_BLEND_2WIN_X, 0x00004000);
    show(qts, DC_STATE_WIN(WIN_A) | DC_STATE_WIN(WIN_B));
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        want[i] = in_b(i) ? mix(b_at(b, i), a[i], 0x40) : a[i];
    }
    check_screen(qts, want);
    qtest_quit(qts);
}

/* All three windows: C on top with a fixed half, B opaque to A */
static void test_three_windows(void)
{
    QTestState *qts = start_crtc();
    uint32_t a[WIDTH * HEIGHT], b[WIDTH * HEIGHT], want[WIDTH * HEIGHT];
    uint32_t c[8 * 8];

    stack_b_on_a(qts, a, b);
    for (int i = 0; i < 64; i++) {
        c[i] = noise(i + 999);
    }
    put32(qts, FB_U, c, 64);
    /* Columns 12..19, lines 4..11: over A alone and over both */
    set_window(qts, WIN_C, FB_U, DC_FORMAT_R8G8B8A8, 4, 32, 12, 4, 8, 8);
    win_write(qts, WIN_A, R_WIN_BLEND_2WIN_Y, DC_BLEND_DEPENDENT << 2);
    win_write(qts, WIN_B, R_WIN_BLEND_3WIN_XY, DC_BLEND_DEPENDENT << 2);
    win_write(qts, WIN_C, R_WIN_BLEND_2WIN_X, 0x00008000);
    win_write(qts, WIN_C, R_WIN_BLEND_3WIN_XY, 0x00008000);
    show(qts, DC_STATE_WIN(WIN_A) | DC_STATE_WIN(WIN_B) | DC_STATE_WIN(WIN_C));
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        int x = i % WIDTH - 12, y = i / WIDTH - 4;

        want[i] = in_b(i) ? b_at(b, i) : a[i];
        if (x >= 0 && x < 8 && y >= 0 && y < 8) {
            uint32_t v = c[y * 8 + x];

            v = (v & 0xff) << 16 | (v & 0xff00) | (v >> 16 & 0xff);
            want[i] = mix(v, want[i], 0x80);
        }
    }
    check_screen(qts, want);
    qtest_quit(qts);
}

static void test_colour_key(void)
{
    QTestState *qts = start_crtc();
    uint32_t a[WIDTH * HEIGHT], b[WIDTH * HEIGHT], want[WIDTH * HEIGHT];

    stack_b_on_a(qts, a, b);
    /* Where A is green enough B is seen, elsewhere A: keyed on window A */
    dc_write(qts, R_DC_COLOR_KEY0_LOWER, 0x008000);
    dc_write(qts, R_DC_COLOR_KEY0_UPPER, 0xffffff);
    win_write(qts, WIN_A, R_WIN_BLEND_NOKEY, 0x00ffff00);
    win_write(qts, WIN_A, R_WIN_BLEND_2WIN_X, 0x00000001);
    win_write(qts, WIN_B, R_WIN_BLEND_2WIN_X, DC_BLEND_DEPENDENT << 2);
    show(qts, DC_STATE_WIN(WIN_A) | DC_STATE_WIN(WIN_B));
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        want[i] = in_b(i) && (a[i] & 0x8000) ? b_at(b, i) : a[i];
    }
    check_screen(qts, want);
    qtest_quit(qts);
}

/*
 * Two windows whose buffers share a word of the dirty bitmap: the snapshot of
 * one must not lose what was written to the other.
 */
static void test_dirty_neighbours(void)
{
    QTestState *qts = start_crtc();
    uint32_t a[WIDTH * HEIGHT], b[WIDTH * HEIGHT], want[WIDTH * HEIGHT];
    const uint32_t near_b = FB + 0x8000;

    stack_b_on_a(qts, a, b);
    put32(qts, near_b, b, WIDTH * HEIGHT);
    win_write(qts, WIN_B, R_WINBUF_START_ADDR, near_b);
    show(qts, DC_STATE_WIN(WIN_A) | DC_STATE_WIN(WIN_B));
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            want[i] = in_b(i) ? b_at(b, i) : a[i];
        }
        check_screen(qts, want);
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            b[i] += 0x010101;
        }
        put32(qts, near_b, b, WIDTH * HEIGHT);
    }
    qtest_quit(qts);
}

#define TEST(path, f) qtest_add_func("/tegra20-dc/blend/" path, f)

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    TEST("overlay", test_overlay);
    TEST("blending", test_blending);
    TEST("three-windows", test_three_windows);
    TEST("colour-key", test_colour_key);
    TEST("dirty-neighbours", test_dirty_neighbours);
    return g_test_run();
}
