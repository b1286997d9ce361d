/*
 * Tegra20 GR3D engine: a draw as text, and what looks wrong with it
 *
 * All take the registers as they are when the draw is triggered.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_DRAW_PRINT_H
#define GR3D_DRAW_PRINT_H

#include "replay.h"

/*
 * Append the state, one line for each part that the draw uses: primitives,
 * attributes, viewport, tests, surfaces, textures.
 */
void gr3d_print_state(GString *out, const Gr3dRegs *regs);

/* Append the three programs, disassembled, with their words on the left. */
void gr3d_print_programs(GString *out, const Gr3dRegs *regs);

/*
 * Append each vertex of the sequence: its number, its attributes, what the
 * vertex program makes of them.  @memory is what the draw would find.
 */
void gr3d_print_vertices(GString *out, const Gr3dRegs *regs,
                         const Gr3dMemory *memory, unsigned num);
/* Append the texels of each texture that the draw uses: R, G, B, A, 8 bits. */
void gr3d_print_textures(GString *out, const Gr3dRegs *regs,
                         const Gr3dMemory *memory, unsigned num);

/* Constants that were written: of programs, of their uniforms and the MFU */
typedef struct Gr3dWritten {
    uint64_t vp_const[4];       /* a bit for four words */
    uint32_t uniform;
    uint8_t mfu_const;
} Gr3dWritten;

/* Take all constants for written that are not zero. */
void gr3d_written_begin(Gr3dWritten *written, const Gr3dRegs *regs);
/* Note a write of register @offset, which @regs do not have yet. */
void gr3d_written_note(Gr3dWritten *written, const Gr3dRegs *regs,
                       uint32_t offset);

/*
 * Append a line for each thing that looks wrong, and return how many.
 * @written may be NULL: then constants that are zero are not.  @memory is what
 * the draw would find; without (@num is 0), what depends on it is not looked
 * at.  The vertex program runs, but nothing is written.
 */
unsigned gr3d_print_warnings(GString *out, const Gr3dRegs *regs,
                             const Gr3dWritten *written,
                             const Gr3dMemory *memory, unsigned num);

#endif /* GR3D_DRAW_PRINT_H */
