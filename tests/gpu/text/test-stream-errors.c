/*
 * Command streams as text: what is said of bad ones, and their limits
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "stream-text.h"

/*
 * Errors
 */

static void check_error(const char *text, size_t len, const char *expected)
{
    char *error = NULL;

    g_test_message("%.60s", text);
    g_assert_null(gr3d_stream_parse(text, len, &error));
    g_assert_cmpstr(error, ==, expected);
    g_free(error);
}

/* The line after the head, or after what comes before it, is wrong. */
static const struct {
    const char *text, *error;
} errors[] = {
    { "memory", "line 3: '' is no number from 0 to 67108864" },
    { "memory a", "line 3: '' is no number from 0 to 67108864" },
    { "memory a -1", "line 3: '-1' is no number from 0 to 67108864" },
    { "memory a 67108865",
      "line 3: '67108865' is no number from 0 to 67108864" },
    { "memory a 1 at", "line 3: '' is no number from 0 to 4294967295" },
    { "memory a 1 at 0x100000000",
      "line 3: '0x100000000' is no number from 0 to 4294967295" },
    { "memory a 1 on", "line 3: 'on' is too much" },
    { "memory a 1 at 1 1", "line 3: '1' is too much" },
    { "memory 1a 1", "line 3: a name has letters, digits and '_'" },
    { "memory a-b 1", "line 3: a name has letters, digits and '_'" },
    { "memory name_of_32_letters_and_digits_00 1",
      "line 3: a name has letters, digits and '_'" },
    { "memory m 1", "line 3: there is a memory of this name" },
    { "memory a 0", "line 3: an empty memory" },
    { "memory a 67108864", "line 3: too much memory" },
    { "memory a 4097 at 0xfffff000", "line 3: the address is too high" },
    { "memory a 2 at 0xffffffff", "line 3: the address is too high" },
    { "memory a 1 at 0x1000003f",
      "line 3: the memory overlaps another one" },
    { "memory a 2 at 0x0fffffff",
      "line 3: the memory overlaps another one" },
    { "memory a 1 at 0x10002000\nmemory b 1",
      "line 4: the memory overlaps another one" },
    { "data", "line 3: there is no memory ''" },
    { "data n 0 u8 1", "line 3: there is no memory 'n'" },
    { "data m 65 u8 1", "line 3: '65' is no number from 0 to 64" },
    { "data m 0", "line 3: '' is no type: u8, u16, u32, f32" },
    { "data m 0 u64 1", "line 3: 'u64' is no type: u8, u16, u32, f32" },
    { "data m 0 u8", "line 3: no values" },
    { "data m 0 u8 256", "line 3: '256' is no number of 8 bits" },
    { "data m 0 u8 -129", "line 3: '-129' is no number of 8 bits" },
    { "data m 0 u16 65536", "line 3: '65536' is no number of 16 bits" },
    { "data m 0 u32 0x100000000",
      "line 3: '0x100000000' is no number of 32 bits" },
    { "data m 0 u32 -2147483649",
      "line 3: '-2147483649' is no number of 32 bits" },
    { "data m 0 u32 1.5", "line 3: '1.5' is no number of 32 bits" },
    { "data m 0 f32 x", "line 3: 'x' is no IEEE single" },
    { "data m 0 f32 1e39", "line 3: '1e39' is no IEEE single" },
    { "data m 0 f32 1.0f", "line 3: '1.0f' is no IEEE single" },
    { "data m 0 f32 -0x1p3", "line 3: '-0x1p3' is no IEEE single" },
    { "data m 64 u8 1", "line 3: beyond the end of 'm'" },
    { "data m 61 u32 1", "line 3: beyond the end of 'm'" },
    { "fill m 0 u32 1 17", "line 3: beyond the end of 'm'" },
    { "fill m 0 u32 1", "line 3: '' is no number from 0 to 67108864" },
    { "fill m 0 u32 1 1 1", "line 3: '1' is too much" },
    { "write", "line 3: there is no register ''" },
    { "write NONE 1", "line 3: there is no register 'NONE'" },
    { "write ATTR_BASE 1", "line 3: there is no register 'ATTR_BASE'" },
    { "write ATTR_BASE[16] 1",
      "line 3: there is no register 'ATTR_BASE[16]'" },
    { "write ATTR_BASE[] 1", "line 3: there is no register 'ATTR_BASE[]'" },
    { "write DRAW_PRIM[0] 1",
      "line 3: there is no register 'DRAW_PRIM[0]'" },
    { "write 0x1000 1", "line 3: there is no register '0x1000'" },
    { "write 291 1", "line 3: there is no register '291'" },
    { "write DRAW_PRIM", "line 3: no value" },
    { "write DRAW_PRIM 1 2", "line 3: '2' is too much" },
    { "write DRAW_PRIM x", "line 3: 'x' is no number of 32 bits" },
    { "write DRAW_PRIM COUNT=1", "line 3: the register has no field 'COUNT'" },
    { "write DRAW_PRIM =1", "line 3: the register has no field ''" },
    { "write DRAW_PRIM COUNT_1=", "line 3: '' is no number of 12 bits" },
    { "write DRAW_PRIM COUNT_1=4096",
      "line 3: '4096' is no number of 12 bits" },
    { "write DRAW_PRIM COUNT_1=1 1", "line 3: '1' is not FIELD=VALUE" },
    { "write DRAW_PRIM COUNT_1=0 COUNT_1=0",
      "line 3: bits of 'COUNT_1' were given before" },
    { "write DRAW_PRIM COUNT_1=0 rest=0x00100000",
      "line 3: bits of 'rest' were given before" },
    { "write 0x100 &", "line 3: '&' is no address" },
    { "write 0x100 &n", "line 3: there is no memory 'n'" },
    { "write 0x100 &m+65", "line 3: '65' is no number from 0 to 64" },
    { "write 0x100 &m+", "line 3: '' is no number from 0 to 64" },
    { "write 0x100 fx10(1)", "line 3: 'fx10(1)' is not fx10(LOW, HIGH)" },
    { "write 0x100 fx10(1, 1, 1)",
      "line 3: 'fx10(1, 1, 1)' is not fx10(LOW, HIGH)" },
    { "write 0x100 fx10(1, 1)2",
      "line 3: 'fx10(1, 1)2' is not fx10(LOW, HIGH)" },
    { "write 0x100 fx10(1, x)",
      "line 3: 'fx10(1, x)' is not fx10(LOW, HIGH)" },
    { "write 0x100 fx10(2, 1)", "line 3: fx10 is from -2 to below 2" },
    { "write 0x100 fx10(0, nan)", "line 3: fx10 is from -2 to below 2" },
    { "write 0x100 fp20()", "line 3: 'fp20()' is not fp20(NUMBER)" },
    { "write 0x100 fp20(1, 2)", "line 3: 'fp20(1, 2)' is not fp20(NUMBER)" },
    { "write 0x100 fp20(1", "line 3: ')' is missing" },
    { "write 0x100 1..5f", "line 3: '1..5' is no IEEE single" },
    { "words INST_DATA", "line 3: no values" },
    { "words INST_DATA 1 x", "line 3: 'x' is no number of 32 bits" },
    { "words NONE 1", "line 3: there is no register 'NONE'" },
    { "const", "line 3: '' is no number from 0 to 255" },
    { "const 256 0 0 0 0", "line 3: '256' is no number from 0 to 255" },
    { "const 0", "line 3: a vector has four numbers" },
    { "const 0 1 2 3", "line 3: a vector has four numbers" },
    { "const 0 1 2 3 4 5", "line 3: a vector has four numbers" },
    { "const 0 1 2 3 y", "line 3: 'y' is no IEEE single" },
    { "vp", "line 3: '{' is missing" },
    { "vp 0", "line 3: '{' is missing" },
    { "vp 256 {\n}", "line 3: '256' is no number from 0 to 255" },
    { "vp { NOP\n}", "line 3: 'NOP' is too much" },
    { "vp {\nNOP\n} 1", "line 5: '1' is too much" },
    { "\nvp {\nNOP", "line 4: '}' is missing" },
    { "vp 255 {\nNOP\nNOP\n}", "line 6: more than 256 instructions" },
    { "vp {\n# no\nMOV o0, a0 [ned]\n}",
      "line 5: there is no field or flag \"ned\" here" },
    { "link 32 {\n}", "line 3: '32' is no number from 0 to 31" },
    { "link {", "line 3: '}' is missing" },
    { "link 31 {\nlink v1, t0\nlink v1, t0\n}",
      "line 6: more than 32 instructions" },
    { "link }", "line 3: '}' is no number from 0 to 31" },
    { "fp 0 {\n}", "line 3: '{' is missing" },
    { "fp {\nexec\n", "line 3: '}' is missing" },
    { "image", "line 3: there is no memory ''" },
    { "image n 1 1 4 13", "line 3: there is no memory 'n'" },
    { "image m 4097 1 4 13", "line 3: '4097' is no number from 0 to 4096" },
    { "image m 1 4097 4 13", "line 3: '4097' is no number from 0 to 4096" },
    { "image m 1 1 131073 13",
      "line 3: '131073' is no number from 0 to 131072" },
    { "image m 1 1 4 13 at 65", "line 3: '65' is no number from 0 to 64" },
    { "image m 1 1 4 13 high", "line 3: 'high' is not tiled, flip or at" },
    { "image m 0 1 4 13", "line 3: an empty image" },
    { "image m 1 0 4 13", "line 3: an empty image" },
    { "expect", "line 3: '' cannot be expected" },
    { "expect frames 1", "line 3: 'frames' cannot be expected" },
    { "expect draws", "line 3: '' is no number from 0 to 4294967295" },
    { "expect draws 1 1", "line 3: '1' is too much" },
    { "expect hash n 0", "line 3: there is no memory 'n'" },
    { "expect hash m 0123", "line 3: '0123' is no SHA-256" },
    { "expect u32 m 61 0", "line 3: '61' is no number from 0 to 60" },
    { "expect u8 m 64 0", "line 3: '64' is no number from 0 to 63" },
    { "memory s 3\nexpect u32 s 0 0", "line 4: the memory is too small" },
    { "expect u8 m 0 256", "line 3: '256' is no number of 8 bits" },
    { "expect u8 m 0 1 about 2", "line 3: 'about' is not mask or within" },
    { "expect u8 m 0 1 mask", "line 3: '' is no number from 0 to 4294967295" },
    { "draw 1", "line 3: there is no directive 'draw'" },
    { "gr3d-stream 1", "line 3: there is no directive 'gr3d-stream'" },
    { "write \001", "line 3: a character that is no text" },
};

