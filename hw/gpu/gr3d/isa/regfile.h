/*
 * Tegra20 GR3D engine: registers, and what a guest did wrong with them
 *
 * The part of the public interface (gr3d.h) that decoders, assembler and
 * disassembler know: nothing here draws.
 *
 * Register numbers are host1x method offsets: 32-bit word indices.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_REG_FILE_H
#define GR3D_REG_FILE_H

#include <stdbool.h>
#include <stdint.h>

#define GR3D_NUM_REGS       0x1000
#define GR3D_NUM_EXECS      64
#define GR3D_NUM_ATTRIBS    16
#define GR3D_NUM_SURFACES   16
#define GR3D_NUM_TEXTURES   16

/* The registers that launch a draw: what to draw, and the trigger */
#define GR3D_SET_PRIM       0x122
#define GR3D_DRAW_PRIM      0x123

/*
 * All state that a guest can see: registers and port memories as raw words.
 * The struct holds no pointer and no derived value; it may be copied,
 * migrated member by member, or filled from a hostile stream: nothing in it
 * is trusted.
 */
typedef struct Gr3dRegs {
    uint32_t reg[GR3D_NUM_REGS];
    uint32_t vp_inst[1024];
    uint32_t vp_const[1024];
    uint32_t pseq_inst[64];
    uint32_t mfu_sched[64];
    uint32_t mfu_inst[128];
    uint32_t tex_inst[64];
    uint32_t alu_sched[64];
    uint32_t alu_inst[512];
    uint32_t alu_comp[64];
    uint32_t dw_inst[64];
} Gr3dRegs;

/* What the embedder has to do after a register write. */
typedef enum Gr3dWrite {
    GR3D_WRITE_STORED,          /* nothing */
    GR3D_WRITE_UNKNOWN,         /* no such register: ignored, may be logged */
    GR3D_WRITE_INCR_SYNCPT,     /* 0x000: condition << 8 | index */
    GR3D_WRITE_DRAW,            /* GR3D_DRAW_PRIM: gr3d_draw_new() */
} Gr3dWrite;

void gr3d_regs_reset(Gr3dRegs *regs);
Gr3dWrite gr3d_regs_write(Gr3dRegs *regs, uint32_t offset, uint32_t value);
/*
 * Write @num words to register @offset, or to @offset and those after it if
 * @incr.  Takes words from the front as long as a write of them is
 * GR3D_WRITE_STORED and of a common kind; returns their number.
 */
unsigned gr3d_regs_write_run(Gr3dRegs *regs, uint32_t offset, bool incr,
                             const uint32_t *word, unsigned num);
/* Read a register; a data port's offset advances, as in hardware. */
uint32_t gr3d_regs_read(Gr3dRegs *regs, uint32_t offset);
/* Return "DRAW_PRIM", "ATTR_BASE[3]"; NULL: no Tegra20 register. */
const char *gr3d_reg_name(uint32_t offset);

#endif /* GR3D_REG_FILE_H */
