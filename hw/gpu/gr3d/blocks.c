/*
 * Tegra20 GR3D engine: memory for primitives
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "blocks.h"

void gr3d_blocks_free(Gr3dBlocks *blocks)
{
    for (unsigned i = 0; i < GR3D_MAX_BLOCKS; i++) {
        g_free(blocks->block[i]);
    }
}

/* Who takes a number has its block for himself. */
void gr3d_room_next(Gr3dRoom *room)
{
    Gr3dBlocks *blocks = room->blocks;
    uint32_t n = __atomic_fetch_add(&blocks->num, 1, __ATOMIC_RELAXED);

    g_assert(n < GR3D_MAX_BLOCKS);  /* wave.h says why */
    if (!blocks->block[n]) {
        blocks->block[n] = g_malloc(GR3D_BLOCK_BYTES);
    }
    room->at = blocks->block[n];
    room->left = GR3D_BLOCK_BYTES;
}
