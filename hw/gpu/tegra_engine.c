/*
 * NVIDIA Tegra20: what the engines behind host1x have in common
 *
 * Clock, reset, power, the memory controller's block, and conditional sync
 * point increments with the faults a tester asked for: see tegra_engine.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qapi/visitor.h"
#include "qemu/log.h"
#include "qemu/rcu.h"
#include "hw/core/irq.h"
#include "hw/core/qdev-clock.h"
#include "hw/gpu/tegra_engine.h"
#include "migration/vmstate.h"
#include "system/runstate.h"
#include "trace.h"

/* An hour: far beyond any time-out, and no sum with it overflows. */
#define TEGRA_ENGINE_MAX_DELAY  (3600 * NANOSECONDS_PER_SECOND)

static const char * const tegra_engine_conds[TEGRA_ENGINE_NUM_CONDS] = {
    [TEGRA_ENGINE_IMMEDIATE] = "IMMEDIATE",
    [TEGRA_ENGINE_OP_DONE] = "OP_DONE",
    [TEGRA_ENGINE_RD_DONE] = "RD_DONE",
    [TEGRA_ENGINE_REG_WR_SAFE] = "REG_WR_SAFE",
};

const char *tegra_engine_cond_name(TegraEngineCond cond)
{
    return cond < TEGRA_ENGINE_NUM_CONDS ? tegra_engine_conds[cond] : "?";
}

/* ------------------------------------------------------------------ */
/* What the inputs allow                                              */

/* Is there a clock?  A board that connects none means one that always runs. */
static bool tegra_engine_clocked(TegraEngine *e)
{
    return !clock_has_source(e->clk) || clock_is_enabled(e->clk);
}

static bool tegra_engine_alive(TegraEngine *e)
{
    return e->powered && !e->in_reset;
}

/* Return why registers do not answer, NULL if they do. */
static const char *tegra_engine_off(TegraEngine *e)
{
    if (!e->powered) {
        return "powered off";
    }
    if (e->in_reset) {
        return "in reset";
    }
    return tegra_engine_clocked(e) ? NULL : "without clock";
}

bool tegra_engine_takes_words(TegraEngine *e)
{
    return !tegra_engine_off(e);
}

bool tegra_engine_may_end(TegraEngine *e)
{
    return tegra_engine_alive(e) && tegra_engine_clocked(e) && !e->wedged;
}

bool tegra_engine_may_start(TegraEngine *e)
{
    return tegra_engine_may_end(e) && !e->dma_blocked;
}

static const char *tegra_engine_reg_name(TegraEngine *e, uint32_t offset)
{
    const char *name = e->ops->reg_name ? e->ops->reg_name(offset) : NULL;

    return name ?: "?";
}

bool tegra_engine_take_access(TegraEngine *e, const char *access,
                              uint32_t offset, uint32_t value)
{
    const char *off = tegra_engine_off(e);

    if (off) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-%s: %s of 0x%03" PRIx32
                      " %s (0x%08" PRIx32 ") while %s\n", e->ops->name,
                      access, offset, tegra_engine_reg_name(e, offset), value,
                      off);
    }
    return !off;
}

TegraHost1xMethodResult tegra_engine_take_word(TegraEngine *e, bool *taken,
                                               uint32_t offset,
                                               uint32_t value)
{
    *taken = false;
    if (tegra_engine_alive(e) && !tegra_engine_clocked(e)) {
        return tegra_engine_stall(e);
    }
    *taken = tegra_engine_take_access(e, "method write", offset, value);
    return TEGRA_HOST1X_METHOD_DONE;
}

TegraHost1xMethodResult tegra_engine_stall(TegraEngine *e)
{
    e->stalled = true;
    return TEGRA_HOST1X_METHOD_STALL;
}

/* Wake the channel; too often does no harm, as it may stall again. */
void tegra_engine_ready(TegraEngine *e)
{
    if (e->stalled) {
        e->stalled = false;
        tegra_host1x_client_ready(e->host1x, TEGRA_HOST1X_CLIENT(e->dev));
    }
}

