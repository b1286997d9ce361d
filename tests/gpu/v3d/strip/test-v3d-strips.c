/*
 * Tests of the V3D engine: each backend gives what the reference gives
 *
 * Random programs on random primitives: pixels, depth and stencil, performance
 * counters and events are compared.
 * V3D_TEST_PROGRAMS is how many of each kind.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "../../env-number.h"
#include "../gl.h"
#include "hw/gpu/lib/bits.h"
#include "hw/gpu/v3d/lower/lower.h"
#include "random-program.h"

#ifdef INSTRUMENTED
#define ROUNDS  40
#else
#define ROUNDS  250
#endif

/* Of vertices: nothing, place, varyings */
#define VERTEX_STRIDE   64
#define MAX_VERTICES    170

enum {
    VS_CODE = PROGRAMS + 0x4000,
    CS_CODE = PROGRAMS + 0x8000,
    VS_UNIFORMS = UNIFORMS + 0x4000,
    CS_UNIFORMS = UNIFORMS + 0x8000,
};

#define WIDTH   150
#define HEIGHT  100
#define MAX_BACKENDS    4

static struct {
    Machine *m[MAX_BACKENDS];
    unsigned num;               /* the first is the reference */
    GRand *rand;
    unsigned lowered[2];
} test;

static unsigned below(unsigned limit)
{
    return g_rand_int(test.rand) % limit;
}

static void open_machines(void)
{
    static const char *const names[] = { "ref", "base", "avx2", "avx512" };

    test.num = 0;
    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++) {
        const V3dExec *exec;
        const char *why;

        if (v3d_exec_find(names[i], &exec, &why)) {
            Machine *m = machine_new();

            v3d_set_exec(m->v3d, exec);
            test.m[test.num++] = m;
        }
    }
    test.rand = g_rand_new_with_seed(g_test_rand_int());
    memset(test.lowered, 0, sizeof(test.lowered));
}

static void close_machines(void)
{
    for (unsigned i = 0; i < test.num; i++) {
        machine_free(test.m[i]);
    }
    g_rand_free(test.rand);
}

/*
 * A frame
 */

static void put_vertices(Machine *m, unsigned num, unsigned stride)
{
    double size = below(3) ? below(2) ? 20 : 5 : 200;
    double x = g_rand_double_range(test.rand, 0, WIDTH);
    double y = g_rand_double_range(test.rand, 0, HEIGHT);

    for (unsigned i = 0; i < num; i++) {
        uint32_t at = VERTICES + i * stride;

        if (i % 9 == 0) {
            x = g_rand_double_range(test.rand, 0, WIDTH);
            y = g_rand_double_range(test.rand, 0, HEIGHT);
        }
        machine_set_word(m, at, scene_xy(
            x + g_rand_double_range(test.rand, -size, size),
            y + g_rand_double_range(test.rand, -size, size)));
        machine_set_float(m, at + 4, g_rand_double(test.rand));
        machine_set_float(m, at + 8,
                          1 / g_rand_double_range(test.rand, 0.5, 4));
        for (uint32_t j = 12; j < stride; j += 4) {
            machine_set_word(m, at + j, below(8) ?
                             gpu_float_to_bits(g_rand_double_range(
                                 test.rand, -2, 3)) :
                             random_operand(test.rand));
        }
    }
}

static void put_draws(Machine *m, uint8_t shader)
{
    static const uint8_t modes[] = { 4, 4, 5, 6, 1, 0 };
    static const uint8_t faces[] = { CONFIG_BOTH_FACES, CONFIG_BOTH_FACES,
                                     0, 1, 2 };

    for (unsigned i = 0; i < 3; i++) {
        scene_config(m, faces[below(G_N_ELEMENTS(faces))] |
                     below(2) * CONFIG_OVERSAMPLE_4X |
                     CONFIG_DEPTH(below(8), below(2)) | below(2) << 2);
        machine_record(m, (V3dRecord) {
            .code = V3D_REC_CLIP_WINDOW,
            .clip_window = {
                .left = below(50), .bottom = below(50),
                .width = below(2) ? WIDTH : below(WIDTH), .height = HEIGHT,
            },
        });
        scene_shader(m, shader, SHADER_RECORD, 1);
        /* Maybe more than are shaded together */
        scene_arrays(m, modes[below(G_N_ELEMENTS(modes))], below(20),
                     below(4) ? 27 : 150);
    }
}

