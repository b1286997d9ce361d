/*
 * QTest of the NVIDIA Tegra20 display controller: the checksum of a picture
 * that takes several turns of QEMU's main loop to draw
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/timer.h"
#include "tegra20-soak.h"

#define FB          0x20000000  /* the window's memory */
#define BIG_WIDTH   2048
#define BIG_HEIGHT  1024
#define BIG_FIRST   100         /* the window's lines */
#define BIG_LAST    900
#define GREY        0x80
#define BORDER      0x332211    /* blue, green, red */
/* 54 MHz, and what enable_crtc() leaves around the picture */
#define BIG_NS      (NANOSECONDS_PER_SECOND * \
                     (64 + BIG_WIDTH + HTOTAL - WIDTH - 64) * \
                     (6 + BIG_HEIGHT + VTOTAL - HEIGHT - 6) / 54000000)

/* Show a grey window, filtered so that a plain colour stays as it is */
static void big_display(QTestState *qts)
{
    dc_base = TEGRA20_DC_BASE;
    tegra20_enable(qts, TEGRA20_PERIPH_DISP1);
    enable_crtc(qts);
    dc_write(qts, R_DC_DISP_ACTIVE, BIG_HEIGHT << 16 | BIG_WIDTH);
    dc_write(qts, R_DC_BORDER_COLOR, BORDER);
    set_window(qts, WIN_B, FB, DC_FORMAT_B8G8R8A8, 4, BIG_WIDTH * 4, 0,
               BIG_FIRST, BIG_WIDTH, BIG_LAST - BIG_FIRST);
    win_write(qts, WIN_B, R_WIN_OPTIONS, R_WIN_OPTIONS_WIN_ENABLE_MASK |
              R_WIN_OPTIONS_H_FILTER_MASK | R_WIN_OPTIONS_V_FILTER_MASK);
    for (int i = 0; i < TEGRA_DC_FILTER_PHASES; i++) {
        win_write(qts, WIN_B, R_WIN_H_FILTER + i, 128 << 8);
        win_write(qts, WIN_B, R_WIN_V_FILTER + i, 128);
    }
    commit(qts, DC_STATE_GENERAL | DC_STATE_WIN(WIN_B));
    qtest_memset(qts, FB, GREY, BIG_WIDTH * BIG_HEIGHT * 4);
}

/* Add a byte to a CRC-32 as in zlib [tegra-dc.rst, Common registers] */
static uint32_t crc_byte(uint32_t crc, uint8_t byte)
{
    crc ^= byte;
    for (int i = 0; i < 8; i++) {
        crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return crc;
}

static uint32_t big_crc(void)
{
    static const uint8_t border[3] = { BORDER & 0xff, BORDER >> 8 & 0xff,
                                       BORDER >> 16 };
    uint32_t crc = ~0u;

    for (int y = 0; y < BIG_HEIGHT; y++) {
        for (int i = 0; i < 3 * BIG_WIDTH; i++) {
            crc = crc_byte(crc, y >= BIG_FIRST && y < BIG_LAST ? GREY
                                                               : border[i % 3]);
        }
    }
    return ~crc;
}

/* Step to the next frame boundary, and at most 20 us more */
static void step_to_boundary(QTestState *qts)
{
    uint32_t count = syncpt(qts, SYNCPT_ID);

    while (syncpt(qts, SYNCPT_ID) == count) {
        qtest_clock_step(qts, 20 * SCALE_US);
    }
}

/* The boundary waits for the checksum, and moves to another QEMU meanwhile. */
static void test_checksum(void)
{
    QTestState *qts = host1x_start();
    uint32_t count;
    int64_t now;

    soak_limit(120);
    big_display(qts);
    qtest_clock_step(qts, 2 * BIG_NS);
    step_to_boundary(qts);
    count = syncpt(qts, SYNCPT_ID);
    qtest_clock_step(qts, BIG_NS - SCALE_MS);
    dc_write(qts, R_DC_CRC_CONTROL, 1);
    now = qtest_clock_step(qts, SCALE_MS + 20 * SCALE_US);
    g_assert_cmpuint(syncpt(qts, SYNCPT_ID), ==, count);
    qts = migrate_machine(qts);
    g_assert_cmpuint(syncpt(qts, SYNCPT_ID), ==, count);
    g_assert_cmphex(dc_read(qts, R_DC_CRC_CHECKSUM), ==, 0);
    /* The other one's clock begins at 0. */
    qtest_clock_set(qts, now + BIG_NS / 2);
    g_assert_cmpuint(syncpt(qts, SYNCPT_ID), ==, count + 1);
    g_assert_cmphex(dc_read(qts, R_DC_CRC_CHECKSUM), ==, big_crc());
    /* The rate is the same, and the next one is as right. */
    qtest_clock_step(qts, 5 * BIG_NS);
    g_assert_cmpuint(syncpt(qts, SYNCPT_ID), ==, count + 6);
    g_assert_cmphex(dc_read(qts, R_DC_CRC_CHECKSUM), ==, big_crc());
    qtest_quit(qts);
    alarm(0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("/tegra20-dc/checksum", test_checksum);
    return g_test_run();
}
