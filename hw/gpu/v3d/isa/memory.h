/*
 * VideoCore IV 3D engine: the guest's memory, with bounds
 *
 * Addresses are bus addresses: bits 31:30 select caching only, the others are
 * the offset in RAM.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_MEMORY_H
#define V3D_MEMORY_H

#include <stdbool.h>
#include <stdint.h>
#include "events.h"
#include "hw/gpu/lib/le.h"

#define V3D_ADDR_MASK       0x3fffffffu
#define V3D_MEMORY_PAGE     4096
#define V3D_MEMORY_PAGES    ((V3D_ADDR_MASK + 1) / V3D_MEMORY_PAGE)

/* Memory that others are going to write: no access may depend on it. */
#define V3D_MAX_GUARDED     8

typedef struct V3dGuard {
    unsigned num;
    uint64_t first[V3D_MAX_GUARDED], end[V3D_MAX_GUARDED];
    bool hit;                   /* by an access, or there was a write */
} V3dGuard;

static inline bool v3d_guard_overlaps(const V3dGuard *guard, unsigned i,
                                      uint64_t first, uint64_t end)
{
    return first < guard->end[i] && end > guard->first[i];
}

typedef struct V3dMemory {
    uint8_t *data;
    uint64_t size;
    GpuEvents *events;
    V3dGuard *guard;            /* NULL: none; else nothing is written */
    uint64_t touched[V3D_MEMORY_PAGES / 64];    /* one bit per page */
} V3dMemory;

/*
 * Where @size bytes at @addr are; NULL, and an event, if not all of them are
 * in memory, or one is guarded.  v3d_memory_write() marks them as written, and
 * gives NULL while there is a guard.
 */
const uint8_t *v3d_memory_read_checked(V3dMemory *mem, uint32_t addr,
                                       uint32_t size);

static inline const uint8_t *v3d_memory_read(V3dMemory *mem, uint32_t addr,
                                             uint32_t size)
{
    uint64_t offset = addr & V3D_ADDR_MASK;

    return !mem->guard && offset + size <= mem->size ? mem->data + offset :
           v3d_memory_read_checked(mem, addr, size);
}

/* As v3d_memory_read() without an event */
const uint8_t *v3d_memory_peek(const V3dMemory *mem, uint32_t addr,
                               uint32_t size);
uint8_t *v3d_memory_write(V3dMemory *mem, uint32_t addr, uint32_t size);

/* 0 outside memory */
static inline uint32_t v3d_load_32(V3dMemory *mem, uint32_t addr)
{
    const uint8_t *data = v3d_memory_read(mem, addr, 4);

    return data ? gpu_load_le_4(data) : 0;
}

static inline uint32_t v3d_load_16(V3dMemory *mem, uint32_t addr)
{
    const uint8_t *data = v3d_memory_read(mem, addr, 2);

    return data ? gpu_load_le(data, 2) : 0;
}

static inline uint32_t v3d_load_8(V3dMemory *mem, uint32_t addr)
{
    const uint8_t *data = v3d_memory_read(mem, addr, 1);

    return data ? *data : 0;
}

void v3d_store_32(V3dMemory *mem, uint32_t addr, uint32_t value);

/* Calls @fn for each range of pages that was written, and forgets them. */
void v3d_memory_take_touched(V3dMemory *mem,
                             void (*fn)(void *opaque, uint64_t offset,
                                        uint64_t size), void *opaque);

#endif /* V3D_MEMORY_H */
