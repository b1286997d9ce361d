/*
 * NVIDIA Tegra20 GR3D: the queue of draws and increments
 *
 * Draws and sync point increments leave in the order in which they came.  A
 * draw is frozen by its trigger and, as soon as it may start, given with its
 * memory to the worker, whose thread renders without the BQL, those between two
 * increments together if it may.  When the bottom half finds the head rendered,
 * what it wrote becomes visible and the increments behind it are made.  Without
 * a worker (threads=0) the bottom half renders the head, in slices.  All of
 * this file runs under the BQL.
 *
 * The head stays where it is while the engine may not end it (no clock, or
 * wedged) or may not start it (the memory controller blocks it as well).  Then
 * the worker gives back what it has not taken; what it has, it may render on:
 * some draws between the same two increments.  Nobody is told.
 *
 * While the machine is stopped nothing is rendered: the bottom half does
 * nothing, the worker is paused in the middle of its draws.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/main-loop.h"
#include "hw/core/qdev.h"
#include "hw/gpu/tegra_gr3d.h"
#include "hw/gpu/tegra_host1x_capture.h"
#include "migration/qemu-file-types.h"
#include "migration/vmstate.h"
#include "system/replay.h"
#include "system/runstate.h"
#include "tegra_gr3d_worker.h"
#include "trace.h"

/*
 * Work units (see GR3D_MAX_STEP) that inline rendering does before it lets
 * the main loop go on: a few milliseconds.  To freeze a draw, map its memory
 * and report its end counts as some of them.  The host's clock must not
 * decide: a replay has to stop at the same places.
 */
#define TEGRA_GR3D_SLICE        (1u << 18)
#define TEGRA_GR3D_DRAW_WORK    (1u << 13)

/* How long the ends of draws that threads have rendered may take at a time */
#define TEGRA_GR3D_TURN_NS      (10 * SCALE_MS)

/*
 * How long saving waits for draws that have begun.  The monitor does not answer
 * meanwhile, nor while savevm writes guest memory, which takes as long; draws
 * of a guest that only draws take milliseconds, the slowest of our tests with
 * sanitizers some seconds.
 */
#define TEGRA_GR3D_SAVE_NS      (5 * NANOSECONDS_PER_SECOND)

static void tegra_gr3d_set_kind(TegraGR3DQueue *q, TegraGR3DEntry *entry,
                                TegraGR3DEntryKind kind)
{
    q->num[entry->kind]--;
    q->num[kind]++;
    entry->kind = kind;
}

static void tegra_gr3d_queue_insert(TegraGR3DQueue *q, TegraGR3DEntry *entry)
{
    QTAILQ_INSERT_TAIL(&q->entries, entry, next);
    q->num_entries++;
    q->num[entry->kind]++;
}

static TegraGR3DEntry *tegra_gr3d_queue_push(TegraGR3DQueue *q,
                                             TegraGR3DEntryKind kind)
{
    TegraGR3DEntry *entry = g_new(TegraGR3DEntry, 1);

    entry->kind = kind;
    entry->awaited = false;
    entry->number = 0;
    entry->job = NULL;
    tegra_gr3d_queue_insert(q, entry);
    return entry;
}

static void tegra_gr3d_queue_remove(TegraGR3DQueue *q, TegraGR3DEntry *entry)
{
    QTAILQ_REMOVE(&q->entries, entry, next);
    q->num_entries--;
    q->num[entry->kind]--;
    if (entry->kind == TEGRA_GR3D_INCR) {
        q->incrs[entry->syncpt]--;
    }
    g_free(entry);
}

static void tegra_gr3d_start(TegraGR3DQueue *q, TegraGR3DEntry *entry)
{
    q->left -= MIN(q->left, TEGRA_GR3D_DRAW_WORK);
    entry->job = tegra_gr3d_job_new(q->as, &entry->regs, entry->number,
                                    q->cache, q->exec);
    tegra_gr3d_set_kind(q, entry, TEGRA_GR3D_RUNNING);
    trace_tegra_gr3d_draw_start(entry->number);
    if (q->engine->host1x->capture) {
        tegra_gr3d_capture_start(q, entry->job);
    }
    tegra_gr3d_wake_started(entry);
    if (q->worker) {
        tegra_gr3d_worker_give(q->worker, entry->job);
    }
}

