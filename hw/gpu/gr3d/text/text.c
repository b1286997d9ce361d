/*
 * Tegra20 GR3D engine: names and fields for assembler and disassembler
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stddef.h>
#include <string.h>
#include "text.h"

static const Gr3dField vp_fields[] = {
#define VP_FIELD(name, low, len) { #name, low, len },
#include "hw/gpu/gr3d/isa/vp_fields.def"
};

const Gr3dFields gr3d_fields_vp = { vp_fields, G_N_ELEMENTS(vp_fields) };

/* [tegra-gr3d.rst, Linker]; the components' fields all have a readable form */
static const Gr3dField link_fields[] = {
    { "src", 0, 2 }, { "rest_2", 2, 1 }, { "row", 3, 4 }, { "rest_7", 7, 2 },
    { "tram_row", 9, 6 }, { "rest_15", 15, 1 }, { "rest_52", 52, 12 },
};

const Gr3dFields gr3d_fields_link = { link_fields, G_N_ELEMENTS(link_fields) };

const char *gr3d_field_text(const Gr3dField *f)
{
    return !strcmp(f->name, "saturate") ? "sat" :
           !strcmp(f->name, "lod_bias") ? "bias" : f->name;
}

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

const Gr3dModText gr3d_mod_texts[] = {
#define FP_MOD(bit, name, member, low, d, before, after, ...) \
    [bit] = { before, after, sizeof(#d) > 1 },
#include "hw/gpu/gr3d/isa/fp_ops.def"
};

const unsigned gr3d_num_mods = G_N_ELEMENTS(gr3d_mod_texts);

#define SUFFIX(text, member, value) \
    { text, offsetof(Gr3dFpSlot, member), value },

const Gr3dSuffix gr3d_suffixes[] = {
#define FP_SCALE(code, name, text, expr)    SUFFIX(text, scale, code)
#define FP_CC(code, name, text, expr)       SUFFIX(text, cc, code)
#include "hw/gpu/gr3d/isa/fp_ops.def"
    SUFFIX("sat", saturate, 1)
    SUFFIX("noadd", no_add, 1)
    SUFFIX("recv", recv, 1)
    SUFFIX("send", send, 1)
};

const unsigned gr3d_num_suffixes = G_N_ELEMENTS(gr3d_suffixes);

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
