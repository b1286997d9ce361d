/*
 * VideoCore IV 3D engine: control list executor (CLE)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "engine.h"

void v3d_cl_post(V3d *v3d, unsigned thread)
{
    V3dClState *other = &v3d->s.cl[1 - thread];

    if (v3d->s.cl[thread].increment) {
        v3d->s.cl[thread].increment = 0;
        /* M: saturates */
        v3d_cl_put(&other->semaphore, MIN(other->semaphore + 1, 7));
    }
}

/*
 * Records of both threads
 */

typedef V3dClResult BothFn(V3d *v3d, V3dClState *cl, const V3dRecord *record);

static V3dClResult do_nothing(V3d *v3d, V3dClState *cl, const V3dRecord *record)
{
    return V3D_CL_MORE;
}

static V3dClResult do_halt(V3d *v3d, V3dClState *cl, const V3dRecord *record)
{
    v3d_cl_put(&cl->run, V3D_STOPPED_AT_HALT);
    return V3D_CL_HALT;
}

static V3dClResult do_increment(V3d *v3d, V3dClState *cl,
                                const V3dRecord *record)
{
    cl->increment = 1;
    return V3D_CL_MORE;
}

static V3dClResult do_wait(V3d *v3d, V3dClState *cl, const V3dRecord *record)
{
    v3d_cl_put(&cl->waiting, cl->semaphore == 0);
    if (cl->waiting) {
        return V3D_CL_SEMAPHORE;
    }
    v3d_cl_put(&cl->semaphore, cl->semaphore - 1);
    return V3D_CL_MORE;
}

static V3dClResult do_branch(V3d *v3d, V3dClState *cl, const V3dRecord *record)
{
    v3d_cl_put(&cl->ca, record->branch.address);
    return V3D_CL_MORE;
}

static V3dClResult do_sub_list(V3d *v3d, V3dClState *cl,
                               const V3dRecord *record)
{
    if (cl->depth == V3D_MAX_DEPTH) {
        v3d_report(&v3d->core, V3D_EV_NESTING, cl->ca);
        return V3D_CL_ERROR;
    }
    v3d_cl_put(&cl->ra[cl->depth], cl->ca);
    v3d_cl_put(&cl->depth, cl->depth + 1);
    v3d_cl_put(&cl->ca, record->branch_to_sub_list.address);
    return V3D_CL_MORE;
}

static V3dClResult do_return(V3d *v3d, V3dClState *cl, const V3dRecord *record)
{
    v3d_cl_put(&cl->lc, (cl->lc & 0xffff0000) | (cl->lc + 1) % 0x10000);
    if (cl->depth) {
        v3d_cl_put(&cl->depth, cl->depth - 1);
        v3d_cl_put(&cl->ca, cl->ra[cl->depth]);
    }
    return V3D_CL_MORE;
}

static BothFn *const both_fn[256] = {
    [V3D_REC_HALT] = do_halt,
    [V3D_REC_NOP] = do_nothing,
    [V3D_REC_INCREMENT_SEMAPHORE] = do_increment,
    [V3D_REC_WAIT_ON_SEMAPHORE] = do_wait,
    [V3D_REC_BRANCH] = do_branch,
    [V3D_REC_BRANCH_TO_SUB_LIST] = do_sub_list,
    [V3D_REC_RETURN_FROM_SUB_LIST] = do_return,
};

/*
 * One record
 */

bool v3d_cl_fetch(V3d *v3d, uint32_t ca, V3dRecord *record)
{
    /* Read once: the guest may change it meanwhile. */
    uint8_t data[V3D_RECORD_MAX_SIZE] = { v3d_load_8(&v3d->core.mem, ca) };
    unsigned size = v3d_record_row(data[0])->size;

    for (unsigned i = 1; i < size; i++) {
        data[i] = v3d_load_8(&v3d->core.mem, ca + i);
    }
    return v3d_record_decode(record, data);
}