/* Programs that copy {Ys, Xs}, Zs and 1/Wc, and compute the varyings */
static void put_gl(Machine *m, RandomProgram *r, unsigned varyings)
{
    /* What another frame's elements have filled is empty in this one. */
    unsigned row = 4 + below(4), bytes = below(4) ? VERTEX_STRIDE - 16 : 8;
    const uint32_t record[11] = {
        1 | varyings << 24, BUS | PROGRAMS, BUS | UNIFORMS,
        1 << 16 | VERTEX_STRIDE << 24, BUS | VS_CODE, BUS | VS_UNIFORMS,
        1 << 16 | VERTEX_STRIDE << 24, BUS | CS_CODE, BUS | CS_UNIFORMS,
        BUS | VERTICES,
        (bytes - 1) | VERTEX_STRIDE << 8 |
        row * 4 * 0x01010000,
    };

    machine_words(m, SHADER_RECORD, record, 11);
    r->p.at = VS_CODE;
    r->uniforms = VS_UNIFORMS;
    random_vertex_program(r, row, 3, varyings, below(40));
    r->p.at = CS_CODE;
    r->uniforms = CS_UNIFORMS;
    random_vertex_program(r, row - 4, 7, 0, below(20));
}

static uint32_t make_frame(Machine *m, const Frame *frame, bool gl)
{
    const Scene scene = {
        .width = WIDTH, .height = HEIGHT, .multisample = frame->multisample,
    };
    RandomProgram r = {
        .rand = test.rand, .p.m = m, .varyings = below(4),
        .odd = below(8) == 0,
    };
    unsigned varyings = below(8) ? 3 : below(4);

    for (uint32_t at = RANDOM_TEXTURE - 0x8000;
         at < RANDOM_TEXTURE + 0x10000; at += 4) {
        machine_set_word(m, at, g_rand_int(test.rand));
    }
    random_fragment_program(&r, below(40));
    if (gl) {
        put_gl(m, &r, varyings);
        put_vertices(m, MAX_VERTICES, VERTEX_STRIDE);
    } else {
        scene_nv(m, &(Nv) { .stride = 12 + 4 * varyings,
                            .varyings = varyings });
        put_vertices(m, MAX_VERTICES, 12 + 4 * varyings);
    }
    scene_begin(m, &scene);
    put_draws(m, gl ? V3D_REC_GL_SHADER_STATE : V3D_REC_NV_SHADER_STATE);
    machine_code(m, V3D_REC_INCREMENT_SEMAPHORE);
    machine_code(m, V3D_REC_FLUSH);
    return m->at;
}

static void count_lowered(Machine *m, uint32_t code, V3dLowerKind kind)
{
    GpuEvents events = { };
    g_autofree V3dMemory *mem = g_new0(V3dMemory, 1);
    V3dQpuProgram program = { };

    mem->data = m->ram;
    mem->size = RAM_SIZE;
    mem->events = &events;
    v3d_qpu_program_init(&program, mem, code);
    test.lowered[kind] += v3d_lowered(&program, kind) != NULL;
    v3d_qpu_program_clear(&program);
}

static void run_list(Machine *m, unsigned thread, uint32_t list,
                     uint64_t budget)
{
    V3dClResult result = V3D_CL_MORE;

    v3d_cl_start(m->v3d, thread, BUS | list, BUS | m->at);
    while (result == V3D_CL_MORE) {
        result = v3d_cl_run(m->v3d, thread, budget);
    }
    g_assert_cmpint(result, ==, V3D_CL_DONE);
}

/* In slices, whose ends are other ones for each backend */
static void run_frame(Machine *m, const Frame *frame, uint32_t bin_end,
                      uint64_t budget)
{
    m->at = bin_end;
    run_list(m, V3D_BIN, BIN_LIST, budget);
    machine_render_list(m, frame, true, true);
    run_list(m, V3D_RENDER, RENDER_LIST, budget);
}

