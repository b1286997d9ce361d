/*
 * Tests of the V3D engine's texture unit
 *
 * Textures are made by hand.  Where a microtile is in memory is an independent
 * model here: Mesa's way of counting, from a table of a 4 KiB tile's order.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <math.h>
#include <string.h>
#include "hw/gpu/lib/bits.h"
#include "hw/gpu/lib/le.h"
#include "hw/gpu/v3d/pipe/tmu.h"

#define SIZE    0x80000
#define BASE    0x40000

typedef struct Fixture {
    V3dMemory mem;
    GpuEvents events;
    uint8_t data[SIZE];
    uint32_t config[4];
    uint32_t coord[4][V3D_LANES];
    uint32_t result[2][V3D_LANES];
} Fixture;

/* Fields of the second word */
#define NEAREST         (1u << 7 | 1 << 4)
#define MIN_FILTER(n)          ((uint32_t)(n) << 4)
#define MAG_NEAREST     (1u << 7)
#define WRAP(s, t)      ((uint32_t)(s) | (uint32_t)(t) << 2)
#define ETC_FLIP        (1u << 19)
/* Of the first */
#define CUBE            (1u << 9)
#define FLIP_Y          (1u << 8)
/* Of the third: no automatic level of detail */
#define BSLOD           (1u << 30 | 1)

static Fixture *fixture_new(unsigned type, unsigned width, unsigned height,
                            unsigned levels, uint32_t p1)
{
    Fixture *f = g_new0(Fixture, 1);

    f->mem = (V3dMemory) {
        .data = f->data, .size = SIZE, .events = &f->events,
    };
    f->config[0] = BASE | (type & 15) << 4 | (levels - 1);
    f->config[1] = (type >> 4) << 31 | (height & 2047) << 20 |
                   (width & 2047) << 8 | p1;
    return f;
}

static void set(Fixture *f, unsigned reg, unsigned lane, float v)
{
    f->coord[reg][lane] = gpu_float_to_bits(v);
}

/* All lanes at one place */
static void set_place(Fixture *f, float s, float t)
{
    for (unsigned i = 0; i < V3D_LANES; i++) {
        set(f, V3D_TMU_S, i, s);
        set(f, V3D_TMU_T, i, t);
    }
}

/* By way of an array: GCC 12 with sanitizers takes f->result for one row. */
static unsigned lookup(Fixture *f)
{
    uint32_t result[2][V3D_LANES];
    unsigned words = v3d_tmu_lookup(&f->mem, f->config,
                                    (const uint32_t (*)[V3D_LANES])f->coord,
                                    result);

    memcpy(f->result, result, sizeof(result));
    return words;
}

static uint32_t at(Fixture *f, float s, float t)
{
    set_place(f, s, t);
    lookup(f);
    return f->result[0][0];
}

/* The middle of texel (@x, @y) */
static uint32_t texel(Fixture *f, unsigned x, unsigned y, unsigned width,
                      unsigned height)
{
    return at(f, (x + 0.5f) / width, (y + 0.5f) / height);
}

/*
 * Layouts
 */

/* Of a subtile in the tile, from the lower left, row of tiles even and odd */
static const unsigned order[2][2][2] = {
    { { 0, 3 }, { 1, 2 } }, { { 2, 1 }, { 3, 0 } },
};

typedef struct Shape {
    unsigned type, bits, utile_w, utile_h;
} Shape;

static const Shape shapes[] = {
    { 15, 64, 2, 4 }, { 0, 32, 4, 4 }, { 4, 16, 8, 4 }, { 6, 8, 8, 8 },
    { 13, 4, 16, 8 }, { 14, 1, 32, 16 },
};

/* Microtile (@ux, @uy) of an image that is @utiles wide */
static unsigned utile_place(unsigned ux, unsigned uy, unsigned utiles,
                            bool tiled)
{
    unsigned tx = ux / 8, ty = uy / 8, tiles = (utiles + 7) / 8;

    if (!tiled) {
        return uy * utiles + ux;
    }
    tx = ty & 1 ? tiles - 1 - tx : tx;
    return (ty * tiles + tx) * 64 + order[ty & 1][uy / 4 & 1][ux / 4 & 1] * 16 +
           (uy & 3) * 4 + (ux & 3);
}

