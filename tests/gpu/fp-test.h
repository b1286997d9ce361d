/*
 * Fragment program words for tests, by the bit positions that
 * docs/specs/tegra-gr3d.rst (Fragment pipe) gives; not by the engine's tables
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef FP_TEST_H
#define FP_TEST_H

#include <stdint.h>
#include "hw/gpu/gr3d/gr3d.h"

/* Operand A, B, C: register and modifiers */
#define REG(n)      ((uint64_t)(n) << 6)
#define X2          1u
#define NEG         2u
#define ABS_        4u
#define FX          8u
#define M1          16u
#define HI          32u
#define ZERO        (REG(31) | FX)
#define ONE         (REG(31) | FX | HI)

/* Operand D */
#define D_FX        1u
#define D_ABS       2u
#define D_ON        4u
#define D_M1        8u
#define D_HI        16u
#define D_C         32u

/* Slot; write: 1 low, 2 high, 3 both */
enum { MAD, MIN_, MAX_, CSEL };
#define SLOT(op, dst, write, a, b, c, d)                            \
    ((uint64_t)(op) << 62 | (uint64_t)(dst) << 47 |                 \
     (uint64_t)(write) << 45 | (uint64_t)(a) << 32 |                \
     (uint64_t)(b) << 19 | (uint64_t)(c) << 6 | (d))
#define SEND        (1ull << 61)
#define RECV        (1ull << 60)
#define NO_ADD      (1ull << 59)
#define SCALE(n)    ((uint64_t)(n) << 57)
#define SAT         (1ull << 56)
#define CC(n)       ((uint64_t)(n) << 54)
#define MOV(dst, write, a)  SLOT(MAD, dst, write, a, ONE, ZERO, 0)

enum { CR0 = 64, POS_X = 72, POS_Y, COVERAGE, FACE, KILL };

/* MFU */
#define SFU(op, reg)        ((uint64_t)(reg) << 58 | (uint64_t)(op) << 54)
#define MUL(n, dst, a, b)                                           \
    ((uint64_t)((dst) << 8 | (b) << 4 | (a)) << ((n) ? 43 : 32))
#define VAR(n, row, op, sat)                                        \
    ((uint64_t)((row) << 3 | (op) << 1 | (sat)) << (7 * (n)))
#define CANONICAL           0x104e51ba00000000ull
#define SCHED(first, count) ((first) << 2 | (count))

/* Put a slot's word; a packet has four slots. */
static inline void put_slot(Gr3dRegs *regs, unsigned packet, unsigned slot,
                            uint64_t word)
{
    regs->alu_inst[8 * packet + 2 * slot] = word >> 32;
    regs->alu_inst[8 * packet + 2 * slot + 1] = word;
}

static inline void put_instruction(Gr3dRegs *regs, unsigned at, uint64_t word)
{
    regs->mfu_inst[2 * at] = word >> 32;
    regs->mfu_inst[2 * at + 1] = word;
}

#endif /* FP_TEST_H */
