/*
 * VideoCore IV 3D engine: the interface
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <stdlib.h>
#include <string.h>
#include "engine.h"

void v3d_forget(V3d *v3d)
{
    v3d_strips_unbind(v3d);
    v3d_earlyz_forget(&v3d->strips.earlyz);
    for (unsigned n = 0; n < V3D_NUM_THREADS; n++) {
        v3d->thread[n].decoded = false;
        v3d_vcd_clear(&v3d->thread[n].vcd);
    }
    v3d_programs_expire(&v3d->programs);
    v3d_tiles_forget(v3d->tiles);
}

V3d *v3d_new(void)
{
    V3d *v3d = g_new0(V3d, 1);

    v3d->core.mem.events = &v3d->core.events;
    v3d->tile = &v3d->s.render.tile;
    v3d->strips.strip = v3d_strip_new();
    for (unsigned n = 0; n < V3D_NUM_THREADS; n++) {
        v3d->thread[n].strip = v3d_strip_new();
    }
    v3d_reset(v3d);
    return v3d;
}

void v3d_free(V3d *v3d)
{
    v3d_strips_unbind(v3d);
    free(v3d->strips.strip);
    for (unsigned n = 0; n < V3D_NUM_THREADS; n++) {
        free(v3d->thread[n].strip);
    }
    v3d_programs_clear(&v3d->programs);
    v3d_tiles_free(v3d->tiles);
    g_free(v3d);
}

void v3d_reset(V3d *v3d)
{
    memset(&v3d->s, 0, sizeof(v3d->s));
    v3d->s.version = V3D_STATE_VERSION;
    v3d->s.bin.initial_block = 32;
    v3d->s.bin.block = 32;
    memset(&v3d->user_vpm, 0, sizeof(v3d->user_vpm));
    v3d->core.done = (V3dDone) { };
    v3d->tile_clear = false;
    v3d_forget(v3d);
}

void v3d_set_memory(V3d *v3d, void *data, uint64_t size)
{
    v3d->core.mem.data = data;
    v3d->core.mem.size = MIN(size, V3D_ADDR_MASK + 1ull);
    v3d_forget(v3d);
}

void v3d_set_exec(V3d *v3d, const V3dExec *exec)
{
    /* Vertices may have been shaded in part, which only strips go on with. */
    v3d_forget(v3d);
    v3d->exec = exec;
}

void v3d_set_executor(V3d *v3d, const GpuExecutor *executor)
{
    v3d_tiles_free(v3d->tiles);
    v3d->tiles = executor ? v3d_tiles_new(executor) : NULL;
}

void v3d_take_touched(V3d *v3d,
                      void (*fn)(void *opaque, uint64_t offset, uint64_t size),
                      void *opaque)
{
    v3d_memory_take_touched(&v3d->core.mem, fn, opaque);
}

void v3d_stop(V3d *v3d, bool stop)
{
    __atomic_store_n(&v3d->core.stop, stop, __ATOMIC_RELAXED);
}

V3dDone v3d_take_done(V3d *v3d)
{
    V3dDone done = v3d->core.done;

    v3d->core.done = (V3dDone) { };
    return done;
}

V3dPool v3d_pool(const V3d *v3d)
{
    const V3dBinState *bin = &v3d->s.bin;

    return (V3dPool) {
        .bpca = bin->bpca,
        .bpcs = bin->bpcs,
        .bpoa = bin->bpoa,
        .bpos = bin->bpos,
        .out_of_memory = bin->starving,
    };
}

void v3d_give_memory(V3d *v3d, uint32_t addr, uint32_t size)
{
    v3d->s.bin.bpoa = addr;
    v3d->s.bin.bpos = size;
    if (size) {
        v3d->s.bin.starving = 0;
    }
}

void v3d_set_bxcf(V3d *v3d, uint32_t value)
{
    v3d->s.bin.bxcf = value;
}

void v3d_clear_caches(V3d *v3d)
{
    v3d_forget(v3d);
}

const uint64_t *v3d_counters(const V3d *v3d)
{
    return v3d->core.counter;
}

const GpuEventCount *v3d_events(const V3d *v3d, unsigned *num)
{
    *num = v3d->core.events.num;
    return v3d->core.events.list;
}

void v3d_clear_events(V3d *v3d)
{
    gpu_events_clear(&v3d->core.events);
}
