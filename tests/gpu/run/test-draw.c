/*
 * Tests of a GR3D draw: its vertices, tiles, steps
 *
 * The rasteriser is replaced: it counts what it is asked to draw.  So is the
 * vertex program: it counts, too.  The target is 200 x 150 pixels at pixel
 * (30, 20), so tiles are cut on all sides.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "hw/gpu/gr3d/pipe/frozen.h"
#include "prim-covers.h"

#define COLS    200
#define ROWS    150
#define COL0    30
#define ROW0    20

/* What a draw's wait has seen */
typedef struct Steps {
    Gr3dDraw *draw;
    unsigned num;
    unsigned calls, vertices;   /* seen at the last one */
    uint64_t work;
    uint64_t cancel_at;         /* units */
} Steps;

typedef struct Seen {
    unsigned visits[ROW0 + ROWS][COL0 + COLS];
    uint64_t order[ROW0 + ROWS][COL0 + COLS];   /* hash of the visitors */
    unsigned calls;
    unsigned vertices;
    unsigned cancel_at;                         /* vertex; 0: never */
    Gr3dDraw *draw;
} Seen;

static Seen seen;

/* Export 0 = attribute 0, as the program would have it */
static unsigned run_vertex(const Gr3dVp *vp, const float attr[][4],
                           float out[][4], GpuEvents *events)
{
    for (unsigned i = 0; i < GR3D_VP_EXPORTS; i++) {
        memcpy(out[i], i ? (float[4]) { 0, 0, 0, 1 } : attr[0],
               sizeof(out[i]));
    }
    if (++seen.vertices == seen.cancel_at) {
        gr3d_draw_cancel(seen.draw);
    }
    return 1;
}

static uint64_t see_prim(const Gr3dDraw *draw, Gr3dTile *tile,
                         const Gr3dPrim *prim, const Gr3dRect *rect)
{
    g_assert_cmpint(rect->col_min, <, rect->col_max);
    g_assert_cmpint(rect->row_min, <, rect->row_max);
    g_assert_cmpint(rect->col_min, >=, prim->box.col_min);
    g_assert_cmpint(rect->col_max, <=, prim->box.col_max);
    g_assert_cmpint(rect->row_min, >=, prim->box.row_min);
    g_assert_cmpint(rect->row_max, <=, prim->box.row_max);
    g_assert_cmpint(rect->col_min / 64, ==, (rect->col_max - 1) / 64);
    g_assert_cmpint(rect->row_min / 8, ==, (rect->row_max - 1) / 8);
    seen.calls++;
    for (int row = rect->row_min; row < rect->row_max; row++) {
        for (int col = rect->col_min; col < rect->col_max; col++) {
            if (prim_covers(prim, col, row)) {
                seen.visits[row][col]++;
                /* z tells primitives apart */
                seen.order[row][col] = seen.order[row][col] * 31 +
                                       (uint64_t)prim->zb;
            }
        }
    }
    return (rect->row_max - rect->row_min) * (rect->col_max - rect->col_min);
}

static const Gr3dReference recorder = { run_vertex, see_prim };

/* 512 triangles in rows of a mesh, then the same 512 once more */
#define MESH_COLS   32
#define MESH_ROWS   8
#define MESH_TRIS   (MESH_COLS * MESH_ROWS * 2)

typedef struct Scene {
    Gr3dRegs regs;
    float vertex[(MESH_ROWS + 1) * (MESH_COLS + 1)][3];
    uint16_t index[4096];
    unsigned num;
} Scene;

static void set_float(Gr3dRegs *regs, uint32_t offset, float v)
{
    memcpy(&regs->reg[offset], &v, sizeof(v));
}

static uint16_t mesh_at(unsigned i, unsigned j)
{
    return j * (MESH_COLS + 1) + i;
}

static void add_cell(Scene *s, unsigned i, unsigned j)
{
    const uint16_t six[6] = {
        mesh_at(i, j), mesh_at(i + 1, j), mesh_at(i, j + 1),
        mesh_at(i + 1, j), mesh_at(i + 1, j + 1), mesh_at(i, j + 1),
    };

    for (unsigned n = 0; n < 6; n++) {
        s->index[s->num++] = six[n];
    }
}

/* Export 0 = attribute 0, END */
static const uint32_t program[4] = {
    0x401f9c6c, 0x0040000d, 0x8106c083, 0x6041ff81
};

