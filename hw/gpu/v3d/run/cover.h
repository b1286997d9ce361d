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

typedef struct V3dCover {
    unsigned samples;           /* that are told apart, 1 or 4 */
    uint64_t pixels[4];         /* with that sample, as V3dExec has them */
} V3dCover;

/* @cover->samples is set.  False: there is no pixel. */
bool v3d_cover(V3dCover *cover, const V3dExec *exec, const V3dFrag *frag,
               int32_t x, int32_t y);

#endif /* V3D_RUN_COVER_H */
