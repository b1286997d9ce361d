/*
 * QTest of the NVIDIA Tegra20 display controller: random pictures
 *
 * The device is compared with a second model for random registers: all
 * formats, swaps, tilings, reflections, offsets, scaling, filters,
 * conversions, keys, blending, cursor and output depth, in three overlapping
 * windows.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tegra20-dc-model.h"

#define ROUNDS 150

/* ---- Random numbers ---- */

static uint32_t rnd(Model *m, uint32_t n)
{
    return noise(m->seed++) % n;
}

static bool chance(Model *m, uint32_t n)
{
    return rnd(m, n) == 0;
}

/* ---- Random registers ---- */

static void random_filters(Model *m, uint32_t *w)
{
    for (int i = 0; i < 16; i++) {
        w[R_WIN_H_FILTER + i] = noise(m->seed++);
        w[R_WIN_V_FILTER + i] = rnd(m, chance(m, 8) ? 256 : 129);
    }
}

static void random_place(Model *m, uint32_t *w, const Format *f)
{
    int width = 1 + rnd(m, WIDTH), height = 1 + rnd(m, HEIGHT);
    int src_w = 1 + rnd(m, 64), src_h = 1 + rnd(m, 64);
    int x = rnd(m, WIDTH - 4), y = rnd(m, HEIGHT - 4);

    /* A format in groups of pixels has whole bytes, the planes even ones */
    src_w = f->bits < 8 ? ROUND_UP(src_w, 8) : ROUND_UP(src_w, 2);
    w[R_WIN_POSITION] = y << 16 | x;
    w[R_WIN_SIZE] = height << 16 | width;
    w[R_WIN_PRESCALED_SIZE] = src_h << 16 | src_w * f->bits / 8;
    w[R_WIN_DDA_INCREMENT] = chance(m, 3) ? 0x10001000
                             : rnd(m, 0x3000) << 16 | rnd(m, 0x3000);
    w[R_WIN_H_INITIAL_DDA] = chance(m, 2) ? 0 : rnd(m, 0x4000);
    w[R_WIN_V_INITIAL_DDA] = chance(m, 2) ? 0 : rnd(m, 0x4000);
}

static void random_buffer(Model *m, uint32_t *w, int n)
{
    w[R_WINBUF_START_ADDR] = AREA(n) + 0x1000 + rnd(m, 2048);
    w[R_WINBUF_START_ADDR_U] = AREA(n) + 0x8000 + rnd(m, 2048);
    w[R_WINBUF_START_ADDR_V] = AREA(n) + 0xb000 + rnd(m, 2048);
    w[R_WIN_LINE_STRIDE] = 16 * (4 + rnd(m, 13)) << 16 |
                           16 * (4 + rnd(m, 13));
    w[R_WINBUF_ADDR_H_OFFSET] = chance(m, 2) ? 0 : rnd(m, 128);
    w[R_WINBUF_ADDR_V_OFFSET] = chance(m, 2) ? 0 : rnd(m, 64);
    w[R_WIN_BUFFER_ADDR_MODE] = rnd(m, 2) << 16 | rnd(m, 2);
    w[R_WIN_BYTE_SWAP] = chance(m, 2) ? 0 : rnd(m, 4);
}

