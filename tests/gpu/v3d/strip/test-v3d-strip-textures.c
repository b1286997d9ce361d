/*
 * Tests of the V3D engine: texture lookups of each backend are the reference's
 *
 * Random textures of every type, size, wrap, filter and of cubes and children;
 * coordinates near and far, smooth ones, and what is no number.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <math.h>
#include <string.h>
#include "hw/gpu/lib/bits.h"
#include "hw/gpu/v3d/pipe/tmu.h"
#include "hw/gpu/v3d/strip/strip.h"

#ifdef INSTRUMENTED
#define ROUNDS  300
#else
#define ROUNDS  6000
#endif

/* Room for six faces of the largest textures below, and their levels */
#define MEMORY  (8 * 1024 * 1024)
#define BASE    0x100000
#define STRIDE  0xf0000

static struct {
    const V3dExec *exec[4];
    unsigned num;
    GRand *rand;
    V3dMemory *mem;
    GpuEvents events;
    V3dStrip *strip;
    unsigned in_vectors;
} test;

static unsigned below(unsigned limit)
{
    return g_rand_int(test.rand) % limit;
}

/*
 * A lookup
 */

/* Small, a power of two, or anything */
static unsigned random_size(void)
{
    switch (below(3)) {
    case 0:
        return 1 + below(9);
    case 1:
        return 1 << below(9);
    default:
        return 1 + below(300);
    }
}

static uint32_t random_more(bool cube)
{
    switch (below(4)) {
    case 0:
        return 2u << 30 | (1 + below(90)) << 12 | (1 + below(90));
    case 1:
        return 3u << 30 | below(90) << 12 | below(90);
    default:
        return cube || below(2) ? 1u << 30 | STRIDE | below(2) : 0;
    }
}

static void random_config(uint32_t config[4])
{
    static const uint8_t types[] = {
        0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 9, 10, 11, 12, 13, 14, 16, 17,
    };
    unsigned type = types[below(G_N_ELEMENTS(types))];
    bool cube = below(4) == 0;

    config[0] = BASE | cube << 9 | below(2) << 8 | (type & 15) << 4 |
                (below(2) ? 0 : below(8));
    config[1] = (uint32_t)(type >> 4) << 31 | random_size() << 20 |
                below(2) << 19 | random_size() << 8 | below(256);
    config[2] = below(2) ? random_more(cube) : 0;
    config[3] = random_more(cube);
}

static float random_coord(double size)
{
    static const float unusual[] = {
        0, -0.0f, 1, -1, 0.5f, 1e-40f, 0x1p-126f, 1023.99f, -1024, 1025,
        1e20f, -1e20f, INFINITY, -INFINITY, NAN,
    };

    return below(40) ? g_rand_double_range(test.rand, -size, size) :
           unusual[below(G_N_ELEMENTS(unusual))];
}

/* Sharp or blurred pictures: quads whose pixels are so far from each other */
static void random_coords(V3dStrip *s)
{
    double size = below(4) ? 1.5 : 1500, step = below(4) ?
                  exp2(-(double)below(12)) : 0;
    bool usual = below(2);

    for (unsigned n = 0; n < 3; n++) {
        for (unsigned i = 0; i < V3D_STRIP_LANES; i++) {
            float v = i % 4 || !step ?
                      gpu_float_from_bits(s->vec[n].lane[i & ~3u]) +
                      (float)g_rand_double_range(test.rand, -step, step) :
                      usual ? g_rand_double_range(test.rand, -1.5, 1.5) :
                      random_coord(size);

            s->vec[n].lane[i] = gpu_float_to_bits(
                step || usual ? v : random_coord(size));
        }
    }
    for (unsigned i = 0; i < V3D_STRIP_LANES; i++) {
        s->vec[3].lane[i] = usual ? 0 : gpu_float_to_bits(random_coord(4));
    }
}

/* S and T as over a primitive, in the order of a block's quads */
static void smooth_coords(V3dStrip *s)
{
    for (unsigned n = 0; n < 2; n++) {
        double step = exp2(-3.0 - below(9));
        double at = g_rand_double_range(test.rand, -1.5, 1.5);
        double right = g_rand_double_range(test.rand, -step, step);
        double down = g_rand_double_range(test.rand, -step, step);

        for (unsigned i = 0; i < V3D_STRIP_LANES; i++) {
            unsigned x = (i >> 1 & 6) | (i & 1);
            unsigned y = (i >> 3 & 6) | (i >> 1 & 1);

            s->vec[n].lane[i] = gpu_float_to_bits(at + x * right + y * down);
        }
    }
}

/* R is the border, which is the same for all. */
static bool has_border(const uint32_t config[4])
{
    return (config[1] & 3) == V3D_WRAP_BORDER ||
           (config[1] >> 2 & 3) == V3D_WRAP_BORDER;
}

static void set_border(V3dStrip *s)
{
    uint32_t border = g_rand_int(test.rand);

    for (unsigned i = 0; i < V3D_STRIP_LANES; i++) {
        s->vec[2].lane[i] = border;
    }
}

