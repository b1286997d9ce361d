/*
 * VideoCore IV 3D (V3D)
 *
 * The registers.  The engine that they start is plain C (hw/gpu/v3d); who runs
 * it is in bcm2835_v3d_run.c.  [videocore-iv-v3d.rst, V3D registers]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qemu/log.h"
#include "qemu/units.h"
#include "exec/cpu-common.h"
#include "hw/irq.h"
#include "hw/qdev-properties.h"
#include "migration/vmstate.h"
#include "system/cpu-timers.h"
#include "system/replay.h"
#include "system/runstate.h"
#include "hw/gpu/bcm2835_v3d.h"
#include "bcm2835_v3d_run.h"
#include "trace.h"

#define V3D_INT_ALL     0xf

/* ---- Interrupts and completion ---- */

static void bcm2835_v3d_update_irq(BCM2835V3DState *s)
{
    bool level = (s->intctl & s->intena) ||
                 (s->dbqitc & s->regs[R_V3D_DBQITE]);

    trace_bcm2835_v3d_irq(s->intctl, s->intena, level);
    qemu_set_irq(s->irq, level);
}

/*
 * Tell QEMU that the engine has written to memory.  In pieces: where there is
 * code that was translated, it looks at every page of a piece.
 */
static void bcm2835_v3d_touched(void *opaque, uint64_t offset, uint64_t size)
{
    BCM2835V3DState *s = opaque;
    static const MemTxAttrs attrs = { .memory = true };

    while (size) {
        hwaddr len = MIN(size, 64 * KiB);
        void *host = address_space_map(&s->ram_as, offset, &len, true, attrs);

        if (!host || !len) {
            return;
        }
        address_space_unmap(&s->ram_as, host, len, true, len);
        offset += len;
        size -= len;
    }
}

static void bcm2835_v3d_log_events(V3d *engine)
{
    unsigned int num;
    const V3dEventCount *event = v3d_events(engine, &num);

    for (unsigned int i = 0; i < num; i++) {
        qemu_log_mask(event[i].kind == V3D_EVENT_UNIMP ? LOG_UNIMP
                                                       : LOG_GUEST_ERROR,
                      "bcm2835-v3d: %s 0x%08x, %" PRIu64 " time(s)\n",
                      event[i].text, event[i].value, event[i].count);
    }
    v3d_clear_events(engine);
}

/* Note what the binner lacks, which is a level */
static void bcm2835_v3d_update_pool(BCM2835V3DState *s, V3d *engine)
{
    if (v3d_pool(engine).out_of_memory) {
        s->intctl |= R_V3D_INTCTL_OUTOMEM_MASK;
    }
}

static void bcm2835_v3d_finish_lists(BCM2835V3DState *s, V3d *engine)
{
    V3dDone done = v3d_take_done(engine);

    s->flushes += done.flushes;
    s->frames += done.frames;
    s->intctl |= (done.frames ? R_V3D_INTCTL_FRDONE_MASK : 0) |
                 (done.flushes ? R_V3D_INTCTL_FLDONE_MASK : 0) |
                 (done.spills ? R_V3D_INTCTL_SPILLUSE_MASK : 0);
    if (done.frames || done.flushes || done.out_of_memory) {
        trace_bcm2835_v3d_done(done.flushes, done.frames, done.out_of_memory);
    }
}

static void bcm2835_v3d_finish_user(BCM2835V3DState *s, V3d *engine)
{
    V3dUserDone done = v3d_user_take_done(engine);

    s->user_completed += done.programs;
    s->dbqitc |= done.interrupts;
}

/* Make visible what is complete: memory first, then the interrupt. */
static void bcm2835_v3d_done(void *opaque)
{
    BCM2835V3DState *s = opaque;
    V3d *engine = bcm2835_v3d_hold(s->runner);

    v3d_take_touched(engine, bcm2835_v3d_touched, s);
    bcm2835_v3d_log_events(engine);
    bcm2835_v3d_finish_lists(s, engine);
    bcm2835_v3d_finish_user(s, engine);
    bcm2835_v3d_update_pool(s, engine);
    bcm2835_v3d_release(s->runner);
    bcm2835_v3d_update_irq(s);
}

