/*
 * Tests of GR3D clipping, set-up and linker
 *
 * Coverage is counted by brute force over the edge functions.  Clipping has
 * test-clip.c, the fill rule test-fill-rule.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "su-run.h"

/* The triangle of the worked example: 8192 pixels, its extreme ones known. */
static void test_example(void)
{
    static const int inside[][2] = {
        { 127, 190 }, { 128, 190 }, { 64, 64 }, { 191, 64 }, { 128, 106 },
    };
    static const int outside[][2] = {
        { 63, 64 }, { 192, 64 }, { 128, 191 }, { 128, 63 }, { 126, 190 },
        { 129, 190 },
    };
    g_autofree Fixture *f = new_fixture();
    const Gr3dPrim *p = f->prim;
    unsigned count = 0;

    f->regs.reg[0x350] = f->regs.reg[0x351] = 256;
    for (int i = 0; i < 2; i++) {
        set_float(&f->regs, 0x352 + i, 2048);
        set_float(&f->regs, 0x355 + i, 2048);
    }
    set_vertex(f, 0, 0, 0.5f, 0, 1);
    set_vertex(f, 1, -0.5f, -0.5f, 0, 1);
    set_vertex(f, 2, 0.5f, -0.5f, 0, 1);
    g_assert_cmpint(setup(f, 3, 2), ==, 1);
    g_assert_true(p->front);
    for (int row = 0; row < 256; row++) {
        for (int col = 0; col < 256; col++) {
            if (prim_covers(p, col, row)) {
                g_assert_true(prim_box_has(p, col, row));
                count++;
            }
        }
    }
    g_assert_cmpint(count, ==, 8192);
    for (unsigned i = 0; i < G_N_ELEMENTS(inside); i++) {
        g_assert_true(prim_covers(p, inside[i][0], inside[i][1]));
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(outside); i++) {
        g_assert_false(prim_covers(p, outside[i][0], outside[i][1]));
    }
    /* z/w = 0: 2^20 * (0.5 - 2^-21) = 524287.5 */
    g_assert_cmpfloat(p->zb, ==, 524287.5);
    g_assert_cmpfloat(p->zx, ==, 0);
    g_assert_cmpfloat(p->zy, ==, 0);
}

/*
 * Weights at a vertex's own place, and that they sum to one.  Each is a
 * product of two rounded singles: off by three half units of 2^-23.
 */
static void test_coefs(void)
{
    g_autofree Fixture *f = new_fixture();
    static const float at[3][2] = { { 4.5f, 4.5f }, { 20.5f, 8.5f },
                                    { 12.5f, 36.5f } };

    for (int i = 0; i < 3; i++) {
        set_vertex(f, i, at[i][0], at[i][1], 0, 1);
    }
    g_assert_cmpint(setup(f, 3, 0), ==, 1);
    for (int i = 0; i < 3; i++) {
        float l[3];

        gr3d_prim_coefs(f->prim, at[i][0], at[i][1], l);
        for (int j = 0; j < 3; j++) {
            g_assert_true(i == j ? fabsf(l[j] - 1) <= 1.5f * 0x1p-23f :
                          l[j] == 0);
        }
    }
    for (int n = -5; n < 50; n++) {
        float l[3];

        gr3d_prim_coefs(f->prim, n, 3 * n - 7, l);
        g_assert_cmpfloat_with_epsilon((double)l[0] + l[1] + l[2], 1,
                                       1.5 * 0x1p-23 * (fabsf(l[0]) +
                                       fabsf(l[1]) + fabsf(l[2])));
    }
}

static void add_coverage(Fixture *f, unsigned char count[SIZE][SIZE])
{
    unsigned num = setup(f, 3, 0);

    for (unsigned n = 0; n < num; n++) {
        for (int row = 0; row < SIZE; row++) {
            for (int col = 0; col < SIZE; col++) {
                count[row][col] += prim_covers(&f->prim[n], col, row) &&
                                   prim_box_has(&f->prim[n], col, row);
            }
        }
    }
}

