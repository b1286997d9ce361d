/*
 * Tests of the GR3D rasteriser: coverage, range, stencil and depth tests
 *
 * Primitives are built here from the set-up rules of
 * docs/specs/tegra-gr3d.rst; expectations are by hand.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "hw/gpu/gr3d/isa/num.h"
#include "qr-run.h"

#define SIZE MAX_SIZE

/* Tests off; the program stores white. */
static Fixture *fixture(void)
{
    Fixture *f = new_fixture(SIZE);
    uint32_t *reg = f->regs.reg;

    reg[0x403] = 0x200;
    reg[0x402] = 0x48;
    reg[0x400] = reg[0x401] = 0x7ff;
    put(f, 0, MOV(0, 1, ONE));
    put(f, 1, MOV(0, 2, ONE));
    put(f, 2, MOV(1, 1, ONE));
    put(f, 3, MOV(1, 2, ONE));
    return f;
}

static void set_edge(GpuEdge *e, const int64_t a[2], const int64_t b[2],
                     int64_t sign)
{
    int64_t dx = b[0] - a[0], dy = b[1] - a[1];

    e->dx = -16 * dy * sign;
    e->dy = 16 * dx * sign;
    e->c = (a[0] * dy - a[1] * dx) * sign;
}

/* Corners in 1/16 pixel; the sample of pixel (col, row) is 16 * (col, row) */
static void triangle(Fixture *f, int64_t x0, int64_t y0, int64_t x1,
                     int64_t y1, int64_t x2, int64_t y2)
{
    const int64_t v[3][2] = { { x0, y0 }, { x1, y1 }, { x2, y2 } };
    int64_t area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0);
    int64_t sign = area < 0 ? -1 : 1;
    Gr3dPrim *p = &f->prim;

    memset(p, 0, sizeof(*p));
    p->kind = GR3D_PRIM_TRIANGLE;
    p->front = true;
    p->num_edges = 3;
    for (unsigned i = 0; i < 3; i++) {
        set_edge(&p->edge[i], v[(i + 1) % 3], v[(i + 2) % 3], sign);
        p->k[i] = 1 / (float)(area * sign);
    }
    p->zb = 0x80000;
    p->box = (Gr3dRect) { 0, SIZE, 0, SIZE };
}

/* The whole target, with a large triangle */
static void everything(Fixture *f)
{
    triangle(f, -1000, -1000, 3000, -1000, -1000, 3000);
}

static void freeze(Fixture *f)
{
    freeze_draw(&f->draw, &f->regs, &f->fp);
}

static void draw_rect(Fixture *f, int32_t col0, int32_t row0, int32_t col1,
                      int32_t row1)
{
    const Gr3dRect rect = { col0, col1, row0, row1 };

    tile_prim(&f->draw, &f->prim, &rect);
}

static void draw(Fixture *f)
{
    draw_rect(f, 0, 0, SIZE, SIZE);
}

static unsigned pixel(const Fixture *f, unsigned col, unsigned row)
{
    return f->color[(row * SIZE + col) * 4];
}

static unsigned depth_at(const Fixture *f, unsigned col, unsigned row)
{
    const uint8_t *p = &f->depth[(row * SIZE + col) * 2];

    return p[0] | p[1] << 8;
}

static void fill_depth(Fixture *f, unsigned value)
{
    for (unsigned i = 0; i < SIZE * SIZE; i++) {
        f->depth[2 * i] = value;
        f->depth[2 * i + 1] = value >> 8;
    }
}

static void set_depth(Fixture *f, double z)
{
    f->prim.zb = z;
}

/*
 * Coverage
 */

/* Stencil INCR_WRAP counts how often each pixel was drawn */
static void count_pixels(Fixture *f)
{
    f->regs.reg[0x402] = 0x48 | 0x20;
    f->regs.reg[0xe28] = 0x1fe00 | 6 << 6;
}

static void assert_counts(Fixture *f, unsigned col0, unsigned row0,
                          unsigned col1, unsigned row1)
{
    for (unsigned row = 0; row < SIZE; row++) {
        for (unsigned col = 0; col < SIZE; col++) {
            bool in = col >= col0 && col < col1 && row >= row0 && row < row1;

            g_assert_cmpuint(f->stencil[row * SIZE + col], ==, in);
        }
    }
    memset(f->stencil, 0, sizeof(f->stencil));
}

/* A rectangle as two triangles: both diagonals, both windings */
static void check_rectangle(Fixture *f, int x0, int y0, int x1, int y1,
                            unsigned col0, unsigned row0, unsigned col1,
                            unsigned row1)
{
    triangle(f, x0, y0, x1, y0, x1, y1);
    draw(f);
    triangle(f, x0, y0, x1, y1, x0, y1);
    draw(f);
    assert_counts(f, col0, row0, col1, row1);
    triangle(f, x0, y0, x0, y1, x1, y0);
    draw(f);
    triangle(f, x1, y1, x1, y0, x0, y1);
    draw(f);
    assert_counts(f, col0, row0, col1, row1);
}

