/*
 * VideoCore IV 3D engine: primitive set-up engine (PSE)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <math.h>
#include <string.h>
#include "hw/gpu/lib/bits.h"
#include "prim.h"
#include "pse.h"

typedef struct Point {
    int32_t x, y;               /* 1/16 pixel */
} Point;

/*
 * Edges
 */

/*
 * The edge from @p to @q of an outline with the inside on the right, as seen
 * with Y down.  M: pixels on a left or a top edge are inside.
 */
static void set_edge(V3dSetup *setup, unsigned n, Point p, Point q)
{
    int64_t dx = (int64_t)q.x - p.x, dy = (int64_t)q.y - p.y;
    bool inclusive = dy < 0 || (dy == 0 && dx > 0);

    setup->a[n] = -dy;
    setup->b[n] = dx;
    setup->c[n] = dy * p.x - dx * p.y - !inclusive;
}

static void set_box(V3dSetup *setup, const Point *p, unsigned num)
{
    int32_t left = p[0].x, right = p[0].x, top = p[0].y, bottom = p[0].y;

    for (unsigned i = 1; i < num; i++) {
        left = p[i].x < left ? p[i].x : left;
        right = p[i].x > right ? p[i].x : right;
        top = p[i].y < top ? p[i].y : top;
        bottom = p[i].y > bottom ? p[i].y : bottom;
    }
    /* Samples are anywhere in a pixel. */
    setup->left = left >> 4;
    setup->top = top >> 4;
    setup->right = (right >> 4) + 1;
    setup->bottom = (bottom >> 4) + 1;
}

static void set_outline(V3dSetup *setup, const Point *p, unsigned num)
{
    setup->edges = num;
    for (unsigned i = 0; i < num; i++) {
        set_edge(setup, i, p[i], p[(i + 1) % num]);
    }
    set_box(setup, p, num);
}

/*
 * Planes
 */

/* How a value changes with X and Y, in pixels, from its differences */
typedef struct Gradient {
    double x[2], y[2];          /* weights of v1 - v0 and of v2 - v0 */
} Gradient;

static void set_plane(V3dPlane *plane, const Gradient *g, const double d[2],
                      double v, double c)
{
    plane->a = g->x[0] * d[0] + g->x[1] * d[1];
    plane->b = g->y[0] * d[0] + g->y[1] * d[1];
    plane->v = v;
    plane->c = c;
}

static void set_depth(V3dSetup *setup, const Gradient *g,
                      const V3dCorner *corner, unsigned type)
{
    const double scale = 0xffffff;
    double z0 = corner[0].z * scale;
    double d[2] = { };

    for (unsigned i = 0; i < type; i++) {
        d[i] = corner[i + 1].z * scale - z0;
    }
    setup->za = g->x[0] * d[0] + g->x[1] * d[1];
    setup->zb = g->y[0] * d[0] + g->y[1] * d[1];
    setup->z0 = z0;
}

/* M: as OpenGL; a unit is the least step of 24 bits. */
static void offset_depth(V3dSetup *setup, const V3dItems *items)
{
    double x = fabs(setup->za), y = fabs(setup->zb);

    if (items->config.configuration_bits.depth_offset) {
        setup->z0 += items->offset_factor * (x > y ? x : y) +
                     items->offset_units;
    }
}

static void set_w(V3dSetup *setup, const Gradient *g, const V3dCorner *corner,
                  unsigned type)
{
    double d[2] = { };

    for (unsigned i = 0; i < type; i++) {
        d[i] = (double)corner[i + 1].rw - corner[0].rw;
    }
    set_plane(&setup->rw, g, d, corner[0].rw, 0);
}

/*
 * C is the value at the first corner, and V the plane of the differences to
 * it, each over its corner's W.
 */
