/*
 * VideoCore IV 3D engine: primitives of the rendering thread
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "engine.h"
#include "hw/gpu/lib/bits.h"
#include "hw/gpu/v3d/pipe/prim.h"
#include "hw/gpu/v3d/pipe/ptb.h"
#include "hw/gpu/v3d/pipe/tilelist.h"

#define WORK_PRIM   64

/*
 * Vertices
 */

typedef bool AddFn(V3dAhead *ahead, V3dThread *t, uint32_t index);

/* What the compressed list has from the primitive on */
static void add_list(V3dAhead *ahead, V3d *v3d, V3dThread *t, AddFn *add)
{
    unsigned type = t->items.list_type;
    V3dListPlace place = { .ca = v3d->s.cl[V3D_RENDER].ca };

    memcpy(place.index, v3d->s.render.prev, sizeof(place.index));
    for (unsigned n = 0; n < V3D_AHEAD; n++) {
        if (v3d_list_next(&place, &v3d->core.mem, type) != V3D_LIST_PRIM) {
            return;
        }
        for (unsigned i = 0; i <= type; i++) {
            if (!add(ahead, t, place.index[i])) {
                return;
            }
        }
    }
}

static void add_ahead(V3dAhead *ahead, V3d *v3d, V3dThread *t)
{
    const V3dDrawState *d = &v3d->s.render.draw;

    if (d->code) {
        v3d_ahead_draw(ahead, v3d, t, d);
    } else {
        add_list(ahead, v3d, t, v3d_ahead_add);
    }
}

static bool add_part(V3dAhead *ahead, V3dThread *t, uint32_t index)
{
    V3dVertex *vertex;

    if (ahead->num == V3D_MAX_SHADING) {
        return false;
    }
    vertex = v3d_vcd_find(&t->vcd, &t->shader, index);
    if (vertex && vertex->part) {
        vertex->part = false;
        ahead->index[ahead->num++] = index;
    }
    return true;
}

/* Shade the primitive's vertices wholly, and those of what follows. */
static void complete(V3d *v3d, V3dThread *t, unsigned type,
                     const uint32_t *index)
{
    V3dAhead ahead;

    ahead.num = 0;
    for (unsigned i = 0; i <= type; i++) {
        add_part(&ahead, t, index[i]);
    }
    if (!v3d->s.render.draw.code) {
        add_list(&ahead, v3d, t, add_part);
    }
    v3d_strips_complete(v3d, V3D_RENDER, ahead.index, ahead.num);
}

/* {Ys, Xs}, Zs, 1/Wc, point size if it has one, varyings */
static void set_place(V3dCorner *corner, const V3dThread *t,
                      const uint32_t *word)
{
    corner->x = (int16_t)word[0] + t->items.view_x;
    corner->y = (int16_t)(word[0] >> 16) + t->items.view_y;
}

static void set_values(V3dCorner *corner, const V3dThread *t,
                       const uint32_t *word)
{
    corner->z = gpu_float_from_bits(word[1]);
    corner->rw = gpu_float_from_bits(word[2]);
    corner->size = t->shader.point_size ? gpu_float_from_bits(word[3]) :
                   t->items.point_size;
    corner->varying = word + 3 + t->shader.point_size;
}

/* A corner where the clipper cut: parts of the whole primitive's */
static void cut_corner(V3dCorner *corner, uint32_t *varying,
                       const V3dCorner *whole, const V3dThread *t,
                       const V3dClippedVertex *cut, unsigned type)
{
    corner->x = cut->xs + t->items.view_x;
    corner->y = cut->ys + t->items.view_y;
    corner->z = cut->zs;
    corner->rw = cut->rw;
    for (unsigned i = 0; i < t->shader.varyings; i++) {
        float sum = 0;

        for (unsigned j = 0; j <= type; j++) {
            sum += cut->part[j] * gpu_float_from_bits(whole[j].varying[i]);
        }
        varying[i] = gpu_float_to_bits(sum);
    }
    corner->varying = varying;
}

/*
 * A primitive
 */

/* False: stopped before its end */
static bool draw_setup(V3d *v3d, V3dThread *t, const V3dSetup *setup)
{
    V3dRenderState *r = &v3d->s.render;
    V3dFrag *frag = &v3d->frag;
    bool done;

    frag->core = &v3d->core;
    frag->tile = v3d->tile;
    frag->items = &t->items;
    frag->shader = &t->shader;
    if (v3d_earlyz_grows(&t->items)) {
        v3d_earlyz_forget(&v3d->strips.earlyz);
    }
    if (v3d_strips_draw(v3d, t, setup)) {
        return true;
    }
    v3d_strips_flush(v3d);
    frag->setup = setup;
    frag->program = v3d_programs_find(&v3d->programs, &v3d->core.mem,
                                      t->shader.fs_code);
    frag->skip = r->batch;
    frag->running = r->batch_running;
    done = v3d_frag_draw(frag, r->column * v3d_tile_size(&r->tile),
                         r->row * v3d_tile_height(&r->tile));
    r->batch = done ? 0 : frag->done;
    r->batch_running = frag->running;
    return done;
}

static bool draw_corners(V3d *v3d, V3dThread *t, unsigned type,
                         const V3dCorner *corner, const uint32_t *flat)
{
    V3dSetup *setup = &v3d->strips.setup[v3d->strips.num_waiting];

    return !v3d_setup(setup, &t->items, t->shader.varyings, type, corner,
                      flat) || draw_setup(v3d, t, setup);
}

