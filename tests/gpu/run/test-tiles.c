/*
 * GR3D tasks side by side leave what tasks one after the other leave
 *
 * The same triangles are drawn by one thread of the reference and by several
 * of each backend, few ones and as many as take chunks of vertices and of
 * set-up: pixels, depth, stencil, events, counts and touched bytes are the
 * same.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <math.h>
#include "executor.h"
#include "fp-test.h"

#define COLS        150
#define ROWS        100
#define FEW         80
#define TRIANGLES   1365        /* 4095 vertices, a draw has up to 4096 */

#ifdef INSTRUMENTED
#define SCENES      6           /* ten times as slow */
#else
#define SCENES      12
#endif

typedef struct Target {
    uint8_t depth[ROWS * COLS * 2];
    uint8_t color[ROWS * COLS * 4];
    uint8_t stencil[ROWS * COLS];
} Target;

typedef struct Scene {
    Gr3dRegs regs;
    float vertex[3 * TRIANGLES][8];     /* position, colour */
    Target target;
} Scene;

static void set_float(Gr3dRegs *regs, uint32_t offset, float v)
{
    memcpy(&regs->reg[offset], &v, sizeof(v));
}

static void put(uint32_t *words, unsigned n, uint64_t word)
{
    words[2 * n] = word >> 32;
    words[2 * n + 1] = word;
}

/* Position to export 0, colour to export 7; r, g, b interpolated */
static void set_programs(Gr3dRegs *regs)
{
    static const uint32_t program[8] = {
        0x401f9c6c, 0x0040000d, 0x8106c083, 0x6041ff80,
        0x401f9c6c, 0x0040010d, 0x8106c083, 0x6041ff9d,
    };

    memcpy(regs->vp_inst, program, sizeof(program));
    regs->reg[0x300] = 1 << 3;
    regs->reg[0x301] = 0xfedc;
    regs->reg[0x520] = 1;
    regs->mfu_sched[0] = SCHED(0, 1);
    put(regs->mfu_inst, 0, CANONICAL | VAR(0, 0, 1, 0) | VAR(1, 0, 1, 0) |
        VAR(2, 0, 1, 0));
    regs->alu_sched[0] = SCHED(0, 1);
    put(regs->alu_inst, 0, MOV(0, 1, REG(0)));
    put(regs->alu_inst, 1, MOV(0, 2, REG(1)));
    put(regs->alu_inst, 2, MOV(1, 1, REG(2)));
    put(regs->alu_inst, 3, MOV(1, 2, ONE));
    regs->dw_inst[0] = 0x00020005;
}

/* Depth test less, stencil counts, colour: surfaces 0, 2, 1 */
static void set_state(Gr3dRegs *regs)
{
    uint32_t *reg = regs->reg;

    reg[0x101] = reg[0x103] = 0x204d;           /* f32 x 4, stride 32 */
    reg[0x120] = 0x30081;
    reg[0x122] = 0x04000000;
    reg[0x201] = 0xffff;
    reg[0x343] = 0xb8e00000;
    reg[0x350] = COLS;
    reg[0x351] = ROWS;
    set_float(regs, 0x354, 0.5f);
    set_float(regs, 0x355, 16);
    set_float(regs, 0x356, 16);
    set_float(regs, 0x357, 0.5f);
    set_float(regs, 0x358, 4096);
    set_float(regs, 0x359, 4096);
    set_float(regs, 0x35a, 6.99f);
    reg[0x400] = reg[0x401] = 0x7ff;
    reg[0x402] = 0x68;
    reg[0x403] = 0x318 | 1 << 4;
    reg[0x405] = 0xfffff;
    reg[0x40f] = 0x48;
    reg[0x903] = 7;
    reg[0xe10] = COLS * 2 << 8 | 11 << 2;
    reg[0xe11] = COLS * 4 << 8 | 13 << 2;
    reg[0xe12] = COLS << 8 | 3 << 2;
    reg[0xe28] = reg[0xe29] = 0x1fe00 | 6 << 6 | 6 << 3;
}

