/*
 * Random QPU programs whose results depend on all that they compute
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_V3D_RANDOM_PROGRAM_H
#define TESTS_V3D_RANDOM_PROGRAM_H

#include "../program.h"

#define RANDOM_TEXTURE  0x300000

typedef struct RandomProgram {
    GRand *rand;
    Program p;
    uint32_t uniforms;          /* address of the next */
    unsigned varyings;          /* that may still be read */
    unsigned attributes;        /* the same of vertices */
    bool vertex;
    bool odd;                   /* with what is not lowered */
} RandomProgram;

/* A fragment program at PROGRAMS, of uniforms at UNIFORMS */
void random_fragment_program(RandomProgram *r, unsigned length);
/*
 * A vertex program at r->p.at, which reads what is in the VPM from row @first
 * on: it copies @copied words and computes @computed more.
 */
void random_vertex_program(RandomProgram *r, unsigned first, unsigned copied,
                           unsigned computed, unsigned length);
/* A word as programs may meet it: a usual number, an unusual one, any bits */
uint32_t random_operand(GRand *rand);

#endif /* TESTS_V3D_RANDOM_PROGRAM_H */
