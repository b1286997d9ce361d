/*
 * Tegra20 GR3D engine: clipping, set-up and linker
 *
 * [tegra-gr3d.rst, Set-up]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_SU_H
#define GR3D_SU_H

#include <stddef.h>
#include "frozen.h"
#include "vpe.h"

/*
 * A triangle cut by all eight planes has at most eleven corners; one more
 * for what rounding makes of a sliver.
 */
#define GR3D_SU_PLANES      8
#define GR3D_SU_CORNERS     (3 + GR3D_SU_PLANES + 1)
#define GR3D_SU_MAX_PRIMS   (GR3D_SU_CORNERS - 2)

#define GR3D_SU_COORD_LIMIT 0x1p18  /* largest |x|, |y| in 1/16 pixel */

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

/*
 * A cell is a TRAM column that the program reads.  Instructions are compiled to
 * stores, in order, of one component to one cell.
 */
#define GR3D_SU_MAX_LINKS   32
#define GR3D_SU_MAX_CELLS   (4 * GR3D_TRAM_ROWS)

typedef struct Gr3dCell {
    uint8_t at;                 /* 4 * TRAM row + column */
    uint32_t flat;              /* bits that are the provoking vertex's */
} Gr3dCell;

typedef struct Gr3dCellStore {
    uint8_t from;               /* 4 * row + component */
    uint8_t cell, format, sprite;
} Gr3dCellStore;

/* Flags of a corner */
enum {
    GR3D_CORNER_OUTSIDE = 0xff, /* bit n: of plane n */
    GR3D_CORNER_NOWHERE = 1 << 8,
    GR3D_CORNER_INFINITE = 1 << 9,
};

typedef struct Gr3dPosition {
    int32_t x, y;               /* 1/16 pixel, sub-pixel offset added */
} Gr3dPosition;

/*
 * A vertex as any of its primitives needs it; what culling needs comes first,
 * as vectors load four words at a time
 */
typedef struct Gr3dCorner {
    Gr3dPosition at;            /* this and z, q: if no flag is set */
    uint32_t flags;
    double z, q;                /* depth in Z20 steps, 1/w */
    uint32_t cell[GR3D_SU_MAX_CELLS];   /* su->num_cells of them */
} Gr3dCorner;

/*
 * Return a corner's position for culling: x in the low half, y in the high one;
 * or GR3D_POSITION_OTHER, if it has flags or does not fit.  A position may be
 * this number, too: then the corner itself says which.
 */
#define GR3D_POSITION_OTHER 0x8000u

static inline uint32_t gr3d_su_near(const Gr3dCorner *c)
{
    if (c->flags || c->at.x != (int16_t)c->at.x ||
        c->at.y != (int16_t)c->at.y) {
        return GR3D_POSITION_OTHER;
    }
    return (uint16_t)c->at.x | (uint32_t)c->at.y << 16;
}

/* Guard bands of one kind of primitive; the depth one may be off. */
typedef struct Gr3dClip {
    double gx, gy, gz;
    bool depth;
    bool user;
    uint8_t user_row, user_comp;
} Gr3dClip;

/* State of set-up, from the registers */
typedef struct Gr3dSu {
    unsigned num_rows;          /* enabled exports */
    Gr3dClip clip[3];           /* of points, lines, triangles */
    double scale[3], bias[3];   /* viewport, x and y in 1/16 pixel */
    int32_t subpix[2];
    bool transpose;             /* window x and y are exchanged */
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
    Gr3dLink link[GR3D_SU_MAX_LINKS];
    unsigned num_cells, num_stores;
    bool triangles;             /* the draw has only triangles */
    size_t prim_size;           /* bytes from primitive to primitive */
    bool flat, sprites;         /* one of these is so */
    Gr3dCell cell[GR3D_SU_MAX_CELLS];
    Gr3dCellStore store[4 * GR3D_SU_MAX_LINKS];
} Gr3dSu;

void gr3d_su_decode(Gr3dSu *su, const Gr3dRegs *regs, GpuEvents *events);

/*
 * Set the columns that the fragment program reads, all if this is not called:
 * bit 4 * TRAM row + column.  Memory of others is not written.
 */
