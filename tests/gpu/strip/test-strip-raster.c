/*
 * Strips leave what the reference leaves: pixels, tests, stores
 *
 * Random primitives with random state, drawn by the reference and by each
 * backend of this host, on one thread and on several: all of the memory,
 * guard bytes included, events, counts and touched bytes are the same.  Once
 * more with triangles of all widths whose depths are about those in memory.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "hw/gpu/gr3d/run/strips.h"
#include "hw/gpu/gr3d/text/stream.h"
#include "hw/gpu/gr3d/pipe/frozen.h"
#include "executor.h"

#ifdef INSTRUMENTED
#define ROUNDS      100         /* ten times as slow */
#define DEPTH_ROUNDS    32
#else
#define ROUNDS      400
#define DEPTH_ROUNDS    128
#endif
#define THREADS     4
#define MAX_COLS    200
#define MAX_ROWS    150
#define VERTICES    240
#define VERTEX      32          /* bytes: position, colour */
/* The rows of the widest surface, their tiles, and what is around them */
#define GUARD       4096
#define BLOCK       (2 * GUARD + (MAX_COLS * 8 + 64) * (MAX_ROWS + 16))

#define MIDDLE      0x80000     /* of the range of depths */

/* The backend under test, and how often it was asked for a primitive */
static const Gr3dExec *real;
static unsigned calls;

static Gr3dCache *cache;        /* of all draws: they use the same memory */

static const char *const backends[] = { "base", "avx2", "avx512" };

/*
 * State
 */

static const char head[] =
    "write VPE_MODE 0x11\n"
    "write VPE_TIMEOUT 0xffff\n"
    "write CONST_READ_LIMIT MAX=255\n"
    "write VIEWPORT_Z 0.5f\n"
    "write VIEWPORT_W 16f\n"
    "write VIEWPORT_H 16f\n"
    "write VIEWPORT_D 0.5f\n"
    "write GUARDBAND_W 4096f\n"
    "write GUARDBAND_H 4096f\n"
    "write GUARDBAND_D 6.99f\n"
    "vp {\n    MOV o0, a0\n    MOV o1, a1 [end]\n}\n"
    "link {\n    link v1, t0: x->0 fp20, y->1 fp20, z->2 low, w->2 high\n}\n"
    "write TRI_ATTR 0x140\n"
    "write PIX_ATTR 0x4a000000\n"
    "write ATTR_BASE[0] &verts\n"
    "write ATTR_MODE[0] FMT=13 SIZE=4 STRIDE=32\n"
    "write ATTR_BASE[1] &verts+16\n"
    "write ATTR_MODE[1] FMT=13 SIZE=4 STRIDE=32\n"
    "write ATTR_MASK OUTPUT=3 INPUT=3\n"
    "write ALU_GLOBALS[0] fx10(0.75, 0.3125)\n"
    "write ALU_GLOBALS[1] fx10(-0.25, 1.5)\n";

#define WEIGHTS "mfu sfu rcp r4; mul0 w, sfu, coef0; mul1 w, sfu, coef1; "
#define COLOUR  WEIGHTS "var0 fp20 t0; var1 fp20 t0; var2 fx10 t0\n"

typedef struct Program {
    unsigned execs;
    const char *text;
} Program;

