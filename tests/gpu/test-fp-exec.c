/*
 * Tests of the GR3D fragment pipe's reference interpreter
 *
 * Expectations by hand from docs/specs/tegra-gr3d.rst (Fragment pipe).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <math.h>
#include "fp-test.h"
#include "frag.h"
#include "num.h"
#include "tile-run.h"

#define F(x)        gr3d_fp20_from_double(x)
#define PAIR(l, h)  ((uint32_t)(l) | (uint32_t)(h) << 10)

typedef struct Fixture {
    Gr3dDraw draw;
    Gr3dRegs regs;
    Gr3dFp fp;
    Gr3dPrim prim;
    Gr3dFrag frag;
    uint8_t pixels[256];
    double q[3];                /* 1/w of the vertices */
} Fixture;

/* One EXEC, one packet of fillers, surface 1 = 8x8 RGBA8888 */
static Fixture *fixture(void)
{
    Fixture *f = g_new0(Fixture, 1);
    uint32_t *reg = f->regs.reg;

    reg[0x520] = 1;
    reg[0xe11] = 32 << 8 | 13 << 2;
    reg[0x903] = 2;
    reg[0x350] = reg[0x351] = 8;
    f->prim.front = true;
    f->q[0] = f->q[1] = f->q[2] = 1;
    f->draw.span[GR3D_SPAN_SURFACE + 1] = (Gr3dSpan) {
        .data = f->pixels, .size = sizeof(f->pixels), .writable = true,
    };
    return f;
}

static void put(Fixture *f, unsigned packet, unsigned slot, uint64_t word)
{
    put_slot(&f->regs, packet, slot, word);
}

static void put_mfu(Fixture *f, unsigned at, uint64_t word)
{
    put_instruction(&f->regs, at, word);
}

static void init(Fixture *f, double l0, double l1)
{
    const double l[3] = { l0, l1, 1 - l0 - l1 };
    float coef[3];

    for (unsigned i = 0; i < 3; i++) {
        coef[i] = (float)(l[i] * f->q[i]);
    }
    freeze_draw(&f->draw, &f->regs, &f->fp);
    gr3d_frag_init(&f->frag, &f->draw, &f->prim, 5, 3, coef);
}

static void run(Fixture *f)
{
    tile_frag(&f->draw, &f->prim, &f->frag, 1);
}

/*
 * One slot, one packet.  r0 = 3, r1 = -2, r2 = (0.5, -0.75), r3 = 0.25,
 * r4 = -0, r6 = 1.0 as fp20; the target r5 holds 0xabcde.
 */
static void preset(uint32_t *file)
{
    file[0] = F(3);
    file[1] = F(-2);
    file[2] = PAIR(0x080, 0x340);
    file[3] = F(0.25);
    file[4] = 0x80000;
    file[5] = 0xabcde;
    file[6] = F(1);
    file[7] = 0x7e001;          /* NaN */
}

static uint32_t run_slot(uint64_t slot)
{
    g_autofree Fixture *f = fixture();

    f->regs.alu_sched[0] = 1;
    f->regs.reg[0x820] = 0xffe00000 | PAIR(0x040, 0x100);
    f->regs.reg[0x83f] = F(7);
    put(f, 0, 0, slot);
    init(f, 1, 0);
    preset(f->frag.file);
    run(f);
    return f->frag.file[5];
}

/* Results are read from r5; WHOLE rows give the number, others the bits */
#define WHOLE(v)    { .whole = true, .number = v }
#define BITS(v)     { .bits = v }
#define LOW(v)      { .bits = (0xabcde & 0xffc00) | (v) }
#define HIGH(v)     { .bits = (v) << 10 | (0xabcde & 0x3ff) }

#define R2L         (REG(2) | FX)
#define R2H         (REG(2) | FX | HI)

