/*
 * Tegra20 GR3D engine: what programs and draws would cost a chip
 *
 * A model: clocks that sources and guesses speak for [tegra-gr3d-cost.rst], not
 * measured ones.  Nothing that is drawn depends on it.
 *
 * Stages of the fragment pipe work side by side on different groups of pixels,
 * and groups follow each other through one EXEC before they come back for the
 * next: so the unit that takes longest in an EXEC says when the next group may
 * follow.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_COST_H
#define GR3D_COST_H

#include "hw/gpu/gr3d/isa/fp_decode.h"
#include "hw/gpu/gr3d/isa/vp_decode.h"

typedef enum Gr3dCostConst {
#define COST_CONST(id, name, least, unit) GR3D_COST_##id,
#include "cost.def"
    GR3D_NUM_COSTS,
} Gr3dCostConst;

typedef enum Gr3dCostStage {
#define COST_STAGE(id, number, name, passes) GR3D_STAGE_##id,
#include "cost.def"
    GR3D_NUM_STAGES,
} Gr3dCostStage;

typedef enum Gr3dCostUnit {
    GR3D_UNIT_PSEQ,
    GR3D_UNIT_MFU,
    GR3D_UNIT_TEX,
    GR3D_UNIT_ALU,
    GR3D_UNIT_DW,
    GR3D_NUM_UNITS,
} Gr3dCostUnit;

/* A constant, of all chips */
typedef struct Gr3dCostRow {
    const char *name, *unit;
    double least;               /* a value may be up to GR3D_COST_MOST */
} Gr3dCostRow;

#define GR3D_COST_MOST      1e6

extern const Gr3dCostRow gr3d_cost_rows[GR3D_NUM_COSTS];
extern const char *const gr3d_stage_names[GR3D_NUM_STAGES];
extern const char *const gr3d_unit_names[GR3D_NUM_UNITS];

typedef struct Gr3dCostChip {
    const char *name;
    double value[GR3D_NUM_COSTS];
    const char *source[GR3D_NUM_COSTS];
} Gr3dCostChip;

/* "ap20", "nv30"; NULL: there is no such chip. */
const Gr3dCostChip *gr3d_cost_chip(const char *name);

/* Parts of an MFU instruction, as a bit set; VAR0 is the first of four */
enum {
    GR3D_MFU_SFU = 1,
    GR3D_MFU_MUL0 = 2,
    GR3D_MFU_VAR0 = 8,
};

typedef struct Gr3dCostExec {
    double unit[GR3D_NUM_UNITS];    /* clocks */
    double clocks;              /* until the next group may follow */
    uint8_t busy, limit;        /* units that do something; that take longest */
    unsigned passes;            /* through the shader core */
    uint16_t stages;            /* those that make it more than one a time */
    uint8_t mfu[3];             /* parts that do something */
    uint8_t alu[3];             /* slots; constants count */
} Gr3dCostExec;

typedef struct Gr3dCostFp {
    unsigned num_execs;
    Gr3dCostExec exec[GR3D_NUM_EXECS];
    double clocks;              /* of a group: the next one follows then */
    double alone;               /* ... from its first to its last clock */
    uint8_t limit;
    unsigned passes;
} Gr3dCostFp;

/*
 * Work out a fragment program; @tex: clocks of a fetch from each texture, or
 * NULL: those of a bilinear one of 32 bits.
 */
void gr3d_cost_fp(const Gr3dCostChip *chip, const Gr3dFp *fp,
                  const double *tex, Gr3dCostFp *cost);

typedef struct Gr3dCostVp {
    unsigned num_insns;         /* from the start to END */
    unsigned num_vec, num_scl;  /* ... in which this unit does something */
    bool flow;                  /* it jumps: more or fewer are executed */
    double clocks;
} Gr3dCostVp;

/* Work out a vertex program of GR3D_VP_INSNS instructions. */
void gr3d_cost_vp(const Gr3dCostChip *chip, const Gr3dVpInsn *insn,
                  unsigned start, Gr3dCostVp *cost);

/* What a draw has done */
typedef struct Gr3dCostCounts {
    uint64_t vertices;          /* that ran the program */
    uint64_t primitives;        /* that set-up saw */
    uint64_t quads;             /* that were tested */
    uint64_t fragments;         /* that ran the program */
    uint64_t vertex_bytes;      /* attributes and indices */
    uint64_t texel_bytes;       /* from memory, not from the cache */
    uint64_t target_bytes;      /* loaded and stored: colour, depth, stencil */
} Gr3dCostCounts;

typedef enum Gr3dCostPart {
    GR3D_PART_VERTEX,
    GR3D_PART_SETUP,
    GR3D_PART_RASTER,
    GR3D_PART_FRAGMENT,
    GR3D_PART_MEMORY,
    GR3D_NUM_PARTS,
} Gr3dCostPart;

extern const char *const gr3d_part_names[GR3D_NUM_PARTS];

typedef struct Gr3dCostDraw {
    double part[GR3D_NUM_PARTS];    /* clocks; they work side by side */
    double clocks;
    Gr3dCostPart limit;
    uint64_t lines;             /* of the cache: from and to memory */
} Gr3dCostDraw;

void gr3d_cost_draw(const Gr3dCostChip *chip, const Gr3dCostVp *vp,
                    const Gr3dCostFp *fp, const Gr3dCostCounts *counts,
                    Gr3dCostDraw *cost);

/* Return the clocks of a fetch that reads @taps texels of @bytes each. */
double gr3d_cost_fetch(const Gr3dCostChip *chip, unsigned taps, double bytes);

/*
 * What instructions ask of the shader core (cost_stages.c)
 */

typedef struct Gr3dCostNeed {
    unsigned interpolants, registers, rcp, rsq, mul, complex, results, sets;
    unsigned add[5];            /* by the number of scalars: 2 to 4 */
} Gr3dCostNeed;

/* Find which slots of an EXEC's packets do something that is used. */
void gr3d_cost_used(const Gr3dFp *fp, const Gr3dFpExec *exec,
                    uint8_t used[3]);
/* Return which parts an MFU instruction uses. */
uint8_t gr3d_cost_mfu_parts(const Gr3dFpMfuSteps *mfu);

void gr3d_cost_need_mfu(const Gr3dCostChip *chip, const Gr3dFpMfuSteps *mfu,
                        Gr3dCostNeed *need);
/* Add a texture fetch; @mfu: the instruction before it, or NULL. */
void gr3d_cost_need_tex(const Gr3dFpTex *tex, const Gr3dFpMfuSteps *mfu,
                        Gr3dCostNeed *need);
void gr3d_cost_need_alu(const Gr3dFpPacket *packet, unsigned used,
                        Gr3dCostNeed *need);
/* Return the passes, and add to @stages those that make it more than one. */
unsigned gr3d_cost_passes(const Gr3dCostChip *chip, const Gr3dCostNeed *need,
                          uint16_t *stages);

#endif /* GR3D_COST_H */