static const Program programs[] = {
    { 1, "exec\nalu\nmad r2.l, u0.l, 1, 0\nmad r2.h, u0.h, 1, 0\n"
      "mad r3.l, u1.l, 1, 0\nmad r3.h, u1.h, 1, 0\ndw store s1, r2\n" },
    { 1, "exec\n" COLOUR "alu\nmad r3.l, r0, 1, 0\nmad r3.h, r1, 1, 0\n"
      "dw store s1, r2\n" },
    { 2, "exec\n" COLOUR "alu\nmad r3.l, r0, 1, 0\nmad r3.h, r1, 1, 0\n"
      "mad kill, r2.h, 1, -u0.h\ndw store s1, r2\n"
      "exec\ndw store s3, r0\n" },
    { 2, "exec\n" COLOUR "alu\nmad.gt kill, r2.h, 1, -u0.h\n"
      "exec\npseq ld r0, s1\nalu\nmad r0.l, r0.l, u0.l, r2.l\n"
      "mad r0.h, r0.h, r2.h, 0\nmad r1.l, 1-r1.l, 1, 0\n"
      "mad r1.h, r1.h, 1, 0\ndw store s1, r0 [killed]\n" },
    { 2, "exec\n" COLOUR "alu\nmad.gt kill, r2.h, 1, -u0.h\n"
      "exec\npseq ld r2, s1 [killed]\ndw store s3, r2\n" },
    { 1, "exec\nmfu var3 depth\nalu\nmad r2.l, r3.h, 1, 0\n"
      "mad r2.h, |r3.l|, 1, 0\nmad r3.l, posx, u0, 0\n"
      "mad r3.h, face, 1, 0\ndw store s1, r2\n" },
    { 2, "exec\n" COLOUR "dw store s1, r2\n"
      "exec\nalu\nmad.gt kill, r2.h, 1, -u0.h\ndw store s1, r0\n" },
    { 1, "exec\n" COLOUR "tex r2, tex0, r0\ndw store s1, r2\n" },
    { 3, "exec\nalu\nmad r2.l, u0.l, 1, 0\nmad r2.h, u0.h, 1, 0\n"
      "mad r3.l, u1.l, 1, 0\nmad r3.h, u1.h, 1, 0\ndw store s1, r2\n"
      "exec\nalu\nmad r0.l, u0.h, 1, 0\nmad r0.h, u0.l, 1, 0\n"
      "mad r1.l, u1.h, 1, 0\nmad r1.h, u1.l, 1, 0\ndw store s1, r0\n"
      "exec\ndw store s3, r0\n" },
};

/* Formats that a store takes, most of them more often */
static const uint8_t formats[] = {
    1, 2, 4, 5, 6, 6, 7, 8, 9, 10, 13, 13, 14, 14, 14, 15, 17, 18, 19, 21, 34,
    35,
};
static const uint8_t bytes_of[36] = {
    [1] = 1, [2] = 1, [3] = 1, [4] = 2, [5] = 1, [6] = 2, [7] = 2, [8] = 2,
    [9] = 2, [10] = 2, [11] = 2, [13] = 4, [14] = 4, [15] = 2, [17] = 4,
    [18] = 8, [19] = 4, [21] = 4, [34] = 4, [35] = 4,
};

static unsigned upto(GRand *rand, unsigned n)
{
    return g_rand_int_range(rand, 0, n);
}

static void put(GString *out, const char *name, uint32_t value)
{
    g_string_append_printf(out, "write %s 0x%x\n", name, value);
}

/* Where the pixels are */
typedef struct Layout {
    const char *memory;
    unsigned offset, stride, tiled, bytes;
} Layout;

static Layout random_layout(GRand *rand, const char *memory, unsigned format,
                            unsigned cols)
{
    unsigned bytes = bytes_of[format];
    Layout l = {
        .memory = memory,
        .offset = upto(rand, 8) * 16,
        .stride = (cols * bytes + 15) & ~15u,
        .tiled = upto(rand, 2),
        .bytes = bytes,
    };

    if (!l.tiled && upto(rand, 4) == 0) {
        l.stride = cols * bytes;        /* nothing between two rows */
        l.offset += upto(rand, 4) * 4;
    } else {
        l.stride += upto(rand, 3) * 16;
    }
    return l;
}

static void put_surface(GString *out, GRand *rand, unsigned number,
                        unsigned format, Layout l)
{
    g_string_append_printf(out, "write SURFADDR[%u] &%s+%u\n"
                           "write SURFDESC[%u] FORMAT=%u STRIDE=%u "
                           "STRUCTURE=%u DITHER=%u\n", number, l.memory,
                           GUARD + l.offset, number, format, l.stride,
                           l.tiled * 2, upto(rand, 2));
}

/* Put surfaces; now and then two are the same pixels. */
static void put_surfaces(GString *out, GRand *rand, unsigned cols)
{
    unsigned a = formats[upto(rand, G_N_ELEMENTS(formats))];
    unsigned b = formats[upto(rand, G_N_ELEMENTS(formats))];
    bool same = upto(rand, 4) == 0;
    Layout z = random_layout(rand, "depth", 11, cols);
    Layout first = random_layout(rand, "a", a, cols);
    Layout second = random_layout(rand, "b", b, cols);

    if (same && first.bytes == z.bytes) {
        first = z;
    }
    if (same && second.bytes == first.bytes) {
        second = first;
    }
    put_surface(out, rand, 0, 11, z);
    put_surface(out, rand, 1, a, first);
    put_surface(out, rand, 2, 3, random_layout(rand, "stencil", 3, cols));
    put_surface(out, rand, 3, b, second);
}

