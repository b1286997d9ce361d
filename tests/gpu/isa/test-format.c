/*
 * Tests of the GR3D pixel formats: every channel of every format with every
 * code, loaded and stored; dither; blocks
 *
 * Expectations come from texel-model.c and from searching for the nearest
 * representable number.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <math.h>
#include "hw/gpu/gr3d/isa/num.h"
#include "hw/gpu/gr3d/pipe/frozen.h"
#include "texel-model.h"

static const Gr3dDither no_dither;

static Gr3dSurfDesc surface(unsigned format)
{
    Gr3dSurfDesc surf;

    gr3d_surf_decode(&surf, format << 2 | 16 << 8);
    return surf;
}

static void put_bits(uint8_t *p, unsigned low, unsigned bits, uint32_t code)
{
    for (unsigned i = 0; i < bits; i++) {
        unsigned bit = low + i;

        p[bit / 8] &= ~(1 << bit % 8);
        p[bit / 8] |= (code >> i & 1) << bit % 8;
    }
}

static uint32_t get_bits(const uint8_t *p, unsigned low, unsigned bits)
{
    uint32_t code = 0;

    for (unsigned i = 0; i < bits; i++) {
        code |= (p[(low + i) / 8] >> (low + i) % 8 & 1u) << i;
    }
    return code;
}

/* What the engine knows is what the document lists */
static void test_table(void)
{
    for (unsigned i = 0; i < GR3D_NUM_FORMATS; i++) {
        const ModelFormat *want = model_format(i);
        const Gr3dFormat *got = gr3d_format(i);

        g_assert_true(!want == !got);
        if (want && want->kind == MODEL_BLOCK) {
            g_assert_cmpuint(got->block_bytes, ==, want->bytes);
            g_assert_cmpuint(got->bytes, ==, 0);
        } else if (want) {
            g_assert_cmpuint(got->bytes, ==, want->bytes);
            g_assert_cmpuint(got->block_bytes, ==, 0);
        }
    }
    g_assert_null(gr3d_format(GR3D_NUM_FORMATS));
}

/*
 * Loads
 */

static void check_load(const ModelFormat *f, const Gr3dSurfDesc *surf,
                       uint8_t *pixel)
{
    GpuSpan span = { .data = pixel, .size = 8 };
    uint32_t c[4];
    int want[4];

    g_assert_true(gr3d_surf_load(surf, &span, 0, 0, c));
    model_texel(f, pixel, 0, 0, want);
    for (unsigned i = 0; i < 4; i++) {
        if (gr3d_fx10_to_int(c[i]) != want[i]) {
            g_error("format %u, component %u: %d, expected %d", f->number, i,
                    gr3d_fx10_to_int(c[i]), want[i]);
        }
    }
}

/* Load all codes of a channel, the other bits all clear and all set. */
static void load_channel(const ModelFormat *f, char letter)
{
    Gr3dSurfDesc surf = surface(f->number);
    unsigned low, bits = model_channel(f, letter, &low);
    uint32_t step = bits == 32 ? 0x10001 : 1;

    for (uint64_t code = 0; bits && code < 1ull << bits; code += step) {
        uint8_t pixel[8];

        memset(pixel, 0, sizeof(pixel));
        put_bits(pixel, low, bits, code);
        check_load(f, &surf, pixel);
        if (f->kind == MODEL_UNORM) {
            memset(pixel, 0xff, sizeof(pixel));
            put_bits(pixel, low, bits, code);
            check_load(f, &surf, pixel);
        }
    }
}

static void test_load(void)
{
    for (unsigned i = 0; i < model_num_formats; i++) {
        for (const char *p = "RGBALSZPX"; *p; p++) {
            if (model_formats[i].kind == MODEL_UNORM ||
                model_formats[i].kind == MODEL_REAL) {
                load_channel(&model_formats[i], *p);
            }
        }
    }
}

/* Singles at and next to the ties between fx10 numbers, and odd ones */
static void test_load_single(void)
{
    static const uint32_t odd[] = {
        0, 0x80000000, 1, 0x80000001, 0x7f800000, 0xff800000, 0x7fc00000,
        0xffc00001, 0x7f7fffff, 0xff7fffff, 0x00800000,
    };
    const ModelFormat *f = model_format(21);
    Gr3dSurfDesc surf = surface(21);
    uint8_t pixel[8] = { 0 };

    for (unsigned i = 0; i < G_N_ELEMENTS(odd); i++) {
        put_bits(pixel, 0, 32, odd[i]);
        check_load(f, &surf, pixel);
    }
    for (int n = -1030; n <= 1030; n++) {
        float tie = n / 512.0f;
        float near[3] = { tie, nextafterf(tie, 9), nextafterf(tie, -9) };

        for (unsigned i = 0; i < 3; i++) {
            uint32_t code;

            memcpy(&code, &near[i], 4);
            put_bits(pixel, 0, 32, code);
            check_load(f, &surf, pixel);
        }
    }
}

