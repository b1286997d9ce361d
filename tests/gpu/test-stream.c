/*
 * Command streams as text: what each line means, what is said of bad ones,
 * the worked examples, and what is expected
 *
 * Register numbers, words and pixels are those of
 * docs/specs/tegra-gr3d-registers.rst and tegra-gr3d-programming.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "gr3d_stream.h"

/*
 * Texts
 */

static char *read_source(const char *path)
{
    g_autofree char *full = g_build_filename(GPU_TESTS, path, NULL);
    char *text;

    g_assert_true(g_file_get_contents(full, &text, NULL, NULL));
    return text;
}

static char *replace(const char *text, const char *what, const char *with)
{
    g_auto(GStrv) part = g_strsplit(text, what, 2);

    g_assert_cmpuint(g_strv_length(part), ==, 2);
    return g_strconcat(part[0], with, part[1], NULL);
}

/* The example of the page that describes the form: its indented lines */
static char *read_example(void)
{
    g_autofree char *page =
        read_source("../../docs/specs/tegra-gr3d-stream.rst");
    g_auto(GStrv) line = g_strsplit(page, "\n", -1);
    GString *text = g_string_new(NULL);

    for (unsigned i = 0; line[i]; i++) {
        bool begin = g_str_has_prefix(line[i], "    gr3d-stream 1");

        if (text->len && *line[i] && *line[i] != ' ') {
            break;
        }
        if (begin || text->len) {
            g_string_append(text, line[i] + MIN(strlen(line[i]), 4));
            g_string_append_c(text, '\n');
        }
    }
    g_assert_cmpuint(text->len, >, 1000);
    return g_string_free(text, FALSE);
}

static Gr3dStream *parse(const char *text)
{
    char *error;
    Gr3dStream *s = gr3d_stream_parse(text, strlen(text), &error);

    g_assert_cmpstr(error, ==, NULL);
    g_assert_nonnull(s);
    return s;
}

/* @text follows these two lines */
#define HEAD    "gr3d-stream 1\nmemory m 64\n"
#define M       0x10000000

/*
 * Writes
 */

typedef struct Writes {
    const char *text;
    unsigned num;
    uint32_t reg, value[4];     /* all to one register */
} Writes;

static const Writes writes[] = {
    { "", 0, 0, { 0 } },
    { "   # nothing", 0, 0, { 0 } },
    { "write SET_PRIM 0x15000000", 1, 0x122, { 0x15000000 } },
    { "write SET_PRIM 17 # a comment", 1, 0x122, { 17 } },
    { "\twrite\tSET_PRIM  -1\r", 1, 0x122, { 0xffffffff } },
    { "write SET_PRIM -2147483648", 1, 0x122, { 0x80000000 } },
    { "write SET_PRIM 4294967295", 1, 0x122, { 0xffffffff } },
    { "write 0x123 7", 1, 0x123, { 7 } },
    { "write 0xfff 7", 1, 0xfff, { 7 } },
    { "write ATTR_BASE[15] 1", 1, 0x11e, { 1 } },
    { "write ATTR_MODE[1] 1", 1, 0x103, { 1 } },
    { "write ATTR_BASE[0] &m", 1, 0x100, { M } },
    { "write ATTR_BASE[0] &m+0x30", 1, 0x100, { M + 48 } },
    { "write ATTR_BASE[0] &m+64", 1, 0x100, { M + 64 } },
    { "write 0x100 0.5f", 1, 0x100, { 0x3f000000 } },
    { "write 0x100 -1e3f", 1, 0x100, { 0xc47a0000 } },
    { "write 0x100 0f", 1, 0x100, { 0 } },
    { "write 0x100 0x0f", 1, 0x100, { 15 } },
    { "write 0x100 inff", 1, 0x100, { 0x7f800000 } },
    { "write 0x100 -inff", 1, 0x100, { 0xff800000 } },
    { "write 0x100 nanf", 1, 0x100, { 0x7fc00000 } },
    { "write 0x100 1e-45f", 1, 0x100, { 1 } },
    { "write 0x100 fx10(1.0, 0.75)", 1, 0x100, { 0x00030100 } },
    { "write 0x100 fx10( -2,1.99609375 )", 1, 0x100, { 0x0007fe00 } },
    { "write 0x100 fp20(1.0)", 1, 0x100, { 0x3e000 } },
    { "write 0x100 fp20(-2)", 1, 0x100, { 0xc0000 } },
    { "write 0x100 fp20(0.5)", 1, 0x100, { 0x3c000 } },
    { "write SET_PRIM PRIM_TYPE=5 DRAW_MODE=1", 1, 0x122, { 0x15000000 } },
    { "write DRAW_PRIM START_VTX=-1", 1, 0x123, { 0x000fffff } },
    { "write DRAW_PRIM COUNT_1=0xfff", 1, 0x123, { 0xfff00000 } },
    { "write SET_PRIM rest=0x00f00000 PRIM_TYPE=0", 1, 0x122,
      { 0x00f00000 } },
    { "words INST_DATA 1", 1, 0x206, { 1 } },
    { "words INST_DATA 1 -1 &m 1.0f", 4, 0x206,
      { 1, 0xffffffff, M, 0x3f800000 } },
};

