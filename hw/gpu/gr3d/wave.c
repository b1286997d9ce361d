/*
 * Tegra20 GR3D engine: set-up of the primitives of a draw
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "exec.h"
#include "tasks.h"
#include "wave.h"

/* Waking a thread for less takes longer than it saves. */
#define MIN_PARALLEL    (2 * GR3D_WAVE_CHUNK)

/* Boxes are inside the scissor: never negative, never empty. */
static Gr3dTileBox tiles_of(const Gr3dRect *box)
{
    return (Gr3dTileBox) {
        .col_min = (uint32_t)box->col_min / GR3D_TILE,
        .col_max = (uint32_t)(box->col_max - 1) / GR3D_TILE,
        .row_min = (uint32_t)box->row_min / GR3D_TILE,
        .row_max = (uint32_t)(box->row_max - 1) / GR3D_TILE,
    };
}

/* A primitive takes as long as some pixels. */
static uint64_t pixels_of(const Gr3dRect *box)
{
    return (uint64_t)(box->col_max - box->col_min) *
           (box->row_max - box->row_min) + 32;
}

typedef struct WaveRun {
    Gr3dTasks tasks;
    Gr3dWave *wave;
    const Gr3dIdx *idx;
    const Gr3dVerts *verts;
    unsigned num;               /* primitives */
    bool looked;                /* wave->fates is there */
    bool many;
    unsigned max_blocks;
} WaveRun;

/* Where one thread puts what it makes */
typedef struct WaveOut {
    Gr3dWaveChunk *chunk;
    Gr3dRoom *room;
    Gr3dEvents *events;
} WaveOut;

static Gr3dPrim *reserve(const WaveRun *r, const WaveOut *o, unsigned num)
{
    return gr3d_room_reserve(o->room, num * r->verts->su->prim_size);
}

/* Whoever made it: what is binned must be inside the arrays of tiles. */
static bool is_empty(const Gr3dRect *box)
{
    return box->col_min >= box->col_max || box->row_min >= box->row_max;
}

/* @made of what was reserved are there. */
static void add(const WaveRun *r, const WaveOut *o, const Gr3dPrim *prim,
                unsigned made)
{
    size_t size = r->verts->su->prim_size;
    unsigned at = o->chunk->first + o->chunk->num;

    gr3d_room_keep(o->room, made * size);
    for (; made; made--) {
        if (!is_empty(&prim->box)) {
            r->wave->prim[at] = prim;
            r->wave->box[at++] = tiles_of(&prim->box);
            o->chunk->pixels += pixels_of(&prim->box);
        }
        prim = (const Gr3dPrim *)((const char *)prim + size);
    }
    o->chunk->num = at - o->chunk->first;
}

