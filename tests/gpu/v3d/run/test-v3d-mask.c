/*
 * Tests of the V3D engine: the mask of vector graphics, a byte for each pixel
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "../scene.h"

#define SIZE    64

enum {
    MASK = DEPTH,               /* where it is stored */
};

/* The pixels whose middle is left of and above x + y = 64 */
static bool covered(unsigned x, unsigned y)
{
    return x + y < 63;
}

static void bin_triangle(Machine *m)
{
    static const float at[3][2] = { { 0, 0 }, { 64, 0 }, { 0, 64 } };

    scene_nv(m, &(Nv) { .stride = 12 });
    for (unsigned i = 0; i < 3; i++) {
        machine_set_word(m, VERTICES + 12 * i, scene_xy(at[i][0], at[i][1]));
        machine_set_float(m, VERTICES + 12 * i + 4, 0.5);
        machine_set_float(m, VERTICES + 12 * i + 8, 1);
    }
    scene_begin(m, &(Scene) { .width = SIZE, .height = SIZE });
    scene_shader(m, V3D_REC_NV_SHADER_STATE, SHADER_RECORD, 0);
    scene_arrays(m, 4, 0, 3);
    scene_end(m, V3D_CL_DONE);
}

static void store_mask(Machine *m)
{
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_STORE_GENERAL,
        .store_general = {
            .address = BUS | MASK, .buffer = 4, .disable_colour_clear = 1,
            .disable_zs_clear = 1, .disable_mask_clear = 1,
        },
    });
}

static void begin_frame(Machine *m, bool enable, uint32_t mask)
{
    m->at = RENDER_LIST;
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_TILE_RENDERING_MODE,
        .tile_rendering_mode = {
            .address = BUS | FRAME, .width = SIZE, .height = SIZE,
            .frame_format = 1, .vg_mask = enable,
        },
    });
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_CLEAR_COLOURS,
        .clear_colours = { .even = 1, .odd = 1, .mask = mask },
    });
    machine_code(m, V3D_REC_TILE_COORDINATES);
    machine_code(m, V3D_REC_STORE_GENERAL);
}

static void render(Machine *m, bool enable)
{
    begin_frame(m, enable, 0x5a);
    machine_code(m, V3D_REC_TILE_COORDINATES);
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_BRANCH_TO_SUB_LIST,
        .branch_to_sub_list.address = BUS | TILE_ALLOC,
    });
    store_mask(m);
    machine_code(m, V3D_REC_TILE_COORDINATES);
    machine_code(m, V3D_REC_STORE_MS_RESOLVED_EOF);
    machine_run(m, V3D_RENDER, RENDER_LIST, V3D_CL_DONE);
}

static void test_write(void)
{
    Machine *m = machine_new();
    Program p = { m, PROGRAMS };

    program_mov(&p, V3D_WRITE_TLB_LAST, V3D_READ_UNIFORM);
    program_end(&p);
    machine_set_word(m, UNIFORMS, 0xffffffc3);
    bin_triangle(m);
    render(m, true);
    for (unsigned y = 0; y < SIZE; y++) {
        for (unsigned x = 0; x < SIZE; x++) {
            g_assert_cmphex(m->ram[MASK + SIZE * y + x], ==,
                            covered(x, y) ? 0xc3 : 0x5a);
            g_assert_cmphex(machine_word(m, FRAME + 4 * (SIZE * y + x)), ==,
                            1);
        }
    }
    machine_assert_quiet(m);
    machine_free(m);
}

/* What is read becomes the colour. */
static void put_reader(Machine *m)
{
    Program p = { m, PROGRAMS };

    program_nop(&p, V3D_SIG_LOAD_ALPHA);
    program_mov_r(&p, V3D_WRITE_TLB + 3, 4);
    program_end(&p);
}

static void test_read(void)
{
    Machine *m = machine_new();

    put_reader(m);
    bin_triangle(m);
    render(m, true);
    for (unsigned i = 0; i < SIZE * SIZE; i++) {
        g_assert_cmphex(machine_word(m, FRAME + 4 * i), ==,
                        covered(i % SIZE, i / SIZE) ? 0x5a : 1);
    }
    machine_assert_quiet(m);
    machine_free(m);
}

/* A frame without a mask: programs that use it are reported. */
static void test_off(void)
{
    Machine *m = machine_new();
    unsigned num;

    put_reader(m);
    bin_triangle(m);
    render(m, false);
    v3d_events(m->v3d, &num);
    g_assert_cmpuint(num, ==, 1);
    g_assert_cmphex(machine_word(m, FRAME), ==, 0);
    machine_free(m);
}

static void test_load(void)
{
    Machine *m = machine_new();

    for (unsigned i = 0; i < SIZE * SIZE; i++) {
        m->ram[FRAME + i] = i * 7;
    }
    begin_frame(m, true, 0);
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_LOAD_GENERAL,
        .load_general = { .address = BUS | FRAME, .buffer = 4 },
    });
    machine_code(m, V3D_REC_TILE_COORDINATES);
    store_mask(m);
    machine_run(m, V3D_RENDER, RENDER_LIST, V3D_CL_DONE);
    g_assert_cmpmem(m->ram + FRAME, SIZE * SIZE, m->ram + MASK, SIZE * SIZE);
    machine_assert_quiet(m);
    machine_free(m);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/v3d/mask/write", test_write);
    g_test_add_func("/v3d/mask/read", test_read);
    g_test_add_func("/v3d/mask/off", test_off);
    g_test_add_func("/v3d/mask/load", test_load);
    return g_test_run();
}
