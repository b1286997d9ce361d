/*
 * VideoCore IV 3D (V3D): the registers
 *
 * [videocore-iv-v3d.rst, V3D registers]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "bcm2835_v3d_access.h"
#include "hw/gpu/v3d/text/records_print.h"
#include "trace.h"

#define V3D_INT_ALL     0xf

/* ---- Control lists ---- */

V3dClRegs bcm2835_v3d_cl_regs(BCM2835V3DState *s, unsigned int n)
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
        bcm2835_v3d_keep_hang(s, engine, n ? "CT1CS.RSTA" : "CT0CS.RSTA");
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
    V3d *engine = bcm2835_v3d_hold(s->runner);

    if (bcm2835_v3d_cl_regs(s, n).running) {
        bcm2835_v3d_keep_hang(s, engine, n ? "CT1CA" : "CT0CA");
    }
    bcm2835_v3d_set_ready(s->runner, n, false);
    bcm2835_v3d_release(s->runner);
    s->next_ca[n] = value;
    s->has_next[n] = true;
}

/* Trace a record, on whatever thread executes it. */
static void bcm2835_v3d_record(void *opaque, unsigned int n, uint32_t ca,
                               const V3dRecord *record)
{
    g_autoptr(GString) text = g_string_new(NULL);

    v3d_record_print(text, record);
    trace_bcm2835_v3d_record(n, ca, text->str);
}

/* Write CTnEA: start, or extend what runs. */
static void bcm2835_v3d_write_ea(BCM2835V3DState *s, unsigned int n,
                                 uint32_t value)
{
    V3d *engine = bcm2835_v3d_hold(s->runner);
    V3dClRegs regs = bcm2835_v3d_cl_regs(s, n);

    v3d_set_record_hook(engine,
                        trace_event_get_state_backends(
                            TRACE_BCM2835_V3D_RECORD)
                        ? bcm2835_v3d_record : NULL, s);
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

/* Clear interrupts: only for OUTOMEM, which may come back, stop the engine. */
static void bcm2835_v3d_write_intctl(BCM2835V3DState *s, uint32_t value)
{
    s->intctl &= ~value;
    if (FIELD_EX32(value, V3D_INTCTL, OUTOMEM)) {
        bcm2835_v3d_update_pool(s, bcm2835_v3d_hold(s->runner));
        bcm2835_v3d_release(s->runner);
    }
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
    trace_bcm2835_v3d_user(value, s->regs[R_V3D_SRQUA], s->regs[R_V3D_SRQUL]);
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

void bcm2835_v3d_count(BCM2835V3DState *s)
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

    trace_bcm2835_v3d_read(bcm2835_v3d_reg_name(addr), addr, value);
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

    trace_bcm2835_v3d_write(bcm2835_v3d_reg_name(addr), addr, value);
    if (!s->powered) {
        qemu_log_mask(LOG_GUEST_ERROR, "bcm2835-v3d: write of 0x%03x <- 0x%08x:"
                      " no power\n", (unsigned int)addr, (uint32_t)value);
        return;
    }
    bcm2835_v3d_write_reg(s, addr / 4, value);
    bcm2835_v3d_update_irq(s);
}

const MemoryRegionOps bcm2835_v3d_ops = {
    .read = bcm2835_v3d_read,
    .write = bcm2835_v3d_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid.min_access_size = 4,
    .valid.max_access_size = 4,
};
