/*
 * Tests of the GR3D rasteriser: range, depth and stencil tests
 *
 * Expectations are by hand, from docs/specs/tegra-gr3d.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "qr-triangle.h"

/*
 * Depth
 */

/* Which of new < stored, new = stored, new > stored pass */
static const bool passes[8][3] = {
    { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 1, 1, 0 },
    { 0, 0, 1 }, { 1, 0, 1 }, { 0, 1, 1 }, { 1, 1, 1 },
};

static void test_depth_functions(void)
{
    for (unsigned func = 0; func < 8; func++) {
        for (unsigned i = 0; i < 3; i++) {
            g_autofree Fixture *f = fixture();
            /* new is 0x4321; low bits of Z20 do not count */
            unsigned stored = i == 0 ? 0x4322 : i == 1 ? 0x4321 : 0x4320;
            bool pass = passes[func][i];

            f->regs.reg[0x403] = 0x308 | func << 4;
            fill_depth(f, stored);
            freeze(f);
            everything(f);
            set_depth(f, 0x4321f);
            draw(f);
            g_assert_cmpuint(pixel(f, 3, 3), ==, pass ? 0xff : 0);
            g_assert_cmphex(depth_at(f, 3, 3), ==, pass ? 0x4321 : stored);
        }
    }
}

static void test_depth_state(void)
{
    static const struct {
        uint32_t test, enable;
        bool pass, written;
    } row[] = {
        { 0x308, 7, false, false },     /* NEVER */
        { 0x208 | 7 << 4, 7, true, false },
        { 0x308 | 7 << 4, 7, true, true },
        { 0x300, 7, true, false },      /* test off: no write either */
        { 0x308, 6, true, false },      /* surface off: no test */
        { 0x308 | 15 << 4, 7, true, true },
        { 0x309, 7, true, false },      /* surface 1 is no depth surface */
        { 0x441c0000, 7, true, false }, /* what one client writes */
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(row); i++) {
        g_autofree Fixture *f = fixture();

        f->regs.reg[0x403] = row[i].test;
        f->regs.reg[0x903] = row[i].enable;
        freeze(f);
        everything(f);
        draw(f);
        g_assert_cmpuint(pixel(f, 0, 0), ==, row[i].pass ? 0xff : 0);
        g_assert_cmphex(depth_at(f, 0, 0), ==, row[i].written ? 0x8000 : 0);
    }
}

/* Z20 is rounded to nearest, half up, then cut to 16 bits */
static void test_depth_value(void)
{
    static const struct {
        double z;
        unsigned stored;
    } row[] = {
        { 0, 0 }, { 15.4, 0 }, { 15.5, 1 }, { 524287.5, 0x8000 },
        { 524287.4, 0x7fff }, { 1048575, 0xffff }, { -0.5, 0 },
    };
    g_autofree Fixture *f = fixture();

    f->regs.reg[0x403] = 0x308 | 7 << 4;
    for (unsigned i = 0; i < G_N_ELEMENTS(row); i++) {
        freeze(f);
        everything(f);
        fill_depth(f, 0x1234);
        set_depth(f, row[i].z);
        draw(f);
        g_assert_cmphex(depth_at(f, 7, 9), ==, row[i].stored);
    }
}

/* Linear in the window from the sample (0, 16) on, whatever w is */
static void test_depth_plane(void)
{
    g_autofree Fixture *f = fixture();

    f->regs.reg[0x403] = 0x308 | 7 << 4;
    freeze(f);
    triangle(f, 0, 0, 256, 0, 0, 256);
    f->prim.zb = 0x10000 + 16 * 0x1000;
    f->prim.zx = 0x100;
    f->prim.zy = 0x1000;
    f->prim.zrow = 16;
    f->prim.k[1] = 0.25f;
    draw(f);
    g_assert_cmphex(depth_at(f, 0, 0), ==, 0x1000);
    g_assert_cmphex(depth_at(f, 5, 0), ==, 0x1050);
    g_assert_cmphex(depth_at(f, 0, 3), ==, 0x1300);
    g_assert_cmphex(depth_at(f, 4, 2), ==, 0x1240);
    f->prim.zb += 0x25;
    draw(f);
    g_assert_cmphex(depth_at(f, 4, 2), ==, 0x1242);
}

