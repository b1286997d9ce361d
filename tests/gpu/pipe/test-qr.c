/*
 * Tests of the GR3D rasteriser: coverage, quads, memory
 *
 * Primitives are built here from the set-up rules of
 * docs/specs/tegra-gr3d.rst; expectations are by hand.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "hw/gpu/gr3d/isa/num.h"
#include "qr-triangle.h"

/*
 * Coverage
 */

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

/* Check a rectangle of two triangles: both diagonals, both windings. */
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
 * Quads
 */

/*
 * Set up a 16x16 L8 texture with levels 16, 8, ..., each filled with its number
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
    g_test_add_func("/qr/quads", test_quads);
    g_test_add_func("/qr/no-quads", test_no_quads);
    g_test_add_func("/qr/requests", test_requests);
    g_test_add_func("/qr/short-memory", test_short_memory);
    return g_test_run();
}