/*
 * A mesh over 8..56 whose inner corners are jittered in sixteenths, both
 * windings: every pixel of [8, 56) exactly once, none outside.  Coordinates
 * are at samples (half pixels) with probability 1/16 per axis, and the
 * outline runs through samples: the smaller ends are closed.
 */
static void test_mesh(void)
{
    enum { N = 6 };

    for (int round = 0; round < 60; round++) {
        g_autofree Fixture *f = new_fixture();
        unsigned char count[SIZE][SIZE] = { 0 };
        float x[N + 1][N + 1], y[N + 1][N + 1];

        for (int j = 0; j <= N; j++) {
            for (int i = 0; i <= N; i++) {
                bool edge_x = i == 0 || i == N, edge_y = j == 0 || j == N;

                x[j][i] = 8.5f + 8 * i +
                          (edge_x ? 0 : g_test_rand_int_range(-31, 32) / 16.f);
                y[j][i] = 8.5f + 8 * j +
                          (edge_y ? 0 : g_test_rand_int_range(-31, 32) / 16.f);
            }
        }
        for (int n = 0; n < N * N * 2; n++) {
            int i = n / 2 % N, j = n / 2 / N, k = n % 2;
            int turn = g_test_rand_int_range(0, 2);

            set_vertex(f, 0, x[j + k][i + k], y[j + k][i + k], 0, 1);
            set_vertex(f, 1 + turn, x[j][i + 1], y[j][i + 1], 0, 1);
            set_vertex(f, 2 - turn, x[j + 1][i], y[j + 1][i], 0, 1);
            add_coverage(f, count);
        }
        for (int row = 0; row < SIZE; row++) {
            for (int col = 0; col < SIZE; col++) {
                g_assert_cmpint(count[row][col], ==,
                                row >= 8 && row < 56 && col >= 8 && col < 56);
            }
        }
    }
}

/* Cut by a guard band of 20 on each side of 0: the neighbour fits still. */
static void test_mesh_clipped(void)
{
    for (int round = 0; round < 100; round++) {
        g_autofree Fixture *f = new_fixture();
        unsigned char count[SIZE][SIZE] = { 0 };
        float x[4] = { -40.5f, 40.5f, -40.5f, 40.5f };
        float y[4] = { -40.5f, -40.5f, 40.5f, 40.5f };
        unsigned wrong = 0;

        for (int i = 0; i < 2; i++) {
            set_float(&f->regs, 0x352 + i, 32 * 16);
            set_float(&f->regs, 0x358 + i, 20);
        }
        for (int i = 0; i < 4; i++) {
            x[i] += g_test_rand_int_range(-100, 100) / 16.f;
            y[i] += g_test_rand_int_range(-100, 100) / 16.f;
        }
        for (int n = 0; n < 2; n++) {
            set_vertex(f, 0, x[3 * n], y[3 * n], 0, 1);
            set_vertex(f, 1, x[1], y[1], 0, 1);
            set_vertex(f, 2, x[2], y[2], 0, 1);
            add_coverage(f, count);
        }
        for (int row = 0; row < SIZE; row++) {
            for (int col = 0; col < SIZE; col++) {
                bool in = row >= 12 && row < 52 && col >= 12 && col < 52;

                wrong += count[row][col] != in;
            }
        }
        g_assert_cmpint(wrong, ==, 0);
    }
}

static void test_cull_and_facing(void)
{
    for (unsigned cull = 0; cull < 4; cull++) {
        for (unsigned cw_front = 0; cw_front < 2; cw_front++) {
            g_autofree Fixture *f = new_fixture();

            f->regs.reg[0x343] |= cull << 16 | cw_front << 15;
            g_assert_cmpint(run_tri(f, true), ==, !(cull & 1));
            g_assert_cmpint(run_tri(f, false), ==, !(cull & 2));
            f->regs.reg[0x343] &= ~(3u << 16);
            run_tri(f, true);
            g_assert_cmpint(f->prim[0].front, ==, !cw_front);
            run_tri(f, false);
            g_assert_cmpint(f->prim[0].front, ==, cw_front);
        }
    }
}

