/*
 * Tests of the V3D engine: tiles that are rendered side by side leave what they
 * leave one after the other
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <pthread.h>
#include <string.h>
#include "../gl.h"
#include "executor.h"

#define GREY    0xff808080
#define CODE    (PROGRAMS + 0x8000)
#define TILES_X 16
#define TILES_Y 12

#ifdef INSTRUMENTED
#define RANDOM  60
#else
#define RANDOM  400
#endif

typedef struct Case {
    const char *name;
    void (*build)(Machine *m);
    V3dClResult result;
    unsigned runs;              /* of the executor, if nothing stops it */
} Case;

static const Scene scene = { .width = 64 * TILES_X, .height = 64 * TILES_Y };
static const Frame frame = {
    64 * TILES_X, 64 * TILES_Y, 1, 0, .colour = GREY, .z = 0xffffff,
};

/*
 * Lists
 */

static void begin(Machine *m, const Scene *s)
{
    gl_shader(m, false);
    gl_cube_vertices(m, s);
}

static void bin(Machine *m, const Scene *s)
{
    gl_cube_draw(m, s);
    scene_end(m, V3D_CL_DONE);
}

static void build_cube(Machine *m)
{
    begin(m, &scene);
    bin(m, &scene);
    machine_render_list(m, &frame, true, false);
}

static void build_depth(Machine *m)
{
    const Scene s = { .width = 32 * TILES_X, .height = 32 * TILES_Y };
    const Frame f = { s.width, s.height, 1, 0, .colour = GREY, .z = 0xffffff };

    gl_shader(m, true);
    gl_cube_vertices(m, &s);
    gl_begin(m, &s, CONFIG_BOTH_FACES | CONFIG_DEPTH(7, 1));
    scene_arrays(m, 5, 0, 24);
    scene_end(m, V3D_CL_DONE);
    machine_render_list(m, &f, true, true);
}

/* The end of the colours is where depths are. */
static void build_overlap(Machine *m)
{
    begin(m, &scene);
    bin(m, &scene);
    machine_render_list(m, &frame, true, true);
}

static void build_multisample(Machine *m)
{
    const Scene s = {
        .width = 32 * TILES_X, .height = 32 * TILES_Y, .multisample = true,
    };
    const Frame f = {
        s.width, s.height, 1, 1, .multisample = true, .decimate = true,
        .colour = GREY,
    };

    begin(m, &s);
    bin(m, &s);
    machine_render_list(m, &f, true, false);
}

static void build_uniform(Machine *m, uint32_t address)
{
    Program p = { m, CODE };

    begin(m, &scene);
    program_uniform_colour(&p, false);
    machine_set_word(m, SHADER_RECORD + 4, BUS | CODE);
    machine_set_word(m, SHADER_RECORD + 8, BUS | address);
    bin(m, &scene);
    machine_render_list(m, &frame, true, false);
}

/* The colour is a pixel of the first tile, in which there is no cube. */
static void build_feedback(Machine *m)
{
    build_uniform(m, FRAME);
}

/* The colour is not in memory. */
static void build_outside(Machine *m)
{
    build_uniform(m, RAM_SIZE);
}

/* Vertices are written to memory beside the VPM: one row of 16 words */
static void build_dma(Machine *m)
{
    begin(m, &scene);
    program_assemble(m, CODE,
                     "ldi vr_setup, 0x00601a00\nldi vw_setup, 0x00001a00\n"
                     "mov vpm, vpm\nmov vpm, vpm\nmov vpm, vpm\n"
                     "mov vpm, vpm\nmov vpm, vpm\nmov vpm, vpm\n"
                     "ldi vw_setup, 0x80904000\nldi vw_addr, 0xc0300000\n"
                     "nop ; nop ; end\nnop\nnop\n");
    machine_set_word(m, SHADER_RECORD + 16, BUS | CODE);
    bin(m, &scene);
    machine_render_list(m, &frame, true, false);
}

/* A record that does not exist, in the list of tile 100 */
static void build_error(Machine *m)
{
    build_cube(m);
    m->ram[TILE_ALLOC + 32 * 100] = 50;
}

static void put_mode(Machine *m)
{
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_TILE_RENDERING_MODE,
        .tile_rendering_mode = {
            .address = BUS | FRAME, .width = frame.width,
            .height = frame.height, .frame_format = 1,
        },
    });
}

