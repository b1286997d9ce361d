/*
 * Tests of the V3D engine's tile buffer: layouts in memory, formats, samples
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "hw/gpu/v3d/pipe/tlb.h"

#define SIZE    (1 << 20)

typedef struct Fixture {
    V3dMemory mem;
    GpuEvents events;
    V3dTileState tile;
    uint8_t data[SIZE];
} Fixture;

static Fixture *fixture_new(void)
{
    Fixture *f = g_new0(Fixture, 1);

    f->mem.data = f->data;
    f->mem.size = SIZE;
    f->mem.events = &f->events;
    return f;
}

/*
 * T format as the order of bytes in memory, level by level: tiles left to
 * right in even rows, right to left in odd ones; subtiles clockwise from the
 * first corner in even rows, from the opposite one in odd rows.
 */
static void walk_t(unsigned bytes, unsigned tiles_x, unsigned tiles_y)
{
    static const uint8_t turn[2][4][2] = {
        { { 0, 0 }, { 0, 1 }, { 1, 1 }, { 1, 0 } },
        { { 1, 1 }, { 1, 0 }, { 0, 0 }, { 0, 1 } },
    };
    unsigned uw = bytes == 8 ? 2 : bytes == 4 ? 4 : 8, uh = 64 / bytes / uw;
    unsigned n = tiles_x * tiles_y * 64 * uw * uh;

    for (unsigned i = 0; i < n; i++) {
        unsigned in = i % (uw * uh), micro = i / (uw * uh) % 16;
        unsigned sub = i / (uw * uh * 16) % 4, tile = i / (uw * uh * 64);
        unsigned ty = tile / tiles_x, tx = tile % tiles_x;
        const uint8_t *s = turn[ty % 2][sub];
        unsigned x, y;

        if (ty % 2) {
            tx = tiles_x - 1 - tx;
        }
        x = ((tx * 2 + s[0]) * 4 + micro % 4) * uw + in % uw;
        y = ((ty * 2 + s[1]) * 4 + micro / 4) * uh + in / uw;
        g_assert_cmpuint(v3d_pixel_offset(V3D_LAYOUT_T, bytes,
                                          tiles_x * 8 * uw - 3, x, y), ==,
                         i * bytes);
    }
}

static void test_t(void)
{
    for (unsigned bytes = 1; bytes <= 8; bytes *= 2) {
        walk_t(bytes, 3, 2);
        walk_t(bytes, 2, 3);
    }
}

static void test_lt(void)
{
    /* 10 pixels of 32 bits: three microtiles in a row */
    g_assert_cmpuint(v3d_pixel_offset(V3D_LAYOUT_LT, 4, 10, 3, 1), ==, 28);
    g_assert_cmpuint(v3d_pixel_offset(V3D_LAYOUT_LT, 4, 10, 4, 0), ==, 64);
    g_assert_cmpuint(v3d_pixel_offset(V3D_LAYOUT_LT, 4, 10, 9, 6), ==,
                     192 + 128 + 32 + 4);
    g_assert_cmpuint(v3d_pixel_offset(V3D_LAYOUT_LT, 2, 10, 9, 5), ==,
                     128 + 64 + 16 + 2);
    g_assert_cmpuint(v3d_pixel_offset(V3D_LAYOUT_LT, 1, 10, 9, 9), ==,
                     128 + 64 + 8 + 1);
    g_assert_cmpuint(v3d_pixel_offset(V3D_LAYOUT_RASTER, 4, 5, 1, 2), ==,
                     2 * 32 + 4);
}

/* Each pixel of an image comes back, and nothing else is written. */
static void round_trip(V3dLayout layout, bool multisample, unsigned format)
{
    Fixture *f = fixture_new();
    V3dTileImage image = {
        .address = 0x1000, .width = 45, .height = 41, .x = 32, .y = 32,
        .buffer = V3D_BUFFER_COLOUR, .pixel_format = format, .layout = layout,
    };
    V3dTileState was;

    f->tile.multisample = multisample;
    for (unsigned i = 0; i < V3D_TILE_WORDS; i++) {
        /* What is exact in 565 as well, the same for each sample */
        f->tile.colour[i] = (i / (multisample ? 16 : 4) & 1) * 0xffff +
                            (i & 1) * 0xff0000 + 0xff000000;
    }
    v3d_tile_store(&f->tile, &f->mem, &image);
    was = f->tile;
    memset(f->tile.colour, 0, sizeof(f->tile.colour));
    v3d_tile_load(&f->tile, &f->mem, &image);
    for (unsigned y = 0; y < v3d_tile_size(&f->tile); y++) {
        for (unsigned x = 0; x < v3d_tile_size(&f->tile); x++) {
            for (unsigned s = 0; s < v3d_tile_samples(&f->tile); s++) {
                unsigned place = v3d_tile_place(&f->tile, x, y) + 4 * s;

                g_assert_cmphex(f->tile.colour[place], ==, x < 13 && y < 9 ?
                                was.colour[place] : 0);
            }
        }
    }
    g_assert_cmpuint(f->events.num, ==, 0);
    g_free(f);
}

