/*
 * VideoCore IV 3D engine: strips, several batches that go through a program
 * together
 *
 * A kernel does one operation of a lowered program for all lanes.  Four lanes
 * are a quad, as in a batch; the quads of a strip may be of several primitives,
 * and no two have a pixel in common.  They are at different places of the tile
 * if it has several samples for each pixel, or the program reads its colour.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_STRIP_H
#define V3D_STRIP_H

#include "hw/gpu/v3d/pipe/frag.h"
#include "texture.h"

#define V3D_STRIP_LANES     64
#define V3D_STRIP_QUADS     (V3D_STRIP_LANES / 4)
#define V3D_STRIP_VECS      192
#define V3D_STRIP_LOOKUPS   16

typedef struct V3dVec {
    uint32_t lane[V3D_STRIP_LANES];
} __attribute__((aligned(64))) V3dVec;

/* First the ALUs' operations, and flag C of them, by opcode */
typedef enum V3dStripCode {
    V3D_STRIP_ADD,
    V3D_STRIP_ADD_C = V3D_STRIP_ADD + V3D_NUM_ADD_OPS,
    V3D_STRIP_MUL = V3D_STRIP_ADD_C + V3D_NUM_ADD_OPS,
    V3D_STRIP_MUL_C = V3D_STRIP_MUL + V3D_NUM_MUL_OPS,
    V3D_STRIP_ALU_END = V3D_STRIP_MUL_C + V3D_NUM_MUL_OPS - 1,
#define STRIP_OP(NAME, function, traits) V3D_STRIP_##NAME,
#include "ops.def"
    V3D_STRIP_NUM_CODES,
} V3dStripCode;

/* Traits of the operations in ops.def */
enum {
    V3D_STRIP_EFFECT = 1,       /* does more than its result */
    V3D_STRIP_APART = 2,        /* the result may not overwrite a source */
    V3D_STRIP_NEAREST = 4,      /* floats are rounded to nearest, as C does */
    V3D_STRIP_TRUNCATE = 8,     /* ... towards zero, as the ALUs do */
    V3D_STRIP_MODE = V3D_STRIP_NEAREST | V3D_STRIP_TRUNCATE,
    V3D_STRIP_PLACED = 16,      /* needs a pixel's distances */
    V3D_STRIP_OWN_MODE = 32,    /* floats are rounded as before the program */
};

/* Bits of k of the operations that test or write all samples */
enum {
    V3D_STRIP_LAST = 1,         /* without a pass the rest does nothing */
    V3D_STRIP_UNMASKED = 2,     /* the mask has all lanes */
};

typedef struct V3dStripOp {
    uint8_t code, k;
    uint8_t dst, src[4];        /* vectors */
} V3dStripOp;

/* A vector that is the same in all lanes: @value, or uniform @value */
typedef struct V3dStripConst {
    uint8_t vec;
    bool uniform;
    uint32_t value;
} V3dStripConst;

/* A texture lookup: the uniforms that are its configuration */
typedef struct V3dStripLookup {
    uint8_t num;
    uint8_t config[4];
    bool border_varies;         /* R is not the same in all lanes */
} V3dStripLookup;

/* One block of memory, that of GLib's g_rc_box_*() */
typedef struct V3dStripProgram {
    uint32_t instructions, cost;                /* of a batch */
    uint32_t uniforms, varyings;                /* that are read */
    uint32_t num_consts, num_ops, num_textures;
    bool towards_zero;          /* how floats are rounded, before and after */
    bool early_z;               /* its own Z is tested, and decides the rest */
    bool reads_colour;
    V3dStripConst *constant;
    V3dStripOp *op;
    V3dStripLookup texture[V3D_STRIP_LOOKUPS];
} V3dStripProgram;

typedef struct V3dStrip {
    V3dVec vec[V3D_STRIP_VECS];
    const V3dStripProgram *program;
    unsigned lanes;             /* whole batches */
    V3dMemory *mem;
    V3dFrag *frag;              /* the tile, and what the reference needs */
    unsigned quads;
    /*
     * All pixels of a block with one sample each: lane 0 has the first one's
     * distances, and its quads are in the order of V3dExec's cover().
     */
    bool whole;
    V3dVec samples;
    V3dVec dx, dy;              /* floats, from the primitive's (x0, y0) */
    uint16_t place[V3D_STRIP_QUADS];    /* first sample of the first pixel */
    const V3dSetup *prim[V3D_STRIP_QUADS];
    bool has_distances;         /* dx and dy are in all lanes */
    bool same_prim;             /* all quads are of the first one's */
    bool all_pass;              /* a whole block, of which no test failed */
    unsigned num_ops;           /* that are run */
    uint64_t passed, coloured;          /* lanes, one bit each */
    uint32_t config[V3D_STRIP_LOOKUPS][4];
    V3dStripTexture texture[V3D_STRIP_LOOKUPS];
    V3dVpm *vpm_in, *vpm_out;   /* of vertices, one for each batch */
} V3dStrip;

/* Pixels on a side of a block */
#define V3D_STRIP_BLOCK     8

/* Of a block: a * x + b * y + c, of its pixel (x, y), fits @c's type. */
typedef struct V3dStripEdge {
    int32_t a, b, c;
} V3dStripEdge;

struct V3dExec {
    const char *name;
    /* Are floats rounded as they have to be?  Not by valgrind. */
    bool (*rounds)(void);
    /*
     * Round floats towards zero, or to nearest again: a change costs more than
     * an operation, so it is made around as many strips as there are.
     */
    void (*towards_zero)(bool on);
    /* Run the program over all lanes; floats are rounded as it wants. */
    void (*run)(V3dStrip *s);
    /*
     * The pixels of a block for which no edge is negative: four bits for each
     * quad, quads from left to right, then down.
     */
    uint64_t (*cover)(const V3dStripEdge *edge, unsigned num);
    /* The farthest Z of a block, from its first word in a tile of 64 pixels */
    uint32_t (*farthest)(const uint32_t *zs);
};

extern const V3dExec v3d_exec_base, v3d_exec_avx2, v3d_exec_avx512;

#endif /* V3D_STRIP_H */