static void random_window(Model *m, int n)
{
    const Format *f = &formats[rnd(m, ARRAY_SIZE(formats))];
    uint32_t *w = m->win[n];

    for (int i = 0; i < 256; i++) {
        w[R_WIN_PALETTE + i] = noise(m->seed++) & 0xffffff;
    }
    w[R_WIN_PALETTE_COLOR_EXT] = rnd(m, 128) << 1;
    w[R_WIN_COLOR_DEPTH] = f->code;
    w[R_WIN_OPTIONS] = noise(m->seed++) & 0x00551545;
    w[R_WIN_OPTIONS] &= chance(m, 2) ? ~0u : ~0x00511500u;
    w[R_WIN_OPTIONS] |= chance(m, 8) ? 0 : R_WIN_OPTIONS_WIN_ENABLE_MASK;
    w[R_WIN_DV_CONTROL] = noise(m->seed++) & 0x70707;
    random_filters(m, w);
    random_place(m, w, f);
    random_buffer(m, w, n);
    for (int i = 0; i < 8; i++) {
        static const uint32_t mask[8] = {
            0xff, 0x3ff, 0x7ff, 0x7ff, 0x3ff, 0x3ff, 0x7ff, 0x7ff
        };

        w[R_WIN_CSC_YOF + i] = noise(m->seed++) & mask[i];
    }
    for (int r = R_WIN_BLEND_NOKEY; r <= R_WIN_BLEND_3WIN_XY; r++) {
        /* Full weights, half of the time */
        w[r] = chance(m, 2) ? 0xffff00 : noise(m->seed++) & 0xffff0f;
        w[r] &= r == R_WIN_BLEND_NOKEY ? 0xffff01 :
                r == R_WIN_BLEND_1WIN ? 0xffff07 : 0xffff0f;
        w[r] &= (w[r] & 0xc) == 0xc ? ~4u : ~0u;
    }
}

static void random_common(Model *m)
{
    uint32_t *c = m->common;

    c[R_DC_BORDER_COLOR] = noise(m->seed++) & 0xffffff;
    for (int k = R_DC_COLOR_KEY0_LOWER; k <= R_DC_COLOR_KEY1_UPPER; k += 2) {
        c[k] = noise(m->seed++) & 0x7f7f7f;
        c[k + 1] = c[k] + 0x606060;
    }
    c[R_DC_CURSOR_FOREGROUND] = noise(m->seed++) & 0xffffff;
    c[R_DC_CURSOR_BACKGROUND] = noise(m->seed++) & 0xffffff;
    c[R_DC_CURSOR_START_ADDR] = CURSOR_AT >> 10 | rnd(m, 2) << 24 |
                                (chance(m, 2) ? 0 : rnd(m, 4) << 28);
    c[R_DC_CURSOR_POSITION] = ((rnd(m, 80) - 32) & 0x3fff) << 16 |
                              ((rnd(m, 96) - 32) & 0x3fff);
    c[R_DC_DISP_WIN_OPTIONS] = chance(m, 3) << 16;
    c[R_DC_DISP_COLOR_CONTROL] = chance(m, 2) ? 8 :
        rnd(m, 9) | (noise(m->seed++) & 0x73300);
    if ((c[R_DC_DISP_COLOR_CONTROL] >> 8 & 3) == 1) {
        c[R_DC_DISP_COLOR_CONTROL] &= ~0x300u;
    }
}

static void program(QTestState *qts, const Model *m)
{
    static const uint16_t common[] = {
        R_DC_BORDER_COLOR, R_DC_COLOR_KEY0_LOWER, R_DC_COLOR_KEY0_UPPER,
        R_DC_COLOR_KEY1_LOWER, R_DC_COLOR_KEY1_UPPER, R_DC_CURSOR_FOREGROUND,
        R_DC_CURSOR_BACKGROUND, R_DC_CURSOR_START_ADDR, R_DC_CURSOR_POSITION,
        R_DC_DISP_WIN_OPTIONS, R_DC_DISP_COLOR_CONTROL,
    };

    for (int i = 0; i < ARRAY_SIZE(common); i++) {
        dc_write(qts, common[i], m->common[common[i]]);
    }
    for (int n = 0; n < 3; n++) {
        for (int r = 0; r < R_WINBUF_UFLOW_STATUS; r++) {
            /* Leave out the views of ARM, and what does not exist */
            bool hole = (r > R_WIN_V_FILTER + 15 && r < R_WIN_OPTIONS) ||
                        (r > R_WIN_HP_FETCH_CONTROL && r < R_WINBUF_START_ADDR);

            if (!hole && !(r > R_WINBUF_START_ADDR && r & 1)) {
                win_write(qts, n, r, m->win[n][r]);
            }
        }
    }
    show(qts, DC_STATE_ALL);
}

