/*
 * What the tests of the Tegra20 display controller have in common
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_QTEST_TEGRA20_DC_QTEST_H
#define TESTS_QTEST_TEGRA20_DC_QTEST_H

#include "qemu/bswap.h"
#include "hw/gpu/tegra_host1x_regs.h"
#include "tegra20-dc-setup.h"

#define GIC_PATH  "/machine/soc/a9mpcore"
#define HDMI_PATH "/machine/soc/hdmi"

#define FB   0x01000000         /* windows' memory */
#define FB_B 0x01100000
#define FB_U 0x01200000
#define FB_V 0x01300000

/* The machine has 1 GiB */
#define TEGRA20_RAM_END 0x40000000

/* ---- Access ---- */

static inline uint32_t syncpt(QTestState *qts, int id)
{
    return qtest_readl(qts, TEGRA20_HOST1X_BASE + 0x3000 + A_H1X_SYNCPT +
                       id * 4);
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

static inline QTestState *start_crtc(void)
{
    QTestState *qts = start();

    enable_crtc(qts);
    return qts;
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

static inline void screendump(QTestState *qts, Picture *p)
{
    g_autofree char *data = dump_file(qts, NULL);
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

/* Fill the screen with a 32-bit pattern by window A */
static inline void show_pattern(QTestState *qts, uint32_t *px)
{
    fill_noise(px, WIDTH * HEIGHT);
    put32(qts, FB, px, WIDTH * HEIGHT);
    set_window(qts, WIN_A, FB, DC_FORMAT_B8G8R8A8, 4, WIDTH * 4, 0, 0,
               WIDTH, HEIGHT);
    show(qts, DC_STATE_WIN(WIN_A));
}

#endif /* TESTS_QTEST_TEGRA20_DC_QTEST_H */
