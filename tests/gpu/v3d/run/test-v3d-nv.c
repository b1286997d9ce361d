/*
 * Tests of the V3D engine with vertices that are shaded already: coverage,
 * facing, varyings, depth, points and lines
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <math.h>
#include <string.h>
#include "../scene.h"

enum {
    POINTS, LINES, LINE_LOOP, LINE_STRIP, TRIANGLES, TRIANGLE_STRIP,
    TRIANGLE_FAN,
};

typedef struct Vertex {
    float x, y, z, w;
    float varying[3];
} Vertex;

static void put_vertices(Machine *m, const Vertex *v, unsigned num,
                         unsigned varyings)
{
    for (unsigned i = 0; i < num; i++) {
        uint32_t at = VERTICES + i * (12 + 4 * varyings);

        machine_set_word(m, at, scene_xy(v[i].x, v[i].y));
        machine_set_float(m, at + 4, v[i].z);
        machine_set_float(m, at + 8, 1 / v[i].w);
        machine_floats(m, at + 12, v[i].varying, varyings);
    }
}

static const Scene scene_100 = { .width = 100, .height = 100 };
static const Frame frame_100 = { 100, 100, 1, 0, .colour = 0xff000000,
                                 .z = 0xffffff };

static uint32_t pixel(const Machine *m, unsigned x, unsigned y)
{
    return machine_word(m, FRAME + 400 * y + 4 * x);
}

static Machine *uniform_machine(uint32_t colour, bool z)
{
    Machine *m = machine_new();
    Program p = { m, PROGRAMS };

    program_uniform_colour(&p, z);
    machine_set_word(m, UNIFORMS, colour);
    scene_nv(m, &(Nv) { .stride = 12 });
    return m;
}

static void begin(Machine *m, uint32_t config)
{
    scene_begin(m, &scene_100);
    scene_config(m, config);
    scene_shader(m, V3D_REC_NV_SHADER_STATE, SHADER_RECORD, 0);
}

static void finish(Machine *m)
{
    scene_end(m, V3D_CL_DONE);
    machine_render(m, &frame_100, true, false);
    machine_assert_quiet(m);
}

/*
 * Coverage
 */

static double side(const Vertex *a, const Vertex *b, double x, double y)
{
    return (b->x - a->x) * (y - a->y) - (b->y - a->y) * (x - a->x);
}

static bool inside(const Vertex *v, double x, double y)
{
    double s[3];

    for (unsigned i = 0; i < 3; i++) {
        s[i] = side(&v[i], &v[(i + 1) % 3], x, y);
        /* No centre of a pixel is on an edge of these triangles. */
        g_assert_true(s[i] != 0);
    }
    return (s[0] > 0) == (s[1] > 0) && (s[1] > 0) == (s[2] > 0);
}

static void test_triangle(void)
{
    static const Vertex v[] = {
        { 50.0625, 3.25, 0.5, 1 }, { 96.5625, 90.1875, 0.5, 1 },
        { 2.75, 71.3125, 0.5, 1 },
    };
    Machine *m = uniform_machine(0xff00ff00, false);

    put_vertices(m, v, 3, 0);
    begin(m, CONFIG_BOTH_FACES | CONFIG_ALWAYS);
    scene_arrays(m, TRIANGLES, 0, 3);
    finish(m);
    for (unsigned y = 0; y < 100; y++) {
        for (unsigned x = 0; x < 100; x++) {
            g_assert_cmphex(pixel(m, x, y), ==, inside(v, x + 0.5, y + 0.5) ?
                            0xff00ff00 : 0xff000000);
        }
    }
    machine_free(m);
}

