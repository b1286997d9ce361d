/*
 * Tests of the V3D engine with random lists: each call ends, nothing is
 * accessed that is not there
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "../gl.h"
#include "hw/gpu/v3d/pipe/state.h"

#ifdef INSTRUMENTED
#define ROUNDS  60
#else
#define ROUNDS  600
#endif
#define SLICES  20
#define BUDGET  20000

static const Scene scene_small = { .width = 200, .height = 130 };
static const Frame frame_small = { 200, 130, 1, 0, .colour = 0xff00ff00 };

static uint32_t rand_below(GRand *r, uint32_t limit)
{
    return g_rand_int(r) % limit;
}

/* A word like those that lists have: bits, an address, a float, a small one */
static uint32_t rand_word(GRand *r)
{
    switch (rand_below(r, 5)) {
    case 0:
        return g_rand_int(r);
    case 1:
        return BUS | rand_below(r, RAM_SIZE);
    case 2:
        return 0x3f000000 + rand_below(r, 0x2000000);
    case 3:
        return rand_below(r, 256);
    default:
        return 1u << rand_below(r, 32);
    }
}

static void change(Machine *m, GRand *r, uint32_t start, uint32_t size,
                   unsigned num)
{
    for (unsigned i = 0; i < num; i++) {
        uint32_t at = start + rand_below(r, size);

        if (rand_below(r, 2)) {
            m->ram[at] = g_rand_int(r);
        } else {
            machine_set_word(m, at, rand_word(r));
        }
    }
}

static void run_some(Machine *m, unsigned thread, uint32_t start)
{
    V3dClResult result = V3D_CL_MORE;

    v3d_cl_start(m->v3d, thread, BUS | start, BUS | m->at);
    for (unsigned n = 0; n < SLICES; n++) {
        result = v3d_cl_run(m->v3d, thread, BUDGET);
        if (result == V3D_CL_MEMORY) {
            v3d_give_memory(m->v3d, BUS | SPILL, 0x10000);
        } else if (result == V3D_CL_DONE || result == V3D_CL_ERROR) {
            return;
        }
    }
}

/* Some more draws than the cube's: points, lines, other state */
static void more_draws(Machine *m, GRand *r)
{
    for (unsigned i = 0; i < 6; i++) {
        scene_config(m, g_rand_int(r) | 3);
        scene_arrays(m, rand_below(r, 8), rand_below(r, 24), rand_below(r, 24));
        scene_indices(m, rand_below(r, 7), 1 + rand_below(r, 2), VERTICES,
                      rand_below(r, 40));
    }
}

static void bin(Machine *m, GRand *r)
{
    gl_shader(m, rand_below(r, 2));
    gl_cube_vertices(m, &scene_small);
    gl_cube_draw(m, &scene_small);
    more_draws(m, r);
    machine_code(m, V3D_REC_INCREMENT_SEMAPHORE);
    machine_code(m, V3D_REC_FLUSH);
}

static void damage(Machine *m, GRand *r)
{
    switch (rand_below(r, 6)) {
    case 0:
        change(m, r, BIN_LIST, m->at - BIN_LIST, 1 + rand_below(r, 4));
        break;
    case 1:
        change(m, r, SHADER_RECORD, 52, 1 + rand_below(r, 4));
        break;
    case 2:
        change(m, r, PROGRAMS + 0x1000 * rand_below(r, 3), 100,
               1 + rand_below(r, 4));
        break;
    case 3:
        change(m, r, VERTICES, 24 * GL_STRIDE, 1 + rand_below(r, 20));
        break;
    default:
        break;
    }
}

/* The rendering list, with what the binner wrote damaged or not */
static void render(Machine *m, GRand *r)
{
    Frame frame = frame_small;
    uint32_t end;

    frame.multisample = rand_below(r, 4) == 0;
    frame.layout = rand_below(r, 3);
    machine_render_list(m, &frame, true, rand_below(r, 2));
    end = m->at;
    if (rand_below(r, 2)) {
        change(m, r, TILE_ALLOC, 0x1000, rand_below(r, 100));
        change(m, r, TILE_STATE, 0x400, rand_below(r, 10));
    }
    if (rand_below(r, 2)) {
        change(m, r, RENDER_LIST, end - RENDER_LIST, 1 + rand_below(r, 4));
    }
    damage(m, r);
    m->at = end;
    run_some(m, V3D_RENDER, RENDER_LIST);
}

static void test_damaged(void)
{
    GRand *r = g_rand_new_with_seed(g_test_rand_int());
    Machine *m = machine_new();

    for (unsigned n = 0; n < ROUNDS; n++) {
        bin(m, r);
        damage(m, r);
        run_some(m, V3D_BIN, BIN_LIST);
        render(m, r);
        v3d_clear_events(m->v3d);
        if (rand_below(r, 10) == 0) {
            v3d_reset(m->v3d);
        }
    }
    machine_free(m);
    g_rand_free(r);
}

/* Every word of a list and of all memory that it may point to */
static void test_random(void)
{
    GRand *r = g_rand_new_with_seed(g_test_rand_int());
    Machine *m = machine_new();

    for (unsigned n = 0; n < ROUNDS; n++) {
        for (uint32_t at = 0x1000; at < 0x2000; at += 4) {
            machine_set_word(m, at, rand_word(r));
        }
        for (unsigned i = 0; i < 2000; i++) {
            machine_set_word(m, rand_below(r, RAM_SIZE - 4), rand_word(r));
        }
        for (unsigned i = 0; i < 20; i++) {
            uint32_t start = 0x1000 + rand_below(r, 0xf00);

            m->at = 0x2000;
            run_some(m, i % 2, start);
        }
    }
    machine_free(m);
    g_rand_free(r);
}

/* States of which the numbers are anything: refused, or survived */
static void test_state(void)
{
    GRand *r = g_rand_new_with_seed(g_test_rand_int());
    g_autofree uint32_t *words = g_new(uint32_t, V3D_STATE_WORDS);
    g_autofree uint32_t *usual = g_new(uint32_t, V3D_STATE_WORDS);
    Machine *m = machine_new();
    unsigned loaded = 0;

    bin(m, r);
    v3d_cl_start(m->v3d, V3D_BIN, BUS | BIN_LIST, BUS | m->at);
    v3d_cl_run(m->v3d, V3D_BIN, 500);
    v3d_save(m->v3d, usual);
    for (unsigned n = 0; n < ROUNDS; n++) {
        if (n % 2) {
            g_assert_true(v3d_load(m->v3d, usual));
        }
        v3d_save(m->v3d, words);
        for (unsigned i = 0; i < 3; i++) {
            words[1 + rand_below(r, 200)] = rand_word(r);
            words[rand_below(r, V3D_STATE_WORDS)] = rand_word(r);
        }
        /* User programs run on some QPUs. */
        words[offsetof(V3dState, user.busy) / 4] = rand_below(r, 0x1000);
        if (v3d_load(m->v3d, words)) {
            loaded++;
            v3d_user_request(m->v3d, BUS | PROGRAMS, BUS | UNIFORMS, 1024);
            v3d_user_run(m->v3d, BUDGET);
            v3d_cl_run(m->v3d, V3D_BIN, BUDGET);
            v3d_cl_run(m->v3d, V3D_RENDER, BUDGET);
        }
    }
    g_test_message("%u of %u loaded", loaded, ROUNDS);
    g_assert_cmpuint(loaded, >, 0);
    machine_free(m);
    g_rand_free(r);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/v3d/random/damaged", test_damaged);
    g_test_add_func("/v3d/random/random", test_random);
    g_test_add_func("/v3d/random/state", test_state);
    return g_test_run();
}