/*
 * Comparing
 */

static bool has_event(const GpuEventCount *list, unsigned num,
                      const char *text)
{
    for (unsigned i = 0; i < num; i++) {
        if (!strcmp(list[i].text, text)) {
            return true;
        }
    }
    return false;
}

static void compare_events(const V3d *a, const V3d *b)
{
    unsigned num_a, num_b;
    const GpuEventCount *list_a = v3d_events(a, &num_a);
    const GpuEventCount *list_b = v3d_events(b, &num_b);

    g_assert_cmpuint(num_a, ==, num_b);
    for (unsigned i = 0; i < num_a; i++) {
        g_assert_true(has_event(list_b, num_b, list_a[i].text));
    }
}

static void compare(const Machine *a, const Machine *b)
{
    g_assert_cmpmem(a->ram, RAM_SIZE, b->ram, RAM_SIZE);
    for (unsigned i = 0; i < V3D_NUM_COUNTERS; i++) {
        g_assert_cmpuint(v3d_counters(a->v3d)[i], ==, v3d_counters(b->v3d)[i]);
    }
    compare_events(a->v3d, b->v3d);
}

/* Vertices are shaded, or in memory as they leave a shader. */
static void test_frames(gconstpointer data)
{
    V3dLowerKind kind = GPOINTER_TO_INT(data);
    unsigned rounds = env_number("V3D_TEST_PROGRAMS", ROUNDS);

    open_machines();
    for (unsigned n = 0; n < rounds; n++) {
        Frame frame = {
            .width = WIDTH, .height = HEIGHT, .format = 1,
            .multisample = below(4) == 0,
            .colour = g_rand_int(test.rand), .z = below(0x1000000),
            .stencil = below(256),
        };
        uint64_t budget = below(4) ? UINT64_MAX : 1 + below(5000);
        uint32_t bin_end;

        memset(test.m[0]->ram, 0, VERTICES);
        bin_end = make_frame(test.m[0], &frame, kind == V3D_LOWER_VERTEX);
        count_lowered(test.m[0], kind == V3D_LOWER_VERTEX ? VS_CODE : PROGRAMS,
                      kind);
        for (unsigned i = 1; i < test.num; i++) {
            memcpy(test.m[i]->ram, test.m[0]->ram, RAM_SIZE);
            run_frame(test.m[i], &frame, bin_end, budget);
        }
        run_frame(test.m[0], &frame, bin_end, UINT64_MAX);
        for (unsigned i = 1; i < test.num; i++) {
            compare(test.m[0], test.m[i]);
        }
    }
    g_test_message("%u of %u programs are lowered", test.lowered[kind], rounds);
    g_assert_cmpuint(test.lowered[kind], >, rounds / 2);
    close_machines();
}

/* Each fragment adds this to the colour in the tile. */
#define STEP    0x01020304u

static void add_op(Program *p, unsigned op, unsigned waddr, unsigned a,
                   unsigned b)
{
    program_add(p, (V3dQpuInst) {
        .sig = V3D_SIG_NONE,
        .op_add = op,
        .cond_add = V3D_COND_ALWAYS,
        .waddr_add = waddr,
        .waddr_mul = V3D_WRITE_NOP,
        .add_a = a,
        .add_b = b,
        .raddr_a = V3D_READ_NOP,
        .raddr_b = V3D_READ_NOP,
    });
}

/* @first: to that of its quad's first pixel, which r5 has */
static void put_adding_program(Machine *m, bool first)
{
    Program p = { .m = m, .at = PROGRAMS };

    program_load(&p, V3D_WRITE_R0 + 1, false, STEP);
    program_nop(&p, V3D_SIG_LOAD_COLOUR);
    add_op(&p, V3D_ADD_OR, V3D_WRITE_R5, 4, 4);
    program_nop(&p, V3D_SIG_NONE);
    add_op(&p, V3D_ADD_ADD, V3D_WRITE_TLB + 3, first ? 5 : 4, 1);
    program_end(&p);
}

