/*
 * Command streams of gr3d-hostile: valid state, then random words in it
 *
 * The valid part is put together from blocks (geometry, vertex program,
 * linker, raster, tests, fragment program, textures, surfaces), each with
 * random choices of values that clients use, on targets of at most 64 x 64
 * pixels.  All words are written out from docs/specs/tegra-gr3d.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>

#include "fp-test.h"
#include "hostile-state.h"
#include "vp-word.h"

#define POOL        512         /* program words made at the start */
#define MAX_KNOWN   1024

static struct {
    VpWord vp[POOL];
    uint64_t slot[POOL];
    uint64_t mfu[POOL];
    uint16_t known[MAX_KNOWN];  /* offsets of registers */
    unsigned num_known;
} pool;

static void wr(Gr3dRegs *regs, uint32_t offset, uint32_t value)
{
    gr3d_regs_write(regs, offset, value);
}

static void wr_float(Gr3dRegs *regs, uint32_t offset, float value)
{
    uint32_t word;

    memcpy(&word, &value, sizeof(word));
    wr(regs, offset, word);
}

/* One of the values */
#define PICK(rng, ...) \
    pick(rng, (const uint32_t[]) { __VA_ARGS__ }, \
         sizeof((const uint32_t[]) { __VA_ARGS__ }) / 4)

static uint32_t pick(Rng *rng, const uint32_t *of, unsigned num)
{
    return of[rng_below(rng, num)];
}

/* ---- the pools: words that a compiler could have written */

static void source(VpWord *word, unsigned operand, Rng *rng)
{
    vp_src(word, operand, 1 + rng_below(rng, 3), rng_below(rng, 6));
    if (rng_once_in(rng, 2)) {
        vp_swizzle(word, operand, rng_any(rng) & 0xff);
    }
    if (rng_once_in(rng, 4)) {
        vp_neg(word, operand);
    }
    if (rng_once_in(rng, 4)) {
        vp_abs(word, operand);
    }
}

static VpWord vp_random(Rng *rng)
{
    VpWord word = vp_nop();

    for (unsigned i = 0; i < 3; i++) {
        source(&word, i, rng);
    }
    vp_attr(&word, rng_below(rng, 4));
    vp_const(&word, rng_small(rng, 256));
    /* flow and stack abort most programs: not too many of them */
    if (rng_below(rng, 4)) {
        vp_vec(&word, rng_below(rng, rng_once_in(rng, 8) ? 28 : 26),
               rng_below(rng, 6), rng_any(rng) & 15);
    }
    if (rng_once_in(rng, 3)) {
        vp_scl(&word, rng_once_in(rng, 8) ? rng_below(rng, 21) :
               PICK(rng, 1, 2, 3, 4, 5, 6, 7, 13, 14, 15, 16),
               rng_below(rng, 6), rng_any(rng) & 15);
    }
    if (rng_once_in(rng, 3)) {
        vp_export(&word, rng_below(rng, 2), rng_below(rng, 5));
    }
    if (rng_once_in(rng, 6)) {
        vp_test(&word, true, rng_below(rng, 8));
    }
    vp_set(&word, 123, 121, rng_once_in(rng, 6) ? rng_any(rng) & 7 : 0);
    vp_set(&word, 1, 1, rng_once_in(rng, 6));
    vp_set(&word, 97, 96, rng_any(rng) & 3);
    vp_set(&word, 125, 125, rng_once_in(rng, 4));
    vp_set(&word, 110, 110, rng_once_in(rng, 4));
    return word;
}

static uint64_t operand(Rng *rng)
{
    uint64_t reg = rng_once_in(rng, 3) ? 31 :
                   PICK(rng, 0, 1, 2, 3, 5, 16, 24, 25, 26, 28, 32, 40, 64, 65,
                        72, 73, 75);
    uint64_t mods = rng_once_in(rng, 4) ? rng_any(rng) & 0x17 : 0;

    return REG(reg) | mods | (rng_below(rng, 3) ? FX : 0) |
           (rng_once_in(rng, 2) ? HI : 0);
}

