/*
 * NVIDIA Tegra20 GR3D, the 3D engine
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: the register aperture, 0x40000 bytes; register
 *    (method) offset r is at byte 4 * r
 *  + named GPIO input "reset": 1 holds the engine in reset (CAR number 24)
 *  + named GPIO input "power": 1 while the 3D power partition is on (PMC
 *    partition 1); off loses all state
 *  + clock input "clk": module clock
 *  + link property "host1x": the host1x it is a client of (class 0x60)
 *  + link property "dma": the MemoryRegion it renders into and reads from
 *  + property "threads": 1 renders on a thread of its own (default), 0 in
 *    slices in the main loop; icount and record/replay force 0
 *
 * There is no interrupt: completion is a sync point increment.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_GR3D_H
#define HW_GPU_TEGRA_GR3D_H

#include "hw/sysbus.h"
#include "hw/gpu/gr3d/gr3d.h"
#include "hw/gpu/tegra_host1x.h"
#include "qemu/thread.h"
#include "qom/object.h"

#define TYPE_TEGRA_GR3D "tegra-gr3d"
OBJECT_DECLARE_SIMPLE_TYPE(TegraGR3DState, TEGRA_GR3D)

/* Host memory of one slot of a draw while it is mapped. */
typedef struct TegraGR3DMap {
    void *host;
    hwaddr len;
    bool write;
} TegraGR3DMap;

/* A draw with its guest memory mapped (tegra_gr3d_job.c). */
typedef struct TegraGR3DJob {
    Gr3dDraw *draw;
    uint64_t number;            /* since reset, for logs and traces */
    TegraGR3DMap map[GR3D_NUM_SPANS];
} TegraGR3DJob;

TegraGR3DJob *tegra_gr3d_job_new(AddressSpace *as, const Gr3dRegs *regs,
                                 uint64_t number);
/* Marks what was written as dirty, reports the draw's events, unmaps. */
void tegra_gr3d_job_free(AddressSpace *as, TegraGR3DJob *job);

/*
 * The queue of draws and of the sync point increments behind them
 * (tegra_gr3d_queue.c).  All functions are called with the BQL held.
 */
typedef struct TegraGR3DQueue {
    /* set before tegra_gr3d_queue_start() */
    AddressSpace *as;
    void (*incr_syncpt)(void *opaque, uint32_t id);
    void (*ready)(void *opaque);    /* not full any more */
    void *opaque;

    /* BQL */
    QSIMPLEQ_HEAD(, TegraGR3DEntry) entries;
    unsigned int num_entries;
    bool was_full;
    QEMUBH *bh;
    bool threaded;
    QemuThread thread;

    /* @lock */
    QemuMutex lock;
    QemuCond work;              /* @active set or @quit */
    QemuCond idle;              /* @active cleared */
    TegraGR3DJob *active;       /* what the thread renders now */
    bool quit;
} TegraGR3DQueue;

void tegra_gr3d_queue_start(TegraGR3DQueue *q, DeviceState *dev,
                            bool threaded);
void tegra_gr3d_queue_stop(TegraGR3DQueue *q);
bool tegra_gr3d_queue_full(TegraGR3DQueue *q);
bool tegra_gr3d_queue_empty(TegraGR3DQueue *q);
void tegra_gr3d_queue_draw(TegraGR3DQueue *q, TegraGR3DJob *job);
/* Increment behind everything queued so far; at once if nothing is. */
void tegra_gr3d_queue_incr(TegraGR3DQueue *q, uint32_t id);
/* Wait until all is done, increments included. */
void tegra_gr3d_queue_drain(TegraGR3DQueue *q);
/* End running and queued draws; perform or forget the increments. */
void tegra_gr3d_queue_cancel(TegraGR3DQueue *q, bool perform_incrs);

struct TegraGR3DState {
    SysBusDevice parent_obj;

    TegraHost1xState *host1x;
    MemoryRegion *dma_mr;
    uint32_t threads;

    Gr3dRegs regs;
    bool in_reset;              /* level of the "reset" input */
    bool powered;               /* level of the "power" input */
    uint64_t num_draws;

    MemoryRegion iomem;
    Clock *clk;
    AddressSpace dma_as;
    TegraGR3DQueue queue;
    VMChangeStateEntry *vmstate_entry;
};

#endif /* HW_GPU_TEGRA_GR3D_H */