static V3dClResult execute(V3d *v3d, unsigned thread, const V3dRecord *record)
{
    V3dClState *cl = &v3d->s.cl[thread];
    V3dRecordFn *fn;

    if (both_fn[record->code]) {
        return both_fn[record->code](v3d, cl, record);
    }
    fn = thread == V3D_BIN ? v3d_bin_record(record->code) :
         v3d_render_record(record->code);
    if (!fn) {
        /* M: what stops with an error */
        v3d_report(&v3d->core, V3D_EV_RECORD, record->code);
        return V3D_CL_ERROR;
    }
    return fn(v3d, record);
}

bool v3d_cl_leaves_tile(uint8_t code)
{
    return code == V3D_REC_TILE_COORDINATES || code == V3D_REC_NOP ||
           code == V3D_REC_TILE_RENDERING_MODE ||
           code == V3D_REC_WAIT_ON_SEMAPHORE;
}

static V3dClResult next_record(V3d *v3d, unsigned thread)
{
    V3dClState *cl = &v3d->s.cl[thread];
    uint32_t ca = cl->ca;
    V3dClResult result;
    V3dRecord record;

    v3d->core.work += V3D_WORK_RECORD;
    if (!v3d_cl_fetch(v3d, ca, &record)) {
        v3d_report(&v3d->core, V3D_EV_RECORD, record.code);
        return V3D_CL_ERROR;
    }
    if (v3d->hook) {
        v3d->hook(v3d->hook_opaque, thread, ca, &record);
    }
    if (!cl->waiting) {
        cl->trail[cl->records++ % V3D_TRAIL] = ca;
    }
    if (thread == V3D_RENDER && record.code != V3D_REC_COMPRESSED_PRIMITIVES &&
        record.code != V3D_REC_CLIPPED_PRIMITIVES) {
        v3d_strips_flush(v3d);
    }
    v3d_cl_put(&cl->ca, ca + record.size);
    if (thread == V3D_RENDER && !v3d_cl_leaves_tile(record.code)) {
        v3d->tile_clear = false;
    }
    result = execute(v3d, thread, &record);
    if (result == V3D_CL_SEMAPHORE || result == V3D_CL_ERROR) {
        v3d_cl_put(&cl->ca, ca);
    }
    return result;
}

V3dClResult v3d_cl_step(V3d *v3d, unsigned thread)
{
    V3dClState *cl = &v3d->s.cl[thread];
    bool bin = thread == V3D_BIN;

    if (bin ? v3d_bin_busy(v3d) : v3d_render_busy(v3d)) {
        return bin ? v3d_bin_step(v3d) : v3d_render_step(v3d);
    }
    if (cl->ca == cl->ea) {
        v3d_cl_put(&cl->run, V3D_STOPPED_AT_END);
        return V3D_CL_DONE;
    }
    if (!bin && v3d->tile_clear && v3d->tiles && v3d_tiles_run(v3d)) {
        return V3D_CL_MORE;
    }
    return next_record(v3d, thread);
}

static V3dClResult run(V3d *v3d, unsigned thread, uint64_t budget)
{
    V3dClResult result = V3D_CL_MORE;

    v3d_set_budget(&v3d->core, budget);
    while (result == V3D_CL_MORE && !v3d_slice_over(&v3d->core)) {
        result = v3d_cl_step(v3d, thread);
    }
    return result;
}

V3dClResult v3d_cl_run(V3d *v3d, unsigned thread, uint64_t budget)
{
    V3dClState *cl = &v3d->s.cl[thread];
    V3dClResult result;

    if (cl->run == V3D_STOPPED_AT_END) {
        return V3D_CL_DONE;
    }
    if (cl->run == V3D_STOPPED_WITH_ERROR) {
        return V3D_CL_ERROR;
    }
    v3d_cl_put(&cl->run, V3D_RUNNING);
    result = run(v3d, thread, budget);
    v3d_strips_flush(v3d);
    if (result == V3D_CL_ERROR) {
        v3d_cl_put(&cl->run, V3D_STOPPED_WITH_ERROR);
    }
    return result;
}

