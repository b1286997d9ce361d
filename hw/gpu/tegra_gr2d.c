/*
 * NVIDIA Tegra20 GR2D, the 2D engine: the device
 *
 * Methods of the classes 0x50 to 0x5a and the MMIO aperture reach one register
 * file.  Writing the register that a trigger names freezes all of them into an
 * operation, which a bottom half carries out in slices; increments of sync
 * points wait behind it, and a channel that launches another one waits, too.
 * Programming model: docs/specs/tegra-gr2d.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qemu/log.h"
#include "qemu/main-loop.h"
#include "hw/arm/tegra/tegra_clock.h"
#include "hw/core/irq.h"
#include "hw/core/qdev-clock.h"
#include "hw/core/qdev-properties.h"
#include "hw/gpu/tegra_host1x_capture.h"
#include "hw/gpu/tegra_host1x_regs.h"
#include "migration/vmstate.h"
#include "system/runstate.h"
#include "tegra_gr2d_op.h"
#include "tegra_gr2d_regfile.h"
#include "trace.h"

#define TEGRA_GR2D_MODULE       5
/* What a CPU's access is taken for */
#define TEGRA_GR2D_CPU_CLASS    0x51

/*
 * Pixels that are drawn before the main loop goes on: a few milliseconds of
 * the slowest operations.
 */
#define TEGRA_GR2D_SLICE        (1u << 17)

/* ---- The operation in flight, and what waits for its end ---- */

static void tegra_gr2d_release(TegraGR2DState *s)
{
    uint32_t n = 0;

    while (!s->busy && n < s->num_waiting &&
           !tegra_engine_incrs_full(&s->engine)) {
        tegra_engine_incr(&s->engine, s->waiting_syncpt[n],
                          s->waiting_cond[n]);
        n++;
    }
    s->num_waiting -= n;
    memmove(s->waiting_syncpt, s->waiting_syncpt + n, s->num_waiting);
    memmove(s->waiting_cond, s->waiting_cond + n, s->num_waiting);
    tegra_engine_update_dma(&s->engine);
    if (!s->busy && !s->num_waiting) {
        tegra_engine_ready(&s->engine);
    }
}

/* Have what the operation may access in a capture, as it is now. */
static void tegra_gr2d_capture_start(TegraGR2DState *s)
{
    for (int i = 0; i < TEGRA_GR2D_NUM_SURFACES; i++) {
        const TegraGR2DSurface *surf = &s->op.surface[i];

        tegra_host1x_capture_memory(s->host1x, surf->start,
                                    surf->end - surf->start);
    }
}

static void tegra_gr2d_capture_end(TegraGR2DState *s)
{
    const TegraGR2DSurface *dst = &s->op.surface[TEGRA_GR2D_DST];

    tegra_host1x_capture_done_begin(s->host1x, GPU_CAPTURE_OPERATION, 0,
                                    s->step < s->op.steps);
    if (s->started) {
        tegra_host1x_capture_done_wrote(s->host1x, 0, dst->start,
                                        dst->end - dst->start);
    }
    tegra_host1x_capture_done_end(s->host1x);
}

static void tegra_gr2d_capture_state(TegraHost1xClient *client)
{
    TegraGR2DState *s = TEGRA_GR2D(client);
    uint32_t word[TEGRA_GR2D_NUM_REGS + TEGRA_GR2D_NUM_SWITCH];

    memcpy(word, s->regs, sizeof(s->regs));
    memcpy(word + TEGRA_GR2D_NUM_REGS, s->switch_regs,
           sizeof(s->switch_regs));
    tegra_host1x_capture_words(s->host1x, GPU_CAPTURE_GR2D, word,
                               ARRAY_SIZE(word));
    s->uncaptured = s->busy;
}

static void tegra_gr2d_capture_reset(TegraGR2DState *s)
{
    const uint32_t word = TEGRA_HOST1X_CLASS_GR2D;

    tegra_host1x_capture_words(s->host1x, GPU_CAPTURE_RESET, &word, 1);
}

static void tegra_gr2d_end(TegraGR2DState *s, const char *how)
{
    trace_tegra_gr2d_end(s->op.kind->name, how, s->step, s->op.steps);
    if (s->host1x->capture && !s->uncaptured) {
        tegra_gr2d_capture_end(s);
    }
    s->uncaptured = false;
    tegra_gr2d_op_report(&s->op);
    s->busy = false;
}

/* End the operation; of one that was loaded only in part nothing is known. */
static void tegra_gr2d_cancel(TegraGR2DState *s, const char *how)
{
    if (s->busy && s->op.kind) {
        tegra_gr2d_end(s, how);
    }
    s->busy = false;
}