static void fill_memory(QTestState *qts, Model *m)
{
    for (int n = 0; n < 3; n++) {
        for (int i = 0; i < AREA_SIZE; i++) {
            m->mem[n][i] = noise(m->seed++);
        }
        qtest_memwrite(qts, AREA(n), m->mem[n], AREA_SIZE);
    }
    for (int i = 0; i < sizeof(m->cursor); i++) {
        m->cursor[i] = noise(m->seed++);
    }
    qtest_memwrite(qts, CURSOR_AT, m->cursor, sizeof(m->cursor));
}

static void compare(QTestState *qts, const Model *m, int round)
{
    uint32_t want[WIDTH * HEIGHT];
    Picture p;

    draw(m, want);
    screendump(qts, &p);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        if (p.px[i] != want[i]) {
            g_error("round %d: pixel %d,%d is 0x%06x, not 0x%06x; formats %u "
                    "%u %u, options 0x%x 0x%x 0x%x, colour control 0x%x",
                    round, i % WIDTH, i / WIDTH, p.px[i], want[i],
                    m->win[0][R_WIN_COLOR_DEPTH], m->win[1][R_WIN_COLOR_DEPTH],
                    m->win[2][R_WIN_COLOR_DEPTH], m->win[0][R_WIN_OPTIONS],
                    m->win[1][R_WIN_OPTIONS], m->win[2][R_WIN_OPTIONS],
                    m->common[R_DC_DISP_COLOR_CONTROL]);
        }
    }
}

static void test_random(void)
{
    g_autofree Model *m = g_new0(Model, 1);
    QTestState *qts = start_crtc();

    fill_memory(qts, m);
    for (int round = 0; round < ROUNDS; round++) {
        m->seed = 1000000 + round * 10000;
        random_common(m);
        for (int n = 0; n < 3; n++) {
            random_window(m, n);
        }
        program(qts, m);
        compare(qts, m, round);
    }
    qtest_quit(qts);
}

/* One window over the whole screen: each format with each of the options */
static void test_each_format(void)
{
    static const uint32_t options[] = {
        0, 1, 4, 5, 1u << 6, 1u << 8, 1u << 10, 0x500, 1u << 16, 1u << 18,
        1u << 20, 1u << 22,
    };
    g_autofree Model *m = g_new0(Model, 1);
    QTestState *qts = start_crtc();
    int round = 0;

    fill_memory(qts, m);
    for (int f = 0; f < ARRAY_SIZE(formats); f++) {
        for (int o = 0; o < ARRAY_SIZE(options); o++, round++) {
            m->seed = 9000000 + round * 10000;
            random_common(m);
            m->common[R_DC_DISP_COLOR_CONTROL] = 8;
            m->common[R_DC_DISP_WIN_OPTIONS] = 0;
            random_window(m, WIN_B);
            random_place(m, m->win[WIN_B], &formats[f]);
            m->win[WIN_B][R_WIN_POSITION] = 0;
            m->win[WIN_B][R_WIN_SIZE] = HEIGHT << 16 | WIDTH;
            m->win[WIN_B][R_WIN_COLOR_DEPTH] = formats[f].code;
            m->win[WIN_B][R_WIN_BLEND_1WIN] = 0x00ffff00;
            m->win[WIN_B][R_WIN_OPTIONS] = options[o] |
                                           R_WIN_OPTIONS_WIN_ENABLE_MASK;
            for (int n = 0; n < 3; n += 2) {
                m->win[n][R_WIN_OPTIONS] = 0;
            }
            program(qts, m);
            compare(qts, m, round);
        }
    }
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("/tegra20-dc-model/each-format", test_each_format);
    qtest_add_func("/tegra20-dc-model/random", test_random);
    return g_test_run();
}
