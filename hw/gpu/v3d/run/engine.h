/*
 * VideoCore IV 3D engine: its parts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_ENGINE_H
#define V3D_ENGINE_H

#include "hw/gpu/v3d/isa/records.h"
#include "hw/gpu/v3d/pipe/core.h"
#include "hw/gpu/v3d/pipe/frag.h"
#include "hw/gpu/v3d/pipe/items.h"
#include "hw/gpu/v3d/pipe/programs.h"
#include "hw/gpu/v3d/pipe/shader.h"
#include "hw/gpu/v3d/pipe/state.h"
#include "hw/gpu/v3d/pipe/vcd.h"
#include "hw/gpu/v3d/pipe/tlb.h"
#include "strips.h"
#include "tiles.h"

/* What follows from the state, and need not be saved */
typedef struct V3dThread {
    bool decoded;               /* the next two are valid */
    V3dItems items;
    V3dShader shader;
    V3dVcd vcd;
    unsigned culled;            /* triangles of late, rather than drawn */
    V3dStrip *strip;            /* of vertices */
    V3dVpm vpm_in[V3D_STRIP_LANES / V3D_LANES];
    V3dVpm vpm_out[V3D_STRIP_LANES / V3D_LANES];
} V3dThread;

struct V3d {
    V3dCore core;
    V3dState s;
    V3dThread thread[V3D_NUM_THREADS];
    V3dPrograms programs;
    V3dFrag frag;
    const V3dExec *exec;        /* NULL: the reference */
    V3dStrips strips;
    V3dTileState *tile;         /* the buffer: that of s, but for a worker's */
    V3dTiles *tiles;            /* NULL: one after the other */
    bool tile_clear;            /* all of the tile buffer */
    bool tiles_depend;          /* those of this list, on each other */
    V3dClResult beside;         /* MORE: the binning list runs beside tiles */
    V3dQpu qpu[V3D_NUM_QPUS];   /* of user programs */
    V3dVpm user_vpm;
    V3dRecordHook *hook;
    void *hook_opaque;
};

/* What a record costs, in units of work */
#define V3D_WORK_RECORD     16
#define V3D_WORK_TILE       2048

/* Executes @record, and may change CA, which is behind it. */
typedef V3dClResult V3dRecordFn(V3d *v3d, const V3dRecord *record);

/* Of records of one thread only; NULL: none */
V3dRecordFn *v3d_bin_record(uint8_t code);
V3dRecordFn *v3d_render_record(uint8_t code);

/* The thread's work between two records, while there is some */
bool v3d_bin_busy(const V3d *v3d);
V3dClResult v3d_bin_step(V3d *v3d);
bool v3d_render_busy(const V3d *v3d);
V3dClResult v3d_render_step(V3d *v3d);

/* 48, 49 and 32, 33 in the rendering thread */
V3dRecordFn v3d_render_enter_list, v3d_render_draw;

/* One step of a thread, a record or a part of its work */
V3dClResult v3d_cl_step(V3d *v3d, unsigned thread);
/* False: not in the table */
bool v3d_cl_fetch(V3d *v3d, uint32_t ca, V3dRecord *record);

/* The record does not change the tile buffer, nor begin to. */
bool v3d_cl_leaves_tile(uint8_t code);

void v3d_end_frame(V3d *v3d);
/* What is stored by 24 and 25, 28, loaded by 29 at the tile's place */
V3dTileImage v3d_frame_image(const V3dRenderState *r);
V3dTileImage v3d_store_image(const V3dRenderState *r, const V3dRecord *record);
V3dTileImage v3d_load_image(const V3dRenderState *r, const V3dRecord *record);

/* What is cached of memory may be old. */
void v3d_forget(V3d *v3d);

/* What the thread was doing is given up. */
void v3d_bin_abort(V3d *v3d);
void v3d_render_abort(V3d *v3d);

/* The thread's state items as its next primitive uses them */
V3dThread *v3d_thread(V3d *v3d, unsigned thread);
void v3d_thread_put_item(V3d *v3d, unsigned thread, const V3dRecord *record);