/* The texel's first bit in memory, from the image's start */
static unsigned bit_of(const Shape *s, unsigned x, unsigned y, unsigned width,
                       bool tiled)
{
    unsigned utiles = (width + s->utile_w - 1) / s->utile_w;
    unsigned place = utile_place(x / s->utile_w, y / s->utile_h, utiles, tiled);

    return place * 512 +
           (y % s->utile_h * s->utile_w + x % s->utile_w) * s->bits;
}

/* A texel that is all ones in an image of zeros */
static void check_layout(const Shape *s, unsigned width, unsigned height,
                         bool tiled)
{
    Fixture *f = fixture_new(s->type, width, height, 1, NEAREST);

    for (unsigned n = 0; n < 40; n++) {
        unsigned x = g_test_rand_int_range(0, width);
        unsigned y = g_test_rand_int_range(0, height);
        unsigned bit = bit_of(s, x, y, width, tiled);
        uint8_t *data = f->data + BASE + bit / 8;

        g_test_message("type %u: (%u, %u) of %u x %u", s->type, x, y, width,
                       height);
        memset(data, s->bits < 8 ? ((1 << s->bits) - 1) << bit % 8 : 0xff,
               MAX(s->bits, 8) / 8);
        g_assert_cmphex(texel(f, x, y, width, height), !=,
                        s->type == 4 ? 0xff000000 : 0);
        memset(data, 0, MAX(s->bits, 8) / 8);
        g_assert_cmphex(texel(f, x, y, width, height), ==,
                        s->type == 4 ? 0xff000000 : 0);
    }
    g_assert_cmpuint(f->events.num, ==, 0);
    g_free(f);
}

/* LT up to four microtiles in one direction, then T */
static void test_layouts(void)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(shapes); i++) {
        const Shape *s = &shapes[i];
        unsigned w = s->utile_w, h = s->utile_h;

        check_layout(s, 4 * w, 9 * h, false);
        check_layout(s, 9 * w, 4 * h, false);
        check_layout(s, 4 * w + 1, 4 * h + 1, true);
        check_layout(s, 19 * w - 1, 17 * h, true);
        check_layout(s, 1, 1, false);
    }
}

/* Rows of 16 bytes */
static void test_raster(void)
{
    Fixture *f = fixture_new(16, 5, 3, 1, NEAREST);

    gpu_store_le_4(f->data + BASE + 2 * 32 + 4 * 4, 0x12345678);
    g_assert_cmphex(texel(f, 4, 2, 5, 3), ==, 0x12345678);
    g_free(f);
    f = fixture_new(17, 6, 2, 1, NEAREST);
    gpu_store_le_4(f->data + BASE + 16 + 4, 0x44332211);
    g_assert_cmphex(texel(f, 2, 1, 6, 2), ==, 0xff442211);
    g_assert_cmphex(texel(f, 3, 1, 6, 2), ==, 0xff442233);
    g_free(f);
}

/*
 * Types
 */

static void test_types(void)
{
    static const struct {
        unsigned type;
        uint64_t stored;
        uint32_t expect[2];
    } cases[] = {
        { 0, 0x44332211, { 0x44332211 } }, { 1, 0x44332211, { 0xff332211 } },
        { 2, 0x1234, { 0x44332211 } },
        /* 10001 00001 00010 1 */
        { 3, 0x8845, { 0xff10088c } },
        /* 10000 000001 00010 */
        { 4, 0x8022, { 0xff100484 } },
        { 5, 0x12, { 0xff121212 } }, { 6, 0x12, { 0x12000000 } },
        { 7, 0x3412, { 0x34121212 } }, { 9, 0x3c00, { 0x3c00 } },
        { 10, 0x12, { 0x12 } }, { 11, 0x8765, { 0x8765 } },
        { 12, 1, { 0xffffffff } }, { 13, 0xa, { 0xaa000000 } },
        { 14, 1, { 0xff000000 } },
        { 15, 0xc000bc0040003c00, { 0x40003c00, 0xc000bc00 } },
        { 16, 0x44332211, { 0x44332211 } },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        Fixture *f = fixture_new(cases[i].type, 1, 1, 1, NEAREST);

        g_test_message("type %u", cases[i].type);
        gpu_store_le(f->data + BASE, 8, cases[i].stored);
        g_assert_cmphex(at(f, 0.5f, 0.5f), ==, cases[i].expect[0]);
        if (cases[i].type == 15) {
            g_assert_cmpuint(lookup(f), ==, 2);
            g_assert_cmphex(f->result[1][0], ==, cases[i].expect[1]);
        }
        g_assert_cmpuint(f->events.num, ==, 0);
        g_free(f);
    }
}

