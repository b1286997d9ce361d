/*
 * Tests of GR3D set-up of lines and points
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "su-run.h"

/* A point of 4 pixels at (20, 30): 18..21 x 28..31, s and t as planes. */
static void test_point(void)
{
    g_autofree Fixture *f = new_fixture();
    const Gr3dPrim *p = f->prim;
    int c0, c1, r0, r1;
    float l[3];

    f->regs.reg[0x346] = 1 << 12;
    set_float(&f->regs, 0x347, 2);
    set_float(&f->regs, 0x348, 4);              /* max s, max t, min s */
    set_float(&f->regs, 0x349, 8);
    set_float(&f->regs, 0x34a, 2);
    f->regs.reg[0x300] = 1 << 3 | 1 << 18 | 2 << 22;
    f->regs.reg[0x301] = 0xfedc;
    f->v[0].row[1][2] = 1;
    set_vertex(f, 0, 20, 30, 0, 1);
    g_assert_cmpint(setup(f, 1, 0), ==, 1);
    g_assert_cmpint(count_pixels(p, &c0, &c1, &r0, &r1), ==, 16);
    g_assert_cmpint(c0, ==, 18);
    g_assert_cmpint(c1, ==, 21);
    g_assert_cmpint(r0, ==, 28);
    g_assert_cmpint(r1, ==, 31);
    /* u = 0.5/4 at the first, v = 3.5/4 at the last */
    gr3d_prim_coefs(p, 18, 31, l);
    g_assert_cmpfloat(l[1], ==, 0.125);
    g_assert_cmpfloat(l[2], ==, 0.875);
    g_assert_cmpfloat(l[0], ==, 0);
    g_assert_cmphex(p->tram[0][0][0], ==, 0x40000);     /* 2 */
    g_assert_cmphex(p->tram[0][0][1], ==, 0x42000);     /* 4 */
    g_assert_cmphex(p->tram[0][0][2], ==, 0x40000);
    g_assert_cmphex(p->tram[0][1][0], ==, 0);
    g_assert_cmphex(p->tram[0][1][1], ==, 0);
    g_assert_cmphex(p->tram[0][1][2], ==, 0x44000);     /* 8 */
    g_assert_cmphex(p->tram[0][2][1], ==, 0x3e000);
}

static void test_point_sizes(void)
{
    g_autofree Fixture *f = new_fixture();
    int c0, c1, r0, r1;

    f->regs.reg[0x346] = 0x1401 | 3 << 8;       /* per vertex: row 1, w */
    set_vertex(f, 0, 32, 32, 0, 1);
    f->v[0].row[1][3] = 6;                      /* full width */
    g_assert_cmpint(setup(f, 1, 0), ==, 1);
    g_assert_cmpint(count_pixels(f->prim, &c0, &c1, &r0, &r1), ==, 36);
    f->v[0].row[1][3] = 0;
    g_assert_cmpint(setup(f, 1, 0), ==, 0);
    f->v[0].row[1][3] = -1;
    g_assert_cmpint(setup(f, 1, 0), ==, 0);
    f->v[0].row[1][3] = NAN;
    g_assert_cmpint(setup(f, 1, 0), ==, 0);
    f->v[0].row[1][3] = INFINITY;               /* clamped */
    g_assert_cmpint(setup(f, 1, 0), ==, 1);
    /* culling is not for points */
    f->regs.reg[0x343] |= 3 << 16;
    g_assert_cmpint(setup(f, 1, 0), ==, 1);
    g_assert_true(f->prim[0].front);
    /* centre outside: by w, by the screen, by depth */
    set_vertex(f, 0, 32, 32, 0, 0);
    g_assert_cmpint(setup(f, 1, 0), ==, 0);
    set_vertex(f, 0, 32, 32, 0, 1);
    f->regs.reg[0x346] &= ~(1u << 12);
    g_assert_cmpint(setup(f, 1, 0), ==, 0);
    set_vertex(f, 0, 0.75f, -1, 0, 1);
    g_assert_cmpint(setup(f, 1, 0), ==, 1);
    set_vertex(f, 0, 0.75f, -1, 8, 1);
    g_assert_cmpint(setup(f, 1, 0), ==, 0);
}