static void test_range(void)
{
    static const struct {
        uint32_t test, min, max;
        double z;
        bool drawn;
        unsigned stored;
    } row[] = {
        { 0x200, 0x1000, 0x2000, 0x0fff, false, 0 },
        { 0x200, 0x1000, 0x2000, 0x1000, true, 0x100 },
        { 0x200, 0x1000, 0x2000, 0x2000, true, 0x200 },
        { 0x200, 0x1000, 0x2000, 0x2001, false, 0 },
        { 0x200, 0x2000, 0x1000, 0x1800, true, 0x180 },     /* reversed */
        { 0x200, 0, 0xfffff, -1, false, 0 },
        { 0x200, 0, 0xfffff, 0x100000, false, 0 },
        { 0x000, 0x1000, 0x2000, 0x0fff, true, 0x100 },     /* clamped */
        { 0x000, 0x1000, 0x2000, 0x9000, true, 0x200 },
        { 0x000, 0, 0xfffff, -1e30, true, 0 },
        { 0x000, 0, 0xfffff, 1e30, true, 0xffff },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(row); i++) {
        for (unsigned test = 0; test < 2; test++) {
            g_autofree Fixture *f = fixture();
            uint32_t *reg = f->regs.reg;

            /* the range counts with the depth test off, too */
            reg[0x403] = row[i].test | (test ? 0x178 : 0);
            reg[0x404] = row[i].min;
            reg[0x405] = row[i].max;
            count_pixels(f);
            freeze(f);
            everything(f);
            set_depth(f, row[i].z);
            draw(f);
            g_assert_cmpuint(pixel(f, 2, 2), ==, row[i].drawn ? 0xff : 0);
            g_assert_cmpuint(f->stencil[0], ==, row[i].drawn);
            g_assert_cmphex(depth_at(f, 2, 2), ==, test ? row[i].stored : 0);
        }
    }
}

/*
 * Stencil
 */

static void stencil_state(Fixture *f, unsigned face, unsigned func,
                          unsigned mask, unsigned ref, unsigned ops,
                          unsigned write_mask)
{
    f->regs.reg[0x400 + face] = func << 8 | mask;
    f->regs.reg[0xe28 + face] = ref << 17 | write_mask << 9 | ops;
}

static void test_stencil_functions(void)
{
    for (unsigned func = 0; func < 8; func++) {
        for (unsigned i = 0; i < 3; i++) {
            g_autofree Fixture *f = fixture();

            /* ref FUNC stored, under the mask 0x0f */
            f->regs.reg[0x402] = 0x68;
            stencil_state(f, 0, func, 0x0f, 0x35, 1 | 1 << 3 | 1 << 6, 0xff);
            memset(f->stencil, i == 0 ? 0xa6 : i == 1 ? 0xa5 : 0xa4,
                   sizeof(f->stencil));
            freeze(f);
            everything(f);
            draw(f);
            g_assert_cmpuint(pixel(f, 1, 1), ==, passes[func][i] ? 0xff : 0);
        }
    }
}

static void test_stencil_ops(void)
{
    /* result of ops 0..7 with reference 0x35 */
    static const struct {
        uint8_t stored, result[8];
    } row[] = {
        { 0x10, { 0, 0x10, 0x35, 0x11, 0x0f, 0xef, 0x11, 0x0f } },
        { 0x00, { 0, 0x00, 0x35, 0x01, 0x00, 0xff, 0x01, 0xff } },
        { 0xff, { 0, 0xff, 0x35, 0xff, 0xfe, 0x00, 0x00, 0xfe } },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(row); i++) {
        for (unsigned op = 0; op < 8; op++) {
            for (unsigned mask = 0; mask < 2; mask++) {
                g_autofree Fixture *f = fixture();
                uint8_t want = row[i].result[op], write = mask ? 0xff : 0x0f;

                f->regs.reg[0x402] = 0x68;
                /* the reference is stored whole, whatever the test's mask */
                stencil_state(f, 0, 7, 0x01, 0x35, op << 6, write);
                memset(f->stencil, row[i].stored, sizeof(f->stencil));
                freeze(f);
                everything(f);
                draw(f);
                g_assert_cmphex(f->stencil[17], ==, (want & write) |
                                (row[i].stored & ~write));
            }
        }
    }
}

/* Zero, replace, invert as S_FAIL, Z_FAIL, Z_PASS; both faces */
static void test_stencil_choice(void)
{
    static const struct {
        unsigned s_func, z_test;
        uint8_t front, back;
        bool drawn;
    } row[] = {
        { 0, 0x278, 0x00, 0x35, false },
        { 7, 0x208, 0x35, 0xa5, false },        /* depth NEVER */
        { 7, 0x278, 0xa5, 0x00, true },
        { 7, 0x200, 0xa5, 0x00, true },         /* depth test off */
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(row); i++) {
        for (unsigned back = 0; back < 2; back++) {
            g_autofree Fixture *f = fixture();

            f->regs.reg[0x402] = 0x68;
            f->regs.reg[0x403] = row[i].z_test;
            stencil_state(f, 0, row[i].s_func, 0xff, 0x35,
                          0 | 2 << 3 | 5 << 6, 0xff);
            stencil_state(f, 1, row[i].s_func, 0xff, 0x35,
                          2 | 5 << 3 | 0 << 6, 0xff);
            memset(f->stencil, 0x5a, sizeof(f->stencil));
            freeze(f);
            everything(f);
            f->prim.front = !back;
            draw(f);
            g_assert_cmphex(f->stencil[40], ==,
                            back ? row[i].back : row[i].front);
            g_assert_cmpuint(pixel(f, 8, 2), ==, row[i].drawn ? 0xff : 0);
        }
    }
}