void tegra_engine_update_dma(TegraEngine *e)
{
    qemu_set_irq(e->dma_active,
                 e->ops->dma_active && tegra_engine_alive(e) && !e->wedged &&
                 e->ops->dma_active(e->dev));
}

/* ------------------------------------------------------------------ */
/* Increments                                                         */

bool tegra_engine_incr_word(TegraEngine *e, uint32_t value, uint8_t *syncpt,
                            TegraEngineCond *cond)
{
    *syncpt = FIELD_EX32(value, H1X_INCR_SYNCPT, INDEX);
    *cond = FIELD_EX32(value, H1X_INCR_SYNCPT, COND);
    trace_tegra_engine_incr_syncpt(e->ops->name, *syncpt,
                                   tegra_engine_cond_name(*cond));
    if (*cond >= TEGRA_ENGINE_NUM_CONDS) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-%s: INCR_SYNCPT (0x%08" PRIx32
                      "): unknown condition 0x%x, sync point %u\n",
                      e->ops->name, value, *cond, *syncpt);
    }
    if (*cond == TEGRA_ENGINE_IMMEDIATE) {
        tegra_host1x_syncpt_incr(e->host1x, *syncpt);
        return false;
    }
    return true;
}

bool tegra_engine_incrs_full(TegraEngine *e)
{
    return e->num_incrs == TEGRA_ENGINE_MAX_INCRS;
}

static TegraEngineIncr *tegra_engine_incr_at(TegraEngine *e, uint32_t n)
{
    return &e->incr[(e->first_incr + n) % TEGRA_ENGINE_MAX_INCRS];
}

static void tegra_engine_make(TegraEngine *e, uint8_t syncpt, uint8_t cond)
{
    trace_tegra_engine_syncpt_done(e->ops->name, syncpt,
                                   tegra_engine_cond_name(cond));
    tegra_host1x_syncpt_incr(e->host1x, syncpt);
}

static void tegra_engine_make_first(TegraEngine *e)
{
    TegraEngineIncr incr = *tegra_engine_incr_at(e, 0);

    e->first_incr = (e->first_incr + 1) % TEGRA_ENGINE_MAX_INCRS;
    e->num_incrs--;
    tegra_engine_make(e, incr.syncpt, incr.cond);
}

/* Make what is due by @now, and come back for the rest. */
static void tegra_engine_make_due(TegraEngine *e, int64_t now)
{
    while (e->num_incrs && tegra_engine_may_end(e) &&
           tegra_engine_incr_at(e, 0)->due <= now) {
        tegra_engine_make_first(e);
    }
    if (e->num_incrs && tegra_engine_may_end(e)) {
        timer_mod(&e->timer, tegra_engine_incr_at(e, 0)->due);
    } else {
        timer_del(&e->timer);
    }
}

static bool tegra_engine_lose(TegraEngine *e, uint8_t syncpt,
                              TegraEngineCond cond)
{
    if (cond != TEGRA_ENGINE_OP_DONE || !e->lost_completion ||
        --e->lost_completion) {
        return false;
    }
    trace_tegra_engine_fault(e->ops->name, "lost-completion", syncpt);
    return true;
}

/* Put an increment behind those that wait, even if the delay is shorter now. */
static void tegra_engine_delay(TegraEngine *e, uint8_t syncpt,
                               TegraEngineCond cond)
{
    TegraEngineIncr *incr = tegra_engine_incr_at(e, e->num_incrs);
    int64_t now = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);

    assert(!tegra_engine_incrs_full(e));
    incr->due = now + e->delay;
    if (e->num_incrs) {
        incr->due = MAX(incr->due,
                        tegra_engine_incr_at(e, e->num_incrs - 1)->due);
    }
    incr->syncpt = syncpt;
    incr->cond = cond;
    e->num_incrs++;
    trace_tegra_engine_fault(e->ops->name, "delay-completion", syncpt);
    tegra_engine_make_due(e, now);
}