/*
 * Stores
 */

/* Return the code of a half, which holds any fx10. */
static uint32_t half_code(double v)
{
    int exp;
    double m = frexp(fabs(v), &exp);

    return (v < 0 ? 0x8000 : 0) |
           (v ? (exp + 14) << 10 | (int)((2 * m - 1) * 1024) : 0);
}

/* Return the code nearest to @v, of two equally near ones the even one. */
static uint32_t nearest_real(double v, unsigned bits)
{
    uint32_t best = 0;

    for (uint32_t code = 0; code < 31u << (bits - 5); code++) {
        double d = fabs(model_real(code, bits) - v);
        double b = fabs(model_real(best, bits) - v);

        best = d < b || (d == b && !(code & 1)) ? code : best;
    }
    return best;
}

static uint32_t stored_code(const ModelFormat *f, int n, unsigned bits)
{
    if (f->kind == MODEL_UNORM) {
        return model_to_unorm(n, bits);
    }
    if (bits == 32) {
        float v = n / 256.0f;
        uint32_t code;

        memcpy(&code, &v, 4);
        return code;
    }
    if (bits == 16) {
        return half_code(n / 256.0);
    }
    return n < 0 ? 0 : nearest_real(n / 256.0, bits);
}

/*
 * Check a store where component @i is @n, the others @rest; @letter: its
 * channel
 */
static void check_store(const ModelFormat *f, const Gr3dSurfDesc *surf,
                        char letter, unsigned i, int n, int rest,
                        uint32_t want)
{
    uint8_t memory[24];
    GpuSpan span = { .data = memory + 8, .size = 8, .writable = true };
    uint32_t c[4] = { rest, rest, rest, rest };
    unsigned low, bits = model_channel(f, letter, &low);

    c[i] = n & 0x3ff;
    memset(memory, 0xa5, sizeof(memory));
    g_assert_true(gr3d_surf_store(surf, &span, &no_dither, 0, 0, c));
    if (get_bits(memory + 8, low, bits) != want) {
        g_error("format %u, component %u, %d: 0x%x, expected 0x%x", f->number,
                i, n, get_bits(memory + 8, low, bits), want);
    }
    for (unsigned j = 0; j < sizeof(memory); j++) {
        if (j < 8 || j >= 8 + f->bytes) {
            g_assert_cmphex(memory[j], ==, 0xa5);
        }
    }
}

static void store_channel(const ModelFormat *f, char letter, unsigned i)
{
    Gr3dSurfDesc surf = surface(f->number);
    unsigned low, bits = model_channel(f, letter, &low);

    for (int n = -512; bits && n < 512; n++) {
        uint32_t want = stored_code(f, n, bits);

        check_store(f, &surf, letter, i, n, 0, want);
        check_store(f, &surf, letter, i, n, 0x100, want);
    }
}

static void test_store(void)
{
    for (unsigned i = 0; i < model_num_formats; i++) {
        const ModelFormat *f = &model_formats[i];

        if ((f->kind == MODEL_UNORM || f->kind == MODEL_REAL) &&
            f->name[0] != 'Z') {
            store_channel(f, 'R', 0);
            store_channel(f, 'L', 0);
            store_channel(f, 'S', 0);
            store_channel(f, 'P', 0);
            store_channel(f, 'G', 1);
            store_channel(f, 'B', 2);
            store_channel(f, 'A', 3);
        }
    }
}

/* Unused bits are set, which is opaque for a reader that knows alpha */
static void test_store_x(void)
{
    for (unsigned number = 34; number <= 35; number++) {
        Gr3dSurfDesc surf = surface(number);

        check_store(model_format(number), &surf, 'X', 3, 0, 0, 0xff);
        check_store(model_format(number), &surf, 'X', 3, 0x100, 0x100, 0xff);
    }
}

