/*
 * Property test of the GR3D interpolation: random triangles in perspective,
 * drawn through the engine's public interface, against exact weights in long
 * double
 *
 * The target has halves for channels, which hold every fx10 exactly.  The
 * model knows the snapped window positions, as these are defined; attributes
 * it takes as they are in memory, before any rounding.
 *
 * Bounds, in units of fx10 (1/256):
 *   fx10 columns       1: a vertex is rounded by up to 1/2, the result by 1/2
 *   ... of exact fx10  1/2: only the result is rounded
 *   fp20 columns       1/2 and what fp20 loses below 2: half a step of 2^-13
 *                      for a vertex and once more for the result, 1/32
 * and in each case what single precision adds: see NOISE.
 *
 * [tegra-gr3d.rst, Fragment pipe]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <math.h>
#include <string.h>
#include "hw/gpu/gr3d/gr3d.h"
#include "hw/gpu/lib/bits.h"
#include "fp-test.h"

#define SIZE        64
#define PITCH       (SIZE * 8)
#define SCALE_16    (8 * SIZE)      /* viewport scale and bias, 1/16 pixel */

/*
 * In roundings of 2^-24, relative: lambda/w 3, their sum of positive terms 5,
 * its reciprocal 6, a weight 10, its product with a difference 12, of at most
 * 4; the sum of three is rounded twice at up to 2.  In units of 1/256.
 */
#define NOISE       ((12 * 4 + 2 * 2) * 0x1p-24 * 256)

enum { RT = 0x100000, VB = 0x200000 };

typedef struct Vertex {
    float position[4], attribute[4];
} Vertex;

typedef struct Machine {
    Gr3dRegs regs;
    Vertex vertex[3];
    uint8_t color[PITCH * SIZE];
    int64_t x[3], y[3];             /* window, sub-pixel offset added */
    double worst;
    unsigned pixels;
} Machine;

static Gr3dCache *cache;        /* of all draws: they use the same memory */

static void wr(Machine *m, uint32_t offset, uint32_t value)
{
    gr3d_regs_write(&m->regs, offset, value);
}

static void wr_float(Machine *m, uint32_t offset, float value)
{
    wr(m, offset, gpu_float_to_bits(value));
}

static void vertex_state(Machine *m)
{
    static const uint32_t program[8] = {
        0x401f9c6c, 0x0040000d, 0x8106c083, 0x6041ff80,
        0x401f9c6c, 0x0040010d, 0x8106c083, 0x6041ff85,
    };

    for (unsigned i = 0; i < 8; i++) {
        wr(m, 0x206, program[i]);
    }
    wr(m, 0x200, 0x11);
    wr(m, 0x201, 0xffff);
    wr(m, 0x100, VB);
    wr(m, 0x101, 0x0000204d);
    wr(m, 0x102, VB + 16);
    wr(m, 0x103, 0x0000204d);
    wr(m, 0x120, 0x00030003);
    for (unsigned i = 0; i < 2; i++) {
        wr_float(m, 0x352 + i, SCALE_16);
        wr_float(m, 0x355 + i, SCALE_16);
        wr_float(m, 0x358 + i, 100);
    }
    wr_float(m, 0x354, 0.5);
    wr_float(m, 0x357, 0.5);
    wr_float(m, 0x35a, 6.99);
    wr(m, 0x343, 0xb8e00000);
    wr(m, 0x350, SIZE);
    wr(m, 0x351, SIZE);
    wr(m, 0x403, 0x270);
    wr(m, 0x405, 0xfffff);
}

/* Make a machine that stores the colour of r2, r3 to surface 1. */
static Machine *machine(void)
{
    Machine *m = g_new0(Machine, 1);

    gr3d_regs_reset(&m->regs);
    vertex_state(m);
    wr(m, 0xe11, PITCH << 8 | 18 << 2);
    wr(m, 0xe01, RT);
    wr(m, 0x903, 2);
    wr(m, 0x520, 0x20006001);
    wr(m, 0x300, 1 << 3);
    wr(m, 0x601, SCHED(0, 1));
    wr(m, 0x604, CANONICAL >> 32);
    wr(m, 0x901, 0x00028005);
    return m;
}

