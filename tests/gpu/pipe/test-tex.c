/*
 * Tests of the GR3D textures: descriptors, layout, wrap, filters, blocks
 *
 * Expectations by hand from docs/specs/tegra-gr3d.rst (Textures).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <math.h>
#include "hw/gpu/gr3d/pipe/frozen.h"

#define CLAMP_T     (1u << 0)
#define CLAMP_S     (1u << 1)
#define MIRROR_T    (1u << 2)
#define MIRROR_S    (1u << 3)
#define LAYOUT(n)   ((n) << 4)
#define FORMAT(n)   ((n) << 8)
#define BIAS(n)     (((n) & 0x1ffu) << 18)
#define LERP_MIP    (1u << 27)
#define LERP_MIN    (1u << 28)
#define LERP_MAG    (1u << 29)
#define POT(w, h)   ((uint32_t)(w) << 28 | (h) << 24)
#define BASE_ONLY   (1u << 7)
#define LOD_MAX(n)  ((n) << 8)
#define LOD_MIN(n)  ((n) << 16)
#define NPOT(w, h)  ((uint32_t)(w) << 20 | (h) << 8 | 0xc0)

static GpuEvents events;

static Gr3dTexDesc decode(uint32_t lo, uint32_t hi)
{
    Gr3dTexDesc tex;

    memset(&events, 0, sizeof(events));
    gr3d_tex_decode(&tex, 0, lo, hi, &events);
    return tex;
}

/*
 * Descriptors
 */

static void test_examples(void)
{
    Gr3dTexDesc tex = decode(0x30000d00, 0x88000080);

    g_assert_cmpuint(tex.level[0].width, ==, 256);
    g_assert_cmpuint(tex.level[0].height, ==, 256);
    g_assert_cmpuint(tex.level[0].pitch, ==, 1024);
    g_assert_cmpuint(tex.size, ==, 262144);
    g_assert_cmpuint(tex.number, ==, 13);
    g_assert_true(tex.lerp_mag && tex.lerp_min && !tex.lerp_mip);
    g_assert_false(tex.mipmaps || tex.needs_lod || tex.clamp[0]);

    tex = decode(0x38000d00, 0x88008000);
    g_assert_true(tex.mipmaps && tex.lerp_mip && tex.needs_lod);
    g_assert_true(tex.lod_max == 8);
    g_assert_cmpuint(tex.num_levels, ==, 9);

    tex = decode(0x00000103, 0x06403cc0);
    g_assert_cmpuint(tex.level[0].width, ==, 100);
    g_assert_cmpuint(tex.level[0].height, ==, 60);
    g_assert_cmpuint(tex.level[0].pitch, ==, 128);
    g_assert_cmpuint(tex.size, ==, 128 * 60);
    g_assert_true(tex.clamp[0] && tex.clamp[1] && tex.normalized);
    g_assert_false(tex.lerp_mag || tex.lerp_min || tex.needs_lod);
    g_assert_cmpuint(events.num, ==, 0);
}

static void test_levels(void)
{
    /* 8x4, one byte: rows are padded to 16 bytes in every level */
    static const struct {
        unsigned offset, width, height;
    } want[4] = { { 0, 8, 4 }, { 64, 4, 2 }, { 96, 2, 1 }, { 112, 1, 1 } };
    Gr3dTexDesc tex = decode(FORMAT(2), POT(3, 2) | LOD_MAX(0xff));

    g_assert_cmpuint(tex.num_levels, ==, 4);
    for (unsigned i = 0; i < 4; i++) {
        g_assert_cmpuint(tex.level[i].offset, ==, want[i].offset);
        g_assert_cmpuint(tex.level[i].width, ==, want[i].width);
        g_assert_cmpuint(tex.level[i].height, ==, want[i].height);
        g_assert_cmpuint(tex.level[i].pitch, ==, 16);
    }
    g_assert_cmpuint(tex.size, ==, 128);
    /* blocks: 16x8 DXT1 = 4x2 blocks of 8 bytes, DXT5 of 16 bytes */
    tex = decode(FORMAT(22) | LAYOUT(1), POT(4, 3) | BASE_ONLY);
    g_assert_cmpuint(tex.level[0].pitch, ==, 32);
    g_assert_cmpuint(tex.size, ==, 64);
    g_assert_cmpuint(events.num, ==, 0);
    tex = decode(FORMAT(25) | LAYOUT(1), POT(4, 3) | BASE_ONLY);
    g_assert_cmpuint(tex.size, ==, 128);
    /* the largest there is */
    tex = decode(FORMAT(13), POT(15, 15) | LOD_MAX(0xff));
    g_assert_cmpuint(tex.num_levels, ==, 16);
    g_assert_cmpuint(tex.level[0].width, ==, 32768);
}

