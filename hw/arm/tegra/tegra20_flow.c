/*
 * NVIDIA Tegra20 flow controller
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "hw/arm/tegra/tegra20_flow.h"
#include "hw/qdev-properties.h"
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

    if (extract32(s->held, cpu, 1)) {
        return;
    }
    trace_tegra20_flow_start_cpu(cpu, entry);
    /* Without EL3 a core comes out of reset in SVC mode, that is EL1 */
    arm_set_cpu_on(cpu, entry, 0, 1, false);
}

/*
 * Queued on the core that starts, behind a stop that may not be done yet:
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

static void tegra20_flow_cpu_reset(void *opaque, int n, int level)
{
    Tegra20FlowState *s = opaque;
    bool was_held = extract32(s->held, n, 1);
    bool held = level != 0;

    s->held = deposit32(s->held, n, 1, held);
    /* In a reset of the machine the cores go to their own reset state */
    if (held == was_held || n >= s->num_cpus ||
        resettable_is_in_reset(OBJECT(s))) {
        return;
    }
    if (held) {
        tegra20_flow_stop_cpu(n);
    } else {
        tegra20_flow_start_cpu(s, n);
    }
}

static void tegra20_flow_init(Object *obj)
{
    qdev_init_gpio_in_named(DEVICE(obj), tegra20_flow_cpu_reset, "cpu-reset",
                            TEGRA20_FLOW_CPUS);
}

static void tegra20_flow_realize(DeviceState *dev, Error **errp)
{
    if (!TEGRA20_FLOW(dev)->evp) {
        error_setg(errp, "%s: the 'evp' link is not set", TYPE_TEGRA20_FLOW);
    }
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
    .fields = (const VMStateField[]) {
        VMSTATE_TEGRA_REGS(parent_obj, Tegra20FlowState),
        VMSTATE_UINT32(held, Tegra20FlowState),
        VMSTATE_END_OF_LIST()
    },
};

static void tegra20_flow_class_init(ObjectClass *klass, void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);

    dc->desc = "NVIDIA Tegra20 flow controller";
    dc->vmsd = &vmstate_tegra20_flow;
    dc->realize = tegra20_flow_realize;
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
