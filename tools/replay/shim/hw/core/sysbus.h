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
    int unused;
} MemoryRegion;

typedef struct QEMUBH QEMUBH;
typedef void *qemu_irq;

#endif /* FUZZ_HW_SYSBUS_H */
