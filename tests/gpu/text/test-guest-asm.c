/*
 * Tests of the guest programs' assembler and stream builder
 *
 * The words on the right are those that vendor and open clients upload
 * [tegra-gr3d.rst, Worked example]; they do not come from the assembler.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>

#include "gr3d-asm.h"
#include "stream.h"

static void assert_vp(const VpInst *i, uint32_t a, uint32_t b, uint32_t c,
                      uint32_t d)
{
    g_assert_cmphex(i->w[0], ==, a);
    g_assert_cmphex(i->w[1], ==, b);
    g_assert_cmphex(i->w[2], ==, c);
    g_assert_cmphex(i->w[3], ==, d);
}

static void assert_pair(FpWord64 w, uint32_t hi, uint32_t lo)
{
    g_assert_cmphex(w.hi, ==, hi);
    g_assert_cmphex(w.lo, ==, lo);
}

static void test_vp_mov(void)
{
    VpInst i = vp_export(VP_MOV, 0, VP_XYZW);

    vp_src(&i, VP_SRC_A, VP_ATTRIB, 0, VP_IDENTITY);
    assert_vp(&i, 0x401f9c6c, 0x0040000d, 0x8106c083, 0x6041ff80);
    vp_end(&i);
    assert_vp(&i, 0x401f9c6c, 0x0040000d, 0x8106c083, 0x6041ff81);
    i = vp_export(VP_MOV, 7, VP_XYZW);
    vp_src(&i, VP_SRC_A, VP_ATTRIB, 1, VP_IDENTITY);
    vp_end(&i);
    assert_vp(&i, 0x401f9c6c, 0x0040010d, 0x8106c083, 0x6041ff9d);
}

/* No result anywhere: the filler of the vendor's first job, END bit set */
static void test_vp_nop(void)
{
    VpInst i = vp_nop();

    vp_end(&i);
    g_assert_cmphex(i.w[0], ==, 0x001f9c6c);
    g_assert_cmphex(i.w[1], ==, 0x0000000d);
    g_assert_cmphex(i.w[2], ==, 0x8106c083);
    g_assert_cmphex(i.w[3], ==, 0x60401ffd);
}

/*
 * export0.y <- dot(attribute 0, constant 5), by hand from the field table:
 * opcode 7 at 90:86, constant 5 at 85:76, operand B of type 3 at 39:38, mask y
 * = bit 15.
 */
static void test_vp_dp4(void)
{
    VpInst i = vp_export(VP_DP4, 0, VP_Y);

    vp_src(&i, VP_SRC_A, VP_ATTRIB, 0, VP_IDENTITY);
    vp_src(&i, VP_SRC_B, VP_CONST, 5, VP_IDENTITY);
    assert_vp(&i, 0x401f9c6c, 7u << 22 | 5u << 12 | 0x0d,
              0x8106c083 | 1u << 6, (0x6041ff80 & ~(15u << 13)) | 4u << 13);
}

/* R5.xy <- max(...), by hand: register 5 at 116:111, opcode 10 at 90:86 */
static void test_vp_temp(void)
{
    VpInst i = vp_temp(VP_MAX, 5, VP_X | VP_Y);

    assert_vp(&i, (0x001f9c6c & ~(63u << 15)) | 5u << 15, 10u << 22 | 0x0d,
              0x8106c083, (0x60401ffc & ~(15u << 13)) | 12u << 13);
    /* all four components from z: 10 10 10 10 at 70:63, over two words */
    vp_src(&i, VP_SRC_A, VP_TEMP, 3, VP_ALL(2));
    g_assert_cmphex(i.w[1] & 0x7f, ==, 0x55);
    g_assert_cmphex(i.w[2] >> 23, ==, 3 << 2 | 1);
}

static void test_mfu(void)
{
    static const MfuOp mixed[4] = { MFU_FP20, MFU_FX10, MFU_NOTHING, MFU_FX10 };

    assert_pair(mfu_perspective(0, 4), 0x104e51ba, 0x00408102);
    /* columns 0 and 1 of row 1: 8 and 2 in each of two fields */
    assert_pair(mfu_perspective(1, 2), 0x104e51ba, 0x0000050a);
    /* row 2: 16 | 2, 16 | 4, nothing, 16 | 4 in fields of seven bits */
    assert_pair(mfu_varyings(2, mixed), 0x104e51ba,
                0x12 | 0x14 << 7 | 0x14 << 21);
}

static void test_alu(void)
{
    assert_pair(alu_mov(3, ALU_HIGH, alu_fp20(3)), 0x0001c0c0, 0x3f41f200);
    assert_pair(alu_mov(3, ALU_LOW, alu_fp20(2)), 0x0001a080, 0x3f41f200);
    assert_pair(alu_mov(2, ALU_HIGH, alu_fp20(0)), 0x00014000, 0x3f41f200);
    assert_pair(alu_mov(2, ALU_LOW, alu_fp20(1)), 0x00012040, 0x3f41f200);
    assert_pair(alu_mov(2, ALU_LOW, alu_low(32)), 0x00012808, 0x3f41f200);
    assert_pair(alu_mov(2, ALU_HIGH, alu_high(32)), 0x00014828, 0x3f41f200);
    assert_pair(alu_mov(0, ALU_LOW, alu_low(32)), 0x00002808, 0x3f41f200);
    assert_pair(alu_mov(1, ALU_HIGH, alu_high(33)), 0x0000c868, 0x3f41f200);
    assert_pair(alu_mad(0, ALU_LOW, alu_low(0), alu_low(2),
                        alu_low(ALU_REG_CONST)), 0x00002008, 0x0441f200);
    assert_pair(alu_mad(1, ALU_HIGH, alu_high(1), alu_high(3),
                        alu_low(ALU_REG_CONST)), 0x0000c068, 0x0741f200);
}

