/*
 * Tests of the V3D engine's QPU: lanes, flow and what is outside
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qpu-run.h"

/* Registers after a program */
static QpuRun *run(const char *text)
{
    g_autofree char *whole = g_strconcat(text, QPU_END_TEXT, NULL);
    QpuRun *r = g_new(QpuRun, 1);

    qpu_run_init(r, whole);
    for (unsigned i = 0; i < 8; i++) {
        qpu_run_uniform(r, i, 100 + i);
    }
    qpu_run_whole(r);
    return r;
}

static void done(QpuRun *r)
{
    qpu_run_clear(r);
    g_free(r);
}

/* Lane i has @first + @step * i. */
static void check_steps(const uint32_t *lanes, uint32_t first, uint32_t step)
{
    for (unsigned i = 0; i < V3D_LANES; i++) {
        g_assert_cmpuint(lanes[i], ==, first + step * i);
    }
}

/* Writes and flags change only where the condition holds. */
static void test_conditions(void)
{
    QpuRun *r = run("mov r0, elem\n"
                    "sub.sf r1, r0, 4\n"          /* N: 0..3, Z: 4 */
                    "mov r2, 7\n"
                    "mov.ifns r2, 1\n"
                    "mov.ifzs r2, 2 ; mov.ifnc r3, r0\n"
                    "sub.sf.ifnc -, r0, 6\n");     /* now N: 0..5, Z: 6 */

    for (unsigned i = 0; i < V3D_LANES; i++) {
        g_assert_cmpuint(r->qpu.r[2][i], ==, i < 4 ? 1 : i == 4 ? 2 : 7);
        g_assert_cmpuint(r->qpu.r[3][i], ==, i < 4 ? 0 : i);
    }
    g_assert_cmphex(r->qpu.n, ==, 0x003f);
    g_assert_cmphex(r->qpu.z, ==, 0x0040);
    done(r);
}

static void test_rotation(void)
{
    QpuRun *r = run("mov r0, elem\n"
                    "nop\n"
                    "nop ; mov ra0, r0 ; rot 1 ; ws\n"
                    "mov r5b, 3\n"
                    "nop\n"
                    "nop ; mov ra1, r0 ; rot r5 ; ws\n"
                    "mov ra2, r0\n"
                    "nop\n"
                    "nop ; mov ra3, ra2 ; rot 6\n");

    for (unsigned i = 0; i < V3D_LANES; i++) {
        g_assert_cmpuint(r->qpu.a[0][i], ==, (i + 15) % 16);
        g_assert_cmpuint(r->qpu.a[1][i], ==, (i + 13) % 16);
        g_assert_cmpuint(r->qpu.a[3][i], ==, (i & 12) + (i + 2) % 4);
    }
    done(r);
}

static void test_r5(void)
{
    QpuRun *r = run("mov r0, elem\n"
                    "mov r5a, r0\n"
                    "mov r1, r5\n"
                    "add r0, r0, 5\n"
                    "mov r5b, r0\n"
                    "mov r2, r5\n");

    for (unsigned i = 0; i < V3D_LANES; i++) {
        g_assert_cmpuint(r->qpu.r[1][i], ==, i & 12);
        g_assert_cmpuint(r->qpu.r[2][i], ==, 5);
    }
    done(r);
}

static void test_load(void)
{
    /* Bits 1 of lanes 0 and 1, bits 0 of lanes 1 and 2 */
    QpuRun *r = run("ldi r0, 0x12345678 ; ldi rb1\n"
                    "ldis r1, 0x00030006\n"
                    "ldiu r2, 0x00030006\n"
                    "ldi.sf -, 0x80000000\n"
                    "ldi.ifnc r3, 0x00000001\n");
    static const uint32_t is_signed[3] = { 0xfffffffe, 0xffffffff, 1 };
    static const uint32_t is_unsigned[3] = { 2, 3, 1 };

    check_steps(r->qpu.r[0], 0x12345678, 0);
    check_steps(r->qpu.b[1], 0x12345678, 0);
    check_steps(r->qpu.r[3], 0, 0);
    for (unsigned i = 0; i < V3D_LANES; i++) {
        g_assert_cmphex(r->qpu.r[1][i], ==, i < 3 ? is_signed[i] : 0);
        g_assert_cmphex(r->qpu.r[2][i], ==, i < 3 ? is_unsigned[i] : 0);
    }
    g_assert_cmphex(r->qpu.n, ==, 0xffff);
    done(r);
}

