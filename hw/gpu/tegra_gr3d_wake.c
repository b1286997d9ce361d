/*
 * NVIDIA Tegra20 GR3D: who is woken, and when
 *
 * The bottom half does the device's work; who needs it has it called, and
 * nobody else.  An increment that nobody waits for is made when it comes for
 * another reason, or when somebody looks at the counters.
 *
 *   What happens                       The bottom half is called
 *   ---------------------------------  --------------------------------------
 *   anything is queued                 at once if there is no worker
 *   an increment is waited for, by     at once if no draw is before it; else
 *     an interrupt or a channel          when the last one is done (tell)
 *   the worker has done draws          at once if one of them is to tell, or
 *                                        if none is left; when half are left,
 *                                        as soon as it has nothing to do
 *   a turn has ended                   at once if it was cut short, or if
 *                                        there is no worker and a draw runs
 *   clock, power, block, fault, start  at once [tegra_engine_update()]
 *   a sync register is read            not at all: a turn is taken there
 *
 * While the machine is stopped the bottom half does nothing; its start calls
 * it.  It wakes others in turn:
 *
 *   The channel     goes on when a quarter of a full queue is free
 *   The worker      has a thread that sleeps when it has no draw, or is paused:
 *                   the first draw and the end of a pause wake it
 *   The pool        has threads that sleep between draws: they are woken by the
 *                   thread that draws, when it has tiles to render side by side
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/gpu/tegra_gr3d.h"
#include "tegra_gr3d_worker.h"

/* A stalled channel goes on when this many entries are left: not for one. */
#define TEGRA_GR3D_QUEUE_READY  (TEGRA_GR3D_QUEUE_MAX * 3 / 4)

static bool is_incr(const TegraGR3DEntry *entry)
{
    return entry && entry->kind == TEGRA_GR3D_INCR;
}

/* Does somebody wait for an increment between this draw and the next? */
static bool is_awaited(const TegraGR3DEntry *draw)
{
    do {
        draw = QTAILQ_NEXT(draw, next);
    } while (is_incr(draw) && !draw->awaited);
    return is_incr(draw);
}

/*
 * Does somebody wait for this increment, the @num-th queued for @syncpt?  For
 * each, if they are made late: then they are some time apart.
 */
static bool is_watched(TegraGR3DQueue *q, unsigned int syncpt,
                       unsigned int num)
{
    return q->engine->delay ||
           tegra_host1x_syncpt_left(q->engine->host1x, syncpt) == num;
}

/* Have the bottom half come when what is before @incr is over. */
static void await(TegraGR3DQueue *q, TegraGR3DEntry *incr)
{
    TegraGR3DEntry *entry = incr;

    incr->awaited = true;
    while (is_incr(entry)) {
        entry = QTAILQ_PREV(entry, next);
    }
    if (!entry) {
        tegra_engine_schedule(q->engine);
    } else if (entry->kind == TEGRA_GR3D_RUNNING) {
        tegra_gr3d_worker_tell(q->worker, entry->job);
    }
}

void tegra_gr3d_wake_queued(TegraGR3DQueue *q, TegraGR3DEntry *entry)
{
    TegraGR3DEntry *before = QTAILQ_PREV(entry, next);

    if (!q->worker) {
        tegra_engine_schedule(q->engine);
    } else if (is_incr(entry)) {
        /* It is not to wait long for draws that come after it. */
        if (before && before->kind == TEGRA_GR3D_RUNNING) {
            tegra_gr3d_worker_incr(q->worker, before->job);
        }
        if (is_watched(q, entry->syncpt, q->incrs[entry->syncpt])) {
            await(q, entry);
        }
    }
}

void tegra_gr3d_wake_started(TegraGR3DEntry *draw)
{
    draw->job->incr = is_incr(QTAILQ_NEXT(draw, next));
    draw->job->tell = is_awaited(draw);
}

void tegra_gr3d_wake_watch(TegraGR3DQueue *q)
{
    uint16_t num[ARRAY_SIZE(q->incrs)] = { 0 };
    TegraGR3DEntry *entry;

    if (!q->worker || q->advancing || !q->num[TEGRA_GR3D_INCR]) {
        return;
    }
    QTAILQ_FOREACH(entry, &q->entries, next) {
        if (is_incr(entry) && ++num[entry->syncpt] && !entry->awaited &&
            is_watched(q, entry->syncpt, num[entry->syncpt])) {
            await(q, entry);
        }
    }
}

void tegra_gr3d_wake_turn(TegraGR3DQueue *q, bool over)
{
    if (!tegra_gr3d_queue_empty(q) && tegra_engine_may_end(q->engine) &&
        (over || (!q->worker && q->num[TEGRA_GR3D_RUNNING]))) {
        tegra_engine_schedule(q->engine);
    }
}

void tegra_gr3d_wake_channel(TegraGR3DQueue *q)
{
    tegra_engine_update_dma(q->engine);
    if (q->num_entries <= TEGRA_GR3D_QUEUE_READY) {
        tegra_engine_ready(q->engine);
    }
}