static bool tegra_gr3d_may_give(TegraGR3DQueue *q)
{
    unsigned int max = q->engine->host1x->capture ? 1 : TEGRA_GR3D_GIVEN_MAX;

    return q->worker && q->num[TEGRA_GR3D_WAITING] &&
           q->num[TEGRA_GR3D_RUNNING] < max &&
           tegra_engine_may_start(q->engine);
}

/* Give the worker what may start. */
static void tegra_gr3d_feed(TegraGR3DQueue *q)
{
    TegraGR3DEntry *entry = QTAILQ_FIRST(&q->entries);

    for (; tegra_gr3d_may_give(q); entry = QTAILQ_NEXT(entry, next)) {
        if (entry->kind == TEGRA_GR3D_WAITING) {
            tegra_gr3d_start(q, entry);
        }
    }
}

static TegraGR3DJobState tegra_gr3d_state(TegraGR3DQueue *q,
                                          TegraGR3DEntry *entry)
{
    return tegra_gr3d_worker_state(q->worker, entry->job);
}

/* Let what the worker has given back wait again. */
static void tegra_gr3d_take_back(TegraGR3DQueue *q)
{
    TegraGR3DEntry *entry;

    QTAILQ_FOREACH(entry, &q->entries, next) {
        if (entry->kind == TEGRA_GR3D_RUNNING &&
            tegra_gr3d_state(q, entry) == TEGRA_GR3D_JOB_NEW) {
            tegra_gr3d_job_free(q->as, entry->job, NULL, NULL);
            entry->job = NULL;
            tegra_gr3d_set_kind(q, entry, TEGRA_GR3D_WAITING);
        }
    }
}

/* Take back from the worker what it has not taken. */
static void tegra_gr3d_withdraw(TegraGR3DQueue *q)
{
    if (q->worker) {
        tegra_gr3d_worker_withdraw(q->worker);
        tegra_gr3d_take_back(q);
    }
}

/* Bring a running draw one step on; true when it has ended. */
static bool tegra_gr3d_step(TegraGR3DQueue *q, TegraGR3DEntry *entry)
{
    if (q->worker) {
        return tegra_gr3d_state(q, entry) == TEGRA_GR3D_JOB_DONE;
    }
    return tegra_gr3d_job_run(entry->job, &q->left);
}

/* Make the effects of a draw visible. */
static void tegra_gr3d_finish(TegraGR3DQueue *q, TegraGR3DEntry *entry,
                              bool cancelled)
{
    if (q->engine->host1x->capture) {
        tegra_gr3d_capture_end(q, entry->number, entry->job, cancelled);
    }
    tegra_gr3d_job_free(q->as, entry->job, &q->counters, &q->said);
    entry->job = NULL;
    tegra_gr3d_set_kind(q, entry, TEGRA_GR3D_RENDERED);
}

static bool tegra_gr3d_advance_draw(TegraGR3DQueue *q, TegraGR3DEntry *entry)
{
    if (entry->kind == TEGRA_GR3D_WAITING) {
        if (!tegra_engine_may_start(q->engine)) {
            return false;
        }
        tegra_gr3d_start(q, entry);
    }
    if (entry->kind == TEGRA_GR3D_RUNNING) {
        if (!tegra_gr3d_step(q, entry)) {
            return false;
        }
        tegra_gr3d_finish(q, entry, false);
    }
    return true;
}

static bool tegra_gr3d_advance_incr(TegraGR3DQueue *q, TegraGR3DEntry *entry)
{
    if (tegra_engine_incrs_full(q->engine)) {
        return false;
    }
    tegra_engine_incr(q->engine, entry->syncpt, entry->cond);
    return true;
}

/* Take one step of the head; true: it is done with and has left the queue. */
static bool tegra_gr3d_advance(TegraGR3DQueue *q)
{
    TegraGR3DEntry *head = QTAILQ_FIRST(&q->entries);
    bool done;

    if (!head || !tegra_engine_may_end(q->engine)) {
        return false;
    }
    q->advancing = true;
    done = head->kind == TEGRA_GR3D_INCR ? tegra_gr3d_advance_incr(q, head)
                                         : tegra_gr3d_advance_draw(q, head);
    q->advancing = false;
    if (done) {
        q->counters.rendered += head->kind != TEGRA_GR3D_INCR;
        tegra_gr3d_queue_remove(q, head);
    }
    return done;
}