static const Gr3dStreamWrite *write_at(const Gr3dStream *s, unsigned i)
{
    return &g_array_index(s->writes, Gr3dStreamWrite, i);
}

static void test_writes(void)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(writes); i++) {
        g_autofree char *text = g_strconcat(HEAD, writes[i].text, NULL);
        Gr3dStream *s = parse(text);

        g_test_message("%s", writes[i].text);
        g_assert_cmpuint(s->writes->len, ==, writes[i].num);
        for (unsigned j = 0; j < writes[i].num; j++) {
            g_assert_cmphex(write_at(s, j)->reg, ==, writes[i].reg);
            g_assert_cmphex(write_at(s, j)->value, ==, writes[i].value[j]);
            g_assert_cmpuint(write_at(s, j)->line, ==, 3);
        }
        gr3d_stream_free(s);
    }
}

/* Pairs of register and value */
static void check_pairs(const char *block, const uint32_t *pair, unsigned num)
{
    g_autofree char *text = g_strconcat(HEAD, block, "\n", NULL);
    Gr3dStream *s = parse(text);

    g_assert_cmpuint(s->writes->len, ==, num);
    for (unsigned i = 0; i < num; i++) {
        g_assert_cmphex(write_at(s, i)->reg, ==, pair[2 * i]);
        g_assert_cmphex(write_at(s, i)->value, ==, pair[2 * i + 1]);
    }
    gr3d_stream_free(s);
}

#define CHECK_PAIRS(block, ...) do {                                    \
        static const uint32_t pair_[] = { __VA_ARGS__ };                \
        check_pairs(block, pair_, G_N_ELEMENTS(pair_) / 2);             \
    } while (0)

static void test_const(void)
{
    CHECK_PAIRS("const 4 0.5 0 -0 0x3f800000",
                0x207, 16, 0x208, 0x3f000000, 0x208, 0, 0x208, 0x80000000,
                0x208, 0x3f800000);
    CHECK_PAIRS("const 0xff 1 1 1 1  inf -inf 2 2",
                0x207, 1020, 0x208, 0x3f800000, 0x208, 0x3f800000,
                0x208, 0x3f800000, 0x208, 0x3f800000, 0x208, 0x7f800000,
                0x208, 0xff800000, 0x208, 0x40000000, 0x208, 0x40000000);
}

