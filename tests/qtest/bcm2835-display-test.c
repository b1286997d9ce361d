/*
 * QTest of the Raspberry Pi's display: scaler, HDMI
 *
 * Pictures are expected from what the display list says, by hand or by another
 * computation of where a pixel is.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/gpu/bcm2835_hdmi_regs.h"
#include "hw/gpu/bcm2835_hvs_regs.h"
#include "hw/i2c/bcm2835_i2c.h"
#include "bcm2835-qtest.h"

#define WIDTH       64
#define HEIGHT      48

#define FB          0x02000000
#define FB2         0x02100000

#define IRQ_HVS     33

/* HDMI's channel */
#define CHANNEL     1
#define LIST        0x40

#define CTL0(format, order, size, more) \
    (R_HVS_CTL0_VALID_MASK | (format) | (order) << R_HVS_CTL0_ORDER_SHIFT | \
     (size) << R_HVS_CTL0_SIZE_SHIFT | (more))
#define UNITY       R_HVS_CTL0_UNITY_MASK
#define POS(x, y)   ((y) << 12 | (x))
#define SIZE(w, h)  ((h) << 16 | (w))
#define FIXED       (HVS_ALPHA_FIXED << R_HVS_POS2_ALPHA_MODE_SHIFT)
#define OPAQUE      (255u << R_HVS_POS0_ALPHA_SHIFT)

/* Orders of formats with alpha, from the lowest byte */
#define BGRA        3
#define RGBA        2

typedef struct Picture {
    int width, height;
    uint32_t px[WIDTH * HEIGHT];
} Picture;

static uint32_t hvs_read(QTestState *qts, uint32_t reg)
{
    return qtest_readl(qts, BCM2835_HVS + reg);
}

static void hvs_write(QTestState *qts, uint32_t reg, uint32_t value)
{
    qtest_writel(qts, BCM2835_HVS + reg, value);
}

static void write_list(QTestState *qts, uint32_t at, const uint32_t *word,
                       int num)
{
    for (int i = 0; i < num; i++) {
        hvs_write(qts, BCM2835_HVS_LIST_BASE + (at + i) * 4, word[i]);
    }
}

static QTestState *start(void)
{
    return qtest_init("-machine raspi2b -display none");
}

/* Show an empty display list. */
static QTestState *start_display(void)
{
    QTestState *qts = start();
    uint32_t end = R_HVS_CTL0_END_MASK;

    write_list(qts, LIST, &end, 1);
    hvs_write(qts, A_HVS_DISPCTRL, R_HVS_DISPCTRL_ENABLE_MASK);
    hvs_write(qts, A_HVS_DISPLIST0 + CHANNEL * 4, LIST);
    hvs_write(qts, A_HVS_DISPCTRL0 + CHANNEL * BCM2835_HVS_CHANNEL_STRIDE,
              R_HVS_DISPCTRL0_ENABLE_MASK | WIDTH << 12 | HEIGHT);
    bcm2835_start_pv(qts);
    qtest_writel(qts, BCM2835_HD + A_HD_VID_CTL, R_HD_VID_CTL_ENABLE_MASK);
    return qts;
}

static void screendump(QTestState *qts, Picture *p)
{
    g_autofree char *name = g_strdup_printf("%s/bcm2835-%d.ppm",
                                            g_get_tmp_dir(), getpid());
    g_autofree char *data = NULL;
    int max, header = 0;
    const uint8_t *rgb;

    qtest_qmp_assert_success(qts, "{ 'execute': 'screendump', 'arguments': "
                             "{ 'filename': %s } }", name);
    g_assert(g_file_get_contents(name, &data, NULL, NULL));
    unlink(name);
    g_assert_cmpint(sscanf(data, "P6 %d %d %d%n", &p->width, &p->height, &max,
                           &header), ==, 3);
    g_assert_cmpint(p->width, ==, WIDTH);
    g_assert_cmpint(p->height, ==, HEIGHT);
    rgb = (uint8_t *)data + header + 1;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        p->px[i] = rgb[i * 3] << 16 | rgb[i * 3 + 1] << 8 | rgb[i * 3 + 2];
    }
}

static uint32_t pixel(const Picture *p, int x, int y)
{
    return p->px[y * WIDTH + x];
}