void tegra_engine_incr(TegraEngine *e, uint8_t syncpt, TegraEngineCond cond)
{
    if (tegra_engine_lose(e, syncpt, cond)) {
        return;
    }
    if (!e->delay && !e->num_incrs && tegra_engine_may_end(e)) {
        tegra_engine_make(e, syncpt, cond);
    } else {
        tegra_engine_delay(e, syncpt, cond);
    }
}

void tegra_engine_flush(TegraEngine *e)
{
    tegra_engine_make_due(e, INT64_MAX);
}

/* ------------------------------------------------------------------ */
/* Turns                                                              */

void tegra_engine_schedule(TegraEngine *e)
{
    tegra_host1x_schedule(&e->turn, e->bh);
}

/* ------------------------------------------------------------------ */
/* Events                                                             */

/* Look at everything again, unless the machine is stopped: its start does. */
static void tegra_engine_update(TegraEngine *e)
{
    if (!e->host1x || !runstate_is_running()) {
        return;
    }
    tegra_engine_make_due(e, qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL));
    if (e->ops->update) {
        e->ops->update(e->dev);
    }
    tegra_engine_schedule(e);
    tegra_engine_update_dma(e);
    tegra_engine_ready(e);
}

static void tegra_engine_due(void *opaque)
{
    tegra_engine_update(opaque);
}

void tegra_engine_reset(TegraEngine *e)
{
    if (e->partial) {
        tegra_engine_pre_load(e);
        tegra_engine_loaded(e);
    }
    e->first_incr = 0;
    e->num_incrs = 0;
    e->wedged = false;
    if (e->host1x) {
        timer_del(&e->timer);
        timer_del(&e->turn);
        e->ops->clear(e->dev);
        tegra_engine_update_dma(e);
        tegra_engine_ready(e);
    }
}

void tegra_engine_drop_partial(TegraEngine *e)
{
    if (e->partial) {
        tegra_engine_reset(e);
    }
}

static void tegra_engine_reset_line(void *opaque, int n, int level)
{
    TegraEngine *e = opaque;

    trace_tegra_engine_reset(e->ops->name, level);
    e->in_reset = level;
    if (level) {
        tegra_engine_reset(e);
    }
}

static void tegra_engine_power_line(void *opaque, int n, int level)
{
    TegraEngine *e = opaque;

    trace_tegra_engine_power(e->ops->name, level);
    e->powered = level;
    if (!level) {
        tegra_engine_reset(e);
    }
}

static void tegra_engine_dma_block_line(void *opaque, int n, int level)
{
    TegraEngine *e = opaque;

    trace_tegra_engine_dma_block(e->ops->name, level);
    e->dma_blocked = level;
    tegra_engine_update(e);
}

static void tegra_engine_clk_update(void *opaque, ClockEvent event)
{
    TegraEngine *e = opaque;

    trace_tegra_engine_clock(e->ops->name, clock_get_hz(e->clk));
    tegra_engine_update(e);
}

static void tegra_engine_vm_change(void *opaque, bool running, RunState state)
{
    TegraEngine *e = opaque;
    bool same;

    tegra_engine_drop_partial(e);
    same = tegra_host1x_goes_on(&e->stopped, running);
    if (e->ops->pause) {
        e->ops->pause(e->dev, !running);
    }
    if (same) {
        return;
    }
    if (running) {
        tegra_engine_update(e);
    } else if (state == RUN_STATE_SHUTDOWN) {
        /* Nobody will see its end: do not keep the user waiting. */
        e->ops->clear(e->dev);
        tegra_engine_update_dma(e);
    }
}

/* ------------------------------------------------------------------ */
/* Faults                                                             */

