/*
 * Engines: memory that many threads write records to
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "hw/gpu/lib/arena.h"

void gpu_arena_free(GpuArena *arena)
{
    for (unsigned i = 0; i < GPU_ARENA_SLABS; i++) {
        g_free(arena->slab[i]);
    }
}

/* Take another slab, which this thread has to itself by its number. */
void gpu_arena_next(GpuArenaCursor *cursor)
{
    GpuArena *arena = cursor->arena;
    uint32_t n = __atomic_fetch_add(&arena->num, 1, __ATOMIC_RELAXED);

    g_assert(n < GPU_ARENA_SLABS);
    if (!arena->slab[n]) {
        arena->slab[n] = g_malloc(GPU_ARENA_SLAB);
    }
    cursor->at = arena->slab[n];
    cursor->left = GPU_ARENA_SLAB;
}
