/*
 * Command streams as text: the worked examples, what is expected of a stream,
 * and mutations of both
 *
 * Pixels are those of docs/specs/tegra-gr3d-programming.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "stream-text.h"

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
    g_assert_cmpuint(replay.stats.work, <, 1000000);
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

/* Return what is expected of the page's example with this in addition. */
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

/* Try a text: an error or a stream, which then runs to its end. */
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
    g_test_add_func("/stream-run/triangle", test_triangle);
    g_test_add_func("/stream-run/clear", test_clear);
    g_test_add_func("/stream-run/example", test_example);
    g_test_add_func("/stream-run/edge", test_edge);
    g_test_add_func("/stream-run/max-work", test_max_work);
    g_test_add_func("/stream-run/expect", test_expect);
    g_test_add_func("/stream-run/expect-events", test_expect_events);
    g_test_add_func("/stream-run/mutations", test_mutations);
    return g_test_run();
}
