/*
 * Property tests of GR3D clipping against a model in double precision
 *
 * The model does not clip.  For a triangle it solves
 *
 *   (x, y, 1) = b0 * V0 + b1 * V1 + b2 * V2     in x, y and w
 *
 * at a sample, the viewport undone: b, and with them every clip plane, are
 * linear functions of the window.  A sample is drawn if none is negative.
 * Snapping moves corners by up to 1/32 pixel in x and in y, so the model
 * decides where each function's zero is at least BOUND pixels away.  What is
 * interpolated has to be in the model's range over the square of 2 * BOUND
 * pixels around the sample, but for the rounding of the columns to fp20.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "su-run.h"

#ifdef INSTRUMENTED
#define ROUNDS      400
#else
#define ROUNDS      4000
#endif

#define BOUND       (1.0 / 16)
#define FP20_ERROR  0x1p-13
#define CENTRE      (SIZE / 2)

typedef struct Scene {
    double gx, gy, gz;          /* planes; gz 0: none */
    double sx, sy, bz, sz;      /* viewport: pixels per unit, depth */
    bool user;
} Scene;

static double rand_in(GRand *rand, double low, double high)
{
    return (float)g_rand_double_range(rand, low, high);
}

static bool coin(GRand *rand)
{
    return g_rand_boolean(rand);
}

/* Pick a scene, every third without CLIP_ENABLE, others cut by all planes. */
static void pick_scene(GRand *rand, unsigned round, Fixture *f, Scene *s)
{
    double large = 512;

    s->sx = rand_in(rand, 1, 32);
    s->sy = rand_in(rand, 1, 32) * (coin(rand) ? 1 : -1);
    s->gx = (float)(coin(rand) ? rand_in(rand, 10, 40) / s->sx : large);
    s->gy = (float)(coin(rand) ? rand_in(rand, 10, 40) / fabs(s->sy) : large);
    s->gz = coin(rand) ? 1 : (float)6.99;
    s->bz = 0.5;
    s->sz = 0.5;
    s->user = coin(rand);
    set_float(&f->regs, 0x352, 16 * CENTRE);
    set_float(&f->regs, 0x353, 16 * CENTRE);
    set_float(&f->regs, 0x354, s->bz);
    set_float(&f->regs, 0x355, 16 * s->sx);
    set_float(&f->regs, 0x356, 16 * s->sy);
    set_float(&f->regs, 0x357, s->sz);
    set_float(&f->regs, 0x358, s->gx);
    set_float(&f->regs, 0x359, s->gy);
    set_float(&f->regs, 0x35a, s->gz);
    f->regs.reg[0x35b] = s->user << 10 | 3 << 8 | 1;    /* row 1, w */
    f->regs.reg[0x300] = 1 << 3;        /* row 1, x: fp20 to column 0 */
    f->regs.reg[0x301] = 0x000c;
    f->regs.reg[0x34c] = 2;
    f->regs.reg[0x346] = 1 << 12;
    if (round % 3 == 2) {
        f->regs.reg[0x343] &= 0x7fffffff;
        /* the limit that keeps window coordinates in 18 bits */
        s->gx = (0x1p18 - 16 * CENTRE) / (16 * s->sx);
        s->gy = (0x1p18 - 16 * CENTRE) / (16 * fabs(s->sy));
        s->gz = 0;
        s->user = false;
    }
}

/* Pick positions of any sign of w, a varying, the user plane's distance. */
static void pick_vertices(GRand *rand, Fixture *f, const Scene *s, int num)
{
    for (int i = 0; i < num; i++) {
        set_vertex(f, i, rand_in(rand, -50, 50) / s->sx,
                   rand_in(rand, -50, 50) / s->sy, rand_in(rand, -1.5, 1.5),
                   rand_in(rand, -0.7, 2));
        f->v[i].row[1][0] = rand_in(rand, -3, 3);
        f->v[i].row[1][3] = rand_in(rand, -1, 2);
    }
}

/*
 * Triangles
 */

typedef struct Plane {          /* c + x * px + y * py */
    double c, x, y;
} Plane;

static double value_at(const Plane *p, double px, double py)
{
    return p->c + p->x * px + p->y * py;
}

/* Return the distance from a plane's zero in pixels; negative outside. */
static double distance_at(const Plane *p, double px, double py)
{
    double slope = hypot(p->x, p->y), v = value_at(p, px, py);

    return slope > 0 ? v / slope : v < 0 ? -INFINITY : INFINITY;
}