/* ---- Control lists ---- */

static V3dClRegs bcm2835_v3d_cl_regs(BCM2835V3DState *s, unsigned int n)
{
    V3dClRegs regs = v3d_cl_regs(bcm2835_v3d_peek(s->runner), n);

    if (s->has_next[n]) {
        regs.ca = s->next_ca[n];
        regs.running = false;
        regs.halted = false;
        regs.waiting = false;
        regs.error = false;
    }
    return regs;
}

/* Return CTnCS. */
static uint32_t bcm2835_v3d_cs(BCM2835V3DState *s, unsigned int n)
{
    V3dClRegs regs = bcm2835_v3d_cl_regs(s, n);
    uint32_t value = 0;

    value = FIELD_DP32(value, V3D_CT0CS, MODE, n == 0 && regs.tile_lists);
    value = FIELD_DP32(value, V3D_CT0CS, ERR, regs.error);
    value = FIELD_DP32(value, V3D_CT0CS, SUBS,
                       regs.running ? regs.waiting : regs.halted);
    value = FIELD_DP32(value, V3D_CT0CS, RUN, regs.running);
    value = FIELD_DP32(value, V3D_CT0CS, RTSD, regs.depth);
    return FIELD_DP32(value, V3D_CT0CS, SEMA, regs.semaphore);
}

static void bcm2835_v3d_write_cs(BCM2835V3DState *s, unsigned int n,
                                 uint32_t value)
{
    V3d *engine = bcm2835_v3d_hold(s->runner);

    if (FIELD_EX32(value, V3D_CT0CS, RSTA)) {
        v3d_cl_reset(engine, n);
        s->has_next[n] = false;
        bcm2835_v3d_set_ready(s->runner, n, false);
    } else if (FIELD_EX32(value, V3D_CT0CS, RUN)) {
        bcm2835_v3d_set_ready(s->runner, n, false);
    } else if (FIELD_EX32(value, V3D_CT0CS, SUBS)) {
        bcm2835_v3d_set_ready(s->runner, n, !s->has_next[n]);
    }
    bcm2835_v3d_release(s->runner);
}

/* Write CTnCA: what runs is given up, and will not be heard of again. */
static void bcm2835_v3d_write_ca(BCM2835V3DState *s, unsigned int n,
                                 uint32_t value)
{
    bcm2835_v3d_hold(s->runner);
    bcm2835_v3d_set_ready(s->runner, n, false);
    bcm2835_v3d_release(s->runner);
    s->next_ca[n] = value;
    s->has_next[n] = true;
}

/* Write CTnEA: start, or extend what runs. */
static void bcm2835_v3d_write_ea(BCM2835V3DState *s, unsigned int n,
                                 uint32_t value)
{
    V3d *engine = bcm2835_v3d_hold(s->runner);
    V3dClRegs regs = bcm2835_v3d_cl_regs(s, n);

    if (regs.running && !s->has_next[n]) {
        v3d_cl_set_end(engine, n, value);
    } else {
        trace_bcm2835_v3d_start(n, regs.ca, value);
        v3d_cl_start(engine, n, regs.ca, value);
    }
    s->has_next[n] = false;
    bcm2835_v3d_set_ready(s->runner, n, true);
    bcm2835_v3d_release(s->runner);
}

/* ---- Registers that need the engine ---- */

static void bcm2835_v3d_write_intctl(BCM2835V3DState *s, uint32_t value)
{
    V3d *engine = bcm2835_v3d_hold(s->runner);

    s->intctl &= ~value;
    bcm2835_v3d_update_pool(s, engine);
    bcm2835_v3d_release(s->runner);
}

static void bcm2835_v3d_write_bpos(BCM2835V3DState *s, uint32_t value)
{
    V3d *engine = bcm2835_v3d_hold(s->runner);
    bool waits = v3d_pool(engine).out_of_memory;

    trace_bcm2835_v3d_memory(s->regs[R_V3D_BPOA], value);
    v3d_give_memory(engine, s->regs[R_V3D_BPOA], value);
    if (waits && value) {
        bcm2835_v3d_set_ready(s->runner, V3D_RUN_BIN, true);
    }
    bcm2835_v3d_release(s->runner);
}

