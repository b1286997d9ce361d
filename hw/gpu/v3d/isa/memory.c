/*
 * VideoCore IV 3D engine: the guest's memory, with bounds
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stddef.h>
#include "hw/gpu/lib/le.h"
#include "memory.h"

bool v3d_guard_hits(V3dGuard *guard, uint64_t first, uint64_t end)
{
    for (unsigned i = 0; i < guard->num; i++) {
        if (v3d_guard_overlaps(guard, i, first, end)) {
            guard->hit = true;
            return true;
        }
    }
    return false;
}

uint8_t *v3d_memory_write_any(V3dMemory *mem, uint32_t addr, uint32_t size)
{
    uint8_t *data;

    if (mem->guard) {
        mem->guard->hit = true;
        return NULL;
    }
    data = (uint8_t *)v3d_memory_peek(mem, addr, size);
    if (!data) {
        v3d_event(mem->events, V3D_EV_WRITE_RANGE, addr);
    } else if (size) {
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