static uint32_t noise(uint32_t i)
{
    i = (i + 1) * 2654435761u;
    i = (i ^ i >> 15) * 2246822519u;
    return i ^ i >> 13;
}

/* ---- Scaler registers ---- */

static void test_hvs_flip(void)
{
    QTestState *qts = start_display();

    hvs_write(qts, A_HVS_DISPLIST0 + CHANNEL * 4, 0x123);
    g_assert_cmphex(hvs_read(qts, A_HVS_DISPLACT1), ==, LIST);
    qtest_clock_step(qts, BCM2835_FRAME_NS);
    g_assert_cmphex(hvs_read(qts, A_HVS_DISPLACT1), ==, 0x123);
    g_assert_cmphex(FIELD_EX32(hvs_read(qts, A_HVS_DISPSTAT1), HVS_DISPSTAT1,
                               FRAME_COUNT1), ==, 1);
    qtest_quit(qts);
}

static void test_hvs_channel(void)
{
    QTestState *qts = start_display();
    uint32_t ctrl = A_HVS_DISPCTRL0 + CHANNEL * BCM2835_HVS_CHANNEL_STRIDE;

    g_assert_cmphex(FIELD_EX32(hvs_read(qts, A_HVS_DISPSTAT1), HVS_DISPSTAT0,
                               MODE), ==, HVS_MODE_RUN);
    hvs_write(qts, ctrl, hvs_read(qts, ctrl) | R_HVS_DISPCTRL0_RESET_MASK);
    /* As Linux checks it */
    g_assert_cmphex(hvs_read(qts, ctrl) & (R_HVS_DISPCTRL0_RESET_MASK |
                                          R_HVS_DISPCTRL0_ENABLE_MASK), ==, 0);
    g_assert_cmphex(FIELD_EX32(hvs_read(qts, A_HVS_DISPSTAT1), HVS_DISPSTAT0,
                               MODE), ==, HVS_MODE_DISABLED);
    g_assert(hvs_read(qts, A_HVS_DISPSTAT1) & R_HVS_DISPSTAT0_EMPTY_MASK);
    qtest_quit(qts);
}

static void test_hvs_irq(void)
{
    QTestState *qts = start_display();

    qtest_clock_step(qts, BCM2835_FRAME_NS);
    g_assert_cmphex(hvs_read(qts, A_HVS_DISPSTAT), ==, 1 << 16);
    g_assert_cmphex(bcm2835_irq(qts, IRQ_HVS), ==, 0);
    hvs_write(qts, A_HVS_DISPCTRL, R_HVS_DISPCTRL_ENABLE_MASK |
              R_HVS_DISPCTRL_DISP0EIRQ_MASK << CHANNEL |
              R_HVS_DISPCTRL_DSP0EIEOF_MASK << 2 * CHANNEL);
    g_assert_cmphex(hvs_read(qts, A_HVS_DISPSTAT), ==, 1 << 16 | 1 << 2);
    g_assert(bcm2835_irq(qts, IRQ_HVS));
    hvs_write(qts, A_HVS_DISPSTAT, 1 << 16);
    g_assert_cmphex(hvs_read(qts, A_HVS_DISPSTAT), ==, 0);
    g_assert_cmphex(bcm2835_irq(qts, IRQ_HVS), ==, 0);
    qtest_quit(qts);
}

static void test_hvs_read_only(void)
{
    QTestState *qts = start_display();

    hvs_write(qts, A_HVS_DISPLACT1, 0x77);
    hvs_write(qts, A_HVS_DISPSTAT1, 0);
    g_assert_cmphex(hvs_read(qts, A_HVS_DISPLACT1), ==, LIST);
    g_assert_cmphex(hvs_read(qts, 0x1ffc), ==, 0);
    hvs_write(qts, 0x1ffc, 1);
    qtest_quit(qts);
}

/* ---- Pictures ---- */

static void test_background(void)
{
    QTestState *qts = start_display();
    Picture p;

    hvs_write(qts, A_HVS_DISPBKGND0 + CHANNEL * BCM2835_HVS_CHANNEL_STRIDE,
              R_HVS_DISPBKGND0_FILL_MASK | 0x123456);
    screendump(qts, &p);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        g_assert_cmphex(p.px[i], ==, 0x123456);
    }
    qtest_quit(qts);
}