/*
 * Comparing
 */

static void reference(const V3dStrip *s, uint32_t expected[V3D_STRIP_LANES])
{
    for (unsigned i = 0; i < V3D_STRIP_LANES; i += V3D_LANES) {
        uint32_t coord[4][V3D_LANES], result[2][V3D_LANES];

        for (unsigned n = 0; n < 4; n++) {
            memcpy(coord[n], &s->vec[n].lane[i], sizeof(coord[n]));
        }
        g_assert_cmpuint(v3d_tmu_lookup(test.mem, s->config[0],
                                        (const uint32_t (*)[V3D_LANES])coord,
                                        result), ==, 1);
        memcpy(&expected[i], result[0], sizeof(result[0]));
    }
}

static void compare_lookup(V3dStrip *s)
{
    uint32_t expected[V3D_STRIP_LANES];

    reference(s, expected);
    for (unsigned i = 0; i < test.num; i++) {
        memset(&s->vec[4], 0x5a, sizeof(s->vec[4]));
        test.exec[i]->towards_zero(true);
        test.exec[i]->run(s);
        test.exec[i]->towards_zero(false);
        g_assert_cmpmem(s->vec[4].lane, sizeof(expected), expected,
                        sizeof(expected));
    }
    test.in_vectors += s->texture[0].in_vectors;
}

static void test_lookups(void)
{
    V3dStripOp op[] = {
        { .code = V3D_STRIP_LOOKUP, .dst = 4, .src = { 0, 1, 2, 3 } },
    };
    V3dStripProgram program = { .num_ops = G_N_ELEMENTS(op), .op = op };
    V3dStrip *s = test.strip;

    s->program = &program;
    for (unsigned n = 0; n < ROUNDS; n++) {
        random_config(s->config[0]);
        random_coords(s);
        if (below(3) == 0) {
            smooth_coords(s);
        }
        if (has_border(s->config[0])) {
            set_border(s);
        }
        g_assert_true(v3d_strip_texture_init(&s->texture[0], test.mem,
                                             s->config[0], false));
        compare_lookup(s);
    }
    g_test_message("%u of %u in vectors", test.in_vectors, ROUNDS);
    g_assert_cmpuint(test.in_vectors, >, ROUNDS / 2);
}

/* What is not all in memory, or gives two words, is none of a strip's. */
static void test_unfit(void)
{
    const uint32_t outside[4] = { MEMORY - 4096, 64 << 20 | 64 << 8 };
    const uint32_t below_0[4] = { 0 | 3, 64 << 20 | 64 << 8 };
    const uint32_t cube[4] = {
        BASE | 1 << 9, 64 << 20 | 64 << 8, 1u << 30 | 0x3ff000,
    };
    const uint32_t halves[4] = { BASE | 15 << 4, 64 << 20 | 64 << 8 };
    const uint32_t border[4] = { BASE, 64 << 20 | 64 << 8 | 3 };
    V3dStripTexture *t = &test.strip->texture[0];

    g_assert_false(v3d_strip_texture_init(t, test.mem, outside, false));
    g_assert_false(v3d_strip_texture_init(t, test.mem, below_0, false));
    g_assert_false(v3d_strip_texture_init(t, test.mem, cube, false));
    g_assert_false(v3d_strip_texture_init(t, test.mem, halves, false));
    g_assert_false(v3d_strip_texture_init(t, test.mem, border, true));
    g_assert_true(v3d_strip_texture_init(t, test.mem, border, false));
}

static void open_test(void)
{
    static const char *const names[] = { "base", "avx2", "avx512" };
    const char *why;

    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++) {
        test.num += v3d_exec_find(names[i], &test.exec[test.num], &why);
    }
    test.rand = g_rand_new_with_seed(g_test_rand_int());
    test.mem = g_new0(V3dMemory, 1);
    test.mem->data = g_malloc(MEMORY);
    test.mem->size = MEMORY;
    test.mem->events = &test.events;
    for (unsigned i = 0; i < MEMORY; i += 4) {
        uint32_t word = g_rand_int(test.rand);

        memcpy(test.mem->data + i, &word, 4);
    }
    test.strip = aligned_alloc(64, sizeof(*test.strip));
    memset(test.strip, 0, sizeof(*test.strip));
    test.strip->mem = test.mem;
    test.strip->lanes = V3D_STRIP_LANES;
    test.strip->quads = V3D_STRIP_QUADS;
}

static void close_test(void)
{
    free(test.strip);
    g_free(test.mem->data);
    g_free(test.mem);
    g_rand_free(test.rand);
}

int main(int argc, char **argv)
{
    int result;

    g_test_init(&argc, &argv, NULL);
    open_test();
    g_test_add_func("/v3d/strips/textures/lookups", test_lookups);
    g_test_add_func("/v3d/strips/textures/unfit", test_unfit);
    result = g_test_run();
    close_test();
    return result;
}