static Plane add_scaled(Plane a, Plane b, double scale)
{
    return (Plane) { a.c + scale * b.c, a.x + scale * b.x,
                     a.y + scale * b.y };
}

typedef struct Model {
    Plane inside[11];           /* all have to be positive */
    unsigned num;
    Plane a_w, z_w, inv_w;      /* varying, depth: divided by w */
} Model;

static Plane weighted(const Plane b[3], double v0, double v1, double v2)
{
    Plane sum = { 0 };

    sum = add_scaled(sum, b[0], v0);
    sum = add_scaled(sum, b[1], v1);
    return add_scaled(sum, b[2], v2);
}

/* Return b_i, the triple product of (x, y, 1) and the two other vertices. */
static Plane weight_plane(const Fixture *f, const Scene *s, int i, double det)
{
    const float *p = f->v[(i + 1) % 3].row[0], *q = f->v[(i + 2) % 3].row[0];
    double nx = ((double)p[1] * q[3] - (double)p[3] * q[1]) / det;
    double ny = ((double)p[3] * q[0] - (double)p[0] * q[3]) / det;
    double n1 = ((double)p[0] * q[1] - (double)p[1] * q[0]) / det;

    return (Plane) { n1 - nx / s->sx * CENTRE - ny / s->sy * CENTRE,
                     nx / s->sx, ny / s->sy };
}

static double determinant(const Fixture *f)
{
    const float *a = f->v[0].row[0], *b = f->v[1].row[0], *c = f->v[2].row[0];

    return a[0] * ((double)b[1] * c[3] - (double)b[3] * c[1]) +
           a[1] * ((double)b[3] * c[0] - (double)b[0] * c[3]) +
           a[3] * ((double)b[0] * c[1] - (double)b[1] * c[0]);
}

static void add_inside(Model *m, Plane p)
{
    m->inside[m->num++] = p;
}

static void model_init(Model *m, const Fixture *f, const Scene *s)
{
    const Plane x = { -CENTRE / s->sx, 1 / s->sx, 0 };
    const Plane y = { -CENTRE / s->sy, 0, 1 / s->sy };
    double det = determinant(f);
    Plane b[3], user;

    m->num = 0;
    for (int i = 0; i < 3; i++) {
        b[i] = weight_plane(f, s, i, det);
        add_inside(m, b[i]);
    }
    m->inv_w = weighted(b, 1, 1, 1);
    m->z_w = weighted(b, f->v[0].row[0][2], f->v[1].row[0][2],
                      f->v[2].row[0][2]);
    m->a_w = weighted(b, f->v[0].row[1][0], f->v[1].row[1][0],
                      f->v[2].row[1][0]);
    user = weighted(b, f->v[0].row[1][3], f->v[1].row[1][3],
                    f->v[2].row[1][3]);
    for (int sign = -1; sign <= 1; sign += 2) {
        add_inside(m, add_scaled((Plane) { s->gx, 0, 0 }, x, sign));
        add_inside(m, add_scaled((Plane) { s->gy, 0, 0 }, y, sign));
        if (s->gz) {
            add_inside(m, add_scaled((Plane) { s->gz, 0, 0 }, m->z_w, sign));
        }
    }
    if (s->user) {
        add_inside(m, user);
    }
    /* w >= 2^-30 */
    add_inside(m, add_scaled((Plane) { 0x1p30, 0, 0 }, m->inv_w, -1));
}

/* Return 1 inside, 0 outside, -1 if it is too close to say. */
static int model_covers(const Model *m, double px, double py)
{
    double least = INFINITY;

    for (unsigned i = 0; i < m->num; i++) {
        least = MIN(least, distance_at(&m->inside[i], px, py));
    }
    return least > BOUND ? 1 : least < -BOUND ? 0 : -1;
}

/* Find the range of a quotient of linear functions: it is at the corners. */
static void model_range(const Plane *over, const Plane *under, double px,
                        double py, double range[2])
{
    range[0] = INFINITY;
    range[1] = -INFINITY;
    for (int n = 0; n < 4; n++) {
        double x = px + (n & 1 ? BOUND : -BOUND);
        double y = py + (n & 2 ? BOUND : -BOUND);
        double v = value_at(over, x, y) / value_at(under, x, y);

        range[0] = MIN(range[0], v);
        range[1] = MAX(range[1], v);
    }
}