static void test_degenerate(void)
{
    g_autofree Fixture *f = new_fixture();

    for (int i = 0; i < 3; i++) {
        set_vertex(f, i, 10 + i, 10 + 2 * i, 0, 1);
    }
    g_assert_cmpint(setup(f, 3, 0), ==, 0);
    g_assert_cmpint(f->events.num, ==, 0);
}

/* The sample grid moves with the sub-pixel offset: none at all here. */
static void test_subpixel(void)
{
    g_autofree Fixture *f = new_fixture();

    f->regs.reg[0x343] &= ~0x3ffc0000u;
    set_vertex(f, 0, 10, 10, 0, 1);
    set_vertex(f, 1, 13, 10, 0, 1);
    set_vertex(f, 2, 10, 13, 0, 1);
    g_assert_cmpint(setup(f, 3, 0), ==, 1);
    g_assert_true(prim_covers(f->prim, 10, 10));
    g_assert_true(prim_covers(f->prim, 12, 10));
    g_assert_false(prim_covers(f->prim, 13, 10));
    g_assert_false(prim_covers(f->prim, 12, 11));
}

/* To the nearest sixteenth, halves up: the corners tell by their edges. */
static void test_snap(void)
{
    static const struct { float x; int sixteenths; } cases[] = {
        { 10, 160 }, { 10 + 7 / 256.f, 160 }, { 10 + 8 / 256.f, 161 },
        { 10 + 9 / 256.f, 161 }, { -10 - 8 / 256.f, -160 },
        { -10 - 9 / 256.f, -161 },
    };

    for (unsigned n = 0; n < G_N_ELEMENTS(cases); n++) {
        g_autofree Fixture *f = new_fixture();
        int32_t x = cases[n].sixteenths + 320 - 8;

        set_float(&f->regs, 0x352, 320);
        set_vertex(f, 0, cases[n].x, 10, 0, 1);
        set_vertex(f, 1, cases[n].x, 40, 0, 1);
        set_vertex(f, 2, -40, 20, 0, 1);
        g_assert_cmpint(setup(f, 3, 0), ==, 1);
        /* edge 2 is the column x: c + dx * col = 0 at 16 col = x */
        g_assert_cmpint(f->prim[0].edge[2].dy, ==, 0);
        g_assert_cmpint(f->prim[0].edge[2].c * 16, ==,
                        -f->prim[0].edge[2].dx * x);
    }
}

static void test_scissor(void)
{
    g_autofree Fixture *f = new_fixture();

    f->regs.reg[0x350] = 12 << 16 | 15;
    f->regs.reg[0x351] = 11 << 16 | 18;
    g_assert_cmpint(run_tri(f, true), ==, 1);
    g_assert_cmpint(f->prim[0].box.col_min, ==, 12);
    g_assert_cmpint(f->prim[0].box.col_max, ==, 15);
    g_assert_cmpint(f->prim[0].box.row_min, ==, 11);
    g_assert_cmpint(f->prim[0].box.row_max, ==, 18);
    f->regs.reg[0x351] = 0;
    g_assert_cmpint(run_tri(f, true), ==, 0);
}

static void test_depth_offset(void)
{
    g_autofree Fixture *f = new_fixture();
    double without;

    /* z rises by 1/8 of the half range per column, 1/16 per row */
    set_vertex(f, 0, 0, 0, 0, 1);
    set_vertex(f, 1, 8, 0, 1, 1);
    set_vertex(f, 2, 0, 8, 0.5f, 1);
    set_float(&f->regs, 0x354, 0);
    set_float(&f->regs, 0x357, 0.5f);
    g_assert_cmpint(setup(f, 3, 0), ==, 1);
    without = f->prim[0].zb;
    set_float(&f->regs, 0x344, 3);
    set_float(&f->regs, 0x345, 2);
    g_assert_cmpint(setup(f, 3, 0), ==, 1);
    /* 2^19 / 8 per column; 2 * 65536 + 3 * 16 */
    g_assert_cmpfloat(f->prim[0].zb - without, ==, 131120);
    g_assert_cmpint(f->events.num, ==, 1);
}

