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
                    const V3dDrawState *draw, uint32_t n)
{
    unsigned type = v3d_prim_type(draw->mode);
    uint32_t count = v3d_prim_count(draw->mode, draw->length);
    uint32_t end = MIN(count, n + V3D_AHEAD);

    for (; n < end; n++) {
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

void v3d_ahead_start(const V3dAhead *ahead, V3d *v3d, unsigned thread)
{
    V3dPrimState *p = &v3d->s.prim[thread];

    memcpy(p->index, ahead->index, sizeof(p->index));
    /* The first is the one that must be there. */
    p->index[0] = ahead->index[ahead->num - 1];
    p->index[ahead->num - 1] = ahead->index[0];
    p->shading = ahead->num;
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

bool v3d_prim_vertex(V3d *v3d, unsigned thread, uint32_t index)
{
    V3dThread *t = &v3d->thread[thread];
    V3dPrimState *p = &v3d->s.prim[thread];
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
    memcpy(p->word[p->vertices++], vertex->word,
           4 * v3d_vertex_words(&t->shader, v3d_stage(thread)));
    return true;
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