static void check_range(double got, const double range[2], double error)
{
    g_assert_cmpfloat(got, >=, range[0] - error);
    g_assert_cmpfloat(got, <=, range[1] + error);
}

static void check_values(const Model *m, const Scene *s, const Gr3dPrim *p,
                         int col, int row)
{
    const Plane one = { 1, 0, 0 };
    double px = col + .5, py = row + .5, range[2];
    double a = 0, inv_w = 0;
    float l[3];

    gr3d_prim_coefs(p, col, row, l);
    for (int i = 0; i < 3; i++) {
        g_assert_cmpfloat(l[i], >=, 0);
        inv_w += l[i];
        a += l[i] * gr3d_fp20_to_double(p->tram[0][0][i]);
    }
    model_range(&m->inv_w, &one, px, py, range);
    check_range(inv_w, range, 1e-5 * range[1]);
    model_range(&m->a_w, &m->inv_w, px, py, range);
    check_range(a / inv_w, range, 3 * FP20_ERROR);
    model_range(&m->z_w, &one, px, py, range);
    check_range((gr3d_prim_z20(p, col, row) / 0x1p20 - s->bz) / s->sz, range,
                1e-5 + 0.5 / 0x1p20 / fabs(s->sz));
}

typedef struct Tally {
    unsigned triangles, cut, inside, outside, unsure, twice;
} Tally;

static void check_sample(const Model *m, const Scene *s, const Fixture *f,
                         unsigned num, int col, int row, Tally *t)
{
    int want = model_covers(m, col + .5, row + .5);
    const Gr3dPrim *hit = NULL;
    unsigned hits = 0;

    for (unsigned n = 0; n < num; n++) {
        if (prim_covers(&f->prim[n], col, row) &&
            prim_box_has(&f->prim[n], col, row)) {
            hit = &f->prim[n];
            hits++;
        }
    }
    if (want < 0) {
        t->unsure++;
    } else if (want == 0) {
        t->outside++;
        g_assert_cmpuint(hits, ==, 0);
    } else {
        t->inside++;
        t->twice += hits > 1;
        g_assert_cmpuint(hits, >=, 1);
        check_values(m, s, hit, col, row);
    }
}

static void test_triangles(void)
{
    GRand *rand = g_rand_new_with_seed(51);
    Tally t = { 0 };

    for (unsigned round = 0; round < ROUNDS; round++) {
        g_autofree Fixture *f = new_fixture();
        unsigned num;
        Scene s;
        Model m;

        pick_scene(rand, round, f, &s);
        pick_vertices(rand, f, &s, 3);
        model_init(&m, f, &s);
        num = setup(f, 3, 0);
        t.triangles += num > 0;
        t.cut += num > 1;
        for (int n = 0; n < SIZE * SIZE; n++) {
            check_sample(&m, &s, f, num, n % SIZE, n / SIZE, &t);
        }
    }
    g_rand_free(rand);
    g_test_message("%u triangles, %u cut to more than one; samples: %u in, "
                   "%u out, %u too close, %u twice", t.triangles, t.cut,
                   t.inside, t.outside, t.unsure, t.twice);
    g_assert_cmpuint(t.cut, >, ROUNDS / 5);
    g_assert_cmpuint(t.inside, >, ROUNDS * 100);
    g_assert_cmpuint(t.unsure, <, (t.inside + t.outside) / 20);
    g_assert_cmpuint(t.twice, <=, t.inside / 10000);
}

/*
 * Lines: the part of 0..1 that all planes leave, and its ends in the window.
 */

typedef struct Span {
    double from, to;
} Span;

static void cut_span(Span *span, double d0, double d1)
{
    if (d0 < 0 && d1 < 0) {
        span->to = -1;
    } else if (d0 < 0) {
        span->from = MAX(span->from, d0 / (d0 - d1));
    } else if (d1 < 0) {
        span->to = MIN(span->to, d0 / (d0 - d1));
    }
}

static double along(const Fixture *f, unsigned row, unsigned comp, double t)
{
    double a = f->v[0].row[row][comp], b = f->v[1].row[row][comp];

    return a + (b - a) * t;
}

