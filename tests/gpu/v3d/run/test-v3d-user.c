/*
 * Tests of the V3D engine's user programs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "../program.h"
#include "hw/gpu/v3d/run/engine.h"

#define OUT         0x70000
#define SECOND      (PROGRAMS + 0x1000)

/* DMA of one row of 16 words from row @row of the VPM to OUT + 64 * @row */
static void store_row(Program *p, unsigned row)
{
    /* id 2: one unit of 16 words, horizontal, from Y = row, X = 0 */
    program_load(p, V3D_WRITE_VPM_SETUP, true,
                 2u << 30 | 1 << 23 | 16 << 16 | 1 << 14 | row << 7);
    program_load(p, V3D_WRITE_VPM_ADDR, true, BUS | (OUT + 64 * row));
}

static void write_row(Program *p, unsigned row)
{
    program_load(p, V3D_WRITE_VPM_SETUP, true, 0x1a00 | row);
}

/* Load immediate: of a semaphore */
static void semaphore(Program *p, unsigned number, bool decrement)
{
    program_add(p, (V3dQpuInst) {
        .kind = V3D_QPU_SEMAPHORE,
        .sig = V3D_SIG_LOAD_IMM,
        .unpack = V3D_LOAD_SEMAPHORE,
        .waddr_add = V3D_WRITE_NOP,
        .waddr_mul = V3D_WRITE_NOP,
        .imm = number | decrement << 4,
    });
}

static void assert_row(Machine *m, unsigned row, uint32_t first, uint32_t step)
{
    for (unsigned i = 0; i < 16; i++) {
        g_assert_cmphex(machine_word(m, OUT + 64 * row + 4 * i), ==,
                        first + step * i);
    }
}

/* A uniform and the element numbers, stored by DMA; an interrupt at the end */
static void test_store(void)
{
    Machine *m = machine_new();
    Program p = { m, PROGRAMS };
    V3dUserDone done;

    write_row(&p, 0);
    program_mov(&p, V3D_WRITE_VPM, V3D_READ_UNIFORM);
    program_mov(&p, V3D_WRITE_VPM, V3D_READ_NUMBER);
    store_row(&p, 0);
    store_row(&p, 1);
    program_load(&p, V3D_WRITE_HOST_INT, false, 1);
    program_end(&p);
    machine_set_word(m, UNIFORMS, 0x12345678);
    g_assert_true(v3d_user_request(m->v3d, BUS | PROGRAMS, BUS | UNIFORMS,
                                   1024));
    g_assert_cmpuint(v3d_user_queued(m->v3d), ==, 1);
    g_assert_cmpuint(v3d_user_run(m->v3d, UINT64_MAX), ==, V3D_USER_DONE);
    assert_row(m, 0, 0x12345678, 0);
    assert_row(m, 1, 0, 1);
    done = v3d_user_take_done(m->v3d);
    g_assert_cmpuint(done.programs, ==, 1);
    g_assert_cmphex(done.interrupts, ==, 1);
    g_assert_cmpuint(v3d_user_take_done(m->v3d).programs, ==, 0);
    machine_assert_quiet(m);
    machine_free(m);
}

/* One waits for the other, also across a migration. */
static void test_semaphore(void)
{
    g_autofree uint32_t *words = g_new(uint32_t, V3D_STATE_WORDS);
    Machine *m = machine_new();
    Program p = { m, PROGRAMS }, q = { m, SECOND };

    semaphore(&p, 3, true);
    write_row(&p, 2);
    program_mov(&p, V3D_WRITE_VPM, V3D_READ_UNIFORM);
    store_row(&p, 2);
    program_end(&p);
    semaphore(&q, 3, false);
    program_end(&q);
    machine_set_word(m, UNIFORMS, 77);
    v3d_user_request(m->v3d, BUS | PROGRAMS, BUS | UNIFORMS, 1);
    g_assert_cmpuint(v3d_user_run(m->v3d, UINT64_MAX), ==, V3D_USER_WAIT);
    v3d_save(m->v3d, words);
    v3d_reset(m->v3d);
    g_assert_cmpuint(v3d_user_run(m->v3d, UINT64_MAX), ==, V3D_USER_DONE);
    g_assert_true(v3d_load(m->v3d, words));
    assert_row(m, 2, 0, 0);
    v3d_user_request(m->v3d, BUS | SECOND, 0, 0);
    g_assert_cmpuint(v3d_user_run(m->v3d, UINT64_MAX), ==, V3D_USER_DONE);
    assert_row(m, 2, 77, 0);
    g_assert_cmpuint(v3d_user_take_done(m->v3d).programs, ==, 2);
    machine_free(m);
}

static void test_queue(void)
{
    Machine *m = machine_new();
    Program p = { m, PROGRAMS };

    program_end(&p);
    for (unsigned i = 0; i < V3D_USER_QUEUE; i++) {
        g_assert_true(v3d_user_request(m->v3d, BUS | PROGRAMS, 0, 0));
    }
    g_assert_false(v3d_user_request(m->v3d, BUS | PROGRAMS, 0, 0));
    g_assert_cmpuint(v3d_user_run(m->v3d, UINT64_MAX), ==, V3D_USER_DONE);
    g_assert_cmpuint(v3d_user_take_done(m->v3d).programs, ==, V3D_USER_QUEUE);
    g_assert_true(v3d_user_request(m->v3d, BUS | PROGRAMS, 0, 0));
    v3d_user_clear(m->v3d);
    g_assert_cmpuint(v3d_user_queued(m->v3d), ==, 0);
    machine_free(m);
}

/* A slice of programs without end, one on each QPU, is as long as any other. */
static void test_turns(void)
{
    Machine *m = machine_new();
    Program p = { m, PROGRAMS };
    uint64_t work = m->v3d->core.work;

    program_add(&p, (V3dQpuInst) {
        .kind = V3D_QPU_BRANCH,
        .sig = V3D_SIG_BRANCH,
        .cond_branch = V3D_BRANCH_ALWAYS,
        .rel = true,
        .waddr_add = V3D_WRITE_NOP,
        .waddr_mul = V3D_WRITE_NOP,
        .imm = -32,
    });
    for (unsigned i = 0; i < 3; i++) {
        program_nop(&p, V3D_SIG_NONE);
    }
    for (unsigned i = 0; i < V3D_NUM_QPUS; i++) {
        v3d_user_request(m->v3d, BUS | PROGRAMS, 0, 0);
    }
    g_assert_cmpuint(v3d_user_run(m->v3d, 1), ==, V3D_USER_MORE);
    g_assert_cmpuint(m->v3d->core.work - work, <=, 1 + V3D_MAX_STEP);
    machine_assert_quiet(m);
    machine_free(m);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/v3d/user/store", test_store);
    g_test_add_func("/v3d/user/semaphore", test_semaphore);
    g_test_add_func("/v3d/user/queue", test_queue);
    g_test_add_func("/v3d/user/turns", test_turns);
    return g_test_run();
}
