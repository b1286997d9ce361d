/*
 * NVIDIA Tegra20: what the engines behind host1x have in common
 *
 * An engine (GR2D, GR3D) embeds a TegraEngine.  It answers whether a register
 * access reaches the engine, whether an operation may start, and it makes the
 * conditional sync point increments, with the faults a tester asked for.
 *
 * It adds to the engine's QEMU interface:
 *  + clock input "clk": module clock; stopped, words of a channel wait
 *  + named GPIO input "reset": 1 holds the engine in reset
 *  + named GPIO input "power" (tegra_engine_init_power()): 1 while it is on
 *  + named GPIO input "dma-block": 1 keeps new operations from memory
 *  + named GPIO output "dma-active": 1 while an operation uses memory
 *  + property "lost-completion" (uint64): N > 0 swallows the Nth OP_DONE
 *    increment from now on; counts down to 0
 *  + property "wedged" (bool): nothing starts and nothing ends until the
 *    engine is reset or loses its power
 *  + property "delay-completion" (uint64): conditional increments come that
 *    many ns of virtual time later
 *
 * [tegra-gr3d.rst, Faults].  All functions are called with
 * the BQL held.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_ENGINE_H
#define HW_GPU_TEGRA_ENGINE_H

#include "hw/core/clock.h"
#include "hw/core/qdev.h"
#include "hw/gpu/tegra_host1x.h"
#include "qemu/timer.h"

/* Increments that can be late at a time; then the engine holds the rest. */
#define TEGRA_ENGINE_MAX_INCRS  256

/* Conditions of INCR_SYNCPT [tegra-gr3d.rst, Sync point increments] */
typedef enum TegraEngineCond {
    TEGRA_ENGINE_IMMEDIATE,
    TEGRA_ENGINE_OP_DONE,
    TEGRA_ENGINE_RD_DONE,
    TEGRA_ENGINE_REG_WR_SAFE,
    TEGRA_ENGINE_NUM_CONDS,
} TegraEngineCond;

/* What the engine tells its embedder; @dev is the embedding device. */
typedef struct TegraEngineOps {
    const char *name;                   /* for logs and traces, "gr3d" */
    const char *(*reg_name)(uint32_t offset);   /* NULL: unknown.  Optional. */
    /* Reset, or power is off: forget everything. */
    void (*clear)(DeviceState *dev);
    /*
     * Something that held work back may have changed, and the bottom half
     * comes.  Optional.
     */
    void (*update)(DeviceState *dev);
    /*
     * The machine stops: memory is final when this returns, soon whatever
     * runs, which keeps its place; or it goes on.  For an engine that works
     * while the main loop does something else.  Optional.
     */
    void (*pause)(DeviceState *dev, bool pause);
    /* A running operation has requests to memory.  Optional. */
    bool (*dma_active)(DeviceState *dev);
} TegraEngineOps;

typedef struct TegraEngineIncr {
    int64_t due;                        /* virtual clock, ns */
    uint8_t syncpt;
    uint8_t cond;
} TegraEngineIncr;

typedef struct TegraEngine {
    const TegraEngineOps *ops;
    DeviceState *dev;
    TegraHost1xState *host1x;           /* NULL until realized */
    VMChangeStateEntry *vm_change;
    qemu_irq dma_active;

    /* Inputs */
    Clock *clk;
    bool in_reset;
    bool powered;
    bool dma_blocked;

    /* Faults */
    uint64_t lost_completion;
    uint64_t delay;
    bool wedged;

    /* Increments whose condition is met but whose time has not come */
    TegraEngineIncr incr[TEGRA_ENGINE_MAX_INCRS];
    uint32_t first_incr;
    uint32_t num_incrs;
    QEMUTimer timer;

    QEMUBH *bh;                         /* of the embedder: does its work */
    QEMUTimer turn;                     /* calls it, in record and replay */
    bool stalled;                       /* a channel waits for us */
    bool stopped;                       /* and nothing loaded since */
    bool partial;                       /* a load has not come to its end */
} TegraEngine;

void tegra_engine_init(TegraEngine *e, DeviceState *dev,
                       const TegraEngineOps *ops);
