/*
 * The names of QEMU that the state of a device mentions
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef FUZZ_HW_SYSBUS_H
#define FUZZ_HW_SYSBUS_H

#include "system/dma.h"

#define OBJECT_DECLARE_SIMPLE_TYPE(type, name)  typedef struct type type;

typedef struct SysBusDevice {
    int unused;
} SysBusDevice;

typedef struct MemoryRegion {
    hwaddr size;
} MemoryRegion;

static inline hwaddr memory_region_size(const MemoryRegion *mr)
{
    return mr->size;
}

typedef struct QEMUTimer {
    int unused;
} QEMUTimer;

typedef struct Clock Clock;
typedef struct VMChangeStateEntry VMChangeStateEntry;
typedef struct QEMUBH QEMUBH;
typedef void *qemu_irq;

#endif /* FUZZ_HW_SYSBUS_H */
