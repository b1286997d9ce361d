/*
 * Tests of the GR3D fragment pipe's MFU, and of its passes
 *
 * Expectations by hand from docs/specs/tegra-gr3d.rst (Fragment pipe).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "fp-run.h"

/*
 * MFU
 */

static const struct {
    unsigned op;
    double x, want;
} sfu_cases[] = {
    { 1, 4, 0.25 }, { 1, -0.5, -2 }, { 2, 16, 0.25 }, { 3, 8, 3 },
    { 3, 0.25, -2 }, { 4, 3, 8 }, { 4, -1, 0.5 }, { 5, 9, 3 },
    { 6, 0, 0 }, { 7, 0, 1 }, { 8, 2.75, 0.75 }, { 8, -0.25, 0.75 },
    { 9, 2.75, 2.75 }, { 10, -7, -7 }, { 11, 0.5, 0.5 }, { 12, 5, 5 },
};

static void test_sfu(void)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(sfu_cases); i++) {
        for (unsigned reg = 0; reg < 4; reg++) {
            g_autofree Fixture *f = fixture();

            f->regs.mfu_sched[0] = 1;
            put_mfu(f, 0, SFU(sfu_cases[i].op, reg));
            init(f, 1, 0);
            f->frag.file[reg] = F(sfu_cases[i].x);
            run(f);
            g_assert_cmphex(f->frag.file[reg], ==, F(sfu_cases[i].want));
        }
    }
}

