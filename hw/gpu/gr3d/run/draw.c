/*
 * Tegra20 GR3D engine: a draw from the trigger to its end
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "hw/gpu/gr3d/pipe/frozen.h"
#include "batch.h"
#include "cache.h"
#include "geometry.h"

static void init_spans(Gr3dDraw *draw)
{
    for (unsigned i = 0; i < GR3D_NUM_SPANS; i++) {
        draw->span[i].touched_start = UINT64_MAX;
    }
}

static void freeze_programs(Gr3dDraw *draw)
{
    draw->vp_entry = gr3d_vp_entry(draw->cache, draw->regs);
    gr3d_vp_decode_state(&draw->vp, draw->regs);
    draw->vp.insn = draw->vp_entry->insn;
    draw->fp_entry = gr3d_fp_entry(draw->cache, draw->regs);
    draw->fp = &draw->fp_entry->fp;
    gpu_events_add(&draw->events, &draw->fp_entry->events);
}

Gr3dDraw *gr3d_draw_new_cached(const Gr3dRegs *regs, Gr3dCache *cache)
{
    Gr3dDraw *draw = g_new0(Gr3dDraw, 1);

    draw->regs = regs;
    draw->cache = cache;
    draw->reference = &gr3d_reference;
    init_spans(draw);
    draw->geometry = gr3d_geometry_new(draw);
    draw->done = !gr3d_idx_num_prims(&draw->geometry->idx);
    freeze_programs(draw);
    gr3d_qr_freeze(draw);
    draw->regs = NULL;          /* they may change from now on */
    return draw;
}

Gr3dDraw *gr3d_draw_new(const Gr3dRegs *regs)
{
    return gr3d_draw_new_cached(regs, NULL);
}

void gr3d_draw_free(Gr3dDraw *draw)
{
    if (draw) {
        g_free(draw->geometry);
        gr3d_entry_unref(&draw->vp_entry->entry);
        gr3d_entry_unref(&draw->fp_entry->entry);
        g_free(draw);
    }
}

const Gr3dSpanRequest *gr3d_draw_request(const Gr3dDraw *draw, unsigned slot)
{
    static const Gr3dSpanRequest none;

    return slot < GR3D_NUM_SPANS ? &draw->request[slot] : &none;
}

void gr3d_draw_bind(Gr3dDraw *draw, unsigned slot, void *data, uint64_t size)
{
    GpuSpan *span;

    if (slot < GR3D_NUM_SPANS) {
        span = &draw->span[slot];
        span->data = data;
        span->size = data ? MIN(size, draw->request[slot].size) : 0;
        span->writable = draw->request[slot].write;
    }
}

void gr3d_draw_run(Gr3dDraw *draw)
{
    gr3d_batch_run(&draw, 1);
}

unsigned gr3d_draws_run(Gr3dDraw *const *draw, unsigned num)
{
    return num ? gr3d_batch_run(draw, num) : 0;
}

void gr3d_draw_set_fence(Gr3dDraw *draw, bool fence)
{
    draw->fence = fence;
}

void gr3d_draw_set_executor(Gr3dDraw *draw, const GpuExecutor *executor)
{
    draw->executor = executor && executor->threads > 1 ? executor : NULL;
}

void gr3d_draw_set_exec(Gr3dDraw *draw, const Gr3dExec *exec)
{
    draw->exec = exec;
    draw->strip_program = NULL;
    draw->vp_lanes = draw->vp_position = NULL;
    if (exec) {
        draw->strip_program = gr3d_fp_entry_strips(draw->fp_entry);
        draw->vp_lanes = gr3d_vp_entry_lanes(draw->vp_entry, &draw->vp);
        draw->vp_position = gr3d_vp_entry_position(draw->vp_entry);
    }
}

void gr3d_draw_cancel(Gr3dDraw *draw)
{
    __atomic_fetch_or(&draw->stop, GR3D_STOP_CANCEL, __ATOMIC_RELAXED);
}

void gr3d_draw_set_wait(Gr3dDraw *draw, Gr3dWait *wait, void *opaque)
{
    draw->wait = wait;
    draw->wait_opaque = opaque;
}

void gr3d_draw_pause(Gr3dDraw *draw, bool pause)
{
    if (pause && draw->wait) {
        __atomic_fetch_or(&draw->stop, GR3D_STOP_PAUSE, __ATOMIC_RELAXED);
    } else {
        __atomic_fetch_and(&draw->stop, ~GR3D_STOP_PAUSE, __ATOMIC_RELEASE);
    }
}

bool gr3d_draw_touched(const Gr3dDraw *draw, unsigned slot, uint64_t *start,
                       uint64_t *end)
{
    const GpuSpan *span;

    if (slot >= GR3D_NUM_SPANS) {
        return false;
    }
    span = &draw->span[slot];
    *start = span->touched_start;
    *end = span->touched_end;
    return *start < *end;
}

const GpuEventCount *gr3d_draw_events(const Gr3dDraw *draw, unsigned *num)
{
    *num = draw->events.num;
    return draw->events.list;
}

const Gr3dDrawStats *gr3d_draw_stats(const Gr3dDraw *draw)
{
    return &draw->stats;
}