static Scene *new_scene(unsigned seed, unsigned triangles)
{
    Scene *s = g_new0(Scene, 1);
    GRand *rand = g_rand_new_with_seed(seed);

    set_programs(&s->regs);
    set_state(&s->regs);
    s->regs.reg[0x123] = (3 * triangles - 1) << 20;
    for (unsigned n = 0; n < 3 * TRIANGLES; n++) {
        float *v = s->vertex[n], w = g_rand_double_range(rand, 0.5, 2);

        v[0] = g_rand_double_range(rand, -20, COLS + 20) * w;
        v[1] = g_rand_double_range(rand, -20, ROWS + 20) * w;
        v[2] = g_rand_double_range(rand, -0.9, 0.9) * w;
        v[3] = w;
        for (unsigned i = 4; i < 8; i++) {
            v[i] = g_rand_double(rand);
        }
    }
    g_rand_free(rand);
    return s;
}

/*
 * What is wrong with a draw.  The last rows of the colours are not there: each
 * pixel is an event.  Nor are the colours of the last vertices, and here and
 * there one is nowhere.  Or more rows of the colours than of the depths: the
 * first event is the colours', in the last tiles it is the depths'.
 */
typedef enum Fault {
    FAULT_NONE,
    FAULT_PIXELS,
    FAULT_VERTICES,
    FAULT_SURFACES,
} Fault;

#define COLOR_BYTES     sizeof(((Target *)0)->color)

static void break_vertices(Scene *s)
{
    for (unsigned n = 50; n < 3 * TRIANGLES; n += 91) {
        s->vertex[n][1] = NAN;
    }
}

static Gr3dDraw *start(Scene *s, Fault fault, const Gr3dExec *exec)
{
    static const size_t missing[] = {
        [FAULT_PIXELS] = 4 * COLS * 30,
        [FAULT_SURFACES] = COLOR_BYTES - 64,
    };
    Gr3dDraw *draw = gr3d_draw_new(&s->regs);
    unsigned num = (s->regs.reg[0x123] >> 20) + 1;
    size_t bytes = num * sizeof(s->vertex[0]);

    memset(&s->target, 0, sizeof(s->target));
    memset(s->target.depth, 0xff, sizeof(s->target.depth));
    if (fault == FAULT_VERTICES) {
        break_vertices(s);
    }
    gr3d_draw_set_exec(draw, exec);
    gr3d_draw_bind(draw, 0, s->vertex, bytes);
    gr3d_draw_bind(draw, 1, &s->vertex[0][4],
                   fault == FAULT_VERTICES ? bytes * 2 / 3 : bytes - 16);
    gr3d_draw_bind(draw, GR3D_SPAN_SURFACE, s->target.depth,
                   sizeof(s->target.depth) / (fault == FAULT_SURFACES ? 2 : 1));
    gr3d_draw_bind(draw, GR3D_SPAN_SURFACE + 1, s->target.color,
                   COLOR_BYTES - missing[fault]);
    gr3d_draw_bind(draw, GR3D_SPAN_SURFACE + 2, s->target.stencil,
                   sizeof(s->target.stencil));
    return draw;
}

static void check_stats(const Gr3dDrawStats *a, const Gr3dDrawStats *b)
{
    g_assert_cmpuint(a->fragments, >, 1000);
    g_assert_cmpuint(a->fragments, ==, b->fragments);
    g_assert_cmpuint(a->vertices, ==, b->vertices);
    g_assert_cmpuint(a->primitives, ==, b->primitives);
    g_assert_cmpuint(a->rasterised, ==, b->rasterised);
}