/* The words are those of the two worked examples. */
static void test_blocks(void)
{
    CHECK_PAIRS("vp {\n  MOV o0, a0 [end] # all\n\n}",
                0x205, 0, 0x206, 0x401f9c6c, 0x206, 0x0040000d,
                0x206, 0x8106c083, 0x206, 0x6041ff81);
    CHECK_PAIRS("vp 255 {\nMOV o0, a0 [end]\n  }  # end",
                0x205, 1020, 0x206, 0x401f9c6c, 0x206, 0x0040000d,
                0x206, 0x8106c083, 0x206, 0x6041ff81);
    CHECK_PAIRS("vp {\n}", 0x205, 0);
    CHECK_PAIRS("link {\nlink v1, t0: x->1 fp20, y->0 fp20, z->2 fp20, "
                "w->3 fp20\nlink v1, t0\n}",
                0x300, 8, 0x301, 0xfecd, 0x302, 8, 0x303, 0xfedc);
    CHECK_PAIRS("link 31 {\nlink v1, t0\n}", 0x33e, 8, 0x33f, 0xfedc);
    CHECK_PAIRS("fp {\n}", 0xe22, 0, 0x603, 0, 0x803, 0);
}

/* The clear's fragment program, then an EXEC that has a complement word */
static void test_fp_block(void)
{
    CHECK_PAIRS("fp {\nexec\nalu\nmad r2.l, u0.l, 1, 0\n"
                "mad r2.h, u0.h, 1, 0\nmad r3.l, u1.l, 1, 0\n"
                "mad r3.h, u1.h, 1, 0\ndw store s1, r2\n"
                "exec\np2cx 0x89abcdef\n}",
                0xe22, 0, 0x603, 0, 0x803, 0, 0x541, 0, 0x541, 0,
                0x601, 0, 0x601, 0, 0x701, 0, 0x701, 0, 0x801, 1, 0x801, 0,
                0x804, 0x00012808, 0x804, 0x3f41f200,
                0x804, 0x00014828, 0x804, 0x3f41f200,
                0x804, 0x0001a848, 0x804, 0x3f41f200,
                0x804, 0x0001c868, 0x804, 0x3f41f200,
                0x806, 0, 0x806, 0x89abcdef, 0x901, 0x00028005, 0x901, 0);
}

/*
 * Memory
 */

typedef struct Content {
    const char *text;
    unsigned offset, num;
    uint8_t bytes[12];
} Content;

static const Content contents[] = {
    { "data m 0 u8 1 -1 255 0x7f -128", 0, 6, { 1, 255, 255, 127, 128, 0 } },
    { "data m 1 u16 0x1234 -1", 0, 6, { 0, 0x34, 0x12, 255, 255, 0 } },
    { "data m 0x3c u32 0x12345678", 59, 5, { 0, 0x78, 0x56, 0x34, 0x12 } },
    { "data m 0 u32 &m+1 fx10(1, 0.75)", 0, 8, { 1, 0, 0, 16, 0, 1, 3, 0 } },
    { "data m 0 f32 1 -0.5 0x12345678", 0, 12,
      { 0, 0, 0x80, 0x3f, 0, 0, 0, 0xbf, 0x78, 0x56, 0x34, 0x12 } },
    { "data m 2 u8 1\ndata m + u8 2\nfill m + u8 3 2\ndata m + u8 4", 1, 7,
      { 0, 1, 2, 3, 3, 4, 0 } },
    { "fill m 0 u16 0x1234 2", 0, 5, { 0x34, 0x12, 0x34, 0x12, 0 } },
    { "fill m 63 u8 9 1", 62, 2, { 0, 9 } },
    { "fill m 64 u32 9 0", 60, 4, { 0 } },
    { "data m 0 u8 1 2\ndata m 0 u8 3", 0, 3, { 3, 2, 0 } },
};

static void test_contents(void)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(contents); i++) {
        const Content *c = &contents[i];
        g_autofree char *text = g_strconcat(HEAD, c->text, NULL);
        Gr3dStream *s = parse(text);

        g_test_message("%s", c->text);
        g_assert_cmpmem(s->memory[0].data + c->offset, c->num, c->bytes,
                        c->num);
        gr3d_stream_free(s);
    }
}

static void check_place(const Gr3dStream *s, const char *name, uint32_t addr,
                        uint32_t size)
{
    const Gr3dMemory *m = gr3d_stream_memory(s, name);

    g_assert_nonnull(m);
    g_assert_cmphex(m->addr, ==, addr);
    g_assert_cmphex(m->size, ==, size);
}