/* Whether something is clipped is known from the corners. */
static void get_vertices(const WaveRun *r, const Gr3dAssembled *prim,
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

static void set_up(const WaveRun *r, unsigned j, const WaveOut *o)
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

/* Those in @keep */
static void set_up_ordinary(const WaveRun *r, const Gr3dTriangles *t,
                            uint64_t keep, const WaveOut *o)
{
    Gr3dPrim *out = reserve(r, o, GR3D_SU_TRIANGLES);

    add(r, o, out, r->tasks.draw->exec->triangles(t, keep, out));
}

/*
 * Of triangles that were @looked at before, NULL if they were not.  Their
 * positions have been fetched a second time since, maybe others than before:
 * only what is known of these can be relied on.  Those that were not left then
 * have forgotten their vertices.
 */
static void decide(const WaveRun *r, const Gr3dTriangles *t,
                   const Gr3dFates *looked, Gr3dFates *f)
{
    uint64_t left = looked ? looked->keep | looked->other : UINT64_MAX;

    r->tasks.draw->exec->fates(t, f);
    f->keep &= left;
    f->other &= left;
}

/* By the backend, those that it declines as above */
static void set_up_triangles(const WaveRun *r, unsigned first, unsigned num,
                             const Gr3dFates *looked, const WaveOut *o)
{
    Gr3dFates f;
    Gr3dTriangles t;

    gr3d_verts_triangles(r->verts, r->idx, first, num, &t);
    decide(r, &t, looked, &f);
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

static bool by_backend(const WaveRun *r)
{
    const Gr3dExec *exec = r->tasks.draw->exec;

    return r->idx->type >= GR3D_TRIANGLES && exec && exec->triangles;
}

/* Number of primitives of chunk @n */
static unsigned num_of(const WaveRun *r, uint32_t n)
{
    return MIN(r->num - n * GR3D_WAVE_CHUNK, GR3D_WAVE_CHUNK);
}

/* In order, chunks follow each other; side by side each has room for all. */
static unsigned first_of(const WaveRun *r, uint32_t n)
{
    const Gr3dWaveChunk *chunk = r->wave->chunk;

    return r->many ? n * GR3D_CHUNK_MAX :
           n ? chunk[n - 1].first + chunk[n - 1].num : 0;
}

static void set_up_chunk(const WaveRun *r, uint32_t n, Gr3dWorker *w)
{
    const WaveOut o = { &r->wave->chunk[n], &w->room, &w->events };
    const Gr3dFates *fates = r->looked ? &r->wave->fates[n] : NULL;
    unsigned first = n * GR3D_WAVE_CHUNK, num = num_of(r, n);

    o.chunk->first = first_of(r, n);
    o.chunk->pixels = 0;
    if (fates && !(fates->keep | fates->other)) {
        return;
    }
    if (by_backend(r)) {
        set_up_triangles(r, first, num, fates, &o);
        return;
    }
    for (unsigned i = 0; i < num; i++) {
        set_up(r, first + i, &o);
    }
}

/* What becomes of all triangles; then the rest of the vertices they need */
static void look_first(WaveRun *r, Gr3dVerts *verts)
{
    Gr3dFates *fates = r->wave->fates;

    for (uint32_t n = 0; n < r->tasks.num; n++) {
        gr3d_verts_look(verts, r->idx, n * GR3D_WAVE_CHUNK, num_of(r, n),
                        &fates[n]);
    }
    gr3d_verts_rest(verts);
    r->looked = true;
}

static bool is_full(const WaveRun *r)
{
    return gr3d_blocks_taken(&r->tasks.crew.team->blocks) > r->max_blocks;
}

static void wave_thread(void *arg, unsigned thread)
{
    WaveRun *r = arg;
    Gr3dWorker *w = gr3d_tasks_join(&r->tasks, thread);
    uint32_t n;

    while (w && gr3d_tasks_next(&r->tasks, &n)) {
        if (is_full(r)) {
            __atomic_store_n(&r->wave->full, true, __ATOMIC_RELAXED);
            return;
        }
        set_up_chunk(r, n, w);
        gr3d_events_note(&w->events, n);
    }
}

static void gather(Gr3dWave *wave, unsigned num_chunks)
{
    wave->num = 0;
    wave->pixels = 0;
    for (unsigned n = 0; n < num_chunks; n++) {
        const Gr3dWaveChunk *chunk = &wave->chunk[n];

        if (chunk->num && chunk->first != wave->num) {
            memmove(&wave->prim[wave->num], &wave->prim[chunk->first],
                    chunk->num * sizeof(wave->prim[0]));
            memmove(&wave->box[wave->num], &wave->box[chunk->first],
                    chunk->num * sizeof(wave->box[0]));
        }
        wave->pixels += chunk->num ? chunk->pixels : 0;
        wave->num += chunk->num;
    }
}

void gr3d_wave_set_up(Gr3dWave *wave, const Gr3dCrew *crew, Gr3dDraw *draw,
                      const Gr3dIdx *idx, Gr3dVerts *verts,
                      unsigned max_blocks)
{
    unsigned num = gr3d_idx_num_prims(idx);
    WaveRun r = {
        .tasks = {
            .crew = *crew,
            .draw = draw,
            .num = (num + GR3D_WAVE_CHUNK - 1) / GR3D_WAVE_CHUNK,
        },
        .wave = wave,
        .idx = idx,
        .verts = verts,
        .num = num,
        .many = crew->executor && num >= MIN_PARALLEL,
        .max_blocks = max_blocks,
    };

    wave->full = false;
    for (unsigned n = 0; n < r.tasks.num; n++) {
        wave->chunk[n].num = 0;         /* a cancelled draw skips some */
    }
    if (verts->rest && !gr3d_cancelled(draw)) {
        look_first(&r, verts);
    }
    gr3d_tasks_run(&r.tasks, r.many, wave_thread, &r);
    gr3d_tasks_add_events(&r.tasks, &draw->events);
    gather(wave, r.tasks.num);
    draw->stats.primitives += num;
    draw->stats.rasterised += wave->num;
}
