/*
 * Tests of the V3D engine's QPU assembler and disassembler
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "hw/gpu/v3d/text/qpu_text.h"

typedef struct Case {
    uint64_t word;
    const char *text;
} Case;

/*
 * Of the JayStation2 posts, whose comments say what each instruction does; then
 * fields put together by hand
 */
static const Case cases[] = {
    { 0x110059e0203e3df7,
      "nop -, ra15, varyb ; fmul r0, ra15, varyb ; pm ; ws" },
    { 0x11024821213e3177, "fadd r0, r0, r5 ; fmul r1, ra15, varyb ; pm" },
    { 0x11020e67013e3377, "fadd t0t, r1, r5 ; nop -, ra15, varyb ; pm" },
    { 0x10020e27159e7000, "mov t0s, r0 ; nop" },
    { 0xa00009e7009e7000, "nop ; nop ; ldtmu0" },
    { 0x10020ba7159e7924, "mov tlb_c, r4 ; nop -, r4" },
    { 0xd14059e520820df7, "nop -, unif, 1.0 ; fmul r5a.8a, unif, 1.0 ; pm" },
    { 0x100229e702380dc0, "fsub.sf -, ra14, rb0 ; nop" },
    { 0x1022c003278274b4, "ftoi ra0.16b, r2 ; fmul.ifzc rb3, unif, r4" },
    { 0x1d3248e2959e7909, "mov r3, r4.8c ; mov r2.8888, r1 ; pm" },
    { 0xd00049e1809ff000, "nop ; mov r1, r0 ; rot 15" },
    { 0xd00049e1809f0000, "nop ; mov r1, r0 ; rot r5" },
    { 0xd00258016c9d01ca, "add r0, r0, -16 ; v8muld ra1, r1, r2" },
    { 0xd2020827060efdc0, "fmaxabs r0, ra3.16a, 0.5 ; nop" },
    { 0x300c10a7119a7180, "shl.ifcs rb2, r0, elem ; nop ; end" },
    { 0x500009e700c33000, "nop ; nop ; reada vpm ; readb mutexb ; sbdone" },
    { 0xe0020c6700301a00, "ldi vr_setup, 0x00301a00" },
    { 0xe60868440000ff00, "ldiu.sf.ifns r1, 0x0000ff00 ; ldiu rb4" },
    { 0xe80009e700000013, "sem.never -, 0x00000013" },
    { 0xf03809e7ffffffc0, "brr.anyzc -, -, -64" },
    { 0xf0f4a0e700000010, "bra ra3, -, ra5 + 0x00000010" },
    { 0xf040f9df00000100, "bra.allns -, ra31, 0x00000100 ; addr 7" },
};

static void assemble(const char *text, uint64_t expect)
{
    g_autoptr(GArray) words = g_array_new(false, false, sizeof(uint64_t));
    g_autofree char *error = NULL;

    v3d_qpu_assemble(text, words, &error);
    g_assert_cmpstr(error, ==, NULL);
    g_assert_cmpuint(words->len, ==, 1);
    g_assert_cmphex(g_array_index(words, uint64_t, 0), ==, expect);
}

static void test_known(void)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GString) out = g_string_new(NULL);

        v3d_qpu_print(out, cases[i].word);
        g_assert_cmpstr(out->str, ==, cases[i].text);
        assemble(cases[i].text, cases[i].word);
    }
}

/* Every bit that is meant goes through the text. */
static void test_random(void)
{
    for (unsigned n = 0; n < 50000; n++) {
        g_autoptr(GString) out = g_string_new(NULL);
        uint64_t word = (uint64_t)g_test_rand_int() << 32 |
                        (uint32_t)g_test_rand_int();

        word = (word & ~(15ull << 60)) | (uint64_t)n << 60;
        word &= v3d_qpu_meant(word);
        v3d_qpu_print(out, word);
        assemble(out->str, word);
    }
}

static void test_labels(void)
{
    static const char text[] =
        "# three instructions\n"
        "start: nop ; nop\n"
        "\n"
        "  brr.anyzs -, -, start  # back\n"
        "end:\n"
        "  brr -, -, end\n";
    g_autoptr(GArray) words = g_array_new(false, false, sizeof(uint64_t));
    g_autofree char *error = NULL;

    g_assert_true(v3d_qpu_assemble(text, words, &error));
    g_assert_cmpuint(words->len, ==, 3);
    g_assert_cmphex((uint32_t)g_array_index(words, uint64_t, 1), ==,
                    (uint32_t)-40);
    g_assert_cmphex((uint32_t)g_array_index(words, uint64_t, 2), ==,
                    (uint32_t)-32);
}

static void test_program(void)
{
    static const uint64_t words[] = { 0xa00009e7009e7000, 0xf03809e7ffffffc0 };
    g_autoptr(GString) out = g_string_new(NULL);

    v3d_qpu_print_program(out, words, 2, 0xc0001000);
    g_assert_cmpstr(out->str, ==,
                    "c0001000: a00009e7009e7000  nop ; nop ; ldtmu0\n"
                    "c0001008: f03809e7ffffffc0  brr.anyzc -, -, -64"
                    " -> c0000fe8\n");
}

static void test_errors(void)
{
    static const char *const wrong[] = {
        "fadd", "fadd r0", "fadd r9, r0, r1", "fadd r0, ra1, ra2",
        "fadd r0, r1, 17", "fadd r0, r1, 0.3", "fadd ra0, r1 ; fmul ra1, r2",
        "fadd r0.8z, r1", "fadd.ifxs r0, r1", "fadd r0, r1, 1 ; nop ; ldtmu0",
        "hello", "nop ; nop ; nop", "ldi r0", "brr -, -, nowhere",
        "brr -, -, rb3 + 4", "nop ; nop ; rot 16",
        "fadd r0, r1, rb1 ; reada rb2",
        "fadd r0, r1 ; fmul r0.8a, r1", "nop ; nop ; end ; ldtmu0",
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(wrong); i++) {
        g_autoptr(GArray) words = g_array_new(false, false, sizeof(uint64_t));
        g_autofree char *error = NULL;
        g_autofree char *text = g_strdup_printf("nop\n%s\n", wrong[i]);

        g_test_message("%s", wrong[i]);
        g_assert_false(v3d_qpu_assemble(text, words, &error));
        g_assert_true(g_str_has_prefix(error, "line 2: bad "));
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/v3d/qpu-text/known", test_known);
    g_test_add_func("/v3d/qpu-text/random", test_random);
    g_test_add_func("/v3d/qpu-text/labels", test_labels);
    g_test_add_func("/v3d/qpu-text/program", test_program);
    g_test_add_func("/v3d/qpu-text/errors", test_errors);
    return g_test_run();
}