static Scene *new_scene(void)
{
    Scene *s = g_new0(Scene, 1);
    uint32_t *reg = s->regs.reg;

    memcpy(s->regs.vp_inst, program, sizeof(program));
    reg[0x101] = 0x0c3d;                        /* f32 x 3, stride 12 */
    reg[0x120] = 0x10001;
    reg[0x122] = 0x24000000;                    /* triangles, u16 */
    reg[0x201] = 0xffff;
    reg[0x343] = 0xb8e00000;
    reg[0x350] = COL0 << 16 | (COL0 + COLS);
    reg[0x351] = ROW0 << 16 | (ROW0 + ROWS);
    set_float(&s->regs, 0x355, 16);
    set_float(&s->regs, 0x356, 16);
    set_float(&s->regs, 0x357, 0.5f);
    set_float(&s->regs, 0x358, 4096);
    set_float(&s->regs, 0x359, 4096);
    set_float(&s->regs, 0x35a, 6.99f);
    for (unsigned j = 0; j <= MESH_ROWS; j++) {
        for (unsigned i = 0; i <= MESH_COLS; i++) {
            float *v = s->vertex[mesh_at(i, j)];

            v[0] = COL0 + COLS * i / (float)MESH_COLS;
            v[1] = ROW0 + ROWS * j / (float)MESH_ROWS;
            v[2] = mesh_at(i, j) / 1024.f;
        }
    }
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned n = 0; n < MESH_COLS * MESH_ROWS; n++) {
            add_cell(s, n % MESH_COLS, n / MESH_COLS);
        }
    }
    reg[0x123] = (s->num - 1) << 20;
    return s;
}

static Gr3dDraw *start(Scene *s)
{
    Gr3dDraw *draw = gr3d_draw_new(&s->regs);

    draw->reference = &recorder;
    memset(&seen, 0, sizeof(seen));
    gr3d_draw_bind(draw, GR3D_SPAN_ATTRIB, s->vertex, sizeof(s->vertex));
    gr3d_draw_bind(draw, GR3D_SPAN_INDEX, s->index, sizeof(s->index));
    return draw;
}

static void check_complete(const Gr3dDraw *draw)
{
    const Gr3dDrawStats *stats = gr3d_draw_stats(draw);
    unsigned num;

    for (int row = 0; row < ROW0 + ROWS; row++) {
        for (int col = 0; col < COL0 + COLS; col++) {
            g_assert_cmpint(seen.visits[row][col], ==,
                            row >= ROW0 && col >= COL0 ? 2 : 0);
        }
    }
    g_assert_cmpint(stats->primitives, ==, 2 * MESH_TRIS);
    g_assert_cmpint(stats->rasterised, ==, 2 * MESH_TRIS);
    /* the second round finds all vertices done */
    g_assert_cmpint(stats->vertices, ==, (MESH_ROWS + 1) * (MESH_COLS + 1));
    gr3d_draw_events(draw, &num);
    g_assert_cmpint(num, ==, 0);
}

static void test_whole(void)
{
    g_autofree Scene *s = new_scene();
    Gr3dDraw *draw = start(s);

    gr3d_draw_run(draw);
    check_complete(draw);
    gr3d_draw_run(draw);
    check_complete(draw);
    gr3d_draw_free(draw);
}

/* Two looks are a vertex or a band apart; work is counted as it is done. */
static void take_step(void *opaque, uint64_t work)
{
    Steps *s = opaque;

    g_assert_cmpuint(seen.calls - s->calls, <=, 1);
    g_assert_cmpuint(seen.vertices - s->vertices, <=, 1);
    g_assert_cmpuint(work, >=, s->work);
    g_assert_cmpuint(work - s->work, <, GR3D_MAX_STEP);
    s->calls = seen.calls;
    s->vertices = seen.vertices;
    s->work = work;
    s->num++;
    if (work >= s->cancel_at) {
        gr3d_draw_cancel(s->draw);
    }
}

static Steps run_in_steps(Gr3dDraw *draw, uint64_t cancel_at)
{
    Steps s = { .draw = draw, .cancel_at = cancel_at };

    gr3d_draw_set_wait(draw, take_step, &s);
    gr3d_draw_pause(draw, true);
    gr3d_draw_run(draw);
    return s;
}

/* A draw that looks whether it may go on does what another one does. */
static void test_steps(void)
{
    g_autofree Scene *s = new_scene();
    g_autofree Seen *whole = g_new(Seen, 1);
    Gr3dDraw *draw = start(s);
    uint64_t work;
    Steps steps;

    gr3d_draw_run(draw);
    work = gr3d_draw_stats(draw)->work;
    gr3d_draw_free(draw);
    *whole = seen;
    draw = start(s);
    steps = run_in_steps(draw, UINT64_MAX);
    check_complete(draw);
    g_assert_cmpmem(&seen, sizeof(seen), whole, sizeof(*whole));
    g_assert_cmpuint(steps.num, >=, seen.calls + seen.vertices);
    g_assert_cmpuint(gr3d_draw_stats(draw)->work, ==, work);
    g_assert_cmpuint(work - steps.work, <=, 8 * 64 + 2);
    gr3d_draw_free(draw);
}

