/*
 * Tegra20 GR3D engine: set-up of the primitives of a draw
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "hw/gpu/gr3d/pipe/exec.h"
#include "prims.h"

/* Waking a thread for less takes longer than it saves. */
#define MIN_PARALLEL    (2 * GR3D_PRIMS_CHUNK)

/* Return the tiles of a box that is inside the scissor and not empty. */
static Gr3dTileBox tiles_of(const Gr3dRect *box)
{
    return (Gr3dTileBox) {
        .col_min = (uint32_t)box->col_min / GR3D_TILE,
        .col_max = (uint32_t)(box->col_max - 1) / GR3D_TILE,
        .row_min = (uint32_t)box->row_min / GR3D_TILE,
        .row_max = (uint32_t)(box->row_max - 1) / GR3D_TILE,
    };
}

/* Estimate the time of a primitive, which takes as long as some pixels. */
static uint64_t pixels_of(const Gr3dRect *box)
{
    return (uint64_t)(box->col_max - box->col_min) *
           (box->row_max - box->row_min) + 32;
}

typedef struct PrimsRun {
    Gr3dThreadGroup group;
    GpuTasks tasks;
    const Gr3dDraw *draw;
    Gr3dPrims *prims;
    const Gr3dIdx *idx;
    const Gr3dVerts *verts;
    unsigned num;               /* primitives */
    bool culled;                /* prims->cull is there */
    bool many;
    unsigned max_slabs;
} PrimsRun;

/* Where one thread puts what it makes */
typedef struct PrimsOut {
    Gr3dPrimsChunk *chunk;
    GpuArenaCursor *cursor;
    GpuEvents *events;
} PrimsOut;

static Gr3dPrim *reserve(const PrimsRun *r, const PrimsOut *o, unsigned num)
{
    return gpu_arena_reserve(o->cursor, num * r->verts->su->prim_size);
}

/* Leave out empty boxes: a bin must be inside the arrays of tiles. */
static bool is_empty(const Gr3dRect *box)
{
    return box->col_min >= box->col_max || box->row_min >= box->row_max;
}

/* Add @made primitives, which are in the memory that was reserved. */
static void add(const PrimsRun *r, const PrimsOut *o, const Gr3dPrim *prim,
                unsigned made)
{
    size_t size = r->verts->su->prim_size;
    unsigned at = o->chunk->first + o->chunk->num;

    gpu_arena_keep(o->cursor, made * size);
    for (; made; made--) {
        if (!is_empty(&prim->box)) {
            r->prims->prim[at] = prim;
            r->prims->box[at++] = tiles_of(&prim->box);
            o->chunk->pixels += pixels_of(&prim->box);
        }
        prim = (const Gr3dPrim *)((const char *)prim + size);
    }
    o->chunk->num = at - o->chunk->first;
}

/* Get the vertices if something is clipped, which the corners tell. */
static void get_vertices(const PrimsRun *r, const Gr3dAssembled *prim,
                         const Gr3dCorner *const c[3], Gr3dVertex out[3])
{
    uint32_t flags = prim->num == 1;    /* points have a size */

    for (unsigned i = 0; i < prim->num; i++) {
        flags |= c[i]->flags;
    }
    for (unsigned i = 0; flags && i < prim->num; i++) {
        gr3d_verts_get(r->verts, prim->vertex[i], &out[i]);
    }
}

static void set_up(const PrimsRun *r, unsigned j, const PrimsOut *o)
{
    Gr3dPrim *out = reserve(r, o, GR3D_SU_MAX_PRIMS);
    Gr3dVertex vertex[3];
    const Gr3dVertex *const v[3] = { &vertex[0], &vertex[1], &vertex[2] };
    const Gr3dCorner *c[3] = { NULL };
    Gr3dAssembled prim;

    gr3d_idx_assemble(r->idx, j, &prim);
    for (unsigned i = 0; i < prim.num; i++) {
        c[i] = gr3d_verts_corner(r->verts, prim.vertex[i]);
    }
    get_vertices(r, &prim, c, vertex);
    add(r, o, out,
        gr3d_su_corners(r->verts->su, v, c, prim.num,
                        gr3d_verts_corner(r->verts, prim.provoking), out,
                        o->events));
}

/* Set up the triangles in @keep by the backend. */
static void set_up_ordinary(const PrimsRun *r, const Gr3dTriangles *t,
                            uint64_t keep, const PrimsOut *o)
{
    Gr3dPrim *out = reserve(r, o, GR3D_SU_TRIANGLES);

    add(r, o, out, r->draw->exec->triangles(t, keep, out));
}

/*
 * Decide what becomes of triangles.  @culled is what was decided by positions
 * before, or NULL.  Positions have been fetched a second time since, and may be
 * others: only what is known of these can be relied on.  The vertices of those
 * that were not left then are forgotten.
 */
static void decide(const PrimsRun *r, const Gr3dTriangles *t,
                   const Gr3dCullMask *culled, Gr3dCullMask *f)
{
    uint64_t left = culled ? culled->keep | culled->other : UINT64_MAX;

    r->draw->exec->cull(t, f);
    f->keep &= left;
    f->other &= left;
}

