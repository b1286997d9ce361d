/*
 * NVIDIA Tegra20 flow controller
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "hw/arm/tegra/tegra20_flow.h"
#include "hw/core/qdev-properties.h"
#include "system/runstate.h"
#include "target/arm/arm-powerctl.h"
#include "target/arm/cpu.h"
#include "trace.h"

#define FLOW_CSR_FLAGS \
    (R_FLOW_CSR_EVENT_FLAG_MASK | R_FLOW_CSR_INTR_FLAG_MASK)

#define FLOW_CSR(n, off) \
    { .name = n, .first = off, .last = off, .rw = ~FLOW_CSR_FLAGS, \
      .w1c = FLOW_CSR_FLAGS }

static const TegraRegRange tegra20_flow_ranges[] = {
    TEGRA_REG("HALT_CPU0_EVENTS", A_FLOW_HALT_CPU0, 0),
    TEGRA_REG("HALT_COP_EVENTS", A_FLOW_HALT_COP, 0),
    FLOW_CSR("CPU0_CSR", A_FLOW_CPU0_CSR),
    FLOW_CSR("COP_CSR", A_FLOW_COP_CSR),
    TEGRA_REG("XRQ_EVENTS", A_FLOW_XRQ_EVENTS, 0),
    TEGRA_REG("HALT_CPU1_EVENTS", A_FLOW_HALT_CPU1, 0),
    FLOW_CSR("CPU1_CSR", A_FLOW_CPU1_CSR),
};

static void tegra20_flow_start_work(CPUState *cs, run_on_cpu_data data)
{
    Tegra20FlowState *s = data.host_ptr;
    uint64_t cpu = arm_cpu_mp_affinity(ARM_CPU(cs));
    uint32_t entry = tegra_regs_get(TEGRA_REGS(s->evp),
                                    A_EVP_CPU_RESET_VECTOR);

    /* A halt may have come since this start was queued */
    if (extract32(s->held | s->gated, cpu, 1)) {
        return;
    }
    trace_tegra20_flow_start_cpu(cpu, entry);
    /* Without EL3 a core comes out of reset in SVC mode, that is EL1 */
    arm_set_cpu_on(cpu, entry, 0, 1, false);
}

/*
 * Queue the start on the core itself, behind a stop that may not be done yet:
 * the start of a core that still runs would be ignored.
 */
static void tegra20_flow_start_cpu(Tegra20FlowState *s, unsigned int cpu)
{
    CPUState *cs = arm_get_cpu_by_id(cpu);

    if (cs) {
        async_run_on_cpu(cs, tegra20_flow_start_work, RUN_ON_CPU_HOST_PTR(s));
    }
}

static void tegra20_flow_stop_cpu(unsigned int cpu)
{
    trace_tegra20_flow_stop_cpu(cpu);
    arm_set_cpu_off(cpu);
}

static const struct {
    uint16_t halt;
    uint16_t csr;
} tegra20_flow_cpu[TEGRA20_FLOW_CPUS] = {
    { A_FLOW_HALT_CPU0, A_FLOW_CPU0_CSR },
    { A_FLOW_HALT_CPU1, A_FLOW_CPU1_CSR },
};

/* Power up a core that waits for one of the pending interrupts */
static void tegra20_flow_try_wake(Tegra20FlowState *s, unsigned int cpu)
{
    TegraRegs *regs = TEGRA_REGS(s);
    uint32_t halt = tegra_regs_get(regs, tegra20_flow_cpu[cpu].halt);
    uint32_t csr = tegra_regs_get(regs, tegra20_flow_cpu[cpu].csr);

    if (!extract32(s->gated, cpu, 1) || !(halt & s->wake)) {
        return;
    }
    s->gated &= ~BIT(cpu);
    tegra_regs_set(regs, tegra20_flow_cpu[cpu].halt, 0);
    tegra_regs_set(regs, tegra20_flow_cpu[cpu].csr,
                   csr | R_FLOW_CSR_INTR_FLAG_MASK);
    tegra20_flow_start_cpu(s, cpu);
}

/*
 * Halt a core at once.  The chip waits for the core's WFE before it takes the
 * power away, but what the core does until then has no effect outside of it.
 */
static void tegra20_flow_halt(Tegra20FlowState *s, unsigned int cpu)
{
    TegraRegs *regs = TEGRA_REGS(s);
    uint32_t halt = tegra_regs_get(regs, tegra20_flow_cpu[cpu].halt);
    uint32_t csr = tegra_regs_get(regs, tegra20_flow_cpu[cpu].csr);

    if (!FIELD_EX32(halt, FLOW_HALT, MODE) ||
        !FIELD_EX32(csr, FLOW_CSR, ENABLE) || cpu >= s->num_cpus) {
        return;
    }
    s->gated |= BIT(cpu);
    tegra20_flow_stop_cpu(cpu);
    tegra20_flow_try_wake(s, cpu);
}

static void tegra20_flow_written(TegraRegs *regs, hwaddr offset, uint32_t old,
                                 uint32_t value)
{
    for (int cpu = 0; cpu < TEGRA20_FLOW_CPUS; cpu++) {
        if (offset == tegra20_flow_cpu[cpu].halt) {
            tegra20_flow_halt(TEGRA20_FLOW(regs), cpu);
        }
    }
}