static void put_tile(Machine *m, unsigned n)
{
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_TILE_COORDINATES,
        .tile_coordinates = { n % TILES_X, n / TILES_X },
    });
}

/*
 * No binning: tiles of one place each have a shader record, or that of the tile
 * before.
 */
static void build_inherited(Machine *m)
{
    static const GlVertex v[4] = {
        { { -1, 1, 0, 1 } }, { { 1, 1, 0, 1 } },
        { { -1, -1, 0, 1 } }, { { 1, -1, 0, 1 } },
    };
    Program p = { m, CODE };

    gl_shader(m, false);
    gl_vertices(m, &scene, v, 4);
    program_uniform_colour(&p, false);
    machine_set_word(m, SHADER_RECORD + 4, BUS | CODE);
    memcpy(m->ram + SHADER_RECORD + 128, m->ram + SHADER_RECORD, 128);
    machine_set_word(m, SHADER_RECORD + 128 + 8, BUS | (UNIFORMS + 64));
    machine_set_word(m, UNIFORMS, 0xff0000ff);
    machine_set_word(m, UNIFORMS + 64, 0xff00ff00);
    gl_begin(m, &scene, CONFIG_BOTH_FACES | CONFIG_ALWAYS);
    scene_end(m, V3D_CL_DONE);
    machine_render_list(m, &(Frame) { 64, 64, 1, .colour = GREY }, false,
                        false);
    m->at -= 4;
    put_mode(m);
    scene_config(m, CONFIG_BOTH_FACES | CONFIG_ALWAYS);
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_VIEWPORT_OFFSET,
        .viewport_offset = { frame.width * 8, frame.height * 8 },
    });
    for (unsigned n = 0; n < TILES_X * TILES_Y; n++) {
        put_tile(m, n);
        if (n % 3 < 2) {
            scene_shader(m, V3D_REC_GL_SHADER_STATE,
                         SHADER_RECORD + 128 * (n % 3), 2);
        }
        scene_arrays(m, 5, 0, 4);
        machine_code(m, V3D_REC_STORE_MS_RESOLVED);
    }
}

/* The record of the second store is the last byte of the frame. */
static void build_store_in_frame(Machine *m)
{
    enum { END = FRAME + 4 * 64 * TILES_X * 64 * TILES_Y };

    machine_render_list(m, &(Frame) { 64, 64, 1, .colour = GREY }, false,
                        false);
    m->at -= 4;
    put_mode(m);
    put_tile(m, 1);
    machine_code(m, V3D_REC_STORE_MS_RESOLVED);
    put_tile(m, 0);
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_BRANCH, .branch.address = BUS | (END - 1),
    });
    m->at = END - 1;
    machine_code(m, V3D_REC_STORE_MS_RESOLVED);
    for (unsigned n = 1; n < TILES_X * TILES_Y; n++) {
        put_tile(m, n);
        machine_code(m, V3D_REC_STORE_MS_RESOLVED);
    }
}

enum {
    CASE_DEPTH,
    CASE_FEEDBACK,
    CASE_INHERITED,
};

static const Case cases[] = {
    [CASE_DEPTH] = { "depth", build_depth, V3D_CL_DONE, 1 },
    [CASE_FEEDBACK] = { "feedback", build_feedback, V3D_CL_DONE, 1 },
    [CASE_INHERITED] = { "inherited", build_inherited, V3D_CL_DONE, 3 },
    { "cube", build_cube, V3D_CL_DONE, 3 },
    { "multisample", build_multisample, V3D_CL_DONE, 3 },
    { "outside", build_outside, V3D_CL_DONE, 3 },
    { "dma", build_dma, V3D_CL_DONE, 1 },
    { "overlap", build_overlap, V3D_CL_DONE, 0 },
    { "error", build_error, V3D_CL_ERROR, 2 },
    { "store-in-frame", build_store_in_frame, V3D_CL_DONE, 1 },
};

/*
 * Threads
 */

typedef struct Counted {
    GpuExecutor engine;
    Executor *executor;
    unsigned runs;
} Counted;

static void count_run(void *opaque, GpuTask *task, void *arg)
{
    Counted *c = opaque;

    c->runs++;
    gpu_run(executor_engine(c->executor), task, arg);
}

