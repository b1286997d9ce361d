/*
 * Tegra20 GR3D engine: memory for primitives
 *
 * Blocks are taken by any thread and belong to all of them; what is in them
 * ends with the batch.  The next one gets the same blocks in the same order.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_BLOCKS_H
#define GR3D_BLOCKS_H

#include <stddef.h>
#include <stdint.h>

#define GR3D_BLOCK_BYTES    (256u << 10)
#define GR3D_MAX_BLOCKS     1024u

typedef struct Gr3dBlocks {
    uint32_t num;               /* that are taken; atomic */
    char *block[GR3D_MAX_BLOCKS];   /* NULL: not allocated yet */
} Gr3dBlocks;

/* Where one thread writes; with nothing in it, all zero */
typedef struct Gr3dRoom {
    Gr3dBlocks *blocks;
    char *at;
    size_t left;
} Gr3dRoom;

void gr3d_blocks_free(Gr3dBlocks *blocks);

static inline uint32_t gr3d_blocks_taken(const Gr3dBlocks *blocks)
{
    return __atomic_load_n(&blocks->num, __ATOMIC_RELAXED);
}

void gr3d_room_next(Gr3dRoom *room);

/* At least @bytes, at most a block, are from room->at on.  Never NULL */
static inline void *gr3d_room_reserve(Gr3dRoom *room, size_t bytes)
{
    if (room->left < bytes) {
        gr3d_room_next(room);
    }
    return room->at;
}

/* So many of them stay what they are. */
static inline void gr3d_room_keep(Gr3dRoom *room, size_t bytes)
{
    room->at += bytes;
    room->left -= bytes;
}

#endif /* GR3D_BLOCKS_H */
