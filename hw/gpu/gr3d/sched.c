/*
 * Tegra20 GR3D engine: progress of a draw
 *
 * Vertices first, then batches: assemble and set up a bounded number of
 * primitives, bin them, run the tiles.  Every stage is a cursor, so a draw
 * stops between any two vertices, primitives or strips and goes on later.
 * With an executor the tiles of a batch run side by side (tiles.c), and are
 * one step; this file walks them in order.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "bin.h"
#include "gr3d_sched.h"
#include "strip_draw.h"
#include "su.h"
#include "tiles.h"
#include "vpe.h"

/* Direct-mapped: the position at which a vertex number was last run. */
#define CACHE_SIZE  1024
#define CACHE_FREE  0xffff

typedef enum Phase {
    PHASE_VERTICES,
    PHASE_BATCH,
    PHASE_TILES,
    PHASE_PARALLEL,             /* tiles, all in one step */
    PHASE_DONE,
} Phase;

typedef struct TileCursor {     /* next strip of a primitive in a tile */
    uint32_t tile, entry;
    int32_t strip;              /* 0 .. GR3D_TILE / GR3D_STRIP - 1 */
} TileCursor;

struct Gr3dSched {
    Phase phase;
    Gr3dIdx idx;
    Gr3dVpe vpe;
    Gr3dSu su;
    uint32_t num_vertices;      /* done; the first invalid entry below */
    Gr3dVertex *vertex;         /* one per position of the sequence */
    uint32_t *number;           /* its vertex number */
    uint16_t cache[CACHE_SIZE];
    unsigned num_prims, next_prim;
    unsigned num_batch;
    Gr3dPrim *batch;
    Gr3dBins bins;
    TileCursor at;
    bool strips;                /* gr3d_strips_ok() of the batch */
    Gr3dStrip *strip;           /* scratch, once it is needed */
    bool tile_open;             /* between its begin and its end */
    Gr3dTile tile;
};

struct Gr3dSched *gr3d_sched_new(Gr3dDraw *draw)
{
    struct Gr3dSched *s = g_new0(struct Gr3dSched, 1);

    gr3d_idx_decode(&s->idx, &draw->regs, &draw->events);
    gr3d_idx_request(&s->idx, &draw->regs, draw->request);
    gr3d_su_decode(&s->su, &draw->regs, &draw->events);
    s->num_prims = gr3d_idx_num_prims(&s->idx);
    memset(s->cache, 0xff, sizeof(s->cache));
    return s;
}

void gr3d_sched_free(struct Gr3dSched *s)
{
    gr3d_bin_free(&s->bins);
    gr3d_vpe_close(&s->vpe);
    gr3d_strip_free(s->strip);
    g_free(s->vertex);
    g_free(s->number);
    g_free(s->batch);
    g_free(s);
}

static void allocate(Gr3dDraw *draw)
{
    struct Gr3dSched *s = draw->sched;

    gr3d_vpe_open(&s->vpe, draw, &s->idx, GR3D_VERTEX_ROWS);
    s->vertex = g_new(Gr3dVertex, s->idx.count);
    s->number = g_new(uint32_t, s->idx.count);
    /* a batch is 270 KiB: most draws are smaller */
    s->batch = g_new(Gr3dPrim, MIN(GR3D_BATCH_PRIMS,
                                   s->num_prims * GR3D_SU_MAX_PRIMS));
}

/* No state survives a vertex: the same number gives the same result. */
static uint64_t step_vertex(Gr3dDraw *draw)
{
    struct Gr3dSched *s = draw->sched;
    uint32_t k = s->num_vertices;
    uint32_t v = gr3d_idx_vertex(&s->idx, &draw->span[GR3D_SPAN_INDEX], k,
                                 &draw->events);
    uint16_t *seen = &s->cache[v % CACHE_SIZE];
    uint64_t work = 1;

    if (k == 0 && !s->vertex) {
        allocate(draw);
    }
    if (*seen != CACHE_FREE && s->number[*seen] == v) {
        s->vertex[k] = s->vertex[*seen];
    } else {
        Gr3dVpeCount count = { 0 };

        gr3d_vpe_run_list(&s->vpe, &v, 1, &s->vertex[k], &count);
        gr3d_vpe_add(&count, draw);
        work = count.work;
        *seen = k;
    }
    s->number[k] = v;
    if (++s->num_vertices == s->idx.count) {
        s->phase = PHASE_BATCH;
    }
    return work;
}

static unsigned setup_next(Gr3dDraw *draw, Gr3dPrim *out)
{
    struct Gr3dSched *s = draw->sched;
    const Gr3dVertex *v[3] = { NULL };
    Gr3dAssembled prim;

    gr3d_idx_assemble(&s->idx, s->next_prim++, &prim);
    for (unsigned i = 0; i < prim.num; i++) {
        v[i] = &s->vertex[prim.vertex[i]];
    }
    draw->stats.primitives++;
    return gr3d_su_prim(&s->su, v, prim.num, &s->vertex[prim.provoking], out,
                        &draw->events);
}

