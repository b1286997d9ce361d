/*
 * QTest of the NVIDIA Tegra20 display controller: the picture
 *
 * Pictures are checked pixel by pixel through a screendump; what is expected
 * is computed here, from the description in docs/specs/tegra-dc.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tegra20-dc-qtest.h"

static void test_border(void)
{
    QTestState *qts = start_crtc();
    uint32_t want[WIDTH * HEIGHT];

    /* The register has red in the low byte */
    dc_write(qts, R_DC_BORDER_COLOR, 0x332211);
    show(qts, 0);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        want[i] = 0x112233;
    }
    check_screen(qts, want);
    /* A window smaller than the screen */
    put32(qts, FB, (uint32_t[]) { 0x010203, 0x040506, 0x070809, 0x0a0b0c }, 4);
    set_window(qts, WIN_A, FB, DC_FORMAT_B8G8R8A8, 4, 8, 10, 20, 2, 2);
    show(qts, DC_STATE_WIN(WIN_A));
    want[20 * WIDTH + 10] = 0x010203;
    want[20 * WIDTH + 11] = 0x040506;
    want[21 * WIDTH + 10] = 0x070809;
    want[21 * WIDTH + 11] = 0x0a0b0c;
    check_screen(qts, want);
    qtest_quit(qts);
}

static void test_formats_32(void)
{
    QTestState *qts = start_crtc();
    uint32_t px[WIDTH * HEIGHT], want[WIDTH * HEIGHT];

    show_pattern(qts, px);
    check_screen(qts, px);
    /* The same memory with red in the low byte */
    win_write(qts, WIN_A, R_WIN_COLOR_DEPTH, DC_FORMAT_R8G8B8A8);
    show(qts, DC_STATE_WIN(WIN_A));
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        want[i] = (px[i] & 0xff) << 16 | (px[i] & 0xff00) |
                  (px[i] >> 16 & 0xff);
    }
    check_screen(qts, want);
    /* Byte swap of 32-bit words, of 16-bit words, of halves */
    win_write(qts, WIN_A, R_WIN_COLOR_DEPTH, DC_FORMAT_B8G8R8A8);
    for (int mode = 1; mode < 4; mode++) {
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            uint32_t v = px[i];

            want[i] = mode == 2 ? bswap32(v) :
                      mode == 3 ? v << 16 | v >> 16 :
                      (v & 0xff00ff) << 8 | (v >> 8 & 0xff00ff);
        }
        win_write(qts, WIN_A, R_WIN_BYTE_SWAP, mode);
        show(qts, DC_STATE_WIN(WIN_A));
        check_screen(qts, want);
    }
    qtest_quit(qts);
}

static uint32_t wide(uint32_t v, int bits)
{
    return v * 255 / ((1 << bits) - 1);
}

/*
 * Widen by replication, which agrees with exact scaling for 4 bits, and within
 * one elsewhere: so the expected value is spelt out by hand below.
 */
static uint32_t replicate(uint32_t v, int bits)
{
    uint32_t r = (v << (8 - bits)) | (v >> (2 * bits - 8));

    g_assert_cmpint(abs((int)r - (int)wide(v, bits)), <=, 1);
    return r;
}

static void test_formats_16(void)
{
    static const struct {
        int format, bits[3], shift[3];
    } rows[] = {
        { DC_FORMAT_B5G6R5, { 5, 6, 5 }, { 11, 5, 0 } },
        { DC_FORMAT_B5G5R5A, { 5, 5, 5 }, { 10, 5, 0 } },
        { DC_FORMAT_AB5G5R5, { 5, 5, 5 }, { 11, 6, 1 } },
        { DC_FORMAT_B4G4R4A4, { 4, 4, 4 }, { 8, 4, 0 } },
    };
    QTestState *qts = start_crtc();
    uint32_t px[WIDTH * HEIGHT], want[WIDTH * HEIGHT];

    fill_noise(px, WIDTH * HEIGHT);
    put16(qts, FB, px, WIDTH * HEIGHT);
    for (int f = 0; f < ARRAY_SIZE(rows); f++) {
        for (int expand = 1; expand >= 0; expand--) {
            set_window(qts, WIN_A, FB, rows[f].format, 2, WIDTH * 2, 0, 0,
                       WIDTH, HEIGHT);
            if (!expand) {
                win_write(qts, WIN_A, R_WIN_OPTIONS,
                          R_WIN_OPTIONS_WIN_ENABLE_MASK);
            }
            for (int i = 0; i < WIDTH * HEIGHT; i++) {
                want[i] = 0;
                for (int c = 0; c < 3; c++) {
                    int bits = rows[f].bits[c];
                    uint32_t v = px[i] >> rows[f].shift[c] &
                                 ((1 << bits) - 1);

                    want[i] = want[i] << 8 |
                              (expand ? replicate(v, bits) : v << (8 - bits));
                }
            }
            show(qts, DC_STATE_WIN(WIN_A));
            check_screen(qts, want);
        }
    }
    qtest_quit(qts);
}

