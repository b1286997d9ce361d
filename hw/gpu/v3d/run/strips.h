/*
 * VideoCore IV 3D engine: fragments that wait for a strip
 *
 * Primitives of one draw in a tile are collected, then their quads until a
 * strip is full.  What waits is run before anything else happens to the tile,
 * and before v3d_cl_run() returns: it is no state.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_RUN_STRIPS_H
#define V3D_RUN_STRIPS_H

#include "earlyz.h"

typedef struct V3dStrips {
    bool bound;                 /* the next two are valid */
    const V3dStripProgram *program;     /* NULL: the reference runs it */
    unsigned num_waiting;       /* primitives that are set up */
    unsigned blocks;            /* in their boxes */
    V3dSetup setup[V3D_STRIP_QUADS];
    bool towards_zero;          /* the mode of floats */
    V3dStrip *strip;
    uint64_t pixels[V3D_TILE_WORDS / 64];   /* of the strip, a bit each */
    V3dEarlyZ earlyz;
} V3dStrips;

/* To be released by free() */
V3dStrip *v3d_strip_new(void);
/*
 * What @program needs in the first @lanes lanes of a strip; false: it cannot
 * run, maybe since it is NULL.
 */
bool v3d_strip_bind(V3dStrip *s, const V3dStripProgram *program,
                    V3dMemory *mem, uint32_t uniforms, unsigned lanes);

#endif /* V3D_RUN_STRIPS_H */
