/*
 * NVIDIA Tegra20 GR3D, the 3D engine: the device
 *
 * Registers and upload ports arrive through host1x (class 0x60) or the MMIO
 * aperture; both end in the engine's register file.  The register that
 * launches a draw freezes it into a job; an increment of a sync point waits
 * behind the jobs before it.  What the registers mean is the business of
 * hw/gpu/gr3d/.  Programming model: docs/specs/tegra-gr3d.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qemu/log.h"
#include "exec/icount.h"
#include "hw/arm/tegra/tegra_clock.h"
#include "hw/core/qdev-properties.h"
#include "hw/gpu/gr3d/isa/regs.h"
#include "hw/gpu/tegra_gr3d.h"
#include "hw/gpu/tegra_host1x_capture.h"
#include "hw/gpu/tegra_host1x_regs.h"
#include "migration/vmstate.h"
#include "system/replay.h"
#include "trace.h"

#define TEGRA_GR3D_MODULE       6
#define TEGRA_GR3D_MAX_THREADS  64
#define TEGRA_GR3D_MMIO_SIZE    0x40000

static const char *tegra_gr3d_reg_name(uint32_t offset)
{
    return gr3d_reg_name(offset) ?: "?";
}

/*
 * Queue an increment of any condition: reading may end (RD_DONE) and registers
 * be free (REG_WR_SAFE) before the draw is done, but with it count and order
 * are kept.
 */
static void tegra_gr3d_incr_syncpt(TegraGR3DState *s, uint32_t value)
{
    TegraEngineCond cond;
    uint8_t id;

    if (tegra_engine_incr_word(&s->engine, value, &id, &cond)) {
        tegra_gr3d_queue_incr(&s->queue, id, cond);
    }
}

/* Trace what DRAW_PRIM launches [tegra-gr3d.rst, Vertex stage]. */
static void tegra_gr3d_trace_draw(TegraGR3DState *s, uint64_t number)
{
    static const char * const prim[8] = {
        "POINTS", "LINES", "LINE_LOOP", "LINE_STRIP", "TRIANGLES",
        "TRIANGLE_STRIP", "TRIANGLE_FAN", "?",
    };
    static const char * const index[4] = { "none", "u8", "u16", "u32" };
    const uint32_t *reg = s->regs.reg;
    uint32_t set = reg[GR3D_R_SET_PRIM], draw = reg[GR3D_R_DRAW_PRIM];

    trace_tegra_gr3d_draw(number, prim[GR3D_GET(set, SET_PRIM, PRIM_TYPE)],
                          GR3D_GET(draw, DRAW_PRIM, COUNT_1) + 1,
                          GR3D_GET(draw, DRAW_PRIM, START_VTX),
                          index[GR3D_GET(set, SET_PRIM, DRAW_MODE)],
                          GR3D_GET(reg[GR3D_R_SCISSOR_X], SCISSOR_X, MAX),
                          GR3D_GET(reg[GR3D_R_SCISSOR_Y], SCISSOR_Y, MAX));
}

static void tegra_gr3d_draw(TegraGR3DState *s)
{
    uint64_t number = s->num_draws++;

    if (trace_event_get_state_backends(TRACE_TEGRA_GR3D_DRAW)) {
        tegra_gr3d_trace_draw(s, number);
    }
    tegra_gr3d_queue_draw(&s->queue, &s->regs, number);
}

/* Does the register's effect enter the queue?  It needs a free place there. */
static bool tegra_gr3d_queues(uint32_t offset)
{
    return offset == GR3D_R_INCR_SYNCPT || offset == GR3D_DRAW_PRIM;
}

static void tegra_gr3d_reg_write(TegraGR3DState *s, uint32_t offset,
                                 uint32_t value)
{
    trace_tegra_gr3d_write(offset, tegra_gr3d_reg_name(offset), value);
    switch (gr3d_regs_write(&s->regs, offset, value)) {
    case GR3D_WRITE_STORED:
        break;
    case GR3D_WRITE_UNKNOWN:
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-gr3d: class 0x60: no register "
                      "0x%03" PRIx32 " (value 0x%08" PRIx32 ")\n",
                      offset, value);
        break;
    case GR3D_WRITE_INCR_SYNCPT:
        tegra_gr3d_incr_syncpt(s, value);
        break;
    case GR3D_WRITE_DRAW:
        tegra_gr3d_draw(s);
        break;
    }
}