static uint32_t bcm2835_v3d_read_pool(BCM2835V3DState *s, unsigned int reg)
{
    V3dPool pool = v3d_pool(bcm2835_v3d_hold(s->runner));
    uint32_t value = 0;

    bcm2835_v3d_release(s->runner);
    switch (reg) {
    case R_V3D_BPCA:
        return pool.bpca;
    case R_V3D_BPCS:
        return pool.bpcs;
    case R_V3D_BPOA:
        return pool.bpoa;
    case R_V3D_BPOS:
        return pool.bpos;
    default:
        value = FIELD_DP32(value, V3D_PCS, BMOOM, pool.out_of_memory);
        return value |
               (bcm2835_v3d_cl_regs(s, V3D_BIN).running
                ? R_V3D_PCS_BMACTIVE_MASK | R_V3D_PCS_BMBUSY_MASK : 0) |
               (bcm2835_v3d_cl_regs(s, V3D_RENDER).running
                ? R_V3D_PCS_RMACTIVE_MASK | R_V3D_PCS_RMBUSY_MASK : 0);
    }
}

static void bcm2835_v3d_clear_caches(BCM2835V3DState *s)
{
    v3d_clear_caches(bcm2835_v3d_hold(s->runner));
    bcm2835_v3d_release(s->runner);
}

static void bcm2835_v3d_clear_lc(BCM2835V3DState *s, unsigned int n,
                                 uint32_t value)
{
    v3d_cl_clear_lc(bcm2835_v3d_hold(s->runner), n, value);
    bcm2835_v3d_release(s->runner);
}

/* Write BXCF or VPMBASE. */
static void bcm2835_v3d_write_config(BCM2835V3DState *s, unsigned int reg,
                                     uint32_t value)
{
    V3d *engine = bcm2835_v3d_hold(s->runner);

    s->regs[reg] = value;
    if (reg == R_V3D_BXCF) {
        v3d_set_bxcf(engine, value);
    } else {
        v3d_set_vpmbase(engine, value);
    }
    bcm2835_v3d_release(s->runner);
}

/* ---- User programs ---- */

static void bcm2835_v3d_write_srqpc(BCM2835V3DState *s, uint32_t value)
{
    V3d *engine;

    if (s->user_error) {
        return;
    }
    engine = bcm2835_v3d_hold(s->runner);
    s->user_requests++;
    s->user_error = !v3d_user_request(engine, value, s->regs[R_V3D_SRQUA],
                                      s->regs[R_V3D_SRQUL]);
    bcm2835_v3d_set_ready(s->runner, V3D_RUN_USER, true);
    bcm2835_v3d_release(s->runner);
}

static uint32_t bcm2835_v3d_read_srqcs(BCM2835V3DState *s)
{
    unsigned int queued = v3d_user_queued(bcm2835_v3d_hold(s->runner));
    uint32_t value = 0;

    bcm2835_v3d_release(s->runner);
    value = FIELD_DP32(value, V3D_SRQCS, QUEUED, queued);
    value = FIELD_DP32(value, V3D_SRQCS, ERROR, s->user_error);
    value = FIELD_DP32(value, V3D_SRQCS, REQUESTS, s->user_requests);
    return FIELD_DP32(value, V3D_SRQCS, COMPLETED, s->user_completed);
}

static void bcm2835_v3d_write_srqcs(BCM2835V3DState *s, uint32_t value)
{
    if (value & 1) {
        v3d_user_clear(bcm2835_v3d_hold(s->runner));
        bcm2835_v3d_release(s->runner);
    }
    s->user_error &= !FIELD_EX32(value, V3D_SRQCS, ERROR);
    if (FIELD_EX32(value, V3D_SRQCS, REQUESTS) & 1) {
        s->user_requests = 0;
    }
    if (FIELD_EX32(value, V3D_SRQCS, COMPLETED) & 1) {
        s->user_completed = 0;
    }
}

/* ---- Performance counters ---- */

static uint32_t *bcm2835_v3d_counter(BCM2835V3DState *s, unsigned int n)
{
    return &s->regs[R_V3D_PCTR0 + 2 * n];
}

