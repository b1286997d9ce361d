/*
 * Tests of the V3D engine: early Z
 *
 * Blocks that hide a primitive, calculated by hand; and frames of many layers,
 * of which each backend makes what the reference makes, which has none of it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <math.h>
#include <string.h>
#include "../scene.h"
#include "hw/gpu/v3d/run/earlyz.h"

#ifdef INSTRUMENTED
#define ROUNDS  8
#else
#define ROUNDS  40
#endif

static const char *const backends[] = { "base", "avx2", "avx512" };

static const V3dExec *find_exec(const char *name)
{
    const V3dExec *exec;
    const char *why;

    return v3d_exec_find(name, &exec, &why) ? exec : NULL;
}

/*
 * One block: its first pixel is (8, 16), that of the tile (64, 128).
 */

enum {
    LESS = 1,
    LESS_OR_EQUAL = 3,
    X = 64 + 8,
    Y = 128 + 16,
};

typedef struct Block {
    V3dTileState tile;
    V3dItems items;
    V3dSetup setup;
    V3dFrag frag;
    V3dEarlyZ earlyz;
    const V3dExec *exec;
} Block;

/* What is at pixel (@x, @y) of the block: rows of quads, 64 words for two */
static uint32_t *pixel(Block *b, unsigned x, unsigned y)
{
    return &b->tile.zs[(16 + y) / 2 * 128 + (8 + x) / 2 * 4 + y % 2 * 2 +
                       x % 2];
}

static void set_all(Block *b, uint32_t z)
{
    for (unsigned i = 0; i < 64; i++) {
        *pixel(b, i % 8, i / 8) = z << 8 | 0xff;
    }
}

/* Z of the block's first pixel's centre, and what it grows by to the next */
static bool hides(Block *b, double z, double za, double zb)
{
    V3dSetup *s = &b->setup;

    s->x0 = X + 0.5f;
    s->y0 = Y + 0.5f;
    s->z0 = z;
    s->za = za;
    s->zb = zb;
    return v3d_earlyz_hides(&b->earlyz, b->exec, &b->frag, X, Y);
}

static void begin_block(Block *b, unsigned func, bool update)
{
    b->items.config.configuration_bits.depth_func = func;
    b->items.config.configuration_bits.z_update = update;
    b->frag.tile = &b->tile;
    b->frag.items = &b->items;
    b->frag.setup = &b->setup;
    v3d_earlyz_forget(&b->earlyz);
}

static void check_functions(Block *b)
{
    begin_block(b, LESS, false);
    set_all(b, 1000);
    g_assert_true(hides(b, 1000, 0, 0));
    g_assert_false(hides(b, 999, 0, 0));
    /* Rounded to the nearest, but for a bit that is left to the test itself */
    g_assert_false(hides(b, 999.5 - 0x1p-19, 0, 0));
    g_assert_true(hides(b, 999.5 + 0x1p-19, 0, 0));
    begin_block(b, LESS_OR_EQUAL, false);
    g_assert_false(hides(b, 1000, 0, 0));
    g_assert_true(hides(b, 1001, 0, 0));
    /* One pixel is farther. */
    for (unsigned i = 0; i < 64; i++) {
        begin_block(b, LESS, false);
        *pixel(b, i % 8, i / 8) = 1001 << 8;
        g_assert_false(hides(b, 1000, 0, 0));
        *pixel(b, i % 8, i / 8) = 1000 << 8;
    }
}

/* The nearest pixel is at a corner, seven steps away. */
static void check_slopes(Block *b)
{
    begin_block(b, LESS, false);
    set_all(b, 1000);
    g_assert_true(hides(b, 1000, 3, 2));
    g_assert_true(hides(b, 1021, -3, 2));
    g_assert_false(hides(b, 1020, -3, 2));
    g_assert_true(hides(b, 1014, 3, -2));
    g_assert_false(hides(b, 1013, 3, -2));
    g_assert_true(hides(b, 1035, -3, -2));
    g_assert_false(hides(b, 1034, -3, -2));
}

static void check_no_numbers(Block *b)
{
    begin_block(b, LESS, false);
    set_all(b, 0);
    g_assert_true(hides(b, 0xfffff0, 0, 0));
    g_assert_false(hides(b, INFINITY, 0, 0));
    g_assert_false(hides(b, NAN, 0, 0));
    g_assert_false(hides(b, 1, INFINITY, 0));
    g_assert_false(hides(b, 1, 0, NAN));
}