static void test_places(void)
{
    Gr3dStream *s = parse("gr3d-stream 1\n"
                          "memory a 1\nmemory b 4096\nmemory c 4097\n"
                          "memory top 4096 at 0xfffff000\n"
                          "memory _low_9 16 at 0\nmemory next 1 at 16\n"
                          "memory d 5\n"
                          "memory name_of_31_letters_and_digits_0 1\n");

    check_place(s, "a", 0x10000000, 1);
    check_place(s, "b", 0x10002000, 4096);
    check_place(s, "c", 0x10004000, 4097);
    check_place(s, "d", 0x10007000, 5);
    check_place(s, "top", 0xfffff000, 4096);
    check_place(s, "_low_9", 0, 16);
    check_place(s, "next", 16, 1);
    g_assert_null(gr3d_stream_memory(s, "e"));
    gr3d_stream_free(s);
}

static void test_images(void)
{
    Gr3dStream *s = parse(HEAD "image m 4 3 16 13\n"
                          "image m 4096 4096 131072 R8G8B8A8 flip at 8 tiled");
    const Gr3dStreamImage *i = (const Gr3dStreamImage *)s->images->data;

    g_assert_cmpuint(s->images->len, ==, 2);
    g_assert_true(i[0].width == 4 && i[0].height == 3 && i[0].pitch == 16);
    g_assert_true(i[0].format == 13 && !i[0].tiled && !i[0].flip);
    g_assert_true(i[1].width == 4096 && i[1].height == 4096);
    g_assert_true(i[1].pitch == 131072 && i[1].format == 13);
    g_assert_true(i[1].tiled && i[1].flip && i[1].offset == 8);
    gr3d_stream_free(s);
}

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

/* @line @num times, "%u" in it counted */
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
    { "gr3d-stream 1\n", "memory m%u 1048576\n", 64,
      "line 66: too many memories" },
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

/*
 * Runs
 */

static uint32_t word_at(const Gr3dStream *s, const char *name, uint32_t offset)
{
    const Gr3dMemory *m = gr3d_stream_memory(s, name);
    uint32_t value;

    g_assert_cmpuint(offset + 4, <=, m->size);
    memcpy(&value, m->data + offset, 4);
    return GUINT32_FROM_LE(value);
}

static void run(Gr3dStream *s)
{
    Gr3dReplay replay;

    gr3d_stream_run(s, &replay, 0, NULL, NULL);
    g_assert_cmpuint(replay.events->len, ==, 0);
    g_assert_cmpuint(replay.draws, ==, 1);
    gr3d_replay_clear(&replay);
}

#define KEPT    0xdeadbeef

static const struct {
    unsigned col, row;
    uint32_t word;
} triangle[] = {
    { 127, 190, 0xff0103fc }, { 128, 190, 0xff0301fc },
    { 64, 64, 0xff01fe01 }, { 191, 64, 0xfffe0101 },
    { 128, 106, 0xff575555 }, { 128, 110, 0xff53515d },
    { 96, 100, 0xff1d9a49 }, { 128, 64, 0xff807f01 },
    { 63, 64, KEPT }, { 192, 64, KEPT }, { 128, 191, KEPT },
    { 128, 63, KEPT },
};

static void test_triangle(void)
{
    g_autofree char *scene = read_source("scenes/triangle.gr3d");
    g_autofree char *text = replace(scene, "memory color 262144\n",
                                    "memory color 262144\n"
                                    "fill color 0 u32 0xdeadbeef 65536\n");
    Gr3dStream *s = parse(text);
    unsigned drawn = 0;

    run(s);
    for (unsigned i = 0; i < G_N_ELEMENTS(triangle); i++) {
        uint32_t at = 4 * (triangle[i].col + 256 * triangle[i].row);

        g_assert_cmphex(word_at(s, "color", at), ==, triangle[i].word);
    }
    for (unsigned i = 0; i < 65536; i++) {
        drawn += word_at(s, "color", 4 * i) != KEPT;
    }
    g_assert_cmpuint(drawn, ==, 8192);
    gr3d_stream_free(s);
}

