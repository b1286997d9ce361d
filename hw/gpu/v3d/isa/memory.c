/*
 * VideoCore IV 3D engine: the guest's memory, with bounds
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stddef.h>
#include "hw/gpu/lib/le.h"
#include "memory.h"

/* Others may be writing there now. */
static bool hits_guard(V3dGuard *guard, uint64_t offset, uint32_t size)
{
    for (unsigned i = 0; i < guard->num; i++) {
        if (v3d_guard_overlaps(guard, i, offset, offset + size)) {
            guard->hit = true;
            return true;
        }
    }
    return false;
}

static uint8_t *peek(const V3dMemory *mem, uint32_t addr, uint32_t size)
{
    uint64_t offset = addr & V3D_ADDR_MASK;

    if (mem->guard && hits_guard(mem->guard, offset, size)) {
        return NULL;
    }
    return offset + size > mem->size ? NULL : mem->data + offset;
}

const uint8_t *v3d_memory_peek(const V3dMemory *mem, uint32_t addr,
                               uint32_t size)
{
    return peek(mem, addr, size);
}

static uint8_t *find(V3dMemory *mem, uint32_t addr, uint32_t size,
                     V3dEventId outside)
{
    uint8_t *data = peek(mem, addr, size);

    if (!data) {
        v3d_event(mem->events, outside, addr);
    }
    return data;
}

const uint8_t *v3d_memory_read_checked(V3dMemory *mem, uint32_t addr,
                                       uint32_t size)
{
    return find(mem, addr, size, V3D_EV_READ_RANGE);
}

uint8_t *v3d_memory_write(V3dMemory *mem, uint32_t addr, uint32_t size)
{
    uint8_t *data;

    if (mem->guard) {
        mem->guard->hit = true;
        return NULL;
    }
    data = find(mem, addr, size, V3D_EV_WRITE_RANGE);
    if (data && size) {
        uint32_t first = (addr & V3D_ADDR_MASK) / V3D_MEMORY_PAGE;
        uint32_t last = ((addr & V3D_ADDR_MASK) + size - 1) / V3D_MEMORY_PAGE;

        for (uint32_t page = first; page <= last; page++) {
            mem->touched[page / 64] |= 1ull << page % 64;
        }
    }
    return data;
}

void v3d_store_32(V3dMemory *mem, uint32_t addr, uint32_t value)
{
    uint8_t *data = v3d_memory_write(mem, addr, 4);

    if (data) {
        gpu_store_le_4(data, value);
    }
}

static bool is_touched(const V3dMemory *mem, uint32_t page)
{
    return mem->touched[page / 64] >> page % 64 & 1;
}

/* The first page from @page on that is touched, or is not */
static uint32_t next_page(const V3dMemory *mem, uint32_t page, bool touched)
{
    uint64_t same = touched ? 0 : UINT64_MAX;

    while (page < V3D_MEMORY_PAGES && is_touched(mem, page) != touched) {
        page += page % 64 == 0 && mem->touched[page / 64] == same ? 64 : 1;
    }
    return page;
}

static void clear_touched(V3dMemory *mem, uint32_t start, uint32_t end)
{
    for (uint32_t page = start; page < end; page++) {
        mem->touched[page / 64] &= ~(1ull << page % 64);
    }
}

void v3d_memory_take_touched(V3dMemory *mem,
                             void (*fn)(void *opaque, uint64_t offset,
                                        uint64_t size), void *opaque)
{
    uint32_t start = next_page(mem, 0, true);

    while (start < V3D_MEMORY_PAGES) {
        uint32_t end = next_page(mem, start, false);
        uint64_t from = (uint64_t)start * V3D_MEMORY_PAGE;
        uint64_t to = (uint64_t)end * V3D_MEMORY_PAGE;

        fn(opaque, from, (to < mem->size ? to : mem->size) - from);
        clear_touched(mem, start, end);
        start = next_page(mem, end, true);
    }
}
