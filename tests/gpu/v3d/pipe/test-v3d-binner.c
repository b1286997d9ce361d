/*
 * Tests of the V3D engine: what the binner finds in a short way
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "hw/gpu/v3d/pipe/box.h"
#include "hw/gpu/v3d/pipe/clip.h"

#define ROUNDS  200000

static const float special[] = {
    0, -0.0f, 1, -1, FLT_MIN / 4, FLT_MAX, -FLT_MAX, INFINITY, -INFINITY, NAN,
};

static float random_float(double range)
{
    return g_test_rand_int_range(0, 8) ?
           g_test_rand_double_range(-range, range) :
           special[g_test_rand_int_range(0, G_N_ELEMENTS(special))];
}

/* What is inside by comparisons is so by the distances from all planes. */
static void test_inside(void)
{
    unsigned inside = 0;

    for (unsigned n = 0; n < ROUNDS; n++) {
        V3dClipper clipper = { random_float(40000), random_float(40000), 1, 0 };
        V3dClippedVertex out[V3D_CLIP_MAX];
        V3dClipVertex v[3] = { };
        bool in = v3d_clip_guarded(&clipper);
        unsigned num;

        for (unsigned i = 0; i < 1 + n % 3; i++) {
            float *c = v[i].c;

            for (unsigned k = 0; k < 4; k++) {
                c[k] = k == 3 ? fabsf(random_float(8)) : random_float(3);
            }
            in = in && v3d_clip_inside(c[0], c[1], c[2], c[3]);
        }
        if (in) {
            g_assert_cmpint(v3d_clip(&clipper, v, 1 + n % 3, out, &num), ==,
                            V3D_CLIP_INSIDE);
            inside++;
        }
    }
    g_assert_cmpuint(inside, >, ROUNDS / 20);
}

/* Are the corners of a tile, in 1/16 pixel, all outside one edge? */
static bool outside(const int32_t *x, const int32_t *y, int64_t left,
                    int64_t top, int64_t width, int64_t height)
{
    int64_t area = (int64_t)(x[1] - x[0]) * (y[2] - y[0]) -
                   (int64_t)(x[2] - x[0]) * (y[1] - y[0]);

    for (unsigned i = 0; area && i < 3; i++) {
        unsigned j = (i + 1) % 3, out = 0;

        for (unsigned c = 0; c < 4; c++) {
            int64_t dx = left + (c & 1) * width - x[i];
            int64_t dy = top + (c >> 1) * height - y[i];
            int64_t side = (x[j] - x[i]) * dy - (y[j] - y[i]) * dx;

            out += area > 0 ? side < 0 : side > 0;
        }
        if (out == 4) {
            return true;
        }
    }
    return false;
}

/* Returns whether the triangle is in one tile. */
static bool check_box(unsigned column_shift, unsigned row_shift, int32_t size)
{
    V3dBox box = {
        .left = g_test_rand_int_range(0, 80), .right = 300,
        .top = g_test_rand_int_range(0, 80), .bottom = 200,
        .column_shift = column_shift, .row_shift = row_shift,
    };
    int32_t x0 = g_test_rand_int_range(-800, 6000), x[3];
    int32_t y0 = g_test_rand_int_range(-800, 4000), y[3];
    uint32_t columns, rows;

    for (unsigned i = 0; i < 3; i++) {
        x[i] = x0 + g_test_rand_int_range(0, size);
        y[i] = y0 + g_test_rand_int_range(0, size);
    }
    v3d_box_around(&box, x, y, 3, 0);
    columns = v3d_box_columns(&box);
    rows = v3d_box_rows(&box);
    for (unsigned n = 0; n < columns * rows; n++) {
        int32_t column = v3d_box_column(&box) + n % columns;
        int32_t row = v3d_box_row(&box) + n / columns;

        g_assert_cmpint(v3d_box_touches(&box, column, row), ==,
                        !outside(x, y, (int64_t)column << (4 + column_shift),
                                 (int64_t)row << (4 + row_shift),
                                 16 << column_shift, 16 << row_shift));
    }
    return columns * rows == 1;
}

/* Tiles of a triangle's box are outside of an edge, or listed. */
static void test_tiles(void)
{
    unsigned one = 0;

    for (unsigned n = 0; n < ROUNDS; n++) {
        one += check_box(5 + n % 2, 4 + n % 3, n % 5 ? 300 : 3000);
    }
    g_assert_cmpuint(one, >, ROUNDS / 20);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/v3d/binner/inside", test_inside);
    g_test_add_func("/v3d/binner/tiles", test_tiles);
    return g_test_run();
}