static uint64_t slot_random(Rng *rng)
{
    uint64_t dst = PICK(rng, 0, 1, 2, 3, 0, 1, 4, 9, 16, 17, 64, 66, 76, 31);
    uint64_t slot = SLOT(rng_small(rng, 4), dst, 1 + rng_below(rng, 3),
                         operand(rng), operand(rng), operand(rng),
                         rng_once_in(rng, 3) ? rng_any(rng) & 63 : 0);

    if (rng_once_in(rng, 5)) {
        slot |= SCALE((uint64_t)rng_below(rng, 4)) |
                CC((uint64_t)rng_below(rng, 4));
    }
    if (rng_once_in(rng, 8)) {
        slot |= rng_once_in(rng, 2) ? SEND : RECV;
    }
    return slot | (rng_once_in(rng, 8) ? NO_ADD : 0) |
           (rng_once_in(rng, 4) ? SAT : 0);
}

static uint64_t mfu_random(Rng *rng)
{
    uint64_t word = 0;

    for (unsigned i = 0; i < 4; i++) {
        word |= VAR(i, (uint64_t)rng_below(rng, 4),
                    (uint64_t)rng_below(rng, 3), rng_below(rng, 2));
    }
    if (rng_once_in(rng, 3)) {
        word |= SFU((uint64_t)rng_below(rng, 12), (uint64_t)rng_below(rng, 5));
    }
    if (rng_once_in(rng, 3)) {
        word |= MUL(0, (uint64_t)PICK(rng, 1, 4, 5), PICK(rng, 0, 1, 10, 11),
                    PICK(rng, 2, 10, 12, 13));
        word |= MUL(1, (uint64_t)PICK(rng, 1, 6, 7), PICK(rng, 0, 1, 10, 12),
                    PICK(rng, 2, 10, 12, 13));
    }
    return word;
}

void hostile_state_init(void)
{
    Rng rng = rng_new(1);

    for (unsigned i = 0; i < POOL; i++) {
        pool.vp[i] = vp_random(&rng);
        pool.slot[i] = slot_random(&rng);
        pool.mfu[i] = mfu_random(&rng);
    }
    for (unsigned i = 0; i < GR3D_NUM_REGS; i++) {
        if (gr3d_reg_name(i) && pool.num_known < MAX_KNOWN) {
            pool.known[pool.num_known++] = i;
        }
    }
}

bool hostile_word_reachable(unsigned word)
{
    return word >= GR3D_NUM_REGS || gr3d_reg_name(word);
}

/* ---- geometry */

static void attribs(Gr3dRegs *regs, Rng *rng, unsigned num)
{
    for (unsigned i = 0; i < num; i++) {
        bool plain = i == 0 || rng_below(rng, 2);

        wr(regs, 0x100 + 2 * i, 0x10000000 + i * 0x10000);
        wr(regs, 0x101 + 2 * i, plain ? 0x104d :
           rng_below(rng, 15) | (1 + rng_below(rng, 4)) << 4 |
           rng_below(rng, 33) << 8 | rng_below(rng, 2) << 20);
    }
}

static unsigned geometry(Gr3dRegs *regs, Rng *rng)
{
    unsigned outputs = rng_small(rng, 5);
    unsigned inputs = 1 + outputs;
    uint32_t start = rng_small(rng, 8), count = 2 + rng_small(rng, 14);

    attribs(regs, rng, inputs);
    wr(regs, 0x120, ((1u << inputs) - 1) << 16 | ((2u << outputs) - 1));
    wr(regs, 0x121, 0x20000000);
    wr(regs, 0x122, (rng_once_in(rng, 3) ? 4 : rng_below(rng, 7)) << 24 |
       rng_below(rng, 2) << 27 |
       (rng_once_in(rng, 2) ? rng_below(rng, 4) << 28 : 0));
    if (rng_once_in(rng, 500)) {
        count = rng_below(rng, 4096);
    }
    wr(regs, 0x123, start | count << 20);
    return outputs;
}

static void vp_put(Gr3dRegs *regs, const VpWord *word)
{
    for (unsigned i = 0; i < 4; i++) {
        wr(regs, 0x206, word->w[i]);
    }
}

/* Make a program: first words from the pool, then exports of attributes. */
static void vertex_program(Gr3dRegs *regs, Rng *rng, unsigned outputs)
{
    unsigned words = rng_once_in(rng, 2) ? 0 : rng_small(rng, 12);
    uint32_t start = rng_once_in(rng, 4) ? rng_below(rng, 256) : 0;

    wr(regs, 0x200, 0x11);
    wr(regs, 0x201, rng_once_in(rng, 500) ? 0xffff : 16 + rng_small(rng, 64));
    wr(regs, 0x202, 0x00ff0000);
    wr(regs, 0x204, start);
    wr(regs, 0x205, 4 * start);
    while (words--) {
        vp_put(regs, &pool.vp[rng_below(rng, POOL)]);
    }
    for (unsigned i = 0; i <= outputs; i++) {
        VpWord move = {
            { 0x401f9c6c, 0x0040000d | i << 8, 0x8106c083, 0x6041ff80 | i << 2 }
        };

        if (i == outputs) {
            vp_end(&move);
        }
        vp_put(regs, &move);
    }
    wr(regs, 0x207, 0);
    for (unsigned i = 0; i < 16; i++) {
        wr_float(regs, 0x208, ((int)rng_below(rng, 65) - 32) / 16.0f);
    }
}