static void test_clear(void)
{
    g_autofree char *text = read_source("scenes/clear-quad.gr3d");
    Gr3dStream *s = parse(text);

    run(s);
    for (unsigned i = 0; i < 16384; i++) {
        g_assert_cmphex(word_at(s, "color", 4 * i), ==, 0xff40bfff);
    }
    gr3d_stream_free(s);
}

static void check_example(const char *text)
{
    Gr3dStream *s = parse(text);

    run(s);
    for (unsigned i = 0; i < 256; i++) {
        g_assert_cmphex(word_at(s, "color", 4 * i), ==, 0xff40bfff);
    }
    gr3d_stream_free(s);
}

/* As it is, and with its memory at the ends of the address space */
static void test_example(void)
{
    g_autofree char *text = read_example();
    g_autofree char *high = replace(text, "memory color 1024",
                                    "memory color 1024 at 0xfffffc00");
    g_autofree char *low = replace(text, "memory color 1024",
                                   "memory color 1024 at 0");
    g_autofree char *verts = replace(text, "memory verts 64",
                                     "memory verts 64 at 0xffffffc0");

    check_example(text);
    check_example(high);
    check_example(low);
    check_example(verts);
}

/* A target of which only the first row is there, at the last address */
static void test_edge(void)
{
    g_autofree char *text = read_example();
    g_autofree char *less = replace(text, "memory color 1024",
                                    "memory color 64 at 0xffffffc0");
    g_autofree char *fill = replace(less, "0xdeadbeef 256", "0xdeadbeef 16");
    g_autofree char *last = replace(fill, "color 1020", "color 60");
    Gr3dStream *s = parse(last);
    Gr3dReplay replay;

    gr3d_stream_run(s, &replay, 0, NULL, NULL);
    for (unsigned i = 0; i < 16; i++) {
        g_assert_cmphex(word_at(s, "color", 4 * i), ==, 0xff40bfff);
    }
    gr3d_replay_clear(&replay);
    gr3d_stream_free(s);
}

/* 4096 vertices that run into the limit of VPE_TIMEOUT, and once more */
static void test_max_work(void)
{
    g_autofree char *text = read_example();
    g_autofree char *loop = replace(text, "MOV o0, a0 [end]",
                                    "again: BRI again");
    g_autofree char *many = replace(loop, "COUNT_1=3",
                                    "COUNT_1=4095\nwrite DRAW_PRIM 0");
    Gr3dStream *s = parse(many);
    Gr3dReplay replay;

    gr3d_stream_run(s, &replay, 100000, NULL, NULL);
    g_assert_true(replay.cancelled);
    g_assert_cmpuint(replay.draws, ==, 2);
    g_assert_cmpuint(replay.work, <, 1000000);
    g_assert_cmpuint(replay.stats.vertices, <, 100);
    g_assert_cmphex(word_at(s, "color", 0), ==, KEPT);
    gr3d_replay_clear(&replay);
    gr3d_stream_free(s);
}

/*
 * Expectations
 */

/* SHA-256 of 64 zero bytes, and of the same with the first one 1 */
#define HASH_ZEROS  \
    "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b"
#define HASH_OTHER  \
    "05a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b"

