/*
 * Tests of the GR3D special functions as programs use them: every function
 * over fp20 numbers of all sizes against long double libm, and the functions
 * of two steps
 *
 * A result is correctly rounded to single and then to fp20; where the exact
 * value lies within 2^-40 of half way between two singles, either will do.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <math.h>
#include "hw/gpu/gr3d/pipe/frag.h"
#include "fp-model.h"
#include "fp-test.h"
#include "tile-run.h"

typedef long double Function(long double x);

static long double rcp(long double x)
{
    return 1 / x;
}

static long double rsq(long double x)
{
    return x < 0 ? NAN : 1 / sqrtl(x);
}

static long double frc(long double x)
{
    return x - floorl(x);
}

static long double same(long double x)
{
    return x;
}

static const struct {
    const char *name;
    Function *function;
} functions[12] = {
    [1] = { "rcp", rcp }, [2] = { "rsq", rsq }, [3] = { "lg2", log2l },
    [4] = { "ex2", exp2l }, [5] = { "sqrt", sqrtl }, [6] = { "sin", sinl },
    [7] = { "cos", cosl }, [8] = { "frc", frc }, [9] = { "preex2", same },
    [10] = { "presin", same }, [11] = { "precos", same },
};

typedef struct Fixture {
    Gr3dDraw draw;
    Gr3dRegs regs;
    Gr3dFp fp;
    Gr3dPrim prim;
    Gr3dFrag frag;
} Fixture;

static Fixture *fixture(unsigned num_execs)
{
    Fixture *f = g_new0(Fixture, 1);

    f->regs.reg[0x520] = num_execs;
    return f;
}

static void put_mfu(Fixture *f, unsigned at, uint64_t word)
{
    put_instruction(&f->regs, at, word);
}

static void start(Fixture *f)
{
    static const float coef[3] = { 1, 0, 0 };

    freeze_draw(&f->draw, &f->regs, &f->fp);
    gr3d_frag_init(&f->frag, &f->draw, &f->prim, 0, 0, coef);
}

/*
 * Is it the fp20 of the single nearest to @exact, or to a number that differs
 * from it by 2^-40 of its size?
 */
static bool is_rounded(uint32_t got, long double exact)
{
    long double near[3] = { exact, exact * (1 + 1 / 0x1p40L),
                            exact * (1 - 1 / 0x1p40L) };

    for (unsigned i = 0; i < 3; i++) {
        if (got == model_to_fp20((float)near[i])) {
            return true;
        }
    }
    return false;
}

static void check(Fixture *f, unsigned op, uint32_t x)
{
    long double exact = functions[op].function(model_fp20(x));
    uint32_t want;

    f->frag.file[2] = x;
    gr3d_mfu_run(&f->fp.mfu[0], &f->prim, &f->frag, 0);
    if (is_rounded(f->frag.file[2], exact)) {
        return;
    }
    want = model_to_fp20((float)exact);
    g_error("%s of 0x%05x (%g): 0x%05x, expected 0x%05x",
            functions[op].name, x, model_fp20(x), f->frag.file[2], want);
}

static void test_functions(void)
{
    for (unsigned op = 1; op < 12; op++) {
        g_autofree Fixture *f = fixture(1);

        f->regs.mfu_sched[0] = SCHED(0, 1);
        put_mfu(f, 0, SFU(op, 2));
        start(f);
        for (uint32_t x = 0; x < 1 << 20; x += 13) {
            check(f, op, x);
        }
        /* all numbers around 1, both signs, and the ends of all binades */
        for (uint32_t x = 0x3c000; x < 0x40000; x++) {
            check(f, op, x);
            check(f, op, x | 0x80000);
        }
        for (uint32_t x = 0; x < 1 << 20; x += 0x2000) {
            check(f, op, x);
            check(f, op, x + 1);
            check(f, op, x + 0x1fff);
        }
    }
}