static const struct {
    const char *what;
    uint64_t slot;
    struct {
        bool whole;
        double number;
        uint32_t bits;
    } want;
} slots[] = {
    { "mad", SLOT(MAD, 5, 3, REG(0), REG(1), REG(3), 0), WHOLE(-5.75) },
    { "min", SLOT(MIN_, 5, 3, REG(0), REG(1), REG(3), 0), WHOLE(-6) },
    { "max", SLOT(MAX_, 5, 3, REG(0), REG(1), REG(3), 0), WHOLE(0.25) },
    { "csel <", SLOT(CSEL, 5, 3, REG(1), REG(0), REG(3), 0), WHOLE(3) },
    { "csel >", SLOT(CSEL, 5, 3, REG(0), REG(1), REG(3), 0), WHOLE(0.25) },
    { "csel -0", SLOT(CSEL, 5, 3, REG(4), REG(0), REG(3), 0), WHOLE(0.25) },
    { "csel -(fx 0)", SLOT(CSEL, 5, 3, ZERO | NEG, REG(0), REG(3), 0),
      WHOLE(0.25) },
    { "csel NaN", SLOT(CSEL, 5, 3, REG(7), REG(0), REG(3), 0), WHOLE(0.25) },
    { "min NaN", SLOT(MIN_, 5, 3, REG(7), ONE, REG(3), 0), WHOLE(0.25) },
    { "max NaN", SLOT(MAX_, 5, 3, REG(3), ONE, REG(7), 0), WHOLE(0.25) },
    { "mad NaN", SLOT(MAD, 5, 3, REG(7), ONE, REG(3), 0), BITS(0x7e001) },

    /* operand modifiers */
    { "x2", MOV(5, 3, REG(0) | X2), WHOLE(6) },
    { "neg", MOV(5, 3, REG(0) | NEG), WHOLE(-3) },
    { "abs", MOV(5, 3, REG(1) | ABS_), WHOLE(2) },
    { "-abs", MOV(5, 3, REG(1) | ABS_ | NEG), WHOLE(-2) },
    { "-1", MOV(5, 3, REG(0) | M1), WHOLE(2) },
    { "2x-1", MOV(5, 3, REG(0) | X2 | M1), WHOLE(5) },
    { "1-x", MOV(5, 3, REG(0) | M1 | NEG), WHOLE(-2) },
    { "1-2|x|", MOV(5, 3, REG(1) | ABS_ | X2 | M1 | NEG), WHOLE(-3) },
    { "fx low", MOV(5, 3, R2L), WHOLE(0.5) },
    { "fx high", MOV(5, 3, R2H), WHOLE(-0.75) },
    { "fx neg", MOV(5, 3, R2H | NEG), WHOLE(0.75) },
    { "fx x2", MOV(5, 3, R2H | X2), WHOLE(-1.5) },
    { "fx -1", MOV(5, 3, R2H | M1), WHOLE(-1.75) },
    /* an operand of 2 * 1.0 - (-2) exceeds fx10's range on the way */
    { "wide", SLOT(MAD, 5, 3, REG(2) | FX | X2, REG(1) | NEG | X2, ZERO, 0),
      WHOLE(4) },
    { "B, C mods", SLOT(MAD, 5, 3, REG(6), REG(1) | ABS_, REG(3) | NEG, 0),
      WHOLE(1.75) },

    /* operand D re-reads B's or C's register */
    { "D = B", SLOT(MAD, 5, 3, ZERO, REG(0), REG(3), D_ON), WHOLE(0.75) },
    { "D = C", SLOT(MAD, 5, 3, ZERO, REG(0), REG(3) | NEG, D_ON | D_C),
      WHOLE(-0.0625) },
    { "D abs", SLOT(MAD, 5, 3, ZERO, REG(1), REG(3), D_ON | D_ABS),
      WHOLE(0.5) },
    { "D -1", SLOT(MAD, 5, 3, ZERO, REG(0), REG(3), D_ON | D_M1),
      WHOLE(0.5) },
    { "D fx", SLOT(MAD, 5, 3, ZERO, REG(2) | FX, REG(3),
                   D_ON | D_FX | D_HI), WHOLE(-0.1875) },
    { "D off", SLOT(MAD, 5, 3, ZERO, REG(0), REG(3), D_ABS | D_M1),
      WHOLE(0.25) },

    /* scale, condition code, saturation */
    { "scale x2", MOV(5, 3, REG(0)) | SCALE(1), WHOLE(6) },
    { "scale x4", MOV(5, 3, REG(0)) | SCALE(2), WHOLE(12) },
    { "scale /2", MOV(5, 3, REG(0)) | SCALE(3), WHOLE(1.5) },
    { "eq 0", MOV(5, 3, REG(4)) | CC(1), WHOLE(1) },
    { "eq 3", MOV(5, 3, REG(0)) | CC(1), WHOLE(0) },
    { "gt 3", MOV(5, 3, REG(0)) | CC(2), WHOLE(1) },
    { "gt 0", MOV(5, 3, ZERO) | CC(2), WHOLE(0) },
    { "ge 0", MOV(5, 3, ZERO) | CC(3), WHOLE(1) },
    { "ge -2", MOV(5, 3, REG(1)) | CC(3), WHOLE(0) },
    { "ge -0", SLOT(MAX_, 5, 3, REG(4), ONE, REG(4), 0) | CC(3), WHOLE(1) },
    { "cc NaN", MOV(5, 3, REG(7)) | CC(3), WHOLE(0) },
    { "sat 3", MOV(5, 3, REG(0)) | SAT, WHOLE(1) },
    { "sat -2", MOV(5, 3, REG(1)) | SAT, WHOLE(0) },
    { "sat 1/4 x2", MOV(5, 3, REG(3)) | SCALE(1) | SAT, WHOLE(0.5) },
    { "sat NaN", MOV(5, 3, REG(7)) | SAT, WHOLE(0) },

    /* destination halves; rounding half up and saturation at writing */
    { "low", MOV(5, 1, REG(3)), LOW(0x040) },
    { "high", MOV(5, 2, REG(3)), HIGH(0x040) },
    { "none", MOV(5, 0, REG(3)), BITS(0xabcde) },
    { "fx 1 * 1", SLOT(MAD, 5, 1, ONE, ONE, ZERO, 0), LOW(0x100) },
    { "fx sat", MOV(5, 1, REG(0)), LOW(0x1ff) },
    { "fx -sat", SLOT(MAD, 5, 1, REG(0), REG(1), ZERO, 0), LOW(0x200) },
    { "fx negative", MOV(5, 1, R2H), LOW(0x340) },
    { "fx /2", SLOT(MAD, 5, 1, REG(32) | FX, REG(32) | FX, ZERO, 0)
      | SCALE(3), LOW(0x008) },

    /* registers */
    { "uniform", MOV(5, 3, REG(32) | FX), WHOLE(0.25) },
    { "uniform high", MOV(5, 3, REG(32) | FX | HI), WHOLE(1) },
    { "uniform 31", MOV(5, 3, REG(63)), WHOLE(7) },
    { "pos x", MOV(5, 3, REG(POS_X)), BITS(0x58005) },
    { "pos y", MOV(5, 3, REG(POS_Y)), BITS(0x58003) },
    { "coverage", MOV(5, 3, REG(COVERAGE)), WHOLE(1) },
    { "face", MOV(5, 3, REG(FACE)), WHOLE(1) },
    { "kill reads 0", MOV(5, 3, REG(KILL)), WHOLE(0) },
    { "unknown", MOV(5, 3, REG(127)), WHOLE(0) },
    { "one", MOV(5, 3, ONE), WHOLE(1) },
    { "fp20 exponent 0", SLOT(CSEL, 5, 3, REG(31) | NEG, REG(0), REG(3), 0),
      WHOLE(3) },

    /* addition disable: A*B = -0.75, C*D = 0.5 */
    { "two, high", SLOT(MAD, 5, 2, R2H, ONE, R2L, 0) | NO_ADD,
      BITS(PAIR(0x080, 0x340)) },
    { "two, low", SLOT(MAD, 5, 1, R2H, ONE, R2L, 0) | NO_ADD,
      BITS(PAIR(0x340, 0x080)) },
    { "two, both", SLOT(MAD, 5, 3, R2H, ONE, R2L, 0) | NO_ADD,
      BITS(PAIR(0x340, 0x080)) },
    { "two, sat x2", SLOT(MAD, 5, 1, R2H, ONE, R2L, 0) | NO_ADD | SAT |
      SCALE(1), BITS(PAIR(0, 0x100)) },
    { "two, not mad", SLOT(MAX_, 5, 3, R2H, ONE, R2L, 0) | NO_ADD,
      WHOLE(0.5) },
};

