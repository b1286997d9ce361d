/*
 * Tegra20 GR3D engine: counted events of a draw
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "events.h"

static const GpuEventRow event_rows[GR3D_NUM_EVENTS] = {
#define GR3D_EVENT(name, kind, text) { text, GPU_EVENT_##kind },
#include "events.def"
#undef GR3D_EVENT
};

_Static_assert(GR3D_NUM_EVENTS <= GPU_MAX_EVENTS, "GpuEvents has no room");

void gr3d_event(GpuEvents *events, Gr3dEventId id, uint32_t value)
{
    gpu_event(events, event_rows, id, 0, value);
}

void gr3d_event_reg(GpuEvents *events, Gr3dEventId id, unsigned reg,
                    uint32_t value)
{
    gpu_event(events, event_rows, id, reg, value);
}