/* As many primitives as fit; bounded work: at most 4096 are left in all. */
static uint64_t step_batch(Gr3dDraw *draw)
{
    struct Gr3dSched *s = draw->sched;
    unsigned num = 0, first = s->next_prim;
    uint32_t entries = 0;

    while (s->next_prim < s->num_prims && entries < GR3D_BATCH_ENTRIES &&
           num + GR3D_SU_MAX_PRIMS <= GR3D_BATCH_PRIMS && !draw->cancel) {
        unsigned made = setup_next(draw, &s->batch[num]);

        while (made--) {
            entries += gr3d_bin_tiles(&s->batch[num++]);
        }
    }
    draw->stats.rasterised += num;
    s->num_batch = num;
    if (num) {
        gr3d_bin_build(&s->bins, s->batch, num);
        s->at = (TileCursor) { 0 };
        s->strips = gr3d_strips_ok(draw, &s->bins);
        s->phase = gr3d_tiles_parallel(draw, &s->bins, s->batch, num) ?
                   PHASE_PARALLEL : PHASE_TILES;
    } else {
        s->phase = PHASE_DONE;
    }
    return s->next_prim - first + entries / 8 + 1;
}

static void next_strip(struct Gr3dSched *s)
{
    if (++s->at.strip == GR3D_TILE / GR3D_STRIP) {
        s->at.strip = 0;
        s->at.entry++;
    }
}

static void open_tile(Gr3dDraw *draw)
{
    struct Gr3dSched *s = draw->sched;

    if (!s->tile_open) {
        if (s->strips && !s->strip) {
            s->strip = gr3d_strip_new();
        }
        gr3d_strip_begin(s->strips ? s->strip : NULL, draw, &s->tile);
        s->tile_open = true;
    }
}

static void close_tile(Gr3dDraw *draw)
{
    if (draw->sched->tile_open) {
        gr3d_tile_end(&draw->sched->tile, draw);
        draw->sched->tile_open = false;
    }
}

static void end_batch(struct Gr3dSched *s)
{
    s->phase = s->next_prim < s->num_prims ? PHASE_BATCH : PHASE_DONE;
}

static uint64_t step_parallel(Gr3dDraw *draw)
{
    struct Gr3dSched *s = draw->sched;

    end_batch(s);
    return gr3d_tiles_run(draw, &s->bins, s->batch, s->strips) + 1;
}

static uint64_t step_tile(Gr3dDraw *draw)
{
    struct Gr3dSched *s = draw->sched;
    const Gr3dPrim *prim;
    uint64_t work = 1;
    Gr3dRect rect;

    if (s->at.tile == s->bins.cols * s->bins.rows) {
        end_batch(s);
        return 1;
    }
    if (s->at.entry == s->bins.start[s->at.tile + 1]) {
        close_tile(draw);
        s->at.tile++;
        return 1;
    }
    prim = &s->batch[s->bins.entry[s->at.entry]];
    if (gr3d_tile_strip(&s->bins, s->at.tile, s->at.strip, prim, &rect)) {
        open_tile(draw);
        work += gr3d_strip_prim(s->strips ? s->strip : NULL, draw, &s->tile,
                                prim, &rect);
    }
    next_strip(s);
    return work;
}

static uint64_t step(Gr3dDraw *draw)
{
    struct Gr3dSched *s = draw->sched;

    switch (s->phase) {
    case PHASE_VERTICES:
        if (!s->num_prims) {
            s->phase = PHASE_DONE;
            return 0;
        }
        return step_vertex(draw);
    case PHASE_BATCH:
        return step_batch(draw);
    case PHASE_TILES:
        return step_tile(draw);
    case PHASE_PARALLEL:
        return step_parallel(draw);
    default:
        return 0;
    }
}

static Gr3dProgress run_steps(Gr3dDraw *draw, uint64_t budget)
{
    struct Gr3dSched *s = draw->sched;
    uint64_t spent = 0;

    while (s->phase != PHASE_DONE) {
        if (__atomic_load_n(&draw->cancel, __ATOMIC_RELAXED)) {
            s->phase = PHASE_DONE;
        } else if (spent >= budget) {
            return GR3D_DRAW_MORE;
        } else {
            uint64_t work = step(draw);

            spent += work;
            draw->stats.work += work;
        }
    }
    return GR3D_DRAW_DONE;
}

Gr3dProgress gr3d_sched_run(Gr3dDraw *draw, uint64_t budget)
{
    Gr3dProgress progress = run_steps(draw, budget);

    /* between two slices the draw says what it has touched */
    close_tile(draw);
    return progress;
}
