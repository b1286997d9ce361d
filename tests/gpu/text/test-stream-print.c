/*
 * Registers and memory as a stream's text: what is printed reads well, and
 * gives the same registers and memory again, whatever they hold
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "hw/gpu/gr3d/text/stream.h"

static Gr3dStream *parse(const char *text)
{
    char *error;
    Gr3dStream *s = gr3d_stream_parse(text, strlen(text), &error);

    g_assert_cmpstr(error, ==, NULL);
    return s;
}

static char *print(const Gr3dRegs *regs, const Gr3dStream *memory, bool draw)
{
    GString *text = g_string_new(NULL);

    gr3d_stream_print(text, regs, memory ? memory->memory : NULL,
                      memory ? memory->num_memories : 0, draw);
    return g_string_free(text, FALSE);
}

/* Write all, without the draws. */
static void write_all(Gr3dRegs *regs, const Gr3dStream *s)
{
    gr3d_regs_reset(regs);
    for (unsigned i = 0; i < s->writes->len; i++) {
        const Gr3dStreamWrite *w = &g_array_index(s->writes,
                                                  Gr3dStreamWrite, i);

        g_assert_true(gr3d_regs_write(regs, w->reg, w->value) !=
                      GR3D_WRITE_UNKNOWN);
    }
}

#define CHECK_WORDS(is, wanted, member) do {                              \
        for (unsigned i_ = 0; i_ < sizeof((is)->member) / 4; i_++) {      \
            if ((is)->member[i_] != (wanted)->member[i_]) {               \
                g_error("%s[0x%x] is 0x%x, not 0x%x", #member, i_,        \
                        (is)->member[i_], (wanted)->member[i_]);          \
            }                                                             \
        }                                                                 \
    } while (0)

static void check_regs(const Gr3dRegs *is, const Gr3dRegs *wanted)
{
    CHECK_WORDS(is, wanted, reg);
    CHECK_WORDS(is, wanted, vp_inst);
    CHECK_WORDS(is, wanted, vp_const);
    CHECK_WORDS(is, wanted, pseq_inst);
    CHECK_WORDS(is, wanted, mfu_sched);
    CHECK_WORDS(is, wanted, mfu_inst);
    CHECK_WORDS(is, wanted, tex_inst);
    CHECK_WORDS(is, wanted, alu_sched);
    CHECK_WORDS(is, wanted, alu_inst);
    CHECK_WORDS(is, wanted, alu_comp);
    CHECK_WORDS(is, wanted, dw_inst);
    g_assert_cmpmem(is, sizeof(*is), wanted, sizeof(*wanted));
}

static void check_memory(const Gr3dStream *is, const Gr3dStream *wanted)
{
    g_assert_cmpuint(is->num_memories, ==, wanted->num_memories);
    for (unsigned i = 0; i < is->num_memories; i++) {
        const Gr3dMemory *a = &is->memory[i], *b = &wanted->memory[i];

        g_assert_cmpstr(a->name, ==, b->name);
        g_assert_cmphex(a->addr, ==, b->addr);
        g_assert_cmphex(a->size, ==, b->size);
        g_assert_true(!memcmp(a->data, b->data, a->size));
    }
}

/* Check that registers come back, without the draw all but one. */
static void check_back(const Gr3dRegs *regs, const Gr3dStream *memory)
{
    g_autofree char *with = print(regs, memory, true);
    g_autofree char *without = print(regs, memory, false);
    g_autofree Gr3dRegs *back = g_new(Gr3dRegs, 1);
    Gr3dStream *s = parse(with);

    write_all(back, s);
    check_regs(back, regs);
    if (memory) {
        check_memory(s, memory);
    }
    gr3d_stream_free(s);

    s = parse(without);
    write_all(back, s);
    g_assert_cmphex(back->reg[GR3D_DRAW_PRIM], ==, 0);
    back->reg[GR3D_DRAW_PRIM] = regs->reg[GR3D_DRAW_PRIM];
    check_regs(back, regs);
    gr3d_stream_free(s);
}

