/*
 * Tegra20 GR3D engine: a primitive after set-up
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_PRIM_H
#define GR3D_PRIM_H

#include <stdbool.h>
#include <stdint.h>
#include "hw/gpu/lib/edge.h"

typedef struct Gr3dRect {       /* pixels, max exclusive */
    int32_t col_min, col_max, row_min, row_max;
} Gr3dRect;

#define GR3D_TRAM_ROWS 16       /* rows an MFU instruction can name */

/*
 * A primitive after set-up [tegra-gr3d.rst, Set-up].  Window coordinates are
 * integers in 1/16 pixel with the sub-pixel offset added, so that the sample
 * of pixel (col, row) is at (16*col, 16*row).
 */
typedef enum Gr3dPrimKind {
    GR3D_PRIM_TRIANGLE,
    GR3D_PRIM_LINE,
    GR3D_PRIM_POINT,
} Gr3dPrimKind;

/*
 * What pixels of a triangle need lies close together, two lines of the host's
 * cache and then its columns: there are thousands of triangles at a time.
 */
typedef struct Gr3dPrim {
    uint8_t kind;               /* Gr3dPrimKind */
    bool front;
    uint8_t num_edges;          /* 3, or 4 for lines and points */
    /*
     * For gr3d_prim_coefs() and gr3d_prim_z20().  A triangle's edge i is
     * opposite to vertex i; its coefficient i is (e_i >> shift) * k[i], its
     * depth a plane through the pixel (zcol, zrow).  A line or point has
     * lambda = wc + wx * col + wy * row, clamped to 0..1 for lines.
     */
    uint8_t shift;              /* keeps e_i inside of 31 bits */
    float k[3];
    Gr3dRect box;               /* of what edges cover, scissor applied */
    GpuEdge edge[4];            /* sign already applied: inside is positive */
    double zb, zx, zy;          /* there, per column, per row; Z20 steps */
    int32_t zcol, zrow;
    /*
     * Linker output: 20-bit columns; flat columns hold the provoking value.
     * Only what the program reads is written, and memory of a triangle may end
     * behind it.
     */
    uint32_t tram[GR3D_TRAM_ROWS][4][3];
    /* Lines and points only */
    double wc[2], wx[2], wy[2]; /* line: lambda1 only; point: lambda1, 2 */
    double q[3];                /* 1/w per vertex */
    double z[3];                /* depth * 2^20 per vertex */
} Gr3dPrim;

/* Set lambda_i / w_i at the sample of a pixel, in or near @prim (su_plane.c) */
void gr3d_prim_coefs(const Gr3dPrim *prim, int32_t col, int32_t row,
                     float coef[3]);
/* Return Z20 at the sample, not yet limited to 20 bits, but to 2^30. */
int32_t gr3d_prim_z20(const Gr3dPrim *prim, int32_t col, int32_t row);

#endif /* GR3D_PRIM_H */