/* What clients avoid, by register; the descriptor is unit 0's */
static void test_avoided(void)
{
    enum { LO = 0x720, HI = 0x721 };
    static const struct {
        uint32_t lo, hi;
        unsigned reg;           /* 0: nothing of it */
    } row[] = {
        { FORMAT(13) | CLAMP_S | CLAMP_T, NPOT(100, 60), 0 },
        { FORMAT(13) | CLAMP_S, NPOT(100, 60), HI },
        { FORMAT(13) | CLAMP_T, NPOT(100, 60), HI },
        { FORMAT(13) | CLAMP_S | MIRROR_T, NPOT(100, 64), HI },
        { FORMAT(13) | CLAMP_S | CLAMP_T, NPOT(100, 60) & ~0x80u, HI },
        { FORMAT(13) | CLAMP_S | CLAMP_T | MIRROR_T, POT(2, 2), LO },
        { FORMAT(13) | CLAMP_S | MIRROR_S, POT(2, 2), LO },
        { FORMAT(13) | CLAMP_S | MIRROR_T, POT(2, 2), 0 },
        { FORMAT(13) | MIRROR_S | MIRROR_T, POT(2, 2), 0 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(row); i++) {
        decode(row[i].lo, row[i].hi);
        g_assert_cmpuint(events.num, ==, row[i].reg != 0);
        if (row[i].reg) {
            g_assert_cmphex(events.list[0].reg, ==, row[i].reg);
            g_assert_cmphex(events.list[0].value, ==,
                            row[i].reg == LO ? row[i].lo : row[i].hi);
            g_assert_cmpint(events.list[0].kind, ==, GPU_EVENT_UNKNOWN);
        }
    }
}

static void test_odd(void)
{
    decode(FORMAT(13) | LAYOUT(1), POT(2, 2));
    g_assert_cmpuint(events.num, ==, 1);
    decode(FORMAT(13) | LAYOUT(5), POT(2, 2));
    g_assert_cmpuint(events.num, ==, 1);
    decode(FORMAT(13) | 0x80, POT(2, 2));
    g_assert_cmpuint(events.num, ==, 1);
    decode(FORMAT(63), POT(2, 2));
    g_assert_cmpuint(events.num, ==, 1);
    /* no size: one texel */
    g_assert_cmpuint(decode(FORMAT(2), NPOT(0, 0)).size, ==, 64);
}

/*
 * Sampling: 4x4 L8 whose texel (x, y) is 16 * y + x, all below 128, so that
 * the fx10 is the byte
 */

static uint8_t grid[64];

static GpuSpan grid_span(void)
{
    for (unsigned i = 0; i < 64; i++) {
        grid[i] = i;
    }
    return (GpuSpan) { .data = grid, .size = sizeof(grid) };
}

static int sample(const Gr3dTexDesc *tex, double s, double t, double lod)
{
    GpuSpan span = grid_span();
    uint32_t c[4];

    g_assert_true(gr3d_tex_sample(tex, &span, s, t, lod, c));
    g_assert_cmphex(c[0], ==, c[1]);
    g_assert_cmphex(c[3], ==, 0x100);
    return c[0];
}

static void test_nearest(void)
{
    Gr3dTexDesc tex = decode(FORMAT(2), POT(2, 2) | BASE_ONLY);

    for (unsigned i = 0; i < 16; i++) {
        unsigned x = i % 4, y = i / 4;

        g_assert_cmpint(sample(&tex, x / 4.0, y / 4.0, 0), ==, 16 * y + x);
        g_assert_cmpint(sample(&tex, (x + 0.99) / 4, (y + 0.99) / 4, 0), ==,
                        16 * y + x);
    }
}

/* Column read for coordinates in quarters of the width, texel centres */
static void test_wrap(void)
{
    static const struct {
        uint32_t lo;
        int first;              /* texel index of column[0] */
        uint8_t column[14];
    } row[] = {
        { 0, -5, { 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0 } },
        { CLAMP_S, -5, { 0, 0, 0, 0, 0, 0, 1, 2, 3, 3, 3, 3, 3, 3 } },
        { MIRROR_S, -5, { 3, 3, 2, 1, 0, 0, 1, 2, 3, 3, 2, 1, 0, 0 } },
        { MIRROR_S | CLAMP_S, -5,
          { 3, 3, 2, 1, 0, 0, 1, 2, 3, 3, 3, 3, 3, 3 } },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(row); i++) {
        Gr3dTexDesc s = decode(FORMAT(2) | row[i].lo, POT(2, 2) | BASE_ONLY);
        /* the T bits are one below the S bits */
        Gr3dTexDesc t = decode(FORMAT(2) | row[i].lo >> 1,
                               POT(2, 2) | BASE_ONLY);

        for (int j = 0; j < 14; j++) {
            double at = (row[i].first + j + 0.5) / 4;

            g_assert_cmpint(sample(&s, at, 0, 0), ==, row[i].column[j]);
            g_assert_cmpint(sample(&t, 0, at, 0), ==, 16 * row[i].column[j]);
        }
    }
}

static void test_bilinear(void)
{
    Gr3dTexDesc tex = decode(FORMAT(2) | LERP_MAG | CLAMP_S | CLAMP_T,
                             POT(2, 2) | BASE_ONLY);

    /* texel centres are exact */
    g_assert_cmpint(sample(&tex, 1.5 / 4, 2.5 / 4, 0), ==, 33);
    /* between (1,2) = 33 and (1,3) = 49: a quarter of the way, 37 */
    g_assert_cmpint(sample(&tex, 1.5 / 4, 2.75 / 4, 0), ==, 37);
    /* half way in both: (33 + 34 + 49 + 50) / 4 = 41.5, half goes up */
    g_assert_cmpint(sample(&tex, 2.0 / 4, 3.0 / 4, 0), ==, 42);
    /* 33 + 0.25 = 33.25 goes down; 33 + 0.75 up */
    g_assert_cmpint(sample(&tex, 1.75 / 4, 2.5 / 4, 0), ==, 33);
    g_assert_cmpint(sample(&tex, 2.25 / 4, 2.5 / 4, 0), ==, 34);
    /* clamped at the edges */
    g_assert_cmpint(sample(&tex, 0, 0, 0), ==, 0);
    g_assert_cmpint(sample(&tex, 1, 1, 0), ==, 51);
    /* repeat: s = 0 is half way between columns 3 and 0 */
    tex = decode(FORMAT(2) | LERP_MAG, POT(2, 2) | BASE_ONLY);
    g_assert_cmpint(sample(&tex, 0, 0.5 / 4, 0), ==, 2);
    /* weights have eight fraction bits: 16 * 255 / 256 = 15.94 */
    g_assert_cmpint(sample(&tex, 0.5 / 4, (1.5 - 1.0 / 512) / 4, 0), ==, 16);
    g_assert_cmpint(sample(&tex, 0.5 / 4, (0.5 + 1.0 / 512) / 4, 0), ==, 0);
}

static void test_npot(void)
{
    /* 3x2, pitch 64: the grid's row 0 only */
    Gr3dTexDesc tex = decode(FORMAT(2), NPOT(3, 1));

    g_assert_cmpint(sample(&tex, 0.99, 0, 0), ==, 2);
    g_assert_cmpint(sample(&tex, 1.01, 0, 0), ==, 0);
    g_assert_cmpint(sample(&tex, -0.01, 0, 0), ==, 2);
    /* texel coordinates */
    tex = decode(FORMAT(2), NPOT(3, 1) & ~0x80u);
    g_assert_cmpint(sample(&tex, 1.5, 0, 0), ==, 1);
    g_assert_cmpint(sample(&tex, 3.5, 0, 0), ==, 0);
}

static void test_tiled(void)
{
    uint8_t memory[2048];
    GpuSpan span = { .data = memory, .size = sizeof(memory) };
    Gr3dTexDesc tex = decode(FORMAT(13) | LAYOUT(4), POT(3, 5) | BASE_ONLY);
    uint32_t c[4];

    /* 8x32 of four bytes: pitch 32, two tiles per tile row */
    g_assert_cmpuint(tex.size, ==, 1024);
    for (unsigned i = 0; i < sizeof(memory); i++) {
        memory[i] = i / 16;
    }
    /* texel (5, 20): tile row 1, tile 1, row 4 */
    g_assert_true(gr3d_tex_sample(&tex, &span, 5.5 / 8, 20.5 / 32, 0, c));
    g_assert_cmpuint(c[0], ==, (2 * 256 + 256 + 4 * 16) / 16);
}

/*
 * Level of detail
 */

static void test_lod(void)
{
    Gr3dTexDesc tex = decode(FORMAT(2) | LERP_MIN,
                             POT(5, 4) | LOD_MAX(0x50));
    const double s[3] = { 0.25, 0.25 + 4.0 / 32, 0.25 };
    const double t[3] = { 0.5, 0.5, 0.5 + 2.0 / 16 };
    const double d[3] = { 0.5, 0.5 + 3.0 / 32, 0.5 };
    const double u[3] = { 0.5, 0.5 + 4.0 / 16, 0.5 };
    const double same[3] = { 1, 1, 1 };

    /* 4 texels per column, 2 per row */
    g_assert_true(gr3d_tex_lod(&tex, s, t) == 2);
    /* 3 and 4 texels along one step: 5 */
    g_assert_cmpfloat_with_epsilon(gr3d_tex_lod(&tex, d, u), log2(5),
                                   1 / 1e12);
    g_assert_true(gr3d_tex_lod(&tex, same, same) == -INFINITY);
}

/* Levels of an 8x4: memory holds its offset, so a sample names its level */
static void test_mip_selection(void)
{
    static const struct {
        double lod;
        uint8_t nearest, linear;
    } row[] = {
        /* levels begin at 0, 64, 96, 112; lod <= 0 magnifies */
        { -5, 0, 0 }, { 0, 0, 0 }, { 0.25, 0, 16 }, { 0.5, 64, 32 },
        { 1, 64, 64 }, { 1.5, 96, 80 }, { 2.75, 112, 108 }, { 3, 112, 112 },
        { 9, 112, 112 }, { NAN, 0, 0 }, { INFINITY, 112, 112 },
    };
    uint8_t memory[128];
    GpuSpan span = { .data = memory, .size = sizeof(memory) };
    uint32_t hi = POT(3, 2) | LOD_MAX(0x30);
    Gr3dTexDesc nearest = decode(FORMAT(2), hi);
    Gr3dTexDesc linear = decode(FORMAT(2) | LERP_MIP, hi);

    for (unsigned i = 0; i < sizeof(memory); i++) {
        memory[i] = i;
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(row); i++) {
        uint32_t c[4];

        gr3d_tex_sample(&nearest, &span, 0, 0, row[i].lod, c);
        g_assert_cmpuint(c[0], ==, row[i].nearest);
        gr3d_tex_sample(&linear, &span, 0, 0, row[i].lod, c);
        g_assert_cmpuint(c[0], ==, row[i].linear);
    }
}

static unsigned level_of(uint32_t lo, uint32_t hi, double lod)
{
    Gr3dTexDesc tex = decode(FORMAT(2) | lo, hi);
    uint8_t memory[128];
    GpuSpan span = { .data = memory, .size = sizeof(memory) };
    uint32_t c[4];

    for (unsigned i = 0; i < sizeof(memory); i++) {
        memory[i] = i < 64 ? 0 : i < 96 ? 1 : i < 112 ? 2 : 3;
    }
    gr3d_tex_sample(&tex, &span, 0, 0, lod, c);
    return c[0];
}

static void test_lod_limits(void)
{
    uint32_t size = POT(3, 2);

    g_assert_cmpuint(level_of(0, size | LOD_MAX(0x20), 3), ==, 2);
    g_assert_cmpuint(level_of(0, size | LOD_MAX(0x30) | LOD_MIN(0x18), 0),
                     ==, 2);
    g_assert_cmpuint(level_of(0, size | LOD_MAX(0x30) | LOD_MIN(0x10), -3),
                     ==, 1);
    g_assert_cmpuint(level_of(BIAS(16), size | LOD_MAX(0x30), 1), ==, 2);
    g_assert_cmpuint(level_of(BIAS(-16), size | LOD_MAX(0x30), 1), ==, 0);
    g_assert_cmpuint(level_of(0, size | LOD_MAX(0x30) | BASE_ONLY, 3), ==, 0);
    g_assert_cmpuint(level_of(0, size, 3), ==, 0);
}

/* Without mip maps the level of detail still chooses the filter */
static void test_min_mag(void)
{
    Gr3dTexDesc tex = decode(FORMAT(2) | LERP_MIN | CLAMP_S,
                             POT(2, 2) | BASE_ONLY);

    g_assert_true(tex.needs_lod);
    g_assert_cmpint(sample(&tex, 0.5, 0.5 / 4, -1), ==, 2);
    g_assert_cmpint(sample(&tex, 0.5, 0.5 / 4, 0), ==, 2);
    /* columns 1 and 2: 1.5 goes up; nearest would give 2 as well, so use t */
    tex = decode(FORMAT(2) | LERP_MIN | CLAMP_T, POT(2, 2) | BASE_ONLY);
    g_assert_cmpint(sample(&tex, 0.5 / 4, 0.5, 0), ==, 32);
    g_assert_cmpint(sample(&tex, 0.5 / 4, 0.5, 0.5), ==, 24);
}

/*
 * Bounds
 */

/* Coordinates are singles, beyond 2^22 texels all are there */
static void test_precision(void)
{
    Gr3dTexDesc odd = decode(FORMAT(2), NPOT(11, 1));
    Gr3dTexDesc pot = decode(FORMAT(2), POT(3, 0) | BASE_ONLY);
    Gr3dTexDesc raw = decode(FORMAT(2), NPOT(3, 1) & ~0x80u);

    /* 11 times the first is 5 - 3 * 2^-24, and singles are 2^-21 apart */
    g_assert_cmpint(sample(&odd, 0x1.d1745cp-2, 0, 0), ==, 5);
    g_assert_cmpint(sample(&odd, 0x1.d1745ap-2, 0, 0), ==, 4);
    g_assert_cmpint(sample(&pot, -0x1p-30, 0, 0), ==, 7);
    /* 2^22 modulo 3 is 1; so is each even power */
    g_assert_cmpint(sample(&raw, 0x1p22 - 1, 0, 0), ==, 0);
    g_assert_cmpint(sample(&raw, 0x1p22 + 1, 0, 0), ==, 1);
    g_assert_cmpint(sample(&raw, 0x1p23, 0, 0), ==, 1);
    g_assert_cmpint(sample(&raw, INFINITY, 0, 0), ==, 1);
    /* -2^22 is 2 modulo 3, one below it would be 1 */
    g_assert_cmpint(sample(&raw, -0x1p22 - 1, 0, 0), ==, 2);
    g_assert_cmpint(sample(&raw, -INFINITY, 0, 0), ==, 2);
    g_assert_cmpint(sample(&raw, NAN, 0, 0), ==, 0);
}

static void test_bounds(void)
{
    static const double odd[] = { NAN, INFINITY, -INFINITY, 1e30, -1e30 };
    static const uint32_t mode[] = { 0, CLAMP_S | CLAMP_T,
                                     MIRROR_S | MIRROR_T };
    GpuSpan span = grid_span();
    uint32_t c[4];

    for (unsigned i = 0; i < G_N_ELEMENTS(mode); i++) {
        Gr3dTexDesc tex = decode(FORMAT(2) | LERP_MAG | mode[i],
                                 POT(2, 2) | BASE_ONLY);

        for (unsigned j = 0; j < G_N_ELEMENTS(odd); j++) {
            g_assert_true(gr3d_tex_sample(&tex, &span, odd[j], 0, 0, c));
            g_assert_true(gr3d_tex_sample(&tex, &span, 0, odd[j], 0, c));
            g_assert_cmpuint(c[0], <=, 51);
        }
        /* the span ends within row 2 */
        span.size = 34;
        g_assert_true(gr3d_tex_sample(&tex, &span, 0.375, 0.375, 0, c));
        g_assert_false(gr3d_tex_sample(&tex, &span, 0.875, 0.875, 0, c));
        g_assert_cmpuint(c[0], ==, 0);
        span = grid_span();
    }
}

/*
 * Blocks
 */

static void check_texel(unsigned format, const uint8_t *block, unsigned x,
                        unsigned y, uint32_t rgba)
{
    g_assert_cmphex(gr3d_block_texel(format, block, x, y), ==, rgba);
}

static void test_dxt(void)
{
    /* red 0xf800 > blue 0x001f; row 0: codes 0, 1, 2, 3 */
    static const uint8_t four[8] = { 0x00, 0xf8, 0x1f, 0x00, 0xe4, 0, 0, 1 };
    /* the other order: three colours and clear */
    static const uint8_t three[8] = { 0x1f, 0x00, 0x00, 0xf8, 0xe4, 0, 0, 0 };
    /* alpha 4 bits: texel (1, 0) = 8, texel (0, 3) = 15 */
    static const uint8_t dxt3[16] = { 0x80, 0, 0, 0, 0, 0, 0x0f, 0,
                                      0x1f, 0x00, 0x00, 0xf8, 0xe4, 0, 0, 0 };
    /* ends 240 > 30; codes 0, 1, 2, 7, then 0 */
    static const uint8_t dxt5[16] = { 240, 30, 0x88, 0x0e, 0, 0, 0, 0,
                                      0x00, 0xf8, 0x1f, 0x00, 0, 0, 0, 0 };
    /* ends 30 < 240; codes 0, 1, 2, 7, 6 */
    static const uint8_t six[16] = { 30, 240, 0x88, 0x6e, 0, 0, 0, 0,
                                     0x00, 0xf8, 0x1f, 0x00, 0, 0, 0, 0 };

    check_texel(22, four, 0, 0, 0xff0000ff);
    check_texel(22, four, 1, 0, 0xffff0000);
    check_texel(22, four, 2, 0, 0xff5500aa);
    check_texel(22, four, 3, 0, 0xffaa0055);
    check_texel(22, four, 0, 3, 0xffff0000);
    check_texel(22, four, 1, 3, 0xff0000ff);
    check_texel(22, three, 2, 0, 0xff7f007f);
    check_texel(22, three, 3, 0, 0x00000000);
    check_texel(23, three, 3, 0, 0xff000000);
    check_texel(24, dxt3, 0, 0, 0x00ff0000);
    check_texel(24, dxt3, 1, 0, 0x880000ff);
    check_texel(24, dxt3, 2, 0, 0x00aa0055);
    check_texel(24, dxt3, 0, 3, 0xffff0000);
    check_texel(25, dxt5, 0, 0, 0xf00000ff);
    check_texel(25, dxt5, 1, 0, 0x1e0000ff);
    check_texel(25, dxt5, 2, 0, 0xd20000ff);    /* (6*240 + 30) / 7 = 210 */
    check_texel(25, dxt5, 3, 0, 0x3c0000ff);    /* (240 + 6*30) / 7 = 60 */
    check_texel(25, six, 2, 0, 0x480000ff);     /* (4*30 + 240) / 5 = 72 */
    check_texel(25, six, 3, 0, 0xff0000ff);
    check_texel(25, six, 0, 1, 0x000000ff);
}

/*
 * Big-endian ETC1 words, stored in reverse.  Individual: R 0xf/0x0, G 0, B 0,
 * tables 0 and 7; texel (0, 0) +2, (0, 1) +8, (0, 2) -2, (0, 3) -8.
 */
static void test_etc1(void)
{
    static const uint8_t individual[8] = {
        0x0a, 0x00, 0x0c, 0x00, 0x1c, 0x00, 0x00, 0xf0,
    };
    /* differential, flipped: R 16 then 16 - 4 = 12; G, B 0; tables 0, 0 */
    static const uint8_t differential[8] = {
        0x00, 0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x84,
    };

    check_texel(26, individual, 0, 0, 0xff0202ff);
    check_texel(26, individual, 0, 1, 0xff0808ff);
    check_texel(26, individual, 0, 2, 0xff0000fd);
    check_texel(26, individual, 0, 3, 0xff0000f7);
    check_texel(26, individual, 2, 0, 0xff2f2f2f);
    /* 16 -> 132, 12 -> 99, and + 2 */
    check_texel(26, differential, 3, 1, 0xff020286);
    check_texel(26, differential, 3, 2, 0xff020265);
}

static void test_block_sampling(void)
{
    /* two blocks of DXT1 side by side: red, then blue */
    static uint8_t memory[16] = { 0x00, 0xf8, 0x00, 0x00, 0, 0, 0, 0,
                                  0x1f, 0x00, 0x00, 0x00, 0, 0, 0, 0 };
    GpuSpan span = { .data = memory, .size = 16 };
    Gr3dTexDesc tex = decode(FORMAT(22) | LAYOUT(1), POT(3, 2) | BASE_ONLY);
    uint32_t c[4];

    g_assert_true(gr3d_tex_sample(&tex, &span, 3.5 / 8, 0.9, 0, c));
    g_assert_cmphex(c[0], ==, 0x100);
    g_assert_cmphex(c[2], ==, 0);
    g_assert_true(gr3d_tex_sample(&tex, &span, 4.5 / 8, 0.9, 0, c));
    g_assert_cmphex(c[0], ==, 0);
    g_assert_cmphex(c[2], ==, 0x100);
    span.size = 12;
    g_assert_false(gr3d_tex_sample(&tex, &span, 4.5 / 8, 0.9, 0, c));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/tex/examples", test_examples);
    g_test_add_func("/tex/levels", test_levels);
    g_test_add_func("/tex/odd", test_odd);
    g_test_add_func("/tex/avoided", test_avoided);
    g_test_add_func("/tex/nearest", test_nearest);
    g_test_add_func("/tex/wrap", test_wrap);
    g_test_add_func("/tex/bilinear", test_bilinear);
    g_test_add_func("/tex/npot", test_npot);
    g_test_add_func("/tex/tiled", test_tiled);
    g_test_add_func("/tex/lod", test_lod);
    g_test_add_func("/tex/mip-selection", test_mip_selection);
    g_test_add_func("/tex/lod-limits", test_lod_limits);
    g_test_add_func("/tex/min-mag", test_min_mag);
    g_test_add_func("/tex/precision", test_precision);
    g_test_add_func("/tex/bounds", test_bounds);
    g_test_add_func("/tex/dxt", test_dxt);
    g_test_add_func("/tex/etc1", test_etc1);
    g_test_add_func("/tex/block-sampling", test_block_sampling);
    return g_test_run();
}