/* Show one unity plane of the whole screen. */
static void show(QTestState *qts, uint32_t ctl0, uint32_t pitch)
{
    uint32_t list[] = {
        ctl0, OPAQUE, FIXED | SIZE(WIDTH, HEIGHT), 0, BCM2835_BUS | FB, 0,
        pitch, R_HVS_CTL0_END_MASK,
    };

    write_list(qts, LIST, list, ARRAY_SIZE(list));
}

static void test_linear(void)
{
    QTestState *qts = start_display();
    Picture p;

    for (int i = 0; i < 128 * HEIGHT; i++) {
        qtest_writel(qts, FB + i * 4, noise(i));
    }
    show(qts, CTL0(HVS_FORMAT_RGBA8888, BGRA, 7, UNITY), 128 * 4);
    screendump(qts, &p);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            g_assert_cmphex(pixel(&p, x, y), ==,
                            noise(y * 128 + x) & 0xffffff);
        }
    }
    qtest_quit(qts);
}

/* Software that only writes pixels is seen, too */
static void test_dirty(void)
{
    QTestState *qts = start_display();
    Picture p;

    show(qts, CTL0(HVS_FORMAT_RGBA8888, BGRA, 7, UNITY), WIDTH * 4);
    screendump(qts, &p);
    g_assert_cmphex(pixel(&p, 5, 40), ==, 0);
    qtest_writel(qts, FB + (40 * WIDTH + 5) * 4, 0xabcdef);
    screendump(qts, &p);
    g_assert_cmphex(pixel(&p, 5, 40), ==, 0xabcdef);
    qtest_quit(qts);
}

static void test_formats(void)
{
    static const struct {
        int format, order, bytes;
        uint32_t value, want;
    } format[] = {
        { HVS_FORMAT_RGBA8888, RGBA, 4, 0xff332211, 0x112233 },
        { HVS_FORMAT_RGBA8888, BGRA, 4, 0xff332211, 0x332211 },
        { HVS_FORMAT_RGBA8888, 0, 4, 0x112233ff, 0x332211 },
        { HVS_FORMAT_RGBA8888, 1, 4, 0x112233ff, 0x112233 },
        { HVS_FORMAT_RGB565, 2, 2, 0xf800, 0xff0000 },
        { HVS_FORMAT_RGB565, 2, 2, 0x07e0, 0x00ff00 },
        { HVS_FORMAT_RGB565, 3, 2, 0xf800, 0x0000ff },
        { HVS_FORMAT_RGBA5551, 3, 2, 0x7c00, 0xff0000 },
        { HVS_FORMAT_RGBA4444, 3, 2, 0x0f05, 0xff0055 },
        { HVS_FORMAT_RGB888, 2, 3, 0x112233, 0x112233 },
        { HVS_FORMAT_RGB888, 3, 3, 0x112233, 0x332211 },
        { HVS_FORMAT_RGB332, 2, 1, 0xe0, 0xff0000 },
        { HVS_FORMAT_RGB332, 3, 1, 0xe0, 0x0092ff },
    };
    QTestState *qts = start_display();
    Picture p;

    for (int i = 0; i < ARRAY_SIZE(format); i++) {
        qtest_writel(qts, FB, format[i].value);
        show(qts, CTL0(format[i].format, format[i].order, 7, UNITY),
             WIDTH * format[i].bytes);
        screendump(qts, &p);
        g_assert_cmphex(pixel(&p, 0, 0), ==, format[i].want);
    }
    qtest_quit(qts);
}

/*
 * Return where a pixel is in a T-tiled picture of @tiles tiles a row: tiles of
 * 4 KiB, of four subtiles, of 16 microtiles of 64 bytes, of 4 rows.
 */
static uint32_t t_offset(int x, int y, int bytes, int tiles)
{
    static const int even[2][2] = { { 0, 3 }, { 1, 2 } };
    static const int odd[2][2] = { { 2, 1 }, { 3, 0 } };
    int uw = 16 / bytes;
    int tx = x / (uw * 8), ty = y / 32;
    int sx = x / (uw * 4) % 2, sy = y / 16 % 2;
    int ux = x / uw % 4, uy = y / 4 % 4;

    if (ty % 2) {
        return (ty * tiles + tiles - 1 - tx) * 4096 + odd[sy][sx] * 1024 +
               (uy * 4 + ux) * 64 + y % 4 * 16 + x % uw * bytes;
    }
    return (ty * tiles + tx) * 4096 + even[sy][sx] * 1024 +
           (uy * 4 + ux) * 64 + y % 4 * 16 + x % uw * bytes;
}

