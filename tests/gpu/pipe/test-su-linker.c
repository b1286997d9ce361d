/*
 * Tests of the GR3D linker, and a model of the TRAM after it
 *
 * The model is written from docs/specs/tegra-gr3d.rst (Linker); it shares no
 * code with the engine, not even the conversion to fp20.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "su-run.h"

/* Source component n goes to the column in nibble n; one rounding. */
static void test_link_swizzle(void)
{
    g_autofree Fixture *f = new_fixture();
    const Gr3dPrim *p = f->prim;

    f->regs.reg[0x300] = 1 << 3 | 2 << 9;       /* row 1 -> TRAM row 2 */
    f->regs.reg[0x301] = 0xfecd;
    for (int i = 0; i < 3; i++) {
        f->v[i].row[1][0] = 1;                  /* -> column y */
        f->v[i].row[1][1] = 0.1f;               /* -> column x */
        f->v[i].row[1][2] = -1;
        f->v[i].row[1][3] = i;
    }
    g_assert_cmpint(run_tri(f, true), ==, 1);
    g_assert_cmphex(p->tram[2][1][0], ==, 0x3e000);
    g_assert_cmphex(p->tram[2][0][0], ==, 0x37333);
    g_assert_cmphex(p->tram[2][2][0], ==, 0xbe000);
    g_assert_cmphex(p->tram[2][3][0], ==, 0);
    g_assert_cmphex(p->tram[2][3][1], ==, 0x3e000);
    g_assert_cmphex(p->tram[2][3][2], ==, 0x40000);
    g_assert_cmphex(p->tram[0][0][0], ==, 0);
}

/* Two fx10 halves of one column, from two instructions, and saturation. */
static void test_link_packed(void)
{
    g_autofree Fixture *f = new_fixture();

    f->regs.reg[0x343] |= 1 << 5;               /* instructions 0 and 1 */
    f->regs.reg[0x300] = 1 << 3;
    f->regs.reg[0x301] = 0x4 | 1 << 4 | 1 << 6; /* x low of 0, y low of 1 */
    f->regs.reg[0x302] = 2 << 3;
    f->regs.reg[0x303] = 0x8;                   /* row 2 x: high of 0 */
    f->regs.reg[0x120] = 7;
    f->v[0].row[1][0] = 0.5f;
    f->v[0].row[1][1] = 7;
    f->v[0].row[2][0] = -2.5f;
    g_assert_cmpint(run_tri(f, true), ==, 1);
    g_assert_cmphex(f->prim[0].tram[0][0][0], ==, 0x200 << 10 | 0x80);
    g_assert_cmphex(f->prim[0].tram[0][1][0], ==, 0x1ff);
}

/* Flat bits are per component; the provoking vertex survives clipping. */
static void test_link_flat(void)
{
    g_autofree Fixture *f = new_fixture();
    unsigned num;

    f->regs.reg[0x300] = 1 << 3;
    f->regs.reg[0x301] = 0xfedc | 2 << 16;      /* y is flat */
    for (int i = 0; i < 3; i++) {
        f->v[i].row[1][0] = f->v[i].row[1][1] = i;
    }
    set_vertex(f, 0, 10, 10, 0, 1);
    set_vertex(f, 1, 20, 10, 0, 1);
    set_vertex(f, 2, 10, 20, 0, -1);
    num = setup(f, 3, 2);
    g_assert_cmpint(num, >, 0);
    for (unsigned n = 0; n < num; n++) {
        for (int i = 0; i < 3; i++) {
            g_assert_cmphex(f->prim[n].tram[0][1][i], ==, 0x40000);
        }
    }
    /* corner 0 is the first vertex, corner 1 the second: not flat */
    g_assert_cmphex(f->prim[0].tram[0][0][0], ==, 0);
    g_assert_cmphex(f->prim[0].tram[0][0][1], ==, 0x3e000);
}

/* Not executed, of another source, or out of the MFU's reach. */
static void test_link_nothing(void)
{
    static const uint32_t zero[GR3D_TRAM_ROWS][4][3];
    static const struct { uint32_t param, even; unsigned events; } cases[] = {
        { 2 | 1 << 5, 1 << 3, 0 },              /* LAST < FIRST */
        { 0, 1 << 3 | 1, 0 },                   /* depth */
        { 0, 1 << 3 | 16 << 9, 1 },             /* row 16 */
        { 0, 5 << 3, 0 },                       /* row behind the last */
    };

    for (unsigned n = 0; n < G_N_ELEMENTS(cases); n++) {
        g_autofree Fixture *f = new_fixture();

        f->regs.reg[0x343] |= cases[n].param;
        f->regs.reg[0x300] = cases[n].even;
        f->regs.reg[0x301] = 0xfedc;
        f->v[0].row[1][0] = 1;
        g_assert_cmpint(run_tri(f, true), ==, 1);
        g_assert_cmpmem(f->prim[0].tram, sizeof(zero), zero, sizeof(zero));
        g_assert_cmpint(f->events.num, ==, cases[n].events);
    }
}

/*
 * Linker: any instructions against a model of the TRAM.
 */

static uint32_t model_fp20(double v)
{
    uint32_t sign = signbit(v) ? 0x80000 : 0, code;
    int exp;
    double m;

    if (isnan(v)) {
        return 0x7e001;
    }
    m = frexp(fabs(v), &exp);
    if (isinf(v) || exp > 32) {
        return sign | 0x7e000;
    }
    if (m == 0 || exp < -30) {
        return sign;            /* at most 2^-31 */
    }
    code = (exp - 1 + 31) * 8192 + (int)nearbyint(m * 16384) - 8192;
    return sign | MIN(code, 0x7e000);
}

