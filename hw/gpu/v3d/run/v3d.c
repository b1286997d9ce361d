/*
 * VideoCore IV 3D engine: the interface
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "hw/gpu/v3d/v3d.h"

/* A thread's control list executor */
typedef struct V3dCl {
    V3dClRegs regs;
} V3dCl;

struct V3d {
    V3dMemory mem;
    V3dEvents events;
    V3dCl cl[V3D_NUM_THREADS];
    V3dPool pool;
    V3dDone done;
    uint64_t counters[V3D_NUM_COUNTERS];
    bool stop;
};

V3d *v3d_new(void)
{
    V3d *v3d = g_new0(V3d, 1);

    v3d->mem.events = &v3d->events;
    return v3d;
}

void v3d_free(V3d *v3d)
{
    g_free(v3d);
}

void v3d_reset(V3d *v3d)
{
    for (unsigned n = 0; n < V3D_NUM_THREADS; n++) {
        v3d->cl[n] = (V3dCl) { };
    }
    v3d->pool = (V3dPool) { };
    v3d->done = (V3dDone) { };
}

void v3d_set_memory(V3d *v3d, void *data, uint64_t size)
{
    v3d->mem.data = data;
    v3d->mem.size = MIN(size, V3D_ADDR_MASK + 1ull);
}

void v3d_take_touched(V3d *v3d,
                      void (*fn)(void *opaque, uint64_t offset, uint64_t size),
                      void *opaque)
{
    v3d_memory_take_touched(&v3d->mem, fn, opaque);
}

void v3d_cl_start(V3d *v3d, unsigned thread, uint32_t ca, uint32_t ea)
{
    v3d->cl[thread].regs.ca = ca;
    v3d->cl[thread].regs.ea = ea;
    v3d->cl[thread].regs.running = ca != ea;
}

void v3d_cl_set_end(V3d *v3d, unsigned thread, uint32_t ea)
{
    v3d->cl[thread].regs.ea = ea;
}

void v3d_cl_reset(V3d *v3d, unsigned thread)
{
    v3d->cl[thread] = (V3dCl) { };
}

V3dClResult v3d_cl_run(V3d *v3d, unsigned thread, uint64_t budget)
{
    v3d->cl[thread].regs.running = false;
    return V3D_CL_DONE;
}

void v3d_stop(V3d *v3d, bool stop)
{
    __atomic_store_n(&v3d->stop, stop, __ATOMIC_RELAXED);
}

V3dClRegs v3d_cl_regs(const V3d *v3d, unsigned thread)
{
    return v3d->cl[thread].regs;
}

void v3d_cl_clear_lc(V3d *v3d, unsigned thread, uint32_t value)
{
    v3d->cl[thread].regs.lc &= ~((value >> 16 & 1 ? 0xffff0000u : 0) |
                                 (value & 1 ? 0xffffu : 0));
}

V3dDone v3d_take_done(V3d *v3d)
{
    V3dDone done = v3d->done;

    v3d->done = (V3dDone) { };
    return done;
}

V3dPool v3d_pool(const V3d *v3d)
{
    return v3d->pool;
}

void v3d_give_memory(V3d *v3d, uint32_t addr, uint32_t size)
{
    v3d->pool.bpoa = addr;
    v3d->pool.bpos = size;
}

void v3d_set_bxcf(V3d *v3d, uint32_t value)
{
}

bool v3d_user_request(V3d *v3d, uint32_t code, uint32_t uniforms,
                      uint32_t length)
{
    return false;
}

void v3d_user_clear(V3d *v3d)
{
}

unsigned v3d_user_queued(const V3d *v3d)
{
    return 0;
}

void v3d_set_vpmbase(V3d *v3d, uint32_t value)
{
}

V3dUserResult v3d_user_run(V3d *v3d, uint64_t budget)
{
    return V3D_USER_DONE;
}

V3dUserDone v3d_user_take_done(V3d *v3d)
{
    return (V3dUserDone) { };
}

void v3d_clear_caches(V3d *v3d)
{
}

const uint64_t *v3d_counters(const V3d *v3d)
{
    return v3d->counters;
}

const V3dEventCount *v3d_events(const V3d *v3d, unsigned *num)
{
    *num = v3d->events.num;
    return v3d->events.list;
}

void v3d_clear_events(V3d *v3d)
{
    v3d->events = (V3dEvents) { };
}

void v3d_save(const V3d *v3d, uint32_t *words)
{
    words[0] = V3D_STATE_VERSION;
}

bool v3d_load(V3d *v3d, const uint32_t *words)
{
    v3d_reset(v3d);
    return words[0] == V3D_STATE_VERSION;
}