/* Centres on a left and on a top edge are inside, on others they are not. */
static void test_ties(void)
{
    static const Vertex v[] = {
        { 10.5, 20.5, 0.5, 1 }, { 30.5, 20.5, 0.5, 1 },
        { 10.5, 50.5, 0.5, 1 }, { 30.5, 50.5, 0.5, 1 },
    };
    Machine *m = uniform_machine(0xffffffff, false);

    put_vertices(m, v, 4, 0);
    begin(m, CONFIG_BOTH_FACES | CONFIG_ALWAYS);
    scene_arrays(m, TRIANGLE_STRIP, 0, 4);
    finish(m);
    for (unsigned y = 0; y < 100; y++) {
        for (unsigned x = 0; x < 100; x++) {
            bool in = x >= 10 && x < 30 && y >= 20 && y < 50;

            g_assert_cmphex(pixel(m, x, y), ==, in ? 0xffffffff : 0xff000000);
        }
    }
    machine_free(m);
}

/*
 * Clockwise as seen on the screen, with Y down, is cross > 0: forward where
 * the bit "clockwise" is 0.
 */
static void test_facing(void)
{
    static const Vertex v[] = {
        { 10, 10, 0.5, 1 }, { 90, 10, 0.5, 1 }, { 10, 90, 0.5, 1 },
        { 10, 10, 0.5, 1 }, { 10, 90, 0.5, 1 }, { 90, 10, 0.5, 1 },
    };

    for (unsigned n = 0; n < 16; n++) {
        bool turned = n & 8, clockwise = n & 4, reverse = n & 2;
        bool forward = n & 1, is_forward = turned == clockwise;
        Machine *m = uniform_machine(0xffffffff, false);

        put_vertices(m, v, 6, 0);
        begin(m, (n & 7) | CONFIG_ALWAYS);
        scene_arrays(m, TRIANGLES, 3 * turned, 3);
        finish(m);
        g_assert_cmphex(pixel(m, 30, 30), ==,
                        (is_forward ? forward : reverse) ?
                        0xffffffff : 0xff000000);
        /* In each of three tiles */
        g_assert_cmpuint(v3d_counters(m->v3d)[12], ==,
                         (is_forward ? forward : reverse) ? 0 : 3);
        machine_free(m);
    }
}

/*
 * A square of 8 x 8 pixels over one of 4 x 4 that is nearer: 16 + 4 quads, of
 * which the four in the middle fail.
 */
static void test_counters(void)
{
    static const Vertex v[] = {
        { 12, 12, 0.25, 1 }, { 16, 12, 0.25, 1 }, { 12, 16, 0.25, 1 },
        { 16, 16, 0.25, 1 }, { 10, 10, 0.5, 1 }, { 18, 10, 0.5, 1 },
        { 10, 18, 0.5, 1 }, { 18, 18, 0.5, 1 },
    };
    Machine *m = uniform_machine(0xffffffff, true);
    const uint64_t *counter = v3d_counters(m->v3d);

    put_vertices(m, v, 8, 0);
    begin(m, CONFIG_BOTH_FACES | CONFIG_DEPTH(1, 1));
    scene_arrays(m, TRIANGLE_STRIP, 0, 4);
    scene_arrays(m, TRIANGLE_STRIP, 4, 4);
    finish(m);
    g_assert_cmpuint(counter[0], ==, 0);
    g_assert_cmpuint(counter[1], ==, 4);
    /* Quads on the diagonal are in both triangles: two, and four. */
    g_assert_cmpuint(counter[3], ==, 4 + 2 + 16 + 4);
    g_assert_cmpuint(counter[6], ==, 4 + 2 + 12 + 2);
    g_assert_cmpuint(counter[9], ==, 4 + 2 + 12 + 2);
    machine_free(m);
}

static void test_clip_window(void)
{
    static const Vertex v[] = {
        { 0, 0, 0.5, 1 }, { 250, 0, 0.5, 1 }, { 0, 250, 0.5, 1 },
    };
    Machine *m = uniform_machine(0xffffffff, false);

    put_vertices(m, v, 3, 0);
    begin(m, CONFIG_BOTH_FACES | CONFIG_ALWAYS);
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_CLIP_WINDOW,
        .clip_window = { 61, 17, 9, 50 },
    });
    scene_arrays(m, TRIANGLES, 0, 3);
    finish(m);
    for (unsigned y = 0; y < 100; y++) {
        for (unsigned x = 0; x < 100; x++) {
            bool in = x >= 61 && x < 70 && y >= 17 && y < 67;

            g_assert_cmphex(pixel(m, x, y), ==, in ? 0xffffffff : 0xff000000);
        }
    }
    machine_free(m);
}

