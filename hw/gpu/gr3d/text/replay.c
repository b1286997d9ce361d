/*
 * Tegra20 GR3D engine: an embedder without threads, for tests and tools
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "replay.h"

#define SLICE   100000

void gr3d_replay_init(Gr3dReplay *replay, const Gr3dMemory *memory,
                      unsigned num_memories)
{
    *replay = (Gr3dReplay) {
        .memory = memory,
        .num_memories = num_memories,
        .events = g_array_new(FALSE, FALSE, sizeof(Gr3dReplayEvent)),
    };
    replay->cache = gr3d_cache_new();
    gr3d_regs_reset(&replay->regs);
}

void gr3d_replay_clear(Gr3dReplay *replay)
{
    while (replay->num_waiting) {
        gr3d_draw_free(replay->waiting[--replay->num_waiting]);
    }
    if (replay->events) {
        g_array_free(replay->events, TRUE);
        replay->events = NULL;
    }
    gr3d_cache_free(replay->cache);
    replay->cache = NULL;
}

static void bind(const Gr3dReplay *replay, Gr3dDraw *draw, unsigned slot)
{
    const Gr3dSpanRequest *r = gr3d_draw_request(draw, slot);

    for (unsigned i = 0; r->size && i < replay->num_memories; i++) {
        const Gr3dMemory *m = &replay->memory[i];
        uint64_t offset = (uint64_t)r->addr - m->addr;

        if (r->addr >= m->addr && offset < m->size) {
            gr3d_draw_bind(draw, slot, m->data + offset,
                           MIN(r->size, m->size - offset));
        }
    }
}

/* Slices are for the limit: threads wait for each other at their ends. */
static void run_to_end(Gr3dReplay *replay, Gr3dDraw *draw)
{
    const uint64_t slice = replay->max_work ? SLICE : UINT64_MAX;

    if (replay->cancelled) {
        gr3d_draw_cancel(draw);
    }
    while (gr3d_draw_run(draw, slice) == GR3D_DRAW_MORE) {
        replay->work += SLICE;
        if (replay->max_work && replay->work >= replay->max_work) {
            replay->cancelled = true;
            gr3d_draw_cancel(draw);
        }
    }
}

static void collect(Gr3dReplay *replay, const Gr3dDraw *draw)
{
    const Gr3dDrawStats *stats = gr3d_draw_stats(draw);
    Gr3dReplayEvent entry = { .draw = replay->draws };
    const Gr3dEventCount *event;
    unsigned num;

    replay->stats.vertices += stats->vertices;
    replay->stats.primitives += stats->primitives;
    replay->stats.rasterised += stats->rasterised;
    replay->stats.fragments += stats->fragments;
    for (event = gr3d_draw_events(draw, &num); num; num--, event++) {
        entry.event = *event;
        g_array_append_val(replay->events, entry);
    }
}

static void end_draw(Gr3dReplay *replay, Gr3dDraw *draw)
{
    collect(replay, draw);
    replay->draws++;
    gr3d_draw_free(draw);
}

static void run_waiting(Gr3dReplay *replay)
{
    unsigned num = gr3d_draws_run(replay->waiting, replay->num_waiting);

    for (unsigned i = 0; i < num; i++) {
        end_draw(replay, replay->waiting[i]);
    }
    replay->num_waiting -= num;
    memmove(replay->waiting, replay->waiting + num,
            replay->num_waiting * sizeof(replay->waiting[0]));
}

void gr3d_replay_finish(Gr3dReplay *replay)
{
    while (replay->num_waiting) {
        run_waiting(replay);
    }
}

static Gr3dDraw *new_draw(const Gr3dReplay *replay)
{
    Gr3dDraw *draw = gr3d_draw_new_cached(&replay->regs, replay->cache);

    for (unsigned slot = 0; slot < GR3D_NUM_SPANS; slot++) {
        bind(replay, draw, slot);
    }
    gr3d_draw_set_executor(draw, replay->executor);
    gr3d_draw_set_exec(draw, replay->exec);
    return draw;
}

static void run_draw(Gr3dReplay *replay)
{
    Gr3dDraw *draw = new_draw(replay);

    if (replay->ahead) {
        replay->waiting[replay->num_waiting++] = draw;
        if (replay->num_waiting == MIN(replay->ahead, GR3D_REPLAY_AHEAD)) {
            run_waiting(replay);
        }
        return;
    }
    run_to_end(replay, draw);
    end_draw(replay, draw);
}

Gr3dWrite gr3d_replay_write(Gr3dReplay *replay, uint32_t offset,
                            uint32_t value)
{
    Gr3dWrite result = gr3d_regs_write(&replay->regs, offset, value);

    replay->unknown += result == GR3D_WRITE_UNKNOWN;
    replay->incrs += result == GR3D_WRITE_INCR_SYNCPT;
    if (result == GR3D_WRITE_DRAW) {
        run_draw(replay);
    }
    return result;
}