static void test_fill_rule(void)
{
    g_autofree Fixture *f = fixture();

    count_pixels(f);
    freeze(f);
    /* corners at pixel corners: the diagonal runs through samples */
    check_rectangle(f, -8, -8, 8 * 16 - 8, 8 * 16 - 8, 0, 0, 8, 8);
    /* edges through samples: closed at the smaller end, open at the other */
    check_rectangle(f, 16, 32, 5 * 16, 9 * 16, 1, 2, 5, 9);
    /* one step off */
    check_rectangle(f, 17, 31, 5 * 16 + 1, 9 * 16 - 1, 2, 2, 6, 9);
    /* beyond the target on all sides */
    check_rectangle(f, -999, -777, 2000, 3000, 0, 0, SIZE, SIZE);
}

/* A fan around an inner vertex that lies on a sample */
static void test_fan(void)
{
    static const int16_t rim[8][2] = {
        { 0, 0 }, { 130, -8 }, { 256, 16 }, { 240, 160 }, { 256, 256 },
        { 100, 240 }, { 0, 256 }, { 16, 128 },
    };
    g_autofree Fixture *f = fixture();
    unsigned total = 0;

    count_pixels(f);
    freeze(f);
    for (unsigned i = 0; i < 8; i++) {
        const int16_t *a = rim[i], *b = rim[(i + 1) % 8];

        triangle(f, 128, 128, a[0], a[1], b[0], b[1]);
        draw(f);
    }
    for (unsigned i = 0; i < SIZE * SIZE; i++) {
        g_assert_cmpuint(f->stencil[i], <=, 1);
        total += f->stencil[i];
    }
    g_assert_cmpuint(f->stencil[8 * SIZE + 8], ==, 1);
    /* the polygon has 59536 / 256 = 232.6 pixels of area */
    g_assert_cmpuint(total, >, 220);
    g_assert_cmpuint(total, <, 245);
}

/* Only pixels inside the rectangle, and the same ones as at once */
static void test_rect(void)
{
    g_autofree Fixture *whole = fixture();
    g_autofree Fixture *parts = fixture();

    triangle(whole, 5, 3, 250, 40, 90, 255);
    parts->prim = whole->prim;
    count_pixels(whole);
    count_pixels(parts);
    freeze(whole);
    freeze(parts);
    draw(whole);
    for (int row = 0; row < SIZE; row += 5) {
        for (int col = 0; col < SIZE; col += 3) {
            draw_rect(parts, col, row, MIN(col + 3, SIZE),
                      MIN(row + 5, SIZE));
        }
    }
    g_assert_cmpmem(whole->stencil, SIZE * SIZE, parts->stencil, SIZE * SIZE);
    g_assert_cmpmem(whole->color, SIZE * SIZE * 4, parts->color,
                    SIZE * SIZE * 4);
    g_assert_cmpuint(whole->draw.stats.fragments, ==,
                     parts->draw.stats.fragments);
    draw_rect(parts, 4, 4, 4, 8);
    draw_rect(parts, 8, 8, 4, 4);
    g_assert_cmpmem(whole->stencil, SIZE * SIZE, parts->stencil, SIZE * SIZE);
}

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

/*
 * Quads
 */

/*
 * A 16x16 L8 texture with levels 16, 8, ..., each filled with its number
 * plus one; s, t = column, row * scale / 16.
 */
static void texture(Fixture *f, uint8_t *memory, size_t size, double scale)
{
    Gr3dRegs *regs = &f->regs;
    unsigned offset = 0;

    regs->reg[0x720] = 2 << 8;
    regs->reg[0x721] = 4u << 28 | 4 << 24 | 0x40 << 8;
    regs->tex_inst[0] = 0x420;
    regs->mfu_sched[0] = 1;
    regs->mfu_inst[0] = CANONICAL >> 32;
    regs->mfu_inst[1] = VAR(0, 0, 1, 0) | VAR(1, 0, 1, 0);
    regs->alu_sched[0] = 0;
    regs->dw_inst[0] = 0x00028005;
    for (unsigned level = 0, n = 16; n; level++, n /= 2) {
        memset(memory + offset, level + 1, 16 * n);
        offset += 16 * n;
    }
    f->draw.span[GR3D_SPAN_TEXTURE] = (GpuSpan) {
        .data = memory, .size = size,
    };
    triangle(f, 0, 0, 256, 0, 0, 256);
    f->prim.tram[0][0][1] = gr3d_fp20_from_double(scale);
    f->prim.tram[0][1][2] = gr3d_fp20_from_double(scale);
}

