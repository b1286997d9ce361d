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
    uint32_t func, sfail, zfail, zpass;
    uint32_t ref, mask, write_mask;
} V3dStencil;

/* What the program of a batch has done so far */
typedef struct V3dFragProgram {
    uint32_t varying;           /* the next */
    uint32_t read, written;     /* samples of colour */
    uint32_t stencil_on;
    V3dStencil stencil[2];      /* front, back */
    uint32_t passed;            /* quads with a pixel that passed its tests */
    uint32_t coloured;          /* ... that was written, one bit each */
} V3dFragProgram;

typedef struct V3dFrag {
    /* Of the primitive */
    V3dCore *core;
    V3dTileState *tile;
    const V3dItems *items;
    const V3dShader *shader;
    const V3dQpuProgram *program;
    const V3dSetup *setup;
    int32_t left, top, right, bottom;   /* of pixels in the tile */
    uint32_t skip;              /* batches that were done before */
    uint32_t done;              /* batches so far */
    bool running;               /* the next batch's program has begun */
    bool drew;

    /* Of the batch, which follow from the primitive */
    unsigned quads;
    uint32_t x[V3D_LANES], y[V3D_LANES];
    uint32_t samples[V3D_LANES];    /* inside, one bit each */
    uint16_t place[V3D_LANES];  /* first sample in the tile buffer */
    float dx[V3D_LANES], dy[V3D_LANES];

    /* Of its program, which are saved: numbers of 32 bits */
    V3dFragProgram run;
    V3dQpu qpu;
} V3dFrag;

/*
 * Draw what frag->setup says into the tile whose first pixel is (@x, @y); the
 * members of the primitive are set but for the box.  False: stopped before the
 * end, frag->done batches are done, and frag->running says whether the next has
 * begun.
 */
bool v3d_frag_draw(V3dFrag *frag, uint32_t x, uint32_t y);

/* Are samples told apart?  Else a pixel's centre decides for all of its. */
static inline bool v3d_frag_oversamples(const V3dFrag *frag)
{
    return frag->tile->multisample &&
           frag->items->config.configuration_bits.oversample;
}

/* Of that, the primitive's box in the tile and the clip window */
void v3d_frag_set_box(V3dFrag *frag, int32_t x, int32_t y);

/* Places of samples, 1/16 pixel from the pixel's corner */
extern const uint8_t v3d_sample_x[4], v3d_sample_y[4];

#endif /* V3D_FRAG_H */