static void test_slots(void)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(slots); i++) {
        uint32_t want = slots[i].want.whole ? F(slots[i].want.number) :
                        slots[i].want.bits;
        uint32_t got = run_slot(slots[i].slot);

        /* no row expects -0 */
        if (got != want && !(slots[i].want.whole && !want && got == 0x80000)) {
            g_error("%s: 0x%05x, expected 0x%05x", slots[i].what, got, want);
        }
    }
}

/* fp20 keeps -0 through MAX; fx10 has none */
static void test_minus_zero(void)
{
    g_assert_cmphex(run_slot(SLOT(MIN_, 5, 3, REG(4), ONE, REG(4), 0)), ==,
                    0x80000);
    g_assert_cmphex(run_slot(SLOT(MIN_, 5, 3, ZERO | NEG, ONE, ZERO | NEG,
                                  0)), ==, 0);
}

/* Other destinations */
static void test_targets(void)
{
    static const uint8_t ignored[] = { 24, 28, 31, 32, 63, 72, 75, 77, 127 };
    g_autofree Fixture *f = fixture();
    uint32_t before[GR3D_FP_FILE_SIZE];

    f->regs.alu_sched[0] = 1;
    for (unsigned i = 0; i < G_N_ELEMENTS(ignored); i++) {
        put(f, 0, 0, MOV(ignored[i], 3, REG(0)));
        init(f, 1, 0);
        preset(f->frag.file);
        memcpy(before, f->frag.file, sizeof(before));
        run(f);
        for (unsigned j = 0; j < 128; j++) {
            if (j < 24 || j > 27) {
                g_assert_cmphex(f->frag.file[j], ==, before[j]);
            }
        }
        g_assert_false(f->frag.killed);
    }
    /* globals live through the program, the mask works on them, too */
    put(f, 0, 0, MOV(23, 2, ONE));
    init(f, 1, 0);
    run(f);
    g_assert_cmphex(f->frag.file[23], ==, PAIR(0, 0x100));
}

static void test_condition_registers(void)
{
    g_autofree Fixture *f = fixture();

    f->regs.alu_sched[0] = SCHED(0, 2);
    put(f, 0, 0, MOV(CR0, 3, REG(0)));          /* both bits: high */
    put(f, 0, 1, MOV(CR0 + 1, 0, REG(0)));      /* none: low */
    put(f, 0, 2, MOV(CR0 + 7, 1, ZERO));
    /* read: the type bit does not matter */
    put(f, 1, 0, MOV(5, 3, REG(CR0) | HI));
    put(f, 1, 1, MOV(6, 3, REG(CR0) | FX));
    put(f, 1, 2, MOV(7, 3, REG(CR0 + 1) | FX | NEG));
    put(f, 1, 3, MOV(8, 3, REG(CR0 + 7)));
    init(f, 1, 0);
    preset(f->frag.file);
    f->frag.file[CR0 + 7] = PAIR(0x100, 0x100);
    run(f);
    g_assert_cmphex(f->frag.file[CR0], ==, PAIR(0, 0x100));
    g_assert_cmphex(f->frag.file[CR0 + 1], ==, PAIR(0x100, 0));
    g_assert_cmphex(f->frag.file[CR0 + 7], ==, PAIR(0, 0x100));
    g_assert_cmphex(f->frag.file[5], ==, F(1));
    g_assert_cmphex(f->frag.file[6], ==, 0);
    g_assert_cmphex(f->frag.file[7], ==, F(-1));
    g_assert_cmphex(f->frag.file[8], ==, 0);
}

