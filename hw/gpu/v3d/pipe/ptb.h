/*
 * VideoCore IV 3D engine: primitive tile binner (PTB), the lists it writes
 *
 * The list of tile n starts at the allocation address + n initial blocks.  A
 * block ends with a branch to the next one, which comes from the pool.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_PTB_H
#define V3D_PTB_H

#include "clip.h"
#include "core.h"
#include "state.h"

/* Bytes of a tile's state */
#define V3D_TILE_STATE  48

/* Start Tile Binning */
void v3d_ptb_start(V3dBinState *bin, V3dCore *core);

/* A primitive of a tile list */
typedef struct V3dPtbPrim {
    unsigned type;
    uint32_t index[3];
    uint32_t clipped;           /* address of its clipped vertices; 0: none */
} V3dPtbPrim;

/*
 * Each is false if it needs memory that the pool does not have; it goes on
 * from there when it is called again.
 */
bool v3d_ptb_add(V3dBinState *bin, V3dCore *core, const V3dItem *item,
                 uint32_t tile, const V3dPtbPrim *prim);
/* The address goes to *@address. */
bool v3d_ptb_clipped(V3dBinState *bin, V3dCore *core,
                     const V3dClippedVertex vertex[3], uint32_t *address);
/* End the list of a tile.  @all: write its state before. */
bool v3d_ptb_end(V3dBinState *bin, V3dCore *core, const V3dItem *item,
                 uint32_t tile, bool all);

/* Clipped vertices in memory, three one after the other */
#define V3D_CLIPPED_BYTES   32

void v3d_ptb_read_clipped(V3dClippedVertex *vertex, V3dMemory *mem,
                          uint32_t address);

#endif /* V3D_PTB_H */