static void test_palette(void)
{
    QTestState *qts = start_crtc();
    uint32_t want[WIDTH * HEIGHT];
    uint8_t bytes[WIDTH * HEIGHT];

    for (int i = 0; i < 256; i++) {
        win_write(qts, WIN_A, R_WIN_PALETTE + i, noise(i) & 0xffffff);
    }
    for (int i = 0; i < sizeof(bytes); i++) {
        bytes[i] = noise(i + 77);
    }
    qtest_memwrite(qts, FB, bytes, sizeof(bytes));
    for (int bits = 1; bits <= 8; bits *= 2) {
        int per = 8 / bits;

        set_window(qts, WIN_A, FB, ctz32(bits), 1, WIDTH / per, 0, 0,
                   WIDTH, HEIGHT);
        win_write(qts, WIN_A, R_WIN_PRESCALED_SIZE,
                  HEIGHT << 16 | WIDTH / per);
        win_write(qts, WIN_A, R_WIN_PALETTE_COLOR_EXT, 0x5a);
        win_write(qts, WIN_A, R_WIN_OPTIONS, R_WIN_OPTIONS_WIN_ENABLE_MASK |
                  R_WIN_OPTIONS_CP_ENABLE_MASK);
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            int mask = (1 << bits) - 1;
            int index = bytes[i / per] >> i % per * bits & mask;
            uint32_t c = noise((0x5a & ~mask & 0xff) | index);

            want[i] = (c & 0xff) << 16 | (c & 0xff00) | (c >> 16 & 0xff);
        }
        show(qts, DC_STATE_WIN(WIN_A));
        check_screen(qts, want);
    }
    qtest_quit(qts);
}

static void test_reflection(void)
{
    QTestState *qts = start_crtc();
    uint32_t px[WIDTH * HEIGHT], want[WIDTH * HEIGHT];

    show_pattern(qts, px);
    for (int dir = 1; dir < 4; dir++) {
        uint32_t options = R_WIN_OPTIONS_WIN_ENABLE_MASK;

        win_write(qts, WIN_A, R_WINBUF_ADDR_H_OFFSET, 0);
        win_write(qts, WIN_A, R_WINBUF_ADDR_V_OFFSET, 0);
        if (dir & 1) {
            options |= R_WIN_OPTIONS_H_DIRECTION_MASK;
            win_write(qts, WIN_A, R_WINBUF_ADDR_H_OFFSET, (WIDTH - 1) * 4);
        }
        if (dir & 2) {
            options |= R_WIN_OPTIONS_V_DIRECTION_MASK;
            win_write(qts, WIN_A, R_WINBUF_ADDR_V_OFFSET, HEIGHT - 1);
        }
        win_write(qts, WIN_A, R_WIN_OPTIONS, options);
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            int x = dir & 1 ? WIDTH - 1 - i % WIDTH : i % WIDTH;
            int y = dir & 2 ? HEIGHT - 1 - i / WIDTH : i / WIDTH;

            want[i] = px[y * WIDTH + x];
        }
        show(qts, DC_STATE_WIN(WIN_A));
        check_screen(qts, want);
    }
    qtest_quit(qts);
}

static void test_offset(void)
{
    QTestState *qts = start_crtc();
    uint32_t px[WIDTH * HEIGHT], want[WIDTH * HEIGHT] = { 0 };

    show_pattern(qts, px);
    set_window(qts, WIN_A, FB, DC_FORMAT_B8G8R8A8, 4, WIDTH * 4, 5, 6, 20, 10);
    win_write(qts, WIN_A, R_WINBUF_ADDR_H_OFFSET, 3 * 4);
    win_write(qts, WIN_A, R_WINBUF_ADDR_V_OFFSET, 7);
    show(qts, DC_STATE_WIN(WIN_A));
    for (int y = 0; y < 10; y++) {
        for (int x = 0; x < 20; x++) {
            want[(y + 6) * WIDTH + x + 5] = px[(y + 7) * WIDTH + x + 3];
        }
    }
    check_screen(qts, want);
    qtest_quit(qts);
}

