/*
 * Tegra20 GR3D engine: vertex stage, from a position to export rows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_VPE_H
#define GR3D_VPE_H

#include <stddef.h>
#include "frozen.h"
#include "idx.h"

#define GR3D_VERTEX_ROWS 16

/*
 * The enabled exports, renumbered in ascending order; row 0 is the clip
 * position.  Rows behind the last are zero, as far as they are read.
 */
typedef struct Gr3dVertex {
    float row[GR3D_VERTEX_ROWS][4];
} Gr3dVertex;

/*
 * Vertices of a draw that lie together in a group: one component of a row of
 * all of them, then the next component, so that vectors need no transposition.
 */
#define GR3D_VERTEX_GROUP   64
#define GR3D_VERTEX_VECTOR  16      /* vertices of the largest vector */

/*
 * Return how many floats are before the first one of vertex @n; the vertex's
 * next ones are GR3D_VERTEX_GROUP apart.
 */
static inline size_t gr3d_vertex_at(unsigned num_rows, unsigned n)
{
    return (size_t)(n / GR3D_VERTEX_GROUP) * num_rows * 4 * GR3D_VERTEX_GROUP +
           n % GR3D_VERTEX_GROUP;
}

static inline void gr3d_vertex_get(const float *rows, unsigned num_rows,
                                   unsigned n, Gr3dVertex *out)
{
    rows += gr3d_vertex_at(num_rows, n);
    for (unsigned i = 0; i < 4 * num_rows; i++) {
        out->row[i / 4][i % 4] = rows[i * GR3D_VERTEX_GROUP];
    }
}

static inline void gr3d_vertex_put(float *rows, unsigned num_rows, unsigned n,
                                   const Gr3dVertex *v)
{
    rows += gr3d_vertex_at(num_rows, n);
    for (unsigned i = 0; i < 4 * num_rows; i++) {
        rows[i * GR3D_VERTEX_GROUP] = v->row[i / 4][i % 4];
    }
}

/* Return the position's bit of a draw's exports: it is the first one. */
static inline uint32_t gr3d_vpe_position(uint32_t exports)
{
    return exports & -exports;
}

/* What all vertices of a draw have in common, without any state */
typedef struct Gr3dVpe {
    const Gr3dDraw *draw;
    const Gr3dIdx *idx;
    uint32_t exports;           /* bit set of the enabled ones */
    unsigned num_rows;          /* that may be read */
    const struct Gr3dVpLanes *lanes;    /* NULL: the reference runs them */
} Gr3dVpe;

/*
 * What vertices leave behind besides their rows.  Parts of a draw may run side
 * by side, each with its own count; added in order they are the draw's.
 */
typedef struct Gr3dVpeCount {
    GpuEvents events;
    uint64_t vertices;
    uint64_t work;
} Gr3dVpeCount;

/* Prepare, after the spans are bound; @num_rows as in Gr3dVpe. */
void gr3d_vpe_open(Gr3dVpe *vpe, const Gr3dDraw *draw, const Gr3dIdx *idx,
                   unsigned num_rows);

/*
 * Run the program for one vertex (vp.c).  Sets @out to the exports, unwritten
 * ones to (0, 0, 0, 1).  Returns the number of executed instructions.
 */
unsigned gr3d_vp_run(const Gr3dVp *vp, const float attr[][4], float out[][4],
                     GpuEvents *events);

/*
 * Run the vertex program for vertex numbers @number[0..num - 1], with the
 * draw's backend where it can.  @rows begins with a group; vertices behind
 * @num in the last group may change, and have some value up to where a vector
 * ends.
 */
void gr3d_vpe_run(const Gr3dVpe *vpe, const uint32_t *number, unsigned num,
                  float *rows, Gr3dVpeCount *count);
/* As gr3d_vpe_run(), by the reference; and for vertex @n of @rows */
void gr3d_vpe_run_list(const Gr3dVpe *vpe, const uint32_t *number,
                       unsigned num, float *rows, Gr3dVpeCount *count);
void gr3d_vpe_run_one(const Gr3dVpe *vpe, uint32_t number, float *rows,
                      unsigned n, Gr3dVpeCount *count);

void gr3d_vpe_add(const Gr3dVpeCount *count, Gr3dDraw *draw);

#endif /* GR3D_VPE_H */
