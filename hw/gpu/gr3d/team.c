/*
 * Tegra20 GR3D engine: what each thread has for itself
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <stdlib.h>
#include "strip_draw.h"
#include "team.h"

static Gr3dWorker *worker_new(Gr3dTeam *team)
{
    Gr3dWorker *w = g_new(Gr3dWorker, 1);

    w->verts = NULL;
    w->room = (Gr3dRoom) { .blocks = &team->blocks };
    for (unsigned i = 0; i < GR3D_BATCH_DRAWS; i++) {
        w->portion[i].begun = false;
        w->portion[i].strip = NULL;
    }
    return w;
}

void gr3d_team_reserve(Gr3dTeam *team, unsigned num)
{
    num = MIN(num, GR3D_MAX_THREADS);
    while (team->num < num) {
        team->worker[team->num++] = worker_new(team);
    }
}

static void worker_free(Gr3dWorker *w)
{
    for (unsigned i = 0; i < GR3D_BATCH_DRAWS; i++) {
        gr3d_strip_free(w->portion[i].strip);
    }
    free(w->verts);
    g_free(w);
}

void gr3d_team_free(Gr3dTeam *team)
{
    for (unsigned i = 0; i < team->num; i++) {
        worker_free(team->worker[i]);
    }
    gr3d_blocks_free(&team->blocks);
}

void gr3d_team_reset(Gr3dTeam *team)
{
    team->blocks.num = 0;
    for (unsigned i = 0; i < team->num; i++) {
        team->worker[i]->room.left = 0;
    }
}

Gr3dVerts *gr3d_team_verts(Gr3dTeam *team, unsigned worker)
{
    Gr3dWorker *w = team->worker[worker];

    if (!w->verts) {
        w->verts = aligned_alloc(__alignof__(Gr3dVerts), sizeof(Gr3dVerts));
        g_assert(w->verts);
    }
    return w->verts;
}