static void check_events(const Gr3dDraw *a, const Gr3dDraw *b, Fault fault)
{
    static const unsigned kinds[] = { 0, 1, 2, 1 };
    unsigned num_a, num_b;
    const GpuEventCount *ea = gr3d_draw_events(a, &num_a);
    const GpuEventCount *eb = gr3d_draw_events(b, &num_b);

    g_assert_cmpuint(num_a, ==, kinds[fault]);
    g_assert_cmpuint(num_b, ==, num_a);
    for (unsigned i = 0; i < num_a; i++) {
        g_assert_true(ea[i].text == eb[i].text && ea[i].kind == eb[i].kind);
        g_assert_cmpuint(ea[i].count, ==, eb[i].count);
        g_assert_cmphex(ea[i].value, ==, eb[i].value);
    }
    check_stats(gr3d_draw_stats(a), gr3d_draw_stats(b));
}

static void check_touched(const Gr3dDraw *a, const Gr3dDraw *b)
{
    for (unsigned i = 0; i < 3; i++) {
        uint64_t a0, a1, b0, b1;

        g_assert_true(gr3d_draw_touched(a, GR3D_SPAN_SURFACE + i, &a0, &a1));
        g_assert_true(gr3d_draw_touched(b, GR3D_SPAN_SURFACE + i, &b0, &b1));
        g_assert_cmpuint(a0, ==, b0);
        g_assert_cmpuint(a1, ==, b1);
    }
}

static const char *const backends[] = { "ref", "base", "avx2", "avx512" };

/* @one has drawn @whole: others have to do the same. */
static void check_backends(Scene *s, Fault fault, const Gr3dDraw *one,
                           const Target *whole, const GpuExecutor *executor)
{
    for (unsigned n = 0; n < G_N_ELEMENTS(backends); n++) {
        const Gr3dExec *exec;
        const char *why;
        Gr3dDraw *many;

        if (!gr3d_exec_find(backends[n], &exec, &why)) {
            continue;
        }
        many = start(s, fault, exec);
        gr3d_draw_set_executor(many, executor);
        gr3d_draw_run(many);
        g_assert_cmpmem(whole, sizeof(*whole), &s->target, sizeof(*whole));
        check_events(one, many, fault);
        check_touched(one, many);
        gr3d_draw_free(many);
    }
}

static void check_scene(unsigned seed, unsigned triangles, Fault fault,
                        const GpuExecutor *executor)
{
    g_autofree Scene *s = new_scene(seed, triangles);
    g_autofree Target *whole = g_new(Target, 1);
    Gr3dDraw *one = start(s, fault, NULL);

    gr3d_draw_run(one);
    *whole = s->target;
    check_backends(s, fault, one, whole, executor);
    gr3d_draw_free(one);
}

static void test_threads(gconstpointer data)
{
    Executor *executor = executor_new(GPOINTER_TO_UINT(data));

    for (unsigned seed = 0; seed < SCENES; seed++) {
        check_scene(seed, seed % 5 ? FEW : TRIANGLES, seed % 4,
                    executor_engine(executor));
    }
    executor_free(executor);
}

/*
 * As if three threads came one after the other: the first of them has all of
 * the tiles, those of its own share before the others.
 */
typedef struct Turns {
    GpuExecutor executor;
    unsigned first;
} Turns;

static void run_in_turns(void *opaque, GpuTask *task, void *arg)
{
    const Turns *turns = opaque;

    for (unsigned i = 0; i < turns->executor.threads; i++) {
        task(arg, (turns->first + i) % turns->executor.threads);
    }
}

static void test_turns(void)
{
    for (unsigned first = 0; first < 3; first++) {
        Turns turns = { { 3, run_in_turns, &turns }, first };

        for (unsigned seed = 0; seed < 4; seed++) {
            check_scene(seed, FEW, seed, &turns.executor);
        }
    }
}

int main(int argc, char **argv)
{
    static const unsigned threads[] = { 1, 2, 3, 8 };

    g_test_init(&argc, &argv, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(threads); i++) {
        g_autofree char *name = g_strdup_printf("/tiles/threads/%u",
                                                threads[i]);

        g_test_add_data_func(name, GUINT_TO_POINTER(threads[i]), test_threads);
    }
    g_test_add_func("/tiles/turns", test_turns);
    return g_test_run();
}