static void test_tiled(void)
{
    QTestState *qts = start_crtc();
    uint32_t px[WIDTH * HEIGHT], tiled[WIDTH * HEIGHT];

    fill_noise(px, WIDTH * HEIGHT);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        int x = i % WIDTH, y = i / WIDTH;
        /* A tile has 4 pixels on each of 16 lines, 16 tiles to a row */
        int tile = y / 16 * 16 + x / 4;

        tiled[tile * 64 + y % 16 * 4 + x % 4] = px[i];
    }
    put32(qts, FB, tiled, WIDTH * HEIGHT);
    set_window(qts, WIN_A, FB, DC_FORMAT_B8G8R8A8, 4, WIDTH * 4, 0, 0,
               WIDTH, HEIGHT);
    win_write(qts, WIN_A, R_WIN_BUFFER_ADDR_MODE, 1);
    show(qts, DC_STATE_WIN(WIN_A));
    check_screen(qts, px);
    qtest_quit(qts);
}

/* Twice the size, nearest: every pixel four times */
static void test_scaling(void)
{
    QTestState *qts = start_crtc();
    uint32_t px[WIDTH * HEIGHT], want[WIDTH * HEIGHT];

    show_pattern(qts, px);
    win_write(qts, WIN_A, R_WIN_PRESCALED_SIZE,
              HEIGHT / 2 << 16 | WIDTH / 2 * 4);
    win_write(qts, WIN_A, R_WIN_DDA_INCREMENT, 0x08000800);
    show(qts, DC_STATE_WIN(WIN_A));
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        want[i] = px[i / WIDTH / 2 * WIDTH + i % WIDTH / 2];
    }
    check_screen(qts, want);
    /* Down by 3 and 2, starting one pixel in; the rest is the last pixel */
    win_write(qts, WIN_A, R_WIN_PRESCALED_SIZE, HEIGHT << 16 | WIDTH * 4);
    win_write(qts, WIN_A, R_WIN_DDA_INCREMENT, 0x20003000);
    win_write(qts, WIN_A, R_WIN_H_INITIAL_DDA, 0x1000);
    show(qts, DC_STATE_WIN(WIN_A));
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        int x = MIN(1 + i % WIDTH * 3, WIDTH - 1);
        int y = MIN(i / WIDTH * 2, HEIGHT - 1);

        want[i] = px[y * WIDTH + x];
    }
    check_screen(qts, want);
    qtest_quit(qts);
}

/* Half a phase between two pixels or lines, with taps that sum up to one */
static void test_filters(void)
{
    QTestState *qts = start_crtc();
    uint32_t px[4] = { 0x000000, 0x4080c0, 0x204060, 0xffffff };
    Picture p;

    put32(qts, FB, px, 4);
    set_window(qts, WIN_B, FB, DC_FORMAT_B8G8R8A8, 4, 8, 0, 0, 4, 4);
    win_write(qts, WIN_B, R_WIN_PRESCALED_SIZE, 2 << 16 | 8);
    win_write(qts, WIN_B, R_WIN_DDA_INCREMENT, 0x08000800);
    win_write(qts, WIN_B, R_WIN_OPTIONS, R_WIN_OPTIONS_WIN_ENABLE_MASK |
              R_WIN_OPTIONS_H_FILTER_MASK | R_WIN_OPTIONS_V_FILTER_MASK);
    /* Phase 0: the pixel itself.  Phase 8: -15 3 for the outer taps */
    win_write(qts, WIN_B, R_WIN_H_FILTER, 0x00008000);
    win_write(qts, WIN_B, R_WIN_H_FILTER + 8, 0x714c4c8b);
    win_write(qts, WIN_B, R_WIN_V_FILTER, 128);
    win_write(qts, WIN_B, R_WIN_V_FILTER + 8, 64);
    show(qts, DC_STATE_WIN(WIN_B));
    screendump(qts, &p);
    g_assert_cmphex(p.px[0], ==, 0x000000);
    g_assert_cmphex(p.px[2], ==, 0x4080c0);
    /*
     * Between x = 0 and 1, edges repeated: (3 - 15 + 76) left,
     * (76 - 15 + 3) right, of 128: one half.
     */
    g_assert_cmphex(p.px[1], ==, 0x204060);
    /* Between the lines: half of 0x000000 and 0x204060 */
    g_assert_cmphex(p.px[WIDTH], ==, 0x102030);
    g_assert_cmphex(p.px[2 * WIDTH], ==, 0x204060);
    qtest_quit(qts);
}