void gr3d_su_set_columns(Gr3dSu *su, uint64_t columns);

/*
 * Return how many bytes of a corner are used, whole groups of four words:
 * corners may lie closer together than in an array.
 */
size_t gr3d_su_corner_size(const Gr3dSu *su);

/* Compute a corner: of a vertex; of what the clipper made (su_corner.c). */
void gr3d_su_corner(const Gr3dSu *su, unsigned num, const Gr3dVertex *v,
                    Gr3dCorner *out);
void gr3d_su_cut_corner(const Gr3dSu *su, const Gr3dVertex *v, Gr3dCorner *out);

/* Return primitive @n behind @first: columns that are not read take no room. */
static inline Gr3dPrim *gr3d_su_prim_at(const Gr3dSu *su, Gr3dPrim *first,
                                        unsigned n)
{
    return (Gr3dPrim *)((char *)first + n * su->prim_size);
}

/*
 * Set up an assembled primitive of @num vertices; @flat is the provoking one.
 * Returns how many primitives behind @out (GR3D_SU_MAX_PRIMS) are to be
 * rasterised.  Writes nothing but @out and @events; may run in several threads.
 */
unsigned gr3d_su_corners(const Gr3dSu *su, const Gr3dVertex *const *v,
                         const Gr3dCorner *const *c, unsigned num,
                         const Gr3dCorner *flat, Gr3dPrim *out,
                         GpuEvents *events);

/* As gr3d_su_corners(), of vertices without stored corners */
unsigned gr3d_su_prim(const Gr3dSu *su, const Gr3dVertex *const *v,
                      unsigned num, const Gr3dVertex *flat, Gr3dPrim *out,
                      GpuEvents *events);

/* Triangles to be set up together */
#define GR3D_SU_TRIANGLES   64

typedef struct Gr3dTriangles {
    const Gr3dSu *su;
    const Gr3dCorner *corner;
    size_t corner_size;         /* gr3d_su_corner_size() */
    const uint32_t *near;       /* gr3d_su_near() of each corner */
    unsigned num;
    /*
     * Numbers of corners: of vertices 0 to 2; and of the provoking one, which
     * is needed if su->flat
     */
    uint32_t at[4][GR3D_SU_TRIANGLES];
} Gr3dTriangles;

/* What becomes of triangles, a bit each; those without a bit are not seen */
typedef struct Gr3dCullMask {
    uint64_t keep;              /* to be set up by vectors */
    uint64_t other;             /* left to gr3d_su_corners() */
} Gr3dCullMask;

/* Clip a convex polygon or line in place; the new count (su_clip.c). */
unsigned gr3d_su_clip(const Gr3dClip *clip, unsigned num_rows,
                      Gr3dVertex *corner, unsigned num);
/* Return the bits of GR3D_CORNER_OUTSIDE and GR3D_CORNER_INFINITE. */
uint32_t gr3d_su_flags(const Gr3dClip *clip, const Gr3dVertex *v);

/* Limit a depth in Z20 steps to 2^40; a NaN is 0. */
static inline double gr3d_su_depth(double z)
{
    return z > 0x1p40 ? 0x1p40 : z < -0x1p40 ? -0x1p40 : z == z ? z : 0;
}

/* Set weights and depth of a triangle; @area in (1/16 pixel)^2 (su_plane.c). */
void gr3d_su_planes(const Gr3dSu *su, Gr3dPrim *prim,
                    const Gr3dCorner *const c[3], int64_t area);

/* Route rows to TRAM columns, as cells of a corner (su_link.c). */
void gr3d_su_decode_links(Gr3dSu *su, const Gr3dRegs *regs,
                          GpuEvents *events);
void gr3d_su_cells(const Gr3dSu *su, const Gr3dVertex *v, uint32_t *cell);
void gr3d_su_link(const Gr3dSu *su, const Gr3dCorner *const c[3],
                  const Gr3dCorner *flat, Gr3dPrim *prim);
/* Set a point's columns, with sprite coordinates. */
void gr3d_su_link_point(const Gr3dSu *su, const Gr3dVertex *v, Gr3dPrim *prim);

#endif /* GR3D_SU_H */
