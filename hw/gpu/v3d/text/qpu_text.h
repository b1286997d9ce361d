/*
 * VideoCore IV 3D engine: QPU instructions as text
 *
 *   fadd.sf ra0.16a, r0, r5 ; fmul.ifzs r1, vary, ra15 ; ldtmu0
 *   ldi ra1, 0x00001a00 ; ldi rb1
 *   brr.anyzc -, -, loop
 *
 * An instruction is the add ALU's operation, the mul ALU's, and more:
 *   a signal         thrsw, end, sbwait, sbdone, lthrsw, loadcv, loadc,
 *                    loadcend, ldtmu0, ldtmu1, loadam, bkpt
 *   rot N, rot r5    rotates the mul ALU's result
 *   pm               packing is the mul ALU's, unpacking r4's
 *   ws, pack, unpack, reada, readb, imm, addr
 *                    what nothing else shows
 * "mov" is the add ALU's "or a, a", the mul ALU's "v8min a, a".  Operations may
 * have .sf and a condition: .never .ifzs .ifzc .ifns .ifnc .ifcs .ifcc; a nop
 * has .never where it does not say .always.
 *
 * Registers: ra0 to ra31, rb0 to rb31, r0 to r5; others by name
 * (qpu_names.c).  A name with "b" at its end is the same through file B.
 * Branches are bra (absolute) and brr, with .allzs .allzc .anyzs .anyzc and so
 * on; the links' destinations; then "raN +", a number or a label.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_QPU_TEXT_H
#define V3D_QPU_TEXT_H

#include <glib.h>
#include "hw/gpu/v3d/isa/qpu.h"

/* Append the instruction to @out.  Each bit that is meant is in the text. */
void v3d_qpu_print(GString *out, uint64_t word);

/*
 * Append the @num instructions at @words, of a program at bus address @addr,
 * one a line: address, word, text, and where a relative branch leads.
 */
void v3d_qpu_print_program(GString *out, const uint64_t *words, unsigned num,
                           uint32_t addr);

/*
 * Append the instructions of @text, lines with "#" comments and "label:", to
 * @words (of uint64_t).  Where it is wrong: false, and *@error to be freed.
 */
bool v3d_qpu_assemble(const char *text, GArray *words, char **error);

#endif /* V3D_QPU_TEXT_H */
