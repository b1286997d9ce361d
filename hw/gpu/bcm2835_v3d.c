/*
 * VideoCore IV 3D (V3D)
 *
 * The device around the engine, which is plain C (hw/gpu/v3d); who runs that is
 * in bcm2835_v3d_run.c.  [videocore-iv-v3d.rst, V3D registers]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qemu/log.h"
#include "qemu/units.h"
#include "exec/cpu-common.h"
#include "hw/core/irq.h"
#include "hw/core/qdev-properties.h"
#include "migration/vmstate.h"
#include "exec/icount.h"
#include "system/replay.h"
#include "system/runstate.h"
#include "bcm2835_v3d_access.h"
#include "trace.h"

#define BCM2835_V3D_MAX_THREADS 64

/* ---- Interrupts and completion ---- */

void bcm2835_v3d_update_irq(BCM2835V3DState *s)
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
    const GpuEventCount *event = v3d_events(engine, &num);

    for (unsigned int i = 0; i < num; i++) {
        qemu_log_mask(event[i].kind == GPU_EVENT_UNIMP ? LOG_UNIMP
                                                       : LOG_GUEST_ERROR,
                      "bcm2835-v3d: %s 0x%08x, %" PRIu64 " time(s)\n",
                      event[i].text, event[i].value, event[i].count);
    }
    v3d_clear_events(engine);
}

void bcm2835_v3d_update_pool(BCM2835V3DState *s, V3d *engine)
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

/* ---- Life cycle ---- */

/* Cancel what runs: it writes no more, and nobody hears of it. */
static void bcm2835_v3d_clear(BCM2835V3DState *s, const char *why)
{
    V3d *engine = bcm2835_v3d_hold(s->runner);

    bcm2835_v3d_keep_hang(s, engine, why);
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
        bcm2835_v3d_clear(s, "power");
        bcm2835_v3d_update_irq(s);
    }
}

static void bcm2835_v3d_reset_enter(Object *obj, ResetType type)
{
    bcm2835_v3d_clear(BCM2835_V3D(obj), "system reset");
}

static void bcm2835_v3d_reset_hold(Object *obj, ResetType type)
{
    bcm2835_v3d_update_irq(BCM2835_V3D(obj));
}

/* While the machine is stopped nothing runs, what is complete is visible. */
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
    .version_id = 2,
    .minimum_version_id = 2,
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
    s->threads = MIN(g_get_num_processors(), BCM2835_V3D_MAX_THREADS);
}

/* Choose the backend; the property then names it. */
static bool bcm2835_v3d_choose_exec(BCM2835V3DState *s, const V3dExec **exec,
                                    Error **errp)
{
    const char *why;

    if (!s->exec || !strcmp(s->exec, "auto")) {
        *exec = v3d_exec_best();
    } else if (!v3d_exec_find(s->exec, exec, &why)) {
        error_setg(errp, TYPE_BCM2835_V3D ": exec=%s: %s; exec=auto takes the "
                   "best", s->exec, why);
        return false;
    }
    g_free(s->exec);
    s->exec = g_strdup(v3d_exec_name(*exec));
    return true;
}

static void bcm2835_v3d_realize(DeviceState *dev, Error **errp)
{
    BCM2835V3DState *s = BCM2835_V3D(dev);
    const V3dExec *exec;
    V3d *engine;
    bool inline_only = icount_enabled() || replay_mode != REPLAY_MODE_NONE;

    if (!s->ram || !memory_region_is_ram(s->ram)) {
        error_setg(errp, "bcm2835-v3d: the 'ram' link is not set to RAM");
        return;
    }
    if (s->threads > BCM2835_V3D_MAX_THREADS) {
        error_setg(errp, TYPE_BCM2835_V3D ": threads must be 0 to %u",
                   BCM2835_V3D_MAX_THREADS);
        return;
    }
    if (!bcm2835_v3d_choose_exec(s, &exec, errp)) {
        return;
    }
    address_space_init(&s->ram_as, s->ram, TYPE_BCM2835_V3D);
    s->runner = bcm2835_v3d_runner_new(inline_only ? 0 : s->threads,
                                       bcm2835_v3d_done, s);
    /* Held until the machine runs */
    engine = bcm2835_v3d_hold(s->runner);
    v3d_set_exec(engine, exec);
    v3d_set_memory(engine, memory_region_get_ram_ptr(s->ram),
                   memory_region_size(s->ram));
    s->vm_change = qdev_add_vm_change_state_handler(dev, bcm2835_v3d_vm_change,
                                                    NULL, s);
}

static void bcm2835_v3d_unrealize(DeviceState *dev)
{
    BCM2835V3DState *s = BCM2835_V3D(dev);

    qemu_del_vm_change_state_handler(s->vm_change);
    bcm2835_v3d_runner_free(s->runner);
    s->runner = NULL;
    if (s->hang) {
        g_string_free(s->hang, true);
        s->hang = NULL;
    }
    address_space_destroy(&s->ram_as);
}

static const Property bcm2835_v3d_properties[] = {
    DEFINE_PROP_LINK("ram", BCM2835V3DState, ram, TYPE_MEMORY_REGION,
                     MemoryRegion *),
    DEFINE_PROP_UNSIGNED_NODEFAULT("threads", BCM2835V3DState, threads,
                                   qdev_prop_uint8, uint8_t),
    DEFINE_PROP_STRING("exec", BCM2835V3DState, exec),
};

static void bcm2835_v3d_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);

    dc->desc = "VideoCore IV 3D";
    dc->realize = bcm2835_v3d_realize;
    dc->unrealize = bcm2835_v3d_unrealize;
    dc->vmsd = &vmstate_bcm2835_v3d;
    device_class_set_props(dc, bcm2835_v3d_properties);
    bcm2835_v3d_dump_class_init(klass);
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