static bool tegra_gr2d_start(TegraGR2DState *s)
{
    if (!s->started && tegra_engine_may_start(&s->engine)) {
        s->started = true;
        if (s->host1x->capture && !s->uncaptured) {
            tegra_gr2d_capture_start(s);
        }
        tegra_engine_update_dma(&s->engine);
    }
    return s->started;
}

/* Go on with the operation.  What holds it back calls this when it is gone. */
static void tegra_gr2d_bh(void *opaque)
{
    TegraGR2DState *s = opaque;

    if (!runstate_is_running()) {
        return;
    }
    if (s->busy) {
        if (!tegra_engine_may_end(&s->engine) || !tegra_gr2d_start(s)) {
            return;
        }
        if (!tegra_gr2d_op_run(&s->op, s->line, &s->dma_as, &s->step,
                               TEGRA_GR2D_SLICE)) {
            tegra_engine_schedule(&s->engine);
            return;
        }
        tegra_gr2d_end(s, "done");
    }
    tegra_gr2d_release(s);
    tegra_host1x_capture_poll(s->host1x);
}

static bool tegra_gr2d_dma_active(DeviceState *dev)
{
    TegraGR2DState *s = TEGRA_GR2D(dev);

    return s->busy && s->started;
}

static void tegra_gr2d_launch(TegraGR2DState *s, uint16_t class_id)
{
    TegraGR2DOp *op = &s->op;

    memcpy(op->regs, s->regs, sizeof(op->regs));
    op->class_id = class_id;
    if (!tegra_gr2d_op_decode(op)) {
        trace_tegra_gr2d_refused(class_id);
        return;
    }
    trace_tegra_gr2d_launch(op->kind->name, op->width, op->height,
                            op->src_format, op->surface[TEGRA_GR2D_SRC].base,
                            op->dst_format, op->surface[TEGRA_GR2D_DST].base,
                            op->regs[R_GR2D_CONTROLMAIN]);
    s->busy = true;
    s->started = false;
    s->step = 0;
    tegra_engine_schedule(&s->engine);
}

/* ---- Registers ---- */

/* Return true if a word has to wait for the end of what is in flight */
static bool tegra_gr2d_must_wait(TegraGR2DState *s, uint32_t offset,
                                 uint32_t value)
{
    if (offset == R_GR2D_INCR_SYNCPT) {
        return s->num_waiting == TEGRA_GR2D_MAX_WAITING &&
               FIELD_EX32(value, GR2D_INCR_SYNCPT, COND) &&
               !ARRAY_FIELD_EX32(s->regs, GR2D_INCR_SYNCPT_CNTRL, NO_STALL);
    }
    return (s->busy || s->num_waiting) &&
           tegra_gr2d_launches(s, offset, value);
}

static void tegra_gr2d_incr_syncpt(TegraGR2DState *s, uint32_t value)
{
    TegraEngineCond cond;
    uint8_t syncpt;

    if (!tegra_engine_incr_word(&s->engine, value, &syncpt, &cond) ||
        ARRAY_FIELD_EX32(s->regs, GR2D_INCR_SYNCPT_CNTRL, SOFT_RESET)) {
        return;
    }
    if (s->num_waiting == TEGRA_GR2D_MAX_WAITING) {
        s->regs[R_GR2D_INCR_SYNCPT_ERROR] |= BIT(cond & 31);
        return;
    }
    s->waiting_syncpt[s->num_waiting] = syncpt;
    s->waiting_cond[s->num_waiting++] = cond;
    tegra_gr2d_release(s);
}

static void tegra_gr2d_incr_cntrl(TegraGR2DState *s)
{
    if (ARRAY_FIELD_EX32(s->regs, GR2D_INCR_SYNCPT_CNTRL, SOFT_RESET)) {
        s->num_waiting = 0;
        tegra_gr2d_release(s);
    }
}

/* Write a register with all effects; the engine has taken the word. */
static void tegra_gr2d_reg_write(TegraGR2DState *s, uint16_t class_id,
                                 uint32_t offset, uint32_t value)
{
    const char *name = tegra_gr2d_reg_name(offset);

    trace_tegra_gr2d_write(class_id, offset, name ?: "?", value);
    if (!name) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-gr2d: class 0x%x: no register "
                      "0x%03" PRIx32 " (value 0x%08" PRIx32 ")\n", class_id,
                      offset, value);
        return;
    }
    if (tegra_gr2d_reg_store(s, offset, value)) {
        tegra_gr2d_launch(s, class_id);
    }
    switch (offset) {
    case R_GR2D_INCR_SYNCPT:
        tegra_gr2d_incr_syncpt(s, value);
        break;
    case R_GR2D_INCR_SYNCPT_CNTRL:
        tegra_gr2d_incr_cntrl(s);
        break;
    case R_GR2D_HOSTFIFO:
        qemu_log_mask(LOG_UNIMP, "tegra-gr2d: class 0x%x HOSTFIFO (0x%08"
                      PRIx32 "): data from the host is not modelled\n",
                      class_id, value);
        break;
    }
}