/*
 * Varyings
 */

static Machine *varying_machine(unsigned skip)
{
    Machine *m = machine_new();
    Program p = { m, PROGRAMS };

    program_varying_colour(&p, skip, false);
    scene_nv(m, &(Nv) { .stride = 24, .varyings = 3 });
    return m;
}

static double perspective(const Vertex *v, unsigned n, double x, double y)
{
    double l[3], sum = 0, w = 0;

    for (unsigned i = 0; i < 3; i++) {
        l[i] = side(&v[(i + 1) % 3], &v[(i + 2) % 3], x, y) / v[i].w;
        sum += l[i] * v[i].varying[n];
        w += l[i];
    }
    return sum / w;
}

static void assert_near(uint32_t colour, unsigned n, double value)
{
    double found = colour >> 8 * n & 0xff;

    g_assert_cmpfloat(fabs(found - value * 255), <=, 0.51);
}

static void test_varyings(void)
{
    static const Vertex v[] = {
        { 50.0625, 3.25, 0.5, 1, { 1, 0, 0.25 } },
        { 96.5625, 90.1875, 0.5, 3, { 0, 1, 0.5 } },
        { 2.75, 71.3125, 0.5, 0.7, { 0, 0, 1 } },
    };
    Machine *m = varying_machine(0);

    put_vertices(m, v, 3, 3);
    begin(m, CONFIG_BOTH_FACES | CONFIG_ALWAYS);
    scene_arrays(m, TRIANGLES, 0, 3);
    finish(m);
    for (unsigned y = 0; y < 100; y++) {
        for (unsigned x = 0; x < 100; x++) {
            if (!inside(v, x + 0.5, y + 0.5)) {
                continue;
            }
            for (unsigned n = 0; n < 3; n++) {
                assert_near(pixel(m, x, y), n,
                            perspective(v, n, x + 0.5, y + 0.5));
            }
        }
    }
    machine_free(m);
}

/* The second varying is flat: the last vertex has it. */
static void test_flat(void)
{
    static const Vertex v[] = {
        { 10, 10, 0.5, 1, { 1, 0, 1 } }, { 90, 10, 0.5, 1, { 1, 1, 1 } },
        { 10, 90, 0.5, 1, { 1, 0.2, 1 } },
    };
    Machine *m = varying_machine(0);

    put_vertices(m, v, 3, 3);
    begin(m, CONFIG_BOTH_FACES | CONFIG_ALWAYS);
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_FLAT_SHADE_FLAGS, .flat_shade_flags.flags = 2,
    });
    scene_arrays(m, TRIANGLES, 0, 3);
    finish(m);
    g_assert_cmphex(pixel(m, 80, 11), ==, 0xffff33ff);
    g_assert_cmphex(pixel(m, 11, 80), ==, 0xffff33ff);
    machine_free(m);
}

/*
 * Depth
 */

