/*
 * VideoCore IV 3D engine: which samples of a block a primitive covers
 *
 * As pipe/frag.c, for blocks of V3D_STRIP_BLOCK pixels on a side.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_RUN_COVER_H
#define V3D_RUN_COVER_H

#include "hw/gpu/v3d/strip/strip.h"

/*
 * Not negative inside: steps to the next pixel, at (0, 0), more in samples, and
 * what may be added to the block's first pixel.  A step is less than 2^24, as a
 * corner's place has less than 20 bits.
 */
typedef struct V3dCoverEdge {
    int64_t c;
    int32_t a, b, min, max, sample[4];
} V3dCoverEdge;

typedef struct V3dCover {
    int32_t left, top, right, bottom;   /* of blocks, the last two outside */
    unsigned samples;           /* that are told apart, 1 or 4 */
    unsigned num;
    V3dCoverEdge edge[8];       /* that may cut one of them */
    uint64_t pixels[4];         /* with that sample, as V3dExec has them */
} V3dCover;

/*
 * Of frag->setup, in the box.  Blocks are in the tile, at multiples of their
 * size from its corner if @aligned, or if there are several beside each other.
 */
void v3d_cover_init(V3dCover *cover, const V3dFrag *frag, bool aligned);
/* The block at (@x, @y); false: no pixel */
bool v3d_cover(V3dCover *cover, const V3dExec *exec, int32_t x, int32_t y);

#endif /* V3D_RUN_COVER_H */
