/*
 * NVIDIA Tegra20 GR3D: the queue of draws and increments
 *
 * Draws and sync point increments leave in the order in which they came.  The
 * head's draw is rendered by a thread, without the BQL, or in slices by the
 * bottom half (threads=0).  Everything else here runs under the BQL, which is
 * why waiting for the thread is allowed: the thread never takes it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/lockable.h"
#include "qemu/main-loop.h"
#include "hw/gpu/tegra_gr3d.h"
#include "hw/qdev-core.h"

/* A full queue stalls the channel: bounds what a guest can make us hold. */
#define TEGRA_GR3D_QUEUE_MAX    256

/*
 * Work units (see gr3d_draw_run) that inline rendering does before it lets
 * the main loop go on: a few milliseconds.
 */
#define TEGRA_GR3D_SLICE        (1u << 18)

typedef struct TegraGR3DEntry {
    QSIMPLEQ_ENTRY(TegraGR3DEntry) next;
    TegraGR3DJob *job;          /* NULL: an increment */
    uint32_t syncpt;
    bool started;               /* given to the thread */
} TegraGR3DEntry;

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
        gr3d_draw_run(job->draw, UINT64_MAX);
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

static void tegra_gr3d_queue_push(TegraGR3DQueue *q, TegraGR3DEntry *entry)
{
    QSIMPLEQ_INSERT_TAIL(&q->entries, entry, next);
    q->num_entries++;
    qemu_bh_schedule(q->bh);
}

static TegraGR3DEntry *tegra_gr3d_queue_pop(TegraGR3DQueue *q)
{
    TegraGR3DEntry *entry = QSIMPLEQ_FIRST(&q->entries);

    if (entry) {
        QSIMPLEQ_REMOVE_HEAD(&q->entries, next);
        q->num_entries--;
    }
    return entry;
}

/* The head has left the queue: make its effects visible, memory first. */
static void tegra_gr3d_retire(TegraGR3DQueue *q, TegraGR3DEntry *entry,
                              bool perform_incrs)
{
    if (entry->job) {
        tegra_gr3d_job_free(q->as, entry->job);
    } else if (perform_incrs) {
        q->incr_syncpt(q->opaque, entry->syncpt);
    }
    g_free(entry);
}

/* Bring the head's draw one step on; true when it has ended. */
static bool tegra_gr3d_step(TegraGR3DQueue *q, TegraGR3DEntry *head)
{
    if (!q->threaded) {
        return gr3d_draw_run(head->job->draw, TEGRA_GR3D_SLICE) ==
               GR3D_DRAW_DONE;
    }
    if (!head->started) {
        head->started = true;
        tegra_gr3d_thread_give(q, head->job);
        return false;
    }
    return !tegra_gr3d_thread_busy(q);
}

static void tegra_gr3d_queue_announce(TegraGR3DQueue *q)
{
    if (q->was_full && !tegra_gr3d_queue_full(q)) {
        q->was_full = false;
        q->ready(q->opaque);
    }
}

/*
 * Retire what is done.  Inline rendering does one slice and returns, so that
 * the main loop can answer the monitor in between.
 */
static void tegra_gr3d_queue_bh(void *opaque)
{
    TegraGR3DQueue *q = opaque;
    TegraGR3DEntry *head;

    while ((head = QSIMPLEQ_FIRST(&q->entries))) {
        if (head->job && !tegra_gr3d_step(q, head)) {
            if (!q->threaded) {
                qemu_bh_schedule(q->bh);
            }
            break;
        }
        tegra_gr3d_retire(q, tegra_gr3d_queue_pop(q), true);
    }
    tegra_gr3d_queue_announce(q);
}

bool tegra_gr3d_queue_full(TegraGR3DQueue *q)
{
    bool full = q->num_entries >= TEGRA_GR3D_QUEUE_MAX;

    q->was_full |= full;
    return full;
}

bool tegra_gr3d_queue_empty(TegraGR3DQueue *q)
{
    return q->num_entries == 0;
}

void tegra_gr3d_queue_draw(TegraGR3DQueue *q, TegraGR3DJob *job)
{
    TegraGR3DEntry *entry = g_new0(TegraGR3DEntry, 1);

    entry->job = job;
    tegra_gr3d_queue_push(q, entry);
}

void tegra_gr3d_queue_incr(TegraGR3DQueue *q, uint32_t id)
{
    TegraGR3DEntry *entry;

    if (tegra_gr3d_queue_empty(q)) {
        q->incr_syncpt(q->opaque, id);
        return;
    }
    entry = g_new0(TegraGR3DEntry, 1);
    entry->syncpt = id;
    tegra_gr3d_queue_push(q, entry);
}

void tegra_gr3d_queue_drain(TegraGR3DQueue *q)
{
    TegraGR3DEntry *head;

    while ((head = QSIMPLEQ_FIRST(&q->entries))) {
        while (head->job && !tegra_gr3d_step(q, head)) {
            tegra_gr3d_thread_wait(q);
        }
        tegra_gr3d_retire(q, tegra_gr3d_queue_pop(q), true);
    }
    tegra_gr3d_queue_announce(q);
}

void tegra_gr3d_queue_cancel(TegraGR3DQueue *q, bool perform_incrs)
{
    TegraGR3DEntry *entry = QSIMPLEQ_FIRST(&q->entries);

    if (entry && entry->job) {
        gr3d_draw_cancel(entry->job->draw);
        tegra_gr3d_thread_wait(q);
    }
    while ((entry = tegra_gr3d_queue_pop(q))) {
        tegra_gr3d_retire(q, entry, perform_incrs);
    }
    tegra_gr3d_queue_announce(q);
}

void tegra_gr3d_queue_start(TegraGR3DQueue *q, DeviceState *dev,
                            bool threaded)
{
    QSIMPLEQ_INIT(&q->entries);
    qemu_mutex_init(&q->lock);
    qemu_cond_init(&q->work);
    qemu_cond_init(&q->idle);
    q->bh = qemu_bh_new_guarded(tegra_gr3d_queue_bh, q,
                                &dev->mem_reentrancy_guard);
    q->threaded = threaded;
    if (threaded) {
        qemu_thread_create(&q->thread, "gr3d", tegra_gr3d_thread, q,
                           QEMU_THREAD_JOINABLE);
    }
}

void tegra_gr3d_queue_stop(TegraGR3DQueue *q)
{
    tegra_gr3d_queue_cancel(q, false);
    if (q->threaded) {
        WITH_QEMU_LOCK_GUARD(&q->lock) {
            q->quit = true;
            qemu_cond_signal(&q->work);
        }
        qemu_thread_join(&q->thread);
    }
    qemu_bh_delete(q->bh);
    qemu_cond_destroy(&q->idle);
    qemu_cond_destroy(&q->work);
    qemu_mutex_destroy(&q->lock);
}