static uint32_t tegra_gr2d_reg_read(TegraGR2DState *s, uint32_t offset)
{
    const char *name = tegra_gr2d_reg_name(offset);
    uint32_t value;

    if (!tegra_engine_take_access(&s->engine, "read", offset, 0)) {
        return 0;
    }
    if (!name) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-gr2d: read of 0x%03" PRIx32
                      ": no such register\n", offset);
        return 0;
    }
    value = *tegra_gr2d_reg(s, offset);
    trace_tegra_gr2d_read(offset, name, value);
    return value;
}

/* ---- host1x client ---- */

static TegraHost1xMethodResult
tegra_gr2d_method_write(TegraHost1xClient *client, uint16_t class_id,
                        uint16_t offset, uint32_t value)
{
    TegraGR2DState *s = TEGRA_GR2D(client);
    TegraHost1xMethodResult result;
    bool taken;

    result = tegra_engine_take_word(&s->engine, &taken, offset, value);
    if (!taken) {
        if (s->host1x->capture && result == TEGRA_HOST1X_METHOD_DONE) {
            /* lost, as the engine is in reset or has no power */
            tegra_gr2d_capture_reset(s);
        }
        return result;
    }
    if (tegra_gr2d_must_wait(s, offset, value)) {
        return tegra_engine_stall(&s->engine);
    }
    tegra_gr2d_reg_write(s, class_id, offset, value);
    return TEGRA_HOST1X_METHOD_DONE;
}

static uint32_t tegra_gr2d_method_read(TegraHost1xClient *client,
                                       uint16_t class_id, uint16_t offset)
{
    return tegra_gr2d_reg_read(TEGRA_GR2D(client), offset);
}

static bool tegra_gr2d_idle(TegraHost1xClient *client)
{
    TegraGR2DState *s = TEGRA_GR2D(client);

    return !s->busy && !s->num_waiting && !s->engine.num_incrs;
}

/*
 * Drop what has not been drawn yet; a wedged engine does not notice.  Of
 * increments that are late already there may be so many that others wait to be
 * late: these are made as well.
 */
static void tegra_gr2d_channel_teardown(TegraHost1xClient *client)
{
    TegraGR2DState *s = TEGRA_GR2D(client);

    if (s->engine.wedged) {
        return;
    }
    tegra_gr2d_cancel(s, "torn down");
    tegra_engine_flush(&s->engine);
    tegra_gr2d_release(s);
    tegra_engine_flush(&s->engine);
}

static const char *tegra_gr2d_method_name(TegraHost1xClient *client,
                                          uint16_t offset)
{
    return tegra_gr2d_reg_name(offset);
}

static const TegraHost1xClientInfo tegra_gr2d_client_info = {
    .name = "GR2D",
    .module = TEGRA_GR2D_MODULE,
    .first_class = TEGRA_HOST1X_CLASS_GR2D,
    .last_class = TEGRA_HOST1X_CLASS_GR2D_LAST,
};

/* ---- MMIO ---- */

static uint64_t tegra_gr2d_read(void *opaque, hwaddr addr, unsigned size)
{
    return tegra_gr2d_reg_read(opaque, addr >> 2);
}

/*
 * Write a register; a CPU cannot be stalled as a channel can, so a write that
 * would have to wait is lost.
 */
static void tegra_gr2d_write(void *opaque, hwaddr addr, uint64_t value,
                             unsigned size)
{
    TegraGR2DState *s = opaque;
    uint32_t offset = addr >> 2;

    if (!tegra_engine_take_access(&s->engine, "write", offset, value)) {
        return;
    }
    if (tegra_gr2d_must_wait(s, offset, value)) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-gr2d: busy, MMIO write of %s "
                      "(0x%08" PRIx64 ") lost\n",
                      tegra_gr2d_reg_name(offset), value);
        return;
    }
    if (s->host1x->capture) {
        tegra_host1x_capture_write(s->host1x, TEGRA_GR2D_CPU_CLASS, offset,
                                   value);
    }
    tegra_gr2d_reg_write(s, TEGRA_GR2D_CPU_CLASS, offset, value);
}