/* Modifiers and D by hand from the field table */
static void test_alu_modifiers(void)
{
    FpWord64 s = alu_mad(0, ALU_LOW, alu_low(0), alu_high(1),
                         alu_neg(alu_low(2)));

    assert_pair(s, 0x00002008, (1 << 6 | 0x28) << 19 | (2 << 6 | 0xa) << 6);
    assert_pair(alu_with_d(s, ALU_D_HIGH_MINUS_ONE), s.hi, s.lo | 0x1d);
    assert_pair(alu_with_d(s, ALU_D_FP20 | ALU_D_FROM_C), s.hi, s.lo | 0x24);
    g_assert_cmphex(alu_minus_one(alu_fp20(16)).bits, ==, 16 << 6 | 0x10);
    /* condition code 3 at 55:54 */
    assert_pair(alu_not_negative(s), s.hi | 3 << 22, s.lo);
    assert_pair(alu_nop(), 0x000fe7e8, 0x3e41f200);
}

static void test_small(void)
{
    g_assert_cmphex(dw_store(1, 0), ==, 0x00020005);
    g_assert_cmphex(dw_store(1, 1), ==, 0x00028005);
    g_assert_cmphex(fp_schedule(0, 1), ==, 1);
    g_assert_cmphex(fp_schedule(5, 3), ==, 0x17);
    assert_pair(linker_fp20(1, 0), 0x00000008, 0x0000fedc);
    assert_pair(linker_fp20(2, 3), 0x00000610, 0x0000fedc);
    assert_pair(linker_route(1, 0, LINK_ROUTE(LINK_LOW(0), LINK_HIGH(0),
                                              LINK_LOW(1), LINK_FP20(3))),
                0x00000008, 0x0000f584);
    /* S at 19:18, T at 23:22 */
    assert_pair(linker_sprite(linker_route(0, 0, 0x00dc)), 0x00840000, 0xdc);
    g_assert_cmphex(pseq_load(1, 1), ==, 0x0081000a);
    g_assert_cmphex(tex_fetch(0, 0, 0), ==, 0x400);
    g_assert_cmphex(tex_fetch(3, 1, 1), ==, 0x433);
}

/* Opcodes as in [tegra-host1x.rst, Opcodes] */
static void test_stream(void)
{
    static const uint32_t v[3] = { 1, 2, 3 };
    static const uint32_t want[] = {
        0x00001800, 0x40100005, 0x10200001, 0x12345678, 0x13000003, 1, 2, 3,
        0x22060003, 1, 2, 3, 0x33520015, 1, 2, 3, 0x1e010001, 0xdeadbeef,
        0x20000001, 0x00000107,
    };
    static Stream s;

    stream_init(&s, 7);
    stream_setclass(&s, HOST1X_CLASS_GR3D);
    stream_reg(&s, 0x010, 5);
    stream_reg(&s, 0x020, 0x12345678);
    stream_regs(&s, 0x300, v, 3);
    stream_port(&s, 0x206, v, 3);
    stream_mask(&s, 0x352, 0x15, v);
    stream_addr(&s, 0xe01, 2, 0x40);
    stream_incr(&s, COND_OP_DONE);
    g_assert_cmpmem(s.words, s.num_words * 4, want, sizeof(want));
    g_assert_cmpuint(s.num_relocs, ==, 1);
    g_assert_cmpuint(s.relocs[0].word, ==, 17);
    g_assert_cmpuint(s.relocs[0].buffer, ==, 2);
    g_assert_cmphex(s.relocs[0].offset, ==, 0x40);
    g_assert_cmpuint(s.incrs, ==, 1);
    g_assert_false(s.overflow);
}

static void test_stream_overflow(void)
{
    static Stream s;

    stream_init(&s, 0);
    stream_fill(&s, 0x300, 0, STREAM_MAX_WORDS);
    g_assert_true(s.overflow);
    g_assert_cmpuint(s.num_words, ==, STREAM_MAX_WORDS);
    stream_init(&s, 0);
    for (unsigned i = 0; i <= STREAM_MAX_RELOCS; i++) {
        g_assert_false(s.overflow);
        stream_addr(&s, 0xe01, 0, 0);
    }
    g_assert_true(s.overflow);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/guest/vp/mov", test_vp_mov);
    g_test_add_func("/guest/vp/nop", test_vp_nop);
    g_test_add_func("/guest/vp/dp4", test_vp_dp4);
    g_test_add_func("/guest/vp/temp", test_vp_temp);
    g_test_add_func("/guest/mfu", test_mfu);
    g_test_add_func("/guest/alu", test_alu);
    g_test_add_func("/guest/alu/modifiers", test_alu_modifiers);
    g_test_add_func("/guest/small", test_small);
    g_test_add_func("/guest/stream", test_stream);
    g_test_add_func("/guest/stream/overflow", test_stream_overflow);
    return g_test_run();
}
