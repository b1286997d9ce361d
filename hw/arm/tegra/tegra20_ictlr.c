/*
 * NVIDIA Tegra20 legacy interrupt controller (ICTLR)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "hw/arm/tegra/tegra20_ictlr.h"
#include "hw/core/irq.h"
#include "migration/vmstate.h"
#include "trace.h"

/* Which of the two processors a register at @reg (0x20 and up) is of */
#define ICTLR_PROC(reg) (((reg) >> 4) & 1)

static uint32_t tegra20_ictlr_pending(const Tegra20IctlrBank *b)
{
    return b->isr | b->fir;
}

/* Drive the lines that wake the CPUs, by the CPUs' own enables and classes */
static void tegra20_ictlr_update_cpu(Tegra20IctlrState *s)
{
    uint32_t irq = 0;
    uint32_t fiq = 0;

    for (int n = 0; n < TEGRA20_ICTLR_BANKS; n++) {
        const Tegra20IctlrBank *b = &s->bank[n];
        uint32_t enabled = tegra20_ictlr_pending(b) & b->ier[0];

        irq |= enabled & ~b->iep_class[0];
        fiq |= enabled & b->iep_class[0];
    }
    qemu_set_irq(s->cpu_irq, irq != 0);
    qemu_set_irq(s->cpu_fiq, fiq != 0);
}

static void tegra20_ictlr_line(void *opaque, int n, int level)
{
    Tegra20IctlrState *s = opaque;
    Tegra20IctlrBank *b = &s->bank[n / 32];

    b->isr = deposit32(b->isr, n % 32, 1, level != 0);
    qemu_set_irq(s->out[n], extract32(tegra20_ictlr_pending(b), n % 32, 1));
    tegra20_ictlr_update_cpu(s);
}

static void tegra20_ictlr_update_forced(Tegra20IctlrState *s, unsigned int n,
                                        uint32_t fir)
{
    Tegra20IctlrBank *b = &s->bank[n];
    uint32_t changed = tegra20_ictlr_pending(b) ^ (b->isr | fir);

    b->fir = fir;
    while (changed) {
        int bit = ctz32(changed);

        qemu_set_irq(s->out[n * 32 + bit],
                     extract32(tegra20_ictlr_pending(b), bit, 1));
        changed &= changed - 1;
    }
}

static uint32_t tegra20_ictlr_read_bank(const Tegra20IctlrBank *b, hwaddr reg)
{
    uint32_t pending = tegra20_ictlr_pending(b);

    switch (reg) {
    case A_ICTLR_VIRQ_CPU:
        return pending & b->ier[0] & ~b->iep_class[0];
    case A_ICTLR_VIRQ_COP:
        return pending & b->ier[1] & ~b->iep_class[1];
    case A_ICTLR_VFIQ_CPU:
        return pending & b->ier[0] & b->iep_class[0];
    case A_ICTLR_VFIQ_COP:
        return pending & b->ier[1] & b->iep_class[1];
    case A_ICTLR_ISR:
        return b->isr;
    case A_ICTLR_FIR:
        return b->fir;
    case A_ICTLR_CPU_IER:
    case A_ICTLR_COP_IER:
        return b->ier[ICTLR_PROC(reg)];
    case A_ICTLR_CPU_IEP_CLASS:
    case A_ICTLR_COP_IEP_CLASS:
        return b->iep_class[ICTLR_PROC(reg)];
    default:
        qemu_log_mask(LOG_GUEST_ERROR, "%s: write-only or unknown register "
                      "0x%02" HWADDR_PRIx "\n", __func__, reg);
        return 0;
    }
}

static uint64_t tegra20_ictlr_read(void *opaque, hwaddr offset, unsigned size)
{
    Tegra20IctlrState *s = opaque;
    unsigned int n = offset / TEGRA20_ICTLR_BANK_SIZE;
    hwaddr reg = offset % TEGRA20_ICTLR_BANK_SIZE;
    uint32_t value = tegra20_ictlr_read_bank(&s->bank[n], reg);

    trace_tegra20_ictlr_read(n, reg, value);
    return value;
}

