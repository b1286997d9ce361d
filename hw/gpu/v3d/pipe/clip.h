/*
 * VideoCore IV 3D engine: the binner's clipper
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_CLIP_H
#define V3D_CLIP_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/* Clipper XY Scaling, Clipper Z Scale and Offset, viewport offset */
typedef struct V3dClipper {
    float scale_x, scale_y;     /* Xc / Wc to 1/16 pixel */
    float scale_z, offset_z;    /* Zc / Wc to Zs */
} V3dClipper;

/* A vertex as the coordinate shader leaves it */
typedef struct V3dClipVertex {
    float c[4];                 /* Xc, Yc, Zc, Wc */
    int32_t xs, ys;             /* 1/16 pixel, relative to the viewport */
} V3dClipVertex;

/* A vertex of what is left */
typedef struct V3dClippedVertex {
    int16_t xs, ys;
    float zs, rw;
    float part[3];              /* of each vertex of the primitive */
} V3dClippedVertex;

/* Six planes cut a triangle to a polygon of at most nine corners. */
#define V3D_CLIP_MAX    12

typedef enum V3dClipResult {
    V3D_CLIP_INSIDE,            /* as it is */
    V3D_CLIP_OUTSIDE,           /* nothing is left */
    V3D_CLIP_CUT,               /* a fan of @num corners */
} V3dClipResult;

/* M: the guard band, 1/16 pixel, with room for rounding */
#define V3D_CLIP_GUARD  32752.0

/* Is the guard band around the viewport? */
static inline bool v3d_clip_guarded(const V3dClipper *clipper)
{
    return fabsf(clipper->scale_x) <= (float)V3D_CLIP_GUARD &&
           fabsf(clipper->scale_y) <= (float)V3D_CLIP_GUARD;
}

/*
 * Is the vertex inside the viewport, from near to far?  If all of a primitive
 * are, and the guard band is around it, v3d_clip() gives INSIDE.
 */
static inline bool v3d_clip_inside(float xc, float yc, float zc, float wc)
{
    return (fabsf(xc) <= wc) & (fabsf(yc) <= wc) & (fabsf(zc) <= wc) &
           (wc <= FLT_MAX);
}

/* @corners: 1 to 3.  *@out gets V3D_CLIP_MAX vertices at most. */
V3dClipResult v3d_clip(const V3dClipper *clipper, const V3dClipVertex *vertex,
                       unsigned corners, V3dClippedVertex *out, unsigned *num);

#endif /* V3D_CLIP_H */