static bool kills(uint64_t slot)
{
    g_autofree Fixture *f = fixture();

    f->regs.alu_sched[0] = 1;
    put(f, 0, 0, slot);
    init(f, 1, 0);
    preset(f->frag.file);
    run(f);
    return f->frag.killed;
}

static void test_kill(void)
{
    g_assert_true(kills(MOV(KILL, 0, REG(0))));
    g_assert_true(kills(MOV(KILL, 3, REG(1))));
    g_assert_false(kills(MOV(KILL, 3, REG(4))));
    /* the words of the known discards: r1.h = 0, r0 < 0, r0 > 1 */
    g_assert_false(kills(0x006660683f41f200));  /* r1.h of -2.0's bits */
    g_assert_false(kills(0xc02660003f41f200));
    g_assert_true(kills(0x00a660003f41fa80));
}

/* Zero does not bring a fragment back */
static void test_kill_is_final(void)
{
    g_autofree Fixture *f = fixture();

    f->regs.alu_sched[0] = SCHED(0, 2);
    put(f, 0, 0, MOV(KILL, 3, ONE));
    put(f, 0, 1, MOV(KILL, 3, ZERO));
    put(f, 1, 0, MOV(KILL, 3, ZERO));
    init(f, 1, 0);
    run(f);
    g_assert_true(f->frag.killed);
}

/* slot 3 as constants, uploaded low word first */
static void test_immediates(void)
{
    g_autofree Fixture *f = fixture();
    uint64_t imm = (uint64_t)PAIR(0x080, 0x300) << 44 |
                   (uint64_t)F(5) << 24 | (uint64_t)F(-0.125) << 4;

    f->regs.alu_sched[0] = SCHED(0, 2);
    put(f, 0, 0, MOV(5, 3, REG(28)));
    put(f, 0, 1, SLOT(MAD, 6, 3, REG(29), REG(30) | FX, REG(30) | FX | HI,
                      0));
    put(f, 0, 2, MOV(7, 3, REG(27)));
    f->regs.alu_inst[6] = imm;
    f->regs.alu_inst[7] = imm >> 32;
    /* alu3 of a packet without slot 3 is 0 */
    put(f, 1, 0, MOV(8, 3, REG(27)));
    init(f, 1, 0);
    f->frag.file[27] = F(9);
    run(f);
    g_assert_cmphex(f->frag.file[5], ==, F(-0.125));
    g_assert_cmphex(f->frag.file[6], ==, F(1.5));
    g_assert_cmphex(f->frag.file[7], ==, 0);
    g_assert_cmphex(f->frag.file[8], ==, 0);
}

/* All reads of a packet precede its writes; the next packet sees them */
static void test_packet_order(void)
{
    g_autofree Fixture *f = fixture();

    f->regs.alu_sched[0] = SCHED(0, 2);
    put(f, 0, 0, MOV(0, 3, REG(1)));
    put(f, 0, 1, MOV(1, 3, REG(0)));
    put(f, 0, 2, MOV(8, 3, REG(0)));
    put(f, 1, 0, MOV(9, 3, REG(0)));
    init(f, 1, 0);
    preset(f->frag.file);
    run(f);
    g_assert_cmphex(f->frag.file[0], ==, F(-2));
    g_assert_cmphex(f->frag.file[1], ==, F(3));
    g_assert_cmphex(f->frag.file[8], ==, F(3));
    g_assert_cmphex(f->frag.file[9], ==, F(-2));
}

/* The last slot of equal targets wins, by the written half */
static void test_write_order(void)
{
    g_autofree Fixture *f = fixture();

    f->regs.alu_sched[0] = 1;
    put(f, 0, 0, MOV(8, 3, REG(0)));
    put(f, 0, 1, MOV(8, 1, REG(3)));
    put(f, 0, 2, MOV(8, 2, ONE));
    put(f, 0, 3, MOV(8, 2, REG(3)));
    init(f, 1, 0);
    preset(f->frag.file);
    run(f);
    g_assert_cmphex(f->frag.file[8], ==, PAIR(0x040, 0x040));
}

/*
 * alu0..alu3: later packets read the packet before, as numbers; the first
 * packet reads its own earlier slots and zero for the others.
 */