/* Bring the counters that count up to date. */
static void bcm2835_v3d_count(BCM2835V3DState *s)
{
    const uint64_t *counts = v3d_counters(bcm2835_v3d_hold(s->runner));
    uint32_t pctre = s->regs[R_V3D_PCTRE];

    for (unsigned int n = 0; n < BCM2835_V3D_NUM_COUNTERS; n++) {
        uint32_t source = s->regs[R_V3D_PCTRS0 + 2 * n] % 32;
        uint32_t now = source < V3D_NUM_COUNTERS ? counts[source] : 0;

        if (FIELD_EX32(pctre, V3D_PCTRE, EN) && extract32(pctre, n, 1)) {
            *bcm2835_v3d_counter(s, n) += now - s->counter_base[n];
        }
        s->counter_base[n] = now;
    }
    bcm2835_v3d_release(s->runner);
}

static void bcm2835_v3d_clear_counters(BCM2835V3DState *s, uint32_t mask)
{
    bcm2835_v3d_count(s);
    for (unsigned int n = 0; n < BCM2835_V3D_NUM_COUNTERS; n++) {
        if (extract32(mask, n, 1)) {
            *bcm2835_v3d_counter(s, n) = 0;
        }
    }
}

/* Write PCTRE or PCTRSn: what was counted so far was under the old value. */
static void bcm2835_v3d_write_counter(BCM2835V3DState *s, unsigned int reg,
                                      uint32_t value)
{
    bcm2835_v3d_count(s);
    s->regs[reg] = value;
    bcm2835_v3d_count(s);
}

static bool bcm2835_v3d_is_counter(unsigned int reg)
{
    return reg >= R_V3D_PCTR0 &&
           reg < R_V3D_PCTR0 + 2 * BCM2835_V3D_NUM_COUNTERS;
}

/* ---- Access ---- */

static uint32_t bcm2835_v3d_read_reg(BCM2835V3DState *s, unsigned int reg)
{
    switch (reg) {
    case R_V3D_IDENT0:
        return BCM2835_V3D_IDENT0;
    case R_V3D_IDENT1:
        return BCM2835_V3D_IDENT1;
    case R_V3D_IDENT2:
        return BCM2835_V3D_IDENT2;
    case R_V3D_INTCTL:
        return s->intctl;
    case R_V3D_INTENA:
    case R_V3D_INTDIS:
        return s->intena;
    case R_V3D_CT0CS:
    case R_V3D_CT1CS:
        return bcm2835_v3d_cs(s, reg - R_V3D_CT0CS);
    case R_V3D_CT0EA:
    case R_V3D_CT1EA:
        return bcm2835_v3d_cl_regs(s, reg - R_V3D_CT0EA).ea;
    case R_V3D_CT0CA:
    case R_V3D_CT1CA:
        return bcm2835_v3d_cl_regs(s, reg - R_V3D_CT0CA).ca;
    case R_V3D_CT0RA0:
    case R_V3D_CT1RA0:
        return bcm2835_v3d_cl_regs(s, reg - R_V3D_CT0RA0).ra0;
    case R_V3D_CT0LC:
    case R_V3D_CT1LC:
        return bcm2835_v3d_cl_regs(s, reg - R_V3D_CT0LC).lc;
    case R_V3D_CT0PC:
    case R_V3D_CT1PC:
        return bcm2835_v3d_cl_regs(s, reg - R_V3D_CT0PC).pc;
    case R_V3D_PCS:
    case R_V3D_BPCA ... R_V3D_BPOS:
        return bcm2835_v3d_read_pool(s, reg);
    case R_V3D_BFC:
        return s->flushes;
    case R_V3D_RFC:
        return s->frames;
    case R_V3D_SRQCS:
        return bcm2835_v3d_read_srqcs(s);
    case R_V3D_DBQITC:
        return s->dbqitc;
    default:
        if (bcm2835_v3d_is_counter(reg)) {
            bcm2835_v3d_count(s);
        }
        return s->regs[reg];
    }
}

static uint64_t bcm2835_v3d_read(void *opaque, hwaddr addr, unsigned size)
{
    BCM2835V3DState *s = opaque;
    uint32_t value = s->powered ? bcm2835_v3d_read_reg(s, addr / 4) : 0;

    trace_bcm2835_v3d_read(addr, value);
    return value;
}

