/*
 * Tables and small models for GR3D set-up: window transform, facing, scissor,
 * depth planes, lines and points
 *
 * The models are written from docs/specs/tegra-gr3d.rst (Set-up); they share no
 * code with the engine.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "su-run.h"

/*
 * Window transform: the exact integers that the edge functions hold.
 */

typedef struct Place {
    int64_t x, y;
    double z;
} Place;

static int sext6(unsigned v)
{
    return v < 32 ? v : (int)v - 64;
}

static Place model_place(const float pos[4], const float view[6],
                         unsigned x_off, unsigned y_off, bool transpose)
{
    double x = (double)pos[0] / pos[3] * view[3] + view[0];
    double y = (double)pos[1] / pos[3] * view[4] + view[1];
    Place p;

    p.x = floor((transpose ? y : x) + 0.5) + sext6(x_off);
    p.y = floor((transpose ? x : y) + 0.5) + sext6(y_off);
    p.z = ((double)pos[2] / pos[3] * view[5] + view[2]) * 1048576;
    return p;
}

/* Return E over a -> b at sample (col, row). */
static int64_t model_edge(const Place *a, const Place *b, int col, int row)
{
    return (b->x - a->x) * (16 * row - a->y) -
           (16 * col - a->x) * (b->y - a->y);
}

static void check_edges(const Gr3dPrim *p, const Place at[3], int sign)
{
    for (int i = 0; i < 3; i++) {
        const Place *a = &at[(i + 1) % 3], *b = &at[(i + 2) % 3];
        const GpuEdge *e = &p->edge[i];

        for (int n = 0; n < 4; n++) {
            int col = rand_int(0, 4000), row = rand_int(0, 4000);

            g_assert_cmpint(gpu_edge_at(e, col, row), ==,
                            sign * model_edge(a, b, col, row));
        }
    }
}

static void test_window(void)
{
    unsigned drawn = 0;

    for (int round = 0; round < 20000; round++) {
        g_autofree Fixture *f = new_fixture();
        unsigned x_off = rand_int(0, 63), y_off = rand_int(0, 63);
        bool transpose = rand_int(0, 1);
        float view[6] = {
            rand_float(-500, 4000), rand_float(-500, 4000), rand_float(0, 1),
            rand_float(1, 3000), rand_float(-3000, 3000), rand_float(-1, 1),
        };
        Place at[3];
        int64_t area;

        f->regs.reg[0x343] = 0x80000000 | transpose << 30 | y_off << 24 |
                             x_off << 18;
        f->regs.reg[0x350] = f->regs.reg[0x351] = 0x1fff;
        for (int i = 0; i < 6; i++) {
            set_float(&f->regs, 0x352 + i, view[i]);
        }
        for (int i = 0; i < 3; i++) {
            float w = rand_float(0.1, 10);

            set_vertex(f, i, rand_float(-w, w), rand_float(-w, w),
                       rand_float(-w, w), w);
            at[i] = model_place(f->v[i].row[0], view, x_off, y_off,
                                transpose);
        }
        if (!setup(f, 3, 0)) {
            continue;
        }
        drawn++;
        area = (at[1].x - at[0].x) * (at[2].y - at[0].y) -
               (at[2].x - at[0].x) * (at[1].y - at[0].y);
        g_assert_cmpint(twice_area(f->prim), ==, ABS(area));
        g_assert_cmpint(f->prim->front, ==, area > 0);
        check_edges(f->prim, at, area > 0 ? 1 : -1);
        for (int i = 0; i < 3; i++) {
            Gr3dCorner c;

            gr3d_su_corner(&f->su, 3, &f->v[i], &c);
            g_assert_cmpfloat_with_epsilon(c.z, at[i].z, 1e-6);
            g_assert_cmpfloat(c.q, ==, 1.0 / f->v[i].row[0][3]);
        }
    }
    g_assert_cmpint(drawn, >, 5000);
}