/* A near triangle, then a far one: each function against GL's meaning */
static void test_depth(void)
{
    static const Vertex v[] = {
        { 0, 0, 0.5, 1 }, { 200, 0, 0.5, 1 }, { 0, 200, 0.5, 1 },
        { 0, 0, 0.25, 1 }, { 200, 0, 0.25, 1 }, { 0, 200, 0.25, 1 },
        { 0, 0, 0.75, 1 }, { 200, 0, 0.75, 1 }, { 0, 200, 0.75, 1 },
    };
    /* never lt eq le gt ne ge always: bits for 0.25, 0.5, 0.75 against 0.5 */
    static const uint8_t pass[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
    static const unsigned first[3] = { 3, 0, 6 };
    /* 0.5 * 0xffffff rounds up. */
    static const uint32_t stored[3] = { 0x40000000, 0x80000000, 0xbfffff00 };

    for (unsigned func = 0; func < 8; func++) {
        for (unsigned n = 0; n < 3; n++) {
            Machine *m = uniform_machine(0xff00ff00, true);

            put_vertices(m, v, 9, 0);
            begin(m, CONFIG_BOTH_FACES | CONFIG_DEPTH(7, 1));
            scene_arrays(m, TRIANGLES, 0, 3);
            scene_config(m, CONFIG_BOTH_FACES | CONFIG_DEPTH(func, 1));
            scene_arrays(m, TRIANGLES, first[n], 3);
            scene_end(m, V3D_CL_DONE);
            machine_render(m, &frame_100, true, true);
            g_assert_cmphex(machine_word(m, DEPTH + 4 * 10), ==,
                            stored[pass[func] >> n & 1 ? n : 1]);
            machine_free(m);
        }
    }
}

/*
 * Points and lines
 */

static void test_points(void)
{
    static const Vertex v[] = {
        { 20, 20, 0.5, 1 }, { 50.5, 40.5, 0.5, 1 }, { 64, 64, 0.5, 1 },
    };
    Machine *m = uniform_machine(0xffffffff, false);

    put_vertices(m, v, 3, 0);
    begin(m, CONFIG_BOTH_FACES | CONFIG_ALWAYS);
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_POINT_SIZE, .point_size.size = 4,
    });
    scene_arrays(m, POINTS, 0, 3);
    finish(m);
    for (unsigned y = 0; y < 100; y++) {
        for (unsigned x = 0; x < 100; x++) {
            bool in = (x >= 18 && x < 22 && y >= 18 && y < 22) ||
                      (x >= 48 && x < 52 && y >= 38 && y < 42) ||
                      (x >= 62 && x < 66 && y >= 62 && y < 66);

            g_assert_cmphex(pixel(m, x, y), ==, in ? 0xffffffff : 0xff000000);
        }
    }
    machine_free(m);
}

/*
 * Two varyings, the point's coordinates, come before the declared ones.  The
 * second grows upwards: Mesa's driver takes 1 - Y for an upper left origin.
 */
static void test_point_coordinates(void)
{
    static const Vertex v[] = { { 32, 32, 0.5, 2, { 0.4, 0, 0 } } };
    Machine *m = varying_machine(0);

    put_vertices(m, v, 1, 3);
    begin(m, CONFIG_BOTH_FACES | CONFIG_ALWAYS);
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_POINT_SIZE, .point_size.size = 20,
    });
    scene_arrays(m, POINTS, 0, 1);
    finish(m);
    for (unsigned i = 0; i < 20; i++) {
        uint32_t c = pixel(m, 22 + i, 22 + i);

        assert_near(c, 0, (i + 0.5) / 20);
        assert_near(c, 1, (19.5 - i) / 20);
        assert_near(c, 2, 0.4);
    }
    machine_free(m);
}

static void test_lines(void)
{
    static const Vertex v[] = {
        { 10, 10.25, 0.5, 1 }, { 90, 30.25, 0.5, 1 },
        { 20.25, 90, 0.5, 1 }, { 20.25, 40, 0.5, 1 },
    };
    Machine *m = uniform_machine(0xffffffff, false);

    put_vertices(m, v, 4, 0);
    begin(m, CONFIG_BOTH_FACES | CONFIG_ALWAYS);
    scene_arrays(m, LINES, 0, 4);
    finish(m);
    for (unsigned x = 0; x < 100; x++) {
        unsigned lit = 0;

        for (unsigned y = 0; y < 38; y++) {
            lit += pixel(m, x, y) == 0xffffffff;
        }
        g_assert_cmpuint(lit, ==, x >= 10 && x < 90);
    }
    /* 10.25 + (50.5 - 10) / 4 = 20.375 */
    g_assert_cmphex(pixel(m, 50, 20), ==, 0xffffffff);
    for (unsigned y = 38; y < 100; y++) {
        for (unsigned x = 0; x < 100; x++) {
            g_assert_cmphex(pixel(m, x, y), ==, x == 20 && y >= 40 && y < 90 ?
                            0xffffffff : 0xff000000);
        }
    }
    machine_free(m);
}