static void test_alu_results(void)
{
    g_autofree Fixture *f = fixture();

    f->regs.alu_sched[0] = SCHED(0, 2);
    put(f, 0, 0, MOV(31, 3, REG(0)));                   /* 3, no register */
    put(f, 0, 1, MOV(8, 2, REG(3)));                    /* 0.25, a half */
    put(f, 0, 2, SLOT(MAD, 9, 3, REG(24), REG(25), REG(26), 0));
    put(f, 0, 3, SLOT(MAD, 10, 3, REG(26), ONE, REG(27), 0));
    put(f, 1, 0, SLOT(MAD, 11, 3, REG(24), REG(25), ZERO, 0));
    put(f, 1, 1, MOV(12, 3, REG(26)));
    /* fx10 type: rounded to fx10 (3 saturates), the half does not matter */
    put(f, 1, 2, MOV(13, 3, REG(24) | FX | HI));
    put(f, 1, 3, MOV(14, 3, REG(24)));
    init(f, 1, 0);
    preset(f->frag.file);
    run(f);
    g_assert_cmphex(f->frag.file[9], ==, F(0.75));
    g_assert_cmphex(f->frag.file[10], ==, F(0.75));
    g_assert_cmphex(f->frag.file[11], ==, F(0.75));
    g_assert_cmphex(f->frag.file[12], ==, F(0.75));
    g_assert_cmphex(f->frag.file[13], ==, F(511.0 / 256));
    g_assert_cmphex(f->frag.file[14], ==, F(3));
}

/* A slot never sees a result of its own, not even an earlier EXEC's */
static void test_alu_no_memory(void)
{
    g_autofree Fixture *f = fixture();

    f->regs.reg[0x520] = 2;
    f->regs.alu_sched[0] = f->regs.alu_sched[1] = 1;
    put(f, 0, 0, SLOT(MAD, 8, 3, REG(24), ONE, ONE, 0));
    put(f, 0, 1, SLOT(MAD, 9, 3, REG(26), ONE, ONE, 0));
    put(f, 0, 2, MOV(10, 3, REG(0)));
    put(f, 0, 3, SLOT(MAD, 11, 3, REG(27), ONE, REG(24), 0));
    init(f, 1, 0);
    preset(f->frag.file);
    run(f);
    g_assert_cmphex(f->frag.file[8], ==, F(1));
    g_assert_cmphex(f->frag.file[9], ==, F(1));
    g_assert_cmphex(f->frag.file[11], ==, F(1));
}

/* Half results are rounded to fx10 before they are read as alu0..3 */
static void test_alu_rounding(void)
{
    g_autofree Fixture *f = fixture();

    f->regs.alu_sched[0] = SCHED(0, 2);
    put(f, 0, 0, MOV(8, 1, REG(0)));
    put(f, 0, 1, MOV(8, 0, REG(0)));
    put(f, 1, 0, MOV(9, 3, REG(24)));
    put(f, 1, 1, MOV(10, 3, REG(25)));
    init(f, 1, 0);
    f->frag.file[0] = F(0.1);           /* 25.6 / 256 -> 26 / 256 */
    run(f);
    g_assert_cmphex(f->frag.file[9], ==, F(26.0 / 256));
    g_assert_cmphex(f->frag.file[10], ==, F(0.1));
}

/*
 * Send and receive
 */

typedef struct SumCase {
    const char *what;
    uint64_t flags[4];
    uint64_t c0_mods;           /* of slot 0's operand C */
    double want[4];
} SumCase;

/*
 * Without sums, slot k gives 10, 1, 2, 4 with A*B = 8, 1, 2, 4 and C = 2 in
 * slot 0, else 0.
 */
static const SumCase sum_cases[] = {
    { "none", { 0 }, 0, { 10, 1, 2, 4 } },
    /* the horizontal add: 8 + (1 + 2 + 4) */
    { "usual", { RECV, SEND, SEND, 0 }, 0, { 15, 1, 2, 4 } },
    { "negated", { RECV, SEND, SEND, 0 }, NEG, { 1, 1, 2, 4 } },
    { "x2", { RECV, SEND, SEND, 0 }, X2, { 22, 1, 2, 4 } },
    { "minus one", { RECV, SEND, SEND, 0 }, M1, { 14, 1, 2, 4 } },
    { "recv only", { RECV, 0, 0, 0 }, 0, { 12, 1, 2, 4 } },
    { "send only", { 0, SEND, 0, 0 }, 0, { 11, 1, 2, 4 } },
    { "3 to 2", { 0, 0, 0, SEND }, 0, { 10, 1, 6, 4 } },
    { "1 from 0", { 0, RECV, 0, 0 }, 0, { 10, 11, 2, 4 } },
    { "2 from 1", { 0, 0, RECV, 0 }, 0, { 10, 1, 3, 4 } },
    { "3 from 2", { 0, 0, 0, RECV }, 0, { 10, 1, 2, 6 } },
    /* no chains: everybody gets the partner's own value */
    { "all", { RECV, RECV, RECV, RECV }, 0, { 12, 11, 3, 6 } },
    { "scaled", { RECV, SEND | SCALE(1), SEND, 0 }, 0, { 16, 2, 2, 4 } },
    { "scaled sum", { RECV | SCALE(3), SEND, SEND, 0 }, 0,
      { 7.5, 1, 2, 4 } },
    { "slot 0 sends", { SEND, 0, 0, 0 }, 0, { 10, 1, 2, 4 } },
};

