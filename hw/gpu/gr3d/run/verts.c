/*
 * Tegra20 GR3D engine: the vertices of a draw
 *
 * First come the vertices' numbers, one after the other, then the program for
 * those that are new, in chunks that can run side by side.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "hw/gpu/gr3d/pipe/exec.h"
#include "hw/gpu/lib/le.h"
#include "threads.h"
#include "verts.h"

#define UNSEEN      0xffff

/* Vertices that are worth a thread, which begins anew with each chunk */
#define CHUNK       (4 * GR3D_VERTEX_GROUP)

void gr3d_verts_begin(Gr3dVerts *verts, const Gr3dIdx *idx, const Gr3dSu *su,
                      unsigned num_rows)
{
    Gr3dAssembled prim;

    gr3d_idx_assemble(idx, 0, &prim);
    verts->done = verts->num = 0;
    verts->su = su;
    verts->rest = NULL;
    verts->sequence = !idx->index_size;
    verts->num_rows = num_rows;
    verts->prim_vertices = prim.num;
    verts->corner_size = gr3d_su_corner_size(su);
    memset(verts->seen, 0xff, sizeof(verts->seen));
}

static Gr3dCorner *corner_at(Gr3dVerts *verts, unsigned n)
{
    return (Gr3dCorner *)((char *)verts->corner + n * verts->corner_size);
}

static void set_corner(Gr3dVerts *verts, unsigned n)
{
    Gr3dVertex v;

    gr3d_vertex_get(verts->rows, verts->num_rows, n, &v);
    gr3d_su_corner(verts->su, verts->prim_vertices, &v, corner_at(verts, n));
    verts->near[n] = gr3d_su_near(corner_at(verts, n));
}

/* Make @num corners from vertex @first on, which begins a group. */
static void set_corners(const Gr3dExec *exec, Gr3dVerts *verts, unsigned first,
                        unsigned num)
{
    if (exec && exec->corners) {
        exec->corners(verts->su, verts->prim_vertices,
                      &verts->rows[gr3d_vertex_at(verts->num_rows, first)],
                      verts->num_rows, num, corner_at(verts, first),
                      &verts->near[first]);
        return;
    }
    for (unsigned i = 0; i < num; i++) {
        set_corner(verts, first + i);
    }
}

/* Note the vertex number of the next position; true: it has to be run. */
static bool add_number(Gr3dVerts *verts, uint32_t v)
{
    uint16_t *seen = &verts->seen[v % GR3D_VERTS_SEEN];
    bool new = *seen == UNSEEN || verts->number[*seen] != v;

    if (new) {
        *seen = verts->num;
        verts->number[verts->num++] = v;
    }
    verts->at[verts->done++] = *seen;
    return new;
}

/*
 * One after the other
 */

static uint64_t run_step(Gr3dDraw *draw, const Gr3dVpe *vpe, Gr3dVerts *verts)
{
    unsigned at = verts->num;
    Gr3dVpeCount count = { 0 };
    uint32_t v = gr3d_idx_vertex(vpe->idx, &draw->span[GR3D_SPAN_INDEX],
                                 verts->done, &draw->events);

    if (!add_number(verts, v)) {
        return 1;
    }
    gr3d_vpe_run_one(vpe, v, verts->rows, at, &count);
    set_corner(verts, at);
    gr3d_vpe_add(&count, draw);
    return count.work;
}

/*
 * All at once
 */

/* Add all indices; inlined with each size, at which no loop has to look. */
static inline void add_sized(const uint8_t *index, unsigned size,
                             unsigned count, Gr3dVerts *verts)
{
    while (verts->done < count) {
        add_number(verts, gpu_load_le(index + verts->done * size, size));
    }
}

static void add_indices(const Gr3dDraw *draw, const Gr3dIdx *idx,
                        Gr3dVerts *verts)
{
    const uint8_t *index = draw->span[GR3D_SPAN_INDEX].data +
                           (uint64_t)idx->start * idx->index_size;

    if (idx->index_size == 1) {
        add_sized(index, 1, idx->count, verts);
    } else if (idx->index_size == 2) {
        add_sized(index, 2, idx->count, verts);
    } else {
        add_sized(index, 4, idx->count, verts);
    }
}

