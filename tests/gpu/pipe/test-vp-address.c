/*
 * Address registers of the GR3D vertex processor, and what they reach
 *
 * Expected values are worked out by hand from docs/specs/tegra-gr3d.rst
 * (Vertex processor).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "vp-run.h"

/*
 * Address registers: the value that arrives for an operand of ARL and ARR,
 * seen modulo the limit by adding an opposite number with ARA.
 */
static void test_address_values(void)
{
    static const struct { float v; int arl, arr; } rows[] = {
        { 0, 0, 0 }, { -0.f, 0, 0 }, { DEN, 0, 0 }, { -DEN, 0, 0 },
        { -TINY, -1, 0 }, { 0.5f, 0, 0 }, { 1.5f, 1, 2 }, { 2.5f, 2, 2 },
        { -0.5f, -1, 0 }, { -1.5f, -2, -2 }, { -2.5f, -3, -2 },
        { 0.49999997f, 0, 0 }, { -0.50000006f, -1, -1 },
        { 32766.5f, 32766, 32766 }, { 32767.5f, 32767, 32767 },
        { 40000, 32767, 32767 }, { -32766.5f, -32767, -32766 },
        { -40000, -32767, -32767 }, { INF, 32767, 32767 },
        { -INF, -32767, -32767 }, { HUGE_F, 32767, 32767 },
        { -HUGE_F, -32767, -32767 }, { Q, 0, 0 },
        /* .3 and .7 of both signs are measured */
        { 1.3f, 1, 1 }, { 1.7f, 1, 2 }, { -1.3f, -2, -1 }, { -1.7f, -2, -2 },
    };

    for (unsigned n = 0; n < G_N_ELEMENTS(rows) * 2; n++) {
        g_autofree Fixture *f = new_fixture();
        int want = n % 2 ? rows[n / 2].arr : rows[n / 2].arl;

        numbered_consts(f);
        set_const(f, 0, rows[n / 2].v, 0, -want, 0);
        add(f, load_addr(n % 2 ? 23 : 13, 0, VP_XYZW));
        add(f, load_addr(24, 0, VP_X));         /* x + z */
        add(f, probe_addr(0, 0));
        finish(f);
        g_assert_cmpfloat(f->out[0][0], ==, 100);
        g_assert_cmpint(f->events.num, ==, 0);
    }
}

/* ARA per component under each mask; it reads A0 as it was. */
static void test_ara_masks(void)
{
    static const int old[4] = { 1, 2, 30, 40 }, sum[4] = { 31, 42, 31, 42 };

    for (unsigned mask = 0; mask < 16; mask++) {
        g_autofree Fixture *f = new_fixture();

        numbered_consts(f);
        set_const(f, 0, 1, 2, 30, 40);
        add(f, load_addr(13, 0, VP_XYZW));
        add(f, load_addr(24, 0, mask));
        for (unsigned i = 0; i < 4; i++) {
            add(f, probe_addr(i, i));
        }
        finish(f);
        for (unsigned i = 0; i < 4; i++) {
            g_assert_cmpfloat(f->out[i][0], ==, 100 +
                              (mask >> (3 - i) & 1 ? sum[i] : old[i]));
        }
    }
}

/* Bit 120: whatever reads the address register reads zero. */
static void test_no_a1(void)
{
    g_autofree Fixture *f = new_fixture();
    VpWord word;

    numbered_consts(f);
    set_const(f, 0, 1, 2, 30, 40);
    f->attr[4][0] = 44;
    add(f, load_addr(13, 0, VP_XYZW));
    word = vp_nop();                            /* o[5] = a[4], not 6, 7 */
    vp_attr(&word, 4);
    vp_src(&word, 0, VP_ATTR, 0);
    vp_vec(&word, 1, 63, VP_X);
    vp_export(&word, true, 5);
    vp_set(&word, 124, 123, 3);
    vp_set(&word, 97, 96, 1);
    vp_set(&word, 120, 120, 1);
    add(f, word);
    word = stack_op(26, 0);                     /* push zeros */
    vp_set(&word, 120, 120, 1);
    add(f, word);
    word = load_addr(24, 0, VP_Y);              /* A0.y = 0 + 0 */
    vp_set(&word, 120, 120, 1);
    add(f, word);
    add(f, probe_addr(0, 0));
    add(f, probe_addr(1, 1));
    add(f, stack_op(0, 20));
    add(f, probe_addr(3, 2));
    finish(f);
    g_assert_cmpfloat(f->out[5][0], ==, 44);
    g_assert_cmpfloat(f->out[0][0], ==, 101);
    g_assert_cmpfloat(f->out[1][0], ==, 100);
    g_assert_cmpfloat(f->out[2][0], ==, 100);
}

