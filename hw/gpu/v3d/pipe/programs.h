/*
 * VideoCore IV 3D engine: decoded programs by address
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_PROGRAMS_H
#define V3D_PROGRAMS_H

#include "qpu.h"

#define V3D_NUM_PROGRAMS    256

typedef struct V3dCachedProgram {
    V3dQpuProgram program;
    uint8_t *bytes;             /* what was decoded; NULL: free place */
    uint32_t serial;            /* when it was last found unchanged */
    uint32_t used;              /* when it was last asked for */
} V3dCachedProgram;

typedef struct V3dPrograms {
    V3dCachedProgram place[V3D_NUM_PROGRAMS];
    uint32_t serial, uses;
} V3dPrograms;

/* Programs may have changed: they are compared when they are next used. */
static inline void v3d_programs_expire(V3dPrograms *programs)
{
    programs->serial++;
}

/* Valid until the next call */
V3dQpuProgram *v3d_programs_find(V3dPrograms *programs, V3dMemory *mem,
                                 uint32_t addr);
void v3d_programs_clear(V3dPrograms *programs);

#endif /* V3D_PROGRAMS_H */
