/*
 * Tests of the V3D engine with GL shader state: a cube as kmscube draws it,
 * memory of the binner, slices, clipping, modes of primitives
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <math.h>
#include <string.h>
#include "../gl.h"

#define GREY    0xff808080

static const Scene scene_cube = { .width = 1024, .height = 768 };
static const Frame frame_cube = { 1024, 768, 1, 0, .colour = GREY };

static uint32_t pixel(const Machine *m, unsigned stride, unsigned x, unsigned y)
{
    return machine_word(m, FRAME + 4 * stride * y + 4 * x);
}

static void assert_colour(uint32_t found, const double colour[3],
                          double tolerance)
{
    for (unsigned i = 0; i < 3; i++) {
        double value = found >> 8 * i & 0xff;

        g_assert_cmpfloat(fabs(value - colour[i] * 255), <=, tolerance);
    }
    g_assert_cmphex(found >> 24, ==, 0xff);
}

/*
 * The cube
 */

static Machine *cube_machine(const Scene *scene)
{
    Machine *m = machine_new();

    gl_shader(m, false);
    gl_cube_vertices(m, scene);
    return m;
}

static void test_cube(void)
{
    Machine *m = cube_machine(&scene_cube);
    unsigned inside = 0;

    gl_cube_draw(m, &scene_cube);
    scene_end(m, V3D_CL_DONE);
    machine_render(m, &frame_cube, true, false);
    machine_assert_quiet(m);
    for (unsigned y = 0; y < 768; y++) {
        for (unsigned x = 0; x < 1024; x++) {
            double colour[3], margin;
            bool hit = gl_cube_colour(&scene_cube, x + 0.5, y + 0.5, colour,
                                      &margin);

            /* Vertices are at 1/16 pixel: edges are not exact. */
            if (margin > 0.005) {
                if (hit) {
                    assert_colour(pixel(m, 1024, x, y), colour, 1);
                } else {
                    g_assert_cmphex(pixel(m, 1024, x, y), ==, GREY);
                }
            }
            inside += hit;
        }
    }
    g_assert_cmpuint(inside, >, 100000);
    machine_free(m);
}

static uint32_t *picture(const Machine *m)
{
    return g_memdup2(m->ram + FRAME, 1024 * 768 * 4);
}

static uint32_t *cube_picture(void)
{
    Machine *m = cube_machine(&scene_cube);
    uint32_t *p;

    gl_cube_draw(m, &scene_cube);
    scene_end(m, V3D_CL_DONE);
    machine_render(m, &frame_cube, true, false);
    p = picture(m);
    machine_free(m);
    return p;
}

/* The binner gets its memory in small pieces. */
static void test_spill(void)
{
    g_autofree uint32_t *expected = cube_picture();
    Scene scene = scene_cube;
    Machine *m = cube_machine(&scene);
    uint32_t spill = SPILL;
    V3dClResult result = V3D_CL_MEMORY;
    V3dDone done;
    unsigned given = 0;

    scene.alloc_size = 16 * 12 * 32 + 300;
    gl_cube_draw(m, &scene);
    scene_end(m, V3D_CL_MEMORY);
    done = v3d_take_done(m->v3d);
    g_assert_cmpuint(done.out_of_memory, ==, 1);
    g_assert_cmpuint(done.flushes, ==, 0);
    g_assert_true(v3d_pool(m->v3d).out_of_memory);
    g_assert_cmpuint(v3d_cl_run(m->v3d, V3D_BIN, 100), ==, V3D_CL_MEMORY);
    g_assert_cmpuint(v3d_take_done(m->v3d).out_of_memory, ==, 0);
    while (result == V3D_CL_MEMORY) {
        v3d_give_memory(m->v3d, BUS | spill, 512);
        g_assert_false(v3d_pool(m->v3d).out_of_memory);
        spill += 512;
        given++;
        result = v3d_cl_run(m->v3d, V3D_BIN, UINT64_MAX);
    }
    done = v3d_take_done(m->v3d);
    g_assert_cmpuint(given, >, 3);
    g_assert_cmpuint(done.spills, ==, given);
    g_assert_cmpuint(done.out_of_memory, ==, given - 1);
    g_assert_cmpuint(done.flushes, ==, 1);
    machine_render(m, &frame_cube, true, false);
    machine_assert_quiet(m);
    g_assert_cmpmem(m->ram + FRAME, 1024 * 768 * 4, expected, 1024 * 768 * 4);
    machine_free(m);
}