static uint32_t make_two(Machine *m, const Frame *frame, const float (*at)[2])
{
    scene_nv(m, &(Nv) { .stride = 12 });
    for (unsigned i = 0; i < 6; i++) {
        machine_set_word(m, VERTICES + 12 * i, scene_xy(at[i][0], at[i][1]));
        machine_set_float(m, VERTICES + 12 * i + 4, 0);
        machine_set_float(m, VERTICES + 12 * i + 8, 1);
    }
    scene_begin(m, &(Scene) { .width = 32, .height = 32,
                              .multisample = frame->multisample });
    scene_config(m, CONFIG_BOTH_FACES | CONFIG_ALWAYS);
    scene_shader(m, V3D_REC_NV_SHADER_STATE, SHADER_RECORD, 0);
    scene_arrays(m, 4, 0, 6);
    machine_code(m, V3D_REC_INCREMENT_SEMAPHORE);
    machine_code(m, V3D_REC_FLUSH);
    return m->at;
}

/* The second primitive reads what the first one has written. */
static void test_overlap(gconstpointer data)
{
    static const float at[6][2] = {
        { 2, 0 }, { 10, 0 }, { 2, 8 },      /* a part of a block */
        { 0, 0 }, { 64, 0 }, { 0, 64 },
    };
    const Frame frame = {
        .width = 32, .height = 32, .format = 1, .colour = 0x10101010,
        .multisample = data, .decimate = data,
    };

    open_machines();
    for (unsigned i = 0; i < test.num; i++) {
        Machine *m = test.m[i];

        put_adding_program(m, false);
        run_frame(m, &frame, make_two(m, &frame, at), UINT64_MAX);
        for (unsigned x = 0; x < 8; x++) {
            unsigned fragments = x < 2 ? 1 : 2;

            g_assert_cmphex(machine_word(m, FRAME + 4 * x), ==,
                            frame.colour + fragments * STEP);
        }
    }
    close_machines();
}

/* They have quads in common, but no pixel, and the second reads the first's. */
static void test_neighbour(void)
{
    static const float at[6][2] = {
        { 0, 0 }, { 8, 0 }, { 0, 8 },
        { 8, 0 }, { 8, 8 }, { 0, 8 },
    };
    const Frame frame = {
        .width = 32, .height = 32, .format = 1, .colour = 0x10101010,
    };

    open_machines();
    for (unsigned i = 0; i < test.num; i++) {
        Machine *m = test.m[i];
        uint32_t pixel = FRAME + 4 * 6;

        put_adding_program(m, true);
        run_frame(m, &frame, make_two(m, &frame, at), UINT64_MAX);
        g_assert_cmphex(machine_word(m, pixel), ==, frame.colour + STEP);
        pixel += 4 * (frame.width + 1);
        g_assert_cmphex(machine_word(m, pixel), ==, frame.colour + 2 * STEP);
    }
    close_machines();
}

/* A triangle over all of a tile, with nothing but {Ys, Xs}, Zs and 1/Wc */
static void put_tile_triangle(Machine *m)
{
    static const float at[3][2] = { { 0, 0 }, { 128, 0 }, { 0, 128 } };

    for (unsigned i = 0; i < G_N_ELEMENTS(at); i++) {
        machine_set_word(m, VERTICES + 12 * i, scene_xy(at[i][0], at[i][1]));
        machine_set_float(m, VERTICES + 12 * i + 4, 0.5);
        machine_set_float(m, VERTICES + 12 * i + 8, 1);
    }
}

/* A program whose samples fail the test of Z at once, before it sets this up */
#define SETUP_BEHIND    (3u << 30 | 3 << 28 | 2 << 22 | 7 << 16 | 0x77ff)
/* ... and one that sets up no more than the write masks */
#define WRITE_MASKS     0x0f0f