/* Add numbers of a draw without indices: no two are the same. */
static void add_sequence(const Gr3dIdx *idx, Gr3dVerts *verts)
{
    for (unsigned k = verts->done; k < idx->count; k++) {
        verts->number[verts->num] = idx->start + k;
        verts->at[k] = verts->num++;
    }
    verts->done = idx->count;
}

typedef struct VertexRun {
    Gr3dThreadGroup group;
    GpuTasks tasks;
    const Gr3dVpe *vpe;
    Gr3dVerts *verts;
    uint64_t vertices;          /* atomic */
} VertexRun;

/* Run the program for positions, and the part of corners that culling needs. */
static void run_positions(const Gr3dVpe *all, Gr3dVerts *verts, unsigned at,
                          unsigned num, Gr3dVpeCount *count)
{
    float rows[4 * CHUNK] __attribute__((aligned(64)));
    const Gr3dVpe vpe = {
        .draw = all->draw,
        .idx = all->idx,
        .exports = gr3d_vpe_position(all->exports),
        .num_rows = 1,
        .lanes = all->draw->vp_position,
    };

    gr3d_vpe_run(&vpe, &verts->number[at], num, rows, count);
    vpe.draw->exec->positions(verts->su, verts->prim_vertices, rows,
                              vpe.num_rows, num, corner_at(verts, at),
                              &verts->near[at]);
}

static void run_whole(const Gr3dVpe *vpe, Gr3dVerts *verts, unsigned at,
                      unsigned num, Gr3dVpeCount *count)
{
    gr3d_vpe_run(vpe, &verts->number[at], num,
                 &verts->rows[gr3d_vertex_at(verts->num_rows, at)], count);
    set_corners(vpe->draw->exec, verts, at, num);
}

static void run_chunk(const Gr3dVpe *vpe, Gr3dVerts *verts, uint32_t n,
                      Gr3dVpeCount *count)
{
    unsigned at = n * CHUNK, num = verts->num - at;

    num = num < CHUNK ? num : CHUNK;
    if (verts->rest) {
        run_positions(vpe, verts, at, num, count);
    } else {
        run_whole(vpe, verts, at, num, count);
    }
}

static void vertex_thread(void *arg, unsigned thread)
{
    VertexRun *r = arg;
    Gr3dThread *w = gr3d_threads_join(&r->group, &r->tasks, thread);
    Gr3dVpeCount count = { 0 };
    uint32_t n;

    while (w && gpu_tasks_next(&r->tasks, &n) &&
           !gr3d_stopped(r->vpe->draw, count.work)) {
        run_chunk(r->vpe, r->verts, n, &count);
        gpu_events_note(&count.events, n);
    }
    if (count.events.num) {
        w->events = count.events;
    }
    gpu_tasks_add_work(&r->tasks, count.work);
    __atomic_fetch_add(&r->vertices, count.vertices, __ATOMIC_RELAXED);
}

static uint64_t run_all(Gr3dDraw *draw, const Gr3dVpe *vpe, Gr3dVerts *verts,
                        const Gr3dThreadGroup *group)
{
    VertexRun r = {
        .group = *group,
        .tasks.num = (verts->num + CHUNK - 1) / CHUNK,
        .vpe = vpe,
        .verts = verts,
    };

    gpu_run(r.tasks.num > 1 ? group->executor : NULL, vertex_thread, &r);
    gr3d_threads_add_events(&r.group, &r.tasks, &draw->events);
    draw->stats.vertices += r.vertices;
    /* those that were seen count one each */
    return r.tasks.work + (verts->done - verts->num);
}

/* Run one after the other: events of indices stand among those of vertices. */
static uint64_t run_steps(Gr3dDraw *draw, const Gr3dVpe *vpe, Gr3dVerts *verts)
{
    uint64_t work = 0;

    while (verts->done < vpe->idx->count && !gr3d_stopped(draw, work)) {
        work += run_step(draw, vpe, verts);
    }
    return work;
}

/*
 * Tell whether a position pre-pass is worth it, where triangles are culled:
 * most vertices of many meshes need no more.  One thread does all, so it need
 * not wait for others between culling and the rest.  Lines and points are not
 * culled; a user's clip plane needs more than the position.
 */