/* 0: one tile after the other */
static void set_threads(Machine *m, Counted *c, unsigned threads)
{
    if (threads && !c->executor) {
        c->executor = executor_new(threads);
        c->engine = (GpuExecutor) { threads, count_run, c };
    }
    v3d_set_executor(m->v3d, threads ? &c->engine : NULL);
}

static void end_threads(Counted *c)
{
    if (c->executor) {
        executor_free(c->executor);
    }
}

/*
 * What is left
 */

static void assert_same_regs(const Machine *a, const Machine *b)
{
    V3dClRegs x = v3d_cl_regs(a->v3d, V3D_RENDER);
    V3dClRegs y = v3d_cl_regs(b->v3d, V3D_RENDER);

    g_assert_cmphex(x.ca, ==, y.ca);
    g_assert_cmphex(x.ra0, ==, y.ra0);
    g_assert_cmphex(x.lc, ==, y.lc);
    g_assert_cmpuint(x.depth, ==, y.depth);
    g_assert_true(x.error == y.error && x.running == y.running);
}

static void assert_same_frames(const Machine *a, const Machine *b)
{
    g_assert_cmpuint(v3d_take_done(a->v3d).frames, ==,
                     v3d_take_done(b->v3d).frames);
}

/* All counters but those that vertex programs count in */
static void assert_same_counters(const Machine *a, const Machine *b)
{
    const uint64_t *x = v3d_counters(a->v3d), *y = v3d_counters(b->v3d);

    for (unsigned i = 0; i < V3D_NUM_COUNTERS; i++) {
        if (i != 14 && i != 16 && i != 24) {
            g_assert_cmpuint(x[i], ==, y[i]);
        }
    }
}

/* @shaded: vertices are what meets some, once for each cache */
static void assert_same_events(const Machine *a, const Machine *b, bool shaded)
{
    unsigned num, other;
    const GpuEventCount *x = v3d_events(a->v3d, &num);
    const GpuEventCount *y = v3d_events(b->v3d, &other);

    g_assert_cmpuint(num, ==, other);
    for (unsigned i = 0; i < num; i++) {
        g_assert_cmpuint(x[i].id, ==, y[i].id);
        if (shaded) {
            g_assert_cmpuint(x[i].count, >=, y[i].count);
        } else {
            g_assert_cmpuint(x[i].count, ==, y[i].count);
        }
        g_assert_cmphex(x[i].value, ==, y[i].value);
    }
}

static void assert_same(const Machine *a, const Machine *b)
{
    g_assert_true(!memcmp(a->ram, b->ram, RAM_SIZE));
    assert_same_regs(a, b);
}

/*
 * Cases
 */

static Machine *build(const Case *c, const V3dExec *exec)
{
    Machine *m = machine_new();

    v3d_set_exec(m->v3d, exec);
    c->build(m);
    return m;
}

static void assert_case(const Case *c, const V3dExec *exec, unsigned threads)
{
    Machine *expected = build(c, exec), *m = build(c, exec);
    Counted counted = { };

    machine_run(expected, V3D_RENDER, RENDER_LIST, c->result);
    set_threads(m, &counted, threads);
    machine_run(m, V3D_RENDER, RENDER_LIST, c->result);
    g_assert_cmpuint(counted.runs, ==, c->runs);
    assert_same(m, expected);
    assert_same_frames(m, expected);
    assert_same_counters(m, expected);
    assert_same_events(m, expected, false);
    machine_assert_same_touched(m, expected);
    machine_free(m);
    machine_free(expected);
    end_threads(&counted);
}

static void test_case(const void *data)
{
    static const unsigned threads[] = { 1, 2, 3, 8 };

    for (unsigned i = 0; i < G_N_ELEMENTS(threads); i++) {
        assert_case(data, NULL, threads[i]);
        assert_case(data, v3d_exec_best(), threads[i]);
    }
}

/* By calculation: what was stored first is what the cube is drawn in. */
static void test_feedback(void)
{
    Machine *m = build(&cases[CASE_FEEDBACK], NULL);
    Counted counted = { };

    set_threads(m, &counted, 3);
    machine_run(m, V3D_RENDER, RENDER_LIST, V3D_CL_DONE);
    for (unsigned i = 0; i < frame.width * frame.height; i++) {
        g_assert_cmphex(machine_word(m, FRAME + 4 * i), ==, GREY);
    }
    machine_free(m);
    end_threads(&counted);
}

