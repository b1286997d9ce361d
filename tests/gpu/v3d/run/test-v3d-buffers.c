/*
 * Tests of the V3D engine's depth and stencil, loads and full-resolution dumps
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <math.h>
#include <string.h>
#include "../scene.h"

#define SIZE    64
#define DUMP    0x500000

/* As a word for TLB_STENCIL_SETUP has them */
enum {
    NEVER, LESS, EQUAL, LEQUAL, GREATER, NOTEQUAL, GEQUAL, ALWAYS,
};

enum {
    ZERO, KEEP, REPLACE, INCR, DECR, INVERT, INCR_WRAP, DECR_WRAP,
};

static const Scene scene = { .width = SIZE, .height = SIZE };

/* A triangle over all of the frame, Z from @z0 at the left to @z1 */
static void put_triangle(Machine *m, float z0, float z1)
{
    static const float x[3] = { 0, 2 * SIZE, 0 }, y[3] = { 0, 0, 2 * SIZE };

    for (unsigned i = 0; i < 3; i++) {
        machine_set_word(m, VERTICES + 12 * i, scene_xy(x[i], y[i]));
        machine_set_float(m, VERTICES + 12 * i + 4,
                          z0 + (z1 - z0) * x[i] / SIZE);
        machine_set_float(m, VERTICES + 12 * i + 8, 1);
    }
    scene_nv(m, &(Nv) { .stride = 12 });
}

/* Stencil set-up words, Z, colour: from uniforms */
static void put_program(Machine *m, unsigned words)
{
    Program p = { m, PROGRAMS };

    for (unsigned i = 0; i < words; i++) {
        program_mov(&p, V3D_WRITE_TLB, V3D_READ_UNIFORM);
    }
    program_uniform_colour(&p, true);
}

static void draw(Machine *m, const Scene *s, uint32_t config)
{
    scene_begin(m, s);
    scene_config(m, config);
    scene_shader(m, V3D_REC_NV_SHADER_STATE, SHADER_RECORD, 0);
    scene_arrays(m, 4, 0, 3);
}

/*
 * Stencil
 */

typedef struct StencilCase {
    unsigned func, sfail, zfail, zpass, ref, mask, write;
    unsigned depth;             /* function of Z: never or always */
    uint8_t was, is;
    bool drawn;
} StencilCase;

/* @write is a code: 0 to 3 for 0x01, 0x03, 0x0f, 0xff */
static const StencilCase stencil_cases[] = {
    { ALWAYS, ZERO, ZERO, REPLACE, 0x5a, 0xff, 3, ALWAYS, 0x11, 0x5a, true },
    { ALWAYS, ZERO, ZERO, REPLACE, 0x5a, 0xff, 2, ALWAYS, 0x11, 0x1a, true },
    { ALWAYS, ZERO, ZERO, REPLACE, 0x5b, 0xff, 0, ALWAYS, 0x10, 0x11, true },
    { ALWAYS, ZERO, ZERO, REPLACE, 0x5b, 0xff, 1, ALWAYS, 0x10, 0x13, true },
    { ALWAYS, ZERO, INCR, KEEP, 0, 0xff, 3, NEVER, 0x7f, 0x80, false },
    { ALWAYS, ZERO, INCR, KEEP, 0, 0xff, 3, NEVER, 0xff, 0xff, false },
    { ALWAYS, ZERO, INCR_WRAP, KEEP, 0, 0xff, 3, NEVER, 0xff, 0x00, false },
    { ALWAYS, ZERO, DECR, KEEP, 0, 0xff, 3, NEVER, 0x00, 0x00, false },
    { ALWAYS, ZERO, DECR_WRAP, KEEP, 0, 0xff, 3, NEVER, 0x00, 0xff, false },
    { NEVER, INVERT, ZERO, ZERO, 0, 0xff, 3, ALWAYS, 0xa5, 0x5a, false },
    { NEVER, ZERO, KEEP, KEEP, 0, 0xff, 3, ALWAYS, 0xa5, 0x00, false },
    /* ref & mask against stencil & mask */
    { LESS, ZERO, ZERO, KEEP, 0xf1, 0x0f, 3, ALWAYS, 0x02, 0x02, true },
    { LESS, KEEP, ZERO, ZERO, 0x03, 0x0f, 3, ALWAYS, 0xf2, 0xf2, false },
    { EQUAL, ZERO, ZERO, KEEP, 0xf2, 0x0f, 3, ALWAYS, 0x02, 0x02, true },
    { GEQUAL, ZERO, ZERO, KEEP, 0x02, 0xff, 3, ALWAYS, 0x02, 0x02, true },
    { GREATER, KEEP, ZERO, ZERO, 0x02, 0xff, 3, ALWAYS, 0x02, 0x02, false },
    { NOTEQUAL, KEEP, ZERO, ZERO, 0x02, 0xff, 3, ALWAYS, 0x02, 0x02, false },
    { LEQUAL, ZERO, ZERO, KEEP, 0x02, 0xff, 3, ALWAYS, 0x03, 0x03, true },
};