static void tegra_gr3d_begin_turn(TegraGR3DQueue *q)
{
    q->left = TEGRA_GR3D_SLICE;
    q->end = q->worker ? get_clock() + TEGRA_GR3D_TURN_NS : 0;
}

static bool tegra_gr3d_turn_is_over(TegraGR3DQueue *q)
{
    return q->worker ? get_clock() >= q->end : !q->left;
}

/*
 * Bring the head on for a while, and come back for the rest, so that the main
 * loop can answer the monitor in between.
 */
static void tegra_gr3d_take_turn(TegraGR3DQueue *q)
{
    bool over = false;

    tegra_gr3d_begin_turn(q);
    while (!over && tegra_gr3d_advance(q)) {
        over = tegra_gr3d_turn_is_over(q);
    }
    tegra_gr3d_wake_turn(q, over);
}

void tegra_gr3d_queue_catch_up(TegraGR3DQueue *q)
{
    unsigned int before = q->num_entries;

    if (!q->worker || q->advancing || !runstate_is_running()) {
        return;
    }
    tegra_gr3d_take_turn(q);
    if (q->num_entries != before) {
        tegra_gr3d_wake_channel(q);
    }
}

static void tegra_gr3d_queue_bh(void *opaque)
{
    TegraGR3DQueue *q = opaque;

    if (!runstate_is_running()) {
        return;
    }
    tegra_gr3d_feed(q);
    tegra_gr3d_take_turn(q);
    tegra_gr3d_wake_watch(q);
    tegra_gr3d_wake_channel(q);
    tegra_host1x_capture_poll(q->engine->host1x);
}

bool tegra_gr3d_queue_full(TegraGR3DQueue *q)
{
    return q->num_entries >= TEGRA_GR3D_QUEUE_MAX;
}

bool tegra_gr3d_queue_empty(TegraGR3DQueue *q)
{
    return q->num_entries == 0;
}

void tegra_gr3d_queue_draw(TegraGR3DQueue *q, const Gr3dRegs *regs,
                           uint64_t number)
{
    TegraGR3DEntry *entry = tegra_gr3d_queue_push(q, TEGRA_GR3D_WAITING);

    entry->number = number;
    entry->regs = *regs;
    q->counters.draws++;
    tegra_gr3d_wake_queued(q, entry);
    if (q->num[TEGRA_GR3D_WAITING] == 1 && tegra_gr3d_may_give(q)) {
        tegra_gr3d_start(q, entry);
    }
    tegra_engine_update_dma(q->engine);
}

void tegra_gr3d_queue_incr(TegraGR3DQueue *q, uint8_t syncpt,
                           TegraEngineCond cond)
{
    TegraGR3DEntry *entry;

    if (tegra_gr3d_queue_empty(q) && tegra_engine_may_end(q->engine) &&
        !tegra_engine_incrs_full(q->engine)) {
        tegra_engine_incr(q->engine, syncpt, cond);
        return;
    }
    entry = tegra_gr3d_queue_push(q, TEGRA_GR3D_INCR);
    entry->syncpt = syncpt;
    entry->cond = cond;
    q->incrs[syncpt]++;
    tegra_gr3d_wake_queued(q, entry);
}

/*
 * Is there a draw that uses memory?  One that may not start has asked for
 * nothing, else a hot reset would wait for what it keeps from starting.
 */
bool tegra_gr3d_queue_dma_active(TegraGR3DQueue *q)
{
    return q->num[TEGRA_GR3D_RUNNING] ||
           (q->num[TEGRA_GR3D_WAITING] && tegra_engine_may_start(q->engine));
}

void tegra_gr3d_queue_update(TegraGR3DQueue *q)
{
    if (!tegra_engine_may_start(q->engine)) {
        tegra_gr3d_withdraw(q);
    }
}

void tegra_gr3d_queue_pause(TegraGR3DQueue *q, bool pause)
{
    if (!q->worker) {
        return;
    }
    if (pause) {
        trace_tegra_gr3d_pause(tegra_gr3d_worker_pause(q->worker));
    } else {
        trace_tegra_gr3d_resume();
        tegra_gr3d_worker_resume(q->worker);
    }
}