static void test_sums(void)
{
    static const double ab[4] = { 8, 1, 2, 4 };

    for (unsigned i = 0; i < G_N_ELEMENTS(sum_cases); i++) {
        const SumCase *s = &sum_cases[i];
        g_autofree Fixture *f = fixture();

        f->regs.alu_sched[0] = 1;
        for (unsigned j = 0; j < 4; j++) {
            uint64_t c = j ? ZERO : REG(4) | s->c0_mods;

            put(f, 0, j, SLOT(MAD, 8 + j, 3, REG(j), ONE, c, 0) |
                s->flags[j]);
        }
        init(f, 1, 0);
        for (unsigned j = 0; j < 4; j++) {
            f->frag.file[j] = F(ab[j]);
        }
        f->frag.file[4] = F(2);
        run(f);
        for (unsigned j = 0; j < 4; j++) {
            if (f->frag.file[8 + j] != F(s->want[j])) {
                g_error("%s, slot %u: %g, expected %g", s->what, j,
                        gr3d_fp20_to_double(f->frag.file[8 + j]), s->want[j]);
            }
        }
    }
}

/* A < 0 ? B : acc; with constants in slot 3 there is nothing to receive */
static void test_sum_csel(void)
{
    g_autofree Fixture *f = fixture();

    f->regs.alu_sched[0] = 1;
    put(f, 0, 0, SLOT(CSEL, 8, 3, REG(0), REG(1), REG(4), 0) | RECV);
    put(f, 0, 1, MOV(9, 3, REG(3)) | SEND);
    put(f, 0, 3, MOV(10, 3, REG(0)));
    init(f, 1, 0);
    preset(f->frag.file);
    run(f);
    g_assert_cmphex(f->frag.file[8], ==, F(3.25));
    put(f, 0, 2, MOV(11, 3, REG(29)));
    init(f, 1, 0);
    preset(f->frag.file);
    run(f);
    g_assert_cmphex(f->frag.file[8], ==, F(0.25));
}

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

/* Column (row, col) holds a, b, c at the vertices */
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

/*
 * PSEQ and DW
 */

static uint32_t pixel(const Fixture *f, unsigned col, unsigned row)
{
    const uint8_t *p = &f->pixels[row * 32 + col * 4];

    return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
}

static void test_store(void)
{
    g_autofree Fixture *f = fixture();

    f->regs.dw_inst[0] = 0x00028005;
    init(f, 1, 0);
    f->frag.file[2] = PAIR(0x100, 0x080);
    f->frag.file[3] = PAIR(0x040, 0x100);
    run(f);
    g_assert_cmphex(pixel(f, 5, 3), ==, 0xff407fff);
    f->regs.dw_inst[0] = 0x00020005;
    init(f, 1, 0);
    f->frag.file[1] = PAIR(0, 0x100);
    run(f);
    g_assert_cmphex(pixel(f, 5, 3), ==, 0xff000000);
    g_assert_cmphex(pixel(f, 4, 3) | pixel(f, 5, 2) | pixel(f, 6, 3), ==, 0);
}

/* What suppresses a store, and what does not */
static void test_store_rules(void)
{
    static const struct {
        uint32_t dw, enable;
        bool killed, failed, helper, stored;
    } row[] = {
        { 0x00020005, 2, .stored = true },
        { 0x00020005, 0 },
        { 0x00020004, 2 },                      /* no operation */
        { 0x00020006, 2 },                      /* raw store */
        { 0x00020005, 2, .killed = true },
        { 0x00020045, 2, .killed = true, .stored = true },
        { 0x00020005, 2, .failed = true },
        { 0x00020045, 2, .helper = true },
        { 0x00020009, 2 },                      /* surface 2 */
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(row); i++) {
        g_autofree Fixture *f = fixture();

        f->regs.dw_inst[0] = row[i].dw;
        f->regs.reg[0x903] = row[i].enable;
        init(f, 1, 0);
        f->frag.file[0] = PAIR(0x100, 0);
        f->frag.killed = row[i].killed;
        f->frag.failed = row[i].failed;
        f->frag.helper = row[i].helper;
        run(f);
        g_assert_cmphex(pixel(f, 5, 3), ==, row[i].stored ? 0xff : 0);
    }
}

/* A store in one EXEC is seen by the load of the next: blending */
static void test_load(void)
{
    g_autofree Fixture *f = fixture();
    Gr3dRegs *regs = &f->regs;

    regs->reg[0x520] = 2;
    regs->dw_inst[0] = 0x00020005;
    regs->pseq_inst[1] = 0x0081000a;
    init(f, 1, 0);
    f->frag.file[0] = PAIR(0x080, 0x100);
    f->frag.file[1] = PAIR(0x020, 0x010);
    run(f);
    /* 0.5 is stored as 127 */
    g_assert_cmphex(f->frag.file[2], ==, PAIR(0x07f, 0x100));
    g_assert_cmphex(f->frag.file[3], ==, PAIR(0x020, 0x010));
    /* killed: the registers stay, unless bit 21 */
    init(f, 1, 0);
    f->frag.killed = true;
    f->frag.file[2] = 0x12345;
    run(f);
    g_assert_cmphex(f->frag.file[2], ==, 0x12345);
    regs->pseq_inst[1] |= 1 << 21;
    init(f, 1, 0);
    f->frag.killed = true;
    run(f);
    g_assert_cmphex(f->frag.file[2], ==, PAIR(0x07f, 0x100));
}