static bool positions_first(const Gr3dVpe *vpe, const Gr3dVerts *verts,
                            const Gr3dThreadGroup *group)
{
    const Gr3dSu *su = verts->su;

    return vpe->lanes && vpe->draw->vp_position && !group->executor &&
           verts->prim_vertices == 3 && su->cull && !su->clip[2].user;
}

uint64_t gr3d_verts_run(Gr3dDraw *draw, const Gr3dVpe *vpe, Gr3dVerts *verts,
                        const Gr3dThreadGroup *group)
{
    const Gr3dIdx *idx = vpe->idx;

    if (!idx->index_size) {
        add_sequence(idx, verts);
    } else if (gr3d_idx_indices_inside(idx, &draw->span[GR3D_SPAN_INDEX])) {
        add_indices(draw, idx, verts);
    } else {
        return run_steps(draw, vpe, verts);
    }
    if (positions_first(vpe, verts, group)) {
        verts->rest = vpe;
        memset(verts->mark, 0, verts->num * sizeof(verts->mark[0]));
    }
    return run_all(draw, vpe, verts, group);
}

/* Set what describes triangles, but for the lists of corners. */
static void set_triangles(const Gr3dVerts *verts, unsigned num,
                          Gr3dTriangles *out)
{
    out->su = verts->su;
    out->corner = verts->corner;
    out->corner_size = verts->corner_size;
    out->near = verts->near;
    out->num = num;
}

void gr3d_verts_triangles(const Gr3dVerts *verts, const Gr3dIdx *idx,
                          unsigned first, unsigned num, Gr3dTriangles *out)
{
    uint32_t *const lists[4] = {
        out->at[0], out->at[1], out->at[2],
        verts->su->flat ? out->at[3] : NULL,
    };

    set_triangles(verts, num, out);
    gr3d_idx_triangles(idx, verts->at, first, num, lists);
}

/*
 * The rest of those that are needed
 */

static void mark(Gr3dVerts *verts, const Gr3dTriangles *t, uint64_t left)
{
    for (; left; left &= left - 1) {
        unsigned n = __builtin_ctzll(left);

        for (unsigned i = 0; i < 3; i++) {
            verts->mark[t->at[i][n]] = 1;
        }
    }
}

/* Cull; most chunks of a strip have nothing that is seen, and need no lists. */
void gr3d_verts_cull(Gr3dVerts *verts, const Gr3dIdx *idx, unsigned first,
                     unsigned num, Gr3dCullMask *cull)
{
    const Gr3dExec *exec = verts->rest->draw->exec;
    bool strip = verts->sequence && idx->type == GR3D_TRIANGLE_STRIP;
    Gr3dTriangles t;

    if (strip) {
        set_triangles(verts, num, &t);
        exec->cull_tristrip(&t, first, cull);
    }
    if (!strip || (cull->keep | cull->other)) {
        gr3d_verts_triangles(verts, idx, first, num, &t);
    }
    if (!strip) {
        exec->cull(&t, cull);
    }
    mark(verts, &t, cull->keep | cull->other);
}

/* Move needed vertices to the front; marks become their new numbers. */
static void move_needed(Gr3dVerts *verts)
{
    unsigned num = 0;

    for (unsigned n = 0; n < verts->num; n++) {
        if (verts->mark[n]) {
            verts->number[num] = verts->number[n];
            verts->mark[n] = num++;
        }
    }
    if (num && num < verts->num) {
        for (unsigned k = 0; k < verts->done; k++) {
            verts->at[k] = verts->mark[verts->at[k]];
        }
    }
    verts->num = num;
}

/*
 * Run the rest of the program, whose counts are those of the pre-pass.  Nothing
 * is set up of a draw that is cancelled here.
 */
void gr3d_verts_rest(Gr3dVerts *verts)
{
    const Gr3dVpe *vpe = verts->rest;
    Gr3dVpeCount count = { 0 };

    move_needed(verts);
    verts->rest = NULL;
    for (unsigned n = 0; n * CHUNK < verts->num && !gr3d_stopped(vpe->draw, 0);
         n++) {
        run_chunk(vpe, verts, n, &count);
    }
}