/* CLIP_ENABLE off: neither guard band nor depth cuts, w still does. */
static void test_clip_off(void)
{
    g_autofree Fixture *f = new_fixture();

    set_float(&f->regs, 0x358, 0.001f);
    set_float(&f->regs, 0x35a, 0.001f);
    set_vertex(f, 0, 10, 10, 5, 1);
    set_vertex(f, 1, 20, 10, 5, 1);
    set_vertex(f, 2, 10, 20, 5, 1);
    g_assert_cmpint(setup(f, 3, 0), ==, 0);
    f->regs.reg[0x343] &= 0x7fffffff;
    g_assert_cmpint(setup(f, 3, 0), ==, 1);
    /* cut by w, and by the 18 bits far away from the screen */
    set_vertex(f, 2, 10, 20, 5, -1);
    g_assert_cmpint(setup(f, 3, 0), >=, 2);
    for (int i = 0; i < 3; i++) {
        set_vertex(f, i, 10, 20, 5, -1);
    }
    g_assert_cmpint(setup(f, 3, 0), ==, 0);
}

static void test_user_plane(void)
{
    g_autofree Fixture *f = new_fixture();

    f->regs.reg[0x35b] = 1 << 10 | 2 << 8 | 1;  /* row 1, z */
    f->v[1].row[1][2] = f->v[2].row[1][2] = 1;
    f->v[0].row[1][2] = -1;
    g_assert_cmpint(run_tri(f, true), ==, 2);
    /* cut half way at (15, 10) and (10, 15) */
    g_assert_false(prim_covers(&f->prim[0], 11, 11) ||
                   prim_covers(&f->prim[1], 11, 11));
    g_assert_true(prim_covers(&f->prim[0], 12, 14) !=
                  prim_covers(&f->prim[1], 12, 14));
    f->v[1].row[1][2] = f->v[2].row[1][2] = -0.5f;
    g_assert_cmpint(run_tri(f, true), ==, 0);
}

/*
 * A square of +-20 loses three corners to the triangle's sides and the fourth
 * to the user plane x - y <= 38: eight corners, six triangles.
 */
static void test_octagon(void)
{
    static const float at[3][2] = {
        { 0, 30 }, { -63 / 1.9f, 30 - 63 / 1.9f }, { 630, -600 },
    };
    g_autofree Fixture *f = new_fixture();
    unsigned area = 0;

    f->regs.reg[0x35b] = 1 << 10 | 1;           /* row 1, x */
    for (int i = 0; i < 2; i++) {
        set_float(&f->regs, 0x352 + i, 32 * 16);
        set_float(&f->regs, 0x358 + i, 20);
    }
    for (int i = 0; i < 3; i++) {
        set_vertex(f, i, at[i][0], at[i][1], 0, 1);
        f->v[i].row[1][0] = 38 - at[i][0] + at[i][1];
    }
    g_assert_cmpint(setup(f, 3, 0), ==, 6);
    for (unsigned n = 0; n < 6; n++) {
        area += twice_area(&f->prim[n]);
    }
    /*
     * 1600 less the corners: 10^2/2 twice, 2^2/2, and at the left below a
     * triangle of 5 along x (x = -13/0.9 is -14.44, so 5.556) and 5 along y
     */
    g_assert_cmpfloat_with_epsilon(area / 512., 1600 - 102 - 5.5556 * 2.5, 2);
}

