/*
 * NVIDIA Tegra20 host1x: channels, sync points and the command processor
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: the host1x aperture, 0x24000 bytes: channel windows
 *    with the sync registers at +0x3000 of each window
 *  + sysbus MMIO region 1: the registers of module 0, the host class, 0x40000
 *    bytes; method offset r is at byte 4 * r
 *  + sysbus IRQ 0: sync point threshold, CPU0 (GIC SPI 65)
 *  + sysbus IRQ 1: sync point threshold, COP (GIC SPI 64)
 *  + sysbus IRQ 2: general interrupt, CPU0 (GIC SPI 67)
 *  + sysbus IRQ 3: general interrupt, COP (GIC SPI 66)
 *  + named GPIO input "reset": 1 holds the block in reset (CAR number 28)
 *  + named GPIO input "dma-block": 1 keeps the command DMA from memory
 *  + named GPIO input "module-irq", 16 lines: interrupts of the modules, by
 *    module number, for INTSTATUS
 *  + clock input "clk": module clock, for DELAY_USEC and the tick counter
 *  + link property "dma": the MemoryRegion push buffers are fetched from
 *  + QOM properties "channels", "syncpts", "interrupts": the state as text
 *  + QOM properties "lost-interrupt", "stuck-syncpts": faults, settable while
 *    the machine runs
 *  + QOM properties "capture", "capture-frames", "capture-jobs",
 *    "capture-state": see hw/gpu/tegra_host1x_capture.h
 *  + engines register themselves, see hw/gpu/tegra_host1x_client.h
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_HOST1X_H
#define HW_GPU_TEGRA_HOST1X_H

#include "system/memory.h"
#include "hw/core/sysbus.h"
#include "hw/gpu/tegra_host1x_client.h"
#include "hw/gpu/tegra_host1x_cmdproc.h"
#include "hw/gpu/tegra_host1x_regs.h"
#include "qemu/timer.h"
#include "qom/object.h"
#include "system/runstate.h"

#define TYPE_TEGRA_HOST1X "tegra-host1x"
OBJECT_DECLARE_SIMPLE_TYPE(TegraHost1xState, TEGRA_HOST1X)

typedef struct TegraHost1xCapture TegraHost1xCapture;

/* Words of a gather read from memory at once */
#define TEGRA_HOST1X_MAX_FETCH  1024

/* Why a channel takes no further word */
typedef enum TegraHost1xParkKind {
    TEGRA_HOST1X_PARK_NONE,
    TEGRA_HOST1X_PARK_SYNCPT,   /* sync point @index reaches @threshold */
    TEGRA_HOST1X_PARK_MLOCK,    /* module lock @index is free */
    TEGRA_HOST1X_PARK_DELAY,    /* the delay timer has run out */
    TEGRA_HOST1X_PARK_CLIENT,   /* module @index can take the word */
    TEGRA_HOST1X_PARK_OUTPUT,   /* room in the output FIFO */
    TEGRA_HOST1X_PARK__MAX,
} TegraHost1xParkKind;

typedef struct TegraHost1xChannel {
    TegraHost1xState *host;
    uint8_t index;
    bool fetch_fault;       /* the last fetch failed and was logged */
    MemoryRegion iomem;

    uint32_t regs[TEGRA_HOST1X_CHANNEL_REGS];
    TegraHost1xCmdproc cmdproc;

    uint8_t park;           /* TegraHost1xParkKind */
    uint8_t park_index;
    uint16_t park_threshold;
    QEMUTimer delay;
    QEMUTimer busy;         /* IP_BUSY_TIMEOUT of a refused word */
    bool busy_over;         /* it has run out: drop the word */

    /* Indirect access through the methods of the host class */
    uint32_t ind_ctrl;      /* as INDCTRL */
    uint32_t ind_addr;      /* as INDOFF2 */

    uint32_t out[TEGRA_HOST1X_OUT_FIFO];
    uint8_t out_head;
    uint8_t out_count;

    uint64_t ticks;         /* tick counter at tick_since */
    int64_t tick_since;     /* virtual clock, ns */
} TegraHost1xChannel;

