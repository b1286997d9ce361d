/*
 * Tests of GR3D clipping and set-up of triangles
 *
 * Coverage is counted by brute force over the edge functions.  Clipping has
 * test-clip.c, the fill rule test-fill-rule.c, lines and points have
 * test-su-lines.c, the linker has test-su-linker.c.
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

static float rand_any_float(void)
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
 * Check corners made once, close together, with only the columns that are read:
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

/* Check that depth is within 2^40, 1/w within 2^30, as steps and weights. */
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
            set_float(&f->regs, i, rand_any_float());
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
            (&f->v[0].row[0][0])[i] = rand_any_float();
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
    T(hostile);
    return g_test_run();
}
