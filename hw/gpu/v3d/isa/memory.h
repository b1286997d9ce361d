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

/* Are others writing to some of these bytes now? */
bool v3d_guard_hits(V3dGuard *guard, uint64_t first, uint64_t end);

typedef struct V3dMemory {
    uint8_t *data;
    uint64_t size;
    GpuEvents *events;
    V3dGuard *guard;            /* NULL: none; else nothing is written */
    uint64_t touched[V3D_MEMORY_PAGES / 64];    /* one bit per page */
} V3dMemory;

/* As v3d_memory_read() without an event */
static inline const uint8_t *v3d_memory_peek(const V3dMemory *mem,
                                             uint32_t addr, uint32_t size)
{
    uint64_t offset = addr & V3D_ADDR_MASK, end = offset + size;

    return (mem->guard && v3d_guard_hits(mem->guard, offset, end)) ||
           end > mem->size ? NULL : mem->data + offset;
}

/*
 * Where @size bytes at @addr are; NULL, and an event, if not all of them are
 * in memory, or one is guarded.  v3d_memory_write() marks them as written, and
 * gives NULL while there is a guard.
 */
static inline const uint8_t *v3d_memory_read(V3dMemory *mem, uint32_t addr,
                                             uint32_t size)
{
    const uint8_t *data = v3d_memory_peek(mem, addr, size);

    if (!data) {
        v3d_event(mem->events, V3D_EV_READ_RANGE, addr);
    }
    return data;
}

/* Bytes of several pages, none, or where v3d_memory_write() gives NULL */
uint8_t *v3d_memory_write_any(V3dMemory *mem, uint32_t addr, uint32_t size);

static inline uint8_t *v3d_memory_write(V3dMemory *mem, uint32_t addr,
                                        uint32_t size)
{
    uint64_t offset = addr & V3D_ADDR_MASK;
    uint32_t page = offset / V3D_MEMORY_PAGE;

    if (mem->guard || offset + size > mem->size ||
        offset % V3D_MEMORY_PAGE + size - 1 >= V3D_MEMORY_PAGE) {
        return v3d_memory_write_any(mem, addr, size);
    }
    mem->touched[page / 64] |= 1ull << page % 64;
    return mem->data + offset;
}

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