static void test_stencil_off(void)
{
    static const struct {
        uint32_t ctrl, enable;
    } row[] = {
        { 0x48, 7 }, { 0x68, 3 }, { 0x64, 7 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(row); i++) {
        g_autofree Fixture *f = fixture();

        f->regs.reg[0x402] = row[i].ctrl;
        f->regs.reg[0x903] = row[i].enable;
        stencil_state(f, 0, 0, 0xff, 0, 2, 0xff);
        memset(f->stencil, 0x5a, sizeof(f->stencil));
        freeze(f);
        everything(f);
        draw(f);
        g_assert_cmphex(f->stencil[0], ==, 0x5a);
        g_assert_cmpuint(pixel(f, 0, 0), ==, 0xff);
    }
}

/* Late: the store word writes it, for failed fragments only if they go on */
static void test_late_stencil(void)
{
    static const struct {
        unsigned func;
        uint32_t output;
        bool kill, word;
        uint8_t stencil, color;
    } row[] = {
        { 7, 0x48, false, true, 0xa5, 0xff },
        { 7, 0x48, false, false, 0x5a, 0xff },
        { 7, 0x60, true, true, 0x5a, 0x00 },
        { 0, 0x60, false, true, 0x35, 0x00 },
        { 0, 0x60, true, true, 0x5a, 0x00 },
        { 0, 0x48, false, true, 0x5a, 0x00 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(row); i++) {
        g_autofree Fixture *f = fixture();

        f->regs.reg[0x402] = 0x28;
        f->regs.reg[0x40f] = row[i].output;
        stencil_state(f, 0, row[i].func, 0xff, 0x35, 2 | 5 << 6, 0xff);
        memset(f->stencil, 0x5a, sizeof(f->stencil));
        f->regs.reg[0x520] = 2;
        f->regs.dw_inst[1] = row[i].word ? 0x00020409 : 0;
        if (row[i].kill) {
            put(f, 3, MOV(KILL, 3, ONE));
        }
        freeze(f);
        everything(f);
        draw(f);
        g_assert_cmphex(f->stencil[100], ==, row[i].stencil);
        g_assert_cmphex(pixel(f, 4, 6), ==, row[i].color);
    }
}

/* Early writes stay, whatever the program does */
static void test_kill_keeps_depth(void)
{
    g_autofree Fixture *f = fixture();

    f->regs.reg[0x403] = 0x308 | 7 << 4;
    count_pixels(f);
    put(f, 3, MOV(KILL, 3, ONE));
    freeze(f);
    everything(f);
    draw(f);
    g_assert_cmphex(depth_at(f, 0, 0), ==, 0x8000);
    g_assert_cmpuint(f->stencil[0], ==, 1);
    g_assert_cmpuint(pixel(f, 0, 0), ==, 0);
}

/* No program, no store: the tests still run */
static void test_depth_only(void)
{
    g_autofree Fixture *f = fixture();

    f->regs.reg[0x403] = 0x308 | 7 << 4;
    f->regs.reg[0x520] = 0;
    freeze(f);
    everything(f);
    draw(f);
    g_assert_cmphex(depth_at(f, 0, 0), ==, 0x8000);
    g_assert_cmpuint(pixel(f, 0, 0), ==, 0);
    g_assert_cmpuint(f->draw.stats.fragments, ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/qr/depth-functions", test_depth_functions);
    g_test_add_func("/qr/depth-state", test_depth_state);
    g_test_add_func("/qr/depth-value", test_depth_value);
    g_test_add_func("/qr/depth-plane", test_depth_plane);
    g_test_add_func("/qr/range", test_range);
    g_test_add_func("/qr/stencil-functions", test_stencil_functions);
    g_test_add_func("/qr/stencil-ops", test_stencil_ops);
    g_test_add_func("/qr/stencil-choice", test_stencil_choice);
    g_test_add_func("/qr/stencil-off", test_stencil_off);
    g_test_add_func("/qr/late-stencil", test_late_stencil);
    g_test_add_func("/qr/kill-keeps-depth", test_kill_keeps_depth);
    g_test_add_func("/qr/depth-only", test_depth_only);
    return g_test_run();
}