static uint32_t tegra_gr3d_reg_read(TegraGR3DState *s, uint32_t offset)
{
    uint32_t value;

    if (!tegra_engine_take_access(&s->engine, "read", offset, 0)) {
        return 0;
    }
    value = gr3d_regs_read(&s->regs, offset);
    if (s->host1x->capture) {
        tegra_gr3d_capture_read(s, offset);
    }
    trace_tegra_gr3d_read(offset, tegra_gr3d_reg_name(offset), value);
    return value;
}

/* ------------------------------------------------------------------ */
/* host1x client                                                      */

static TegraHost1xMethodResult
tegra_gr3d_method_write(TegraHost1xClient *client, uint16_t class_id,
                        uint16_t offset, uint32_t value)
{
    TegraGR3DState *s = TEGRA_GR3D(client);
    TegraHost1xMethodResult result;
    bool taken;

    result = tegra_engine_take_word(&s->engine, &taken, offset, value);
    if (!taken) {
        if (s->host1x->capture && result == TEGRA_HOST1X_METHOD_DONE) {
            /* lost, as the engine is in reset or has no power */
            tegra_gr3d_capture_reset(s);
        }
        return result;
    }
    if (tegra_gr3d_queues(offset) && tegra_gr3d_queue_full(&s->queue)) {
        return tegra_engine_stall(&s->engine);
    }
    tegra_gr3d_reg_write(s, offset, value);
    return TEGRA_HOST1X_METHOD_DONE;
}

static unsigned int tegra_gr3d_write_run(TegraHost1xClient *client,
                                         uint16_t class_id, uint16_t offset,
                                         bool incr, const uint32_t *word,
                                         unsigned int num)
{
    TegraGR3DState *s = TEGRA_GR3D(client);

    if (!tegra_engine_takes_words(&s->engine) ||
        trace_event_get_state_backends(TRACE_TEGRA_GR3D_WRITE)) {
        return 0;
    }
    return gr3d_regs_write_run(&s->regs, offset, incr, word, num);
}

static uint32_t tegra_gr3d_method_read(TegraHost1xClient *client,
                                       uint16_t class_id, uint16_t offset)
{
    return tegra_gr3d_reg_read(TEGRA_GR3D(client), offset);
}

static void tegra_gr3d_catch_up(TegraHost1xClient *client)
{
    tegra_gr3d_queue_catch_up(&TEGRA_GR3D(client)->queue);
}

static void tegra_gr3d_watch(TegraHost1xClient *client)
{
    tegra_gr3d_wake_watch(&TEGRA_GR3D(client)->queue);
}

static bool tegra_gr3d_idle(TegraHost1xClient *client)
{
    TegraGR3DState *s = TEGRA_GR3D(client);

    return tegra_gr3d_queue_empty(&s->queue) && !s->engine.num_incrs;
}

/*
 * End the draws and make the increments behind them, late ones too.  A wedged
 * engine hears nothing, one without clock makes them when it is back.
 */
static void tegra_gr3d_channel_teardown(TegraHost1xClient *client)
{
    TegraGR3DState *s = TEGRA_GR3D(client);

    if (!s->engine.wedged) {
        tegra_gr3d_queue_end_draws(&s->queue);
        tegra_gr3d_queue_flush(&s->queue);
    }
}

static const char *tegra_gr3d_method_name(TegraHost1xClient *client,
                                          uint16_t offset)
{
    return gr3d_reg_name(offset);
}

static const TegraHost1xClientInfo tegra_gr3d_client_info = {
    .name = "GR3D",
    .module = TEGRA_GR3D_MODULE,
    .first_class = TEGRA_HOST1X_CLASS_GR3D,
    .last_class = TEGRA_HOST1X_CLASS_GR3D,
};

/* ------------------------------------------------------------------ */
/* MMIO                                                               */

