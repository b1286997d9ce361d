/*
 * VideoCore IV 3D (V3D): who runs the engine
 *
 * Either a thread of its own, without the BQL, which others help with tiles, or
 * the main loop, in slices, by a timer of the virtual clock, which a replay
 * finds at the same place.
 *
 * All functions are called with the BQL held, which the thread never takes.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_BCM2835_V3D_RUN_H
#define HW_GPU_BCM2835_V3D_RUN_H

#include "hw/gpu/v3d/v3d.h"

typedef struct BCM2835V3DRunner BCM2835V3DRunner;

/* What there is to run */
enum {
    V3D_RUN_BIN = V3D_BIN,
    V3D_RUN_RENDER = V3D_RENDER,
    V3D_RUN_USER,
    V3D_RUN_KINDS,
};

/*
 * @done is called in the main loop when something has stopped.  @threads: 0 for
 * the main loop.
 */
BCM2835V3DRunner *bcm2835_v3d_runner_new(unsigned int threads,
                                         void (*done)(void *opaque),
                                         void *opaque);
void bcm2835_v3d_runner_free(BCM2835V3DRunner *r);

/*
 * Have the engine for oneself, from the next point where it can stop, until
 * it is given back.  May be nested.
 */
V3d *bcm2835_v3d_hold(BCM2835V3DRunner *r);
void bcm2835_v3d_release(BCM2835V3DRunner *r);

/* The engine, for v3d_cl_regs() alone */
const V3d *bcm2835_v3d_peek(const BCM2835V3DRunner *r);

/* Run, or do not run any more, while the engine is held. */
void bcm2835_v3d_set_ready(BCM2835V3DRunner *r, unsigned int kind, bool ready);

#endif /* HW_GPU_BCM2835_V3D_RUN_H */