/* The picture is mirrored at the diagonal, and the winding with it. */
static void test_transpose(void)
{
    for (int ccw = 0; ccw < 2; ccw++) {
        g_autofree Fixture *f = new_fixture();
        bool plain[SIZE][SIZE];

        set_vertex(f, 0, 10.1f, 12.2f, 0, 1);
        set_vertex(f, 1 + ccw, 30.3f, 20.4f, 0, 1);
        set_vertex(f, 2 - ccw, 15.6f, 50.7f, 0, 1);
        g_assert_cmpint(setup(f, 3, 0), ==, 1);
        g_assert_cmpint(f->prim->front, ==, !ccw);
        for (int n = 0; n < SIZE * SIZE; n++) {
            plain[n / SIZE][n % SIZE] = prim_covers(f->prim, n % SIZE,
                                                    n / SIZE);
        }
        f->regs.reg[0x343] |= 1u << 30;
        g_assert_cmpint(setup(f, 3, 0), ==, 1);
        g_assert_cmpint(f->prim->front, ==, ccw);
        for (int n = 0; n < SIZE * SIZE; n++) {
            g_assert_cmpint(prim_covers(f->prim, n / SIZE, n % SIZE), ==,
                            plain[n / SIZE][n % SIZE]);
        }
        /* 3 * 16 = 48 along x is along the columns of a mirrored point */
        g_assert_true(prim_box_has(f->prim, 45, 18));
        g_assert_false(prim_box_has(f->prim, 18, 45));
    }
}

/* Facing and culling: winding x CULL x FRONT_FACE, and what is not culled. */
static void test_facing(void)
{
    for (unsigned n = 0; n < 16; n++) {
        unsigned cull = n & 3, front_cw = n >> 2 & 1, cw = n >> 3;
        g_autofree Fixture *f = new_fixture();
        bool culled = cull & (cw ? 2 : 1);

        f->regs.reg[0x343] |= cull << 16 | front_cw << 15;
        set_float(&f->regs, 0x347, 3);
        set_float(&f->regs, 0x34d, 3);
        g_assert_cmpint(run_tri(f, !cw), ==, !culled);
        if (!culled) {
            g_assert_cmpint(f->prim->front, ==, cw == front_cw);
        }
        g_assert_cmpint(setup(f, 2, 0), ==, 0);     /* screen clips lines */
        f->regs.reg[0x34c] = 2;
        f->regs.reg[0x346] = 1 << 12;
        g_assert_cmpint(setup(f, 2, 0), ==, 1);
        g_assert_true(f->prim->front);
        g_assert_cmpint(setup(f, 1, 0), ==, 1);
        g_assert_true(f->prim->front);
    }
}

/* MIN <= pixel < MAX for each of the three kinds. */
static void test_scissors(void)
{
    for (int round = 0; round < 3000; round++) {
        g_autofree Fixture *f = new_fixture();
        int x0 = rand_int(0, 70), x1 = rand_int(0, 70);
        int y0 = rand_int(0, 70), y1 = rand_int(0, 70);
        unsigned kind = round % 3, num, want = 0, got = 0;

        f->regs.reg[0x34c] = 2;
        f->regs.reg[0x346] = 1 << 12;
        set_float(&f->regs, 0x347, 40);
        set_float(&f->regs, 0x34d, 60);
        set_vertex(f, 0, kind ? -20 : 32, kind ? 30 : 32, 0, 1);
        set_vertex(f, 1, kind == 1 ? 90 : 200, kind == 1 ? 30 : -50, 0, 1);
        set_vertex(f, 2, 100, 200, 0, 1);
        f->regs.reg[0x350] = f->regs.reg[0x351] = 0x1fff;
        g_assert_cmpint(setup(f, kind + 1, 0), ==, 1);
        for (int n = 0; n < SIZE * SIZE; n++) {
            want += prim_covers(f->prim, n % SIZE, n / SIZE) &&
                    n % SIZE >= x0 && n % SIZE < x1 && n / SIZE >= y0 &&
                    n / SIZE < y1;
        }
        f->regs.reg[0x350] = x0 << 16 | x1;
        f->regs.reg[0x351] = y0 << 16 | y1;
        num = setup(f, kind + 1, 0);
        for (int n = 0; num && n < SIZE * SIZE; n++) {
            got += prim_covers(f->prim, n % SIZE, n / SIZE) &&
                   prim_box_has(f->prim, n % SIZE, n / SIZE);
        }
        g_assert_cmpint(got, ==, want);
    }
}