static const MemoryRegionOps tegra_gr2d_ops = {
    .read = tegra_gr2d_read,
    .write = tegra_gr2d_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid.min_access_size = 4,
    .valid.max_access_size = 4,
};

/* ---- Life ---- */

static void tegra_gr2d_clear(DeviceState *dev)
{
    TegraGR2DState *s = TEGRA_GR2D(dev);

    tegra_gr2d_cancel(s, "reset");
    s->num_waiting = 0;
    tegra_gr2d_regs_reset(s);
    if (s->host1x->capture) {
        tegra_gr2d_capture_reset(s);
    }
}

static const TegraEngineOps tegra_gr2d_engine_ops = {
    .name = "gr2d",
    .reg_name = tegra_gr2d_reg_name,
    .clear = tegra_gr2d_clear,
    .dma_active = tegra_gr2d_dma_active,
};

static void tegra_gr2d_reset_hold(Object *obj, ResetType type)
{
    tegra_engine_reset(&TEGRA_GR2D(obj)->engine);
}

static char *tegra_gr2d_get_registers(Object *obj, Error **errp)
{
    TegraGR2DState *s = TEGRA_GR2D(obj);
    GString *text = g_string_new(NULL);

    tegra_engine_drop_partial(&s->engine);
    tegra_gr2d_regs_dump(s, text);
    if (s->busy) {
        g_string_append_printf(text, "%s of %" PRIu32 "x%" PRIu32
                               ": step %" PRIu32 " of %" PRIu32 ", %" PRIu32
                               " increments wait\n", s->op.kind->name,
                               s->op.width, s->op.height, s->step,
                               s->op.steps, s->num_waiting);
    }
    return g_string_free(text, false);
}

static void tegra_gr2d_realize(DeviceState *dev, Error **errp)
{
    TegraGR2DState *s = TEGRA_GR2D(dev);

    if (!s->host1x || !s->dma_mr) {
        error_setg(errp, TYPE_TEGRA_GR2D ": link '%s' is not set",
                   s->host1x ? "dma" : "host1x");
        return;
    }
    address_space_init(&s->dma_as, s->dma_mr, TYPE_TEGRA_GR2D);
    s->line = g_new0(TegraGR2DLine, 1);
    s->bh = qemu_bh_new_guarded(tegra_gr2d_bh, s, &dev->mem_reentrancy_guard);
    tegra_engine_realize(&s->engine, s->host1x, &tegra_gr2d_client_info,
                         s->bh);
}

static void tegra_gr2d_unrealize(DeviceState *dev)
{
    TegraGR2DState *s = TEGRA_GR2D(dev);

    tegra_engine_unrealize(&s->engine);
    qemu_bh_delete(s->bh);
    g_free(s->line);
    address_space_destroy(&s->dma_as);
}

static void tegra_gr2d_init(Object *obj)
{
    TegraGR2DState *s = TEGRA_GR2D(obj);
    SysBusDevice *sbd = SYS_BUS_DEVICE(obj);

    memory_region_init_io(&s->iomem, obj, &tegra_gr2d_ops, s,
                          TYPE_TEGRA_GR2D, TEGRA_GR2D_MMIO_SIZE);
    sysbus_init_mmio(sbd, &s->iomem);
    sysbus_init_irq(sbd, &s->irq);
    tegra_engine_init(&s->engine, DEVICE(obj), &tegra_gr2d_engine_ops);
    tegra_gr2d_regs_reset(s);
}

/* ---- Migration ---- */

static int tegra_gr2d_pre_load(void *opaque)
{
    TegraGR2DState *s = opaque;

    s->busy = false;
    s->op.kind = NULL;
    s->num_waiting = 0;
    tegra_engine_pre_load(&s->engine);
    return 0;
}

static int tegra_gr2d_post_load(void *opaque, int version_id)
{
    tegra_engine_loaded(&TEGRA_GR2D(opaque)->engine);
    return 0;
}

/* Check the operation; the engine schedules it when the machine starts. */
static int tegra_gr2d_op_post_load(void *opaque, int version_id)
{
    TegraGR2DState *s = opaque;

    if (s->num_waiting > TEGRA_GR2D_MAX_WAITING ||
        (s->busy && (!tegra_gr2d_op_decode(&s->op) ||
                     s->step >= s->op.steps))) {
        return -EINVAL;
    }
    return 0;
}