static void set_varying(V3dPlane *plane, const Gradient *g,
                        const V3dCorner *corner, unsigned type, unsigned n)
{
    double c = gpu_float_from_bits(corner[0].varying[n]);
    double d[2] = { };

    for (unsigned i = 0; i < type; i++) {
        d[i] = (gpu_float_from_bits(corner[i + 1].varying[n]) - c) *
               corner[i + 1].rw;
    }
    set_plane(plane, g, d, 0, c);
}

static void set_varyings(V3dSetup *setup, const V3dItems *items,
                         const Gradient *g, const V3dCorner *corner,
                         unsigned type, unsigned varyings, const uint32_t *flat)
{
    for (unsigned n = 0; n < varyings; n++) {
        V3dPlane *plane = &setup->plane[setup->planes++];

        if (items->flat >> n & 1) {
            *plane = (V3dPlane) { .c = gpu_float_from_bits(flat[n]) };
        } else {
            set_varying(plane, g, corner, type, n);
        }
    }
}

static void set_values(V3dSetup *setup, const V3dItems *items,
                       const Gradient *g, const V3dCorner *corner,
                       unsigned type, unsigned varyings, const uint32_t *flat)
{
    setup->x0 = corner[0].x / 16.0f;
    setup->y0 = corner[0].y / 16.0f;
    set_depth(setup, g, corner, type);
    set_w(setup, g, corner, type);
    set_varyings(setup, items, g, corner, type, varyings, flat);
}

/*
 * Triangles
 */

/* Twice that, which is positive where the corners go round with the clock */
static int64_t area_of(const V3dCorner *c)
{
    return ((int64_t)c[1].x - c[0].x) * ((int64_t)c[2].y - c[0].y) -
           ((int64_t)c[2].x - c[0].x) * ((int64_t)c[1].y - c[0].y);
}

static bool is_forward(const V3dItems *items, int64_t area)
{
    return items->config.configuration_bits.clockwise ? area < 0 : area > 0;
}

bool v3d_setup_faces(V3dCore *core, const V3dItems *items, unsigned type,
                     const V3dCorner *corner)
{
    const V3dRecord *config = &items->config;
    int64_t area = type == V3D_PRIM_TRIANGLE ? area_of(corner) : 0;

    if (!area) {
        return type != V3D_PRIM_TRIANGLE;
    }
    if (is_forward(items, area) ? !config->configuration_bits.forward_facing :
        !config->configuration_bits.reverse_facing) {
        core->counter[V3D_PCTR_REVERSED]++;
        return false;
    }
    return true;
}

static bool setup_triangle(V3dSetup *setup, const V3dItems *items,
                           unsigned varyings, const V3dCorner *corner,
                           const uint32_t *flat)
{
    int64_t x1 = (int64_t)corner[1].x - corner[0].x;
    int64_t y1 = (int64_t)corner[1].y - corner[0].y;
    int64_t x2 = (int64_t)corner[2].x - corner[0].x;
    int64_t y2 = (int64_t)corner[2].y - corner[0].y;
    int64_t area = area_of(corner);
    double scale = 16.0 / area;
    unsigned second = area > 0 ? 1 : 2;
    Point outline[3] = {
        { corner[0].x, corner[0].y },
        { corner[second].x, corner[second].y },
        { corner[3 - second].x, corner[3 - second].y },
    };
    Gradient g = {
        .x = { y2 * scale, -y1 * scale },
        .y = { -x2 * scale, x1 * scale },
    };

    setup->reverse = !is_forward(items, area);
    set_outline(setup, outline, 3);
    set_values(setup, items, &g, corner, V3D_PRIM_TRIANGLE, varyings, flat);
    offset_depth(setup, items);
    return true;
}

/*
 * Lines: a parallelogram, which the longer direction's pixels are @width wide
 * in the other (M: as OpenGL ES without antialiasing).
 */

static Point point_at(int32_t x, int32_t y)
{
    return (Point) { x, y };
}

