/*
 * NVIDIA Tegra20 GR3D, the 3D engine
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: the register aperture, 0x40000 bytes; register
 *    (method) offset r is at byte 4 * r
 *  + inputs and fault properties of an engine: hw/gpu/tegra_engine.h; "reset"
 *    is CAR number 24, "power" PMC partition 1, and off loses all state
 *  + link property "host1x": the host1x it is a client of (class 0x60)
 *  + link property "dma": the MemoryRegion it renders into and reads from
 *  + property "threads": that render, 1 to 64, beside those of the CPUs (by
 *    default one for each of the host's processors); 0: slices in the main
 *    loop, which icount and record/replay force
 *  + property "exec": how they do it, see gr3d_exec_find(); "auto": the best
 *    for the host's processor.  When the device is realized, it says what that
 *    is.
 *  + read-only text properties "registers", "programs", "stream", "counters",
 *    "cost", "queue": its state, also shown by "info gr3d" of the monitor
 *
 * There is no interrupt: completion is a sync point increment.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_GR3D_H
#define HW_GPU_TEGRA_GR3D_H

#include "hw/core/sysbus.h"
#include "hw/gpu/gr3d/gr3d.h"
#include "hw/gpu/tegra_engine.h"
#include "hw/gpu/tegra_gr3d_job.h"
#include "hw/gpu/tegra_host1x.h"
#include "qemu/notify.h"
#include "qemu/queue.h"
#include "qom/object.h"

#define TYPE_TEGRA_GR3D "tegra-gr3d"
OBJECT_DECLARE_SIMPLE_TYPE(TegraGR3DState, TEGRA_GR3D)

/* A full queue stalls the channel: bounds what a guest can make us hold. */
#define TEGRA_GR3D_QUEUE_MAX    256

/* One place of the queue */
typedef enum TegraGR3DEntryKind {
    TEGRA_GR3D_INCR,
    TEGRA_GR3D_WAITING,         /* a draw that has not started: @regs */
    TEGRA_GR3D_RUNNING,         /* one that has, or that is given: @job */
    TEGRA_GR3D_RENDERED,        /* one that may not end yet: no more to do */
    TEGRA_GR3D_NUM_KINDS,
} TegraGR3DEntryKind;

typedef struct TegraGR3DEntry {
    QTAILQ_ENTRY(TegraGR3DEntry) next;
    uint8_t kind;
    uint8_t syncpt;
    uint8_t cond;
    bool awaited;               /* an increment that somebody waits for */
    uint64_t number;            /* of the draw */
    TegraGR3DJob *job;
    Gr3dRegs regs;              /* frozen by the trigger */
} TegraGR3DEntry;

struct TegraGR3DWorker;

/*
 * The queue of draws and of the sync point increments behind them
 * (tegra_gr3d_queue.c).  All functions are called with the BQL held.
 */
typedef struct TegraGR3DQueue {
    /* set before tegra_gr3d_queue_start() */
    AddressSpace *as;
    TegraEngine *engine;
    const Gr3dExec *exec;       /* as for gr3d_draw_set_exec() */

    Gr3dCache *cache;           /* of all draws */
    QTAILQ_HEAD(, TegraGR3DEntry) entries;
    unsigned int num_entries;
    unsigned int num[TEGRA_GR3D_NUM_KINDS]; /* ... of each kind */
    uint16_t incrs[UINT8_MAX + 1];          /* ... of each sync point */
    bool advancing;
    uint64_t left;              /* units of work, of a turn without a worker */
    int64_t end;                /* get_clock(), of one with a worker */
    TegraGR3DCounters counters;
    uint64_t said;              /* events that the log has had since a reset */
    unsigned int uncaptured;    /* draws before those of a capture; not state */
    QEMUBH *bh;
    struct TegraGR3DWorker *worker; /* NULL: the bottom half renders */
} TegraGR3DQueue;

/* Start with @threads that render; 0: the main loop does, in slices. */
void tegra_gr3d_queue_start(TegraGR3DQueue *q, DeviceState *dev,
                            unsigned int threads);
