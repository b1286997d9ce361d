/*
 * Command streams as text: what each line means
 *
 * Register numbers and words are those of docs/specs/tegra-gr3d-registers.rst
 * and tegra-gr3d-programming.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "stream-text.h"

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

/* Check pairs of register and value. */
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
    return g_test_run();
}
