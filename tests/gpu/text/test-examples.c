/*
 * Whole draws through the GR3D engine's public interface
 *
 * The two worked examples: a clear by a quad of constant colour, and the
 * triangle of a captured command stream, with the pixels that two independent
 * models agree on; then depth, blending, texturing and discard on top.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "hw/gpu/gr3d/gr3d.h"
#include "fp-test.h"

#define SIZE 256

typedef struct Machine {
    Gr3dRegs regs;
    uint8_t color[SIZE * SIZE * 4];
    uint8_t depth[SIZE * SIZE * 2];
    uint8_t vertices[1024];
    uint8_t texture[SIZE];
    Gr3dDrawStats stats;
    unsigned events;
} Machine;

enum { RT = 0x100000, ZB = 0x200000, VB = 0x300000, TB = 0x400000 };

static void wr(Machine *m, uint32_t offset, uint32_t value)
{
    gr3d_regs_write(&m->regs, offset, value);
}

static void wr_list(Machine *m, uint32_t offset, const uint32_t *words,
                    unsigned num)
{
    for (unsigned i = 0; i < num; i++) {
        wr(m, offset, words[i]);
    }
}

#define WR_LIST(m, offset, ...) do {                                \
        const uint32_t words_[] = { __VA_ARGS__ };                  \
        wr_list(m, offset, words_, G_N_ELEMENTS(words_));           \
    } while (0)

/* The state that both examples share */
static const uint32_t common[][2] = {
    { 0x124, 7 }, { 0x200, 0x11 }, { 0x201, 0xffff }, { 0x202, 0x00ff0000 },
    { 0x20b, 3 }, { 0x346, 0x105 }, { 0x347, 0x3f000000 },
    { 0x348, 0x3f800000 }, { 0x349, 0x3f800000 }, { 0x34d, 0x3f000000 },
    { 0x34e, 0x3f800000 }, { 0x350, 0x100 }, { 0x351, 0x100 },
    { 0x352, 0x45000000 }, { 0x353, 0x45000000 }, { 0x354, 0x3efffff0 },
    { 0x355, 0x45000000 }, { 0x356, 0x45000000 }, { 0x357, 0x3efffff0 },
    { 0x358, 0x41f80000 }, { 0x359, 0x41f80000 }, { 0x35a, 0x40dffe00 },
    { 0x35b, 0x205 }, { 0x400, 0x7ff }, { 0x401, 0x7ff }, { 0x402, 0x48 },
    { 0x403, 0x270 }, { 0x405, 0xfffff }, { 0x406, 1 },
    { 0x40a, 0x1fff1fff }, { 0x40c, 6 }, { 0x40e, 8 }, { 0x40f, 0x48 },
    { 0x501, 0x223212cf }, { 0x740, 0x35 }, { 0xa00, 0xe01 },
    { 0xe26, 0x779 }, { 0xe27, 1 }, { 0xe28, 0x1fe00 }, { 0xe29, 0x1fe00 },
    { 0xe11, 0x00040034 }, { 0xe01, RT }, { 0x903, 2 },
    { 0xe20, 0x4a000000 }, { 0xe21, 0x140 }, { 0x546, 0x40 },
    { 0x520, 0x20006001 },
};

static Machine *machine(void)
{
    Machine *m = g_new0(Machine, 1);

    gr3d_regs_reset(&m->regs);
    for (unsigned i = 0; i < G_N_ELEMENTS(common); i++) {
        wr(m, common[i][0], common[i][1]);
    }
    return m;
}

/* Return the host memory of a guest address. */
static uint8_t *memory(Machine *m, uint32_t addr, uint64_t *size)
{
    const struct {
        uint32_t base;
        uint8_t *data;
        uint64_t size;
    } map[] = {
        { RT, m->color, sizeof(m->color) }, { ZB, m->depth, sizeof(m->depth) },
        { VB, m->vertices, sizeof(m->vertices) },
        { TB, m->texture, sizeof(m->texture) },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(map); i++) {
        if (addr >= map[i].base && addr - map[i].base < map[i].size) {
            *size = MIN(*size, map[i].size - (addr - map[i].base));
            return map[i].data + (addr - map[i].base);
        }
    }
    g_error("request for 0x%x", addr);
}

static void draw(Machine *m, uint32_t set_prim, uint32_t draw_prim)
{
    Gr3dDraw *d;

    wr(m, 0x122, set_prim);
    g_assert_cmpint(gr3d_regs_write(&m->regs, 0x123, draw_prim), ==,
                    GR3D_WRITE_DRAW);
    d = gr3d_draw_new(&m->regs);
    for (unsigned i = 0; i < GR3D_NUM_SPANS; i++) {
        const Gr3dSpanRequest *r = gr3d_draw_request(d, i);
        uint64_t size = r->size;

        if (size) {
            uint8_t *data = memory(m, r->addr, &size);

            gr3d_draw_bind(d, i, data, size);
        }
    }
    gr3d_draw_run(d);
    gr3d_draw_events(d, &m->events);
    m->stats = *gr3d_draw_stats(d);
    gr3d_draw_free(d);
}

