/*
 * Property test of the GR3D targets: whole draws into up to four surfaces at
 * once, of random formats, pitches, alignments, linear and tiled, with dither,
 * scissor and both directions of both axes, against images made by definition
 *
 * [tegra-gr3d.rst, Surfaces and stores]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <math.h>
#include <string.h>
#include "hw/gpu/gr3d/gr3d.h"
#include "hw/gpu/lib/bits.h"
#include "fp-model.h"
#include "fp-test.h"
#include "texel-model.h"

#define SIZE        64
#define MEMORY      (96 * 1024)
#define MAX_TARGETS 4

typedef struct Target {
    unsigned surface;               /* number */
    const ModelFormat *format;
    bool tiled, dither;
    unsigned structure;             /* 1 is taken for 2, and an event */
    unsigned stride, align;         /* address modulo 16 */
    int b, a;                       /* stored B and A, in 1/256 */
    uint8_t got[MEMORY], want[MEMORY];
    uint64_t first, end;            /* bytes that pixels lie in */
} Target;

typedef struct Machine {
    Gr3dRegs regs;
    float vertex[4][4];
    unsigned num_targets;
    Target target[MAX_TARGETS];
    unsigned col[2], row[2];        /* drawn, maximum exclusive */
    unsigned scissor[2][2];         /* x, y: minimum, maximum */
    unsigned dither;                /* table */
} Machine;

static Gr3dCache *cache;        /* of all draws: they use the same memory */

static unsigned below(unsigned n)
{
    return (unsigned)g_test_rand_int_range(0, n);
}

static void wr(Machine *m, uint32_t offset, uint32_t value)
{
    gr3d_regs_write(&m->regs, offset, value);
}

static void wr_float(Machine *m, uint32_t offset, float value)
{
    wr(m, offset, gpu_float_to_bits(value));
}

static void fixed_state(Machine *m)
{
    static const uint32_t program[4] = {
        0x401f9c6c, 0x0040000d, 0x8106c083, 0x6041ff81,
    };

    gr3d_regs_reset(&m->regs);
    for (unsigned i = 0; i < 4; i++) {
        wr(m, 0x206, program[i]);
    }
    wr(m, 0x200, 0x11);
    wr(m, 0x201, 0xffff);
    wr(m, 0x100, 0x1000);
    wr(m, 0x101, 0x104d);
    wr(m, 0x120, 0x00010001);
    for (unsigned i = 0; i < 2; i++) {
        wr_float(m, 0x352 + i, 8 * SIZE);
        wr_float(m, 0x358 + i, 100);
    }
    wr_float(m, 0x354, 0.5);
    wr_float(m, 0x357, 0.5);
    wr_float(m, 0x35a, 6.99);
    wr(m, 0x343, 0xb8e00000);
    wr(m, 0x403, 0x270);
    wr(m, 0x405, 0xfffff);
    wr(m, 0x122, 5 << 24);
}

/* Draw the half of the window with negative x or y: columns or rows. */
static void geometry(Machine *m)
{
    bool half_x = below(2), half_y = below(2);
    unsigned *range[2] = { m->col, m->row };

    for (unsigned i = 0; i < 4; i++) {
        m->vertex[i][0] = i & 1 ? !half_x : -1;
        m->vertex[i][1] = i & 2 ? !half_y : -1;
        m->vertex[i][2] = 0;
        m->vertex[i][3] = 1;
    }
    for (unsigned i = 0; i < 2; i++) {
        bool half = i ? half_y : half_x, flip = below(2);

        wr_float(m, 0x355 + i, flip ? -8 * SIZE : 8 * SIZE);
        range[i][0] = half && flip ? SIZE / 2 : 0;
        range[i][1] = half && !flip ? SIZE / 2 : SIZE;
        m->scissor[i][0] = below(2) ? 0 : below(SIZE);
        m->scissor[i][1] = below(2) ? SIZE : 1 + below(SIZE);
        wr(m, 0x350 + i, m->scissor[i][0] << 16 | m->scissor[i][1]);
        range[i][0] = MAX(range[i][0], m->scissor[i][0]);
        range[i][1] = MIN(range[i][1], m->scissor[i][1]);
    }
}