static void test_cancel(void)
{
    g_autofree Scene *s = new_scene();
    Gr3dDraw *draw = start(s);
    Steps steps = run_in_steps(draw, 20000);

    g_assert_cmpuint(steps.calls, >, 0);
    g_assert_cmpuint(seen.calls, ==, steps.calls);
    g_assert_cmpuint(steps.work, <, 20000 + 8 * 64 + 1);
    g_assert_cmpuint(gr3d_draw_stats(draw)->work, <=, steps.work + 2);
    gr3d_draw_free(draw);
    draw = start(s);
    gr3d_draw_cancel(draw);
    gr3d_draw_run(draw);
    g_assert_cmpint(seen.calls, ==, 0);
    g_assert_cmpint(gr3d_draw_stats(draw)->vertices, ==, 0);
    gr3d_draw_free(draw);
}

/* Each vertex may take long: without a budget, too, none comes after it. */
static void test_cancel_vertex(void)
{
    static const unsigned when[] = { 1, 100, 256, 257, 296 };
    g_autofree Scene *s = new_scene();

    for (unsigned i = 0; i < G_N_ELEMENTS(when); i++) {
        Gr3dDraw *draw = start(s);

        seen.draw = draw;
        seen.cancel_at = when[i];
        gr3d_draw_run(draw);
        g_assert_cmpint(seen.vertices, ==, when[i]);
        g_assert_cmpint(gr3d_draw_stats(draw)->vertices, ==, when[i]);
        g_assert_cmpint(gr3d_draw_stats(draw)->rasterised, ==, 0);
        g_assert_cmpint(seen.calls, ==, 0);
        gr3d_draw_free(draw);
    }
}

/* Later register writes do not reach a frozen draw. */
static void test_frozen(void)
{
    g_autofree Scene *s = new_scene();
    Gr3dDraw *draw = start(s);

    memset(&s->regs, 0xff, sizeof(s->regs));
    gr3d_draw_run(draw);
    check_complete(draw);
    gr3d_draw_free(draw);
}

/* Nothing to draw, or no memory: an end all the same. */
static void test_nothing(void)
{
    g_autofree Scene *s = new_scene();
    Gr3dDraw *draw;
    unsigned num;

    s->regs.reg[0x122] = 0x27000000;
    draw = start(s);
    for (unsigned i = 0; i < GR3D_NUM_SPANS; i++) {
        g_assert_cmpint(gr3d_draw_request(draw, i)->size, ==, 0);
    }
    gr3d_draw_run(draw);
    g_assert_cmpint(seen.calls, ==, 0);
    gr3d_draw_events(draw, &num);
    g_assert_cmpint(num, ==, 1);
    gr3d_draw_free(draw);

    s->regs.reg[0x122] = 0x24000000;
    draw = gr3d_draw_new(&s->regs);
    gr3d_draw_run(draw);
    g_assert_cmpint(seen.calls, ==, 0);
    g_assert_cmpint(gr3d_draw_events(draw, &num)[0].count, ==, s->num);
    g_assert_cmpint(num, ==, 2);
    g_assert_cmpint(gr3d_draw_request(draw, GR3D_NUM_SPANS)->size, ==, 0);
    gr3d_draw_free(draw);
    gr3d_draw_free(NULL);
}

/* A span never gets longer than what the draw asked for. */
static void test_bind(void)
{
    g_autofree Scene *s = new_scene();
    Gr3dDraw *draw = start(s);
    uint64_t a, b;

    g_assert_cmpint(draw->span[GR3D_SPAN_INDEX].size, ==, 2 * s->num);
    g_assert_cmpint(draw->span[GR3D_SPAN_ATTRIB].size, ==, sizeof(s->vertex));
    g_assert_false(gr3d_draw_touched(draw, GR3D_SPAN_SURFACE, &a, &b));
    g_assert_false(gr3d_draw_touched(draw, GR3D_NUM_SPANS, &a, &b));
    gr3d_draw_bind(draw, GR3D_SPAN_ATTRIB, NULL, 5);
    g_assert_cmpint(draw->span[GR3D_SPAN_ATTRIB].size, ==, 0);
    gr3d_draw_bind(draw, GR3D_NUM_SPANS, s, 5);
    gr3d_draw_free(draw);
}

