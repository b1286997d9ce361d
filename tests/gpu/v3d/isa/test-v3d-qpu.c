/*
 * Tests of the V3D engine's QPU instruction decoder and encoder
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "hw/gpu/v3d/isa/qpu.h"

static V3dQpuInst decode(uint32_t low, uint32_t high)
{
    V3dQpuInst inst;

    v3d_qpu_decode(&inst, (uint64_t)high << 32 | low);
    return inst;
}

/* The fields that the JayStation2 posts give for two of their instructions */
static void test_known(void)
{
    V3dQpuInst inst = decode(0x20820df7, 0xd14059e5);

    g_assert_cmpuint(inst.kind, ==, V3D_QPU_ALU);
    g_assert_cmpuint(inst.sig, ==, V3D_SIG_SMALL_IMM);
    g_assert_cmpuint(inst.mul_b, ==, V3D_MUX_B);
    g_assert_cmpuint(inst.mul_a, ==, V3D_MUX_A);
    g_assert_cmpuint(inst.add_b, ==, V3D_MUX_B);
    g_assert_cmpuint(inst.add_a, ==, V3D_MUX_A);
    g_assert_cmphex(inst.small_value, ==, 0x3f800000);
    g_assert_cmpuint(inst.raddr_a, ==, V3D_READ_UNIFORM);
    g_assert_cmpuint(inst.op_add, ==, V3D_ADD_NOP);
    g_assert_cmpuint(inst.op_mul, ==, V3D_MUL_FMUL);
    g_assert_cmpuint(inst.waddr_mul, ==, V3D_WRITE_R5);
    g_assert_cmpuint(inst.waddr_add, ==, V3D_WRITE_NOP);
    g_assert_true(inst.ws);
    g_assert_false(inst.sf);
    g_assert_cmpuint(inst.cond_mul, ==, V3D_COND_ALWAYS);
    g_assert_cmpuint(inst.cond_add, ==, V3D_COND_NEVER);
    g_assert_cmpuint(inst.pack, ==, 4);
    g_assert_true(inst.pm);
    g_assert_cmpuint(inst.unpack, ==, 0);

    inst = decode(0x213e3177, 0x11024821);
    g_assert_cmpuint(inst.sig, ==, V3D_SIG_NONE);
    g_assert_cmpuint(inst.add_b, ==, 5);
    g_assert_cmpuint(inst.add_a, ==, 0);
    g_assert_cmpuint(inst.raddr_b, ==, V3D_READ_VARYING);
    g_assert_cmpuint(inst.raddr_a, ==, 15);
    g_assert_cmpuint(inst.op_add, ==, V3D_ADD_FADD);
    g_assert_cmpuint(inst.waddr_mul, ==, V3D_WRITE_R0 + 1);
    g_assert_cmpuint(inst.waddr_add, ==, V3D_WRITE_R0);
    g_assert_false(inst.ws);
}

/* Fields of the other kinds, composed by hand */
static void test_kinds(void)
{
    V3dQpuInst inst = decode(0xfffffff8, 0xf0fca9e7);

    g_assert_cmpuint(inst.kind, ==, V3D_QPU_BRANCH);
    g_assert_cmpuint(inst.cond_branch, ==, V3D_BRANCH_ALWAYS);
    g_assert_true(inst.rel);
    g_assert_true(inst.reg);
    g_assert_cmpuint(inst.raddr_a, ==, 5);
    g_assert_cmphex(inst.imm, ==, 0xfffffff8);

    inst = decode(0x80000001, 0xe2021827);
    g_assert_cmpuint(inst.kind, ==, V3D_QPU_LOAD_IMM);
    g_assert_cmpuint(inst.unpack, ==, V3D_LOAD_SIGNED);
    g_assert_cmpuint(inst.waddr_add, ==, V3D_WRITE_R0);
    g_assert_cmphex(inst.imm, ==, 0x80000001);

    inst = decode(0x00000013, 0xe80009e7);
    g_assert_cmpuint(inst.kind, ==, V3D_QPU_SEMAPHORE);
    g_assert_cmphex(inst.imm, ==, 0x13);
}

static void test_encode(void)
{
    for (unsigned n = 0; n < 200000; n++) {
        uint64_t word = (uint64_t)g_test_rand_int() << 32 |
                        (uint32_t)g_test_rand_int();
        V3dQpuInst inst;

        word = (word & ~(15ull << 60)) | (uint64_t)n << 60;
        word &= v3d_qpu_meant(word);
        v3d_qpu_decode(&inst, word);
        g_assert_cmphex(v3d_qpu_encode(&inst), ==, word);
    }
}

static void test_small(void)
{
    static const struct {
        unsigned code;
        uint32_t value;
    } cases[] = {
        { 0, 0 }, { 15, 15 }, { 16, 0xfffffff0 }, { 31, 0xffffffff },
        { 32, 0x3f800000 }, { 39, 0x43000000 }, { 40, 0x3b800000 },
        { 47, 0x3f000000 }, { 48, 0xfffffff0 }, { 63, 0xffffffff },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_assert_cmphex(v3d_small_value(cases[i].code), ==, cases[i].value);
    }
    for (int code = 0; code < V3D_SMALL_ROTATE_R5; code++) {
        g_assert_cmpint(v3d_small_code(v3d_small_value(code)), ==, code);
    }
    g_assert_cmpint(v3d_small_code(16), ==, -1);
    g_assert_cmpint(v3d_small_code(0x3f400000), ==, -1);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/v3d/qpu/known", test_known);
    g_test_add_func("/v3d/qpu/kinds", test_kinds);
    g_test_add_func("/v3d/qpu/encode", test_encode);
    g_test_add_func("/v3d/qpu/small", test_small);
    return g_test_run();
}
