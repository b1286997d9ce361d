/*
 * Tegra20 GR3D engine: clipping, set-up and linker
 *
 * [tegra-gr3d.rst, Set-up]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_SU_H
#define GR3D_SU_H

#include "draw.h"
#include "vpe.h"

/*
 * A triangle cut by all eight planes has at most eleven corners; one more
 * for what rounding makes of a sliver.
 */
#define GR3D_SU_PLANES      8
#define GR3D_SU_CORNERS     (3 + GR3D_SU_PLANES + 1)
#define GR3D_SU_MAX_PRIMS   (GR3D_SU_CORNERS - 2)

typedef struct Gr3dLinkComp {   /* where one component of a row goes */
    uint8_t col;                /* TRAM column */
    uint8_t format;             /* 0 none, 1 fx10 low, 2 fx10 high, 3 fp20 */
    bool flat;
    uint8_t sprite;             /* points: 1 is S, 2 is T */
} Gr3dLinkComp;

typedef struct Gr3dLink {       /* one linker instruction */
    uint8_t row, tram_row;
    Gr3dLinkComp comp[4];
} Gr3dLink;

/* Guard bands of one kind of primitive; the depth one may be off. */
typedef struct Gr3dClip {
    double gx, gy, gz;
    bool depth;
    bool user;
    uint8_t user_row, user_comp;
} Gr3dClip;

/* Everything from the registers that set-up needs. */
typedef struct Gr3dSu {
    unsigned num_rows;          /* enabled exports */
    Gr3dClip clip_tri, clip_line, clip_point;
    double scale[3], bias[3];   /* viewport, x and y in 1/16 pixel */
    int32_t subpix[2];
    bool transpose;             /* window x and y change places */
    Gr3dRect scissor;
    unsigned cull;              /* bit 0 counter-clockwise, 1 clockwise */
    bool front_cw;
    double z_factor, z_units;   /* of the polygon offset */
    bool line_square;
    double line_half;
    bool point_varies;
    uint8_t point_row, point_comp;
    double point_half;
    float sprite[2][3];         /* S and T of the three plane corners */
    unsigned num_links;
    Gr3dLink link[32];
} Gr3dSu;

void gr3d_su_decode(Gr3dSu *su, const Gr3dRegs *regs, Gr3dEvents *events);

/*
 * Set up an assembled primitive of @num vertices; @flat is the provoking
 * one.  Returns how many of @out (GR3D_SU_MAX_PRIMS) are to be rasterised.
 */
unsigned gr3d_su_prim(const Gr3dSu *su, const Gr3dVertex *const *v,
                      unsigned num, const Gr3dVertex *flat, Gr3dPrim *out,
                      Gr3dEvents *events);

/* su_clip.c: clip a convex polygon or line in place; the new corner count */
unsigned gr3d_su_clip(const Gr3dClip *clip, unsigned num_rows,
                      Gr3dVertex *corner, unsigned num);
bool gr3d_su_inside(const Gr3dClip *clip, const Gr3dVertex *v);
bool gr3d_su_finite(const Gr3dClip *clip, const Gr3dVertex *v);

/* Z20 steps that can be computed with: within 2^40, a NaN is 0 */
static inline double gr3d_su_depth(double z)
{
    return z > 0x1p40 ? 0x1p40 : z < -0x1p40 ? -0x1p40 : z == z ? z : 0;
}

/* su_plane.c: weights and depth of a triangle; vertex 2 is at (@x2, @y2) */
void gr3d_su_planes(const Gr3dSu *su, Gr3dPrim *prim, int64_t x2, int64_t y2);

/* su_link.c: routes rows to TRAM columns; @v and @flat as in the primitive */
void gr3d_su_decode_links(Gr3dSu *su, const Gr3dRegs *regs,
                          Gr3dEvents *events);
void gr3d_su_link(const Gr3dSu *su, const Gr3dVertex *const v[3],
                  const Gr3dVertex *flat, Gr3dPrim *prim);

#endif /* GR3D_SU_H */