static void put_tests(GString *out, GRand *rand)
{
    uint32_t a = g_rand_int(rand) & 0xfffff, b = g_rand_int(rand) & 0xfffff;
    bool wide = upto(rand, 3) != 0;

    put(out, "Z_TEST", upto(rand, 2) << 3 | upto(rand, 16) << 4 |
        upto(rand, 2) << 8 | upto(rand, 2) << 9);
    put(out, "Z_MIN", wide ? 0 : a);
    put(out, "Z_MAX", wide ? 0xfffff : b);
    put(out, "S_CTRL", 2 << 2 | (upto(rand, 3) == 0) << 5 |
        (upto(rand, 5) != 0) << 6);
    put(out, "S_TEST_FRONT", g_rand_int(rand) & 0x7ff);
    put(out, "S_TEST_BACK", g_rand_int(rand) & 0x7ff);
    put(out, "S_OPERATION_FRONT", g_rand_int(rand) & 0x1ffffff);
    put(out, "S_OPERATION_BACK", g_rand_int(rand) & 0x1ffffff);
    put(out, "DW_ST_ENABLE", upto(rand, 4) ? 0xf : upto(rand, 16));
    put(out, "DITHER_TABLE", g_rand_int(rand) & 0x1fff);
}

/* Put each function in both layouts, with and without writing and killing. */
static void put_depth_test(GString *out, GRand *rand, unsigned seed)
{
    uint32_t near = MIDDLE - upto(rand, 40), far = MIDDLE + upto(rand, 40);
    bool cut = upto(rand, 3) == 0;

    put(out, "Z_TEST", 1 << 3 | (seed & 7) << 4 | (upto(rand, 4) != 0) << 8 |
        upto(rand, 2) << 9);
    put(out, "Z_MIN", cut ? near : 0);
    put(out, "Z_MAX", cut ? far : 0xfffff);
    put(out, "DW_ST_ENABLE", 0xf);
}

/* Put a square picture; one with levels needs its quads' derivatives. */
static void put_texture(GString *out, GRand *rand)
{
    g_string_append_printf(out, "write TEXADDR[0] &tex\n"
                           "write TEXDESC_LO[0] FORMAT=13 LERP_MAG=%u "
                           "LERP_MIN=%u\n"
                           "write TEXDESC_HI[0] LOG2_W=5 LOG2_H=5 "
                           "BASE_LEVEL_ONLY=1\n", upto(rand, 2),
                           upto(rand, 2));
}

static char *depth_text(GRand *rand, unsigned seed)
{
    GString *out = g_string_new("gr3d-stream 1\n");
    /* the last tile has a few columns, or some that are read as others are */
    unsigned cols = 129 + upto(rand, 60), rows = 64 + upto(rand, 60);

    g_string_append_printf(out, "memory depth %u\nmemory a %u\n"
                           "memory verts %u\n", BLOCK, BLOCK,
                           VERTICES * VERTEX);
    g_string_append(out, head);
    put_surface(out, rand, 0, 11, random_layout(rand, "depth", 11, cols));
    put_surface(out, rand, 1, 13, random_layout(rand, "a", 13, cols));
    put_depth_test(out, rand, seed);
    put(out, "SCISSOR_X", cols | upto(rand, 2) * upto(rand, 40) << 16);
    put(out, "SCISSOR_Y", rows | upto(rand, 2) * upto(rand, 40) << 16);
    put(out, "SU_PARAM", 1u << 31);
    put(out, "SET_PRIM", 4 << 24);
    g_string_append_printf(out, "fp {\n%s}\n"
                           "write PSEQ_COMMAND_EVEN[0] 0x20006001\n",
                           programs[1].text);
    return g_string_free(out, FALSE);
}