/* What is exact in fp20 is exact: powers of two, squares, whole numbers */
static void test_exact(void)
{
    static const struct {
        unsigned op;
        double x, want;
    } row[] = {
        { 1, 1024, 1 / 1024. }, { 1, -0.125, -8 }, { 2, 4096, 1 / 64. },
        { 2, 0.25, 2 }, { 3, 4096, 12 }, { 3, 1 / 1024., -10 },
        { 3, 1, 0 }, { 4, 10, 1024 }, { 4, -10, 1 / 1024. }, { 4, 0, 1 },
        { 4, 31, 0x1p31 }, { 5, 144, 12 }, { 5, 2.25, 1.5 }, { 5, 0, 0 },
        { 6, 0, 0 }, { 7, 0, 1 }, { 8, 17.625, 0.625 }, { 8, -17.625, 0.375 },
        { 8, 42, 0 }, { 9, 3.5, 3.5 }, { 10, -3.5, -3.5 }, { 11, 99, 99 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(row); i++) {
        g_autofree Fixture *f = fixture(1);

        f->regs.mfu_sched[0] = SCHED(0, 1);
        put_mfu(f, 0, SFU(row[i].op, 2));
        start(f);
        f->frag.file[2] = model_to_fp20(row[i].x);
        gr3d_mfu_run(&f->fp.mfu[0], &f->prim, &f->frag, 0);
        g_assert_cmphex(f->frag.file[2], ==, model_to_fp20(row[i].want));
    }
}

/* Two steps in one EXEC, and with an EXEC's end between them */
static void test_two_steps(void)
{
    static const uint8_t second[3] = { 4, 6, 7 };

    for (unsigned i = 0; i < 3 * 2; i++) {
        unsigned op = second[i % 3];
        bool apart = i >= 3;
        g_autofree Fixture *f = fixture(2);

        f->regs.mfu_sched[0] = SCHED(0, apart ? 1 : 2);
        f->regs.mfu_sched[1] = apart ? SCHED(1, 1) : 0;
        put_mfu(f, 0, SFU(9 + i % 3, 1));
        put_mfu(f, 1, SFU(op, 1));
        for (uint32_t x = 0x34000; x < 0x46000; x += 101) {
            start(f);
            f->frag.file[1] = x;
            tile_frag(&f->draw, &f->prim, &f->frag, 1);
            g_assert_true(is_rounded(f->frag.file[1],
                                     functions[op].function(model_fp20(x))));
        }
    }
}

/* The reciprocal of r4 and the products are not rounded to fp20 on the way */
static void test_unrounded(void)
{
    g_autofree Fixture *f = fixture(1);
    const float coef[3] = { 0.3f / 3, 0.45f / 5, 0.25f / 11 };
    float rcp_r4;

    f->regs.mfu_sched[0] = SCHED(0, 1);
    put_mfu(f, 0, SFU(1, 4) | MUL(0, 4, 10, 11) | MUL(1, 5, 10, 12));
    rcp_r4 = 1 / ((coef[0] + coef[1]) + coef[2]);
    freeze_draw(&f->draw, &f->regs, &f->fp);
    gr3d_frag_init(&f->frag, &f->draw, &f->prim, 0, 0, coef);
    tile_frag(&f->draw, &f->prim, &f->frag, 1);
    for (unsigned i = 0; i < 2; i++) {
        g_assert_cmphex(f->frag.file[i], ==, model_to_fp20(coef[i] * rcp_r4));
    }
    /* it would show */
    rcp_r4 = (float)model_fp20(model_to_fp20(rcp_r4));
    g_assert_cmphex(f->frag.file[0], !=, model_to_fp20(coef[0] * rcp_r4));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/mfu/functions", test_functions);
    g_test_add_func("/mfu/exact", test_exact);
    g_test_add_func("/mfu/two-steps", test_two_steps);
    g_test_add_func("/mfu/unrounded", test_unrounded);
    return g_test_run();
}