/* One word per instruction, also where no operand is it or two are */
static void test_uniforms(void)
{
    QpuRun *r = run("mov r0, unif ; mov r1, unifb\n"
                    "nop ; nop ; reada unif\n"
                    "mov r2, unifb\n"
                    "ldi unif_addr, 0x00004010\n"
                    "nop\n"
                    "nop\n"
                    "mov r3, unif\n");

    check_steps(r->qpu.r[0], 100, 0);
    check_steps(r->qpu.r[1], 100, 0);
    check_steps(r->qpu.r[2], 102, 0);
    check_steps(r->qpu.r[3], 104, 0);
    done(r);
}

/* Three more instructions run; a link is written only if taken. */
static void test_branch(void)
{
    QpuRun *r = run("mov r0, 0\n"
                    "mov r1, elem\n"
                    "sub.sf -, r1, 3\n"
                    "brr.allzs ra0, -, skip\n"
                    "brr.anyzs ra1, -, skip\n"
                    "add r0, r0, 1\n"
                    "add r0, r0, 1\n"
                    "add r0, r0, 1\n"
                    "add r0, r0, 8\n"
                    "skip: add r0, r0, 4\n");

    check_steps(r->qpu.r[0], 7, 0);
    check_steps(r->qpu.a[0], 0, 0);
    check_steps(r->qpu.a[1], QPU_CODE + 8 * 8, 0);
    done(r);
}

/* Lanes 0 to 3 subtract 4 from less: N and C; no lane has Z. */
static void test_branch_conditions(void)
{
    static const struct {
        const char *cond;
        bool taken;
    } cases[] = {
        { ".allzs", false }, { ".allzc", true }, { ".anyzs", false },
        { ".anyzc", true }, { ".allns", false }, { ".allnc", false },
        { ".anyns", true }, { ".anync", true }, { ".allcs", false },
        { ".allcc", false }, { ".anycs", true }, { ".anycc", true },
        { ".cond12", false }, { "", true },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *text = g_strdup_printf(
            "mov r1, elem\n"
            "shl r1, r1, 1\n"
            "sub.sf -, r1, 7\n"
            "brr%s -, -, skip\n"
            "mov r0, 0\nnop\nnop\n"
            "mov r0, 1\n"
            "skip: nop\n", cases[i].cond);
        QpuRun *r = run(text);

        g_test_message("%s", cases[i].cond);
        check_steps(r->qpu.r[0], !cases[i].taken, 0);
        done(r);
    }
}

/* By element 15 of a register, which has the program's address */
static void test_branch_register(void)
{
    QpuRun *r = run("ldi ra3, 0x00001000\n"
                    "mov r0, 0\n"
                    "bra -, ra4, ra3 + 0x00000038\n"
                    "nop\nnop\nnop\n"
                    "mov r0, 1\n"
                    "add r0, r0, 2\n");

    check_steps(r->qpu.r[0], 2, 0);
    check_steps(r->qpu.a[4], QPU_CODE + 6 * 8, 0);
    done(r);
}

static void test_loop(void)
{
    QpuRun *r = run("mov r0, 0\n"
                    "mov r1, 10\n"
                    "again: sub.sf r1, r1, 1\n"
                    "brr.anyzc -, -, again\n"
                    "add r0, r0, 3\n"
                    "nop\nnop\n");

    check_steps(r->qpu.r[0], 30, 0);
    g_assert_cmpuint(r->qpu.instructions, ==, 2 + 10 * 5 + 3);
    done(r);
}

/* The first two after the end still run. */
static void test_end(void)
{
    g_autofree QpuRun *r = g_new(QpuRun, 1);

    qpu_run_init(r, "mov r0, 1 ; nop\n"
                 "nop ; nop ; end\n"
                 "mov r1, 1\n"
                 "mov r2, 1\n"
                 "mov r3, 1\n");
    g_assert_cmpuint(r->program.num, ==, 4);
    qpu_run_whole(r);
    check_steps(r->qpu.r[2], 1, 0);
    check_steps(r->qpu.r[3], 0, 0);
    qpu_run_clear(r);
}

