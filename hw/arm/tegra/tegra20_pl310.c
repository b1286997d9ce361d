/*
 * ARM L2C-310 (PL310) second-level cache controller of Tegra20
 *
 * Drivers clean and invalidate buffers line by line: Linux writes a register
 * 115,000 times for a picture of 1280x720 pixels.  As none of these writes has
 * an effect, the registers become plain memory while a driver does so.
 * [tegra20.rst, L2 cache controller]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/arm/tegra/tegra20_pl310.h"
#include "qemu/bswap.h"
#include "trace.h"

#define PL310_SIZE 0x1000

/* An operation: it has ended when it is read */
#define PL310_OP(n, off) \
    { .name = n, .first = off, .last = off, .w1c = UINT32_MAX }

/* r2p0, 8 ways of 128 KiB [tegra20.rst, L2 cache controller] */
static const TegraRegRange tegra20_pl310_ranges[] = {
    TEGRA_REG_RO("CACHE_ID", A_PL310_CACHE_ID, 0x410000c4),
    TEGRA_REG_RO("CACHE_TYPE", A_PL310_CACHE_TYPE, 0x1c400400),
    { .name = "CTRL", .first = A_PL310_CTRL, .last = A_PL310_CTRL, .rw = 1 },
    TEGRA_REG("AUX_CTRL", A_PL310_AUX_CTRL, 0x02080000),
    TEGRA_REG_RANGE("LATENCY_CTRL", A_PL310_TAG_LATENCY_CTRL,
                    A_PL310_DATA_LATENCY_CTRL, 0x777),
    TEGRA_REG_RANGE("EVENT_CNT", A_PL310_EVENT_CNT_CTRL,
                    A_PL310_EVENT_CNT0_VAL, 0),
    TEGRA_REG("INTR_MASK", A_PL310_INTR_MASK, 0),
    TEGRA_REG_RO("MASKED_INTR_STAT", A_PL310_MASKED_INTR_STAT, 0),
    TEGRA_REG_RO("RAW_INTR_STAT", A_PL310_RAW_INTR_STAT, 0),
    PL310_OP("INTR_CLEAR", A_PL310_INTR_CLEAR),
    PL310_OP("CACHE_SYNC", A_PL310_CACHE_SYNC),
    PL310_OP("DUMMY", A_PL310_DUMMY),
    PL310_OP("INV_LINE_PA", A_PL310_INV_LINE_PA),
    PL310_OP("INV_WAY", A_PL310_INV_WAY),
    PL310_OP("CLEAN_LINE_PA", A_PL310_CLEAN_LINE_PA),
    PL310_OP("CLEAN_LINE_IDX", A_PL310_CLEAN_LINE_IDX),
    PL310_OP("CLEAN_WAY", A_PL310_CLEAN_WAY),
    PL310_OP("CLEAN_INV_LINE_PA", A_PL310_CLEAN_INV_LINE_PA),
    PL310_OP("CLEAN_INV_LINE_IDX", A_PL310_CLEAN_INV_LINE_IDX),
    PL310_OP("CLEAN_INV_WAY", A_PL310_CLEAN_INV_WAY),
    TEGRA_REG_RANGE("LOCKDOWN", A_PL310_LOCKDOWN_FIRST,
                    A_PL310_LOCKDOWN_LAST, 0),
    TEGRA_REG("LOCKDOWN_BY_LINE", A_PL310_LOCKDOWN_BY_LINE, 0),
    PL310_OP("UNLOCK_WAY", A_PL310_UNLOCK_WAY),
    TEGRA_REG_RANGE("ADDR_FILTER", A_PL310_ADDR_FILTER_START,
                    A_PL310_ADDR_FILTER_END, 0),
    TEGRA_REG("DEBUG_CTRL", A_PL310_DEBUG_CTRL, 0),
    TEGRA_REG("PREFETCH_CTRL", A_PL310_PREFETCH_CTRL, 0),
};

static bool tegra20_pl310_is_line(hwaddr offset)
{
    return offset == A_PL310_INV_LINE_PA || offset == A_PL310_CLEAN_LINE_PA ||
           offset == A_PL310_CLEAN_INV_LINE_PA;
}

static bool tegra20_pl310_is_open(Tegra20Pl310State *s)
{
    return s->lines == PL310_DIRECT_LINES;
}

static void tegra20_pl310_arm(Tegra20Pl310State *s)
{
    timer_mod(&s->timer, qemu_clock_get_ms(QEMU_CLOCK_VIRTUAL) +
                         PL310_DIRECT_MS);
}

static void tegra20_pl310_map(Tegra20Pl310State *s)
{
    uint8_t *page = memory_region_get_ram_ptr(&s->direct);

    trace_tegra20_pl310_direct(tegra20_pl310_is_open(s));
    for (hwaddr offset = 0; offset < PL310_SIZE; offset += 4) {
        stl_le_p(page + offset, tegra_regs_get(TEGRA_REGS(s), offset));
    }
    memory_region_set_enabled(&s->direct, tegra20_pl310_is_open(s));
}

