/*
 * Tegra20 GR3D engine: what each thread has for itself
 *
 * Nothing here is cleared between draws, and memory that nothing is written to
 * costs nothing.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_TEAM_H
#define GR3D_TEAM_H

#include "blocks.h"
#include "exec.h"
#include "verts.h"

/* Draws whose tiles are drawn together */
#define GR3D_BATCH_DRAWS    32

/* Of a draw's tiles */
typedef struct Gr3dPortion {
    bool begun;                 /* the rest is valid */
    Gr3dTile tile;              /* what the thread has counted */
    Gr3dEvents ahead;           /* it has met in tiles behind those of ->tile */
    Gr3dStrip *strip;           /* once it is needed */
} Gr3dPortion;

typedef struct Gr3dWorker {
    Gr3dVerts *verts;           /* once they are needed */
    Gr3dRoom room;              /* for primitives */
    Gr3dEvents events;          /* of the tasks that run now */
    Gr3dPortion portion[GR3D_BATCH_DRAWS];
} Gr3dWorker;

/* More of the executor's threads than this have nothing to do. */
#define GR3D_MAX_THREADS    64

typedef struct Gr3dTeam {
    unsigned num;
    Gr3dWorker *worker[GR3D_MAX_THREADS];
    Gr3dBlocks blocks;
} Gr3dTeam;

/* With none in it, all zero */
void gr3d_team_reserve(Gr3dTeam *team, unsigned num);
void gr3d_team_free(Gr3dTeam *team);
/* All primitives are forgotten. */
void gr3d_team_reset(Gr3dTeam *team);
Gr3dVerts *gr3d_team_verts(Gr3dTeam *team, unsigned worker);

#endif /* GR3D_TEAM_H */