static void run_slices(Machine *m, unsigned thread, uint32_t start,
                       unsigned budget, unsigned every)
{
    V3dClResult result = V3D_CL_MORE;

    v3d_cl_start(m->v3d, thread, BUS | start, BUS | m->at);
    for (unsigned n = 1; result == V3D_CL_MORE; n++) {
        result = v3d_cl_run(m->v3d, thread, budget);
        if (n % every == 0) {
            machine_move_on(m);
        }
    }
    g_assert_cmpuint(result, ==, V3D_CL_DONE);
}

static void test_slices(void)
{
    g_autofree uint32_t *expected = cube_picture();
    Machine *m = cube_machine(&scene_cube);

    gl_cube_draw(m, &scene_cube);
    machine_code(m, V3D_REC_INCREMENT_SEMAPHORE);
    machine_code(m, V3D_REC_FLUSH);
    run_slices(m, V3D_BIN, BIN_LIST, 1, 40);
    machine_render(m, &frame_cube, true, false);
    memset(m->ram + FRAME, 0, 1024 * 768 * 4);
    m->ram[BIN_LIST] = V3D_REC_INCREMENT_SEMAPHORE;
    m->ram[BIN_LIST + 1] = V3D_REC_FLUSH;
    v3d_cl_start(m->v3d, V3D_BIN, BIN_LIST, BIN_LIST + 2);
    g_assert_cmpuint(v3d_cl_run(m->v3d, V3D_BIN, UINT64_MAX), ==, V3D_CL_DONE);
    run_slices(m, V3D_RENDER, RENDER_LIST, 1, 50);
    g_assert_cmpmem(m->ram + FRAME, 1024 * 768 * 4, expected, 1024 * 768 * 4);
    machine_free(m);
}

static void test_bad_state(void)
{
    Machine *m = machine_new();
    g_autofree uint32_t *words = g_new(uint32_t, V3D_STATE_WORDS);

    v3d_save(m->v3d, words);
    g_assert_cmpuint(words[0], ==, V3D_STATE_VERSION);
    g_assert_true(v3d_load(m->v3d, words));
    words[0]++;
    g_assert_false(v3d_load(m->v3d, words));
    machine_free(m);
}

/*
 * Clipping
 */

static const Scene scene_clip = { .width = 200, .height = 200 };
static const Frame frame_clip = { 200, 200, 1, 0, .colour = GREY };

/* Parts of the three vertices at a place of the screen: homogeneous */
static void parts(const GlVertex *v, double x, double y, double p[3])
{
    double n[3][3];

    /* The planes through the eye and two vertices */
    for (unsigned i = 0; i < 3; i++) {
        const double *a = v[(i + 1) % 3].c, *b = v[(i + 2) % 3].c;

        n[i][0] = a[1] * b[3] - a[3] * b[1];
        n[i][1] = a[3] * b[0] - a[0] * b[3];
        n[i][2] = a[0] * b[1] - a[1] * b[0];
        p[i] = n[i][0] * x + n[i][1] * y + n[i][2];
    }
}

/* 0: outside, 1: inside, -1: too near to an edge to say */
static int clip_expected(const GlVertex *v, double x, double y,
                         double colour[3])
{
    double p[3], w = 0, z = 0, det, least = INFINITY;

    parts(v, x, y, p);
    det = v[0].c[0] * (v[1].c[1] * v[2].c[3] - v[2].c[1] * v[1].c[3]) -
          v[0].c[1] * (v[1].c[0] * v[2].c[3] - v[2].c[0] * v[1].c[3]) +
          v[0].c[3] * (v[1].c[0] * v[2].c[1] - v[2].c[0] * v[1].c[1]);
    for (unsigned i = 0; i < 3; i++) {
        p[i] /= det;
        w += p[i];
        z += p[i] * v[i].c[2];
    }
    /* The point is (x, y, 1) times its W, which is 1 / the sum. */
    for (unsigned i = 0; i < 3; i++) {
        least = fmin(least, p[i] / fabs(w));
        colour[i] = 0;
        for (unsigned j = 0; j < 3; j++) {
            colour[i] += p[j] / w * v[j].varying[i];
        }
    }
    least = fmin(least, fmin(1 - z, 1 + z));
    if (fabs(least) < 0.02) {
        return -1;
    }
    return w > 0 && least > 0;
}

static void clip_case(const GlVertex *v, unsigned at_least)
{
    Machine *m = machine_new();
    unsigned inside = 0;

    gl_shader(m, false);
    gl_vertices(m, &scene_clip, v, 3);
    gl_begin(m, &scene_clip, CONFIG_BOTH_FACES | CONFIG_ALWAYS);
    scene_arrays(m, 4, 0, 3);
    scene_end(m, V3D_CL_DONE);
    machine_render(m, &frame_clip, true, false);
    machine_assert_quiet(m);
    for (unsigned n = 0; n < 200 * 200; n++) {
        unsigned x = n % 200, y = n / 200;
        double colour[3];
        int expected = clip_expected(v, (x + 0.5) / 100 - 1,
                                     1 - (y + 0.5) / 100, colour);

        if (expected > 0) {
            assert_colour(pixel(m, 200, x, y), colour, 2);
            inside++;
        } else if (expected == 0) {
            g_assert_cmphex(pixel(m, 200, x, y), ==, GREY);
        }
    }
    g_assert_cmpuint(inside, >=, at_least);
    machine_free(m);
}

