/*
 * Tegra20 GR3D engine: assembler
 *
 * Programs from text.  The syntax is in docs/specs/tegra-gr3d-asm.rst; the
 * disassembler (disasm.h) writes the same.  Any text is safe to pass in.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_ASM_H
#define GR3D_ASM_H

#include <stdbool.h>
#include <stdint.h>

/* A fragment program: the words of each port in upload order */
typedef struct Gr3dAsmFp {
    unsigned num_execs;         /* 0..64 */
    unsigned num_mfu;           /* MFU instructions, two words each */
    unsigned num_packets;       /* ALU packets, eight words each */
    uint32_t pseq[64];
    uint32_t mfu_sched[64];
    uint32_t mfu[128];
    uint32_t tex[64];
    uint32_t alu_sched[64];
    uint32_t alu[512];
    uint32_t dw[64];
    uint32_t alu_comp[64];      /* port 0x806; zeros in every known program */
} Gr3dAsmFp;

/*
 * Words for one register, or (incr) for one and those after it, in groups of
 * @group: words, pairs or packets
 */
typedef struct Gr3dAsmUpload {
    uint16_t reg;
    uint16_t group;
    unsigned num;
    const uint32_t *words;
    bool incr;
} Gr3dAsmUpload;

#define GR3D_ASM_FP_UPLOADS     11

/* List the writes that upload @fp, in clients' order; some are empty. */
void gr3d_asm_fp_uploads(const Gr3dAsmFp *fp,
                         Gr3dAsmUpload upload[GR3D_ASM_FP_UPLOADS]);

/*
 * Assemble a program.  False: @error is "line N: ...", to be freed with
 * g_free(); what was to be filled is undefined.  True: @error is NULL; words
 * beyond *@num_words are left as they were.
 */
bool gr3d_asm_vp(const char *text, uint32_t words[1024], unsigned *num_words,
                 char **error);
bool gr3d_asm_fp(const char *text, Gr3dAsmFp *fp, char **error);
bool gr3d_asm_linker(const char *text, uint32_t words[64],
                     unsigned *num_words, char **error);

#endif /* GR3D_ASM_H */
