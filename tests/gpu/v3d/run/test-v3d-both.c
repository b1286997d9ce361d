/*
 * Tests of the V3D engine: both control lists at a time
 *
 * A cube is drawn while it is binned once more, to other memory.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "../gl.h"
#include "executor.h"

#define GREY    0xff808080

#ifdef INSTRUMENTED
#define RANDOM  60
#else
#define RANDOM  400
#endif

enum {
    OTHER_LIST = 0x3c0000,      /* and what the next ones say */
    OTHER_ALLOC = 0x280000,
    OTHER_STATE = 0x380000,
    WAIT_LIST = 0x3d0000,
    POST_LIST = 0x3d0100,
};

static const Scene scene = { .width = 1024, .height = 768 };
static const Frame frame = { 1024, 768, 1, 0, .colour = GREY };

/* Tile Binning Mode is the list's first record [specs, Records]. */
static uint32_t other_list(Machine *m)
{
    uint32_t size = v3d_cl_regs(m->v3d, V3D_BIN).ea - (BUS | BIN_LIST);

    memcpy(m->ram + OTHER_LIST, m->ram + BIN_LIST, size);
    machine_set_word(m, OTHER_LIST + 1, BUS | OTHER_ALLOC);
    machine_set_word(m, OTHER_LIST + 9, BUS | OTHER_STATE);
    return OTHER_LIST + size;
}

/* The cube is binned; both lists are ready to run. */
static Machine *build(const V3dExec *exec, const GpuExecutor *executor)
{
    Machine *m = machine_new();
    uint32_t end;

    v3d_set_exec(m->v3d, exec);
    v3d_set_executor(m->v3d, executor);
    gl_shader(m, false);
    gl_cube_vertices(m, &scene);
    gl_cube_draw(m, &scene);
    scene_end(m, V3D_CL_DONE);
    machine_render_list(m, &frame, true, false);
    end = other_list(m);
    v3d_cl_start(m->v3d, V3D_BIN, BUS | OTHER_LIST, BUS | end);
    v3d_cl_start(m->v3d, V3D_RENDER, BUS | RENDER_LIST, BUS | m->at);
    return m;
}

static void run(Machine *m, uint64_t budget)
{
    V3dClResult result[V3D_NUM_THREADS];

    do {
        v3d_cl_run_both(m->v3d, budget, result);
    } while (result[V3D_BIN] == V3D_CL_MORE ||
             result[V3D_RENDER] == V3D_CL_MORE);
    g_assert_cmpuint(result[V3D_BIN], ==, V3D_CL_DONE);
    g_assert_cmpuint(result[V3D_RENDER], ==, V3D_CL_DONE);
}

static Machine *build_expected(const V3dExec *exec)
{
    Machine *m = build(exec, NULL);

    g_assert_cmpuint(v3d_cl_run(m->v3d, V3D_RENDER, UINT64_MAX), ==,
                     V3D_CL_DONE);
    g_assert_cmpuint(v3d_cl_run(m->v3d, V3D_BIN, UINT64_MAX), ==, V3D_CL_DONE);
    return m;
}

static void assert_same(const Machine *a, const Machine *b)
{
    V3dDone x = v3d_take_done(a->v3d), y = v3d_take_done(b->v3d);

    g_assert_true(!memcmp(a->ram, b->ram, RAM_SIZE));
    g_assert_cmpuint(x.frames, ==, y.frames);
    g_assert_cmpuint(x.flushes, ==, y.flushes);
    machine_assert_same_touched(a, b);
}

static void assert_threads(const V3dExec *exec, unsigned threads,
                           uint64_t budget)
{
    Executor *executor = executor_new(threads);
    Machine *m = build(exec, executor_engine(executor));
    Machine *expected = build_expected(exec);

    /* A tile's list is not empty. */
    g_assert_cmphex(machine_word(expected, OTHER_ALLOC), !=, 0);
    run(m, budget);
    assert_same(m, expected);
    machine_free(expected);
    machine_free(m);
    executor_free(executor);
}

static void test_threads(void)
{
    static const unsigned threads[] = { 1, 2, 3, 8 };

    for (unsigned i = 0; i < G_N_ELEMENTS(threads); i++) {
        assert_threads(NULL, threads[i], UINT64_MAX);
        assert_threads(v3d_exec_best(), threads[i], UINT64_MAX);
        assert_threads(v3d_exec_best(), threads[i], 20000);
    }
}

typedef struct Counted {
    unsigned rounds, binned;    /* before the binning list had ended */
    const V3d *v3d;
} Counted;

static void count(void *opaque, GpuTask *task, void *arg)
{
    Counted *c = opaque;

    c->rounds++;
    task(arg, 0);
    c->binned += v3d_cl_regs(c->v3d, V3D_BIN).running;
}

/* The first round of tiles has time for all of the binning list. */
static void test_beside(void)
{
    Counted c = { };
    const GpuExecutor executor = { 1, count, &c };
    Machine *m = build(v3d_exec_best(), &executor);

    c.v3d = m->v3d;
    run(m, UINT64_MAX);
    g_assert_cmpuint(c.rounds, ==, 3);
    g_assert_cmpuint(c.binned, ==, 0);
    machine_free(m);
}

/* The binning list waits for the frame's end. */
static void test_wait(void)
{
    Executor *executor = executor_new(2);
    Machine *m = build(NULL, executor_engine(executor));

    m->ram[WAIT_LIST] = V3D_REC_WAIT_ON_SEMAPHORE;
    v3d_cl_start(m->v3d, V3D_BIN, BUS | WAIT_LIST, BUS | (WAIT_LIST + 1));
    m->ram[POST_LIST] = V3D_REC_INCREMENT_SEMAPHORE;
    m->ram[POST_LIST + 1] = V3D_REC_BRANCH;
    machine_set_word(m, POST_LIST + 2, BUS | RENDER_LIST);
    v3d_cl_start(m->v3d, V3D_RENDER, BUS | POST_LIST, BUS | m->at);
    run(m, UINT64_MAX);
    machine_free(m);
    executor_free(executor);
}

/*
 * Lists with random changes, each of which may write what the other one reads:
 * what is drawn is anything.
 */

static void change(Machine *m, GRand *r)
{
    static const uint32_t start[] = {
        OTHER_LIST, OTHER_LIST, RENDER_LIST, TILE_ALLOC, SHADER_RECORD,
        PROGRAMS, VERTICES,
    };

    for (unsigned i = g_rand_int(r) % 6 + 1; i > 0; i--) {
        uint32_t at = start[g_rand_int(r) % G_N_ELEMENTS(start)];

        m->ram[at + g_rand_int(r) % 200] = g_rand_int(r);
    }
}

static void test_random(void)
{
    Executor *executor = executor_new(3);

    for (unsigned seed = 0; seed < RANDOM; seed++) {
        g_autoptr(GRand) r = g_rand_new_with_seed(seed);
        Machine *m = build(v3d_exec_best(), executor_engine(executor));
        V3dClResult result[V3D_NUM_THREADS] = { };

        change(m, r);
        for (unsigned i = 0; i < 20; i++) {
            v3d_cl_run_both(m->v3d, 1 << 18, result);
        }
        machine_free(m);
    }
    executor_free(executor);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/v3d/both/threads", test_threads);
    g_test_add_func("/v3d/both/beside", test_beside);
    g_test_add_func("/v3d/both/wait", test_wait);
    g_test_add_func("/v3d/both/random", test_random);
    return g_test_run();
}