/* Add the power input of a power partition; without, it always has power. */
void tegra_engine_init_power(TegraEngine *e);
/*
 * Register the device, a host1x client, with its host1x.  @bh is the
 * embedder's, and lives longer; tegra_engine_schedule() has it called.
 */
void tegra_engine_realize(TegraEngine *e, TegraHost1xState *host1x,
                          const TegraHost1xClientInfo *info, QEMUBH *bh);
void tegra_engine_unrealize(TegraEngine *e);
/* Reset, from the device's reset: ops->clear(), no increments, no wedge. */
void tegra_engine_reset(TegraEngine *e);

/*
 * Take a word of a channel.  METHOD_DONE: the engine cannot take it, it was
 * logged and is lost; METHOD_STALL: to be returned to host1x, see
 * tegra_engine_stall.  Only with *@taken set the engine is to execute it.
 */
TegraHost1xMethodResult tegra_engine_take_word(TegraEngine *e, bool *taken,
                                               uint32_t offset,
                                               uint32_t value);
/*
 * Take an access of a CPU or an indirect one, @access is "read" or "write".
 * False: it was logged, and a read gives 0.
 */
bool tegra_engine_take_access(TegraEngine *e, const char *access,
                              uint32_t offset, uint32_t value);
/* Do registers answer, so that no word is lost, logged or refused? */
bool tegra_engine_takes_words(TegraEngine *e);
/* Have the channel wait, until tegra_engine_ready() wakes it. */
TegraHost1xMethodResult tegra_engine_stall(TegraEngine *e);
void tegra_engine_ready(TegraEngine *e);

/* May an operation that runs go on and end, and an increment be made? */
bool tegra_engine_may_end(TegraEngine *e);
/* May a new operation start? */
bool tegra_engine_may_start(TegraEngine *e);

/*
 * Take a word for INCR_SYNCPT.  False: the condition is IMMEDIATE and all is
 * done.  True: to be handed to tegra_engine_incr() when the condition is met.
 */
bool tegra_engine_incr_word(TegraEngine *e, uint32_t value, uint8_t *syncpt,
                            TegraEngineCond *cond);
/* Can no increment be taken now?  The bottom half comes when one can. */
bool tegra_engine_incrs_full(TegraEngine *e);
/* Count, now or later, as the condition is met.  Not if full. */
void tegra_engine_incr(TegraEngine *e, uint8_t syncpt, TegraEngineCond cond);
/* Make increments handed over now, as a channel is torn down. */
void tegra_engine_flush(TegraEngine *e);

/* Call the bottom half soon, as there is work, or more of it. */
void tegra_engine_schedule(TegraEngine *e);

/* Look at ops->dma_active(), which may have changed. */
void tegra_engine_update_dma(TegraEngine *e);

/*
 * Return the length of RAM from @addr on, at most @size; 0 if there is none.
 * Ask before address_space_map(), which would answer with a bounce buffer.
 */
hwaddr tegra_engine_ram_length(AddressSpace *as, hwaddr addr, hwaddr size);
/*
 * Mark guest memory as written (tegra_engine_dirty.c): for the display, for
 * migration, and for CPUs that execute it.
 */
void tegra_engine_written(AddressSpace *as, hwaddr addr, hwaddr len);

/* Append inputs, faults and late increments as lines of text. */
void tegra_engine_dump(TegraEngine *e, GString *out);
const char *tegra_engine_cond_name(TegraEngineCond cond);

/*
 * For the embedder's VMState: the inputs as fields of its own, the rest as a
 * subsection that is sent if tegra_engine_needed().
 */
extern const VMStateDescription vmstate_tegra_engine;
bool tegra_engine_needed(TegraEngine *e);
/* Prepare, from the embedder's pre_load: no subsection means no faults. */
void tegra_engine_pre_load(TegraEngine *e);
/* Note, from its post_load, that all has been loaded and checked. */
void tegra_engine_loaded(TegraEngine *e);
/*
 * Reset what a load that failed in the middle has left: to be called before
 * something looks at it.
 */
void tegra_engine_drop_partial(TegraEngine *e);

#endif /* HW_GPU_TEGRA_ENGINE_H */
