/*
 * Tegra20 GR3D engine: raster and test state of a draw
 *
 * [tegra-gr3d.rst, Raster and tests]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_QR_H
#define GR3D_QR_H

#include "hw/gpu/gr3d/isa/fp_decode.h"
#include "surf.h"

typedef struct Gr3dStencil {
    uint8_t mask, func, ref;
    uint8_t op_fail, op_z_fail, op_z_pass, write_mask;
} Gr3dStencil;

typedef struct Gr3dQr {
    bool z_kill;                /* outside the range: kill, else clamp */
    int32_t z_min, z_max;       /* Z20 */
    bool z_test, z_write;       /* write only if z_test */
    uint8_t z_func, z_surf;
    bool s_test;
    bool s_early;               /* the rasteriser writes, not the program */
    uint8_t s_surf;
    Gr3dStencil stencil[2];     /* front, back */
    bool pass_failed;           /* failed fragments run the program, too */
    bool quads;                 /* some texture needs derivatives */
    bool shade;                 /* the program stores something */
    uint16_t st_enable;         /* surfaces that may be used */
    Gr3dDither dither;
    uint32_t file[GR3D_FP_FILE_SIZE];   /* registers at a fragment's start */
    float mfu_const[4];         /* of the multipliers */
} Gr3dQr;

/* Compare: "new FUNC stored", FUNC one of eight. */
bool gr3d_compare(unsigned func, uint32_t a, uint32_t b);
/* Do a stencil operation, before the write mask. */
uint8_t gr3d_stencil_op(unsigned op, uint8_t stored, uint8_t ref);

#endif /* GR3D_QR_H */
