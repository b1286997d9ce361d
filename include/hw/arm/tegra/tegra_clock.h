/*
 * NVIDIA Tegra: the state of a device's clock input
 *
 * No clock here has a multiplier or divider of its own.  QEMU's VMSTATE_CLOCK
 * would load both, and divide by a divider of 0 when the clock changes: a
 * stream that has them is refused.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_TEGRA_CLOCK_H
#define HW_ARM_TEGRA_TEGRA_CLOCK_H

#include "hw/core/clock.h"
#include "migration/vmstate.h"

static const VMStateDescription vmstate_tegra_clock = {
    .name = "clock",
    .version_id = 0,
    .minimum_version_id = 0,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT64(period, Clock),
        VMSTATE_END_OF_LIST()
    },
};

#define VMSTATE_TEGRA_CLOCK(field, state) \
    VMSTATE_STRUCT_POINTER(field, state, vmstate_tegra_clock, Clock)

#endif /* HW_ARM_TEGRA_TEGRA_CLOCK_H */
