/*
 * Tests of the GR3D surfaces: formats, addresses, bounds
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "hw/gpu/gr3d/pipe/frozen.h"

static uint32_t desc(unsigned format, unsigned structure, uint32_t stride)
{
    return format << 2 | stride << 8 | structure << 25;
}

/*
 * Formats
 */

#define ONE 0x100

typedef struct FormatCase {
    unsigned format, bytes;
    uint32_t c[4];              /* stored */
    uint32_t pixel;
    uint32_t load[4];           /* what the pixel reads as */
} FormatCase;

/* 0x080 is 0.5: 127 of 255, 15 of 31, 31 of 63, 7 of 15, 0 of 1 */
static const FormatCase format_cases[] = {
    { 1, 1, { 1, 2, 3, 0x80 }, 0x7f, { 0, 0, 0, 0x7f } },
    { 1, 1, { 0, 0, 0, ONE }, 0xff, { 0, 0, 0, ONE } },
    { 2, 1, { 0x80, 2, 3, 4 }, 0x7f, { 0x7f, 0x7f, 0x7f, ONE } },
    { 3, 1, { ONE, 2, 3, 4 }, 0xff, { ONE, ONE, ONE, ONE } },
    { 4, 2, { ONE, 2, 3, 0x80 }, 0x7fff, { ONE, ONE, ONE, 0x7f } },
    { 5, 1, { ONE, 0, 0, 0 }, 0xe0, { ONE, 0, 0, ONE } },
    { 5, 1, { 0, ONE, 0, 0 }, 0x1c, { 0, ONE, 0, ONE } },
    { 6, 2, { ONE, 0, 0, 0 }, 0xf800, { ONE, 0, 0, ONE } },
    { 6, 2, { 0, ONE, 0, 0 }, 0x07e0, { 0, ONE, 0, ONE } },
    { 6, 2, { 0, 0, ONE, 0 }, 0x001f, { 0, 0, ONE, ONE } },
    /* 15 * 256 / 31 = 123.9, 31 * 256 / 63 = 125.97 */
    { 6, 2, { 0x80, 0x80, 0x80, 0 }, 0x7bef, { 124, 126, 124, ONE } },
    { 7, 2, { ONE, 0, 0, 0 }, 0x7c00, { ONE, 0, 0, 0 } },
    { 7, 2, { 0, 0, ONE, ONE }, 0x801f, { 0, 0, ONE, ONE } },
    { 8, 2, { ONE, 0, 0, ONE }, 0xff00, { ONE, 0, 0, ONE } },
    { 9, 2, { ONE, 0, 0, 0x80 }, 0xf800, { ONE, 0, 0, 0 } },
    { 9, 2, { 0, 0, ONE, ONE }, 0x003f, { 0, 0, ONE, ONE } },
    { 10, 2, { ONE, 0, 0x80, ONE }, 0xf07f, { ONE, 0, 119, ONE } },
    { 13, 4, { ONE, 0x80, 0x40, 0 }, 0x00407fff, { ONE, 0x7f, 0x40, 0 } },
    { 14, 4, { ONE, 0x80, 0x40, 0 }, 0x00ff7f40, { ONE, 0x7f, 0x40, 0 } },
    { 34, 4, { ONE, 0, 0, 0 }, 0xff0000ff, { ONE, 0, 0, ONE } },
    { 35, 4, { ONE, 0, 0, 0 }, 0xffff0000, { ONE, 0, 0, ONE } },
    /* clamped: -1.0, 1.5, -2.0, 1.99 */
    { 13, 4, { 0x300, 0x180, 0x200, 0x1ff }, 0xff00ff00, { 0, ONE, 0, ONE } },
};

static void test_formats(void)
{
    static const Gr3dDither dither;

    for (unsigned i = 0; i < G_N_ELEMENTS(format_cases); i++) {
        const FormatCase *f = &format_cases[i];
        uint8_t memory[8] = { 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa };
        GpuSpan span = { .data = memory, .size = 8, .writable = true };
        Gr3dSurfDesc surf;
        uint32_t c[4];

        gr3d_surf_decode(&surf, desc(f->format, 0, 64));
        g_assert_cmpuint(surf.format->bytes, ==, f->bytes);
        g_assert_true(gr3d_surf_store(&surf, &span, &dither, 0, 0, f->c));
        for (unsigned j = 0; j < 8; j++) {
            g_assert_cmphex(memory[j], ==, j < f->bytes ?
                            f->pixel >> (8 * j) & 0xff : 0xaa);
        }
        g_assert_true(gr3d_surf_load(&surf, &span, 0, 0, c));
        for (unsigned j = 0; j < 4; j++) {
            g_assert_cmphex(c[j], ==, f->load[j]);
        }
    }
}

