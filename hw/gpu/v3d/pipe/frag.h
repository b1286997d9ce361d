/*
 * VideoCore IV 3D engine: fragments of a primitive in a tile: rasteriser (FEP),
 * batches of four quads on a QPU, tests and writes of the tile buffer
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_FRAG_H
#define V3D_FRAG_H

#include "programs.h"
#include "pse.h"
#include "tlb.h"

/* What a stencil set-up word says of one face */
typedef struct V3dStencil {
    unsigned func, sfail, zfail, zpass;
    uint32_t ref, mask, write_mask;
} V3dStencil;

typedef struct V3dFrag {
    /* Of the primitive */
    V3dCore *core;
    V3dTileState *tile;
    const V3dItems *items;
    const V3dShader *shader;
    const V3dQpuProgram *program;
    V3dSetup setup;
    int32_t left, top, right, bottom;   /* of pixels in the tile */
    uint32_t skip;              /* batches that were done before */
    uint32_t done;              /* batches so far */
    bool drew;

    /* Of the batch */
    V3dQpu qpu;
    unsigned quads;
    uint16_t place[V3D_LANES];  /* first sample in the tile buffer */
    float dx[V3D_LANES], dy[V3D_LANES];
    unsigned varying;           /* the next */
    unsigned read, written;     /* samples of colour */
    bool stencil_on;
    V3dStencil stencil[2];      /* front, back */
    unsigned passed;            /* quads with a pixel that passed its tests */
    unsigned coloured;          /* ... that was written, one bit each */
} V3dFrag;

/*
 * Draw what frag->setup says into the tile whose first pixel is (@x, @y); the
 * members of the primitive are set but for the box.  False: stopped before the
 * end, frag->done batches are done.
 */
bool v3d_frag_draw(V3dFrag *frag, uint32_t x, uint32_t y);

#endif /* V3D_FRAG_H */
