/*
 * Property test of GR3D's fill rule: a shared edge is drawn exactly once
 *
 * Meshes of a few triangles go through set-up and the rasteriser; a stencil
 * that counts up tells how often each sample was drawn.  The model looks at
 * the mesh's outline only: samples on it are moved to the right by a little,
 * then down by much less, and count as inside by the number of edges that a
 * ray crosses.  So each sample of a mesh has to be drawn exactly once and no
 * other at all, whatever lies on inner edges and corners; and the owner of the
 * samples on the outline is that of docs/specs/tegra-gr3d.rst (Set-up).
 *
 * GR3D_TEST_PAIRS sets the number of pairs of triangles.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "env-number.h"
#include "su-run.h"
#include "tile-run.h"

#ifdef INSTRUMENTED
#define PAIRS       50000
#else
#define PAIRS       1000000
#endif

#define TARGET      32          /* pixels */
#define LAST        (16 * TARGET - 1)
#define MAX_OUTLINE 10

/* Sixteenths of a pixel; samples are at multiples of 16. */
typedef struct Point {
    int x, y;
} Point;

typedef struct Mesh {
    Point outline[MAX_OUTLINE];
    unsigned num;
} Mesh;

typedef struct Machine {
    Fixture *f;
    Gr3dRegs regs;
    Gr3dFp fp;
    Gr3dDraw *draw;
    Gr3dTile tile;
    uint8_t count[TARGET][TARGET];
    GRand *rand;
    unsigned long drawn;        /* samples */
} Machine;

static int pick(Machine *m, int low, int high)      /* both included */
{
    return g_rand_int_range(m->rand, low, high + 1);
}

static void machine_init(Machine *m, unsigned seed)
{
    Gr3dRegs *regs = &m->regs;

    memset(m, 0, sizeof(*m));
    m->rand = g_rand_new_with_seed(seed);
    m->f = new_fixture();
    m->draw = g_new0(Gr3dDraw, 1);
    /* one clip unit is a sixteenth, samples are not moved */
    *regs = m->f->regs;
    set_float(regs, 0x355, 1);
    set_float(regs, 0x356, 1);
    set_float(regs, 0x358, 0x1p18f);
    set_float(regs, 0x359, 0x1p18f);
    regs->reg[0x343] = 0x80000000;
    regs->reg[0x350] = regs->reg[0x351] = TARGET;
    /* stencil: always, increment and wrap, written early, surface 2 */
    regs->reg[0x400] = regs->reg[0x401] = 7 << 8 | 0xff;
    regs->reg[0x402] = 2 << 2 | 1 << 5 | 1 << 6;
    regs->reg[0xe28] = regs->reg[0xe29] = 6 | 6 << 3 | 6 << 6 | 0xff << 9;
    regs->reg[0x405] = 0xfffff;
    regs->reg[0x903] = 1 << 2;
    regs->reg[0xe12] = 3 << 2 | TARGET << 8;
    freeze_draw(m->draw, regs, &m->fp);
    gr3d_su_decode(&m->f->su, regs, &m->draw->events);
    m->draw->span[GR3D_SPAN_SURFACE + 2] = (GpuSpan) {
        .data = &m->count[0][0], .size = sizeof(m->count), .writable = true,
    };
    gr3d_tile_begin(&m->tile, m->draw);
}

static void machine_free(Machine *m)
{
    g_assert_cmpint(m->draw->events.num + m->tile.events.num, ==, 0);
    g_rand_free(m->rand);
    g_free(m->draw);
    g_free(m->f);
}

static void raster(Machine *m, const Gr3dPrim *p)
{
    Gr3dRect rect = p->box;

    for (int row = p->box.row_min & ~7; row < p->box.row_max; row += 8) {
        rect.row_min = MAX(row, p->box.row_min);
        rect.row_max = MIN(row + 8, p->box.row_max);
        gr3d_qr_prim(m->draw, &m->tile, p, &rect);
    }
}

/* Draw with any vertex first, any winding, any power of two as w. */
static void draw_triangle(Machine *m, Point a, Point b, Point c)
{
    const Point p[3] = { a, b, c };
    const Gr3dVertex *v[3];
    unsigned num, order = pick(m, 0, 5);

    for (int i = 0; i < 3; i++) {
        unsigned at = order < 3 ? (order + i) % 3 : (order + 3 - i) % 3;
        float w = 1 << pick(m, 0, 3);

        set_vertex(m->f, i, p[at].x * w, p[at].y * w, 0, w);
        v[i] = &m->f->v[i];
    }
    num = gr3d_su_prim(&m->f->su, v, 3, v[0], m->f->prim, &m->draw->events);
    for (unsigned n = 0; n < num; n++) {
        raster(m, &m->f->prim[n]);
    }
}