static char *state_text(GRand *rand)
{
    GString *out = g_string_new("gr3d-stream 1\n");
    const Program *p = &programs[upto(rand, G_N_ELEMENTS(programs))];
    unsigned cols = 1 + upto(rand, MAX_COLS), rows = 1 + upto(rand, MAX_ROWS);

    for (unsigned i = 0; i < 4; i++) {
        static const char *const name[] = { "a", "b", "depth", "stencil" };

        g_string_append_printf(out, "memory %s %u\n", name[i], BLOCK);
    }
    g_string_append_printf(out, "memory tex 8192\nmemory verts %u\n",
                           VERTICES * VERTEX);
    g_string_append(out, head);
    put_surfaces(out, rand, cols);
    put_tests(out, rand);
    put_texture(out, rand);
    put(out, "SCISSOR_X", cols | upto(rand, cols) / 2 << 16);
    put(out, "SCISSOR_Y", rows | upto(rand, rows) / 2 << 16);
    put(out, "SU_PARAM", 1u << 31 | upto(rand, 64) << 24 |
        upto(rand, 64) << 18 | upto(rand, 2) << 15);
    put(out, "SET_PRIM", upto(rand, 7) << 24);
    g_string_append_printf(out, "write LINE_WIDTH_2 %ff\nwrite LINE_PARAM %u\n"
                           "write POINT_WIDTH_2 %ff\n"
                           "write POINT_PARAM CLIP_GUARD=1\n",
                           g_rand_double_range(rand, 0.3, 5),
                           2 | upto(rand, 2),
                           g_rand_double_range(rand, 0.3, 20));
    g_string_append_printf(out, "fp {\n%s}\n"
                           "write PSEQ_COMMAND_EVEN[0] 0x2000600%u\n",
                           p->text, p->execs);
    return g_string_free(out, FALSE);
}

/* Registers and memory of a round */
typedef struct Round {
    Gr3dStream *stream;
    Gr3dRegs regs;
} Round;

static void fill_vertices(GRand *rand, const Gr3dRegs *regs, float *v)
{
    unsigned cols = regs->reg[0x350] & 0x1fff, rows = regs->reg[0x351] & 0x1fff;
    double size = upto(rand, 2) ? 4 : upto(rand, 2) ? 30 : 400;
    bool flat = upto(rand, 3) == 0, crowd = upto(rand, 4) == 0;
    double width = crowd ? 8 : cols, height = crowd ? 8 : rows;

    for (unsigned i = 0; i < VERTICES; i++, v += VERTEX / 4) {
        /* every third one anywhere, the next ones near it */
        static double x, y;
        /* in a crowd, a few are large */
        double spread = crowd && i / 3 % 8 ? 3 : size;
        double w = flat ? 1 : g_rand_double_range(rand, 0.5, 2);

        if (i % 3 == 0) {
            x = g_rand_double_range(rand, -5, width + 5);
            y = g_rand_double_range(rand, -5, height + 5);
        }
        v[0] = (x + g_rand_double_range(rand, -spread, spread)) * w;
        v[1] = (y + g_rand_double_range(rand, -spread, spread)) * w;
        v[2] = (flat ? (i / 3) / 40. : g_rand_double_range(rand, -1, 1)) * w;
        v[3] = w;
        for (unsigned j = 4; j < 8; j++) {
            v[j] = g_rand_double_range(rand, -0.2, 1.2);
        }
    }
}

/* Return a slope next to @MIDDLE: none, a unit, or a stored step. */
static double depth_slope(GRand *rand)
{
    static const double slope[] = { 0, 0, 1 / 16., 1, 5.3, 16, -16, -1, 300 };

    return slope[upto(rand, G_N_ELEMENTS(slope))];
}

static void depth_triangle(GRand *rand, float *v, double width, double x,
                           double y)
{
    double z = MIDDLE + upto(rand, 4) * 8 - 8.5, height = 1 + upto(rand, 40);
    double dx = depth_slope(rand), dy = depth_slope(rand);
    double corner[3] = { 0, upto(rand, 2) ? width : width / 3, width };

    for (unsigned i = 0; i < 3; i++, v += VERTEX / 4) {
        double down = i == 1 ? height : 0;

        v[0] = x + corner[i];
        v[1] = y + down;
        v[2] = (z + dx * (corner[i] - width / 2) + dy * (down - height / 2)) *
               2 / 0xfffff - 1;
        v[3] = 1;
        for (unsigned j = 4; j < 8; j++) {
            v[j] = (v[0] + j * v[1]) / 512;
        }
    }
}

