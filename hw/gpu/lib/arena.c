/*
 * Engines: memory that many threads write records to
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "hw/gpu/lib/arena.h"

void gpu_arena_free(GpuArena *arena)
{
    for (unsigned i = 0; i < GPU_ARENA_BLOCKS; i++) {
        g_free(arena->block[i]);
    }
}

/* Who takes a number has its block for himself. */
void gpu_arena_next(GpuArenaCursor *cursor)
{
    GpuArena *arena = cursor->arena;
    uint32_t n = __atomic_fetch_add(&arena->num, 1, __ATOMIC_RELAXED);

    g_assert(n < GPU_ARENA_BLOCKS);
    if (!arena->block[n]) {
        arena->block[n] = g_malloc(GPU_ARENA_BLOCK);
    }
    cursor->at = arena->block[n];
    cursor->left = GPU_ARENA_BLOCK;
}