/* What was loaded and is stored again has not changed */
static void test_round_trip(void)
{
    for (unsigned i = 0; i < model_num_formats; i++) {
        const ModelFormat *f = &model_formats[i];
        Gr3dSurfDesc surf = surface(f->number);

        if (f->kind != MODEL_UNORM || f->name[0] == 'Z' || f->number >= 34) {
            continue;
        }
        for (unsigned j = 0; j < 20000; j++) {
            uint8_t memory[8];
            GpuSpan span = { .data = memory, .size = 8, .writable = true };
            uint32_t word = g_test_rand_int(), c[4];

            memcpy(memory, &word, 4);
            gr3d_surf_load(&surf, &span, 0, 0, c);
            memset(memory, 0, 4);
            gr3d_surf_store(&surf, &span, &no_dither, 0, 0, c);
            g_assert_cmpmem(memory, f->bytes, &word, f->bytes);
        }
    }
}

/* Formats of which only a name is known, and blocks as a target */
static void test_no_store(void)
{
    static const uint8_t number[] = {
        0, 20, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 36, 63,
    };
    static const uint32_t white[4] = { 0x100, 0x100, 0x100, 0x100 };

    for (unsigned i = 0; i < G_N_ELEMENTS(number); i++) {
        Gr3dSurfDesc surf = surface(number[i]);
        uint8_t memory[16] = { 0 };
        GpuSpan span = { .data = memory, .size = 16, .writable = true };

        g_assert_false(gr3d_surf_store(&surf, &span, &no_dither, 0, 0, white));
        for (unsigned j = 0; j < 16; j++) {
            g_assert_cmphex(memory[j], ==, 0);
        }
    }
}

/*
 * Dither: floor(n / 256 * max + t / 8), channels of less than eight bits
 */

static void check_dither(unsigned number, unsigned t, bool alpha)
{
    static const char letter[4] = { 'R', 'G', 'B', 'A' };
    const ModelFormat *f = model_format(number);
    uint8_t pixel[8];
    GpuSpan span = { .data = pixel, .size = 8, .writable = true };
    Gr3dSurfDesc surf = surface(number);
    Gr3dDither dither;

    surf.dither = true;
    /* only the threshold of even columns and rows counts here */
    gr3d_dither_decode(&dither, t | (7 - t) << 3 | (7 - t) << 6 |
                       (7 - t) << 9 | (unsigned)alpha << 12);
    for (int n = -512; n < 512; n++) {
        uint32_t c[4] = { n & 0x3ff, n & 0x3ff, n & 0x3ff, n & 0x3ff };

        gr3d_surf_store(&surf, &span, &dither, 0, 0, c);
        for (unsigned i = 0; i < 4; i++) {
            unsigned low, bits = model_channel(f, letter[i], &low);
            unsigned v = CLAMP(n, 0, 256), max = (1u << bits) - 1;
            unsigned want = (i == 3 && !alpha) || bits >= 8 ?
                            model_to_unorm(n, bits) :
                            (8 * v * max + 256 * t) / 2048;

            if (bits) {
                g_assert_cmpuint(get_bits(pixel, low, bits), ==, want);
            }
        }
    }
}

static void test_dither(void)
{
    static const uint8_t number[] = { 5, 6, 7, 8, 9, 10, 13, 14, 34, 35 };

    for (unsigned i = 0; i < G_N_ELEMENTS(number); i++) {
        for (unsigned t = 0; t < 8; t++) {
            check_dither(number[i], t, false);
            check_dither(number[i], t, true);
        }
    }
}

static void test_dither_real(void)
{
    static const uint32_t c[4] = { 1, 2, 3, 0x3ff };
    Gr3dDither dither;

    gr3d_dither_decode(&dither, 0x1fff);
    for (unsigned number = 15; number <= 19; number++) {
        uint8_t plain[8] = { 0 }, dithered[8] = { 0 };
        GpuSpan span = { .data = plain, .size = 8, .writable = true };
        Gr3dSurfDesc surf = surface(number);

        gr3d_surf_store(&surf, &span, &dither, 0, 0, c);
        surf.dither = true;
        span.data = dithered;
        gr3d_surf_store(&surf, &span, &dither, 0, 0, c);
        g_assert_cmpmem(plain, 8, dithered, 8);
    }
}