static uint32_t pixel(const Machine *m, unsigned col, unsigned row)
{
    const uint8_t *p = &m->color[(row * SIZE + col) * 4];

    return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
}

static unsigned depth_at(const Machine *m, unsigned col, unsigned row)
{
    const uint8_t *p = &m->depth[(row * SIZE + col) * 2];

    return p[0] | p[1] << 8;
}

static void start_program(Machine *m)
{
    wr(m, 0xe22, 0);
    wr(m, 0x603, 0);
    wr(m, 0x803, 0);
}

static void put_float(Machine *m, unsigned offset, float value)
{
    memcpy(&m->vertices[offset], &value, 4);
}

/* Make the target's four corners a triangle strip, (x, y, z, 1). */
static void quad_vertices(Machine *m, float z)
{
    for (unsigned i = 0; i < 4; i++) {
        put_float(m, 16 * i, i & 1 ? 1 : -1);
        put_float(m, 16 * i + 4, i & 2 ? 1 : -1);
        put_float(m, 16 * i + 8, z);
        put_float(m, 16 * i + 12, 1);
    }
    wr(m, 0x100, VB);
    wr(m, 0x101, 0x104d);
    wr(m, 0x120, 0x00010001);
    wr(m, 0x205, 0);
    WR_LIST(m, 0x206, 0x401f9c6c, 0x0040000d, 0x8106c083, 0x6041ff81);
    wr(m, 0x343, 0xb8e00000);
    wr(m, 0x300, 0);
    wr(m, 0x301, 0);
}

static void draw_quad(Machine *m)
{
    draw(m, 0xc5000000, 0x00300000);
}

static void clear_program(Machine *m)
{
    start_program(m);
    WR_LIST(m, 0x541, 0);
    WR_LIST(m, 0x601, 0);
    WR_LIST(m, 0x701, 0);
    WR_LIST(m, 0x801, 1);
    WR_LIST(m, 0x804, 0x00012808, 0x3f41f200, 0x00014828, 0x3f41f200,
            0x0001a848, 0x3f41f200, 0x0001c868, 0x3f41f200);
    WR_LIST(m, 0x806, 0);
    WR_LIST(m, 0x901, 0x00028005);
    wr(m, 0x820, 0x00030100);
    wr(m, 0x821, 0x00040040);
}

static void test_clear(void)
{
    g_autofree Machine *m = machine();

    quad_vertices(m, 0);
    clear_program(m);
    draw_quad(m);
    for (unsigned i = 0; i < SIZE * SIZE; i++) {
        g_assert_cmphex(pixel(m, i % SIZE, i / SIZE), ==, 0xff40bfff);
    }
    /* each pixel once, the diagonal included */
    g_assert_cmpuint(m->stats.fragments, ==, SIZE * SIZE);
    g_assert_cmpuint(m->stats.primitives, ==, 2);
    g_assert_cmpuint(m->events, ==, 0);
}

static void triangle(Machine *m)
{
    static const float data[24] = {
        1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1,
        0, 0.5, 0, 1, -0.5, -0.5, 0, 1, 0.5, -0.5, 0, 1,
    };

    memcpy(m->vertices, data, sizeof(data));
    for (unsigned i = 0; i < 3; i++) {
        m->vertices[0x60 + 2 * i] = i;
        m->vertices[0x61 + 2 * i] = 0;
    }
    wr(m, 0x205, 0);
    WR_LIST(m, 0x206, 0x401f9c6c, 0x0040000d, 0x8106c083, 0x6041ff80,
            0x401f9c6c, 0x0040010d, 0x8106c083, 0x6041ff9d);
    wr(m, 0x343, 0xb8e00000);
    wr(m, 0x300, 0x00000008);
    wr(m, 0x301, 0x0000fecd);
    wr(m, 0xe20, 0x58000000);
    start_program(m);
    WR_LIST(m, 0x541, 0);
    WR_LIST(m, 0x601, 1);
    WR_LIST(m, 0x604, 0x104e51ba, 0x00408102);
    WR_LIST(m, 0x701, 0);
    WR_LIST(m, 0x801, 1);
    WR_LIST(m, 0x804, 0x0001c0c0, 0x3f41f200, 0x0001a080, 0x3f41f200,
            0x00014000, 0x3f41f200, 0x00012040, 0x3f41f200);
    WR_LIST(m, 0x806, 0);
    WR_LIST(m, 0x901, 0x00028005);
    wr(m, 0x120, 0x00030081);
    wr(m, 0x100, VB + 0x30);
    wr(m, 0x101, 0x104d);
    wr(m, 0x102, VB);
    wr(m, 0x103, 0x104d);
    wr(m, 0x121, VB + 0x60);
}

