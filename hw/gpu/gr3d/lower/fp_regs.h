/*
 * Tegra20 GR3D engine: registers of a fragment program that is being lowered
 *
 * A register is 20 bits that may be read as an fp20 number or as two halves
 * of fx10.  The view that was written last is known, and others are made when
 * they are read.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_FP_REGS_H
#define GR3D_FP_REGS_H

#include "fp_ssa.h"

typedef struct Gr3dFpReg {      /* views; 0: not made yet */
    Gr3dVal low, high, raw;
    Gr3dVal number;             /* f20 */
    Gr3dVal fx10;               /* x: the number is exactly this */
    Gr3dVal rounded;            /* x: the number, rounded */
    bool constant;              /* of the kind Gr3dStripConst says */
    bool known;                 /* ... and the same bits in every draw */
    uint8_t at;
    uint32_t bits;
} Gr3dFpReg;

typedef struct Gr3dLower {
    Gr3dSsa *ssa;
    Gr3dFpReg file[GR3D_FP_FILE_SIZE];
    Gr3dVal sfu, weight[2], product[2];     /* f */
    Gr3dVal planes;             /* first of three */
    /* number of EXECs up to the last that may need helpers' registers */
    unsigned derivatives;
    bool kills;                 /* some lane may be dead by now */
} Gr3dLower;

/* Set a register as at a fragment's start, known or not before a draw. */
void gr3d_fp_reg_start(Gr3dFpReg *reg, unsigned at);
void gr3d_fp_reg_bits(Gr3dFpReg *reg, uint32_t bits);

/* Views */
Gr3dVal gr3d_fp_reg_raw(Gr3dSsa *ssa, Gr3dFpReg *reg);
Gr3dVal gr3d_fp_reg_number(Gr3dSsa *ssa, Gr3dFpReg *reg);
Gr3dVal gr3d_fp_reg_rounded(Gr3dSsa *ssa, Gr3dFpReg *reg);
Gr3dVal gr3d_fp_reg_half(Gr3dSsa *ssa, Gr3dFpReg *reg, bool high);

/* Writes */
void gr3d_fp_reg_set_half(Gr3dSsa *ssa, Gr3dFpReg *reg, bool high,
                          Gr3dVal val);

/* Add an operation of one result. */
Gr3dVal gr3d_op1(Gr3dSsa *ssa, Gr3dStripCode code, Gr3dVal a);
Gr3dVal gr3d_op2(Gr3dSsa *ssa, Gr3dStripCode code, Gr3dVal a, Gr3dVal b);
/* Return x with modifiers: bits of Gr3dFpSource.mods. */
Gr3dVal gr3d_x_mods(Gr3dSsa *ssa, Gr3dVal x, unsigned mods);
/* Return a constant: an integer or bits of a single; fx10; a single. */
Gr3dVal gr3d_const_int(Gr3dSsa *ssa, int32_t bits);
Gr3dVal gr3d_const_x(Gr3dSsa *ssa, int32_t x);
Gr3dVal gr3d_const_float(Gr3dSsa *ssa, float v);

/* fp_lower_alu.c */
void gr3d_lower_packet(Gr3dLower *l, const Gr3dFpPacket *packet);

#endif /* GR3D_FP_REGS_H */
