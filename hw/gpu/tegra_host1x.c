/*
 * NVIDIA Tegra20 host1x: aperture, bottom half, reset, migration
 *
 * See include/hw/gpu/tegra_host1x.h for the QEMU interface and
 * docs/specs/tegra-host1x.rst for the programming model and its sources.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qemu/log.h"
#include "qemu/main-loop.h"
#include "hw/arm/tegra/tegra_clock.h"
#include "hw/core/qdev-clock.h"
#include "hw/core/qdev-properties.h"
#include "hw/gpu/tegra_host1x_capture.h"
#include "migration/vmstate.h"
#include "tegra_host1x_internal.h"
#include "trace.h"

/* Forget all state [tegra-host1x.rst, Reset]. */
static void tegra_host1x_clear(TegraHost1xState *s)
{
    s->half_loaded = false;
    tegra_host1x_sync_reset(s);
    memset(s->module_owner, 0, sizeof(s->module_owner));
    memset(s->module_class, 0, sizeof(s->module_class));
    s->fault.lost_ids = 0;
    for (unsigned int n = 0; n <= TEGRA_HOST1X_PROT_CHANNEL; n++) {
        tegra_host1x_channel_reset(tegra_host1x_window(s, n));
    }
    timer_del(&s->round);
}

/* ------------------------------------------------------------------ */
/* Running the channels                                               */

/*
 * Execute words, here alone: lowest channel first, each for a bounded time.
 * What wakes a channel only asks for another round.
 */
static void tegra_host1x_bh(void *opaque)
{
    TegraHost1xState *s = opaque;
    bool more = false;

    if (!runstate_is_running()) {
        return;
    }
    for (unsigned int n = 0; n < TEGRA_HOST1X_NUM_CHANNELS; n++) {
        more |= tegra_host1x_cdma_run(&s->channel[n]);
    }
    if (more) {
        tegra_host1x_kick(s);
    }
    tegra_host1x_capture_poll(s);
}

static void tegra_host1x_offer_all(TegraHost1xState *s)
{
    for (unsigned int n = 0; n < TEGRA_HOST1X_NUM_CHANNELS; n++) {
        tegra_host1x_offer(&s->channel[n]);
    }
}

/*
 * Look at everything again when the machine starts, also at the end of an
 * incoming migration.  Refused words are simply offered once more, those of a
 * held channel, which shows them, when it is let go.
 */
static void tegra_host1x_vm_change(void *opaque, bool running, RunState state)
{
    TegraHost1xState *s = opaque;

    if (running && s->half_loaded) {
        tegra_host1x_clear(s);
    }
    if (tegra_host1x_goes_on(&s->stopped, running) || !running) {
        return;
    }
    tegra_host1x_offer_all(s);
    tegra_host1x_thresh_eval(s, ~s->fault.lost_ids);
    tegra_host1x_wait_test_all(s);
    tegra_host1x_kick(s);
}

/* ------------------------------------------------------------------ */
/* Aperture                                                           */

/* Read what is neither a channel's window nor the sync registers. */
static uint64_t tegra_host1x_hole_read(void *opaque, hwaddr offset,
                                       unsigned size)
{
    qemu_log_mask(LOG_UNIMP, "tegra-host1x: read of 0x%" HWADDR_PRIx "\n",
                  offset);
    return 0;
}

static void tegra_host1x_hole_write(void *opaque, hwaddr offset,
                                    uint64_t value, unsigned size)
{
    qemu_log_mask(LOG_UNIMP, "tegra-host1x: write 0x%08x to 0x%" HWADDR_PRIx
                  "\n", (uint32_t)value, offset);
}

static const MemoryRegionOps tegra_host1x_hole_ops = {
    .read = tegra_host1x_hole_read,
    .write = tegra_host1x_hole_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid.min_access_size = 4,
    .valid.max_access_size = 4,
};

/* ------------------------------------------------------------------ */
/* Reset and clock                                                    */

static void tegra_host1x_reset_enter(Object *obj, ResetType type)
{
    tegra_host1x_clear(TEGRA_HOST1X(obj));
}