/* Write a register that only stores; false: there is no such register. */
static bool bcm2835_v3d_store(BCM2835V3DState *s, unsigned int reg,
                              uint32_t value)
{
    switch (reg) {
    case R_V3D_SCRATCH:
    case R_V3D_BPOA:
    case R_V3D_SQRSV0 ... R_V3D_SQCNTL:
    case R_V3D_SRQUA:
    case R_V3D_SRQUL:
    case R_V3D_VPACNTL:
    case R_V3D_DBCFG:
    case R_V3D_DBQITE:
        s->regs[reg] = value;
        return true;
    case R_V3D_PCTRE:
        bcm2835_v3d_write_counter(s, reg, value);
        return true;
    default:
        if (bcm2835_v3d_is_counter(reg)) {
            bcm2835_v3d_write_counter(s, reg, value);
            return true;
        }
        return false;
    }
}

static void bcm2835_v3d_write_reg(BCM2835V3DState *s, unsigned int reg,
                                  uint32_t value)
{
    switch (reg) {
    case R_V3D_L2CACTL:
        s->regs[reg] = FIELD_EX32(value, V3D_L2CACTL, DISABLE)
                       ? 0 : s->regs[reg] | (value & 1);
        bcm2835_v3d_clear_caches(s);
        break;
    case R_V3D_SLCACTL:
        bcm2835_v3d_clear_caches(s);
        break;
    case R_V3D_INTCTL:
        bcm2835_v3d_write_intctl(s, value);
        break;
    case R_V3D_INTENA:
        s->intena |= value & V3D_INT_ALL;
        break;
    case R_V3D_INTDIS:
        s->intena &= ~value;
        break;
    case R_V3D_CT0CS:
    case R_V3D_CT1CS:
        bcm2835_v3d_write_cs(s, reg - R_V3D_CT0CS, value);
        break;
    case R_V3D_CT0EA:
    case R_V3D_CT1EA:
        bcm2835_v3d_write_ea(s, reg - R_V3D_CT0EA, value);
        break;
    case R_V3D_CT0CA:
    case R_V3D_CT1CA:
        bcm2835_v3d_write_ca(s, reg - R_V3D_CT0CA, value);
        break;
    case R_V3D_CT0LC:
    case R_V3D_CT1LC:
        bcm2835_v3d_clear_lc(s, reg - R_V3D_CT0LC, value);
        break;
    case R_V3D_BFC:
        s->flushes = value & 1 ? 0 : s->flushes;
        break;
    case R_V3D_RFC:
        s->frames = value & 1 ? 0 : s->frames;
        break;
    case R_V3D_BPOS:
        bcm2835_v3d_write_bpos(s, value);
        break;
    case R_V3D_BXCF:
    case R_V3D_VPMBASE:
        bcm2835_v3d_write_config(s, reg, value);
        break;
    case R_V3D_SRQPC:
        bcm2835_v3d_write_srqpc(s, value);
        break;
    case R_V3D_SRQCS:
        bcm2835_v3d_write_srqcs(s, value);
        break;
    case R_V3D_PCTRC:
        bcm2835_v3d_clear_counters(s, value);
        break;
    case R_V3D_DBQITC:
        s->dbqitc &= ~value;
        break;
    default:
        if (!bcm2835_v3d_store(s, reg, value)) {
            qemu_log_mask(LOG_GUEST_ERROR, "bcm2835-v3d: write of 0x%03x <- "
                          "0x%08x: no such register\n", reg * 4, value);
        }
        break;
    }
}

static void bcm2835_v3d_write(void *opaque, hwaddr addr, uint64_t value,
                              unsigned size)
{
    BCM2835V3DState *s = opaque;

    trace_bcm2835_v3d_write(addr, value);
    if (!s->powered) {
        qemu_log_mask(LOG_GUEST_ERROR, "bcm2835-v3d: write of 0x%03x <- 0x%08x:"
                      " no power\n", (unsigned int)addr, (uint32_t)value);
        return;
    }
    bcm2835_v3d_write_reg(s, addr / 4, value);
    bcm2835_v3d_update_irq(s);
}

