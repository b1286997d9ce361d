/*
 * GR3D draws whose vertices a guest's other processor changes meanwhile
 *
 * With culling, positions are fetched twice: for all triangles, then again for
 * those that are seen.  What is drawn are triangles that both have left, as the
 * second time has them, whatever became of them in between.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <math.h>
#include <string.h>
#include "hw/gpu/gr3d/pipe/exec.h"
#include "hw/gpu/gr3d/text/stream.h"

#define SIZE        64          /* columns and rows */
#define VERTICES    300
#define FAR_RIGHT   1500

typedef struct Vertex {
    float x, y, z, w;
    uint8_t color[4];
} Vertex;

typedef struct Memory {
    Vertex vertex[VERTICES];
    uint8_t pixel[SIZE * SIZE * 4];
} Memory;

static const char head[] =
    "gr3d-stream 1\n"
    "write VPE_MODE 0x11\n"
    "write VPE_TIMEOUT 0xffff\n"
    "write CONST_READ_LIMIT MAX=255\n"
    "write SCISSOR_X MAX=64\n"
    "write SCISSOR_Y MAX=64\n"
    "write VIEWPORT_Z 0.5f\n"
    "write VIEWPORT_W 16.0f\n"
    "write VIEWPORT_H 16.0f\n"
    "write VIEWPORT_D 0.5f\n"
    "write GUARDBAND_W 4096.0f\n"
    "write GUARDBAND_H 4096.0f\n"
    "write GUARDBAND_D 6.99f\n"
    "write Z_TEST KILL=1\n"
    "write Z_MAX 0xfffff\n"
    "write SURFDESC[1] FORMAT=13 STRIDE=256\n"
    "write DW_ST_ENABLE SURF=2\n"
    "write ATTR_MODE[0] FMT=13 SIZE=4 STRIDE=20\n"
    "write ATTR_MODE[1] FMT=1 SIZE=4 STRIDE=20\n"
    "write ATTR_MASK OUTPUT=3 INPUT=3\n"
    /* much more for the colour than for the position, which comes first */
    "vp {\n    MOV o0, a0\n"
    "    MUL r1, a1, a1\n    MAX r1, r1, a1\n    MIN r2, r1, a1.wzyx\n"
    "    ADD r1, r1, -r2\n    MAD r1, r2, a1, r1\n    MAX r2, r1, a1\n"
    "    MIN r1, r1, r2.yxwz\n    MAD r1, r2, r1, r1\n"
    "    MAX o1, r1, a1 [end]\n}\n"
    "link {\n    link v1, t0: x->0 low, y->0 high, z->1 low, w->1 high\n}\n"
    "write SU_PARAM CLIP_ENABLE=1 SUBPIX_XOFF=56 SUBPIX_YOFF=56 LAST_INST=1 "
    "CULL=1\n"
    "write TRI_ATTR 0x140\n"
    "write PIX_ATTR 0x4a000000\n"
    "write PSEQ_COMMAND_EVEN[0] 0x20006001\n"
    "fp {\n    exec\n"
    "        mfu sfu rcp r4; mul0 w, sfu, coef0; mul1 w, sfu, coef1; "
    "var0 fx10 t0; var1 fx10 t0\n"
    "        dw store s1, r0\n}\n";

/* ---- what is changed */

typedef struct Move {           /* of all vertices */
    const char *name;
    bool seen;                  /* afterwards */
    float scale_x, x, y, w;
} Move;

static const Move moves[] = {
    { "nowhere", true, 1, 0, 0, 1 },
    { "a-little", true, 1, 5, -3, 1 },
    { "partly-out", true, 1, -16, 30, 1 },
    { "right", false, 1, FAR_RIGHT, 0, 1 },
    { "left", false, 1, -200, 0, 1 },
    { "above", false, 1, 0, -200, 1 },
    { "below", false, 1, 0, FAR_RIGHT, 1 },
    { "turned", false, -1, SIZE, 0, 1 },
    { "flat", false, 0, SIZE / 2, 0, 1 },
    { "far", false, 1, 1e6, 0, 1 },
    { "far-apart", true, 1000, 0, 0, 1 },
    { "nowhere-at-all", false, NAN, 0, 0, 1 },
    { "behind", false, 1, 0, 0, -1 },
};

typedef struct Case {
    const Move *move;
    unsigned type;              /* of primitives */
    unsigned outside;           /* at first: of triangles, none, odd, all */
} Case;

static void move_one(Vertex *v, const Move *m)
{
    v->x = v->x * m->scale_x + m->x;
    v->y += m->y;
    v->w = m->w;
}

/* A strip up and down through the target, or its triangles */
static void place(Vertex *v, unsigned n, unsigned type)
{
    unsigned i = type == GR3D_TRIANGLES ? n / 3 + n % 3 : n;
    /* those of odd number are turned */
    bool swap = type == GR3D_TRIANGLES && n / 3 % 2 && n % 3;

    i = swap ? n / 3 + 3 - n % 3 : i;
    v->x = i * 0.5f;            /* each covers a column */
    v->y = i % 2 ? 50 : 4;
    v->w = 1;
    for (unsigned c = 0; c < 4; c++) {
        v->color[c] = 40 * c + n % 97;
    }
}

/* Of the draw: two chunks of triangles to set up */
static unsigned num_vertices(unsigned type)
{
    return type == GR3D_TRIANGLES ? VERTICES : VERTICES / 3;
}

/* Calls of positions() */
static unsigned num_chunks(unsigned type)
{
    return (num_vertices(type) + 255) / 256;
}

