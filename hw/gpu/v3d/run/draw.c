/*
 * VideoCore IV 3D engine: what both threads do with a primitive list
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "engine.h"
#include "hw/gpu/v3d/pipe/prim.h"

V3dThread *v3d_thread(V3d *v3d, unsigned thread)
{
    V3dThread *t = &v3d->thread[thread];

    if (!t->decoded) {
        v3d_items_decode(&t->items, v3d->s.item[thread]);
        v3d_shader_decode(&t->shader, &v3d->core.mem, &t->items.shader);
        t->decoded = true;
    }
    return t;
}

void v3d_thread_put_item(V3d *v3d, unsigned thread, const V3dRecord *record)
{
    v3d_item_put(&v3d->s.item[thread][v3d_item_number(record->code)], record);
    v3d->thread[thread].decoded = false;
    if (thread == V3D_RENDER) {
        v3d_strips_unbind(v3d);
    }
}

void v3d_ahead_draw(V3dAhead *ahead, V3d *v3d, V3dThread *t,
                    const V3dDrawState *draw)
{
    unsigned type = v3d_prim_type(draw->mode);
    uint32_t count = v3d_prim_count(draw->mode, draw->length);
    uint32_t end = MIN(count, draw->prim + V3D_AHEAD);

    for (uint32_t n = draw->prim; n < end; n++) {
        uint32_t index[3];

        v3d_prim_indices(draw, &v3d->core, n, index);
        for (unsigned i = 0; i <= type; i++) {
            if (!v3d_ahead_add(ahead, t, index[i])) {
                return;
            }
        }
    }
}

/* Begin the next batch of those that are shaded. */
static void start_batch(V3d *v3d, unsigned thread)
{
    V3dThread *t = &v3d->thread[thread];
    V3dPrimState *p = &v3d->s.prim[thread];

    v3d_vcd_start(&t->vcd, &v3d->core, &t->shader, v3d_stage(thread),
                  &p->index[p->shaded], MIN(p->shading - p->shaded, V3D_LANES));
}

/* Shade the vertex of @index, and what is added to it. */
static void start_shading(V3d *v3d, unsigned thread, uint32_t index,
                          V3dAheadFn *add)
{
    V3dThread *t = &v3d->thread[thread];
    V3dPrimState *p = &v3d->s.prim[thread];
    V3dAhead ahead = { };

    v3d_ahead_add(&ahead, t, index);
    add(&ahead, v3d, t);
    memcpy(p->index, ahead.index, sizeof(p->index));
    /* Last is the one that must be there. */
    p->index[0] = ahead.index[ahead.num - 1];
    p->index[ahead.num - 1] = index;
    p->shading = ahead.num;
    p->shaded = 0;
    if (v3d_strips_shade(v3d, thread)) {
        p->shading = 0;
    } else {
        start_batch(v3d, thread);
    }
}

/* False: the slice is over. */
static bool shade_batches(V3d *v3d, unsigned thread)
{
    V3dThread *t = &v3d->thread[thread];
    V3dPrimState *p = &v3d->s.prim[thread];

    while (p->shading) {
        if (!v3d_vcd_shade(&t->vcd, &v3d->core, &v3d->programs, &t->shader,
                           v3d_stage(thread), &p->index[p->shaded],
                           MIN(p->shading - p->shaded, V3D_LANES))) {
            return false;
        }
        p->shaded += V3D_LANES;
        if (p->shaded >= p->shading) {
            p->shading = 0;
        } else {
            start_batch(v3d, thread);
        }
    }
    return true;
}

void v3d_prim_abort(V3d *v3d, unsigned thread)
{
    if (v3d->s.prim[thread].shading) {
        v3d_vcd_clear(&v3d->thread[thread].vcd);
    }
    v3d_prim_start(v3d, thread);
}

static void put_vertex(V3d *v3d, unsigned thread, const uint32_t *word)
{
    V3dPrimState *p = &v3d->s.prim[thread];

    memcpy(p->word[p->vertices++], word,
           4 * v3d_vertex_words(&v3d->thread[thread].shader,
                                v3d_stage(thread)));
}

