/*
 * Tegra20 GR3D engine: names and fields for assembler and disassembler
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "text.h"

#define FIELD(member, low, len) { #member, low, len },
#define FIELDS(kind)                                                \
    const Gr3dFields gr3d_fields_##kind = {                         \
        kind##_fields, G_N_ELEMENTS(kind##_fields)                  \
    };

static const Gr3dField vp_fields[] = {
#define VP_FIELD FIELD
#include "hw/gpu/gr3d/isa/vp_fields.def"
#undef VP_FIELD
};

static const Gr3dField pseq_fields[] = {
#define FP_PSEQ FIELD
#include "hw/gpu/gr3d/isa/fp_words.def"
};

static const Gr3dField mfu_fields[] = {
#define FP_MFU FIELD
#include "hw/gpu/gr3d/isa/fp_words.def"
};

static const Gr3dField tex_fields[] = {
#define FP_TEX FIELD
#include "hw/gpu/gr3d/isa/fp_words.def"
};

static const Gr3dField slot_fields[] = {
#define FP_SLOT FIELD
#include "hw/gpu/gr3d/isa/fp_words.def"
};

static const Gr3dField const_fields[] = {
#define FP_CONST FIELD
#include "hw/gpu/gr3d/isa/fp_words.def"
};

static const Gr3dField dw_fields[] = {
#define FP_DW FIELD
#include "hw/gpu/gr3d/isa/fp_words.def"
};

/* [tegra-gr3d.rst, Linker]; the components' fields all have a readable form */
static const Gr3dField link_fields[] = {
    { "src", 0, 2 }, { "rest_2", 2, 1 }, { "row", 3, 4 }, { "rest_7", 7, 2 },
    { "tram_row", 9, 6 }, { "rest_15", 15, 1 }, { "rest_52", 52, 12 },
};

FIELDS(vp)
FIELDS(pseq)
FIELDS(mfu)
FIELDS(tex)
FIELDS(slot)
FIELDS(const)
FIELDS(dw)
FIELDS(link)

const Gr3dAlias gr3d_tex_alias = { "bias", "lod_bias" };

/* A NULL has no name: it is written as a number. */
const char *const gr3d_pseq_ops[4] = { "none", "ld", "ld_r20", "ld_r80" };
const char *const gr3d_dw_ops[4] = {
    "none", "store", "store_r20", "store_r80"
};
const char *const gr3d_var_ops[4] = { "none", "fp20", "fx10", NULL };
const char *const gr3d_link_fmts[4] = { "none", "low", "high", "fp20" };
const char *const gr3d_mul_srcs[16] = {
    "r0", "r1", "r2", "r3", "k0", "k1", "k2", "k3",
    [GR3D_FP_SRC_SFU] = "sfu", "coef0", "coef1", "1",
};
const char *const gr3d_mul_dsts[8] = {
    "_", "w", NULL, NULL, "r0", "r1", "r2", "r3",
};

const char *const gr3d_alu_ops[4] = {
#define FP_ALU(code, name, text, expr) [code] = text,
#include "hw/gpu/gr3d/isa/fp_ops.def"
};

const char *const gr3d_scales[4] = {
#define FP_SCALE(code, name, text, expr) [code] = text,
#include "hw/gpu/gr3d/isa/fp_ops.def"
};

const char *const gr3d_ccs[4] = {
#define FP_CC(code, name, text, expr) [code] = text,
#include "hw/gpu/gr3d/isa/fp_ops.def"
};

const char *const gr3d_sfu_ops[16] = {
#define FP_SFU(code, name, text, expr) [code] = text,
#include "hw/gpu/gr3d/isa/fp_ops.def"
};

/* [tegra-gr3d.rst, ALU packet] */
const Gr3dRegGroup gr3d_reg_groups[GR3D_NUM_REG_GROUPS] = {
    { "r", 0, 16 },
    { "g", GR3D_FP_GLOBAL, 8 },
    { "alu", GR3D_FP_ALU, 4 },
    { "imm", GR3D_FP_IMM, 3 },
    { "u", GR3D_FP_UNIFORM, 32 },
    { "cr", GR3D_FP_CR, 8 },
    { "posx", GR3D_FP_POS_X },
    { "posy", GR3D_FP_POS_Y },
    { "coverage", GR3D_FP_COVERAGE },
    { "face", GR3D_FP_FACE },
    { "kill", GR3D_FP_KILL },
};