/* Vertex numbers that are equal modulo any power of two are not the same. */
static void test_far_indices(void)
{
    g_autofree Scene *s = new_scene();
    g_autofree float *vertex = g_new0(float, 3 * 65536);
    Gr3dDraw *draw;

    s->regs.reg[0x123] = 2 << 20;
    for (unsigned n = 0; n < 3; n++) {
        s->index[n] = n << 14;
        vertex[3 * s->index[n]] = COL0 + (n == 1 ? 50 : 0);
        vertex[3 * s->index[n] + 1] = ROW0 + (n == 2 ? 50 : 0);
    }
    draw = start(s);
    gr3d_draw_bind(draw, GR3D_SPAN_ATTRIB, vertex, 12 * 65536);
    gr3d_draw_run(draw);
    g_assert_cmpint(gr3d_draw_stats(draw)->vertices, ==, 3);
    g_assert_cmpint(gr3d_draw_stats(draw)->rasterised, ==, 1);
    g_assert_cmpint(seen.visits[ROW0][COL0], ==, 1);
    gr3d_draw_free(draw);
}

/* 1365 triangles that all cover the largest target: bins stay bounded. */
static void test_largest(void)
{
    g_autofree Scene *s = new_scene();
    Gr3dDraw *draw;

    s->regs.reg[0x122] = 0x04000000;
    s->regs.reg[0x101] = 0x003d;
    s->regs.reg[0x123] = 0xfff00000;
    s->regs.reg[0x350] = s->regs.reg[0x351] = 0x1fff;
    draw = start(s);
    /* stride 0: all the same vertex, no area */
    gr3d_draw_run(draw);
    g_assert_cmpint(gr3d_draw_stats(draw)->primitives, ==, 1365);
    g_assert_cmpint(gr3d_draw_stats(draw)->rasterised, ==, 0);
    gr3d_draw_free(draw);

    set_float(&s->regs, 0x355, 16 * 8000);
    set_float(&s->regs, 0x356, 16 * 8000);
    s->regs.reg[0x122] = 0x14000000;            /* u8 indices 0, 1, 2 */
    s->regs.reg[0x101] = 0x0c3d;
    memset(s->vertex, 0, sizeof(s->vertex));
    s->vertex[1][0] = s->vertex[2][1] = 1;
    for (unsigned i = 0; i < 4096; i++) {
        ((uint8_t *)s->index)[i] = i % 3;
    }
    s->regs.reg[0x350] = s->regs.reg[0x351] = 0;
    draw = start(s);
    gr3d_draw_run(draw);
    g_assert_cmpint(seen.calls, ==, 0);         /* empty scissor */
    gr3d_draw_free(draw);
    s->regs.reg[0x350] = 1;
    s->regs.reg[0x351] = ROWS;
    draw = start(s);
    gr3d_draw_run(draw);
    g_assert_cmpint(seen.visits[10][0], ==, 1365);
    g_assert_cmpint(seen.visits[ROWS - 1][0], ==, 1365);
    g_assert_cmpint(gr3d_draw_stats(draw)->vertices, ==, 3);
    gr3d_draw_free(draw);
}

#define WIDE_COLS   8000
#define WIDE_PRIMS  600

static unsigned tile_visits[(WIDE_COLS + 63) / 64];

static uint64_t count_prim(const Gr3dDraw *draw, Gr3dTile *tile,
                           const Gr3dPrim *prim, const Gr3dRect *rect)
{
    tile_visits[rect->col_min / 64]++;
    return 1;
}

static const Gr3dReference counter = { run_vertex, count_prim };

/* 75,000 pairs of a tile and a primitive: bins have room for 65,536. */
static void test_full_bins(void)
{
    g_autofree Scene *s = new_scene();
    Gr3dDraw *draw;

    set_float(&s->regs, 0x355, 16 * WIDE_COLS);
    set_float(&s->regs, 0x356, 16 * WIDE_COLS);
    s->regs.reg[0x122] = 0x14000000;            /* u8 indices 0, 1, 2 */
    s->regs.reg[0x123] = (3 * WIDE_PRIMS - 1) << 20;
    s->regs.reg[0x350] = WIDE_COLS;
    s->regs.reg[0x351] = 1;
    memset(s->vertex, 0, sizeof(s->vertex));
    s->vertex[1][0] = s->vertex[2][1] = 1;
    for (unsigned i = 0; i < 3 * WIDE_PRIMS; i++) {
        ((uint8_t *)s->index)[i] = i % 3;
    }
    draw = start(s);
    draw->reference = &counter;
    gr3d_draw_run(draw);
    for (unsigned i = 0; i < G_N_ELEMENTS(tile_visits); i++) {
        g_assert_cmpuint(tile_visits[i], ==, WIDE_PRIMS);
    }
    gr3d_draw_free(draw);
}

#define T(name) g_test_add_func("/draw/" #name, test_##name)

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    T(whole);
    T(steps);
    T(cancel);
    T(cancel_vertex);
    T(frozen);
    T(nothing);
    T(bind);
    T(far_indices);
    T(largest);
    T(full_bins);
    return g_test_run();
}