static int64_t cross(Point o, Point a, Point b)
{
    return (int64_t)(a.x - o.x) * (b.y - o.y) -
           (int64_t)(b.x - o.x) * (a.y - o.y);
}

/* Count crossings of the ray to the right of (x + e, y + e * e). */
static bool in_outline(const Mesh *mesh, int x, int y)
{
    const Point p = { x, y };
    bool in = false;

    for (unsigned i = 0; i < mesh->num; i++) {
        Point a = mesh->outline[i], b = mesh->outline[(i + 1) % mesh->num];

        if ((a.y > y) != (b.y > y)) {
            /* the edge is to the right: p is on its left going down */
            in ^= b.y > a.y ? cross(a, b, p) > 0 : cross(a, b, p) < 0;
        }
    }
    return in;
}

/* Compare, count and clear, in what a mesh can touch. */
static void check_mesh(Machine *m, const Mesh *mesh)
{
    int x0 = LAST, x1 = 0, y0 = LAST, y1 = 0;

    for (unsigned i = 0; i < mesh->num; i++) {
        x0 = MIN(x0, mesh->outline[i].x);
        x1 = MAX(x1, mesh->outline[i].x);
        y0 = MIN(y0, mesh->outline[i].y);
        y1 = MAX(y1, mesh->outline[i].y);
    }
    for (int row = y0 / 16; row <= y1 / 16; row++) {
        for (int col = x0 / 16; col <= x1 / 16; col++) {
            unsigned count = m->count[row][col];

            if (count != in_outline(mesh, 16 * col, 16 * row)) {
                g_error("sample %d, %d drawn %u times; outline %d,%d %d,%d "
                        "%d,%d %d,%d ...", col, row, count,
                        mesh->outline[0].x, mesh->outline[0].y,
                        mesh->outline[1].x, mesh->outline[1].y,
                        mesh->outline[2].x, mesh->outline[2].y,
                        mesh->outline[3].x, mesh->outline[3].y);
            }
            m->drawn += count;
            m->count[row][col] = 0;
        }
    }
}

static void check_clear(const Machine *m)
{
    static const uint8_t zero[TARGET][TARGET];

    g_assert_cmpmem(m->count, sizeof(m->count), zero, sizeof(zero));
}

/* Pick a point inside a box at @o of @size pixels, at multiples of @grid. */
static Point pick_point(Machine *m, Point o, int size, int grid)
{
    return (Point) {
        o.x + pick(m, 0, 16 * size / grid) * grid,
        o.y + pick(m, 0, 16 * size / grid) * grid,
    };
}

static bool inside(Point p)
{
    return p.x >= 0 && p.y >= 0 && p.x <= LAST && p.y <= LAST;
}

typedef enum Kind {
    ANY, AT_SAMPLES, HALF_SAMPLES, ALONG_ROW, ALONG_COLUMN, DIAGONAL,
    THROUGH_SAMPLE, SLIVER, NUM_KINDS,
} Kind;

/* Pick the shared edge a - b of a kind. */
static void pick_edge(Machine *m, Kind kind, Point o, int size, Point *a,
                      Point *b)
{
    int grid = kind == AT_SAMPLES ? 16 : kind == HALF_SAMPLES ? 8 : 1;
    int step = pick(m, 1, 8 * size), dx, dy;

    *a = pick_point(m, o, size, grid);
    *b = pick_point(m, o, size, grid);
    switch (kind) {
    case ALONG_ROW:
        a->y &= pick(m, 0, 1) ? ~15 : ~0;
        b->y = a->y;
        break;
    case ALONG_COLUMN:
        a->x &= pick(m, 0, 1) ? ~15 : ~0;
        b->x = a->x;
        break;
    case DIAGONAL:
        a->x &= pick(m, 0, 1) ? ~15 : ~0;
        a->y &= pick(m, 0, 1) ? ~15 : ~0;
        *b = (Point) { a->x + step, a->y + (pick(m, 0, 1) ? step : -step) };
        break;
    case THROUGH_SAMPLE:
        a->x &= ~15;
        a->y &= ~15;
        dx = pick(m, -32, 32);
        dy = pick(m, -32, 32);
        *b = (Point) { a->x + 2 * dx, a->y + 2 * dy };
        *a = (Point) { a->x - dx, a->y - dy };
        break;
    default:
        break;
    }
}

/* Pick the far corner on side @side (1 or -1) of the edge; false: none found */
static bool pick_corner(Machine *m, Kind kind, Point o, int size, Point a,
                        Point b, int side, Point *c)
{
    for (int tries = 0; tries < 8; tries++) {
        if (kind == SLIVER) {
            int t = pick(m, 0, 16);

            c->x = a.x + (b.x - a.x) * t / 16 + pick(m, -2, 2);
            c->y = a.y + (b.y - a.y) * t / 16 + pick(m, -2, 2);
        } else {
            *c = pick_point(m, o, size, kind == AT_SAMPLES ? 16 :
                                        kind == HALF_SAMPLES ? 8 : 1);
        }
        if (inside(*c) && cross(a, b, *c) * side > 0) {
            return true;
        }
    }
    return false;
}