static void test_quads(void)
{
    /* texels per pixel 1, 2, 4, 16, 64: the level is log2 */
    static const struct {
        double scale;
        unsigned level;
    } row[] = { { 1, 0 }, { 2, 1 }, { 4, 2 }, { 16, 4 }, { 64, 4 } };
    uint8_t memory[512];

    for (unsigned i = 0; i < G_N_ELEMENTS(row); i++) {
        g_autofree Fixture *f = fixture();

        texture(f, memory, sizeof(memory), row[i].scale);
        freeze(f);
        g_assert_true(f->draw.qr.quads);
        draw(f);
        for (unsigned y = 0; y < SIZE; y++) {
            for (unsigned x = 0; x < SIZE; x++) {
                /* samples on the hypotenuse belong to the other side */
                unsigned want = x + y < SIZE ? row[i].level + 1 : 0;

                g_assert_cmpuint(pixel(f, x, y), ==, want);
            }
        }
        /* once more with rectangles that cut quads: nothing else changes */
        memset(f->color, 0, sizeof(f->color));
        draw_rect(f, 3, 3, 8, 7);
        for (unsigned y = 0; y < SIZE; y++) {
            for (unsigned x = 0; x < SIZE; x++) {
                bool in = x >= 3 && x < 8 && y >= 3 && y < 7 && x + y < SIZE;

                g_assert_cmpuint(pixel(f, x, y), ==,
                                 in ? row[i].level + 1 : 0);
            }
        }
    }
}

/* One level and equal filters need no derivatives */
static void test_no_quads(void)
{
    g_autofree Fixture *f = fixture();
    uint8_t memory[512];

    texture(f, memory, sizeof(memory), 4);
    f->regs.reg[0x721] |= 0x80;
    freeze(f);
    g_assert_false(f->draw.qr.quads);
    draw(f);
    g_assert_cmpuint(pixel(f, 2, 2), ==, 1);
}

/*
 * Memory
 */

static void test_requests(void)
{
    g_autofree Fixture *f = fixture();
    const Gr3dSpanRequest *r = f->draw.request;

    f->regs.reg[0x350] = 10;
    f->regs.reg[0x351] = 4;
    f->regs.reg[0xe00] = 0x1000;
    f->regs.reg[0xe01] = 0x2000;
    f->regs.reg[0x403] = 0x208;            /* test, no write */
    f->regs.pseq_inst[0] = 0x0087000a;     /* load of surface 7 */
    f->regs.reg[0xe17] = 0x100 << 8 | 13 << 2;
    freeze(f);
    g_assert_cmphex(r[GR3D_SPAN_SURFACE].addr, ==, 0x1000);
    g_assert_cmpuint(r[GR3D_SPAN_SURFACE].size, ==, 3 * 32 + 20);
    g_assert_false(r[GR3D_SPAN_SURFACE].write);
    g_assert_cmphex(r[GR3D_SPAN_SURFACE + 1].addr, ==, 0x2000);
    g_assert_cmpuint(r[GR3D_SPAN_SURFACE + 1].size, ==, 3 * 64 + 40);
    g_assert_true(r[GR3D_SPAN_SURFACE + 1].write);
    g_assert_cmpuint(r[GR3D_SPAN_SURFACE + 2].size, ==, 0);
    g_assert_cmpuint(r[GR3D_SPAN_SURFACE + 7].size, ==, 3 * 256 + 40);
    g_assert_false(r[GR3D_SPAN_SURFACE + 7].write);
    for (unsigned i = 0; i < GR3D_NUM_TEXTURES; i++) {
        g_assert_cmpuint(r[GR3D_SPAN_TEXTURE + i].size, ==, 0);
    }
    f->regs.tex_inst[0] = 0x405;
    f->regs.reg[0x715] = 0x3000;
    f->regs.reg[0x720 + 10] = 13 << 8;
    f->regs.reg[0x721 + 10] = 0x44000080;
    freeze(f);
    g_assert_cmphex(r[GR3D_SPAN_TEXTURE + 5].addr, ==, 0x3000);
    g_assert_cmpuint(r[GR3D_SPAN_TEXTURE + 5].size, ==, 1024);
}

/* Half of every surface is missing: what is there is drawn, the rest noted */
static void test_short_memory(void)
{
    g_autofree Fixture *f = fixture();

    f->regs.reg[0x403] = 0x308 | 7 << 4;
    count_pixels(f);
    span(f, 0, f->depth, sizeof(f->depth) / 2);
    span(f, 1, f->color, sizeof(f->color) / 2);
    span(f, 2, f->stencil, sizeof(f->stencil) / 2);
    freeze(f);
    everything(f);
    draw(f);
    g_assert_cmpuint(pixel(f, 15, 7), ==, 0xff);
    g_assert_cmpuint(pixel(f, 0, 8), ==, 0);
    g_assert_cmphex(depth_at(f, 0, 8), ==, 0);
    g_assert_cmpuint(f->stencil[8 * SIZE], ==, 0);
    g_assert_cmpuint(f->draw.events.num, ==, 1);
    g_assert_cmpuint(f->draw.events.list[0].count, >=, 3 * 128);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/qr/fill-rule", test_fill_rule);
    g_test_add_func("/qr/fan", test_fan);
    g_test_add_func("/qr/rect", test_rect);
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
    g_test_add_func("/qr/quads", test_quads);
    g_test_add_func("/qr/no-quads", test_no_quads);
    g_test_add_func("/qr/requests", test_requests);
    g_test_add_func("/qr/short-memory", test_short_memory);
    return g_test_run();
}