/* Polygon offset: slopes from the plane through the three window points. */
static void test_offsets(void)
{
    for (int round = 0; round < 5000; round++) {
        g_autofree Fixture *f = new_fixture();
        const float view[6] = { 0, 0, 0.25f, 16, 16, 0.5f };
        float factor = rand_float(-4, 4), units = rand_float(-9, 9);
        double dx1, dy1, dz1, dx2, dy2, dz2, det, by_col, by_row, want, with;
        Place at[3];

        for (int i = 0; i < 6; i++) {
            set_float(&f->regs, 0x352 + i, view[i]);
        }
        set_float(&f->regs, 0x344, units);
        set_float(&f->regs, 0x345, factor);
        for (int i = 0; i < 3; i++) {
            set_vertex(f, i, rand_float(0, 60), rand_float(0, 60),
                       rand_float(-1, 1), 1);
            at[i] = model_place(f->v[i].row[0], view, 56, 56, false);
        }
        if (!setup(f, 3, 0)) {
            continue;
        }
        dx1 = (at[1].x - at[0].x) / 16.0;
        dy1 = (at[1].y - at[0].y) / 16.0;
        dx2 = (at[2].x - at[0].x) / 16.0;
        dy2 = (at[2].y - at[0].y) / 16.0;
        dz1 = at[1].z - at[0].z;
        dz2 = at[2].z - at[0].z;
        det = dx1 * dy2 - dx2 * dy1;
        by_col = fabs((dz1 * dy2 - dz2 * dy1) / det);
        by_row = fabs((dx1 * dz2 - dx2 * dz1) / det);
        want = factor * MAX(by_col, by_row) + 16 * (double)units;
        with = f->prim->zb;
        set_float(&f->regs, 0x344, 0);
        set_float(&f->regs, 0x345, 0);
        g_assert_cmpint(setup(f, 3, 0), ==, 1);
        g_assert_cmpfloat_with_epsilon(with - f->prim->zb, want,
                                       1e-7 * (1 + fabs(want)));
    }
}

/* Lines and points get none; units of zero are not worth an event. */
static void test_offset_kinds(void)
{
    g_autofree Fixture *f = new_fixture();

    f->regs.reg[0x34c] = 2;
    f->regs.reg[0x346] = 1 << 12;
    f->regs.reg[0x344] = 0x80000000;                /* -0 */
    set_float(&f->regs, 0x345, 2);
    set_float(&f->regs, 0x347, 3);
    set_float(&f->regs, 0x34d, 3);
    set_vertex(f, 0, 10, 10, 0, 1);
    set_vertex(f, 1, 30, 10, 1, 1);
    for (int num = 1; num < 3; num++) {
        /* before the start: z is 2^20 * (0.5 - 2^-21) */
        g_assert_cmpint(setup(f, num, 0), ==, 1);
        g_assert_cmpint(gr3d_prim_z20(f->prim, 9, 10), ==, 524288);
    }
    g_assert_cmpint(f->events.num, ==, 0);
}

/*
 * Weights and depth: the weights as single precision makes them, bit for bit;
 * depth against the exact plane.
 */

static unsigned model_shift(int64_t area)
{
    unsigned shift = 0;

    while ((area >> shift) >= 1 << 30) {
        shift++;
    }
    return shift;
}

/* Compute coefficients; e is of snapped vertices, all of it in doubles. */
static void model_coefs(const Place at[3], const float w[3], int64_t area,
                        int col, int row, float coef[3])
{
    unsigned shift = model_shift(ABS(area));
    double unit = ldexp((double)ABS(area), -(int)shift);

    for (int i = 0; i < 3; i++) {
        int64_t e = model_edge(&at[(i + 1) % 3], &at[(i + 2) % 3], col, row);
        float k = (float)(1.0 / w[i] * (1.0 / unit));
        int64_t part = (int64_t)floor(ldexp((double)(area < 0 ? -e : e),
                                            -(int)shift));

        coef[i] = (float)part * k;
    }
}

