/*
 * NVIDIA Tegra20 GR3D: the queue of draws and increments
 *
 * Draws and sync point increments leave in the order in which they came.  The
 * head's draw is rendered by a thread, without the BQL, or in slices by the
 * bottom half (threads=0).  Everything else here runs under the BQL, which is
 * why waiting for the thread is allowed: the thread never takes it.
 *
 * The head stays where it is while the engine may not end it (no clock, or
 * wedged) or may not start it (the memory controller blocks it as well).  The
 * thread may render on meanwhile; nobody is told.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/lockable.h"
#include "qemu/main-loop.h"
#include "hw/gpu/tegra_gr3d.h"
#include "hw/qdev-core.h"
#include "migration/vmstate.h"
#include "system/runstate.h"
#include "tegra_gr3d_pool.h"
#include "trace.h"

/*
 * Work units (see gr3d_draw_run) that inline rendering does before it lets
 * the main loop go on: a few milliseconds.
 */
#define TEGRA_GR3D_SLICE        (1u << 18)

static void *tegra_gr3d_thread(void *opaque)
{
    TegraGR3DQueue *q = opaque;
    TegraGR3DJob *job;

    qemu_mutex_lock(&q->lock);
    while (!q->quit) {
        if (!q->active) {
            qemu_cond_wait(&q->work, &q->lock);
            continue;
        }
        job = q->active;
        qemu_mutex_unlock(&q->lock);
        tegra_gr3d_job_run(job, UINT64_MAX);
        qemu_mutex_lock(&q->lock);
        q->active = NULL;
        qemu_cond_signal(&q->idle);
        qemu_bh_schedule(q->bh);
    }
    qemu_mutex_unlock(&q->lock);
    return NULL;
}

static bool tegra_gr3d_thread_busy(TegraGR3DQueue *q)
{
    QEMU_LOCK_GUARD(&q->lock);
    return q->active;
}

static void tegra_gr3d_thread_give(TegraGR3DQueue *q, TegraGR3DJob *job)
{
    QEMU_LOCK_GUARD(&q->lock);
    q->active = job;
    qemu_cond_signal(&q->work);
}

static void tegra_gr3d_thread_wait(TegraGR3DQueue *q)
{
    if (!q->threaded) {
        return;
    }
    QEMU_LOCK_GUARD(&q->lock);
    while (q->active) {
        qemu_cond_wait(&q->idle, &q->lock);
    }
}

static TegraGR3DEntry *tegra_gr3d_queue_push(TegraGR3DQueue *q,
                                             TegraGR3DEntryKind kind)
{
    TegraGR3DEntry *entry = g_new(TegraGR3DEntry, 1);

    entry->kind = kind;
    entry->job = NULL;
    QTAILQ_INSERT_TAIL(&q->entries, entry, next);
    q->num_entries++;
    qemu_bh_schedule(q->bh);
    return entry;
}

static void tegra_gr3d_queue_remove(TegraGR3DQueue *q, TegraGR3DEntry *entry)
{
    QTAILQ_REMOVE(&q->entries, entry, next);
    q->num_entries--;
    g_free(entry);
}

static void tegra_gr3d_start(TegraGR3DQueue *q, TegraGR3DEntry *entry)
{
    entry->job = tegra_gr3d_job_new(q->as, &entry->regs, entry->number);
    entry->kind = TEGRA_GR3D_RUNNING;
    gr3d_draw_set_executor(entry->job->draw,
                           tegra_gr3d_pool_executor(q->pool));
    trace_tegra_gr3d_draw_start(entry->number);
    if (q->threaded) {
        tegra_gr3d_thread_give(q, entry->job);
    }
}

/* Bring a running draw one step on; true when it has ended. */
static bool tegra_gr3d_step(TegraGR3DQueue *q, TegraGR3DEntry *entry)
{
    if (q->threaded) {
        return !tegra_gr3d_thread_busy(q);
    }
    return tegra_gr3d_job_run(entry->job, TEGRA_GR3D_SLICE);
}