static uint32_t stencil_word(const StencilCase *c, unsigned face)
{
    return face << 30 | c->write << 28 | c->zfail << 25 | c->zpass << 22 |
           c->sfail << 19 | c->func << 16 | c->ref << 8 | c->mask;
}

static void assert_stencil(Machine *m, unsigned depth, uint8_t was, uint8_t is,
                           bool drawn)
{
    Frame frame = { SIZE, SIZE, 1, 0, .z = 0x123456, .stencil = was };

    put_triangle(m, 0.5, 0.5);
    draw(m, &scene, CONFIG_BOTH_FACES | CONFIG_DEPTH(depth, 0));
    scene_end(m, V3D_CL_DONE);
    machine_render(m, &frame, true, true);
    machine_assert_quiet(m);
    g_assert_cmphex(machine_word(m, DEPTH + 400), ==, 0x12345600 | is);
    g_assert_cmphex(machine_word(m, FRAME + 400), ==, drawn ? 0xffffffff : 0);
}

static void test_stencil(void)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(stencil_cases); i++) {
        const StencilCase *c = &stencil_cases[i];
        Machine *m = machine_new();

        put_program(m, 1);
        machine_set_word(m, UNIFORMS, stencil_word(c, 3));
        machine_set_word(m, UNIFORMS + 4, 0xffffffff);
        assert_stencil(m, c->depth, c->was, c->is, c->drawn);
        machine_free(m);
    }
}

/* The triangle is forward where "clockwise" is 0; whole write masks */
static void test_stencil_faces(void)
{
    static const StencilCase front = {
        ALWAYS, ZERO, ZERO, REPLACE, 0x77, 0xff, 3,
    };
    static const StencilCase back = {
        ALWAYS, ZERO, ZERO, REPLACE, 0x66, 0xff, 3,
    };

    for (unsigned clockwise = 0; clockwise < 2; clockwise++) {
        Machine *m = machine_new();
        const uint32_t uniforms[] = {
            stencil_word(&front, 1), stencil_word(&back, 2), 0x300f, ~0u,
        };
        Frame frame = { SIZE, SIZE, 1, 0, .stencil = 0x11 };

        put_program(m, 3);
        machine_words(m, UNIFORMS, uniforms, 4);
        put_triangle(m, 0.5, 0.5);
        draw(m, &scene, CONFIG_BOTH_FACES | CONFIG_ALWAYS | clockwise << 2);
        scene_end(m, V3D_CL_DONE);
        machine_render(m, &frame, true, true);
        g_assert_cmphex(machine_word(m, DEPTH), ==, clockwise ? 0x21 : 0x17);
        machine_free(m);
    }
}