static void tegra_engine_set_wedged(Object *obj, Visitor *v, const char *name,
                                    void *opaque, Error **errp)
{
    TegraEngine *e = opaque;
    bool value;

    if (visit_type_bool(v, name, &value, errp)) {
        trace_tegra_engine_wedged(e->ops->name, value);
        e->wedged = value;
        tegra_engine_update(e);
    }
}

static void tegra_engine_get_wedged(Object *obj, Visitor *v, const char *name,
                                    void *opaque, Error **errp)
{
    TegraEngine *e = opaque;

    visit_type_bool(v, name, &e->wedged, errp);
}

static void tegra_engine_set_delay(Object *obj, Visitor *v, const char *name,
                                   void *opaque, Error **errp)
{
    TegraEngine *e = opaque;
    uint64_t value;

    if (!visit_type_uint64(v, name, &value, errp)) {
        return;
    }
    if (value > TEGRA_ENGINE_MAX_DELAY) {
        error_setg(errp, "'%s' must not be above %" PRIu64, name,
                   (uint64_t)TEGRA_ENGINE_MAX_DELAY);
        return;
    }
    e->delay = value;
}

static void tegra_engine_get_delay(Object *obj, Visitor *v, const char *name,
                                   void *opaque, Error **errp)
{
    TegraEngine *e = opaque;

    visit_type_uint64(v, name, &e->delay, errp);
}

static void tegra_engine_init_faults(TegraEngine *e, Object *obj)
{
    object_property_add_uint64_ptr(obj, "lost-completion",
                                   &e->lost_completion,
                                   OBJ_PROP_FLAG_READWRITE);
    object_property_add(obj, "wedged", "bool", tegra_engine_get_wedged,
                        tegra_engine_set_wedged, NULL, e);
    object_property_add(obj, "delay-completion", "uint64",
                        tegra_engine_get_delay, tegra_engine_set_delay, NULL,
                        e);
}

/* ------------------------------------------------------------------ */
/* Watching                                                           */

void tegra_engine_dump(TegraEngine *e, GString *out)
{
    int64_t now = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);

    tegra_engine_drop_partial(e);
    g_string_append_printf(out, "power: %s\nreset: %s\nclock: %u Hz%s\n"
                           "memory: %s\n", e->powered ? "on" : "off",
                           e->in_reset ? "held" : "released",
                           clock_get_hz(e->clk),
                           tegra_engine_clocked(e) ? "" : ", stopped",
                           e->dma_blocked ? "blocked" : "open");
    g_string_append_printf(out, "wedged: %s\nlost-completion: %" PRIu64
                           "\ndelay-completion: %" PRIu64 " ns\n",
                           e->wedged ? "yes" : "no", e->lost_completion,
                           e->delay);
    g_string_append_printf(out, "late increments: %" PRIu32 "\n",
                           e->num_incrs);
    for (uint32_t i = 0; i < e->num_incrs; i++) {
        TegraEngineIncr *incr = tegra_engine_incr_at(e, i);

        g_string_append_printf(out, "  sync point %u %s in %" PRId64 " ns\n",
                               incr->syncpt,
                               tegra_engine_cond_name(incr->cond),
                               incr->due - now);
    }
}

/* ------------------------------------------------------------------ */
/* Life                                                               */

void tegra_engine_init(TegraEngine *e, DeviceState *dev,
                       const TegraEngineOps *ops)
{
    e->ops = ops;
    e->dev = dev;
    e->powered = true;
    e->clk = qdev_init_clock_in(dev, "clk", tegra_engine_clk_update, e,
                                ClockUpdate);
    qdev_init_gpio_in_named_with_opaque(dev, tegra_engine_reset_line, e,
                                        "reset", 1);
    qdev_init_gpio_in_named_with_opaque(dev, tegra_engine_dma_block_line, e,
                                        "dma-block", 1);
    qdev_init_gpio_out_named(dev, &e->dma_active, "dma-active", 1);
    tegra_engine_init_faults(e, OBJECT(dev));
}