/* Primitives that are looked at for vertices to be shaded together */
#define V3D_AHEAD   (2 * V3D_MAX_SHADING)

/*
 * Vertices that are shaded together: the one that is needed, and those that
 * will be.
 */
typedef struct V3dAhead {
    uint32_t index[V3D_MAX_SHADING];
    unsigned num;
} V3dAhead;

/* Would be needed as well.  False: there is no room for more. */
static inline bool v3d_ahead_add(V3dAhead *ahead, V3dThread *t, uint32_t index)
{
    if (ahead->num && v3d_vcd_find(&t->vcd, &t->shader, index)) {
        return true;
    }
    if (ahead->num == (t->shader.nv ? 1 : V3D_MAX_SHADING)) {
        return false;
    }
    /* From here on it is found, but nobody looks before it is shaded. */
    v3d_vcd_put(&t->vcd, &t->shader, index);
    ahead->index[ahead->num++] = index;
    return true;
}

/* Adds what is needed from the thread's primitive on. */
typedef void V3dAheadFn(V3dAhead *ahead, V3d *v3d, V3dThread *t);

/* ... of a primitive list */
void v3d_ahead_draw(V3dAhead *ahead, V3d *v3d, V3dThread *t,
                    const V3dDrawState *draw);

/* Vertices of a primitive */
typedef struct V3dPrimVertices {
    const uint32_t *word[3];
    bool part;                  /* of one, only the first word is there */
    bool inside;                /* v3d_clip_inside() is known of all */
} V3dPrimVertices;

/*
 * The vertices of the thread's primitive, of @type, shaded with what @add adds.
 * False: the slice is over.
 */
bool v3d_prim_shade(V3d *v3d, unsigned thread, unsigned type,
                    const uint32_t *index, V3dAheadFn *add,
                    V3dPrimVertices *vertices);
/* The thread's primitive goes on later, with the same vertices. */
void v3d_prim_keep(V3d *v3d, unsigned thread, unsigned type,
                   const V3dPrimVertices *vertices);
/* The thread's primitive is given up. */
void v3d_prim_abort(V3d *v3d, unsigned thread);
/* The thread's next primitive begins. */
static inline void v3d_prim_start(V3d *v3d, unsigned thread)
{
    v3d->s.prim[thread].vertices = 0;
    v3d->s.prim[thread].shading = 0;
}

static inline unsigned v3d_stage(unsigned thread)
{
    return thread == V3D_BIN ? V3D_STAGE_COORDINATE : V3D_STAGE_VERTEX;
}

/* Sets up @draw; false: there is nothing to draw. */
bool v3d_draw_begin(V3dDrawState *draw, V3d *v3d, const V3dThread *t,
                    const V3dRecord *record);

/* Connect a user program's QPU with what is outside. */
void v3d_user_connect(V3d *v3d, unsigned n);

/* Shade the thread's vertices; false: the reference has to. */
bool v3d_strips_shade(V3d *v3d, unsigned thread);
/* A triangle is drawn, or it is not seen from its side. */
void v3d_thread_count_face(V3dThread *t, bool seen);
/* Shade wholly what was shaded in part, which has been counted. */
void v3d_strips_complete(V3d *v3d, unsigned thread, const uint32_t *index,
                         unsigned num);
/*
 * Draw @setup, which is behind those that wait; false: the reference has to,
 * with nothing waiting.
 */
bool v3d_strips_draw(V3d *v3d, V3dThread *t, const V3dSetup *setup);
/* Draw what waits. */
void v3d_strips_flush(V3d *v3d);
/* ... and forget what the next primitive may find changed. */
void v3d_strips_unbind(V3d *v3d);

/* Write what v3d_cl_regs() reads, maybe on another thread. */
static inline void v3d_cl_put(uint32_t *field, uint32_t value)
{
    __atomic_store_n(field, value, __ATOMIC_RELAXED);
}

/* The flush or the frame of @thread has ended: a pending increment is posted */
void v3d_cl_post(V3d *v3d, unsigned thread);

#endif /* V3D_ENGINE_H */