static void test_not_finite(void)
{
    static const float bad[] = { NAN, INFINITY, -INFINITY };

    for (unsigned n = 0; n < 12; n++) {
        g_autofree Fixture *f = new_fixture();

        run_tri(f, true);
        f->v[2].row[0][n % 4] = bad[n / 4];
        g_assert_cmpint(setup(f, 3, 0), ==, 0);
        g_assert_cmpint(f->events.num, ==, 1);
    }
}

/* Source component n goes to the column in nibble n; one rounding. */
static void test_link_swizzle(void)
{
    g_autofree Fixture *f = new_fixture();
    const Gr3dPrim *p = f->prim;

    f->regs.reg[0x300] = 1 << 3 | 2 << 9;       /* row 1 -> TRAM row 2 */
    f->regs.reg[0x301] = 0xfecd;
    for (int i = 0; i < 3; i++) {
        f->v[i].row[1][0] = 1;                  /* -> column y */
        f->v[i].row[1][1] = 0.1f;               /* -> column x */
        f->v[i].row[1][2] = -1;
        f->v[i].row[1][3] = i;
    }
    g_assert_cmpint(run_tri(f, true), ==, 1);
    g_assert_cmphex(p->tram[2][1][0], ==, 0x3e000);
    g_assert_cmphex(p->tram[2][0][0], ==, 0x37333);
    g_assert_cmphex(p->tram[2][2][0], ==, 0xbe000);
    g_assert_cmphex(p->tram[2][3][0], ==, 0);
    g_assert_cmphex(p->tram[2][3][1], ==, 0x3e000);
    g_assert_cmphex(p->tram[2][3][2], ==, 0x40000);
    g_assert_cmphex(p->tram[0][0][0], ==, 0);
}

/* Two fx10 halves of one column, from two instructions, and saturation. */
static void test_link_packed(void)
{
    g_autofree Fixture *f = new_fixture();

    f->regs.reg[0x343] |= 1 << 5;               /* instructions 0 and 1 */
    f->regs.reg[0x300] = 1 << 3;
    f->regs.reg[0x301] = 0x4 | 1 << 4 | 1 << 6; /* x low of 0, y low of 1 */
    f->regs.reg[0x302] = 2 << 3;
    f->regs.reg[0x303] = 0x8;                   /* row 2 x: high of 0 */
    f->regs.reg[0x120] = 7;
    f->v[0].row[1][0] = 0.5f;
    f->v[0].row[1][1] = 7;
    f->v[0].row[2][0] = -2.5f;
    g_assert_cmpint(run_tri(f, true), ==, 1);
    g_assert_cmphex(f->prim[0].tram[0][0][0], ==, 0x200 << 10 | 0x80);
    g_assert_cmphex(f->prim[0].tram[0][1][0], ==, 0x1ff);
}

/* Flat bits are per component; the provoking vertex survives clipping. */
static void test_link_flat(void)
{
    g_autofree Fixture *f = new_fixture();
    unsigned num;

    f->regs.reg[0x300] = 1 << 3;
    f->regs.reg[0x301] = 0xfedc | 2 << 16;      /* y is flat */
    for (int i = 0; i < 3; i++) {
        f->v[i].row[1][0] = f->v[i].row[1][1] = i;
    }
    set_vertex(f, 0, 10, 10, 0, 1);
    set_vertex(f, 1, 20, 10, 0, 1);
    set_vertex(f, 2, 10, 20, 0, -1);
    num = setup(f, 3, 2);
    g_assert_cmpint(num, >, 0);
    for (unsigned n = 0; n < num; n++) {
        for (int i = 0; i < 3; i++) {
            g_assert_cmphex(f->prim[n].tram[0][1][i], ==, 0x40000);
        }
    }
    /* corner 0 is the first vertex, corner 1 the second: not flat */
    g_assert_cmphex(f->prim[0].tram[0][0][0], ==, 0);
    g_assert_cmphex(f->prim[0].tram[0][0][1], ==, 0x3e000);
}