/* Make widths from 1 on, at borders of tiles and at the last column. */
static void depth_vertices(GRand *rand, const Gr3dRegs *regs, float *v)
{
    unsigned cols = regs->reg[0x350] & 0x1fff;

    for (unsigned i = 0; i < VERTICES / 3; i++, v += 3 * VERTEX / 4) {
        double width = 1 + i + upto(rand, 2) * 0.25, x[] = {
            64, 64 - width, 64 - upto(rand, width), upto(rand, cols),
            cols - width, 128 - upto(rand, width),
        };

        depth_triangle(rand, v, width, x[upto(rand, G_N_ELEMENTS(x))],
                       upto(rand, 100));
    }
}

static void fill_depth(const Gr3dMemory *m)
{
    for (unsigned i = 0; i < m->size / 2; i++) {
        ((uint16_t *)m->data)[i] = MIDDLE >> 4;
    }
}

static void make_depth_round(Round *r, unsigned seed)
{
    GRand *rand = g_rand_new_with_seed(seed);
    g_autofree char *text = depth_text(rand, seed), *error = NULL;
    Gr3dReplay replay;

    r->stream = gr3d_stream_parse(text, strlen(text), &error);
    g_assert_cmpstr(error, ==, NULL);
    gr3d_stream_run(r->stream, &replay, 0, NULL, NULL);
    r->regs = replay.regs;
    gr3d_replay_clear(&replay);
    r->regs.reg[0x123] = (VERTICES - 1) << 20;
    fill_depth(&r->stream->memory[0]);
    depth_vertices(rand, &r->regs, (float *)r->stream->memory[2].data);
    g_rand_free(rand);
}

static void make_round(Round *r, unsigned seed)
{
    GRand *rand = g_rand_new_with_seed(seed);
    g_autofree char *text = state_text(rand), *error = NULL;
    Gr3dReplay replay;

    r->stream = gr3d_stream_parse(text, strlen(text), &error);
    g_assert_cmpstr(error, ==, NULL);
    gr3d_stream_run(r->stream, &replay, 0, NULL, NULL);
    r->regs = replay.regs;
    gr3d_replay_clear(&replay);
    r->regs.reg[0x123] = (3 + upto(rand, VERTICES - 3)) << 20;
    for (unsigned i = 0; i < r->stream->num_memories; i++) {
        const Gr3dMemory *m = &r->stream->memory[i];

        for (unsigned j = 0; j < m->size / 4; j++) {
            ((uint32_t *)m->data)[j] = g_rand_int(rand);
        }
        if (!strcmp(m->name, "verts")) {
            fill_vertices(rand, &r->regs, (float *)m->data);
        }
    }
    g_rand_free(rand);
}

/*
 * A draw, and what can be seen of it
 */

typedef struct Result {
    GByteArray *bytes;
    GString *text;
} Result;

static void bind(Gr3dDraw *draw, const Round *r, uint8_t *data)
{
    for (unsigned slot = 0; slot < GR3D_NUM_SPANS; slot++) {
        const Gr3dSpanRequest *q = gr3d_draw_request(draw, slot);
        uint8_t *at = data;

        for (unsigned i = 0; i < r->stream->num_memories; i++) {
            const Gr3dMemory *m = &r->stream->memory[i];

            if (q->size && q->addr - m->addr < m->size) {
                g_assert_cmpuint(q->addr - m->addr + q->size, <=, m->size);
                gr3d_draw_bind(draw, slot, at + (q->addr - m->addr), q->size);
            }
            at += m->size;
        }
    }
}

static void describe(GString *out, const Gr3dDraw *draw)
{
    const Gr3dDrawStats *s = gr3d_draw_stats(draw);
    const GpuEventCount *e;
    uint64_t a, b;
    unsigned num;

    g_string_append_printf(out, "rasterised %" G_GUINT64_FORMAT
                           " fragments %" G_GUINT64_FORMAT "\n",
                           s->rasterised, s->fragments);
    for (e = gr3d_draw_events(draw, &num); num; num--, e++) {
        g_string_append_printf(out, "%s 0x%x %" G_GUINT64_FORMAT "\n",
                               e->text, e->value, e->count);
    }
    for (unsigned i = 0; i < GR3D_NUM_SPANS; i++) {
        if (gr3d_draw_touched(draw, i, &a, &b)) {
            g_string_append_printf(out, "slot %u: %" G_GUINT64_FORMAT
                                   " to %" G_GUINT64_FORMAT "\n", i, a, b);
        }
    }
}