/* A kill in the last row of a pass suppresses the stores of all its rows */
static void test_kill_in_pass(void)
{
    g_autofree Fixture *f = fixture();
    Gr3dRegs *regs = &f->regs;

    regs->reg[0x520] = 2;
    regs->reg[0xe20] = 1;
    regs->dw_inst[0] = 0x00020005;
    regs->alu_sched[1] = SCHED(0, 1);
    put(f, 0, 0, MOV(KILL, 3, ONE));
    init(f, 1, 0);
    f->frag.file[0] = PAIR(0x100, 0);
    run(f);
    g_assert_cmphex(pixel(f, 5, 3), ==, 0);
    /* one row: the first EXEC has stored before */
    regs->reg[0xe20] = 0;
    init(f, 1, 0);
    f->frag.file[0] = PAIR(0x100, 0);
    run(f);
    g_assert_cmphex(pixel(f, 5, 3), ==, 0xff);
}

static void test_depth_store(void)
{
    g_autofree Fixture *f = fixture();

    f->regs.reg[0xe11] = 32 << 8 | 11 << 2;
    f->regs.dw_inst[0] = 0x00028005;
    init(f, 1, 0);
    f->frag.file[3] = 0x8765f;
    run(f);
    g_assert_cmphex(f->pixels[3 * 32 + 10] | f->pixels[3 * 32 + 11] << 8, ==,
                    0x8765);
}

/*
 * TEX: 2x2 RGBA8888 whose texel i has red 32 * i + 1
 */

static void test_tex(void)
{
    g_autofree Fixture *f = fixture();
    Gr3dRegs *regs = &f->regs;
    uint8_t memory[32] = { 0 };

    for (unsigned i = 0; i < 4; i++) {
        memory[i / 2 * 16 + i % 2 * 4] = 32 * i + 1;
        memory[i / 2 * 16 + i % 2 * 4 + 2] = 64 + i;
    }
    f->draw.span[GR3D_SPAN_TEXTURE + 3] = (Gr3dSpan) {
        .data = memory, .size = sizeof(memory),
    };
    regs->reg[0x720 + 6] = 13 << 8;
    regs->reg[0x721 + 6] = 1u << 28 | 1 << 24 | 0x80;
    regs->tex_inst[0] = 0x423;          /* texture 3: r0, r1 -> r2, r3 */
    init(f, 1, 0);
    f->frag.file[0] = F(0.75);
    f->frag.file[1] = F(0.25);
    run(f);
    g_assert_cmphex(f->frag.file[2], ==, PAIR(33, 0));
    g_assert_cmphex(f->frag.file[3], ==, PAIR(65, 0));
    regs->tex_inst[0] = 0x413;          /* r2, r3 -> r0, r1 */
    init(f, 1, 0);
    f->frag.file[2] = F(0.25);
    f->frag.file[3] = F(0.75);
    run(f);
    g_assert_cmphex(f->frag.file[0], ==, PAIR(65, 0));
    g_assert_cmphex(f->frag.file[1], ==, PAIR(66, 0));
    g_assert_cmphex(f->frag.file[2], ==, F(0.25));
}

/* The fourth coordinate as level of detail: r3, or r1 of the other order */
static void test_tex_lod(void)
{
    g_autofree Fixture *f = fixture();
    Gr3dRegs *regs = &f->regs;
    uint8_t memory[128];

    /* 8x4 L8: levels begin at 0, 64, 96, 112 */
    for (unsigned i = 0; i < sizeof(memory); i++) {
        memory[i] = i < 64 ? 1 : i < 96 ? 2 : i < 112 ? 3 : 4;
    }
    f->draw.span[GR3D_SPAN_TEXTURE] = (Gr3dSpan) {
        .data = memory, .size = sizeof(memory),
    };
    regs->reg[0x720] = 2 << 8;
    regs->reg[0x721] = 3u << 28 | 2 << 24 | 0x30 << 8;
    for (unsigned lod = 0; lod < 4; lod++) {
        regs->tex_inst[0] = 0x2420;
        init(f, 1, 0);
        f->frag.file[3] = F(lod);
        run(f);
        g_assert_cmphex(f->frag.file[2], ==, PAIR(lod + 1, lod + 1));
        regs->tex_inst[0] = 0x2410;
        init(f, 1, 0);
        f->frag.file[1] = F(lod);
        run(f);
        g_assert_cmphex(f->frag.file[0], ==, PAIR(lod + 1, lod + 1));
    }
}