static void tegra_host1x_reset_hold(Object *obj, ResetType type)
{
    tegra_host1x_update_irq(TEGRA_HOST1X(obj));
}

static void tegra_host1x_reset_line(void *opaque, int n, int level)
{
    TegraHost1xState *s = opaque;

    trace_tegra_host1x_reset(level);
    s->in_reset = level;
    if (level) {
        tegra_host1x_clear(s);
        tegra_host1x_update_irq(s);
    }
}

/* Note a module's level, which no reset of this block changes. */
static void tegra_host1x_module_line(void *opaque, int n, int level)
{
    TegraHost1xState *s = opaque;

    s->module_irq = deposit32(s->module_irq, n, 1, level != 0);
    tegra_host1x_update_irq(s);
}

static void tegra_host1x_dma_block_line(void *opaque, int n, int level)
{
    TegraHost1xState *s = opaque;

    trace_tegra_host1x_dma_block(level);
    s->dma_blocked = level;
    if (!level) {
        tegra_host1x_offer_all(s);
        tegra_host1x_kick(s);
    }
}

static void tegra_host1x_clk_update(void *opaque, ClockEvent event)
{
    TegraHost1xState *s = opaque;

    if (event == ClockPreUpdate) {
        for (unsigned int n = 0; n <= TEGRA_HOST1X_PROT_CHANNEL; n++) {
            tegra_host1x_channel_count_ticks(tegra_host1x_window(s, n));
        }
    } else {
        tegra_host1x_busy_update(s, false);
        tegra_host1x_wait_test_all(s);
        tegra_host1x_kick(s);
    }
}

/* ------------------------------------------------------------------ */
/* Migration                                                          */

/* Set what a stream without the subsections below stands for. */
static int tegra_host1x_pre_load(void *opaque)
{
    TegraHost1xState *s = opaque;

    tegra_host1x_capture_end(s, "the machine is loaded");
    s->half_loaded = true;
    s->stopped = false;
    s->dma_blocked = false;
    s->module_irq = 0;
    memset(&s->fault, 0, sizeof(s->fault));
    timer_del(&s->round);
    for (unsigned int n = 0; n <= TEGRA_HOST1X_PROT_CHANNEL; n++) {
        tegra_host1x_channel_reset(tegra_host1x_window(s, n));
    }
    return 0;
}

static int tegra_host1x_pre_save(void *opaque)
{
    tegra_host1x_capture_end(TEGRA_HOST1X(opaque), "the machine is saved");
    return 0;
}

static bool tegra_host1x_modules_valid(TegraHost1xState *s)
{
    for (unsigned int m = 0; m < TEGRA_HOST1X_NUM_MODULES; m++) {
        if (s->module_owner[m] > TEGRA_HOST1X_NUM_CHANNELS ||
            s->module_class[m] >= TEGRA_HOST1X_NUM_CLASSES) {
            return false;
        }
    }
    return true;
}

static int tegra_host1x_post_load(void *opaque, int version_id)
{
    TegraHost1xState *s = opaque;

    if (!tegra_host1x_sync_valid(s) || !tegra_host1x_modules_valid(s)) {
        tegra_host1x_clear(s);
        return -EINVAL;
    }
    s->half_loaded = false;
    return 0;
}

static bool tegra_host1x_dma_needed(void *opaque)
{
    return TEGRA_HOST1X(opaque)->dma_blocked;
}

static const VMStateDescription vmstate_tegra_host1x_dma = {
    .name = TYPE_TEGRA_HOST1X "/dma",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = tegra_host1x_dma_needed,
    .fields = (const VMStateField[]) {
        VMSTATE_BOOL(dma_blocked, TegraHost1xState),
        VMSTATE_END_OF_LIST()
    }
};

static int tegra_host1x_host_post_load(void *opaque, int version_id)
{
    TegraHost1xState *s = opaque;

    if (s->prot.park != TEGRA_HOST1X_PARK_NONE ||
        s->module_irq >> TEGRA_HOST1X_NUM_MODULES) {
        tegra_host1x_channel_reset(&s->prot);
        s->module_irq = 0;
        return -EINVAL;
    }
    return 0;
}