/* Make one with x, y in the halves of column 2, z, w in those of column 3. */
static Machine *fx10_machine(unsigned flat)
{
    Machine *m = machine();

    wr(m, 0x301, 0xb7a6 | flat << 16);
    wr(m, 0x604, VAR(2, 0, 2, 0) | VAR(3, 0, 2, 0));
    return m;
}

/* Make one with four numbers in r0 to r3, then as halves in r2 and r3. */
static Machine *fp20_machine(unsigned flat)
{
    const uint64_t slot[4] = {
        MOV(2, 1, REG(0)), MOV(2, 2, REG(1)), MOV(3, 1, REG(2)),
        MOV(3, 2, REG(3)),
    };
    Machine *m = machine();

    wr(m, 0x301, 0xfedc | flat << 16);
    wr(m, 0x604, VAR(0, 0, 1, 0) | VAR(1, 0, 1, 0) | VAR(2, 0, 1, 0) |
       VAR(3, 0, 1, 0));
    wr(m, 0x801, SCHED(0, 1));
    for (unsigned i = 0; i < 4; i++) {
        wr(m, 0x804, slot[i] >> 32);
        wr(m, 0x804, slot[i]);
    }
    return m;
}

static void draw(Machine *m, bool last)
{
    unsigned num_events;
    Gr3dDraw *d;

    memset(m->color, 0xff, sizeof(m->color));   /* no store leaves this */
    wr(m, 0x122, 4 << 24 | (unsigned)last << 27);
    wr(m, 0x123, 2 << 20);
    d = gr3d_draw_new_cached(&m->regs, cache);
    gr3d_draw_bind(d, GR3D_SPAN_ATTRIB, m->vertex, sizeof(m->vertex));
    gr3d_draw_bind(d, GR3D_SPAN_ATTRIB + 1, m->vertex[0].attribute,
                   sizeof(m->vertex) - 16);
    gr3d_draw_bind(d, GR3D_SPAN_SURFACE + 1, m->color, sizeof(m->color));
    gr3d_draw_run(d);
    gr3d_draw_events(d, &num_events);
    g_assert_cmpuint(num_events, ==, 0);
    gr3d_draw_free(d);
}

static double random_range(double low, double high)
{
    return g_test_rand_double_range(low, high);
}

static int64_t to_window(const float *position, unsigned axis)
{
    double v = (double)position[axis] / position[3];

    return (int64_t)floor(v * SCALE_16 + SCALE_16 + 0.5) - 8;
}

static void random_position(Machine *m, unsigned i)
{
    Vertex *v = &m->vertex[i];

    v->position[3] = (float)exp2(random_range(-4, 4));
    v->position[0] = (float)(random_range(-1.3, 1.3) * v->position[3]);
    v->position[1] = (float)(random_range(-1.3, 1.3) * v->position[3]);
    v->position[2] = 0;
    m->x[i] = to_window(v->position, 0);
    m->y[i] = to_window(v->position, 1);
}

/* Return twice the area of (px, py), b, c: exact. */
static int64_t cross(const Machine *m, int64_t px, int64_t py, unsigned b,
                     unsigned c)
{
    int64_t bx = m->x[b] - px, by = m->y[b] - py;
    int64_t cx = m->x[c] - px, cy = m->y[c] - py;

    return bx * cy - cx * by;
}

/* Find weights over 1/w, not normalised; false: the sample is outside. */
static bool weights(const Machine *m, unsigned col, unsigned row,
                    long double w[3])
{
    int64_t area = cross(m, m->x[0], m->y[0], 1, 2);

    for (unsigned i = 0; i < 3; i++) {
        int64_t e = cross(m, 16 * (int64_t)col, 16 * (int64_t)row,
                          (i + 1) % 3, (i + 2) % 3);

        if (area == 0 || (area > 0 ? e < 0 : e > 0)) {
            return false;
        }
        w[i] = (long double)e / area / m->vertex[i].position[3];
    }
    return true;
}

/* Return the value of a half; only usual ones occur. */
static double half(const uint8_t *p)
{
    unsigned code = p[0] | p[1] << 8;
    int exp = code >> 10 & 31;
    double v = exp ? ldexp(1024 + (code & 1023), exp - 25) : 0;

    g_assert_true(exp || !(code & 1023));
    return code & 0x8000 ? -v : v;
}

