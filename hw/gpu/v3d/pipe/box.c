/*
 * VideoCore IV 3D engine: which tiles a primitive may touch
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "box.h"

static int32_t min(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static int32_t max(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* Inside is where no edge is negative, whichever way the triangle turns. */
static void set_edges(V3dBox *box, const int32_t *x, const int32_t *y)
{
    int64_t area = ((int64_t)x[1] - x[0]) * ((int64_t)y[2] - y[0]) -
                   ((int64_t)x[2] - x[0]) * ((int64_t)y[1] - y[0]);
    int64_t sign = area < 0 ? -1 : 1;

    box->edges = area ? 3 : 0;
    for (unsigned i = 0; i < 3; i++) {
        unsigned j = (i + 1) % 3;
        int64_t dx = sign * ((int64_t)x[j] - x[i]);
        int64_t dy = sign * ((int64_t)y[j] - y[i]);

        box->a[i] = -dy;
        box->b[i] = dx;
        box->c[i] = dy * x[i] - dx * y[i];
    }
}

void v3d_box_around(V3dBox *box, const int32_t *x, const int32_t *y,
                    unsigned num, int32_t reach)
{
    unsigned middle = num / 2, last = num - 1;
    int32_t left = min(x[0], min(x[middle], x[last]));
    int32_t right = max(x[0], max(x[middle], x[last]));
    int32_t top = min(y[0], min(y[middle], y[last]));
    int32_t bottom = max(y[0], max(y[middle], y[last]));

    box->left = max(box->left, (left - reach) >> 4);
    box->top = max(box->top, (top - reach) >> 4);
    box->right = min(box->right, ((right + reach) >> 4) + 1);
    box->bottom = min(box->bottom, ((bottom + reach) >> 4) + 1);
    box->edges = 0;
    /* In one column or row each tile of its box has a piece of it. */
    if (num == 3 && left >> (4 + box->column_shift) !=
        right >> (4 + box->column_shift) && top >> (4 + box->row_shift) !=
        bottom >> (4 + box->row_shift)) {
        set_edges(box, x, y);
    }
}

bool v3d_box_touches(const V3dBox *box, int32_t column, int32_t row)
{
    for (unsigned i = 0; i < box->edges; i++) {
        /* The corner of the tile that is farthest inside */
        int64_t x = ((int64_t)column + (box->a[i] > 0)) * 16 <<
                    box->column_shift;
        int64_t y = ((int64_t)row + (box->b[i] > 0)) * 16 << box->row_shift;

        if (box->a[i] * x + box->b[i] * y + box->c[i] < 0) {
            return false;
        }
    }
    return true;
}