static bool begins_outside(const Case *c, unsigned n)
{
    return c->outside == 2 || (c->outside == 1 && n / 3 % 2);
}

static void set_vertices(Memory *m, const Case *c, bool moved)
{
    for (unsigned n = 0; n < VERTICES; n++) {
        place(&m->vertex[n], n, c->type);
        if (moved) {
            move_one(&m->vertex[n], c->move);
        } else if (begins_outside(c, n)) {
            m->vertex[n].x += FAR_RIGHT;
        }
    }
}

/* As if what had been outside had stayed there */
static void set_expected(Memory *m, const Case *c)
{
    for (unsigned n = 0; n < VERTICES; n++) {
        place(&m->vertex[n], n, c->type);
        if (begins_outside(c, n)) {
            m->vertex[n].x += FAR_RIGHT;
        } else {
            move_one(&m->vertex[n], c->move);
        }
    }
}

/* ---- a backend, and a guest that waits for it */

static const Gr3dExec *real;
static Memory *memory;
static const Case *running;
static unsigned calls;

static void positions_then_move(const Gr3dSu *su, unsigned num,
                                const float *rows, unsigned num_rows,
                                unsigned num_vertices, Gr3dCorner *out,
                                uint32_t *near)
{
    real->positions(su, num, rows, num_rows, num_vertices, out, near);
    calls++;
    if (calls == num_chunks(running->type)) {
        set_vertices(memory, running, true);
    }
}

/* ---- drawing */

static Gr3dDraw *freeze(unsigned type)
{
    g_autofree char *text = g_strdup_printf(
        "%swrite SET_PRIM PRIM_TYPE=%u\nwrite DRAW_PRIM COUNT_1=%u\n", head,
        type, num_vertices(type) - 1);
    char *error = NULL;
    Gr3dStream *s = gr3d_stream_parse(text, strlen(text), &error);
    Gr3dDraw *draw = NULL;
    Gr3dRegs regs;

    g_assert_cmpstr(error, ==, NULL);
    gr3d_regs_reset(&regs);
    for (unsigned i = 0; i < s->writes->len; i++) {
        const Gr3dStreamWrite *w = &g_array_index(s->writes,
                                                  Gr3dStreamWrite, i);

        if (gr3d_regs_write(&regs, w->reg, w->value) == GR3D_WRITE_DRAW) {
            draw = gr3d_draw_new(&regs);
        }
    }
    gr3d_stream_free(s);
    g_assert_nonnull(draw);
    return draw;
}

static Gr3dDraw *run(Memory *m, unsigned type, const Gr3dExec *exec)
{
    Gr3dDraw *draw = freeze(type);

    gr3d_draw_bind(draw, 0, m->vertex, sizeof(m->vertex));
    gr3d_draw_bind(draw, 1, &m->vertex[0].color, sizeof(m->vertex) - 16);
    gr3d_draw_bind(draw, GR3D_SPAN_SURFACE + 1, m->pixel, sizeof(m->pixel));
    gr3d_draw_set_exec(draw, exec);
    gr3d_draw_run(draw);
    return draw;
}

static void check(const Case *c, const Gr3dExec *exec)
{
    g_autofree Memory *want = g_new0(Memory, 1), *got = g_new0(Memory, 1);
    Gr3dDraw *expected, *draw;
    Gr3dExec hooked = *exec;

    set_expected(want, c);
    expected = run(want, c->type, NULL);
    g_assert_true((gr3d_draw_stats(expected)->fragments > 0) ==
                  (c->move->seen && c->outside < 2));
    real = exec;
    memory = got;
    running = c;
    calls = 0;
    hooked.positions = positions_then_move;
    set_vertices(got, c, false);
    draw = run(got, c->type, &hooked);
    g_assert_cmpuint(calls, ==, num_chunks(c->type));
    g_assert_cmpmem(want->pixel, sizeof(want->pixel), got->pixel,
                    sizeof(got->pixel));
    g_assert_cmpuint(gr3d_draw_stats(draw)->rasterised, ==,
                     gr3d_draw_stats(expected)->rasterised);
    g_assert_cmpuint(gr3d_draw_stats(draw)->fragments, ==,
                     gr3d_draw_stats(expected)->fragments);
    gr3d_draw_free(expected);
    gr3d_draw_free(draw);
}

static void test_move(gconstpointer data)
{
    static const char *const names[] = { "base", "avx2", "avx512" };
    const Gr3dExec *exec;
    const char *why;

    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++) {
        if (gr3d_exec_find(names[i], &exec, &why)) {
            check(data, exec);
        }
    }
}

static void add_cases(const Move *move)
{
    static const struct {
        const char *name;
        unsigned type, outside;
    } kinds[] = {
        { "list", GR3D_TRIANGLES, 0 },
        { "strip", GR3D_TRIANGLE_STRIP, 0 },
        { "odd", GR3D_TRIANGLES, 1 },
        { "list-in", GR3D_TRIANGLES, 2 },
        { "strip-in", GR3D_TRIANGLE_STRIP, 2 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(kinds); i++) {
        Case *c = g_new(Case, 1);
        g_autofree char *path = g_strdup_printf("/changing/%s/%s",
                                                kinds[i].name, move->name);

        *c = (Case) { move, kinds[i].type, kinds[i].outside };
        g_test_add_data_func_full(path, c, test_move, g_free);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(moves); i++) {
        add_cases(&moves[i]);
    }
    return g_test_run();
}
