/*
 * VideoCore IV 3D engine: shader core (QPU), the reference
 *
 * A program runs for one batch of 16 lanes, four quads.  Instructions take
 * effect one after the other; what hardware delivers late is there at once.
 * A thread switch does nothing: each batch has a V3dQpu of its own.
 *
 *   v3d_qpu_program_init()   decode a program once
 *   v3d_qpu_start()          all zero but the program and its uniforms; the
 *                            caller sets W, Z, X, Y, flags for a fragment
 *                            batch, the VPM for vertices and user programs
 *   v3d_qpu_run()            until END
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_QPU_PIPE_H
#define V3D_QPU_PIPE_H

#include "hw/gpu/v3d/isa/qpu.h"
#include "hw/gpu/v3d/pipe/tmu.h"
#include "hw/gpu/v3d/pipe/vpm.h"

/* Registers of file A and B in which a fragment program finds W and Z */
#define V3D_QPU_W       15
#define V3D_QPU_Z       15

/*
 * A decoded program.  It may be used as long as the @num * 8 bytes at @addr
 * are what they were; a program that leaves it is decoded as it runs.
 */
typedef struct V3dQpuProgram {
    uint32_t addr;
    uint32_t num;
    V3dQpuInst *inst;
    /* As operations of strips, by V3dLowerKind */
    struct V3dStripProgram *lowered[3];
    bool lowering_tried[3];
} V3dQpuProgram;

/* What a lookup takes beside its instruction, in instructions */
#define V3D_QPU_COST_LOOKUP     8

/* Longest program that is decoded ahead */
#define V3D_QPU_MAX_LENGTH  16384

/* The instruction at @data */
uint64_t v3d_qpu_word(const uint8_t *data);
/* Instructions of the program at @addr, to the last one that it can reach */
unsigned v3d_qpu_length(V3dMemory *mem, uint32_t addr);
void v3d_qpu_program_init(V3dQpuProgram *program, V3dMemory *mem,
                          uint32_t addr);
void v3d_qpu_program_clear(V3dQpuProgram *program);

typedef struct V3dQpu V3dQpu;

typedef enum V3dTlbWrite {
    V3D_TLB_STENCIL_SETUP,
    V3D_TLB_Z,
    V3D_TLB_COLOUR_MS,
    V3D_TLB_COLOUR_ALL,
    V3D_TLB_ALPHA_MASK,
} V3dTlbWrite;

typedef enum V3dTlbRead {
    V3D_TLB_COVERAGE,
    V3D_TLB_COLOUR,
    V3D_TLB_ALPHA,
} V3dTlbRead;

/*
 * What is outside a QPU.  NULL: there is none; what is read is 0, what is
 * written is lost, and it is an event.
 */
typedef struct V3dQpuPorts {
    /* The next varying: V per lane, and C, which goes to r5 */
    void (*varying)(void *opaque, uint32_t v[V3D_LANES],
                    uint32_t c[V3D_LANES]);
    /*
     * Tile buffer, for the lanes in @mask.  What Z and stencil tests reject is
     * cleared in qpu->ms_flags by the port.
     */
    void (*tlb_write)(void *opaque, V3dQpu *qpu, V3dTlbWrite reg,
                      const uint32_t value[V3D_LANES], unsigned mask);
    void (*tlb_read)(void *opaque, V3dQpu *qpu, V3dTlbRead what,
                     uint32_t value[V3D_LANES]);
    /* False: it must wait.  The instruction is tried again. */
    bool (*semaphore)(void *opaque, unsigned number, bool decrement);
    bool (*mutex)(void *opaque, bool acquire);
    /* HOST_INT, not 0 */
    void (*interrupt)(void *opaque, uint32_t value);
} V3dQpuPorts;

struct V3dQpu {
    uint32_t a[32][V3D_LANES];          /* register files */
    uint32_t b[32][V3D_LANES];
    uint32_t r[6][V3D_LANES];           /* accumulators */
    uint32_t x[V3D_LANES];              /* pixel coordinates, not halves */
    uint32_t y[V3D_LANES];
    uint32_t ms_flags[V3D_LANES];       /* samples, bit 0 the first */
    uint32_t rev_flag[V3D_LANES];
    uint32_t z, n, c;                   /* flags, one bit per lane */
    uint32_t number;                    /* QPU_NUMBER */
    uint32_t pc;
    uint32_t target, branch_slots;      /* 0: no branch is taken */
    uint32_t end_slots;                 /* 0: no end is signalled */
    uint32_t uniforms;                  /* address of the next one */
    uint32_t uniforms_left;             /* then they are 0 */
    V3dTmu tmu[2];
    V3dVpmAccess vpm;
    uint64_t instructions;              /* executed */
    uint64_t lookups;                   /* of textures, four quads each */
    uint64_t cost;                      /* these, and more for DMA, textures */

    /* Not state */
    V3dMemory *mem;
    const V3dQpuProgram *program;       /* or NULL */
    V3dVpm *vpm_in;                     /* a user program has one for both */
    V3dVpm *vpm_out;
    const V3dQpuPorts *ports;
    void *opaque;
};

#define V3D_QPU_UNLIMITED   UINT32_MAX

void v3d_qpu_start(V3dQpu *qpu, V3dMemory *mem, const V3dQpuProgram *program,
                   uint32_t code, uint32_t uniforms);

typedef enum V3dQpuResult {
    V3D_QPU_END,                /* the program has ended */
    V3D_QPU_MORE,               /* the budget is spent */
    V3D_QPU_WAIT,               /* for a semaphore or the mutex */
} V3dQpuResult;

/*
 * Until @max more units are spent: an instruction is one, or more where it
 * takes longer.  The program may be run on unless it has ended.
 */
V3dQpuResult v3d_qpu_run(V3dQpu *qpu, uint64_t max);

#endif /* V3D_QPU_PIPE_H */
