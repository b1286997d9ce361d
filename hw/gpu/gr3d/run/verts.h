/*
 * Tegra20 GR3D engine: the vertices of a draw
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_VERTS_H
#define GR3D_VERTS_H

#include "hw/gpu/gr3d/pipe/su.h"

#define GR3D_MAX_VERTICES   4096    /* DRAW_PRIM's count has 12 bits */
#define GR3D_VERTS_SEEN     1024

/*
 * A vertex number that comes again soon is not run again: no state survives a
 * vertex, so the same number gives the same result.
 */
typedef struct Gr3dVerts {
    unsigned done;              /* positions of the sequence */
    unsigned num;               /* vertices of these positions */
    uint16_t seen[GR3D_VERTS_SEEN];     /* by number: where it may be */
    uint16_t at[GR3D_MAX_VERTICES];     /* vertex of a position */
    uint32_t number[GR3D_MAX_VERTICES]; /* of a vertex */
    /* groups of @num_rows rows; no vector is across lines of a cache */
    float rows[GR3D_MAX_VERTICES * GR3D_VERTEX_ROWS * 4]
        __attribute__((aligned(64)));
    unsigned num_rows;
    const Gr3dSu *su;
    unsigned prim_vertices;     /* of the draw's primitives */
    size_t corner_size;         /* in bytes */
    /*
     * Not NULL: only positions are known yet, as exec.h's positions()
     * leaves them; gr3d_verts_cull() and gr3d_verts_rest() come next.
     */
    const Gr3dVpe *rest;
    uint16_t mark[GR3D_MAX_VERTICES];   /* not 0: it is needed */
    bool sequence;              /* vertex n is that of position n */
    /* gr3d_su_near(), by vectors */
    uint32_t near[GR3D_MAX_VERTICES + GR3D_VERTEX_VECTOR];
    Gr3dCorner corner[GR3D_MAX_VERTICES];   /* room for, see gr3d_su_corner() */
} Gr3dVerts;

typedef struct Gr3dThreadGroup Gr3dThreadGroup; /* threads.h */

/* Begin with a draw's first vertex; @num_rows is as in Gr3dVpe. */
void gr3d_verts_begin(Gr3dVerts *verts, const Gr3dIdx *idx, const Gr3dSu *su,
                      unsigned num_rows);
/* Run the vertices of a draw; returns the units of work. */
uint64_t gr3d_verts_run(Gr3dDraw *draw, const Gr3dVpe *vpe, Gr3dVerts *verts,
                        const Gr3dThreadGroup *group);

static inline void gr3d_verts_get(const Gr3dVerts *verts, unsigned position,
                                  Gr3dVertex *out)
{
    gr3d_vertex_get(verts->rows, verts->num_rows, verts->at[position], out);
}

static inline const Gr3dCorner *gr3d_verts_corner(const Gr3dVerts *verts,
                                                  unsigned position)
{
    return (const Gr3dCorner *)((const char *)verts->corner +
                                verts->at[position] * verts->corner_size);
}

/* List corners of @num triangles, GR3D_SU_TRIANGLES at most, from @first on. */
void gr3d_verts_triangles(const Gr3dVerts *verts, const Gr3dIdx *idx,
                          unsigned first, unsigned num, Gr3dTriangles *out);

/*
 * If only positions are known: cull such triangles, of which those that are
 * left need their vertices.  Then, once, run the rest of these vertices; the
 * others are forgotten, and triangles of theirs have any.
 */
void gr3d_verts_cull(Gr3dVerts *verts, const Gr3dIdx *idx, unsigned first,
                     unsigned num, Gr3dCullMask *cull);
void gr3d_verts_rest(Gr3dVerts *verts);

#endif /* GR3D_VERTS_H */
