/*
 * One instruction word of a fragment program, to text and out of an assembled
 * program: functions of one type, for tables
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_GPU_TEXT_PORT_H
#define TESTS_GPU_TEXT_PORT_H

#include "hw/gpu/gr3d/text/asm.h"
#include "hw/gpu/gr3d/text/disasm.h"

static inline unsigned disasm_pseq(GString *text, uint64_t word)
{
    return gr3d_disasm_pseq(text, word);
}

static inline unsigned disasm_tex(GString *text, uint64_t word)
{
    return gr3d_disasm_tex(text, word);
}

static inline unsigned disasm_dw(GString *text, uint64_t word)
{
    return gr3d_disasm_dw(text, word);
}

static inline uint64_t pair(uint32_t high, uint32_t low)
{
    return (uint64_t)high << 32 | low;
}

static inline uint64_t from_pseq(const Gr3dAsmFp *fp)
{
    return fp->pseq[0];
}

static inline uint64_t from_mfu(const Gr3dAsmFp *fp)
{
    return pair(fp->mfu[0], fp->mfu[1]);
}

static inline uint64_t from_tex(const Gr3dAsmFp *fp)
{
    return fp->tex[0];
}

static inline uint64_t from_const(const Gr3dAsmFp *fp)
{
    return pair(fp->alu[7], fp->alu[6]);
}

static inline uint64_t from_dw(const Gr3dAsmFp *fp)
{
    return fp->dw[0];
}

#endif /* TESTS_GPU_TEXT_PORT_H */