/*
 * Show a part of a T-tiled picture that begins at @src_x, @src_y; the words
 * are made as Linux makes them [vc4_plane.c, vc4_plane_mode_set()].
 */
static void check_tiled(QTestState *qts, int bytes, int src_x, int src_y)
{
    const int tiles = 4;
    int tile_w = 128 / bytes;
    const uint32_t row_bytes = 4 * 4096;
    int tiles_l = src_x / tile_w, tiles_t = src_y / 32;
    int tile_y = src_y >> 4 & 1;
    uint32_t pitch = (src_x % tile_w) << 26 | (src_y & 63) << 8 |
                     tiles_l << 16 | (tiles - tiles_l);
    uint32_t offset = row_bytes * tiles_t + (src_y >> 2 & 3) * 256 +
                      (src_y & 3) * 16;
    uint32_t list[8];
    Picture p;

    if (tiles_t & 1) {
        pitch |= 1 << 14;
        offset += (tiles - tiles_l) * 4096 - (1 + !tile_y) * 1024;
    } else {
        offset += tiles_l * 4096 + tile_y * 1024;
    }
    list[0] = CTL0(bytes == 4 ? HVS_FORMAT_RGBA8888 : HVS_FORMAT_RGB565,
                   bytes == 4 ? BGRA : 2, 7,
                   UNITY | HVS_TILING_T << R_HVS_CTL0_TILING_SHIFT);
    list[1] = OPAQUE;
    list[2] = FIXED | SIZE(WIDTH, HEIGHT);
    list[3] = 0;
    list[4] = BCM2835_BUS | (FB + offset);
    list[5] = 0;
    list[6] = pitch;
    list[7] = R_HVS_CTL0_END_MASK;
    write_list(qts, LIST, list, ARRAY_SIZE(list));
    screendump(qts, &p);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            uint32_t at = t_offset(src_x + x, src_y + y, bytes, tiles);
            uint32_t word = noise(at / 4) >> (at % 4 * 8);

            if (bytes == 4) {
                g_assert_cmphex(pixel(&p, x, y), ==, word & 0xffffff);
            } else {
                g_assert_cmphex(pixel(&p, x, y) >> 19, ==, word >> 11 & 31);
                g_assert_cmphex(pixel(&p, x, y) >> 3 & 31, ==, word & 31);
            }
        }
    }
}

static void test_tiled(void)
{
    QTestState *qts = start_display();

    for (int i = 0; i < 16 * 4096 / 4; i++) {
        qtest_writel(qts, FB + i * 4, noise(i));
    }
    check_tiled(qts, 4, 0, 0);
    check_tiled(qts, 4, 37, 0);
    check_tiled(qts, 4, 0, 21);
    check_tiled(qts, 4, 50, 43);
    check_tiled(qts, 4, 33, 61);
    check_tiled(qts, 2, 0, 0);
    check_tiled(qts, 2, 77, 50);
    qtest_quit(qts);
}

/* A plane with its own alpha over another: half of 200 over 100 */
static void test_blend(void)
{
    uint32_t list[] = {
        CTL0(HVS_FORMAT_RGBA8888, BGRA, 7, UNITY), OPAQUE,
        FIXED | SIZE(WIDTH, HEIGHT), 0, BCM2835_BUS | FB, 0, 0,
        CTL0(HVS_FORMAT_RGBA8888, BGRA, 7, UNITY), OPAQUE | POS(10, 20),
        SIZE(2, 1), 0, BCM2835_BUS | FB2, 0, 8,
        R_HVS_CTL0_END_MASK,
    };
    QTestState *qts = start_display();
    Picture p;

    for (int i = 0; i < WIDTH; i++) {
        qtest_writel(qts, FB + i * 4, 0x646464);
    }
    qtest_writel(qts, FB2, 0x80c8c8c8);
    qtest_writel(qts, FB2 + 4, 0x00c8c8c8);

    /* 200 * 128 / 255 = 100.4, 100 * 127 / 255 = 49.8 */
    write_list(qts, LIST, list, ARRAY_SIZE(list));
    screendump(qts, &p);
    g_assert_cmphex(pixel(&p, 10, 20), ==, 0x969696);
    g_assert_cmphex(pixel(&p, 11, 20), ==, 0x646464);
    g_assert_cmphex(pixel(&p, 12, 20), ==, 0x646464);
    g_assert_cmphex(pixel(&p, 10, 21), ==, 0x646464);

    /* Colours that alpha is already in: 200 + 49.8 */
    list[9] |= R_HVS_POS2_ALPHA_PREMULT_MASK;
    write_list(qts, LIST, list, ARRAY_SIZE(list));
    screendump(qts, &p);
    g_assert_cmphex(pixel(&p, 10, 20), ==, 0xfafafa);

    /* Half of the plane, whatever its own alpha */
    list[8] = 128u << 24 | POS(10, 20);
    list[9] = FIXED | SIZE(2, 1);
    write_list(qts, LIST, list, ARRAY_SIZE(list));
    screendump(qts, &p);
    g_assert_cmphex(pixel(&p, 11, 20), ==, 0x969696);
    qtest_quit(qts);
}