/* Check Z20 of the plane through the corners, as exact as it can be. */
static void check_depth(const Gr3dPrim *p, const Place at[3], int64_t area,
                        int col, int row)
{
    long double z = 0, noise = 0;

    for (int i = 0; i < 3; i++) {
        int64_t e = model_edge(&at[(i + 1) % 3], &at[(i + 2) % 3], col, row);

        z += (long double)at[i].z * e / area;
    }
    /* a slope's two terms are rounded five times, the way back is as long */
    for (int i = 0; i < 2; i++) {
        const Place *a = &at[i ^ 1];
        double dist = fabs(col - at[2].x / 16.) * llabs(a->y - at[2].y) +
                      fabs(row - at[2].y / 16.) * llabs(a->x - at[2].x);

        noise += 8 * 0x1p-53 * 16 * dist * fabs(at[i].z - at[2].z) /
                 llabs(area);
    }
    noise += 8 * 0x1p-53 * 0x1p20;
    g_assert_cmpint(gr3d_prim_z20(p, col, row), >=, floorl(z + 0.5L - noise));
    g_assert_cmpint(gr3d_prim_z20(p, col, row), <=, floorl(z + 0.5L + noise));
}

/* Is it in a quad that is covered?  Elsewhere weights may overflow. */
static bool quad_covered(const Gr3dPrim *p, int col, int row)
{
    for (int i = 0; i < 4; i++) {
        if (prim_covers(p, (col & ~1) + i % 2, (row & ~1) + i / 2)) {
            return true;
        }
    }
    return false;
}

/* Check what triangles have in the quads that they touch. */
static void check_planes(const Fixture *f, const Place at[3], const float w[3])
{
    int64_t area = (at[1].x - at[0].x) * (at[2].y - at[0].y) -
                   (at[2].x - at[0].x) * (at[1].y - at[0].y);
    const Gr3dRect *box = &f->prim->box;

    g_assert_cmpuint(f->prim->shift, ==, model_shift(ABS(area)));
    for (int n = 0; n < 50; n++) {
        int col = rand_int(box->col_min - 1, box->col_max);
        int row = rand_int(box->row_min - 1, box->row_max);
        float got[3], want[3];

        if (!quad_covered(f->prim, col, row)) {
            continue;
        }
        gr3d_prim_coefs(f->prim, col, row, got);
        model_coefs(at, w, area, col, row, want);
        for (int i = 0; i < 3; i++) {
            g_assert_cmpfloat(got[i], ==, want[i]);
        }
        check_depth(f->prim, at, area, col, row);
    }
}

static void test_planes(void)
{
    const float view[6] = { 0, 0, 0.5f, 16, 16, 0.5f };
    unsigned drawn = 0, shifted = 0;

    for (int round = 0; round < 20000; round++) {
        g_autofree Fixture *f = new_fixture();
        double size = exp2(rand_float(0, 13));
        float w[3];
        Place at[3];

        f->regs.reg[0x350] = f->regs.reg[0x351] = 0x1fff;
        set_float(&f->regs, 0x354, 0.5f);
        set_float(&f->regs, 0x357, 0.5f);
        set_float(&f->regs, 0x358, 10000);
        set_float(&f->regs, 0x359, 10000);
        for (int i = 0; i < 3; i++) {
            w[i] = (float)exp2(rand_float(-8, 8));
            set_vertex(f, i, rand_float(0, size) * w[i],
                       rand_float(0, size) * w[i],
                       rand_float(-1, 1) * w[i], w[i]);
            at[i] = model_place(f->v[i].row[0], view, 56, 56, false);
        }
        if (setup(f, 3, 0)) {
            check_planes(f, at, w);
            drawn++;
            shifted += f->prim->shift > 0;
        }
    }
    g_assert_cmpint(drawn, >, 10000);
    g_assert_cmpint(shifted, >, 500);
}

/*
 * Lines: distances in the model, decided where snapping cannot matter.
 */

#define MARGIN  (1.0 / 16)

/* Compute a line's model; along: 0 at a, 1 at b; across: in half widths. */
static void line_model(const double a[2], const double b[2], bool square,
                       double half, double px, double py, double *along,
                       double *across)
{
    double dx = b[0] - a[0], dy = b[1] - a[1], len = hypot(dx, dy);

    px -= a[0];
    py -= a[1];
    if (square) {
        *along = (px * dx + py * dy) / (len * len);
        *across = (px * dy - py * dx) / len / half;
    } else if (fabs(dx) >= fabs(dy)) {
        *along = px / dx;
        *across = (py - px * dy / dx) / half;
    } else {
        *along = py / dy;
        *across = (px - py * dx / dy) / half;
    }
}