static const MemoryRegionOps bcm2835_v3d_ops = {
    .read = bcm2835_v3d_read,
    .write = bcm2835_v3d_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid.min_access_size = 4,
    .valid.max_access_size = 4,
};

/* ---- Life cycle ---- */

/* Cancel what runs: it writes no more, and nobody hears of it. */
static void bcm2835_v3d_clear(BCM2835V3DState *s)
{
    V3d *engine = bcm2835_v3d_hold(s->runner);

    for (unsigned int i = 0; i < V3D_RUN_KINDS; i++) {
        bcm2835_v3d_set_ready(s->runner, i, false);
    }
    v3d_reset(engine);
    v3d_take_touched(engine, bcm2835_v3d_touched, s);
    v3d_take_done(engine);
    v3d_user_take_done(engine);
    bcm2835_v3d_log_events(engine);
    bcm2835_v3d_release(s->runner);

    memset(s->regs, 0, sizeof(s->regs));
    memset(s->has_next, 0, sizeof(s->has_next));
    memset(s->next_ca, 0, sizeof(s->next_ca));
    s->intctl = 0;
    s->intena = 0;
    s->flushes = 0;
    s->frames = 0;
    s->user_requests = 0;
    s->user_completed = 0;
    s->user_error = false;
    s->dbqitc = 0;
}

static void bcm2835_v3d_power(void *opaque, int n, int level)
{
    BCM2835V3DState *s = opaque;

    trace_bcm2835_v3d_power(level);
    s->powered = level;
    if (!level && DEVICE(s)->realized) {
        bcm2835_v3d_clear(s);
        bcm2835_v3d_update_irq(s);
    }
}

static void bcm2835_v3d_reset_enter(Object *obj, ResetType type)
{
    bcm2835_v3d_clear(BCM2835_V3D(obj));
}

static void bcm2835_v3d_reset_hold(Object *obj, ResetType type)
{
    bcm2835_v3d_update_irq(BCM2835_V3D(obj));
}

/* While the machine is stopped nothing runs, and what is complete is visible. */
static void bcm2835_v3d_vm_change(void *opaque, bool running, RunState state)
{
    BCM2835V3DState *s = opaque;

    if (running == s->vm_running) {
        return;
    }
    s->vm_running = running;
    if (running) {
        bcm2835_v3d_release(s->runner);
    } else {
        bcm2835_v3d_hold(s->runner);
        bcm2835_v3d_done(s);
    }
}

static int bcm2835_v3d_pre_save(void *opaque)
{
    BCM2835V3DState *s = opaque;

    bcm2835_v3d_count(s);
    v3d_save(bcm2835_v3d_hold(s->runner), s->engine);
    bcm2835_v3d_release(s->runner);
    return 0;
}

static int bcm2835_v3d_post_load(void *opaque, int version_id)
{
    BCM2835V3DState *s = opaque;
    V3d *engine = bcm2835_v3d_hold(s->runner);
    bool good = v3d_load(engine, s->engine);

    for (unsigned int n = 0; n < V3D_NUM_THREADS; n++) {
        bcm2835_v3d_set_ready(s->runner, n,
                              bcm2835_v3d_cl_regs(s, n).running);
    }
    bcm2835_v3d_set_ready(s->runner, V3D_RUN_USER, v3d_user_queued(engine));
    bcm2835_v3d_release(s->runner);
    for (unsigned int n = 0; n < BCM2835_V3D_NUM_COUNTERS; n++) {
        s->counter_base[n] = 0;
    }
    return good ? 0 : -EINVAL;
}

