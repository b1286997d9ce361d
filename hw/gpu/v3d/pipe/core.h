/*
 * VideoCore IV 3D engine: what every block uses
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_CORE_H
#define V3D_CORE_H

#include "hw/gpu/v3d/isa/memory.h"
#include "hw/gpu/v3d/v3d.h"

/* Sources of performance counters, as PCTRSn numbers them */
enum {
    V3D_PCTR_PRIMS_NO_PIXELS = 0,
    V3D_PCTR_PRIMS = 1,
    V3D_PCTR_QUADS = 3,
    V3D_PCTR_QUADS_PASS = 6,
    V3D_PCTR_QUADS_COLOUR = 9,
    V3D_PCTR_BIN_OUTSIDE = 10,
    V3D_PCTR_BIN_CLIPPED = 11,
    V3D_PCTR_REVERSED = 12,
    V3D_PCTR_CLOCKS_VERTEX = 14,
    V3D_PCTR_CLOCKS_FRAGMENT = 15,
    V3D_PCTR_CLOCKS_INSTRUCTIONS = 16,
    V3D_PCTR_TEXTURE_QUADS = 24,
};

typedef struct V3dCore {
    V3dMemory mem;
    GpuEvents events;
    uint64_t counter[V3D_NUM_COUNTERS];
    V3dDone done;
    uint64_t work;              /* units, see v3d_cl_run() */
    uint64_t limit;             /* of the slice, which ends there */
    bool stop;                  /* also of another thread */
} V3dCore;

static inline bool v3d_stopped(const V3dCore *core)
{
    return __atomic_load_n(&core->stop, __ATOMIC_RELAXED);
}

/* A slice begins. */
static inline void v3d_set_budget(V3dCore *core, uint64_t budget)
{
    uint64_t left = UINT64_MAX - core->work;

    core->limit = core->work + (budget < left ? budget : left);
}

static inline bool v3d_slice_over(const V3dCore *core)
{
    return core->work >= core->limit || v3d_stopped(core);
}

/* A QPU's clocks for one instruction */
#define V3D_QPU_CLOCKS  4

static inline void v3d_report(V3dCore *core, V3dEventId id, uint32_t value)
{
    v3d_event(&core->events, id, value);
}

#endif /* V3D_CORE_H */