struct TegraHost1xState {
    SysBusDevice parent_obj;

    MemoryRegion *dma_mr;

    uint32_t sync[TEGRA_HOST1X_SYNC_REGS];
    TegraHost1xChannel channel[TEGRA_HOST1X_NUM_CHANNELS];
    TegraHost1xChannel prot;    /* the ninth window: registers alone */
    uint32_t module_irq;        /* levels of the modules' interrupts */
    uint8_t module_owner[TEGRA_HOST1X_NUM_MODULES]; /* channel + 1 */
    uint16_t module_class[TEGRA_HOST1X_NUM_MODULES];
    bool in_reset;
    bool dma_blocked;       /* level of the "dma-block" input */

    /* Put in by the host; no reset clears the first two. */
    struct {
        uint64_t lost_interrupt;
        uint32_t stuck_syncpts;
        uint32_t lost_ids;  /* whose last latching was lost */
    } fault;

    MemoryRegion iomem;
    MemoryRegion class_iomem;
    MemoryRegion sync_iomem;
    MemoryRegion sync_alias[TEGRA_HOST1X_NUM_CHANNELS];
    AddressSpace dma_as;
    qemu_irq irq[4];
    bool irq_level[4];      /* what was traced last, not state */
    Clock *clk;
    QEMUBH *bh;
    QEMUTimer round;            /* calls it, in record and replay */
    bool stopped;               /* and nothing loaded since */
    bool half_loaded;           /* a load has not come to its end: no state */
    uint32_t fetched[TEGRA_HOST1X_MAX_FETCH];   /* in one run, not state */

    /* tegra_host1x_capture.c; not state */
    TegraHost1xCapture *capture;                /* NULL: none runs */
    TegraHost1xCapture *next_capture;           /* waits for its begin */
    uint32_t capture_frames, capture_jobs;
    char *capture_ended;                        /* how the last one did */

    VMChangeStateEntry *vm_change;

    struct {
        TegraHost1xClient *client;
        TegraHost1xClientClass *class;
        const TegraHost1xClientInfo *info;
    } modules[TEGRA_HOST1X_NUM_MODULES];
    uint8_t class_module[TEGRA_HOST1X_NUM_CLASSES]; /* 0: no client */
};

/*
 * Announce an engine.  To be called once from the engine's realize; @info must
 * outlive the machine.
 */
void tegra_host1x_register_client(TegraHost1xState *s,
                                  TegraHost1xClient *client,
                                  const TegraHost1xClientInfo *info);

/*
 * Increment sync point @id by one: re-evaluates thresholds and wakes parked
 * channels.  An id outside 0..31 is logged and ignored.
 */
void tegra_host1x_syncpt_incr(TegraHost1xState *s, unsigned int id);

/*
 * Count the increments of sync point @id until an interrupt or a channel
 * notices; UINT_MAX: nobody waits.
 */
unsigned int tegra_host1x_syncpt_left(TegraHost1xState *s, unsigned int id);

/* Offer @client words again, which it can take after METHOD_STALL. */
void tegra_host1x_client_ready(TegraHost1xState *s, TegraHost1xClient *client);

/*
 * Does the machine, which starts or stops, go on after a stop, which is in
 * *@stopped?  Then it must not look at everything again.
 */
bool tegra_host1x_goes_on(bool *stopped, bool running);

/*
 * Call @bh soon, as there is work, or more of it; in record and replay by
 * @turn, a timer of the same device that is saved with it.
 */
void tegra_host1x_schedule(QEMUTimer *turn, QEMUBH *bh);
void tegra_host1x_init_turn(QEMUTimer *turn, QEMUBH *bh);

#endif /* HW_GPU_TEGRA_HOST1X_H */