/* Not executed, of another source, or out of the MFU's reach. */
static void test_link_nothing(void)
{
    static const uint32_t zero[GR3D_TRAM_ROWS][4][3];
    static const struct { uint32_t param, even; unsigned events; } cases[] = {
        { 2 | 1 << 5, 1 << 3, 0 },              /* LAST < FIRST */
        { 0, 1 << 3 | 1, 0 },                   /* depth */
        { 0, 1 << 3 | 16 << 9, 1 },             /* row 16 */
        { 0, 5 << 3, 0 },                       /* row behind the last */
    };

    for (unsigned n = 0; n < G_N_ELEMENTS(cases); n++) {
        g_autofree Fixture *f = new_fixture();

        f->regs.reg[0x343] |= cases[n].param;
        f->regs.reg[0x300] = cases[n].even;
        f->regs.reg[0x301] = 0xfedc;
        f->v[0].row[1][0] = 1;
        g_assert_cmpint(run_tri(f, true), ==, 1);
        g_assert_cmpmem(f->prim[0].tram, sizeof(zero), zero, sizeof(zero));
        g_assert_cmpint(f->events.num, ==, cases[n].events);
    }
}

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

static float rand_float(void)
{
    uint32_t bits = g_test_rand_int();
    float v;

    if (bits & 15) {
        return (float)g_test_rand_double_range(-100, 100);
    }
    memcpy(&v, &bits, sizeof(v));
    return v;
}

/*
 * Corners made once, close together, with the columns that are read only:
 * everything is the same, and nothing else is written.
 */
static void check_corners(Fixture *f, unsigned kind, unsigned made)
{
    const Gr3dVertex *const v[3] = { &f->v[0], &f->v[1], &f->v[2] };
    uint64_t columns = (uint64_t)g_test_rand_int() << 32 |
                       (uint32_t)g_test_rand_int();
    g_autofree Gr3dPrim *prim = g_new(Gr3dPrim, GR3D_SU_MAX_PRIMS);
    g_autofree uint8_t *room = NULL;
    size_t tail = sizeof(Gr3dPrim) - offsetof(Gr3dPrim, wc);
    const Gr3dCorner *corner[3];
    unsigned events = f->events.num;
    const uint8_t *end;

    columns &= g_test_rand_bit() ? UINT64_MAX : 0xff;
    memset(prim, 0x55, GR3D_SU_MAX_PRIMS * sizeof(prim[0]));
    f->su.triangles = kind == 3;
    gr3d_su_set_columns(&f->su, columns);
    room = g_malloc(3 * gr3d_su_corner_size(&f->su));
    for (unsigned i = 0; i < 3; i++) {
        void *at = room + i * gr3d_su_corner_size(&f->su);

        gr3d_su_corner(&f->su, kind, v[i], at);
        corner[i] = at;
    }
    g_assert_cmpint(gr3d_su_corners(&f->su, v, corner, kind, corner[0], prim,
                                    &f->events), ==, made);
    g_assert_cmpint(f->events.num, ==, events);
    for (unsigned n = 0; n < made * 64; n++) {
        uint32_t (*got)[3] = gr3d_su_prim_at(&f->su, prim, n / 64)->tram[0];
        uint32_t (*all)[3] = f->prim[n / 64].tram[0];

        for (unsigned i = 0; columns >> n % 64 && i < 3; i++) {
            g_assert_cmphex(got[n % 64][i], ==, columns >> n % 64 & 1 ?
                            all[n % 64][i] : 0x55555555);
        }
    }
    for (unsigned n = 0; n < made; n++) {
        g_assert_cmpmem(gr3d_su_prim_at(&f->su, prim, n),
                        offsetof(Gr3dPrim, tram), &f->prim[n],
                        offsetof(Gr3dPrim, tram));
        if (kind < 3) {
            g_assert_cmpmem(&prim[n].wc, tail, &f->prim[n].wc, tail);
        }
    }
    /* the next one may be begun and rejected */
    end = (uint8_t *)gr3d_su_prim_at(&f->su, prim, made + 1);
    for (; end < (uint8_t *)(prim + GR3D_SU_MAX_PRIMS); end++) {
        g_assert_cmphex(*end, ==, 0x55);
    }
}

