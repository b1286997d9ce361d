/*
 * Tegra20 GR3D engine: a strip of fragments and the program it runs
 *
 * Up to 64 fragments of one primitive or of several small ones go through a
 * list of kernels that was made from the fragment program (fp_lower.c).  A
 * kernel does one operation for all lanes.
 *
 * Lanes: if a texture needs derivatives, or pixels are many side by side, they
 * are 2x2 quads.  With n = lanes / 2, quad q has its even row in lanes 2q,
 * 2q + 1 and its odd row in lanes n + 2q, n + 2q + 1, ascending columns.  Else
 * each lane is a pixel on its own, so that none is wasted on what a small
 * primitive does not cover.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_STRIP_H
#define GR3D_STRIP_H

#include "hw/gpu/gr3d/pipe/exec.h"
#include "tex.h"

#define GR3D_LANES          64
#define GR3D_QUADS          (GR3D_LANES / 4)
#define GR3D_STRIP_VECS     256

/*
 * One value per lane.  Which member is valid is known when the program is
 * lowered:
 *   x   fx10 as an integer of 16 bits (1.0 is 256), two in a word: see
 *       gr3d_vec_word()
 *   i   Z20, masks (0 or -1), raw 20-bit register words (never negative), sums
 *       of products of fx10
 *   f   fp20 as the same number in single precision, or an unrounded single
 *   d   (two neighbouring vectors) unrounded double
 */
typedef union Gr3dVec {
    int32_t i[GR3D_LANES];
    float f[GR3D_LANES];
    int32_t x[GR3D_LANES / 2];
} __attribute__((aligned(64))) Gr3dVec;

/*
 * A word has the fx10 values of a lane and of the one that is 16 later, so that
 * vectors of words become vectors of lanes without shuffling.
 */
#define GR3D_LANES_APART    16

static inline unsigned gr3d_vec_word(unsigned lane)
{
    return lane / (2 * GR3D_LANES_APART) * GR3D_LANES_APART +
           lane % GR3D_LANES_APART;
}

/* Return the first lane of a word; the other one is GR3D_LANES_APART later. */
static inline unsigned gr3d_vec_lane(unsigned word)
{
    return 2 * word - word % GR3D_LANES_APART;
}

static inline bool gr3d_vec_is_high(unsigned lane)
{
    return lane & GR3D_LANES_APART;
}

static inline int32_t gr3d_vec_x(const Gr3dVec *v, unsigned lane)
{
    int32_t word = v->x[gr3d_vec_word(lane)];

    return (int16_t)(gr3d_vec_is_high(lane) ? word >> 16 : word);
}

static inline void gr3d_vec_set_x(Gr3dVec *v, unsigned lane, int32_t x)
{
    int32_t *word = &v->x[gr3d_vec_word(lane)];
    unsigned shift = gr3d_vec_is_high(lane) ? 16 : 0;

    *word = (*word & ~(0xffffu << shift)) | (uint32_t)(x & 0xffff) << shift;
}

typedef enum Gr3dStripCode {
#define STRIP_OP(name, function, results, traits) GR3D_STRIP_##name,
#include "ops.def"
    GR3D_STRIP_NUM_CODES,
} Gr3dStripCode;

enum {                          /* Gr3dStripOp.flags */
    GR3D_STRIP_LOD = 1,         /* TEX */
    GR3D_STRIP_BIAS = 2,
    GR3D_STRIP_KILLED = 1,      /* LOAD, STORE */
    GR3D_STRIP_SAME = 2,
    GR3D_STRIP_SAT = 1,         /* MFU, ALU */
};

/* A modifier beyond those of fp_ops.def: the value's -0 becomes +0 */
#define GR3D_STRIP_PLUS_0   128

/*
 * An operation; strip/ops.def says at each code what the members mean.  @dst
 * and @src are numbers of vectors.  A sequence of operations that differ in
 * these alone is one call of their kernel.
 */
typedef struct Gr3dStripOp {
    uint8_t code;
    uint8_t sequence;           /* operations from here on, done by one call */
    uint16_t dst[4];
    uint16_t src[6];
    uint8_t unit;               /* texture, surface, TRAM row */
    uint8_t flags;
    int32_t k[2];
} Gr3dStripOp;

/* A vector that is the same in all lanes of a draw */
typedef struct Gr3dStripConst {
    uint16_t vec;
    uint8_t kind;               /* Gr3dStripConstKind */
    uint8_t at;                 /* index in Gr3dQr.file, .mfu_const */
    int32_t bits;
} Gr3dStripConst;

typedef enum Gr3dStripConstKind {
    GR3D_STRIP_BITS,            /* @bits as they are */
    GR3D_STRIP_X,               /* @bits as fx10 */
    GR3D_STRIP_FILE_LOW,        /* half of a register at the start, as fx10 */
    GR3D_STRIP_FILE_HIGH,
    GR3D_STRIP_FILE_NUMBER,     /* the fp20 number as a single */
    GR3D_STRIP_FILE_RAW,
    GR3D_STRIP_MFU_CONST,       /* a single */
} Gr3dStripConstKind;

