/*
 * VideoCore IV 3D engine: the binner's clipper
 *
 * Near and far planes always cut.  In X and Y a primitive is cut only where
 * screen coordinates would leave their 16 bits (guard band); the clip window
 * does the rest, pixel by pixel.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <math.h>
#include "clip.h"

enum {
    NEAR, FAR, LEFT, RIGHT, TOP, BOTTOM, NUM_PLANES,
};

typedef struct Corner {
    double c[4];
    double part[3];
} Corner;

/* Not negative inside.  @width, @height: of a plane in X or Y */
static double distance(const double *c, unsigned plane, double width,
                       double height)
{
    switch (plane) {
    case NEAR:
        return c[3] + c[2];
    case FAR:
        return c[3] - c[2];
    case LEFT:
        return width * c[3] + c[0];
    case RIGHT:
        return width * c[3] - c[0];
    case TOP:
        return height * c[3] + c[1];
    default:
        return height * c[3] - c[1];
    }
}

/* All corners beyond one plane of the viewport */
static bool all_outside(const Corner *corner, unsigned num)
{
    for (unsigned plane = 0; plane < NUM_PLANES; plane++) {
        unsigned outside = 0;

        for (unsigned i = 0; i < num; i++) {
            /* Not a number is outside. */
            outside += !(distance(corner[i].c, plane, 1, 1) >= 0);
        }
        if (outside == num) {
            return true;
        }
    }
    return false;
}

static double guard(float scale)
{
    return scale == 0 ? 1e30 : V3D_CLIP_GUARD / fabs(scale);
}

static bool needs_cut(const V3dClipper *clipper, const Corner *corner,
                      unsigned num, unsigned plane)
{
    double width = guard(clipper->scale_x), height = guard(clipper->scale_y);

    for (unsigned i = 0; i < num; i++) {
        if (!(distance(corner[i].c, plane, width, height) >= 0)) {
            return true;
        }
    }
    return false;
}

/* @a is inside, @b is not: the same point for both directions of an edge */
static Corner cross(const Corner *a, const Corner *b, double da, double db)
{
    double t = da / (da - db);
    Corner corner;

    for (unsigned i = 0; i < 4; i++) {
        corner.c[i] = a->c[i] + (b->c[i] - a->c[i]) * t;
    }
    for (unsigned i = 0; i < 3; i++) {
        corner.part[i] = a->part[i] + (b->part[i] - a->part[i]) * t;
    }
    return corner;
}

typedef struct Polygon {
    Corner corner[V3D_CLIP_MAX];
    unsigned num;
} Polygon;

static void add(Polygon *polygon, Corner corner)
{
    if (polygon->num < V3D_CLIP_MAX) {
        polygon->corner[polygon->num++] = corner;
    }
}

static void cut(Polygon *polygon, unsigned plane, double width, double height)
{
    Polygon in = *polygon;
    /* A line has one edge, a point none. */
    unsigned edges = in.num > 2 ? in.num : in.num - 1;
    double d[V3D_CLIP_MAX];

    polygon->num = 0;
    for (unsigned i = 0; i < in.num; i++) {
        d[i] = distance(in.corner[i].c, plane, width, height);
    }
    for (unsigned i = 0; i < in.num; i++) {
        unsigned next = (i + 1) % in.num;
        bool inside = d[i] >= 0, next_inside = d[next] >= 0;

        if (inside) {
            add(polygon, in.corner[i]);
        }
        if (i < edges && inside && !next_inside) {
            add(polygon, cross(&in.corner[i], &in.corner[next], d[i], d[next]));
        } else if (i < edges && !inside && next_inside) {
            add(polygon, cross(&in.corner[next], &in.corner[i], d[next], d[i]));
        }
    }
}

static int16_t screen(double c, double rw, float scale)
{
    double s = floor(c * rw * scale + 0.5);

    /* Not a number: 0 */
    return s >= -V3D_CLIP_GUARD && s <= V3D_CLIP_GUARD ? s :
           s > 0 ? V3D_CLIP_GUARD : s < 0 ? -V3D_CLIP_GUARD : 0;
}

static V3dClippedVertex finish(const V3dClipper *clipper, const Corner *corner)
{
    double rw = 1 / corner->c[3];

    return (V3dClippedVertex) {
        .xs = screen(corner->c[0], rw, clipper->scale_x),
        .ys = screen(corner->c[1], rw, clipper->scale_y),
        .zs = corner->c[2] * rw * clipper->scale_z + clipper->offset_z,
        .rw = rw,
        .part = { corner->part[0], corner->part[1], corner->part[2] },
    };
}

V3dClipResult v3d_clip(const V3dClipper *clipper, const V3dClipVertex *vertex,
                       unsigned corners, V3dClippedVertex *out, unsigned *num)
{
    Polygon polygon = { .num = corners };
    bool touched = false;

    for (unsigned i = 0; i < corners; i++) {
        for (unsigned j = 0; j < 4; j++) {
            polygon.corner[i].c[j] = vertex[i].c[j];
        }
        polygon.corner[i].part[i] = 1;
    }
    if (all_outside(polygon.corner, corners)) {
        return V3D_CLIP_OUTSIDE;
    }
    for (unsigned plane = 0; plane < NUM_PLANES && polygon.num; plane++) {
        if (needs_cut(clipper, polygon.corner, polygon.num, plane)) {
            touched = true;
            cut(&polygon, plane, guard(clipper->scale_x),
                guard(clipper->scale_y));
        }
    }
    if (!touched) {
        return V3D_CLIP_INSIDE;
    }
    if (polygon.num < corners) {
        return V3D_CLIP_OUTSIDE;
    }
    for (unsigned i = 0; i < polygon.num; i++) {
        out[i] = finish(clipper, &polygon.corner[i]);
    }
    *num = polygon.num;
    return V3D_CLIP_CUT;
}
