/*
 * VideoCore IV 3D engine: primitive set-up engine (PSE)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_PSE_H
#define V3D_PSE_H

#include "core.h"
#include "items.h"
#include "shader.h"

/* Points put two varyings of their own before the declared ones, lines one. */
#define V3D_MAX_PLANES  (V3D_MAX_VARYINGS + 2)

/* A vertex on the screen */
typedef struct V3dCorner {
    int32_t x, y;               /* 1/16 pixel */
    float z, rw;                /* Zs, 1/Wc */
    float size;                 /* of a point */
    const uint32_t *varying;    /* floats' bits */
} V3dCorner;

/* V = a * (x - x0) + b * (y - y0) + v at a pixel's centre; the shader adds c */
typedef struct V3dPlane {
    float a, b, v, c;
} V3dPlane;

/*
 * A primitive as the rasteriser and programs take it: three or four edges,
 * inside where none of a * x + b * y + c is negative; x and y in 1/16 pixel.
 */
typedef struct V3dSetup {
    unsigned edges;
    int64_t a[4], b[4], c[4];
    int32_t left, top, right, bottom;   /* pixels, the last two outside */
    uint32_t reverse;
    float x0, y0;                       /* pixels */
    V3dPlane rw;
    double za, zb, z0;                  /* units of 24-bit Z */
    unsigned planes;
    V3dPlane plane[V3D_MAX_PLANES];
} V3dSetup;

/*
 * False: it has no area, or is not seen from its side, of which X and Y are
 * enough.  Lines and points have none.
 */
bool v3d_setup_faces(V3dCore *core, const V3dItems *items, unsigned type,
                     const V3dCorner *corner);
/*
 * False: nothing to draw.  @type: points, lines or triangles, which are seen;
 * the last corner is the provoking one, whose varyings @flat has: they may be
 * another vertex's.
 */
bool v3d_setup(V3dSetup *setup, const V3dItems *items, unsigned varyings,
               unsigned type, const V3dCorner *corner, const uint32_t *flat);

/* Z at a pixel's centre, which is (@dx, @dy) from (x0, y0); to be truncated */
static inline double v3d_setup_z(const V3dSetup *s, float dx, float dy)
{
    return s->z0 + s->za * dx + s->zb * dy + 0.5;
}

/* Widths and sizes are bounded. */
#define V3D_MAX_SIZE    8192.0f

static inline float v3d_bound_size(float size)
{
    /* Not a number: 0 */
    return size > 0 ? size < V3D_MAX_SIZE ? size : V3D_MAX_SIZE : 0;
}

#endif /* V3D_PSE_H */