static void test_flip(void)
{
    QTestState *qts = start_display();
    Picture p;

    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        qtest_writel(qts, FB + i * 4, noise(i));
    }
    show(qts, CTL0(HVS_FORMAT_RGBA8888, BGRA, 7,
                   UNITY | R_HVS_CTL0_HFLIP_MASK), WIDTH * 4);
    screendump(qts, &p);
    for (int x = 0; x < WIDTH; x++) {
        g_assert_cmphex(pixel(&p, x, 3), ==,
                        noise(3 * WIDTH + WIDTH - 1 - x) & 0xffffff);
    }
    qtest_quit(qts);
}

/* Twice the size: every colour is there, and half way between two is a mean */
static void test_scale(void)
{
    uint32_t list[] = {
        CTL0(HVS_FORMAT_RGBA8888, BGRA, 8, 0), OPAQUE, SIZE(4, 4),
        FIXED | SIZE(2, 2), 0, BCM2835_BUS | FB, 0, 8,
        R_HVS_CTL0_END_MASK,
    };
    QTestState *qts = start_display();
    Picture p;

    qtest_writel(qts, FB, 0x000000);
    qtest_writel(qts, FB + 4, 0x000080);
    qtest_writel(qts, FB + 8, 0x800000);
    qtest_writel(qts, FB + 12, 0x800080);
    write_list(qts, LIST, list, ARRAY_SIZE(list));
    screendump(qts, &p);
    g_assert_cmphex(pixel(&p, 0, 0), ==, 0x000000);
    g_assert_cmphex(pixel(&p, 1, 0), ==, 0x000020);
    g_assert_cmphex(pixel(&p, 2, 0), ==, 0x000060);
    g_assert_cmphex(pixel(&p, 3, 3), ==, 0x800080);
    g_assert_cmphex(pixel(&p, 3, 1), ==, 0x200080);
    g_assert_cmphex(pixel(&p, 4, 0), ==, 0x000000);

    /* A quarter of the size: the mean of all */
    list[0] |= 3 << R_HVS_CTL0_SCL0_SHIFT | 3 << R_HVS_CTL0_SCL1_SHIFT;
    list[2] = SIZE(1, 1);
    write_list(qts, LIST, list, ARRAY_SIZE(list));
    screendump(qts, &p);
    g_assert_cmphex(pixel(&p, 0, 0), ==, 0x400040);
    qtest_quit(qts);
}

/* White, black and red of BT.601, limited range, with Linux's coefficients */
static void test_yuv(void)
{
    uint32_t list[] = {
        CTL0(HVS_FORMAT_YUV420_2PLANE, 0, 13, UNITY), OPAQUE,
        FIXED | SIZE(4, 2), 0, BCM2835_BUS | FB, BCM2835_BUS | FB2, 0, 0,
        4, 4, 0x00f00000, 0xe73304a8, 0x00066204,
        R_HVS_CTL0_END_MASK,
    };
    QTestState *qts = start_display();
    Picture p;

    qtest_writel(qts, FB, 0x515110eb);
    qtest_writel(qts, FB2, 0xf05a8080);
    write_list(qts, LIST, list, ARRAY_SIZE(list));
    screendump(qts, &p);
    g_assert_cmphex(pixel(&p, 0, 0), ==, 0xffffff);
    g_assert_cmphex(pixel(&p, 1, 0), ==, 0x000000);
    g_assert_cmphex(pixel(&p, 2, 0) >> 16, >=, 0xfd);
    g_assert_cmphex(pixel(&p, 2, 0) & 0xffff, <=, 0x0101);
    qtest_quit(qts);
}