/* Depth within 2^40, 1/w within 2^30; so are steps and weights */
static void check_values(const Gr3dPrim *p)
{
    double area = twice_area(p);

    g_assert_cmpfloat(area, >, 0);
    g_assert_true(fabs(p->zx) <= 0x1p43 * 0x1p24 / area);
    g_assert_true(fabs(p->zy) <= 0x1p43 * 0x1p24 / area);
    g_assert_true(fabs(p->zb) <= 0x1p42 + fabs(p->zx) + fabs(p->zy));
    for (int i = 0; i < 3; i++) {
        g_assert_true(p->k[i] >= 0 && p->k[i] <= 0x1p30);
    }
}

/* Whatever the registers and positions: bounded output, boxes in scissor. */
static void test_hostile(void)
{
    g_autofree Fixture *f = g_new0(Fixture, 1);
    unsigned drawn = 0;

    for (int round = 0; round < 20000; round++) {
        unsigned num;

        for (unsigned i = 0x343; i < 0x35c; i++) {
            set_float(&f->regs, i, rand_float());
        }
        f->regs.reg[0x343] = g_test_rand_int();
        f->regs.reg[0x346] = g_test_rand_int();
        f->regs.reg[0x34c] = g_test_rand_int();
        f->regs.reg[0x350] = g_test_rand_int() | 0x1000;
        f->regs.reg[0x351] = g_test_rand_int() | 0x1000;
        f->regs.reg[0x35b] = g_test_rand_int();
        f->regs.reg[0x120] = g_test_rand_int();
        f->regs.reg[0x300] = g_test_rand_int();
        f->regs.reg[0x301] = g_test_rand_int();
        for (int i = 0; i < 3 * 64; i++) {
            (&f->v[0].row[0][0])[i] = rand_float();
        }
        memset(f->prim, 0x55, sizeof(f->prim));
        num = setup(f, 1 + round % 3, 0);
        g_assert_cmpint(num, <=, GR3D_SU_MAX_PRIMS);
        check_corners(f, 1 + round % 3, num);
        drawn += num;
        for (unsigned n = 0; n < num; n++) {
            const Gr3dPrim *p = &f->prim[n];

            g_assert_cmpint(p->box.col_min, >=, f->su.scissor.col_min);
            g_assert_cmpint(p->box.col_max, <=, f->su.scissor.col_max);
            g_assert_cmpint(p->box.col_min, <, p->box.col_max);
            g_assert_cmpint(p->box.row_min, >=, f->su.scissor.row_min);
            g_assert_cmpint(p->box.row_max, <=, f->su.scissor.row_max);
            g_assert_cmpint(p->box.row_min, <, p->box.row_max);
            if (p->kind == GR3D_PRIM_TRIANGLE) {
                check_values(p);
            }
            for (int i = 0; p->kind != GR3D_PRIM_TRIANGLE && i < 3; i++) {
                g_assert_true(fabs(p->z[i]) <= 0x1p40);
                g_assert_true(p->q[i] > 0 && p->q[i] <= 0x1p30);
            }
        }
    }
    g_assert_cmpint(drawn, >, 300);
}

#define T(name) g_test_add_func("/su/" #name, test_##name)

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    T(example);
    T(coefs);
    T(mesh);
    T(mesh_clipped);
    T(cull_and_facing);
    T(degenerate);
    T(subpixel);
    T(snap);
    T(scissor);
    T(depth_offset);
    T(clip_off);
    T(user_plane);
    T(octagon);
    T(not_finite);
    T(link_swizzle);
    T(link_packed);
    T(link_flat);
    T(link_nothing);
    T(point);
    T(point_sizes);
    T(line);
    T(line_cut);
    T(line_clip);
    T(hostile);
    return g_test_run();
}