/* Constants at each boundary, relative and absolute. */
static void test_const_ranges(void)
{
    /* final index; what a limit of 2..250 and one of 0..255 let through */
    static const struct { int index; float narrow, wide; } rows[] = {
        { -1023, -1, -1 }, { -1, -1, -1 }, { 0, -1, 500 }, { 1, -1, -1 },
        { 2, 502, 502 }, { 250, 750, 750 }, { 251, 0, 751 }, { 255, 0, 755 },
        { 256, 0, 0 }, { 1023, 0, 0 }, { 1024, 0, 0 }, { 2046, 0, 0 },
    };

    for (unsigned n = 0; n < G_N_ELEMENTS(rows) * 2; n++) {
        g_autofree Fixture *f = new_fixture();
        int base = n % 24 / 2 % 3 * 511, offset = rows[n / 2].index - base;
        float want = n % 2 ? rows[n / 2].wide : rows[n / 2].narrow;
        VpWord word = mov_const(base, 63, VP_X);

        for (unsigned i = 0; i < 256; i++) {
            set_const(f, i, 500 + i, 0, 0, 0);
        }
        set_const(f, 1, -1, 0, 0, 0);
        f->attr[0][2] = offset;
        f->regs.reg[0x202] = n % 2 ? 0x00ff0000 : 250 << 16 | 2;
        vp_set(&word, 90, 86, 13);
        vp_src(&word, 0, VP_ATTR, 0);
        vp_set(&word, 116, 111, 0);
        vp_set(&word, 16, 13, VP_Z);
        add(f, word);
        word = mov_const(base, 63, VP_X);
        vp_set(&word, 1, 1, 1);
        vp_set(&word, 97, 96, 2);
        vp_export(&word, true, 0);
        add(f, word);
        finish(f);
        g_assert_cmpfloat(f->out[0][0], ==, want);
        g_assert_cmpint(count_of(f, GR3D_EV_VP_CONST), ==,
                        n % 2 ? rows[n / 2].index < 0 ||
                                rows[n / 2].index > 255
                              : rows[n / 2].index < 2 ||
                                rows[n / 2].index > 250);
    }
}

/* Attribute and export indices -20..35, from each base. */
static void test_relative_ranges(void)
{
    for (int base = 0; base < 16; base += 5) {
        for (int index = -20; index < 36; index++) {
            g_autofree Fixture *f = new_fixture();
            bool in = index >= 0 && index < 16;
            VpWord word = vp_nop();

            for (int i = 0; i < 16; i++) {
                f->attr[i][0] = 100 + i;
            }
            set_const(f, 0, 0, 0, 0, index - base);
            add(f, load_addr(13, 0, VP_W));
            vp_attr(&word, base);
            vp_src(&word, 0, VP_ATTR, 0);
            vp_vec(&word, 1, 3, VP_X);
            vp_set(&word, 97, 96, 3);
            vp_set(&word, 123, 123, 1);
            add(f, word);
            word = mov_out(3, base);
            vp_set(&word, 97, 96, 3);
            vp_set(&word, 124, 124, 1);
            add(f, word);
            finish(f);
            for (int i = 0; i < 16; i++) {
                g_assert_cmpfloat(f->out[i][0], ==,
                                  in && i == index ? 100 + i : 0);
            }
            g_assert_cmpint(count_of(f, GR3D_EV_VP_ATTR), ==, !in);
            g_assert_cmpint(count_of(f, GR3D_EV_VP_EXPORT), ==, !in);
        }
    }
}

/* Export 31 is none, relative or not. */
static void test_no_export(void)
{
    g_autofree Fixture *f = new_fixture();
    VpWord word = mov_const(1, 63, VP_XYZW);

    set_const(f, 0, -20, -20, -20, -20);
    set_const(f, 1, 7, 7, 7, 7);
    add(f, load_addr(13, 0, VP_XYZW));
    vp_export(&word, true, 31);
    vp_set(&word, 124, 124, 1);
    add(f, word);
    finish(f);
    for (int i = 0; i < 16; i++) {
        check_vec4(f->out[i], 0, 0, 0, 1);
    }
    g_assert_cmpint(f->events.num, ==, 0);
}

#define T(name) g_test_add_func("/vp-address/" #name, test_##name)

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    T(address_values);
    T(ara_masks);
    T(no_a1);
    T(const_ranges);
    T(relative_ranges);
    T(no_export);
    return g_test_run();
}
