/*
 * Random fragment programs for tests: like those of clients, with all that
 * the words can say
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_GPU_FP_RANDOM_H
#define TESTS_GPU_FP_RANDOM_H

#include <glib.h>
#include "fp-test.h"
#include "hostile-rng.h"

/* Return numbers of moderate size, pairs of fx10, and what makes trouble. */
static inline uint32_t random_value(Rng *r)
{
    static const uint32_t odd[] = {
        0, 0x80000, 0x3e000, 0xbe000, 0x7e000, 0xfe000, 0x7e001, 0x00001,
        0x80001, 0x7dfff, 0x00100, 0x40100, 0xc0300, 0x3c000, 0x40000,
        0x80200, 0x7fdff, 0x7ffff, 0xfe001,
    };

    switch (rng_below(r, 8)) {
    case 0:
        return odd[rng_below(r, G_N_ELEMENTS(odd))];
    case 1:
        return rng_below(r, 1 << 20);
    case 2:
    case 3:
        return rng_below(r, 1 << 20) & 0x6fdbf;
    default:
        return rng_below(r, 2) << 19 | (27 + rng_below(r, 8)) << 13 |
               rng_below(r, 1 << 13);
    }
}

/* Return a register to read, of all classes. */
static inline unsigned random_register(Rng *r)
{
    static const uint8_t class[][2] = {
        { 0, 16 }, { 0, 4 }, { 0, 4 }, { 16, 8 }, { 24, 4 }, { 24, 4 },
        { 28, 3 }, { 31, 1 }, { 31, 1 }, { 32, 32 }, { 64, 8 }, { 72, 4 },
        { 0, 128 },
    };
    const uint8_t *c = class[rng_below(r, G_N_ELEMENTS(class))];

    return c[0] + rng_below(r, c[1]);
}

static inline unsigned random_target(Rng *r)
{
    return rng_below(r, 12) == 0 ? rng_below(r, 128) : rng_below(r, 8) == 0 ?
           64 + rng_below(r, 8) : rng_below(r, 8) == 0 ? 16 + rng_below(r, 8) :
           rng_below(r, 2) ? rng_below(r, 16) : rng_below(r, 4);
}

/* As clients use them: fx10 in and out, or numbers; with 0 and 1 */
static inline uint64_t random_operand(Rng *r, bool fx10)
{
    switch (rng_below(r, 8)) {
    case 0:
        return ZERO;
    case 1:
        return ONE;
    case 2:
        return REG(random_register(r)) | rng_below(r, 64);
    case 3:
        return REG(random_register(r)) | (fx10 ? FX : 0) |
               (rng_below(r, 64) & ~FX);
    default:
        return REG(random_register(r)) | (fx10 ? FX | HI * rng_below(r, 2) : 0);
    }
}

static inline uint64_t random_slot(Rng *r)
{
    bool fx10 = rng_below(r, 4);
    unsigned write = fx10 ? 1 + rng_below(r, 2) : rng_below(r, 3) ? 3 :
                     rng_below(r, 4);
    uint64_t d = rng_below(r, 2) ? 0 : (fx10 ? D_FX : 0) | rng_below(r, 64);
    uint64_t word = SLOT(rng_below(r, 3) ? 0 : rng_below(r, 4),
                         random_target(r), write, random_operand(r, fx10),
                         random_operand(r, fx10), random_operand(r, fx10), d);

    word |= rng_below(r, 3) ? 0 : SCALE(rng_below(r, 4));
    word |= rng_below(r, 4) ? 0 : CC(rng_below(r, 4));
    word |= rng_below(r, 3) ? 0 : SAT;
    word |= rng_below(r, 8) ? 0 : NO_ADD;
    word |= rng_below(r, 8) ? 0 : SEND;
    word |= rng_below(r, 8) ? 0 : RECV;
    return word;
}

static inline uint64_t random_mfu(Rng *r)
{
    uint64_t word = (uint64_t)rng_any(r) << 32 | rng_any(r);

    if (rng_below(r, 3)) {
        word = CANONICAL | (word & 0xfffffff);
    }
    return word;
}

static inline void random_words(Rng *r, uint32_t *word, unsigned num)
{
    for (unsigned i = 0; i < num; i++) {
        word[i] = rng_any(r);
    }
}

/* Make an EXEC of four columns, and copies of them where the MFU has none. */
static inline void random_prelude(Rng *r, Gr3dRegs *regs, unsigned exec)
{
    unsigned at = 60 + exec % 4;

    put_instruction(regs, at, CANONICAL | (rng_any(r) & 0xfffffff));
    regs->mfu_sched[exec] = SCHED(at, 1);
    regs->alu_sched[exec] = SCHED(at, 1);
    for (unsigned i = 0; i < 4; i++) {
        put_slot(regs, at, i, MOV(4 + 4 * exec + i, 3, REG(i)));
    }
}

/* Make MFU and ALU of five to eight EXECs; returns their number. */
static inline unsigned random_program(Rng *r, Gr3dRegs *regs)
{
    unsigned execs = 5 + rng_below(r, 4);

    regs->reg[0x520] = execs;
    regs->reg[0xe20] = rng_below(r, 4) ? 0 : rng_below(r, 4);
    for (unsigned i = 0; i < execs; i++) {
        regs->mfu_sched[i] = SCHED(rng_below(r, 60), rng_below(r, 4));
        regs->alu_sched[i] = SCHED(rng_below(r, 60), rng_below(r, 4));
    }
    for (unsigned i = 0; i < 64; i++) {
        put_instruction(regs, i, random_mfu(r));
        for (unsigned j = 0; j < 4; j++) {
            put_slot(regs, i, j, random_slot(r));
        }
    }
    if (!rng_below(r, 4)) {
        random_words(r, regs->alu_inst, G_N_ELEMENTS(regs->alu_inst));
    }
    for (unsigned i = 0; i < 4; i++) {
        random_prelude(r, regs, i);
    }
    return execs;
}

/* Make uniforms and constants of the multipliers. */
static inline void random_constants(Rng *r, Gr3dRegs *regs)
{
    for (unsigned i = 0; i < 32; i++) {
        regs->reg[0x820 + i] = random_value(r) | 0xfff00000 * rng_below(r, 2);
    }
    for (unsigned i = 0; i < 4; i++) {
        regs->reg[0x608 + i] = random_value(r);
    }
}

#endif /* TESTS_GPU_FP_RANDOM_H */
