/*
 * Tegra20 GR3D engine: disassembler
 *
 * What is written assembles to the same words (asm.h), whatever they hold:
 * fields that the readable form does not imply follow in brackets.
 *
 * Every function appends to @out and returns the number of fields that hold
 * something unknown, reserved or illegal; a comment in the text names them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_DISASM_H
#define GR3D_DISASM_H

#include <glib.h>
#include "hw/gpu/gr3d/isa/regfile.h"

/*
 * Disassemble one word, without a line end.  Words are in upload order; of a
 * 64-bit word bits 63..32 are what is uploaded first.
 */
unsigned gr3d_disasm_vp_insn(GString *out, const uint32_t word[4]);
unsigned gr3d_disasm_link(GString *out, uint32_t even, uint32_t odd);
unsigned gr3d_disasm_pseq(GString *out, uint32_t word);
unsigned gr3d_disasm_mfu(GString *out, uint64_t word);
unsigned gr3d_disasm_tex(GString *out, uint32_t word);
unsigned gr3d_disasm_slot(GString *out, uint64_t word);
/* Disassemble slot 3 as constants; the first uploaded word is bits 31..0. */
unsigned gr3d_disasm_const(GString *out, uint64_t word);
unsigned gr3d_disasm_dw(GString *out, uint32_t word);

/* Disassemble to lines, each with @indent blanks before and a line end. */
unsigned gr3d_disasm_packet(GString *out, unsigned indent,
                            const uint32_t word[8]);
unsigned gr3d_disasm_vp_words(GString *out, unsigned indent,
                              const uint32_t *words, unsigned num_insns);

/* Disassemble the programs that a draw would use now. */
unsigned gr3d_disasm_vp(GString *out, unsigned indent, const Gr3dRegs *regs);
unsigned gr3d_disasm_linker(GString *out, unsigned indent,
                            const Gr3dRegs *regs);
unsigned gr3d_disasm_fp(GString *out, unsigned indent, const Gr3dRegs *regs);

/* Append "write SET_PRIM PRIM_TYPE=4 DRAW_MODE=1", without a line end. */
unsigned gr3d_disasm_write(GString *out, uint32_t offset, uint32_t value);

#endif /* GR3D_DISASM_H */