/* Make a program whose EXEC k stores (col * 4, row * 4, b, a). */
static void program(Machine *m)
{
    wr(m, 0x820, model_to_fp20(1. / 64));
    wr(m, 0x821, model_to_fp20(-128));
    wr(m, 0x520, 0x20006000 | m->num_targets);
    for (unsigned k = 0; k < m->num_targets; k++) {
        const Target *t = &m->target[k];
        const uint64_t slot[4] = {
            SLOT(MAD, 0, 1, REG(POS_X), REG(32), REG(33), 0),
            SLOT(MAD, 0, 2, REG(POS_Y), REG(32), REG(33), 0),
            MOV(1, 1, REG(34 + k) | FX), MOV(1, 2, REG(34 + k) | FX | HI),
        };

        wr(m, 0x822 + k, (t->b & 0x3ff) | (t->a & 0x3ff) << 10);
        for (unsigned i = 0; i < 4; i++) {
            wr(m, 0x804, slot[i] >> 32);
            wr(m, 0x804, slot[i]);
        }
        wr(m, 0x801, SCHED(k, 1));
        wr(m, 0x901, 0x00020001 | t->surface << 2);
    }
}

static const ModelFormat *random_format(void)
{
    static const uint8_t number[] = {
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16, 17, 18, 21, 34, 35,
    };

    return model_format(number[below(sizeof(number))]);
}

static void random_target(Machine *m, unsigned k)
{
    Target *t = &m->target[k];
    unsigned row_bytes;

    t->surface = k * 4 + below(4);
    t->format = random_format();
    t->tiled = below(2);
    t->dither = below(2);
    t->align = t->tiled ? 0 : below(16);
    row_bytes = SIZE * t->format->bytes;
    t->stride = t->tiled ? row_bytes + 16 * below(4) : row_bytes + below(70);
    t->b = (int)below(1024) - 512;
    t->a = (int)below(1024) - 512;
    memset(t->got, 0xa5, MEMORY);
    memset(t->want, 0xa5, MEMORY);
    wr(m, 0xe00 + t->surface, 0x100000 * (k + 1) + t->align);
    t->structure = t->tiled ? 1 + below(2) : 0;
    /* bits 1 and 27 mean nothing */
    wr(m, 0xe10 + t->surface, t->dither | t->format->number << 2 |
       t->stride << 8 | t->structure << 25 | below(2) << 1 | below(2) << 27);
}

/*
 * The images by definition
 */

static uint64_t address(const Target *t, unsigned col, unsigned row)
{
    unsigned x = col * t->format->bytes;

    if (t->tiled) {
        unsigned tiles_before = row / 16 * (t->stride / 16) + x / 16;

        return 256ull * tiles_before + 16 * (row % 16) + x % 16;
    }
    return (uint64_t)row * t->stride + x;
}

static uint32_t real_code(int n, unsigned bits)
{
    float v = n / 256.0f;
    uint32_t word = gpu_float_to_bits(v);
    int exp;
    double mant;

    if (bits == 32 || n == 0) {
        return word;
    }
    mant = frexp(fabs(v), &exp);
    return (n < 0 ? 0x8000 : 0) | (exp + 14) << 10 | (int)(2048 * mant - 1024);
}

static uint32_t channel_code(const Machine *m, const Target *t, char letter,
                             int n, unsigned bits, unsigned col, unsigned row)
{
    unsigned threshold = m->dither >> (6 * (row & 1) + 3 * (col & 1)) & 7;
    bool dithered = t->dither && bits < 8 &&
                    (letter != 'A' || m->dither >> 12);

    if (t->format->kind == MODEL_REAL) {
        return real_code(n, bits);
    }
    n = CLAMP(n, 0, 256);
    return dithered ? (8 * n * ((1 << bits) - 1) + 256 * threshold) / 2048 :
           model_to_unorm(n, bits);
}

static void put_pixel(const Machine *m, Target *t, unsigned col, unsigned row)
{
    static const char letters[] = "RGBALSPX";
    const int n[] = {
        col * 4, row * 4, t->b, t->a, col * 4, col * 4, col * 4, 256,
    };
    uint64_t at = address(t, col, row), pixel = 0;

    for (unsigned i = 0; letters[i]; i++) {
        unsigned low, bits = model_channel(t->format, letters[i], &low);

        if (bits) {
            pixel |= (uint64_t)channel_code(m, t, letters[i], n[i], bits, col,
                                            row) << low;
        }
    }
    for (unsigned i = 0; i < t->format->bytes; i++) {
        t->want[t->align + at + i] = pixel >> (8 * i);
    }
    t->first = MIN(t->first, at);
    t->end = MAX(t->end, at + t->format->bytes);
}