/* What goes wrong with memory: one event each, and zeros or no store */
static void test_memory_events(void)
{
    static const struct {
        uint32_t pseq, tex, dw;
        unsigned format;                /* of surface 1 and texture 0 */
        bool memory;
        Gr3dEventId event;
        uint32_t value;
    } row[] = {
        { 0x0081000a, 0, 0, 33, true, GR3D_EV_SURF_FORMAT, 1 },
        { 0x0081000a, 0, 0, 13, false, GR3D_EV_SURF_RANGE, 1 },
        { 0, 0, 0x00020005, 33, true, GR3D_EV_SURF_FORMAT, 1 },
        { 0, 0, 0x00020005, 31, true, GR3D_EV_SURF_FORMAT, 1 },
        { 0, 0, 0x00020005, 22, true, GR3D_EV_SURF_FORMAT, 1 },
        { 0, 0, 0x00020005, 13, false, GR3D_EV_SURF_RANGE, 1 },
        /* stencil is surface 2, without memory; then the wrong surface */
        { 0, 0, 0x00020409, 13, true, GR3D_EV_SURF_RANGE, 2 },
        { 0, 0, 0x00020405, 13, true, GR3D_EV_STENCIL_STORE, 1 },
        { 0, 0x420, 0, 33, true, GR3D_EV_TEX_FORMAT, 33 },
        { 0, 0x420, 0, 13, true, GR3D_EV_TEX_RANGE, 0 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(row); i++) {
        g_autofree Fixture *f = fixture();
        uint32_t *reg = f->regs.reg;
        const Gr3dEvents *e = &f->draw.events;

        reg[0xe11] = 32 << 8 | row[i].format << 2;
        reg[0x402] = 2 << 2 | 0x20;
        reg[0xe12] = 8 << 8 | 3 << 2;
        reg[0x903] = 6;
        reg[0x720] = row[i].format << 8;
        reg[0x721] = 0x80;
        f->regs.pseq_inst[0] = row[i].pseq;
        f->regs.tex_inst[0] = row[i].tex;
        f->regs.dw_inst[0] = row[i].dw;
        if (!row[i].memory) {
            f->draw.span[GR3D_SPAN_SURFACE + 1].data = NULL;
        }
        memset(f->pixels, 0xaa, sizeof(f->pixels));
        init(f, 1, 0);
        f->frag.stencil = 0x55;
        f->frag.file[2] = f->frag.file[3] = 0x12345;
        run(f);
        g_assert_cmpuint(e->num, ==, 1);
        g_assert_cmpuint(e->place[row[i].event], ==, 1);
        g_assert_cmpuint(e->list[0].value, ==, row[i].value);
        g_assert_cmphex(pixel(f, 5, 3), ==, 0xaaaaaaaa);
        if (!row[i].dw) {
            g_assert_cmphex(f->frag.file[2], ==, 0);
            g_assert_cmphex(f->frag.file[3] & 0x3ff, ==, 0);
        }
    }
}

static void test_fillers(void)
{
    g_assert_cmphex(run_slot(0x000fe7e83e41f200), ==, 0xabcde);
    g_assert_cmphex(run_slot(0), ==, 0xabcde);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/fp-exec/slots", test_slots);
    g_test_add_func("/fp-exec/minus-zero", test_minus_zero);
    g_test_add_func("/fp-exec/fillers", test_fillers);
    g_test_add_func("/fp-exec/targets", test_targets);
    g_test_add_func("/fp-exec/condition-registers", test_condition_registers);
    g_test_add_func("/fp-exec/kill", test_kill);
    g_test_add_func("/fp-exec/kill-is-final", test_kill_is_final);
    g_test_add_func("/fp-exec/immediates", test_immediates);
    g_test_add_func("/fp-exec/packet-order", test_packet_order);
    g_test_add_func("/fp-exec/write-order", test_write_order);
    g_test_add_func("/fp-exec/alu-results", test_alu_results);
    g_test_add_func("/fp-exec/alu-no-memory", test_alu_no_memory);
    g_test_add_func("/fp-exec/alu-rounding", test_alu_rounding);
    g_test_add_func("/fp-exec/sums", test_sums);
    g_test_add_func("/fp-exec/sum-csel", test_sum_csel);
    g_test_add_func("/fp-exec/sfu", test_sfu);
    g_test_add_func("/fp-exec/sfu-specials", test_sfu_specials);
    g_test_add_func("/fp-exec/mul", test_mul);
    g_test_add_func("/fp-exec/mul-constants", test_mul_constants);
    g_test_add_func("/fp-exec/interpolation", test_interpolation);
    g_test_add_func("/fp-exec/perspective", test_perspective);
    g_test_add_func("/fp-exec/depth-read", test_depth_read);
    g_test_add_func("/fp-exec/rows", test_rows);
    g_test_add_func("/fp-exec/persistence", test_persistence);
    g_test_add_func("/fp-exec/store", test_store);
    g_test_add_func("/fp-exec/store-rules", test_store_rules);
    g_test_add_func("/fp-exec/load", test_load);
    g_test_add_func("/fp-exec/kill-in-pass", test_kill_in_pass);
    g_test_add_func("/fp-exec/depth-store", test_depth_store);
    g_test_add_func("/fp-exec/memory-events", test_memory_events);
    g_test_add_func("/fp-exec/tex", test_tex);
    g_test_add_func("/fp-exec/tex-lod", test_tex_lod);
    return g_test_run();
}