#define RED     { 1, 0, 0 }
#define GREEN   { 0, 1, 0 }
#define BLUE    { 0, 0, 1 }

static void test_clip_near(void)
{
    /* The third is behind the eye. */
    static const GlVertex v[] = {
        { { -1, 0.8, 0.5, 1.5 }, RED }, { { 1.2, 0.7, 0.2, 1.4 }, GREEN },
        { { 0.2, 0.5, -1.5, -0.8 }, BLUE },
    };
    /* Two are. */
    static const GlVertex w[] = {
        { { 0.1, 0.6, 0.5, 1.5 }, RED }, { { 1.2, 0.4, -1.5, -0.4 }, GREEN },
        { { -1.1, 0.5, -1.2, -0.8 }, BLUE },
    };

    clip_case(v, 1000);
    clip_case(w, 1000);
}

static void test_clip_far(void)
{
    static const GlVertex v[] = {
        { { -0.8, -0.8, -0.5, 1 }, RED }, { { 0.8, -0.7, -0.5, 1 }, GREEN },
        { { 0, 2.4, 6, 3 }, BLUE },
    };

    clip_case(v, 1000);
}

/* Beyond what 16 bits hold */
static void test_clip_guard(void)
{
    static const GlVertex v[] = {
        { { -90, -70, 0, 1 }, RED }, { { 80, -75, 0, 1 }, GREEN },
        { { 3, 99, 0, 1 }, BLUE },
    };

    clip_case(v, 39000);
}

/* The far plane cuts it in the middle, where red is a half. */
static void test_clip_line(void)
{
    static const GlVertex v[] = {
        { { -0.5, 0.005, 0, 1 } }, { { 0.5, 0.005, 2, 1 }, RED },
    };
    Machine *m = machine_new();
    Program p = { m, PROGRAMS };

    gl_shader(m, false);
    /* The line's own coordinate comes first. */
    program_varying_colour(&p, 1, false);
    gl_vertices(m, &scene_clip, v, 2);
    gl_begin(m, &scene_clip, CONFIG_BOTH_FACES | CONFIG_ALWAYS);
    scene_arrays(m, 1, 0, 2);
    scene_end(m, V3D_CL_DONE);
    g_assert_cmpuint(v3d_counters(m->v3d)[11], ==, 1);
    machine_render(m, &frame_clip, true, false);
    machine_assert_quiet(m);
    for (unsigned x = 0; x < 200; x++) {
        double colour[3] = { (x + 0.5 - 50) / 100 };

        if (x >= 50 && x < 100) {
            assert_colour(pixel(m, 200, x, 99), colour, 1);
        } else {
            g_assert_cmphex(pixel(m, 200, x, 99), ==, GREY);
        }
    }
    machine_free(m);
}

/* Flat values are the last vertex's, also where that was cut away. */
static void test_clip_flat(void)
{
    static const GlVertex v[] = {
        { { -0.8, -0.8, -0.5, 1 }, RED }, { { 0.8, -0.7, -0.5, 1 }, GREEN },
        { { 0, 2.4, 6, 3 }, BLUE },
    };
    Machine *m = machine_new();

    gl_shader(m, false);
    gl_vertices(m, &scene_clip, v, 3);
    gl_begin(m, &scene_clip, CONFIG_BOTH_FACES | CONFIG_ALWAYS);
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_FLAT_SHADE_FLAGS, .flat_shade_flags.flags = 7,
    });
    scene_arrays(m, 4, 0, 3);
    scene_end(m, V3D_CL_DONE);
    machine_render(m, &frame_clip, true, false);
    g_assert_cmphex(pixel(m, 200, 100, 150), ==, 0xffff0000);
    machine_free(m);
}

static void test_clip_outside(void)
{
    static const GlVertex v[] = {
        { { 1.5, 0, 0, 1 }, RED }, { { 2, 1, 0, 1 }, GREEN },
        { { 2, -1, 0, 1 }, BLUE },
    };
    Machine *m = machine_new();

    gl_shader(m, false);
    gl_vertices(m, &scene_clip, v, 3);
    gl_begin(m, &scene_clip, CONFIG_BOTH_FACES | CONFIG_ALWAYS);
    scene_arrays(m, 4, 0, 3);
    scene_end(m, V3D_CL_DONE);
    g_assert_cmpuint(v3d_counters(m->v3d)[10], ==, 1);
    machine_free(m);
}