static void test_sfu_specials(void)
{
    static const struct {
        unsigned op;
        uint32_t x, want;
    } row[] = {
        { 1, 0x00000, 0x7e000 }, { 1, 0x80000, 0xfe000 },
        { 2, 0x00000, 0x7e000 }, { 2, 0xbe000, 0x7e001 },
        { 3, 0x00000, 0xfe000 }, { 3, 0xbe000, 0x7e001 },
        { 5, 0xbe000, 0x7e001 }, { 4, 0x7e000, 0x7e000 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(row); i++) {
        g_autofree Fixture *f = fixture();

        f->regs.mfu_sched[0] = 1;
        put_mfu(f, 0, SFU(row[i].op, 2));
        init(f, 1, 0);
        f->frag.file[2] = row[i].x;
        run(f);
        g_assert_cmphex(f->frag.file[2], ==, row[i].want);
    }
}

/* SFU first, then both multipliers' reads, then their writes */
static void test_mul(void)
{
    g_autofree Fixture *f = fixture();

    f->regs.mfu_sched[0] = 1;
    /* r0 = rcp r0; r1 = sfu * r0; r2 = r1 * 1.0 */
    put_mfu(f, 0, SFU(1, 0) | MUL(0, 5, 10, 0) | MUL(1, 6, 1, 13));
    init(f, 1, 0);
    f->frag.file[0] = F(4);
    f->frag.file[1] = F(3);
    run(f);
    g_assert_cmphex(f->frag.file[0], ==, F(0.25));
    g_assert_cmphex(f->frag.file[1], ==, F(0.0625));
    g_assert_cmphex(f->frag.file[2], ==, F(3));
    /* unknown sources are zero */
    put_mfu(f, 0, MUL(0, 4, 13, 8) | MUL(1, 7, 13, 15));
    init(f, 1, 0);
    f->frag.file[0] = f->frag.file[3] = F(4);
    run(f);
    g_assert_cmphex(f->frag.file[0], ==, 0);
    g_assert_cmphex(f->frag.file[3], ==, 0);
    /* one target: the second multiplier's product stays */
    put_mfu(f, 0, MUL(0, 4, 1, 13) | MUL(1, 4, 2, 13));
    init(f, 1, 0);
    f->frag.file[1] = F(4);
    f->frag.file[2] = F(5);
    run(f);
    g_assert_cmphex(f->frag.file[0], ==, F(5));
}

/* Sources 4 to 7: AT_CONSTANT, of which 20 bits count */
static void test_mul_constants(void)
{
    for (unsigned i = 0; i < 4; i++) {
        g_autofree Fixture *f = fixture();

        for (unsigned j = 0; j < 4; j++) {
            f->regs.reg[0x608 + j] = 0xfff00000 | F(0.75 + j);
        }
        f->regs.mfu_sched[0] = 1;
        put_mfu(f, 0, MUL(0, 4, 4 + i, 13) | MUL(1, 7, 0, 4 + i));
        init(f, 1, 0);
        f->frag.file[0] = F(-2);
        run(f);
        g_assert_cmphex(f->frag.file[0], ==, F(0.75 + i));
        g_assert_cmphex(f->frag.file[3], ==, F(-1.5 - 2. * i));
    }
}

/* Set column (row, col) to a, b, c at the vertices. */
static void set_tram(Fixture *f, unsigned row, unsigned col, uint32_t a,
                     uint32_t b, uint32_t c)
{
    f->prim.tram[row][col][0] = a;
    f->prim.tram[row][col][1] = b;
    f->prim.tram[row][col][2] = c;
}

static void test_interpolation(void)
{
    g_autofree Fixture *f = fixture();

    f->regs.mfu_sched[0] = 1;
    put_mfu(f, 0, CANONICAL | VAR(0, 0, 1, 0) | VAR(1, 15, 1, 1) |
            VAR(2, 3, 2, 0) | VAR(3, 3, 2, 1));
    set_tram(f, 0, 0, F(8), F(4), F(-16));
    set_tram(f, 15, 1, F(8), F(4), F(-4));
    set_tram(f, 3, 2, PAIR(0x100, 0x300), PAIR(0, 0), PAIR(0, 0x100));
    set_tram(f, 3, 3, PAIR(0x1ff, 0x300), PAIR(0x1ff, 0x300),
             PAIR(0x1ff, 0x300));
    init(f, 0.5, 0.25);
    run(f);
    g_assert_cmphex(f->frag.file[0], ==, F(1));
    g_assert_cmphex(f->frag.file[1], ==, F(1));             /* 4 clamped */
    g_assert_cmphex(f->frag.file[2], ==, PAIR(0x080, 0x3c0));
    g_assert_cmphex(f->frag.file[3], ==, PAIR(0x100, 0));
}

/* w = 1, 2, 4: the weights are l_i/w_i over their sum */
static void test_perspective(void)
{
    g_autofree Fixture *f = fixture();

    f->regs.mfu_sched[0] = 1;
    put_mfu(f, 0, CANONICAL | VAR(0, 0, 1, 0) | VAR(1, 0, 1, 0));
    set_tram(f, 0, 0, F(1), F(0), F(0));
    set_tram(f, 0, 1, F(0), F(1), F(0));
    f->q[1] = 0.5;
    f->q[2] = 0.25;
    init(f, 0.25, 0.25);
    run(f);
    /* 0.25, 0.125, 0.125 of 0.5 */
    g_assert_cmphex(f->frag.file[0], ==, F(0.5));
    g_assert_cmphex(f->frag.file[1], ==, F(0.25));
    /* without the division, by 1.0, the plain products are the weights */
    put_mfu(f, 0, MUL(0, 1, 13, 11) | MUL(1, 1, 13, 12) | VAR(0, 0, 1, 0) |
            VAR(1, 0, 1, 0));
    init(f, 0.25, 0.25);
    run(f);
    g_assert_cmphex(f->frag.file[0], ==, F(0.25));
    g_assert_cmphex(f->frag.file[1], ==, F(0.125));
}

static void test_depth_read(void)
{
    g_autofree Fixture *f = fixture();

    f->regs.mfu_sched[0] = 1;
    put_mfu(f, 0, VAR(3, 0, 0, 1) | VAR(2, 0, 0, 1));
    init(f, 1, 0);
    f->frag.z20 = 0x8765f;
    f->frag.file[2] = 0x11111;
    run(f);
    g_assert_cmphex(f->frag.file[3], ==, 0x8765f);
    g_assert_cmphex(f->frag.file[2], ==, 0x11111);
}

/*
 * EXECs, rows, passes
 */

/* Two rows: EXEC 1 works on r4..r7; ALU numbers are absolute */
static void test_rows(void)
{
    g_autofree Fixture *f = fixture();
    Gr3dRegs *regs = &f->regs;

    regs->reg[0x520] = 4;
    regs->reg[0xe20] = 1;
    regs->mfu_sched[0] = SCHED(0, 1);
    put_mfu(f, 0, CANONICAL | VAR(0, 0, 1, 0) | VAR(2, 0, 1, 0));
    set_tram(f, 0, 0, F(7), F(7), F(7));
    set_tram(f, 0, 2, F(5), F(5), F(5));
    /* pass 1, row 1: r4 = rcp r4 */
    regs->mfu_sched[3] = SCHED(1, 1);
    put_mfu(f, 1, SFU(1, 0));
    /* pass 0: row 0 reads what row 1 inherited; row 1 does not see its write */
    regs->alu_sched[0] = SCHED(0, 1);
    put(f, 0, 0, SLOT(MAD, 8, 3, REG(4), ONE, REG(6), 0));
    put(f, 0, 1, MOV(4, 3, REG(1)));
    regs->alu_sched[1] = SCHED(1, 2);
    put(f, 1, 0, MOV(9, 3, REG(8)));
    put(f, 1, 1, MOV(10, 1, ONE));
    put(f, 2, 0, MOV(11, 3, REG(9)));
    put(f, 2, 1, MOV(15, 3, REG(10) | FX));
    init(f, 0.5, 0.25);
    f->frag.file[1] = F(2);
    f->frag.file[5] = F(1);             /* column 1 is not interpolated */
    f->frag.file[8] = F(6);
    f->frag.file[10] = PAIR(0, 0x155);
    run(f);
    g_assert_cmphex(f->frag.file[0], ==, F(7));
    g_assert_cmphex(f->frag.file[5], ==, F(1));
    g_assert_cmphex(f->frag.file[6], ==, F(5));
    g_assert_cmphex(f->frag.file[8], ==, F(12));
    g_assert_cmphex(f->frag.file[9], ==, F(6));
    g_assert_cmphex(f->frag.file[10], ==, PAIR(0x100, 0x155));
    g_assert_cmphex(f->frag.file[11], ==, F(6));
    g_assert_cmphex(f->frag.file[15], ==, F(1));
    g_assert_cmphex(f->frag.file[4], ==, F(0.5));
}

/* Registers live from pass to pass; the SFU's r4 is no register */
static void test_persistence(void)
{
    g_autofree Fixture *f = fixture();
    Gr3dRegs *regs = &f->regs;

    regs->reg[0x520] = 3;
    regs->mfu_sched[0] = regs->mfu_sched[2] = SCHED(0, 1);
    put_mfu(f, 0, SFU(1, 4) | MUL(0, 4, 10, 13));
    regs->alu_sched[1] = SCHED(0, 1);
    put(f, 0, 0, MOV(1, 3, REG(0)));
    put(f, 0, 1, MOV(4, 3, ONE));
    put(f, 0, 2, MOV(0, 3, ZERO));
    f->q[0] = f->q[1] = f->q[2] = 0.5;
    init(f, 1, 0);
    run(f);
    g_assert_cmphex(f->frag.file[0], ==, F(2));
    g_assert_cmphex(f->frag.file[1], ==, F(2));
    g_assert_cmphex(f->frag.file[4], ==, F(1));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/fp-exec/sfu", test_sfu);
    g_test_add_func("/fp-exec/sfu-specials", test_sfu_specials);
    g_test_add_func("/fp-exec/mul", test_mul);
    g_test_add_func("/fp-exec/mul-constants", test_mul_constants);
    g_test_add_func("/fp-exec/interpolation", test_interpolation);
    g_test_add_func("/fp-exec/perspective", test_perspective);
    g_test_add_func("/fp-exec/depth-read", test_depth_read);
    g_test_add_func("/fp-exec/rows", test_rows);
    g_test_add_func("/fp-exec/persistence", test_persistence);
    return g_test_run();
}