static void check_line(const Gr3dPrim *p, const double a[2],
                       const double b[2], bool square, double half)
{
    double along_margin = 2 * MARGIN / hypot(b[0] - a[0], b[1] - a[1]);
    double across_margin = 2 * MARGIN / half;

    for (int n = 0; n < SIZE * SIZE; n++) {
        double along, across, t;
        float l[3];
        bool in, clear;

        line_model(a, b, square, half, n % SIZE + .5, n / SIZE + .5, &along,
                   &across);
        in = along >= 0 && along <= 1 && fabs(across) <= 1;
        clear = fabs(along) > along_margin && fabs(along - 1) > along_margin &&
                fabs(fabs(across) - 1) > across_margin;
        if (clear) {
            g_assert_cmpint(prim_covers(p, n % SIZE, n / SIZE), ==, in);
        }
        /* w is 1 and 2 */
        gr3d_prim_coefs(p, n % SIZE, n / SIZE, l);
        t = CLAMP(along, 0, 1);
        g_assert_cmpfloat_with_epsilon(l[0], 1 - t, 2 * along_margin);
        g_assert_cmpfloat_with_epsilon(l[1] * 2, t, 2 * along_margin);
        g_assert_cmpfloat(l[2], ==, 0);
    }
}

static void test_lines(void)
{
    static const float halves[] = { 0.5f, 1, 1.75f, 4, 12 };

    for (int n = 0; n < 500; n++) {
        g_autofree Fixture *f = new_fixture();
        /* 24 directions, the diagonals and axes among them, and any length */
        double angle = n % 24 * G_PI / 12, length = 6 + n % 7 * 3;
        float half = halves[n / 2 % 5];
        double a[2] = { 32 + n % 3 / 4., 31 + n % 5 / 8. };
        double b[2] = { a[0] + length * cos(angle),
                        a[1] + length * sin(angle) };
        bool square = n & 1;

        f->regs.reg[0x34c] = 2 | square;
        set_float(&f->regs, 0x34d, half);
        set_vertex(f, 0, a[0], a[1], 0, 1);
        set_vertex(f, 1, b[0] * 2, b[1] * 2, 0, 2);
        g_assert_cmpint(setup(f, 2, 0), ==, 1);
        check_line(f->prim, a, b, square, half);
        g_assert_cmpfloat(f->prim->q[0], ==, 1);
        g_assert_cmpfloat(f->prim->q[1], ==, 0.5);
        g_assert_cmpfloat(f->prim->q[2], ==, 0.5);
    }
}

/* Width 1 from sample to sample: the pixels of the major axis, half open. */
static void test_thin_lines(void)
{
    for (int n = 0; n < 8; n++) {
        static const int step[8][2] = { { 1, 0 }, { 1, 1 }, { 0, 1 },
            { -1, 1 }, { -1, 0 }, { -1, -1 }, { 0, -1 }, { 1, -1 } };
        g_autofree Fixture *f = new_fixture();
        int dx = step[n][0] * 10, dy = step[n][1] * 10;
        int c0, c1, r0, r1;

        f->regs.reg[0x34c] = 2;
        set_float(&f->regs, 0x34d, 0.5f);
        set_vertex(f, 0, 30.5f, 30.5f, 0, 1);
        set_vertex(f, 1, 30.5f + dx, 30.5f + dy, 0, 1);
        g_assert_cmpint(setup(f, 2, 0), ==, 1);
        g_assert_cmpint(count_pixels(f->prim, &c0, &c1, &r0, &r1), ==, 10);
        /* ten steps of the major axis, its smaller end included */
        g_assert_cmpint(dx ? c1 - c0 : r1 - r0, ==, 9);
        if (dx) {
            g_assert_cmpint(c0, ==, dx < 0 ? 20 : 30);
        } else {
            g_assert_cmpint(r0, ==, dy < 0 ? 20 : 30);
        }
    }
}

/* Check a value that is computed in double, then rounded to single. */
static void check_single(float got, double want)
{
    g_assert_cmpfloat_with_epsilon(got, want, fabs(want) * 0x1p-24 + 1e-9);
}