static void put_stencil_programs(Machine *m)
{
    static const char *const text[2] = {
        "mov tlb_z, rb15\nmov tlb_stencil, unif\n",
        "mov tlb_stencil, unif\nmov tlb_z, rb15\n",
    };

    machine_set_word(m, UNIFORMS, SETUP_BEHIND);
    machine_set_word(m, UNIFORMS + 4, WRITE_MASKS);
    for (unsigned i = 0; i < 2; i++) {
        uint32_t record = SHADER_RECORD + 32 * i;
        g_autofree char *whole = g_strconcat(
            text[i], "mov tlb_c, 0\nnop ; nop ; end\nnop\nnop\n", NULL);

        program_assemble(m, PROGRAMS + 0x100 * i, whole);
        memmove(m->ram + record, m->ram + SHADER_RECORD, 16);
        machine_set_word(m, record + 4, BUS | (PROGRAMS + 0x100 * i));
        machine_set_word(m, record + 8, BUS | (UNIFORMS + 4 * i));
    }
}

/* A set-up of the stencil ends with its program, wherever it is in it. */
static void test_setup_behind(void)
{
    const Frame frame = {
        .width = 64, .height = 64, .format = 1, .stencil = 0x11,
    };

    open_machines();
    for (unsigned i = 0; i < test.num; i++) {
        Machine *m = test.m[i];

        put_tile_triangle(m);
        scene_nv(m, &(Nv) { .stride = 12 });
        put_stencil_programs(m);
        scene_begin(m, &(Scene) { .width = 64, .height = 64 });
        for (unsigned draw = 0; draw < 2; draw++) {
            scene_config(m, CONFIG_BOTH_FACES |
                            (draw ? CONFIG_ALWAYS : CONFIG_DEPTH(0, 0)));
            scene_shader(m, V3D_REC_NV_SHADER_STATE,
                         SHADER_RECORD + 32 * draw, 0);
            scene_arrays(m, 4, 0, 3);
        }
        scene_end(m, V3D_CL_DONE);
        machine_render(m, &frame, true, true);
        /* Never, and zero then: four bits of it */
        g_assert_cmphex(machine_word(m, DEPTH), ==, 0x10);
    }
    close_machines();
}

/* Vertices so far apart have one place in the cache of vertices. */
#define APART   2048

/* A fan of which only the first triangles and the last ones have an area */
static uint32_t make_fan(Machine *m)
{
    RandomProgram r = { .rand = test.rand, .p.m = m, .varyings = 3 };

    random_fragment_program(&r, 10);
    put_gl(m, &r, 3);
    put_vertices(m, 5, VERTEX_STRIDE);
    memcpy(m->ram + VERTICES + (APART - 2) * VERTEX_STRIDE, m->ram + VERTICES,
           5 * VERTEX_STRIDE);
    put_vertices(m, 5, VERTEX_STRIDE);
    scene_begin(m, &(Scene) { .width = WIDTH, .height = HEIGHT });
    scene_config(m, CONFIG_ALWAYS | (1 + below(2)));
    scene_shader(m, V3D_REC_GL_SHADER_STATE, SHADER_RECORD, 1);
    scene_arrays(m, 6, 0, APART + 3);
    machine_code(m, V3D_REC_INCREMENT_SEMAPHORE);
    machine_code(m, V3D_REC_FLUSH);
    return m->at;
}

/* One vertex of a triangle takes the place of another. */
static void test_fan(void)
{
    const Frame frame = { .width = WIDTH, .height = HEIGHT, .format = 1 };

    open_machines();
    for (unsigned n = 0; n < ROUNDS / 4; n++) {
        uint32_t bin_end;

        memset(test.m[0]->ram, 0, VERTICES);
        bin_end = make_fan(test.m[0]);
        for (unsigned i = 1; i < test.num; i++) {
            memcpy(test.m[i]->ram, test.m[0]->ram, RAM_SIZE);
            run_frame(test.m[i], &frame, bin_end, UINT64_MAX);
        }
        run_frame(test.m[0], &frame, bin_end, UINT64_MAX);
        for (unsigned i = 1; i < test.num; i++) {
            compare(test.m[0], test.m[i]);
        }
    }
    close_machines();
}

/* More triangles than are looked at for vertices to be shaded together */
#define TURNED      200
#define INDICES     0x300000
#define INDICES_LIST    (INDICES + 0x1000)

