/*
 * VideoCore IV 3D engine: texture and memory lookup unit
 *
 * A request is complete when S is written; it is looked up at once, and its
 * result waits in the unit's FIFO until a signal loads it to r4.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_TMU_H
#define V3D_TMU_H

#include "hw/gpu/v3d/isa/memory.h"
#include "hw/gpu/v3d/isa/qpu.h"

/* Result words: what eight requests of two words need */
#define V3D_TMU_FIFO    16

/* Coordinate registers in the order of their addresses */
enum {
    V3D_TMU_S,
    V3D_TMU_T,
    V3D_TMU_R,
    V3D_TMU_B,
};

/* All zero: idle.  Numbers only: it can be saved. */
typedef struct V3dTmu {
    uint32_t config[4];                     /* in the order of the writes */
    uint32_t coord[4][V3D_LANES];           /* S, T, R, B */
    uint32_t writes;                        /* of the request so far */
    uint32_t result[V3D_TMU_FIFO][V3D_LANES];
    uint32_t first, num;                    /* of @result */
} V3dTmu;

/*
 * Look up what @config and @coord say for 16 lanes, four quads.  Returns the
 * number of words per lane in @result, 1 or 2.
 */
unsigned v3d_tmu_lookup(V3dMemory *mem, const uint32_t config[4],
                        const uint32_t coord[4][V3D_LANES],
                        uint32_t result[2][V3D_LANES]);

/* Does a write of register @reg take a configuration word? */
static inline bool v3d_tmu_takes_config(const V3dTmu *tmu, unsigned reg)
{
    return reg != V3D_TMU_S || tmu->writes;
}

/* @config is ignored where the write takes none. */
void v3d_tmu_write(V3dTmu *tmu, V3dMemory *mem, unsigned reg,
                   const uint32_t value[V3D_LANES], uint32_t config);
/* The next word of the FIFO; zeros, and an event, where it is empty */
void v3d_tmu_read(V3dTmu *tmu, V3dMemory *mem, uint32_t value[V3D_LANES]);

#endif /* V3D_TMU_H */
