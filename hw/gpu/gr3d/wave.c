/*
 * Tegra20 GR3D engine: set-up of many primitives
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

void gr3d_wave_init(Gr3dWave *wave)
{
    memset(wave->chunk, 0, sizeof(wave->chunk));
    wave->num = 0;
}

void gr3d_wave_free(Gr3dWave *wave)
{
    for (unsigned i = 0; i < GR3D_WAVE_CHUNKS; i++) {
        g_free(wave->chunk[i].prim);
        g_free(wave->chunk[i].box);
    }
}

/* Most primitives leave one or none: clipping is rare. */
static void reserve(Gr3dWaveChunk *chunk, unsigned num)
{
    if (chunk->num + num > chunk->room) {
        chunk->room += GR3D_WAVE_CHUNK + GR3D_SU_MAX_PRIMS;
        chunk->prim = g_renew(Gr3dPrim, chunk->prim, chunk->room);
        chunk->box = g_renew(Gr3dTileBox, chunk->box, chunk->room);
    }
}

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
    unsigned first, last;
} WaveRun;

/* The next @made of the chunk are there */
static void add(Gr3dWaveChunk *chunk, const Gr3dSu *su, unsigned made)
{
    const Gr3dPrim *prim = gr3d_su_prim_at(su, chunk->prim, chunk->num);

    for (; made; made--) {
        chunk->box[chunk->num++] = tiles_of(&prim->box);
        chunk->pixels += pixels_of(&prim->box);
        prim = (const Gr3dPrim *)((const char *)prim + su->prim_size);
    }
}

static void set_up(const WaveRun *r, unsigned j, Gr3dWaveChunk *chunk,
                   Gr3dEvents *events)
{
    const Gr3dVertex *v[3] = { NULL };
    const Gr3dCorner *c[3] = { NULL };
    const Gr3dSu *su = r->verts->su;
    Gr3dAssembled prim;
    unsigned made;

    reserve(chunk, GR3D_SU_MAX_PRIMS);
    gr3d_idx_assemble(r->idx, j, &prim);
    for (unsigned i = 0; i < prim.num; i++) {
        v[i] = gr3d_verts_at(r->verts, prim.vertex[i]);
        c[i] = gr3d_verts_corner(r->verts, prim.vertex[i]);
    }
    made = gr3d_su_corners(su, v, c, prim.num,
                           gr3d_verts_corner(r->verts, prim.provoking),
                           gr3d_su_prim_at(su, chunk->prim, chunk->num),
                           events);
    add(chunk, su, made);
}

/* By the backend, those that it declines as above */
static void set_up_triangles(const WaveRun *r, unsigned first, unsigned num,
                             Gr3dWaveChunk *chunk, Gr3dEvents *events)
{
    const Gr3dExec *exec = r->tasks.draw->exec;
    const Gr3dSu *su = r->verts->su;
    Gr3dTriangles t;
    unsigned made;

    gr3d_verts_triangles(r->verts, r->idx, first, num, &t);
    for (unsigned n = 0; n < num; n++) {
        reserve(chunk, GR3D_SU_TRIANGLES);
        n = exec->triangles(&t, n, gr3d_su_prim_at(su, chunk->prim, chunk->num),
                            &made);
        add(chunk, su, made);
        if (n < num) {
            set_up(r, first + n, chunk, events);
        }
    }
}

static bool by_backend(const WaveRun *r)
{
    const Gr3dExec *exec = r->tasks.draw->exec;

    return r->idx->type >= GR3D_TRIANGLES && exec && exec->triangles;
}

static void set_up_chunk(const WaveRun *r, uint32_t n, Gr3dEvents *events)
{
    Gr3dWaveChunk *chunk = &r->wave->chunk[n];
    unsigned first = r->first + n * GR3D_WAVE_CHUNK;
    unsigned last = MIN(first + GR3D_WAVE_CHUNK, r->last);

    chunk->pixels = 0;
    if (by_backend(r)) {
        set_up_triangles(r, first, last - first, chunk, events);
        return;
    }
    for (unsigned j = first; j < last; j++) {
        set_up(r, j, chunk, events);
    }
}

static void wave_thread(void *arg)
{
    WaveRun *r = arg;
    Gr3dEvents events = { 0 };
    uint32_t n;

    while (gr3d_tasks_next(&r->tasks, &n)) {
        set_up_chunk(r, n, &events);
        gr3d_tasks_events(&r->tasks, n, &events);
    }
}

static void gather(Gr3dWave *wave, const Gr3dSu *su, unsigned num_chunks)
{
    wave->num = 0;
    wave->pixels = 0;
    for (unsigned n = 0; n < num_chunks; n++) {
        const Gr3dWaveChunk *chunk = &wave->chunk[n];

        wave->pixels += chunk->num ? chunk->pixels : 0;
        for (unsigned i = 0; i < chunk->num; i++) {
            wave->prim[wave->num] = gr3d_su_prim_at(su, chunk->prim, i);
            wave->box[wave->num++] = chunk->box[i];
        }
    }
}

void gr3d_wave_set_up(Gr3dWave *wave, Gr3dDraw *draw, const Gr3dIdx *idx,
                      const Gr3dVerts *verts, unsigned first, unsigned last)
{
    unsigned num = last - first;
    WaveRun r = {
        .tasks = {
            .draw = draw,
            .num = (num + GR3D_WAVE_CHUNK - 1) / GR3D_WAVE_CHUNK,
        },
        .wave = wave,
        .idx = idx,
        .verts = verts,
        .first = first,
        .last = last,
    };

    for (unsigned n = 0; n < r.tasks.num; n++) {
        wave->chunk[n].num = 0;         /* a cancelled draw skips some */
    }
    gr3d_tasks_run(&r.tasks, draw, num >= MIN_PARALLEL, wave_thread, &r);
    gather(wave, verts->su, r.tasks.num);
    draw->stats.primitives += num;
    draw->stats.rasterised += wave->num;
}