static void test_csc(void)
{
    /* BT.601, limited range, as Linux programs it */
    static const uint32_t csc[8] = {
        0xf0, 0x12a, 0, 0x198, 0x39b, 0x32f, 0x204, 0
    };
    /* Y, U, V and what the formula gives, worked out by hand */
    static const struct {
        uint8_t y, u, v;
        uint32_t rgb;
    } rows[] = {
        { 16, 128, 128, 0x000000 },
        { 235, 128, 128, 0xffffff },
        { 126, 128, 128, 0x808080 },
        /* 65.2 + 1.59 * 112 = 243.7; 65.2 - 0.39*-38 - 0.82*112 = -11; 0 */
        { 81, 90, 240, 0 },
    };
    QTestState *qts = start_crtc();
    Picture p;

    set_window(qts, WIN_B, FB, DC_FORMAT_YCBCR420P, 1, 16 | 8 << 16, 0, 0,
               16, 2);
    win_write(qts, WIN_B, R_WIN_LINE_STRIDE, 16 | 8 << 16);
    win_write(qts, WIN_B, R_WINBUF_START_ADDR_U, FB_U);
    win_write(qts, WIN_B, R_WINBUF_START_ADDR_V, FB_V);
    win_write(qts, WIN_B, R_WIN_OPTIONS, R_WIN_OPTIONS_WIN_ENABLE_MASK |
              R_WIN_OPTIONS_CSC_ENABLE_MASK);
    for (int i = 0; i < 8; i++) {
        win_write(qts, WIN_B, R_WIN_CSC_YOF + i, csc[i]);
    }
    for (int i = 0; i < ARRAY_SIZE(rows); i++) {
        /* Two pixels by two lines share one chroma sample */
        qtest_writew(qts, FB + i * 2, rows[i].y * 0x101);
        qtest_writew(qts, FB + 16 + i * 2, rows[i].y * 0x101);
        qtest_writeb(qts, FB_U + i, rows[i].u);
        qtest_writeb(qts, FB_V + i, rows[i].v);
    }
    show(qts, DC_STATE_WIN(WIN_B));
    screendump(qts, &p);
    for (int i = 0; i < ARRAY_SIZE(rows) - 1; i++) {
        g_assert_cmphex(p.px[i * 2], ==, rows[i].rgb);
        g_assert_cmphex(p.px[i * 2 + 1], ==, rows[i].rgb);
        g_assert_cmphex(p.px[WIDTH + i * 2], ==, rows[i].rgb);
    }
    /* R = (65 * 298 + 112 * 408 + 128) >> 8 = 254; G < 0; B < 0 */
    g_assert_cmphex(p.px[6], ==, 0xfe0000);
    qtest_quit(qts);
}

static void test_yuv_packed(void)
{
    QTestState *qts = start_crtc();
    const uint8_t bytes[8] = { 10, 20, 30, 40, 50, 60, 70, 80 };
    Picture p;

    /* Without conversion: V, Y, U in place of R, G, B */
    qtest_memwrite(qts, FB, bytes, 8);
    set_window(qts, WIN_B, FB, DC_FORMAT_YCBCR422, 2, 8, 0, 0, 4, 1);
    show(qts, DC_STATE_WIN(WIN_B));
    screendump(qts, &p);
    g_assert_cmphex(p.px[0], ==, 30 << 16 | 20 << 8 | 10);
    g_assert_cmphex(p.px[1], ==, 30 << 16 | 40 << 8 | 10);
    g_assert_cmphex(p.px[2], ==, 70 << 16 | 60 << 8 | 50);
    g_assert_cmphex(p.px[3], ==, 70 << 16 | 80 << 8 | 50);
    /* YUYV is this with the bytes of each half word exchanged */
    win_write(qts, WIN_B, R_WIN_BYTE_SWAP, 1);
    show(qts, DC_STATE_WIN(WIN_B));
    screendump(qts, &p);
    g_assert_cmphex(p.px[0], ==, 40 << 16 | 10 << 8 | 20);
    g_assert_cmphex(p.px[1], ==, 40 << 16 | 30 << 8 | 20);
    /* From the second pixel on; two's complement chroma */
    win_write(qts, WIN_B, R_WIN_BYTE_SWAP, 0);
    win_write(qts, WIN_B, R_WIN_COLOR_DEPTH, DC_FORMAT_YUV422);
    win_write(qts, WIN_B, R_WINBUF_ADDR_H_OFFSET, 2);
    show(qts, DC_STATE_WIN(WIN_B));
    screendump(qts, &p);
    g_assert_cmphex(p.px[0], ==, (30 + 128) << 16 | 40 << 8 | (10 + 128));
    g_assert_cmphex(p.px[1], ==, (70 + 128) << 16 | 60 << 8 | (50 + 128));
    qtest_quit(qts);
}