static void tegra20_ictlr_write(void *opaque, hwaddr offset, uint64_t value,
                                unsigned size)
{
    Tegra20IctlrState *s = opaque;
    unsigned int n = offset / TEGRA20_ICTLR_BANK_SIZE;
    hwaddr reg = offset % TEGRA20_ICTLR_BANK_SIZE;
    Tegra20IctlrBank *b = &s->bank[n];

    trace_tegra20_ictlr_write(n, reg, value);
    switch (reg) {
    case A_ICTLR_FIR_SET:
        tegra20_ictlr_update_forced(s, n, b->fir | value);
        break;
    case A_ICTLR_FIR_CLR:
        tegra20_ictlr_update_forced(s, n, b->fir & ~value);
        break;
    case A_ICTLR_CPU_IER:
    case A_ICTLR_COP_IER:
        b->ier[ICTLR_PROC(reg)] = value;
        break;
    case A_ICTLR_CPU_IER_SET:
    case A_ICTLR_COP_IER_SET:
        b->ier[ICTLR_PROC(reg)] |= value;
        break;
    case A_ICTLR_CPU_IER_CLR:
    case A_ICTLR_COP_IER_CLR:
        b->ier[ICTLR_PROC(reg)] &= ~value;
        break;
    case A_ICTLR_CPU_IEP_CLASS:
    case A_ICTLR_COP_IEP_CLASS:
        b->iep_class[ICTLR_PROC(reg)] = value;
        break;
    default:
        qemu_log_mask(LOG_GUEST_ERROR, "%s: read-only or unknown register "
                      "0x%02" HWADDR_PRIx " <- 0x%08" PRIx64 "\n", __func__,
                      reg, value);
        return;
    }
    tegra20_ictlr_update_cpu(s);
}

static const MemoryRegionOps tegra20_ictlr_ops = {
    .read = tegra20_ictlr_read,
    .write = tegra20_ictlr_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid.min_access_size = 4,
    .valid.max_access_size = 4,
    .impl.min_access_size = 4,
    .impl.max_access_size = 4,
};

/* Reset all but isr, which holds the levels of other devices' lines */
static void tegra20_ictlr_reset_enter(Object *obj, ResetType type)
{
    Tegra20IctlrState *s = TEGRA20_ICTLR(obj);

    for (int n = 0; n < TEGRA20_ICTLR_BANKS; n++) {
        s->bank[n] = (Tegra20IctlrBank) { .isr = s->bank[n].isr };
    }
}

static void tegra20_ictlr_reset_hold(Object *obj, ResetType type)
{
    Tegra20IctlrState *s = TEGRA20_ICTLR(obj);

    for (int n = 0; n < TEGRA20_ICTLR_IRQS; n++) {
        qemu_set_irq(s->out[n], extract32(s->bank[n / 32].isr, n % 32, 1));
    }
    tegra20_ictlr_update_cpu(s);
}

static void tegra20_ictlr_init(Object *obj)
{
    Tegra20IctlrState *s = TEGRA20_ICTLR(obj);

    memory_region_init_io(&s->iomem, obj, &tegra20_ictlr_ops, s,
                          TYPE_TEGRA20_ICTLR,
                          TEGRA20_ICTLR_BANKS * TEGRA20_ICTLR_BANK_SIZE);
    sysbus_init_mmio(SYS_BUS_DEVICE(obj), &s->iomem);
    qdev_init_gpio_in(DEVICE(obj), tegra20_ictlr_line, TEGRA20_ICTLR_IRQS);
    qdev_init_gpio_out(DEVICE(obj), s->out, TEGRA20_ICTLR_IRQS);
    qdev_init_gpio_out_named(DEVICE(obj), &s->cpu_irq, "cpu-irq", 1);
    qdev_init_gpio_out_named(DEVICE(obj), &s->cpu_fiq, "cpu-fiq", 1);
}

static const VMStateDescription vmstate_tegra20_ictlr_bank = {
    .name = "tegra20-ictlr-bank",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32(isr, Tegra20IctlrBank),
        VMSTATE_UINT32(fir, Tegra20IctlrBank),
        VMSTATE_UINT32_ARRAY(ier, Tegra20IctlrBank, 2),
        VMSTATE_UINT32_ARRAY(iep_class, Tegra20IctlrBank, 2),
        VMSTATE_END_OF_LIST()
    },
};

static const VMStateDescription vmstate_tegra20_ictlr = {
    .name = TYPE_TEGRA20_ICTLR,
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_STRUCT_ARRAY(bank, Tegra20IctlrState, TEGRA20_ICTLR_BANKS, 1,
                             vmstate_tegra20_ictlr_bank, Tegra20IctlrBank),
        VMSTATE_END_OF_LIST()
    },
};

static void tegra20_ictlr_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);

    dc->desc = "NVIDIA Tegra20 legacy interrupt controller";
    dc->vmsd = &vmstate_tegra20_ictlr;
    set_bit(DEVICE_CATEGORY_MISC, dc->categories);
    rc->phases.enter = tegra20_ictlr_reset_enter;
    rc->phases.hold = tegra20_ictlr_reset_hold;
}

static const TypeInfo tegra20_ictlr_types[] = {
    {
        .name = TYPE_TEGRA20_ICTLR,
        .parent = TYPE_SYS_BUS_DEVICE,
        .instance_size = sizeof(Tegra20IctlrState),
        .instance_init = tegra20_ictlr_init,
        .class_init = tegra20_ictlr_class_init,
    },
};

DEFINE_TYPES(tegra20_ictlr_types)