static void check_pixel(Machine *m, unsigned col, unsigned row, double bound)
{
    const uint8_t *p = &m->color[row * PITCH + col * 8];
    long double w[3];

    if (p[0] == 0xff && p[1] == 0xff) {
        return;                     /* not drawn */
    }
    g_assert_true(weights(m, col, row, w));
    m->pixels++;
    for (unsigned i = 0; i < 4; i++) {
        long double sum = 0;
        double error;

        for (unsigned j = 0; j < 3; j++) {
            sum += w[j] * m->vertex[j].attribute[i];
        }
        error = fabsl(half(p + 2 * i) - sum / (w[0] + w[1] + w[2])) * 256;
        m->worst = MAX(m->worst, error);
        if (!(error <= bound + NOISE)) {
            g_error("pixel (%u, %u) component %u: %g, expected %Lg: off by "
                    "%g units", col, row, i, half(p + 2 * i),
                    sum / (w[0] + w[1] + w[2]), error);
        }
    }
}

static void check_triangles(Machine *m, double low, double high,
                            bool exact, double bound)
{
    for (unsigned n = 0; n < 400; n++) {
        for (unsigned i = 0; i < 3; i++) {
            random_position(m, i);
            for (unsigned j = 0; j < 4; j++) {
                float v = (float)random_range(low, high);

                m->vertex[i].attribute[j] = exact ? floorf(v * 256) / 256 : v;
            }
        }
        draw(m, false);
        for (unsigned i = 0; i < SIZE * SIZE; i++) {
            check_pixel(m, i % SIZE, i / SIZE, bound);
        }
    }
    g_test_message("%u pixels, largest error %g units", m->pixels, m->worst);
    g_assert_cmpuint(m->pixels, >, 100000);
    /* the bound means something: most of it is used */
    g_assert_cmpfloat(m->worst, >, 0.8 * bound);
    g_free(m);
}

static void test_fx10(void)
{
    check_triangles(fx10_machine(0), -2, 511.0 / 256, false, 1);
}

static void test_fx10_exact(void)
{
    check_triangles(fx10_machine(0), -2, 511.0 / 256, true, 0.5);
}

static void test_fp20_unit(void)
{
    check_triangles(fp20_machine(0), 0, 1, false, 0.5 + 1 / 64.0);
}

static void test_fp20(void)
{
    check_triangles(fp20_machine(0), -2, 511.0 / 256, false, 0.5 + 1 / 32.0);
}

/* Check that flat components have the provoking vertex's value everywhere. */
static void check_flat(Machine *m, unsigned flat)
{
    for (unsigned n = 0; n < 40; n++) {
        bool last = n & 1;

        for (unsigned i = 0; i < 3; i++) {
            random_position(m, i);
            for (unsigned j = 0; j < 4; j++) {
                m->vertex[i].attribute[j] =
                    (float)g_test_rand_int_range(-512, 512) / 256;
            }
        }
        draw(m, last);
        for (unsigned i = 0; i < SIZE * SIZE; i++) {
            const uint8_t *p = &m->color[i / SIZE * PITCH + i % SIZE * 8];

            for (unsigned j = 0; p[0] != 0xff && j < 4; j++) {
                if (flat >> j & 1) {
                    g_assert_true(half(p + 2 * j) ==
                                  m->vertex[last ? 2 : 0].attribute[j]);
                }
            }
        }
    }
    g_free(m);
}

static void test_flat(void)
{
    for (unsigned flat = 1; flat < 16; flat++) {
        check_flat(fx10_machine(flat), flat);
        check_flat(fp20_machine(flat), flat);
    }
}

int main(int argc, char **argv)
{
    int status;

    g_test_init(&argc, &argv, NULL);
    cache = gr3d_cache_new();
    g_test_add_func("/interp/fx10", test_fx10);
    g_test_add_func("/interp/fx10-exact", test_fx10_exact);
    g_test_add_func("/interp/fp20-unit", test_fp20_unit);
    g_test_add_func("/interp/fp20", test_fp20);
    g_test_add_func("/interp/flat", test_flat);
    status = g_test_run();
    gr3d_cache_free(cache);
    return status;
}
