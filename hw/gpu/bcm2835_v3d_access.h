/*
 * VideoCore IV 3D (V3D): the registers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_BCM2835_V3D_ACCESS_H
#define HW_GPU_BCM2835_V3D_ACCESS_H

#include "hw/gpu/bcm2835_v3d.h"
#include "bcm2835_v3d_run.h"

extern const MemoryRegionOps bcm2835_v3d_ops;

/* Return a register's name, "?" if it has none; @offset is in the window. */
const char *bcm2835_v3d_reg_name(uint64_t offset);
/* Return what a thread's registers show. */
V3dClRegs bcm2835_v3d_cl_regs(BCM2835V3DState *s, unsigned int n);
/* Bring the counters that count up to date. */
void bcm2835_v3d_count(BCM2835V3DState *s);

/* Note what the binner lacks, which is a level.  [bcm2835_v3d.c] */
void bcm2835_v3d_update_pool(BCM2835V3DState *s, V3d *engine);
void bcm2835_v3d_update_irq(BCM2835V3DState *s);

/*
 * Keep as text how what runs stands, because @why will end it.
 * [bcm2835_v3d_dump.c]
 */
void bcm2835_v3d_keep_hang(BCM2835V3DState *s, const V3d *engine,
                           const char *why);
void bcm2835_v3d_dump_class_init(ObjectClass *klass);

#endif /* HW_GPU_BCM2835_V3D_ACCESS_H */
