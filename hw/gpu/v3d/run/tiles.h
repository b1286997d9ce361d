/*
 * VideoCore IV 3D engine: tiles that are rendered side by side
 *
 * What lies in a rendering list between two tiles, where all of the tile buffer
 * is clear, depends on the list alone.  So the list is read ahead from there,
 * and its next tiles are a round: engines of their own draw them, on the
 * executor's threads.  A tile is stored as soon as it and all before it are
 * drawn: none of these has read what another tile of the round stores.  One
 * that has is not drawn: the round ends there, and what follows is rendered one
 * tile after the other.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_TILES_H
#define V3D_TILES_H

#include "hw/gpu/lib/threads.h"
#include "hw/gpu/v3d/pipe/core.h"
#include "hw/gpu/v3d/pipe/tlb.h"

#define V3D_ROUND_TILES     64

/* How the list stands between two tiles */
typedef struct V3dTilePlace {
    V3dClState cl;
    V3dItem item[V3D_NUM_ITEMS];
    uint32_t column, row;
} V3dTilePlace;

typedef struct V3dTile {
    uint32_t store;             /* address of the first store's record */
    uint32_t column, row;
    bool frame_ends;

    /* Of who renders it */
    uint64_t work;
    uint64_t counter[V3D_NUM_COUNTERS];
    GpuEvents events;
    V3dTileState *buffer;       /* while it waits to be stored */
    bool drawn;                 /* atomic: all but the stores */
} V3dTile;

/* Of a thread of the executor */
typedef struct V3dTileWorker {
    V3d *v3d;
    bool stale;                 /* its caches are old */
    unsigned num_waiting;
    uint32_t waiting[V3D_ROUND_TILES];      /* tiles to be stored */
    unsigned num_spare;
    V3dTileState *spare[V3D_ROUND_TILES];
} V3dTileWorker;

typedef struct V3dTiles {
    const GpuExecutor *executor;
    V3dTileWorker *worker;      /* one for each of its threads */

    /* The round */
    unsigned num;
    V3dTilePlace place[V3D_ROUND_TILES + 1];    /* before each, at the end */
    V3dTile tile[V3D_ROUND_TILES];
    V3dGuard stored;
    V3dTileImage image[V3D_MAX_GUARDED];        /* that is stored there */
    GpuTasks tasks;
    uint64_t budget;            /* units of work that may begin */
    uint32_t num_drawn;         /* atomic: the first tiles */
    bool depend;                /* atomic: a tile on what another stores */
    V3d *v3d;
} V3dTiles;

V3dTiles *v3d_tiles_new(const GpuExecutor *executor);
/* NULL: none */
void v3d_tiles_free(V3dTiles *tiles);
/* As v3d_forget(), for the threads' engines */
void v3d_tiles_forget(V3dTiles *tiles);

/* Find the round that begins where the rendering list is, maybe of 0 tiles. */
void v3d_tiles_find(V3dTiles *tiles, V3d *v3d);
/* Render a round.  False: the list is where it was. */
bool v3d_tiles_run(V3d *v3d);

#endif /* V3D_TILES_H */