/* Make random registers: @scarce of 16 writes are left out. */
static void random_regs(Gr3dRegs *regs, GRand *rnd, int scarce, int small)
{
    static const uint16_t data[] = {
        0x206, 0x208, 0x541, 0x601, 0x604, 0x701, 0x801, 0x804, 0x806, 0x901,
    };

    gr3d_regs_reset(regs);
    for (unsigned i = 0; i < G_N_ELEMENTS(data); i++) {
        for (unsigned j = 0; j < 1024; j++) {
            bool zero = g_rand_int_range(rnd, 0, 16) < scarce;

            gr3d_regs_write(regs, data[i], zero ? 0 : g_rand_int(rnd) >> small);
        }
    }
    for (unsigned i = 0; i < 0x2000; i++) {
        uint32_t reg = g_rand_int_range(rnd, 0, GR3D_NUM_REGS);

        if (g_rand_int_range(rnd, 0, 16) >= scarce) {
            gr3d_regs_write(regs, reg, g_rand_int(rnd) >> small);
        }
    }
}

static void test_random(void)
{
    g_autofree Gr3dRegs *regs = g_new(Gr3dRegs, 1);
    GRand *rnd = g_rand_new_with_seed(3);

    for (unsigned i = 0; i < 24; i++) {
        random_regs(regs, rnd, i % 3 * 7, i % 4 * 9);
        check_back(regs, NULL);
    }
    g_rand_free(rnd);
}

/* Every register by itself, with all bits it can keep */
static void test_each(void)
{
    g_autofree Gr3dRegs *regs = g_new(Gr3dRegs, 1);
    unsigned named = 0;

    for (unsigned reg = 0; reg < GR3D_NUM_REGS; reg++) {
        if (gr3d_reg_name(reg)) {
            gr3d_regs_reset(regs);
            gr3d_regs_write(regs, reg, 0xffffffff);
            check_back(regs, NULL);
            named++;
        }
    }
    g_assert_cmpuint(named, >, 300);
}

/* Words where no write leaves any: nothing else is spoilt. */
static void test_hostile(void)
{
    g_autofree Gr3dRegs *regs = g_new(Gr3dRegs, 1);
    GRand *rnd = g_rand_new_with_seed(4);
    uint32_t *word = (uint32_t *)regs;

    for (unsigned i = 0; i < 4; i++) {
        g_autofree char *text = NULL;
        g_autofree Gr3dRegs *back = g_new(Gr3dRegs, 1);
        Gr3dStream *s;

        for (unsigned j = 0; j < sizeof(*regs) / 4; j++) {
            word[j] = g_rand_int(rnd);
        }
        text = print(regs, NULL, true);
        s = parse(text);
        write_all(back, s);
        CHECK_WORDS(back, regs, vp_inst);
        CHECK_WORDS(back, regs, alu_inst);
        CHECK_WORDS(back, regs, alu_comp);
        g_assert_cmphex(back->reg[0x205], ==, regs->reg[0x205]);
        g_assert_cmphex(back->reg[0x805], ==, regs->reg[0x805]);
        gr3d_stream_free(s);
    }
    g_rand_free(rnd);
}

/*
 * Scenes
 */

static char *read_scene(const char *name)
{
    g_autofree char *path = g_build_filename(GPU_TESTS, "scenes", name, NULL);
    char *text;

    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    return text;
}

static void check_scene(const char *name)
{
    g_autofree char *text = read_scene(name);
    Gr3dStream *s = parse(text);
    Gr3dReplay replay;

    g_test_message("%s", name);
    gr3d_stream_run(s, &replay, 0, NULL, NULL);
    check_back(&replay.regs, s);
    gr3d_replay_clear(&replay);
    gr3d_stream_free(s);
}

static void test_scenes(void)
{
    g_autofree char *path = g_build_filename(GPU_TESTS, "scenes", NULL);
    GDir *dir = g_dir_open(path, 0, NULL);
    const char *name;
    unsigned num = 0;

    while ((name = g_dir_read_name(dir)) != NULL) {
        if (g_str_has_suffix(name, ".gr3d")) {
            check_scene(name);
            num++;
        }
    }
    g_dir_close(dir);
    g_assert_cmpuint(num, >=, 30);
}

