/*
 * Tegra20 GR3D engine: an embedder without threads, for tests and tools
 *
 * Owns the registers, finds the memory of a draw by address, and runs a draw
 * at once when it is triggered; or, as the device does, some draws together.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_REPLAY_H
#define GR3D_REPLAY_H

#include <glib.h>
#include "hw/gpu/gr3d/gr3d.h"

typedef struct Gr3dMemory {
    char name[32];
    uint32_t addr;              /* on the bus; blocks do not overlap */
    uint32_t size;
    uint8_t *data;
} Gr3dMemory;

#define GR3D_REPLAY_AHEAD   32

typedef struct Gr3dReplayEvent {
    unsigned draw;              /* counted from 0 */
    GpuEventCount event;
} Gr3dReplayEvent;

typedef struct Gr3dReplay {
    Gr3dRegs regs;
    const Gr3dMemory *memory;
    unsigned num_memories;
    Gr3dCache *cache;
    const GpuExecutor *executor;    /* NULL: one thread */
    const Gr3dExec *exec;       /* NULL: the reference */
    unsigned ahead;             /* draws to wait for, to GR3D_REPLAY_AHEAD */
    uint64_t max_work;          /* units for all draws; 0: no limit */
    bool cancelled;             /* atomic: max_work was reached */
    unsigned draws, incrs, unknown;
    Gr3dDrawStats stats;        /* of all draws */
    GArray *events;             /* of Gr3dReplayEvent */
    Gr3dDraw *waiting[GR3D_REPLAY_AHEAD];
    unsigned num_waiting;
} Gr3dReplay;

void gr3d_replay_init(Gr3dReplay *replay, const Gr3dMemory *memory,
                      unsigned num_memories);
void gr3d_replay_clear(Gr3dReplay *replay);
Gr3dWrite gr3d_replay_write(Gr3dReplay *replay, uint32_t offset,
                            uint32_t value);
/* Run the draws that wait, with replay->ahead. */
void gr3d_replay_finish(Gr3dReplay *replay);

/* Give a draw what there is of its memory. */
void gr3d_replay_bind(Gr3dDraw *draw, const Gr3dMemory *memory, unsigned num);

#endif /* GR3D_REPLAY_H */