static void test_unknown_formats(void)
{
    static const uint8_t unknown[] = { 0, 20, 22, 26, 30, 33, 36, 63 };
    static const Gr3dDither dither;
    static const uint32_t white[4] = { ONE, ONE, ONE, ONE };
    uint8_t memory[16] = { 0 };
    GpuSpan span = { .data = memory, .size = 16, .writable = true };

    for (unsigned i = 0; i < G_N_ELEMENTS(unknown); i++) {
        Gr3dSurfDesc surf;
        uint32_t c[4] = { 1, 2, 3, 4 };

        gr3d_surf_decode(&surf, desc(unknown[i], 0, 16));
        g_assert_false(gr3d_surf_store(&surf, &span, &dither, 0, 0, white));
        g_assert_false(gr3d_surf_load(&surf, &span, 0, 0, c));
        g_assert_cmphex(c[0] | c[1] | c[2] | c[3], ==, 0);
        g_assert_cmpuint(gr3d_surf_size(&surf, 4, 4), ==, 0);
    }
    for (unsigned i = 0; i < sizeof(memory); i++) {
        g_assert_cmphex(memory[i], ==, 0);
    }
}

/* floor(v/256 * max + threshold/8); 8-bit channels are left alone */
static void test_dither(void)
{
    static const uint8_t want[2][2] = { { 1, 7 }, { 5, 3 } };
    uint8_t memory[64] = { 0 };
    GpuSpan span = { .data = memory, .size = 64, .writable = true };
    Gr3dSurfDesc surf;
    Gr3dDither dither;

    gr3d_dither_decode(&dither, 0x779);
    g_assert_false(dither.alpha);
    gr3d_surf_decode(&surf, desc(9, 0, 16) | 1);
    for (unsigned i = 0; i < 4; i++) {
        unsigned x = i & 1, y = i >> 1;

        g_assert_cmpuint(dither.threshold[y][x], ==, want[y][x]);
        for (unsigned v = 0; v <= 256; v++) {
            uint32_t c[4] = { v, v, v, v };
            uint64_t pixel;

            gr3d_surf_store(&surf, &span, &dither, x, y, c);
            gr3d_surf_read(&surf, &span, x, y, &pixel);
            g_assert_cmpuint(pixel >> 11, ==,
                             (int)(v / 256.0 * 31 + want[y][x] / 8.0));
            /* alpha is not dithered: one bit, the tie goes down */
            g_assert_cmpuint(pixel & 1, ==, v > 128);
        }
    }
    gr3d_dither_decode(&dither, 0x1779);
    g_assert_true(dither.alpha);
    gr3d_surf_decode(&surf, desc(13, 0, 16) | 1);
    for (unsigned b = 0; b < 256; b++) {
        uint32_t n = b + (b >> 7), c[4] = { n, n, n, n };
        uint64_t pixel;

        gr3d_surf_store(&surf, &span, &dither, 1, 0, c);
        gr3d_surf_read(&surf, &span, 1, 0, &pixel);
        g_assert_cmphex(pixel, ==, b * 0x01010101u);
    }
}

/*
 * Addresses
 */

static void test_linear(void)
{
    Gr3dSurfDesc surf;

    gr3d_surf_decode(&surf, desc(13, 0, 1024));
    g_assert_cmpuint(gr3d_surf_offset(&surf, 0, 0), ==, 0);
    g_assert_cmpuint(gr3d_surf_offset(&surf, 3, 2), ==, 2060);
    g_assert_cmpuint(gr3d_surf_size(&surf, 256, 256), ==, 262144);
    g_assert_cmpuint(gr3d_surf_size(&surf, 1, 1), ==, 4);
    g_assert_cmpuint(gr3d_surf_size(&surf, 0, 1), ==, 0);
    g_assert_cmpuint(gr3d_surf_size(&surf, 1, 0), ==, 0);
    /* the whole width of the field; more than 32 bits are not reached */
    gr3d_surf_decode(&surf, desc(13, 0, 0x1ffff));
    g_assert_cmpuint(gr3d_surf_offset(&surf, 8190, 8190), ==,
                     8190ull * 0x1ffff + 8190 * 4);
}