/* White from X = @left to @right, with 4 samples for each pixel */
static Machine *multisample_machine(float left, float right, uint32_t config)
{
    const Vertex v[] = {
        { left, 10, 0.5, 1 }, { right, 10, 0.5, 1 }, { left, 60, 0.5, 1 },
        { right, 60, 0.5, 1 },
    };
    const Scene scene = { .width = 100, .height = 100, .multisample = true };
    Frame frame = frame_100;
    Machine *m = uniform_machine(0xffffffff, false);

    frame.multisample = frame.decimate = true;
    put_vertices(m, v, 4, 0);
    scene_begin(m, &scene);
    scene_config(m, CONFIG_BOTH_FACES | CONFIG_ALWAYS | config);
    scene_shader(m, V3D_REC_NV_SHADER_STATE, SHADER_RECORD, 0);
    scene_arrays(m, TRIANGLE_STRIP, 0, 4);
    scene_end(m, V3D_CL_DONE);
    machine_render(m, &frame, true, false);
    machine_assert_quiet(m);
    g_assert_cmphex(pixel(m, 30, 9), ==, 0xff000000);
    g_assert_cmphex(pixel(m, 30, 60), ==, 0xff000000);
    return m;
}

/*
 * Multisampling: a vertical edge in the middle of pixels has two samples on
 * each side, with any grid that is even in X.
 */
static void test_multisample(void)
{
    Machine *m = multisample_machine(20.5, 40.5, CONFIG_OVERSAMPLE_4X);

    for (unsigned y = 10; y < 60; y++) {
        g_assert_cmphex(pixel(m, 19, y), ==, 0xff000000);
        g_assert_cmphex(pixel(m, 20, y), ==, 0xff808080);
        g_assert_cmphex(pixel(m, 21, y), ==, 0xffffffff);
        g_assert_cmphex(pixel(m, 39, y), ==, 0xffffffff);
        g_assert_cmphex(pixel(m, 40, y), ==, 0xff808080);
        g_assert_cmphex(pixel(m, 41, y), ==, 0xff000000);
    }
    machine_free(m);
}

/* Without oversampling it is all samples of a pixel, or none. */
static void test_no_oversample(void)
{
    Machine *m = multisample_machine(20.25, 40.25, 0);

    for (unsigned y = 10; y < 60; y++) {
        for (unsigned x = 0; x < 100; x++) {
            g_assert_cmphex(pixel(m, x, y), ==, x + 0.5 > 20.25 &&
                            x + 0.5 < 40.25 ? 0xffffffff : 0xff000000);
        }
    }
    machine_free(m);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/v3d/nv/triangle", test_triangle);
    g_test_add_func("/v3d/nv/ties", test_ties);
    g_test_add_func("/v3d/nv/facing", test_facing);
    g_test_add_func("/v3d/nv/counters", test_counters);
    g_test_add_func("/v3d/nv/clip-window", test_clip_window);
    g_test_add_func("/v3d/nv/varyings", test_varyings);
    g_test_add_func("/v3d/nv/flat", test_flat);
    g_test_add_func("/v3d/nv/depth", test_depth);
    g_test_add_func("/v3d/nv/points", test_points);
    g_test_add_func("/v3d/nv/point-coordinates", test_point_coordinates);
    g_test_add_func("/v3d/nv/lines", test_lines);
    g_test_add_func("/v3d/nv/multisample", test_multisample);
    g_test_add_func("/v3d/nv/no-oversample", test_no_oversample);
    return g_test_run();
}
