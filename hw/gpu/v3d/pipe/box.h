/*
 * VideoCore IV 3D engine: which tiles a primitive may touch
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_BOX_H
#define V3D_BOX_H

#include <stdbool.h>
#include <stdint.h>

typedef struct V3dBox {
    int32_t left, top, right, bottom;   /* pixels; the last two are outside */
    unsigned column_shift, row_shift;   /* a tile's size in pixels: 1 << n */
    unsigned edges;                     /* of a triangle: 3 */
    int64_t a[3], b[3], c[3];
} V3dBox;

/*
 * Make the box smaller, to what is around @num points, in 1/16 pixel, with
 * @reach on each side.
 */
void v3d_box_around(V3dBox *box, const int32_t *x, const int32_t *y,
                    unsigned num, int32_t reach);

static inline bool v3d_box_empty(const V3dBox *box)
{
    return box->left >= box->right || box->top >= box->bottom;
}

/* The first column and row of tiles, and their numbers */
static inline uint32_t v3d_box_column(const V3dBox *box)
{
    return box->left >> box->column_shift;
}

static inline uint32_t v3d_box_row(const V3dBox *box)
{
    return box->top >> box->row_shift;
}

static inline uint32_t v3d_box_columns(const V3dBox *box)
{
    return v3d_box_empty(box) ? 0 :
           ((box->right - 1) >> box->column_shift) - v3d_box_column(box) + 1;
}

static inline uint32_t v3d_box_rows(const V3dBox *box)
{
    return v3d_box_empty(box) ? 0 :
           ((box->bottom - 1) >> box->row_shift) - v3d_box_row(box) + 1;
}

/* False: no pixel of the tile is inside the triangle. */
bool v3d_box_touches(const V3dBox *box, int32_t column, int32_t row);

#endif /* V3D_BOX_H */