static uint64_t tegra_gr3d_read(void *opaque, hwaddr addr, unsigned size)
{
    return tegra_gr3d_reg_read(opaque, addr >> 2);
}

/*
 * Write a register; a CPU cannot be stalled the way a channel can, so with the
 * queue full the write is lost and logged.
 */
static void tegra_gr3d_write(void *opaque, hwaddr addr, uint64_t value,
                             unsigned size)
{
    TegraGR3DState *s = opaque;
    uint32_t offset = addr >> 2;

    if (!tegra_engine_take_access(&s->engine, "write", offset, value)) {
        return;
    }
    if (tegra_gr3d_queues(offset) && tegra_gr3d_queue_full(&s->queue)) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-gr3d: class 0x60: queue full, "
                      "MMIO write of %s (0x%08" PRIx64 ") lost\n",
                      tegra_gr3d_reg_name(offset), value);
        return;
    }
    if (s->host1x->capture) {
        tegra_host1x_capture_write(s->host1x, TEGRA_HOST1X_CLASS_GR3D, offset,
                                   value);
    }
    tegra_gr3d_reg_write(s, offset, value);
}

static const MemoryRegionOps tegra_gr3d_ops = {
    .read = tegra_gr3d_read,
    .write = tegra_gr3d_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid.min_access_size = 4,
    .valid.max_access_size = 4,
};

/* ------------------------------------------------------------------ */
/* Reset and power                                                    */

static void tegra_gr3d_clear(DeviceState *dev)
{
    TegraGR3DState *s = TEGRA_GR3D(dev);

    tegra_gr3d_queue_clear(&s->queue);
    gr3d_regs_reset(&s->regs);
    s->num_draws = 0;
    if (s->host1x->capture) {
        tegra_gr3d_capture_reset(s);
    }
}

static void tegra_gr3d_reset_hold(Object *obj, ResetType type)
{
    tegra_engine_reset(&TEGRA_GR3D(obj)->engine);
}

static void tegra_gr3d_update(DeviceState *dev)
{
    tegra_gr3d_queue_update(&TEGRA_GR3D(dev)->queue);
}

static void tegra_gr3d_pause(DeviceState *dev, bool pause)
{
    tegra_gr3d_queue_pause(&TEGRA_GR3D(dev)->queue, pause);
}

static bool tegra_gr3d_dma_active(DeviceState *dev)
{
    return tegra_gr3d_queue_dma_active(&TEGRA_GR3D(dev)->queue);
}

static const TegraEngineOps tegra_gr3d_engine_ops = {
    .name = "gr3d",
    .reg_name = gr3d_reg_name,
    .clear = tegra_gr3d_clear,
    .update = tegra_gr3d_update,
    .pause = tegra_gr3d_pause,
    .dma_active = tegra_gr3d_dma_active,
};

/* ------------------------------------------------------------------ */
/* Life                                                               */

static bool tegra_gr3d_check(TegraGR3DState *s, Error **errp)
{
    if (!s->host1x || !s->dma_mr) {
        error_setg(errp, TYPE_TEGRA_GR3D ": link '%s' is not set",
                   s->host1x ? "dma" : "host1x");
        return false;
    }
    if (s->threads > TEGRA_GR3D_MAX_THREADS) {
        error_setg(errp, TYPE_TEGRA_GR3D ": threads must be 0 to %u",
                   TEGRA_GR3D_MAX_THREADS);
        return false;
    }
    return true;
}

/* Choose the backend; the property then names it. */
static bool tegra_gr3d_choose_exec(TegraGR3DState *s, Error **errp)
{
    const char *why;

    if (!s->exec || !strcmp(s->exec, "auto")) {
        s->queue.exec = gr3d_exec_best();
    } else if (!gr3d_exec_find(s->exec, &s->queue.exec, &why)) {
        error_setg(errp, TYPE_TEGRA_GR3D ": exec=%s: %s; exec=auto takes the "
                   "best", s->exec, why);
        return false;
    }
    g_free(s->exec);
    s->exec = g_strdup(gr3d_exec_name(s->queue.exec));
    return true;
}