/* Software that only writes pixels is seen, and only there */
static void test_dirty_lines(void)
{
    QTestState *qts = start_crtc();
    uint32_t px[WIDTH * HEIGHT];

    show_pattern(qts, px);
    check_screen(qts, px);
    for (int y = 0; y < HEIGHT; y += 7) {
        for (int x = 0; x < WIDTH; x++) {
            px[y * WIDTH + x] ^= 0xffffff;
        }
        put32(qts, FB + y * WIDTH * 4, px + y * WIDTH, WIDTH);
        check_screen(qts, px);
    }
    qtest_quit(qts);
}

static void test_page_flip(void)
{
    QTestState *qts = start_crtc();
    uint32_t a[WIDTH * HEIGHT], b[WIDTH * HEIGHT];

    show_pattern(qts, a);
    check_screen(qts, a);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        b[i] = noise(i + 4711);
    }
    put32(qts, FB_B, b, WIDTH * HEIGHT);
    win_write(qts, WIN_A, R_WINBUF_START_ADDR, FB_B);
    dc_write(qts, R_DC_STATE_CONTROL, 0x300);
    dc_write(qts, R_DC_STATE_CONTROL, 0x003);
    check_screen(qts, a);
    frames(qts, 1);
    check_screen(qts, b);
    qtest_quit(qts);
}

/* Windows the guest points nowhere: black, and no crash */
static void test_hostile(void)
{
    QTestState *qts = start_crtc();
    uint32_t want[WIDTH * HEIGHT] = { 0 };
    Picture p;

    set_window(qts, WIN_A, 0xfffffff0, DC_FORMAT_B8G8R8A8, 4, 0xffff, 0, 0,
               WIDTH, HEIGHT);
    show(qts, DC_STATE_WIN(WIN_A));
    check_screen(qts, want);
    /* The first line is the last of memory, the others are beyond */
    put32(qts, 0x40000000 - WIDTH * 4, (uint32_t[]) { 0x123456 }, 1);
    set_window(qts, WIN_A, 0x40000000 - WIDTH * 4, DC_FORMAT_B8G8R8A8, 4,
               WIDTH * 4, 0, 0, WIDTH, HEIGHT);
    show(qts, DC_STATE_WIN(WIN_A));
    screendump(qts, &p);
    g_assert_cmphex(p.px[0], ==, 0x123456);
    g_assert_cmphex(p.px[WIDTH], ==, 0);
    /* Every format with every bit of every window register set */
    for (int format = 0; format < 32; format++) {
        for (int n = WIN_A; n <= WIN_C; n++) {
            for (int reg = 0; reg < TEGRA_DC_WIN_WORDS; reg += 1) {
                if (reg >= R_WIN_PALETTE_COLOR_EXT) {
                    win_write(qts, n, reg, noise(format * 600 + reg));
                }
            }
            win_write(qts, n, R_WIN_OPTIONS, ~0u);
            win_write(qts, n, R_WIN_COLOR_DEPTH, format);
            win_write(qts, n, R_WIN_POSITION, format);
        }
        show(qts, DC_STATE_ALL);
        screendump(qts, &p);
    }
    /* Backwards from the start of memory */
    set_window(qts, WIN_A, 0, DC_FORMAT_B8G8R8A8, 4, WIDTH * 4, 0, 0,
               WIDTH, HEIGHT);
    win_write(qts, WIN_A, R_WIN_OPTIONS, R_WIN_OPTIONS_WIN_ENABLE_MASK |
              R_WIN_OPTIONS_V_DIRECTION_MASK | R_WIN_OPTIONS_H_DIRECTION_MASK);
    win_write(qts, WIN_A, R_WIN_BUFFER_ADDR_MODE, 1);
    show(qts, DC_STATE_WIN(WIN_A));
    screendump(qts, &p);
    /* The largest screen */
    dc_write(qts, R_DC_DISP_ACTIVE, ~0u);
    show(qts, DC_STATE_WIN(WIN_A));
    screendump(qts, &p);
    g_assert_cmpint(p.width, ==, 4096);
    g_assert_cmpint(p.height, ==, 4096);
    qtest_quit(qts);
}