/* Make the effects of a draw visible. */
static void tegra_gr3d_finish(TegraGR3DQueue *q, TegraGR3DEntry *entry)
{
    tegra_gr3d_job_free(q->as, entry->job, &q->counters);
    entry->job = NULL;
    entry->kind = TEGRA_GR3D_RENDERED;
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
        tegra_gr3d_finish(q, entry);
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

/* One step of the head; true if it is done with and has left the queue. */
static bool tegra_gr3d_advance(TegraGR3DQueue *q)
{
    TegraGR3DEntry *head = QTAILQ_FIRST(&q->entries);
    bool done;

    if (!head || !tegra_engine_may_end(q->engine)) {
        return false;
    }
    done = head->kind == TEGRA_GR3D_INCR ? tegra_gr3d_advance_incr(q, head)
                                         : tegra_gr3d_advance_draw(q, head);
    if (done) {
        q->counters.rendered += head->kind != TEGRA_GR3D_INCR;
        tegra_gr3d_queue_remove(q, head);
    }
    return done;
}

/* Is the head a draw that runs?  Then it is the only one. */
static TegraGR3DEntry *tegra_gr3d_running(TegraGR3DQueue *q)
{
    TegraGR3DEntry *head = QTAILQ_FIRST(&q->entries);

    return head && head->kind == TEGRA_GR3D_RUNNING ? head : NULL;
}

static void tegra_gr3d_queue_announce(TegraGR3DQueue *q)
{
    tegra_engine_update_dma(q->engine);
    if (!tegra_gr3d_queue_full(q)) {
        tegra_engine_ready(q->engine);
    }
}

/*
 * Inline rendering does one slice and returns, so that the main loop can
 * answer the monitor in between.
 */
static void tegra_gr3d_queue_bh(void *opaque)
{
    TegraGR3DQueue *q = opaque;

    if (!runstate_is_running()) {
        return;
    }
    while (tegra_gr3d_advance(q)) {
        continue;
    }
    if (!q->threaded && tegra_gr3d_running(q) &&
        tegra_engine_may_end(q->engine)) {
        qemu_bh_schedule(q->bh);
    }
    tegra_gr3d_queue_announce(q);
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
}

/*
 * A draw that may not start has asked memory for nothing, else a hot reset
 * would wait for what it keeps from starting.
 */
bool tegra_gr3d_queue_dma_active(TegraGR3DQueue *q)
{
    TegraGR3DEntry *entry;

    if (!tegra_engine_may_start(q->engine)) {
        return tegra_gr3d_running(q);
    }
    QTAILQ_FOREACH(entry, &q->entries, next) {
        if (entry->kind == TEGRA_GR3D_WAITING ||
            entry->kind == TEGRA_GR3D_RUNNING) {
            return true;
        }
    }
    return false;
}

void tegra_gr3d_queue_kick(TegraGR3DQueue *q)
{
    qemu_bh_schedule(q->bh);
}

static void tegra_gr3d_run_to_end(TegraGR3DQueue *q, TegraGR3DEntry *entry)
{
    while (!tegra_gr3d_step(q, entry)) {
        tegra_gr3d_thread_wait(q);
    }
    tegra_gr3d_finish(q, entry);
}

/*
 * A draw that runs but may not end is rendered all the same: half a draw
 * cannot migrate.
 */
void tegra_gr3d_queue_drain(TegraGR3DQueue *q)
{
    TegraGR3DEntry *running;

    do {
        running = tegra_gr3d_running(q);
        if (running) {
            tegra_gr3d_run_to_end(q, running);
        }
    } while (tegra_gr3d_advance(q) || tegra_gr3d_running(q));
}

void tegra_gr3d_queue_end_draws(TegraGR3DQueue *q)
{
    TegraGR3DEntry *entry = tegra_gr3d_running(q);
    TegraGR3DEntry *next;

    if (entry) {
        gr3d_draw_cancel(entry->job->draw);
        tegra_gr3d_thread_wait(q);
        tegra_gr3d_finish(q, entry);
    }
    QTAILQ_FOREACH_SAFE(entry, &q->entries, next, next) {
        if (entry->kind != TEGRA_GR3D_INCR) {
            trace_tegra_gr3d_draw_cancel(entry->number);
            q->counters.cancelled++;
            tegra_gr3d_queue_remove(q, entry);
        }
    }
}

void tegra_gr3d_queue_flush(TegraGR3DQueue *q)
{
    do {
        tegra_engine_flush(q->engine);
    } while (tegra_gr3d_advance(q));
    tegra_gr3d_queue_announce(q);
}

void tegra_gr3d_queue_clear(TegraGR3DQueue *q)
{
    tegra_gr3d_queue_end_draws(q);
    while (!tegra_gr3d_queue_empty(q)) {
        tegra_gr3d_queue_remove(q, QTAILQ_FIRST(&q->entries));
    }
}

void tegra_gr3d_queue_start(TegraGR3DQueue *q, DeviceState *dev,
                            unsigned int threads)
{
    QTAILQ_INIT(&q->entries);
    qemu_mutex_init(&q->lock);
    qemu_cond_init(&q->work);
    qemu_cond_init(&q->idle);
    q->bh = qemu_bh_new_guarded(tegra_gr3d_queue_bh, q,
                                &dev->mem_reentrancy_guard);
    q->threaded = threads > 0;
    if (threads > 1) {
        q->pool = tegra_gr3d_pool_new(threads);
    }
    if (q->threaded) {
        qemu_thread_create(&q->thread, "gr3d", tegra_gr3d_thread, q,
                           QEMU_THREAD_JOINABLE);
    }
}

void tegra_gr3d_queue_stop(TegraGR3DQueue *q)
{
    tegra_gr3d_queue_clear(q);
    if (q->threaded) {
        WITH_QEMU_LOCK_GUARD(&q->lock) {
            q->quit = true;
            qemu_cond_signal(&q->work);
        }
        qemu_thread_join(&q->thread);
    }
    tegra_gr3d_pool_free(q->pool);
    qemu_bh_delete(q->bh);
    qemu_cond_destroy(&q->idle);
    qemu_cond_destroy(&q->work);
    qemu_mutex_destroy(&q->lock);
}

/* ------------------------------------------------------------------ */
/* Migration: what the engine may not end now                         */

static int tegra_gr3d_entry_pre_load(void *opaque)
{
    TegraGR3DEntry *entry = opaque;

    memset(entry, 0, sizeof(*entry));
    return 0;
}

static bool tegra_gr3d_entry_has_regs(void *opaque, int version_id)
{
    TegraGR3DEntry *entry = opaque;

    return entry->kind == TEGRA_GR3D_WAITING;
}

static const VMStateDescription vmstate_tegra_gr3d_entry = {
    .name = TYPE_TEGRA_GR3D "/entry",
    .version_id = 1,
    .minimum_version_id = 1,
    .pre_load = tegra_gr3d_entry_pre_load,
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

static bool tegra_gr3d_entry_valid(const TegraGR3DEntry *entry)
{
    return entry->kind < TEGRA_GR3D_NUM_KINDS &&
           entry->kind != TEGRA_GR3D_RUNNING;
}

static int tegra_gr3d_queue_post_load(void *opaque, int version_id)
{
    TegraGR3DQueue *q = opaque;
    TegraGR3DEntry *entry;

    q->num_entries = 0;
    QTAILQ_FOREACH(entry, &q->entries, next) {
        if (!tegra_gr3d_entry_valid(entry)) {
            return -EINVAL;
        }
        q->num_entries++;
    }
    return q->num_entries > TEGRA_GR3D_QUEUE_MAX ? -EINVAL : 0;
}

const VMStateDescription vmstate_tegra_gr3d_queue = {
    .name = TYPE_TEGRA_GR3D "/queue",
    .version_id = 1,
    .minimum_version_id = 1,
    .post_load = tegra_gr3d_queue_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_QTAILQ_V(entries, TegraGR3DQueue, 1, vmstate_tegra_gr3d_entry,
                         TegraGR3DEntry, next),
        VMSTATE_END_OF_LIST()
    },
};