static void line_outline(Point *p, const V3dCorner *corner, bool x_major,
                         int32_t half)
{
    const V3dCorner *a = &corner[0], *b = &corner[1];

    /* The inside is on the right: from left to right along the top */
    if (x_major) {
        const V3dCorner *l = a->x <= b->x ? a : b, *r = l == a ? b : a;

        p[0] = point_at(l->x, l->y - half);
        p[1] = point_at(r->x, r->y - half);
        p[2] = point_at(r->x, r->y + half);
        p[3] = point_at(l->x, l->y + half);
    } else {
        const V3dCorner *t = a->y <= b->y ? a : b, *u = t == a ? b : a;

        p[0] = point_at(t->x - half, t->y);
        p[1] = point_at(t->x + half, t->y);
        p[2] = point_at(u->x + half, u->y);
        p[3] = point_at(u->x - half, u->y);
    }
}

/* M: the line's coordinate goes from 0 to 1 across it. */
static void line_coordinate(V3dSetup *setup, bool x_major, double slope,
                            double width, const V3dCorner *corner)
{
    /* Constant along the line: dy - slope * dx, or the other way round */
    double step = width > 0 ? corner->rw / width : 0;

    setup->plane[setup->planes++] = (V3dPlane) {
        .a = x_major ? -slope * step : step,
        .b = x_major ? step : -slope * step,
        .v = 0.5 * corner->rw,
    };
}

static bool setup_line(V3dSetup *setup, const V3dItems *items,
                       unsigned varyings, const V3dCorner *corner,
                       const uint32_t *flat)
{
    double dx = corner[1].x - (double)corner[0].x;
    double dy = corner[1].y - (double)corner[0].y;
    bool x_major = fabs(dx) >= fabs(dy);
    double length = x_major ? dx : dy;
    double width = v3d_bound_size(items->line_width);
    double slope = (x_major ? dy : dx) / length;
    Gradient g = { };
    Point outline[4];

    if (length == 0) {
        return false;
    }
    (x_major ? g.x : g.y)[0] = 16 / length;
    line_outline(outline, corner, x_major, width * 8);
    set_outline(setup, outline, 4);
    line_coordinate(setup, x_major, slope, width, corner);
    set_values(setup, items, &g, corner, V3D_PRIM_LINE, varyings, flat);
    return true;
}

/*
 * Points: a square
 */

/*
 * The first grows with X, the second against Y: upwards, if memory begins with
 * the top row [Mesa's vc4_nir_lower_io.c takes 1 - Y for an upper left origin;
 * its list of failures on a Raspberry Pi 3 does not have piglit's
 * fbo-gl_pointcoord].
 */
static void point_coordinates(V3dSetup *setup, double size, float rw)
{
    float step = rw / size, middle = 0.5f * rw;

    setup->plane[setup->planes++] = (V3dPlane) { .a = step, .v = middle };
    setup->plane[setup->planes++] = (V3dPlane) { .b = -step, .v = middle };
}

static bool setup_point(V3dSetup *setup, const V3dItems *items,
                        unsigned varyings, const V3dCorner *corner,
                        const uint32_t *flat)
{
    double size = v3d_bound_size(corner->size);
    int32_t half = size * 8;
    Point outline[4] = {
        { corner->x - half, corner->y - half },
        { corner->x + half, corner->y - half },
        { corner->x + half, corner->y + half },
        { corner->x - half, corner->y + half },
    };
    Gradient g = { };

    if (!half) {
        return false;
    }
    set_outline(setup, outline, 4);
    point_coordinates(setup, size, corner->rw);
    set_values(setup, items, &g, corner, V3D_PRIM_POINT, varyings, flat);
    return true;
}

bool v3d_setup(V3dSetup *setup, const V3dItems *items, unsigned varyings,
               unsigned type, const V3dCorner *corner, const uint32_t *flat)
{
    setup->planes = 0;
    setup->reverse = false;
    switch (type) {
    case V3D_PRIM_TRIANGLE:
        return setup_triangle(setup, items, varyings, corner, flat);
    case V3D_PRIM_LINE:
        return setup_line(setup, items, varyings, corner, flat);
    default:
        return setup_point(setup, items, varyings, corner, flat);
    }
}