static void tegra20_pl310_close(Tegra20Pl310State *s)
{
    timer_del(&s->timer);
    s->lines = 0;
    tegra20_pl310_map(s);
}

/*
 * Let the registers have what was written to the page, which ends operations.
 * Returns whether there were any on lines.
 */
static bool tegra20_pl310_take_writes(Tegra20Pl310State *s)
{
    TegraRegs *regs = TEGRA_REGS(s);
    uint8_t *page = memory_region_get_ram_ptr(&s->direct);
    bool lines = false;

    for (hwaddr offset = 0; offset < PL310_SIZE; offset += 4) {
        uint32_t value = ldl_le_p(page + offset);

        if (value != tegra_regs_get(regs, offset)) {
            memory_region_dispatch_write(&regs->iomem, offset, value,
                                         MO_LEUL, MEMTXATTRS_UNSPECIFIED);
            stl_le_p(page + offset, tegra_regs_get(regs, offset));
            lines |= tegra20_pl310_is_line(offset);
        }
    }
    return lines;
}

static void tegra20_pl310_tick(void *opaque)
{
    Tegra20Pl310State *s = opaque;

    if (tegra20_pl310_take_writes(s)) {
        tegra20_pl310_arm(s);
    } else {
        tegra20_pl310_close(s);
    }
}

/* Bring the registers up to date: the page is not saved */
static int tegra20_pl310_pre_save(void *opaque)
{
    Tegra20Pl310State *s = opaque;

    if (tegra20_pl310_is_open(s)) {
        tegra20_pl310_take_writes(s);
    }
    return 0;
}

static int tegra20_pl310_post_load(void *opaque, int version_id)
{
    Tegra20Pl310State *s = opaque;

    if (s->lines > PL310_DIRECT_LINES ||
        tegra20_pl310_is_open(s) != timer_pending(&s->timer)) {
        return -EINVAL;
    }
    tegra20_pl310_map(s);
    return 0;
}

static const VMStateDescription vmstate_tegra20_pl310 = {
    .name = TYPE_TEGRA20_PL310,
    .version_id = 1,
    .minimum_version_id = 1,
    .pre_save = tegra20_pl310_pre_save,
    .post_load = tegra20_pl310_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_TEGRA_REGS(parent_obj, Tegra20Pl310State),
        VMSTATE_UINT32(lines, Tegra20Pl310State),
        VMSTATE_TIMER(timer, Tegra20Pl310State),
        VMSTATE_END_OF_LIST()
    },
};

/* Open the page after many operations on lines, unless each write is traced. */
static void tegra20_pl310_written(TegraRegs *regs, hwaddr offset, uint32_t old,
                                  uint32_t value)
{
    Tegra20Pl310State *s = TEGRA20_PL310(regs);

    if (!tegra20_pl310_is_line(offset) || tegra20_pl310_is_open(s) ||
        trace_event_get_state_backends(TRACE_TEGRA_REGS_WRITE)) {
        return;
    }
    s->lines++;
    if (tegra20_pl310_is_open(s)) {
        tegra20_pl310_map(s);
        tegra20_pl310_arm(s);
    }
}

static void tegra20_pl310_reset_hold(Object *obj, ResetType type)
{
    tegra20_pl310_close(TEGRA20_PL310(obj));
}

static void tegra20_pl310_realize(DeviceState *dev, Error **errp)
{
    Tegra20Pl310State *s = TEGRA20_PL310(dev);

    if (!memory_region_init_ram_flags_nomigrate(&s->direct, OBJECT(dev),
                                                TYPE_TEGRA20_PL310 ".direct",
                                                PL310_SIZE, 0, errp)) {
        return;
    }
    memory_region_set_enabled(&s->direct, false);
    memory_region_add_subregion(&TEGRA_REGS(s)->iomem, 0, &s->direct);
    timer_init_ms(&s->timer, QEMU_CLOCK_VIRTUAL, tegra20_pl310_tick, s);
}

static void tegra20_pl310_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);

    dc->desc = "ARM L2C-310 cache controller of NVIDIA Tegra20";
    dc->realize = tegra20_pl310_realize;
    dc->vmsd = &vmstate_tegra20_pl310;
    rc->phases.hold = tegra20_pl310_reset_hold;
    TEGRA_REGS_CLASS(klass)->written = tegra20_pl310_written;
    tegra_regs_set_table(klass, tegra20_pl310_ranges,
                         ARRAY_SIZE(tegra20_pl310_ranges), PL310_SIZE);
}

static const TypeInfo tegra20_pl310_types[] = {
    {
        .name = TYPE_TEGRA20_PL310,
        .parent = TYPE_TEGRA_REGS,
        .instance_size = sizeof(Tegra20Pl310State),
        .class_init = tegra20_pl310_class_init,
    },
};

DEFINE_TYPES(tegra20_pl310_types)
