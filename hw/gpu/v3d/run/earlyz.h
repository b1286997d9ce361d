/*
 * VideoCore IV 3D engine: early Z, which blocks a primitive is behind
 *
 * The chip drops quads by a coarse copy of Z, of a resolution that nobody
 * documents, which shows in no picture.  Here blocks are dropped, whether the
 * configuration asks for it or not, and counted as if they were run: what the
 * chip counts of it is not.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_RUN_EARLYZ_H
#define V3D_RUN_EARLYZ_H

#include "hw/gpu/v3d/strip/strip.h"

/* Of a tile with one sample for each pixel */
#define V3D_EARLYZ_BLOCKS   64

/* No Z of block n is beyond far[n]; all may be nearer if it is stale. */
typedef struct V3dEarlyZ {
    uint64_t stale;             /* blocks, one bit each */
    uint32_t far[V3D_EARLYZ_BLOCKS];
} V3dEarlyZ;

/* Nothing is known of the tile's Z. */
void v3d_earlyz_forget(V3dEarlyZ *earlyz);
/* May Z grow where the primitive is drawn?  Then forget. */
bool v3d_earlyz_grows(const V3dItems *items);
/* May blocks hide the primitive? */
bool v3d_earlyz_usable(const V3dFrag *frag, const V3dStripProgram *program);
/*
 * Does it fail all over the block whose first pixel is (@x, @y)?  If not it is
 * drawn there.
 */
bool v3d_earlyz_hides(V3dEarlyZ *earlyz, const V3dExec *exec,
                      const V3dFrag *frag, int32_t x, int32_t y);

#endif /* V3D_RUN_EARLYZ_H */