static const VMStateDescription vmstate_bcm2835_v3d = {
    .name = TYPE_BCM2835_V3D,
    .version_id = 1,
    .minimum_version_id = 1,
    .pre_save = bcm2835_v3d_pre_save,
    .post_load = bcm2835_v3d_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32_ARRAY(regs, BCM2835V3DState, BCM2835_V3D_MMIO_SIZE / 4),
        VMSTATE_UINT32(intctl, BCM2835V3DState),
        VMSTATE_UINT32(intena, BCM2835V3DState),
        VMSTATE_UINT32_ARRAY(next_ca, BCM2835V3DState, BCM2835_V3D_THREADS),
        VMSTATE_BOOL_ARRAY(has_next, BCM2835V3DState, BCM2835_V3D_THREADS),
        VMSTATE_UINT8(flushes, BCM2835V3DState),
        VMSTATE_UINT8(frames, BCM2835V3DState),
        VMSTATE_UINT8(user_requests, BCM2835V3DState),
        VMSTATE_UINT8(user_completed, BCM2835V3DState),
        VMSTATE_BOOL(user_error, BCM2835V3DState),
        VMSTATE_UINT32(dbqitc, BCM2835V3DState),
        VMSTATE_BOOL(powered, BCM2835V3DState),
        VMSTATE_UINT32_ARRAY(engine, BCM2835V3DState, BCM2835_V3D_STATE_WORDS),
        VMSTATE_END_OF_LIST()
    }
};

static void bcm2835_v3d_init(Object *obj)
{
    BCM2835V3DState *s = BCM2835_V3D(obj);

    QEMU_BUILD_BUG_ON(BCM2835_V3D_STATE_WORDS != V3D_STATE_WORDS);
    memory_region_init_io(&s->iomem, obj, &bcm2835_v3d_ops, s, TYPE_BCM2835_V3D,
                          BCM2835_V3D_MMIO_SIZE);
    sysbus_init_mmio(SYS_BUS_DEVICE(obj), &s->iomem);
    sysbus_init_irq(SYS_BUS_DEVICE(obj), &s->irq);
    qdev_init_gpio_in_named(DEVICE(obj), bcm2835_v3d_power, "power", 1);
    s->powered = true;
}

static void bcm2835_v3d_realize(DeviceState *dev, Error **errp)
{
    BCM2835V3DState *s = BCM2835_V3D(dev);
    bool inline_only = icount_enabled() || replay_mode != REPLAY_MODE_NONE;

    if (!s->ram || !memory_region_is_ram(s->ram)) {
        error_setg(errp, "bcm2835-v3d: the 'ram' link is not set to RAM");
        return;
    }
    address_space_init(&s->ram_as, s->ram, TYPE_BCM2835_V3D);
    s->runner = bcm2835_v3d_runner_new(s->threads && !inline_only,
                                       bcm2835_v3d_done, s);
    v3d_set_memory(bcm2835_v3d_hold(s->runner),
                   memory_region_get_ram_ptr(s->ram),
                   memory_region_size(s->ram));
    /* Held until the machine runs */
    s->vm_change = qdev_add_vm_change_state_handler(dev, bcm2835_v3d_vm_change,
                                                    s);
}

static void bcm2835_v3d_unrealize(DeviceState *dev)
{
    BCM2835V3DState *s = BCM2835_V3D(dev);

    qemu_del_vm_change_state_handler(s->vm_change);
    bcm2835_v3d_runner_free(s->runner);
    s->runner = NULL;
    address_space_destroy(&s->ram_as);
}

static const Property bcm2835_v3d_properties[] = {
    DEFINE_PROP_LINK("ram", BCM2835V3DState, ram, TYPE_MEMORY_REGION,
                     MemoryRegion *),
    DEFINE_PROP_UINT8("threads", BCM2835V3DState, threads, 1),
};

static void bcm2835_v3d_class_init(ObjectClass *klass, void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);

    dc->desc = "VideoCore IV 3D";
    dc->realize = bcm2835_v3d_realize;
    dc->unrealize = bcm2835_v3d_unrealize;
    dc->vmsd = &vmstate_bcm2835_v3d;
    device_class_set_props(dc, bcm2835_v3d_properties);
    set_bit(DEVICE_CATEGORY_DISPLAY, dc->categories);
    rc->phases.enter = bcm2835_v3d_reset_enter;
    rc->phases.hold = bcm2835_v3d_reset_hold;
}

static const TypeInfo bcm2835_v3d_types[] = {
    {
        .name = TYPE_BCM2835_V3D,
        .parent = TYPE_SYS_BUS_DEVICE,
        .instance_size = sizeof(BCM2835V3DState),
        .instance_init = bcm2835_v3d_init,
        .class_init = bcm2835_v3d_class_init,
    },
};

DEFINE_TYPES(bcm2835_v3d_types)