static Span model_line(const Fixture *f, const Scene *s)
{
    Span span = { 0, 1 };
    double d[8][2];

    for (int i = 0; i < 2; i++) {
        const float *p = f->v[i].row[0];
        double gz = s->gz ? s->gz : 1e30;

        d[0][i] = p[3] - 0x1p-30;
        d[1][i] = s->gx * p[3] + p[0];
        d[2][i] = s->gx * p[3] - p[0];
        d[3][i] = s->gy * p[3] + p[1];
        d[4][i] = s->gy * p[3] - p[1];
        d[5][i] = s->gz ? gz * p[3] + p[2] : 1;
        d[6][i] = s->gz ? gz * p[3] - p[2] : 1;
        d[7][i] = s->user ? f->v[i].row[1][3] : 1;
    }
    for (int n = 0; n < 8; n++) {
        cut_span(&span, d[n][0], d[n][1]);
    }
    return span;
}

static void window_at(const Fixture *f, const Scene *s, double t,
                      double at[2])
{
    double w = along(f, 0, 3, t);

    at[0] = along(f, 0, 0, t) / w * s->sx + CENTRE;
    at[1] = along(f, 0, 1, t) / w * s->sy + CENTRE;
}

static void check_end(const Fixture *f, const Scene *s, unsigned i, double t)
{
    const Gr3dPrim *p = f->prim;
    double w = along(f, 0, 3, t), z = along(f, 0, 2, t) / w;
    double a = gr3d_fp20_to_double(p->tram[0][0][i]);

    g_assert_cmpfloat_with_epsilon(p->q[i] * w, 1, 1e-4);
    g_assert_cmpfloat_with_epsilon((p->z[i] / 0x1p20 - s->bz) / s->sz, z,
                                   1e-4 * (1 + fabs(z)));
    g_assert_cmpfloat_with_epsilon(a, along(f, 1, 0, t), 3 * FP20_ERROR);
}

/* Check pixels by distances along and across the line; @p: NULL, none drawn. */
static void check_line_pixels(const Gr3dPrim *p, const double a[2],
                              const double b[2], double half)
{
    double dx = b[0] - a[0], dy = b[1] - a[1], len = hypot(dx, dy);
    /* snapping turns a short line */
    double margin = 2 * BOUND * (1 + half / len);

    for (int n = 0; n < SIZE * SIZE; n++) {
        double px = n % SIZE + .5 - a[0], py = n / SIZE + .5 - a[1];
        double u = (px * dx + py * dy) / len;
        double v = half - fabs(px * dy - py * dx) / len;
        double least = MIN(MIN(u, len - u), v);

        if (fabs(least) > margin) {
            g_assert_cmpint(p && prim_covers(p, n % SIZE, n / SIZE) &&
                            prim_box_has(p, n % SIZE, n / SIZE), ==,
                            least > 0);
        }
    }
}

static void test_lines(void)
{
    GRand *rand = g_rand_new_with_seed(52);
    unsigned drawn = 0, cut = 0, gone = 0;

    for (unsigned round = 0; round < ROUNDS; round++) {
        g_autofree Fixture *f = new_fixture();
        double a[2], b[2], half = 3;
        unsigned num;
        Scene s;
        Span span;

        pick_scene(rand, round, f, &s);
        pick_vertices(rand, f, &s, 2);
        f->regs.reg[0x34c] |= 1;                /* square ends */
        f->regs.reg[0x350] = f->regs.reg[0x351] = 0x1fff;
        set_float(&f->regs, 0x34d, half);
        span = model_line(f, &s);
        num = setup(f, 2, 0);
        if (span.from >= span.to) {
            g_assert_cmpuint(num, ==, 0);
            gone++;
            continue;
        }
        window_at(f, &s, span.from, a);
        window_at(f, &s, span.to, b);
        if (num) {
            check_end(f, &s, 0, span.from);
            check_end(f, &s, 1, span.to);
            check_line_pixels(f->prim, a, b, half);
            drawn++;
            cut += span.from > 0 || span.to < 1;
        } else {
            check_line_pixels(NULL, a, b, half);
        }
    }
    g_rand_free(rand);
    g_test_message("%u lines drawn, %u of them cut, %u clipped away", drawn,
                   cut, gone);
    g_assert_cmpuint(drawn, >, ROUNDS / 3);
    g_assert_cmpuint(cut, >, ROUNDS / 5);
    g_assert_cmpuint(gone, >, ROUNDS / 10);
}