/* The protected channel and the modules' interrupts */
static const VMStateDescription vmstate_tegra_host1x_host = {
    .name = "tegra-host1x/host",
    .version_id = 1,
    .minimum_version_id = 1,
    .post_load = tegra_host1x_host_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_STRUCT(prot, TegraHost1xState, 1,
                       vmstate_tegra_host1x_channel, TegraHost1xChannel),
        VMSTATE_UINT32(module_irq, TegraHost1xState),
        VMSTATE_END_OF_LIST()
    }
};

static bool tegra_host1x_round_needed(void *opaque)
{
    return timer_pending(&TEGRA_HOST1X(opaque)->round);
}

static const VMStateDescription vmstate_tegra_host1x_round = {
    .name = TYPE_TEGRA_HOST1X "/round",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = tegra_host1x_round_needed,
    .fields = (const VMStateField[]) {
        VMSTATE_TIMER(round, TegraHost1xState),
        VMSTATE_END_OF_LIST()
    }
};

static const VMStateDescription vmstate_tegra_host1x = {
    .name = TYPE_TEGRA_HOST1X,
    .version_id = 1,
    .minimum_version_id = 1,
    .pre_save = tegra_host1x_pre_save,
    .pre_load = tegra_host1x_pre_load,
    .post_load = tegra_host1x_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32_ARRAY(sync, TegraHost1xState, TEGRA_HOST1X_SYNC_REGS),
        VMSTATE_STRUCT_ARRAY(channel, TegraHost1xState,
                             TEGRA_HOST1X_NUM_CHANNELS, 1,
                             vmstate_tegra_host1x_channel, TegraHost1xChannel),
        VMSTATE_UINT8_ARRAY(module_owner, TegraHost1xState,
                            TEGRA_HOST1X_NUM_MODULES),
        VMSTATE_UINT16_ARRAY(module_class, TegraHost1xState,
                             TEGRA_HOST1X_NUM_MODULES),
        VMSTATE_BOOL(in_reset, TegraHost1xState),
        VMSTATE_TEGRA_CLOCK(clk, TegraHost1xState),
        VMSTATE_END_OF_LIST()
    },
    .subsections = (const VMStateDescription * const []) {
        &vmstate_tegra_host1x_dma,
        &vmstate_tegra_host1x_fault,
        &vmstate_tegra_host1x_host,
        &vmstate_tegra_host1x_round,
        NULL
    }
};

/* ------------------------------------------------------------------ */
/* Life                                                               */

/* Map window @n; the ninth has no alias of the sync registers. */
static void tegra_host1x_init_window(TegraHost1xState *s, unsigned int n)
{
    hwaddr base = n * TEGRA_HOST1X_WINDOW;
    MemoryRegion *sync = &s->sync_iomem;

    tegra_host1x_channel_init(s, n);
    memory_region_add_subregion(&s->iomem, base,
                                &tegra_host1x_window(s, n)->iomem);
    if (n == TEGRA_HOST1X_PROT_CHANNEL) {
        return;
    }
    if (n > 0) {
        g_autofree char *name = g_strdup_printf("tegra-host1x.sync%u", n);

        sync = &s->sync_alias[n];
        memory_region_init_alias(sync, OBJECT(s), name, &s->sync_iomem, 0,
                                 TEGRA_HOST1X_SYNC_SIZE);
    }
    memory_region_add_subregion(&s->iomem, base + TEGRA_HOST1X_SYNC, sync);
}