/* Of a block z of zeros, and of a block w with the bytes 0x81, 0x82 ... */
static const struct {
    const char *text, *report;
} expectations[] = {
    { "hash z " HASH_ZEROS, "" },
    { "hash z " HASH_OTHER, "hash of z: expected " HASH_OTHER ", found "
      HASH_ZEROS },
    { "u8 w 0 0x81", "" },
    { "u8 w 0 -127", "" },
    { "u8 w 1 0x81", "w+0x1: expected 0x81, found 0x82" },
    { "u16 w 0 0x8281", "" },
    { "u16 w 6 0x8281", "w+0x6: expected 0x8281, found 0x8887" },
    { "u32 w 0 0x84838281", "" },
    { "u32 w 1 0x85848382", "" },
    { "u32 w 4 0x88878685", "" },
    { "u32 w 4 0x98878685", "w+0x4: expected 0x98878685, found 0x88878685" },
    { "u32 w 4 0x98878685 mask 0x0fffffff", "" },
    { "u32 w 4 0x98878684 mask 0x0fffffff",
      "w+0x4: expected 0x08878684, found 0x08878685" },
    { "u32 w 4 0x88878684 within 1", "" },
    { "u32 w 4 0x88878686 within 1", "" },
    { "u32 w 4 0x88878687 within 1",
      "w+0x4: expected 0x88878687, found 0x88878685" },
    { "u32 w 4 0xff008700 mask 0xff00 within 0x100", "" },
    { "u32 w 4 0xff008800 mask 0xff00 within 0x100",
      "w+0x4: expected 0x00008800, found 0x00008600" },
    { "f32 z 0 0", "" },
    { "f32 z 0 -0", "z+0x0: expected 0x80000000, found 0x00000000" },
    { "draws 1", "" },
    { "draws 0", "draws: expected 0, found 1" },
    { "unknown 2", "" },
    { "unknown 1", "unknown: expected 1, found 2" },
    { "increments 1", "" },
    { "increments 2", "increments: expected 2, found 1" },
    { "events 0", "" },
    { "events 7", "events: expected 7, found 0" },
    { "vertices 4", "" },
    { "vertices 3", "vertices: expected 3, found 4" },
    { "primitives 2", "" },
    { "primitives 3", "primitives: expected 3, found 2" },
    { "rasterised 2", "" },
    { "rasterised 0", "rasterised: expected 0, found 2" },
    { "fragments 256", "" },
    { "fragments 255", "fragments: expected 255, found 256" },
};

/* What is expected of the page's example with this in addition */
static char *expectation_text(unsigned *line)
{
    g_autofree char *example = read_example();
    GString *text = g_string_new(example);

    g_string_append(text, "memory z 64\nmemory w 8\n"
                    "data w 0 u32 0x84838281 0x88878685\n"
                    "write INCR_SYNCPT 0x112\nwords 0xfff 1 2\n");
    *line = 1;
    for (const char *at = text->str; *at; at++) {
        *line += *at == '\n';
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(expectations); i++) {
        g_string_append_printf(text, "expect %s\n", expectations[i].text);
    }
    return g_string_free(text, FALSE);
}

static void test_expect(void)
{
    g_autoptr(GString) wanted = g_string_new(NULL);
    g_autoptr(GString) report = g_string_new(NULL);
    unsigned first, missed = 0;
    g_autofree char *text = expectation_text(&first);
    Gr3dStream *s = parse(text);
    Gr3dReplay replay;

    for (unsigned i = 0; i < G_N_ELEMENTS(expectations); i++) {
        if (*expectations[i].report) {
            g_string_append_printf(wanted, "line %u: %s\n", first + i,
                                   expectations[i].report);
            missed++;
        }
    }
    gr3d_stream_run(s, &replay, 0, NULL, NULL);
    g_assert_cmpuint(gr3d_stream_check(s, &replay, report), ==, missed);
    g_assert_cmpstr(report->str, ==, wanted->str);
    gr3d_replay_clear(&replay);
    gr3d_stream_free(s);
}

/* An event is one kind of one draw. */
static void test_expect_events(void)
{
    g_autofree char *text = read_example();
    g_autofree char *bad = replace(text, "PRIM_TYPE=5", "PRIM_TYPE=7");
    g_autofree char *twice = replace(bad, "expect events 0",
                                     "write DRAW_PRIM 0\nexpect events 2");
    g_autofree char *draws = replace(twice, "expect fragments 256",
                                     "expect fragments 0");
    g_autoptr(GString) report = g_string_new(NULL);
    Gr3dStream *s = parse(draws);
    Gr3dReplay replay;

    gr3d_stream_run(s, &replay, 0, NULL, NULL);
    g_assert_cmpuint(gr3d_stream_check(s, &replay, report), ==, 2);
    g_assert_true(strstr(report->str, "color+0x0: expected 0xff40bfff, "
                         "found 0xdeadbeef\n"));
    g_assert_null(strstr(report->str, "events"));
    gr3d_replay_clear(&replay);
    gr3d_stream_free(s);
}