/* Set up by the backend, and what it declines by the reference. */
static void set_up_triangles(const PrimsRun *r, unsigned first, unsigned num,
                             const Gr3dCullMask *culled, const PrimsOut *o)
{
    Gr3dCullMask f;
    Gr3dTriangles t;

    gr3d_verts_triangles(r->verts, r->idx, first, num, &t);
    decide(r, &t, culled, &f);
    while (f.keep | f.other) {
        /* the first other one, which is in none of these; or all */
        uint64_t before = (f.other - 1) & ~f.other;

        if (f.keep & before) {
            set_up_ordinary(r, &t, f.keep & before, o);
        }
        f.keep &= ~before;
        if (f.other) {
            set_up(r, first + __builtin_ctzll(f.other), o);
            f.other &= f.other - 1;
        }
    }
}

static bool by_backend(const PrimsRun *r)
{
    const Gr3dExec *exec = r->draw->exec;

    return r->idx->type >= GR3D_TRIANGLES && exec && exec->triangles;
}

/* Return the number of primitives of chunk @n. */
static unsigned num_of(const PrimsRun *r, uint32_t n)
{
    return MIN(r->num - n * GR3D_PRIMS_CHUNK, GR3D_PRIMS_CHUNK);
}

/* Place a chunk behind the one before; side by side, where all have room. */
static unsigned first_of(const PrimsRun *r, uint32_t n)
{
    const Gr3dPrimsChunk *chunk = r->prims->chunk;

    return r->many ? n * GR3D_CHUNK_MAX :
           n ? chunk[n - 1].first + chunk[n - 1].num : 0;
}

static void set_up_chunk(const PrimsRun *r, uint32_t n, Gr3dThread *w)
{
    const PrimsOut o = { &r->prims->chunk[n], &w->cursor, &w->events };
    const Gr3dCullMask *cull = r->culled ? &r->prims->cull[n] : NULL;
    unsigned first = n * GR3D_PRIMS_CHUNK, num = num_of(r, n);

    o.chunk->first = first_of(r, n);
    o.chunk->pixels = 0;
    if (cull && !(cull->keep | cull->other)) {
        return;
    }
    if (by_backend(r)) {
        set_up_triangles(r, first, num, cull, &o);
        return;
    }
    for (unsigned i = 0; i < num; i++) {
        set_up(r, first + i, &o);
    }
}

/* Cull all triangles, then run the rest of the vertices they need. */
static void cull_first(PrimsRun *r, Gr3dVerts *verts)
{
    Gr3dCullMask *cull = r->prims->cull;

    for (uint32_t n = 0; n < r->tasks.num; n++) {
        gr3d_verts_cull(verts, r->idx, n * GR3D_PRIMS_CHUNK, num_of(r, n),
                        &cull[n]);
    }
    gr3d_verts_rest(verts);
    r->culled = true;
}

static bool is_full(const PrimsRun *r)
{
    return gpu_arena_taken(&r->group.threads->arena) > r->max_slabs;
}

static void prims_thread(void *arg, unsigned thread)
{
    PrimsRun *r = arg;
    Gr3dThread *w = gr3d_threads_join(&r->group, &r->tasks, thread);
    uint32_t n;

    while (w && gpu_tasks_next(&r->tasks, &n) &&
           !gr3d_stopped(r->draw, 0)) {
        if (is_full(r)) {
            __atomic_store_n(&r->prims->full, true, __ATOMIC_RELAXED);
            return;
        }
        set_up_chunk(r, n, w);
        gpu_events_note(&w->events, n);
    }
}

static void gather(Gr3dPrims *prims, unsigned num_chunks)
{
    prims->num = 0;
    prims->pixels = 0;
    for (unsigned n = 0; n < num_chunks; n++) {
        const Gr3dPrimsChunk *chunk = &prims->chunk[n];

        if (chunk->num && chunk->first != prims->num) {
            memmove(&prims->prim[prims->num], &prims->prim[chunk->first],
                    chunk->num * sizeof(prims->prim[0]));
            memmove(&prims->box[prims->num], &prims->box[chunk->first],
                    chunk->num * sizeof(prims->box[0]));
        }
        prims->pixels += chunk->num ? chunk->pixels : 0;
        prims->num += chunk->num;
    }
}

void gr3d_prims_set_up(Gr3dPrims *prims, const Gr3dThreadGroup *group,
                       Gr3dDraw *draw, const Gr3dIdx *idx, Gr3dVerts *verts,
                       unsigned max_slabs)
{
    unsigned num = gr3d_idx_num_prims(idx);
    PrimsRun r = {
        .group = *group,
        .tasks.num = (num + GR3D_PRIMS_CHUNK - 1) / GR3D_PRIMS_CHUNK,
        .draw = draw,
        .prims = prims,
        .idx = idx,
        .verts = verts,
        .num = num,
        .many = group->executor && num >= MIN_PARALLEL,
        .max_slabs = max_slabs,
    };

    prims->full = false;
    for (unsigned n = 0; n < r.tasks.num; n++) {
        prims->chunk[n].num = 0;        /* a cancelled draw skips some */
    }
    if (verts->rest && !gr3d_cancelled(draw)) {
        cull_first(&r, verts);
    }
    gpu_run(r.many ? group->executor : NULL, prims_thread, &r);
    gr3d_threads_add_events(&r.group, &r.tasks, &draw->events);
    gather(prims, r.tasks.num);
    draw->stats.work += num;
    draw->stats.primitives += num;
    draw->stats.rasterised += prims->num;
}
