/*
 * GR3D tiles side by side leave what tiles one after the other leave
 *
 * The same triangles are drawn by one thread and by one per tile:
 * pixels, depth, stencil, events, counts and touched bytes are the same.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "executor.h"
#include "fp-test.h"

#define COLS        150
#define ROWS        100
#define THREADS     6           /* as many as tiles: 3 x 2 */
#define TRIANGLES   80

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
    reg[0x123] = (3 * TRIANGLES - 1) << 20;
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

static Scene *new_scene(unsigned seed)
{
    Scene *s = g_new0(Scene, 1);
    GRand *rand = g_rand_new_with_seed(seed);

    set_programs(&s->regs);
    set_state(&s->regs);
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

/* The last rows of the colours are not there: each pixel is an event. */
#define COLOR_BYTES     (sizeof(((Target *)0)->color) - 4 * COLS * 30)

static Gr3dDraw *start(Scene *s)
{
    Gr3dDraw *draw = gr3d_draw_new(&s->regs);

    memset(&s->target, 0, sizeof(s->target));
    memset(s->target.depth, 0xff, sizeof(s->target.depth));
    gr3d_draw_bind(draw, 0, s->vertex, sizeof(s->vertex));
    gr3d_draw_bind(draw, 1, &s->vertex[0][4], sizeof(s->vertex) - 16);
    gr3d_draw_bind(draw, GR3D_SPAN_SURFACE, s->target.depth,
                   sizeof(s->target.depth));
    gr3d_draw_bind(draw, GR3D_SPAN_SURFACE + 1, s->target.color, COLOR_BYTES);
    gr3d_draw_bind(draw, GR3D_SPAN_SURFACE + 2, s->target.stencil,
                   sizeof(s->target.stencil));
    return draw;
}

static void check_events(const Gr3dDraw *a, const Gr3dDraw *b)
{
    unsigned num_a, num_b;
    const Gr3dEventCount *ea = gr3d_draw_events(a, &num_a);
    const Gr3dEventCount *eb = gr3d_draw_events(b, &num_b);

    g_assert_cmpuint(num_a, ==, 1);
    g_assert_cmpuint(num_b, ==, num_a);
    for (unsigned i = 0; i < num_a; i++) {
        g_assert_true(ea[i].text == eb[i].text && ea[i].kind == eb[i].kind);
        g_assert_cmpuint(ea[i].count, ==, eb[i].count);
        g_assert_cmphex(ea[i].value, ==, eb[i].value);
    }
    g_assert_cmpuint(gr3d_draw_stats(a)->fragments, >, 1000);
    g_assert_cmpuint(gr3d_draw_stats(a)->fragments, ==,
                     gr3d_draw_stats(b)->fragments);
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

static void test_threads(void)
{
    Executor *executor = executor_new(THREADS);

    for (unsigned seed = 0; seed < 20; seed++) {
        g_autofree Scene *s = new_scene(seed);
        g_autofree Target *whole = g_new(Target, 1);
        Gr3dDraw *one = start(s), *many;

        gr3d_draw_run(one, UINT64_MAX);
        *whole = s->target;
        many = start(s);
        gr3d_draw_set_executor(many, executor_engine(executor));
        gr3d_draw_run(many, UINT64_MAX);
        g_assert_cmpmem(whole, sizeof(*whole), &s->target, sizeof(*whole));
        check_events(one, many);
        check_touched(one, many);
        gr3d_draw_free(one);
        gr3d_draw_free(many);
    }
    executor_free(executor);
}

/* The highest byte that was written is always in the range. */
static void check_progress(const Scene *s, const Gr3dDraw *draw)
{
    uint64_t from = 0, to = 0;
    int first = -1, last = -1;

    gr3d_draw_touched(draw, GR3D_SPAN_SURFACE + 2, &from, &to);
    for (int i = 0; i < COLS * ROWS; i++) {
        if (s->target.stencil[i]) {
            first = first < 0 ? i : first;
            last = i;
        }
    }
    if (last >= 0) {
        g_assert_cmpuint(from, ==, first);
        g_assert_cmpuint(to, ==, last + 1);
    }
}

/* In slices of any size nothing is counted twice, and touched is up to date */
static void test_slices(void)
{
    static const uint64_t budgets[] = { 1, 50, 3000 };
    g_autofree Scene *s = new_scene(7);
    Gr3dDraw *one = start(s);

    gr3d_draw_run(one, UINT64_MAX);
    for (unsigned n = 0; n < G_N_ELEMENTS(budgets); n++) {
        Gr3dDraw *slices = start(s);

        while (gr3d_draw_run(slices, budgets[n]) == GR3D_DRAW_MORE) {
            check_progress(s, slices);
        }
        check_events(one, slices);
        check_touched(one, slices);
        gr3d_draw_free(slices);
    }
    gr3d_draw_free(one);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/tiles/threads", test_threads);
    g_test_add_func("/tiles/slices", test_slices);
    return g_test_run();
}