void tegra_gr3d_queue_stop(TegraGR3DQueue *q);
bool tegra_gr3d_queue_full(TegraGR3DQueue *q);
bool tegra_gr3d_queue_empty(TegraGR3DQueue *q);
void tegra_gr3d_queue_draw(TegraGR3DQueue *q, const Gr3dRegs *regs,
                           uint64_t number);
/* Increment behind everything queued so far; at once if nothing is. */
void tegra_gr3d_queue_incr(TegraGR3DQueue *q, uint8_t syncpt,
                           TegraEngineCond cond);
/* Make what has been done visible: somebody is about to look. */
void tegra_gr3d_queue_catch_up(TegraGR3DQueue *q);
/* Does a draw use memory, or is it about to? */
bool tegra_gr3d_queue_dma_active(TegraGR3DQueue *q);
/* Take back what may not start any more. */
void tegra_gr3d_queue_update(TegraGR3DQueue *q);
/* Pause or go on with the machine: what runs keeps its place. */
void tegra_gr3d_queue_pause(TegraGR3DQueue *q, bool pause);
/*
 * Wait until what has begun is rendered: the machine is stopped, and about to
 * be saved.  False: draw *@number takes too long, and is paused again.
 */
bool tegra_gr3d_queue_save(TegraGR3DQueue *q, uint64_t *number);
/* End running and queued draws; the increments remain. */
void tegra_gr3d_queue_end_draws(TegraGR3DQueue *q);
/* Make all increments now that may be made, when there are no draws. */
void tegra_gr3d_queue_flush(TegraGR3DQueue *q);
/* End all draws and forget the increments. */
void tegra_gr3d_queue_clear(TegraGR3DQueue *q);

extern const VMStateDescription vmstate_tegra_gr3d_queue;
extern const VMStateDescription vmstate_tegra_gr3d_regs;

/* tegra_gr3d_wake.c */
/* Look at @entry, which was queued last. */
void tegra_gr3d_wake_queued(TegraGR3DQueue *q, TegraGR3DEntry *entry);
/* Tell @draw's job what is behind it: it is about to be given. */
void tegra_gr3d_wake_started(TegraGR3DEntry *draw);
/* Look again at which increments somebody waits for. */
void tegra_gr3d_wake_watch(TegraGR3DQueue *q);
/* Come again after a turn, which was too short if @over. */
void tegra_gr3d_wake_turn(TegraGR3DQueue *q, bool over);
/* Tell those who wait for room in the queue, or for the end of DMA. */
void tegra_gr3d_wake_channel(TegraGR3DQueue *q);

/* tegra_gr3d_capture.c: what a capture of host1x gets, if there is one */
void tegra_gr3d_capture_state(TegraHost1xClient *client);
/* A draw begins; its memory is as it finds it. */
void tegra_gr3d_capture_start(TegraGR3DQueue *q, TegraGR3DJob *job);
/* It is over; it has no @job if it has not begun. */
void tegra_gr3d_capture_end(TegraGR3DQueue *q, uint64_t number,
                            TegraGR3DJob *job, bool cancelled);
void tegra_gr3d_capture_reset(TegraGR3DState *s);
void tegra_gr3d_capture_read(TegraGR3DState *s, uint32_t offset);

/* tegra_gr3d_save.c */
void tegra_gr3d_save_realize(TegraGR3DState *s);
void tegra_gr3d_save_unrealize(TegraGR3DState *s);
int tegra_gr3d_pre_save(void *opaque);

/* tegra_gr3d_dump.c */
void tegra_gr3d_dump_class_init(ObjectClass *klass);

struct TegraGR3DState {
    SysBusDevice parent_obj;

    TegraHost1xState *host1x;
    MemoryRegion *dma_mr;
    uint32_t threads;
    char *exec;

    Gr3dRegs regs;
    uint64_t num_draws;
    TegraEngine engine;
    TegraGR3DQueue queue;
    NotifierWithReturn save_notifier;
    bool unsavable;             /* a draw was too long for what saves now */

    MemoryRegion iomem;
    AddressSpace dma_as;
};

#endif /* HW_GPU_TEGRA_GR3D_H */
