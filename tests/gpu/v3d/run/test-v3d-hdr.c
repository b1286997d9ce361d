/*
 * Tests of the V3D engine: frames of 64-bit colour
 *
 * Pixels are four halves; tiles have half as many rows.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "../scene.h"

#define WIDTH   96
#define HEIGHT  40

static const Scene scene = {
    .width = WIDTH, .height = HEIGHT, .colour_64 = true,
};
static const Frame frame = {
    .width = WIDTH, .height = HEIGHT, .format = 1, .colour_64 = true,
    .colour = 0x3c001111, .colour_second = 0x22223c00,
};

/* The pixels whose middle is left of and above x + y = 128 */
static bool covered(unsigned x, unsigned y)
{
    return x + y < 127;
}

static void put_triangle(Machine *m, const Scene *s)
{
    static const float at[3][2] = { { 0, 0 }, { 128, 0 }, { 0, 128 } };

    scene_nv(m, &(Nv) { .stride = 12 });
    for (unsigned i = 0; i < 3; i++) {
        machine_set_word(m, VERTICES + 12 * i, scene_xy(at[i][0], at[i][1]));
        machine_set_float(m, VERTICES + 12 * i + 4, 0.5);
        machine_set_float(m, VERTICES + 12 * i + 8, 1);
    }
    scene_begin(m, s);
    scene_shader(m, V3D_REC_NV_SHADER_STATE, SHADER_RECORD, 0);
    scene_arrays(m, 4, 0, 3);
    scene_end(m, V3D_CL_DONE);
}

static void assert_pixel(Machine *m, unsigned x, unsigned y, uint32_t rg,
                         uint32_t ba)
{
    uint32_t at = FRAME + 8 * (WIDTH * y + x);

    g_assert_cmphex(machine_word(m, at), ==, rg);
    g_assert_cmphex(machine_word(m, at + 4), ==, ba);
}

static void assert_frame(Machine *m, uint32_t rg, uint32_t ba)
{
    for (unsigned y = 0; y < HEIGHT; y++) {
        for (unsigned x = 0; x < WIDTH; x++) {
            bool in = covered(x, y);

            assert_pixel(m, x, y, in ? rg : frame.colour,
                         in ? ba : frame.colour_second);
        }
    }
    machine_assert_quiet(m);
}

/* Two writes of colour: R and G, then B and A */
static void test_write(gconstpointer data)
{
    Machine *m = machine_new();
    Program p = { m, PROGRAMS };

    v3d_set_exec(m->v3d, data ? v3d_exec_best() : NULL);
    program_mov(&p, V3D_WRITE_TLB + 3, V3D_READ_UNIFORM);
    program_mov(&p, V3D_WRITE_TLB + 3, V3D_READ_UNIFORM);
    program_end(&p);
    machine_set_word(m, UNIFORMS, 0x38003a00);
    machine_set_word(m, UNIFORMS + 4, 0x34003555);
    memset(m->ram + FRAME, 0x55, 0x10000);
    put_triangle(m, &scene);
    machine_render(m, &frame, true, false);
    assert_frame(m, 0x38003a00, 0x34003555);
    g_assert_cmphex(machine_word(m, FRAME + 8 * WIDTH * HEIGHT), ==,
                    0x55555555);
    machine_free(m);
}

/* Two reads as well: they are written the other way round. */
static void test_read(void)
{
    Machine *m = machine_new();
    Program p = { m, PROGRAMS };

    program_nop(&p, V3D_SIG_LOAD_COLOUR);
    program_mov_r(&p, V3D_WRITE_R0, 4);
    program_nop(&p, V3D_SIG_LOAD_COLOUR);
    program_mov_r(&p, V3D_WRITE_TLB + 3, 4);
    program_mov_r(&p, V3D_WRITE_TLB + 3, 0);
    program_end(&p);
    put_triangle(m, &scene);
    machine_render(m, &frame, true, false);
    assert_frame(m, frame.colour_second, frame.colour);
    machine_free(m);
}

/* A load brings back what was stored. */
static void test_load(void)
{
    Machine *m = machine_new();

    for (unsigned i = 0; i < 2 * WIDTH * HEIGHT; i++) {
        machine_set_word(m, FRAME + 4 * i, i * 0x10001);
    }
    m->at = RENDER_LIST;
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_TILE_RENDERING_MODE,
        .tile_rendering_mode = {
            .address = BUS | DEPTH, .width = WIDTH, .height = HEIGHT,
            .frame_format = 1, .colour_64 = 1,
        },
    });
    for (unsigned n = 0; n < 4; n++) {
        machine_record(m, (V3dRecord) {
            .code = V3D_REC_LOAD_GENERAL,
            .load_general = { .buffer = 1, .address = BUS | FRAME },
        });
        machine_record(m, (V3dRecord) {
            .code = V3D_REC_TILE_COORDINATES,
            .tile_coordinates = { .column = n % 2, .row = n / 2 },
        });
        machine_code(m, V3D_REC_STORE_MS_RESOLVED);
    }
    machine_run(m, V3D_RENDER, RENDER_LIST, V3D_CL_DONE);
    g_assert_cmpmem(m->ram + FRAME, 8 * WIDTH * HEIGHT, m->ram + DEPTH,
                    8 * WIDTH * HEIGHT);
    machine_assert_quiet(m);
    machine_free(m);
}

/* R is 1, 2, 3 and 4, A is 1 in one sample of four. */
static void test_samples(void)
{
    static const uint32_t uniform[8] = {
        0x38003c00, 0x3c000000, 0x38004000, 0, 0x38004200, 0, 0x38004400, 0,
    };
    Scene s = scene;
    Frame f = frame;
    Machine *m = machine_new();
    Program p = { m, PROGRAMS };

    for (unsigned i = 0; i < 8; i++) {
        program_mov(&p, V3D_WRITE_TLB + 2, V3D_READ_UNIFORM);
    }
    program_end(&p);
    machine_words(m, UNIFORMS, uniform, 8);
    s.multisample = f.multisample = true;
    f.decimate = true;
    put_triangle(m, &s);
    machine_render(m, &f, true, false);
    /* 2.5, 0.5, 0, 0.25 */
    assert_frame(m, 0x38004100, 0x34000000);
    machine_free(m);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_data_func("/v3d/hdr/write/reference", NULL, test_write);
    g_test_add_data_func("/v3d/hdr/write/best", GINT_TO_POINTER(true),
                         test_write);
    g_test_add_func("/v3d/hdr/read", test_read);
    g_test_add_func("/v3d/hdr/load", test_load);
    g_test_add_func("/v3d/hdr/samples", test_samples);
    return g_test_run();
}