/* The result's memory is used again: new pages cost more than what is drawn. */
static void run(const Round *r, const Gr3dExec *exec,
                const GpuExecutor *executor, Result *result)
{
    Gr3dDraw *draw = gr3d_draw_new_cached(&r->regs, cache);

    g_byte_array_set_size(result->bytes, 0);
    g_string_truncate(result->text, 0);
    for (unsigned i = 0; i < r->stream->num_memories; i++) {
        g_byte_array_append(result->bytes, r->stream->memory[i].data,
                            r->stream->memory[i].size);
    }
    bind(draw, r, result->bytes->data);
    gr3d_draw_set_exec(draw, exec);
    gr3d_draw_set_executor(draw, executor);
    gr3d_draw_run(draw);
    describe(result->text, draw);
    if (!executor) {
        g_string_append_printf(result->text, "work %" G_GUINT64_FORMAT "\n",
                               gr3d_draw_stats(draw)->work);
    }
    gr3d_draw_free(draw);
}

static void check_same(Result a, Result b, unsigned seed, const char *name)
{
    if (strcmp(a.text->str, b.text->str) ||
        memcmp(a.bytes->data, b.bytes->data, a.bytes->len)) {
        g_test_message("round %u, %s: %s", seed, name, b.text->str);
        g_test_message("instead of %s", a.text->str);
        for (unsigned i = 0; i < a.bytes->len; i++) {
            if (a.bytes->data[i] != b.bytes->data[i]) {
                g_test_message("byte %u of block %u differs", i % BLOCK,
                               i / BLOCK);
                break;
            }
        }
        g_test_fail();
    }
}

static void clear(Result r)
{
    g_byte_array_free(r.bytes, TRUE);
    g_string_free(r.text, TRUE);
}

static uint64_t counted_prim(Gr3dStrip *s, const Gr3dPrim *prim,
                             const Gr3dRect *rect)
{
    __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED);
    return real->prim(s, prim, rect);
}

/* Run rounds of @make from 0 to @num; returns how many ran in strips. */
static unsigned run_rounds(gconstpointer data, unsigned num,
                           void (*make)(Round *r, unsigned seed))
{
    Result want = { g_byte_array_new(), g_string_new(NULL) };
    Result got = { g_byte_array_new(), g_string_new(NULL) };
    Executor *executor = executor_new(THREADS);
    unsigned used = 0;
    Gr3dExec counted;

    real = data;
    counted = *real;
    counted.prim = counted_prim;

    for (unsigned seed = 0; seed < num && !g_test_failed(); seed++) {
        const GpuExecutor *const threads[] = { NULL,
                                                executor_engine(executor) };
        Round r;

        make(&r, seed);
        calls = 0;
        for (unsigned i = 0; i < 2; i++) {
            run(&r, NULL, threads[i], &want);
            run(&r, &counted, threads[i], &got);
            check_same(want, got, seed, i ? "threads" : "one thread");
        }
        gr3d_stream_free(r.stream);
        used += calls > 10;
    }
    g_test_message("%u of %u rounds in strips", used, num);
    executor_free(executor);
    clear(want);
    clear(got);
    return used;
}

static void test_random(gconstpointer data)
{
    g_assert_cmpuint(run_rounds(data, ROUNDS, make_round), >, ROUNDS / 2);
}

static void test_depth(gconstpointer data)
{
    g_assert_cmpuint(run_rounds(data, DEPTH_ROUNDS, make_depth_round), ==,
                     DEPTH_ROUNDS);
}

int main(int argc, char **argv)
{
    int status;

    g_test_init(&argc, &argv, NULL);
    cache = gr3d_cache_new();
    for (unsigned i = 0; i < G_N_ELEMENTS(backends); i++) {
        g_autofree char *random = g_strconcat("/strip-raster/random/",
                                              backends[i], NULL);
        g_autofree char *depth = g_strconcat("/strip-raster/depth/",
                                             backends[i], NULL);
        const Gr3dExec *exec;
        const char *why;

        if (gr3d_exec_find(backends[i], &exec, &why)) {
            g_test_add_data_func(random, exec, test_random);
            g_test_add_data_func(depth, exec, test_depth);
        } else {
            g_print("# %s is left out: %s\n", backends[i], why);
        }
    }
    status = g_test_run();
    gr3d_cache_free(cache);
    return status;
}