static bool tegra_gr2d_op_needed(void *opaque)
{
    TegraGR2DState *s = opaque;

    return s->busy || s->num_waiting;
}

static const VMStateDescription vmstate_tegra_gr2d_op = {
    .name = TYPE_TEGRA_GR2D "/operation",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = tegra_gr2d_op_needed,
    .post_load = tegra_gr2d_op_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32_ARRAY(op.regs, TegraGR2DState, TEGRA_GR2D_NUM_REGS),
        VMSTATE_UINT16(op.class_id, TegraGR2DState),
        VMSTATE_BOOL(busy, TegraGR2DState),
        VMSTATE_BOOL(started, TegraGR2DState),
        VMSTATE_UINT32(step, TegraGR2DState),
        VMSTATE_UINT8_ARRAY(waiting_syncpt, TegraGR2DState,
                            TEGRA_GR2D_MAX_WAITING),
        VMSTATE_UINT8_ARRAY(waiting_cond, TegraGR2DState,
                            TEGRA_GR2D_MAX_WAITING),
        VMSTATE_UINT32(num_waiting, TegraGR2DState),
        VMSTATE_END_OF_LIST()
    },
};

static bool tegra_gr2d_engine_needed(void *opaque)
{
    TegraGR2DState *s = opaque;

    return tegra_engine_needed(&s->engine);
}

static const VMStateDescription vmstate_tegra_gr2d_engine = {
    .name = TYPE_TEGRA_GR2D "/engine",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = tegra_gr2d_engine_needed,
    .fields = (const VMStateField[]) {
        VMSTATE_STRUCT(engine, TegraGR2DState, 1, vmstate_tegra_engine,
                       TegraEngine),
        VMSTATE_END_OF_LIST()
    },
};

static const VMStateDescription vmstate_tegra_gr2d = {
    .name = TYPE_TEGRA_GR2D,
    .version_id = 1,
    .minimum_version_id = 1,
    .pre_load = tegra_gr2d_pre_load,
    .post_load = tegra_gr2d_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32_ARRAY(regs, TegraGR2DState, TEGRA_GR2D_NUM_REGS),
        VMSTATE_UINT32_ARRAY(switch_regs, TegraGR2DState,
                             TEGRA_GR2D_NUM_SWITCH),
        VMSTATE_BOOL(engine.in_reset, TegraGR2DState),
        VMSTATE_TEGRA_CLOCK(engine.clk, TegraGR2DState),
        VMSTATE_END_OF_LIST()
    },
    .subsections = (const VMStateDescription * const []) {
        &vmstate_tegra_gr2d_op,
        &vmstate_tegra_gr2d_engine,
        NULL
    },
};

static const Property tegra_gr2d_properties[] = {
    DEFINE_PROP_LINK("host1x", TegraGR2DState, host1x, TYPE_TEGRA_HOST1X,
                     TegraHost1xState *),
    DEFINE_PROP_LINK("dma", TegraGR2DState, dma_mr, TYPE_MEMORY_REGION,
                     MemoryRegion *),
};

static void tegra_gr2d_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);
    TegraHost1xClientClass *hcc = TEGRA_HOST1X_CLIENT_CLASS(klass);

    dc->desc = "NVIDIA Tegra20 2D engine";
    dc->realize = tegra_gr2d_realize;
    dc->unrealize = tegra_gr2d_unrealize;
    dc->vmsd = &vmstate_tegra_gr2d;
    device_class_set_props(dc, tegra_gr2d_properties);
    object_class_property_add_str(klass, "registers",
                                  tegra_gr2d_get_registers, NULL);
    set_bit(DEVICE_CATEGORY_DISPLAY, dc->categories);
    rc->phases.hold = tegra_gr2d_reset_hold;
    hcc->method_write = tegra_gr2d_method_write;
    hcc->method_read = tegra_gr2d_method_read;
    hcc->idle = tegra_gr2d_idle;
    hcc->capture = tegra_gr2d_capture_state;
    hcc->channel_teardown = tegra_gr2d_channel_teardown;
    hcc->method_name = tegra_gr2d_method_name;
}

static const TypeInfo tegra_gr2d_types[] = {
    {
        .name = TYPE_TEGRA_GR2D,
        .parent = TYPE_SYS_BUS_DEVICE,
        .instance_size = sizeof(TegraGR2DState),
        .instance_init = tegra_gr2d_init,
        .class_init = tegra_gr2d_class_init,
        .interfaces = (const InterfaceInfo[]) {
            { TYPE_TEGRA_HOST1X_CLIENT },
            { }
        },
    },
};

DEFINE_TYPES(tegra_gr2d_types)