/* What is drawn may have come nearer, what is not has not. */
static void check_drawn(Block *b)
{
    begin_block(b, LESS, true);
    set_all(b, 1000);
    g_assert_false(hides(b, 500, 0, 0));
    set_all(b, 500);
    g_assert_true(hides(b, 500, 0, 0));
    begin_block(b, LESS, false);
    g_assert_false(hides(b, 400, 0, 0));
    set_all(b, 400);
    g_assert_false(hides(b, 400, 0, 0));
}

static void test_block(void)
{
    g_autofree Block *b = g_new0(Block, 1);

    for (unsigned i = 0; i < G_N_ELEMENTS(backends); i++) {
        b->exec = find_exec(backends[i]);
        if (b->exec) {
            check_functions(b);
            check_slopes(b);
            check_no_numbers(b);
            check_drawn(b);
        }
    }
}

/*
 * Frames of two tiles
 */

enum {
    WIDTH = 128,
    HEIGHT = 64,
    DRAWS = 40,
    LOADED = 0x680000,          /* Z and stencil */
};

static unsigned below(unsigned limit)
{
    return g_test_rand_int_range(0, limit);
}

/* Around all of the frame or a part; Z of a layer, maybe with a slope */
static void put_triangle(Machine *m, unsigned draw)
{
    double size = below(3) ? 200 : 30, z = g_test_rand_double();
    double slope = below(2) ? 0 : 0.2, x = below(WIDTH), y = below(HEIGHT);

    for (unsigned i = 0; i < 3; i++) {
        uint32_t at = VERTICES + 12 * (3 * draw + i);
        double angle = 2 * G_PI * i / 3 + g_test_rand_double();

        machine_set_word(m, at, scene_xy(x + size * cos(angle),
                                         y + size * sin(angle)));
        machine_set_float(m, at + 4, z + slope * g_test_rand_double());
        machine_set_float(m, at + 8, 1);
    }
}

/* Each fragment's colour is its Z. */
static void put_programs(Machine *m)
{
    static const char *const text[] = {
        "mov tlb_z, rb15\nmov tlb_c, rb15\n",
        "mov tlb_c, rb15\nmov tlb_z, rb15\n",
        "mov r0, rb15\nxor tlb_z, r0, 15\nmov tlb_c, r0\n",
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(text); i++) {
        g_autofree char *whole = g_strconcat(
            text[i], "nop ; nop ; end\nnop\nnop\n", NULL);
        uint32_t record = SHADER_RECORD + 32 * i;

        program_assemble(m, PROGRAMS + 0x100 * i, whole);
        machine_set_word(m, record, 12 << 8);
        machine_set_word(m, record + 4, BUS | (PROGRAMS + 0x100 * i));
        machine_set_word(m, record + 8, BUS | UNIFORMS);
        machine_set_word(m, record + 12, BUS | VERTICES);
    }
}

/* Most draws keep what is nearer, by the program that tests at once. */
static void make_layers(Machine *m, bool multisample)
{
    put_programs(m);
    for (uint32_t at = LOADED; at < LOADED + 4 * WIDTH * HEIGHT; at += 4) {
        machine_set_word(m, at, 0xc0000000u + below(1 << 30));
    }
    scene_begin(m, &(Scene) { .width = WIDTH, .height = HEIGHT,
                              .multisample = multisample });
    for (unsigned i = 0; i < DRAWS; i++) {
        unsigned func = below(8) ? LESS + below(3) : below(8);

        put_triangle(m, i);
        scene_config(m, CONFIG_BOTH_FACES | CONFIG_DEPTH(func, below(4) > 0));
        scene_shader(m, V3D_REC_NV_SHADER_STATE,
                     SHADER_RECORD + 32 * (below(4) ? 0 : below(3)), 0);
        scene_arrays(m, 4, 3 * i, 3);
    }
    machine_code(m, V3D_REC_INCREMENT_SEMAPHORE);
    machine_code(m, V3D_REC_FLUSH);
}

static void coordinates(Machine *m, unsigned column)
{
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_TILE_COORDINATES, .tile_coordinates.column = column,
    });
}