/*
 * Mutations
 */

static void mutate(GString *text, GRand *rnd)
{
    static const char *const inserts[] = {
        " ", "\n", "-", "0x", "99999999999", "{", "}", "(", ")", "=", "+",
        "#", "&", "[", "]", "nan", "f", "\t", "\r", ",", "fp {\n", "}\n",
    };
    unsigned at = g_rand_int_range(rnd, 0, text->len);
    unsigned len = g_rand_int_range(rnd, 1, 9);

    /* mostly other numbers, which give another stream */
    switch (g_rand_int_range(rnd, 0, 12)) {
    case 0:
        text->str[at] = g_rand_int(rnd);
        break;
    case 1:
        g_string_erase(text, at, MIN(len, text->len - at));
        break;
    case 2:
        g_string_insert(text, at,
                        inserts[g_rand_int_range(rnd, 0,
                                                 G_N_ELEMENTS(inserts))]);
        break;
    default:
        at += strcspn(text->str + at, "0123456789");
        if (at < text->len) {
            text->str[at] = '0' + g_rand_int_range(rnd, 0, 10);
        }
        break;
    }
}

/* Either a stream or an error; what is a stream runs to its end. */
static bool try_mutation(const GString *text, bool draw)
{
    char *error;
    Gr3dStream *s = gr3d_stream_parse(text->str, text->len, &error);
    Gr3dReplay replay;

    g_assert_true(!s == !!error);
    g_free(error);
    if (s && draw) {
        g_autoptr(GString) report = g_string_new(NULL);

        gr3d_stream_run(s, &replay, 100000, NULL, NULL);
        gr3d_stream_check(s, &replay, report);
        gr3d_replay_clear(&replay);
    }
    gr3d_stream_free(s);
    return s != NULL;
}

static void check_mutations(const char *original, unsigned num, bool draw)
{
    GRand *rnd = g_rand_new_with_seed(20);
    unsigned good = 0;

    for (unsigned i = 0; i < num; i++) {
        g_autoptr(GString) text = g_string_new(original);

        for (int n = g_rand_int_range(rnd, 1, 4); n; n--) {
            mutate(text, rnd);
        }
        good += try_mutation(text, draw);
    }
    g_test_message("%u of %u are streams", good, num);
    g_assert_cmpuint(good, >, num / 10);
    g_assert_cmpuint(num - good, >, num / 10);
    g_rand_free(rnd);
}

static void test_mutations(void)
{
    g_autofree char *example = read_example();
    g_autofree char *triangle = read_source("scenes/triangle.gr3d");
    g_autofree char *clear = read_source("scenes/clear-quad.gr3d");

    check_mutations(example, 3000, true);
    check_mutations(triangle, 2000, false);
    check_mutations(clear, 2000, false);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/stream/writes", test_writes);
    g_test_add_func("/stream/const", test_const);
    g_test_add_func("/stream/blocks", test_blocks);
    g_test_add_func("/stream/fp-block", test_fp_block);
    g_test_add_func("/stream/contents", test_contents);
    g_test_add_func("/stream/places", test_places);
    g_test_add_func("/stream/images", test_images);
    g_test_add_func("/stream/errors", test_errors);
    g_test_add_func("/stream/error-format", test_error_format);
    g_test_add_func("/stream/error-text", test_error_text);
    g_test_add_func("/stream/limits", test_limits);
    g_test_add_func("/stream/add", test_add);
    g_test_add_func("/stream/triangle", test_triangle);
    g_test_add_func("/stream/clear", test_clear);
    g_test_add_func("/stream/example", test_example);
    g_test_add_func("/stream/edge", test_edge);
    g_test_add_func("/stream/max-work", test_max_work);
    g_test_add_func("/stream/expect", test_expect);
    g_test_add_func("/stream/expect-events", test_expect_events);
    g_test_add_func("/stream/mutations", test_mutations);
    return g_test_run();
}
