/*
 * NVIDIA Tegra20 GR3D: guest memory of a draw
 *
 * The only place where guest addresses become host pointers.  A slot that is
 * not in RAM, or only partly, gets what there is: the engine checks every
 * access against the length it was given.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/coroutine.h"
#include "qemu/log.h"
#include "system/dma.h"
#include "hw/gpu/tegra_gr3d.h"
#include "trace.h"

/* RAM only: a draw must not reach another device's registers. */
static const MemTxAttrs tegra_gr3d_attrs = { .memory = true };

static void tegra_gr3d_job_map(AddressSpace *as, TegraGR3DJob *job,
                               unsigned int slot)
{
    const Gr3dSpanRequest *req = gr3d_draw_request(job->draw, slot);
    TegraGR3DMap *map = &job->map[slot];

    if (!req->size) {
        return;
    }
    map->write = req->write;
    map->len = tegra_engine_ram_length(as, req->addr, req->size);
    if (map->len) {
        map->host = address_space_map(as, req->addr, &map->len, map->write,
                                      tegra_gr3d_attrs);
    }
    if (!map->host) {
        qemu_log_mask(LOG_GUEST_ERROR,
                      "tegra-gr3d: class 0x60 draw %" PRIu64 ": slot %u: no "
                      "memory at 0x%08" PRIx32 "\n",
                      job->number, slot, req->addr);
        return;
    }
    trace_tegra_gr3d_map(job->number, slot, req->addr, map->len, map->write);
    gr3d_draw_bind(job->draw, slot, map->host, map->len);
}

/*
 * Mark only the written bytes, for the display and for migration: the map
 * itself may be much longer than what the draw touched.
 */
static void tegra_gr3d_mark_dirty(AddressSpace *as, TegraGR3DJob *job,
                                  unsigned int slot)
{
    hwaddr addr = gr3d_draw_request(job->draw, slot)->addr;
    uint64_t start, end;

    if (gr3d_draw_touched(job->draw, slot, &start, &end)) {
        tegra_engine_written(as, addr + start, end - start);
    }
}

static void tegra_gr3d_job_unmap(AddressSpace *as, TegraGR3DJob *job,
                                 unsigned int slot)
{
    TegraGR3DMap *map = &job->map[slot];

    if (!map->host) {
        return;
    }
    if (map->write) {
        tegra_gr3d_mark_dirty(as, job, slot);
    }
    address_space_unmap(as, map->host, map->len, map->write, 0);
}

/*
 * Is @event to be logged?  Once, if it is what a guest that does not know
 * better does in every draw [tegra-gr3d.rst, The device].
 */
static bool tegra_gr3d_says(const GpuEventCount *event, uint64_t *said)
{
    bool before = *said >> event->id & 1;

    if (event->kind != GPU_EVENT_UNKNOWN) {
        return true;
    }
    if (qemu_loglevel_mask(LOG_GUEST_ERROR)) {
        *said |= 1ull << event->id;
    }
    return !before;
}

static void tegra_gr3d_say(uint64_t number, const GpuEventCount *event)
{
    qemu_log_mask(event->kind == GPU_EVENT_UNIMP ? LOG_UNIMP
                                                  : LOG_GUEST_ERROR,
                  "tegra-gr3d: class 0x60 draw %" PRIu64 ": %s%s%s (0x%"
                  PRIx32 ", %" PRIu64 " times)%s\n", number, event->text,
                  event->reg ? ", " : "",
                  event->reg ? gr3d_reg_name(event->reg) : "",
                  event->value, event->count,
                  event->kind == GPU_EVENT_UNKNOWN ?
                  "; what the chip does then is unknown, said once" : "");
}

static void tegra_gr3d_job_report(TegraGR3DJob *job, uint64_t *said)
{
    unsigned int num;
    const GpuEventCount *event = gr3d_draw_events(job->draw, &num);

    for (unsigned int i = 0; i < num; i++) {
        if (tegra_gr3d_says(&event[i], said)) {
            tegra_gr3d_say(job->number, &event[i]);
        }
    }
}