static void assert_tiles(const Machine *m, uint32_t even, uint32_t odd)
{
    for (unsigned n = 0; n < TILES_X * TILES_Y; n++) {
        unsigned x = n % TILES_X * 64 + 9, y = n / TILES_X * 64 + 50;

        g_assert_cmphex(machine_word(m, FRAME + 4 * (y * frame.width + x)),
                        ==, n % 3 ? odd : even);
    }
}

/* What changes between two frames is seen by all threads. */
static void test_changed(void)
{
    Machine *m = build(&cases[CASE_INHERITED], v3d_exec_best());
    Counted counted = { };

    set_threads(m, &counted, 3);
    machine_run(m, V3D_RENDER, RENDER_LIST, V3D_CL_DONE);
    assert_tiles(m, 0xff0000ff, 0xff00ff00);
    machine_set_word(m, UNIFORMS, 0xff112233);
    program_assemble(m, CODE,
                     "mov r0, unif ; nop ; sbwait\nnot tlb_c, r0 ; nop\n"
                     "nop ; nop ; end\nnop\nnop ; nop ; sbdone\n");
    v3d_clear_caches(m->v3d);
    machine_run(m, V3D_RENDER, RENDER_LIST, V3D_CL_DONE);
    assert_tiles(m, ~0xff112233u, ~0xff00ff00u);
    machine_free(m);
    end_threads(&counted);
}

/*
 * Lists, records and programs with random changes
 */

static void change(Machine *m, uint32_t seed)
{
    static const uint32_t start[] = {
        RENDER_LIST, RENDER_LIST, TILE_ALLOC, TILE_ALLOC, SHADER_RECORD,
        PROGRAMS, PROGRAMS + 0x1000, UNIFORMS, VERTICES,
    };
    static const uint32_t size[] = {
        200, 64, 640, 640, 64, 160, 160, 64, 960,
    };
    g_autoptr(GRand) r = g_rand_new_with_seed(seed);

    for (unsigned i = g_rand_int(r) % 6 + 1; i > 0; i--) {
        unsigned n = g_rand_int(r) % G_N_ELEMENTS(start);
        uint32_t at = start[n] + g_rand_int(r) % size[n];

        m->ram[at] = g_rand_int(r) % 3 ? g_rand_int(r) :
                     g_rand_int(r) % 2 ? m->ram[at + 1] : 24 + i;
    }
}

static Machine *build_random(uint32_t seed)
{
    const Scene s = { .width = 320, .height = 256 };
    const Frame f = { 320, 256, 1, 0, .colour = GREY, .z = 0xffffff };
    Machine *m = machine_new();

    v3d_set_exec(m->v3d, seed % 2 ? v3d_exec_best() : NULL);
    begin(m, &s);
    bin(m, &s);
    machine_render_list(m, &f, true, seed % 4 < 2);
    change(m, seed);
    return m;
}

/* False: it has no end. */
static bool run_random(Machine *m, V3dClResult *result)
{
    v3d_cl_start(m->v3d, V3D_RENDER, BUS | RENDER_LIST, BUS | m->at);
    for (unsigned i = 0; i < 100; i++) {
        *result = v3d_cl_run(m->v3d, V3D_RENDER, 1 << 20);
        if (*result != V3D_CL_MORE) {
            return true;
        }
    }
    return false;
}

static void test_random(void)
{
    unsigned runs = 0;

    for (unsigned seed = 0; seed < RANDOM; seed++) {
        Machine *expected = build_random(seed), *m = build_random(seed);
        Counted counted = { };
        V3dClResult a, b;

        set_threads(m, &counted, 3);
        if (run_random(expected, &a)) {
            g_test_message("seed %u", seed);
            g_assert_true(run_random(m, &b));
            g_assert_cmpuint(a, ==, b);
            assert_same(m, expected);
            assert_same_frames(m, expected);
            assert_same_counters(m, expected);
            assert_same_events(m, expected, true);
            machine_assert_same_touched(m, expected);
        }
        runs += counted.runs;
        machine_free(m);
        machine_free(expected);
        end_threads(&counted);
    }
    g_assert_cmpuint(runs, >, RANDOM / 2);
}

/*
 * Slices
 */