/* (10.5, 20.5) to (30.5, 20.5), width 2: columns 10..29, rows 20 -+ 1. */
static void test_line(void)
{
    for (unsigned cut = 0; cut < 2; cut++) {
        g_autofree Fixture *f = new_fixture();
        const Gr3dPrim *p = f->prim;
        int c0, c1, r0, r1;
        float l[3];

        f->regs.reg[0x34c] = 2 | cut;
        set_float(&f->regs, 0x34d, 1);
        set_vertex(f, 0, 10.5f, 20.5f, 0, 1);
        set_vertex(f, 1, 30.5f, 20.5f, 1, 2);   /* w = 2: half as far */
        set_vertex(f, 1, 61, 41, 1, 2);
        g_assert_cmpint(setup(f, 2, 0), ==, 1);
        g_assert_cmpint(count_pixels(p, &c0, &c1, &r0, &r1), ==, 40);
        g_assert_cmpint(c0, ==, 10);
        g_assert_cmpint(c1, ==, 29);
        g_assert_cmpint(r0, ==, 19);
        g_assert_cmpint(r1, ==, 20);
        gr3d_prim_coefs(p, 15, 20, l);
        g_assert_cmpfloat(l[0], ==, 0.75);
        g_assert_cmpfloat(l[1], ==, 0.25 / 2);
        g_assert_cmpfloat(l[2], ==, 0);
        gr3d_prim_coefs(p, 40, 20, l);
        g_assert_cmpfloat(l[1], ==, 1 / 2.);
        g_assert_cmpfloat(p->q[1], ==, 0.5);
        g_assert_cmpfloat(p->q[2], ==, 0.5);
        g_assert_true(p->front);
    }
}

/* 3-4-5: half width 5 along the normal (-4, 3)/5; or up and down by 5 */
static void test_line_cut(void)
{
    g_autofree Fixture *f = new_fixture();

    f->regs.reg[0x34c] = 3;
    set_float(&f->regs, 0x34d, 5);
    set_vertex(f, 0, 20.5f, 20.5f, 0, 1);
    set_vertex(f, 1, 44.5f, 38.5f, 0, 1);
    g_assert_cmpint(setup(f, 2, 0), ==, 1);
    g_assert_true(prim_covers(f->prim, 18, 23));    /* 3.6 off, 0.2 along */
    g_assert_true(prim_covers(f->prim, 24, 28));    /* 4 off, 8 along */
    g_assert_false(prim_covers(f->prim, 24, 30));   /* 5.6 off the line */
    f->regs.reg[0x34c] = 2;
    g_assert_cmpint(setup(f, 2, 0), ==, 1);
    g_assert_false(prim_covers(f->prim, 18, 23));
    g_assert_true(prim_covers(f->prim, 21, 25));    /* line + 4.25 rows */
    g_assert_false(prim_covers(f->prim, 21, 27));
}

static void test_line_clip(void)
{
    g_autofree Fixture *f = new_fixture();
    int c0, c1, r0, r1;

    f->regs.reg[0x34c] = 2;
    set_float(&f->regs, 0x34d, 0.5f);
    set_float(&f->regs, 0x358, 20);
    f->regs.reg[0x300] = 1 << 3;
    f->regs.reg[0x301] = 0xfedc;
    set_vertex(f, 0, 10.5f, 20.5f, 0, 1);
    set_vertex(f, 1, 30, 20.5f, 0, 1);
    f->v[1].row[1][0] = 39;                     /* 2 per column */
    g_assert_cmpint(setup(f, 2, 0), ==, 1);
    g_assert_cmpint(count_pixels(f->prim, &c0, &c1, &r0, &r1), ==, 10);
    g_assert_cmpint(c1, ==, 19);
    g_assert_cmphex(f->prim[0].tram[0][0][1], ==,
                    gr3d_fp20_from_double(19));
    /* the screen is the limit instead: nothing left */
    f->regs.reg[0x34c] = 0;
    g_assert_cmpint(setup(f, 2, 0), ==, 0);
    f->regs.reg[0x34c] = 2;
    set_vertex(f, 1, 10.5f, 20.5f, 0, 1);       /* no length */
    g_assert_cmpint(setup(f, 2, 0), ==, 0);
    set_vertex(f, 1, 15, 20.5f, 0, 1);
    set_float(&f->regs, 0x34d, 0);              /* no width */
    g_assert_cmpint(setup(f, 2, 0), ==, 0);
}

#define T(name) g_test_add_func("/su-lines/" #name, test_##name)

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    T(point);
    T(point_sizes);
    T(line);
    T(line_cut);
    T(line_clip);
    return g_test_run();
}