/* Points: the square [c - h, c + h) in both axes; size modes; coordinates. */
static void test_points(void)
{
    for (int n = 0; n < 2000; n++) {
        g_autofree Fixture *f = new_fixture();
        int h = rand_int(1, 300), x = rand_int(0, 1024), y = rand_int(0, 1024);
        unsigned mode = n % 4;

        /* all in sixteenths; mode 1 is a full width, others a half one */
        f->regs.reg[0x346] = 1 << 12 | mode << 10 | 2 << 8 | 1;
        set_float(&f->regs, 0x347, mode == 1 ? 999 : h / 16.f);
        f->v[0].row[1][2] = mode == 1 ? h / 8.f : 999;
        set_vertex(f, 0, x / 16.f, y / 16.f, 0, 1);
        f->regs.reg[0x122] = 0;
        if (!setup(f, 1, 0)) {
            continue;
        }
        for (int i = 0; i < SIZE * SIZE; i++) {
            int px = i % SIZE * 16 + 8, py = i / SIZE * 16 + 8;
            double u = (px - x + h) / 2. / h, v = (py - y + h) / 2. / h;
            float l[3];

            g_assert_cmpint(prim_covers(f->prim, i % SIZE, i / SIZE), ==,
                            px >= x - h && px < x + h && py >= y - h &&
                            py < y + h);
            gr3d_prim_coefs(f->prim, i % SIZE, i / SIZE, l);
            check_single(l[0], 1 - u - v);
            check_single(l[1], u);
            check_single(l[2], v);
        }
        g_assert_cmpint(f->events.num, ==, mode > 1);
    }
}

/* Sprite bits per component: S, T, both corners, nothing for other kinds. */
static void test_sprites(void)
{
    for (unsigned n = 0; n < 4 * 4 * 4; n++) {
        unsigned comp = n % 4, sprite = n / 4 % 4, kind = n / 16 % 3;
        g_autofree Fixture *f = new_fixture();
        const float s[3] = { 2, 4, 2 }, t[3] = { 8, 8, 16 };

        f->regs.reg[0x34c] = 2;
        f->regs.reg[0x346] = 1 << 12;
        set_float(&f->regs, 0x347, 3);
        set_float(&f->regs, 0x348, 4);              /* max s, max t */
        set_float(&f->regs, 0x349, 16);
        set_float(&f->regs, 0x34a, 2);              /* min s, min t */
        set_float(&f->regs, 0x34b, 8);
        set_float(&f->regs, 0x34d, 3);
        f->regs.reg[0x300] = 1 << 3 | sprite << (18 + 4 * comp);
        f->regs.reg[0x301] = 0xfedc;
        run_tri(f, true);
        for (int i = 0; i < 3; i++) {
            f->v[i].row[1][comp] = 1;
        }
        g_assert_cmpint(setup(f, kind + 1, 0), ==, 1);
        for (int i = 0; i < 3; i++) {
            float want = kind == 0 && sprite == 1 ? s[i] :
                         kind == 0 && sprite == 2 ? t[i] : 1;
            double got = gr3d_fp20_to_double(f->prim->tram[0][comp][i]);

            g_assert_cmpfloat(got, ==, want);
        }
    }
}

/* Bits 17:16 + 4n are reported for lines, if the component is stored. */
static void test_line_attributes(void)
{
    for (unsigned n = 0; n < 8 * 8 * 2; n++) {
        unsigned bit = n % 8, type = n / 8 % 8, stored = n / 64;
        g_autofree Fixture *f = new_fixture();
        bool line = type >= 1 && type <= 3;

        f->regs.reg[0x122] = type << 24;
        f->regs.reg[0x300] = 1 << 3 | 1u << (16 + bit / 2 * 4 + bit % 2);
        f->regs.reg[0x301] = stored ? 0xfedc : 0xfedc & ~(0xf << bit / 2 * 4);
        gr3d_su_decode(&f->su, &f->regs, &f->events);
        g_assert_cmpint(f->events.num, ==, line && stored);
        if (f->events.num) {
            g_assert_cmphex(f->events.list[0].value, ==, f->regs.reg[0x300]);
        }
    }
}

#define T(name) g_test_add_func("/su-table/" #name, test_##name)

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    T(window);
    T(transpose);
    T(facing);
    T(scissors);
    T(offsets);
    T(offset_kinds);
    T(planes);
    T(lines);
    T(thin_lines);
    T(points);
    T(sprites);
    T(line_attributes);
    return g_test_run();
}