static void test_errors(void)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(errors); i++) {
        g_autofree char *text = g_strconcat(HEAD, errors[i].text, NULL);
        g_autofree char *more = g_strconcat(text, "\nwrong\n", NULL);

        check_error(text, strlen(text), errors[i].error);
        if (!strstr(errors[i].error, "'}' is missing")) {
            check_error(more, strlen(more), errors[i].error);
        }
    }
}

static void test_error_format(void)
{
    static const char formats[] = HEAD "image m 1 1 4 NONE\n";
    char *error;

    g_assert_null(gr3d_stream_parse(formats, strlen(formats), &error));
    g_assert_true(g_str_has_prefix(error, "line 3: 'NONE' is no number "));
    g_free(error);
}

static void test_error_text(void)
{
    static const char zero[] = "gr3d-stream 1\n\n# a\0b\n";

    check_error("", 0, "line 0: the text is empty");
    check_error("\n # x\n", 6, "line 2: the text is empty");
    check_error("\nwrite 1", 8,
                "line 2: no 'gr3d-stream 1' at the beginning");
    check_error("gr3d-stream", 11, "line 1: '' is no number from 0 to 1");
    check_error("gr3d-stream 2", 13, "line 1: '2' is no number from 0 to 1");
    check_error("gr3d-stream 0", 13, "line 1: version 1 is the only one");
    check_error("gr3d-stream 1 1", 15, "line 1: '1' is too much");
    check_error(zero, sizeof(zero) - 1, "line 3: a zero byte");
    check_error("", GR3D_STREAM_TEXT + 1, "line 0: the text is too long");
}

