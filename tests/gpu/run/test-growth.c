/*
 * What a stream costs grows with what it draws, and with nothing else
 *
 * Times are of this thread's processor, the least of several, and compared
 * with each other only: twice as much is allowed, where a cost that grows would
 * be ten times as much or more.  What is compared is measured by turns, and for
 * longer where the result is not what it should be: beside other work, that has
 * the other half of the core, any of them may be twice as slow for a while.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include <time.h>
#include "hw/gpu/gr3d/text/stream.h"
#include "backend.h"

#define ROUNDS      5
#define MOST_ROUNDS 100
#define MAX_SIZE    4096

#define R_DRAW_PRIM     0x123
#define R_SET_PRIM      0x122
#define R_SCISSOR_X     0x350
#define R_SCISSOR_Y     0x351
#define R_VIEWPORT_X    0x352
#define R_VIEWPORT_W    0x355
#define R_TEX_INST_OFFSET   0x700
#define R_TEX_INST_DATA     0x701

/* Colours by position; the buffer of vertices is set by the tests */
static const char head[] =
    "gr3d-stream 1\n"
    "memory verts 0x20000\n"
    "memory color 16\n"
    "write VPE_MODE 0x11\n"
    "write VPE_TIMEOUT 0xffff\n"
    "write CONST_READ_LIMIT MAX=255\n"
    "write VIEWPORT_Z 0x3efffff0\n"
    "write VIEWPORT_D 0x3efffff0\n"
    "write GUARDBAND_W 31.0f\n"
    "write GUARDBAND_H 31.0f\n"
    "write GUARDBAND_D 0x40dffe00\n"
    "write Z_TEST KILL=1\n"
    "write Z_MAX 0xfffff\n"
    "write SURFDESC[1] FORMAT=13 STRIDE=16384\n"
    "write SURFADDR[1] &color\n"
    "write DW_ST_ENABLE SURF=2\n"
    "vp {\n    MOV o0, a0\n    MOV o1, a0 [end]\n}\n"
    "link {\n    link v1, t0: x->0 fp20, y->1 fp20\n}\n"
    "write SU_PARAM CLIP_ENABLE=1 SUBPIX_XOFF=56 SUBPIX_YOFF=56\n"
    "write TRI_ATTR 0x140\n"
    "write PIX_ATTR 0x4a000000\n"
    "write PSEQ_COMMAND_EVEN[0] 0x20006001\n"
    "write ATTR_BASE[0] &verts\n"
    "write ATTR_MODE[0] FMT=13 SIZE=2 STRIDE=8\n"
    "write ATTR_MASK OUTPUT=3 INPUT=1\n"
    "fp {\n    exec\n"
    "        mfu sfu rcp r4; mul0 w, sfu, coef0; mul1 w, sfu, coef1; "
    "var0 fp20 t0; var1 fp20 t0\n"
    "        dw store s1, r0\n}\n";

static const Gr3dExec *exec;

typedef struct Machine {
    Gr3dStream *stream;
    Gr3dReplay replay;
    float (*vertex)[2];
    Gr3dMemory small;           /* the stream's own */
} Machine;

static void set_float(Machine *m, uint32_t reg, float v)
{
    uint32_t bits;

    memcpy(&bits, &v, sizeof(bits));
    gr3d_replay_write(&m->replay, reg, bits);
}

static void set_size(Machine *m, unsigned size)
{
    for (unsigned i = 0; i < 2; i++) {
        gr3d_replay_write(&m->replay, R_SCISSOR_X + i, size);
        set_float(m, R_VIEWPORT_X + i, 8 * size);
        set_float(m, R_VIEWPORT_W + i, 8 * size);
    }
}

static Machine *machine_new(void)
{
    Machine *m = g_new0(Machine, 1);
    char *error = NULL;

    m->stream = gr3d_stream_parse(head, strlen(head), &error);
    g_assert_cmpstr(error, ==, NULL);
    gr3d_stream_run(m->stream, &m->replay, 0, NULL, exec);
    /* a stream may not have as much */
    m->small = m->stream->memory[1];
    m->stream->memory[1].size = 4 * MAX_SIZE * MAX_SIZE;
    m->stream->memory[1].data = g_malloc0(4 * MAX_SIZE * MAX_SIZE);
    m->vertex = (float (*)[2])m->stream->memory[0].data;
    return m;
}

static void machine_free(Machine *m)
{
    g_assert_cmpuint(m->replay.events->len, ==, 0);
    gr3d_replay_clear(&m->replay);
    g_free(m->stream->memory[1].data);
    m->stream->memory[1] = m->small;
    gr3d_stream_free(m->stream);
    g_free(m);
}

