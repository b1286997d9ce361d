/*
 * Tegra20 GR3D engine: execution backends
 *
 * A backend runs what the reference interpreters define, many vertices or
 * pixels at a time, and leaves the same bytes, counts and events behind.  It
 * may decline a draw or a primitive; the reference runs it then.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_EXEC_H
#define GR3D_EXEC_H

#include "frozen.h"
#include "su.h"

typedef struct Gr3dStrip Gr3dStrip;

struct Gr3dExec {
    const char *name;           /* "base", "avx2", "avx512" */
    unsigned lanes;             /* 32-bit lanes of a vector of the host */
    /*
     * As gr3d_qr_prim(), with @s prepared by @begin, in any part of one tile of
     * GR3D_TILE x GR3D_TILE pixels.  @begin is called before the first of the
     * primitives that are binned together, on each thread; draws of a batch
     * take turns in a tile, each with a strip of its own.  What the program
     * stores may wait for @end, which is called before another tile or draw
     * begins.
     */
    void (*begin)(Gr3dStrip *s, const Gr3dDraw *draw, Gr3dTile *tile);
    uint64_t (*prim)(Gr3dStrip *s, const Gr3dPrim *prim,
                     const Gr3dRect *rect);
    void (*end)(Gr3dStrip *s);
    /* For tests: run the program over a strip that the caller has filled */
    void (*shade)(Gr3dStrip *s);
    /* As gr3d_vpe_run_list(); to be called if vpe->lanes is not NULL */
    void (*vertices)(const Gr3dVpe *vpe, const uint32_t *number, unsigned num,
                     float *rows, Gr3dVpeCount *count);
    /*
     * As gr3d_su_corner() for each of @num_vertices in groups of @num_rows
     * rows, see gr3d_su_corner_size() for where they are in @out; and
     * gr3d_su_near() of each in @near, which has room for a whole group
     */
    void (*corners)(const Gr3dSu *su, unsigned num, const float *rows,
                    unsigned num_rows, unsigned num_vertices,
                    Gr3dCorner *out, uint32_t *near);
    /*
     * As corners(), but only what cull() reads: @near, and of corners that are
     * not near, position and flags
     */
    void (*positions)(const Gr3dSu *su, unsigned num, const float *rows,
                      unsigned num_rows, unsigned num_vertices,
                      Gr3dCorner *out, uint32_t *near);
    /* Decide which triangles are seen, by the positions of their corners. */
    void (*cull)(const Gr3dTriangles *t, Gr3dCullMask *cull);
    /*
     * As cull() without lists, for triangles from @first on of a triangle strip
     * whose corners are in its order.  Reads up to 16 positions behind the
     * last.
     */
    void (*cull_tristrip)(const Gr3dTriangles *t, unsigned first,
                          Gr3dCullMask *cull);
    /*
     * Set up the triangles in @keep as gr3d_su_corners() does, one after the
     * other, and return how many primitives they make.  @out has room for
     * GR3D_SU_TRIANGLES; what is behind the last may have changed.
     */
    unsigned (*triangles)(const Gr3dTriangles *t, uint64_t keep,
                          Gr3dPrim *out);
};

#endif /* GR3D_EXEC_H */