static void test_gamma(void)
{
    QTestState *qts = start_display();
    uint32_t bkgnd = A_HVS_DISPBKGND0 + CHANNEL * BCM2835_HVS_CHANNEL_STRIDE;
    Picture p;

    hvs_write(qts, A_HVS_GAMADDR, R_HVS_GAMADDR_AUTOINC_MASK |
              CHANNEL * 3 * 256);
    for (int i = 0; i < 3 * 256; i++) {
        hvs_write(qts, A_HVS_GAMDATA, (i & 255) ^ (0x10 << i / 256));
    }
    hvs_write(qts, bkgnd, R_HVS_DISPBKGND0_FILL_MASK |
              R_HVS_DISPBKGND0_GAMMA_MASK | 0x010203);
    screendump(qts, &p);
    g_assert_cmphex(pixel(&p, 0, 0), ==, 0x112243);
    hvs_write(qts, bkgnd, R_HVS_DISPBKGND0_FILL_MASK | 0x010203);
    screendump(qts, &p);
    g_assert_cmphex(pixel(&p, 0, 0), ==, 0x010203);
    qtest_quit(qts);
}

/* Planes that cannot be shown are left out, and nothing else happens */
static void test_bad_lists(void)
{
    uint32_t list[] = {
        CTL0(HVS_FORMAT_RGBA8888, BGRA, 7, UNITY), OPAQUE,
        FIXED | SIZE(WIDTH, HEIGHT), 0, BCM2835_BUS | FB, 0, WIDTH * 4,
        R_HVS_CTL0_END_MASK,
    };
    QTestState *qts = start_display();
    Picture p;

    list[4] = 0xffffff00;
    write_list(qts, LIST, list, ARRAY_SIZE(list));
    screendump(qts, &p);
    list[4] = BCM2835_BUS;
    list[0] |= R_HVS_CTL0_VFLIP_MASK;
    write_list(qts, LIST, list, ARRAY_SIZE(list));
    screendump(qts, &p);
    list[0] |= HVS_TILING_T << R_HVS_CTL0_TILING_SHIFT;
    write_list(qts, LIST, list, ARRAY_SIZE(list));
    screendump(qts, &p);
    for (uint32_t i = 0; i < 3000; i++) {
        for (int w = 0; w < 7; w++) {
            list[w] = noise(i * 8 + w);
        }
        list[0] = (list[0] & ~R_HVS_CTL0_END_MASK & ~R_HVS_CTL0_SIZE_MASK) |
                  R_HVS_CTL0_VALID_MASK | 7 << R_HVS_CTL0_SIZE_SHIFT;
        write_list(qts, LIST, list, ARRAY_SIZE(list));
        if (i % 10 == 0) {
            screendump(qts, &p);
        }
    }
    list[0] = CTL0(0, 0, 0, 0);
    write_list(qts, LIST, list, ARRAY_SIZE(list));
    screendump(qts, &p);
    hvs_write(qts, A_HVS_DISPLIST0 + CHANNEL * 4, UINT32_MAX);
    qtest_clock_step(qts, BCM2835_FRAME_NS);
    screendump(qts, &p);
    qtest_quit(qts);
}

/* ---- HDMI ---- */

static void test_hdmi(void)
{
    QTestState *qts = start();
    uint64_t core = BCM2835_HDMI_CORE;

    g_assert(qtest_readl(qts, core + A_HDMI_HOTPLUG) & 1);
    qtest_writel(qts, core + A_HDMI_SCHEDULER_CONTROL, 1);
    g_assert_cmphex(qtest_readl(qts, core + A_HDMI_SCHEDULER_CONTROL), ==, 3);
    qtest_writel(qts, core + A_HDMI_SCHEDULER_CONTROL, 0);
    g_assert_cmphex(qtest_readl(qts, core + A_HDMI_SCHEDULER_CONTROL), ==, 0);
    qtest_writel(qts, core + A_HDMI_RAM_PACKET_CONFIG, 0x10004);
    g_assert_cmphex(qtest_readl(qts, core + A_HDMI_RAM_PACKET_STATUS), ==, 4);
    g_assert(qtest_readl(qts, core + A_HDMI_FIFO_CTL) & 1 << 14);
    qtest_writel(qts, core + 0x400, 0x12345678);
    g_assert_cmphex(qtest_readl(qts, core + 0x400), ==, 0x12345678);
    qtest_writel(qts, BCM2835_HD + A_HD_M_CTL, R_HD_M_CTL_SW_RST_MASK);
    g_assert_cmphex(qtest_readl(qts, core + 0x400), ==, 0);
    qtest_quit(qts);
}

