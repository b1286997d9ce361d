/*
 * VideoCore IV 3D (V3D)
 *
 * The device around the engine in hw/gpu/v3d.  The programming model and its
 * sources are in docs/specs/videocore-iv-v3d.rst.
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: registers, 0x1000 bytes
 *  + sysbus IRQ 0: interrupt
 *  + named GPIO input "power": 0 holds the block in reset, its power is off
 *  + link property "ram": the memory that bus addresses refer to
 *  + property "threads": 0 renders in the main loop, 1 in a thread of its own,
 *    more in others beside it; as many as the host has processors
 *  + property "exec": how programs are executed, see v3d_exec_find(); "auto":
 *    the best
 *  + properties "state", "counters", "lists", "programs", "hang": text, also
 *    shown by "info v3d" of the monitor
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_BCM2835_V3D_H
#define HW_GPU_BCM2835_V3D_H

#include "qemu/thread.h"
#include "hw/core/sysbus.h"
#include "qom/object.h"
#include "hw/gpu/bcm2835_v3d_regs.h"

#define TYPE_BCM2835_V3D "bcm2835-v3d"
OBJECT_DECLARE_SIMPLE_TYPE(BCM2835V3DState, BCM2835_V3D)

#define BCM2835_V3D_THREADS     2       /* of control lists */
#define BCM2835_V3D_STATE_WORDS 45056   /* of the engine */

typedef struct BCM2835V3DRunner BCM2835V3DRunner;

struct BCM2835V3DState {
    SysBusDevice parent_obj;

    MemoryRegion *ram;
    uint8_t threads;
    char *exec;

    /* Registers that only store what is written, and those that follow */
    uint32_t regs[BCM2835_V3D_MMIO_SIZE / 4];
    uint32_t intctl, intena;
    /* CTnCA that was written since the thread ran, and whether it was */
    uint32_t next_ca[BCM2835_V3D_THREADS];
    bool has_next[BCM2835_V3D_THREADS];
    uint8_t flushes, frames;            /* BFC and RFC */
    uint8_t user_requests, user_completed;
    bool user_error;
    uint32_t dbqitc;
    /* What the source of counter n had counted when it was last read */
    uint32_t counter_base[BCM2835_V3D_NUM_COUNTERS];
    bool powered;
    uint32_t engine[BCM2835_V3D_STATE_WORDS];   /* as it is saved */
    bool vm_running;

    MemoryRegion iomem;
    AddressSpace ram_as;
    qemu_irq irq;
    BCM2835V3DRunner *runner;
    VMChangeStateEntry *vm_change;
    GString *hang;                      /* text, or NULL */
};

#endif /* HW_GPU_BCM2835_V3D_H */
