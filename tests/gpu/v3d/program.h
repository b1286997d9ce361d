/*
 * Tests of the V3D engine: programs, one instruction after the other
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_TEST_PROGRAM_H
#define V3D_TEST_PROGRAM_H

#include "hw/gpu/v3d/isa/qpu.h"
#include "machine.h"

typedef struct Program {
    Machine *m;
    uint32_t at;                /* the next instruction */
} Program;

void program_add(Program *p, V3dQpuInst inst);
void program_nop(Program *p, unsigned sig);
/* End and its two delay slots */
void program_end(Program *p);
/* Add ALU's "or": @waddr = the register @raddr of file A */
void program_mov(Program *p, unsigned waddr, unsigned raddr);
/* ... = accumulator @r */
void program_mov_r(Program *p, unsigned waddr, unsigned r);
/* @file_b: the address is one of file B. */
void program_load(Program *p, unsigned waddr, bool file_b, uint32_t imm);

/* At @addr, what v3d-as makes of @text */
void program_assemble(Machine *m, uint32_t addr, const char *text);

/* Fragment programs: one uniform; three varyings, R, G and B from 0 to 1 */
void program_uniform_colour(Program *p, bool z);
void program_varying_colour(Program *p, unsigned skip, bool z);
/* Vertex and coordinate programs: @rows words of attributes are the output. */
void program_copy(Program *p, unsigned rows);

#endif /* V3D_TEST_PROGRAM_H */
