/*
 * Engines: the edges of a primitive
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GPU_EDGE_H
#define GPU_EDGE_H

#include <stdbool.h>
#include <stdint.h>

/*
 * e(col, row) = c + dx * col + dy * row; covered: e > 0, or e == 0 and
 * gpu_edge_owns_zero().   The steps are multiples of 16.
 */
typedef struct GpuEdge {
    int32_t dx, dy;
    int64_t c;
} GpuEdge;

static inline int64_t gpu_edge_at(const GpuEdge *e, int32_t col, int32_t row)
{
    return e->c + (int64_t)e->dx * col + (int64_t)e->dy * row;
}

/*
 * Does the primitive own pixels on its edge?  It does on the side of larger
 * columns, of an edge along a row on that of larger rows.
 */
static inline bool gpu_edge_owns_zero(const GpuEdge *e)
{
    return e->dx > 0 || (e->dx == 0 && e->dy > 0);
}

#endif /* GPU_EDGE_H */