/* Triangles that face away, then one whose first vertex loses its place */
static void put_indices(Machine *m)
{
    static const uint16_t turned[3] = { 0, 1, 2 };
    static const uint16_t seen[3] = { 3, 3 + APART, 4 };

    for (unsigned i = 0; i < TURNED; i++) {
        memcpy(m->ram + INDICES + 6 * i, turned, sizeof(turned));
    }
    memcpy(m->ram + INDICES + 6 * TURNED, seen, sizeof(seen));
}

static void put_corners(Machine *m, const Scene *scene)
{
    static const double at[5][2] = {
        { -1, 3 }, { -1, -1 }, { 3, -1 }, { -1, 3 }, { -1, -1 },
    };
    GlVertex v[5];

    for (unsigned i = 0; i < G_N_ELEMENTS(v); i++) {
        v[i] = (GlVertex) {
            .c = { at[i][0], at[i][1], 1, 1 }, .varying = { 1, 0, 1 },
        };
    }
    gl_vertices(m, scene, v, G_N_ELEMENTS(v));
    memcpy(m->ram + VERTICES + GL_STRIDE * (3 + APART),
           m->ram + VERTICES + GL_STRIDE * 2, GL_STRIDE);
}

/* As program_copy() of six rows, but red is that of the quad's first vertex. */
static void put_quad_program(Machine *m)
{
    program_assemble(m, PROGRAMS + 0x1000,
                     "ldi vr_setup, 0x00601a00\nldi vw_setup, 0x00001a00\n"
                     "mov vpm, vpm\nmov vpm, vpm\nmov vpm, vpm\n"
                     "mov r5a, vpm\nnop\nmov vpm, r5\n"
                     "mov vpm, vpm\nmov vpm, vpm\n"
                     "nop ; nop ; end\nnop\nnop\n");
    machine_set_float(m, VERTICES + GL_STRIDE * 3 + 28, 0);
}

static void draw_part(Machine *m, bool quads)
{
    const Scene scene = { .width = 64, .height = 64 };
    const Frame frame = { .width = 64, .height = 64, .format = 1 };

    gl_shader(m, true);
    put_corners(m, &scene);
    put_indices(m);
    if (quads) {
        put_quad_program(m);
    }
    gl_begin(m, &scene, 1 | CONFIG_DEPTH(7, 1));
    scene_indices(m, 4, 2, INDICES, 3 * (TURNED + 1));
    scene_end(m, V3D_CL_DONE);
    machine_render(m, &frame, true, true);
    g_assert_cmpuint(v3d_counters(m->v3d)[V3D_PCTR_REVERSED], ==, TURNED);
}

/*
 * Vertices are shaded up to their places, while most triangles face away: that
 * of a triangle which is seen is whole, although another takes its place.
 */
static void test_part(void)
{
    open_machines();
    for (unsigned i = 0; i < test.num; i++) {
        draw_part(test.m[i], false);
        g_assert_cmphex(machine_word(test.m[i], FRAME), ==, 0xffff00ff);
        g_assert_cmphex(machine_word(test.m[i], DEPTH), ==, 0xffffff00);
    }
    close_machines();
}

/* Not those of a program that sees the vertices beside */
static void test_part_quads(void)
{
    open_machines();
    for (unsigned i = 0; i < test.num; i++) {
        draw_part(test.m[i], true);
        g_assert_cmphex(machine_word(test.m[i], FRAME) & 0xff00ff00, ==,
                        0xff000000);
        compare(test.m[0], test.m[i]);
    }
    close_machines();
}

/* There is no memory for the triangle's list until an index has changed. */
static void wait_for_memory(Machine *m)
{
    const Scene scene = { .width = 64, .height = 64, .alloc_size = 32 };
    uint64_t clocks;

    gl_shader(m, true);
    put_corners(m, &scene);
    put_indices(m);
    gl_begin(m, &scene, CONFIG_BOTH_FACES | CONFIG_ALWAYS);
    scene_indices(m, 4, 2, INDICES, 3);
    scene_end(m, V3D_CL_MEMORY);
    clocks = v3d_counters(m->v3d)[V3D_PCTR_CLOCKS_VERTEX];
    g_assert_cmpuint(clocks, >, 0);
    m->ram[INDICES] = 3;
    v3d_give_memory(m->v3d, BUS | SPILL, 0x1000);
    g_assert_cmpuint(v3d_cl_run(m->v3d, V3D_BIN, UINT64_MAX), ==, V3D_CL_DONE);
    g_assert_cmpuint(v3d_counters(m->v3d)[V3D_PCTR_CLOCKS_VERTEX], ==, clocks);
}