static void tegra_gr3d_realize(DeviceState *dev, Error **errp)
{
    TegraGR3DState *s = TEGRA_GR3D(dev);
    bool replayable = icount_enabled() || replay_mode != REPLAY_MODE_NONE;

    if (!tegra_gr3d_check(s, errp) || !tegra_gr3d_choose_exec(s, errp)) {
        return;
    }
    address_space_init(&s->dma_as, s->dma_mr, TYPE_TEGRA_GR3D);
    s->queue.as = &s->dma_as;
    s->queue.engine = &s->engine;
    tegra_gr3d_queue_start(&s->queue, dev, replayable ? 0 : s->threads);
    tegra_engine_realize(&s->engine, s->host1x, &tegra_gr3d_client_info,
                         s->queue.bh);
    tegra_gr3d_save_realize(s);
}

static void tegra_gr3d_unrealize(DeviceState *dev)
{
    TegraGR3DState *s = TEGRA_GR3D(dev);

    tegra_gr3d_save_unrealize(s);
    tegra_engine_unrealize(&s->engine);
    tegra_gr3d_queue_stop(&s->queue);
    address_space_destroy(&s->dma_as);
}

static void tegra_gr3d_init(Object *obj)
{
    TegraGR3DState *s = TEGRA_GR3D(obj);

    memory_region_init_io(&s->iomem, obj, &tegra_gr3d_ops, s,
                          TYPE_TEGRA_GR3D, TEGRA_GR3D_MMIO_SIZE);
    sysbus_init_mmio(SYS_BUS_DEVICE(obj), &s->iomem);
    tegra_engine_init(&s->engine, DEVICE(obj), &tegra_gr3d_engine_ops);
    tegra_engine_init_power(&s->engine);
    s->threads = MIN(g_get_num_processors(), TEGRA_GR3D_MAX_THREADS);
    s->exec = g_strdup("auto");
}

/* ------------------------------------------------------------------ */
/* Migration                                                          */

const VMStateDescription vmstate_tegra_gr3d_regs = {
    .name = TYPE_TEGRA_GR3D "/regs",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32_ARRAY(reg, Gr3dRegs, GR3D_NUM_REGS),
        VMSTATE_UINT32_ARRAY(vp_inst, Gr3dRegs, 1024),
        VMSTATE_UINT32_ARRAY(vp_const, Gr3dRegs, 1024),
        VMSTATE_UINT32_ARRAY(pseq_inst, Gr3dRegs, 64),
        VMSTATE_UINT32_ARRAY(mfu_sched, Gr3dRegs, 64),
        VMSTATE_UINT32_ARRAY(mfu_inst, Gr3dRegs, 128),
        VMSTATE_UINT32_ARRAY(tex_inst, Gr3dRegs, 64),
        VMSTATE_UINT32_ARRAY(alu_sched, Gr3dRegs, 64),
        VMSTATE_UINT32_ARRAY(alu_inst, Gr3dRegs, 512),
        VMSTATE_UINT32_ARRAY(alu_comp, Gr3dRegs, 64),
        VMSTATE_UINT32_ARRAY(dw_inst, Gr3dRegs, 64),
        VMSTATE_END_OF_LIST()
    },
};

static bool tegra_gr3d_engine_needed(void *opaque)
{
    return tegra_engine_needed(&TEGRA_GR3D(opaque)->engine);
}

static const VMStateDescription vmstate_tegra_gr3d_engine = {
    .name = TYPE_TEGRA_GR3D "/engine",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = tegra_gr3d_engine_needed,
    .fields = (const VMStateField[]) {
        VMSTATE_STRUCT(engine, TegraGR3DState, 1, vmstate_tegra_engine,
                       TegraEngine),
        VMSTATE_END_OF_LIST()
    },
};

static bool tegra_gr3d_queue_needed(void *opaque)
{
    return !tegra_gr3d_queue_empty(&TEGRA_GR3D(opaque)->queue);
}

static const VMStateDescription vmstate_tegra_gr3d_queued = {
    .name = TYPE_TEGRA_GR3D "/queued",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = tegra_gr3d_queue_needed,
    .fields = (const VMStateField[]) {
        VMSTATE_STRUCT(queue, TegraGR3DState, 1, vmstate_tegra_gr3d_queue,
                       TegraGR3DQueue),
        VMSTATE_END_OF_LIST()
    },
};