void tegra_engine_init_power(TegraEngine *e)
{
    e->powered = false;
    qdev_init_gpio_in_named_with_opaque(e->dev, tegra_engine_power_line, e,
                                        "power", 1);
}

void tegra_engine_realize(TegraEngine *e, TegraHost1xState *host1x,
                          const TegraHost1xClientInfo *info, QEMUBH *bh)
{
    e->host1x = host1x;
    e->bh = bh;
    timer_init_ns(&e->timer, QEMU_CLOCK_VIRTUAL, tegra_engine_due, e);
    tegra_host1x_init_turn(&e->turn, bh);
    e->vm_change = qdev_add_vm_change_state_handler(e->dev,
                                                    tegra_engine_vm_change,
                                                    NULL, e);
    tegra_host1x_register_client(host1x, TEGRA_HOST1X_CLIENT(e->dev), info);
}

void tegra_engine_unrealize(TegraEngine *e)
{
    qemu_del_vm_change_state_handler(e->vm_change);
    timer_del(&e->timer);
    timer_del(&e->turn);
    e->host1x = NULL;
}

hwaddr tegra_engine_ram_length(AddressSpace *as, hwaddr addr, hwaddr size)
{
    hwaddr xlat, len = size;
    MemoryRegion *mr;

    RCU_READ_LOCK_GUARD();
    mr = address_space_translate(as, addr, &xlat, &len, true,
                                 MEMTXATTRS_UNSPECIFIED);
    return memory_access_is_direct(mr, true, MEMTXATTRS_UNSPECIFIED) ? len : 0;
}

/* ------------------------------------------------------------------ */
/* Migration                                                          */

bool tegra_engine_needed(TegraEngine *e)
{
    return e->dma_blocked || e->lost_completion || e->delay || e->wedged ||
           e->num_incrs || timer_pending(&e->turn);
}

void tegra_engine_pre_load(TegraEngine *e)
{
    e->stopped = false;
    e->dma_blocked = false;
    e->lost_completion = 0;
    e->delay = 0;
    e->wedged = false;
    e->first_incr = 0;
    e->num_incrs = 0;
    e->partial = true;
    timer_del(&e->timer);
    timer_del(&e->turn);
}

void tegra_engine_loaded(TegraEngine *e)
{
    e->partial = false;
}

/*
 * Check; the timer is armed when the machine starts [tegra_engine_vm_change()].
 */
static int tegra_engine_post_load(void *opaque, int version_id)
{
    TegraEngine *e = opaque;

    if (e->delay > TEGRA_ENGINE_MAX_DELAY ||
        e->first_incr >= TEGRA_ENGINE_MAX_INCRS ||
        e->num_incrs > TEGRA_ENGINE_MAX_INCRS) {
        return -EINVAL;
    }
    return 0;
}

static const VMStateDescription vmstate_tegra_engine_incr = {
    .name = "tegra-engine-incr",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_INT64(due, TegraEngineIncr),
        VMSTATE_UINT8(syncpt, TegraEngineIncr),
        VMSTATE_UINT8(cond, TegraEngineIncr),
        VMSTATE_END_OF_LIST()
    }
};

const VMStateDescription vmstate_tegra_engine = {
    .name = "tegra-engine",
    .version_id = 1,
    .minimum_version_id = 1,
    .post_load = tegra_engine_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_TIMER(turn, TegraEngine),
        VMSTATE_BOOL(dma_blocked, TegraEngine),
        VMSTATE_UINT64(lost_completion, TegraEngine),
        VMSTATE_UINT64(delay, TegraEngine),
        VMSTATE_BOOL(wedged, TegraEngine),
        VMSTATE_STRUCT_ARRAY(incr, TegraEngine, TEGRA_ENGINE_MAX_INCRS, 1,
                             vmstate_tegra_engine_incr, TegraEngineIncr),
        VMSTATE_UINT32(first_incr, TegraEngine),
        VMSTATE_UINT32(num_incrs, TegraEngine),
        VMSTATE_END_OF_LIST()
    }
};
