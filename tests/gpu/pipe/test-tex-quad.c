/*
 * Tests of the GR3D TEX instruction on quads: level of detail from the
 * differences of coordinates, as bias and as given, through both orders of
 * the coordinate registers
 *
 * Each level of the texture is filled with its own number.
 *
 * [tegra-gr3d.rst, Fragment pipe, Textures]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <math.h>
#include "hw/gpu/gr3d/pipe/frag.h"
#include "fp-model.h"
#include "tile-run.h"

#define LOG2_SIZE   5

typedef struct Fixture {
    Gr3dDraw draw;
    Gr3dRegs regs;
    Gr3dFp fp;
    Gr3dPrim prim;
    Gr3dFrag frag[4];
    uint8_t memory[4096];
} Fixture;

static unsigned below(unsigned n)
{
    return (unsigned)g_test_rand_int_range(0, n);
}

static Fixture *fixture(unsigned unit, int bias)
{
    Fixture *f = g_new0(Fixture, 1);
    uint32_t *reg = f->regs.reg;

    reg[0x520] = 1;
    reg[0x720 + 2 * unit] = 2 << 8 | (bias & 0x1ffu) << 18;
    reg[0x721 + 2 * unit] = (uint32_t)LOG2_SIZE << 28 | LOG2_SIZE << 24 |
                            0xff << 8;
    for (unsigned level = 0, at = 0; level <= LOG2_SIZE; level++) {
        unsigned n = 1 << (LOG2_SIZE - level), bytes = n * MAX(n, 16);

        memset(f->memory + at, 10 + level, bytes);
        at += bytes;
    }
    f->draw.span[GR3D_SPAN_TEXTURE + unit] = (GpuSpan) {
        .data = f->memory, .size = sizeof(f->memory),
    };
    return f;
}

/* Return the level, or -1 if lod is too near to where the level changes. */
static int level_of(double lod)
{
    double at = CLAMP(lod, 0, 15.9375) + 0.5;

    if (lod > 0 && fabs(at - rint(at)) < 1e-6) {
        return -1;
    }
    return MIN((int)at, LOG2_SIZE);
}

/* Make coordinates s, t, (r,) lod of the four pixels, fp20 numbers. */
static void random_coordinates(double c[4][4])
{
    int scale = (int)below(12) - 8;

    for (unsigned i = 0; i < 4; i++) {
        for (unsigned j = 0; j < 4; j++) {
            double v = ldexp((int)below(2048) - 1024, scale - 10);

            c[i][j] = j < 3 ? v : (int)below(256) / 16.0 - 8;
        }
    }
}

static double quad_lod(double c[4][4])
{
    double n = 1 << LOG2_SIZE;
    double by_col = hypot(c[1][0] - c[0][0], c[1][1] - c[0][1]) * n;
    double by_row = hypot(c[2][0] - c[0][0], c[2][1] - c[0][1]) * n;

    return log2(MAX(by_col, by_row));
}

static void start(Fixture *f, double c[4][4], unsigned src)
{
    static const float coef[3] = { 1, 0, 0 };

    freeze_draw(&f->draw, &f->regs, &f->fp);
    for (unsigned i = 0; i < 4; i++) {
        gr3d_frag_init(&f->frag[i], &f->draw, &f->prim, i & 1, i >> 1,
                       coef);
        /* a helper's and a killed pixel's coordinates count all the same */
        f->frag[i].helper = below(3) == 0;
        f->frag[i].killed = below(3) == 0;
        for (unsigned j = 0; j < 4; j++) {
            f->frag[i].file[(src + j) & 3] = model_to_fp20(c[i][j]);
        }
    }
}

static void check_quad(unsigned flags, unsigned unit, int bias)
{
    g_autofree Fixture *f = fixture(unit, bias);
    unsigned src = flags & 1 ? 2 : 0, dst = flags & 2 ? 2 : 0;
    bool killed = flags & 4, use_bias = flags & 8, use_lod = flags & 16;
    double c[4][4];

    random_coordinates(c);
    f->regs.tex_inst[0] = 0x400 | unit | (flags & 3) << 4 |
                               killed << 11 | use_bias << 12 | use_lod << 13;
    start(f, c, src);
    g_assert_cmpint(f->draw.qr.quads, ==, !use_lod);
    tile_frag(&f->draw, &f->prim, f->frag, 4);
    for (unsigned i = 0; i < 4; i++) {
        double lod = use_lod ? c[i][3] : quad_lod(c) +
                     (use_bias ? c[0][3] : 0);
        int level = level_of(lod + bias / 16.0);
        uint32_t want = (10 + level) * 0x401;

        if (level >= 0) {
            g_assert_cmphex(f->frag[i].file[dst], ==, want);
            g_assert_cmphex(f->frag[i].file[dst + 1], ==,
                            (10 + level) | 0x100 << 10);
        }
    }
}

static void test_quads(void)
{
    for (unsigned i = 0; i < 32 * 16 * 60; i++) {
        check_quad(i % 32, i / 32 % 16, i & 1 ? (int)below(160) - 80 : 0);
    }
}

/* Two TEX words of one program: the second goes by what the first gave */
static void test_dependent(void)
{
    g_autofree Fixture *f = fixture(0, 0);
    double c[4][4];

    f->regs.reg[0x520] = 2;
    /* r2, r3 become (level, level, level, 1), then the coordinates */
    f->regs.tex_inst[0] = 0x2420;
    f->regs.tex_inst[1] = 0x0410;
    for (unsigned i = 0; i < 100; i++) {
        double s[4];

        random_coordinates(c);
        start(f, c, 0);
        tile_frag(&f->draw, &f->prim, f->frag, 4);
        for (unsigned j = 0; j < 4; j++) {
            uint32_t pair = (10 + MAX(level_of(c[j][3]), 0)) * 0x401;

            /* read as fp20, s is that pair; t is the same in all pixels */
            s[j] = model_fp20(pair);
            if (level_of(c[j][3]) >= 0) {
                g_assert_cmphex(f->frag[j].file[2], ==, pair);
            }
            s[j] *= 1 << LOG2_SIZE;
        }
        /* differences of about 2^-30: the largest level there is is 0 */
        g_assert_true(fabs(s[1] - s[0]) < 1);
        g_assert_cmphex(f->frag[0].file[0], ==, 10 * 0x401);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/tex-quad/quads", test_quads);
    g_test_add_func("/tex-quad/dependent", test_dependent);
    return g_test_run();
}