static void tegra20_flow_wake_line(Tegra20FlowState *s, uint32_t bit,
                                   bool level)
{
    s->wake = level ? s->wake | bit : s->wake & ~bit;
    for (int cpu = 0; cpu < TEGRA20_FLOW_CPUS; cpu++) {
        tegra20_flow_try_wake(s, cpu);
    }
}

static void tegra20_flow_irq(void *opaque, int n, int level)
{
    tegra20_flow_wake_line(opaque, R_FLOW_HALT_IRQ_MASK, level);
}

static void tegra20_flow_fiq(void *opaque, int n, int level)
{
    tegra20_flow_wake_line(opaque, R_FLOW_HALT_FIQ_MASK, level);
}

static void tegra20_flow_cpu_reset(void *opaque, int n, int level)
{
    Tegra20FlowState *s = opaque;
    bool was_held = extract32(s->held, n, 1);
    bool held = level != 0;

    if (held == was_held) {
        return;
    }
    s->held = deposit32(s->held, n, 1, held);
    /* A reset ends a wait */
    s->gated &= ~BIT(n);
    /* In a reset of the machine the cores go to their own reset state */
    if (n >= s->num_cpus || resettable_is_in_reset(OBJECT(s))) {
        return;
    }
    if (held) {
        tegra20_flow_stop_cpu(n);
    } else {
        tegra20_flow_start_cpu(s, n);
    }
}

/*
 * Start or stop a core once more that had not come to it when the machine was
 * saved: neither is part of what is saved.
 */
static void tegra20_flow_vm_change(void *opaque, bool running, RunState state)
{
    Tegra20FlowState *s = opaque;

    for (int n = 0; running && n < s->num_cpus; n++) {
        CPUState *cs = arm_get_cpu_by_id(n);
        bool want_off = extract32(s->held | s->gated, n, 1);

        if (!cs || (ARM_CPU(cs)->power_state == PSCI_OFF) == want_off) {
            continue;
        }
        if (want_off) {
            tegra20_flow_stop_cpu(n);
        } else {
            tegra20_flow_start_cpu(s, n);
        }
    }
}

/* Reset all but held and wake, which are levels of other devices' lines */
static void tegra20_flow_reset_enter(Object *obj, ResetType type)
{
    tegra_regs_reset_enter(obj, type);
    TEGRA20_FLOW(obj)->gated = 0;
}

static int tegra20_flow_post_load(void *opaque, int version_id)
{
    Tegra20FlowState *s = opaque;

    if ((s->held | s->gated) >> TEGRA20_FLOW_CPUS) {
        s->held = 0;
        s->gated = 0;
        return -EINVAL;
    }
    return 0;
}

static void tegra20_flow_init(Object *obj)
{
    qdev_init_gpio_in_named(DEVICE(obj), tegra20_flow_cpu_reset, "cpu-reset",
                            TEGRA20_FLOW_CPUS);
    qdev_init_gpio_in_named(DEVICE(obj), tegra20_flow_irq, "irq", 1);
    qdev_init_gpio_in_named(DEVICE(obj), tegra20_flow_fiq, "fiq", 1);
}

static void tegra20_flow_realize(DeviceState *dev, Error **errp)
{
    Tegra20FlowState *s = TEGRA20_FLOW(dev);

    if (!s->evp) {
        error_setg(errp, "%s: the 'evp' link is not set", TYPE_TEGRA20_FLOW);
        return;
    }
    s->vm_change = qdev_add_vm_change_state_handler(dev, tegra20_flow_vm_change,
                                                    NULL, s);
}

static void tegra20_flow_unrealize(DeviceState *dev)
{
    qemu_del_vm_change_state_handler(TEGRA20_FLOW(dev)->vm_change);
}

static const Property tegra20_flow_properties[] = {
    DEFINE_PROP_UINT32("num-cpus", Tegra20FlowState, num_cpus,
                       TEGRA20_FLOW_CPUS),
    DEFINE_PROP_LINK("evp", Tegra20FlowState, evp, TYPE_TEGRA20_EVP,
                     Tegra20EvpState *),
};

static const VMStateDescription vmstate_tegra20_flow = {
    .name = TYPE_TEGRA20_FLOW,
    .version_id = 1,
    .minimum_version_id = 1,
    .post_load = tegra20_flow_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_TEGRA_REGS(parent_obj, Tegra20FlowState),
        VMSTATE_UINT32(held, Tegra20FlowState),
        VMSTATE_UINT32(gated, Tegra20FlowState),
        VMSTATE_UINT32(wake, Tegra20FlowState),
        VMSTATE_END_OF_LIST()
    },
};

static void tegra20_flow_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);

    rc->phases.enter = tegra20_flow_reset_enter;
    TEGRA_REGS_CLASS(klass)->written = tegra20_flow_written;
    dc->desc = "NVIDIA Tegra20 flow controller";
    dc->vmsd = &vmstate_tegra20_flow;
    dc->realize = tegra20_flow_realize;
    dc->unrealize = tegra20_flow_unrealize;
    device_class_set_props(dc, tegra20_flow_properties);
    tegra_regs_set_table(klass, tegra20_flow_ranges,
                         ARRAY_SIZE(tegra20_flow_ranges), 0x1000);
}

static const TypeInfo tegra20_flow_types[] = {
    {
        .name = TYPE_TEGRA20_FLOW,
        .parent = TYPE_TEGRA_REGS,
        .instance_size = sizeof(Tegra20FlowState),
        .instance_init = tegra20_flow_init,
        .class_init = tegra20_flow_class_init,
    },
};

DEFINE_TYPES(tegra20_flow_types)
