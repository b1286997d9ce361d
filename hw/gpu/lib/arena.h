/*
 * Engines: memory that many threads write records to
 *
 * A thread takes a slab at a time and fills it; all threads may read it.
 * gpu_arena_reset() forgets what is in the slabs and keeps their memory.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GPU_ARENA_H
#define GPU_ARENA_H

#include <stddef.h>
#include <stdint.h>

#define GPU_ARENA_SLAB      (256u << 10)
#define GPU_ARENA_SLABS     1024u

typedef struct GpuArena {
    uint32_t num;               /* slabs that are taken; atomic */
    char *slab[GPU_ARENA_SLABS];   /* NULL: not allocated yet */
} GpuArena;

/* What one thread writes to: @left bytes from @at on */
typedef struct GpuArenaCursor {
    GpuArena *arena;
    char *at;
    size_t left;
} GpuArenaCursor;

void gpu_arena_free(GpuArena *arena);

/* Forget what is in the slabs.  The cursors' @left is to be set to 0. */
static inline void gpu_arena_reset(GpuArena *arena)
{
    arena->num = 0;
}

static inline uint32_t gpu_arena_taken(const GpuArena *arena)
{
    return __atomic_load_n(&arena->num, __ATOMIC_RELAXED);
}

/* Take another slab.  The embedder sees to it that there is one. */
void gpu_arena_next(GpuArenaCursor *cursor);

/* Return cursor->at, with room for @bytes, at most a slab.  Never NULL */
static inline void *gpu_arena_reserve(GpuArenaCursor *cursor, size_t bytes)
{
    if (cursor->left < bytes) {
        gpu_arena_next(cursor);
    }
    return cursor->at;
}

/* Keep @bytes of what was reserved. */
static inline void gpu_arena_keep(GpuArenaCursor *cursor, size_t bytes)
{
    cursor->at += bytes;
    cursor->left -= bytes;
}

#endif /* GPU_ARENA_H */
