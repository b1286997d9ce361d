/*
 * Tests of the V3D engine: programs without end are run in slices, may be
 * moved at each, and are cut off at 2^20 units of work
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "../gl.h"

#define ENDLESS     (PROGRAMS + 0x8000)
#define LIMIT       (1u << 20)
#define SLICE       10000
#define GREEN       0xff00ff00

static const Scene scene = { .width = 64, .height = 64, .centred = true };
static const Frame frame = { 64, 64, 1, 0, .colour = 0xff000000 };

static unsigned slices(Machine *m, unsigned thread, uint32_t start)
{
    unsigned num = 1;

    v3d_cl_start(m->v3d, thread, BUS | start, BUS | m->at);
    while (v3d_cl_run(m->v3d, thread, SLICE) == V3D_CL_MORE) {
        machine_move_on(m);
        num++;
    }
    g_assert_false(v3d_cl_regs(m->v3d, thread).running);
    g_assert_false(v3d_cl_regs(m->v3d, thread).error);
    return num;
}

/* So many programs were cut off, and not much else took time. */
static void assert_slices(unsigned found, unsigned programs)
{
    unsigned expected = programs * LIMIT / SLICE;

    g_assert_cmpuint(found, >, expected);
    g_assert_cmpuint(found, <, expected + 8);
}

/* 4 by 4 pixels at the middle of the screen, one batch */
static void put_square(Machine *m)
{
    static const GlVertex v[4] = {
        { { -0.0625, 0.0625, 0, 1 }, { 0, 1, 0 } },
        { { 0.0625, 0.0625, 0, 1 }, { 0, 1, 0 } },
        { { -0.0625, -0.0625, 0, 1 }, { 0, 1, 0 } },
        { { 0.0625, -0.0625, 0, 1 }, { 0, 1, 0 } },
    };

    gl_shader(m, false);
    gl_vertices(m, &scene, v, 4);
}

static void draw(Machine *m)
{
    gl_begin(m, &scene, CONFIG_BOTH_FACES | CONFIG_ALWAYS);
    scene_arrays(m, 5, 0, 4);
}

static void assert_square(const Machine *m)
{
    for (unsigned y = 0; y < 64; y++) {
        for (unsigned x = 0; x < 64; x++) {
            bool in = x >= 30 && x < 34 && y >= 30 && y < 34;

            g_assert_cmphex(machine_word(m, FRAME + 256 * y + 4 * x), ==,
                            in ? GREEN : 0xff000000);
        }
    }
}

static Machine *square(unsigned place, const char *text)
{
    Machine *m = machine_new();

    put_square(m);
    program_assemble(m, ENDLESS, text);
    machine_set_word(m, SHADER_RECORD + place, BUS | ENDLESS);
    draw(m);
    return m;
}

static void flush(Machine *m)
{
    machine_code(m, V3D_REC_INCREMENT_SEMAPHORE);
    machine_code(m, V3D_REC_FLUSH);
}

/* What it wrote before is kept.  Two triangles of one batch each */
static void test_fragments(void)
{
    Machine *m = square(4, "ldi tlb_c, 0xff00ff00\n"
                           "again: add ra1, ra1, 1\n"
                           "brr -, -, again\nnop\nnop\nnop\n");

    scene_end(m, V3D_CL_DONE);
    machine_render_list(m, &frame, true, false);
    assert_slices(slices(m, V3D_RENDER, RENDER_LIST), 2);
    assert_square(m);
    machine_free(m);
}

/* The same of vertices, before and behind the binner */
static void test_vertices(void)
{
    static const char loop[] = "again: mov ra2, vpm\n"
                               "brr -, -, again\nnop\nnop\nnop\n";
    Machine *m = square(28, loop);

    flush(m);
    assert_slices(slices(m, V3D_BIN, BIN_LIST), 1);
    machine_free(m);

    m = square(16, loop);
    scene_end(m, V3D_CL_DONE);
    machine_render_list(m, &frame, true, false);
    assert_slices(slices(m, V3D_RENDER, RENDER_LIST), 1);
    machine_free(m);
}

/* Vertices take many slices each, and come out right. */
static void test_long(void)
{
    static const char text[] =
        "ldi ra1, 0x2000\n"
        "again: sub.sf ra1, ra1, 1\n"
        "brr.allzc -, -, again\nnop\nnop\nnop\n"
        "ldi vr_setup, 0x00701a00\n"
        "ldi vw_setup, 0x00001a00\n"
        "mov vpm, vpm\nmov vpm, vpm\nmov vpm, vpm\nmov vpm, vpm\n"
        "mov vpm, vpm\nmov vpm, vpm\nmov vpm, vpm\n"
        "nop ; nop ; end\nnop\nnop\n";
    Machine *m = square(28, text);

    flush(m);
    g_assert_cmpuint(slices(m, V3D_BIN, BIN_LIST), >, 3);
    machine_render_list(m, &frame, true, false);
    v3d_cl_start(m->v3d, V3D_BIN, BIN_LIST, BIN_LIST);
    machine_run(m, V3D_RENDER, RENDER_LIST, V3D_CL_DONE);
    assert_square(m);
    machine_free(m);
}

/* A user program is never cut off, and every call returns. */
static void test_user(void)
{
    Machine *m = machine_new();

    program_assemble(m, ENDLESS, "again: brr -, -, again\nnop\nnop\nnop\n");
    v3d_user_request(m->v3d, BUS | ENDLESS, 0, 0);
    for (unsigned n = 0; n < 300; n++) {
        g_assert_cmpuint(v3d_user_run(m->v3d, SLICE), ==, V3D_USER_MORE);
        if (n % 100 == 0) {
            machine_move_on(m);
        }
    }
    v3d_stop(m->v3d, true);
    g_assert_cmpuint(v3d_user_run(m->v3d, UINT64_MAX), ==, V3D_USER_MORE);
    machine_free(m);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/v3d/endless/fragments", test_fragments);
    g_test_add_func("/v3d/endless/vertices", test_vertices);
    g_test_add_func("/v3d/endless/long", test_long);
    g_test_add_func("/v3d/endless/user", test_user);
    return g_test_run();
}