/* Render it; false: it is not done at @end. */
static bool tegra_gr3d_finish_by(TegraGR3DQueue *q, TegraGR3DEntry *entry,
                                 int64_t end)
{
    tegra_gr3d_begin_turn(q);
    while (!tegra_gr3d_step(q, entry)) {
        if (q->worker || get_clock() >= end) {
            return false;
        }
        tegra_gr3d_begin_turn(q);
    }
    tegra_gr3d_finish(q, entry, false);
    return true;
}

/*
 * Render what runs, even if it may not end: half a draw cannot migrate.  One
 * that has not begun does not begin, increments stay behind what they were
 * behind.  In record and replay no draw ends earlier because it is saved: a
 * replay of the same may not be.
 */
bool tegra_gr3d_queue_save(TegraGR3DQueue *q, uint64_t *number)
{
    int64_t end = get_clock() + TEGRA_GR3D_SAVE_NS;
    TegraGR3DEntry *entry;

    if (q->worker) {
        tegra_gr3d_worker_halt(q->worker, end);
        tegra_gr3d_take_back(q);
    }
    QTAILQ_FOREACH(entry, &q->entries, next) {
        if (entry->kind == TEGRA_GR3D_RUNNING &&
            (replay_mode != REPLAY_MODE_NONE ||
             !tegra_gr3d_finish_by(q, entry, end))) {
            *number = entry->number;
            return false;
        }
    }
    tegra_engine_update_dma(q->engine);
    return true;
}

/* End what has been rendered already: it is not cancelled. */
static void tegra_gr3d_collect(TegraGR3DQueue *q)
{
    TegraGR3DEntry *entry, *next;

    QTAILQ_FOREACH_SAFE(entry, &q->entries, next, next) {
        if (entry->kind == TEGRA_GR3D_RUNNING &&
            tegra_gr3d_state(q, entry) == TEGRA_GR3D_JOB_DONE) {
            tegra_gr3d_finish(q, entry, false);
            q->counters.rendered++;
            tegra_gr3d_queue_remove(q, entry);
        }
    }
}

static void tegra_gr3d_cancel(TegraGR3DQueue *q, TegraGR3DEntry *entry)
{
    trace_tegra_gr3d_draw_cancel(entry->number);
    q->counters.cancelled++;
    if (entry->kind == TEGRA_GR3D_RUNNING) {
        tegra_gr3d_finish(q, entry, true);
    } else if (entry->kind == TEGRA_GR3D_WAITING &&
               q->engine->host1x->capture) {
        tegra_gr3d_capture_end(q, entry->number, NULL, true);
    }
    tegra_gr3d_queue_remove(q, entry);
}

/*
 * End all draws at once, as nothing of them may come later.  Nothing is
 * rendered here, and of those that are frozen there are TEGRA_GR3D_GIVEN_MAX at
 * most.
 */
void tegra_gr3d_queue_end_draws(TegraGR3DQueue *q)
{
    TegraGR3DEntry *entry, *next;

    if (q->worker) {
        tegra_gr3d_withdraw(q);
        tegra_gr3d_collect(q);
        tegra_gr3d_worker_cancel(q->worker);
    }
    QTAILQ_FOREACH_SAFE(entry, &q->entries, next, next) {
        if (entry->kind != TEGRA_GR3D_INCR) {
            tegra_gr3d_cancel(q, entry);
        }
    }
}

void tegra_gr3d_queue_flush(TegraGR3DQueue *q)
{
    do {
        tegra_engine_flush(q->engine);
    } while (tegra_gr3d_advance(q));
    tegra_gr3d_wake_channel(q);
}

void tegra_gr3d_queue_clear(TegraGR3DQueue *q)
{
    tegra_gr3d_queue_end_draws(q);
    while (!tegra_gr3d_queue_empty(q)) {
        tegra_gr3d_queue_remove(q, QTAILQ_FIRST(&q->entries));
    }
    q->said = 0;
}

void tegra_gr3d_queue_start(TegraGR3DQueue *q, DeviceState *dev,
                            unsigned int threads)
{
    QTAILQ_INIT(&q->entries);
    q->cache = gr3d_cache_new();
    q->bh = qemu_bh_new_guarded(tegra_gr3d_queue_bh, q,
                                &dev->mem_reentrancy_guard);
    q->worker = threads ? tegra_gr3d_worker_new(threads, q->bh) : NULL;
}