static const struct {
    unsigned col, row;
    uint32_t word;
} triangle_pixels[] = {
    { 127, 190, 0xff0103fc }, { 128, 190, 0xff0301fc },
    { 64, 64, 0xff01fe01 }, { 191, 64, 0xfffe0101 },
    { 128, 106, 0xff575555 }, { 128, 110, 0xff53515d },
    { 96, 100, 0xff1d9a49 }, { 128, 64, 0xff807f01 },
    { 63, 64, 0 }, { 192, 64, 0 }, { 128, 191, 0 }, { 128, 63, 0 },
    { 126, 190, 0 }, { 129, 190, 0 },
};

static void check_triangle(const Machine *m)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(triangle_pixels); i++) {
        g_assert_cmphex(pixel(m, triangle_pixels[i].col,
                              triangle_pixels[i].row), ==,
                        triangle_pixels[i].word);
    }
    g_assert_cmpuint(m->stats.fragments, ==, 8192);
}

static void test_triangle(void)
{
    g_autofree Machine *m = machine();

    triangle(m);
    draw(m, 0xec000000, 0x00200000);
    check_triangle(m);
    /* the same without indices */
    memset(m->color, 0, sizeof(m->color));
    draw(m, 0xcc000000, 0x00200000);
    check_triangle(m);
}

/* Depth variant: z = 0 is 0x8000; a second, equal draw fails LESS */
static void test_depth(void)
{
    g_autofree Machine *m = machine();

    memset(m->depth, 0xff, sizeof(m->depth));
    triangle(m);
    wr(m, 0x903, 0x00010003);
    wr(m, 0xe10, 0x0002002c);
    wr(m, 0xe00, ZB);
    wr(m, 0x403, 0x318);
    draw(m, 0xec000000, 0x00200000);
    check_triangle(m);
    g_assert_cmphex(depth_at(m, 128, 106), ==, 0x8000);
    g_assert_cmphex(depth_at(m, 63, 64), ==, 0xffff);
    draw(m, 0xec000000, 0x00200000);
    g_assert_cmpuint(m->stats.fragments, ==, 0);
    /* a quad behind it colours everything else; z = 0.5 is 0xbfff.8 */
    quad_vertices(m, 0.5);
    clear_program(m);
    draw_quad(m);
    g_assert_cmpuint(m->stats.fragments, ==, SIZE * SIZE - 8192);
    g_assert_cmphex(pixel(m, 128, 106), ==, 0xff575555);
    g_assert_cmphex(pixel(m, 63, 64), ==, 0xff40bfff);
    g_assert_cmphex(depth_at(m, 63, 64), ==, 0xbfff);
    /* tiled, stride 512: the first tile holds rows 0..15 of 8 pixels */
    memset(m->depth, 0xff, sizeof(m->depth));
    wr(m, 0xe10, 0x0402002c);
    wr(m, 0x350, 8);
    wr(m, 0x351, 16);
    draw_quad(m);
    for (unsigned i = 0; i < 256; i += 2) {
        g_assert_cmphex(m->depth[i] | m->depth[i + 1] << 8, ==, 0xbfff);
    }
    g_assert_cmphex(m->depth[256], ==, 0xff);
}

/* Source over: u0, u1 at alpha 0.5 on (1.0, 0.75, 0.25, 1.0) */
static void test_blend(void)
{
    g_autofree Machine *m = machine();
    /* r2.l <- r2.l * (1 - u1.h) + u0.l, and so on */
    const uint64_t inverse = REG(33) | FX | HI | M1 | NEG;
    const uint64_t slot[4] = {
        SLOT(MAD, 2, 1, REG(2) | FX, inverse, REG(32) | FX, 0),
        SLOT(MAD, 2, 2, REG(2) | FX | HI, inverse, REG(32) | FX | HI, 0),
        SLOT(MAD, 3, 1, REG(3) | FX, inverse, REG(33) | FX, 0),
        SLOT(MAD, 3, 2, REG(3) | FX | HI, inverse, REG(33) | FX | HI, 0),
    };

    quad_vertices(m, 0);
    clear_program(m);
    draw_quad(m);
    start_program(m);
    wr(m, 0x541, 0x0081000a);
    for (unsigned i = 0; i < 4; i++) {
        wr(m, 0x804, slot[i] >> 32);
        wr(m, 0x804, slot[i]);
    }
    wr(m, 0x820, 0x000 << 10 | 0x040);
    wr(m, 0x821, 0x080 << 10 | 0x080);
    draw_quad(m);
    /*
     * The target reads as (256, 192, 64, 256): halves plus (64, 0, 128, 128)
     * are (192, 96, 160, 256), bytes 191, 96, 159, 255.
     */
    g_assert_cmphex(pixel(m, 0, 0), ==, 0xff9f60bf);
    g_assert_cmphex(pixel(m, 100, 100), ==, 0xff9f60bf);
    g_assert_cmphex(pixel(m, 255, 0), ==, 0xff9f60bf);
}