/* The threshold goes by row and column */
static void test_dither_place(void)
{
    static const uint8_t threshold[2][2] = { { 1, 7 }, { 5, 3 } };
    uint8_t memory[64];
    GpuSpan span = { .data = memory, .size = 64, .writable = true };
    const uint32_t half[4] = { 0x80, 0x80, 0x80, 0x80 };
    Gr3dSurfDesc surf = surface(10);
    Gr3dDither dither;

    surf.dither = true;
    gr3d_dither_decode(&dither, 0x1779);
    for (unsigned row = 0; row < 4; row++) {
        for (unsigned col = 0; col < 8; col++) {
            unsigned want = (60 + threshold[row & 1][col & 1]) / 8;

            gr3d_surf_store(&surf, &span, &dither, col, row, half);
            g_assert_cmphex(memory[row * 16 + col * 2], ==, want * 0x11);
            g_assert_cmphex(memory[row * 16 + col * 2 + 1], ==, want * 0x11);
        }
    }
}

/*
 * Two pixels in four bytes
 */

static void test_pairs(void)
{
    /* B G R G and G B G R */
    static const uint8_t memory[32] = { 10, 20, 30, 40, 50, 60, 70, 80 };
    static const unsigned want[2][4][3] = {
        { { 30, 20, 10 }, { 30, 40, 10 }, { 70, 60, 50 }, { 70, 80, 50 } },
        { { 40, 10, 20 }, { 40, 30, 20 }, { 80, 50, 60 }, { 80, 70, 60 } },
    };

    for (unsigned i = 0; i < 2; i++) {
        for (unsigned tiled = 0; tiled < 2; tiled++) {
            uint8_t copy[256] = { 0 };
            GpuSpan span = { .data = copy, .size = sizeof(copy) };
            Gr3dSurfDesc surf = surface(31 + i);

            surf.tiled = tiled;
            memcpy(copy, memory, sizeof(memory));
            for (unsigned col = 0; col < 4; col++) {
                uint32_t c[4];

                g_assert_true(gr3d_surf_load(&surf, &span, col, 0, c));
                g_assert_cmpuint(c[0], ==, want[i][col][0]);
                g_assert_cmpuint(c[1], ==, want[i][col][1] +
                                 (want[i][col][1] >> 7));
                g_assert_cmpuint(c[2], ==, want[i][col][2]);
                g_assert_cmphex(c[3], ==, 0x100);
            }
            /* three columns need the fourth's bytes */
            surf.tiled = false;
            g_assert_cmpuint(gr3d_surf_size(&surf, 3, 1), ==, 8);
            g_assert_cmpuint(gr3d_surf_size(&surf, 4, 1), ==, 8);
        }
    }
}

/*
 * Blocks
 */

static void random_block(uint8_t block[16])
{
    for (unsigned i = 0; i < 16; i++) {
        block[i] = g_test_rand_int();
    }
    /* ends in either order, and equal, at both places they can be */
    if (!(g_test_rand_int() & 7)) {
        memcpy(block + 2, block, 2);
        memcpy(block + 10, block + 8, 2);
        block[1] = block[0];
        block[9] = block[8];
    }
}

static void test_blocks(void)
{
    for (unsigned i = 0; i < model_num_formats; i++) {
        const ModelFormat *f = &model_formats[i];

        for (unsigned j = 0; f->kind == MODEL_BLOCK && j < 4000; j++) {
            uint8_t block[16];

            random_block(block);
            for (unsigned k = 0; k < 16; k++) {
                uint32_t got = gr3d_block_texel(f->number, block, k % 4,
                                                k / 4);
                int want[4];

                model_texel(f, block, k % 4, k / 4, want);
                for (unsigned n = 0; n < 4; n++) {
                    g_assert_cmpint(model_from_unorm(got >> (8 * n) & 0xff, 8),
                                    ==, want[n]);
                }
            }
        }
    }
    g_assert_cmphex(gr3d_block_texel(13, (uint8_t[16]) { 1 }, 0, 0), ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/format/table", test_table);
    g_test_add_func("/format/load", test_load);
    g_test_add_func("/format/load-single", test_load_single);
    g_test_add_func("/format/store", test_store);
    g_test_add_func("/format/store-x", test_store_x);
    g_test_add_func("/format/round-trip", test_round_trip);
    g_test_add_func("/format/no-store", test_no_store);
    g_test_add_func("/format/dither", test_dither);
    g_test_add_func("/format/dither-real", test_dither_real);
    g_test_add_func("/format/dither-place", test_dither_place);
    g_test_add_func("/format/pairs", test_pairs);
    g_test_add_func("/format/blocks", test_blocks);
    return g_test_run();
}