static void test_round_trip(void)
{
    for (unsigned layout = 0; layout < 3; layout++) {
        for (unsigned ms = 0; ms < 2; ms++) {
            round_trip(layout, ms, V3D_PIXEL_RGBA8888);
            round_trip(layout, ms, V3D_PIXEL_BGR565);
        }
    }
}

static void test_decimate(void)
{
    Fixture *f = fixture_new();
    V3dTileImage image = {
        .width = 2, .height = 1, .buffer = V3D_BUFFER_COLOUR,
        .decimate = V3D_DECIMATE_4,
    };
    unsigned place = 1;

    f->tile.multisample = 1;
    g_assert_cmpuint(v3d_tile_place(&f->tile, 1, 0), ==, place);
    f->tile.colour[place] = 0x000000ff;
    f->tile.colour[place + 4] = 0x00010003;
    f->tile.colour[place + 8] = 0x00010002;
    f->tile.colour[place + 12] = 0xff000001;
    v3d_tile_store(&f->tile, &f->mem, &image);
    /* 261 / 4 = 65.25, 0, 2 / 4 = 0.5 up, 255 / 4 = 63.75 */
    g_assert_cmphex(v3d_load_32(&f->mem, 4), ==, 0x40010041);
    image.decimate = V3D_STORE_SAMPLE;
    v3d_tile_store(&f->tile, &f->mem, &image);
    g_assert_cmphex(v3d_load_32(&f->mem, 4), ==, 0x000000ff);
    g_free(f);
}

/* A quad is a pixel: 32 x 32 pixels of the tile are 16 x 16 of the image. */
static void test_decimate_16(void)
{
    Fixture *f = fixture_new();
    V3dTileImage image = {
        .width = 32, .height = 16, .x = 32, .buffer = V3D_BUFFER_COLOUR,
        .decimate = V3D_DECIMATE_16,
    };

    f->tile.multisample = 1;
    for (unsigned i = 0; i < 16; i++) {
        unsigned x = 2 + i % 2, y = i / 2 % 2, sample = i / 4;

        f->tile.colour[v3d_tile_place(&f->tile, x, y) + 4 * sample] =
            0xff000000 | (i == 5 ? 0x07ff00 : 0) | i;
    }
    memset(f->data, 0x55, SIZE);
    v3d_tile_store(&f->tile, &f->mem, &image);
    /* 120 / 16 = 7.5 up, 255 / 16 = 15.9, 7 / 16 = 0.4, 255 */
    g_assert_cmphex(v3d_load_32(&f->mem, 4 * 17), ==, 0xff001008);
    g_assert_cmphex(v3d_load_32(&f->mem, 4 * 16), ==, 0);
    g_assert_cmphex(v3d_load_32(&f->mem, 4 * 15), ==, 0x55555555);
    g_assert_cmphex(v3d_load_32(&f->mem, 4 * (15 * 32 + 31)), ==, 0);
    g_assert_cmphex(v3d_load_32(&f->mem, 4 * 16 * 32), ==, 0x55555555);
    g_free(f);
}

/* Where Mesa's shaders look for a sample */
static unsigned full_address(unsigned x, unsigned y, unsigned sample)
{
    return (x & 30) * 2 * 4 * 4 + (y & 30) * 32 * 4 * 4 + (sample << 4) +
           ((x & 1) << 2) + ((y & 1) << 3);
}

static void test_full(void)
{
    Fixture *f = fixture_new();

    f->tile.multisample = 1;
    for (unsigned i = 0; i < V3D_TILE_WORDS; i++) {
        f->tile.colour[i] = i;
        f->tile.zs[i] = i << 16;
    }
    v3d_tile_store_full(&f->tile, &f->mem, 0x4000, true, false);
    v3d_tile_store_full(&f->tile, &f->mem, 0x8000, false, true);
    for (unsigned y = 0; y < 32; y++) {
        for (unsigned x = 0; x < 32; x++) {
            for (unsigned s = 0; s < 4; s++) {
                unsigned place = v3d_tile_place(&f->tile, x, y) + 4 * s;
                unsigned at = full_address(x, y, s);

                g_assert_cmpuint(v3d_load_32(&f->mem, 0x4000 + at), ==, place);
                g_assert_cmphex(v3d_load_32(&f->mem, 0x8000 + at), ==,
                                place << 16);
            }
        }
    }
    memset(f->tile.colour, 0, sizeof(f->tile.colour));
    v3d_tile_load_full(&f->tile, &f->mem, 0x4000, true, false);
    g_assert_cmpuint(f->tile.colour[4095], ==, 4095);
    g_free(f);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/v3d/tlb/t", test_t);
    g_test_add_func("/v3d/tlb/lt", test_lt);
    g_test_add_func("/v3d/tlb/round-trip", test_round_trip);
    g_test_add_func("/v3d/tlb/decimate", test_decimate);
    g_test_add_func("/v3d/tlb/decimate-16", test_decimate_16);
    g_test_add_func("/v3d/tlb/full", test_full);
    return g_test_run();
}
