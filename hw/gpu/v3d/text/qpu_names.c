/*
 * VideoCore IV 3D engine: names in QPU instructions
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qpu_names.h"

const V3dRegName v3d_read_names[32] = {
    { "unif", "unifb" }, { "a33", "b33" }, { "a34", "b34" },
    { "vary", "varyb" }, { "a36", "b36" }, { "a37", "b37" },
    { "elem", "qpu" }, { "-", "-b" }, { "a40", "b40" },
    { "x", "y" }, { "ms", "rev" }, { "a43", "b43" }, { "a44", "b44" },
    { "a45", "b45" }, { "a46", "b46" }, { "a47", "b47" },
    { "vpm", "vpmb" }, { "ldbusy", "stbusy" }, { "ldwait", "stwait" },
    { "mutex", "mutexb" }, { "a52", "b52" }, { "a53", "b53" },
    { "a54", "b54" }, { "a55", "b55" }, { "a56", "b56" }, { "a57", "b57" },
    { "a58", "b58" }, { "a59", "b59" }, { "a60", "b60" }, { "a61", "b61" },
    { "a62", "b62" }, { "a63", "b63" },
};

#define BOTH(n) { n, n }

const V3dRegName v3d_write_names[32] = {
    BOTH("r0"), BOTH("r1"), BOTH("r2"), BOTH("r3"), BOTH("tmu_noswap"),
    { "r5a", "r5b" }, BOTH("host_int"), BOTH("-"), BOTH("unif_addr"),
    { "quad_x", "quad_y" }, { "ms", "rev" }, BOTH("tlb_stencil"),
    BOTH("tlb_z"), BOTH("tlb_cms"), BOTH("tlb_c"), BOTH("tlb_alpha"),
    BOTH("vpm"), { "vr_setup", "vw_setup" }, { "vr_addr", "vw_addr" },
    BOTH("mutex"), BOTH("recip"), BOTH("rsqrt"), BOTH("exp2"), BOTH("log2"),
    BOTH("t0s"), BOTH("t0t"), BOTH("t0r"), BOTH("t0b"), BOTH("t1s"),
    BOTH("t1t"), BOTH("t1r"), BOTH("t1b"),
};

const char *const v3d_cond_names[8] = {
    "never", "", "ifzs", "ifzc", "ifns", "ifnc", "ifcs", "ifcc",
};

const char *const v3d_branch_names[16] = {
    "allzs", "allzc", "anyzs", "anyzc", "allns", "allnc", "anyns", "anync",
    "allcs", "allcc", "anycs", "anycc", "cond12", "cond13", "cond14", "",
};

const char *const v3d_sig_names[16] = {
    "bkpt", "", "thrsw", "end", "sbwait", "sbdone", "lthrsw", "loadcv", "loadc",
    "loadcend", "ldtmu0", "ldtmu1", "loadam", "", "", "",
};

const char *const v3d_unpack_names[8] = {
    "", "16a", "16b", "8dr", "8a", "8b", "8c", "8d",
};

const char *const v3d_pack_names[16] = {
    "", "16a", "16b", "8888", "8a", "8b", "8c", "8d",
    "s", "16as", "16bs", "8888s", "8as", "8bs", "8cs", "8ds",
};

const char *const v3d_load_names[8] = {
    "ldi", "ldis", "ldi2", "ldiu", "sem", "ldi5", "ldi6", "ldi7",
};