static void tegra_host1x_init(Object *obj)
{
    TegraHost1xState *s = TEGRA_HOST1X(obj);
    SysBusDevice *sbd = SYS_BUS_DEVICE(obj);

    memory_region_init_io(&s->iomem, obj, &tegra_host1x_hole_ops, s,
                          TYPE_TEGRA_HOST1X, TEGRA_HOST1X_APERTURE);
    memory_region_init_io(&s->sync_iomem, obj, &tegra_host1x_sync_ops, s,
                          "tegra-host1x.sync", TEGRA_HOST1X_SYNC_SIZE);
    memory_region_init_io(&s->class_iomem, obj, &tegra_host1x_class_ops, s,
                          "tegra-host1x.class", TEGRA_HOST1X_MODULE_SIZE);
    for (unsigned int n = 0; n <= TEGRA_HOST1X_PROT_CHANNEL; n++) {
        tegra_host1x_init_window(s, n);
    }
    sysbus_init_mmio(sbd, &s->iomem);
    sysbus_init_mmio(sbd, &s->class_iomem);
    for (size_t i = 0; i < ARRAY_SIZE(s->irq); i++) {
        sysbus_init_irq(sbd, &s->irq[i]);
    }
    qdev_init_gpio_in_named(DEVICE(obj), tegra_host1x_reset_line, "reset", 1);
    qdev_init_gpio_in_named(DEVICE(obj), tegra_host1x_module_line,
                            "module-irq", TEGRA_HOST1X_NUM_MODULES);
    qdev_init_gpio_in_named(DEVICE(obj), tegra_host1x_dma_block_line,
                            "dma-block", 1);
    tegra_host1x_fault_init(s);
    tegra_host1x_capture_init(s);
    s->clk = qdev_init_clock_in(DEVICE(obj), "clk", tegra_host1x_clk_update, s,
                                ClockPreUpdate | ClockUpdate);
}

static void tegra_host1x_realize(DeviceState *dev, Error **errp)
{
    TegraHost1xState *s = TEGRA_HOST1X(dev);

    if (!s->dma_mr) {
        error_setg(errp, TYPE_TEGRA_HOST1X ": the 'dma' link is not set");
        return;
    }
    address_space_init(&s->dma_as, s->dma_mr, TYPE_TEGRA_HOST1X "-dma");
    s->bh = qemu_bh_new_guarded(tegra_host1x_bh, s, &dev->mem_reentrancy_guard);
    tegra_host1x_init_turn(&s->round, s->bh);
    for (unsigned int n = 0; n <= TEGRA_HOST1X_PROT_CHANNEL; n++) {
        tegra_host1x_channel_realize(tegra_host1x_window(s, n));
    }
    s->vm_change = qdev_add_vm_change_state_handler(dev, tegra_host1x_vm_change,
                                                    NULL, s);
}

static void tegra_host1x_unrealize(DeviceState *dev)
{
    TegraHost1xState *s = TEGRA_HOST1X(dev);

    qemu_del_vm_change_state_handler(s->vm_change);
    for (unsigned int n = 0; n <= TEGRA_HOST1X_PROT_CHANNEL; n++) {
        tegra_host1x_channel_unrealize(tegra_host1x_window(s, n));
    }
    timer_del(&s->round);
    qemu_bh_delete(s->bh);
    address_space_destroy(&s->dma_as);
}

static void tegra_host1x_finalize(Object *obj)
{
    TegraHost1xState *s = TEGRA_HOST1X(obj);

    tegra_host1x_capture_end(s, "the device ends");
    g_free(s->capture_ended);
}

static const Property tegra_host1x_properties[] = {
    DEFINE_PROP_LINK("dma", TegraHost1xState, dma_mr, TYPE_MEMORY_REGION,
                     MemoryRegion *),
};

static void tegra_host1x_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);

    dc->desc = "NVIDIA Tegra20 host1x";
    dc->realize = tegra_host1x_realize;
    dc->unrealize = tegra_host1x_unrealize;
    dc->vmsd = &vmstate_tegra_host1x;
    device_class_set_props(dc, tegra_host1x_properties);
    set_bit(DEVICE_CATEGORY_DISPLAY, dc->categories);
    rc->phases.enter = tegra_host1x_reset_enter;
    rc->phases.hold = tegra_host1x_reset_hold;
    tegra_host1x_dump_class_init(klass);
    tegra_host1x_capture_class_init(klass);
}

static const TypeInfo tegra_host1x_types[] = {
    {
        .name = TYPE_TEGRA_HOST1X,
        .parent = TYPE_SYS_BUS_DEVICE,
        .instance_size = sizeof(TegraHost1xState),
        .instance_init = tegra_host1x_init,
        .instance_finalize = tegra_host1x_finalize,
        .class_init = tegra_host1x_class_init,
    },
};

DEFINE_TYPES(tegra_host1x_types)