static int tegra_gr3d_pre_load(void *opaque)
{
    TegraGR3DState *s = opaque;

    tegra_gr3d_queue_clear(&s->queue);
    tegra_engine_pre_load(&s->engine);
    return 0;
}

static int tegra_gr3d_post_load(void *opaque, int version_id)
{
    tegra_engine_loaded(&TEGRA_GR3D(opaque)->engine);
    return 0;
}

/* Any register value is legal: the engine trusts none, nothing to check. */
static const VMStateDescription vmstate_tegra_gr3d = {
    .name = TYPE_TEGRA_GR3D,
    .version_id = 1,
    .minimum_version_id = 1,
    .pre_load = tegra_gr3d_pre_load,
    .post_load = tegra_gr3d_post_load,
    .pre_save = tegra_gr3d_pre_save,
    .fields = (const VMStateField[]) {
        VMSTATE_STRUCT(regs, TegraGR3DState, 1, vmstate_tegra_gr3d_regs,
                       Gr3dRegs),
        VMSTATE_BOOL(engine.in_reset, TegraGR3DState),
        VMSTATE_BOOL(engine.powered, TegraGR3DState),
        VMSTATE_UINT64(num_draws, TegraGR3DState),
        VMSTATE_TEGRA_CLOCK(engine.clk, TegraGR3DState),
        VMSTATE_END_OF_LIST()
    },
    .subsections = (const VMStateDescription * const []) {
        &vmstate_tegra_gr3d_engine,
        &vmstate_tegra_gr3d_queued,
        NULL
    },
};

/* ------------------------------------------------------------------ */
/* Type                                                               */

static const Property tegra_gr3d_properties[] = {
    DEFINE_PROP_LINK("host1x", TegraGR3DState, host1x, TYPE_TEGRA_HOST1X,
                     TegraHost1xState *),
    DEFINE_PROP_LINK("dma", TegraGR3DState, dma_mr, TYPE_MEMORY_REGION,
                     MemoryRegion *),
    DEFINE_PROP_UNSIGNED_NODEFAULT("threads", TegraGR3DState, threads,
                                   qdev_prop_uint32, uint32_t),
    DEFINE_PROP_STRING("exec", TegraGR3DState, exec),
};

static void tegra_gr3d_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);
    TegraHost1xClientClass *hcc = TEGRA_HOST1X_CLIENT_CLASS(klass);

    dc->desc = "NVIDIA Tegra20 3D engine";
    dc->realize = tegra_gr3d_realize;
    dc->unrealize = tegra_gr3d_unrealize;
    dc->vmsd = &vmstate_tegra_gr3d;
    device_class_set_props(dc, tegra_gr3d_properties);
    set_bit(DEVICE_CATEGORY_DISPLAY, dc->categories);
    rc->phases.hold = tegra_gr3d_reset_hold;
    tegra_gr3d_dump_class_init(klass);
    hcc->method_write = tegra_gr3d_method_write;
    hcc->write_run = tegra_gr3d_write_run;
    hcc->method_read = tegra_gr3d_method_read;
    hcc->catch_up = tegra_gr3d_catch_up;
    hcc->watch = tegra_gr3d_watch;
    hcc->idle = tegra_gr3d_idle;
    hcc->channel_teardown = tegra_gr3d_channel_teardown;
    hcc->method_name = tegra_gr3d_method_name;
    hcc->capture = tegra_gr3d_capture_state;
}

static const TypeInfo tegra_gr3d_types[] = {
    {
        .name = TYPE_TEGRA_GR3D,
        .parent = TYPE_SYS_BUS_DEVICE,
        .instance_size = sizeof(TegraGR3DState),
        .instance_init = tegra_gr3d_init,
        .class_init = tegra_gr3d_class_init,
        .interfaces = (const InterfaceInfo[]) {
            { TYPE_TEGRA_HOST1X_CLIENT },
            { }
        },
    },
};

DEFINE_TYPES(tegra_gr3d_types)
