/*
 * Tests of the GR3D vertex instruction decoder and encoder
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "hw/gpu/gr3d/isa/vp_decode.h"
#include "vp-word.h"

static Gr3dVpInsn decode(const uint32_t w[4])
{
    Gr3dVpInsn insn;

    gr3d_vp_decode_insn(&insn, w);
    return insn;
}

/* Two instructions of a captured vendor program, as documented. */
static void test_vendor(void)
{
    static const uint32_t first[4] = {
        0x401f9c6c, 0x0040000d, 0x8106c083, 0x6041ff80
    };
    static const uint32_t second[4] = {
        0x401f9c6c, 0x0040010d, 0x8106c083, 0x6041ff9d
    };
    Gr3dVpInsn insn = decode(first);

    g_assert_false(insn.abort);
    g_assert_false(insn.unknown);
    g_assert_cmpstr(gr3d_vp_vec_name(insn.vec_op), ==, "MOV");
    g_assert_cmpstr(gr3d_vp_scl_name(insn.scl_op), ==, "NOP");
    g_assert_cmpint(insn.vec_mask, ==, 0xf);
    g_assert_cmpint(insn.export_unit, ==, GR3D_VP_UNIT_VEC);
    g_assert_cmpint(insn.export_index, ==, 0);
    g_assert_cmpint(insn.vec_temp, ==, GR3D_VP_NONE);
    g_assert_cmpint(insn.src[0].type, ==, GR3D_VP_SRC_ATTR);
    g_assert_cmpint(insn.raw.attr_index, ==, 0);
    for (int i = 0; i < 4; i++) {
        g_assert_cmpint(insn.src[0].swizzle[i], ==, i);
        g_assert_cmpint(insn.test_swizzle[i], ==, i);
    }
    g_assert_cmpint(insn.test, ==, 7);
    g_assert_false(insn.gated);
    g_assert_false(insn.end);

    insn = decode(second);
    g_assert_cmpint(insn.export_index, ==, 7);
    g_assert_cmpint(insn.raw.attr_index, ==, 1);
    g_assert_true(insn.end);
}

/* The filler of the captured program: nothing at all, END. */
static void test_filler(void)
{
    static const uint32_t filler[4] = {
        0x001f9c6c, 0x0000000d, 0x8106c083, 0x60401ffd
    };
    Gr3dVpInsn insn = decode(filler);

    g_assert_false(insn.abort);
    g_assert_true(insn.end);
    g_assert_cmpint(insn.vec_action, ==, GR3D_VP_NOTHING);
    g_assert_cmpint(insn.scl_action, ==, GR3D_VP_NOTHING);
    g_assert_cmpint(insn.export_unit, ==, GR3D_VP_UNIT_NONE);
}

static void test_round_trip(void)
{
    for (int n = 0; n < 100000; n++) {
        uint32_t in[4], out[4];
        Gr3dVpInsn insn;

        for (int i = 0; i < 4; i++) {
            in[i] = g_test_rand_int();
        }
        insn = decode(in);
        gr3d_vp_encode_insn(&insn, out);
        g_assert_cmpmem(in, sizeof(in), out, sizeof(out));
    }
}

static void test_round_trip_bits(void)
{
    for (unsigned bit = 0; bit < 128; bit++) {
        uint32_t in[4] = { 0 }, out[4];
        Gr3dVpInsn insn;

        in[bit / 32] = 1u << (bit % 32);
        insn = decode(in);
        gr3d_vp_encode_insn(&insn, out);
        g_assert_cmpmem(in, sizeof(in), out, sizeof(out));
    }
}

/* Whatever the word, what an executor indexes with is in range. */
static void test_ranges(void)
{
    for (int n = 0; n < 100000; n++) {
        uint32_t in[4];
        Gr3dVpInsn insn;

        for (int i = 0; i < 4; i++) {
            in[i] = g_test_rand_int();
        }
        insn = decode(in);
        for (int i = 0; i < 3; i++) {
            g_assert_cmpint(insn.src[i].temp, <, 32);
        }
        g_assert_true(insn.vec_temp < 32 || insn.vec_temp == GR3D_VP_NONE);
        g_assert_true(insn.scl_temp < 32 || insn.scl_temp == GR3D_VP_NONE);
        g_assert_true(insn.export_index < 16 || !insn.export_unit);
    }
}

typedef struct AbortCase {
    unsigned high, low;
    unsigned first, last;       /* illegal values */
} AbortCase;

static void test_illegal(void)
{
    static const AbortCase cases[] = {
        { 62, 57, 32, 63 }, { 45, 40, 32, 63 }, { 28, 23, 32, 63 },
        { 116, 111, 32, 62 }, { 12, 7, 32, 62 }, { 6, 2, 16, 30 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        const AbortCase *c = &cases[i];

        for (unsigned v = 0; v < 1u << (c->high - c->low + 1); v++) {
            VpWord word = vp_nop();
            Gr3dVpInsn insn;

            vp_set(&word, c->high, c->low, v);
            insn = decode(word.w);
            g_assert_cmpint(insn.abort, ==, v >= c->first && v <= c->last);
        }
    }
}

/* Which opcodes exist; the rest does nothing and is reported. */
static void test_opcodes(void)
{
    for (unsigned op = 0; op < 32; op++) {
        VpWord word = vp_nop();
        Gr3dVpInsn insn;
        bool unknown = op == 8 || op == 10 || op == 17 || op == 18 || op > 20;

        vp_vec(&word, op, 63, 15);
        insn = decode(word.w);
        g_assert_cmpint(insn.unknown, ==, op == 25 || op > 27);
        word = vp_nop();
        vp_scl(&word, op, 63, 15);
        insn = decode(word.w);
        g_assert_cmpint(insn.unknown, ==, unknown);
    }
}

static uint8_t stack_of(unsigned vec, unsigned scl)
{
    VpWord word = vp_nop();

    vp_vec(&word, vec, 0, 0);
    vp_scl(&word, scl, 0, 0);
    return decode(word.w).stack;
}

static void test_stack_merge(void)
{
    g_assert_cmpint(stack_of(26, 0), ==, GR3D_VP_PUSH);
    g_assert_cmpint(stack_of(0, 19), ==, GR3D_VP_PUSH);
    g_assert_cmpint(stack_of(26, 19), ==, GR3D_VP_PUSH);
    g_assert_cmpint(stack_of(27, 20), ==, GR3D_VP_POP);
    g_assert_cmpint(stack_of(26, 20), ==, GR3D_VP_NOTHING);
    g_assert_cmpint(stack_of(27, 19), ==, GR3D_VP_NOTHING);
    g_assert_cmpint(stack_of(1, 20), ==, GR3D_VP_POP);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/vp-decode/vendor", test_vendor);
    g_test_add_func("/vp-decode/filler", test_filler);
    g_test_add_func("/vp-decode/round-trip", test_round_trip);
    g_test_add_func("/vp-decode/round-trip-bits", test_round_trip_bits);
    g_test_add_func("/vp-decode/ranges", test_ranges);
    g_test_add_func("/vp-decode/illegal", test_illegal);
    g_test_add_func("/vp-decode/opcodes", test_opcodes);
    g_test_add_func("/vp-decode/stack-merge", test_stack_merge);
    return g_test_run();
}