static void test_cursor(void)
{
    QTestState *qts = start_crtc();
    uint32_t a[WIDTH * HEIGHT];
    uint8_t image[2 * 32 * 32 / 8] = { 0 };

    show_pattern(qts, a);
    /*
     * The first plane is the colour, the second the mask.  Row 0 holds
     * background, foreground, inverted, transparent; the rest is transparent.
     */
    memset(image + 128, 0xff, 128);
    image[0] = 0x06;            /* pixels 1 and 2 */
    image[128] = 0xfc;          /* 0 and 1 are drawn */
    qtest_memwrite(qts, FB_V, image, sizeof(image));
    dc_write(qts, R_DC_CURSOR_FOREGROUND, 0x0000ff);
    dc_write(qts, R_DC_CURSOR_BACKGROUND, 0xff0000);
    dc_write(qts, R_DC_CURSOR_START_ADDR, FB_V >> 10);
    dc_write(qts, R_DC_CURSOR_POSITION, 10 << 16 | 20);
    dc_write(qts, R_DC_DISP_WIN_OPTIONS,
             R_DC_DISP_WIN_OPTIONS_CURSOR_ENABLE_MASK);
    show(qts, 0);
    a[10 * WIDTH + 20] = 0x0000ff;
    a[10 * WIDTH + 21] = 0xff0000;
    a[10 * WIDTH + 22] ^= 0xffffff;
    check_screen(qts, a);
    qtest_quit(qts);
}

static void test_crc(void)
{
    QTestState *qts = start_crtc();
    uint32_t px[WIDTH * HEIGHT];
    uint32_t first, second;

    show_pattern(qts, px);
    dc_write(qts, R_DC_CRC_CONTROL, 5);
    commit(qts, DC_STATE_GENERAL);
    frames(qts, 2);
    first = dc_read(qts, R_DC_CRC_CHECKSUM);
    frames(qts, 2);
    g_assert_cmphex(dc_read(qts, R_DC_CRC_CHECKSUM), ==, first);
    g_assert_cmphex(dc_read(qts, R_DC_CRC_CHECKSUM_LATCHED), ==, first);
    qtest_writeb(qts, FB + 1000, ~(px[250] & 0xff));
    frames(qts, 1);
    second = dc_read(qts, R_DC_CRC_CHECKSUM);
    g_assert_cmphex(second, !=, first);
    qtest_writeb(qts, FB + 1000, px[250] & 0xff);
    frames(qts, 1);
    g_assert_cmphex(dc_read(qts, R_DC_CRC_CHECKSUM), ==, first);
    qtest_quit(qts);
}

#define TEST(path, f) qtest_add_func("/tegra20-dc/" path, f)

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    TEST("scanout/border", test_border);
    TEST("scanout/formats-32", test_formats_32);
    TEST("scanout/formats-16", test_formats_16);
    TEST("scanout/palette", test_palette);
    TEST("scanout/reflection", test_reflection);
    TEST("scanout/offset", test_offset);
    TEST("scanout/tiled", test_tiled);
    TEST("scanout/scaling", test_scaling);
    TEST("scanout/filters", test_filters);
    TEST("scanout/csc", test_csc);
    TEST("scanout/yuv-packed", test_yuv_packed);
    TEST("scanout/dirty-lines", test_dirty_lines);
    TEST("scanout/page-flip", test_page_flip);
    TEST("scanout/hostile", test_hostile);
    TEST("scanout/cursor", test_cursor);
    TEST("scanout/crc", test_crc);
    return g_test_run();
}