static void linker(Gr3dRegs *regs, Rng *rng, unsigned outputs)
{
    unsigned links = outputs ? rng_below(rng, outputs) : 0;

    for (unsigned i = 0; i <= links; i++) {
        wr(regs, 0x300 + 2 * i, (1 + i) << 3 | rng_below(rng, 4) << 9 |
           (rng_once_in(rng, 4) ? rng_any(rng) & 0x3fc0000 : 0));
        wr(regs, 0x301 + 2 * i, (rng_below(rng, 3) ? 0xfedc :
                                 rng_any(rng) & 0xffff) |
           (rng_once_in(rng, 4) ? rng_any(rng) & 0xf0000 : 0));
    }
    wr(regs, 0x343, 0x38e00000 | links << 5 |
       (rng_below(rng, 4) ? 0x80000000 : 0) | rng_below(rng, 2) << 15 |
       (rng_once_in(rng, 8) ? rng_below(rng, 4) << 16 : 0));
}

/* ---- raster and tests */

static void viewport(Gr3dRegs *regs, Rng *rng)
{
    uint32_t cols = 8 + rng_small(rng, 57), rows = 4 + rng_small(rng, 61);
    uint32_t min = rng_once_in(rng, 8) ? rng_any(rng) & 0x70007 : 0;

    wr(regs, 0x350, cols | (min & 0x70000));
    wr(regs, 0x351, rows | min << 16);
    wr_float(regs, 0x352, 8 * cols);
    wr_float(regs, 0x353, 8 * rows);
    wr_float(regs, 0x354, 0.5f);
    wr_float(regs, 0x355, 8 * cols);
    wr_float(regs, 0x356, rng_below(rng, 2) ? 8 * rows : -8.0f * rows);
    wr_float(regs, 0x357, 0.5f);
    wr_float(regs, 0x358, rng_below(rng, 2) ? 1 : 31);
    wr_float(regs, 0x359, rng_below(rng, 2) ? 1 : 31);
    wr_float(regs, 0x35a, 1);
    wr(regs, 0x35b, rng_once_in(rng, 8) ? 0x400 | rng_below(rng, 0x400) : 0);
    wr_float(regs, 0x344, rng_once_in(rng, 4) ? rng_below(rng, 100) : 0);
    wr_float(regs, 0x345, rng_once_in(rng, 4) ? rng_below(rng, 10) : 0);
}

static void points_and_lines(Gr3dRegs *regs, Rng *rng)
{
    wr(regs, 0x346, rng_below(rng, 3) << 10 | rng_below(rng, 4) << 8 |
       rng_below(rng, 4) | rng_below(rng, 2) << 12);
    wr_float(regs, 0x347, rng_below(rng, 64) / 4.0f);
    wr_float(regs, 0x348, 1);
    wr_float(regs, 0x349, 1);
    wr(regs, 0x34c, rng_below(rng, 4));
    wr_float(regs, 0x34d, rng_below(rng, 32) / 4.0f);
}

static void tests(Gr3dRegs *regs, Rng *rng)
{
    bool depth = rng_once_in(rng, 3), stencil = rng_once_in(rng, 3);

    wr(regs, 0x400, rng_below(rng, 0x800));
    wr(regs, 0x401, rng_below(rng, 0x800));
    wr(regs, 0x402, 2 << 2 | stencil << 5 | rng_below(rng, 2) << 6);
    wr(regs, 0x403, depth << 3 | rng_below(rng, 8) << 4 |
       rng_below(rng, 4) << 8);
    wr(regs, 0x405, 0xfffff);
    wr(regs, 0x40f, 0x48 | rng_below(rng, 2) << 5);
    wr(regs, 0xe28, rng_below(rng, 1 << 25));
    wr(regs, 0xe29, rng_below(rng, 1 << 25));
    /* surface 0 depth, 2 stencil, others colour */
    wr(regs, 0x903, 0xfffa | depth | stencil << 2);
}

/* ---- fragments */