/* The thread's primitive gets its next vertex; false: the slice is over. */
static bool take_vertex(V3d *v3d, unsigned thread, uint32_t index)
{
    V3dThread *t = &v3d->thread[thread];
    V3dVertex *vertex;

    if (!shade_batches(v3d, thread)) {
        return false;
    }
    vertex = v3d_vcd_find(&t->vcd, &t->shader, index);
    if (!vertex) {
        /* The guest has changed the index meanwhile: once more. */
        return false;
    }
    if (vertex->part) {
        v3d_strips_complete(v3d, thread, &index, 1);
    }
    put_vertex(v3d, thread, vertex->word);
    return true;
}

/* Vertices one by one, which may put each other out of the cache */
static bool collect(V3d *v3d, unsigned thread, unsigned type,
                    const uint32_t *index, V3dAheadFn *add)
{
    V3dThread *t = &v3d->thread[thread];
    V3dPrimState *p = &v3d->s.prim[thread];

    while (p->vertices <= type) {
        uint32_t next = index[p->vertices];

        if (!p->shading && !v3d_vcd_find(&t->vcd, &t->shader, next)) {
            start_shading(v3d, thread, next, add);
        }
        if (!take_vertex(v3d, thread, next)) {
            return false;
        }
    }
    return true;
}

/* How many of the vertices are there, up to the first that is not */
static unsigned find(V3dThread *t, unsigned type, const uint32_t *index,
                     V3dPrimVertices *vertices)
{
    bool part = false, inside = true;

    for (unsigned i = 0; i <= type; i++) {
        const V3dVertex *vertex = v3d_vcd_find(&t->vcd, &t->shader, index[i]);

        if (!vertex) {
            return i;
        }
        vertices->word[i] = vertex->word;
        part |= vertex->part;
        inside &= vertex->inside;
    }
    vertices->part = part;
    vertices->inside = inside;
    return type + 1;
}

/* Strips shade at once what is not there; false: they do not, or not all is. */
static bool shade_now(V3d *v3d, unsigned thread, unsigned type,
                      const uint32_t *index, V3dAheadFn *add,
                      V3dPrimVertices *vertices)
{
    V3dThread *t = &v3d->thread[thread];
    unsigned found = find(t, type, index, vertices);

    if (found <= type) {
        start_shading(v3d, thread, index[found], add);
        found = v3d->s.prim[thread].shading ? 0 :
                find(t, type, index, vertices);
    }
    return found > type;
}

bool v3d_prim_shade(V3d *v3d, unsigned thread, unsigned type,
                    const uint32_t *index, V3dAheadFn *add,
                    V3dPrimVertices *vertices)
{
    V3dPrimState *p = &v3d->s.prim[thread];

    if (!(p->vertices | p->shading) &&
        shade_now(v3d, thread, type, index, add, vertices)) {
        return true;
    }
    if (!collect(v3d, thread, type, index, add)) {
        return false;
    }
    *vertices = (V3dPrimVertices) {
        .word = { p->word[0], p->word[1], p->word[2] },
    };
    return true;
}

void v3d_prim_keep(V3d *v3d, unsigned thread, unsigned type,
                   const V3dPrimVertices *vertices)
{
    const V3dPrimState *p = &v3d->s.prim[thread];

    while (p->vertices <= type) {
        put_vertex(v3d, thread, vertices->word[p->vertices]);
    }
}

bool v3d_draw_begin(V3dDrawState *draw, V3d *v3d, const V3dThread *t,
                    const V3dRecord *record)
{
    bool indexed = record->code == V3D_REC_INDEXED_PRIMITIVES;

    *draw = (V3dDrawState) {
        .code = record->code,
        .mode = indexed ? record->indexed_primitives.mode :
                record->array_primitives.mode,
        .length = indexed ? record->indexed_primitives.length :
                  record->array_primitives.length,
        .first = indexed ? record->indexed_primitives.indices :
                 record->array_primitives.first,
        .index_type = indexed ? record->indexed_primitives.index_type : 0,
        .max_index = indexed ? record->indexed_primitives.max_index : 0,
    };
    if (!t->shader.address) {
        v3d_report(&v3d->core, V3D_EV_SHADER, record->code);
        *draw = (V3dDrawState) { };
    } else if (draw->mode > 6) {
        v3d_report(&v3d->core, V3D_EV_PRIMITIVE, draw->mode);
        *draw = (V3dDrawState) { };
    }
    return draw->code != 0;
}