/* Draw 8x8 texels over the target, s and t from the position. */
static void textured_quad(Machine *m)
{
    static const float st[4][2] = { { 0, 0 }, { 1, 0 }, { 0, 1 }, { 1, 1 } };

    quad_vertices(m, 0);
    for (unsigned i = 0; i < 4; i++) {
        put_float(m, 64 + 16 * i, st[i][0]);
        put_float(m, 68 + 16 * i, st[i][1]);
    }
    wr(m, 0x102, VB + 64);
    wr(m, 0x103, 0x102d);
    wr(m, 0x120, 0x00030081);
    wr(m, 0x205, 0);
    WR_LIST(m, 0x206, 0x401f9c6c, 0x0040000d, 0x8106c083, 0x6041ff80,
            0x401f9c6c, 0x0040010d, 0x8106c083, 0x6041ff9d);
    wr(m, 0x300, 0x00000008);
    wr(m, 0x301, 0x0000fedc);
    for (unsigned i = 0; i < 64; i++) {
        uint8_t *p = &m->texture[4 * i];

        p[0] = 16 * (i % 8);
        p[1] = 16 * (i / 8);
        p[2] = 0;
        p[3] = i % 3 ? 255 : 0;
    }
    wr(m, 0x710, TB);
    wr(m, 0x720, 13 << 8);
    wr(m, 0x721, 3u << 28 | 3 << 24 | 0x80);
    start_program(m);
    WR_LIST(m, 0x541, 0);
    WR_LIST(m, 0x601, 1);
    WR_LIST(m, 0x604, 0x104e51ba, 0x00000102);
    WR_LIST(m, 0x701, 0x00000400);
    WR_LIST(m, 0x801, 0);
    WR_LIST(m, 0x901, 0x00020005);
}

static void test_texture(void)
{
    g_autofree Machine *m = machine();

    textured_quad(m);
    draw_quad(m);
    for (unsigned row = 0; row < SIZE; row++) {
        for (unsigned col = 0; col < SIZE; col++) {
            unsigned s = col / 32, t = row / 32;

            g_assert_cmphex(pixel(m, col, row) & 0xffffff, ==,
                            16 * s | 16 * t << 8);
        }
    }
    /* bilinear: 16 steps per 32 pixels between texel centres */
    wr(m, 0x720, 13 << 8 | 1u << 29 | 1u << 28 | 3);
    draw_quad(m);
    for (unsigned col = 16; col < 240; col++) {
        unsigned want = (col - 16) / 2;

        g_assert_cmpuint(pixel(m, col, 9) & 0xff, >=, want);
        g_assert_cmpuint(pixel(m, col, 9) & 0xff, <=, want + 1);
    }
    g_assert_cmpuint(pixel(m, 0, 0) & 0xff, ==, 0);
    g_assert_cmpuint(pixel(m, 255, 0) & 0xff, ==, 112);
}

/* kill where the texel's alpha is 0 */
static void test_discard(void)
{
    g_autofree Machine *m = machine();

    textured_quad(m);
    wr(m, 0x800, 0);
    wr(m, 0x801, 1);
    WR_LIST(m, 0x804, 0x00666068, 0x3f41f200, 0x000fe7e8, 0x3e41f200,
            0x000fe7e8, 0x3e41f200, 0x000fe7e8, 0x3e41f200);
    memset(m->color, 0x11, sizeof(m->color));
    draw_quad(m);
    for (unsigned row = 5; row < SIZE; row += 16) {
        for (unsigned col = 3; col < SIZE; col += 16) {
            unsigned s = col / 32, t = row / 32;

            g_assert_cmphex(pixel(m, col, row), ==, (t * 8 + s) % 3 == 0 ?
                            0x11111111 : 0xff000000 | 16 * s | 16 * t << 8);
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/examples/clear", test_clear);
    g_test_add_func("/examples/triangle", test_triangle);
    g_test_add_func("/examples/depth", test_depth);
    g_test_add_func("/examples/blend", test_blend);
    g_test_add_func("/examples/texture", test_texture);
    g_test_add_func("/examples/discard", test_discard);
    return g_test_run();
}
