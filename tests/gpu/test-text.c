/*
 * Assembler: programs whose words are known, and what it says of bad ones
 *
 * The words are those of the worked examples and of the instruction layouts in
 * docs/specs/tegra-gr3d.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "asm.h"

static void check_words(const uint32_t *words, unsigned num,
                        const uint32_t *expected, unsigned num_expected)
{
    g_assert_cmpuint(num, ==, num_expected);
    for (unsigned i = 0; i < num; i++) {
        g_assert_cmphex(words[i], ==, expected[i]);
    }
}

#define CHECK_WORDS(words, num, ...) do {                           \
        static const uint32_t expected_[] = { __VA_ARGS__ };        \
        check_words(words, num, expected_, G_N_ELEMENTS(expected_)); \
    } while (0)

/* The two programs of the worked examples, and their linker words */
static void test_vp_example(void)
{
    uint32_t words[1024];
    unsigned num;
    char *error;

    g_assert_true(gr3d_asm_vp("MOV o0, a0 [end]\n", words, &num, &error));
    g_assert_null(error);
    CHECK_WORDS(words, num, 0x401f9c6c, 0x0040000d, 0x8106c083, 0x6041ff81);
    g_assert_true(gr3d_asm_vp("# captured\n\n"
                              "  MOV o0, a0   # position\n"
                              "  MOV o7, a1 [end]", words, &num, &error));
    CHECK_WORDS(words, num, 0x401f9c6c, 0x0040000d, 0x8106c083, 0x6041ff80,
                0x401f9c6c, 0x0040010d, 0x8106c083, 0x6041ff9d);
}

static void test_link_example(void)
{
    uint32_t words[64];
    unsigned num;
    char *error;

    g_assert_true(gr3d_asm_linker(
        "link v1, t0: x->1 fp20, y->0 fp20, z->2 fp20, w->3 fp20\n"
        "link v1, t0\n"
        "link v0, t0: none\n", words, &num, &error));
    CHECK_WORDS(words, num, 0x00000008, 0x0000fecd, 0x00000008, 0x0000fedc,
                0, 0);
}

static void test_fp_clear(void)
{
    Gr3dAsmFp fp;
    char *error;

    g_assert_true(gr3d_asm_fp("exec\n"
                              "  alu\n"
                              "    mad r2.l, u0.l, 1, 0\n"
                              "    mad r2.h, u0.h, 1, 0\n"
                              "    mad r3.l, u1.l, 1, 0\n"
                              "    mad r3.h, u1.h, 1, 0\n"
                              "  dw store s1, r2\n", &fp, &error));
    CHECK_WORDS(fp.pseq, fp.num_execs, 0);
    CHECK_WORDS(fp.mfu_sched, fp.num_execs, 0);
    CHECK_WORDS(fp.tex, fp.num_execs, 0);
    CHECK_WORDS(fp.alu_sched, fp.num_execs, 1);
    CHECK_WORDS(fp.alu, 8 * fp.num_packets, 0x00012808, 0x3f41f200,
                0x00014828, 0x3f41f200, 0x0001a848, 0x3f41f200,
                0x0001c868, 0x3f41f200);
    CHECK_WORDS(fp.dw, fp.num_execs, 0x00028005);
    g_assert_cmpuint(fp.num_mfu, ==, 0);
}

static void test_fp_triangle(void)
{
    Gr3dAsmFp fp;
    char *error;

    g_assert_true(gr3d_asm_fp(
        "exec\n"
        "  mfu sfu rcp r4; mul0 w, sfu, coef0; mul1 w, sfu, coef1; "
        "var0 fp20 t0; var1 fp20 t0; var2 fp20 t0; var3 fp20 t0\n"
        "  alu\n"
        "    mad r3.h, r3, 1, 0\n"
        "    mad r3.l, r2, 1, 0\n"
        "    mad r2.h, r0, 1, 0\n"
        "    mad r2.l, r1, 1, 0\n"
        "  dw store s1, r2\n", &fp, &error));
    CHECK_WORDS(fp.mfu_sched, fp.num_execs, 1);
    CHECK_WORDS(fp.mfu, 2 * fp.num_mfu, 0x104e51ba, 0x00408102);
    CHECK_WORDS(fp.alu_sched, fp.num_execs, 1);
    CHECK_WORDS(fp.alu, 8 * fp.num_packets, 0x0001c0c0, 0x3f41f200,
                0x0001a080, 0x3f41f200, 0x00014000, 0x3f41f200,
                0x00012040, 0x3f41f200);
    CHECK_WORDS(fp.dw, fp.num_execs, 0x00028005);
}

/* A loaded pixel, a texture, a stencil store, discard, fillers */
static void test_fp_known(void)
{
    Gr3dAsmFp fp;
    char *error;

    g_assert_true(gr3d_asm_fp(
        "exec\n"
        "  pseq ld r2, s1\n"
        "  mfu sfu rcp r4; mul0 w, sfu, coef0; mul1 w, sfu, coef1; "
        "var0 fp20 t0; var1 fp20 t0; var2 fx10 t1; var3 fx10 t1\n"
        "  tex r0, tex0, r0\n"
        "  alu\n"
        "    mad.eq kill, r1.h, 1, 0\n"
        "    csel kill, r0, 1, 0\n"
        "    mad.gt kill, r0, 1, -1\n"
        "  dw stencil s2\n"
        "exec\n"
        "  tex r2, tex0, r0\n"
        "  alu\n"
        "  dw store s1, r0\n", &fp, &error));
    CHECK_WORDS(fp.pseq, fp.num_execs, 0x0081000a, 0);
    CHECK_WORDS(fp.mfu_sched, fp.num_execs, 1, 0);
    CHECK_WORDS(fp.mfu, 2 * fp.num_mfu, 0x104e51ba, 0x01830102);
    CHECK_WORDS(fp.tex, fp.num_execs, 0x00000400, 0x00000420);
    CHECK_WORDS(fp.alu_sched, fp.num_execs, 1, 1 << 2 | 1);
    CHECK_WORDS(fp.alu, 8 * fp.num_packets,
                0x00666068, 0x3f41f200, 0xc0266000, 0x3f41f200,
                0x00a66000, 0x3f41fa80, 0x000fe7e8, 0x3e41f200,
                0x000fe7e8, 0x3e41f200, 0x000fe7e8, 0x3e41f200,
                0x000fe7e8, 0x3e41f200, 0x000fe7e8, 0x3e41f200);
    CHECK_WORDS(fp.dw, fp.num_execs, 0x00020409, 0x00020005);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/text/example/vp", test_vp_example);
    g_test_add_func("/text/example/linker", test_link_example);
    g_test_add_func("/text/example/clear", test_fp_clear);
    g_test_add_func("/text/example/triangle", test_fp_triangle);
    g_test_add_func("/text/example/known", test_fp_known);
    return g_test_run();
}