/* Byte n of the monitor's EDID, through the third I2C controller */
static uint8_t edid_byte(QTestState *qts, uint8_t n)
{
    uint64_t bsc = 0x3f805000;
    uint32_t start = BCM2835_I2C_C_I2CEN | BCM2835_I2C_C_ST |
                     BCM2835_I2C_C_CLEAR;

    qtest_writel(qts, bsc + BCM2835_I2C_A, 0x50);
    qtest_writel(qts, bsc + BCM2835_I2C_DLEN, 1);
    qtest_writel(qts, bsc + BCM2835_I2C_C, start);
    qtest_writel(qts, bsc + BCM2835_I2C_FIFO, n);
    qtest_writel(qts, bsc + BCM2835_I2C_DLEN, 1);
    qtest_writel(qts, bsc + BCM2835_I2C_C, start | BCM2835_I2C_C_READ);
    return qtest_readl(qts, bsc + BCM2835_I2C_FIFO);
}

/* The first detailed timing, at byte 54, is the mode that the user wants. */
static void test_edid(void)
{
    QTestState *qts = qtest_init("-machine raspi2b -display none "
                                 "-global bcm2835-ddc.xres=800 "
                                 "-global bcm2835-ddc.yres=600");

    g_assert_cmphex(edid_byte(qts, 1), ==, 0xff);
    g_assert_cmphex(edid_byte(qts, 54 + 2), ==, 800 & 0xff);
    g_assert_cmphex(edid_byte(qts, 54 + 4) & 0xf0, ==, 800 >> 8 << 4);
    g_assert_cmphex(edid_byte(qts, 54 + 5), ==, 600 & 0xff);
    g_assert_cmphex(edid_byte(qts, 54 + 7) & 0xf0, ==, 600 >> 8 << 4);
    qtest_quit(qts);
}

/* After a reset the firmware's framebuffer has the console again */
static void test_console(void)
{
    QTestState *qts = start_display();
    Picture p;
    QDict *answer;

    screendump(qts, &p);
    qtest_system_reset(qts);
    answer = qtest_qmp(qts, "{ 'execute': 'screendump', 'arguments': "
                       "{ 'filename': '/dev/null' } }");
    g_assert(qdict_haskey(answer, "return"));
    qobject_unref(answer);
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("/bcm2835/hvs/flip", test_hvs_flip);
    qtest_add_func("/bcm2835/hvs/channel", test_hvs_channel);
    qtest_add_func("/bcm2835/hvs/irq", test_hvs_irq);
    qtest_add_func("/bcm2835/hvs/read-only", test_hvs_read_only);
    qtest_add_func("/bcm2835/hvs/background", test_background);
    qtest_add_func("/bcm2835/hvs/linear", test_linear);
    qtest_add_func("/bcm2835/hvs/dirty", test_dirty);
    qtest_add_func("/bcm2835/hvs/formats", test_formats);
    qtest_add_func("/bcm2835/hvs/tiled", test_tiled);
    qtest_add_func("/bcm2835/hvs/blend", test_blend);
    qtest_add_func("/bcm2835/hvs/flip-x", test_flip);
    qtest_add_func("/bcm2835/hvs/scale", test_scale);
    qtest_add_func("/bcm2835/hvs/yuv", test_yuv);
    qtest_add_func("/bcm2835/hvs/gamma", test_gamma);
    qtest_add_func("/bcm2835/hvs/bad-lists", test_bad_lists);
    qtest_add_func("/bcm2835/hdmi/registers", test_hdmi);
    qtest_add_func("/bcm2835/hdmi/edid", test_edid);
    qtest_add_func("/bcm2835/hdmi/console", test_console);
    return g_test_run();
}