/*
 * A square in each way: its corners 0 to 3 are counter-clockwise.
 */

static const GlVertex square[] = {
    { { -0.5, -0.5, 0, 1 }, RED }, { { 0.5, -0.5, 0, 1 }, RED },
    { { 0.5, 0.5, 0, 1 }, RED }, { { -0.5, 0.5, 0, 1 }, RED },
};

static void assert_square(Machine *m)
{
    scene_end(m, V3D_CL_DONE);
    machine_render(m, &frame_clip, true, false);
    machine_assert_quiet(m);
    for (unsigned y = 0; y < 200; y++) {
        for (unsigned x = 0; x < 200; x++) {
            bool in = x >= 50 && x < 150 && y >= 50 && y < 150;

            g_assert_cmphex(pixel(m, 200, x, y), ==, in ? 0xff0000ff : GREY);
        }
    }
    machine_free(m);
}

static Machine *square_machine(void)
{
    Machine *m = machine_new();

    gl_shader(m, false);
    gl_vertices(m, &scene_clip, square, 4);
    gl_begin(m, &scene_clip, CONFIG_BOTH_FACES | CONFIG_ALWAYS);
    return m;
}

static void test_modes(void)
{
    static const uint8_t indices[] = {
        0, 1, 2, 0, 2, 3, 99, 0, 1, 3, 2, 99, 0, 0, 1, 0, 2, 0, 2, 0, 3, 0,
        0, 0,
    };
    Machine *m = square_machine();

    scene_arrays(m, 6, 0, 4);
    assert_square(m);

    m = square_machine();
    memcpy(m->ram + 0x60000, indices, sizeof(indices));
    scene_indices(m, 4, 1, 0x60000, 6);
    assert_square(m);

    /* An incomplete triangle behind */
    m = square_machine();
    memcpy(m->ram + 0x60000, indices, sizeof(indices));
    scene_indices(m, 4, 2, 0x6000c, 7);
    assert_square(m);

    m = square_machine();
    memcpy(m->ram + 0x60000, indices, sizeof(indices));
    scene_indices(m, 5, 1, 0x60007, 4);
    assert_square(m);
}

/* An index above the maximum becomes the maximum, and is reported. */
static void test_max_index(void)
{
    Machine *m = square_machine();
    unsigned num;

    machine_set_word(m, 0x60000, 0x09020100);
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_INDEXED_PRIMITIVES,
        .indexed_primitives = {
            .mode = 6, .length = 4, .indices = BUS | 0x60000, .max_index = 3,
        },
    });
    scene_end(m, V3D_CL_DONE);
    g_assert_cmpuint(v3d_events(m->v3d, &num)->id, ==, V3D_EV_INDEX);
    g_assert_cmpuint(v3d_events(m->v3d, &num)->value, ==, 9);
    v3d_clear_events(m->v3d);
    machine_render(m, &frame_clip, true, false);
    g_assert_cmphex(pixel(m, 200, 51, 51), ==, 0xff0000ff);
    machine_free(m);
}

/* Vertices are those of the record with its arrays: one has none to read. */
static void test_arrays_changed(void)
{
    Machine *m = square_machine();

    scene_shader(m, V3D_REC_GL_SHADER_STATE, SHADER_RECORD, 1);
    scene_arrays(m, 6, 0, 4);
    scene_shader(m, V3D_REC_GL_SHADER_STATE, SHADER_RECORD, 2);
    scene_arrays(m, 6, 0, 4);
    assert_square(m);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/v3d/gl/cube", test_cube);
    g_test_add_func("/v3d/gl/spill", test_spill);
    g_test_add_func("/v3d/gl/slices", test_slices);
    g_test_add_func("/v3d/gl/bad-state", test_bad_state);
    g_test_add_func("/v3d/gl/clip-near", test_clip_near);
    g_test_add_func("/v3d/gl/clip-far", test_clip_far);
    g_test_add_func("/v3d/gl/clip-guard", test_clip_guard);
    g_test_add_func("/v3d/gl/clip-line", test_clip_line);
    g_test_add_func("/v3d/gl/clip-flat", test_clip_flat);
    g_test_add_func("/v3d/gl/clip-outside", test_clip_outside);
    g_test_add_func("/v3d/gl/modes", test_modes);
    g_test_add_func("/v3d/gl/max-index", test_max_index);
    g_test_add_func("/v3d/gl/arrays-changed", test_arrays_changed);
    return g_test_run();
}