static void draw(Machine *m, unsigned type, unsigned count)
{
    gr3d_replay_write(&m->replay, R_SET_PRIM, type << 24);
    gr3d_replay_write(&m->replay, R_DRAW_PRIM, (count - 1) << 20);
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

typedef void Work(Machine *m, unsigned n);

/* @work(@n), which is @per of what is compared */
typedef struct Cost {
    Work *work;
    unsigned n;
    double per;
    double least;       /* nanoseconds for each; 0 before the first time */
} Cost;

static void measure(Machine *m, Cost *c)
{
    double start = now(), each;

    c->work(m, c->n);
    each = (now() - start) / c->per;
    c->least = c->least && c->least < each ? c->least : each;
}

static double cost(Machine *m, Cost c)
{
    for (unsigned i = 0; i <= ROUNDS; i++) {
        measure(m, &c);
    }
    return c.least;
}

/* @c is less than @times what @base is, and @more nanoseconds */
static void check(Machine *m, Cost c, Cost base, double times, double more)
{
    for (unsigned i = 0; i <= MOST_ROUNDS; i++) {
        measure(m, &base);
        measure(m, &c);
        if (i >= ROUNDS && c.least < times * base.least + more) {
            break;
        }
    }
    g_test_message("%u: %.1f ns each, %u: %.1f ns", c.n, c.least, base.n,
                   base.least);
    g_assert_cmpfloat(c.least, <, times * base.least + more);
}

/*
 * The number of draws in a stream
 */

static void set_triangle(Machine *m)
{
    static const float corner[3][2] = { { 0, 0 }, { 0.05f, 0 }, { 0, 0.05f } };

    memcpy(m->vertex, corner, sizeof(corner));
    set_size(m, 64);
}

static void small_draws(Machine *m, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        draw(m, 4, 3);
    }
}

static void test_draws(void)
{
    Machine *m = machine_new();

    set_triangle(m);
    check(m, (Cost) { small_draws, 10000, 10000 },
          (Cost) { small_draws, 100, 100 }, 2, 0);
    machine_free(m);
}

/*
 * The size of the target
 */

static void full_screen(Machine *m, unsigned size)
{
    static const float corner[4][2] = {
        { -1, -1 }, { 1, -1 }, { -1, 1 }, { 1, 1 },
    };

    memcpy(m->vertex, corner, sizeof(corner));
    set_size(m, size);
    /* as many pixels for each size, but not so many that it takes long */
    for (unsigned i = 0; i < MAX(512 * 512 / (size * size), 1); i++) {
        draw(m, 5, 4);
    }
}

/* A large target is in no cache; a cost that grows would be 64 times as much */
static void test_pixels(void)
{
    const Cost at_512 = { full_screen, 512, 512. * 512 };
    Machine *m = machine_new();
    double one;

    set_triangle(m);
    one = cost(m, (Cost) { small_draws, 100, 100 });
    for (unsigned size = 64; size <= (exec ? MAX_SIZE : 1024); size *= 2) {
        double area = (double)size * size;

        check(m, (Cost) { full_screen, size, MAX(at_512.per, area) }, at_512,
              size <= 512 ? 2 : 10, size <= 512 ? 2 * one / area : 0);
    }
    machine_free(m);
}

/*
 * The number of primitives in a draw
 */

/* Triangles of 4 by 4 pixels, in rows to and fro */
static void set_mesh(Machine *m)
{
    set_size(m, 512);
    for (unsigned i = 0; i < 4096; i++) {
        unsigned row = i / 256, column = i / 2 % 128;

        m->vertex[i][0] = (row % 2 ? 127 - column : column) / 64. - 1;
        m->vertex[i][1] = (row + i % 2) / 64. - 1;
    }
}

static void strip(Machine *m, unsigned n)
{
    for (unsigned i = 0; i < 4096 / n; i++) {
        draw(m, 5, n);
    }
}

static void test_primitives(void)
{
    const Cost at_1024 = { strip, 1024, 4096 };
    Machine *m = machine_new();

    set_mesh(m);
    check(m, (Cost) { strip, 256, 4096 }, at_1024, 2, 0);
    check(m, (Cost) { strip, 4096, 4096 }, at_1024, 2, 0);
    machine_free(m);
}

/*
 * The number of programs in use: more of them than are kept, so each draw
 * decodes its own.  That may cost as much as a few draws, but not more.
 */

static void programs(Machine *m, unsigned n)
{
    for (unsigned i = 0; i < 1000; i++) {
        /* bits that mean nothing without bit 10, which enables */
        gr3d_replay_write(&m->replay, R_TEX_INST_OFFSET, 0);
        gr3d_replay_write(&m->replay, R_TEX_INST_DATA, i % n << 14);
        draw(m, 4, 3);
    }
}

static void test_programs(void)
{
    const Cost one = { programs, 1, 1000 };
    Machine *m = machine_new();

    set_triangle(m);
    check(m, (Cost) { programs, 50, 1000 }, one, 3, 0);
    check(m, (Cost) { programs, 1000, 1000 }, one, 100, 0);
    machine_free(m);
}

int main(int argc, char **argv)
{
    const char *why;

    g_test_init(&argc, &argv, NULL);
    if (!backend_choose(NULL, &exec, &why)) {
        g_error("%s", why);
    }
    g_test_add_func("/growth/draws", test_draws);
    g_test_add_func("/growth/pixels", test_pixels);
    g_test_add_func("/growth/primitives", test_primitives);
    g_test_add_func("/growth/programs", test_programs);
    return g_test_run();
}