void tegra_gr3d_queue_stop(TegraGR3DQueue *q)
{
    tegra_gr3d_queue_clear(q);
    tegra_gr3d_worker_free(q->worker);
    gr3d_cache_free(q->cache);
    qemu_bh_delete(q->bh);
}

/* ------------------------------------------------------------------ */
/* Migration: draws that have not begun, and what may not end now     */

static bool tegra_gr3d_entry_has_regs(void *opaque, int version_id)
{
    TegraGR3DEntry *entry = opaque;

    return entry->kind == TEGRA_GR3D_WAITING;
}

static int tegra_gr3d_entry_post_load(void *opaque, int version_id)
{
    TegraGR3DEntry *entry = opaque;

    return entry->kind < TEGRA_GR3D_NUM_KINDS &&
           entry->kind != TEGRA_GR3D_RUNNING ? 0 : -EINVAL;
}

static const VMStateDescription vmstate_tegra_gr3d_entry = {
    .name = TYPE_TEGRA_GR3D "/entry",
    .version_id = 1,
    .minimum_version_id = 1,
    .post_load = tegra_gr3d_entry_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT8(kind, TegraGR3DEntry),
        VMSTATE_UINT8(syncpt, TegraGR3DEntry),
        VMSTATE_UINT8(cond, TegraGR3DEntry),
        VMSTATE_UINT64(number, TegraGR3DEntry),
        VMSTATE_STRUCT_TEST(regs, TegraGR3DEntry, tegra_gr3d_entry_has_regs,
                            1, vmstate_tegra_gr3d_regs, Gr3dRegs),
        VMSTATE_END_OF_LIST()
    },
};

static int tegra_gr3d_get_entry(QEMUFile *f, TegraGR3DQueue *q)
{
    g_autofree TegraGR3DEntry *entry = g_new0(TegraGR3DEntry, 1);
    int ret = vmstate_load_state(f, &vmstate_tegra_gr3d_entry, entry, 1,
                                 NULL);

    if (ret < 0) {
        return ret;
    }
    q->incrs[entry->syncpt] += entry->kind == TEGRA_GR3D_INCR;
    tegra_gr3d_queue_insert(q, g_steal_pointer(&entry));
    return 0;
}

/*
 * Load as VMSTATE_QTAILQ_V would, but no more than fit: an entry takes 12 bytes
 * in the stream and 21 KiB here.
 */
static int tegra_gr3d_get_entries(QEMUFile *f, void *pv, size_t size,
                                  const VMStateField *field)
{
    TegraGR3DQueue *q = pv;

    while (qemu_get_byte(f)) {
        int ret = tegra_gr3d_queue_full(q) ? -EINVAL
                                           : tegra_gr3d_get_entry(f, q);

        if (ret < 0) {
            return ret;
        }
    }
    return 0;
}

static int tegra_gr3d_put_entries(QEMUFile *f, void *pv, size_t size,
                                  const VMStateField *field,
                                  JSONWriter *vmdesc)
{
    TegraGR3DQueue *q = pv;
    TegraGR3DEntry *entry;

    QTAILQ_FOREACH(entry, &q->entries, next) {
        int ret;

        qemu_put_byte(f, true);
        ret = vmstate_save_state(f, &vmstate_tegra_gr3d_entry, entry, vmdesc,
                                 NULL);
        if (ret) {
            return ret;
        }
    }
    qemu_put_byte(f, false);
    return 0;
}

static const VMStateInfo vmstate_info_tegra_gr3d_entries = {
    .name = "tegra-gr3d-entries",
    .get = tegra_gr3d_get_entries,
    .put = tegra_gr3d_put_entries,
};

const VMStateDescription vmstate_tegra_gr3d_queue = {
    .name = TYPE_TEGRA_GR3D "/queue",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        {
            .name = "entries",
            .info = &vmstate_info_tegra_gr3d_entries,
            .size = sizeof(TegraGR3DQueue),
            .flags = VMS_SINGLE,
        },
        VMSTATE_END_OF_LIST()
    },
};