/* The primitive with corners where the clipper cut */
static bool draw_cut(V3d *v3d, V3dThread *t, unsigned type,
                     const V3dCorner *whole)
{
    const V3dRenderState *r = &v3d->s.render;
    uint32_t address = r->clipped;
    uint32_t varying[3][V3D_MAX_VARYINGS];
    V3dCorner corner[3];

    for (unsigned i = 0; i <= type; i++) {
        V3dClippedVertex cut;

        corner[i] = whole[i];
        if (r->clip_flags >> i & 1) {
            v3d_ptb_read_clipped(&cut, &v3d->core.mem, address);
            cut_corner(&corner[i], varying[i], whole, t, &cut, type);
            address += V3D_CLIPPED_BYTES;
        }
    }
    return !v3d_setup_faces(&v3d->core, &t->items, type, corner) ||
           draw_corners(v3d, t, type, corner, whole[type].varying);
}

/* False: stopped before its end */
static bool draw_prim(V3d *v3d, V3dThread *t, unsigned type,
                      const uint32_t *index)
{
    bool clipped = v3d->s.render.clipped != 0, seen, done;
    V3dPrimVertices vertices;
    V3dCorner corner[3];

    v3d->core.work += WORK_PRIM;
    if (!v3d_prim_shade(v3d, V3D_RENDER, type, index, add_ahead, &vertices)) {
        return false;
    }
    for (unsigned i = 0; i <= type; i++) {
        set_place(&corner[i], t, vertices.word[i]);
    }
    seen = clipped || v3d_setup_faces(&v3d->core, &t->items, type, corner);
    v3d_thread_count_face(t, seen);
    if (!seen) {
        return true;
    }
    if (vertices.part) {
        complete(v3d, t, type, index);
    }
    for (unsigned i = 0; i <= type; i++) {
        set_values(&corner[i], t, vertices.word[i]);
    }
    done = clipped ? draw_cut(v3d, t, type, corner) :
           draw_corners(v3d, t, type, corner, corner[type].varying);
    if (!done) {
        v3d_prim_keep(v3d, V3D_RENDER, type, &vertices);
    }
    return done;
}

/* The next primitive begins. */
static void start_prim(V3d *v3d)
{
    v3d->s.render.batch = 0;
    v3d->s.render.batch_running = 0;
    v3d_prim_start(v3d, V3D_RENDER);
}

/*
 * Compressed primitive lists
 */

V3dClResult v3d_render_enter_list(V3d *v3d, const V3dRecord *record)
{
    V3dRenderState *r = &v3d->s.render;

    if (!v3d_thread(v3d, V3D_RENDER)->shader.address) {
        v3d_report(&v3d->core, V3D_EV_SHADER, record->code);
        return V3D_CL_ERROR;
    }
    r->in_list = 1;
    start_prim(v3d);
    memset(r->prev, 0, sizeof(r->prev));
    r->clipped = 0;
    if (record->code == V3D_REC_CLIPPED_PRIMITIVES) {
        r->clipped = record->clipped_primitives.address;
        r->clip_flags = record->clipped_primitives.clipped;
    }
    return V3D_CL_MORE;
}

static V3dClResult list_step(V3d *v3d)
{
    V3dClState *cl = &v3d->s.cl[V3D_RENDER];
    V3dRenderState *r = &v3d->s.render;
    V3dThread *t = v3d_thread(v3d, V3D_RENDER);
    unsigned type = t->items.list_type;
    V3dListPlace place = { .ca = cl->ca };
    V3dListNext next;

    memcpy(place.index, r->prev, sizeof(place.index));
    do {
        v3d->core.work++;
        next = v3d_list_next(&place, &v3d->core.mem, type);
        if (next == V3D_LIST_PRIM) {
            if (!draw_prim(v3d, t, type, place.index)) {
                return V3D_CL_MORE;
            }
            start_prim(v3d);
            r->clipped = 0;
        }
        r->in_list = next != V3D_LIST_END;
        memcpy(r->prev, place.index, sizeof(place.index));
        v3d_cl_put(&cl->ca, place.ca);
    } while (r->in_list && !v3d_slice_over(&v3d->core));
    return V3D_CL_MORE;
}

/*
 * Primitive lists that were not binned
 */

V3dClResult v3d_render_draw(V3d *v3d, const V3dRecord *record)
{
    V3dRenderState *r = &v3d->s.render;

    start_prim(v3d);
    r->clipped = 0;
    v3d_draw_begin(&r->draw, v3d, v3d_thread(v3d, V3D_RENDER), record);
    return V3D_CL_MORE;
}

static V3dClResult draw_step(V3d *v3d)
{
    V3dDrawState *d = &v3d->s.render.draw;
    uint32_t count = v3d_prim_count(d->mode, d->length);
    unsigned type = v3d_prim_type(d->mode);
    uint32_t index[3];

    v3d_cl_put(&v3d->s.cl[V3D_RENDER].pc, count - d->prim);
    if (d->prim >= count) {
        d->code = 0;
        return V3D_CL_MORE;
    }
    v3d_prim_indices(d, &v3d->core, d->prim, index);
    if (draw_prim(v3d, v3d_thread(v3d, V3D_RENDER), type, index)) {
        start_prim(v3d);
        d->prim++;
    }
    return V3D_CL_MORE;
}

bool v3d_render_busy(const V3d *v3d)
{
    return v3d->s.render.in_list || v3d->s.render.draw.code;
}

V3dClResult v3d_render_step(V3d *v3d)
{
    return v3d->s.render.draw.code ? draw_step(v3d) : list_step(v3d);
}