static void test_reserved(void)
{
    for (unsigned type = 18; type < 32; type++) {
        Fixture *f = fixture_new(type, 4, 4, 1, NEAREST);

        memset(f->data, 0xff, SIZE);
        g_assert_cmphex(at(f, 0.5f, 0.5f), ==, 0);
        g_assert_cmpuint(f->events.list[0].id, ==, V3D_EV_TMU_TYPE);
        g_free(f);
    }
}

/*
 * ETC1, individual mode, not flipped halves: left 4-bit colour (1, 2, 3) with
 * table 0 (2, 8), right (4, 5, 6) with table 1 (5, 17).  Texel (0, 0) has index
 * 01 (+8), (3, 2) index 10 (-5): of 16 texels in columns, bits 0 and 14.
 */
static void test_etc1(void)
{
    uint64_t block = 0x142536ull << 40 | 0ull << 37 | 1ull << 34 |
                     1ull << (16 + 14) | 1ull << 0;
    Fixture *f = fixture_new(8, 8, 8, 1, NEAREST | ETC_FLIP);

    /* Two by two blocks are one microtile; this is the last. */
    for (unsigned i = 0; i < 8; i++) {
        f->data[BASE + 24 + i] = block >> (56 - 8 * i);
    }
    g_assert_cmphex(texel(f, 4, 4, 8, 8), ==, 0xff3b2a19);
    g_assert_cmphex(texel(f, 5, 4, 8, 8), ==, 0xff352413);
    g_assert_cmphex(texel(f, 7, 6, 8, 8), ==, 0xff61503f);
    g_assert_cmphex(texel(f, 7, 7, 8, 8), ==, 0xff6b5a49);
    f->config[1] &= ~ETC_FLIP;
    g_assert_cmphex(texel(f, 4, 7, 8, 8), ==, 0xff3b2a19);
    g_assert_cmphex(texel(f, 7, 5, 8, 8), ==, 0xff61503f);
    g_free(f);
}

/*
 * Wraps and filters: a row of texels whose R is 10, 20, 30, 40
 */

static Fixture *row_new(uint32_t p1)
{
    Fixture *f = fixture_new(0, 4, 1, 1, p1);

    for (unsigned i = 0; i < 4; i++) {
        gpu_store_le_4(f->data + BASE + 4 * i, 10 * (i + 1));
    }
    for (unsigned i = 0; i < V3D_LANES; i++) {
        f->coord[V3D_TMU_R][i] = 77;
    }
    return f;
}

static void test_wraps(void)
{
    /* Texels -5 to 8 */
    static const uint32_t expect[4][14] = {
        { 40, 10, 20, 30, 40, 10, 20, 30, 40, 10, 20, 30, 40, 10 },
        { 10, 10, 10, 10, 10, 10, 20, 30, 40, 40, 40, 40, 40, 40 },
        { 40, 40, 30, 20, 10, 10, 20, 30, 40, 40, 30, 20, 10, 10 },
        { 77, 77, 77, 77, 77, 10, 20, 30, 40, 77, 77, 77, 77, 77 },
    };

    for (unsigned mode = 0; mode < 4; mode++) {
        Fixture *f = row_new(NEAREST | WRAP(mode, 0));

        for (int i = 0; i < 14; i++) {
            g_test_message("wrap %u, texel %d", mode, i - 5);
            g_assert_cmpuint(at(f, (i - 5 + 0.5f) / 4, 0.3f), ==,
                             expect[mode][i]);
        }
        g_free(f);
    }
}