/*
 * Limits
 */

/* Repeat @line @num times, "%u" in it counted. */
static char *repeat(const char *head, const char *line, unsigned num)
{
    g_auto(GStrv) part = g_strsplit(line, "%u", 2);
    GString *text = g_string_new(head);

    for (unsigned i = 0; i < num; i++) {
        g_string_append(text, part[0]);
        if (part[0] && part[1]) {
            g_string_append_printf(text, "%u%s", i, part[1]);
        }
    }
    return g_string_free(text, FALSE);
}

static const struct {
    const char *head, *line;
    unsigned max;
    const char *error;
} limits[] = {
    { "gr3d-stream 1\n", "memory m%u 4096\n", 1024,
      "line 1026: too many memories" },
    { "gr3d-stream 1\n", "memory m%u 4194304\n", 16,
      "line 18: too much memory" },
    { "gr3d-stream 1\nmemory m 0x4000000\n", "fill m 0 u32 1 0x1000000\n", 2,
      "line 5: too much is filled" },
    { HEAD, "image m 1 1 4 13\n", 16, "line 19: too many images" },
    { HEAD, "expect draws 0\n", 65536, "line 65539: too many expectations" },
    { HEAD "words 0x100", " 0", 1 << 20,
      "line 3: too many register writes" },
    { HEAD "write 0x100 ", "0", 159, "line 3: a word is too long" },
};