static void move_on(Machine *m, Counted *c, unsigned threads)
{
    machine_move_on(m);
    set_threads(m, c, threads);
}

/* Small budgets; between them another engine goes on, with other threads. */
static void test_slices(void)
{
    static const uint64_t budgets[] = { 1, 3000, 100000 };

    for (unsigned i = 0; i < G_N_ELEMENTS(budgets); i++) {
        const Case *c = &cases[CASE_DEPTH];
        Machine *expected = build(c, NULL), *m = build(c, NULL);
        Counted counted = { };
        unsigned n = 0;

        machine_run(expected, V3D_RENDER, RENDER_LIST, V3D_CL_DONE);
        set_threads(m, &counted, 3);
        v3d_cl_start(m->v3d, V3D_RENDER, BUS | RENDER_LIST, BUS | m->at);
        while (v3d_cl_run(m->v3d, V3D_RENDER, budgets[i]) == V3D_CL_MORE) {
            if (n++ % 16 == 0) {
                move_on(m, &counted, n % 32 ? 3 : 0);
            }
        }
        assert_same(m, expected);
        machine_free(m);
        machine_free(expected);
        end_threads(&counted);
    }
}

/* The list waits for the binner. */
static void test_wait(void)
{
    Machine *m = machine_new();
    Counted counted = { };

    begin(m, &scene);
    set_threads(m, &counted, 2);
    machine_render_list(m, &frame, true, false);
    machine_run(m, V3D_RENDER, RENDER_LIST, V3D_CL_SEMAPHORE);
    g_assert_cmpuint(counted.runs, ==, 0);
    bin(m, &scene);
    g_assert_cmpuint(v3d_cl_run(m->v3d, V3D_RENDER, UINT64_MAX), ==,
                     V3D_CL_DONE);
    g_assert_cmpuint(counted.runs, ==, 3);
    g_assert_cmpuint(v3d_take_done(m->v3d).frames, ==, 1);
    machine_free(m);
    end_threads(&counted);
}

/*
 * Stopping
 */

typedef struct Stopper {
    V3d *v3d;
    bool end;                   /* atomic */
} Stopper;

static void *stop_often(void *opaque)
{
    Stopper *s = opaque;

    for (unsigned n = 0; !__atomic_load_n(&s->end, __ATOMIC_RELAXED); n++) {
        v3d_stop(s->v3d, n % 2);
        v3d_cl_regs(s->v3d, V3D_RENDER);
        g_usleep(n % 7 * 100);
    }
    v3d_stop(s->v3d, false);
    return NULL;
}

static void test_stop(void)
{
    for (unsigned n = 0; n < 6; n++) {
        const Case *c = &cases[n];
        Machine *expected = build(c, NULL), *m = build(c, NULL);
        Stopper stopper = { .v3d = m->v3d };
        Counted counted = { };
        V3dClResult result;
        pthread_t thread;

        machine_run(expected, V3D_RENDER, RENDER_LIST, V3D_CL_DONE);
        set_threads(m, &counted, 3);
        v3d_cl_start(m->v3d, V3D_RENDER, BUS | RENDER_LIST, BUS | m->at);
        g_assert_cmpint(pthread_create(&thread, NULL, stop_often, &stopper), ==,
                        0);
        do {
            result = v3d_cl_run(m->v3d, V3D_RENDER, 1 << 20);
        } while (result == V3D_CL_MORE);
        g_assert_cmpuint(result, ==, V3D_CL_DONE);
        __atomic_store_n(&stopper.end, true, __ATOMIC_RELAXED);
        pthread_join(thread, NULL);
        assert_same(m, expected);
        assert_same_frames(m, expected);
        machine_free(m);
        machine_free(expected);
        end_threads(&counted);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *path = g_strdup_printf("/v3d/tiles/threads/%s",
                                                cases[i].name);

        g_test_add_data_func(path, &cases[i], test_case);
    }
    g_test_add_func("/v3d/tiles/feedback", test_feedback);
    g_test_add_func("/v3d/tiles/changed", test_changed);
    g_test_add_func("/v3d/tiles/random", test_random);
    g_test_add_func("/v3d/tiles/slices", test_slices);
    g_test_add_func("/v3d/tiles/wait", test_wait);
    g_test_add_func("/v3d/tiles/stop", test_stop);
    return g_test_run();
}