static bool draw_pair(Machine *m, Kind kind)
{
    int size = 1 + pick(m, 0, 4) * pick(m, 0, 5);
    Point o = { pick(m, 0, 16 * (TARGET - 1 - size)),
                pick(m, 0, 16 * (TARGET - 1 - size)) };
    Point a, b, c, d;
    Mesh mesh;

    if (kind == AT_SAMPLES || kind == HALF_SAMPLES) {
        o.x &= ~15;
        o.y &= ~15;
    }
    pick_edge(m, kind, o, size, &a, &b);
    if (!inside(a) || !inside(b) ||
        !pick_corner(m, kind, o, size, a, b, 1, &c) ||
        !pick_corner(m, kind, o, size, a, b, -1, &d)) {
        return false;
    }
    m->draw->qr.quads = pick(m, 0, 1);
    draw_triangle(m, a, b, c);
    draw_triangle(m, a, b, d);
    mesh = (Mesh) { { a, c, b, d }, 4 };
    check_mesh(m, &mesh);
    return true;
}

static unsigned number_of_pairs(void)
{
    return env_number("GR3D_TEST_PAIRS", PAIRS);
}

static void test_pairs(void)
{
    unsigned pairs = number_of_pairs(), done[NUM_KINDS] = { 0 };
    Machine m;

    machine_init(&m, 31);
    for (unsigned n = 0; n < pairs; ) {
        Kind kind = pick(&m, 0, NUM_KINDS - 1);

        if (draw_pair(&m, kind)) {
            done[kind]++;
            n++;
        }
        if (n % 4096 == 0) {
            check_clear(&m);
        }
    }
    check_clear(&m);
    for (unsigned k = 0; k < NUM_KINDS; k++) {
        g_assert_cmpuint(done[k], >=, pairs / 40);
    }
    g_test_message("%u pairs, %lu samples", pairs, m.drawn);
    g_assert_cmpuint(m.drawn, >, pairs * 5ul);
    machine_free(&m);
}

/*
 * Fans: corners around a centre, in the order of their angles.
 */

static int half_of(Point d)
{
    return d.y > 0 || (d.y == 0 && d.x > 0) ? 0 : 1;
}

static int by_angle(const void *va, const void *vb, void *centre)
{
    Point o = *(Point *)centre, a = *(const Point *)va, b = *(const Point *)vb;
    int ha = half_of((Point) { a.x - o.x, a.y - o.y });
    int hb = half_of((Point) { b.x - o.x, b.y - o.y });
    int64_t c = cross(o, a, b);

    return ha != hb ? ha - hb : c > 0 ? -1 : c < 0;
}

/* Is it less than half a turn from each corner to the next? */
static bool goes_around(const Mesh *mesh, Point centre)
{
    for (unsigned i = 0; i < mesh->num; i++) {
        if (cross(centre, mesh->outline[i],
                  mesh->outline[(i + 1) % mesh->num]) <= 0) {
            return false;
        }
    }
    return true;
}

static bool draw_fan(Machine *m)
{
    int size = 2 + pick(m, 0, 20), grid = 1 << pick(m, 0, 4);
    Point o = { pick(m, 0, TARGET - 1 - size) * 16,
                pick(m, 0, TARGET - 1 - size) * 16 };
    Point centre = pick_point(m, o, size, grid);
    Mesh mesh = { .num = pick(m, 3, MAX_OUTLINE) };

    for (unsigned i = 0; i < mesh.num; i++) {
        mesh.outline[i] = pick_point(m, o, size, grid);
    }
    g_qsort_with_data(mesh.outline, mesh.num, sizeof(Point), by_angle,
                      &centre);
    if (!goes_around(&mesh, centre)) {
        return false;
    }
    m->draw->qr.quads = pick(m, 0, 1);
    for (unsigned i = 0; i < mesh.num; i++) {
        draw_triangle(m, centre, mesh.outline[i],
                      mesh.outline[(i + 1) % mesh.num]);
    }
    check_mesh(m, &mesh);
    return true;
}

static void test_fans(void)
{
    unsigned fans = number_of_pairs() / 10;
    Machine m;

    machine_init(&m, 32);
    for (unsigned n = 0; n < fans; ) {
        n += draw_fan(&m);
    }
    check_clear(&m);
    g_test_message("%u fans, %lu samples", fans, m.drawn);
    machine_free(&m);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/fill-rule/pairs", test_pairs);
    g_test_add_func("/fill-rule/fans", test_fans);
    return g_test_run();
}
