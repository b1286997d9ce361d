/*
 * NVIDIA Tegra20 host1x: faults that the host puts in on purpose
 *
 * [tegra-host1x.rst, Breaking it]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "migration/vmstate.h"
#include "tegra_host1x_internal.h"
#include "trace.h"

bool tegra_host1x_fault_stuck(TegraHost1xState *s, unsigned int id)
{
    if (!(s->fault.stuck_syncpts & (1u << id))) {
        return false;
    }
    trace_tegra_host1x_fault("increment lost", id);
    return true;
}

/*
 * Remember the id of what is lost, so that looking at all thresholds after the
 * machine was stopped does not bring it back.
 */
bool tegra_host1x_fault_lose_irq(TegraHost1xState *s, unsigned int id)
{
    if (!s->fault.lost_interrupt || --s->fault.lost_interrupt) {
        return false;
    }
    trace_tegra_host1x_fault("interrupt lost", id);
    s->fault.lost_ids |= 1u << id;
    return true;
}

void tegra_host1x_fault_init(TegraHost1xState *s)
{
    Object *obj = OBJECT(s);

    object_property_add_uint64_ptr(obj, "lost-interrupt",
                                   &s->fault.lost_interrupt,
                                   OBJ_PROP_FLAG_READWRITE);
    object_property_set_description(obj, "lost-interrupt",
        "N: the Nth latching of a CPU0 threshold interrupt is lost; 0: none");
    object_property_add_uint32_ptr(obj, "stuck-syncpts",
                                   &s->fault.stuck_syncpts,
                                   OBJ_PROP_FLAG_READWRITE);
    object_property_set_description(obj, "stuck-syncpts",
        "bit per sync point: its increments are lost");
}

static bool fault_needed(void *opaque)
{
    TegraHost1xState *s = opaque;

    return s->fault.lost_interrupt || s->fault.stuck_syncpts ||
           s->fault.lost_ids;
}

const VMStateDescription vmstate_tegra_host1x_fault = {
    .name = "tegra-host1x/fault",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = fault_needed,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT64(fault.lost_interrupt, TegraHost1xState),
        VMSTATE_UINT32(fault.stuck_syncpts, TegraHost1xState),
        VMSTATE_UINT32(fault.lost_ids, TegraHost1xState),
        VMSTATE_END_OF_LIST()
    }
};