static void draw_layers(Machine *m, unsigned column)
{
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_BRANCH_TO_SUB_LIST,
        .branch_to_sub_list.address = BUS | (TILE_ALLOC + 32 * column),
    });
}

/* The layers, then once more on other Z, from memory */
static void make_loading_list(Machine *m)
{
    m->at = RENDER_LIST;
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_TILE_RENDERING_MODE,
        .tile_rendering_mode = {
            .address = BUS | FRAME, .width = WIDTH, .height = HEIGHT,
            .frame_format = 1,
        },
    });
    for (unsigned n = 0; n < 2; n++) {
        coordinates(m, n);
        draw_layers(m, n);
        machine_record(m, (V3dRecord) {
            .code = V3D_REC_LOAD_GENERAL,
            .load_general = { .address = BUS | LOADED, .buffer = 2 },
        });
        coordinates(m, n);
        draw_layers(m, n);
        machine_code(m, n ? V3D_REC_STORE_MS_RESOLVED_EOF :
                     V3D_REC_STORE_MS_RESOLVED);
    }
}

static void run_frame(Machine *m, uint32_t bin_end, bool multisample)
{
    const Frame frame = {
        .width = WIDTH, .height = HEIGHT, .format = 1, .z = 0xf00000,
        .multisample = multisample,
    };

    m->at = bin_end;
    machine_run(m, V3D_BIN, BIN_LIST, V3D_CL_DONE);
    machine_render(m, &frame, true, true);
    if (!multisample) {
        make_loading_list(m);
        machine_run(m, V3D_RENDER, RENDER_LIST, V3D_CL_DONE);
    }
}

static void compare(const Machine *a, const Machine *b)
{
    g_assert_cmpmem(a->ram, RAM_SIZE, b->ram, RAM_SIZE);
    for (unsigned i = 0; i < V3D_NUM_COUNTERS; i++) {
        g_assert_cmpuint(v3d_counters(a->v3d)[i], ==, v3d_counters(b->v3d)[i]);
    }
}

static void test_layers(gconstpointer backend)
{
    const V3dExec *exec = find_exec(backend);
    Machine *ref = machine_new(), *m = machine_new();

    v3d_set_exec(ref->v3d, NULL);
    v3d_set_exec(m->v3d, exec);
    for (unsigned i = 0; exec && i < ROUNDS; i++) {
        bool multisample = i % 8 == 0;
        uint32_t end;

        make_layers(ref, multisample);
        end = ref->at;
        memcpy(m->ram, ref->ram, RAM_SIZE);
        run_frame(ref, end, multisample);
        run_frame(m, end, multisample);
        compare(ref, m);
    }
    machine_free(m);
    machine_free(ref);
}

/* What is known of Z does not move: each slice is another engine's. */
static void test_moved(void)
{
    const V3dExec *exec = find_exec("base");
    Machine *ref = machine_new(), *m = machine_new();
    V3dClResult result = V3D_CL_MORE;

    v3d_set_exec(ref->v3d, NULL);
    make_layers(ref, false);
    memcpy(m->ram, ref->ram, RAM_SIZE);
    m->at = ref->at;
    run_frame(ref, ref->at, false);
    machine_run(m, V3D_BIN, BIN_LIST, V3D_CL_DONE);
    make_loading_list(m);
    v3d_cl_start(m->v3d, V3D_RENDER, BUS | RENDER_LIST, BUS | m->at);
    while (result == V3D_CL_MORE) {
        v3d_set_exec(m->v3d, exec);
        result = v3d_cl_run(m->v3d, V3D_RENDER, 3000);
        machine_move_on(m);
    }
    g_assert_cmpint(result, ==, V3D_CL_DONE);
    g_assert_cmpmem(ref->ram + FRAME, 4 * WIDTH * HEIGHT,
                    m->ram + FRAME, 4 * WIDTH * HEIGHT);
    machine_free(m);
    machine_free(ref);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/v3d/earlyz/block", test_block);
    g_test_add_func("/v3d/earlyz/moved", test_moved);
    for (unsigned i = 0; i < G_N_ELEMENTS(backends); i++) {
        g_autofree char *path = g_strconcat("/v3d/earlyz/layers/", backends[i],
                                            NULL);

        g_test_add_data_func(path, backends[i], test_layers);
    }
    return g_test_run();
}