/*
 * A fragment program for strips.  Nothing in it depends on the values of
 * uniforms or on other state: it can be cached by the program's words.
 */
typedef struct Gr3dStripProgram {
    bool reads_z;               /* Gr3dStrip.z has to be valid */
    bool stores_once;           /* no load, and one store at most */
    unsigned num_constants, num_prologue, num_ops;
    Gr3dStripConst *constant;
    Gr3dStripOp *prologue;      /* of constants only: by begin() */
    Gr3dStripOp *op;            /* for each strip */
} Gr3dStripProgram;

/* What a column is at weights w0 and w1: v2 + w0 * d0 + w1 * d1 */
typedef struct Gr3dRamp {
    float v2, d0, d1;
} Gr3dRamp;

/* Ramps of a primitive, made when a strip of it first needs them */
typedef struct Gr3dRamps {
    const Gr3dPrim *prim;
    uint64_t fx10, fp20;        /* bit n: those of column n % 4, row n / 4 */
    struct {
        Gr3dRamp half[2], number;
    } of[GR3D_TRAM_ROWS * 4];
} Gr3dRamps;

/*
 * Primitives in a strip: two vectors of the host, if a lookup in them is quick;
 * at most GR3D_STRIP_PRIMS(16)
 */
#define GR3D_STRIP_PRIMS(vector)    ((vector) > 4 ? 2 * (vector) : 16)

/* May a strip have pixels of several primitives of the draw? */
typedef enum Gr3dShare {
    GR3D_SHARE_NEVER,
    GR3D_SHARE_DISJOINT,        /* as long as no pixel is there twice */
    GR3D_SHARE_ANY,             /* later ones write later */
} Gr3dShare;

/* Quads, or pixels, of small primitives that wait for the next ones */
typedef struct Gr3dWaiting {
    Gr3dShare share;
    bool pixels;                /* not quads */
    unsigned num;
    /*
     * row << 16 | column, and of which primitive (Gr3dStrip.of); behind them
     * is room for a vector
     */
    uint32_t place[GR3D_LANES + 16];
    int32_t owner[GR3D_LANES + 16];
    uint64_t even, odd;         /* live pixels of quad q: bits 2q, 2q + 1 */
    /* GR3D_SHARE_DISJOINT: live pixels of a row of the tile, by column */
    uint64_t taken[GR3D_TILE];
} Gr3dWaiting;

/* Stores of a program that does nothing but store constants */
#define GR3D_STRIP_FILLS    4

typedef struct Gr3dFills {
    unsigned num;
    struct {
        uint8_t unit;           /* surface */
        uint32_t word;          /* pixels, as many as it holds */
    } fill[GR3D_STRIP_FILLS];
} Gr3dFills;

struct Gr3dStrip {
    const Gr3dDraw *draw;
    const Gr3dStripProgram *program;
    Gr3dTile *tile;
    const Gr3dPrim *prim;       /* of all lanes; NULL: see @owner */
    unsigned lanes;             /* of this strip: a multiple of 16, to 64 */
    bool pixels;                /* no quads; padding is like lane 0 */
    unsigned num_quads;         /* at most lanes / 4; the rest is padding */
    bool line;                  /* quad q is at col[0] + 2q, row[0] */
    /* Lanes to be shaded; others of a quad are helpers, of padding nothing */
    uint64_t live;
    uint64_t killed;            /* lanes that the program has killed */
    /* even corner of a quad, if there are quads */
    int32_t col[GR3D_QUADS] __attribute__((aligned(64)));
    int32_t row[GR3D_QUADS] __attribute__((aligned(64)));
    bool placed;                /* x and y are valid */
    Gr3dVec x, y;               /* pixel of each lane, as integers: place() */
    Gr3dVec z;                  /* Z20 of live lanes, 0 of helpers */
    Gr3dVec vec[GR3D_STRIP_VECS];
    Gr3dStripTex tex;
    Gr3dRamps ramps;
    /* If not @prim: the primitives, and which of them a lane belongs to */
    unsigned num_prims;
    const Gr3dPrim *of[GR3D_STRIP_PRIMS(16)];
    Gr3dVec owner;
    Gr3dWaiting waiting;
    Gr3dFills fills;            /* rows that are filled without the program */
};

/* Allocate a thread's scratch memory: zeros, then what draws leave. */
Gr3dStrip *gr3d_strip_new(void);
void gr3d_strip_free(Gr3dStrip *s);

/* The built-in backends; gr3d_exec_find() knows which of them can run here. */
extern const Gr3dExec gr3d_exec_base, gr3d_exec_avx2, gr3d_exec_avx512;

#endif /* GR3D_STRIP_H */
