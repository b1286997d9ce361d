/*
 * Tegra20 GR3D engine: an embedder without threads, for tests and tools
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "replay.h"

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

static void bind(Gr3dDraw *draw, unsigned slot, const Gr3dMemory *memory,
                 unsigned num)
{
    const Gr3dSpanRequest *r = gr3d_draw_request(draw, slot);

    for (unsigned i = 0; r->size && i < num; i++) {
        const Gr3dMemory *m = &memory[i];
        uint64_t offset = (uint64_t)r->addr - m->addr;

        if (r->addr >= m->addr && offset < m->size) {
            gr3d_draw_bind(draw, slot, m->data + offset,
                           MIN(r->size, m->size - offset));
        }
    }
}

void gr3d_replay_bind(Gr3dDraw *draw, const Gr3dMemory *memory, unsigned num)
{
    for (unsigned slot = 0; slot < GR3D_NUM_SPANS; slot++) {
        bind(draw, slot, memory, num);
    }
}

/* Gr3dWait, on any thread: cancel what goes on beyond the limit. */
static void limit_work(void *opaque, uint64_t work)
{
    Gr3dReplay *replay = opaque;

    if (replay->stats.work + work < replay->max_work) {
        return;
    }
    __atomic_store_n(&replay->cancelled, true, __ATOMIC_RELAXED);
    for (unsigned i = 0; i < replay->num_waiting; i++) {
        gr3d_draw_cancel(replay->waiting[i]);
    }
}

static void collect(Gr3dReplay *replay, const Gr3dDraw *draw)
{
    const Gr3dDrawStats *stats = gr3d_draw_stats(draw);
    Gr3dReplayEvent entry = { .draw = replay->draws };
    const GpuEventCount *event;
    unsigned num;

    replay->stats.vertices += stats->vertices;
    replay->stats.primitives += stats->primitives;
    replay->stats.rasterised += stats->rasterised;
    replay->stats.fragments += stats->fragments;
    replay->stats.work += stats->work;
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

static Gr3dDraw *new_draw(Gr3dReplay *replay)
{
    Gr3dDraw *draw = gr3d_draw_new_cached(&replay->regs, replay->cache);

    gr3d_replay_bind(draw, replay->memory, replay->num_memories);
    gr3d_draw_set_executor(draw, replay->executor);
    gr3d_draw_set_exec(draw, replay->exec);
    if (replay->max_work) {
        gr3d_draw_set_wait(draw, limit_work, replay);
        gr3d_draw_pause(draw, true);
    }
    return draw;
}

static void run_draw(Gr3dReplay *replay)
{
    replay->waiting[replay->num_waiting++] = new_draw(replay);
    if (replay->num_waiting >= MIN(replay->ahead, GR3D_REPLAY_AHEAD)) {
        run_waiting(replay);
    }
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
