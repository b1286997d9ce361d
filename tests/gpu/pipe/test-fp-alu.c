/*
 * Tests of the GR3D fragment pipe's ALU: slots, targets, sums
 *
 * Expectations by hand from docs/specs/tegra-gr3d.rst (Fragment pipe).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "fp-run.h"

/*
 * Set registers for one slot, one packet: r0 = 3, r1 = -2, r2 = (0.5, -0.75),
 * r3 = 0.25, r4 = -0, r6 = 1.0 as fp20; the target r5 holds 0xabcde.
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

static void test_fillers(void)
{
    g_assert_cmphex(run_slot(0x000fe7e83e41f200), ==, 0xabcde);
    g_assert_cmphex(run_slot(0), ==, 0xabcde);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/fp-alu/slots", test_slots);
    g_test_add_func("/fp-alu/minus-zero", test_minus_zero);
    g_test_add_func("/fp-alu/targets", test_targets);
    g_test_add_func("/fp-alu/condition-registers", test_condition_registers);
    g_test_add_func("/fp-alu/kill", test_kill);
    g_test_add_func("/fp-alu/kill-is-final", test_kill_is_final);
    g_test_add_func("/fp-alu/immediates", test_immediates);
    g_test_add_func("/fp-alu/packet-order", test_packet_order);
    g_test_add_func("/fp-alu/write-order", test_write_order);
    g_test_add_func("/fp-alu/alu-results", test_alu_results);
    g_test_add_func("/fp-alu/alu-no-memory", test_alu_no_memory);
    g_test_add_func("/fp-alu/alu-rounding", test_alu_rounding);
    g_test_add_func("/fp-alu/sums", test_sums);
    g_test_add_func("/fp-alu/sum-csel", test_sum_csel);
    g_test_add_func("/fp-alu/fillers", test_fillers);
    return g_test_run();
}