/* A tile's list that was not binned: the indices are not in it. */
static void put_indices_list(Machine *m, const Scene *scene)
{
    m->at = INDICES_LIST;
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_VIEWPORT_OFFSET,
        .viewport_offset = { .x = scene->width * 8, .y = scene->height * 8 },
    });
    scene_config(m, CONFIG_BOTH_FACES | CONFIG_ALWAYS);
    scene_shader(m, V3D_REC_GL_SHADER_STATE, SHADER_RECORD, 2);
    scene_indices(m, 4, 2, INDICES, 3);
    machine_code(m, V3D_REC_RETURN_FROM_SUB_LIST);
}

/* An index changes amid fragments.  Those with a branch can stop there. */
static void wait_in_fragments(Machine *m)
{
    const Scene scene = { .width = 64, .height = 64 };
    const Frame frame = { 64, 64, 1, .lists_at = INDICES_LIST };

    gl_shader(m, false);
    program_assemble(m, PROGRAMS, "brr -, -, on\nnop\nnop\nnop\n"
                                  "on: ldi tlb_c, 0xff00ff00\n"
                                  "nop ; nop ; end\nnop\nnop\n");
    put_corners(m, &scene);
    put_indices(m);
    put_indices_list(m, &scene);
    gl_begin(m, &scene, CONFIG_BOTH_FACES | CONFIG_ALWAYS);
    scene_end(m, V3D_CL_DONE);
    machine_render_list(m, &frame, true, true);
    v3d_cl_start(m->v3d, V3D_RENDER, BUS | RENDER_LIST, BUS | m->at);
    while (!v3d_counters(m->v3d)[V3D_PCTR_CLOCKS_FRAGMENT]) {
        g_assert_cmpuint(v3d_cl_run(m->v3d, V3D_RENDER, 20), ==, V3D_CL_MORE);
    }
    m->ram[INDICES] = 4;
    g_assert_cmpuint(v3d_cl_run(m->v3d, V3D_RENDER, UINT64_MAX), ==,
                     V3D_CL_DONE);
    g_assert_cmphex(machine_word(m, FRAME + 4 * 4095), ==, 0xff00ff00);
}

/* A primitive goes on with the vertices that it had. */
static void test_index_changed(gconstpointer data)
{
    void (*wait)(Machine *m) = data;

    open_machines();
    for (unsigned i = 0; i < test.num; i++) {
        wait(test.m[i]);
        compare(test.m[0], test.m[i]);
    }
    close_machines();
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_data_func("/v3d/strips/fragments",
                         GINT_TO_POINTER(V3D_LOWER_FRAGMENT), test_frames);
    g_test_add_data_func("/v3d/strips/vertices",
                         GINT_TO_POINTER(V3D_LOWER_VERTEX), test_frames);
    g_test_add_data_func("/v3d/strips/overlap/1", GINT_TO_POINTER(false),
                         test_overlap);
    g_test_add_data_func("/v3d/strips/overlap/4", GINT_TO_POINTER(true),
                         test_overlap);
    g_test_add_func("/v3d/strips/neighbour", test_neighbour);
    g_test_add_func("/v3d/strips/setup-behind", test_setup_behind);
    g_test_add_func("/v3d/strips/fan", test_fan);
    g_test_add_func("/v3d/strips/part", test_part);
    g_test_add_func("/v3d/strips/part-quads", test_part_quads);
    g_test_add_data_func("/v3d/strips/index-changed/binner", wait_for_memory,
                         test_index_changed);
    g_test_add_data_func("/v3d/strips/index-changed/fragments",
                         wait_in_fragments, test_index_changed);
    return g_test_run();
}