/* A forward triangle, by a program that sets up @face; Z and stencil */
static uint32_t draw_front(Machine *m, unsigned face)
{
    static const StencilCase c = {
        ALWAYS, ZERO, ZERO, REPLACE, 0x77, 0xff, 3,
    };
    Frame frame = { SIZE, SIZE, 1, 0, .stencil = 0x11 };

    put_program(m, 1);
    machine_set_word(m, UNIFORMS, stencil_word(&c, face));
    put_triangle(m, 0.5, 0.5);
    draw(m, &scene, CONFIG_BOTH_FACES | CONFIG_ALWAYS);
    scene_end(m, V3D_CL_DONE);
    machine_render(m, &frame, true, true);
    return machine_word(m, DEPTH);
}

/* A face that a program does not set up is not as another program left it. */
static void test_stencil_forgotten(void)
{
    for (unsigned strips = 0; strips < 2; strips++) {
        Machine *m = machine_new();

        v3d_set_exec(m->v3d, strips ? v3d_exec_best() : NULL);
        g_assert_cmphex(draw_front(m, 3), ==, 0x77);
        g_assert_cmphex(draw_front(m, 2), ==, 0x11);
        machine_free(m);
    }
}

/*
 * Depth offset: factor times the slope, and units of 1 of 24 bits
 */

static void test_offset(void)
{
    Machine *m = machine_new();
    Frame frame = { SIZE, SIZE, 1, 0, .z = 0xffffff };

    put_program(m, 0);
    put_triangle(m, 0.25, 0.5);
    scene_begin(m, &scene);
    scene_config(m, CONFIG_BOTH_FACES | CONFIG_DEPTH(7, 1) | 1 << 3);
    /* 1.5 and -3.0: the upper halves of floats */
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_DEPTH_OFFSET,
        .depth_offset = { .factor = 0x3fc0, .units = 0xc040 },
    });
    scene_shader(m, V3D_REC_NV_SHADER_STATE, SHADER_RECORD, 0);
    scene_arrays(m, 4, 0, 3);
    scene_end(m, V3D_CL_DONE);
    machine_render(m, &frame, true, true);
    machine_assert_quiet(m);
    for (unsigned x = 0; x < SIZE; x++) {
        double slope = 0.25 / SIZE * 0xffffff;
        double z = 0.25 * 0xffffff + slope * (x + 0.5 + 1.5) - 3;

        g_assert_cmpfloat(fabs((machine_word(m, DEPTH + 4 * x) >> 8) - z), <=,
                          0.51);
    }
    machine_free(m);
}

/*
 * Loads
 */

static void rendering_mode(Machine *m, bool multisample)
{
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_TILE_RENDERING_MODE,
        .tile_rendering_mode = {
            .address = BUS | FRAME, .width = SIZE, .height = SIZE,
            .frame_format = 1, .multisample = multisample,
            .decimate = multisample,
        },
    });
}

static void coordinates(Machine *m, unsigned x, unsigned y)
{
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_TILE_COORDINATES,
        .tile_coordinates = { .column = x, .row = y },
    });
}

/* Colour, then depth, as Linux loads both; the draw is behind the depth. */
static void test_load(void)
{
    Machine *m = machine_new();

    for (unsigned i = 0; i < SIZE * SIZE; i++) {
        machine_set_word(m, DUMP + 4 * i, 0xff000000 + i);
        /* The left half is near. */
        machine_set_word(m, DEPTH + 4 * i, i % SIZE < 32 ? 0x10000000 :
                         0xf0000000);
    }
    put_program(m, 0);
    machine_set_word(m, UNIFORMS, 0x12345678);
    put_triangle(m, 0.5, 0.5);
    draw(m, &scene, CONFIG_BOTH_FACES | CONFIG_DEPTH(LESS, 1));
    scene_end(m, V3D_CL_DONE);
    m->at = RENDER_LIST;
    rendering_mode(m, false);
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_LOAD_GENERAL,
        .load_general = { .address = BUS | DUMP, .buffer = 1 },
    });
    coordinates(m, 0, 0);
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_STORE_GENERAL,
        .store_general = {
            .disable_colour_clear = 1, .disable_zs_clear = 1,
            .disable_mask_clear = 1,
        },
    });
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_LOAD_GENERAL,
        .load_general = { .address = BUS | DEPTH, .buffer = 2 },
    });
    coordinates(m, 0, 0);
    machine_code(m, V3D_REC_WAIT_ON_SEMAPHORE);
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_BRANCH_TO_SUB_LIST,
        .branch_to_sub_list.address = BUS | TILE_ALLOC,
    });
    machine_code(m, V3D_REC_STORE_MS_RESOLVED_EOF);
    machine_run(m, V3D_RENDER, RENDER_LIST, V3D_CL_DONE);
    machine_assert_quiet(m);
    for (unsigned i = 0; i < SIZE * SIZE; i++) {
        g_assert_cmphex(machine_word(m, FRAME + 4 * i), ==,
                        i % SIZE < 32 ? 0xff000000 + i : 0x12345678);
    }
    machine_free(m);
}