TegraGR3DJob *tegra_gr3d_job_new(AddressSpace *as, const Gr3dRegs *regs,
                                 uint64_t number, Gr3dCache *cache,
                                 const Gr3dExec *exec)
{
    TegraGR3DJob *job = g_new0(TegraGR3DJob, 1);

    job->draw = gr3d_draw_new_cached(regs, cache);
    job->number = number;
    gr3d_draw_set_exec(job->draw, exec);
    for (unsigned int slot = 0; slot < GR3D_NUM_SPANS; slot++) {
        tegra_gr3d_job_map(as, job, slot);
    }
    return job;
}

/* Gr3dWait: keep the place when the slice is spent. */
static void coroutine_fn tegra_gr3d_job_wait(void *opaque, uint64_t work)
{
    TegraGR3DJob *job = opaque;

    job->work = work;
    while (job->work >= job->until) {
        qemu_coroutine_yield();
    }
}

static void coroutine_fn tegra_gr3d_job_co(void *opaque)
{
    TegraGR3DJob *job = opaque;

    gr3d_draw_set_wait(job->draw, tegra_gr3d_job_wait, job);
    gr3d_draw_pause(job->draw, true);
    gr3d_draw_run(job->draw);
    job->work = gr3d_draw_stats(job->draw)->work;
    job->co = NULL;
}

bool tegra_gr3d_job_run(TegraGR3DJob *job, uint64_t *budget)
{
    uint64_t before = job->work;
    int64_t start = get_clock();

    job->until = before + *budget;
    if (!job->co) {
        job->co = qemu_coroutine_create(tegra_gr3d_job_co, job);
    }
    qemu_coroutine_enter(job->co);
    job->host_ns += get_clock() - start;
    *budget -= MIN(*budget, job->work - before);
    return !job->co;
}

/* End a draw that has begun in slices. */
static void tegra_gr3d_job_cancel(TegraGR3DJob *job)
{
    gr3d_draw_cancel(job->draw);
    job->until = UINT64_MAX;
    qemu_coroutine_enter(job->co);
}

/* Share the time by work. */
void tegra_gr3d_jobs_share(TegraGR3DJob *const *job, unsigned int num,
                           int64_t ns)
{
    uint64_t work = 0;

    for (unsigned int i = 0; i < num; i++) {
        work += gr3d_draw_stats(job[i]->draw)->work;
    }
    for (unsigned int i = 0; i < num && work; i++) {
        job[i]->host_ns += (double)ns *
                           gr3d_draw_stats(job[i]->draw)->work / work;
    }
}

unsigned int tegra_gr3d_jobs_run(TegraGR3DJob *const *job, unsigned int num)
{
    Gr3dDraw *draw[TEGRA_GR3D_BATCH_MAX];
    int64_t start = get_clock();

    for (unsigned int i = 0; i < num; i++) {
        draw[i] = job[i]->draw;
    }
    num = gr3d_draws_run(draw, num);
    tegra_gr3d_jobs_share(job, num, get_clock() - start);
    return num;
}

static void tegra_gr3d_job_count(TegraGR3DJob *job, TegraGR3DCounters *c)
{
    const Gr3dDrawStats *stats = gr3d_draw_stats(job->draw);
    unsigned int events;

    gr3d_draw_events(job->draw, &events);
    c->vertices += stats->vertices;
    c->primitives += stats->primitives;
    c->rasterised += stats->rasterised;
    c->fragments += stats->fragments;
    c->events += events;
    c->work += stats->work;
    c->host_ns += job->host_ns;
    c->last = *stats;
    trace_tegra_gr3d_draw_done(job->number, stats->vertices,
                               stats->primitives, stats->rasterised,
                               stats->fragments, job->host_ns);
}

void tegra_gr3d_job_free(AddressSpace *as, TegraGR3DJob *job,
                         TegraGR3DCounters *counters, uint64_t *said)
{
    if (job->co) {
        tegra_gr3d_job_cancel(job);
    }
    for (unsigned int slot = 0; slot < GR3D_NUM_SPANS; slot++) {
        tegra_gr3d_job_unmap(as, job, slot);
    }
    if (counters) {
        tegra_gr3d_job_report(job, said);
        tegra_gr3d_job_count(job, counters);
    }
    gr3d_draw_free(job->draw);
    g_free(job);
}