/* A program ends behind the last end that a branch leads over. */
static void test_length(void)
{
    g_autofree QpuRun *r = g_new(QpuRun, 1);

    qpu_run_init(r, "brr.anyzs -, -, over\n"
                 "nop\nnop\nnop\n" QPU_END_TEXT
                 "over: nop\n" QPU_END_TEXT "nop\n");
    g_assert_cmpuint(r->program.num, ==, 11);
    g_assert_cmpuint(v3d_qpu_length(&r->mem, QPU_MEMORY - 8), ==, 1);
    g_assert_cmpuint(v3d_qpu_length(&r->mem, QPU_MEMORY), ==, 0);
    g_assert_cmpuint(v3d_qpu_length(&r->mem, 0x3ffffff8), ==, 0);
    qpu_run_clear(r);
}

/* What is not decoded is decoded as it runs. */
static void test_undecoded(void)
{
    g_autofree QpuRun *r = g_new(QpuRun, 1);

    qpu_run_init(r, "mov r0, 5\n" QPU_END_TEXT);
    r->qpu.program = NULL;
    qpu_run_whole(r);
    check_steps(r->qpu.r[0], 5, 0);
    qpu_run_clear(r);
}

/* Endless loops stop at the budget, and go on. */
static void test_budget(void)
{
    g_autofree QpuRun *r = g_new(QpuRun, 1);

    qpu_run_init(r, "again: brr -, -, again\nnop\nnop\nnop\n");
    g_assert_cmpint(v3d_qpu_run(&r->qpu, 1000), ==, V3D_QPU_MORE);
    g_assert_cmpint(v3d_qpu_run(&r->qpu, 1001), ==, V3D_QPU_MORE);
    g_assert_cmpuint(r->qpu.instructions, ==, 2001);
    g_assert_cmpuint(r->qpu.pc, ==, QPU_CODE + 8);
    qpu_run_clear(r);
}

/* Zeros are a breakpoint, memory has an end. */
static void test_astray(void)
{
    g_autofree QpuRun *r = g_new(QpuRun, 1);

    qpu_run_init(r, "nop\n");
    g_assert_cmpint(v3d_qpu_run(&r->qpu, 10), ==, V3D_QPU_END);
    g_assert_cmpuint(r->events.list[0].id, ==, V3D_EV_QPU_BREAKPOINT);
    g_assert_cmphex(r->events.list[0].value, ==, QPU_CODE + 8);
    qpu_run_clear(r);
    qpu_run_init(r, "bra -, -, 0x00010000\nnop\nnop\nnop\n");
    g_assert_cmpint(v3d_qpu_run(&r->qpu, 10), ==, V3D_QPU_END);
    g_assert_cmpuint(r->events.list[1].id, ==, V3D_EV_QPU_FETCH);
    qpu_run_clear(r);
    qpu_run_init(r, "op9 r0, r1\n" QPU_END_TEXT);
    g_assert_cmpint(v3d_qpu_run(&r->qpu, 10), ==, V3D_QPU_END);
    g_assert_cmpuint(r->events.list[0].id, ==, V3D_EV_QPU_OP);
    qpu_run_clear(r);
}

/* Only what is configured is a texture's. */
static void test_lookups(void)
{
    QpuRun *r = run("mov t0s, elem\n"
                    "nop ; nop ; ldtmu0\n"
                    "mov t1t, elem\n"
                    "mov t1s, elem\n"
                    "nop ; nop ; ldtmu1\n");

    g_assert_cmpuint(r->qpu.lookups, ==, 1);
    g_assert_cmphex(r->qpu.uniforms, ==, QPU_UNIFORMS + 8);
    done(r);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/v3d/qpu-flow/conditions", test_conditions);
    g_test_add_func("/v3d/qpu-flow/rotation", test_rotation);
    g_test_add_func("/v3d/qpu-flow/r5", test_r5);
    g_test_add_func("/v3d/qpu-flow/load", test_load);
    g_test_add_func("/v3d/qpu-flow/uniforms", test_uniforms);
    g_test_add_func("/v3d/qpu-flow/branch", test_branch);
    g_test_add_func("/v3d/qpu-flow/branch-conditions", test_branch_conditions);
    g_test_add_func("/v3d/qpu-flow/branch-register", test_branch_register);
    g_test_add_func("/v3d/qpu-flow/loop", test_loop);
    g_test_add_func("/v3d/qpu-flow/end", test_end);
    g_test_add_func("/v3d/qpu-flow/length", test_length);
    g_test_add_func("/v3d/qpu-flow/undecoded", test_undecoded);
    g_test_add_func("/v3d/qpu-flow/budget", test_budget);
    g_test_add_func("/v3d/qpu-flow/astray", test_astray);
    g_test_add_func("/v3d/qpu-flow/lookups", test_lookups);
    return g_test_run();
}