static uint32_t model_fx10(double v)
{
    double n = isnan(v) ? 0 : floor(v * 256 + 0.5);

    return (int)CLAMP(n, -512, 511) & 0x3ff;
}

static void model_store(uint32_t *column, unsigned format, double v)
{
    if (format == 3) {
        *column = model_fp20(v);
    } else if (format == 2) {
        *column = (*column & 0x3ff) | model_fx10(v) << 10;
    } else if (format == 1) {
        *column = (*column & 0xffc00) | model_fx10(v);
    }
}

static float rand_varying(void)
{
    static const float special[] = {
        0, -0.0f, 1, -1, 0.5f, 2, -2, 1.998046875f, 1.99609375f, NAN, INFINITY,
        -INFINITY, 0x1p-31f, -0x1p-31f, 0x1.0008p-31f, 0x1p32f, 0x1.fffcp31f,
        0x1.fff8p31f, -0x1.fffcp31f, 0.001953125f, -0.001953125f,
        -0.005859375f, 1.0001220703125f, 1.0003662109375f, 1.00006103515625f,
    };

    switch (rand_int(0, 3)) {
    case 0:
        return special[rand_int(0, G_N_ELEMENTS(special) - 1)];
    case 1:
        return rand_float(-3, 3);
    case 2:             /* multiples of half a step of fx10: ties */
        return rand_int(-1100, 1100) / 512.f;
    default:
        return ldexpf(rand_float(-2, 2), rand_int(-40, 40));
    }
}

static void model_link(const Fixture *f, unsigned first, unsigned last,
                       unsigned flat, unsigned corners,
                       uint32_t tram[16][4][3])
{
    memset(tram, 0, 16 * 4 * 3 * sizeof(uint32_t));
    for (unsigned n = first; n <= last; n++) {
        uint32_t even = f->regs.reg[0x300 + 2 * n];
        uint32_t odd = f->regs.reg[0x301 + 2 * n];

        for (unsigned c = 0; c < 4; c++) {
            unsigned col = odd >> (4 * c) & 3, fmt = odd >> (4 * c + 2) & 3;

            for (unsigned i = 0; i < 3; i++) {
                unsigned v = odd >> (16 + c) & 1 ? flat : MIN(i, corners - 1);

                if ((even & 3) == 0 && (even >> 9 & 63) < 16) {
                    model_store(&tram[even >> 9 & 15][col][i], fmt,
                                f->v[v].row[even >> 3 & 15][c]);
                }
            }
        }
    }
}

static void test_linker(void)
{
    uint32_t want[16][4][3];

    for (int round = 0; round < 4000; round++) {
        g_autofree Fixture *f = new_fixture();
        unsigned corners = 2 + round % 2, flat = rand_int(0, corners - 1);
        unsigned first = rand_int(0, 31), last = rand_int(0, 31);

        f->regs.reg[0x34c] = 2;
        set_float(&f->regs, 0x34d, 3);
        f->regs.reg[0x120] = 0xffff;
        f->regs.reg[0x343] |= first | last << 5;
        run_tri(f, true);
        for (int i = 0; i < 3 * 15 * 4; i++) {
            f->v[i / 60].row[1 + i / 4 % 15][i % 4] = rand_varying();
        }
        for (int i = 0; i < 32; i++) {
            /* mostly source 0 and rows that the MFU reads */
            uint32_t even = g_test_rand_int();

            even &= rand_int(0, 3) ? ~(3u | 3u << 13) : ~0u;
            f->regs.reg[0x300 + 2 * i] = even;
            f->regs.reg[0x301 + 2 * i] = g_test_rand_int();
        }
        g_assert_cmpint(setup(f, corners, flat), ==, 1);
        model_link(f, first, last, flat, corners, want);
        g_assert_cmpmem(f->prim->tram, sizeof(want), want, sizeof(want));
    }
}

/* One component at a time: source, column, format, flat, row, TRAM row. */
static void test_linker_table(void)
{
    uint32_t want[16][4][3];

    for (unsigned n = 0; n < 4 * 4 * 4 * 2 * 16; n++) {
        g_autofree Fixture *f = new_fixture();
        unsigned comp = n % 4, col = n / 4 % 4, format = n / 16 % 4;
        unsigned flat = n / 64 % 2, row = n / 128, tram_row = 15 - row;
        static const uint32_t codes[4][3] = {
            { 0, 0, 0 }, { 0x080, 0x100, 0x300 },
            { 0x080 << 10, 0x100 << 10, 0x300 << 10 },
            { 0x3c000, 0x3e000, 0xbe000 },
        };

        f->regs.reg[0x120] = 0xffff;
        f->regs.reg[0x300] = row << 3 | tram_row << 9;
        f->regs.reg[0x301] = (col | format << 2) << (4 * comp) |
                             flat << (16 + comp);
        run_tri(f, true);
        f->v[0].row[row][comp] = 0.5f;
        f->v[1].row[row][comp] = 1;
        f->v[2].row[row][comp] = -1;
        if (row == 0) {
            continue;           /* the position: no freedom */
        }
        memset(want, 0, sizeof(want));
        for (int i = 0; i < 3; i++) {
            want[tram_row][col][i] = codes[format][flat ? 1 : i];
        }
        g_assert_cmpint(setup(f, 3, 1), ==, 1);
        g_assert_cmpmem(f->prim->tram, sizeof(want), want, sizeof(want));
    }
}

#define T(name) g_test_add_func("/su-linker/" #name, test_##name)

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    T(link_swizzle);
    T(link_packed);
    T(link_flat);
    T(link_nothing);
    T(linker);
    T(linker_table);
    return g_test_run();
}
