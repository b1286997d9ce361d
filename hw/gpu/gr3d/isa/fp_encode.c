/*
 * Tegra20 GR3D engine: fragment program words from their fields
 *
 * The inverse of fp_decode.c, made from the same rows.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "fp_decode.h"

#define PUT(member, low, len) \
    word |= ((uint64_t)(in->member) & ((1ull << (len)) - 1)) << (low);

uint32_t gr3d_fp_encode_sched(const Gr3dFpSched *in)
{
    uint64_t word = 0;

#define FP_SCHED PUT
#include "fp_words.def"
    return word;
}

uint32_t gr3d_fp_encode_pseq(const Gr3dFpPseq *in)
{
    uint64_t word = 0;

#define FP_PSEQ PUT
#include "fp_words.def"
    return word;
}

uint64_t gr3d_fp_encode_mfu(const Gr3dFpMfu *in)
{
    uint64_t word = 0;

#define FP_MFU PUT
#include "fp_words.def"
    return word;
}

uint32_t gr3d_fp_encode_tex(const Gr3dFpTex *in)
{
    uint64_t word = 0;

#define FP_TEX PUT
#include "fp_words.def"
    return word;
}

uint64_t gr3d_fp_encode_slot(const Gr3dFpSlot *in)
{
    uint64_t word = 0;

#define FP_SLOT PUT
#include "fp_words.def"
    return word;
}

uint64_t gr3d_fp_encode_const(const Gr3dFpConst *in)
{
    uint64_t word = 0;

#define FP_CONST PUT
#include "fp_words.def"
    return word;
}

uint32_t gr3d_fp_encode_dw(const Gr3dFpDw *in)
{
    uint64_t word = 0;

#define FP_DW PUT
#include "fp_words.def"
    return word;
}