/* A quarter of the way from one texel's centre to the next */
static void test_linear(void)
{
    static const struct {
        unsigned mode;
        float s;
        uint32_t expect;
    } cases[] = {
        { 1, 0.5f / 4, 10 }, { 1, 0.75f / 4, 13 }, { 1, 1 / 4.0f, 15 },
        { 1, 0, 10 }, { 1, 1, 40 },
        { 0, 0, 25 }, { 0, 1, 25 }, { 0, 0.25f / 4, 18 },
        { 2, 0, 10 }, { 3, 0, 44 }, { 3, -0.25f / 4, 60 }, { 3, -1, 77 },
        /* 1/256 of the way is less than half a step of R, 13/256 more */
        { 1, (0.5f + 1 / 256.0f) / 4, 10 }, { 1, (0.5f + 13 / 256.0f) / 4, 11 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        Fixture *f = row_new(WRAP(cases[i].mode, 1));

        g_test_message("wrap %u at %f", cases[i].mode, cases[i].s);
        g_assert_cmpuint(at(f, cases[i].s, 0.5f), ==, cases[i].expect);
        g_free(f);
    }
}

/* In both directions, each channel: the mean of four */
static void test_bilinear(void)
{
    Fixture *f = fixture_new(0, 2, 2, 1, WRAP(1, 1));

    gpu_store_le_4(f->data + BASE, 0x00000000);
    gpu_store_le_4(f->data + BASE + 4, 0xff000010);
    gpu_store_le_4(f->data + BASE + 16, 0x00640020);
    gpu_store_le_4(f->data + BASE + 20, 0xff640031);
    g_assert_cmphex(at(f, 0.5f, 0.5f), ==, 0x80320018);
    g_assert_cmphex(at(f, 0.5f, 1), ==, 0x80640029);
    f->config[0] |= FLIP_Y;
    g_assert_cmphex(at(f, 0.5f, 0), ==, 0x80640029);
    g_free(f);
}

/*
 * Levels
 */

/* Each level of one colour: R = 10 * (level + 1) */
static Fixture *mipmap_new(unsigned width, unsigned height, unsigned levels,
                           uint32_t p1)
{
    static const uint32_t bytes_16[] = { 1024, 256, 64, 64, 64 };
    Fixture *f = fixture_new(0, width, height, levels, p1);
    uint32_t addr = BASE;

    for (unsigned i = 0; i < levels; i++) {
        addr -= i ? bytes_16[i] : 0;
        for (unsigned n = 0; n < bytes_16[i]; n += 4) {
            gpu_store_le_4(f->data + addr + n, 10 * (i + 1));
        }
    }
    return f;
}

/* One quad whose pixels are @step texels of level 0 apart */
static uint32_t at_step(Fixture *f, float step, float bias)
{
    for (unsigned i = 0; i < V3D_LANES; i++) {
        set(f, V3D_TMU_S, i, 0.25f + (i & 1) * step / 16);
        set(f, V3D_TMU_T, i, 0.25f + (i >> 1 & 1) * step / 32);
        set(f, V3D_TMU_B, i, bias);
    }
    lookup(f);
    return f->result[0][0];
}

static void test_levels(void)
{
    static const struct {
        unsigned min;
        float step, bias;
        uint32_t expect;
    } cases[] = {
        { 2, 1, 0, 10 }, { 2, 2, 0, 20 }, { 2, 4, 0, 30 }, { 2, 8, 0, 40 },
        { 2, 16, 0, 50 }, { 2, 32, 0, 50 }, { 2, 0, 0, 10 },
        { 2, 1, 1, 20 }, { 2, 4, -1, 20 }, { 2, 2.8f, 0, 20 },
        { 2, 2.9f, 0, 30 },
        { 4, 2.8f, 0, 20 }, { 4, 2.9f, 0, 30 },
        { 3, 2, 0.5f, 25 }, { 5, 2, 0.5f, 25 }, { 5, 1, 0.25f, 13 },
        { 5, 1, 100, 50 }, { 5, 1, -100, 10 }, { 5, 1, 3.5f, 45 },
        { 0, 16, 0, 10 }, { 1, 16, 0, 10 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        Fixture *f = mipmap_new(16, 16, 5, MIN_FILTER(cases[i].min));

        g_test_message("case %u: min %u step %f bias %f", i, cases[i].min,
                       cases[i].step, cases[i].bias);
        g_assert_cmpuint(at_step(f, cases[i].step, cases[i].bias), ==,
                         cases[i].expect);
        g_assert_cmpuint(f->events.num, ==, 0);
        g_free(f);
    }
}

/* B is the level, each lane's own, and differences do not matter. */
static void test_explicit_level(void)
{
    Fixture *f = mipmap_new(16, 16, 5, MIN_FILTER(2) | MAG_NEAREST);

    f->config[2] = BSLOD;
    at_step(f, 8, 0);
    for (unsigned i = 0; i < V3D_LANES; i++) {
        set(f, V3D_TMU_B, i, i % 5);
    }
    lookup(f);
    for (unsigned i = 0; i < V3D_LANES; i++) {
        g_assert_cmpuint(f->result[0][i], ==, 10 * (i % 5 + 1));
    }
    g_free(f);
}

/* Level 1 of 9 x 9 is 4 x 4 in the room of 8 x 8: in four microtiles. */
static void test_npot_levels(void)
{
    Fixture *f = fixture_new(0, 9, 9, 2, MIN_FILTER(2));

    f->config[2] = BSLOD;
    gpu_store_le_4(f->data + BASE - 256 + 3 * 16 + 3 * 4, 123);
    set_place(f, 3.5f / 4, 3.5f / 4);
    set(f, V3D_TMU_B, 0, 1);
    lookup(f);
    g_assert_cmpuint(f->result[0][0], ==, 123);
    g_free(f);
}

/* Mag and min filters change over at a difference of one texel. */
static void test_mag(void)
{
    Fixture *f = row_new(MAG_NEAREST | WRAP(1, 1));

    set_place(f, 1 / 4.0f, 0.5f);
    lookup(f);
    g_assert_cmpuint(f->result[0][0], ==, 20);
    set(f, V3D_TMU_S, 1, 1 / 4.0f + 0.26f);
    lookup(f);
    g_assert_cmpuint(f->result[0][0], ==, 15);
    g_free(f);
}

/*
 * Cube maps, child images
 */

/* Faces of 4 x 4, 4 KiB apart: R is the face, G the column, B the row */
static Fixture *cube_new(void)
{
    Fixture *f = fixture_new(0, 4, 4, 1, NEAREST | WRAP(1, 1));

    f->config[0] |= CUBE;
    f->config[2] = 1u << 30 | 0x1000;
    for (unsigned face = 0; face < 6; face++) {
        for (unsigned i = 0; i < 16; i++) {
            gpu_store_le_4(f->data + BASE + 0x1000 * face + 4 * i,
                           (face + 1) | (i % 4) << 8 | (i / 4) << 16);
        }
    }
    return f;
}

/* By GL's table of faces; 0.9 is column or row 3, 0.3 is 2, negated 0 and 1. */
static void test_cube(void)
{
    static const struct {
        float x, y, z;
        uint32_t expect;
    } cases[] = {
        { 1, 0.9f, -0.3f, 0x000201 }, { -1, 0.9f, 0.3f, 0x000202 },
        { 0.9f, 1, 0.3f, 0x020303 }, { 0.9f, -1, 0.3f, 0x010304 },
        { 0.9f, 0.3f, 1, 0x010305 }, { 0.9f, 0.3f, -1, 0x010006 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        Fixture *f = cube_new();

        set_place(f, cases[i].x, cases[i].y);
        for (unsigned k = 0; k < V3D_LANES; k++) {
            set(f, V3D_TMU_R, k, cases[i].z);
        }
        lookup(f);
        g_assert_cmphex(f->result[0][0], ==, cases[i].expect);
        g_assert_cmphex(f->result[0][15], ==, cases[i].expect);
        g_free(f);
    }
}

/*
 * Three levels of 4 x 4, 2 x 2 and 1 x 1, each of one colour.  Neighbours are a
 * texel of level 1 apart on the face of +X, and the quad's first pixel is
 * beyond its edge; so is the last one of the next quad.
 */
static void test_cube_edge(void)
{
    static const float across[] = { 1.25f, 0.25f, 1.25f, 0.25f,
                                    0.25f, 1.25f, 0.25f, 1.25f };
    Fixture *f = fixture_new(0, 4, 4, 3, WRAP(1, 1) | MIN_FILTER(2));

    f->config[0] |= CUBE;
    f->config[2] = 1u << 30 | 0x1000;
    memset(f->data, 9, SIZE);
    for (unsigned level = 0; level < 3; level++) {
        memset(f->data + BASE - 64 * level, level, 64);
    }
    for (unsigned i = 0; i < V3D_LANES; i++) {
        set(f, V3D_TMU_S, i, 1);
        set(f, V3D_TMU_T, i, i / 2 % 2 ? -0.5f : 0.5f);
        set(f, V3D_TMU_R, i, across[i % 8]);
    }
    lookup(f);
    g_assert_cmphex(f->result[0][1], ==, 0x01010101);
    g_assert_cmphex(f->result[0][3], ==, 0x01010101);
    g_assert_cmphex(f->result[0][4], ==, 0x01010101);
    g_assert_cmphex(f->result[0][6], ==, 0x01010101);
    g_free(f);
}

/* 2 x 2 texels from (1, 2) on, repeated */
static void test_child(void)
{
    Fixture *f = cube_new();

    f->config[0] &= ~CUBE;
    f->config[1] &= ~15u;
    f->config[2] = 2u << 30 | 2 << 12 | 2;
    f->config[3] = 3u << 30 | 2 << 12 | 1;
    g_assert_cmphex(at(f, 0.25f, 0.25f), ==, 0x020101);
    g_assert_cmphex(at(f, 0.75f, 0.75f), ==, 0x030201);
    g_assert_cmphex(at(f, 1.25f, -0.25f), ==, 0x030101);
    g_free(f);
}

/*
 * Requests
 */

static void test_requests(void)
{
    Fixture *f = row_new(NEAREST | WRAP(1, 1));
    uint32_t value[V3D_LANES];
    V3dTmu tmu = { };

    for (unsigned i = 0; i < V3D_LANES; i++) {
        set(f, V3D_TMU_S, i, (i % 4 + 0.5f) / 4);
        value[i] = BASE + 4 * (i % 4) + 3;
    }
    g_assert_false(v3d_tmu_takes_config(&tmu, V3D_TMU_S));
    v3d_tmu_write(&tmu, &f->mem, V3D_TMU_S, value, 0);
    g_assert_true(v3d_tmu_takes_config(&tmu, V3D_TMU_T));
    v3d_tmu_write(&tmu, &f->mem, V3D_TMU_T, f->coord[V3D_TMU_T], f->config[0]);
    g_assert_true(v3d_tmu_takes_config(&tmu, V3D_TMU_S));
    v3d_tmu_write(&tmu, &f->mem, V3D_TMU_S, f->coord[V3D_TMU_S], f->config[1]);
    for (unsigned n = 0; n < 2; n++) {
        v3d_tmu_read(&tmu, &f->mem, value);
        for (unsigned i = 0; i < V3D_LANES; i++) {
            g_assert_cmpuint(value[i], ==, 10 * (i % 4 + 1));
        }
    }
    g_assert_cmpuint(f->events.num, ==, 0);
    v3d_tmu_read(&tmu, &f->mem, value);
    g_assert_cmpuint(f->events.list[0].id, ==, V3D_EV_TMU_EMPTY);
    for (unsigned n = 0; n < V3D_TMU_FIFO + 1; n++) {
        v3d_tmu_write(&tmu, &f->mem, V3D_TMU_S, value, 0);
    }
    g_assert_cmpuint(f->events.list[1].id, ==, V3D_EV_TMU_FULL);
    g_free(f);
}

/* Anything at all: the sanitizers see what is touched. */
static void test_random(void)
{
    Fixture *f = fixture_new(0, 1, 1, 1, 0);

    for (unsigned n = 0; n < 5000; n++) {
        for (unsigned i = 0; i < 4; i++) {
            f->config[i] = g_test_rand_int();
            for (unsigned k = 0; k < V3D_LANES; k++) {
                f->coord[i][k] = g_test_rand_bit() ? g_test_rand_int() :
                    gpu_float_to_bits(g_test_rand_double_range(-9, 9));
            }
        }
        lookup(f);
    }
    g_free(f);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/v3d/tmu/layouts", test_layouts);
    g_test_add_func("/v3d/tmu/raster", test_raster);
    g_test_add_func("/v3d/tmu/types", test_types);
    g_test_add_func("/v3d/tmu/reserved", test_reserved);
    g_test_add_func("/v3d/tmu/etc1", test_etc1);
    g_test_add_func("/v3d/tmu/wraps", test_wraps);
    g_test_add_func("/v3d/tmu/linear", test_linear);
    g_test_add_func("/v3d/tmu/bilinear", test_bilinear);
    g_test_add_func("/v3d/tmu/levels", test_levels);
    g_test_add_func("/v3d/tmu/explicit-level", test_explicit_level);
    g_test_add_func("/v3d/tmu/npot-levels", test_npot_levels);
    g_test_add_func("/v3d/tmu/mag", test_mag);
    g_test_add_func("/v3d/tmu/cube", test_cube);
    g_test_add_func("/v3d/tmu/cube-edge", test_cube_edge);
    g_test_add_func("/v3d/tmu/child", test_child);
    g_test_add_func("/v3d/tmu/requests", test_requests);
    g_test_add_func("/v3d/tmu/random", test_random);
    return g_test_run();
}