static void packet(Gr3dRegs *regs, Rng *rng)
{
    for (unsigned i = 0; i < 4; i++) {
        uint64_t slot = pool.slot[rng_below(rng, POOL)];

        wr(regs, 0x804, slot >> 32);
        wr(regs, 0x804, (uint32_t)slot);
    }
}

static void exec(Gr3dRegs *regs, Rng *rng, unsigned e)
{
    uint64_t mfu = pool.mfu[rng_below(rng, POOL)];
    bool first = e == 0;

    if (first) {
        mfu |= CANONICAL;
    }
    wr(regs, 0x541, rng_once_in(rng, 4) ? 1 << 23 | rng_below(rng, 8) << 16 |
       rng_below(rng, 2) << 1 | rng_below(rng, 2) << 21 : 0);
    wr(regs, 0x601, SCHED(e, 1));
    wr(regs, 0x604, mfu >> 32);
    wr(regs, 0x604, (uint32_t)mfu);
    wr(regs, 0x701, rng_once_in(rng, 2) ? 1 << 10 | rng_below(rng, 4) |
       rng_below(rng, 4) << 4 | rng_below(rng, 4) << 12 : 0);
    wr(regs, 0x801, SCHED(e, rng_below(rng, 3)));
    packet(regs, rng);
    wr(regs, 0x901, rng_below(rng, 4) ? 0x00020001 | rng_below(rng, 8) << 2 |
       rng_below(rng, 2) << 15 | rng_once_in(rng, 8) << 10 : 0);
}

static void fragment_program(Gr3dRegs *regs, Rng *rng)
{
    unsigned execs = 1 + rng_small(rng, rng_once_in(rng, 50) ? 64 : 5);

    wr(regs, 0xe22, 0);
    wr(regs, 0x603, 0);
    wr(regs, 0x803, 0);
    for (unsigned e = 0; e < execs; e++) {
        exec(regs, rng, e);
    }
    wr(regs, 0x520, execs);
    wr(regs, 0xe20, rng_once_in(rng, 2) ? rng_below(rng, 4) : 0);
    for (unsigned i = 0; i < 4; i++) {
        wr(regs, 0x820 + rng_below(rng, 32), rng_any(rng) & 0xfffff);
    }
}

static void textures(Gr3dRegs *regs, Rng *rng)
{
    for (unsigned i = 0; i < 4; i++) {
        uint32_t format = PICK(rng, 1, 2, 4, 6, 7, 8, 13, 14, 22, 23, 24, 25,
                               26, 34);
        bool npot = rng_once_in(rng, 3);

        wr(regs, 0x710 + i, 0x30000000 + i * 0x10000);
        wr(regs, 0x720 + 2 * i, format << 8 | (rng_any(rng) & 0x3800000f) |
           (rng_once_in(rng, 4) ? 4 << 4 : 0) |
           (rng_once_in(rng, 4) ? rng_below(rng, 512) << 18 : 0));
        wr(regs, 0x721 + 2 * i, npot ?
           (1 + rng_below(rng, 64)) << 20 | (1 + rng_below(rng, 64)) << 8 |
           0x40 | rng_below(rng, 2) << 7 :
           rng_below(rng, 7) << 28 | rng_below(rng, 7) << 24 |
           rng_below(rng, 128) << 8 | rng_below(rng, 2) << 7);
    }
}

static void surfaces(Gr3dRegs *regs, Rng *rng)
{
    for (unsigned i = 0; i < 8; i++) {
        uint32_t format = i == 0 ? 11 : i == 2 ? 3 :
                          PICK(rng, 13, 13, 1, 2, 4, 5, 6, 7, 8, 9, 10, 14,
                               34, 35);
        uint32_t bytes = format >= 13 ? 4 : format == 11 || format == 4 ||
                         format >= 6 ? 2 : 1;

        wr(regs, 0xe00 + i, 0x40000000 + i * 0x10000);
        wr(regs, 0xe10 + i, format << 2 | (64 * bytes) << 8 |
           (rng_once_in(rng, 3) ? 2 << 25 : 0) | rng_once_in(rng, 4));
    }
    wr(regs, 0xe26, 0x1779);
}

void hostile_state_valid(Gr3dRegs *regs, Rng *rng)
{
    unsigned outputs;

    gr3d_regs_reset(regs);
    outputs = geometry(regs, rng);
    vertex_program(regs, rng, outputs);
    linker(regs, rng, outputs);
    viewport(regs, rng);
    points_and_lines(regs, rng);
    tests(regs, rng);
    fragment_program(regs, rng);
    textures(regs, rng);
    surfaces(regs, rng);
}