/*
 * All samples are stored, loaded, and resolved later: the same picture as
 * resolved at once.
 */
static void store_full(Machine *m, unsigned n)
{
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_STORE_FULL,
        .store_full = {
            .address = (BUS | DUMP) + 16384 * n, .disable_zs = 1,
            .last_tile = n == 3,
        },
    });
}

static void load_full(Machine *m, unsigned n)
{
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_LOAD_FULL,
        .load_full = { .address = (BUS | DUMP) + 16384 * n, .disable_zs = 1 },
    });
}

static void test_full(void)
{
    const Scene ms = { .width = SIZE, .height = SIZE, .multisample = true };
    const Frame frame = { SIZE, SIZE, 1, 0, .multisample = true,
                          .decimate = true, .colour = 0xff0000ff };
    Machine *m = machine_new();
    g_autofree uint8_t *expected = NULL;

    put_program(m, 0);
    machine_set_word(m, UNIFORMS, 0xff00ff00);
    put_triangle(m, 0.5, 0.5);
    machine_set_word(m, VERTICES + 12, scene_xy(50.3, 20.7));
    draw(m, &ms, CONFIG_BOTH_FACES | CONFIG_ALWAYS | CONFIG_OVERSAMPLE_4X);
    scene_end(m, V3D_CL_DONE);
    machine_render(m, &frame, true, false);
    expected = g_memdup2(m->ram + FRAME, SIZE * SIZE * 4);

    m->at = RENDER_LIST;
    rendering_mode(m, true);
    for (unsigned n = 0; n < 4; n++) {
        coordinates(m, n % 2, n / 2);
        machine_record(m, (V3dRecord) {
            .code = V3D_REC_BRANCH_TO_SUB_LIST,
            .branch_to_sub_list.address = (BUS | TILE_ALLOC) + 32 * n,
        });
        store_full(m, n);
    }
    machine_run(m, V3D_RENDER, RENDER_LIST, V3D_CL_DONE);
    memset(m->ram + FRAME, 0, SIZE * SIZE * 4);
    m->at = RENDER_LIST;
    rendering_mode(m, true);
    for (unsigned n = 0; n < 4; n++) {
        load_full(m, n);
        coordinates(m, n % 2, n / 2);
        machine_code(m, V3D_REC_STORE_MS_RESOLVED);
    }
    machine_run(m, V3D_RENDER, RENDER_LIST, V3D_CL_DONE);
    g_assert_cmpmem(m->ram + FRAME, SIZE * SIZE * 4, expected,
                    SIZE * SIZE * 4);
    g_assert_cmpuint(v3d_take_done(m->v3d).frames, ==, 2);
    machine_assert_quiet(m);
    machine_free(m);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/v3d/buffers/stencil", test_stencil);
    g_test_add_func("/v3d/buffers/stencil-faces", test_stencil_faces);
    g_test_add_func("/v3d/buffers/stencil-forgotten", test_stencil_forgotten);
    g_test_add_func("/v3d/buffers/offset", test_offset);
    g_test_add_func("/v3d/buffers/load", test_load);
    g_test_add_func("/v3d/buffers/full", test_full);
    return g_test_run();
}