static void make_images(Machine *m, unsigned enabled)
{
    for (unsigned k = 0; k < m->num_targets; k++) {
        Target *t = &m->target[k];

        t->first = UINT64_MAX;
        t->end = 0;
        for (unsigned row = m->row[0]; row < m->row[1]; row++) {
            for (unsigned col = m->col[0]; col < m->col[1]; col++) {
                if (enabled >> t->surface & 1) {
                    put_pixel(m, t, col, row);
                }
            }
        }
    }
}

/* Return the bytes of pixels below the scissor's maximum, in whole tiles. */
static uint64_t extent(const Machine *m, const Target *t)
{
    unsigned col = m->scissor[0][1] - 1, row = m->scissor[1][1] - 1;

    return t->tiled ? address(t, col, row | 15) / 256 * 256 + 256 :
           address(t, col, row) + t->format->bytes;
}

static void draw(Machine *m, unsigned enabled)
{
    unsigned num_events, unknown = 0;
    const GpuEventCount *e;
    Gr3dDraw *d;

    wr(m, 0x123, 3 << 20);
    d = gr3d_draw_new_cached(&m->regs, cache);
    gr3d_draw_bind(d, GR3D_SPAN_ATTRIB, m->vertex, sizeof(m->vertex));
    for (unsigned k = 0; k < m->num_targets; k++) {
        Target *t = &m->target[k];
        unsigned slot = GR3D_SPAN_SURFACE + t->surface;
        const Gr3dSpanRequest *r = gr3d_draw_request(d, slot);

        if (enabled >> t->surface & 1) {
            g_assert_cmpuint(r->addr, ==, 0x100000 * (k + 1) + t->align);
            g_assert_cmpuint(r->size, ==, extent(m, t));
            g_assert_true(r->write);
            unknown += t->structure == 1;
            gr3d_draw_bind(d, slot, t->got + t->align, r->size);
        } else {
            g_assert_cmpuint(r->size, ==, 0);
        }
    }
    gr3d_draw_run(d);
    for (unsigned k = 0; k < m->num_targets; k++) {
        Target *t = &m->target[k];
        uint64_t start, end;

        g_assert_cmpint(gr3d_draw_touched(d, GR3D_SPAN_SURFACE + t->surface,
                                          &start, &end), ==, t->end > 0);
        if (t->end) {
            g_assert_cmpuint(start, ==, t->first);
            g_assert_cmpuint(end, ==, t->end);
        }
    }
    e = gr3d_draw_events(d, &num_events);
    g_assert_cmpuint(num_events, ==, unknown > 0);
    if (unknown) {
        g_assert_cmpuint(e->count, ==, unknown);
        g_assert_cmphex(m->regs.reg[e->reg], ==, e->value);
        g_assert_cmpuint(e->value >> 25 & 3, ==, 1);
    }
    gr3d_draw_free(d);
}

static void check_images(const Machine *m)
{
    for (unsigned k = 0; k < m->num_targets; k++) {
        const Target *t = &m->target[k];

        for (unsigned i = 0; i < MEMORY; i++) {
            if (t->got[i] != t->want[i]) {
                g_error("target %u, format %u, stride %u, tiled %d, dither %d:"
                        " byte %u is 0x%02x, expected 0x%02x", k,
                        t->format->number, t->stride, t->tiled, t->dither, i,
                        t->got[i], t->want[i]);
            }
        }
    }
}

static void test_random(void)
{
    for (unsigned i = 0; i < 600; i++) {
        g_autofree Machine *m = g_new0(Machine, 1);
        unsigned enabled = below(4) ? 0xffff : below(0x10000);

        fixed_state(m);
        m->num_targets = 1 + below(MAX_TARGETS);
        m->dither = below(2) ? 0x779 : below(1 << 13);
        wr(m, 0xe26, m->dither);
        wr(m, 0x903, enabled);
        for (unsigned k = 0; k < m->num_targets; k++) {
            random_target(m, k);
        }
        geometry(m);
        program(m);
        make_images(m, enabled);
        draw(m, enabled);
        check_images(m);
    }
}

int main(int argc, char **argv)
{
    int status;

    g_test_init(&argc, &argv, NULL);
    cache = gr3d_cache_new();
    g_test_add_func("/target/random", test_random);
    status = g_test_run();
    gr3d_cache_free(cache);
    return status;
}