/* Walk memory in storage order: tile rows, tiles, rows, bytes */
static void check_tiled(unsigned structure, unsigned format, unsigned bytes)
{
    const unsigned stride = 256, rows = 64;
    Gr3dSurfDesc surf;
    uint64_t offset = 0;

    gr3d_surf_decode(&surf, desc(format, structure, stride));
    for (unsigned tile_row = 0; tile_row < rows; tile_row += 16) {
        for (unsigned tile = 0; tile < stride; tile += 16) {
            for (unsigned row = 0; row < 16; row++) {
                for (unsigned x = 0; x < 16; x += bytes) {
                    g_assert_cmpuint(
                        gr3d_surf_offset(&surf, (tile + x) / bytes,
                                         tile_row + row), ==, offset);
                    offset += bytes;
                }
            }
        }
    }
    g_assert_cmpuint(gr3d_surf_size(&surf, stride / bytes, rows), ==, offset);
    /* a part of a tile needs all of it: row 15 is stored after row 1 */
    g_assert_cmpuint(gr3d_surf_size(&surf, 1, 2), ==, 256);
    g_assert_cmpuint(gr3d_surf_size(&surf, 1, 17), ==, 16 * stride + 256);
}

static void test_tiled(void)
{
    check_tiled(2, 13, 4);
    check_tiled(2, 11, 2);
    check_tiled(2, 3, 1);
    check_tiled(1, 13, 4);
}

/*
 * Bounds
 */

static void test_bounds(void)
{
    uint8_t guard[16 + 8] = { 0 };
    GpuSpan span = { .data = guard, .size = 16, .writable = true };
    uint64_t v;

    g_assert_true(gpu_span_write(&span, 12, 4, 0x11223344));
    g_assert_true(gpu_span_read(&span, 12, 4, &v));
    g_assert_cmphex(v, ==, 0x11223344);
    for (uint64_t offset = 13; offset < 24; offset++) {
        g_assert_false(gpu_span_write(&span, offset, 4, ~0u));
        v = 1;
        g_assert_false(gpu_span_read(&span, offset, 4, &v));
        g_assert_cmphex(v, ==, 0);
    }
    g_assert_false(gpu_span_write(&span, UINT64_MAX, 4, ~0u));
    g_assert_false(gpu_span_write(&span, UINT64_MAX - 3, 4, ~0u));
    g_assert_false(gpu_span_read(&span, 1ull << 32, 1, &v));
    for (unsigned i = 16; i < sizeof(guard); i++) {
        g_assert_cmphex(guard[i], ==, 0);
    }
}

static void test_no_memory(void)
{
    uint8_t memory[4] = { 1, 2, 3, 4 };
    GpuSpan none = { .size = 100, .writable = true };
    GpuSpan rom = { .data = memory, .size = 4 };
    uint64_t v;

    g_assert_false(gpu_span_write(&none, 0, 1, 1));
    g_assert_false(gpu_span_read(&none, 0, 1, &v));
    g_assert_false(gpu_span_write(&rom, 0, 4, 0));
    g_assert_true(gpu_span_read(&rom, 0, 4, &v));
    g_assert_cmphex(v, ==, 0x04030201);
    g_assert_true(rom.touched_start >= rom.touched_end);
}

static void test_touched(void)
{
    uint8_t memory[64] = { 0 };
    GpuSpan span = { .data = memory, .size = 64, .writable = true };

    gpu_span_write(&span, 20, 4, 0);
    g_assert_cmpuint(span.touched_start, ==, 20);
    g_assert_cmpuint(span.touched_end, ==, 24);
    gpu_span_write(&span, 40, 2, 0);
    g_assert_cmpuint(span.touched_start, ==, 20);
    g_assert_cmpuint(span.touched_end, ==, 42);
    gpu_span_write(&span, 8, 1, 0);
    gpu_span_write(&span, 64, 1, 0);
    g_assert_cmpuint(span.touched_start, ==, 8);
    g_assert_cmpuint(span.touched_end, ==, 42);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/surf/formats", test_formats);
    g_test_add_func("/surf/unknown-formats", test_unknown_formats);
    g_test_add_func("/surf/dither", test_dither);
    g_test_add_func("/surf/linear", test_linear);
    g_test_add_func("/surf/tiled", test_tiled);
    g_test_add_func("/surf/bounds", test_bounds);
    g_test_add_func("/surf/no-memory", test_no_memory);
    g_test_add_func("/surf/touched", test_touched);
    return g_test_run();
}