/* ---- random words */

static uint32_t bad_value(Rng *rng, uint32_t old)
{
    switch (rng_below(rng, 6)) {
    case 0:
        return PICK(rng, 0, 1, ~0u, 0x80000000, 0x7fffffff, 0xffff, 0x10000);
    case 1:     /* as floats: infinities, not a number, denormal, huge */
        return PICK(rng, 0x7f800000, 0xff800000, 0x7fc00000, 0xffffffff, 1,
                    0x00800000, 0x7f7fffff, 0xff7fffff, 0x3f800000);
    case 2:
        return old ^ 1u << rng_below(rng, 32);
    case 3:
        return old + rng_below(rng, 17) - 8;
    default:
        return rng_any(rng);
    }
}

static void set_word(Gr3dRegs *regs, Rng *rng, unsigned word, uint8_t *hit)
{
    uint32_t *words = (uint32_t *)regs;

    words[word] = bad_value(rng, words[word]);
    if (hit) {
        hit[word] = 1;
    }
}

/* Choose a word of the programs: near the start of a memory. */
static unsigned program_word(Rng *rng)
{
    static const uint16_t sizes[] = { 1024, 1024, 64, 64, 128, 64, 64, 512,
                                      64, 64 };
    unsigned which = rng_below(rng, 10), first = GR3D_NUM_REGS;

    for (unsigned i = 0; i < which; i++) {
        first += sizes[i];
    }
    return first + (rng_below(rng, 2) ? rng_small(rng, sizes[which]) :
                    rng_small(rng, sizes[which] / 16));
}

/* Write through the front end: any offset, also of no register. */
static void write_any(Gr3dRegs *regs, Rng *rng)
{
    uint32_t offset = rng_below(rng, 2) ? rng_below(rng, GR3D_NUM_REGS + 16) :
                      pool.known[rng_below(rng, pool.num_known)];

    gr3d_regs_write(regs, offset, bad_value(rng, 0));
    gr3d_regs_read(regs, rng_once_in(rng, 2) ? offset : rng_any(rng));
}

static void spoil_one(Gr3dRegs *regs, Rng *rng, uint8_t *hit)
{
    switch (rng_below(rng, 8)) {
    case 0:
        write_any(regs, rng);
        break;
    case 1:
    case 2:
    case 3:
        set_word(regs, rng, program_word(rng), hit);
        break;
    default:
        set_word(regs, rng, pool.known[rng_below(rng, pool.num_known)], hit);
        break;
    }
}

/* Change what would make most draws empty or long, after all is random. */
static void tame(Gr3dRegs *regs, Rng *rng)
{
    viewport(regs, rng);
    regs->reg[0x122] &= ~0u << rng_below(rng, 32);
    regs->reg[0x123] = (2 + rng_below(rng, 12)) << 20 | rng_below(rng, 8);
    regs->reg[0x201] = rng_below(rng, 100);
    regs->reg[0x520] = rng_small(rng, 8);
    for (unsigned i = 0; i < 64; i++) {
        regs->mfu_sched[i] &= 0xff;
        regs->alu_sched[i] &= 0xff;
    }
}

static void spoil_all(Gr3dRegs *regs, Rng *rng, uint8_t *hit)
{
    uint32_t *words = (uint32_t *)regs;

    for (unsigned i = 0; i < HOSTILE_NUM_WORDS; i++) {
        words[i] = rng_any(rng);
    }
    if (hit) {
        memset(hit, 1, HOSTILE_NUM_WORDS);
    }
    if (rng_below(rng, 16)) {
        tame(regs, rng);
    }
    if (rng_below(rng, 2)) {
        unsigned outputs = geometry(regs, rng);

        vertex_program(regs, rng, outputs);
        linker(regs, rng, outputs);
        surfaces(regs, rng);
    }
}

void hostile_state_spoil(Gr3dRegs *regs, Rng *rng, uint8_t *hit)
{
    unsigned kind = rng_below(rng, 32);
    unsigned num = kind < 16 ? 1 : kind < 24 ? 1 + rng_below(rng, 4) :
                   kind < 28 ? 1 + rng_below(rng, 16) :
                   1 + rng_below(rng, 256);

    if (kind == 31) {
        spoil_all(regs, rng, hit);
        num = rng_below(rng, 8);
    }
    while (num--) {
        spoil_one(regs, rng, hit);
    }
}