void v3d_cl_run_both(V3d *v3d, uint64_t budget,
                     V3dClResult result[V3D_NUM_THREADS])
{
    v3d->beside = V3D_CL_MORE;
    result[V3D_RENDER] = v3d_cl_run(v3d, V3D_RENDER, budget);
    /* What it waits for may have been posted since. */
    if (v3d->beside == V3D_CL_MORE || v3d->beside == V3D_CL_SEMAPHORE) {
        v3d->beside = v3d_cl_run(v3d, V3D_BIN, budget);
    }
    result[V3D_BIN] = v3d->beside;
    v3d->beside = V3D_CL_DONE;
}

/*
 * Control of a thread
 */

void v3d_set_record_hook(V3d *v3d, V3dRecordHook *hook, void *opaque)
{
    v3d->hook = hook;
    v3d->hook_opaque = opaque;
}

static void give_up(V3d *v3d, unsigned thread)
{
    V3dClState *cl = &v3d->s.cl[thread];

    if (cl->run == V3D_RUNNING) {
        cl->increment = 0;
    }
    v3d_cl_put(&cl->waiting, 0);
    v3d_cl_put(&cl->depth, 0);
    if (thread == V3D_BIN) {
        v3d_bin_abort(v3d);
    } else {
        v3d_render_abort(v3d);
    }
}

void v3d_cl_start(V3d *v3d, unsigned thread, uint32_t ca, uint32_t ea)
{
    V3dClState *cl = &v3d->s.cl[thread];

    give_up(v3d, thread);
    v3d_vcd_clear(&v3d->thread[thread].vcd);
    v3d->thread[thread].decoded = false;
    v3d_strips_unbind(v3d);
    v3d_programs_expire(&v3d->programs);
    v3d_tiles_forget(v3d->tiles);
    v3d->tiles_depend &= thread == V3D_BIN;
    cl->records = 0;
    v3d_cl_put(&cl->ca, ca);
    v3d_cl_put(&cl->ea, ea);
    v3d_cl_put(&cl->run, ca == ea ? V3D_STOPPED_AT_END : V3D_RUNNING);
}

void v3d_cl_set_end(V3d *v3d, unsigned thread, uint32_t ea)
{
    V3dClState *cl = &v3d->s.cl[thread];

    v3d_cl_put(&cl->ea, ea);
    if (cl->run == V3D_STOPPED_AT_END && cl->ca != ea) {
        v3d_cl_put(&cl->run, V3D_RUNNING);
    }
}

void v3d_cl_reset(V3d *v3d, unsigned thread)
{
    V3dClState *cl = &v3d->s.cl[thread];

    give_up(v3d, thread);
    *cl = (V3dClState) { .ca = cl->ca, .ea = cl->ca };
}

V3dClRegs v3d_cl_regs(const V3d *v3d, unsigned thread)
{
    const V3dClState *cl = &v3d->s.cl[thread];
    uint32_t run = __atomic_load_n(&cl->run, __ATOMIC_RELAXED);

    return (V3dClRegs) {
        .ca = __atomic_load_n(&cl->ca, __ATOMIC_RELAXED),
        .ea = __atomic_load_n(&cl->ea, __ATOMIC_RELAXED),
        .ra0 = __atomic_load_n(&cl->ra[0], __ATOMIC_RELAXED),
        .lc = __atomic_load_n(&cl->lc, __ATOMIC_RELAXED),
        .pc = __atomic_load_n(&cl->pc, __ATOMIC_RELAXED),
        .semaphore = __atomic_load_n(&cl->semaphore, __ATOMIC_RELAXED),
        .depth = __atomic_load_n(&cl->depth, __ATOMIC_RELAXED),
        .running = run == V3D_RUNNING,
        .halted = run == V3D_STOPPED_AT_HALT,
        .waiting = __atomic_load_n(&cl->waiting, __ATOMIC_RELAXED),
        .error = run == V3D_STOPPED_WITH_ERROR,
        .tile_lists = __atomic_load_n(&cl->tile_lists, __ATOMIC_RELAXED),
    };
}

void v3d_cl_clear_lc(V3d *v3d, unsigned thread, uint32_t value)
{
    uint32_t clear = (value >> 16 & 1 ? 0xffff0000u : 0) |
                     (value & 1 ? 0xffffu : 0);

    v3d_cl_put(&v3d->s.cl[thread].lc, v3d->s.cl[thread].lc & ~clear);
}