/* Points go or stay as a whole, by their centres. */
static void test_points(void)
{
    GRand *rand = g_rand_new_with_seed(53);
    unsigned drawn = 0;

    for (unsigned round = 0; round < 10 * ROUNDS; round++) {
        g_autofree Fixture *f = new_fixture();
        const float *p = f->v[0].row[0];
        double w, gx, gy;
        Scene s;
        bool in;

        pick_scene(rand, round, f, &s);
        pick_vertices(rand, f, &s, 1);
        f->regs.reg[0x350] = f->regs.reg[0x351] = 0x1fff;
        set_float(&f->regs, 0x347, 1000);       /* always reaches the target */
        gx = s.gx;
        gy = s.gy;
        if (round % 3 < 2 && coin(rand)) {      /* screen, not guard band */
            f->regs.reg[0x346] = 0;
            gx = gy = 1;
        }
        w = p[3];
        in = w >= 0x1p-30 && fabs(p[0]) <= gx * w && fabs(p[1]) <= gy * w &&
             (!s.gz || fabs(p[2]) <= s.gz * w) &&
             (!s.user || f->v[0].row[1][3] >= 0);
        /* the square has to reach the scissor's rectangle */
        if (in && (fabs(p[0] / w * s.sx - 4096) > 5000 ||
                   fabs(p[1] / w * s.sy - 4096) > 5000)) {
            continue;
        }
        g_assert_cmpuint(setup(f, 1, 0), ==, in);
        drawn += in;
    }
    g_rand_free(rand);
    g_assert_cmpuint(drawn, >, ROUNDS);
}

/* CLIP_MODE of lines: the screen, whatever the guard band. */
static void test_line_mode(void)
{
    for (int guard = 0; guard < 2; guard++) {
        g_autofree Fixture *f = new_fixture();
        int c0, c1, r0, r1;

        set_float(&f->regs, 0x352, 16 * CENTRE);
        set_float(&f->regs, 0x353, 16 * CENTRE);
        set_float(&f->regs, 0x355, 16 * 10);
        set_float(&f->regs, 0x356, 16 * 10);
        set_float(&f->regs, 0x358, 2);
        set_float(&f->regs, 0x359, 2);
        set_float(&f->regs, 0x34d, 1);
        f->regs.reg[0x34c] = guard << 1;
        set_vertex(f, 0, -5, 0, 0, 1);
        set_vertex(f, 1, 5, 0, 0, 1);
        g_assert_cmpint(setup(f, 2, 0), ==, 1);
        count_pixels(f->prim, &c0, &c1, &r0, &r1);
        /* -1 .. 1 or -2 .. 2, times ten, around 32 */
        g_assert_cmpint(c0, ==, guard ? 12 : 22);
        g_assert_cmpint(c1, ==, guard ? 51 : 41);
    }
}

/* A corner made on a shared edge is the same for both triangles. */
static void test_shared_cut(void)
{
    GRand *rand = g_rand_new_with_seed(54);

    for (unsigned round = 0; round < ROUNDS; round++) {
        g_autofree Fixture *f = new_fixture();
        uint8_t count[SIZE][SIZE] = { { 0 } };
        Gr3dVertex shared[2];
        Scene s;

        pick_scene(rand, round, f, &s);
        pick_vertices(rand, f, &s, 3);
        memcpy(shared, f->v, sizeof(shared));
        for (int side = 0; side < 2; side++) {
            unsigned num;

            /* the second triangle lies behind the edge in all rows */
            for (int n = 0; side && n < 8; n++) {
                f->v[2].row[n / 4][n % 4] = shared[0].row[n / 4][n % 4] +
                                            shared[1].row[n / 4][n % 4] -
                                            f->v[2].row[n / 4][n % 4];
            }
            num = setup(f, 3, 0);
            for (int n = 0; n < SIZE * SIZE; n++) {
                bool hit = false;

                for (unsigned i = 0; i < num; i++) {
                    hit |= prim_covers(&f->prim[i], n % SIZE, n / SIZE);
                }
                count[n / SIZE][n % SIZE] += hit;
            }
        }
        for (int n = 0; n < SIZE * SIZE; n++) {
            g_assert_cmpint(count[n / SIZE][n % SIZE], <, 2);
        }
    }
    g_rand_free(rand);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/clip/triangles", test_triangles);
    g_test_add_func("/clip/lines", test_lines);
    g_test_add_func("/clip/points", test_points);
    g_test_add_func("/clip/line-mode", test_line_mode);
    g_test_add_func("/clip/shared-cut", test_shared_cut);
    return g_test_run();
}