static void test_limits(void)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(limits); i++) {
        g_autofree char *fits = repeat(limits[i].head, limits[i].line,
                                       limits[i].max);
        g_autofree char *more = repeat(limits[i].head, limits[i].line,
                                       limits[i].max + 1);

        gr3d_stream_free(parse(fits));
        check_error(more, strlen(more), limits[i].error);
    }
}

static void test_add(void)
{
    Gr3dStream *s = gr3d_stream_new();
    const Gr3dMemory *m;
    const char *error;

    m = gr3d_stream_add_memory(s, "a", 8, 0xfffffff8u, &error);
    g_assert_true(m == gr3d_stream_memory(s, "a") && !error);
    g_assert_null(gr3d_stream_add_memory(s, "b", 9, 0xfffffff0u, &error));
    g_assert_cmpstr(error, ==, "the memory overlaps another one");
    g_assert_null(gr3d_stream_add_memory(s, "b", 2, 0xffffffffll, &error));
    g_assert_cmpstr(error, ==, "the address is too high");
    g_assert_nonnull(gr3d_stream_add_memory(s, "b", 8, 0xfffffff0u, &error));
    for (unsigned i = 0; i < GR3D_STREAM_WRITES; i++) {
        g_assert_true(gr3d_stream_add_write(s, 0x100, i, 0));
    }
    g_assert_false(gr3d_stream_add_write(s, 0x100, 0, 0));
    gr3d_stream_free(s);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/stream-errors/errors", test_errors);
    g_test_add_func("/stream-errors/error-format", test_error_format);
    g_test_add_func("/stream-errors/error-text", test_error_text);
    g_test_add_func("/stream-errors/limits", test_limits);
    g_test_add_func("/stream-errors/add", test_add);
    return g_test_run();
}