/* The state at the triangle's draw draws the triangle. */
static void test_draw(void)
{
    g_autofree char *text = read_scene("triangle.gr3d");
    Gr3dStream *before = parse(text), *s;
    g_autofree Gr3dRegs *regs = g_new(Gr3dRegs, 1);
    g_autofree char *printed = NULL;
    Gr3dReplay replay;
    uint32_t word;

    write_all(regs, before);
    printed = print(regs, before, true);
    s = parse(printed);
    gr3d_stream_run(s, &replay, 0, NULL, NULL);
    g_assert_cmpuint(replay.draws, ==, 1);
    g_assert_cmpuint(replay.stats.fragments, ==, 8192);
    memcpy(&word, s->memory[0].data + 4 * (128 + 256 * 106), 4);
    g_assert_cmphex(GUINT32_FROM_LE(word), ==, 0xff575555);
    gr3d_replay_clear(&replay);
    gr3d_stream_free(s);
    gr3d_stream_free(before);
}

/*
 * The text
 */

static const char memory_text[] =
    "gr3d-stream 1\n"
    "memory a 67 at 0x10000000\n"
    "data a 0x4 u32 0x00000001 0x00000000 0x00000002\n"
    "fill a 0x10 u32 0x01020304 8\n"
    "data a 0x30 u32 0x00000005 0x00000000 0x00000000 0x00000000\n"
    "data a 0x40 u8 0x00 0xff 0x00\n"
    "memory b 48 at 0xffffffd0\n"
    "data b 0x0 u32 0x00000001 0x00000002 0x00000003 0x00000004 0x00000005 "
    "0x00000006 0x00000007 0x00000008\n"
    "data b 0x20 u32 0x00000009 0x0000000a 0x0000000b 0x0000000c\n"
    "# last draw: write DRAW_PRIM 0\n";

static void test_memory(void)
{
    Gr3dStream *s = parse(
        "gr3d-stream 1\nmemory a 67\ndata a 4 u32 1 0 2\n"
        "fill a 16 u32 0x01020304 8\ndata a 48 u32 5\ndata a 65 u8 255\n"
        "memory b 48 at 0xffffffd0\ndata b 0 u32 1 2 3 4 5 6 7 8 9 10 11 12");
    g_autofree Gr3dRegs *regs = g_new0(Gr3dRegs, 1);
    g_autofree char *text = print(regs, s, false);

    g_assert_cmpstr(text, ==, memory_text);
    check_back(regs, s);
    gr3d_stream_free(s);
}

/* Indices that the blocks have left are not written once more. */
static const char program_text[] =
    "gr3d-stream 1\n"
    "vp {\n"
    "    MOV o0, a0 [end]\n"
    "}\n"
    "const 2 1 -0.5 0x7f800000 0\n"
    "link {\n"
    "    link v1, t0\n"
    "}\n"
    "fp {\n"
    "    exec\n"
    "        alu\n"
    "            mad r2.l, u0.l, 1, 0\n"
    "            mad r2.h, u0.h, 1, 0\n"
    "            mad r3.l, u1.l, 1, 0\n"
    "            mad r3.h, u1.h, 1, 0\n"
    "        p2cx 0x77  # unknown\n"
    "        dw store s1, r2\n"
    "}\n"
    "write TEX_INST_OFFSET 9\n"
    "words TEX_INST_DATA 0x1 0x2 0x3 0x4 0x5 0x6 0x7 0x8\n"
    "words TEX_INST_DATA 0x9\n"
    "write SET_PRIM PRIM_TYPE=5\n"
    "write CONST_OFFSET 0x5\n"
    "write VIEWPORT_X 2048.0f\n"
    "write PSEQ_COMMAND_EVEN[0] NUM_EXECS=1\n"
    "write PSEQ_INST_OFFSET 0x7\n"
    "write DRAW_PRIM COUNT_1=3\n";

static void test_programs(void)
{
    Gr3dStream *s = parse(program_text);
    g_autofree Gr3dRegs *regs = g_new(Gr3dRegs, 1);
    g_autofree char *text = NULL;

    write_all(regs, s);
    g_assert_cmphex(regs->alu_comp[0], ==, 0x77);
    g_assert_cmphex(regs->tex_inst[17], ==, 9);
    text = print(regs, NULL, true);
    g_assert_cmpstr(text, ==, program_text);
    gr3d_stream_free(s);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/stream-print/memory", test_memory);
    g_test_add_func("/stream-print/programs", test_programs);
    g_test_add_func("/stream-print/each", test_each);
    g_test_add_func("/stream-print/random", test_random);
    g_test_add_func("/stream-print/hostile", test_hostile);
    g_test_add_func("/stream-print/draw", test_draw);
    g_test_add_func("/stream-print/scenes", test_scenes);
    return g_test_run();
}
